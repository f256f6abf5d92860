/* Helpers of the pointwise expressions for float types; T, M and the type's limits are defined by the includer. */

#define S(f) (T) rt_special_##f
#define IN_FLOATS 1
#define IN_ANGLES 2
#define IN_NUMBERS 1
#define IN_INTEGERS 0
#define IN_QUOTIENTS 2
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
