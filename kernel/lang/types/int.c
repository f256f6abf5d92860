/* int.c: the type int: arithmetic of 64-bit values, which continues in bigint.c on overflow, comparison, hash,
 * int(...).
 *
 * Invariant: a plain int that fits 64 bits is immediate, so an object of type int is always large; an instance of a
 * subclass may hold any value. Methods are in int_methods.c, texts in int_text.c. */
#include <math.h>

#include "types/bigint.h"
#include "types/int_impl.h"
#include "types/str_impl.h"

/* ------------------------------------------------------------------ what an int is */

bool lang_int_fits(lang_value v, int64_t *out)
{
    if (v.tag != LANG_OBJECT) {
        *out = v.i;
        return true;
    }
    mpz_srcptr z = ((struct lang_bigint *)v.o)->z;
    if (v.o->type == &lang_type_int || !mpz_fits_slong_p(z))
        return false;
    *out = mpz_get_si(z);
    return true;
}

lang_value lang_int_exact(struct lang_thread *t, lang_value v)
{
    int64_t i;
    if (lang_int_fits(v, &i))
        return lang_int(i);
    return lang_is_exactly(v, &lang_type_int) ? lang_ref(v) : lang_bigint_unary(t, LANG_OP_POS, v);
}

int lang_int_sign(lang_value v)
{
    if (v.tag == LANG_OBJECT)
        return mpz_sgn(((struct lang_bigint *)v.o)->z);
    return (v.i > 0) - (v.i < 0);
}

int lang_int_compare(lang_value a, lang_value b)
{
    if (a.tag != LANG_OBJECT && b.tag != LANG_OBJECT)
        return (a.i > b.i) - (a.i < b.i);
    return lang_bigint_compare(a, b);
}

int lang_int_to_double(struct lang_thread *t, lang_value v, double *out)
{
    int64_t i;
    if (lang_int_fits(v, &i)) {
        *out = (double)i;
        return 0;
    }
    if (!lang_bigint_to_double(v, out))
        return lang_fail(t, LANG_EXC_OverflowError, "int too large to convert to float");
    return 0;
}

lang_value lang_int_from_u64(struct lang_thread *t, uint64_t u)
{
    if (u <= INT64_MAX)
        return lang_int((int64_t)u);
    return lang_bigint_from_bytes(t, (const uint8_t *)&u, 8, false, false);
}

lang_value lang_int_from_double(struct lang_thread *t, double d)
{
    if (isnan(d))
        return lang_raise(t, LANG_EXC_ValueError, "cannot convert float NaN to integer");
    if (isinf(d))
        return lang_raise(t, LANG_EXC_OverflowError, "cannot convert float infinity to integer");
    if (d >= -0x1p63 && d < 0x1p63)
        return lang_int((int64_t)d);
    return lang_bigint_from_double(t, trunc(d));
}

int64_t lang_int_hash(lang_value v)
{
    const int64_t modulus = (INT64_C(1) << 61) - 1;
    int64_t h;
    if (v.tag != LANG_OBJECT) {
        h = v.i % modulus;
    } else {
        mpz_srcptr z = ((struct lang_bigint *)v.o)->z;
        h = (int64_t)mpz_tdiv_ui(z, (unsigned long)modulus);
        if (mpz_sgn(z) < 0)
            h = -h;
    }
    return h == -1 ? -2 : h;
}

/* ------------------------------------------------------------------ arithmetic */

static lang_value divided_by_zero(struct lang_thread *t, enum lang_binary_op op)
{
    return lang_raise(t, LANG_EXC_ZeroDivisionError, "%s",
                      op == LANG_OP_TRUEDIV ? "division by zero"
                      : op == LANG_OP_MOD   ? "integer modulo by zero"
                                            : "integer division or modulo by zero");
}

static lang_value pair_of(struct lang_thread *t, int64_t a, int64_t b)
{
    lang_value items[2] = {lang_int(a), lang_int(b)};
    return lang_obj_or_error(lang_tuple_from(t, items, 2));
}

