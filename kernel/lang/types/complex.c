/* complex.c: the type complex. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "types/float_impl.h"
#include "types/format_impl.h"
#include "types/str_impl.h"

#define AS_COMPLEX(v) ((struct lang_complex *)(v).o)

struct pair {
    double re, im;
};

lang_value lang_complex_new(struct lang_thread *t, double real, double imag)
{
    struct lang_complex *c = lang_object_new(t, &lang_type_complex);
    if (!c)
        return lang_error();
    c->real = real;
    c->imag = imag;
    return lang_obj(c);
}

static bool is_complex(lang_value v)
{
    return v.tag == LANG_OBJECT && lang_is_a(v, &lang_type_complex);
}

/* Any number: 1, 0 when v is none, -1 error. */
static int number(struct lang_thread *t, lang_value v, struct pair *out)
{
    out->im = 0;
    if (is_complex(v)) {
        *out = (struct pair){AS_COMPLEX(v)->real, AS_COMPLEX(v)->imag};
        return 1;
    }
    if (lang_is_float(v)) {
        out->re = lang_float_value(v);
        return 1;
    }
    if (lang_is_integer(v))
        return lang_int_to_double(t, v, &out->re) < 0 ? -1 : 1;
    return 0;
}

/* ------------------------------------------------------------------ arithmetic */

