/* bigint_direct.c: big integers without GMP's memory: operations that need no memory beyond their result, and all
 * operands of a few limbs. Only functions of GMP that work on given limbs are called here (for few limbs they take
 * their scratch from the C stack), so that nothing has to be guarded; results of more than a few limbs are written
 * where they stay. */
#include <string.h>

#include "types/bigint.h"
#include "types/str_impl.h"

enum { MAX_SMALL = 32, STACK = 2 * MAX_SMALL + 2 };

static inline void copy(mp_limb_t *to, const mp_limb_t *from, size_t n)
{
    if (n > 8)
        memcpy(to, from, n * sizeof *to);
    else
        for (size_t i = 0; i < n; i++)
            to[i] = from[i];
}

/* The limbs of a result: on the stack, or in an object that is large enough. */
struct result {
    struct lang_bigint *b;
    mp_limb_t *r;
    mp_limb_t stack[STACK];
};

/* large: the result will hardly fit 64 bits. */
static inline bool begin_result(struct lang_thread *t, struct result *m, size_t limbs, bool large)
{
    m->b = NULL;
    m->r = m->stack;
    if (limbs <= STACK && !large)
        return true;
    m->b = lang_bigint_new(t, limbs);
    if (!m->b)
        return false;
    m->r = m->b->limbs;
    return true;
}

static inline lang_value finish(struct lang_thread *t, struct result *m, size_t n, bool negative)
{
    while (n && m->r[n - 1] == 0)
        n--;
    if (m->b && n > 1) {
        m->b->z->_mp_size = negative ? -(int)n : (int)n;
        return lang_obj(m->b);
    }
    lang_value v = lang_bigint_of_limbs(t, m->r, n, negative);
    if (m->b) {
        m->b->z->_mp_size = 0;
        lang_decref(t, m->b);
    }
    return v;
}

/* After KeyboardInterrupt: long operations are processed in chunks of CHUNK limbs. */
enum { CHUNK = 1 << 20 };

static lang_value give_up(struct lang_thread *t, struct result *m)
{
    if (m->b) {
        m->b->z->_mp_size = 0;
        lang_decref(t, m->b);
    }
    return lang_error();
}

lang_value lang_bigint_of_limbs(struct lang_thread *t, const mp_limb_t *limbs, size_t n, bool negative)
{
    while (n && limbs[n - 1] == 0)
        n--;
    if (n == 0 || (n == 1 && limbs[0] <= (uint64_t)INT64_MAX + negative))
        return lang_int(n == 0 ? 0 : negative ? (int64_t)-limbs[0] : (int64_t)limbs[0]);
    struct lang_bigint *b = lang_bigint_new(t, n);
    if (!b)
        return lang_error();
    copy(b->limbs, limbs, n);
    b->z->_mp_size = negative ? -(int)n : (int)n;
    return lang_obj(b);
}

/* ------------------------------------------------------------------ sums, products */

/* Magnitudes of a few limbs, n >= m > 0, n > 1: the sum lies in b, and its limbs are counted. */
static inline size_t add_small(mp_limb_t *r, const mp_limb_t *x, size_t n, const mp_limb_t *y, size_t m)
{
    mp_limb_t carry = 0, sum;
    size_t i = 0;
    for (; i < m; i++) {
        bool over = __builtin_add_overflow(x[i], y[i], &sum);
        carry = __builtin_add_overflow(sum, carry, &r[i]) | over;
    }
    for (; i < n; i++)
        carry = __builtin_add_overflow(x[i], carry, &r[i]);
    r[n] = carry;
    return n + carry;
}

/* x is the larger. */
static inline size_t subtract_small(mp_limb_t *r, const mp_limb_t *x, size_t n, const mp_limb_t *y, size_t m)
{
    mp_limb_t borrow = 0, rest;
    size_t i = 0;
    for (; i < m; i++) {
        bool over = __builtin_sub_overflow(x[i], y[i], &rest);
        borrow = __builtin_sub_overflow(rest, borrow, &r[i]) | over;
    }
    for (; i < n; i++)
        borrow = __builtin_sub_overflow(x[i], borrow, &r[i]);
    while (n && r[n - 1] == 0)
        n--;
    return n;
}

