/* Stable sorting of words, each a key of type K and where it came from, of type I: by ranks when they are few, digit by
   digit from the lowest one (radix sort with counted digits) when they are many; and parts of the sorted order.
   WORD(name) gives the names of one K, WIDE is 1 for 64 bits. */

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

/* Each word goes where its rank says, which is the number of smaller keys and of equal ones before it. */
static struct WORD(word) * WORD(rank)(struct WORD(word) * w, struct WORD(word) * spare, int64_t n)
{
    K keys[SMALL + 16], rank[SMALL + 16];
    uint8_t seen[SMALL] = {0};

    for (int64_t i = 0; i < n; i++)
        keys[i] = w[i].key;
    rt_cpu_loops()->rank[WIDE](n, keys, rank);
    for (int64_t i = 0; i < n; i++)
        spare[rank[i] + seen[rank[i]]++] = w[i];
    return spare;
}

/* In which bits do keys differ? */
static K WORD(differ)(const struct WORD(word) * w, int64_t n)
{
    K differ = 0;

    for (int64_t i = 0; i < n; i++)
        differ |= w[i].key ^ w[0].key;
    return differ;
}

/* Returns where the sorted words are, w or spare; NULL when interrupted. Only bits in which keys differ are looked at,
   in as few digits as there can be. */
static struct WORD(word) * WORD(sort)(struct WORD(word) * w, struct WORD(word) * spare, int64_t n, struct rt_error *err)
{
    int64_t count[1 << WIDEST];

    if (n <= SMALL)
        return WORD(rank)(w, spare, n);
    const uint64_t differ = WORD(differ)(w, n);
    const int low = differ ? __builtin_ctzll(differ) : 0, bits = differ ? 64 - __builtin_clzll(differ) - low : 0;
    const int widest = n < PART ? 8 : WIDEST; /* counts of digits are cleared and summed */
    const int passes = (bits + widest - 1) / widest, digit = passes ? (bits + passes - 1) / passes : 0;
    const K mask = ((K)1 << digit) - 1;
    for (int shift = low; shift < low + bits; shift += digit) {
        int64_t total = 0;
        memset(count, 0, sizeof *count << digit);
        for (int64_t begin = 0; begin < n; begin += SLICE) {
            int64_t end = n - begin < SLICE ? n : begin + SLICE;
            for (int64_t i = begin; i < end; i++)
                count[w[i].key >> shift & mask]++;
            if (n > SLICE && rt_pool_check(err) < 0)
                return NULL;
        }
        for (int b = 0; b < 1 << digit; b++) {
            int64_t here = count[b];
            count[b] = total;
            total += here;
        }
        for (int64_t begin = 0; begin < n; begin += SLICE) {
            int64_t end = n - begin < SLICE ? n : begin + SLICE;
            for (int64_t i = begin; i < end; i++)
                spare[count[w[i].key >> shift & mask]++] = w[i];
            if (n > SLICE && rt_pool_check(err) < 0)
                return NULL;
        }
        struct WORD(word) *other = w;
        w = spare;
        spare = other;
    }
    return w;
}

/* Keys of elements [begin, begin + n) of a row. */
static void WORD(keys)(const struct sort_job *job, const void *row, int64_t begin, int64_t n, K *keys)
{
    row = (const char *)row + begin * (int64_t)rt_dtype_size(job->as);
    rt_cpu_loops()->keys[WIDE][job->type](n, row, job->descending, keys);
}

/* All words of a row; -1: interrupted. */
static int WORD(words)(const struct sort_job *job, const void *row, int64_t n, struct WORD(word) * w,
                       struct rt_error *err)
{
    K keys[MAX_KEYS];

    for (int64_t at = 0, m; at < n; at += m) {
        m = n - at < MAX_KEYS ? n - at : MAX_KEYS;
        WORD(keys)(job, row, at, m, keys);
        for (int64_t i = 0; i < m; i++)
            w[at + i] = (struct WORD(word)){keys[i], (I)(at + i)};
        if (at % SLICE == SLICE - MAX_KEYS && rt_pool_check(err) < 0)
            return -1;
    }
    return 0;
}

/* The first k words of a row in sorted order, k small: the best so far are kept sorted, keys without a better one are
   passed over. Is there another key like the last of them? */
