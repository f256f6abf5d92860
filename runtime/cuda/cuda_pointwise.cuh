/* The rows of ops/elementwise.def as functions of a thread, in two shapes. rt_map_one<T>(op, x, p, bits) and
   rt_zip_one<T>(op, x, y, p, bits) choose by a switch over all rows whose domain is not SPECIAL, for the compute types
   float, double, int64_t, int32_t and uint8_t (bool); rt_map_special<T> and rt_zip_special<T> have those that are left
   out. rt_map_row<op> and rt_zip_row<op> are one row each, of floats: a kernel made of one holds no register for the
   others. Bools come as 0 and 1 of the compute type. */
#ifndef RT_CUDA_POINTWISE_CUH
#define RT_CUDA_POINTWISE_CUH

#include "cuda/cuda_math.cuh"

template <class T> struct rt_params {
    T p[RT_MAX_PARAMS];
};

#define RT_CAT2(a, b) a##b
#define RT_CAT(a, b) RT_CAT2(a, b)
#define RT_IF_0(...)
#define RT_IF_1(...) __VA_ARGS__

#define S(f) (T) rt_special_##f
#define SELECT(c, a, b) ((c) ? (a) : (b))
#define RT_NAMES                                                                                                       \
    const T p0 = params.p[0], p1 = params.p[1], p2 = params.p[2];                                                      \
    (void)p0, (void)p1, (void)p2;

/* ---- floats ----------------------------------------------------------------------------------------------------- */

#define IN_FLOATS 1
#define IN_SPECIAL 0
#define IN_TRIG 1
#define IN_TRIG_VECTOR 1
#define IN_VECTOR_MATH 1
#define IN_VECTOR_MATH32 1
#define IN_NUMERIC 1
#define IN_ANY 1
#define IN_INTEGRAL 0
#define IN_DIVISION 1
#define IN_INTEGRAL_WIDENED 0
#define M(f) m_##f
#define ISNAN(x) ((x) != (x))
#define NEG(x) (-(x))
#define ABS(x) m_fabs(x)
#define SIGNBIT(x) (signbit(x) != 0)
#define WRAP(a, op, b) ((a)op(b))
#define FMA(a, b, c) m_fma(a, b, c)
#define FMOD(x, y) m_fmod(x, y)
#define TRUNCDIV(x, y) m_trunc((x) / (y))
#define FLOORDIV(x, y) rt_floats<T>::floor_divide(x, y)
#define REMAINDER(x, y) rt_floats<T>::remainder(x, y)
#define POW(x, y) m_pow(x, y)
#define GELU(x) m_gelu(x)
#define MANTISSA(x) rt_floats<T>::mantissa(x)
#define EXPONENT(x) rt_floats<T>::exponent(x)
#define NEXTAFTER(x, y) rt_floats<T>::next_after(x, y)
#define NEXTHALF(x, y, digits) rt_floats<T>::next_half(x, y, (int)(digits))

/* name::of(x[, y], params), and is_bool: is its result bool? */
template <int op> struct rt_map_row;
template <int op> struct rt_zip_row;
#define RT_IS_T false
#define RT_IS_BOOL true
#define RT_ROW_0(...)
#define RT_ROW_1(which, arguments, result, ...)                                                                        \
    template <> struct which {                                                                                         \
        static const bool is_bool = RT_CAT(RT_IS_, result);                                                            \
        template <class T> static __device__ inline T of arguments                                                     \
        {                                                                                                              \
            RT_NAMES                                                                                                   \
            return (T)(__VA_ARGS__);                                                                                   \
        }                                                                                                              \
    };
