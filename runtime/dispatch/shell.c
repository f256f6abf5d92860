/* Calls with operands of shell types: shell_rows.def says of each row whether it takes them as they are, computes in a
   wider type, or is refused. Knows rows by their names only, as out_dtypes.c does. */
#include "shell.h"

#include <stdio.h>

/* When a row of shell_rows.def holds. */
enum when {
    ALWAYS,
    SCALARS,        /* an operand is a number, or has no dimensions beside one that has */
    FIRST_SCALAR,   /* the first operand is a number */
    ONE_DIM,        /* the first operand has at most one dimension */
    LAST_DIM,       /* the second argument is the last dimension */
    NO_DIM,         /* the second argument is not given */
    IN_PLACE,       /* self is changed */
    ACCUMULATE,     /* what is written is added */
    BY_MASK,        /* the elements written are those under one mask, all with one value */
    ORDINARY_DTYPE, /* an ordinary dtype is asked for */
    NO_DTYPE        /* none is asked for */
};

/* What becomes of the operands, and of a first result of the wider type, which is converted back but for FLOAT, LONG,
   RANKS and CAST. */
enum way {
    NO,
    NO_CXX,   /* refused, with the name that the type has in C++ */
    AS_IT_IS, /* the forward moves elements only, by kernels that know sizes */
    BITS,     /* the same, as integers of the size */
    WIDE,     /* int32, int64, float32, complex64 */
    FLOAT,    /* the default type */
    LONG,     /* int64 */
    ORDER,    /* integers of the same order */
    RANKS,    /* the same, and the results stay what they are */
    CAST      /* the dtype that is asked for */
};

#define BIT(type) (1u << (type))
#define U (BIT(RT_UINT16) | BIT(RT_UINT32) | BIT(RT_UINT64))
#define E4 BIT(RT_FLOAT8_E4M3FN)
#define E5 BIT(RT_FLOAT8_E5M2)
#define Z4 BIT(RT_FLOAT8_E4M3FNUZ)
#define Z5 BIT(RT_FLOAT8_E5M2FNUZ)
#define E8 BIT(RT_FLOAT8_E8M0FNU)
#define F (E4 | E5 | Z4 | Z5 | E8)
#define C BIT(RT_COMPLEX32)
#define ALL (U | F | C)

static const struct row {
    const char *names;
    uint32_t types;
    enum when when;
    enum way way;
    const char *text;
} rows[] = {
#define SHELL(names, types, when, way, text) {names, types, when, way, text},
#include "shell_rows.def"
#undef SHELL
};

/* ---- the row ----------------------------------------------------------------------------------------------------- */

/* The dtype that is asked for: NULL where the row has none. */
static const struct rt_arg *dtype_argument(const struct rt_call *call)
{
    for (int i = 0; i < call->nargs; i++)
        if (call->schema->params[i].kind == RT_DTYPE_ARG)
            return &call->args[i];
    return NULL;
}

static bool has_scalar(const struct rt_call *call)
{
    bool scalar = false, dims = false;

    for (int i = 0; i < call->nargs; i++) {
        if (call->schema->params[i].kind != RT_TENSOR)
            continue;
        const struct rt_tensor *t = rt_arg_get_tensor(call, i);
        scalar = scalar || call->args[i].kind == RT_SCALAR || (t && !t->ndim);
        dims = dims || (t && t->ndim);
    }
    return scalar && dims;
}

static bool is_by_mask(const struct rt_call *call)
{
    const struct rt_tensor *value = call->nargs > 2 ? rt_arg_get_tensor(call, 2) : NULL, *mask;

    if (call->nargs < 2 || call->args[1].kind != RT_TENSORS || call->args[1].count != 1)
        return false;
    mask = call->args[1].tensors[0];
    return mask && (mask->dtype == RT_BOOL || mask->dtype == RT_UINT8) && value && value->numel == 1;
}

