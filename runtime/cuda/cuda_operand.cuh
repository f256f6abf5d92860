/* Operands of pointwise kernels: of any type and layout, or packs of 16 bytes along the innermost dimension. Shared
   by the kernels for everything (cuda_map.cu, cuda_zip.cu, cuda_special.cu) and those for the common ops alone
   (cuda_common_map.cu, cuda_common_zip.cu). */
#ifndef RT_CUDA_OPERAND_CUH
#define RT_CUDA_OPERAND_CUH

#include "cuda/cuda_pointwise.cuh"

#include <type_traits>

/* ---- operands of any type --------------------------------------------------------------------------------------- */

/* An input: data of a dtype, or a scalar. */
template <class T> struct operand {
    const void *data;
    enum rt_dtype dtype;
    T scalar;
};

template <class T> static operand<T> operand_of(const struct rt_view *view)
{
    return {view->data, view->dtype, view->data ? T() : rt_scalar_as<T>(view->constant)};
}

template <class T> static __device__ inline T fetch(const operand<T> &from, int64_t at)
{
    return from.data ? rt_load<T>(from.data, from.dtype, at) : from.scalar;
}

template <class T> static rt_params<T> params_of(const struct rt_scalar *params, int n)
{
    rt_params<T> p;

    for (int i = 0; i < RT_MAX_PARAMS; i++)
        p.p[i] = i < n ? rt_scalar_as<T>(params[i]) : rt_scalar_as<T>(rt_scalar_int(0));
    return p;
}

/* The type in which a dtype is computed: half types as floats, small integers in 32 bits. */
#define RT_COMPUTE_SWITCH(compute, F)                                                                                  \
    switch (compute) {                                                                                                 \
    case RT_FLOAT64:                                                                                                   \
        F(double);                                                                                                     \
        break;                                                                                                         \
    case RT_INT64:                                                                                                     \
        F(int64_t);                                                                                                    \
        break;                                                                                                         \
    case RT_INT32:                                                                                                     \
    case RT_INT16:                                                                                                     \
    case RT_INT8:                                                                                                      \
    case RT_UINT8:                                                                                                     \
        F(int32_t);                                                                                                    \
        break;                                                                                                         \
    case RT_BOOL:                                                                                                      \
        F(uint8_t);                                                                                                    \
        break;                                                                                                         \
    default:                                                                                                           \
        F(float);                                                                                                      \
    }

/* ---- packs ------------------------------------------------------------------------------------------------------ */

/* The type in which elements of a float type are computed. */
template <class M> struct rt_computed {
    typedef float type;
};
template <> struct rt_computed<double> {
    typedef double type;
};

/* How an operand is read for packs of the innermost dimension: a pack, one element broadcast to the pack, a scalar. */
enum rt_side_kind { RT_SIDE_PACK, RT_SIDE_BROADCAST, RT_SIDE_SCALAR };
template <class T, class M> struct rt_side {
    const M *data;
    enum rt_side_kind kind;
    T scalar;
};

template <class T, class M> static rt_side<T, M> rt_side_of(const struct rt_view *view, bool broadcast)
{
    return {(const M *)view->data,
            !view->data ? RT_SIDE_SCALAR
            : broadcast ? RT_SIDE_BROADCAST
                        : RT_SIDE_PACK,
            view->data ? T() : rt_scalar_as<T>(view->constant)};
}

template <class M> static constexpr int rt_packed = 16 / sizeof(M);

