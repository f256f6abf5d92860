/* bind_tensor.c: the type of tensors: how an object ends, operators and protocols. Attributes and methods are in
 * bind_attr.c and, from the table of ops, in bind_ops.c. */
#include "bind_core.h"

#include <math.h>
#include <string.h>

/* ---- destruction, traversal ------------------------------------------------------------------------------------- */

static void tensor_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct bind_tensor *self = (struct bind_tensor *)o;
    if (self->accounted)
        lang_gc_account(t, -self->accounted);
    if (!lang_is_undef(self->shape)) {
        lang_unref(t, self->shape);
        self->shape = lang_undef();
    }
    if (self->rt) {
        if (rt_tensor_user(self->rt) == self)
            rt_tensor_set_user(self->rt, NULL);
        rt_tensor_unref(self->rt);
        self->rt = NULL;
    }
}

static void tensor_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct bind_tensor *self = (struct bind_tensor *)o;
    struct bind_visit context = {visit, arg};
    if (self->rt)
        rt_tensor_traverse(self->rt, bind_visit_foreign, &context);
}

/* ---- operators -------------------------------------------------------------------------------------------------- */

/* An operand: 1 a tensor, 2 a scalar, 0 neither, -1 error. */
static inline int operand(struct lang_thread *t, lang_value v, lang_value other, struct rt_arg *out)
{
    if (v.tag == LANG_OBJECT) {
        if (bind_is_tensor(v)) {
            out->kind = RT_TENSOR;
            out->tensor = bind_rt(v);
            return 1;
        }
        if (!(v.o->type->flags & (LANG_TYPE_INT | LANG_TYPE_FLOAT)) && !bind_is_complex(v) && !bind_is_array_number(v))
            return 0;
    }
    int is = v.tag != LANG_OBJECT
                 ? bind_scalar(t, v, &out->scalar)
                 : bind_number(t, v, bind_is_tensor(other) ? rt_tensor_dtype(bind_rt(other)) : RT_INT64, &out->scalar);
    out->kind = RT_SCALAR;
    return is == 1 ? 2 : is;
}

static lang_value binary(struct lang_thread *t, lang_value a, lang_value b, struct rt_op **slot, const char *name)
{
    struct rt_arg args[2];
    int x = operand(t, a, b, &args[0]), y = x > 0 ? operand(t, b, a, &args[1]) : 0;
    if (x < 0 || y < 0)
        return lang_error();
    if (!x || !y)
        return lang_notimpl();
    struct rt_op *op = *slot ? *slot : bind_op(t, slot, name);
    return op ? bind_apply(t, op, args, 2) : lang_error();
}

/* The rows of one operator: tensor with tensor; tensor with scalar (NULL: the first); scalar with tensor (NULL: the
 * first), where `swapped` says that the scalar's row takes the tensor first. */
struct operator_row {
    const char *tensor, *scalar, *reflected;
    bool swapped, no_numbers;
};
static const struct operator_row operator_rows[LANG_OP_BINARY_COUNT] = {
    [LANG_OP_ADD] = {"add.Tensor", NULL, "add.Tensor", true, false},
    [LANG_OP_SUB] = {"sub.Tensor", NULL, "rsub.Scalar", true, false},
    [LANG_OP_MUL] = {"mul.Tensor", NULL, "mul.Tensor", true, false},
    [LANG_OP_MATMUL] = {"matmul", NULL, NULL, false, true},
    [LANG_OP_TRUEDIV] = {"div.Tensor", NULL, NULL, false, false}, /* reflected: reciprocal times the scalar */
    [LANG_OP_FLOORDIV] = {"floor_divide", "floor_divide.Scalar", NULL, false, false},
    [LANG_OP_MOD] = {"remainder.Tensor", "remainder.Scalar", "remainder.Scalar_Tensor", false, false},
    [LANG_OP_POW] = {"pow.Tensor_Tensor", "pow.Tensor_Scalar", "pow.Scalar", false, false},
    [LANG_OP_LSHIFT] = {"bitwise_left_shift.Tensor", "bitwise_left_shift.Tensor_Scalar",
                        "bitwise_left_shift.Scalar_Tensor", false, false},
    [LANG_OP_RSHIFT] = {"bitwise_right_shift.Tensor", "bitwise_right_shift.Tensor_Scalar",
                        "bitwise_right_shift.Scalar_Tensor", false, false},
    [LANG_OP_AND] = {"bitwise_and.Tensor", "bitwise_and.Scalar", "bitwise_and.Tensor", true, false},
    [LANG_OP_XOR] = {"bitwise_xor.Tensor", "bitwise_xor.Scalar", "bitwise_xor.Tensor", true, false},
    [LANG_OP_OR] = {"bitwise_or.Tensor", "bitwise_or.Scalar", "bitwise_or.Tensor", true, false},
};
/* the rows, once looked up: tensor, scalar, reflected */
static struct rt_op *operator_ops[LANG_OP_BINARY_COUNT][3];

