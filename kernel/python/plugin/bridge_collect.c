/* bridge_collect.c: cycles that go through both implementations. Owns the order of a common collection; what keeps an
 * object here alive is known to the language's collector (lang_gc_foreign), the rest to CPython's.
 *
 * A wrapper there holds an object here, a proxy here an object there. The language says which wrapped objects only code
 * there keeps alive; those of them that reach a common object are a group. A group is an object there that its
 * wrappers refer to, and that shows CPython's collector the references of the proxies that only the group reaches. So
 * that one sees the cycles whole, and its rules for finalizers and weak references hold. A group is told to clear: its
 * proxies let go of their objects. Groups are made before a collection and unmade after it, because the language's
 * objects change meanwhile; a callback during the collection makes them show nothing, which keeps all alive. */
#include "bridge.h"

#include <stdlib.h>

enum { LEAST_WRAPPERS = 256 }; /* fewer are not worth a look at all objects of both sides */

struct member {
    struct bridge_proxy *proxy; /* counted */
    int64_t held;               /* the number of the first held object that reaches it */
    uint64_t seen;              /* references to it from what code there keeps alive */
};
struct group {
    PyObject_HEAD struct member **members;
    size_t count, capacity;
};

struct trial {
    struct bridge_map index; /* struct bridge_proxy -> struct member */
    struct member **members;
    size_t count, capacity;
    bool failed;
};

static PyTypeObject *group_type;
static size_t limit = LEAST_WRAPPERS, peak; /* the most wrappers since the last collection */
static bool valid, running;                 /* of the groups' knowledge */

void bridge_collect_invalidate(void)
{
    valid = false;
}

bool bridge_collect_due(size_t wrappers)
{
    if (wrappers > peak)
        peak = wrappers;
    return wrappers > limit && !running;
}

/* ---- groups, as CPython's collector sees them -------------------------------------------------------------------- */

static int group_traverse(PyObject *self, visitproc visit, void *arg)
{
    struct group *g = (struct group *)self;
    Py_VISIT(Py_TYPE(self));
    for (size_t i = 0; valid && i < g->count; i++)
        Py_VISIT(g->members[i]->proxy->py);
    return 0;
}

static int group_clear(PyObject *self)
{
    struct group *g = (struct group *)self;
    for (size_t i = 0; i < g->count; i++)
        bridge_proxy_disconnect(g->members[i]->proxy);
    return 0;
}

static void group_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    free(((struct group *)self)->members);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

int bridge_collect_start(void)
{
    PyType_Slot slots[] = {{Py_tp_dealloc, (void *)group_dealloc},
                           {Py_tp_traverse, (void *)group_traverse},
                           {Py_tp_clear, (void *)group_clear},
                           {0, NULL}};
    PyType_Spec spec = {"tensor.group", sizeof(struct group), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};
    group_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return group_type ? 0 : -1;
}

static bool put(struct member ***list, size_t *count, size_t *capacity, struct member *m)
{
    if (*count == *capacity) {
        size_t larger = *capacity ? *capacity * 2 : 16;
        struct member **grown = realloc(*list, larger * sizeof *grown);
        if (!grown)
            return false;
        *list = grown;
        *capacity = larger;
    }
    (*list)[(*count)++] = m;
    return true;
}

/* A reference to a proxy: lang_gc_foreign. */
static int64_t note(struct lang_object *o, int64_t held, void *arg)
{
    struct trial *trial = arg;
    if (bridge_has_content(o)) /* stays alive: it cannot be disconnected */
        return -1;
    struct member *m = bridge_map_get(&trial->index, o);
    if (m) {
        m->seen++;
        return m->held;
    }
    m = calloc(1, sizeof *m);
    if (!m || bridge_map_set(&trial->index, o, m) < 0) {
        free(m);
        trial->failed = true;
        return -1;
    }
    *m = (struct member){(struct bridge_proxy *)lang_incref(o), held, 1};
    if (!put(&trial->members, &trial->count, &trial->capacity, m)) {
        bridge_map_remove(&trial->index, o);
        o->refs--; /* never the last */
        free(m);
        trial->failed = true;
    }
    return -1;
}

static PyObject *new_group(void)
{
    allocfunc alloc = (allocfunc)bridge_slot(group_type, Py_tp_alloc);
    return alloc(group_type, 0);
}

/* The groups by their number; NULL: no memory. Their wrappers own them. */
static PyObject **make_groups(struct trial *trial, struct lang_held *held, PyObject **wrappers, int64_t n)
{
    PyObject **groups = calloc((size_t)n, sizeof *groups);
    for (int64_t i = 0; groups && i < n; i++) {
        int64_t g = held[i].group;
        if (g < 0)
            continue;
        if (!groups[g] && !(groups[g] = new_group())) {
            trial->failed = true;
            break;
        }
        bridge_wrapper_join(wrappers[i], groups[g]);
    }
    for (size_t i = 0; groups && !trial->failed && i < trial->count; i++) {
        struct member *m = trial->members[i];
        struct group *g = (struct group *)groups[held[m->held].group];
        if (m->proxy->head.refs != m->seen + 1) /* one reference is the trial's own */
            continue;
        if (!put(&g->members, &g->count, &g->capacity, m))
            trial->failed = true;
        Py_DECREF(bridge_proxy_object(lang_obj(m->proxy))); /* finalizers are given the same proxy */
    }
    for (int64_t i = 0; groups && i < n; i++)
        Py_XDECREF(groups[i]);
    return groups;
}

static void free_trial(struct lang_thread *t, struct trial *trial)
{
    for (size_t i = 0; i < trial->count; i++) {
        lang_decref(t, trial->members[i]->proxy);
        free(trial->members[i]);
    }
    free(trial->members);
    free(trial->index.entries);
}

static void collect(struct lang_thread *t, int64_t n)
{
    struct trial trial = {.failed = false};
    struct lang_held *held = calloc((size_t)n, sizeof *held);
    PyObject **wrappers = calloc((size_t)n, sizeof *wrappers), **groups = NULL;
    if (held && wrappers) {
        bridge_wrapper_list(held, wrappers);
        lang_gc_foreign(held, n, note, &trial);
        groups = make_groups(&trial, held, wrappers, n);
    }
    valid = groups && !trial.failed;
    const int64_t grouped = valid ? n : 0;
    for (int64_t i = 0; i < grouped; i++)
        wrappers[i] = held[i].group >= 0 ? bridge_wrapper_let_go(wrappers[i]) : NULL;
    PyGC_Collect();
    valid = false;
    bridge_wrapper_part();
    for (int64_t i = 0; i < grouped; i++)
        Py_XDECREF(wrappers[i]);
    free_trial(t, &trial);
    free(groups);
    free(wrappers);
    free(held);
}

void bridge_collect(struct lang_thread *t)
{
    if (running)
        return;
    running = true;
    bridge_enter(t);
    size_t before = bridge_wrapper_count();
    collect(t, (int64_t)before);
    size_t after = bridge_wrapper_count();
    limit = after * 2 + LEAST_WRAPPERS;
    /* what a single call gives and takes back is no garbage: the next such call is no reason to look again */
    if (after > before - before / 4 && peak * 2 > limit)
        limit = peak * 2;
    peak = 0;
    bridge_leave();
    running = false;
}
