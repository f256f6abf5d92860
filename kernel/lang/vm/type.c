/* type.c: classes. Lookup along the MRO with its cache, version tags, readying built-in types, making classes, and the types
 * `type` and `object` themselves. Which slot a method fills is slots.c's affair. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ versions and lookup */

enum { CACHE_SIZE = 4096 };
static struct {
    uint32_t version;
    struct lang_str *name; /* interned: never freed while the vm lives */
    lang_value value;      /* borrowed: alive while the version holds */
} lookup_cache[CACHE_SIZE];
static uint32_t next_version = 1;

static void new_version(struct lang_type *type)
{
    type->version = next_version++;
    for (uint32_t i = 0; i < type->subclass_count; i++)
        new_version(type->subclasses[i]);
}

bool lang_is_subtype(const struct lang_type *type, const struct lang_type *of)
{
    if (type->mro && type->flags & LANG_TYPE_HEAP) {
        for (int64_t i = 0; i < type->mro->length; i++)
            if (type->mro->items[i].o == &of->head)
                return true;
        return false;
    }
    for (; type; type = type->base)
        if (type == of)
            return true;
    return of == &lang_type_object;
}

lang_value lang_type_lookup(struct lang_thread *t, struct lang_type *type, struct lang_str *name)
{
    size_t h = ((size_t)type->version * 31 + ((uintptr_t)name >> 4)) & (CACHE_SIZE - 1);
    if (lookup_cache[h].name == name && lookup_cache[h].version == type->version)
        return lookup_cache[h].value;
    lang_value found = lang_undef();
    struct lang_tuple *mro = type->mro;
    if (!mro) { /* a type that has not been readied, or is going away */
        for (struct lang_type *k = type; k && lang_is_undef(found); k = k->base)
            if (k->dict)
                found = lang_dict_get_str(t, k->dict, name);
        return found;
    }
    for (int64_t i = 0; i < mro->length && lang_is_undef(found); i++) {
        struct lang_type *k = (struct lang_type *)mro->items[i].o;
        if (k->dict)
            found = lang_dict_get_str(t, k->dict, name);
    }
    if (name->interned) {
        lookup_cache[h].name = name;
        lookup_cache[h].version = type->version;
        lookup_cache[h].value = found;
    }
    return found;
}

int lang_type_set_attr(struct lang_thread *t, struct lang_type *type, struct lang_str *name, lang_value value)
{
    if (lang_is_undef(value)) {
        int r = lang_dict_del(t, type->dict, lang_obj(name));
        if (r < 0)
            return -1;
        if (r == 0)
            return 1;
    } else {
        lang_value old = lang_ref(lang_dict_get_str(t, type->dict, name)); /* caches borrow it: goes after the version */
        int r = lang_dict_set_str(t, type->dict, name, value);
        new_version(type);
        lang_unref(t, old);
        if (r < 0)
            return -1;
    }
    new_version(type);
    if (type->flags & LANG_TYPE_HEAP)
        lang_slots_update(t, type, name);
    return 0;
}

static int add_subclass(struct lang_thread *t, struct lang_type *base, struct lang_type *type)
{
    if ((base->subclass_count & (base->subclass_count - 1)) == 0) {
        uint32_t room = base->subclass_count ? base->subclass_count * 2 : 1;
        struct lang_type **p = realloc(base->subclasses, room * sizeof *p);
        if (!p)
            return lang_no_memory(t), -1;
        base->subclasses = p;
    }
    base->subclasses[base->subclass_count++] = type;
    return 0;
}

static void remove_subclass(struct lang_type *base, struct lang_type *type)
{
    for (uint32_t i = 0; i < base->subclass_count; i++)
        if (base->subclasses[i] == type) {
            memmove(&base->subclasses[i], &base->subclasses[i + 1], (base->subclass_count - i - 1) * sizeof *base->subclasses);
            base->subclass_count--;
            if (base->subclass_count && (base->subclass_count & (base->subclass_count - 1)) == 0) {
                struct lang_type **p = realloc(base->subclasses, base->subclass_count * sizeof *p);
                if (p)
                    base->subclasses = p;
            }
            return;
        }
}

/* ------------------------------------------------------------------ built-in types */

static struct lang_type **ready_types;
static size_t ready_count, ready_room;

static void inherit_slots(struct lang_type *type, const struct lang_type *base)
{
#define INHERIT(slot)                                                                                                              \
    if (!type->slot)                                                                                                               \
        type->slot = base->slot;
    INHERIT(make) INHERIT(init) INHERIT(destroy) INHERIT(traverse) INHERIT(clear) INHERIT(repr) INHERIT(str) INHERIT(format)
    INHERIT(getattr) INHERIT(setattr) INHERIT(get) INHERIT(set) INHERIT(call) INHERIT(truth) INHERIT(iter) INHERIT(next)
    INHERIT(len) INHERIT(getitem) INHERIT(setitem) INHERIT(contains) INHERIT(to_index) INHERIT(to_int) INHERIT(to_float)
    INHERIT(items) INHERIT(extent)
#undef INHERIT
    if (!type->hash && (!type->compare || base != &lang_type_object))
        type->hash = base->hash;
    else if (!type->hash && type->compare)
        type->hash = base == &lang_type_object ? lang_hash_unhashable : base->hash;
    if (!type->compare)
        type->compare = base->compare;
    for (int i = 0; i < LANG_OP_BINARY_COUNT; i++) {
        if (!type->binary[i])
            type->binary[i] = base->binary[i];
        if (!type->inplace[i])
            type->inplace[i] = base->inplace[i];
    }
    for (int i = 0; i < LANG_OP_UNARY_COUNT; i++)
        if (!type->unary[i])
            type->unary[i] = base->unary[i];
    if (!type->size)
        type->size = base->size;
    if (!type->attr_offset)
        type->attr_offset = base->attr_offset;
    type->flags |= base->flags & (LANG_TYPE_EXCEPTION | LANG_TYPE_INT | LANG_TYPE_STR | LANG_TYPE_TUPLE | LANG_TYPE_LIST |
                                  LANG_TYPE_DICT | LANG_TYPE_TYPE | LANG_TYPE_BYTES | LANG_TYPE_SET | LANG_TYPE_FLOAT);
}

