/* The kernel classes `gather` and `scatter`: elements read and written at index tensors. Owns the checks of indices and
   the choice of the loop by the size and the layout of runs. Knows views, no tensors. */
#include "cpu.h"

#include <string.h>

/* Reads one index of any integer type. */
static inline int64_t index_value(const struct rt_view *view, int64_t offset)
{
    switch (view->dtype) {
    case RT_INT64:
        return ((const int64_t *)view->data)[offset];
    case RT_INT32:
        return ((const int32_t *)view->data)[offset];
    case RT_INT16:
        return ((const int16_t *)view->data)[offset];
    case RT_INT8:
        return ((const int8_t *)view->data)[offset];
    default:
        return ((const uint8_t *)view->data)[offset];
    }
}

static int out_of_range(enum rt_index_style style, int64_t value, int dim, int64_t size, struct rt_error *err)
{
    switch (style) {
    case RT_INDEX_SELF:
        return rt_error_set(err, RT_INDEX, "index out of range in self");
    case RT_INDEX_TARGET:
        return rt_error_set(err, RT_INDEX, "Target %lld is out of bounds.", (long long)value);
    case RT_INDEX_GATHER:
        return rt_error_set(err, RT_RUNTIME, "index %lld is out of bounds for dimension %d with size %lld",
                            (long long)value, dim, (long long)size);
    default:
        return rt_error_set(err, RT_INDEX, "index %lld is out of bounds for dimension %d with size %lld",
                            (long long)value, dim, (long long)size);
    }
}

/* Adds b to the element at a. */
static inline void add_element(enum rt_dtype type, void *a, const void *b)
{
    switch (type) {
    case RT_FLOAT32:
        *(float *)a += *(const float *)b;
        break;
    case RT_FLOAT64:
        *(double *)a += *(const double *)b;
        break;
    case RT_INT64:
        *(int64_t *)a = (int64_t)((uint64_t) * (int64_t *)a + (uint64_t) * (const int64_t *)b);
        break;
    case RT_BOOL:
        *(uint8_t *)a = *(uint8_t *)a || *(const uint8_t *)b;
        break;
    default: {
        struct rt_scalar x = rt_scalar_load(type, a), y = rt_scalar_load(type, b);
        if (x.kind <= RT_CAT_INT)
            x.i = (int64_t)((uint64_t)x.i + (uint64_t)y.i);
        else {
            x.f += y.f;
            x.im += y.im;
        }
        rt_scalar_store(type, a, x);
    }
    }
}

/* Folds b into the element at a: a product, or the larger or smaller of both, nans first. */
static void fold_element(enum rt_scatter_mode mode, enum rt_dtype type, void *a, const void *b)
{
    struct rt_scalar x = rt_scalar_load(type, a), y = rt_scalar_load(type, b);

    if (x.kind <= RT_CAT_INT) {
        x.i = mode == RT_SCATTER_PROD  ? (int64_t)((uint64_t)x.i * (uint64_t)y.i)
              : mode == RT_SCATTER_MAX ? (x.i > y.i ? x.i : y.i)
                                       : (x.i < y.i ? x.i : y.i);
    } else if (x.kind == RT_CAT_COMPLEX) { /* a product: they have no order */
        double f = x.f * y.f - x.im * y.im;
        x.im = x.f * y.im + x.im * y.f;
        x.f = f;
    } else {
        bool keep = x.f != x.f || (mode == RT_SCATTER_MAX ? x.f >= y.f : x.f <= y.f);
        x.f = mode == RT_SCATTER_PROD ? x.f * y.f : keep ? x.f : y.f;
    }
    rt_scalar_store(type, a, x);
}

enum action { TAKE, PUT, ADD, PROD, MAX, MIN, LOOK }; /* behind TAKE: enum rt_scatter_mode; LOOK: are indices right? */
_Static_assert((int)ADD == (int)RT_SCATTER_ADD + 1 && (int)MIN == (int)RT_SCATTER_MIN + 1,
               "an action is a mode and one more");

static inline void act(enum action action, char *indexed, const char *plain, size_t size, enum rt_dtype type)
{
    if (action == ADD)
        add_element(type, indexed, plain);
    else if (action > ADD)
        fold_element((enum rt_scatter_mode)(action - 1), type, indexed, plain);
    else
        memcpy(indexed, plain, size);
}

/* ---- rows of single elements ------------------------------------------------------------------------------------- */

/* What most rows are made of: one index of int64. `indexed` is where the first position of the row is on the indexed
   side less its index. Returns how many positions were done; fewer than n where an index is out of range. */
