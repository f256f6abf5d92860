/* The loops of one complex type; included by cpu_complex.c once for each, after R (the type of the components), C (the
   complex type), PARTS (the real loops), F(f) (a function of complex.h for C), M(f) (of math.h for R) and NAME(x) are
   defined. Conjugates and products are written out: C's own product looks for infinities. */

static inline C NAME(make)(R re, R im)
{
    union {
        R component[2];
        C z;
    } v = {{re, im}};
    return v.z;
}

#define RE(z) M(creal)(z)
#define IM(z) M(cimag)(z)

static inline C NAME(times)(C x, C y)
{
    return NAME(make)(RE(x) * RE(y) - IM(x) * IM(y), RE(x) * IM(y) + IM(x) * RE(y));
}

/* the quotient, scaled by the larger component of the divisor */
static inline C NAME(over)(C x, C y)
{
    R a = RE(x), b = IM(x), c = RE(y), d = IM(y), r, scale;

    if (M(fabs)(c) >= M(fabs)(d)) {
        if (c == 0 && d == 0)
            return NAME(make)(a / M(fabs)(c), b / M(fabs)(d));
        r = d / c;
        scale = 1 / (c + d * r);
        return NAME(make)((a + b * r) * scale, (b - a * r) * scale);
    }
    r = c / d;
    scale = 1 / (d + c * r);
    return NAME(make)((a * r + b) * scale, (b * r - a) * scale);
}

static inline C NAME(power)(C x, C y)
{
    return F(pow)(x, y);
}

/* from the number with the larger real part */
static inline C NAME(log_sum)(C x, C y)
{
    C most = RE(x) < RE(y) ? y : x, least = RE(x) < RE(y) ? x : y;

    if (isnan(RE(x)) || isnan(IM(x)) || isnan(RE(y)) || isnan(IM(y)))
        return NAME(make)(NAN, NAN);
    if (isinf(RE(most)) && RE(most) == RE(least))
        return RE(most) < 0 ? least : F(log)(F(exp)(least) + F(exp)(most));
    return most + F(log)(1 + F(exp)(least - most));
}

static inline C NAME(over_one)(C x) /* 1 / (1 + e^-x) */
{
    return NAME(over)(1, 1 + F(exp)(-x));
}

#define SCALE(z, s) NAME(make)(RE(z) * (R)(s), IM(z) * (R)(s))
#define PI_TIMES(z) SCALE(z, 3.14159265358979323846)

#define MAP(name, result, ...)                                                                                         \
    static void NAME(map_##name)(int64_t n, void *out, const void *in, const struct rt_loop_param *params)             \
    {                                                                                                                  \
        (void)params;                                                                                                  \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            const C x = ((const C *)in)[i];                                                                            \
            ((result *)out)[i] = (__VA_ARGS__);                                                                        \
        }                                                                                                              \
    }
#define ZIP(name, result, ...)                                                                                         \
    static void NAME(zip_##name)(int64_t n, void *out, const void *left, const void *right,                            \
                                 const struct rt_loop_param *params)                                                   \
    {                                                                                                                  \
        const C p0 = NAME(make)((R)params[0].f64, (R)params[0].imaginary);                                             \
        (void)p0;                                                                                                      \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            const C x = ((const C *)left)[i], y = ((const C *)right)[i];                                               \
            ((result *)out)[i] = (__VA_ARGS__);                                                                        \
        }                                                                                                              \
    }

#define EACH_MAP(X)                                                                                                    \
    X(copy, C, x)                                                                                                      \
    X(sqrt, C, F(sqrt)(x))                                                                                             \
    X(rsqrt, C, NAME(over)(1, F(sqrt)(x)))                                                                             \
    X(exp, C, F(exp)(x))                                                                                               \
    X(exp2, C, F(exp)(SCALE(x, M_LN2)))                                                                                \
    X(expm1, C, F(exp)(x) - 1)                                                                                         \
    X(log, C, F(log)(x))                                                                                               \
    X(log2, C, SCALE(F(log)(x), 1.44269504088896340736))                                                               \
    X(log10, C, SCALE(F(log)(x), 0.43429448190325182765))                                                              \
    X(log1p, C, F(log)(x + 1))                                                                                         \
    X(sin, C, F(sin)(x))                                                                                               \
    X(cos, C, F(cos)(x))                                                                                               \
    X(tan, C, F(tan)(x))                                                                                               \
    X(asin, C, F(asin)(x))                                                                                             \
    X(acos, C, F(acos)(x))                                                                                             \
    X(atan, C, F(atan)(x))                                                                                             \
    X(sinh, C, F(sinh)(x))                                                                                             \
    X(cosh, C, F(cosh)(x))                                                                                             \
    X(tanh, C, F(tanh)(x))                                                                                             \
    X(asinh, C, F(asinh)(x))                                                                                           \
    X(acosh, C, F(acosh)(x))                                                                                           \
    X(atanh, C, F(atanh)(x))                                                                                           \
    X(sigmoid, C, NAME(over_one)(x))                                                                                   \
    X(silu, C, NAME(times)(x, NAME(over_one)(x)))                                                                      \
    X(sinc, C, x == 0 ? 1 : NAME(over)(F(sin)(PI_TIMES(x)), PI_TIMES(x)))                                              \
    X(isnan, uint8_t, isnan(RE(x)) || isnan(IM(x)))                                                                    \
    X(isinf, uint8_t, isinf(RE(x)) || isinf(IM(x)))                                                                    \
    X(isfinite, uint8_t, isfinite(RE(x)) && isfinite(IM(x)))
