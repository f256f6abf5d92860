"""as_strided_ and set_: tensors that become views of memory, of their own, of another tensor or of a storage."""

import math

import torch
from torch._arguments import cxx_name

_MOST = 2 ** 63


def as_strided_(input, size, stride, storage_offset=None):
    """Becomes a view of its own memory with given sizes and strides."""
    return input._set_(input.as_strided(size, stride, storage_offset))


def _strides(size):
    """The strides of a contiguous tensor of given sizes."""
    strides, step = [], 1
    for each in reversed(size):
        strides.insert(0, step)
        step *= max(each, 1)
    return tuple(strides)


def _extent(size, stride, offset):
    """How many elements of memory a view reaches over; what PyTorch refuses raises its errors."""
    if len(size) != len(stride):
        raise RuntimeError('unequal size length (%d) and stride length (%d)' % (len(size), len(stride)))
    if any([n < 0 for n in size]) or math.prod(size) >= _MOST:
        raise RuntimeError('numel: integer multiplication overflow')
    if offset < 0:
        raise RuntimeError('Tensor: invalid storage offset %d' % offset)
    if not all(size):
        return 0
    last = sum([(n - 1) * step for n, step in zip(size, stride)])
    if any([step < 0 for step in stride]) or last >= _MOST:
        raise RuntimeError('Storage size calculation overflowed with sizes=%s and strides=%s' % (list(size), list(stride)))
    return offset + last + 1


def _view(input, elements, offset, size, stride):
    """Makes a tensor a view of elements; memory that is not its own yet grows where the view is larger."""
    size = tuple(size)
    stride = _strides(size) if stride is None else tuple(stride)
    extent = _extent(size, stride, offset)
    if extent > elements.numel():
        width = input.element_size()
        own = input._storage_id() == elements._storage_id() if input.is_meta else input.untyped_storage().data_ptr() == elements.data_ptr()
        if own:
            raise RuntimeError('setStorage: sizes %s, strides %s, storage offset %d, and itemsize %d requiring a storage size of %d are out of bounds '
                               'for storage of size %d' % (list(size), list(stride), offset, width, extent * width, elements.numel() * width))
        elements = elements._resize_((extent,))
    return input._set_(elements.as_strided(size, stride, offset))


def set_(input, source=None, storage_offset=0, size=None, stride=None):
    """Makes a tensor a view of the memory of another tensor, or of a storage: of all of it, or from an offset with sizes and strides
    (dense ones where none are given). A storage that is too small for that grows, unless it is the tensor's own already."""
    if source is None:
        return input._set_(input.new_empty(0))
    if isinstance(source, torch.Tensor):
        if size is None or source.dtype != input.dtype:
            return input._set_(source)
        if not source.is_contiguous():
            raise RuntimeError('passed in tensor to be used as storage must be contiguous')
        storage_offset, source = storage_offset + source.storage_offset(), source.untyped_storage()
    if isinstance(source, torch.TypedStorage) and source.dtype != input.dtype:
        raise RuntimeError("Expected a Storage of type %s or an UntypedStorage, but got type %s for argument 1 'storage'" % (
            cxx_name(input.dtype), source.pickle_storage_type()[:-7]))
    elements = torch.empty(0, dtype=input.dtype, device=input.device)
    if source._tensor is not None:
        owner = source._tensor.detach()
        count = owner._storage_nbytes() // owner.element_size()
        elements = owner.as_strided((count,), (1,), 0).view(input.dtype)
    if size is None:
        return _view(input, elements, storage_offset, (elements.numel() - storage_offset,), (1,))
    return _view(input, elements, storage_offset, size, stride)
