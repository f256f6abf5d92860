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
static void NAME(places_of_maxima)(const struct rt_pool_plane *p, int64_t top, int64_t bottom, int64_t low,
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
        NAME(places_of_maxima)(p, p->rows[2 * y], p->rows[2 * y + 1], 0, p->width, plane, line, at);
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

/* Maxima without their positions. */
static void NAME(max_only)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *plane, void *cells)
{
    const struct rt_window *w = p->window;
    const bool pairs = w->kernel[1] == 2 && w->stride[1] == 2 && w->padding[1] == 0 && w->dilation[1] == 1 &&
                       2 * p->out_width <= p->width;

    for (int64_t y = first; y < last; y++) {
        T *restrict best = (T *)cells + y * p->cell_row;
        int64_t row = y * w->stride[0] - w->padding[0];
        bool begun = false;
        for (int64_t i = 0; i < w->kernel[0]; i++, row += w->dilation[0]) {
            const T *restrict src = (const T *)plane + row * p->image_row;
            if (row < 0 || row >= p->height)
                continue;
            if (pairs && !begun) { /* the commonest windows: no cell is written twice */
                const int64_t from = 0, to = p->out_width;
                WITH_STEP(2, {
                    const T old = src[x * S], v = src[x * S + 1];
                    best[x] = BETTER(v, old) ? v : old;
                });
                begun = true;
                continue;
            }
            for (int64_t x = 0; !begun && x < p->out_width; x++)
                best[x] = -INFINITY;
            begun = true;
            for (int64_t j = 0; j < w->kernel[1]; j++) {
                int64_t from, to;
                src = (const T *)plane + row * p->image_row + columns(p, 0, p->out_width, j, &from, &to);
                WITH_STEP(w->stride[1], {
                    const T v = src[x * S], old = best[x];
                    best[x] = BETTER(v, old) ? v : old;
                });
            }
        }
        for (int64_t x = 0; !begun && x < p->out_width; x++)
            best[x] = -INFINITY;
    }
}

static void NAME(max)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *plane, void *cells,
                      int64_t *index)
{
    const struct rt_window *w = p->window;
    INDEX at[STRIP];

    if (p->rows) {
        NAME(adaptive_max)(p, first, last, plane, cells, index);
        return;
    }
    if (!index) {
        NAME(max_only)(p, first, last, plane, cells);
        return;
    }
    for (int64_t begin = 0; begin < p->out_width; begin += STRIP) {
        const int64_t count = p->out_width - begin < STRIP ? p->out_width - begin : STRIP;
        for (int64_t y = first; y < last; y++) {
            T *restrict best = (T *)cells + y * p->cell_row + begin;
            int64_t top = y * w->stride[0] - w->padding[0], row = top;
            /* a window of padding alone names the last pixel */
            while (top < 0)
                top += w->dilation[0];
            top = top < p->height ? top : p->height - 1;
            for (int64_t x = 0; x < count; x++) {
                int64_t left = (begin + x) * w->stride[1] - w->padding[1];
                while (left < 0)
                    left += w->dilation[1];
                best[x] = -INFINITY;
                at[x] = (INDEX)(top * p->width + (left < p->width ? left : p->width - 1));
            }
            for (int64_t i = 0; i < w->kernel[0]; i++, row += w->dilation[0]) {
                if (row < 0 || row >= p->height)
                    continue;
                for (int64_t j = 0; j < w->kernel[1]; j++) {
                    int64_t from, to;
                    const int64_t column = columns(p, begin, count, j, &from, &to);
                    const T *restrict src = (const T *)plane + row * p->image_row + column;
                    const INDEX base = (INDEX)(row * p->width + column);
                    WITH_STEP(w->stride[1], {
                        const T v = src[x * S], old = best[x];
                        const bool better = BETTER(v, old);
                        best[x] = better ? v : old;
                        at[x] = better ? (INDEX)(base + (INDEX)x * (INDEX)S) : at[x];
                    });
                }
            }
            for (int64_t x = 0; x < count; x++)
                index[y * p->index_row + begin + x] = at[x];
        }
    }
}

/* Divides a row of a strip by the sizes of its windows, which begin at row `top`. */
static void NAME(divide)(const struct rt_pool_plane *p, int64_t top, int64_t count, const int64_t *width, const T *from,
                         T *to)
{
    const int64_t rows = counted(top, p->window->kernel[0], p->height, p->count_padding ? p->window->padding[0] : 0);

    if (p->divisor) {
        for (int64_t x = 0; x < count; x++)
            to[x] = from[x] / (T)p->divisor;
    } else {
        for (int64_t x = 0; x < count; x++)
            to[x] = from[x] / (T)(rows * width[x]);
    }
}

/* The sums of rows [top, bottom) in each of the columns [low, high): a row of the plane where it is one. */
static const T *NAME(line_of_sums)(const struct rt_pool_plane *p, int64_t top, int64_t bottom, int64_t low,
                                   int64_t high, const T *plane)
{
    T *restrict line = p->line;

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
        const T *line = NAME(line_of_sums)(p, top, bottom, 0, p->width, plane);
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

static void NAME(average)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *plane, void *cells)
{
    const struct rt_window *w = p->window;
    int64_t width[STRIP], low, high;

    if (p->rows) {
        NAME(adaptive_average)(p, first, last, plane, cells);
        return;
    }
    for (int64_t begin = 0; begin < p->out_width; begin += STRIP) {
        const int64_t count = p->out_width - begin < STRIP ? p->out_width - begin : STRIP;
        widths(p, begin, count, width);
        NAME(seen)(p, begin, count, &low, &high);
        for (int64_t y = first; y < last; y++) {
            const int64_t top = y * w->stride[0] - w->padding[0], end = top + w->kernel[0];
            const T *line =
                NAME(line_of_sums)(p, top < 0 ? 0 : top, end > p->height ? p->height : end, low, high, plane);
            T *restrict sum = (T *)cells + y * p->cell_row + begin;
            if (w->stride[1] > 2) { /* not neighbours: cell after cell */
                for (int64_t x = 0; x < count; x++) {
                    const int64_t left = (begin + x) * w->stride[1] - w->padding[1], right = left + w->kernel[1];
                    T s = 0;
                    for (int64_t i = left < 0 ? 0 : left; i < (right > p->width ? p->width : right); i++)
                        s += line[i];
                    sum[x] = s;
                }
            } else {
                memset(sum, 0, (size_t)count * sizeof(T));
                for (int64_t j = 0; j < w->kernel[1]; j++) {
                    int64_t from, to;
                    const T *restrict src = line + columns(p, begin, count, j, &from, &to);
                    WITH_STEP(w->stride[1], { sum[x] += src[x * S]; });
                }
            }
            NAME(divide)(p, top, count, width, sum, sum);
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
                if (w->stride[1] == 2 && j + 1 < w->kernel[1]) { /* two taps fill whole vectors */
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

#undef BETTER
