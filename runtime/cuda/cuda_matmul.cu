/* The kernel class `matmul` of the CUDA backend: the layouts of the matrices of a call that cuBLAS can read in place,
   copies of those it cannot, and matrices times vectors, which kernels of our own read at the speed of memory. */
#include "cuda/cuda.cuh"
#include "cuda/cuda_blas.h"

/* ---- without cuBLAS ---------------------------------------------------------------------------------------------- */

/* out = beta out; beta 0 does not read it */
template <class T>
__global__ void __launch_bounds__(RT_THREADS)
    scale_kernel(rt_iterator<1> w, void *out, enum rt_dtype type, T beta, bool nothing)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[1];
        w.at(i, at);
        rt_store<T>(out, type, at[0], nothing ? rt_cast<T>(0) : beta * rt_load<T>(out, type, at[0]));
    }
}

static int scale(struct rt_device *device, const struct rt_matmul_call *call, struct rt_error *err)
{
    struct cuda_device *d = cuda_of(device);
    const cudaStream_t stream = rt_cuda_stream(d);
    const struct rt_view *const views[1] = {&call->out};
    const enum rt_dtype type = call->out.dtype;
    const bool nothing = rt_scalar_is_zero(call->beta);
    void *out = call->out.data;
    rt_iterator<1> w;

    rt_iterator_of(&w, views);
    if (rt_dtype_is_complex(type)) {
        const c128 beta = rt_scalar_as<c128>(call->beta);
        RT_LAUNCH(scale_kernel<c128>, rt_blocks(d, w.numel), RT_THREADS, stream, w, out, type, beta, nothing);
    } else {
        const double beta = rt_scalar_as<double>(call->beta);
        RT_LAUNCH(scale_kernel<double>, rt_blocks(d, w.numel), RT_THREADS, stream, w, out, type, beta, nothing);
    }
    return rt_cuda_launched(d, err);
}

/* out[b, i] = alpha sum over k of matrix[b, i, k] vector[b, k] + beta out[b, i]; rows of the matrix are dense. */
struct by_vector {
    const void *matrix, *vector;
    void *out;
    int64_t rows, k, count; /* count: rows of all matrices */
    int64_t row, vector_step, out_step;
    int64_t matrix_batch, vector_batch, out_batch;
    double alpha, beta;
};

/* A warp for each row. PACK numbers are read at once where rows begin at multiples of their size. */
template <class M, class T, int PACK> __global__ void __launch_bounds__(RT_THREADS) vector_kernel(by_vector v)
{
    const int64_t warps = (int64_t)gridDim.x * (blockDim.x / RT_WARP);
    const int lane = threadIdx.x % RT_WARP;

    for (int64_t i = (int64_t)blockIdx.x * (blockDim.x / RT_WARP) + threadIdx.x / RT_WARP; i < v.count; i += warps) {
        const int64_t batch = v.rows == v.count ? 0 : i / v.rows, r = i - batch * v.rows;
        const M *row = (const M *)v.matrix + batch * v.matrix_batch + r * v.row;
        const M *x = (const M *)v.vector + batch * v.vector_batch;
        T sum = 0;
        for (int64_t k = (int64_t)lane * PACK; k < v.k; k += RT_WARP * PACK) {
            const rt_pack<M, PACK> p = *(const rt_pack<M, PACK> *)(row + k);
            for (int q = 0; q < PACK; q++)
                sum += rt_cast<T>(p.at[q]) * rt_cast<T>(x[(k + q) * v.vector_step]);
        }
        sum = rt_warp_fold(sum, [](T a, T b) { return a + b; });
        if (lane == 0) {
            M *to = (M *)v.out + batch * v.out_batch + r * v.out_step;
            sum *= (T)v.alpha;
            *to = rt_cast<M>(v.beta == 0 ? sum : sum + (T)v.beta * rt_cast<T>(*to));
        }
    }
}

template <class M, class T> static void launch_vector(struct cuda_device *d, const by_vector &v)
{
    const int pack = 16 / (int)sizeof(M);
    const bool packed = v.k % pack == 0 && v.row % pack == 0 && v.matrix_batch % pack == 0 && rt_aligned(v.matrix, 16);
    const unsigned blocks = rt_blocks(d, v.count * RT_WARP);
    const cudaStream_t stream = rt_cuda_stream(d);

    if (packed)
        RT_LAUNCH_TOGETHER((vector_kernel<M, T, pack>), blocks, RT_THREADS, stream, v);
    else
        RT_LAUNCH_TOGETHER((vector_kernel<M, T, 1>), blocks, RT_THREADS, stream, v);
}

