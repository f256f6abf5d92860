/* lib_math_int.c: the functions of math on integers of any size: comb factorial gcd isqrt lcm perm prod. */
#include <math.h>

#include "lib.h"
#include "lib_math.h"

/* An int of any size out of an argument; new reference. */
static lang_value integer(struct lang_thread *t, lang_value v)
{
    if (lang_is_int(v))
        return v;
    if (v.tag == LANG_BOOL)
        return lang_int(v.i);
    if (v.tag != LANG_OBJECT || !v.o->type->to_index)
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    lang_value index = v.o->type->to_index(t, v), exact;
    if (lang_is_error(index) || !lang_is_obj(index) || index.o->type == &lang_type_int)
        return index;
    exact = lang_int_exact(t, index); /* a class of integers may have operators of its own */
    lang_unref(t, index);
    return exact;
}

/* Both operands are taken. */
static lang_value combine(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    lang_value r = lang_is_error(a) || lang_is_error(b) ? lang_error() : lang_binary(t, op, a, b);

    if (!lang_is_error(a))
        lang_unref(t, a);
    if (!lang_is_error(b))
        lang_unref(t, b);
    return r;
}

/* The product of low..high by halves (binary splitting): the factors stay of equal size, which is what fast
 * multiplication wants. */
static lang_value product(struct lang_thread *t, int64_t low, int64_t high)
{
    int64_t r = 1, next, middle;

    if (low > high)
        return lang_int(1);
    if (high - low < 16) {
        int64_t left = high - low + 1; /* counted down: high may be the largest number there is */
        for (next = low; left && !__builtin_mul_overflow(r, next, &r); left--)
            next += left > 1;
        if (!left)
            return lang_int(r);
        if (low == high)
            return lang_int(low);
    }
    if (lang_poll(t) < 0)
        return lang_error();
    middle = low + (high - low) / 2;
    lang_value left = product(t, low, middle);
    if (lang_is_error(left))
        return left;
    return combine(t, LANG_OP_MUL, left, product(t, middle + 1, high));
}

static lang_value factorials(int64_t n)
{
    int64_t r = 1;

    for (int64_t i = 2; i <= n; i++)
        r *= i;
    return lang_int(r);
}

static lang_value m_factorial(struct lang_thread *t, const lang_value *a)
{
    lang_value n = integer(t, a[0]);
    int negative;

    if (lang_is_error(n))
        return n;
    negative = lang_less(t, n, lang_int(0));
    if (negative) {
        lang_unref(t, n);
        return negative < 0 ? lang_error()
                            : lang_raise(t, LANG_EXC_ValueError, "factorial() not defined for negative values");
    }
    if (!lang_is_int(n)) {
        lang_unref(t, n);
        return lang_raise(t, LANG_EXC_OverflowError, "factorial() argument should not exceed %lld",
                          (long long)INT64_MAX);
    }
    return n.i <= 20 ? factorials(n.i) : product(t, 1, n.i);
}

/* Both operands are taken. */
static lang_value gcd_of(struct lang_thread *t, lang_value a, lang_value b)
{
    lang_value r = lang_is_error(a) || lang_is_error(b) ? lang_error() : lang_int_gcd(t, a, b);

    if (!lang_is_error(a))
        lang_unref(t, a);
    if (!lang_is_error(b))
        lang_unref(t, b);
    return r;
}

static lang_value lcm_of(struct lang_thread *t, lang_value a, lang_value b)
{
    lang_value g, r;

    if ((lang_is_int(a) && a.i == 0) || (lang_is_int(b) && b.i == 0)) {
        lang_unref(t, a);
        lang_unref(t, b);
        return lang_int(0);
    }
    g = gcd_of(t, lang_ref(a), lang_ref(b));
    r = combine(t, LANG_OP_MUL, combine(t, LANG_OP_FLOORDIV, a, g), b);
    if (!lang_is_error(r)) {
        lang_value positive = lang_unary(t, LANG_OP_ABS, r);

        lang_unref(t, r);
        r = positive;
    }
    return r;
}

static lang_value fold(struct lang_thread *t, const char *name, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames, int64_t start,
                       lang_value (*step)(struct lang_thread *, lang_value, lang_value))
{
    lang_value r = lang_int(start);

    if (kwnames && kwnames->length)
        return lang_raise(t, LANG_EXC_TypeError, "math.%s() takes no keyword arguments", name);
    for (size_t i = 0; i < nargs; i++) {
        lang_value next = integer(t, args[i]);

        if (lang_is_error(next)) {
            lang_unref(t, r);
            return next;
        }
        r = step(t, r, next);
        if (lang_is_error(r) || (i % 64 == 63 && lang_poll(t) < 0)) {
            if (!lang_is_error(r))
                lang_unref(t, r);
            return lang_error();
        }
    }
    return r;
}

