/* Sorts of special cases: short rows, many of them side by side in sorting networks, and long rows of elements of one
   byte, by counting. Owns how blocks of rows become words and words results. */
#include "cpu_sort.h"

#include <string.h>

#define BLOCK (RT_NETWORK * RT_NETWORK_ROWS) /* most elements of rows that are sorted side by side */

/* ---- short rows -------------------------------------------------------------------------------------------------- */

struct block {
    int64_t rows;
    _Alignas(64) char raw[BLOCK * 8], cast[BLOCK * 8];
    _Alignas(64) uint64_t given[BLOCK], keys[BLOCK], from[BLOCK];
};

/* The positions of rows whose other dimensions are one, or those of the last one of several. */
static int64_t row_step(const struct lines *l)
{
    return l->nother ? l->strides[l->nother - 1] : 0;
}

static int64_t together(const struct lines *l, int64_t k, int64_t rows)
{
    int64_t left = l->nother ? l->size[l->nother - 1] - k % l->size[l->nother - 1] : 1;

    return rows < left ? rows : left;
}

/* How many rows from k on have one stride in all views. */
static int64_t rows_together(const struct sort_job *job, int64_t k, int64_t rows)
{
    rows = together(&job->in, k, rows < RT_NETWORK ? rows : RT_NETWORK);
    if (job->want_values)
        rows = together(&job->values, k, rows);
    return job->want_indices ? together(&job->indices, k, rows) : rows;
}

/* The elements of some rows, row after row. */
static const char *load_rows(const struct sort_job *job, int64_t k, struct block *b)
{
    const char *from = rt_line(&job->in, k);
    const int64_t shape[2] = {b->rows, job->in.length}, strides[2] = {row_step(&job->in), job->in.step};

    if ((strides[1] == 1 || shape[1] == 1) && (strides[0] == shape[1] || shape[0] == 1))
        return from;
    rt_gather_strided(b->raw, from, rt_dtype_size(job->in.view->dtype), shape, strides, 2, 0, shape[0] * shape[1]);
    return b->raw;
}

/* Their words, row by row beside each other. */
static void make_words(const struct sort_job *job, const char *rows, struct block *b)
{
    const int64_t n = job->in.length, all = b->rows * n;
    const uint32_t *narrow = (const uint32_t *)b->given;

    if (job->in.view->dtype != job->as)
        rt_cpu_cast(job->as, job->in.view->dtype)(all, b->cast, rows);
    rt_cpu_loops()->keys[!job->narrow][job->type](all, job->in.view->dtype == job->as ? rows : b->cast, job->descending,
                                                  b->given);
    for (int64_t i = 0; job->narrow && i < n; i++)
        for (int64_t k = 0; k < b->rows; k++)
            b->keys[i * RT_NETWORK + k] = (uint64_t)narrow[k * n + i] << 32 | (uint64_t)i;
    for (int64_t i = 0; !job->narrow && i < n; i++)
        for (int64_t k = 0; k < b->rows; k++) {
            b->keys[i * RT_NETWORK + k] = b->given[k * n + i];
            b->from[i * RT_NETWORK + k] = (uint64_t)i;
        }
}

#define POSITION(i, k) (int64_t)(uint32_t) w[(i)*RT_NETWORK + (k)]
#define PUT(C)                                                                                                         \
    for (int64_t k = 0; k < b->rows; k++)                                                                              \
        for (int64_t i = 0; i < job->count; i++)                                                                       \
    ((C *)(void *)values)[k * row + i * step] = ((const C *)(const void *)rows)[k * n + POSITION(i, k)]
static void put_values(const struct sort_job *job, int64_t first_row, const char *rows, const uint64_t *w,
                       const struct block *b)
{
    const int64_t n = job->in.length, step = job->values.step, row = row_step(&job->values);
    char *values = rt_line(&job->values, first_row);

    switch (rt_dtype_size(job->in.view->dtype)) {
    case 1:
        PUT(uint8_t);
        break;
    case 2:
        PUT(uint16_t);
        break;
    case 4:
        PUT(uint32_t);
        break;
    default:
        PUT(uint64_t);
        break;
    }
}