struct index_row {
    int64_t n, size, stride, index_step, indexed_step, plain_step;
    const int64_t *index;
    char *indexed, *plain;
    bool negative, trusted; /* trusted: looked at before */
};
typedef int64_t (*row_loop)(const struct index_row *);
/* n elements, at[i] + i * indexed_step away from `indexed`. */
typedef void (*at_loop)(int64_t n, char *indexed, int64_t indexed_step, char *plain, int64_t plain_step,
                        const int64_t *at);
/* n elements of some rows, at[i] further than their indices say, or of one row: at NULL; plain_at NULL: `plain` is
   dense. */
typedef void (*rows_loop)(int64_t n, char *indexed, char *plain, const int64_t *index, int64_t stride,
                          const int64_t *at, const int64_t *plain_at);

/* Some indices are looked at together first, and the commonest steps are constants. */
#define CHECKED 512
#define INDEX_STEPS(ACTION, stride_, index_step_, indexed_step_, plain_step_)                                          \
    {                                                                                                                  \
        const int64_t stride = stride_, index_step = index_step_, indexed_step = indexed_step_,                        \
                      plain_step = plain_step_;                                                                        \
        _Pragma("GCC unroll 4") for (int64_t i = 0; i < n; i++)                                                        \
        {                                                                                                              \
            const int64_t v = index[i * index_step];                                                                   \
            ACTION(x[v * stride + i * indexed_step], y[i * plain_step]);                                               \
        }                                                                                                              \
    }
#define AT_STEPS(ACTION, indexed_step, plain_step)                                                                     \
    _Pragma("GCC unroll 4") for (int64_t i = 0; i < n; i++) ACTION(x[at[i] + i * (indexed_step)], y[i * (plain_step)]);
#define ROWS_STEPS(ACTION, moved, at_plain)                                                                            \
    _Pragma("GCC unroll 4") for (int64_t i = 0; i < n; i++) ACTION(x[moved], y[at_plain]);
#define ROWS(name, C, ACTION)                                                                                          \
    static int64_t row_##name(const struct index_row *row)                                                             \
    {                                                                                                                  \
        const struct index_row r = *row; /* what is stored might be part of *row, for all the compiler knows */        \
        const int64_t wrap = r.negative ? r.size : 0;                                                                  \
        for (int64_t done = 0, n; done < r.n; done += n) {                                                             \
            const int64_t *index = r.index + done * r.index_step;                                                      \
            C *x = (C *)(void *)r.indexed + done * r.indexed_step, *y = (C *)(void *)r.plain + done * r.plain_step;    \
            n = r.n - done < CHECKED ? r.n - done : CHECKED;                                                           \
            if (!r.trusted && !rt_cpu_loops()->in_range(n, index, r.index_step, r.size)) {                             \
                for (int64_t i = 0; i < n; i++) {                                                                      \
                    int64_t v = index[i * r.index_step];                                                               \
                    v += v < 0 ? wrap : 0;                                                                             \
                    if ((uint64_t)v >= (uint64_t)r.size)                                                               \
                        return done + i;                                                                               \
                    ACTION(x[v * r.stride + i * r.indexed_step], y[i * r.plain_step]);                                 \
                }                                                                                                      \
            } else if (r.index_step == 1 && r.plain_step == 1 && r.stride == 1 && r.indexed_step == 0)                 \
                INDEX_STEPS(ACTION, 1, 1, 0, 1)                                                                        \
            else if (r.index_step == 1 && r.plain_step == 1 && r.indexed_step == 1)                                    \
                INDEX_STEPS(ACTION, r.stride, 1, 1, 1)                                                                 \
            else                                                                                                       \
                INDEX_STEPS(ACTION, r.stride, r.index_step, r.indexed_step, r.plain_step)                              \
        }                                                                                                              \
        return r.n;                                                                                                    \
    }                                                                                                                  \
    static void at_##name(int64_t n, char *indexed, int64_t indexed_step, char *plain, int64_t plain_step,             \
                          const int64_t *at)                                                                           \
    {                                                                                                                  \
        C *x = (C *)(void *)indexed, *y = (C *)(void *)plain;                                                          \
        if (indexed_step == 0 && plain_step == 1)                                                                      \
            AT_STEPS(ACTION, 0, 1)                                                                                     \
        else                                                                                                           \
            AT_STEPS(ACTION, indexed_step, plain_step)                                                                 \
    }                                                                                                                  \
    static void rows_##name(int64_t n, char *indexed, char *plain, const int64_t *index, int64_t stride,               \
                            const int64_t *at, const int64_t *plain_at)                                                \
    {                                                                                                                  \
        C *x = (C *)(void *)indexed, *y = (C *)(void *)plain;                                                          \
        if (plain_at)                                                                                                  \
            ROWS_STEPS(ACTION, index[i] * stride + at[i], plain_at[i])                                                 \
        else if (at)                                                                                                   \
            ROWS_STEPS(ACTION, index[i] * stride + at[i], i)                                                           \
        else if (stride == 1)                                                                                          \
            ROWS_STEPS(ACTION, index[i], i)                                                                            \
        else                                                                                                           \
            ROWS_STEPS(ACTION, index[i] * stride, i)                                                                   \
    }
