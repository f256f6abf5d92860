/* lib_functools.c: the module _functools: partial calls, reduce, keys made of comparisons. The cache of calls is in
 * lib_functools_cache.c; the rest of functools is written in the language (prelude/functools.py). */
#include "lib_functools.h"

#include <string.h>

#include "types/containers.h"
#include "vm/code.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ partial */

/* keywords is a dict that the user may change; its keys as a tuple are kept as long as its version is the same. */
struct partial {
    struct lang_object head;
    struct lang_attrs attrs;
    lang_value func;
    struct lang_tuple *args;
    struct lang_dict *keywords;
    struct lang_tuple *names;
    uint64_t names_version;
};
static struct lang_type partial_type;

static inline struct partial *partial_of(lang_value v)
{
    return (struct partial *)v.o;
}

static lang_value partial_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames);

static struct lang_tuple *joined(struct lang_thread *t, const struct lang_tuple *a, const lang_value *more, size_t n)
{
    struct lang_tuple *r = lang_tuple_new(t, (a ? a->length : 0) + (int64_t)n);
    int64_t k = 0;

    for (int64_t i = 0; r && a && i < a->length; i++)
        r->items[k++] = lang_ref(a->items[i]);
    for (size_t i = 0; r && i < n; i++)
        r->items[k++] = lang_ref(more[i]);
    return r;
}

static int add_keywords(struct lang_thread *t, struct lang_dict *d, const lang_value *values,
                        struct lang_tuple *kwnames)
{
    for (int64_t i = 0; kwnames && i < kwnames->length; i++)
        if (lang_dict_set(t, d, kwnames->items[i], values[i]) < 0)
            return -1;
    return 0;
}

static lang_value partial_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    struct partial *p, *inner = NULL;

    if (!nargs)
        return lang_raise(t, LANG_EXC_TypeError, "type 'partial' takes at least one argument");
    if (!lang_callable(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "the first argument must be callable");
    if (lang_is_obj(args[0]) && args[0].o->type->call == partial_call) {
        inner = partial_of(args[0]);
        if (inner->attrs.shape ? inner->attrs.shape->count : inner->attrs.dict != NULL)
            inner = NULL; /* it has attributes: it is more than its parts */
    }
    p = lang_object_new(t, cls);
    if (!p)
        return lang_error();
    p->func = lang_ref(inner ? inner->func : args[0]);
    p->args = joined(t, inner ? inner->args : NULL, args + 1, nargs - 1);
    p->keywords = inner && inner->keywords->count ? lang_dict_copy(t, inner->keywords) : lang_dict_new(t);
    if (p->args && p->keywords && add_keywords(t, p->keywords, args + nargs, kwnames) == 0)
        return lang_obj(p);
    lang_decref(t, p);
    return lang_error();
}

static void partial_drop(struct lang_thread *t, struct lang_object *o)
{
    struct partial *p = (struct partial *)o;
    struct lang_tuple *args = p->args, *names = p->names;
    struct lang_dict *keywords = p->keywords;

    p->args = p->names = NULL;
    p->keywords = NULL;
    lang_xdecref(t, args);
    lang_xdecref(t, names);
    lang_xdecref(t, keywords);
    lang_clear(t, &p->func);
}

/* Cleared by the collector: it holds no references any more but can still be used. */
static void partial_clear(struct lang_thread *t, struct lang_object *o)
{
    struct partial *p = (struct partial *)o;
    struct lang_tuple *none = lang_tuple_new(t, 0), *args = p->args;

    if (!none)
        return;
    p->args = none;
    lang_xdecref(t, args);
    if (p->keywords)
        lang_dict_clear(t, p->keywords);
    lang_set_steal(t, &p->func, lang_none());
}

static void partial_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct partial *p = (struct partial *)o;

    if (lang_is_obj(p->func))
        visit(p->func.o, arg);
    if (p->args)
        visit(&p->args->head, arg);
    if (p->names)
        visit(&p->names->head, arg);
    if (p->keywords)
        visit(&p->keywords->head, arg);
}

/* The names of the keywords as a tuple, kept; NULL with an exception. */
static struct lang_tuple *names_of(struct lang_thread *t, struct partial *p)
{
    struct lang_dict *d = p->keywords;
    struct lang_tuple *names, *old = p->names;
    lang_value key;
    int64_t n = 0;

    if (old && p->names_version == d->keys_version)
        return old;
    names = lang_tuple_new(t, d->count);
    if (!names)
        return NULL;
    for (int64_t i = 0; lang_dict_next(d, &i, &key, NULL);) {
        names->items[n++] = lang_ref(key);
        if (!lang_is_str(key)) {
            for (; n < names->length; n++)
                names->items[n] = lang_none();
            lang_decref(t, names);
            return lang_fail_null(t, LANG_EXC_TypeError, "keywords must be strings");
        }
    }
    p->names = names;
    p->names_version = d->keys_version;
    lang_xdecref(t, old);
    return names;
}

