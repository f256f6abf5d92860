"""Arrays and scalars of numpy in files, where there is no numpy: arrays become tensors of the same type and shape, scalars become numbers. An array
of texts or objects becomes an empty tensor with the items in its attribute numpy_array."""

import torch

_MODULES = ('numpy', 'numpy.core.multiarray', 'numpy._core.multiarray', 'numpy.core.numeric', 'numpy._core.numeric', 'numpy.dtypes')

_DTYPES = {'b1': 'bool', 'i1': 'int8', 'i2': 'int16', 'i4': 'int32', 'i8': 'int64', 'u1': 'uint8', 'u2': 'uint16', 'u4': 'uint32', 'u8': 'uint64',
           'f2': 'float16', 'f4': 'float32', 'f8': 'float64', 'c8': 'complex64', 'c16': 'complex128'}


class dtype:
    """A type of numpy, by its letters and the order of its bytes."""

    def __init__(self, letters, align=False, copy=False):
        self.letters, self.order = letters, '|'

    def __setstate__(self, state):
        self.order = state[1]

    def __repr__(self):
        return "dtype('%s%s')" % (self.order if self.order in '<>' else '', self.letters)

    def _of_torch(self):
        return getattr(torch, _DTYPES.get(self.letters, ''), None)


class OtherArray:
    """An array whose items a tensor cannot hold: texts, objects, dates."""

    def __init__(self, kind, shape, items):
        self.dtype, self.shape, self._items = kind, tuple(shape), items

    def tolist(self):
        """The items as nested lists; None where their bytes mean nothing here."""
        if self._items is None:
            return None
        items = list(self._items)
        for size in reversed(self.shape[1:]):
            items = [items[i:i + size] for i in range(0, len(items), size)] if size else []
        return items if self.shape else items[0]

    def __repr__(self):
        return '<array of numpy of shape %s and %r>' % (self.shape, self.dtype)


def _numbers(data, kind, shape, fortran):
    """A tensor of raw elements."""
    wanted = kind._of_torch()
    raw = torch._C._bytes_tensor(data)
    width = torch.empty(0, dtype=wanted).element_size()
    part = width // 2 if wanted.is_complex else width
    if kind.order == '>' and part > 1:
        raw = raw.view(-1, part).flip(1).contiguous().view(-1)
    flat = raw.view(wanted)
    if fortran:
        return flat.reshape(tuple(reversed(shape))).permute(*reversed(range(len(shape)))).contiguous()
    return flat.reshape(tuple(shape))


def _texts(data, kind, count):
    """The items of an array of texts: 'U' are code points of 4 bytes, 'S' bytes."""
    letter, size = kind.letters[0], int(kind.letters[1:] or 0)
    width = size * (4 if letter == 'U' else 1)
    pieces = [data[i * width:(i + 1) * width] for i in range(count)]
    if letter == 'S':
        return [piece.rstrip(b'\0') for piece in pieces]
    return [piece.decode('utf-32-be' if kind.order == '>' else 'utf-32-le').rstrip('\0') for piece in pieces]


class ndarray(torch.Tensor):
    """An array that is being read: it becomes a tensor when its content comes. One that a tensor cannot hold keeps it as `numpy`."""

    __torch_function__ = torch._C._disabled_torch_function_impl

    def __setstate__(self, state):
        _, shape, kind, fortran, data = state[-5:]
        self.__class__ = torch.Tensor
        if kind._of_torch() is not None:
            self.data = _numbers(data if isinstance(data, bytes) else data.encode('latin-1'), kind, shape, fortran)
            return
        count = 1
        for size in shape:
            count *= size
        items = data if isinstance(data, list) else _texts(data, kind, count) if kind.letters[0] in 'US' else None
        self.numpy_array = OtherArray(kind, shape, items)


def _reconstruct(kind, shape, letter):
    """An empty array, which __setstate__ fills."""
    return torch.empty(0, dtype=torch.uint8).as_subclass(ndarray)


def scalar(kind, data=None):
    """A number of a type."""
    if kind._of_torch() is None:
        return _texts(data, kind, 1)[0] if kind.letters[0] in 'US' else data
    return _numbers(data if isinstance(data, bytes) else data.encode('latin-1'), kind, (), False).item()


def _frombuffer(data, kind, shape, order):
    """An array of bytes that are written out of line."""
    return _numbers(bytes(data), kind, shape, order == 'F')


def find(module, name):
    """What stands for a name of numpy; None: nothing does."""
    if module not in _MODULES:
        return None
    return {'_reconstruct': _reconstruct, 'scalar': scalar, '_frombuffer': _frombuffer, 'ndarray': ndarray, 'dtype': dtype}.get(name)
