/* Sums, means and products of floats in the order in which PyTorch's CPU kernel adds and multiplies, so that results
   have its bits: which dimension is walked first, which elements share a vector, when partial sums are joined (loops:
   isa/isa_sum.h). Left to cpu_reduce.c are sums that PyTorch divides among threads, whose order is not fixed: of 32768
   numbers or more into one, or into few columns; and products of so many factors that they leave the range. */
#include "cpu.h"

#include <stddef.h>
#include <string.h>

#define CUT 32768       /* elements from which on PyTorch uses threads */
#define TRANSPOSED 4096 /* elements that are made columns at a time */
#define MOST 8388608    /* elements that may be added without a look at interrupts */
#define PIECE 65536     /* elements of one piece of work */
#define WIDE 128        /* bytes of columns that are folded without being cut in four */
#define FACTORS                                                                                                        \
    256 /* of longer products, which mostly leave the range of floats, no bits are kept: tiny numbers are slow */

struct sum {
    const struct rt_reduce_call *call;
    const struct rt_sum_loops *loops;
    enum rt_dtype as;
    const char *data; /* of type as */
    char *converted;  /* converted data, or NULL */
    int ndim, nfolded;
    bool product;   /* of the elements, not their sum */
    bool rows;      /* the folded elements follow each other */
    bool halves;    /* they have 16 bits and are added as they are: twice as many in a vector */
    int64_t length; /* elements of a result */
    int64_t full;   /* columns that are one cascade; the others are four */
    int64_t each;   /* results made at a time along the first kept dimension */
    /* the folded dimensions, then the kept ones, each with the innermost first */
    int64_t size[RT_MAX_DIMS], in[RT_MAX_DIMS], out[RT_MAX_DIMS];
};

/* Does dimension b come before a (1), behind it (-1), or does it not matter (0)? */
static int compare(const struct sum *s, int a, int b)
{
    const int64_t *const strides[] = {s->out, s->in};

    if ((s->out[a] == 0) != (s->out[b] == 0))
        return s->out[b] == 0 ? 1 : -1;
    for (int i = 0; i < 2; i++) {
        const int64_t one = strides[i][a], other = strides[i][b];
        if (one == 0 || other == 0)
            continue;
        if (one != other)
            return one < other ? -1 : 1;
        if (s->size[a] > s->size[b])
            return 1;
    }
    return 0;
}

static void swap(struct sum *s, int a, int b)
{
    for (int64_t **p = (int64_t *[]){s->size, s->in, s->out, NULL}; *p; p++) {
        const int64_t one = (*p)[a];
        (*p)[a] = (*p)[b];
        (*p)[b] = one;
    }
}

/* The dimensions in PyTorch's order, those joined that are crossed with one step. */
static void order(struct sum *s)
{
    int n = 0;

    for (int i = 1; i < s->ndim; i++)
        for (int j = i, before = i - 1; before >= 0; before--) {
            const int way = compare(s, before, j);
            if (way < 0)
                break;
            if (way > 0) {
                swap(s, before, j);
                j = before;
            }
        }
    for (int i = 1; i < s->ndim; i++)
        if (rt_step_mul(s->size[n], s->in[n]) == s->in[i] && rt_step_mul(s->size[n], s->out[n]) == s->out[i])
            s->size[n] = rt_step_mul(s->size[n], s->size[i]);
        else {
            n++;
            s->size[n] = s->size[i], s->in[n] = s->in[i], s->out[n] = s->out[i];
        }
    s->ndim = s->ndim ? n + 1 : 0;
    for (s->nfolded = 0; s->nfolded < s->ndim && s->out[s->nfolded] == 0;)
        s->nfolded++;
}

