/* The body of isa_conv_direct.c for one element type T with vectors V. No include guard: included once for float and
   once for double. */

#define LANES ((int)(BYTES / sizeof(T)))

/* `outputs` results at `vectors` times LANES neighbouring positions; inlined with constants. At most `count` outputs
   have weights: the rest repeats the last. */
ALWAYS void NAME(tile_of)(const struct rt_direct_strip *s, const T *from, const T *weight, int count, const T *bias,
                          T *tile, int outputs, int vectors)
{
    V acc[OUTPUTS][POSITIONS_OF_ONE];
    const T *row[OUTPUTS];
#pragma GCC unroll 8
    for (int m = 0; m < outputs; m++) {
        row[m] = weight + (m < count ? m : count - 1) * s->output_step;
#pragma GCC unroll 8
        for (int k = 0; k < vectors; k++)
            acc[m][k] = SET(bias[m]);
    }
    for (int64_t t = 0; t < s->depth; t++) {
        const T *at = from + s->offsets[t];
        const int64_t to = s->weights[t];
        V x[POSITIONS_OF_ONE];
        if (outputs > 1) /* of each output now and then */
            __builtin_prefetch(row[t % outputs] + s->weights[t + RT_DIRECT_PREFETCH]);
#pragma GCC unroll 8
        for (int k = 0; k < vectors; k++)
            memcpy(&x[k], at + k * LANES, sizeof(V));
#pragma GCC unroll 8
        for (int m = 0; m < outputs; m++) {
            V w = SET(row[m][to]);
#pragma GCC unroll 8
            for (int k = 0; k < vectors; k++)
                acc[m][k] = FMA(w, x[k], acc[m][k]);
        }
    }
#pragma GCC unroll 8
    for (int m = 0; m < outputs; m++)
#pragma GCC unroll 8
        for (int k = 0; k < vectors; k++)
            memcpy(tile + (m * vectors + k) * LANES, &acc[m][k], sizeof(V));
}

#define TILE(outputs, vectors)                                                                                         \
    static __attribute__((noinline)) void NAME(tile_##outputs##_##vectors##_)(                                         \
        const struct rt_direct_strip *s, const T *from, const T *weight, int count, const T *bias, T *tile)            \
    {                                                                                                                  \
        NAME(tile_of)(s, from, weight, count, bias, tile, outputs, vectors);                                           \
    }
EACH_TILE(TILE)
#undef TILE

#define ROW(outputs, vectors) {outputs, vectors, NAME(tile_##outputs##_##vectors##_)},
/* by outputs, and by vectors; the last of an output's rows has as many as are taken at once */
static const struct NAME(tile) {
    int outputs, vectors;
    void (*run)(const struct rt_direct_strip *, const T *from, const T *weight, int count, const T *bias, T *tile);
} NAME(tiles)[] = {EACH_TILE(ROW)};
#undef ROW
enum { NAME(TILES) = sizeof NAME(tiles) / sizeof NAME(tiles)[0] };

/* The position of a vector in the strip. */
struct NAME(cursor) {
    int64_t row, column;
};
/* The results among the next LANES positions: where the first goes, which lanes they are, how many. */
struct NAME(target) {
    int64_t to;
    unsigned lanes;
    int count;
};
ALWAYS struct NAME(target) NAME(target_of)(const struct rt_direct_strip *s, struct NAME(cursor) * at)
{
    struct NAME(target) t = {at->row * s->width + at->column, (1u << LANES) - 1, LANES};

    if (at->column + LANES < s->width) {
        at->column += LANES;
        return t;
    }
    t = (struct NAME(target)){at->row * s->width + (at->column < s->width ? at->column : s->width), 0, 0};
    for (int lane = 0; lane < LANES && at->row < s->rows;) {
        const int left = LANES - lane;
        if (at->column < s->width) {
            const int n = s->width - at->column < left ? (int)(s->width - at->column) : left;
            t.lanes |= ((1u << n) - 1) << lane;
            t.count += n;
        }
        const int passed = s->pitch - at->column < left ? (int)(s->pitch - at->column) : left;
        lane += passed;
        at->column += passed;
        if (at->column == s->pitch) {
            at->column = 0;
            at->row++;
        }
    }
    return t;
}

