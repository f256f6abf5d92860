/* Matrix products of the CPU against a plain triple loop: types, layouts, batches, sizes around the tiles, alpha and
   beta, interrupts. Links the runtime alone. */
#include "harness.h"

#include "cpu/cpu_bfloat.h"
#include "cpu/cpu_gemm.h"
#include "device.h"
#include "pool.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

static uint32_t seed = 1;
static int small_number(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)(seed >> 24) % 9 - 4;
}

struct matrices {
    struct rt_matmul_call call;
    char *memory[3];
    size_t bytes[3];
};

/* Where the elements of a [batch, rows, cols] lie: 0 row-major, 1 column-major, 2 row-major with gaps, 3 both strided.
 */
static void pack_planes(struct matrices *m, int which, struct rt_view *view, enum rt_dtype dtype, int64_t batch,
                        int64_t rows, int64_t cols, int layout)
{
    int64_t row = cols, col = 1, size = rows * cols;
    if (layout == 1)
        row = 1, col = rows;
    if (layout == 2)
        row = cols + 3, size = rows * (cols + 3);
    if (layout == 3)
        row = 2 * cols + 1, col = 2, size = rows * (2 * cols + 1);
    *view = (struct rt_view){.dtype = dtype, .ndim = 3, .shape = {batch, rows, cols}, .strides = {size, row, col}};
    m->bytes[which] = (size_t)(batch * size + 1) * rt_dtype_size(dtype);
    m->memory[which] = calloc(1, m->bytes[which]);
    view->data = m->memory[which];
    size_t step = rt_dtype_size(dtype), part = rt_dtype_is_complex(dtype) ? step / 2 : step;
    enum rt_dtype real = dtype == RT_COMPLEX64 ? RT_FLOAT32 : dtype == RT_COMPLEX128 ? RT_FLOAT64 : dtype;
    for (size_t i = 0; i + step <= m->bytes[which]; i += part)
        rt_scalar_store(real, m->memory[which] + i, rt_scalar_int(small_number()));
}

static struct rt_scalar at(const struct rt_view *v, int64_t b, int64_t i, int64_t j)
{
    int64_t offset = b * v->strides[0] + i * v->strides[1] + j * v->strides[2];
    return rt_scalar_load(v->dtype, (char *)v->data + offset * (int64_t)rt_dtype_size(v->dtype));
}

static void check(enum rt_dtype dtype, int64_t batch, int64_t m, int64_t n, int64_t k, int la, int lb, int lc,
                  int alpha, int beta)
{
    struct matrices x;
    struct rt_error err = {0};
    pack_planes(&x, 0, &x.call.a, dtype, batch, m, k, la);
    pack_planes(&x, 1, &x.call.b, dtype, batch, k, n, lb);
    pack_planes(&x, 2, &x.call.out, dtype, batch, m, n, lc);
    x.call.alpha = rt_scalar_int(alpha);
    x.call.beta = rt_scalar_int(beta);
    x.call.conjugate = false;
    x.call.row = NULL;
    char *before = malloc(x.bytes[2]);
    memcpy(before, x.memory[2], x.bytes[2]);
    struct rt_view old = x.call.out;
    old.data = before;
    if (beta == 0 && rt_dtype_is_float(dtype)) /* must not be read */
        for (size_t i = 0; i + rt_dtype_size(dtype) <= x.bytes[2]; i += rt_dtype_size(dtype))
            rt_scalar_store(dtype, x.memory[2] + i, rt_scalar_float(NAN));
    if (!CHECK_INT(rt_device_cpu()->kernels->matmul(rt_device_cpu(), &x.call, &err), 0))
        fprintf(stderr, "%s\n", err.text);
    int wrong = 0;
    for (int64_t b = 0; b < batch; b++)
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < n; j++) {
                double re = 0, im = 0;
                for (int64_t p = 0; p < k; p++) {
                    struct rt_scalar u = at(&x.call.a, b, i, p), v = at(&x.call.b, b, p, j);
                    double ur = rt_scalar_to_double(u), vr = rt_scalar_to_double(v);
                    double ui = u.kind == RT_CAT_COMPLEX ? u.im : 0, vi = v.kind == RT_CAT_COMPLEX ? v.im : 0;
                    re += ur * vr - ui * vi;
                    im += ur * vi + ui * vr;
                }
                struct rt_scalar was = at(&old, b, i, j), got = at(&x.call.out, b, i, j), want;
                char element[16];
                re = alpha * re + beta * rt_scalar_to_double(was);
                im = alpha * im + (was.kind == RT_CAT_COMPLEX ? beta * was.im : 0);
                want = rt_dtype_is_integral(dtype) ? rt_scalar_int((int64_t)re) : rt_scalar_float(re);
                if (rt_dtype_is_complex(dtype))
                    want = (struct rt_scalar){.kind = RT_CAT_COMPLEX, .f = re, .im = im};
                rt_scalar_store(dtype, element, want);
                want = rt_scalar_load(dtype, element);
                if (rt_scalar_to_double(got) != rt_scalar_to_double(want) ||
                    (want.kind == RT_CAT_COMPLEX && got.im != want.im))
                    wrong++;
            }
    CHECK_MSG(wrong == 0, "%s %lldx%lldx%lldx%lld layouts %d %d %d alpha %d beta %d: %d wrong",
              rt_dtype_table[dtype].name, (long long)batch, (long long)m, (long long)n, (long long)k, la, lb, lc, alpha,
              beta, wrong);
    for (int i = 0; i < 3; i++)
        free(x.memory[i]);
    free(before);
}