static bool WORD(first)(const struct sort_job *job, const void *row, int64_t n, struct WORD(word) * best, int64_t k)
{
    K keys[MAX_KEYS], limit = 0;
    bool tie = false; /* is a key passed over that is the last one's? */

    for (int64_t from = 0, at = k, m; from < n; from += m, at = 0) {
        m = n - from < MAX_KEYS ? n - from : MAX_KEYS;
        WORD(keys)(job, row, from, m, keys);
        if (from == 0) {
            for (int64_t i = 0; i < k; i++)
                best[i] = (struct WORD(word)){keys[i], (I)i};
            WORD(insert)(best, k);
            limit = best[k - 1].key;
        }
        for (; at < m; at += 16) {
            int64_t end = at + 16 < m ? at + 16 : m;
            K better = 0;
            for (int64_t i = at; i < end; i++)
                better |= (K)(keys[i] <= limit);
            for (int64_t i = at; better && i < end; i++) {
                int64_t to = k - 1;
                if (keys[i] >= limit) {
                    tie |= keys[i] == limit;
                    continue;
                }
                K last = limit; /* goes */
                for (; to > 0 && keys[i] < best[to - 1].key; to--)
                    best[to] = best[to - 1];
                best[to] = (struct WORD(word)){keys[i], (I)(from + i)};
                limit = best[k - 1].key;
                tie = last == limit;
            }
        }
    }
    return tie;
}

enum { WORD(DIGITS) = 11, WORD(DIGIT) = (1 << 11) - 1 };

/* Which digits hold the positions [*first, *first + k): *low to *high; *first then counts from the first of them. */
static void WORD(digits)(const I *count, int64_t *first, int64_t k, int64_t *low, int64_t *high)
{
    int64_t upto;

    for (*low = 0; (int64_t)count[*low] <= *first; ++*low)
        *first -= (int64_t)count[*low];
    *high = *low;
    for (upto = (int64_t)count[*low]; upto < *first + k;)
        upto += (int64_t)count[++*high];
}

/* Leaves in w the words among which those at [*first, *first + k) of a long row's sorted order are, from another *first
   on: by the leading bits in which keys differ. Returns their number; -1: interrupted. */
static int64_t WORD(narrow)(const struct sort_job *job, const void *row, int64_t n, struct WORD(word) * w,
                            int64_t *first, struct rt_error *err)
{
    I count[1 << WORD(DIGITS)] = {0};
    K keys[MAX_KEYS], differ = 0, one = 0;
    int64_t nans = 0, low = 0, high = 0, kept = 0, k = job->count;
    int shift = 0;

    for (int pass = 0; pass < 3; pass++) {
        for (int64_t at = 0, m; at < n; at += m) {
            m = n - at < MAX_KEYS ? n - at : MAX_KEYS;
            if (pass == 0 || n > MAX_KEYS)
                WORD(keys)(job, row, at, m, keys);
            one = at ? one : keys[0];
            for (int64_t i = 0; pass == 0 && i < m; i++) {
                differ |= keys[i] ^ one;
                nans += keys[i] == (K)-1;
            }
            for (int64_t i = 0; pass == 1 && i < m; i++)
                count[keys[i] >> shift & WORD(DIGIT)]++;
            for (int64_t i = 0; pass == 2 && i < m; i++) {
                int64_t digit = (int64_t)(keys[i] >> shift & WORD(DIGIT));
                w[kept] = (struct WORD(word)){keys[i], (I)(at + i)};
                kept += (digit >= low) & (digit <= high);
            }
            if (at % SLICE == SLICE - MAX_KEYS && rt_pool_check(err) < 0)
                return -1;
        }
        if (pass == 0) {
            shift = differ ? 64 - __builtin_clzll(differ) - WORD(DIGITS) : 0;
            shift = shift < 0 ? 0 : shift;
            *first = job->nan_first && nans ? n - nans : *first;
        } else if (pass == 1)
            WORD(digits)(count, first, k, &low, &high);
    }
    while (kept > 1 << WORD(DIGITS) && low == high && shift > 0) { /* the same by the bits behind */
        int64_t all = kept;
        shift = shift > WORD(DIGITS) ? shift - WORD(DIGITS) : 0;
        memset(count, 0, sizeof count);
        for (int64_t i = 0; i < all; i++)
            count[w[i].key >> shift & WORD(DIGIT)]++;
        WORD(digits)(count, first, k, &low, &high);
        kept = 0;
        for (int64_t i = 0; i < all; i++) {
            int64_t digit = (int64_t)(w[i].key >> shift & WORD(DIGIT));
            w[kept] = w[i];
            kept += (digit >= low) & (digit <= high);
        }
    }
    return kept;
}

struct WORD(order) {
    struct WORD(word) * at;
    int (*check)(struct rt_error *);
    struct rt_error *err;
};
#define ITEM struct WORD(word)
#define ORDER(name) WORD(order_##name)
#define ORDER_OF WORD(order)
#define LESS(o, a, b) ((a).key < (b).key)
#include "../order_steps.h"
#undef ITEM
#undef ORDER
#undef ORDER_OF
#undef LESS

