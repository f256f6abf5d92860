/* The body of isa_pool.c for one element type T; INDEX is an integer of its size. No include guard: included once for
   float and once for double. */

#define BETTER(v, old) (((v) > (old)) | ((v) != (v)))

/* The maxima of rows [top, bottom) in each of the columns [low, high). */
static void NAME(line_of_maxima)(const struct rt_pool_plane *p, int64_t top, int64_t bottom, int64_t low, int64_t high,
                                 const T *plane, T *restrict line)
{
    memcpy(line + low, plane + top * p->image_row + low, (size_t)(high - low) * sizeof(T));
    for (int64_t row = top + 1; row < bottom; row++) {
        const T *restrict src = plane + row * p->image_row;
        _Pragma("GCC ivdep") for (int64_t x = low; x < high; x++)
        {
            const T v = src[x], old = line[x];
            line[x] = BETTER(v, old) ? v : old;
        }
    }
}

/* The same with the rows where they are first met. */
static void NAME(positions_of_maxima)(const struct rt_pool_plane *p, int64_t top, int64_t bottom, int64_t low,
                                      int64_t high, const T *plane, T *restrict line, INDEX *restrict at)
{
    memcpy(line + low, plane + top * p->image_row + low, (size_t)(high - low) * sizeof(T));
    _Pragma("GCC ivdep") for (int64_t x = low; x < high; x++) at[x] = (INDEX)(top * p->width + x);
    for (int64_t row = top + 1; row < bottom; row++) {
        const T *restrict src = plane + row * p->image_row;
        const INDEX base = (INDEX)(row * p->width);
        _Pragma("GCC ivdep") for (int64_t x = low; x < high; x++)
        {
            const T v = src[x], old = line[x];
            const bool better = BETTER(v, old);
            line[x] = better ? v : old;
            at[x] = better ? base + (INDEX)x : at[x];
        }
    }
}

/* Windows of one size: of equals the first in the order of rows wins, and the last of nans. */
static void NAME(adaptive_max)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *plane,
                               void *cells, int64_t *index)
{
    T *line = p->line;
    INDEX *at = (INDEX *)(void *)(line + p->width);

    for (int64_t y = first; y < last; y++) {
        T *best = (T *)cells + y * p->cell_row;
        if (!index) {
            NAME(line_of_maxima)(p, p->rows[2 * y], p->rows[2 * y + 1], 0, p->width, plane, line);
            for (int64_t x = 0; x < p->out_width; x++) {
                T v = line[p->columns[2 * x]];
                for (int64_t i = p->columns[2 * x] + 1; i < p->columns[2 * x + 1]; i++)
                    v = BETTER(line[i], v) ? line[i] : v;
                best[x] = v;
            }
            continue;
        }
        NAME(positions_of_maxima)(p, p->rows[2 * y], p->rows[2 * y + 1], 0, p->width, plane, line, at);
        for (int64_t x = 0; x < p->out_width; x++) {
            int64_t i = p->columns[2 * x];
            T v = line[i];
            INDEX where = at[i];
            for (i++; i < p->columns[2 * x + 1]; i++) {
                const T u = line[i];
                const bool later = at[i] > where;
                const bool better = (u > v) | ((u == v) & !later) | ((u != u) & (later | (v == v)));
                v = better ? u : v;
                where = better ? at[i] : where;
            }
            best[x] = v;
            index[y * p->index_row + x] = where;
        }
    }
}

#undef LANES
/* ---- maxima by rows, then by columns ---- */

/* The rows of a window become one line with a border, whose columns are compared by full vectors. */

#define LANES ((int)(BYTES / sizeof(T)))
typedef T NAME(vector) __attribute__((vector_size(BYTES)));
typedef INDEX NAME(positions) __attribute__((vector_size(BYTES)));

