/* lib_queue.c: the module _queue: SimpleQueue, a queue without bound between threads. An item is put in or taken out in
 * one step under the interpreter lock, so that destructors and handlers of signals may use it at any time. */
#include <string.h>

#include "lib_locks.h"
#include "vm/code.h"
#include "vm/type.h"

struct queue {
    struct lang_object head;
    lang_value *ring;
    int64_t capacity, first, count;
    struct lang_waiters waiters;
};
static struct lang_type *empty_error;

static inline struct queue *queue_of(lang_value v)
{
    return (struct queue *)v.o;
}

static int grow(struct lang_thread *t, struct queue *q)
{
    const int64_t capacity = q->capacity ? q->capacity * 2 : 8, tail = q->capacity - q->first;
    lang_value *ring = lang_alloc(t, (size_t)capacity * sizeof *ring);
    if (!ring)
        return -1;
    if (q->count) { /* it is full */
        memcpy(ring, q->ring + q->first, (size_t)tail * sizeof *ring);
        memcpy(ring + tail, q->ring, (size_t)q->first * sizeof *ring);
    }
    if (q->ring)
        lang_free(t, q->ring, (size_t)q->capacity * sizeof *ring);
    q->ring = ring;
    q->capacity = capacity;
    q->first = 0;
    return 0;
}

static lang_value take(struct queue *q)
{
    lang_value item = q->ring[q->first];
    q->first = (q->first + 1) & (q->capacity - 1);
    q->count--;
    return item;
}

static bool has_items(const void *count)
{
    return *(const int64_t *)count != 0;
}

/* put(item, block=True, timeout=None) */
static lang_value m_put(struct lang_thread *t, const lang_value *a)
{
    struct queue *q = queue_of(a[0]);
    if (q->count == q->capacity && grow(t, q) < 0)
        return lang_error();
    q->ring[(q->first + q->count++) & (q->capacity - 1)] = lang_ref(a[1]);
    if (q->waiters.first)
        lang_wake_first(&q->waiters);
    return lang_none();
}

static lang_value get(struct lang_thread *t, lang_value self, int64_t until)
{
    struct queue *q = queue_of(self);
    if (!q->count) {
        lang_incref(q);
        int got = lang_wait_among(t, &q->waiters, has_items, &q->count, until);
        if (got <= 0) {
            lang_decref(t, q);
            return got < 0 ? lang_error() : (lang_error_set(t, lang_obj(empty_error)), lang_error());
        }
        lang_value item = take(q);
        lang_decref(t, q);
        return item;
    }
    return take(q);
}

static lang_value m_get(struct lang_thread *t, const lang_value *a)
{
    const bool timed = !lang_is_undef(a[2]) && !lang_is_none(a[2]);
    int block = lang_is_undef(a[1]) ? 1 : lang_truth(t, a[1]);
    int64_t until = -1;
    double seconds = 0;
    if (block < 0)
        return lang_error();
    if (block && timed) {
        if (lang_wait_end(t, a[2], &until) < 0 || lang_as_double(t, a[2], &seconds) < 0)
            return lang_error();
        if (seconds < 0)
            return lang_raise(t, LANG_EXC_ValueError, "'timeout' must be a non-negative number");
    }
    return get(t, a[0], block ? until : 0);
}

static lang_value m_get_nowait(struct lang_thread *t, const lang_value *a)
{
    return get(t, a[0], 0);
}

static lang_value m_empty(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(!queue_of(a[0])->count);
}

static lang_value m_qsize(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int(queue_of(a[0])->count);
}

static lang_value queue_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    (void)args;
    if ((nargs || (kwnames && kwnames->length)) && !(cls->flags & LANG_TYPE_HEAP))
        return lang_raise(t, LANG_EXC_TypeError, "SimpleQueue() takes no arguments");
    return lang_obj_or_error(lang_object_new(t, cls));
}

static void queue_clear(struct lang_thread *t, struct lang_object *o)
{
    struct queue *q = (struct queue *)o, was = *q;
    q->ring = NULL;
    q->capacity = q->first = q->count = 0;
    for (int64_t i = 0; i < was.count; i++)
        lang_unref(t, was.ring[(was.first + i) & (was.capacity - 1)]);
    if (was.ring)
        lang_free(t, was.ring, (size_t)was.capacity * sizeof *was.ring);
}

static void queue_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct queue *q = (struct queue *)o;
    for (int64_t i = 0; i < q->count; i++) {
        lang_value item = q->ring[(q->first + i) & (q->capacity - 1)];
        if (lang_is_obj(item))
            visit(item.o, arg);
    }
}

static const struct lang_method methods[] = {
    {"put", "(item, block=True, timeout=None)", m_put,
     "Put the item on the queue. It never blocks: the other arguments are there for the sake of Queue.", 0},
    {"put_nowait", "(item)", m_put, "Put the item on the queue.", 0},
    {"get", "(block=True, timeout=None)", m_get,
     "Remove and return an item from the queue, waiting for one if block says so, at most timeout seconds; else Empty.",
     0},
    {"get_nowait", "()", m_get_nowait, "Remove and return an item from the queue without blocking; else Empty.", 0},
    {"empty", "()", m_empty, "Return True if the queue is empty, False otherwise (not reliable!).", 0},
    {"qsize", "()", m_qsize, "Return the approximate size of the queue (not reliable!).", 0},
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS},
    {0},
};

static struct lang_type queue_type = {
    .name = "SimpleQueue",
    .module = "_queue",
    .doc = "Simple, unbounded, reentrant FIFO queue.",
    .size = sizeof(struct queue),
    .flags = LANG_TYPE_BASE | LANG_TYPE_WEAKREF | LANG_TYPE_QUALIFIED,
    .methods = methods,
    .make = queue_make,
    .destroy = queue_clear,
    .traverse = queue_traverse,
    .clear = queue_clear,
};

static int make_error(struct lang_thread *t)
{
    lang_value base = lang_obj(&lang_exc_types[LANG_EXC_Exception]);
    struct lang_tuple *bases = lang_tuple_from(t, &base, 1);
    struct lang_dict *names = lang_dict_new(t);
    struct lang_str *name = lang_intern_c(t, "Empty"), *module = lang_str_from_c(t, "_queue"),
                    *doc = lang_str_from_c(t, "Exception raised by Queue.get(block=0)/get_nowait().");
    if (bases && names && name && module && doc && lang_dict_set_c(t, names, "__module__", lang_obj(module)) == 0 &&
        lang_dict_set_c(t, names, "__doc__", lang_obj(doc)) == 0)
        empty_error = lang_type_new(t, &lang_type_type, name, bases, names);
    lang_xdecref(t, bases);
    lang_xdecref(t, names);
    lang_xdecref(t, name);
    lang_xdecref(t, module);
    lang_xdecref(t, doc);
    return empty_error ? 0 : -1;
}

static int init(struct lang_thread *t, struct lang_module *m)
{
    if ((!empty_error && make_error(t) < 0) || lang_type_ready(t, &queue_type) < 0)
        return -1;
    return lang_module_add(t, m, "Empty", lang_obj(empty_error)) < 0
               ? -1
               : lang_module_add(t, m, "SimpleQueue", lang_obj(&queue_type));
}

static const struct lang_method functions[] = {{0}};

const struct lang_module_def lang_module__queue = {"_queue", "A queue between threads.", functions, init};
