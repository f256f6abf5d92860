/* Reductions: the plan of a call, and the kernel for rows (folded dimensions have the smaller stride). A warp or a
   block folds a row, or a part of it where there are few rows; the parts are joined by a second launch. */
#include "cuda/cuda_fold.cuh"

#include <math.h>

#define SHORT 32    /* rows of at most so many elements are folded by one thread each */
#define MEDIUM 1024 /* by one warp */
#define PART 4096   /* elements that make a part worth while */
#define MAX_CHUNKS 1024
#define SHORT_COLUMNS 1024 /* are folded in one launch, a block for 32 of them */
#define AT_ONCE 32768      /* few rows of so many elements are not cut into parts: a second launch would take longer */
#define WIDE 512           /* threads of a block for long rows that are not cut */

template <class A, class M, int K>
static __device__ inline typename rt_folder<A, K>::partial_result
fold_dense(const rt_folder<A, K> &f, const M *p, int64_t begin, int64_t n, int lane, int width)
{
    enum { V = 16 / sizeof(M) };
    typedef rt_pack<M, V> pack;
    typename rt_folder<A, K>::partial_result acc[2] = {f.start(), f.start()};
    int64_t head = (int64_t)((16 - (uintptr_t)p % 16) % 16 / sizeof(M)), i;

    head = head < n ? head : n;
    if (lane < head)
        f.add(acc[0], rt_cast<A>(p[lane]), begin + lane);
    const int64_t packs = (n - head) / V;
    const pack *vector = (const pack *)(p + head);
    RT_ROLLED
    for (i = lane; i < packs; i += 2 * width) {
        const bool second = i + width < packs;
        const pack x = vector[i], y = second ? vector[i + width] : x;
        RT_UNROLL
        for (int v = 0; v < V; v++)
            f.add(acc[0], rt_cast<A>(x.at[v]), begin + head + i * V + v);
        if (second) {
            RT_UNROLL
            for (int v = 0; v < V; v++)
                f.add(acc[1], rt_cast<A>(y.at[v]), begin + head + (i + width) * V + v);
        }
    }
    i = head + packs * V + lane;
    if (i < n)
        f.add(acc[1], rt_cast<A>(p[i]), begin + i);
    return f(acc[0], acc[1]);
}

template <class A, class M, int K>
static __device__ inline typename rt_folder<A, K>::partial_result
fold_strided(const rt_folder<A, K> &f, int64_t base, int64_t begin, int64_t end, int lane, int width)
{
    typename rt_folder<A, K>::partial_result acc[2] = {f.start(), f.start()};
    int64_t i = begin + lane;

    RT_ROLLED
    for (; i + width < end; i += 2 * width) {
        const A x = rt_fold_load<A, M>(f.j, base + rt_fold_at(f.j, i)),
                y = rt_fold_load<A, M>(f.j, base + rt_fold_at(f.j, i + width));
        f.add(acc[0], x, i);
        f.add(acc[1], y, i + width);
    }
    if (i < end)
        f.add(acc[0], rt_fold_load<A, M>(f.j, base + rt_fold_at(f.j, i)), i);
    return f(acc[0], acc[1]);
}

template <class A, class M, int K> static __global__ void fold_rows(const rt_fold_job j)
{
    const rt_folder<A, K> f = {j};
    const int lane = j.warps ? threadIdx.x % RT_WARP : threadIdx.x, width = j.warps ? RT_WARP : blockDim.x;
    const int64_t at_once = j.warps ? blockDim.x / RT_WARP : 1;

    for (int64_t g = blockIdx.x * at_once + (j.warps ? threadIdx.x / RT_WARP : 0); g < j.outputs * j.chunks;
         g += gridDim.x * at_once) {
        const int64_t k = j.chunks > 1 ? g / j.chunks : g, p = g - k * j.chunks, begin = p * j.each;
        const int64_t end = begin + j.each < j.length ? begin + j.each : j.length;
        int64_t offset[3];
        typename rt_folder<A, K>::partial_result acc;
        j.kept.at(k, offset);
        if constexpr (std::is_same<M, rt_fold_any>::value)
            acc = fold_strided<A, M, K>(f, offset[0], begin, end, lane, width);
        else if (j.dense)
            acc = fold_dense<A, M, K>(f, (const M *)j.in + offset[0] + begin, begin, end > begin ? end - begin : 0,
                                      lane, width);
        else
            acc = fold_strided<A, M, K>(f, offset[0], begin, end, lane, width);
        acc = j.warps ? rt_fold_warp(acc, f) : rt_fold_block(acc, f.start(), f);
        if (lane == 0)
            f.put(k, p, j.chunks, offset, acc);
    }
}

