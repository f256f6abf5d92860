/* iterators.c: the iterators of list, tuple, str, bytes, bytearray and of anything indexable, reversed, and
 * iter(callable, sentinel); enumerate, zip, map and filter are in combinators.c. An iterator that has ended stays
 * ended. */
#include "containers.h"
#include "types/bytes_impl.h"
#include "types/str_impl.h"
#include "vm/code.h"

lang_value lang_iter_self(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(v);
}

int lang_length_or_unknown(struct lang_thread *t, lang_value v, int64_t *length)
{
    struct lang_type *type = lang_type_of(v);
    struct lang_str *name;
    lang_value r;
    int known = 1;

    if (type->len) {
        *length = lang_len(t, v);
        if (*length >= 0)
            return 1;
        if (!lang_error_is(t, LANG_EXC_TypeError))
            return -1;
        lang_error_clear(t);
    }
    name = lang_intern_c(t, "__length_hint__");
    if (!name)
        return -1;
    r = lang_call_special(t, v, name, NULL, 0);
    lang_decref(t, name);
    if (lang_is_error(r)) {
        if (!lang_error_is(t, LANG_EXC_TypeError))
            return -1;
        lang_error_clear(t);
        return 0;
    }
    if (lang_is_undef(r) || r.tag == LANG_NOTIMPL)
        return 0;
    if (!lang_is_integer(r))
        known = lang_fail(t, LANG_EXC_TypeError, "__length_hint__ must be an integer, not %N", r);
    else if (!lang_int_fits(r, length))
        known = lang_fail(t, LANG_EXC_OverflowError, "Python int too large to convert to C ssize_t");
    else if (*length < 0)
        known = lang_fail(t, LANG_EXC_ValueError, "__length_hint__() should return >= 0");
    lang_unref(t, r);
    return known;
}

int64_t lang_length_hint(struct lang_thread *t, lang_value v)
{
    int64_t length = 0;
    int known = lang_length_or_unknown(t, v, &length);

    return known > 0 ? length : known;
}

/* ------------------------------------------------------------------ sequences */

/* The layout that all share: what is iterated (NULL at the end), then the index. */
struct sequence_iter {
    struct lang_object head;
    struct lang_object *over;
    int64_t index;
};
_Static_assert(sizeof(struct sequence_iter) == sizeof(struct lang_list_iter), "one layout");
_Static_assert(sizeof(struct sequence_iter) == sizeof(struct lang_str_iter), "one layout");

static void over_drop(struct lang_thread *t, struct lang_object *o)
{
    struct sequence_iter *it = (struct sequence_iter *)o;
    struct lang_object *over = it->over;

    it->over = NULL;
    lang_xdecref(t, over);
}

static void over_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    if (((struct sequence_iter *)o)->over)
        visit(((struct sequence_iter *)o)->over, arg);
}

static lang_value over_new(struct lang_thread *t, struct lang_type *type, struct lang_object *over, int64_t index)
{
    struct sequence_iter *it = lang_object_new(t, type);

    if (!it)
        return lang_error();
    it->over = lang_incref(over);
    it->index = index;
    return lang_obj(it);
}

lang_value lang_list_iter_new(struct lang_thread *t, lang_value v)
{
    return over_new(t, &lang_type_list_iterator, v.o, 0);
}

lang_value lang_tuple_iter_new(struct lang_thread *t, lang_value v)
{
    return over_new(t, &lang_type_tuple_iterator, v.o, 0);
}

lang_value lang_str_iter(struct lang_thread *t, lang_value v)
{
    bool ascii = lang_as_str(v)->ascii && lang_is_exactly(v, &lang_type_str);
    return over_new(t, ascii ? &lang_type_str_ascii_iterator : &lang_type_str_iterator, v.o, 0);
}

lang_value lang_bytes_iter(struct lang_thread *t, lang_value v)
{
    return over_new(t, lang_is_bytes(v) ? &lang_type_bytes_iterator : &lang_type_bytearray_iterator, v.o, 0);
}

lang_value lang_list_reversed_new(struct lang_thread *t, struct lang_list *l)
{
    return over_new(t, &lang_type_list_reverseiterator, &l->head, l->length - 1);
}

