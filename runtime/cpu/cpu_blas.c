/* OpenBLAS for matrix products, opened with dlopen on the first product that wants it and set to one thread: the pool
   cuts the work. Owns the choice between it and our own kernels. Knows neither views nor threads.

   Measured (tests/bench/matmul_bench): our kernels reach what OpenBLAS reaches with AVX2 and twice that with AVX-512 on
   processors for which the library has no AVX-512 kernels, and are not slower where it has. So the library is asked
   only where our loops know no fused multiply-add, or when TENSOR_BLAS=library says so. */
#include "cpu/cpu.h"
#include "cpu/cpu_gemm.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111, TRANSPOSE = 112 };
typedef void (*sgemm_function)(int, int, int, int, int, int, float, const float *, int, const float *, int, float,
                               float *, int);
typedef void (*dgemm_function)(int, int, int, int, int, int, double, const double *, int, const double *, int, double,
                               double *, int);

/* The library itself, for products and for LAPACK. */
static struct {
    pthread_once_t once;
    void *handle;
} library = {.once = PTHREAD_ONCE_INIT};

static void open_handle(void)
{
    const char *want = getenv("TENSOR_BLAS");
    void *handle = want && strcmp(want, "absent") == 0 ? NULL : dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    void (*set_threads)(int) = handle ? (void (*)(int))dlsym(handle, "openblas_set_num_threads") : NULL;
    if (set_threads) {
        set_threads(1);
        library.handle = handle;
    }
}

void *rt_blas_library(void)
{
    pthread_once(&library.once, open_handle);
    return library.handle;
}

static struct {
    pthread_once_t once;
    bool ready;
    sgemm_function sgemm;
    dgemm_function dgemm;
} blas = {.once = PTHREAD_ONCE_INIT};

static void open_library(void)
{
    const char *want = getenv("TENSOR_BLAS");
    if (want && strcmp(want, "own") == 0)
        return;
    if (!(want && strcmp(want, "library") == 0) && strcmp(rt_cpu_capability(), "baseline") != 0)
        return;
    void *handle = rt_blas_library();
    if (!handle)
        return;
    blas.sgemm = (sgemm_function)dlsym(handle, "cblas_sgemm");
    blas.dgemm = (dgemm_function)dlsym(handle, "cblas_dgemm");
    blas.ready = blas.sgemm && blas.dgemm;
}

const char *rt_blas_name(void)
{
    pthread_once(&blas.once, open_library);
    return blas.ready ? "openblas" : "";
}

/* Whether the library can read a matrix of rows x cols through these strides, and how. */
static bool layout(int64_t rows, int64_t cols, int64_t row, int64_t col, int *transpose, int *leading)
{
    if (col == 1 && (row >= cols || rows == 1)) {
        *transpose = NO_TRANSPOSE;
        row = rows == 1 && row < cols ? cols : row;
    } else if (row == 1 && (col >= rows || cols == 1)) {
        *transpose = TRANSPOSE;
        row = cols == 1 && col < rows ? rows : col;
    } else {
        return false;
    }
    *leading = (int)row;
    return row <= INT_MAX;
}

#define CHUNK_FLOPS 5e8 /* of one call, which cannot be interrupted */

/* A product by calls over chunks of k, between which the flag is read. */
static int run(const struct rt_gemm *g, int ta, int lda, int tb, int ldb, struct rt_error *err)
{
    double flops = 2.0 * (double)g->m * (double)g->n * (double)g->k;
    int64_t parts = flops > CHUNK_FLOPS ? (int64_t)(flops / CHUNK_FLOPS) + 1 : 1;
    int64_t step = g->k / parts < 128 ? 128 : (g->k + parts - 1) / parts;
    for (int64_t p = 0; p < g->k; p += step) {
        int k = (int)(g->k - p < step ? g->k - p : step);
        double beta = p == 0 ? g->beta : 1;
        if (g->check && g->check(err) < 0)
            return -1;
        if (g->wide)
            blas.dgemm(ROW_MAJOR, ta, tb, (int)g->m, (int)g->n, k, g->alpha, (const double *)g->a + p * g->a_col, lda,
                       (const double *)g->b + p * g->b_row, ldb, beta, g->c, (int)g->c_row);
        else
            blas.sgemm(ROW_MAJOR, ta, tb, (int)g->m, (int)g->n, k, (float)g->alpha, (const float *)g->a + p * g->a_col,
                       lda, (const float *)g->b + p * g->b_row, ldb, (float)beta, g->c, (int)g->c_row);
    }
    return 0;
}

bool rt_blas_gemm(const struct rt_gemm *gemm, int *status, struct rt_error *err)
{
    int ta, tb, lda, ldb;
    pthread_once(&blas.once, open_library);
    if (!blas.ready || gemm->m > INT_MAX || gemm->n > INT_MAX || gemm->c_row > INT_MAX || gemm->c_row < gemm->n)
        return false;
    if (!layout(gemm->m, gemm->k, gemm->a_row, gemm->a_col, &ta, &lda) ||
        !layout(gemm->k, gemm->n, gemm->b_row, gemm->b_col, &tb, &ldb))
        return false;
    *status = run(gemm, ta, lda, tb, ldb, err);
    return true;
}