static int add_methods(struct lang_thread *t, struct lang_type *type)
{
    for (const struct lang_method *m = type->methods; m && m->name; m++) {
        struct lang_native *f = lang_native_new(t, m, type, NULL);
        if (!f)
            return -1;
        lang_value v = lang_obj(f);
        if (m->flags & (LANG_M_STATIC | LANG_M_CLASS)) {
            v = m->flags & LANG_M_STATIC ? lang_staticmethod_new(t, v) : lang_classmethod_new(t, v);
            lang_decref(t, f);
            if (lang_is_error(v))
                return -1;
        }
        int s = lang_dict_set_c(t, type->dict, m->name, v);
        lang_unref(t, v);
        if (s < 0)
            return -1;
    }
    for (const struct lang_getset *g = type->getset; g && g->name; g++) {
        lang_value v = lang_getset_new(t, type, g);
        if (lang_is_error(v) || lang_dict_set_c(t, type->dict, g->name, v) < 0) {
            lang_unref(t, v);
            return -1;
        }
        lang_unref(t, v);
    }
    return 0;
}

static int make_linear_mro(struct lang_thread *t, struct lang_type *type)
{
    int64_t n = 0;
    for (struct lang_type *k = type; k; k = k->base)
        n++;
    type->mro = lang_tuple_new(t, n);
    if (!type->mro)
        return -1;
    n = 0;
    for (struct lang_type *k = type; k; k = k->base)
        type->mro->items[n++] = lang_ref(lang_obj(k));
    lang_value base = lang_obj(type->base);
    type->bases = lang_tuple_from(t, &base, type->base ? 1 : 0);
    return type->bases ? 0 : -1;
}

int lang_type_ready(struct lang_thread *t, struct lang_type *type)
{
    if (type->flags & LANG_TYPE_READY)
        return 0;
    if (!type->base && type != &lang_type_object)
        type->base = &lang_type_object;
    if (type->base && lang_type_ready(t, type->base) < 0)
        return -1;
    if (ready_count == ready_room) {
        size_t room = ready_room ? ready_room * 2 : 128;
        struct lang_type **p = realloc(ready_types, room * sizeof *p);
        if (!p)
            return lang_no_memory(t), -1;
        ready_types = p;
        ready_room = room;
    }
    if (!type->head.type)
        type->head.type = &lang_type_type;
    type->head.refs = UINT32_MAX / 2;
    type->head.flags |= LANG_OBJ_STATIC;
    type->flags |= LANG_TYPE_READY;
    ready_types[ready_count++] = type;
    if (type->base)
        inherit_slots(type, type->base);
    if (type->traverse || (type->attr_offset && type != &lang_type_object))
        type->flags |= LANG_TYPE_GC;
    type->version = next_version++;
    type->dict = lang_dict_new(t);
    const char *dot = strrchr(type->name, '.');
    if (!type->dict || make_linear_mro(t, type) < 0 || !(type->name_str = lang_intern_c(t, dot ? dot + 1 : type->name)))
        return -1;
    type->qualname = lang_incref(type->name_str);
    if (type->base && add_subclass(t, type->base, type) < 0)
        return -1;
    if (add_methods(t, type) < 0 || lang_slots_publish(t, type) < 0)
        return -1;
    if (type->doc) {
        lang_value doc = lang_obj_or_error(lang_str_from_c(t, type->doc));
        if (lang_is_error(doc) || lang_dict_set_str(t, type->dict, LANG_NAME(__doc__), doc) < 0)
            return -1;
        lang_unref(t, doc);
    } else if (lang_dict_find_str(t, type->dict, LANG_NAME(__doc__)) < 0 &&
               lang_dict_set_str(t, type->dict, LANG_NAME(__doc__), lang_none()) < 0) {
        return -1;
    }
    new_version(type);
    return 0;
}

/* At the vm's end, for tests under sanitizers: static types give back what readying took. */
void lang_types_free(struct lang_thread *t)
{
    for (size_t i = ready_count; i-- > 0;) {
        struct lang_type *type = ready_types[i];
        struct lang_dict *d = type->dict;
        type->dict = NULL;
        lang_xdecref(t, d);
    }
    for (size_t i = ready_count; i-- > 0;) {
        struct lang_type *type = ready_types[i];
        lang_xdecref(t, type->bases);
        lang_xdecref(t, type->mro);
        lang_xdecref(t, type->name_str);
        lang_xdecref(t, type->qualname);
        lang_shape_free(t, type->shape);
        type->bases = type->mro = NULL;
        type->name_str = type->qualname = NULL;
        type->shape = NULL;
    }
    for (size_t i = 0; i < ready_count; i++) {
        free(ready_types[i]->subclasses);
        ready_types[i]->subclasses = NULL;
        ready_types[i]->subclass_count = 0;
        ready_types[i]->flags &= ~(uint32_t)LANG_TYPE_READY;
    }
    free(ready_types);
    ready_types = NULL;
    ready_count = ready_room = 0;
    memset(lookup_cache, 0, sizeof lookup_cache);
}

