/* Normalisation of dense data [outer, channels, inner]: of rows by their own moments (layers, groups), of channels by
   given ones (batches), the moments of channels, and the gradients. Sums run in double and in an order of their own,
   one result in one thread. */
#include "cpu.h"

#include <math.h>
#include <string.h>

#define CHUNK 1024 /* columns whose sums are kept at once */

struct norm_job {
    const struct rt_norm_call *call;
    const struct rt_norm_loops *loops;
    enum rt_dtype dtype;
    size_t size;
    int64_t channels, inner, each, length, chunks; /* each: channels of a row, length: its elements */
    double *mean, *scale;                          /* of rows, or of channels */
    double *plain, *centred; /* sums of g and of g (x - mean): by outer and channel, or by channel */
    double part;             /* of one element of a row: 1 / length */
    double *partial;         /* both sums by block of rows and channel */
    int64_t block;           /* rows of a block */
    char *vectors;           /* of the loops' type: mean and up to three factors of each channel */
};

static const char *element(const struct norm_job *job, const struct rt_view *view, int64_t i)
{
    return view->data ? (const char *)view->data + i * (int64_t)job->size : NULL;
}

static char *position(const struct norm_job *job, const struct rt_view *view, int64_t i)
{
    return (char *)view->data + i * (int64_t)job->size;
}

static double number(const struct norm_job *job, const void *p, int64_t i)
{
    return job->dtype == RT_FLOAT32 ? (double)((const float *)p)[i] : ((const double *)p)[i];
}

static void put(const struct norm_job *job, void *p, int64_t i, double value)
{
    if (job->dtype == RT_FLOAT32)
        ((float *)p)[i] = (float)value;
    else
        ((double *)p)[i] = value;
}

static double weight_of(const struct norm_job *job, int64_t channel)
{
    return job->call->weight.data ? number(job, job->call->weight.data, channel) : 1;
}

/* Moments of the element sums of x - shift and its square: the algorithm of shifted data (Chan, Golub and LeVeque,
   Algorithms for computing the sample variance, 1983). */
static void moments(double shift, double sum, double square, double n, double *mean, double *var)
{
    double lost = sum / n;

    *mean = shift + lost;
    *var = square / n - lost * lost;
    *var = *var < 0 ? 0 : *var;
}

/* A value near the others: sums of differences from it lose no digits. */
static double shift_of(const struct norm_job *job, const void *first)
{
    double x = number(job, first, 0);

    return isfinite(x) ? x : 0;
}

/* ---- sums of columns --------------------------------------------------------------------------------------------- */

/* Columns [first, first + n) of rows from row o on, as far as one mean of a row goes. */
static void products_of_rows(const struct norm_job *job, int64_t o, int64_t rows, int64_t first, int64_t n,
                             double *plain, double *centred)
{
    const struct rt_norm_call *call = job->call;
    const char *in = element(job, &call->in, o * job->channels + first),
               *grad = element(job, &call->grad, o * job->channels + first);

    for (int64_t j = 0; j < n;) {
        int64_t group = (first + j) / job->each, m = (group + 1) * job->each - first - j, at = o * call->groups + group;
        m = m < n - j ? m : n - j;
        job->loops->products_rows(rows, m, grad + j * (int64_t)job->size, in + j * (int64_t)job->size, job->channels,
                                  job->mean + at, job->scale + at, call->groups, plain + j, centred + j);
        j += m;
    }
}

/* One block of rows and chunk of columns, row after row in memory order. */
static int columns_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct norm_job *job = context;
    const struct rt_norm_call *call = job->call;

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        int64_t block = k / job->chunks, first = k % job->chunks * CHUNK, n = job->channels - first;
        double *plain = job->partial + 2 * block * job->channels + first, *centred = plain + job->channels;
        int64_t last = (block + 1) * job->block < call->outer ? (block + 1) * job->block : call->outer;
        n = n < CHUNK ? n : CHUNK;
        memset(plain, 0, (size_t)n * sizeof *plain);
        memset(centred, 0, (size_t)n * sizeof *centred);
        int64_t rows = last - block * job->block, at = block * job->block * job->channels + first;
        if (call->op == RT_NORM_STATS)
            job->loops->moments_columns(rows, n, element(job, &call->in, at), job->channels, job->mean + first, plain,
                                        centred);
        else if (call->op == RT_NORM_CHANNELS_BACKWARD)
            job->loops->products_columns(rows, n, element(job, &call->grad, at), element(job, &call->in, at),
                                         job->channels, job->mean + first, plain, centred);
        else
            products_of_rows(job, block * job->block, rows, first, n, plain, centred);
    }
    return 0;
}