static int short_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct sort_job *job = context;
    const int64_t step = job->want_indices ? job->indices.step : 0;
    struct block b;

    (void)err;
    for (int64_t k = begin; k < end; k += b.rows) {
        b.rows = rows_together(job, k, end - k);
        const char *rows = load_rows(job, k, &b);
        make_words(job, rows, &b);
        rt_cpu_loops()->network[!job->narrow](job->in.length, b.keys, b.from);
        const uint64_t *w = (job->narrow ? b.keys : b.from) + job->first * RT_NETWORK;
        if (job->want_values)
            put_values(job, k, rows, w, &b);
        if (!job->want_indices)
            continue;
        int64_t *at = (int64_t *)(void *)rt_line(&job->indices, k);
        for (int64_t r = 0, row = row_step(&job->indices); r < b.rows; r++)
            for (int64_t i = 0; i < job->count; i++)
                at[r * row + i * step] = POSITION(i, r);
    }
    return 0;
}

int rt_sort_short(const struct sort_job *job, int64_t rows, struct rt_error *err)
{
    struct sort_job copy = *job;

    return rt_parallel_for(rows, 8192 / job->in.length + 1, rt_size_cost(rt_size_cost(rows, job->in.length), 4),
                           short_tile, &copy, err);
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static void put_runs(const int64_t *count, const uint8_t *value_of, int64_t step, uint8_t *values)
{
    for (int d = 0; d < 256; d++) {
        if (step == 1)
            memset(values, value_of[d], (size_t)count[d]);
        else
            for (int64_t i = 0; i < count[d]; i++)
                values[i * step] = value_of[d];
        values += count[d] * step;
    }
}

static int byte_row(const struct sort_job *job, int64_t k, uint8_t flip, uint8_t *buffer, struct rt_error *err)
{
    const int64_t n = job->in.length;
    const uint8_t *row = (const uint8_t *)rt_line(&job->in, k);
    int64_t count[256] = {0}, more[256] = {0}, total = 0;
    uint8_t value_of[256];

    if (job->in.step != 1) {
        rt_gather_strided((char *)buffer, (const char *)row, 1, &n, &job->in.step, 1, 0, n);
        row = buffer;
    }
    for (int64_t i = 0; i < n; i += 2) { /* equal neighbours do not wait for each other */
        count[row[i] ^ flip]++;
        if (i + 1 < n)
            more[row[i + 1] ^ flip]++;
        if (i % SLICE == 0 && rt_pool_check(err) < 0)
            return -1;
    }
    for (int d = 0; d < 256; d++) {
        count[d] += more[d];
        value_of[d] = (uint8_t)d ^ flip;
        more[d] = total;
        total += count[d];
    }
    if (job->want_values)
        put_runs(count, value_of, job->values.step, (uint8_t *)rt_line(&job->values, k));
    if (!job->want_indices)
        return 0;
    int64_t *indices = (int64_t *)(void *)rt_line(&job->indices, k), step = job->indices.step;
    for (int64_t begin = 0; begin < n; begin += SLICE) {
        int64_t end = n - begin < SLICE ? n : begin + SLICE;
        for (int64_t i = begin; i < end; i++)
            indices[more[row[i] ^ flip]++ * step] = i;
        if (n > SLICE && rt_pool_check(err) < 0)
            return -1;
    }
    return 0;
}

static int byte_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct sort_job *job = context;
    const uint8_t sign = job->in.view->dtype == RT_INT8 ? 128 : 0, flip = job->descending ? 255 ^ sign : sign;
    uint8_t *buffer = job->in.step == 1 ? NULL : rt_alloc_items(job->in.length, 1, 0);
    int rc = 0;

    if (job->in.step != 1 && !buffer)
        rc = rt_error_memory(err);
    for (int64_t k = begin; rc == 0 && k < end; k++)
        rc = byte_row(job, k, flip, buffer, err);
    rt_free(buffer);
    return rc;
}

int rt_sort_bytes(const struct sort_job *job, int64_t rows, struct rt_error *err)
{
    struct sort_job copy = *job;

    return rt_parallel_for(rows, 16384 / job->in.length + 1, rt_size_cost(rt_size_cost(rows, job->in.length), 8),
                           byte_tile, &copy, err);
}
