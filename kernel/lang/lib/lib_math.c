/* lib_math.c: the module math on floats. Its functions on integers are in lib_math_int.c. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "lib.h"
#include "lib_math.h"
#include "types/bigint.h"

static lang_value domain_error(struct lang_thread *t)
{
    return lang_raise(t, LANG_EXC_ValueError, "math domain error");
}

static lang_value range_error(struct lang_thread *t)
{
    return lang_raise(t, LANG_EXC_OverflowError, "math range error");
}

/* ------------------------------------------------------------------ functions of one float */

/* f(x) with CPython's judgement of the result: a NaN from an argument that is none is a domain error; an infinity out
 * of a finite one is a range error where f can overflow, else a domain error (a pole). */
static lang_value apply(struct lang_thread *t, lang_value v, double (*f)(double), bool overflows)
{
    double x, r;

    if (v.tag == LANG_FLOAT)
        x = v.f;
    else if (lang_as_double(t, v, &x) < 0)
        return lang_error();
    r = f(x);
    if (isnan(r) && !isnan(x))
        return domain_error(t);
    if (isinf(r) && isfinite(x))
        return overflows ? range_error(t) : domain_error(t);
    return lang_float(r);
}

#define UNARY(name, f, overflows)                                                                                      \
    static lang_value m_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        return apply(t, a[0], f, overflows);                                                                           \
    }

static double to_degrees(double x)
{
    return x * (180.0 / M_PI);
}
static double to_radians(double x)
{
    return x * (M_PI / 180.0);
}

UNARY(acos, acos, false)
UNARY(acosh, acosh, false)
UNARY(asin, asin, false)
UNARY(asinh, asinh, false)
UNARY(atan, atan, false)
UNARY(atanh, atanh, false)
UNARY(cbrt, cbrt, false)
UNARY(cos, cos, false)
UNARY(cosh, cosh, true)
UNARY(erf, erf, false)
UNARY(erfc, erfc, false)
UNARY(exp, exp, true)
UNARY(exp2, exp2, true)
UNARY(expm1, expm1, true)
UNARY(fabs, fabs, false)
UNARY(log1p, log1p, false)
UNARY(sin, sin, false)
UNARY(sinh, sinh, true)
UNARY(sqrt, sqrt, false)
UNARY(tan, tan, false)
UNARY(tanh, tanh, false)

static lang_value m_degrees(struct lang_thread *t, const lang_value *a)
{
    double x;

    return lang_as_double(t, a[0], &x) < 0 ? lang_error() : lang_float(to_degrees(x));
}

static lang_value m_radians(struct lang_thread *t, const lang_value *a)
{
    double x;

    return lang_as_double(t, a[0], &x) < 0 ? lang_error() : lang_float(to_radians(x));
}

static lang_value m_gamma(struct lang_thread *t, const lang_value *a)
{
    double x, r;

    if (lang_as_double(t, a[0], &x) < 0)
        return lang_error();
    if (isnan(x) || x == INFINITY)
        return lang_float(x);
    if (x == -INFINITY || (x <= 0 && x == floor(x)))
        return domain_error(t);
    if (x == floor(x) && x <= 23) { /* exact in a double */
        for (r = 1; x > 2; r *= --x)
            ;
        return lang_float(r);
    }
    r = tgamma(x);
    return isinf(r) ? range_error(t) : lang_float(r);
}

static lang_value m_lgamma(struct lang_thread *t, const lang_value *a)
{
    double x, r;
    int sign;

    if (lang_as_double(t, a[0], &x) < 0)
        return lang_error();
    if (isfinite(x) && x <= 0 && x == floor(x))
        return domain_error(t);
    r = lgamma_r(x, &sign);
    return isinf(r) && isfinite(x) ? range_error(t) : lang_float(r);
}

/* ------------------------------------------------------------------ logarithms: of integers of any size */

