/* Views as rows along one dimension, see cpu_lines.h. */
#include "cpu_lines.h"

#include <string.h>

void rt_lines_of(struct lines *l, const struct rt_view *view, int dim)
{
    l->view = view;
    l->nother = 0;
    l->length = view->ndim ? view->shape[dim] : 1;
    l->step = view->ndim ? view->strides[dim] : 1;
    for (int i = 0; i < view->ndim; i++)
        if (i != dim) {
            l->size[l->nother] = view->shape[i];
            l->strides[l->nother++] = view->strides[i];
        }
}

void rt_lines_join(struct lines *l)
{
    l->nother = rt_shape_coalesce(l->size, l->nother, 1, (int64_t *[]){l->strides});
}

int64_t rt_lines_count(const struct lines *l)
{
    int64_t n = 1;

    for (int i = 0; i < l->nother; i++)
        n = rt_step_mul(n, l->size[i]);
    return n;
}

char *rt_line(const struct lines *l, int64_t k)
{
    int64_t offset = 0;

    for (int i = l->nother - 1; i >= 0; i--) {
        if (i == 0) {
            offset += k * l->strides[0];
            break;
        }
        offset += k % l->size[i] * l->strides[i];
        k /= l->size[i];
    }
    return (char *)l->view->data + offset * (int64_t)rt_dtype_size(l->view->dtype);
}

bool rt_lines_direct(const struct lines *l, enum rt_dtype as)
{
    return l->view->dtype == as && (l->step == 1 || l->length <= 1);
}

const void *rt_line_load(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer)
{
    const char *from = rt_line(l, k);
    char *dense = buffer;

    if (l->step != 1 && l->length > 1) {
        if (l->view->dtype != as)
            dense = buffer + l->length * 16;
        rt_gather_strided(dense, from, rt_dtype_size(l->view->dtype), &l->length, &l->step, 1, 0, l->length);
        from = dense;
    }
    if (l->view->dtype == as)
        return from;
    rt_cpu_cast(as, l->view->dtype)(l->length, buffer, from);
    return buffer;
}

void *rt_line_target(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer)
{
    return rt_lines_direct(l, as) ? rt_line(l, k) : buffer;
}

void rt_line_store(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer)
{
    char *to, *dense = buffer;

    if (rt_lines_direct(l, as))
        return;
    to = rt_line(l, k);
    if (l->view->dtype != as) {
        dense = l->step == 1 || l->length <= 1 ? to : buffer + l->length * 16;
        rt_cpu_cast(l->view->dtype, as)(l->length, dense, buffer);
    }
    if (dense != to)
        rt_scatter_strided(to, dense, rt_dtype_size(l->view->dtype), &l->length, &l->step, 1, 0, l->length);
}
