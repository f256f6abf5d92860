/* lib_heapq.c: the module _heapq: heaps in lists, the n best of many, and the merging of sorted inputs. Comparisons may
 * run any code, and that may change the list: what is compared is held, and a list whose length has changed is given
 * up. The module heapq (prelude/heapq.py) adds the rest. */
#include <string.h>

#include "lib.h"
#include "types/containers.h"
#include "vm/code.h"

/* ------------------------------------------------------------------ heaps */

static inline void swap(lang_value *items, int64_t i, int64_t k)
{
    lang_value v = items[i];

    items[i] = items[k];
    items[k] = v;
}

/* Whether l[i] belongs above l[k], both there: it is smaller, or larger where the largest is to be the first: 1, 0, -1.
 */
static inline int above_at(struct lang_thread *t, struct lang_list *l, int64_t i, int64_t k, bool largest)
{
    if (largest) {
        int64_t other = i;
        i = k;
        k = other;
    }
    lang_value a = l->items[i], b = l->items[k];
    int64_t n = l->length;
    int r;

    if (a.tag == LANG_INT && b.tag == LANG_INT)
        return a.i < b.i;
    lang_ref(a);
    lang_ref(b);
    r = lang_less(t, a, b);
    lang_unref(t, b);
    lang_unref(t, a);
    if (r >= 0 && l->length != n)
        return lang_fail(t, LANG_EXC_RuntimeError, "list changed size during iteration");
    return r;
}

/* Moves the item at index up until its parent, not above start, is not larger. */
static inline int rise(struct lang_thread *t, struct lang_list *l, int64_t start, int64_t index, bool largest)
{
    while (index > start) {
        int64_t above = (index - 1) >> 1;
        int r = above_at(t, l, index, above, largest);

        if (r <= 0)
            return r;
        swap(l->items, index, above);
        index = above;
    }
    return 0;
}

/* Lets the smaller children rise to a leaf and the item from there: fewer comparisons than on the way down (R. W.
 * Floyd; Knuth, Sorting and Searching, exercises of 5.2.3). */
static inline int sink(struct lang_thread *t, struct lang_list *l, int64_t index, bool largest)
{
    int64_t start = index, end = l->length;

    for (int64_t child; (child = 2 * index + 1) < end; index = child) {
        if (child + 1 < end) {
            int r = above_at(t, l, child, child + 1, largest);

            if (r < 0)
                return -1;
            child += !r;
        }
        swap(l->items, index, child);
    }
    return rise(t, l, start, index, largest);
}

static struct lang_list *heap_of(struct lang_thread *t, lang_value v, const char *argument)
{
    if (!lang_is_list(v))
        return lang_fail_null(t, LANG_EXC_TypeError, "%s must be list, not %N", argument, v);
    return lang_as_list(v);
}

static lang_value c_push(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *l = heap_of(t, a[0], "heappush() argument 1");

    if (!l || lang_list_append(t, l, a[1]) < 0 || rise(t, l, 0, l->length - 1, false) < 0)
        return lang_error();
    return lang_none();
}

static lang_value empty(struct lang_thread *t)
{
    return lang_raise(t, LANG_EXC_IndexError, "index out of range");
}

/* Replaces the first item by v, which is taken, and returns it. */
static inline lang_value replace_first(struct lang_thread *t, struct lang_list *l, lang_value v, bool largest)
{
    lang_value first = l->items[0];

    l->items[0] = v;
    if (sink(t, l, 0, largest) == 0)
        return first;
    lang_unref(t, first);
    return lang_error();
}

static lang_value pop(struct lang_thread *t, lang_value heap, bool largest)
{
    struct lang_list *l = heap_of(t, heap, "heappop() argument");
    lang_value last;

    if (!l)
        return lang_error();
    if (l->length == 0)
        return empty(t);
    last = l->items[--l->length];
    return l->length ? replace_first(t, l, last, largest) : last;
}

static lang_value c_pop(struct lang_thread *t, const lang_value *a)
{
    return pop(t, a[0], false);
}

static lang_value c_pop_max(struct lang_thread *t, const lang_value *a)
{
    return pop(t, a[0], true);
}

