/* The kernel class `resample` of the CUDA backend: images in other sizes and with borders. The taps of positions are
   those of resample_taps.h. A thread makes one element of the result in several planes: of one tap, or of two or four
   along each dimension, which it finds itself; of the taps of tables, where there are more; and of gradients, for which
   it looks through the positions that show its element, so that nothing is added by atomic sums. Dimensions of very
   many taps are processed one after the other. */
#include "cuda/cuda.cuh"

#define RT_FUNCTION __host__ __device__
extern "C" {
#include "resample_taps.h"
}

#define PLANES 4    /* that a thread works on at once */
#define MAX_TAPS 64 /* of a result; for more of them dimensions are processed one after the other */

/* How the elements that a result is made of are found: the taps of a table; of gradients, the positions whose taps in
   the table meet the element; those that show the element as it is. */
enum method { BY_TABLE, BACK_BY_TABLE, BACK_SHOWN };

/* A dimension. */
struct axis {
    struct rt_resample_axis map;
    bool same;              /* element i is made of element i */
    int64_t had, has;       /* elements of what is read and of what is written */
    int64_t step;           /* of what is read */
    int64_t max_taps;       /* taps of a position */
    int32_t *first, *count; /* the table: the first tap, which may be outside, and how many */
    void *weight;           /* tap k of position i: [k * positions + i] */
};

struct image {
    struct axis axis[3];
    int64_t planes, channels, steps[2]; /* of what is read: plane p is (p / channels, p % channels) */
    int64_t coordinates;                /* elements of a plane of the result */
    rt_divisor height, width;
    bool small; /* fewer than 2^31 of these */

    __device__ inline int64_t plane(int64_t p) const
    {
        return channels == 1 ? p * steps[0] : p / channels * steps[0] + p % channels * steps[1];
    }
    __device__ inline void locate(int64_t e, int64_t (&at)[3]) const
    {
        if (small) {
            const uint32_t row = rt_quotient((uint32_t)e, width), slice = rt_quotient(row, height);
            at[2] = (uint32_t)e - row * width.d;
            at[1] = row - slice * height.d;
            at[0] = slice;
            return;
        }
        at[2] = e % axis[2].has;
        e /= axis[2].has;
        at[1] = e % axis[1].has;
        at[0] = e / axis[1].has;
    }
};

static __device__ inline int64_t within(int64_t i, int64_t size)
{
    return i < 0 ? 0 : i < size ? i : size - 1;
}

/* ---- one tap ---------------------------------------------------------------------------------------------------- */

template <class M> static __global__ void __launch_bounds__(RT_THREADS) take_kernel(struct image m, const M *in, M *out)
{
    for (RT_EACH(e, m.coordinates)) {
        int64_t at[3], from = 0;
        m.locate(e, at);
        for (int d = 0; d < 3; d++)
            from += m.axis[d].step * (m.axis[d].same ? at[d] : rt_resample_shown(&m.axis[d].map, at[d]));
        for (RT_EACH_PLANE(p, m.planes))
            out[p * m.coordinates + e] = in[m.plane(p) + from];
    }
}

static int take(struct cuda_device *d, const struct image &m, const struct rt_resample_call *call, struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(d);
    const struct rt_planes grid = rt_planes_of(d, m.planes, m.coordinates);

    RT_SIZE_SWITCH(rt_dtype_size(call->out.dtype), M, {
        const M *in = (const M *)call->in.data;
        M *out = (M *)call->out.data;
        RT_LAUNCH(take_kernel<M>, grid.blocks, grid.threads, stream, m, in, out);
    })
    return rt_cuda_launched(d, err);
}

/* ---- two or four taps along some dimensions --------------------------------------------------------------------- */

