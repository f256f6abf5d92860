"""Functions of torch that join, split, turn and place parts of tensors, made of other functions."""

import torch
from torch._warnings import once as _once

_BETA = 'index_reduce() is in beta and the API may change at any time.'


def _parts(tensors):
    return tuple(tensors[0]) if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors


def _each(tensors, function):
    if len(tensors) == 1 and isinstance(tensors[0], torch.Tensor):
        return function(tensors[0])
    parts = _parts(tensors)
    torch.functional._all_tensors(parts)
    return tuple([function(tensor) for tensor in parts])


def atleast_1d(*tensors):
    """The tensors with at least one dimension."""
    return _each(tensors, lambda x: x.reshape(1) if x.dim() == 0 else x)


def atleast_2d(*tensors):
    """The tensors with at least two dimensions."""
    return _each(tensors, lambda x: x.reshape(1, 1) if x.dim() == 0 else x.unsqueeze(0) if x.dim() == 1 else x)


def atleast_3d(*tensors):
    """The tensors with at least three dimensions."""
    def three(x):
        if x.dim() == 0:
            return x.reshape(1, 1, 1)
        if x.dim() == 1:
            return x.unsqueeze(0).unsqueeze(-1)
        return x.unsqueeze(-1) if x.dim() == 2 else x
    return _each(tensors, three)


def _some(name, tensors):
    if isinstance(tensors, (list, tuple)) and not tensors:
        raise RuntimeError(name + ' expects a non-empty TensorList')


def dstack(tensors, *, out=None):
    """Joins tensors along the third dimension."""
    _some('dstack', tensors)
    return torch.cat(list(atleast_3d(*tensors)) if len(tensors) != 1 else [atleast_3d(tensors[0])], 2, out=out)


def column_stack(tensors, *, out=None):
    """Joins columns side by side; tensors of one dimension count as columns."""
    _some('column_stack', tensors)
    return torch.hstack([x.reshape(x.numel(), 1) if x.dim() <= 1 else x for x in tensors], out=out)


def row_stack(tensors, *, out=None):
    """Alias of vstack."""
    return torch.vstack(tensors, out=out)


def _sections(x, cuts, dim):
    """Pieces of a dimension: so many, or cut at positions."""
    if x.dim() == 0:
        raise RuntimeError('tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims')
    size = x.size(dim)
    if isinstance(cuts, torch.Tensor):
        if cuts.dtype != torch.int64:
            raise RuntimeError('tensor_split expected tensor_indices_or_sections to have dtype of long, but got ' + torch.functional._scalar_type(cuts))
        if cuts.dim() > 1:
            raise RuntimeError('tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but got a tensor with %d dims' % cuts.dim())
        cuts = cuts.tolist()
    if isinstance(cuts, int):
        if cuts <= 0:
            raise RuntimeError('number of sections must be larger than 0, got %d' % cuts)
        if cuts >= 2**31:
            raise RuntimeError('cannot create std::vector larger than max_size()')
        small, more = divmod(size, cuts)
        pieces, start = [], 0
        for i in range(cuts):
            length = small + (i < more)
            pieces.append(x.narrow(dim, start, length))
            start += length
        return tuple(pieces)
    pieces, before = [], 0
    for cut in [*cuts, size]:
        start, stop, _ = slice(before, cut).indices(size)
        pieces.append(x.narrow(dim, start, max(0, stop - start)))
        before = cut
    return tuple(pieces)


def tensor_split(input, indices_or_sections=None, dim=0, *, sections=None, indices=None, tensor_indices_or_sections=None):
    """Pieces of a dimension: so many of nearly equal size, or cut at positions."""
    for given in (indices_or_sections, sections, indices, tensor_indices_or_sections):
        if given is not None:
            return _sections(input, given, dim)
    raise TypeError('tensor_split() missing 1 required positional arguments: "indices_or_sections"')


def _split_along(name, least, input, cuts, dim):
    if input.dim() < least:
        raise RuntimeError('torch.%s requires a tensor with at least %d dimension, but got a tensor with %d dimensions!' % (name, least, input.dim()))
    if isinstance(cuts, torch.Tensor) and not cuts.dim() and not (cuts.is_floating_point() or cuts.is_complex()):
        cuts = int(cuts)
    if isinstance(cuts, int):
        if cuts == 0 or input.size(dim) % cuts:
            raise RuntimeError('torch.%s attempted to split along dimension %d, but the size of the dimension %d is not divisible by the split_size %d!'
                               % (name, dim, input.size(dim), cuts))
    return _sections(input, cuts, dim)