/* Every step-th element, where steps are four at most. */
ALWAYS NAME(vector) NAME(pick)(const T *from, int64_t step)
{
    NAME(vector) a, b, c, d;

    memcpy(&a, from, sizeof a);
    if (step == 1)
        return a;
    memcpy(&b, from + LANES, sizeof b);
    if (step == 2)
        return RT_ISA_SHUFFLE(a, b, NAME(evens));
    memcpy(&c, from + 2 * LANES, sizeof c);
    if (step == 3)
        return RT_ISA_SHUFFLE(RT_ISA_SHUFFLE(a, b, NAME(thirds)), c, NAME(last_thirds));
    memcpy(&d, from + 3 * LANES, sizeof d);
    return RT_ISA_SHUFFLE(RT_ISA_SHUFFLE(a, b, NAME(evens)), RT_ISA_SHUFFLE(c, d, NAME(evens)), NAME(evens));
}

#undef CHOOSE
/* The first `wanted` lanes, or all. */
ALWAYS void NAME(put)(T *to, NAME(vector) v, int64_t wanted)
{
    if (wanted >= LANES)
        memcpy(to, &v, sizeof v);
    else
        for (int64_t i = 0; i < wanted; i++)
            to[i] = v[i];
}

#define CHOOSE(mask, x, y) (((mask) & (NAME(positions))(x)) | (~(mask) & (NAME(positions))(y)))

/* The maxima of windows of a line with their positions: the first in the order of rows, and the last of nans. */
ALWAYS void NAME(best_positions)(const struct rt_window *w, int64_t step, int64_t count, const T *line, const INDEX *at,
                                 T *best, INDEX *where)
{
    for (int64_t x = 0; step > 4 && x < count; x++) {
        const T *from = line + x * step;
        const INDEX *at_from = at + x * step;
        T v = from[0];
        INDEX position = at_from[0];
        for (int64_t j = 1, k = w->dilation[1]; j < w->kernel[1]; j++, k += w->dilation[1]) {
            const T u = from[k];
            const bool later = at_from[k] > position;
            const bool better = (u > v) | ((u == v) & !later) | ((u != u) & (later | (v == v)));
            v = better ? u : v;
            position = better ? at_from[k] : position;
        }
        best[x] = v;
        where[x] = position;
    }
    if (step > 4)
        return;
    for (int64_t x = 0; x < count; x += LANES) {
        const T *from = line + x * step, *const at_from = (const T *)(const void *)at + x * step;
        NAME(vector) v = NAME(pick)(from, step);
        NAME(positions) position = (NAME(positions))NAME(pick)(at_from, step);
        for (int64_t j = 1; j < w->kernel[1]; j++) {
            const NAME(vector) u = NAME(pick)(from + j * w->dilation[1], step);
            const NAME(positions) other = (NAME(positions))NAME(pick)(at_from + j * w->dilation[1], step);
            const NAME(positions) later = other > position;
            const NAME(positions) better = (u > v) | ((u == v) & ~later) | ((u != u) & (later | (v == v)));
            v = (NAME(vector))CHOOSE(better, u, v);
            position = CHOOSE(better, other, position);
        }
        NAME(put)(best + x, v, count - x);
        NAME(put)((T *)(void *)where + x, (NAME(vector))position, count - x);
    }
}

ALWAYS void NAME(best)(const struct rt_window *w, int64_t step, int64_t count, const T *line, T *best)
{
    for (int64_t x = 0; step > 4 && x < count; x++) {
        const T *from = line + x * step;
        T v = from[0];
        for (int64_t j = 1, k = w->dilation[1]; j < w->kernel[1]; j++, k += w->dilation[1])
            v = BETTER(from[k], v) ? from[k] : v;
        best[x] = v;
    }
    if (step > 4)
        return;
    for (int64_t x = 0; x < count; x += LANES) {
        const T *from = line + x * step;
        NAME(vector) v = NAME(pick)(from, step);
        for (int64_t j = 1; j < w->kernel[1]; j++) {
            const NAME(vector) u = NAME(pick)(from + j * w->dilation[1], step);
            v = (NAME(vector))CHOOSE((u > v) | (u != u), u, v);
        }
        NAME(put)(best + x, v, count - x);
    }
}

