/* set_type.c: the types set and frozenset: slots, methods, operators and their iterator, over the table of set.c. */
#include <string.h>

#include "set.h"
#include "vm/object_reduce.h"

static inline struct lang_set *as_set(lang_value v)
{
    return (struct lang_set *)v.o;
}
static inline bool is_set(lang_value v)
{
    return v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_SET);
}
static inline bool is_mutable(lang_value v)
{
    return lang_is_a(v, &lang_type_set);
}
/* The built-in type that a set's operators give: a subclass decays. */
static inline struct lang_type *plain_type(lang_value v)
{
    return is_mutable(v) ? &lang_type_set : &lang_type_frozenset;
}

/* ------------------------------------------------------------------ life */

static lang_value set_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_set_new_of(t, cls));
}

static int check_arguments(struct lang_thread *t, const char *name, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    static const char *const signature = "(iterable=(), /)";
    lang_value bound[1];
    struct lang_params *params;

    if (!kwnames && nargs <= 1)
        return 0;
    params = lang_params_get(t, name, signature);
    return params ? lang_params_bind(t, params, args, nargs, kwnames, bound) : -1;
}

static int set_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                    struct lang_tuple *kwnames)
{
    if (check_arguments(t, "set", args, nargs, kwnames) < 0)
        return -1;
    if (as_set(self)->fill)
        lang_set_clear(t, as_set(self));
    return nargs ? lang_set_update(t, as_set(self), args[0]) : 0;
}

static lang_value frozenset_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                 struct lang_tuple *kwnames)
{
    struct lang_set *s;

    if (cls->init == lang_type_object.init && check_arguments(t, "frozenset", args, nargs, kwnames) < 0)
        return lang_error();
    if (cls == &lang_type_frozenset && nargs && lang_is_exactly(args[0], &lang_type_frozenset))
        return lang_ref(args[0]);
    s = lang_set_new_of(t, cls);
    if (s && nargs && lang_set_update(t, s, args[0]) < 0) {
        lang_decref(t, s);
        return lang_error();
    }
    return lang_obj_or_error(s);
}

static void set_drop(struct lang_thread *t, struct lang_object *o)
{
    if (((struct lang_set *)o)->table)
        lang_set_clear(t, (struct lang_set *)o);
}

static void set_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_set *s = (struct lang_set *)o;

    for (int64_t i = 0; s->table && s->objects && i <= s->mask; i++)
        if (s->table[i].key.tag == LANG_OBJECT)
            visit(s->table[i].key.o, arg);
}

static struct lang_set *copy_as(struct lang_thread *t, struct lang_type *type, lang_value iterable)
{
    struct lang_set *s = lang_set_new_of(t, type);

    if (s && lang_set_update(t, s, iterable) < 0) {
        lang_decref(t, s);
        return NULL;
    }
    return s;
}

/* ------------------------------------------------------------------ iteration */

static lang_value set_iter(struct lang_thread *t, lang_value v)
{
    struct lang_set_iter *it = lang_object_new(t, &lang_type_set_iterator);

    if (!it)
        return lang_error();
    it->set = lang_incref(v.o);
    it->count = it->left = it->set->count;
    return lang_obj(it);
}

static void iter_drop(struct lang_thread *t, struct lang_object *o)
{
    struct lang_set_iter *it = (struct lang_set_iter *)o;
    struct lang_set *s = it->set;

    it->set = NULL;
    lang_xdecref(t, s);
}

static void iter_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_set_iter *it = (struct lang_set_iter *)o;

    if (it->set)
        visit(&it->set->head, arg);
}

static lang_value iter_next(struct lang_thread *t, lang_value v)
{
    struct lang_set_iter *it = (struct lang_set_iter *)v.o;
    lang_value key;

    if (!it->set)
        return lang_undef();
    if (it->set->count != it->count) {
        it->count = -1; /* stays broken */
        return lang_raise(t, LANG_EXC_RuntimeError, "Set changed size during iteration");
    }
    if (lang_set_next(it->set, &it->position, &key)) {
        it->left--;
        return lang_ref(key);
    }
    iter_drop(t, &it->head);
    return lang_undef();
}