/* 2 / x as PyTorch computes it, so that the names of the nodes agree. */
static lang_value divide_number(struct lang_thread *t, lang_value tensor, const struct rt_arg *number)
{
    static struct rt_op *reciprocal;
    struct rt_arg self = rt_arg_tensor(bind_rt(tensor));
    struct rt_op *op = bind_op(t, &reciprocal, "reciprocal");
    struct rt_op *mul = op ? bind_op(t, &operator_ops[LANG_OP_MUL][0], "mul.Tensor") : NULL;
    if (!mul)
        return lang_error();
    lang_value inverse = bind_apply(t, op, &self, 1);
    if (lang_is_error(inverse))
        return inverse;
    struct rt_arg args[2] = {rt_arg_tensor(bind_rt(inverse)), *number};
    lang_value result = bind_apply(t, mul, args, 2);
    lang_unref(t, inverse);
    return result;
}

/* array / x, in the same way: the array multiplies. What it cannot be multiplied with is no operand. */
static lang_value divide_array(struct lang_thread *t, lang_value array, lang_value tensor)
{
    struct rt_arg one = {.kind = RT_SCALAR, .scalar = rt_scalar_int(1)};
    lang_value inverse = divide_number(t, tensor, &one);
    lang_value result = lang_is_error(inverse) ? inverse : lang_binary(t, LANG_OP_MUL, inverse, array);
    if (!lang_is_error(inverse))
        lang_unref(t, inverse);
    if (!lang_is_error(result) || !lang_error_is(t, LANG_EXC_TypeError))
        return result;
    lang_error_clear(t);
    return lang_notimpl();
}

static lang_value binary_slow(struct lang_thread *t, enum lang_binary_op which, lang_value a, lang_value b)
{
    const struct operator_row *row = &operator_rows[which];
    struct rt_arg args[2];
    int x = operand(t, a, b, &args[0]);
    int y = x > 0 ? operand(t, b, a, &args[1]) : 0;
    if (x < 0 || y < 0)
        return lang_error();
    if (!x && which == LANG_OP_TRUEDIV && bind_is_tensor(b) && bind_is_array(a))
        return divide_array(t, a, b);
    if (!x || !y || (row->no_numbers && (x == 2 || y == 2)))
        return lang_notimpl();
    int form = y == 2 && row->scalar ? 1 : 0;
    const char *name = form ? row->scalar : row->tensor;
    if (x == 2) {
        if (which == LANG_OP_TRUEDIV)
            return divide_number(t, b, &args[0]);
        if (row->reflected) {
            form = 2;
            name = row->reflected;
        }
        if (row->swapped) {
            struct rt_arg number = args[0];
            args[0] = args[1];
            args[1] = number;
        }
    }
    struct rt_op *op = operator_ops[which][form];
    if (!op && !(op = bind_op(t, &operator_ops[which][form], name)))
        return lang_error();
    return bind_apply(t, op, args, 2);
}

/* The fast path: both are exact tensors and the row has been looked up. */
static inline lang_value binary_fast(struct lang_thread *t, enum lang_binary_op which, lang_value a, lang_value b)
{
    struct rt_op *op = operator_ops[which][0];
    if (op && a.tag == LANG_OBJECT && b.tag == LANG_OBJECT && a.o->type == &bind_type_tensor &&
        b.o->type == &bind_type_tensor) {
        struct rt_arg args[2];
        args[0].kind = args[1].kind = RT_TENSOR;
        args[0].tensor = bind_rt(a);
        args[1].tensor = bind_rt(b);
        return bind_apply(t, op, args, 2);
    }
    return binary_slow(t, which, a, b);
}

#define INPLACE_OPERATORS(X)                                                                                           \
    X(ADD) X(SUB) X(MUL) X(TRUEDIV) X(FLOORDIV) X(MOD) X(POW) X(LSHIFT) X(RSHIFT) X(AND) X(XOR) X(OR)
