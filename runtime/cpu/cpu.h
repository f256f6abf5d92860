/* The CPU backend, inside: loops over contiguous blocks (compiled once per instruction set), the kernels' entry points,
   block buffers. Knows views, no tensors. */
#ifndef RT_CPU_H
#define RT_CPU_H

#include "device.h"
#include "pool.h"

/* Types in which loops exist; every other dtype passes through a block buffer of one of these. */
enum rt_loop_type { RT_LOOP_F32, RT_LOOP_F64, RT_LOOP_I64, RT_LOOP_I32, RT_LOOP_BOOL, RT_LOOP_TYPES };

/* Small integers, for which pointwise loops exist besides. */
enum rt_narrow_type { RT_NARROW_U8, RT_NARROW_I8, RT_NARROW_I16, RT_NARROW_TYPES };

/* A scalar in every loop type. */
struct rt_loop_param {
    float f32;
    double f64;
    int64_t i64;
    int32_t i32;
    uint8_t b;
    double imaginary; /* of a complex number, whose real part is f64 */
};

typedef void (*rt_map_loop)(int64_t n, void *out, const void *in, const struct rt_loop_param *params);
typedef void (*rt_zip_loop)(int64_t n, void *out, const void *a, const void *b, const struct rt_loop_param *params);
typedef void (*rt_cast_loop)(int64_t n, void *out, const void *in);

/* Running value of a reduction: floats in f (sums in double), integers and bool in i. */
struct rt_accumulator {
    double f;
    int64_t i;
};
/* Folds n elements into acc. param: power of a norm, mean of a variance. */
typedef void (*rt_fold_loop)(int64_t n, const void *in, double param, struct rt_accumulator *acc);
/* Folds rows, `step` elements apart, into n accumulators, doubles or int64: acc[j] = acc[j] op in[j]. */
typedef void (*rt_rows_loop)(int64_t rows, int64_t n, const void *in, int64_t step, double param, void *acc);
/* Rows of the softmax family; for the gradients in is the result. Columns: strips of up to RT_STRIP, row after row. */
#define RT_STRIP 256
typedef void (*rt_softmax_row)(enum rt_softmax_op op, int64_t n, void *out, const void *in, const void *grad);
typedef void (*rt_softmax_columns)(enum rt_softmax_op op, int64_t rows, int64_t width, void *out, int64_t out_step,
                                   const void *in, int64_t in_step, const void *grad, int64_t grad_step);
/* log_softmax or logsumexp of up to RT_LOG_ROWS rows of at least 64 bytes, steps in elements. */
#define RT_LOG_ROWS 16
typedef void (*rt_log_rows)(enum rt_softmax_op op, int64_t rows, int64_t n, void *out, int64_t out_step, const void *in,
                            int64_t in_step);
/* softmax or log_softmax of a few elements: rows of n, one behind the other. */
#define RT_SOFTMAX_SHORT 32
typedef void (*rt_softmax_short)(enum rt_softmax_op op, int64_t rows, int64_t n, void *out, const void *in);
struct rt_softmax_loops {
    rt_softmax_row row, row_back;
    rt_softmax_short short_rows;
    rt_log_rows log_rows;
    rt_softmax_columns columns, columns_back;
};
/* Steps of normalisations, see isa/isa_norm.h; w and the like may be NULL. */
struct rt_norm_loops {
    void (*moments)(int64_t n, const void *in, double shift, double *sum, double *square);
    void (*products)(int64_t n, const void *grad, const void *in, const void *weight, double mean, double *plain,
                     double *centred);
    void (*row)(int64_t n, void *out, const void *in, double mean, double scale, const void *weight, const void *bias);
    void (*run)(int64_t n, void *out, const void *in, double mean, double scale, double shift);
    void (*back)(int64_t n, void *out, const void *grad, const void *in, const void *weight, double mean, double k0,
                 double k1, double k2);
    void (*moments_columns)(int64_t rows, int64_t n, const void *in, int64_t step, const double *shift, double *sum,
                            double *square);
    void (*products_columns)(int64_t rows, int64_t n, const void *grad, const void *in, int64_t step,
                             const double *mean, double *plain, double *centred);
    void (*products_rows)(int64_t rows, int64_t n, const void *grad, const void *in, int64_t step, const double *mean,
                          const double *scale, int64_t each, double *plain, double *centred);
    void (*run_columns)(int64_t n, void *out, const void *in, const void *mean, const void *scale, const void *shift);
    void (*back_columns)(int64_t n, void *out, const void *grad, const void *in, const void *mean, const void *k0,
                         const void *k1, const void *k2);
};
/* One step of n units of one sequence, as struct rt_recurrent_call says. bias: or NULL; `state` is the one before the
   step; hidden: the product of the state and the weight; back: grad_h has the gradient of out in it. sum: to += from.
 */
