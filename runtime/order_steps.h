/* The steps of order.h for items of one type: introsort (quicksort around a median of three, heapsort for what goes too
   deep), and selection by the same steps. Included once for each type, with ITEM, ORDER(name) for the names, ORDER_OF
   for the struct of the order, which has at, check and err, and LESS(o, a, b) of two items. Every scan is bounded,
   because a comparison with nans need not stop it; partitions swap what scans from both ends would swap. Knows
   comparisons only. */

#define SHORT 16       /* so many are sorted by insertion */
#define LONG (1 << 20) /* so many are scanned between two checks */

static inline bool ORDER(less)(const struct ORDER_OF *o, int64_t i, int64_t j)
{
    return LESS(o, o->at[i], o->at[j]);
}

static inline void ORDER(swap)(const struct ORDER_OF *o, int64_t i, int64_t j)
{
    ITEM t = o->at[i];

    o->at[i] = o->at[j];
    o->at[j] = t;
}

/* Twice the position of the leading bit: the depth of partitions at which heapsort takes over. */
static inline int ORDER(depth_of)(int64_t n)
{
    return n > 0 ? 2 * (63 - __builtin_clzll((uint64_t)n)) : 0;
}

static inline int ORDER(check)(const struct ORDER_OF *o, int64_t n)
{
    return n >= LONG && o->check ? o->check(o->err) : 0;
}

/* ---- insertion --------------------------------------------------------------------------------------------------- */

/* Moves element i down to where it belongs, not below low. */
static inline void ORDER(sink)(const struct ORDER_OF *o, int64_t low, int64_t i)
{
    ITEM value = o->at[i];

    for (; i > low && LESS(o, value, o->at[i - 1]); i--)
        o->at[i] = o->at[i - 1];
    o->at[i] = value;
}

/* What is less than the first goes before it at once; else the scan down ends at the first. */
static inline void ORDER(insertion)(const struct ORDER_OF *o, int64_t low, int64_t high)
{
    for (int64_t i = low + 1; i < high; i++) {
        if (ORDER(less)(o, i, low)) {
            ITEM value = o->at[i];
            for (int64_t j = i; j > low; j--)
                o->at[j] = o->at[j - 1];
            o->at[low] = value;
        } else
            ORDER(sink)(o, low, i);
    }
}

/* ---- heaps: the greatest at `low` -------------------------------------------------------------------------------- */

