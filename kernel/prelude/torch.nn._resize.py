"""Images of other sizes for torch.nn.functional."""

import math
import warnings

import torch

_MODES = ('nearest', 'linear', 'bilinear', 'bicubic', 'trilinear', 'lanczos', 'area', 'nearest-exact')
_SPATIAL = {'linear': 1, 'bilinear': 2, 'trilinear': 3}
_UNITS = {3: 'W', 4: 'HW', 5: 'DHW'}


def _places(input, size, scale):
    """0, 1 ... of a new dimension and the step in the old one, both in the type that places are calculated in."""
    kind = torch.float64 if input.dtype == torch.float64 else torch.float32
    return torch.arange(size, dtype=kind, device=input.device), torch.tensor(scale, dtype=kind, device=input.device)


def _scale(old, new, factor, align):
    if align:
        return (old - 1) / (new - 1) if new > 1 else 0.0
    return old / new if factor is None else 1.0 / factor


def _along(values, dim, input):
    shape = [1] * input.dim()
    shape[dim] = values.size(0)
    return values.to(input.dtype).view(shape)


def _nearest(input, dim, size, factor, exact):
    if input.size(dim) == size and not exact:
        return input
    places, step = _places(input, size, _scale(input.size(dim), size, factor, False))
    if exact:
        places = places + 0.5
    source = (places * step).floor().to(torch.int64).clamp(max=input.size(dim) - 1)
    return input.index_select(dim, source)


def _linear(input, dim, size, factor, align):
    old = input.size(dim)
    if old == size:
        return input
    places, step = _places(input, size, _scale(old, size, factor, align))
    source = places * step if align else ((places + 0.5) * step - 0.5).clamp(min=0)
    low = source.floor().clamp(max=old - 1)
    part = _along((source - low).clamp(0, 1), dim, input)
    low = low.to(torch.int64)
    high = (low + 1).clamp(max=old - 1)
    return input.index_select(dim, low) * (1 - part) + input.index_select(dim, high) * part


def _cubic_weights(part):
    """Of the four neighbours, for the part of a step behind the second one; the free number of the curves is -0.75."""
    a = -0.75

    def near(x):
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x):
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    return far(part + 1), near(part), near(1 - part), far(2 - part)


def _cubic(input, dim, size, factor, align):
    old = input.size(dim)
    if old == size and factor in (None, 1):
        return input
    places, step = _places(input, size, _scale(old, size, factor, align))
    source = places * step if align else (places + 0.5) * step - 0.5
    low = source.floor()
    weights = _cubic_weights(source - low)
    low = low.to(torch.int64)
    out = None
    for i in range(4):
        part = input.index_select(dim, (low + (i - 1)).clamp(0, old - 1)) * _along(weights[i], dim, input)
        out = part if out is None else out + part
    return out


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
        raise NotImplementedError('interpolate: %s of %s is not there' % (mode, input.dtype))


def _triangle(x):
    return (1 - x.abs()).clamp(min=0)


def _smooth(x):
    """The cubic curves with the free number -0.5."""
    a, x = -0.5, x.abs()
    near, far = ((a + 2) * x - (a + 3)) * x * x + 1, ((x - 5) * x + 8) * x * a - 4 * a
    return torch.where(x < 1, near, torch.where(x < 2, far, 0.0))


def _lobes(x):
    return torch.where(x.abs() < 3, torch.sinc(x) * torch.sinc(x / 3), 0.0)


# the curve of each mode, and how far it reaches
_CURVES = {'bilinear': (_triangle, 1.0), 'bicubic': (_smooth, 2.0), 'lanczos': (_lobes, 3.0)}


def _averaged(input, dim, size, factor, align, mode):
    """Each place is a mean over its surroundings, which are wider where the image becomes smaller."""
    curve, reach = _CURVES[mode]
    old = input.size(dim)
    step = _scale(old, size, factor, align)
    wide = max(step, 1.0)
    centers = (torch.arange(size, dtype=torch.float64, device=input.device) + 0.5).mul(step).unsqueeze(1)
    places = torch.arange(old, dtype=torch.float64, device=input.device)
    first = (centers - reach * wide + 0.5).floor().clamp(min=0)
    last = (centers + reach * wide + 0.5).floor().clamp(max=old)
    weights = torch.where((places >= first) & (places < last), curve((places - centers + 0.5) / wide), 0.0)
    weights = (weights / weights.sum(1, keepdim=True)).to(input.dtype)
    return torch.matmul(input, weights.t()) if dim == 3 else torch.matmul(weights, input)


def interpolate(input, size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None,
                antialias=False):
    """The image in another size."""
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
    if antialias:
        if input.dtype in (torch.float16, torch.bfloat16):
            raise NotImplementedError('"compute_index_ranges_weights" not implemented for ' + repr('Half' if input.dtype == torch.float16 else 'BFloat16'))
        if not input.is_floating_point():
            raise NotImplementedError('interpolate: antialias of %s is not there' % input.dtype)
        _check_sizes(input, sizes, mode)
        out = _averaged(_averaged(input, 3, sizes[1], factors[1], align_corners, mode), 2, sizes[0], factors[0], align_corners, mode)
        return torch._C._name_node(out, 'Upsample%s2DAaBackward0' % mode.capitalize())
    if mode == 'area':
        functional = torch.nn.functional
        return (functional.adaptive_avg_pool1d, functional.adaptive_avg_pool2d, functional.adaptive_avg_pool3d)[n - 1](
            input, sizes)
    _check_sizes(input, sizes, mode)
    out = input
    for i in range(n):
        dim = 2 + i
        if mode.startswith('nearest'):
            out = _nearest(out, dim, sizes[i], factors[i], mode != 'nearest')
        elif mode == 'bicubic':
            out = _cubic(out, dim, sizes[i], factors[i], align_corners)
        else:
            out = _linear(out, dim, sizes[i], factors[i], align_corners)
    name = {'nearest': 'Nearest', 'nearest-exact': 'NearestExact', 'bicubic': 'Bicubic'}.get(mode, ('Linear', 'Bilinear', 'Trilinear')[n - 1])
    return torch._C._name_node(out.clone() if out is input else out, 'Upsample%s%dDBackward0' % (name, n))


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
