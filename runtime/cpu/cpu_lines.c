/* Rows and strips of views. */
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

int64_t rt_lines_count(const struct lines *l)
{
    int64_t n = 1;

    for (int i = 0; i < l->nother; i++)
        n *= l->size[i];
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
    rt_cpu_loops()->cast[as][l->view->dtype](l->length, buffer, from);
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
        rt_cpu_loops()->cast[l->view->dtype][as](l->length, dense, buffer);
    }
    if (dense != to)
        rt_scatter_strided(to, dense, rt_dtype_size(l->view->dtype), &l->length, &l->step, 1, 0, l->length);
}

bool rt_strips_of(struct strips *s, const struct rt_view *const *views, const enum rt_dtype *as, int nviews, int dim)
{
    const struct rt_view *first = views[0];
    int64_t rows = 1, size[RT_MAX_DIMS], *strides[RT_STRIP_VIEWS] = {NULL};
    int n = 0, nother;

    if (first->ndim < 2 || first->strides[dim] == 1)
        return false;
    s->nviews = nviews;
    s->along = -1;
    for (int v = 0; v < nviews; v++) {
        rt_lines_of(&s->view[v], views[v], dim);
        if (views[v]->data) {
            strides[n++] = s->view[v].strides;
            if (views[v]->dtype != as[v])
                return false;
        }
    }
    /* what follows itself in all views is one dimension (the rows and columns of images) */
    nother = s->view[0].nother;
    memcpy(size, s->view[0].size, (size_t)nother * sizeof *size);
    nother = rt_shape_coalesce(size, nother, n, strides);
    for (int v = 0; v < nviews; v++) {
        s->view[v].nother = nother;
        memcpy(s->view[v].size, size, (size_t)nother * sizeof *size);
    }
    for (int i = nother - 1; i >= 0 && s->along < 0; i--) {
        bool dense = size[i] >= 8;
        for (int v = 0; dense && v < n; v++)
            dense = strides[v][i] == 1;
        if (dense)
            s->along = i;
    }
    if (s->along < 0)
        return false;
    s->length = s->view[0].length;
    s->inner = s->view[0].size[s->along];
    s->width = s->length > 1024 ? RT_STRIP / 4 : RT_STRIP; /* so that a strip stays in the cache */
    s->each = (s->inner + s->width - 1) / s->width;
    for (int i = 0; i < s->view[0].nother; i++)
        if (i != s->along)
            rows *= s->view[0].size[i];
    s->count = rows * s->each;
    return true;
}

void rt_strip_at(const struct strips *s, int64_t k, struct strip *strip)
{
    int64_t from = k % s->each * s->width;

    strip->width = s->inner - from < s->width ? s->inner - from : s->width;
    for (int v = 0; v < s->nviews; v++) {
        const struct lines *l = &s->view[v];
        int64_t offset = from, rest = k / s->each;
        for (int i = l->nother - 1; i >= 0; i--)
            if (i != s->along) {
                offset += rest % l->size[i] * l->strides[i];
                rest /= l->size[i];
            }
        strip->data[v] = l->view->data ? (char *)l->view->data + offset * (int64_t)rt_dtype_size(l->view->dtype) : NULL;
    }
}
