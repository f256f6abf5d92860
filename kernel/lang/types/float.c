/* float.c: the type float: arithmetic, comparison (exact against ints), rounding, float(...) and the methods. Texts of
 * floats are in float_text.c. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "types/bigint.h"
#include "types/float_impl.h"

double lang_float_value(lang_value v)
{
    return v.tag == LANG_FLOAT ? v.f : ((struct lang_float_object *)v.o)->f;
}

/* The double of a float or an int of any kind: 1, 0 when v is neither, -1 error. */
static inline int number(struct lang_thread *t, lang_value v, double *out)
{
    if (v.tag == LANG_FLOAT)
        *out = v.f;
    else if (v.tag == LANG_INT || v.tag == LANG_BOOL)
        *out = (double)v.i;
    else if (lang_is_float(v))
        *out = lang_float_value(v);
    else if (lang_is_integer(v))
        return lang_int_to_double(t, v, out) < 0 ? -1 : 1;
    else
        return 0;
    return 1;
}

/* ------------------------------------------------------------------ arithmetic */

static lang_value zero_division(struct lang_thread *t, const char *text)
{
    return lang_raise(t, LANG_EXC_ZeroDivisionError, "%s", text);
}

static double float_mod(double a, double b)
{
    double m = fmod(a, b);
    if (m != 0)
        return (b < 0) != (m < 0) ? m + b : m;
    return copysign(0.0, b);
}

static double float_floor_div(double a, double b, double *mod)
{
    double m = fmod(a, b), q = (a - m) / b;
    if (m != 0) {
        if ((b < 0) != (m < 0)) {
            m += b;
            q -= 1;
        }
    } else {
        m = copysign(0.0, b);
    }
    *mod = m;
    if (q == 0)
        return copysign(0.0, a / b);
    double f = floor(q);
    return q - f > 0.5 ? f + 1 : f;
}

lang_value lang_float_range_error(struct lang_thread *t)
{
    lang_value args[2] = {lang_int(ERANGE), lang_obj_or_error(lang_str_from_c(t, "Numerical result out of range"))};
    if (lang_is_error(args[1]))
        return lang_error();
    lang_value e = lang_call(t, lang_obj(&lang_exc_types[LANG_EXC_OverflowError]), args, 2, NULL);
    lang_unref(t, args[1]);
    if (!lang_is_error(e)) {
        lang_error_set(t, e);
        lang_unref(t, e);
    }
    return lang_error();
}

static lang_value float_pow(struct lang_thread *t, double a, double b)
{
    if (b == 0 || a == 1)
        return lang_float(1);
    if (isnan(a) || isnan(b) || isinf(a) || isinf(b)) {
        if (a == -1 && isinf(b))
            return lang_float(1);
        return lang_float(pow(a, b));
    }
    if (a == 0 && b < 0)
        return zero_division(t, "0.0 cannot be raised to a negative power");
    if (a < 0 && b != floor(b))
        return lang_complex_pow(t, a, 0, b, 0);
    double r = pow(a, b);
    if (isinf(r))
        return lang_float_range_error(t);
    return lang_float(r);
}

static lang_value arithmetic(struct lang_thread *t, enum lang_binary_op op, double a, double b)
{
    double q, m;
    switch (op) {
    case LANG_OP_ADD:
        return lang_float(a + b);
    case LANG_OP_SUB:
        return lang_float(a - b);
    case LANG_OP_MUL:
        return lang_float(a * b);
    case LANG_OP_TRUEDIV:
        return b == 0 ? zero_division(t, "float division by zero") : lang_float(a / b);
    case LANG_OP_FLOORDIV:
        return b == 0 ? zero_division(t, "float floor division by zero") : lang_float(float_floor_div(a, b, &m));
    case LANG_OP_MOD:
        return b == 0 ? zero_division(t, "float modulo") : lang_float(float_mod(a, b));
    case LANG_OP_POW:
        return float_pow(t, a, b);
    case LANG_OP_DIVMOD: {
        if (b == 0)
            return zero_division(t, "float divmod()");
        q = float_floor_div(a, b, &m);
        lang_value items[2] = {lang_float(q), lang_float(m)};
        return lang_obj_or_error(lang_tuple_from(t, items, 2));
    }
    default:
        return lang_notimpl();
    }
}