/* The line of the windows of row y, with its border; at: the positions of what is in it, or NULL. */
static void NAME(bordered)(const struct rt_pool_plane *p, int64_t y, const T *plane, T *restrict line,
                           INDEX *restrict at)
{
    const struct rt_window *w = p->window;
    const int64_t left = w->padding[1];
    int64_t row = y * w->stride[0] - w->padding[0], end = row + w->kernel[0] * w->dilation[0];
    T *const to = line + left;

    while (row < 0)
        row += w->dilation[0];
    end = end > p->height ? p->height : end;
    if (row >= end) {
        for (int64_t x = 0; x < p->width; x++)
            to[x] = -INFINITY;
        for (int64_t x = 0; at && x < p->width; x++)
            at[left + x] = p->none;
    } else {
        const T *restrict src = plane + row * p->image_row;
        memcpy(to, src, (size_t)p->width * sizeof(T));
        if (at) {
            INDEX *restrict position = at + left;
            const INDEX base = (INDEX)(row * p->width);
            for (int64_t x = 0; x < p->width; x++)
                position[x] = base + (INDEX)x;
        }
        for (row += w->dilation[0]; row < end; row += w->dilation[0]) {
            src = plane + row * p->image_row;
            if (at) {
                INDEX *restrict position = at + left;
                const INDEX base = (INDEX)(row * p->width);
                _Pragma("GCC ivdep") for (int64_t x = 0; x < p->width; x++)
                {
                    const T v = src[x], old = to[x];
                    const bool better = BETTER(v, old);
                    to[x] = better ? v : old;
                    position[x] = better ? base + (INDEX)x : position[x];
                }
            } else
                _Pragma("GCC ivdep") for (int64_t x = 0; x < p->width; x++)
                {
                    const T v = src[x], old = to[x];
                    to[x] = BETTER(v, old) ? v : old;
                }
        }
    }
}

/* The padding under windows beside the pixels of a line, of which the first `done` elements are left out. */
static void NAME(set_border)(const struct rt_pool_plane *p, int64_t done, T *line, T value, INDEX *at)
{
    const struct rt_window *w = p->window;
    const int64_t left = w->padding[1], end = left + p->width - done,
                  last = (p->out_width - 1) * w->stride[1] + (w->kernel[1] - 1) * w->dilation[1] - done;

    for (int64_t x = 0; x < left; x++)
        line[x] = value;
    for (int64_t x = end; x <= last; x++)
        line[x] = value;
    for (int64_t x = 0; at && x < left; x++)
        at[x] = p->none;
    for (int64_t x = end; at && x <= last; x++)
        at[x] = p->none;
}

/* Where a window is said to have its maximum that sees no pixel: in the last row or column. */
static int64_t NAME(nowhere)(const struct rt_pool_plane *p, int64_t y, int64_t x)
{
    const struct rt_window *w = p->window;
    int64_t top = y * w->stride[0] - w->padding[0], left = x * w->stride[1] - w->padding[1];

    while (top < 0)
        top += w->dilation[0];
    while (left < 0)
        left += w->dilation[1];
    return (top < p->height ? top : p->height - 1) * p->width + (left < p->width ? left : p->width - 1);
}

/* Windows of one row without a border: how many of its cells, taken by full vectors, see nothing behind the row. */
static int64_t NAME(inside)(const struct rt_pool_plane *p)
{
    const struct rt_window *w = p->window;
    const int64_t span = p->width - (w->kernel[1] - 1) * w->dilation[1];

    if (w->kernel[0] != 1 || w->padding[0] || w->padding[1] || w->stride[1] > 4 || span <= 0)
        return 0;
    const int64_t blocks = span / (LANES * w->stride[1]);
    return blocks * LANES > p->out_width ? p->out_width / LANES * LANES : blocks * LANES;
}

#undef WITH_STEPS
#define WITH_STEPS(CALL)                                                                                               \
    switch (w->stride[1]) {                                                                                            \
    case 1:                                                                                                            \
        CALL(1);                                                                                                       \
        break;                                                                                                         \
    case 2:                                                                                                            \
        CALL(2);                                                                                                       \
        break;                                                                                                         \
    case 3:                                                                                                            \
        CALL(3);                                                                                                       \
        break;                                                                                                         \
    case 4:                                                                                                            \
        CALL(4);                                                                                                       \
        break;                                                                                                         \
    default:                                                                                                           \
        CALL(w->stride[1]);                                                                                            \
    }

