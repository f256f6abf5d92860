/* Sorting and selecting of positions that a function compares, with the ties of PyTorch (see order.h). */
#include "order.h"

#define ITEM int64_t
#define ORDER(name) name##_positions
#define ORDER_OF rt_order
#define LESS(o, a, b) ((o)->less((o)->context, a, b))
#include "order_steps.h"

int rt_order_sort(const struct rt_order *o, int64_t n)
{
    return sort_positions(o, n);
}

int rt_order_first(const struct rt_order *o, int64_t k, int64_t n)
{
    return first_positions(o, k, n);
}

int rt_order_nth(const struct rt_order *o, int64_t k, int64_t n)
{
    return nth_positions(o, k, n);
}

int rt_order_select(const struct rt_order *o, int64_t k, int64_t n)
{
    return select_positions(o, k, n);
}
