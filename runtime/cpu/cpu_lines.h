/* Views as rows along one dimension: row by row, through a buffer where a row is not dense, or in strips of
   neighbouring columns where another dimension is the dense one. */
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
int64_t rt_lines_count(const struct lines *l);
/* The first element of row k. */
char *rt_line(const struct lines *l, int64_t k);
/* Is every row a dense block of type `as` where it lies? */
bool rt_lines_direct(const struct lines *l, enum rt_dtype as);
/* Row k as a dense block of type `as`: in place, or in buffer (32 bytes for each element). */
const void *rt_line_load(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer);
/* Where a result of type `as` may be written: in place or in buffer; store ends it. */
void *rt_line_target(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer);
void rt_line_store(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer);

/* Strips of up to RT_STRIP columns of several views of one shape (a size may be 1 along dim). */
#define RT_STRIP_VIEWS 4
struct strips {
    int nviews, along; /* along: the dense dimension, as counted in lines */
    struct lines view[RT_STRIP_VIEWS];
    int64_t length, inner, width, each, count;
};
/* One strip: rows step[i] elements apart in view i. */
struct strip {
    int64_t width;
    char *data[RT_STRIP_VIEWS];
};
/* False where the rows themselves are dense, no other dimension is dense in all views, or a type is not `as`.
   Views without data are left out (their data is NULL in each strip). */
bool rt_strips_of(struct strips *s, const struct rt_view *const *views, const enum rt_dtype *as, int nviews, int dim);
void rt_strip_at(const struct strips *s, int64_t k, struct strip *strip);

#endif