/* The sum over the taps of N dimensions, the last one innermost; step[k][t]: the offset of tap t of dimension k. */
template <class R, int N, int TAPS> struct summed {
    static __device__ inline R of(const R *from, const int64_t (*step)[TAPS], const R (*weight)[TAPS])
    {
        R sum = 0;
        RT_UNROLL for (int t = 0; t < TAPS; t++) sum +=
            weight[0][t] * summed<R, N - 1, TAPS>::of(from + step[0][t], step + 1, weight + 1);
        return sum;
    }
};
template <class R, int TAPS> struct summed<R, 0, TAPS> {
    static __device__ inline R of(const R *from, const int64_t (*)[TAPS], const R (*)[TAPS])
    {
        return *from;
    }
};

/* moving: N of the dimensions, those that are not the same. */
struct moving {
    int axis[3];
};

template <class R, int N, int TAPS>
static __global__ void __launch_bounds__(RT_THREADS)
    blend_kernel(struct image m, struct moving moving, const R *in, R *out)
{
    for (RT_EACH(e, m.coordinates)) {
        int64_t at[3], from = 0, step[N][TAPS];
        R weight[N][TAPS];
        m.locate(e, at);
        for (int d = 0; d < 3; d++)
            from += m.axis[d].same ? at[d] * m.axis[d].step : 0;
        RT_UNROLL for (int k = 0; k < N; k++)
        {
            const int d = moving.axis[k];
            const struct axis &a = m.axis[d];
            const int64_t own = d == 0 ? at[0] : d == 1 ? at[1] : at[2];
            double w[TAPS];
            const int64_t first = TAPS == 2 ? rt_resample_linear(&a.map, own, w) : rt_resample_cubic(&a.map, own, w);
            RT_UNROLL for (int t = 0; t < TAPS; t++)
            {
                step[k][t] = within(first + t, a.map.size) * a.step;
                weight[k][t] = (R)w[t];
            }
        }
        for (RT_EACH_PLANE(p, m.planes))
            out[p * m.coordinates + e] = summed<R, N, TAPS>::of(in + m.plane(p) + from, step, weight);
    }
}

template <class R>
static int blend(struct cuda_device *d, const struct image &m, const struct moving &moving, int count, const void *from,
                 void *to, struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(d);
    const struct rt_planes grid = rt_planes_of(d, m.planes, m.coordinates);
    const R *in = (const R *)from;
    R *out = (R *)to;

    if (m.axis[0].map.op == RT_RESAMPLE_CUBIC) {
        if (count == 1)
            RT_LAUNCH((blend_kernel<R, 1, 4>), grid.blocks, grid.threads, stream, m, moving, in, out);
        else
            RT_LAUNCH((blend_kernel<R, 2, 4>), grid.blocks, grid.threads, stream, m, moving, in, out);
    } else if (count == 1)
        RT_LAUNCH((blend_kernel<R, 1, 2>), grid.blocks, grid.threads, stream, m, moving, in, out);
    else if (count == 2)
        RT_LAUNCH((blend_kernel<R, 2, 2>), grid.blocks, grid.threads, stream, m, moving, in, out);
    else
        RT_LAUNCH((blend_kernel<R, 3, 2>), grid.blocks, grid.threads, stream, m, moving, in, out);
    return rt_cuda_launched(d, err);
}

/* ---- tables ----------------------------------------------------------------------------------------------------- */

/* A thread for each position, blocks in y for dimensions. */
template <class R> static __global__ void __launch_bounds__(RT_THREADS) table_kernel(struct image m)
{
    const struct axis &a = m.axis[blockIdx.y];
    const int64_t positions = a.map.positions;
    R *weight = (R *)a.weight;

    for (RT_EACH(i, a.same ? 0 : positions)) {
        double w[4], center, wide, sum = 0;
        int64_t first, end;
        if (a.map.op == RT_RESAMPLE_LINEAR || a.map.op == RT_RESAMPLE_CUBIC) {
            const int taps = a.map.op == RT_RESAMPLE_LINEAR ? 2 : 4;
            first = taps == 2 ? rt_resample_linear(&a.map, i, w) : rt_resample_cubic(&a.map, i, w);
            end = first + taps;
            for (int k = 0; k < taps; k++)
                weight[k * positions + i] = (R)w[k];
        } else {
            end = rt_resample_around(&a.map, i, &first, &center, &wide);
            for (int64_t at = first; at < end; at++)
                sum += rt_resample_curve(a.map.op, ((double)at - center + 0.5) / wide);
            for (int64_t at = first; at < end; at++)
                weight[(at - first) * positions + i] =
                    (R)(rt_resample_curve(a.map.op, ((double)at - center + 0.5) / wide) / sum);
        }
        a.first[i] = (int32_t)first;
        a.count[i] = (int32_t)(end - first);
    }
}

