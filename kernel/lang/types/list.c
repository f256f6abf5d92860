/* list.c: the list type: growth, slices, methods and operators. Sorting is in list_sort.c, iterators in iterators.c.
 * Code run by an item (__eq__, __repr__, a destructor) may change the list meanwhile: nothing is remembered across such
 * a call but the list itself. */
#include <string.h>

#include "containers.h"

/* ------------------------------------------------------------------ growth */

/* Reserves memory for n items. Grows by an eighth and a bit, so that appending is linear. */
static int reserve(struct lang_thread *t, struct lang_list *l, int64_t n)
{
    int64_t capacity;
    lang_value *items;

    if (n <= l->capacity)
        return 0;
    if (n > SEQUENCE_MAX) {
        lang_no_memory(t);
        return -1;
    }
    capacity = (n + (n >> 3) + 6) & ~(int64_t)3;
    if (n - l->length > capacity - n)
        capacity = (n + 3) & ~(int64_t)3;
    if (capacity > SEQUENCE_MAX)
        capacity = n;
    items = lang_realloc(t, l->items, (size_t)l->capacity * sizeof *items, (size_t)capacity * sizeof *items);
    if (!items)
        return -1;
    l->items = items;
    l->capacity = capacity;
    return 0;
}

/* Gives memory back when much of it is unused. Shrinking cannot fail: on failure the old block stays. */
static void shrink(struct lang_thread *t, struct lang_list *l)
{
    int64_t capacity;
    lang_value *items;

    if (l->length >= l->capacity / 2 || l->capacity <= 8)
        return;
    if (l->length == 0) {
        lang_free(t, l->items, (size_t)l->capacity * sizeof *items);
        l->items = NULL;
        l->capacity = 0;
        return;
    }
    capacity = (l->length + (l->length >> 3) + 6) & ~(int64_t)3;
    if (capacity >= l->capacity)
        return;
    items = lang_realloc(t, l->items, (size_t)l->capacity * sizeof *items, (size_t)capacity * sizeof *items);
    if (!items) {
        lang_error_clear(t);
        return;
    }
    l->items = items;
    l->capacity = capacity;
}

struct lang_list *lang_list_new(struct lang_thread *t, int64_t capacity)
{
    struct lang_list *l = lang_object_raw(t, &lang_type_list, sizeof *l);

    if (!l)
        return NULL;
    l->items = NULL;
    l->length = l->capacity = 0;
    if (capacity > 0) {
        if (capacity > SEQUENCE_MAX || !(l->items = lang_alloc(t, (size_t)capacity * sizeof(lang_value)))) {
            if (capacity > SEQUENCE_MAX)
                lang_no_memory(t);
            lang_decref(t, l);
            return NULL;
        }
        l->capacity = capacity;
    }
    return l;
}

int64_t lang_refs_copy(struct lang_thread *t, lang_value *to, const lang_value *from, int64_t n)
{
    enum { CHUNK = 1 << 20 };

    for (int64_t done = 0, part; done < n; done += part) {
        part = n - done < CHUNK ? n - done : CHUNK;
        refs_copy(to + done, from + done, part);
        if (done + part < n && lang_poll_quiet(t) < 0)
            return done + part;
    }
    return n;
}

struct lang_list *lang_list_from(struct lang_thread *t, const lang_value *items, int64_t n)
{
    struct lang_list *l = lang_list_new(t, n);

    if (!l)
        return NULL;
    l->length = lang_refs_copy(t, l->items, items, n);
    if (l->length < n) {
        lang_decref(t, l);
        return NULL;
    }
    return l;
}

int lang_list_reserve(struct lang_thread *t, struct lang_list *l, int64_t n)
{
    return n <= l->capacity ? 0 : reserve(t, l, n < l->capacity + l->capacity / 2 ? l->capacity + l->capacity / 2 : n);
}

int lang_list_append(struct lang_thread *t, struct lang_list *l, lang_value v)
{
    if (l->length == l->capacity && reserve(t, l, l->length + 1) < 0)
        return -1;
    l->items[l->length++] = lang_ref(v);
    return 0;
}

