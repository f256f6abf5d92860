/* Conversions of contiguous blocks between all types but shell types: [to][from]. */
#include "isa.h"

#ifdef __F16C__
#include <immintrin.h>
static inline float half_value(uint16_t h)
{
    return _cvtsh_ss(h);
}
static inline uint16_t to_half(float f)
{
    return (uint16_t)_cvtss_sh(f, 0);
}
#else
static inline float half_value(uint16_t h)
{
    return rt_half_to_float(h);
}
static inline uint16_t to_half(float f)
{
    return rt_float_to_half(f);
}
#endif
static inline float bfloat_value(uint16_t h)
{
    return rt_bfloat_to_float(h);
}
static inline uint16_t to_bfloat(float value)
{
    union {
        float f;
        uint32_t u;
    } v = {value};
    uint32_t rounded = (v.u + 0x7fff + (v.u >> 16 & 1)) >> 16;

    return (uint16_t)(value != value ? 0x7fc0 : rounded);
}

/* value of element i as a C number; complex numbers give their real component */
#define GET_uint8(p) ((const uint8_t *)p)[i]
#define GET_int8(p) ((const int8_t *)p)[i]
#define GET_int16(p) ((const int16_t *)p)[i]
#define GET_int32(p) ((const int32_t *)p)[i]
#define GET_int64(p) ((const int64_t *)p)[i]
#define GET_float16(p) half_value(((const uint16_t *)p)[i])
#define GET_float32(p) ((const float *)p)[i]
#define GET_float64(p) ((const double *)p)[i]
#define GET_complex64(p) ((const float *)p)[2 * i]
#define GET_complex128(p) ((const double *)p)[2 * i]
#define GET_boolean(p) (((const uint8_t *)p)[i] != 0)
#define GET_bfloat16(p) bfloat_value(((const uint16_t *)p)[i])
/* floats reach the small integers through a wide one, as the hardware truncates */
#define PUT_uint8(p, v) ((uint8_t *)p)[i] = (uint8_t)(int64_t)(v)
#define PUT_int8(p, v) ((int8_t *)p)[i] = (int8_t)(int32_t)(v)
#define PUT_int16(p, v) ((int16_t *)p)[i] = (int16_t)(int32_t)(v)
#define PUT_int32(p, v) ((int32_t *)p)[i] = (int32_t)(v)
#define PUT_int64(p, v) ((int64_t *)p)[i] = (int64_t)(v)
#define PUT_float16(p, v) ((uint16_t *)p)[i] = to_half((float)(v))
#define PUT_float32(p, v) ((float *)p)[i] = (float)(v)
#define PUT_float64(p, v) ((double *)p)[i] = (double)(v)
#define PUT_complex64(p, v) ((float *)p)[2 * i] = (float)(v), ((float *)p)[2 * i + 1] = 0
#define PUT_complex128(p, v) ((double *)p)[2 * i] = (double)(v), ((double *)p)[2 * i + 1] = 0
#define PUT_boolean(p, v) ((uint8_t *)p)[i] = (v) != 0
#define PUT_bfloat16(p, v) ((uint16_t *)p)[i] = to_bfloat((float)(v))

#define TYPES(X, ...)                                                                                                  \
    X(uint8, RT_UINT8, __VA_ARGS__)                                                                                    \
    X(int8, RT_INT8, __VA_ARGS__)                                                                                      \
    X(int16, RT_INT16, __VA_ARGS__)                                                                                    \
    X(int32, RT_INT32, __VA_ARGS__)                                                                                    \
    X(int64, RT_INT64, __VA_ARGS__)                                                                                    \
    X(float16, RT_FLOAT16, __VA_ARGS__)                                                                                \
    X(float32, RT_FLOAT32, __VA_ARGS__)                                                                                \
    X(float64, RT_FLOAT64, __VA_ARGS__)                                                                                \
    X(complex64, RT_COMPLEX64, __VA_ARGS__)                                                                            \
    X(complex128, RT_COMPLEX128, __VA_ARGS__)                                                                          \
    X(boolean, RT_BOOL, __VA_ARGS__)                                                                                   \
    X(bfloat16, RT_BFLOAT16, __VA_ARGS__)

#define CAST(from, id, to)                                                                                             \
    static void to##_from_##from(int64_t n, void *out, const void *in)                                                 \
    {                                                                                                                  \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                              \
            PUT_##to(out, GET_##from(in));                                                                             \
        }                                                                                                              \
    }
