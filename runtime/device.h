/* The contract of a backend: views, kernel calls, devices, their memory, streams and events. A backend sees views,
   never tensors; it knows no autograd and no op. The host side of a device may be asynchronous: a kernel queued on the
   current stream keeps its operands alive because memory is freed in stream order (the free of a block is queued behind
   the kernels that use it, or the block is reused only by later work of the same stream). */
#ifndef RT_DEVICE_H
#define RT_DEVICE_H

#include "dtype.h"
#include "error.h"
#include "shape.h"

struct rt_generator;
struct rt_stream;
struct rt_event;
struct rt_graph;
/* Whose calls that a recording does not allow are errors: those of all threads, of this one, or of none. */
enum rt_graph_mode { RT_GRAPH_GLOBAL, RT_GRAPH_THREAD_LOCAL, RT_GRAPH_RELAXED };

/* ---- views ------------------------------------------------------------------------------------------------------ */

/* A strided window on device memory. data == NULL: a constant operand, every element is `constant` (scalars and 0-d CPU
   operands of an accelerator's op arrive like this); only inputs of map, zip and select may be it. */
struct rt_view {
    void *data;
    enum rt_dtype dtype;
    int ndim;
    struct rt_scalar constant;
    int64_t shape[RT_MAX_DIMS];
    int64_t strides[RT_MAX_DIMS]; /* in elements */
};

/* A view that is left out. */
static inline void rt_view_none(struct rt_view *view)
{
    view->data = NULL;
    view->ndim = 0;
}

/* The number of elements. Without any, the sizes before the 0 may be beyond 64 bits: their product wraps. */
static inline int64_t rt_view_numel(const struct rt_view *view)
{
    uint64_t n = 1;
    for (int i = 0; i < view->ndim; i++)
        n *= (uint64_t)view->shape[i];
    return (int64_t)n;
}

/* ---- kernel calls ----------------------------------------------------------------------------------------------- */

/* Pointwise functions are the rows of ops/elementwise.def. */
enum rt_map_op {
#define RT_MAP(name, ...) RT_MAP_##name,
#define RT_ZIP(name, ...)
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
    RT_MAP_COUNT
};

enum rt_zip_op {
#define RT_MAP(name, ...)
#define RT_ZIP(name, ...) RT_ZIP_##name,
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
    RT_ZIP_COUNT
};

enum rt_reduce_op {
    RT_REDUCE_SUM,
    RT_REDUCE_MEAN,
    RT_REDUCE_PROD,
    RT_REDUCE_MAX,
    RT_REDUCE_MIN,
    RT_REDUCE_ANY,
    RT_REDUCE_ALL,
    RT_REDUCE_NORM, /* param: the power p */
    RT_REDUCE_VAR,  /* param: the correction */
    RT_REDUCE_COUNT
};
enum rt_argreduce_op { RT_ARG_MAX, RT_ARG_MIN };
enum rt_scan_op { RT_SCAN_SUM, RT_SCAN_PROD, RT_SCAN_LOGSUMEXP, RT_SCAN_MAX, RT_SCAN_MIN, RT_SCAN_COUNT };
enum rt_scatter_mode { RT_SCATTER_ASSIGN, RT_SCATTER_ADD, RT_SCATTER_PROD, RT_SCATTER_MAX, RT_SCATTER_MIN };
/* which exception and text an index out of range gives */
enum rt_index_style { RT_INDEX_SUBSCRIPT, RT_INDEX_SELF, RT_INDEX_GATHER, RT_INDEX_TARGET };

/* A call is large, most of it sizes that are never read: only the fields before its views are zeroed. A view that may
   be left out needs rt_view_none. */
#define RT_CALL_BEGIN(call, first_view) rt_clear(&(call), (size_t)((char *)&(call).first_view - (char *)&(call)))

#define RT_MAX_PARAMS 4
#define RT_MAX_INDEX 8

/* Views of fill, map, zip, select and reduce have equal shapes (repeated dimensions have stride 0). Operands are
   converted to `compute` when loaded; the result has the function's result type for `compute` (bool for comparisons)
   and is converted to out.dtype when stored. */
