/* The body of isa_resample.c for one element type T. No include guard: included once for float and once for double. */

#include "sample_coordinates.h"

/* Taps of a group of positions one element at a time; also where there are no vectors that could reach them. */
static void NAME(each)(const struct rt_resample_line *l, int64_t first, int64_t last, const T *row, T *out)
{
    const T *weight = l->weight;

    for (int64_t x = first; x < last; x++) {
        T sum = 0;
        if (!l->gapped)
            sum = weight[x] * row[l->index[x]];
        else if (weight[x] != 0)
            sum += weight[x] * row[l->index[x]];
        for (int64_t at = l->n + x; at < l->taps * l->n; at += l->n)
            if (!l->gapped || weight[at] != 0)
                sum += weight[at] * row[l->index[at]];
        out[x] = sum;
    }
}

#if BYTES == 64
static void NAME(line)(const struct rt_resample_line *l, const void *from, void *to)
{
    const T *row = from, *weight = l->weight;
    T *out = to;
    int64_t x = 0;

    for (; x + LANES <= l->n; x += LANES) {
        const int64_t group = x / RT_RESAMPLE_LANES, low = l->low[group], reach = l->reach[group];
        V sum = SET(0);
        if (reach <= 2 * LANES) {
            const int64_t rest = l->size - low;
            const V a = rest >= LANES ? LOAD(row + low) : LOAD_FIRST(row + low, (int)rest);
            const V b = reach <= LANES      ? a
                        : rest >= 2 * LANES ? LOAD(row + low + LANES)
                                            : LOAD_FIRST(row + low + LANES, (int)(rest - LANES));
            for (int64_t at = x; at < l->taps * l->n; at += l->n) {
                const I positions = SUB(LOAD_INDEX(l->index + at), SET_INDEX((int)low));
                const V w = LOAD(weight + at), v = reach <= LANES ? PICK(positions, a) : PICK_TWO(a, positions, b);
                sum = l->gapped ? ADD_SOME(sum, w, v) : ADD(sum, MUL(w, v));
            }
        } else
            for (int64_t at = x; at < l->taps * l->n; at += l->n) {
                const V w = LOAD(weight + at), v = GATHER(l->index + at, row);
                sum = l->gapped ? ADD_SOME(sum, w, v) : ADD(sum, MUL(w, v));
            }
        STORE(out + x, sum);
    }
    NAME(each)(l, x, l->n, row, out);
}

static void NAME(take)(const struct rt_resample_line *l, const void *from, void *to)
{
    const T *row = from;
    T *out = to;
    int64_t x = 0;

    for (; x + LANES <= l->n; x += LANES) {
        const int64_t group = x / RT_RESAMPLE_LANES, low = l->low[group], reach = l->reach[group];
        V v;
        if (reach <= LANES) {
            const V a = l->size - low >= LANES ? LOAD(row + low) : LOAD_FIRST(row + low, (int)(l->size - low));
            v = PICK(SUB(LOAD_INDEX(l->index + x), SET_INDEX((int)low)), a);
        } else
            v = GATHER(l->index + x, row);
        STORE(out + x, v);
    }
    for (; x < l->n; x++)
        out[x] = row[l->index[x]];
}
#else
/* Taps that may be missing: their pixels are read, but do not count. */
static void NAME(gapped)(const struct rt_resample_line *l, const T *restrict row, T *restrict out)
{
    const T *restrict weight = l->weight;
    const int32_t *restrict index = l->index;
    const int64_t n = l->n;
    int t = 0;

    if (l->taps == 1) {
        for (int64_t x = 0; x < n; x++) {
            const T v = weight[x] * row[index[x]];
            out[x] = weight[x] != 0 ? 0 + v : 0;
        }
        return;
    }
    memset(out, 0, (size_t)n * sizeof *out);
    for (; t + 4 <= l->taps; t += 4, weight += 4 * n, index += 4 * n) {
        const T *restrict p = weight, *restrict q = p + n, *restrict r = q + n, *restrict s = r + n;
        const int32_t *restrict a = index, *restrict b = a + n, *restrict c = b + n, *restrict d = c + n;
        for (int64_t x = 0; x < n; x++) {
            const T v = p[x] * row[a[x]], w = q[x] * row[b[x]], y = r[x] * row[c[x]], z = s[x] * row[d[x]];
            T sum = out[x] + (p[x] != 0 ? v : 0);
            sum += q[x] != 0 ? w : 0;
            sum += r[x] != 0 ? y : 0;
            out[x] = sum + (s[x] != 0 ? z : 0);
        }
    }
    for (; t < l->taps; t++, weight += n, index += n)
        for (int64_t x = 0; x < n; x++) {
            const T v = weight[x] * row[index[x]];
            out[x] += weight[x] != 0 ? v : 0;
        }
}

