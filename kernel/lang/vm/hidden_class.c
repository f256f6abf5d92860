/* hidden_class.c: hidden classes (the maps of Self: Chambers, Ungar and Lee, 1989) and the attributes of instances.
 *
 * An instance starts at the root shape of its class and walks along transitions as attributes are added; instances that
 * got the same attributes in the same order share one shape, which is what inline caches compare. Deleting an
 * attribute, asking for __dict__ or an unusual number of attributes gives the instance a dict of its own. */
#include <stdlib.h>
#include <string.h>

#include "vm/code.h"
#include "vm/type.h"

enum { MAX_KEYS = 200, MAX_CHILDREN = 64, TABLE_FROM = 8 };

static struct lang_shape *shape_new(struct lang_thread *t, struct lang_type *type, struct lang_shape *parent,
                                    struct lang_str *key)
{
    struct lang_shape *s = calloc(1, sizeof *s);
    if (!s) {
        lang_no_memory(t);
        return NULL;
    }
    s->type = type;
    s->parent = parent;
    s->key = key ? lang_incref(key) : NULL;
    s->count = parent ? parent->count + 1 : 0;
    s->regained = parent && parent->regained;
    return s;
}

struct lang_shape *lang_shape_root(struct lang_thread *t, struct lang_type *type)
{
    if (!type->shape)
        type->shape = shape_new(t, type, NULL, NULL);
    return type->shape;
}

void lang_shape_free(struct lang_thread *t, struct lang_shape *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < s->child_count; i++) /* depth is bounded by MAX_KEYS */
        lang_shape_free(t, s->children[i]);
    lang_shape_free(t, s->again);
    free(s->children);
    free(s->table);
    free(s->table_index);
    lang_xdecref(t, s->key);
    free(s);
}

static uint32_t pointer_hash(const void *p)
{
    return (uint32_t)((uintptr_t)p >> 4) * 2654435761u >> 7;
}

static bool make_table(struct lang_shape *s)
{
    uint32_t size = 16;
    while (size < s->count * 2)
        size *= 2;
    s->table = calloc(size, sizeof *s->table);
    s->table_index = calloc(size, sizeof *s->table_index);
    if (!s->table || !s->table_index) {
        free(s->table);
        free(s->table_index);
        s->table = NULL;
        s->table_index = NULL;
        return false;
    }
    s->table_mask = size - 1;
    for (struct lang_shape *k = s; k->key; k = k->parent) {
        uint32_t i = pointer_hash(k->key) & s->table_mask;
        while (s->table[i])
            i = (i + 1) & s->table_mask;
        s->table[i] = k->key;
        s->table_index[i] = k->count - 1;
    }
    return true;
}

int64_t lang_shape_find(struct lang_shape *s, struct lang_str *name)
{
    if (s->count >= TABLE_FROM && (s->table || make_table(s))) {
        for (uint32_t i = pointer_hash(name) & s->table_mask; s->table[i]; i = (i + 1) & s->table_mask)
            if (s->table[i] == name)
                return s->table_index[i];
        return -1;
    }
    for (; s->key; s = s->parent)
        if (s->key == name)
            return s->count - 1;
    return -1;
}

struct lang_shape *lang_shape_add(struct lang_thread *t, struct lang_shape *s, struct lang_str *name)
{
    for (uint32_t i = 0; i < s->child_count; i++)
        if (s->children[i]->key == name)
            return s->children[i];
    if (s->count >= MAX_KEYS || s->child_count >= MAX_CHILDREN)
        return NULL;
    if (s->child_count == s->child_capacity) {
        uint32_t fresh = s->child_capacity ? s->child_capacity * 2 : 2;
        struct lang_shape **p = realloc(s->children, fresh * sizeof *p);
        if (!p)
            return NULL; /* the dict that takes over reports memory if it is short there, too */
        s->children = p;
        s->child_capacity = fresh;
    }
    struct lang_shape *child = shape_new(t, s->type, s, name);
    if (!child) {
        lang_error_clear(t);
        return NULL;
    }
    s->children[s->child_count++] = child;
    return child;
}

/* ------------------------------------------------------------------ attributes of an instance */

static struct lang_attrs *attrs_of(struct lang_object *o)
{
    if (o->type->attr_offset == LANG_ATTRS_AT_END) {
        size_t size = (o->type->extent(o) + 7) & ~(size_t)7;
        return (struct lang_attrs *)((char *)o + size);
    }
    return lang_attrs_of(o);
}