static lang_value m_iter_hint(struct lang_thread *t, const lang_value *a)
{
    struct lang_set_iter *it = (struct lang_set_iter *)a[0].o;

    (void)t;
    return lang_int(it->set && it->set->count == it->count ? it->left : 0);
}

static const struct lang_method iter_methods[] = {
    {"__length_hint__", "()", m_iter_hint, "Private method returning an estimate of len(list(it)).", LANG_M_NOSIG},
    {0},
};

struct lang_type lang_type_set_iterator = {
    .name = "set_iterator",
    .size = sizeof(struct lang_set_iter),
    .methods = iter_methods,
    .destroy = iter_drop,
    .traverse = iter_traverse,
    .clear = iter_drop,
    .iter = lang_iter_self,
    .next = iter_next,
};

/* ------------------------------------------------------------------ text, hash, size */

static lang_value set_repr(struct lang_thread *t, lang_value v)
{
    const char *name = lang_type_name(v);
    bool plain = lang_is_exactly(v, &lang_type_set);
    struct lang_builder b;
    struct lang_list *items;
    bool bad = false;
    int shown = lang_repr_enter(t, v);

    if (shown < 0)
        return lang_error();
    lang_builder_init(&b, t);
    if (shown || as_set(v)->count == 0) {
        lang_builder_c(&b, name);
        lang_builder_c(&b, shown ? "(...)" : "()");
        if (!shown)
            lang_repr_leave(t, v);
        return lang_obj_or_error(lang_builder_finish(&b));
    }
    items = lang_to_list(t, v); /* a class may have an __iter__ of its own */
    if (!items) {
        lang_repr_leave(t, v);
        return lang_error();
    }
    if (!plain) {
        lang_builder_c(&b, name);
        lang_builder_char(&b, '(');
    }
    lang_builder_char(&b, '{');
    for (int64_t i = 0; !bad && i < items->length; i++)
        bad = (i && lang_builder_c(&b, ", ") < 0) || lang_builder_repr(&b, items->items[i]) < 0 || interrupted_at(t, i);
    lang_decref(t, items);
    lang_builder_c(&b, plain ? "}" : "})");
    lang_repr_leave(t, v);
    if (bad) {
        lang_builder_drop(&b);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

/* CPython's mixing of the hashes of a frozenset, whose order must not matter: sets of sets keep its order. */
static uint64_t shuffle(uint64_t h)
{
    return ((h ^ 89869747u) ^ (h << 16)) * 3644798167u;
}

static int frozenset_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct lang_set *s = as_set(v);
    uint64_t hash = 0;

    if (s->hash != -1) {
        *out = s->hash;
        return 0;
    }
    for (int64_t i = 0; i <= s->mask; i++) {
        hash ^= shuffle(s->table[i].key.tag == LANG_UNDEF ? 0 : (uint64_t)s->table[i].hash);
        if ((i & 0xfffff) == 0xfffff && lang_poll_quiet(t) < 0)
            return -1;
    }
    /* take the effect of free and deleted entries out again */
    if ((s->mask + 1 - s->fill) & 1)
        hash ^= shuffle(0);
    if ((s->fill - s->count) & 1)
        hash ^= shuffle((uint64_t)-1);
    hash ^= ((uint64_t)s->count + 1) * 1927868237u;
    hash ^= (hash >> 11) ^ (hash >> 25);
    hash = hash * 69069u + 907133923u;
    if (hash == (uint64_t)-1)
        hash = 590923713u;
    *out = s->hash = (int64_t)hash;
    return 0;
}

static int64_t set_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    return as_set(v)->count;
}

/* A set is not hashable, but `{1} in {frozenset({1})}` is asked by its contents. */
static struct lang_set *key_of_set(struct lang_thread *t, lang_value item)
{
    if (!is_mutable(item) || !lang_error_is(t, LANG_EXC_TypeError))
        return NULL;
    lang_error_clear(t);
    return copy_as(t, &lang_type_frozenset, item);
}

static int set_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    struct lang_set *key;
    int r = lang_set_has(t, as_set(v), item);

    if (r >= 0 || !(key = key_of_set(t, item)))
        return r;
    r = lang_set_has(t, as_set(v), lang_obj(key));
    lang_decref(t, key);
    return r;
}

