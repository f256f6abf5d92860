/* Ops: what a row of ops/ops.def is (schema, documentation, forward, backward, what it saves), tagged arguments, and
   the one dispatcher. Knows no language: the binding walks the table and maps its objects to struct rt_arg. */
#ifndef RT_OP_H
#define RT_OP_H

#include "device.h"

struct rt_tensor;
struct rt_node;

/* ---- arguments -------------------------------------------------------------------------------------------------- */

/* Kinds of values: tags of arguments and types of parameters. The second column is the schema's word. */
#define RT_KINDS(X)                                                                                                    \
    X(RT_NONE, "None")                                                                                                 \
    X(RT_TENSOR, "Tensor")                                                                                             \
    X(RT_TENSORS, "Tensor[]")                                                                                          \
    X(RT_SCALAR, "Scalar")                                                                                             \
    X(RT_INT, "int")                                                                                                   \
    X(RT_INTS, "int[]")                                                                                                \
    X(RT_FLOAT, "float")                                                                                               \
    X(RT_FLOATS, "float[]")                                                                                            \
    X(RT_BOOLEAN, "bool")                                                                                              \
    X(RT_STRING, "str")                                                                                                \
    X(RT_DTYPE_ARG, "ScalarType")                                                                                      \
    X(RT_DEVICE_ARG, "Device")                                                                                         \
    X(RT_GENERATOR, "Generator")                                                                                       \
    X(RT_LAYOUT, "Layout")                                                                                             \
    X(RT_MEMORY_FORMAT, "MemoryFormat")                                                                                \
    X(RT_DEFAULT, "") /* an argument left out: the dispatcher puts the schema's default */

enum rt_kind {
#define X(id, word) id,
    RT_KINDS(X)
#undef X
        RT_KIND_COUNT
};

/* A tagged argument. Everything is borrowed for the length of the call. A Scalar parameter takes RT_SCALAR; a Tensor
   parameter also takes RT_SCALAR where the schema's op is pointwise (`x + 2`), as PyTorch wraps scalars. */
struct rt_arg {
    enum rt_kind kind;
    uint32_t count; /* of tensors, ints, floats; length of string */
    union {
        struct rt_tensor *tensor;
        struct rt_tensor *const *tensors; /* elements may be NULL for Tensor?[] */
        struct rt_scalar scalar;
        int64_t integer;
        const int64_t *ints;
        double number;
        const double *numbers;
        bool boolean;
        const char *string;
        enum rt_dtype dtype;
        struct rt_device *device;
        struct rt_generator *generator;
    };
};

static inline struct rt_arg rt_arg_none(void)
{
    return (struct rt_arg){.kind = RT_NONE};
}
static inline struct rt_arg rt_arg_default(void)
{
    return (struct rt_arg){.kind = RT_DEFAULT};
}
static inline struct rt_arg rt_arg_tensor(struct rt_tensor *t)
{
    return (struct rt_arg){.kind = t ? RT_TENSOR : RT_NONE, .tensor = t};
}
static inline struct rt_arg rt_arg_tensors(struct rt_tensor *const *list, uint32_t n)
{
    return (struct rt_arg){.kind = RT_TENSORS, .count = n, .tensors = list};
}
static inline struct rt_arg rt_arg_scalar(struct rt_scalar s)
{
    return (struct rt_arg){.kind = RT_SCALAR, .scalar = s};
}
static inline struct rt_arg rt_arg_int(int64_t v)
{
    return (struct rt_arg){.kind = RT_INT, .integer = v};
}
static inline struct rt_arg rt_arg_ints(const int64_t *list, uint32_t n)
{
    return (struct rt_arg){.kind = RT_INTS, .count = n, .ints = list};
}
static inline struct rt_arg rt_arg_float(double v)
{
    return (struct rt_arg){.kind = RT_FLOAT, .number = v};
}
static inline struct rt_arg rt_arg_bool(bool v)
{
    return (struct rt_arg){.kind = RT_BOOLEAN, .boolean = v};
}
static inline struct rt_arg rt_arg_string(const char *s, uint32_t n)
{
    return (struct rt_arg){.kind = RT_STRING, .count = n, .string = s};
}
static inline struct rt_arg rt_arg_dtype(enum rt_dtype d)
{
    return (struct rt_arg){.kind = RT_DTYPE_ARG, .dtype = d};
}
static inline struct rt_arg rt_arg_device(struct rt_device *d)
{
    return (struct rt_arg){.kind = d ? RT_DEVICE_ARG : RT_NONE, .device = d};
}
static inline struct rt_arg rt_arg_generator(struct rt_generator *g)
{
    return (struct rt_arg){.kind = g ? RT_GENERATOR : RT_NONE, .generator = g};
}