static struct lang_attrs *members_of(struct lang_object *o)
{
    uint32_t at = o->type->member_offset;
    return at ? (struct lang_attrs *)((char *)o + at) : attrs_of(o);
}

/* Gives up the hold on an instance's dict; if the instance has another one now, it stays a little longer. */
static inline void release_dict(struct lang_thread *t, struct lang_dict *d)
{
    if (d->head.refs > 1)
        d->head.refs--;
    else
        lang_keep(t, d);
}

static lang_value get(struct lang_thread *t, struct lang_attrs *a, struct lang_str *name)
{
    if (!a)
        return lang_undef();
    if (a->shape) {
        int64_t i = lang_shape_find(a->shape, name);
        return i < 0 ? lang_undef() : a->slots[i];
    }
    if (!a->dict)
        return lang_undef();
    struct lang_dict *d = lang_incref(a->dict); /* an __eq__ of a key may give the instance another one */
    lang_value v = lang_dict_get_str(t, d, name);
    release_dict(t, d);
    return v;
}

lang_value lang_attrs_get(struct lang_thread *t, struct lang_object *o, struct lang_str *name)
{
    return get(t, attrs_of(o), name);
}

lang_value lang_member_get(struct lang_thread *t, struct lang_object *o, struct lang_str *name)
{
    return get(t, members_of(o), name);
}

/* The dict takes the values over. */
static int to_dict(struct lang_thread *t, struct lang_attrs *a)
{
    struct lang_str *names[MAX_KEYS + 1] = {NULL};
    uint32_t n = a->shape ? a->shape->count : 0;
    for (struct lang_shape *s = a->shape; s && s->key; s = s->parent)
        names[s->count - 1] = s->key;
    struct lang_dict *d = lang_dict_of_names(t, names, a->slots, n);
    if (!d)
        return -1;
    if (n)
        lang_free(t, a->slots, lang_shape_capacity(n) * sizeof *a->slots);
    a->shape = NULL;
    a->dict = d;
    return 0;
}

int lang_attrs_grow(struct lang_thread *t, struct lang_attrs *a)
{
    uint32_t n = a->shape->count;
    size_t had = n ? lang_shape_capacity(n) : 0, need = lang_shape_capacity(n + 1);
    if (need > had) {
        lang_value *p = lang_realloc(t, had ? a->slots : NULL, had * sizeof *p, need * sizeof *p);
        if (!p)
            return -1;
        a->slots = p;
    }
    return 0;
}

static int set_by_shape(struct lang_thread *t, struct lang_attrs *a, struct lang_str *name, lang_value v)
{
    int64_t i = lang_shape_find(a->shape, name);
    if (i >= 0) {
        lang_set_steal(t, &a->slots[i], lang_ref(v));
        return 0;
    }
    struct lang_shape *next = lang_shape_add(t, a->shape, name);
    if (!next)
        return 1;
    if (lang_attrs_grow(t, a) < 0)
        return -1;
    a->slots[a->shape->count] = lang_ref(v);
    a->shape = next;
    return 0;
}

static int set(struct lang_thread *t, struct lang_attrs *a, struct lang_type *type, struct lang_str *name, lang_value v)
{
    if (!a)
        return 1;
    if (!a->shape && !a->dict && !lang_is_undef(v)) {
        a->shape = lang_shape_root(t, type);
        if (!a->shape)
            return -1;
    }
    if (a->shape) {
        if (lang_is_undef(v)) {
            if (lang_shape_find(a->shape, name) < 0)
                return 1;
        } else {
            int r = set_by_shape(t, a, name, v);
            if (r <= 0)
                return r;
        }
        if (to_dict(t, a) < 0)
            return -1;
    }
    struct lang_dict *d = a->dict ? lang_incref(a->dict) : NULL;
    if (!d)
        return 1;
    int r = lang_is_undef(v) ? lang_dict_del(t, d, lang_obj(name)) : lang_dict_set_str(t, d, name, v);
    lang_decref(t, d);
    return r < 0 ? -1 : lang_is_undef(v) ? !r : 0;
}

int lang_attrs_set(struct lang_thread *t, struct lang_object *o, struct lang_str *name, lang_value v)
{
    return set(t, attrs_of(o), o->type, name, v);
}