TEST(sizes_around_the_tiles)
{
    static const int64_t sizes[] = {1, 2, 3, 5, 6, 12, 13, 16, 17, 31, 33, 65};
    int n = sizeof sizes / sizeof *sizes;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k += 2)
                check(RT_FLOAT32, 1, sizes[i], sizes[j], sizes[k], 0, 0, 0, 1, 0);
}

TEST(layouts_and_types)
{
    static const enum rt_dtype types[] = {RT_FLOAT32, RT_FLOAT64, RT_INT64,    RT_INT32,     RT_INT16,     RT_INT8,
                                          RT_UINT8,   RT_FLOAT16, RT_BFLOAT16, RT_COMPLEX64, RT_COMPLEX128};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (int layouts = 0; layouts < 64; layouts++) {
            check(types[t], 1, 7, 9, 5, layouts & 3, layouts >> 2 & 3, layouts >> 4, 1, 0);
            check(types[t], 2, 4, 1, 6, layouts & 3, layouts >> 2 & 3, layouts >> 4, 1, 0);
            check(types[t], 2, 1, 5, 6, layouts & 3, layouts >> 2 & 3, layouts >> 4, 2, 3);
            check(types[t], 3, 1, 1, 11, layouts & 3, layouts >> 2 & 3, layouts >> 4, 1, 1);
            check(types[t], 2, 3, 4, 1, layouts & 3, layouts >> 2 & 3, layouts >> 4, -2, 1);
        }
}

