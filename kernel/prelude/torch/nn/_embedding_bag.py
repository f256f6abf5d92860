"""Embeddings of bags of indices, for torch.nn.functional."""

import torch
from torch._arguments import accept


def renormalize_rows(weight, index, max_norm, norm_type):
    """Scales the rows at `index` that are longer than max_norm down to it, in place."""
    if weight.is_meta:
        return weight
    with torch.no_grad():
        rows = index.reshape(-1).unique()
        if rows.numel() and bool(((rows < 0) | (rows >= weight.size(0))).any()):
            raise IndexError('index out of range in self')
        selected = weight[rows]
        norms = selected.norm(norm_type, 1, keepdim=True)
        weight[rows] = torch.where(norms > max_norm, selected * (max_norm / (norms + 1e-7)), selected)
    return weight


_TYPES = {torch.int64: 'Long', torch.int32: 'Int'}


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode='mean', sparse=False,
                  per_sample_weights=None, include_last_offset=False, padding_idx=None):
    """The sum, the mean or the maximum of the rows of each bag."""
    if weight.dtype == torch.int64 and input.is_floating_point():
        input, weight = weight, input
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError('embedding_bag: If per_sample_weights (%s) is not None, then it must have the same shape as the input '
                         '(%s)' % (per_sample_weights.shape, input.shape))
    if input.dim() not in (1, 2) or weight.dim() != 2:
        raise ValueError('input has to be 1D or 2D Tensor, but got Tensor of dimension %d' % input.dim()
                         if weight.dim() == 2 else 'weight has to be a 2D Tensor, but got Tensor of dimension %d' % weight.dim())
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError('if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length '
                             'sequences. However, found offsets of type %s' % type(offsets))
        starts = None
    else:
        if not isinstance(offsets, torch.Tensor):
            raise ValueError('offsets has to be a 1D Tensor but got %s' % type(offsets) if offsets is not None else
                             'offsets has to be a 1D Tensor but got None')
        if offsets.dim() != 1:
            raise ValueError('offsets has to be a 1D Tensor')
        starts = offsets.to(torch.int64)
        first, last = (int(starts[0]), int(starts[-1])) if starts.numel() and not starts.is_meta else (0, 0)
        if first != 0:
            raise RuntimeError('offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. '
                               'However, got %d\n[ torch.LongTensor{} ]' % first)
        if last > input.size(0):
            raise RuntimeError("offsets[-1] can not be greater than input's length %d but got offsets[-1] of %d"
                               % (input.size(0), last))
        if not include_last_offset:
            starts = torch.cat([starts, torch.tensor([input.size(0) if starts.numel() else 0], device=starts.device)])
        else:
            input = input[:last]
            per_sample_weights = None if per_sample_weights is None else per_sample_weights[:last]
    if mode not in ('sum', 'mean', 'max'):
        raise ValueError('mode has to be one of sum, mean or max')
    if per_sample_weights is not None and mode != 'sum':
        raise NotImplementedError("embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for "
                                  "mode='sum' (got mode='%s'). Please open a feature request on GitHub." % mode)
    if input.dtype not in _TYPES:
        raise RuntimeError("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but "
                           'got %s instead (while checking arguments for embedding_bag)' % input.type())
    if mode == 'max' and scale_grad_by_freq:
        raise ValueError('max mode does not support scaling the gradient by the frequency')
    if mode == 'max' and sparse:
        raise ValueError('max mode does not support sparse weights')
    if max_norm is not None:
        accept('embedding_renorm_', weight, input, max_norm, norm_type)
        renormalize_rows(weight, input, max_norm, norm_type)
    accept('embedding_bag', weight, input, input if offsets is None else offsets, scale_grad_by_freq, ('sum', 'mean', 'max').index(mode), sparse,
           per_sample_weights, include_last_offset, padding_idx)
    if padding_idx is not None and padding_idx < 0:
        padding_idx += weight.size(0)
    if scale_grad_by_freq and input.numel() and weight.requires_grad and torch.is_grad_enabled():
        weight = weight.view_as(weight)
        if sparse:
            weight.register_hook(_no_scaled_rows)
        scales = _scales(input.to(torch.int64).flatten(), weight.size(0)).unsqueeze(1)
        weight.register_hook(lambda gradient: gradient / scales)
    return torch._embedding_bag_reduce(weight, input, starts, ('sum', 'mean', 'max').index(mode), per_sample_weights,
                       -1 if padding_idx is None else padding_idx, bool(sparse))[0]


