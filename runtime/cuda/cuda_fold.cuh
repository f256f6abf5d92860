/* Folds over any set of dimensions: what an element adds to a partial result, how these are joined, and the two kernels
   that go over the elements. Owned by cuda_reduce.cu, cuda_columns.cu and cuda_join.cu; float32 and narrower types are
   folded as float, float64 as double, integers and bools as int64. */
#ifndef RT_CUDA_FOLD_CUH
#define RT_CUDA_FOLD_CUH

#include "cuda/cuda_rows.cuh"

#include <type_traits>

/* The kinds that have kernels of their own; the rest shares one. */
enum rt_fold_kind {
    RT_FOLD_SUM,
    RT_FOLD_EXTREME, /* the least or the greatest */
    RT_FOLD_SQUARES,
    RT_FOLD_MOMENTS,
    RT_FOLD_ARG,
    RT_FOLD_RARE
};
enum rt_fold_rare { RT_RARE_PROD, RT_RARE_NORM_0, RT_RARE_NORM_1, RT_RARE_NORM_P, RT_RARE_NORM_MAX, RT_RARE_NORM_MIN };

struct rt_fold_job {
    enum rt_fold_kind kind;
    enum rt_fold_rare rare;
    enum rt_reduce_op op;
    bool is_bool, root, least, dense, warps; /* dense: folded elements follow each other; warps: one for each group, of
                                               columns for each part */
    double param, neutral;
    int64_t full; /* neutral, of integers */
    int64_t outputs, length, chunks, each;
    int64_t output_step, chunk_step; /* of partial results */
    enum rt_dtype in_type, out_type;
    const void *in;
    void *out, *partial;
    int64_t *positions;
    rt_iterator<3> kept; /* in, out, positions */
    rt_iterator<1> folded;
};

template <class A> struct rt_fold_moments {
    A mean, squares, n;
};
template <class A> struct rt_fold_position {
    A value;
    int pad[sizeof(A) % 8 ? 1 : 2];
    int64_t at; /* -1: none */
};
template <class A, int K> struct rt_fold_chunk {
    typedef A type;
};
template <class A> struct rt_fold_chunk<A, RT_FOLD_MOMENTS> {
    typedef rt_fold_moments<A> type;
};
template <class A> struct rt_fold_chunk<A, RT_FOLD_ARG> {
    typedef rt_fold_position<A> type;
};

/* Is x better than v, or the first nan? */
template <class A> static __device__ inline bool rt_fold_takes(A x, A v, bool least)
{
    return v == v && ((least ? x < v : x > v) || x != x);
}
template <class A> static __device__ inline A rt_fold_plus(A a, A b)
{
    if constexpr (std::is_same<A, int64_t>::value)
        return (int64_t)((uint64_t)a + (uint64_t)b);
    else
        return a + b;
}
template <class A> static __device__ inline A rt_fold_times(A a, A b)
{
    if constexpr (std::is_same<A, int64_t>::value)
        return (int64_t)((uint64_t)a * (uint64_t)b);
    else
        return a * b;
}

template <class A>
static __device__ __noinline__ void rt_fold_store(void *data, enum rt_dtype dtype, int64_t at, A value)
{
    rt_store(data, dtype, at, value);
}

