/* slots.c: one table maps the special methods of the language (`__add__`) to the slots of a type, in both directions: a
 * slot of a built-in type gets a slot wrapper in the type's dict, a method of a class gets a dispatcher in the slot. */
#include <stddef.h>
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

typedef lang_value (*value_fn)(struct lang_thread *, lang_value);
typedef lang_value (*binary_fn)(struct lang_thread *, lang_value, lang_value);
typedef lang_value (*repeat_fn)(struct lang_thread *, lang_value, int64_t);

enum slot_kind {
    K_VALUE,
    K_NEXT,
    K_HASH,
    K_TRUTH,
    K_LEN,
    K_CONTAINS,
    K_GETITEM,
    K_SETITEM,
    K_DELITEM,
    K_CALL,
    K_INIT,
    K_NEW,
    K_GET,
    K_SET,
    K_DELETE,
    K_COMPARE,
    K_BINARY,
    K_RBINARY,
    K_INPLACE,
    K_CONCAT,
    K_REPEAT,
    K_FORMAT,
    K_SETATTR,
    K_DELATTR
};
struct slot_row {
    uint16_t name; /* enum lang_name_id */
    uint8_t kind, op;
    uint16_t offset;
    void *dispatcher;
};

/* ------------------------------------------------------------------ dispatchers: slot -> method of a class */

static lang_value no_method(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    return lang_raise(t, LANG_EXC_AttributeError, "'%N' object has no attribute '%U'", v, name);
}

static lang_value call0(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    lang_value r = lang_call_special(t, v, name, NULL, 0);
    return lang_is_undef(r) ? no_method(t, v, name) : r;
}

#define DISPATCH_VALUE(fn, NAME)                                                                                       \
    static lang_value fn(struct lang_thread *t, lang_value v)                                                          \
    {                                                                                                                  \
        return call0(t, v, LANG_NAME(NAME));                                                                           \
    }
DISPATCH_VALUE(d_repr, __repr__)
DISPATCH_VALUE(d_str, __str__)
DISPATCH_VALUE(d_float, __float__)
DISPATCH_VALUE(d_neg, __neg__)
DISPATCH_VALUE(d_pos, __pos__)
DISPATCH_VALUE(d_invert, __invert__)
DISPATCH_VALUE(d_abs, __abs__)

/* Callers of a numeric slot rely on its result's type: other results are rejected here. */
static lang_value call_for_integer(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    lang_value r = call0(t, v, name);
    if (r.tag == LANG_INT || lang_is_error(r))
        return r;
    bool plain = lang_is_exactly(r, &lang_type_int);
    if (!plain && lang_is_integer(r)) {
        const char *method = lang_str_utf8(t, name, NULL);
        r = method ? lang_warn_subclass(t, method, "int", r) : lang_error();
        if (lang_is_error(r))
            return r;
    }
    if (lang_is_integer(r)) { /* of a subclass only the number counts: arithmetic with it must not run its methods */
        lang_value exact = lang_int_exact(t, r);
        lang_unref(t, r);
        return exact;
    }
    lang_raise(t, LANG_EXC_TypeError, "%U returned non-int (type %N)", name, r);
    lang_unref(t, r);
    return lang_error();
}

/* __iter__ = None says that there is no iteration, whatever a base has. */
static lang_value d_iter(struct lang_thread *t, lang_value v)
{
    if (lang_type_lookup(t, lang_type_of(v), LANG_NAME(__iter__)).tag == LANG_NONE)
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not iterable", v);
    return call0(t, v, LANG_NAME(__iter__));
}

static lang_value d_index(struct lang_thread *t, lang_value v)
{
    if (lang_type_of(v)->flags & LANG_TYPE_INT) /* an int already: its class is not asked */
        return lang_int_exact(t, v);
    return call_for_integer(t, v, LANG_NAME(__index__));
}

static lang_value d_int(struct lang_thread *t, lang_value v)
{
    return call_for_integer(t, v, LANG_NAME(__int__));
}

static lang_value d_next(struct lang_thread *t, lang_value v)
{
    lang_value r = call0(t, v, LANG_NAME(__next__));
    if (lang_is_error(r) && lang_error_is(t, LANG_EXC_StopIteration)) {
        lang_value e = lang_error_take(t);
        lang_value value = lang_stop_iteration_value(e);
        /* only next() and yield from ask for it */
        lang_set_steal(t, &t->stop_value, lang_is_none(value) ? lang_undef() : value);
        lang_unref(t, e);
        return lang_undef();
    }
    return r;
}

static int d_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    lang_value r = call0(t, v, LANG_NAME(__hash__));
    if (lang_is_error(r))
        return -1;
    if (!lang_is_integer(r)) {
        lang_unref(t, r);
        return lang_fail(t, LANG_EXC_TypeError, "__hash__ method should return an integer");
    }
    if (r.tag == LANG_INT)
        *out = r.i == -1 ? -2 : r.i;
    else
        *out = lang_int_hash(r); /* of a subclass, too: its own __hash__ may be the one that runs */
    lang_unref(t, r);
    return 0;
}

static int d_truth(struct lang_thread *t, lang_value v)
{
    lang_value r = call0(t, v, LANG_NAME(__bool__));
    if (r.tag == LANG_BOOL)
        return (int)r.i;
    if (!lang_is_error(r)) {
        lang_fail(t, LANG_EXC_TypeError, "__bool__ should return bool, returned %N", r);
        lang_unref(t, r);
    }
    return -1;
}

