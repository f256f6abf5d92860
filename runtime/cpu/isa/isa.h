/* Names of what is compiled once per instruction set: RT_ISA is baseline, avx2 or avx512. */
#ifndef RT_ISA_H
#define RT_ISA_H

#include "cpu/cpu.h"
#include "cpu/cpu_fft.h"
#include "cpu/cpu_special.h"

#include <math.h>
#include <string.h>

#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)
/* NAME(f32_map) is rt_isa_f32_map_avx2 */
#define NAME(x) JOIN(rt_isa_##x, RT_ISA)

/* NAMED(f32, map) is the same with the type as a macro */
#define JOIN3(type, x, isa) rt_isa_##type##_##x##_##isa
#define JOIN4(type, x, isa) JOIN3(type, x, isa)
#define NAMED(type, x) JOIN4(type, x, RT_ISA)

/* the compiler has to write such loops out, or their vectors stay in memory */
#define EACH_PART(k, parts) _Pragma("GCC unroll 8") for (int k = 0; k < (parts); k++)

#define EACH_TYPE(X) X(f32) X(f64) X(i64) X(i32) X(b8)
#define X(t)                                                                                                           \
    extern const rt_map_loop NAME(t##_map)[RT_MAP_COUNT];                                                              \
    extern const rt_zip_loop NAME(t##_zip)[RT_ZIP_COUNT];                                                              \
    extern const rt_zip_loop NAME(t##_sides)[2][RT_ZIP_COUNT];                                                         \
    extern const rt_fold_loop NAME(t##_fold)[RT_REDUCE_COUNT];                                                         \
    extern const rt_rows_loop NAME(t##_rows)[RT_REDUCE_COUNT];                                                         \
    extern const rt_scan_loop NAME(t##_scan)[RT_SCAN_COUNT];                                                           \
    extern const rt_argmax_loop NAME(t##_argmax)[2];                                                                   \
    extern const rt_scan_columns NAME(t##_scan_columns)[RT_SCAN_COUNT];                                                \
    extern const rt_scan_positions NAME(t##_scan_positions)[2];                                                        \
    extern const rt_arg_columns NAME(t##_arg_columns)[2];
EACH_TYPE(X)
#undef X
#define EACH_NARROW(X) X(u8) X(i8) X(i16)
#define X(t)                                                                                                           \
    extern const rt_map_loop NAME(t##_map)[RT_MAP_COUNT];                                                              \
    extern const rt_zip_loop NAME(t##_zip)[RT_ZIP_COUNT];                                                              \
    extern const rt_zip_loop NAME(t##_sides)[2][RT_ZIP_COUNT];
EACH_NARROW(X)
#define EACH_COMPLEX(X) X(c64) X(c128)
EACH_COMPLEX(X)
#undef X
void NAME(c64_sum)(int64_t n, const void *in, double *sums);
void NAME(c128_sum)(int64_t n, const void *in, double *sums);
extern const rt_map_loop NAME(half_signs)[2];
extern const rt_zip_loop NAME(half_zip)[2][RT_ZIP_COUNT];
extern const rt_rows_loop NAME(half_rows)[2];
extern const rt_select_loop NAME(f32_lerp), NAME(f64_lerp);
extern const rt_combine_loop NAME(f32_combine)[2], NAME(f64_combine)[2];
extern const rt_optimize_loop NAME(optimize)[2][RT_OPTIMIZE_COUNT];
extern const struct rt_softmax_loops NAME(softmax)[2];
extern const struct rt_norm_loops NAME(norm)[2];
extern const struct rt_fft_loops NAME(fft)[2];
extern const struct rt_distance_loops NAME(distance)[2];
extern const struct rt_attention_loops NAME(attention)[2];
extern const struct rt_recurrent_loops NAME(recurrent)[2];
extern const struct rt_bag_loops NAME(bag)[2];
extern const struct rt_sum_loops NAME(sum)[2];
extern const rt_cast_loop NAME(cast)[RT_DTYPE_COUNT][RT_DTYPE_COUNT];
extern const rt_select_loop NAME(select)[5];
extern const rt_cast_loop NAME(repeat)[5];
extern const rt_plane_loop NAME(plane)[5];
bool NAME(in_range)(int64_t n, const int64_t *index, int64_t step, int64_t size);
bool NAME(displace)(int64_t n, const int64_t *index, int64_t step, int64_t size, int64_t wrap, int64_t stride, bool add,
                    int64_t *at);
void NAME(take_runs)(int64_t n, int64_t bytes, char *to, int64_t to_step, const char *from, int64_t from_step,
                     const int64_t *index);
void NAME(put_runs)(int64_t n, int64_t bytes, char *to, int64_t to_step, const int64_t *index, const char *from,
                    int64_t from_step);
int64_t NAME(mask_bits)(int64_t n, const uint8_t *bytes, uint64_t *bits);
void NAME(positions)(int64_t words, const uint64_t *bits, int64_t begin, int64_t *out);
extern const rt_pack_loop NAME(pack)[5], NAME(unpack)[5];
void NAME(stream)(void *to, const void *from, int64_t bytes);
extern const rt_fill_loop NAME(fill);
extern const rt_transpose_loop NAME(transpose)[4];
extern const rt_rank_loop NAME(rank)[2];
extern const rt_network_loop NAME(network)[2];
extern const rt_key_loop NAME(keys)[2][RT_LOOP_TYPES];

#endif
