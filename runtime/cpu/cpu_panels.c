/* Views as panels of neighbouring rows, see cpu_panels.h. */
#include "cpu_panels.h"

#include <string.h>

#define WIDEST RT_STRIP
#define LONG 1024           /* from this length on, narrower panels stay in the cache */
#define NARROWEST 32        /* columns of a panel that is made in a buffer */
#define PANEL_ELEMENTS 8192 /* elements of a panel that is made in a buffer */
#define LONGEST 65536       /* lines are converted side by side up to this length */
#define NEIGHBOURS 8        /* fewer lines in the direction are not worth a panel */
#define ALIGNED(n) (((n) + 63) & ~INT64_C(63))

/* The dimensions but `dim`, joined where all views cross them with one step. */
static void others_of(struct panels *p, const struct rt_view *const *views, const enum rt_dtype *as, int dim)
{
    const struct rt_view *first = views[0];
    int64_t *strides[RT_PANEL_VIEWS];
    int n = 0;

    p->nother = 0;
    for (int i = 0; i < first->ndim; i++)
        if (i != dim)
            p->size[p->nother++] = first->shape[i];
    for (int v = 0; v < p->nviews; v++) {
        struct panel_view *view = &p->view[v];
        int at = 0;
        view->view = views[v];
        view->as = as[v];
        if (!views[v]->data)
            continue;
        view->length = first->ndim ? views[v]->shape[dim] : 1;
        view->step = first->ndim ? views[v]->strides[dim] : 1;
        for (int i = 0; i < first->ndim; i++)
            if (i != dim)
                view->strides[at++] = views[v]->strides[i];
        strides[n++] = view->strides;
    }
    p->nother = rt_shape_coalesce(p->size, p->nother, n, strides);
}

/* The layout of view v where lines follow each other in dimension `direction`, `inner` of them between each other;
   false: unfit. */
static bool lies(struct panel_view *view, int direction, int64_t inner)
{
    view->along = view->strides[direction];
    if (inner == 1 && view->along == 1)
        view->how = view->view->dtype == view->as ? PANEL_DIRECT : PANEL_ROWS;
    else if ((view->length == 1 || view->step == inner) && rt_dtype_size(view->view->dtype) <= 8 && view->along >= 0)
        view->how = PANEL_TRANSPOSE;
    else
        return false;
    return true;
}

static bool fits(struct panels *p, int direction, int64_t inner, int64_t most)
{
    int64_t longest = 0;

    for (int v = 0; v < p->nviews; v++) {
        struct panel_view *view = &p->view[v];
        if (!view->view->data)
            continue;
        if (!lies(view, direction, inner) || (view->how == PANEL_TRANSPOSE && view->length > LONG) ||
            (view->how == PANEL_ROWS && view->length > LONGEST))
            return false;
        if (view->length > 1 && (view->how != PANEL_TRANSPOSE || inner > 1))
            most = LONG; /* taken line by line, this one would have to be gathered */
        longest = view->how == PANEL_TRANSPOSE && view->length * inner > longest ? view->length * inner : longest;
    }
    p->direction = direction;
    p->inner = inner;
    return longest <= most;
}

/* Are a few lines interleaved, in the last dimension of all views? */
static int64_t between(const struct panels *p)
{
    const int last = p->nother - 1;

    if (p->nother < 2 || p->size[last] >= 16)
        return 1;
    for (int v = 0; v < p->nviews; v++)
        if (p->view[v].view->data &&
            (p->view[v].strides[last] != 1 || (p->view[v].length > 1 && p->view[v].step != p->size[last])))
            return 1;
    return p->size[last];
}

/* The same for views of any layout: what does not fit is gathered, row by row of the panel. */
static bool gathers(struct panels *p, int direction, int64_t inner, int64_t most)
{
    p->direction = direction;
    p->inner = inner;
    for (int v = 0; v < p->nviews; v++) {
        struct panel_view *view = &p->view[v];
        bool dense;
        if (!view->view->data)
            continue;
        if (view->length > most)
            return false;
        view->along = view->strides[direction];
        view->between = inner > 1 ? view->strides[p->nother - 1] : 1;
        dense = view->along == inner && view->between == 1;
        view->how = !dense ? PANEL_GATHER : view->view->dtype == view->as ? PANEL_DIRECT : PANEL_ROWS;
    }
    return true;
}