static int64_t d_len(struct lang_thread *t, lang_value v)
{
    lang_value r = call0(t, v, LANG_NAME(__len__));
    if (lang_is_error(r))
        return -1;
    int64_t n = 0;
    int s = lang_as_index(t, r, &n);
    if (s < 0 && lang_error_is(t, LANG_EXC_OverflowError)) {
        lang_error_clear(t);
        if (lang_is_integer(r) && lang_int_sign(r) < 0)
            lang_fail(t, LANG_EXC_ValueError, "__len__() should return >= 0");
        else
            lang_fail(t, LANG_EXC_OverflowError, "cannot fit '%N' into an index-sized integer", r);
    }
    lang_unref(t, r);
    if (s < 0)
        return -1;
    return n < 0 ? lang_fail(t, LANG_EXC_ValueError, "__len__() should return >= 0") : n;
}

static int d_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    lang_value d = lang_type_lookup(t, lang_type_of(v), LANG_NAME(__contains__));
    if (d.tag == LANG_NONE)
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object is not a container", v);
    lang_value r = lang_call_special(t, v, LANG_NAME(__contains__), &item, 1);
    if (lang_is_error(r))
        return -1;
    int b = lang_truth(t, r);
    lang_unref(t, r);
    return b;
}

static lang_value d_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    lang_value r = lang_call_special(t, v, LANG_NAME(__getitem__), &key, 1);
    return lang_is_undef(r) ? no_method(t, v, LANG_NAME(__getitem__)) : r;
}

static int status_of(struct lang_thread *t, lang_value r, lang_value v, struct lang_str *name)
{
    if (lang_is_undef(r))
        r = no_method(t, v, name);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

/* Storing and deleting are one slot: a class with only the other of the two has the slot, and the name is missing. */
static int check_other_method(struct lang_thread *t, lang_value v, struct lang_str *other, struct lang_str *name,
                              const char *message)
{
    if (!lang_is_undef(lang_type_lookup(t, lang_type_of(v), other)))
        return lang_fail(t, LANG_EXC_AttributeError, "%U", name);
    return lang_fail(t, LANG_EXC_TypeError, message, v);
}

static int d_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    if (lang_is_undef(value)) {
        if (lang_is_undef(lang_type_lookup(t, lang_type_of(v), LANG_NAME(__delitem__))))
            return check_other_method(t, v, LANG_NAME(__setitem__), LANG_NAME(__delitem__),
                                      "'%N' object does not support item deletion");
        return status_of(t, lang_call_special(t, v, LANG_NAME(__delitem__), &key, 1), v, LANG_NAME(__delitem__));
    }
    if (lang_is_undef(lang_type_lookup(t, lang_type_of(v), LANG_NAME(__setitem__))))
        return check_other_method(t, v, LANG_NAME(__delitem__), LANG_NAME(__setitem__),
                                  "'%N' object does not support item assignment");
    lang_value args[] = {key, value};
    return status_of(t, lang_call_special(t, v, LANG_NAME(__setitem__), args, 2), v, LANG_NAME(__setitem__));
}

/* Calls a special method with arguments as they stand, keywords included. */
static lang_value call_all(struct lang_thread *t, lang_value v, struct lang_str *name, const lang_value *args,
                           size_t nargs, struct lang_tuple *kwnames)
{
    struct lang_type *type = lang_type_of(v);
    lang_value d = lang_type_lookup(t, type, name);
    if (lang_is_undef(d))
        return no_method(t, v, name);
    lang_value f = d.tag == LANG_OBJECT && d.o->type->get ? d.o->type->get(t, d, v, type) : lang_ref(d);
    if (lang_is_error(f))
        return f;
    lang_value r = lang_call(t, f, args, nargs, kwnames);
    lang_unref(t, f);
    return r;
}

static lang_value d_call(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    return call_all(t, v, LANG_NAME(__call__), args, nargs, kwnames);
}

static int d_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    lang_value r = call_all(t, v, LANG_NAME(__init__), args, nargs, kwnames);
    if (lang_is_error(r))
        return -1;
    if (r.tag != LANG_NONE) {
        lang_fail(t, LANG_EXC_TypeError, "__init__() should return None, not '%N'", r);
        lang_unref(t, r);
        return -1;
    }
    return 0;
}

static lang_value d_new(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames)
{
    lang_value f = lang_getattr(t, lang_obj(cls), LANG_NAME(__new__));
    if (lang_is_error(f))
        return f;
    size_t n = nargs + (kwnames ? (size_t)kwnames->length : 0);
    lang_value small[9], *all = small, r = lang_error();
    if (n <= 8 || (all = lang_alloc(t, (n + 1) * sizeof *all))) {
        all[0] = lang_obj(cls);
        if (n)
            memcpy(all + 1, args, n * sizeof *all);
        r = lang_call(t, f, all, nargs + 1, kwnames);
        if (all != small)
            lang_free(t, all, (n + 1) * sizeof *all);
    }
    lang_unref(t, f);
    return r;
}

static lang_value d_get(struct lang_thread *t, lang_value d, lang_value obj, struct lang_type *cls)
{
    lang_value args[] = {lang_is_undef(obj) ? lang_none() : obj, cls ? lang_obj(cls) : lang_none()};
    return lang_call_special(t, d, LANG_NAME(__get__), args, 2);
}

static int d_set(struct lang_thread *t, lang_value d, lang_value obj, lang_value value)
{
    if (lang_is_undef(value)) {
        if (lang_is_undef(lang_type_lookup(t, lang_type_of(d), LANG_NAME(__delete__))))
            return lang_fail(t, LANG_EXC_AttributeError, "__delete__");
        return status_of(t, lang_call_special(t, d, LANG_NAME(__delete__), &obj, 1), d, LANG_NAME(__delete__));
    }
    if (lang_is_undef(lang_type_lookup(t, lang_type_of(d), LANG_NAME(__set__))))
        return lang_fail(t, LANG_EXC_AttributeError, "__set__");
    lang_value args[] = {obj, value};
    return status_of(t, lang_call_special(t, d, LANG_NAME(__set__), args, 2), d, LANG_NAME(__set__));
}

