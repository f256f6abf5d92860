/* The kernel class `fft` of the CPU: Fourier transforms of lines. Owns the plans (which factors, which tables), of
   which the last ones are kept, and the cutting of work for the threads; the loops are those of isa/isa_fft.h. Many
   short lines are interleaved in vectors, a long one is a matrix of two shorter lengths (Gentleman and Sande, 1966;
   Bailey, FFTs in external or hierarchical memory, 1990); a length with a large prime is a convolution with a chirp
   (Bluestein, 1970), real lines of even length are complex ones of half the length. Knows views, no tensors. */
#include "cpu/cpu.h"
#include "cpu/cpu_fft.h"
#include "device.h"
#include "pool.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SHORT 64                       /* complex numbers; shorter ones are never a matrix */
#define SHORT_IN_LANES 512             /* up to so many, many lines go side by side */
#define WORK_PIECE (1 << 16)           /* numbers of a task */
#define PLANS 24                       /* that are kept, */
#define PLAN_BYTES (INT64_C(64) << 20) /* and so many bytes */

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* e^(-pi i k / n), from the first eighth of the circle: exact where the number is */
static void half_root(int64_t k, int64_t n, double *re, double *im)
{
    const int64_t quarter = 2 * (k % (2 * n)) / n,
                  rest = 2 * (k % (2 * n)) - quarter * n; /* quarters; pi / 2 * rest / n */
    double c, s;

    if (2 * rest > n) {
        const double angle = M_PI_2 * (double)(n - rest) / (double)n;
        c = sin(angle), s = cos(angle);
    } else {
        const double angle = M_PI_2 * (double)rest / (double)n;
        c = cos(angle), s = sin(angle);
    }
    if (3 * rest == n) /* an exact one half */
        s = 0.5;
    if (3 * rest == 2 * n)
        c = 0.5;
    *re = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
    *im = quarter == 0 ? -s : quarter == 1 ? -c : quarter == 2 ? s : c;
}

static void put(const struct rt_fft_plan *plan, void *table, int64_t at, double x)
{
    if (plan->wide)
        ((double *)table)[at] = x;
    else
        ((float *)table)[at] = (float)x;
}

/* e^(-pi i k / n) as the pair `at` of a table */
static void put_root(const struct rt_fft_plan *plan, void *table, int64_t at, int64_t k, int64_t n)
{
    double re, im;

    half_root(k, n, &re, &im);
    put(plan, table, 2 * at, re);
    put(plan, table, 2 * at + 1, im);
}

static void *new_table(struct rt_fft_plan *plan, int64_t numbers, struct rt_error *err)
{
    const int64_t bytes = numbers * (plan->wide ? 8 : 4) + 64;
    void *table = numbers < INT64_MAX / 16 ? rt_alloc((size_t)bytes) : NULL;

    if (!table)
        rt_error_memory(err);
    plan->bytes += bytes;
    return table;
}

/* Radices of n, the greatest of which is returned: eights and fours, then primes. */
static int64_t factorise(int64_t n, int *radix, int *count)
{
    int64_t greatest = 1;
    int twos = 0;

    *count = 0;
    for (; n % 2 == 0; n /= 2)
        twos++;
    for (int p = 3; n > 1 && p <= RT_FFT_MAX_PRIME; p += 2)
        for (; n % p == 0; n /= p) {
            radix[(*count)++] = p;
            greatest = p;
        }
    if (n > 1)
        return n;
    for (; twos > 4 || twos == 3; twos -= 3)
        radix[(*count)++] = 8;
    for (; twos >= 2; twos -= 2)
        radix[(*count)++] = 4;
    if (twos)
        radix[(*count)++] = 2;
    return greatest;
}

static int plan_lanes(struct rt_fft_plan *plan, struct rt_fft_lanes *lanes, int64_t n, struct rt_error *err)
{
    int64_t numbers = 0, m = n, at = 0;

    lanes->n = n;
    factorise(n, lanes->radix, &lanes->count);
    for (int i = 0; i < lanes->count; i++) {
        const int r = lanes->radix[i];
        m /= r;
        numbers += (r - 1) * m + r;
    }
    if (!(lanes->twiddles = new_table(plan, 2 * numbers, err)))
        return -1;
    m = n;
    for (int i = 0; i < lanes->count; i++) {
        const int r = lanes->radix[i];
        if (r != 2 && r != 4 && r != 8)
            for (int q = 0; q < r; q++)
                put_root(plan, lanes->twiddles, at++, 2 * q, r);
        for (int64_t p = 0; p < m / r; p++)
            for (int q = 1; q < r; q++)
                put_root(plan, lanes->twiddles, at++, 2 * p * q, m);
        m /= r;
    }
    return 0;
}

