"""What files of torch.save call to put tensors together, how tensors are taken apart for them, and exceptions that are carried from where
they happened to where they can be handled."""

import collections
import sys
import warnings

import torch
from torch import _C


class KeyErrorMessage(str):
    """The text of a KeyError, shown with its lines as they are."""

    def __repr__(self):
        return self


def _carried(kind, text):
    """An exception of the class with this text; a RuntimeError where the class wants something else."""
    if kind is KeyError:
        return kind(KeyErrorMessage(text))
    if getattr(kind, 'message', None):
        return kind(message=text)
    try:
        return kind(text)
    except Exception:
        raise RuntimeError(text) from None


class ExceptionWrapper:
    """The class of an exception (by default of the one being handled) and its traceback as text: what another process or thread
    can raise again with reraise()."""

    def __init__(self, exc_info=None, where='in background'):
        kind, value, _ = exc_info or sys.exc_info()
        self.exc_type, self.where = kind, where
        text = 'NoneType: None\n' if value is None else _C._exception_text(value)
        head = 'Traceback (most recent call last):\n'  # which is there even where only the library's frames would follow
        self.exc_msg = text if value is None or head in text else head + text

    def reraise(self):
        """Raises an exception of that class which tells where it was caught and what its traceback was."""
        raise _carried(self.exc_type, 'Caught %s %s.\nOriginal %s' % (self.exc_type.__name__, self.where, self.exc_msg))


def _get_available_device_type():
    """'cuda' where there is such a device; None where there is the CPU only."""
    return 'cuda' if torch.cuda.is_available() else None


def _get_device_module(device_type):
    """The module of torch for a type of device: torch.cpu, torch.cuda."""
    found = getattr(torch, device_type, None)
    if found is None:
        raise RuntimeError("Device '%s' does not have a corresponding module registered as 'torch.%s'." % (device_type, device_type))
    return found


def _get_obj_state(obj):
    """The attributes that the program has given an object: a dict, that and the values of slots, or None."""
    return obj.__getstate__()


def _set_obj_state(obj, state):
    """Gives an object attributes; returns it."""
    parts = state if isinstance(state, tuple) else (state,)
    if len(parts) > 2:
        raise RuntimeError('Invalid serialized state: %s' % (state,))
    for part in parts:
        for name, value in (part or {}).items():
            setattr(obj, name, value)
    return obj


