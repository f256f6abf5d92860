/* dict_type.c: the dict type: slots, methods and operators over the table of dict.c. */
#include "containers.h"

/* ------------------------------------------------------------------ life */

static lang_value dict_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    struct lang_dict *d = lang_object_new(t, cls);

    (void)args;
    (void)nargs;
    (void)kwnames;
    if (!d)
        return lang_error();
    lang_dict_clear(t, d); /* sets the version and only_str */
    return lang_obj(d);
}

/* dict(...) and update(...): at most one positional argument, then keywords. */
static int fill(struct lang_thread *t, struct lang_dict *d, const char *name, const lang_value *args, size_t nargs,
                struct lang_tuple *kwnames)
{
    if (nargs > 1)
        return lang_fail(t, LANG_EXC_TypeError, "%s expected at most 1 argument, got %zu", name, nargs);
    if (nargs && lang_dict_update(t, d, args[0]) < 0)
        return -1;
    for (int64_t i = 0; kwnames && i < kwnames->length; i++)
        if (lang_dict_set(t, d, kwnames->items[i], args[nargs + (size_t)i]) < 0)
            return -1;
    return 0;
}

static int dict_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    return fill(t, lang_as_dict(self), "dict", args, nargs, kwnames);
}

static void dict_clear_slot(struct lang_thread *t, struct lang_object *o)
{
    lang_dict_clear(t, (struct lang_dict *)o);
}

static void dict_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_dict *d = (struct lang_dict *)o;

    for (int64_t i = 0; i < d->used; i++) {
        if (d->entries[i].key.tag == LANG_OBJECT)
            visit(d->entries[i].key.o, arg);
        if (d->entries[i].value.tag == LANG_OBJECT)
            visit(d->entries[i].value.o, arg);
    }
}

static lang_value dict_repr(struct lang_thread *t, lang_value v)
{
    struct lang_dict *d = lang_as_dict(v);
    struct lang_builder b;
    lang_value key, value;
    bool first = true, bad = false;
    int shown;

    if (d->count == 0)
        return lang_obj_or_error(lang_str_from_c(t, "{}"));
    shown = lang_repr_enter(t, v);
    if (shown)
        return shown < 0 ? lang_error() : lang_obj_or_error(lang_str_from_c(t, "{...}"));
    lang_builder_init(&b, t);
    lang_builder_char(&b, '{');
    for (int64_t i = 0; !bad && lang_dict_next(d, &i, &key, &value);) {
        lang_ref(key);
        lang_ref(value);
        bad = (!first && lang_builder_c(&b, ", ") < 0) || lang_builder_repr(&b, key) < 0 ||
              lang_builder_c(&b, ": ") < 0 || lang_builder_repr(&b, value) < 0 || interrupted_at(t, i);
        lang_unref(t, key);
        lang_unref(t, value);
        first = false;
    }
    lang_builder_char(&b, '}');
    lang_repr_leave(t, v);
    if (bad) {
        lang_builder_drop(&b);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

/* ------------------------------------------------------------------ protocols */

static int64_t dict_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_as_dict(v)->count;
}

static lang_value missing(struct lang_thread *t, lang_value v, lang_value key)
{
    if (!lang_is_exactly(v, &lang_type_dict)) {
        struct lang_str *name = lang_intern_c(t, "__missing__");
        lang_value r;

        if (!name)
            return lang_error();
        r = lang_call_special(t, v, name, &key, 1);
        lang_decref(t, name);
        if (!lang_is_undef(r))
            return r;
    }
    return lang_raise_value(t, LANG_EXC_KeyError, key);
}

static lang_value dict_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    lang_value r = lang_dict_get(t, lang_as_dict(v), key);

    return lang_is_undef(r) ? missing(t, v, key) : lang_ref(r);
}

static int dict_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    int status;

    if (!lang_is_undef(value))
        return lang_dict_set(t, lang_as_dict(v), key, value);
    status = lang_dict_del(t, lang_as_dict(v), key);
    if (status == 0)
        lang_raise_value(t, LANG_EXC_KeyError, key);
    return status == 1 ? 0 : -1;
}

