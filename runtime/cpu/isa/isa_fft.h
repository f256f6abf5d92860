/* Fourier transforms by vectors V of W numbers T. No include guard: included once for float and once for double.

   The engine transforms vectors of numbers, real and imaginary components apart, a line in each lane: passes of radix
   2, 3, 4, 5, 7, 8 and other primes from one buffer into another (Stockham's order, which needs no sorting: Cochran et
   al., What is the fast Fourier transform?, 1967). Lines are brought there by transposing squares of W lines and W
   numbers in registers. A long line is a matrix whose columns and then, multiplied by twiddle factors, whose rows are
   lines. */

#define PAIR NAME(pair)
typedef struct {
    V re, im;
} PAIR;
#define INDEX NAME(index)
#define WITH2(x, w) x##w
#define WITH(x, w) WITH2(x, w)
#define SHUFFLE(a, b, which) RT_ISA_SHUFFLE(a, b, ((INDEX)WITH(which, W)))

ALWAYS PAIR NAME(load)(const V *x)
{
    return (PAIR){x[0], x[1]};
}
ALWAYS void NAME(store)(V *x, PAIR v)
{
    x[0] = v.re;
    x[1] = v.im;
}
ALWAYS PAIR NAME(sum)(PAIR a, PAIR b)
{
    return (PAIR){a.re + b.re, a.im + b.im};
}
ALWAYS PAIR NAME(difference)(PAIR a, PAIR b)
{
    return (PAIR){a.re - b.re, a.im - b.im};
}
ALWAYS PAIR NAME(times)(PAIR a, V re, V im)
{
    return (PAIR){FMA(a.re, re, -(a.im * im)), FMA(a.re, im, a.im * re)};
}
/* times -i */
ALWAYS PAIR NAME(quarter)(PAIR a)
{
    return (PAIR){a.im, -a.re};
}

/* ---- butterflies ------------------------------------------------------------------------------------------------- */

ALWAYS void NAME(butterfly4)(PAIR *a)
{
    const PAIR b = NAME(sum)(a[0], a[2]), c = NAME(difference)(a[0], a[2]);
    const PAIR d = NAME(sum)(a[1], a[3]), e = NAME(quarter)(NAME(difference)(a[1], a[3]));

    a[0] = NAME(sum)(b, d);
    a[1] = NAME(sum)(c, e);
    a[2] = NAME(difference)(b, d);
    a[3] = NAME(difference)(c, e);
}

ALWAYS void NAME(butterfly8)(PAIR *a)
{
    PAIR even[4] = {a[0], a[2], a[4], a[6]}, odd[4] = {a[1], a[3], a[5], a[7]}, x;
    const V root = SET((T)0.70710678118654752440);

    NAME(butterfly4)(even);
    NAME(butterfly4)(odd);
    x = odd[1];
    odd[1] = (PAIR){(x.re + x.im) * root, (x.im - x.re) * root};
    odd[2] = NAME(quarter)(odd[2]);
    x = odd[3];
    odd[3] = (PAIR){(x.im - x.re) * root, -((x.re + x.im) * root)};
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        a[i] = NAME(sum)(even[i], odd[i]);
        a[i + 4] = NAME(difference)(even[i], odd[i]);
    }
}

