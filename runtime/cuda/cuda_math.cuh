/* The words of ops/elementwise.def on the device: functions of floats by overloads, helpers of integers, and the
   special functions of cpu/cpu_special.c, which is compiled here once more. */
#ifndef RT_CUDA_MATH_CUH
#define RT_CUDA_MATH_CUH

#include "cuda/cuda.cuh"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#ifndef RT_CUDA_EMULATED
#define RT_SPECIAL __device__ inline
#define RT_SPECIAL_TABLE __device__
#else
#define RT_SPECIAL inline
#define RT_SPECIAL_TABLE
#endif
namespace rt_device_math
{
#include "cpu/cpu_special.c"
}
#undef EPS
#undef EULER
using namespace rt_device_math;

/* ---- functions of the C library, by type ------------------------------------------------------------------------ */

#define RT_MATH_ONE(name)                                                                                              \
    static __device__ inline float m_##name(float x)                                                                   \
    {                                                                                                                  \
        return name##f(x);                                                                                             \
    }                                                                                                                  \
    static __device__ inline double m_##name(double x)                                                                 \
    {                                                                                                                  \
        return name(x);                                                                                                \
    }
#define RT_MATH_TWO(name)                                                                                              \
    static __device__ inline float m_##name(float x, float y)                                                          \
    {                                                                                                                  \
        return name##f(x, y);                                                                                          \
    }                                                                                                                  \
    static __device__ inline double m_##name(double x, double y)                                                       \
    {                                                                                                                  \
        return name(x, y);                                                                                             \
    }
RT_MATH_ONE(sqrt)
RT_MATH_ONE(exp)
RT_MATH_ONE(exp2)
RT_MATH_ONE(expm1)
RT_MATH_ONE(log)
RT_MATH_ONE(log2)
RT_MATH_ONE(log10)
RT_MATH_ONE(log1p)
RT_MATH_ONE(sin)
RT_MATH_ONE(cos)
RT_MATH_ONE(tan)
RT_MATH_ONE(asin)
RT_MATH_ONE(acos)
RT_MATH_ONE(atan)
RT_MATH_ONE(sinh)
RT_MATH_ONE(cosh)
RT_MATH_ONE(tanh)
RT_MATH_ONE(asinh)
RT_MATH_ONE(acosh)
RT_MATH_ONE(atanh)
RT_MATH_ONE(erf)
RT_MATH_ONE(erfc)
RT_MATH_ONE(lgamma)
RT_MATH_ONE(floor)
RT_MATH_ONE(ceil)
RT_MATH_ONE(trunc)
RT_MATH_ONE(rint)
RT_MATH_ONE(fabs)
RT_MATH_TWO(fmod)
RT_MATH_TWO(pow)
RT_MATH_TWO(atan2)
RT_MATH_TWO(hypot)
RT_MATH_TWO(copysign)
static __device__ inline float m_fma(float x, float y, float z)
{
    return fmaf(x, y, z);
}
static __device__ inline double m_fma(double x, double y, double z)
{
    return fma(x, y, z);
}

template <class T> static __device__ inline T m_exp_inner(T x)
{
    return m_exp(x);
}
template <class T> static __device__ inline T m_one_and_exp_of_negative(T x)
{
    return 1 + m_exp(-x);
}
template <class T> static __device__ inline T m_gelu(T x)
{
    return x * (T)0.5 * (1 + m_erf(x * (T)0.70710678118654752440));
}
template <class T> static __device__ inline T m_gelu_slope(T x)
{
    return (T)0.5 * (1 + m_erf(x * (T)0.70710678118654752440)) + x * m_exp(x * x * (T)-0.5) * (T)0.39894228040143267794;
}
template <class T> static __device__ inline T m_logit(T x, T low, T high)
{
    const T y = x < low ? low : x > high ? high : x;
    return m_log(y / (1 - y));
}
#define RT_MATH_SPECIAL(f, special)                                                                                    \
    template <class T> static __device__ inline T m_##f(T x)                                                           \
    {                                                                                                                  \
        return (T)special((double)x);                                                                                  \
    }
RT_MATH_SPECIAL(digamma, rt_special_digamma)
RT_MATH_SPECIAL(i0, rt_special_i0)
RT_MATH_SPECIAL(i0e, rt_special_i0e)
RT_MATH_SPECIAL(i1, rt_special_i1)
RT_MATH_SPECIAL(i1e, rt_special_i1e)

/* K_v(x), times e^x: the integral that cpu_special.c sums. */
template <class T> static __device__ inline T m_k0e(T x)
{
    return (T)bessel_k(0, (double)x);
}
template <class T> static __device__ inline T m_k1e(T x)
{
    return (T)bessel_k(1, (double)x);
}
template <class T> static __device__ inline T m_k0(T x)
{
    return (T)(bessel_k(0, (double)x) * exp(-(double)x));
}
template <class T> static __device__ inline T m_k1(T x)
{
    return (T)(bessel_k(1, (double)x) * exp(-(double)x));
}

/* The quantile of the normal distribution: a rational start (Abramowitz and Stegun 26.2.23) improved by Halley's steps
   on erfc, in double. */