typedef struct {
    uint64_t part[2];
} wide;
#define TAKE_ONE(x, y) y = x
#define PUT_ONE(x, y) x = y
#define ADD_ONE(x, y) x += y
#define PROD_ONE(x, y) x *= y
#define MAX_ONE(x, y) x = x != x || x >= y ? x : y /* nans stay and win */
#define MIN_ONE(x, y) x = x != x || x <= y ? x : y
#define EACH_SIZE(X, action, ONE)                                                                                      \
    X(action##_1, uint8_t, ONE)                                                                                        \
    X(action##_2, uint16_t, ONE)                                                                                       \
    X(action##_4, uint32_t, ONE)                                                                                       \
    X(action##_8, uint64_t, ONE)                                                                                       \
    X(action##_16, wide, ONE)
EACH_SIZE(ROWS, take, TAKE_ONE)
EACH_SIZE(ROWS, put, PUT_ONE)
ROWS(add_f32, float, ADD_ONE)
ROWS(add_f64, double, ADD_ONE)
ROWS(add_i64, uint64_t, ADD_ONE)
ROWS(add_i32, uint32_t, ADD_ONE)
ROWS(prod_f32, float, PROD_ONE)
ROWS(prod_f64, double, PROD_ONE)
ROWS(prod_i64, uint64_t, PROD_ONE)
ROWS(max_f32, float, MAX_ONE)
ROWS(max_f64, double, MAX_ONE)
ROWS(max_i64, int64_t, MAX_ONE)
ROWS(min_f32, float, MIN_ONE)
ROWS(min_f64, double, MIN_ONE)
ROWS(min_i64, int64_t, MIN_ONE)

struct loops {
    row_loop row;
    at_loop at;
    rows_loop rows;
};
#define LOOPS(name)                                                                                                    \
    {                                                                                                                  \
        row_##name, at_##name, rows_##name                                                                             \
    }
static const struct loops moving[][5] = {
    [TAKE] = {LOOPS(take_1), LOOPS(take_2), LOOPS(take_4), LOOPS(take_8), LOOPS(take_16)},
    [PUT] = {LOOPS(put_1), LOOPS(put_2), LOOPS(put_4), LOOPS(put_8), LOOPS(put_16)}};
static const struct loops folding[][RT_DTYPE_COUNT] = {
    [ADD] = {[RT_FLOAT32] = LOOPS(add_f32),
             [RT_FLOAT64] = LOOPS(add_f64),
             [RT_INT64] = LOOPS(add_i64),
             [RT_INT32] = LOOPS(add_i32)},
    [PROD] = {[RT_FLOAT32] = LOOPS(prod_f32), [RT_FLOAT64] = LOOPS(prod_f64), [RT_INT64] = LOOPS(prod_i64)},
    [MAX] = {[RT_FLOAT32] = LOOPS(max_f32), [RT_FLOAT64] = LOOPS(max_f64), [RT_INT64] = LOOPS(max_i64)},
    [MIN] = {[RT_FLOAT32] = LOOPS(min_f32), [RT_FLOAT64] = LOOPS(min_f64), [RT_INT64] = LOOPS(min_i64)}};

/* ---- what is to be done ------------------------------------------------------------------------------------------ */

/* What gather and scatter share: positions in row-major order, each of one element or of a run of them. */
struct iterator {
    enum action action;
    enum rt_dtype type;
    int64_t bytes;         /* of an element */
    char *indexed, *plain; /* indexed: gather's in, scatter's out */
    int ndim;              /* at least one */
    int64_t shape[RT_MAX_DIMS], indexed_step[RT_MAX_DIMS], plain_step[RT_MAX_DIMS];
    int64_t index_step[RT_MAX_INDEX][RT_MAX_DIMS];
    int nindex;
    const struct rt_view *index;
    const int64_t *size, *stride;
    const int *dim;
    bool negative, trusted;
    enum rt_index_style style;
    int64_t run;
    bool broadcast; /* each run gets one number */
    bool far;       /* what is indexed does not fit the L2 cache */
    struct loops loops;
    int64_t each; /* positions of one index of the first dimension, or columns of a tile */
};

/* Dimensions behind the last one that an index varies in or the indexed side is indexed by move as full runs. */
static void take_run(struct iterator *w)
{
    bool dense = true, one = true;

    w->run = 1;
    for (; w->ndim > 0; w->ndim--) {
        const int i = w->ndim - 1;
        if (w->shape[i] != 1) {
            if (w->indexed_step[i] != w->run)
                return;
            for (int k = 0; k < w->nindex; k++)
                if (w->index_step[k][i])
                    return;
            const bool still_dense = dense && w->plain_step[i] == w->run, still_one = one && w->plain_step[i] == 0;
            if (!still_dense && !(still_one && w->action == PUT))
                return;
            dense = still_dense;
            one = still_one;
            w->broadcast = one;
            w->run = rt_step_mul(w->run, w->shape[i]);
        }
    }
}

static bool follows(const int64_t *step, const int64_t *shape, int i)
{
    return step[i - 1] == rt_step_mul(step[i], shape[i]);
}

/* Dimensions of one position are left out, those that follow each other joined. */
static void join_dims(struct iterator *w)
{
    int n = 0;

    for (int i = 0; i < w->ndim; i++) {
        if (w->shape[i] == 1)
            continue;
        w->shape[n] = w->shape[i];
        w->plain_step[n] = w->plain_step[i];
        w->indexed_step[n] = w->indexed_step[i];
        for (int k = 0; k < w->nindex; k++)
            w->index_step[k][n] = w->index_step[k][i];
        bool join = n > 0 && follows(w->plain_step, w->shape, n) && follows(w->indexed_step, w->shape, n);
        for (int k = 0; join && k < w->nindex; k++)
            join = follows(w->index_step[k], w->shape, n);
        if (join) {
            w->shape[n - 1] = rt_step_mul(w->shape[n - 1], w->shape[n]);
            w->plain_step[n - 1] = w->plain_step[n];
            w->indexed_step[n - 1] = w->indexed_step[n];
            for (int k = 0; k < w->nindex; k++)
                w->index_step[k][n - 1] = w->index_step[k][n];
        } else
            n++;
    }
    if (n == 0) {
        w->shape[0] = 1;
        w->plain_step[0] = w->indexed_step[0] = 0;
        for (int k = 0; k < w->nindex; k++)
            w->index_step[k][0] = 0;
        n = 1;
    }
    w->ndim = n;
}

#define NEAR 0x1p20 /* bytes */

/* The fields behind `index` are set. */
static void iterator_begin(struct iterator *w, enum action action, const struct rt_view *indexed,
                           const struct rt_view *plain)
{
    double reach = 0;

    w->action = action;
    w->type = plain->dtype;
    w->bytes = (int64_t)rt_dtype_size(plain->dtype);
    w->indexed = indexed->data;
    w->plain = plain->data;
    w->ndim = plain->ndim;
    w->broadcast = w->trusted = false;
    for (int i = 0; i < w->ndim; i++) {
        w->shape[i] = plain->shape[i];
        w->plain_step[i] = plain->strides[i];
        w->indexed_step[i] = indexed->strides[i];
        for (int k = 0; k < w->nindex; k++)
            w->index_step[k][i] = w->index[k].strides[i];
    }
    take_run(w);
    join_dims(w);
    for (int k = 0; k < w->nindex; k++)
        reach += (double)(w->size[k] - 1) * (double)w->stride[k];
    w->far = reach * (double)w->bytes > NEAR;
    w->loops = action <= PUT ? moving[action][__builtin_ctzll((uint64_t)w->bytes)] : folding[action][w->type];
}

static int64_t positions(const struct iterator *w)
{
    int64_t n = 1;

    for (int i = 0; i < w->ndim; i++)
        n = rt_step_mul(n, w->shape[i]);
    return n;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* A row's position: in elements from the beginning of either side and of each index. */
struct position {
    int64_t plain, indexed, index[RT_MAX_INDEX];
};

/* Which index is wrong. */
static int name_index(const struct iterator *w, const struct position *p, int64_t first, int64_t n,
                      struct rt_error *err)
{
    const int last = w->ndim - 1;

    for (int64_t i = first; i < first + n; i++)
        for (int k = 0; k < w->nindex; k++) {
            int64_t v = index_value(&w->index[k], p->index[k] + i * w->index_step[k][last]);
            if (v < (w->negative ? -w->size[k] : 0) || v >= w->size[k])
                return out_of_range(w->style, v, w->dim[k], w->size[k], err);
        }
    return rt_error_set(err, RT_RUNTIME, "the indices have changed while they were read");
}

/* How far n positions of a row are moved by their indices. */
static int displacements(const struct iterator *w, const struct position *p, int64_t first, int64_t n, int64_t *at,
                         struct rt_error *err)
{
    const int last = w->ndim - 1;

    if (w->nindex == 0) /* the loop below sets them with the first index */
        memset(at, 0, (size_t)n * sizeof *at);
    for (int k = 0; k < w->nindex; k++) {
        int64_t step = w->index_step[k][last], offset = p->index[k] + first * step, some[CHECKED];
        const int64_t *index = (const int64_t *)w->index[k].data + offset;
        if (w->index[k].dtype != RT_INT64) {
            for (int64_t i = 0; i < n; i++)
                some[i] = index_value(&w->index[k], offset + i * step);
            index = some;
            step = 1;
        }
        if (!rt_cpu_loops()->displace(n, index, step, w->size[k], w->negative ? w->size[k] : 0, w->stride[k], k > 0,
                                      at))
            return name_index(w, p, first, n, err);
    }
    return 0;
}

/* Prefetches n elements for writing: at[] is how far each is from `indexed`. */
static void ask_for(const struct iterator *w, const char *indexed, int64_t n, const int64_t *at)
{
    for (int64_t i = 0; i < n; i++)
        __builtin_prefetch(indexed + at[i] * w->bytes, 1);
}

/* A run of a type without loops, folded through buffers of one that has them. */
static void fold_converted(const struct iterator *w, rt_zip_loop loop, char *a, const char *b)
{
    const enum rt_dtype as = rt_loop_dtype(rt_loop_type_of(w->type));
    const rt_cast_loop to = rt_cpu_cast(as, w->type), back = rt_cpu_cast(w->type, as);
    static const struct rt_loop_param none[RT_MAX_PARAMS];
    _Alignas(64) char x[256 * 8], y[256 * 8];

    for (int64_t done = 0, n; done < w->run; done += n, a += n * w->bytes, b += n * w->bytes) {
        n = w->run - done < 256 ? w->run - done : 256;
        to(n, x, a);
        to(n, y, b);
        loop(n, x, x, y, none);
        back(n, a, x);
    }
}

/* A run: copied, repeated or folded. */
static void act_run(const struct iterator *w, char *a, char *b)
{
    static const enum rt_zip_op op[] = {
        [ADD] = RT_ZIP_add, [PROD] = RT_ZIP_mul, [MAX] = RT_ZIP_maximum, [MIN] = RT_ZIP_minimum};
    static const struct rt_loop_param none[RT_MAX_PARAMS];
    const enum rt_loop_type type = rt_loop_type_of(w->type);

    if (w->action == PUT && w->broadcast)
        rt_cpu_loops()->repeat[__builtin_ctzll((uint64_t)w->bytes)](w->run, a, b);
    else if (w->action > PUT && !w->broadcast && rt_loop_dtype(type) == w->type && w->type != RT_BOOL)
        rt_cpu_loops()->zip[type][op[w->action]](w->run, a, a, b, none);
    else if (w->action == ADD && !w->broadcast && rt_dtype_is_complex(w->type)) /* components by themselves */
        rt_cpu_loops()->zip[w->type == RT_COMPLEX64 ? RT_LOOP_F32 : RT_LOOP_F64][RT_ZIP_add](2 * w->run, a, a, b, none);
    else if (w->action > PUT && !w->broadcast && w->run > 1 && w->type != RT_BOOL && !rt_dtype_is_complex(w->type))
        fold_converted(w, rt_cpu_loops()->zip[type][op[w->action]], a, b);
    else
        for (int64_t j = 0; j < w->run; j++)
            act(w->action, a + j * w->bytes, b + (w->broadcast ? 0 : j * w->bytes), (size_t)w->bytes, w->type);
}

/* Positions of a row whose displacements are known; indexed and plain are those of the first one. */
static void act_at(const struct iterator *w, int64_t n, char *indexed, char *plain, int64_t *at)
{
    const int last = w->ndim - 1;
    const int64_t step = w->plain_step[last], run = w->run * w->bytes;

    if (w->run == 1 && w->loops.at) {
        if (w->far && w->action != TAKE)
            ask_for(w, indexed, n, at);
        w->loops.at(n, indexed, w->indexed_step[last], plain, step, at);
        return;
    }
    for (int64_t i = 0; i < n; i++)
        at[i] += i * w->indexed_step[last];
    if (w->action == TAKE)
        rt_cpu_loops()->take_runs(n, run, plain, step * w->bytes, indexed, w->bytes, at);
    else if (w->action == PUT && !w->broadcast)
        rt_cpu_loops()->put_runs(n, run, indexed, w->bytes, at, plain, step * w->bytes);
    else
        for (int64_t i = 0; i < n; i++)
            act_run(w, indexed + at[i] * w->bytes, plain + i * step * w->bytes);
}

/* n positions of a row from `position` on. */
static int do_row(const struct iterator *w, const struct position *p, int64_t n, struct rt_error *err)
{
    const int last = w->ndim - 1;
    int64_t at[CHECKED];

    if (w->nindex == 1 && w->index[0].dtype == RT_INT64 &&
        (w->action == LOOK ||
         (w->index_step[0][last] <= 1 && w->run == 1 && w->loops.row && !(w->far && w->action > PUT)))) {
        struct index_row r = {
            .size = w->size[0], .stride = w->stride[0], .negative = w->negative, .trusted = w->trusted, .n = n};
        r.index = (const int64_t *)w->index[0].data + p->index[0];
        r.index_step = w->index_step[0][last];
        if (w->action == LOOK && rt_cpu_loops()->in_range(n, r.index, r.index_step, r.size))
            return 0;
        if (w->action != LOOK) {
            r.indexed = w->indexed + p->indexed * w->bytes;
            r.indexed_step = w->indexed_step[last];
            r.plain = w->plain + p->plain * w->bytes;
            r.plain_step = w->plain_step[last];
            if (r.stride == 1 && r.indexed_step == 0 &&
                r.n * 4 >= r.size) /* random reads of it would wait one by one */
                for (int64_t j = 0; j < r.size; j += 64 / w->bytes)
                    __builtin_prefetch(r.indexed + j * w->bytes);
            return w->loops.row(&r) < n ? name_index(w, p, 0, n, err) : 0;
        }
    }
    for (int64_t done = 0, k; done < n; done += k) {
        k = n - done < CHECKED ? n - done : CHECKED;
        if (displacements(w, p, done, k, at, err) < 0)
            return -1;
        if (w->action != LOOK)
            act_at(w, k, w->indexed + (p->indexed + done * w->indexed_step[last]) * w->bytes,
                   w->plain + (p->plain + done * w->plain_step[last]) * w->bytes, at);
    }
    return 0;
}

/* Rows that are not long are done some at a time: each by itself once the indices of all are known to be right, or, the
   shortest, all positions together. Of these is known how far each is from the first one on the indexed side, in the
   index and on the plain side. */
struct rows {
    int64_t count; /* at most so many at a time; 0: row by row */
    bool single, index_dense, plain_dense;
    int64_t at[CHECKED], index[CHECKED], plain[CHECKED];
};

static void offsets(int64_t *at, int64_t rows, int64_t width, int64_t row_step, int64_t step)
{
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < width; j++)
            *at++ = i * row_step + j * step;
}

static void rows_begin(const struct iterator *w, struct rows *r, int64_t count)
{
    const int last = w->ndim - 1, row = last - 1;
    const int64_t width = w->shape[last], *index_step = w->index_step[0];

    r->count = 0;
    if (w->ndim < 2 || width > CHECKED / 2 || count < 2 * width || w->nindex != 1 || w->index[0].dtype != RT_INT64 ||
        w->run != 1 || w->action == LOOK || !w->loops.rows || (w->far && w->action > PUT))
        return;
    r->index_dense = index_step[last] == 1 && index_step[row] == width;
    r->plain_dense = w->plain_step[last] == 1 && w->plain_step[row] == width;
    r->single = width >= 16 && w->indexed_step[last] == 0 && w->plain_step[last] == 1 && index_step[last] == 1 &&
                (r->index_dense || index_step[row] == 0);
    if (!r->single && width > 16 && !(r->index_dense && r->plain_dense))
        return;
    r->count = CHECKED / width < count / width ? CHECKED / width : count / width;
    if (r->single)
        return;
    offsets(r->at, r->count, width, w->indexed_step[row], w->indexed_step[last]);
    if (!r->index_dense)
        offsets(r->index, r->count, width, index_step[row], index_step[last]);
    if (!r->plain_dense)
        offsets(r->plain, r->count, width, w->plain_step[row], w->plain_step[last]);
}

/* n positions of full rows; false: an index is negative or out of range, and nothing is done. */
static bool do_rows(const struct iterator *w, const struct rows *r, const struct position *p, int64_t n)
{
    const int64_t *index = (const int64_t *)w->index[0].data + p->index[0], width = w->shape[w->ndim - 1];
    char *indexed = w->indexed + p->indexed * w->bytes, *plain = w->plain + p->plain * w->bytes;
    const int row = w->ndim - 2;
    int64_t some[CHECKED];

    for (int64_t i = 0; !r->single && !r->index_dense && i < n; i++)
        some[i] = index[r->index[i]];
    index = r->single || r->index_dense ? index : some;
    if (!w->trusted && !rt_cpu_loops()->in_range(r->single && !r->index_dense ? width : n, index, 1, w->size[0]))
        return false;
    if (!r->single)
        w->loops.rows(n, indexed, plain, index, w->stride[0], r->at, r->plain_dense ? NULL : r->plain);
    for (int64_t i = 0; r->single && i < n; i += width) {
        w->loops.rows(width, indexed, plain, index, w->stride[0], NULL, NULL);
        indexed += w->indexed_step[row] * w->bytes;
        plain += w->plain_step[row] * w->bytes;
        index += w->index_step[0][row];
    }
    return true;
}

/* How many rows to do together from the position at[] on. */
static int64_t full_rows(const struct iterator *w, const struct rows *r, const int64_t *at, int64_t left)
{
    const int last = w->ndim - 1;
    int64_t rows = r->count;

    if (rows == 0 || at[last])
        return 0;
    rows = left / w->shape[last] < rows ? left / w->shape[last] : rows;
    return w->shape[last - 1] - at[last - 1] < rows ? w->shape[last - 1] - at[last - 1] : rows;
}

static int move(const struct iterator *w, int64_t begin, int64_t end, struct rt_error *err)
{
    const int last = w->ndim - 1;
    int64_t at[RT_MAX_DIMS], rest = begin;
    struct position p = {.plain = 0};
    struct rows rows;

    for (int i = last; i >= 0; i--) {
        at[i] = rest % w->shape[i];
        rest /= w->shape[i];
        p.plain += at[i] * w->plain_step[i];
        p.indexed += at[i] * w->indexed_step[i];
        for (int k = 0; k < w->nindex; k++)
            p.index[k] += at[i] * w->index_step[k][i];
    }
    rows_begin(w, &rows, end - begin);
    for (int64_t n; begin < end; begin += n) {
        int64_t by = full_rows(w, &rows, at, end - begin);
        int i = last - 1;
        n = by * w->shape[last];
        if (by == 0 || !do_rows(w, &rows, &p, n)) {
            by = n = w->shape[last] - at[last] < end - begin ? w->shape[last] - at[last] : end - begin;
            i = last;
            if (do_row(w, &p, n, err) < 0)
                return -1;
        }
        for (; i >= 0; i--, by = 1) {
            at[i] += by;
            p.plain += by * w->plain_step[i];
            p.indexed += by * w->indexed_step[i];
            for (int k = 0; k < w->nindex; k++)
                p.index[k] += by * w->index_step[k][i];
            if (at[i] < w->shape[i])
                break;
            p.plain -= at[i] * w->plain_step[i];
            p.indexed -= at[i] * w->indexed_step[i];
            for (int k = 0; k < w->nindex; k++)
                p.index[k] -= at[i] * w->index_step[k][i];
            at[i] = 0;
        }
    }
    return 0;
}

/* ---- the kernels ------------------------------------------------------------------------------------------------- */

static int move_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    return move(context, begin, end, err);
}

/* Rows far from each other, chosen anew for each column: by blocks of columns their cache lines are still in the cache
   when they are read again. Columns never meet, so that each thread may have some. */
#define COLUMNS 64
#define AHEAD 4 /* rows */
static bool goes_by_columns(const struct iterator *w)
{
    const int last = w->ndim - 1;
    const int64_t row = w->stride[0];

    if (!w->far || w->run != 1 || w->nindex != 1 || w->ndim != 2 || w->index[0].dtype != RT_INT64 ||
        w->indexed_step[last] != 1 || row * w->bytes < 64 || w->shape[last] > row || w->shape[last] < 2 * COLUMNS)
        return false;
    return w->indexed_step[0] % row == 0;
}

static int columns_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct iterator *full = context;
    const int last = full->ndim - 1;

    for (int64_t k = begin; k < end; k++) {
        struct iterator w = *full;
        const int64_t first = k * w.each, left = w.shape[last] - first;
        struct rt_view index = *w.index;
        int64_t count;
        w.shape[last] = left < w.each ? left : w.each;
        w.indexed += first * w.bytes;
        w.plain += first * w.plain_step[last] * w.bytes;
        index.data = (char *)index.data + first * w.index_step[0][last] * (int64_t)rt_dtype_size(index.dtype);
        w.index = &index;
        count = positions(&w);
        for (int64_t at = 0, row = 0, looked = 0; at < count; at += w.shape[last], row++) {
            const char *next = (const char *)index.data + (row + AHEAD) * w.index_step[0][0] * 8;
            const char *plain = w.plain + (row + AHEAD) * w.plain_step[0] * w.bytes;
            for (int64_t j = 0; j < COLUMNS * 8; j += 64)
                __builtin_prefetch(next + j);
            for (int64_t j = 0; j < COLUMNS * w.bytes; j += 64)
                __builtin_prefetch(plain + j);
            if ((looked += w.shape[last]) >= 1 << 18 && (looked = 0, rt_pool_check(err) < 0))
                return -1;
            if (move(&w, at, at + w.shape[last], err) < 0)
                return -1;
        }
    }
    return 0;
}

static int by_columns(struct iterator *w, int64_t total, struct rt_error *err)
{
    const int64_t columns = w->shape[w->ndim - 1], share = (columns - 1) / rt_pool_threads() + 1;

    w->each = w->action == PUT && share > COLUMNS ? share : COLUMNS; /* what is only written waits for nothing */
    return rt_parallel_for((columns - 1) / w->each + 1, 1, total, columns_tile, w, err);
}

int rt_cpu_gather(struct rt_device *device, const struct rt_gather_call *call, struct rt_error *err)
{
    struct iterator w;
    int64_t total = rt_view_numel(&call->out);

    (void)device;
    if (total == 0)
        return 0;
    w.nindex = call->nindex;
    w.index = call->index;
    w.size = call->size;
    w.stride = call->stride;
    w.dim = call->dim;
    w.negative = call->negative;
    w.style = call->style;
    iterator_begin(&w, TAKE, &call->in, &call->out);
    if (goes_by_columns(&w))
        return by_columns(&w, total, err);
    return rt_parallel_for(positions(&w), 32768 / w.run + 1, total, move_tile, &w, err);
}

static int scatter_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct iterator *w = context;

    return move(w, begin * w->each, end * w->each, err);
}

/* Do the positions of different indices of the first dimension go to different elements? */
static bool parts_disjoint(const struct iterator *w)
{
    int64_t reach = w->run - 1;

    for (int i = 1; i < w->ndim; i++)
        reach += (w->shape[i] - 1) * w->indexed_step[i];
    for (int k = 0; k < w->nindex; k++)
        reach += (w->size[k] - 1) * w->stride[k];
    return w->indexed_step[0] > reach;
}

/* A chunk of every run, at all positions in their order. */
static int slice_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct iterator w = *(const struct iterator *)context;
    const int64_t count = positions(&w);

    w.run = end - begin;
    w.indexed += begin * w.bytes;
    if (!w.broadcast)
        w.plain += begin * w.bytes;
    for (int64_t at = 0, grain = 262144 / w.run + 1; at < count; at += grain)
        if (rt_pool_check(err) < 0 || move(&w, at, at + grain < count ? at + grain : count, err) < 0)
            return -1;
    return 0;
}

/* All indices, before anything is written: each once, also where it is broadcast to many positions. */
static int look_first(const struct iterator *w, struct rt_error *err)
{
    struct iterator look = *w;
    int64_t count;

    look.action = LOOK;
    for (int i = 0; i < look.ndim; i++) {
        bool varies = false;
        for (int k = 0; k < look.nindex; k++)
            varies = varies || look.index_step[k][i];
        if (!varies)
            look.shape[i] = 1;
    }
    join_dims(&look);
    count = positions(&look);
    return rt_parallel_for(count, 131072, count, move_tile, &look, err);
}

/* One thread for each element where positions may repeat: the last one wins (or the sum has an order). */
int rt_cpu_scatter(struct rt_device *device, const struct rt_scatter_call *call, struct rt_error *err)
{
    int64_t total = rt_view_numel(&call->in), count;
    struct iterator w;

    (void)device;
    if (total == 0)
        return 0;
    w.nindex = call->nindex;
    w.index = call->index;
    w.size = call->size;
    w.stride = call->stride;
    w.dim = call->dim;
    w.negative = call->negative;
    w.style = call->style;
    iterator_begin(&w, (enum action)(call->mode + 1), &call->out, &call->in);
    if (call->full && look_first(&w, err) < 0)
        return -1;
    w.trusted = call->full && !call->negative;
    if (goes_by_columns(&w))
        return by_columns(&w, total, err);
    count = positions(&w);
    if (w.shape[0] > 1 && parts_disjoint(&w)) {
        w.each = count / w.shape[0];
        return rt_parallel_for(w.shape[0], 32768 / (total / w.shape[0]) + 1, total, scatter_tile, &w, err);
    }
    if (w.run >= 256 && rt_pool_worthwhile(total))
        return rt_parallel_for(w.run, (w.run / rt_pool_threads() + 127) / 128 * 128, total, slice_tile, &w, err);
    for (int64_t at = 0, grain = 262144 / w.run + 1; at < count; at += grain)
        if (rt_check_interrupt(err) < 0 || move(&w, at, at + grain < count ? at + grain : count, err) < 0)
            return -1;
    return 0;
}