/* The dimensions of more than one element, the last one first; is one of them folded? */
static bool collect(struct sum *s)
{
    const struct rt_view *in = &s->call->in;
    bool folds = false;

    for (int i = in->ndim - 1; i >= 0; i--)
        if (in->shape[i] != 1) {
            const bool folded = s->call->dims >> i & 1;
            s->size[s->ndim] = in->shape[i];
            s->in[s->ndim] = in->strides[i];
            s->out[s->ndim++] = folded ? 0 : s->call->out.strides[i];
            folds = folds || folded;
        }
    return folds;
}

/* Is dimension a further out? Repeated dimensions are outermost. */
static bool is_farther(const struct sum *s, int a, int b)
{
    return s->in[a] && s->in[b] ? s->in[a] > s->in[b] : s->in[b] != 0;
}

/* Strides without gaps that have the order of s->in. */
static void pack_dense(const struct sum *s, int64_t *strides)
{
    int by[RT_MAX_DIMS];
    int64_t step = 1;

    for (int i = 0; i < s->ndim; i++) {
        int j = i;
        for (; j > 0 && is_farther(s, by[j - 1], i); j--)
            by[j] = by[j - 1];
        by[j] = i;
    }
    for (int i = 0; i < s->ndim; step = rt_step_mul(step, s->size[by[i++]]))
        strides[by[i]] = step;
}

/* How the 2-dimensional piece is added; decided by the layout of the elements before they are converted. */
static void decide(struct sum *s, bool as_given)
{
    const int64_t vector = 32 / (int64_t)rt_dtype_size(as_given ? s->call->in.dtype : s->as),
                  wide = WIDE / (int64_t)rt_dtype_size(s->as), inner = s->size[0], outer = s->ndim > 1 ? s->size[1] : 1,
                  near = s->in[0], far = s->ndim > 1 ? s->in[1] : 0;

    s->halves = as_given && rt_dtype_size(s->call->in.dtype) == 2;
    s->rows = near == 1 && (inner >= vector || s->product);
    s->full = far == 1 && outer >= vector ? outer / wide * wide : near < far ? 0 : outer / 4 * 4;
}

/* The elements as numbers of the type that is added, without gaps. */
static int convert(struct sum *s, const int64_t *strides, int64_t count, struct rt_error *err)
{
    struct rt_cast_copy_call copy;

    if (!(s->converted = rt_alloc_items(count, rt_dtype_size(s->as), 0)))
        return rt_error_memory(err);
    copy.in.data = s->call->in.data;
    copy.out.data = s->converted;
    copy.in.dtype = s->call->in.dtype;
    copy.out.dtype = s->as;
    copy.in.ndim = copy.out.ndim = s->ndim;
    for (int i = 0; i < s->ndim; i++) {
        copy.in.shape[i] = copy.out.shape[i] = s->size[i];
        copy.in.strides[i] = s->in[i];
        copy.out.strides[i] = s->in[i] = strides[i];
    }
    s->data = s->converted;
    return rt_cpu_cast_copy(NULL, &copy, err);
}

/* A number as the half that it becomes. */
static float as_half(const struct sum *s, float value)
{
    if (s->call->in.dtype == RT_FLOAT16)
        return rt_half_to_float(rt_float_to_half(value));
    return rt_bfloat_to_float(rt_float_to_bfloat(value));
}

/* *total times n elements of a half type, `step` apart, converted to float: each product is rounded. Dense ones are
   multiplied 16 at a time, in four interleaved vectors. */
static void multiply_halves(const struct sum *s, int64_t n, const float *from, int64_t step, float *total)
{
    float lane[64];
    int64_t i = 0;

    if (s->rows && n >= 64) {
        memcpy(lane, from, sizeof lane);
        for (i = 64; i + 64 <= n; i += 64)
            for (int k = 0; k < 64; k++)
                lane[k] = as_half(s, lane[k] * from[i + k]);
        for (int k = 0; k < 16; k++)
            lane[k] = as_half(s, as_half(s, lane[k] * lane[k + 16]) * as_half(s, lane[k + 32] * lane[k + 48]));
        for (int k = 1; k < 16; k++)
            lane[0] = as_half(s, lane[0] * lane[k]);
        *total = as_half(s, *total * lane[0]);
    }
    for (; i < n; i++)
        *total = as_half(s, *total * from[i * step]);
}

