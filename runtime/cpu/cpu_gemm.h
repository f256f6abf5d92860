/* Products of matrices of floats: one calculation C = alpha A B + beta C on the calling thread, by our own kernels (one
   table an instruction set, cpu/isa/isa_gemm.c) or by a library that is opened on first use (cpu_blas.c). Knows neither
   views nor threads. */
#ifndef RT_CPU_GEMM_H
#define RT_CPU_GEMM_H

#include "error.h"
#include <stdbool.h>
#include <stdint.h>

/* A is m x k, B is k x n, C is m x n with rows of consecutive elements; strides count elements and may be anything
   else. beta 0 does not read C. k may be 0. */
struct rt_gemm {
    bool wide; /* double instead of float */
    int64_t m, n, k;
    double alpha, beta;
    int64_t factor; /* alpha of integers */
    const void *a, *b;
    void *c;
    int64_t a_row, a_col, b_row, b_col, c_row;
    const void *row; /* not NULL: beta is 1, and this row is in the place of each row of the old C; rt_cpu_gemm only */
    int (*check)(struct rt_error *); /* asked now and then; -1 ends the work; may be NULL */
};

/* The same of complex numbers, whose strides count pairs. */
struct rt_complex_gemm {
    bool wide, conjugate; /* of A */
    int64_t m, n, k;
    double alpha[2], beta[2];
    const void *a, *b;
    void *c;
    int64_t a_row, a_col, b_row, b_col, c_row;
};

/* C is only defined when the result is 0. scratch: RT_GEMM_SCRATCH bytes, aligned to 64. */
#define RT_GEMM_SCRATCH ((size_t)3 << 20)
struct rt_gemm_loops {
    int (*gemm)(const struct rt_gemm *, void *scratch, struct rt_error *);
    /* the same for small products, which need no packing; false for others */
    bool (*gemm_direct)(const struct rt_gemm *);
    /* B once for many products: pack arranges it in rt_gemm_packed() elements at `to`, aligned to 64 bytes, and then b
       of gemm_packed points to those. Rows of A have consecutive elements, alpha is 1, beta 0 or 1; check is not asked.
       An element of C has the same bits whatever m is. */
    void (*pack)(const struct rt_gemm *, void *to);
    void (*gemm_packed)(const struct rt_gemm *);
    /* y[i] = sum over k of a[i][k] x[k] for rows of consecutive elements; n rows */
    void (*rows_times_vector32)(int64_t n, int64_t k, const float *a, int64_t a_row, const float *x, float *y);
    void (*rows_times_vector64)(int64_t n, int64_t k, const double *a, int64_t a_row, const double *x, double *y);
    /* y[j] = sum over p of x[p] b[p][j]; k rows of n consecutive elements */
    void (*vector_times_rows32)(int64_t k, int64_t n, const float *x, const float *b, int64_t b_row, float *y);
    void (*vector_times_rows64)(int64_t k, int64_t n, const double *x, const double *b, int64_t b_row, double *y);
    void (*complexes)(const struct rt_complex_gemm *);
    /* C += factor A B for integers of 1, 2, 4 and 8 bytes, which wrap; wide, alpha, beta and check are not used */
    void (*integers[4])(const struct rt_gemm *);
};
/* Elements of a packed B: its columns are filled up to whole panels. */
#define RT_GEMM_PANEL 32
static inline int64_t rt_gemm_packed(int64_t n, int64_t k)
{
    return (n + RT_GEMM_PANEL - 1) / RT_GEMM_PANEL * RT_GEMM_PANEL * k;
}
extern const struct rt_gemm_loops rt_gemm_baseline, rt_gemm_avx2, rt_gemm_avx512;

/* The same of bfloat16 numbers with sums of float, by instructions of their own where the processor has them;
   wide is not used. */
bool rt_bfloat_gemm_is_there(void);
int rt_bfloat_gemm(const struct rt_gemm *, void *scratch, struct rt_error *);

/* The loops chosen at start. */
const struct rt_gemm_loops *rt_gemm_loops(void);

/* The calculation on this thread, by whom it is best done. */
int rt_cpu_gemm(const struct rt_gemm *gemm, struct rt_error *err);
/* By the library: true and *status when it took the work; false where it is absent or our kernels are faster. */
bool rt_blas_gemm(const struct rt_gemm *gemm, int *status, struct rt_error *err);
/* "openblas", or "" where no library was found; opens it. TENSOR_BLAS=own never opens it, =library prefers it always.
 */
const char *rt_blas_name(void);
/* The handle of dlopen, set to one thread; NULL where the library is not installed, or
   TENSOR_BLAS=absent says so. */
void *rt_blas_library(void);

#endif
