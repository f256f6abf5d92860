/* The kernel class `matmul` of the CPU: batches, layouts, types, tiles. Owns the decision who multiplies what: tiles of
   C go to the pool, each is one call of our own loops (isa/isa_gemm.c) or of a library (cpu_blas.c). Knows views, no
   tensors.

   Operands are read through strides, so a transposed matrix is never copied; only a result whose rows and columns are
   both strided goes through a temporary. Operands of types without loops are converted first. */
#include "cpu/cpu.h"
#include "cpu/cpu_gemm.h"
#include "device.h"
#include "pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define PIECE_FLOPS 200000.0 /* least work worth handing to another thread */
#define CALL_FLOPS 400.0     /* what a product costs beside its multiplications */
#define TILE_FLOPS 4.0e9     /* most work of a tile (which looks at the interrupt flag within) */
#define WIDE_TILE 384        /* sides of a tile for which packing is a small part of the work */
#define ROW_STEP 12          /* tiles of C end at multiples of these: at whole vectors */
#define COLUMN_STEP 32
#define ROW_ALIGN(x) (((x) + ROW_STEP - 1) / ROW_STEP * ROW_STEP)
#define COLUMN_ALIGN(x) (((x) + COLUMN_STEP - 1) / COLUMN_STEP * COLUMN_STEP)

const struct rt_gemm_loops *rt_gemm_loops(void)
{
#if defined(__x86_64__)
    const char *capability = rt_cpu_capability();
    if (strcmp(capability, "avx512") == 0)
        return &rt_gemm_avx512;
    if (strcmp(capability, "avx2") == 0)
        return &rt_gemm_avx2;
#endif
    return &rt_gemm_baseline;
}

/* ---- scratch of the packed panels -------------------------------------------------------------------------------- */

/* Kept for the next product, one for each thread that ever multiplied at the same time as others. */
static struct scratch {
    struct scratch *next;
} * free_scratch;
static pthread_mutex_t scratch_lock = PTHREAD_MUTEX_INITIALIZER;

static void *scratch_acquire(void)
{
    pthread_mutex_lock(&scratch_lock);
    struct scratch *s = free_scratch;
    if (s)
        free_scratch = s->next;
    pthread_mutex_unlock(&scratch_lock);
    return s ? (void *)s : aligned_alloc(64, RT_GEMM_SCRATCH);
}

static void scratch_release(void *memory)
{
    struct scratch *s = memory;
    pthread_mutex_lock(&scratch_lock);
    s->next = free_scratch;
    free_scratch = s;
    pthread_mutex_unlock(&scratch_lock);
}

/* ---- one batch of float products --------------------------------------------------------------------------------- */

struct product {
    const struct rt_gemm_loops *loops;
    struct rt_gemm full; /* of the first matrix of the batch */
    int64_t batch, a_batch, b_batch, c_batch;
    int64_t rows, columns;           /* of a tile */
    int64_t row_tiles, column_tiles; /* of a matrix */
    size_t size;                     /* of an element */
};

/* The row that is in the place of those of the old C, written to them. */
static void repeat_row(const struct rt_gemm *gemm)
{
    const size_t size = gemm->wide ? sizeof(double) : sizeof(float);

    for (int64_t i = 0; i < gemm->m; i++)
        memcpy((char *)gemm->c + i * gemm->c_row * (int64_t)size, gemm->row, (size_t)gemm->n * size);
}

/* Whether the product is done in blocks, for which such a row need not be written. */
static bool is_blocked(const struct rt_gemm *gemm)
{
    return gemm->m > 64 && gemm->n > 64 && gemm->k > 16 && gemm->n * gemm->k > 8192 && !*rt_blas_name();
}

int rt_cpu_gemm(const struct rt_gemm *gemm, struct rt_error *err)
{
    struct rt_gemm plain;
    int status;

    if (gemm->row && !is_blocked(gemm)) {
        repeat_row(gemm);
        plain = *gemm;
        plain.row = NULL;
        gemm = &plain;
    }
    if (rt_blas_gemm(gemm, &status, err))
        return status;
    if (!gemm->row && rt_gemm_loops()->gemm_direct(gemm))
        return 0;
    void *scratch = scratch_acquire();
    if (!scratch)
        return rt_error_memory(err);
    status = rt_gemm_loops()->gemm(gemm, scratch, err);
    scratch_release(scratch);
    return status;
}

