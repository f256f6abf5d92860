/* Helpers of the pointwise expressions for integers: T, U (unsigned T; uint32_t where T is NARROW, smaller than that)
   are defined by the includer. Division by zero is
   excluded by the caller (cpu_map.c looks first). */

#define IN_FLOATS 0
#define IN_SPECIAL 0
#define IN_TRIG 0
#define IN_TRIG_VECTOR 0
#define IN_VECTOR_MATH 0
#define IN_VECTOR_MATH32 0
#define IN_NUMERIC 1
#define IN_INTEGRAL 1
#ifdef NARROW
#define IN_DIVISION 0
#define IN_INTEGRAL_WIDENED 0
#else
#define IN_DIVISION 2
#define IN_INTEGRAL_WIDENED 1
#endif
#define M(f) f
#define SELECT(c, a, b) ((c) ? (a) : (b))
#define ISNAN(x) 0
#define NEG(x) ((T)(0 - (U)(x)))
#define ABS(x) ((x) < 0 ? NEG(x) : (x))
#define SIGNBIT(x) ((x) < 0)
#define WRAP(a, op, b) ((T)((U)(a)op(U)(b)))
#define FMA(a, b, c) ((T)((U)(a) * (U)(b) + (U)(c)))
#define BITNOT(x) (~(x))
#define SHIFT_LEFT(x, y) ((U)(y) >= sizeof(T) * 8 ? 0 : (T)((U)(x) << (y)))
#define SHIFT_RIGHT(x, y) ((x) >> ((U)(y) >= sizeof(T) * 8 ? (int)sizeof(T) * 8 - ((T)-1 < 0) : (int)(y)))
#define TRUNCDIV(x, y) ((y) == -1 ? NEG(x) : (x) / (y))
#define FMOD(x, y) ((y) == -1 ? 0 : (x) % (y))
#define FLOORDIV(x, y) floor_divide(x, y)
#define REMAINDER(x, y) floor_modulo(x, y)
#define GCD(x, y) greatest_divisor(x, y)
#define LCM(x, y) least_multiple(x, y)
#define POW(x, y) power(x, y)

static inline T floor_divide(T x, T y)
{
    T quotient;

    if (y == -1)
        return NEG(x);
    quotient = x / y;
    return x % y != 0 && (x < 0) != (y < 0) ? quotient - 1 : quotient;
}

static inline T floor_modulo(T x, T y)
{
    T rest;

    if (y == -1)
        return 0;
    rest = x % y;
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

/* The same by doubles, which hold such numbers, and whose rounded quotient is an integer only where the true one is. */
#define FAR(x, y)                                                                                                      \
    (P)(sizeof(T) == 4 ? (x) == (T)INT32_MIN : ((U)(x) + ((U)1 << 50)) >> 51 != 0 || ((U)(y) + ((U)1 << 50)) >> 51 != 0)
/* Few instruction sets turn integers of 64 bits into doubles and back: those that are not far become the last bits
   of a large double, which is then taken away. */
#define LARGE 0x1.8p52
#define LARGE_BITS UINT64_C(0x4338000000000000)
static inline double near_double(T x)
{
    union {
        uint64_t bits;
        double number;
    } v = {.bits = (uint64_t)x + LARGE_BITS};

    return sizeof(T) == 8 ? v.number - LARGE : (double)x;
}
/* of an integer */
static inline T near_integer(double x)
{
    union {
        double number;
        uint64_t bits;
    } v = {.number = x + LARGE};

    return sizeof(T) == 8 ? (T)(v.bits - LARGE_BITS) : (T)x;
}

static inline T near_floor_divide(T x, T y)
{
    return near_integer(floor(near_double(x) / near_double(y)));
}

static inline T near_remainder(T x, T y)
{
    const double a = near_double(x), b = near_double(y);

    return near_integer(fma(-floor(a / b), b, a));
}

static inline T near_div_trunc(T x, T y)
{
    return near_integer(trunc(near_double(x) / near_double(y)));
}

static inline T near_fmod(T x, T y)
{
    const double a = near_double(x), b = near_double(y);

    return near_integer(fma(-trunc(a / b), b, a));
}

static inline T power(T x, T y)
{
    U result = 1, base = (U)x;

    if (y < 0)
        return x == 1 ? 1 : x == -1 ? (y & 1 ? -1 : 1) : 0;
    for (; y; y >>= 1) {
        if (y & 1)
            result *= base;
        base *= base;
    }
    return (T)result;
}

static inline T greatest_divisor(T x, T y)
{
    U a = x < 0 ? 0 - (U)x : (U)x, b = y < 0 ? 0 - (U)y : (U)y;

    while (b) {
        U rest = a % b;
        a = b;
        b = rest;
    }
    return (T)a;
}

static inline T least_multiple(T x, T y)
{
    T divisor = greatest_divisor(x, y), product;

    if (divisor == 0)
        return 0;
    product = (T)((U)(divisor == -1 ? NEG(x) : x / divisor) * (U)y);
    return ABS(product);
}
