/* Single-precision functions that the compiler can turn into vector code: no branches, no tables. The others are those of
   the C library. */

#define LIBRARY1(g)                                                                                                    \
  static inline float m_##g(float x) { return g##f(x); }
#define LIBRARY2(g)                                                                                                    \
  static inline float m_##g(float x, float y) { return g##f(x, y); }
LIBRARY1(fabs) LIBRARY1(sqrt) LIBRARY1(exp) LIBRARY1(exp2) LIBRARY1(expm1) LIBRARY1(log) LIBRARY1(log2) LIBRARY1(log10)
LIBRARY1(log1p) LIBRARY1(sin) LIBRARY1(cos) LIBRARY1(tan) LIBRARY1(asin) LIBRARY1(acos) LIBRARY1(atan) LIBRARY1(sinh)
LIBRARY1(cosh) LIBRARY1(tanh) LIBRARY1(asinh) LIBRARY1(acosh) LIBRARY1(atanh) LIBRARY1(erf) LIBRARY1(erfc)
LIBRARY1(lgamma) LIBRARY1(floor) LIBRARY1(ceil) LIBRARY1(trunc) LIBRARY1(rint)
LIBRARY2(pow) LIBRARY2(fmod) LIBRARY2(atan2) LIBRARY2(hypot) LIBRARY2(copysign)
static inline float m_fma(float a, float b, float c) { return fmaf(a, b, c); }
