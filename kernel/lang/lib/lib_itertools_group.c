/* lib_itertools_group.c: groupby and tee: iterators of which several read from one source. */
#include "lib_itertools.h"
#include "vm/code.h"

/* ------------------------------------------------------------------ groupby */

/* Of groupby: the source, the key function, the key of the group given last, key and value read last; n[0] is the
 * number of that group, by which a group knows that it is not the current one any more. Of a group: the groupby, its
 * key. */
enum { SOURCE, FUNCTION, TARGET, KEY, VALUE };
enum { PARENT, OWN_KEY };

static lang_value groupby_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    lang_value a[2], values[2];

    if (lang_walker_arguments(t, cls, "groupby", "(iterable, key=None)", args, nargs, kwnames, a) < 0)
        return lang_error();
    values[SOURCE] = lang_iter(t, a[0]);
    values[FUNCTION] = lang_is_none(a[1]) ? lang_undef() : lang_ref(a[1]);
    return lang_walker_new(t, cls, values, 2);
}

/* Reads one item: 1, 0 at the end, -1. */
static int advance(struct lang_thread *t, struct walker *g)
{
    lang_value item = walker_pull(t, g->v[SOURCE]), key;

    if (item.tag <= LANG_ERROR)
        return lang_is_error(item) ? -1 : 0;
    if (lang_is_undef(g->v[FUNCTION])) {
        key = lang_ref(item);
    } else {
        lang_value function = lang_ref(g->v[FUNCTION]);
        key = lang_call(t, function, &item, 1, NULL);
        lang_unref(t, function);
    }
    if (lang_is_error(key)) {
        lang_unref(t, item);
        return -1;
    }
    lang_set_steal(t, &g->v[VALUE], item);
    lang_set_steal(t, &g->v[KEY], key);
    return 1;
}

/* Is the key read last another one than this? Keeps both alive meanwhile. 1, 0, -1. */
static int key_differs(struct lang_thread *t, struct walker *g, lang_value key)
{
    lang_value mine = lang_ref(g->v[KEY]);
    lang_ref(key);
    int equal = lang_equal(t, key, mine);
    lang_unref(t, mine);
    lang_unref(t, key);
    return equal < 0 ? -1 : !equal;
}

static lang_value group_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v), *g = lang_is_obj(w->v[PARENT]) ? as_walker(w->v[PARENT]) : NULL;

    if (!g || g->n[0] != w->n[0])
        return lang_undef();
    if (lang_is_undef(g->v[VALUE])) {
        int more = advance(t, g);
        if (more <= 0)
            return more < 0 ? lang_error() : lang_undef();
    }
    int other = key_differs(t, g, w->v[OWN_KEY]);
    if (other)
        return other < 0 ? lang_error() : lang_undef();
    lang_value value = g->v[VALUE];
    g->v[VALUE] = lang_undef();
    return value;
}

static struct lang_type groupby_type;

static lang_value group_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    if (kwnames && kwnames->length)
        return lang_raise(t, LANG_EXC_TypeError, "_grouper() takes no keyword arguments");
    if (nargs != 2)
        return lang_raise(t, LANG_EXC_TypeError, "_grouper expected 2 arguments, got %zu", nargs);
    if (!lang_is_obj(args[0]) || !lang_is_a(args[0], &groupby_type))
        return lang_raise(t, LANG_EXC_TypeError, "argument 1 must be itertools.groupby, not %s",
                          lang_type_name(args[0]));
    lang_value parts[2] = {lang_ref(args[0]), lang_ref(args[1])}, v = lang_walker_new(t, cls, parts, 2);
    if (!lang_is_error(v))
        as_walker(v)->n[0] = as_walker(args[0])->n[0];
    return v;
}

/* One that is not the current one any more is an empty iterator. */
static lang_value group_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    if (lang_is_obj(w->v[PARENT]) && as_walker(w->v[PARENT])->n[0] == w->n[0])
        return lang_walker_reduced(t, a[0], lang_walker_row(t, w->v, 2), lang_undef());
    lang_value none = lang_walker_row(t, NULL, 0), parts[2] = {lang_dict_get_c(t, t->vm->builtins, "iter")};
    if (lang_is_error(none))
        return none;
    parts[1] = lang_walker_row(t, &none, 1);
    lang_unref(t, none);
    if (lang_is_error(parts[1]))
        return parts[1];
    lang_value r = lang_walker_row(t, parts, 2);
    lang_unref(t, parts[1]);
    return r;
}

