"""Losses of torch.nn.functional that are made of other operations. Each takes `reduction`: 'none', 'mean' or 'sum'."""

import math
import warnings

import torch
from torch._C import _nn
from torch._arguments import accept

_REDUCTIONS = ('none', 'mean', 'sum')  # by their codes in the op table


def _reduced(loss, reduction, text='{} is not a valid value for reduction'):
    if reduction == 'mean':
        return loss.mean()
    if reduction == 'sum':
        return loss.sum()
    if reduction != 'none':
        raise ValueError(text.format(reduction) if type(text) is str else reduction + text[0])
    return loss


def _require(condition, text):
    if not condition:
        raise ValueError(text)


def _checked(reduction):
    if reduction not in _REDUCTIONS:
        raise ValueError('{} is not a valid value for reduction'.format(reduction))


def reduction_name(size_average, reduce, reduction, stacklevel=3):
    """The reduction, also where it is spelled as size_average and reduce, which is deprecated."""
    if size_average is None and reduce is None:
        return reduction
    name = 'none' if reduce is not None and not reduce else 'sum' if size_average is not None and not size_average else 'mean'
    warnings.warn("size_average and reduce args will be deprecated, please use reduction='%s' instead." % name, stacklevel=stacklevel)
    return name


def reduction_code(size_average, reduce, reduction):
    """The code of a reduction in the op table."""
    reduction = reduction_name(size_average, reduce, reduction, 4)
    _checked(reduction)
    return _REDUCTIONS.index(reduction)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction='mean'):
    """The negative log likelihood of counts under Poisson distributions: exp(x) - y x, or x - y log(x + eps) without log_input."""
    reduction = reduction_name(size_average, reduce, reduction)
    if reduction not in _REDUCTIONS:
        raise ValueError(reduction + ' is not a valid value for reduction')
    accept('poisson_nll_loss', input, target, log_input, full, eps, 1)
    input, target = torch._C._autocast_take('poisson_nll_loss', (input, target))
    product = target * (input if log_input else torch._add_scalar(input, eps).log())  # first: its gradient has the strides of the other term's
    loss = (input.exp() if log_input else input) - product
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + stirling.masked_fill(target <= 1, 0)
    return _reduced(loss, reduction)


def _variances(var, input):
    """The variances of gaussian_nll_loss as a tensor that broadcasts with input: one for all, one a row, or one an element."""
    number = isinstance(var, float)
    if var < 0 if number else torch.any(var < 0):
        raise ValueError('var has negative entry/entries')
    if number:
        return var * torch.ones_like(input)
    given, sizes = tuple(var.size()), tuple(input.size())
    if given == sizes[:-1] and given != sizes:
        return var.unsqueeze(-1)
    if given != (*sizes[:-1], 1) and (len(given) != len(sizes) or any([n not in (1, m) for n, m in zip(given, sizes)])):
        raise ValueError('var is of incorrect size')
    return var


def gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction='mean'):
    """The negative log likelihood under normal distributions: (log var + (x - y)^2 / var) / 2, full: plus log(2 pi) / 2."""
    least = _variances(var, input).clone()
    if reduction not in _REDUCTIONS:
        raise ValueError(reduction + ' is not valid')
    with torch.no_grad():
        least.clamp_(min=eps)
    loss = 0.5 * (least.log() + (input - target) ** 2 / least)
    return _reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction='mean'):
    """x for similar pairs (target 1), max(0, margin - x) for dissimilar ones (-1)."""
    reduction = reduction_name(size_average, reduce, reduction)
    _checked(reduction)
    accept('hinge_embedding_loss', input, target, margin, 1)
    input, target = torch._C._autocast_take('hinge_embedding_loss', (input, target))
    zeros = torch.zeros_like(input)
    dissimilar = torch.where(target != 1, (torch.full_like(input, margin) - input).clamp_min(0), zeros)
    similar = torch.where(target != -1, input, zeros)
    return _reduced(dissimilar + similar, reduction)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction='mean'):
    """max(0, -y (x1 - x2) + margin); y = 1: the first is to be larger."""
    reduction = reduction_name(size_average, reduce, reduction)
    _checked(reduction)
    if isinstance(input1, torch.Tensor) and isinstance(input2, torch.Tensor) and isinstance(target, torch.Tensor):
        accept('margin_ranking_loss', input1, input2, target, margin, 1)
    input1, input2, target = torch._C._autocast_take('margin_ranking_loss', (input1, input2, target))
    if input1.dim() != input2.dim() or input1.dim() != target.dim():
        raise RuntimeError('margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: %s, input2: %s, target: %s '
                           % (input1.size(), input2.size(), target.size()))
    return _reduced(torch._add_scalar(-target * (input1 - input2), margin).clamp_min(0), reduction)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, reduce=None, reduction='mean'):
    """max(0, d(anchor, positive) - d(anchor, negative) + margin) (Balntas et al. 2016)."""
    if isinstance(anchor, torch.Tensor):
        anchor, positive, negative = torch._C._autocast_take('triplet_margin_loss', (anchor, positive, negative))
    reduction = reduction_name(size_average, reduce, reduction)
    _checked(reduction)
    if margin <= 0:
        raise ValueError('margin must be greater than 0, got {}'.format(margin))
    accept('triplet_margin_loss', anchor, positive, negative, margin, p, eps, swap, 1)
    if not anchor.dim() == positive.dim() == negative.dim():
        raise RuntimeError('The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: anchor %dD, positive %dD, and negative %dD inputs'
                           % (anchor.dim(), positive.dim(), negative.dim()))

    def distance(a, b):
        return torch.nn.functional.pairwise_distance(a, b, p, eps)

    return _triplets(anchor, positive, negative, distance, margin, swap, reduction, torch._add_scalar)