lang_value lang_float_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    double x, y;
    int r = number(t, a, &x);
    if (r > 0)
        r = number(t, b, &y);
    return r > 0 ? arithmetic(t, op, x, y) : r < 0 ? lang_error() : lang_notimpl();
}

#define BINARY(name, op)                                                                                               \
    static lang_value slot_##name(struct lang_thread *t, lang_value a, lang_value b)                                   \
    {                                                                                                                  \
        return lang_float_binary(t, op, a, b);                                                                         \
    }
BINARY(add, LANG_OP_ADD)
BINARY(sub, LANG_OP_SUB)
BINARY(mul, LANG_OP_MUL)
BINARY(truediv, LANG_OP_TRUEDIV)
BINARY(floordiv, LANG_OP_FLOORDIV)
BINARY(mod, LANG_OP_MOD)
BINARY(pow, LANG_OP_POW)
BINARY(divmod, LANG_OP_DIVMOD)

static lang_value slot_neg(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_float(-lang_float_value(v));
}
static lang_value slot_pos(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_float(lang_float_value(v));
}
static lang_value slot_abs(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_float(fabs(lang_float_value(v)));
}

/* ------------------------------------------------------------------ comparison and other slots */

static int compare_int_double(lang_value i, double d)
{
    if (isinf(d))
        return d > 0 ? -1 : 1;
    int64_t n;
    if (!lang_int_fits(i, &n))
        return lang_bigint_compare_double(i, d);
    if (d >= 0x1p63)
        return -1;
    if (d < -0x1p63)
        return 1;
    int64_t truncated = (int64_t)d; /* towards zero, exact */
    if (n != truncated)
        return n < truncated ? -1 : 1;
    double rest = d - (double)truncated;
    return rest > 0 ? -1 : rest < 0;
}

static lang_value compare_result(enum lang_compare_op op, int c)
{
    return lang_bool(op == LANG_LT   ? c < 0
                     : op == LANG_LE ? c <= 0
                     : op == LANG_EQ ? c == 0
                     : op == LANG_NE ? c != 0
                     : op == LANG_GT ? c > 0
                                     : c >= 0);
}

static lang_value slot_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    double x, y;
    if (!lang_is_float(a))
        return lang_notimpl();
    x = lang_float_value(a);
    if (lang_is_float(b)) {
        y = lang_float_value(b);
        if (isnan(x) || isnan(y))
            return lang_bool(op == LANG_NE);
        return compare_result(op, (x > y) - (x < y));
    }
    if (!lang_is_integer(b))
        return lang_notimpl();
    if (isnan(x))
        return lang_bool(op == LANG_NE);
    return compare_result(op, -compare_int_double(b, x));
}

static int slot_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    *out = lang_hash_double(lang_float_value(v));
    return 0;
}

static int slot_truth(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_float_value(v) != 0;
}

static lang_value slot_to_int(struct lang_thread *t, lang_value v)
{
    return lang_int_from_double(t, lang_float_value(v));
}

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    char text[32];
    size_t n = lang_float_repr(lang_float_value(v), text);
    return lang_obj_or_error(lang_str_new(t, text, n));
}

static lang_value slot_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    return lang_obj_or_error(lang_float_format(t, v, spec));
}

/* ------------------------------------------------------------------ float(...) */

static lang_value of_class(struct lang_thread *t, struct lang_type *cls, double d)
{
    struct lang_float_object *o = lang_object_new(t, cls);
    if (o)
        o->f = d;
    return lang_obj_or_error(o);
}