/* values times the products of rows or columns [begin, end) of the piece at `from`. */
static void multiply_piece(const struct sum *s, const char *from, int64_t begin, int64_t end, char *values)
{
    const int64_t n = s->size[0], down = s->in[0], step = s->ndim > 1 ? s->in[1] : 0,
                  size = (int64_t)rt_dtype_size(s->as), most = TRANSPOSED / n;
    _Alignas(64) char transposed[TRANSPOSED * 8];

    if (s->halves) {
        for (int64_t r = begin; r < end; r++)
            multiply_halves(s, n, (const float *)(const void *)from + r * step, down,
                            (float *)(void *)values + r - begin);
        return;
    }
    if (s->rows && (n >= WIDE / size || end - begin < 8)) {
        s->loops->multiply_rows(end - begin, step, from + begin * step * size, n, values);
        return;
    }
    for (int64_t m; begin < end; begin += m, values += m * size) {
        const char *first = from + begin * step * size;
        int64_t below = down;
        m = end - begin;
        if (step != 1 && m > 1) {
            m = m < most ? m : most > 1 ? most : 1;
            if (m > 1 && down == 1)
                rt_cpu_loops()->transpose[__builtin_ctzll((uint64_t)size)](n, m, transposed, m, first, step);
            else if (m > 1)
                rt_cpu_loops()->plane[__builtin_ctzll((uint64_t)size)](n, m, transposed, m, 1, first, down, step);
            if (m > 1)
                first = transposed, below = m;
        }
        s->loops->multiply_columns(n, m, first, below, values);
    }
}

static void fill_ones(const struct sum *s, int64_t m, char *values)
{
    for (int64_t i = 0; i < m; i++)
        if (s->as == RT_FLOAT64)
            ((double *)(void *)values)[i] = 1;
        else
            ((float *)(void *)values)[i] = 1;
}

/* The sums of rows [begin, end) of the piece at `from`. */
static void sum_rows(const struct sum *s, char *from, int64_t begin, int64_t end, char *values)
{
    const int64_t n = s->size[0], step = s->ndim > 1 ? s->in[1] : 0, size = (int64_t)rt_dtype_size(s->as),
                  lanes = 32 / size, vector = s->halves ? 2 * lanes : lanes, vectors = n / vector;
    _Alignas(64) char transposed[TRANSPOSED * 8];

    if (s->halves) /* pairs of vectors are added first: over the numbers that were converted for this */
        for (int64_t r = begin; r < end; r++) {
            float *row = (float *)(void *)from + r * step;
            for (int64_t i = 0; i < vectors; i++)
                for (int64_t k = 0; k < lanes; k++)
                    row[i * lanes + k] = row[i * vector + k] + row[i * vector + lanes + k];
        }
    else if (n < 4 * lanes && end - begin >= 8) {
        for (int64_t m; begin < end; begin += m, values += m * size) {
            m = end - begin < TRANSPOSED / n ? end - begin : TRANSPOSED / n;
            rt_cpu_loops()->transpose[__builtin_ctzll((uint64_t)size)](n, m, transposed, m, from + begin * step * size,
                                                                       step);
            s->loops->transposed(n, m, transposed, m, values);
        }
        return;
    }
    s->loops->rows(end - begin, step, from + begin * step * size, vectors, vectors * vector, n % vector, values);
}

