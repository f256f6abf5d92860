# out= of another type than the result's: in which type is computed, what is refused, and what is said first
import warnings

import torch

warnings.simplefilter('ignore')
TYPES = (torch.float32, torch.float64, torch.float16, torch.int64, torch.int32, torch.uint8, torch.bool, torch.complex64)
x = torch.tensor([[0.3, -1.2, 2.5, 0.8], [1.7, 0.4, -0.6, 3.1]], dtype=torch.float64)
square = torch.tensor([[4., 1., 0.5], [1., 3., 0.25], [0.5, 0.25, 5.]], dtype=torch.float64)


def show(text, call):
    try:
        found = call()
        found = found if isinstance(found, tuple) else (found,)
        print(text, *[(str(t.dtype)[6:], tuple(t.shape), t.stride(), ['%.4g' % v if isinstance(v, float) else v for v in t.flatten().tolist()[:4]] if not t.is_complex() else '') for t in found])
    except Exception as e:
        print(text, type(e).__name__, str(e).split('\n')[0])


FOLDS = {
    'var': lambda a, o: torch.var(a, 1, out=o), 'std': lambda a, o: torch.std(a, 0, out=o), 'logsumexp': lambda a, o: torch.logsumexp(a, 1, out=o), 'mean': lambda a, o: torch.mean(a, out=o),
    'nansum': lambda a, o: torch.nansum(a, 1, out=o), 'sum': lambda a, o: torch.sum(a, 1, out=o), 'cumsum': lambda a, o: torch.cumsum(a, 1, out=o), 'max': lambda a, o: torch.max(a, out=o), 'min': lambda a, o: torch.min(a, out=o),
    'any': lambda a, o: torch.any(a, 1, out=o), 'all': lambda a, o: torch.all(a, out=o), 'softmax': lambda a, o: torch.softmax(a, 1, out=o), 'amax': lambda a, o: torch.amax(a, 1, out=o),
    'erf': lambda a, o: torch.erf(a, out=o), 'floor': lambda a, o: torch.floor(a, out=o), 'neg': lambda a, o: torch.neg(a, out=o), 'frac': lambda a, o: torch.frac(a, out=o), 'hypot': lambda a, o: torch.hypot(a, a, out=o),
    'clamp': lambda a, o: torch.clamp(a, 0, 1, out=o), 'clamp of fractions': lambda a, o: torch.clamp(a, 0.5, 1.5, out=o), 'clamp_min': lambda a, o: torch.clamp_min(a, 1, out=o),
    'where': lambda a, o: torch.where(torch.tensor([True, False]), a, torch.ones(2), out=o), 'where that fits': lambda a, o: torch.where(a > 1, a, torch.ones(4), out=o),
    'where with a number': lambda a, o: torch.where(torch.tensor([True, False]), a[0, :2], torch.tensor(2.5, dtype=torch.float64), out=o),
    'searchsorted': lambda a, o: torch.searchsorted(torch.tensor([0., 1.]), torch.ones(2), out=o), 'bucketize': lambda a, o: torch.bucketize(torch.ones(2), torch.tensor([0., 1.]), out_int32=True, out=o),
    'lerp': lambda a, o: torch.lerp(torch.ones(2), torch.zeros(2), torch.ones(2), out=o), 'round': lambda a, o: torch.round(torch.ones(2), decimals=1, out=o), 'heaviside': lambda a, o: torch.heaviside(torch.ones(2), torch.ones(2), out=o),
}
for name, call in FOLDS.items():
    for dtype in (torch.float32, torch.int64, torch.bool, torch.uint8):
        for to in TYPES:
            if (name, dtype, to) != ('logsumexp', torch.float32, torch.float16):  # rounded on the way
                show(f'{name} {dtype} {to}', lambda: call(x.to(dtype) if dtype != torch.uint8 else x.abs().to(dtype), torch.empty(0, dtype=to)))
S, V = square.float(), torch.ones(3)
FACTORS = {
    'mv': lambda o: torch.mv(S, V, out=o), 'diag': lambda o: torch.diag(V, out=o), 'cholesky': lambda o: torch.cholesky(S, out=o), 'cholesky_inverse': lambda o: torch.cholesky_inverse(S, out=o),
    'cholesky_solve': lambda o: torch.cholesky_solve(S, S, out=o), 'solve_triangular': lambda o: torch.linalg.solve_triangular(S, S, upper=True, out=o), 'eigvals': lambda o: torch.linalg.eigvals(S, out=o),
    'argsort': lambda o: torch.argsort(V, stable=True, out=o), 'mvlgamma': lambda o: torch.mvlgamma(V + 1, 2, out=o),
}
for name, call in FACTORS.items():
    for to in TYPES:
        show(f'{name} {to}', lambda: call(torch.empty(0, dtype=to)))
for to in TYPES:
    show(f'inv_ex {to}', lambda: torch.linalg.inv_ex(S, out=(torch.empty(0, dtype=to), torch.empty(0, dtype=torch.int32))))
    show(f'cholesky_ex {to}', lambda: torch.linalg.cholesky_ex(S, out=(torch.empty(0), torch.empty(0, dtype=to))))
    for name in ('ones', 'zeros', 'eye', 'arange', 'empty'):
        show(f'{name} {to}', lambda: torch.zeros_like(getattr(torch, name)(3, dtype=torch.int32, out=torch.empty(0, dtype=to))))
for call in (lambda: torch.linspace(0, 1, 3, dtype=torch.bool), lambda: torch.logspace(0, 1, 3, out=torch.empty(0, dtype=torch.bool)), lambda: torch.linalg.ldl_factor(square.requires_grad_())[0].sum().backward(),
             lambda: torch.linalg.ldl_factor_ex(square.requires_grad_())[0].sum().backward()):
    show('', call)
for dtype in (torch.bfloat16, torch.float16):
    y = (torch.arange(1, 40, dtype=torch.float64) / 17).to(dtype)
    for k in (0, 1, 2, 3, -1, -2, 4, -3, 2.5):
        print(dtype, k, torch.pow(y, k, out=torch.empty(0))[3::9].tolist(), torch.pow(y, k)[5::8].double().tolist(), y[::2].pow(k)[2::5].double().tolist(), y.clone().pow_(k)[1::11].double().tolist())
