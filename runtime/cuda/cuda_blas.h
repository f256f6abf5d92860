/* cuBLAS as the plugin uses it: a table of its functions, found when the first product is asked for, and one call that
   covers all products. Prototypes and numbers are those of NVIDIA's documentation; its headers are not needed. */
#ifndef RT_CUDA_BLAS_H
#define RT_CUDA_BLAS_H

#include "cuda/cuda_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Element types, types of computation, transpositions and modes as the library numbers them. */
enum {
    RT_CUBLAS_R32 = 0,
    RT_CUBLAS_R64 = 1,
    RT_CUBLAS_R16 = 2,
    RT_CUBLAS_C32 = 4,
    RT_CUBLAS_C64 = 5,
    RT_CUBLAS_B16 = 14
};
enum { RT_CUBLAS_COMPUTE_32 = 68, RT_CUBLAS_COMPUTE_64 = 70, RT_CUBLAS_COMPUTE_TF32 = 77 };
enum { RT_CUBLAS_N = 0, RT_CUBLAS_T = 1, RT_CUBLAS_C = 2 };
enum { RT_CUBLAS_MATH_DEFAULT = 0 };
enum { RT_CUBLAS_ALGO_DEFAULT = -1 };

/* The functions; every one gives a status, 0 for success. */
struct rt_cublas {
    int (*create)(void **handle);
    int (*destroy)(void *handle);
    int (*set_stream)(void *handle, cudaStream_t stream); /* also takes the workspace away */
    int (*set_workspace)(void *handle, void *workspace, size_t size);
    int (*set_math_mode)(void *handle, int mode);
    int (*gemm)(void *handle, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type,
                int lda, const void *b, int b_type, int ldb, const void *beta, void *c, int c_type, int ldc,
                int compute, int algorithm);
    int (*gemm_batched)(void *handle, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a,
                        int a_type, int lda, long long a_step, const void *b, int b_type, int ldb, long long b_step,
                        const void *beta, void *c, int c_type, int ldc, long long c_step, int batch, int compute,
                        int algorithm);
    /* for sizes beyond 2^31, of CUDA 12 and later; else NULL */
    int (*gemm_batched_64)(void *handle, int op_a, int op_b, int64_t m, int64_t n, int64_t k, const void *alpha,
                           const void *a, int a_type, int64_t lda, long long a_step, const void *b, int b_type,
                           int64_t ldb, long long b_step, const void *beta, void *c, int c_type, int64_t ldc,
                           long long c_step, int64_t batch, int compute, int algorithm);
};

#ifdef RT_CUDA_EMULATED
const struct rt_cublas *fake_cublas(void); /* tests/cuda/fake_cublas.c */
#endif

/* c [m, n] = alpha a [m, k] b [k, n] + beta c for each of a batch of matrices. Rows of c follow each other; those of a
   and b, too, or (transposed) their columns do. Steps between rows (or columns) and between matrices are in elements.
   conjugate: only of what is transposed. out_type is type, or float32 where type has 16 bits. */
struct rt_cuda_gemm {
    enum rt_dtype type, out_type;
    bool tf32; /* float32 may be rounded to 19 bits before it is multiplied */
    int64_t batch, m, n, k;
    const void *a, *b;
    void *c;
    int64_t a_row, b_row, c_row;
    int64_t a_step, b_step, c_step;
    bool a_transposed, b_transposed, a_conjugate, b_conjugate;
    struct rt_scalar alpha, beta;
};
int rt_cuda_gemm(struct cuda_device *device, const struct rt_cuda_gemm *gemm, struct rt_error *err);

/* May products (of convolutions) of float32 be rounded to 19 bits? */
bool rt_cuda_tf32(bool convolution);

#ifdef __cplusplus
}
#endif
#endif