/* Memory for the tables of the dimensions that have one; *table is to be freed. */
static int make_tables(struct cuda_device *d, struct image *m, bool wide, void **table, struct rt_error *err)
{
    const size_t each = wide ? sizeof(double) : sizeof(float);
    size_t size = 0, at[3];
    int64_t most = 1;

    for (int k = 0; k < 3; k++) {
        const struct axis &a = m->axis[k];
        const size_t positions = a.same ? 0 : (size_t)a.map.positions;
        at[k] = size;
        size += (positions * (size_t)a.max_taps * each + 2 * positions * sizeof(int32_t) + 15) / 16 * 16;
        most = (int64_t)positions > most ? (int64_t)positions : most;
    }
    if (!(*table = rt_cuda_scratch(d, size, err)))
        return -1;
    for (int k = 0; k < 3; k++) {
        struct axis &a = m->axis[k];
        a.weight = (char *)*table + at[k];
        a.first = (int32_t *)((char *)a.weight + (size_t)a.map.positions * (size_t)a.max_taps * each);
        a.count = a.first + a.map.positions;
    }
    const struct image given = *m;
    const dim3 grid(rt_blocks(d, most), 3);
    const cudaStream_t stream = rt_cuda_stream(d);
    if (wide)
        RT_LAUNCH(table_kernel<double>, grid, RT_THREADS, stream, given);
    else
        RT_LAUNCH(table_kernel<float>, grid, RT_THREADS, stream, given);
    return rt_cuda_launched(d, err);
}

/* ---- any number of taps ----------------------------------------------------------------------------------------- */

/* Is position i before the first one that shows element o or a later one? Positions show elements in order. */
template <int METHOD> static __device__ inline bool is_before(const struct axis &a, int64_t i, int64_t o)
{
    if (METHOD == BACK_BY_TABLE)
        return within((int64_t)a.first[i] + a.count[i] - 1, a.map.size) < o;
    return rt_resample_shown(&a.map, i) < o;
}
/* Does position i show no element behind o? */
template <int METHOD> static __device__ inline bool is_up_to(const struct axis &a, int64_t i, int64_t o)
{
    if (METHOD == BACK_BY_TABLE)
        return within(a.first[i], a.map.size) <= o;
    return rt_resample_shown(&a.map, i) <= o;
}

/* The elements that element o of the result is made of: begin, what next() says, while that is below end. Those of
   tables may be outside, see position_of(). */
struct sources {
    int64_t begin, end;
};

template <int METHOD> static __device__ inline struct sources sources_of(const struct axis &a, int64_t o)
{
    const int64_t positions = a.map.positions;
    int64_t low = 0, high = positions, far;

    if (a.same)
        return {o, o + 1};
    if (METHOD == BY_TABLE)
        return {a.first[o], (int64_t)a.first[o] + a.count[o]};
    if (METHOD == BACK_SHOWN && a.map.op == RT_RESAMPLE_REFLECT) { /* mirrored, itself, mirrored */
        const int64_t left = a.map.before - o, own = a.map.before + o, right = own + 2 * (a.map.size - 1 - o);
        return {left >= 0 ? left : own >= 0 ? own : right >= 0 ? right : positions, positions};
    }
    if (METHOD == BACK_SHOWN && a.map.op == RT_RESAMPLE_CIRCULAR) {
        const int64_t first = rt_resample_circle(&a.map, &far);
        if (far <= 0) /* all of them show the first one */
            return {o == first ? 0 : positions, positions};
        if (o < first || o >= first + far)
            return {positions, positions};
        low = (a.map.before + o) % far;
        return {low < 0 ? low + far : low, positions};
    }
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (is_before<METHOD>(a, middle, o))
            low = middle + 1;
        else
            high = middle;
    }
    far = low;
    high = positions;
    while (far < high) {
        const int64_t middle = (far + high) / 2;
        if (is_up_to<METHOD>(a, middle, o))
            far = middle + 1;
        else
            high = middle;
    }
    return {low, far};
}

