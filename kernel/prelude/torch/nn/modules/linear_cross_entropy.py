"""The cross entropy of what a linear layer gives, at once or in chunks of the batch."""

import warnings

import torch
import torch.nn.functional as F

_TWICE = 'linear_cross_entropy chunked backward called twice; retain_graph=True / double backward are not supported.'


def _chunks(count, rows):
    return [slice(first, min(first + rows, count)) for first in range(0, count, rows)]


def _losses(x, linear_weight, bias, target, class_weight, ignore):
    """(losses of rows, the logarithms of probabilities, weights of rows, targets with 0 for those that are ignored)."""
    logits = F.linear(x, linear_weight, bias)
    logs = (logits.float() if logits.dtype.itemsize == 2 else logits).log_softmax(1)
    kept = target != ignore
    picked = torch.where(kept, target, 0)
    weights = kept.to(logs.dtype) if class_weight is None else torch.where(kept, class_weight.to(logs.dtype)[picked], 0)
    return -logs.gather(1, picked.unsqueeze(1)).squeeze(1) * weights, logs, weights, picked


class _Gradients:
    """Sums of the gradients of those of input, weight and bias that want one."""

    def __init__(self, wanted, tensors, dtype):
        self.of = [torch.zeros(x.shape, dtype=x.dtype if i == 0 else dtype, device=x.device) if want else None
                   for i, (want, x) in enumerate(zip(wanted, tensors))]

    def add(self, at, logs, picked, factors, x, linear_weight):
        slope = logs.exp()
        slope.scatter_add_(1, picked.unsqueeze(1), torch.full_like(slope[:, :1], -1))
        slope = (slope * factors.unsqueeze(1)).to(x.dtype)
        of_input, of_weight, of_bias = self.of
        if of_input is not None:
            of_input[at] = slope @ linear_weight
        if of_weight is not None:
            of_weight += slope.t() @ x
        if of_bias is not None:
            of_bias += slope.sum(0)

    def times(self, g, tensors):
        return [None if found is None else (found * g).to(x.dtype) for found, x in zip(self.of, tensors)]


def _forward(ctx, input, linear_weight, bias, target, class_weight, reduction, ignore, rows, keeps, dtype):
    tensors = input, linear_weight, bias
    found = _Gradients(ctx.needs_input_grad[:3], tensors, dtype)
    total = torch.zeros((), dtype=torch.float32 if input.dtype.itemsize == 2 else input.dtype, device=input.device)
    count = total.clone()
    for at in _chunks(input.size(0), rows):
        losses, logs, weights, picked = _losses(input[at], linear_weight, bias, target[at], class_weight, ignore)
        total += losses.sum()
        count += weights.sum()
        if any(ctx.needs_input_grad[:3]):
            found.add(at, logs, picked, weights, input[at], linear_weight)
    ctx.found, ctx.keeps, ctx.scale = found, keeps, 1 / count if reduction == 'mean' else torch.ones_like(count)
    ctx.save_for_backward(*tensors)
    return (total * ctx.scale).to(input.dtype)


def _backward(ctx, g):
    if ctx.found is None:
        raise RuntimeError(_TWICE)
    with torch.no_grad():
        results = ctx.found.times(g * ctx.scale, ctx.saved_tensors)
    if not ctx.keeps:
        ctx.found = None
    return *results, None, None, None, None, None, None, None


def _forward_rows(ctx, input, linear_weight, bias, target, class_weight, ignore, rows, dtype):
    ctx.save_for_backward(input, linear_weight, bias, target, class_weight)
    ctx.how = ignore, rows, dtype
    parts = [_losses(input[at], linear_weight, bias, target[at], class_weight, ignore)[0] for at in _chunks(input.size(0), rows)]
    return torch.cat(parts).to(input.dtype) if parts else input.new_zeros(0)


def _backward_rows(ctx, g):
    input, linear_weight, bias, target, class_weight = ctx.saved_tensors
    ignore, rows, dtype = ctx.how
    with torch.no_grad():
        found = _Gradients(ctx.needs_input_grad[:3], (input, linear_weight, bias), dtype)
        for at in _chunks(input.size(0), rows):
            _, logs, weights, picked = _losses(input[at], linear_weight, bias, target[at], class_weight, ignore)
            found.add(at, logs, picked, weights * g[at], input[at], linear_weight)
        results = found.times(1, (input, linear_weight, bias))
    return *results, None, None, None, None, None