/* ------------------------------------------------------------------ classes: MRO and layout */

/* C3: merges the MROs of the bases and the list of bases itself. */
static struct lang_tuple *merge_mro(struct lang_thread *t, struct lang_type *type, struct lang_tuple *bases)
{
    int64_t lists = bases->length + 1;
    int64_t heads[65];
    if (lists > 64)
        return lang_fail_null(t, LANG_EXC_TypeError, "too many bases");
    memset(heads, 0, sizeof heads);
    for (int64_t i = 0; i < bases->length; i++)
        for (int64_t k = i + 1; k < bases->length; k++)
            if (bases->items[i].o == bases->items[k].o)
                return lang_fail_null(t, LANG_EXC_TypeError, "duplicate base class %s", ((struct lang_type *)bases->items[i].o)->name);
    struct lang_list *out = lang_list_new(t, 4);
    if (!out || lang_list_append(t, out, lang_obj(type)) < 0)
        goto fail;
    for (;;) {
        struct lang_object *pick = NULL;
        bool more = false;
        for (int64_t i = 0; i < lists && !pick; i++) {
            struct lang_tuple *list = i < bases->length ? ((struct lang_type *)bases->items[i].o)->mro : bases;
            if (heads[i] >= list->length)
                continue;
            more = true;
            struct lang_object *candidate = list->items[heads[i]].o;
            bool later = false;
            for (int64_t k = 0; k < lists && !later; k++) {
                struct lang_tuple *other = k < bases->length ? ((struct lang_type *)bases->items[k].o)->mro : bases;
                for (int64_t j = heads[k] + 1; j < other->length; j++)
                    later = later || other->items[j].o == candidate;
            }
            if (!later)
                pick = candidate;
        }
        if (!more)
            break;
        if (!pick) {
            struct lang_builder b;
            lang_builder_init(&b, t);
            for (int64_t i = 0; i < bases->length; i++) {
                if (i)
                    lang_builder_c(&b, ", ");
                lang_builder_c(&b, ((struct lang_type *)bases->items[i].o)->name);
            }
            struct lang_str *names = lang_builder_finish(&b);
            if (names) {
                lang_fail(t, LANG_EXC_TypeError, "Cannot create a consistent method resolution\norder (MRO) for bases %U", names);
                lang_decref(t, names);
            }
            goto fail;
        }
        if (lang_list_append(t, out, lang_obj(pick)) < 0)
            goto fail;
        for (int64_t i = 0; i < lists; i++) {
            struct lang_tuple *list = i < bases->length ? ((struct lang_type *)bases->items[i].o)->mro : bases;
            if (heads[i] < list->length && list->items[heads[i]].o == pick)
                heads[i]++;
        }
    }
    struct lang_tuple *mro = lang_tuple_from(t, out->items, out->length);
    lang_decref(t, out);
    return mro;
fail:
    lang_xdecref(t, out);
    return NULL;
}

/* The built-in type that decides the layout of instances. */
static struct lang_type *solid_base(struct lang_type *type)
{
    while (type->base && (type->flags & LANG_TYPE_HEAP ||
                          (type->size == type->base->size && type->extent == type->base->extent &&
                           type->attr_offset == type->base->attr_offset)))
        type = type->base;
    return type;
}

static struct lang_type *best_base(struct lang_thread *t, struct lang_tuple *bases)
{
    struct lang_type *best = NULL;
    for (int64_t i = 0; i < bases->length; i++) {
        if (!lang_is_a(bases->items[i], &lang_type_type))
            return lang_fail_null(t, LANG_EXC_TypeError, "bases must be types");
        struct lang_type *b = (struct lang_type *)bases->items[i].o;
        if (!(b->flags & (LANG_TYPE_BASE | LANG_TYPE_HEAP)))
            return lang_fail_null(t, LANG_EXC_TypeError, "type '%s' is not an acceptable base type", b->name);
        struct lang_type *solid = solid_base(b);
        if (!best || lang_is_subtype(solid, solid_base(best))) {
            if (!best || solid != solid_base(best))
                best = b;
        } else if (!lang_is_subtype(solid_base(best), solid)) {
            return lang_fail_null(t, LANG_EXC_TypeError, "multiple bases have instance lay-out conflict");
        }
    }
    return best ? best : &lang_type_object;
}

static void set_layout(struct lang_type *type, struct lang_type *base)
{
    type->size = base->size;
    type->extent = base->extent;
    type->attr_offset = base->attr_offset;
    if (!type->attr_offset) {
        if (base->extent) {
            type->attr_offset = LANG_ATTRS_AT_END;
        } else {
            type->attr_offset = (uint32_t)((base->size + 7) & ~(size_t)7);
            type->size = type->attr_offset + sizeof(struct lang_attrs);
        }
    }
    type->destroy = base->destroy;
    type->traverse = base->traverse;
    type->clear = base->clear;
    type->items = base->items;
}

/* ------------------------------------------------------------------ the class statement */