static lang_value c_gcd(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames)
{
    (void)callee;
    return fold(t, "gcd", args, nargs, kwnames, 0, gcd_of);
}

static lang_value c_lcm(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames)
{
    (void)callee;
    return fold(t, "lcm", args, nargs, kwnames, 1, lcm_of);
}

/* Functions of any number of arguments take them as they lie. */
static int add_raw(struct lang_thread *t, struct lang_module *m, const char *name, const char *doc, lang_call_fn fn)
{
    struct lang_native *f = lang_native_raw(t, name, doc, fn, NULL);

    if (!f || !(f->module = lang_intern_c(t, "math"))) {
        lang_xdecref(t, f);
        return -1;
    }
    return lang_module_add_steal(t, m, name, lang_obj(f));
}

static lang_value m_isqrt(struct lang_thread *t, const lang_value *a)
{
    lang_value n = integer(t, a[0]), x;
    int negative;

    if (lang_is_error(n))
        return n;
    negative = lang_less(t, n, lang_int(0));
    if (negative) {
        lang_unref(t, n);
        return negative < 0 ? lang_error() : lang_raise(t, LANG_EXC_ValueError, "isqrt() argument must be nonnegative");
    }
    if (lang_is_int(n)) {
        uint64_t r = (uint64_t)sqrt((double)n.i);

        while (r * r > (uint64_t)n.i)
            r--;
        while ((r + 1) * (r + 1) <= (uint64_t)n.i)
            r++;
        return lang_int((int64_t)r);
    }
    x = lang_int_isqrt(t, n);
    lang_unref(t, n);
    return x;
}

/* n and k as integers that are not negative; the texts name the function's parameters. New references. */
static int counts(struct lang_thread *t, const lang_value *a, lang_value *out)
{
    static const char *const names[] = {"n", "k"};

    for (int i = 0; i < 2; i++) {
        out[i] = integer(t, a[i]);
        int negative = lang_is_error(out[i]) ? -1 : lang_less(t, out[i], lang_int(0));

        if (negative == 0)
            continue;
        if (negative > 0)
            lang_fail(t, LANG_EXC_ValueError, "%s must be a non-negative integer", names[i]);
        for (int j = 0; j <= i; j++)
            if (!lang_is_error(out[j]))
                lang_unref(t, out[j]);
        return -1;
    }
    return 0;
}

/* n * (n - 1) * ... of k factors, n beyond 64 bits. */
static lang_value falling_product(struct lang_thread *t, lang_value n, int64_t k)
{
    lang_value r = lang_int(1);

    for (int64_t i = 0; i < k && !lang_is_error(r); i++) {
        if ((i & 0xff) == 0xff && lang_poll_quiet(t) < 0) {
            lang_unref(t, r);
            return lang_error();
        }
        r = combine(t, LANG_OP_MUL, r, lang_binary(t, LANG_OP_SUB, n, lang_int(i)));
    }
    return r;
}

static lang_value small_comb(struct lang_thread *t, int64_t n, int64_t k)
{
    if (k > n - k)
        k = n - k;
    int64_t small = 1;
    for (int64_t i = 1; i <= k; i++) { /* each of these quotients is an integer */
        int64_t more;
        if (__builtin_mul_overflow(small, n - k + i, &more))
            break;
        small = more / i;
        if (i == k)
            return lang_int(small);
    }
    if (k == 0)
        return lang_int(1);
    lang_value above = product(t, n - k + 1, n), below = lang_is_error(above) ? above : product(t, 1, k);
    return combine(t, LANG_OP_FLOORDIV, above, below);
}

/* The same of an n beyond 64 bits. */
static lang_value large_comb(struct lang_thread *t, lang_value n, lang_value k)
{
    lang_value other = lang_binary(t, LANG_OP_SUB, n, k), r = lang_error();
    int less = lang_is_error(other) ? -1 : lang_less(t, other, k);

    if (less >= 0) {
        lang_value fewer = less ? other : k;
        if (!lang_is_int(fewer)) {
            lang_fail(t, LANG_EXC_OverflowError, "min(n - k, k) must not exceed %lld", (long long)INT64_MAX);
        } else {
            lang_value above = falling_product(t, n, fewer.i);
            r = combine(t, LANG_OP_FLOORDIV, above, lang_is_error(above) ? above : product(t, 1, fewer.i));
        }
    }
    if (!lang_is_error(other))
        lang_unref(t, other);
    return r;
}