/* SHARED rows of `vectors` vectors of one output's results, of which `count` lanes are stored in the last: each vector
   of pixels is used by all rows whose windows see it. Inlined with constants, but for the columns of the window. */
ALWAYS void NAME(shared_of)(const struct rt_direct_strip *s, int kernel, const T *from, const T *taps, T start, T *out,
                            int count, int vectors)
{
    const int64_t columns = s->kernel[1];
    V acc[SHARED][2];
#pragma GCC unroll 8
    for (int r = 0; r < SHARED; r++)
        acc[r][0] = acc[r][1] = SET(start);
#pragma GCC unroll 16
    for (int row = 0; row < SHARED + kernel - 1; row++, from += s->pitch)
        for (int64_t j = 0; j < columns; j++) {
            V x0, x1;
            memcpy(&x0, from + j, sizeof x0);
            if (vectors == 2)
                memcpy(&x1, from + j + LANES, sizeof x1);
#pragma GCC unroll 8
            for (int r = 0; r < SHARED; r++)
                if (row >= r && row < r + kernel) {
                    const V w = SET(taps[(row - r) * columns + j]);
                    acc[r][0] = FMA(w, x0, acc[r][0]);
                    if (vectors == 2)
                        acc[r][1] = FMA(w, x1, acc[r][1]);
                }
        }
#pragma GCC unroll 8
    for (int r = 0; r < SHARED; r++) {
        T *to = out + r * s->width;
        if (vectors == 2) {
            memcpy(to, &acc[r][0], sizeof acc[r][0]);
            to += LANES;
        }
        if (count == LANES)
            memcpy(to, &acc[r][vectors - 1], sizeof acc[r][0]);
        else
            STORE_FIRST(to, count, acc[r][vectors - 1]);
    }
}

#define SHARE(kernel, vectors)                                                                                         \
    static __attribute__((noinline)) void NAME(shared_##kernel##_##vectors##_)(                                        \
        const struct rt_direct_strip *s, const T *from, const T *taps, T start, T *out, int count)                     \
    {                                                                                                                  \
        NAME(shared_of)(s, kernel, from, taps, start, out, count, vectors);                                            \
    }
SHARE(3, 1)
SHARE(3, 2)
SHARE(5, 1)
SHARE(5, 2)
SHARE(7, 1)
SHARE(7, 2)
#undef SHARE

/* Outputs of one channel with windows of 3, 5 or 7 rows; false where it is none of those. */
static bool NAME(share)(const struct rt_direct_strip *s, const T *planes, const T *weight, const T *bias, T *out)
{
    const int64_t kernel = s->kernel[0];
    T taps[MAX_TAPS];

    if ((kernel != 3 && kernel != 5 && kernel != 7) || s->depth > MAX_TAPS || s->rows < SHARED)
        return false;
    for (int64_t m = 0; m < s->outputs; m++, out += s->out_plane) {
        for (int64_t t = 0; t < s->depth; t++)
            taps[t] = weight[m * s->output_step + s->weights[t]];
        for (int64_t x = 0; x < s->width;) {
            const int64_t left = s->width - x;
            const bool two = left > LANES;
            const int64_t passed = two ? 2 * LANES : LANES;
            const int count = left >= passed ? LANES : (int)(left - passed + LANES);
            void (*const run)(const struct rt_direct_strip *, const T *, const T *, T, T *, int) =
                kernel == 3   ? two ? NAME(shared_3_2_) : NAME(shared_3_1_)
                  : kernel == 5 ? two ? NAME(shared_5_2_) : NAME(shared_5_1_)
                  : two ? NAME(shared_7_2_)
                              : NAME(shared_7_1_);
            for (int64_t y = 0; y < s->rows; y += SHARED) {
                const int64_t row = y + SHARED > s->rows ? s->rows - SHARED : y; /* the last rows once more */
                run(s, planes + row * s->pitch + x, taps, bias ? bias[m] : 0, out + row * s->width + x, count);
            }
            x += passed;
        }
    }
    return true;
}

