/* lib_collections.c: the module _collections: defaultdict, OrderedDict and what Counter and namedtuple need to be fast.
 * deque is in lib_deque.c. The module collections itself is written in the language (prelude/collections). */
#include "lib.h"
#include "lib_collections.h"
#include "types/containers.h"
#include "vm/object_reduce.h"

/* ------------------------------------------------------------------ defaultdict */

struct defaultdict {
    struct lang_dict dict;
    lang_value factory; /* None or a callable */
};
static struct lang_type defaultdict_type;

static inline struct defaultdict *default_of(lang_value v)
{
    return (struct defaultdict *)v.o;
}

/* A new reference: whatever runs meanwhile may set another one. */
static lang_value factory_of(lang_value v)
{
    lang_value factory = default_of(v)->factory;

    return lang_is_undef(factory) ? lang_none() : lang_ref(factory);
}

static int defaultdict_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    if (nargs) {
        if (!lang_is_none(args[0]) && !lang_callable(args[0]))
            return lang_fail(t, LANG_EXC_TypeError, "first argument must be callable or None");
        lang_set_steal(t, &default_of(self)->factory, lang_ref(args[0]));
        args++;
        nargs--;
    }
    return lang_type_dict.init(t, self, args, nargs, kwnames);
}

static void defaultdict_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct defaultdict *)o)->factory);
    lang_type_dict.destroy(t, o);
}

static void defaultdict_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    lang_value factory = ((struct defaultdict *)o)->factory;

    if (lang_is_obj(factory))
        visit(factory.o, arg);
    lang_type_dict.traverse(o, visit, arg);
}

static lang_value m_missing(struct lang_thread *t, const lang_value *a)
{
    lang_value factory = default_of(a[0])->factory, v;

    if (lang_is_none(factory) || lang_is_undef(factory))
        return lang_raise_value(t, LANG_EXC_KeyError, a[1]);
    lang_ref(factory);
    v = lang_call(t, factory, NULL, 0, NULL);
    lang_unref(t, factory);
    if (lang_is_error(v))
        return v;
    if (lang_setitem(t, a[0], a[1], v) < 0) {
        lang_unref(t, v);
        return lang_error();
    }
    return v;
}

static lang_value defaultdict_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    lang_value r;

    if (!lang_is_exactly(v, &defaultdict_type)) /* a subclass may have its own __missing__ */
        return lang_type_dict.getitem(t, v, key);
    r = lang_dict_get(t, lang_as_dict(v), key);
    return lang_is_undef(r) ? m_missing(t, (const lang_value[2]){v, key}) : lang_ref(r);
}

static lang_value defaultdict_repr(struct lang_thread *t, lang_value v)
{
    lang_value inner = lang_type_dict.repr(t, v), factory;
    struct lang_str *text = NULL, *own;
    int shown;

    if (lang_is_error(inner))
        return inner;
    factory = factory_of(v);
    shown = lang_is_obj(factory) ? lang_repr_enter(t, factory) : 0;
    own = shown < 0 ? NULL : shown ? lang_str_from_c(t, "...") : lang_repr(t, factory);
    if (shown == 0 && lang_is_obj(factory))
        lang_repr_leave(t, factory);
    if (own)
        text = lang_str_from_format(t, "%s(%U, %U)", lang_type_name(v), own, lang_as_str(inner));
    lang_xdecref(t, own);
    lang_unref(t, factory);
    lang_unref(t, inner);
    return lang_obj_or_error(text);
}

/* A dict of the class and with the factory of `like`, with the items of another. */
static lang_value copy_with_factory(struct lang_thread *t, lang_value like, lang_value items)
{
    const lang_value args[2] = {factory_of(like), items};
    lang_value r = lang_call(t, lang_obj(lang_type_of(like)), args, 2, NULL);

    lang_unref(t, args[0]);
    return r;
}

/* Adds the items of b to a copy, which is taken over; a class may make something else than a dict. */
static lang_value merged(struct lang_thread *t, lang_value copy, lang_value b)
{
    struct lang_dict *items;
    lang_value key, value;
    int status = 0;

    if (lang_is_error(copy))
        return copy;
    if (lang_is_dict(copy)) {
        status = lang_dict_update(t, lang_as_dict(copy), b);
    } else {
        items = lang_dict_copy(t, lang_as_dict(b));
        status = items ? 0 : -1;
        for (int64_t i = 0; status == 0 && lang_dict_next(items, &i, &key, &value);)
            status = lang_setitem(t, copy, key, value);
        lang_xdecref(t, items);
    }
    if (status == 0)
        return copy;
    lang_unref(t, copy);
    return lang_error();
}

