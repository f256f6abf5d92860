/* Special functions of one or two doubles, for the pointwise loops (S(f) in ops/elementwise.def). Plain C, no vectors:
   they are rare, and float32 passes through them. Values outside a domain are nan, poles infinite, as PyTorch has them.
 */
#ifndef RT_CPU_SPECIAL_H
#define RT_CPU_SPECIAL_H

/* The qualifiers of a function or a table, for compilers that need to know where it runs (cuda_math.cuh). */
#ifndef RT_SPECIAL
#define RT_SPECIAL
#define RT_SPECIAL_TABLE
#endif

RT_SPECIAL double rt_special_i0(double x);
RT_SPECIAL double rt_special_i0e(double x);
RT_SPECIAL double rt_special_i1(double x);
RT_SPECIAL double rt_special_i1e(double x);
RT_SPECIAL double rt_special_j0(double x);
RT_SPECIAL double rt_special_j1(double x);
RT_SPECIAL double rt_special_y0(double x);
RT_SPECIAL double rt_special_y1(double x);
RT_SPECIAL double rt_special_spherical_j0(double x);
RT_SPECIAL double rt_special_airy_ai(double x);
RT_SPECIAL double rt_special_digamma(double x);
RT_SPECIAL double rt_special_zeta(double x, double q);
/* narrow: of numbers of float precision */
RT_SPECIAL double rt_special_polygamma(double n, double x, int narrow);
RT_SPECIAL double rt_special_erfcx(double x);
RT_SPECIAL double rt_special_log_ndtr(double x);
RT_SPECIAL double rt_special_igamma(double a, double x);
RT_SPECIAL double rt_special_igammac(double a, double x);
/* how a number x of the gamma distribution moves with its shape a, at a fixed probability */
RT_SPECIAL double rt_special_gamma_backward(double a, double x);

/* orthogonal polynomials of degree n (truncated) at x; narrow: the terms overflow as floats do */
enum rt_polynomial {
    RT_CHEBYSHEV_T,
    RT_CHEBYSHEV_U,
    RT_CHEBYSHEV_V,
    RT_CHEBYSHEV_W,
    RT_HERMITE_H,
    RT_HERMITE_HE,
    RT_LAGUERRE_L,
    RT_LEGENDRE_P
};
RT_SPECIAL double rt_special_polynomial(enum rt_polynomial family, double x, double n, int narrow);

#endif