static lang_value power(struct lang_thread *t, lang_value a, lang_value b)
{
    int64_t x, n;
    if (lang_int_sign(b) < 0) {
        double d, e;
        if (lang_int_to_double(t, a, &d) < 0 || lang_int_to_double(t, b, &e) < 0)
            return lang_error();
        return lang_float_binary(t, LANG_OP_POW, lang_float(d), lang_float(e));
    }
    if (!lang_int_fits(b, &n)) {
        if (lang_int_fits(a, &x) && x >= -1 && x <= 1) {
            lang_value parity = lang_bigint_binary(t, LANG_OP_AND, b, lang_int(1));
            return lang_is_error(parity) ? parity : lang_int(x == -1 && !parity.i ? 1 : x);
        }
        return lang_no_memory(t);
    }
    if (lang_int_fits(a, &x)) {
        if (x == 0 || x == 1)
            return lang_int(n == 0 ? 1 : x);
        if (x == -1)
            return lang_int(n & 1 ? -1 : 1);
        int64_t result = 1, base = x, left = n;
        bool over = false;
        while (left && !over) {
            if (left & 1)
                over = __builtin_mul_overflow(result, base, &result);
            left >>= 1;
            if (left && !over)
                over = __builtin_mul_overflow(base, base, &base);
        }
        if (!over)
            return lang_int(result);
    }
    return lang_bigint_pow(t, a, (uint64_t)n);
}

lang_value lang_int_gcd(struct lang_thread *t, lang_value a, lang_value b)
{
    int64_t x, y;
    if (!lang_int_fits(a, &x) || !lang_int_fits(b, &y))
        return lang_bigint_gcd(t, a, b);
    return lang_int_from_u64(t,
                             lang_gcd_of_limbs(x < 0 ? -(uint64_t)x : (uint64_t)x, y < 0 ? -(uint64_t)y : (uint64_t)y));
}

/* Division towards minus infinity; y is neither 0 nor (with x the smallest) -1. */
static inline int64_t floor_div(int64_t x, int64_t y)
{
    int64_t q = x / y;
    return q - (x % y != 0 && (x ^ y) < 0);
}
static inline int64_t floor_mod(int64_t x, int64_t y)
{
    int64_t r = x % y;
    return r && (r ^ y) < 0 ? r + y : r;
}

/* Both fit 64 bits: *out is set, or it must be done with big integers. */
static bool small_binary(enum lang_binary_op op, int64_t x, int64_t y, int64_t *out)
{
    switch (op) {
    case LANG_OP_ADD:
        return !__builtin_add_overflow(x, y, out);
    case LANG_OP_SUB:
        return !__builtin_sub_overflow(x, y, out);
    case LANG_OP_MUL:
        return !__builtin_mul_overflow(x, y, out);
    case LANG_OP_FLOORDIV:
        if (x == INT64_MIN && y == -1)
            return false;
        *out = floor_div(x, y);
        return true;
    case LANG_OP_MOD:
        *out = y == -1 ? 0 : floor_mod(x, y);
        return true;
    case LANG_OP_LSHIFT:
        if (x == 0 && y >= 0) {
            *out = 0;
            return true;
        }
        if (y < 0 || y > 62 || (x >= 0 ? x : ~x) >> (62 - y))
            return false;
        *out = (int64_t)((uint64_t)x << y);
        return true;
    case LANG_OP_RSHIFT:
        if (y < 0)
            return false;
        *out = x >> (y > 63 ? 63 : y);
        return true;
    case LANG_OP_AND:
        *out = x & y;
        return true;
    case LANG_OP_XOR:
        *out = x ^ y;
        return true;
    case LANG_OP_OR:
        *out = x | y;
        return true;
    default:
        return false;
    }
}