TYPES(CAST, uint8)
TYPES(CAST, int8)
TYPES(CAST, int16)
TYPES(CAST, int32)
TYPES(CAST, int64)
TYPES(CAST, float16)
TYPES(CAST, float32)
TYPES(CAST, float64)
TYPES(CAST, complex64)
TYPES(CAST, complex128)
TYPES(CAST, boolean)
TYPES(CAST, bfloat16)

/* Compilers convert half types one by one: here sixteen or eight at a time, and all other types by way of float32. */
#ifdef __F16C__
#ifdef __AVX512F__
#define LANES 16
#define HALVES_OF(p) _mm512_cvtps_ph(_mm512_loadu_ps(p), 0)
#define FLOATS_OF(p) _mm512_cvtph_ps(_mm256_loadu_si256((const void *)(p)))
#define KEEP_HALVES(p, v) _mm256_storeu_si256((void *)(p), v)
#define KEEP_FLOATS(p, v) _mm512_storeu_ps(p, v)
#else
#define LANES 8
#define HALVES_OF(p) _mm256_cvtps_ph(_mm256_loadu_ps(p), 0)
#define FLOATS_OF(p) _mm256_cvtph_ps(_mm_loadu_si128((const void *)(p)))
#define KEEP_HALVES(p, v) _mm_storeu_si128((void *)(p), v)
#define KEEP_FLOATS(p, v) _mm256_storeu_ps(p, v)
#endif
static void halves_of_floats(int64_t n, void *out, const void *in)
{
    const float *a = in;
    uint16_t *o = out;
    int64_t i = 0;

    for (; i + LANES <= n; i += LANES)
        KEEP_HALVES(o + i, HALVES_OF(a + i));
    for (; i < n; i++)
        o[i] = to_half(a[i]);
}
static void floats_of_halves(int64_t n, void *out, const void *in)
{
    const uint16_t *a = in;
    float *o = out;
    int64_t i = 0;

    for (; i + LANES <= n; i += LANES)
        KEEP_FLOATS(o + i, FLOATS_OF(a + i));
    for (; i < n; i++)
        o[i] = half_value(a[i]);
}
#define SOME 512
#define BY_FLOATS(type, size)                                                                                          \
    static void halves_of_##type(int64_t n, void *out, const void *in)                                                 \
    {                                                                                                                  \
        float some[SOME];                                                                                              \
        for (int64_t i = 0, k; i < n; i += k) {                                                                        \
            k = n - i < SOME ? n - i : SOME;                                                                           \
            float32_from_##type(k, some, (const char *)in + i * (size));                                               \
            halves_of_floats(k, (uint16_t *)out + i, some);                                                            \
        }                                                                                                              \
    }                                                                                                                  \
    static void type##_of_halves(int64_t n, void *out, const void *in)                                                 \
    {                                                                                                                  \
        float some[SOME];                                                                                              \
        for (int64_t i = 0, k; i < n; i += k) {                                                                        \
            k = n - i < SOME ? n - i : SOME;                                                                           \
            floats_of_halves(k, some, (const uint16_t *)in + i);                                                       \
            type##_from_float32(k, (char *)out + i * (size), some);                                                    \
        }                                                                                                              \
    }
BY_FLOATS(uint8, 1)
BY_FLOATS(int8, 1)
BY_FLOATS(int16, 2)
BY_FLOATS(int32, 4)
BY_FLOATS(int64, 8)
BY_FLOATS(float64, 8)
BY_FLOATS(boolean, 1)
BY_FLOATS(bfloat16, 2)
#define FROM_HALF(id, type) , [id][RT_FLOAT16] = type##_of_halves
#define TO_HALF(id, type) , [RT_FLOAT16][id] = halves_of_##type
#define EACH_BY_FLOATS(X)                                                                                              \
    X(RT_UINT8, uint8)                                                                                                 \
    X(RT_INT8, int8)                                                                                                   \
    X(RT_INT16, int16)                                                                                                 \
    X(RT_INT32, int32)                                                                                                 \
    X(RT_INT64, int64)                                                                                                 \
    X(RT_FLOAT64, float64)                                                                                             \
    X(RT_BOOL, boolean)                                                                                                \
    X(RT_BFLOAT16, bfloat16)
#define HALVES                                                                                                         \
    EACH_BY_FLOATS(FROM_HALF)                                                                                          \
    EACH_BY_FLOATS(TO_HALF), [RT_FLOAT32][RT_FLOAT16] = floats_of_halves, [RT_FLOAT16][RT_FLOAT32] = halves_of_floats
