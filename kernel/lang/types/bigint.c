/* bigint.c: integers beyond 64 bits through GMP.
 *
 * Owns every call into GMP that may allocate. GMP ends the process when its allocator returns nothing, so the allocator
 * here leaves by longjmp instead (the only one in the program): each operation runs between guard_begin and finish;
 * what GMP has allocated in between is on a list and freed at the end, whichever way the operation is left. The same
 * way an interrupt leaves a long operation. Operands are only read, and an int object has its limbs behind it in one
 * piece of memory of the language, so GMP's memory never outlives an operation. What needs none of GMP's memory is in
 * bigint_direct.c and is asked first. Knows nothing of text formats, and of floats only the exact conversion. */
#include "bigint.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "types/int_impl.h"
#include "types/str_impl.h"

/* GMP counts limbs in an int and aborts beyond: results are refused well before that. */
#define MAX_BITS (UINT64_C(1) << 36)
enum { SMALL_LIMBS = 8 };

/* ------------------------------------------------------------------ the guard */

struct block {                  /* in front of every piece of memory that GMP gets */
    struct block *next, **link; /* of the operation that runs */
    size_t size, unused;
};
static struct {
    struct block *first;
    struct lang_thread *thread;
    sigjmp_buf jump;
    volatile sig_atomic_t open; /* the operation may be left at any instruction: none of our own code runs */
    bool watched;
    timer_t watch;
} guard;

/* GMP checks no interrupt flag, and a single product may take seconds. An operation on large numbers is therefore
 * watched: a timer of this thread checks for an interrupt every WATCH_MS and leaves GMP by siglongjmp, which is safe
 * because GMP keeps nothing but the memory it got here; while our allocator runs, it is not left. */
enum { WATCH_MS = 20, WATCH_SIZE = 16 * 1024 };

static void watching(int signal)
{
    (void)signal;
    if (guard.open && lang_interrupted(guard.thread)) {
        guard.open = 0;
        siglongjmp(guard.jump, 1);
    }
}

static void watch_begin(void)
{
    static bool installed;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN};
    struct itimerspec every = {{0, WATCH_MS * 1000000}, {0, WATCH_MS * 1000000}};
    event._sigev_un._tid = gettid();
    if (!installed) {
        struct sigaction action = {.sa_handler = watching, .sa_flags = SA_RESTART | SA_NODEFER};
        installed = sigaction(SIGRTMIN, &action, NULL) == 0;
    }
    guard.watched = installed && timer_create(CLOCK_MONOTONIC, &event, &guard.watch) == 0;
    if (guard.watched)
        timer_settime(guard.watch, 0, &every, NULL);
}

static void watch_end(void)
{
    guard.open = 0;
    if (guard.watched)
        timer_delete(guard.watch);
    guard.watched = false;
}

/* The allocator of the language may collect garbage first and so run a destructor that computes with big integers
 * itself: the state of this operation is put aside meanwhile. */
static struct block *alloc_aside(size_t size)
{
    struct lang_thread *t = guard.thread;
    struct block *b, *first = guard.first;
    sigjmp_buf jump;
    memcpy(&jump, &guard.jump, sizeof jump);
    bool watched = guard.watched;
    timer_t watch = guard.watch;
    guard.first = NULL;
    guard.watched = false;
    b = lang_alloc(t, sizeof *b + size);
    guard.first = first;
    guard.thread = t;
    guard.watched = watched;
    guard.watch = watch;
    memcpy(&guard.jump, &jump, sizeof jump);
    return b;
}

static void *gmp_alloc(size_t size)
{
    guard.open = 0;
    if (size > 4096 && lang_interrupted(guard.thread))
        siglongjmp(guard.jump, 1);
    struct block *b = alloc_aside(size);
    if (!b)
        siglongjmp(guard.jump, 1);
    b->size = sizeof *b + size;
    b->next = guard.first;
    if (b->next)
        b->next->link = &b->next;
    b->link = &guard.first;
    guard.first = b;
    if (size > WATCH_SIZE && !guard.watched)
        watch_begin();
    guard.open = guard.watched;
    return b + 1;
}