/* Cells [from, count) of a row from a line without positions. */
static void NAME(max_of_line)(const struct rt_window *w, int64_t count, const T *line, T *best)
{
#define CALL(S) NAME(best)(w, S, count, line, best)
    WITH_STEPS(CALL)
#undef CALL
}

static void NAME(max_lines)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *plane, void *cells,
                            int64_t *index)
{
    const struct rt_window *w = p->window;
    T *line = p->line;
    INDEX *at = index ? (INDEX *)(void *)(line + p->width + p->border) : NULL, where[STRIP];
    const int64_t direct = index ? 0 : NAME(inside)(p), done = direct * w->stride[1];

    NAME(set_border)(p, done, line, -INFINITY, at);
    for (int64_t y = first; y < last; y++) {
        T *best = (T *)cells + y * p->cell_row;
        if (direct) { /* the rest of the row where memory behind it may be read */
            const T *row = (const T *)plane + y * w->stride[0] * p->image_row;
            NAME(max_of_line)(w, direct, row, best);
            if (direct < p->out_width) {
                memcpy(line, row + done, (size_t)(p->width - done) * sizeof(T));
                NAME(max_of_line)(w, p->out_width - direct, line, best + direct);
            }
            continue;
        }
        NAME(bordered)(p, y, plane, line, at);
        if (!at) {
            NAME(max_of_line)(w, p->out_width, line, best);
            continue;
        }
        for (int64_t x = 0; x < p->out_width; x += STRIP) {
            const int64_t count = p->out_width - x < STRIP ? p->out_width - x : STRIP, from = x * w->stride[1];
            int64_t *to = index + y * p->index_row + x;
#define CALL(S) NAME(best_positions)(w, S, count, line + from, at + from, best + x, where)
            WITH_STEPS(CALL)
#undef CALL
            for (int64_t i = 0; i < count; i++)
                to[i] = where[i] == p->none ? NAME(nowhere)(p, y, x + i) : where[i];
        }
    }
}

/* A window that covers the full plane, of n neighbouring pixels. */
static void NAME(window_max)(int64_t n, const void *plane, void *cell, int64_t *index)
{
    const T *src = plane;
    NAME(vector) most;
    NAME(positions) nan = {0};
    T best = src[0];
    int64_t i = 0, at = 0;

    if (n >= LANES) {
        memcpy(&most, src, sizeof most);
        for (; i + LANES <= n; i += LANES) {
            NAME(vector) v;
            memcpy(&v, src + i, sizeof v);
            most = (NAME(vector))CHOOSE(v > most, v, most);
            nan |= v != v;
        }
        for (int k = 0; k < LANES; k++) {
            best = BETTER(most[k], best) ? most[k] : best;
            at |= nan[k];
        }
    }
    for (; i < n; i++)
        best = BETTER(src[i], best) ? src[i] : best;
    if (at || best != best) { /* the last of nans */
        for (i = 0, at = 0, best = -INFINITY; i < n; i++)
            if (BETTER(src[i], best)) {
                best = src[i];
                at = i;
            }
    } else if (index)
        while (src[at] != best)
            at++;
    *(T *)cell = best;
    if (index)
        *index = at;
}

static void NAME(window_sum)(int64_t n, const void *plane, int64_t divisor, void *cell)
{
    const T *src = plane;
    NAME(vector) sums[2] = {0}, v;
    int64_t i = 0;
    T sum = 0;

    for (; i + 2 * LANES <= n; i += 2 * LANES)
        for (int k = 0; k < 2; k++) {
            memcpy(&v, src + i + k * LANES, sizeof v);
            sums[k] += v;
        }
    for (; i + LANES <= n; i += LANES) {
        memcpy(&v, src + i, sizeof v);
        sums[0] += v;
    }
    sums[0] += sums[1];
    for (int k = 0; k < LANES; k++)
        sum += sums[0][k];
    for (; i < n; i++)
        sum += src[i];
    *(T *)cell = sum / (T)divisor;
}

static void NAME(window_fill)(int64_t n, const void *cell, int64_t divisor, void *plane)
{
    const T part = *(const T *)cell / (T)divisor;
    T *to = plane;

    for (int64_t i = 0; i < n; i++)
        to[i] = part;
}