static lang_value large_perm(struct lang_thread *t, lang_value n, lang_value k)
{
    if (!lang_is_int(k))
        return lang_raise(t, LANG_EXC_OverflowError, "k must not exceed %lld", (long long)INT64_MAX);
    return falling_product(t, n, k.i);
}

static lang_value m_comb(struct lang_thread *t, const lang_value *a)
{
    lang_value v[2], r;

    if (counts(t, a, v) < 0)
        return lang_error();
    int less = lang_less(t, v[0], v[1]);
    r = less < 0            ? lang_error()
        : less              ? lang_int(0)
        : lang_is_int(v[0]) ? small_comb(t, v[0].i, v[1].i)
                            : large_comb(t, v[0], v[1]);
    lang_unref(t, v[0]);
    lang_unref(t, v[1]);
    return r;
}

static lang_value m_perm(struct lang_thread *t, const lang_value *a)
{
    lang_value v[2], r;

    if (lang_is_undef(a[1]) || lang_is_none(a[1]))
        return m_factorial(t, a);
    if (counts(t, a, v) < 0)
        return lang_error();
    int less = lang_less(t, v[0], v[1]);
    r = less < 0             ? lang_error()
        : less               ? lang_int(0)
        : !lang_is_int(v[0]) ? large_perm(t, v[0], v[1])
        : v[1].i             ? product(t, v[0].i - v[1].i + 1, v[0].i)
                             : lang_int(1);
    lang_unref(t, v[0]);
    lang_unref(t, v[1]);
    return r;
}

static int multiply(struct lang_thread *t, lang_value item, void *arg)
{
    lang_value *r = arg, next = lang_binary(t, LANG_OP_MUL, *r, item);

    if (lang_is_error(next))
        return -1;
    lang_set_steal(t, r, next);
    return 0;
}

static lang_value m_prod(struct lang_thread *t, const lang_value *a)
{
    lang_value r = lang_is_undef(a[1]) ? lang_int(1) : lang_ref(a[1]);

    if (lang_for_each(t, a[0], multiply, &r) < 0) {
        lang_unref(t, r);
        return lang_error();
    }
    return r;
}

static const struct lang_method integers[] = {
    {"comb", "(n, k, /)", m_comb,
     "Number of ways to choose k items from n items without repetition and without order.\n\n"
     "Evaluates to n! / (k! * (n - k)!) when k <= n and evaluates\nto zero when k > n.\n\n"
     "Also called the binomial coefficient because it is equivalent\n"
     "to the coefficient of k-th term in polynomial expansion of the\nexpression (1 + x)**n.\n\n"
     "Raises TypeError if either of the arguments are not integers.\n"
     "Raises ValueError if either of the arguments are negative.",
     0},
    {"factorial", "(n, /)", m_factorial, "Find n!.\n\nRaise a ValueError if x is negative or non-integral.", 0},
    {"isqrt", "(n, /)", m_isqrt, "Return the integer part of the square root of the input.", 0},
    {"perm", "(n, k=None, /)", m_perm,
     "Number of ways to choose k items from n items without repetition and with order.\n\n"
     "Evaluates to n! / (n - k)! when k <= n and evaluates\nto zero when k > n.\n\n"
     "If k is not specified or is None, then k defaults to n\nand the function returns n!.\n\n"
     "Raises TypeError if either of the arguments are not integers.\n"
     "Raises ValueError if either of the arguments are negative.",
     0},
    {"prod", "(iterable, /, *, start=1)", m_prod,
     "Calculate the product of all the elements in the input iterable.\n\n"
     "The default start value for the product is 1.\n\n"
     "When the iterable is empty, return the start value.  This function is\n"
     "intended specifically for use with numeric values and may reject\nnon-numeric types.",
     0},
    {0},
};

int lang_math_integers_add(struct lang_thread *t, struct lang_module *m)
{
    return add_raw(t, m, "gcd", "Greatest Common Divisor.", c_gcd) < 0 ||
                   add_raw(t, m, "lcm", "Least Common Multiple.", c_lcm) < 0
               ? -1
               : lang_module_add_functions(t, m, integers);
}