/* Both sums of every column, of data with inner 1. Blocks depend on the sizes only. */
static int column_sums(struct norm_job *job, double *plain, double *centred, struct rt_error *err)
{
    int64_t blocks, n = job->channels;
    int rc;

    job->block = 131072 / n < 16 ? 16 : 131072 / n;
    job->chunks = (n + CHUNK - 1) / CHUNK;
    blocks = (job->call->outer + job->block - 1) / job->block;
    if (!(job->partial = rt_alloc_items(2 * blocks * n, sizeof(double), 0)))
        return rt_error_memory(err);
    rc = rt_parallel_for(blocks * job->chunks, 1, rt_size_cost(job->call->outer, n), columns_tile, job, err);
    for (int64_t j = 0; j < n && rc == 0; j++)
        plain[j] = centred[j] = 0;
    for (int64_t k = 0; k < blocks && rc == 0; k++)
        for (int64_t j = 0; j < n; j++) {
            plain[j] += job->partial[2 * k * n + j];
            centred[j] += job->partial[(2 * k + 1) * n + j];
        }
    rt_free(job->partial);
    return rc;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* The mean over a row, of its sum. Of floats by a product, which is faster and as good there. */
static double share(const struct norm_job *job, double sum)
{
    return job->dtype == RT_FLOAT32 ? sum * job->part : sum / (double)job->length;
}

static void row_moments(const struct norm_job *job, const char *row, double *mean, double *scale)
{
    double shift = shift_of(job, row), sum, square, lost, var;

    job->loops->moments(job->length, row, shift, &sum, &square);
    lost = share(job, sum);
    var = share(job, square) - lost * lost;
    *mean = shift + lost;
    var = var < 0 ? 0 : var;
    *scale = 1 / sqrt(var + job->call->eps);
}

/* (x - mean) factor + shift is x factor + (shift - mean factor) where the factor is infinite, as PyTorch has it: then
   the mean's side of an element does not matter, but whether it has the other sign. */
static void drop_mean(double factor, double *mean, double *shift)
{
    if (isfinite(factor))
        return;
    *shift -= *mean * factor;
    *mean = 0;
}

static int rows_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct norm_job *job = context;
    const struct rt_norm_call *call = job->call;

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        int64_t at = k * job->length, first = k % call->groups * job->each;
        const char *row = element(job, &call->in, at);
        double mean, scale;
        row_moments(job, row, &mean, &scale);
        if (job->inner == 1) {
            job->loops->row(job->length, position(job, &call->out, at), row, mean, scale,
                            element(job, &call->weight, first), element(job, &call->bias, first));
            continue;
        }
        for (int64_t c = 0; c < job->each; c++) {
            double from = mean, factor = scale * weight_of(job, first + c),
                   shift = call->bias.data ? number(job, call->bias.data, first + c) : 0;
            drop_mean(factor, &from, &shift);
            job->loops->run(job->inner, position(job, &call->out, at + c * job->inner),
                            element(job, &call->in, at + c * job->inner), from, factor, shift);
        }
    }
    return 0;
}

