/* Convolutions with steps of one, without patches: windows slide over padded planes, vectors of neighbouring results
   stay in registers (cpu_conv.h). Compiled once per instruction set; the body is in isa_slide.h. Each result is summed
   in the order of channels, rows and columns of the window. */
#include "cpu/cpu_conv.h"
#include "cpu/isa/isa_vectors.h"

#include <string.h>

/* what the registers hold: planes of results, and vectors of each */
#define OUTPUTS (BYTES == 64 ? 8 : 4)
#define PLACES 3

#define T float
#define V V32
#define FMA FMA32
#define SET SET32
#define NAME(x) x##32
#include "cpu/isa/isa_slide.h"
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
#include "cpu/isa/isa_slide.h"

const struct rt_slide_loops JOIN(rt_slide, RT_ISA)[2] = {
    {BYTES / sizeof(float), OUTPUTS, slide32},
    {BYTES / sizeof(double), OUTPUTS, slide64},
};
