/* The kernel class `fft` of the CPU: Fourier transforms of lines. Lengths are taken apart into primes; a length with a
   large prime is a convolution with a chirp (Bluestein). Everything is computed in double. Knows views, no tensors. */
#include "cpu/cpu.h"
#include "device.h"
#include "pool.h"

#include <math.h>
#include <string.h>

#define FACTORS_MOST 64
#define PRIME_MOST 31    /* above it a chirp is faster */
#define CHECK_FROM 65536 /* parts of this length look at the interrupt flag */

struct number {
    double re, im;
};

static struct number times(struct number a, struct number b)
{
    return (struct number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
static struct number plus(struct number a, struct number b)
{
    return (struct number){a.re + b.re, a.im + b.im};
}
static struct number minus(struct number a, struct number b)
{
    return (struct number){a.re - b.re, a.im - b.im};
}

/* Transforms e^(-2 pi i j k / n) of one length. */
struct plan {
    int64_t n;
    int factors[FACTORS_MOST]; /* their product is n; ends with 0 */
    struct number *roots;      /* e^(-2 pi i k / n) */
    /* Bluestein: n numbers times a chirp, convolved with the chirp by transforms of a power of 2 */
    struct plan *inner;
    struct number *chirp, *filter;
};

/* e^(-pi i k / n) with k taken modulo 2 n: exact angles for large k */
static struct number half_root(int64_t k, int64_t n)
{
    k %= 2 * n;
    if (k == 0)
        return (struct number){1, 0};
    if (k == n)
        return (struct number){-1, 0};
    if (2 * k == n)
        return (struct number){0, -1};
    if (2 * k == 3 * n)
        return (struct number){0, 1};
    struct number w = {cos(M_PI * (double)k / (double)n), -sin(M_PI * (double)k / (double)n)};
    if (6 * k % n == 0) { /* halves are halves */
        w.re = fabs(fabs(w.re) - 0.5) < 1e-9 ? copysign(0.5, w.re) : w.re;
        w.im = fabs(fabs(w.im) - 0.5) < 1e-9 ? copysign(0.5, w.im) : w.im;
    }
    return w;
}

/* Fours first, then twos and odd primes; the greatest prime. */
static int64_t factorise(int64_t n, int *factors)
{
    int count = 0;
    int64_t greatest = 1;
    for (; n % 4 == 0; n /= 4)
        factors[count++] = 4;
    for (int64_t p = 2; n > 1 && p * p <= n; p++)
        for (; n % p == 0; n /= p) {
            factors[count++] = (int)p;
            greatest = p;
        }
    if (n > 1) {
        factors[count++] = n <= PRIME_MOST ? (int)n : 0;
        greatest = n > greatest ? n : greatest;
    }
    factors[count] = 0;
    return greatest;
}

/* An odd prime: pairs of numbers whose roots are conjugates are added and subtracted first, so that what is equal
   cancels exactly. */
static void odd_butterfly(const struct number *t, struct number *out, int64_t stride, int p, const struct number *w,
                          int64_t step)
{
    struct number sums[PRIME_MOST / 2], differences[PRIME_MOST / 2], all = t[0];
    int half = p / 2;
    for (int q = 1; q <= half; q++) {
        sums[q - 1] = plus(t[q], t[p - q]);
        differences[q - 1] = minus(t[q], t[p - q]);
        all = plus(all, sums[q - 1]);
    }
    out[0] = all;
    for (int r = 1; r <= half; r++) {
        struct number even = t[0], odd = {0, 0};
        for (int q = 1; q <= half; q++) {
            struct number root = w[(int64_t)(q * r % p) * step];
            even.re += root.re * sums[q - 1].re;
            even.im += root.re * sums[q - 1].im;
            odd.re -= root.im * differences[q - 1].im;
            odd.im += root.im * differences[q - 1].re;
        }
        out[r * stride] = plus(even, odd);
        out[(p - r) * stride] = minus(even, odd);
    }
}

static int butterflies(const struct plan *plan, struct number *out, int64_t m, int p)
{
    int64_t step = plan->n / (m * p);
    const struct number *w = plan->roots;
    struct number t[PRIME_MOST];
    for (int64_t k = 0; k < m; k++) {
        for (int q = 0; q < p; q++)
            t[q] = q && k ? times(out[q * m + k], w[q * k * step]) : out[q * m + k];
        if (p == 2) {
            out[k] = plus(t[0], t[1]);
            out[m + k] = minus(t[0], t[1]);
        } else if (p == 4) {
            struct number a = plus(t[0], t[2]), b = minus(t[0], t[2]), c = plus(t[1], t[3]), d = minus(t[1], t[3]);
            out[k] = plus(a, c);
            out[2 * m + k] = minus(a, c);
            out[m + k] = (struct number){b.re + d.im, b.im - d.re};
            out[3 * m + k] = (struct number){b.re - d.im, b.im + d.re};
        } else {
            odd_butterfly(t, out + k, m, p, w, m * step);
        }
    }
    return 0;
}

static int mixed(const struct plan *plan, struct number *out, const struct number *in, int64_t stride, int64_t n,
                 const int *factor, struct rt_error *err)
{
    int p = *factor;
    if (n == 1) {
        out[0] = in[0];
        return 0;
    }
    int64_t m = n / p;
    if (n >= CHECK_FROM && rt_pool_check(err) < 0)
        return -1;
    for (int q = 0; q < p; q++) {
        if (m == 1)
            out[q] = in[q * stride];
        else if (mixed(plan, out + q * m, in + q * stride, stride * p, m, factor + 1, err) < 0)
            return -1;
    }
    return butterflies(plan, out, m, p);
}

static void plan_free(struct plan *plan)
{
    if (!plan)
        return;
    plan_free(plan->inner);
    rt_free(plan->roots);
    rt_free(plan->chirp);
    rt_free(plan->filter);
    rt_free(plan);
}

static int plan_chirp(struct plan *plan, struct rt_error *err);

static struct plan *plan_new(int64_t n, struct rt_error *err)
{
    struct plan *plan = rt_alloc(sizeof *plan);
    if (!plan) {
        rt_error_memory(err);
        return NULL;
    }
    memset(plan, 0, sizeof *plan);
    plan->n = n;
    if (factorise(n, plan->factors) > PRIME_MOST) {
        if (plan_chirp(plan, err) == 0)
            return plan;
        plan_free(plan);
        return NULL;
    }
    if (!(plan->roots = rt_alloc((size_t)n * sizeof *plan->roots))) {
        rt_error_memory(err);
        plan_free(plan);
        return NULL;
    }
    for (int64_t k = 0; k < n; k++)
        plan->roots[k] = half_root(2 * k, n);
    return plan;
}

static int plan_chirp(struct plan *plan, struct rt_error *err)
{
    int64_t n = plan->n, room = 1;
    struct number *spread;
    int rc = -1;
    while (room < 2 * n - 1)
        room *= 2;
    if (!(plan->inner = plan_new(room, err)))
        return -1;
    plan->chirp = rt_alloc((size_t)n * sizeof *plan->chirp);
    plan->filter = rt_alloc((size_t)room * sizeof *plan->filter);
    spread = rt_alloc((size_t)room * sizeof *spread);
    if (plan->chirp && plan->filter && spread) {
        memset(spread, 0, (size_t)room * sizeof *spread);
        for (int64_t k = 0; k < n; k++) {
            int64_t square = (int64_t)((unsigned __int128)k * (unsigned __int128)k % (unsigned __int128)(2 * n));
            struct number w = half_root(square, n);
            plan->chirp[k] = w;
            spread[k] = spread[k ? room - k : 0] = (struct number){w.re, -w.im};
        }
        rc = mixed(plan->inner, plan->filter, spread, 1, room, plan->inner->factors, err);
    } else {
        rt_error_memory(err);
    }
    rt_free(spread);
    return rc;
}

/* Numbers that a line needs beside its n inputs and n outputs. */
static int64_t plan_room(const struct plan *plan)
{
    return plan->inner ? 2 * plan->inner->n : 0;
}

static int forward_line(const struct plan *plan, struct number *out, const struct number *in, struct number *room,
                        struct rt_error *err)
{
    if (!plan->inner)
        return mixed(plan, out, in, 1, plan->n, plan->factors, err);
    int64_t n = plan->n, m = plan->inner->n;
    struct number *a = room, *b = room + m;
    memset(a, 0, (size_t)m * sizeof *a);
    for (int64_t k = 0; k < n; k++)
        a[k] = times(in[k], plan->chirp[k]);
    if (mixed(plan->inner, b, a, 1, m, plan->inner->factors, err) < 0)
        return -1;
    for (int64_t k = 0; k < m; k++) { /* the conjugate: the next transform is then the reverse one */
        a[k] = times(b[k], plan->filter[k]);
        a[k].im = -a[k].im;
    }
    if (mixed(plan->inner, b, a, 1, m, plan->inner->factors, err) < 0)
        return -1;
    for (int64_t k = 0; k < n; k++) {
        struct number c = {b[k].re / (double)m, -b[k].im / (double)m};
        out[k] = times(c, plan->chirp[k]);
    }
    return 0;
}

/* ---- lines of views -----------------------------------------------------------------------------------------------
 */

struct lines_call {
    const struct rt_fft_call *call;
    const struct plan *plan;
};

static struct number load(const struct rt_view *view, int64_t at)
{
    switch (view->dtype) {
    case RT_FLOAT32:
        return (struct number){((const float *)view->data)[at], 0};
    case RT_FLOAT64:
        return (struct number){((const double *)view->data)[at], 0};
    case RT_COMPLEX64:
        return (struct number){((const float *)view->data)[2 * at], ((const float *)view->data)[2 * at + 1]};
    default:
        return ((const struct number *)view->data)[at];
    }
}

static void store(const struct rt_view *view, int64_t at, struct number x)
{
    switch (view->dtype) {
    case RT_FLOAT32:
        ((float *)view->data)[at] = (float)x.re;
        break;
    case RT_FLOAT64:
        ((double *)view->data)[at] = x.re;
        break;
    case RT_COMPLEX64:
        ((float *)view->data)[2 * at] = (float)x.re;
        ((float *)view->data)[2 * at + 1] = (float)x.im;
        break;
    default:
        ((struct number *)view->data)[at] = x;
    }
}

/* The reverse transform is the forward one with real and imaginary parts exchanged, before and after. */
static struct number turned(struct number x, bool turn)
{
    return turn ? (struct number){x.im, x.re} : x;
}

static int one_line(const struct lines_call *l, int64_t line, struct number *a, struct rt_error *err)
{
    const struct rt_fft_call *c = l->call;
    int64_t n = c->n, half = n / 2 + 1, o = line / c->inner, i = line % c->inner;
    int64_t have = c->op == RT_FFT_C2R ? half : n, give = c->op == RT_FFT_R2C ? half : n;
    int64_t from = o * have * c->inner + i, to = o * give * c->inner + i;
    struct number *b = a + n;
    for (int64_t k = 0; k < have; k++) {
        a[k] = load(&c->in, from + k * c->inner);
    }
    if (c->op == RT_FFT_C2R) { /* what real numbers leave out is the conjugate of what they have */
        a[0].im = 0;
        if (n % 2 == 0)
            a[n / 2].im = 0;
        for (int64_t k = have; k < n; k++)
            a[k] = (struct number){a[n - k].re, -a[n - k].im};
    }
    for (int64_t k = 0; k < n && !c->forward; k++)
        a[k] = turned(a[k], true);
    if (forward_line(l->plan, b, a, b + n, err) < 0)
        return -1;
    if (c->in.dtype == RT_FLOAT32 || c->in.dtype == RT_COMPLEX64) { /* what is left of a zero is no number of floats */
        double largest = 0;
        for (int64_t k = 0; k < n; k++)
            largest = fmax(largest, fmax(fabs(b[k].re), fabs(b[k].im)));
        for (int64_t k = 0; k < give; k++) {
            b[k].re = fabs(b[k].re) < largest * 0x1p-48 ? 0 : b[k].re;
            b[k].im = fabs(b[k].im) < largest * 0x1p-48 ? 0 : b[k].im;
        }
    }
    for (int64_t k = 0; k < give; k++) {
        struct number x = turned(b[k], !c->forward);
        store(&c->out, to + k * c->inner, (struct number){x.re * c->scale, x.im * c->scale});
    }
    return 0;
}

static int some_lines(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct lines_call *l = context;
    struct number *room = rt_alloc((size_t)(2 * l->call->n + plan_room(l->plan)) * sizeof *room);
    int rc = 0;
    if (!room)
        return rt_error_memory(err);
    for (int64_t line = begin; line < end && rc == 0; line++)
        if ((rc = rt_pool_check(err)) == 0)
            rc = one_line(l, line, room, err);
    rt_free(room);
    return rc;
}

int rt_cpu_fft(struct rt_device *device, const struct rt_fft_call *call, struct rt_error *err)
{
    struct lines_call lines = {.call = call};
    int64_t count = call->outer * call->inner, grain = 16384 / (call->n + 1) + 1;
    (void)device;
    if (count == 0 || call->n == 0)
        return 0;
    struct plan *plan = plan_new(call->n, err);
    if (!plan)
        return -1;
    lines.plan = plan;
    int rc = rt_parallel_for(count, grain, count * call->n * 16, some_lines, &lines, err);
    plan_free(plan);
    return rc;
}