/* The sums of columns [begin, end) of the piece at `from`. */
static void sum_columns(const struct sum *s, const char *from, int64_t begin, int64_t end, char *values)
{
    const int64_t n = s->size[0], down = s->in[0], step = s->ndim > 1 ? s->in[1] : 0,
                  size = (int64_t)rt_dtype_size(s->as), most = n <= TRANSPOSED / 4 ? TRANSPOSED / n : 1;
    _Alignas(64) char dense[TRANSPOSED * 8];

    for (int64_t m; begin < end; begin += m, values += m * size) {
        const char *first = from + begin * step * size;
        int64_t below = down;
        m = (begin < s->full && s->full < end ? s->full : end) - begin;
        m = m < RT_SUM_STRIP ? m : RT_SUM_STRIP;
        if (step != 1 && m > 1) {
            m = m < most ? m : most;
            if (m > 1 && down == 1)
                rt_cpu_loops()->transpose[__builtin_ctzll((uint64_t)size)](n, m, dense, m, first, step);
            else if (m > 1)
                rt_cpu_loops()->plane[__builtin_ctzll((uint64_t)size)](n, m, dense, m, 1, first, down, step);
            if (m > 1)
                first = dense, below = m;
        }
        (begin < s->full ? s->loops->cascade : s->loops->columns)(n, m, first, below, values);
    }
}

static void sum_piece(const struct sum *s, const char *from, int64_t begin, int64_t end, char *values)
{
    if (s->product) {
        fill_ones(s, end - begin, values);
        multiply_piece(s, from, begin, end, values);
    } else if (s->rows)
        sum_rows(s, (char *)(uintptr_t)from, begin, end, values);
    else
        sum_columns(s, from, begin, end, values);
}

/* Divides for means and stores m results of type s->as. */
static void finish(const struct sum *s, int64_t m, char *values, char *out, int64_t step)
{
    const enum rt_dtype to = s->call->out.dtype;
    const int64_t size = (int64_t)rt_dtype_size(s->as), each = step * (int64_t)rt_dtype_size(to);

    if (s->call->op == RT_REDUCE_MEAN && m >= 8 && to == s->as && step == 1) {
        const enum rt_loop_type type = rt_loop_type_of(to);
        const float narrow = (float)s->length;
        const double wide = (double)s->length;
        static const struct rt_loop_param none[RT_MAX_PARAMS]; /* a loop may look at what it does not use */
        rt_cpu_loops()->sides[type][1][RT_ZIP_div](m, out, values, to == RT_FLOAT32 ? (const void *)&narrow : &wide,
                                                   none);
        return;
    }
    if (s->call->op == RT_REDUCE_MEAN && s->as == RT_FLOAT32)
        for (int64_t i = 0; i < m; i++)
            ((float *)(void *)values)[i] /= (float)s->length;
    else if (s->call->op == RT_REDUCE_MEAN)
        for (int64_t i = 0; i < m; i++)
            ((double *)(void *)values)[i] /= (double)s->length;
    if (to == s->as && (step == 1 || m == 1)) {
        memcpy(out, values, (size_t)(m * size));
        return;
    }
    if (step == 1 || m == 1) {
        rt_cpu_cast(to, s->as)(m, out, values);
        return;
    }
    for (int64_t i = 0; i < m; i++, out += each, values += size)
        rt_cpu_cast(to, s->as)(1, out, values);
}

/* Where the piece begins that index counts along dimensions [first, ndim), in elements. */
static int64_t position(const struct sum *s, int first, const int64_t *strides, int64_t index)
{
    int64_t at = 0;

    for (int i = first; i < s->ndim; index /= s->size[i++])
        at += index % s->size[i] * strides[i];
    return at;
}

/* One folded dimension: item after item of s->each results along the first kept one. */
static int sum_items(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct sum *s = context;
    const int64_t size = (int64_t)rt_dtype_size(s->as), count = s->ndim > 1 ? s->size[1] : 1,
                  items = (count + s->each - 1) / s->each, step = s->ndim > 1 ? s->out[1] : 1;
    _Alignas(64) char values[RT_SUM_STRIP * 8];

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        const int64_t from = k % items * s->each, to = from + s->each < count ? from + s->each : count;
        sum_piece(s, s->data + position(s, 2, s->in, k / items) * size, from, to, values);
        finish(s, to - from, values,
               (char *)s->call->out.data +
                   (position(s, 2, s->out, k / items) + from * step) * (int64_t)rt_dtype_size(s->call->out.dtype),
               step);
    }
    return 0;
}

