/* Direct convolutions: windows slide over padded planes, vectors of neighbouring results stay in registers
   (cpu_conv.h). Compiled once per instruction set; the body is in isa_conv_direct.h. Each result is summed in the order
   of channels, rows and columns of the window. */
#include "cpu/conv/cpu_conv.h"
#include "cpu/isa/isa_vectors.h"

#include <string.h>

/* what the registers hold: planes of results times vectors of each */
#define POSITIONS_OF_ONE 8
/* taps of a window that are summed at once, one vector each */
#define TAPS 9
#define SMALL_TAPS 5
#if BYTES == 64
#define OUTPUTS 8
#define EACH_TILE(X) X(1, 2) X(1, 4) X(1, 8) X(4, 2) X(4, 4) X(4, 6) X(6, 1) X(6, 2) X(6, 4) X(8, 1) X(8, 2) X(8, 3)
#else
#define OUTPUTS 4
#define EACH_TILE(X) X(1, 2) X(1, 4) X(1, 8) X(4, 1) X(4, 2) X(4, 3)
#endif

/* rows of results of one plane that share the pixels they see, and the most taps of their windows */
#if BYTES == 64
#define SHARED 6
#else
#define SHARED 4
#endif
#define MAX_TAPS 128

#if BYTES == 64
/* the even lanes of a, then the odd ones of b */
ALWAYS V32 EVEN_ODD32(V32 a, V32 b)
{
    return _mm512_permutex2var_ps(a, _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31), b);
}
ALWAYS V64 EVEN_ODD64(V64 a, V64 b)
{
    return _mm512_permutex2var_pd(a, _mm512_setr_epi64(0, 2, 4, 6, 9, 11, 13, 15), b);
}
#endif

#define T float
#define V V32
#define FMA FMA32
#define SET SET32
#define LOAD_FIRST LOAD_FIRST32
#define STORE_LANES STORE_LANES32
#define STORE_FIRST STORE_FIRST32
#define EVEN_ODD EVEN_ODD32
#define NAME(x) x##32
#include "cpu/isa/isa_conv_direct.h"
#undef T
#undef V
#undef FMA
#undef SET
#undef LOAD_FIRST
#undef STORE_LANES
#undef STORE_FIRST
#undef EVEN_ODD
#undef NAME

#define T double
#define V V64
#define FMA FMA64
#define SET SET64
#define LOAD_FIRST LOAD_FIRST64
#define STORE_LANES STORE_LANES64
#define STORE_FIRST STORE_FIRST64
#define EVEN_ODD EVEN_ODD64
#define NAME(x) x##64
#include "cpu/isa/isa_conv_direct.h"

/* a tile may begin at the last position and takes full vectors */
#define SLACK(T) (POSITIONS_OF_ONE * (int)(BYTES / sizeof(T)))
const struct rt_direct_loops JOIN(rt_direct, RT_ISA)[2] = {
    {BYTES / sizeof(float), OUTPUTS, SLACK(float), convolve32, weight_grad32, pack32},
    {BYTES / sizeof(double), OUTPUTS, SLACK(double), convolve64, weight_grad64, pack64},
};