def hsplit(input, sections=None, *more, indices=None):
    """Pieces side by side: so many, or cut at positions."""
    indices_or_sections = (sections, *more) if more else sections if indices is None else indices
    return _split_along('hsplit', 1, input, indices_or_sections, 0 if input.dim() == 1 else 1)


def vsplit(input, sections=None, *more, indices=None):
    """Pieces one below the other: so many, or cut at positions."""
    indices_or_sections = (sections, *more) if more else sections if indices is None else indices
    return _split_along('vsplit', 2, input, indices_or_sections, 0)


def dsplit(input, sections=None, *more, indices=None):
    """Pieces of the third dimension: so many, or cut at positions."""
    indices_or_sections = (sections, *more) if more else sections if indices is None else indices
    return _split_along('dsplit', 3, input, indices_or_sections, 2)


def fliplr(input):
    """Reverses the second dimension."""
    if input.dim() < 2:
        raise RuntimeError('Input must be >= 2-d.')
    return input.flip(1)


def flipud(input):
    """Reverses the first dimension."""
    if input.dim() < 1:
        raise RuntimeError('Input must be >= 1-d.')
    return input.flip(0)


def rot90(input, k=1, dims=(0, 1)):
    """Turns the plane of two dimensions k times by 90 degrees, from the first towards the second."""
    dims = list(dims)
    if len(dims) != 2:
        raise RuntimeError('expected total rotation dims == 2, but got dims = %d' % len(dims))
    if input.dim() < 2:
        raise RuntimeError('expected total dims >= 2, but got total dims = %d' % input.dim())
    for dim in dims:
        if not -input.dim() <= dim < input.dim():
            raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got %d)' % (-input.dim(), input.dim() - 1, dim))
    if dims[0] == dims[1] or abs(dims[0] - dims[1]) == input.dim():
        raise RuntimeError('expected rotation dims to be different, but got dim0 = %d and dim1 = %d' % (dims[0], dims[1]))
    return torch._rot90(input, k % 4, dims[0], dims[1])


def cartesian_prod(*tensors):
    """The rows of all combinations of elements of the tensors."""
    torch.functional._all_tensors(tensors)
    if not tensors:
        raise RuntimeError('meshgrid expects a non-empty TensorList')
    for tensor in tensors:
        if tensor.dim() != 1:
            raise RuntimeError('Expect a 1D vector, but got shape ' + str(list(tensor.shape)))
    if len(tensors) == 1:
        return tensors[0]
    grids = torch.meshgrid(*tensors, indexing='ij')
    return torch.stack([grid.flatten() for grid in grids], 1)


def combinations(input, r=2, with_replacement=False):
    """The rows of all combinations of r elements, in order of their positions."""
    if input.dim() != 1:
        raise RuntimeError('Expect a 1D vector, but got shape ' + str(list(input.shape)))
    if r < 0:
        raise RuntimeError('Expect a non-negative number, but got %d' % r)
    if r == 0:
        return input.new_empty(0)
    places = torch.arange(input.numel(), device=input.device)
    grids = torch.meshgrid(*[places] * r, indexing='ij')
    chosen = torch.ones_like(grids[0], dtype=torch.bool)
    for before, after in zip(grids, grids[1:]):
        chosen = chosen & (before <= after if with_replacement else before < after)
    return torch.stack([input.index_select(0, grid.masked_select(chosen)) for grid in grids], 1)


def block_diag(*tensors):
    """A matrix with the given matrices along its diagonal."""
    return torch._block_diag(tensors)


def _triangle(row, col, offset, upper, dtype, device):
    row, col = int(row), int(col)
    if row < 0 or col < 0:
        raise RuntimeError('%s must be non-negative, got%s' % (('row', row) if row < 0 else ('col', col)))
    full = torch.ones(row, col, dtype=torch.bool, device=device)
    part = full.triu(offset) if upper else full.tril(offset)
    return torch.argwhere(part).t().contiguous().to(torch.int64 if dtype is None else dtype)


def tril_indices(row, col, offset=0, *, dtype=None, device=None, layout=None):
    """The rows and columns of the lower triangle of a matrix."""
    return torch.functional._placed(_triangle(row, col, offset, False, dtype, device), layout)


def triu_indices(row, col, offset=0, *, dtype=None, device=None, layout=None):
    """The rows and columns of the upper triangle of a matrix."""
    return torch.functional._placed(_triangle(row, col, offset, True, dtype, device), layout)


