/* Weight gradients of convolutions, without patches: pixels are read in place, gradients of the results with
   neighbouring outputs side by side (cpu_conv.h). Compiled once per instruction set; the body is in isa_conv_weight.h.
   Sums are made in the order of the positions. */
#include "cpu/conv/cpu_conv.h"
#include "cpu/isa/isa_vectors.h"

#include <string.h>

/* rows of a tile: what the registers hold beside two vectors of outputs */
#if BYTES == 64
#define ROWS 12
#else
#define ROWS 6
#endif

#define T float
#define V V32
#define FMA FMA32
#define SET SET32
#define NAME(x) x##32
#include "cpu/isa/isa_conv_weight.h"
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
#include "cpu/isa/isa_conv_weight.h"

const struct rt_weight_grad_loops JOIN(rt_weight_grad, RT_ISA)[2] = {
    {BYTES / sizeof(float), 2 * BYTES / sizeof(float), ROWS, multiply32},
    {BYTES / sizeof(double), 2 * BYTES / sizeof(double), ROWS, multiply64},
};