#define X(id)                                                                                                          \
    static lang_value binary_##id(struct lang_thread *t, lang_value a, lang_value b)                                   \
    {                                                                                                                  \
        return binary_fast(t, LANG_OP_##id, a, b);                                                                     \
    }
INPLACE_OPERATORS(X)
#undef X

/* Of matrices: the row that matmul would choose. */
static lang_value binary_MATMUL(struct lang_thread *t, lang_value a, lang_value b)
{
    static struct rt_op *matrices;
    if (bind_is_tensor(a) && bind_is_tensor(b) && rt_tensor_ndim(bind_rt(a)) == 2 && rt_tensor_ndim(bind_rt(b)) == 2 &&
        (matrices || bind_op(t, &matrices, "mm"))) {
        struct rt_arg args[2] = {rt_arg_tensor(bind_rt(a)), rt_arg_tensor(bind_rt(b))};
        return bind_apply(t, matrices, args, 2);
    }
    return lang_error_occurred(t) ? lang_error() : binary_slow(t, LANG_OP_MATMUL, a, b);
}

static lang_value inplace(struct lang_thread *t, enum lang_binary_op which, lang_value a, lang_value b)
{
    const struct operator_row *row = &operator_rows[which];
    struct rt_arg args[2];
    int x = operand(t, a, b, &args[0]), y = x > 0 ? operand(t, b, a, &args[1]) : 0;
    if (x < 0 || y < 0)
        return lang_error();
    if (x != 1 || !y)
        return lang_notimpl();
    int form = y == 2 && row->scalar ? 1 : 0;
    struct rt_op *op = bind_op(t, &operator_ops[which][form], form ? row->scalar : row->tensor);
    return op ? bind_apply_inplace(t, op, a, args, 2) : lang_error();
}
#define X(id)                                                                                                          \
    static lang_value inplace_##id(struct lang_thread *t, lang_value a, lang_value b)                                  \
    {                                                                                                                  \
        return inplace(t, LANG_OP_##id, a, b);                                                                         \
    }
INPLACE_OPERATORS(X)
#undef X

static lang_value unary(struct lang_thread *t, lang_value v, struct rt_op **slot, const char *name)
{
    struct rt_arg self = rt_arg_tensor(bind_rt(v));
    struct rt_op *op = bind_op(t, slot, name);
    return op ? bind_apply(t, op, &self, 1) : lang_error();
}
#define UNARY(id, name)                                                                                                \
    static lang_value unary_##id(struct lang_thread *t, lang_value v)                                                  \
    {                                                                                                                  \
        static struct rt_op *op;                                                                                       \
        return unary(t, v, &op, name);                                                                                 \
    }
UNARY(NEG, "neg")
UNARY(flip_bits, "bitwise_not")
UNARY(ABS, "abs")
static lang_value unary_INVERT(struct lang_thread *t, lang_value v)
{
    enum rt_dtype dtype = rt_tensor_dtype(bind_rt(v));
    if (rt_dtype_is_float(dtype) || rt_dtype_is_complex(dtype))
        return lang_raise(t, LANG_EXC_TypeError,
                          "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
    return unary_flip_bits(t, v);
}
static lang_value unary_POS(struct lang_thread *t, lang_value v)
{
    if (rt_tensor_dtype(bind_rt(v)) == RT_BOOL)
        return lang_raise(t, LANG_EXC_RuntimeError, "The `+` operator, on a bool tensor is not supported.");
    return lang_ref(v);
}

static lang_value tensor_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op which)
{
    static const char *const names[] = {[LANG_LT] = "lt.Tensor", [LANG_LE] = "le.Tensor", [LANG_EQ] = "eq.Tensor",
                                        [LANG_NE] = "ne.Tensor", [LANG_GT] = "gt.Tensor", [LANG_GE] = "ge.Tensor"};
    static struct rt_op *ops[BIND_COUNT(names)];
    static const enum lang_compare_op mirrored[] = {[LANG_LT] = LANG_GT, [LANG_LE] = LANG_GE, [LANG_EQ] = LANG_EQ,
                                                    [LANG_NE] = LANG_NE, [LANG_GT] = LANG_LT, [LANG_GE] = LANG_LE};
    if (!bind_is_tensor(a)) {
        if (!bind_is_tensor(b))
            return lang_notimpl();
        lang_value swap = a;
        a = b;
        b = swap;
        which = mirrored[which];
    }
    if (which == LANG_EQ && b.tag == LANG_OBJECT && b.o->type->flags & LANG_TYPE_FOREIGN &&
        bind_is_array(b)) { /* of the comparisons this one takes an array for a tensor */
        struct rt_tensor *shared = bind_tensor_of_array(t, b, false);
        lang_value other = shared ? bind_wrap_steal(t, shared) : lang_error();
        if (lang_is_error(other)) {
            lang_error_clear(t);
            return lang_notimpl();
        }
        lang_value r = binary(t, a, other, &ops[which], names[which]);
        lang_unref(t, other);
        return r;
    }
    return binary(t, a, b, &ops[which], names[which]);
}

/* ---- protocols -------------------------------------------------------------------------------------------------- */

static int tensor_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    *out = (int64_t)(uintptr_t)v.o; /* as id() */
    return 0;
}

static int tensor_truth(struct lang_thread *t, lang_value v)
{
    struct rt_scalar s;
    struct rt_error err;
    rt_error_clear(&err);
    int64_t n = rt_tensor_numel(bind_rt(v));
    if (n != 1)
        return lang_fail(t, LANG_EXC_RuntimeError,
                         n ? "Boolean value of Tensor with more than one value is ambiguous"
                           : "Boolean value of Tensor with no values is ambiguous");
    if (rt_tensor_item(bind_rt(v), &s, &err) < 0)
        return bind_fail(t, &err);
    return s.kind <= RT_CAT_INT ? s.i != 0 : s.f != 0 || (s.kind == RT_CAT_COMPLEX && s.im != 0);
}

static int64_t tensor_len(struct lang_thread *t, lang_value v)
{
    if (rt_tensor_ndim(bind_rt(v)) == 0)
        return lang_fail(t, LANG_EXC_TypeError, "len() of a 0-d tensor");
    return rt_tensor_shape(bind_rt(v))[0];
}

static lang_value tensor_iter(struct lang_thread *t, lang_value v)
{
    static struct rt_op *slot;
    if (rt_tensor_ndim(bind_rt(v)) == 0)
        return lang_raise(t, LANG_EXC_TypeError, "iteration over a 0-d tensor");
    lang_value rows = unary(t, v, &slot, "unbind.int");
    if (lang_is_error(rows))
        return rows;
    lang_value iterator = lang_iter(t, rows);
    lang_unref(t, rows);
    return iterator;
}

static int tensor_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    static struct rt_op *any;
    struct rt_scalar s;
    if (!bind_is_tensor(item)) {
        int is = bind_scalar(t, item, &s);
        if (is < 0)
            return -1;
        if (!is)
            return lang_fail(t, LANG_EXC_RuntimeError,
                             "Tensor.__contains__ only supports Tensor or scalar, but you passed in a <class '%N'>.",
                             item);
    }
    lang_value equal = tensor_compare(t, v, item, LANG_EQ);
    if (lang_is_error(equal))
        return -1;
    lang_value found = unary(t, equal, &any, "any");
    lang_unref(t, equal);
    if (lang_is_error(found))
        return -1;
    int truth = tensor_truth(t, found);
    lang_unref(t, found);
    return truth;
}

