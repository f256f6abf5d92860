/* Weight gradients of convolutions, without patches: pixels are read in place, gradients of the results with
   neighbouring outputs side by side (cpu_conv.h). Compiled once per instruction set; the body is in isa_conv_weight.h.
   Sums are made in the order of the positions. */
#include "cpu/conv/cpu_conv.h"
#include "cpu/isa/isa_vectors.h"

#include <string.h>

/* X(neighbouring rows of a group, groups of a tile of one vector of outputs, of two): what the registers hold */
#if BYTES == 64
#define EACH_WIDTH(X) X(1, 10, 10) X(2, 10, 6) X(3, 5, 4) X(4, 6, 3) X(5, 5, 2) X(7, 3, 1)
#define MAX_ROWS 25
#define MAX_GROUPS 10
#else
#define EACH_WIDTH(X) X(1, 8, 6) X(2, 5, 3) X(3, 4, 2) X(4, 3, 1) X(5, 2, 1)
#define MAX_ROWS 12
#define MAX_GROUPS 8
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
    {BYTES / sizeof(float), 2 * BYTES / sizeof(float), multiply32},
    {BYTES / sizeof(double), 2 * BYTES / sizeof(double), multiply64},
};
