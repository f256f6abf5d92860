"""Interpolation of images to other sizes, for torch.nn.functional."""

import math
import warnings

import torch
from torch._C import _nn
from torch._arguments import scalar_type

_MODES = ('nearest', 'linear', 'bilinear', 'bicubic', 'trilinear', 'lanczos', 'area', 'nearest-exact')
_SPATIAL = {'linear': 1, 'bilinear': 2, 'trilinear': 3}
_UNITS = {3: 'W', 4: 'HW', 5: 'DHW'}


def _scale(old, new, factor, align):
    if align:
        return (old - 1) / (new - 1) if new > 1 else 0.0
    return old / new if factor is None else 1.0 / factor


_FILTERS = {'linear': 'linear', 'bilinear': 'linear', 'trilinear': 'linear', 'bicubic': 'cubic'}
_ANTIALIAS_FILTERS = {'bilinear': 'triangle', 'bicubic': 'smooth', 'lanczos': 'lobes'}


def _resampled(input, sizes, factors, mode, align):
    n = len(sizes)
    align = bool(align)
    steps = [1.0] * (3 - n) + [float(_scale(input.size(2 + i), sizes[i], factors[i], align)) for i in range(n)]
    return _nn._resample(input, sizes, mode, [0] * n, align, *steps)


def _sizes(input, size, scale_factor, recompute):
    """(sizes, factors) of the new image."""
    n = input.dim() - 2
    old = list(input.size()[2:])
    if size is not None and scale_factor is not None:
        raise ValueError('only one of size or scale_factor should be defined')
    if size is not None:
        if isinstance(size, (list, tuple)):
            if len(size) != n:
                raise ValueError('Input and output must have the same number of spatial dimensions, but got input with spatial '
                                 'dimensions of %s and output size of %s. Please provide input tensor in (N, C, d1, d2, ...,dK) '
                                 'format and output size in (o1, o2, ...,oK) format.' % (old, size))
            sizes = list(size)
        else:
            sizes = [size] * n
        if recompute:
            raise ValueError('recompute_scale_factor is not meaningful with an explicit size.')
        for i, s in enumerate(sizes):
            if not isinstance(s, int):
                raise TypeError('interpolate: sizes are ints, not %s' % type(s).__name__)
        return sizes, [None] * n
    if scale_factor is None:
        raise ValueError('either size or scale_factor should be defined')
    if isinstance(scale_factor, (list, tuple)):
        if len(scale_factor) != n:
            raise ValueError('Input and scale_factor must have the same number of spatial dimensions, but got input with '
                             'spatial dimensions of %s and scale_factor of shape %s. Please provide input tensor in (N, C, d1, '
                             'd2, ...,dK) format and scale_factor in (s1, s2, ...,sK) format.' % (old, scale_factor))
        factors = list(scale_factor)
    else:
        factors = [scale_factor] * n
    sizes = [math.floor(float(old[i]) * factors[i]) for i in range(n)]
    return sizes, [None] * n if recompute else factors


def _check_sizes(input, sizes, mode):
    n = input.dim() - 2
    old = list(input.size()[2:])
    if min(sizes) < 1 or min(old) < 1:
        texts = [', '.join(['%s: %d' % (_UNITS[input.dim()][i], s[i]) for i in range(n)]) for s in (old, sizes)]
        raise RuntimeError('Input and output sizes should be greater than 0, but got input (%s) output (%s)' % tuple(texts))
    if input.size(1) == 0:
        raise RuntimeError('Non-empty %dD data tensor expected but got a tensor with sizes %s' % (n + 2, list(input.size())))
    if not input.is_floating_point() and (input.dtype != torch.uint8 or not mode.startswith('nearest')):
        kind = mode.removesuffix('-exact')
        loop = 'upsample_%s2d_channels_last' % kind if n == 2 and kind in ('nearest', 'bilinear') else 'compute_indices_weights_' + (
            {'nearest': 'nearest', 'bicubic': 'cubic'}.get(kind, 'linear'))
        raise NotImplementedError('"%s" not implemented for \'%s\'' % (loop, scalar_type(input.dtype)))


