/* Element types: one list, their sizes and names, promotion, and scalars. Integers only: no tensors, no devices. */
#ifndef RT_DTYPE_H
#define RT_DTYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(enum, python name, alias or "", C type in memory, size, category, "ScalarType" name, C++ name, storage class) */
#define RT_DTYPES(X)                                                                                                   \
    X(RT_UINT8, "uint8", "", uint8_t, 1, RT_CAT_INT, "Byte", "unsigned char", "ByteStorage")                           \
    X(RT_INT8, "int8", "", int8_t, 1, RT_CAT_INT, "Char", "signed char", "CharStorage")                                \
    X(RT_INT16, "int16", "short", int16_t, 2, RT_CAT_INT, "Short", "short int", "ShortStorage")                        \
    X(RT_INT32, "int32", "int", int32_t, 4, RT_CAT_INT, "Int", "int", "IntStorage")                                    \
    X(RT_INT64, "int64", "long", int64_t, 8, RT_CAT_INT, "Long", "long int", "LongStorage")                            \
    X(RT_FLOAT16, "float16", "half", uint16_t, 2, RT_CAT_FLOAT, "Half", "c10::Half", "HalfStorage")                    \
    X(RT_FLOAT32, "float32", "float", float, 4, RT_CAT_FLOAT, "Float", "float", "FloatStorage")                        \
    X(RT_FLOAT64, "float64", "double", double, 8, RT_CAT_FLOAT, "Double", "double", "DoubleStorage")                   \
    X(RT_COMPLEX64, "complex64", "cfloat", float, 8, RT_CAT_COMPLEX, "ComplexFloat", "c10::complex<float>",            \
      "ComplexFloatStorage")                                                                                           \
    X(RT_COMPLEX128, "complex128", "cdouble", double, 16, RT_CAT_COMPLEX, "ComplexDouble", "c10::complex<double>",     \
      "ComplexDoubleStorage")                                                                                          \
    X(RT_BOOL, "bool", "", uint8_t, 1, RT_CAT_BOOL, "Bool", "bool", "BoolStorage")                                     \
    X(RT_BFLOAT16, "bfloat16", "", uint16_t, 2, RT_CAT_FLOAT, "BFloat16", "c10::BFloat16", "BFloat16Storage")          \
    RT_SHELL_TYPES(X)
/* The shell types: memory, casts and the rows of dispatch/shell_rows.def; no loop of a kernel is made for them. They
   come last, and have no storage class. */
#define RT_SHELL_TYPES(X)                                                                                              \
    X(RT_UINT16, "uint16", "", uint16_t, 2, RT_CAT_INT, "UInt16", "short unsigned int", "")                            \
    X(RT_UINT32, "uint32", "", uint32_t, 4, RT_CAT_INT, "UInt32", "unsigned int", "")                                  \
    X(RT_UINT64, "uint64", "", uint64_t, 8, RT_CAT_INT, "UInt64", "long unsigned int", "")                             \
    RT_FLOAT8_TYPES(X)                                                                                                 \
    X(RT_COMPLEX32, "complex32", "chalf", uint16_t, 4, RT_CAT_COMPLEX, "ComplexHalf", "c10::complex<c10::Half>", "")
#define RT_FLOAT8_TYPES(X)                                                                                             \
    X(RT_FLOAT8_E4M3FN, "float8_e4m3fn", "", uint8_t, 1, RT_CAT_FLOAT, "Float8_e4m3fn", "c10::Float8_e4m3fn", "")      \
    X(RT_FLOAT8_E5M2, "float8_e5m2", "", uint8_t, 1, RT_CAT_FLOAT, "Float8_e5m2", "c10::Float8_e5m2", "")              \
    X(RT_FLOAT8_E4M3FNUZ, "float8_e4m3fnuz", "", uint8_t, 1, RT_CAT_FLOAT, "Float8_e4m3fnuz", "c10::Float8_e4m3fnuz",  \
      "")                                                                                                              \
    X(RT_FLOAT8_E5M2FNUZ, "float8_e5m2fnuz", "", uint8_t, 1, RT_CAT_FLOAT, "Float8_e5m2fnuz", "c10::Float8_e5m2fnuz",  \
      "")                                                                                                              \
    X(RT_FLOAT8_E8M0FNU, "float8_e8m0fnu", "", uint8_t, 1, RT_CAT_FLOAT, "Float8_e8m0fnu", "c10::Float8_e8m0fnu", "")

enum rt_category { RT_CAT_BOOL, RT_CAT_INT, RT_CAT_FLOAT, RT_CAT_COMPLEX };

enum rt_dtype {
#define X(id, name, alias, ctype, size, category, scalar, cxx, storage) id,
    RT_DTYPES(X)
#undef X
        RT_DTYPE_COUNT,
    RT_DTYPE_NONE = -1
};

struct rt_dtype_info {
    const char *name;    /* "float32" */
    const char *alias;   /* "float", or "" */
    const char *scalar;  /* "Float": PyTorch's ScalarType name, as in "torch.FloatTensor" and error texts */
    const char *cxx;     /* "float": as in "float != double" */
    const char *storage; /* "FloatStorage" */
    uint8_t size;
    uint8_t category; /* enum rt_category */
};

extern const struct rt_dtype_info rt_dtype_table[RT_DTYPE_COUNT];