/* An odd prime r: pairs of numbers whose roots are conjugates are added and subtracted first. */
ALWAYS void NAME(butterfly_odd)(PAIR *a, int r, const T *roots)
{
    PAIR sums[RT_FFT_MAX_PRIME / 2], differences[RT_FFT_MAX_PRIME / 2];
    const PAIR first = a[0];
    const int half = r / 2;

#pragma GCC unroll 3
    for (int q = 0; q < half; q++) {
        sums[q] = NAME(sum)(a[q + 1], a[r - 1 - q]);
        differences[q] = NAME(difference)(a[q + 1], a[r - 1 - q]);
        a[0] = NAME(sum)(a[0], sums[q]);
    }
#pragma GCC unroll 3
    for (int k = 1; k <= half; k++) {
        PAIR even = first, odd = {SET(0), SET(0)};
        int at = 0;
#pragma GCC unroll 3
        for (int q = 0; q < half; q++) {
            at += k;
            at -= at >= r ? r : 0;
            const V re = SET(roots[2 * at]), im = SET(roots[2 * at + 1]);
            even.re = FMA(re, sums[q].re, even.re);
            even.im = FMA(re, sums[q].im, even.im);
            odd.re = FMA(-im, differences[q].im, odd.re);
            odd.im = FMA(im, differences[q].re, odd.im);
        }
        a[k] = NAME(sum)(even, odd);
        a[r - k] = NAME(difference)(even, odd);
    }
}

ALWAYS void NAME(butterfly)(PAIR *a, int r, const T *roots)
{
    if (r == 2) {
        const PAIR b = a[1];
        a[1] = NAME(difference)(a[0], b);
        a[0] = NAME(sum)(a[0], b);
    } else if (r == 4) {
        NAME(butterfly4)(a);
    } else if (r == 8) {
        NAME(butterfly8)(a);
    } else {
        NAME(butterfly_odd)(a, r, roots);
    }
}

/* One pass: y[q + s (r p + i)] = twiddle(p, i) sum over k of root^(i k) x[q + s (p + m k)]. Inlined with r constant. */
ALWAYS void NAME(pass)(int r, int64_t m, int64_t s, const T *twiddles, const V *x, V *y)
{
    const T *roots = twiddles;
    PAIR a[RT_FFT_MAX_PRIME];

    if (r != 2 && r != 4 && r != 8)
        twiddles += 2 * r;
    for (int64_t q = 0; q < s; q++) {
#pragma GCC unroll 8
        for (int i = 0; i < r; i++)
            a[i] = NAME(load)(x + 2 * (q + s * m * i));
        NAME(butterfly)(a, r, roots);
#pragma GCC unroll 8
        for (int i = 0; i < r; i++)
            NAME(store)(y + 2 * (q + s * i), a[i]);
    }
    for (int64_t p = 1; p < m; p++) {
        twiddles += 2 * (r - 1);
        for (int64_t q = 0; q < s; q++) {
#pragma GCC unroll 8
            for (int i = 0; i < r; i++)
                a[i] = NAME(load)(x + 2 * (q + s * (p + m * i)));
            NAME(butterfly)(a, r, roots);
            NAME(store)(y + 2 * (q + s * r * p), a[0]);
#pragma GCC unroll 8
            for (int i = 1; i < r; i++)
                NAME(store)
            (y + 2 * (q + s * (r * p + i)), NAME(times)(a[i], SET(twiddles[2 * i - 2]), SET(twiddles[2 * i - 1])));
        }
    }
}

