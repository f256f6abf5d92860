/* Views as panels: some neighbouring lines along one dimension side by side, so that row i of a panel holds element i
   of each of its lines and loops run over all lines at once. Views of that layout are worked on in place; others are
   transposed, gathered or converted in a buffer. For many short lines, and for columns. */
#ifndef RT_CPU_PANELS_H
#define RT_CPU_PANELS_H

#include "cpu.h"

#define RT_PANEL_VIEWS 4

struct panel_view {
    const struct rt_view *view;
    enum rt_dtype as;      /* what the loops read or write */
    int64_t length, along; /* elements of a line (1 for results of folds); between neighbouring (groups of) lines */
    int64_t step;          /* between the elements of a line */
    int64_t between;       /* between the lines of a group, where it is gathered */
    int64_t strides[RT_MAX_DIMS];
    /* in place; converted row by row; transposed and converted; gathered and converted */
    enum { PANEL_DIRECT, PANEL_ROWS, PANEL_TRANSPOSE, PANEL_GATHER } how;
    int64_t transposed, converted; /* where its buffers begin */
};
struct panels {
    int nviews, nother, direction; /* direction: where lines follow each other; the other dimensions are walked */
    int64_t length, inner;         /* elements of the longest line; interleaved lines, else 1 */
    int64_t groups, each, parts;   /* of inner lines: in the direction, of a panel; panels in the direction */
    int64_t count, bytes;          /* panels; bytes of the buffer */
    int64_t size[RT_MAX_DIMS];
    struct panel_view view[RT_PANEL_VIEWS];
};
/* One panel: width lines; rows step[v] elements apart in view v. */
struct panel {
    int64_t width, groups, begin[RT_PANEL_VIEWS];
    char *data[RT_PANEL_VIEWS];
    int64_t step[RT_PANEL_VIEWS];
};

/* False where the views have other layouts, or lines have to be transposed that are longer than `most` (if they are to
   be gathered anyway, longer ones are). The views have one shape (but a size may be 1 along dim); those without data
   are left out (their data is NULL in each panel). */
bool rt_panels_of(struct panels *p, const struct rt_view *const *views, const enum rt_dtype *as, int nviews, int dim,
                  int64_t most);
/* Panel k with the first `read` views loaded; buffer: p->bytes bytes. end() stores the views from `read` on. */
void rt_panel_begin(const struct panels *p, int64_t k, int read, char *buffer, struct panel *panel);
void rt_panel_end(const struct panels *p, int read, char *buffer, const struct panel *panel);
/* The grain of rt_parallel_for over panels. */
int64_t rt_panels_grain(const struct panels *p);

#endif