lang_value lang_int_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    int64_t x, y, r;
    if (a.tag == LANG_OBJECT || b.tag == LANG_OBJECT) {
        struct lang_bigint_operand p, q;
        mpz_srcptr z;
        lang_value v;
        switch (op) {
        case LANG_OP_LSHIFT:
        case LANG_OP_RSHIFT: /* a small value by a small shift: the size needs no check */
            if (b.tag != LANG_INT || (uint64_t)b.i >= 1024 || lang_int_sign(a) == 0)
                break;
            z = lang_bigint_view(a, &p);
            if (mpz_size(z) > 64)
                break;
            return op == LANG_OP_LSHIFT ? lang_bigint_shift_left(t, z, (uint64_t)b.i)
                                        : lang_bigint_shift_right(t, z, (uint64_t)b.i);
        case LANG_OP_FLOORDIV:
        case LANG_OP_MOD:
            if (lang_int_sign(b) == 0)
                break;
            /* fall through */
        case LANG_OP_MUL:
            if (lang_bigint_direct(t, op, lang_bigint_view(a, &p), lang_bigint_view(b, &q), &v))
                return v;
            break;
        case LANG_OP_ADD:
        case LANG_OP_SUB:
            return lang_bigint_add(t, lang_bigint_view(a, &p), lang_bigint_view(b, &q), op == LANG_OP_SUB);
        case LANG_OP_AND:
        case LANG_OP_OR:
        case LANG_OP_XOR:
            return lang_bigint_bits(t, op, lang_bigint_view(a, &p), lang_bigint_view(b, &q));
        default:
            break;
        }
    }
    bool divides = op == LANG_OP_FLOORDIV || op == LANG_OP_MOD || op == LANG_OP_DIVMOD || op == LANG_OP_TRUEDIV;
    if (divides && lang_int_sign(b) == 0)
        return divided_by_zero(t, op);
    if (op == LANG_OP_POW)
        return power(t, a, b);
    if (op == LANG_OP_MATMUL)
        return lang_notimpl();
    if (lang_int_fits(a, &x) && lang_int_fits(b, &y)) {
        const int64_t exact = INT64_C(1) << 53;
        if (op == LANG_OP_TRUEDIV && x >= -exact && x <= exact && y >= -exact && y <= exact)
            return lang_float((double)x / (double)y);
        if (op == LANG_OP_DIVMOD && !(x == INT64_MIN && y == -1))
            return pair_of(t, floor_div(x, y), y == -1 ? 0 : floor_mod(x, y));
        if (small_binary(op, x, y, &r))
            return lang_int(r);
    }
    if (op == LANG_OP_TRUEDIV)
        return lang_bigint_truediv(t, a, b);
    return lang_bigint_binary(t, op, a, b);
}

lang_value lang_int_unary(struct lang_thread *t, enum lang_unary_op op, lang_value v)
{
    int64_t i;
    if (!lang_int_fits(v, &i))
        return op == LANG_OP_POS ? lang_int_exact(t, v) : lang_bigint_unary(t, op, v);
    if (op == LANG_OP_POS || (op == LANG_OP_ABS && i >= 0))
        return lang_int(i);
    if (op == LANG_OP_INVERT)
        return lang_int(~i);
    return i == INT64_MIN ? lang_bigint_unary(t, op, lang_int(i)) : lang_int(-i);
}

/* x with x * a = 1 modulo m; false: there is none. 0 <= a < m */
static bool inverse_of(int64_t a, int64_t m, int64_t *out)
{
    int64_t r = m, next = a, x = 0, y = 1; /* r = x * a and next = y * a, modulo m */
    while (next) {
        int64_t q = r / next, rest = r - q * next, z = x - q * y;
        r = next, next = rest;
        x = y, y = z;
    }
    *out = x < 0 ? x + m : x;
    return r == 1;
}

/* x ** y % m; false: not here. m > 0 */
static bool power_small(int64_t x, int64_t y, int64_t m, int64_t *out)
{
    int64_t base = x % m;
    if (base < 0)
        base += m;
    if (y < 0 && (m == 1 || y == INT64_MIN || !inverse_of(base, m, &base)))
        return false;
    uint64_t n = (uint64_t)m, b = (uint64_t)base, r = 1 % n, e = y < 0 ? (uint64_t)-y : (uint64_t)y;
    if (n <= UINT32_MAX) {
        for (; e; e >>= 1, b = e ? b * b % n : b)
            if (e & 1)
                r = r * b % n;
    } else {
        for (; e; e >>= 1, b = e ? (uint64_t)((unsigned __int128)b * b % n) : b)
            if (e & 1)
                r = (uint64_t)((unsigned __int128)r * b % n);
    }
    *out = (int64_t)r;
    return true;
}

lang_value lang_int_pow(struct lang_thread *t, lang_value a, lang_value b, lang_value mod)
{
    if (lang_is_undef(mod) || lang_is_none(mod))
        return power(t, a, b);
    if (lang_int_sign(mod) == 0)
        return lang_raise(t, LANG_EXC_ValueError, "pow() 3rd argument cannot be 0");
    int64_t x, y, m, r;
    if (lang_int_fits(a, &x) && lang_int_fits(b, &y) && lang_int_fits(mod, &m) && m > 0 && power_small(x, y, m, &r))
        return lang_int(r);
    return lang_bigint_powm(t, a, b, mod);
}

