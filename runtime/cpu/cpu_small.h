/* Factorisations of small real matrices, for which a library takes longer to begin than to compute. Matrices are
   column-major, `la` elements apart; pivots count from one and *info is LAPACK's. Knows no views. */
#ifndef RT_CPU_SMALL_H
#define RT_CPU_SMALL_H

#include <stdbool.h>

#define RT_SMALL_MATRIX 8 /* rows and columns at most */

void rt_small_lu32(int n, float *a, int la, int *pivots, int *info);
void rt_small_lu64(int n, double *a, int la, int *pivots, int *info);
/* Right sides b, `columns` of them lb apart, become solutions; transposed: of the transposed matrix. */
void rt_small_lu_solve32(int n, const float *a, int la, const int *pivots, bool transposed, float *b, int columns,
                         int lb);
void rt_small_lu_solve64(int n, const double *a, int la, const int *pivots, bool transposed, double *b, int columns,
                         int lb);
/* One triangle of a becomes the factor, the other is not touched. */
void rt_small_cholesky32(int n, float *a, int la, bool upper, int *info);
void rt_small_cholesky64(int n, double *a, int la, bool upper, int *info);

#endif