static void tile_of(const struct product *p, int64_t index, struct rt_gemm *gemm)
{
    int64_t tiles = p->row_tiles * p->column_tiles, matrix = index / tiles, tile = index % tiles;
    int64_t i = tile / p->column_tiles * p->rows, j = tile % p->column_tiles * p->columns;
    *gemm = p->full;
    gemm->a = (const char *)gemm->a + (matrix * p->a_batch + i * gemm->a_row) * (int64_t)p->size;
    gemm->b = (const char *)gemm->b + (matrix * p->b_batch + j * gemm->b_col) * (int64_t)p->size;
    gemm->c = (char *)gemm->c + (matrix * p->c_batch + i * gemm->c_row + j) * (int64_t)p->size;
    gemm->row = gemm->row ? (const char *)gemm->row + j * (int64_t)p->size : NULL;
    gemm->m = gemm->m - i < p->rows ? gemm->m - i : p->rows;
    gemm->n = gemm->n - j < p->columns ? gemm->n - j : p->columns;
}

/* Matrices that are not cut, one after the other: small ones take less time than finding out whose turn it is. */
static int full_matrices(const struct product *p, int64_t begin, int64_t end, struct rt_error *err)
{
    const bool own = !*rt_blas_name();
    const int64_t size = (int64_t)p->size;
    struct rt_gemm gemm = p->full;

    gemm.a = (const char *)gemm.a + begin * p->a_batch * size;
    gemm.b = (const char *)gemm.b + begin * p->b_batch * size;
    gemm.c = (char *)gemm.c + begin * p->c_batch * size;
    for (int64_t i = begin; i < end; i++) {
        if (!(own && !gemm.row && p->loops->gemm_direct(&gemm)) && rt_cpu_gemm(&gemm, err) < 0)
            return -1;
        gemm.a = (const char *)gemm.a + p->a_batch * size;
        gemm.b = (const char *)gemm.b + p->b_batch * size;
        gemm.c = (char *)gemm.c + p->c_batch * size;
    }
    return 0;
}

static int float_tiles(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct product *p = context;
    if (p->row_tiles * p->column_tiles == 1)
        return full_matrices(p, begin, end, err);
    for (int64_t i = begin; i < end; i++) {
        struct rt_gemm gemm;
        tile_of(p, i, &gemm);
        if (rt_cpu_gemm(&gemm, err) < 0)
            return -1;
    }
    return 0;
}

static int bfloat_tiles(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct product *p = context;
    int status = 0;
    void *scratch = scratch_acquire();
    if (!scratch)
        return rt_error_memory(err);
    for (int64_t i = begin; i < end && status == 0; i++) {
        struct rt_gemm gemm;
        tile_of(p, i, &gemm);
        status = rt_bfloat_gemm(&gemm, scratch, err);
    }
    scratch_release(scratch);
    return status;
}

static int integer_tiles(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct product *p = context;
    void (*const multiply)(const struct rt_gemm *) = p->loops->integers[__builtin_ctzll(p->size)];
    (void)err;
    for (int64_t i = begin; i < end; i++) {
        struct rt_gemm gemm;
        tile_of(p, i, &gemm);
        multiply(&gemm);
    }
    return 0;
}

/* Halves the longer side until there are enough tiles for the threads and none is too large. More tiles than threads,
   so that a slow thread gets less, only where they stay large: each packs its rows of A and columns of B. */
static void cut_tiles(struct product *p, double most)
{
    double flops = 2.0 * (double)p->full.m * (double)p->full.n * (double)p->full.k, all = flops * (double)p->batch;
    int threads = rt_pool_threads();
    double wanted = threads == 1 ? 1 : all / PIECE_FLOPS, needed;
    if (wanted > threads)
        wanted = all > 100 * threads * PIECE_FLOPS ? 4 * threads : threads;
    needed = (wanted < threads ? wanted : threads) / (double)p->batch;
    wanted /= (double)p->batch;
    p->rows = p->full.m;
    p->columns = p->full.n;
    for (double tiles = 1; tiles < wanted || flops / tiles > most; tiles *= 2) {
        const int64_t longer = p->rows > p->columns ? p->rows : p->columns;
        if (tiles >= needed && flops / tiles <= most && longer < 2 * WIDE_TILE)
            break;
        if (p->rows >= p->columns && p->rows > ROW_STEP)
            p->rows = ROW_ALIGN((p->rows + 1) / 2);
        else if (p->columns > COLUMN_STEP)
            p->columns = COLUMN_ALIGN((p->columns + 1) / 2);
        else
            break;
    }
    p->row_tiles = (p->full.m + p->rows - 1) / p->rows;
    p->column_tiles = (p->full.n + p->columns - 1) / p->columns;
}

