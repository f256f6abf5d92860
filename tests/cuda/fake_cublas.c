/* cuBLAS for builds of the plugin that run on the CPU: the products by their definition, and complaints about arguments
   that the library would not take. Computes when it is called, streams of the emulation are never behind; or when a
   graph is launched that has recorded the call. */
#include "cuda/cuda_blas.h"

#include <complex.h>
#include <stdlib.h>

static int live;

static int create(void **handle)
{
    *handle = calloc(1, sizeof(cudaStream_t)); /* the stream in use */
    live++;
    return *handle ? 0 : 3;
}

static int destroy(void *handle)
{
    free(handle);
    live--;
    return 0;
}

static int set_stream(void *handle, cudaStream_t stream)
{
    if (!handle)
        return 1;
    *(cudaStream_t *)handle = stream;
    return 0;
}

static int set_workspace(void *handle, void *workspace, size_t size)
{
    return !handle ? 1 : !workspace || size < 4096 || (uintptr_t)workspace % 256 ? 7 : 0;
}

static int set_math_mode(void *handle, int mode)
{
    return !handle ? 1 : mode < 0 ? 7 : 0;
}

static double complex number(int type, const void *data, int64_t at)
{
    switch (type) {
    case RT_CUBLAS_R16:
        return (double)rt_half_to_float(((const uint16_t *)data)[at]);
    case RT_CUBLAS_B16:
        return (double)rt_bfloat_to_float(((const uint16_t *)data)[at]);
    case RT_CUBLAS_R32:
        return (double)((const float *)data)[at];
    case RT_CUBLAS_R64:
        return ((const double *)data)[at];
    case RT_CUBLAS_C32:
        return (double)((const float *)data)[2 * at] + I * (double)((const float *)data)[2 * at + 1];
    default:
        return ((const double *)data)[2 * at] + I * ((const double *)data)[2 * at + 1];
    }
}

static void put(int type, void *data, int64_t at, double complex x)
{
    switch (type) {
    case RT_CUBLAS_R16:
        ((uint16_t *)data)[at] = rt_float_to_half((float)creal(x));
        break;
    case RT_CUBLAS_B16:
        ((uint16_t *)data)[at] = rt_float_to_bfloat((float)creal(x));
        break;
    case RT_CUBLAS_R32:
        ((float *)data)[at] = (float)creal(x);
        break;
    case RT_CUBLAS_R64:
        ((double *)data)[at] = creal(x);
        break;
    case RT_CUBLAS_C32:
        ((float *)data)[2 * at] = (float)creal(x);
        ((float *)data)[2 * at + 1] = (float)cimag(x);
        break;
    default:
        ((double *)data)[2 * at] = creal(x);
        ((double *)data)[2 * at + 1] = cimag(x);
    }
}

static bool is_complex(int type)
{
    return type == RT_CUBLAS_C32 || type == RT_CUBLAS_C64;
}

/* alpha and beta have the type of the computation. */
static double complex factor(const void *data, int compute, bool complex_numbers)
{
    return number(compute == RT_CUBLAS_COMPUTE_64 ? complex_numbers ? RT_CUBLAS_C64 : RT_CUBLAS_R64
                  : complex_numbers               ? RT_CUBLAS_C32
                                                  : RT_CUBLAS_R32,
                  data, 0);
}

static double complex element(int type, int op, const void *data, int64_t leading, int64_t first, int64_t row,
                              int64_t column)
{
    const double complex x = number(type, data, first + (op ? column + row * leading : row + column * leading));

    return op == RT_CUBLAS_C ? conj(x) : x;
}

struct product {
    int op_a, op_b;
    int64_t m, n, k, lda, ldb, ldc, batch;
    long long a_step, b_step, c_step;
    const void *a, *b;
    void *c;
    int a_type, b_type, c_type;
    double complex scale, keep;
};