/* Lines that would be gathered one by one, and are short: the last dimension, if it is small, and the largest one. */
static bool gather(struct panels *p, int64_t most)
{
    const int last = p->nother - 1;
    const int64_t inner = p->nother > 1 && p->size[last] < 16 ? p->size[last] : 1;
    int best = -1;

    for (int i = 0; i < (inner > 1 ? last : p->nother); i++)
        if (best < 0 || p->size[i] >= p->size[best])
            best = i;
    return best >= 0 && p->size[best] * inner >= NEIGHBOURS && gathers(p, best, inner, most);
}

/* The longest lines that are worth gathering side by side: those that are dense in some view, at most `most`. */
static int64_t worth_gathering(const struct panels *p, int64_t most)
{
    bool dense = false, apart = false;

    for (int v = 0; v < p->nviews; v++)
        if (p->view[v].view->data && p->view[v].length > 1)
            *(p->view[v].step == 1 ? &dense : &apart) = true;
    return !apart ? 0 : dense ? most : LONG;
}

/* The direction: where all views fit, else where most lines are. */
static bool direct(struct panels *p, int64_t most)
{
    const int64_t inner = between(p);
    const int n = inner > 1 ? p->nother - 1 : p->nother;
    int best = -1;

    for (int i = p->nother - 1; i >= 0; i--)
        if (p->size[i] >= NEIGHBOURS && fits(p, i, 1, INT64_MAX)) {
            bool all = true;
            for (int v = 0; v < p->nviews; v++)
                all = all && (!p->view[v].view->data || p->view[v].how != PANEL_TRANSPOSE);
            if (all)
                return true;
        }
    for (int i = 0; i < n; i++)
        if (p->size[i] * inner >= NEIGHBOURS && (best < 0 || p->size[i] > p->size[best]) && fits(p, i, inner, most))
            best = i;
    return best >= 0 ? fits(p, best, inner, most) : gather(p, worth_gathering(p, most));
}

bool rt_panels_of(struct panels *p, const struct rt_view *const *views, const enum rt_dtype *as, int nviews, int dim,
                  int64_t most)
{
    int64_t width = WIDEST, walked = 1;
    bool buffers = false;

    if (views[0]->ndim < 2)
        return false;
    p->nviews = nviews;
    others_of(p, views, as, dim);
    if (!direct(p, most))
        return false;
    p->length = 1;
    for (int v = 0; v < nviews; v++)
        if (p->view[v].view->data) {
            p->length = p->view[v].length > p->length ? p->view[v].length : p->length;
            buffers = buffers || p->view[v].how != PANEL_DIRECT;
        }
    if (buffers && PANEL_ELEMENTS / p->length < width)
        width = PANEL_ELEMENTS / p->length < NARROWEST ? NARROWEST : PANEL_ELEMENTS / p->length / 16 * 16;
    else if (p->length > LONG)
        width = WIDEST / 4;
    p->groups = p->size[p->direction];
    p->each = width / p->inner;
    p->each = p->each > 16 ? p->each / 16 * 16 : p->each < 1 ? 1 : p->each;
    p->parts = (p->groups + p->each - 1) / p->each;
    for (int i = 0; i < p->nother - (p->inner > 1); i++)
        walked *= i == p->direction ? 1 : p->size[i];
    p->count = walked * p->parts;
    p->bytes = 0;
    for (int v = 0; v < nviews; v++) {
        struct panel_view *view = &p->view[v];
        const int64_t elements = view->view->data ? view->length * p->inner * p->each : 0;
        const bool convert = view->view->data && view->view->dtype != view->as;
        if (!elements || view->how == PANEL_DIRECT)
            continue;
        view->transposed = p->bytes;
        p->bytes += view->how != PANEL_ROWS ? ALIGNED(elements * (int64_t)rt_dtype_size(view->view->dtype)) : 0;
        view->converted = convert ? p->bytes : view->transposed;
        p->bytes += convert ? ALIGNED(elements * (int64_t)rt_dtype_size(view->as)) : 0;
    }
    return true;
}

int64_t rt_panels_grain(const struct panels *p)
{
    return 65536 / (p->length * p->each * p->inner) + 1;
}