static int run_tiles(struct product *p, rt_tile tile, double most, struct rt_error *err)
{
    cut_tiles(p, most);
    double flops = 2.0 * (double)p->rows * (double)p->columns * (double)p->full.k + CALL_FLOPS;
    double all = 2.0 * (double)p->full.m * (double)p->full.n * (double)p->full.k * (double)p->batch +
                 CALL_FLOPS * (double)p->batch;
    int64_t grain = flops >= PIECE_FLOPS ? 1 : (int64_t)(PIECE_FLOPS / flops) + 1;
    return rt_parallel_for(p->batch * p->row_tiles * p->column_tiles, grain,
                           RT_POOL_COST_OF_FLOPS(all < 1e17 ? all : 1e17), tile, p, err);
}

/* ---- matrix times vector: bound by memory, no panels ------------------------------------------------------------- */

/* y = A x for one matrix; rows [begin, end). The vector and the result are consecutive (result_ is a temporary). */
struct vector_product {
    const struct product *p;
    const void *matrix, *x;
    void *y;
    int64_t row;      /* distance of rows */
    int64_t n, strip; /* length of y; rows of a strip */
};

static int vector_rows(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct vector_product *v = context;
    const struct rt_gemm *g = &v->p->full;
    (void)err;
    if (g->wide)
        v->p->loops->rows_times_vector64(end - begin, g->k, (const double *)v->matrix + begin * v->row, v->row, v->x,
                                         (double *)v->y + begin);
    else
        v->p->loops->rows_times_vector32(end - begin, g->k, (const float *)v->matrix + begin * v->row, v->row, v->x,
                                         (float *)v->y + begin);
    return 0;
}

/* x B for B of consecutive rows: strips of rows, each with a row of sums of its own, which are added in order. */
static int vector_strips(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct vector_product *v = context;
    const struct rt_gemm *g = &v->p->full;
    int64_t n = v->n;
    (void)err;
    for (int64_t strip = begin; strip < end; strip++) {
        int64_t first = strip * v->strip, k = g->k - first < v->strip ? g->k - first : v->strip;
        if (g->wide)
            v->p->loops->vector_times_rows64(k, n, (const double *)v->x + first,
                                             (const double *)v->matrix + first * v->row, v->row,
                                             (double *)v->y + strip * n);
        else
            v->p->loops->vector_times_rows32(k, n, (const float *)v->x + first,
                                             (const float *)v->matrix + first * v->row, v->row,
                                             (float *)v->y + strip * n);
    }
    return 0;
}

static void add_strips(const struct vector_product *v, int64_t strips)
{
    for (int64_t strip = 1; strip < strips; strip++)
        for (int64_t i = 0; i < v->n; i++) {
            if (v->p->full.wide)
                ((double *)v->y)[i] += ((const double *)v->y)[strip * v->n + i];
            else
                ((float *)v->y)[i] += ((const float *)v->y)[strip * v->n + i];
        }
}

static void copy_strided(bool wide, void *to, int64_t to_step, const void *from, int64_t step, int64_t n)
{
    if (wide)
        for (int64_t i = 0; i < n; i++)
            ((double *)to)[i * to_step] = ((const double *)from)[i * step];
    else
        for (int64_t i = 0; i < n; i++)
            ((float *)to)[i * to_step] = ((const float *)from)[i * step];
}

static void blend(const struct rt_gemm *g, const void *y, void *c, int64_t step, int64_t n)
{
    if (g->alpha == 1 && g->beta == 0) {
        copy_strided(g->wide, c, step, y, 1, n);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        if (g->wide) {
            double *at = (double *)c + i * step, value = g->alpha * ((const double *)y)[i];
            *at = g->beta == 0 ? value : value + g->beta * *at;
        } else {
            float *at = (float *)c + i * step, value = (float)g->alpha * ((const float *)y)[i];
            *at = g->beta == 0 ? value : value + (float)g->beta * *at;
        }
    }
}

