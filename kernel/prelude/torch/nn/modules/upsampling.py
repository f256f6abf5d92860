"""Images in other sizes."""

from torch.nn import functional as F
from torch.nn.modules.module import Module


class Upsample(Module):
    """F.interpolate to a size, or by scale factors (one, or one for each dimension of space), with mode and align_corners."""

    __constants__ = ['size', 'scale_factor', 'mode', 'align_corners', 'name', 'recompute_scale_factor']

    def __init__(self, size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None):
        super().__init__()
        self.name = type(self).__name__
        self.size = size
        if isinstance(scale_factor, tuple):
            self.scale_factor = tuple([float(factor) for factor in scale_factor])
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None
        self.mode, self.align_corners, self.recompute_scale_factor = mode, align_corners, recompute_scale_factor

    def forward(self, input):
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor)

    def extra_repr(self):
        shown = 'size' if self.scale_factor is None else 'scale_factor'
        return '%s=%r, mode=%r' % (shown, getattr(self, shown), self.mode)


class UpsamplingNearest2d(Upsample):
    """Upsample of images by the nearest pixel."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, 'nearest')


class UpsamplingBilinear2d(Upsample):
    """Upsample of images by bilinear interpolation, the corners of both aligned."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, 'bilinear', True)


__all__ = ['Upsample', 'UpsamplingNearest2d', 'UpsamplingBilinear2d']