struct rt_recurrent_loops {
    void (*plain)(int64_t n, bool relu, void *out, const void *bias);
    void (*plain_back)(int64_t n, bool relu, const void *out, const void *grad_h, void *grad_gates);
    void (*lstm)(int64_t n, void *gates, const void *bias, const void *cell, void *new_cell, void *out);
    void (*lstm_back)(int64_t n, const void *gates, const void *cell, const void *new_cell, const void *grad_h,
                      void *grad_cell, void *grad_gates);
    void (*gru)(int64_t n, void *gates, const void *hidden, const void *bias, const void *state, void *reset_times,
                void *out);
    void (*gru_back)(int64_t n, const void *gates, const void *reset_times, const void *state, void *grad_h,
                     void *grad_gates, void *grad_hidden);
    void (*sum)(int64_t n, void *to, const void *from);
};
/* Attention of `width` queries, a multiple of RT_ATTENTION_GROUP and at most RT_ATTENTION_MOST, which are the columns
   of a block of scores: scores[key][query]. mask: -inf in row j before column first + j. softmax: scores become
   exponentials above `top`, the largest of each column so far; sum is that of a column so far; factor is what results
   of earlier blocks are multiplied by. finish: top becomes the logsumexp, factor 1 / sum. back: scores become weights,
   grad, their gradients, those of the scores, of which `delta` are the sums with the weights. scale_rows: row i of n
   elements times factors[i]. dots: sums[query] of the products of columns. */
#define RT_ATTENTION_GROUP 16
#define RT_ATTENTION_MOST 64
struct rt_attention_loops {
    void (*scale)(int64_t n, void *x, double factor);
    void (*mask)(int64_t keys, int64_t width, void *scores, int64_t first);
    void (*softmax)(int64_t keys, int64_t width, void *scores, void *top, void *sum, void *factor);
    /* scores of a key += its number for all queries, or for each query its own */
    void (*add_keys)(int64_t keys, int64_t width, void *scores, const void *mask, int64_t step);
    void (*add)(int64_t n, void *scores, const void *mask);
    void (*finish)(int64_t width, void *top, const void *sum, void *factor, double unseen);
    void (*back)(int64_t keys, int64_t width, void *scores, void *grad, const void *logsumexp, const void *delta);
    void (*scale_rows)(int64_t rows, int64_t n, void *x, int64_t step, const void *factors);
    void (*dots)(int64_t n, int64_t width, const void *a, const void *b, void *sums);
};
/* Distances of the point `from` to `count` others, steps in elements; back: what these hand back to it, added to out.
 */
struct rt_distance_loops {
    void (*forward)(int64_t count, int64_t m, const void *from, const void *to, int64_t to_step, double p, void *out,
                    int64_t out_step);
    void (*back)(int64_t count, int64_t m, const void *from, const void *to, int64_t to_step, double p,
                 const void *grad, int64_t grad_step, const void *dist, int64_t dist_step, void *out);
};
/* The rows of one bag of a table, `row` elements apart, together: their sum (with a factor each, if there are) divided
   by `count`, or their maximum and where it is; a nan never replaces a number. n is not 0 for maxima. */
struct rt_bag_loops {
    void (*sum)(int64_t n, int64_t width, const int64_t *index, const void *factors, const void *table, int64_t row,
                int64_t count, void *out);
    void (*max)(int64_t n, int64_t width, const int64_t *index, const void *table, int64_t row, void *out,
                int64_t *where);
};
/* Sums in PyTorch's order, see isa/isa_sum.h; steps in elements. cascade and columns: of n rows of at most RT_SUM_STRIP
   columns; rows: of rows of `vectors` vectors of 32 bytes, with `n` elements from `behind` on; transposed: of such rows
   stored as columns, of 1 to 3 vectors. multiply: products of what out has already and n elements. */
