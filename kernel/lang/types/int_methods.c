/* int_methods.c: the methods and computed attributes of int. */
#include <string.h>

#include "types/bigint.h"
#include "types/int_impl.h"

static lang_value m_bit_length(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_int((int64_t)lang_int_bit_length(args[0]));
}

static lang_value m_bit_count(struct lang_thread *t, const lang_value *args)
{
    return lang_int_from_u64(t, lang_int_bit_count(args[0]));
}

static lang_value m_self(struct lang_thread *t, const lang_value *args)
{
    return lang_int_exact(t, args[0]);
}

static lang_value m_ratio(struct lang_thread *t, const lang_value *args)
{
    lang_value items[2] = {lang_int_exact(t, args[0]), lang_int(1)};
    if (lang_is_error(items[0]))
        return lang_error();
    struct lang_tuple *pair = lang_tuple_from(t, items, 2);
    lang_unref(t, items[0]);
    return lang_obj_or_error(pair);
}

/* 'big' or 'little': true, false, -1. */
static int order_of(struct lang_thread *t, const char *function, lang_value order)
{
    if (lang_is_undef(order))
        return 1;
    if (!lang_is_str(order))
        return lang_fail(t, LANG_EXC_TypeError, "%s() argument 'byteorder' must be str, not %A", function, order);
    if (lang_str_equal_c(lang_as_str(order), "big"))
        return 1;
    if (lang_str_equal_c(lang_as_str(order), "little"))
        return 0;
    return lang_fail(t, LANG_EXC_ValueError, "byteorder must be either 'little' or 'big'");
}

static lang_value m_to_bytes(struct lang_thread *t, const lang_value *args)
{
    int64_t n = 1;
    int is_signed = lang_is_undef(args[3]) ? 0 : lang_truth(t, args[3]);
    if ((!lang_is_undef(args[1]) && lang_as_index(t, args[1], &n) < 0) || is_signed < 0)
        return lang_error();
    int big = order_of(t, "to_bytes", args[2]);
    if (big < 0)
        return lang_error();
    if (n < 0)
        return lang_raise(t, LANG_EXC_ValueError, "length argument must be non-negative");
    struct lang_bytes *b = lang_bytes_new(t, NULL, (size_t)n);
    if (!b)
        return lang_error();
    if (lang_bigint_to_bytes(t, args[0], b->data, (size_t)n, big, is_signed) < 0) {
        lang_decref(t, b);
        return lang_error();
    }
    return lang_obj(b);
}

static lang_value m_from_bytes(struct lang_thread *t, const lang_value *args)
{
    int big = order_of(t, "from_bytes", args[2]);
    int is_signed = lang_is_undef(args[3]) ? 0 : lang_truth(t, args[3]);
    const uint8_t *data;
    int64_t n;
    if (big < 0 || is_signed < 0)
        return lang_error();
    lang_value source = args[1], made = lang_undef(), r;
    if (!lang_bytes_view(source, &data, &n)) {
        if (lang_is_str(source) || (lang_type_of(source)->to_index && !lang_type_of(source)->iter))
            return lang_raise(t, LANG_EXC_TypeError, "cannot convert '%N' object to bytes", source);
        made = lang_call(t, lang_obj(&lang_type_bytes), &source, 1, NULL);
        if (lang_is_error(made) || !lang_bytes_view(made, &data, &n))
            return lang_error();
    }
    r = lang_bigint_from_bytes(t, data, (size_t)n, big, is_signed);
    if (!lang_is_undef(made))
        lang_unref(t, made);
    if (!lang_is_error(r) && args[0].o != &lang_type_int.head) {
        lang_value o = lang_call(t, args[0], &r, 1, NULL);
        lang_unref(t, r);
        r = o;
    }
    return r;
}