TEST(few_rows_columns_or_steps)
{
    static const int64_t small[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, many[] = {17, 33, 70, 529};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        for (size_t j = 0; j < 16; j++)
            for (int layouts = 0; layouts < 4; layouts++) {
                const int64_t n = many[j & 3], k = many[j >> 2];
                const enum rt_dtype type = (i + j + (size_t)layouts) & 1 ? RT_FLOAT32 : RT_FLOAT64;
                const int beta = (int)(j & 1) * 3, alpha = beta ? 2 : 1;
                check(type, 1, small[i], n, k, layouts & 1, layouts >> 1, 0, alpha, beta);
                check(type, 1, n, small[i], k, layouts & 1, layouts >> 1, 0, alpha, beta);
                check(type, 1, n, k, small[i], layouts & 1, layouts >> 1, 2, alpha, beta);
                check(type, 1, small[i], small[i], n, layouts & 1, layouts >> 1, 0, alpha, beta);
            }
    check(RT_FLOAT32, 3, 2, 300, 64, 0, 0, 0, 1, 0);
    check(RT_FLOAT32, 1, 300, 2, 9000, 0, 0, 0, 1, 0);
}

/* One calculation of bfloat16 by one kind of instructions; layouts as for check(), those of C have consecutive rows. */
static void check_kind(int (*gemm)(const struct rt_gemm *, void *, struct rt_error *), const char *name, int64_t m,
                       int64_t n, int64_t k, int la, int lb, int lc, int alpha, int beta)
{
    struct matrices x;
    struct rt_error err = {0};
    void *scratch = aligned_alloc(64, RT_GEMM_SCRATCH);
    int wrong = 0;
    REQUIRE(scratch);
    pack_planes(&x, 0, &x.call.a, RT_BFLOAT16, 1, m, k, la);
    pack_planes(&x, 1, &x.call.b, RT_BFLOAT16, 1, k, n, lb);
    pack_planes(&x, 2, &x.call.out, RT_BFLOAT16, 1, m, n, lc);
    uint16_t *before = malloc(x.bytes[2]);
    memcpy(before, x.memory[2], x.bytes[2]);
    struct rt_gemm g = {.m = m,
                        .n = n,
                        .k = k,
                        .alpha = alpha,
                        .beta = beta,
                        .a = x.call.a.data,
                        .b = x.call.b.data,
                        .c = x.call.out.data,
                        .a_row = x.call.a.strides[1],
                        .a_col = x.call.a.strides[2],
                        .b_row = x.call.b.strides[1],
                        .b_col = x.call.b.strides[2],
                        .c_row = x.call.out.strides[1],
                        .check = rt_pool_check};
    CHECK_INT(gemm(&g, scratch, &err), 0);
    for (size_t i = 0; i < x.bytes[2] / 2; i++) { /* what is between the rows stays as it is */
        const int64_t row = (int64_t)i / g.c_row, column = (int64_t)i % g.c_row;
        uint16_t want = before[i];
        if (row < m && column < n) {
            double sum = beta ? beta * rt_scalar_to_double(rt_scalar_load(RT_BFLOAT16, &before[i])) : 0;
            for (int64_t p = 0; p < k; p++)
                sum += alpha * rt_scalar_to_double(at(&x.call.a, 0, row, p)) *
                       rt_scalar_to_double(at(&x.call.b, 0, p, column));
            rt_scalar_store(RT_BFLOAT16, &want, rt_scalar_float(sum));
        }
        wrong += want != ((uint16_t *)(void *)x.memory[2])[i];
    }
    CHECK_MSG(wrong == 0, "%s %lldx%lldx%lld layouts %d %d %d alpha %d beta %d: %d wrong", name, (long long)m,
              (long long)n, (long long)k, la, lb, lc, alpha, beta, wrong);
    for (int i = 0; i < 3; i++)
        free(x.memory[i]);
    free(before);
    free(scratch);
}

static void check_kinds(int64_t m, int64_t n, int64_t k, int layouts, int alpha, int beta)
{
    if (rt_bfloat_gemm_is_there())
        check_kind(rt_bfloat_by_vectors, "vectors", m, n, k, layouts & 3, layouts >> 2 & 3, layouts >> 3 & 2, alpha,
                   beta);
    if (rt_amx_is_there())
        check_kind(rt_amx_gemm, "tiles", m, n, k, layouts & 3, layouts >> 2 & 3, layouts >> 3 & 2, alpha, beta);
}

TEST(bfloat16_by_each_kind_of_instructions)
{
    static const int64_t sizes[] = {1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 50, 64, 65};
    const int n = sizeof sizes / sizeof *sizes;
    int layouts = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++, layouts++)
                check_kinds(sizes[i], sizes[j], sizes[k], layouts % 32, 1, 0);
    for (layouts = 0; layouts < 32; layouts++) {
        check_kinds(40, 23, 49, layouts, 2, 0);
        check_kinds(23, 40, 17, layouts, 1, 1);
        check_kinds(33, 65, 35, layouts, -1, 3);
        check_kinds(20, 530, 65, layouts, 1, 0);
        check_kinds(530, 20, 33, layouts, 1, 0);
        check_kinds(35, 21, 1100, layouts, 1, layouts & 1);
        check_kinds(3, 100, 600, layouts, 1, 0);
    }
}