/* The first k words of a row of n, k much smaller, with equal keys in the order in which PyTorch leaves them: in a
   heap, as order_first would find them among all words, but keys without a better one are passed over. -1: interrupted.
 */
static int WORD(top)(const struct sort_job *job, const void *row, int64_t n, struct WORD(word) * best, int64_t k,
                     struct rt_error *err)
{
    const struct WORD(order) order = {.at = best, .check = rt_pool_check, .err = err};
    K keys[MAX_KEYS], limit = 0;

    for (int64_t from = 0, m; from < n; from += m) {
        m = n - from < MAX_KEYS ? n - from : MAX_KEYS;
        WORD(keys)(job, row, from, m, keys);
        int64_t at = from < k ? k - from < m ? k - from : m : 0;
        for (int64_t i = 0; i < at; i++)
            best[from + i] = (struct WORD(word)){keys[i], (I)(from + i)};
        if (at && from + at == k) {
            if (WORD(order_least_as_heap)(&order, 0, k, k) < 0)
                return -1;
            limit = best[0].key;
        }
        for (; at < m; at += 16) {
            int64_t end = at + 16 < m ? at + 16 : m;
            K better = 0;
            for (int64_t i = at; i < end; i++)
                better |= (K)(keys[i] < limit);
            for (int64_t i = at; better && i < end; i++)
                if (keys[i] < limit) {
                    WORD(order_settle)(&order, 0, 0, k, (struct WORD(word)){keys[i], (I)(from + i)});
                    limit = best[0].key;
                }
        }
        if (from % SLICE == SLICE - MAX_KEYS && rt_pool_check(err) < 0)
            return -1;
    }
    WORD(order_sort_heap)(&order, 0, k);
    return 0;
}

/* The words asked for of a row of n, with equal keys in the order in which PyTorch's way of selecting leaves them. */
static struct WORD(word) *
    WORD(tied)(const struct sort_job *job, const void *row, int64_t n, struct WORD(word) * w, struct rt_error *err)
{
    const struct WORD(order) order = {.at = w, .check = rt_pool_check, .err = err};
    int64_t k = job->count, first = job->first;
    int rc;

    if (WORD(words)(job, row, n, w, err) < 0)
        rc = -1;
    else if (job->ties == RT_TIES_KTH)
        rc = WORD(order_select)(&order, first, n);
    else if (k <= n / 64)
        rc = WORD(order_first)(&order, k, n);
    else if ((rc = WORD(order_nth)(&order, k - 1, n)) == 0)
        rc = WORD(order_sort)(&order, k - 1);
    return rc < 0 ? NULL : w + first;
}

/* Do keys at [first, first + k) of n sorted words also occur elsewhere? If k is one, also before it. */
static bool WORD(ties)(const struct WORD(word) * sorted, int64_t first, int64_t k, int64_t n, bool before)
{
    int64_t i = before && first > 0 ? first : first + 1;

    for (; i <= first + k && i < n; i++)
        if (sorted[i].key == sorted[i - 1].key)
            return true;
    return false;
}

/* The words asked for of a row, sorted; NULL when interrupted. w has a capacity of twice the row's length. */
static struct WORD(word) *
    WORD(part)(const struct sort_job *job, const void *row, int64_t n, struct WORD(word) * w, struct rt_error *err)
{
    struct WORD(word) * sorted;
    int64_t first = job->first, k = job->count, nans = 0, full = n;

    if (first == 0 && k <= n / 64 && job->ties == RT_TIES_TOP)
        return WORD(top)(job, row, n, w, k, err) < 0 ? NULL : w;
    if (first == 0 && k <= 32 && k * 3 <= n && !job->nan_first) {
        bool tie = WORD(first)(job, row, n, w, k);
        return job->ties && (tie || WORD(ties)(w, 0, k, k, false)) ? WORD(tied)(job, row, n, w, err) : w;
    }
    if (n > SMALL && k * 2 <= n) {
        if ((n = WORD(narrow)(job, row, n, w, &first, err)) < 0)
            return NULL;
        sorted = WORD(sort)(w, w + n, n, err);
    } else {
        if (WORD(words)(job, row, n, w, err) < 0)
            return NULL;
        for (int64_t i = 0; job->nan_first && i < n; i++) /* the first nan is asked for; their key is the greatest */
            nans += w[i].key == (K)-1;
        first = nans ? n - nans : first;
        sorted = WORD(sort)(w, w + n, n, err);
    }
    if (sorted && job->ties && WORD(ties)(sorted, first, k, n, job->ties == RT_TIES_KTH))
        return WORD(tied)(job, row, full, w, err);
    return sorted ? sorted + first : NULL;
}