static int dict_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    lang_value r = lang_dict_get(t, lang_as_dict(v), item);

    return lang_is_error(r) ? -1 : !lang_is_undef(r);
}

static lang_value dict_iter(struct lang_thread *t, lang_value v)
{
    return lang_dict_iter_new(t, lang_as_dict(v), LANG_DICT_KEYS, false);
}

static int equal_dicts(struct lang_thread *t, struct lang_dict *a, struct lang_dict *b)
{
    int equal = 1;

    if (a->count != b->count)
        return 0;
    if (lang_poll_quiet(t) < 0) /* nested ones may be many, each short */
        return -1;
    for (int64_t i = 0; equal == 1 && i < a->used; i++) {
        struct lang_dict_entry e = a->entries[i];
        int64_t at;

        if (e.value.tag == LANG_UNDEF)
            continue;
        lang_ref(e.key);
        lang_ref(e.value);
        at = lang_dict_find(t, b, e.key, e.hash);
        if (at >= 0) {
            lang_value other = lang_ref(b->entries[at].value);

            equal = fast_equal(t, other, e.value);
            lang_unref(t, other);
        } else {
            equal = at == -1 ? 0 : -1;
        }
        lang_unref(t, e.key);
        lang_unref(t, e.value);
        if (equal == 1 && interrupted_at(t, i))
            equal = -1;
    }
    return equal;
}

static lang_value dict_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    int equal;

    if ((op != LANG_EQ && op != LANG_NE) || !lang_is_dict(b))
        return lang_notimpl();
    equal = equal_dicts(t, lang_as_dict(a), lang_as_dict(b));
    return equal < 0 ? lang_error() : lang_bool((op == LANG_EQ) == equal);
}

static lang_value dict_or(struct lang_thread *t, lang_value a, lang_value b)
{
    struct lang_dict *d;

    if (!lang_is_dict(a) || !lang_is_dict(b))
        return lang_notimpl();
    d = lang_dict_copy(t, lang_as_dict(a));
    if (d && lang_dict_update(t, d, b) < 0) {
        lang_decref(t, d);
        return lang_error();
    }
    return lang_obj_or_error(d);
}

static lang_value dict_ior(struct lang_thread *t, lang_value a, lang_value b)
{
    return lang_dict_update(t, lang_as_dict(a), b) < 0 ? lang_error() : lang_ref(a);
}

/* ------------------------------------------------------------------ methods */

static lang_value m_get(struct lang_thread *t, const lang_value *a)
{
    lang_value r = lang_dict_get(t, lang_as_dict(a[0]), a[1]);

    if (lang_is_undef(r))
        return lang_is_undef(a[2]) ? lang_none() : lang_ref(a[2]);
    return lang_ref(r);
}

static lang_value m_setdefault(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict *d = lang_as_dict(a[0]);
    lang_value value = lang_is_undef(a[2]) ? lang_none() : a[2];
    int64_t hash, at;

    if (lang_hash(t, a[1], &hash) < 0)
        return lang_error();
    at = lang_dict_find(t, d, a[1], hash);
    if (at >= 0)
        return lang_ref(d->entries[at].value);
    if (at < -1 || lang_dict_insert(t, d, a[1], hash, value) < 0)
        return lang_error();
    return lang_ref(value);
}

static lang_value m_pop(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict *d = lang_as_dict(a[0]);
    lang_value key, value;
    int64_t hash, at = -1;

    if (d->count && lang_hash(t, a[1], &hash) < 0) /* an empty dict does not hash the key */
        return lang_error();
    if (d->count)
        at = lang_dict_find(t, d, a[1], hash);
    if (at == -1)
        return lang_is_undef(a[2]) ? lang_raise_value(t, LANG_EXC_KeyError, a[1]) : lang_ref(a[2]);
    if (at < 0)
        return lang_error();
    lang_dict_take_at(t, d, at, &key, &value);
    lang_unref(t, key);
    return value;
}