/* at: in packs, or in elements for broadcast operands */
template <class T, class M>
static __device__ inline void rt_side_load(const rt_side<T, M> &from, int64_t at, rt_pack<M, rt_packed<M>> &pack)
{
    if (from.kind == RT_SIDE_PACK)
        pack = ((const rt_pack<M, rt_packed<M>> *)from.data)[at];
    else if (from.kind == RT_SIDE_BROADCAST)
        pack.at[0] = from.data[at];
}
template <class T, class M>
static __device__ inline T rt_side_at(const rt_side<T, M> &from, const rt_pack<M, rt_packed<M>> &pack, int k)
{
    return from.kind == RT_SIDE_SCALAR ? from.scalar : rt_cast<T>(pack.at[from.kind == RT_SIDE_PACK ? k : 0]);
}
/* Element i of the last, incomplete pack; at as above of what begins there. */
template <class T, class M> static __device__ inline T rt_side_rest(const rt_side<T, M> &from, int64_t i)
{
    return from.kind == RT_SIDE_SCALAR ? from.scalar : rt_cast<T>(from.data[from.kind == RT_SIDE_PACK ? i : 0]);
}

/* A walk over packs instead of elements. View 0 is the result. */
template <int N> struct rt_packs {
    rt_iterator<N> iterator;
    int64_t numel; /* elements; those behind the last full pack only where there is one dimension */
    bool broadcast[N];

    /* the offset of pack i of each view; faster than the walk's, which also divides 64-bit numbers */
    __device__ inline void at(int64_t i, int64_t (&offset)[N]) const
    {
        if (iterator.ndim == 1) {
            for (int k = 0; k < N; k++)
                offset[k] = i * iterator.strides[k][0];
            return;
        }
        iterator.small_at((uint32_t)i, offset);
    }
};

/* False when views do not have this layout: of these types, innermost elements dense or all the same, aligned to full
   packs. w: their walk. */
template <int N>
static bool rt_packs_of(rt_packs<N> *p, const rt_iterator<N> &w, const struct rt_view *const (&views)[N],
                        const enum rt_dtype (&dtypes)[N], int each)
{
    const int last = w.ndim - 1;

    if (w.ndim == 0 || (w.ndim > 1 && !w.small) || w.strides[0][last] != 1 || (last > 0 && w.shape[last] % each))
        return false;
    p->iterator = w;
    p->numel = w.numel;
    for (int k = 0; k < N; k++) {
        p->broadcast[k] = w.strides[k][last] == 0;
        if (!views[k]->data)
            continue;
        if (views[k]->dtype != dtypes[k] || (w.strides[k][last] != 1 && !p->broadcast[k]))
            return false;
        if (p->broadcast[k])
            continue;
        if (!rt_aligned(views[k]->data, rt_dtype_size(views[k]->dtype) * (size_t)each))
            return false;
        for (int d = 0; d < last; d++) {
            if (w.strides[k][d] % each)
                return false;
            p->iterator.strides[k][d] /= each;
        }
    }
    p->iterator.shape[last] /= each;
    p->iterator.divisor[last] = rt_divisor_of(p->iterator.shape[last]);
    p->iterator.numel = w.numel / each;
    return true;
}

/* Blocks of RT_THREADS, each thread with one pack: so short that many fit on a multiprocessor, which hides the latency
   of memory as well as longer threads would, with less code. */
static inline unsigned rt_pack_blocks(int64_t packs)
{
    const int64_t blocks = (packs + RT_THREADS - 1) / RT_THREADS;

    return (unsigned)(blocks < 1 ? 1 : blocks > (1 << 30) ? 1 << 30 : blocks);
}

/* ---- the kernels for some ops ------------------------------------------------------------------------------------ */

/* True when they have taken the call: floats of one type, a common op, operands in packs. */
bool rt_cuda_common_map(struct cuda_device *device, const struct rt_map_call *call, const rt_iterator<2> &w);
bool rt_cuda_common_zip(struct cuda_device *device, const struct rt_zip_call *call, const rt_iterator<3> &w);
bool rt_cuda_common_zip3(struct cuda_device *device, const struct rt_zip3_call *call, const rt_iterator<4> &w);
/* True when the op's domain is SPECIAL. */
bool rt_cuda_special_map(struct cuda_device *device, const struct rt_map_call *call, const rt_iterator<2> &w);
bool rt_cuda_special_zip(struct cuda_device *device, const struct rt_zip_call *call, const rt_iterator<3> &w);

#endif