/* Matrices begin..end of a batch by vectors whose layout needs no copies, one call each: run_vectors splits few large
   matrices. */
static int vector_matrices(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct vector_product *v = context;
    const struct product *p = v->p;
    const struct rt_gemm *g = &p->full;
    const int64_t size = (int64_t)p->size;
    const bool column = g->n == 1, by_rows = v->strip == 0;

    for (int64_t i = begin; i < end; i++) {
        const char *a = (const char *)g->a + i * p->a_batch * size, *b = (const char *)g->b + i * p->b_batch * size;
        char *c = (char *)g->c + i * p->c_batch * size;
        const void *matrix = column ? a : b, *x = column ? b : a;
        if ((i - begin) % 64 == 63 && rt_pool_check(err) < 0)
            return -1;
        if (by_rows && g->wide)
            p->loops->rows_times_vector64(v->n, g->k, matrix, v->row, x, (double *)(void *)c);
        else if (by_rows)
            p->loops->rows_times_vector32(v->n, g->k, matrix, v->row, x, (float *)(void *)c);
        else if (g->wide)
            p->loops->vector_times_rows64(g->k, v->n, x, matrix, v->row, (double *)(void *)c);
        else
            p->loops->vector_times_rows32(g->k, v->n, x, matrix, v->row, (float *)(void *)c);
    }
    return 0;
}

#define MAX_MATRIX_SHARE (1 << 18) /* elements, so that a batch is worth being cut by its matrices */

/* A batch of small matrices by vectors where layouts need no copies; 1 otherwise. */
static int run_vector_batch(struct product *p, struct rt_error *err)
{
    const struct rt_gemm *g = &p->full;
    const bool column = g->n == 1;
    const int64_t n = column ? g->m : g->n, outer = column ? g->a_row : g->b_col, inner = column ? g->a_col : g->b_row;
    const int64_t x_step = column ? g->b_row : g->a_col, c_step = column ? g->c_row : 1;
    const bool by_rows = inner == 1 || g->k == 1;
    struct vector_product v = {.p = p, .row = by_rows ? outer : inner, .n = n, .strip = !by_rows};
    int64_t each = n * g->k + 200;

    if (p->batch == 1 || n > MAX_MATRIX_SHARE / g->k || g->alpha != 1 || g->beta != 0 || (x_step != 1 && g->k != 1) ||
        (c_step != 1 && n != 1) || (!by_rows && outer != 1 && n != 1))
        return 1;
    return rt_parallel_for(p->batch, (1 << 17) / each + 1, rt_size_cost(p->batch, each), vector_matrices, &v, err);
}

/* Long dot products: pieces of them, whose sums are added in order. */
#define DOT_PIECE (1 << 16)
struct dot {
    const struct product *p;
    const char *a, *b;
    double *sums;
};

static int dot_pieces(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct dot *d = context;
    const struct rt_gemm *g = &d->p->full;
    (void)err;
    for (int64_t i = begin; i < end; i++) {
        int64_t first = i * DOT_PIECE, k = g->k - first < DOT_PIECE ? g->k - first : DOT_PIECE;
        const char *a = d->a + first * (int64_t)d->p->size, *b = d->b + first * (int64_t)d->p->size;
        float sum;
        if (g->wide) {
            d->p->loops->rows_times_vector64(1, k, (const void *)a, k, (const void *)b, &d->sums[i]);
        } else {
            d->p->loops->rows_times_vector32(1, k, (const void *)a, k, (const void *)b, &sum);
            d->sums[i] = sum;
        }
    }
    return 0;
}

static int run_dot(struct product *p, struct rt_error *err)
{
    const struct rt_gemm *g = &p->full;
    const int64_t pieces = (g->k + DOT_PIECE - 1) / DOT_PIECE;
    struct dot d = {.p = p, .a = g->a, .b = g->b, .sums = rt_alloc_items(pieces, sizeof(double), 0)};
    int status = d.sums ? rt_parallel_for(pieces, 4, g->k, dot_pieces, &d, err) : rt_error_memory(err);
    if (status == 0) {
        double sum = 0;
        for (int64_t i = 0; i < pieces; i++)
            sum += d.sums[i];
        sum *= g->alpha;
        if (g->wide)
            *(double *)g->c = g->beta == 0 ? sum : sum + g->beta * *(double *)g->c;
        else
            *(float *)g->c = (float)(g->beta == 0 ? sum : sum + g->beta * *(float *)g->c);
    }
    rt_free(d.sums);
    return status;
}