static const struct lang_method group_methods[] = {
    {"__reduce__", "()", group_reduce, "Return state information for pickling.", LANG_M_NOSIG},
    {0},
};
WALKER_TYPE(group_type, "_grouper", 0, NULL, group_make, group_next, NULL, group_methods);

static lang_value groupby_next(struct lang_thread *t, lang_value v)
{
    struct walker *g = as_walker(v);

    g->n[0]++;
    for (;;) {
        if (!lang_is_undef(g->v[KEY])) {
            int other = lang_is_undef(g->v[TARGET]) ? 1 : key_differs(t, g, g->v[TARGET]);
            if (other < 0 || lang_poll(t) < 0)
                return lang_error();
            if (other)
                break;
        }
        int more = advance(t, g);
        if (more <= 0)
            return more < 0 ? lang_error() : lang_undef();
    }
    lang_set_steal(t, &g->v[TARGET], lang_ref(g->v[KEY]));
    lang_value parts[2] = {lang_ref(v), lang_ref(g->v[KEY])};
    lang_value pair[2] = {lang_ref(g->v[KEY]), lang_walker_new(t, &group_type, parts, 2)};
    struct lang_tuple *r = NULL;
    if (!lang_is_error(pair[1])) {
        as_walker(pair[1])->n[0] = g->n[0];
        r = lang_tuple_from(t, pair, 2);
        lang_unref(t, pair[1]);
    }
    lang_unref(t, pair[0]);
    return lang_obj_or_error(r);
}

static lang_value groupby_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *g = as_walker(a[0]);
    lang_value parts[2] = {lang_is_undef(g->v[SOURCE]) ? lang_none() : g->v[SOURCE],
                           lang_is_undef(g->v[FUNCTION]) ? lang_none() : g->v[FUNCTION]};
    lang_value state[3] = {g->v[KEY], g->v[VALUE], g->v[TARGET]};
    bool whole = !lang_is_undef(state[0]) && !lang_is_undef(state[1]) && !lang_is_undef(state[2]);
    return lang_walker_reduced(t, a[0], lang_walker_row(t, parts, 2),
                               whole ? lang_walker_row(t, state, 3) : lang_undef());
}

static lang_value groupby_setstate(struct lang_thread *t, const lang_value *a)
{
    struct walker *g = as_walker(a[0]);
    static const int slots[] = {KEY, VALUE, TARGET};
    struct lang_tuple *state = lang_walker_state(t, a[1], 3, 3);
    if (!state)
        return lang_error();
    lang_incref(state);
    for (int i = 0; i < 3; i++)
        lang_set_steal(t, &g->v[slots[i]], lang_ref(state->items[i]));
    lang_decref(t, state);
    return lang_none();
}

static const struct lang_method groupby_methods[] = {
    {"__reduce__", "()", groupby_reduce, "Return state information for pickling.", LANG_M_NOSIG},
    {"__setstate__", "(state, /)", groupby_setstate, "Set state information for unpickling.", LANG_M_NOSIG},
    {0},
};
WALKER_TYPE(groupby_type, "groupby", LANG_TYPE_BASE,
            "make an iterator that returns consecutive keys and groups from the iterable\n\n"
            "  iterable\n    Elements to divide into groups according to the key function.\n"
            "  key\n    A function for computing the group category for each element.\n"
            "    If the key function is not specified or is None, the element itself\n"
            "    is used for grouping.",
            groupby_make, groupby_next, NULL, groupby_methods);

/* ------------------------------------------------------------------ tee */

/* What has been read from the source, in linked chunks; each reader holds the chunk it is in, so that chunks which all
 * have read are freed. */
enum { CHUNK = 57 }; /* as CPython, in whose pickles they are */
struct chunk {
    struct lang_object head;
    struct chunk *next;
    lang_value source;
    int64_t count;
    bool reading;
    lang_value items[CHUNK];
};

static void chunk_drop(struct lang_thread *t, struct lang_object *o)
{
    struct chunk *c = (struct chunk *)o, *next = c->next;

    c->next = NULL;
    while (c->count > 0)
        lang_clear(t, &c->items[--c->count]);
    lang_clear(t, &c->source);
    lang_xdecref(t, next);
}