/* About what the lanes of that length take for each number. */
static double lanes_cost(int64_t n)
{
    int radix[RT_FFT_PASSES], count;
    double cost = 4;

    factorise(n, radix, &count);
    for (int i = 0; i < count; i++)
        cost += 2 + (radix[i] == 8 ? 1 : radix[i] > 8 ? radix[i] : 0.5);
    return cost;
}

/* The rows of the matrix as which a line of n numbers is transformed. */
static int64_t best_rows(int64_t n, int width)
{
    double best = INFINITY;
    int64_t rows = 1;

    for (int64_t d = 2; d <= n / d; d++)
        for (int side = 0; side < 2 && n % d == 0; side++) {
            const int64_t r = side ? d : n / d, c = n / r;
            const double cost = (double)((r + width - 1) / width * c) * (lanes_cost(c) + (double)c / 512) +
                                (double)((c + width - 1) / width * r) * (lanes_cost(r) + (double)r / 512);
            if (cost < best) {
                best = cost;
                rows = r;
            }
        }
    return rows;
}

static int plan_line(struct rt_fft_plan *plan, int width, struct rt_error *err)
{
    const int64_t rows = best_rows(plan->n, width), columns = plan->n / rows;

    if (plan_lanes(plan, &plan->lanes[0], rows, err) < 0 || plan_lanes(plan, &plan->lanes[1], columns, err) < 0)
        return -1;
    plan->middle_step = (columns + width - 1) / width * width;
    if (!(plan->middle = new_table(plan, 2 * rows * plan->middle_step, err)))
        return -1;
    memset(plan->middle, 0, (size_t)(2 * rows * plan->middle_step * (plan->wide ? 8 : 4)));
    for (int64_t k = 0; k < rows; k++) {
        if (k % 64 == 0 && rt_pool_check(err) < 0)
            return -1;
        for (int64_t j = 0; j < columns; j++) {
            double re, im;
            half_root(2 * k * j, plan->n, &re, &im);
            put(plan, plan->middle, 2 * k * plan->middle_step + j, re);
            put(plan, plan->middle, (2 * k + 1) * plan->middle_step + j, im);
        }
    }
    return 0;
}

static void plan_free(struct rt_fft_plan *plan)
{
    if (!plan)
        return;
    plan_free(plan->inner);
    rt_free(plan->lanes[0].twiddles);
    rt_free(plan->lanes[1].twiddles);
    rt_free(plan->middle);
    rt_free(plan->halves);
    rt_free(plan->chirp);
    rt_free(plan->filter);
    rt_free(plan);
}

static struct rt_fft_plan *plan_new(const struct rt_fft_plan *key, struct rt_error *err);

/* A length for the convolution of n numbers with a chirp. */
static int64_t chirp_length(int64_t n)
{
    static const int odd[] = {1, 3, 5, 9, 15, 25};
    int64_t best = INT64_MAX;

    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        int64_t padded = odd[i];
        while (padded < 2 * n - 1)
            padded *= 2;
        if (padded < best)
            best = padded;
    }
    return best;
}

/* The filter's transform is computed by a plan of its own, of one line in double. */
static int transform_filter(struct rt_fft_plan *plan, double *numbers, struct rt_error *err);

static int plan_chirp(struct rt_fft_plan *plan, struct rt_error *err)
{
    const int64_t n = plan->n, padded = chirp_length(n);
    struct rt_fft_plan key = {.n = padded, .wide = plan->wide, .line = plan->line};
    double *response;
    int rc;

    if (!(plan->inner = plan_new(&key, err)))
        return -1;
    plan->bytes += plan->inner->bytes;
    if (!(plan->chirp = new_table(plan, 2 * n, err)) || !(plan->filter = new_table(plan, 2 * padded, err)))
        return -1;
    if (!(response = rt_alloc_items(2 * padded, sizeof *response, 0)))
        return rt_error_memory(err);
    memset(response, 0, (size_t)(2 * padded) * sizeof *response);
    for (int64_t k = 0; k < n; k++) {
        double re, im;
        half_root((int64_t)((unsigned __int128)k * (unsigned __int128)k % (unsigned __int128)(2 * n)), n, &re, &im);
        put(plan, plan->chirp, 2 * k, re);
        put(plan, plan->chirp, 2 * k + 1, im);
        for (int64_t at = k;; at = padded - k) {
            response[2 * at] = re / (double)padded;
            response[2 * at + 1] = -im / (double)padded;
            if (at != k || k == 0)
                break;
        }
    }
    rc = transform_filter(plan, response, err);
    for (int64_t k = 0; k < 2 * padded && rc == 0; k++)
        put(plan, plan->filter, k, response[k]);
    rt_free(response);
    return rc;
}