static void gmp_free(void *p, size_t size)
{
    (void)size;
    struct block *b = (struct block *)p - 1;
    guard.open = 0;
    *b->link = b->next;
    if (b->next)
        b->next->link = b->link;
    lang_free(guard.thread, b, b->size);
    guard.open = guard.watched;
}

static void *gmp_realloc(void *p, size_t old_size, size_t size)
{
    void *q = gmp_alloc(size);
    memcpy(q, p, old_size < size ? old_size : size);
    gmp_free(p, old_size);
    return q;
}

static void guard_begin(struct lang_thread *t)
{
    static bool ready;
    if (!ready) {
        mp_set_memory_functions(gmp_alloc, gmp_realloc, gmp_free);
        ready = true;
    }
    guard.thread = t;
    guard.first = NULL;
    guard.watched = false;
}

/* The operation is done: all memory that GMP holds is freed. */
__attribute__((noinline)) static void guard_end(void)
{
    struct lang_thread *t = guard.thread;
    watch_end();
    for (struct block *b = guard.first, *next; b; b = next) {
        next = b->next;
        lang_free(t, b, b->size);
    }
    guard.first = NULL;
}

/* The operation was left: the exception is on the thread, or an interrupt waits to be raised. */
static lang_value guard_left(void)
{
    struct lang_thread *t = guard.thread;
    guard_end();
    if (!lang_error_occurred(t) && lang_poll(t) == 0)
        lang_raise(t, LANG_EXC_KeyboardInterrupt, "");
    return lang_error();
}

/* if (!GUARD(t)) return guard_left(); ... guard_end(); */
#define GUARD(t) (guard_begin(t), sigsetjmp(guard.jump, 0) == 0)

/* ------------------------------------------------------------------ operands and results */

/* An object of the class with space for so many limbs, whose value is not set; NULL with MemoryError. */
static struct lang_bigint *object_new(struct lang_thread *t, struct lang_type *cls, size_t limbs)
{
    struct lang_bigint *b;
    if (cls == &lang_type_int)
        return lang_bigint_new(t, limbs);
    if (!(b = lang_object_new_extra(t, cls, limbs * sizeof *b->limbs)))
        return NULL;
    b->z->_mp_alloc = (int)limbs;
    b->z->_mp_d = b->limbs;
    return b;
}

/* An object of the class with the value of z; NULL with MemoryError. */
static struct lang_bigint *object_of(struct lang_thread *t, struct lang_type *cls, mpz_srcptr z)
{
    size_t limbs = mpz_size(z);
    struct lang_bigint *b = object_new(t, cls, limbs);
    if (!b)
        return NULL;
    b->z->_mp_size = z->_mp_size;
    memcpy(b->limbs, z->_mp_d, limbs * sizeof *b->limbs);
    return b;
}

__attribute__((noinline)) static lang_value int_of(struct lang_thread *t, mpz_srcptr r)
{
    return lang_bigint_of_limbs(t, r->_mp_d, mpz_size(r), r->_mp_size < 0);
}

/* Makes an int of r; the end of an operation. */
static lang_value finish(struct lang_thread *t, mpz_srcptr r)
{
    watch_end();
    struct block *mine = guard.first; /* making the object may run other operations */
    guard.first = NULL;
    lang_value v = int_of(t, r);
    guard.thread = t;
    guard.first = mine;
    guard_end();
    return v;
}

size_t lang_bigint_extent(const struct lang_object *o)
{
    const struct lang_bigint *b = (const struct lang_bigint *)o;
    return sizeof *b + (size_t)b->z->_mp_alloc * sizeof *b->limbs;
}

lang_value lang_bigint_of_class(struct lang_thread *t, struct lang_type *cls, lang_value v)
{
    struct lang_bigint_operand x;
    return lang_obj_or_error(object_of(t, cls, lang_bigint_view(v, &x)));
}

static lang_value too_large(struct lang_thread *t)
{
    return lang_no_memory(t);
}

/* ------------------------------------------------------------------ arithmetic */

uint64_t lang_int_bit_length(lang_value v)
{
    struct lang_bigint_operand x;
    mpz_srcptr z = lang_bigint_view(v, &x);
    size_t n = mpz_size(z);
    return n ? n * 64 - (unsigned)__builtin_clzll(z->_mp_d[n - 1]) : 0;
}

