/* Products of complex matrices: by our own loops, or, for large matrices, by four real products of their components,
   for which there are libraries. */
#include "cpu.h"
#include "cpu_gemm.h"

#include <complex.h>
#include <string.h>

/* ---- by our own loops -------------------------------------------------------------------------------------------- */

static double complex number(struct rt_scalar s)
{
    return rt_scalar_to_double(s) + (s.kind == RT_CAT_COMPLEX ? s.im : 0) * I;
}

struct tiles {
    void (*multiply)(const struct rt_complex_gemm *);
    struct rt_complex_gemm full;        /* the first matrix of the batch */
    int64_t a_batch, b_batch, c_batch;  /* in bytes */
    int64_t rows, columns;              /* of a tile */
    int64_t column_tiles, matrix_tiles; /* in a row of them, in a matrix */
};

static int run_tiles(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct tiles *t = context;
    const int64_t size = t->full.wide ? 16 : 8;

    (void)err;
    for (int64_t index = begin; index < end; index++) {
        const int64_t matrix = index / t->matrix_tiles, tile = index % t->matrix_tiles;
        const int64_t i = tile / t->column_tiles * t->rows, j = tile % t->column_tiles * t->columns;
        struct rt_complex_gemm g = t->full;
        g.a = (const char *)g.a + matrix * t->a_batch + i * g.a_row * size;
        g.b = (const char *)g.b + matrix * t->b_batch + j * g.b_col * size;
        g.c = (char *)g.c + matrix * t->c_batch + (i * g.c_row + j) * size;
        g.m = g.m - i < t->rows ? g.m - i : t->rows;
        g.n = g.n - j < t->columns ? g.n - j : t->columns;
        t->multiply(&g);
    }
    return 0;
}

#define PIECE_FLOPS 2e5 /* least work for a thread */
#define TILE_FLOPS 5e7  /* between two looks at the interrupt flag */

/* out's rows are consecutive */
static int own_product(const struct rt_matmul_call *call, struct rt_error *err)
{
    const struct rt_view *a = &call->a, *b = &call->b, *c = &call->out;
    const double complex alpha = number(call->alpha), beta = number(call->beta);
    const int64_t size = (int64_t)rt_dtype_size(c->dtype), m = c->shape[1], n = c->shape[2], k = a->shape[2];
    const double all = 8.0 * (double)c->shape[0] * (double)m * (double)n * (double)(k + 1);
    const double share = all / (rt_pool_threads() == 1 ? 1 : 4 * rt_pool_threads());
    const double most = share > TILE_FLOPS ? TILE_FLOPS : share < PIECE_FLOPS ? PIECE_FLOPS : share;
    struct tiles t = {.multiply = rt_gemm_loops()->complexes,
                      .full = {.wide = size == 16,
                               .conjugate = call->conjugate,
                               .m = m,
                               .n = n,
                               .k = k,
                               .alpha = {creal(alpha), cimag(alpha)},
                               .beta = {creal(beta), cimag(beta)},
                               .a = a->data,
                               .b = b->data,
                               .c = c->data,
                               .a_row = a->strides[1],
                               .a_col = a->strides[2],
                               .b_row = b->strides[1],
                               .b_col = b->strides[2],
                               .c_row = c->strides[1]},
                      .a_batch = a->strides[0] * size,
                      .b_batch = b->strides[0] * size,
                      .c_batch = c->strides[0] * size,
                      .rows = m,
                      .columns = n};
    int64_t grain;

    while (8.0 * (double)t.rows * (double)t.columns * (double)k > most)
        if (t.rows >= t.columns && t.rows > 8)
            t.rows = (t.rows / 2 + 7) / 8 * 8;
        else if (t.columns > 64)
            t.columns = (t.columns / 2 + 31) / 32 * 32;
        else
            break;
    t.column_tiles = (n + t.columns - 1) / t.columns;
    t.matrix_tiles = t.column_tiles * ((m + t.rows - 1) / t.rows);
    grain = (int64_t)(PIECE_FLOPS / (8.0 * (double)t.rows * (double)t.columns * (double)(k + 1))) + 1;
    return rt_parallel_for(c->shape[0] * t.matrix_tiles, grain, RT_POOL_COST_OF_FLOPS(all < 1e17 ? all : 1e17),
                           run_tiles, &t, err);
}

/* ---- by parts ---------------------------------------------------------------------------------------------------- */

#define MANY (1 << 30) /* multiplications from which on the components are separated */

/* One component of complex numbers in place. */
static struct rt_view component_of(const struct rt_view *view, bool imaginary)
{
    struct rt_view part = *view;

    part.dtype = view->dtype == RT_COMPLEX64 ? RT_FLOAT32 : RT_FLOAT64;
    part.data = (char *)view->data + (imaginary ? rt_dtype_size(part.dtype) : 0);
    for (int i = 0; i < part.ndim; i++)
        part.strides[i] *= 2;
    return part;
}

/* The component as dense numbers in memory. */
static int take_component(struct rt_device *device, struct rt_view *dense, void *memory, const struct rt_view *view,
                          bool imaginary, struct rt_error *err)
{
    struct rt_cast_copy_call call = {.in = component_of(view, imaginary)};

    call.out = call.in;
    call.out.data = memory;
    rt_shape_contiguous(call.out.shape, call.out.ndim, call.out.strides);
    *dense = call.out;
    return rt_cpu_cast_copy(device, &call, err);
}

struct joined {
    const struct rt_matmul_call *call;
    const struct rt_view *real, *imaginary;
};