static int plan_halves(struct rt_fft_plan *plan, struct rt_error *err)
{
    if (!(plan->halves = new_table(plan, 2 * (plan->n / 2 + 1), err)))
        return -1;
    for (int64_t k = 0; k <= plan->n / 2; k++) {
        double re, im;
        half_root(k, plan->n, &re, &im);
        put(plan, plan->halves, 2 * k, im);
        put(plan, plan->halves, 2 * k + 1, -re);
    }
    return 0;
}

static const struct rt_fft_loops *loops_of(const struct rt_fft_plan *plan)
{
    return &rt_cpu_loops()->fft[plan->wide];
}

static struct rt_fft_plan *plan_new(const struct rt_fft_plan *key, struct rt_error *err)
{
    struct rt_fft_plan *plan = rt_alloc(sizeof *plan);
    int radix[RT_FFT_PASSES], count, rc;

    if (!plan) {
        rt_error_memory(err);
        return NULL;
    }
    *plan = *key;
    if (factorise(plan->n, radix, &count) > RT_FFT_MAX_PRIME)
        rc = plan_chirp(plan, err);
    else if (plan->line)
        rc = plan_line(plan, loops_of(plan)->width, err);
    else
        rc = plan_lanes(plan, &plan->lanes[0], plan->n, err);
    if (rc == 0 && plan->real)
        rc = plan_halves(plan, err);
    if (rc == 0)
        return plan;
    plan_free(plan);
    return NULL;
}

/* ---- plans that are kept ----------------------------------------------------------------------------------------- */

/* The latest first. A plan that has been dropped from the list is freed by its last user. */
static struct rt_fft_plan *kept;
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

static struct rt_fft_plan *plan_find(const struct rt_fft_plan *key)
{
    for (struct rt_fft_plan **at = &kept, *plan; (plan = *at); at = &plan->next)
        if (plan->n == key->n && plan->wide == key->wide && plan->line == key->line && plan->real == key->real) {
            *at = plan->next;
            plan->next = kept;
            kept = plan;
            plan->users++;
            return plan;
        }
    return NULL;
}

/* Trims the list to its limits; returns what has no user and is to be freed. */
static struct rt_fft_plan *plans_shorten(void)
{
    struct rt_fft_plan *rest = NULL, **at = &kept;
    int64_t bytes = 0;

    for (int count = 0; *at;) {
        struct rt_fft_plan *plan = *at;
        bytes += plan->bytes;
        if (count++ == 0 || (count <= PLANS && bytes <= PLAN_BYTES)) {
            at = &plan->next;
            continue;
        }
        *at = plan->next;
        plan->next = NULL;
        if (--plan->users == 0) {
            plan->next = rest;
            rest = plan;
        }
    }
    return rest;
}

static struct rt_fft_plan *plan_get(const struct rt_fft_plan *key, struct rt_error *err)
{
    struct rt_fft_plan *plan, *rest = NULL, *other;

    pthread_mutex_lock(&kept_lock);
    plan = plan_find(key);
    pthread_mutex_unlock(&kept_lock);
    if (plan)
        return plan;
    if (!(plan = plan_new(key, err)))
        return NULL;
    pthread_mutex_lock(&kept_lock);
    other = plan_find(key); /* made by another thread at the same time */
    if (!other) {
        plan->users = 2;
        plan->next = kept;
        kept = plan;
        rest = plans_shorten();
    }
    pthread_mutex_unlock(&kept_lock);
    if (other) {
        plan_free(plan);
        return other;
    }
    while (rest) {
        struct rt_fft_plan *next = rest->next;
        plan_free(rest);
        rest = next;
    }
    return plan;
}

static void plan_release(struct rt_fft_plan *plan)
{
    bool last;

    pthread_mutex_lock(&kept_lock);
    last = --plan->users == 0;
    pthread_mutex_unlock(&kept_lock);
    if (last)
        plan_free(plan);
}