enum rt_fill_kind { RT_FILL_CONSTANT, RT_FILL_ARANGE, RT_FILL_LINSPACE };
struct rt_fill_call {
    enum rt_fill_kind kind;
    struct rt_scalar start, step, end; /* constant: start. arange: start + i * step. linspace: start, step, end */
    struct rt_view out;
};
struct rt_map_call {
    enum rt_map_op op;
    enum rt_dtype compute;
    int nparams; /* the others are 0 */
    struct rt_scalar params[RT_MAX_PARAMS];
    struct rt_view out, in;
};
struct rt_zip_call {
    enum rt_zip_op op;
    enum rt_dtype compute;
    int nparams;
    struct rt_scalar params[RT_MAX_PARAMS];
    struct rt_view out, a, b;
};
/* then(c, op(a, b)), both with the same params; lerp: c + b (a - c) instead, floats only */
struct rt_zip3_call {
    bool lerp;
    enum rt_zip_op op, then;
    enum rt_dtype compute;
    int nparams;
    struct rt_scalar params[RT_MAX_PARAMS];
    struct rt_view out, a, b, c;
};
struct rt_select_call {
    enum rt_dtype compute;
    struct rt_view out, cond, a, b;
};
/* out has the shape of in, with stride 0 along the reduced dimensions listed in the bitmask */
struct rt_reduce_call {
    enum rt_reduce_op op;
    enum rt_dtype compute;
    uint32_t dims;
    double param;
    bool root; /* the square root of a variance, before it is rounded */
    struct rt_view out, in;
};
/* values or indices may have data NULL when they are not wanted; both have in's shape, size 1 along dim */
struct rt_argreduce_call {
    enum rt_argreduce_op op;
    int dim;
    struct rt_view values, indices, in;
};
/* indices: MAX and MIN only, int64, where the running extremum was last met (later equals and nans win). */
struct rt_scan_call {
    enum rt_scan_op op;
    enum rt_dtype compute;
    int dim;
    struct rt_view out, in, indices;
};
/* LOGSUMEXP: out has size 1 along dim. *_BACKWARD: in is the result, grad its gradient. */
enum rt_softmax_op { RT_SOFTMAX, RT_LOG_SOFTMAX, RT_LOGSUMEXP, RT_SOFTMAX_BACKWARD, RT_LOG_SOFTMAX_BACKWARD };
struct rt_softmax_call {
    enum rt_softmax_op op;
    int dim;
    struct rt_view out, in, grad;
};
/* Normalisation of dense data [outer, channels, inner] of float32 or float64; the others are dense, too, and may be
   left out (data NULL) where they are in brackets. ROWS: out = (in - mean) / sqrt(var + eps) [weight] + [bias], the
   moments being those of each row of channels / groups channels; weight and bias have one number for each channel.
   ROWS_BACKWARD: [out], [grad_weight], [grad_bias] from grad. STATS: mean and (in invstd) variance of each channel.
   CHANNELS: out = (in - mean) invstd [weight] + [bias]. CHANNELS_BACKWARD: like the other; training: the moments are
   those of in. */
enum rt_norm_op { RT_NORM_ROWS, RT_NORM_ROWS_BACKWARD, RT_NORM_STATS, RT_NORM_CHANNELS, RT_NORM_CHANNELS_BACKWARD };
struct rt_norm_call {
    enum rt_norm_op op;
    bool training;
    double eps;
    int64_t outer, channels, inner, groups;
    struct rt_view out, in, grad, weight, bias, mean, invstd, grad_weight, grad_bias;
};
/* three dimensions each: [batch, m, n], [batch, m, k], [batch, k, n]; batch strides may be 0; any strides; equal types.
   beta 0 does not read out. */
struct rt_matmul_call {
    struct rt_scalar alpha, beta;
    bool conjugate;  /* a, of complex numbers */
    const void *row; /* not NULL (CPU only): beta is 1, and this dense row is in the place of each row of the old out */
    struct rt_view out, a, b;
};
/* Attention of heads, float32 or float64: out = softmax(scale query key^T) value. query, out, grad_out, grad_query:
   [batch, heads, queries, size], key, value, grad_key, grad_value: [batch, heads, keys, size], any strides but 1 of the
   last dimension; causal: query i sees the keys up to i. mask: [batch, heads, queries, keys] of that type, any
   strides, 0 where it is repeated; it is added to the scores, or has no data. A query whose scores are all -inf gets
   zeros, or NaN where unseen is one. logsumexp: [batch, heads, queries], the logarithms of the sums of exponentials
   (inf for such a query). back: the gradients from grad_out, with out and logsumexp of the forward call; those with
   data NULL are left out. */
