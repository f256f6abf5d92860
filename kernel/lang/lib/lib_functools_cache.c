/* lib_functools_cache.c: functools._lru_cache_wrapper: a function that remembers its results. Without a limit the dict
 * holds the results themselves; with one it holds indices into an array of nodes, which are chained in the order of
 * their last use. Equality of keys and the function itself may run any code, this cache's own calls included: a node is
 * in the chain only while it is complete, and what was found before such code ran is looked at again. */
#include "lib_functools.h"
#include "types/containers.h"
#include "vm/code.h"
#include "vm/type.h"

struct node {
    lang_value key, result;
    int64_t hash;
    int32_t before, after; /* in the chain; after: the next free one */
};

enum { NONE = -1, MOST = INT32_MAX / 2 };

struct cache {
    struct lang_object head;
    struct lang_attrs attrs;
    lang_value function, info;
    struct lang_dict *found;
    struct node *nodes;
    int64_t capacity, used;       /* of nodes */
    int32_t oldest, newest, free; /* ends of the chain, and of the free nodes */
    int64_t limit;                /* -1: none */
    int64_t hits, misses;
    bool typed;
};
static struct lang_type cache_type;
static struct lang_type mark_type = {.name = "mark"}; /* stands in a key between positions and names */

static inline struct cache *cache_of(lang_value v)
{
    return (struct cache *)v.o;
}

/* ------------------------------------------------------------------ the chain */

/* Whether the index that the dict has under a key is that of a node in the chain: keys whose __eq__ is inconsistent may
 * leave a stale one. */
static bool is_linked(const struct cache *c, lang_value index)
{
    return lang_is_int(index) && index.i >= 0 && index.i < c->used && !lang_is_undef(c->nodes[index.i].key);
}

static void unlink_node(struct cache *c, int32_t i)
{
    struct node *n = &c->nodes[i];

    *(n->before == NONE ? &c->oldest : &c->nodes[n->before].after) = n->after;
    *(n->after == NONE ? &c->newest : &c->nodes[n->after].before) = n->before;
}

static void link_newest(struct cache *c, int32_t i)
{
    struct node *n = &c->nodes[i];

    n->before = c->newest;
    n->after = NONE;
    *(c->newest == NONE ? &c->oldest : &c->nodes[c->newest].after) = i;
    c->newest = i;
}

/* A node outside of the chain; its values are given out to be released. */
static void free_node(struct cache *c, int32_t i, lang_value *key, lang_value *result)
{
    struct node *n = &c->nodes[i];

    *key = n->key;
    *result = n->result;
    n->key = n->result = lang_undef();
    n->after = c->free;
    c->free = i;
}

static int32_t take_node(struct lang_thread *t, struct cache *c)
{
    int32_t i = c->free;

    if (i != NONE) {
        c->free = c->nodes[i].after;
        return i;
    }
    if (c->used == c->capacity) {
        int64_t capacity = c->capacity ? c->capacity * 2 : 8;
        struct node *nodes;

        if (c->capacity > MOST)
            return lang_no_memory(t), NONE;
        nodes = lang_realloc(t, c->nodes, (size_t)c->capacity * sizeof *nodes, (size_t)capacity * sizeof *nodes);
        if (!nodes)
            return NONE;
        c->nodes = nodes;
        c->capacity = capacity;
    }
    return (int32_t)c->used++;
}

static void forget_all(struct lang_thread *t, struct cache *c)
{
    if (c->found)
        lang_dict_clear(t, c->found);
    while (c->oldest != NONE) {
        lang_value key, result;
        int32_t i = c->oldest;

        unlink_node(c, i);
        free_node(c, i, &key, &result);
        lang_unref(t, key);
        lang_unref(t, result);
    }
}

/* ------------------------------------------------------------------ keys */

/* A call as one value: its only argument where that is an int or a text, else a tuple of all there is. */
static lang_value make_key(struct lang_thread *t, const struct cache *c, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    size_t names = kwnames ? (size_t)kwnames->length : 0;
    struct lang_tuple *key;
    int64_t k = 0;

    if (nargs == 1 && !names && !c->typed && (args[0].tag == LANG_INT || lang_is_exactly(args[0], &lang_type_str)))
        return lang_ref(args[0]);
    key = lang_tuple_new(t, (int64_t)(nargs + (names ? 1 + 2 * names : 0) + (c->typed ? nargs + names : 0)));
    if (!key)
        return lang_error();
    for (size_t i = 0; i < nargs; i++)
        key->items[k++] = lang_ref(args[i]);
    if (names)
        key->items[k++] = lang_ref(lang_obj(&mark_type));
    for (size_t i = 0; i < names; i++) {
        key->items[k++] = lang_ref(kwnames->items[i]);
        key->items[k++] = lang_ref(args[nargs + i]);
    }
    for (size_t i = 0; c->typed && i < nargs + names; i++)
        key->items[k++] = lang_ref(lang_obj(lang_type_of(args[i])));
    return lang_obj(key);
}