#define RT_MAP(name, domain, result, ...)                                                                              \
    RT_CAT(RT_ROW_, IN_##domain)(rt_map_row<RT_MAP_##name>, (T x, const rt_params<T> &params), result, __VA_ARGS__)
#define RT_ZIP(name, domain, result, ...)                                                                              \
    RT_CAT(RT_ROW_, IN_##domain)(rt_zip_row<RT_ZIP_##name>, (T x, T y, const rt_params<T> &params), result, __VA_ARGS__)
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP

template <class T> static __device__ __noinline__ T rt_map_float(int op, T x, const rt_params<T> &params)
{
    RT_NAMES
    switch (op) {
#include "cuda/cuda_map_cases.cuh"
    default:
        return x;
    }
}

template <class T> static __device__ __noinline__ T rt_zip_float(int op, T x, T y, const rt_params<T> &params)
{
    RT_NAMES
    switch (op) {
#include "cuda/cuda_zip_cases.cuh"
    default:
        return x;
    }
}

#undef IN_FLOATS
#undef IN_SPECIAL
#undef IN_TRIG
#undef IN_TRIG_VECTOR
#undef IN_VECTOR_MATH
#undef IN_VECTOR_MATH32
#undef IN_NUMERIC
#undef IN_ANY
#undef IN_INTEGRAL
#undef IN_DIVISION
#undef IN_INTEGRAL_WIDENED
#define IN_FLOATS 0
#define IN_SPECIAL 1
#define IN_TRIG 0
#define IN_TRIG_VECTOR 0
#define IN_VECTOR_MATH 0
#define IN_VECTOR_MATH32 0
#define IN_NUMERIC 0
#define IN_ANY 0
#define IN_INTEGRAL 0
#define IN_DIVISION 0
#define IN_INTEGRAL_WIDENED 0

template <class T> static __device__ T rt_map_special(int op, T x, const rt_params<T> &params)
{
    RT_NAMES
    switch (op) {
#include "cuda/cuda_map_cases.cuh"
    default:
        return x;
    }
}

template <class T> static __device__ T rt_zip_special(int op, T x, T y, const rt_params<T> &params)
{
    RT_NAMES
    switch (op) {
#include "cuda/cuda_zip_cases.cuh"
    default:
        return x;
    }
}

#undef M
#undef ISNAN
#undef NEG
#undef ABS
#undef SIGNBIT
#undef WRAP
#undef FMA
#undef FMOD
#undef TRUNCDIV
#undef FLOORDIV
#undef REMAINDER
#undef POW
#undef GELU
#undef MANTISSA
#undef EXPONENT
#undef NEXTAFTER
#undef NEXTHALF

/* ---- integers --------------------------------------------------------------------------------------------------- */

#undef IN_SPECIAL
#undef IN_NUMERIC
#undef IN_ANY
#undef IN_INTEGRAL
#undef IN_DIVISION
#undef IN_INTEGRAL_WIDENED
#define IN_SPECIAL 0
#define IN_NUMERIC 1
#define IN_ANY 1
#define IN_INTEGRAL 1
#define IN_DIVISION 1
#define IN_INTEGRAL_WIDENED 1
#define H rt_integral_helpers<T, U>
#define ISNAN(x) 0
#define NEG(x) H::negative(x)
#define ABS(x) H::size(x)
#define SIGNBIT(x) ((x) < 0)
#define WRAP(a, op, b) ((T)((U)(a)op(U)(b)))
#define FMA(a, b, c) ((T)((U)(a) * (U)(b) + (U)(c)))
#define BITNOT(x) (~(x))
#define SHIFT_LEFT(x, y) H::left(x, y, bits)
#define SHIFT_RIGHT(x, y) H::right(x, y, bits)
#define TRUNCDIV(x, y) H::trunc_divide(x, y)
#define FMOD(x, y) H::rest(x, y)
#define FLOORDIV(x, y) H::floor_divide(x, y)
#define REMAINDER(x, y) H::remainder(x, y)
#define GCD(x, y) H::divisor(x, y)
#define LCM(x, y) H::multiple(x, y)
#define POW(x, y) H::power(x, y)

/* bits: of the dtype, which may be narrower than T */
template <class T, class U>
static __device__ __noinline__ T rt_map_integral(int op, T x, const rt_params<T> &params, int bits)
{
    RT_NAMES(void) bits;
    switch (op) {
#include "cuda/cuda_map_cases.cuh"
    default:
        return x;
    }
}

template <class T, class U>
static __device__ __noinline__ T rt_zip_integral(int op, T x, T y, const rt_params<T> &params, int bits)
{
    RT_NAMES(void) bits;
    switch (op) {
#include "cuda/cuda_zip_cases.cuh"
    default:
        return x;
    }
}

#undef IN_NUMERIC
#undef IN_DIVISION
#undef BITNOT
#define IN_NUMERIC 0
#define IN_DIVISION 0
#define BITNOT(x) (!(x))

/* Bools: what is there for any type, and the bitwise ops. */
static __device__ inline uint8_t rt_map_bool(int op, uint8_t x)
{
    typedef uint8_t T;
    switch (op) {
#include "cuda/cuda_map_cases.cuh"
    default:
        return x;
    }
}
static __device__ inline uint8_t rt_zip_bool(int op, uint8_t x, uint8_t y)
{
    typedef uint8_t T;
    typedef uint8_t U;
    const int bits = 1;
    (void)bits;
    switch (op) {
#undef IN_INTEGRAL_WIDENED
#define IN_INTEGRAL_WIDENED 0
#undef IN_INTEGRAL
#define IN_INTEGRAL 1
#include "cuda/cuda_zip_cases.cuh"
    default:
        return x;
    }
}

#undef H
#undef S
#undef SELECT
#undef ISNAN
#undef NEG
#undef ABS
#undef SIGNBIT
#undef WRAP
#undef FMA
#undef BITNOT
#undef SHIFT_LEFT
#undef SHIFT_RIGHT
#undef TRUNCDIV
#undef FMOD
#undef FLOORDIV
#undef REMAINDER
#undef GCD
#undef LCM
#undef POW

/* ---- by compute type -------------------------------------------------------------------------------------------- */

template <class T> static __device__ inline T rt_map_one(int op, T x, const rt_params<T> &p, int bits);
template <> __device__ inline float rt_map_one(int op, float x, const rt_params<float> &p, int)
{
    return rt_map_float(op, x, p);
}
template <> __device__ inline double rt_map_one(int op, double x, const rt_params<double> &p, int)
{
    return rt_map_float(op, x, p);
}
template <> __device__ inline int64_t rt_map_one(int op, int64_t x, const rt_params<int64_t> &p, int bits)
{
    return rt_map_integral<int64_t, uint64_t>(op, x, p, bits);
}
template <> __device__ inline int32_t rt_map_one(int op, int32_t x, const rt_params<int32_t> &p, int bits)
{
    return rt_map_integral<int32_t, uint32_t>(op, x, p, bits);
}
template <> __device__ inline uint8_t rt_map_one(int op, uint8_t x, const rt_params<uint8_t> &, int)
{
    return rt_map_bool(op, x);
}
template <class T> static __device__ inline T rt_zip_one(int op, T x, T y, const rt_params<T> &p, int bits);
template <> __device__ inline float rt_zip_one(int op, float x, float y, const rt_params<float> &p, int)
{
    return rt_zip_float(op, x, y, p);
}
template <> __device__ inline double rt_zip_one(int op, double x, double y, const rt_params<double> &p, int)
{
    return rt_zip_float(op, x, y, p);
}
template <> __device__ inline int64_t rt_zip_one(int op, int64_t x, int64_t y, const rt_params<int64_t> &p, int bits)
{
    return rt_zip_integral<int64_t, uint64_t>(op, x, y, p, bits);
}
template <> __device__ inline int32_t rt_zip_one(int op, int32_t x, int32_t y, const rt_params<int32_t> &p, int bits)
{
    return rt_zip_integral<int32_t, uint32_t>(op, x, y, p, bits);
}
template <> __device__ inline uint8_t rt_zip_one(int op, uint8_t x, uint8_t y, const rt_params<uint8_t> &, int)
{
    return rt_zip_bool(op, x, y);
}

#endif