/* ------------------------------------------------------------------ combining */

/* Calls fn for every item of any iterable with its hash; a set's and a dict's hashes are known. */
struct walk {
    struct lang_set *first, *second, *out;
    int (*fn)(struct lang_thread *t, struct walk *w, lang_value key, int64_t hash);
};

static int walk_item(struct lang_thread *t, lang_value item, void *arg)
{
    struct walk *w = arg;
    int64_t hash;

    return lang_hash(t, item, &hash) < 0 ? -1 : w->fn(t, w, item, hash);
}

static int walk(struct lang_thread *t, struct walk *w, lang_value over)
{
    struct lang_set *s;
    int status = 0;

    if (lang_is_exactly(over, &lang_type_dict)) {
        struct lang_dict *d = lang_as_dict(over);

        for (int64_t i = 0; status == 0 && i < d->used; i++) {
            struct lang_dict_entry e = d->entries[i];

            if ((i & 0xfffff) == 0xfffff && lang_poll_quiet(t) < 0)
                return -1;
            if (e.value.tag == LANG_UNDEF)
                continue;
            lang_ref(e.key);
            status = w->fn(t, w, e.key, e.hash);
            lang_unref(t, e.key);
        }
        return status;
    }
    if (!is_set(over))
        return lang_for_each(t, over, walk_item, w);
    s = as_set(over);
    for (int64_t i = 0; status == 0 && i <= s->mask; i++) {
        struct lang_set_entry e = s->table[i];

        if ((i & 0xfffff) == 0xfffff && lang_poll_quiet(t) < 0)
            return -1;
        if (e.key.tag <= LANG_ERROR)
            continue;
        lang_ref(e.key);
        status = w->fn(t, w, e.key, e.hash);
        lang_unref(t, e.key);
    }
    return status;
}

static int add_if_common(struct lang_thread *t, struct walk *w, lang_value key, int64_t hash)
{
    int r = lang_set_has_hashed(t, w->first, key, hash);

    return r == 1 ? lang_set_add_hashed(t, w->out, key, hash) : r;
}

static int discard(struct lang_thread *t, struct walk *w, lang_value key, int64_t hash)
{
    return lang_set_discard_hashed(t, w->out, key, hash) < 0 ? -1 : 0;
}

static int toggle(struct lang_thread *t, struct walk *w, lang_value key, int64_t hash)
{
    int r = lang_set_discard_hashed(t, w->out, key, hash);

    return r < 0 ? -1 : r ? 0 : lang_set_add_hashed(t, w->out, key, hash);
}

static int stop_if_common(struct lang_thread *t, struct walk *w, lang_value key, int64_t hash)
{
    return lang_set_has_hashed(t, w->first, key, hash);
}

static int stop_if_absent(struct lang_thread *t, struct walk *w, lang_value key, int64_t hash)
{
    int r = lang_set_has_hashed(t, w->first, key, hash);

    return r < 0 ? -1 : !r;
}

/* The selected items of a set as a new one. */
static struct lang_set *selected(struct lang_thread *t, struct lang_type *type, lang_value from, lang_value other,
                                 bool common)
{
    struct lang_set *out = lang_set_new_of(t, type);

    if (out && lang_set_select(t, out, as_set(from), as_set(other), common) < 0) {
        lang_decref(t, out);
        return NULL;
    }
    return out;
}

static struct lang_set *finish(struct lang_thread *t, struct walk *w, lang_value over)
{
    if (w->out && walk(t, w, over) < 0) {
        lang_decref(t, w->out);
        return NULL;
    }
    return w->out;
}

static struct lang_set *intersection(struct lang_thread *t, lang_value a, lang_value b, struct lang_type *type)
{
    struct walk w = {.fn = add_if_common};

    if (is_set(b) && as_set(b) == as_set(a))
        return copy_as(t, type, a);
    if (is_set(b) && as_set(b)->count > as_set(a)->count) {
        lang_value swap = a;

        a = b;
        b = swap;
    }
    if (is_set(b))
        return selected(t, type, b, a, true);
    w.first = as_set(a);
    w.out = lang_set_new_of(t, type);
    return finish(t, &w, b);
}