static __device__ inline double rt_quantile(double p)
{
    if (!(p > 0 && p < 1))
        return p == 0 ? -INFINITY : p == 1 ? INFINITY : NAN;
    const bool upper = p > 0.5;
    const double q = upper ? 1 - p : p, t = sqrt(-2 * log(q));
    double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));

    for (int i = 0; i < 4; i++) { /* Phi(x) - q over its derivative, with the curvature */
        const double error = 0.5 * erfc(-x * 0.70710678118654752440) - q;
        const double step = error * 2.50662827463100050242 * exp(x * x / 2);
        x -= step / (1 + x * step / 2);
    }
    return upper ? -x : x;
}
template <class T> static __device__ inline T m_ndtri(T x)
{
    return (T)rt_quantile((double)x);
}
template <class T> static __device__ inline T m_erfinv(T x)
{
    const double y = (double)x;
    if (!(y > -1 && y < 1))
        return y == 1 ? (T)INFINITY : y == -1 ? -(T)INFINITY : (T)NAN;
    if (y > -0.5 && y < 0.5) { /* near zero the quantile of (1 + x) / 2 loses digits: Halley's steps on erf itself */
        double z = y * 0.88622692545275801365;
        for (int i = 0; i < 5; i++) {
            const double step = (erf(z) - y) * 0.88622692545275801365 * exp(z * z);
            z -= step / (1 + z * step);
        }
        return (T)z;
    }
    return (T)(y < 0 ? rt_quantile((1 + y) / 2) * 0.70710678118654752440
                     : -rt_quantile((1 - y) / 2) * 0.70710678118654752440);
}

/* ---- floats ----------------------------------------------------------------------------------------------------- */

template <class T> struct rt_floats {
    static const int digits = sizeof(T) == 4 ? 23 : 52;

    static __device__ inline T mantissa(T x)
    {
        int e;
        return x == 0 || !(m_fabs(x) < (T)INFINITY) ? x : (T)frexp((double)x, &e);
    }
    static __device__ inline T exponent(T x)
    {
        int e;
        if (x == 0 || !(m_fabs(x) < (T)INFINITY))
            return 0;
        (void)frexp((double)x, &e);
        return (T)e;
    }
    static __device__ inline T floor_divide(T x, T y)
    {
        if (y == 0)
            return x / y;
        const T mod = m_fmod(x, y);
        T div = (x - mod) / y;
        if (mod != 0 && (y < 0) != (mod < 0))
            div -= 1;
        if (div == 0)
            return m_copysign((T)0, x / y);
        const T down = m_floor(div);
        return div - down > (T)0.5 ? down + 1 : down;
    }
    static __device__ inline T remainder(T x, T y)
    {
        const T mod = m_fmod(x, y);
        return mod != 0 && (y < 0) != (mod < 0) ? mod + y : mod;
    }
    static __device__ inline T next_after(T x, T y)
    {
        if (sizeof(T) == 4)
            return (T)nextafterf((float)x, (float)y);
        return (T)nextafter((double)x, (double)y);
    }
    /* of a half type with so many digits after the first (10: float16, 7: bfloat16) */
    static __device__ inline T next_half(T x, T y, int of)
    {
        const float a = (float)x, b = (float)y;
        if (a != a || b != b)
            return x + y;
        if (a == b)
            return y;
        const bool half = of == 10;
        uint16_t bits = half ? rt_narrow_half(a).bits : rt_narrow_bfloat(a).bits;
        if (a == 0)
            bits = (uint16_t)(1 | (b < 0 ? 0x8000 : 0));
        else
            bits = (uint16_t)(bits + ((a < b) == (a > 0) ? 1 : -1));
        return (T)(half ? rt_widen(half_bits{bits}) : rt_widen(bfloat_bits{bits}));
    }
    /* from + weight (to - from), from the nearer end */
    static __device__ inline T lerp(T from, T to, T weight)
    {
        const bool near = m_fabs(weight) < (T)0.5;
        return m_fma(near ? weight : weight - 1, to - from, near ? from : to);
    }
};

/* ---- integers --------------------------------------------------------------------------------------------------- */

/* A divisor of zero gives -1, or the dividend for remainders: PyTorch leaves open what. */
template <class T, class U> struct rt_integral_helpers {
    static __device__ inline T negative(T x)
    {
        return (T)(0 - (U)x);
    }
    static __device__ inline T size(T x)
    {
        return x < 0 ? negative(x) : x;
    }
    static __device__ inline T trunc_divide(T x, T y)
    {
        return y == 0 ? (T)-1 : y == -1 ? negative(x) : x / y;
    }
    static __device__ inline T rest(T x, T y)
    {
        return y == 0 ? x : y == -1 ? 0 : x % y;
    }
    static __device__ inline T floor_divide(T x, T y)
    {
        const T quotient = trunc_divide(x, y);
        return y != 0 && y != -1 && x % y != 0 && (x < 0) != (y < 0) ? quotient - 1 : quotient;
    }
    static __device__ inline T remainder(T x, T y)
    {
        const T left = rest(x, y);
        return y != 0 && left != 0 && (left < 0) != (y < 0) ? left + y : left;
    }
    static __device__ inline T power(T x, T y)
    {
        U result = 1, base = (U)x;
        if (y < 0)
            return x == 1 ? 1 : x == -1 ? (y & 1 ? -1 : 1) : 0;
        for (; y; y >>= 1, base *= base)
            if (y & 1)
                result *= base;
        return (T)result;
    }
    static __device__ inline T divisor(T x, T y)
    {
        U a = x < 0 ? 0 - (U)x : (U)x, b = y < 0 ? 0 - (U)y : (U)y;
        while (b) {
            const U left = a % b;
            a = b;
            b = left;
        }
        return (T)a;
    }
    static __device__ inline T multiple(T x, T y)
    {
        const T common = divisor(x, y);
        if (common == 0)
            return 0;
        return size((T)((U)(common == -1 ? negative(x) : x / common) * (U)y));
    }
    static __device__ inline T left(T x, T y, int bits)
    {
        return (U)y >= (U)bits ? 0 : (T)((U)x << y);
    }
    static __device__ inline T right(T x, T y, int bits)
    {
        return x >> ((U)y >= (U)bits ? bits - 1 : (int)y);
    }
};

#endif
