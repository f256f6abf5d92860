/* Convolutions of each channel with a window of its own, neighbouring channels side by side in vectors (cpu_conv.h).
   Compiled once per instruction set; the body is in isa_depthwise.h. Each result is summed in the order of the window's
   taps, each weight in that of the positions. */
#include "cpu/conv/cpu_conv.h"
#include "cpu/isa/isa_vectors.h"

#include <string.h>

#define EACH_RUN(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)

#define T float
#define V V32
#define FMA FMA32
#define NAME(x) x##32
#include "cpu/isa/isa_depthwise.h"
#undef T
#undef V
#undef FMA
#undef NAME

#define T double
#define V V64
#define FMA FMA64
#define NAME(x) x##64
#include "cpu/isa/isa_depthwise.h"

const struct rt_depthwise_loops JOIN(rt_depthwise, RT_ISA)[2] = {
    {BYTES / sizeof(float), depthwise32, weight_grad32},
    {BYTES / sizeof(double), depthwise64, weight_grad64},
};