static int wrap_special_functions(struct lang_thread *t, struct lang_dict *ns)
{
    lang_value f = lang_dict_get_str(t, ns, LANG_NAME(__new__));
    if (lang_is_exactly(f, &lang_type_function)) {
        lang_value w = lang_staticmethod_new(t, f);
        if (lang_is_error(w))
            return -1;
        int s = lang_dict_set_str(t, ns, LANG_NAME(__new__), w);
        lang_unref(t, w);
        if (s < 0)
            return -1;
    }
    struct lang_str *const names[] = {LANG_NAME(__init_subclass__), LANG_NAME(__class_getitem__)};
    for (size_t i = 0; i < 2; i++) {
        f = lang_dict_get_str(t, ns, names[i]);
        if (!lang_is_exactly(f, &lang_type_function))
            continue;
        lang_value w = lang_classmethod_new(t, f);
        if (lang_is_error(w))
            return -1;
        int s = lang_dict_set_str(t, ns, names[i], w);
        lang_unref(t, w);
        if (s < 0)
            return -1;
    }
    return 0;
}

static int make_members(struct lang_thread *t, struct lang_type *type, lang_value slots)
{
    struct lang_list *names = lang_is_str(slots) ? lang_list_from(t, &slots, 1) : lang_to_list(t, slots);
    if (!names)
        return -1;
    int status = 0;
    bool has_dict = false;
    for (int64_t i = 0; i < names->length && status == 0; i++) {
        if (!lang_is_str(names->items[i])) {
            status = lang_fail(t, LANG_EXC_TypeError, "__slots__ items must be strings, not '%N'", names->items[i]);
            break;
        }
        struct lang_str *name = lang_intern_str(t, lang_as_str(names->items[i]));
        if (!name) {
            status = -1;
            break;
        }
        if (name == LANG_NAME(__dict__)) {
            has_dict = true;
        } else if (name != LANG_NAME(__weakref__)) {
            if (lang_dict_find_str(t, type->dict, name) >= 0)
                status = lang_fail(t, LANG_EXC_ValueError, "'%U' in __slots__ conflicts with class variable", name);
            lang_value m = status == 0 ? lang_member_new(t, type, name) : lang_error();
            if (lang_is_error(m) || lang_dict_set_str(t, type->dict, name, m) < 0)
                status = -1;
            lang_unref(t, m);
        }
        lang_decref(t, name);
    }
    lang_decref(t, names);
    bool base_has = false;
    for (struct lang_type *b = type->base; b && b->flags & LANG_TYPE_HEAP; b = b->base)
        base_has = base_has || !(b->flags & LANG_TYPE_SLOTTED);
    if (!has_dict && !base_has)
        type->flags |= LANG_TYPE_SLOTTED;
    return status;
}

static int call_set_names(struct lang_thread *t, struct lang_type *type)
{
    struct lang_dict *copy = lang_dict_copy(t, type->dict);
    if (!copy)
        return -1;
    lang_value k, v;
    int status = 0;
    for (int64_t i = 0; status == 0 && lang_dict_next(copy, &i, &k, &v);) {
        if (v.tag != LANG_OBJECT || lang_is_undef(lang_type_lookup(t, v.o->type, LANG_NAME(__set_name__))))
            continue;
        lang_value args[] = {lang_obj(type), k};
        lang_value r = lang_call_special(t, v, LANG_NAME(__set_name__), args, 2);
        if (lang_is_error(r))
            status = -1;
        lang_unref(t, r);
    }
    lang_decref(t, copy);
    return status;
}

/* super(type, type).__init_subclass__(**keywords) */
static int call_init_subclass(struct lang_thread *t, struct lang_type *type, struct lang_dict *keywords)
{
    lang_value f = lang_undef();
    for (int64_t i = 1; i < type->mro->length && lang_is_undef(f); i++)
        f = lang_dict_get_str(t, ((struct lang_type *)type->mro->items[i].o)->dict, LANG_NAME(__init_subclass__));
    bool has_keywords = keywords && keywords->count;
    if (lang_is_undef(f) || f.tag != LANG_OBJECT || !f.o->type->get) {
        if (has_keywords)
            return lang_fail(t, LANG_EXC_TypeError, "%s.__init_subclass__() takes no keyword arguments", type->name);
        return 0;
    }
    lang_value bound = f.o->type->get(t, f, lang_undef(), type);
    if (lang_is_error(bound))
        return -1;
    lang_value r = lang_call_with_dict(t, bound, NULL, 0, has_keywords ? keywords : NULL);
    lang_unref(t, bound);
    lang_unref(t, r);
    return lang_is_error(r) ? -1 : 0;
}

static struct lang_type *type_alloc(struct lang_thread *t, struct lang_type *meta, struct lang_str *name, struct lang_tuple *bases,
                                    struct lang_type *base, struct lang_dict *ns)
{
    struct lang_type *type = lang_object_new(t, meta);
    if (!type)
        return NULL;
    type->flags = LANG_TYPE_HEAP | LANG_TYPE_BASE | LANG_TYPE_READY | LANG_TYPE_GC;
    type->flags |= base->flags & (LANG_TYPE_EXCEPTION | LANG_TYPE_INT | LANG_TYPE_STR | LANG_TYPE_TUPLE | LANG_TYPE_LIST | LANG_TYPE_DICT |
                                  LANG_TYPE_TYPE | LANG_TYPE_BYTES | LANG_TYPE_SET | LANG_TYPE_FLOAT);
    type->base = lang_incref(base);
    type->name_str = lang_incref(name);
    type->qualname = lang_incref(name);
    type->name = lang_str_utf8(t, name, NULL);
    type->version = next_version++;
    type->dict = lang_dict_copy(t, ns);
    type->bases = lang_incref(bases);
    if (!type->dict || !type->name)
        goto fail;
    set_layout(type, base);
    type->mro = merge_mro(t, type, bases);
    if (!type->mro)
        goto fail;
    for (int64_t i = 0; i < bases->length; i++)
        if (add_subclass(t, (struct lang_type *)bases->items[i].o, type) < 0)
            goto fail;
    return type;
fail:
    lang_decref(t, type);
    return NULL;
}