static lang_value d_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    static const uint16_t names[] = {LANG_N___lt__, LANG_N___le__, LANG_N___eq__,
                                     LANG_N___ne__, LANG_N___gt__, LANG_N___ge__};
    lang_value d = lang_type_lookup(t, lang_type_of(a), lang_names_[names[op]]);
    if (op == LANG_NE && d.tag == LANG_OBJECT && d.o->type == &lang_type_slot_wrapper &&
        ((struct lang_native *)d.o)->owner == &lang_type_object) { /* object.__ne__: the opposite of __eq__ */
        lang_value r = lang_call_special(t, a, LANG_NAME(__eq__), &b, 1);
        if (lang_is_error(r) || r.tag == LANG_NOTIMPL)
            return r;
        int eq = lang_truth(t, r);
        lang_unref(t, r);
        return eq < 0 ? lang_error() : lang_bool(!eq);
    }
    lang_value r = lang_call_special(t, a, lang_names_[names[op]], &b, 1);
    return lang_is_undef(r) ? lang_notimpl() : r;
}

static const uint16_t left_names[LANG_OP_BINARY_COUNT] = {
    LANG_N___add__,      LANG_N___sub__, LANG_N___mul__, LANG_N___matmul__, LANG_N___truediv__,
    LANG_N___floordiv__, LANG_N___mod__, LANG_N___pow__, LANG_N___lshift__, LANG_N___rshift__,
    LANG_N___and__,      LANG_N___xor__, LANG_N___or__,  LANG_N___divmod__};
static const uint16_t right_names[LANG_OP_BINARY_COUNT] = {
    LANG_N___radd__,      LANG_N___rsub__, LANG_N___rmul__, LANG_N___rmatmul__, LANG_N___rtruediv__,
    LANG_N___rfloordiv__, LANG_N___rmod__, LANG_N___rpow__, LANG_N___rlshift__, LANG_N___rrshift__,
    LANG_N___rand__,      LANG_N___rxor__, LANG_N___ror__,  LANG_N___rdivmod__};
static const uint16_t inplace_names[LANG_OP_BINARY_COUNT - 1] = {
    LANG_N___iadd__,      LANG_N___isub__, LANG_N___imul__, LANG_N___imatmul__, LANG_N___itruediv__,
    LANG_N___ifloordiv__, LANG_N___imod__, LANG_N___ipow__, LANG_N___ilshift__, LANG_N___irshift__,
    LANG_N___iand__,      LANG_N___ixor__, LANG_N___ior__};

static lang_value d_binary(struct lang_thread *t, lang_value a, lang_value b, enum lang_binary_op op, binary_fn self)
{
    struct lang_type *ta = lang_type_of(a), *tb = lang_type_of(b);
    lang_value r = lang_notimpl();
    bool right = ta != tb && tb->binary[op] == self;
    if (ta->binary[op] == self) {
        if (right && lang_is_subtype(tb, ta)) { /* the subclass's reflected method first, if it has its own */
            lang_value mine = lang_type_lookup(t, tb, lang_names_[right_names[op]]);
            if (!lang_is_undef(mine) && !lang_same(mine, lang_type_lookup(t, ta, lang_names_[right_names[op]]))) {
                r = lang_call_special(t, b, lang_names_[right_names[op]], &a, 1);
                if (r.tag != LANG_NOTIMPL && !lang_is_undef(r))
                    return r;
                right = false;
            }
        }
        r = lang_call_special(t, a, lang_names_[left_names[op]], &b, 1);
        if (r.tag != LANG_NOTIMPL && !lang_is_undef(r))
            return r;
    }
    if (right) {
        r = lang_call_special(t, b, lang_names_[right_names[op]], &a, 1);
        if (!lang_is_undef(r))
            return r;
    }
    return lang_notimpl();
}

static lang_value d_inplace(struct lang_thread *t, lang_value a, lang_value b, enum lang_binary_op op)
{
    lang_value r = lang_call_special(t, a, lang_names_[inplace_names[op]], &b, 1);
    return lang_is_undef(r) ? lang_notimpl() : r;
}

#define OPS(X)                                                                                                         \
    X(ADD) X(SUB) X(MUL) X(MATMUL) X(TRUEDIV) X(FLOORDIV) X(MOD) X(POW) X(LSHIFT) X(RSHIFT) X(AND) X(XOR) X(OR)
#define X(op)                                                                                                          \
    static lang_value d_binary_##op(struct lang_thread *t, lang_value a, lang_value b)                                 \
    {                                                                                                                  \
        return d_binary(t, a, b, LANG_OP_##op, d_binary_##op);                                                         \
    }                                                                                                                  \
    static lang_value d_inplace_##op(struct lang_thread *t, lang_value a, lang_value b)                                \
    {                                                                                                                  \
        return d_inplace(t, a, b, LANG_OP_##op);                                                                       \
    }
OPS(X)
#undef X
static lang_value d_binary_DIVMOD(struct lang_thread *t, lang_value a, lang_value b)
{
    return d_binary(t, a, b, LANG_OP_DIVMOD, d_binary_DIVMOD);
}

static lang_value d_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    lang_value arg = lang_obj(spec);
    lang_value r = lang_call_special(t, v, LANG_NAME(__format__), &arg, 1);
    return lang_is_undef(r) ? no_method(t, v, LANG_NAME(__format__)) : r;
}

static int d_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value)
{
    if (lang_is_undef(value)) {
        lang_value arg = lang_obj(name);
        return status_of(t, lang_call_special(t, v, LANG_NAME(__delattr__), &arg, 1), v, LANG_NAME(__delattr__));
    }
    lang_value args[] = {lang_obj(name), value};
    return status_of(t, lang_call_special(t, v, LANG_NAME(__setattr__), args, 2), v, LANG_NAME(__setattr__));
}