uint64_t lang_int_bit_count(lang_value v)
{
    struct lang_bigint_operand x;
    mpz_srcptr z = lang_bigint_view(v, &x);
    return mpn_popcount(mpz_limbs_read(z), mpz_size(z) ? mpz_size(z) : 1) * (mpz_size(z) != 0);
}

static lang_value shift(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    struct lang_bigint_operand x;
    int64_t n;
    if (lang_int_sign(b) < 0)
        return lang_raise(t, LANG_EXC_ValueError, "negative shift count");
    bool fits = lang_int_fits(b, &n);
    if (op == LANG_OP_RSHIFT && (!fits || (uint64_t)n >= MAX_BITS))
        return lang_int(lang_int_sign(a) < 0 ? -1 : 0);
    if (op == LANG_OP_LSHIFT) {
        if (lang_int_sign(a) == 0)
            return lang_int(0);
        if (!fits)
            return lang_raise(t, LANG_EXC_OverflowError, "too many digits in integer");
        if ((uint64_t)n > MAX_BITS - lang_int_bit_length(a))
            return too_large(t);
    }
    mpz_srcptr p = lang_bigint_view(a, &x);
    return op == LANG_OP_LSHIFT ? lang_bigint_shift_left(t, p, (uint64_t)n)
                                : lang_bigint_shift_right(t, p, (uint64_t)n);
}

static lang_value pair_steal(struct lang_thread *t, lang_value quotient, lang_value remainder)
{
    struct lang_tuple *pair = NULL;
    if (!lang_is_error(quotient) && !lang_is_error(remainder))
        pair = lang_tuple_new(t, 2);
    if (pair) {
        pair->items[0] = quotient;
        pair->items[1] = remainder;
        return lang_obj(pair);
    }
    if (!lang_is_error(quotient))
        lang_unref(t, quotient);
    if (!lang_is_error(remainder))
        lang_unref(t, remainder);
    return lang_error();
}

static lang_value divide_both(struct lang_thread *t, lang_value a, lang_value b)
{
    struct lang_bigint_operand x, y;
    lang_value quotient, remainder;
    if (lang_bigint_small_divide(t, lang_bigint_view(a, &x), lang_bigint_view(b, &y), &quotient, &remainder))
        return pair_steal(t, quotient, remainder);
    if (!GUARD(t))
        return guard_left();
    mpz_t q, r;
    mpz_init(q);
    mpz_init(r);
    mpz_fdiv_qr(q, r, lang_bigint_view(a, &x), lang_bigint_view(b, &y));
    watch_end();
    struct block *mine = guard.first;
    guard.first = NULL;
    quotient = int_of(t, q);
    lang_value pair = pair_steal(t, quotient, lang_is_error(quotient) ? quotient : int_of(t, r));
    guard.thread = t;
    guard.first = mine;
    guard_end();
    return pair;
}

lang_value lang_bigint_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b)
{
    struct lang_bigint_operand x, y;
    if (op == LANG_OP_LSHIFT || op == LANG_OP_RSHIFT)
        return shift(t, op, a, b);
    if (op == LANG_OP_DIVMOD)
        return divide_both(t, a, b);
    mpz_srcptr p = lang_bigint_view(a, &x), q = lang_bigint_view(b, &y);
    lang_value small;
    if (lang_bigint_direct(t, op, p, q, &small))
        return small;
    mpz_t r;
    if (op == LANG_OP_MUL && (mpz_size(p) + mpz_size(q)) * GMP_NUMB_BITS > MAX_BITS)
        return too_large(t);
    if (!GUARD(t))
        return guard_left();
    mpz_init(r);
    switch (op) {
    case LANG_OP_MUL:
        mpz_mul(r, p, q);
        break;
    case LANG_OP_FLOORDIV:
        mpz_fdiv_q(r, p, q);
        break;
    default:
        mpz_fdiv_r(r, p, q);
        break;
    }
    return finish(t, r);
}

