/* dict_views.c: the views keys(), values() and items() of a dict, their set operators, and the iterators of dicts. */
#include "containers.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ iterators */

static struct lang_type *const iterator_types[2][3] = {
    {&lang_type_dict_keyiterator, &lang_type_dict_valueiterator, &lang_type_dict_itemiterator},
    {&lang_type_dict_reversekeyiterator, &lang_type_dict_reversevalueiterator, &lang_type_dict_reverseitemiterator},
};

lang_value lang_dict_iter_new(struct lang_thread *t, struct lang_dict *d, enum lang_dict_view_kind kind, bool reversed)
{
    struct lang_dict_iter *it = lang_object_new(t, iterator_types[reversed][kind]);

    if (!it)
        return lang_error();
    it->dict = lang_incref(d);
    it->count = it->left = d->count;
    it->position = reversed ? d->used - 1 : 0;
    it->kind = (uint8_t)kind;
    it->reversed = reversed;
    return lang_obj(it);
}

static void iter_drop(struct lang_thread *t, struct lang_object *o)
{
    struct lang_dict_iter *it = (struct lang_dict_iter *)o;
    struct lang_dict *d = it->dict;

    struct lang_tuple *spare = it->spare;

    it->dict = NULL;
    it->spare = NULL;
    lang_xdecref(t, spare);
    lang_xdecref(t, d);
}

static void iter_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_dict_iter *it = (struct lang_dict_iter *)o;

    if (it->dict)
        visit(&it->dict->head, arg);
    if (it->spare)
        visit(&it->spare->head, arg);
}

/* The next live entry or NULL; -1 in *status when the dict has changed. */
static const struct lang_dict_entry *advance(struct lang_thread *t, struct lang_dict_iter *it, int *status)
{
    struct lang_dict *d = it->dict;

    *status = 0;
    if (!d)
        return NULL;
    if (d->count != it->count) {
        it->count = -1; /* stays broken */
        *status = lang_fail(t, LANG_EXC_RuntimeError, "dictionary changed size during iteration");
        return NULL;
    }
    if (it->reversed && it->position >= d->used)
        it->position = d->used - 1;
    while (it->reversed ? it->position >= 0 : it->position < d->used) {
        const struct lang_dict_entry *e = &d->entries[it->position];

        it->position += it->reversed ? -1 : 1;
        if (e->value.tag == LANG_UNDEF)
            continue;
        if (it->left == 0) {
            *status = lang_fail(t, LANG_EXC_RuntimeError, "dictionary keys changed during iteration");
            return NULL;
        }
        it->left--;
        return e;
    }
    iter_drop(t, &it->head);
    return NULL;
}

static lang_value iter_next(struct lang_thread *t, lang_value v)
{
    struct lang_dict_iter *it = (struct lang_dict_iter *)v.o;
    struct lang_tuple *pair;
    lang_value key, value;
    int status;
    const struct lang_dict_entry *e = advance(t, it, &status);

    if (!e)
        return status < 0 ? lang_error() : lang_undef();
    if (it->kind == LANG_DICT_KEYS)
        return lang_ref(e->key);
    if (it->kind == LANG_DICT_VALUES)
        return lang_ref(e->value);
    key = lang_ref(e->key);
    value = lang_ref(e->value);
    pair = it->spare;
    if (pair && pair->head.refs == 1) {
        lang_incref(pair);
        lang_set_steal(t, &pair->items[0], key);
        lang_set_steal(t, &pair->items[1], value);
        return lang_obj(pair);
    }
    pair = lang_tuple_new(t, 2);
    if (!pair) {
        lang_unref(t, key);
        lang_unref(t, value);
        return lang_error();
    }
    pair->items[0] = key;
    pair->items[1] = value;
    if (!it->spare)
        it->spare = lang_incref(pair);
    return lang_obj(pair);
}

static lang_value m_length_hint(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict_iter *it = (struct lang_dict_iter *)a[0].o;

    (void)t;
    return lang_int(it->dict && it->dict->count == it->count ? it->left : 0);
}

/* A list of what is left, which the iterator itself does not notice. */
static lang_value m_iter_reduce(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict_iter *it = (struct lang_dict_iter *)a[0].o, *twin = lang_object_new(t, it->head.type);
    if (!twin)
        return lang_error();
    twin->dict = it->dict ? lang_incref(it->dict) : NULL;
    twin->position = it->position;
    twin->count = it->count;
    twin->left = it->left;
    twin->kind = it->kind;
    twin->reversed = it->reversed;
    struct lang_list *left = lang_to_list(t, lang_obj(twin));
    lang_decref(t, twin);
    return lang_iter_reduced(t, "iter", lang_obj_or_error(left), -1);
}

static const struct lang_method iterator_methods[] = {
    {"__reduce__", "()", m_iter_reduce, "Return state information for pickling.", LANG_M_NOSIG},
    {"__length_hint__", "()", m_length_hint, "Private method returning an estimate of len(list(it)).", LANG_M_NOSIG},
    {0},
};

