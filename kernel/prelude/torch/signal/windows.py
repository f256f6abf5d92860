"""Windows for signals: M samples at even distances, symmetric or (sym=False) one period of a periodic signal.

Errors are ValueErrors: a negative M, another dtype than float32 and float64, a layout that is not strided, parameters out of range. The
cosine sums and most others are those of F. J. Harris, On the use of windows for harmonic analysis with the discrete Fourier transform
(Proceedings of the IEEE 66, 1978).
"""

import math

import torch

__all__ = ['bartlett', 'blackman', 'cosine', 'exponential', 'gaussian', 'general_cosine', 'general_hamming', 'hamming', 'hann', 'kaiser', 'nuttall']


class _Samples:
    """Where a window of M samples is computed, and what tensor it is to be."""

    def __init__(self, name, M, sym, dtype, layout, device, requires_grad):
        self.M, self.periodic = M, not sym
        self.options = dict(dtype=torch.get_default_dtype() if dtype is None else dtype, layout=layout, device=device, requires_grad=requires_grad)
        if M < 0:
            raise ValueError('%s requires non-negative window length, got M=%s' % (name, M))
        if layout is not torch.strided:
            raise ValueError('%s is implemented for strided tensors only, got: %s' % (name, layout))
        if self.options['dtype'] not in (torch.float32, torch.float64):
            raise ValueError('%s expects float32 or float64 dtypes, got: %s' % (name, self.options['dtype']))

    def at(self, start, end):
        """The samples from start to end."""
        return torch.linspace(start=start, end=end, steps=self.M, **self.options)

    def from_step(self, first, step):
        """The samples (first + k) * step."""
        return self.at(first * step if first else 0, (first + (self.M - 1)) * step)

    def periods(self):
        """How many samples a period has; a single one is symmetric."""
        return self.M + 1 if self.periodic and self.M > 1 else self.M

    def window(self, formula, shortest=2):
        """What the formula says of these samples; windows shorter than the shortest are all ones."""
        return torch.ones((int(self.M),), **self.options) if self.M < shortest else formula(self)


def _cosine_sum(coefficients):
    """a[0] - a[1] cos(x) + a[2] cos(2 x) ... over a period x."""
    def formula(samples):
        if not hasattr(coefficients, '__iter__'):
            raise TypeError('Coefficients must be a list/tuple')
        if not coefficients:
            raise ValueError('Coefficients cannot be empty')
        x = samples.from_step(0, 2 * torch.pi / (samples.periods() - 1))
        kind = dict(dtype=x.dtype, device=x.device)
        terms = [torch.tensor(-a if n % 2 else a, **kind) * torch.cos(torch.tensor(float(n), **kind) * x) for n, a in enumerate(coefficients)]
        return torch.stack(terms).sum(0)
    return formula


def _named_cosine_sum(name, checked_as, coefficients, doc):
    """A window that is a cosine sum without further parameters; checked_as: the names in its error texts, the first one first."""
    def window(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
        samples = [_Samples(each, M, sym, dtype, layout, device, requires_grad) for each in checked_as]
        return samples[-1].window(_cosine_sum(coefficients))
    window.__name__ = window.__qualname__ = name
    window.__doc__ = doc
    return window


def _hamming(alpha):
    return alpha, 1.0 - alpha


# (name, the names in error texts, coefficients, documentation)
for _row in (
        ('hamming', ('general_cosine',), _hamming(0.54), '0.54 - 0.46 cos(x): R. W. Hamming\'s, whose nearest side lobe is cancelled.'),
        ('hann', ('general_cosine',), _hamming(0.5), '(1 - cos(x)) / 2: Julius von Hann\'s.'),
        ('blackman', ('blackman', 'general_cosine'), (0.42, 0.5, 0.08), '0.42 - 0.5 cos(x) + 0.08 cos(2 x): R. B. Blackman\'s, rounded.'),
        ('nuttall', ('general_cosine',), (0.3635819, 0.4891775, 0.1365995, 0.0106411),
         'Four terms whose side lobes are lowest: A. H. Nuttall, Some windows with very good sidelobe behavior (1981).')):
    globals()[_row[0]] = _named_cosine_sum(*_row)
del _row


def general_cosine(M, *, a, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """a[0] - a[1] cos(x) + a[2] cos(2 x) ... over one period."""
    return _Samples('general_cosine', M, sym, dtype, layout, device, requires_grad).window(_cosine_sum(a))


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """alpha - (1 - alpha) cos(x)."""
    return _Samples('general_cosine', M, sym, dtype, layout, device, requires_grad).window(_cosine_sum(_hamming(alpha)))


def cosine(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Half a period of a sine, sampled in the middle of M intervals."""
    def half_period(samples):
        return samples.from_step(0.5, torch.pi / samples.periods()).sin()
    return _Samples('cosine', M, sym, dtype, layout, device, requires_grad).window(half_period, shortest=1)


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """exp(-|k - center| / tau): Poisson's window."""
    samples = _Samples('exponential', M, sym, dtype, layout, device, requires_grad)
    if tau <= 0:
        raise ValueError('Tau must be positive, got: %s instead.' % tau)
    if sym and center is not None:
        raise ValueError('Center must be None for symmetric windows')
    middle = (samples.periods() - 1) / 2 if center is None else center
    return samples.window(lambda samples: torch.exp(-samples.from_step(-middle, 1 / tau).abs()), shortest=1)


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """exp(-k^2 / (2 std^2)) around the middle."""
    samples = _Samples('gaussian', M, sym, dtype, layout, device, requires_grad)
    if std <= 0:
        raise ValueError('Standard deviation must be positive, got: %s instead.' % std)
    middle = (samples.periods() - 1) / 2
    return samples.window(lambda samples: torch.exp(-samples.from_step(-middle, 1 / (std * math.sqrt(2))) ** 2), shortest=1)


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """i0(beta sqrt(1 - x^2)) / i0(beta) for x from -1 to 1: J. F. Kaiser's approximation of the prolate spheroidal window (1966)."""
    samples = _Samples('kaiser', M, sym, dtype, layout, device, requires_grad)
    if beta < 0:
        raise ValueError('beta must be non-negative, got: %s instead.' % beta)

    def formula(samples):
        b = torch.tensor(beta, dtype=samples.options['dtype'], device=device)
        step = 2.0 * b / (samples.periods() - 1)
        last = torch.minimum(b, -b + (M - 1) * step)  # no further than beta, whatever rounding says
        return torch.i0(torch.sqrt(b * b - samples.at(-b, last) ** 2)) / torch.i0(b)
    return samples.window(formula)


def bartlett(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """A triangle: 1 - |x| for x from -1 to 1."""
    def triangle(samples):
        return 1 - samples.at(-1, -1 + (M - 1) * (2 / (samples.periods() - 1))).abs()
    return _Samples('bartlett', M, sym, dtype, layout, device, requires_grad).window(triangle)
