"""Losses: the distance of an output from its target.

Each takes `reduction`: 'none' for the loss of each element, 'mean' or 'sum'. size_average and reduce are its deprecated spelling.
"""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module


class _Loss(Module):
    """What the losses have in common: the reduction."""

    __constants__ = ['reduction']

    def __init__(self, size_average=None, reduce=None, reduction='mean'):
        super().__init__()
        self.reduction = F._reduction_name(size_average, reduce, reduction)


class _WeightedLoss(_Loss):
    """A loss with a weight for each class or element, which is a buffer."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction='mean'):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer('weight', weight)


def _loss(name, function, parameters=None, arguments='reduction=', base='_Loss', **columns):
    """The row of a loss of an input and a target."""
    return layer(name, parameters, function, inputs='input, target', arguments=arguments, base=base, **columns)


__getattr__, __dir__, __all__ = layers(globals(), [
    _loss('MSELoss', 'mse_loss', doc='The squared error (x - y)^2.'),
    _loss('L1Loss', 'l1_loss', doc='The absolute error |x - y|.'),
    _loss('SmoothL1Loss', 'smooth_l1_loss', "size_average=None, reduce=None, reduction='mean', beta=1.0", 'reduction=, beta=',
          '_Loss(size_average, reduce, reduction)',
          doc='(x - y)^2 / (2 beta) where |x - y| < beta, else |x - y| - beta / 2 (Girshick 2015).'),
    _loss('HuberLoss', 'huber_loss', "reduction='mean', delta=1.0", 'reduction=, delta=', '_Loss(reduction)',
          doc='(x - y)^2 / 2 where |x - y| <= delta, else delta (|x - y| - delta / 2) (Huber 1964).'),
    _loss('NLLLoss', 'nll_loss', "weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'",
          'weight=, ignore_index=, reduction=', '_WeightedLoss(weight, size_average, reduce, reduction)',
          doc='The negative log likelihood -weight[y] x[y] of log probabilities x (N, C, ...) and classes y (N, ...). Targets '
              'ignore_index do not count.'),
    _loss('CrossEntropyLoss', 'cross_entropy',
          "weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0",
          'weight=, ignore_index=, reduction=, label_smoothing=', '_WeightedLoss(weight, size_average, reduce, reduction)',
          doc='The cross entropy -sum_c p[c] log softmax(x)[c] of logits x (N, C, ...) and classes (N, ...) or probabilities '
              '(N, C, ...); label_smoothing mixes the even distribution into p (Szegedy et al. 2016).'),
    _loss('BCELoss', 'binary_cross_entropy', arguments='weight=, reduction=', base='_WeightedLoss',
          doc='The binary cross entropy -(y log x + (1 - y) log(1 - x)) of probabilities x.'),
    _loss('BCEWithLogitsLoss', 'binary_cross_entropy_with_logits',
          "weight=None, size_average=None, reduce=None, reduction='mean', pos_weight=None", 'weight, pos_weight=, reduction=',
          '_Loss(size_average, reduce, reduction)', buffers='weight, pos_weight',
          doc='The binary cross entropy of logits: -(pos_weight y log sigmoid(x) + (1 - y) log(1 - sigmoid(x))).'),
    _loss('KLDivLoss', 'kl_div', "size_average=None, reduce=None, reduction='mean', log_target=False", 'reduction=, log_target=',
          '_Loss(size_average, reduce, reduction)',
          doc='The Kullback-Leibler divergence y (log y - x) of log probabilities x from probabilities y, or with log_target from '
              "log probabilities; reduction='batchmean' is its definition."),
])