#define RT_SUM_STRIP 512
struct rt_sum_loops {
    void (*cascade)(int64_t n, int64_t columns, const void *in, int64_t step, void *out);
    void (*columns)(int64_t n, int64_t columns, const void *in, int64_t step, void *out);
    void (*rows)(int64_t rows, int64_t step, const void *in, int64_t vectors, int64_t behind, int64_t n, void *out);
    void (*transposed)(int64_t n, int64_t columns, const void *in, int64_t step, void *out);
    void (*multiply_rows)(int64_t rows, int64_t step, const void *in, int64_t n, void *out);
    void (*multiply_columns)(int64_t n, int64_t columns, const void *in, int64_t step, void *out);
};
/* What a scan hands on to the next chunk of its row; all zero before the first. */
struct rt_scan_state {
    int64_t begin, best; /* elements before this chunk; the position of the extremum among them */
    union {
        double real;
        int64_t full;
        double parts[2];
    } value;
};
/* Running values, and of extrema their positions, of the next n elements of a row. */
typedef void (*rt_scan_loop)(int64_t n, void *out, int64_t *positions, const void *in, struct rt_scan_state *state);
/* Position of the extremum (first one; nan wins). */
typedef int64_t (*rt_argmax_loop)(int64_t n, const void *in);
typedef void (*rt_select_loop)(int64_t n, void *out, const void *cond, const void *a, const void *b);
/* c + p0 a b, or c + p0 a / b */
typedef void (*rt_combine_loop)(int64_t n, void *out, const void *c, const void *a, const void *b,
                                const struct rt_loop_param *params);
/* One step of an optimizer for n elements: ops/optimizers.def. */
typedef void (*rt_optimize_loop)(int64_t n, void *param, const void *grad, void *const *states, const double *factors);
/* n elements of arange or linspace from position `begin` of `total`, as RT_INT64, RT_FLOAT32 or RT_FLOAT64. */
typedef void (*rt_fill_loop)(const struct rt_fill_call *fill, enum rt_dtype as, int64_t total, int64_t begin, int64_t n,
                             void *out);
/* Keys that are ordered as n elements are (or the other way round): uint32_t or uint64_t. */
typedef void (*rt_key_loop)(int64_t n, const void *in, bool descending, void *keys);
/* How many of n keys are smaller than each; both arrays have a capacity of 64 bytes more. */
typedef void (*rt_rank_loop)(int64_t n, const void *keys, void *ranks);
/* Sorts RT_NETWORK columns of n words each, word i of column k at [i * RT_NETWORK + k]: keys of 32 bits above where
   they came from in one word, or keys of 64 bits and apart from them where they came from. */
#define RT_NETWORK 64
#define RT_NETWORK_ROWS 16
typedef void (*rt_network_loop)(int64_t n, void *keys, void *from);
/* out[i * out_step + j] = in[j * in_step + i] for `rows` i and `columns` j. */
typedef void (*rt_transpose_loop)(int64_t rows, int64_t columns, void *out, int64_t out_step, const void *in,
                                  int64_t in_step);
/* `rows` times n elements, steps counted in elements; both sides share no memory. */
typedef void (*rt_plane_loop)(int64_t rows, int64_t n, void *out, int64_t out_row, int64_t out_step, const void *in,
                              int64_t in_row, int64_t in_step);
/* Extrema and running values of a strip of columns, row after row `step` elements apart. */
typedef void (*rt_arg_columns)(int64_t rows, int64_t width, const void *in, int64_t step, void *best,
                               int64_t *position);
typedef void (*rt_scan_columns)(int64_t rows, int64_t width, void *out, int64_t out_step, const void *in,
                                int64_t in_step);

/* Running extrema and their positions. */
typedef void (*rt_scan_positions)(int64_t rows, int64_t width, void *out, int64_t out_step, int64_t *positions,
                                  int64_t positions_step, const void *in, int64_t in_step);

/* Elements at set bits, one after the other, and elements put there. */
typedef void (*rt_pack_loop)(int64_t words, const uint64_t *bits, void *out, const void *in);

