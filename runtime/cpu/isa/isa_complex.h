/* The loops of one complex type over vectors of pairs; included by isa_complex.c once for each, after R (the type of
   the components), P (integers of that size), WIDTH (components in a vector), EACH(f) (f of all their positions), REAL
   (the name of the real loops), DOUBLES(v) (as many components as a vector has doubles, as such) and PART(x) are
   defined. Values are those of the plain loops in cpu_complex_loops.h, bit for bit. */

typedef R PART(vector) __attribute__((vector_size(BYTES)));
typedef P PART(positions) __attribute__((vector_size(BYTES)));
#define V PART(vector)
#define M PART(positions)

static const V PART(minus_odd) = {EACH(MINUS_ODD)}, PART(minus_even) = {EACH(MINUS_EVEN)};

/* SHUFFLE(v, f): the components that f says; clang wants the positions as constants */
#ifdef __clang__
#define SHUFFLE(v, f) __builtin_shufflevector(v, v, EACH(f))
#else
#define SHUFFLE(v, f) __builtin_shuffle(v, (M){EACH(f)})
#endif
#define SWAP(v) SHUFFLE(v, SWAPPED)
#define RE(v) SHUFFLE(v, EVEN) /* the real components, twice each */
#define IM(v) SHUFFLE(v, ODD)
#define PICK(mask, a, b) ((V)(((mask) & (M)(a)) | (~(mask) & (M)(b))))
#define SIZE(v) ((V)((M)(v) & (M)~SIGNS))
#define SIGNS ((M)((V){0} * -(R)1))

ALWAYS V PART(load)(const void *from)
{
    V v;
    memcpy(&v, from, sizeof v);
    return v;
}

ALWAYS V PART(load_some)(const void *from, int64_t n)
{
    V v = {0};
    memcpy(&v, from, (size_t)n * 2 * sizeof(R));
    return v;
}

ALWAYS V PART(number)(R re, R im)
{
    const V a = {re, im};
    return SHUFFLE(a, PARITY);
}

ALWAYS V PART(times)(V x, V y)
{
    return RE(x) * y + (IM(x) * SWAP(y)) * PART(minus_even);
}

/* the quotient, scaled by the larger component of the divisor */
ALWAYS V PART(over)(V x, V y)
{
    const V c = RE(y), d = IM(y), rotated = SWAP(x) * PART(minus_odd);
    const M big = (M)(SIZE(c) >= SIZE(d)), zero = (M)(c == 0) & (M)(d == 0);
    const V most = PICK(big, c, d), r = PICK(big, d, c) / most, scale = 1 / (most + PICK(big, d, c) * r);
    const V ratio = (PICK(big, x, rotated) + PICK(big, rotated, x) * r) * scale;

    return PICK(zero, x * (R)INFINITY, ratio);
}

