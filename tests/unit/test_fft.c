/* Fourier transforms of the CPU against their definition: lengths on all ways (few and many lines, matrices, chirps,
   halves), layouts, kinds, threads, allocations that fail, interrupts. Links the runtime alone. */
#include "harness.h"

#include "device.h"
#include "pool.h"

#include <math.h>

static uint32_t seed = 1;
static double small_number(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / (1 << 23) - 1;
}

static double part_at(enum rt_dtype type, const void *data, int64_t i)
{
    return type == RT_FLOAT64 || type == RT_COMPLEX128 ? ((const double *)data)[i] : (double)((const float *)data)[i];
}

/* Numbers of a line that are stored: of real ones (parts 1), of the half or of all. */
static int64_t stored(enum rt_fft_op op, int64_t n, bool input, int *parts)
{
    *parts = input ? (op == RT_FFT_R2C || op == RT_FFT_R2C_FULL ? 1 : 2) : op == RT_FFT_C2R ? 1 : 2;
    return op == (input ? RT_FFT_C2R : RT_FFT_R2C) ? n / 2 + 1 : n;
}

/* The greatest difference of a line from its definition; only some numbers of long lines are computed. */
static double line_error(const struct rt_fft_call *call, int64_t line, const double *re, const double *im)
{
    const int64_t n = call->n;
    const double sign = call->forward ? -1 : 1;
    int parts;
    const int64_t give = stored(call->op, n, false, &parts);
    const int64_t base = line / call->inner * give * call->inner + line % call->inner;
    double worst = 0;

    for (int64_t k = 0; k < give; k += 1 + give / 40) {
        double x = 0, y = 0, *want[2] = {&x, &y};
        for (int64_t j = 0; j < n; j++) {
            const double angle = sign * 2 * M_PI * (double)(j * k % n) / (double)n, c = cos(angle), s = sin(angle);
            x += re[j] * c - im[j] * s;
            y += re[j] * s + im[j] * c;
        }
        for (int p = 0; p < parts; p++) {
            const double got = part_at(call->out.dtype, call->out.data, (base + k * call->inner) * parts + p);
            worst = fmax(worst, fabs(got - *want[p] * call->scale));
        }
    }
    return worst;
}

static int one_call(struct rt_fft_call *call, bool wide, struct rt_error *err, bool must)
{
    const int64_t lines = call->outer * call->inner, n = call->n;
    int parts_in, parts_out;
    const int64_t have = stored(call->op, n, true, &parts_in), give = stored(call->op, n, false, &parts_out);
    const size_t size = wide ? 8 : 4;
    char *in = malloc((size_t)(lines * have * parts_in) * size), *out;
    int status;
    double *re = calloc((size_t)n, 8), *im = calloc((size_t)n, 8), worst = 0;

    out = malloc((size_t)(lines * give * parts_out) * size);
    for (int64_t i = 0; i < lines * have * parts_in; i++) {
        if (wide)
            ((double *)in)[i] = small_number();
        else
            ((float *)in)[i] = (float)small_number();
    }
    call->in.data = in;
    call->in.dtype = parts_in == 2 ? (wide ? RT_COMPLEX128 : RT_COMPLEX64) : wide ? RT_FLOAT64 : RT_FLOAT32;
    call->out.data = out;
    call->out.dtype = parts_out == 2 ? (wide ? RT_COMPLEX128 : RT_COMPLEX64) : wide ? RT_FLOAT64 : RT_FLOAT32;
    if ((status = rt_device_cpu()->kernels->fft(rt_device_cpu(), call, err)) < 0) {
        CHECK(!must);
    } else {
        for (int64_t line = 0; line < lines; line += line == 0 && lines > 1 ? lines - 1 : lines) {
            const int64_t base = line / call->in_inner * have * call->in_inner + line % call->in_inner;
            for (int64_t j = 0; j < n; j++) {
                const bool other = j >= have;
                const int64_t at = (base + (other ? n - j : j) * call->in_inner) * parts_in;
                re[j] = part_at(call->in.dtype, in, at);
                im[j] = parts_in == 2 ? part_at(call->in.dtype, in, at + 1) * (other ? -1 : 1) : 0;
                if (call->op == RT_FFT_C2R && (j == 0 || 2 * j == n))
                    im[j] = 0;
            }
            worst = fmax(worst, line_error(call, line, re, im));
        }
        CHECK_MSG(worst < sqrt((double)n) * (wide ? 5e-14 : 4e-6), "op %d n %d lines %d: %g", (int)call->op, (int)n,
                  (int)lines, worst);
    }
    free(in);
    free(out);
    free(re);
    free(im);
    return status;
}