/* The one number in a tensor, or -1 with `only one element tensors ...`. */
static int one_item(struct lang_thread *t, lang_value v, struct rt_scalar *s)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (rt_tensor_numel(bind_rt(v)) != 1)
        return lang_fail(t, LANG_EXC_ValueError, "only one element tensors can be converted to Python scalars");
    return rt_tensor_item(bind_rt(v), s, &err) < 0 ? bind_fail(t, &err) : 0;
}
static lang_value tensor_to_int(struct lang_thread *t, lang_value v)
{
    struct rt_scalar s;
    if (one_item(t, v, &s) < 0)
        return lang_error();
    if (s.kind == RT_CAT_COMPLEX && (s.im != 0 || !(fabs(s.f) < 0x1p63)))
        return lang_raise(t, LANG_EXC_RuntimeError, "value cannot be converted to type int64_t without overflow");
    if (s.kind == RT_CAT_INT && s.is_unsigned)
        return lang_raise(t, LANG_EXC_RuntimeError, "value cannot be converted to type int64_t without overflow");
    return s.kind <= RT_CAT_INT ? lang_int(s.i) : lang_int_from_double(t, s.f);
}
static lang_value tensor_to_float(struct lang_thread *t, lang_value v)
{
    struct rt_scalar s;
    if (bind_warn_number(t, bind_rt(v)) < 0 || one_item(t, v, &s) < 0)
        return lang_error();
    if (s.kind == RT_CAT_COMPLEX && s.im != 0)
        return lang_raise(t, LANG_EXC_RuntimeError, "value cannot be converted to type double without overflow");
    return lang_float(rt_scalar_to_double(s));
}
static lang_value tensor_to_index(struct lang_thread *t, lang_value v)
{
    struct rt_scalar s;
    if (rt_tensor_numel(bind_rt(v)) != 1 || !rt_dtype_is_integral(rt_tensor_dtype(bind_rt(v))))
        return lang_raise(t, LANG_EXC_TypeError,
                          "only integer tensors of a single element can be converted to an index");
    if (one_item(t, v, &s) < 0)
        return lang_error();
    if (s.is_unsigned)
        return lang_raise(t, LANG_EXC_RuntimeError, "value cannot be converted to type int64_t without overflow");
    return lang_int(s.i);
}