lang_value lang_sequence_iter(struct lang_thread *t, lang_value v)
{
    return v.tag == LANG_OBJECT ? over_new(t, &lang_type_sequence_iterator, v.o, 0)
                                : lang_raise(t, LANG_EXC_TypeError, "'%N' object is not iterable", v);
}

static lang_value list_next(struct lang_thread *t, lang_value v)
{
    struct lang_list_iter *it = (struct lang_list_iter *)v.o;

    if (!it->list)
        return lang_undef();
    if (it->index < it->list->length)
        return lang_ref(it->list->items[it->index++]);
    over_drop(t, v.o);
    return lang_undef();
}

static lang_value list_previous(struct lang_thread *t, lang_value v)
{
    struct lang_list_iter *it = (struct lang_list_iter *)v.o;

    if (!it->list)
        return lang_undef();
    if (it->index >= 0 && it->index < it->list->length)
        return lang_ref(it->list->items[it->index--]);
    over_drop(t, v.o);
    return lang_undef();
}

static lang_value tuple_next(struct lang_thread *t, lang_value v)
{
    struct lang_tuple_iter *it = (struct lang_tuple_iter *)v.o;

    if (!it->tuple)
        return lang_undef();
    if (it->index < it->tuple->length)
        return lang_ref(it->tuple->items[it->index++]);
    over_drop(t, v.o);
    return lang_undef();
}

static lang_value str_next(struct lang_thread *t, lang_value v)
{
    struct lang_str_iter *it = (struct lang_str_iter *)v.o;

    if (it->s && it->i < it->s->length)
        return lang_obj_or_error(lang_str_from_char(t, lang_str_at(it->s, it->i++)));
    over_drop(t, v.o);
    return lang_undef();
}

static lang_value bytes_next(struct lang_thread *t, lang_value v)
{
    struct sequence_iter *it = (struct sequence_iter *)v.o;
    const struct lang_bytes *b = (struct lang_bytes *)it->over;
    const uint8_t *p;
    int64_t n;

    if (b && it->over->type == &lang_type_bytes && it->index < b->length)
        return lang_int(b->data[it->index++]);
    if (b && lang_bytes_view(lang_obj(it->over), &p, &n) && it->index < n)
        return lang_int(p[it->index++]);
    over_drop(t, v.o);
    return lang_undef();
}

/* v[index] for the iterators over __getitem__: IndexError and StopIteration are the end. */
static lang_value item_or_end(struct lang_thread *t, struct sequence_iter *it)
{
    lang_value over = lang_ref(lang_obj(it->over)); /* its __getitem__ may end this iterator */
    lang_value r = lang_getitem(t, over, lang_int(it->index));

    lang_unref(t, over);
    if (!lang_is_error(r) || !(lang_error_is(t, LANG_EXC_IndexError) || lang_error_is(t, LANG_EXC_StopIteration)))
        return r;
    lang_error_clear(t);
    over_drop(t, &it->head);
    return lang_undef();
}

static lang_value sequence_next(struct lang_thread *t, lang_value v)
{
    struct sequence_iter *it = (struct sequence_iter *)v.o;
    lang_value r;

    if (!it->over)
        return lang_undef();
    r = item_or_end(t, it);
    it->index++;
    return r;
}

static lang_value reversed_next(struct lang_thread *t, lang_value v)
{
    struct sequence_iter *it = (struct sequence_iter *)v.o;
    lang_value r;

    if (!it->over)
        return lang_undef();
    if (it->index < 0) {
        over_drop(t, v.o);
        return lang_undef();
    }
    if (it->over->type == &lang_type_str && it->index < ((struct lang_str *)it->over)->length)
        r = lang_obj_or_error(lang_str_from_char(t, lang_str_at((struct lang_str *)it->over, it->index)));
    else if (it->over->type == &lang_type_tuple && it->index < ((struct lang_tuple *)it->over)->length)
        r = lang_ref(((struct lang_tuple *)it->over)->items[it->index]);
    else
        r = item_or_end(t, it);
    it->index--;
    return r;
}

static bool iterates_str(const struct sequence_iter *it)
{
    return it->head.type == &lang_type_str_iterator || it->head.type == &lang_type_str_ascii_iterator;
}

