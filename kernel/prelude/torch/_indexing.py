"""Functions of torch that write at indices, in place or as a copy: scatters into views, put, masked_scatter, index_*."""

import torch
from torch._arguments import refuse_types, scalar_type
from torch._warnings import once as _once


_BETA = 'index_reduce() is in beta and the API may change at any time.'


def _overwritten(input, source, write, clear, read, name):
    """A copy into which source is written; the gradient of input is the result's with zeros at the written elements, in its strides."""
    result = write(input.detach(), source.detach())

    def backward(grads):
        rest = clear(grads[0].clone()) if input.requires_grad else None
        slices = read(grads[0]) if source.requires_grad else None
        if slices is not None and slices.is_complex() and not source.is_complex():
            raise RuntimeError('Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be true, but got false.  '
                               '(Could this error message be improved?  If so, please report an enhancement request to PyTorch.)')
        return rest, slices

    if torch.is_grad_enabled() and (input.requires_grad or source.requires_grad):
        torch.autograd.function.record_step(name, backward, [input, source], [result])
    if torch._C._has_tangents((input, source)):
        tangents = [torch.zeros_like(each) if tangent is None else tangent
                    for each, tangent in ((each, torch._C._unpack_dual(each)[1]) for each in (input, source))]
        torch._C._set_tangent(result, _overwritten(*tangents, write, clear, read, name), False)
    return result


def _scattered(input, src, view_of, name, arranged=lambda grad: grad):
    """A copy with src written into a view of it; arranged: what becomes of the gradient before it is viewed so."""
    replaced = view_of(input)
    if replaced.shape != src.shape:
        raise RuntimeError('expected src to have a size equal to the slice of self. src size = %s, slice size = %s' % (list(src.shape), list(replaced.shape)))
    if src.requires_grad and torch.is_grad_enabled() and not (replaced.is_floating_point() or replaced.is_complex()):
        raise RuntimeError('Autograd not support dtype: ' + scalar_type(replaced.dtype))

    def write(input, src):
        result = _strided_clone(input)
        view_of(result).copy_(src)
        return result

    def clear(grad):
        grad = arranged(grad)
        view_of(grad).zero_()
        return grad
    return _overwritten(input, src, write, clear, lambda grad: view_of(arranged(grad)), name)



def _strided_clone(input):
    """A copy with the same strides, unless elements overlap in memory."""
    if any(step == 0 and size > 1 for size, step in zip(input.shape, input.stride())):
        return input.clone(memory_format=torch.contiguous_format)
    return torch.empty_strided(input.shape, input.stride(), dtype=input.dtype, device=input.device).copy_(input)


