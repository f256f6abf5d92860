/* Our own matrix products, blocked as by Goto and van de Geijn (Anatomy of high-performance matrix multiplication,
   2008): packed panels of B in the L2 cache, a tile of C in registers; compiled once per instruction set and,
   through isa_gemm.h, for float and double. Knows neither views nor threads.

   A tile of C has MR rows and PANEL_VECTORS vectors of columns, or a little less. A is read in place where its rows are
   consecutive and few enough, else it is packed like B. */
#include "cpu/cpu_gemm.h"
#include "cpu/isa/isa_vectors.h"

#include <string.h>

#ifndef RT_ISA
#define RT_ISA baseline
#endif
/* rows and vectors of a tile: what the registers hold; rows of one by a B that is packed once, whose rows of A are read
   in place; and rows of one of two vectors by a B in place */
#if BYTES == 64
#define MR 9
#define PANEL_ROWS 8
#define PANEL_VECTORS 3
#define DIRECT_ROWS 12
#define KC 384                     /* depth of a panel */
#define MC (1152 / (int)sizeof(T)) /* rows of a block of A: a multiple of MR */
#define NC (4032 / (int)sizeof(T)) /* columns of a packed block of B: a multiple of the widest panel */
#else
#define MR 6
#define PANEL_ROWS MR
#define PANEL_VECTORS 2
#define DIRECT_ROWS MR
#define KC 256
#define MC 240
#define NC 1024
#endif

#define PACKED_KC 256  /* depth of a panel of a B that is packed once */
#define FETCH_STEPS 64 /* of a tile, between which memory is fetched early that later ones read */
#define AHEAD 8        /* steps that operands in place are fetched early */
/* multiplications in the time that an element takes to be copied by a tile on its way, and to be transposed */
#define COPY_COST 4
#define TURN_COST 30

/* a tile of complex numbers has two sums for each; COMPLEX_KC steps of B are packed */
#define COMPLEX_MR (BYTES == 64 ? 4 : 2)
#define COMPLEX_KC 128

#define SMALL_ROWS 16                        /* of C, for which B is not packed, */
#define SMALL_STEPS 128                      /* so many steps of B after the other, */
#define SMALL_PACKED 12                      /* or fewer than those where rows of B map to the same sets, */
#define SMALL_COLLIDING 16                   /* or so many of such a B, */
#define SMALL_AHEAD 8                        /* that are fetched early, */
#define SMALL_TOGETHER (BYTES == 64 ? 8 : 4) /* and rows: what the registers hold */
#define SMALL_COLUMNS 6                      /* of C, which are dot products; or, */
#define SMALL_DOTTED 8                       /* where B is transposed, rows */
#define TRANSPOSED_LINE 8192                 /* steps of a few columns that are copied side by side */

#if defined(__FMA__) || defined(__AVX512F__)
#define FMA_F __builtin_fmaf
#define FMA_D __builtin_fma
#else
#define FMA_F(a, b, c) ((a) * (b) + (c))
#define FMA_D(a, b, c) ((a) * (b) + (c))
#endif

#define T float
#define V V32
#define FMA FMA32
#define SET SET32
#define LOAD_FIRST LOAD_FIRST32
#define STORE_FIRST STORE_FIRST32
#define MULADD FMA_F
#define NAME(x) x##32
#include "cpu/isa/isa_gemm.h"
#define P int32_t
#define EACH EACH_FLOAT
#include "cpu/isa/isa_gemm_complex.h"
#undef P
#undef EACH
#undef T
#undef V
#undef FMA
#undef SET
#undef LOAD_FIRST
#undef STORE_FIRST
#undef MULADD
#undef NAME

#define T double
#define V V64
#define FMA FMA64
#define SET SET64
#define LOAD_FIRST LOAD_FIRST64
#define STORE_FIRST STORE_FIRST64
#define MULADD FMA_D
#define NAME(x) x##64
#include "cpu/isa/isa_gemm.h"
#define P int64_t
#define EACH EACH_DOUBLE
#include "cpu/isa/isa_gemm_complex.h"

/* Integers wrap around. C += factor A B: strips of B, packed two vectors wide, and tiles of C in registers. */
#if BYTES == 64
#define INTEGER_MR 8
#else
#define INTEGER_MR 4
#endif
#define INTEGER_KC 128

#undef NAME
#undef T
#undef V
#define NAME(x) x##_integer8
#define E uint8_t
#define T uint16_t
#include "cpu/isa/isa_gemm_integer.h"
#define NAME(x) x##_integer16
#define E uint16_t
#define T uint16_t
#include "cpu/isa/isa_gemm_integer.h"
#define NAME(x) x##_integer32
#define E uint32_t
#define T uint32_t
#include "cpu/isa/isa_gemm_integer.h"
#define NAME(x) x##_integer64
#define E uint64_t
#define T uint64_t
#include "cpu/isa/isa_gemm_integer.h"

static int gemm(const struct rt_gemm *g, void *scratch, struct rt_error *err)
{
    return g->wide ? gemm64(g, scratch, err) : gemm32(g, scratch, err);
}

static void gemm_complex(const struct rt_complex_gemm *g)
{
    if (g->wide)
        gemm_complex64(g);
    else
        gemm_complex32(g);
}

static bool gemm_direct(const struct rt_gemm *g)
{
    return g->wide ? gemm_direct64(g) : gemm_direct32(g);
}

static void pack_b(const struct rt_gemm *g, void *to)
{
    if (g->wide)
        pack_all64(g, to);
    else
        pack_all32(g, to);
}

static void gemm_packed(const struct rt_gemm *g)
{
    if (g->wide)
        gemm_packed64(g);
    else
        gemm_packed32(g);
}

_Static_assert(RT_GEMM_PANEL >= 2 * BYTES / (int)sizeof(float), "a panel has two vectors");

const struct rt_gemm_loops JOIN(rt_gemm, RT_ISA) = {
    .gemm = gemm,
    .gemm_direct = gemm_direct,
    .pack = pack_b,
    .gemm_packed = gemm_packed,
    .complexes = gemm_complex,
    .integers = {gemm_integer8, gemm_integer16, gemm_integer32, gemm_integer64},
    .vector_times_rows32 = vector_times_rows32,
    .vector_times_rows64 = vector_times_rows64,
    .rows_times_vector32 = rows_times_vector32,
    .rows_times_vector64 = rows_times_vector64,
};