/* Classes with __getattr__ or their own __getattribute__. */
static lang_value d_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    struct lang_type *type = lang_type_of(v);
    lang_value arg = lang_obj(name), r;
    lang_value own = lang_type_lookup(t, type, LANG_NAME(__getattribute__));
    if (own.tag == LANG_OBJECT && own.o->type == &lang_type_function) {
        r = lang_call_special(t, v, LANG_NAME(__getattribute__), &arg, 1);
        if (!lang_is_error(r) || !lang_error_is(t, LANG_EXC_AttributeError))
            return r;
        type = lang_type_of(v); /* it may have given v another class */
        if (lang_is_undef(lang_type_lookup(t, type, LANG_NAME(__getattr__))))
            return r;
        lang_error_clear(t);
    } else {
        struct lang_type *base = type;
        while (base->flags & LANG_TYPE_HEAP) /* a built-in base with attributes of its own rule */
            base = base->base;
        r = base->getattr ? base->getattr(t, v, name) : lang_generic_getattr_opt(t, v, name);
        if (lang_is_error(r) && lang_error_is(t, LANG_EXC_AttributeError)) {
            lang_error_clear(t);
            r = lang_undef();
        }
        if (!lang_is_undef(r))
            return r;
        type = lang_type_of(v);
    }
    own = lang_type_lookup(t, type, LANG_NAME(__getattr__));
    if (own.tag == LANG_OBJECT &&
        own.o->type == &lang_type_method_descr) { /* in C: called directly, if it takes exactly these arguments */
        const struct lang_native *native = (struct lang_native *)own.o;
        const lang_value both[] = {v, arg};
        if (native->exact == 2 && native->owner && lang_is_subtype(type, native->owner))
            return native->fn(t, both);
    }
    r = lang_call_special(t, v, LANG_NAME(__getattr__), &arg, 1);
    return lang_is_undef(r) ? no_method(t, v, name) : r;
}

/* ------------------------------------------------------------------ the table */

#define AT(field) offsetof(struct lang_type, field)
#define AT_BINARY(op) (uint16_t)(AT(binary) + (op) * sizeof(binary_fn))
#define AT_INPLACE(op) (uint16_t)(AT(inplace) + (op) * sizeof(binary_fn))
#define ROW(name, kind, op, field, fn)                                                                                 \
    {                                                                                                                  \
        LANG_N_##name, kind, op, AT(field), (void *)fn                                                                 \
    }
