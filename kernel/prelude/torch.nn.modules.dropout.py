"""Layers that leave elements out while training."""

from torch.nn import functional as F
from torch.nn.modules.module import Module


class _DropoutNd(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError('dropout probability has to be between 0 and 1, but got %s' % p)
        self.p = p
        self.inplace = inplace

    def extra_repr(self):
        return 'p=%s, inplace=%s' % (self.p, self.inplace)


class Dropout(_DropoutNd):
    """Zeroes elements with probability p while training and scales the rest."""

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout2d(_DropoutNd):
    """Zeroes whole channels with probability p while training."""

    def forward(self, input):
        return F.dropout2d(input, self.p, self.training, self.inplace)


__all__ = ['Dropout', 'Dropout2d']