static void chunk_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct chunk *c = (struct chunk *)o;

    for (int64_t i = 0; i < c->count; i++)
        if (lang_is_obj(c->items[i]))
            visit(c->items[i].o, arg);
    if (lang_is_obj(c->source))
        visit(c->source.o, arg);
    if (c->next)
        visit(&c->next->head, arg);
}

static struct lang_type chunk_type;

/* (the class, (source, what has been read, the chunk behind)) */
static lang_value chunk_reduce(struct lang_thread *t, const lang_value *a)
{
    struct chunk *c = (struct chunk *)a[0].o;
    struct lang_list *read = lang_list_new(t, c->count);
    for (int64_t i = 0; read && i < c->count; i++)
        if (lang_list_append(t, read, c->items[i]) < 0) {
            lang_decref(t, read);
            read = NULL;
        }
    if (!read)
        return lang_error();
    lang_value parts[3] = {lang_is_undef(c->source) ? lang_none() : c->source, lang_obj(read),
                           c->next ? lang_obj(c->next) : lang_none()};
    lang_value args = lang_walker_row(t, parts, 3);
    lang_decref(t, read);
    return lang_walker_reduced(t, a[0], args, lang_undef());
}

static lang_value chunk_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    if (kwnames && kwnames->length)
        return lang_raise(t, LANG_EXC_TypeError, "_tee_dataobject() takes no keyword arguments");
    if (nargs != 3)
        return lang_raise(t, LANG_EXC_TypeError, "teedataobject expected 3 arguments, got %zu", nargs);
    if (!lang_is_obj(args[1]) || !lang_is_list(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "teedataobject() argument 2 must be list, not %s",
                          lang_type_name(args[1]));
    struct lang_list *read = lang_as_list(args[1]);
    bool behind = lang_is_exactly(args[2], &chunk_type);
    if (read->length > CHUNK || (!lang_is_none(args[2]) && (!behind || read->length < CHUNK)))
        return lang_raise(t, LANG_EXC_ValueError, "Invalid arguments");
    struct chunk *c = lang_object_new(t, cls);
    if (!c)
        return lang_error();
    c->source = lang_ref(args[0]);
    for (int64_t i = 0; i < read->length; i++)
        c->items[c->count++] = lang_ref(read->items[i]);
    c->next = behind ? (struct chunk *)lang_incref(args[2].o) : NULL;
    return lang_obj(c);
}

static const struct lang_method chunk_methods[] = {
    {"__reduce__", "()", chunk_reduce, "Return state information for pickling.", LANG_M_NOSIG},
    {0},
};
static struct lang_type chunk_type = {
    .name = "_tee_dataobject",
    .module = "itertools",
    .size = sizeof(struct chunk),
    .flags = LANG_TYPE_QUALIFIED,
    .methods = chunk_methods,
    .make = chunk_make,
    .destroy = chunk_drop,
    .traverse = chunk_traverse,
    .clear = chunk_drop,
};

static struct chunk *chunk_new(struct lang_thread *t, lang_value source)
{
    struct chunk *c = lang_object_new(t, &chunk_type);
    if (c)
        c->source = lang_ref(source);
    return c;
}

/* A reader: v[0] its chunk, n[0] its position there. */
static lang_value reader_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);

    if (!lang_is_obj(w->v[0]))
        return lang_undef();
    struct chunk *c = (struct chunk *)w->v[0].o;
    if (w->n[0] == CHUNK) {
        if (!c->next && !(c->next = chunk_new(t, c->source)))
            return lang_error();
        c = c->next;
        lang_set_steal(t, &w->v[0], lang_obj(lang_incref(c)));
        w->n[0] = 0;
    }
    if (w->n[0] < c->count)
        return lang_ref(c->items[w->n[0]++]);
    if (c->reading)
        return lang_raise(t, LANG_EXC_RuntimeError, "cannot re-enter the tee iterator");
    lang_incref(c);
    c->reading = true;
    lang_value item = walker_pull(t, c->source);
    c->reading = false;
    if (item.tag > LANG_ERROR && c->count < CHUNK) {
        c->items[c->count++] = lang_ref(item);
        w->n[0]++;
    }
    lang_decref(t, c);
    return item;
}

static lang_value reader_copy(struct lang_thread *t, const lang_value *a);

static lang_value reader_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames);