template <int METHOD> static __device__ inline int64_t next(const struct axis &a, int64_t o, int64_t i)
{
    int64_t count;

    if (METHOD != BACK_SHOWN || a.same || a.map.op < RT_RESAMPLE_REFLECT || a.map.op == RT_RESAMPLE_REPLICATE)
        return i + 1;
    if (a.map.op == RT_RESAMPLE_CIRCULAR) {
        rt_resample_circle(&a.map, &count);
        return i + (count > 0 ? count : 1);
    }
    const int64_t own = a.map.before + o, right = own + 2 * (a.map.size - 1 - o);
    return i < own ? own : i < right ? right : a.map.positions;
}

/* The offset of source i. */
template <int METHOD> static __device__ inline int64_t position_of(const struct axis &a, int64_t i)
{
    return (METHOD == BY_TABLE ? within(i, a.had) : i) * a.step;
}

/* The weight of source i in element o. Several taps of a position may coincide at a border. */
template <class R, int METHOD>
static __device__ inline R factor(const struct axis &a, int64_t o, int64_t i, int64_t begin)
{
    const int64_t positions = a.map.positions;
    const R *weight = (const R *)a.weight;

    if (METHOD == BACK_SHOWN || a.same)
        return 1;
    if (METHOD == BY_TABLE)
        return weight[(i - begin) * positions + o];
    const int64_t first = a.first[i], last = (int64_t)a.count[i] - 1;
    const int64_t low = o == 0 ? 0 : o - first, high = o == a.map.size - 1 ? last : o - first;
    R sum = 0;
    for (int64_t k = low < 0 ? 0 : low; k <= high && k <= last; k++)
        sum += weight[k * positions + i];
    return sum;
}

template <class R, int METHOD>
static __global__ void __launch_bounds__(RT_THREADS) collect_kernel(struct image m, const R *in, R *out)
{
    const struct axis &za = m.axis[0], &ya = m.axis[1], &xa = m.axis[2];

    for (RT_EACH(e, m.coordinates)) {
        int64_t at[3];
        m.locate(e, at);
        const struct sources zs = sources_of<METHOD>(za, at[0]), ys = sources_of<METHOD>(ya, at[1]),
                             xs = sources_of<METHOD>(xa, at[2]);
        for (RT_EACH_PLANE(group, (m.planes + PLANES - 1) / PLANES)) {
            const int64_t p = group * PLANES;
            const R *from[PLANES];
            R sum[PLANES], row[PLANES];
            RT_UNROLL for (int k = 0; k < PLANES; k++)
            {
                from[k] = in + m.plane(p + k < m.planes ? p + k : p);
                sum[k] = 0;
            }
            for (int64_t z = zs.begin; z < zs.end; z = next<METHOD>(za, at[0], z)) {
                const R slice = factor<R, METHOD>(za, at[0], z, zs.begin);
                for (int64_t y = ys.begin; y < ys.end; y = next<METHOD>(ya, at[1], y)) {
                    const R line = slice * factor<R, METHOD>(ya, at[1], y, ys.begin);
                    const int64_t start = position_of<METHOD>(za, z) + position_of<METHOD>(ya, y);
                    RT_UNROLL for (int k = 0; k < PLANES; k++) row[k] = 0;
                    for (int64_t x = xs.begin; x < xs.end; x = next<METHOD>(xa, at[2], x)) {
                        const int64_t at_x = position_of<METHOD>(xa, x);
                        const R w = factor<R, METHOD>(xa, at[2], x, xs.begin);
                        RT_UNROLL for (int k = 0; k < PLANES; k++) row[k] += w * from[k][start + at_x];
                    }
                    RT_UNROLL for (int k = 0; k < PLANES; k++) sum[k] += line * row[k];
                }
            }
            RT_UNROLL for (int k = 0; k < PLANES; k++) if (p + k < m.planes) out[(p + k) * m.coordinates + e] = sum[k];
        }
    }
}