static void NAME(line)(const struct rt_resample_line *l, const void *from, void *to)
{
    const T *restrict row = from, *restrict weight = l->weight;
    const int32_t *restrict index = l->index;
    T *restrict out = to;

    if (l->gapped) {
        NAME(gapped)(l, row, out);
        return;
    }
    if (l->taps > 4) {
        NAME(each)(l, 0, l->n, row, out);
        return;
    }
    for (int64_t x = 0; x < l->n; x++)
        out[x] = weight[x] * row[index[x]];
    for (int64_t t = 1; t < l->taps; t++) {
        const T *restrict w = weight + t * l->n;
        const int32_t *restrict i = index + t * l->n;
        for (int64_t x = 0; x < l->n; x++)
            out[x] += w[x] * row[i[x]];
    }
}

static void NAME(take)(const struct rt_resample_line *l, const void *from, void *to)
{
    const T *restrict row = from;
    const int32_t *restrict index = l->index;
    T *restrict out = to;

    for (int64_t x = 0; x < l->n; x++)
        out[x] = row[index[x]];
}
#endif

static void NAME(rows)(int64_t n, int64_t count, const void *const *rows, const void *weights, void *to)
{
    const T *w = weights;
    T *restrict out = to;
    int64_t k = 0;

    if (count >= 4) {
        const T *restrict a = rows[0], *restrict b = rows[1], *restrict c = rows[2], *restrict d = rows[3];
        for (int64_t x = 0; x < n; x++)
            out[x] = w[0] * a[x] + w[1] * b[x] + w[2] * c[x] + w[3] * d[x];
        k = 4;
    } else if (count >= 2) {
        const T *restrict a = rows[0], *restrict b = rows[1];
        for (int64_t x = 0; x < n; x++)
            out[x] = w[0] * a[x] + w[1] * b[x];
        k = 2;
    } else if (count == 1) {
        const T *restrict a = rows[0];
        for (int64_t x = 0; x < n; x++)
            out[x] = w[0] * a[x];
        k = 1;
    } else
        memset(out, 0, (size_t)n * sizeof *out);
    for (; k + 2 <= count; k += 2) {
        const T *restrict a = rows[k], *restrict b = rows[k + 1], v = w[k], u = w[k + 1];
        for (int64_t x = 0; x < n; x++)
            out[x] += v * a[x] + u * b[x];
    }
    for (; k < count; k++) {
        const T *restrict a = rows[k], v = w[k];
        for (int64_t x = 0; x < n; x++)
            out[x] += v * a[x];
    }
}

/* The commonest of the positions below: linear ones in images with zeros around; inlined with constants. */
ALWAYS void NAME(plain_coordinates)(int64_t n, const T *restrict grid, int64_t step, T all, bool align, T *restrict low,
                                    T *restrict part)
{
    for (int64_t i = 0; i < n; i++) {
        const T x = NAME(coordinate_of)(align, grid[i * step], all), below = FLOOR(x);
        low[i] = below;
        part[i] = x - below;
    }
}

static void NAME(pairs)(int64_t n, const T *grid, T all, T *low, T *part)
{
    NAME(plain_coordinates)(n, grid, 2, all, false, low, part);
}
static void NAME(aligned_pairs)(int64_t n, const T *grid, T all, T *low, T *part)
{
    NAME(plain_coordinates)(n, grid, 2, all, true, low, part);
}

/* Positions of a grid, `step` apart, along a dimension: the pixel below each and the fraction of a step behind it; or
   the nearest pixel and zero. */
static void NAME(coordinates)(const struct rt_sample_call *call, int64_t n, const void *from, int64_t step,
                              int64_t size, void *low_to, void *part_to)
{
    const T *grid = from;
    T *restrict low = low_to, *restrict part = part_to;
    const T all = (T)size;
    const bool align = call->align;
    const enum rt_sample_padding padding = call->padding;

    if (padding == RT_SAMPLE_ZEROS && call->mode != RT_SAMPLE_NEAREST && step == 2) {
        (align ? NAME(aligned_pairs) : NAME(pairs))(n, grid, all, low, part);
        return;
    }
    for (int64_t i = 0; i < n; i++)
        low[i] = NAME(inside)(align, padding, NAME(coordinate_of)(align, grid[i * step], all), all);
    if (call->mode == RT_SAMPLE_NEAREST)
        for (int64_t i = 0; i < n; i++) {
            low[i] = RINT(low[i]);
            part[i] = 0;
        }
    else
        for (int64_t i = 0; i < n; i++) {
            const T x = low[i], below = FLOOR(x);
            low[i] = below;
            part[i] = x - below;
        }
}

