/* Which dtypes functions accept as out=, in PyTorch's words. Must not know functions but by their names. */
#include "out_dtypes.h"

#include <stdio.h>
#include <string.h>

/* Texts: %w and %g the types of the result and of what was given as C++ calls them, %W and %G as PyTorch calls scalars,
   %T the tensor type of what was given, %S the scalar type of self, %U its tensor type. */
#define EXACT "Expected out tensor to have dtype %w, but got %g instead"
#define CASTABLE(function, what)                                                                                       \
    function ": Expected " what " to be safely castable from %W dtype, but got " what " with dtype %G"

/* When is the text due: the types differ; or the result cannot be cast to what was given; or it is no float. */
enum rule { DIFFERS, NOT_CAST, NOT_INEXACT, NOT_BOOL, COMPLEX };

static const struct row {
    const char *names; /* names between blanks; with a point behind it, or an overload: only that overload */
    int result;        /* -1: every one */
    enum rule rule;
    enum rt_error_code code;
    const char *text;
} rows[] = {
    {" max. min. ", -1, NOT_CAST, RT_RUNTIME,
     "Expected canCast( typeMetaToScalarType(self.dtype()), typeMetaToScalarType(out.dtype())) to be true, but got "
     "false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)"},
    {" max. min. ", -1, DIFFERS, RT_RUNTIME, NULL}, /* any other is taken */
    {" max min sort topk aminmax argmax argmin mm bmm addmm addmv baddbmm cross linalg_cross linalg_inv inverse "
     "linalg_cholesky linalg_qr qr linalg_eigh linalg_svd linalg_det det linalg_solve linalg_vector_norm "
     "norm linalg_slogdet linalg_lu_factor linalg_eigvalsh linalg_svdvals linalg_lu gather take_along_dim scatter "
     "scatter_add scatter_reduce index_add index_copy tril triu softmax log_softmax renorm squeeze_copy msort "
     "unbind_copy triangular_solve isin inv qr_ eigh svd solve vector_norm slogdet lu_factor svdvals lu matmul "
     "linalg_inv_ex linalg_solve_ex linalg_lu_factor_ex linalg_cholesky_ex linalg_ldl_factor_ex linalg_ldl_factor "
     "linalg_lu_solve lu_solve linalg_ldl_solve lu_unpack mv argsort.stable ",
     -1, DIFFERS, RT_RUNTIME, EXACT},
    {" diag ", -1, NOT_CAST, RT_RUNTIME, "diag: result type %W can't be cast to the desired out= type %G"},
    {" diag ", -1, DIFFERS, RT_RUNTIME, EXACT},
    {" cat stack hstack vstack dstack column_stack concat concatenate ", -1, NOT_CAST, RT_TYPE,
     "torch.cat(): input types can't be cast to the desired output type %G"},
    {" cummax cummin logcumsumexp ", -1, DIFFERS, RT_RUNTIME, "expected scalar_type %W but found %G"},
    {" dot vdot ", -1, DIFFERS, RT_RUNTIME, "result dtype %G does not match input dtype %W"},
    {" median nanmedian ", 0, DIFFERS, RT_RUNTIME,
     "Expected tensor for 'values' to have the same type as tensor for argument #2 'self'; but type %T does not equal "
     "%U (while checking arguments for median)"},
    {" median nanmedian ", 1, DIFFERS, RT_RUNTIME,
     "Expected tensor for argument #1 'indices' to have scalar type Long; but got %T instead (while checking arguments "
     "for median)"},
    {" mode ", 0, DIFFERS, RT_RUNTIME, "expected scalar type '%W' but got '%G' for values output"},
    {" mode ", 1, DIFFERS, RT_RUNTIME, "expected scalar type '%W' but got '%G' for indices output"},
    {" kthvalue ", 0, DIFFERS, RT_RUNTIME, "output values must be of same type as input"},
    {" kthvalue ", 1, DIFFERS, RT_RUNTIME, "output indices must be of scalar type Long"},
    {" frexp ", 0, DIFFERS, RT_RUNTIME, "torch.frexp() expects mantissa to have dtype %w but got %g"},
    {" frexp ", 1, DIFFERS, RT_RUNTIME, "torch.frexp() expects exponent to have int dtype but got %g"},
    {" amax amin ", -1, DIFFERS, RT_RUNTIME,
     "Expected the dtype for input and out to match, but got %W for input's dtype and %G for out's dtype."},
    {" all ", -1, NOT_BOOL, RT_RUNTIME, "all only supports bool tensor for result, got: %G"},
    {" any ", -1, NOT_BOOL, RT_RUNTIME, "any only supports bool tensor for result, got: %G"},
    {" logsumexp ", -1, NOT_INEXACT, RT_RUNTIME,
     "logsumexp(): Expected floating point type for result tensor, but got: %G"},
    {" inner tensordot ", -1, DIFFERS, RT_RUNTIME,
     "tensordot: Expected the output tensor to have dtype %W, but got an output tensor with dtype %G"},
    {" quantile nanquantile ", -1, DIFFERS, RT_RUNTIME, "quantile() out tensor must be same dtype as the input tensor"},
    {" index_select ", -1, DIFFERS, RT_RUNTIME, "index_select(): self and result must have the same scalar type"},
    {" masked_select ", -1, DIFFERS, RT_RUNTIME, "masked_select(): self and result must have the same scalar type"},
    {" take ", -1, DIFFERS, RT_RUNTIME,
     "take(): self and out expected to have the same dtype, but got self.dtype = %W and out.dtype = %G"},
    {" nonzero argwhere ", -1, DIFFERS, RT_RUNTIME,
     "nonzero: Expected out tensor to have scalar type Long but got scalar type%G"},
    {" where ", -1, DIFFERS, RT_RUNTIME, "Expected out type to be %W but got %G"},
    {" cholesky ", -1, NOT_CAST, RT_RUNTIME, CASTABLE("cholesky", "result")},
    {" cholesky_solve ", -1, NOT_CAST, RT_RUNTIME, CASTABLE("cholesky_solve", "result")},
    {" geqrf ", 0, NOT_CAST, RT_RUNTIME, CASTABLE("torch.geqrf", "a")},
    {" geqrf ", 1, NOT_CAST, RT_RUNTIME, CASTABLE("torch.geqrf", "tau")},
    {" linalg_householder_product orgqr ", -1, NOT_CAST, RT_RUNTIME,
     CASTABLE("torch.linalg.householder_product", "result")},
    {" linalg_eig ", 0, NOT_CAST, RT_RUNTIME, CASTABLE("torch.linalg.eig", "eigenvalues")},
    {" linalg_eig ", 1, NOT_CAST, RT_RUNTIME, CASTABLE("torch.linalg.eig", "eigenvectors")},
    {" linalg_eigvals ", 0, NOT_CAST, RT_RUNTIME, CASTABLE("torch.linalg.eigvals", "eigenvalues")},
    {" ormqr ", -1, DIFFERS, RT_RUNTIME,
     "torch.ormqr: Expected input and result to have the same dtype, but input has dtype%W and result has dtype %G"},
    {" linalg_solve_triangular ", -1, DIFFERS, RT_RUNTIME, "expected scalar type %W but found %G"},
    {" lerp.Tensor round.decimals hardshrink ", -1, DIFFERS, RT_RUNTIME, "Found dtype %G but expected %W"},
    {" heaviside ", -1, COMPLEX, RT_RUNTIME, "heaviside is not yet implemented for complex tensors."},
    {" heaviside ", -1, DIFFERS, RT_RUNTIME, "heaviside is not yet implemented for tensors with different dtypes."},
    {" mean. ", -1, NOT_CAST, RT_RUNTIME, "mean.dtype_out(): input types can't be cast to the desired output type %G"},
    {" mean.dim ", -1, NOT_CAST, RT_RUNTIME, "result type Float can't be cast to the desired output type %G"},
    {" mvlgamma ", -1, NOT_CAST, RT_RUNTIME, "mvlgamma: result type %W can't be cast to the desired output type %W"},
    {" searchsorted bucketize ", -1, DIFFERS, RT_RUNTIME,
     "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) depending on "
     "whether out_int32 flag is True, but we got output tensor's dtype %G and out_int32 flag is %F"},
    {" linalg_pinv pinv ", -1, NOT_CAST, RT_RUNTIME, CASTABLE("linalg.pinv", "result")},
    {" linalg_matrix_power matrix_power ", -1, NOT_CAST, RT_RUNTIME, CASTABLE("matrix_power", "result")},
    {" cholesky_inverse ", -1, NOT_CAST, RT_RUNTIME, CASTABLE("cholesky_inverse", "result")},
    {" complex polar ", -1, DIFFERS, RT_RUNTIME,
     "Expected object of scalar type %W but got scalar type %G for argument 'out'"},
    {" nan_to_num ", -1, DIFFERS, RT_RUNTIME, "nan_to_num: dtype of out: %G should be same as input: %S"},
    {" float_power ", -1, DIFFERS, RT_RUNTIME,
     "the output given to float_power has dtype %G but the operation's result requires dtype %W"},
    {" histc ", -1, DIFFERS, RT_RUNTIME,
     "torch.histogram: input tensor and hist tensor should have the same dtype, but got input %w and hist %g"},
    {" ldexp ", -1, NOT_CAST, RT_RUNTIME, "ldexp can't be cast to the desired output type %G"},
};