/* Fills the hole of a heap of n with the greater children down to a leaf, then moves value up from there. */
static inline void ORDER(settle)(const struct ORDER_OF *o, int64_t low, int64_t hole, int64_t n, ITEM value)
{
    ITEM *heap = o->at + low;
    int64_t top = hole;

    while (hole < (n - 1) / 2) {
        int64_t child = 2 * hole + 2;
        child -= LESS(o, heap[child], heap[child - 1]);
        heap[hole] = heap[child];
        hole = child;
    }
    if (n % 2 == 0 && hole == (n - 2) / 2) { /* a last child without a sibling */
        heap[hole] = heap[2 * hole + 1];
        hole = 2 * hole + 1;
    }
    while (hole > top && LESS(o, heap[(hole - 1) / 2], value)) {
        heap[hole] = heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap[hole] = value;
}

/* A heap of the least `middle - low` of all up to high. */
static inline int ORDER(least_as_heap)(const struct ORDER_OF *o, int64_t low, int64_t middle, int64_t high)
{
    int64_t n = middle - low;

    for (int64_t parent = (n - 2) / 2; n > 1 && parent >= 0; parent--)
        ORDER(settle)(o, low, parent, n, o->at[low + parent]);
    for (int64_t i = middle; i < high; i++) {
        if (ORDER(less)(o, i, low)) {
            ITEM value = o->at[i];
            o->at[i] = o->at[low];
            ORDER(settle)(o, low, 0, n, value);
        }
        if (i % LONG == LONG - 1 && ORDER(check)(o, LONG) < 0)
            return -1;
    }
    return 0;
}

static inline void ORDER(sort_heap)(const struct ORDER_OF *o, int64_t low, int64_t high)
{
    while (high - low > 1) {
        ITEM value = o->at[--high];
        o->at[high] = o->at[low];
        ORDER(settle)(o, low, 0, high - low, value);
    }
}

static inline int ORDER(first_by_heap)(const struct ORDER_OF *o, int64_t low, int64_t middle, int64_t high)
{
    if (ORDER(least_as_heap)(o, low, middle, high) < 0)
        return -1;
    ORDER(sort_heap)(o, low, middle);
    return 0;
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

/* The positions among n from i on, or before j, at which a scan from there stops: what is not less than the item at
   `pivot`, or not greater. Without a branch that could not be predicted. */
#define BLOCK 64
static inline int ORDER(stops)(const struct ORDER_OF *o, int64_t pivot, int64_t i, int n, uint8_t *stop)
{
    const ITEM middle = o->at[pivot], *at = o->at + i;
    int count = 0;

    for (int k = 0; k < n; k++) {
        stop[count] = (uint8_t)k;
        count += !LESS(o, at[k], middle);
    }
    return count;
}

static inline int ORDER(stops_back)(const struct ORDER_OF *o, int64_t pivot, int64_t j, int n, uint8_t *stop)
{
    const ITEM middle = o->at[pivot], *at = o->at + j - 1;
    int count = 0;

    for (int k = 0; k < n; k++) {
        stop[count] = (uint8_t)k;
        count += !LESS(o, middle, at[-k]);
    }
    return count;
}

/* Puts the median of the second, the middle and the last at low and partitions the rest around it; returns where the
   right part begins. */
static inline int64_t ORDER(part)(const struct ORDER_OF *o, int64_t low, int64_t high)
{
    int64_t a = low + 1, b = low + (high - low) / 2, c = high - 1, i = low + 1, j = high, median;

    if (ORDER(less)(o, a, b))
        median = ORDER(less)(o, b, c) ? b : ORDER(less)(o, a, c) ? c : a;
    else
        median = ORDER(less)(o, a, c) ? a : ORDER(less)(o, b, c) ? c : b;
    ORDER(swap)(o, low, median);
    while (j - i > 2 * BLOCK) {
        uint8_t left[BLOCK], right[BLOCK];
        int lefts = ORDER(stops)(o, low, i, BLOCK, left), rights = ORDER(stops_back)(o, low, j, BLOCK, right);
        int both = lefts < rights ? lefts : rights;
        for (int k = 0; k < both; k++)
            ORDER(swap)(o, i + left[k], j - 1 - right[k]);
        i += both < lefts ? left[both] : BLOCK;
        j -= both < rights ? right[both] : BLOCK;
    }
    uint8_t left[2 * BLOCK], right[2 * BLOCK];
    int lefts = ORDER(stops)(o, low, i, (int)(j - i), left), k = 0;
    int rights = ORDER(stops_back)(o, low, j, (int)(j - i), right);
    const int64_t begin = i, end = j;
    for (; k < lefts && k < rights && begin + left[k] < end - 1 - right[k]; k++)
        ORDER(swap)(o, begin + left[k], j = end - 1 - right[k]);
    i = k < lefts ? begin + left[k] : j;
    return i < j ? i : j;
}

static inline int ORDER(sort_partitions)(const struct ORDER_OF *o, int64_t low, int64_t high, int depth)
{
    while (high - low > SHORT) {
        int64_t cut;
        if (depth-- == 0)
            return ORDER(first_by_heap)(o, low, high, high);
        if (ORDER(check)(o, high - low) < 0)
            return -1;
        cut = ORDER(part)(o, low, high);
        if (ORDER(sort_partitions)(o, cut, high, depth) < 0)
            return -1;
        if (cut >= high) /* nans: no part became smaller */
            return 0;
        high = cut;
    }
    return 0;
}

static inline int ORDER(sort)(const struct ORDER_OF *o, int64_t n)
{
    if (ORDER(sort_partitions)(o, 0, n, ORDER(depth_of)(n)) < 0)
        return -1;
    ORDER(insertion)(o, 0, n < SHORT ? n : SHORT);
    for (int64_t i = SHORT; i < n; i++)
        ORDER(sink)(o, 0, i);
    return 0;
}

static inline int ORDER(first)(const struct ORDER_OF *o, int64_t k, int64_t n)
{
    return ORDER(first_by_heap)(o, 0, k, n);
}

static inline int ORDER(nth)(const struct ORDER_OF *o, int64_t k, int64_t n)
{
    int64_t low = 0, high = n;

    for (int depth = ORDER(depth_of)(n); high - low > 3; depth--) {
        int64_t cut;
        if (depth == 0) {
            if (ORDER(least_as_heap)(o, low, k + 1, high) < 0)
                return -1;
            ORDER(swap)(o, low, k);
            return 0;
        }
        if (ORDER(check)(o, high - low) < 0)
            return -1;
        cut = ORDER(part)(o, low, high);
        if (cut <= k)
            low = cut;
        else
            high = cut;
    }
    ORDER(insertion)(o, low, high);
    return 0;
}

static inline int ORDER(select)(const struct ORDER_OF *o, int64_t k, int64_t n)
{
    int64_t low = 0, high = n - 1;

    while (high > low + 1) {
        int64_t i = low + 1, j = high;
        if (ORDER(check)(o, high - low) < 0)
            return -1;
        ORDER(swap)(o, low + (high - low) / 2, low + 1);
        /* the three in order: second, first, last */
        if (ORDER(less)(o, high, low + 1))
            ORDER(swap)(o, low + 1, high);
        if (ORDER(less)(o, high, low))
            ORDER(swap)(o, low, high);
        if (ORDER(less)(o, low, low + 1))
            ORDER(swap)(o, low + 1, low);
        for (;; ORDER(swap)(o, i, j)) {
            do
                i++;
            while (i < high && ORDER(less)(o, i, low));
            do
                j--;
            while (j > low && ORDER(less)(o, low, j));
            if (j < i)
                break;
        }
        ORDER(swap)(o, low, j);
        if (j <= k)
            low = i;
        if (j >= k)
            high = j - 1;
    }
    if (high == low + 1 && ORDER(less)(o, high, low))
        ORDER(swap)(o, low, high);
    return 0;
}

#undef SHORT
#undef BLOCK
#undef LONG
