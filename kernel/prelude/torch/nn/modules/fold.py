"""Sliding blocks of images as columns, and back."""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module

__getattr__, __dir__, __all__ = layers(globals(), [
    layer('Fold', 'output_size, kernel_size, dilation=1, padding=0, stride=1', 'fold', shown='output_size, kernel_size, dilation, padding, stride',
          doc='Adds columns (N, C * block, L) up to images (N, C, *output_size): the transpose of Unfold.'),
    layer('Unfold', 'kernel_size, dilation=1, padding=0, stride=1', 'unfold', shown='kernel_size, dilation, padding, stride',
          doc='The sliding blocks of (N, C, H, W) as columns (N, C * block, L), also called im2col.'),
])
