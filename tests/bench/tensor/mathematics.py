"""Fourier transforms, complex numbers, products of integers and special functions, at three sizes each."""
import torch

G = torch.Generator().manual_seed(1)
SIZES = {'1e3': 1000, '1e5': 100000, '1e6': 1000000}


def real(n, dtype=torch.float32):
    return torch.randn(n, generator=G, dtype=dtype)


def unit(n, dtype=torch.float32):
    return torch.rand(n, generator=G, dtype=dtype) * 0.9 + 0.05


def positive(n, dtype=torch.float32):
    return torch.rand(n, generator=G, dtype=dtype) * 10 + 0.1


def pairs(n, dtype=torch.float32):
    return torch.complex(real(n, dtype), real(n, dtype))


def lines(make):
    """Rows of 1,000."""
    return lambda n, dtype: make(n, dtype).view(-1, 1000)


# name: (what makes the operands from a number of elements and a type, the call)
TRANSFORMS = {
    'fft': (lines(pairs), torch.fft.fft), 'ifft': (lines(pairs), torch.fft.ifft), 'rfft': (lines(real), torch.fft.rfft), 'irfft': (lines(pairs), torch.fft.irfft),
    'fft_of_real': (lines(real), torch.fft.fft), 'fft_line': (pairs, torch.fft.fft), 'rfft_line': (real, torch.fft.rfft), 'fft_columns': (lines(pairs), lambda a: torch.fft.fft(a, dim=0)),
    'fft2': (lines(pairs), torch.fft.fft2), 'rfft2': (lines(real), torch.fft.rfft2), 'fft_power_of_2': (lambda n, t: pairs(n // 1024 * 1024 + 1024, t).view(-1, 1024), torch.fft.fft),
    'fft_prime': (lambda n, t: pairs(n // 1009 * 1009 + 1009, t).view(-1, 1009), torch.fft.fft), 'hfft': (lines(pairs), torch.fft.hfft),
}
COMPLEX = {
    'add': lambda a, b: a + b, 'mul': lambda a, b: a * b, 'div': lambda a, b: a / b, 'add_scalar': lambda a, b: a + 2, 'mul_scalar': lambda a, b: a * (1 + 2j), 'from_scalar': lambda a, b: 1 / a,
    'square': lambda a, b: a ** 2, 'pow': lambda a, b: a ** b, 'abs': lambda a, b: a.abs(), 'angle': lambda a, b: a.angle(), 'conj_mul': lambda a, b: a * b.conj(), 'exp': lambda a, b: a.exp(),
    'log': lambda a, b: a.log(), 'sqrt': lambda a, b: a.sqrt(), 'tanh': lambda a, b: a.tanh(), 'sum': lambda a, b: a.sum(), 'mean': lambda a, b: a.mean(), 'prod': lambda a, b: a.sgn().prod(),
    'sum_rows': lambda a, b: a.view(-1, 100).sum(1), 'dot': torch.dot, 'vdot': torch.vdot, 'cumsum': lambda a, b: a.cumsum(0), 'cumprod': lambda a, b: a.sgn().cumprod(0), 'sgn': lambda a, b: a.sgn(),
}
special = torch.special
FUNCTIONS = {
    'exp2': (real, torch.exp2), 'expm1': (real, torch.expm1), 'log1p': (unit, torch.log1p), 'sinh': (real, torch.sinh), 'cosh': (real, torch.cosh), 'asin': (unit, torch.asin), 'atan': (real, torch.atan),
    'asinh': (real, torch.asinh), 'atanh': (unit, torch.atanh), 'erf': (real, torch.erf), 'erfc': (real, torch.erfc), 'erfinv': (unit, torch.erfinv), 'erfcx': (real, special.erfcx), 'ndtr': (real, special.ndtr),
    'ndtri': (unit, special.ndtri), 'log_ndtr': (real, special.log_ndtr), 'lgamma': (positive, torch.lgamma), 'digamma': (positive, torch.digamma), 'polygamma': (positive, lambda a: torch.polygamma(1, a)),
    'i0': (real, torch.i0), 'i0e': (real, special.i0e), 'i1': (real, special.i1), 'i1e': (real, special.i1e), 'sinc': (real, torch.sinc), 'logit': (unit, torch.logit), 'bessel_j0': (real, special.bessel_j0),
    'bessel_y0': (positive, special.bessel_y0), 'bessel_k0': (positive, special.modified_bessel_k0), 'bessel_k1': (positive, special.modified_bessel_k1), 'airy_ai': (real, special.airy_ai),
    'hypot': (real, lambda a: torch.hypot(a, a)), 'atan2': (real, lambda a: torch.atan2(a, a + 1)), 'fmod': (positive, lambda a: torch.fmod(a, 0.7)), 'float_power': (positive, lambda a: torch.float_power(a, 2.5)),
    'pow': (positive, lambda a: a ** (a - 5)), 'outer': (real, lambda a: a.outer(a[:10])),
    'xlogy': (positive, lambda a: torch.xlogy(a, a)), 'logaddexp': (real, lambda a: torch.logaddexp(a, a + 1)), 'zeta': (positive, lambda a: special.zeta(a + 1.5, a)), 'gammainc': (positive, lambda a: special.gammainc(a, a)),
}
TYPES = {'': torch.float32, '_double': torch.float64}
WHOLE = {'int64': torch.int64, 'int32': torch.int32, 'int16': torch.int16, 'int8': torch.int8, 'uint8': torch.uint8}


def row(make, call, *arguments):
    def operands():
        a = make(*arguments)
        return lambda: call(a)
    return operands


def complex_row(call, n, dtype):
    def operands():
        a, b = pairs(n, dtype), pairs(n, dtype)
        return lambda: call(a, b)
    return operands


def whole_row(call, n, dtype):
    def operands():
        a, b = (torch.randint(0, 100, (n, n), generator=G).to(dtype) for _ in range(2))
        return lambda: call(a, b)
    return operands


ROWS = {}
for size, n in SIZES.items():
    for suffix, dtype in TYPES.items():
        for name, (make, call) in TRANSFORMS.items():
            ROWS[f'{name}{suffix}_{size}'] = row(make, call, n, dtype)
        for name, call in COMPLEX.items():
            ROWS[f'complex_{name}{suffix}_{size}'] = complex_row(call, n, dtype)
        for name, (make, call) in FUNCTIONS.items():
            ROWS[f'{name}{suffix}_{size}'] = row(make, call, n, dtype)
for n in 16, 100, 300:
    for name, dtype in WHOLE.items():
        ROWS[f'mm_{name}_{n}'] = whole_row(torch.mm, n, dtype)
        ROWS[f'mv_{name}_{n}'] = whole_row(lambda a, b: a @ b[0], n, dtype)
        ROWS[f'vm_{name}_{n}'] = whole_row(lambda a, b: a[0] @ b, n, dtype)
    for suffix, dtype in TYPES.items():
        ROWS[f'mm_complex{suffix}_{n}'] = row(lambda n, t: pairs(n * n, t).view(n, n), lambda a: a @ a, n, dtype)
        ROWS[f'vm_complex{suffix}_{n}'] = row(lambda n, t: pairs(n * n, t).view(n, n), lambda a: a[0] @ a, n, dtype)