int lang_list_append_steal(struct lang_thread *t, struct lang_list *l, lang_value v)
{
    if (l->length == l->capacity && reserve(t, l, l->length + 1) < 0) {
        lang_unref(t, v);
        return -1;
    }
    l->items[l->length++] = v;
    return 0;
}

/* The items of a range; there is space for them. 1 done, -1 error, 0 its items do not fit 64 bits. */
static int append_range(struct lang_thread *t, struct lang_list *l, lang_value range)
{
    lang_value it = lang_iter(t, range);
    int status = 1;

    if (lang_is_error(it))
        return -1;
    if (lang_is_exactly(it, &lang_type_range_iterator)) {
        struct lang_range_iter *r = (struct lang_range_iter *)it.o;
        uint64_t next = (uint64_t)r->next;
        for (int64_t i = 0; i < r->remaining && status > 0; i++, next += (uint64_t)r->step) {
            if (l->length == l->capacity || (i & 0xfffff) == 0xfffff)
                status = lang_poll(t) < 0 || reserve(t, l, l->length + 1) < 0 ? -1 : 1;
            if (status > 0)
                l->items[l->length++] = lang_int((int64_t)next);
        }
    } else {
        status = 0;
    }
    lang_unref(t, it);
    return status;
}

/* The characters of a str or the integers of bytes. */
static int append_units(struct lang_thread *t, struct lang_list *l, lang_value v)
{
    bool text = v.o->type == &lang_type_str;
    struct lang_str *s = lang_as_str(v);
    int64_t n = text ? s->length : ((struct lang_bytes *)v.o)->length;
    const uint8_t *bytes = text ? (const uint8_t *)s->data : ((struct lang_bytes *)v.o)->data;

    if (reserve(t, l, l->length + n) < 0)
        return -1;
    for (int64_t i = 0; i < n; i++) {
        if ((i & 0xfffff) == 0xfffff && lang_poll_quiet(t) < 0)
            return -1;
        if (!text) {
            l->items[l->length++] = lang_int(bytes[i]);
        } else if (s->kind == 1) {
            l->items[l->length++] = lang_obj(lang_tiny_str(bytes[i]));
        } else {
            struct lang_str *c = lang_str_from_char(t, lang_str_at(s, i));
            if (!c)
                return -1;
            l->items[l->length++] = lang_obj(c);
        }
    }
    return 0;
}

/* What an iterator, which it takes, gives; the list may be changed by whatever the iterator runs. */
static int append_all(struct lang_thread *t, struct lang_list *l, lang_value it)
{
    lang_value v;
    lang_value (*next)(struct lang_thread *, lang_value);
    bool fixed;

    fixed = !(lang_type_of(it)->flags & LANG_TYPE_HEAP); /* a class may lose its __next__ meanwhile */
    next = fixed ? lang_type_of(it)->next : lang_next;
    for (uint32_t turns = 1;; turns++) {
        v = next(t, it);
        if (v.tag <= LANG_ERROR)
            break;
        if (l->length < l->capacity)
            l->items[l->length++] = v;
        else if (lang_list_append_steal(t, l, v) < 0)
            goto failed;
        if ((turns & 255) == 0 && lang_poll(t) < 0)
            goto failed;
    }
    lang_unref(t, it);
    return lang_is_error(v) ? -1 : 0;
failed:
    lang_unref(t, it);
    return -1;
}

/* Reserves memory for as many items as a length hint says; a hint that is too large fails at once, unless the sum
 * overflows. */
static int reserve_hint(struct lang_thread *t, struct lang_list *l, int64_t hint)
{
    if (hint <= 0 || hint > INT64_MAX - l->length)
        return hint < 0 ? -1 : 0;
    return reserve(t, l, l->length + hint);
}