/* Iterators of built-in types count what is there, whatever a subclass has for __len__; < 0 with an exception. */
static int64_t length_iterated(struct lang_thread *t, const struct sequence_iter *it)
{
    if (it->head.type == &lang_type_list_iterator || it->head.type == &lang_type_list_reverseiterator)
        return ((struct lang_list *)it->over)->length;
    if (it->head.type == &lang_type_tuple_iterator)
        return ((struct lang_tuple *)it->over)->length;
    if (iterates_str(it))
        return ((struct lang_str *)it->over)->length;
    const uint8_t *p;
    int64_t size;
    if ((it->head.type == &lang_type_bytes_iterator || it->head.type == &lang_type_bytearray_iterator) &&
        lang_bytes_view(lang_obj(it->over), &p, &size))
        return size;
    lang_value over = lang_ref(lang_obj(it->over)); /* its __len__ may end this iterator */
    int64_t n = lang_len(t, over);
    lang_unref(t, over);
    return n;
}

static lang_value m_forward_hint(struct lang_thread *t, const lang_value *a)
{
    struct sequence_iter *it = (struct sequence_iter *)a[0].o;
    int64_t n;

    if (!it->over)
        return lang_int(0);
    if (it->head.type == &lang_type_sequence_iterator && !it->over->type->len)
        return lang_notimpl();
    n = length_iterated(t, it);
    return n < 0 ? lang_error() : lang_int(n > it->index ? n - it->index : 0);
}

static lang_value m_backward_hint(struct lang_thread *t, const lang_value *a)
{
    struct sequence_iter *it = (struct sequence_iter *)a[0].o;
    int64_t n;

    if (!it->over)
        return lang_int(0);
    n = length_iterated(t, it);
    return n < 0 ? lang_error() : lang_int(n > it->index ? it->index + 1 : 0);
}

lang_value lang_iter_reduced(struct lang_thread *t, const char *callable, lang_value argument, int64_t index)
{
    if (lang_is_error(argument))
        return argument;
    lang_value parts[3] = {lang_dict_get_c(t, t->vm->builtins, callable), lang_undef(), lang_int(index)};
    parts[1] = lang_obj_or_error(lang_tuple_from(t, &argument, 1));
    lang_unref(t, argument);
    if (lang_is_error(parts[1]))
        return parts[1];
    if (lang_is_undef(parts[0])) {
        lang_unref(t, parts[1]);
        return lang_raise(t, LANG_EXC_AttributeError, "%s", callable);
    }
    lang_value r = lang_obj_or_error(lang_tuple_from(t, parts, index < 0 ? 2 : 3));
    lang_unref(t, parts[1]);
    return r;
}

int64_t lang_iter_state(struct lang_thread *t, lang_value state, int64_t low, int64_t high, bool *ok)
{
    int64_t n = -1;
    *ok = (lang_is_integer(state) ? lang_as_index(t, state, &n)
                                  : lang_fail(t, LANG_EXC_TypeError, "an integer is required")) == 0;
    return n < low ? low : n > high ? high : n;
}

/* The argument of the __reduce__ of one that has ended: an empty list, str or tuple. */
static lang_value empty_like(struct lang_thread *t, const struct sequence_iter *it)
{
    if (it->head.type == &lang_type_list_iterator || it->head.type == &lang_type_list_reverseiterator)
        return lang_obj_or_error(lang_list_new(t, 0));
    return iterates_str(it) ? lang_obj_or_error(lang_str_empty(t)) : lang_obj_or_error(lang_tuple_new(t, 0));
}

static lang_value m_reduce(struct lang_thread *t, const lang_value *a)
{
    struct sequence_iter *it = (struct sequence_iter *)a[0].o;
    bool back = it->head.type == &lang_type_list_reverseiterator || it->head.type == &lang_type_reversed;
    if (it->over && !(back && it->index < 0))
        return lang_iter_reduced(t, back ? "reversed" : "iter", lang_obj(lang_incref(it->over)), it->index);
    return lang_iter_reduced(t, it->head.type == &lang_type_reversed ? "reversed" : "iter", empty_like(t, it), -1);
}