struct rt_fft_loops;
struct rt_cpu_loops {
    const char *name;
    const rt_map_loop *map[RT_LOOP_TYPES];
    const rt_zip_loop *zip[RT_LOOP_TYPES];
    const rt_zip_loop (
        *sides[RT_LOOP_TYPES])[RT_ZIP_COUNT];       /* with a scalar: 0 left, 1 right; NULL where there is none */
    const rt_map_loop *narrow_map[RT_NARROW_TYPES]; /* NULL where the numbers pass through int32 */
    const rt_zip_loop *narrow_zip[RT_NARROW_TYPES];
    const rt_zip_loop (*narrow_sides[RT_NARROW_TYPES])[RT_ZIP_COUNT];
    const rt_map_loop *complex_map[2]; /* c64, c128; NULL where cpu_complex.h has the loop */
    const rt_zip_loop *complex_zip[2];
    const rt_zip_loop (*complex_sides[2])[RT_ZIP_COUNT];
    void (*complex_sum[2])(int64_t n, const void *in, double *sums); /* of n dense pairs of components */
    const rt_map_loop *half_signs;                                   /* neg, abs of half types */
    const rt_zip_loop (*half_zip)[RT_ZIP_COUNT]; /* float16, bfloat16 in memory; NULL where they pass through float */
    const rt_rows_loop *half_rows;               /* sums of such rows */
    const rt_select_loop *lerp[2];               /* f32, f64: from, to, weights */
    const rt_combine_loop *combine[2];           /* f32, f64: with a product, with a quotient */
    const rt_optimize_loop (*optimize)[RT_OPTIMIZE_COUNT]; /* f32, f64 */
    const rt_cast_loop (*cast)[RT_DTYPE_COUNT];            /* [to][from], see rt_cpu_cast */
    const rt_fold_loop *fold[RT_LOOP_TYPES];               /* [enum rt_reduce_op] */
    const rt_rows_loop *rows[RT_LOOP_TYPES];
    const struct rt_softmax_loops *softmax;     /* f32, f64 */
    const struct rt_norm_loops *norm;           /* f32, f64 */
    const struct rt_distance_loops *distance;   /* f32, f64 */
    const struct rt_attention_loops *attention; /* f32, f64 */
    const struct rt_recurrent_loops *recurrent; /* f32, f64 */
    const struct rt_sum_loops *sum;             /* f32, f64 */
    const struct rt_bag_loops *bag;             /* f32, f64 */
    const rt_scan_loop *scan[RT_LOOP_TYPES];
    const rt_argmax_loop *argmax[RT_LOOP_TYPES];
    const rt_select_loop *select;                              /* by the logarithm of an element's size */
    const rt_cast_loop *repeat;                                /* one element n times, by the same */
    const rt_plane_loop *plane;                                /* moves, by the same */
    void (*stream)(void *to, const void *from, int64_t bytes); /* dense bytes past the cache; rt_stream_end() ends it */
    bool (*in_range)(int64_t n, const int64_t *index, int64_t step, int64_t size); /* 0 <= all indices < size? */
    /* at[i] = (or += to add) index * stride; negative ones are moved by wrap; false: some are not in [0, size) */
    bool (*displace)(int64_t n, const int64_t *index, int64_t step, int64_t size, int64_t wrap, int64_t stride,
                     bool add, int64_t *at);
    /* runs of bytes at from + index * from_step; steps of to and from in bytes */
    void (*take_runs)(int64_t n, int64_t bytes, char *to, int64_t to_step, const char *from, int64_t from_step,
                      const int64_t *index);
    void (*put_runs)(int64_t n, int64_t bytes, char *to, int64_t to_step, const int64_t *index, const char *from,
                     int64_t from_step);
    /* n bytes that are not zero as bits, n a number of words of 64 rounded up; returns how many are set */
    int64_t (*mask_bits)(int64_t n, const uint8_t *bytes, uint64_t *bits);
    void (*positions)(int64_t words, const uint64_t *bits, int64_t begin, int64_t *out); /* of set bits, plus begin */
    const rt_pack_loop *pack, *unpack;                                                   /* by size, as plane */
    const rt_fill_loop *fill;
    const rt_transpose_loop *transpose;                 /* by the logarithm of an element's size, up to 8 bytes */
    const rt_key_loop (*keys)[RT_LOOP_TYPES];           /* of 32 and of 64 bits */
    const rt_rank_loop *rank;                           /* keys of 32 and of 64 bits */
    const rt_network_loop *network;                     /* the same */
    const struct rt_fft_loops *fft;                     /* f32, f64 */
    const rt_scan_columns *scan_columns[RT_LOOP_TYPES]; /* NULL where there is none */
    const rt_arg_columns *arg_columns[RT_LOOP_TYPES];
    const rt_scan_positions *scan_positions[RT_LOOP_TYPES]; /* maximum, minimum */
};
extern const struct rt_cpu_loops rt_cpu_loops_baseline, rt_cpu_loops_avx2, rt_cpu_loops_avx512;

/* The loops chosen at start. */
const struct rt_cpu_loops *rt_cpu_loops(void);