template <class A, int K> struct rt_folder {
    typedef typename rt_fold_chunk<A, K>::type partial_result;
    const rt_fold_job &j;

    __device__ inline partial_result start() const
    {
        if constexpr (K == RT_FOLD_MOMENTS)
            return {0, 0, 0};
        else if constexpr (K == RT_FOLD_ARG)
            return {0, {0}, -1};
        else if constexpr (std::is_same<A, int64_t>::value)
            return j.full;
        else
            return (A)j.neutral;
    }
    __device__ inline void add_rare(partial_result &v, A x) const
    {
        if constexpr (K == RT_FOLD_RARE) {
            if constexpr (!std::is_same<A, int64_t>::value) {
                const A size = x < 0 ? -x : x;
                switch (j.rare) {
                case RT_RARE_NORM_0:
                    v += x != 0 ? (A)1 : (A)0;
                    return;
                case RT_RARE_NORM_1:
                    v += size;
                    return;
                case RT_RARE_NORM_P:
                    v += j.param == 3 ? size * (x * x) : pow(size, (A)j.param);
                    return;
                case RT_RARE_NORM_MAX:
                case RT_RARE_NORM_MIN:
                    v = rt_fold_takes(size, v, j.rare == RT_RARE_NORM_MIN) ? size : v;
                    return;
                default:
                    break;
                }
            }
            v = rt_fold_times(v, x);
        }
    }
    __device__ inline void add(partial_result &v, A x, int64_t at) const
    {
        if constexpr (K == RT_FOLD_SUM)
            v = rt_fold_plus(v, x);
        else if constexpr (K == RT_FOLD_EXTREME)
            v = rt_fold_takes(x, v, j.least) ? x : v;
        else if constexpr (K == RT_FOLD_SQUARES)
            v += x * x;
        else if constexpr (K == RT_FOLD_MOMENTS) {
            const A off = x - v.mean;
            v.n += 1;
            v.mean += off / v.n;
            v.squares += off * (x - v.mean);
        } else if constexpr (K == RT_FOLD_ARG) {
            if (v.at < 0 || rt_fold_takes(x, v.value, j.least)) {
                v.value = x;
                v.at = at;
            }
        } else
            add_rare(v, x);
    }
    __device__ inline partial_result operator()(partial_result a, partial_result b) const
    {
        if constexpr (K == RT_FOLD_SUM || K == RT_FOLD_SQUARES)
            return rt_fold_plus(a, b);
        else if constexpr (K == RT_FOLD_EXTREME)
            return rt_fold_takes(b, a, j.least) ? b : a;
        else if constexpr (K == RT_FOLD_MOMENTS) {
            if (a.n == 0 || b.n == 0)
                return a.n == 0 ? b : a;
            const A n = a.n + b.n, off = b.mean - a.mean, share = b.n / n;
            return {a.mean + off * share, a.squares + b.squares + off * off * a.n * share, n};
        } else if constexpr (K == RT_FOLD_ARG) {
            if (a.at < 0 || b.at < 0)
                return a.at < 0 ? b : a;
            if (a.value != a.value || b.value != b.value) /* the first of nans */
                return b.value == b.value || (a.value != a.value && a.at < b.at) ? a : b;
            if (a.value == b.value)
                return a.at < b.at ? a : b;
            return (j.least ? b.value < a.value : b.value > a.value) ? b : a;
        } else {
            if (j.rare == RT_RARE_NORM_MAX || j.rare == RT_RARE_NORM_MIN)
                return rt_fold_takes(b, a, j.rare == RT_RARE_NORM_MIN) ? b : a;
            return j.rare == RT_RARE_PROD ? rt_fold_times(a, b) : rt_fold_plus(a, b);
        }
    }
    __device__ inline A finish(partial_result v) const
    {
        if constexpr (K == RT_FOLD_ARG)
            return v.value;
        else if constexpr (std::is_same<A, int64_t>::value)
            return v;
        else if constexpr (K == RT_FOLD_MOMENTS) {
            const double n = (double)j.length > j.param ? (double)j.length - j.param : 0;
            const A var = v.squares / (A)n;
            return j.root ? (A)sqrt(var) : var;
        } else if constexpr (K == RT_FOLD_SQUARES)
            return (A)sqrt(v);
        else if constexpr (K == RT_FOLD_SUM)
            return j.op == RT_REDUCE_MEAN ? v / (A)j.length : v;
        else if constexpr (K == RT_FOLD_RARE)
            return j.rare == RT_RARE_NORM_P ? (A)pow((double)v, 1 / j.param) : v;
        else
            return v;
    }
    /* the result of output k, or one of its parts */
    __device__ inline void put(int64_t k, int64_t p, int64_t chunks, const int64_t (&offset)[3], partial_result v) const
    {
        if (chunks > 1) {
            ((partial_result *)j.partial)[k * j.output_step + p * j.chunk_step] = v;
            return;
        }
        if (K != RT_FOLD_ARG || j.out)
            rt_fold_store<A>(j.out, j.out_type, offset[1], finish(v));
        if constexpr (K == RT_FOLD_ARG)
            if (j.positions)
                j.positions[offset[2]] = v.at;
    }
};

/* Elements of a type of which there is no kernel of its own. */
struct rt_fold_any {
};
/* Not inlined: its many cases would be copied into every kernel. */
template <class A>
static __device__ __noinline__ A rt_fold_load_any(const void *data, enum rt_dtype dtype, bool is_bool, int64_t at)
{
    return is_bool ? (A)rt_load<rt_boolean>(data, dtype, at).value : rt_load<A>(data, dtype, at);
}
template <class A, class M> static __device__ inline A rt_fold_load(const rt_fold_job &j, int64_t at)
{
    if constexpr (std::is_same<M, rt_fold_any>::value)
        return rt_fold_load_any<A>(j.in, j.in_type, j.is_bool, at);
    else
        return rt_cast<A>(((const M *)j.in)[at]);
}
static __device__ inline int64_t rt_fold_at(const rt_fold_job &j, int64_t i)
{
    int64_t offset[1];

    if (j.folded.ndim == 1)
        return i * j.folded.strides[0][0];
    j.folded.at(i, offset);
    return offset[0];
}

/* The partial results of a group of threads for a row: cuda_reduce.cu, and for columns: cuda_columns.cu. */
int rt_fold_rows(struct cuda_device *device, const rt_fold_job &job, enum rt_dtype compute, struct rt_error *err);
int rt_fold_columns(struct cuda_device *device, const rt_fold_job &job, enum rt_dtype compute, struct rt_error *err);
int rt_fold_join(struct cuda_device *device, const rt_fold_job &job, enum rt_dtype compute, struct rt_error *err);

/* DO(A, M, K) for what a job folds and reads. */
#define RT_FOLD_KINDS(DO, A, M)                                                                                        \
    switch (job.kind) {                                                                                                \
    case RT_FOLD_SUM:                                                                                                  \
        DO(A, M, RT_FOLD_SUM);                                                                                         \
        break;                                                                                                         \
    case RT_FOLD_EXTREME:                                                                                              \
        DO(A, M, RT_FOLD_EXTREME);                                                                                     \
        break;                                                                                                         \
    case RT_FOLD_ARG:                                                                                                  \
        DO(A, M, RT_FOLD_ARG);                                                                                         \
        break;                                                                                                         \
    case RT_FOLD_SQUARES:                                                                                              \
        DO(A, M, (std::is_same<A, int64_t>::value ? RT_FOLD_RARE : RT_FOLD_SQUARES));                                  \
        break;                                                                                                         \
    case RT_FOLD_MOMENTS:                                                                                              \
        DO(A, M, (std::is_same<A, int64_t>::value ? RT_FOLD_RARE : RT_FOLD_MOMENTS));                                  \
        break;                                                                                                         \
    default:                                                                                                           \
        DO(A, M, RT_FOLD_RARE);                                                                                        \
        break;                                                                                                         \
    }

#endif