#define BIN(lo, UP)                                                                                                    \
    {LANG_N___##lo##__, K_BINARY, LANG_OP_##UP, AT_BINARY(LANG_OP_##UP), (void *)d_binary_##UP},                       \
    {                                                                                                                  \
        LANG_N___r##lo##__, K_RBINARY, LANG_OP_##UP, AT_BINARY(LANG_OP_##UP), (void *)d_binary_##UP                    \
    }
#define INP(lo, UP)                                                                                                    \
    {                                                                                                                  \
        LANG_N___i##lo##__, K_INPLACE, LANG_OP_##UP, AT_INPLACE(LANG_OP_##UP), (void *)d_inplace_##UP                  \
    }

static const struct slot_row rows[] = {
    /* rows of one slot are adjacent */
    ROW(__repr__, K_VALUE, 0, repr, d_repr),
    ROW(__str__, K_VALUE, 0, str, d_str),
    ROW(__format__, K_FORMAT, 0, format, d_format),
    ROW(__hash__, K_HASH, 0, hash, d_hash),
    ROW(__bool__, K_TRUTH, 0, truth, d_truth),
    ROW(__len__, K_LEN, 0, len, d_len),
    ROW(__iter__, K_VALUE, 0, iter, d_iter),
    ROW(__next__, K_NEXT, 0, next, d_next),
    ROW(__call__, K_CALL, 0, call, d_call),
    ROW(__init__, K_INIT, 0, init, d_init),
    ROW(__new__, K_NEW, 0, make, d_new),
    ROW(__getitem__, K_GETITEM, 0, getitem, d_getitem),
    ROW(__setitem__, K_SETITEM, 0, setitem, d_setitem),
    ROW(__delitem__, K_DELITEM, 0, setitem, d_setitem),
    ROW(__contains__, K_CONTAINS, 0, contains, d_contains),
    ROW(__get__, K_GET, 0, get, d_get),
    ROW(__set__, K_SET, 0, set, d_set),
    ROW(__delete__, K_DELETE, 0, set, d_set),
    ROW(__setattr__, K_SETATTR, 0, setattr, d_setattr),
    ROW(__delattr__, K_DELATTR, 0, setattr, d_setattr),
    ROW(__lt__, K_COMPARE, LANG_LT, compare, d_compare),
    ROW(__le__, K_COMPARE, LANG_LE, compare, d_compare),
    ROW(__eq__, K_COMPARE, LANG_EQ, compare, d_compare),
    ROW(__ne__, K_COMPARE, LANG_NE, compare, d_compare),
    ROW(__gt__, K_COMPARE, LANG_GT, compare, d_compare),
    ROW(__ge__, K_COMPARE, LANG_GE, compare, d_compare),
    ROW(__index__, K_VALUE, 0, to_index, d_index),
    ROW(__int__, K_VALUE, 0, to_int, d_int),
    ROW(__float__, K_VALUE, 0, to_float, d_float),
    ROW(__neg__, K_VALUE, 0, unary[LANG_OP_NEG], d_neg),
    ROW(__pos__, K_VALUE, 0, unary[LANG_OP_POS], d_pos),
    ROW(__invert__, K_VALUE, 0, unary[LANG_OP_INVERT], d_invert),
    ROW(__abs__, K_VALUE, 0, unary[LANG_OP_ABS], d_abs),
    BIN(add, ADD),
    BIN(sub, SUB),
    BIN(mul, MUL),
    BIN(matmul, MATMUL),
    BIN(truediv, TRUEDIV),
    BIN(floordiv, FLOORDIV),
    BIN(mod, MOD),
    BIN(pow, POW),
    BIN(lshift, LSHIFT),
    BIN(rshift, RSHIFT),
    BIN(and, AND),
    BIN(xor, XOR),
    BIN(or, OR),
    BIN(divmod, DIVMOD),
    INP(add, ADD),
    INP(sub, SUB),
    INP(mul, MUL),
    INP(matmul, MATMUL),
    INP(truediv, TRUEDIV),
    INP(floordiv, FLOORDIV),
    INP(mod, MOD),
    INP(pow, POW),
    INP(lshift, LSHIFT),
    INP(rshift, RSHIFT),
    INP(and, AND),
    INP(xor, XOR),
    INP(or, OR),
    /* the same names for sequences; a class's own method is found in the rows above */
    ROW(__add__, K_CONCAT, 0, concat, NULL),
    ROW(__mul__, K_REPEAT, 0, repeat, NULL),
    ROW(__rmul__, K_REPEAT, 0, repeat, NULL),
    ROW(__iadd__, K_CONCAT, 0, concat_inplace, NULL),
    ROW(__imul__, K_REPEAT, 0, repeat_inplace, NULL),
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

static void **slot_at(struct lang_type *type, const struct slot_row *row)
{
    return (void **)((char *)type + row->offset);
}

/* ------------------------------------------------------------------ wrappers: method -> slot of a built-in type */

static lang_value none_or_error(int status)
{
    return status < 0 ? lang_error() : lang_none();
}

/* type.__new__(cls, ...) of a class of the other implementation: that one's own __new__. */
static lang_value foreign_new(struct lang_thread *t, struct lang_type *type, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    lang_value session = t->vm->foreign->session(t), own = lang_error(), v = lang_error();
    if (!lang_is_error(session)) {
        lang_value base = lang_obj(type);
        own = lang_call_method_c(t, session, "new_of", &base, 1);
        lang_unref(t, session);
    }
    if (!lang_is_error(own)) {
        v = lang_call(t, own, args, nargs, kwnames);
        lang_unref(t, own);
    }
    return v;
}

/* type.__new__(cls, ...): the built-in type below cls must be made by the same code, or its fields stay empty. */
static lang_value wrapped_new(struct lang_thread *t, struct lang_type *type, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    if (nargs == 0)
        return lang_raise(t, LANG_EXC_TypeError, "%s.__new__(): not enough arguments", type->name);
    if (!lang_is_a(args[0], &lang_type_type))
        return lang_raise(t, LANG_EXC_TypeError, "%s.__new__(X): X is not a type object (%N)", type->name, args[0]);
    struct lang_type *cls = (struct lang_type *)args[0].o, *made = cls;
    char own[LANG_TYPE_TEXT], text[LANG_TYPE_TEXT], other[LANG_TYPE_TEXT];
    if (!lang_is_subtype(cls, type))
        return lang_raise(t, LANG_EXC_TypeError, "%s.__new__(%s): %s is not a subtype of %s", lang_type_text(type, own),
                          lang_type_text(cls, text), lang_type_text(cls, text), lang_type_text(type, own));
    if (cls->flags & LANG_TYPE_FOREIGN)
        return foreign_new(t, type, args, nargs, kwnames);
    while (made->make == d_new) /* a __new__ of a class */
        made = made->base;
    if (made->make != type->make)
        return lang_raise(t, LANG_EXC_TypeError, "%s.__new__(%s) is not safe, use %s.__new__()",
                          lang_type_text(type, own), lang_type_text(cls, text), lang_type_text(made, other));
    return type->make(t, cls, args + 1, nargs - 1, kwnames);
}

static lang_value wrapper_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    struct lang_native *f = (struct lang_native *)callee.o;
    const struct slot_row *row = f->data;
    struct lang_type *type = f->owner;
    static const uint8_t arity[] = {
        [K_VALUE] = 1,    [K_NEXT] = 1,    [K_HASH] = 1,    [K_TRUTH] = 1,   [K_LEN] = 1,
        [K_CONTAINS] = 2, [K_GETITEM] = 2, [K_SETITEM] = 3, [K_DELITEM] = 2, [K_SET] = 3,
        [K_DELETE] = 2,   [K_COMPARE] = 2, [K_BINARY] = 2,  [K_RBINARY] = 2, [K_INPLACE] = 2,
        [K_CONCAT] = 2,   [K_REPEAT] = 2,  [K_FORMAT] = 2,  [K_SETATTR] = 3, [K_DELATTR] = 2};
    size_t want = row->kind < sizeof arity ? arity[row->kind] : 0;
    bool method = f->head.type == &lang_type_method_descr,
         power = row->op == LANG_OP_POW && (row->kind == K_BINARY || row->kind == K_RBINARY);
    if (kwnames && want)
        return lang_raise(t, LANG_EXC_TypeError, "%s%s%s() takes no keyword arguments", method ? type->name : "wrapper",
                          method ? "." : " ", f->name);
    if (power && (nargs < 2 || nargs > 3))
        return lang_raise(t, LANG_EXC_TypeError, " expected at %s argument%s, got %zu",
                          nargs < 2 ? "least 1" : "most 2", nargs < 2 ? "" : "s", nargs - 1);
    if (method && nargs != want)
        return lang_raise(t, LANG_EXC_TypeError, "%s.%s() takes exactly one argument (%zu given)", type->name, f->name,
                          nargs - 1);
    if (want && nargs != want && !power)
        return lang_raise(t, LANG_EXC_TypeError, "%sexpected %zu argument%s, got %zu", want == 3 ? " " : "", want - 1,
                          want == 2 ? "" : "s", nargs - 1);
    if (nargs == 0 && row->kind != K_NEW)
        return lang_raise(t, LANG_EXC_TypeError, "descriptor '%s' of '%s' object needs an argument", f->name,
                          type->name);
    void *slot = *slot_at(type, row);
    lang_value v = nargs ? args[0] : lang_none(), r;
    int64_t n;
    int s;
    switch ((enum slot_kind)row->kind) {
    case K_VALUE:
        return ((value_fn)slot)(t, v);
    case K_NEXT:
        if (lang_type_of(v)->next == (value_fn)slot)
            return lang_next_or_stop(t, v);
        r = ((value_fn)slot)(t, v);
        return lang_is_undef(r) ? lang_raise_value(t, LANG_EXC_StopIteration, lang_undef()) : r;
    case K_HASH:
        return type->hash(t, v, &n) < 0 ? lang_error() : lang_int(n);
    case K_TRUTH:
        s = type->truth(t, v);
        return s < 0 ? lang_error() : lang_bool(s);
    case K_LEN:
        n = type->len(t, v);
        return n < 0 ? lang_error() : lang_int(n);
    case K_CONTAINS:
        s = type->contains(t, v, args[1]);
        return s < 0 ? lang_error() : lang_bool(s);
    case K_GETITEM:
        return type->getitem(t, v, args[1]);
    case K_SETITEM:
        return none_or_error(type->setitem(t, v, args[1], args[2]));
    case K_DELITEM:
        return none_or_error(type->setitem(t, v, args[1], lang_undef()));
    case K_CALL:
        return type->call(t, v, args + 1, nargs - 1, kwnames);
    case K_INIT:
        return none_or_error(type->init(t, v, args + 1, nargs - 1, kwnames));
    case K_NEW:
        return wrapped_new(t, type, args, nargs, kwnames);
    case K_GET: {
        lang_value obj = nargs > 1 && args[1].tag != LANG_NONE ? args[1] : lang_undef();
        bool given = nargs > 2 && lang_is_a(args[2], &lang_type_type);
        if (lang_is_undef(obj) && !given)
            return lang_raise(t, LANG_EXC_TypeError, "__get__(None, None) is invalid");
        struct lang_type *cls = given ? (struct lang_type *)args[2].o : lang_type_of(obj);
        return type->get(t, v, obj, cls);
    }
    case K_SET:
        return none_or_error(type->set(t, v, args[1], args[2]));
    case K_DELETE:
        return none_or_error(type->set(t, v, args[1], lang_undef()));
    case K_COMPARE:
        return type->compare(t, v, args[1], (enum lang_compare_op)row->op);
    case K_BINARY:
        if (nargs == 3 && args[2].tag != LANG_NONE)
            return lang_power(t, v, args[1], args[2]);
        return type->binary[row->op](t, v, args[1]);
    case K_RBINARY:
        if (nargs == 3 && args[2].tag != LANG_NONE)
            return lang_power(t, args[1], v, args[2]);
        return type->binary[row->op](t, args[1], v);
    case K_CONCAT:
        return ((binary_fn)*slot_at(type, row))(t, v, args[1]);
    case K_REPEAT:
        if (lang_repeat_count(t, args[1], &n) < 0)
            return lang_error();
        return ((repeat_fn)*slot_at(type, row))(t, v, n);
    case K_INPLACE:
        return type->inplace[row->op](t, v, args[1]);
    case K_FORMAT:
        if (!lang_is_str(args[1]))
            return lang_raise(t, LANG_EXC_TypeError, "__format__() argument must be str, not %A", args[1]);
        return type->format(t, v, lang_as_str(args[1]));
    case K_SETATTR:
    case K_DELATTR: {
        if (!lang_is_str(args[1]))
            return lang_raise(t, LANG_EXC_TypeError, "attribute name must be string, not '%N'", args[1]);
        struct lang_str *name = lang_intern_str(t, lang_as_str(args[1]));
        if (!name)
            return lang_error();
        s = type->setattr(t, v, name, row->kind == K_SETATTR ? args[2] : lang_undef());
        lang_decref(t, name);
        return none_or_error(s);
    }
    }
    return lang_error();
}

/* The slots that CPython shows as ordinary methods. */
static bool is_method(const struct lang_type *type, uint8_t kind)
{
    return kind == K_FORMAT || (kind == K_GETITEM && type->flags & (LANG_TYPE_LIST | LANG_TYPE_DICT)) ||
           (kind == K_CONTAINS && type->flags & (LANG_TYPE_DICT | LANG_TYPE_SET));
}

int lang_slots_publish(struct lang_thread *t, struct lang_type *type)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const struct slot_row *row = &rows[i];
        void *slot = *slot_at(type, row);
        if (!slot || (type->base && slot == *slot_at(type->base, row)))
            continue;
        struct lang_str *name = lang_names_[row->name];
        if (lang_dict_find_str(t, type->dict, name) >= 0)
            continue;
        if (row->kind == K_HASH && slot == (void *)lang_hash_unhashable) {
            if (lang_dict_set_str(t, type->dict, name, lang_none()) < 0)
                return -1;
            continue;
        }
        struct lang_native *f = lang_object_new(t, row->kind == K_NEW           ? &lang_type_native
                                                   : is_method(type, row->kind) ? &lang_type_method_descr
                                                                                : &lang_type_slot_wrapper);
        if (!f)
            return -1;
        f->exact = f->least = LANG_NO_COUNT;
        f->name = lang_str_utf8(t, name, NULL);
        f->doc = lang_slot_doc(f->name);
        f->raw = wrapper_call;
        f->data = row;
        f->owner = type;
        lang_value v = lang_obj(f);
        if (row->kind == K_NEW) {
            v = lang_staticmethod_new(t, v);
            lang_decref(t, f);
            if (lang_is_error(v))
                return -1;
        }
        int s = lang_dict_set_str(t, type->dict, name, v);
        lang_unref(t, v);
        if (s < 0)
            return -1;
    }
    return 0;
}