/* With keywords at the call, too: those of the call go over the others. */
static lang_value call_merged(struct lang_thread *t, struct partial *p, const lang_value *all, size_t n,
                              const lang_value *values, struct lang_tuple *kwnames)
{
    struct lang_dict *merged = lang_dict_copy(t, p->keywords);
    lang_value r = lang_error();

    if (merged && add_keywords(t, merged, values, kwnames) == 0)
        r = lang_call_with_dict(t, p->func, all, n, merged);
    lang_xdecref(t, merged);
    return r;
}

enum { MAX_SMALL = 12 };

static lang_value partial_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    struct partial *p = partial_of(callee);
    size_t given = (size_t)p->args->length, n = given + nargs, capacity;
    size_t own = (size_t)p->keywords->count, later = kwnames ? (size_t)kwnames->length : 0;
    struct lang_tuple *names = kwnames, *held = p->args;
    lang_value small[MAX_SMALL], *all = small, r, func, value;

    if (own && !later && !(names = names_of(t, p)))
        return lang_error();
    capacity = n + own + later;
    if (capacity > MAX_SMALL && !(all = lang_alloc(t, capacity * sizeof *all)))
        return lang_error();
    for (size_t i = 0; i < given; i++)
        all[i] = held->items[i];
    if (nargs)
        memcpy(all + given, args, nargs * sizeof *all);
    /* the call may give this object a new state: what it uses stays alive */
    func = lang_ref(p->func);
    lang_incref(held);
    if (own && later) {
        r = call_merged(t, p, all, n, args + nargs, kwnames);
    } else if (own) {
        size_t k = n;

        for (int64_t i = 0; k < capacity && lang_dict_next(p->keywords, &i, NULL, &value);)
            all[k++] = lang_ref(value);
        lang_incref(names);
        r = lang_call(t, func, all, n, names);
        while (k > n)
            lang_unref(t, all[--k]);
        lang_decref(t, names);
    } else {
        if (later)
            memcpy(all + n, args + nargs, later * sizeof *all);
        r = lang_type_of(func)->call ? lang_type_of(func)->call(t, func, all, n, kwnames)
                                     : lang_call(t, func, all, n, kwnames);
    }
    lang_decref(t, held);
    lang_unref(t, func);
    if (all != small)
        lang_free(t, all, capacity * sizeof *all);
    return r;
}

