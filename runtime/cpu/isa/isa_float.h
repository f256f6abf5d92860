/* Helpers of the pointwise expressions for float types; T, M and the type's limits are defined by the includer. */

#define S(f) (T) rt_special_##f
#define IN_FLOATS 1
#define IN_SPECIAL 1
#define IN_TRIG 2
#define IN_NUMERIC 1
#define IN_INTEGRAL 0
#define IN_DIVISION 2
#define IN_INTEGRAL_WIDENED 0
#define SELECT(c, a, b) ((c) ? (a) : (b))
#define ISNAN(x) ((x) != (x))
#define NEG(x) (-(x))
#define ABS(x) M(fabs)(x)
#define SIGNBIT(x) (signbit(x) != 0)
#define WRAP(a, op, b) ((a)op(b))
#define FMA(a, b, c) M(fma)(a, b, c)
#define FMOD(x, y) M(fmod)(x, y)
#define TRUNCDIV(x, y) M(trunc)((x) / (y))
#define FLOORDIV(x, y) floor_divide(x, y)
#define REMAINDER(x, y) floor_modulo(x, y)
#define POW(x, y) M(pow)(x, y)
#define GELU(x) M(gelu)(x)

#define MANTISSA(x) mantissa(x)
#define EXPONENT(x) exponent(x)
#define NEXTAFTER(x, y) next_after(x, y)
#define NEXTHALF(x, y, digits) next_half(x, y, (int)(digits))

/* The bits of a number: sign, exponent, digits. */
#define DIGITS (sizeof(T) == 4 ? 23 : 52)
#define EXPONENT_BITS ((P)(sizeof(T) == 4 ? INT64_C(0x7f800000) : INT64_C(0x7ff0000000000000)))
#define HALF_BITS ((P)(sizeof(T) == 4 ? INT64_C(0x3f000000) : INT64_C(0x3fe0000000000000))) /* of 0.5 */
#define SMALLEST_NORMAL (sizeof(T) == 4 ? (T)0x1p-126 : (T)0x1p-1022)
static inline P bits_of(T x)
{
    union {
        T number;
        P bits;
    } v = {x};

    return v.bits;
}
static inline T of_bits(P bits)
{
    union {
        P bits;
        T number;
    } v = {bits};

    return v.number;
}

/* frexp as two functions: in [0.5, 1), and the power of two; the exponent of 0, inf and nan is 0. */
static inline T mantissa(T x)
{
    const T size = M(fabs)(x), normal = size < SMALLEST_NORMAL ? x * (T)0x1p60 : x;
    const T in_half = of_bits((bits_of(normal) & ~EXPONENT_BITS) | HALF_BITS);

    return ((size > 0) & (size < (T)INFINITY)) ? in_half : x;
}
static inline T exponent(T x)
{
    const T size = M(fabs)(x), normal = size < SMALLEST_NORMAL ? x * (T)0x1p60 : x;
    const P power = (bits_of(normal) & EXPONENT_BITS) - HALF_BITS;
    const T e = (T)(power / ((P)1 << DIGITS)) - (size < SMALLEST_NORMAL ? (T)60 : (T)0);

    return ((size > 0) & (size < (T)INFINITY)) ? e : (T)0;
}

/* The next number after x towards y, of T, and of a half type with so many digits after the first (10: float16, 7:
   bfloat16, whose numbers are floats without their last sixteen bits). */
static inline T next_after(T x, T y)
{
    const P one = (x < y) == (x > 0) ? 1 : -1;
    const T away = of_bits((P)((uint64_t)bits_of(x) + (uint64_t)one)), least = M(copysign)(of_bits(1), y);
    const T next = x == 0 ? least : away;

    return ISNAN(x) | ISNAN(y) ? x + y : x == y ? y : next;
}
static inline T next_half(T x, T y, int digits)
{
    const P step = (P)1 << (23 - digits);
    const bool small = digits == 10, up = x < y;
    const float size = fabsf((float)x), spacing = small ? 0x1p-24f : 0x1p-133f, start = small ? 0x1p-14f : 0x1p-126f;
    const bool outwards = up == (x > 0);
    const T within = (T)((float)x + (up ? spacing : -spacing));
    union {
        float number;
        int32_t bits;
    } v = {(float)x};
    T next;

    v.bits = (int32_t)((uint32_t)v.bits + (uint32_t)(outwards ? step : -step));
    next = size == INFINITY ? (T)copysignf(small ? 65504.0f : 0x1.fep127f, (float)x) : (T)v.number;
    next = (size < start) | ((size == start) & !outwards) ? within : next;
    return ISNAN(x) | ISNAN(y) ? x + y : x == y ? y : next;
}