/* A few columns in each of many pieces: those of as many pieces as fit are put side by side. */
static bool is_narrow(const struct sum *s)
{
    return !s->rows && s->nfolded == 1 && s->ndim > 2 && s->size[1] < 16 && s->size[2] >= 4 && s->size[0] <= 64 &&
           (s->size[0] < 4 || s->full == 0 || s->full == s->size[1] || s->product) && !(s->product && s->halves) &&
           s->out[2] == rt_step_mul(s->size[1], s->out[1]);
}

static int sum_narrow(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct sum *s = context;
    const int64_t n = s->size[0], small = s->size[1], size = (int64_t)rt_dtype_size(s->as),
                  most = (RT_SUM_STRIP < TRANSPOSED / n ? RT_SUM_STRIP : TRANSPOSED / n) / small,
                  out_size = (int64_t)rt_dtype_size(s->call->out.dtype);
    const rt_plane_loop move = rt_cpu_loops()->plane[__builtin_ctzll((uint64_t)size)];
    _Alignas(64) char dense[TRANSPOSED * 8], values[RT_SUM_STRIP * 8];

    (void)err;
    for (int64_t k = begin, m; k < end; k += m) { /* pieces */
        const int64_t rest = s->size[2] - k % s->size[2];
        const char *from = s->data + position(s, 2, s->in, k) * size;
        m = rest < end - k ? rest : end - k;
        m = m < most ? m : most;
        for (int64_t i = 0; i < n; i++)
            move(m, small, dense + i * m * small * size, small, 1, from + i * s->in[0] * size, s->in[2], s->in[1]);
        if (s->product)
            fill_ones(s, m * small, values);
        (s->product ? s->loops->multiply_columns
         : s->full  ? s->loops->cascade
                    : s->loops->columns)(n, m * small, dense, m * small, values);
        finish(s, m * small, values, (char *)s->call->out.data + position(s, 2, s->out, k) * out_size, s->out[1]);
    }
    return 0;
}

/* Adds m values to the total. */
static void add_up(const struct sum *s, int64_t m, const char *values, void *total)
{
    double *real = total;
    float *single = total;

    for (int64_t i = 0; i < m; i++)
        if (s->as == RT_FLOAT64)
            *real += ((const double *)(const void *)values)[i];
        else
            *single += ((const float *)(const void *)values)[i];
}

/* Several folded dimensions: a result is the sum of what all pieces give, one after the other. */
static int sum_pieces(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct sum *s = context;
    const int64_t size = (int64_t)rt_dtype_size(s->as);
    int64_t pieces = 1;
    _Alignas(64) char values[RT_SUM_STRIP * 8];

    (void)err;
    for (int i = 2; i < s->nfolded; i++)
        pieces = rt_step_mul(pieces, s->size[i]);
    for (int64_t k = begin; k < end; k++) {
        const char *from = s->data + position(s, s->nfolded, s->in, k) * size;
        _Alignas(8) char total[8] = {0};
        if (s->product)
            fill_ones(s, 1, total);
        for (int64_t p = 0; p < pieces; p++) {
            const char *piece = from;
            for (int64_t i = 2, index = p; i < s->nfolded; index /= s->size[i++])
                piece += index % s->size[i] * s->in[i] * size;
            for (int64_t at = 0; s->product && at < s->size[1]; at++)
                multiply_piece(s, piece, at, at + 1, total);
            for (int64_t at = 0, m; !s->product && at < s->size[1]; at += m) {
                m = s->size[1] - at < RT_SUM_STRIP ? s->size[1] - at : RT_SUM_STRIP;
                sum_piece(s, piece, at, at + m, values);
                add_up(s, m, values, total);
            }
        }
        finish(s, 1, total,
               (char *)s->call->out.data +
                   position(s, s->nfolded, s->out, k) * (int64_t)rt_dtype_size(s->call->out.dtype),
               1);
    }
    return 0;
}

