/* lib_binary.h: floats of 16 bits, for _binary and _struct. */
#ifndef LANG_LIB_BINARY_H
#define LANG_LIB_BINARY_H

#include <stdint.h>

/* A double as the 16 bits of a half, rounded to even; UINT32_MAX: it is too large. */
uint32_t lang_half_bits(double v);
double lang_half_value(uint32_t bits);

#endif
