/* weakref.c: weak references: the table of what is referred to weakly, the classes ref and proxy of the module
 * _weakref. The library's module weakref (prelude) builds its dicts and sets on them.
 *
 * An object that is referred to carries LANG_OBJ_WEAK; the table leads from it to its references, newest first. The
 * references lose their object before it is torn down, then their callbacks run. */
#include <stdlib.h>
#include <string.h>

#include "lib/lib.h"
#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

struct lang_weakref {
    struct lang_object head;
    struct lang_object *target; /* not counted; NULL: gone */
    lang_value callback;        /* UNDEF: none */
    int64_t hash;               /* of the target, -1: not asked yet */
    struct lang_weakref *next, *previous;
    bool silent; /* has been garbage: it does not call back */
};
#define REF(v) ((struct lang_weakref *)(v).o)

/* ------------------------------------------------------------------ the table */

struct entry {
    struct lang_object *target;
    struct lang_weakref *first;
};
static struct entry *table;
static size_t table_size, table_used; /* size: a power of two or 0; at most half of it is used */

static size_t home_slot(const struct lang_object *o)
{
    size_t i = ((uintptr_t)o >> 4) * 0x9E3779B97F4A7C15u >> 16;
    for (i &= table_size - 1; table[i].target && table[i].target != o;)
        i = (i + 1) & (table_size - 1);
    return i;
}

static int grow(struct lang_thread *t)
{
    size_t old_size = table_size, size = old_size ? old_size * 2 : 16;
    struct entry *old = table, *fresh = calloc(size, sizeof *fresh);
    if (!fresh)
        return lang_no_memory(t), -1;
    table = fresh;
    table_size = size;
    for (size_t i = 0; i < old_size; i++)
        if (old[i].target)
            table[home_slot(old[i].target)] = old[i];
    free(old);
    return 0;
}

/* Open addressing without tombstones: what follows the hole moves up. */
static void remove_entry(size_t hole)
{
    table[hole] = (struct entry){NULL, NULL};
    for (size_t i = (hole + 1) & (table_size - 1); table[i].target; i = (i + 1) & (table_size - 1)) {
        struct entry e = table[i];
        table[i] = (struct entry){NULL, NULL};
        table[home_slot(e.target)] = e;
    }
    if (--table_used == 0) {
        free(table);
        table = NULL;
        table_size = 0;
    }
}

static struct lang_weakref *first_ref(const struct lang_object *o)
{
    return o->flags & LANG_OBJ_WEAK ? table[home_slot(o)].first : NULL;
}

static int link_ref(struct lang_thread *t, struct lang_weakref *r, struct lang_object *target)
{
    if (!(target->flags & LANG_OBJ_WEAK)) {
        if ((table_used + 1) * 2 > table_size && grow(t) < 0)
            return -1;
        table[home_slot(target)].target = target;
        table_used++;
        target->flags |= LANG_OBJ_WEAK;
    }
    struct entry *e = &table[home_slot(target)];
    r->target = target;
    r->next = e->first;
    if (e->first)
        e->first->previous = r;
    e->first = r;
    return 0;
}

static void unlink_ref(struct lang_weakref *r)
{
    if (!r->target)
        return;
    if (r->next)
        r->next->previous = r->previous;
    if (r->previous) {
        r->previous->next = r->next;
    } else {
        size_t i = home_slot(r->target);
        table[i].first = r->next;
        if (!r->next) {
            r->target->flags &= ~(uint32_t)LANG_OBJ_WEAK;
            remove_entry(i);
        }
    }
    r->target = NULL;
    r->next = r->previous = NULL;
}

struct lang_weakref **lang_weakref_cut(struct lang_object *o, struct lang_weakref **end)
{
    for (struct lang_weakref *r; (r = first_ref(o));) {
        unlink_ref(r);
        if (!lang_is_undef(r->callback) && r->head.refs && !r->silent) {
            *end = lang_incref(r);
            end = &r->next;
        }
    }
    return end;
}

void lang_weakref_call(struct lang_thread *t, struct lang_weakref *called)
{
    while (called) {
        struct lang_weakref *r = called;
        called = r->next;
        r->next = NULL;
        lang_value callback = r->callback, arg = lang_obj(r), saved = lang_error_take(t);
        r->callback = lang_undef();
        lang_value result = lang_call(t, callback, &arg, 1, NULL);
        if (lang_is_error(result))
            lang_error_clear(t); /* as in __del__: it cannot propagate */
        else
            lang_unref(t, result);
        if (!lang_is_undef(saved))
            lang_error_restore(t, saved);
        lang_unref(t, callback);
        lang_decref(t, r);
    }
}