def _no_scaled_rows(gradient):
    raise RuntimeError('embedding_backward: scale_grad_by_freq not supported with sparse gradients')


def _scales(index, rows):
    """By what the gradient of each row is divided: how often the k-th of all indices in order occurs, for the k-th row that occurs."""
    counts = torch.bincount(index, minlength=rows)
    there = counts.nonzero().squeeze(1)
    scales = torch.ones_like(counts)
    scales[there] = counts[index.sort().values[:there.numel()]]
    return scales


def native_embedding_bag(weight, indices, offsets, scale_grad_by_freq=False, mode=0, sparse=False, per_sample_weights=None,
                           include_last_offset=False, padding_idx=None):
    """(the bags, the bag of each index, the sizes of bags, the indices of maxima): the form that torch has."""
    if mode not in (0, 1, 2):
        raise RuntimeError('`mode` must be sum, mean, or max.')
    if indices.dtype not in _TYPES:
        raise RuntimeError("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got %s instead "
                           '(while checking arguments for embedding_bag)' % indices.type())
    if not weight.is_floating_point():
        raise RuntimeError("Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, BFloat16, Float, Double; but "
                           'got %s instead (while checking arguments for embedding_bag)' % weight.type())
    if weight.dim() != 2:
        raise RuntimeError('weight has to be a 2D Tensor, but got Tensor of dimension %d' % weight.dim())
    if per_sample_weights is not None and mode != 0:
        raise RuntimeError("embedding_bag: per_sample_weights only supported with mode='sum'")
    rows = weight.size(0)
    if padding_idx is not None and not -rows <= padding_idx < rows:
        raise RuntimeError('padding_idx must be within the number of embeddings, %d through %d, but got %d' % (-rows, rows - 1, padding_idx))
    padding = None if padding_idx is None else padding_idx % rows
    out = embedding_bag(indices, weight, offsets, None, 2, scale_grad_by_freq and mode != 2, ('sum', 'mean', 'max')[mode], sparse and mode != 2,
                        per_sample_weights, include_last_offset, padding)
    count = out.size(0)
    plain = mode == 0 and padding is None and weight.dtype != torch.float64 and (weight.stride(1) == 1 or weight.size(1) < 2)
    if weight.is_meta:
        return (out, indices.new_empty(indices.size(0)), indices.new_empty(count),
                indices.new_empty(0 if mode == 0 else count) if mode < 2 else indices.new_empty(count, weight.size(1)))
    starts = offsets.tolist()[:count] + [offsets.tolist()[-1] if include_last_offset else indices.size(0)] if offsets.numel() else [0]
    none = indices.new_zeros(offsets.numel())
    bag = indices.new_empty(0) if plain else indices.new_tensor([b for b in range(count) for _ in range(starts[b + 1] - starts[b])])
    if mode == 0:
        return out, bag, none, none.clone()
    used = [[k for k in range(starts[b], starts[b + 1]) if padding is None or int(indices[k]) != padding] for b in range(count)]
    sizes = indices.new_tensor([len(each) for each in used])
    if mode == 1:
        return out, bag, sizes, sizes.clone()
    best = indices.new_zeros(count, weight.size(1))
    for b, each in enumerate(used):
        if each:
            best[b] = indices[each][weight.detach()[indices[each].long()].argmax(0)]
    return out, bag, sizes, best
