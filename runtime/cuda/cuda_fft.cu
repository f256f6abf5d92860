/* The kernel class `fft` of the CUDA backend. Short lines are transformed in shared memory, several to a block, by
   passes of radix 8, 4, 2 and small primes (Stockham's order); longer ones are matrices of two shorter lengths, as
   often as need be (Gentleman and Sande, 1966; Bailey, 1990); a length with a large prime is a convolution with a chirp
   (Bluestein, 1970). What differs between the ops - real
   numbers, halves of lines, chirps - happens where lines are loaded and stored. Backward transforms are forward ones of
   conjugates. */
#include "cuda/cuda.cuh"

#include <stddef.h>

#define PASSES 12                        /* of 2048 = 8^3 4 there are four, of 1024 = 2^10 at most ten */
#define MAX_PRIME 31                     /* greater ones go by chirps */
#define DIMS 6                           /* of a line's number */
#define SHARED_NUMBERS 2048              /* float32: complex numbers of a block; of float64 half as many */
#define LOW 2048                         /* roots of long lines are products of two of small tables */
#define CHIRP_BYTES (INT64_C(256) << 20) /* of the lines of convolutions at a time */
#define LONGEST_CHIRP (INT64_C(1) << 30)

enum load { LOAD_COMPLEX, LOAD_REAL, LOAD_HALF, LOAD_CHIRP, LOAD_FILTER };
enum store { STORE_COMPLEX, STORE_REAL, STORE_HALF, STORE_TIMES, STORE_CHIRP };

/* What is done to the numbers of a line when they are loaded and stored. */
template <class R> struct ends {
    enum load load, inner_load; /* CHIRP: numbers of the op are loaded as inner_load, and multiplied by the chirp */
    enum store store, inner_store;
    bool conjugate_in, conjugate_out; /* after loading, before storing */
    R scale;
    int64_t length;               /* of the op's lines */
    const rt_complex<R> *chirp;   /* e^(-pi i k k / length) */
    const rt_complex<R> *factors; /* STORE_TIMES */
    const void *in;
    void *out;
};

/* Lines of n numbers. A line's number is split into dims, each of which moves where the line begins (base) and which
   position in the op's line its first number has (position); numbers are in_step positions apart, positions are
   in_stride elements apart. twiddle: the numbers of the result are multiplied by e^(-2 pi i k t / full), t being the
   dims' sum of twiddle. */
template <class R> struct lines {
    int64_t count;
    int n, passes, each; /* each: lines of a block at a time */
    int radix[PASSES];
    int ndim;
    int64_t dims[DIMS], in_base[DIMS], out_base[DIMS], in_place[DIMS], out_position[DIMS], twiddle[DIMS];
    int64_t in_step, out_step, in_stride, out_stride;
    bool in_beside, out_beside;      /* neighbouring lines have the smaller stride */
    int64_t full;                    /* 0: no twiddle factors */
    const rt_complex<R> *roots;      /* e^(-2 pi i k / n) */
    const rt_complex<R> *low, *high; /* e^(-2 pi i k / full), k < LOW, and of multiples of LOW */
    ends<R> end;
};

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static __device__ inline void sine_and_cosine(double twiddles, float *s, float *c)
{
    double wide_s, wide_c;

    sincospi(twiddles, &wide_s, &wide_c);
    *s = (float)wide_s, *c = (float)wide_c;
}
static __device__ inline void sine_and_cosine(double twiddles, double *s, double *c)
{
    sincospi(twiddles, s, c);
}

/* e^(-2 pi i step k / n) */
template <class R>
__global__ void __launch_bounds__(RT_THREADS) roots_kernel(int64_t count, int64_t step, int64_t n, rt_complex<R> *roots)
{
    for (RT_EACH(k, count)) {
        R s, c;
        sine_and_cosine(2 * (double)(k * step) / (double)n, &s, &c);
        roots[k] = {c, -s};
    }
}

/* e^(-pi i k k / n) */
template <class R> __global__ void __launch_bounds__(RT_THREADS) chirp_kernel(int64_t n, rt_complex<R> *chirp)
{
    for (RT_EACH(k, n)) {
        R s, c;
        sine_and_cosine((double)((uint64_t)k * (uint64_t)k % (uint64_t)(2 * n)) / (double)n, &s, &c);
        chirp[k] = {c, -s};
    }
}

/* ---- lines in shared memory -------------------------------------------------------------------------------------- */

