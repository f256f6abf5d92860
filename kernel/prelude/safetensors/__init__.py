"""Files of tensors without code: a header of JSON, then the bytes of the tensors."""

import os

from safetensors._safetensors_rust import SafetensorError, read_header

__version__ = '0.8.0'


class _Slice:
    """One tensor of an open file, of which an index reads a part."""

    def __init__(self, file, name):
        self._file, self._name = file, name

    def get_shape(self):
        """The sizes."""
        return list(self._file._entry(self._name)[1])

    def get_dtype(self):
        """The name of the type."""
        return self._file._entry(self._name)[0]

    def __getitem__(self, index):
        return self._file._view(self._name)[index].clone()


class safe_open:
    """A file whose tensors are read one by one: safe_open(filename, framework='pt', device='cpu'), best as a context manager."""

    def __init__(self, filename, framework, device='cpu', *, backend='mmap'):
        from safetensors import torch as library
        if framework not in ('pt', 'torch', 'pytorch'):
            known = framework in ('np', 'numpy', 'tf', 'tensorflow', 'jax', 'flax', 'mlx', 'paddle')
            raise (NotImplementedError if known else SafetensorError)(
                'tensors of framework %s are not there' % framework if known else 'framework %s is invalid' % framework)
        if backend != 'mmap':
            raise NotImplementedError('safe_open: backend=%r is not there' % (backend,))
        self._library, self._device = library, library._device(device)
        self._path = os.fspath(filename)
        if not os.path.exists(self._path):
            raise FileNotFoundError('No such file or directory: %s' % self._path)
        self._bytes = library._mapped(self._path)
        size = self._bytes.numel()
        try:
            self._tensors, self._metadata, self._start = read_header(lambda a, b: library._raw(self._bytes[a:b]), size)
        except SafetensorError as e:
            raise SafetensorError(str(e).replace('deserializing:', 'deserializing header:', 1)) from None

    def _opened(self):
        if self._bytes is None:
            raise SafetensorError('File is closed')
        return self._tensors

    def _entry(self, name):
        tensors = self._opened()
        if name not in tensors:
            raise SafetensorError('File does not contain tensor %s' % name)
        return tensors[name]

    def _view(self, name):
        return self._library._view(self._bytes, self._start, self._entry(name))

    def keys(self):
        """The names of the tensors, sorted."""
        return sorted(self._opened())

    def offset_keys(self):
        """The names of the tensors in the order of their bytes."""
        tensors = self._opened()
        return sorted(tensors, key=lambda name: (tensors[name][2], tensors[name][3], name))

    def metadata(self):
        """The texts beside the tensors: a dict, or None."""
        self._opened()
        return self._metadata

    def get_tensor(self, name):
        """A tensor."""
        return self._view(name).clone().to(self._device)

    def get_tensors(self, names=None):
        """Tensors by their names: those given, or all."""
        return {name: self.get_tensor(name) for name in (self.keys() if names is None else names)}

    def get_slice(self, name):
        """A tensor of which an index reads a part."""
        self._entry(name)
        return _Slice(self, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self._bytes = None


def serialize(tensor_dict, metadata=None):
    """The bytes of a file from dicts of 'dtype', 'shape' and 'data' by names."""
    from safetensors import torch as library
    return library._serialized(tensor_dict, metadata)


def deserialize(bytes):
    """(name, dict of 'dtype', 'shape', 'data') of each tensor in the bytes of a file."""
    tensors, _, start = read_header(lambda a, b: bytes[a:b], len(bytes))
    return [(name, {'dtype': kind, 'shape': list(shape), 'data': bytearray(bytes[start + a:start + b])})
            for name, (kind, shape, a, b) in tensors.items()]


__all__ = ['SafetensorError', 'safe_open', 'serialize', 'deserialize']