template <class R>
static int collect(struct cuda_device *d, const struct image &m, enum method method, const void *from, void *to,
                   struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(d);
    const struct rt_planes grid = rt_planes_of(d, (m.planes + PLANES - 1) / PLANES, m.coordinates);
    const R *in = (const R *)from;
    R *out = (R *)to;

    if (method == BY_TABLE)
        RT_LAUNCH((collect_kernel<R, BY_TABLE>), grid.blocks, grid.threads, stream, m, in, out);
    else if (method == BACK_BY_TABLE)
        RT_LAUNCH((collect_kernel<R, BACK_BY_TABLE>), grid.blocks, grid.threads, stream, m, in, out);
    else
        RT_LAUNCH((collect_kernel<R, BACK_SHOWN>), grid.blocks, grid.threads, stream, m, in, out);
    return rt_cuda_launched(d, err);
}

/* ---- the call --------------------------------------------------------------------------------------------------- */

/* The sizes of the result, of which axis[].has tell. */
static void measure(struct image *m)
{
    m->coordinates = m->axis[0].has * m->axis[1].has * m->axis[2].has;
    m->small = m->coordinates <= INT32_MAX;
    m->height = rt_divisor_of(m->axis[1].has);
    m->width = rt_divisor_of(m->axis[2].has);
}

static void image_of(const struct rt_resample_call *call, struct image *m)
{
    const struct rt_view *in = &call->in;

    m->channels = in->shape[1];
    m->planes = in->shape[0] * in->shape[1];
    for (int i = 0; i < 2; i++)
        m->steps[i] = in->strides[i];
    if (in->shape[0] == 1 || in->strides[0] == in->shape[1] * in->strides[1]) { /* all planes follow each other */
        m->channels = 1;
        m->steps[0] = in->strides[1];
    }
    for (int d = 0; d < 3; d++) {
        struct axis &a = m->axis[d];
        a.map = rt_resample_axis_of(call, d);
        a.same =
            rt_resample_is_same(&a.map) || (a.map.size == 1 && a.map.positions == 1 && !rt_resample_takes(call->op));
        a.had = in->shape[2 + d];
        a.has = call->out.shape[2 + d];
        a.step = d == 2 ? 1 : in->strides[2 + d];
        a.max_taps = rt_resample_max_taps(&a.map);
        a.first = a.count = NULL;
        a.weight = NULL;
    }
    measure(m);
}

/* About how many elements one of the result is made of along a dimension. */
static int64_t taps_of(const struct axis &a, enum method method)
{
    if (a.same)
        return 1;
    if (method == BY_TABLE)
        return a.max_taps;
    if (a.map.op == RT_RESAMPLE_REFLECT)
        return 3;
    if (a.map.op == RT_RESAMPLE_REPLICATE)
        return a.map.positions > a.map.size ? a.map.positions - a.map.size + 1 : 1;
    return (a.map.positions / a.map.size + 1) * a.max_taps;
}

/* What is read is what has been written. */
static void follow(struct image *m)
{
    m->channels = 1;
    m->steps[0] = m->coordinates;
    for (int d = 0; d < 3; d++)
        m->axis[d].had = m->axis[d].has;
    m->axis[2].step = 1;
    m->axis[1].step = m->axis[2].has;
    m->axis[0].step = m->axis[2].has * m->axis[1].has;
}

