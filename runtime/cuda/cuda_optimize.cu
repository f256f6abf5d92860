/* Steps of optimizers: a thread for each element, the rows of ops/optimizers.def. */
#include "cuda/cuda.cuh"

template <class T> struct optimize_job {
    int64_t n;
    T *param, *states[RT_MAX_STEP_STATES];
    const T *grad;
    T k[RT_MAX_STEP_FACTORS];
};

#define K(i) j.k[RT_STEP_OWN + (i)]
#define FMA(x, y, z) fma(x, y, z)
#define SQRT(x) sqrt(x)
#define ABS(x) fabs(x)
#define LERP(from, to, weight)                                                                                         \
    (ABS(weight) < (T)0.5 ? FMA(weight, (to) - (from), from) : FMA((weight)-1, (to) - (from), to))
#define MAXIMUM(x, y) ((x) > (y) || (x) != (x) ? (x) : (y))

#define RT_OPTIMIZE(name, count, ...)                                                                                  \
    template <class T> static __global__ void optimize_##name(const optimize_job<T> j)                                 \
    {                                                                                                                  \
        for (RT_EACH(i, j.n)) {                                                                                        \
            T p = j.param[i], g = j.grad[i] * j.k[RT_STEP_SIGN], a = 0, b = 0, c = 0;                                  \
            if ((count) > 0)                                                                                           \
                a = j.states[0][i];                                                                                    \
            if ((count) > 1)                                                                                           \
                b = j.states[1][i];                                                                                    \
            if ((count) > 2)                                                                                           \
                c = j.states[2][i];                                                                                    \
            if (j.k[RT_STEP_DECAY] != 0)                                                                               \
                g = FMA(p, j.k[RT_STEP_DECAY], g);                                                                     \
            p *= j.k[RT_STEP_SHRINK];                                                                                  \
            __VA_ARGS__                                                                                                \
            j.param[i] = p;                                                                                            \
            if ((count) > 0)                                                                                           \
                j.states[0][i] = a;                                                                                    \
            if ((count) > 1)                                                                                           \
                j.states[1][i] = b;                                                                                    \
            if ((count) > 2)                                                                                           \
                j.states[2][i] = c;                                                                                    \
        }                                                                                                              \
    }
#include "ops/optimizers.def"
#undef RT_OPTIMIZE

template <class T> static int launch(struct cuda_device *device, const struct rt_optimize_call *c, struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(device);
    optimize_job<T> j;

    j.n = rt_view_numel(&c->param);
    if (!j.n)
        return 0;
    j.param = (T *)c->param.data;
    j.grad = (const T *)c->grad.data;
    for (int i = 0; i < RT_MAX_STEP_STATES; i++)
        j.states[i] = (T *)c->states[i].data;
    for (int i = 0; i < RT_MAX_STEP_FACTORS; i++)
        j.k[i] = (T)c->factors[i];
    switch (c->op) {
#define RT_OPTIMIZE(name, ...)                                                                                         \
    case RT_OPTIMIZE_##name:                                                                                           \
        RT_LAUNCH((optimize_##name<T>), rt_blocks(device, j.n), RT_THREADS, stream, j);                                \
        break;
#include "ops/optimizers.def"
#undef RT_OPTIMIZE
    default:
        break;
    }
    return rt_cuda_launched(device, err);
}

extern "C" int rt_cuda_optimize(struct rt_device *device, const struct rt_optimize_call *call, struct rt_error *err)
{
    return call->param.dtype == RT_FLOAT64 ? launch<double>(cuda_of(device), call, err)
                                           : launch<float>(cuda_of(device), call, err);
}
