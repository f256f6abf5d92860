/* Constants of CUDA's header of this name. */
#ifndef EMULATED_MATH_CONSTANTS_H
#define EMULATED_MATH_CONSTANTS_H

#include <math.h>

#define CUDART_INF_F INFINITY
#define CUDART_INF ((double)INFINITY)
#define CUDART_NAN_F NAN
#define CUDART_NAN ((double)NAN)

#endif