def diagflat(input, offset=0):
    """A matrix with all elements on a diagonal."""
    return torch.diag(input.contiguous().view(-1), offset)


def vander(x, N=None, increasing=False):
    """The powers of each element as a row."""
    if x.dim() != 1:
        raise RuntimeError('x must be a one-dimensional tensor.')
    count = x.numel() if N is None else N
    if count < 0:
        raise RuntimeError('N must be non-negative.')
    kind = x.dtype if x.is_floating_point() or x.is_complex() else torch.int64
    result = torch.ones(x.numel(), count, dtype=kind, device=x.device)
    if count > 1:
        powers = torch.cumprod(x.to(kind).unsqueeze(1).expand(x.numel(), count - 1), 1)
        result = torch.cat([result.narrow(1, 0, 1), powers], 1)
    return result if increasing else result.flip(1)


def _overwritten(input, source, write, clear, read, name):
    """A copy into which source is written: its gradient is the result's, as that lies, with zeros there."""
    result = write(input.detach(), source.detach())

    def backward(grads):
        rest = clear(grads[0].clone()) if input.requires_grad else None
        part = read(grads[0]) if source.requires_grad else None
        if part is not None and part.is_complex() and not source.is_complex():
            raise RuntimeError('Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be true, but got false.  '
                               '(Could this error message be improved?  If so, please report an enhancement request to PyTorch.)')
        return rest, part

    if torch.is_grad_enabled() and (input.requires_grad or source.requires_grad):
        torch.autograd.function.record_step(name, backward, [input, source], [result])
    return result


def _scattered(input, src, place, name, arranged=lambda grad: grad):
    """A copy with src in the place of a view; arranged: what becomes of the gradient before it is seen so."""
    part = place(input)
    if part.shape != src.shape:
        raise RuntimeError('expected src to have a size equal to the slice of self. src size = %s, slice size = %s' % (list(src.shape), list(part.shape)))
    if src.requires_grad and torch.is_grad_enabled() and not (part.is_floating_point() or part.is_complex()):
        raise RuntimeError('Autograd not support dtype: ' + part.type().rpartition('.')[2][:-6])

    def write(input, src):
        result = _twin(input)
        place(result).copy_(src)
        return result

    def clear(grad):
        grad = arranged(grad)
        place(grad).zero_()
        return grad
    return _overwritten(input, src, write, clear, lambda grad: place(arranged(grad)), name)



def _twin(input):
    """A copy with the same strides, unless an element stands at several places."""
    if any(step == 0 and size > 1 for size, step in zip(input.shape, input.stride())):
        return input.clone(memory_format=torch.contiguous_format)
    return torch.empty_strided(input.shape, input.stride(), dtype=input.dtype, device=input.device).copy_(input)


def select_scatter(input, src, dim, index):
    """A copy with one position of a dimension replaced."""
    return _scattered(input, src, lambda whole: whole.select(dim, index), 'SelectScatterBackward0')


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy with a range of a dimension replaced."""
    if input.dim() == 0:
        raise IndexError('slice() cannot be applied to a 0-dim tensor.')
    input.size(dim)
    place = (slice(None),) * (dim % input.dim()) + (slice(start, end, step),)
    return _scattered(input, src, lambda whole: whole[place], 'SliceScatterBackward0')


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """A copy with a diagonal replaced."""
    return _scattered(input, src, lambda whole: whole.diagonal(offset, dim1, dim2), 'DiagonalScatterBackward0')


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """A copy with the elements of a strided view replaced."""
    return _scattered(input, src, lambda whole: whole.as_strided(size, stride, storage_offset), 'AsStridedScatterBackward0',
                      torch.Tensor.contiguous)


def index_put(input, indices, values, accumulate=False):
    """A copy with elements at index tensors written."""
    return input.clone().index_put_(indices, values, accumulate)


def _first_outside(index, low, high):
    """The first index that is below low or not below high, else None."""
    if index.numel():
        least, most = index.aminmax()
        if int(least) < low or int(most) >= high:
            return next(one for one in index.reshape(-1).tolist() if not low <= one < high)
    return None


def _named(input, name):
    """What was changed in place; a view's step is one of its base."""
    return input if input._is_view() else torch._C._name_node(input, name)