static lang_value m_popitem(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict *d = lang_as_dict(a[0]);
    struct lang_tuple *pair;
    int64_t at;

    if (d->count == 0) {
        lang_value text = lang_obj_or_error(lang_str_from_c(t, "popitem(): dictionary is empty"));

        if (!lang_is_error(text)) {
            lang_raise_value(t, LANG_EXC_KeyError, text);
            lang_unref(t, text);
        }
        return lang_error();
    }
    pair = lang_tuple_new(t, 2);
    if (!pair)
        return lang_error();
    at = d->used - 1;
    while (d->entries[at].value.tag == LANG_UNDEF)
        at--;
    lang_dict_take_at(t, d, at, &pair->items[0], &pair->items[1]);
    lang_dict_trim(d);
    return lang_obj(pair);
}

static lang_value m_update(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict *d = lang_as_dict(a[0]);
    struct lang_tuple *rest = lang_as_tuple(a[1]);

    if (rest->length > 1)
        return lang_raise(t, LANG_EXC_TypeError, "update expected at most 1 argument, got %lld",
                          (long long)rest->length);
    if (rest->length && lang_dict_update(t, d, rest->items[0]) < 0)
        return lang_error();
    if (lang_is_dict(a[2]) && lang_dict_update(t, d, a[2]) < 0)
        return lang_error();
    return lang_none();
}

static lang_value m_clear(struct lang_thread *t, const lang_value *a)
{
    lang_dict_clear(t, lang_as_dict(a[0]));
    return lang_none();
}

static lang_value m_copy(struct lang_thread *t, const lang_value *a)
{
    return lang_obj_or_error(lang_dict_copy(t, lang_as_dict(a[0])));
}

static lang_value m_keys(struct lang_thread *t, const lang_value *a)
{
    return lang_dict_view_new(t, lang_as_dict(a[0]), LANG_DICT_KEYS, false);
}

static lang_value m_values(struct lang_thread *t, const lang_value *a)
{
    return lang_dict_view_new(t, lang_as_dict(a[0]), LANG_DICT_VALUES, false);
}

static lang_value m_items(struct lang_thread *t, const lang_value *a)
{
    return lang_dict_view_new(t, lang_as_dict(a[0]), LANG_DICT_ITEMS, false);
}

static lang_value m_reversed(struct lang_thread *t, const lang_value *a)
{
    return lang_dict_iter_new(t, lang_as_dict(a[0]), LANG_DICT_KEYS, true);
}

struct fromkeys {
    lang_value target, value;
};

static int set_from_key(struct lang_thread *t, lang_value key, void *arg)
{
    struct fromkeys *f = arg;

    if (lang_is_exactly(f->target, &lang_type_dict))
        return lang_dict_set(t, lang_as_dict(f->target), key, f->value);
    return lang_setitem(t, f->target, key, f->value);
}

static lang_value m_fromkeys(struct lang_thread *t, const lang_value *a)
{
    struct fromkeys f = {lang_call(t, a[0], NULL, 0, NULL), lang_is_undef(a[2]) ? lang_none() : a[2]};

    if (lang_is_error(f.target))
        return f.target;
    int status = 0;
    if (lang_is_exactly(f.target, &lang_type_dict) && a[1].tag == LANG_OBJECT &&
        a[1].o->type->flags & LANG_TYPE_SET) { /* its hashes are known */
        struct lang_set *s = (struct lang_set *)a[1].o;
        for (int64_t i = 0; status == 0 && i <= s->mask; i++) {
            struct lang_set_entry e = s->table[i];
            if (e.key.tag <= LANG_ERROR)
                continue;
            lang_ref(e.key);
            status = lang_dict_set_hashed(t, lang_as_dict(f.target), e.key, e.hash, f.value);
            lang_unref(t, e.key);
        }
    } else {
        status = lang_for_each(t, a[1], set_from_key, &f);
    }
    if (status < 0) {
        lang_unref(t, f.target);
        return lang_error();
    }
    return f.target;
}

static lang_value m_sizeof(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict *d = lang_as_dict(a[0]);

    (void)t;
    return lang_int((int64_t)(lang_type_of(a[0])->size + (size_t)d->capacity * sizeof(struct lang_dict_entry) +
                              (d->capacity ? (size_t)1 << d->index_log2 : 0)));
}