lang_value lang_bigint_add(struct lang_thread *t, mpz_srcptr p, mpz_srcptr q, bool subtract)
{
    size_t n = mpz_size(p), m = mpz_size(q);
    bool negative = p->_mp_size < 0, other = (q->_mp_size < 0) != subtract;
    const mp_limb_t *x = p->_mp_d, *y = q->_mp_d;
    struct result to;
    if (n < m || (n == m && negative != other && n && mpn_cmp(x, y, (mp_size_t)n) < 0)) {
        size_t size = n;
        const mp_limb_t *limbs = x;
        bool sign = negative;
        n = m, x = y, negative = other;
        m = size, y = limbs, other = sign;
    }
    if (n == 0 || (n == m && x == y && negative != other))
        return lang_int(0);
    if (n <= 8 && n > 1) {
        struct lang_bigint *b = lang_bigint_new(t, n + 1);
        if (!b)
            return lang_error();
        size_t size = negative == other ? add_small(b->limbs, x, n, y, m) : subtract_small(b->limbs, x, n, y, m);
        b->z->_mp_size = negative ? -(int)size : (int)size;
        if (size > 1)
            return lang_obj(b);
        lang_value v = lang_bigint_of_limbs(t, b->limbs, size, negative);
        lang_decref(t, b);
        return v;
    }
    if (!begin_result(t, &to, n + 1, n > 1 && (negative == other || m < n)))
        return lang_error();
    to.r[n] = 0;
    if (n == 1 && negative == other)
        to.r[1] = __builtin_add_overflow(x[0], m ? y[0] : 0, to.r);
    else if (n == 1)
        to.r[0] = x[0] - (m ? y[0] : 0);
    else if (negative == other)
        to.r[n] = mpn_add(to.r, x, (mp_size_t)n, y, (mp_size_t)m);
    else
        mpn_sub(to.r, x, (mp_size_t)n, y, (mp_size_t)m);
    return finish(t, &to, n + 1, negative);
}

static bool multiply(struct lang_thread *t, mpz_srcptr p, mpz_srcptr q, lang_value *out)
{
    size_t n = mpz_size(p), m = mpz_size(q);
    bool negative = (p->_mp_size < 0) != (q->_mp_size < 0);
    struct result to;
    if (n < m) {
        mpz_srcptr other = p;
        size_t size = n;
        p = q, q = other;
        n = m, m = size;
    }
    if (m == 0) {
        *out = lang_int(0);
        return true;
    }
    if (n > MAX_SMALL && m > 1)
        return false;
    if (!begin_result(t, &to, n + m, n > 1)) {
        *out = lang_error();
        return true;
    }
    if (m == 1)
        to.r[n] = mpn_mul_1(to.r, p->_mp_d, (mp_size_t)n, q->_mp_d[0]);
    else if (p == q)
        mpn_sqr(to.r, p->_mp_d, (mp_size_t)n);
    else
        mpn_mul(to.r, p->_mp_d, (mp_size_t)n, q->_mp_d, (mp_size_t)m);
    *out = finish(t, &to, n + m, negative);
    return true;
}

lang_value lang_bigint_small_pow(struct lang_thread *t, mpz_srcptr p, uint64_t exponent)
{
    mp_limb_t one[STACK], other[STACK], *r = one, *next = other, *swap;
    size_t n = mpz_size(p), size = n;
    memcpy(r, p->_mp_d, n * sizeof *r);
    for (int i = 62 - __builtin_clzll(exponent); i >= 0; i--) {
        mpn_sqr(next, r, (mp_size_t)size);
        size *= 2;
        size -= next[size - 1] == 0;
        swap = r, r = next, next = swap;
        if (!(exponent >> i & 1))
            continue;
        if (size >= n)
            mpn_mul(next, r, (mp_size_t)size, p->_mp_d, (mp_size_t)n);
        else
            mpn_mul(next, p->_mp_d, (mp_size_t)n, r, (mp_size_t)size);
        size += n;
        size -= next[size - 1] == 0;
        swap = r, r = next, next = swap;
    }
    return lang_bigint_of_limbs(t, r, size, p->_mp_size < 0 && exponent & 1);
}

bool lang_bigint_pow_is_small(mpz_srcptr p, uint64_t exponent)
{
    size_t n = mpz_size(p);
    /* one more limb than the result needs may be written on the way */
    return exponent && n && exponent <= MAX_SMALL * 64 && mpz_sizeinbase(p, 2) * exponent <= (MAX_SMALL - 1) * 64;
}

/* ------------------------------------------------------------------ division */

/* Quotient and remainder of magnitudes, sizes n >= m > 0. */
/* Divides by a number of at most 32 bits, by half limbs: for small operands it is faster than the general division.
 * quotient may be NULL; returns the rest. */