static int rows_back_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct norm_job *job = context;
    const struct rt_norm_call *call = job->call;
    double n = (double)job->length;

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        int64_t at = k * job->length, first = k % call->groups * job->each;
        const char *row = element(job, &call->in, at), *grad = element(job, &call->grad, at);
        double mean, scale, plain = 0, centred = 0;
        row_moments(job, row, &mean, &scale);
        job->mean[k] = mean;
        job->scale[k] = scale;
        if (job->inner == 1) {
            const char *weight = element(job, &call->weight, first);
            if (!call->out.data)
                continue;
            job->loops->products(job->length, grad, row, weight, mean, &plain, &centred);
            job->loops->back(job->length, position(job, &call->out, at), grad, row, weight, mean, scale,
                             share(job, plain * scale), share(job, centred * scale * scale * scale));
            continue;
        }
        for (int64_t c = 0; c < job->each; c++) {
            int64_t i = k * job->each + c;
            job->loops->products(job->inner, element(job, &call->grad, at + c * job->inner),
                                 element(job, &call->in, at + c * job->inner), NULL, mean, &job->plain[i],
                                 &job->centred[i]);
            plain += job->plain[i] * weight_of(job, first + c);
            centred += job->centred[i] * weight_of(job, first + c);
            job->centred[i] *= scale;
        }
        for (int64_t c = 0; call->out.data && c < job->each; c++)
            job->loops->back(job->inner, position(job, &call->out, at + c * job->inner),
                             element(job, &call->grad, at + c * job->inner),
                             element(job, &call->in, at + c * job->inner), NULL, mean,
                             scale * weight_of(job, first + c), plain * scale / n, centred * scale * scale * scale / n);
    }
    return 0;
}

/* Short rows, several side by side: element i of each of them is row i of a transposed block. */
#define SHORT 32
#define LINES 64
struct transposed {
    int64_t lines;
    double mean[LINES], scale[LINES];
    _Alignas(64) char in[SHORT * LINES * 8], grad[SHORT * LINES * 8], out[SHORT * LINES * 8];
    _Alignas(64) char vector[4][LINES * 8];
};

static bool is_short(const struct norm_job *job)
{
    return job->inner == 1 && job->call->groups == 1 && job->length <= SHORT && job->call->outer >= 16;
}

static void transpose_rows(const struct norm_job *job, const struct rt_view *view, int64_t k, int64_t lines, char *to)
{
    rt_cpu_loops()->transpose[job->size == 4 ? 2 : 3](job->length, lines, to, lines,
                                                      element(job, view, k * job->length), job->length);
}

static void transpose_back(const struct norm_job *job, const struct transposed *t, int64_t k)
{
    rt_cpu_loops()->transpose[job->size == 4 ? 2 : 3](
        t->lines, job->length, position(job, &job->call->out, k * job->length), job->length, t->out, t->lines);
}

/* The block of rows from k on with their moments. */
static void transposed_moments(const struct norm_job *job, int64_t k, int64_t lines, struct transposed *t)
{
    double shift[LINES], sum[LINES], square[LINES];

    t->lines = lines;
    transpose_rows(job, &job->call->in, k, lines, t->in);
    for (int64_t j = 0; j < lines; j++) {
        shift[j] = number(job, t->in, j);
        shift[j] = isfinite(shift[j]) ? shift[j] : 0;
        sum[j] = square[j] = 0;
    }
    job->loops->moments_columns(job->length, lines, t->in, lines, shift, sum, square);
    for (int64_t j = 0; j < lines; j++) {
        double var;
        moments(shift[j], sum[j], square[j], (double)job->length, &t->mean[j], &var);
        t->scale[j] = 1 / sqrt(var + job->call->eps);
        put(job, t->vector[0], j, t->mean[j]);
        put(job, t->vector[1], j, t->scale[j]);
    }
}

/* A vector times number i of the weight. */
static void times(const struct norm_job *job, int64_t n, void *out, const void *in, const struct rt_view *weight,
                  int64_t i)
{
    static const struct rt_loop_param none[RT_MAX_PARAMS];

    rt_cpu_loops()->sides[job->size == 4 ? RT_LOOP_F32 : RT_LOOP_F64][1][RT_ZIP_mul](n, out, in,
                                                                                     element(job, weight, i), none);
}