static void NAME(max)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *plane, void *cells,
                      int64_t *index)
{
    if (p->rows)
        NAME(adaptive_max)(p, first, last, plane, cells, index);
    else
        NAME(max_lines)(p, first, last, plane, cells, index);
}

/* Divides a row of a strip by the sizes of its windows, which begin at row `top`. */
static void NAME(divide)(const struct rt_pool_plane *p, int64_t top, int64_t count, const int64_t *width, const T *from,
                         T *to)
{
    const int64_t rows = counted(top, p->window->kernel[0], p->height, p->count_padding ? p->window->padding[0] : 0);

    if (p->divisor) {
        for (int64_t x = 0; x < count; x++)
            to[x] = (from[x] + 0) / (T)p->divisor;
    } else {
        for (int64_t x = 0; x < count; x++)
            to[x] = (from[x] + 0) / (T)(rows * width[x]);
    }
}

/* The sums of rows [top, bottom) in each of the columns [low, high): a row of the plane where it is one. */
static const T *NAME(line_of_sums)(const struct rt_pool_plane *p, int64_t top, int64_t bottom, int64_t low,
                                   int64_t high, const T *plane, T *restrict line)
{
    if (bottom - top == 1)
        return plane + top * p->image_row;
    if (bottom <= top) {
        memset(line + low, 0, (size_t)(high - low) * sizeof(T));
        return line;
    }
    const T *restrict src = plane + top * p->image_row, *restrict second = src + p->image_row;
    _Pragma("GCC ivdep") for (int64_t x = low; x < high; x++) line[x] = src[x] + second[x];
    for (int64_t row = top + 2; row < bottom; row++) {
        src = plane + row * p->image_row;
        _Pragma("GCC ivdep") for (int64_t x = low; x < high; x++) line[x] += src[x];
    }
    return line;
}

static void NAME(adaptive_average)(const struct rt_pool_plane *p, int64_t first, int64_t last, const T *plane, T *cells)
{
    for (int64_t y = first; y < last; y++) {
        const int64_t top = p->rows[2 * y], bottom = p->rows[2 * y + 1];
        const T *line = NAME(line_of_sums)(p, top, bottom, 0, p->width, plane, p->line);
        for (int64_t x = 0; x < p->out_width; x++) {
            const int64_t left = p->columns[2 * x], right = p->columns[2 * x + 1];
            T sum = line[left];
            for (int64_t i = left + 1; i < right; i++)
                sum += line[i];
            cells[y * p->cell_row + x] = sum / (T)((bottom - top) * (right - left));
        }
    }
}

/* The columns that a strip's windows see, [*low, *high), and the rows of a window. */
static void NAME(seen)(const struct rt_pool_plane *p, int64_t begin, int64_t count, int64_t *low, int64_t *high)
{
    const struct rt_window *w = p->window;

    *low = begin * w->stride[1] - w->padding[1];
    *high = *low + (count - 1) * w->stride[1] + w->kernel[1];
    *low = *low < 0 ? 0 : *low > p->width ? p->width : *low;
    *high = *high > p->width ? p->width : *high < *low ? *low : *high;
}

/* Sums of windows of a line. */
ALWAYS void NAME(sum_windows)(const struct rt_window *w, int64_t step, int64_t count, const T *line, T *sums)
{
    for (int64_t x = 0; step > 4 && x < count; x++) {
        const T *from = line + x * step;
        T sum = from[0];
        for (int64_t j = 1; j < w->kernel[1]; j++)
            sum += from[j];
        sums[x] = sum;
    }
    if (step > 4)
        return;
    for (int64_t x = 0; x < count; x += LANES) {
        const T *from = line + x * step;
        NAME(vector) sum = NAME(pick)(from, step);
        for (int64_t j = 1; j < w->kernel[1]; j++)
            sum += NAME(pick)(from + j, step);
        NAME(put)(sums + x, sum, count - x);
    }
}

static void NAME(sums_of_line)(const struct rt_window *w, int64_t count, const T *line, T *sums)
{
#define CALL(S) NAME(sum_windows)(w, S, count, line, sums)
    WITH_STEPS(CALL)
#undef CALL
}