/* ---- schemas ---------------------------------------------------------------------------------------------------- */

#define RT_MAX_ARGS 20
#define RT_MAX_RESULTS 4

struct rt_param {
    char *name; /* "self", "dim" */
    enum rt_kind kind;
    bool optional;     /* "Tensor?", "int?": None is a value */
    bool keyword_only; /* after "*" */
    bool has_default;
    bool symbolic;         /* "SymInt": also the one element of a tensor with dimensions */
    bool list_of_optional; /* "Tensor?[]" */
    int list_size;         /* "int[2]": a single int means that many of it; 0 otherwise */
};

struct rt_return {
    enum rt_kind kind; /* RT_TENSOR or RT_TENSORS */
    char *name;        /* "values", or NULL */
};

/* The parsed text of a row: "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)". */
struct rt_schema {
    char *name;     /* "max" */
    char *overload; /* "dim", or "" */
    int nparams, npositional, nreturns;
    int given; /* so many must be given: behind them everything has a default */
    struct rt_param params[RT_MAX_ARGS];
    struct rt_arg defaults[RT_MAX_ARGS]; /* of the parameters; None where there is none */
    struct rt_return returns[RT_MAX_RESULTS];
    char *node_names[4]; /* of enum rt_node_name; NULL where the row has no gradient */
    bool one_name;       /* they are all the same */
    /* for recording: is there a list of tensors; how many tensors; "self/other": the parameter that decides, or -1 */
    bool has_list;
    int ntensors;
    int8_t saved_if[RT_MAX_ARGS];
};

/* A row's name of its node may be four: "F,A|B;C" is F where a scalar stands for the first tensor, A where one stands
   for another, C in place, B otherwise. */
enum rt_node_name { RT_NAME_SCALAR, RT_NAME_PLAIN, RT_NAME_INPLACE, RT_NAME_FIRST };

/* ---- rows ------------------------------------------------------------------------------------------------------- */