struct rt_attention_call {
    bool back, causal;
    double scale, unseen;
    struct rt_view out, logsumexp, query, key, value, mask, grad_out, grad_query, grad_key, grad_value;
};
/* The steps of a recurrent layer over `rows` sequences of one length, float32 or float64. All operands are dense; those
   of one step follow those of the step before, [steps, rows, ...]; reverse: the last step is computed first. A unit of
   the layer has 1, 4 or 3 gates, in PyTorch's order. h and c: [rows, units], the state before the first computed step,
   which becomes that after the last one. weight: [gates units, units]; bias: [gates units], of the GRU one more for
   what the reset gate multiplies, or without data. gates: [.., gates units]: at first what comes from the input, then
   the activations; of the plain kinds it is out, the states. cells: [.., units], of the LSTM the cells, of the GRU what
   its reset gate multiplies. back: gates, cells, out are a forward call's, h and c its states at first; grad_out (or no
   data) is the gradient of out, grad_h and grad_c those of the last states, which become those of the first ones.
   grad_gates: of gates as they came in; grad_hidden: of the GRU the gradient of the product of the state and the
   weight. */
enum rt_recurrent_op { RT_RECURRENT_TANH, RT_RECURRENT_RELU, RT_RECURRENT_LSTM, RT_RECURRENT_GRU, RT_RECURRENT_COUNT };
struct rt_recurrent_call {
    enum rt_recurrent_op op;
    bool back, reverse;
    int64_t steps, rows, units;
    struct rt_view gates, cells, out, h, c, weight, bias, grad_out, grad_h, grad_c, grad_gates, grad_hidden;
};
static inline int rt_recurrent_gates(enum rt_recurrent_op op)
{
    return op == RT_RECURRENT_LSTM ? 4 : op == RT_RECURRENT_GRU ? 3 : 1;
}
/* out[p] = in[p, displaced by sum over k of index[k][p] * stride[k]] for every position p of the common shape.
   The indexed dimensions have stride 0 in `in`; index[k] is int64 (or uint8..int32), checked against size[k],
   negative ones count from the end if `negative`. scatter: the same with the roles of in and out exchanged. */
struct rt_gather_call {
    int nindex;
    bool negative;
    enum rt_index_style style;
    int64_t size[RT_MAX_INDEX], stride[RT_MAX_INDEX];
    int dim[RT_MAX_INDEX]; /* the dimension named in the error text */
    struct rt_view out, in, index[RT_MAX_INDEX];
};
struct rt_scatter_call {
    enum rt_scatter_mode mode;
    int nindex;
    bool negative;
    bool full; /* nothing is written where an index is out of range */
    enum rt_index_style style;
    int64_t size[RT_MAX_INDEX], stride[RT_MAX_INDEX];
    int dim[RT_MAX_INDEX];
    struct rt_view out, in, index[RT_MAX_INDEX];
};
/* windows over two spatial dimensions (one-dimensional ops use height 1) */
struct rt_window {
    int64_t kernel[2], stride[2], padding[2], dilation[2];
};
/* in [n, c, h, w] -> out [n, c, kh, kw, oh, ow] (unfold); the reverse adds (fold; out is overwritten) */
struct rt_unfold_call {
    struct rt_window window;
    struct rt_view out, in;
};
struct rt_fold_call {
    struct rt_window window;
    struct rt_view out, in;
};
/* Convolution of image [n, c, h, w] with weight [m, c / groups, kh, kw] and bias [m] (or no data) to out
   [n, m, oh, ow]; RT_CONVOLVE_INPUT writes the gradient of the image, RT_CONVOLVE_WEIGHT that of the weight, from that
   of the result in out. All dense and of one type. */
enum rt_convolve_op { RT_CONVOLVE, RT_CONVOLVE_INPUT, RT_CONVOLVE_WEIGHT };
struct rt_convolve_call {
    enum rt_convolve_op op;
    struct rt_window window;
    int64_t groups;
    struct rt_view out, image, weight, bias;
};
enum rt_pool_op { RT_POOL_MAX, RT_POOL_MAX_BACKWARD, RT_POOL_AVG, RT_POOL_AVG_BACKWARD };
/* MAX: in [n,c,h,w] -> out, index (flat h*w positions). *_BACKWARD: in is the gradient [n,c,oh,ow], out is [n,c,h,w].
   adaptive: no window, but result i covers [floor(i h / oh), ceil((i + 1) h / oh)), and columns likewise.
   MAX with samples (data not NULL): windows of depth x kernel elements begin at random positions. in [n,c,d,h,w], out
   and index [n,c,od,oh,ow] and samples [n,c,3] are dense, float32 or float64; images have d 1, and samples [n,c,2]. */