static lang_value slot_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    lang_value v;
    if (kwnames && kwnames->length && cls->init == lang_type_object.init)
        return lang_raise(t, LANG_EXC_TypeError, "float() takes no keyword arguments");
    if (nargs > 1)
        return lang_raise(t, LANG_EXC_TypeError, "float expected at most 1 argument, got %zu", nargs);
    double d = 0;
    const uint8_t *data;
    int64_t n;
    bool converts = nargs && lang_type_of(args[0])->flags & LANG_TYPE_HEAP &&
                    (lang_type_of(args[0])->to_float || lang_type_of(args[0])->to_index);
    if (nargs && !converts && (lang_is_str(args[0]) || lang_bytes_view(args[0], &data, &n))) {
        v = lang_float_parse(t, args[0]);
        if (lang_is_error(v))
            return v;
        d = v.f;
    } else if (nargs) {
        struct lang_type *type = lang_type_of(args[0]);
        if (args[0].tag == LANG_OBJECT && !type->to_float && !type->to_index)
            return lang_raise(t, LANG_EXC_TypeError, "float() argument must be a string or a real number, not '%N'",
                              args[0]);
        if (args[0].tag < LANG_BOOL)
            return lang_raise(t, LANG_EXC_TypeError, "float() argument must be a string or a real number, not '%N'",
                              args[0]);
        lang_value x = args[0];
        if (converts && type->to_float && lang_is_float(x)) { /* a subclass with a __float__ of its own */
            x = type->to_float(t, x);
            if (!lang_is_error(x) && !lang_is_float(x)) {
                lang_raise(t, LANG_EXC_TypeError, "%s.__float__ returned non-float (type %N)", type->name, x);
                lang_set_steal(t, &x, lang_error());
            } else if (!lang_is_error(x) && x.tag != LANG_FLOAT) {
                char method[120];
                snprintf(method, sizeof method, "%.100s.__float__", type->name);
                x = lang_warn_subclass(t, method, "float", x);
            }
        } else {
            lang_ref(x);
        }
        int status = lang_is_error(x) ? -1 : lang_as_double(t, x, &d);
        lang_unref(t, x);
        if (status < 0)
            return lang_error();
    }
    return cls == &lang_type_float ? lang_float(d) : of_class(t, cls, d);
}

/* ------------------------------------------------------------------ rounding */

/* Half-even in decimal: the C library prints exact decimal expansions correctly rounded, reading back is exact as well.
 */
lang_value lang_float_round(struct lang_thread *t, double d, int64_t digits)
{
    if (!isfinite(d) || d == 0 || digits > (int)((DBL_MANT_DIG - DBL_MIN_EXP) * 0.30103))
        return lang_float(d);
    if (digits < -(int)((DBL_MAX_EXP + 1) * 0.30103))
        return lang_float(copysign(0.0, d));
    char text[512];
    if (digits >= 0) {
        snprintf(text, sizeof text, "%.*f", (int)digits, d);
    } else { /* left of the point: cut the exact integer expansion behind its head, keeping what decides the direction
              */
        int exponent;
        snprintf(text, sizeof text, "%.20e", d); /* more digits than could round the exponent up */
        exponent = atoi(strchr(text, 'e') + 1);
        int keep = exponent + (int)digits; /* digits behind the first one */
        if (keep < -1)
            return lang_float(copysign(0.0, d));
        if (keep >= 0)
            snprintf(text, sizeof text, "%.*e", keep, d);
        else { /* rounds to 0 or to one unit; an exact half rounds to even, 0 */
            double half = 5 * pow(10, -(double)digits - 1);
            if (fabs(d) <= half)
                return lang_float(copysign(0.0, d));
            snprintf(text, sizeof text, "%s1e%d", d < 0 ? "-" : "", (int)-digits);
        }
    }
    double r = strtod(text, NULL);
    if (isinf(r))
        return lang_raise(t, LANG_EXC_OverflowError, "rounded value too large to represent");
    return lang_float(r);
}

