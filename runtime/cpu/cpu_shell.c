/* Casts from and to the shell types: by way of a type with loops that loses nothing (rt_cast_hub), a block at a time.
   Knows elements, no layouts. */
#include "cpu.h"
#include "shell_types.h"

#include <string.h>

#define BLOCK 256

#define EACH(statement)                                                                                                \
    for (int64_t i = 0; i < n; i++) {                                                                                  \
        statement;                                                                                                     \
    }

/* value: of element i of a real shell type, as the hub's type or its real component */
#define READ_AS(id, C, value, hub, H)                                                                                  \
    case hub:                                                                                                          \
        EACH(((H *)out)[i] = (H)(value))                                                                               \
        break;
#define READ(id, C, value)                                                                                             \
    case id: {                                                                                                         \
        const C *x = in;                                                                                               \
        switch (hub) {                                                                                                 \
            READ_AS(id, C, value, RT_FLOAT32, float)                                                                   \
            READ_AS(id, C, value, RT_FLOAT64, double)                                                                  \
            READ_AS(id, C, value, RT_INT64, int64_t)                                                                   \
        default:                                                                                                       \
            EACH((((float *)out)[2 * i] = (float)(value), ((float *)out)[2 * i + 1] = 0))                              \
        }                                                                                                              \
        break;                                                                                                         \
    }
#define READ_FLOAT8(id, name, alias, C, ...)                                                                           \
    case id: {                                                                                                         \
        const C *x = in;                                                                                               \
        if (hub == RT_FLOAT32)                                                                                         \
            EACH(((float *)out)[i] = rt_float8_to_float(id, x[i]))                                                     \
        else                                                                                                           \
            EACH((((float *)out)[2 * i] = rt_float8_to_float(id, x[i]), ((float *)out)[2 * i + 1] = 0))                \
        break;                                                                                                         \
    }

/* n elements of a shell type as its hub with another. */
static void read_shell(enum rt_dtype from, enum rt_dtype hub, int64_t n, void *out, const void *in)
{
    switch (from) {
        READ(RT_UINT16, uint16_t, x[i])
        READ(RT_UINT32, uint32_t, x[i])
        READ(RT_UINT64, uint64_t, x[i])
        RT_FLOAT8_TYPES(READ_FLOAT8)
    default: /* RT_COMPLEX32 */
        rt_cpu_loops()->cast[RT_FLOAT32][RT_FLOAT16](2 * n, out, in);
    }
}

#define float_to_uint32(v) (by_long ? (uint32_t)rt_double_to_signed64(v) : rt_double_to_uint32(v))
#define WRITE(id, C, of_float)                                                                                         \
    case id: {                                                                                                         \
        C *y = out;                                                                                                    \
        if (hub == RT_INT64)                                                                                           \
            EACH(y[i] = (C)((const int64_t *)in)[i])                                                                   \
        else if (hub == RT_FLOAT64)                                                                                    \
            EACH(y[i] = (C)of_float(((const double *)in)[i]))                                                          \
        else                                                                                                           \
            EACH(y[i] = (C)of_float(((const float *)in)[i * step]))                                                    \
        break;                                                                                                         \
    }
#define WRITE_FLOAT8(id, name, alias, C, ...)                                                                          \
    case id: {                                                                                                         \
        C *y = out;                                                                                                    \
        EACH(y[i] = rt_float_to_float8(id, ((const float *)in)[i * step]))                                             \
        break;                                                                                                         \
    }

/* n elements of the hub as a shell type. by_long: floats become 32 bits by way of 64, as PyTorch converts those of
   less than 32 bits. */
static void write_shell(enum rt_dtype to, enum rt_dtype hub, bool by_long, int64_t n, void *out, const void *in)
{
    const int step = hub == RT_COMPLEX64 ? 2 : 1;

    switch (to) {
        WRITE(RT_UINT16, uint16_t, rt_double_to_signed32)
        WRITE(RT_UINT32, uint32_t, float_to_uint32)
        WRITE(RT_UINT64, uint64_t, rt_double_to_uint64)
        RT_FLOAT8_TYPES(WRITE_FLOAT8)
    default: /* RT_COMPLEX32 */
        rt_cpu_loops()->cast[RT_FLOAT16][RT_FLOAT32](2 * n, out, in);
    }
}

/* A nan of the formats that have no infinity but e4m3fn is 0 as an integer. */
static bool clears_nans(enum rt_dtype to, enum rt_dtype from)
{
    return rt_dtype_category(to) == RT_CAT_INT &&
           (from == RT_FLOAT8_E4M3FNUZ || from == RT_FLOAT8_E5M2FNUZ || from == RT_FLOAT8_E8M0FNU);
}

