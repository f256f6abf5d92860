/* The body of isa_conv_winograd.c for one element type T with vectors V. No include guard: included once for float and
   once for double. */

#define LANES ((int)(BYTES / sizeof(T)))
typedef INDEX NAME(bits) __attribute__((vector_size(BYTES)));
typedef T NAME(half) __attribute__((vector_size(WEIGHTS * sizeof(T))));

/* The transforms of four numbers: of pixels, and of products to results. */
#define PIXELS(a, b, c, d, to)                                                                                         \
    do {                                                                                                               \
        (to)[0] = (a) - (c);                                                                                           \
        (to)[1] = (b) + (c);                                                                                           \
        (to)[2] = (c) - (b);                                                                                           \
        (to)[3] = (b) - (d);                                                                                           \
    } while (0)

static void NAME(weights)(int64_t channels, const void *taps, bool back, int64_t step, void *to)
{
    const T *from = taps;
    const T half = (T)0.5;

    for (int64_t c = 0; c < channels; c++, from += 9 * WEIGHTS) {
        NAME(half) w[9], rows[4][3];
        T *out = (T *)to + c * WEIGHTS;
        for (int t = 0; t < 9; t++)
            memcpy(&w[back ? 8 - t : t], from + t * WEIGHTS, sizeof w[0]);
        for (int j = 0; j < 3; j++) {
            rows[0][j] = w[j];
            rows[1][j] = (w[j] + w[3 + j] + w[6 + j]) * half;
            rows[2][j] = (w[j] - w[3 + j] + w[6 + j]) * half;
            rows[3][j] = w[6 + j];
        }
        for (int i = 0; i < 4; i++, out += 4 * step) {
            const NAME(half) *const row = rows[i],
                                    middle[2] = {(row[0] + row[1] + row[2]) * half, (row[0] - row[1] + row[2]) * half};
            memcpy(out, &row[0], sizeof row[0]);
            memcpy(out + step, &middle[0], sizeof row[0]);
            memcpy(out + 2 * step, &middle[1], sizeof row[0]);
            memcpy(out + 3 * step, &row[2], sizeof row[0]);
        }
    }
}

ALWAYS V NAME(load)(const T *from, int64_t count)
{
    V v = SET(0);

    if (count >= LANES)
        memcpy(&v, from, sizeof v);
    else if (count > 0)
        v = LOAD_FIRST(from, (int)count);
    return v;
}

/* One row of pixels: those in even columns behind `border` elements of `first`, the others behind as many of `second`
   or one more. Up to a vector behind the pitch is written. */
ALWAYS void NAME(split_row)(int64_t width, int64_t pitch, int64_t padding, const T *from, T *even, T *odd)
{
    T *first = padding & 1 ? odd : even, *second = padding & 1 ? even : odd;
    const int64_t before = padding / 2, after = (padding + 1) / 2;
    const V zero = SET(0);

    for (int64_t x = 0; x < after; x += LANES) {
        memcpy(first + x, &zero, sizeof zero);
        memcpy(second + x, &zero, sizeof zero);
    }
    for (int64_t x = 0; x + before < pitch; x += LANES) {
        const V a = NAME(load)(from + 2 * x, width - 2 * x),
                b = NAME(load)(from + 2 * x + LANES, width - 2 * x - LANES);
        const V evens = RT_ISA_SHUFFLE(a, b, NAME(evens)), odds = RT_ISA_SHUFFLE(a, b, NAME(odds));
        memcpy(first + before + x, &evens, sizeof evens);
        memcpy(second + after + x, &odds, sizeof odds);
    }
}

static void NAME(split)(const struct rt_winograd_rows *r, const void *plane, void *planes)
{
    for (int64_t i = 0; i < r->rows; i++) {
        const int64_t y = r->y + i;
        T *even = (T *)planes + (i & 1) * 2 * r->plane + (i >> 1) * r->pitch;
        const bool inside = y >= 0 && y < r->height;
        NAME(split_row)
        (inside ? r->width : 0, r->pitch, r->padding, (const T *)plane + (inside ? y * r->width : 0), even,
         even + r->plane);
    }
}