static int subtract(struct lang_thread *t, struct lang_set *s, lang_value other)
{
    struct walk w = {.out = s, .fn = discard};

    if (is_set(other) && as_set(other) == s) {
        lang_set_clear(t, s);
        return 0;
    }
    return walk(t, &w, other) < 0 ? -1 : lang_set_trim(t, s);
}

static struct lang_set *difference(struct lang_thread *t, lang_value a, lang_value b, struct lang_type *type)
{
    struct lang_set *out;

    /* the smaller one decides who is walked through; the order of the result depends on it */
    if (!is_set(b) || as_set(a)->count >> 2 > as_set(b)->count) {
        if (lang_is_exactly(b, &lang_type_dict) && as_set(a)->count >> 2 <= lang_as_dict(b)->count) {
            struct lang_set *keys = copy_as(t, &lang_type_set, b);

            out = keys ? difference(t, a, lang_obj(keys), type) : NULL;
            lang_xdecref(t, keys);
            return out;
        }
        out = copy_as(t, type, a);
        if (out && subtract(t, out, b) < 0) {
            lang_decref(t, out);
            return NULL;
        }
        return out;
    }
    return selected(t, type, a, b, false);
}

/* s ^= other; the other is made a set first, so that repeated items count once. */
static int toggle_all(struct lang_thread *t, struct lang_set *s, lang_value other)
{
    struct walk w = {.out = s, .fn = toggle};
    struct lang_set *unique = NULL;
    int status;

    if (is_set(other) && as_set(other) == s) {
        lang_set_clear(t, s);
        return 0;
    }
    if (!is_set(other)) {
        unique = copy_as(t, &lang_type_set, other);
        if (!unique)
            return -1;
        other = lang_obj(unique);
    }
    status = walk(t, &w, other);
    lang_xdecref(t, unique);
    return status < 0 ? -1 : 0;
}

static struct lang_set *symmetric(struct lang_thread *t, lang_value a, lang_value b, struct lang_type *type)
{
    /* the copy is made of the right operand, as CPython does: the order follows from it */
    struct lang_set *out = copy_as(t, type, b);

    if (out && toggle_all(t, out, a) < 0) {
        lang_decref(t, out);
        return NULL;
    }
    return out;
}

static struct lang_set *union_of(struct lang_thread *t, lang_value a, lang_value b, struct lang_type *type)
{
    struct lang_set *out = copy_as(t, type, a);

    /* what is there already must not make the table grow: the order of the result would change */
    if (out && !(is_set(b) && as_set(b) == as_set(a)) && lang_set_update(t, out, b) < 0) {
        lang_decref(t, out);
        return NULL;
    }
    return out;
}

static struct lang_set *combine(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b,
                                struct lang_type *type)
{
    switch (op) {
    case LANG_OP_AND:
        return intersection(t, a, b, type);
    case LANG_OP_OR:
        return union_of(t, a, b, type);
    case LANG_OP_XOR:
        return symmetric(t, a, b, type);
    default:
        return difference(t, a, b, type);
    }
}

/* The parts of two views of items that are in one of them only: first what the larger has, then the rest. */
static struct lang_set *item_difference(struct lang_thread *t, lang_value a, lang_value b)
{
    struct lang_set *out = lang_set_new(t, false);
    lang_value sides[2] = {a, b};
    int64_t n = lang_len(t, a), m = lang_len(t, b);
    bool bad = !out || n < 0 || m < 0;

    if (n <= m) {
        sides[0] = b;
        sides[1] = a;
    }
    for (int side = 0; !bad && side < 2; side++) {
        struct lang_list *items = lang_to_list(t, sides[side]);

        bad = !items;
        for (int64_t i = 0; !bad && i < items->length; i++) {
            int in = lang_contains(t, sides[!side], items->items[i]);

            bad = in < 0 || (!in && lang_set_add(t, out, items->items[i]) < 0);
        }
        lang_xdecref(t, items);
    }
    if (bad)
        lang_xdecref(t, out);
    return bad ? NULL : out;
}