template <class R> static __device__ inline rt_complex<R> conjugate(rt_complex<R> z)
{
    return {z.re, -z.im};
}

template <class R>
static __device__ inline rt_complex<R> load_as(enum load how, const ends<R> &e, int64_t base, int64_t stride,
                                               int64_t position)
{
    if (how == LOAD_REAL)
        return {((const R *)e.in)[base + position * stride], 0};
    if (how == LOAD_HALF) {
        const bool second = position > e.length / 2;
        const int64_t from = second ? e.length - position : position;
        rt_complex<R> z = ((const rt_complex<R> *)e.in)[base + from * stride];
        if (position == 0)
            z.im = 0;
        return second ? conjugate(z) : z;
    }
    return ((const rt_complex<R> *)e.in)[base + position * stride];
}

/* Position `position` of the line that begins at `base`; total: of the convolution. */
template <class R>
static __device__ inline rt_complex<R> load(const ends<R> &e, int64_t total, int64_t base, int64_t stride,
                                            int64_t position)
{
    if (e.load == LOAD_FILTER) {
        if (position < e.length)
            return conjugate(e.chirp[position]);
        return total - position < e.length ? conjugate(e.chirp[total - position]) : rt_complex<R>{0, 0};
    }
    if (e.load == LOAD_CHIRP && position >= e.length)
        return {0, 0};
    rt_complex<R> z = load_as(e.load == LOAD_CHIRP ? e.inner_load : e.load, e, base, stride, position);
    if (e.conjugate_in)
        z = conjugate(z);
    return e.load == LOAD_CHIRP ? z * e.chirp[position] : z;
}

template <class R>
static __device__ inline void store(const ends<R> &e, int64_t base, int64_t stride, int64_t position, rt_complex<R> z)
{
    enum store how = e.store;

    if (how == STORE_TIMES) { /* conjugated, so that what follows is the reverse transform */
        ((rt_complex<R> *)e.out)[base + position * stride] = conjugate(z * e.factors[position]);
        return;
    }
    if (how == STORE_CHIRP) {
        if (position >= e.length)
            return;
        z = conjugate(z) * e.chirp[position];
        how = e.inner_store;
    }
    if (e.conjugate_out)
        z = conjugate(z);
    z = {z.re * e.scale, z.im * e.scale};
    if (how == STORE_REAL)
        ((R *)e.out)[base + position * stride] = z.re;
    else if (how == STORE_COMPLEX || position <= e.length / 2)
        ((rt_complex<R> *)e.out)[base + position * stride] = z;
}

/* z times -i, and times e^(-pi i / 4) */
template <class R> static __device__ inline rt_complex<R> quarter(rt_complex<R> z)
{
    return {z.im, -z.re};
}
template <class R> static __device__ inline rt_complex<R> eighth(rt_complex<R> z)
{
    const R half = (R)0.70710678118654752440;
    return {(z.re + z.im) * half, (z.im - z.re) * half};
}

template <class R> static __device__ inline void small2(rt_complex<R> &a, rt_complex<R> &b)
{
    const rt_complex<R> difference = a - b;

    a = a + b;
    b = difference;
}
template <class R>
static __device__ inline void small4(rt_complex<R> &a, rt_complex<R> &b, rt_complex<R> &c, rt_complex<R> &d)
{
    small2(a, c);
    small2(b, d);
    d = quarter(d);
    small2(a, b);
    small2(c, d);
    const rt_complex<R> second = c; /* in order: a, c, b, d */
    c = b;
    b = second;
}
template <class R> static __device__ inline void transform_small(rt_complex<R> (&x)[2])
{
    small2(x[0], x[1]);
}
template <class R> static __device__ inline void transform_small(rt_complex<R> (&x)[4])
{
    small4(x[0], x[1], x[2], x[3]);
}
template <class R> static __device__ inline void transform_small(rt_complex<R> (&x)[8])
{
    rt_complex<R> odd[4] = {x[1], x[3], x[5], x[7]};

    x[1] = x[2], x[2] = x[4], x[3] = x[6];
    small4(x[0], x[1], x[2], x[3]);
    small4(odd[0], odd[1], odd[2], odd[3]);
    odd[1] = eighth(odd[1]);
    odd[2] = quarter(odd[2]);
    odd[3] = quarter(eighth(odd[3]));
    for (int q = 0; q < 4; q++) {
        x[4 + q] = x[q] - odd[q];
        x[q] = x[q] + odd[q];
    }
}