/* Rows of out = alpha (real + i imaginary) + beta out. */
static int join_rows(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct joined *job = context;
    const struct rt_matmul_call *call = job->call;
    const struct rt_view *c = &call->out;
    double complex alpha = number(call->alpha), beta = number(call->beta);
    const int64_t n = c->shape[2];
    const bool plain = alpha == 1 && beta == 0;

    (void)err;
    for (int64_t row = begin; row < end; row++) {
        int64_t at = row / c->shape[1] * c->strides[0] + row % c->shape[1] * c->strides[1], step = c->strides[2];
        if (c->dtype == RT_COMPLEX64) {
            const float *x = (const float *)job->real->data + row * n,
                        *y = (const float *)job->imaginary->data + row * n;
            float *z = (float *)c->data + 2 * at;
            for (int64_t j = 0; j < n && plain; j++, z += 2 * step)
                z[0] = x[j], z[1] = y[j];
            for (int64_t j = 0; j < n && !plain; j++, z += 2 * step) {
                double complex v = alpha * ((double)x[j] + (double)y[j] * I);
                if (beta != 0)
                    v += beta * ((double)z[0] + (double)z[1] * I);
                z[0] = (float)creal(v), z[1] = (float)cimag(v);
            }
        } else {
            const double *x = (const double *)job->real->data + row * n,
                         *y = (const double *)job->imaginary->data + row * n;
            double *z = (double *)c->data + 2 * at;
            for (int64_t j = 0; j < n; j++, z += 2 * step) {
                double complex v = plain ? x[j] + y[j] * I : alpha * (x[j] + y[j] * I);
                if (beta != 0)
                    v += beta * (z[0] + z[1] * I);
                z[0] = creal(v), z[1] = cimag(v);
            }
        }
    }
    return 0;
}

/* out = [out +] sign a b */
static int real_product(struct rt_device *device, const struct rt_view *out, const struct rt_view *a,
                        const struct rt_view *b, int sign, bool add, struct rt_error *err)
{
    struct rt_matmul_call call = {.alpha = rt_scalar_int(sign), .beta = rt_scalar_int(add)};

    call.out = *out;
    call.a = *a;
    call.b = *b;
    return rt_cpu_matmul(device, &call, err);
}

static void transpose(struct rt_view *view)
{
    const int64_t size = view->shape[1], stride = view->strides[1];

    view->shape[1] = view->shape[2];
    view->strides[1] = view->strides[2];
    view->shape[2] = size;
    view->strides[2] = stride;
}

/* Is the product better C' = B' A'? Where only columns of the result are consecutive, or it is one whose rows of A are
   not. */
static bool transpose_view(struct rt_matmul_call *call)
{
    const struct rt_view *c = &call->out;
    const struct rt_view b = call->b;
    const bool rows = c->strides[2] == 1 || c->shape[2] == 1, columns = c->strides[1] == 1 || c->shape[1] == 1;

    if (call->conjugate || !columns || (rows && !(c->shape[2] == 1 && c->shape[1] > 1 && call->a.strides[2] != 1)))
        return false;
    call->b = call->a;
    call->a = b;
    transpose(&call->a);
    transpose(&call->b);
    transpose(&call->out);
    return true;
}

static int by_components(struct rt_device *device, const struct rt_matmul_call *call, struct rt_error *err)
{
    const int64_t na = rt_view_numel(&call->a), nb = rt_view_numel(&call->b), nc = rt_view_numel(&call->out);
    const int64_t size = call->out.dtype == RT_COMPLEX64 ? 4 : 8;
    const int against = call->conjugate ? -1 : 1;
    struct rt_view a[2], b[2], c[2];
    struct joined job = {call, &c[0], &c[1]};
    char *memory;
    int status = -1;

    if (na > INT64_MAX / 64 || nb > INT64_MAX / 64 || nc > INT64_MAX / 64 || /* 16 bytes of each fit */
        !(memory = rt_alloc((size_t)(2 * (na + nb + nc) * size))))
        return rt_error_memory(err);
    for (int i = 0; i < 2; i++) {
        c[i] = component_of(&call->out, false);
        c[i].data = memory + (2 * (na + nb) + i * nc) * size;
        rt_shape_contiguous(c[i].shape, 3, c[i].strides);
        if (take_component(device, &a[i], memory + i * na * size, &call->a, i, err) < 0 ||
            take_component(device, &b[i], memory + (2 * na + i * nb) * size, &call->b, i, err) < 0)
            goto end;
    }
    if (real_product(device, &c[0], &a[0], &b[0], 1, false, err) == 0 &&
        real_product(device, &c[0], &a[1], &b[1], -against, true, err) == 0 &&
        real_product(device, &c[1], &a[0], &b[1], 1, false, err) == 0 &&
        real_product(device, &c[1], &a[1], &b[0], against, true, err) == 0)
        status = rt_parallel_for(call->out.shape[0] * call->out.shape[1],
                                 rt_grain(call->out.shape[0] * call->out.shape[1], call->out.shape[2], 1 << 14), nc,
                                 join_rows, &job, err);
end:
    rt_free(memory);
    return status;
}

int rt_cpu_complex_matmul(struct rt_device *device, const struct rt_matmul_call *call, struct rt_error *err)
{
    struct rt_matmul_call transposed = *call;
    const double work = (double)rt_view_numel(&call->out) * (double)call->a.shape[2];

    if (transpose_view(&transposed))
        call = &transposed;
    if ((call->out.strides[2] == 1 || call->out.shape[2] == 1) && work < MANY)
        return own_product(call, err);
    return by_components(device, call, err);
}