int lang_list_extend(struct lang_thread *t, struct lang_list *l, lang_value iterable)
{
    lang_value it;
    const lang_value *items;
    size_t n;
    int64_t hint;

    if (lang_is_exactly(iterable, &lang_type_list) || lang_is_exactly(iterable, &lang_type_tuple)) {
        n = (size_t)(lang_is_list(iterable) ? lang_as_list(iterable)->length : lang_as_tuple(iterable)->length);
        if (reserve(t, l, l->length + (int64_t)n) < 0)
            return -1;
        /* read after reserve: the argument may be this very list */
        items = lang_is_list(iterable) ? lang_as_list(iterable)->items : lang_as_tuple(iterable)->items;
        hint = lang_refs_copy(t, l->items + l->length, items, (int64_t)n);
        l->length += hint;
        return hint < (int64_t)n ? -1 : 0;
    }
    if (lang_is_exactly(iterable, &lang_type_str) || lang_is_exactly(iterable, &lang_type_bytes))
        return append_units(t, l, iterable);
    if (lang_is_exactly(iterable, &lang_type_range)) {
        int r = reserve_hint(t, l, lang_length_hint(t, iterable)) < 0 ? -1 : append_range(t, l, iterable);
        if (r)
            return r < 0 ? -1 : 0;
    }
    it = lang_iter(t, iterable);
    if (lang_is_error(it))
        return -1;
    hint = lang_length_hint(t, iterable);
    if (reserve_hint(t, l, hint) < 0) {
        lang_unref(t, it);
        return -1;
    }
    if (append_all(t, l, it) < 0)
        return -1;
    if (l->length < hint / 2) /* the hint was too large */
        shrink(t, l);
    return 0;
}

struct lang_list *lang_to_list(struct lang_thread *t, lang_value iterable)
{
    struct lang_list *l = lang_list_new(t, 0);

    if (l && lang_list_extend(t, l, iterable) < 0) {
        lang_decref(t, l);
        return NULL;
    }
    return l;
}

/* ------------------------------------------------------------------ life */

static lang_value list_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

/* Empties the list; the items go last because their destructors may look at it. */
static void list_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_list *l = (struct lang_list *)o;
    lang_value *items = l->items;
    int64_t length = l->length, capacity = l->capacity;

    l->items = NULL;
    l->length = l->capacity = 0;
    for (int64_t i = length; i-- > 0;)
        lang_unref(t, items[i]);
    lang_free(t, items, (size_t)capacity * sizeof *items);
}

void lang_list_free(struct lang_thread *t, struct lang_object *o)
{
    struct lang_list *l = (struct lang_list *)o;

    refs_drop(t, l->items, l->length);
    lang_free(t, l->items, (size_t)l->capacity * sizeof *l->items);
    lang_object_raw_free(t, o, sizeof *l);
}

static int list_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    static const char *const signature = "(iterable=(), /)";
    struct lang_list *l = lang_as_list(self);
    lang_value bound[1];
    struct lang_params *params;

    if (self.o->type->make != list_make) /* a class with a __new__ of its own: the names were meant for that */
        kwnames = NULL;
    if (kwnames || nargs > 1) {
        params = lang_params_get(t, "list", signature);
        if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
            return -1;
    }
    if (l->length)
        list_clear(t, &l->head);
    return nargs ? lang_list_extend(t, l, args[0]) : 0;
}

static void list_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_list *l = (struct lang_list *)o;

    for (int64_t i = 0; i < l->length; i++)
        if (l->items[i].tag == LANG_OBJECT)
            visit(l->items[i].o, arg);
}

/* ------------------------------------------------------------------ text */

static lang_value list_repr(struct lang_thread *t, lang_value v)
{
    struct lang_list *l = lang_as_list(v);
    struct lang_builder b;
    int shown;

    if (l->length == 0)
        return lang_obj_or_error(lang_str_from_c(t, "[]"));
    shown = lang_repr_enter(t, v);
    if (shown)
        return shown < 0 ? lang_error() : lang_obj_or_error(lang_str_from_c(t, "[...]"));
    lang_builder_init(&b, t);
    lang_builder_char(&b, '[');
    for (int64_t i = 0; i < l->length; i++) {
        lang_value item = lang_ref(l->items[i]);
        int bad = (i && lang_builder_c(&b, ", ") < 0) || lang_builder_repr(&b, item) < 0 || interrupted_at(t, i);

        lang_unref(t, item);
        if (bad) {
            lang_builder_drop(&b);
            lang_repr_leave(t, v);
            return lang_error();
        }
    }
    lang_builder_char(&b, ']');
    lang_repr_leave(t, v);
    return lang_obj_or_error(lang_builder_finish(&b));
}

