/* Pooling of planes (cpu_window.h), compiled once per instruction set: a row of cells at a time, tap after tap, so that
   neighbouring cells are neighbours in a vector. The body is in isa_pool.h. */
#include "cpu/cpu_window.h"

#include <math.h>
#include <string.h>

#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)

#define STRIP 256 /* cells of a row taken together */

/* Cells of a strip, [*from, *to), under which a tap finds a column of the plane; the column of the strip's first. */
static int64_t columns(const struct rt_pool_plane *p, int64_t first, int64_t count, int64_t tap, int64_t *from,
                       int64_t *to)
{
    const int64_t step = p->window->stride[1],
                  start = first * step + tap * p->window->dilation[1] - p->window->padding[1];

    *from = start < 0 ? (step - 1 - start) / step : 0;
    *to = p->width <= start ? 0 : (p->width - start + step - 1) / step;
    *to = *to > count ? count : *to;
    *from = *from > *to ? *to : *from;
    return start;
}

/* How many of a window's `kernel` positions count that begins at `start`, of `size` and with so much padding. */
static int64_t counted(int64_t start, int64_t kernel, int64_t size, int64_t padding)
{
    int64_t end = start + kernel, limit = size + padding;

    end = end > limit ? limit : end;
    start = start < -padding ? -padding : start;
    return end - start;
}

/* What each cell of a strip divides by, but for the rows of its window. */
static void widths(const struct rt_pool_plane *p, int64_t first, int64_t count, int64_t *out)
{
    for (int64_t x = 0; x < count; x++)
        out[x] = counted((first + x) * p->window->stride[1] - p->window->padding[1], p->window->kernel[1], p->width,
                         p->count_padding ? p->window->padding[1] : 0);
}

/* One statement with the commonest steps as constants, so that it becomes vectors. */
#define WITH_STEP(step, ...)                                                                                           \
    do {                                                                                                               \
        if ((step) == 1) {                                                                                             \
            enum { S = 1 };                                                                                            \
            _Pragma("GCC ivdep") for (int64_t x = from; x < to; x++) __VA_ARGS__                                       \
        } else if ((step) == 2) {                                                                                      \
            enum { S = 2 };                                                                                            \
            _Pragma("GCC ivdep") for (int64_t x = from; x < to; x++) __VA_ARGS__                                       \
        } else if ((step) == 4) {                                                                                      \
            enum { S = 4 };                                                                                            \
            _Pragma("GCC ivdep") for (int64_t x = from; x < to; x++) __VA_ARGS__                                       \
        } else {                                                                                                       \
            const int64_t S = step;                                                                                    \
            for (int64_t x = from; x < to; x++)                                                                        \
                __VA_ARGS__                                                                                            \
        }                                                                                                              \
    } while (0)

#define T float
#define INDEX int32_t
#define NAME(x) x##32
#include "cpu/isa/isa_pool.h"
#undef T
#undef INDEX
#undef NAME

#define T double
#define INDEX int64_t
#define NAME(x) x##64
#include "cpu/isa/isa_pool.h"

const struct rt_pool_loops JOIN(rt_pool, RT_ISA)[2] = {
    {max32, average32, average_back32},
    {max64, average64, average_back64},
};