/* ------------------------------------------------------------------ calls */

/* The result under a key, UNDEF when there is none. */
static lang_value look_up(struct lang_thread *t, struct cache *c, lang_value key, int64_t hash)
{
    int64_t at = lang_dict_find(t, c->found, key, hash);
    lang_value v;
    int32_t i;

    if (at < 0)
        return at == -1 ? lang_undef() : lang_error();
    v = c->found->entries[at].value;
    if (c->limit < 0)
        return lang_ref(v);
    if (!is_linked(c, v))
        return lang_undef();
    i = (int32_t)v.i;
    if (i != c->newest) {
        unlink_node(c, i);
        link_newest(c, i);
    }
    return lang_ref(c->nodes[i].result);
}

/* Takes the node used longest ago out of the dict and the chain. */
static int drop_oldest(struct lang_thread *t, struct cache *c)
{
    int32_t i = c->oldest;
    lang_value key = lang_ref(c->nodes[i].key), gone[2] = {lang_undef(), lang_undef()}, old_key, old_index;
    int64_t at = lang_dict_find(t, c->found, key, c->nodes[i].hash);

    lang_unref(t, key);
    if (at == -2)
        return -1;
    if (i != c->oldest) /* the search has run code that used this cache */
        return 0;
    unlink_node(c, i);
    free_node(c, i, &gone[0], &gone[1]);
    if (at >= 0 && lang_same(c->found->entries[at].value, lang_int(i))) {
        lang_dict_take_at(t, c->found, at, &old_key, &old_index);
        lang_unref(t, old_key);
    }
    lang_unref(t, gone[0]);
    lang_unref(t, gone[1]);
    return 0;
}

static int remember(struct lang_thread *t, struct cache *c, lang_value key, int64_t hash, lang_value result)
{
    int64_t at;
    int32_t i;

    if (c->limit < 0)
        return lang_dict_set_hashed(t, c->found, key, hash, result);
    at = lang_dict_find(t, c->found, key, hash);
    if (at != -1)
        return at < -1 ? -1 : 0; /* the function has called itself with the same arguments */
    if (c->found->count >= c->limit && c->oldest != NONE && drop_oldest(t, c) < 0)
        return -1;
    i = take_node(t, c);
    if (i == NONE)
        return -1;
    c->nodes[i].key = c->nodes[i].result = lang_undef(); /* until it is linked */
    if (lang_dict_set_hashed(t, c->found, key, hash, lang_int(i)) < 0) {
        lang_value gone[2];

        free_node(c, i, &gone[0], &gone[1]);
        return -1;
    }
    c->nodes[i].key = lang_ref(key);
    c->nodes[i].result = lang_ref(result);
    c->nodes[i].hash = hash;
    link_newest(c, i);
    return 0;
}

static lang_value cache_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    struct cache *c = cache_of(callee);
    lang_value key, r, function;
    int64_t hash;

    if (c->limit == 0) {
        c->misses++;
        function = lang_ref(c->function);
        r = lang_call(t, function, args, nargs, kwnames);
        lang_unref(t, function);
        return r;
    }
    key = make_key(t, c, args, nargs, kwnames);
    if (lang_is_error(key))
        return key;
    if (lang_hash(t, key, &hash) < 0) {
        lang_unref(t, key);
        return lang_error();
    }
    r = look_up(t, c, key, hash);
    if (!lang_is_undef(r)) {
        c->hits += !lang_is_error(r);
        lang_unref(t, key);
        return r;
    }
    c->misses++;
    lang_incref(c);
    function = lang_ref(c->function);
    r = lang_call(t, function, args, nargs, kwnames);
    if (!lang_is_error(r) && remember(t, c, key, hash, r) < 0) {
        lang_unref(t, r);
        r = lang_error();
    }
    lang_unref(t, function);
    lang_decref(t, c);
    lang_unref(t, key);
    return r;
}

/* ------------------------------------------------------------------ the object */