static lang_value c_replace(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *l = heap_of(t, a[0], "heapreplace() argument 1");

    if (!l)
        return lang_error();
    return l->length ? replace_first(t, l, lang_ref(a[1]), false) : empty(t);
}

static lang_value c_replace_max(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *l = heap_of(t, a[0], "_heapreplace_max() argument 1");

    if (!l)
        return lang_error();
    return l->length ? replace_first(t, l, lang_ref(a[1]), true) : empty(t);
}

static lang_value c_pushpop(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *l = heap_of(t, a[0], "heappushpop() argument 1");
    lang_value first;
    int r;

    if (!l)
        return lang_error();
    if (l->length == 0)
        return lang_ref(a[1]);
    first = lang_ref(l->items[0]);
    r = lang_less(t, first, a[1]);
    lang_unref(t, first);
    if (r <= 0)
        return r < 0 ? lang_error() : lang_ref(a[1]);
    return l->length ? replace_first(t, l, lang_ref(a[1]), false) : empty(t);
}

static lang_value heapify(struct lang_thread *t, lang_value heap, bool largest)
{
    struct lang_list *l = heap_of(t, heap, "heapify() argument");

    if (!l)
        return lang_error();
    for (int64_t i = l->length / 2; i-- > 0;)
        if (sink(t, l, i, largest) < 0 || interrupted_at(t, i))
            return lang_error();
    return lang_none();
}

static lang_value c_heapify(struct lang_thread *t, const lang_value *a)
{
    return heapify(t, a[0], false);
}

static lang_value c_heapify_max(struct lang_thread *t, const lang_value *a)
{
    return heapify(t, a[0], true);
}

/* ------------------------------------------------------------------ the n best */

struct ranked {
    lang_value key, value;
};
struct best {
    struct ranked *rows;
    int64_t count, most;
    lang_value key; /* None: the values themselves */
    bool largest;
    int64_t seen;
};

/* Does a come before b? */
static inline int before(struct lang_thread *t, const struct best *b, lang_value x, lang_value y)
{
    return b->largest ? lang_less(t, y, x) : lang_less(t, x, y);
}

static int keep_if_better(struct lang_thread *t, lang_value item, void *arg)
{
    struct best *b = arg;
    lang_value key = lang_is_none(b->key) ? lang_ref(item) : lang_call(t, b->key, &item, 1, NULL);
    int64_t low = 0, high = b->count;
    int r = 1;

    if (lang_is_error(key) || interrupted_at(t, b->seen++))
        goto fail;
    if (b->count == b->most && (r = before(t, b, key, b->rows[b->count - 1].key)) <= 0)
        goto out;
    while (low < high) {
        int64_t middle = low + ((high - low) >> 1);

        r = before(t, b, key, b->rows[middle].key);
        if (r < 0)
            goto out;
        if (r)
            high = middle;
        else
            low = middle + 1;
    }
    if (b->count == b->most) {
        struct ranked last = b->rows[--b->count];

        lang_unref(t, last.key);
        lang_unref(t, last.value);
        low = low < b->count ? low : b->count; /* comparisons that do not agree may have led behind the last one */
    }
    memmove(b->rows + low + 1, b->rows + low, (size_t)(b->count - low) * sizeof *b->rows);
    b->rows[low] = (struct ranked){key, lang_ref(item)};
    b->count++;
    return 0;
out:
    lang_unref(t, key);
    return r < 0 ? -1 : 0;
fail:
    if (!lang_is_error(key))
        lang_unref(t, key);
    return -1;
}

/* The rows lie in memory of this call alone: code that a comparison runs cannot see them. */
static lang_value c_best(struct lang_thread *t, const lang_value *a)
{
    struct best b = {.key = a[2], .largest = a[3].tag == LANG_BOOL && a[3].i};
    struct lang_list *l = NULL;
    int64_t most;

    if (lang_as_index(t, a[0], &most) < 0)
        return lang_error();
    b.most = most;
    if (most < 1)
        return lang_obj_or_error(lang_list_new(t, 0));
    b.rows = most > (1 << 24) ? lang_no_memory(t), NULL : lang_alloc(t, (size_t)most * sizeof *b.rows);
    if (!b.rows)
        return lang_error();
    if (lang_for_each(t, a[1], keep_if_better, &b) >= 0)
        l = lang_list_new(t, b.count);
    for (int64_t i = 0; i < b.count; i++) {
        lang_unref(t, b.rows[i].key);
        if (l)
            l->items[l->length++] = b.rows[i].value;
        else
            lang_unref(t, b.rows[i].value);
    }
    lang_free(t, b.rows, (size_t)most * sizeof *b.rows);
    return lang_obj_or_error(l);
}