static int short_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct norm_job *job = context;
    const struct rt_norm_call *call = job->call;
    struct transposed t;

    (void)err;
    for (int64_t k = begin; k < end; k += t.lines) {
        transposed_moments(job, k, end - k < LINES ? end - k : LINES, &t);
        memset(t.vector[3], 0, sizeof t.vector[3]);
        for (int64_t i = 0; i < job->length; i++) {
            const int64_t row = i * t.lines * (int64_t)job->size;
            if (call->weight.data)
                times(job, t.lines, t.vector[2], t.vector[1], &call->weight, i);
            if (call->bias.data)
                rt_cpu_loops()->repeat[job->size == 4 ? 2 : 3](t.lines, t.vector[3], element(job, &call->bias, i));
            job->loops->run_columns(t.lines, t.out + row, t.in + row, t.vector[0], t.vector[call->weight.data ? 2 : 1],
                                    t.vector[3]);
        }
        transpose_back(job, &t, k);
    }
    return 0;
}

static int short_back_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct norm_job *job = context;
    const struct rt_norm_call *call = job->call;
    const double n = (double)job->length;
    struct transposed t;

    (void)err;
    for (int64_t k = begin; k < end; k += t.lines) {
        double plain[LINES] = {0}, centred[LINES] = {0};
        transposed_moments(job, k, end - k < LINES ? end - k : LINES, &t);
        memcpy(job->mean + k, t.mean, (size_t)t.lines * sizeof *t.mean);
        memcpy(job->scale + k, t.scale, (size_t)t.lines * sizeof *t.scale);
        if (!call->out.data)
            continue;
        transpose_rows(job, &call->grad, k, t.lines, t.grad);
        for (int64_t i = 0; call->weight.data && i < job->length; i++) {
            const int64_t row = i * t.lines * (int64_t)job->size;
            times(job, t.lines, t.grad + row, t.grad + row, &call->weight, i);
        }
        job->loops->products_columns(job->length, t.lines, t.grad, t.in, t.lines, t.mean, plain, centred);
        for (int64_t j = 0; j < t.lines; j++) {
            const double scale = t.scale[j];
            put(job, t.vector[2], j, plain[j] * scale / n);
            put(job, t.vector[3], j, centred[j] * scale * scale * scale / n);
        }
        for (int64_t i = 0; i < job->length; i++) {
            const int64_t row = i * t.lines * (int64_t)job->size;
            job->loops->back_columns(t.lines, t.out + row, t.grad + row, t.in + row, t.vector[0], t.vector[1],
                                     t.vector[2], t.vector[3]);
        }
        transpose_back(job, &t, k);
    }
    return 0;
}

static void put_sums(const struct norm_job *job, const double *plain, const double *centred)
{
    for (int64_t j = 0; j < job->channels; j++) {
        if (job->call->grad_bias.data)
            put(job, job->call->grad_bias.data, j, plain[j]);
        if (job->call->grad_weight.data)
            put(job, job->call->grad_weight.data, j, centred[j]);
    }
}

static int rows_backward(struct norm_job *job, struct rt_error *err)
{
    const struct rt_norm_call *call = job->call;
    int64_t rows = call->outer * call->groups, runs = job->inner == 1 ? 0 : call->outer * job->channels;
    double *memory = rt_alloc_items(2 * (rows + runs + job->channels), sizeof *memory, 0), *sums;
    int rc;

    if (!memory)
        return rt_error_memory(err);
    job->mean = memory;
    job->scale = memory + rows;
    job->plain = job->scale + rows;
    job->centred = job->plain + runs;
    sums = job->centred + runs;
    rc = rt_parallel_for(rows, rt_grain(rows, job->length, 16384), rt_size_cost(rt_size_cost(rows, job->length), 4),
                         is_short(job) ? short_back_tile : rows_back_tile, job, err);
    if (rc == 0 && (call->grad_weight.data || call->grad_bias.data)) {
        int64_t n = job->channels;
        if (job->inner == 1)
            rc = column_sums(job, sums, sums + n, err);
        else
            for (int64_t c = 0; c < n; c++) {
                sums[c] = sums[n + c] = 0;
                for (int64_t o = 0; o < call->outer; o++) {
                    sums[c] += job->plain[o * n + c];
                    sums[n + c] += job->centred[o * n + c];
                }
            }
        if (rc == 0)
            put_sums(job, sums, sums + n);
    }
    rt_free(memory);
    return rc;
}

/* ---- channels ---------------------------------------------------------------------------------------------------- */