/* By squaring from the highest bit, so that an interrupt is seen between two products. */
lang_value lang_bigint_pow(struct lang_thread *t, lang_value a, uint64_t exponent)
{
    struct lang_bigint_operand x;
    mpz_srcptr p = lang_bigint_view(a, &x);
    uint64_t bits = lang_int_bit_length(a);
    if (lang_bigint_pow_is_small(p, exponent))
        return lang_bigint_small_pow(t, p, exponent);
    if (bits > 1 && exponent > MAX_BITS / bits)
        return too_large(t);
    if (!GUARD(t))
        return guard_left();
    mpz_t r;
    if (mpz_size(p) <= 1 && exponent * bits < (1 << 20)) {
        mpz_init(r);
        mpz_pow_ui(r, p, exponent);
        return finish(t, r);
    }
    mpz_init_set_ui(r, 1);
    for (int i = 63 - (exponent ? __builtin_clzll(exponent) : 63); i >= 0 && exponent; i--) {
        mpz_mul(r, r, r);
        if (exponent >> i & 1)
            mpz_mul(r, r, p);
        if (mpz_size(r) > 512 && lang_interrupted(t))
            siglongjmp(guard.jump, 1);
    }
    return finish(t, r);
}

lang_value lang_bigint_powm(struct lang_thread *t, lang_value a, lang_value e, lang_value m)
{
    struct lang_bigint_operand x, y, w;
    mpz_srcptr p = lang_bigint_view(a, &x), q = lang_bigint_view(e, &y), n = lang_bigint_view(m, &w);
    if (!GUARD(t))
        return guard_left();
    mpz_t r, base, power;
    mpz_init(r);
    mpz_init(base);
    mpz_init(power);
    mpz_fdiv_r(base, p, n);
    mpz_abs(power, q);
    if (mpz_sgn(q) < 0 && mpz_cmpabs_ui(n, 1) != 0 && !mpz_invert(base, base, n)) {
        watch_end();
        lang_raise(t, LANG_EXC_ValueError, "base is not invertible for the given modulus");
        return guard_left();
    }
    mpz_powm(r, base, power, n);
    mpz_fdiv_r(r, r, n); /* the result has the sign of the modulus */
    return finish(t, r);
}

lang_value lang_bigint_gcd(struct lang_thread *t, lang_value a, lang_value b)
{
    struct lang_bigint_operand x, y;
    mpz_srcptr p = lang_bigint_view(a, &x), q = lang_bigint_view(b, &y);
    lang_value small;
    if (lang_bigint_small_gcd(t, p, q, &small))
        return small;
    if (!GUARD(t))
        return guard_left();
    mpz_t r;
    mpz_init(r);
    mpz_gcd(r, p, q);
    return finish(t, r);
}

lang_value lang_int_isqrt(struct lang_thread *t, lang_value a)
{
    struct lang_bigint_operand x;
    mpz_srcptr p = lang_bigint_view(a, &x);
    if (!GUARD(t))
        return guard_left();
    mpz_t r;
    mpz_init(r);
    mpz_sqrt(r, p);
    return finish(t, r);
}

int lang_bigint_compare(lang_value a, lang_value b)
{
    struct lang_bigint_operand x, y;
    mpz_srcptr p = lang_bigint_view(a, &x), q = lang_bigint_view(b, &y);
    if (p->_mp_size != q->_mp_size)
        return p->_mp_size < q->_mp_size ? -1 : 1;
    for (size_t i = mpz_size(p); i-- > 0;)
        if (p->_mp_d[i] != q->_mp_d[i])
            return (p->_mp_d[i] < q->_mp_d[i]) != (p->_mp_size < 0) ? -1 : 1;
    return 0;
}

/* ------------------------------------------------------------------ doubles */

/* The highest 64 bits of |z| with everything below gathered in the last bit, so that one rounding to 53 bits is exact.
 */
static uint64_t top_bits(mpz_srcptr z, uint64_t bits)
{
    uint64_t drop = bits - 64; /* bits > 64 */
    size_t limb = drop / 64;
    unsigned s = drop % 64;
    uint64_t low = mpz_getlimbn(z, limb), high = mpz_getlimbn(z, limb + 1);
    uint64_t m = s ? low >> s | high << (64 - s) : low;
    bool sticky = s && (low << (64 - s)) != 0;
    for (size_t i = 0; i < limb && !sticky; i++)
        sticky = mpz_getlimbn(z, i) != 0;
    return m | sticky;
}

