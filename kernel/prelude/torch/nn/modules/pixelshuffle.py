"""Channels as pixels and back."""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module

__getattr__, __dir__, __all__ = layers(globals(), [
    layer('PixelShuffle', 'upscale_factor', 'pixel_shuffle', shown='upscale_factor',
          doc='(..., C r^2, H, W) as (..., C, H r, W r), for sub-pixel convolution (Shi et al. 2016).'),
    layer('PixelUnshuffle', 'downscale_factor', 'pixel_unshuffle', shown='downscale_factor', doc='The inverse of PixelShuffle.'),
])