struct rt_pool_call {
    enum rt_pool_op op;
    struct rt_window window;
    bool adaptive;
    bool count_padding;
    int64_t divisor; /* 0: the window's size */
    int64_t depth;
    struct rt_view out, index, in, samples;
};
/* Each element of out is a sum over elements of in, separately for each of three dimensions. in, out: [planes, planes,
   depth, height, width], rows of in are consecutive elements, out is dense. step: elements of the image for one of the
   result, -1 where it stays; REFLECT and what follows have borders of `before` elements instead. back: in is the
   gradient of the result, out that of the image. Those that take elements as they are go with any type, the others and
   gradients with float32 and float64. */
enum rt_resample_op {
    RT_RESAMPLE_NEAREST,
    RT_RESAMPLE_EXACT, /* nearest to the middle */
    RT_RESAMPLE_LINEAR,
    RT_RESAMPLE_CUBIC,
    RT_RESAMPLE_TRIANGLE, /* means over wider surroundings where the image becomes smaller */
    RT_RESAMPLE_SMOOTH,
    RT_RESAMPLE_LOBES,
    RT_RESAMPLE_REFLECT,
    RT_RESAMPLE_REPLICATE,
    RT_RESAMPLE_CIRCULAR,
    RT_RESAMPLE_COUNT
};
struct rt_resample_call {
    enum rt_resample_op op;
    bool back, align, single; /* single: positions are calculated in float32 */
    bool plain;               /* NEAREST of one and of two elements for each does not look at steps */
    double step[3];
    int64_t before[3];
    struct rt_view out, in;
};
/* in [n, c, (depth,) height, width], dense; grid [n, ..., 2 or 3], dense: the last dimension's position first, -1 and 1
   are the image's borders (align: the middles of its last pixels); out [n, c, ...], dense. Equal types, float32 or
   float64. Bicubic only of two dimensions. With grad (data not NULL), which is like out, out is nothing, but grad_in
   and grad_grid are the gradients of in and grid, those of them that have data. */
enum rt_sample_mode { RT_SAMPLE_BILINEAR, RT_SAMPLE_NEAREST, RT_SAMPLE_BICUBIC };
enum rt_sample_padding { RT_SAMPLE_ZEROS, RT_SAMPLE_BORDER, RT_SAMPLE_REFLECTION };
struct rt_sample_call {
    enum rt_sample_mode mode;
    enum rt_sample_padding padding;
    bool align;
    struct rt_view out, in, grid, grad, grad_in, grad_grid;
};
/* Which of equal elements come first: the earlier ones, or those that PyTorch's ways of selecting leave there. */
enum rt_sort_ties { RT_TIES_STABLE, RT_TIES_TOP, RT_TIES_KTH };
/* Stable unless ties says otherwise; nan counts as the greatest. values and indices get the positions [first, first +
   count) of the sorted order and have that size along dim; either may have data NULL. */
struct rt_sort_call {
    int dim;
    bool descending;
    bool nan_first; /* with count 1: a row with nans gives the first of them (median) */
    enum rt_sort_ties ties;
    int64_t first, count;
    struct rt_view values, indices, in;
};
enum rt_random_kind {
    RT_RANDOM_UNIFORM,     /* params: from, to */
    RT_RANDOM_NORMAL,      /* mean, std */
    RT_RANDOM_INTEGER,     /* from, to: random_(from, to), randint */
    RT_RANDOM_FULL,        /* random_() without bounds */
    RT_RANDOM_PERMUTATION, /* randperm: out is 1-d */
    RT_RANDOM_BERNOULLI,   /* p; or `in` holds a probability per element */
    RT_RANDOM_DROPOUT,     /* p, scale: out = `in` * scale with probability p, else 0; `in2`, of bool, is written: what
                              was kept. Float types, dense, equal strides; bounds[0] neighbours come from one thread: 4
                              or 2, where as many divide the elements, or 1. Accelerators only */
    RT_RANDOM_EXPONENTIAL, /* lambda */
    RT_RANDOM_GEOMETRIC,   /* p */
    RT_RANDOM_LOG_NORMAL,  /* mean, std */
    RT_RANDOM_CAUCHY,      /* median, sigma */
    RT_RANDOM_MULTINOMIAL, /* with replacement from the cumulative distribution `in` [rows, n]; out [rows, samples] */
    RT_RANDOM_POISSON,     /* `in`: a rate for each element */
    RT_RANDOM_BINOMIAL,    /* `in`: counts, `in2`: probabilities */
    RT_RANDOM_GAMMA        /* `in`: shapes */
};
struct rt_random_call {
    enum rt_random_kind kind;
    struct rt_generator *generator;
    double params[2];
    int64_t bounds[2]; /* RT_RANDOM_INTEGER: exact 64-bit bounds */
    struct rt_view out, in, in2;
};
struct rt_cast_copy_call {
    struct rt_view out, in;
};
/* Fourier transforms of lines of n numbers, dense [outer, n, inner]; complex types of double the size of the real one.
   C2C: out may be in. R2C: forward, of real numbers, out has n / 2 + 1 of them, or all n (FULL); C2R: the reverse,
   backward, in has n / 2 + 1. Where in_inner is not inner, in is [.., n, in_inner] and out [outer, n], the lines in the
   same order. */