/* ---- one line as a matrix ---------------------------------------------------------------------------------------- */

struct line {
    const struct rt_fft_plan *plan;
    const void *in;
    void *out, *between;
    bool swap_in, swap_out;
    double scale;
};

/* Memory that begins at a multiple of 64, in a block that is to be freed. */
static void *aligned_scratch(int64_t bytes, void **block, struct rt_error *err)
{
    *block = bytes < INT64_MAX / 2 ? rt_alloc((size_t)bytes + 64) : NULL;
    if (!*block) {
        rt_error_memory(err);
        return NULL;
    }
    return (void *)(((uintptr_t)*block + 63) & ~(uintptr_t)63);
}

static int some_columns(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct line *l = context;
    void *block, *padded = aligned_scratch(rt_fft_line_scratch(l->plan) * 64, &block, err);

    if (!padded)
        return -1;
    for (int64_t group = begin; group < end; group++)
        loops_of(l->plan)->columns(l->plan, l->in, l->swap_in, group, l->between, padded);
    rt_free(block);
    return 0;
}

static int some_rows(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct line *l = context;
    void *block, *padded = aligned_scratch(rt_fft_line_scratch(l->plan) * 64, &block, err);

    if (!padded)
        return -1;
    for (int64_t group = begin; group < end; group++)
        loops_of(l->plan)->rows(l->plan, l->between, group, l->out, l->swap_out, l->scale, padded);
    rt_free(block);
    return 0;
}

static int run_matrix(struct line *l, struct rt_error *err)
{
    const struct rt_fft_plan *plan = l->plan;
    const int width = loops_of(plan)->width;
    const int64_t rows = plan->lanes[0].n, columns = plan->lanes[1].n;

    if (rt_parallel_for((columns + width - 1) / width, WORK_PIECE / (rows * width) + 1, rt_size_cost(plan->n, 8),
                        some_columns, l, err) < 0)
        return -1;
    return rt_parallel_for((rows + width - 1) / width, WORK_PIECE / (columns * width) + 1, rt_size_cost(plan->n, 8),
                           some_rows, l, err);
}

/* The transform of one line, out may be in; between: line_scratch bytes. */
static int run_line(const struct rt_fft_plan *plan, const void *in, void *out, bool swap_in, bool swap_out,
                    double scale, char *between, struct rt_error *err)
{
    struct line l = {plan, in, out, between, swap_in, swap_out, scale};
    const struct rt_fft_loops *loops = loops_of(plan);

    if (!plan->inner)
        return run_matrix(&l, err);
    const int64_t padded = plan->inner->n;
    void *numbers = between + rt_fft_line_between(plan->inner, loops->width);
    l.plan = plan->inner;
    l.in = l.out = numbers;
    l.swap_in = l.swap_out = false;
    l.scale = 1;
    loops->times(plan->n, numbers, in, plan->chirp, swap_in, false, 1, padded);
    if (run_matrix(&l, err) < 0)
        return -1;
    loops->times(padded, numbers, numbers, plan->filter, false, true, 1, padded);
    if (run_matrix(&l, err) < 0)
        return -1;
    loops->times(plan->n, out, numbers, plan->chirp, true, swap_out, scale, plan->n);
    return 0;
}

static int64_t line_scratch(const struct rt_fft_plan *plan)
{
    const struct rt_fft_plan *matrix = plan->inner ? plan->inner : plan;

    return rt_fft_line_between(matrix, loops_of(plan)->width) + (plan->inner ? matrix->n * (plan->wide ? 16 : 8) : 0);
}

static int transform_filter(struct rt_fft_plan *plan, double *numbers, struct rt_error *err)
{
    struct rt_fft_plan key = {.n = plan->inner->n, .wide = true, .line = true};
    struct rt_fft_plan *matrix;
    void *block, *between;
    int rc = -1;

    if (!(matrix = plan_new(&key, err)))
        return -1;
    if ((between = aligned_scratch(line_scratch(matrix), &block, err))) {
        rc = run_line(matrix, numbers, numbers, false, false, 1, between, err);
        rt_free(block);
    }
    plan_free(matrix);
    return rc;
}

/* ---- lines of calls ---------------------------------------------------------------------------------------------- */

struct lines_call {
    const struct rt_fft_call *call;
    const struct rt_fft_plan *plan;
    int64_t groups; /* of lines side by side, in each part `outer` */
};

