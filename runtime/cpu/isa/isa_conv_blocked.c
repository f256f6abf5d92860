/* Convolutions with neighbouring outputs side by side in vectors: pixels are read in place, one at a time, and
   multiplied by the weights of as many outputs as two vectors hold (cpu_conv.h). Compiled once per instruction set; the
   body is in isa_conv_blocked.h. Sums are made in the order of the offsets. */
#include "cpu/conv/cpu_conv.h"
#include "cpu/isa/isa_vectors.h"

#include <string.h>

/* positions taken together: what the registers hold beside two vectors of weights; those at arbitrary positions need
   registers for these, too. */
#if BYTES == 64
#define ROWS 12
#define MAX_ANY 10
#define EACH_TILE(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12)
#else
#define ROWS 6
#define MAX_ANY 6
#define EACH_TILE(X) X(1) X(2) X(3) X(4) X(5) X(6)
#endif

#define T float
#define V V32
#define FMA FMA32
#define SET SET32
#define NAME(x) x##32
#include "cpu/isa/isa_conv_blocked.h"
#undef T
#undef V
#undef FMA
#undef SET
#undef NAME

#define T double
#define V V64
#define FMA FMA64
#define SET SET64
#define NAME(x) x##64
#include "cpu/isa/isa_conv_blocked.h"

const struct rt_blocked_loops JOIN(rt_blocked, RT_ISA)[2] = {
    {BYTES / sizeof(float), 2 * BYTES / sizeof(float), convolve32},
    {BYTES / sizeof(double), 2 * BYTES / sizeof(double), convolve64},
};
