"""Images in other sizes."""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module


def _factors(scale):
    """The scale factors as floats: a tuple of them, one, or None."""
    return tuple(map(float, scale)) if isinstance(scale, tuple) else float(scale) if scale else None


class _Upsampling(Module):
    """What the layers have in common: the name of the class as an attribute, and a repr with the size or the scale factors."""

    def __init__(self):
        super().__init__()
        self.name = type(self).__name__

    def extra_repr(self):
        given = ('size', self.size) if self.scale_factor is None else ('scale_factor', self.scale_factor)
        return '%s=%r, mode=%r' % (given + (self.mode,))


__getattr__, __dir__, __all__ = layers(globals(), [
    layer('Upsample', "size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None", 'interpolate',
          base='_Upsampling', constants='size, scale_factor, mode, align_corners, name, recompute_scale_factor', stored={'scale_factor': '_factors(scale_factor)'},
          doc='F.interpolate to a size, or by scale factors (one, or one for each dimension of space).'),
    layer('UpsamplingNearest2d', 'size=None, scale_factor=None', None, base="Upsample(size, scale_factor, mode='nearest')", doc='Upsample of images by the nearest pixel.'),
    layer('UpsamplingBilinear2d', 'size=None, scale_factor=None', None, base="Upsample(size, scale_factor, mode='bilinear', align_corners=True)",
          doc='Upsample of images by bilinear interpolation, the corners of both aligned.'),
])