/* What two views, or a view and any iterable, have in common: the equal items of the one that is walked over. */
static lang_value common_items(struct lang_thread *t, lang_value view, lang_value other)
{
    struct lang_set *out;
    lang_value it, item;
    int64_t n = lang_len(t, view);
    int in = 0;

    if (lang_is_exactly(other, &lang_type_set) && as_set(other)->count >= n)
        return lang_obj_or_error(intersection(t, other, view, &lang_type_set));
    it = lang_iter(t, other);
    out = lang_is_error(it) ? NULL : lang_set_new(t, false);
    for (int64_t i = 0; out && in >= 0 && !lang_is_undef(item = lang_next(t, it)); i++) {
        in = lang_is_error(item) || ((i & 255) == 255 && lang_poll(t) < 0) ? -1 : lang_contains(t, view, item);
        if (in > 0)
            in = lang_set_add(t, out, item);
        lang_unref(t, item);
    }
    lang_unref(t, it);
    if (out && in < 0) {
        lang_decref(t, out);
        return lang_error();
    }
    return lang_obj_or_error(out);
}

static bool is_view(lang_value v)
{
    return lang_is_a(v, &lang_type_dict_keys) || lang_is_a(v, &lang_type_dict_items);
}

lang_value lang_set_operation(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    struct lang_set *out;

    if (op ==
        LANG_OP_AND) { /* the view may be on the right; of two views the larger is asked, the smaller walked over */
        bool swap = !is_view(a) || (is_view(b) && lang_len(t, b) > lang_len(t, a));

        return common_items(t, swap ? b : a, swap ? a : b);
    }
    if (op == LANG_OP_XOR && lang_is_exactly(a, &lang_type_dict_items) && lang_is_exactly(b, &lang_type_dict_items))
        return lang_obj_or_error(item_difference(t, a, b));
    out = copy_as(t, &lang_type_set, a);
    if (out && (op == LANG_OP_OR    ? lang_set_update(t, out, b)
                : op == LANG_OP_XOR ? toggle_all(t, out, b)
                                    : subtract(t, out, b)) < 0) {
        lang_decref(t, out);
        return lang_error();
    }
    return lang_obj_or_error(out);
}

/* Takes over the contents of another set, which is given up. */
static void replace(struct lang_thread *t, struct lang_set *s, struct lang_set *by)
{
    struct lang_set old = *s;

    s->count = by->count;
    s->fill = by->fill;
    s->mask = by->mask;
    s->objects = by->objects;
    if (by->table == by->small) {
        memcpy(s->small, by->small, sizeof s->small);
        s->table = s->small;
    } else {
        s->table = by->table;
    }
    by->count = old.count;
    by->fill = old.fill;
    by->mask = old.mask;
    by->objects = old.objects;
    if (old.table == s->small) {
        memcpy(by->small, old.small, sizeof by->small);
        by->table = by->small;
    } else {
        by->table = old.table;
    }
    lang_decref(t, by);
}

static int combine_inplace(struct lang_thread *t, enum lang_binary_op op, struct lang_set *s, lang_value b)
{
    struct lang_set *common;

    switch (op) {
    case LANG_OP_AND:
        common = intersection(t, lang_obj(s), b, &lang_type_set);
        if (!common)
            return -1;
        replace(t, s, common);
        return 0;
    case LANG_OP_OR:
        return lang_set_update(t, s, b);
    case LANG_OP_XOR:
        return toggle_all(t, s, b);
    default:
        return subtract(t, s, b);
    }
}

#define OPERATOR(name, op)                                                                                             \
    static lang_value set_##name(struct lang_thread *t, lang_value a, lang_value b)                                    \
    {                                                                                                                  \
        return is_set(a) && is_set(b) ? lang_obj_or_error(combine(t, op, a, b, plain_type(a))) : lang_notimpl();       \
    }                                                                                                                  \
    static lang_value set_i##name(struct lang_thread *t, lang_value a, lang_value b)                                   \
    {                                                                                                                  \
        if (!is_set(b))                                                                                                \
            return lang_notimpl();                                                                                     \
        return combine_inplace(t, op, as_set(a), b) < 0 ? lang_error() : lang_ref(a);                                  \
    }
OPERATOR(and, LANG_OP_AND)
OPERATOR(or, LANG_OP_OR)
OPERATOR(xor, LANG_OP_XOR)
OPERATOR(sub, LANG_OP_SUB)