/* ------------------------------------------------------------------ merge */

struct head {
    lang_value key, value, rest;
    int64_t order;
};
struct merger {
    struct lang_object head;
    struct head *heads; /* a heap; the first is the next to go out */
    int64_t count, capacity;
    lang_value key;
    bool reverse, started, busy;
};
static struct lang_type merger_type;

static int pull(struct lang_thread *t, struct merger *m, struct head *h)
{
    h->value = lang_next(t, h->rest);
    if (lang_is_undef(h->value) || lang_is_error(h->value))
        return lang_is_error(h->value) ? -1 : 0;
    h->key = lang_is_none(m->key) ? lang_ref(h->value) : lang_call(t, m->key, &h->value, 1, NULL);
    if (!lang_is_error(h->key))
        return 1;
    lang_unref(t, h->value);
    return -1;
}

static int precedes(struct lang_thread *t, const struct merger *m, const struct head *a, const struct head *b)
{
    lang_value x = m->reverse ? b->key : a->key, y = m->reverse ? a->key : b->key;
    int r = lang_less(t, x, y);

    if (r || a->order > b->order)
        return r;
    r = lang_less(t, y, x);
    return r < 0 ? -1 : !r;
}

static int settle(struct lang_thread *t, struct merger *m, int64_t index)
{
    for (int64_t child; (child = 2 * index + 1) < m->count; index = child) {
        struct head h = m->heads[index];
        int r = child + 1 < m->count ? precedes(t, m, &m->heads[child], &m->heads[child + 1]) : 1;

        if (r < 0)
            return -1;
        child += !r;
        r = precedes(t, m, &h, &m->heads[child]);
        if (r)
            return r < 0 ? -1 : 0;
        m->heads[index] = m->heads[child];
        m->heads[child] = h;
    }
    return 0;
}

static void drop_head(struct lang_thread *t, struct head *h)
{
    lang_unref(t, h->key);
    lang_unref(t, h->value);
    lang_unref(t, h->rest);
}

static int start(struct lang_thread *t, struct merger *m)
{
    int64_t given = m->count;

    m->count = 0;
    m->started = true;
    for (int64_t i = 0; i < given; i++) {
        struct head h = m->heads[i];
        int r = pull(t, m, &h);

        if (r <= 0)
            lang_unref(t, h.rest);
        if (r < 0) {
            while (++i < given)
                lang_unref(t, m->heads[i].rest);
            return -1;
        }
        if (r)
            m->heads[m->count++] = h;
    }
    for (int64_t i = m->count / 2; i-- > 0;)
        if (settle(t, m, i) < 0)
            return -1;
    return 0;
}

static lang_value step(struct lang_thread *t, struct merger *m)
{
    struct head h;
    lang_value value, key;
    int r;

    if (!m->started) {
        if (start(t, m) < 0)
            return lang_error();
        return m->count ? lang_ref(m->heads[0].value) : lang_undef();
    }
    if (m->count == 0)
        return lang_undef();
    /* the input of the item returned last is advanced */
    value = m->heads[0].value;
    m->heads[0].value = lang_none();
    lang_unref(t, value);
    h = m->heads[0];
    r = pull(t, m, &h);
    if (r < 0)
        return lang_error();
    key = m->heads[0].key;
    m->heads[0] = r ? h : m->heads[--m->count];
    if (!r)
        lang_unref(t, h.rest);
    lang_unref(t, key);
    if (settle(t, m, 0) < 0)
        return lang_error();
    return m->count ? lang_ref(m->heads[0].value) : lang_undef();
}

