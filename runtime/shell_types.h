/* Elements of the shell types (dtype.h) as numbers and back: formats of floats of 8 bits, and floats as unsigned
   integers as PyTorch's loops convert them. For the CPU, and for kernels of devices, which include this with
   RT_ON_DEVICE defined. Knows no memory. */
#ifndef RT_SHELL_TYPES_H
#define RT_SHELL_TYPES_H

#include "dtype.h"

#ifndef RT_ON_DEVICE
#define RT_ON_DEVICE
#endif

/* A format with a sign bit: bits of the fraction, the bias of its exponent, the largest number, what stands for numbers
   beyond it, and nan. plain: no negative zero, whose code is nan. */
struct rt_float8_format {
    uint8_t fraction, bias, largest, beyond, nan;
    bool plain;
};

RT_ON_DEVICE static inline struct rt_float8_format rt_float8_format(enum rt_dtype type)
{
    switch (type) {
    case RT_FLOAT8_E4M3FN:
        return (struct rt_float8_format){3, 7, 0x7e, 0x7e, 0x7f, false};
    case RT_FLOAT8_E5M2:
        return (struct rt_float8_format){2, 15, 0x7b, 0x7c, 0x7f, false};
    case RT_FLOAT8_E4M3FNUZ:
        return (struct rt_float8_format){3, 8, 0x7f, 0x80, 0x80, true};
    default: /* RT_FLOAT8_E5M2FNUZ */
        return (struct rt_float8_format){2, 16, 0x7f, 0x80, 0x80, true};
    }
}

union rt_float_bits {
    float f;
    uint32_t u;
};

/* A power of two: its exponent, and no sign. */
RT_ON_DEVICE static inline float rt_exponent_to_float(uint8_t bits)
{
    union rt_float_bits v;

    v.u = bits == 0xff ? 0x7f800001 : bits ? (uint32_t)bits << 23 : 0x400000;
    return v.f;
}

RT_ON_DEVICE static inline uint8_t rt_float_to_exponent(float value)
{
    union rt_float_bits v;

    v.f = value;
    const uint32_t exponent = v.u >> 23 & 0xff, fraction = v.u & 0x7fffff;
    if (exponent == 0xff)
        return 0xff;
    /* half way between two powers goes up, and below the smallest the half itself does not */
    return (uint8_t)(exponent + (exponent ? fraction >= 0x400000 : fraction > 0x400000));
}

RT_ON_DEVICE static inline float rt_float8_to_float(enum rt_dtype type, uint8_t bits)
{
    if (type == RT_FLOAT8_E8M0FNU)
        return rt_exponent_to_float(bits);
    const struct rt_float8_format format = rt_float8_format(type);
    const uint32_t magnitude = bits & 0x7fu, exponent = magnitude >> format.fraction,
                   fraction = magnitude & ((1u << format.fraction) - 1);
    union rt_float_bits v;

    if (format.plain ? bits == 0x80 : magnitude > format.largest) { /* e5m2 has infinities, and nans beyond them */
        v.u = type == RT_FLOAT8_E5M2 ? 0x7f800000u | fraction << 21 | (fraction ? 0x400000 : 0)
              : format.plain         ? 0x7f800001u
                                     : 0x7ff00000u;
        v.u |= format.plain ? 0 : (uint32_t)(bits & 0x80u) << 24;
        return v.f;
    }
    if (exponent)
        v.u = (exponent + 127 - format.bias) << 23 | fraction << (23 - format.fraction);
    else {
        v.u = (uint32_t)(128 - format.bias - format.fraction) << 23; /* of the smallest number */
        v.f *= (float)fraction;
    }
    v.u |= (uint32_t)(bits & 0x80u) << 24;
    return v.f;
}

RT_ON_DEVICE static inline uint8_t rt_float_to_float8(enum rt_dtype type, float value)
{
    if (type == RT_FLOAT8_E8M0FNU)
        return rt_float_to_exponent(value);
    const struct rt_float8_format format = rt_float8_format(type);
    const uint32_t dropped = 23u - format.fraction, least = (128u - format.bias) << 23; /* the smallest normal one */
    union rt_float_bits v;
    uint32_t code;

    v.f = value;
    const uint32_t sign = v.u >> 24 & 0x80, magnitude = v.u & 0x7fffffff;
    if (magnitude > 0x7f800000)
        return (uint8_t)(format.nan | sign);
    if (magnitude < least) { /* the float unit rounds to a multiple of the smallest number */
        union rt_float_bits unit;
        unit.u = (128u - format.bias + dropped) << 23;
        v.u = magnitude;
        v.f += unit.f;
        code = v.u - unit.u;
    } else
        code = (magnitude - ((127u - format.bias) << 23) + (1u << (dropped - 1)) - 1 + (magnitude >> dropped & 1)) >>
               dropped;
    if (code > format.largest)
        return (uint8_t)(format.beyond | sign);
    return (uint8_t)(format.plain && !code ? 0 : code | sign);
}

/* Truncated to 32 bits with a sign; what does not fit, and nan, gives the smallest. */
RT_ON_DEVICE static inline uint32_t rt_double_to_signed32(double v)
{
    return v > -2147483649.0 && v < 2147483648.0 ? (uint32_t)(int32_t)v : 0x80000000u;
}
RT_ON_DEVICE static inline uint64_t rt_double_to_signed64(double v)
{
    return v >= -9223372036854775808.0 && v < 9223372036854775808.0 ? (uint64_t)(int64_t)v : (uint64_t)1 << 63;
}
RT_ON_DEVICE static inline uint32_t rt_double_to_uint32(double v)
{
    return v >= 2147483648.0 ? rt_double_to_signed32(v - 2147483648.0) ^ 0x80000000u : rt_double_to_signed32(v);
}
RT_ON_DEVICE static inline uint64_t rt_double_to_uint64(double v)
{
    return v >= 9223372036854775808.0 ? rt_double_to_signed64(v - 9223372036854775808.0) ^ (uint64_t)1 << 63
                                      : rt_double_to_signed64(v);
}

/* The type by way of which elements of two types are converted, of which one is a shell type: it has conversions from
   and to either that lose nothing on the way. */
static inline enum rt_dtype rt_cast_hub(enum rt_dtype to, enum rt_dtype from)
{
    if (to == RT_COMPLEX32 || from == RT_COMPLEX32)
        return RT_COMPLEX64;
    if (rt_dtype_is_float8(to) || rt_dtype_is_float8(from))
        return RT_FLOAT32;
    const enum rt_dtype other = rt_dtype_is_shell(to) ? from : to;
    if (other == RT_FLOAT64 || other == RT_COMPLEX128)
        return RT_FLOAT64;
    return rt_dtype_is_inexact(other) ? RT_FLOAT32 : RT_INT64;
}

#endif