/* How many lines are interleaved, or one after the other. */
static int64_t side_by_side(const struct rt_fft_call *call)
{
    return call->in_inner > 1 ? call->in_inner : call->outer;
}

static int some_groups(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct lines_call *l = context;
    const struct rt_fft_loops *loops = loops_of(l->plan);
    const int64_t of = side_by_side(l->call);
    void *block, *padded = aligned_scratch(rt_fft_lines_scratch(l->plan) * 64, &block, err);
    int rc = 0;

    if (!padded)
        return -1;
    for (int64_t group = begin; group < end && rc == 0; group++) {
        const int64_t first = group % l->groups * loops->width;
        const int count = of - first < loops->width ? (int)(of - first) : loops->width;
        if ((rc = rt_pool_check(err)) == 0)
            loops->lines(l->plan, l->call, group / l->groups * of + first, count, padded);
    }
    rt_free(block);
    return rc;
}

/* The real numbers of odd length as complex ones, transformed, and what is wanted of the result. */
static void scatter_line(const struct rt_fft_call *call, bool wide, const void *in, void *numbers)
{
    const int64_t n = call->n, half = n / 2 + 1;

#define SPREAD(T)                                                                                                      \
    const T *a = in;                                                                                                   \
    T *z = numbers;                                                                                                    \
    for (int64_t k = 0; k < n; k++) {                                                                                  \
        if (call->op != RT_FFT_C2R)                                                                                    \
            z[2 * k] = a[k], z[2 * k + 1] = 0;                                                                         \
        else                                                                                                           \
            z[2 * k] = k < half ? a[2 * k] : a[2 * (n - k)], z[2 * k + 1] = k == 0     ? 0                             \
                                                                            : k < half ? a[2 * k + 1]                  \
                                                                                       : -a[2 * (n - k) + 1];          \
    }
    if (wide) {
        SPREAD(double)
    } else {
        SPREAD(float)
    }
#undef SPREAD
}

static void take_line(const struct rt_fft_call *call, bool wide, const void *numbers, void *out)
{
    const int64_t size = wide ? 8 : 4, n = call->n;

    if (call->op != RT_FFT_C2R)
        memcpy(out, numbers, (size_t)((call->op == RT_FFT_R2C ? n / 2 + 1 : n) * 2 * size));
    else if (wide)
        for (int64_t k = 0; k < n; k++)
            ((double *)out)[k] = ((const double *)numbers)[2 * k];
    else
        for (int64_t k = 0; k < n; k++)
            ((float *)out)[k] = ((const float *)numbers)[2 * k];
}

/* The second half of a full transform of real numbers. */
static void mirror_line(const struct rt_fft_call *call, bool wide, void *out)
{
    const int64_t n = call->n;

    for (int64_t k = n / 2 + 1; k < n; k++)
        if (wide) {
            ((double *)out)[2 * k] = ((double *)out)[2 * (n - k)];
            ((double *)out)[2 * k + 1] = -((double *)out)[2 * (n - k) + 1];
        } else {
            ((float *)out)[2 * k] = ((float *)out)[2 * (n - k)];
            ((float *)out)[2 * k + 1] = -((float *)out)[2 * (n - k) + 1];
        }
}

static int one_line(const struct lines_call *l, int64_t line, char *between, char *numbers, struct rt_error *err)
{
    const struct rt_fft_call *c = l->call;
    const struct rt_fft_plan *plan = l->plan;
    const int64_t n = c->n, half = n / 2 + 1, size = plan->wide ? 8 : 4;
    const bool back = c->op == RT_FFT_C2R;
    const int64_t have = back ? 2 * half : c->op == RT_FFT_C2C ? 2 * n : n;
    const int64_t give = back ? n : c->op == RT_FFT_R2C ? 2 * half : 2 * n;
    const char *in = (const char *)c->in.data + line * have * size;
    char *out = (char *)c->out.data + line * give * size;
    const bool swap = !c->forward || back;

    if (c->op == RT_FFT_C2C)
        return run_line(plan, in, out, swap, swap, c->scale, between, err);
    if (!plan->real) {
        scatter_line(c, plan->wide, in, numbers);
        if (run_line(plan, numbers, numbers, swap, swap, c->scale, between, err) < 0)
            return -1;
        take_line(c, plan->wide, numbers, out);
        return 0;
    }
    if (back) {
        loops_of(plan)->refold(plan, numbers, in);
        return run_line(plan, numbers, out, true, true, c->scale, between, err);
    }
    if (run_line(plan, in, out, false, false, 1, between, err) < 0)
        return -1;
    loops_of(plan)->unfold(plan, out, c->scale);
    if (c->op == RT_FFT_R2C_FULL)
        mirror_line(c, plan->wide, out);
    return 0;
}

