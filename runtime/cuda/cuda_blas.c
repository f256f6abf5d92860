/* Opens cuBLAS and calls it. Owns the search for the library, a handle for each device and a workspace for each stream:
   the library's own would be taken beside the allocator and could not be used while a graph is recorded. A machine
   without the library gets an error at its first product; everything else works. */
#include "cuda/cuda_blas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef RT_CUBLAS_HEADERS
#include <cublas_v2.h>

/* What cuda_blas.h says of the library is what its headers say: constants, and the number and kinds of arguments. */
#define SAME(a, b) _Static_assert((int)(a) == (int)(b), #a)
SAME(RT_CUBLAS_R32, CUDA_R_32F);
SAME(RT_CUBLAS_R64, CUDA_R_64F);
SAME(RT_CUBLAS_R16, CUDA_R_16F);
SAME(RT_CUBLAS_C32, CUDA_C_32F);
SAME(RT_CUBLAS_C64, CUDA_C_64F);
SAME(RT_CUBLAS_B16, CUDA_R_16BF);
SAME(RT_CUBLAS_COMPUTE_32, CUBLAS_COMPUTE_32F);
SAME(RT_CUBLAS_COMPUTE_64, CUBLAS_COMPUTE_64F);
SAME(RT_CUBLAS_COMPUTE_TF32, CUBLAS_COMPUTE_32F_FAST_TF32);
SAME(RT_CUBLAS_N, CUBLAS_OP_N);
SAME(RT_CUBLAS_T, CUBLAS_OP_T);
SAME(RT_CUBLAS_C, CUBLAS_OP_C);
SAME(RT_CUBLAS_MATH_DEFAULT, CUBLAS_DEFAULT_MATH);
SAME(RT_CUBLAS_ALGO_DEFAULT, CUBLAS_GEMM_DEFAULT);
#define HANDLE ((cublasHandle_t)NULL)
#define POINTER ((void *)NULL)
#define TAKES(call) _Static_assert(sizeof(call) == sizeof(int), #call)
TAKES(cublasCreate((cublasHandle_t *)NULL));
TAKES(cublasDestroy(HANDLE));
TAKES(cublasSetStream(HANDLE, (cudaStream_t)NULL));
TAKES(cublasSetWorkspace(HANDLE, POINTER, (size_t)0));
TAKES(cublasSetMathMode(HANDLE, CUBLAS_DEFAULT_MATH));
TAKES(cublasGemmEx(HANDLE, CUBLAS_OP_N, CUBLAS_OP_N, 0, 0, 0, POINTER, POINTER, CUDA_R_32F, 0, POINTER, CUDA_R_32F, 0,
                   POINTER, POINTER, CUDA_R_32F, 0, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
TAKES(cublasGemmStridedBatchedEx(HANDLE, CUBLAS_OP_N, CUBLAS_OP_N, 0, 0, 0, POINTER, POINTER, CUDA_R_32F, 0, 0LL,
                                 POINTER, CUDA_R_32F, 0, 0LL, POINTER, POINTER, CUDA_R_32F, 0, 0LL, 0,
                                 CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
#if CUBLAS_VER_MAJOR >= 12
TAKES(cublasGemmStridedBatchedEx_64(HANDLE, CUBLAS_OP_N, CUBLAS_OP_N, 0, 0, 0, POINTER, POINTER, CUDA_R_32F, 0, 0LL,
                                    POINTER, CUDA_R_32F, 0, 0LL, POINTER, POINTER, CUDA_R_32F, 0, 0LL, 0,
                                    CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
#endif
#undef SAME
#undef HANDLE
#undef POINTER
#undef TAKES
#endif

#define WORKSPACES 16
#define MAX_PATH 4096

struct blas {
    void *handle;
    cudaStream_t stream; /* the handle's */
    bool streamed;       /* has it been set? */
    int used;
    struct {
        cudaStream_t stream;
        void *memory;
    } workspaces[WORKSPACES];
};

static struct rt_cublas library;
static bool library_is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;
/* A handle has one stream at a time. Not the device's lock, which errors of the runtime take. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- the library ------------------------------------------------------------------------------------------------- */

#ifdef RT_CUDA_EMULATED

static void load(void)
{
    library = *fake_cublas();
    library_is_there = !getenv("FAKE_CUBLAS_MISSING");
}

#else

static const char *const names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so"};

/* The library from a folder, or (NULL) from where the system looks. */
static void *open_in(const char *folder, const char *below)
{
    char path[MAX_PATH];
    void *opened = NULL;

    for (size_t i = 0; i < sizeof names / sizeof *names && !opened; i++) {
        const int length = folder ? snprintf(path, sizeof path, "%s%s/%s", folder, below, names[i])
                                  : snprintf(path, sizeof path, "%s", names[i]);
        if (length > 0 && (size_t)length < sizeof path)
            opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return opened;
}

/* Folders of wheels beside the plugin. */
static void *open_beside(void)
{
    static const char *const below[] = {"/nvidia/cu13/lib", "/nvidia/cublas/lib", ""};
    char folder[MAX_PATH];
    void *opened = NULL;
    Dl_info info;
    char *end;

    if (!dladdr(&library, &info) || !info.dli_fname || strlen(info.dli_fname) >= sizeof folder)
        return NULL;
    strcpy(folder, info.dli_fname);
    if (!(end = strrchr(folder, '/')))
        return NULL;
    *end = '\0';
    for (size_t i = 0; i < sizeof below / sizeof *below && !opened; i++)
        opened = open_in(folder, below[i]);
    return opened;
}

static void *open_library(void)
{
    const char *named = getenv("TENSOR_CUBLAS");
    void *opened = NULL;

    if (named && *named)
        opened = open_in(named, "");
#ifdef RT_CUBLAS_DIR
    if (!opened && *RT_CUBLAS_DIR)
        opened = open_in(RT_CUBLAS_DIR, "");
#endif
    if (!opened)
        opened = open_beside();
    return opened ? opened : open_in(NULL, "");
}

static void load(void)
{
    void *opened = open_library();

    if (!opened)
        return;
#define FIND(member, symbol) *(void **)&library.member = dlsym(opened, symbol)
    FIND(create, "cublasCreate_v2");
    FIND(destroy, "cublasDestroy_v2");
    FIND(set_stream, "cublasSetStream_v2");
    FIND(set_workspace, "cublasSetWorkspace_v2");
    FIND(set_math_mode, "cublasSetMathMode");
    FIND(gemm, "cublasGemmEx");
    FIND(gemm_batched, "cublasGemmStridedBatchedEx");
    FIND(gemm_batched_64, "cublasGemmStridedBatchedEx_64");
#undef FIND
    library_is_there = library.create && library.destroy && library.set_stream && library.set_workspace &&
                       library.set_math_mode && library.gemm && library.gemm_batched;
}

#endif

static const char *status_name(int status)
{
    static const struct {
        int status;
        const char *name;
    } known[] = {{1, "NOT_INITIALIZED"}, {3, "ALLOC_FAILED"},   {7, "INVALID_VALUE"},
                 {8, "ARCH_MISMATCH"},   {11, "MAPPING_ERROR"}, {13, "EXECUTION_FAILED"},
                 {14, "INTERNAL_ERROR"}, {15, "NOT_SUPPORTED"}, {16, "LICENSE_ERROR"}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].status == status)
            return known[i].name;
    return "UNKNOWN";
}

static int failed(int status, const char *call, struct rt_error *err)
{
    return rt_error_set(err, RT_RUNTIME, "CUDA error: CUBLAS_STATUS_%s when calling `%s`", status_name(status), call);
}

/* ---- handles ----------------------------------------------------------------------------------------------------- */

/* The sizes that NVIDIA recommends, and PyTorch takes. */
static size_t workspace_size(const struct cuda_device *device)
{
    return device->properties.major == 9 ? (size_t)32 << 20 : ((size_t)8 << 20) + (128 << 10);
}

/* The workspace of the current stream; kept for its next product. */
static void *workspace_of(struct cuda_device *device, struct blas *blas, cudaStream_t stream, struct rt_error *err)
{
    void *memory;
    int at;

    for (at = 0; at < blas->used; at++)
        if (blas->workspaces[at].stream == stream)
            return blas->workspaces[at].memory;
    if (blas->used == WORKSPACES) { /* the first one is dropped; queued work may still be using it */
        cudaDeviceSynchronize();
        rt_cuda_scratch_free(device, blas->workspaces[0].memory);
        memmove(blas->workspaces, blas->workspaces + 1, (WORKSPACES - 1) * sizeof *blas->workspaces);
        blas->used--;
    }
    if (!(memory = rt_cuda_scratch(device, workspace_size(device), err)))
        return NULL;
    blas->workspaces[blas->used].stream = stream;
    blas->workspaces[blas->used++].memory = memory;
    return memory;
}

static struct blas *blas_of(struct cuda_device *device, struct rt_error *err)
{
    struct blas *blas = device->blas;
    int status;

    if (blas)
        return blas;
    if (!(blas = calloc(1, sizeof *blas))) {
        rt_error_memory(err);
        return NULL;
    }
    status = library.create(&blas->handle);
    if (status == 0)
        status = library.set_math_mode(blas->handle, RT_CUBLAS_MATH_DEFAULT);
    if (status) {
        free(blas);
        failed(status, "cublasCreate(handle)", err);
        return NULL;
    }
    return device->blas = blas;
}

/* The handle, bound to the current stream. */
static void *handle_of(struct cuda_device *device, struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(device);
    struct blas *blas = blas_of(device, err);
    void *memory;
    int status;

    if (!blas)
        return NULL;
    if (blas->streamed && blas->stream == stream)
        return blas->handle;
    if (!(memory = workspace_of(device, blas, stream, err)))
        return NULL;
    status = library.set_stream(blas->handle, stream);
    if (status == 0)
        status = library.set_workspace(blas->handle, memory, workspace_size(device));
    blas->streamed = status == 0;
    blas->stream = stream;
    if (status) {
        failed(status, "cublasSetStream(handle, stream)", err);
        return NULL;
    }
    return blas->handle;
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

static int type_of(enum rt_dtype type)
{
    switch (type) {
    case RT_FLOAT16:
        return RT_CUBLAS_R16;
    case RT_BFLOAT16:
        return RT_CUBLAS_B16;
    case RT_FLOAT64:
        return RT_CUBLAS_R64;
    case RT_COMPLEX64:
        return RT_CUBLAS_C32;
    case RT_COMPLEX128:
        return RT_CUBLAS_C64;
    default:
        return RT_CUBLAS_R32;
    }
}

union factor {
    float single[2];
    double wide[2];
};
static void put_factor(union factor *to, struct rt_scalar s, bool wide)
{
    const double re = rt_scalar_to_double(s), im = s.kind == RT_CAT_COMPLEX ? s.im : 0;

    if (wide)
        to->wide[0] = re, to->wide[1] = im;
    else
        to->single[0] = (float)re, to->single[1] = (float)im;
}

static int op_of(bool transposed, bool conjugate)
{
    return !transposed ? RT_CUBLAS_N : conjugate ? RT_CUBLAS_C : RT_CUBLAS_T;
}

static bool is_large(const struct rt_cuda_gemm *g)
{
    return g->m > INT32_MAX || g->n > INT32_MAX || g->k > INT32_MAX || g->batch > INT32_MAX || g->a_row > INT32_MAX ||
           g->b_row > INT32_MAX || g->c_row > INT32_MAX;
}

/* The library counts matrices column by column: what it sees is the transposed product, b' a'. */
static int call_library(void *handle, const struct rt_cuda_gemm *g, struct rt_error *err)
{
    const bool wide = g->type == RT_FLOAT64 || g->type == RT_COMPLEX128;
    const int type = type_of(g->type), out = type_of(g->out_type);
    const int op_a = op_of(g->a_transposed, g->a_conjugate), op_b = op_of(g->b_transposed, g->b_conjugate);
    const bool single = g->type == RT_FLOAT32 || g->type == RT_COMPLEX64;
    const int compute = wide ? RT_CUBLAS_COMPUTE_64 : g->tf32 && single ? RT_CUBLAS_COMPUTE_TF32 : RT_CUBLAS_COMPUTE_32;
    union factor alpha, beta;
    int status;

    put_factor(&alpha, g->alpha, wide);
    put_factor(&beta, g->beta, wide);
    if (is_large(g)) {
        if (!library.gemm_batched_64)
            return rt_error_set(err, RT_RUNTIME, "the matrices are too large for this version of cuBLAS");
        status = library.gemm_batched_64(handle, op_b, op_a, g->n, g->m, g->k, &alpha, g->b, type, g->b_row, g->b_step,
                                         g->a, type, g->a_row, g->a_step, &beta, g->c, out, g->c_row, g->c_step,
                                         g->batch, compute, RT_CUBLAS_ALGO_DEFAULT);
        return status ? failed(status, "cublasGemmStridedBatchedEx_64", err) : 0;
    }
    if (g->batch == 1)
        status =
            library.gemm(handle, op_b, op_a, (int)g->n, (int)g->m, (int)g->k, &alpha, g->b, type, (int)g->b_row, g->a,
                         type, (int)g->a_row, &beta, g->c, out, (int)g->c_row, compute, RT_CUBLAS_ALGO_DEFAULT);
    else
        status = library.gemm_batched(handle, op_b, op_a, (int)g->n, (int)g->m, (int)g->k, &alpha, g->b, type,
                                      (int)g->b_row, g->b_step, g->a, type, (int)g->a_row, g->a_step, &beta, g->c, out,
                                      (int)g->c_row, g->c_step, (int)g->batch, compute, RT_CUBLAS_ALGO_DEFAULT);
    return status ? failed(status, g->batch == 1 ? "cublasGemmEx" : "cublasGemmStridedBatchedEx", err) : 0;
}

int rt_cuda_gemm(struct cuda_device *device, const struct rt_cuda_gemm *gemm, struct rt_error *err)
{
    void *handle;
    int rc = -1;

    pthread_once(&once, load);
    if (!library_is_there)
        return rt_error_set(err, RT_RUNTIME,
                            "CUDA error: matrices cannot be multiplied, the library cuBLAS was not found "
                            "(libcublas.so.13 or libcublas.so.12); set TENSOR_CUBLAS to its folder");
    if (rt_cuda_check(device, err) < 0)
        return -1;
    pthread_mutex_lock(&lock);
    if ((handle = handle_of(device, err)))
        rc = call_library(handle, gemm, err);
    pthread_mutex_unlock(&lock);
    return rc < 0 ? -1 : rt_cuda_launched(device, err);
}

bool rt_cuda_tf32(bool convolution)
{
    return rt_cuda_host->tf32(convolution);
}