def interpolate(input, size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None,
                antialias=False):
    """The image (N, C, ...) resampled to another size; with antialias by filters that grow where the image shrinks."""
    if mode in ('nearest', 'area', 'nearest-exact'):
        if align_corners is not None:
            raise ValueError('align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | '
                             'trilinear')
    n = input.dim() - 2
    if n not in (1, 2, 3) or mode not in _MODES or (mode in ('bicubic', 'lanczos') and n != 2 and not antialias):
        if n in (1, 2, 3) or mode not in _MODES or size is not None or scale_factor is not None:
            raise NotImplementedError('Input Error: Only 3D, 4D and 5D input Tensors supported (got %dD) for the modes: nearest | '
                                      'linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got %s)'
                                      % (input.dim(), mode))
    sizes, factors = _sizes(input, size, scale_factor, recompute_scale_factor)
    if antialias and not (mode in ('bilinear', 'bicubic', 'lanczos') and n == 2):
        raise ValueError('Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as '
                         'input')
    if mode in _SPATIAL and _SPATIAL[mode] != n:
        raise NotImplementedError('Got %dD input, but %s mode needs %dD input' % (n + 2, mode, _SPATIAL[mode] + 2))
    if mode == 'lanczos' and not antialias:
        raise ValueError('Lanczos mode requires antialias=True')
    if mode == 'lanczos' and align_corners:
        raise ValueError('Lanczos mode does not support align_corners=True')
    if input.dtype == torch.uint8 and mode in ('bilinear', 'bicubic'):  # PyTorch's whole numbers may differ by 1
        pixels = input.float()
        _check_sizes(pixels, sizes, mode)
        out = _resampled(pixels, sizes, factors, (_ANTIALIAS_FILTERS if antialias else _FILTERS).get(mode, mode), align_corners)
        return out.round().clamp(0, 255).to(torch.uint8)
    if antialias:
        if input.dtype in (torch.float16, torch.bfloat16):
            raise NotImplementedError('"compute_index_ranges_weights" not implemented for ' + repr('Half' if input.dtype == torch.float16 else 'BFloat16'))
        if not input.is_floating_point():
            raise NotImplementedError('"compute_index_ranges_weights" not implemented for \'%s\'' % scalar_type(input.dtype))
        _check_sizes(input, sizes, mode)
        out = _resampled(input, sizes, factors, _ANTIALIAS_FILTERS[mode], align_corners)
        return torch._C._name_node(out, 'Upsample%s2DAaBackward0' % mode.capitalize())
    if mode == 'area':
        functional = torch.nn.functional
        return (functional.adaptive_avg_pool1d, functional.adaptive_avg_pool2d, functional.adaptive_avg_pool3d)[n - 1](
            input, sizes)
    _check_sizes(input, sizes, mode)
    out = _resampled(input, sizes, factors, _FILTERS.get(mode, mode), align_corners)
    name = {'nearest': 'Nearest', 'nearest-exact': 'NearestExact', 'bicubic': 'Bicubic'}.get(mode, ('Linear', 'Bilinear', 'Trilinear')[n - 1])
    return torch._C._name_node(out, 'Upsample%s%dDBackward0' % (name, n))


def upsample(input, size=None, scale_factor=None, mode='nearest', align_corners=None):
    """interpolate, under its old name."""
    warnings.warn('`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.', stacklevel=2)
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    """interpolate with mode 'nearest', under its old name."""
    warnings.warn('`nn.functional.upsample_nearest` is deprecated. Use `nn.functional.interpolate` instead.', stacklevel=2)
    return interpolate(input, size, scale_factor, 'nearest')


def upsample_bilinear(input, size=None, scale_factor=None):
    """interpolate with mode 'bilinear' and aligned corners, under its old name."""
    warnings.warn('`nn.functional.upsample_bilinear` is deprecated. Use `nn.functional.interpolate` instead.', stacklevel=2)
    return interpolate(input, size, scale_factor, 'bilinear', True)
