"""The memory behind tensors: as bytes, and as elements of a type."""

import io
import os
import weakref

import torch
from torch._arguments import SCALAR_TYPES as _SCALAR_TYPES


def _flat(tensor):
    """All elements that fit the memory of a tensor, as one dimension."""
    tensor = tensor.detach()
    return tensor.as_strided((tensor._storage_nbytes() // tensor.element_size(),), (1,), 0)


_storages = weakref.WeakValueDictionary()  # the storage object of each memory that has one, by the memory's id


def _storage_on(tensor):
    """An object of its own on the memory of a tensor."""
    storage = UntypedStorage.__new__(UntypedStorage)
    storage.device, storage._tensor = tensor.device, tensor.detach()
    return storage


def _storage_of(tensor):
    """The bytes behind a tensor: the same object as long as it is referenced."""
    key = tensor._storage_id()
    storage = _storages.get(key)
    if storage is None:
        storage = _storages[key] = _storage_on(tensor)
    return storage


def _storage_without_bytes(device, size=0):
    """A storage without bytes on a device: a placeholder while storages are loaded, and what is on the device meta."""
    storage = UntypedStorage.__new__(UntypedStorage)
    storage.device, storage._tensor, storage._absent = torch.device(device), None, size
    return storage


def _load_from_bytes(b):
    """The storage that a pickle has as the bytes of a file of its own."""
    return torch.load(io.BytesIO(b), weights_only=False)


def _file_bytes(filename, shared, size):
    """The first bytes of a file as a tensor."""
    return torch._C._map_file(os.fspath(filename), bool(shared), size)


def _cuda(device):
    return torch.device('cuda' if device is None else 'cuda:%d' % device if isinstance(device, int) else device)


class _Storage:
    """The base of both classes: _elements, a tensor of one dimension on the memory, is made anew, as resize_ may move the memory."""

    is_sparse = False
    filename = None

    def __len__(self):
        return self._elements.numel()

    def size(self):
        """How many elements there are."""
        return len(self)

    def nbytes(self):
        """How many bytes there are."""
        return self._elements.numel() * self.element_size()

    def __sizeof__(self):
        return self._OWN_SIZE + self.nbytes()

    def element_size(self):
        """How many bytes an element has."""
        return self._elements.element_size()

    def data_ptr(self):
        """The address of the first byte."""
        return 0 if self._tensor is None else self._tensor._storage_ptr()

    def tolist(self):
        """The elements as a list."""
        if self.device.type == 'meta':
            raise NotImplementedError("Not available for 'meta' device type")
        return self._elements.tolist()

    def __iter__(self):
        return iter(self.tolist())

    def __contains__(self, value):
        return value in self.tolist()

    @property
    def is_cuda(self):
        return self.device.type == 'cuda'

    def get_device(self):
        """The index of the device; None on the CPU."""
        return self.device.index

    def is_shared(self):
        """Do processes that are forked later see the same memory?"""
        return self._elements.is_shared()

    def share_memory_(self):
        """Moves the elements into memory that processes forked later see, too."""
        self._elements.share_memory_()
        return self

    def is_pinned(self, device='cuda'):
        """Is the memory page-locked?"""
        return self._elements.is_pinned()

    def pin_memory(self, device='cuda'):
        """The same elements in page-locked memory; itself if it is page-locked."""
        pinned = self._elements.pin_memory()
        if self.is_pinned():
            return self
        return _storage_of(pinned) if isinstance(self, UntypedStorage) else TypedStorage._on(pinned)

    def resizable(self):
        """True: resize_ may be called."""
        return True

    def fill_(self, value):
        """Fills all elements with a scalar."""
        self._elements.fill_(value)
        return self

    def copy_(self, source, non_blocking=None):
        """Copies the bytes of a storage of the same size."""
        if not isinstance(source, _Storage):
            raise TypeError("copy_(): argument 'src' (position 1) must be torch.Storage, not %s" % type(source).__name__)
        if source.nbytes() != self.nbytes():
            raise RuntimeError('size does not match, self was %d bytes but src was %d bytes' % (self.nbytes(), source.nbytes()))
        if self.nbytes():
            _flat(self._tensor).view(torch.uint8).copy_(_flat(source._tensor).view(torch.uint8))
        return self

    def _as(self, dtype):
        return TypedStorage._on(self._elements.to(dtype, copy=True))

    def byte(self):
        """The elements as uint8."""
        return self._as(torch.uint8)

    def bool(self):
        """The elements as bools."""
        return self._as(torch.bool)

    def char(self):
        """The elements as int8."""
        return self._as(torch.int8)

    def short(self):
        """The elements as int16."""
        return self._as(torch.int16)

    def int(self):
        """The elements as int32."""
        return self._as(torch.int32)

    def long(self):
        """The elements as int64."""
        return self._as(torch.int64)

    def half(self):
        """The elements as float16."""
        return self._as(torch.float16)

    def float(self):
        """The elements as float32."""
        return self._as(torch.float32)

    def double(self):
        """The elements as float64."""
        return self._as(torch.float64)

    def bfloat16(self):
        """The elements as bfloat16."""
        return self._as(torch.bfloat16)

    def complex_float(self):
        """The elements as complex64."""
        return self._as(torch.complex64)

    def complex_double(self):
        """The elements as complex128."""
        return self._as(torch.complex128)

    def __str__(self):
        if self.device.type == 'meta':
            return '...\n' + self._head()
        return ''.join([' %s\n' % value for value in self.tolist()][:-1]) + (' %s' % self.tolist()[-1] if len(self) else ' ') + '\n' + self._head()

    def __repr__(self):
        return str(self)

    def __reduce__(self):
        buffer = io.BytesIO()
        torch.save(self, buffer, _use_new_zipfile_serialization=False)
        return _load_from_bytes, (buffer.getvalue(),)

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()


class UntypedStorage(_Storage):
    """The bytes behind a tensor: of a size, or of a sequence of integers. Slices share the memory."""

    _OWN_SIZE = 64  # what sys.getsizeof counts beside the elements
    _part = None  # of a slice: its bytes
    _absent = 0  # of a storage without bytes: how many it stands for

    @classmethod
    def from_file(cls, filename, shared=False, nbytes=0):
        """The first bytes of a file: shared=True writes changes to it, and makes the file as long as that."""
        storage = _storage_of(_file_bytes(filename, shared, nbytes))
        if shared:
            storage.filename = os.fspath(filename)
        return storage

    def nbytes(self):
        """How many bytes there are."""
        return self._absent or super().nbytes()

    def _identity(self):
        """What is equal for all objects on the same memory."""
        if self._tensor is None:
            return id(self)
        return self._tensor._storage_id() + (0 if self._part is None else self._part.storage_offset())

    def _memory(self):
        """The tensor whose whole memory the bytes are."""
        return self._elements if self._tensor is None or self._part is not None else self._tensor

    def __init__(self, *args, device=None):
        content = args[0] if args else 0
        if not isinstance(content, (type(1), torch.Size)):
            for item in content:
                if not isinstance(item, type(1)):
                    raise RuntimeError('torch.UntypedStorage(): tried to construct a storage from a sequence (%s), but one of the items was of type %s instead of int'
                                       % (type(content).__name__, type(item).__name__))
            self._tensor = torch.tensor([item % 256 for item in content], dtype=torch.uint8, device=device or 'cpu')
        else:
            self._tensor = torch.empty(content, dtype=torch.uint8, device=device or 'cpu')
        self.device = self._tensor.device

    @property
    def _elements(self):
        if self._part is not None:
            return self._part
        return torch.empty(0, dtype=torch.uint8) if self._tensor is None else _flat(self._tensor).view(torch.uint8)

    def data_ptr(self):
        """The address of the first byte."""
        return super().data_ptr() if self._part is None else self._part.data_ptr()

    def _position(self, index):
        if not isinstance(index, type(1)):
            raise TypeError("can't index a torch.UntypedStorage with %s" % type(index).__name__)
        if not -len(self) <= index < len(self):
            raise IndexError('index %d out of range for storage of size %d' % (index, len(self)))
        return index

    def __getitem__(self, index):
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                raise RuntimeError('Trying to slice with a step of %d, but only a step of 1 is supported' % step)
            part = _storage_on(self._tensor)
            part._part = self._elements[start:max(stop, start)]
            return part
        at = self._position(index)
        return self.tolist() if self.device.type == 'meta' else self._elements[at].item()

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            self._elements[index] = value
        elif not isinstance(index, type(1)):
            raise TypeError("can't index a torch.UntypedStorage with %s" % type(index).__name__)
        elif not -len(self) <= index < len(self):
            raise RuntimeError('out of bounds')
        else:
            self._elements[index] = value % 256

    def __eq__(self, other):
        return isinstance(other, UntypedStorage) and self.data_ptr() == other.data_ptr() and self.nbytes() == other.nbytes()

    def __hash__(self):
        return hash(self.data_ptr())

    def clone(self):
        """A copy of the bytes."""
        return _storage_of(self._elements.clone())

    def new(self):
        """A storage without bytes."""
        return UntypedStorage(0)

    def resize_(self, size):
        """Grows to a number of bytes; new ones are undefined. NotImplementedError where they are fewer."""
        if not isinstance(size, type(1)):
            raise RuntimeError('resize_ expects an int, but got %s' % type(size).__name__)
        if size < self.nbytes() or self._part is not None:
            raise NotImplementedError('UntypedStorage.resize_() to fewer bytes, or of a slice, is not in this release')
        if size > self.nbytes():
            flat = _flat(self._tensor)
            flat._resize_((-(-size // flat.element_size()),))
        return self

    def type(self, dtype=None):
        """The name of the type."""
        return 'torch.storage.UntypedStorage'

    def untyped(self):
        """The storage itself."""
        return self

    def cpu(self):
        """The bytes on the CPU; itself if it is there already."""
        return self.to(device='cpu')

    def cuda(self, device=None, non_blocking=False):
        """The bytes on a CUDA device."""
        return self.to(device=_cuda(device), non_blocking=non_blocking)

    def to(self, *, device, non_blocking=False):
        """The bytes on a device; itself if it is there already."""
        if self._tensor is None:
            return _storage_without_bytes(device)
        return self if torch.device(device) == self.device else _storage_of(self._elements.to(device, non_blocking=non_blocking))

    def _head(self):
        return '[torch.storage.UntypedStorage(device=%s) of size %d]' % (self.device, self.nbytes())


class TypedStorage(_Storage):
    """The elements behind a tensor: of a size, or of a sequence of scalars."""

    _OWN_SIZE = 56

    def __init__(self, *args, dtype=None, device=None, wrap_storage=None):
        dtype = dtype or torch.get_default_dtype()
        if wrap_storage is not None:
            self._set(torch.empty(0, dtype=dtype).set_(wrap_storage))
        elif args and not isinstance(args[0], type(1)):
            self._set(torch.tensor(list(args[0]), dtype=dtype, device=device or 'cpu'))
        else:
            self._set(torch.empty(args[0] if args else 0, dtype=dtype, device=device or 'cpu'))

    @classmethod
    def _on(cls, tensor):
        """The elements behind a tensor."""
        storage = cls.__new__(TypedStorage)
        storage._set(tensor)
        return storage

    @classmethod
    def _of(cls, storage, dtype):
        """The bytes of a storage as elements of a type."""
        if storage._tensor is None:
            made = cls.__new__(TypedStorage)
            made._tensor, made.dtype, made.device, made._absent = None, dtype, storage.device, storage
            return made
        from torch._utils import _elements
        return cls._on(_elements(storage, dtype))

    @classmethod
    def from_file(cls, filename, shared=False, size=0):
        """The first elements of a file: shared=True writes changes to it, and makes the file as long as that."""
        dtype = getattr(cls, 'dtype', None) or torch.get_default_dtype()
        width = torch.empty(0, dtype=dtype).element_size()
        return cls._on(_file_bytes(filename, shared, size * width).view(dtype))

    def _set(self, tensor):
        self._tensor, self.dtype, self.device = tensor, tensor.dtype, tensor.device

    @property
    def _elements(self):
        return _flat(self._tensor)

    def __getitem__(self, index):
        if isinstance(index, slice):
            raise RuntimeError('slices are only supported in UntypedStorage.__getitem__')
        if not isinstance(index, type(1)):
            raise RuntimeError("can't index a <class 'torch.storage.TypedStorage'> with %s" % type(index))
        if not -len(self) <= index < len(self):
            raise IndexError('index %d out of range for storage of size %d' % (index, len(self)))
        return self.tolist() if self.device.type == 'meta' else self._elements[index].item()

    def __setitem__(self, index, value):
        if not isinstance(index, (type(1), slice)):
            raise RuntimeError("can't index a <class 'torch.storage.TypedStorage'> with %s" % type(index))
        if isinstance(index, type(1)) and not -len(self) <= index < len(self):
            raise IndexError('index %d is out of bounds for dimension 0 with size %d' % (index, len(self)))
        self._elements[index] = value

    def untyped(self):
        """The same memory as bytes."""
        return self._absent if self._tensor is None else _storage_of(self._tensor)

    @property
    def _untyped_storage(self):
        return _storage_of(self._tensor)

    def _size(self):
        """How many elements there are."""
        return len(self)

    def clone(self):
        """A copy of the elements."""
        return TypedStorage._on(self._elements.clone())

    def resize_(self, size):
        """Grows to a number of elements; new ones are undefined. NotImplementedError where they are fewer."""
        self.untyped().resize_(size * self.element_size())

    def cpu(self):
        """The elements on the CPU."""
        return TypedStorage._on(self._elements.to('cpu'))

    def cuda(self, device=None, non_blocking=False):
        """The elements on a CUDA device."""
        return TypedStorage._on(self._elements.to(_cuda(device), non_blocking=non_blocking))

    def to(self, *, device, non_blocking=False):
        """The elements on a device."""
        return TypedStorage._on(self._elements.to(device, non_blocking=non_blocking))

    def pickle_storage_type(self):
        """The name of the type: 'FloatStorage'."""
        if self.dtype not in _SCALAR_TYPES:
            raise KeyError('dtype %s is not recognized' % self.dtype)
        return _SCALAR_TYPES[self.dtype] + 'Storage'

    def type(self, dtype=None, non_blocking=False):
        """The name of the type: 'torch.FloatStorage'; with one given, the elements as that type."""
        if dtype is None and self.dtype not in _SCALAR_TYPES:
            return 'torch.storage.TypedStorage'
        if dtype is None:
            return ('torch.cuda.' if self.is_cuda else 'torch.') + self.pickle_storage_type()
        return self._as(dtype if isinstance(dtype, torch.dtype) else dtype.dtype)

    def _head(self):
        return '[torch.storage.TypedStorage(dtype=%s, device=%s) of size %d]' % (self.dtype, self.device, len(self))


def _legacy_class(name, dtype):
    """The older class of storages of one type: makes a TypedStorage."""
    def made(cls, *args, device=None, wrap_storage=None):
        return TypedStorage(*args, dtype=dtype, device=device, wrap_storage=wrap_storage)
    return type(name, (TypedStorage,), {'__new__': made, '__init__': lambda self, *args, **options: None, '__module__': 'torch', 'dtype': dtype,
                                        '__doc__': 'Storages of %s, by their older name.' % str(dtype)[6:]})


for _dtype, _name in _SCALAR_TYPES.items():
    globals()[_name + 'Storage'] = _legacy_class(_name + 'Storage', _dtype)


__all__ = ['TypedStorage', 'UntypedStorage']
