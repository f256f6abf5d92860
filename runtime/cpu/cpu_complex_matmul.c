/* Products of complex matrices: few numbers by one plain loop, many by four real products of their parts. */
#include "cpu.h"

#include <complex.h>
#include <string.h>

/* ---- one plain loop ------------------------------------------------------------------------------------------------
 */

static double complex number(struct rt_scalar s)
{
    return rt_scalar_to_double(s) + (s.kind == RT_CAT_COMPLEX ? s.im : 0) * I;
}

static double complex complex_at(const struct rt_view *view, int64_t offset)
{
    if (view->dtype == RT_COMPLEX64) {
        const float *z = (const float *)view->data + 2 * offset;
        return z[0] + z[1] * I;
    }
    const double *z = (const double *)view->data + 2 * offset;
    return z[0] + z[1] * I;
}

static int complex_rows(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct rt_matmul_call *call = context;
    const struct rt_view *a = &call->a, *b = &call->b, *c = &call->out;
    double complex alpha = number(call->alpha), beta = number(call->beta);
    (void)err;
    for (int64_t row = begin; row < end; row++) {
        int64_t batch = row / c->shape[1], i = row % c->shape[1];
        for (int64_t j = 0; j < c->shape[2]; j++) {
            double complex sum = 0;
            for (int64_t p = 0; p < a->shape[2]; p++)
                sum += complex_at(a, batch * a->strides[0] + i * a->strides[1] + p * a->strides[2]) *
                       complex_at(b, batch * b->strides[0] + p * b->strides[1] + j * b->strides[2]);
            int64_t at = batch * c->strides[0] + i * c->strides[1] + j * c->strides[2];
            sum *= alpha;
            if (beta != 0)
                sum += beta * complex_at(c, at);
            if (c->dtype == RT_COMPLEX64) {
                ((float *)c->data)[2 * at] = (float)creal(sum);
                ((float *)c->data)[2 * at + 1] = (float)cimag(sum);
            } else {
                ((double *)c->data)[2 * at] = creal(sum);
                ((double *)c->data)[2 * at + 1] = cimag(sum);
            }
        }
    }
    return 0;
}

static int plain_product(const struct rt_matmul_call *call, struct rt_error *err)
{
    struct rt_matmul_call copy = *call;
    int64_t row_cost = call->out.shape[2] * (call->a.shape[2] + 1);
    return rt_parallel_for(call->out.shape[0] * call->out.shape[1], (1 << 20) / (row_cost + 1) + 1,
                           call->out.shape[0] * call->out.shape[1] * row_cost, complex_rows, &copy, err);
}

/* ---- by parts ------------------------------------------------------------------------------------------------------
 */

#define FEW 8192 /* multiplications that are not worth four products */

/* One part of complex numbers where they lie. */
static struct rt_view part_of(const struct rt_view *view, bool imaginary)
{
    struct rt_view part = *view;

    part.dtype = view->dtype == RT_COMPLEX64 ? RT_FLOAT32 : RT_FLOAT64;
    part.data = (char *)view->data + (imaginary ? rt_dtype_size(part.dtype) : 0);
    for (int i = 0; i < part.ndim; i++)
        part.strides[i] *= 2;
    return part;
}

/* The part as dense numbers in memory. */
static int take_part(struct rt_device *device, struct rt_view *dense, void *memory, const struct rt_view *view,
                     bool imaginary, struct rt_error *err)
{
    struct rt_cast_copy_call call = {.in = part_of(view, imaginary)};

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

int rt_cpu_complex_matmul(struct rt_device *device, const struct rt_matmul_call *call, struct rt_error *err)
{
    const int64_t na = rt_view_numel(&call->a), nb = rt_view_numel(&call->b), nc = rt_view_numel(&call->out);
    const int64_t size = call->out.dtype == RT_COMPLEX64 ? 4 : 8, k = call->a.shape[2];
    struct rt_view a[2], b[2], c[2];
    struct joined job = {call, &c[0], &c[1]};
    char *memory;
    int status = -1;

    if (nc * k <= FEW || k < 4)
        return plain_product(call, err);
    if (!(memory = rt_alloc((size_t)(2 * (na + nb + nc) * size))))
        return rt_error_memory(err);
    for (int i = 0; i < 2; i++) {
        c[i] = part_of(&call->out, false);
        c[i].data = memory + (2 * (na + nb) + i * nc) * size;
        rt_shape_contiguous(c[i].shape, 3, c[i].strides);
        if (take_part(device, &a[i], memory + i * na * size, &call->a, i, err) < 0 ||
            take_part(device, &b[i], memory + (2 * na + i * nb) * size, &call->b, i, err) < 0)
            goto end;
    }
    if (real_product(device, &c[0], &a[0], &b[0], 1, false, err) == 0 &&
        real_product(device, &c[0], &a[1], &b[1], -1, true, err) == 0 &&
        real_product(device, &c[1], &a[0], &b[1], 1, false, err) == 0 &&
        real_product(device, &c[1], &a[1], &b[0], 1, true, err) == 0)
        status = rt_parallel_for(call->out.shape[0] * call->out.shape[1],
                                 rt_grain(call->out.shape[0] * call->out.shape[1], call->out.shape[2], 1 << 14), nc,
                                 join_rows, &job, err);
end:
    rt_free(memory);
    return status;
}