static bool holds(enum when when, const struct rt_call *call)
{
    const struct rt_tensor *self = call->nargs ? rt_arg_get_tensor(call, 0) : NULL;
    const struct rt_arg *dtype;

    switch (when) {
    case ALWAYS:
        return true;
    case SCALARS:
        return has_scalar(call);
    case FIRST_SCALAR:
        return call->args[0].kind == RT_SCALAR;
    case ONE_DIM:
        return self && self->ndim <= 1;
    case LAST_DIM:
        return self && call->nargs > 1 && call->args[1].kind == RT_INT &&
               (call->args[1].integer == -1 || call->args[1].integer == self->ndim - 1);
    case NO_DIM:
        return call->nargs < 2 || call->args[1].kind == RT_NONE;
    case IN_PLACE:
        return call->inplace;
    case ACCUMULATE:
        return call->nargs > 3 && call->args[3].kind == RT_BOOLEAN && call->args[3].boolean;
    case BY_MASK:
        return is_by_mask(call);
    case ORDINARY_DTYPE:
        dtype = dtype_argument(call);
        return dtype && dtype->kind == RT_DTYPE_ARG && !rt_dtype_is_shell(dtype->dtype);
    case NO_DTYPE:
        dtype = dtype_argument(call);
        return !dtype || dtype->kind != RT_DTYPE_ARG;
    }
    return false;
}

static bool listed(const char *names, const char *name)
{
    const size_t n = strlen(name);

    for (const char *at = names; (at = strstr(at, name)); at += n)
        if (at[-1] == ' ' && at[n] == ' ')
            return true;
    return false;
}

static const struct row *find_row(const struct rt_call *call, enum rt_dtype type)
{
    static const struct row unknown = {"", ALL, ALWAYS, NO, "%s_cpu"}, others = {"", ALL, ALWAYS, AS_IT_IS, ""};
    const char *name = call->schema->name;
    char full[96];

    snprintf(full, sizeof full, "%s.%s", name, call->schema->overload ? call->schema->overload : "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].types & BIT(type) && (listed(rows[i].names, name) || listed(rows[i].names, full)) &&
            holds(rows[i].when, call))
            return &rows[i];
    return call->op->flags & (RT_OP_COMPOSITE | RT_OP_VIEW) ? &others : &unknown;
}

/* A name as kernels have it: without what says where a function lies. */
static const char *kernel_name(const char *name)
{
    name += strncmp(name, "special_", 8) == 0 ? 8 : 0;
    return name + (*name == '_');
}

static int refuse(const struct rt_call *call, const struct row *row, enum rt_dtype type, struct rt_error *err)
{
    const char *word = row->way == NO_CXX ? rt_dtype_table[type].cxx : rt_dtype_table[type].scalar, *text = row->text,
               *name = kernel_name(call->schema->name);
    const bool own_text = *text == '!' || *text == '~';
    char said[256];
    size_t n = 0;

    for (const char *c = text + own_text; *c && n < sizeof said - 1; c++) {
        int length = (int)strlen(name);
        const char *put = name;
        if (*c != '%') {
            said[n++] = *c;
            continue;
        }
        c++;
        if (own_text) {
            put = word;
            length = (int)strlen(word);
        } else if (*c == 'l') { /* the name of a loss */
            length -= 5;
        } else if (*c == 'm') { /* the mode of a division */
            const struct rt_arg *mode = &call->args[call->nargs - 1];
            put = mode->kind == RT_STRING ? mode->string : "";
            length = mode->kind == RT_STRING ? (int)mode->count : 0;
        }
        const int more = snprintf(said + n, sizeof said - n, "%.*s", length, put);
        n += more > 0 ? (size_t)more : 0;
    }
    said[n < sizeof said ? n : sizeof said - 1] = 0;
    if (own_text)
        return rt_error_set(err, *text == '!' ? RT_RUNTIME : RT_NOT_IMPLEMENTED, "%s", said);
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", said, word);
}

/* ---- the common type ----------------------------------------------------------------------------------------------
 */

/* Of operands with dimensions, of those without, of numbers. */
struct classes {
    enum rt_dtype type[3];
};

static int add_operand(struct classes *classes, int which, enum rt_dtype type, struct rt_error *err)
{
    enum rt_dtype *known = &classes->type[which];

    if (*known != RT_DTYPE_NONE)
        return rt_dtype_promote_or_say(*known, type, known, err);
    *known = type;
    return 0;
}

