/* The table of one instruction set's loops. */
#include "isa.h"

#define STRING2(x) #x
#define STRING(x) STRING2(x)

const struct rt_cpu_loops JOIN(rt_cpu_loops, RT_ISA) = {
    .name = STRING(RT_ISA),
#define ROW(member)                                                                                                    \
    .member = {[RT_LOOP_F32] = NAME(f32_##member),                                                                     \
               [RT_LOOP_F64] = NAME(f64_##member),                                                                     \
               [RT_LOOP_I64] = NAME(i64_##member),                                                                     \
               [RT_LOOP_I32] = NAME(i32_##member),                                                                     \
               [RT_LOOP_BOOL] = NAME(b8_##member)}
#define NARROW(member)                                                                                                 \
    .narrow_##member = {                                                                                               \
        [RT_NARROW_U8] = NAME(u8_##member), [RT_NARROW_I8] = NAME(i8_##member), [RT_NARROW_I16] = NAME(i16_##member)}
#define COMPLEX(member) .complex_##member = {NAME(c64_##member), NAME(c128_##member)}
    ROW(map),
    ROW(zip),
    ROW(sides),
    NARROW(map),
    NARROW(zip),
    NARROW(sides),
    COMPLEX(map),
    COMPLEX(zip),
    COMPLEX(sides),
    COMPLEX(sum),
    .half_signs = NAME(half_signs),
    .half_zip = NAME(half_zip),
    .half_rows = NAME(half_rows),
    .lerp = {&NAME(f32_lerp), &NAME(f64_lerp)},
    .combine = {NAME(f32_combine), NAME(f64_combine)},
    .optimize = NAME(optimize),
    ROW(fold),
    ROW(rows),
    ROW(scan),
    ROW(argmax),
    ROW(scan_columns),
    ROW(arg_columns),
    ROW(scan_positions),
    .softmax = NAME(softmax),
    .norm = NAME(norm),
    .fft = NAME(fft),
    .distance = NAME(distance),
    .attention = NAME(attention),
    .recurrent = NAME(recurrent),
    .sum = NAME(sum),
    .bag = NAME(bag),
    .cast = NAME(cast),
    .select = NAME(select),
    .repeat = NAME(repeat),
    .plane = NAME(plane),
    .stream = NAME(stream),
    .in_range = NAME(in_range),
    .displace = NAME(displace),
    .take_runs = NAME(take_runs),
    .put_runs = NAME(put_runs),
    .mask_bits = NAME(mask_bits),
    .positions = NAME(positions),
    .pack = NAME(pack),
    .unpack = NAME(unpack),
    .fill = &NAME(fill),
    .transpose = NAME(transpose),
    .rank = NAME(rank),
    .network = NAME(network),
    .keys = NAME(keys),
};
