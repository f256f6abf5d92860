/* The kernel class `attention` of the CPU by the algorithm of FlashAttention (Dao, Fu, Ermon, Rudra and Re, 2022):
   blocks of scores that stay in the cache, an online softmax forward, and backward the weights computed once more from
   the logarithms that forward kept. A block has some keys and `width` queries, one row for each key.
   Blocks of which no query sees a key are left out. Knows views, no tensors.

   What a block gives depends on its place only: the order of additions is the same whichever thread has it. */
#include "cpu.h"
#include "cpu_gemm.h"

#include <math.h>
#include <string.h>

#define KEYS                                                                                                           \
    240          /* of a block: rows that a small product takes without packing, whole tiles of every instruction set  \
                  */
#define PANEL 32 /* columns of a product, which then needs no packing either */

struct attention_job {
    const struct rt_attention_call *call;
    const struct rt_attention_loops *loops;
    rt_transpose_loop transpose;
    bool wide;
    int64_t bytes, size, queries, keys, heads; /* bytes of an element */
    int64_t width, blocks;                     /* queries of a block, blocks of a head */
};

/* A matrix of rows of consecutive elements; a row in elements. */
struct rows {
    char *data;
    int64_t row;
};

/* What one thread needs: matrices of `size` columns of the block of queries, transposed, and blocks of scores; copies
   of keys and values whose rows would drive each other out of the cache; sums of gradients of a head. */
struct scratch {
    char *memory;
    char *query, *gradient, *out; /* [size][width] */
    char *scores, *grads, *mask;  /* [KEYS][width] */
    char *top, *sum, *factor;     /* [width] */
    char *key_copy, *value_copy, *query_copy, *gradient_copy, *grad_key, *grad_value, *grad_query;
};

static struct rows matrix(const struct attention_job *job, const struct rt_view *view, int64_t head)
{
    const int64_t at = head / job->heads * view->strides[0] + head % job->heads * view->strides[1];

    return (struct rows){view->data ? (char *)view->data + at * job->bytes : NULL, view->strides[2]};
}

static struct rows from(const struct attention_job *job, struct rows m, int64_t row)
{
    return (struct rows){m.data + row * m.row * job->bytes, m.row};
}

/* c = alpha A B + beta c of at most KEYS steps; B and c have rows of consecutive elements. */
struct step {
    int64_t m, n, k;
    const char *a;
    int64_t a_row, a_col;
    struct rows b, c;
    double alpha, beta;
};

static int multiply(const struct attention_job *job, const struct step *s, struct rt_error *err)
{
    struct rt_gemm g = {.wide = job->wide, .m = s->m, .k = s->k, .alpha = s->alpha, .beta = s->beta};

    g.a = s->a;
    g.a_row = s->a_row;
    g.a_col = s->a_col;
    g.b_row = s->b.row;
    g.b_col = 1;
    g.c_row = s->c.row;
    for (int64_t j = 0; j < s->n; j += PANEL) {
        g.n = s->n - j < PANEL ? s->n - j : PANEL;
        g.b = s->b.data + j * job->bytes;
        g.c = s->c.data + j * job->bytes;
        if (rt_cpu_gemm(&g, err) < 0)
            return -1;
    }
    return 0;
}

/* ---- scratch ----------------------------------------------------------------------------------------------------- */

/* The next part of the scratch, or with memory NULL its size only. */
static char *part(const struct attention_job *job, char *memory, int64_t *used, int64_t elements)
{
    char *at = memory ? memory + *used : NULL;

    *used += (elements * job->bytes + 63) / 64 * 64;
    return at;
}

static int64_t divide_scratch(const struct attention_job *job, struct scratch *s, char *memory)
{
    const int64_t block = job->size * job->width, all = job->keys * job->size;
    int64_t used = 0;

    s->query = part(job, memory, &used, block);
    s->scores = part(job, memory, &used, KEYS * job->width);
    s->mask = part(job, memory, &used, job->call->mask.data ? KEYS * job->width : 0);
    s->top = part(job, memory, &used, job->width);
    s->sum = part(job, memory, &used, job->width);
    s->factor = part(job, memory, &used, job->width);
    s->key_copy = part(job, memory, &used, all);
    s->value_copy = part(job, memory, &used, all);
    if (!job->call->back)
        return used;
    s->gradient = part(job, memory, &used, block);
    s->out = part(job, memory, &used, block);
    s->grads = part(job, memory, &used, KEYS * job->width);
    s->grad_query = part(job, memory, &used, block);
    s->query_copy = part(job, memory, &used, block);
    s->gradient_copy = part(job, memory, &used, block);
    s->grad_key = part(job, memory, &used, all);
    s->grad_value = part(job, memory, &used, all);
    return used;
}