static int take_out(struct lang_thread *t, struct lang_type *type, struct lang_dict *ns)
{
    lang_value q = lang_dict_get_str(t, ns, LANG_NAME(__qualname__));
    if (!lang_is_undef(q)) {
        if (!lang_is_str(q))
            return lang_fail(t, LANG_EXC_TypeError, "type __qualname__ must be a str, not %N", q);
        lang_decref(t, type->qualname);
        type->qualname = lang_incref(q.o);
        lang_dict_del(t, type->dict, lang_obj(LANG_NAME(__qualname__)));
    }
    lang_dict_del(t, type->dict, lang_obj(LANG_NAME(__classcell__)));
    if (lang_dict_find_str(t, type->dict, LANG_NAME(__doc__)) < 0 &&
        lang_dict_set_str(t, type->dict, LANG_NAME(__doc__), lang_none()) < 0)
        return -1;
    if (lang_dict_find_str(t, type->dict, LANG_NAME(__module__)) < 0) {
        struct lang_dict *globals = t->frame ? t->frame->globals : NULL;
        lang_value m = globals ? lang_dict_get_str(t, globals, LANG_NAME(__name__)) : lang_undef();
        if (!lang_is_undef(m) && lang_dict_set_str(t, type->dict, LANG_NAME(__module__), m) < 0)
            return -1;
    }
    /* __eq__ without __hash__ makes instances unhashable */
    if (lang_dict_find_str(t, type->dict, LANG_NAME(__eq__)) >= 0 && lang_dict_find_str(t, type->dict, LANG_NAME(__hash__)) < 0 &&
        lang_dict_set_str(t, type->dict, LANG_NAME(__hash__), lang_none()) < 0)
        return -1;
    return 0;
}

static struct lang_type *type_create(struct lang_thread *t, struct lang_type *meta, struct lang_str *name, struct lang_tuple *bases,
                                     struct lang_dict *ns, struct lang_dict *keywords)
{
    struct lang_tuple *own_bases = NULL;
    if (bases->length == 0) {
        lang_value object = lang_obj(&lang_type_object);
        bases = own_bases = lang_tuple_from(t, &object, 1);
        if (!bases)
            return NULL;
    }
    struct lang_type *base = best_base(t, bases);
    struct lang_type *type = base ? type_alloc(t, meta, name, bases, base, ns) : NULL;
    lang_xdecref(t, own_bases);
    if (!type)
        return NULL;
    lang_value cell = lang_ref(lang_dict_get_str(t, ns, LANG_NAME(__classcell__)));
    lang_value slots = lang_ref(lang_dict_get_str(t, ns, LANG_NAME(__slots__)));
    int status = take_out(t, type, ns);
    if (status == 0)
        status = wrap_special_functions(t, type->dict);
    if (status == 0 && !lang_is_undef(slots))
        status = make_members(t, type, slots);
    new_version(type);
    if (status == 0)
        status = lang_slots_inherit(t, type);
    if (status == 0 && lang_is_exactly(cell, &lang_type_cell))
        lang_set_steal(t, &((struct lang_cell *)cell.o)->value, lang_ref(lang_obj(type)));
    lang_unref(t, cell);
    lang_unref(t, slots);
    if (status == 0)
        status = call_set_names(t, type);
    if (status == 0)
        status = call_init_subclass(t, type, keywords);
    if (status < 0) {
        lang_decref(t, type);
        return NULL;
    }
    return type;
}

struct lang_type *lang_type_new(struct lang_thread *t, struct lang_type *meta, struct lang_str *name, struct lang_tuple *bases,
                                struct lang_dict *ns)
{
    return type_create(t, meta, name, bases, ns, NULL);
}

/* The most derived metaclass of bases and the given one. */
static struct lang_type *winner(struct lang_thread *t, struct lang_type *meta, struct lang_tuple *bases)
{
    for (int64_t i = 0; i < bases->length; i++) {
        struct lang_type *m = lang_type_of(bases->items[i]);
        if (lang_is_subtype(meta, m))
            continue;
        if (!lang_is_subtype(m, meta))
            return lang_fail_null(t, LANG_EXC_TypeError,
                                  "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the "
                                  "metaclasses of all its bases");
        meta = m;
    }
    return meta;
}

static struct lang_tuple *resolve_bases(struct lang_thread *t, struct lang_tuple *bases)
{
    for (int64_t i = 0; i < bases->length; i++)
        if (!lang_is_a(bases->items[i], &lang_type_type)) {
            lang_value arg = lang_obj(bases);
            lang_value r = lang_call_special(t, bases->items[i], LANG_NAME(__mro_entries__), &arg, 1);
            if (lang_is_error(r))
                return NULL;
            if (!lang_is_undef(r)) {
                struct lang_tuple *with = lang_is_tuple(r) && lang_as_tuple(r)->length == 1 ? lang_tuple_from(t, bases->items, bases->length) : NULL;
                if (with)
                    lang_set_steal(t, &with->items[i], lang_ref(lang_as_tuple(r)->items[0]));
                lang_unref(t, r);
                if (!with)
                    return lang_fail_null(t, LANG_EXC_TypeError, "__mro_entries__ must return a tuple");
                struct lang_tuple *all = resolve_bases(t, with);
                lang_decref(t, with);
                return all;
            }
        }
    return lang_incref(bases);
}