/* 1 every item of a is in b, 0 not, -1 error. */
static int is_subset(struct lang_thread *t, struct lang_set *a, struct lang_set *b)
{
    int r;

    if (a->count > b->count)
        return 0;
    r = lang_set_any(t, a, b, false);
    return r < 0 ? -1 : !r;
}

static lang_value set_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    struct lang_set *x, *y;
    int r;

    if (!is_set(b))
        return lang_notimpl();
    x = as_set(a);
    y = as_set(b);
    if (lang_poll_quiet(t) < 0) /* nested ones may be many, each short */
        return lang_error();
    switch (op) {
    case LANG_EQ:
    case LANG_NE:
        r = x->count == y->count && !(x->hash != -1 && y->hash != -1 && x->hash != y->hash) ? is_subset(t, x, y) : 0;
        if (r >= 0 && op == LANG_NE)
            r = !r;
        break;
    case LANG_LE:
        r = is_subset(t, x, y);
        break;
    case LANG_GE:
        r = is_subset(t, y, x);
        break;
    case LANG_LT:
        r = x->count < y->count ? is_subset(t, x, y) : 0;
        break;
    default:
        r = y->count < x->count ? is_subset(t, y, x) : 0;
        break;
    }
    return r < 0 ? lang_error() : lang_bool(r);
}

/* ------------------------------------------------------------------ methods */

