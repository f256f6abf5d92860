"""Poolings: windows slide over sequences (N, C, L), images (N, C, H, W) or volumes (N, C, D, H, W), the batch left out or not, and each gives one element."""

import torch
from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module


def _sizes(size, dims):
    """One size for each dimension of space; one size may stand for all."""
    return tuple(size) if hasattr(size, '__iter__') else (size,) * dims


def _fraction(dims, size, ratio):
    """The size of the output for each dimension, or its ratio to the input's: one is given, the other None."""
    if size is not None and ratio is not None:
        raise ValueError('only one of output_size and output_ratio may be specified')
    if size is not None:
        return _sizes(size, dims), None
    if ratio is None:
        raise ValueError('FractionalMaxPool%dd requires specifying either an output size, or a pooling ratio' % dims)
    ratios = _sizes(ratio, dims)
    if min(ratios) <= 0 or max(ratios) >= 1:
        raise ValueError('output_ratio must be between 0 and 1 (got %s)' % (ratio,))
    return None, ratios


class _FractionalMaxPoolNd(Module):
    """The largest elements of windows at pseudorandom positions (Graham 2014), for output_size or output_ratio times the size of the input.

    With return_indices also their indices in the image. ValueError where both or none of the two is given, or a ratio is not in (0, 1).
    """

    __constants__ = ['kernel_size', 'return_indices', 'output_size', 'output_ratio']
    _dims = 2

    def __init__(self, kernel_size, size, ratio, return_indices, samples):
        super().__init__()
        self.register_buffer('_random_samples', samples)
        self.kernel_size, self.return_indices = _sizes(kernel_size, self._dims), return_indices
        self.output_size, self.output_ratio = _fraction(self._dims, size, ratio)


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    """Fractional pooling of images."""

    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        super().__init__(kernel_size, output_size, output_ratio, return_indices, _random_samples)


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    """Fractional pooling of volumes. ValueError for a window without elements."""

    _dims = 3

    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        sides = (kernel_size,) if isinstance(kernel_size, int) else kernel_size if isinstance(kernel_size, (tuple, list)) else ()
        if [k for k in sides if k <= 0]:
            raise ValueError('kernel_size must be greater than 0, but got {}'.format(kernel_size))
        super().__init__(kernel_size, output_size, output_ratio, return_indices, _random_samples)


def _fractional_forward(layer, pool):
    def forward(self, input):
        size = (self.output_size, self.output_ratio)
        return pool(input, self.kernel_size, *size, self.return_indices, _random_samples=self._random_samples)

    forward.__qualname__ = layer.__name__ + '.forward'
    return forward


FractionalMaxPool2d.forward = _fractional_forward(FractionalMaxPool2d, F.fractional_max_pool2d)
FractionalMaxPool3d.forward = _fractional_forward(FractionalMaxPool3d, F.fractional_max_pool3d)


class _MaxPoolNd(Module):
    """The window of a maximum: kernel_size, stride (kernel_size), padding, dilation; return_indices, ceil_mode."""

    __constants__ = ['kernel_size', 'stride', 'padding', 'dilation', 'return_indices', 'ceil_mode']

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode


class _LPPoolNd(Module):
    """The window of a norm of order norm_type: kernel_size, stride (kernel_size), ceil_mode."""

    __constants__ = ['norm_type', 'kernel_size', 'stride', 'ceil_mode']

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type, self.kernel_size, self.stride, self.ceil_mode = norm_type, kernel_size, stride, ceil_mode


class _AdaptiveAvgPoolNd(Module):
    """The size of a result whose windows are means."""

    __constants__ = ['output_size']

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size


class _AdaptiveMaxPoolNd(Module):
    """The size of a result whose windows are maxima, and whether their indices are wanted."""

    __constants__ = ['output_size', 'return_indices']

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size, self.return_indices = output_size, return_indices


def _lp_pool(pool):
    def forward(input, norm_type, *window):
        return pool(input, float(norm_type), *window)
    return forward


_lp_pool1d, _lp_pool2d, _lp_pool3d = _lp_pool(F.lp_pool1d), _lp_pool(F.lp_pool2d), _lp_pool(F.lp_pool3d)
_STRIDE = {'stride': 'kernel_size if stride is None else stride'}  # windows do not overlap


def _tuples(dims):
    """The sizes of a window, stored one for each dimension."""
    return {'kernel_size': '_sizes(kernel_size, %d)' % dims, 'padding': '_sizes(padding, %d)' % dims,
            'stride': '_sizes(kernel_size if stride is None else stride, %d)' % dims}


def _poolings(dims):
    """The rows of the layers for so many dimensions of space."""
    def pooling(family, function, parameters, doc, **columns):
        return layer('%sPool%dd' % (family, dims), parameters, '%s_pool%dd' % (function, dims), doc=doc, **columns)

    divisor = ', divisor_override=None' if dims > 1 else ''
    return [
        pooling('Max', 'max', None, 'The largest element of each window; with return_indices also its index in the image.', base='_MaxPoolNd',
                arguments='kernel_size, stride, padding, dilation, ceil_mode, return_indices',
                shown='kernel_size, stride, padding, dilation, ceil_mode'),
        pooling('Avg', 'avg', 'kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True' + divisor,
                'The mean of each window.', stored=_tuples(1) if dims == 1 else _STRIDE, shown='kernel_size, stride, padding'),
        layer('LPPool%dd' % dims, None, '_lp_pool%dd' % dims, doc='The norm of order norm_type of each window.', base='_LPPoolNd',
                arguments='norm_type, kernel_size, stride, ceil_mode', shown='norm_type, kernel_size, stride, ceil_mode'),
        pooling('AdaptiveAvg', 'adaptive_avg', None, base='_AdaptiveAvgPoolNd', arguments='output_size', doc=
                'Means of windows that divide an input into output_size parts: window i of n along a side of length s goes from '
                'floor(i s / n) to ceil((i + 1) s / n).', shown='output_size'),
        pooling('AdaptiveMax', 'adaptive_max', None, base='_AdaptiveMaxPoolNd', arguments='output_size, return_indices', doc=
                'The largest elements of the windows of AdaptiveAvgPool; with return_indices also their indices.', shown='output_size'),
        layer('MaxUnpool%dd' % dims, 'kernel_size, stride=None, padding=0', 'max_unpool%dd' % dims, inputs='input, indices, output_size=None',
              stored=_tuples(dims), constants='', shown='kernel_size, stride, padding',
              doc='The inverse of MaxPool as far as it goes: puts each element where its index says, and 0 elsewhere.'),
    ]


__getattr__, __dir__, _names = layers(globals(), _poolings(1) + _poolings(2) + _poolings(3))
__all__ = _names + ['FractionalMaxPool2d', 'FractionalMaxPool3d']
