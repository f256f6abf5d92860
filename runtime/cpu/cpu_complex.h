/* Loops for complex numbers, pairs of real components: pointwise ones and scans. */
#ifndef RT_CPU_COMPLEX_H
#define RT_CPU_COMPLEX_H

#include "cpu.h"

/* The loop of a function for complex64 or complex128; NULL where complex numbers have none. */
rt_map_loop rt_complex_map(enum rt_dtype dtype, enum rt_map_op op);
rt_zip_loop rt_complex_zip(enum rt_dtype dtype, enum rt_zip_op op);
/* Running sums and products; NULL where there are none. */
rt_scan_loop rt_complex_scan(enum rt_dtype dtype, enum rt_scan_op op);
rt_scan_columns rt_complex_scan_columns(enum rt_dtype dtype, enum rt_scan_op op);

#endif