lang_value lang_build_class(struct lang_thread *t, lang_value body, struct lang_tuple *bases_in, struct lang_dict *keywords_in,
                            struct lang_str *name)
{
    lang_value result = lang_error(), meta = lang_undef(), ns = lang_undef();
    struct lang_dict *keywords = keywords_in ? lang_dict_copy(t, keywords_in) : NULL;
    struct lang_tuple *bases = resolve_bases(t, bases_in);
    if (!bases || (keywords_in && !keywords))
        goto done;
    if (keywords) {
        meta = lang_ref(lang_dict_get_str(t, keywords, LANG_NAME(metaclass)));
        if (!lang_is_undef(meta))
            lang_dict_del(t, keywords, lang_obj(LANG_NAME(metaclass)));
    }
    if (lang_is_undef(meta))
        meta = lang_ref(lang_obj(bases->length ? lang_type_of(bases->items[0]) : &lang_type_type));
    if (lang_is_a(meta, &lang_type_type)) {
        struct lang_type *m = winner(t, (struct lang_type *)meta.o, bases);
        if (!m)
            goto done;
        lang_set_steal(t, &meta, lang_ref(lang_obj(m)));
    }
    lang_value prepare = meta.o == &lang_type_type.head ? lang_undef() : lang_getattr_opt(t, meta, LANG_NAME(__prepare__));
    lang_value args[] = {lang_obj(name), lang_obj(bases), lang_undef()};
    if (lang_is_error(prepare))
        goto done;
    if (lang_is_undef(prepare)) {
        ns = lang_obj_or_error(lang_dict_new(t));
    } else {
        ns = lang_call_with_dict(t, prepare, args, 2, keywords);
        lang_unref(t, prepare);
    }
    if (lang_is_error(ns))
        goto done;
    if (!lang_is_dict(ns)) {
        lang_raise(t, LANG_EXC_TypeError, "%S.__prepare__() must return a mapping, not %N", meta, ns);
        goto done;
    }
    struct lang_function *f = (struct lang_function *)body.o;
    lang_value done_body = lang_run_code(t, f->code, f->globals, lang_as_dict(ns), f);
    if (lang_is_error(done_body))
        goto done;
    lang_unref(t, done_body);
    args[2] = ns;
    if (meta.o == &lang_type_type.head)
        result = lang_obj_or_error(type_create(t, &lang_type_type, name, bases, lang_as_dict(ns), keywords));
    else
        result = lang_call_with_dict(t, meta, args, 3, keywords);
done:
    lang_unref(t, ns);
    lang_unref(t, meta);
    lang_xdecref(t, keywords);
    lang_xdecref(t, bases);
    return result;
}

/* ------------------------------------------------------------------ type(...) and calls of classes */

lang_value lang_type_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    struct lang_type *cls = (struct lang_type *)callee.o;
    if (cls == &lang_type_type && nargs == 1 && !kwnames)
        return lang_ref(lang_obj(lang_type_of(args[0])));
    if (!cls->make || cls->flags & LANG_TYPE_ABSTRACT)
        return lang_raise(t, LANG_EXC_TypeError, "cannot create '%s' instances", cls->name);
    lang_value v = cls->make(t, cls, args, nargs, kwnames);
    if (lang_is_error(v) || !lang_is_a(v, cls))
        return v;
    struct lang_type *type = lang_type_of(v);
    if (type->init && type->init(t, v, args, nargs, kwnames) < 0) {
        lang_unref(t, v);
        return lang_error();
    }
    return v;
}

static lang_value type_make(struct lang_thread *t, struct lang_type *meta, const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    if (nargs != 3)
        return lang_raise(t, LANG_EXC_TypeError, "type() takes 1 or 3 arguments");
    if (!lang_is_str(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "type.__new__() argument 1 must be str, not %N", args[0]);
    if (!lang_is_tuple(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "type.__new__() argument 2 must be tuple, not %N", args[1]);
    if (!lang_is_dict(args[2]))
        return lang_raise(t, LANG_EXC_TypeError, "type.__new__() argument 3 must be dict, not %N", args[2]);
    struct lang_type *m = winner(t, meta, lang_as_tuple(args[1]));
    if (!m)
        return lang_error();
    struct lang_dict *keywords = NULL;
    if (kwnames && !(keywords = lang_dict_new(t)))
        return lang_error();
    for (int64_t i = 0; kwnames && i < kwnames->length; i++)
        if (kwnames->items[i].o != &LANG_NAME(metaclass)->head &&
            lang_dict_set_str(t, keywords, lang_as_str(kwnames->items[i]), args[nargs + (size_t)i]) < 0) {
            lang_decref(t, keywords);
            return lang_error();
        }
    struct lang_type *type = type_create(t, m, lang_as_str(args[0]), lang_as_tuple(args[1]), lang_as_dict(args[2]), keywords);
    lang_xdecref(t, keywords);
    return lang_obj_or_error(type);
}

static int type_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    (void)t, (void)v, (void)args, (void)nargs, (void)kwnames; /* type_make has done it all */
    return 0;
}

static lang_value type_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    struct lang_type *type = (struct lang_type *)v.o, *meta = v.o->type;
    lang_value m = lang_type_lookup(t, meta, name);
    struct lang_type *mt = m.tag == LANG_OBJECT ? m.o->type : NULL;
    if (mt && mt->get && mt->set)
        return mt->get(t, m, v, meta);
    lang_value d = lang_type_lookup(t, type, name);
    if (!lang_is_undef(d)) {
        if (d.tag == LANG_OBJECT && d.o->type->get)
            return d.o->type->get(t, d, lang_undef(), type);
        return lang_ref(d);
    }
    if (mt && mt->get)
        return mt->get(t, m, v, meta);
    if (!lang_is_undef(m))
        return lang_ref(m);
    if (meta != &lang_type_type) {
        lang_value arg = lang_obj(name), r = lang_call_special(t, v, LANG_NAME(__getattr__), &arg, 1);
        if (!lang_is_undef(r))
            return r;
    }
    return lang_raise(t, LANG_EXC_AttributeError, "type object '%s' has no attribute '%U'", type->name, name);
}

