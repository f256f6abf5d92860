"""gradcheck and gradgradcheck where inputs or outputs are complex."""
import torch
from torch.autograd import gradcheck, gradgradcheck

torch.manual_seed(0)
z = torch.randn(3, dtype=torch.complex128, requires_grad=True)
w = torch.randn(3, 3, dtype=torch.complex128, requires_grad=True)
r = torch.randn(3, dtype=torch.float64, requires_grad=True)
functions = {
    'mul': lambda a: a * a, 'abs': torch.abs, 'angle': torch.angle, 'exp': torch.exp, 'log': torch.log, 'sqrt': torch.sqrt, 'reciprocal': torch.reciprocal, 'conj': lambda a: a.conj() * 2,
    'real': lambda a: a.real, 'imag': lambda a: a.imag ** 2, 'sin': torch.sin, 'tanh': torch.tanh, 'pow': lambda a: a ** 3, 'sgn': torch.sgn, 'view': torch.view_as_real,
    'norm': lambda a: a.norm(), 'sum': lambda a: a.sum(), 'prod': lambda a: a.prod(), 'cumsum': lambda a: a.cumsum(0), 'dot': lambda a: torch.vdot(a, a), 'fft': torch.fft.fft, 'ifft': torch.fft.ifft,
    'cos': torch.cos, 'tan': torch.tan, 'sinh': torch.sinh, 'cosh': torch.cosh, 'asin': torch.asin, 'acos': torch.acos, 'atan': torch.atan, 'asinh': torch.asinh, 'acosh': torch.acosh, 'atanh': torch.atanh,
    'log2': torch.log2, 'log10': torch.log10, 'log1p': torch.log1p, 'expm1': torch.expm1, 'exp2': torch.exp2, 'rsqrt': torch.rsqrt, 'sigmoid': torch.sigmoid, 'square': torch.square, 'div': lambda a: a / (a * a + 1),
    'complex power': lambda a: a ** (1.5 + 0.5j), 'power of itself': lambda a: a ** a, 'complex base': lambda a: (2 + 1j) ** a, 'norm1': lambda a: a.norm(1), 'mean': lambda a: a.mean(), 'var': lambda a: a.var(), 'std': lambda a: a.std(),
    'cumprod': lambda a: a.cumprod(0), 'dot2': lambda a: torch.dot(a, a), 'hfft': torch.fft.hfft, 'kron': lambda a: torch.kron(a, a), 'lerp': lambda a: torch.lerp(a, a * a, 0.3 + 0.2j),
    'lerp by tensor': lambda a: torch.lerp(a, a * a, a / 2), 'addcmul': lambda a: torch.addcmul(a, a, a, value=2j), 'addcdiv': lambda a: torch.addcdiv(a, a, a + 1, value=2j), 'softmax': lambda a: a.abs().softmax(0),
    'einsum': lambda a: torch.einsum('i,j->ij', a, a), 'tril': lambda a: torch.outer(a, a).tril(), 'norm3': lambda a: torch.linalg.vector_norm(a, 3),
    'irfft': torch.fft.irfft, 'outer': lambda a: torch.outer(a, a), 'index': lambda a: a[[0, 0, 2]], 'stack': lambda a: torch.stack([a, a.conj()]), 'where': lambda a: torch.where(a.real > 0, a, a * 2j),
}
for name, f in functions.items():
    print(name, gradcheck(f, z), gradgradcheck(f, z))
for name, f in {'product': lambda a, b: a @ b, 'solve': torch.linalg.solve, 'real and complex': None, 'inverse': None}.items():
    if name == 'product':
        print(name, gradcheck(f, (w, z)), gradgradcheck(f, (w, z)))
    elif name == 'solve':
        print(name, gradcheck(f, (w, z)))
    elif name == 'inverse':
        print(name, gradcheck(torch.linalg.inv, w), gradcheck(torch.linalg.det, w), gradgradcheck(torch.linalg.inv, w), gradgradcheck(torch.linalg.det, w))
        for name, f in {'slogdet': lambda a: torch.linalg.slogdet(a)[1], 'product': lambda a: a @ a.mH, 'cholesky': lambda a: torch.linalg.cholesky(a @ a.mH + 3 * torch.eye(3)),
                        'eigvals': torch.linalg.eigvals, 'eigvalsh': lambda a: torch.linalg.eigvalsh(a + a.mH), 'trace': torch.trace, 'matrix_exp': torch.linalg.matrix_exp,
                        'pinv': torch.linalg.pinv, 'qr': lambda a: torch.linalg.qr(a).R.abs(), 'matrix_power': lambda a: torch.linalg.matrix_power(a, 3)}.items():
            print(name, gradcheck(f, w), gradgradcheck(f, w))
        print('svdvals', gradcheck(torch.linalg.svdvals, w))
    else:
        print(name, gradcheck(lambda a, b: a * b, (z, r)), gradcheck(lambda a: torch.complex(a, a * 2), r), gradcheck(lambda a: torch.polar(a.abs(), a), r), gradcheck(torch.fft.rfft, r))


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2j

    @staticmethod
    def backward(ctx, g):
        return g * 2j


print(gradcheck(Wrong.apply, z, raise_exception=False))
try:
    gradcheck(torch.abs, z.detach())
except ValueError as error:
    print(error)
