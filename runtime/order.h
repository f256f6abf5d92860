/* Orders of positions by a comparison that leaves ties open, or that nans break. Which of equal elements comes first is
   then a matter of the steps of the algorithm; these take the steps that decide it in PyTorch: introsort (quicksort
   around a median of three, heapsort for what goes too deep), and selection by the same steps. Integers only: no
   tensors, no devices. */
#ifndef RT_ORDER_H
#define RT_ORDER_H

#include "error.h"

#include <stdbool.h>
#include <stdint.h>

struct rt_order {
    int64_t *at; /* positions, which are moved */
    bool (*less)(const void *context, int64_t a, int64_t b);
    const void *context;
    int (*check)(struct rt_error *err); /* asked now and then whether to go on; or NULL */
    struct rt_error *err;
};

/* at[0 .. n) in order. These return -1 when check did. */
int rt_order_sort(const struct rt_order *o, int64_t n);
/* The first k of n in order, the others somewhere behind. 0 < k <= n */
int rt_order_first(const struct rt_order *o, int64_t k, int64_t n);
/* at[k] is the element of that rank, those before it are not greater. 0 <= k < n */
int rt_order_nth(const struct rt_order *o, int64_t k, int64_t n);
/* The same by other steps: partitions around the median of the first, the middle and the last element. */
int rt_order_select(const struct rt_order *o, int64_t k, int64_t n);

#endif
