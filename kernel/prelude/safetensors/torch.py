"""Tensors of PyTorch in files of safetensors."""

import os

import torch
from safetensors import SafetensorError, safe_open
from safetensors._safetensors_rust import DTYPES, ordered, read_header, write_header

_CHUNK_BYTES = 1 << 18  # of a tensor are copied at a time: these stay in the processor's cache

_NAMES = {'float64': 'F64', 'float32': 'F32', 'float16': 'F16', 'bfloat16': 'BF16', 'int64': 'I64', 'int32': 'I32', 'int16': 'I16', 'int8': 'I8',
          'uint8': 'U8', 'bool': 'BOOL', 'complex64': 'C64', 'uint16': 'U16', 'uint32': 'U32', 'uint64': 'U64', 'float8_e4m3fn': 'F8_E4M3',
          'float8_e5m2': 'F8_E5M2', 'float8_e8m0fnu': 'F8_E8M0', 'float8_e4m3fnuz': 'F8_E4M3FNUZ', 'float8_e5m2fnuz': 'F8_E5M2FNUZ'}
_KINDS = {name: getattr(torch, dtype) for dtype, name in _NAMES.items() if hasattr(torch, dtype)}


def _device(device):
    """The device of a name or a number; SafetensorError where it is none."""
    try:
        return torch.device('cuda:%d' % device if isinstance(device, int) else device)
    except RuntimeError:
        raise SafetensorError('device %s is invalid' % device) from None


def _mapped(path):
    """The bytes of a file as a tensor that reads them when they are used."""
    return torch._C._map_file(path, False, os.path.getsize(path))


def _raw(tensor):
    """The elements of a tensor as bytes."""
    return torch._C._tensor_bytes(tensor)


def _view(memory, start, entry):
    """A tensor in the bytes of a file."""
    kind, shape, begin, end = entry
    if kind not in _KINDS:
        raise NotImplementedError('tensors of type %s are not there' % kind)
    part = memory[start + begin:start + end]
    width = DTYPES[kind] // 8
    if (start + begin) % width:
        part = part.clone()
    return part.view(_KINDS[kind]).reshape(shape)


def _storage_range(tensor):
    """Where the elements of a tensor begin and end."""
    start = tensor.data_ptr()
    if not tensor.numel():
        return start, start
    return start, start + (sum((n - 1) * step for n, step in zip(tensor.shape, tensor.stride())) + 1) * tensor.element_size()


def _overlapping(tensors):
    """Sets of names of tensors that have elements in common."""
    memories = {}
    for name, tensor in tensors.items():
        if tensor.device.type != 'meta' and tensor.numel():
            memories.setdefault((tensor.device, tensor.untyped_storage().data_ptr()), []).append((*_storage_range(tensor), name))
    shared = []
    for rows in memories.values():
        end, group = None, set()
        for begin, stop, name in sorted(rows):
            if end is not None and begin >= end:
                shared.append(group)
                end, group = None, set()
            end = stop if end is None else max(end, stop)
            group.add(name)
        shared.append(group)
    return [group for group in shared if len(group) > 1]


def _checked(tensors, metadata):
    """Refuses what is not a dict of dense, contiguous tensors that share no memory."""
    if not isinstance(tensors, dict):
        raise ValueError('Expected a dict of [str, torch.Tensor] but received %s' % type(tensors))
    sparse = []
    for name, tensor in tensors.items():
        if not isinstance(tensor, torch.Tensor):
            raise ValueError('Key `%s` is invalid, expected torch.Tensor but received %s' % (name, type(tensor)))
        if tensor.layout != torch.strided:
            sparse.append(name)
    if sparse:
        raise ValueError('You are trying to save a sparse tensors: `%s` which this library does not support. You can make it a dense tensor before '
                         'saving with `.to_dense()` but be aware this might make a much larger file than needed.' % sparse)
    shared = _overlapping(tensors)
    if shared:
        raise RuntimeError('\n            Some tensors share memory, this will lead to duplicate memory on disk and potential differences when loading '
                           'them again: %s.\n            A potential way to correctly save your model is to use `save_model`.\n            More '
                           'information at https://huggingface.co/docs/safetensors/torch_shared_tensors\n            ' % (shared,))
    for name, tensor in tensors.items():
        if not tensor.is_contiguous():
            raise ValueError("You are trying to save a non contiguous tensor: `%s` which is not allowed. It either means you are trying to save tensors "
                             "which are reference of each other in which case it's recommended to save only the full tensors, and reslice at load time, "
                             "or simply call `.contiguous()` on your tensor to pack it before saving." % name)
    _check_texts(tensors, metadata)


def _check_texts(tensors, metadata):
    wrong = [('tensor_dict', name) for name in tensors if not isinstance(name, str)]
    if metadata is not None and not isinstance(metadata, dict):
        raise TypeError("argument 'metadata': '%s' object is not an instance of 'dict'" % type(metadata).__name__)
    wrong += [('metadata', text) for pair in (metadata or {}).items() for text in pair if not isinstance(text, str)]
    for argument, value in wrong:
        raise TypeError("argument '%s': '%s' object is not an instance of 'str'" % (argument, type(value).__name__))