/* One pass of radix N over `count` lines: `done` is the product of the radices before. */
template <int N, class R>
static __device__ inline void pass(const lines<R> &l, int count, int done, const rt_complex<R> *from, rt_complex<R> *to)
{
    const int n = l.n, part = n / N, step = part / done;

    for (int t = threadIdx.x; t < count * part; t += blockDim.x) {
        const int line = t / part, i = t - line * part, k = i % done;
        const rt_complex<R> *x = from + line * n + i;
        rt_complex<R> *y = to + line * n + (i - k) * N + k, v[N];
        for (int q = 0; q < N; q++)
            v[q] = q && k ? x[q * part] * l.roots[q * k * step] : x[q * part];
        transform_small(v);
        for (int q = 0; q < N; q++)
            y[q * done] = v[q];
    }
}

/* The same for a prime: a thread computes one number of the result. */
template <class R>
static __device__ inline void prime_pass(const lines<R> &l, int count, int prime, int done, const rt_complex<R> *from,
                                         rt_complex<R> *to)
{
    const int n = l.n, part = n / prime, step = part / done;

    for (int t = threadIdx.x; t < count * n; t += blockDim.x) {
        const int line = t / n, rest = t - line * n, p = rest / part, i = rest - p * part, k = i % done;
        const int twiddle = k * step + p * part; /* of each further number; less than n */
        const rt_complex<R> *x = from + line * n + i;
        rt_complex<R> sum = x[0];
        for (int q = 1, root = 0; q < prime; q++) {
            root += twiddle;
            root = root >= n ? root - n : root;
            sum = sum + x[q * part] * l.roots[root];
        }
        to[line * n + (i - k) * prime + k + p * done] = sum;
    }
}

/* The begin of a line, and its twiddle index. */
struct line_position {
    int64_t in_base, out_base, in_place, out_position, twiddle;
};
template <class R> static __device__ inline line_position position_of(const lines<R> &l, int64_t line)
{
    line_position p = {0, 0, 0, 0, 0};

    for (int d = l.ndim - 1; d >= 0; d--) {
        const int64_t rest = line / l.dims[d], at = line - rest * l.dims[d];
        p.in_base += at * l.in_base[d];
        p.out_base += at * l.out_base[d];
        p.in_place += at * l.in_place[d];
        p.out_position += at * l.out_position[d];
        p.twiddle += at * l.twiddle[d];
        line = rest;
    }
    return p;
}

template <class R> __global__ void __launch_bounds__(RT_THREADS) lines_kernel(lines<R> l, int64_t total)
{
    __shared__ rt_complex<R> buffer[2][SHARED_NUMBERS * sizeof(float) / sizeof(R)];
    const int n = l.n;

    for (int64_t first = (int64_t)blockIdx.x * l.each; first < l.count; first += (int64_t)gridDim.x * l.each) {
        const int count = l.count - first < l.each ? (int)(l.count - first) : l.each;
        rt_complex<R> *from = buffer[0], *to = buffer[1];
        __syncthreads(); /* the numbers before are stored */
        for (int t = threadIdx.x; t < count * n; t += blockDim.x) {
            const int line = l.in_beside ? t % count : t / n, k = l.in_beside ? t / count : t - line * n;
            const line_position p = position_of(l, first + line);
            from[line * n + k] = load(l.end, total, p.in_base, l.in_stride, p.in_place + k * l.in_step);
        }
        for (int i = 0, done = 1; i < l.passes; done *= l.radix[i++]) {
            __syncthreads();
            if (l.radix[i] == 8)
                pass<8>(l, count, done, from, to);
            else if (l.radix[i] == 4)
                pass<4>(l, count, done, from, to);
            else if (l.radix[i] == 2)
                pass<2>(l, count, done, from, to);
            else
                prime_pass(l, count, l.radix[i], done, from, to);
            rt_complex<R> *other = from;
            from = to;
            to = other;
        }
        __syncthreads();
        for (int t = threadIdx.x; t < count * n; t += blockDim.x) {
            const int line = l.out_beside ? t % count : t / n, k = l.out_beside ? t / count : t - line * n;
            const line_position p = position_of(l, first + line);
            rt_complex<R> z = from[line * n + k];
            if (l.full) {
                const int64_t twiddle = p.twiddle * k % l.full;
                z = z * (l.low[twiddle % LOW] * l.high[twiddle / LOW]);
            }
            store(l.end, p.out_base, l.out_stride, p.out_position + k * l.out_step, z);
        }
    }
}

/* ---- plans ------------------------------------------------------------------------------------------------------- */