/* The built-in type whose wrapper for this row v is, or NULL: v is something of a class. */
static struct lang_type *wrapped_owner(lang_value v, const struct slot_row *row)
{
    if (v.tag == LANG_OBJECT && row->kind == K_NEW && v.o->type == &lang_type_staticmethod)
        v = ((struct lang_method_object *)v.o)->function; /* a staticmethod begins like a bound method */
    if (v.tag != LANG_OBJECT || (v.o->type != &lang_type_slot_wrapper && v.o->type != &lang_type_native &&
                                 v.o->type != &lang_type_method_descr))
        return NULL;
    struct lang_native *f = (struct lang_native *)v.o;
    return f->raw == wrapper_call && f->data == row ? f->owner : NULL;
}

/* v is the wrapper of the other slot that has the name of this row: that of sequences, or of numbers. */
static bool is_wrapper_of_sibling(lang_value v, const struct slot_row *row)
{
    if (v.tag != LANG_OBJECT || v.o->type != &lang_type_slot_wrapper)
        return false;
    struct lang_native *f = (struct lang_native *)v.o;
    const struct slot_row *other = f->data;
    return f->raw == wrapper_call && other->name == row->name && other->offset != row->offset;
}

/* Decides one slot, the rows of which are rows[first..last-1]. */
static void set_slot(struct lang_thread *t, struct lang_type *type, size_t first, size_t last)
{
    void **slot = slot_at(type, &rows[first]);
    struct lang_type *owner = NULL;
    bool any = false, mixed = false;
    for (size_t i = first; i < last; i++) {
        lang_value v = lang_type_lookup(t, type, lang_names_[rows[i].name]);
        if (lang_is_undef(v))
            continue;
        if (is_wrapper_of_sibling(v, &rows[i]) && lang_is_subtype(type, ((struct lang_native *)v.o)->owner)) {
            /* a += b asks the sequence before b, in classes below it */
            if (rows[i].kind == K_INPLACE && rows[i].op == LANG_OP_ADD) {
                *slot = (void *)((struct lang_native *)v.o)->owner->concat_inplace;
                return;
            }
            continue;
        }
        if (rows[i].kind == K_HASH && v.tag == LANG_NONE) {
            *slot = (void *)lang_hash_unhashable;
            return;
        }
        struct lang_type *o = wrapped_owner(v, &rows[i]);
        if (o && rows[i].kind == K_NEW) { /* not a method: the layout of the base decides who makes instances */
            *slot = (void *)type->base->make;
            return;
        }
        if (!o || (any && o != owner) || !lang_is_subtype(type, o)) /* that of another type asks for its layout */
            mixed = true;
        owner = o;
        any = true;
    }
    *slot = !any ? NULL : mixed ? rows[first].dispatcher : *slot_at(owner, &rows[first]);
}