/* Is it a sum whose order PyTorch leaves to no threads, and that can be made in short pieces? */
static bool has_order(const struct sum *s, int64_t count, int64_t outputs)
{
    const int64_t along = s->rows || s->nfolded > 1 || s->ndim < 2 ? 1 : s->size[1];

    if (s->product) /* whatever is cut */
        return s->length <= FACTORS && (outputs > 1 || count < CUT);
    if (count < CUT)
        return true;
    if (s->length * (along < RT_SUM_STRIP ? along : RT_SUM_STRIP) > MOST)
        return false;
    return outputs > 1 && (s->rows || s->in[1] == 1 || s->ndim > s->nfolded + 1);
}

static int run(struct sum *s, int64_t count, int64_t outputs, struct rt_error *err)
{
    const int64_t along = s->ndim > 1 ? s->size[1] : 1;

    if (s->nfolded > 1)
        return rt_parallel_for(outputs, rt_grain(outputs, count / outputs, PIECE), count / 2, sum_pieces, s, err);
    if (is_narrow(s))
        return rt_parallel_for(outputs / along, rt_grain(outputs / along, s->length * along, PIECE), count / 2,
                               sum_narrow, s, err);
    s->each = s->rows ? PIECE / (s->size[0] + 1) + 1 : (along / 4 + WIDE - 1) / WIDE * WIDE;
    s->each = s->each < RT_SUM_STRIP ? s->each : RT_SUM_STRIP;
    s->each = s->each ? s->each : 1;
    const int64_t items = outputs / along * ((along + s->each - 1) / s->each);
    return rt_parallel_for(items, rt_grain(items, count / items, PIECE), count / 2, sum_items, s, err);
}

/* A sum, mean or product of floats; 1: it is none that has an order, and nothing was done. */
int rt_cpu_sum(const struct rt_reduce_call *call, struct rt_error *err)
{
    const enum rt_loop_type type = rt_loop_type_of(call->compute);
    const int64_t count = rt_view_numel(&call->in);
    int64_t strides[RT_MAX_DIMS], outputs = 1;
    struct sum s;
    int rc = 0;

    if ((call->op != RT_REDUCE_SUM && call->op != RT_REDUCE_MEAN && call->op != RT_REDUCE_PROD) ||
        (type != RT_LOOP_F32 && type != RT_LOOP_F64) || rt_dtype_is_complex(call->compute) ||
        rt_dtype_is_complex(call->in.dtype) || count == 0)
        return 1;
    rt_clear(&s, offsetof(struct sum, size));
    s.call = call;
    s.product = call->op == RT_REDUCE_PROD;
    s.as = rt_loop_dtype(type);
    s.loops = &rt_cpu_loops()->sum[type];
    s.data = call->in.data;
    if (!collect(&s) || (call->in.dtype != s.as && count >= (s.product ? 8 * CUT : CUT)))
        return 1;
    /* PyTorch adds half types without conversion; what it converts first becomes dense */
    const bool as_given = call->in.dtype == s.as || (call->in.dtype == call->out.dtype && call->op != RT_REDUCE_MEAN);
    if (!as_given) {
        for (int i = 0; i < s.ndim; i++)
            if (s.in[i] == 0)
                return 1;
        pack_dense(&s, strides);
        rc = convert(&s, strides, count, err);
    }
    order(&s);
    decide(&s, as_given);
    for (int i = s.nfolded; i < s.ndim; i++)
        outputs = rt_step_mul(outputs, s.size[i]);
    s.length = count / outputs;
    if (rc == 0 && !has_order(&s, count, outputs))
        return 1;
    if (rc == 0 && as_given && call->in.dtype != s.as) {
        pack_dense(&s, strides);
        rc = convert(&s, strides, count, err);
    }
    if (rc == 0)
        rc = run(&s, count, outputs, err);
    rt_free(s.converted);
    return rc;
}
