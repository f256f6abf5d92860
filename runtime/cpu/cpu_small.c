/* Factorisations of small real matrices in plain loops. Those of two to four rows are compiled for each size, fully
   unrolled. */
#include "cpu_small.h"

#include <math.h>

#define EACH_SIZE(n, call)                                                                                             \
    switch (n) {                                                                                                       \
    case 2:                                                                                                            \
        call(2);                                                                                                       \
        break;                                                                                                         \
    case 3:                                                                                                            \
        call(3);                                                                                                       \
        break;                                                                                                         \
    case 4:                                                                                                            \
        call(4);                                                                                                       \
        break;                                                                                                         \
    default:                                                                                                           \
        call(n);                                                                                                       \
    }
#define ALWAYS static inline __attribute__((always_inline)) void
#define UNROLLED _Pragma("GCC unroll 4")

#define SMALL(T, bits, SQRT, ABS)                                                                                      \
    ALWAYS lu##bits(const int n, T *a, int la, int *pivots, int *info)                                                 \
    {                                                                                                                  \
        *info = 0;                                                                                                     \
        UNROLLED                                                                                                       \
        for (int j = 0; j < n; j++) {                                                                                  \
            T *column = a + j * la;                                                                                    \
            int pivot = j;                                                                                             \
            UNROLLED                                                                                                   \
            for (int i = j + 1; i < n; i++)                                                                            \
                if (ABS(column[i]) > ABS(column[pivot]))                                                               \
                    pivot = i;                                                                                         \
            pivots[j] = pivot + 1;                                                                                     \
            if (column[pivot] == 0) {                                                                                  \
                *info = *info ? *info : j + 1;                                                                         \
                continue;                                                                                              \
            }                                                                                                          \
            UNROLLED                                                                                                   \
            for (int k = 0; pivot != j && k < n; k++) {                                                                \
                const T x = a[k * la + j];                                                                             \
                a[k * la + j] = a[k * la + pivot];                                                                     \
                a[k * la + pivot] = x;                                                                                 \
            }                                                                                                          \
            UNROLLED                                                                                                   \
            for (int i = j + 1; i < n; i++)                                                                            \
                column[i] /= column[j];                                                                                \
            UNROLLED                                                                                                   \
            for (int k = j + 1; k < n; k++)                                                                            \
                UNROLLED                                                                                               \
            for (int i = j + 1; i < n; i++)                                                                            \
                a[k * la + i] -= column[i] * a[k * la + j];                                                            \
        }                                                                                                              \
    }                                                                                                                  \
    static void swap##bits(T *b, int i, int k)                                                                         \
    {                                                                                                                  \
        const T x = b[i];                                                                                              \
        b[i] = b[k];                                                                                                   \
        b[k] = x;                                                                                                      \
    }                                                                                                                  \
    ALWAYS lu_solve##bits(const int n, const T *a, int la, const int *pivots, const bool transposed, T *b,             \
                          int columns, int lb)                                                                         \
    {                                                                                                                  \
        for (int c = 0; c < columns; c++, b += lb) {                                                                   \
            UNROLLED                                                                                                   \
            for (int i = 0; !transposed && i < n; i++)                                                                 \
                swap##bits(b, i, pivots[i] - 1);                                                                       \
            UNROLLED                                                                                                   \
            for (int i = 0; i < n;                                                                                     \
                 i++) { /* the lower triangle, whose diagonal is one; or the upper one, transposed */                  \
                UNROLLED                                                                                               \
                for (int k = 0; k < i; k++)                                                                            \
                    b[i] -= (transposed ? a[i * la + k] : a[k * la + i]) * b[k];                                       \
                if (transposed)                                                                                        \
                    b[i] /= a[i * la + i];                                                                             \
            }                                                                                                          \
            UNROLLED                                                                                                   \
            for (int i = n - 1; i >= 0; i--) {                                                                         \
                UNROLLED                                                                                               \
                for (int k = i + 1; k < n; k++)                                                                        \
                    b[i] -= (transposed ? a[i * la + k] : a[k * la + i]) * b[k];                                       \
                if (!transposed)                                                                                       \
                    b[i] /= a[i * la + i];                                                                             \
            }                                                                                                          \
            UNROLLED                                                                                                   \
            for (int i = n - 1; transposed && i >= 0; i--)                                                             \
                swap##bits(b, i, pivots[i] - 1);                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    void rt_small_lu##bits(int n, T *a, int la, int *pivots, int *info)                                                \
    {                                                                                                                  \
        EACH_SIZE(n, LU##bits)                                                                                         \
    }                                                                                                                  \
    void rt_small_lu_solve##bits(int n, const T *a, int la, const int *pivots, bool transposed, T *b, int columns,     \
                                 int lb)                                                                               \
    {                                                                                                                  \
        if (transposed) {                                                                                              \
            EACH_SIZE(n, TRANSPOSED##bits)                                                                             \
        } else {                                                                                                       \
            EACH_SIZE(n, SOLVE##bits)                                                                                  \
        }                                                                                                              \
    }                                                                                                                  \
    void rt_small_cholesky##bits(int n, T *a, int la, bool upper, int *info)                                           \
    {                                                                                                                  \
        const int row = upper ? la : 1, column = upper ? 1 : la; /* steps of the lower triangle */                     \
        *info = 0;                                                                                                     \
        for (int j = 0; j < n; j++) {                                                                                  \
            T x = a[j * row + j * column];                                                                             \
            for (int k = 0; k < j; k++)                                                                                \
                x -= a[j * row + k * column] * a[j * row + k * column];                                                \
            if (!(x > 0)) {                                                                                            \
                *info = j + 1;                                                                                         \
                a[j * row + j * column] = x;                                                                           \
                return;                                                                                                \
            }                                                                                                          \
            a[j * row + j * column] = x = SQRT(x);                                                                     \
            for (int i = j + 1; i < n; i++) {                                                                          \
                T y = a[i * row + j * column];                                                                         \
                for (int k = 0; k < j; k++)                                                                            \
                    y -= a[i * row + k * column] * a[j * row + k * column];                                            \
                a[i * row + j * column] = y / x;                                                                       \
            }                                                                                                          \
        }                                                                                                              \
    }
#define LU32(size) lu32(size, a, la, pivots, info)
#define LU64(size) lu64(size, a, la, pivots, info)
#define SOLVE32(size) lu_solve32(size, a, la, pivots, false, b, columns, lb)
#define SOLVE64(size) lu_solve64(size, a, la, pivots, false, b, columns, lb)
#define TRANSPOSED32(size) lu_solve32(size, a, la, pivots, true, b, columns, lb)
#define TRANSPOSED64(size) lu_solve64(size, a, la, pivots, true, b, columns, lb)
SMALL(float, 32, sqrtf, fabsf)
SMALL(double, 64, sqrt, fabs)