#define PASS(r)                                                                                                        \
    static void NAME(pass_##r)(int64_t m, int64_t s, const T *twiddles, const V *x, V *y)                              \
    {                                                                                                                  \
        NAME(pass)(r, m, s, twiddles, x, y);                                                                           \
    }
/* clang-format off */
PASS(2) PASS(3) PASS(4) PASS(5) PASS(7) PASS(8)
/* clang-format on */
#undef PASS
    static void NAME(pass_any)(int r, int64_t m, int64_t s, const T *twiddles, const V *x, V *y)
{
    NAME(pass)(r, m, s, twiddles, x, y);
}

/* The transform of vectors in x, with y as scratch; returns where the results are: x or y. */
static V *NAME(transform)(const struct rt_fft_lanes *lanes, V *x, V *y)
{
    int64_t m = lanes->n, s = 1;
    const T *twiddles = lanes->twiddles;

    for (int i = 0; i < lanes->count; i++) {
        const int r = lanes->radix[i];
        V *swap = x;
        m /= r;
        if (r == 8)
            NAME(pass_8)(m, s, twiddles, x, y);
        else if (r == 4)
            NAME(pass_4)(m, s, twiddles, x, y);
        else if (r == 2)
            NAME(pass_2)(m, s, twiddles, x, y);
        else if (r == 3)
            NAME(pass_3)(m, s, twiddles, x, y);
        else if (r == 5)
            NAME(pass_5)(m, s, twiddles, x, y);
        else if (r == 7)
            NAME(pass_7)(m, s, twiddles, x, y);
        else
            NAME(pass_any)(r, m, s, twiddles, x, y);
        twiddles += 2 * ((r - 1) * m + (r == 2 || r == 4 || r == 8 ? 0 : r));
        s *= r;
        x = y;
        y = swap;
    }
    return x;
}

/* ---- between memory and lanes ------------------------------------------------------------------------------------ */

/* W or fewer dense complex numbers */
ALWAYS PAIR NAME(load_row)(const T *from, int count)
{
    V a, b;

    if (count == W) {
        memcpy(&a, from, sizeof a);
        memcpy(&b, from + W, sizeof b);
    } else {
        const int first = 2 * count < W ? 2 * count : W;
        a = LOAD_FIRST(from, first);
        b = LOAD_FIRST(from + first, 2 * count - first);
    }
    return (PAIR){SHUFFLE(a, b, EVEN), SHUFFLE(a, b, ODD)};
}
ALWAYS void NAME(store_row)(T *to, PAIR v, int count)
{
    const V a = SHUFFLE(v.re, v.im, LOW), b = SHUFFLE(v.re, v.im, HIGH);

    if (count == W) {
        memcpy(to, &a, sizeof a);
        memcpy(to + W, &b, sizeof b);
    } else {
        const int first = 2 * count < W ? 2 * count : W;
        STORE_FIRST(to, first, a);
        STORE_FIRST(to + first, 2 * count - first, b);
    }
}
ALWAYS PAIR NAME(exchanged)(PAIR v, bool swap)
{
    return swap ? (PAIR){v.im, v.re} : v;
}
ALWAYS PAIR NAME(backwards)(PAIR v)
{
    return (PAIR){SHUFFLE(v.re, v.re, BACK), SHUFFLE(v.im, v.im, BACK)};
}

/* A square of W vectors becomes its transposition: vectors i and i + W / 2 are mixed lane by lane, again and again. */
ALWAYS void NAME(transpose)(V *v)
{
    V other[W];

#pragma GCC unroll 4
    for (int step = 1; step < W; step *= 2) {
#pragma GCC unroll 8
        for (int i = 0; i < W / 2; i++) {
            other[2 * i] = SHUFFLE(v[i], v[i + W / 2], LOW);
            other[2 * i + 1] = SHUFFLE(v[i], v[i + W / 2], HIGH);
        }
#pragma GCC unroll 16
        for (int i = 0; i < W; i++)
            v[i] = other[i];
    }
}

/* `count` lines of n numbers, complex or real (2 or 1 components), `step` elements apart, into lanes; and back. */
ALWAYS V NAME(load_real)(const T *from, int count)
{
    V v;

    if (count < W)
        return LOAD_FIRST(from, count);
    memcpy(&v, from, sizeof v);
    return v;
}
ALWAYS void NAME(store_real)(T *to, V v, int count)
{
    if (count == W)
        memcpy(to, &v, sizeof v);
    else
        STORE_FIRST(to, count, v);
}

static void NAME(gather)(V *x, const T *from, int64_t step, int count, int64_t n, int parts, bool swap)
{
    for (int64_t k = 0; k < n; k += W) {
        const int width = n - k < W ? (int)(n - k) : W;
        V re[W], im[W];
#pragma GCC unroll 1
        for (int i = 0; i < W; i++) {
            PAIR v = {SET(0), SET(0)};
            if (i < count && parts == 2)
                v = NAME(exchanged)(NAME(load_row)(from + i * step + 2 * k, width), swap);
            else if (i < count)
                v.re = NAME(load_real)(from + i * step + k, width);
            re[i] = v.re;
            im[i] = v.im;
        }
        NAME(transpose)(re);
        if (parts == 2)
            NAME(transpose)(im);
#pragma GCC unroll 1
        for (int i = 0; i < width; i++)
            NAME(store)(x + 2 * (k + i), (PAIR){re[i], im[i]});
    }
}

static void NAME(scatter)(const V *x, T *to, int64_t step, int count, int64_t n, int parts, bool swap, T scale)
{
    for (int64_t k = 0; k < n; k += W) {
        const int width = n - k < W ? (int)(n - k) : W;
        V re[W], im[W];
#pragma GCC unroll 1
        for (int i = 0; i < W; i++) {
            PAIR v = {SET(0), SET(0)};
            if (i < width)
                v = NAME(exchanged)(NAME(load)(x + 2 * (k + i)), swap);
            re[i] = v.re * SET(scale);
            im[i] = v.im * SET(scale);
        }
        NAME(transpose)(re);
        if (parts == 2)
            NAME(transpose)(im);
#pragma GCC unroll 1
        for (int i = 0; i < count; i++) {
            if (parts == 2)
                NAME(store_row)(to + i * step + 2 * k, (PAIR){re[i], im[i]}, width);
            else
                NAME(store_real)(to + i * step + k, re[i], width);
        }
    }
}

/* ---- halves of real transforms ----------------------------------------------------------------------------------- */

/* From the numbers k and n - k of a transform of pairs of real numbers those of the transform of these, doubled, or
   (back) the reverse, not doubled; u is the twiddle factor. */
ALWAYS void NAME(fold_pair)(PAIR *a, PAIR *b, V ur, V ui, bool back)
{
    const PAIR e = {a->re + b->re, a->im - b->im}, o = {a->re - b->re, a->im + b->im};
    const PAIR t = NAME(times)(o, ur, back ? -ui : ui);

    *a = (PAIR){e.re + t.re, e.im + t.im};
    *b = (PAIR){e.re - t.re, t.im - e.im};
}

static void NAME(unfold_lanes)(const struct rt_fft_plan *plan, V *x)
{
    const int64_t n = plan->n;
    const T *u = plan->halves;
    const PAIR first = NAME(load)(x);

    for (int64_t k = 1; k <= n / 2; k++) {
        PAIR a = NAME(load)(x + 2 * k), b = NAME(load)(x + 2 * (n - k));
        NAME(fold_pair)(&a, &b, SET(u[2 * k]), SET(u[2 * k + 1]), false);
        NAME(store)(x + 2 * k, a);
        NAME(store)(x + 2 * (n - k), b);
    }
    NAME(store)(x, (PAIR){2 * (first.re + first.im), SET(0)});
    NAME(store)(x + 2 * n, (PAIR){2 * (first.re - first.im), SET(0)});
}

/* With real and imaginary components exchanged, as the reverse transform wants it. */
static void NAME(refold_lanes)(const struct rt_fft_plan *plan, V *x)
{
    const int64_t n = plan->n;
    const T *u = plan->halves;
    const V first = x[0], last = x[2 * n];

    for (int64_t k = 1; k <= n / 2; k++) {
        PAIR a = NAME(load)(x + 2 * k), b = NAME(load)(x + 2 * (n - k));
        NAME(fold_pair)(&a, &b, SET(u[2 * k]), SET(u[2 * k + 1]), true);
        NAME(store)(x + 2 * k, NAME(exchanged)(a, true));
        NAME(store)(x + 2 * (n - k), NAME(exchanged)(b, true));
    }
    NAME(store)(x, (PAIR){first - last, first + last});
}

/* The same of one line, many k at a time, from both ends. `exchange`: the results are to be transformed back. */
ALWAYS void NAME(fold_line)(const struct rt_fft_plan *plan, T *out, const T *in, T scale, bool back)
{
    const int64_t n = plan->n;
    const T *u = plan->halves;
    const T first_re = in[0], first_im = in[1], last = back ? in[2 * n] : 0;
    int64_t k = 1;

    for (; k + W <= n - k - W + 1; k += W) {
        const int64_t other = n - k - W + 1;
        const PAIR transpose = NAME(load_row)(u + 2 * k, W);
        PAIR a = NAME(load_row)(in + 2 * k, W), b = NAME(backwards)(NAME(load_row)(in + 2 * other, W));
        NAME(fold_pair)(&a, &b, transpose.re, transpose.im, back);
        NAME(store_row)(out + 2 * k, (PAIR){a.re * SET(scale), a.im * SET(scale)}, W);
        b = (PAIR){b.re * SET(scale), b.im * SET(scale)};
        NAME(store_row)(out + 2 * other, NAME(backwards)(b), W);
    }
    for (; k <= n / 2; k++) {
        PAIR a = {SET(in[2 * k]), SET(in[2 * k + 1])}, b = {SET(in[2 * (n - k)]), SET(in[2 * (n - k) + 1])};
        NAME(fold_pair)(&a, &b, SET(u[2 * k]), SET(u[2 * k + 1]), back);
        out[2 * k] = a.re[0] * scale;
        out[2 * k + 1] = a.im[0] * scale;
        out[2 * (n - k)] = b.re[0] * scale;
        out[2 * (n - k) + 1] = b.im[0] * scale;
    }
    if (back) {
        out[0] = (first_re + last) * scale;
        out[1] = (first_re - last) * scale;
    } else {
        out[0] = 2 * (first_re + first_im) * scale;
        out[2 * n] = 2 * (first_re - first_im) * scale;
        out[1] = out[2 * n + 1] = 0;
    }
}

static void NAME(unfold)(const struct rt_fft_plan *plan, void *line, double scale)
{
    NAME(fold_line)(plan, line, line, (T)(scale / 2), false);
}

static void NAME(refold)(const struct rt_fft_plan *plan, void *line, const void *in)
{
    NAME(fold_line)(plan, line, in, 1, true);
}

/* ---- many lines -------------------------------------------------------------------------------------------------- */

/* The transform of n vectors, or by a chirp. */
static V *NAME(lanes)(const struct rt_fft_plan *plan, V *x, V *y)
{
    const T *chirp = plan->chirp, *filter = plan->filter;
    const int64_t n = plan->n;
    int64_t m;
    V *z;

    if (!plan->inner)
        return NAME(transform)(&plan->lanes[0], x, y);
    m = plan->inner->n;
    for (int64_t k = 0; k < n; k++)
        NAME(store)(x + 2 * k, NAME(times)(NAME(load)(x + 2 * k), SET(chirp[2 * k]), SET(chirp[2 * k + 1])));
    memset(x + 2 * n, 0, (size_t)(2 * (m - n)) * sizeof *x);
    z = NAME(transform)(&plan->inner->lanes[0], x, y);
    for (int64_t k = 0; k < m; k++) {
        const PAIR v = NAME(times)(NAME(load)(z + 2 * k), SET(filter[2 * k]), SET(filter[2 * k + 1]));
        NAME(store)(z + 2 * k, NAME(exchanged)(v, true));
    }
    z = NAME(transform)(&plan->inner->lanes[0], z, z == x ? y : x);
    for (int64_t k = 0; k < n; k++) {
        const PAIR v = NAME(exchanged)(NAME(load)(z + 2 * k), true);
        NAME(store)(z + 2 * k, NAME(times)(v, SET(chirp[2 * k]), SET(chirp[2 * k + 1])));
    }
    return z;
}

/* The lines side by side: rows of `count` numbers, `inner` apart. */
static void NAME(read_columns)(const struct rt_fft_plan *plan, const struct rt_fft_call *call, const T *from, int count,
                               V *x)
{
    const int64_t row = call->in_inner;

    if (call->op == RT_FFT_C2C || call->op == RT_FFT_C2R) {
        const int64_t have = call->op == RT_FFT_C2C ? call->n : call->n / 2 + 1;
        const bool swap = call->op == RT_FFT_C2C && !call->forward;
        for (int64_t k = 0; k < have; k++)
            NAME(store)(x + 2 * k, NAME(exchanged)(NAME(load_row)(from + 2 * k * row, count), swap));
    } else if (plan->real) {
        for (int64_t k = 0; k < 2 * plan->n; k++)
            x[k] = NAME(load_real)(from + k * row, count);
    } else {
        for (int64_t k = 0; k < call->n; k++)
            NAME(store)(x + 2 * k, (PAIR){NAME(load_real)(from + k * row, count), SET(0)});
    }
}

static void NAME(write_columns)(const struct rt_fft_plan *plan, const struct rt_fft_call *call, const V *x, T *to,
                                int count, int64_t give, T scale)
{
    const bool swap = call->op == RT_FFT_C2C && !call->forward;

    for (int64_t k = 0; k < give; k++, to += (call->op == RT_FFT_C2R ? 1 : 2) * call->inner) {
        PAIR v = NAME(load)(x + (call->op == RT_FFT_C2R && plan->real ? 2 * (k / 2) : 2 * k));
        v = (PAIR){v.re * SET(scale), v.im * SET(scale)};
        if (call->op == RT_FFT_C2R)
            NAME(store_real)(to, plan->real && k % 2 ? v.re : v.im, count);
        else
            NAME(store_row)(to, NAME(exchanged)(v, swap), count);
    }
}

/* What real numbers leave out is the conjugate of what they have: numbers [from, n) of n. */
static void NAME(mirror)(V *x, int64_t from, int64_t n, bool swap)
{
    for (int64_t k = from; k < n; k++) {
        const PAIR v = NAME(load)(x + 2 * (n - k));
        NAME(store)(x + 2 * k, NAME(exchanged)((PAIR){v.re, -v.im}, swap));
    }
}

static void NAME(lines)(const struct rt_fft_plan *plan, const struct rt_fft_call *call, int64_t first, int count,
                        void *scratch)
{
    const int64_t n = call->n, half = n / 2 + 1, o = first / call->inner, i = first % call->inner;
    const int64_t in_o = first / call->in_inner, in_i = first % call->in_inner;
    const int64_t have = call->op == RT_FFT_C2R ? half : n, give = call->op == RT_FFT_R2C ? half : n;
    const bool real_in = call->op == RT_FFT_R2C || call->op == RT_FFT_R2C_FULL, real_out = call->op == RT_FFT_C2R;
    const T *from = (const T *)call->in.data + (in_o * have * call->in_inner + in_i) * (real_in ? 1 : 2);
    T *to = (T *)call->out.data + (o * give * call->inner + i) * (real_out ? 1 : 2);
    const bool swap = call->op == RT_FFT_C2C && !call->forward;
    T scale = (T)call->scale;
    V *x = scratch, *y = x + rt_fft_lines_scratch(plan) / 2;

    if (call->in_inner > 1)
        NAME(read_columns)(plan, call, from, count, x);
    else if (real_in && !plan->real)
        NAME(gather)(x, from, n, count, n, 1, false);
    else
        NAME(gather)(x, from, have * (real_in ? 1 : 2), count, real_in ? plan->n : have, 2, swap);
    if (real_out && plan->real) {
        NAME(refold_lanes)(plan, x);
    } else if (real_out) {
        x[1] = SET(0);
        if (n % 2 == 0)
            x[2 * (n / 2) + 1] = SET(0);
        NAME(mirror)(x, half, n, true);
        for (int64_t k = 0; k < half; k++)
            NAME(store)(x + 2 * k, NAME(exchanged)(NAME(load)(x + 2 * k), true));
    }
    x = NAME(lanes)(plan, x, y);
    if (real_in && plan->real) {
        NAME(unfold_lanes)(plan, x);
        scale /= 2;
        if (call->op == RT_FFT_R2C_FULL)
            NAME(mirror)(x, half, n, false);
    }
    if (call->inner > 1)
        NAME(write_columns)(plan, call, x, to, count, give, scale);
    else if (real_out && !plan->real)
        NAME(scatter)(x, to, give, count, n, 1, true, scale);
    else
        NAME(scatter)(x, to, give * (real_out ? 1 : 2), count, real_out ? plan->n : give, 2, swap || real_out, scale);
}

/* ---- one line ---------------------------------------------------------------------------------------------------- */

/* `between` holds for each W rows of the matrix of columns' transforms all n of them, each W in a vector. */
static void NAME(columns)(const struct rt_fft_plan *plan, const void *in, bool swap, int64_t group, void *between,
                          void *scratch)
{
    const int64_t rows = plan->lanes[0].n, columns = plan->lanes[1].n, first = group * W;
    const int count = columns - first < W ? (int)(columns - first) : W;
    const T *from = (const T *)in + 2 * first, *twiddles = (const T *)plan->middle + first;
    V *x = scratch, *y = x + 2 * rows, *to = between;

    for (int64_t k = 0; k < rows; k++, from += 2 * columns)
        NAME(store)(x + 2 * k, NAME(exchanged)(NAME(load_row)(from, count), swap));
    x = NAME(transform)(&plan->lanes[0], x, y);
    for (int64_t k = 0; k < rows; k += W) {
        V re[W], im[W], *block = to + 2 * (k / W * columns + first);
#pragma GCC unroll 1
        for (int i = 0; i < W; i++) {
            PAIR v = {SET(0), SET(0)};
            if (k + i < rows) {
                V wr, wi;
                memcpy(&wr, twiddles, sizeof wr);
                memcpy(&wi, twiddles + plan->middle_step, sizeof wi);
                v = NAME(times)(NAME(load)(x + 2 * (k + i)), wr, wi);
                twiddles += 2 * plan->middle_step;
            }
            re[i] = v.re;
            im[i] = v.im;
        }
        NAME(transpose)(re);
        NAME(transpose)(im);
#pragma GCC unroll 1
        for (int i = 0; i < count; i++)
            NAME(store)(block + 2 * i, (PAIR){re[i], im[i]});
    }
}

static void NAME(rows)(const struct rt_fft_plan *plan, void *between, int64_t group, void *out, bool swap, double scale,
                       void *scratch)
{
    const int64_t rows = plan->lanes[0].n, columns = plan->lanes[1].n, first = group * W;
    const int count = rows - first < W ? (int)(rows - first) : W;
    V *x = (V *)between + 2 * group * columns;
    const V factor = SET((T)scale);
    T *to = (T *)out + 2 * first;

    x = NAME(transform)(&plan->lanes[1], x, scratch);
    for (int64_t k = 0; k < columns; k++, to += 2 * rows) {
        const PAIR v = NAME(load)(x + 2 * k);
        NAME(store_row)(to, NAME(exchanged)((PAIR){v.re * factor, v.im * factor}, swap), count);
    }
}

static void NAME(multiply)(int64_t n, void *out, const void *in, const void *table, bool swap_before, bool swap_after,
                           double scale, int64_t scratch)
{
    const T *a = in, *b = table;
    T *to = out;

    for (int64_t k = 0; k < n; k += W) {
        const int count = n - k < W ? (int)(n - k) : W;
        const PAIR transpose = NAME(load_row)(b + 2 * k, count);
        PAIR v = NAME(exchanged)(NAME(load_row)(a + 2 * k, count), swap_before);
        v = NAME(times)(v, transpose.re * SET((T)scale), transpose.im * SET((T)scale));
        NAME(store_row)(to + 2 * k, NAME(exchanged)(v, swap_after), count);
    }
    if (scratch > n)
        memset(to + 2 * n, 0, (size_t)(2 * (scratch - n)) * sizeof(T));
}

#undef PAIR
#undef INDEX
#undef WITH
#undef WITH2
#undef SHUFFLE