enum rt_op_flags {
    RT_OP_FUNCTION = 1 << 0,  /* torch.NAME */
    RT_OP_METHOD = 1 << 1,    /* Tensor.NAME; the first parameter is self */
    RT_OP_INPLACE = 1 << 2,   /* Tensor.NAME_ exists: rt_apply_inplace */
    RT_OP_NN = 1 << 3,        /* torch.nn.functional.NAME (beside or instead of torch.NAME) */
    RT_OP_POINTWISE = 1 << 4, /* broadcasts; scalars may stand for tensors; 0-d CPU operands go with any device */
    RT_OP_COMPOSITE = 1 << 5, /* composed of other ops, which are recorded themselves */
    RT_OP_VIEW = 1 << 6,      /* results share the storage of the first argument */
    RT_OP_FACTORY = 1 << 7,   /* takes dtype, device, requires_grad like torch.ones */
    RT_OP_MUTATES = 1 << 8,   /* writes into self itself (copy_, uniform_, index_put_); its name ends in "_" */
    RT_OP_OUT = 1 << 9,       /* out= is accepted: rt_apply_out */
    RT_OP_NODIFF = 1 << 10,   /* results never require grad (argmax, comparisons) */
    RT_OP_ONLY_INPLACE = 1 << 11,
    RT_OP_SPECIAL = 1 << 12, /* internal: not shown to the user */
    RT_OP_ANY_DEVICE =
        1 << 13,              /* tensors may be on different devices (copy_, index_put_), or the forward checks that */
    RT_OP_REVERSED = 1 << 14, /* the operands are exchanged (rsub) */
    RT_OP_NO_SCALARS = 1 << 15, /* scalars do not stand for tensors, though the op broadcasts */
    RT_OP_LINALG = 1 << 16,     /* torch._C._linalg.NAME, for torch.linalg */
    RT_OP_CONVERTS = 1 << 17,   /* what is written is converted to self's type: no gradient comes from integers */
    /* in place the forward may write into self while it reads it, though the op has no RT_OP_POINTWISE */
    RT_OP_INPLACE_ALIAS = 1 << 18,
    RT_OP_BOOLEAN = 1 << 19,       /* out= must be a tensor of bool */
    RT_OP_SAME_TYPE = 1 << 20,     /* out= must be of self's type */
    RT_OP_FLOAT_GRAD = 1 << 21,    /* the gradient of a half type is computed in float32 and rounded once */
    RT_OP_ALLOW_OVERLAP = 1 << 22, /* in place also where elements of self share memory (expand) */
    RT_OP_OUT_STRIDES = 1 << 23,   /* out= of another size gets the strides of the result */
    RT_OP_CHECKS_FIRST = 1 << 24,  /* in place errors of arguments come before that of a leaf that requires grad */
    RT_OP_NO_OVERLAP = 1 << 25,    /* in place no operand, self included, may share the memory that is written */
    RT_OP_FAST_PATH = 1 << 26,     /* the plain case of a function of the library, which is called where it fails */
    RT_OP_INTEGER_COPY = 1 << 27,  /* integers are copied: out= of another size does not get their strides */
    RT_OP_DEVICES_ONLY = 1 << 28,  /* the error for operands on different devices names these, no function (losses) */
    RT_OP_UNTRACKED = 1 << 29,     /* in place autograd does not see it, also where self is a leaf (logical_and_) */
    RT_OP_SELF_TYPE = 1 << 30      /* the result is of self's type, of whatever type the values written into it are */
};
#define RT_FM (RT_OP_FUNCTION | RT_OP_METHOD)

struct rt_call;
struct rt_backward;
/* Computes call->results (new references) from call->args, checked against the schema. -1 on error. */
typedef int (*rt_forward)(struct rt_call *call, struct rt_error *err);
/* Computes the gradients of the inputs from those of the results, with ops. -1 on error. */
typedef int (*rt_gradient)(struct rt_backward *backward, struct rt_error *err);

/* What a row does where one of its tensors is of a sparse layout, or a sparse one is asked for (ops/sparse.def). */
struct rt_sparse_row {
    struct rt_op *op;
    rt_forward forward;
    uint32_t flags;
};
enum rt_sparse_flags {
    RT_SPARSE_INPLACE = 1 << 0,   /* in place, too */
    RT_SPARSE_COALESCED = 1 << 1, /* in place of coalesced tensors only */
    RT_SPARSE_GRADIENT = 1 << 2,  /* its formula takes sparse gradients and saved tensors */
    RT_SPARSE_RESULT = 1 << 3,    /* makes sparse tensors of strided ones */
};
/* NULL: nothing. */
const struct rt_sparse_row *rt_sparse_row(const struct rt_op *op);

struct rt_op {
    const char *text; /* the schema */
    const char *doc;  /* one line */
    rt_forward forward;
    rt_gradient backward;  /* NULL: not differentiable, or composite */
    const char *grad_name; /* "AddBackward0", see enum rt_node_name */
    const char *saves;     /* the tensors saved for backward, and what has no gradient: see the head of ops.def */
    uint32_t flags;
    int detail;                             /* for shared forwards: the kernel's operation */
    struct rt_schema *schema;               /* parsed on first use: rt_op_schema() */
    uint32_t saves_args, saves_results;     /* bitmasks made from `saves` */
    uint32_t constants;                     /* results without a gradient: "!P" in `saves` */
    uint32_t hidden_edges;                  /* arguments that next_functions leaves out: "-P" in `saves` */
    uint32_t hidden_scalars;                /* the same where a scalar is given: "-P#" */
    const struct rt_tangent_rule *tangents; /* how tangents follow, where a row of ops/tangents.def says */
    void *named[2];                         /* the binding's: the types of its results, and of those given as out= */
};

