/* The loops of map and zip for one type T: included by each isa_TYPE.c after T, TYPE (its name), PARAM (the member of
   struct rt_loop_param), the helpers and IN_FLOATS, IN_SPECIAL, IN_TRIG, IN_TRIG_VECTOR, IN_VECTOR_MATH,
   IN_VECTOR_MATH32, IN_NUMERIC, IN_INTEGRAL, IN_INTEGRAL_WIDENED, IN_DIVISION (1 or 0; 2 for loops with two ways; 3 and
   4: the same, made of IN_VECTORS) are defined. */

#define IN_ANY 1
#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define IF_1(...) __VA_ARGS__
#define IF_0(...)
#define OR_NULL_1(x) x
#define OR_NULL_2(x) x
#define OR_NULL_3(x) x
#define OR_NULL_4(x) x
#define OR_NULL_0(x) NULL
typedef uint8_t BOOL;

#define MAP_FUNCTION(name, result, ...)                                                                                \
    static void map_##name(int64_t n, void *out, const void *in, const struct rt_loop_param *params)                   \
    {                                                                                                                  \
        result *o = out;                                                                                               \
        const T *a = in;                                                                                               \
        const T p0 = params[0].PARAM, p1 = params[1].PARAM, p2 = params[2].PARAM;                                      \
        (void)p0, (void)p1, (void)p2, (void)a;                                                                         \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                              \
            const T x = a[i];                                                                                          \
            (void)x;                                                                                                   \
            o[i] = (result)(__VA_ARGS__);                                                                              \
        }                                                                                                              \
    }
#define ZIP_FUNCTION(name, result, ...)                                                                                \
    static void zip_##name(int64_t n, void *out, const void *left, const void *right,                                  \
                           const struct rt_loop_param *params)                                                         \
    {                                                                                                                  \
        result *o = out;                                                                                               \
        const T *a = left, *b = right;                                                                                 \
        const T p0 = params[0].PARAM, p1 = params[1].PARAM, p2 = params[2].PARAM;                                      \
        (void)p0, (void)p1, (void)p2, (void)a;                                                                         \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                              \
            const T x = a[i], y = b[i];                                                                                \
            o[i] = (result)(__VA_ARGS__);                                                                              \
        }                                                                                                              \
    }
/* One side is a scalar */
#define SIDE_FUNCTION(side, name, result, X, Y, ...)                                                                   \
    static void side##_##name(int64_t n, void *out, const void *left, const void *right,                               \
                              const struct rt_loop_param *params)                                                      \
    {                                                                                                                  \
        result *o = out;                                                                                               \
        const T *a = left, *b = right;                                                                                 \
        const T p0 = params[0].PARAM, a0 = *a, b0 = *b;                                                                \
        (void)p0, (void)a0, (void)b0;                                                                                  \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                              \
            const T x = X, y = Y;                                                                                      \
            o[i] = (result)(__VA_ARGS__);                                                                              \
        }                                                                                                              \
    }
#define LIGHT_FUNCTIONS(name, ...)                                                                                     \
    ZIP_FUNCTION(name, __VA_ARGS__)                                                                                    \
    LIGHT_SIDES(name, __VA_ARGS__)
#define LIGHT_SIDES(name, result, ...)                                                                                 \
    SIDE_FUNCTION(left, name, result, a0, b[i], __VA_ARGS__)                                                           \
    SIDE_FUNCTION(right, name, result, a[i], b0, __VA_ARGS__)

/* The expression holds for |x| up to BIGGEST. Each element is judged by itself, whatever its neighbours are, so that
   the bits do not depend on how the work is cut. */
#define BIG_FUNCTION(name, result, ...)                                                                                \
    static void map_##name(int64_t n, void *out, const void *in, const struct rt_loop_param *params)                   \
    {                                                                                                                  \
        for (int64_t at = 0; at < n; at += 512) {                                                                      \
            int64_t part = n - at < 512 ? n - at : 512;                                                                \
            const T *a = (const T *)in + at;                                                                           \
            T *o = (T *)out + at;                                                                                      \
            if (!any_big(part, a)) {                                                                                   \
                map_small_##name(part, o, a, params);                                                                  \
                continue;                                                                                              \
            }                                                                                                          \
            for (int64_t i = 0; i < part; i++) {                                                                       \
                const T x = a[i];                                                                                      \
                o[i] = M(fabs)(x) > BIGGEST ? big_##name(x) : (__VA_ARGS__);                                           \
            }                                                                                                          \
        }                                                                                                              \
    }
/* The function by full vectors, two of them interleaved, so that one's instructions fill the other's latencies; GCC
   does that only when asked. */