/* Is the class one of the library's? */
static bool is_of_torch(struct lang_thread *t, lang_value cls)
{
    lang_value module = lang_getattr_c(t, cls, "__module__");
    const char *name = lang_is_str(module) ? lang_str_utf8(t, lang_as_str(module), NULL) : NULL;
    const bool is = name && strncmp(name, "torch", 5) == 0 && (name[5] == '.' || !name[5]);

    if (lang_is_error(module))
        lang_error_clear(t);
    else
        lang_unref(t, module);
    return is;
}

/* A tensor of a class that is derived from Tensor itself begins with the name of that class; a parameter, of whatever
   class, says more before it. */
static const char *shown_name(struct lang_thread *t, const struct lang_type *type)
{
    int64_t i = 0;

    while (i < type->mro->length - 1 && !is_of_torch(t, type->mro->items[i]))
        i++;
    return i && type->mro->items[i].o == &bind_type_tensor.head ? type->name : "tensor";
}

static lang_value tensor_repr(struct lang_thread *t, lang_value v)
{
    const char *name = v.o->type == &bind_type_tensor ? "tensor" : shown_name(t, v.o->type);

    struct lang_str *text = bind_tensor_repr(t, name, bind_rt(v));
    lang_value mark = text && v.o->type != &bind_type_tensor ? lang_getattr_c(t, v, "_is_param") : lang_none();
    if (lang_is_error(mark)) {
        lang_error_clear(t);
    } else if (lang_truth(t, mark) == 1) {
        struct lang_str *inner = text;
        text = lang_str_from_format(t, "Parameter(%U)", inner);
        lang_decref(t, inner);
    }
    return lang_obj_or_error(text);
}

static lang_value tensor_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    if (rt_tensor_ndim(bind_rt(v)) == 0 && v.o->type == &bind_type_tensor &&
        !rt_device_is_meta(rt_tensor_device(bind_rt(v)))) {
        struct rt_scalar s;
        if (one_item(t, v, &s) < 0)
            return lang_error();
        lang_value number = bind_from_scalar(t, s);
        struct lang_str *text = lang_is_error(number) ? NULL : lang_format(t, number, spec);
        lang_unref(t, number); /* a complex number is an object */
        return lang_obj_or_error(text);
    }
    if (spec->length)
        return lang_raise(t, LANG_EXC_TypeError, "unsupported format string passed to %N.__format__", v);
    return lang_obj_or_error(lang_to_str(t, v));
}