static int begin_scratch(const struct attention_job *job, struct scratch *s, struct rt_error *err)
{
    const int64_t bytes = divide_scratch(job, s, NULL);

    if (!(s->memory = rt_alloc_items(bytes, 1, 64)))
        return rt_error_memory(err);
    divide_scratch(job, s, (char *)(((uintptr_t)s->memory + 63) / 64 * 64));
    return 0;
}

/* Columns of at most `width` rows; the others are zero. */
static void transposed(const struct attention_job *job, char *to, struct rows m, int64_t rows, double scale)
{
    if (rows < job->width)
        memset(to, 0, (size_t)(job->size * job->width * job->bytes));
    job->transpose(job->size, rows, to, job->width, m.data, m.row);
    if (scale != 1)
        job->loops->scale(job->size * job->width, to, scale);
}

static void copy_rows(const struct attention_job *job, struct rows to, struct rows m, int64_t rows)
{
    for (int64_t i = 0; i < rows; i++)
        memcpy(to.data + i * to.row * job->bytes, m.data + i * m.row * job->bytes, (size_t)(job->size * job->bytes));
}

/* m, or a copy of it where neighbouring rows map to the same sets of the cache. */
static struct rows near(const struct attention_job *job, struct rows m, int64_t rows, char *copy)
{
    const struct rows to = {copy, job->size};

    if (m.row * job->bytes % 1024 != 0 || job->size * job->bytes % 1024 == 0)
        return m;
    copy_rows(job, to, m, rows);
    return to;
}

/* ---- one block --------------------------------------------------------------------------------------------------- */

static bool hides(const struct attention_job *job, const char *number)
{
    return job->wide ? *(const double *)(const void *)number == -INFINITY
                     : *(const float *)(const void *)number == -INFINITY;
}

/* The numbers of a mask for a head and the queries from `first` on. */
static const char *mask_of(const struct attention_job *job, int64_t head, int64_t first)
{
    const struct rt_view *mask = &job->call->mask;
    const int64_t at = head / job->heads * mask->strides[0] + head % job->heads * mask->strides[1];

    return (const char *)mask->data + (at + first * mask->strides[2]) * job->bytes;
}

/* Keys that the queries of a block see: all, those up to the last query, or those up to the padding at the end; one at
   least. */
static int64_t keys_seen(const struct attention_job *job, int64_t head, int64_t first, int64_t queries)
{
    const struct rt_view *mask = &job->call->mask;
    int64_t seen = job->call->causal && first + queries < job->keys ? first + queries : job->keys;

    if (mask->data && mask->strides[2] == 0) {
        const char *numbers = mask_of(job, head, first);
        while (seen > 1 && hides(job, numbers + (seen - 1) * mask->strides[3] * job->bytes))
            seen--;
    }
    return seen;
}

static void fill(const struct attention_job *job, char *numbers, double value)
{
    for (int64_t q = 0; q < job->width; q++) {
        if (job->wide)
            ((double *)(void *)numbers)[q] = value;
        else
            ((float *)(void *)numbers)[q] = (float)value;
    }
}

/* Adds the mask to scores of keys [key, key + n) and the block of queries from `first` on. */
static void add_mask(const struct attention_job *job, struct scratch *s, int64_t head, int64_t first, int64_t key,
                     int64_t n)
{
    const int64_t *strides = job->call->mask.strides, bytes = job->bytes, left = job->queries - first;
    const int64_t queries = left < job->width ? left : job->width;
    const char *numbers = mask_of(job, head, first) + key * strides[3] * bytes;

    if (strides[2] == 0) {
        job->loops->add_keys(n, job->width, s->scores, numbers, strides[3]);
        return;
    }
    if (queries < job->width)
        memset(s->mask, 0, (size_t)(n * job->width * bytes));
    if (strides[3] == 1)
        job->transpose(n, queries, s->mask, job->width, numbers, strides[2]);
    for (int64_t j = 0; strides[3] != 1 && j < n; j++)
        for (int64_t q = 0; q < queries; q++)
            memcpy(s->mask + (j * job->width + q) * bytes, numbers + (j * strides[3] + q * strides[2]) * bytes,
                   (size_t)bytes);
    job->loops->add(n * job->width, s->scores, s->mask);
}

/* Scores of keys [key, key + n) and the block of queries from `first` on. */
static int score(const struct attention_job *job, struct scratch *s, struct rows keys, int64_t head, int64_t first,
                 int64_t key, int64_t n, struct rt_error *err)
{
    const struct step product = {n,
                                 job->width,
                                 job->size,
                                 from(job, keys, key).data,
                                 keys.row,
                                 1,
                                 {s->query, job->width},
                                 {s->scores, job->width},
                                 1,
                                 0};

    if (multiply(job, &product, err) < 0)
        return -1;
    if (job->call->mask.data)
        add_mask(job, s, head, first, key, n);
    if (job->call->causal && key + n > first + 1) {
        const int64_t skip = key > first ? 0 : first + 1 - key; /* keys that all queries see */
        job->loops->mask(n - skip, job->width, s->scores + skip * job->width * job->bytes, key + skip - first);
    }
    return 0;
}

