/* What the rows of plain cases share: see fast_path.c. */
#ifndef RT_FAST_PATH_H
#define RT_FAST_PATH_H

#include "ops.h"

/* Not for these rows: the function of the library is called, which has all forms and PyTorch's texts. */
int rt_ask_library(struct rt_error *err);
/* Rows that a row of the library does with other arguments. */
int rt_forward_max_pool2d(struct rt_call *call, struct rt_error *err);
/* Maxima or means of windows of sequences that are known to fit, without a gradient; row: as images of one
   row. NULL also where there is none. */
T rt_pool_sequence(T x, enum rt_pool_op op, const struct rt_window *window, bool ceil_mode, bool count_padding,
                   bool row, struct rt_error *err);
/* Names the gradient of what was built, if there is one; NULL when that or what came before failed. */
T rt_named(B b, T x, const char *name);

#endif