static lang_value m_round(struct lang_thread *t, const lang_value *args)
{
    double d = lang_float_value(args[0]);
    int64_t digits;
    if (lang_is_undef(args[1]) || lang_is_none(args[1]))
        return lang_int_from_double(t, isfinite(d) ? nearbyint(d) : d);
    if (lang_as_index(t, args[1], &digits) < 0) {
        if (!lang_error_is(t, LANG_EXC_OverflowError))
            return lang_error();
        lang_error_clear(t); /* beyond any digit of a float */
        digits = lang_less(t, args[1], lang_int(0)) == 1 ? -100000 : 100000;
    }
    return lang_float_round(t, d, digits);
}

static lang_value m_trunc(struct lang_thread *t, const lang_value *args)
{
    return lang_int_from_double(t, lang_float_value(args[0]));
}
static lang_value m_floor(struct lang_thread *t, const lang_value *args)
{
    return lang_int_from_double(t, floor(lang_float_value(args[0])));
}
static lang_value m_ceil(struct lang_thread *t, const lang_value *args)
{
    return lang_int_from_double(t, ceil(lang_float_value(args[0])));
}

/* ------------------------------------------------------------------ other methods */

static lang_value m_self(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_float(lang_float_value(args[0]));
}

static lang_value m_is_integer(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    double d = lang_float_value(args[0]);
    return lang_bool(isfinite(d) && floor(d) == d);
}

static lang_value m_ratio(struct lang_thread *t, const lang_value *args)
{
    double d = lang_float_value(args[0]);
    if (isinf(d))
        return lang_raise(t, LANG_EXC_OverflowError, "cannot convert Infinity to integer ratio");
    if (isnan(d))
        return lang_raise(t, LANG_EXC_ValueError, "cannot convert NaN to integer ratio");
    int e;
    double m = frexp(d, &e);
    for (int i = 0; i < 300 && m != floor(m); i++) {
        m *= 2;
        e--;
    }
    lang_value items[2] = {lang_int((int64_t)m), lang_int(1)}, power;
    power = lang_int_binary(t, LANG_OP_LSHIFT, lang_int(1), lang_int(e < 0 ? -e : e));
    if (lang_is_error(power))
        return power;
    if (e > 0) {
        items[0] = lang_int_binary(t, LANG_OP_MUL, items[0], power);
        lang_unref(t, power);
        if (lang_is_error(items[0]))
            return lang_error();
    } else {
        items[1] = power;
    }
    struct lang_tuple *pair = lang_tuple_from(t, items, 2);
    lang_unref(t, items[0]);
    lang_unref(t, items[1]);
    return lang_obj_or_error(pair);
}

static lang_value m_hex(struct lang_thread *t, const lang_value *args)
{
    char text[40];
    size_t n = lang_float_hex(lang_float_value(args[0]), text);
    return lang_obj_or_error(lang_str_new(t, text, n));
}

static lang_value m_getformat(struct lang_thread *t, const lang_value *args)
{
    const char *kind = lang_as_utf8(t, args[1], "__getformat__() argument", NULL);

    if (!kind)
        return lang_error();
    if (strcmp(kind, "double") != 0 && strcmp(kind, "float") != 0)
        return lang_raise(t, LANG_EXC_ValueError, "__getformat__() argument 1 must be 'double' or 'float'");
    return lang_obj_or_error(lang_str_from_c(t, "IEEE, little-endian"));
}

static lang_value m_fromhex(struct lang_thread *t, const lang_value *args)
{
    size_t n;
    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "bad argument type for built-in operation");
    const char *text = lang_as_utf8(t, args[1], "fromhex() argument", &n);
    if (!text)
        return lang_error();
    lang_value r = lang_float_from_hex(t, text, n);
    if (!lang_is_error(r) && args[0].o != &lang_type_float.head)
        return lang_call(t, args[0], &r, 1, NULL);
    return r;
}

static lang_value m_newargs(struct lang_thread *t, const lang_value *args)
{
    lang_value v = lang_float(lang_float_value(args[0]));
    return lang_obj_or_error(lang_tuple_from(t, &v, 1));
}