#define LONGEST_ROW 32768 /* of one warp: longer rows, if few, would leave most of the device idle */

/* 0: done, 1: cuBLAS does it better. */
static int times_vector(struct rt_device *device, const struct rt_matmul_call *call, struct rt_error *err)
{
    const bool right = call->out.shape[2] == 1; /* the vector is b */
    const int side = right ? 1 : 2, along = right ? 2 : 1;
    const struct rt_view *matrix = right ? &call->a : &call->b, *vector = right ? &call->b : &call->a;
    struct cuda_device *d = cuda_of(device);
    by_vector v;

    if ((!right && call->out.shape[1] != 1) || call->conjugate || rt_dtype_is_complex(call->out.dtype))
        return 1;
    v.rows = matrix->shape[side];
    v.k = matrix->shape[along];
    v.count = v.rows * call->out.shape[0];
    if (matrix->strides[along] != 1 || v.k < RT_WARP || v.k > LONGEST_ROW ||
        v.count * v.k < v.k / 1024 * d->max_blocks) /* too few long rows */
        return 1;
    v.matrix = matrix->data;
    v.vector = vector->data;
    v.out = call->out.data;
    v.row = matrix->strides[side];
    v.vector_step = vector->strides[right ? 1 : 2];
    v.out_step = call->out.strides[side];
    v.matrix_batch = matrix->strides[0];
    v.vector_batch = vector->strides[0];
    v.out_batch = call->out.strides[0];
    v.alpha = rt_scalar_to_double(call->alpha);
    v.beta = rt_scalar_to_double(call->beta);
    switch (call->out.dtype) {
    case RT_FLOAT16:
        launch_vector<half_bits, float>(d, v);
        break;
    case RT_BFLOAT16:
        launch_vector<bfloat_bits, float>(d, v);
        break;
    case RT_FLOAT32:
        launch_vector<float, float>(d, v);
        break;
    default:
        launch_vector<double, double>(d, v);
    }
    return rt_cuda_launched(d, err);
}

/* ---- layouts ----------------------------------------------------------------------------------------------------- */

static void transpose_view(struct rt_view *view)
{
    const int64_t size = view->shape[1], stride = view->strides[1];

    view->shape[1] = view->shape[2];
    view->strides[1] = view->strides[2];
    view->shape[2] = size;
    view->strides[2] = stride;
}

/* Do rows follow each other, and how far apart? Strides of one row or column say nothing. */
static bool in_rows(const struct rt_view *view, int64_t *row)
{
    const int64_t columns = view->shape[2] > 1 ? view->shape[2] : 1;

    if (view->shape[2] != 1 && view->strides[2] != 1)
        return false;
    *row = view->shape[1] == 1 ? columns : view->strides[1];
    return *row >= columns;
}

/* A dense view of the same shape; `transposed`: column by column. Matrices that are the same are there once. */
static struct rt_view dense_like(const struct rt_view *view, bool transposed, void *data)
{
    struct rt_view dense = *view;

    dense.data = data;
    dense.strides[0] = view->shape[1] * view->shape[2];
    dense.strides[transposed ? 2 : 1] = view->shape[transposed ? 1 : 2];
    dense.strides[transposed ? 1 : 2] = 1;
    if (view->strides[0] == 0 && view->shape[0] > 1) {
        dense.strides[0] = 0;
        dense.shape[0] = 1;
    }
    return dense;
}

struct operand {
    struct rt_view view;
    int64_t row;
    bool transposed;
    void *copy; /* scratch, or NULL */
};

/* How cuBLAS may read the matrices: as they are, or as a dense copy. What is to be conjugated must be transposed. */
static int operand_of(struct rt_device *device, const struct rt_view *view, bool conjugate, struct operand *o,
                      struct rt_error *err)
{
    struct rt_view flipped = *view;
    struct rt_cast_copy_call call;

    o->view = *view;
    o->copy = NULL;
    o->transposed = false;
    if (!conjugate && in_rows(view, &o->row))
        return 0;
    transpose_view(&flipped);
    o->transposed = true;
    if (in_rows(&flipped, &o->row))
        return 0;
    o->transposed = conjugate;
    call.in = *view;
    call.out = dense_like(view, o->transposed, NULL);
    call.in.shape[0] = call.out.shape[0];
    o->copy = rt_cuda_scratch(cuda_of(device), (size_t)rt_view_numel(&call.out) * rt_dtype_size(view->dtype), err);
    if (!o->copy)
        return -1;
    call.out.data = o->copy;
    o->view.data = o->copy;
    o->view.strides[0] = call.out.strides[0];
    o->row = view->shape[o->transposed ? 1 : 2];
    return rt_cuda_cast_copy(device, &call, err);
}