/* log of a positive integer of many bits: its first 62 and how many there are behind them. */
static int big_logarithm(struct lang_thread *t, lang_value v, int64_t bits, double (*f)(double), double *out)
{
    lang_value exact = lang_int_exact(t, v), top; /* its class may have operators of its own */
    int exponent, status;
    double x;

    if (lang_is_error(exact))
        return -1;
    top = lang_binary(t, LANG_OP_RSHIFT, exact, lang_int(bits - 62));
    lang_unref(t, exact);
    if (lang_is_error(top))
        return -1;
    status = lang_as_double(t, top, &x);
    lang_unref(t, top);
    if (status < 0)
        return -1;
    x = frexp(x, &exponent);
    *out = f(x) + f(2.0) * (double)(bits - 62 + exponent);
    return 0;
}

/* log of a positive value with the exponent split off: big integers do not fit a double. */
static int logarithm(struct lang_thread *t, lang_value v, double (*f)(double), double *out)
{
    double x;

    if (lang_is_integer(v) && v.tag == LANG_OBJECT) {
        int64_t bits = (int64_t)lang_int_bit_length(v);

        if (lang_int_sign(v) <= 0)
            return domain_error(t), -1;
        if (bits > 1000)
            return big_logarithm(t, v, bits, f, out);
    }
    if (lang_as_double(t, v, &x) < 0)
        return -1;
    if (x <= 0 || (isnan(f(x)) && !isnan(x))) {
        domain_error(t);
        return -1;
    }
    *out = f(x);
    return 0;
}

static lang_value m_log(struct lang_thread *t, const lang_value *a)
{
    double x, base;

    if (logarithm(t, a[0], log, &x) < 0)
        return lang_error();
    if (lang_is_undef(a[1]))
        return lang_float(x);
    if (logarithm(t, a[1], log, &base) < 0)
        return lang_error();
    if (base == 0)
        return lang_raise(t, LANG_EXC_ZeroDivisionError, "float division by zero");
    return lang_float(x / base);
}

static lang_value m_log2(struct lang_thread *t, const lang_value *a)
{
    double x;

    return logarithm(t, a[0], log2, &x) < 0 ? lang_error() : lang_float(x);
}

static lang_value m_log10(struct lang_thread *t, const lang_value *a)
{
    double x;

    return logarithm(t, a[0], log10, &x) < 0 ? lang_error() : lang_float(x);
}

/* ------------------------------------------------------------------ functions of two floats */

static int two(struct lang_thread *t, const lang_value *a, double *x, double *y)
{
    return lang_as_double(t, a[0], x) < 0 || lang_as_double(t, a[1], y) < 0 ? -1 : 0;
}

static lang_value m_atan2(struct lang_thread *t, const lang_value *a)
{
    double y, x;

    return two(t, a, &y, &x) < 0 ? lang_error() : lang_float(atan2(y, x));
}

static lang_value m_copysign(struct lang_thread *t, const lang_value *a)
{
    double x, y;

    return two(t, a, &x, &y) < 0 ? lang_error() : lang_float(copysign(x, y));
}

static lang_value m_nextafter(struct lang_thread *t, const lang_value *a)
{
    double x, y;

    return two(t, a, &x, &y) < 0 ? lang_error() : lang_float(nextafter(x, y));
}

static lang_value m_fmod(struct lang_thread *t, const lang_value *a)
{
    double x, y, r;

    if (two(t, a, &x, &y) < 0)
        return lang_error();
    r = isinf(y) && isfinite(x) ? x : fmod(x, y);
    return isnan(r) && !isnan(x) && !isnan(y) ? domain_error(t) : lang_float(r);
}

static lang_value m_remainder(struct lang_thread *t, const lang_value *a)
{
    double x, y, r;

    if (two(t, a, &x, &y) < 0)
        return lang_error();
    r = remainder(x, y);
    return isnan(r) && !isnan(x) && !isnan(y) ? domain_error(t) : lang_float(r);
}