static lang_value m_setstate(struct lang_thread *t, const lang_value *a)
{
    struct sequence_iter *it = (struct sequence_iter *)a[0].o;
    bool back = it->head.type == &lang_type_list_reverseiterator || it->head.type == &lang_type_reversed, ok;
    int64_t n = INT64_MAX / 2;
    if (it->over && it->head.type != &lang_type_sequence_iterator && (n = length_iterated(t, it)) < 0)
        return lang_error();
    int64_t index = lang_iter_state(t, a[1], back ? -1 : 0, back ? n - 1 : n, &ok);
    if (!ok)
        return lang_error();
    if (it->over)
        it->index = index;
    return lang_none();
}

#define HINT "Private method returning an estimate of len(list(it))."
#define STATE                                                                                                          \
    {"__reduce__", "()", m_reduce, "Return state information for pickling.", LANG_M_NOSIG},                            \
    {                                                                                                                  \
        "__setstate__", "(state, /)", m_setstate, "Set state information for unpickling.", LANG_M_NOSIG                \
    }
static const struct lang_method forward_methods[] = {
    {"__length_hint__", "()", m_forward_hint, HINT, LANG_M_NOSIG}, STATE, {0}};
static const struct lang_method backward_methods[] = {
    {"__length_hint__", "()", m_backward_hint, HINT, LANG_M_NOSIG}, STATE, {0}};

#define SEQUENCE_ITERATOR(id, text, step, rows, traverse_or_null, clear_or_null)                                       \
    struct lang_type lang_type_##id = {                                                                                \
        .name = text,                                                                                                  \
        .size = sizeof(struct sequence_iter),                                                                          \
        .methods = rows,                                                                                               \
        .destroy = over_drop,                                                                                          \
        .traverse = traverse_or_null,                                                                                  \
        .clear = clear_or_null,                                                                                        \
        .iter = lang_iter_self,                                                                                        \
        .next = step,                                                                                                  \
    }
SEQUENCE_ITERATOR(list_iterator, "list_iterator", list_next, forward_methods, over_traverse, over_drop);
SEQUENCE_ITERATOR(tuple_iterator, "tuple_iterator", tuple_next, forward_methods, over_traverse, over_drop);
SEQUENCE_ITERATOR(list_reverseiterator, "list_reverseiterator", list_previous, backward_methods, over_traverse,
                  over_drop);
SEQUENCE_ITERATOR(sequence_iterator, "iterator", sequence_next, forward_methods, over_traverse, over_drop);
/* str and bytes refer to no objects: the collector does not track their iterators. */
SEQUENCE_ITERATOR(str_iterator, "str_iterator", str_next, forward_methods, NULL, NULL);
SEQUENCE_ITERATOR(str_ascii_iterator, "str_ascii_iterator", str_next, forward_methods, NULL, NULL);
SEQUENCE_ITERATOR(bytes_iterator, "bytes_iterator", bytes_next, forward_methods, NULL, NULL);
SEQUENCE_ITERATOR(bytearray_iterator, "bytearray_iterator", bytes_next, forward_methods, NULL, NULL);

/* ------------------------------------------------------------------ reversed */

static lang_value reversed_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    lang_value bound[1], r;
    struct lang_params *params;
    struct lang_str *name;
    int64_t n;

    if (nargs == 1 && !kwnames && lang_is_exactly(args[0], &lang_type_str))
        return over_new(t, cls, args[0].o, lang_as_str(args[0])->length - 1);
    if (nargs == 1 && !kwnames && lang_is_exactly(args[0], &lang_type_tuple))
        return over_new(t, cls, args[0].o, lang_as_tuple(args[0])->length - 1);
    params = lang_params_get(t, "reversed", "(sequence, /)");

    if (nargs != 1 && !kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "reversed expected 1 argument, got %zu", nargs);
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
        return lang_error();
    name = lang_intern_c(t, "__reversed__");
    if (!name)
        return lang_error();
    r = lang_type_lookup(t, lang_type_of(args[0]), name);
    if (!lang_is_none(r) && !lang_is_undef(r))
        r = lang_call_special(t, args[0], name, NULL, 0);
    else if (lang_is_undef(r) && args[0].tag == LANG_OBJECT && lang_type_of(args[0])->flags & LANG_TYPE_HEAP &&
             lang_type_of(args[0])->getitem && !lang_type_of(args[0])->len)
        r = lang_raise(t, LANG_EXC_TypeError, "object of type '%N' has no len()", args[0]);
    else if (lang_is_none(r) || args[0].tag != LANG_OBJECT || !lang_type_of(args[0])->getitem ||
             (lang_type_of(args[0])->flags & LANG_TYPE_DICT))
        r = lang_raise(t, LANG_EXC_TypeError, "'%N' object is not reversible", args[0]);
    else
        r = (n = lang_len(t, args[0])) < 0 ? lang_error() : over_new(t, cls, args[0].o, n - 1);
    lang_decref(t, name);
    return r;
}