/* Matrices that are multiplied by the same one are the rows of a larger matrix. */
static void join_batch(struct rt_cuda_gemm *g)
{
    if (g->batch > 1 && g->b_step == 0 && !g->a_transposed && g->a_step == g->m * g->a_row &&
        g->c_step == g->m * g->c_row && g->batch <= INT32_MAX / g->m) {
        g->m *= g->batch;
        g->batch = 1;
    }
}

/* out's rows follow each other */
static int multiply(struct rt_device *device, const struct rt_matmul_call *call, bool conjugate_b, struct rt_error *err)
{
    struct operand a = {}, b = {};
    struct rt_cuda_gemm g = {};
    int rc = operand_of(device, &call->a, call->conjugate && !conjugate_b, &a, err);

    if (rc == 0)
        rc = operand_of(device, &call->b, call->conjugate && conjugate_b, &b, err);
    if (rc == 0) {
        g.type = g.out_type = call->out.dtype;
        g.tf32 = rt_cuda_tf32(false);
        g.batch = call->out.shape[0];
        g.m = call->out.shape[1];
        g.n = call->out.shape[2];
        g.k = call->a.shape[2];
        g.a = a.view.data;
        g.b = b.view.data;
        g.c = call->out.data;
        g.a_row = a.row;
        g.b_row = b.row;
        in_rows(&call->out, &g.c_row);
        g.a_step = g.batch > 1 ? a.view.strides[0] : 0;
        g.b_step = g.batch > 1 ? b.view.strides[0] : 0;
        g.c_step = g.batch > 1 ? call->out.strides[0] : 0;
        g.a_transposed = a.transposed;
        g.b_transposed = b.transposed;
        g.a_conjugate = call->conjugate && !conjugate_b;
        g.b_conjugate = call->conjugate && conjugate_b;
        g.alpha = call->alpha;
        g.beta = call->beta;
        join_batch(&g);
        rc = rt_cuda_gemm(cuda_of(device), &g, err);
    }
    if (a.copy)
        rt_cuda_scratch_free(cuda_of(device), a.copy);
    if (b.copy)
        rt_cuda_scratch_free(cuda_of(device), b.copy);
    return rc;
}

/* A result of another layout: into scratch and from there. */
static int through_copy(struct rt_device *device, const struct rt_matmul_call *call, struct rt_error *err)
{
    struct rt_matmul_call dense = *call;
    struct rt_cast_copy_call copy;
    void *memory =
        rt_cuda_scratch(cuda_of(device), (size_t)rt_view_numel(&call->out) * rt_dtype_size(call->out.dtype), err);
    int rc = memory ? 0 : -1;

    if (rc < 0)
        return -1;
    dense.out = dense_like(&call->out, false, memory);
    dense.out.shape[0] = call->out.shape[0];
    dense.out.strides[0] = call->out.shape[1] * call->out.shape[2];
    if (!rt_scalar_is_zero(call->beta)) {
        copy.out = dense.out;
        copy.in = call->out;
        rc = rt_cuda_cast_copy(device, &copy, err);
    }
    if (rc == 0)
        rc = multiply(device, &dense, false, err);
    if (rc == 0) {
        copy.out = call->out;
        copy.in = dense.out;
        rc = rt_cuda_cast_copy(device, &copy, err);
    }
    rt_cuda_scratch_free(cuda_of(device), memory);
    return rc;
}

extern "C" int rt_cuda_matmul(struct rt_device *device, const struct rt_matmul_call *call, struct rt_error *err)
{
    struct rt_matmul_call transposed;
    int64_t row;
    int rc;

    if (rt_dtype_is_integral(call->out.dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"addmm_cuda\" not implemented for '%s'",
                            rt_dtype_table[call->out.dtype].scalar);
    if (rt_view_numel(&call->out) == 0)
        return 0;
    if (call->a.shape[2] == 0)
        return scale(device, call, err);
    if ((rc = times_vector(device, call, err)) <= 0)
        return rc;
    if (in_rows(&call->out, &row))
        return multiply(device, call, false, err);
    transposed = *call; /* out' = b' a' */
    transposed.a = call->b;
    transposed.b = call->a;
    transpose_view(&transposed.a);
    transpose_view(&transposed.b);
    transpose_view(&transposed.out);
    if (in_rows(&transposed.out, &row))
        return multiply(device, &transposed, true, err);
    return through_copy(device, call, err);
}