static int type_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (!(type->flags & LANG_TYPE_HEAP) && !type->attr_offset && !(type->flags & LANG_TYPE_BASE))
        return lang_fail(t, LANG_EXC_TypeError, "cannot set '%U' attribute of immutable type '%s'", name, type->name);
    if (!(type->flags & LANG_TYPE_HEAP) && !type->module)
        return lang_fail(t, LANG_EXC_TypeError, "cannot set '%U' attribute of immutable type '%s'", name, type->name);
    lang_value m = lang_type_lookup(t, v.o->type, name);
    if (m.tag == LANG_OBJECT && m.o->type->set)
        return m.o->type->set(t, m, v, value);
    int r = lang_type_set_attr(t, type, name, value);
    if (r == 1)
        return lang_fail(t, LANG_EXC_AttributeError, "type object '%s' has no attribute '%U'", type->name, name);
    return r;
}

static lang_value type_repr(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = (struct lang_type *)v.o;
    lang_value module = lang_module_of_type(t, type);
    struct lang_str *s;
    if (lang_is_error(module))
        return module;
    if (lang_is_str(module) && !lang_str_equal_c(lang_as_str(module), "builtins"))
        s = lang_str_from_format(t, "<class '%S.%U'>", module, type->qualname);
    else
        s = lang_str_from_format(t, "<class '%U'>", type->qualname);
    lang_unref(t, module);
    return lang_obj_or_error(s);
}

static void type_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_type *type = (struct lang_type *)o;
    if (!(type->flags & LANG_TYPE_HEAP))
        return;
    if (type->dict)
        visit(&type->dict->head, arg);
    if (type->bases)
        visit(&type->bases->head, arg);
    if (type->mro)
        visit(&type->mro->head, arg);
    if (type->base)
        visit(&type->base->head, arg);
}

static void type_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_type *type = (struct lang_type *)o;
    if (!(type->flags & LANG_TYPE_HEAP))
        return;
    new_version(type);
    if (type->dict)
        lang_dict_clear(t, type->dict);
    struct lang_tuple *mro = type->mro; /* holds the class itself */
    type->mro = NULL;
    lang_xdecref(t, mro);
}

static void type_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_type *type = (struct lang_type *)o;
    for (int64_t i = 0; type->bases && i < type->bases->length; i++)
        remove_subclass((struct lang_type *)type->bases->items[i].o, type);
    new_version(type);
    lang_xdecref(t, type->dict);
    lang_xdecref(t, type->bases);
    lang_xdecref(t, type->mro);
    lang_xdecref(t, type->base);
    lang_xdecref(t, type->name_str);
    lang_xdecref(t, type->qualname);
    lang_shape_free(t, type->shape);
    free(type->subclasses);
}

/* ------------------------------------------------------------------ attributes of classes */

lang_value lang_module_of_type(struct lang_thread *t, struct lang_type *type)
{
    if (type->flags & LANG_TYPE_HEAP) {
        lang_value m = lang_dict_get_str(t, type->dict, LANG_NAME(__module__));
        return lang_is_undef(m) ? lang_obj(lang_incref(LANG_NAME(builtins))) : lang_ref(m);
    }
    return lang_obj_or_error(type->module ? lang_intern_c(t, type->module) : lang_incref(LANG_NAME(builtins)));
}

static lang_value get_name(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_type *)v.o)->name_str));
}

static int set_name(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (!(type->flags & LANG_TYPE_HEAP) || lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "cannot set '__name__' attribute of immutable type '%s'", type->name);
    if (!lang_is_str(value))
        return lang_fail(t, LANG_EXC_TypeError, "can only assign string to %s.__name__, not '%N'", type->name, value);
    const char *name = lang_str_utf8(t, lang_as_str(value), NULL);
    if (!name)
        return -1;
    lang_ref(value);
    lang_decref(t, type->name_str);
    type->name_str = lang_as_str(value);
    type->name = name;
    return 0;
}

static lang_value get_qualname(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_type *)v.o)->qualname));
}

static int set_qualname(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (!(type->flags & LANG_TYPE_HEAP) || !lang_is_str(value))
        return lang_fail(t, LANG_EXC_TypeError, "can only assign string to %s.__qualname__, not '%N'", type->name, value);
    lang_ref(value);
    lang_decref(t, type->qualname);
    type->qualname = lang_as_str(value);
    return 0;
}

static lang_value get_module(struct lang_thread *t, lang_value v)
{
    return lang_module_of_type(t, (struct lang_type *)v.o);
}

static int set_module(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (!(type->flags & LANG_TYPE_HEAP) || lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "cannot set '__module__' attribute of immutable type '%s'", type->name);
    return lang_type_set_attr(t, type, LANG_NAME(__module__), value) < 0 ? -1 : 0;
}