def _kind(tensor):
    name = str(tensor.dtype)[6:]
    if name not in _NAMES:
        raise KeyError(tensor.dtype)
    return _NAMES[name]


def _pieces(tensors, metadata):
    """The bytes of a file, piece by piece."""
    kinds = {name: _kind(tensor) for name, tensor in tensors.items()}
    names = ordered(kinds)
    yield write_header({name: (kinds[name], tuple(tensors[name].shape), tensors[name].numel() * tensors[name].element_size()) for name in names},
                       metadata)
    for name in names:
        flat = tensors[name].detach().reshape(-1)
        width = max(flat.element_size(), 1)
        for start in range(0, flat.numel(), _CHUNK_BYTES // width):
            yield _raw(flat[start:start + _CHUNK_BYTES // width])


def _serialized(tensor_dict, metadata):
    """The bytes of a file from dicts of 'dtype', 'shape' and 'data'."""
    wide = {str(dtype)[6:]: name for name, dtype in _KINDS.items()}
    kinds = {name: wide.get(entry['dtype'], entry['dtype']) for name, entry in tensor_dict.items()}
    names = ordered(kinds)
    head = write_header({name: (kinds[name], tensor_dict[name]['shape'], len(tensor_dict[name]['data'])) for name in names}, metadata)
    return head + b''.join(bytes(tensor_dict[name]['data']) for name in names)


def save(tensors, metadata=None):
    """The bytes of a file of tensors by names, with texts beside them."""
    _checked(tensors, metadata)
    return b''.join(_pieces(tensors, metadata))


def save_file(tensors, filename, metadata=None):
    """Writes tensors by names to a file, with texts beside them."""
    _checked(tensors, metadata)
    path = os.fspath(filename)
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        raise SafetensorError('Error while serializing: I/O error: No such file or directory (os error 2) at path "%s"' % folder)
    part = '%s.%d.part' % (path, os.getpid())
    try:
        with open(part, 'wb') as file:
            for piece in _pieces(tensors, metadata):
                file.write(piece)
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise


def load(data):
    """The tensors in the bytes of a file, by names."""
    tensors, _, start = read_header(lambda a, b: bytes(data[a:b]), len(data))
    memory = torch._C._bytes_tensor(data)
    return {name: _view(memory, start, tensors[name]).clone() for name in sorted(tensors)}


def load_file(filename, device='cpu', *, backend='mmap'):
    """The tensors of a file, by names, on a device."""
    with safe_open(filename, 'pt', device, backend=backend) as file:
        return file.get_tensors(file.offset_keys())


def _duplicates(state):
    """For each tensor of a state dict that another one is the same memory as: the name of the one that is kept."""
    instead = {}
    for group in _overlapping(state):
        complete = [name for name in group if state[name].numel() * state[name].element_size() == state[name].untyped_storage().nbytes()]
        if not complete:
            raise RuntimeError('Error while trying to find names to remove to save state dict, but found no suitable name to keep for saving amongst: %s. '
                               'None is covering the entire storage.Refusing to save/load the model since you could be storing much more memory than needed. '
                               'Please refer to https://huggingface.co/docs/safetensors/torch_shared_tensors for more information. Or open an issue.' % group)
        kept = min(complete)
        instead.update({name: kept for name in group if name != kept})
    return instead


def save_model(model, filename, metadata=None, force_contiguous=True):
    """Writes the state of a module; of parameters that share memory one is written, the metadata names the others."""
    state = model.state_dict()
    instead = _duplicates(state)
    for name in sorted(instead):
        metadata = metadata or {}
        metadata.setdefault(name, instead[name])
        del state[name]
    if force_contiguous:
        state = {name: tensor.contiguous() for name, tensor in state.items()}
    try:
        save_file(dict(state), filename, metadata=metadata)
    except ValueError as e:
        raise ValueError(str(e) + ' Or use save_model(..., force_contiguous=True), read the docs for potential caveats.') from None


def load_model(model, filename, strict=True, device='cpu', *, backend='mmap'):
    """Loads the state of a module from a file of save_model: (missing names, unexpected names)."""
    state = load_file(filename, device=device, backend=backend)
    instead = _duplicates(model.state_dict())
    missing, unexpected = model.load_state_dict(state, strict=False)
    missing = set(missing) - set(instead)
    for name in instead.values():
        missing.discard(name) if name in state else None
    if strict and (missing or unexpected):
        lines = ['Error(s) in loading state_dict for %s:' % type(model).__name__]
        for text, names in (('Missing key(s) in state_dict: ', sorted(missing)), ('Unexpected key(s) in state_dict: ', sorted(unexpected))):
            if names:
                lines.append('    ' + text + ', '.join('"%s"' % name for name in names))
        raise RuntimeError('\n'.join(lines))
    return missing, unexpected


def storage_ptr(tensor):
    """The address of the memory that a tensor is a view of."""
    return tensor.untyped_storage().data_ptr()


def storage_size(tensor):
    """How many bytes that memory has."""
    return tensor.untyped_storage().nbytes()