#else
#define HALVES
#endif

/* complex to complex keeps the imaginary component */
static void widen_complex(int64_t n, void *out, const void *in)
{
    for (int64_t i = 0; i < 2 * n; i++)
        ((double *)out)[i] = ((const float *)in)[i];
}
static void narrow_complex(int64_t n, void *out, const void *in)
{
    for (int64_t i = 0; i < 2 * n; i++)
        ((float *)out)[i] = (float)((const double *)in)[i];
}
/* a complex number is true when either component is */
#define COMPLEX_BOOL(name, C)                                                                                          \
    static void name(int64_t n, void *out, const void *in)                                                             \
    {                                                                                                                  \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)((uint8_t *)out)[i] =                                      \
            (((const C *)in)[2 * i] != 0) | (((const C *)in)[2 * i + 1] != 0);                                         \
    }
COMPLEX_BOOL(bool_complex64, float)
COMPLEX_BOOL(bool_complex128, double)
#define COPY(size)                                                                                                     \
    static void copy_##size(int64_t n, void *out, const void *in)                                                      \
    {                                                                                                                  \
        memcpy(out, in, (size_t)n *size);                                                                              \
    }
COPY(1)
COPY(2)
COPY(4)
COPY(8)
COPY(16)

/* half types and float32, as many at a time as there are instructions for */
static void float32_from_halves(int64_t n, void *out, const void *in)
{
    int64_t i = 0;

#if defined(__AVX512F__)
    for (; i + 16 <= n; i += 16)
        _mm512_storeu_ps((float *)out + i,
                         _mm512_cvtph_ps(_mm256_loadu_si256((const void *)((const uint16_t *)in + i))));
#elif defined(__F16C__)
    for (; i + 8 <= n; i += 8)
        _mm256_storeu_ps((float *)out + i, _mm256_cvtph_ps(_mm_loadu_si128((const void *)((const uint16_t *)in + i))));
#endif
    float32_from_float16(n - i, (float *)out + i, (const uint16_t *)in + i);
}
static void halves_from_float32(int64_t n, void *out, const void *in)
{
    int64_t i = 0;

#if defined(__AVX512F__)
    for (; i + 16 <= n; i += 16)
        _mm256_storeu_si256((void *)((uint16_t *)out + i), _mm512_cvtps_ph(_mm512_loadu_ps((const float *)in + i), 0));
#elif defined(__F16C__)
    for (; i + 8 <= n; i += 8)
        _mm_storeu_si128((void *)((uint16_t *)out + i), _mm256_cvtps_ph(_mm256_loadu_ps((const float *)in + i), 0));
#endif
    float16_from_float32(n - i, (uint16_t *)out + i, (const float *)in + i);
}

#define ENTRY(from, id, to) [id] = to##_from_##from,
#define ROW(id, name, size) [id] = {TYPES(ENTRY, name)[id] = copy_##size}
#pragma GCC diagnostic ignored "-Woverride-init" /* below, on purpose */
/* a type to itself is a plain copy; complex types have their own ways to bool and to each other */
const rt_cast_loop NAME(cast)[RT_DTYPE_COUNT][RT_DTYPE_COUNT] = {
    ROW(RT_UINT8, uint8, 1),
    ROW(RT_INT8, int8, 1),
    ROW(RT_INT16, int16, 2),
    ROW(RT_INT32, int32, 4),
    ROW(RT_INT64, int64, 8),
    [RT_FLOAT16] = {TYPES(ENTRY, float16)[RT_FLOAT16] = copy_2, [RT_FLOAT32] = halves_from_float32},
    [RT_FLOAT32] = {TYPES(ENTRY, float32)[RT_FLOAT32] = copy_4, [RT_FLOAT16] = float32_from_halves},
    ROW(RT_FLOAT64, float64, 8),
    [RT_COMPLEX64] = {TYPES(ENTRY, complex64)[RT_COMPLEX64] = copy_8, [RT_COMPLEX128] = narrow_complex},
    [RT_COMPLEX128] = {TYPES(ENTRY, complex128)[RT_COMPLEX128] = copy_16, [RT_COMPLEX64] = widen_complex},
    [RT_BOOL] =
        {TYPES(ENTRY, boolean)[RT_BOOL] = copy_1, [RT_COMPLEX64] = bool_complex64, [RT_COMPLEX128] = bool_complex128},
    ROW(RT_BFLOAT16, bfloat16, 2) HALVES,
};
