"""Reductions of runs of elements, norms under older names, and functions that are no more."""

import math

import torch

_FOLDS = {'sum': (0, lambda part: part.sum(0)), 'mean': (math.nan, None), 'prod': (1, lambda part: part.prod(0)),
          'max': (-math.inf, lambda part: part.amax(0)), 'min': (math.inf, lambda part: part.amin(0))}
_FOLDS['amax'], _FOLDS['amin'] = _FOLDS['max'], _FOLDS['min']


def _folded(part, reduce, initial):
    empty, fold = _FOLDS[reduce]
    count = part.size(0)
    if initial is None and not count:
        return part.new_full(part.size()[1:], empty)
    if initial is not None:
        part = torch.cat([part, part.new_full((1, *part.size()[1:]), initial)])
    return part.sum(0) / count if reduce == 'mean' else fold(part)


def _segments(data, lengths, reduce, initial):
    """Of each of the leading dimensions of lengths but the last."""
    if lengths and isinstance(lengths[0], list):
        return torch.stack([_segments(data[i], each, reduce, initial) for i, each in enumerate(lengths)])
    parts, first = [], 0
    for length in lengths:
        parts.append(_folded(data[first:first + length], reduce, initial))
        first += length
    return torch.stack(parts) if parts else data[:0]


def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    """Reduces runs of elements along a dimension, whose lengths or offsets are given."""
    if reduce not in _FOLDS:
        raise RuntimeError('reduce argument must be either sum, prod, mean, amax or amin, got ' + reduce)
    if indices is not None:
        raise RuntimeError('segment_reduce(): indices based reduction is not supported yet.')
    given = offsets if offsets is not None else lengths
    if given is None:
        raise RuntimeError('segment_reduce(): Either lengths or offsets must be defined.')
    if not -data.dim() <= axis < data.dim():
        raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got %d)' % (-data.dim(), data.dim() - 1, axis))
    if axis % data.dim() != given.dim() - 1:
        raise RuntimeError('segment_reduce(): Expected axis to be the last dimension of lengths but got %d.' % (axis % data.dim()))
    if given.dtype not in (torch.int64, torch.int32):
        raise NotImplementedError('"_segment_reduce_%s_cpu_kernel1" not implemented for \'%s\''
                                  % ('offsets' if offsets is not None else 'lengths', given.type()[6:-6]))
    if offsets is not None:
        given = offsets.diff(dim=-1)
    elif not unsafe:
        if bool((given < 0).any()):
            raise RuntimeError('lengths contains negative value!')
        if bool((given.sum(-1) != data.size(given.dim() - 1)).any()):
            raise RuntimeError('segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when !unsafe.')
    if not data.is_floating_point():
        raise NotImplementedError('"_segment_reduce_cpu" not implemented for \'%s\'' % data.type()[6:-6])
    return torch._C._name_node(_segments(data, given.tolist(), reduce, initial), 'SegmentReduceBackward0')


def frobenius_norm(input, dim, keepdim=False, *, out=None):
    """The square root of the sum of squares."""
    if dim == () or dim == []:
        return torch.linalg.vector_norm(input, 2, None, keepdim, out=out)
    return torch._C._name_node(torch.linalg.vector_norm(input, 2, dim, keepdim, out=out), 'NormBackward1')


def nuclear_norm(input, dim=None, keepdim=False, *, out=None):
    """The sum of the singular values."""
    return torch.linalg.matrix_norm(input, 'nuc', (-2, -1) if dim is None else dim, keepdim, out=out)


def norm_except_dim(v, pow=2, dim=0):
    """The norms of the slices of a dimension; the whole norm for dim -1."""
    if dim == -1:
        return v.norm(pow)
    if dim == 0:
        return v.contiguous().view(v.size(0), -1).norm(pow, 1).view(v.size(0), *(1,) * (v.dim() - 1))
    if dim == v.dim() - 1:
        return v.contiguous().view(-1, v.size(-1)).norm(pow, 0).view(*(1,) * (v.dim() - 1), v.size(-1))
    return norm_except_dim(v.transpose(0, dim), pow, 0).transpose(0, dim)


def unsafe_chunk(input, chunks, dim=0):
    """chunk, whose parts do not know of each other."""
    if input.dim() == 0:
        raise RuntimeError('chunk expects at least a 1-dimensional tensor')
    size = -(-input.size(dim) // chunks) if chunks > 0 else 0
    if chunks <= 0:
        raise RuntimeError('chunk expects `chunks` to be greater than 0, got: %d' % chunks)
    if not size:
        return tuple([unsafe_split(input, 1, dim)[0] for _ in range(chunks)])
    return unsafe_split(input, size, dim)


def unsafe_split(input, split_size, dim=0):
    """split, whose parts do not know of each other: each may be changed in place."""
    if isinstance(split_size, torch.Tensor):
        split_size = int(split_size)
    return tuple([torch._C._name_node(part.clone() if part.requires_grad else part.data, 'UnsafeSplitBackward0')
                  for part in input.split(split_size, dim)])


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    """split_with_sizes, whose parts do not know of each other."""
    return tuple([torch._C._name_node(part.clone() if part.requires_grad else part.data, 'UnsafeSplitWithSizesBackward0')
                  for part in input.split(split_sizes, dim)])
