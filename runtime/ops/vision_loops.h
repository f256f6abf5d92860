/* vision_loops.h: the loops of vision.c for one type of elements: REAL, with names made by NAME(). Included once for
   each. A loop runs over a block of channels [from, to), or for windows that move over a block of groups of offsets. */

struct NAME(tap) {
    int64_t at[4]; /* of the four neighbours in a plane */
    REAL weight[4];
    REAL dy[4], dx[4]; /* derivatives of the weights */
};

/* Bilinear: false where the point lies outside of the plane. */
static bool NAME(tap_at)(REAL y, REAL x, int64_t height, int64_t width, struct NAME(tap) * tap)
{
    if (!(y >= -1 && y <= height && x >= -1 && x <= width))
        return false;
    if (y <= 0)
        y = 0;
    if (x <= 0)
        x = 0;
    int64_t top = (int64_t)y, left = (int64_t)x, bottom = top + 1, right = left + 1;
    if (top >= height - 1) {
        top = bottom = height - 1;
        y = (REAL)top;
    }
    if (left >= width - 1) {
        left = right = width - 1;
        x = (REAL)left;
    }
    const REAL v = y - top, u = x - left, up = 1 - v, before = 1 - u;
    *tap = (struct NAME(tap)){
        .at = {top * width + left, top * width + right, bottom * width + left, bottom * width + right},
        .weight = {up * before, up * u, v * before, v * u}};
    return true;
}

/* One region in the pixels of its image, and its bins. */
struct NAME(region) {
    int64_t image;
    REAL y, x, bin_height, bin_width;
    int64_t samples_y, samples_x; /* in each bin */
};

/* One for each pixel of a bin. */
static int64_t NAME(samples)(REAL size)
{
    const REAL most = 1 << 30;
    return !(size > -most) ? 0 : size > most ? 1 << 30 : (int64_t)NAME(ceil)(size);
}

static struct NAME(region) NAME(region_of)(const struct regions *p, int64_t n)
{
    const REAL *roi = (const REAL *)p->rois + 5 * n, scale = (REAL)p->scale;
    struct NAME(region) r = {.image = (int64_t)roi[0]};
    REAL height, width;
    if (p->kind == REGION_POOL || p->kind == REGION_PS_POOL) { /* whole pixels */
        const REAL x = NAME(round)(roi[1] * scale), y = NAME(round)(roi[2] * scale),
                   right = NAME(round)(roi[3] * scale), bottom = NAME(round)(roi[4] * scale),
                   more = p->kind == REGION_POOL;
        r.x = x;
        r.y = y;
        width = right - x + more < 1 ? 1 : right - x + more;
        height = bottom - y + more < 1 ? 1 : bottom - y + more;
    } else {
        const REAL shift = p->aligned || p->kind == REGION_PS_ALIGN ? (REAL)0.5 : 0;
        r.x = roi[1] * scale - shift;
        r.y = roi[2] * scale - shift;
        width = roi[3] * scale - shift - r.x;
        height = roi[4] * scale - shift - r.y;
        if (p->kind == REGION_ALIGN && !p->aligned) {
            width = width < 1 ? 1 : width;
            height = height < 1 ? 1 : height;
        }
    }
    r.bin_height = height / (REAL)p->rows;
    r.bin_width = width / (REAL)p->columns;
    r.samples_y = p->sampling > 0 ? p->sampling : NAME(samples)(r.bin_height);
    r.samples_x = p->sampling > 0 ? p->sampling : NAME(samples)(r.bin_width);
    return r;
}

/* The plane that channel c of the result reads for a bin. */
static int64_t NAME(plane_of)(const struct regions *p, int64_t image, int64_t c, int64_t bin)
{
    const bool by_position = p->kind == REGION_PS_ALIGN || p->kind == REGION_PS_POOL;
    return (image * p->channels + (by_position ? c * p->rows * p->columns + bin : c)) * p->height * p->width;
}