static const struct lang_method methods[] = {
    {"conjugate", "()", m_self, "Return self, the complex conjugate of any float.", 0},
    {"is_integer", "()", m_is_integer, "Return True if the float is an integer.", 0},
    {"as_integer_ratio", "()", m_ratio,
     "Return integer ratio.\n\nReturn a pair of integers, whose ratio is exactly equal to the original float\n"
     "and with a positive denominator.\n\nRaise OverflowError on infinities and a ValueError on NaNs.\n\n"
     ">>> (10.0).as_integer_ratio()\n(10, 1)\n>>> (0.0).as_integer_ratio()\n(0, 1)\n>>> "
     "(-.25).as_integer_ratio()\n(-1, 4)",
     0},
    {"hex", "()", m_hex,
     "Return a hexadecimal representation of a floating-point number.\n\n>>> (-0.1).hex()\n'-0x1.999999999999ap-4'\n"
     ">>> 3.14159.hex()\n'0x1.921f9f01b866ep+1'",
     0},
    {"__getformat__", "(typestr, /)", m_getformat, "How floats of a kind lie in memory, for Python's own tests.",
     LANG_M_CLASS},
    {"fromhex", "(string, /)", m_fromhex,
     "Create a floating-point number from a hexadecimal string.\n\n>>> float.fromhex('0x1.ffffp10')\n2047.984375\n"
     ">>> float.fromhex('-0x1p-1074')\n-5e-324",
     LANG_M_CLASS},
    {"__trunc__", "()", m_trunc, "Return the Integral closest to x between 0 and x.", 0},
    {"__floor__", "()", m_floor, "Return the floor as an Integral.", 0},
    {"__ceil__", "()", m_ceil, "Return the ceiling as an Integral.", 0},
    {"__round__", "(ndigits=None, /)", m_round,
     "Return the Integral closest to x, rounding half toward even.\n\nWhen an argument is passed, work like built-in "
     "round(x, ndigits).",
     0},
    {"__getnewargs__", "()", m_newargs, NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

static lang_value get_real(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_float(lang_float_value(self));
}
static lang_value get_imag(struct lang_thread *t, lang_value self)
{
    (void)t, (void)self;
    return lang_float(0);
}
static const struct lang_getset getset[] = {
    {"real", get_real, NULL, "the real part of a complex number"},
    {"imag", get_imag, NULL, "the imaginary part of a complex number"},
    {NULL, NULL, NULL, NULL},
};

static lang_value vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    if (nargs == 1 && args[0].tag == LANG_FLOAT)
        return args[0];
    if (nargs == 1 && args[0].tag == LANG_INT)
        return lang_float((double)args[0].i);
    if (nargs == 1 && lang_is_exactly(args[0], &lang_type_str))
        return lang_float_parse(t, args[0]);
    return slot_make(t, &lang_type_float, args, nargs, NULL);
}

struct lang_type lang_type_float = {
    .name = "float",
    .doc = "Convert a string or number to a floating point number, if possible.",
    .size = sizeof(struct lang_float_object),
    .flags = LANG_TYPE_BASE | LANG_TYPE_FLOAT,
    .base = &lang_type_object,
    .methods = methods,
    .getset = getset,
    .make = slot_make,
    .vectorcall = vectorcall,
    .repr = slot_repr,
    .format = slot_format,
    .compare = slot_compare,
    .hash = slot_hash,
    .truth = slot_truth,
    .to_int = slot_to_int,
    .to_float = slot_pos,
    .binary = {[LANG_OP_ADD] = slot_add,
               [LANG_OP_SUB] = slot_sub,
               [LANG_OP_MUL] = slot_mul,
               [LANG_OP_TRUEDIV] = slot_truediv,
               [LANG_OP_FLOORDIV] = slot_floordiv,
               [LANG_OP_MOD] = slot_mod,
               [LANG_OP_POW] = slot_pow,
               [LANG_OP_DIVMOD] = slot_divmod},
    .unary = {[LANG_OP_NEG] = slot_neg, [LANG_OP_POS] = slot_pos, [LANG_OP_ABS] = slot_abs},
};
