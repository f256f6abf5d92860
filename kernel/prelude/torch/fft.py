"""Fourier transforms."""

import torch
from torch import Tensor
from torch._arguments import factory_result as _factory_result, scalar_type as _scalar_type

_FORWARD = {None: 0, 'backward': 0, 'ortho': 1, 'forward': 2}
_REVERSE = {None: 2, 'backward': 2, 'ortho': 1, 'forward': 0}


def _scaling(norm, forward):
    if norm not in _FORWARD:
        raise RuntimeError('Invalid normalization mode: "%s"' % norm)
    return (_FORWARD if forward else _REVERSE)[norm]


def _floating(input, complex_too=False):
    """Integers as floats of the default dtype; complex_too: floats as complex."""
    if not isinstance(input, Tensor):
        raise TypeError("argument 'input' (position 1) must be Tensor, not %s" % type(input).__name__)
    if not (input.is_floating_point() or input.is_complex()):
        input = input.to(torch.get_default_dtype())
    if input.dtype not in (torch.float32, torch.float64, torch.complex64, torch.complex128):
        raise RuntimeError('Unsupported dtype ' + _scalar_type(input.dtype))
    if complex_too and not input.is_complex():
        input = input.to(torch.complex128 if input.dtype == torch.float64 else torch.complex64)
    return input


def _wrapped(input, dim):
    n = input.dim()
    if not n:
        raise IndexError('Dimension specified as %d but tensor has no dimensions' % dim)
    if not -n <= dim < n:
        raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got %d)' % (-n, n - 1, dim))
    return dim % n


def _resized(input, dims, sizes):
    """Cut or filled up with zeros to the sizes of dimensions."""
    for d, n in zip(dims, sizes):
        if n == -1 or input.size(d) == n:
            continue
        if input.size(d) > n:
            input = input[tuple([slice(None)] * d + [slice(0, n)])]
        else:
            input = torch.constant_pad_nd(input, [0, 0] * (input.dim() - d - 1) + [0, n - input.size(d)], 0)
    return input


def _checked(n):
    if n < 1:
        raise RuntimeError('Invalid number of data points (%d) specified' % n)
    return n


def _stored(name, result, out):
    if out is None:
        return result
    if out.is_complex() != result.is_complex():
        raise RuntimeError('%s expects a %s output tensor, but got %s'
                           % (name, 'complex' if result.is_complex() else 'floating point', _scalar_type(out.dtype)))
    out.resize_(result.size())
    return out.copy_(result)


# ---- one dimension

def _one(name, input, n, dim, norm, forward, out):
    input, how = _floating(input), None
    dim = _wrapped(input, dim)
    if n is not None:
        input = _resized(input, [dim], [_checked(n)])
    _checked(input.size(dim))
    how = _scaling(norm, forward)
    if input.is_complex():
        return _stored(name, torch._fft_c2c(input, [dim], how, forward), out)
    found = torch._fft_r2c(input, [dim], how, False)
    return _stored(name, found if forward else torch.conj(found), out)


def fft(input, n=None, dim=-1, norm=None, *, out=None):
    """The Fourier transform along a dimension."""
    return _one('fft', input, n, dim, norm, True, out)


def ifft(input, n=None, dim=-1, norm=None, *, out=None):
    """The inverse Fourier transform along a dimension."""
    return _one('ifft', input, n, dim, norm, False, out)


def _halved(name, input, n, dim, norm, forward, out):
    if input.is_complex():
        raise RuntimeError('%s expects a real input tensor, but got %s' % (name, _scalar_type(input.dtype)))
    input = _floating(input)
    dim = _wrapped(input, dim)
    if n is not None:
        input = _resized(input, [dim], [_checked(n)])
    _checked(input.size(dim))
    found = torch._fft_r2c(input, [dim], _scaling(norm, forward), True)
    return _stored(name, found if forward else torch.conj(found), out)


def rfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The Fourier transform of a real signal: the half of the spectrum that is not the conjugate of the other."""
    return _halved('rfft', input, n, dim, norm, True, out)


def ihfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The inverse of hfft."""
    return _halved('ihfft', input, n, dim, norm, False, out)