static struct pair product(struct pair a, struct pair b)
{
    return (struct pair){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* Smith's algorithm (Algorithm 116: Complex division, 1962): scaled by the larger part of the divisor, so that nothing
 * overflows that need not. */
static bool quotient(struct pair a, struct pair b, struct pair *out)
{
    double ar = fabs(b.re), ai = fabs(b.im);
    if (ar >= ai) {
        if (ar == 0)
            return false;
        double ratio = b.im / b.re, d = b.re + b.im * ratio;
        *out = (struct pair){(a.re + a.im * ratio) / d, (a.im - a.re * ratio) / d};
    } else if (ai >= ar) {
        double ratio = b.re / b.im, d = b.re * ratio + b.im;
        *out = (struct pair){(a.re * ratio + a.im) / d, (a.im * ratio - a.re) / d};
    } else {
        *out = (struct pair){NAN, NAN};
    }
    return true;
}

static struct pair power_of_int(struct pair a, long n)
{
    struct pair r = {1, 0}, p = a;
    for (unsigned long left = n < 0 ? -(unsigned long)n : (unsigned long)n; left; left >>= 1) {
        if (left & 1)
            r = product(r, p);
        p = product(p, p);
    }
    return r;
}

static lang_value power(struct lang_thread *t, struct pair a, struct pair b)
{
    struct pair r;
    errno = 0;
    if (b.im == 0 && b.re == floor(b.re) && fabs(b.re) <= 100) { /* also of a zero, whose signs take part */
        r = power_of_int(a, (long)b.re);
        if (b.re < 0 && !quotient((struct pair){1, 0}, r, &r))
            return lang_raise(t, LANG_EXC_ZeroDivisionError, "0.0 to a negative or complex power");
    } else if (a.re == 0 && a.im == 0) {
        if (b.im != 0 || b.re < 0)
            return lang_raise(t, LANG_EXC_ZeroDivisionError, "0.0 to a negative or complex power");
        return lang_complex_new(t, 0, 0);
    } else {
        double size = hypot(a.re, a.im), length = pow(size, b.re), angle = atan2(a.im, a.re), phase = angle * b.re;
        if (b.im != 0) {
            length /= exp(angle * b.im);
            phase += b.im * log(size);
        }
        r = (struct pair){length * cos(phase), length * sin(phase)};
    }
    if (errno == EDOM) /* cos and sin of an infinite phase */
        return lang_raise(t, LANG_EXC_ZeroDivisionError, "0.0 to a negative or complex power");
    if (isinf(r.re) || isinf(r.im))
        return lang_raise(t, LANG_EXC_OverflowError, "complex exponentiation");
    return lang_complex_new(t, r.re, r.im);
}

lang_value lang_complex_pow(struct lang_thread *t, double a, double b, double c, double d)
{
    return power(t, (struct pair){a, b}, (struct pair){c, d});
}

static lang_value arithmetic(struct lang_thread *t, enum lang_binary_op op, lang_value x, lang_value y)
{
    struct pair a, b, q;
    int r = number(t, x, &a);
    if (r > 0)
        r = number(t, y, &b);
    if (r <= 0)
        return r < 0 ? lang_error() : lang_notimpl();
    switch (op) {
    case LANG_OP_ADD:
        return lang_complex_new(t, a.re + b.re, a.im + b.im);
    case LANG_OP_SUB:
        return lang_complex_new(t, a.re - b.re, a.im - b.im);
    case LANG_OP_MUL:
        q = product(a, b);
        return lang_complex_new(t, q.re, q.im);
    case LANG_OP_TRUEDIV:
        if (!quotient(a, b, &q))
            return lang_raise(t, LANG_EXC_ZeroDivisionError, "complex division by zero");
        return lang_complex_new(t, q.re, q.im);
    default:
        return power(t, a, b);
    }
}

#define BINARY(name, op)                                                                                               \
    static lang_value slot_##name(struct lang_thread *t, lang_value a, lang_value b)                                   \
    {                                                                                                                  \
        return arithmetic(t, op, a, b);                                                                                \
    }
BINARY(add, LANG_OP_ADD)
BINARY(sub, LANG_OP_SUB)
BINARY(mul, LANG_OP_MUL)
BINARY(truediv, LANG_OP_TRUEDIV)
BINARY(pow, LANG_OP_POW)

static lang_value slot_neg(struct lang_thread *t, lang_value v)
{
    return lang_complex_new(t, -AS_COMPLEX(v)->real, -AS_COMPLEX(v)->imag);
}
static lang_value slot_pos(struct lang_thread *t, lang_value v)
{
    return lang_complex_new(t, AS_COMPLEX(v)->real, AS_COMPLEX(v)->imag);
}
static lang_value slot_abs(struct lang_thread *t, lang_value v)
{
    struct lang_complex *c = AS_COMPLEX(v);
    double d = hypot(c->real, c->imag);
    if (isinf(d) && isfinite(c->real) && isfinite(c->imag))
        return lang_raise(t, LANG_EXC_OverflowError, "absolute value too large");
    return lang_float(d);
}

/* ------------------------------------------------------------------ other slots */

static lang_value slot_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if (op != LANG_EQ && op != LANG_NE)
        return lang_notimpl();
    struct lang_complex *c = AS_COMPLEX(a);
    bool same;
    if (is_complex(b)) {
        same = c->real == AS_COMPLEX(b)->real && c->imag == AS_COMPLEX(b)->imag;
    } else if (lang_is_integer(b) || lang_is_float(b)) {
        lang_value r = lang_compare(t, LANG_EQ, lang_float(c->real), b);
        same = c->imag == 0 && r.tag == LANG_BOOL && r.i;
    } else {
        return lang_notimpl();
    }
    return lang_bool(same == (op == LANG_EQ));
}

static int slot_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    uint64_t h = (uint64_t)lang_hash_double(AS_COMPLEX(v)->real) +
                 UINT64_C(1000003) * (uint64_t)lang_hash_double(AS_COMPLEX(v)->imag);
    *out = (int64_t)h == -1 ? -2 : (int64_t)h;
    return 0;
}

static int slot_truth(struct lang_thread *t, lang_value v)
{
    (void)t;
    return AS_COMPLEX(v)->real != 0 || AS_COMPLEX(v)->imag != 0;
}

static lang_value slot_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    return lang_obj_or_error(lang_complex_format(t, AS_COMPLEX(v)->real, AS_COMPLEX(v)->imag, spec));
}

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    struct lang_str *empty = lang_str_empty(t),
                    *s = empty ? lang_complex_format(t, AS_COMPLEX(v)->real, AS_COMPLEX(v)->imag, empty) : NULL;
    lang_xdecref(t, empty);
    return lang_obj_or_error(s);
}

/* ------------------------------------------------------------------ complex(...) */

/* End of a decimal float at p (sign, digits, underscores, point, exponent, inf, nan). */
static const char *float_end(const char *p, const char *end)
{
    const char *start = p;
    if (p < end && (*p == '+' || *p == '-'))
        p++;
    while (p < end && *p != 'j' && *p != 'J' && !((*p == '+' || *p == '-') && p > start && (p[-1] | 32) != 'e'))
        p++;
    return p;
}