static int some_lines(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct lines_call *l = context;
    const int64_t padded = line_scratch(l->plan), numbers = (l->call->n + 2) * (l->plan->wide ? 16 : 8);
    void *block;
    char *between = aligned_scratch(padded + (l->call->op == RT_FFT_C2C ? 0 : numbers), &block, err);
    int rc = 0;

    if (!between)
        return -1;
    for (int64_t line = begin; line < end && rc == 0; line++)
        if ((rc = rt_pool_check(err)) == 0)
            rc = one_line(l, line, between, between + padded, err);
    rt_free(block);
    return rc;
}

/* Short lines of float32 are transformed in double, so that what should be zero is zero when printed. */
#define SMALL 512

static int short_as_doubles(struct rt_device *device, const struct rt_fft_call *call, struct rt_error *err)
{
    const int64_t n = call->n, half = n / 2 + 1;
    const int64_t have = call->op == RT_FFT_C2C ? 2 * n : call->op == RT_FFT_C2R ? 2 * half : n;
    const int64_t give = call->op == RT_FFT_C2R ? n : call->op == RT_FFT_R2C ? 2 * half : 2 * n;
    const int parts_in = have == n ? 1 : 2, parts = call->op == RT_FFT_C2R ? 1 : 2;
    const int64_t inner = call->inner, lines = call->outer * inner;
    double in[2 * SMALL + 2 * SMALL], out[2 * SMALL + 2 * SMALL];
    struct rt_fft_call wide = *call;

    wide.in.data = in;
    wide.in.dtype = parts_in == 1 ? RT_FLOAT64 : RT_COMPLEX128;
    wide.out.data = out;
    wide.out.dtype = parts == 1 ? RT_FLOAT64 : RT_COMPLEX128;
    for (int64_t i = 0; i < have * lines; i++)
        in[i] = (double)((const float *)call->in.data)[i];
    if (rt_cpu_fft(device, &wide, err) < 0)
        return -1;
    for (int64_t line = 0; line < lines; line++) {
        const int64_t first = (line / inner * (give / parts) * inner + line % inner) * parts;
        double largest = 0;
        for (int64_t k = 0; k < give; k++)
            largest = fmax(largest, fabs(out[first + k / parts * inner * parts + k % parts]));
        for (int64_t k = 0; k < give; k++) {
            const int64_t at = first + k / parts * inner * parts + k % parts;
            ((float *)call->out.data)[at] = fabs(out[at]) < largest * 0x1p-48 ? 0 : (float)out[at];
        }
    }
    return 0;
}

int rt_cpu_fft(struct rt_device *device, const struct rt_fft_call *call, struct rt_error *err)
{
    const int64_t count = call->outer * call->inner;
    const bool even = call->op != RT_FFT_C2C && call->n % 2 == 0 && call->n * count > SMALL;
    const int64_t n = even ? call->n / 2 : call->n;
    const enum rt_dtype type = call->in.dtype;
    struct rt_fft_plan key = {.n = n, .wide = type == RT_FLOAT64 || type == RT_COMPLEX128, .real = even};
    const int width = loops_of(&key)->width;
    struct lines_call lines = {.call = call};
    struct rt_fft_plan *plan;
    int rc;

    (void)device;
    if (count == 0 || call->n == 0)
        return 0;
    if (!key.wide && call->n * count <= SMALL)
        return short_as_doubles(device, call, err);
    key.line = call->in_inner == 1 && n >= SHORT && (n > SHORT_IN_LANES || count < width / 2);
    if (!(plan = plan_get(&key, err)))
        return -1;
    lines.plan = plan;
    if (plan->line) {
        rc = count == 1 ? some_lines(&lines, 0, 1, err)
                        : rt_parallel_for(count, WORK_PIECE / n + 1, rt_size_cost(rt_size_cost(count, n), 8),
                                          some_lines, &lines, err);
    } else {
        const int64_t of = side_by_side(call);
        lines.groups = (of + width - 1) / width;
        rc = rt_parallel_for(lines.groups * (count / of), WORK_PIECE / (n * width) + 1,
                             rt_size_cost(rt_size_cost(count, n), 8), some_groups, &lines, err);
    }
    plan_release(plan);
    return rc;
}
