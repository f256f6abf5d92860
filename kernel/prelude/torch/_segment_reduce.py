"""torch.segment_reduce: reductions of runs of elements."""

import math

import torch

_REDUCTIONS = {'sum': (0, lambda segment: segment.sum(0)), 'mean': (math.nan, None), 'prod': (1, lambda segment: segment.prod(0)),
               'max': (-math.inf, lambda segment: segment.amax(0)), 'min': (math.inf, lambda segment: segment.amin(0))}
_REDUCTIONS['amax'], _REDUCTIONS['amin'] = _REDUCTIONS['max'], _REDUCTIONS['min']


def _reduced(segment, reduce, initial):
    empty, fold = _REDUCTIONS[reduce]
    count = segment.size(0)
    if initial is None and not count:
        return segment.new_full(segment.size()[1:], empty)
    if initial is not None:
        segment = torch.cat([segment, segment.new_full((1, *segment.size()[1:]), initial)])
    return segment.sum(0) / count if reduce == 'mean' else fold(segment)


def _segments(data, lengths, reduce, initial):
    """Of each of the leading dimensions of lengths but the last."""
    if lengths and isinstance(lengths[0], list):
        return torch.stack([_segments(data[i], each, reduce, initial) for i, each in enumerate(lengths)])
    segments, first = [], 0
    for length in lengths:
        segments.append(_reduced(data[first:first + length], reduce, initial))
        first += length
    return torch.stack(segments) if segments else data[:0]


def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    """Reduces runs of elements along a dimension, whose lengths or offsets are given."""
    if reduce not in _REDUCTIONS:
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
    elif not (unsafe or given.is_meta):
        if bool((given < 0).any()):
            raise RuntimeError('lengths contains negative value!')
        if bool((given.sum(-1) != data.size(given.dim() - 1)).any()):
            raise RuntimeError('segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when !unsafe.')
    if not data.is_floating_point():
        raise NotImplementedError('"_segment_reduce_cpu" not implemented for \'%s\'' % data.type()[6:-6])
    if data.is_meta:
        made = data.sum(axis, keepdim=True).repeat_interleave(given.size(-1), axis)
        return torch._C._name_node(made, 'SegmentReduceBackward0')
    return torch._C._name_node(_segments(data, given.tolist(), reduce, initial), 'SegmentReduceBackward0')