static mp_limb_t divide_by_half(mp_limb_t *quotient, const mp_limb_t *p, size_t n, mp_limb_t d)
{
    mp_limb_t rest = 0;
    while (n--) {
        mp_limb_t high = rest << 32 | p[n] >> 32, first = high / d,
                  low = (high - first * d) << 32 | (p[n] & 0xffffffff), second = low / d;
        rest = low - second * d;
        if (quotient)
            quotient[n] = first << 32 | second;
    }
    return rest;
}

static bool is_half(size_t n, mp_limb_t d)
{
    return n <= 3 && d >> 32 == 0;
}

static void divide_magnitudes(mp_limb_t *quotient, mp_limb_t *rest, mpz_srcptr p, mpz_srcptr q)
{
    size_t n = mpz_size(p), m = mpz_size(q);
    if (m == 1)
        rest[0] = is_half(n, q->_mp_d[0]) ? divide_by_half(quotient, p->_mp_d, n, q->_mp_d[0])
                                          : mpn_divrem_1(quotient, 0, p->_mp_d, (mp_size_t)n, q->_mp_d[0]);
    else
        mpn_tdiv_qr(quotient, rest, 0, p->_mp_d, (mp_size_t)n, q->_mp_d, (mp_size_t)m);
}

bool lang_bigint_small_divide(struct lang_thread *t, mpz_srcptr p, mpz_srcptr q, lang_value *quotient,
                              lang_value *remainder)
{
    mp_limb_t d[MAX_SMALL + 1], r[MAX_SMALL + 1];
    size_t n = mpz_size(p), m = mpz_size(q), size;
    bool differ = (p->_mp_size < 0) != (q->_mp_size < 0), rest = false;
    if (n > MAX_SMALL || m > MAX_SMALL || n == 0)
        return false;
    if (m == 1 && !quotient) {
        r[0] = is_half(n, q->_mp_d[0]) ? divide_by_half(NULL, p->_mp_d, n, q->_mp_d[0])
                                       : mpn_mod_1(p->_mp_d, (mp_size_t)n, q->_mp_d[0]);
        if (r[0] && differ)
            r[0] = q->_mp_d[0] - r[0];
        *remainder = lang_bigint_of_limbs(t, r, 1, q->_mp_size < 0);
        return true;
    }
    if (n >= m) {
        divide_magnitudes(d, r, p, q);
        size = n - m + 1;
    } else {
        memcpy(r, p->_mp_d, n * sizeof *r);
        memset(r + n, 0, (m - n) * sizeof *r);
        d[0] = 0;
        size = 1;
    }
    for (size_t i = 0; i < m; i++)
        rest = rest || r[i];
    d[size] = 0;
    if (rest && differ) { /* towards minus infinity */
        mpn_add_1(d, d, (mp_size_t)size + 1, 1);
        mpn_sub_n(r, q->_mp_d, r, (mp_size_t)m);
    }
    if (quotient)
        *quotient = lang_bigint_of_limbs(t, d, size + 1, differ);
    if (remainder)
        *remainder = lang_bigint_of_limbs(t, r, m, q->_mp_size < 0);
    return true;
}

/* Both odd parts, the larger first, and what is common of the powers of two. */
static size_t odd_part(mp_limb_t *to, mpz_srcptr z, size_t *zeros)
{
    size_t n = mpz_size(z), at = mpn_scan1(z->_mp_d, 0), limbs = at / 64;
    n -= limbs;
    if (at % 64)
        mpn_rshift(to, z->_mp_d + limbs, (mp_size_t)n, (unsigned)(at % 64));
    else
        memcpy(to, z->_mp_d + limbs, n * sizeof *to);
    n -= to[n - 1] == 0;
    *zeros = at;
    return n;
}