/* Does no window reach over a border, and what do all divide by then? */
static bool NAME(all_inside)(const struct rt_pool_plane *p, int64_t last)
{
    const struct rt_window *w = p->window;

    return !w->padding[0] && !w->padding[1] && (p->out_width - 1) * w->stride[1] + w->kernel[1] <= p->width &&
           (last - 1) * w->stride[0] + w->kernel[0] <= p->height;
}

static T NAME(divisor_inside)(const struct rt_pool_plane *p)
{
    return (T)(p->divisor ? p->divisor : p->window->kernel[0] * p->window->kernel[1]);
}

/* Is a row of results so short, where no window reaches over a border? */
static bool NAME(small)(const struct rt_pool_plane *p)
{
    const struct rt_window *w = p->window;

    return p->out_width <= SMALL_CELLS && w->kernel[0] <= SMALL_TAPS && w->kernel[1] <= SMALL_TAPS &&
           w->kernel[0] * w->kernel[1] <= SMALL_TAPS;
}

/* Windows of two columns side by side, which see nothing of each other nor of a border: vectors of two halves of
   pixels, the sums of columns as below. */
static bool NAME(pairs)(const struct rt_pool_plane *p)
{
    return p->window->kernel[1] == 2 && p->window->stride[1] == 2;
}

ALWAYS NAME(vector) NAME(load)(const T *from, int64_t count)
{
    NAME(vector) v;

    if (count <= 0)
        return (NAME(vector)){0};
    if (count < LANES)
        return (NAME(vector))LOAD_FIRST(from, (int)count);
    memcpy(&v, from, sizeof v);
    return v;
}

ALWAYS void NAME(store)(T *to, int64_t count, NAME(vector) v)
{
    if (count >= LANES)
        memcpy(to, &v, sizeof v);
    else if (count > 0)
        STORE_FIRST(to, (int)count, v);
}

static void NAME(average_pairs)(const struct rt_pool_plane *p, int64_t first, int64_t last, const T *plane, T *cells)
{
    const struct rt_window *w = p->window;
    const T divisor = NAME(divisor_inside)(p);

    for (int64_t y = first; y < last; y++) {
        const T *row = plane + y * w->stride[0] * p->image_row;
        for (int64_t x = 0; x < p->out_width; x += LANES, row += 2 * LANES) {
            const int64_t count = p->out_width - x;
            NAME(vector) left = NAME(load)(row, 2 * count), right = NAME(load)(row + LANES, 2 * count - LANES);
            for (int64_t i = 1; i < w->kernel[0]; i++) {
                left += NAME(load)(row + i * p->image_row, 2 * count);
                right += NAME(load)(row + i * p->image_row + LANES, 2 * count - LANES);
            }
            left = RT_ISA_SHUFFLE(left, right, NAME(evens)) + RT_ISA_SHUFFLE(left, right, NAME(odds));
            NAME(store)(cells + y * p->cell_row + x, count, (left + 0) / divisor);
        }
    }
}

/* The same sums as below: of columns, then of those. */
static void NAME(average_small)(const struct rt_pool_plane *p, int64_t first, int64_t last, const T *plane, T *cells)
{
    const struct rt_window *w = p->window;
    const T divisor = NAME(divisor_inside)(p);

    for (int64_t y = first; y < last; y++)
        for (int64_t x = 0; x < p->out_width; x++) {
            const T *at = plane + y * w->stride[0] * p->image_row + x * w->stride[1];
            T sum = 0;
            for (int64_t j = 0; j < w->kernel[1]; j++) {
                T column = at[j];
                for (int64_t i = 1; i < w->kernel[0]; i++)
                    column += at[i * p->image_row + j];
                sum += column;
            }
            cells[y * p->cell_row + x] = sum / divisor;
        }
}