static const struct lang_method dict_methods[] = {
    {"__sizeof__", "()", m_sizeof, "D.__sizeof__() -> size of D in memory, in bytes", 0},
    {"__reversed__", "()", m_reversed, "Return a reverse iterator over the dict keys.", 0},
    {"get", "(key, default=None, /)", m_get, "Return the value for key if key is in the dictionary, else default.", 0},
    {"setdefault", "(key, default=None, /)", m_setdefault,
     "Insert key with a value of default if key is not in the dictionary.\n\n"
     "Return the value for key if key is in the dictionary, else default.",
     0},
    {"pop", "(key, default=<unrepresentable>, /)", m_pop,
     "D.pop(k[,d]) -> v, remove specified key and return the corresponding value.\n\n"
     "If the key is not found, return the default if given; otherwise,\nraise a KeyError.",
     LANG_M_NOSIG},
    {"popitem", "()", m_popitem,
     "Remove and return a (key, value) pair as a 2-tuple.\n\n"
     "Pairs are returned in LIFO (last-in, first-out) order.\nRaises KeyError if the dict is empty.",
     0},
    {"keys", "()", m_keys, "D.keys() -> a set-like object providing a view on D's keys", LANG_M_NOSIG},
    {"items", "()", m_items, "D.items() -> a set-like object providing a view on D's items", LANG_M_NOSIG},
    {"values", "()", m_values, "D.values() -> an object providing a view on D's values", LANG_M_NOSIG},
    {"update", "(*args, **kwargs)", m_update,
     "D.update([E, ]**F) -> None.  Update D from dict/iterable E and F.\n"
     "If E is present and has a .keys() method, then does:  for k in E: D[k] = E[k]\n"
     "If E is present and lacks a .keys() method, then does:  for k, v in E: D[k] = v\n"
     "In either case, this is followed by: for k in F:  D[k] = F[k]",
     LANG_M_NOSIG},
    {"fromkeys", "(iterable, value=None, /)", m_fromkeys,
     "Create a new dictionary with keys from iterable and values set to value.", LANG_M_CLASS},
    {"clear", "()", m_clear, "D.clear() -> None.  Remove all items from D.", LANG_M_NOSIG},
    {"copy", "()", m_copy, "D.copy() -> a shallow copy of D", LANG_M_NOSIG},
    {0},
};

static lang_value dict_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    if (nargs > 1)
        return lang_undef();
    if (nargs && lang_is_exactly(args[0], &lang_type_dict))
        return lang_obj_or_error(lang_dict_copy(t, lang_as_dict(args[0])));
    struct lang_dict *d = lang_dict_new(t);
    if (d && nargs && lang_dict_update(t, d, args[0]) < 0) {
        lang_decref(t, d);
        return lang_error();
    }
    return lang_obj_or_error(d);
}

struct lang_type lang_type_dict = {
    .name = "dict",
    .doc = "dict() -> new empty dictionary\n"
           "dict(mapping) -> new dictionary initialized from a mapping object's\n"
           "    (key, value) pairs\n"
           "dict(iterable) -> new dictionary initialized as if via:\n"
           "    d = {}\n"
           "    for k, v in iterable:\n"
           "        d[k] = v\n"
           "dict(**kwargs) -> new dictionary initialized with the name=value pairs\n"
           "    in the keyword argument list.  For example:  dict(one=1, two=2)",
    .size = sizeof(struct lang_dict),
    .flags = LANG_TYPE_BASE | LANG_TYPE_DICT | LANG_TYPE_MAPPING,
    .methods = dict_methods,
    .make = dict_make,
    .vectorcall = dict_vectorcall,
    .init = dict_init,
    .destroy = dict_clear_slot,
    .traverse = dict_traverse,
    .clear = dict_clear_slot,
    .repr = dict_repr,
    .compare = dict_compare,
    .hash = lang_hash_unhashable,
    .iter = dict_iter,
    .len = dict_len,
    .getitem = dict_getitem,
    .setitem = dict_setitem,
    .contains = dict_contains,
    .binary = {[LANG_OP_OR] = dict_or},
    .inplace = {[LANG_OP_OR] = dict_ior},
};