static void NAME(pixels)(const struct rt_winograd *s, int64_t channel, const void *planes, void *seen, void *to)
{
    const T *const from = planes;
    const int64_t each = s->channels * s->vectors * LANES;
    int64_t v = 0;

    for (int64_t i = 0; i < 4 * s->plane; i += LANES) {
        NAME(bits) all, more;
        memcpy(&all, (const T *)seen + i, sizeof all);
        memcpy(&more, from + i, sizeof more);
        all |= more;
        memcpy((T *)seen + i, &all, sizeof all);
    }
    for (int64_t part = 0; part < s->parts; part++) {
        const int64_t begin = v, end = s->vectors * (part + 1) / s->parts;
        T *out = (T *)to + (begin * s->channels + channel * (end - begin)) * LANES;
        for (; v < end; v++, out += LANES) {
            V rows[4][4];
#pragma GCC unroll 4
            for (int i = 0; i < 4;
                 i++) { /* row i of pixels, whose neighbours are in the planes of even and odd columns */
                const T *even = from + (i & 1) * 2 * s->plane + (i >> 1) * s->pitch + v * LANES, *odd = even + s->plane;
                V d[4];
                memcpy(&d[0], even, sizeof(V));
                memcpy(&d[1], odd, sizeof(V));
                memcpy(&d[2], even + 1, sizeof(V));
                memcpy(&d[3], odd + 1, sizeof(V));
                PIXELS(d[0], d[1], d[2], d[3], rows[i]);
            }
#pragma GCC unroll 4
            for (int j = 0; j < 4; j++) {
                V all[4];
                PIXELS(rows[0][j], rows[1][j], rows[2][j], rows[3][j], all);
#pragma GCC unroll 4
                for (int i = 0; i < 4; i++)
                    memcpy(out + (i * 4 + j) * each, &all[i], sizeof(V));
            }
        }
    }
}

/* OUTPUTS outputs at `vectors` vectors of positions; inlined with a constant. */
ALWAYS void NAME(tile_of)(int64_t channels, const T *weights, const T *pixels, int64_t step, T *to, int vectors)
{
    V acc[OUTPUTS][VECTORS];
#pragma GCC unroll 8
    for (int m = 0; m < OUTPUTS; m++)
#pragma GCC unroll 8
        for (int k = 0; k < vectors; k++)
            acc[m][k] = SET(0);
    for (int64_t c = 0; c < channels; c++, weights += WEIGHTS, pixels += vectors * LANES) {
        V x[VECTORS];
#pragma GCC unroll 8
        for (int k = 0; k < vectors; k++)
            memcpy(&x[k], pixels + k * LANES, sizeof(V));
#pragma GCC unroll 8
        for (int m = 0; m < OUTPUTS; m++) {
            const V w = SET(weights[m]);
#pragma GCC unroll 8
            for (int k = 0; k < vectors; k++)
                acc[m][k] = FMA(w, x[k], acc[m][k]);
        }
    }
#pragma GCC unroll 8
    for (int m = 0; m < OUTPUTS; m++)
#pragma GCC unroll 8
        for (int k = 0; k < vectors; k++)
            memcpy(to + m * step + k * LANES, &acc[m][k], sizeof(V));
}

#define TILE(vectors)                                                                                                  \
    static __attribute__((noinline)) void NAME(tile_##vectors##_)(int64_t channels, const T *weights, const T *pixels, \
                                                                  int64_t step, T *to)                                 \
    {                                                                                                                  \
        NAME(tile_of)(channels, weights, pixels, step, to, vectors);                                                   \
    }
TILE(1)
TILE(2)
TILE(3)
#undef TILE

