"""Normalisation of each sample."""

from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules._parameters import create, reset_affine
from torch.nn.modules.module import Module


class LayerNorm(Module):
    """(x - mean) / sqrt(var + eps) * weight + bias over the last dimensions, which are normalized_shape (Ba et al. 2016)."""

    __constants__ = ['normalized_shape', 'eps', 'elementwise_affine']

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        create(self, device, dtype, weight=shape if elementwise_affine else None, bias=shape if elementwise_affine and bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """Weight one, bias zero."""
        reset_affine(self)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return '%s, eps=%s, elementwise_affine=%s, bias=%s' % (
            tuple(self.normalized_shape), self.eps, self.elementwise_affine, self.bias is not None)


class GroupNorm(Module):
    """LayerNorm of each of num_groups groups of channels, with weight and bias of each channel (Wu and He 2018).

    ValueError where the channels cannot be divided so.
    """

    __constants__ = ['num_groups', 'num_channels', 'eps', 'affine']

    def __init__(self, num_groups, num_channels, eps=1e-05, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError('num_channels (%s) must be divisible by num_groups (%s)' % (num_channels, num_groups))
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        create(self, device, dtype, weight=num_channels if affine else None, bias=num_channels if affine and bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """Weight one, bias zero."""
        reset_affine(self)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return '%s, %s, eps=%s, affine=%s, bias=%s' % (self.num_groups, self.num_channels, self.eps, self.affine, self.bias is not None)


class RMSNorm(Module):
    """x / sqrt(mean(x^2) + eps) * weight over the last dimensions, which are normalized_shape (Zhang and Sennrich 2019).

    eps None is the smallest step of the type above 1.
    """

    __constants__ = ['normalized_shape', 'eps', 'elementwise_affine']

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        create(self, device, dtype, weight=shape if elementwise_affine else None)
        self.reset_parameters()

    def reset_parameters(self):
        """Weight one."""
        if self.weight is not None:
            init.ones_(self.weight)

    def forward(self, x):
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return '%s, eps=%s, elementwise_affine=%s' % (self.normalized_shape, self.eps, self.elementwise_affine)


def _cross_map(input, size, alpha, beta, k):
    from torch.nn._cross_map import CrossMapLRN2d
    return CrossMapLRN2d.apply(input, size, alpha, beta, k)


__getattr__, __dir__, _names = layers(globals(), [
    layer('LocalResponseNorm', 'size, alpha=0.0001, beta=0.75, k=1.0', 'local_response_norm', shown='*size, alpha, beta, k',
          doc='x / (k + alpha mean(x^2 of size neighbouring channels))^beta (Krizhevsky et al. 2012).'),
    layer('CrossMapLRN2d', 'size, alpha=0.0001, beta=0.75, k=1', '_cross_map', shown='*size, alpha, beta, k', constants='',
          doc='LocalResponseNorm of images (N, C, H, W) as Torch 7 had it: the first channel never leaves the sum.'),
])
__all__ = _names + ['LayerNorm', 'GroupNorm', 'RMSNorm']