/* Half-even rounding to a multiple of 10**-digits. */
static lang_value m_round(struct lang_thread *t, const lang_value *args)
{
    if (lang_is_undef(args[1]))
        return lang_int_exact(t, args[0]);
    lang_value digits = lang_undef(), unit = lang_undef(), rest = lang_undef(), twice = lang_undef(), odd,
               r = lang_error();
    if (!lang_type_of(args[1])->to_index)
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", args[1]);
    digits = lang_type_of(args[1])->to_index(t, args[1]);
    if (lang_is_error(digits))
        return digits;
    if (lang_int_sign(digits) >= 0) {
        lang_unref(t, digits);
        return lang_int_exact(t, args[0]);
    }
    lang_value positive = lang_int_unary(t, LANG_OP_NEG, digits);
    lang_unref(t, digits);
    if (lang_is_error(positive))
        return positive;
    int64_t n;
    if (!lang_int_fits(positive, &n) ||
        (uint64_t)n > lang_int_bit_length(args[0]) / 3 + 2) { /* the unit is far larger */
        lang_unref(t, positive);
        return lang_int(0);
    }
    unit = lang_int_binary(t, LANG_OP_POW, lang_int(10), positive);
    if (!lang_is_error(unit))
        rest = lang_int_binary(t, LANG_OP_MOD, args[0], unit);
    if (!lang_is_undef(rest) && !lang_is_error(rest))
        twice = lang_int_binary(t, LANG_OP_MUL, rest, lang_int(2));
    if (!lang_is_undef(twice) && !lang_is_error(twice)) {
        lang_value down = lang_int_binary(t, LANG_OP_SUB, args[0], rest);
        int c = lang_int_compare(twice, unit);
        if (c == 0 && !lang_is_error(down)) { /* half way: to the even multiple */
            lang_value q = lang_int_binary(t, LANG_OP_FLOORDIV, down, unit);
            odd = lang_is_error(q) ? q : lang_int_binary(t, LANG_OP_AND, q, lang_int(1));
            if (!lang_is_error(q))
                lang_unref(t, q);
            c = odd.tag == LANG_INT && odd.i ? 1 : -1;
        }
        r = c > 0 && !lang_is_error(down) ? lang_int_binary(t, LANG_OP_ADD, down, unit) : lang_ref(down);
        lang_unref(t, down);
    }
    lang_unref(t, unit);
    lang_unref(t, rest);
    lang_unref(t, twice);
    return r;
}

static lang_value m_newargs(struct lang_thread *t, const lang_value *args)
{
    lang_value v = lang_int_exact(t, args[0]);
    if (lang_is_error(v))
        return v;
    struct lang_tuple *one = lang_tuple_from(t, &v, 1);
    lang_unref(t, v);
    return lang_obj_or_error(one);
}

const struct lang_method lang_int_methods[] = {
    {"bit_length", "()", m_bit_length,
     "Number of bits necessary to represent self in binary.\n\n>>> bin(37)\n'0b100101'\n>>> (37).bit_length()\n6", 0},
    {"bit_count", "()", m_bit_count,
     "Number of ones in the binary representation of the absolute value of self.\n\nAlso known as the population "
     "count.\n\n"
     ">>> bin(13)\n'0b1101'\n>>> (13).bit_count()\n3",
     0},
    {"conjugate", "()", m_self, "Returns self, the complex conjugate of any int.", LANG_M_NOSIG},
    {"as_integer_ratio", "()", m_ratio,
     "Return integer ratio.\n\nReturn a pair of integers, whose ratio is exactly equal to the original int\n"
     "and with a positive denominator.\n\n>>> (10).as_integer_ratio()\n(10, 1)\n>>> (-10).as_integer_ratio()\n(-10, "
     "1)\n"
     ">>> (0).as_integer_ratio()\n(0, 1)",
     0},
    {"to_bytes", "(length=1, byteorder='big', *, signed=False)", m_to_bytes,
     "Return an array of bytes representing an integer.", 0},
    {"from_bytes", "(bytes, byteorder='big', *, signed=False)", m_from_bytes,
     "Return the integer represented by the given array of bytes.", LANG_M_CLASS},
    {"__trunc__", "()", m_self, "Truncating an Integral returns itself.", LANG_M_NOSIG},
    {"__floor__", "()", m_self, "Flooring an Integral returns itself.", LANG_M_NOSIG},
    {"__ceil__", "()", m_self, "Ceiling of an Integral returns itself.", LANG_M_NOSIG},
    {"__round__", "(ndigits=None, /)", m_round,
     "Rounding an Integral returns itself.\n\nRounding with an ndigits argument also returns an integer.",
     LANG_M_NOSIG},
    {"__getnewargs__", "()", m_newargs, NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

static lang_value get_self(struct lang_thread *t, lang_value self)
{
    return lang_int_exact(t, self);
}
static lang_value get_zero(struct lang_thread *t, lang_value self)
{
    (void)t, (void)self;
    return lang_int(0);
}
static lang_value get_one(struct lang_thread *t, lang_value self)
{
    (void)t, (void)self;
    return lang_int(1);
}

const struct lang_getset lang_int_getset[] = {
    {"real", get_self, NULL, "the real part of a complex number"},
    {"imag", get_zero, NULL, "the imaginary part of a complex number"},
    {"numerator", get_self, NULL, "the numerator of a rational number in lowest terms"},
    {"denominator", get_one, NULL, "the denominator of a rational number in lowest terms"},
    {NULL, NULL, NULL, NULL},
};