static inline size_t rt_dtype_size(enum rt_dtype type)
{
    return rt_dtype_table[type].size;
}
static inline enum rt_category rt_dtype_category(enum rt_dtype type)
{
    return (enum rt_category)rt_dtype_table[type].category;
}
static inline bool rt_dtype_is_float(enum rt_dtype type)
{
    return rt_dtype_category(type) == RT_CAT_FLOAT;
}
static inline bool rt_dtype_is_complex(enum rt_dtype type)
{
    return rt_dtype_category(type) == RT_CAT_COMPLEX;
}
/* float or complex: may require gradients */
static inline bool rt_dtype_is_inexact(enum rt_dtype type)
{
    return rt_dtype_category(type) >= RT_CAT_FLOAT;
}
/* bool or integer */
static inline bool rt_dtype_is_integral(enum rt_dtype type)
{
    return rt_dtype_category(type) <= RT_CAT_INT;
}

static inline bool rt_dtype_is_shell(enum rt_dtype type)
{
    return type >= RT_UINT16;
}
static inline bool rt_dtype_is_wide_unsigned(enum rt_dtype type) /* an unsigned integer beyond uint8 */
{
    return type >= RT_UINT16 && type <= RT_UINT64;
}
static inline bool rt_dtype_is_float8(enum rt_dtype type)
{
    return type >= RT_FLOAT8_E4M3FN && type <= RT_FLOAT8_E8M0FNU;
}
static inline bool rt_dtype_is_signed(enum rt_dtype type)
{
    return type != RT_BOOL && type != RT_UINT8 && type != RT_FLOAT8_E8M0FNU && !rt_dtype_is_wide_unsigned(type);
}
/* The type of a complex type's components, and the complex type of such components; other types themselves, or none. */
enum rt_dtype rt_dtype_to_real(enum rt_dtype type);
enum rt_dtype rt_dtype_to_complex(enum rt_dtype type);

/* The type of that name or alias; RT_DTYPE_NONE if there is none. */
enum rt_dtype rt_dtype_from_name(const char *name);

/* The common type of two operands of equal rank class (torch.promote_types); where PyTorch has none, that of a. */
enum rt_dtype rt_dtype_promote(enum rt_dtype a, enum rt_dtype b);
/* Has PyTorch a common type? RT_DTYPE_NONE: no; RT_UINT16 or RT_FLOAT8_E4M3FN is then in *family. */
enum rt_dtype rt_dtype_promote_any(enum rt_dtype a, enum rt_dtype b, enum rt_dtype *family);

struct rt_error;
/* The same, and -1 with what PyTorch says where there is none. */
int rt_dtype_promote_or_say(enum rt_dtype a, enum rt_dtype b, enum rt_dtype *common, struct rt_error *err);

/* May a result of type `from` be stored in place into `to`? (torch.can_cast) */
bool rt_dtype_can_cast(enum rt_dtype from, enum rt_dtype to);

/* A scalar: a Python number as the operand of an op, or the value of one element. */
struct rt_scalar {
    enum rt_category kind;
    bool is_unsigned; /* i is a uint64_t beyond int64_t */
    union {
        int64_t i; /* RT_CAT_BOOL (0, 1), RT_CAT_INT */
        double f;  /* RT_CAT_FLOAT, real part of RT_CAT_COMPLEX */
    };
    double im;
};

static inline struct rt_scalar rt_scalar_bool(bool v)
{
    return (struct rt_scalar){RT_CAT_BOOL, false, {.i = v}, 0};
}
static inline struct rt_scalar rt_scalar_int(int64_t v)
{
    return (struct rt_scalar){RT_CAT_INT, false, {.i = v}, 0};
}
static inline struct rt_scalar rt_scalar_float(double v)
{
    return (struct rt_scalar){RT_CAT_FLOAT, false, {.f = v}, 0};
}
static inline struct rt_scalar rt_scalar_unsigned(uint64_t v)
{
    return (struct rt_scalar){RT_CAT_INT, v > INT64_MAX, {.i = (int64_t)v}, 0};
}
static inline double rt_scalar_to_double(struct rt_scalar s)
{
    return s.kind > RT_CAT_INT ? s.f : s.is_unsigned ? (double)(uint64_t)s.i : (double)s.i;
}
/* The conjugate: the scalar itself when it is real. */
static inline struct rt_scalar rt_scalar_conj(struct rt_scalar s)
{
    s.im = s.kind == RT_CAT_COMPLEX ? -s.im : 0;
    return s;
}
/* Whether the scalar is 0 (nan is not). */
static inline bool rt_scalar_is_zero(struct rt_scalar s)
{
    return rt_scalar_to_double(s) == 0 && (s.kind != RT_CAT_COMPLEX || s.im == 0);
}
int64_t rt_scalar_to_int(struct rt_scalar s);

/* Reads or writes one element (host memory), with PyTorch's conversions (float to int truncates, ...). */
struct rt_scalar rt_scalar_load(enum rt_dtype type, const void *element);
void rt_scalar_store(enum rt_dtype type, void *element, struct rt_scalar value);
/* The largest finite number of a type, as a float: torch.finfo(type).max. */
double rt_dtype_largest(enum rt_dtype type);
/* Is a scalar too large for a type, as errors see it? The C++ name of the type then, else NULL. Infinities and nan fit
   every float type; a negative integer fits an unsigned type if its magnitude does. */
const char *rt_scalar_overflow(enum rt_dtype type, struct rt_scalar value);

/* Conversions of the half types; round to nearest even. */
float rt_half_to_float(uint16_t bits);
uint16_t rt_float_to_half(float value);
static inline float rt_bfloat_to_float(uint16_t bits)
{
    union {
        uint32_t u;
        float f;
    } v = {.u = (uint32_t)bits << 16};
    return v.f;
}
uint16_t rt_float_to_bfloat(float value);

#endif