static lang_value partial_repr(struct lang_thread *t, lang_value v)
{
    struct partial *p = partial_of(v);
    struct lang_builder b;
    lang_value key, value;
    int shown = lang_repr_enter(t, v);
    bool bad;

    if (shown)
        return shown < 0 ? lang_error() : lang_obj_or_error(lang_str_from_c(t, "..."));
    lang_builder_init(&b, t);
    if (!(v.o->type->flags & LANG_TYPE_HEAP))
        lang_builder_c(&b, "functools.");
    lang_builder_c(&b, v.o->type->name);
    /* a __repr__ or __str__ may change any of the three */
    lang_value func = lang_ref(p->func);
    struct lang_tuple *args = lang_incref(p->args);
    struct lang_dict *keywords = lang_dict_copy(t, p->keywords);
    bad = !keywords || lang_builder_c(&b, "(") < 0 || lang_builder_repr(&b, func) < 0;
    for (int64_t i = 0; !bad && i < args->length; i++)
        bad = lang_builder_c(&b, ", ") < 0 || lang_builder_repr(&b, args->items[i]) < 0;
    for (int64_t i = 0; !bad && lang_dict_next(keywords, &i, &key, &value);) {
        struct lang_str *name = lang_to_str(t, key);

        bad = !name || lang_builder_c(&b, ", ") < 0 || lang_builder_str(&b, name) < 0 || lang_builder_c(&b, "=") < 0 ||
              lang_builder_repr(&b, value) < 0;
        lang_xdecref(t, name);
    }
    lang_builder_c(&b, ")");
    lang_xdecref(t, keywords);
    lang_decref(t, args);
    lang_unref(t, func);
    lang_repr_leave(t, v);
    if (bad) {
        lang_builder_drop(&b);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

static lang_value m_reduce_ex(struct lang_thread *t, const lang_value *a)
{
    struct partial *p = partial_of(a[0]);
    lang_value namespace = lang_none(), first, state, r = lang_error();

    if (p->attrs.shape || p->attrs.dict) {
        namespace = lang_obj_or_error(lang_instance_dict(t, a[0]));
        if (lang_is_error(namespace))
            return namespace;
        lang_ref(namespace);
    }
    first = lang_obj_or_error(lang_tuple_from(t, &p->func, 1));
    state = lang_obj_or_error(
        lang_tuple_from(t, (const lang_value[4]){p->func, lang_obj(p->args), lang_obj(p->keywords), namespace}, 4));
    if (!lang_is_error(first) && !lang_is_error(state))
        r = lang_obj_or_error(lang_tuple_from(t, (const lang_value[3]){lang_obj(a[0].o->type), first, state}, 3));
    if (!lang_is_error(first))
        lang_unref(t, first);
    if (!lang_is_error(state))
        lang_unref(t, state);
    lang_unref(t, namespace);
    return r;
}

static lang_value m_setstate(struct lang_thread *t, const lang_value *a)
{
    struct partial *p = partial_of(a[0]);
    struct lang_tuple *state = lang_is_tuple(a[1]) ? lang_as_tuple(a[1]) : NULL, *args, *old_args;
    struct lang_dict *keywords, *old_keywords;

    if (!state || state->length != 4 || !lang_callable(state->items[0]) || !lang_is_tuple(state->items[1]) ||
        !(lang_is_dict(state->items[2]) || lang_is_none(state->items[2])))
        return lang_raise(t, LANG_EXC_TypeError, "invalid partial state");
    args = lang_is_exactly(state->items[1], &lang_type_tuple) ? lang_incref(state->items[1].o)
                                                              : lang_to_tuple(t, state->items[1]);
    keywords = lang_is_none(state->items[2])                       ? lang_dict_new(t)
               : lang_is_exactly(state->items[2], &lang_type_dict) ? lang_incref(state->items[2].o)
                                                                   : lang_dict_copy(t, lang_as_dict(state->items[2]));
    if (!args || !keywords ||
        (lang_is_dict(state->items[3]) && lang_setattr_c(t, a[0], "__dict__", state->items[3]) < 0)) {
        lang_xdecref(t, args);
        lang_xdecref(t, keywords);
        return lang_error();
    }
    old_args = p->args;
    old_keywords = p->keywords;
    p->args = args;
    p->keywords = keywords;
    p->names_version = 0;
    lang_set_steal(t, &p->func, lang_ref(state->items[0]));
    lang_decref(t, old_args);
    lang_decref(t, old_keywords);
    return lang_none();
}

static lang_value get_func(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_ref(partial_of(self)->func);
}

static lang_value get_args(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_obj(lang_incref(partial_of(self)->args));
}

static lang_value get_keywords(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_obj(lang_incref(partial_of(self)->keywords));
}

static int read_only(struct lang_thread *t, lang_value self, lang_value value)
{
    (void)self;
    (void)value;
    return lang_fail(t, LANG_EXC_AttributeError, "readonly attribute");
}

static const struct lang_method partial_methods[] = {
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS},
    {"__reduce__", "()", m_reduce_ex, NULL, LANG_M_NOSIG},
    {"__setstate__", "(state, /)", m_setstate, NULL, LANG_M_NOSIG},
    {0},
};
static const struct lang_getset partial_getset[] = {
    {"func", get_func, read_only, "function object to use in future partial calls"},
    {"args", get_args, read_only, "tuple of arguments to future partial calls"},
    {"keywords", get_keywords, read_only, "dictionary of keyword arguments to future partial calls"},
    {0},
};
static struct lang_type partial_type = {
    .name = "partial",
    .module = "functools",
    .doc = "A function with some of its arguments given already.",
    .size = sizeof(struct partial),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .attr_offset = offsetof(struct partial, attrs),
    .methods = partial_methods,
    .getset = partial_getset,
    .make = partial_make,
    .destroy = partial_drop,
    .traverse = partial_traverse,
    .clear = partial_clear,
    .repr = partial_repr,
    .call = partial_call,
};

/* ------------------------------------------------------------------ cmp_to_key */

struct key {
    struct lang_object head;
    lang_value compare, obj; /* obj UNDEF: the maker of keys itself */
};
static struct lang_type key_type;

static inline struct key *key_of(lang_value v)
{
    return (struct key *)v.o;
}

static lang_value key_new(struct lang_thread *t, lang_value compare, lang_value obj)
{
    struct key *k = lang_object_new(t, &key_type);

    if (!k)
        return lang_error();
    k->compare = lang_ref(compare);
    k->obj = lang_ref(obj);
    return lang_obj(k);
}

static lang_value c_cmp_to_key(struct lang_thread *t, const lang_value *a)
{
    return key_new(t, a[0], lang_undef());
}

static lang_value key_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    lang_value obj;

    if (nargs != 1 || kwnames) {
        struct lang_params *params = lang_params_get(t, "K", "(obj)");

        if (!params || lang_params_bind(t, params, args, nargs, kwnames, &obj) < 0)
            return lang_error();
    } else {
        obj = args[0];
    }
    return key_new(t, key_of(callee)->compare, obj);
}

