/* The kernel class `linalg` of the CUDA backend: LAPACK on the host. Matrices are copied to host memory, which waits
   for the stream, the CPU's kernel works on them, and what it has written is copied back. Owns the table of what each
   operation reads and writes. */
#include "cuda/cuda_state.h"

#include <stdlib.h>
#include <string.h>

enum { A = 1, B = 2, C = 4, D = 8 };
/* What is read and what is written of a, b, c and d; info is always written. */
static const struct {
    unsigned char in, out;
} traffic[RT_LINALG_COUNT] = {
    [RT_LINALG_LU] = {A, A | B},
    [RT_LINALG_LU_SOLVE] = {A | B | C, C},
    [RT_LINALG_CHOLESKY] = {A, A},
    [RT_LINALG_CHOLESKY_INVERSE] = {A, A},
    [RT_LINALG_CHOLESKY_SOLVE] = {A | C, C},
    [RT_LINALG_TRIANGULAR] = {A | C, C},
    [RT_LINALG_QR] = {A, A | B},
    [RT_LINALG_REFLECTORS] = {A | B, A},
    [RT_LINALG_REFLECT] = {A | B | C, C},
    [RT_LINALG_EIGH] = {A, A | B},
    [RT_LINALG_EIG] = {A, A | B | C},
    [RT_LINALG_SVD] = {A, A | B | C | D},
    [RT_LINALG_LEAST_SQUARES] = {A | C, A | B | C | D},
    [RT_LINALG_LDL] = {A, A | B},
    [RT_LINALG_LDL_SOLVE] = {A | B | C, C},
};
#define VIEWS 5 /* a, b, c, d, info */

/* The view on dense memory, in LAPACK's order: column-major matrices. */
static struct rt_view dense_of(const struct rt_view *view, void *data)
{
    struct rt_view dense = *view;

    dense.data = data;
    if (view->ndim == 3) {
        dense.strides[0] = view->shape[1] * view->shape[2];
        dense.strides[1] = 1;
        dense.strides[2] = view->shape[1];
    } else if (view->ndim == 2) {
        dense.strides[0] = view->shape[1];
        dense.strides[1] = 1;
    } else if (view->ndim == 1) {
        dense.strides[0] = 1;
    }
    return dense;
}

static bool is_dense(const struct rt_view *view)
{
    const struct rt_view dense = dense_of(view, view->data);

    for (int i = 0; i < view->ndim; i++)
        if (view->shape[i] != 1 && view->strides[i] != dense.strides[i])
            return false;
    return true;
}

static int64_t bytes_of(const struct rt_view *view)
{
    return rt_view_numel(view) * (int64_t)rt_dtype_size(view->dtype);
}

/* Copies a view of the device to the host's dense view (to_host), or the reverse. */
static int carry(struct rt_device *device, const struct rt_view *view, const struct rt_view *host, bool to_host,
                 struct rt_error *err)
{
    const size_t bytes = (size_t)bytes_of(view);
    const bool direct = is_dense(view);
    void *packed = direct ? view->data : rt_cuda_scratch(cuda_of(device), bytes, err);
    struct rt_cast_copy_call copy;
    int rc = packed ? 0 : -1;

    if (rc == 0 && to_host && !direct) {
        copy.in = *view;
        copy.out = dense_of(view, packed);
        rc = rt_cuda_cast_copy(device, &copy, err);
    }
    if (rc == 0)
        rc = to_host ? device->ops->copy_to_host(device, host->data, packed, bytes, true, err)
                     : device->ops->copy_from_host(device, packed, host->data, bytes, true, err);
    if (rc == 0 && !to_host && !direct) {
        copy.in = dense_of(view, packed);
        copy.out = *view;
        rc = rt_cuda_cast_copy(device, &copy, err);
    }
    if (packed && !direct)
        rt_cuda_scratch_free(cuda_of(device), packed);
    return rc;
}

int rt_cuda_linalg(struct rt_device *device, const struct rt_linalg_call *call, struct rt_error *err)
{
    const struct rt_view *views[VIEWS] = {&call->a, &call->b, &call->c, &call->d, &call->info};
    const unsigned in = traffic[call->op].in, out = traffic[call->op].out | 1u << (VIEWS - 1);
    struct rt_linalg_call there = *call;
    struct rt_view *host[VIEWS] = {&there.a, &there.b, &there.c, &there.d, &there.info};
    struct rt_device *cpu = rt_cuda_host->cpu();
    char *memory[VIEWS] = {0};
    int rc = 0;

    for (int i = 0; i < VIEWS && rc == 0; i++) {
        if (!views[i]->data)
            continue;
        if (!(memory[i] = calloc(1, (size_t)bytes_of(views[i]) + 64))) {
            rc = rt_error_memory(err);
            break;
        }
        *host[i] = dense_of(views[i], memory[i]);
        if (in >> i & 1 && bytes_of(views[i]))
            rc = carry(device, views[i], host[i], true, err);
    }
    if (rc == 0)
        rc = cpu->kernels->linalg(cpu, &there, err);
    for (int i = 0; i < VIEWS && rc == 0; i++)
        if (views[i]->data && out >> i & 1 && bytes_of(views[i]))
            rc = carry(device, views[i], host[i], false, err);
    for (int i = 0; i < VIEWS; i++)
        free(memory[i]);
    return rc;
}