static size_t group_end(size_t first)
{
    static uint8_t ends[ROW_COUNT]; /* by the first; 0: not known yet */
    if (ends[first])
        return ends[first];
    size_t last = first + 1;
    while (last < ROW_COUNT && rows[last].offset == rows[first].offset)
        last++;
    return ends[first] = (uint8_t)last;
}
_Static_assert(ROW_COUNT <= UINT8_MAX, "numbers of rows are bytes");

/* A slot of a built-in type, or of a mirror's: that of the first in the order which has not object's; a class without
 * slots of its own may stand before it. */
#define INHERIT_ATTRIBUTE_SLOT(slot)                                                                                   \
    do {                                                                                                               \
        type->slot = lang_type_object.slot;                                                                            \
        for (int64_t i = 0; i < type->mro->length && type->slot == lang_type_object.slot; i++) {                       \
            const struct lang_type *each = (const struct lang_type *)type->mro->items[i].o;                            \
            if (each != type && (!(each->flags & LANG_TYPE_HEAP) || each->flags & LANG_TYPE_MIRROR))                   \
                type->slot = each->slot;                                                                               \
        }                                                                                                              \
    } while (0)

static void set_special(struct lang_thread *t, struct lang_type *type)
{
    type->special = 0;
    if (!lang_is_undef(lang_type_lookup(t, type, LANG_NAME(__del__))))
        type->special |= LANG_SPECIAL_DEL;
    lang_value own = lang_type_lookup(t, type, LANG_NAME(__getattribute__));
    bool user = own.tag == LANG_OBJECT && own.o->type == &lang_type_function;
    if (user || !lang_is_undef(lang_type_lookup(t, type, LANG_NAME(__getattr__)))) {
        type->special |= LANG_SPECIAL_GETATTR;
        type->getattr = d_getattr;
    } else {
        INHERIT_ATTRIBUTE_SLOT(getattr);
    }
    lang_value sa = lang_type_lookup(t, type, LANG_NAME(__setattr__)),
               da = lang_type_lookup(t, type, LANG_NAME(__delattr__));
    bool user_set =
        (sa.tag == LANG_OBJECT && sa.o->type != &lang_type_method_descr && sa.o->type != &lang_type_slot_wrapper) ||
        (da.tag == LANG_OBJECT && da.o->type != &lang_type_method_descr && da.o->type != &lang_type_slot_wrapper);
    if (user_set) {
        type->setattr = d_setattr;
    } else {
        INHERIT_ATTRIBUTE_SLOT(setattr);
    }
}