/* A lower class counts where its kind is higher. */
static int add_class(enum rt_dtype *type, enum rt_dtype lower, struct rt_error *err)
{
    const enum rt_dtype higher = *type;

    if (lower == RT_DTYPE_NONE)
        return 0;
    if (higher == RT_DTYPE_NONE || (rt_dtype_is_wide_unsigned(higher) && rt_dtype_is_complex(lower))) {
        *type = lower;
        return 0;
    }
    if (rt_dtype_is_complex(higher) || (rt_dtype_is_float(higher) && !rt_dtype_is_complex(lower)))
        return 0;
    if (rt_dtype_is_float(higher)) {
        *type = rt_dtype_to_complex(higher);
        return *type != RT_DTYPE_NONE
                   ? 0
                   : rt_error_set(err, RT_RUNTIME, "Unknown Complex ScalarType for %s", rt_dtype_table[higher].scalar);
    }
    if (higher != RT_BOOL && !rt_dtype_is_inexact(lower))
        return 0;
    return rt_dtype_promote_or_say(higher, lower, type, err);
}

static enum rt_dtype number_type(struct rt_scalar s)
{
    return s.kind == RT_CAT_BOOL    ? RT_BOOL
           : s.kind == RT_CAT_INT   ? RT_INT64
           : s.kind == RT_CAT_FLOAT ? rt_default_dtype()
                                    : rt_dtype_to_complex(rt_default_dtype());
}

/* Is it an operand whose type has a say? A mask has none. */
static bool has_say(const struct rt_call *call, int i)
{
    const char *name = call->schema->params[i].name;

    return strcmp(name, "condition") != 0 && strcmp(name, "mask") != 0;
}

static int add_argument(struct classes *classes, const struct rt_arg *arg, enum rt_kind kind, struct rt_error *err)
{
    if (arg->kind == RT_TENSOR)
        return add_operand(classes, arg->tensor->ndim ? 0 : 1, (enum rt_dtype)arg->tensor->dtype, err);
    if (arg->kind == RT_SCALAR && kind == RT_TENSOR)
        return add_operand(classes, 2, number_type(arg->scalar), err);
    for (uint32_t k = 0; arg->kind == RT_TENSORS && k < arg->count; k++)
        if (arg->tensors[k] &&
            add_operand(classes, arg->tensors[k]->ndim ? 0 : 1, (enum rt_dtype)arg->tensors[k]->dtype, err) < 0)
            return -1;
    return 0;
}

static int join_classes(const struct classes *classes, enum rt_dtype *common, struct rt_error *err)
{
    enum rt_dtype lower = classes->type[1];

    *common = classes->type[0];
    return add_class(&lower, classes->type[2], err) < 0 || add_class(common, lower, err) < 0 ? -1 : 0;
}

int rt_common_type(const struct rt_arg *args, int n, enum rt_dtype *common, struct rt_error *err)
{
    struct classes classes = {{RT_DTYPE_NONE, RT_DTYPE_NONE, RT_DTYPE_NONE}};

    for (int i = 0; i < n; i++)
        if (add_argument(&classes, &args[i], RT_TENSOR, err) < 0)
            return -1;
    return join_classes(&classes, common, err);
}

static int common_type(const struct rt_call *call, enum rt_dtype *common, struct rt_error *err)
{
    struct classes classes = {{RT_DTYPE_NONE, RT_DTYPE_NONE, RT_DTYPE_NONE}};

    for (int i = 0; i < call->nargs; i++)
        if (has_say(call, i) && add_argument(&classes, &call->args[i], call->schema->params[i].kind, err) < 0)
            return -1;
    return join_classes(&classes, common, err);
}

/* ---- converted operands -------------------------------------------------------------------------------------------
 */

static struct rt_tensor *cast(struct rt_tensor *t, enum rt_dtype dtype, struct rt_error *err)
{
    struct rt_device *device = t->storage->device;
    struct rt_tensor *made = rt_tensor_new_like(t, dtype, err);
    struct rt_cast_copy_call copy;

    if (!made || !t->numel)
        return made;
    rt_tensor_view(made, &copy.out);
    rt_tensor_view(t, &copy.in);
    if (device->kernels->cast_copy(device, &copy, err) == 0)
        return made;
    rt_tensor_unref(made);
    return NULL;
}

/* Unsigned integers of 64 bits as signed ones of the same order, and back. Takes the reference. */
static struct rt_tensor *flip_sign_bit(struct rt_tensor *t, struct rt_error *err)
{
    struct rt_tensor *flipped =
        t ? rt_apply1(rt_op_find("bitwise_xor", 0),
                      (struct rt_arg[]){rt_arg_tensor(t), rt_arg_scalar(rt_scalar_int(INT64_MIN))}, 2, err)
          : NULL;