/* ------------------------------------------------------------------ items and slices */

static int64_t list_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_as_list(v)->length;
}

static lang_value get_slice(struct lang_thread *t, struct lang_list *l, lang_value slice)
{
    int64_t start, stop, step, count;
    struct lang_list *out;

    if (lang_slice_unpack(t, slice, &start, &stop, &step) < 0)
        return lang_error();
    count = lang_slice_fit(l->length, &start, &stop, step);
    if (step == 1)
        return lang_obj_or_error(lang_list_from(t, l->items + start, count));
    out = lang_list_new(t, count);
    if (!out || !count)
        return lang_obj_or_error(out);
    const lang_value *from = l->items + start;
    uint64_t tags = 0;
    for (int64_t i = 0, end; i < count;) {
        end = count - i < 1 << 20 ? count : i + (1 << 20);
        for (; i < end; i++, from += step) {
            *(value_bits *)&out->items[i] = *(const value_bits *)from;
            tags |= from->tag;
        }
        if (i < count && lang_poll_quiet(t) < 0) {
            lang_decref(t, out);
            return lang_error();
        }
    }
    for (int64_t i = 0; tags & LANG_OBJECT && i < count; i++)
        lang_ref(out->items[i]);
    out->length = count;
    return lang_obj(out);
}

static lang_value list_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    struct lang_list *l = lang_as_list(v);
    int64_t i;
    int kind;

    if (is_slice(key))
        return get_slice(t, l, key);
    kind = sequence_index(t, key, &i);
    if (kind < 0)
        return lang_error();
    if (kind == 0)
        return lang_raise(t, LANG_EXC_TypeError, "list indices must be integers or slices, not %N", key);
    if (i < 0)
        i += l->length;
    if (i < 0 || i >= l->length)
        return lang_raise(t, LANG_EXC_IndexError, "list index out of range");
    return lang_ref(l->items[i]);
}

/* Replaces l[start:start+old] by n items, which must not belong to l. */
static int splice(struct lang_thread *t, struct lang_list *l, int64_t start, int64_t old, const lang_value *items,
                  int64_t n)
{
    lang_value *dropped = NULL, small[16];
    int64_t tail = l->length - start - old;

    if (old > 0) {
        dropped = old <= 16 ? small : lang_alloc(t, (size_t)old * sizeof *dropped);
        if (!dropped)
            return -1;
    }
    if (n > old && reserve(t, l, l->length + n - old) < 0) {
        if (dropped && dropped != small)
            lang_free(t, dropped, (size_t)old * sizeof *dropped);
        return -1;
    }
    if (old > 0)
        memcpy(dropped, l->items + start, (size_t)old * sizeof *dropped);
    if (n != old && tail > 0)
        memmove(l->items + start + n, l->items + start + old, (size_t)tail * sizeof *items);
    if (n > 0)
        refs_copy(l->items + start, items, n);
    l->length += n - old;
    shrink(t, l);
    for (int64_t i = old; i-- > 0;)
        lang_unref(t, dropped[i]);
    if (dropped && dropped != small)
        lang_free(t, dropped, (size_t)old * sizeof *dropped);
    return 0;
}