enum rt_fft_op { RT_FFT_C2C, RT_FFT_R2C, RT_FFT_R2C_FULL, RT_FFT_C2R };
struct rt_fft_call {
    enum rt_fft_op op;
    bool forward;
    double scale;
    int64_t outer, n, inner, in_inner;
    struct rt_view out, in;
};
/* p-norms of differences. a [batch, points, n], b [batch, others, n], both dense along n, float32 or float64; out
   [batch, points, others]. pairs: a is b, batch 1, and out [points (points - 1) / 2] is dense: i < j in order.
   With grad (data not NULL) and dist, both like out above: out [batch, points, n] is the gradient of a, dense along n.
 */
struct rt_distance_call {
    double p;
    bool pairs;
    struct rt_view out, a, b, grad, dist;
};
/* Rows of a dense table [rows, width] of float32 or float64 folded: bag i has the rows index[begin, end) where begin
   and end are starts[i] and starts[i + 1], or i each and (i + 1) each without starts. Those at `padding` are left out.
   SUM: with a factor for each index, if factors has data. MAX: where [bags, width] gets the row, -1 in an empty bag,
   whose maximum is 0. All dense, indices int64. */
enum rt_bag_op { RT_BAG_SUM, RT_BAG_MEAN, RT_BAG_MAX };
struct rt_bag_call {
    enum rt_bag_op op;
    int64_t each, padding;
    struct rt_view out, where, table, index, starts, factors;
};
/* Losses by class, float32 or float64: -in[i, index[i]] w[index[i]] of each row i whose index is not `ignore`; w is
   weight, [classes], dense, or without data ones. EACH: out [n], 0 where ignored; SUM: out is one element, their sum;
   MEAN: that divided by the sum of the w that count. back: in [n] is the gradient of each row's loss (of MEAN before it
   is divided), steps of 0 allowed, and out [n, classes], dense, that of a forward call's in. index: int64 [n], dense, n
   at most RT_NLL_MAX_ROWS. An index that is no class is an error. */
#define RT_NLL_MAX_ROWS 32768
enum rt_nll_reduction { RT_NLL_EACH, RT_NLL_MEAN, RT_NLL_SUM };
struct rt_nll_call {
    enum rt_nll_reduction reduction;
    bool back;
    int64_t classes, ignore;
    struct rt_view out, in, index, weight;
};
/* One step of an optimizer for one parameter: float32 or float64, all views dense, of one type and in the same order.
   The factors are those of all steps, then of the row. Statistics of a row: rt_optimize_states. */
enum rt_optimize_op {
#define RT_OPTIMIZE(name, ...) RT_OPTIMIZE_##name,
#include "ops/optimizers.def"
#undef RT_OPTIMIZE
    RT_OPTIMIZE_COUNT
};
#define RT_MAX_STEP_STATES 3
enum rt_step_factor { RT_STEP_SIGN, RT_STEP_DECAY, RT_STEP_SHRINK, RT_STEP_OWN, RT_MAX_STEP_FACTORS = RT_STEP_OWN + 8 };
struct rt_optimize_call {
    enum rt_optimize_op op;
    double factors[RT_MAX_STEP_FACTORS];
    struct rt_view param, grad, states[RT_MAX_STEP_STATES]; /* states that the row does not have are left out */
};
/* An error unless all elements of in and in2, float types and of one shape, are from low to high; nan is not. in2 may
   be in. */
struct rt_range_assert_call {
    double low, high;
    struct rt_view in, in2;
};
/* out.data NULL: only counts. out: [count, in.ndim] int64. */
struct rt_compact_call {
    int64_t *count;
    struct rt_view out, in;
};

/* out [count] = the elements of in where the mask, a view of bool of in's shape, holds, in row-major order; back: the
   reverse, in [count] is written to out, which has the mask's shape. The packed side is dense, count must be right. */
struct rt_pack_call {
    bool back;
    struct rt_view out, in, mask;
};