static lang_value merger_next(struct lang_thread *t, lang_value v)
{
    struct merger *m = (struct merger *)v.o;
    lang_value r;

    if (m->busy)
        return lang_raise(t, LANG_EXC_ValueError, "generator already executing");
    m->busy = true;
    r = step(t, m);
    m->busy = false;
    return r;
}

static void merger_drop(struct lang_thread *t, struct lang_object *o)
{
    struct merger *m = (struct merger *)o;
    int64_t count = m->busy ? 0 : m->count; /* it is alive while it works */

    m->count -= count;
    for (int64_t i = 0; i < count; i++)
        drop_head(t, &m->heads[i]);
    if (count || !m->busy) {
        lang_free(t, m->heads, (size_t)m->capacity * sizeof *m->heads);
        m->heads = NULL;
        m->capacity = 0;
    }
    lang_set_steal(t, &m->key, lang_none());
}

static void merger_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct merger *m = (struct merger *)o;

    for (int64_t i = 0; i < m->count; i++) {
        const lang_value held[] = {m->heads[i].key, m->heads[i].value, m->heads[i].rest};

        for (int k = 0; k < 3; k++)
            if (lang_is_obj(held[k]))
                visit(held[k].o, arg);
    }
    if (lang_is_obj(m->key))
        visit(m->key.o, arg);
}

static struct lang_type merger_type = {
    .name = "merger",
    .module = "_heapq",
    .size = sizeof(struct merger),
    .destroy = merger_drop,
    .traverse = merger_traverse,
    .clear = merger_drop,
    .iter = lang_iter_self,
    .next = merger_next,
};

/* _merge(iterables, key, reverse) */
static lang_value c_merge(struct lang_thread *t, const lang_value *a)
{
    struct lang_tuple *inputs;
    struct merger *m;
    int reverse = lang_truth(t, a[2]);

    if (reverse < 0 || !lang_is_tuple(a[0]))
        return reverse < 0 ? lang_error() : lang_raise(t, LANG_EXC_TypeError, "a tuple is required");
    inputs = lang_as_tuple(a[0]);
    m = lang_object_new(t, &merger_type);
    if (!m)
        return lang_error();
    m->key = lang_ref(a[1]);
    m->reverse = reverse;
    m->capacity = inputs->length;
    m->heads = lang_alloc(t, (size_t)(m->capacity ? m->capacity : 1) * sizeof *m->heads);
    if (m->capacity == 0)
        m->capacity = m->heads ? 1 : 0;
    for (int64_t i = 0; m->heads && i < inputs->length; i++) {
        lang_value rest = lang_iter(t, inputs->items[i]);

        if (lang_is_error(rest))
            goto fail;
        m->heads[m->count++] = (struct head){lang_none(), lang_none(), rest, i};
    }
    if (m->heads)
        return lang_obj(m);
    m->capacity = 0;
fail:
    lang_decref(t, m);
    return lang_error();
}

/* ------------------------------------------------------------------ module */

static const struct lang_method functions[] = {
    {"heappush", "(heap, item, /)", c_push, "Push item onto heap, maintaining the heap invariant.", 0},
    {"heappop", "(heap, /)", c_pop, "Pop the smallest item off the heap, maintaining the heap invariant.", 0},
    {"heapreplace", "(heap, item, /)", c_replace, "Pop and return the current smallest value, and add the new item.",
     0},
    {"heappushpop", "(heap, item, /)", c_pushpop, "Push item on the heap, then pop and return the smallest item.", 0},
    {"heapify", "(heap, /)", c_heapify, "Transform list into a heap, in-place, in O(len(heap)) time.", 0},
    {"_heappop_max", "(heap, /)", c_pop_max, "heappop() of a heap whose largest item is the first.", 0},
    {"_heapreplace_max", "(heap, item, /)", c_replace_max, "heapreplace() in such a heap.", 0},
    {"_heapify_max", "(heap, /)", c_heapify_max, "heapify() into such a heap.", 0},
    {"_best", "(n, iterable, key, largest, /)", c_best, NULL, 0},
    {"_merge", "(iterables, key, reverse, /)", c_merge, NULL, 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    (void)m;
    return lang_type_ready(t, &merger_type);
}

const struct lang_module_def lang_module__heapq = {"_heapq", "Heaps in lists.", functions, init};