/* del l[start:stop:step] with a step other than 1. */
static int delete_stepped(struct lang_thread *t, struct lang_list *l, int64_t start, int64_t step, int64_t count)
{
    lang_value *dropped;
    int64_t to, next, deleted = 0, length = l->length;

    if (count <= 0)
        return 0;
    if (step < 0) {
        start += step * (count - 1);
        step = -step;
    }
    dropped = lang_alloc(t, (size_t)count * sizeof *dropped);
    if (!dropped)
        return -1;
    to = next = start;
    for (int64_t i = start; i < length; i++) {
        if (i == next && deleted < count) {
            dropped[deleted++] = l->items[i];
            next = deleted < count ? next + step : length; /* the step may be near the limits of int64 */
        } else {
            l->items[to++] = l->items[i];
        }
    }
    l->length = to;
    shrink(t, l);
    for (int64_t i = 0; i < deleted; i++)
        lang_unref(t, dropped[i]);
    lang_free(t, dropped, (size_t)count * sizeof *dropped);
    return 0;
}

/* l[start::step] of count items = as many others, which do not belong to l. */
static int assign_stepped(struct lang_thread *t, struct lang_list *l, int64_t start, int64_t step, int64_t count,
                          const lang_value *items)
{
    lang_value *dropped = lang_alloc(t, (size_t)count * sizeof *dropped);
    int64_t n = 0;

    if (!dropped)
        return -1;
    for (; n < count; n++) {
        int64_t at = start + n * step;

        if (at >= l->length) /* making the values has shortened the list */
            break;
        dropped[n] = l->items[at];
        l->items[at] = lang_ref(items[n]);
    }
    refs_drop(t, dropped, n); /* destructors come last: they may look at the list */
    lang_free(t, dropped, (size_t)count * sizeof *dropped);
    return 0;
}

/* l[start::step] of count items = items, which are a list or tuple of their own. */
static int assign_items(struct lang_thread *t, struct lang_list *l, int64_t start, int64_t step, int64_t count,
                        const lang_value *items, int64_t n)
{
    if (step == 1) { /* making them may have shortened the list */
        start = start < l->length ? start : l->length;
        return splice(t, l, start, count < l->length - start ? count : l->length - start, items, n);
    }
    if (n != count)
        return lang_fail(t, LANG_EXC_ValueError,
                         "attempt to assign sequence of size %lld to extended slice of size %lld", (long long)n,
                         (long long)count);
    return n ? assign_stepped(t, l, start, step, count, items) : 0;
}

static int set_slice(struct lang_thread *t, struct lang_list *l, lang_value slice, lang_value value)
{
    int64_t start, stop, step, count;
    struct lang_list *list;
    lang_value iterator;
    int status;

    /* the bounds are known before the value is consumed */
    if (lang_slice_unpack(t, slice, &start, &stop, &step) < 0)
        return -1;
    count = lang_slice_fit(l->length, &start, &stop, step);
    if (lang_is_undef(value))
        return step == 1 ? splice(t, l, start, count, NULL, 0) : delete_stepped(t, l, start, step, count);
    if (lang_is_exactly(value, &lang_type_tuple))
        return assign_items(t, l, start, step, count, lang_as_tuple(value)->items, lang_as_tuple(value)->length);
    if (lang_is_exactly(value, &lang_type_list) && value.o != &l->head && step == 1) /* no code runs in between */
        return splice(t, l, start, count, lang_as_list(value)->items, lang_as_list(value)->length);
    iterator =
        lang_iter_or(t, value, step == 1 ? "can only assign an iterable" : "must assign iterable to extended slice");
    list = lang_is_error(iterator) ? NULL : lang_to_list(t, iterator);
    lang_unref(t, iterator);
    if (!list)
        return -1;
    status = assign_items(t, l, start, step, count, list->items, list->length);
    lang_decref(t, list);
    return status;
}

static int list_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    struct lang_list *l = lang_as_list(v);
    int64_t i;
    int kind;

    if (is_slice(key))
        return set_slice(t, l, key, value);
    kind = sequence_index(t, key, &i);
    if (kind < 0)
        return -1;
    if (kind == 0)
        return lang_fail(t, LANG_EXC_TypeError, "list indices must be integers or slices, not %N", key);
    if (i < 0)
        i += l->length;
    if (i < 0 || i >= l->length)
        return lang_fail(t, LANG_EXC_IndexError, "list assignment index out of range");
    if (lang_is_undef(value))
        return splice(t, l, i, 1, NULL, 0);
    lang_set_steal(t, &l->items[i], lang_ref(value));
    return 0;
}