/* Batches of matrices for LAPACK. Matrices are [batch, rows, columns] and column-major (strides [s, 1, r]), vectors are
   [batch, n], dense. What an operation does not use has data NULL; pivots are int32. The rows say what a, b, c and d
   are; "!" marks what is overwritten, with a result or with undefined values. */
enum rt_linalg_op {
    RT_LINALG_LU,               /* a!, pivots b! */
    RT_LINALG_LU_SOLVE,         /* factors a, pivots b, right sides c!; transpose */
    RT_LINALG_CHOLESKY,         /* a!, the other triangle becomes zero; upper */
    RT_LINALG_CHOLESKY_INVERSE, /* factor a! becomes the inverse; upper */
    RT_LINALG_CHOLESKY_SOLVE,   /* factor a, right sides c!; upper */
    RT_LINALG_TRIANGULAR,       /* a, right sides c!; upper, left, unit, transpose */
    RT_LINALG_QR,               /* a! becomes reflectors and R, scales b! */
    RT_LINALG_REFLECTORS,       /* a! becomes the product of its reflectors, scales b */
    RT_LINALG_REFLECT,          /* reflectors a, scales b, c! is multiplied; left, transpose */
    RT_LINALG_EIGH,             /* a! becomes the eigenvectors if wanted, real values b!; upper, vectors */
    RT_LINALG_EIG,              /* a!, complex values b!, complex vectors c! if wanted */
    RT_LINALG_SVD,              /* a!, values b!, vectors c! d! if wanted; full */
    RT_LINALG_LEAST_SQUARES,    /* a!, right sides c!, singular values b!, int64 ranks d!; driver, tolerance */
    RT_LINALG_LDL,              /* a!, pivots b!; hermitian */
    RT_LINALG_LDL_SOLVE,        /* factors a, pivots b, right sides c!; hermitian */
    RT_LINALG_COUNT
};
/* LAPACK's drivers of least squares */
enum rt_linalg_driver { RT_GELS, RT_GELSY, RT_GELSD, RT_GELSS };
/* info where the input is not finite and LAPACK is not asked */
#define RT_LINALG_NOT_FINITE (-1000)
struct rt_linalg_call {
    enum rt_linalg_op op;
    bool upper, left, unit, vectors, full, hermitian;
    char transpose; /* 'N', 'T', 'C' */
    enum rt_linalg_driver driver;
    double tolerance;
    struct rt_view a, b, c, d, info; /* info!: [batch] int32, LAPACK's answer */
};

struct rt_device;
struct rt_kernels {
#define X(name) int (*name)(struct rt_device *, const struct rt_##name##_call *, struct rt_error *);
#include "kernels.def"
#undef X
};

/* ---- devices ---------------------------------------------------------------------------------------------------- */

/* X(enum, name). Those behind RT_META have a name, for programs that compare, and no devices. */
#define RT_DEVICE_TYPES(X)                                                                                             \
    X(RT_CPU, "cpu")                                                                                                   \
    X(RT_CUDA, "cuda")                                                                                                 \
    X(RT_META, "meta")                                                                                                 \
    X(RT_MPS, "mps")                                                                                                   \
    X(RT_XPU, "xpu")                                                                                                   \
    X(RT_MTIA, "mtia")                                                                                                 \
    X(RT_XLA, "xla")                                                                                                   \
    X(RT_IPU, "ipu")                                                                                                   \
    X(RT_VULKAN, "vulkan")

enum rt_device_type {
#define X(id, name) id,
    RT_DEVICE_TYPES(X)
#undef X
        RT_DEVICE_TYPE_COUNT
};

/* Counters of the caching allocator, as torch.cuda.memory_stats() names them. X(field) */
/* clang-format off */
#define RT_MEMORY_METRICS(X) \
    X(allocation) X(segment) X(active) X(inactive_split) X(allocated_bytes) X(reserved_bytes) X(active_bytes) \
    X(inactive_split_bytes) X(requested_bytes)
/* clang-format on */
struct rt_memory_metric {
    int64_t current, peak, allocated, freed;
};
enum rt_memory_pool { RT_POOL_ALL, RT_POOL_LARGE, RT_POOL_SMALL, RT_POOL_COUNT };
struct rt_memory_stats {
#define X(field) struct rt_memory_metric field[RT_POOL_COUNT];
    RT_MEMORY_METRICS(X)
#undef X
    int64_t num_alloc_retries, num_ooms;
};

struct rt_device_properties {
    char name[128];
    int major, minor, multi_processor_count;
    int64_t total_memory, l2_cache_size;
    char uuid[40];
    int pci_bus_id, pci_device_id, pci_domain_id;
};