#define EACH_ZIP(X)                                                                                                    \
    X(pow, C, NAME(power)(x, y))                                                                                       \
    X(logaddexp, C, NAME(log_sum)(x, y))                                                                               \
    X(logical_and, uint8_t, (x != 0) & (y != 0))                                                                       \
    X(logical_or, uint8_t, (x != 0) | (y != 0))                                                                        \
    X(logical_xor, uint8_t, (x != 0) ^ (y != 0))                                                                       \
    X(sigmoid_backward, C, NAME(times)(x, conjugate(NAME(times)(1 - y, y))))                                           \
    X(tanh_backward, C, NAME(times)(x, conjugate(1 - NAME(times)(y, y))))

#define conjugate(z) F(onj)(z)
EACH_MAP(MAP)
EACH_ZIP(ZIP)
#undef conjugate

static const rt_map_loop NAME(maps)[RT_MAP_COUNT] = {
#define X(name, ...) [RT_MAP_##name] = NAME(map_##name),
    EACH_MAP(X)
#undef X
};
static const rt_zip_loop NAME(zips)[RT_ZIP_COUNT] = {
#define X(name, ...) [RT_ZIP_##name] = NAME(zip_##name),
    EACH_ZIP(X)
#undef X
};

/* Running values are doubles. Products begin with a one, which makes infinite numbers nan. */
static void NAME(scan_sum)(int64_t n, void *out, int64_t *positions, const void *in, struct rt_scan_state *state)
{
    const R *from = in;
    R *to = out;
    double re = state->value.parts[0], im = state->value.parts[1];

    (void)positions;
    for (int64_t i = 0; i < n; i++) {
        to[2 * i] = (R)(re += from[2 * i]);
        to[2 * i + 1] = (R)(im += from[2 * i + 1]);
    }
    state->value.parts[0] = re, state->value.parts[1] = im;
    state->begin += n;
}

static void NAME(scan_prod)(int64_t n, void *out, int64_t *positions, const void *in, struct rt_scan_state *state)
{
    const R *from = in;
    R *to = out;
    double re = state->begin ? state->value.parts[0] : 1, im = state->value.parts[1];

    (void)positions;
    for (int64_t i = 0; i < n; i++) {
        const double c = from[2 * i], d = from[2 * i + 1], was = re;
        to[2 * i] = (R)(re = was * c - im * d);
        to[2 * i + 1] = (R)(im = was * d + im * c);
    }
    state->value.parts[0] = re, state->value.parts[1] = im;
    state->begin += n;
}

/* columns of numbers are twice as many of components, more than a strip has */
static void NAME(columns_sum)(int64_t rows, int64_t width, void *out, int64_t out_step, const void *in, int64_t in_step)
{
    for (int64_t j = 0; j < width; j += RT_STRIP / 2) {
        const int64_t m = width - j < RT_STRIP / 2 ? width - j : RT_STRIP / 2;
        rt_cpu_loops()->scan_columns[PARTS][RT_SCAN_SUM](rows, 2 * m, (C *)out + j, 2 * out_step, (const C *)in + j,
                                                         2 * in_step);
    }
}

static void NAME(columns_prod)(int64_t rows, int64_t width, void *out, int64_t out_step, const void *in,
                               int64_t in_step)
{
    double all[2 * RT_STRIP];

    for (int64_t j = 0; j < width; j++)
        all[2 * j] = 1, all[2 * j + 1] = 0;
    for (int64_t i = 0; i < rows; i++) {
        const R *from = (const R *)in + 2 * i * in_step;
        R *to = (R *)out + 2 * i * out_step;
        for (int64_t j = 0; j < width; j++) {
            const double re = all[2 * j], im = all[2 * j + 1], c = from[2 * j], d = from[2 * j + 1];
            to[2 * j] = (R)(all[2 * j] = re * c - im * d);
            to[2 * j + 1] = (R)(all[2 * j + 1] = re * d + im * c);
        }
    }
}

static const rt_scan_loop NAME(scans)[RT_SCAN_COUNT] = {
    [RT_SCAN_SUM] = NAME(scan_sum), [RT_SCAN_PROD] = NAME(scan_prod)};
static const rt_scan_columns NAME(scan_columns)[RT_SCAN_COUNT] = {
    [RT_SCAN_SUM] = NAME(columns_sum), [RT_SCAN_PROD] = NAME(columns_prod)};

#undef RE
#undef IM
#undef SCALE
#undef PI_TIMES
#undef MAP
#undef ZIP
#undef EACH_MAP
#undef EACH_ZIP