/* The table, in the order in which overloads are to be tried. */
extern struct rt_op *const rt_ops[];
extern const int rt_op_count;

/* The parsed schema; NULL and RT_MEMORY, or RT_RUNTIME for a malformed row. Thread-safe. */
const struct rt_schema *rt_op_schema(struct rt_op *op, struct rt_error *err);
/* Base name of a row without parsing: writes at most length bytes, returns the length of the name. */
size_t rt_op_name(const struct rt_op *op, const char **name);
/* The n-th row (0, 1, ...) with that base name, NULL when there is no more. Hashed. */
struct rt_op *rt_op_find(const char *name, int n);
/* The row with that full name ("max.dim", "relu"), or NULL. */
struct rt_op *rt_op_named(const char *name);

/* ---- the dispatcher --------------------------------------------------------------------------------------------- */

/* Results of an op: new references. An op that returns a list of tensors (split, unbind) fills `list` and `count`;
   release it with rt_results_clear, which also drops the references. */
struct rt_results {
    int count;    /* number of tensors */
    bool is_list; /* list is used instead of tensor */
    struct rt_tensor *tensor[RT_MAX_RESULTS];
    struct rt_tensor **list;
};
void rt_results_clear(struct rt_results *results);

/* Applies an op: fills in defaults, checks kinds and devices, runs the forward, records the tape. args beyond nargs are
   defaults. 0, or -1 and err. Thread-safe as long as no two threads write the same tensor. */
int rt_apply(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_results *results, struct rt_error *err);

/* The in-place variant: results->tensor[0] is args[0].tensor again (a new reference). */
int rt_apply_inplace(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_results *results,
                     struct rt_error *err);

/* The out= variant: nout tensors, resized as needed; results are those tensors again. */
int rt_apply_out(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_tensor *const *out, int nout,
                 struct rt_results *results, struct rt_error *err);

/* For C callers: an op with one tensor result. NULL on error. */
struct rt_tensor *rt_apply1(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_error *err);

/* -1: what the op of that name gives depends on elements, and meta tensors have none. Replaces an error. */
int rt_needs_data(const char *name, const char *overload, struct rt_error *err);
/* PyTorch's result type of tensors, tensors without dimensions, and numbers; -1 where it has none. */
int rt_common_type(const struct rt_arg *args, int n, enum rt_dtype *common, struct rt_error *err);

/* A handler in the place of the forwards of ops that are not made of others, on this thread; NULL: none. It fills the
   results, or returns 1: the forward runs. In place its only result is the first argument. */
typedef int (*rt_dispatch_handler)(struct rt_op *op, bool inplace, const struct rt_arg *args, int nargs,
                                   struct rt_results *results, struct rt_error *err);
void rt_set_dispatch_handler(rt_dispatch_handler h);

/* The same, on every thread, for calls with a tensor that is marked as dispatched and no handler around them. What it
   does not take runs on the elements, and is refused for tensors that have none. detach: what stands in its place. */
void rt_set_class_handler(rt_dispatch_handler h,
                          struct rt_tensor *(*detach)(struct rt_tensor *t, struct rt_error *err));
/* Marks a tensor; a wrapper has no elements that a kernel may read. */
void rt_tensor_mark_dispatched(struct rt_tensor *t, bool wrapper);
bool rt_tensor_is_dispatched(const struct rt_tensor *t);
bool rt_tensor_is_wrapper(const struct rt_tensor *t);
/* Tensors count as unmarked on this thread while more than 0 have asked for it. */
void rt_class_handler_aside(int more);

#endif