bool lang_bigint_to_double(lang_value v, double *out)
{
    struct lang_bigint_operand x;
    mpz_srcptr z = lang_bigint_view(v, &x);
    uint64_t bits = mpz_sizeinbase(z, 2);
    if (bits > 1024)
        return false;
    double d = bits <= 64 ? (double)mpz_getlimbn(z, 0) : ldexp((double)top_bits(z, bits), (int)(bits - 64));
    *out = mpz_sgn(z) < 0 ? -d : d;
    return isfinite(d);
}

int lang_bigint_compare_double(lang_value v, double d)
{
    struct lang_bigint_operand x;
    int c = mpz_cmp_d(lang_bigint_view(v, &x), d); /* needs no memory */
    return (c > 0) - (c < 0);
}

lang_value lang_bigint_from_double(struct lang_thread *t, double d)
{
    if (!GUARD(t))
        return guard_left();
    mpz_t r;
    mpz_init_set_d(r, d);
    return finish(t, r);
}

/* What scaled_quotient does, for a few limbs; q is not longer than SMALL_LIMBS. */
static void small_quotient(mpz_srcptr p, mpz_srcptr q, int64_t scale, uint64_t *bits, uint64_t *top)
{
    enum { CAPACITY = 2 * SMALL_LIMBS + 4 };
    mp_limb_t n[CAPACITY], m[CAPACITY], quotient[CAPACITY], rest[CAPACITY];
    size_t up = (size_t)(scale < 0 ? -scale : scale), limbs = up / 64, size = mpz_size(p), divisor = mpz_size(q);
    mp_limb_t *moved = scale > 0 ? m : n;
    size_t *length = scale > 0 ? &divisor : &size;
    for (size_t i = 0; i < size; i++)
        n[i] = p->_mp_d[i];
    for (size_t i = 0; i < divisor; i++)
        m[i] = q->_mp_d[i];
    if (up) {
        memmove(moved + limbs, moved, *length * sizeof *moved);
        memset(moved, 0, limbs * sizeof *moved);
        *length += limbs;
        moved[*length] = up % 64 ? mpn_lshift(moved, moved, (mp_size_t)*length, (unsigned)(up % 64)) : 0;
        *length += moved[*length] != 0;
    }
    mpn_tdiv_qr(quotient, rest, 0, n, (mp_size_t)size, m, (mp_size_t)divisor); /* 66 bits: n is longer */
    bool lost = false;
    for (size_t i = 0; i < divisor; i++)
        lost = lost || rest[i];
    quotient[0] |= lost;
    size = size - divisor + 1;
    while (size && quotient[size - 1] == 0)
        size--;
    mpz_t z = {{(int)size, (int)size, quotient}};
    *bits = size ? mpz_sizeinbase(z, 2) : 0;
    *top = *bits > 64 ? top_bits(z, *bits) : mpz_getlimbn(z, 0);
}

/* The quotient of the magnitudes times 2**-scale: its length in bits, and its highest 64, of which the last one gathers
 * all that is lost. */
static int scaled_quotient(struct lang_thread *t, mpz_srcptr p, mpz_srcptr q, const int64_t scale, uint64_t *bits,
                           uint64_t *top)
{
    if (mpz_size(p) <= SMALL_LIMBS && mpz_size(q) <= SMALL_LIMBS) {
        small_quotient(p, q, scale, bits, top);
        return 0;
    }
    if (!GUARD(t)) {
        guard_left();
        return -1;
    }
    mpz_t n, m, r;
    mpz_init(n);
    mpz_init(m);
    mpz_init(r);
    mpz_abs(n, p);
    mpz_abs(m, q);
    if (scale > 0)
        mpz_mul_2exp(m, m, (mp_bitcnt_t)scale);
    else
        mpz_mul_2exp(n, n, (mp_bitcnt_t)-scale);
    mpz_tdiv_qr(n, r, n, m);
    if (mpz_sgn(r))
        mpz_setbit(n, 0);
    *bits = mpz_sgn(n) ? mpz_sizeinbase(n, 2) : 0;
    *top = *bits > 64 ? top_bits(n, *bits) : mpz_getlimbn(n, 0);
    guard_end();
    return 0;
}