/* Takes a dimension into the taps of n positions: the pixels there, or the ones behind them. Weights of pixels outside
   become zero. */
static void NAME(corner)(int64_t n, const void *low_from, const void *part_from, int64_t size, bool high, bool first,
                         int32_t *restrict at, void *weight_to)
{
    const T *restrict low = low_from, *restrict part = part_from;
    T *restrict weight = weight_to;
    const T last = (T)(size - 1), more = high;
    const int32_t step = (int32_t)size;

    if (first)
        for (int64_t i = 0; i < n; i++) {
            at[i] = 0;
            weight[i] = 1;
        }
    for (int64_t i = 0; i < n; i++) {
        const T pixel = low[i] + more, w = high ? part[i] : 1 - part[i];
        const bool there = (pixel >= 0) & (pixel <= last);
        at[i] = at[i] * step + (int32_t)(there ? pixel : 0);
        weight[i] *= there ? w : 0;
    }
}

/* The four taps of n positions in images likewise: at and weight of each n numbers, one after the other. Weights that
   are nan stay so outside. */
static void NAME(corners)(int64_t n, const void *const *low, const void *const *part, const int64_t *sizes, int32_t *at,
                          void *weight_to)
{
    const T *restrict y = low[0], *restrict x = low[1], *restrict down = part[0], *restrict along = part[1];
    const T height = (T)(sizes[0] - 1), width = (T)(sizes[1] - 1);
    const int32_t step = (int32_t)sizes[1];
    int32_t *restrict a = at, *restrict b = at + n, *restrict c = at + 2 * n, *restrict d = at + 3 * n;
    T *restrict p = weight_to, *restrict q = p + n, *restrict r = q + n, *restrict s = r + n;

    _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)
    {
        const T y1 = y[i] + 1, x1 = x[i] + 1, up = 1 - down[i], left = 1 - along[i];
        const bool over = (y[i] >= 0) & (y[i] <= height), under = (y1 >= 0) & (y1 <= height);
        const bool before = (x[i] >= 0) & (x[i] <= width), behind = (x1 >= 0) & (x1 <= width);
        const T w0 = over ? up : up - up, w1 = under ? down[i] : down[i] - down[i];
        const T v0 = before ? left : left - left, v1 = behind ? along[i] : along[i] - along[i];
        const int32_t row0 = (int32_t)(over ? y[i] : 0) * step, row1 = (int32_t)(under ? y1 : 0) * step;
        const int32_t column0 = (int32_t)(before ? x[i] : 0), column1 = (int32_t)(behind ? x1 : 0);
        a[i] = row0 + column0;
        b[i] = row0 + column1;
        c[i] = row1 + column0;
        d[i] = row1 + column1;
        p[i] = w0 * v0;
        q[i] = w0 * v1;
        r[i] = w1 * v0;
        s[i] = w1 * v1;
    }
}

/* How fast such positions move in pixels; bicubic ones wherever they are. */
static void NAME(speeds)(const struct rt_sample_call *call, int64_t n, const void *from, int64_t step, int64_t size,
                         void *speed_to)
{
    const T *grid = from;
    T *restrict speed = speed_to;
    const T all = (T)size;
    const bool align = call->align;
    const enum rt_sample_padding padding = call->mode == RT_SAMPLE_BICUBIC ? RT_SAMPLE_ZEROS : call->padding;

    for (int64_t i = 0; i < n; i++)
        speed[i] = NAME(speed_of)(align, padding, grid[i * step], all);
}

/* The factor of one dimension, in or into the weight; inlined with constants. */
ALWAYS void NAME(derivative_of)(int64_t n, const T *restrict low, const T *restrict part, T last, bool high, bool first,
                                bool along, T *restrict weight)
{
    const T more = high, own = high ? 1 : -1;

    for (int64_t i = 0; i < n; i++) {
        const T pixel = low[i] + more, w = along ? own : high ? part[i] : 1 - part[i];
        const T factor = (pixel >= 0) & (pixel <= last) ? w : 0;
        weight[i] = first ? factor : weight[i] * factor;
    }
}