    rt_tensor_unref(t);
    return flipped;
}

struct conversion {
    enum way way;
    bool all;                 /* every operand that has a say is to be of the type */
    enum rt_dtype type, wide; /* the shell type, and what it is computed in */
    struct rt_arg before[RT_MAX_ARGS];
    struct rt_tensor **lists[RT_MAX_ARGS]; /* of converted operands, or NULL */
    struct rt_scalar number;
};

static bool is_converted(const struct conversion *c, const struct rt_tensor *t)
{
    return t && (rt_dtype_is_shell((enum rt_dtype)t->dtype) || (c->way == BITS && c->all && t->dtype != c->type) ||
                 (c->type == RT_COMPLEX32 && t->dtype == RT_FLOAT16));
}

/* Two shell types of one tensor's memory: the type itself, and integers of its size. */
static enum rt_dtype integer_type(enum rt_dtype type)
{
    const size_t size = rt_dtype_size(type);

    return size == 1 ? RT_UINT8 : size == 2 ? RT_INT16 : size == 4 ? RT_INT32 : RT_INT64;
}

static struct rt_tensor *seen_as(struct rt_tensor *t, enum rt_dtype dtype, struct rt_error *err)
{
    return rt_tensor_window_as(t, dtype, t->shape, t->strides, t->ndim, t->offset, false, err);
}

static struct rt_tensor *convert(const struct conversion *c, struct rt_tensor *t, struct rt_error *err)
{
    if (c->way == BITS && t->dtype == c->type)
        return seen_as(t, c->wide, err);
    if (c->way == BITS) { /* of another type, as a number among what is chosen from */
        struct rt_tensor *same = cast(t, c->type, err), *bits = same ? seen_as(same, c->wide, err) : NULL;
        rt_tensor_unref(same);
        return bits;
    }
    struct rt_tensor *made = cast(t, c->wide, err);

    return c->way >= ORDER && c->way <= RANKS && c->type == RT_UINT64 ? flip_sign_bit(made, err) : made;
}

static int convert_list(struct conversion *c, struct rt_call *call, int i, struct rt_error *err)
{
    const uint32_t n = call->args[i].count;
    struct rt_tensor **list = rt_alloc((n ? n : 1) * sizeof *list);

    if (!list)
        return rt_error_memory(err);
    c->lists[i] = list;
    for (uint32_t k = 0; k < n; k++) {
        struct rt_tensor *t = call->args[i].tensors[k];
        list[k] = !t ? NULL : is_converted(c, t) ? convert(c, t, err) : rt_tensor_get(t);
        if (t && !list[k]) {
            call->args[i].count = k; /* so many are to be released */
            call->args[i].tensors = list;
            return -1;
        }
    }
    call->args[i].tensors = list;
    return 0;
}

/* A number beside operands of the type is rounded as they are, or wraps. */
static void round_number(const struct conversion *c, struct rt_scalar *s)
{
    char element[16];

    if (c->way == BITS) {
        rt_scalar_store(c->type, element, *s);
        *s = rt_scalar_load(c->wide, element);
        return;
    }
    if (c->way != WIDE || (s->kind == RT_CAT_COMPLEX && !rt_dtype_is_complex(c->type)) ||
        (s->kind == RT_CAT_FLOAT && rt_dtype_is_integral(c->type)))
        return;
    rt_scalar_store(c->type, element, *s);
    *s = rt_scalar_load(c->type, element);
    s->is_unsigned = false; /* computed in 64 bits with a sign */
}

static int convert_arguments(struct conversion *c, struct rt_call *call, struct rt_error *err)
{
    for (int i = 0; i < call->nargs; i++) {
        struct rt_arg *arg = &call->args[i];
        if (arg->kind == RT_TENSOR && is_converted(c, arg->tensor) && has_say(call, i)) {
            struct rt_tensor *made = convert(c, arg->tensor, err);
            if (!made)
                return -1;
            arg->tensor = made;
        } else if (arg->kind == RT_TENSORS) {
            if (convert_list(c, call, i, err) < 0)
                return -1;
        } else if (arg->kind == RT_DTYPE_ARG && rt_dtype_is_shell(arg->dtype)) {
            arg->dtype = c->wide;
        } else if (arg->kind == RT_SCALAR && (call->schema->params[i].kind == RT_TENSOR || c->way == BITS)) {
            const char *large = c->way == BITS ? rt_scalar_overflow(c->type, arg->scalar) : NULL;
            if (large)
                return rt_error_set(err, RT_RUNTIME, "value cannot be converted to type %s without overflow", large);
            round_number(c, &arg->scalar);
        }
    }
    return 0;
}