/* a / b correctly rounded: scale so that the quotient has 64 or 65 bits and let the remainder set the last one. */
lang_value lang_bigint_truediv(struct lang_thread *t, lang_value a, lang_value b)
{
    struct lang_bigint_operand x, y;
    mpz_srcptr p = lang_bigint_view(a, &x), q = lang_bigint_view(b, &y);
    int sign = mpz_sgn(p) * mpz_sgn(q);
    if (!sign)
        return lang_float(mpz_sgn(q) < 0 ? -0.0 : 0.0);
    int64_t scale = (int64_t)mpz_sizeinbase(p, 2) - (int64_t)mpz_sizeinbase(q, 2) - 66;
    if (scale > 1024)
        return lang_raise(t, LANG_EXC_OverflowError, "integer division result too large for a float");
    if (scale < -1300)
        return lang_float(sign < 0 ? -0.0 : 0.0);
    /* a subnormal result has fewer bits: keep only those, so that nothing is rounded twice */
    if (scale < -1074 - 2)
        scale = -1074 - 2;
    uint64_t bits, top;
    if (scaled_quotient(t, p, q, scale, &bits, &top) < 0)
        return lang_error();
    double d;
    if ((int64_t)bits + scale < -1021) { /* subnormal: round by hand to the unit 2^-1074 */
        int64_t drop = -1074 - scale;
        uint64_t half = UINT64_C(1) << (drop - 1), rest = top & ((half << 1) - 1);
        uint64_t units = top >> drop;
        units += rest > half || (rest == half && (units & 1));
        d = ldexp((double)units, -1074);
    } else {
        d = ldexp((double)top, (int)(scale + (int64_t)(bits > 64 ? bits - 64 : 0)));
    }
    if (!isfinite(d))
        return lang_raise(t, LANG_EXC_OverflowError, "integer division result too large for a float");
    return lang_float(sign < 0 ? -d : d);
}

/* ------------------------------------------------------------------ text and bytes */

/* Decimal digits of a few limbs, in pieces that fit one. */
#define PIECE UINT64_C(10000000000000000000)
enum { PIECE_DIGITS = 19, SMALL_DIGITS = 2 * SMALL_LIMBS * 19 };