static lang_value m_add(struct lang_thread *t, const lang_value *a)
{
    return lang_set_add(t, as_set(a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

static int discard_item(struct lang_thread *t, lang_value self, lang_value item)
{
    struct lang_set *key;
    int r = lang_set_discard(t, as_set(self), item);

    if (r >= 0 || !(key = key_of_set(t, item)))
        return r;
    r = lang_set_discard(t, as_set(self), lang_obj(key));
    lang_decref(t, key);
    return r;
}

static lang_value m_discard(struct lang_thread *t, const lang_value *a)
{
    return discard_item(t, a[0], a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value m_remove(struct lang_thread *t, const lang_value *a)
{
    int r = discard_item(t, a[0], a[1]);

    return r == 0 ? lang_raise_value(t, LANG_EXC_KeyError, a[1]) : r < 0 ? lang_error() : lang_none();
}

static lang_value m_pop(struct lang_thread *t, const lang_value *a)
{
    lang_value v = lang_set_take_any(as_set(a[0])), text;

    if (!lang_is_undef(v))
        return v;
    text = lang_obj_or_error(lang_str_from_c(t, "pop from an empty set"));
    if (!lang_is_error(text)) {
        lang_raise_value(t, LANG_EXC_KeyError, text);
        lang_unref(t, text);
    }
    return lang_error();
}

static lang_value m_clear(struct lang_thread *t, const lang_value *a)
{
    lang_set_clear(t, as_set(a[0]));
    return lang_none();
}

static lang_value m_copy(struct lang_thread *t, const lang_value *a)
{
    if (lang_is_exactly(a[0], &lang_type_frozenset))
        return lang_ref(a[0]);
    return lang_obj_or_error(copy_as(t, plain_type(a[0]), a[0]));
}

/* union(), intersection(), difference(): any number of iterables, one after the other. */
static lang_value combine_all(struct lang_thread *t, enum lang_binary_op op, const lang_value *a)
{
    struct lang_tuple *others = lang_as_tuple(a[1]);
    struct lang_type *type = plain_type(a[0]);
    struct lang_set *out;

    if (others->length == 0)
        return lang_obj_or_error(copy_as(t, type, a[0])); /* of a frozenset, too */
    out = combine(t, op, a[0], others->items[0], type);
    for (int64_t i = 1; out && i < others->length; i++) {
        struct lang_set *next;

        if (op != LANG_OP_AND) {
            /* the result so far is ours: change it in place */
            if (combine_inplace(t, op, out, others->items[i]) < 0) {
                lang_decref(t, out);
                return lang_error();
            }
            continue;
        }
        next = combine(t, op, lang_obj(out), others->items[i], type);
        lang_decref(t, out);
        out = next;
    }
    return lang_obj_or_error(out);
}

static lang_value update_all(struct lang_thread *t, enum lang_binary_op op, const lang_value *a)
{
    struct lang_tuple *others = lang_as_tuple(a[1]);

    for (int64_t i = 0; i < others->length; i++)
        if (combine_inplace(t, op, as_set(a[0]), others->items[i]) < 0)
            return lang_error();
    return lang_none();
}

#define METHODS(name, op)                                                                                              \
    static lang_value m_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        return combine_all(t, op, a);                                                                                  \
    }                                                                                                                  \
    static lang_value m_##name##_update(struct lang_thread *t, const lang_value *a)                                    \
    {                                                                                                                  \
        return update_all(t, op, a);                                                                                   \
    }
METHODS(union, LANG_OP_OR)
METHODS(intersection, LANG_OP_AND)
METHODS(difference, LANG_OP_SUB)

static lang_value m_symmetric(struct lang_thread *t, const lang_value *a)
{
    return lang_obj_or_error(symmetric(t, a[0], a[1], plain_type(a[0])));
}

static lang_value m_symmetric_update(struct lang_thread *t, const lang_value *a)
{
    return toggle_all(t, as_set(a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value m_isdisjoint(struct lang_thread *t, const lang_value *a)
{
    lang_value self = a[0], other = a[1];
    struct walk w = {.fn = stop_if_common};
    int r;

    if (is_set(other) && as_set(other)->count > as_set(self)->count) {
        self = a[1];
        other = a[0];
    }
    w.first = as_set(self);
    r = is_set(other) ? lang_set_any(t, as_set(other), as_set(self), true) : walk(t, &w, other);
    return r < 0 ? lang_error() : lang_bool(!r);
}

static lang_value subset_of(struct lang_thread *t, lang_value a, lang_value b, bool superset)
{
    struct lang_set *made = NULL;
    int r;

    if (!is_set(b)) {
        made = copy_as(t, &lang_type_set, b);
        if (!made)
            return lang_error();
        b = lang_obj(made);
    }
    r = superset ? is_subset(t, as_set(b), as_set(a)) : is_subset(t, as_set(a), as_set(b));
    lang_xdecref(t, made);
    return r < 0 ? lang_error() : lang_bool(r);
}

static lang_value m_issubset(struct lang_thread *t, const lang_value *a)
{
    return subset_of(t, a[0], a[1], false);
}

static lang_value m_issuperset(struct lang_thread *t, const lang_value *a)
{
    struct walk w = {.first = as_set(a[0]), .fn = stop_if_absent};
    int r;

    if (is_set(a[1]))
        return subset_of(t, a[0], a[1], true);
    r = walk(t, &w, a[1]); /* no further than the first that is not there */
    return r < 0 ? lang_error() : lang_bool(!r);
}

#define COMMON_METHODS                                                                                                 \
    {"copy", "()", m_copy, "Return a shallow copy of a set.", LANG_M_NOSIG},                                           \
        {"__reduce__", "()", lang_reduce_set, "Return state information for pickling.", LANG_M_NOSIG},                 \
        {"difference", "(*others)", m_difference,                                                                      \
         "Return the difference of two or more sets as a new set.\n\n"                                                 \
         "(i.e. all elements that are in this set but not the others.)",                                               \
         LANG_M_NOSIG},                                                                                                \
        {"intersection", "(*others)", m_intersection,                                                                  \
         "Return the intersection of two sets as a new set.\n\n(i.e. all elements that are in both sets.)",            \
         LANG_M_NOSIG},                                                                                                \
        {"isdisjoint", "(other, /)", m_isdisjoint, "Return True if two sets have a null intersection.", LANG_M_NOSIG}, \
        {"issubset", "(other, /)", m_issubset, "Test whether every element in the set is in other.", 0},               \
        {"issuperset", "(other, /)", m_issuperset, "Test whether every element in other is in the set.", 0},           \
        {"symmetric_difference", "(other, /)", m_symmetric,                                                            \
         "Return the symmetric difference of two sets as a new set.\n\n"                                               \
         "(i.e. all elements that are in exactly one of the sets.)",                                                   \
         LANG_M_NOSIG},                                                                                                \
    {                                                                                                                  \
        "union", "(*others)", m_union,                                                                                 \
            "Return the union of sets as a new set.\n\n(i.e. all elements that are in either set.)", LANG_M_NOSIG      \
    }

static const struct lang_method frozenset_methods[] = {COMMON_METHODS, {0}};

static const struct lang_method set_methods[] = {
    COMMON_METHODS,
    {"add", "(object, /)", m_add, "Add an element to a set.\n\nThis has no effect if the element is already present.",
     LANG_M_NOSIG},
    {"clear", "()", m_clear, "Remove all elements from this set.", LANG_M_NOSIG},
    {"discard", "(object, /)", m_discard,
     "Remove an element from a set if it is a member.\n\nUnlike set.remove(), the discard() method does not raise\n"
     "an exception when an element is missing from the set.",
     LANG_M_NOSIG},
    {"difference_update", "(*others)", m_difference_update, "Remove all elements of another set from this set.",
     LANG_M_NOSIG},
    {"intersection_update", "(*others)", m_intersection_update,
     "Update a set with the intersection of itself and another.", LANG_M_NOSIG},
    {"pop", "()", m_pop, "Remove and return an arbitrary set element.\nRaises KeyError if the set is empty.",
     LANG_M_NOSIG},
    {"remove", "(object, /)", m_remove,
     "Remove an element from a set; it must be a member.\n\nIf the element is not a member, raise a KeyError.",
     LANG_M_NOSIG},
    {"symmetric_difference_update", "(other, /)", m_symmetric_update,
     "Update a set with the symmetric difference of itself and another.", LANG_M_NOSIG},
    {"update", "(*others)", m_union_update, "Update a set with the union of itself and others.", LANG_M_NOSIG},
    {0},
};

#define COMMON_SLOTS                                                                                                   \
    .size = sizeof(struct lang_set), .flags = LANG_TYPE_BASE | LANG_TYPE_SET | LANG_TYPE_WEAKREF,                      \
    .destroy = lang_set_destroy, .traverse = set_traverse, .repr = set_repr, .compare = set_compare, .iter = set_iter, \
    .len = set_len, .contains = set_contains

static lang_value set_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    if (nargs > 1)
        return lang_undef();
    struct lang_set *s = lang_set_new_of(t, &lang_type_set);
    if (s && nargs && lang_set_update(t, s, args[0]) < 0) {
        lang_decref(t, s);
        return lang_error();
    }
    return lang_obj_or_error(s);
}

struct lang_type lang_type_set = {
    .name = "set",
    .doc = "set() -> new empty set object\nset(iterable) -> new set object\n\n"
           "Build an unordered collection of unique elements.",
    COMMON_SLOTS,
    .methods = set_methods,
    .make = set_make,
    .vectorcall = set_vectorcall,
    .init = set_init,
    .clear = set_drop,
    .hash = lang_hash_unhashable,
    .binary = {[LANG_OP_AND] = set_and, [LANG_OP_OR] = set_or, [LANG_OP_XOR] = set_xor, [LANG_OP_SUB] = set_sub},
    .inplace = {[LANG_OP_AND] = set_iand, [LANG_OP_OR] = set_ior, [LANG_OP_XOR] = set_ixor, [LANG_OP_SUB] = set_isub},
};

static lang_value frozenset_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    return frozenset_make(t, &lang_type_frozenset, args, nargs, NULL);
}

struct lang_type lang_type_frozenset = {
    .name = "frozenset",
    .doc = "frozenset() -> empty frozenset object\nfrozenset(iterable) -> frozenset object\n\n"
           "Build an immutable unordered collection of unique elements.",
    COMMON_SLOTS,
    .methods = frozenset_methods,
    .make = frozenset_make,
    .vectorcall = frozenset_vectorcall,
    .hash = frozenset_hash,
    .binary = {[LANG_OP_AND] = set_and, [LANG_OP_OR] = set_or, [LANG_OP_XOR] = set_xor, [LANG_OP_SUB] = set_sub},
};

int lang_sets_ready(struct lang_thread *t)
{
    return lang_type_ready(t, &lang_type_set) < 0 || lang_type_ready(t, &lang_type_frozenset) < 0 ||
                   lang_type_ready(t, &lang_type_set_iterator) < 0
               ? -1
               : 0;
}