#define ITERATOR(id, text)                                                                                             \
    struct lang_type lang_type_##id = {                                                                                \
        .name = text,                                                                                                  \
        .size = sizeof(struct lang_dict_iter),                                                                         \
        .methods = iterator_methods,                                                                                   \
        .destroy = iter_drop,                                                                                          \
        .traverse = iter_traverse,                                                                                     \
        .clear = iter_drop,                                                                                            \
        .iter = lang_iter_self,                                                                                        \
        .next = iter_next,                                                                                             \
    };
ITERATOR(dict_keyiterator, "dict_keyiterator")
ITERATOR(dict_valueiterator, "dict_valueiterator")
ITERATOR(dict_itemiterator, "dict_itemiterator")
ITERATOR(dict_reversekeyiterator, "dict_reversekeyiterator")
ITERATOR(dict_reversevalueiterator, "dict_reversevalueiterator")
ITERATOR(dict_reverseitemiterator, "dict_reverseitemiterator")

/* ------------------------------------------------------------------ views */

/* Those of OrderedDict have names of their own. */
static struct lang_type odict_keys, odict_values, odict_items;
static struct lang_type *const view_types[2][3] = {
    {&lang_type_dict_keys, &lang_type_dict_values, &lang_type_dict_items}, {&odict_keys, &odict_values, &odict_items}};

static inline struct lang_dict *dict_of(lang_value v)
{
    return ((struct lang_dict_view *)v.o)->dict;
}

static inline enum lang_dict_view_kind kind_of(lang_value v)
{
    return lang_is_a(v, &lang_type_dict_keys)     ? LANG_DICT_KEYS
           : lang_is_a(v, &lang_type_dict_values) ? LANG_DICT_VALUES
                                                  : LANG_DICT_ITEMS;
}

lang_value lang_dict_view_new(struct lang_thread *t, struct lang_dict *d, enum lang_dict_view_kind kind, bool ordered)
{
    struct lang_dict_view *view = lang_object_new(t, view_types[ordered][kind]);

    if (!view)
        return lang_error();
    view->dict = lang_incref(d);
    return lang_obj(view);
}

static void view_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_xdecref(t, ((struct lang_dict_view *)o)->dict);
}

static void view_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    visit(&((struct lang_dict_view *)o)->dict->head, arg);
}

static lang_value view_repr(struct lang_thread *t, lang_value v)
{
    struct lang_builder b;
    struct lang_list *list;
    int shown = lang_repr_enter(t, v), bad;

    if (shown)
        return shown < 0 ? lang_error() : lang_obj_or_error(lang_str_from_c(t, "..."));
    list = lang_to_list(t, v);
    if (!list) {
        lang_repr_leave(t, v);
        return lang_error();
    }
    lang_builder_init(&b, t);
    bad = lang_builder_c(&b, v.o->type->name) < 0 || lang_builder_char(&b, '(') < 0 ||
          lang_builder_repr(&b, lang_obj(list)) < 0 || lang_builder_char(&b, ')') < 0;
    lang_decref(t, list);
    lang_repr_leave(t, v);
    if (bad) {
        lang_builder_drop(&b);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

static int64_t view_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    return dict_of(v)->count;
}

static lang_value view_iter(struct lang_thread *t, lang_value v)
{
    return lang_dict_iter_new(t, dict_of(v), kind_of(v), false);
}

static int keys_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    lang_value r = lang_dict_get(t, dict_of(v), item);

    return lang_is_error(r) ? -1 : !lang_is_undef(r);
}

static int items_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    lang_value r;
    int equal;

    if (!lang_is_tuple(item) || lang_as_tuple(item)->length != 2)
        return 0;
    r = lang_dict_get(t, dict_of(v), lang_as_tuple(item)->items[0]);
    if (lang_is_error(r) || lang_is_undef(r))
        return lang_is_error(r) ? -1 : 0;
    lang_ref(r);
    equal = fast_equal(t, r, lang_as_tuple(item)->items[1]);
    lang_unref(t, r);
    return equal;
}

/* ------------------------------------------------------------------ as sets */

static bool is_set_like(lang_value v)
{
    return v.tag == LANG_OBJECT && ((v.o->type->flags & LANG_TYPE_SET) || lang_is_a(v, &lang_type_dict_keys) ||
                                    lang_is_a(v, &lang_type_dict_items));
}

static int each_in(struct lang_thread *t, lang_value item, void *container)
{
    int in = lang_contains(t, *(lang_value *)container, item);

    return in == 1 ? 0 : in == 0 ? 1 : -1;
}

static lang_value view_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    int64_t n, m;
    bool may;
    int missing;

    if (!is_set_like(b))
        return lang_notimpl();
    n = dict_of(a)->count;
    m = lang_len(t, b);
    if (m < 0)
        return lang_error();
    may = op == LANG_LT ? n < m : op == LANG_LE ? n <= m : op == LANG_GT ? n > m : op == LANG_GE ? n >= m : n == m;
    if (!may)
        return lang_bool(op == LANG_NE);
    missing = op == LANG_GT || op == LANG_GE ? lang_for_each(t, b, each_in, &a) : lang_for_each(t, a, each_in, &b);
    if (missing < 0)
        return lang_error();
    return lang_bool((op != LANG_NE) == !missing);
}