/* Eight decimal digits at once, by pairs, fours and eights; false: there is something else among them. */
static inline bool eight_digits(const char *p, uint64_t *out)
{
    uint64_t w;
    memcpy(&w, p, 8);
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        w = __builtin_bswap64(w);
    w ^= UINT64_C(0x3030303030303030);
    if ((w | (w + UINT64_C(0x0606060606060606))) & UINT64_C(0xf0f0f0f0f0f0f0f0))
        return false;
    w = (w * 10 + (w >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
    w = (w * 100 + (w >> 16)) & UINT64_C(0x0000ffff0000ffff);
    *out = (uint32_t)(w * 10000 + (w >> 32));
    return true;
}

enum { STRIDE = 16 };

bool lang_bigint_of_decimal(struct lang_thread *t, const char *digits, size_t count, bool negative, lang_value *out)
{
    mp_limb_t limbs[2 * SMALL_LIMBS + 1], first = 0;
    size_t n = 0, at = 0;
    if (count == 0 || count > SMALL_DIGITS)
        return false;
    for (; at < count % STRIDE; at++) {
        unsigned digit = (unsigned char)digits[at] - '0';
        if (digit > 9)
            return false;
        first = first * 10 + digit;
    }
    limbs[0] = first;
    n = first != 0;
    for (; at < count; at += STRIDE) {
        uint64_t high, low;
        if (!eight_digits(digits + at, &high) || !eight_digits(digits + at + 8, &low))
            return false;
        unsigned __int128 carry = high * 100000000 + low;
        for (size_t i = 0; i < n; i++) {
            carry += (unsigned __int128)limbs[i] * UINT64_C(10000000000000000);
            limbs[i] = (mp_limb_t)carry;
            carry >>= 64;
        }
        if (carry)
            limbs[n++] = (mp_limb_t)carry;
    }
    *out = lang_bigint_of_limbs(t, limbs, n, negative);
    return true;
}

static struct lang_str *small_digits(struct lang_thread *t, mpz_srcptr z)
{
    mp_limb_t limbs[2 * SMALL_LIMBS];
    char text[SMALL_DIGITS + 64], *p = text + sizeof text;
    size_t n = mpz_size(z), size;
    for (size_t i = 0; i < n; i++)
        limbs[i] = z->_mp_d[i];
    while (n) {
        mp_limb_t piece = mpn_divrem_1(limbs, 0, limbs, (mp_size_t)n, PIECE);
        n -= limbs[n - 1] == 0;
        char *first = p - PIECE_DIGITS;
        p -= lang_int_digits_back(piece, p);
        while (n && p > first)
            *--p = '0';
    }
    if (z->_mp_size < 0)
        *--p = '-';
    size = (size_t)(text + sizeof text - p);
    struct lang_str *s = lang_str_alloc(t, 1, true, (int64_t)size);
    if (s)
        memcpy(s->data, p, size);
    return s;
}

lang_value lang_bigint_from_digits(struct lang_thread *t, const char *digits, int base)
{
    lang_value small;
    if (base == 10 && lang_bigint_of_decimal(t, digits, strlen(digits), false, &small))
        return small;
    if (!GUARD(t))
        return guard_left();
    mpz_t r;
    mpz_init_set_str(r, digits, base);
    return finish(t, r);
}

static int write_digits(struct lang_thread *t, char *text, int base, mpz_srcptr z)
{
    if (!GUARD(t)) {
        guard_left();
        return -1;
    }
    mpz_get_str(text, base, z);
    guard_end();
    return 0;
}

struct lang_str *lang_bigint_to_str(struct lang_thread *t, lang_value v, int base)
{
    struct lang_bigint_operand x;
    mpz_srcptr z = lang_bigint_view(v, &x);
    if (base == 10 && mpz_size(z) <= 2 * SMALL_LIMBS && mpz_size(z))
        return small_digits(t, z);
    if (!(base & (base - 1)))
        return lang_bigint_power_digits(t, z, base);
    size_t size = mpz_sizeinbase(z, base) + 2;
    char *text = lang_alloc(t, size);
    if (!text)
        return NULL;
    struct lang_str *s = write_digits(t, text, base, z) < 0 ? NULL : lang_str_new(t, text, strlen(text));
    lang_free(t, text, size);
    return s;
}

lang_value lang_bigint_from_bytes(struct lang_thread *t, const uint8_t *bytes, size_t n, bool big_endian,
                                  bool is_signed)
{
    if (n == 0)
        return lang_int(0);
    if (n > MAX_BITS / 8)
        return too_large(t);
    return lang_bigint_of_bytes(t, bytes, n, big_endian, is_signed);
}

int lang_bigint_to_bytes(struct lang_thread *t, lang_value v, uint8_t *out, size_t n, bool big_endian, bool is_signed)
{
    struct lang_bigint_operand x;
    mpz_srcptr z = lang_bigint_view(v, &x);
    bool negative = mpz_sgn(z) < 0;
    if (negative && !is_signed)
        return lang_fail(t, LANG_EXC_OverflowError, "can't convert negative int to unsigned");
    uint64_t bits = mpz_sgn(z) ? mpz_sizeinbase(z, 2) : 0;
    bool power = negative && mpz_scan1(z, 0) == bits - 1; /* -2^k needs one bit less than 2^k */
    if (bits + (is_signed && mpz_sgn(z) ? !power : 0) > (uint64_t)n * 8 &&
        !(n == 0 && is_signed && mpz_cmp_si(z, -1) == 0)) /* no bytes stand for 0 and, in CPython, for -1 */
        return lang_fail(t, LANG_EXC_OverflowError, "int too big to convert");
    lang_bigint_put_bytes(z, out, n, big_endian);
    return 0;
}