static void NAME(average)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *plane, void *cells)
{
    const struct rt_window *w = p->window;
    int64_t width[STRIP];
    T *line = p->line, *inside = line + w->padding[1];

    if (p->rows) {
        NAME(adaptive_average)(p, first, last, plane, cells);
        return;
    }
    if (NAME(all_inside)(p, last) && (NAME(pairs)(p) || NAME(small)(p))) {
        (NAME(pairs)(p) ? NAME(average_pairs) : NAME(average_small))(p, first, last, plane, cells);
        return;
    }
    NAME(set_border)(p, 0, line, 0, NULL);
    for (int64_t y = first; y < last; y++) {
        const int64_t from = y * w->stride[0] - w->padding[0], end = from + w->kernel[0];
        const int64_t top = from < 0 ? 0 : from, bottom = end > p->height ? p->height : end;
        T *sum = (T *)cells + y * p->cell_row;
        if (bottom - top == 1)
            memcpy(inside, (const T *)plane + top * p->image_row, (size_t)p->width * sizeof(T));
        else
            NAME(line_of_sums)(p, top, bottom, 0, p->width, plane, inside);
        NAME(sums_of_line)(w, p->out_width, line, sum);
        for (int64_t x = 0; x < p->out_width; x += STRIP) {
            const int64_t count = p->out_width - x < STRIP ? p->out_width - x : STRIP;
            if (x || y == first)
                widths(p, x, count, width);
            NAME(divide)(p, from, count, width, sum + x, sum + x);
        }
    }
}

/* Rows [top, bottom) += line, in the columns [low, high). */
static void NAME(add_line)(const struct rt_pool_plane *p, int64_t top, int64_t bottom, int64_t low, int64_t high,
                           const T *restrict line, T *plane)
{
    for (int64_t row = top; row < bottom; row++) {
        T *restrict dst = plane + row * p->image_row;
        _Pragma("GCC ivdep") for (int64_t x = low; x < high; x++) dst[x] += line[x];
    }
}

static void NAME(adaptive_back)(const struct rt_pool_plane *p, int64_t first, int64_t last, const T *cells, T *plane)
{
    T *line = p->line;

    for (int64_t y = first; y < last; y++) {
        const int64_t top = p->rows[2 * y], bottom = p->rows[2 * y + 1];
        memset(line, 0, (size_t)p->width * sizeof(T));
        for (int64_t x = 0; x < p->out_width; x++) {
            const int64_t left = p->columns[2 * x], right = p->columns[2 * x + 1];
            const T part = cells[y * p->cell_row + x] / (T)((bottom - top) * (right - left));
            for (int64_t i = left; i < right; i++)
                line[i] += part;
        }
        NAME(add_line)(p, top, bottom, 0, p->width, line, plane);
    }
}

/* Pixels of one window each, of a plane that is zero before. */
static void NAME(average_pairs_back)(const struct rt_pool_plane *p, int64_t first, int64_t last, const T *cells,
                                     T *plane)
{
    const struct rt_window *w = p->window;
    const T divisor = NAME(divisor_inside)(p);

    for (int64_t y = first; y < last; y++) {
        T *row = plane + y * w->stride[0] * p->image_row;
        for (int64_t x = 0; x < p->out_width; x += LANES, row += 2 * LANES) {
            const int64_t count = p->out_width - x;
            const NAME(vector) part = (NAME(load)(cells + y * p->cell_row + x, count) + 0) / divisor + 0;
            const NAME(vector) left = RT_ISA_SHUFFLE(part, part, NAME(twice)),
                               right = RT_ISA_SHUFFLE(part, part, NAME(rest));
            for (int64_t i = 0; i < w->kernel[0]; i++) {
                NAME(store)(row + i * p->image_row, 2 * count, left);
                NAME(store)(row + i * p->image_row + LANES, 2 * count - LANES, right);
            }
        }
    }
}