/* Looked at before anything else, wherever they are. */
static bool underscores_between_digits(const char *text, size_t n, const struct lang_str *s)
{
    for (size_t i = 0; i < n && !(text[i] == '?' && lang_str_at(s, (int64_t)i) > 127); i++)
        if (text[i] == '_' &&
            !(i && i + 1 < n && text[i - 1] >= '0' && text[i - 1] <= '9' && text[i + 1] >= '0' && text[i + 1] <= '9'))
            return false;
    return true;
}

/* "1+2j", "(1e3-j)" ... */
static bool scan(const char *p, const char *end, struct pair *out)
{
    while (p < end && (*p == ' ' || (*p >= 9 && *p <= 13)))
        p++;
    while (end > p && (end[-1] == ' ' || (end[-1] >= 9 && end[-1] <= 13)))
        end--;
    if (p < end && *p == '(') {
        if (end[-1] != ')')
            return false;
        p++;
        end--;
        while (p < end && *p == ' ')
            p++;
        while (end > p && end[-1] == ' ')
            end--;
    }
    *out = (struct pair){0, 0};
    const char *cut = float_end(p, end);
    bool unit = cut - p == 1 && (*p == '+' || *p == '-');
    if (cut == end)
        return lang_float_scan(p, (size_t)(end - p), &out->re);
    if (*cut != 'j' && *cut != 'J') {
        if (!lang_float_scan(p, (size_t)(cut - p), &out->re))
            return false;
        p = cut;
        cut = float_end(p, end);
        unit = cut - p == 1;
    } else if (cut == p) {
        unit = true;
    }
    if (cut + 1 != end || (*cut != 'j' && *cut != 'J'))
        return false;
    if (unit)
        out->im = *p == '-' ? -1 : 1;
    return unit || lang_float_scan(p, (size_t)(cut - p), &out->im);
}

/* As number, from __complex__ of the value. */
static int by_method(struct lang_thread *t, lang_value v, struct pair *out)
{
    struct lang_str *name = lang_intern_c(t, "__complex__");
    lang_value c = name ? lang_call_special(t, v, name, NULL, 0) : lang_error();
    lang_xdecref(t, name);
    if (lang_is_error(c) || lang_is_undef(c))
        return lang_is_error(c) ? -1 : 0;
    if (is_complex(c) && !lang_is_exactly(c, &lang_type_complex) &&
        lang_is_error(c = lang_warn_subclass(t, "__complex__", "complex", c)))
        return -1;
    int r = is_complex(c) ? number(t, c, out)
                          : lang_fail(t, LANG_EXC_TypeError, "__complex__ returned non-complex (type %N)", c);
    lang_unref(t, c);
    return r;
}

/* One argument of complex(): number, __complex__, __float__ or __index__. */
static int part_of(struct lang_thread *t, lang_value v, bool first, struct pair *out)
{
    struct lang_type *type = lang_type_of(v);
    bool heap = type->flags & LANG_TYPE_HEAP;
    int r;
    if (first && heap && (r = by_method(t, v, out)))
        return r < 0 ? -1 : 0;
    if (heap && type->to_float && !is_complex(v)) { /* it may have a __float__ of its own */
        lang_value x = lang_call(t, lang_obj(&lang_type_float), &v, 1, NULL);
        out->re = lang_is_error(x) ? 0 : x.f;
        return lang_is_error(x) ? -1 : 0;
    }
    if ((r = number(t, v, out)) || (first && !heap && (r = by_method(t, v, out))))
        return r < 0 ? -1 : 0;
    if (!type->to_float && !type->to_index)
        return lang_fail(t, LANG_EXC_TypeError,
                         first ? "complex() first argument must be a string or a number, not '%N'"
                               : "complex() second argument must be a number, not '%N'",
                         v);
    return lang_as_double(t, v, &out->re);
}