#if defined(__GNUC__) && !defined(__clang__)
#define SIDE_BY_SIDE __attribute__((optimize("schedule-insns", "sched-pressure")))
#else
#define SIDE_BY_SIDE
#endif
#define VECTOR_FUNCTION(name, function)                                                                                \
    SIDE_BY_SIDE static void map_##name(int64_t n, void *out, const void *in, const struct rt_loop_param *params)      \
    {                                                                                                                  \
        enum { MANY = sizeof(VECTORS) / sizeof(T) };                                                                   \
        const T *a = in;                                                                                               \
        T *o = out;                                                                                                    \
        int64_t i = 0;                                                                                                 \
        (void)params;                                                                                                  \
        for (; i + 2 * MANY <= n; i += 2 * MANY) {                                                                     \
            VECTORS u, v;                                                                                              \
            memcpy(&u, a + i, sizeof u), memcpy(&v, a + i + MANY, sizeof v);                                           \
            u = IN_VECTORS(function)(u), v = IN_VECTORS(function)(v);                                                  \
            memcpy(o + i, &u, sizeof u), memcpy(o + i + MANY, &v, sizeof v);                                           \
        }                                                                                                              \
        for (; i < n; i += MANY) {                                                                                     \
            const int rest = n - i < MANY ? (int)(n - i) : MANY;                                                       \
            IN_VECTORS(store)(o + i, rest, IN_VECTORS(function)(IN_VECTORS(load)(a + i, rest)));                       \
        }                                                                                                              \
    }
/* The expression by the function near_NAME, which gives the same bits, where no pair of a block is FAR. */
#define QUOTIENT_FUNCTION(name, result, ...)                                                                           \
    ZIP_FUNCTION(far_##name, result, __VA_ARGS__)                                                                      \
    static void zip_##name(int64_t n, void *out, const void *left, const void *right,                                  \
                           const struct rt_loop_param *params)                                                         \
    {                                                                                                                  \
        for (int64_t at = 0; at < n; at += 512) {                                                                      \
            const int64_t part = n - at < 512 ? n - at : 512;                                                          \
            const T *a = (const T *)left + at, *b = (const T *)right + at;                                             \
            T *o = (T *)out + at;                                                                                      \
            P far = 0;                                                                                                 \
            for (int64_t i = 0; i < part; i++)                                                                         \
                far |= FAR(a[i], b[i]);                                                                                \
            if (far) {                                                                                                 \
                zip_far_##name(part, o, a, b, params);                                                                 \
                continue;                                                                                              \
            }                                                                                                          \
            _Pragma("GCC ivdep") for (int64_t i = 0; i < part; i++) o[i] = near_##name(a[i], b[i]);                    \
        }                                                                                                              \
    }
#define DEFINE_0(...)
#define DEFINE_1(...) MAP_FUNCTION(__VA_ARGS__)
#define DEFINE_2(name, ...)                                                                                            \
    MAP_FUNCTION(small_##name, __VA_ARGS__)                                                                            \
    BIG_FUNCTION(name, __VA_ARGS__)
#define DEFINE_3(name, ...) VECTOR_FUNCTION(name, name)
#define DEFINE_4(name, ...)                                                                                            \
    VECTOR_FUNCTION(small_##name, name)                                                                                \
    BIG_FUNCTION(name, __VA_ARGS__)

#define RT_MAP(name, domain, result, ...) CAT(DEFINE_, IN_##domain)(name, result, __VA_ARGS__)
#define ZIPS_0(...)
#define ZIPS_1(...) ZIP_FUNCTION(__VA_ARGS__)
#define ZIPS_2(...) QUOTIENT_FUNCTION(__VA_ARGS__)
#define RT_ZIP(name, domain, result, ...) CAT(ZIPS_, IN_##domain)(name, result, __VA_ARGS__)
#define RT_ZIP_LIGHT(name, domain, result, ...) CAT(IF_, IN_##domain)(LIGHT_FUNCTIONS(name, result, __VA_ARGS__))
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
#undef RT_ZIP_LIGHT

const rt_map_loop NAMED(TYPE, map)[RT_MAP_COUNT] = {
#define RT_MAP(name, domain, result, ...) [RT_MAP_##name] = CAT(OR_NULL_, IN_##domain)(map_##name),
#define RT_ZIP(...)
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
};

const rt_zip_loop NAMED(TYPE, zip)[RT_ZIP_COUNT] = {
#define RT_MAP(...)
#define RT_ZIP(name, domain, result, ...) [RT_ZIP_##name] = CAT(OR_NULL_, IN_##domain)(zip_##name),
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
};

const rt_zip_loop NAMED(TYPE, sides)[2][RT_ZIP_COUNT] = {
#define RT_MAP(...)
#define RT_ZIP(...)
#define RT_ZIP_LIGHT(name, domain, ...) [RT_ZIP_##name] = CAT(OR_NULL_, IN_##domain)(left_##name),
    {
#include "ops/elementwise.def"
    },
#undef RT_ZIP_LIGHT
#define RT_ZIP_LIGHT(name, domain, ...) [RT_ZIP_##name] = CAT(OR_NULL_, IN_##domain)(right_##name),
    {
#include "ops/elementwise.def"
    },
#undef RT_MAP
#undef RT_ZIP
#undef RT_ZIP_LIGHT
};