static lang_value get_bases(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_type *)v.o)->bases));
}

static lang_value get_base(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_type *base = ((struct lang_type *)v.o)->base;
    return base ? lang_ref(lang_obj(base)) : lang_none();
}

static lang_value get_mro(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_type *type = (struct lang_type *)v.o;
    return type->mro ? lang_obj(lang_incref(type->mro)) : lang_none();
}

static lang_value get_dict(struct lang_thread *t, lang_value v)
{
    return lang_mappingproxy_new(t, ((struct lang_type *)v.o)->dict);
}

static lang_value get_doc(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = (struct lang_type *)v.o;
    lang_value d = lang_dict_get_str(t, type->dict, LANG_NAME(__doc__));
    return lang_is_undef(d) ? lang_none() : lang_ref(d);
}

static int set_doc(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (!(type->flags & LANG_TYPE_HEAP))
        return lang_fail(t, LANG_EXC_TypeError, "cannot set '__doc__' attribute of immutable type '%s'", type->name);
    return lang_type_set_attr(t, type, LANG_NAME(__doc__), value) < 0 ? -1 : 0;
}

static lang_value get_annotations(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = (struct lang_type *)v.o;
    lang_value a = lang_dict_get_str(t, type->dict, LANG_NAME(__annotations__));
    if (!lang_is_undef(a))
        return lang_ref(a);
    if (!(type->flags & LANG_TYPE_HEAP))
        return lang_raise(t, LANG_EXC_AttributeError, "type object '%s' has no attribute '__annotations__'", type->name);
    struct lang_dict *d = lang_dict_new(t);
    if (!d || lang_type_set_attr(t, type, LANG_NAME(__annotations__), lang_obj(d)) < 0) {
        lang_xdecref(t, d);
        return lang_error();
    }
    return lang_obj(d);
}

static int set_annotations(struct lang_thread *t, lang_value v, lang_value value)
{
    return lang_type_set_attr(t, (struct lang_type *)v.o, LANG_NAME(__annotations__), value) < 0 ? -1 : 0;
}

static const struct lang_getset type_getset[] = {
    {"__name__", get_name, set_name, NULL},
    {"__qualname__", get_qualname, set_qualname, NULL},
    {"__module__", get_module, set_module, NULL},
    {"__bases__", get_bases, NULL, NULL},
    {"__base__", get_base, NULL, NULL},
    {"__mro__", get_mro, NULL, NULL},
    {"__dict__", get_dict, NULL, NULL},
    {"__doc__", get_doc, set_doc, NULL},
    {"__annotations__", get_annotations, set_annotations, NULL},
    {NULL, NULL, NULL, NULL},
};

static lang_value type_mro(struct lang_thread *t, const lang_value *args)
{
    struct lang_tuple *mro = ((struct lang_type *)args[0].o)->mro;
    return lang_obj_or_error(lang_list_from(t, mro->items, mro->length));
}

static lang_value type_subclasses(struct lang_thread *t, const lang_value *args)
{
    struct lang_type *type = (struct lang_type *)args[0].o;
    struct lang_list *l = lang_list_new(t, type->subclass_count);
    for (uint32_t i = 0; l && i < type->subclass_count; i++)
        if (lang_list_append(t, l, lang_obj(type->subclasses[i])) < 0) {
            lang_decref(t, l);
            l = NULL;
        }
    return lang_obj_or_error(l);
}

static lang_value type_instancecheck(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_bool(lang_is_a(args[1], (struct lang_type *)args[0].o));
}

static lang_value type_subclasscheck(struct lang_thread *t, const lang_value *args)
{
    if (!lang_is_a(args[1], &lang_type_type))
        return lang_raise(t, LANG_EXC_TypeError, "issubclass() arg 1 must be a class");
    return lang_bool(lang_is_subtype((struct lang_type *)args[1].o, (struct lang_type *)args[0].o));
}

static lang_value type_prepare(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    return lang_obj_or_error(lang_dict_new(t));
}

/* type | type: a union, as isinstance takes it */
static lang_value type_or(struct lang_thread *t, lang_value a, lang_value b)
{
    bool fine = (lang_is_a(a, &lang_type_type) || a.tag == LANG_NONE) && (lang_is_a(b, &lang_type_type) || b.tag == LANG_NONE);
    return fine ? lang_union_new(t, a, b) : lang_notimpl();
}

static const struct lang_method type_methods[] = {
    {"mro", "()", type_mro, "Return a type's method resolution order.", 0},
    {"__subclasses__", "()", type_subclasses, "Return a list of immediate subclasses.", 0},
    {"__instancecheck__", "(instance, /)", type_instancecheck, "Check if an object is an instance.", 0},
    {"__subclasscheck__", "(subclass, /)", type_subclasscheck, "Check if a class is a subclass.", 0},
    {"__prepare__", "(*args, **kwds)", type_prepare, "Create a namespace for the class statement.", LANG_M_CLASS},
    {NULL, NULL, NULL, NULL, 0},
};

struct lang_type lang_type_type = {
    .name = "type",
    .size = sizeof(struct lang_type),
    .flags = LANG_TYPE_BASE | LANG_TYPE_TYPE,
    .methods = type_methods,
    .getset = type_getset,
    .make = type_make,
    .init = type_init,
    .destroy = type_destroy,
    .traverse = type_traverse,
    .clear = type_clear,
    .repr = type_repr,
    .getattr = type_getattr,
    .setattr = type_setattr,
    .call = lang_type_call,
    .binary[LANG_OP_OR] = type_or,
};