template <class R> static int64_t most_of_block(void)
{
    return SHARED_NUMBERS * (int64_t)sizeof(float) / (int64_t)sizeof(R);
}

/* The radices of n; false when a prime is too large. */
static bool factorise(int64_t n, int *radix, int *count)
{
    int twos = 0;

    *count = 0;
    for (; n % 2 == 0; n /= 2)
        twos++;
    for (; twos >= 3 && twos != 4; twos -= 3)
        radix[(*count)++] = 8;
    for (; twos >= 2; twos -= 2)
        radix[(*count)++] = 4;
    if (twos)
        radix[(*count)++] = 2;
    for (int p = 3; n > 1 && p <= MAX_PRIME; p += 2)
        for (; n % p == 0; n /= p)
            radix[(*count)++] = p;
    return n == 1;
}

static bool has_small_primes(int64_t n)
{
    for (int p = 2; p <= MAX_PRIME; p++)
        while (n % p == 0)
            n /= p;
    return n == 1;
}

/* The first of the two lengths of which n is the product, none greater than `most` if that can be. */
static int64_t best_rows(int64_t n, int64_t most)
{
    int64_t best = 1;

    for (int64_t d = 2; d <= most && d < n; d++)
        if (n % d == 0) {
            const int64_t worst = d > n / d ? d : n / d, before = best > n / best ? best : n / best;
            if (worst < before)
                best = d;
        }
    return best;
}

template <class R> struct work {
    struct cuda_device *d;
    struct rt_error *err;
    int64_t total; /* length of the outermost lines: that of the convolution */
};

template <class R> static rt_complex<R> *new_roots(const work<R> *w, int64_t count, int64_t step, int64_t n)
{
    rt_complex<R> *roots = (rt_complex<R> *)rt_cuda_scratch(w->d, (size_t)count * sizeof *roots, w->err);

    if (roots)
        RT_LAUNCH(roots_kernel<R>, rt_blocks(w->d, count), RT_THREADS, rt_cuda_stream(w->d), count, step, n, roots);
    return roots;
}

static void give(struct cuda_device *d, void *memory)
{
    if (memory)
        rt_cuda_scratch_free(d, memory);
}

/* Lines that fit in a block. */
template <class R> static int short_lines(const work<R> *w, lines<R> l, struct rt_error *err)
{
    const int64_t most = most_of_block<R>(), fit = most / l.n;
    const int64_t max_blocks = (int64_t)w->d->max_blocks * 2;
    /* all multiprocessors get some, but a block has enough work and coalesced reads */
    int64_t share = l.count / w->d->max_blocks, least = (RT_THREADS + l.n - 1) / l.n;
    rt_complex<R> *roots = new_roots(w, l.n, 1, l.n), *low = NULL, *high = NULL;
    int rc = roots ? 0 : -1;

    least = least < 8 ? 8 : least;
    share = share < least ? least : share;
    share = share < l.count ? share : l.count;
    factorise(l.n, l.radix, &l.passes);
    l.each = (int)(fit < share ? fit : share);
    if (rc == 0 && l.full) {
        low = new_roots(w, LOW, 1, l.full);
        high = new_roots(w, l.full / LOW + 1, LOW, l.full);
        rc = low && high ? 0 : -1;
    }
    if (rc == 0) {
        const int64_t blocks = (l.count + l.each - 1) / l.each, total = w->total;
        l.roots = roots;
        l.low = low;
        l.high = high;
        RT_LAUNCH_TOGETHER(lines_kernel<R>, (unsigned)(blocks < max_blocks ? blocks : max_blocks), RT_THREADS,
                           rt_cuda_stream(w->d), l, total);
        rc = rt_cuda_launched(w->d, err);
    }
    give(w->d, roots);
    give(w->d, low);
    give(w->d, high);
    return rc;
}

/* Have neighbouring lines the smaller stride? */
template <class R> static void set_order(lines<R> *l)
{
    const int last = l->ndim - 1;
    const int64_t in = l->in_base[last] + l->in_place[last] * l->in_stride,
                  out = l->out_base[last] + l->out_position[last] * l->out_stride;

    l->in_beside = in < l->in_step * l->in_stride;
    l->out_beside = out < l->out_step * l->out_stride;
}

template <class R> static void add_dim(lines<R> *l, int64_t size)
{
    const int d = l->ndim++;

    l->dims[d] = size;
    l->in_base[d] = l->out_base[d] = l->in_place[d] = l->out_position[d] = l->twiddle[d] = 0;
    l->count *= size;
}

