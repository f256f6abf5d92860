"""Poolings: windows slide over images, and each gives one element."""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module

_STRIDE = {'stride': 'kernel_size if stride is None else stride'}  # windows do not overlap

__getattr__, __dir__, __all__ = layers(globals(), [
    layer('MaxPool2d', 'kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False', 'max_pool2d',
          stored=_STRIDE, arguments='kernel_size, stride, padding, dilation, ceil_mode, return_indices',
          shown='kernel_size, stride, padding, dilation, ceil_mode',
          doc='The largest element of each window of (N, C, H, W) or (C, H, W); with return_indices also its index in the image.'),
    layer('AvgPool2d', 'kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None',
          'avg_pool2d', stored=_STRIDE, shown='kernel_size, stride, padding',
          doc='The mean of each window of (N, C, H, W) or (C, H, W).'),
    layer('AdaptiveAvgPool2d', 'output_size', 'adaptive_avg_pool2d', shown='output_size',
          doc='Means of windows that divide an image into output_size parts: window i of n along a side of length s goes from '
              'floor(i s / n) to ceil((i + 1) s / n).'),
])
