/* class.c: making classes: the MRO, the layout of instances, what the class statement does with its namespace,
 * metaclasses. */
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

enum { MATCH_KINDS = LANG_TYPE_SEQUENCE | LANG_TYPE_MAPPING };

/* ------------------------------------------------------------------ classes: MRO and layout */

/* C3 (Barrett et al., A monotonic superclass linearization for Dylan, 1996): merges the MROs of the bases and the list
 * of bases itself. */
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
                return lang_fail_null(t, LANG_EXC_TypeError, "duplicate base class %s",
                                      ((struct lang_type *)bases->items[i].o)->name);
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
            struct lang_object *named[65];
            int64_t count = 0;
            for (int64_t i = 0; i < lists; i++) { /* the classes whose orders conflict, each once */
                struct lang_tuple *list = i < bases->length ? ((struct lang_type *)bases->items[i].o)->mro : bases;
                struct lang_object *head = heads[i] < list->length ? list->items[heads[i]].o : NULL;
                for (int64_t k = 0; k < count && head; k++)
                    head = named[k] == head ? NULL : head;
                if (!head)
                    continue;
                if (count)
                    lang_builder_c(&b, ", ");
                lang_builder_c(&b, ((struct lang_type *)head)->name);
                named[count++] = head;
            }
            struct lang_str *names = lang_builder_finish(&b);
            if (names) {
                lang_fail(t, LANG_EXC_TypeError,
                          "Cannot create a consistent method resolution\norder (MRO) for bases %U", names);
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

/* The names by inheritance alone: what type.mro() says. */
static struct lang_tuple *plain_mro(struct lang_thread *t, struct lang_type *type, struct lang_tuple *bases)
{
    if (bases->length != 1)
        return merge_mro(t, type, bases);
    struct lang_tuple *above = ((struct lang_type *)bases->items[0].o)->mro;
    struct lang_tuple *mro = lang_tuple_new(t, above->length + 1);
    if (!mro)
        return NULL;
    mro->items[0] = lang_ref(lang_obj(type));
    for (int64_t i = 0; i < above->length; i++)
        mro->items[i + 1] = lang_ref(above->items[i]);
    return mro;
}

/* Does a class put a __dict__ behind the items of a type of any length? Two such offsets cannot be shared. */
static bool appends_dict(const struct lang_type *type)
{
    const struct lang_type *base = type->base;
    return type->flags & LANG_TYPE_HEAP && type->flags & (LANG_TYPE_INT | LANG_TYPE_TUPLE | LANG_TYPE_BYTES) &&
           !(type->flags & LANG_TYPE_SLOTTED) && (!(base->flags & LANG_TYPE_HEAP) || base->flags & LANG_TYPE_SLOTTED);
}

/* The type that decides the layout of instances. */
static struct lang_type *solid_base(struct lang_type *type)
{
    while (type->base && !(type->flags & LANG_TYPE_MEMBERS) && !appends_dict(type) &&
           (type->flags & LANG_TYPE_HEAP || (type->size == type->base->size && type->extent == type->base->extent &&
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
        if (!(b->flags & (LANG_TYPE_BASE | LANG_TYPE_HEAP))) {
            char text[LANG_TYPE_TEXT];
            return lang_fail_null(t, LANG_EXC_TypeError, "type '%s' is not an acceptable base type",
                                  lang_type_text(b, text));
        }
        if (b->flags & LANG_TYPE_INCOMPLETE)
            return lang_fail_null(t, LANG_EXC_TypeError, "Cannot extend an incomplete type '%s'", b->name);
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
    type->member_offset = base->member_offset;
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
    type->memory = base->memory;
}

/* ------------------------------------------------------------------ an order of the metaclass's own */

/* Instances must have what the methods of each class in the order look for. */
static int check_mro(struct lang_thread *t, struct lang_type *type, struct lang_tuple *mro)
{
    if (!mro->length)
        return lang_fail(t, LANG_EXC_TypeError, "type MRO must not be empty");
    for (int64_t i = 0; i < mro->length; i++) {
        if (!lang_is_a(mro->items[i], &lang_type_type))
            return lang_fail(t, LANG_EXC_TypeError, "mro() returned a non-class ('%N')", mro->items[i]);
        struct lang_type *k = (struct lang_type *)mro->items[i].o, *solid = solid_base(type);
        if (!lang_is_subtype(solid, k->flags & LANG_TYPE_HEAP ? solid_base(k) : k) && k != type)
            return lang_fail(t, LANG_EXC_TypeError, "mro() returned base with unsuitable layout ('%s')", k->name);
    }
    return 0;
}

/* The order in which a class's names are looked for: a metaclass may have a mro() that says. */
static struct lang_tuple *order_of(struct lang_thread *t, struct lang_type *type)
{
    struct lang_type *meta = type->head.type;
    struct lang_str *name = meta == &lang_type_type ? NULL : lang_intern_c(t, "mro");
    if (!name)
        return meta == &lang_type_type ? plain_mro(t, type, type->bases) : NULL;
    lang_value d = lang_type_lookup(t, meta, name);
    bool own = !lang_same(d, lang_type_lookup(t, &lang_type_type, name));
    lang_value r = own ? lang_call_special(t, lang_obj(type), name, NULL, 0) : lang_undef();
    lang_decref(t, name);
    if (!own)
        return plain_mro(t, type, type->bases);
    struct lang_list *l = lang_is_error(r) ? NULL : lang_to_list(t, r);
    lang_unref(t, r);
    struct lang_tuple *mro = l ? lang_tuple_from(t, l->items, l->length) : NULL;
    lang_xdecref(t, l);
    if (mro && check_mro(t, type, mro) < 0) {
        lang_decref(t, mro);
        return NULL;
    }
    return mro;
}

/* A new class has the order of its bases first, so that its metaclass's mro() meets one that works. */
static int ask_mro(struct lang_thread *t, struct lang_type *type)
{
    if (type->head.type == &lang_type_type)
        return 0;
    type->flags |= LANG_TYPE_INCOMPLETE;
    struct lang_tuple *mro = order_of(t, type), *old = type->mro;
    type->flags &= ~(uint32_t)LANG_TYPE_INCOMPLETE;
    if (!mro)
        return -1;
    bool as_before = mro->length == old->length;
    for (int64_t i = 0; as_before && i < mro->length; i++)
        as_before = mro->items[i].o == old->items[i].o;
    if (as_before) {
        lang_decref(t, mro);
        return 0;
    }
    type->mro = mro;
    lang_decref(t, old);
    lang_type_changed(type);
    return lang_slots_inherit(t, type);
}

struct lang_tuple *lang_class_plain_mro(struct lang_thread *t, struct lang_type *type)
{
    return type->bases && type->flags & LANG_TYPE_HEAP ? plain_mro(t, type, type->bases) : lang_incref(type->mro);
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

/* The name that an entry of __slots__ stands for: private names belong to the class. NULL: raised. */
static struct lang_str *slot_name(struct lang_thread *t, struct lang_type *type, lang_value entry)
{
    if (!lang_is_str(entry)) {
        lang_fail(t, LANG_EXC_TypeError, "__slots__ items must be strings, not '%N'", entry);
        return NULL;
    }
    lang_value fits = lang_call_method_c(t, entry, "isidentifier", NULL, 0);
    if (lang_is_error(fits))
        return NULL;
    if (fits.tag != LANG_BOOL || !fits.i) {
        lang_unref(t, fits);
        lang_fail(t, LANG_EXC_TypeError, "__slots__ must be identifiers");
        return NULL;
    }
    size_t n;
    const char *name = lang_str_utf8(t, lang_as_str(entry), &n), *owner = type->name;
    if (!name)
        return NULL;
    while (*owner == '_')
        owner++;
    if (n < 3 || name[0] != '_' || name[1] != '_' || (name[n - 1] == '_' && name[n - 2] == '_') || !*owner)
        return lang_intern_str(t, lang_as_str(entry));
    struct lang_str *mangled = lang_str_from_format(t, "_%s%s", owner, name);
    struct lang_str *interned = mangled ? lang_intern_str(t, mangled) : NULL;
    lang_xdecref(t, mangled);
    return interned;
}

static bool has_instance_dict(const struct lang_type *type)
{
    return (type->attr_offset && !(type->flags & LANG_TYPE_SLOTTED)) || type->flags & LANG_TYPE_TYPE;
}

/* Whether instances may be referred to weakly because of a base. */
static bool base_takes_weakref(struct lang_thread *t, struct lang_type *base)
{
    struct lang_type *native = base;
    while (native->flags & LANG_TYPE_HEAP)
        native = native->base;
    return lang_weakref_allowed(t, native) ||
           (native != base && !lang_is_undef(lang_type_lookup(t, base, LANG_NAME(__weakref__))));
}

static int make_member(struct lang_thread *t, struct lang_type *type, struct lang_str *name)
{
    if (type->base->flags & (LANG_TYPE_INT | LANG_TYPE_TUPLE) || lang_is_subtype(type->base, &lang_type_bytes))
        return lang_fail(t, LANG_EXC_TypeError, "nonempty __slots__ not supported for subtype of '%s'",
                         type->base->name);
    lang_value found = lang_dict_get_str(t, type->dict, name);
    if (lang_is_exactly(found, &lang_type_member) && lang_member_owner(found) == type)
        return 0;                                                       /* named twice */
    bool no_doc = name == LANG_NAME(__doc__) && found.tag == LANG_NONE; /* put there for want of a docstring */
    if (!lang_is_undef(found) && !no_doc)
        return lang_fail(t, LANG_EXC_ValueError, "%R in __slots__ conflicts with class variable", lang_obj(name));
    lang_value m = lang_member_new(t, type, name);
    int status = lang_is_error(m) ? -1 : lang_dict_set_str(t, type->dict, name, m);
    lang_unref(t, m);
    type->flags |= LANG_TYPE_MEMBERS;
    return status;
}

/* Instances with a __dict__ keep their members apart from it. */
static void part_members(struct lang_type *type)
{
    bool base_members = false;
    for (struct lang_type *b = type->base; b && b->flags & LANG_TYPE_HEAP; b = b->base)
        base_members = base_members || b->flags & LANG_TYPE_MEMBERS;
    if (type->member_offset || type->extent || (!base_members && !(type->flags & LANG_TYPE_MEMBERS)))
        return;
    uint32_t more = (uint32_t)((type->size + 7) & ~(size_t)7);
    type->size = more + sizeof(struct lang_attrs);
    if (base_members) { /* they lie where the base, which has no __dict__, looks for them */
        type->member_offset = type->attr_offset;
        type->attr_offset = more;
    } else {
        type->member_offset = more;
    }
}

/* The attributes that a class gives its instances by itself: members of __slots__, __dict__, __weakref__. */
static int make_members(struct lang_thread *t, struct lang_type *type, lang_value slots)
{
    bool any = !lang_is_undef(slots), base_dict = has_instance_dict(type->base);
    bool own_dict = !any, own_weakref = !any;
    struct lang_list *names = !any                 ? lang_list_new(t, 0)
                              : lang_is_str(slots) ? lang_list_from(t, &slots, 1)
                                                   : lang_to_list(t, slots);
    bool all_texts = names != NULL;
    for (int64_t i = 0; all_texts && i < names->length; i++)
        all_texts = lang_is_str(names->items[i]);
    int status = !names ? -1 : all_texts ? lang_list_sort(t, names, lang_none(), false) : 0;
    for (int64_t i = 0; status == 0 && i < names->length; i++) {
        struct lang_str *name = slot_name(t, type, names->items[i]);
        if (!name) {
            status = -1;
        } else if (name == LANG_NAME(__dict__)) {
            if (own_dict || base_dict)
                status = lang_fail(t, LANG_EXC_TypeError, "__dict__ slot disallowed: we already got one");
            own_dict = true;
        } else if (name == LANG_NAME(__weakref__)) {
            if (own_weakref || base_takes_weakref(t, type->base))
                status = lang_fail(t, LANG_EXC_TypeError,
                                   "__weakref__ slot disallowed: either we already got one, "
                                   "or __itemsize__ != 0");
            own_weakref = true;
        } else {
            status = make_member(t, type, name);
        }
        lang_xdecref(t, name);
    }
    lang_xdecref(t, names);
    for (int64_t i = 0; i < type->bases->length; i++) { /* what a further base brings, instances have as well */
        struct lang_type *other = (struct lang_type *)type->bases->items[i].o;
        own_dict = own_dict || (other != type->base && has_instance_dict(other));
        own_weakref = own_weakref || (other != type->base && base_takes_weakref(t, other));
    }
    if (!own_dict && !base_dict)
        type->flags |= LANG_TYPE_SLOTTED;
    else
        part_members(type);
    if (status == 0 && own_dict && !base_dict)
        status = lang_type_publish_dict(t, type);
    if (status == 0 && own_weakref && !base_takes_weakref(t, type->base))
        status = lang_weakref_publish(t, type);
    return status;
}

/* What __set_name__ raises is the cause of a RuntimeError that says where. */
static void chain_set_name_error(struct lang_thread *t, struct lang_type *type, lang_value name, lang_value v)
{
    lang_value cause = lang_error_take(t);
    lang_fail(t, LANG_EXC_RuntimeError, "Error calling __set_name__ on '%N' instance %R in '%s'", v, name, type->name);
    lang_value e = lang_error_take(t);
    if (!lang_is_undef(e) && lang_is_a(e, &lang_exc_types[LANG_EXC_RuntimeError])) {
        struct lang_exception *x = (struct lang_exception *)e.o;
        lang_set_steal(t, &x->context, lang_ref(cause));
        lang_set_steal(t, &x->cause, lang_ref(cause));
        x->suppress_context = true;
    }
    lang_unref(t, cause);
    lang_error_restore(t, e);
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
        if (lang_is_error(r)) {
            chain_set_name_error(t, type, k, v);
            status = -1;
        }
        lang_unref(t, r);
    }
    lang_decref(t, copy);
    return status;
}

/* super(type, type).__init_subclass__(**keywords) */
static int call_init_subclass(struct lang_thread *t, struct lang_type *type, struct lang_dict *keywords)
{
    struct lang_tuple *mro = lang_incref(type->mro); /* an __eq__ of a key may change it */
    lang_value f = lang_undef();
    for (int64_t i = 1; i < mro->length && lang_is_undef(f); i++)
        f = lang_ref(lang_dict_get_str(t, ((struct lang_type *)mro->items[i].o)->dict, LANG_NAME(__init_subclass__)));
    lang_decref(t, mro);
    bool has_keywords = keywords && keywords->count, bindable = f.tag == LANG_OBJECT && f.o->type->get;
    lang_value bound = bindable ? f.o->type->get(t, f, lang_undef(), type) : lang_error();
    lang_unref(t, f);
    if (!bindable && !lang_is_error(f) && has_keywords)
        return lang_fail(t, LANG_EXC_TypeError, "%s.__init_subclass__() takes no keyword arguments", type->name);
    if (lang_is_error(bound))
        return bindable || lang_is_error(f) ? -1 : 0;
    lang_value r = lang_call_with_dict(t, bound, NULL, 0, has_keywords ? keywords : NULL);
    lang_unref(t, bound);
    lang_unref(t, r);
    return lang_is_error(r) ? -1 : 0;
}

static struct lang_type *type_alloc(struct lang_thread *t, struct lang_type *meta, struct lang_str *name,
                                    struct lang_tuple *bases, struct lang_type *base, struct lang_dict *ns)
{
    struct lang_type *type = lang_object_new(t, meta);
    if (!type)
        return NULL;
    type->flags = LANG_TYPE_HEAP | LANG_TYPE_BASE | LANG_TYPE_READY | LANG_TYPE_GC | LANG_TYPE_INCOMPLETE;
    type->flags |=
        base->flags & (LANG_TYPE_EXCEPTION | LANG_TYPE_INT | LANG_TYPE_STR | LANG_TYPE_TUPLE | LANG_TYPE_LIST |
                       LANG_TYPE_DICT | LANG_TYPE_TYPE | LANG_TYPE_BYTES | LANG_TYPE_SET | LANG_TYPE_FLOAT);
    type->base = lang_incref(base);
    type->name_str = lang_incref(name);
    type->qualname = lang_incref(name);
    type->name = lang_str_utf8(t, name, NULL);
    lang_type_changed(type);
    type->dict = lang_dict_copy(t, ns);
    type->bases = lang_incref(bases);
    if (!type->dict || !type->name)
        goto fail;
    type->dict->head.flags |= LANG_OBJ_HIDDEN;
    set_layout(type, base);
    type->mro = plain_mro(t, type, bases);
    if (!type->mro)
        goto fail;
    for (int64_t i = 1; i < type->mro->length && !(type->flags & MATCH_KINDS); i++) /* the nearest decides */
        type->flags |= ((struct lang_type *)type->mro->items[i].o)->flags & MATCH_KINDS;
    for (int64_t i = 0; i < bases->length; i++) {
        if (lang_type_add_subclass(t, (struct lang_type *)bases->items[i].o, type) < 0)
            goto fail;
    }
    return type;
fail:
    lang_decref(t, type);
    return NULL;
}

void lang_class_set_match_kind(struct lang_type *type, int64_t flags)
{
    type->flags &= ~(uint32_t)MATCH_KINDS;
    type->flags |= (flags & 1 << 5 ? LANG_TYPE_SEQUENCE : 0) | (flags & 1 << 6 ? LANG_TYPE_MAPPING : 0);
    for (uint32_t i = 0; i < type->subclass_count; i++)
        lang_class_set_match_kind(type->subclasses[i], flags);
}

static int delete_item(struct lang_thread *t, struct lang_type *type, struct lang_dict *ns)
{
    lang_value q = lang_dict_get_str(t, ns, LANG_NAME(__qualname__));
    if (!lang_is_undef(q)) {
        if (!lang_is_str(q))
            return lang_fail(t, LANG_EXC_TypeError, "type __qualname__ must be a str, not %N", q);
        struct lang_str *old = type->qualname;
        type->qualname = lang_incref(q.o);
        lang_decref(t, old);
        lang_dict_del(t, type->dict, lang_obj(LANG_NAME(__qualname__)));
    }
    lang_value cell = lang_dict_get_str(t, ns, LANG_NAME(__classcell__));
    if (!lang_is_undef(cell) && !lang_is_exactly(cell, &lang_type_cell))
        return lang_fail(t, LANG_EXC_TypeError, "__classcell__ must be a nonlocal cell, not %R",
                         lang_obj(lang_type_of(cell)));
    lang_dict_del(t, type->dict, lang_obj(LANG_NAME(__classcell__)));
    lang_value doc = lang_dict_get_str(t, ns, LANG_NAME(__doc__));
    if (!lang_is_undef(doc) && lang_is_str(doc) && lang_str_check_utf8(t, lang_as_str(doc)) < 0)
        return -1;
    lang_value kind =
        lang_dict_get_str(t, ns, LANG_NAME(__abc_tpflags__)); /* collections.abc says what `match` shall take it for */
    if (kind.tag == LANG_INT)
        lang_class_set_match_kind(type, kind.i);
    if (!lang_is_undef(kind) && lang_dict_del(t, type->dict, lang_obj(LANG_NAME(__abc_tpflags__))) < 0)
        return -1;
    if (lang_dict_find_str(t, type->dict, LANG_NAME(__module__)) < 0) {
        struct lang_dict *globals = t->frame ? t->frame->globals : NULL;
        lang_value m = globals ? lang_dict_get_str(t, globals, LANG_NAME(__name__)) : lang_undef();
        if (!lang_is_undef(m) && lang_dict_set_str(t, type->dict, LANG_NAME(__module__), m) < 0)
            return -1;
    }
    return 0;
}

/* What a class has when its body does not say otherwise; it comes last. */
static int put_defaults(struct lang_thread *t, struct lang_type *type)
{
    if (lang_dict_find_str(t, type->dict, LANG_NAME(__doc__)) < 0 &&
        lang_dict_set_str(t, type->dict, LANG_NAME(__doc__), lang_none()) < 0)
        return -1;
    /* __eq__ without __hash__ makes instances unhashable */
    if (lang_dict_find_str(t, type->dict, LANG_NAME(__eq__)) >= 0 &&
        lang_dict_find_str(t, type->dict, LANG_NAME(__hash__)) < 0 &&
        lang_dict_set_str(t, type->dict, LANG_NAME(__hash__), lang_none()) < 0)
        return -1;
    return 0;
}

static struct lang_type *type_create(struct lang_thread *t, struct lang_type *meta, struct lang_str *name,
                                     struct lang_tuple *bases, struct lang_dict *ns, struct lang_dict *keywords)
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
    int status = delete_item(t, type, ns);
    if (status == 0)
        status = wrap_special_functions(t, type->dict);
    if (status == 0)
        status = make_members(t, type, slots);
    if (status == 0)
        status = put_defaults(t, type);
    lang_type_changed(type);
    if (status == 0)
        status = lang_slots_inherit(t, type);
    type->flags &= ~(uint32_t)LANG_TYPE_INCOMPLETE;
    if (status == 0 && lang_is_exactly(cell, &lang_type_cell))
        lang_set_steal(t, &((struct lang_cell *)cell.o)->value, lang_ref(lang_obj(type)));
    if (status == 0)
        status = ask_mro(t, type);
    lang_unref(t, cell);
    lang_unref(t, slots);
    if (status == 0)
        status = call_set_names(t, type);
    if (status == 0)
        status = call_init_subclass(t, type, keywords);
    if (status == 0 && lang_the_vm->class_made)
        status = lang_the_vm->class_made(t, type);
    if (status < 0) {
        lang_decref(t, type);
        return NULL;
    }
    return type;
}

struct lang_type *lang_type_new(struct lang_thread *t, struct lang_type *meta, struct lang_str *name,
                                struct lang_tuple *bases, struct lang_dict *ns)
{
    return type_create(t, meta, name, bases, ns, NULL);
}

/* The most derived metaclass of bases and the given one. */
static struct lang_type *most_derived_metaclass(struct lang_thread *t, struct lang_type *meta, struct lang_tuple *bases)
{
    for (int64_t i = 0; i < bases->length; i++) {
        struct lang_type *m = lang_type_of(bases->items[i]);
        if (lang_is_subtype(meta, m))
            continue;
        if (!lang_is_subtype(m, meta))
            return lang_fail_null(
                t, LANG_EXC_TypeError,
                "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the "
                "metaclasses of all its bases");
        meta = m;
    }
    return meta;
}

/* base.__mro_entries__(bases); UNDEF where there is no such attribute. */
static lang_value ask_for_bases(struct lang_thread *t, lang_value base, lang_value bases)
{
    lang_value method = lang_getattr_opt(t, base, LANG_NAME(__mro_entries__));
    if (lang_is_error(method) || lang_is_undef(method))
        return method;
    lang_value r = lang_call(t, method, &bases, 1, NULL);
    lang_unref(t, method);
    return r;
}

/* Bases that are no classes say themselves what stands for them. */
static struct lang_tuple *resolve_bases(struct lang_thread *t, struct lang_tuple *bases)
{
    struct lang_list *all = NULL;
    for (int64_t i = 0; i < bases->length; i++) {
        lang_value base = bases->items[i], arg = lang_obj(bases), r = lang_undef();
        if (!lang_is_a(base, &lang_type_type))
            r = ask_for_bases(t, base, arg);
        bool failed = lang_is_error(r);
        if (!failed && !lang_is_undef(r) && !lang_is_tuple(r)) {
            lang_fail(t, LANG_EXC_TypeError, "__mro_entries__ must return a tuple");
            failed = true;
        }
        if (!failed && !lang_is_undef(r) && !all)
            failed = !(all = lang_list_from(t, bases->items, i));
        if (!failed && all)
            failed = lang_is_undef(r) ? lang_list_append(t, all, base) < 0 : lang_list_extend(t, all, r) < 0;
        if (!lang_is_undef(r))
            lang_unref(t, r);
        if (failed) {
            lang_xdecref(t, all);
            return NULL;
        }
    }
    if (!all)
        return lang_incref(bases);
    struct lang_tuple *resolved = lang_tuple_from(t, all->items, all->length);
    lang_decref(t, all);
    return resolved;
}

/* Methods that name __class__ or call super() share a cell with the body: type.__new__ must have put the class there.
 */
static int check_cell(struct lang_thread *t, lang_value cell, lang_value cls, struct lang_str *name)
{
    if (!lang_is_exactly(cell, &lang_type_cell) || !lang_is_a(cls, &lang_type_type))
        return 0;
    lang_value there = ((struct lang_cell *)cell.o)->value;
    if (lang_is_undef(there))
        return lang_fail(t, LANG_EXC_RuntimeError,
                         "__class__ not set defining %R as %R. Was __classcell__ propagated to type.__new__?",
                         lang_obj(name), cls);
    if (!lang_same(there, cls))
        return lang_fail(t, LANG_EXC_TypeError, "__class__ set to %R defining %R as %R", there, lang_obj(name), cls);
    return 0;
}

lang_value lang_build_class(struct lang_thread *t, lang_value body, struct lang_tuple *bases_in,
                            struct lang_dict *keywords_in, struct lang_str *name)
{
    lang_value result = lang_error(), meta = lang_undef(), ns = lang_undef(), cell = lang_undef();
    if (lang_is_exactly(body, &lang_type_function) &&
        !lang_builtin_known(t, ((struct lang_function *)body.o)->globals, LANG_EXC_NameError, "__build_class__"))
        return result;
    struct lang_dict *keywords = keywords_in ? lang_dict_copy(t, keywords_in) : NULL;
    struct lang_tuple *bases = resolve_bases(t, bases_in);
    struct lang_dict *space = NULL;
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
        struct lang_type *m = most_derived_metaclass(t, (struct lang_type *)meta.o, bases);
        if (!m)
            goto done;
        lang_set_steal(t, &meta, lang_ref(lang_obj(m)));
    }
    lang_value prepare =
        meta.o == &lang_type_type.head ? lang_undef() : lang_getattr_opt(t, meta, LANG_NAME(__prepare__));
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
    if (!lang_is_dict(ns) && lang_type_of(ns)->getitem) {
        space = lang_namespace_new(t, ns);
        if (!space)
            goto done;
    } else if (!lang_is_dict(ns)) {
        lang_raise(t, LANG_EXC_TypeError, "%s.__prepare__() must return a mapping, not %N",
                   lang_is_a(meta, &lang_type_type) ? ((struct lang_type *)meta.o)->name : "<metaclass>", ns);
        goto done;
    }
    struct lang_function *f = (struct lang_function *)body.o;
    lang_value done_body = f->code->flags & LANG_CODE_NAMESPACE /* else no class statement has made it */
                               ? lang_run_code(t, f->code, f->globals, space ? space : lang_as_dict(ns), f)
                               : lang_call(t, body, NULL, 0, NULL);
    if (lang_is_error(done_body))
        goto done;
    lang_unref(t, done_body);
    cell = space ? lang_namespace_get(t, space, LANG_NAME(__classcell__))
                 : lang_ref(lang_dict_get_str(t, lang_as_dict(ns), LANG_NAME(__classcell__)));
    if (lang_is_error(cell)) {
        cell = lang_undef();
        goto done;
    }
    if (bases != bases_in) {
        lang_value key = lang_obj_or_error(lang_intern_c(t, "__orig_bases__"));
        int s = lang_is_error(key) ? -1 : lang_setitem(t, ns, key, lang_obj(bases_in));
        lang_unref(t, key);
        if (s < 0)
            goto done;
    }
    args[2] = ns;
    if (meta.o == &lang_type_type.head)
        result = lang_obj_or_error(type_create(t, &lang_type_type, name, bases, lang_as_dict(ns), keywords));
    else
        result = lang_call_with_dict(t, meta, args, 3, keywords);
    if (!lang_is_error(result) && check_cell(t, cell, result, name) < 0) {
        lang_unref(t, result);
        result = lang_error();
    }
done:
    lang_unref(t, cell);
    lang_xdecref(t, space);
    lang_unref(t, ns);
    lang_unref(t, meta);
    lang_xdecref(t, keywords);
    lang_xdecref(t, bases);
    return result;
}

lang_value lang_type_make(struct lang_thread *t, struct lang_type *meta, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    if (nargs != 3)
        return lang_raise(t, LANG_EXC_TypeError, "type.__new__() takes exactly 3 arguments (%zu given)", nargs);
    if (!lang_is_str(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "type.__new__() argument 1 must be str, not %A", args[0]);
    if (!lang_is_tuple(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "type.__new__() argument 2 must be tuple, not %A", args[1]);
    if (!lang_is_dict(args[2]))
        return lang_raise(t, LANG_EXC_TypeError, "type.__new__() argument 3 must be dict, not %A", args[2]);
    for (int64_t i = 0; i < lang_as_tuple(args[1])->length; i++) {
        lang_value base = lang_as_tuple(args[1])->items[i];
        if (!lang_is_a(base, &lang_type_type) &&
            !lang_is_undef(lang_type_lookup(t, lang_type_of(base), LANG_NAME(__mro_entries__))))
            return lang_raise(t, LANG_EXC_TypeError,
                              "type() doesn't support MRO entry resolution; use types.new_class()");
    }
    if (!lang_type_name_utf8(t, lang_as_str(args[0])))
        return lang_error();
    struct lang_type *m = most_derived_metaclass(t, meta, lang_as_tuple(args[1]));
    if (!m)
        return lang_error();
    if (m != meta && m->make != lang_type_make)
        return m->make(t, m, args, nargs, kwnames);
    struct lang_dict *keywords = NULL;
    if (kwnames && !(keywords = lang_dict_new(t)))
        return lang_error();
    for (int64_t i = 0; kwnames && i < kwnames->length; i++)
        if (kwnames->items[i].o != &LANG_NAME(metaclass)->head &&
            lang_dict_set_str(t, keywords, lang_as_str(kwnames->items[i]), args[nargs + (size_t)i]) < 0) {
            lang_decref(t, keywords);
            return lang_error();
        }
    struct lang_type *type =
        type_create(t, m, lang_as_str(args[0]), lang_as_tuple(args[1]), lang_as_dict(args[2]), keywords);
    lang_xdecref(t, keywords);
    return lang_obj_or_error(type);
}

/* ------------------------------------------------------------------ another class for an instance */

/* The class that gave instances their present attributes: those below it add none. */
static struct lang_type *layout_owner(struct lang_thread *t, struct lang_type *type)
{
    while (type->flags & LANG_TYPE_HEAP && !(type->flags & LANG_TYPE_MEMBERS) &&
           has_instance_dict(type) == has_instance_dict(type->base) &&
           base_takes_weakref(t, type) == base_takes_weakref(t, type->base))
        type = type->base;
    return type;
}

/* Whether every member of __slots__ of the one class has its like in the other. */
static bool members_in(struct lang_thread *t, struct lang_type *type, struct lang_type *other)
{
    lang_value name, v;
    for (int64_t i = 0; lang_dict_next(type->dict, &i, &name, &v);)
        if (lang_is_exactly(v, &lang_type_member) && lang_member_owner(v) == type) {
            lang_value twin = lang_dict_get_str(t, other->dict, lang_as_str(name));
            if (!lang_is_exactly(twin, &lang_type_member) || lang_member_owner(twin) != other)
                return false;
        }
    return true;
}

/* The base of a class, above built-in types that only have other methods than theirs; those of exceptions count as
 * CPython's, which have fields. */
static struct lang_type *layout_base(struct lang_type *type)
{
    struct lang_type *base = type->base;
    while (base && !(base->flags & (LANG_TYPE_HEAP | LANG_TYPE_EXCEPTION)) && base->base &&
           base->size == base->base->size && base->extent == base->base->extent &&
           base->attr_offset == base->base->attr_offset && base->destroy == base->base->destroy)
        base = base->base;
    return base;
}

bool lang_class_same_attributes(struct lang_thread *t, struct lang_type *a, struct lang_type *b)
{
    a = layout_owner(t, a);
    b = layout_owner(t, b);
    return a == b || (layout_base(a) == layout_base(b) && has_instance_dict(a) == has_instance_dict(b) &&
                      base_takes_weakref(t, a) == base_takes_weakref(t, b) &&
                      !(a->flags & (LANG_TYPE_INT | LANG_TYPE_TUPLE | LANG_TYPE_BYTES)) && members_in(t, a, b) &&
                      members_in(t, b, a));
}

/* ------------------------------------------------------------------ other bases for a class that exists */

/* Gives a class and all below it their order anew; what they had is kept in `before`, as pairs. */
static int recompute_mros(struct lang_thread *t, struct lang_type *type, struct lang_list *before)
{
    struct lang_tuple *mro = order_of(t, type);
    if (!mro)
        return -1;
    if (lang_list_append(t, before, lang_obj(type)) < 0 || lang_list_append(t, before, lang_obj(type->mro)) < 0) {
        lang_decref(t, mro);
        return -1;
    }
    lang_decref(t, type->mro); /* `before` holds it */
    type->mro = mro;
    for (uint32_t i = 0; i < type->subclass_count; i++) {
        struct lang_type *below = lang_incref(type->subclasses[i]); /* its mro() may drop it */
        int status = recompute_mros(t, below, before);
        lang_decref(t, below);
        if (status < 0)
            return -1;
    }
    return 0;
}

static void restore_mros(struct lang_thread *t, struct lang_list *before)
{
    for (int64_t i = 0; i + 1 < before->length; i += 2) {
        struct lang_type *type = (struct lang_type *)before->items[i].o;
        struct lang_tuple *mro = type->mro;
        type->mro = lang_incref(before->items[i + 1].o);
        lang_decref(t, mro);
    }
}

static void refill_slots(struct lang_thread *t, struct lang_type *type)
{
    lang_slots_inherit(t, type);
    for (uint32_t i = 0; i < type->subclass_count; i++) {
        struct lang_type *below = lang_incref(type->subclasses[i]);
        refill_slots(t, below);
        lang_decref(t, below);
    }
}

/* The lists of subclasses follow the bases of a class. */
static int move_subclass(struct lang_thread *t, struct lang_type *type, struct lang_tuple *from, struct lang_tuple *to)
{
    for (int64_t i = 0; i < to->length; i++)
        if (lang_type_add_subclass(t, (struct lang_type *)to->items[i].o, type) < 0)
            return -1;
    for (int64_t i = 0; i < from->length; i++)
        lang_type_remove_subclass((struct lang_type *)from->items[i].o, type);
    return 0;
}

static int swap_bases(struct lang_thread *t, struct lang_type *type, struct lang_tuple *bases, struct lang_type *base)
{
    struct lang_tuple *old = type->bases;
    struct lang_type *old_base = type->base;
    struct lang_list *before = lang_list_new(t, 4);
    if (!before || move_subclass(t, type, old, bases) < 0) {
        lang_xdecref(t, before);
        return -1;
    }
    type->bases = lang_incref(bases);
    type->base = lang_incref(base);
    int status = recompute_mros(t, type, before);
    if (status < 0) { /* everything is as it was */
        lang_value e = lang_error_take(t);
        restore_mros(t, before);
        if (move_subclass(t, type, bases, old) < 0)
            lang_error_clear(t);
        type->bases = old;
        type->base = old_base;
        old = bases;
        old_base = base;
        lang_error_restore(t, e);
    }
    lang_type_changed(type);
    refill_slots(t, type);
    lang_decref(t, before);
    lang_decref(t, old);
    lang_decref(t, old_base);
    return status;
}

static bool holds_objects(const struct lang_type *type)
{
    return type->flags & LANG_TYPE_HEAP || type->traverse;
}

int lang_class_set_bases(struct lang_thread *t, struct lang_type *type, lang_value value)
{
    if (!lang_is_tuple(value))
        return lang_fail(t, LANG_EXC_TypeError, "can only assign tuple to %s.__bases__, not %N", type->name, value);
    struct lang_tuple *bases = lang_as_tuple(value);
    if (!bases->length)
        return lang_fail(t, LANG_EXC_TypeError, "can only assign non-empty tuple to %s.__bases__, not ()", type->name);
    for (int64_t i = 0; i < bases->length; i++) {
        if (!lang_is_a(bases->items[i], &lang_type_type))
            return lang_fail(t, LANG_EXC_TypeError, "%s.__bases__ must be tuple of classes, not '%N'", type->name,
                             bases->items[i]);
        bool cycle = lang_is_subtype((struct lang_type *)bases->items[i].o, type);
        for (struct lang_type *k = (struct lang_type *)bases->items[i].o; k && !cycle; k = k->base)
            cycle = k == type; /* its order may not be made anew yet: this runs in a mro() */
        if (cycle)
            return lang_fail(t, LANG_EXC_TypeError, "a __bases__ item causes an inheritance cycle");
    }
    struct lang_type *base = best_base(t, bases);
    if (!base)
        return -1;
    if (holds_objects(base) != holds_objects(type->base))
        return lang_fail(t, LANG_EXC_TypeError, "__bases__ assignment: '%s' deallocator differs from '%s'", base->name,
                         type->base->name);
    if (solid_base(base) != solid_base(type->base) || base->size > type->size ||
        !lang_class_same_attributes(t, base, type->base))
        return lang_fail(t, LANG_EXC_TypeError, "__bases__ assignment: '%s' object layout differs from '%s'",
                         base->name, type->base->name);
    return swap_bases(t, type, bases, base);
}
