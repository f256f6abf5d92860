/* The body of isa_resample.c for one element type T. No include guard: included once for float and once for double. */

/* Taps of a group of places one element at a time; also where there are no vectors that could reach them. */
static void NAME(each)(const struct rt_resample_line *l, int64_t first, int64_t last, const T *row, T *out)
{
    const T *weight = l->weight;

    for (int64_t x = first; x < last; x++) {
        T sum = weight[x] * row[l->index[x]];
        if (l->gapped && weight[x] == 0)
            sum = 0;
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
                const I places = SUB(LOAD_INDEX(l->index + at), SET_INDEX((int)low));
                const V w = LOAD(weight + at), v = reach <= LANES ? PICK(places, a) : PICK_TWO(a, places, b);
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
static void NAME(line)(const struct rt_resample_line *l, const void *from, void *to)
{
    const T *restrict row = from, *restrict weight = l->weight;
    const int32_t *restrict index = l->index;
    T *restrict out = to;

    if (l->gapped || l->taps > 4) {
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