/* A line of n numbers, n not as in l, is a matrix [rows, columns]: its columns are transformed, transposed, then its
   rows. The number of the result in row i, column k is that of position i + k rows. */
template <class R> static int all_lines(const work<R> *w, lines<R> l, int64_t n, struct rt_error *err)
{
    const int64_t most = most_of_block<R>();
    rt_complex<R> *between;
    int rc;

    if (n <= most) {
        l.n = (int)n;
        set_order(&l);
        return short_lines(w, l, err);
    }
    const int64_t rows = best_rows(n, most), columns = n / rows;
    lines<R> first = l, second = l;
    if (rows == 1 || l.ndim == DIMS)
        return rt_error_set(err, RT_RUNTIME, "a Fourier transform of that length is not there");
    if (!(between = (rt_complex<R> *)rt_cuda_scratch(w->d, (size_t)(l.count * n) * sizeof *between, err)))
        return -1;
    int64_t step = n;
    for (int d = l.ndim - 1; d >= 0; step *= l.dims[d--]) {
        first.out_base[d] = second.in_base[d] = step;
        first.out_position[d] = second.in_place[d] = first.twiddle[d] = second.twiddle[d] = 0;
    }
    add_dim(&first, columns);
    first.n = (int)rows;
    first.in_place[l.ndim] = l.in_step;
    first.in_step = l.in_step * columns;
    first.out_base[l.ndim] = 1;
    first.twiddle[l.ndim] = 1;
    first.full = n;
    first.out_step = columns;
    first.out_stride = 1;
    first.end.store = STORE_COMPLEX;
    first.end.conjugate_out = false;
    first.end.scale = 1;
    first.end.out = between;
    set_order(&first);
    rc = short_lines(w, first, err);

    add_dim(&second, rows);
    second.in_base[l.ndim] = columns;
    second.in_step = second.in_stride = 1;
    second.out_position[l.ndim] = l.out_step;
    second.out_step = l.out_step * rows;
    second.full = 0;
    second.end.load = LOAD_COMPLEX;
    second.end.conjugate_in = false;
    second.end.in = between;
    if (rc == 0)
        rc = all_lines(w, second, columns, err);
    give(w->d, between);
    return rc;
}

/* ---- chirps ------------------------------------------------------------------------------------------------------ */

/* Lines of `length` complex numbers, dense. */
template <class R> static lines<R> dense_lines(int64_t count, int64_t length)
{
    lines<R> l = {};

    l.count = 1;
    add_dim(&l, count);
    l.in_base[0] = l.out_base[0] = length;
    l.in_step = l.out_step = l.in_stride = l.out_stride = 1;
    l.end.scale = 1;
    return l;
}

/* The transform of the convolution's filter. */
template <class R>
static int make_filter(const work<R> *w, const lines<R> *l, rt_complex<R> *chirp, rt_complex<R> *filter,
                       struct rt_error *err)
{
    lines<R> one = dense_lines<R>(1, w->total);
    const int64_t n = l->end.length;

    RT_LAUNCH(chirp_kernel<R>, rt_blocks(w->d, n), RT_THREADS, rt_cuda_stream(w->d), n, chirp);
    one.end.load = LOAD_FILTER;
    one.end.length = n;
    one.end.chirp = chirp;
    one.end.scale = (R)(1.0 / (double)w->total);
    one.end.out = filter;
    return all_lines(w, one, w->total, err);
}

/* Some of the lines l: the numbers times the chirp, convolved with the filter, times the chirp. */
template <class R>
static int convolve_lines(const work<R> *w, const lines<R> *l, const rt_complex<R> *chirp, const rt_complex<R> *filter,
                          rt_complex<R> *middle, struct rt_error *err)
{
    lines<R> first = *l, second = *l;
    int64_t step = w->total;

    for (int d = l->ndim - 1; d >= 0; step *= l->dims[d--])
        first.out_base[d] = second.in_base[d] = step;
    first.out_step = first.out_stride = 1;
    first.end.chirp = second.end.chirp = chirp;
    first.end.inner_load = l->end.load;
    first.end.load = LOAD_CHIRP;
    first.end.store = STORE_TIMES;
    first.end.factors = filter;
    first.end.out = middle;
    second.in_step = second.in_stride = 1;
    second.end.load = LOAD_COMPLEX;
    second.end.conjugate_in = false;
    second.end.in = middle;
    second.end.inner_store = l->end.store;
    second.end.store = STORE_CHIRP;
    if (all_lines(w, first, w->total, err) < 0)
        return -1;
    return all_lines(w, second, w->total, err);
}