/* The full batch, or 1 when the matrices have no side of consecutive elements. */
static int run_vectors(struct product *p, struct rt_error *err)
{
    struct rt_gemm *g = &p->full;
    bool column = g->n == 1; /* C is a column: A x; else it is a row: x B */
    int64_t n = column ? g->m : g->n, outer = column ? g->a_row : g->b_col, inner = column ? g->a_col : g->b_row;
    int64_t x_step = column ? g->b_row : g->a_col, c_step = column ? g->c_row : 1;
    bool by_rows = inner == 1 || g->k == 1;
    if (!by_rows && outer != 1 && n != 1)
        return 1;
    int64_t strip = (1 << 18) / (n + 1) / 8 * 8 + 64, strips = by_rows ? 1 : (g->k + strip - 1) / strip;
    /* operands with a fitting layout are used in place */
    int64_t copied = x_step == 1 ? 0 : g->k, own = strips == 1 && c_step == 1 && g->alpha == 1 && g->beta == 0 ? 0 : n;
    _Alignas(64) char small[4096];
    const double bytes = ((double)copied + (double)own * (double)strips) * (double)p->size;
    char *memory = bytes <= sizeof small ? small
                   : bytes < 1e18        ? rt_alloc_items(copied + own * strips, (size_t)p->size, 0)
                                         : NULL;
    if (!memory)
        return rt_error_memory(err);
    struct vector_product v = {.p = p,
                               .x = memory,
                               .y = memory + (size_t)copied * p->size,
                               .row = by_rows ? outer : inner,
                               .n = n,
                               .strip = strip};
    int64_t grain = (1 << 18) / (g->k + 1) / 4 * 4 + 4;
    int status = 0;
    for (int64_t i = 0; i < p->batch && status == 0; i++) {
        const char *a = (const char *)g->a + i * p->a_batch * (int64_t)p->size;
        const char *b = (const char *)g->b + i * p->b_batch * (int64_t)p->size;
        char *c = (char *)g->c + i * p->c_batch * (int64_t)p->size;
        if (copied)
            copy_strided(g->wide, memory, 1, column ? b : a, x_step, g->k);
        else
            v.x = column ? b : a;
        if (!own)
            v.y = c;
        v.matrix = column ? a : b;
        status = by_rows ? rt_parallel_for(n, grain, rt_size_cost(n, g->k), vector_rows, &v, err)
                         : rt_parallel_for(strips, 1, rt_size_cost(n, g->k), vector_strips, &v, err);
        if (status == 0 && !by_rows)
            add_strips(&v, strips);
        if (status == 0 && own)
            blend(g, v.y, c, c_step, n);
    }
    if (memory != small)
        rt_free(memory);
    return status;
}

/* ---- types and layouts ------------------------------------------------------------------------------------------- */

static void dense_view(struct rt_view *view, void *data, enum rt_dtype dtype, const struct rt_view *like)
{
    memset(view, 0, sizeof *view);
    view->data = data;
    view->dtype = dtype;
    view->ndim = 3;
    for (int i = 0; i < 3; i++)
        view->shape[i] = like->shape[i];
    rt_shape_contiguous(view->shape, 3, view->strides);
}

static int cast(struct rt_device *device, const struct rt_view *out, const struct rt_view *in, struct rt_error *err)
{
    struct rt_cast_copy_call call = {.out = *out, .in = *in};
    return rt_cpu_cast_copy(device, &call, err);
}