static lang_value key_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    lang_value pair[2], compare, r, answer;

    if (!lang_is_exactly(b, &key_type))
        return lang_raise(t, LANG_EXC_TypeError, "other argument must be K instance");
    pair[0] = key_of(a)->obj;
    pair[1] = key_of(b)->obj;
    if (lang_is_undef(pair[0]) || lang_is_undef(pair[1]))
        return lang_raise(t, LANG_EXC_AttributeError, "object");
    compare = lang_ref(key_of(a)->compare);
    lang_ref(pair[0]);
    lang_ref(pair[1]);
    r = lang_call(t, compare, pair, 2, NULL);
    lang_unref(t, pair[1]);
    lang_unref(t, pair[0]);
    lang_unref(t, compare);
    if (lang_is_error(r))
        return r;
    answer = lang_compare(t, op, r, lang_int(0));
    lang_unref(t, r);
    return answer;
}

static void key_drop(struct lang_thread *t, struct lang_object *o)
{
    lang_set_steal(t, &((struct key *)o)->compare, lang_none());
    lang_clear(t, &((struct key *)o)->obj);
}

static void key_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct key *k = (struct key *)o;

    if (lang_is_obj(k->compare))
        visit(k->compare.o, arg);
    if (lang_is_obj(k->obj))
        visit(k->obj.o, arg);
}

static lang_value key_get(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_is_undef(key_of(self)->obj) ? lang_none() : lang_ref(key_of(self)->obj);
}

static int key_set(struct lang_thread *t, lang_value self, lang_value value)
{
    lang_set_steal(t, &key_of(self)->obj, lang_ref(value));
    return 0;
}

static const struct lang_getset key_getset[] = {
    {"obj", key_get, key_set, "Value wrapped by a key function."},
    {0},
};
static struct lang_type key_type = {
    .name = "KeyWrapper",
    .module = "functools",
    .size = sizeof(struct key),
    .flags = LANG_TYPE_QUALIFIED,
    .getset = key_getset,
    .destroy = key_drop,
    .traverse = key_traverse,
    .clear = key_drop,
    .compare = key_compare,
    .hash = lang_hash_unhashable,
    .call = key_call,
};

/* ------------------------------------------------------------------ reduce */

struct folding {
    lang_value function, result;
};

static int fold(struct lang_thread *t, lang_value item, void *arg)
{
    struct folding *f = arg;
    lang_value pair[2] = {f->result, item};

    if (lang_is_undef(f->result)) {
        f->result = lang_ref(item);
        return 0;
    }
    f->result = lang_call(t, f->function, pair, 2, NULL);
    lang_unref(t, pair[0]);
    return lang_is_error(f->result) || lang_poll(t) < 0 ? -1 : 0;
}

static lang_value c_reduce(struct lang_thread *t, const lang_value *a)
{
    struct folding f = {a[0], lang_ref(a[2])};
    struct lang_type *type = lang_type_of(a[1]);

    if (!type->iter && !type->getitem) {
        lang_unref(t, f.result);
        return lang_raise(t, LANG_EXC_TypeError, "reduce() arg 2 must support iteration");
    }
    if (lang_for_each(t, a[1], fold, &f) < 0) {
        if (!lang_is_error(f.result))
            lang_unref(t, f.result);
        return lang_error();
    }
    if (lang_is_undef(f.result))
        return lang_raise(t, LANG_EXC_TypeError, "reduce() of empty iterable with no initial value");
    return f.result;
}

/* ------------------------------------------------------------------ module */

static const struct lang_method functions[] = {
    {"cmp_to_key", "(mycmp)", c_cmp_to_key,
     "Make a key function for sort of a function that compares two values and gives a number.", 0},
    {"reduce", "(function, iterable, initial=<unrepresentable>, /)", c_reduce,
     "Call the function with the result so far and the next item, over all items; gives the last result.",
     LANG_M_NOSIG},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    if (lang_type_ready(t, &key_type) < 0 || lang_type_ready(t, &partial_type) < 0 ||
        lang_module_add(t, m, "partial", lang_obj(&partial_type)) < 0)
        return -1;
    return lang_functools_cache(t, m);
}

const struct lang_module_def lang_module__functools = {"_functools", "What functools does often.", functions, init};