static void NAME(average_back)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *cells,
                               void *plane)
{
    const struct rt_window *w = p->window;
    int64_t width[STRIP], low, high;
    T part[STRIP], *line = p->line;

    if (p->rows) {
        NAME(adaptive_back)(p, first, last, cells, plane);
        return;
    }
    if (w->kernel[0] <= w->stride[0] && NAME(all_inside)(p, last) && NAME(pairs)(p)) {
        NAME(average_pairs_back)(p, first, last, cells, plane);
        return;
    }
    for (int64_t begin = 0; begin < p->out_width; begin += STRIP) {
        const int64_t count = p->out_width - begin < STRIP ? p->out_width - begin : STRIP;
        widths(p, begin, count, width);
        NAME(seen)(p, begin, count, &low, &high);
        for (int64_t y = first; y < last; y++) {
            const int64_t top = y * w->stride[0] - w->padding[0], end = top + w->kernel[0];
            NAME(divide)(p, top, count, width, (const T *)cells + y * p->cell_row + begin, part);
            memset(line + low, 0, (size_t)(high - low) * sizeof(T));
            for (int64_t j = 0; j < w->kernel[1]; j++) {
                int64_t from, to, from2, to2;
                T *restrict dst = line + columns(p, begin, count, j, &from, &to);
                if (w->stride[1] == 2 && j + 1 < w->kernel[1]) { /* two taps fill full vectors */
                    columns(p, begin, count, j + 1, &from2, &to2);
                    const int64_t begun = from > from2 ? from : from2, ended = to < to2 ? to : to2;
                    for (int64_t x = from; x < to; x++)
                        if (x < begun || x >= ended)
                            dst[2 * x] += part[x];
                    for (int64_t x = from2; x < to2; x++)
                        if (x < begun || x >= ended)
                            dst[2 * x + 1] += part[x];
                    for (int64_t x = begun; x < ended; x++) {
                        dst[2 * x] += part[x];
                        dst[2 * x + 1] += part[x];
                    }
                    j++;
                    continue;
                }
                WITH_STEP(w->stride[1], { dst[x * S] += part[x]; });
            }
            NAME(add_line)(p, top < 0 ? 0 : top, end > p->height ? p->height : end, low, high, line, plane);
        }
    }
}

/* Channels side by side. */
static void NAME(last_max)(int64_t n, const void *pixel, int64_t position, bool first, void *cell,
                           int64_t *restrict index)
{
    const T *restrict from = pixel;
    T *restrict to = cell;

    if (first) {
        memcpy(to, from, (size_t)n * sizeof(T));
        for (int64_t c = 0; index && c < n; c++)
            index[c] = position;
    } else if (index) {
        for (int64_t c = 0; c < n; c++) {
            const bool better = BETTER(from[c], to[c]);
            to[c] = better ? from[c] : to[c];
            index[c] = better ? position : index[c];
        }
    } else {
        for (int64_t c = 0; c < n; c++)
            to[c] = BETTER(from[c], to[c]) ? from[c] : to[c];
    }
}

static void NAME(last_add)(int64_t n, const void *pixel, void *cell)
{
    const T *restrict from = pixel;
    T *restrict to = cell;

    for (int64_t c = 0; c < n; c++)
        to[c] += from[c];
}

/* The mean of a window of rows x columns pixels, whose rows and columns are so many bytes apart: channels in vectors,
   two at a time, which stay in registers. */
static void NAME(last_mean)(int64_t n, int64_t rows, int64_t columns, int64_t row, int64_t column, int64_t divisor,
                            const void *pixels, void *cell)
{
    enum { SIDE = BYTES / sizeof(T) };
    const char *at = pixels;
    T *to = cell;

    for (; n >= SIDE; at += BYTES) {
        const bool two = n >= 2 * SIDE;
        NAME(vector) sum = {0}, other = {0}, v;
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j++) {
                const char *from = at + i * row + j * column;
                memcpy(&v, from, sizeof v);
                sum += v;
                if (two) {
                    memcpy(&v, from + BYTES, sizeof v);
                    other += v;
                }
            }
        sum /= (T)divisor;
        memcpy(to, &sum, sizeof sum);
        to += SIDE;
        n -= SIDE;
        if (two) {
            other /= (T)divisor;
            memcpy(to, &other, sizeof other);
            to += SIDE;
            n -= SIDE;
            at += BYTES;
        }
    }
    for (int64_t c = 0; c < n; c++) {
        T sum = 0;
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j++)
                sum += ((const T *)(const void *)(at + i * row + j * column))[c];
        to[c] = sum / (T)divisor;
    }
}

static void NAME(last_divide)(int64_t n, int64_t divisor, void *cell)
{
    T *restrict to = cell;

    for (int64_t c = 0; c < n; c++)
        to[c] /= (T)divisor;
}

#undef BETTER
