"""Running combinations of the slices of tensors, for a function that is associative."""

import torch
from torch.func import vmap
from torch.utils import _pytree as pytree

_MODES = ('pointwise', 'generic')


def _check(combine_fn, leaves, dim, reverse, combine_mode):
    if not callable(combine_fn):
        raise ValueError(f'Combine_fn must be a callable, but got {combine_fn}')
    if not isinstance(dim, int):
        raise TypeError(f"'>=' not supported between instances of '{type(dim).__name__}' and 'int'")
    if not isinstance(reverse, bool):
        raise RuntimeError(f'Reverse must be a bool, but got {type(reverse)}')
    if combine_mode not in _MODES:
        raise ValueError(f"Combine_mode must either 'pointwise' or 'generic', but got {combine_mode}")
    if combine_mode == 'pointwise' and not all(x.device.type == 'cuda' for x in leaves):
        raise ValueError("For combine_mode='pointwise', all input tensors need to be on CUDA or XPU")
    rank = leaves[0].ndim
    if rank and not -rank <= dim < rank:
        raise IndexError(f'Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {dim})')
    if any(x.ndim <= dim % max(rank, 1) or x.shape[dim] == 0 for x in leaves):
        raise ValueError("All xs leaves must at least have 'dim' number of dimensions and scan dimension > 0")


def _interleaved(even, odd):
    """The rows of both in turn, those of the first before."""
    pairs = torch.stack([even[:len(odd)], odd], 1).flatten(0, 1)
    return pairs if len(even) == len(odd) else torch.cat([pairs, even[-1:]])


def _scan(combine, xs):
    """Neighbours are combined first, their running results are those of the odd rows, and each even row follows from the one before it:
    the depth is the logarithm of the length."""
    length = len(xs[0])
    if length < 2:
        return xs
    last = length - length % 2
    odd = _scan(combine, combine([x[:last:2] for x in xs], [x[1::2] for x in xs]))
    even = [x[:1] for x in xs]
    if length > 2:
        later = combine([x[:(length - 1) // 2] for x in odd], [x[2::2] for x in xs])
        even = [torch.cat(both) for both in zip(even, later)]
    return [_interleaved(*both) for both in zip(even, odd)]


def associative_scan(combine_fn, xs, dim, reverse=False, combine_mode='pointwise'):
    """For a tensor, or a tree of tensors, the combinations of the slices along dim up to each: combine_fn(combine_fn(x0, x1), x2) ...

    combine_fn takes two trees of slices and returns one; it must be associative, for neighbours are combined in whatever order is
    quickest. With reverse=True it begins at the end. combine_mode='pointwise' is for functions of elements and for GPUs only,
    'generic' for all. ValueError for other modes and for scalars and empty dimensions, IndexError for a wrong dim.
    """
    leaves, spec = pytree.tree_flatten(xs)
    _check(combine_fn, leaves, dim, reverse, combine_mode)
    rows = [x.movedim(dim, 0) for x in leaves]

    def combine(left, right):
        both = vmap(combine_fn)(pytree.tree_unflatten(left, spec), pytree.tree_unflatten(right, spec))
        made, shape = pytree.tree_flatten(both)
        if shape != spec:
            raise AssertionError(f'combine_fn must return what it takes, a tree of {len(leaves)} tensors, not one of {len(made)}')
        return made

    made = _scan(combine, [x.flip(0) for x in rows] if reverse else rows)
    return pytree.tree_unflatten([(x.flip(0) if reverse else x).movedim(0, dim) for x in made], spec)