static bool listed(const char *names, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += n)
        if (at[-1] == ' ' && at[n] == ' ')
            return true;
    return false;
}

static bool is_due(enum rule rule, enum rt_dtype want, enum rt_dtype got)
{
    switch (rule) {
    case DIFFERS:
        return want != got;
    case NOT_CAST:
        return !rt_dtype_can_cast(want, got);
    case NOT_INEXACT:
        return !rt_dtype_is_inexact(got);
    case COMPLEX:
        return rt_dtype_is_complex(got);
    case NOT_BOOL:
        return got != RT_BOOL && got != RT_UINT8;
    }
    return false;
}

static void put_type(char *to, size_t size, enum rt_dtype d)
{
    if (d == RT_BOOL || rt_dtype_is_complex(d) || d == RT_BFLOAT16 || rt_dtype_is_shell(d))
        snprintf(to, size, "CPU%sType", rt_dtype_table[d].scalar);
    else
        snprintf(to, size, "torch.%sTensor", rt_dtype_table[d].scalar);
}

int rt_check_out_type(const char *name, const char *overload, int i, enum rt_dtype want, enum rt_dtype got,
                      enum rt_dtype self, struct rt_error *err)
{
    char text[400], type[48], full[80];
    size_t n = 0;
    const struct row *row = NULL;