template <class R> static int chirp_lines(work<R> *w, const lines<R> *l, struct rt_error *err)
{
    const int cut = l->dims[0] >= l->dims[1] ? 0 : 1; /* the dimension that is cut into slices */
    const int64_t n = l->end.length, outer = l->dims[cut], inner = l->count / outer;
    rt_complex<R> *chirp, *filter, *middle = NULL;
    int64_t slice;
    int rc = -1;

    if (n > LONGEST_CHIRP)
        return rt_error_set(err, RT_RUNTIME, "a Fourier transform of that length is not there");
    w->total = 1;
    while (w->total < 2 * n - 1)
        w->total *= 2;
    slice = CHIRP_BYTES / (w->total * inner * (int64_t)sizeof(rt_complex<R>));
    slice = slice < 1 ? 1 : slice > outer ? outer : slice;
    chirp = (rt_complex<R> *)rt_cuda_scratch(w->d, (size_t)n * sizeof *chirp, err);
    filter = (rt_complex<R> *)rt_cuda_scratch(w->d, (size_t)w->total * sizeof *filter, err);
    if (chirp && filter)
        middle = (rt_complex<R> *)rt_cuda_scratch(w->d, (size_t)(slice * inner * w->total) * sizeof *middle, err);
    if (middle)
        rc = make_filter(w, l, chirp, filter, err);
    for (int64_t first = 0; first < outer && rc == 0; first += slice) {
        lines<R> some = *l;
        const size_t in = l->end.load == LOAD_REAL ? sizeof(R) : sizeof(rt_complex<R>),
                     out = l->end.store == STORE_REAL ? sizeof(R) : sizeof(rt_complex<R>);
        some.dims[cut] = outer - first < slice ? outer - first : slice;
        some.count = some.dims[cut] * inner;
        some.end.in = (const char *)l->end.in + (size_t)(first * l->in_base[cut]) * in;
        some.end.out = (char *)l->end.out + (size_t)(first * l->out_base[cut]) * out;
        rc = convolve_lines(w, &some, chirp, filter, middle, err);
    }
    give(w->d, chirp);
    give(w->d, filter);
    give(w->d, middle);
    return rc;
}

/* ---- the call ---------------------------------------------------------------------------------------------------- */

template <class R> static int transform(struct rt_device *device, const struct rt_fft_call *call, struct rt_error *err)
{
    const int64_t half = call->n / 2 + 1, in_inner = call->in_inner;
    const int64_t have = call->op == RT_FFT_C2R ? half : call->n, give = call->op == RT_FFT_R2C ? half : call->n;
    const bool same = in_inner == call->inner;
    work<R> w = {cuda_of(device), err, call->n};
    lines<R> l = {};

    l.count = 1;
    add_dim(&l, call->outer * call->inner / in_inner);
    add_dim(&l, in_inner);
    l.in_base[0] = have * in_inner;
    l.in_base[1] = 1;
    l.out_base[0] = same ? give * in_inner : in_inner * give;
    l.out_base[1] = same ? 1 : give;
    l.in_step = l.out_step = 1;
    l.in_stride = in_inner;
    l.out_stride = same ? in_inner : 1;
    l.end.load = call->op == RT_FFT_C2C ? LOAD_COMPLEX : call->op == RT_FFT_C2R ? LOAD_HALF : LOAD_REAL;
    l.end.store = call->op == RT_FFT_R2C ? STORE_HALF : call->op == RT_FFT_C2R ? STORE_REAL : STORE_COMPLEX;
    l.end.conjugate_in = l.end.conjugate_out = call->op == RT_FFT_C2R || !call->forward;
    l.end.scale = (R)call->scale;
    l.end.length = call->n;
    l.end.in = call->in.data;
    l.end.out = call->out.data;
    if (!has_small_primes(call->n))
        return chirp_lines(&w, &l, err);
    return all_lines(&w, l, call->n, err);
}

extern "C" int rt_cuda_fft(struct rt_device *device, const struct rt_fft_call *call, struct rt_error *err)
{
    if (call->outer * call->inner == 0 || call->n == 0)
        return 0;
    if (call->in.dtype == RT_FLOAT64 || call->in.dtype == RT_COMPLEX128)
        return transform<double>(device, call, err);
    return transform<float>(device, call, err);
}
