/* Element types: the table, promotion, single elements, conversions of half types. Must not know tensors or
   devices. */
#include "dtype.h"

#include <math.h>
#include <string.h>

const struct rt_dtype_info rt_dtype_table[RT_DTYPE_COUNT] = {
#define X(id, name, alias, ctype, size, category, scalar, cxx, storage)                                                \
    [id] = {name, alias, scalar, cxx, storage, size, category},
    RT_DTYPES(X)
#undef X
};

enum rt_dtype rt_dtype_from_name(const char *name)
{
    for (int i = 0; i < RT_DTYPE_COUNT; i++)
        if (!strcmp(rt_dtype_table[i].name, name) ||
            (*rt_dtype_table[i].alias && !strcmp(rt_dtype_table[i].alias, name)))
            return (enum rt_dtype)i;
    return RT_DTYPE_NONE;
}

/* Position in the order bool < uint8, int8 < int16 < int32 < int64 < half types < float32 < float64 < complex. */
static int rank(enum rt_dtype type)
{
    static const signed char order[] = {[RT_BOOL] = 0,    [RT_UINT8] = 1,   [RT_INT8] = 1,      [RT_INT16] = 2,
                                        [RT_INT32] = 3,   [RT_INT64] = 4,   [RT_FLOAT16] = 5,   [RT_BFLOAT16] = 5,
                                        [RT_FLOAT32] = 6, [RT_FLOAT64] = 7, [RT_COMPLEX64] = 8, [RT_COMPLEX128] = 9};
    return order[type];
}

enum rt_dtype rt_dtype_promote(enum rt_dtype a, enum rt_dtype b)
{
    if (a == b)
        return a;
    if (rank(a) < rank(b)) {
        enum rt_dtype t = a;
        a = b;
        b = t;
    }
    /* a has the higher or the same rank */
    if (rank(a) == rank(b))
        return rank(a) == 1 ? RT_INT16 : RT_FLOAT32; /* uint8 with int8; float16 with bfloat16 */
    if (a == RT_COMPLEX64 && b == RT_FLOAT64)
        return RT_COMPLEX128;
    return a;
}

bool rt_dtype_can_cast(enum rt_dtype from, enum rt_dtype to)
{
    enum rt_category f = rt_dtype_category(from), t = rt_dtype_category(to);

    if (f == RT_CAT_COMPLEX || f == RT_CAT_FLOAT)
        return t >= f;
    return f == RT_CAT_BOOL || t != RT_CAT_BOOL;
}

/* Float to int as the hardware does it: truncation, the minimum for nan and overflow. */
static int64_t truncate(double v)
{
    if (!(v >= -9223372036854775808.0 && v < 9223372036854775808.0))
        return INT64_MIN;
    return (int64_t)v;
}

int64_t rt_scalar_to_int(struct rt_scalar s)
{
    return s.kind <= RT_CAT_INT ? s.i : truncate(s.f);
}

struct rt_scalar rt_scalar_load(enum rt_dtype type, const void *p)
{
    switch (type) {
    case RT_UINT8:
        return rt_scalar_int(*(const uint8_t *)p);
    case RT_INT8:
        return rt_scalar_int(*(const int8_t *)p);
    case RT_INT16:
        return rt_scalar_int(*(const int16_t *)p);
    case RT_INT32:
        return rt_scalar_int(*(const int32_t *)p);
    case RT_INT64:
        return rt_scalar_int(*(const int64_t *)p);
    case RT_FLOAT16:
        return rt_scalar_float(rt_half_to_float(*(const uint16_t *)p));
    case RT_BFLOAT16:
        return rt_scalar_float(rt_bfloat_to_float(*(const uint16_t *)p));
    case RT_FLOAT32:
        return rt_scalar_float(*(const float *)p);
    case RT_FLOAT64:
        return rt_scalar_float(*(const double *)p);
    case RT_COMPLEX64:
        return (struct rt_scalar){RT_CAT_COMPLEX, {.f = ((const float *)p)[0]}, ((const float *)p)[1]};
    case RT_COMPLEX128:
        return (struct rt_scalar){RT_CAT_COMPLEX, {.f = ((const double *)p)[0]}, ((const double *)p)[1]};
    default:
        return rt_scalar_bool(*(const uint8_t *)p != 0);
    }
}

