# nn.functional, linalg and special with other types, layouts and sizes.
import warnings

import torch
import torch.nn.functional as F
from torch import linalg, special

warnings.simplefilter('ignore')
x = torch.tensor([[0.5, -1.5, 2.0], [3.0, 0.25, -0.75]])
y = torch.tensor([[1.0, 2.0, -4.0], [-0.5, 0.5, 8.0]])
p = torch.tensor([[0.1, 0.5, 0.9], [0.3, 0.7, 0.2]])
v = torch.tensor([1.0, -2.0, 0.5])
m = torch.tensor([[2.0, -1.0, 0.5], [1.0, 3.0, -0.5], [0.0, 1.5, 4.0]])
s = torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])
k = torch.tensor([[3, 0, 2], [1, 2, 0]])
n = torch.tensor([6, 4, 9])
i = torch.tensor([[0, 1, 1], [1, 0, 0]])
j = torch.tensor([1, 0])
b = torch.tensor([[True, False, True], [False, True, True]])
z = torch.tensor([[1 + 2j, -0.5j], [3 - 1j, 2 + 0j]])
t3 = torch.arange(12.).reshape(2, 2, 3) / 4
u3 = torch.arange(12.).reshape(2, 3, 2) / 3 - 1
img = torch.arange(32.).reshape(1, 2, 4, 4) / 8 - 1
vol = torch.arange(64.).reshape(1, 1, 4, 4, 4) / 16
seq = torch.arange(12.).reshape(1, 2, 6) / 4 - 1
FLOATS = 'x y p v m s t3 u3 img vol seq'.split()
VARIANTS = [('float64', lambda t: t.double()), ('float16', lambda t: t.half()), ('bfloat16', lambda t: t.bfloat16()), ('int64', lambda t: (t * 2).long()),
            ('bool', lambda t: t > 0), ('complex64', lambda t: torch.complex(t, t.flip(0))), ('columns', lambda t: t.mT.contiguous().mT if t.dim() > 1 else t.repeat_interleave(2)[::2]),
            ('one number', lambda t: t.flatten()[0].clone()), ('nothing', lambda t: t[:0])]