static lang_value reversed_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    return reversed_make(t, &lang_type_reversed, args, nargs, NULL);
}

struct lang_type lang_type_reversed = {
    .name = "reversed",
    .doc = "Return a reverse iterator over the values of the given sequence.",
    .size = sizeof(struct sequence_iter),
    .flags = LANG_TYPE_BASE,
    .methods = backward_methods,
    .make = reversed_make,
    .vectorcall = reversed_vectorcall,
    .destroy = over_drop,
    .traverse = over_traverse,
    .clear = over_drop,
    .iter = lang_iter_self,
    .next = reversed_next,
};

/* ------------------------------------------------------------------ iter(callable, sentinel) */

struct callable_iter {
    struct lang_object head;
    lang_value callable, sentinel; /* UNDEF at the end */
};

lang_value lang_callable_iter(struct lang_thread *t, lang_value callable, lang_value sentinel)
{
    struct callable_iter *it = lang_object_new(t, &lang_type_callable_iterator);

    if (!it)
        return lang_error();
    it->callable = lang_ref(callable);
    it->sentinel = lang_ref(sentinel);
    return lang_obj(it);
}

static void callable_drop(struct lang_thread *t, struct lang_object *o)
{
    struct callable_iter *it = (struct callable_iter *)o;

    lang_clear(t, &it->callable);
    lang_clear(t, &it->sentinel);
}

static void callable_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct callable_iter *it = (struct callable_iter *)o;

    if (lang_is_obj(it->callable))
        visit(it->callable.o, arg);
    if (lang_is_obj(it->sentinel))
        visit(it->sentinel.o, arg);
}

static lang_value callable_next(struct lang_thread *t, lang_value v)
{
    struct callable_iter *it = (struct callable_iter *)v.o;
    lang_value callable, sentinel, r;
    int equal;

    if (lang_is_undef(it->callable))
        return lang_undef();
    callable = lang_ref(it->callable); /* what is called may end this iterator */
    sentinel = lang_ref(it->sentinel);
    r = lang_call(t, callable, NULL, 0, NULL);
    lang_unref(t, callable);
    equal = lang_is_error(r) ? -1 : lang_equal(t, sentinel, r);
    lang_unref(t, sentinel);
    if (equal == 0)
        return r;
    if (lang_is_error(r) && lang_error_is(t, LANG_EXC_StopIteration)) {
        lang_error_clear(t);
        equal = 1;
    }
    lang_unref(t, r);
    if (equal < 0)
        return lang_error();
    callable_drop(t, v.o);
    return lang_undef();
}

struct lang_type lang_type_callable_iterator = {
    .name = "callable_iterator",
    .size = sizeof(struct callable_iter),
    .destroy = callable_drop,
    .traverse = callable_traverse,
    .clear = callable_drop,
    .iter = lang_iter_self,
    .next = callable_next,
};

int lang_iterators_ready(struct lang_thread *t)
{
    struct lang_type *const types[] = {
        &lang_type_list_iterator,
        &lang_type_tuple_iterator,
        &lang_type_list_reverseiterator,
        &lang_type_sequence_iterator,
        &lang_type_reversed,
        &lang_type_callable_iterator,
        &lang_type_enumerate,
        &lang_type_zip,
        &lang_type_map,
        &lang_type_filter,
    };

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_type_ready(t, types[i]) < 0)
            return -1;
    return 0;
}

int lang_containers_ready(struct lang_thread *t)
{
    if (lang_type_ready(t, &lang_type_tuple) < 0 || lang_type_ready(t, &lang_type_list) < 0 ||
        lang_dict_views_ready(t) < 0 || lang_sets_ready(t) < 0 || lang_iterators_ready(t) < 0 ||
        lang_files_ready(t) < 0)
        return -1;
    return 0;
}