/* The functions of a backend beside its kernels. Memory functions work in the order of the current stream. Pointers of
   device memory are opaque to the caller. */
struct rt_device_ops {
    /* NULL and RT_OUT_OF_MEMORY with PyTorch's text; size 0 may give NULL without error */
    void *(*alloc)(struct rt_device *, size_t size, struct rt_error *);
    void (*free)(struct rt_device *, void *memory, size_t size);
    /* Contiguous bytes. copy_to_host waits for the copy; copy_from_host may return once `source` has been read;
       both wait when `blocking`. copy_peer: from another device of the same type. */
    int (*copy_from_host)(struct rt_device *, void *to, const void *source, size_t size, bool blocking,
                          struct rt_error *);
    int (*copy_to_host)(struct rt_device *, void *to, const void *source, size_t size, bool blocking,
                        struct rt_error *);
    int (*copy_peer)(struct rt_device *to_device, void *to, struct rt_device *from_device, const void *from,
                     size_t size, struct rt_error *);
    /* Page-locked memory of the host; for all devices of the type. Freed, it is used again when the copies that were
       queued with it have ended. All four NULL: the backend has none. copy_from_pinned, copy_to_pinned: like the
       others, with the host's side in such memory, but only queued: the caller neither changes nor reads it before
       the current stream has come there. */
    void *(*pin_alloc)(struct rt_device *, size_t size, struct rt_error *);
    void (*pin_free)(struct rt_device *, void *memory);
    int (*copy_from_pinned)(struct rt_device *, void *to, const void *source, size_t size, struct rt_error *);
    int (*copy_to_pinned)(struct rt_device *, void *to, const void *source, size_t size, struct rt_error *);
    /* Another stream uses the memory (the address of alloc), too: freed, it is used again only behind what that stream
       has to do then. */
    int (*record_stream)(struct rt_device *, void *memory, struct rt_stream *, struct rt_error *);
    /* Waits for all streams; reports the sticky error of queued work. Reads the interrupt flag while it waits. */
    int (*synchronize)(struct rt_device *, struct rt_error *);

    int (*stream_create)(struct rt_device *, int priority, struct rt_stream **, struct rt_error *);
    void (*stream_destroy)(struct rt_device *, struct rt_stream *);
    int (*stream_synchronize)(struct rt_device *, struct rt_stream *, struct rt_error *);
    int (*stream_query)(struct rt_device *, struct rt_stream *, bool *done, struct rt_error *);
    int (*stream_wait)(struct rt_device *, struct rt_stream *, struct rt_event *, struct rt_error *);
    uint64_t (*stream_handle)(struct rt_device *, struct rt_stream *); /* the number in its repr */

    int (*event_create)(struct rt_device *, bool timing, struct rt_event **, struct rt_error *);
    void (*event_destroy)(struct rt_device *, struct rt_event *);
    int (*event_record)(struct rt_device *, struct rt_event *, struct rt_stream *, struct rt_error *);
    int (*event_synchronize)(struct rt_device *, struct rt_event *, struct rt_error *);
    int (*event_query)(struct rt_device *, struct rt_event *, bool *done, struct rt_error *);
    int (*event_elapsed)(struct rt_device *, struct rt_event *from, struct rt_event *to, float *ms, struct rt_error *);

    /* Graphs (all five NULL: the backend has none). Between begin and end the current stream, which is not the default
       one, and those that wait for it record what is queued instead of doing it; memory is taken from a pool that no
       other work uses while a graph of it is left. end must be asked on the same stream; *nodes: pieces of work that
       were recorded. launch queues all of it on the current stream, with fresh random numbers. destroy waits for the
       device; a graph that is being recorded is given up. */
    int (*graph_begin)(struct rt_device *, uint64_t pool, enum rt_graph_mode, struct rt_graph **, struct rt_error *);
    int (*graph_end)(struct rt_device *, struct rt_graph *, size_t *nodes, struct rt_error *);
    int (*graph_launch)(struct rt_device *, struct rt_graph *, struct rt_error *);
    void (*graph_destroy)(struct rt_device *, struct rt_graph *);
    bool (*is_recording)(struct rt_device *); /* the current stream */

    void (*memory_stats)(struct rt_device *, struct rt_memory_stats *);
    void (*reset_peak)(struct rt_device *);
    int (*empty_cache)(struct rt_device *, struct rt_error *);
    int (*memory_info)(struct rt_device *, size_t *free_bytes, size_t *total, struct rt_error *);
    int (*properties)(struct rt_device *, struct rt_device_properties *, struct rt_error *);
};

