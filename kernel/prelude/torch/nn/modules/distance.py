"""Distances and similarities as modules."""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module


class PairwiseDistance(Module):
    """The norm of order p of x1 - x2 + eps along the last dimension; keepdim keeps that dimension, of size 1."""

    __constants__ = ['norm', 'eps', 'keepdim']

    def __init__(self, p=2.0, eps=1e-06, keepdim=False):
        super().__init__()
        self.norm, self.eps, self.keepdim = p, eps, keepdim

    def forward(self, x1, x2):
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


__getattr__, __dir__, _names = layers(globals(), [
    layer('CosineSimilarity', 'dim=1, eps=1e-08', 'cosine_similarity', inputs='x1, x2',
          doc='x1 x2 / (max(|x1|, eps) max(|x2|, eps)) along a dimension.'),
])
__all__ = _names + ['PairwiseDistance']