/* Conversions from and to the shell types, by [to][from]; NULL for the others. */
extern const rt_cast_loop rt_shell_casts[RT_DTYPE_COUNT][RT_DTYPE_COUNT];
/* The conversion of contiguous blocks. */
static inline rt_cast_loop rt_cpu_cast(enum rt_dtype to, enum rt_dtype from)
{
    return rt_dtype_is_shell(to) || rt_dtype_is_shell(from) ? rt_shell_casts[to][from] : rt_cpu_loops()->cast[to][from];
}

/* Which loops serve a dtype, and the dtype of those loops' elements. */
enum rt_loop_type rt_loop_type_of(enum rt_dtype dtype);
enum rt_dtype rt_loop_dtype(enum rt_loop_type type);
void rt_loop_param_set(struct rt_loop_param *param, struct rt_scalar value);

/* The grain of rt_parallel_for for `count` items of `each` elements: tasks of about `wanted` elements, but about
   sixteen tasks where that leaves enough in each, so that threads end together. */
static inline int64_t rt_grain(int64_t count, int64_t each, int64_t wanted)
{
    int64_t most = wanted / (each + 1) + 1, least = wanted / 8 / (each + 1) + 1, even = (count + 15) / 16;

    return even > most ? most : even < least ? least : even;
}

/* Work that touches so many bytes writes its results with non-temporal stores, because the cache could not keep them:
   no cache line is read before it is overwritten. The bytes: 40 MB, or a quarter of a cache that is large and shared
   with others. */
int64_t rt_stream_bytes(void);
static inline void rt_stream_end(void)
{
#if defined(__x86_64__)
    __builtin_ia32_sfence();
#endif
}

/* Elements of a block buffer. */
#define RT_BLOCK 1024

/* An operand walked in row-major order of a common shape. */
struct rt_operand {
    char *data;
    const int64_t *strides; /* of the walked dimensions, in elements; not used when linear */
    bool linear;            /* elements follow each other: data + i * size */
    enum rt_dtype dtype, as;
    const void *constant; /* a block filled with the constant, of type `as` */
};
/* n elements from position `begin`, as type `as`: either in place or in buffer (2 * RT_BLOCK * 16 bytes). */
const void *rt_operand_load(const struct rt_operand *o, const int64_t *shape, int ndim, int64_t begin, int64_t n,
                            void *buffer);
/* Where results of type `as` may be written: in place, or into buffer, to be stored by the next function. */
void *rt_operand_target(const struct rt_operand *o, int64_t begin, void *buffer);
void rt_operand_store(const struct rt_operand *o, const int64_t *shape, int ndim, int64_t begin, int64_t n,
                      void *buffer);

/* How many elements a small call has whose operands all have the dense layout of its output, the commonest call: it
   needs no job. -1: make one. Constants (no data) fit every layout. */
static inline int64_t rt_small_dense(const struct rt_view *out, const struct rt_view *const *in, int count)
{
    int64_t step = 1;

    for (int i = out->ndim - 1; i >= 0; i--) {
        int64_t size = out->shape[i];
        if (size != 1) {
            if (out->strides[i] != step)
                return -1;
            for (int k = 0; k < count; k++)
                if (in[k]->data && in[k]->strides[i] != step)
                    return -1;
        }
        step = rt_step_mul(step, size);
    }
    return step < RT_POOL_ELEMENTS ? step : -1;
}

/* Raw strided moves of elements of one size. */
void rt_gather_strided(char *to, const char *from, size_t size, const int64_t *shape, const int64_t *strides, int ndim,
                       int64_t begin, int64_t n);
void rt_scatter_strided(char *to, const char *from, size_t size, const int64_t *shape, const int64_t *strides, int ndim,
                        int64_t begin, int64_t n);

#define X(name) int rt_cpu_##name(struct rt_device *, const struct rt_##name##_call *, struct rt_error *);
#include "kernels.def"
#undef X

/* "baseline", "avx2" or "avx512": also in runtime.h, which backends do not see. */
const char *rt_cpu_capability(void);

/* Sums and means of floats in PyTorch's order (cpu_sum.c); 1: it is another reduction, and nothing was done. */
int rt_cpu_sum(const struct rt_reduce_call *call, struct rt_error *err);

/* The matmul kernel for complex numbers (cpu_complex_matmul.c); out is not empty. */
int rt_cpu_complex_matmul(struct rt_device *device, const struct rt_matmul_call *call, struct rt_error *err);

#endif