static lang_value m_pow(struct lang_thread *t, const lang_value *a)
{
    double x, y, r;

    if (two(t, a, &x, &y) < 0)
        return lang_error();
    r = pow(x, y);
    if (isfinite(x) && isfinite(y)) {
        if (isnan(r) || (isinf(r) && x == 0))
            return domain_error(t);
        if (isinf(r))
            return range_error(t);
    }
    return lang_float(r);
}

static lang_value m_ldexp(struct lang_thread *t, const lang_value *a)
{
    int64_t e;
    double x, r;

    if (lang_as_double(t, a[0], &x) < 0)
        return lang_error();
    if (!lang_is_integer(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "Expected an int as second argument to ldexp.");
    if (lang_as_int64(t, a[1], &e) < 0) {
        lang_error_clear(t);
        e = lang_int_sign(a[1]) < 0 ? INT64_MIN : INT64_MAX;
    }
    if (x == 0 || !isfinite(x))
        return lang_float(x);
    r = ldexp(x, e > 100000 ? 100000 : e < -100000 ? -100000 : (int)e);
    return isinf(r) ? range_error(t) : lang_float(r);
}

static lang_value pair(struct lang_thread *t, lang_value x, lang_value y)
{
    return lang_obj_or_error(lang_tuple_from(t, (const lang_value[2]){x, y}, 2));
}

static lang_value m_frexp(struct lang_thread *t, const lang_value *a)
{
    double x;
    int e = 0;

    if (lang_as_double(t, a[0], &x) < 0)
        return lang_error();
    if (x != 0 && isfinite(x))
        x = frexp(x, &e);
    return pair(t, lang_float(x), lang_int(e));
}

static lang_value m_modf(struct lang_thread *t, const lang_value *a)
{
    double x, integral;

    if (lang_as_double(t, a[0], &x) < 0)
        return lang_error();
    x = modf(x, &integral);
    return pair(t, lang_float(x), lang_float(integral));
}

static lang_value m_ulp(struct lang_thread *t, const lang_value *a)
{
    double x;

    if (lang_as_double(t, a[0], &x) < 0)
        return lang_error();
    x = fabs(x);
    if (!isfinite(x))
        return lang_float(x);
    return lang_float(x == DBL_MAX ? x - nextafter(x, 0) : nextafter(x, INFINITY) - x);
}

static lang_value m_isclose(struct lang_thread *t, const lang_value *a)
{
    double x, y, relative = 1e-9, absolute = 0, d;

    if (two(t, a, &x, &y) < 0 || (!lang_is_undef(a[2]) && lang_as_double(t, a[2], &relative) < 0) ||
        (!lang_is_undef(a[3]) && lang_as_double(t, a[3], &absolute) < 0))
        return lang_error();
    if (relative < 0 || absolute < 0)
        return lang_raise(t, LANG_EXC_ValueError, "tolerances must be non-negative");
    if (x == y)
        return lang_bool(true);
    if (isinf(x) || isinf(y))
        return lang_bool(false);
    d = fabs(y - x);
    return lang_bool(d <= fabs(relative * y) || d <= fabs(relative * x) || d <= absolute);
}

static lang_value m_isfinite(struct lang_thread *t, const lang_value *a)
{
    double x;

    return lang_as_double(t, a[0], &x) < 0 ? lang_error() : lang_bool(isfinite(x));
}

static lang_value m_isinf(struct lang_thread *t, const lang_value *a)
{
    double x;

    return lang_as_double(t, a[0], &x) < 0 ? lang_error() : lang_bool(isinf(x));
}

static lang_value m_isnan(struct lang_thread *t, const lang_value *a)
{
    double x;

    return lang_as_double(t, a[0], &x) < 0 ? lang_error() : lang_bool(isnan(x));
}

/* ------------------------------------------------------------------ floats to integers */

static lang_value to_integer(struct lang_thread *t, lang_value v, const char *special, double (*f)(double))
{
    struct lang_str *name;
    lang_value r;
    double x;

    if (v.tag == LANG_FLOAT)
        return lang_int_from_double(t, f(v.f));
    if (lang_is_int(v) || v.tag == LANG_BOOL)
        return lang_int(v.i);
    name = lang_intern_c(t, special);
    if (!name)
        return lang_error();
    r = lang_call_special(t, v, name, NULL, 0);
    lang_decref(t, name);
    if (!lang_is_undef(r))
        return r;
    return lang_as_double(t, v, &x) < 0 ? lang_error() : lang_int_from_double(t, f(x));
}

static lang_value m_floor(struct lang_thread *t, const lang_value *a)
{
    return to_integer(t, a[0], "__floor__", floor);
}

static lang_value m_ceil(struct lang_thread *t, const lang_value *a)
{
    return to_integer(t, a[0], "__ceil__", ceil);
}

static lang_value m_trunc(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *name;
    lang_value r;

    if (a[0].tag == LANG_FLOAT)
        return lang_int_from_double(t, a[0].f);
    if (lang_is_int(a[0]) || a[0].tag == LANG_BOOL)
        return lang_int(a[0].i);
    name = lang_intern_c(t, "__trunc__");
    if (!name)
        return lang_error();
    r = lang_call_special(t, a[0], name, NULL, 0);
    lang_decref(t, name);
    return lang_is_undef(r) ? lang_raise(t, LANG_EXC_TypeError, "type %N doesn't define __trunc__ method", a[0]) : r;
}

/* ------------------------------------------------------------------ sums */

/* Exact sum: a row of partial sums that do not overlap, smallest first (Shewchuk, Adaptive precision floating-point
 * arithmetic, 1997; two-sum: Dekker, 1971). Most sums need a few partials; an adversarial one, with partials of one bit
 * each, needs hundreds. */
struct partials {
    double small[32], *sum;
    int count, capacity;
    double special, infinite; /* sums of infinities and NaNs, and of infinities alone */
    bool has_special;
};

static void drop_partials(struct lang_thread *t, struct partials *p)
{
    if (p->sum != p->small)
        lang_free(t, p->sum, (size_t)p->capacity * sizeof *p->sum);
}

static int more_partials(struct lang_thread *t, struct partials *p)
{
    double *more = lang_alloc(t, (size_t)p->capacity * 2 * sizeof *more);

    if (!more)
        return -1;
    memcpy(more, p->sum, (size_t)p->count * sizeof *more);
    drop_partials(t, p);
    p->sum = more;
    p->capacity *= 2;
    return 0;
}

static int add_exactly(struct lang_thread *t, lang_value item, void *arg)
{
    struct partials *p = arg;
    double x, y, high, low;
    int kept = 0;

    if (lang_as_double(t, item, &x) < 0 || (p->count == p->capacity && more_partials(t, p) < 0))
        return -1;
    if (!isfinite(x)) {
        p->infinite += isinf(x) ? x : 0;
        p->special = p->has_special ? p->special + x : x;
        p->has_special = true;
        return 0;
    }
    for (int i = 0; i < p->count; i++) {
        y = p->sum[i];
        if (fabs(x) < fabs(y)) {
            double swap = x;

            x = y;
            y = swap;
        }
        high = x + y;
        low = y - (high - x);
        if (low != 0)
            p->sum[kept++] = low;
        x = high;
    }
    if (!isfinite(x))
        return lang_fail(t, LANG_EXC_OverflowError, "intermediate overflow in fsum");
    p->count = kept;
    if (x != 0)
        p->sum[p->count++] = x;
    return 0;
}

/* The float next to the sum of all parts. */
static double round_partials(const struct partials *p)
{
    double high, low = 0, x, y;
    int n = p->count;

    if (n == 0)
        return 0;
    high = p->sum[--n];
    while (n > 0 && low == 0) {
        x = high;
        y = p->sum[--n];
        high = x + y;
        low = y - (high - x);
    }
    /* half way between two floats: the sign of what is left decides */
    if (n > 0 && ((low < 0 && p->sum[n - 1] < 0) || (low > 0 && p->sum[n - 1] > 0))) {
        y = low * 2;
        x = high + y;
        if (y == x - high)
            high = x;
    }
    return high;
}

static lang_value m_fsum(struct lang_thread *t, const lang_value *a)
{
    struct partials p = {.count = 0};
    lang_value r;

    p.sum = p.small;
    p.capacity = sizeof p.small / sizeof p.small[0];
    if (lang_for_each(t, a[0], add_exactly, &p) < 0)
        r = lang_error();
    else if (isnan(p.infinite)) /* of opposite signs; a nan beside one infinity is no error */
        r = lang_raise(t, LANG_EXC_ValueError, "-inf + inf in fsum");
    else
        r = lang_float(p.has_special ? p.special : round_partials(&p));
    drop_partials(t, &p);
    return r;
}

/* Length of a vector, in extended precision and scaled against overflow. */
static double norm(const double *v, int64_t n)
{
    double most = 0;
    long double sum = 0;
    bool nan = false;

    for (int64_t i = 0; i < n; i++) {
        double x = fabs(v[i]);

        if (isinf(x))
            return INFINITY;
        nan |= isnan(x);
        most = x > most ? x : most;
    }
    if (nan)
        return NAN;
    if (most == 0)
        return 0;
    for (int64_t i = 0; i < n; i++)
        sum += (long double)v[i] * v[i]; /* its exponents reach far beyond the square of any double */
    return (double)sqrtl(sum);
}

static lang_value m_hypot(struct lang_thread *t, const lang_value *a)
{
    struct lang_tuple *args = lang_as_tuple(a[0]);
    double small[8], *v = small, r;

    if (args->length > 8 && !(v = lang_alloc(t, (size_t)args->length * sizeof *v)))
        return lang_error();
    r = 0;
    for (int64_t i = 0; r == 0 && i < args->length; i++)
        if (lang_as_double(t, args->items[i], &v[i]) < 0)
            r = -1;
    if (r == 0)
        r = norm(v, args->length);
    if (v != small)
        lang_free(t, v, (size_t)args->length * sizeof *v);
    return r < 0 ? lang_error() : lang_float(r);
}

static lang_value m_dist(struct lang_thread *t, const lang_value *a)
{
    struct lang_tuple *p = lang_to_tuple(t, a[0]), *q = p ? lang_to_tuple(t, a[1]) : NULL;
    double small[8], *v = small, r = 0, x, y;

    if (!q) {
        lang_xdecref(t, p);
        return lang_error();
    }
    if (p->length != q->length) {
        lang_fail(t, LANG_EXC_ValueError, "both points must have the same number of dimensions");
        r = -1;
    } else if (p->length > 8 && !(v = lang_alloc(t, (size_t)p->length * sizeof *v))) {
        r = -1;
    }
    for (int64_t i = 0; r == 0 && i < p->length; i++) {
        if (lang_as_double(t, p->items[i], &x) < 0 || lang_as_double(t, q->items[i], &y) < 0)
            r = -1;
        else
            v[i] = x - y;
    }
    if (r == 0)
        r = norm(v, p->length);
    if (v && v != small)
        lang_free(t, v, (size_t)p->length * sizeof *v);
    lang_decref(t, p);
    lang_decref(t, q);
    return r < 0 ? lang_error() : lang_float(r);
}

static const struct lang_method functions[] = {
    {"acos", "(x, /)", m_acos, "Return the arc cosine (measured in radians) of x.\n\nThe result is between 0 and pi.",
     0},
    {"acosh", "(x, /)", m_acosh, "Return the inverse hyperbolic cosine of x.", 0},
    {"asin", "(x, /)", m_asin,
     "Return the arc sine (measured in radians) of x.\n\nThe result is between -pi/2 and pi/2.", 0},
    {"asinh", "(x, /)", m_asinh, "Return the inverse hyperbolic sine of x.", 0},
    {"atan", "(x, /)", m_atan,
     "Return the arc tangent (measured in radians) of x.\n\nThe result is between -pi/2 and pi/2.", 0},
    {"atan2", "(y, x, /)", m_atan2,
     "Return the arc tangent (measured in radians) of y/x.\n\n"
     "Unlike atan(y/x), the signs of both x and y are considered.",
     0},
    {"atanh", "(x, /)", m_atanh, "Return the inverse hyperbolic tangent of x.", 0},
    {"cbrt", "(x, /)", m_cbrt, "Return the cube root of x.", 0},
    {"ceil", "(x, /)", m_ceil, "Return the ceiling of x as an Integral.\n\nThis is the smallest integer >= x.", 0},
    {"copysign", "(x, y, /)", m_copysign,
     "Return a float with the magnitude (absolute value) of x but the sign of y.\n\n"
     "On platforms that support signed zeros, copysign(1.0, -0.0)\nreturns -1.0.\n",
     0},
    {"cos", "(x, /)", m_cos, "Return the cosine of x (measured in radians).", 0},
    {"cosh", "(x, /)", m_cosh, "Return the hyperbolic cosine of x.", 0},
    {"degrees", "(x, /)", m_degrees, "Convert angle x from radians to degrees.", 0},
    {"dist", "(p, q, /)", m_dist,
     "Return the Euclidean distance between two points p and q.\n\n"
     "The points should be specified as sequences (or iterables) of\n"
     "coordinates.  Both inputs must have the same dimension.\n\n"
     "Roughly equivalent to:\n    sqrt(sum((px - qx) ** 2.0 for px, qx in zip(p, q)))",
     0},
    {"erf", "(x, /)", m_erf, "Error function at x.", 0},
    {"erfc", "(x, /)", m_erfc, "Complementary error function at x.", 0},
    {"exp", "(x, /)", m_exp, "Return e raised to the power of x.", 0},
    {"exp2", "(x, /)", m_exp2, "Return 2 raised to the power of x.", 0},
    {"expm1", "(x, /)", m_expm1,
     "Return exp(x)-1.\n\nThis function avoids the loss of precision involved in the direct evaluation of exp(x)-1 for "
     "small x.",
     0},
    {"fabs", "(x, /)", m_fabs, "Return the absolute value of the float x.", 0},
    {"floor", "(x, /)", m_floor, "Return the floor of x as an Integral.\n\nThis is the largest integer <= x.", 0},
    {"fmod", "(x, y, /)", m_fmod, "Return fmod(x, y), according to platform C.\n\nx % y may differ.", 0},
    {"frexp", "(x, /)", m_frexp,
     "Return the mantissa and exponent of x, as pair (m, e).\n\n"
     "m is a float and e is an int, such that x = m * 2.**e.\nIf x is 0, m and e are both 0.  Else 0.5 <= abs(m) < "
     "1.0.",
     0},
    {"fsum", "(seq, /)", m_fsum,
     "Return an accurate floating point sum of values in the iterable seq.\n\n"
     "Assumes IEEE-754 floating point arithmetic.",
     0},
    {"gamma", "(x, /)", m_gamma, "Gamma function at x.", 0},
    {"hypot", "(*coordinates)", m_hypot,
     "hypot(*coordinates) -> value\n\n"
     "Multidimensional Euclidean distance from the origin to a point.\n\n"
     "Roughly equivalent to:\n    sqrt(sum(x**2 for x in coordinates))\n\n"
     "For a two dimensional point (x, y), gives the hypotenuse\n"
     "using the Pythagorean theorem:  sqrt(x*x + y*y).\n\n"
     "For example, the hypotenuse of a 3/4/5 right triangle is:\n\n    >>> hypot(3.0, 4.0)\n    5.0\n",
     LANG_M_NOSIG},
    {"isclose", "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", m_isclose,
     "Determine whether two floating point numbers are close in value.\n\n"
     "  rel_tol\n    maximum difference for being considered \"close\", relative to the\n"
     "    magnitude of the input values\n"
     "  abs_tol\n    maximum difference for being considered \"close\", regardless of the\n"
     "    magnitude of the input values\n\n"
     "Return True if a is close in value to b, and False otherwise.\n\n"
     "For the values to be considered close, the difference between them\n"
     "must be smaller than at least one of the tolerances.\n\n"
     "-inf, inf and NaN behave similarly to the IEEE 754 Standard.  That\n"
     "is, NaN is not close to anything, even itself.  inf and -inf are\nonly close to themselves.",
     0},
    {"isfinite", "(x, /)", m_isfinite, "Return True if x is neither an infinity nor a NaN, and False otherwise.", 0},
    {"isinf", "(x, /)", m_isinf, "Return True if x is a positive or negative infinity, and False otherwise.", 0},
    {"isnan", "(x, /)", m_isnan, "Return True if x is a NaN (not a number), and False otherwise.", 0},
    {"ldexp", "(x, i, /)", m_ldexp, "Return x * (2**i).\n\nThis is essentially the inverse of frexp().", 0},
    {"lgamma", "(x, /)", m_lgamma, "Natural logarithm of absolute value of Gamma function at x.", 0},
    {"log", "(x, base=<unrepresentable>, /)", m_log,
     "log(x, [base=math.e])\nReturn the logarithm of x to the given base.\n\n"
     "If the base not specified, returns the natural logarithm (base e) of x.",
     LANG_M_NOSIG},
    {"log10", "(x, /)", m_log10, "Return the base 10 logarithm of x.", 0},
    {"log1p", "(x, /)", m_log1p,
     "Return the natural logarithm of 1+x (base e).\n\nThe result is computed in a way which is accurate for x near "
     "zero.",
     0},
    {"log2", "(x, /)", m_log2, "Return the base 2 logarithm of x.", 0},
    {"modf", "(x, /)", m_modf,
     "Return the fractional and integer parts of x.\n\nBoth results carry the sign of x and are floats.", 0},
    {"nextafter", "(x, y, /)", m_nextafter, "Return the next floating-point value after x towards y.", 0},
    {"pow", "(x, y, /)", m_pow, "Return x**y (x to the power of y).", 0},
    {"radians", "(x, /)", m_radians, "Convert angle x from degrees to radians.", 0},
    {"remainder", "(x, y, /)", m_remainder,
     "Difference between x and the closest integer multiple of y.\n\n"
     "Return x - n*y where n*y is the closest integer multiple of y.\n"
     "In the case where x is exactly halfway between two multiples of\n"
     "y, the nearest even value of n is used. The result is always exact.",
     0},
    {"sin", "(x, /)", m_sin, "Return the sine of x (measured in radians).", 0},
    {"sinh", "(x, /)", m_sinh, "Return the hyperbolic sine of x.", 0},
    {"sqrt", "(x, /)", m_sqrt, "Return the square root of x.", 0},
    {"tan", "(x, /)", m_tan, "Return the tangent of x (measured in radians).", 0},
    {"tanh", "(x, /)", m_tanh, "Return the hyperbolic tangent of x.", 0},
    {"trunc", "(x, /)", m_trunc,
     "Truncates the Real x to the nearest Integral toward 0.\n\nUses the __trunc__ magic method.", 0},
    {"ulp", "(x, /)", m_ulp, "Return the value of the least significant bit of the float x.", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    static const struct {
        const char *name;
        double value;
    } constants[] = {{"pi", M_PI}, {"e", M_E}, {"tau", 2 * M_PI}, {"inf", INFINITY}, {"nan", NAN}};

    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (lang_module_add(t, m, constants[i].name, lang_float(constants[i].value)) < 0)
            return -1;
    return lang_math_integers_add(t, m);
}

const struct lang_module_def lang_module_math = {
    "math",
    "This module provides access to the mathematical functions\ndefined by the C standard.",
    functions,
    init,
};