static lang_value m_default_copy(struct lang_thread *t, const lang_value *a)
{
    return copy_with_factory(t, a[0], a[0]);
}

static lang_value defaultdict_or(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!lang_is_dict(a) || !lang_is_dict(b))
        return lang_notimpl();
    return merged(t, copy_with_factory(t, lang_is_a(a, &defaultdict_type) ? a : b, a), b);
}

static lang_value get_factory(struct lang_thread *t, lang_value self)
{
    (void)t;
    return factory_of(self);
}

static int set_factory(struct lang_thread *t, lang_value self, lang_value value)
{
    lang_set_steal(t, &default_of(self)->factory, lang_is_undef(value) ? lang_none() : lang_ref(value));
    return 0;
}

static const struct lang_method defaultdict_methods[] = {
    {"__missing__", "(key, /)", m_missing,
     "__missing__(key) # Called by __getitem__ for missing key; pseudo-code:\n"
     "  if self.default_factory is None: raise KeyError((key,))\n"
     "  self[key] = value = self.default_factory()\n  return value\n",
     LANG_M_NOSIG},
    {"copy", "()", m_default_copy, "D.copy() -> a shallow copy of D.", LANG_M_NOSIG},
    {"__copy__", "()", m_default_copy, "D.copy() -> a shallow copy of D.", LANG_M_NOSIG},
    {"__reduce__", "()", lang_reduce_defaultdict, "Return state information for pickling.", LANG_M_NOSIG},
    {0},
};
static const struct lang_getset defaultdict_getset[] = {
    {"default_factory", get_factory, set_factory, "Factory for default value called by __missing__()."},
    {0},
};

static struct lang_type defaultdict_type = {
    .name = "defaultdict",
    .module = "collections",
    .doc = "defaultdict(default_factory=None, /, [...]) --> dict with default factory\n\n"
           "The default factory is called without arguments to produce\n"
           "a new value when a key is not present, in __getitem__ only.\n"
           "A defaultdict compares equal to a dict with the same items.\n"
           "All remaining arguments are treated the same as if they were\n"
           "passed to the dict constructor, including keyword arguments.",
    .size = sizeof(struct defaultdict),
    .flags = LANG_TYPE_BASE | LANG_TYPE_DICT | LANG_TYPE_QUALIFIED,
    .base = &lang_type_dict,
    .methods = defaultdict_methods,
    .getset = defaultdict_getset,
    .init = defaultdict_init,
    .destroy = defaultdict_destroy,
    .traverse = defaultdict_traverse,
    .repr = defaultdict_repr,
    .getitem = defaultdict_getitem,
    .binary = {[LANG_OP_OR] = defaultdict_or},
};

/* ------------------------------------------------------------------ OrderedDict */

struct ordered {
    struct lang_dict dict;
    struct lang_attrs attrs;
};
static struct lang_type ordered_type;

