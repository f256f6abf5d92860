/* What the ways of sorting rows share: what is asked for. */
#ifndef RT_CPU_SORT_H
#define RT_CPU_SORT_H

#include "cpu_lines.h"

#define SLICE (1 << 20) /* elements between two looks at the interrupt flag */

struct sort_job {
    struct lines in, values, indices;
    enum rt_loop_type type;
    enum rt_dtype as;
    bool descending, want_values, want_indices, narrow, nan_first;
    enum rt_sort_ties ties;
    int64_t first, count;
};

/* Stable, `rows` rows. Of at most RT_NETWORK_ROWS elements; of bytes, all of the sorted order. */
int rt_sort_short(const struct sort_job *job, int64_t rows, struct rt_error *err);
int rt_sort_bytes(const struct sort_job *job, int64_t rows, struct rt_error *err);

#endif