/* What a set is made of: of a plain dict's keys it is the dict, whose size is known; the order follows from it. */
static lang_value source_of(lang_value v)
{
    bool keys = v.tag == LANG_OBJECT && v.o->type == &lang_type_dict_keys;

    return keys && dict_of(v)->head.type == &lang_type_dict ? lang_obj(dict_of(v)) : v;
}

#define OPERATOR(id, op)                                                                                               \
    static lang_value id(struct lang_thread *t, lang_value a, lang_value b)                                            \
    {                                                                                                                  \
        return lang_set_operation(t, op, op == LANG_OP_AND ? a : source_of(a), b);                                     \
    }
OPERATOR(view_and, LANG_OP_AND)
OPERATOR(view_or, LANG_OP_OR)
OPERATOR(view_xor, LANG_OP_XOR)
OPERATOR(view_sub, LANG_OP_SUB)

static int any_in(struct lang_thread *t, lang_value item, void *container)
{
    return lang_contains(t, *(lang_value *)container, item);
}

static lang_value m_isdisjoint(struct lang_thread *t, const lang_value *a)
{
    lang_value self = a[0], other = a[1];
    struct lang_type *type = lang_type_of(other);
    bool same = lang_same(self, other), plain = type == &lang_type_set || type == &lang_type_frozenset ||
                                                lang_is_a(other, &lang_type_dict_keys) ||
                                                lang_is_a(other, &lang_type_dict_items);
    int64_t n = plain ? lang_len(t, other) : 0, own = plain || same ? lang_len(t, self) : 0;
    if (n < 0 || own < 0)
        return lang_error();
    if (same)
        return lang_bool(own == 0);
    if (n > own) { /* the shorter one is walked over where looking into the other is quick */
        self = a[1];
        other = a[0];
    }
    int common = lang_for_each(t, other, any_in, &self);

    return common < 0 ? lang_error() : lang_bool(!common);
}

static lang_value m_view_reversed(struct lang_thread *t, const lang_value *a)
{
    return lang_dict_iter_new(t, dict_of(a[0]), kind_of(a[0]), true);
}

static lang_value get_mapping(struct lang_thread *t, lang_value self)
{
    return lang_mappingproxy_new(t, dict_of(self));
}

static const struct lang_method set_view_methods[] = {
    {"isdisjoint", "(other, /)", m_isdisjoint,
     "Return True if the view and the given iterable have a null intersection.", LANG_M_NOSIG},
    {"__reversed__", "()", m_view_reversed, "Return a reverse iterator over the dict keys.", LANG_M_NOSIG},
    {0},
};
static const struct lang_method values_methods[] = {
    {"__reversed__", "()", m_view_reversed, "Return a reverse iterator over the dict values.", LANG_M_NOSIG},
    {0},
};
static const struct lang_getset view_getset[] = {
    {"mapping", get_mapping, NULL, "dictionary that this view refers to"},
    {0},
};

#define VIEW_HEAD(text, rows)                                                                                          \
    .name = text, .size = sizeof(struct lang_dict_view), .methods = rows, .getset = view_getset,                       \
    .destroy = view_destroy, .traverse = view_traverse, .repr = view_repr, .iter = view_iter, .len = view_len
#define AS_SET                                                                                                         \
    .compare = view_compare, .hash = lang_hash_unhashable,                                                             \
    .binary = {[LANG_OP_AND] = view_and, [LANG_OP_OR] = view_or, [LANG_OP_XOR] = view_xor, [LANG_OP_SUB] = view_sub}

struct lang_type lang_type_dict_keys = {VIEW_HEAD("dict_keys", set_view_methods), AS_SET, .contains = keys_contains};
struct lang_type lang_type_dict_items = {VIEW_HEAD("dict_items", set_view_methods), AS_SET, .contains = items_contains};
struct lang_type lang_type_dict_values = {VIEW_HEAD("dict_values", values_methods)};

#define ORDERED(name_, of)                                                                                             \
    {                                                                                                                  \
        .name = name_, .size = sizeof(struct lang_dict_view), .base = of, .destroy = view_destroy,                     \
        .traverse = view_traverse                                                                                      \
    }
static struct lang_type odict_keys = ORDERED("odict_keys", &lang_type_dict_keys);
static struct lang_type odict_values = ORDERED("odict_values", &lang_type_dict_values);
static struct lang_type odict_items = ORDERED("odict_items", &lang_type_dict_items);

int lang_dict_views_ready(struct lang_thread *t)
{
    struct lang_type *const types[] = {
        &lang_type_dict,
        &lang_type_dict_keys,
        &lang_type_dict_values,
        &lang_type_dict_items,
        &odict_keys,
        &odict_values,
        &odict_items,
        &lang_type_dict_keyiterator,
        &lang_type_dict_valueiterator,
        &lang_type_dict_itemiterator,
        &lang_type_dict_reversekeyiterator,
        &lang_type_dict_reversevalueiterator,
        &lang_type_dict_reverseitemiterator,
    };

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_type_ready(t, types[i]) < 0)
            return -1;
    return 0;
}