static lang_value ordered_repr(struct lang_thread *t, lang_value v)
{
    struct lang_dict *d = lang_as_dict(v);
    struct lang_builder b;
    lang_value key, value;
    bool first = true, bad = false;
    int shown = lang_repr_enter(t, v);

    if (shown)
        return shown < 0 ? lang_error() : lang_obj_or_error(lang_str_from_c(t, "..."));
    lang_builder_init(&b, t);
    lang_builder_c(&b, lang_type_name(v));
    lang_builder_c(&b, d->count ? "([" : "(");
    for (int64_t i = 0; !bad && lang_dict_next(d, &i, &key, &value); first = false) {
        lang_ref(key);
        lang_ref(value);
        bad = lang_builder_c(&b, first ? "(" : ", (") < 0 || lang_builder_repr(&b, key) < 0 ||
              lang_builder_c(&b, ", ") < 0 || lang_builder_repr(&b, value) < 0 || lang_builder_char(&b, ')') < 0;
        lang_unref(t, key);
        lang_unref(t, value);
    }
    lang_builder_c(&b, d->count ? "])" : ")");
    lang_repr_leave(t, v);
    if (bad) {
        lang_builder_drop(&b);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

/* Against another OrderedDict the order of the keys counts. */
static lang_value ordered_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    lang_value r = lang_type_dict.compare(t, a, b, op), key, other;
    int64_t i = 0, j = 0;

    if (r.tag != LANG_BOOL || r.i != (op == LANG_EQ) || !lang_is_a(b, &ordered_type))
        return r;
    while (lang_dict_next(lang_as_dict(a), &i, &key, NULL) && lang_dict_next(lang_as_dict(b), &j, &other, NULL)) {
        int equal;

        lang_ref(key);
        lang_ref(other);
        equal = fast_equal(t, key, other);
        lang_unref(t, key);
        lang_unref(t, other);
        if (equal <= 0)
            return equal < 0 ? lang_error() : lang_bool(op == LANG_NE);
    }
    return r;
}

/* Entry index of the first or last live entry of a dict that is not empty. */
static int64_t end_of(struct lang_thread *t, struct lang_dict *d, bool last)
{
    int64_t at = last ? d->used - 1 : lang_dict_first(t, d);

    while (last && lang_is_undef(d->entries[at].value))
        at--;
    return at;
}

static lang_value m_popitem(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict *d = lang_as_dict(a[0]);
    int last = lang_is_undef(a[1]) ? 1 : lang_truth(t, a[1]);
    struct lang_tuple *pair;
    lang_value text;

    if (last < 0)
        return lang_error();
    if (d->count == 0) {
        text = lang_obj_or_error(lang_str_from_c(t, "dictionary is empty"));
        if (!lang_is_error(text)) {
            lang_raise_value(t, LANG_EXC_KeyError, text);
            lang_unref(t, text);
        }
        return lang_error();
    }
    pair = lang_tuple_new(t, 2);
    if (!pair)
        return lang_error();
    lang_dict_take_at(t, d, end_of(t, d, last), &pair->items[0], &pair->items[1]);
    if (last)
        lang_dict_trim(d);
    return lang_obj(pair);
}

/* Everything but `first` is taken out and put in behind it. */
static int put_in_front(struct lang_thread *t, struct lang_dict *d, lang_value first, lang_value value)
{
    struct lang_dict *rest = lang_dict_copy(t, d);
    lang_value key, other;
    int status;

    if (!rest)
        return -1;
    lang_dict_clear(t, d);
    status = lang_dict_set(t, d, first, value);
    for (int64_t i = 0; status == 0 && lang_dict_next(rest, &i, &key, &other);)
        status = lang_dict_set(t, d, key, other);
    lang_decref(t, rest);
    return status;
}

/* KeyError as OrderedDict raises it: a key that is a tuple gives the arguments, None none, a KeyError itself. */
static lang_value raise_key(struct lang_thread *t, lang_value key)
{
    lang_value cls = lang_obj(&lang_exc_types[LANG_EXC_KeyError]), e;
    if (lang_is_a(key, &lang_exc_types[LANG_EXC_KeyError]))
        e = lang_ref(key);
    else if (lang_is_tuple(key))
        e = lang_exception_make(t, cls, lang_as_tuple(key)->items, (size_t)lang_as_tuple(key)->length);
    else
        e = lang_exception_make(t, cls, &key, key.tag != LANG_NONE);
    if (!lang_is_error(e)) {
        lang_error_set(t, e);
        lang_unref(t, e);
    }
    return lang_error();
}

static lang_value m_move_to_end(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict *d = lang_as_dict(a[0]);
    int last = lang_is_undef(a[2]) ? 1 : lang_truth(t, a[2]), status;
    lang_value key, value;
    int64_t hash, at;

    if (last < 0 || lang_hash(t, a[1], &hash) < 0)
        return lang_error();
    at = lang_dict_find(t, d, a[1], hash);
    if (at < 0)
        return at == -1 ? raise_key(t, a[1]) : lang_error();
    if (at == end_of(t, d, last))
        return lang_none();
    at = lang_dict_find(t, d, a[1], hash); /* end_of may have moved the entries */
    if (at < 0)
        return lang_error();
    lang_dict_take_at(t, d, at, &key, &value);
    status = last ? lang_dict_set_hashed(t, d, key, hash, value) : put_in_front(t, d, key, value);
    lang_unref(t, key);
    lang_unref(t, value);
    return status < 0 ? lang_error() : lang_none();
}

static lang_value m_ordered_copy(struct lang_thread *t, const lang_value *a)
{
    return lang_call(t, lang_obj(lang_type_of(a[0])), a, 1, NULL);
}

static lang_value ordered_or(struct lang_thread *t, lang_value a, lang_value b)
{
    lang_value self = lang_is_a(a, &ordered_type) ? a : b;

    if (!lang_is_dict(a) || !lang_is_dict(b))
        return lang_notimpl();
    return merged(t, lang_call(t, lang_obj(lang_type_of(self)), &a, 1, NULL), b);
}

/* A method of dict, which takes no names of arguments where OrderedDict does; an absent last one stays away. */
static lang_value by_dict(struct lang_thread *t, const char *name, const lang_value *args)
{
    lang_value f = lang_getattr_c(t, lang_obj(&lang_type_dict), name), r;

    if (lang_is_error(f))
        return f;
    r = lang_call(t, f, args, lang_is_undef(args[2]) ? 2 : 3, NULL);
    lang_unref(t, f);
    return r;
}

static lang_value m_ordered_pop(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_undef(a[2]))
        return by_dict(t, "pop", a);
    lang_value absent = lang_obj_or_error(lang_object_new(t, &lang_type_object)),
               r = lang_is_error(absent) ? absent : by_dict(t, "pop", (lang_value[]){a[0], a[1], absent});
    bool missing = !lang_is_error(absent) && lang_same(r, absent);
    if (missing)
        lang_unref(t, r);
    if (!lang_is_error(absent))
        lang_unref(t, absent);
    return missing ? raise_key(t, a[1]) : r;
}

