/* Element types: the table, promotion, single elements, conversions of half types. Must not know tensors or
   devices. */
#include "error.h"
#include "shell_types.h"

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

enum rt_dtype rt_dtype_to_real(enum rt_dtype type)
{
    return type == RT_COMPLEX64    ? RT_FLOAT32
           : type == RT_COMPLEX128 ? RT_FLOAT64
           : type == RT_COMPLEX32  ? RT_FLOAT16
                                   : type;
}

enum rt_dtype rt_dtype_to_complex(enum rt_dtype type)
{
    if (rt_dtype_is_shell(type))
        return type == RT_COMPLEX32 ? type : RT_DTYPE_NONE;
    return type == RT_FLOAT16                            ? RT_COMPLEX32
           : type == RT_FLOAT64 || type == RT_COMPLEX128 ? RT_COMPLEX128
                                                         : RT_COMPLEX64;
}

/* Position in the order bool < uint8, int8 < int16 < int32 < int64 < half types < float32 < float64 < complex. Floats
   of 8 bits and unsigned integers beyond uint8 have none: what they promote to is asked before. */
static int rank(enum rt_dtype type)
{
    static const signed char order[RT_DTYPE_COUNT] = {
        [RT_BOOL] = 0,      [RT_UINT8] = 1,     [RT_INT8] = 1,       [RT_INT16] = 2,   [RT_INT32] = 3,
        [RT_INT64] = 4,     [RT_FLOAT16] = 5,   [RT_BFLOAT16] = 5,   [RT_FLOAT32] = 6, [RT_FLOAT64] = 7,
        [RT_COMPLEX32] = 8, [RT_COMPLEX64] = 9, [RT_COMPLEX128] = 10};
    return order[type];
}

/* Of a complex type and a type of lesser rank: the complex type with components wide enough for both. */
static enum rt_dtype promote_complex(enum rt_dtype a, enum rt_dtype b)
{
    const bool keeps = b != RT_BFLOAT16 && b != RT_FLOAT32 && b != RT_FLOAT64;

    if (a == RT_COMPLEX128 || b == RT_FLOAT64)
        return RT_COMPLEX128;
    return a == RT_COMPLEX32 && keeps ? RT_COMPLEX32 : RT_COMPLEX64;
}

enum rt_dtype rt_dtype_promote_any(enum rt_dtype a, enum rt_dtype b, enum rt_dtype *family)
{
    if (a == b)
        return a;
    if (rt_dtype_is_float8(a) || rt_dtype_is_float8(b)) {
        *family = RT_FLOAT8_E4M3FN;
        return RT_DTYPE_NONE;
    }
    if (rt_dtype_is_wide_unsigned(a) || rt_dtype_is_wide_unsigned(b)) {
        const enum rt_dtype other = rt_dtype_is_wide_unsigned(a) ? b : a;
        *family = RT_UINT16;
        return rt_dtype_is_float(other) ? other : RT_DTYPE_NONE;
    }
    if (rank(a) < rank(b)) {
        enum rt_dtype t = a;
        a = b;
        b = t;
    }
    /* a has the higher or the same rank */
    if (rank(a) == rank(b))
        return rank(a) == 1 ? RT_INT16 : RT_FLOAT32; /* uint8 with int8; float16 with bfloat16 */
    return rt_dtype_is_complex(a) ? promote_complex(a, b) : a;
}

enum rt_dtype rt_dtype_promote(enum rt_dtype a, enum rt_dtype b)
{
    enum rt_dtype family, common = rt_dtype_promote_any(a, b, &family);

    return common == RT_DTYPE_NONE ? a : common;
}

int rt_dtype_promote_or_say(enum rt_dtype a, enum rt_dtype b, enum rt_dtype *common, struct rt_error *err)
{
    enum rt_dtype family = RT_DTYPE_NONE;

    if ((*common = rt_dtype_promote_any(a, b, &family)) != RT_DTYPE_NONE)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "Promotion for %s is not supported, attempted to promote %s and %s",
                        family == RT_UINT16 ? "uint16, uint32, uint64 types" : "Float8 Types", rt_dtype_table[a].scalar,
                        rt_dtype_table[b].scalar);
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
        return (struct rt_scalar){RT_CAT_COMPLEX, false, {.f = ((const float *)p)[0]}, ((const float *)p)[1]};
    case RT_UINT16:
        return rt_scalar_int(*(const uint16_t *)p);
    case RT_UINT32:
        return rt_scalar_int(*(const uint32_t *)p);
    case RT_UINT64:
        return rt_scalar_unsigned(*(const uint64_t *)p);