/* The same product through dense copies of another type: all operands, or only the result where the type stays. */
static int through_copies(struct rt_device *device, const struct rt_matmul_call *call, enum rt_dtype type,
                          struct rt_error *err)
{
    struct rt_matmul_call copy = *call;
    bool operands = type != call->out.dtype;
    size_t size = rt_dtype_size(type);
    size_t na = operands ? (size_t)rt_view_numel(&call->a) : 0, nb = operands ? (size_t)rt_view_numel(&call->b) : 0;
    const size_t nc = (size_t)rt_view_numel(&call->out);
    char *memory = na < SIZE_MAX / 64 && nb < SIZE_MAX / 64 && nc < SIZE_MAX / 64 /* 16 bytes of each fit */
                       ? rt_alloc((na + nb + nc) * size)
                       : NULL;
    int status = -1;
    if (!memory)
        return rt_error_memory(err);
    dense_view(&copy.out, memory + (na + nb) * size, type, &call->out);
    if (operands) {
        dense_view(&copy.a, memory, type, &call->a);
        dense_view(&copy.b, memory + na * size, type, &call->b);
        if (cast(device, &copy.a, &call->a, err) < 0 || cast(device, &copy.b, &call->b, err) < 0)
            goto end;
    }
    if (!rt_scalar_is_zero(call->beta) && cast(device, &copy.out, &call->out, err) < 0)
        goto end;
    if (rt_cpu_matmul(device, &copy, err) == 0)
        status = cast(device, &call->out, &copy.out, err);
end:
    rt_free(memory);
    return status;
}

/* A matrix of a half type by a vector: rows of the matrix are consecutive, and become floats just before they are used.
 */
struct half_product {
    const struct rt_gemm_loops *loops;
    rt_cast_loop widen;
    const char *matrix;
    int64_t row, k; /* bytes between rows */
    const float *x;
    float *y;
};

static int half_rows(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct half_product *h = context;
    float *lines = rt_alloc((size_t)h->k * 4 * sizeof *lines);

    if (!lines)
        return rt_error_memory(err);
    for (int64_t i = begin; i < end; i += 4) {
        const int64_t rows = end - i < 4 ? end - i : 4;
        for (int64_t r = 0; r < rows; r++)
            h->widen(h->k, lines + r * h->k, h->matrix + (i + r) * h->row);
        h->loops->rows_times_vector32(rows, h->k, lines, h->k, h->x, h->y + i);
    }
    rt_free(lines);
    return 0;
}

/* Such a product; 1 where the operands have another layout, or are too small or too long for it. */
static int half_by_vector(const struct rt_matmul_call *call, struct rt_error *err)
{
    const enum rt_dtype type = call->out.dtype;
    const bool column = call->out.shape[2] == 1;
    const struct rt_view *matrix = column ? &call->a : &call->b, *vector = column ? &call->b : &call->a;
    const int64_t n = call->out.shape[column ? 1 : 2], k = call->a.shape[2];
    const int64_t out_step = call->out.strides[column ? 1 : 2];
    const struct rt_gemm blending = {.alpha = rt_scalar_to_double(call->alpha),
                                     .beta = rt_scalar_to_double(call->beta)};
    struct half_product h = {.loops = rt_gemm_loops(), .widen = rt_cpu_cast(RT_FLOAT32, type), .k = k};
    int status;

    if (call->out.shape[0] != 1 || (call->out.shape[1] > 1 && !column) || n < 16 || k < 64 || k > 16384 ||
        matrix->strides[column ? 2 : 1] != 1 || vector->strides[column ? 1 : 2] != 1 || out_step != 1)
        return 1;
    float *memory = rt_alloc_items(k + 2 * n, sizeof *memory, 0), *sums = memory + k;
    if (!memory)
        return rt_error_memory(err);
    h.widen(k, memory, vector->data);
    h.x = memory;
    h.y = sums + n;
    h.matrix = matrix->data;
    h.row = matrix->strides[column ? 1 : 2] * (int64_t)rt_dtype_size(type);
    status = rt_parallel_for(n, 16384 / k / 4 * 4 + 4, rt_size_cost(n, k), half_rows, &h, err);
    if (status == 0) {
        if (blending.beta != 0)
            h.widen(n, sums, call->out.data);
        blend(&blending, h.y, sums, 1, n);
        rt_cpu_cast(type, RT_FLOAT32)(n, call->out.data, sums);
    }
    rt_free(memory);
    return status;
}

