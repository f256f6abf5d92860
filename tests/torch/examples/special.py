# An example of each: torch.special.
import torch
import torch.nn.functional as F
from torch import linalg, special

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

GRADIENTS = True
EXAMPLES = r"""
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
special.log_softmax(x, 1)
special.logit(x)
special.logsumexp(x, (0, 1))
special.modified_bessel_i0(x)
special.modified_bessel_i1(x)
special.modified_bessel_k0(x)
special.modified_bessel_k1(x)
special.multigammaln(x, 1)
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


def shown(value):
    """The text of a result; of views and of what was changed in place also how it lies in memory."""
    lines = [repr(value)]
    for part in value if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size) else [value]:
        if isinstance(part, torch.Tensor) and part._base is not None:
            lines.append(f'# a view: {tuple(part.shape)} {part.stride()} {part.dtype}')
    return '\n'.join(lines)


def names(value):
    """The grad_fns of the tensors in a result."""
    parts = value if isinstance(value, (tuple, list)) else [value]
    return [part.grad_fn.name().rpartition('::')[2] for part in parts if isinstance(part, torch.Tensor) and part.grad_fn is not None]


def run(line, scope):
    print('>>> ' + line)
    try:
        code = compile(line, 'example', 'eval')
    except SyntaxError:
        exec(line, scope)
        return
    try:
        value = eval(code, scope)
    except Exception as error:
        print(f'{type(error).__name__}: {error}')
        return
    if value is not None:
        print(shown(value))


def run_with_gradients(line):
    """Prints what the results are made of when the inputs require gradients."""
    scope = {**globals()}
    for name in 'x y p v m s t3 u3 img vol seq z'.split():
        scope[name] = scope[name].clone().requires_grad_() * 1
    try:
        found = names(eval(line, scope))
    except Exception as error:
        found = [f'{type(error).__name__}: {error}']
    if found:
        print('# with gradients:', *found)


for example in EXAMPLES.strip().split('\n'):
    run(example, globals())
    if GRADIENTS:
        run_with_gradients(example)