/* Both sums of channels with inner above 1, each by itself. */
static int sums_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct norm_job *job = context;
    const struct rt_norm_call *call = job->call;

    (void)err;
    for (int64_t c = begin; c < end; c++) {
        double plain, centred;
        job->plain[c] = job->centred[c] = 0;
        for (int64_t o = 0; o < call->outer; o++) {
            int64_t at = (o * job->channels + c) * job->inner;
            if (call->op == RT_NORM_STATS)
                job->loops->moments(job->inner, element(job, &call->in, at), job->mean[c], &plain, &centred);
            else
                job->loops->products(job->inner, element(job, &call->grad, at), element(job, &call->in, at), NULL,
                                     job->mean[c], &plain, &centred);
            job->plain[c] += plain;
            job->centred[c] += centred;
        }
    }
    return 0;
}

static int channel_sums(struct norm_job *job, struct rt_error *err)
{
    if (job->inner == 1)
        return column_sums(job, job->plain, job->centred, err);
    return rt_parallel_for(job->channels, 1, rt_size_cost(rt_size_cost(job->call->outer, job->channels), job->inner),
                           sums_tile, job, err);
}

/* Mean and variance of every channel; differences are taken from its first element. */
static int stats(struct norm_job *job, struct rt_error *err)
{
    const struct rt_norm_call *call = job->call;
    int64_t n = job->channels;
    double *memory = rt_alloc_items(3 * n, sizeof *memory, 0), count = (double)call->outer * (double)job->inner;
    int rc;

    if (!memory)
        return rt_error_memory(err);
    job->mean = memory;
    job->plain = memory + n;
    job->centred = memory + 2 * n;
    for (int64_t c = 0; c < n; c++)
        job->mean[c] = shift_of(job, element(job, &call->in, c * job->inner));
    rc = channel_sums(job, err);
    for (int64_t c = 0; c < n && rc == 0; c++) {
        double mean, var;
        moments(job->mean[c], job->plain[c], job->centred[c], count, &mean, &var);
        put(job, call->mean.data, c, mean);
        put(job, call->invstd.data, c, var);
    }
    rt_free(memory);
    return rc;
}

/* Vector v of what each channel's elements are computed with. */
static char *vector(const struct norm_job *job, int v)
{
    return job->vectors + (size_t)v * (size_t)job->channels * job->size;
}

static int channels_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct norm_job *job = context;
    const struct rt_norm_call *call = job->call;
    bool back = call->op == RT_NORM_CHANNELS_BACKWARD;
    int64_t width = job->inner == 1 ? job->channels : job->inner;

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        int64_t at = k * width, c = k % job->channels;
        const char *in = element(job, &call->in, at), *grad = element(job, &call->grad, at);
        char *out = position(job, &call->out, at);
        if (job->inner == 1 && back)
            job->loops->back_columns(width, out, grad, in, call->mean.data, vector(job, 0), vector(job, 1),
                                     vector(job, 2));
        else if (job->inner == 1)
            job->loops->run_columns(width, out, in, vector(job, 2), vector(job, 0), vector(job, 1));
        else if (back)
            job->loops->back(width, out, grad, in, NULL, number(job, call->mean.data, c),
                             number(job, vector(job, 0), c), number(job, vector(job, 1), c),
                             number(job, vector(job, 2), c));
        else
            job->loops->run(width, out, in, number(job, vector(job, 2), c), number(job, vector(job, 0), c),
                            number(job, vector(job, 1), c));
    }
    return 0;
}

/* What the elements of channel c are computed with, of its sums. */
static void channel_factors(struct norm_job *job, int64_t c)
{
    const struct rt_norm_call *call = job->call;
    const double count = (double)call->outer * (double)job->inner;
    const double invstd = number(job, call->invstd.data, c), scale = invstd * weight_of(job, c);

    put(job, vector(job, 0), c, scale);
    if (call->op == RT_NORM_CHANNELS_BACKWARD) {
        put(job, vector(job, 1), c, call->training ? scale * job->plain[c] / count : 0);
        put(job, vector(job, 2), c, call->training ? scale * invstd * invstd * job->centred[c] / count : 0);
        job->centred[c] *= invstd;
    } else {
        double mean = job->mean[c], shift = call->bias.data ? number(job, call->bias.data, c) : 0;
        drop_mean(scale, &mean, &shift);
        put(job, vector(job, 1), c, shift);
        put(job, vector(job, 2), c, mean);
    }
}

