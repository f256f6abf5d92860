/* Views as rows along one dimension: row by row, through a buffer where a row is not dense. */
#ifndef RT_CPU_LINES_H
#define RT_CPU_LINES_H

#include "cpu.h"

/* The rows of a view along one dimension. */
struct lines {
    const struct rt_view *view;
    int64_t length, step;
    int nother;
    int64_t size[RT_MAX_DIMS], strides[RT_MAX_DIMS];
};

void rt_lines_of(struct lines *l, const struct rt_view *view, int dim);
/* The other dimensions that follow each other become one, whatever those of other views do. */
void rt_lines_join(struct lines *l);
int64_t rt_lines_count(const struct lines *l);
/* The first element of row k. */
char *rt_line(const struct lines *l, int64_t k);
/* Is every row a dense block of type `as` in memory? */
bool rt_lines_direct(const struct lines *l, enum rt_dtype as);
/* Row k as a dense block of type `as`: in place, or in buffer (32 bytes for each element). */
const void *rt_line_load(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer);
/* Where a result of type `as` may be written: in place or in buffer; store ends it. */
void *rt_line_target(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer);
void rt_line_store(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer);

#endif