/* The object is destroyed: its references are cleared, then the callbacks run, newest first. */
void lang_weakref_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_weakref *called = NULL;
    lang_weakref_cut(o, &called);
    lang_weakref_call(t, called);
}

void lang_weakref_silence(struct lang_object *o)
{
    if (lang_is_subtype(o->type, &lang_type_weakref) || o->type == &lang_type_weakproxy ||
        o->type == &lang_type_weakcallableproxy)
        ((struct lang_weakref *)o)->silent = true;
}

/* ------------------------------------------------------------------ what may be referred to */

bool lang_weakref_allowed(struct lang_thread *t, struct lang_type *type)
{
    if (type->flags & LANG_TYPE_HEAP && !lang_is_undef(lang_type_lookup(t, type, LANG_NAME(__weakref__))))
        return true;
    while (type->flags & LANG_TYPE_HEAP)
        type = type->base;
    if (type->flags & LANG_TYPE_WEAKREF)
        return true;
    return type->attr_offset && !(type->flags & LANG_TYPE_EXCEPTION) && !(type->flags & LANG_TYPE_TYPE);
}

static lang_value get_weakref(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_weakref *r = first_ref(v.o);
    return r ? lang_obj(lang_incref(r)) : lang_none();
}

int lang_weakref_publish(struct lang_thread *t, struct lang_type *type)
{
    static const struct lang_getset row = {"__weakref__", get_weakref, NULL,
                                           "list of weak references to the object (if defined)"};
    lang_value v = lang_getset_new(t, type, &row);
    int status = lang_is_error(v) ? -1 : lang_dict_set_str(t, type->dict, LANG_NAME(__weakref__), v);
    lang_unref(t, v);
    return status;
}

/* ------------------------------------------------------------------ ref */

/* A reference of this class, the one that is there where it can be shared. */
static lang_value make_ref(struct lang_thread *t, struct lang_type *cls, lang_value target, lang_value callback)
{
    if (target.tag != LANG_OBJECT || !lang_weakref_allowed(t, target.o->type))
        return lang_raise(t, LANG_EXC_TypeError, "cannot create weak reference to '%N' object", target);
    bool plain = lang_is_undef(callback) || callback.tag == LANG_NONE;
    for (struct lang_weakref *r = first_ref(target.o); r && plain && !(cls->flags & LANG_TYPE_HEAP); r = r->next)
        if (r->head.type == cls && lang_is_undef(r->callback) && r->head.refs)
            return lang_obj(lang_incref(r));
    struct lang_weakref *r = lang_object_new(t, cls);
    if (!r)
        return lang_error();
    r->hash = -1;
    r->callback = plain ? lang_undef() : lang_ref(callback);
    if (link_ref(t, r, target.o) < 0) {
        lang_decref(t, r);
        return lang_error();
    }
    return lang_obj(r);
}

static lang_value ref_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    if (kwnames && !(cls->flags & LANG_TYPE_HEAP))
        return lang_raise(t, LANG_EXC_TypeError, "ref() takes no keyword arguments");
    if (nargs < 1 || (nargs > 2 && !(cls->flags & LANG_TYPE_HEAP)))
        return lang_raise(t, LANG_EXC_TypeError, "__new__ expected at %s argument%s, got %zu",
                          nargs ? "most 2" : "least 1", nargs ? "s" : "", nargs);
    return make_ref(t, cls, args[0], nargs > 1 ? args[1] : lang_undef());
}

static int ref_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                    struct lang_tuple *kwnames)
{
    (void)t, (void)v, (void)args, (void)nargs, (void)kwnames; /* ref_make has done it all */
    return 0;
}

static void ref_destroy(struct lang_thread *t, struct lang_object *o)
{
    unlink_ref((struct lang_weakref *)o);
    lang_clear(t, &((struct lang_weakref *)o)->callback);
}

static void ref_clear(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct lang_weakref *)o)->callback);
}

static void ref_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_weakref *r = (struct lang_weakref *)o;
    if (r->callback.tag == LANG_OBJECT)
        visit(r->callback.o, arg);
}

/* The object, a new reference; UNDEF when it is gone (also while it is being torn down). */
static lang_value referent(struct lang_weakref *r)
{
    return r->target && r->target->refs ? lang_obj(lang_incref(r->target)) : lang_undef();
}

static lang_value ref_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    (void)args;
    if (nargs || kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "__call__ expected at most 0 arguments, got %zu", nargs);
    lang_value v = referent(REF(callee));
    return lang_is_undef(v) ? lang_none() : v;
}