void rt_scalar_store(enum rt_dtype type, void *p, struct rt_scalar s)
{
    switch (type) {
    case RT_UINT8:
        *(uint8_t *)p = (uint8_t)rt_scalar_to_int(s);
        break;
    case RT_INT8:
        *(int8_t *)p = (int8_t)rt_scalar_to_int(s);
        break;
    case RT_INT16:
        *(int16_t *)p = (int16_t)rt_scalar_to_int(s);
        break;
    case RT_INT32:
        /* a float beyond int32 gives the minimum of int32, an integer wraps */
        if (s.kind > RT_CAT_INT && !(s.f > -2147483649.0 && s.f < 2147483648.0))
            *(int32_t *)p = INT32_MIN;
        else
            *(int32_t *)p = (int32_t)rt_scalar_to_int(s);
        break;
    case RT_INT64:
        *(int64_t *)p = rt_scalar_to_int(s);
        break;
    case RT_FLOAT16:
        *(uint16_t *)p = rt_float_to_half((float)rt_scalar_to_double(s));
        break;
    case RT_BFLOAT16:
        *(uint16_t *)p = rt_float_to_bfloat((float)rt_scalar_to_double(s));
        break;
    case RT_FLOAT32:
        *(float *)p = (float)rt_scalar_to_double(s);
        break;
    case RT_FLOAT64:
        *(double *)p = rt_scalar_to_double(s);
        break;
    case RT_COMPLEX64:
        ((float *)p)[0] = (float)rt_scalar_to_double(s);
        ((float *)p)[1] = s.kind == RT_CAT_COMPLEX ? (float)s.im : 0;
        break;
    case RT_COMPLEX128:
        ((double *)p)[0] = rt_scalar_to_double(s);
        ((double *)p)[1] = s.kind == RT_CAT_COMPLEX ? s.im : 0;
        break;
    default:
        *(uint8_t *)p = s.kind <= RT_CAT_INT ? s.i != 0 : s.f != 0 || (s.kind == RT_CAT_COMPLEX && s.im != 0);
        break;
    }
}

const char *rt_scalar_overflow(enum rt_dtype type, struct rt_scalar s)
{
    static const struct {
        const char *name;
        double low, high; /* as floats; of int64 the integers are all within */
    } types[RT_DTYPE_COUNT] = {
        [RT_UINT8] = {"uint8_t", 0, 255},
        [RT_INT8] = {"int8_t", -128, 127},
        [RT_INT16] = {"int16_t", -32768, 32767},
        [RT_INT32] = {"int", INT32_MIN, INT32_MAX},
        [RT_INT64] = {"int64_t", -0x1p63, 0x1p63},
        [RT_FLOAT16] = {"c10::Half", -65504, 65504},
        [RT_BFLOAT16] = {"c10::BFloat16", -0x1.fep+127, 0x1.fep+127},
        [RT_FLOAT32] = {"float", -0x1.fffffep+127, 0x1.fffffep+127},
        [RT_FLOAT64] = {"double", -0x1.fffffffffffffp+1023, 0x1.fffffffffffffp+1023},
        [RT_COMPLEX64] = {"c10::complex<float>", -0x1.fffffep+127, 0x1.fffffep+127},
        [RT_COMPLEX128] = {"c10::complex<double>", -0x1.fffffffffffffp+1023, 0x1.fffffffffffffp+1023}};
    double value = rt_scalar_to_double(s), low = types[type].low;
    bool full = rt_dtype_category(type) == RT_CAT_INT;

    if (type == RT_BOOL || s.kind == RT_CAT_BOOL || (s.kind == RT_CAT_INT && type == RT_INT64))
        return NULL;
    if (s.kind == RT_CAT_COMPLEX && s.im != 0 && !rt_dtype_is_complex(type))
        return types[type].name;
    if (s.kind == RT_CAT_INT && type == RT_UINT8)
        low = -255;
    if (full ? !(value >= low && value <= types[type].high)
             : isfinite(value) && !(value >= low && value <= types[type].high))
        return types[type].name;
    if (rt_dtype_is_complex(type) && s.kind == RT_CAT_COMPLEX && isfinite(s.im) &&
        !(s.im >= low && s.im <= types[type].high))
        return types[type].name;
    return NULL;
}

float rt_half_to_float(uint16_t bits)
{
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 1023;
    union {
        uint32_t u;
        float f;
    } v;

    if (exponent == 31)
        v.u = sign | 0x7f800000 | fraction << 13;
    else if (exponent)
        v.u = sign | (exponent + 112) << 23 | fraction << 13;
    else {
        v.f = (float)fraction * 0x1p-24f;
        v.u |= sign;
    }
    return v.f;
}

uint16_t rt_float_to_half(float value)
{
    union {
        float f;
        uint32_t u;
    } v = {value};
    uint32_t sign = v.u >> 16 & 0x8000, magnitude = v.u & 0x7fffffff;

    if (magnitude > 0x7f800000)
        return (uint16_t)(sign | 0x7e00);
    if (magnitude >= 0x47800000) /* 65536 and above; 65520.. below rounds up by carry */
        return (uint16_t)(sign | 0x7c00);
    if (magnitude < 0x38800000) { /* subnormal half: let the float unit round */
        v.u = magnitude;
        v.f += 0.5f;
        return (uint16_t)(sign | (v.u - 0x3f000000));
    }
    magnitude += 0xc8000fff + (magnitude >> 13 & 1);
    return (uint16_t)(sign | magnitude >> 13);
}

uint16_t rt_float_to_bfloat(float value)
{
    union {
        float f;
        uint32_t u;
    } v = {value};

    if ((v.u & 0x7fffffff) > 0x7f800000)
        return 0x7fc0;
    return (uint16_t)((v.u + 0x7fff + (v.u >> 16 & 1)) >> 16);
}