#define BINARY(name, op)                                                                                               \
    static lang_value slot_##name(struct lang_thread *t, lang_value a, lang_value b)                                   \
    {                                                                                                                  \
        if (!lang_is_integer(a) || !lang_is_integer(b))                                                                \
            return lang_notimpl();                                                                                     \
        return lang_int_binary(t, op, a, b);                                                                           \
    }
BINARY(add, LANG_OP_ADD)
BINARY(sub, LANG_OP_SUB)
BINARY(mul, LANG_OP_MUL)
BINARY(truediv, LANG_OP_TRUEDIV)
BINARY(floordiv, LANG_OP_FLOORDIV)
BINARY(mod, LANG_OP_MOD)
BINARY(pow, LANG_OP_POW)
BINARY(lshift, LANG_OP_LSHIFT)
BINARY(rshift, LANG_OP_RSHIFT)
BINARY(and, LANG_OP_AND)
BINARY(xor, LANG_OP_XOR)
BINARY(or, LANG_OP_OR)
BINARY(divmod, LANG_OP_DIVMOD)

static lang_value slot_neg(struct lang_thread *t, lang_value v)
{
    return lang_int_unary(t, LANG_OP_NEG, v);
}
static lang_value slot_invert(struct lang_thread *t, lang_value v)
{
    return lang_int_unary(t, LANG_OP_INVERT, v);
}
static lang_value slot_abs(struct lang_thread *t, lang_value v)
{
    return lang_int_unary(t, LANG_OP_ABS, v);
}

/* ------------------------------------------------------------------ slots */

static lang_value slot_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    if (!lang_is_integer(a) || !lang_is_integer(b))
        return lang_notimpl();
    int c = lang_int_compare(a, b);
    static const uint8_t truth[][3] = {{1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                       {1, 0, 1}, {0, 0, 1}, {0, 1, 1}}; /* by op, by c + 1 */
    return lang_bool(truth[op][c + 1]);
}

static int slot_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    *out = lang_int_hash(v);
    return 0;
}

static int slot_truth(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int_sign(v) != 0;
}

static lang_value slot_to_float(struct lang_thread *t, lang_value v)
{
    double d;
    return lang_int_to_double(t, v, &d) < 0 ? lang_error() : lang_float(d);
}

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_int_to_str(t, v, 10));
}

static lang_value slot_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    return lang_obj_or_error(lang_int_format(t, v, spec));
}

/* ------------------------------------------------------------------ int(...) */

static lang_value from_number(struct lang_thread *t, lang_value x)
{
    struct lang_type *type = lang_type_of(x);
    lang_value r = type->to_int ? type->to_int(t, x) : type->to_index ? type->to_index(t, x) : lang_undef();
    if (lang_is_undef(r)) {
        struct lang_str *name = lang_intern_c(t, "__trunc__");
        if (!name)
            return lang_error();
        r = lang_call_special(t, x, name, NULL, 0);
        lang_decref(t, name);
        if (lang_is_undef(r))
            return r;
        if (!lang_is_error(r) &&
            lang_warn(t, LANG_EXC_DeprecationWarning, "The delegation of int() to __trunc__ is deprecated.") < 0) {
            lang_unref(t, r);
            return lang_error();
        }
        if (!lang_is_error(r) && !lang_is_integer(r)) {
            lang_value i = lang_type_of(r)->to_index
                               ? lang_type_of(r)->to_index(t, r)
                               : lang_raise(t, LANG_EXC_TypeError, "__trunc__ returned non-Integral (type %N)", r);
            lang_unref(t, r);
            r = i;
        }
    }
    if (lang_is_error(r) || r.tag == LANG_INT)
        return r;
    if (!lang_is_integer(r)) {
        lang_raise(t, LANG_EXC_TypeError, "__int__ returned non-int (type %N)", r);
        lang_unref(t, r);
        return lang_error();
    }
    lang_value exact = lang_int_exact(t, r);
    lang_unref(t, r);
    return exact;
}