#define X(id, ...) case id:
        RT_FLOAT8_TYPES(X)
#undef X
        return rt_scalar_float(rt_float8_to_float(type, *(const uint8_t *)p));
    case RT_COMPLEX32:
        return (struct rt_scalar){RT_CAT_COMPLEX,
                                  false,
                                  {.f = rt_half_to_float(((const uint16_t *)p)[0])},
                                  rt_half_to_float(((const uint16_t *)p)[1])};
    case RT_COMPLEX128:
        return (struct rt_scalar){RT_CAT_COMPLEX, false, {.f = ((const double *)p)[0]}, ((const double *)p)[1]};
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
    case RT_UINT16:
        *(uint16_t *)p = (uint16_t)rt_scalar_to_int(s);
        break;
    case RT_UINT32:
        *(uint32_t *)p = s.kind > RT_CAT_INT ? rt_double_to_uint32(s.f) : (uint32_t)s.i;
        break;
    case RT_UINT64:
        *(uint64_t *)p = s.kind > RT_CAT_INT ? rt_double_to_uint64(s.f) : (uint64_t)s.i;
        break;
#define X(id, ...) case id:
        RT_FLOAT8_TYPES(X)
#undef X
        *(uint8_t *)p = rt_float_to_float8(type, (float)rt_scalar_to_double(s));
        break;
    case RT_COMPLEX32:
        ((uint16_t *)p)[0] = rt_float_to_half((float)rt_scalar_to_double(s));
        ((uint16_t *)p)[1] = s.kind == RT_CAT_COMPLEX ? rt_float_to_half((float)s.im) : 0;
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

/* The numbers a type can hold, and what PyTorch's errors call the type. */
static const struct {
    const char *name;
    double low, high; /* as floats; of int64 the integers are all within */
} ranges[RT_DTYPE_COUNT] = {
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
    [RT_UINT16] = {"uint16_t", 0, UINT16_MAX},
    [RT_UINT32] = {"uint32_t", 0, UINT32_MAX},
    [RT_UINT64] = {"uint64_t", 0, 0x1.fffffffffffffp63},
    [RT_FLOAT8_E4M3FN] = {"c10::Float8_e4m3fn", -448, 448},
    [RT_FLOAT8_E5M2] = {"c10::Float8_e5m2", -57344, 57344},
    [RT_FLOAT8_E4M3FNUZ] = {"c10::Float8_e4m3fnuz", -240, 240},
    [RT_FLOAT8_E5M2FNUZ] = {"c10::Float8_e5m2fnuz", -57344, 57344},
    [RT_FLOAT8_E8M0FNU] = {"c10::Float8_e8m0fnu", 0x1p-127, 0x1p127},
    [RT_COMPLEX32] = {"c10::complex<c10::Half>", -65504, 65504},
    [RT_COMPLEX128] = {"c10::complex<double>", -0x1.fffffffffffffp+1023, 0x1.fffffffffffffp+1023}};

double rt_dtype_largest(enum rt_dtype type)
{
    return ranges[type].high;
}

const char *rt_scalar_overflow(enum rt_dtype type, struct rt_scalar s)
{
    double value = rt_scalar_to_double(s), low = ranges[type].low;
    bool full = rt_dtype_category(type) == RT_CAT_INT,
         has_infinity = !rt_dtype_is_float8(type) || type == RT_FLOAT8_E5M2;

    if (s.kind == RT_CAT_INT && s.is_unsigned && type == RT_INT64)
        return ranges[type].name;
    if (type == RT_BOOL || s.kind == RT_CAT_BOOL || (s.kind == RT_CAT_INT && (type == RT_INT64 || type == RT_UINT64)))
        return NULL;
    if (s.kind == RT_CAT_COMPLEX && s.im != 0 && !rt_dtype_is_complex(type))
        return ranges[type].name;
    if (s.kind == RT_CAT_INT && !rt_dtype_is_signed(type)) /* the magnitude counts */
        low = -ranges[type].high;
    if (full ? !(value >= low && value <= ranges[type].high)
             : !isnan(value) && (isfinite(value) || !has_infinity) && !(value >= low && value <= ranges[type].high))
        return ranges[type].name;
    if (rt_dtype_is_complex(type) && s.kind == RT_CAT_COMPLEX && isfinite(s.im) &&
        !(s.im >= low && s.im <= ranges[type].high))
        return ranges[type].name;
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