int rt_fold_rows(struct cuda_device *device, const rt_fold_job &job, enum rt_dtype compute, struct rt_error *err)
{
    const int64_t groups = job.outputs * job.chunks, warps = RT_THREADS / RT_WARP;
    const unsigned blocks = rt_grid(device, job.warps ? (groups + warps - 1) / warps : groups);
    const unsigned threads = !job.warps && job.chunks == 1 && job.length > PART ? WIDE : RT_THREADS;
    const cudaStream_t stream = rt_cuda_stream(device);

#define ROWS(A, M, K) RT_LAUNCH_TOGETHER((fold_rows<A, M, K>), blocks, threads, stream, job)
    if (compute == RT_FLOAT32) {
        if (job.in_type == RT_FLOAT32) {
            RT_FOLD_KINDS(ROWS, float, float)
        } else if (job.in_type == RT_FLOAT16) {
            RT_FOLD_KINDS(ROWS, float, half_bits)
        } else if (job.in_type == RT_BFLOAT16) {
            RT_FOLD_KINDS(ROWS, float, bfloat_bits)
        } else {
            RT_FOLD_KINDS(ROWS, float, rt_fold_any)
        }
    } else if (compute == RT_FLOAT64) {
        if (job.in_type == RT_FLOAT64) {
            RT_FOLD_KINDS(ROWS, double, double)
        } else {
            RT_FOLD_KINDS(ROWS, double, rt_fold_any)
        }
    } else if (job.in_type == RT_INT64 && !job.is_bool) {
        RT_FOLD_KINDS(ROWS, int64_t, int64_t)
    } else if (job.in_type == RT_BOOL) {
        RT_FOLD_KINDS(ROWS, int64_t, rt_boolean)
    } else {
        RT_FOLD_KINDS(ROWS, int64_t, rt_fold_any)
    }
#undef ROWS
    return rt_cuda_launched(device, err);
}

/* ---- plans ------------------------------------------------------------------------------------------------------ */

/* Which kind a call is, and what changes nothing. */
static void choose(rt_fold_job *j, enum rt_reduce_op op, double p)
{
    j->kind = RT_FOLD_SUM;
    switch (op) {
    case RT_REDUCE_PROD:
        j->kind = RT_FOLD_RARE;
        j->rare = RT_RARE_PROD;
        j->neutral = 1, j->full = 1;
        break;
    case RT_REDUCE_MAX:
    case RT_REDUCE_MIN:
        j->kind = RT_FOLD_EXTREME;
        j->least = op == RT_REDUCE_MIN;
        j->neutral = op == RT_REDUCE_MAX ? -HUGE_VAL : HUGE_VAL;
        j->full = op == RT_REDUCE_MAX ? INT64_MIN : INT64_MAX;
        break;
    case RT_REDUCE_ANY:
    case RT_REDUCE_ALL:
        j->kind = RT_FOLD_EXTREME;
        j->least = op == RT_REDUCE_ALL;
        j->full = op == RT_REDUCE_ALL;
        break;
    case RT_REDUCE_NORM:
        j->kind = p == 2 ? RT_FOLD_SQUARES : RT_FOLD_RARE;
        j->rare = p == 0           ? RT_RARE_NORM_0
                  : p == 1         ? RT_RARE_NORM_1
                  : p == HUGE_VAL  ? RT_RARE_NORM_MAX
                  : p == -HUGE_VAL ? RT_RARE_NORM_MIN
                                   : RT_RARE_NORM_P;
        j->neutral = p == -HUGE_VAL ? HUGE_VAL : 0;
        break;
    case RT_REDUCE_VAR:
        j->kind = RT_FOLD_MOMENTS;
        break;
    default:
        break;
    }
}

/* Kept and folded dimensions, each ordered by stride. */
static void split(rt_fold_job *j, const struct rt_view *in, const struct rt_view *out, const struct rt_view *positions,
                  uint32_t dims)
{
    struct rt_view kept[3] = {*in, *in, *in}, folded = *in;

    kept[1].data = out->data;
    kept[2].data = positions->data;
    for (int d = 0; d < in->ndim; d++) {
        if (out->data)
            kept[1].strides[d] = out->strides[d];
        if (positions->data)
            kept[2].strides[d] = positions->strides[d];
        if (dims >> d & 1)
            kept[0].shape[d] = kept[1].shape[d] = kept[2].shape[d] = 1;
        else
            folded.shape[d] = 1;
    }
    kept[0].data = folded.data = j; /* an empty tensor has no memory, but is no constant */
    rt_iterator_of(&j->kept, {&kept[0], &kept[1], &kept[2]});
    rt_iterator_of(&j->folded, {&folded});
    j->outputs = j->kept.numel;
    j->length = j->folded.numel;
    j->dense = j->folded.linear(0);
}