/* beta C, or zeros: what is left of a product over nothing, and what integer loops add to. */
static void scale_result(const struct rt_view *out, struct rt_scalar beta)
{
    size_t size = rt_dtype_size(out->dtype);
    bool keep = !rt_scalar_is_zero(beta), rows = !keep && (out->strides[2] == 1 || out->shape[2] == 1);
    if (keep && rt_scalar_to_double(beta) == 1)
        return;
    for (int64_t b = 0; b < out->shape[0]; b++)
        for (int64_t i = 0; i < out->shape[1]; i++)
            for (int64_t j = 0; j < (rows ? 1 : out->shape[2]); j++) {
                char *at = (char *)out->data +
                           (b * out->strides[0] + i * out->strides[1] + j * out->strides[2]) * (int64_t)size;
                if (!keep) {
                    memset(at, 0, rows ? size * (size_t)out->shape[2] : size);
                } else if (rt_dtype_is_integral(out->dtype)) {
                    int64_t old = rt_scalar_load(out->dtype, at).i;
                    rt_scalar_store(out->dtype, at,
                                    rt_scalar_int((int64_t)((uint64_t)old * (uint64_t)rt_scalar_to_int(beta))));
                } else {
                    rt_scalar_store(out->dtype, at,
                                    rt_scalar_float(rt_scalar_to_double(rt_scalar_load(out->dtype, at)) *
                                                    rt_scalar_to_double(beta)));
                }
            }
}

static void transpose(struct rt_view *view)
{
    int64_t size = view->shape[1], stride = view->strides[1];
    view->shape[1] = view->shape[2];
    view->strides[1] = view->strides[2];
    view->shape[2] = size;
    view->strides[2] = stride;
}

static void set_up(struct product *p, const struct rt_matmul_call *call)
{
    memset(p, 0, sizeof *p);
    p->loops = rt_gemm_loops();
    p->size = rt_dtype_size(call->out.dtype);
    p->batch = call->out.shape[0];
    p->a_batch = call->a.strides[0];
    p->b_batch = call->b.strides[0];
    p->c_batch = call->out.strides[0];
    p->full = (struct rt_gemm){.wide = p->size == 8,
                               .m = call->out.shape[1],
                               .n = call->out.shape[2],
                               .k = call->a.shape[2],
                               .alpha = rt_scalar_to_double(call->alpha),
                               .beta = rt_scalar_to_double(call->beta),
                               .factor = rt_dtype_is_integral(call->out.dtype) ? rt_scalar_to_int(call->alpha) : 1,
                               .a = call->a.data,
                               .b = call->b.data,
                               .c = call->out.data,
                               .a_row = call->a.strides[1],
                               .a_col = call->a.strides[2],
                               .b_row = call->b.strides[1],
                               .b_col = call->b.strides[2],
                               .c_row = call->out.strides[1],
                               .row = call->row,
                               .check = rt_pool_check};
}

/* A few multiplications: straight through the strides. */
#define TINY 64
#define TINY_LOOP(type)                                                                                                \
    const int64_t a_col = a->strides[2], b_row = b->strides[1], b_col = b->strides[2], o_col = out->strides[2];        \
    for (int64_t i = 0; i < m; i++) {                                                                                  \
        const type *x = (const type *)a->data + i * a->strides[1], *y = b->data;                                       \
        type *z = (type *)out->data + i * out->strides[1];                                                             \
        int64_t j = 0;                                                                                                 \
        for (; j + 4 <= n; j += 4, y += 4 * b_col)                                                                     \
            TINY_SUMS(type, 4)                                                                                         \
        for (; j < n; j++, y += b_col)                                                                                 \
            TINY_SUMS(type, 1)                                                                                         \
    }
/* Elements of some (a constant) columns side by side: their sums do not wait for each other. */
#define TINY_SUMS(type, columns)                                                                                       \
    {                                                                                                                  \
        type sums[columns] = {0};                                                                                      \
        for (int64_t l = 0; l < k; l++)                                                                                \
            _Pragma("GCC unroll 4") for (int c = 0; c < columns; c++) sums[c] +=                                       \
                x[l * a_col] * y[l * b_row + c * b_col];                                                               \
        _Pragma("GCC unroll 4") for (int c = 0; c < columns; c++)                                                      \
        {                                                                                                              \
            type *at = z + (j + c) * o_col;                                                                            \
            *at = (type)(beta == 0 ? alpha * sums[c] : alpha * sums[c] + beta * *at);                                  \
        }                                                                                                              \
    }