static lang_value reader_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    lang_value none = lang_walker_row(t, NULL, 0), args, parts[2] = {w->v[0], lang_int(w->n[0])};
    if (lang_is_error(none))
        return none;
    args = lang_walker_row(t, &none, 1);
    lang_unref(t, none);
    return lang_walker_reduced(t, a[0], args, lang_is_undef(w->v[0]) ? lang_undef() : lang_walker_row(t, parts, 2));
}

static lang_value reader_setstate(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    struct lang_tuple *state = lang_walker_state(t, a[1], 2, 2);
    int64_t index;
    if (!state)
        return lang_error();
    if (!lang_is_exactly(state->items[0], &chunk_type))
        return lang_raise(t, LANG_EXC_TypeError, "argument 1 must be itertools._tee_dataobject, not %s",
                          lang_type_name(state->items[0]));
    if (!lang_is_integer(state->items[1]))
        return lang_raise(t, LANG_EXC_TypeError, "'%s' object cannot be interpreted as an integer",
                          lang_type_name(state->items[1]));
    if (lang_as_index(t, state->items[1], &index) < 0)
        return lang_error();
    if (index < 0 || index > ((struct chunk *)state->items[0].o)->count)
        return lang_raise(t, LANG_EXC_ValueError, "Index out of range");
    lang_set_steal(t, &w->v[0], lang_ref(state->items[0]));
    w->n[0] = index;
    return lang_none();
}

static const struct lang_method reader_methods[] = {
    {"__copy__", "()", reader_copy, "Returns an independent iterator.", LANG_M_NOSIG},
    {"__reduce__", "()", reader_reduce, "Return state information for pickling.", LANG_M_NOSIG},
    {"__setstate__", "(state, /)", reader_setstate, "Set state information for unpickling.", LANG_M_NOSIG},
    {0},
};
WALKER_TYPE(reader_type, "_tee", LANG_TYPE_WEAKREF, "Iterator wrapped to make it copyable.", reader_make, reader_next,
            NULL, reader_methods);

static lang_value reader_copy(struct lang_thread *t, const lang_value *a)
{
    lang_value chunk = lang_ref(as_walker(a[0])->v[0]), v = lang_walker_new(t, &reader_type, &chunk, 1);
    if (!lang_is_error(v))
        as_walker(v)->n[0] = as_walker(a[0])->n[0];
    return v;
}

/* A reader of an iterable; of a reader itself. */
static lang_value reader_of(struct lang_thread *t, lang_value iterable)
{
    lang_value first = lang_iter(t, iterable);
    if (lang_is_error(first) || lang_is_exactly(first, &reader_type))
        return first;
    lang_value chunk = lang_obj_or_error(chunk_new(t, first));
    lang_unref(t, first);
    return lang_walker_new(t, &reader_type, &chunk, 1);
}

static lang_value reader_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    (void)cls;
    if (kwnames && kwnames->length)
        return lang_raise(t, LANG_EXC_TypeError, "_tee() takes no keyword arguments");
    if (nargs != 1)
        return lang_raise(t, LANG_EXC_TypeError, "_tee expected 1 argument, got %zu", nargs);
    lang_value first = reader_of(t, args[0]);
    if (lang_is_error(first) || !lang_same(first, args[0]))
        return first;
    lang_value copy = reader_copy(t, &first);
    lang_unref(t, first);
    return copy;
}

lang_value lang_itertools_tee(struct lang_thread *t, const lang_value *a)
{
    int64_t n = 2;

    if (!lang_is_undef(a[1]) && lang_as_index(t, a[1], &n) < 0)
        return lang_error();
    if (n < 0)
        return lang_raise(t, LANG_EXC_ValueError, "n must be >= 0");
    lang_value first = reader_of(t, a[0]);
    if (lang_is_error(first))
        return first;
    struct lang_tuple *all = lang_tuple_new(t, n);
    for (int64_t i = 0; all && i < n; i++) {
        lang_value next = i ? reader_copy(t, &first) : lang_ref(first);
        if (lang_is_error(next)) {
            lang_decref(t, all);
            all = NULL;
        } else {
            all->items[i] = next;
        }
    }
    lang_unref(t, first);
    return lang_obj_or_error(all);
}

int lang_itertools_group(struct lang_thread *t, struct lang_module *m)
{
    static struct lang_type *const types[] = {&groupby_type, &group_type, &chunk_type, &reader_type};

    return lang_itertools_add(t, m, types, sizeof types / sizeof *types);
}
