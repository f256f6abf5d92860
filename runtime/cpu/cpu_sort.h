/* Stable sorting of words, each a key of type K and where it came from, of type I: runs by insertion and merges when
   they are few, digit by digit of eight bits when they are many. WORD(name) gives the names of one K. */

struct WORD(word) {
    K key;
    I from;
};

static void WORD(insert)(struct WORD(word) * w, int64_t n)
{
    for (int64_t j = 1; j < n; j++) {
        struct WORD(word) v = w[j];
        int64_t at = j;
        for (; at > 0 && v.key < w[at - 1].key; at--)
            w[at] = w[at - 1];
        w[at] = v;
    }
}

static struct WORD(word) * WORD(merge)(struct WORD(word) * w, struct WORD(word) * spare, int64_t n)
{
    for (int64_t i = 0; i < n; i += 12)
        WORD(insert)(w + i, n - i < 12 ? n - i : 12);
    for (int64_t width = 12; width < n; width *= 2) {
        for (int64_t i = 0; i < n; i += 2 * width) {
            int64_t a = i, mid = i + width < n ? i + width : n, b = mid, end = i + 2 * width < n ? i + 2 * width : n,
                    at = i;
            while (a < mid && b < end) {
                bool second = w[b].key < w[a].key;
                spare[at++] = second ? w[b] : w[a];
                b += second;
                a += !second;
            }
            memcpy(spare + at, w + a, (size_t)(mid - a) * sizeof *w);
            memcpy(spare + at + (mid - a), w + b, (size_t)(end - b) * sizeof *w);
        }
        struct WORD(word) *other = w;
        w = spare;
        spare = other;
    }
    return w;
}

/* Returns where the sorted words are, w or spare; NULL when interrupted. */
static struct WORD(word) * WORD(sort)(struct WORD(word) * w, struct WORD(word) * spare, int64_t n, struct rt_error *err)
{
    int64_t count[sizeof(K)][256];

    if (n <= FEW)
        return WORD(merge)(w, spare, n);
    memset(count, 0, sizeof count);
    for (int64_t i = 0; i < n; i++) {
        for (int d = 0; d < (int)sizeof(K); d++)
            count[d][w[i].key >> (8 * d) & 255]++;
        if (i % SLICE == SLICE - 1 && rt_pool_check(err) < 0)
            return NULL;
    }
    for (int d = 0; d < (int)sizeof(K); d++) {
        int64_t total = 0;
        if (count[d][w[0].key >> (8 * d) & 255] == n)
            continue; /* all have the same digit */
        for (int b = 0; b < 256; b++) {
            int64_t here = count[d][b];
            count[d][b] = total;
            total += here;
        }
        for (int64_t begin = 0; begin < n; begin += SLICE) {
            int64_t end = n - begin < SLICE ? n : begin + SLICE;
            for (int64_t i = begin; i < end; i++)
                spare[count[d][w[i].key >> (8 * d) & 255]++] = w[i];
            if (n > SLICE && rt_pool_check(err) < 0)
                return NULL;
        }
        struct WORD(word) *other = w;
        w = spare;
        spare = other;
    }
    return w;
}

/* The first k of n words in sorted order, k small: the best so far are kept sorted, blocks without a better one are
   passed over. */
static void WORD(first)(struct WORD(word) * w, int64_t n, struct WORD(word) * best, int64_t k)
{
    K limit;

    memcpy(best, w, (size_t)k * sizeof *w);
    WORD(insert)(best, k);
    limit = best[k - 1].key;
    for (int64_t at = k; at < n; at += 16) {
        int64_t m = n - at < 16 ? n - at : 16;
        unsigned better = 0;
        for (int64_t i = 0; i < m; i++)
            better |= w[at + i].key < limit;
        for (int64_t i = at; better && i < at + m; i++) {
            int64_t to = k - 1;
            if (w[i].key >= limit)
                continue;
            for (; to > 0 && w[i].key < best[to - 1].key; to--)
                best[to] = best[to - 1];
            best[to] = w[i];
            limit = best[k - 1].key;
        }
    }
}

/* Words [first, first + k) of the sorted order: by the leading bits it is seen which words can be among them, and only
   these are sorted. */
static struct WORD(word) * WORD(part)(struct WORD(word) * w, struct WORD(word) * spare, int64_t n, int64_t first,
                                      int64_t k, struct rt_error *err)
{
    enum { BITS = 11, SHIFT = 8 * sizeof(K) - BITS };
    int64_t count[1 << BITS], before = 0, low = 0, high, kept = 0;
    struct WORD(word) * sorted;

    if (first == 0 && k <= 32 && k * 3 <= n) {
        WORD(first)(w, n, spare, k);
        return spare;
    }
    if (n <= 4 * (1 << BITS) || k * 2 > n) {
        sorted = WORD(sort)(w, spare, n, err);
        return sorted ? sorted + first : NULL;
    }
    memset(count, 0, sizeof count);
    for (int64_t i = 0; i < n; i++)
        count[w[i].key >> SHIFT]++;
    while (before + count[low] <= first)
        before += count[low++];
    high = low;
    for (int64_t upto = before + count[low]; upto < first + k;)
        upto += count[++high];
    for (int64_t i = 0; i < n; i++)
        if ((int64_t)(w[i].key >> SHIFT) >= low && (int64_t)(w[i].key >> SHIFT) <= high)
            w[kept++] = w[i];
    sorted = WORD(sort)(w, spare, kept, err);
    return sorted ? sorted + (first - before) : NULL;
}
