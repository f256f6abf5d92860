"""Losses: the distance of an output from its target.

Each takes `reduction`: 'none' for the loss of each element, 'mean' or 'sum'. size_average and reduce are its deprecated spelling.
"""

import warnings

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.distance import PairwiseDistance
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


def _norm_of_margin(p, weight):
    if p not in (1, 2):
        raise ValueError('only p == 1 and p == 2 supported')
    if weight is not None and weight.dim() != 1:
        raise ValueError('MultiMarginLoss: expected weight to be None or 1D tensor, got %dD instead' % weight.dim())
    return p


def _renamed(weight):
    warnings.warn('`NLLLoss2d` has been deprecated. Please use `NLLLoss` instead as a drop-in replacement and see '
                  'https://pytorch.org/docs/main/nn.html#torch.nn.NLLLoss for more details.', FutureWarning, stacklevel=3)
    return weight


def _positive(name, margin):
    if margin <= 0:
        raise ValueError('%s: expected margin to be greater than 0, got %s instead' % (name, margin))
    return margin


def _number(delta):
    if not isinstance(delta, (int, float)):
        raise TypeError('delta must be a float or int, got: %s' % type(delta))
    return delta


def _loss(name, function, parameters=None, arguments='reduction=', base='_Loss', names='input, target', **columns):
    """The row of a loss, by default of an input and a target."""
    return layer(name, parameters, function, inputs=names, arguments=arguments, base=base, **columns)


