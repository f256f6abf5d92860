/* Fourier transforms by vectors: see isa_fft.h. */
#include "cpu/cpu_fft.h"
#include "cpu/isa/isa_shuffle.h"
#include "cpu/isa/isa_vectors.h"

#include <string.h>

#ifndef RT_ISA
#define RT_ISA baseline
#endif

/* Indices of shuffles of two vectors of 2, 4, 8 and 16 lanes: every other lane, two vectors lane by lane, backwards. */
#define EVEN2                                                                                                          \
    {                                                                                                                  \
        0, 2                                                                                                           \
    }
#define ODD2                                                                                                           \
    {                                                                                                                  \
        1, 3                                                                                                           \
    }
#define LOW2                                                                                                           \
    {                                                                                                                  \
        0, 2                                                                                                           \
    }
#define HIGH2                                                                                                          \
    {                                                                                                                  \
        1, 3                                                                                                           \
    }
#define BACK2                                                                                                          \
    {                                                                                                                  \
        1, 0                                                                                                           \
    }
#define EVEN4                                                                                                          \
    {                                                                                                                  \
        0, 2, 4, 6                                                                                                     \
    }
#define ODD4                                                                                                           \
    {                                                                                                                  \
        1, 3, 5, 7                                                                                                     \
    }
#define LOW4                                                                                                           \
    {                                                                                                                  \
        0, 4, 1, 5                                                                                                     \
    }
#define HIGH4                                                                                                          \
    {                                                                                                                  \
        2, 6, 3, 7                                                                                                     \
    }
#define BACK4                                                                                                          \
    {                                                                                                                  \
        3, 2, 1, 0                                                                                                     \
    }
#define EVEN8                                                                                                          \
    {                                                                                                                  \
        0, 2, 4, 6, 8, 10, 12, 14                                                                                      \
    }
#define ODD8                                                                                                           \
    {                                                                                                                  \
        1, 3, 5, 7, 9, 11, 13, 15                                                                                      \
    }
#define LOW8                                                                                                           \
    {                                                                                                                  \
        0, 8, 1, 9, 2, 10, 3, 11                                                                                       \
    }
#define HIGH8                                                                                                          \
    {                                                                                                                  \
        4, 12, 5, 13, 6, 14, 7, 15                                                                                     \
    }
#define BACK8                                                                                                          \
    {                                                                                                                  \
        7, 6, 5, 4, 3, 2, 1, 0                                                                                         \
    }
#define EVEN16                                                                                                         \
    {                                                                                                                  \
        0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30                                                      \
    }
#define ODD16                                                                                                          \
    {                                                                                                                  \
        1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31                                                      \
    }
#define LOW16                                                                                                          \
    {                                                                                                                  \
        0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23                                                         \
    }
#define HIGH16                                                                                                         \
    {                                                                                                                  \
        8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31                                                   \
    }
#define BACK16                                                                                                         \
    {                                                                                                                  \
        15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0                                                           \
    }

#define T float
#define V V32
#define FMA FMA32
#define SET SET32
#define LOAD_FIRST LOAD_FIRST32
#define STORE_FIRST STORE_FIRST32
#define NAME(x) x##32
typedef int32_t index32 __attribute__((vector_size(BYTES)));
#if BYTES == 64
#define W 16
#elif BYTES == 32
#define W 8
#else
#define W 4
#endif
#include "isa_fft.h"
#undef T
#undef V
#undef FMA
#undef SET
#undef LOAD_FIRST
#undef STORE_FIRST
#undef NAME
#undef W

#define T double
#define V V64
#define FMA FMA64
#define SET SET64
#define LOAD_FIRST LOAD_FIRST64
#define STORE_FIRST STORE_FIRST64
#define NAME(x) x##64
typedef int64_t index64 __attribute__((vector_size(BYTES)));
#if BYTES == 64
#define W 8
#elif BYTES == 32
#define W 4
#else
#define W 2
#endif
#include "isa_fft.h"

#define LOOPS(x)                                                                                                       \
    {                                                                                                                  \
        BYTES * 8 / x, lines##x, columns##x, rows##x, multiply##x, unfold##x, refold##x                                \
    }
const struct rt_fft_loops JOIN(rt_isa_fft, RT_ISA)[2] = {LOOPS(32), LOOPS(64)};
