/* Pointwise loops for int16, as it is: integers wrap, so that nothing need be wider. And those of half types, whose
   elements are as wide. */
#include "isa.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef int16_t T;
typedef int32_t P;
typedef uint32_t U;
#define TYPE i16
#define PARAM i32
#define NARROW
#include "isa_integer.h"
#include "isa_pointwise.h"

/* The signs of half types are the first of their bits. */
static void half_neg(int64_t n, void *out, const void *in, const struct rt_loop_param *params)
{
    const uint16_t *a = in;
    uint16_t *o = out;

    (void)params;
    _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) o[i] = a[i] ^ 0x8000;
}
static void half_abs(int64_t n, void *out, const void *in, const struct rt_loop_param *params)
{
    const uint16_t *a = in;
    uint16_t *o = out;

    (void)params;
    _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) o[i] = a[i] & 0x7fff;
}
const rt_map_loop NAME(half_signs)[2] = {half_neg, half_abs};

#include "isa_half.h"