/* Puts the arguments back that came with the call. */
static void restore_arguments(struct conversion *c, struct rt_call *call)
{
    for (int i = 0; i < call->nargs; i++) {
        if (call->args[i].kind == RT_TENSOR && call->args[i].tensor != c->before[i].tensor)
            rt_tensor_unref(call->args[i].tensor);
        if (c->lists[i]) {
            for (uint32_t k = 0; k < call->args[i].count && call->args[i].tensors == c->lists[i]; k++)
                rt_tensor_unref(c->lists[i][k]);
            rt_free(c->lists[i]);
        }
        call->args[i] = c->before[i];
    }
}

/* A result of the wider type becomes one of the shell type. */
static int narrow(const struct conversion *c, struct rt_tensor **result, struct rt_error *err)
{
    struct rt_tensor *t = *result, *made;
    const enum rt_dtype to = t && t->dtype == c->wide                                 ? c->type
                             : t && c->type == RT_COMPLEX32 && t->dtype == RT_FLOAT32 ? RT_FLOAT16
                                                                                      : RT_DTYPE_NONE;

    if (to == RT_DTYPE_NONE)
        return 0;
    if (c->way == ORDER && c->type == RT_UINT64 && !(*result = t = flip_sign_bit(t, err)))
        return -1;
    if (!(made = cast(t, to, err)))
        return -1;
    rt_tensor_unref(t);
    *result = made;
    return 0;
}

/* What has changed a copy of self changes self. */
static int write_back(struct rt_call *call, struct rt_tensor *self, struct rt_error *err)
{
    struct rt_device *device = self->storage->device;
    struct rt_cast_copy_call copy;

    rt_tensor_view(self, &copy.out);
    rt_tensor_view(call->results->tensor[0], &copy.in);
    if (self->numel && device->kernels->cast_copy(device, &copy, err) < 0)
        return -1;
    rt_tensor_unref(call->results->tensor[0]);
    call->results->tensor[0] = rt_tensor_get(self);
    return 0;
}

/* Integers become the shell type that they are. */
static int see_results(const struct conversion *c, struct rt_call *call, struct rt_error *err)
{
    struct rt_results *r = call->results;
    struct rt_tensor **list = r->is_list ? r->list : r->tensor;

    for (int i = 0; i < r->count; i++) {
        struct rt_tensor *seen = list[i] && list[i]->dtype == c->wide ? seen_as(list[i], c->type, err) : NULL;
        if (!seen && list[i] && list[i]->dtype == c->wide)
            return -1;
        if (seen) {
            rt_tensor_unref(list[i]);
            list[i] = seen;
        }
    }
    return 0;
}

static int narrow_results(const struct conversion *c, struct rt_call *call, struct rt_error *err)
{
    struct rt_results *r = call->results;

    if (c->way == BITS && call->op->flags & RT_OP_MUTATES) {
        rt_tensor_unref(r->tensor[0]);
        r->tensor[0] = rt_tensor_get(c->before[0].tensor);
        return 0;
    }
    if (call->op->flags & RT_OP_MUTATES && c->before[0].kind == RT_TENSOR &&
        rt_dtype_is_shell((enum rt_dtype)c->before[0].tensor->dtype))
        return write_back(call, c->before[0].tensor, err);
    if (c->way == BITS)
        return see_results(c, call, err);
    if (c->way == FLOAT || c->way == LONG || c->way == RANKS || c->way == CAST || !rt_dtype_is_shell(c->type))
        return 0;
    if (!r->is_list)
        return r->count ? narrow(c, &r->tensor[0], err) : 0;
    for (int i = 0; i < r->count; i++)
        if (narrow(c, &r->list[i], err) < 0)
            return -1;
    return 0;
}