static void all_kinds(int64_t n, int64_t outer, int64_t inner, int64_t in_inner)
{
    struct rt_error err = {0};

    for (int wide = 0; wide < 2; wide++)
        for (int op = RT_FFT_C2C; op <= RT_FFT_C2R; op++)
            for (int forward = 0; forward < 2; forward++) {
                struct rt_fft_call call = {.op = (enum rt_fft_op)op, .forward = forward, .scale = 0.5};
                if (op != RT_FFT_C2C && forward == (op == RT_FFT_C2R))
                    continue;
                call.n = n;
                call.outer = outer;
                call.inner = inner;
                call.in_inner = in_inner;
                one_call(&call, wide, &err, true);
            }
}

TEST(short_lengths)
{
    for (int64_t n = 1; n <= 70; n++) {
        all_kinds(n, 1, 1, 1);
        all_kinds(n, 19, 1, 1);
        all_kinds(n, 40, 1, 1); /* not few */
    }
}

TEST(lengths_with_large_primes)
{
    static const int64_t lengths[] = {37, 74, 101, 127, 262, 509, 1009, 1018, 2003};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        all_kinds(lengths[i], 1, 1, 1);
        all_kinds(lengths[i], 17, 1, 1);
    }
}

TEST(matrices)
{
    static const int64_t lengths[] = {96, 128, 210, 512, 525, 1000, 1001, 1024, 1250, 2048, 2310, 6561, 8192, 65536};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        all_kinds(lengths[i], 1, 1, 1);
        all_kinds(lengths[i], lengths[i] < 3000 ? 18 : 2, 1, 1);
    }
}

TEST(lines_side_by_side)
{
    static const int64_t lengths[] = {2, 3, 8, 15, 37, 64, 100, 600};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        all_kinds(lengths[i], 2, 5, 5);
        all_kinds(lengths[i], 3, 21, 21);
        all_kinds(lengths[i], 42, 1, 21); /* only those of the input */
        all_kinds(lengths[i], 12, 1, 6);
    }
}

TEST(several_threads)
{
    const int before = rt_pool_threads();

    rt_pool_set_threads(4);
    all_kinds(1024, 64, 1, 1);
    all_kinds(30, 2000, 1, 1);
    all_kinds(65536, 1, 1, 1);
    all_kinds(16411, 2, 1, 1);
    all_kinds(64, 5, 500, 500);
    rt_pool_set_threads(before);
}

static volatile int flag;
TEST(transforms_are_interrupted)
{
    struct rt_error err = {0};
    struct rt_fft_call call = {.forward = true, .scale = 1, .outer = 64, .n = 4093, .inner = 1, .in_inner = 1};

    __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    rt_set_interrupt_flag(&flag);
    one_call(&call, true, &err, false);
    CHECK_INT(err.code, RT_INTERRUPT);
    __atomic_store_n(&flag, 0, __ATOMIC_RELAXED);
    rt_set_interrupt_flag(NULL);
}

TEST(every_allocation_may_fail)
{
    static const int64_t lengths[] = {30, 41, 1000, 1009, 2027, 1022};

    for (size_t i = 0; i < 2 * (sizeof lengths / sizeof *lengths); i++)
        for (long n = 0;; n++) {
            struct rt_error err = {0};
            /* lengths that are in no other test: their plans have to be made */
            struct rt_fft_call call = {.op = i % 2 ? RT_FFT_R2C : RT_FFT_C2C, .forward = true, .scale = 1};
            call.n = lengths[i / 2] * 3;
            call.outer = 20;
            call.inner = call.in_inner = 1;
            rt_alloc_fail_after(n);
            const int status = one_call(&call, false, &err, false);
            rt_alloc_fail_after(-1);
            if (status == 0)
                break;
            CHECK_INT(err.code, RT_MEMORY);
            REQUIRE(n < 1000);
        }
}

HARNESS_MAIN