EXAMPLES = r"""
F.adaptive_avg_pool1d(x, 2)
F.adaptive_max_pool2d(t3, 1)
F.adaptive_max_pool3d(img, 1)
F.binary_cross_entropy_with_logits(x, y)
F.celu(x)
F.celu_(x.clone())
F.cosine_embedding_loss(x, y, j)
F.elu(x)
F.elu(x, 1)
F.elu_(x.clone())
F.gelu(x)
F.glu(img)
F.glu(x, 0)
F.hardshrink(x)
F.hardsigmoid(x)
F.hardsigmoid(x, 1)
F.hardswish(x)
F.hardswish(x, 1)
F.hardtanh(x)
F.hardtanh(x, 1)
F.hardtanh_(x.clone())
F.l1_loss(x, y)
F.leaky_relu(x)
F.leaky_relu(x, 1)
F.leaky_relu_(x.clone())
F.mish(x)
F.mish(x, 1)
F.one_hot(k)
F.pairwise_distance(x, y)
F.prelu(x, v)
F.relu(x)
F.relu6(x)
F.relu6(x, 1)
F.relu_(x.clone())
F.selu(x)
F.selu_(x.clone())
F.sigmoid(x)
F.silu(x)
F.silu(x, 1)
F.softmax(x, 1)
F.softmin(x)
F.softmin(x, 1)
F.softplus(x)
F.softshrink(x)
F.softsign(x)
F.tanh(x)
F.tanhshrink(x)
F.threshold(x, 2, 0.5)
F.threshold_(x.clone(), 2, 0.5)
F.triplet_margin_loss(p, y, x)
linalg.cholesky(m)
linalg.cholesky_ex(m)
linalg.cond(x)
linalg.cond(x, 2)
linalg.det(m)
linalg.diagonal(x)
linalg.eigh(m)
linalg.eigvals(m)
linalg.eigvalsh(m)
linalg.householder_product(m, v)
linalg.inv(m)
linalg.inv_ex(m)
linalg.ldl_factor(m)
linalg.ldl_factor_ex(m)
linalg.lu(x)
linalg.lu_factor(x)
linalg.lu_factor_ex(x)
linalg.matmul(x, m)
linalg.matrix_exp(m)
linalg.matrix_norm(x, 2)
linalg.matrix_norm(x)
linalg.matrix_power(m, 2)
linalg.matrix_rank(x)
linalg.multi_dot([v, v])
linalg.norm(x)
linalg.norm(x, 1)
linalg.pinv(x)
linalg.qr(x)
linalg.slogdet(m)
linalg.solve_triangular(s, m, upper=True)
linalg.svdvals(x)
linalg.vander(x)
linalg.vector_norm(x)
special.airy_ai(x)
special.bessel_j0(x)
special.bessel_j1(x)
special.bessel_y0(x)
special.bessel_y1(x)
special.chebyshev_polynomial_t(x, y)
special.chebyshev_polynomial_t(2, y)
special.chebyshev_polynomial_u(x, y)
special.chebyshev_polynomial_u(2, y)
special.chebyshev_polynomial_v(x, y)
special.chebyshev_polynomial_v(2, y)
special.chebyshev_polynomial_w(x, y)
special.chebyshev_polynomial_w(2, y)
special.digamma(x)
special.entr(x)
special.erf(x)
special.erfc(x)
special.erfcx(x)
special.erfinv(x)
special.exp2(x)
special.expit(x)
special.expm1(x)
special.gammainc(x, y)
special.gammaincc(x, y)
special.gammaln(x)
special.hermite_polynomial_h(x, y)
special.hermite_polynomial_h(2, y)
special.hermite_polynomial_he(x, y)
special.hermite_polynomial_he(2, y)
special.i0(x)
special.i0e(x)
special.i1(x)
special.i1e(x)
special.laguerre_polynomial_l(x, y)
special.laguerre_polynomial_l(2, y)
special.legendre_polynomial_p(x, y)
special.legendre_polynomial_p(2, y)
special.log1p(x)
special.log_ndtr(x)
special.logit(x)
special.modified_bessel_i0(x)
special.modified_bessel_i1(x)
special.modified_bessel_k0(x)
special.modified_bessel_k1(x)
special.ndtr(x)
special.ndtri(x)
special.polygamma(2, y)
special.psi(x)
special.round(x)
special.scaled_modified_bessel_k0(x)
special.scaled_modified_bessel_k1(x)
special.shifted_chebyshev_polynomial_t(x, y)
special.shifted_chebyshev_polynomial_t(2, y)
special.shifted_chebyshev_polynomial_u(x, y)
special.shifted_chebyshev_polynomial_u(2, y)
special.shifted_chebyshev_polynomial_v(x, y)
special.shifted_chebyshev_polynomial_v(2, y)
special.shifted_chebyshev_polynomial_w(x, y)
special.shifted_chebyshev_polynomial_w(2, y)
special.sinc(x)
special.softmax(x, 1)
special.spherical_bessel_j0(x)
special.xlog1py(x, y)
special.xlog1py(2, y)
special.xlogy(x, y)
special.xlogy(2, y)
special.zeta(x, y)
special.zeta(2, y)
"""


def shown(value, exact):
    """Type, shape, steps and numbers; of half types only what does not depend on rounding."""
    if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
        return '(' + ', '.join([shown(part, exact) for part in value]) + ')'
    if not isinstance(value, torch.Tensor):
        return str(value) if exact or not isinstance(value, float) else type(value).__name__
    text = f'{str(value.dtype)[6:]} {tuple(value.shape)} {value.stride()}'
    if not exact and (value.is_floating_point() or value.is_complex()):
        return text
    numbers = value.detach().flatten()[:12]
    if numbers.is_complex():
        numbers = torch.view_as_real(numbers.resolve_conj()).flatten()
    return text + ' [' + ' '.join(f'{n:.4f}' if isinstance(n, float) else str(n) for n in numbers.tolist()) + ']'


for label, change in VARIANTS:
    groups = {}
    scope = {**globals()}
    for name in FLOATS:
        scope[name] = change(scope[name])
    for line in EXAMPLES.strip().split('\n'):
        try:
            said = shown(eval(line, scope), label not in ('float16', 'bfloat16'))
        except Exception as error:
            said = f'{type(error).__name__}: {error}'
        groups.setdefault(said, []).append(line)
    for said, lines in groups.items():
        print(f'--- {label}:', *lines, sep='\n    ')
        print(said)