static lang_value ref_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if ((op != LANG_EQ && op != LANG_NE) || !lang_is_a(a, &lang_type_weakref) || !lang_is_a(b, &lang_type_weakref))
        return lang_notimpl();
    lang_value x = referent(REF(a)), y = referent(REF(b));
    lang_value r;
    if (lang_is_undef(x) || lang_is_undef(y))
        r = lang_bool((a.o == b.o) == (op == LANG_EQ));
    else
        r = lang_compare(t, op, x, y);
    lang_unref(t, x);
    lang_unref(t, y);
    return r;
}

static int ref_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct lang_weakref *r = REF(v);
    if (r->hash == -1) {
        lang_value target = referent(r);
        if (lang_is_undef(target))
            return lang_fail(t, LANG_EXC_TypeError, "weak object has gone away");
        int status = lang_hash(t, target, &r->hash);
        lang_unref(t, target);
        if (status < 0)
            return -1;
    }
    *out = r->hash;
    return 0;
}

static lang_value ref_repr(struct lang_thread *t, lang_value v)
{
    lang_value target = referent(REF(v));
    unsigned long long own = (unsigned long long)v.bits, other = (unsigned long long)target.bits;
    if (lang_is_undef(target))
        return lang_obj_or_error(lang_str_from_format(t, "<weakref at 0x%llx; dead>", own));
    struct lang_str *s = lang_str_from_format(t, "<weakref at 0x%llx; to '%N' at 0x%llx>", own, target, other);
    lang_unref(t, target);
    return lang_obj_or_error(s);
}

static lang_value get_callback(struct lang_thread *t, lang_value v)
{
    (void)t;
    lang_value c = REF(v)->callback;
    return lang_is_undef(c) ? lang_none() : lang_ref(c);
}

static const struct lang_getset ref_getset[] = {{"__callback__", get_callback, NULL, NULL}, {NULL, NULL, NULL, NULL}};
static const struct lang_method ref_methods[] = {
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS}, {NULL, NULL, NULL, NULL, 0}};

struct lang_type lang_type_weakref = {
    .name = "weakref.ReferenceType",
    .module = "weakref",
    .size = sizeof(struct lang_weakref),
    .flags = LANG_TYPE_BASE,
    .getset = ref_getset,
    .methods = ref_methods,
    .make = ref_make,
    .init = ref_init,
    .destroy = ref_destroy,
    .traverse = ref_traverse,
    .clear = ref_clear,
    .repr = ref_repr,
    .compare = ref_compare,
    .hash = ref_hash,
    .call = ref_call,
};

/* ------------------------------------------------------------------ proxy */

static bool is_proxy(lang_value v)
{
    return lang_is_exactly(v, &lang_type_weakproxy) || lang_is_exactly(v, &lang_type_weakcallableproxy);
}

/* What a proxy stands for (a new reference), ReferenceError when it is gone; any other value itself. */
static lang_value unwrap(struct lang_thread *t, lang_value v)
{
    if (!is_proxy(v))
        return lang_ref(v);
    lang_value target = referent(REF(v));
    return lang_is_undef(target) ? lang_raise(t, LANG_EXC_ReferenceError, "weakly-referenced object no longer exists")
                                 : target;
}

#define PROXY_VALUE(fn, parameters, expression)                                                                        \
    static lang_value fn parameters                                                                                    \
    {                                                                                                                  \
        lang_value o = unwrap(t, v);                                                                                   \
        if (lang_is_error(o))                                                                                          \
            return o;                                                                                                  \
        lang_value r = expression;                                                                                     \
        lang_unref(t, o);                                                                                              \
        return r;                                                                                                      \
    }
#define PROXY_STATUS(type, fn, parameters, expression)                                                                 \
    static type fn parameters                                                                                          \
    {                                                                                                                  \
        lang_value o = unwrap(t, v);                                                                                   \
        if (lang_is_error(o))                                                                                          \
            return -1;                                                                                                 \
        type r = expression;                                                                                           \
        lang_unref(t, o);                                                                                              \
        return r;                                                                                                      \
    }
PROXY_VALUE(proxy_str, (struct lang_thread * t, lang_value v), lang_obj_or_error(lang_to_str(t, o)))
PROXY_VALUE(proxy_getattr, (struct lang_thread * t, lang_value v, struct lang_str *name), lang_getattr(t, o, name))
PROXY_VALUE(proxy_getitem, (struct lang_thread * t, lang_value v, lang_value key), lang_getitem(t, o, key))
PROXY_VALUE(proxy_iter, (struct lang_thread * t, lang_value v), lang_iter(t, o))
PROXY_VALUE(proxy_call,
            (struct lang_thread * t, lang_value v, const lang_value *args, size_t nargs, struct lang_tuple *kwnames),
            lang_call(t, o, args, nargs, kwnames))
