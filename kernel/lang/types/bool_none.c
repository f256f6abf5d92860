/* bool_none.c: the types bool, NoneType, NotImplementedType and ellipsis: all their values are immediate. */
#include "types.h"
#include "vm/code.h"
#include "vm/object_reduce.h"

/* ------------------------------------------------------------------ bool */

static lang_value bool_repr(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(v.i ? LANG_NAME(True) : LANG_NAME(False)));
}

static lang_value bool_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)cls;
    if (kwnames && kwnames->length)
        return lang_raise(t, LANG_EXC_TypeError, "bool() takes no keyword arguments");
    if (nargs > 1)
        return lang_raise(t, LANG_EXC_TypeError, "bool expected at most 1 argument, got %zu", nargs);
    int b = nargs ? lang_truth(t, args[0]) : 0;
    return b < 0 ? lang_error() : lang_bool(b);
}

static lang_value bool_logic(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    if (a.tag == LANG_BOOL && b.tag == LANG_BOOL)
        return lang_bool(op == LANG_OP_AND ? a.i & b.i : op == LANG_OP_OR ? a.i | b.i : a.i ^ b.i);
    return lang_is_integer(a) && lang_is_integer(b) ? lang_int_binary(t, op, a, b) : lang_notimpl();
}
static lang_value bool_and(struct lang_thread *t, lang_value a, lang_value b)
{
    return bool_logic(t, LANG_OP_AND, a, b);
}
static lang_value bool_or(struct lang_thread *t, lang_value a, lang_value b)
{
    return bool_logic(t, LANG_OP_OR, a, b);
}
static lang_value bool_xor(struct lang_thread *t, lang_value a, lang_value b)
{
    return bool_logic(t, LANG_OP_XOR, a, b);
}

static lang_value bool_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    if (nargs != 1)
        return bool_make(t, &lang_type_bool, args, nargs, NULL);
    if (args[0].tag == LANG_BOOL)
        return args[0];
    int b = lang_truth(t, args[0]);
    return b < 0 ? lang_error() : lang_bool(b);
}

struct lang_type lang_type_bool = {
    .name = "bool",
    .doc = "bool(x) -> bool\n\nReturns True when the argument x is true, False otherwise.\n"
           "The builtins True and False are the only two instances of the class bool.\n"
           "The class bool is a subclass of the class int, and cannot be subclassed.",
    .flags = LANG_TYPE_INT,
    .base = &lang_type_int,
    .make = bool_make,
    .vectorcall = bool_vectorcall,
    .repr = bool_repr,
    .binary = {[LANG_OP_AND] = bool_and, [LANG_OP_OR] = bool_or, [LANG_OP_XOR] = bool_xor},
};

/* ------------------------------------------------------------------ the three singletons */

static lang_value none_repr(struct lang_thread *t, lang_value v)
{
    (void)t, (void)v;
    return lang_obj(lang_incref(LANG_NAME(None)));
}
static lang_value notimpl_repr(struct lang_thread *t, lang_value v)
{
    (void)v;
    return lang_obj_or_error(lang_intern_c(t, "NotImplemented"));
}
static lang_value ellipsis_repr(struct lang_thread *t, lang_value v)
{
    (void)v;
    return lang_obj_or_error(lang_intern_c(t, "Ellipsis"));
}

static int none_truth(struct lang_thread *t, lang_value v)
{
    (void)t, (void)v;
    return 0;
}

static lang_value singleton(struct lang_thread *t, struct lang_type *cls, lang_value value, size_t nargs,
                            struct lang_tuple *kwnames)
{
    if (nargs || (kwnames && kwnames->length))
        return lang_raise(t, LANG_EXC_TypeError, "%s takes no arguments", cls->name);
    return value;
}
static lang_value none_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)args;
    return singleton(t, cls, lang_none(), nargs, kwnames);
}
static lang_value notimpl_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    (void)args;
    return singleton(t, cls, lang_notimpl(), nargs, kwnames);
}
static lang_value ellipsis_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    (void)args;
    return singleton(t, cls, (lang_value){LANG_ELLIPSIS, {0}}, nargs, kwnames);
}

static const struct lang_method singleton_methods[] = {
    {"__reduce__", "()", lang_reduce_singleton, NULL, LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

struct lang_type lang_type_none = {
    .name = "NoneType",
    .size = sizeof(struct lang_object),
    .base = &lang_type_object,
    .make = none_make,
    .repr = none_repr,
    .truth = none_truth,
};
struct lang_type lang_type_notimpl = {
    .name = "NotImplementedType",
    .size = sizeof(struct lang_object),
    .base = &lang_type_object,
    .methods = singleton_methods,
    .make = notimpl_make,
    .repr = notimpl_repr,
};
struct lang_type lang_type_ellipsis = {
    .name = "ellipsis",
    .size = sizeof(struct lang_object),
    .base = &lang_type_object,
    .methods = singleton_methods,
    .make = ellipsis_make,
    .repr = ellipsis_repr,
};