def put_(input, index, source, accumulate=False):
    """Writes elements of the flattened tensor."""
    if index.dtype != torch.int64:
        raise RuntimeError('put_(): Expected a long tensor for index, but got ' + torch.functional._scalar_type(index))
    if input.dtype != source.dtype:
        raise RuntimeError('put_(): self and source expected to have the same dtype, but got self.dtype = %s and source.dtype = %s'
                           % (torch.functional._scalar_type(input), torch.functional._scalar_type(source)))
    if index.numel() != source.numel():
        raise IndexError('put_(): Expected source and index to have the same number of elements, but got source.numel() = %d, index.numel() = %d'
                           % (source.numel(), index.numel()))
    if input.numel() == 0 and index.numel():
        raise IndexError('put_(): Tried to put elements into an empty tensor')
    one = _first_outside(index, -input.numel(), input.numel())
    if one is not None:
        raise IndexError('out of range: tried to access index %d on a tensor of %d elements.' % (one, input.numel()))
    if input.is_contiguous():
        input.view(-1).index_put_((index.reshape(-1),), source.reshape(-1), accumulate)
        return _named(input, 'PutBackward0')
    flat = input.reshape(-1).index_put((index.reshape(-1),), source.reshape(-1), accumulate)
    input.copy_(flat.view(input.shape))
    return _named(input, 'PutBackward0')


def put(input, index, source, accumulate=False):
    """A copy with elements of the flattened tensor written."""
    def write(input, source):
        return put_(input.clone(), index, source, accumulate)

    def clear(grad):
        return grad if accumulate else put_(grad, index, torch.zeros_like(source.detach()))

    def read(grad):
        return grad.take(index).reshape(source.shape)
    return _overwritten(input, source, write, clear, read, 'PutBackward0')


def masked_scatter_(input, mask, source):
    """Fills the elements where the mask holds with the first elements of source."""
    if input.dtype != source.dtype:
        raise RuntimeError('masked_scatter: expected self and source to have same dtypes but got%s and %s'
                           % (torch.functional._scalar_type(input), torch.functional._scalar_type(source)))
    if mask.dtype != torch.bool:
        raise RuntimeError('masked_scatter_ only supports boolean masks, but got mask with dtype ' + torch.functional._scalar_type(mask))
    mask = mask.expand(input.shape)
    count = int(mask.sum())
    if source.numel() < count:
        raise RuntimeError('Number of elements of source < number of ones in mask')
    if input.dim() == 0:
        input.copy_(torch.where(mask, source.reshape(-1)[0] if source.numel() else source.sum(), input))
    else:
        input.index_put_((mask,), source.reshape(-1)[:count])
    return _named(input, 'MaskedScatterBackward0')


def masked_scatter(input, mask, source):
    """A copy whose elements where the mask holds are the first elements of source."""
    shape = torch.broadcast_tensors(mask, input)[0].shape
    filled = masked_scatter_(torch.zeros(shape, dtype=input.dtype, device=input.device), mask, source)
    return torch._C._name_node(torch.where(mask.expand(shape).contiguous(), filled, input), 'MaskedScatterBackward0')


def _place(dim, input):
    n = max(input.dim(), 1)
    if not -n <= dim < n:
        raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got %d)' % (-n, n - 1, dim))
    return dim % n


def _write(input, at, index, value):
    if not input.numel():
        return input
    whole = input if input.dim() else input.unsqueeze(0)
    whole[(slice(None),) * at + (index.reshape(-1),)] = value
    return input


def _check_room(input, at, index):
    """A place in a dimension without elements lies outside of the memory."""
    sizes, strides = list(input.shape), list(input.stride())
    if index.numel() and sizes and sizes[at] == 0 and sizes.count(0) == 1:
        sizes[at], strides[at] = index.numel(), 0
        need = input.element_size() * (1 + sum((n - 1) * step for n, step in zip(sizes, strides)))
        raise RuntimeError('setStorage: sizes %s, strides %s, storage offset %d, and itemsize %d requiring a storage size of %d '
                           'are out of bounds for storage of size 0' % (sizes, strides, input.storage_offset(), input.element_size(), need))


_SHARED = ('unsupported operation: %s a single memory location. Please clone() the tensor before performing the operation.')


def _check_single(written):
    """May the elements of a tensor be written one by one?"""
    if any([step == 0 and n > 1 for n, step in zip(written.shape, written.stride())]):
        raise RuntimeError(_SHARED % 'more than one element of the written-to tensor refers to')


def _check_apart(written, *others):
    """The same, and none of the others may lie where they do."""
    _check_single(written)
    if not written.is_contiguous():
        return
    first = written.data_ptr()
    for other in others:
        start = other.data_ptr()
        if (other.numel() and other.is_contiguous() and other._storage_id() == written._storage_id()
                and start < first + written.numel() * written.element_size() and first < start + other.numel() * other.element_size()):
            raise RuntimeError(_SHARED % 'some elements of the input tensor and the written-to tensor refer to')