PROXY_STATUS(int, proxy_setattr, (struct lang_thread * t, lang_value v, struct lang_str *name, lang_value value),
             lang_setattr(t, o, name, value))
PROXY_STATUS(int, proxy_setitem, (struct lang_thread * t, lang_value v, lang_value key, lang_value value),
             lang_setitem(t, o, key, value))
PROXY_STATUS(int, proxy_contains, (struct lang_thread * t, lang_value v, lang_value item), lang_contains(t, o, item))
PROXY_STATUS(int, proxy_truth, (struct lang_thread * t, lang_value v), lang_truth(t, o))
PROXY_STATUS(int64_t, proxy_len, (struct lang_thread * t, lang_value v), lang_len(t, o))

static lang_value proxy_both(struct lang_thread *t, lang_value a, lang_value b, int op, bool compare)
{
    lang_value x = unwrap(t, a), y = lang_is_error(x) ? lang_undef() : unwrap(t, b), r = lang_error();
    if (!lang_is_error(x) && !lang_is_error(y))
        r = compare ? lang_compare(t, (enum lang_compare_op)op, x, y) : lang_binary(t, (enum lang_binary_op)op, x, y);
    if (!lang_is_error(x))
        lang_unref(t, x);
    if (!lang_is_error(y))
        lang_unref(t, y);
    return r;
}

static lang_value proxy_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    return proxy_both(t, a, b, (int)op, true);
}

/* `p += x` asks for the in-place form of what the proxy stands for; the result takes the name over. */
static lang_value proxy_inplace(struct lang_thread *t, lang_value a, lang_value b, enum lang_binary_op op)
{
    lang_value x = unwrap(t, a), y = lang_is_error(x) ? lang_undef() : unwrap(t, b), r = lang_error();
    if (!lang_is_error(x) && !lang_is_error(y))
        r = lang_inplace(t, op, x, y);
    if (!lang_is_error(x))
        lang_unref(t, x);
    if (!lang_is_error(y))
        lang_unref(t, y);
    return r;
}

static lang_value proxy_next(struct lang_thread *t, lang_value v)
{
    lang_value o = unwrap(t, v);
    if (lang_is_error(o))
        return o;
    lang_value r = lang_type_of(o)->next
                       ? lang_next(t, o)
                       : lang_raise(t, LANG_EXC_TypeError, "Weakref proxy referenced a non-iterator '%N' object", o);
    lang_unref(t, o);
    return r;
}