/* Means of pairs, from the nearer end, so that a weight of 1 gives the end itself. */
static void lerp(int64_t n, void *out, const void *from, const void *to, const void *weights)
{
    const T *a = from, *b = to, *w = weights;
    T *o = out;

    _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)
    {
        const T x = a[i], y = b[i], weight = w[i];
        const bool near = M(fabs)(weight) < (T)0.5;
        o[i] = M(fma)(near ? weight : weight - 1, y - x, near ? x : y);
    }
}
const rt_select_loop NAMED(TYPE, lerp) = lerp;

/* addcmul, whose last product and sum are rounded once, and addcdiv, whose steps are rounded one by one. */
#define COMBINE(name, term)                                                                                            \
    static void name(int64_t n, void *out, const void *to, const void *left, const void *right,                        \
                     const struct rt_loop_param *params)                                                               \
    {                                                                                                                  \
        const T *c = to, *a = left, *b = right, p0 = params[0].PARAM;                                                  \
        T *o = out;                                                                                                    \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) o[i] = term;                                              \
    }
COMBINE(add_product, FMA(a[i] * p0, b[i], c[i]))
COMBINE(add_quotient, c[i] + a[i] * p0 / b[i])
const rt_combine_loop NAMED(TYPE, combine)[2] = {add_product, add_quotient};

/* Quotient rounded down, exactly consistent with the remainder (Python's rule). */
static inline T floor_divide(T x, T y)
{
    T mod, div, down;

    if (y == 0)
        return x / y;
    mod = M(fmod)(x, y);
    div = (x - mod) / y;
    if (mod != 0 && (y < 0) != (mod < 0))
        div -= 1;
    if (div == 0)
        return M(copysign)(0, x / y);
    down = M(floor)(div);
    return div - down > (T)0.5 ? down + 1 : down;
}

static inline T floor_modulo(T x, T y)
{
    T mod = M(fmod)(x, y);

    return mod != 0 && (y < 0) != (mod < 0) ? mod + y : mod;
}

/* The same where the quotient is a small number: then truncating it is off by one at most, and what a fused
   multiply-add leaves is exact. */
#define QUOTIENT_MAX (sizeof(T) == 4 ? (T)0x1p22 : (T)0x1p50)
#define FAR(x, y) (P)(!(M(fabs)(x) < QUOTIENT_MAX * M(fabs)(y)) | !(M(fabs)(y) < (T)INFINITY))
static inline T near_fmod(T x, T y)
{
    T rest = M(fma)(-M(trunc)(x / y), y, x);

    rest = (rest < 0) != (x < 0) && rest != 0 ? rest + M(copysign)(y, x) : rest;
    return M(copysign)(rest, x);
}

static inline T near_remainder(T x, T y)
{
    T rest = near_fmod(x, y), other = rest + y;

    return (rest != 0) & ((y < 0) != (rest < 0)) ? other : rest;
}

static inline T near_floor_divide(T x, T y)
{
    T rest = near_fmod(x, y), quotient = (x - rest) / y, down;

    quotient -= (rest != 0) & ((y < 0) != (rest < 0)) ? (T)1 : (T)0;
    down = M(floor)(quotient);
    down += quotient - down > (T)0.5 ? (T)1 : (T)0;
    return quotient == 0 ? M(copysign)(0, x / y) : down;
}

static inline T near_div_trunc(T x, T y)
{
    return M(trunc)(x / y);
}

static inline int any_big(int64_t n, const T *a)
{
#if defined(ANY_BEYOND)
    return ANY_BEYOND(n, a, BIGGEST);
#else
    int big = 0;

    for (int64_t i = 0; i < n; i++)
        big |= M(fabs)(a[i]) > BIGGEST;
    return big;
#endif
}

/* Angles too big for our own reduction: the C library's. */
static T big_sin(T x)
{
    return LIBRARY(sin)(x);
}
static T big_cos(T x)
{
    return LIBRARY(cos)(x);
}
static T big_tan(T x)
{
    return LIBRARY(tan)(x);
}
static T big_sinc(T x)
{
    T angle = (T)3.14159265358979323846 * x;

    return LIBRARY(sin)(angle) / angle;
}