TEST(products_of_bfloat16_that_use_threads)
{
    rt_pool_set_threads(3);
    for (int layouts = 0; layouts < 27; layouts++)
        check(RT_BFLOAT16, 1, 130, 150, 300, layouts % 3, layouts / 3 % 3, layouts / 9, 1, layouts & 1);
    check(RT_BFLOAT16, 1, 700, 610, 605, 0, 1, 0, 1, 0);
    check(RT_BFLOAT16, 1, 40, 2100, 300, 0, 0, 0, 1, 0);
    check(RT_BFLOAT16, 1, 2100, 40, 301, 1, 0, 0, 1, 0);
    check(RT_BFLOAT16, 70, 50, 50, 50, 0, 0, 0, 1, 0);
    check(RT_BFLOAT16, 70, 50, 51, 49, 1, 1, 0, 1, 0);
}

TEST(products_that_use_threads)
{
    rt_pool_set_threads(3);
    for (int layouts = 0; layouts < 27; layouts++)
        check(RT_FLOAT32, 1, 130, 150, 300, layouts % 3, layouts / 3 % 3, layouts / 9, 1, layouts & 1);
    check(RT_FLOAT64, 1, 300, 270, 600, 0, 1, 0, 1, 0);
    check(RT_FLOAT32, 1, 40, 2100, 300, 0, 0, 0, 1, 0);
    check(RT_FLOAT32, 1, 500, 30, 300, 1, 0, 0, 1, 0);
    check(RT_FLOAT32, 300, 12, 12, 12, 0, 0, 0, 1, 0);
    check(RT_INT64, 1, 100, 120, 80, 0, 1, 0, 3, 1);
    check(RT_INT32, 5, 60, 60, 60, 0, 0, 0, 1, 0);
    check(RT_FLOAT32, 1, 3000, 1, 400, 0, 0, 0, 1, 0);
    check(RT_FLOAT32, 1, 1, 3000, 400, 0, 0, 0, 1, 0);
    check(RT_FLOAT64, 1, 1, 3000, 400, 0, 1, 0, 1, 2);
}

TEST(nothing_to_add_up)
{
    check(RT_FLOAT32, 1, 3, 4, 0, 0, 0, 0, 1, 0);
    check(RT_FLOAT32, 1, 3, 4, 0, 0, 0, 0, 1, 2);
    check(RT_INT64, 1, 3, 4, 0, 0, 0, 0, 1, 1);
    check(RT_FLOAT32, 0, 3, 4, 5, 0, 0, 0, 1, 0);
    check(RT_FLOAT32, 1, 0, 4, 5, 0, 0, 0, 1, 0);
}

TEST(one_matrix_for_the_whole_batch)
{
    struct rt_error err = {0};
    float a[2 * 6], b[12], c[16];
    for (int i = 0; i < 12; i++)
        a[i] = (float)i, b[i] = (float)(i % 5);
    struct rt_matmul_call call = {.alpha = rt_scalar_int(1), .beta = rt_scalar_int(0)};
    call.a = (struct rt_view){.data = a, .dtype = RT_FLOAT32, .ndim = 3, .shape = {2, 2, 3}, .strides = {6, 3, 1}};
    call.b = (struct rt_view){.data = b, .dtype = RT_FLOAT32, .ndim = 3, .shape = {2, 3, 4}, .strides = {0, 4, 1}};
    call.out = (struct rt_view){.data = c, .dtype = RT_FLOAT32, .ndim = 3, .shape = {2, 2, 4}, .strides = {8, 4, 1}};
    CHECK_INT(rt_device_cpu()->kernels->matmul(rt_device_cpu(), &call, &err), 0);
    for (int x = 0; x < 2; x++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 4; j++) {
                float want = 0;
                for (int p = 0; p < 3; p++)
                    want += a[x * 6 + i * 3 + p] * b[p * 4 + j];
                CHECK(c[x * 8 + i * 4 + j] == want);
            }
}