int lang_member_set(struct lang_thread *t, struct lang_object *o, struct lang_str *name, lang_value v)
{
    return set(t, members_of(o), o->type, name, v);
}

int lang_attrs_leave_shapes(struct lang_thread *t, struct lang_object *o)
{
    struct lang_attrs *a = attrs_of(o), *members = members_of(o);
    return (a && a->shape && to_dict(t, a) < 0) || (members && members->shape && to_dict(t, members) < 0) ? -1 : 0;
}

struct lang_dict *lang_instance_dict(struct lang_thread *t, lang_value v)
{
    struct lang_attrs *a = v.tag == LANG_OBJECT ? attrs_of(v.o) : NULL;
    if (!a)
        return lang_fail_null(t, LANG_EXC_AttributeError, "'%N' object has no attribute '__dict__'", v);
    const bool again = a->shape && a->shape->regained;
    if (a->shape || !a->dict) {
        if (to_dict(t, a) < 0)
            return NULL;
        a->dict->head.flags |= again ? 0 : LANG_DICT_LENT;
    }
    return lang_incref(a->dict);
}

static struct lang_shape *regained_root(struct lang_thread *t, struct lang_type *type)
{
    struct lang_shape *root = lang_shape_root(t, type);
    if (root && !root->again && (root->again = shape_new(t, type, NULL, NULL)))
        root->again->regained = true;
    return root ? root->again : NULL;
}

/* The shape of an instance with these attributes; NULL: it can have none. */
static struct lang_shape *shape_of(struct lang_thread *t, struct lang_type *type, const struct lang_dict *d)
{
    lang_value key, value;
    struct lang_shape *s = regained_root(t, type);
    for (int64_t at = 0; s && lang_dict_next((struct lang_dict *)d, &at, &key, &value);)
        s = lang_is_exactly(key, &lang_type_str) && lang_as_str(key)->interned ? lang_shape_add(t, s, lang_as_str(key))
                                                                               : NULL;
    if (!s)
        lang_error_clear(t); /* short of memory: it stays as it is */
    return s;
}

bool lang_attrs_regain_shape(struct lang_thread *t, struct lang_object *o)
{
    struct lang_attrs *a = lang_attrs_of(o);
    struct lang_dict *d = a->dict;
    if (a->shape || !d || d->head.refs != 1 || !(d->head.flags & LANG_DICT_LENT))
        return false;
    d->head.flags &= ~(uint32_t)LANG_DICT_LENT;
    struct lang_shape *shape = shape_of(t, o->type, d);
    lang_value *slots = NULL, key, value;
    if (shape && shape->count && !(slots = lang_alloc(t, lang_shape_capacity(shape->count) * sizeof *slots)))
        lang_error_clear(t);
    if (!slots)
        return false;
    for (int64_t at = 0, i = 0; lang_dict_next(d, &at, &key, &value); i++)
        slots[i] = lang_ref(value);
    a->shape = shape;
    a->slots = slots;
    lang_decref(t, d);
    return true;
}

static void clear(struct lang_thread *t, struct lang_attrs *a)
{
    struct lang_attrs was = *a;
    a->shape = NULL;
    a->dict = NULL;
    if (!was.shape) {
        lang_xdecref(t, was.dict);
        return;
    }
    uint32_t n = was.shape->count;
    for (uint32_t i = 0; i < n; i++)
        lang_unref(t, was.slots[i]);
    if (n)
        lang_free(t, was.slots, lang_shape_capacity(n) * sizeof *was.slots);
}

void lang_attrs_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_attrs *a = attrs_of(o);
    if (a)
        clear(t, a);
    if (o->type->member_offset)
        clear(t, members_of(o));
}

static void traverse(struct lang_attrs *a, lang_visit_fn visit, void *arg)
{
    if (!a->shape) {
        if (a->dict)
            visit(&a->dict->head, arg);
        return;
    }
    for (uint32_t i = 0; i < a->shape->count; i++)
        if (a->slots[i].tag == LANG_OBJECT)
            visit(a->slots[i].o, arg);
}

void lang_attrs_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_attrs *a = attrs_of(o);
    if (a)
        traverse(a, visit, arg);
    if (o->type->member_offset)
        traverse(members_of(o), visit, arg);
}