def _function(name, forward, backward):
    return type('GeneratedBackwardFor_torch_nn__linear_cross_entropy_batch_chunked_' + name, (torch.autograd.Function,),
                {'forward': staticmethod(forward), 'backward': staticmethod(backward)})


_reduced = _function('default', _forward, _backward)
_by_rows = _function('no_reduction_default', _forward_rows, _backward_rows)


def _chunked(input, linear_weight, target, bias, weight, reduction, ignore, options):
    if input.dim() == 1:
        return _chunked(input.unsqueeze(0), linear_weight, target.unsqueeze(0), bias, weight, 'none', ignore, options).squeeze(0)
    if target.dim() != 1 or target.size(0) != input.size(0):
        raise ValueError('Expected input batch_size (%d) to match target batch_size (%d).' % (input.size(0), target.size(0) if target.dim() else 1))
    rows, dtype = options._rows(*input.shape, linear_weight.size(0)), options._sums_in(input.dtype)
    if reduction == 'none':
        return _by_rows.apply(input, linear_weight, bias, target, weight, ignore, rows, dtype)
    return _reduced.apply(input, linear_weight, bias, target, weight, reduction, ignore, rows, options.allow_retain_graph, dtype)


def _check(input, linear_weight, linear_bias, target, ignore_index):
    if input.dim() not in (1, 2):
        raise RuntimeError('expected input with dimensionality 1 or 2, got %d' % input.dim())
    if input.size(-1) != linear_weight.size(-1):
        raise RuntimeError('expected equal input and linear_weight last dimensions (in_features), got %d and %d, respectively'
                           % (input.size(-1), linear_weight.size(-1)))
    if linear_weight.dim() > 2 and input.dim() == 1:
        raise RuntimeError('K-dimensional loss defined by linear_weight shape %s requires batched input, (N, %d), got unbatched input with '
                           'shape %s' % (tuple(linear_weight.shape), linear_weight.size(-1), tuple(input.shape)))
    if linear_bias is not None and linear_bias.shape != linear_weight.shape[:-1]:
        raise RuntimeError('expected linear_bias shape %s, got %s' % (tuple(linear_weight.shape[:-1]), tuple(linear_bias.shape)))
    if ignore_index is not None and target.is_floating_point():
        raise RuntimeError('ignore_index cannot be specified when target contains probabilities')


def linear_cross_entropy(input, linear_weight, target, linear_bias, weight, reduction, ignore_index, label_smoothing, options):
    """See torch.nn.functional.linear_cross_entropy."""
    _check(input, linear_weight, linear_bias, target, ignore_index)
    ignore = -100 if ignore_index is None else ignore_index
    more = tuple(linear_weight.shape[1:-1])
    if options is not None:
        if not hasattr(options, '_sums_in'):
            raise AttributeError("'%s' object has no attribute '_adjust'" % type(options).__name__)
        if reduction in ('mean', 'sum', 'none') and label_smoothing == 0 and target.dtype == torch.int64 and more == ():
            return _chunked(input, linear_weight, target, linear_bias, weight, reduction, ignore, options)
        warnings.warn("linear_cross_entropy: ``options`` ignored; chunked path needs reduction in {'mean','sum','none'}, label_smoothing == 0, "
                      'target.dtype == int64, out_features == (). Got reduction=%r, label_smoothing=%s, target.dtype=%s, out_features=%s, '
                      'tracing=False, linear_bias.shape=%s.'
                      % (reduction, label_smoothing, target.dtype, more, None if linear_bias is None else tuple(linear_bias.shape)), stacklevel=3)
    flat = linear_bias if linear_bias is None else linear_bias.flatten()
    logits = F.linear(input, linear_weight.flatten(0, -2), flat)
    if more:
        logits = logits.unflatten(-1, linear_weight.shape[:-1])
    return F.cross_entropy(logits, target, weight, reduction=reduction, ignore_index=ignore, label_smoothing=label_smoothing)