static lang_value m_ordered_setdefault(struct lang_thread *t, const lang_value *a)
{
    return by_dict(t, "setdefault", a);
}

struct from_keys {
    lang_value made, value;
};

static int put_key(struct lang_thread *t, lang_value key, void *arg)
{
    struct from_keys *f = arg;

    return lang_setitem(t, f->made, key, f->value);
}

static lang_value m_ordered_fromkeys(struct lang_thread *t, const lang_value *a)
{
    struct from_keys f = {lang_call(t, a[0], NULL, 0, NULL), lang_is_undef(a[2]) ? lang_none() : a[2]};

    if (!lang_is_error(f.made) && lang_for_each(t, a[1], put_key, &f) < 0) {
        lang_unref(t, f.made);
        return lang_error();
    }
    return f.made;
}

#define VIEW(id, kind)                                                                                                 \
    static lang_value id(struct lang_thread *t, const lang_value *a)                                                   \
    {                                                                                                                  \
        return lang_dict_view_new(t, lang_as_dict(a[0]), kind, true);                                                  \
    }
VIEW(m_ordered_keys, LANG_DICT_KEYS)
VIEW(m_ordered_values, LANG_DICT_VALUES)
VIEW(m_ordered_items, LANG_DICT_ITEMS)

static const struct lang_method ordered_methods[] = {
    {"keys", "()", m_ordered_keys, NULL, LANG_M_NOSIG},
    {"values", "()", m_ordered_values, NULL, LANG_M_NOSIG},
    {"items", "()", m_ordered_items, NULL, LANG_M_NOSIG},
    {"pop", "(key, default=<unrepresentable>)", m_ordered_pop,
     "od.pop(key[,default]) -> v, remove specified key and return the corresponding value.\n\n"
     "If the key is not found, return the default if given; otherwise,\nraise a KeyError.",
     LANG_M_NOSIG},
    {"setdefault", "(key, default=None)", m_ordered_setdefault,
     "Insert key with a value of default if key is not in the dictionary.\n\n"
     "Return the value for key if key is in the dictionary, else default.",
     0},
    {"fromkeys", "(iterable, value=None)", m_ordered_fromkeys,
     "Create a new ordered dictionary with keys from iterable and values set to value.", LANG_M_CLASS},
    {"popitem", "(last=True)", m_popitem,
     "Remove and return a (key, value) pair from the dictionary.\n\n"
     "Pairs are returned in LIFO order if last is true or FIFO order if false.",
     0},
    {"move_to_end", "(key, last=True)", m_move_to_end,
     "Move an existing element to the end (or beginning if last is false).\n\n"
     "Raise KeyError if the element does not exist.",
     0},
    {"copy", "()", m_ordered_copy, "od.copy() -> a shallow copy of od", LANG_M_NOSIG},
    {"__reduce__", "()", lang_reduce_ordered, "Return state information for pickling.", LANG_M_NOSIG},
    {0},
};

static struct lang_type ordered_type = {
    .name = "OrderedDict",
    .module = "collections",
    .doc = "Dictionary that remembers insertion order",
    .size = sizeof(struct ordered),
    .flags = LANG_TYPE_BASE | LANG_TYPE_DICT | LANG_TYPE_QUALIFIED,
    .base = &lang_type_dict,
    .attr_offset = offsetof(struct ordered, attrs),
    .methods = ordered_methods,
    .repr = ordered_repr,
    .compare = ordered_compare,
    .hash = lang_hash_unhashable,
    .binary = {[LANG_OP_OR] = ordered_or},
};