__getattr__, __dir__, __all__ = layers(globals(), [
    _loss('MSELoss', 'mse_loss', doc='The squared error (x - y)^2.'),
    _loss('L1Loss', 'l1_loss', doc='The absolute error |x - y|.'),
    _loss('SmoothL1Loss', 'smooth_l1_loss', "size_average=None, reduce=None, reduction='mean', beta=1.0", 'reduction=, beta=',
          '_Loss(size_average, reduce, reduction)', constants='reduction',
          doc='(x - y)^2 / (2 beta) where |x - y| < beta, else |x - y| - beta / 2 (Girshick 2015).'),
    _loss('HuberLoss', 'huber_loss', "reduction='mean', delta=1.0", 'reduction=, delta=', '_Loss(reduction)',
          stored={'delta': '_number(delta)'},
          doc='(x - y)^2 / 2 where |x - y| <= delta, else delta (|x - y| - delta / 2) (Huber 1964).'),
    _loss('NLLLoss', 'nll_loss', "weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'",
          'weight=, ignore_index=, reduction=', '_WeightedLoss(weight, size_average, reduce, reduction)',
          doc='The negative log likelihood -weight[y] x[y] of log probabilities x (N, C, ...) and classes y (N, ...). Targets '
              'ignore_index do not count.'),
    _loss('NLLLoss2d', None, "weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'",
          'weight=, ignore_index=, reduction=', 'NLLLoss(weight=_renamed(weight), size_average, ignore_index, reduce, reduction)',
          constants='ignore_index, reduction', doc='The former name of NLLLoss.'),
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
    _loss('SoftMarginLoss', 'soft_margin_loss', doc='log(1 + exp(-y x)) of scores x and classes y of -1 and 1.'),
    _loss('HingeEmbeddingLoss', 'hinge_embedding_loss', "margin=1.0, size_average=None, reduce=None, reduction='mean'", 'margin=, reduction=',
          '_Loss(size_average, reduce, reduction)', doc='x where y is 1, max(0, margin - x) where y is -1.'),
    _loss('MultiLabelMarginLoss', 'multilabel_margin_loss',
          doc='The hinge loss of several classes an example: max(0, 1 - (x[y] - x[i])) over its classes y and all others i, divided by the '
              'number of classes. A target lists its classes and ends at -1.'),
    _loss('MultiLabelSoftMarginLoss', 'multilabel_soft_margin_loss', arguments='weight=, reduction=', base='_WeightedLoss',
          doc='The mean over classes of the binary cross entropy of logits.'),
    _loss('MultiMarginLoss', 'multi_margin_loss', "p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction='mean'",
          'p=, margin=, weight=, reduction=', '_WeightedLoss(weight, size_average, reduce, reduction)',
          stored={'p': '_norm_of_margin(p, weight)'},
          doc='The hinge loss of several classes: the mean of max(0, margin - x[y] + x[i])^p over all i but y (Crammer and Singer 2001).'),
    _loss('PoissonNLLLoss', 'poisson_nll_loss',
          "log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction='mean'",
          'log_input=, full=, eps=, reduction=', '_Loss(size_average, reduce, reduction)', names='log_input, target',
          doc='The negative log likelihood of counts y: exp(x) - y x with log_input, else x - y log(x + eps); full adds Stirling\'s term.'),
    _loss('GaussianNLLLoss', 'gaussian_nll_loss', "*, full=False, eps=1e-06, reduction='mean'", 'full=, eps=, reduction=', '_Loss(reduction)',
          names='input, target, var',
          doc='The negative log likelihood (log max(var, eps) + (x - y)^2 / max(var, eps)) / 2 (Nix and Weigend 1994); full adds log(2 pi) / 2.'),
    _loss('MarginRankingLoss', 'margin_ranking_loss', "margin=0.0, size_average=None, reduce=None, reduction='mean'", 'margin=, reduction=',
          '_Loss(size_average, reduce, reduction)', names='input1, input2, target', doc='max(0, -y (x1 - x2) + margin).'),
    _loss('CosineEmbeddingLoss', 'cosine_embedding_loss', "margin=0.0, size_average=None, reduce=None, reduction='mean'", 'margin=, reduction=',
          '_Loss(size_average, reduce, reduction)', names='input1, input2, target',
          doc='1 - cos(x1, x2) where y is 1, max(0, cos(x1, x2) - margin) where y is -1.'),
    _loss('TripletMarginLoss', 'triplet_margin_loss',
          "margin=1.0, p=2.0, eps=1e-06, swap=False, size_average=None, reduce=None, reduction='mean'",
          'margin=, p=, eps=, swap=, reduction=', '_Loss(size_average, reduce, reduction)', names='anchor, positive, negative',
          stored={'margin': "_positive('TripletMarginLoss', margin)"},
          doc='max(0, |a - p| - |a - n| + margin), the norms of order p; swap takes the nearer of |a - n| and |p - n| (Balntas et al. 2016).'),
    _loss('TripletMarginWithDistanceLoss', 'triplet_margin_with_distance_loss', "*, distance_function=None, margin=1.0, swap=False, reduction='mean'",
          'distance_function=, margin=, swap=, reduction=', '_Loss(reduction)', names='anchor, positive, negative', constants='margin, swap, reduction',
          stored={'margin': "_positive('TripletMarginWithDistanceLoss', margin)",
                  'distance_function': 'PairwiseDistance() if distance_function is None else distance_function'},
          doc='max(0, d(a, p) - d(a, n) + margin) with a distance of one\'s own, by default PairwiseDistance; swap takes the nearer of d(a, n) and d(p, n).'),
    _loss('CTCLoss', 'ctc_loss', "blank=0, reduction='mean', zero_infinity=False", 'blank, reduction, zero_infinity', '_Loss(reduction)',
          names='log_probs, targets, input_lengths, target_lengths', constants='blank, reduction',
          doc='Connectionist temporal classification (Graves et al. 2006): -log of the probability of all alignments of targets.'),
    _loss('KLDivLoss', 'kl_div', "size_average=None, reduce=None, reduction='mean', log_target=False", 'reduction=, log_target=',
          '_Loss(size_average, reduce, reduction)', constants='reduction',
          doc='The Kullback-Leibler divergence y (log y - x) of log probabilities x from probabilities y, or with log_target from '
              "log probabilities; reduction='batchmean' is its definition."),
], {'LinearCrossEntropyLoss': 'torch.nn.modules._linear_cross_entropy_loss'})