/* All results of the strip; as few outputs at once as hold them, and so many positions that all registers are used. */
static void NAME(convolve)(const struct rt_direct_strip *s, const void *planes, const void *weight, const void *bias,
                           void *out)
{
    const int64_t flat = (s->rows - 1) * s->pitch + s->width, vectors = (flat + LANES - 1) / LANES;

    if (s->kernel[0] && NAME(share)(s, planes, weight, bias, out))
        return;
    for (int64_t first = 0; first < s->outputs;) {
        T start[OUTPUTS] = {0};
        int kind = 0, last, count;
        while (kind + 1 < NAME(TILES) && NAME(tiles)[kind].outputs < s->outputs - first &&
               NAME(tiles)[kind].outputs < OUTPUTS)
            kind++;
        for (last = kind; last + 1 < NAME(TILES) && NAME(tiles)[last + 1].outputs == NAME(tiles)[kind].outputs;)
            last++;
        count = s->outputs - first < NAME(tiles)[kind].outputs ? (int)(s->outputs - first) : NAME(tiles)[kind].outputs;
        for (int m = 0; bias && m < count; m++)
            start[m] = ((const T *)bias)[first + m];
        struct NAME(cursor) cursor = {0, 0};
        const int64_t parts = (vectors + NAME(tiles)[last].vectors - 1) / NAME(tiles)[last].vectors;
        for (int64_t part = 0; part < parts; part++) {
            const int64_t begin = vectors * part / parts;
            const int n = (int)(vectors * (part + 1) / parts - begin);
            _Alignas(64) T tile[OUTPUTS * POSITIONS_OF_ONE * LANES];
            int use = kind;
            while (NAME(tiles)[use].vectors < n)
                use++;
            const struct NAME(tile) *chosen = &NAME(tiles)[use];
            chosen->run(s, (const T *)planes + begin * LANES, (const T *)weight + first * s->output_step, count, start,
                        tile);
            for (int k = 0; k < n; k++) {
                const struct NAME(target) t = NAME(target_of)(s, &cursor);
                T *to = (T *)out + first * s->out_plane + t.to;
                for (int m = 0; m < count; m++, to += s->out_plane) {
                    V v;
                    memcpy(&v, tile + (m * chosen->vectors + k) * LANES, sizeof v);
                    if (t.count == LANES)
                        memcpy(to, &v, sizeof v);
                    else
                        STORE_LANES(to, t.lanes, t.count, v);
                }
            }
        }
        first += count;
    }
}

/* sums[k] += the products of the strip's gradient with the pixels under `taps` taps, of which `count` are wanted. */
ALWAYS void NAME(sums_of)(const struct rt_direct_strip *s, const T *planes, const int64_t *offsets, int count,
                          const T *grad, T *sums, int taps)
{
    V acc[TAPS];
    const T *from[TAPS];
#pragma GCC unroll 16
    for (int k = 0; k < taps; k++) {
        acc[k] = SET(0);
        from[k] = planes + offsets[k < count ? k : count - 1];
    }
    for (int64_t y = 0; y < s->rows; y++) {
        const int64_t row = y * s->pitch;
        int64_t x = 0;
        for (; x + LANES <= s->width; x += LANES) {
            V g, v;
            memcpy(&g, grad + y * s->width + x, sizeof g);
#pragma GCC unroll 16
            for (int k = 0; k < taps; k++) {
                memcpy(&v, from[k] + row + x, sizeof v);
                acc[k] = FMA(g, v, acc[k]);
            }
        }
        if (x < s->width) {
            const int n = (int)(s->width - x);
            const V g = LOAD_FIRST(grad + y * s->width + x, n);
#pragma GCC unroll 16
            for (int k = 0; k < taps; k++)
                acc[k] = FMA(g, LOAD_FIRST(from[k] + row + x, n), acc[k]);
        }
    }
    for (int k = 0; k < count; k++) {
        T lanes[LANES];
        memcpy(lanes, &acc[k], sizeof lanes);
        for (int w = LANES / 2; w > 0; w /= 2)
            for (int l = 0; l < w; l++)
                lanes[l] += lanes[l + w];
        sums[k] += lanes[0];
    }
}