static int list_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    struct lang_list *l = lang_as_list(v);

    for (int64_t i = 0; i < l->length; i++) {
        lang_value at = l->items[i];
        int equal;

        if (at.tag != LANG_OBJECT) {
            equal = fast_equal(t, at, item);
        } else {
            lang_ref(at);
            equal = fast_equal(t, at, item);
            lang_unref(t, at);
        }
        if (equal)
            return equal;
        if (interrupted_at(t, i))
            return -1;
    }
    return 0;
}

static int list_items(struct lang_thread *t, lang_value v, const lang_value **items, size_t *n)
{
    (void)t;
    *items = lang_as_list(v)->items;
    *n = (size_t)lang_as_list(v)->length;
    return 0;
}

/* ------------------------------------------------------------------ operators */

static lang_value list_concat(struct lang_thread *t, lang_value a, lang_value b)
{
    struct lang_list *out, *x, *y;

    if (!lang_is_list(b))
        return lang_concat_error(t, a, b);
    x = lang_as_list(a);
    y = lang_as_list(b);
    if (x->length > SEQUENCE_MAX - y->length)
        return lang_no_memory(t);
    out = lang_list_new(t, x->length + y->length);
    if (!out)
        return lang_error();
    out->length = lang_refs_copy(t, out->items, x->items, x->length);
    if (out->length == x->length)
        out->length += lang_refs_copy(t, out->items + x->length, y->items, y->length);
    if (out->length == x->length + y->length)
        return lang_obj(out);
    lang_decref(t, out);
    return lang_error();
}

static lang_value list_concat_inplace(struct lang_thread *t, lang_value a, lang_value b)
{
    if (lang_list_extend(t, lang_as_list(a), b) < 0)
        return lang_error();
    return lang_ref(a);
}

/* Appends the first n items of l again and again until it holds total. At an interrupt it has grown in part. */
/* Items from *at to stop, 16 bytes at once. */
static inline void fill_items(lang_value *items, int64_t *at, int64_t stop, lang_value v)
{
    const value_bits bits = {(int64_t)v.tag, v.i};
    int64_t i = *at;

    for (; i + 4 <= stop; i += 4)
        for (int k = 0; k < 4; k++)
            *(value_bits *)&items[i + k] = bits;
    for (; i < stop; i++)
        *(value_bits *)&items[i] = bits;
    *at = i;
}

static int fill_repeated(struct lang_thread *t, struct lang_list *l, int64_t n, int64_t total)
{
    if (reserve(t, l, total) < 0)
        return -1;
    for (int64_t i = n; i < total;) {
        int64_t stop = total - i > 1 << 20 ? i + (1 << 20) : total;
        lang_value v = l->items[0];

        if (n == 1 && v.tag == LANG_OBJECT)
            v.o->refs += (uint32_t)(stop - i);
        if (n == 1)
            fill_items(l->items, &i, stop, v);
        else
            for (; i < stop; i++)
                l->items[i] = lang_ref(l->items[i - n]);
        l->length = i;
        if (i < total && lang_poll(t) < 0)
            return -1;
        if (i < total && (l->length != i || l->capacity < total)) /* what ran at the poll has changed the list */
            return lang_fail(t, LANG_EXC_RuntimeError, "list changed size during repetition");
    }
    return 0;
}

static lang_value list_repeat(struct lang_thread *t, lang_value v, int64_t n)
{
    struct lang_list *l = lang_as_list(v), *out;

    if (l->length && n > SEQUENCE_MAX / l->length)
        return lang_no_memory(t);
    out = lang_list_new(t, l->length * n);
    if (!out || l->length == 0 || n == 0)
        return lang_obj_or_error(out);
    out->length = lang_refs_copy(t, out->items, l->items, l->length);
    if (out->length < l->length || fill_repeated(t, out, l->length, l->length * n) < 0) {
        lang_decref(t, out);
        return lang_error();
    }
    return lang_obj(out);
}