TEST(integers_wrap_around)
{
    struct rt_error err = {0};
    int64_t a = INT64_MAX, b = 3, c = 0;
    uint8_t d[4] = {200, 100, 50, 25}, e[4] = {7, 9, 11, 13}, f = 0;
    struct rt_matmul_call call = {.alpha = rt_scalar_int(1), .beta = rt_scalar_int(0)};
    call.a = (struct rt_view){.data = &a, .dtype = RT_INT64, .ndim = 3, .shape = {1, 1, 1}, .strides = {1, 1, 1}};
    call.b = call.out = call.a;
    call.b.data = &b;
    call.out.data = &c;
    CHECK_INT(rt_device_cpu()->kernels->matmul(rt_device_cpu(), &call, &err), 0);
    CHECK_INT(c, (int64_t)((uint64_t)INT64_MAX * 3));
    call.a = (struct rt_view){.data = d, .dtype = RT_UINT8, .ndim = 3, .shape = {1, 1, 4}, .strides = {4, 4, 1}};
    call.b = (struct rt_view){.data = e, .dtype = RT_UINT8, .ndim = 3, .shape = {1, 4, 1}, .strides = {4, 1, 1}};
    call.out = (struct rt_view){.data = &f, .dtype = RT_UINT8, .ndim = 3, .shape = {1, 1, 1}, .strides = {1, 1, 1}};
    CHECK_INT(rt_device_cpu()->kernels->matmul(rt_device_cpu(), &call, &err), 0);
    CHECK_INT(f, (200 * 7 + 100 * 9 + 50 * 11 + 25 * 13) % 256);
}

TEST(bool_is_not_implemented)
{
    struct rt_error err = {0};
    uint8_t x[1] = {1};
    struct rt_matmul_call call = {.alpha = rt_scalar_int(1), .beta = rt_scalar_int(0)};
    call.a = (struct rt_view){.data = x, .dtype = RT_BOOL, .ndim = 3, .shape = {1, 1, 1}, .strides = {1, 1, 1}};
    call.b = call.out = call.a;
    CHECK_INT(rt_device_cpu()->kernels->matmul(rt_device_cpu(), &call, &err), -1);
    CHECK_INT(err.code, RT_NOT_IMPLEMENTED);
    CHECK_STR(err.text, "\"addmm_impl_cpu_\" not implemented for 'Bool'");
}

static volatile int flag;
static void *raise_soon(void *unused)
{
    usleep(60000);
    __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    return unused;
}

TEST(a_large_product_can_be_interrupted)
{
    enum { N = 6000 };
    struct rt_error err = {0};
    float *a = calloc((size_t)N * N, sizeof *a), *c = malloc((size_t)N * N * sizeof *c);
    struct timespec begin, end;
    pthread_t thread;
    REQUIRE(a && c);
    struct rt_matmul_call call = {.alpha = rt_scalar_int(1), .beta = rt_scalar_int(0)};
    call.a = (struct rt_view){.data = a, .dtype = RT_FLOAT32, .ndim = 3, .shape = {1, N, N}, .strides = {0, N, 1}};
    call.b = call.out = call.a;
    call.out.data = c;
    rt_set_interrupt_flag(&flag);
    REQUIRE(pthread_create(&thread, NULL, raise_soon, NULL) == 0);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    CHECK_INT(rt_device_cpu()->kernels->matmul(rt_device_cpu(), &call, &err), -1);
    clock_gettime(CLOCK_MONOTONIC, &end);
    CHECK_INT(err.code, RT_INTERRUPT);
    double ms = (double)(end.tv_sec - begin.tv_sec) * 1e3 + (double)(end.tv_nsec - begin.tv_nsec) * 1e-6;
    CHECK_MSG(ms < 1000, "it took %g ms", ms); /* seconds when it is not interrupted; sanitizers are slow */
    pthread_join(thread, NULL);
    __atomic_store_n(&flag, 0, __ATOMIC_RELAXED);
    rt_set_interrupt_flag(NULL);
    free(a);
    free(c);
}

HARNESS_MAIN