def _real(name, input, n, dim, norm, forward, out):
    input = _floating(input, True)
    dim = _wrapped(input, dim)
    n = _checked((input.size(dim) - 1) * 2 if n is None else n)
    input = _resized(input, [dim], [n // 2 + 1])
    if forward:
        input = torch.conj(input)
    return _stored(name, torch._fft_c2r(input, [dim], _scaling(norm, forward), n), out)


def irfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The inverse of rfft."""
    return _real('irfft', input, n, dim, norm, False, out)


def hfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The Fourier transform of a Hermitian signal, given as its half: a real spectrum."""
    return _real('hfft', input, n, dim, norm, True, out)


# ---- several dimensions

def _axes(input, s, dim):
    """(the dimensions, their sizes): those of s are the last ones."""
    if isinstance(s, int):
        s = (s,)
    if isinstance(dim, int):
        dim = (dim,)
    n = input.dim()
    if dim is not None:
        dims = [_wrapped(input, d) for d in dim]
        if len(set(dims)) < len(dims):
            raise RuntimeError('FFT dims must be unique')
    if s is not None:
        if dim is not None and len(dim) != len(s):
            raise RuntimeError('When given, dim and shape arguments must have the same length')
        if len(s) > n:
            raise RuntimeError('Got shape with %d values but input tensor only has %d dimensions.' % (len(s), n))
        if dim is None:
            dims = list(range(n - len(s), n))
        sizes = [input.size(d) if size == -1 else size for d, size in zip(dims, s)]
    else:
        if dim is None:
            dims = list(range(n))
        sizes = [input.size(d) for d in dims]
    for size in sizes:
        _checked(size)
    return dims, sizes


def _many(name, input, s, dim, norm, forward, out):
    dims, sizes = _axes(input, s, dim)
    input = _resized(_floating(input, True), dims, sizes)
    return _stored(name, torch._fft_c2c(input, dims, _scaling(norm, forward), forward), out)


def fftn(input, s=None, dim=None, norm=None, *, out=None):
    """The Fourier transform over several dimensions."""
    return _many('fftn', input, s, dim, norm, True, out)


def ifftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse Fourier transform over several dimensions."""
    return _many('ifftn', input, s, dim, norm, False, out)


def _many_halved(name, input, s, dim, norm, out):
    if input.is_complex():
        raise RuntimeError('%s expects a real-valued input tensor, but got %s' % (name, _scalar_type(input.dtype)))
    dims, sizes = _axes(input, s, dim)
    if not dims:
        raise RuntimeError(name + ' must transform at least one axis')
    input = _resized(_floating(input), dims, sizes)
    return _stored(name, torch._fft_r2c(input, dims, _scaling(norm, True), True), out)


def rfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The Fourier transform of a real signal over several dimensions, the last one halved."""
    return _many_halved('rfftn', input, s, dim, norm, out)


def _last_size(input, s, dim, name):
    """(the dimensions, the sizes of a half spectrum, the size of the last dimension of the result)."""
    dims, sizes = _axes(input, s, dim)
    if not dims:
        raise RuntimeError(name + ' must transform at least one axis')
    given = s if isinstance(s, int) or s is None else s[-1]
    last = _checked((input.size(dims[-1]) - 1) * 2 if given is None or given == -1 else given)
    return dims, sizes[:-1] + [last // 2 + 1], last


def _many_real(name, input, s, dim, norm, out):
    dims, sizes, last = _last_size(input, s, dim, name)
    input = _resized(_floating(input, True), dims, sizes)
    return _stored(name, torch._fft_c2r(input, dims, _scaling(norm, False), last), out)


def irfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse of rfftn."""
    return _many_real('irfftn', input, s, dim, norm, out)


def hfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The Fourier transform of a signal whose other half is its conjugate, over several dimensions."""
    dims, sizes, last = _last_size(input, s, dim, 'hfftn')
    input, how = _resized(_floating(input, True), dims, sizes), _scaling(norm, True)
    found = torch._fft_c2c(input, dims[:-1], how, True) if dims[:-1] else input
    return _stored('hfftn', torch._fft_c2r(torch.conj(found), dims[-1:], how, last), out)


def ihfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse of hfftn."""
    if input.is_complex():
        raise RuntimeError('ihfftn expects a real-valued input tensor, but got ' + _scalar_type(input.dtype))
    dims, sizes = _axes(input, s, dim)
    if not dims:
        raise RuntimeError('ihfftn must transform at least one axis')
    input, how = _resized(_floating(input), dims, sizes), _scaling(norm, False)
    found = torch.conj(torch._fft_r2c(input, dims[-1:], how, True))
    return _stored('ihfftn', torch._fft_c2c(found, dims[:-1], how, False) if dims[:-1] else found, out)


def fft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The Fourier transform of images."""
    return _many('fftn', input, s, dim, norm, True, out)


def ifft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse Fourier transform of images."""
    return _many('ifftn', input, s, dim, norm, False, out)


def rfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The Fourier transform of real images, the last dimension halved."""
    return _many_halved('rfftn', input, s, dim, norm, out)


def irfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse of rfft2."""
    return _many_real('irfftn', input, s, dim, norm, out)


def hfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The Fourier transform of a signal in two dimensions whose other half is its conjugate."""
    return hfftn(input, s, dim, norm, out=out)


def ihfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse of hfft2."""
    return ihfftn(input, s, dim, norm, out=out)


# ---- frequencies

def _frequencies(name, n, d, count, out, dtype, device, requires_grad):
    dtype = dtype or (torch.get_default_dtype() if out is None else out.dtype)
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(name + ' requires a floating point or complex dtype')
    if count < 0:
        raise RuntimeError('Trying to create tensor with negative dimension %d: [%d]' % (count, count))
    positions = torch.arange(count, dtype=dtype, device=device)
    if name == 'fftfreq':
        positions[(n + 1) // 2:] -= n
    found = positions * (1.0 / (n * d)) if n else positions
    if out is not None:
        return out.resize_(found.size()).copy_(found)
    return found.requires_grad_() if requires_grad else found


def fftfreq(n, d=1.0, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    """The frequencies of the positions of fft's result."""
    return _factory_result(_frequencies('fftfreq', n, d, n, out, dtype, device, requires_grad), layout)


def rfftfreq(n, d=1.0, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    """The frequencies of the positions of rfft's result."""
    return _factory_result(_frequencies('rfftfreq', n, d, n // 2 + 1, out, dtype, device, requires_grad), layout)


def _moved(input, dim, up):
    dims = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    if not dims:
        raise RuntimeError('`shifts` required')
    return input.roll([(input.size(d) + (0 if up else 1)) // 2 for d in dims], dims)


def fftshift(input, dim=None):
    """Moves frequency 0 to the middle."""
    return _moved(input, dim, True)


def ifftshift(input, dim=None):
    """The reverse of fftshift."""
    return _moved(input, dim, False)


for _each in [n for n in globals() if n[0] != '_' and type(globals()[n]) is type(fftshift)]:
    globals()[_each] = torch._C._check_arguments(globals()[_each], 'fft_' + _each)


__all__ = '''Tensor fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft rfft2
rfftfreq rfftn'''.split()