static int run(struct cuda_device *device, rt_fold_job *j, enum rt_dtype compute, struct rt_error *err)
{
    const int64_t near = j->folded.ndim ? j->folded.strides[0][j->folded.ndim - 1] : 0,
                  kept = j->kept.ndim ? j->kept.strides[0][j->kept.ndim - 1] : 0, threads = rt_threads_wanted(device);
    const bool columns =
        j->outputs > 1 && (j->length <= SHORT || (kept > 0 && (near <= 0 || kept < near) && j->length > 1));
    int64_t chunks;
    int rc;

    if (columns) {
        chunks = threads / j->outputs < j->length / 32 ? threads / j->outputs : j->length / 32;
        if (chunks > 1 && j->length <= SHORT_COLUMNS) {
            j->warps = true;
            chunks = 1;
        }
    } else {
        j->warps = j->length <= MEDIUM && j->outputs > 1;
        chunks = j->outputs * RT_THREADS >= threads || j->length <= AT_ONCE ? 1 : threads / (j->outputs * RT_THREADS);
        chunks = chunks < j->length / PART ? chunks : j->length / PART;
    }
    j->chunks = chunks < 1 ? 1 : chunks > MAX_CHUNKS ? MAX_CHUNKS : chunks;
    j->each = (j->length + j->chunks - 1) / j->chunks;
    j->each = (j->each + 15) / 16 * 16;
    if (j->chunks > 1 && !columns)
        j->chunks = (j->length + j->each - 1) / j->each;
    j->output_step = columns ? 1 : j->chunks;
    j->chunk_step = columns ? j->outputs : 1;
    if (j->chunks > 1 && !(j->partial = rt_cuda_scratch(device, (size_t)(j->outputs * j->chunks) * 32, err)))
        return -1;
    rc = columns ? rt_fold_columns(device, *j, compute, err) : rt_fold_rows(device, *j, compute, err);
    if (j->chunks > 1) {
        rc = rc < 0 ? rc : rt_fold_join(device, *j, compute, err);
        rt_cuda_scratch_free(device, j->partial);
    }
    return rc;
}

static int not_there(enum rt_dtype dtype, const char *name, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", name, rt_dtype_table[dtype].scalar);
}

extern "C" int rt_cuda_reduce(struct rt_device *device, const struct rt_reduce_call *call, struct rt_error *err)
{
    const bool logical_op = call->op == RT_REDUCE_ANY || call->op == RT_REDUCE_ALL;
    const enum rt_dtype as =
        rt_dtype_is_float(call->compute) ? call->compute == RT_FLOAT64 ? RT_FLOAT64 : RT_FLOAT32 : RT_INT64;
    struct rt_view none;
    rt_fold_job j = {};

    rt_view_none(&none);
    if (rt_dtype_is_complex(call->compute) ||
        (as == RT_INT64 && !logical_op &&
         (call->op == RT_REDUCE_NORM || call->op == RT_REDUCE_VAR || call->op == RT_REDUCE_MEAN)))
        return not_there(call->compute, "reduce", err);
    choose(&j, call->op, call->param);
    j.op = call->op;
    j.param = call->param;
    j.root = call->root;
    j.is_bool = logical_op || call->compute == RT_BOOL;
    j.in = call->in.data;
    j.out = call->out.data;
    j.in_type = call->in.dtype;
    j.out_type = call->out.dtype;
    split(&j, &call->in, &call->out, &none, call->dims);
    if (j.outputs == 0)
        return 0;
    return run(cuda_of(device), &j, logical_op ? RT_INT64 : as, err);
}

extern "C" int rt_cuda_argreduce(struct rt_device *device, const struct rt_argreduce_call *call, struct rt_error *err)
{
    const enum rt_dtype type = call->in.dtype,
                        as = rt_dtype_is_float(type) ? type == RT_FLOAT64 ? RT_FLOAT64 : RT_FLOAT32 : RT_INT64;
    rt_fold_job j = {};

    if (rt_dtype_is_complex(type))
        return not_there(type, "argmax_cuda", err);
    j.kind = RT_FOLD_ARG;
    j.least = call->op == RT_ARG_MIN;
    j.in = call->in.data;
    j.out = call->values.data;
    j.positions = (int64_t *)call->indices.data;
    j.in_type = j.out_type = type;
    split(&j, &call->in, &call->values, &call->indices, call->in.ndim ? 1u << call->dim : 0);
    if (j.outputs == 0 || j.length == 0)
        return 0;
    return run(cuda_of(device), &j, as, err);
}
