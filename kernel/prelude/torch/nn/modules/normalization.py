"""Normalisation of each sample."""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules._parameters import create, reset_affine
from torch.nn.modules.module import Module


class LayerNorm(Module):
    """(x - mean) / sqrt(var + eps) * weight + bias over the last dimensions, which are normalized_shape (Ba et al. 2016)."""

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


__getattr__, __dir__, _names = layers(globals(), [
    layer('LocalResponseNorm', 'size, alpha=0.0001, beta=0.75, k=1.0', 'local_response_norm', shown='*size, alpha, beta, k',
          doc='x / (k + alpha mean(x^2 of size neighbouring channels))^beta (Krizhevsky et al. 2012).'),
])
__all__ = _names + ['LayerNorm']