static void clear_nans(int64_t n, float *x)
{
    EACH(x[i] = x[i] != x[i] ? 0 : x[i])
}

static void cast_shell(enum rt_dtype to, enum rt_dtype from, int64_t n, void *out, const void *in)
{
    _Alignas(64) char block[BLOCK * 8];
    const enum rt_dtype hub = rt_cast_hub(to, from);
    const bool clears = clears_nans(to, from), by_long = from == RT_FLOAT16 || rt_dtype_is_shell(from);
    const int64_t to_size = (int64_t)rt_dtype_size(to), from_size = (int64_t)rt_dtype_size(from);

    if (to == from) {
        memcpy(out, in, (size_t)(n * to_size));
        return;
    }
    for (int64_t i = 0, k; i < n; i += k) {
        const char *source = (const char *)in + i * from_size;
        char *target = (char *)out + i * to_size;
        k = n - i < BLOCK ? n - i : BLOCK;
        if (!rt_dtype_is_shell(from))
            rt_cpu_loops()->cast[hub][from](k, block, source);
        else
            read_shell(from, hub, k, to == hub ? target : block, source);
        if (clears)
            clear_nans(k, (float *)block);
        if (rt_dtype_is_shell(to))
            write_shell(to, hub, by_long, k, target, block);
        else if (to != hub)
            rt_cpu_loops()->cast[to][hub](k, target, block);
    }
}

/* One function for each pair of types. */
#define BOTH_WAYS(X, a, b) X(a, b) X(b, a)
#define CASTS_OF(X, s)                                                                                                 \
    BOTH_WAYS(X, s, RT_UINT8)                                                                                          \
    BOTH_WAYS(X, s, RT_INT8)                                                                                           \
    BOTH_WAYS(X, s, RT_INT16)                                                                                          \
    BOTH_WAYS(X, s, RT_INT32)                                                                                          \
    BOTH_WAYS(X, s, RT_INT64)                                                                                          \
    BOTH_WAYS(X, s, RT_FLOAT16)                                                                                        \
    BOTH_WAYS(X, s, RT_FLOAT32)                                                                                        \
    BOTH_WAYS(X, s, RT_FLOAT64)                                                                                        \
    BOTH_WAYS(X, s, RT_COMPLEX64)                                                                                      \
    BOTH_WAYS(X, s, RT_COMPLEX128)                                                                                     \
    BOTH_WAYS(X, s, RT_BOOL)                                                                                           \
    BOTH_WAYS(X, s, RT_BFLOAT16)                                                                                       \
    X(s, RT_UINT16)                                                                                                    \
    X(s, RT_UINT32)                                                                                                    \
    X(s, RT_UINT64)                                                                                                    \
    X(s, RT_FLOAT8_E4M3FN)                                                                                             \
    X(s, RT_FLOAT8_E5M2)                                                                                               \
    X(s, RT_FLOAT8_E4M3FNUZ)                                                                                           \
    X(s, RT_FLOAT8_E5M2FNUZ)                                                                                           \
    X(s, RT_FLOAT8_E8M0FNU)                                                                                            \
    X(s, RT_COMPLEX32)
#define CASTS(X)                                                                                                       \
    CASTS_OF(X, RT_UINT16)                                                                                             \
    CASTS_OF(X, RT_UINT32)                                                                                             \
    CASTS_OF(X, RT_UINT64)                                                                                             \
    CASTS_OF(X, RT_FLOAT8_E4M3FN)                                                                                      \
    CASTS_OF(X, RT_FLOAT8_E5M2)                                                                                        \
    CASTS_OF(X, RT_FLOAT8_E4M3FNUZ)                                                                                    \
    CASTS_OF(X, RT_FLOAT8_E5M2FNUZ)                                                                                    \
    CASTS_OF(X, RT_FLOAT8_E8M0FNU)                                                                                     \
    CASTS_OF(X, RT_COMPLEX32)

#define CAST(to, from)                                                                                                 \
    static void to##_from_##from(int64_t n, void *out, const void *in)                                                 \
    {                                                                                                                  \
        cast_shell(to, from, n, out, in);                                                                              \
    }
CASTS(CAST)

#define ENTRY(to, from) [to][from] = to##_from_##from,
const rt_cast_loop rt_shell_casts[RT_DTYPE_COUNT][RT_DTYPE_COUNT] = {CASTS(ENTRY)};