def index_fill_(input, dim, index, value):
    """Fills positions of a dimension with a number."""
    if input.requires_grad and (input if input._base is None else input._base).is_leaf and torch.is_grad_enabled():
        raise RuntimeError('%sa leaf Variable that requires grad is being used in an in-place operation.' % ('' if input._base is None else 'a view of '))
    at = _place(dim, input)
    _check_room(input, at, index)
    if index.dtype != torch.int64:
        raise IndexError('index_fill_(): Expected dtype int64 for index.')
    if index.dim() > 1:
        raise RuntimeError('Index has to be a vector/scalar')
    is_tensor = isinstance(value, torch.Tensor)
    if is_tensor and value.dim():
        raise RuntimeError('index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).' % value.dim())
    if not input.is_complex() and (value.is_complex() if is_tensor else isinstance(value, complex)):
        raise RuntimeError('index_fill_(): Converting complex Scalar to non-complex type is not supported')
    if is_tensor:
        torch.zeros(2, dtype=input.dtype).fill_(value.item())  # the number has to fit
        value = value.to(input.dtype)
    else:
        torch.zeros(2, dtype=input.dtype).fill_(value)
    return _named(_write(input, at, index, value), 'IndexFillBackward1' if is_tensor else 'IndexFillBackward0')


def index_fill(input, dim, index, value):
    """A copy with positions of a dimension filled with a number."""
    if isinstance(value, torch.Tensor) and value.requires_grad and torch.is_grad_enabled() and not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError('Autograd not support dtype: ' + torch.functional._scalar_type(input))
    return index_fill_(input.clone(), dim, index, value)


def _check_copy(input, at, index, source):
    if index.dim() > 1:
        raise IndexError('index_copy_(): Index should have dimension 1 or 0 (got %d)' % index.dim())
    count = index.numel()
    if source.dim() == 0 and count != 1:
        raise IndexError('index_copy_(): When source is scalar, index should have one element (got %d)' % count)
    if source.dim() and input.dim() and source.dim() != input.dim():
        raise IndexError('index_copy_(): When source and destination are not scalars, their dimensionality must match. Source '
                         'dimensionality (%d), destination dimensionality (%d)' % (source.dim(), input.dim()))
    if index.dtype != torch.int64:
        raise RuntimeError('index_copy_(): Expected a long tensor for index, but got ' + torch.functional._scalar_type(index))
    if input.dtype != source.dtype:
        raise RuntimeError('index_copy_(): self and source expected to have the same dtype, but got (self) %s and (source) %s'
                           % (torch.functional._scalar_type(input), torch.functional._scalar_type(source)))
    mine, theirs = list(input.shape), list(source.shape)
    if mine:
        del mine[at]
    if theirs:
        del theirs[at]
    if mine != theirs:
        raise RuntimeError('index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: %s at '
                           'dimension %d and source slice shape: %s at dimension 0.' % (' '.join(map(str, mine)), at, ' '.join(map(str, theirs))))
    if source.dim() and count != source.shape[at]:
        raise IndexError('index_copy_(): Number of indices (%d) should be equal to source.size(dim) (%d)' % (count, source.shape[at]))
    _check_room(input, at, index)
    size = input.shape[at] if input.dim() else 1
    one = None if not input.numel() else _first_outside(index, 0, size)
    if one is not None:
        raise IndexError('index_copy_(): index %d is out of bounds for dimension %d with size %d' % (one, at, size))


def index_copy_(input, dim, index, source):
    """Replaces positions of a dimension."""
    at = _place(dim, input)
    _check_copy(input, at, index, source)
    _check_single(input)
    return _named(_write(input, at, index, source if input.dim() else source.reshape(())), 'IndexCopyBackward0')


def index_copy(input, dim, index, source):
    """A copy with positions of a dimension replaced."""
    return index_copy_(input.clone(memory_format=torch.contiguous_format), dim, index, source)


def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    """A copy with the slices of source folded into positions of a dimension."""
    return _index_reduced(input, dim, index, source, reduce, include_self)