bool lang_bigint_small_gcd(struct lang_thread *t, mpz_srcptr p, mpz_srcptr q, lang_value *out)
{
    mp_limb_t x[MAX_SMALL], y[MAX_SMALL], g[MAX_SMALL], r[MAX_SMALL + 1], *a = x, *b = y;
    size_t zeros, more, n, m;
    mpz_t left; /* limbs in `rest` */
    mp_limb_t rest[8];
    if (mpz_size(p) && mpz_size(p) <= 8 && mpz_size(q) && mpz_size(q) <= 8) { /* one step by division first */
        if (mpz_size(p) < mpz_size(q)) {
            mpz_srcptr other = p;
            p = q, q = other;
        }
        n = mpz_size(p), m = mpz_size(q);
        if (m == 1)
            rest[0] = mpn_mod_1(p->_mp_d, (mp_size_t)n, q->_mp_d[0]);
        else
            mpn_tdiv_qr(g, rest, 0, p->_mp_d, (mp_size_t)n, q->_mp_d, (mp_size_t)m);
        while (m && rest[m - 1] == 0)
            m--;
        if (m == 0) {
            *out = lang_bigint_of_limbs(t, q->_mp_d, mpz_size(q), false);
            return true;
        }
        left->_mp_alloc = left->_mp_size = (int)m;
        left->_mp_d = rest;
        p = left;
        if (m == 1 && mpz_size(q) == 1) {
            *out = lang_int_from_u64(t, lang_gcd_of_limbs(rest[0], q->_mp_d[0]));
            return true;
        }
    }
    if (mpz_size(p) > MAX_SMALL || mpz_size(q) > MAX_SMALL || mpz_size(p) == 0 || mpz_size(q) == 0)
        return false;
    n = odd_part(x, p, &zeros);
    m = odd_part(y, q, &more);
    if (more < zeros)
        zeros = more;
    if (n < m || (n == m && mpn_cmp(x, y, (mp_size_t)n) < 0)) {
        size_t size = n;
        n = m, m = size;
        a = y, b = x;
    }
    size_t size = (size_t)mpn_gcd(g, a, (mp_size_t)n, b, (mp_size_t)m), limbs = zeros / 64;
    memset(r, 0, limbs * sizeof *r);
    r[limbs + size] = 0;
    if (zeros % 64)
        r[limbs + size] = mpn_lshift(r + limbs, g, (mp_size_t)size, (unsigned)(zeros % 64));
    else
        memcpy(r + limbs, g, size * sizeof *r);
    *out = lang_bigint_of_limbs(t, r, limbs + size + 1, false);
    return true;
}

/* ------------------------------------------------------------------ bits */

/* Limbs of a value in two's complement, from the lowest on. */
struct bits {
    const mp_limb_t *limbs;
    size_t n;
    bool negative;
    mp_limb_t borrow;
};

static inline mp_limb_t next_bits(struct bits *b, size_t i)
{
    mp_limb_t v = i < b->n ? b->limbs[i] : 0, less;
    if (!b->negative)
        return v;
    less = v - b->borrow;
    b->borrow = b->borrow && v == 0;
    return ~less;
}

static inline mp_limb_t combine(enum lang_binary_op op, mp_limb_t x, mp_limb_t y)
{
    return op == LANG_OP_AND ? x & y : op == LANG_OP_OR ? x | y : x ^ y;
}

static lang_value signed_bits(struct lang_thread *t, enum lang_binary_op op, mpz_srcptr p, mpz_srcptr q)
{
    struct bits x = {p->_mp_d, mpz_size(p), p->_mp_size < 0, p->_mp_size < 0};
    struct bits y = {q->_mp_d, mpz_size(q), q->_mp_size < 0, q->_mp_size < 0};
    size_t size = x.n > y.n ? x.n : y.n;
    bool negative = combine(op, x.negative, y.negative);
    mp_limb_t carry = negative;
    struct result to;
    if (!begin_result(t, &to, size + 1, false))
        return lang_error();
    for (size_t i = 0; i < size; i++) {
        mp_limb_t v = combine(op, next_bits(&x, i), next_bits(&y, i));
        if (negative) {
            v = ~v + carry;
            carry = carry && v == 0;
        }
        to.r[i] = v;
        if (i % CHUNK == CHUNK - 1 && lang_poll_quiet(t) < 0)
            return give_up(t, &to);
    }
    to.r[size] = carry;
    return finish(t, &to, size + 1, negative);
}