static void NAME(derivative)(int64_t n, const void *low, const void *part, int64_t size, bool high, bool first,
                             bool along, void *weight)
{
    const T last = (T)(size - 1);

    switch (high + 2 * first + 4 * along) {
#define CASE(i)                                                                                                        \
    case i:                                                                                                            \
        NAME(derivative_of)(n, low, part, last, i & 1, i >> 1 & 1, i >> 2, weight);                                    \
        break;
        CASE(0) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7)
#undef CASE
    }
}

static void NAME(cubic)(const struct rt_sample_call *given, int64_t n, const void *from, int64_t step, int64_t size,
                        void *at_to, void *weight_to, void *derivative_to)
{
    const struct rt_sample_call call = *given;
    const T *grid = from, all = (T)size, last = (T)(size - 1);
    T *restrict at = at_to, *restrict weight = weight_to, *restrict derivative = derivative_to;

    for (int64_t i = 0; i < n; i++) {
        const T x = NAME(coordinate_of)(call.align, grid[i * step], all);
        at[i] = FLOOR(x);
        const T t = x - at[i];
        NAME(cubic_weights)(t, weight + i, weight + n + i, weight + 2 * n + i, weight + 3 * n + i);
        if (derivative)
            NAME(cubic_derivatives)
        (t, derivative + i, derivative + n + i, derivative + 2 * n + i, derivative + 3 * n + i);
    }
    for (int k = 3; k >= 0; k--)
        for (int64_t i = 0; i < n; i++) {
            const T x = NAME(inside)(call.align, call.padding, at[i] + (T)(k - 1), all);
            at[k * n + i] = (x >= 0) & (x <= last) ? (T)(int32_t)x : -1;
        }
}

static void NAME(cross)(int64_t n, const void *y_from, const void *x_from, const void *down_from,
                        const void *along_from, int64_t width, int32_t *restrict at, void *weight_to)
{
    const T *restrict y = y_from, *restrict x = x_from, *restrict down = down_from, *restrict along = along_from;
    T *restrict weight = weight_to;
    const int32_t step = (int32_t)width;

    for (int64_t i = 0; i < n; i++) {
        const T w = down[i] * along[i];
        weight[i] = (y[i] >= 0) & (x[i] >= 0) ? w : w - w; /* nan stays nan */
    }
    if (at)
        for (int64_t i = 0; i < n; i++)
            at[i] = (y[i] >= 0) & (x[i] >= 0) ? (int32_t)y[i] * step + (int32_t)x[i] : 0;
}

static void NAME(scatter)(const struct rt_resample_line *l, const void *from, void *scratch, void *to)
{
    const T *restrict grad = from;
    T *restrict plane = to;
    const int32_t *restrict index = l->index;
    const int64_t n = l->n, all = l->taps * n;

    for (int64_t t = 0; t < all; t += n) {
        const T *restrict weight = (const T *)l->weight + t;
        T *restrict part = (T *)scratch + t;
        for (int64_t x = 0; x < n; x++) {
            const T v = weight[x] * grad[x];
            part[x] = weight[x] != 0 ? v : 0;
        }
    }
    const T *restrict parts = scratch;
    for (int64_t i = 0; i < all; i++)
        plane[index[i]] += parts[i];
}

static void NAME(collect)(const struct rt_resample_line *l, const void *from, const void *row_from, void *to)
{
    const T *restrict grad = from, *restrict row = row_from;
    const int64_t n = l->n, all = l->taps * n;

    for (int64_t t = 0; t < all; t += n) {
        const int32_t *restrict index = l->index + t;
        T *restrict sum = (T *)to + t;
        for (int64_t x = 0; x < n; x++)
            sum[x] += grad[x] * row[index[x]];
    }
}

static void NAME(chain_rule)(int64_t n, int taps, const void *speed_from, void *derivative_from, const void *sums_from,
                             int64_t step, void *to)
{
    const T *restrict speed = speed_from, *restrict sums = sums_from;
    T *restrict derivative = derivative_from, *restrict out = to;

    for (int64_t x = 0; x < n; x++) {
        const T v = derivative[x] * sums[x];
        derivative[x] = derivative[x] != 0 ? v : 0;
    }
    for (int t = 1; t < taps; t++) {
        const T *restrict more = derivative + t * n, *restrict sum = sums + t * n;
        for (int64_t x = 0; x < n; x++) {
            const T v = more[x] * sum[x];
            derivative[x] += more[x] != 0 ? v : 0;
        }
    }
    for (int64_t x = 0; x < n; x++)
        out[x * step] = derivative[x] * speed[x];
}
