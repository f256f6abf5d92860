/* Resampling of rows of images and weighted sums of rows (cpu_resample.h), compiled once per instruction set. The body
   is in isa_resample.h. Neighbouring positions mostly look at neighbouring elements: those of a group are in one vector
   or two, from which they are permuted. */
#include "cpu/cpu_resample.h"

#include "cpu/isa/isa_vectors.h"

#include <math.h>

#define INLINE_COORDINATE ALWAYS __attribute__((unused))
#define T float
#define FLOOR floorf
#define RINT rintf
#define NAME(x) x##_f32
#if BYTES == 64
#define V __m512
#define I __m512i
#define LANES 16
#define SET SET32
#define LOAD _mm512_loadu_ps
#define LOAD_FIRST LOAD_FIRST32
#define STORE _mm512_storeu_ps
#define ADD _mm512_add_ps
#define MUL _mm512_mul_ps
#define ADD_SOME(sum, w, v)                                                                                            \
    _mm512_mask_add_ps(sum, _mm512_cmp_ps_mask(w, _mm512_setzero_ps(), _CMP_NEQ_UQ), sum, _mm512_mul_ps(w, v))
#define LOAD_INDEX(from) _mm512_loadu_si512(from)
#define SET_INDEX _mm512_set1_epi32
#define SUB _mm512_sub_epi32
#define PICK _mm512_permutexvar_ps
#define PICK_TWO _mm512_permutex2var_ps
#define GATHER(index, row) _mm512_i32gather_ps(_mm512_loadu_si512(index), row, 4)
#endif
#include "isa_resample.h"
#undef T
#undef FLOOR
#undef RINT
#undef NAME
#if BYTES == 64
#undef V
#undef I
#undef LANES
#undef SET
#undef LOAD
#undef LOAD_FIRST
#undef STORE
#undef ADD
#undef MUL
#undef ADD_SOME
#undef LOAD_INDEX
#undef SET_INDEX
#undef SUB
#undef PICK
#undef PICK_TWO
#undef GATHER
#endif

#define T double
#define FLOOR floor
#define RINT rint
#define NAME(x) x##_f64
#if BYTES == 64
#define V __m512d
#define I __m512i
#define LANES 8
#define SET SET64
#define LOAD _mm512_loadu_pd
#define LOAD_FIRST LOAD_FIRST64
#define STORE _mm512_storeu_pd
#define ADD _mm512_add_pd
#define MUL _mm512_mul_pd
#define ADD_SOME(sum, w, v)                                                                                            \
    _mm512_mask_add_pd(sum, _mm512_cmp_pd_mask(w, _mm512_setzero_pd(), _CMP_NEQ_UQ), sum, _mm512_mul_pd(w, v))
#define LOAD_INDEX(from) _mm512_cvtepi32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)(from)))
#define SET_INDEX _mm512_set1_epi64
#define SUB _mm512_sub_epi64
#define PICK _mm512_permutexvar_pd
#define PICK_TWO _mm512_permutex2var_pd
#define GATHER(index, row) _mm512_i32gather_pd(_mm256_loadu_si256((const __m256i *)(const void *)(index)), row, 8)
#endif
#include "isa_resample.h"

#define ALL_OF(type)                                                                                                   \
    {                                                                                                                  \
        line_##type, take_##type, rows_##type, coordinates_##type, corner_##type, corners_##type, speeds_##type,       \
            derivative_##type, cubic_##type, cross_##type, scatter_##type, collect_##type, chain_rule_##type           \
    }
const struct rt_resample_loops JOIN(rt_resample, RT_ISA)[2] = {ALL_OF(f32), ALL_OF(f64)};