#define LOOP_MAP(name, ...)                                                                                            \
    static void PART(map_##name)(int64_t n, void *out, const void *in, const struct rt_loop_param *params)             \
    {                                                                                                                  \
        const R *a = in;                                                                                               \
        R *o = out;                                                                                                    \
        (void)params;                                                                                                  \
        for (; n >= WIDTH / 2; n -= WIDTH / 2, a += WIDTH, o += WIDTH) {                                               \
            const V x = PART(load)(a), result = (__VA_ARGS__);                                                         \
            memcpy(o, &result, sizeof result);                                                                         \
        }                                                                                                              \
        if (n > 0) {                                                                                                   \
            const V x = PART(load_some)(a, n), result = (__VA_ARGS__);                                                 \
            memcpy(o, &result, (size_t)n * 2 * sizeof(R));                                                             \
        }                                                                                                              \
    }
/* side: of the scalar, as rt_cpu_loops has them; -1: there is none */
#define LOOP_ZIP(name, ...)                                                                                            \
    ALWAYS void PART(zip_any_##name)(int64_t n, void *out, const void *left, const void *right,                        \
                                     const struct rt_loop_param *params, const int side)                               \
    {                                                                                                                  \
        const R *a = left, *b = right;                                                                                 \
        R *o = out;                                                                                                    \
        const V p0 = PART(number)((R)params[0].f64, (R)params[0].imaginary);                                           \
        const V one = side < 0 ? p0 : side ? PART(number)(b[0], b[1]) : PART(number)(a[0], a[1]);                      \
        (void)p0, (void)one;                                                                                           \
        for (; n >= WIDTH / 2; n -= WIDTH / 2, o += WIDTH) {                                                           \
            const V x = side == 0 ? one : PART(load)(a), y = side == 1 ? one : PART(load)(b), result = (__VA_ARGS__);  \
            memcpy(o, &result, sizeof result);                                                                         \
            a += side == 0 ? 0 : WIDTH, b += side == 1 ? 0 : WIDTH;                                                    \
        }                                                                                                              \
        if (n > 0) {                                                                                                   \
            const V x = side == 0 ? one : PART(load_some)(a, n), y = side == 1 ? one : PART(load_some)(b, n);          \
            const V result = (__VA_ARGS__);                                                                            \
            memcpy(o, &result, (size_t)n * 2 * sizeof(R));                                                             \
        }                                                                                                              \
    }                                                                                                                  \
    static void PART(zip_##name)(int64_t n, void *out, const void *left, const void *right,                            \
                                 const struct rt_loop_param *params)                                                   \
    {                                                                                                                  \
        PART(zip_any_##name)(n, out, left, right, params, -1);                                                         \
    }                                                                                                                  \
    static void PART(left_##name)(int64_t n, void *out, const void *left, const void *right,                           \
                                  const struct rt_loop_param *params)                                                  \
    {                                                                                                                  \
        PART(zip_any_##name)(n, out, left, right, params, 0);                                                          \
    }                                                                                                                  \
    static void PART(right_##name)(int64_t n, void *out, const void *left, const void *right,                          \
                                   const struct rt_loop_param *params)                                                 \
    {                                                                                                                  \
        PART(zip_any_##name)(n, out, left, right, params, 1);                                                          \
    }

#define EACH_MAP(X)                                                                                                    \
    X(neg, -x)                                                                                                         \
    X(conj, x *PART(minus_odd))                                                                                        \
    X(square, PART(times)(x, x))                                                                                       \
    X(cube, PART(times)(PART(times)(x, x), x))                                                                         \
    X(reciprocal, PART(over)(PART(number)(1, 0), x))
#define EACH_ZIP(X)                                                                                                    \
    X(add, x + y)                                                                                                      \
    X(add_scaled, x + PART(times)(y, p0))                                                                              \
    X(sub, x - y)                                                                                                      \
    X(mul, PART(times)(x, y))                                                                                          \
    X(mul_scaled, PART(times)(PART(times)(x, p0), y))                                                                  \
    X(div_scaled, PART(over)(PART(times)(x, p0), y))                                                                   \
    X(div, PART(over)(x, y))
EACH_MAP(LOOP_MAP)
EACH_ZIP(LOOP_ZIP)

/* The components of a block of numbers, for real loops: angles, sizes. */
#define BY_COMPONENTS(name, function, first, second)                                                                   \
    static void PART(map_##name)(int64_t n, void *out, const void *in, const struct rt_loop_param *params)             \
    {                                                                                                                  \
        enum { BLOCK = 256 };                                                                                          \
        R re[BLOCK], im[BLOCK];                                                                                        \
        for (int64_t at = 0; at < n; at += BLOCK) {                                                                    \
            const R *from = (const R *)in + 2 * at;                                                                    \
            const int64_t m = n - at < BLOCK ? n - at : BLOCK;                                                         \
            for (int64_t i = 0; i < m; i++) {                                                                          \
                re[i] = from[2 * i];                                                                                   \
                im[i] = from[2 * i + 1];                                                                               \
            }                                                                                                          \
            REAL(zip)[RT_ZIP_##function](m, (R *)out + at, first, second, params);                                     \
        }                                                                                                              \
    }
BY_COMPONENTS(angle, atan2, im, re)
BY_COMPONENTS(abs, hypot, re, im)
#undef BY_COMPONENTS

/* The components divided by the sizes, which are calculated for a block first. */
static void PART(map_sign)(int64_t n, void *out, const void *in, const struct rt_loop_param *params)
{
    enum { BLOCK = 256 };
    R size[BLOCK];

    for (int64_t at = 0; at < n; at += BLOCK) {
        const int64_t m = n - at < BLOCK ? n - at : BLOCK;
        const R *from = (const R *)in + 2 * at;
        R *to = (R *)out + 2 * at;
        PART(map_abs)(m, size, from, params);
        for (int64_t i = 0; i < m; i++) {
            const R re = from[2 * i] / size[i], im = from[2 * i + 1] / size[i];
            to[2 * i] = size[i] == 0 ? 0 : re;
            to[2 * i + 1] = size[i] == 0 ? 0 : im;
        }
    }
}

/* Logical ops: of both components together. */
#define LOGICAL(name, ...)                                                                                             \
    static void PART(map_##name)(int64_t n, void *out, const void *in, const struct rt_loop_param *params)             \
    {                                                                                                                  \
        const R *a = in;                                                                                               \
        uint8_t *o = out;                                                                                              \
        (void)params;                                                                                                  \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                              \
            const R re = a[2 * i], im = a[2 * i + 1];                                                                  \
            o[i] = (uint8_t)(__VA_ARGS__);                                                                             \
        }                                                                                                              \
    }
#define LOGICAL_OF_TWO(name, ...)                                                                                      \
    static void PART(zip_##name)(int64_t n, void *out, const void *left, const void *right,                            \
                                 const struct rt_loop_param *params)                                                   \
    {                                                                                                                  \
        const R *a = left, *b = right;                                                                                 \
        uint8_t *o = out;                                                                                              \
        (void)params;                                                                                                  \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                              \
            const R re = a[2 * i], im = a[2 * i + 1], other_re = b[2 * i], other_im = b[2 * i + 1];                    \
            o[i] = (uint8_t)(__VA_ARGS__);                                                                             \
        }                                                                                                              \
    }
LOGICAL(logical_not, (re == 0) & (im == 0))
LOGICAL(nonzero, (re != 0) | (im != 0))
LOGICAL_OF_TWO(eq, (re == other_re) & (im == other_im))
LOGICAL_OF_TWO(ne, (re != other_re) | (im != other_im))
#undef LOGICAL
#undef LOGICAL_OF_TWO

/* The sum of n numbers, in eight lanes of components; four are added before they become doubles. */
void PART(sum)(int64_t n, const void *in, double *sums)
{
    enum { SOME = BYTES / 8, PARTS = 8 / SOME };
    typedef R some __attribute__((vector_size(SOME * sizeof(R)), aligned(sizeof(R)), may_alias));
    const R *a = in;
    doubles s0[PARTS], s1[PARTS];
    double lane[8], small[8] = {0};

#define AT(position) (*(const some *)(a + p * SOME + (position)))
#define EACH_SOME _Pragma("GCC unroll 8") for (int p = 0; p < PARTS; p++)
    EACH_SOME s0[p] = s1[p] = (doubles){0};
    for (n *= 2; n >= 64; n -= 64, a += 64)
        EACH_SOME
        {
            s0[p] += DOUBLES((AT(0) + AT(16)) + (AT(32) + AT(48)));
            s1[p] += DOUBLES((AT(8) + AT(24)) + (AT(40) + AT(56)));
        }
    for (; n >= 8; n -= 8, a += 8)
        EACH_SOME s0[p] += DOUBLES(AT(0));
    for (int64_t k = 0; k < n; k++)
        small[k] = a[k];
    EACH_SOME s0[p] += s1[p];
    memcpy(lane, s0, sizeof lane);
    for (int k = 0; k < 2; k++)
        sums[k] = ((lane[k] + lane[k + 4]) + (lane[k + 2] + lane[k + 6])) +
                  ((small[k] + small[k + 4]) + (small[k + 2] + small[k + 6]));
#undef AT
#undef EACH_SOME
}

const rt_map_loop PART(map)[RT_MAP_COUNT] = {
#define X(name, ...) [RT_MAP_##name] = PART(map_##name),
    EACH_MAP(X)
#undef X
        [RT_MAP_angle] = PART(map_angle),
    [RT_MAP_abs] = PART(map_abs),
    [RT_MAP_sign] = PART(map_sign),
    [RT_MAP_logical_not] = PART(map_logical_not),
    [RT_MAP_nonzero] = PART(map_nonzero),
};
const rt_zip_loop PART(zip)[RT_ZIP_COUNT] = {
#define X(name, ...) [RT_ZIP_##name] = PART(zip_##name),
    EACH_ZIP(X)
#undef X
        [RT_ZIP_eq] = PART(zip_eq),
    [RT_ZIP_ne] = PART(zip_ne),
};
const rt_zip_loop PART(sides)[2][RT_ZIP_COUNT] = {{
#define X(name, ...) [RT_ZIP_##name] = PART(left_##name),
                                                      EACH_ZIP(X)
#undef X
                                                  },
                                                  {
#define X(name, ...) [RT_ZIP_##name] = PART(right_##name),
                                                      EACH_ZIP(X)
#undef X
                                                  }};

#undef V
#undef M
#undef SWAP
#undef RE
#undef IM
#undef PICK
#undef SIZE
#undef SIGNS
#undef LOOP_MAP
#undef LOOP_ZIP
#undef EACH_MAP
#undef EACH_ZIP
#undef R
#undef P
#undef WIDTH
#undef EACH
#undef REAL
#undef PART
#undef DOUBLES