static void NAME(multiply)(const struct rt_winograd *s, const void *weights, const void *pixels, void *products)
{
    static void (*const tiles[])(int64_t, const T *, const T *, int64_t, T *) = {NAME(tile_1_), NAME(tile_2_),
                                                                                 NAME(tile_3_)};
    const int64_t step = s->vectors * LANES;

    for (int64_t f = 0; f < 16; f++) {
        const T *w = (const T *)weights + f * s->channels * WEIGHTS;
        T *to = (T *)products + f * WEIGHTS * step;
        for (int64_t part = 0; part < s->parts; part++) {
            const int64_t begin = s->vectors * part / s->parts, count = s->vectors * (part + 1) / s->parts - begin;
            const T *x = (const T *)pixels + (f * step + begin * LANES) * s->channels;
            for (int m = 0; m < WEIGHTS; m += OUTPUTS)
                tiles[count - 1](s->channels, w + m, x, step, to + m * step + begin * LANES);
        }
    }
}

static void NAME(masks)(const struct rt_winograd *s, const void *seen, void *masks)
{
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < 2; column++)
            for (int64_t v = 0; v < s->vectors; v++) {
                NAME(bits) all = {0}, one;
                for (int i = row; i < row + 3; i++)
                    for (int j = column; j < column + 3; j++) {
                        memcpy(&one,
                               (const T *)seen + ((i & 1) * 2 + (j & 1)) * s->plane + (i >> 1) * s->pitch + (j >> 1) +
                                   v * LANES,
                               sizeof one);
                        all |= one;
                    }
                /* without the sign */
                all = (NAME(bits))((all & (INDEX)(((uint64_t)1 << (8 * sizeof(T) - 1)) - 1)) != 0);
                memcpy((T *)masks + ((row * 2 + column) * s->vectors + v) * LANES, &all, sizeof all);
            }
}

static bool NAME(results)(const struct rt_winograd *s, const void *products, double bias, const void *masks, void *to)
{
    const int64_t step = s->vectors * LANES, each = WEIGHTS * step;
    const V start = SET((T)bias);
    V bad = SET(0);
    T lanes[LANES], sum = 0;

    for (int64_t v = 0; v < step; v += LANES) {
        const T *from = (const T *)products + v;
        V rows[2][4], y[4];
#pragma GCC unroll 4
        for (int j = 0; j < 4; j++) {
            V m[4];
#pragma GCC unroll 4
            for (int i = 0; i < 4; i++)
                memcpy(&m[i], from + (i * 4 + j) * each, sizeof(V));
            rows[0][j] = m[0] + m[1] + m[2];
            rows[1][j] = m[1] - m[2] - m[3];
        }
#pragma GCC unroll 2
        for (int i = 0; i < 2; i++) {
            y[2 * i] = rows[i][0] + rows[i][1] + rows[i][2];
            y[2 * i + 1] = rows[i][1] - rows[i][2] - rows[i][3];
        }
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++) {
            NAME(bits) mask;
            memcpy(&mask, (const T *)masks + i * step + v, sizeof mask);
            bad += y[i] - y[i]; /* nan, if y is not finite */
            y[i] = (V)((NAME(bits))y[i] & mask) + start;
            memcpy((T *)to + i * step + v, &y[i], sizeof(V));
        }
    }
    memcpy(lanes, &bad, sizeof lanes);
    for (int i = 0; i < LANES; i++)
        sum += lanes[i];
    return sum == 0;
}

static void NAME(row)(int64_t count, const void *even, const void *odd, void *to)
{
    const T *a = even, *b = odd;
    T *out = to;

    for (; count >= 2 * LANES; count -= 2 * LANES, a += LANES, b += LANES, out += 2 * LANES) {
        V x, y, low, high;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        low = RT_ISA_SHUFFLE(x, y, NAME(low));
        high = RT_ISA_SHUFFLE(x, y, NAME(high));
        memcpy(out, &low, sizeof low);
        memcpy(out + LANES, &high, sizeof high);
    }
    if (count > 0) { /* behind the last of a and b there is memory */
        V x, y, low, high;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        low = RT_ISA_SHUFFLE(x, y, NAME(low));
        high = RT_ISA_SHUFFLE(x, y, NAME(high));
        if (count >= LANES)
            memcpy(out, &low, sizeof low);
        else
            STORE_FIRST(out, (int)count, low);
        if (count > LANES)
            STORE_FIRST(out + LANES, (int)(count - LANES), high);
    }
}

#undef PIXELS
#undef LANES