/* Gradients of channels with inner above 1, whose elements are still in the cache when they are read again. */
static int channels_back_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct norm_job *job = context;
    const struct rt_norm_call *call = job->call;

    for (int64_t c = begin; c < end; c++) {
        if (sums_tile(job, c, c + 1, err) < 0)
            return -1;
        channel_factors(job, c);
        const double mean = job->mean[c], k0 = number(job, vector(job, 0), c), k1 = number(job, vector(job, 1), c),
                     k2 = number(job, vector(job, 2), c);
        for (int64_t o = 0; call->out.data && o < call->outer; o++) {
            const int64_t at = (o * job->channels + c) * job->inner;
            job->loops->back(job->inner, position(job, &call->out, at), element(job, &call->grad, at),
                             element(job, &call->in, at), NULL, mean, k0, k1, k2);
        }
    }
    return 0;
}

#define CACHED_CHANNEL ((int64_t)512 << 10) /* bytes of a channel and its gradient */

static int channels(struct norm_job *job, struct rt_error *err)
{
    const struct rt_norm_call *call = job->call;
    const bool back = call->op == RT_NORM_CHANNELS_BACKWARD;
    const int64_t n = job->channels, total = call->outer * n * job->inner,
                  units = job->inner == 1 ? call->outer : call->outer * n;
    const bool cached =
        back && job->inner > 1 && n >= 8 && total / n * 2 * (int64_t)job->size <= CACHED_CHANNEL; /* of one channel */
    char *memory = rt_alloc_items(n, (3 * job->size + 3 * sizeof(double)), 0);
    int rc = 0;

    if (!memory)
        return rt_error_memory(err);
    job->plain = (double *)(void *)memory;
    job->centred = job->plain + n;
    job->mean = job->centred + n;
    job->vectors = (char *)(job->mean + n);
    for (int64_t c = 0; c < n; c++)
        job->mean[c] = number(job, call->mean.data, c);
    if (cached)
        rc = rt_parallel_for(n, rt_grain(n, total / n, 32768), rt_size_cost(total, 2), channels_back_tile, job, err);
    else if (back)
        rc = channel_sums(job, err);
    for (int64_t c = 0; c < n && rc == 0 && !cached; c++)
        channel_factors(job, c);
    if (back && rc == 0)
        put_sums(job, job->plain, job->centred);
    if (call->out.data && rc == 0 && !cached)
        rc = rt_parallel_for(units, rt_grain(units, total / units, 32768), total, channels_tile, job, err);
    rt_free(memory);
    return rc;
}

int rt_cpu_norm(struct rt_device *device, const struct rt_norm_call *call, struct rt_error *err)
{
    struct norm_job job = {.call = call, .dtype = call->in.dtype, .channels = call->channels, .inner = call->inner};
    enum rt_loop_type type = rt_loop_type_of(call->in.dtype);
    int64_t rows = call->outer * call->groups;

    (void)device;
    if (rt_loop_dtype(type) != call->in.dtype || type > RT_LOOP_F64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"norm\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    if (call->outer * call->channels * call->inner == 0)
        return 0;
    job.loops = &rt_cpu_loops()->norm[type];
    job.size = rt_dtype_size(call->in.dtype);
    switch (call->op) {
    case RT_NORM_STATS:
        return stats(&job, err);
    case RT_NORM_CHANNELS:
    case RT_NORM_CHANNELS_BACKWARD:
        return channels(&job, err);
    default:
        job.each = job.channels / call->groups;
        job.length = job.each * job.inner;
        job.part = 1 / (double)job.length;
        if (call->op == RT_NORM_ROWS_BACKWARD)
            return rows_backward(&job, err);
        return rt_parallel_for(rows, rt_grain(rows, job.length, 16384), rt_size_cost(rt_size_cost(rows, job.length), 2),
                               is_short(&job) ? short_tile : rows_tile, &job, err);
    }
}
