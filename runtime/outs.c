/* What types of tensors functions take as out=, in PyTorch's words. Knows functions by their names only. */
#include "outs.h"

#include <stdio.h>
#include <string.h>

/* Texts: %w and %g the types of the result and of what was given as C++ calls them, %W and %G as PyTorch calls scalars,
   %T the tensor type of what was given, %S the scalar type of self, %U its tensor type. */
#define EXACT "Expected out tensor to have dtype %w, but got %g instead"
#define CASTABLE(function, what)                                                                                       \
    function ": Expected " what " to be safely castable from %W dtype, but got " what " with dtype %G"

/* When is the text due: the types differ; or the result cannot be cast to what was given; or it is no float. */
enum rule { DIFFERS, NOT_CAST, NOT_INEXACT, NOT_TRUTH };

static const struct row {
    const char *names; /* with a blank at both ends */
    int result;        /* -1: every one */
    enum rule rule;
    enum rt_error_code code;
    const char *text;
} rows[] = {
    {" max min sort topk aminmax argmax argmin mm bmm addmm addmv baddbmm cross linalg_cross linalg_inv inverse "
     "linalg_cholesky cholesky linalg_qr qr linalg_eigh linalg_svd linalg_det det linalg_solve linalg_vector_norm "
     "norm linalg_slogdet linalg_lu_factor linalg_eigvalsh linalg_svdvals linalg_lu gather take_along_dim scatter "
     "scatter_add scatter_reduce index_add index_copy tril triu softmax log_softmax renorm squeeze_copy msort "
     "unbind_copy triangular_solve isin inv qr_ eigh svd solve vector_norm slogdet lu_factor svdvals lu matmul ",
     -1, DIFFERS, RT_RUNTIME, EXACT},
    {" diag ", -1, NOT_CAST, RT_RUNTIME, "diag: result type %W can't be cast to the desired out= type %G"},
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
    {" frexp ", 0, DIFFERS, RT_RUNTIME, "torch.frexp() expects mantissa to have dtype %W but got %G"},
    {" frexp ", 1, DIFFERS, RT_RUNTIME, "torch.frexp() expects exponent to have int dtype but got %g"},
    {" amax amin ", -1, DIFFERS, RT_RUNTIME,
     "Expected the dtype for input and out to match, but got %W for input's dtype and %G for out's dtype."},
    {" all ", -1, NOT_TRUTH, RT_RUNTIME, "all only supports bool tensor for result, got: %G"},
    {" any ", -1, NOT_TRUTH, RT_RUNTIME, "any only supports bool tensor for result, got: %G"},
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
    case NOT_TRUTH:
        return got != RT_BOOL && got != RT_UINT8;
    }
    return false;
}

static void put_type(char *to, size_t size, enum rt_dtype d)
{
    if (d == RT_BOOL || rt_dtype_is_complex(d) || d == RT_BFLOAT16)
        snprintf(to, size, "CPU%sType", rt_dtype_table[d].scalar);
    else
        snprintf(to, size, "torch.%sTensor", rt_dtype_table[d].scalar);
}

int rt_check_out_type(const char *name, int i, enum rt_dtype want, enum rt_dtype got, enum rt_dtype self,
                      struct rt_error *err)
{
    char text[400], type[48];
    size_t n = 0;
    const struct row *row = NULL;

    for (size_t k = 0; k < sizeof rows / sizeof *rows && !row; k++)
        if ((rows[k].result < 0 || rows[k].result == i) && is_due(rows[k].rule, want, got) &&
            listed(rows[k].names, name))
            row = &rows[k];
    if (!row)
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
    if (self == out)
        return false;
    return listed(" sum prod cumsum cumprod ", name) ||
           (listed(" mean nansum ", name) && rt_dtype_is_inexact(self) && rt_dtype_is_inexact(out));
}