/* Rows of a view of any layout, gathered into dense ones; or scattered from there. */
static void gather_rows(const struct panels *p, const struct panel_view *view, int64_t groups, char *lying, char *dense,
                        bool store)
{
    const int64_t size = (int64_t)rt_dtype_size(view->view->dtype), inner = p->inner;
    const rt_plane_loop move = rt_cpu_loops()->plane[__builtin_ctzll((uint64_t)size)];

    if (inner == 1 && store)
        move(view->length, groups, lying, view->step, view->along, dense, groups, 1);
    else if (inner == 1)
        move(view->length, groups, dense, groups, 1, lying, view->step, view->along);
    else
        for (int64_t i = 0; i < view->length; i++, lying += view->step * size, dense += groups * inner * size) {
            if (store)
                move(groups, inner, lying, view->along, view->between, dense, inner, 1);
            else
                move(groups, inner, dense, inner, 1, lying, view->along, view->between);
        }
}

/* Element 0 of the first line of panel k. */
static char *first_of(const struct panels *p, const struct panel_view *view, int64_t k)
{
    int64_t offset = k % p->parts * p->each * view->along, rest = k / p->parts;

    for (int i = p->nother - 1 - (p->inner > 1); i >= 0; i--)
        if (i != p->direction) {
            offset += rest % p->size[i] * view->strides[i];
            rest /= p->size[i];
        }
    return (char *)view->view->data + offset * (int64_t)rt_dtype_size(view->view->dtype);
}

/* Rows of a view that fits, converted to or from dense ones. */
static void convert_rows(const struct panel_view *view, int64_t width, char *lying, char *dense, bool store)
{
    const enum rt_dtype other = view->view->dtype;
    const rt_cast_loop cast = rt_cpu_cast(store ? other : view->as, store ? view->as : other);
    const int64_t step = view->step * (int64_t)rt_dtype_size(other), row = width * (int64_t)rt_dtype_size(view->as);

    for (int64_t i = 0; i < view->length; i++, lying += step, dense += row)
        cast(width, store ? lying : dense, store ? dense : lying);
}

static rt_transpose_loop transpose_loop(const struct panel_view *view)
{
    return rt_cpu_loops()->transpose[__builtin_ctzll(rt_dtype_size(view->view->dtype))];
}

void rt_panel_begin(const struct panels *p, int64_t k, int read, char *buffer, struct panel *panel)
{
    const int64_t rest = p->groups - k % p->parts * p->each;

    panel->groups = rest < p->each ? rest : p->each;
    panel->width = panel->groups * p->inner;
    for (int v = 0; v < p->nviews; v++) {
        const struct panel_view *view = &p->view[v];
        char *lying, *transposed;
        panel->data[v] = NULL;
        panel->step[v] = 0;
        if (!view->view->data)
            continue;
        panel->data[v] = lying = first_of(p, view, k);
        panel->step[v] = view->step;
        panel->begin[v] = lying - (char *)view->view->data;
        if (view->how == PANEL_DIRECT)
            continue;
        transposed =
            buffer + view->transposed; /* the positions are set for views that have data and are not read in place */
        panel->data[v] = buffer + view->converted;
        panel->step[v] = panel->width;
        if (v >= read)
            continue;
        if (view->how == PANEL_ROWS) {
            convert_rows(view, panel->width, lying, panel->data[v], false);
            continue;
        }
        if (view->how == PANEL_GATHER)
            gather_rows(p, view, panel->groups, lying, transposed, false);
        else
            transpose_loop(view)(view->length * p->inner, panel->groups, transposed, panel->groups, lying, view->along);
        if (view->view->dtype != view->as)
            rt_cpu_cast(view->as, view->view->dtype)(view->length * panel->width, panel->data[v], transposed);
    }
}

void rt_panel_end(const struct panels *p, int read, char *buffer, const struct panel *panel)
{
    for (int v = read; v < p->nviews; v++) {
        const struct panel_view *view = &p->view[v];
        char *lying, *transposed;
        if (!view->view->data || view->how == PANEL_DIRECT)
            continue;
        transposed = buffer + view->transposed;
        lying = (char *)view->view->data + panel->begin[v];
        if (view->how == PANEL_ROWS) {
            convert_rows(view, panel->width, lying, panel->data[v], true);
            continue;
        }
        if (view->view->dtype != view->as)
            rt_cpu_cast(view->view->dtype, view->as)(view->length * panel->width, transposed, panel->data[v]);
        if (view->how == PANEL_GATHER)
            gather_rows(p, view, panel->groups, lying, transposed, true);
        else
            transpose_loop(view)(panel->groups, view->length * p->inner, lying, view->along, transposed, panel->groups);
    }
}