/* The mean of points of a bin, or the reverse: the gradient of a bin added at its points. */
static int NAME(align_bin)(const struct regions *p, const struct NAME(region) * r, int64_t n, int64_t bin, int64_t from,
                           int64_t to, struct rt_error *err)
{
    const int64_t bins = p->rows * p->columns, i = bin / p->columns, j = bin % p->columns;
    int64_t count = r->samples_y * r->samples_x;
    if (p->kind == REGION_ALIGN && count < 1)
        count = 1;
    const REAL each = 1 / (REAL)count;
    for (int64_t sy = 0; sy < r->samples_y; sy++) {
        const REAL y = r->y + i * r->bin_height + (sy + (REAL)0.5) * r->bin_height / (REAL)r->samples_y;
        if (rt_pool_check(err) < 0)
            return -1;
        for (int64_t sx = 0; sx < r->samples_x; sx++) {
            const REAL x = r->x + j * r->bin_width + (sx + (REAL)0.5) * r->bin_width / (REAL)r->samples_x;
            struct NAME(tap) tap;
            if (!NAME(tap_at)(y, x, p->height, p->width, &tap))
                continue;
            for (int64_t c = from; c < to; c++) {
                REAL *out = (REAL *)p->out + (n * p->made + c) * bins + bin;
                if (!p->grad) {
                    const REAL *plane = (const REAL *)p->input + NAME(plane_of)(p, r->image, c, bin);
                    *out += tap.weight[0] * plane[tap.at[0]] + tap.weight[1] * plane[tap.at[1]] +
                            tap.weight[2] * plane[tap.at[2]] + tap.weight[3] * plane[tap.at[3]];
                } else {
                    const REAL g = ((const REAL *)p->grad)[(n * p->made + c) * bins + bin] * each;
                    REAL *plane = (REAL *)p->out + NAME(plane_of)(p, r->image, c, bin);
                    for (int k = 0; k < 4; k++)
                        plane[tap.at[k]] += g * tap.weight[k];
                }
            }
        }
    }
    if (!p->grad)
        for (int64_t c = from; c < to; c++)
            ((REAL *)p->out)[(n * p->made + c) * bins + bin] /= (REAL)count;
    return 0;
}

/* The pixels of a bin along one dimension. */
static void NAME(span)(REAL start, REAL bin, int64_t i, int64_t size, int64_t *from, int64_t *to)
{
    const REAL first = NAME(floor)(i * bin) + start, last = NAME(ceil)((i + 1) * bin) + start;
    *from = !(first > 0) ? 0 : first > size ? size : (int64_t)first; /* nan: none */
    *to = !(last > 0) ? 0 : last > size ? size : (int64_t)last;
}

/* The largest pixel of a bin and where it is, or the mean; or the reverse. */
static int NAME(pool_bin)(const struct regions *p, const struct NAME(region) * r, int64_t n, int64_t bin, int64_t from,
                          int64_t to, struct rt_error *err)
{
    const int64_t bins = p->rows * p->columns;
    int64_t top, bottom, left, right;
    if (rt_pool_check(err) < 0)
        return -1;
    const int64_t less = p->kind == REGION_PS_POOL; /* there the last row and column are never read */
    NAME(span)(r->y, r->bin_height, bin / p->columns, p->height - less, &top, &bottom);
    NAME(span)(r->x, r->bin_width, bin % p->columns, p->width - less, &left, &right);
    const bool empty = bottom <= top || right <= left;
    for (int64_t c = from; c < to; c++) {
        const int64_t at = (n * p->made + c) * bins + bin, base = NAME(plane_of)(p, r->image, c, bin);
        const REAL g = p->grad ? ((const REAL *)p->grad)[at] : 0;
        if (p->grad && p->kind == REGION_POOL) {
            if (p->map[at] >= 0 && p->map[at] < p->height * p->width)
                ((REAL *)p->out)[base + p->map[at]] += g;
            continue;
        }
        const REAL area = (REAL)((bottom - top) * (right - left));
        REAL best = p->kind == REGION_POOL && !empty ? -(REAL)INFINITY : 0;
        int64_t where = -1;
        for (int64_t y = top; y < bottom && !empty; y++)
            for (int64_t x = left; x < right; x++) {
                if (p->grad) {
                    ((REAL *)p->out)[base + y * p->width + x] += g / area;
                    continue;
                }
                const REAL v = ((const REAL *)p->input)[base + y * p->width + x];
                if (p->kind == REGION_PS_POOL) {
                    best += v;
                } else if (v > best) {
                    best = v;
                    where = y * p->width + x;
                }
            }
        if (p->grad)
            continue;
        ((REAL *)p->out)[at] = p->kind == REGION_PS_POOL && !empty ? best / area : best;
        if (p->kind == REGION_POOL)
            p->map[at] = (int32_t)where;
    }
    return 0;
}

static int NAME(regions)(void *context, int64_t from, int64_t to, struct rt_error *err)
{
    const struct regions *p = context;
    const bool pool = p->kind == REGION_POOL || p->kind == REGION_PS_POOL;
    for (int64_t n = 0; n < p->count; n++) {
        const struct NAME(region) r = NAME(region_of)(p, n);
        for (int64_t bin = 0; bin < p->rows * p->columns; bin++)
            if ((pool ? NAME(pool_bin) : NAME(align_bin))(p, &r, n, bin, from, to, err) < 0)
                return -1;
    }
    return 0;
}

