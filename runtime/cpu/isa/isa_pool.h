/* The body of isa_pool.c for one element type T; INDEX is an integer of its size. No include guard: included once for
   float and once for double. */

/* Maxima without their positions. */
static void NAME(max_only)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *plane, void *cells)
{
    const struct rt_window *w = p->window;

    for (int64_t y = first; y < last; y++) {
        T *restrict best = (T *)cells + y * p->cell_row;
        int64_t row = y * w->stride[0] - w->padding[0];
        for (int64_t x = 0; x < p->out_width; x++)
            best[x] = -INFINITY;
        for (int64_t i = 0; i < w->kernel[0]; i++, row += w->dilation[0])
            for (int64_t j = 0; row >= 0 && row < p->height && j < w->kernel[1]; j++) {
                int64_t from, to;
                const T *restrict src =
                    (const T *)plane + row * p->image_row + columns(p, 0, p->out_width, j, &from, &to);
                WITH_STEP(w->stride[1], {
                    const T v = src[x * S], old = best[x];
                    best[x] = (v > old) | (v != v) ? v : old;
                });
            }
    }
}

static void NAME(max)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *plane, void *cells,
                      int64_t *index)
{
    const struct rt_window *w = p->window;
    INDEX at[STRIP];

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
                        const bool better = (v > old) | (v != v);
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

static void NAME(average)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *plane, void *cells)
{
    const struct rt_window *w = p->window;
    int64_t width[STRIP];

    for (int64_t begin = 0; begin < p->out_width; begin += STRIP) {
        const int64_t count = p->out_width - begin < STRIP ? p->out_width - begin : STRIP;
        widths(p, begin, count, width);
        for (int64_t y = first; y < last; y++) {
            const int64_t top = y * w->stride[0] - w->padding[0];
            T *restrict sum = (T *)cells + y * p->cell_row + begin;
            memset(sum, 0, (size_t)count * sizeof(T));
            for (int64_t row = top < 0 ? 0 : top; row < top + w->kernel[0] && row < p->height; row++)
                for (int64_t j = 0; j < w->kernel[1]; j++) {
                    int64_t from, to;
                    const int64_t column = columns(p, begin, count, j, &from, &to);
                    const T *restrict src = (const T *)plane + row * p->image_row + column;
                    WITH_STEP(w->stride[1], { sum[x] += src[x * S]; });
                }
            NAME(divide)(p, top, count, width, sum, sum);
        }
    }
}

static void NAME(average_back)(const struct rt_pool_plane *p, int64_t first, int64_t last, const void *cells,
                               void *plane)
{
    const struct rt_window *w = p->window;
    int64_t width[STRIP];
    T part[STRIP];

    for (int64_t begin = 0; begin < p->out_width; begin += STRIP) {
        const int64_t count = p->out_width - begin < STRIP ? p->out_width - begin : STRIP;
        widths(p, begin, count, width);
        for (int64_t y = first; y < last; y++) {
            const int64_t top = y * w->stride[0] - w->padding[0];
            NAME(divide)(p, top, count, width, (const T *)cells + y * p->cell_row + begin, part);
            for (int64_t row = top < 0 ? 0 : top; row < top + w->kernel[0] && row < p->height; row++)
                for (int64_t j = 0; j < w->kernel[1]; j++) {
                    int64_t from, to, from2, to2;
                    const int64_t column = columns(p, begin, count, j, &from, &to);
                    T *restrict dst = (T *)plane + row * p->image_row + column;
                    if (w->stride[1] == 2 && j + 1 < w->kernel[1]) { /* two taps fill whole vectors */
                        columns(p, begin, count, j + 1, &from2, &to2);
                        const int64_t low = from > from2 ? from : from2, high = to < to2 ? to : to2;
                        for (int64_t x = from; x < to; x++)
                            if (x < low || x >= high)
                                dst[2 * x] += part[x];
                        for (int64_t x = from2; x < to2; x++)
                            if (x < low || x >= high)
                                dst[2 * x + 1] += part[x];
                        for (int64_t x = low; x < high; x++) {
                            dst[2 * x] += part[x];
                            dst[2 * x + 1] += part[x];
                        }
                        j++;
                        continue;
                    }
                    WITH_STEP(w->stride[1], { dst[x * S] += part[x]; });
                }
        }
    }
}