static lang_value cache_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    struct lang_params *params = lang_params_get(t, "lru_cache", "(user_function, maxsize, typed, cache_info_type)");
    lang_value a[4];
    int64_t limit = -1;
    struct cache *c;
    int typed;

    if (!params || lang_params_bind(t, params, args, nargs, kwnames, a) < 0)
        return lang_error();
    if (!lang_callable(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "the first argument must be callable");
    typed = lang_truth(t, a[2]);
    if (typed < 0)
        return lang_error();
    if (lang_is_integer(a[1])) {
        if (lang_as_index(t, a[1], &limit) < 0)
            return lang_error();
        limit = limit < 0 ? 0 : limit;
    } else if (!lang_is_none(a[1])) {
        return lang_raise(t, LANG_EXC_TypeError, "maxsize should be integer or None");
    }
    c = lang_object_new(t, cls);
    if (!c)
        return lang_error();
    c->oldest = c->newest = c->free = NONE;
    c->limit = limit;
    c->typed = typed;
    c->function = lang_ref(a[0]);
    c->info = lang_ref(a[3]);
    c->found = lang_dict_new(t);
    if (c->found) {
        c->found->head.flags |= LANG_OBJ_HIDDEN;
        return lang_obj(c);
    }
    lang_decref(t, c);
    return lang_error();
}

static void cache_drop(struct lang_thread *t, struct lang_object *o)
{
    struct cache *c = (struct cache *)o;
    struct lang_dict *found = c->found;

    if (!found) /* was never completed, or is dropped already */
        c->oldest = NONE;
    forget_all(t, c);
    lang_set_steal(t, &c->function, lang_none());
    lang_set_steal(t, &c->info, lang_none());
}

static void cache_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct cache *c = (struct cache *)o;

    cache_drop(t, o);
    lang_xdecref(t, c->found);
    lang_free(t, c->nodes, (size_t)c->capacity * sizeof *c->nodes);
    c->found = NULL;
    c->nodes = NULL;
    c->capacity = c->used = 0;
}

static void cache_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct cache *c = (struct cache *)o;

    if (lang_is_obj(c->function))
        visit(c->function.o, arg);
    if (lang_is_obj(c->info))
        visit(c->info.o, arg);
    if (!c->found)
        return;
    visit(&c->found->head, arg);
    for (int32_t i = c->oldest; i != NONE; i = c->nodes[i].after) {
        if (lang_is_obj(c->nodes[i].key))
            visit(c->nodes[i].key.o, arg);
        if (lang_is_obj(c->nodes[i].result))
            visit(c->nodes[i].result.o, arg);
    }
}

static lang_value cache_get(struct lang_thread *t, lang_value descr, lang_value obj, struct lang_type *cls)
{
    (void)cls;
    return lang_is_undef(obj) || lang_is_none(obj) ? lang_ref(descr) : lang_method_bind(t, descr, obj);
}

static lang_value m_info(struct lang_thread *t, const lang_value *a)
{
    struct cache *c = cache_of(a[0]);
    const lang_value all[4] = {lang_int(c->hits), lang_int(c->misses), c->limit < 0 ? lang_none() : lang_int(c->limit),
                               lang_int(c->found->count)};

    return lang_call(t, c->info, all, 4, NULL);
}

static lang_value m_clear(struct lang_thread *t, const lang_value *a)
{
    struct cache *c = cache_of(a[0]);

    c->hits = c->misses = 0;
    forget_all(t, c);
    return lang_none();
}

static lang_value m_self(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_ref(a[0]);
}

static lang_value m_reduce(struct lang_thread *t, const lang_value *a)
{
    return lang_getattr(t, a[0], LANG_NAME(__qualname__));
}

static const struct lang_method cache_methods[] = {
    {"cache_info", "()", m_info, "How often the cache had the result or not, and its sizes.", LANG_M_NOSIG},
    {"cache_clear", "()", m_clear, "Forget all results.", LANG_M_NOSIG},
    {"__reduce__", "()", m_reduce, NULL, LANG_M_NOSIG},
    {"__copy__", "()", m_self, NULL, LANG_M_NOSIG},
    {"__deepcopy__", "(memo, /)", m_self, NULL, LANG_M_NOSIG},
    {0},
};

static struct lang_type cache_type = {
    .name = "_lru_cache_wrapper",
    .module = "functools",
    .doc = "A callable that keeps the results of another one; made by lru_cache and cache.",
    .size = sizeof(struct cache),
    .flags = LANG_TYPE_BASE | LANG_TYPE_METHOD_DESCR | LANG_TYPE_QUALIFIED,
    .attr_offset = offsetof(struct cache, attrs),
    .methods = cache_methods,
    .make = cache_make,
    .destroy = cache_destroy,
    .traverse = cache_traverse,
    .clear = cache_drop,
    .call = cache_call,
    .get = cache_get,
};

int lang_functools_cache(struct lang_thread *t, struct lang_module *m)
{
    if (lang_type_ready(t, &mark_type) < 0 || lang_type_ready(t, &cache_type) < 0)
        return -1;
    return lang_module_add(t, m, "_lru_cache_wrapper", lang_obj(&cache_type));
}