def _triplets(anchor, positive, negative, distance, margin, swap, reduction, add=torch.add):
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = torch.min(far, distance(positive, negative))
    return _reduced((add(near, margin) - far).clamp_min(0), reduction)


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction='mean'):
    """triplet_margin_loss with a given distance function."""
    _checked(reduction)
    if margin <= 0:
        raise ValueError('margin must be greater than 0, got %s' % margin)
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError('The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: anchor %dD, positive %dD, and negative %dD inputs'
                           % (anchor.ndim, positive.ndim, negative.ndim))
    return _triplets(anchor, positive, negative, distance_function or torch.nn.functional.pairwise_distance, margin, swap, reduction)


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction='mean'):
    """1 - cos(x1, x2) for similar pairs (target 1), max(0, cos(x1, x2) - margin) for dissimilar ones (-1)."""
    reduction = reduction_name(size_average, reduce, reduction)
    _checked(reduction)
    accept('cosine_embedding_loss', input1, input2, target, margin, 1)
    input1, input2, target = torch._C._autocast_take('cosine_embedding_loss', (input1, input2, target))
    if target.dim() > 1:
        raise RuntimeError('0D or 1D target tensor expected, multi-target not supported')
    if target.dim() == 1 and (input1.dim() != 2 or input2.dim() != 2):
        raise RuntimeError('1D target tensor expects 2D input tensors, but found inputs with sizes %s and %s.' % (list(input1.size()), list(input2.size())))
    if target.dim() == 0 and (input1.dim() != 1 or input2.dim() != 1):
        raise RuntimeError('0D target tensor expects 1D input tensors, but found inputs with sizes %s and %s.' % (list(input1.size()), list(input2.size())))
    product = (input1 * input2).sum(target.dim())
    first, second = (torch._add_scalar((each * each).sum(target.dim()), 1e-12) for each in (input1, input2))
    cosine = product / (first * second).sqrt()
    zeros = torch.zeros_like(cosine)
    similar = torch.where(target == 1, torch.ones_like(cosine) - cosine, zeros)
    dissimilar = torch.where(target == -1, torch._sub_scalar(cosine, float(margin)).clamp_min(0), zeros)
    return _reduced(similar + dissimilar, reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction='mean'):
    """The mean over the classes of the binary cross entropies of logits."""
    reduction = reduction_name(size_average, reduce, reduction)
    log_sigmoid = torch.nn.functional.logsigmoid
    loss = -(target * log_sigmoid(input) + (1 - target) * log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return _reduced(loss.sum(input.dim() - 1) / input.size(input.dim() - 1), reduction, (' is not valid',))


def _constant_target(name, target):
    if target.requires_grad and torch.is_grad_enabled():
        raise RuntimeError("The function '%s' is not differentiable with respect to argument 'target'. This input cannot have "
                           'requires_grad True.' % name)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction='mean'):
    """log(1 + exp(-target input)); targets are 1 or -1."""
    reduction = reduction_code(size_average, reduce, reduction)
    accept('soft_margin_loss', input, target, reduction)
    _constant_target('soft_margin_loss', target)
    return _nn.soft_margin_loss(input, target, reduction)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction='mean'):
    """sum_i max(0, margin - x[y] + x[i])^p / C over the classes i other than y, times weight[y] (Crammer and Singer 2001)."""
    code = reduction_code(size_average, reduce, reduction)
    _require(p == 1 or p == 2, 'only p == 1 and p == 2 supported')
    _require(weight is None or weight.dim() == 1, 'weight must be one-dimensional')
    return _nn.multi_margin_loss(input, target, p, margin, weight, code)


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction='mean'):
    """sum_ij max(0, 1 - (x[y[j]] - x[i])) / C over the classes y[j] listed before the first -1 and all others i."""
    return _nn.multilabel_margin_loss(input, target, reduction_code(size_average, reduce, reduction))