static void multiply(void *closure)
{
    const struct product *p = closure;

    for (int64_t each = 0; each < p->batch; each++)
        for (int64_t j = 0; j < p->n; j++)
            for (int64_t i = 0; i < p->m; i++) {
                const int64_t at = each * p->c_step + i + j * p->ldc;
                double complex sum = 0;
                for (int64_t l = 0; l < p->k; l++)
                    sum += element(p->a_type, p->op_a, p->a, p->lda, each * p->a_step, i, l) *
                           element(p->b_type, p->op_b, p->b, p->ldb, each * p->b_step, l, j);
                sum *= p->scale;
                if (p->keep != 0)
                    sum += p->keep * number(p->c_type, p->c, at);
                put(p->c_type, p->c, at, sum);
            }
}

static int gemm_batched_64(void *handle, int op_a, int op_b, int64_t m, int64_t n, int64_t k, const void *alpha,
                           const void *a, int a_type, int64_t lda, long long a_step, const void *b, int b_type,
                           int64_t ldb, long long b_step, const void *beta, void *c, int c_type, int64_t ldc,
                           long long c_step, int64_t batch, int compute, int algorithm)
{
    struct product product, *kept;

    (void)algorithm;
    if (!handle)
        return 1;
    if (m < 0 || n < 0 || k < 0 || batch < 0 || lda < (op_a ? k : m) || ldb < (op_b ? n : k) || ldc < m || lda < 1 ||
        ldb < 1 || ldc < 1 || a_type != b_type || op_a < 0 || op_a > 2 || op_b < 0 || op_b > 2)
        return 7;
    if (a_type != c_type && !((a_type == RT_CUBLAS_R16 || a_type == RT_CUBLAS_B16) && c_type == RT_CUBLAS_R32))
        return 15;
    if ((compute == RT_CUBLAS_COMPUTE_64) != (a_type == RT_CUBLAS_R64 || a_type == RT_CUBLAS_C64))
        return 15;
    product = (struct product){.op_a = op_a,
                               .op_b = op_b,
                               .m = m,
                               .n = n,
                               .k = k,
                               .lda = lda,
                               .ldb = ldb,
                               .ldc = ldc,
                               .batch = batch,
                               .a_step = a_step,
                               .b_step = b_step,
                               .c_step = c_step,
                               .a = a,
                               .b = b,
                               .c = c,
                               .a_type = a_type,
                               .b_type = b_type,
                               .c_type = c_type,
                               .scale = factor(alpha, compute, is_complex(c_type)),
                               .keep = factor(beta, compute, is_complex(c_type))};
    if (!(kept = malloc(sizeof *kept)))
        return 3;
    *kept = product;
    if (fake_cudart_record(*(cudaStream_t *)handle, multiply, free, kept))
        return 0;
    free(kept);
    multiply(&product);
    return 0;
}

static int gemm_batched(void *handle, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a,
                        int a_type, int lda, long long a_step, const void *b, int b_type, int ldb, long long b_step,
                        const void *beta, void *c, int c_type, int ldc, long long c_step, int batch, int compute,
                        int algorithm)
{
    return gemm_batched_64(handle, op_a, op_b, m, n, k, alpha, a, a_type, lda, a_step, b, b_type, ldb, b_step, beta, c,
                           c_type, ldc, c_step, batch, compute, algorithm);
}

static int gemm(void *handle, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type,
                int lda, const void *b, int b_type, int ldb, const void *beta, void *c, int c_type, int ldc,
                int compute, int algorithm)
{
    return gemm_batched_64(handle, op_a, op_b, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb, 0, beta, c, c_type,
                           ldc, 0, 1, compute, algorithm);
}

const struct rt_cublas *fake_cublas(void)
{
    static const struct rt_cublas functions = {create,        destroy, set_stream,   set_workspace,
                                               set_math_mode, gemm,    gemm_batched, gemm_batched_64};

    return &functions;
}
