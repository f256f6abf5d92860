/* Winograd's convolutions F(2x2, 3x3) (cpu_conv.h), compiled once per instruction set; the body is in
   isa_conv_winograd.h. Vectors are neighbouring tiles of 2 x 2 results. Each product is summed in the order of the
   channels. */
#include "cpu/conv/cpu_conv.h"
#include "cpu/isa/isa_shuffle.h"
#include "cpu/isa/isa_vectors.h"

#include <string.h>

#define WEIGHTS RT_WINOGRAD_BLOCK
#define VECTORS RT_WINOGRAD_VECTORS
/* outputs whose sums the registers hold */
#if BYTES == 64
#define OUTPUTS 8
#else
#define OUTPUTS 4
#endif

/* The lanes of two vectors in turns: the first halves of both, the second halves. And every second of them. */
typedef int32_t lanes32 __attribute__((vector_size(BYTES)));
typedef int64_t lanes64 __attribute__((vector_size(BYTES)));
#if BYTES == 64
static const lanes32 low32 = {0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23},
                     high32 = {8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
static const lanes64 low64 = {0, 8, 1, 9, 2, 10, 3, 11}, high64 = {4, 12, 5, 13, 6, 14, 7, 15};
static const lanes32 evens32 = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30},
                     odds32 = {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31};
static const lanes64 evens64 = {0, 2, 4, 6, 8, 10, 12, 14}, odds64 = {1, 3, 5, 7, 9, 11, 13, 15};
#elif BYTES == 32
static const lanes32 low32 = {0, 8, 1, 9, 2, 10, 3, 11}, high32 = {4, 12, 5, 13, 6, 14, 7, 15};
static const lanes64 low64 = {0, 4, 1, 5}, high64 = {2, 6, 3, 7};
static const lanes32 evens32 = {0, 2, 4, 6, 8, 10, 12, 14}, odds32 = {1, 3, 5, 7, 9, 11, 13, 15};
static const lanes64 evens64 = {0, 2, 4, 6}, odds64 = {1, 3, 5, 7};
#else
static const lanes32 low32 = {0, 4, 1, 5}, high32 = {2, 6, 3, 7};
static const lanes64 low64 = {0, 2}, high64 = {1, 3};
static const lanes32 evens32 = {0, 2, 4, 6}, odds32 = {1, 3, 5, 7};
static const lanes64 evens64 = {0, 2}, odds64 = {1, 3};
#endif

#define T float
#define INDEX int32_t
#define V V32
#define FMA FMA32
#define SET SET32
#define STORE_FIRST STORE_FIRST32
#define LOAD_FIRST LOAD_FIRST32
#define NAME(x) x##32
#include "cpu/isa/isa_conv_winograd.h"
#undef T
#undef INDEX
#undef V
#undef FMA
#undef SET
#undef STORE_FIRST
#undef LOAD_FIRST
#undef NAME

#define T double
#define INDEX int64_t
#define V V64
#define FMA FMA64
#define SET SET64
#define STORE_FIRST STORE_FIRST64
#define LOAD_FIRST LOAD_FIRST64
#define NAME(x) x##64
#include "cpu/isa/isa_conv_winograd.h"

const struct rt_winograd_loops JOIN(rt_winograd, RT_ISA)[2] = {
    {BYTES / sizeof(float), weights32, split32, pixels32, multiply32, masks32, results32, row32},
    {BYTES / sizeof(double), weights64, split64, pixels64, multiply64, masks64, results64, row64},
};