/* torch.Tensor(...): sizes, data or another tensor; subclasses are made through it too. */
static lang_value tensor_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor *rt = NULL;
    struct rt_device *device = NULL;
    if (kwnames)
        for (int64_t i = 0; i < kwnames->length; i++) {
            struct lang_str *name = lang_as_str(kwnames->items[i]);
            if (!lang_str_equal_c(name, "device"))
                return lang_raise(t, LANG_EXC_TypeError, "new() received an unexpected keyword argument '%U'", name);
            if (bind_device_arg(t, args[nargs + (size_t)i], &device) < 0)
                return lang_error();
        }
    if (nargs == 1 && (args[0].tag == LANG_FLOAT || args[0].tag == LANG_BOOL || args[0].tag == LANG_NONE))
        return lang_raise(t, LANG_EXC_TypeError, "new(): data must be a sequence (got %N)", args[0]);
    if (nargs == 1 && bind_is_tensor(args[0])) {
        rt = rt_tensor_detach(bind_rt(args[0]), &err);
    } else if (nargs == 1 && !bind_is_int_like(args[0]) && !lang_is_exactly(args[0], &bind_type_size)) {
        if (!bind_is_sequence(args[0]))
            return lang_raise(t, LANG_EXC_TypeError, "new(): data must be a sequence (got %N)", args[0]);
        rt = bind_tensor_from_data(t, args[0], rt_default_dtype(), device);
        if (!rt)
            return lang_error();
    } else {
        int64_t sizes[RT_MAX_DIMS];
        const lang_value *items = args;
        size_t n = nargs;
        if (nargs == 1 && lang_is_tuple(args[0])) {
            items = lang_as_tuple(args[0])->items;
            n = (size_t)lang_as_tuple(args[0])->length;
        }
        if (n > RT_MAX_DIMS)
            return lang_raise(t, LANG_EXC_RuntimeError, "tensors have at most %d dimensions", RT_MAX_DIMS);
        bool full = nargs == 1 && items == args;
        if (full && !bind_is_int_like(args[0]) && args[0].tag == LANG_OBJECT && lang_type_of(args[0])->iter)
            return lang_raise(t, LANG_EXC_TypeError, "new(): data must be a sequence (got %N)", args[0]);
        if (nargs == 0)
            sizes[0] = 0, n = 1;
        else
            for (size_t i = 0; i < n; i++) {
                if (!bind_is_int_like(items[i]) && i && bind_is_int_like(items[0]))
                    return lang_raise(t, LANG_EXC_TypeError,
                                      "new(): argument 'size' failed to unpack the object at pos %d with error \"type "
                                      "must be tuple of ints,but got %N\"",
                                      (int)i + 1, items[i]);
                if (!bind_is_int_like(items[i]))
                    return lang_raise(
                        t, LANG_EXC_TypeError,
                        "new(): argument 'size' must be tuple of ints, but found element of type %N at pos %d",
                        items[i], (int)i + 1);
                if (bind_int(t, items[i], &sizes[i]) < 0)
                    return lang_error();
            }
        rt = rt_tensor_empty(sizes, (int)n, rt_default_dtype(), device ? device : rt_device_cpu(), &err);
    }
    if (!rt)
        return bind_raise(t, &err);
    if (cls == &bind_type_tensor)
        return bind_wrap_steal(t, rt);
    lang_value made = bind_wrap_as(t, cls, rt);
    rt_tensor_unref(rt);
    return made;
}

/* As in PyTorch the methods belong to TensorBase, which texts of errors name. */
static const struct lang_type tensor_base_type = {
    .head = {&lang_type_type, 1, LANG_OBJ_STATIC},
    .name = "TensorBase",
    .module = "torch._C",
    .size = sizeof(struct bind_tensor),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .attr_offset = offsetof(struct bind_tensor, attrs),
    .methods = bind_tensor_methods,
    .getset = bind_tensor_getset,
    .make = tensor_make,
    .destroy = tensor_destroy,
    .traverse = tensor_traverse,
    .repr = tensor_repr,
    .format = tensor_format,
    .compare = tensor_compare,
    .hash = tensor_hash,
    .truth = tensor_truth,
    .iter = tensor_iter,
    .len = tensor_len,
    .getitem = bind_getitem,
    .setitem = bind_setitem,
    .contains = tensor_contains,
#define X(id) [LANG_OP_##id] = binary_##id,
    .binary = {INPLACE_OPERATORS(X) X(MATMUL)},
#undef X
#define X(id) [LANG_OP_##id] = inplace_##id,
    .inplace = {INPLACE_OPERATORS(X)},
#undef X
    .unary = {[LANG_OP_NEG] = unary_NEG,
              [LANG_OP_POS] = unary_POS,
              [LANG_OP_INVERT] = unary_INVERT,
              [LANG_OP_ABS] = unary_ABS},
    .to_index = tensor_to_index,
    .to_int = tensor_to_int,
    .to_float = tensor_to_float,
};

static const struct lang_type tensor_type = {
    .head = {&lang_type_type, 1, LANG_OBJ_STATIC},
    .name = "Tensor",
    .module = "torch",
    .doc = "A multi-dimensional array of one element type on one device.",
    .size = sizeof(struct bind_tensor),
    .flags = LANG_TYPE_BASE | LANG_TYPE_CHANGEABLE,
    .attr_offset = offsetof(struct bind_tensor, attrs),
    .base = &bind_type_tensor_base,
    .methods = bind_override_methods,
};

int bind_tensor_ready(struct lang_thread *t)
{
    return bind_type_define(t, &bind_type_tensor_base, &tensor_base_type) < 0
               ? -1
               : bind_type_define(t, &bind_type_tensor, &tensor_type);
}
