"""Windows for signals: `M` places at even distances, symmetric or (sym=False) as one period."""

import math

import torch

__all__ = ['bartlett', 'blackman', 'cosine', 'exponential', 'gaussian', 'general_cosine', 'general_hamming', 'hamming', 'hann', 'kaiser', 'nuttall']


def _trivial(name, M, dtype, layout, device, requires_grad, least=1):
    """The window of at most `least` places, all ones; None for more."""
    if M < 0:
        raise ValueError('%s requires non-negative window length, got M=%s' % (name, M))
    if layout is not torch.strided:
        raise ValueError('%s is implemented for strided tensors only, got: %s' % (name, layout))
    if dtype not in (torch.float32, torch.float64):
        raise ValueError('%s expects float32 or float64 dtypes, got: %s' % (name, dtype))
    if M > least:
        return None
    return torch.ones((int(M),), dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def _places(start, step, M, options):
    return torch.linspace(start=start * step if start else 0, end=(start + (M - 1)) * step, steps=M, **options)


def _intervals(M, sym):
    return M - 1 if sym else M


def _type(dtype):
    return torch.get_default_dtype() if dtype is None else dtype


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """exp(-|k - center| / tau)."""
    options = dict(dtype=_type(dtype), layout=layout, device=device, requires_grad=requires_grad)
    found = _trivial('exponential', M, least=0, **options)
    if tau <= 0:
        raise ValueError('Tau must be positive, got: %s instead.' % tau)
    if sym and center is not None:
        raise ValueError('Center must be None for symmetric windows')
    if found is not None:
        return found
    middle = (M if not sym and M > 1 else M - 1) / 2 if center is None else center
    return torch.exp(-torch.abs(_places(-middle, 1 / tau, M, options)))


def cosine(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Half a wave."""
    options = dict(dtype=_type(dtype), layout=layout, device=device, requires_grad=requires_grad)
    found = _trivial('cosine', M, least=0, **options)
    return torch.sin(_places(0.5, torch.pi / (M + 1 if not sym and M > 1 else M), M, options)) if found is None else found


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """exp(-k^2 / (2 std^2)) around the middle."""
    options = dict(dtype=_type(dtype), layout=layout, device=device, requires_grad=requires_grad)
    found = _trivial('gaussian', M, least=0, **options)
    if std <= 0:
        raise ValueError('Standard deviation must be positive, got: %s instead.' % std)
    if found is not None:
        return found
    return torch.exp(-_places(-(M if not sym and M > 1 else M - 1) / 2, 1 / (std * math.sqrt(2)), M, options) ** 2)


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """i0(beta sqrt(1 - x^2)) / i0(beta) for x from -1 to 1."""
    options = dict(dtype=_type(dtype), layout=layout, device=device, requires_grad=requires_grad)
    found = _trivial('kaiser', M, **options)
    if beta < 0:
        raise ValueError('beta must be non-negative, got: %s instead.' % beta)
    if found is not None:
        return found
    beta = torch.tensor(beta, dtype=options['dtype'], device=device)
    step = 2.0 * beta / _intervals(M, sym)
    end = torch.minimum(beta, -beta + (M - 1) * step)  # no further than beta, whatever rounding says
    places = torch.linspace(start=-beta, end=end, steps=M, **options)
    return torch.i0(torch.sqrt(beta * beta - torch.pow(places, 2))) / torch.i0(beta)


def bartlett(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """A triangle."""
    options = dict(dtype=_type(dtype), layout=layout, device=device, requires_grad=requires_grad)
    found = _trivial('bartlett', M, **options)
    if found is not None:
        return found
    step = 2 / _intervals(M, sym)
    return 1 - torch.abs(torch.linspace(start=-1, end=-1 + (M - 1) * step, steps=M, **options))


def general_cosine(M, *, a, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """a[0] - a[1] cos(x) + a[2] cos(2 x) ... over one wave."""
    options = dict(dtype=_type(dtype), layout=layout, device=device, requires_grad=requires_grad)
    found = _trivial('general_cosine', M, **options)
    if found is not None:
        return found
    if not hasattr(a, '__iter__'):
        raise TypeError('Coefficients must be a list/tuple')
    if not a:
        raise ValueError('Coefficients cannot be empty')
    places = _places(0, 2 * torch.pi / _intervals(M, sym), M, options)
    factors = torch.tensor([-each if i % 2 else each for i, each in enumerate(a)], device=device, dtype=options['dtype'])
    waves = torch.arange(factors.shape[0], dtype=factors.dtype, device=device)
    return (factors.unsqueeze(-1) * torch.cos(waves.unsqueeze(-1) * places)).sum(0)


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """alpha - (1 - alpha) cos(x)."""
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hamming(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """0.54 - 0.46 cos(x)."""
    return general_hamming(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hann(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """(1 - cos(x)) / 2."""
    return general_hamming(M, alpha=0.5, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def blackman(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """0.42 - 0.5 cos(x) + 0.08 cos(2 x)."""
    _trivial('blackman', M, _type(dtype), layout, device, requires_grad)
    return general_cosine(M, a=[0.42, 0.5, 0.08], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def nuttall(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Four terms whose side lobes are lowest."""
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], sym=sym, dtype=dtype, layout=layout, device=device,
                          requires_grad=requires_grad)
