/* Pointwise loops and scans of complex64 and complex128, and where they are found. */
#include "cpu_complex.h"

#include <complex.h>
#include <math.h>

#define R float
#define C float complex
#define PARTS RT_LOOP_F32
#define F(g) c##g##f
#define M(g) g##f
#define NAME(x) c64_##x
#include "cpu_complex_loops.h"
#undef R
#undef C
#undef PARTS
#undef F
#undef M
#undef NAME

#define R double
#define C double complex
#define PARTS RT_LOOP_F64
#define F(g) c##g
#define M(g) g
#define NAME(x) c128_##x
#include "cpu_complex_loops.h"

rt_map_loop rt_complex_map(enum rt_dtype dtype, enum rt_map_op op)
{
    const rt_map_loop vectors = rt_cpu_loops()->complex_map[dtype == RT_COMPLEX128][op];

    return vectors ? vectors : dtype == RT_COMPLEX64 ? c64_maps[op] : c128_maps[op];
}

rt_zip_loop rt_complex_zip(enum rt_dtype dtype, enum rt_zip_op op)
{
    const rt_zip_loop vectors = rt_cpu_loops()->complex_zip[dtype == RT_COMPLEX128][op];

    return vectors ? vectors : dtype == RT_COMPLEX64 ? c64_zips[op] : c128_zips[op];
}

rt_scan_loop rt_complex_scan(enum rt_dtype dtype, enum rt_scan_op op)
{
    return dtype == RT_COMPLEX64 ? c64_scans[op] : c128_scans[op];
}

rt_scan_columns rt_complex_scan_columns(enum rt_dtype dtype, enum rt_scan_op op)
{
    return dtype == RT_COMPLEX64 ? c64_scan_columns[op] : c128_scan_columns[op];
}