/* Numbers of a block of queries, from or to where the strides of a view have them. */
static void move_queries(const struct attention_job *job, const struct rt_view *view, int64_t head, int64_t first,
                         int64_t n, char *block, bool out)
{
    const int64_t at = head / job->heads * view->strides[0] + head % job->heads * view->strides[1];

    for (int64_t q = 0; q < n; q++) {
        char *p = (char *)view->data + (at + (first + q) * view->strides[2]) * job->bytes, *b = block + q * job->bytes;
        memcpy(out ? p : b, out ? b : p, (size_t)job->bytes);
    }
}

static int forward_block(const struct attention_job *job, struct scratch *s, struct rows keys, struct rows values,
                         int64_t head, int64_t first, struct rt_error *err)
{
    const struct rt_attention_call *call = job->call;
    const int64_t n = job->queries - first < job->width ? job->queries - first : job->width;
    const int64_t seen = keys_seen(job, head, first, n);
    const struct rows out = from(job, matrix(job, &call->out, head), first);

    transposed(job, s->query, from(job, matrix(job, &call->query, head), first), n, call->scale);
    fill(job, s->top, -INFINITY);
    fill(job, s->sum, 0);
    for (int64_t key = 0; key < seen; key += KEYS) {
        const int64_t some = seen - key < KEYS ? seen - key : KEYS;
        const struct step product = {n,   job->size, some,   s->scores, 1, job->width, from(job, values, key),
                                     out, 1,         key > 0};
        if (score(job, s, keys, head, first, key, some, err) < 0)
            return -1;
        job->loops->softmax(some, job->width, s->scores, s->top, s->sum, s->factor);
        if (key)
            job->loops->scale_rows(n, job->size, out.data, out.row, s->factor);
        if (multiply(job, &product, err) < 0)
            return -1;
    }
    job->loops->finish(job->width, s->top, s->sum, s->factor, call->unseen);
    job->loops->scale_rows(n, job->size, out.data, out.row, s->factor);
    move_queries(job, &call->logsumexp, head, first, n, s->top, true);
    return rt_pool_check(err);
}

/* The gradients of one block of keys and queries, added to those of the head. */
static int back_block(const struct attention_job *job, struct scratch *s, struct rows values, struct rows keys,
                      struct rows query, struct rows gradient, int64_t n, int64_t key, int64_t some,
                      struct rt_error *err)
{
    const struct rt_attention_call *call = job->call;
    const int64_t size = job->size;
    const struct rows grads = {s->grads, job->width}, columns = {s->gradient, job->width};
    const struct step steps[] = {
        {some, job->width, size, from(job, values, key).data, values.row, 1, columns, grads, 1, 0},
        {some, size, n, s->scores, job->width, 1, gradient, {s->grad_value + key * size * job->bytes, size}, 1, 1},
        {some, size, n, s->grads, job->width, 1, query, {s->grad_key + key * size * job->bytes, size}, call->scale, 1},
        {n, size, some, s->grads, 1, job->width, from(job, keys, key), {s->grad_query, size}, call->scale, key > 0},
    };
    const bool wanted[] = {true, call->grad_value.data, call->grad_key.data, call->grad_query.data};

    for (int i = 0; i < 4; i++) {
        if (wanted[i] && multiply(job, &steps[i], err) < 0)
            return -1;
        if (i == 0)
            job->loops->back(some, job->width, s->scores, s->grads, s->top, s->sum);
    }
    return 0;
}

/* The block of queries from `first` on of a head. */
static int back_queries(const struct attention_job *job, struct scratch *s, struct rows keys, struct rows values,
                        int64_t head, int64_t first, struct rt_error *err)
{
    const struct rt_attention_call *call = job->call;
    const int64_t n = job->queries - first < job->width ? job->queries - first : job->width;
    const int64_t seen = keys_seen(job, head, first, n);

    const struct rows query = near(job, from(job, matrix(job, &call->query, head), first), n, s->query_copy);
    const struct rows gradient = near(job, from(job, matrix(job, &call->grad_out, head), first), n, s->gradient_copy);

    transposed(job, s->query, query, n, call->scale);
    transposed(job, s->gradient, gradient, n, 1);
    transposed(job, s->out, from(job, matrix(job, &call->out, head), first), n, 1);
    job->loops->dots(job->size, job->width, s->gradient, s->out, s->sum);
    fill(job, s->top, 0);
    move_queries(job, &call->logsumexp, head, first, n, s->top, false);
    for (int64_t key = 0; key < seen; key += KEYS) {
        const int64_t some = seen - key < KEYS ? seen - key : KEYS;
        if (score(job, s, keys, head, first, key, some, err) < 0 ||
            back_block(job, s, values, keys, query, gradient, n, key, some, err) < 0)
            return -1;
    }
    if (call->grad_query.data)
        copy_rows(job, from(job, matrix(job, &call->grad_query, head), first), (struct rows){s->grad_query, job->size},
                  n);
    return rt_pool_check(err);
}