static __attribute__((noinline)) void NAME(sums_small)(const struct rt_direct_strip *s, const T *planes,
                                                       const int64_t *offsets, int count, const T *grad, T *sums)
{
    NAME(sums_of)(s, planes, offsets, count, grad, sums, SMALL_TAPS);
}
static __attribute__((noinline)) void NAME(sums_large)(const struct rt_direct_strip *s, const T *planes,
                                                       const int64_t *offsets, int count, const T *grad, T *sums)
{
    NAME(sums_of)(s, planes, offsets, count, grad, sums, TAPS);
}

static void NAME(weight_grad)(const struct rt_direct_strip *s, const void *planes, const void *grad, void *sums)
{
    for (int64_t t = 0; t < s->depth; t += TAPS) {
        const int count = s->depth - t < TAPS ? (int)(s->depth - t) : TAPS;
        (count > SMALL_TAPS ? NAME(sums_large) : NAME(sums_small))(s, planes, s->offsets + t, count, grad,
                                                                   (T *)sums + t);
    }
}

static void NAME(pack)(const struct rt_direct_rows *r, const void *plane, void *planes)
{
    for (int64_t i = 0; i < r->rows; i++) {
        const int64_t y = r->y + i * r->y_step;
        T *restrict to = (T *)planes + i * r->pitch;
        if (y < 0 || y >= r->height || r->from == r->end) {
            memset(to, 0, (size_t)r->pitch * sizeof(T));
            continue;
        }
        const T *restrict in = (const T *)plane + y * r->width + r->column;
#if BYTES == 64
        if (r->step <= 2 && r->end - r->from >= LANES) { /* full vectors, the last one overlaps the one before */
            const V zero = SET(0);
            for (int64_t x = 0; x < r->from; x += LANES)
                memcpy(to + x, &zero, sizeof zero);
            for (int64_t x = r->pitch; x > r->end; x -= LANES)
                memcpy(to + x - LANES, &zero, sizeof zero);
            for (int64_t x = r->from; x < r->end; x += LANES) {
                const int64_t at = x + LANES > r->end ? r->end - LANES : x;
                V first, second;
                memcpy(&first, in + (at - r->from) * r->step, sizeof first);
                if (r->step == 2) { /* nothing behind the last of them is read */
                    memcpy(&second, in + (at - r->from) * 2 + LANES - 1, sizeof second);
                    first = EVEN_ODD(first, second);
                }
                memcpy(to + at, &first, sizeof first);
            }
            continue;
        }
        if (r->step <= 2) { /* fewer than a vector */
            const int n = (int)(r->end - r->from), seen = r->step == 1 ? n : 2 * n - 1;
            const V zero = SET(0);
            V v = LOAD_FIRST(in, seen < LANES ? seen : LANES);
            if (r->step == 2)
                v = EVEN_ODD(v, seen < LANES ? zero : LOAD_FIRST(in + LANES - 1, seen - LANES + 1));
            for (int64_t x = 0; x < r->pitch; x += LANES)
                STORE_FIRST(to + x, (int)(r->pitch - x < LANES ? r->pitch - x : LANES), zero);
            STORE_FIRST(to + r->from, n, v);
            continue;
        }
#endif
        const int64_t n = r->end - r->from, step = r->step;
        memset(to, 0, (size_t)r->from * sizeof(T));
        memset(to + r->end, 0, (size_t)(r->pitch - r->end) * sizeof(T));
        to += r->from;
        if (step == 1) {
            memcpy(to, in, (size_t)n * sizeof(T));
        } else if (step == 2) {
            for (int64_t x = 0; x < n; x++)
                to[x] = in[2 * x];
        } else {
            for (int64_t x = 0; x < n; x++)
                to[x] = in[step * x];
        }
    }
}

#undef LANES