static lang_value slot_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    lang_value bound[2] = {lang_undef(), lang_undef()};
    struct lang_params *p = lang_params_get(t, "complex", "(real=0, imag=0)");
    struct pair a = {0, 0}, b = {0, 0};
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, bound) < 0)
        return lang_error();
    if (cls == &lang_type_complex && lang_is_exactly(bound[0], cls) && lang_is_undef(bound[1]))
        return lang_ref(bound[0]);
    if (lang_is_str(bound[0])) {
        size_t n;
        if (!lang_is_undef(bound[1]))
            return lang_raise(t, LANG_EXC_TypeError, "complex() can't take second arg if first is a string");
        char *text = lang_float_digits(t, lang_as_str(bound[0]), 0, lang_as_str(bound[0])->length);
        if (!text)
            return lang_error();
        n = (size_t)lang_as_str(bound[0])->length;
        bool placed = underscores_between_digits(text, n, lang_as_str(bound[0])),
             good = placed && scan(text, text + n, &a);
        lang_free(t, text, n + 1);
        if (!placed)
            return lang_raise(t, LANG_EXC_ValueError, "could not convert string to complex: %R", bound[0]);
        if (!good)
            return lang_raise(t, LANG_EXC_ValueError, "complex() arg is a malformed string");
    } else if (lang_is_str(bound[1])) {
        return lang_raise(t, LANG_EXC_TypeError, "complex() second arg can't be a string");
    } else if (!lang_is_undef(bound[0]) && part_of(t, bound[0], true, &a) < 0) {
        return lang_error();
    }
    if (!lang_is_undef(bound[1]) && part_of(t, bound[1], false, &b) < 0)
        return lang_error();
    struct lang_complex *c = lang_object_new(t, cls);
    if (c) {
        /* the parts are added only where both are complex: -0.0 stays what it is */
        c->real = is_complex(bound[1]) ? a.re - b.im : a.re;
        c->imag = lang_is_undef(bound[1]) ? a.im : a.im != 0 || is_complex(bound[0]) ? a.im + b.re : b.re;
    }
    return lang_obj_or_error(c);
}

static lang_value m_conjugate(struct lang_thread *t, const lang_value *args)
{
    return lang_complex_new(t, AS_COMPLEX(args[0])->real, -AS_COMPLEX(args[0])->imag);
}

static lang_value m_exact(struct lang_thread *t, const lang_value *args)
{
    return slot_pos(t, args[0]);
}

static lang_value m_newargs(struct lang_thread *t, const lang_value *args)
{
    lang_value parts[2] = {lang_float(AS_COMPLEX(args[0])->real), lang_float(AS_COMPLEX(args[0])->imag)};
    return lang_obj_or_error(lang_tuple_from(t, parts, 2));
}

static const struct lang_method methods[] = {
    {"conjugate", "()", m_conjugate, "Return the complex conjugate of its argument. (3-4j).conjugate() == 3+4j.", 0},
    {"__complex__", "()", m_exact, "Convert this value to exact type complex.", 0},
    {"__getnewargs__", "()", m_newargs, NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

static lang_value get_real(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_float(AS_COMPLEX(self)->real);
}
static lang_value get_imag(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_float(AS_COMPLEX(self)->imag);
}
static const struct lang_getset getset[] = {
    {"real", get_real, NULL, "the real part of a complex number"},
    {"imag", get_imag, NULL, "the imaginary part of a complex number"},
    {NULL, NULL, NULL, NULL},
};

struct lang_type lang_type_complex = {
    .name = "complex",
    .doc = "Create a complex number from a real part and an optional imaginary part.\n\nThis is equivalent to (real + "
           "imag*1j) where "
           "imag defaults to 0.",
    .size = sizeof(struct lang_complex),
    .flags = LANG_TYPE_BASE,
    .base = &lang_type_object,
    .methods = methods,
    .getset = getset,
    .make = slot_make,
    .repr = slot_repr,
    .format = slot_format,
    .compare = slot_compare,
    .hash = slot_hash,
    .truth = slot_truth,
    .binary = {[LANG_OP_ADD] = slot_add,
               [LANG_OP_SUB] = slot_sub,
               [LANG_OP_MUL] = slot_mul,
               [LANG_OP_TRUEDIV] = slot_truediv,
               [LANG_OP_POW] = slot_pow},
    .unary = {[LANG_OP_NEG] = slot_neg, [LANG_OP_POS] = slot_pos, [LANG_OP_ABS] = slot_abs},
};
