"""Special functions."""

import torch
from torch._C import _nn

# what torch has under the same name or another one
digamma = psi = torch.digamma
erf = torch.erf
erfc = torch.erfc
erfinv = torch.erfinv
exp2 = torch.exp2
expit = torch.sigmoid
expm1 = torch.expm1
gammainc = torch.igamma
gammaincc = torch.igammac
gammaln = torch.lgamma
i0 = torch.i0
log1p = torch.log1p
logit = torch.logit
logsumexp = torch.logsumexp
multigammaln = torch.mvlgamma
polygamma = torch.polygamma
sinc = torch.sinc
xlogy = torch.xlogy

_own = '''airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v
    chebyshev_polynomial_w entr erfcx hermite_polynomial_h hermite_polynomial_he i0e i1 i1e laguerre_polynomial_l
    legendre_polynomial_p log_ndtr modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1 ndtr ndtri
    scaled_modified_bessel_k0 scaled_modified_bessel_k1 shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u
    shifted_chebyshev_polynomial_v shifted_chebyshev_polynomial_w spherical_bessel_j0 xlog1py zeta'''.split()
for _name in _own:
    globals()[_name] = getattr(_nn, 'special_' + _name)


def round(input, *, decimals=0, out=None):
    """Rounds to a number of decimals."""
    return torch.round(input, decimals=decimals, out=out)


def softmax(input, dim, *, dtype=None):
    """exp(x) / sum exp(x) along a dimension."""
    return torch.softmax(input, dim, dtype=dtype)


def log_softmax(input, dim, *, dtype=None):
    """log of softmax along a dimension."""
    return torch.log_softmax(input, dim, dtype=dtype)


for _name in [n for n in globals() if n[0] != '_' and n != 'torch']:
    globals()[_name] = torch._C._check_arguments(globals()[_name], 'special_' + _name)


__all__ = '''airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 chebyshev_polynomial_t chebyshev_polynomial_u
chebyshev_polynomial_v chebyshev_polynomial_w digamma entr erf erfc erfcx erfinv exp2 expit expm1 gammainc
gammaincc gammaln hermite_polynomial_h hermite_polynomial_he i0 i0e i1 i1e laguerre_polynomial_l
legendre_polynomial_p log1p log_ndtr log_softmax logit logsumexp modified_bessel_i0 modified_bessel_i1
modified_bessel_k0 modified_bessel_k1 multigammaln ndtr ndtri polygamma psi round scaled_modified_bessel_k0
scaled_modified_bessel_k1 shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u
shifted_chebyshev_polynomial_v shifted_chebyshev_polynomial_w sinc softmax spherical_bessel_j0 xlog1py xlogy
zeta'''.split()