/* Boxes that overlap a better one by more than the threshold are left out. `order`: the better ones first. */
static int NAME(nms)(const REAL *boxes, const int64_t *order, int64_t n, double threshold, int64_t *kept, bool *gone,
                     struct rt_error *err)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) {
        const REAL *a = boxes + 4 * order[i], area = (a[2] - a[0]) * (a[3] - a[1]);
        if (gone[i])
            continue;
        kept[count++] = order[i];
        if (rt_pool_check(err) < 0)
            return -1;
        for (int64_t j = i + 1; j < n; j++) {
            const REAL *b = boxes + 4 * order[j];
            const REAL left = a[0] > b[0] ? a[0] : b[0], top = a[1] > b[1] ? a[1] : b[1],
                       right = a[2] < b[2] ? a[2] : b[2], bottom = a[3] < b[3] ? a[3] : b[3],
                       width = right - left > 0 ? right - left : 0, height = bottom - top > 0 ? bottom - top : 0,
                       inter = width * height;
            gone[j] = gone[j] || inter / (area + (b[2] - b[0]) * (b[3] - b[1]) - inter) > threshold;
        }
    }
    kept[n] = count;
    return 0;
}

/* The neighbours of a point that lie in the plane; what lies outside counts as 0. */
static bool NAME(window_tap)(REAL y, REAL x, int64_t height, int64_t width, struct NAME(tap) * tap)
{
    if (!(y > -1 && y < height && x > -1 && x < width))
        return false;
    const REAL top = NAME(floor)(y), left = NAME(floor)(x), v = y - top, u = x - left;
    for (int k = 0; k < 4; k++) {
        const int64_t row = (int64_t)top + k / 2, column = (int64_t)left + k % 2;
        const REAL wy = k / 2 ? v : 1 - v, wx = k % 2 ? u : 1 - u;
        const bool inside = row >= 0 && row < height && column >= 0 && column < width;
        tap->at[k] = inside ? row * width + column : 0;
        tap->weight[k] = inside ? wy * wx : 0;
        tap->dy[k] = inside ? (k / 2 ? wx : -wx) : 0;
        tap->dx[k] = inside ? (k % 2 ? wy : -wy) : 0;
    }
    return true;
}

/* Images as columns of windows whose points move, times a mask; or the gradients of image, offsets and mask. An item is
   an image's group of channels that share offsets. */
static int NAME(windows)(void *context, int64_t from, int64_t to, struct rt_error *err)
{
    const struct windows *p = context;
    const int64_t area = p->out_height * p->out_width, points = p->kernel_height * p->kernel_width;
    const int64_t share = p->channels / p->groups;
    for (int64_t item = from; item < to; item++)
        for (int64_t k = 0; k < points; k++)
            for (int64_t o = 0; o < area; o++) {
                const int64_t oy = o / p->out_width, ox = o % p->out_width, move = (item * points + k) * 2 * area + o;
                const REAL *offset = (const REAL *)p->offset + move;
                const REAL y = oy * p->stride_y - p->pad_y + k / p->kernel_width * p->dilation_y + offset[0],
                           x = ox * p->stride_x - p->pad_x + k % p->kernel_width * p->dilation_x + offset[area];
                const int64_t masked = (item * points + k) * area + o;
                const REAL m = p->mask ? ((const REAL *)p->mask)[masked] : 1;
                REAL sum = 0, down = 0, along = 0;
                struct NAME(tap) tap;
                if (!o && rt_pool_check(err) < 0)
                    return -1;
                if (!NAME(window_tap)(y, x, p->height, p->width, &tap))
                    continue;
                for (int64_t c = 0; c < share; c++) {
                    const int64_t channel = item * share + c, at = (channel * points + k) * area + o;
                    const REAL *plane = (const REAL *)p->input + channel * p->height * p->width;
                    REAL value = 0, vy = 0, vx = 0;
                    for (int q = 0; q < 4; q++) {
                        value += tap.weight[q] * plane[tap.at[q]];
                        vy += tap.dy[q] * plane[tap.at[q]];
                        vx += tap.dx[q] * plane[tap.at[q]];
                    }
                    if (!p->grad) {
                        ((REAL *)p->out)[at] = m * value;
                        continue;
                    }
                    const REAL g = ((const REAL *)p->grad)[at];
                    REAL *to_input = (REAL *)p->out + channel * p->height * p->width;
                    for (int q = 0; q < 4; q++)
                        to_input[tap.at[q]] += g * m * tap.weight[q];
                    sum += g * value;
                    down += g * m * vy;
                    along += g * m * vx;
                }
                if (p->grad) {
                    ((REAL *)p->grad_offset)[move] = down;
                    ((REAL *)p->grad_offset)[move + area] = along;
                    ((REAL *)p->grad_mask)[masked] = sum;
                }
            }
    return 0;
}
