# special functions, an example of each
import torch
from torch import special as S

x = torch.tensor([-1.5, 0.0, 0.25, 3.0])
print(torch.deg2rad(torch.tensor([180., -90.])), torch.rad2deg(torch.tensor([3.142, -1.5])))
print(torch.isposinf(torch.tensor([-float('inf'), float('inf'), 1.2])), torch.isneginf(torch.tensor([-float('inf'), 1.2])))
print(torch.sinc(x), torch.i0(x), S.i0e(x), S.i1(x), S.i1e(x))
print(torch.erfinv(torch.tensor([0, 0.5, -1.])), S.erfcx(x), S.ndtr(x), S.ndtri(torch.tensor([0, 0.25, 0.5, 1])), S.log_ndtr(x))
print(torch.digamma(torch.tensor([1, 0.5])), torch.polygamma(1, torch.tensor([1, 0.5])), torch.tensor([1., 2]).polygamma(3))
print(torch.mvlgamma(torch.tensor([1.6, 2.5]), 2), torch.lgamma(torch.arange(0.5, 2, 0.5)))
print(torch.igamma(torch.tensor([4.0]), torch.tensor([3.0, 4.0, 5.0])), torch.igammac(torch.tensor([4.0]), torch.tensor([3.0, 4.0, 5.0])))
print(S.zeta(torch.tensor([2., 4.]), 1), S.entr(x), torch.logit(torch.tensor([0.2796, 0.9331, 0.6486]), eps=1e-6), S.expit(x))
print(torch.xlogy(torch.zeros(5), torch.tensor([-1, 0, 1, float('inf'), float('nan')])), S.xlog1py(torch.tensor([1, 2, 3]), 2))
print(torch.copysign(x, torch.tensor([1., -1, -0.0, 0.0])), torch.nextafter(torch.tensor([1., 2.]), torch.tensor([2., 1.])) == torch.tensor([1.0000001, 1.9999999]))
print(torch.heaviside(torch.tensor([-1.5, 0, 2.0]), torch.tensor([0.5])))
a, b = torch.tensor([1., float('nan'), 3]), torch.tensor([2., 0, float('nan')])
print(torch.fmax(a, b), torch.fmin(a, b))
print(torch.logaddexp(torch.tensor([-100.0, -200, -300]), torch.tensor([-1.0, -2, -3])), torch.logaddexp2(torch.tensor([1.]), torch.tensor([2.])))
print(torch.gcd(torch.tensor([5, 10, 15]), torch.tensor([3, 4, 5])), torch.lcm(torch.tensor([5, 10, 15]), torch.tensor([3])))
print(torch.ldexp(torch.tensor([1.]), torch.tensor([1, 2, 3, 4])), torch.frexp(torch.arange(1., 5)))
print(torch.float_power(torch.tensor([6, 4, 7, 1]), 2), torch.float_power(torch.arange(1, 5), torch.tensor([2, -3, 4, -5])))
print(torch.tensor([1, 2]) << 3, torch.bitwise_right_shift(torch.tensor([-10, 7], dtype=torch.int8), torch.tensor([1, 0], dtype=torch.int8)), 2 << torch.tensor([1, 2]))
for name in 'bessel_j0 bessel_j1 bessel_y0 modified_bessel_k0 modified_bessel_k1 scaled_modified_bessel_k1 spherical_bessel_j0 airy_ai'.split():
    print(name, getattr(S, name)(torch.tensor([0.5, 2.0, 10.0])))
for name in 'chebyshev_polynomial_t chebyshev_polynomial_u hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l legendre_polynomial_p shifted_chebyshev_polynomial_w'.split():
    print(name, getattr(S, name)(torch.tensor([0.5, -0.25]), torch.tensor([3, 4])))
print(torch.rsub(torch.tensor([1., 2.]), 3), torch.rsub(torch.tensor([1., 2.]), torch.tensor([5.]), alpha=2))
print(torch.tensor([1., -2.]).where(torch.tensor([True, False]), 0.0), torch.where(torch.tensor([True, False]), 1, 2.5))
y = torch.tensor([1.0, 4.0])
print(torch.sqrt_(y), y, torch.neg_(y) is y, torch.exp(y, out=y) is y, y)

g = torch.tensor([0.3, 0.6], requires_grad=True)
for f in (torch.erfinv, torch.digamma, torch.i0, S.i1e, torch.logit, torch.sinc, S.entr, S.ndtri, S.erfcx):
    y = f(g)
    print(type(y.grad_fn).__name__, *torch.autograd.grad(y.sum(), g))
for call in (lambda: torch.gcd(g, g), lambda: torch.deg2rad(1), lambda: torch.frexp(torch.tensor(1)), lambda: torch.fmax(g, 2), lambda: S.zeta(g, g).sum().backward(), lambda: torch.polygamma(-1, g), lambda: torch.positive(g > 0), lambda: torch.erfinv_(g)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0])