def _elements(storage, dtype):
    """The memory of a storage as one dimension of a type."""
    base = storage._tensor
    if base is None:
        return torch.empty(0, dtype=dtype, device=storage.device)
    base = base.detach() if getattr(storage, '_part', None) is None else storage._part
    if base.dtype != dtype:
        base = base.as_strided((base._storage_nbytes() // base.element_size(),), (1,), 0).view(torch.uint8)
        width = torch.empty(0, dtype=dtype).element_size()
        base = base[:base.numel() // width * width].view(dtype)
    return base


def _window(storage, dtype, offset, size, stride):
    """A tensor on the memory of a storage."""
    made = torch.empty(0, dtype=dtype, device=storage.device)
    if storage.device.type == 'meta':
        return torch.empty_strided(size, stride, dtype=dtype, device='meta')
    if not isinstance(storage, (torch.TypedStorage, torch.UntypedStorage)):
        return made.set_(storage, offset, size, stride)
    elements = _elements(storage, dtype)
    try:
        return made._set_(elements.as_strided(size, stride, offset))
    except RuntimeError:
        return made.set_(storage if isinstance(storage, torch.UntypedStorage) else storage.untyped(), offset, size, stride)


_computed = [0]  # how many conjugates and negatives were computed so far


def _bits(tensor, metadata):
    """Conjugates and negatives, which files keep as a bit, are computed."""
    if metadata:
        _computed[0] += 1
        if metadata.get('conj'):
            tensor = tensor.conj()
        if metadata.get('neg'):
            tensor = -tensor
    return tensor


def _rebuild_tensor(storage, storage_offset, size, stride):
    """A tensor on the memory of a storage."""
    return _window(storage, storage.dtype, storage_offset, size, stride)


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    """A tensor on the memory of a storage, with what files say of its gradient."""
    return _bits(_rebuild_tensor(storage, storage_offset, size, stride), metadata).requires_grad_(requires_grad)


def _rebuild_tensor_v3(storage, storage_offset, size, stride, requires_grad, backward_hooks, dtype, metadata=None):
    """A tensor of a type that has no class of storages."""
    return _bits(_window(storage, dtype, storage_offset, size, stride), metadata).requires_grad_(requires_grad)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    """A parameter on the memory of a tensor."""
    return torch.nn.Parameter(data, requires_grad)


def _rebuild_parameter_with_state(data, requires_grad, backward_hooks, state):
    """A parameter with attributes of its own."""
    return _set_obj_state(torch.nn.Parameter(data, requires_grad), state)


def _rebuild_meta_tensor_no_storage(dtype, size, stride, requires_grad):
    """A tensor without memory."""
    return torch.empty_strided(size, stride, dtype=dtype, device='meta', requires_grad=requires_grad)


def _rebuild_sparse_tensor(layout, data):
    """A sparse tensor: of indices, values, size; compressed ones have two rows of indices."""
    if layout == torch.sparse_coo:
        indices, values, size, *coalesced = data
        return torch.sparse_coo_tensor(indices, values, size, check_invariants=False, is_coalesced=coalesced[0] if coalesced else None)
    compressed, plain, values, size = data
    return torch.sparse_compressed_tensor(compressed, plain, values, size, layout=layout, check_invariants=False)


def _storage_parts(tensor):
    """The arguments that all ways to rebuild a tensor begin with."""
    dtype = tensor.dtype
    if dtype in torch.storage._SCALAR_TYPES:
        storage = torch.TypedStorage._on(tensor.detach())
    else:
        storage = tensor.untyped_storage()
    return storage, tensor.storage_offset(), tuple(tensor.size()), tensor.stride()


def _warn_of_hooks(tensor):
    for hook in (tensor._backward_hooks or {}).values():
        if not hasattr(hook, '__torch_unserializable__'):
            warnings.warn('backward hook %r on tensor will not be serialized.  If this is expected, you can decorate the function with '
                          '@torch.utils.hooks.unserializable_hook to suppress this warning' % (hook,), stacklevel=3)


def _reduced_tensor(tensor):
    """A function and its arguments that make the tensor again, without attributes and class."""
    if tensor.layout != torch.strided:
        if tensor.layout == torch.sparse_coo:
            data = tensor._indices(), tensor._values(), tensor.size(), tensor.is_coalesced()
        elif tensor.layout in (torch.sparse_csr, getattr(torch, 'sparse_bsr', None)):
            data = tensor.crow_indices(), tensor.col_indices(), tensor.values(), tensor.size()
        else:
            data = tensor.ccol_indices(), tensor.row_indices(), tensor.values(), tensor.size()
        getattr(torch, 'serialization')  # which says how a layout is written
        return _rebuild_sparse_tensor, (tensor.layout, data)
    if tensor.device.type == 'meta':
        return _rebuild_meta_tensor_no_storage, (tensor.dtype, tuple(tensor.size()), tensor.stride(), tensor.requires_grad)
    _warn_of_hooks(tensor)
    args = (*_storage_parts(tensor), tensor.requires_grad, collections.OrderedDict())
    if tensor.dtype in torch.storage._SCALAR_TYPES:
        return _rebuild_tensor_v2, args
    return _rebuild_tensor_v3, (*args, tensor.dtype)


def reduce_tensor(tensor):
    """What __reduce_ex__ of a tensor gives."""
    kind, state = type(tensor), _get_obj_state(tensor)
    if isinstance(tensor, torch.nn.Parameter):
        args = tensor.data, tensor.requires_grad, collections.OrderedDict()
        return (_rebuild_parameter_with_state, (*args, state)) if state else (_rebuild_parameter, args)
    function, args = _reduced_tensor(tensor)
    if kind is torch.Tensor and not state:
        return function, args
    from torch._tensor import _rebuild_from_type_v2
    return _rebuild_from_type_v2, (function, kind, args, state)