struct rt_device {
    enum rt_device_type type;
    int index;
    bool host_memory;   /* data pointers may be read by the host (cpu) */
    bool draws_as_host; /* its default generator is the CPU's (simulated devices, where asked for) */
    const struct rt_kernels *kernels;
    const struct rt_device_ops *ops;
    struct rt_generator *generator; /* the default generator, made by rt_device_generator() */
    void *state;                    /* of the backend */
};

/* Who provides the devices of a type: the simulator, or the CUDA plugin. `count` and `open` may fail with the texts
   that PyTorch has for that; open is called once per index and its device is never freed. */
struct rt_device_provider {
    const char *name; /* "simulated", "cuda" */
    bool simulated;
    int (*count)(const struct rt_device_provider *, struct rt_error *);
    struct rt_device *(*open)(const struct rt_device_provider *, int index, struct rt_error *);
};

#define RT_MAX_DEVICES 64 /* of a type */

/* The CPU. Never fails, initialised on first use. */
struct rt_device *rt_device_cpu(void);

/* The device of tensors without elements. Never fails. */
struct rt_device *rt_device_meta(void);
static inline bool rt_device_is_meta(const struct rt_device *device)
{
    return device->type == RT_META;
}

/* Registers the provider of a device type (the last one wins); before any device of the type is opened. */
void rt_device_provide(enum rt_device_type type, const struct rt_device_provider *provider);
/* The provider that is looked for when devices of the type are first asked for; one that is registered comes first. */
void rt_device_provide_lazily(enum rt_device_type type, const struct rt_device_provider *(*find)(void));
/* NULL when there is none. */
const struct rt_device_provider *rt_device_provider_of(enum rt_device_type type);

/* Number of devices of a type; 0 without a provider, and when its count fails. */
int rt_device_count(enum rt_device_type type);

/* The device of that type and index (-1: the current one of the type); opens it if need be. Without a provider:
   RT_ASSERTION "Torch not compiled with CUDA enabled". Bad ordinal: RT_ACCELERATOR. */
struct rt_device *rt_device_get(enum rt_device_type type, int index, struct rt_error *err);

/* The same device if it has been opened; NULL otherwise. Opens nothing. */
struct rt_device *rt_device_opened(enum rt_device_type type, int index);

/* The current device of a type on this thread. set: RT_ACCELERATOR for a bad ordinal. */
int rt_device_current(enum rt_device_type type);
int rt_device_set_current(enum rt_device_type type, int index, struct rt_error *err);

/* The stream on which this thread queues work of a device; NULL is its default stream. */
struct rt_stream *rt_device_stream(struct rt_device *device);
void rt_device_set_stream(struct rt_device *device, struct rt_stream *stream);

/* "cuda:1" (always with the index), "cpu". Returns buffer. */
const char *rt_device_text(const struct rt_device *device, char *buffer, size_t length);
#define RT_DEVICE_TEXT 24

/* Parses "cuda:1", "cpu", "cuda" (index -1). PyTorch's texts for bad strings. */
int rt_device_parse(const char *text, size_t length, enum rt_device_type *type, int *index, struct rt_error *err);

/* The default generator of a device, made on first use (random_generator.h). */
struct rt_generator *rt_device_generator(struct rt_device *device);

/* May float32 products, or convolutions, of accelerators round their operands to 19 bits? false and true, as PyTorch's
   torch.backends.cuda.matmul.allow_tf32 and torch.backends.cudnn.allow_tf32. */
void rt_allow_tf32(bool convolution, bool allow);
bool rt_tf32_allowed(bool convolution);

/* Where work comes from, for the texts of errors that show later: the op that runs on this thread, the outermost one
   (NULL: none), and the number that the host gave to the piece of program that it runs ("Cell In[3]"; 0: it has none).
 */
#ifdef __cplusplus
#define RT_THREAD_LOCAL thread_local
#else
#define RT_THREAD_LOCAL _Thread_local
#endif
extern RT_THREAD_LOCAL const char *rt_op_now;
void rt_set_cell(int64_t number);
struct rt_origin {
    const char *op;
    int64_t cell;
};
struct rt_origin rt_origin_now(void);

/* The interrupt flag of the program: kernels read it between tiles and fail with RT_INTERRUPT while it is nonzero. */
void rt_set_interrupt_flag(const volatile int *flag);
bool rt_interrupted(void);
/* RT_INTERRUPT when the flag is up; otherwise 0. */
int rt_check_interrupt(struct rt_error *err);

#endif
