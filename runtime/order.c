/* Orders of positions where ties matter. Knows comparisons only. Every walk is bounded, because a comparison with nans
   need not stop it. */
#include "order.h"

#define SHORT 16       /* so many are sorted by insertion */
#define LONG (1 << 20) /* so many are walked between two checks */

static bool less(const struct rt_order *o, int64_t i, int64_t j)
{
    return o->less(o->context, o->at[i], o->at[j]);
}

static void swap(const struct rt_order *o, int64_t i, int64_t j)
{
    int64_t t = o->at[i];

    o->at[i] = o->at[j];
    o->at[j] = t;
}

/* Twice the position of the leading bit: so deep parts may become before a heap takes over. */
static int depth_of(int64_t n)
{
    return n > 0 ? 2 * (63 - __builtin_clzll((uint64_t)n)) : 0;
}

static int check(const struct rt_order *o, int64_t n)
{
    return n >= LONG && o->check ? o->check(o->err) : 0;
}

/* ---- insertion -----------------------------------------------------------------------------------------------------
 */

/* Moves element i down to where it belongs, not below low. */
static void sink(const struct rt_order *o, int64_t low, int64_t i)
{
    int64_t value = o->at[i];

    for (; i > low && o->less(o->context, value, o->at[i - 1]); i--)
        o->at[i] = o->at[i - 1];
    o->at[i] = value;
}

/* What is less than the first goes before it at once; else the walk down ends at the first. */
static void insertion(const struct rt_order *o, int64_t low, int64_t high)
{
    for (int64_t i = low + 1; i < high; i++) {
        if (less(o, i, low)) {
            int64_t value = o->at[i];
            for (int64_t j = i; j > low; j--)
                o->at[j] = o->at[j - 1];
            o->at[low] = value;
        } else
            sink(o, low, i);
    }
}

/* ---- heaps: the greatest at `low` -----------------------------------------------------------------------------------
 */

/* Fills the hole of a heap of n with the greater children down to a leaf, then moves value up from there. */
static void settle(const struct rt_order *o, int64_t low, int64_t hole, int64_t n, int64_t value)
{
    int64_t *heap = o->at + low, top = hole;

    while (hole < (n - 1) / 2) {
        int64_t child = 2 * hole + 2;
        child -= o->less(o->context, heap[child], heap[child - 1]);
        heap[hole] = heap[child];
        hole = child;
    }
    if (n % 2 == 0 && hole == (n - 2) / 2) { /* a last child without a sibling */
        heap[hole] = heap[2 * hole + 1];
        hole = 2 * hole + 1;
    }
    while (hole > top && o->less(o->context, heap[(hole - 1) / 2], value)) {
        heap[hole] = heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap[hole] = value;
}

/* A heap of the least `middle - low` of all up to high. */
static int least_as_heap(const struct rt_order *o, int64_t low, int64_t middle, int64_t high)
{
    int64_t n = middle - low;

    for (int64_t parent = (n - 2) / 2; n > 1 && parent >= 0; parent--)
        settle(o, low, parent, n, o->at[low + parent]);
    for (int64_t i = middle; i < high; i++) {
        if (less(o, i, low)) {
            int64_t value = o->at[i];
            o->at[i] = o->at[low];
            settle(o, low, 0, n, value);
        }
        if (i % LONG == LONG - 1 && check(o, LONG) < 0)
            return -1;
    }
    return 0;
}

static int first_by_heap(const struct rt_order *o, int64_t low, int64_t middle, int64_t high)
{
    if (least_as_heap(o, low, middle, high) < 0)
        return -1;
    while (middle - low > 1) {
        int64_t value = o->at[--middle];
        o->at[middle] = o->at[low];
        settle(o, low, 0, middle - low, value);
    }
    return 0;
}

/* ---- parts
 * -----------------------------------------------------------------------------------------------------------
 */

/* Puts the median of the second, the middle and the last at low and parts the rest around it; where the right part
   begins. */
static int64_t part(const struct rt_order *o, int64_t low, int64_t high)
{
    int64_t a = low + 1, b = low + (high - low) / 2, c = high - 1, end = high, i = low + 1, median;

    if (less(o, a, b))
        median = less(o, b, c) ? b : less(o, a, c) ? c : a;
    else
        median = less(o, a, c) ? a : less(o, b, c) ? c : b;
    swap(o, low, median);
    for (int64_t j = end;; i++) {
        while (i < end && less(o, i, low))
            i++;
        do
            j--;
        while (j > low && less(o, low, j));
        if (i >= j)
            return i;
        swap(o, i, j);
    }
}

static int sort_parts(const struct rt_order *o, int64_t low, int64_t high, int depth)
{
    while (high - low > SHORT) {
        int64_t cut;
        if (depth-- == 0)
            return first_by_heap(o, low, high, high);
        if (check(o, high - low) < 0)
            return -1;
        cut = part(o, low, high);
        if (sort_parts(o, cut, high, depth) < 0)
            return -1;
        if (cut >= high) /* nans: no part became smaller */
            return 0;
        high = cut;
    }
    return 0;
}

int rt_order_sort(const struct rt_order *o, int64_t n)
{
    if (sort_parts(o, 0, n, depth_of(n)) < 0)
        return -1;
    insertion(o, 0, n < SHORT ? n : SHORT);
    for (int64_t i = SHORT; i < n; i++)
        sink(o, 0, i);
    return 0;
}

int rt_order_first(const struct rt_order *o, int64_t k, int64_t n)
{
    return first_by_heap(o, 0, k, n);
}

int rt_order_nth(const struct rt_order *o, int64_t k, int64_t n)
{
    int64_t low = 0, high = n;

    for (int depth = depth_of(n); high - low > 3; depth--) {
        int64_t cut;
        if (depth == 0) {
            if (least_as_heap(o, low, k + 1, high) < 0)
                return -1;
            swap(o, low, k);
            return 0;
        }
        if (check(o, high - low) < 0)
            return -1;
        cut = part(o, low, high);
        if (cut <= k)
            low = cut;
        else
            high = cut;
    }
    insertion(o, low, high);
    return 0;
}

int rt_order_select(const struct rt_order *o, int64_t k, int64_t n)
{
    int64_t low = 0, high = n - 1;

    while (high > low + 1) {
        int64_t i = low + 1, j = high;
        if (check(o, high - low) < 0)
            return -1;
        swap(o, low + (high - low) / 2, low + 1);
        /* the three in order: second, first, last */
        if (less(o, high, low + 1))
            swap(o, low + 1, high);
        if (less(o, high, low))
            swap(o, low, high);
        if (less(o, low, low + 1))
            swap(o, low + 1, low);
        for (;; swap(o, i, j)) {
            do
                i++;
            while (i < high && less(o, i, low));
            do
                j--;
            while (j > low && less(o, low, j));
            if (j < i)
                break;
        }
        swap(o, low, j);
        if (j <= k)
            low = i;
        if (j >= k)
            high = j - 1;
    }
    if (high == low + 1 && less(o, high, low))
        swap(o, low, high);
    return 0;
}
