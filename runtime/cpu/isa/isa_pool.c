/* Pooling of planes (cpu_window.h), compiled once per instruction set: a row of cells at a time, tap after tap, so that
   neighbouring cells are neighbours in a vector. The body is in isa_pool.h. */
#include "cpu/cpu_window.h"
#include "cpu/isa/isa_shuffle.h"
#include "cpu/isa/isa_vectors.h"

#include <math.h>

#define STRIP 256     /* cells of a row taken together */
#define SMALL_CELLS 4 /* of a row of results, */
#define SMALL_TAPS 9  /* and taps of their windows, that are summed one by one */

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

/* One statement with the commonest steps as constants, so that it is vectorised. */
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

/* Lanes of two vectors that are every second, and every third of three: those of the first two, then all. Each lane of
   the first half of a vector twice, and of the second. */
typedef int32_t lanes32 __attribute__((vector_size(BYTES)));
typedef int64_t lanes64 __attribute__((vector_size(BYTES)));
#define EVENS2 0, 2
#define THIRDS2 0, 3
#define LAST2 0, 1
#define EVENS4 EVENS2, 4, 6
#define THIRDS4 THIRDS2, 6
#define LAST4 LAST2, 2, 5
#define EVENS8 EVENS4, 8, 10, 12, 14
#define THIRDS8 THIRDS4, 9, 12, 15
#define LAST8 0, 1, 2, 3, 4, 5, 10, 13
#define EVENS16 EVENS8, 16, 18, 20, 22, 24, 26, 28, 30
#define THIRDS16 THIRDS8, 18, 21, 24, 27, 30
#define LAST16 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29
#define ODDS2 1, 3
#define ODDS4 ODDS2, 5, 7
#define ODDS8 ODDS4, 9, 11, 13, 15
#define ODDS16 ODDS8, 17, 19, 21, 23, 25, 27, 29, 31
#define TWICE2 0, 0
#define TWICE4 TWICE2, 1, 1
#define TWICE8 TWICE4, 2, 2, 3, 3
#define TWICE16 TWICE8, 4, 4, 5, 5, 6, 6, 7, 7
#define REST2 1, 1
#define REST4 2, 2, 3, 3
#define REST8 4, 4, 5, 5, 6, 6, 7, 7
#define REST16 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15
#if BYTES == 64
static const lanes32 evens32 = {EVENS16}, thirds32 = {THIRDS16}, last_thirds32 = {LAST16};
static const lanes64 evens64 = {EVENS8}, thirds64 = {THIRDS8}, last_thirds64 = {LAST8};
static const lanes32 odds32 = {ODDS16}, twice32 = {TWICE16}, rest32 = {REST16};
static const lanes64 odds64 = {ODDS8}, twice64 = {TWICE8}, rest64 = {REST8};
#elif BYTES == 32
static const lanes32 evens32 = {EVENS8}, thirds32 = {THIRDS8}, last_thirds32 = {LAST8};
static const lanes64 evens64 = {EVENS4}, thirds64 = {THIRDS4}, last_thirds64 = {LAST4};
static const lanes32 odds32 = {ODDS8}, twice32 = {TWICE8}, rest32 = {REST8};
static const lanes64 odds64 = {ODDS4}, twice64 = {TWICE4}, rest64 = {REST4};
#else
static const lanes32 evens32 = {EVENS4}, thirds32 = {THIRDS4}, last_thirds32 = {LAST4};
static const lanes64 evens64 = {EVENS2}, thirds64 = {THIRDS2}, last_thirds64 = {LAST2};
static const lanes32 odds32 = {ODDS4}, twice32 = {TWICE4}, rest32 = {REST4};
static const lanes64 odds64 = {ODDS2}, twice64 = {TWICE2}, rest64 = {REST2};
#endif

#define T float
#define INDEX int32_t
#define NAME(x) x##32
#define LOAD_FIRST LOAD_FIRST32
#define STORE_FIRST STORE_FIRST32
#include "cpu/isa/isa_pool.h"
#undef T
#undef LOAD_FIRST
#undef STORE_FIRST
#undef INDEX
#undef NAME

#define T double
#define INDEX int64_t
#define NAME(x) x##64
#define LOAD_FIRST LOAD_FIRST64
#define STORE_FIRST STORE_FIRST64
#include "cpu/isa/isa_pool.h"

const struct rt_pool_loops JOIN(rt_pool, RT_ISA)[2] = {
    {max32, average32, average_back32, window_max32, window_sum32, window_fill32, last_max32, last_add32, last_mean32,
     last_divide32},
    {max64, average64, average_back64, window_max64, window_sum64, window_fill64, last_max64, last_add64, last_mean64,
     last_divide64},
};