static bool tiny_product(const struct rt_matmul_call *call)
{
    const struct rt_view *a = &call->a, *b = &call->b, *out = &call->out;
    int64_t m = out->shape[1], n = out->shape[2], k = a->shape[2];
    double alpha, beta;

    if ((out->dtype != RT_FLOAT32 && out->dtype != RT_FLOAT64) || out->shape[0] != 1 || (uint64_t)m > TINY ||
        (uint64_t)n > TINY || (uint64_t)k > TINY || (uint64_t)(m * n * k - 1) >= TINY)
        return false;
    alpha = rt_scalar_to_double(call->alpha);
    beta = rt_scalar_to_double(call->beta);
    if (out->dtype == RT_FLOAT32) {
        TINY_LOOP(float)
    } else {
        TINY_LOOP(double)
    }
    return true;
}

/* A row of matmul's call is left to products of rows of floats; for others it is written to out before. */
static bool takes_row(const struct rt_matmul_call *call)
{
    return (call->out.dtype == RT_FLOAT32 || call->out.dtype == RT_FLOAT64) && call->out.shape[0] == 1 &&
           call->out.shape[1] > 64 && call->out.shape[2] > 64 && call->a.shape[2] > 16 && call->out.strides[2] == 1;
}

static void copy_rows(const struct rt_matmul_call *call)
{
    const size_t size = rt_dtype_size(call->out.dtype), row = (size_t)call->out.shape[2] * size;

    for (int64_t i = 0; i < call->out.shape[1]; i++)
        memcpy((char *)call->out.data + i * call->out.strides[1] * (int64_t)size, call->row, row);
}

int rt_cpu_matmul(struct rt_device *device, const struct rt_matmul_call *call, struct rt_error *err)
{
    enum rt_dtype type = call->out.dtype;
    struct rt_matmul_call copy;
    struct product p;
    if (call->row && !takes_row(call)) {
        copy_rows(call);
        copy = *call;
        copy.row = NULL;
        return rt_cpu_matmul(device, &copy, err);
    }
    if (tiny_product(call))
        return 0;
    if (type == RT_BOOL)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"addmm_impl_cpu_\" not implemented for 'Bool'");
    if (rt_view_numel(&call->out) == 0)
        return 0;
    if (rt_dtype_is_complex(type))
        return rt_cpu_complex_matmul(device, call, err);
    if (call->a.shape[2] == 0) {
        scale_result(&call->out, call->beta);
        return 0;
    }
    const bool bfloat = type == RT_BFLOAT16 && rt_bfloat_gemm_is_there();
    if (rt_dtype_is_float(type) && rt_dtype_size(type) == 2 && !bfloat) {
        const int status = half_by_vector(call, err);
        return status <= 0 ? status : through_copies(device, call, RT_FLOAT32, err);
    }
    set_up(&p, call);
    /* a column of bfloat16 numbers is better a row, one of integers where rows of A are not consecutive */
    const bool transposed = (bfloat || (rt_dtype_is_integral(type) && call->a.strides[2] != 1)) &&
                            call->out.shape[2] == 1 && call->out.shape[1] > 1 && call->out.strides[1] == 1;
    if ((call->out.strides[2] != 1 && call->out.shape[2] != 1) || transposed) {
        if (call->out.strides[1] != 1 && call->out.shape[1] != 1)
            return through_copies(device, call, type, err);
        copy = *call; /* C' = B' A' */
        copy.a = call->b;
        copy.b = call->a;
        transpose(&copy.a);
        transpose(&copy.b);
        transpose(&copy.out);
        call = &copy;
        set_up(&p, call);
    }
    if (rt_dtype_is_integral(type)) {
        scale_result(&call->out, call->beta);
        return run_tiles(&p, integer_tiles, 5e6, err);
    }
    if (bfloat)
        return run_tiles(&p, bfloat_tiles, TILE_FLOPS, err);
    if (p.full.m == 1 || p.full.n == 1) {
        if (p.batch == 1 && p.full.m == 1 && p.full.n == 1 && p.full.k >= 4 * DOT_PIECE && p.full.a_col == 1 &&
            p.full.b_row == 1)
            return run_dot(&p, err);
        int status = run_vector_batch(&p, err);
        if (status > 0)
            status = run_vectors(&p, err);
        if (status <= 0)
            return status;
    }
    return run_tiles(&p, float_tiles, TILE_FLOPS, err);
}