static lang_value proxy_index(struct lang_thread *t, lang_value v)
{
    lang_value o = unwrap(t, v);
    if (lang_is_error(o))
        return o;
    lang_value r = lang_is_integer(o) ? lang_int_exact(t, o)
                   : lang_type_of(o)->to_index
                       ? lang_type_of(o)->to_index(t, o)
                       : lang_raise(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", o);
    lang_unref(t, o);
    return r;
}

static lang_value proxy_bytes(struct lang_thread *t, const lang_value *args)
{
    lang_value o = unwrap(t, args[0]);
    if (lang_is_error(o))
        return o;
    lang_value r = lang_call_method_c(t, o, "__bytes__", NULL, 0);
    lang_unref(t, o);
    return r;
}

static lang_value proxy_reversed(struct lang_thread *t, const lang_value *args)
{
    lang_value o = unwrap(t, args[0]);
    if (lang_is_error(o))
        return o;
    lang_value r = lang_call(t, lang_obj(&lang_type_reversed), &o, 1, NULL);
    lang_unref(t, o);
    return r;
}

static const struct lang_method proxy_methods[] = {
    {"__bytes__", "()", proxy_bytes, NULL, LANG_M_NOSIG},
    {"__reversed__", "()", proxy_reversed, NULL, LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

#define OPS(X)                                                                                                         \
    X(ADD)                                                                                                             \
    X(SUB) X(MUL) X(MATMUL) X(TRUEDIV) X(FLOORDIV) X(MOD) X(POW) X(LSHIFT) X(RSHIFT) X(AND) X(XOR) X(OR) X(DIVMOD)
#define X(op)                                                                                                          \
    static lang_value proxy_##op(struct lang_thread *t, lang_value a, lang_value b)                                    \
    {                                                                                                                  \
        return proxy_both(t, a, b, LANG_OP_##op, false);                                                               \
    }                                                                                                                  \
    static lang_value proxy_i##op(struct lang_thread *t, lang_value a, lang_value b)                                   \
    {                                                                                                                  \
        return proxy_inplace(t, a, b, LANG_OP_##op);                                                                   \
    }
OPS(X)
#undef X
#define X(op) PROXY_VALUE(proxy_##op, (struct lang_thread * t, lang_value v), lang_unary(t, LANG_OP_##op, o))
X(NEG)
X(POS)
X(INVERT)
X(ABS)
#undef X

static lang_value proxy_repr(struct lang_thread *t, lang_value v)
{
    lang_value o = unwrap(t, v);
    if (lang_is_error(o))
        return o;
    struct lang_str *s = lang_str_from_format(t, "<weakproxy at 0x%llx to %N at 0x%llx>", (unsigned long long)v.bits, o,
                                              (unsigned long long)o.bits);
    lang_unref(t, o);
    return lang_obj_or_error(s);
}

/* clang-format off */
#define X(op) .binary[LANG_OP_##op] = proxy_##op, .inplace[LANG_OP_##op] = proxy_i##op,
#define PROXY_TYPE(variable, type_name, call_slot)                                                                     \
    struct lang_type variable = {                                                                                      \
        .name = type_name, .module = "weakref", .size = sizeof(struct lang_weakref), .flags = LANG_TYPE_ABSTRACT,            \
        .destroy = ref_destroy, .traverse = ref_traverse, .clear = ref_clear, .repr = proxy_repr, .str = proxy_str,    \
        .getattr = proxy_getattr, .setattr = proxy_setattr, .compare = proxy_compare, .hash = lang_hash_unhashable,    \
        .truth = proxy_truth, .iter = proxy_iter, .len = proxy_len, .getitem = proxy_getitem, .setitem = proxy_setitem,\
        .contains = proxy_contains, .call = call_slot, .next = proxy_next, .to_index = proxy_index,                    \
        .methods = proxy_methods, OPS(X)                                                          \
        .unary = {[LANG_OP_NEG] = proxy_NEG, [LANG_OP_POS] = proxy_POS, [LANG_OP_INVERT] = proxy_INVERT,               \
                  [LANG_OP_ABS] = proxy_ABS}}
PROXY_TYPE(lang_type_weakproxy, "weakref.ProxyType", NULL);
PROXY_TYPE(lang_type_weakcallableproxy, "weakref.CallableProxyType", proxy_call);
#undef X
/* clang-format on */

/* ------------------------------------------------------------------ the module _weakref */

static lang_value f_proxy(struct lang_thread *t, const lang_value *args)
{
    struct lang_type *cls = lang_callable(args[0]) ? &lang_type_weakcallableproxy : &lang_type_weakproxy;
    return make_ref(t, cls, args[0], args[1]);
}

static lang_value f_count(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    int64_t n = 0;
    for (struct lang_weakref *r = args[0].tag == LANG_OBJECT ? first_ref(args[0].o) : NULL; r; r = r->next)
        n++;
    return lang_int(n);
}

/* The one that can be shared comes first, as it was made first or might have been. */
static lang_value f_refs(struct lang_thread *t, const lang_value *args)
{
    struct lang_list *l = lang_list_new(t, 0);
    for (int pass = 0; l && pass < 2; pass++)
        for (struct lang_weakref *r = args[0].tag == LANG_OBJECT ? first_ref(args[0].o) : NULL; l && r; r = r->next)
            if ((r->head.type == &lang_type_weakref && lang_is_undef(r->callback)) == (pass == 0) && r->head.refs &&
                lang_list_append(t, l, lang_obj(r)) < 0) {
                lang_decref(t, l);
                l = NULL;
            }
    return lang_obj_or_error(l);
}

static const struct lang_method functions[] = {
    {"proxy", "(object, callback=None, /)", f_proxy, "Create a proxy object that weakly references 'object'.",
     LANG_M_NOSIG},
    {"getweakrefcount", "(object, /)", f_count, "Return the number of weak references to 'object'.", 0},
    {"getweakrefs", "(object, /)", f_refs, "Return a list of all weak reference objects pointing to 'object'.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    struct {
        const char *name;
        struct lang_type *type;
    } const classes[] = {{"ref", &lang_type_weakref},
                         {"ReferenceType", &lang_type_weakref},
                         {"ProxyType", &lang_type_weakproxy},
                         {"CallableProxyType", &lang_type_weakcallableproxy}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (lang_type_ready(t, classes[i].type) < 0 ||
            lang_module_add(t, m, classes[i].name, lang_obj(classes[i].type)) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__weakref = {"_weakref", "Weak-reference support module.", functions, init};