static lang_value from_value(struct lang_thread *t, lang_value x)
{
    if (x.tag == LANG_INT)
        return x;
    if (x.tag == LANG_FLOAT)
        return lang_int_from_double(t, x.f);
    lang_value r = lang_is_exactly(x, &lang_type_str) ? lang_undef() : from_number(t, x);
    if (!lang_is_undef(r))
        return r;
    if (lang_is_str(x))
        return lang_int_parse(t, lang_as_str(x), 10);
    const uint8_t *data;
    int64_t n;
    if (lang_bytes_view(x, &data, &n))
        return lang_int_parse_bytes(t, x, 10);
    return lang_raise(t, LANG_EXC_TypeError,
                      "int() argument must be a string, a bytes-like object or a real number, not '%N'", x);
}

static lang_value with_base(struct lang_thread *t, lang_value x, lang_value base)
{
    int64_t b;
    if (lang_is_undef(x))
        return lang_raise(t, LANG_EXC_TypeError, "int() missing string argument");
    if (lang_as_index(t, base, &b) < 0) {
        if (!lang_error_is(t, LANG_EXC_OverflowError))
            return lang_error();
        lang_error_clear(t);
        b = 1;
    }
    if (b != 0 && (b < 2 || b > 36))
        return lang_raise(t, LANG_EXC_ValueError, "int() base must be >= 2 and <= 36, or 0");
    if (lang_is_str(x))
        return lang_int_parse(t, lang_as_str(x), (int)b);
    if (lang_is_bytes(x) || lang_is_bytearray(x))
        return lang_int_parse_bytes(t, x, (int)b);
    return lang_raise(t, LANG_EXC_TypeError, "int() can't convert non-string with explicit base");
}

static lang_value slot_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    lang_value bound[2] = {lang_undef(), lang_undef()}, r;
    if (nargs <= 1 && !kwnames) {
        if (nargs)
            bound[0] = args[0];
    } else {
        struct lang_params *p = lang_params_get(t, "int", "(x=0, /, base=10)");
        if (!p || lang_params_bind(t, p, args, nargs, kwnames, bound) < 0)
            return lang_error();
    }
    if (!lang_is_undef(bound[1]))
        r = with_base(t, bound[0], bound[1]);
    else
        r = lang_is_undef(bound[0]) ? lang_int(0) : from_value(t, bound[0]);
    if (lang_is_error(r) || cls == &lang_type_int)
        return r;
    lang_value o = lang_bigint_of_class(t, cls, r);
    lang_unref(t, r);
    return o;
}

static lang_value vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    return nargs == 1   ? from_value(t, args[0])
           : nargs == 0 ? lang_int(0)
                        : slot_make(t, &lang_type_int, args, nargs, NULL);
}

struct lang_type lang_type_int = {
    .name = "int",
    .doc = "int([x]) -> integer\nint(x, base=10) -> integer\n\n"
           "Convert a number or string to an integer, or return 0 if no arguments\n"
           "are given.  If x is a number, return x.__int__().  For floating point\n"
           "numbers, this truncates towards zero.\n\n"
           "If x is not a number or if base is given, then x must be a string,\n"
           "bytes, or bytearray instance representing an integer literal in the\n"
           "given base.  The literal can be preceded by '+' or '-' and be surrounded\n"
           "by whitespace.  The base defaults to 10.  Valid bases are 0 and 2-36.\n"
           "Base 0 means to interpret the base from the string as an integer literal.\n"
           ">>> int('0b100', base=0)\n4",
    .size = sizeof(struct lang_bigint),
    .flags = LANG_TYPE_BASE | LANG_TYPE_INT,
    .base = &lang_type_object,
    .methods = lang_int_methods,
    .getset = lang_int_getset,
    .make = slot_make,
    .vectorcall = vectorcall,
    .extent = lang_bigint_extent,
    .repr = slot_repr,
    .format = slot_format,
    .compare = slot_compare,
    .hash = slot_hash,
    .truth = slot_truth,
    .to_index = lang_int_exact,
    .to_int = lang_int_exact,
    .to_float = slot_to_float,
    .binary = {slot_add, slot_sub, slot_mul, NULL, slot_truediv, slot_floordiv, slot_mod, slot_pow, slot_lshift,
               slot_rshift, slot_and, slot_xor, slot_or, slot_divmod},
    .unary = {slot_neg, lang_int_exact, slot_invert, slot_abs},
};