lang_value lang_bigint_bits(struct lang_thread *t, enum lang_binary_op op, mpz_srcptr p, mpz_srcptr q)
{
    size_t n, m;
    struct result to;
    if (p->_mp_size < 0 || q->_mp_size < 0)
        return signed_bits(t, op, p, q);
    if (p->_mp_size < q->_mp_size) {
        mpz_srcptr other = p;
        p = q, q = other;
    }
    n = mpz_size(p), m = mpz_size(q);
    if (!begin_result(t, &to, op == LANG_OP_AND ? m : n,
                      op == LANG_OP_AND ? m > 1 : n > 1 && (op == LANG_OP_OR || m < n)))
        return lang_error();
    for (size_t i = 0; i < m && m < 8; i++)
        to.r[i] = combine(op, p->_mp_d[i], q->_mp_d[i]);
    for (size_t i = 0, chunk; m >= 8 && i < m; i += chunk) {
        chunk = m - i < CHUNK ? m - i : CHUNK;
        if (op == LANG_OP_AND)
            mpn_and_n(to.r + i, p->_mp_d + i, q->_mp_d + i, (mp_size_t)chunk);
        else if (op == LANG_OP_OR)
            mpn_ior_n(to.r + i, p->_mp_d + i, q->_mp_d + i, (mp_size_t)chunk);
        else
            mpn_xor_n(to.r + i, p->_mp_d + i, q->_mp_d + i, (mp_size_t)chunk);
        if (chunk == CHUNK && lang_poll_quiet(t) < 0)
            return give_up(t, &to);
    }
    if (op == LANG_OP_AND)
        return finish(t, &to, m, false);
    for (size_t i = m, chunk; i < n; i += chunk) {
        chunk = n - i < CHUNK ? n - i : CHUNK;
        copy(to.r + i, p->_mp_d + i, chunk);
        if (chunk == CHUNK && lang_poll_quiet(t) < 0)
            return give_up(t, &to);
    }
    return finish(t, &to, n, false);
}

lang_value lang_bigint_shift_left(struct lang_thread *t, mpz_srcptr p, uint64_t by)
{
    size_t n = mpz_size(p), limbs = by / 64;
    struct result to;
    if (!begin_result(t, &to, n + limbs + 1, true))
        return lang_error();
    for (size_t i = 0, chunk; i < limbs; i += chunk) {
        chunk = limbs - i < CHUNK ? limbs - i : CHUNK;
        memset(to.r + i, 0, chunk * sizeof *to.r);
        if (chunk == CHUNK && lang_poll_quiet(t) < 0)
            return give_up(t, &to);
    }
    to.r[n + limbs] = 0;
    if (by % 64)
        to.r[n + limbs] = mpn_lshift(to.r + limbs, p->_mp_d, (mp_size_t)n, (unsigned)(by % 64));
    else
        copy(to.r + limbs, p->_mp_d, n);
    return finish(t, &to, n + limbs + 1, p->_mp_size < 0);
}

lang_value lang_bigint_shift_right(struct lang_thread *t, mpz_srcptr p, uint64_t by)
{
    size_t n = mpz_size(p), limbs = by / 64;
    bool negative = p->_mp_size < 0, lost;
    struct result to;
    if (limbs >= n)
        return lang_int(negative ? -1 : 0);
    if (!begin_result(t, &to, n - limbs + 1, n - limbs > 2))
        return lang_error();
    lost = negative && mpn_scan1(p->_mp_d, 0) < by;
    n -= limbs;
    for (size_t i = 0, chunk; i < n; i += chunk) { /* a chunk takes the low bits of the next limb */
        const mp_limb_t *from = p->_mp_d + limbs + i;
        chunk = n - i < CHUNK ? n - i : CHUNK;
        if (by % 64) {
            mpn_rshift(to.r + i, from, (mp_size_t)chunk, (unsigned)(by % 64));
            if (i + chunk < n)
                to.r[i + chunk - 1] |= from[chunk] << (64 - by % 64);
        } else {
            copy(to.r + i, from, chunk);
        }
        if (chunk == CHUNK && lang_poll_quiet(t) < 0)
            return give_up(t, &to);
    }
    to.r[n] = lost ? mpn_add_1(to.r, to.r, (mp_size_t)n, 1) : 0;
    return finish(t, &to, n + 1, negative);
}

/* ------------------------------------------------------------------ the door */

bool lang_bigint_direct(struct lang_thread *t, enum lang_binary_op op, mpz_srcptr p, mpz_srcptr q, lang_value *out)
{
    switch (op) {
    case LANG_OP_ADD:
    case LANG_OP_SUB:
        *out = lang_bigint_add(t, p, q, op == LANG_OP_SUB);
        return true;
    case LANG_OP_MUL:
        return multiply(t, p, q, out);
    case LANG_OP_FLOORDIV:
        return lang_bigint_small_divide(t, p, q, out, NULL);
    case LANG_OP_MOD:
        return lang_bigint_small_divide(t, p, q, NULL, out);
    default:
        *out = lang_bigint_bits(t, op, p, q);
        return true;
    }
}