    snprintf(full, sizeof full, "%s.%s", name, overload ? overload : "?");
    for (size_t k = 0; k < sizeof rows / sizeof *rows && !row; k++)
        if ((rows[k].result < 0 || rows[k].result == i) && is_due(rows[k].rule, want, got) &&
            (listed(rows[k].names, name) || listed(rows[k].names, full)))
            row = &rows[k];
    if (!row || !row->text)
        return 0;
    for (const char *c = row->text; *c && n < sizeof text - 1; c++) {
        const char *put = type;
        if (*c != '%') {
            text[n++] = *c;
            continue;
        }
        switch (*++c) {
        case 'w':
            put = rt_dtype_table[want].cxx;
            break;
        case 'g':
            put = rt_dtype_table[got].cxx;
            break;
        case 'W':
            put = rt_dtype_table[want].scalar;
            break;
        case 'G':
            put = rt_dtype_table[got].scalar;
            break;
        case 'F':
            put = want == RT_INT32 ? "True" : "False";
            break;
        case 'S':
            put = rt_dtype_table[self].scalar;
            break;
        default:
            put_type(type, sizeof type, *c == 'T' ? got : want);
        }
        int more = snprintf(text + n, sizeof text - n, "%s", put);
        n += more > 0 ? (size_t)more : 0;
    }
    text[n < sizeof text ? n : sizeof text - 1] = 0;
    return rt_error_set(err, row->code, "%s", text);
}

bool rt_computes_in_out(const char *name, enum rt_dtype self, enum rt_dtype out)
{
    if (self == out && rt_dtype_is_inexact(self))
        return false;
    return listed(" sum prod cumsum cumprod ", name) || (listed(" nansum ", name) && !rt_dtype_is_complex(out)) ||
           (listed(" mean ", name) && rt_dtype_is_inexact(self) && rt_dtype_can_cast(self, out));
}

bool rt_converts_to_out(const char *name, enum rt_dtype self, enum rt_dtype out)
{
    if (self == out)
        return false;
    if (listed(" any all ", name))
        return out == RT_UINT8 || (out == RT_BOOL && self == RT_UINT8);
    return rt_dtype_is_float(out) &&
           ((listed(" var std ", name) && rt_dtype_is_float(self)) || listed(" logsumexp ", name));
}

/* The type that tensors have together: those without dimensions count where the others are of a lesser kind. */
static enum rt_dtype type_together(const struct rt_call *call, int first)
{
    enum rt_dtype type[2] = {RT_DTYPE_NONE, RT_DTYPE_NONE};