static lang_value list_repeat_inplace(struct lang_thread *t, lang_value a, int64_t n)
{
    struct lang_list *l = lang_as_list(a);

    if (n == 0 || l->length == 0) {
        list_clear(t, &l->head);
        return lang_ref(a);
    }
    if (n > SEQUENCE_MAX / l->length)
        return lang_no_memory(t);
    if (fill_repeated(t, l, l->length, l->length * n) < 0)
        return lang_error();
    return lang_ref(a);
}

/* ------------------------------------------------------------------ methods */

static lang_value m_append(struct lang_thread *t, const lang_value *a)
{
    return lang_list_append(t, lang_as_list(a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value m_clear(struct lang_thread *t, const lang_value *a)
{
    list_clear(t, a[0].o);
    return lang_none();
}

static lang_value m_copy(struct lang_thread *t, const lang_value *a)
{
    return lang_obj_or_error(lang_list_from(t, lang_as_list(a[0])->items, lang_as_list(a[0])->length));
}

/* Position of the first equal item in [from, to): -1 absent, -2 exception. */
static int64_t find(struct lang_thread *t, struct lang_list *l, lang_value v, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to && i < l->length; i++) {
        lang_value at = lang_ref(l->items[i]);
        int equal = fast_equal(t, at, v);

        lang_unref(t, at);
        if (equal)
            return equal < 0 ? -2 : i;
        if (interrupted_at(t, i))
            return -2;
    }
    return -1;
}

static lang_value m_count(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *l = lang_as_list(a[0]);
    int64_t n = 0, i = -1;

    while ((i = find(t, l, a[1], i + 1, INT64_MAX)) >= 0)
        n++;
    return i == -2 ? lang_error() : lang_int(n);
}

static lang_value m_extend(struct lang_thread *t, const lang_value *a)
{
    return lang_list_extend(t, lang_as_list(a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value m_index(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *l = lang_as_list(a[0]);
    int64_t from, to, at;

    if (lang_index_bounds(t, a[2], a[3], &from, &to) < 0)
        return lang_error();
    lang_fit_bounds(l->length, &from, &to);
    at = find(t, l, a[1], from, to);
    if (at == -1)
        return lang_raise(t, LANG_EXC_ValueError, "%R is not in list", a[1]);
    return at < 0 ? lang_error() : lang_int(at);
}

static lang_value m_insert(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *l = lang_as_list(a[0]);
    int64_t i;

    if (lang_as_index(t, a[1], &i) < 0)
        return lang_error();
    if (i < 0 && (i += l->length) < 0)
        i = 0;
    if (i > l->length)
        i = l->length;
    if (reserve(t, l, l->length + 1) < 0)
        return lang_error();
    memmove(l->items + i + 1, l->items + i, (size_t)(l->length - i) * sizeof *l->items);
    l->items[i] = lang_ref(a[2]);
    l->length++;
    return lang_none();
}

static lang_value m_pop(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *l = lang_as_list(a[0]);
    lang_value v;
    int64_t i = -1;

    if (!lang_is_undef(a[1]) && lang_as_index(t, a[1], &i) < 0)
        return lang_error();
    if (l->length == 0)
        return lang_raise(t, LANG_EXC_IndexError, "pop from empty list");
    if (i < 0)
        i += l->length;
    if (i < 0 || i >= l->length)
        return lang_raise(t, LANG_EXC_IndexError, "pop index out of range");
    v = l->items[i];
    l->length--;
    memmove(l->items + i, l->items + i + 1, (size_t)(l->length - i) * sizeof v);
    shrink(t, l);
    return v;
}

static lang_value m_remove(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *l = lang_as_list(a[0]);
    int64_t i = find(t, l, a[1], 0, INT64_MAX);

    if (i == -1)
        return lang_raise(t, LANG_EXC_ValueError, "list.remove(x): x not in list");
    if (i < 0 || (i < l->length && splice(t, l, i, 1, NULL, 0) < 0))
        return lang_error();
    return lang_none();
}

static lang_value m_reverse(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *l = lang_as_list(a[0]);

    (void)t;
    if (l->length < 2)
        return lang_none();
    value_bits *low = (value_bits *)l->items, *high = low + l->length - 1;
    for (; low < high; low++, high--) {
        value_bits v = *low, w = *high;

        *low = w;
        *high = v;
    }
    return lang_none();
}

static lang_value m_sort(struct lang_thread *t, const lang_value *a)
{
    int reverse = 0;

    if (!lang_is_undef(a[2])) {
        int64_t i;

        if (lang_as_c_int(t, a[2], &i) < 0)
            return lang_error();
        reverse = i != 0;
    }
    return lang_list_sort(t, lang_as_list(a[0]), a[1], reverse) < 0 ? lang_error() : lang_none();
}

static lang_value m_reversed(struct lang_thread *t, const lang_value *a)
{
    return lang_list_reversed_new(t, lang_as_list(a[0]));
}

static lang_value m_sizeof(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int((int64_t)(lang_type_of(a[0])->size + (size_t)lang_as_list(a[0])->capacity * sizeof(lang_value)));
}

static const struct lang_method list_methods[] = {
    {"append", "(object, /)", m_append, "Append object to the end of the list.", 0},
    {"clear", "()", m_clear, "Remove all items from list.", 0},
    {"copy", "()", m_copy, "Return a shallow copy of the list.", 0},
    {"count", "(value, /)", m_count, "Return number of occurrences of value.", 0},
    {"extend", "(iterable, /)", m_extend, "Extend list by appending elements from the iterable.", 0},
    {"index", "(value, start=0, stop=9223372036854775807, /)", m_index,
     "Return first index of value.\n\nRaises ValueError if the value is not present.", 0},
    {"insert", "(index, object, /)", m_insert, "Insert object before index.", 0},
    {"pop", "(index=-1, /)", m_pop,
     "Remove and return item at index (default last).\n\nRaises IndexError if list is empty or index is out of range.",
     0},
    {"remove", "(value, /)", m_remove,
     "Remove first occurrence of value.\n\nRaises ValueError if the value is not present.", 0},
    {"reverse", "()", m_reverse, "Reverse *IN PLACE*.", 0},
    {"sort", "(*, key=None, reverse=False)", m_sort,
     "Sort the list in ascending order and return None.\n\n"
     "The sort is in-place (i.e. the list itself is modified) and stable (i.e. the\n"
     "order of two equal elements is maintained).\n\n"
     "If a key function is given, apply it once to each list item and sort them,\n"
     "ascending or descending, according to their function values.\n\n"
     "The reverse flag can be set to sort in descending order.",
     0},
    {"__reversed__", "()", m_reversed, "Return a reverse iterator over the list.", 0},
    {"__sizeof__", "()", m_sizeof, "Return the size of the list in memory, in bytes.", 0},
    {0},
};

static lang_value list_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    if (nargs == 0)
        return lang_obj_or_error(lang_list_new(t, 0));
    return nargs == 1 ? lang_obj_or_error(lang_to_list(t, args[0])) : lang_undef();
}

struct lang_type lang_type_list = {
    .name = "list",
    .doc = "Built-in mutable sequence.\n\nIf no argument is given, the constructor creates a new empty list.\n"
           "The argument must be an iterable if specified.",
    .size = sizeof(struct lang_list),
    .flags = LANG_TYPE_BASE | LANG_TYPE_LIST | LANG_TYPE_SEQUENCE,
    .methods = list_methods,
    .make = list_make,
    .vectorcall = list_vectorcall,
    .init = list_init,
    .destroy = list_clear,
    .traverse = list_traverse,
    .clear = list_clear,
    .repr = list_repr,
    .compare = lang_sequence_compare,
    .hash = lang_hash_unhashable,
    .iter = lang_list_iter_new,
    .len = list_len,
    .getitem = list_getitem,
    .setitem = list_setitem,
    .contains = list_contains,
    .concat = list_concat,
    .repeat = list_repeat,
    .concat_inplace = list_concat_inplace,
    .repeat_inplace = list_repeat_inplace,
    .items = list_items,
};