lang_value lang_bigint_unary(struct lang_thread *t, enum lang_unary_op op, lang_value v)
{
    struct lang_bigint_operand x, one;
    mpz_srcptr p = lang_bigint_view(v, &x);
    bool negative = p->_mp_size < 0;
    if (op == LANG_OP_INVERT) { /* -v - 1 */
        mpz_t negated = {{p->_mp_alloc, -p->_mp_size, p->_mp_d}};
        return lang_bigint_add(t, negated, lang_bigint_view(lang_int(1), &one), true);
    }
    if (lang_is_exactly(v, &lang_type_int) && (op == LANG_OP_POS || (op == LANG_OP_ABS && !negative)))
        return lang_ref(v);
    return lang_bigint_of_limbs(t, p->_mp_d, mpz_size(p),
                                op == LANG_OP_NEG   ? !negative
                                : op == LANG_OP_ABS ? false
                                                    : negative);
}

/* ------------------------------------------------------------------ bytes and digits */

/* Eight bytes of the number from the i-th on, counted from its low end. */
static mp_limb_t load(const uint8_t *bytes, size_t n, size_t i, bool big_endian)
{
    mp_limb_t v = 0;
    if (i + 8 <= n) {
        memcpy(&v, big_endian ? bytes + n - i - 8 : bytes + i, 8);
        return (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != big_endian ? __builtin_bswap64(v) : v;
    }
    for (size_t k = i; k < n; k++)
        v |= (mp_limb_t)(big_endian ? bytes[n - 1 - k] : bytes[k]) << (k - i) * 8;
    return v;
}

lang_value lang_bigint_of_bytes(struct lang_thread *t, const uint8_t *bytes, size_t n, bool big_endian, bool is_signed)
{
    bool negative = is_signed && n && (bytes[big_endian ? 0 : n - 1] & 0x80);
    size_t limbs = (n + 7) / 8;
    struct result to;
    if (!begin_result(t, &to, limbs + 1, false))
        return lang_error();
    for (size_t i = 0; i < limbs; i++)
        to.r[i] = load(bytes, n, i * 8, big_endian);
    if (negative) {
        if (n % 8)
            to.r[limbs - 1] |= ~(mp_limb_t)0 << n % 8 * 8;
        mpn_neg(to.r, to.r, (mp_size_t)limbs);
    }
    return finish(t, &to, limbs, negative);
}

void lang_bigint_put_bytes(mpz_srcptr z, uint8_t *out, size_t n, bool big_endian)
{
    struct bits b = {z->_mp_d, mpz_size(z), z->_mp_size < 0, z->_mp_size < 0};
    size_t i = 0;
    for (; i + 8 <= n && i / 8 < b.n; i += 8) {
        mp_limb_t v = next_bits(&b, i / 8);
        if ((__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != big_endian)
            v = __builtin_bswap64(v);
        memcpy(big_endian ? out + n - i - 8 : out + i, &v, 8);
    }
    if (i < n && i / 8 < b.n) {
        mp_limb_t v = next_bits(&b, i / 8);
        for (; i < n; i++, v >>= 8)
            out[big_endian ? n - 1 - i : i] = (uint8_t)v;
    }
    if (i < n)
        memset(big_endian ? out : out + i, b.negative ? 0xff : 0, n - i);
}

struct lang_str *lang_bigint_power_digits(struct lang_thread *t, mpz_srcptr z, int base)
{
    unsigned width = (unsigned)__builtin_ctz((unsigned)base);
    size_t bits = mpz_sgn(z) ? mpz_sizeinbase(z, 2) : 1, count = (bits + width - 1) / width;
    bool negative = z->_mp_size < 0;
    struct lang_str *s = lang_str_alloc(t, 1, true, (int64_t)(count + negative));
    if (!s)
        return NULL;
    char *p = s->data + count + negative;
    size_t limb = 0, left = 64;
    mp_limb_t v = mpz_getlimbn(z, 0);
    while (count--) {
        unsigned digit = (unsigned)v & ((unsigned)base - 1);
        if (left >= width) {
            v = width < 64 ? v >> width : 0;
            left -= width;
        } else { /* its high bits are in the next limb */
            v = mpz_getlimbn(z, (mp_size_t)++limb);
            digit |= (unsigned)(v << left) & ((unsigned)base - 1);
            v >>= width - left;
            left += 64 - width;
        }
        *--p = "0123456789abcdefghijklmnopqrstuvwxyz"[digit];
        if ((count & 0xfffff) == 0 && lang_poll_quiet(t) < 0) {
            lang_decref(t, s);
            return NULL;
        }
    }
    if (negative)
        *--p = '-';
    return s;
}