    for (int i = first; i < call->nargs; i++) {
        const struct rt_tensor *t = call->args[i].kind == RT_TENSOR ? call->args[i].tensor : NULL;
        if (t) {
            enum rt_dtype *one = &type[t->ndim > 0], own = (enum rt_dtype)t->dtype;
            *one = *one == RT_DTYPE_NONE ? own : rt_dtype_promote(*one, own);
        }
    }
    if (type[0] == RT_DTYPE_NONE || type[1] == RT_DTYPE_NONE)
        return type[0] == RT_DTYPE_NONE ? type[1] : type[0];
    if (rt_dtype_is_inexact(type[1]) ? rt_dtype_is_complex(type[1]) || !rt_dtype_is_complex(type[0])
                                     : type[1] != RT_BOOL && !rt_dtype_is_inexact(type[0]))
        return type[1];
    return rt_dtype_promote(type[0], type[1]);
}

/* The type of the result of a call, as far as the types of its operands say. */
static enum rt_dtype type_before(const struct rt_call *call)
{
    return type_together(call, strcmp(call->schema->name, "where") == 0); /* whose condition has no say */
}

int rt_check_outs_before(const struct rt_call *call, struct rt_tensor *const *out, int nout, struct rt_error *err)
{
    const enum rt_dtype type = type_before(call);
    const struct rt_arg *given = NULL;

    for (int i = 0; i < call->nargs; i++)
        if (call->args[i].kind == RT_DTYPE_ARG)
            given = &call->args[i];
    if (call->op->flags & RT_OP_FACTORY && given && given->dtype != (enum rt_dtype)out[0]->dtype)
        return rt_error_set(err, RT_RUNTIME, "dtype %s does not match dtype of out parameter (%s)",
                            rt_dtype_table[given->dtype].scalar, rt_dtype_table[out[0]->dtype].scalar);
    if (type == RT_DTYPE_NONE || !nout)
        return 0;
    const char *name = call->schema->name;
    const enum rt_dtype got = (enum rt_dtype)out[0]->dtype;
    const bool sum = strcmp(name, "nansum") == 0;
    if ((sum && rt_dtype_is_float(type) && !rt_dtype_is_float(got)) ||
        (listed(" var std ", name) && rt_dtype_is_float(type) && rt_dtype_is_complex(got)))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s_cpu\" not implemented for '%s'", sum ? name : "std",
                            rt_dtype_table[got].scalar);
    if (strcmp(name, "where") == 0 || (strcmp(name, "mean") == 0 && !*call->schema->overload))
        return rt_check_out_type(name, call->schema->overload, 0, type, got, type, err);
    return 0;
}

int rt_refused_before(const struct rt_call *call, struct rt_tensor *const *out, int nout, struct rt_error *err)
{
    const enum rt_dtype type = type_before(call);
    struct rt_error said;

    /* other texts come first: those of kernels that are missing begin with their names, as `"erf_cpu" ...` */
    if (err->code != RT_NOT_IMPLEMENTED || err->text[0] != '"' || type == RT_DTYPE_NONE || !nout ||
        listed(" linalg_solve_triangular nansum linspace logspace ", call->schema->name))
        return -1;
    const enum rt_dtype got = (enum rt_dtype)out[0]->dtype;
    rt_error_clear(&said);
    if (rt_check_same_type(call, type, out, nout, &said) == 0 &&
        rt_check_out_type(call->schema->name, call->schema->overload, 0, type, got, type, &said) == 0 &&
        call->op->flags & RT_OP_POINTWISE && !rt_dtype_can_cast(type, got))
        rt_error_set(&said, RT_RUNTIME, "result type %s can't be cast to the desired output type %s",
                     rt_dtype_table[type].scalar, rt_dtype_table[got].scalar);
    if (said.code)
        *err = said;
    return -1;
}

int rt_check_same_type(const struct rt_call *call, enum rt_dtype want, struct rt_tensor *const *out, int nout,
                       struct rt_error *err)
{
    const struct rt_tensor *self = call->nargs ? rt_arg_get_tensor(call, 0) : NULL;
    const bool sizes = self && rt_dtype_is_complex((enum rt_dtype)self->dtype) && !rt_dtype_is_complex(want);

    for (int i = 0; i < nout; i++) {
        if (call->op->flags & RT_OP_BOOLEAN && out[i]->dtype != RT_BOOL)
            return rt_error_set(err, RT_RUNTIME, "%s does not support non-boolean outputs.", call->schema->name);
        if (call->op->flags & RT_OP_SAME_TYPE && !sizes && /* those of complex numbers */
            (enum rt_dtype)out[i]->dtype != want)
            return rt_error_set(err, RT_RUNTIME, "Found dtype %s but expected %s", rt_dtype_table[out[i]->dtype].scalar,
                                rt_dtype_table[want].scalar);
    }
    return 0;
}