/* The name of a type in a text of the forward: that of the shell type, where it stands for one. */
static void rename_type(struct rt_error *err, enum rt_dtype wide, enum rt_dtype type)
{
    const char *from = rt_dtype_table[wide].scalar, *to = rt_dtype_table[type].scalar;
    const size_t n = strlen(from);
    char text[sizeof err->text];

    for (char *at = err->text; (at = strstr(at, from)); at += strlen(to)) {
        const bool word =
            (at == err->text || !strchr("_abcdefghijklmnopqrstuvwxyz", at[-1])) && (!at[n] || strchr(" '.,)", at[n]));
        if (!word || strncmp(at + n, ", Double", 8) == 0)
            return;
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - err->text), err->text, to, at + n);
        memcpy(err->text, text, sizeof text);
    }
}

static enum rt_dtype wide_type(enum way way, enum rt_dtype type)
{
    if (way == BITS)
        return integer_type(type);
    if (way == FLOAT)
        return rt_default_dtype();
    if (way == LONG)
        return RT_INT64;
    return type == RT_UINT16 && way == WIDE  ? RT_INT32
           : rt_dtype_is_wide_unsigned(type) ? RT_INT64
           : type == RT_COMPLEX32            ? RT_COMPLEX64
                                             : RT_FLOAT32;
}

static int forward_converted(struct rt_call *call, struct conversion *c, struct rt_error *err)
{
    struct rt_tensor *out = call->out;
    int rc;

    memcpy(c->before, call->args, sizeof c->before);
    memset(c->lists, 0, sizeof c->lists);
    call->out = NULL;
    rc = convert_arguments(c, call, err);
    if (rc == 0)
        rc = call->op->forward(call, err);
    if (rc < 0 && err->code && rt_dtype_is_shell(c->type))
        rename_type(err, c->wide, c->type);
    call->out = out;
    if (rc == 0)
        rc = narrow_results(c, call, err);
    restore_arguments(c, call);
    return rc;
}

/* The shell type of a call: that which is asked for, or the first of its operands. */
static enum rt_dtype shell_type(const struct rt_call *call)
{
    const struct rt_arg *dtype = dtype_argument(call);

    if (dtype && dtype->kind == RT_DTYPE_ARG && rt_dtype_is_shell(dtype->dtype))
        return dtype->dtype;
    for (int i = 0; i < call->nargs; i++) {
        const struct rt_arg *arg = &call->args[i];
        if (strcmp(call->schema->params[i].name, "index") == 0) /* the forward says what it may be */
            continue;
        if (arg->kind == RT_TENSOR && rt_dtype_is_shell((enum rt_dtype)arg->tensor->dtype))
            return (enum rt_dtype)arg->tensor->dtype;
        for (uint32_t k = 0; arg->kind == RT_TENSORS && k < arg->count; k++)
            if (arg->tensors[k] && rt_dtype_is_shell((enum rt_dtype)arg->tensors[k]->dtype))
                return (enum rt_dtype)arg->tensors[k]->dtype;
    }
    return RT_DTYPE_NONE;
}

static bool promotes(const struct rt_call *call)
{
    return (call->op->flags & RT_OP_POINTWISE && !(call->op->flags & (RT_OP_COMPOSITE | RT_OP_SELF_TYPE))) ||
           listed(" where cat stack _equal isclose ", call->schema->name);
}

int rt_shell_forward(struct rt_call *call, struct rt_error *err)
{
    struct conversion c = {.type = shell_type(call)};
    enum rt_dtype common = c.type;

    if (promotes(call) && common_type(call, &common, err) < 0)
        return -1;
    if (c.type == RT_DTYPE_NONE && common != RT_COMPLEX32)
        return call->forward(call, err);
    const struct row *row = find_row(call, common != RT_DTYPE_NONE && rt_dtype_is_shell(common) ? common : c.type);
    if (!*row->names && call->op->flags & RT_OP_FAST_PATH) /* the library's function is called, and looks itself */
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "a function for %s", rt_dtype_table[common].name);
    if (row->way == AS_IT_IS && rt_dtype_is_shell(common))
        return call->forward(call, err);
    c.way = row->way;
    c.all = promotes(call);
    if (!rt_dtype_is_shell(common)) { /* an operand of another type decides */
        c.way = CAST;
        c.type = c.wide = common;
        return forward_converted(call, &c, err);
    }
    c.type = common;
    if (row->way == NO || row->way == NO_CXX)
        return refuse(call, row, common, err);
    c.wide = row->way == CAST ? dtype_argument(call)->dtype : wide_type(row->way, common);
    return forward_converted(call, &c, err);
}