/* Whether a class has all that it does not say itself from its first base. */
static bool has_one_line(const struct lang_type *type)
{
    const struct lang_type *base = type->base;
    if (!base || !base->mro || type->mro->length != base->mro->length + 1 ||
        !(base == &lang_type_object || (base->flags & LANG_TYPE_HEAP && !(base->flags & LANG_TYPE_MIRROR))))
        return false;
    for (int64_t i = 0; i < base->mro->length; i++)
        if (type->mro->items[i + 1].o != base->mro->items[i].o)
            return false;
    return true;
}

/* Names of rows by their addresses, one bit each, of the vm that has these names: what is not marked is no row's name.
 */
static uint64_t names_seen[64];
static uint32_t names_of;

static bool may_be_row(const struct lang_str *name)
{
    if (names_of != lang_names_made) {
        memset(names_seen, 0, sizeof names_seen);
        for (size_t i = 0; i < ROW_COUNT; i++) {
            const size_t bit = (uintptr_t)lang_names_[rows[i].name] >> 4;
            names_seen[bit / 64 % 64] |= UINT64_C(1) << bit % 64;
        }
        names_of = lang_names_made;
    }
    const size_t bit = (uintptr_t)name >> 4;
    return names_seen[bit / 64 % 64] >> bit % 64 & 1;
}

/* Marks the rows whose names are in a class's own dict. false: a name may be among them that is not seen here. */
static bool mark_own(const struct lang_type *type, bool own[ROW_COUNT])
{
    lang_value k, v;
    for (int64_t at = 0; lang_dict_next(type->dict, &at, &k, &v);) {
        if (!lang_is_str(k) || !lang_as_str(k)->interned)
            return false;
        const struct lang_str *name = lang_as_str(k);
        if (may_be_row(name))
            for (size_t i = 0; i < ROW_COUNT; i++)
                own[i] |= lang_names_[rows[i].name] == name;
    }
    return true;
}

/* Slots of a class below a built-in type that are not said by a class of the language: the first such class asks for
 * each, the others have what it was told, as long as the built-in type's own slot stays what it was. */
struct below {
    const struct lang_type *type;
    bool known[ROW_COUNT]; /* by the first row of the slot */
    void *slots[ROW_COUNT], *of_type[ROW_COUNT];
};
enum { MOST_BELOW = 24 };

static struct below *slots_below(const struct lang_type *native)
{
    static struct below all[MOST_BELOW];
    for (size_t i = 0; i < MOST_BELOW; i++) {
        if (!all[i].type)
            all[i].type = native;
        if (all[i].type == native)
            return &all[i];
    }
    return NULL;
}

/* The built-in type whose order is what a class has of built-in types; NULL: they come from several. */
static const struct lang_type *native_part(const struct lang_type *type)
{
    const struct lang_type *native = NULL;
    int64_t at = 0;
    for (int64_t i = 0; i < type->mro->length; i++) {
        const struct lang_type *each = (const struct lang_type *)type->mro->items[i].o;
        if (each->flags & (LANG_TYPE_MIRROR | LANG_TYPE_FOREIGN)) /* another one may come to be at its address */
            return NULL;
        if (each->flags & LANG_TYPE_HEAP)
            continue;
        native = native ? native : each;
        if (at >= native->mro->length || native->mro->items[at++].o != &each->head)
            return NULL;
    }
    return native && at == native->mro->length ? native : NULL;
}

/* Marks the rows that classes of the language in the order say something of. */
static bool mark_line(const struct lang_type *type, bool said[ROW_COUNT])
{
    for (int64_t i = 0; i < type->mro->length; i++) {
        const struct lang_type *each = (const struct lang_type *)type->mro->items[i].o;
        if (each->flags & LANG_TYPE_HEAP && !mark_own(each, said))
            return false;
    }
    return true;
}

int lang_slots_inherit(struct lang_thread *t, struct lang_type *type)
{
    bool said[ROW_COUNT] = {false};
    const bool by_base = has_one_line(type) && mark_own(type, said);
    const struct lang_type *native = by_base ? NULL : native_part(type);
    struct below *below = native && mark_line(type, said) ? slots_below(native) : NULL;
    for (size_t i = 0, end; i < ROW_COUNT; i = end) {
        end = group_end(i);
        void *of_type = native ? *slot_at((struct lang_type *)native, &rows[i]) : NULL;
        bool ask = !by_base && (!below || !below->known[i] || below->of_type[i] != of_type);
        for (size_t k = i; k < end; k++)
            ask |= said[k];
        void **slot = slot_at(type, &rows[i]);
        if (!ask) {
            *slot = by_base ? *slot_at(type->base, &rows[i]) : below->slots[i];
            continue;
        }
        set_slot(t, type, i, end);
        bool by_classes = rows[i].kind == K_NEW;
        for (size_t k = i; k < end; k++)
            by_classes |= said[k];
        if (below && !by_classes) {
            below->known[i] = true;
            below->slots[i] = *slot;
            below->of_type[i] = of_type;
        }
    }
    set_special(t, type);
    return 0;
}

void lang_slots_update(struct lang_thread *t, struct lang_type *type, struct lang_str *name)
{
    const size_t count = may_be_row(name) ? ROW_COUNT : 0;
    for (size_t i = 0; i < count; i = group_end(i))
        for (size_t k = i; k < group_end(i); k++)
            if (lang_names_[rows[k].name] == name)
                set_slot(t, type, i, group_end(i));
    if (name == LANG_NAME(__del__) || name == LANG_NAME(__getattr__) || name == LANG_NAME(__getattribute__) ||
        name == LANG_NAME(__setattr__) || name == LANG_NAME(__delattr__))
        set_special(t, type);
    for (uint32_t i = 0; i < type->subclass_count; i++)
        if (type->subclasses[i]->flags & LANG_TYPE_HEAP) {
            struct lang_type *below = lang_incref(type->subclasses[i]); /* an __eq__ of a key may drop it */
            lang_slots_update(t, below, name);
            lang_decref(t, below);
        }
}