/* ---- tiles ------------------------------------------------------------------------------------------------------- */

/* Items are blocks of queries, those of a head next to each other. */
static int forward_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct attention_job *job = context;
    struct rows keys, values;
    struct scratch s;
    int rc = 0;

    if (begin_scratch(job, &s, err) < 0)
        return -1;
    for (int64_t i = begin; i < end && rc == 0; i++) {
        const int64_t head = i / job->blocks;
        if (i == begin || i % job->blocks == 0) {
            keys = near(job, matrix(job, &job->call->key, head), job->keys, s.key_copy);
            values = near(job, matrix(job, &job->call->value, head), job->keys, s.value_copy);
        }
        rc = forward_block(job, &s, keys, values, head, i % job->blocks * job->width, err);
    }
    rt_free(s.memory);
    return rc;
}

/* Items are heads. */
static int back_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct attention_job *job = context;
    const struct rt_attention_call *call = job->call;
    const size_t bytes = (size_t)(job->keys * job->size * job->bytes);
    struct scratch s;
    int rc = 0;

    if (begin_scratch(job, &s, err) < 0)
        return -1;
    for (int64_t head = begin; head < end && rc == 0; head++) {
        const struct rows keys = near(job, matrix(job, &call->key, head), job->keys, s.key_copy);
        const struct rows values = near(job, matrix(job, &call->value, head), job->keys, s.value_copy);
        memset(s.grad_key, 0, bytes);
        memset(s.grad_value, 0, bytes);
        for (int64_t i = 0; i < job->blocks && rc == 0; i++)
            rc = back_queries(job, &s, keys, values, head, i * job->width, err);
        if (rc == 0 && call->grad_key.data)
            copy_rows(job, matrix(job, &call->grad_key, head), (struct rows){s.grad_key, job->size}, job->keys);
        if (rc == 0 && call->grad_value.data)
            copy_rows(job, matrix(job, &call->grad_value, head), (struct rows){s.grad_value, job->size}, job->keys);
    }
    rt_free(s.memory);
    return rc;
}

#define MASKED 256 /* queries from which on a causal mask hides little of a block of any width */

/* Wide blocks read keys and values less often, narrow ones leave out more of what a mask hides. */
static int64_t width_of(const struct rt_attention_call *call)
{
    const int64_t queries = call->query.shape[2], most = RT_ATTENTION_MOST, group = RT_ATTENTION_GROUP;
    const int64_t width = call->causal && queries < MASKED ? most / 2 : most;

    return queries < width ? (queries + group - 1) / group * group : width;
}

int rt_cpu_attention(struct rt_device *device, const struct rt_attention_call *call, struct rt_error *err)
{
    const enum rt_loop_type type = rt_loop_type_of(call->out.dtype);
    struct attention_job job = {.call = call, .wide = type == RT_LOOP_F64};
    int64_t each, heads, flops;

    (void)device;
    if (rt_loop_dtype(type) != call->out.dtype || type > RT_LOOP_F64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"flash_attention\" not implemented for '%s'",
                            rt_dtype_table[call->out.dtype].scalar);
    job.loops = &rt_cpu_loops()->attention[type];
    job.transpose = rt_cpu_loops()->transpose[job.wide ? 3 : 2];
    job.bytes = (int64_t)rt_dtype_size(call->out.dtype);
    job.heads = call->query.shape[1];
    job.queries = call->query.shape[2];
    job.size = call->query.shape[3];
    job.keys = call->key.shape[2];
    job.width = width_of(call);
    job.blocks = (job.queries + job.width - 1) / job.width;
    heads = call->query.shape[0] * job.heads;
    if (heads == 0 || job.queries == 0 || job.keys == 0 || job.size == 0)
        return 0;
    flops = rt_size_cost(rt_size_cost(job.keys, job.width), (call->back ? 10 : 4) * job.size + 50);
    each = (1 << 21) / flops + 1;
    if (call->back)
        return rt_parallel_for(heads, each / job.blocks + 1,
                               RT_POOL_COST_OF_FLOPS((double)flops * (double)job.blocks * (double)heads), back_tile,
                               &job, err);
    return rt_parallel_for(heads * job.blocks, each < job.blocks ? each : (each / job.blocks) * job.blocks,
                           RT_POOL_COST_OF_FLOPS((double)flops * (double)job.blocks * (double)heads), forward_tile,
                           &job, err);
}