/* ------------------------------------------------------------------ helpers */

/* The getter of a field of a namedtuple. */
struct getter {
    struct lang_object head;
    int64_t index;
    lang_value doc;
};
static struct lang_type getter_type;

static lang_value getter_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct lang_params *params = lang_params_get(t, "_tuplegetter", "(index, doc, /)");
    lang_value bound[2];
    struct getter *g;
    int64_t index;

    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0 ||
        lang_as_index(t, bound[0], &index) < 0)
        return lang_error();
    g = lang_object_new(t, cls);
    if (!g)
        return lang_error();
    g->index = index;
    g->doc = lang_ref(bound[1]);
    return lang_obj(g);
}

static void getter_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct getter *)o)->doc);
}

static lang_value getter_get(struct lang_thread *t, lang_value descr, lang_value obj, struct lang_type *cls)
{
    struct getter *g = (struct getter *)descr.o;

    (void)cls;
    if (lang_is_undef(obj) || lang_is_none(obj))
        return lang_ref(descr);
    if (!lang_is_tuple(obj))
        return lang_raise(t, LANG_EXC_TypeError,
                          "descriptor for index '%lld' for tuple subclasses doesn't apply to '%N' object",
                          (long long)g->index, obj);
    if (g->index < 0 || g->index >= lang_as_tuple(obj)->length)
        return lang_raise(t, LANG_EXC_IndexError, "tuple index out of range");
    return lang_ref(lang_as_tuple(obj)->items[g->index]);
}

static int getter_set(struct lang_thread *t, lang_value descr, lang_value obj, lang_value value)
{
    (void)descr;
    (void)obj;
    return lang_fail(t, LANG_EXC_AttributeError,
                     lang_is_undef(value) ? "can't delete attribute" : "can't set attribute");
}

static lang_value getter_doc(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_ref(((struct getter *)self.o)->doc);
}

static int getter_set_doc(struct lang_thread *t, lang_value self, lang_value doc)
{
    lang_set_steal(t, &((struct getter *)self.o)->doc, lang_is_undef(doc) ? lang_none() : lang_ref(doc));
    return 0;
}

static const struct lang_getset getter_getset[] = {{"__doc__", getter_doc, getter_set_doc, NULL}, {0}};

static struct lang_type getter_type = {
    .name = "_tuplegetter",
    .module = "collections",
    .size = sizeof(struct getter),
    .getset = getter_getset,
    .make = getter_make,
    .destroy = getter_destroy,
    .get = getter_get,
    .set = getter_set,
};

static int count_item(struct lang_thread *t, lang_value item, void *arg)
{
    struct lang_dict *d = arg;
    lang_value before, after;
    int64_t hash, at;
    int status;

    if (lang_hash(t, item, &hash) < 0)
        return -1;
    at = lang_dict_find(t, d, item, hash);
    if (at < -1)
        return -1;
    before = at >= 0 ? d->entries[at].value : lang_int(0);
    if (lang_is_int(before) && before.i < INT64_MAX) {
        if (at >= 0) {
            d->entries[at].value.i++;
            return 0;
        }
        return lang_dict_set_hashed(t, d, item, hash, lang_int(1));
    }
    lang_ref(before); /* its __add__ may clear the dict */
    after = lang_binary(t, LANG_OP_ADD, before, lang_int(1));
    lang_unref(t, before);
    if (lang_is_error(after))
        return -1;
    status = lang_dict_set_hashed(t, d, item, hash, after);
    lang_unref(t, after);
    return status;
}

static lang_value c_count_elements(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_dict(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "a dict is required, not '%N'", a[0]);
    return lang_for_each(t, a[1], count_item, a[0].o) < 0 ? lang_error() : lang_none();
}

static const struct lang_method functions[] = {
    {"_count_elements", "(mapping, iterable, /)", c_count_elements,
     "Count elements in the iterable, updating the mapping", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    struct lang_type *const types[] = {&defaultdict_type, &ordered_type, &getter_type, &lang_type_deque};

    if (lang_deque_ready(t) < 0)
        return -1;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_type_ready(t, types[i]) < 0 || lang_module_add(t, m, types[i]->name, lang_obj(types[i])) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__collections = {"_collections", "High performance data structures.", functions,
                                                         init};
