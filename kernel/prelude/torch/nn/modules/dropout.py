"""Layers that leave elements out while training."""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module


class _DropoutNd(Module):
    """What the dropouts have in common: the probability p that an element or channel is zeroed, and the repr.

    ValueError where p is no probability.
    """

    __constants__ = ['p', 'inplace']

    def __init__(self, p=0.5, inplace=False):
        if p < 0 or p > 1:
            raise ValueError('dropout probability has to be between 0 and 1, but got {}'.format(p))
        super().__init__()
        self.p, self.inplace = p, inplace

    def extra_repr(self):
        return 'p=%s, inplace=%s' % (self.p, self.inplace)


__getattr__, __dir__, __all__ = layers(globals(), [
    layer('Dropout', None, 'dropout', base='_DropoutNd', arguments='p, training, inplace',
          doc='Zeroes elements with probability p while training and divides the rest by 1 - p (Srivastava et al. 2014).'),
    layer('Dropout1d', None, 'dropout1d', base='_DropoutNd', arguments='p, training, inplace',
          doc='Zeroes entire channels of sequences with probability p while training and divides the rest by 1 - p (Tompson et al. 2015).'),
    layer('Dropout3d', None, 'dropout3d', base='_DropoutNd', arguments='p, training, inplace',
          doc='Zeroes entire channels of volumes with probability p while training and divides the rest by 1 - p (Tompson et al. 2015).'),
    layer('AlphaDropout', None, 'alpha_dropout', base='_DropoutNd', arguments='p, training',
          doc='Dropout to the negative saturation value of SELU that keeps mean and variance (Klambauer et al. 2017).'),
    layer('FeatureAlphaDropout', None, 'feature_alpha_dropout', base='_DropoutNd', arguments='p, training',
          doc='AlphaDropout of entire channels.'),
    layer('Dropout2d', None, 'dropout2d', base='_DropoutNd', arguments='p, training, inplace',
          doc='Zeroes entire channels of images with probability p while training and divides the rest by 1 - p (Tompson et al. 2015).'),
])