def select_scatter(input, src, dim, index):
    """A copy with one position of a dimension replaced."""
    return _scattered(input, src, lambda full: full.select(dim, index), 'SelectScatterBackward0')


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy with a range of a dimension replaced."""
    if input.dim() == 0:
        raise IndexError('slice() cannot be applied to a 0-dim tensor.')
    input.size(dim)
    index = (slice(None),) * (dim % input.dim()) + (slice(start, end, step),)
    return _scattered(input, src, lambda full: full[index], 'SliceScatterBackward0')


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """A copy with a diagonal replaced."""
    return _scattered(input, src, lambda full: full.diagonal(offset, dim1, dim2), 'DiagonalScatterBackward0')


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """A copy with the elements of a strided view replaced."""
    return _scattered(input, src, lambda full: full.as_strided(size, stride, storage_offset), 'AsStridedScatterBackward0',
                      torch.Tensor.contiguous)


def index_put(input, indices, values, accumulate=False):
    """A copy with elements at index tensors written."""
    return input.clone().index_put_(indices, values, accumulate)


def _first_out_of_range(index, low, high):
    """The first index that is below low or not below high, else None."""
    if index.numel() and not index.is_meta:
        least, most = index.aminmax()
        if int(least) < low or int(most) >= high:
            return next(one for one in index.reshape(-1).tolist() if not low <= one < high)
    return None


def _named(input, name):
    """What was changed in place; for a view the node is that of its base."""
    return input if input._is_view() else torch._C._name_node(input, name)


def put_(input, index, source, accumulate=False):
    """Writes elements of the flattened tensor."""
    if index.dtype != torch.int64:
        raise RuntimeError('put_(): Expected a long tensor for index, but got ' + scalar_type(index.dtype))
    if input.dtype != source.dtype:
        raise RuntimeError('put_(): self and source expected to have the same dtype, but got self.dtype = %s and source.dtype = %s'
                           % (scalar_type(input.dtype), scalar_type(source.dtype)))
    if index.numel() != source.numel():
        raise IndexError('put_(): Expected source and index to have the same number of elements, but got source.numel() = %d, index.numel() = %d'
                           % (source.numel(), index.numel()))
    refuse_types('take_put_cpu', input.dtype)
    if input.numel() == 0 and index.numel():
        raise IndexError('put_(): Tried to put elements into an empty tensor')
    one = _first_out_of_range(index, -input.numel(), input.numel())
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
                           % (scalar_type(input.dtype), scalar_type(source.dtype)))
    if mask.dtype != torch.bool:
        raise RuntimeError('masked_scatter_ only supports boolean masks, but got mask with dtype ' + scalar_type(mask.dtype))
    refuse_types('masked_scatter', input.dtype)
    mask = mask.expand(input.shape)
    if input.is_meta:  # any of the elements may go to any position
        return _named(input.copy_(source.sum().expand(input.shape)), 'MaskedScatterBackward0')
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


def _wrapped(dim, input):
    n = max(input.dim(), 1)
    if not -n <= dim < n:
        raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got %d)' % (-n, n - 1, dim))
    return dim % n


def _write(input, at, index, value):
    if not input.numel():
        return input
    rows = input if input.dim() else input.unsqueeze(0)
    rows[(slice(None),) * at + (index.reshape(-1),)] = value
    return input


def _check_capacity(input, at, index):
    """A position in a dimension without elements is outside of the memory."""
    sizes, strides = list(input.shape), list(input.stride())
    if index.numel() and sizes and sizes[at] == 0 and sizes.count(0) == 1:
        sizes[at], strides[at] = index.numel(), 0
        need = input.element_size() * (1 + sum((n - 1) * step for n, step in zip(sizes, strides)))
        raise RuntimeError('setStorage: sizes %s, strides %s, storage offset %d, and itemsize %d requiring a storage size of %d '
                           'are out of bounds for storage of size 0' % (sizes, strides, input.storage_offset(), input.element_size(), need))


_SHARED = ('unsupported operation: %s a single memory location. Please clone() the tensor before performing the operation.')


def _check_no_overlap(written):
    """May the elements of a tensor be written one by one?"""
    if any([step == 0 and n > 1 for n, step in zip(written.shape, written.stride())]):
        raise RuntimeError(_SHARED % 'more than one element of the written-to tensor refers to')


def _check_no_partial_overlap(written, *others):
    """The same, and none of the others may overlap with them."""
    _check_no_overlap(written)
    if not written.is_contiguous():
        return
    first = written.data_ptr()
    for other in others:
        start = other.data_ptr()
        if (other.numel() and other.is_contiguous() and other._storage_id() == written._storage_id()
                and start < first + written.numel() * written.element_size() and first < start + other.numel() * other.element_size()):
            raise RuntimeError(_SHARED % 'some elements of the input tensor and the written-to tensor refer to')


def index_fill_(input, dim, index, value):
    """Fills positions of a dimension with a scalar."""
    if input.requires_grad and (input if input._base is None else input._base).is_leaf and torch.is_grad_enabled():
        raise RuntimeError('%sa leaf Variable that requires grad is being used in an in-place operation.' % ('' if input._base is None else 'a view of '))
    at = _wrapped(dim, input)
    _check_capacity(input, at, index)
    if index.dtype != torch.int64:
        raise IndexError('index_fill_(): Expected dtype int64 for index.')
    if index.dim() > 1:
        raise RuntimeError('Index has to be a vector/scalar')
    refuse_types('index_fill_cpu', input.dtype, complex32=False)
    is_tensor = isinstance(value, torch.Tensor)
    if is_tensor and value.dim():
        raise RuntimeError('index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).' % value.dim())
    if not input.is_complex() and (value.is_complex() if is_tensor else isinstance(value, complex)):
        raise RuntimeError('index_fill_(): Converting complex Scalar to non-complex type is not supported')
    if is_tensor:
        if not value.is_meta:
            torch.zeros(2, dtype=input.dtype, device='cpu').fill_(value.item())  # the scalar has to fit the dtype
        value = value.to(input.dtype)
    else:
        torch.zeros(2, dtype=input.dtype, device='cpu').fill_(value)
    return _named(_write(input, at, index, value), 'IndexFillBackward1' if is_tensor else 'IndexFillBackward0')


def index_fill(input, dim, index, value):
    """A copy with positions of a dimension filled with a scalar."""
    if isinstance(value, torch.Tensor) and value.requires_grad and torch.is_grad_enabled() and not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError('Autograd not support dtype: ' + scalar_type(input.dtype))
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
        raise RuntimeError('index_copy_(): Expected a long tensor for index, but got ' + scalar_type(index.dtype))
    if input.dtype != source.dtype:
        raise RuntimeError('index_copy_(): self and source expected to have the same dtype, but got (self) %s and (source) %s'
                           % (scalar_type(input.dtype), scalar_type(source.dtype)))
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
    _check_capacity(input, at, index)
    size = input.shape[at] if input.dim() else 1
    one = None if not input.numel() else _first_out_of_range(index, 0, size)
    if one is not None:
        raise IndexError('index_copy_(): index %d is out of bounds for dimension %d with size %d' % (one, at, size))


def index_copy_(input, dim, index, source):
    """Replaces positions of a dimension."""
    at = _wrapped(dim, input)
    _check_copy(input, at, index, source)
    refuse_types('index_copy_cpu', input.dtype, complex32=False)
    _check_no_overlap(input)
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
    at = _wrapped(dim, input)
    if index.dtype not in (torch.int32, torch.int64):
        raise RuntimeError('index_reduce_(): Expected dtype int32/int64 for index but got: ' + scalar_type(index.dtype))
    if index.dim() > 1:
        raise IndexError('index_reduce_(): Index is supposed to be a vector, but got dim: %d with type: %s and size: %s'
                         % (index.dim(), scalar_type(index.dtype), list(index.shape)))
    if input.dtype != source.dtype:
        raise RuntimeError('index_reduce_(): self (%s) and source (%s) must have the same scalar type'
                           % (scalar_type(input.dtype), scalar_type(source.dtype)))
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
    if _first_out_of_range(index, 0, size) is not None:
        raise IndexError('index out of range in self')
    if input.is_complex() and input.dim() > 1 and reduce in ('amax', 'amin'):
        raise NotImplementedError('"%s_cpu" not implemented for %r' % ('maximum' if reduce == 'amax' else 'minimum', scalar_type(input.dtype)))
    if input.dim() == 1 and (input.dtype == torch.bool or input.is_complex()):
        raise NotImplementedError('"index_func_" not implemented for ' + repr(scalar_type(input.dtype)))
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
    _check_no_partial_overlap(input, index, source)
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
    order = indices.dim_order()  # the result has the same order in memory, coordinates innermost
    stacked = torch.stack([one.permute(order) for one in result], -1)
    return tuple([one.permute([order.index(d) for d in range(indices.dim())]) for one in stacked.unbind(-1)])


def nonzero_static(input, *, size, fill_value=-1):
    """The coordinates of the first nonzero elements, padded or cut to `size`."""
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    if input.is_meta:
        return torch.empty_strided((size, input.dim()), (1, size), dtype=torch.int64, device='meta')
    found = torch.nonzero(input)[:size]
    rest = torch.full((size - found.size(0), input.dim()), fill_value, dtype=torch.int64, device=input.device)
    return torch.cat([found, rest])
