/* What the families of sets share. */
#ifndef RT_SETS_H
#define RT_SETS_H

#include "ops.h"

/* The call's results for x, an argument of unique_consecutive without a dimension, all at once; 1: not for this one. */
int rt_runs_of(struct rt_call *call, T x, bool inverted, bool counted, struct rt_error *err);

#endif