/* The dimensions one after the other; rows are reduced before columns where that leaves fewer of them. */
template <class R>
static int one_by_one(struct cuda_device *d, const struct image &all, enum method method, const void *in, void *out,
                      struct rt_error *err)
{
    const bool rows_first = all.axis[1].has <= all.axis[1].had;
    const int order[3] = {0, rows_first ? 1 : 2, rows_first ? 2 : 1};
    struct image m = all;
    const void *from = in;
    void *kept = NULL;
    int left = 0, status = 0;

    for (int k = 0; k < 3; k++) {
        left += !all.axis[k].same;
        m.axis[k].same = true;
        m.axis[k].has = all.axis[k].had;
    }
    for (int k = 0; k < 3 && status == 0; k++) {
        struct axis &a = m.axis[order[k]];
        void *to = out;
        if (all.axis[order[k]].same)
            continue;
        a.same = false;
        a.has = all.axis[order[k]].has;
        measure(&m);
        left--;
        if (left && !(to = rt_cuda_scratch(d, (size_t)(m.coordinates * m.planes) * sizeof(R), err)))
            status = -1;
        else
            status = collect<R>(d, m, method, from, to, err);
        if (kept)
            rt_cuda_scratch_free(d, kept);
        kept = left ? to : NULL;
        from = to;
        a.same = true;
        follow(&m);
    }
    if (kept)
        rt_cuda_scratch_free(d, kept);
    return status;
}

template <class R>
static int resample_as(struct cuda_device *d, const struct rt_resample_call *call, struct image *m,
                       struct rt_error *err)
{
    const enum rt_resample_op op = call->op;
    const enum method method = !call->back ? BY_TABLE : rt_resample_takes(op) ? BACK_SHOWN : BACK_BY_TABLE;
    struct moving moving = {};
    void *table = NULL;
    int64_t taps = 1;
    int count = 0, status = 0;

    for (int k = 0; k < 3; k++) {
        if (!m->axis[k].same)
            moving.axis[count++] = k;
        taps *= taps_of(m->axis[k], method);
    }
    if (count && !call->back && (op == RT_RESAMPLE_LINEAR || (op == RT_RESAMPLE_CUBIC && count < 3)))
        return blend<R>(d, *m, moving, count, call->in.data, call->out.data, err);
    if (count && method != BACK_SHOWN)
        status = make_tables(d, m, sizeof(R) == sizeof(double), &table, err);
    if (status == 0)
        status = count > 1 && taps > MAX_TAPS ? one_by_one<R>(d, *m, method, call->in.data, call->out.data, err)
                                              : collect<R>(d, *m, method, call->in.data, call->out.data, err);
    if (table)
        rt_cuda_scratch_free(d, table);
    return status;
}

extern "C" int rt_cuda_resample(struct rt_device *device, const struct rt_resample_call *call, struct rt_error *err)
{
    const enum rt_dtype type = call->out.dtype;
    const bool takes = !call->back && rt_resample_takes(call->op);
    struct image m;

    if (!takes && type != RT_FLOAT32 && type != RT_FLOAT64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"resample\" not implemented for '%s'",
                            rt_dtype_table[type].scalar);
    if (rt_view_numel(&call->out) == 0)
        return 0;
    if (rt_view_numel(&call->in) == 0) { /* nothing to hand back */
        struct rt_fill_call fill = {};
        fill.kind = RT_FILL_CONSTANT;
        fill.start = rt_scalar_float(0);
        fill.out = call->out;
        return rt_cuda_fill(device, &fill, err);
    }
    for (int d = 2; d < 5; d++)
        if (call->in.shape[d] > INT32_MAX || call->out.shape[d] > INT32_MAX)
            return rt_error_set(err, RT_NOT_IMPLEMENTED, "images of more than %d rows or columns", INT32_MAX);
    image_of(call, &m);
    if (takes)
        return take(cuda_of(device), m, call, err);
    if (type == RT_FLOAT32)
        return resample_as<float>(cuda_of(device), call, &m, err);
    return resample_as<double>(cuda_of(device), call, &m, err);
}