def _index_reduced(input, dim, index, source, reduce, include_self):
    if reduce not in ('prod', 'mean', 'amax', 'amin'):
        raise RuntimeError('index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got ' + reduce + '.')
    at = _place(dim, input)
    if index.dtype not in (torch.int32, torch.int64):
        raise RuntimeError('index_reduce_(): Expected dtype int32/int64 for index but got: ' + torch.functional._scalar_type(index))
    if index.dim() > 1:
        raise IndexError('index_reduce_(): Index is supposed to be a vector, but got dim: %d with type: %s and size: %s'
                         % (index.dim(), torch.functional._scalar_type(index), list(index.shape)))
    if input.dtype != source.dtype:
        raise RuntimeError('index_reduce_(): self (%s) and source (%s) must have the same scalar type'
                           % (torch.functional._scalar_type(input), torch.functional._scalar_type(source)))
    if at > 0 and at >= source.dim():
        raise RuntimeError('index_reduce_(): Indexing dim %d is out of bounds of the source tensor with dim %d' % (at, source.dim()))
    _once(_BETA, stacklevel=3)
    if (source.shape[at] if source.dim() else 1) != index.numel():
        raise RuntimeError('index_reduce_(): Number of indices (%d) should be equal to source.size(dim): (%d), for dim: %d'
                           % (index.numel(), source.size(at) if source.dim() else 1, at))
    if source.dim() != input.dim() or any(source.shape[i] != n for i, n in enumerate(input.shape) if i != at):
        raise RuntimeError('source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = %s '
                           'source.shape = %s' % (list(input.shape), list(source.shape)))
    size = input.shape[at] if input.dim() else 1
    if not size and input.dim() > 1 and index.numel():
        raise IndexError('select(): index %d out of range for tensor of size %s at dimension %d' % (index.reshape(-1)[0], list(input.shape), at))
    if any(not 0 <= one < size for one in index.tolist()) if index.dim() else not 0 <= int(index) < size:
        raise IndexError('index out of range in self')
    if input.is_complex() and input.dim() > 1 and reduce in ('amax', 'amin'):
        raise NotImplementedError('"%s_cpu" not implemented for %r' % ('maximum' if reduce == 'amax' else 'minimum', torch.functional._scalar_type(input)))
    if input.dim() == 1 and (input.dtype == torch.bool or input.is_complex()):
        raise NotImplementedError('"index_func_" not implemented for ' + repr(torch.functional._scalar_type(input)))
    shape = [1] * input.dim()
    if shape:
        shape[at] = -1
    result = torch.scatter_reduce(input, at, index.to(torch.int64).reshape(shape).expand(source.shape), source, reduce, include_self=include_self)
    if not result.is_contiguous():
        result = result.contiguous()
    return torch._C._name_node(result, 'IndexReduceBackward0')


def index_reduce_(input, dim, index, source, reduce, *, include_self=True):
    """Folds the slices of source into positions of a dimension."""
    result = _index_reduced(input.clone(), dim, index, source, reduce, include_self)
    _check_apart(input, index, source)
    return _named(input.copy_(result), 'IndexReduceBackward0')


def unravel_index(indices, shape):
    """The coordinates of positions in a flattened tensor of a shape."""
    if indices.is_floating_point() or indices.is_complex() or indices.dtype == torch.bool:
        raise TypeError("expected 'indices' to be integer dtype, but got %s" % indices.dtype)
    shape = [shape] if isinstance(shape, int) else list(shape)
    result = []
    for size in reversed(shape):
        result.insert(0, indices % size)
        indices = indices // size
    if not result:
        return ()
    order = indices.dim_order()  # the stack of them lies so, the coordinates innermost
    stacked = torch.stack([one.permute(order) for one in result], -1)
    return tuple([one.permute([order.index(d) for d in range(indices.dim())]) for one in stacked.unbind(-1)])


def adjoint(input):
    """The last two dimensions exchanged, of complex numbers conjugated."""
    turned = input.transpose(-2, -1)
    return turned.conj() if input.is_complex() else turned


def narrow_copy(input, dim, start, length):
    """A copy of a range of a dimension."""
    if isinstance(start, torch.Tensor):
        start = int(start)
    if input.dim() and dim >= input.dim():
        raise RuntimeError('Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.  (Could this error message be '
                           'improved?  If so, please report an enhancement request to PyTorch.)')
    if length < 0 <= start <= input.size(dim):
        raise RuntimeError('start (%d) + length (%d) exceeds dimension size (%d).' % (start, length, input.size(dim)))
    return torch._C._name_node(input.narrow(dim, start, length).clone(memory_format=torch.contiguous_format), 'NarrowCopyBackward0')


# whose plain case is a row of the op table
torch._C._quick(cartesian_prod, 'cartesian_prod')
