"""The cross entropy of what a linear layer of its own gives."""

import math

import torch.nn.functional as F
from torch.nn.modules.linear import Linear
from torch.nn.modules.loss import _WeightedLoss


class LinearCrossEntropyLoss(_WeightedLoss):
    """The cross entropy of logits that a linear layer makes of the input, (N, in_features), and of classes or probabilities.

    out_features: there are as many losses of num_classes classes, in these dimensions; bias: of the linear layer; weight, reduction,
    ignore_index, label_smoothing: as CrossEntropyLoss; options: LinearCrossEntropyOptions, in chunks of the batch."""

    __module__ = 'torch.nn.modules.loss'
    __constants__ = ['num_classes', 'out_features', 'reduction', 'ignore_index', 'label_smoothing']

    def __init__(self, in_features, num_classes, *, out_features=(), bias=False, device=None, dtype=None, reduction='mean', weight=None,
                 ignore_index=None, label_smoothing=0.0, options=None):
        super().__init__(weight, reduction=reduction)
        self.num_classes, self.out_features = num_classes, tuple(out_features)
        self.ignore_index, self.label_smoothing, self.options = ignore_index, label_smoothing, options
        self.linear = Linear(in_features, num_classes * math.prod(self.out_features), bias=bias, device=device, dtype=dtype)

    def extra_repr(self):
        """The options, as the text of the layer shows them."""
        shown = {'in_features': self.linear.in_features, 'num_classes': self.num_classes, 'out_features': self.out_features,
                 'bias': self.linear.bias is not None, 'reduction': self.reduction, 'ignore_index': self.ignore_index,
                 'label_smoothing': self.label_smoothing, 'options': self.options}
        return ', '.join(['%s=%s' % (name, value) for name, value in shown.items()])

    def forward(self, input, target):
        """The loss of an input and a target."""
        shape = (self.num_classes, *self.out_features)
        bias = self.linear.bias
        return F.linear_cross_entropy(input, self.linear.weight.view(*shape, -1), target, linear_bias=bias if bias is None else bias.view(shape),
                                      weight=self.weight, reduction=self.reduction, ignore_index=self.ignore_index,
                                      label_smoothing=self.label_smoothing, options=self.options)
