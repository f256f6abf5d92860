"""torch.save and torch.load: objects as pickles in archives with the memory of their tensors, and the format before version 1.6."""

import contextlib
import copyreg
import enum
import io
import os
import pickle
import sys
import warnings
from collections.abc import Callable

import torch
from torch.storage import TypedStorage, UntypedStorage
from torch.types import Storage

MAGIC_NUMBER = 0x1950a86a20f9469cfc6c
PROTOCOL_VERSION = 1001
DEFAULT_PROTOCOL = 2
STORAGE_ALIGNMENT = 64


class SourceChangeWarning(Warning):
    """The source of a class is another than when its object was saved."""


class LoadEndianness(enum.Enum):
    """The order of bytes of files that do not say theirs."""
    NATIVE = 1
    LITTLE = 2
    BIG = 3


# ---- settings

MAP_LOCATION = Callable[[Storage, str], Storage] | torch.device | str | dict[str, str] | None  # what load() takes for map_location
_MAP_SHARED, _MAP_PRIVATE = 1, 2
_settings = {'endianness': None, 'mmap': _MAP_PRIVATE, 'crc32': True, 'skip': False}


def get_default_load_endianness():
    """The order of bytes of files that do not say theirs; None: this machine's."""
    return _settings['endianness']


def set_default_load_endianness(endianness):
    """Sets the order of bytes of files that do not say theirs."""
    if endianness is not None and not isinstance(endianness, LoadEndianness):
        raise TypeError('Invalid argument type in function set_default_load_endianness')
    _settings['endianness'] = endianness


def get_crc32_options():
    """Whether archives get check sums."""
    return _settings['crc32']


def set_crc32_options(compute_crc32):
    """Says whether archives get check sums. They always do here: they cost less than writing the bytes."""
    _settings['crc32'] = compute_crc32


def get_default_mmap_options():
    """How files are mapped: mmap.MAP_PRIVATE or mmap.MAP_SHARED."""
    return _settings['mmap']


class _Setting:
    """A setting that a with statement takes back at its end."""

    def _begin(self, name, value):
        self._name, self._before = name, _settings[name]
        _settings[name] = value

    def __enter__(self):
        return None

    def __exit__(self, *exc_info):
        _settings[self._name] = self._before


class set_default_mmap_options(_Setting):
    """How files are mapped from now on, or within a with statement: mmap.MAP_PRIVATE (2) or mmap.MAP_SHARED (1)."""

    def __init__(self, flags):
        if flags not in (_MAP_PRIVATE, _MAP_SHARED):
            raise ValueError('Invalid argument in function set_default_mmap_options, expected mmap.MAP_PRIVATE or mmap.MAP_SHARED, but got %s'
                             % (flags,))
        self._begin('mmap', flags)


class skip_data(_Setting):
    """Within it torch.save leaves out the bytes of storages (zeros take their space), and torch.load does not read them."""

    def __init__(self, materialize_fake_tensors=False):
        if materialize_fake_tensors:
            raise NotImplementedError('skip_data: there are no fake tensors to materialize')
        self.materialize_fake_tensors = materialize_fake_tensors

    def __enter__(self):
        return self._begin('skip', True)


def mkdtemp():
    """A context manager of a new folder, which is removed at the end."""
    return _TemporaryFolder()


class _TemporaryFolder:
    def __enter__(self):
        for number in range(10000):
            self.path = os.path.join(os.environ.get('TMPDIR', '/tmp'), 'tmp%d_%d' % (os.getpid(), number))
            try:
                os.mkdir(self.path, 0o700)
                return self.path
            except FileExistsError:
                pass
        raise FileExistsError('no name for a temporary folder is free')

    def __exit__(self, *exc_info):
        _remove_tree(self.path)


def _remove_tree(path):
    for name in os.listdir(path):
        inner = os.path.join(path, name)
        if os.path.isdir(inner) and not os.path.islink(inner):
            _remove_tree(inner)
        else:
            os.remove(inner)
    os.rmdir(path)


def check_module_version_greater_or_equal(module, req_version_tuple, error_if_malformed=True):
    """Whether the version of a module is at least a given one; a version that cannot be read counts as one with a warning."""
    try:
        parts = module.__version__.split('.')
        found = tuple(kind(part) for kind, part in zip((type(field) for field in req_version_tuple), parts))
        return found >= req_version_tuple
    except Exception as e:
        message = "'%s' module version string is malformed '%s' and cannot be compared with tuple %s" % (
            module.__name__, module.__version__, req_version_tuple)
        if error_if_malformed:
            raise RuntimeError(message) from e
        warnings.warn(message + ', but continuing assuming that requirement is met', stacklevel=2)
        return True


# ---- where storages are

_packages = []  # (priority, tagger, deserializer), sorted


def register_package(priority, tagger, deserializer):
    """Adds a kind of location: tagger names the location of a storage or gives None, deserializer puts a storage there or gives None. A lower
    priority is asked first."""
    _packages.append((priority, tagger, deserializer))
    _packages.sort(key=lambda row: row[0])


def _tag_of(kind, with_index=True):
    def tagger(storage):
        if storage.device.type == kind:
            return kind + (':%d' % storage.device.index if with_index and storage.device.index is not None else '')
    return tagger


def validate_cuda_device(location):
    """The index of a CUDA device that a file names; RuntimeError where it is not there."""
    index = torch.device(location).index or 0
    if not torch.cuda.is_available():
        raise RuntimeError('Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a '
                           "CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU.")
    if index >= torch.cuda.device_count():
        raise RuntimeError('Attempting to deserialize object on CUDA device %d but torch.cuda.device_count() is %d. Please use torch.load with '
                           'map_location to map your storages to an existing device.' % (index, torch.cuda.device_count()))
    return index


def validate_hpu_device(location):
    """There are no HPU devices: RuntimeError."""
    raise RuntimeError('Attempting to deserialize object on a HPU device but torch.hpu is not there.')


def _to_cpu(storage, location):
    return storage if location == 'cpu' else None


def _to_cuda(storage, location):
    return storage.cuda(validate_cuda_device(location)) if location.startswith('cuda') else None


def _to_meta(storage, location):
    return torch.storage._storage_without_bytes('meta', storage.nbytes()) if location == 'meta' else None


register_package(10, _tag_of('cpu', False), _to_cpu)
register_package(20, _tag_of('cuda'), _to_cuda)
register_package(22, _tag_of('meta', False), _to_meta)


def location_tag(storage):
    """The name of the location of a storage, as files have it."""
    for _, tagger, _ in _packages:
        location = tagger(storage)
        if location:
            return location
    raise RuntimeError("don't know how to determine data location of " + torch.typename(storage))


def default_restore_location(storage, location):
    """The storage in the location of that name."""
    for _, _, deserializer in _packages:
        result = deserializer(storage, location)
        if result is not None:
            return result
    raise RuntimeError("don't know how to restore data location of torch.storage.UntypedStorage (tagged with %s)" % location)


def _restorer(map_location):
    """The function that puts a storage of a file, which says where it was, to where it goes."""
    if map_location is None:
        return default_restore_location
    if isinstance(map_location, dict):
        return lambda storage, location: default_restore_location(storage, _checked_location(map_location.get(location, location)))
    if isinstance(map_location, (str, bytes)):
        target = map_location if isinstance(map_location, str) else map_location.decode()
        return lambda storage, location: default_restore_location(storage, target)
    if isinstance(map_location, torch.device):
        return lambda storage, location: default_restore_location(storage, str(map_location))

    def restore(storage, location):
        result = map_location(storage, location)
        return default_restore_location(storage, location) if result is None else result
    return restore


def _checked_location(location):
    """The values of a map of locations are texts."""
    if not isinstance(location, (str, bytes)):
        raise TypeError("expected string or bytes-like object, got '%s'" % torch.typename(location))
    return location


def _get_layout(name):
    """The layout of a name that torch prints."""
    layouts = {str(layout): layout for layout in vars(torch).values() if isinstance(layout, torch.layout)}
    return layouts[name]


copyreg.pickle(torch.layout, lambda layout: (_get_layout, (str(layout),)))


# ---- types of storages

_DTYPES = {name + 'Storage': dtype for dtype, name in torch.storage._SCALAR_TYPES.items()}


class StorageType:
    """The class of storages of a type, as files name it."""

    def __init__(self, name):
        if name not in _DTYPES:
            raise KeyError('pickle storage type "%s" is not recognized' % name)
        self._dtype = _DTYPES[name]

    @property
    def dtype(self):
        """The type of the elements."""
        return self._dtype

    def __str__(self):
        return 'StorageType(dtype=%s)' % self._dtype


def normalize_storage_type(storage_type):
    """The class of torch of the same name."""
    return getattr(torch, storage_type.__name__)


def storage_to_tensor_type(storage):
    """The class of tensors that belongs to a class of storages."""
    kind = type(storage)
    return getattr(sys.modules[kind.__module__], kind.__name__.replace('Storage', 'Tensor'))


def _maybe_decode_ascii(bytes_str):
    return bytes_str.decode('ascii') if isinstance(bytes_str, bytes) else bytes_str


# ---- saving


def _parts(obj):
    """A storage with the name of its class, the type of its elements and their number."""
    if isinstance(obj, TypedStorage):
        return obj.untyped(), getattr(torch, obj.pickle_storage_type()), obj.dtype, len(obj)
    return obj, UntypedStorage, torch.uint8, obj.nbytes()


class _StorageTable:
    """The storages that a pickle refers to, by the numbers that it gives them."""

    def __init__(self):
        self.keys, self.storages, self.dtypes = {}, {}, {}

    def check(self, storage, dtype):
        """The same memory may not be written as two types."""
        address = storage.data_ptr()
        if address and self.dtypes.setdefault(address, dtype) != dtype:
            raise RuntimeError('Cannot save multiple tensors or storages that view the same data as different types')

    def key_of(self, storage, name):
        """The key of a storage; name makes one for its number."""
        identity = storage._identity()
        if identity not in self.keys:
            key = self.keys[identity] = name(len(self.keys))
            self.storages[key] = storage
        return self.keys[identity]


_STORAGES = (TypedStorage, UntypedStorage)


def _pickled(obj, pickle_module, pickle_protocol, persistent, classes=_STORAGES):
    """The pickle of an object in which instances of these classes are what persistent(obj) says of them."""
    class Saves(pickle_module.Pickler):
        _persistent_classes = classes

        def persistent_id(self, obj):
            return persistent(obj)

    buffer = io.BytesIO()
    Saves(buffer, protocol=pickle_protocol).dump(obj)
    return buffer.getvalue()


def _save(obj, archive, pickle_module, pickle_protocol, without_byteorder):
    table = _StorageTable()

    def persistent(obj):
        if not isinstance(obj, _STORAGES):
            return None
        storage, kind, dtype, count = _parts(obj)
        table.check(storage, dtype)
        return 'storage', kind, table.key_of(storage, str), location_tag(storage), count

    archive.write_record('data.pkl', _pickled(obj, pickle_module, pickle_protocol, persistent))
    archive.write_record('.format_version', b'1')
    archive.write_record('.storage_alignment', b'%d' % STORAGE_ALIGNMENT)
    if not without_byteorder:
        archive.write_record('byteorder', sys.byteorder.encode())
    for key, storage in table.storages.items():
        if _settings['skip']:
            archive.write_record('data/' + key, storage.nbytes())
        else:
            archive.write_record('data/' + key, storage._memory())
    archive.write_record('version', b'3\n')


def _container(obj):
    """The persistent id of the class of a module in the format before version 1.6: sources are not kept here, so they are not compared
    when the file is read."""
    return 'module', obj, None, None


def _legacy_save(obj, f, pickle_module, pickle_protocol):
    """The format before version 1.6: pickles one after the other, then the storages."""
    table, modules = _StorageTable(), set()

    def persistent(obj):
        if isinstance(obj, type):
            if obj in modules or not issubclass(obj, torch.nn.Module):
                return None
            modules.add(obj)
            if obj.__module__ == '__main__':
                warnings.warn("Couldn't retrieve source code for container of type %s. It won't be checked for correctness upon loading."
                              % obj.__name__, stacklevel=2)
            return _container(obj)
        if not isinstance(obj, _STORAGES):
            return None
        storage, kind, dtype, count = _parts(obj)
        table.check(storage, dtype)
        key = table.key_of(storage, lambda number: str(storage._identity()))
        widths[key] = torch.empty(0, dtype=dtype).element_size()
        return 'storage', kind, key, location_tag(storage), count, None

    widths = {}
    about = {'protocol_version': PROTOCOL_VERSION, 'little_endian': sys.byteorder == 'little',
             'type_sizes': {'short': 2, 'int': 4, 'long': 4}}
    for part in (MAGIC_NUMBER, PROTOCOL_VERSION, about):
        pickle_module.dump(part, f, protocol=pickle_protocol)
    f.write(_pickled(obj, pickle_module, pickle_protocol, persistent, (*_STORAGES, type)))
    pickle_module.dump(sorted(table.storages), f, protocol=pickle_protocol)
    f.flush()
    fd = _descriptor(f) if not _is_pipe(f) else None
    for key in sorted(table.storages):
        storage = table.storages[key]
        f.write((storage.nbytes() // widths[key]).to_bytes(8, 'little'))
        if fd is not None and storage.nbytes() >= _CHUNK_BYTES and storage.device.type == 'cpu':
            f.flush()
            start = f.tell()
            torch._C._write_from(storage._elements, fd, start)
            f.seek(start + storage.nbytes())
            continue
        for start in range(0, storage.nbytes(), _CHUNK_BYTES):
            f.write(torch._C._tensor_bytes(storage._elements[start:start + _CHUNK_BYTES]))


_CHUNK_BYTES = 1 << 18  # of a storage are copied at a time: these stay in the processor's cache


def _check_pickle_module(pickle_module):
    if pickle_module.__name__ == 'dill' and not check_module_version_greater_or_equal(pickle_module, (0, 3, 1), False):
        raise ValueError("'torch' supports dill >= 0.3.1, but you have dill %s" % pickle_module.__version__)


def save(obj, f, pickle_module=pickle, pickle_protocol=DEFAULT_PROTOCOL, _use_new_zipfile_serialization=True,
         _disable_byteorder_record=False):
    """Writes an object to a file: a path, or an object with write and flush. Everything that pickle can take apart is written; tensors that
    share memory share it in the file. A file that is written to a path appears complete or not at all."""
    _check_pickle_module(pickle_module)
    is_path = isinstance(f, (str, os.PathLike))
    if not is_path and not hasattr(f, 'write'):
        raise AttributeError("expected 'f' to be string, path, or a file-like object with a 'write' attribute")
    if _use_new_zipfile_serialization:
        archive = torch._C.PyTorchFileWriter(os.fspath(f) if is_path else f)
        _save(obj, archive, pickle_module, pickle_protocol, _disable_byteorder_record)
        archive.write_end_of_file()
        if not is_path:
            f.flush()
    elif _settings['skip']:
        raise RuntimeError('Cannot use skip_data=True with _use_new_zipfile_serialization=False')
    elif is_path:
        with open(f, 'wb') as file:
            _legacy_save(obj, file, pickle_module, pickle_protocol)
    else:
        _legacy_save(obj, f, pickle_module, pickle_protocol)


# ---- loading


def _force(name):
    return os.environ.get(name, '').lower() in ('1', 'y', 'yes', 'true')


_UNSAFE = ('In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. Re-running '
           '`torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution. Do it only if '
           'you got the file from a trusted source.')
_MORE = ('\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only '
         'https://pytorch.org/docs/stable/generated/torch.load.html.')


def _refusal(text):
    """What torch.load(weights_only=True) says of a pickle that it does not read."""
    if text.startswith('Unsupported global'):
        return ('Weights only load failed. This file can still be loaded, to do so you have two options, \033[1mdo those steps only if you trust '
                'the source of the checkpoint\033[0m. \n\t(1) ' + _UNSAFE + '\n\t(2) Alternatively, to load with `weights_only=True` please check '
                'the recommended steps in the following error message.\n\tWeightsUnpickler error: ' + text + _MORE)
    start = 'Weights only load failed. ' + _UNSAFE + '\n'
    if text.startswith('Trying to load unsupported GLOBAL'):
        return start + '\n\n' + text + _MORE
    return (start + 'Please file an issue with the following so that we can make `weights_only=True` compatible with your use case: '
            'WeightsUnpickler error: \n\n' + text + _MORE)


def _seekable(f):
    """Files are read here and there: what cannot is refused with PyTorch's words."""
    try:
        f.seek(f.tell())
    except (io.UnsupportedOperation, AttributeError) as e:
        raise type(e)(str(e) + '. You can only torch.load from a file that is seekable. Please pre-load the data into a buffer like io.BytesIO '
                      'and try to load from it instead.') from None


def _begins_as_archive(f):
    start = f.tell()
    begin = b''
    while len(begin) < 4:
        more = f.read(4 - len(begin))
        if not isinstance(more, bytes):
            raise AssertionError('Expected bytes, got %s' % type(more).__name__)
        if not more:
            break
        begin += more
    f.seek(start)
    return begin == b'PK\x03\x04'


def _loads_classes(base):
    """An unpickler of base that knows classes of storages by their names."""
    class Loads(base):
        def find_class(self, mod_name, name):
            if isinstance(name, str) and name in _DTYPES:
                return StorageType(name)
            try:
                return super().find_class('torch._tensor' if mod_name == 'torch.tensor' else mod_name, name)
            except ModuleNotFoundError as e:
                if e.name != 'numpy':
                    raise
                from torch import _numpy_values
                found = _numpy_values.find(mod_name, name)
                if found is None:
                    raise
                return found
    return Loads


def _checked_id(saved_id):
    if not isinstance(saved_id, tuple):
        raise AssertionError('saved_id must be a tuple, got %s' % type(saved_id).__name__)
    return _maybe_decode_ascii(saved_id[0]), saved_id[1:]


def _type_of(storage_type):
    """The type of the elements of a class of storages."""
    return torch.uint8 if storage_type is UntypedStorage else storage_type.dtype


def _wrapped(restored, dtype):
    """A storage that is where it belongs, as one of a type."""
    if not isinstance(restored, UntypedStorage):
        raise TypeError('TypedStorage.__init__ received an invalid combination of arguments. Expected one of:\n'
                        ' * (*, torch.device device, torch.dtype dtype)\n * (int size, *, torch.device device, torch.dtype dtype)\n'
                        ' * (Sequence data, *, torch.device device, torch.dtype dtype)\n'
                        ' * (*, UntypedStorage wrap_storage, torch.dtype dtype)\n'
                        "Argument 'wrap_storage' must be UntypedStorage, but got %s" % type(restored))
    return TypedStorage._of(restored, dtype)


class _Archive:
    """An archive that is loaded: its storages, each once."""

    def __init__(self, reader, restore, mmap):
        self.reader, self.restore, self.mmap = reader, restore, mmap
        self.loaded = {}
        self.swap = False
        order = reader.get_record('byteorder').decode() if reader.has_record('byteorder') else None
        if order is not None:
            if order not in ('little', 'big'):
                raise ValueError('Unknown endianness type: ' + order)
            self.swap = order != sys.byteorder
        elif _settings['endianness'] == LoadEndianness.BIG:
            self.swap = sys.byteorder != 'big'

    def bytes_of(self, key, dtype, count):
        """The storage of a key as a tensor."""
        if _settings['skip']:
            return torch.zeros(count, dtype=dtype)
        tensor = self.reader.get_storage_from_record('data/' + key, count, dtype, 'cpu', self.mmap)
        return _swapped(tensor) if self.swap else tensor

    def persistent_load(self, saved_id):
        name, data = _checked_id(saved_id)
        if name != 'storage':
            raise AssertionError("Unknown typename for persistent_load, expected 'storage' but got '%s'" % name)
        storage_type, key, location, count = data
        dtype = _type_of(storage_type)
        if key not in self.loaded:
            storage = torch.storage._storage_of(self.bytes_of(key, dtype, count))
            if self.mmap:
                storage.filename = self.mmap
            restored = self.restore(storage, _maybe_decode_ascii(location))
            self.loaded[key] = _wrapped(restored, dtype)
        return self.loaded[key]


def _swapped(tensor):
    """The elements of a machine with the other order of bytes."""
    plain = torch.view_as_real(tensor) if tensor.is_complex() else tensor
    width = plain.element_size()
    swapped = plain.contiguous().view(-1).view(torch.uint8).view(-1, width).flip(1).contiguous().view(-1)
    return swapped.view(tensor.dtype)


_ABOUT = '.data/serialization_id', '.format_version', '.storage_alignment'  # records that must be whole where they are there


def _load(reader, map_location, pickle_module, mmap, options):
    archive = _Archive(reader, _restorer(map_location), mmap)
    about = {name: reader.get_record(name) for name in _ABOUT if reader.has_record(name)}
    int(about.get('.storage_alignment', 0))
    unpickler = _loads_classes(pickle_module.Unpickler)(io.BytesIO(reader.get_record('data.pkl')), **options)
    unpickler.persistent_load = archive.persistent_load
    return unpickler.load()


def _is_torchscript(reader):
    return 'constants.pkl' in reader.get_all_records()


_SCRIPT = ('Cannot use ``weights_only=True`` with TorchScript archives passed to ``torch.load``. ' + _UNSAFE)


def _load_archive(f, path, map_location, pickle_module, weights_only, mmap, options):
    reader = torch._C.PyTorchFileReader(f)
    if _is_torchscript(reader):
        warnings.warn("'torch.load' received a zip file that looks like a TorchScript archive dispatching to 'torch.jit.load' (call "
                      "'torch.jit.load' directly to silence this warning)", UserWarning, stacklevel=3)
        if weights_only:
            raise RuntimeError(_SCRIPT)
        if path is None:
            f.seek(0)
        return torch.jit.load(f, map_location=map_location)
    return _load_objects(reader, map_location, None if weights_only else pickle_module, path if mmap else None, options)


def _load_objects(reader, map_location, pickle_module=None, mapped=None, options=None):
    """The objects of an archive's pickle. pickle_module=None: only what is harmless; mapped: the path of a file that is mapped."""
    options = options or {'encoding': 'utf-8'}
    if pickle_module is None:
        return _guarded(lambda guard: _load(reader, map_location, guard, mapped, options))
    return _load(reader, map_location, pickle_module, mapped, options)


def _guarded(load):
    """Loads with the unpickler that runs nothing that is not known to be harmless."""
    from torch import _weights_only_unpickler
    try:
        return load(_weights_only_unpickler)
    except pickle.UnpicklingError as e:
        raise pickle.UnpicklingError(_refusal(str(e))) from None


class _Legacy:
    """What the format before version 1.6 refers to: storages whose bytes come at the end of the file."""

    def __init__(self, restore, limit):
        self.restore, self.storages, self.limit = restore, {}, limit

    def persistent_load(self, saved_id):
        name, data = _checked_id(saved_id)
        if name == 'module':
            return data[0]  # sources are not compared
        if name != 'storage':
            raise RuntimeError('Unknown saved id type: %s' % saved_id[0])
        storage_type, key, location, count, view = data
        key = _maybe_decode_ascii(key)
        if key not in self.storages:
            self.storages[key] = self._empty(_type_of(storage_type), count, _maybe_decode_ascii(location))
        storage = self.storages[key]
        if view is None:
            return storage
        view_key, offset, size = view
        if view_key not in self.storages:
            width = storage.element_size()
            part = storage.untyped()[offset * width:(offset + size) * width]
            self.storages[view_key] = TypedStorage._of(part, storage.dtype)
        return self.storages[view_key]

    def _empty(self, dtype, count, location):
        """Memory for a storage: not more than the file has."""
        width = torch.empty(0, dtype=dtype).element_size()
        if type(count) is not int or count < 0 or count * width > self.limit:
            raise RuntimeError('unexpected EOF, expected %s more bytes. The file might be corrupted.' % (
                count * width - self.limit if type(count) is int and count >= 0 else count))
        self.limit -= count * width
        storage = torch.storage._storage_of(torch.empty(count, dtype=dtype))
        return _wrapped(self.restore(storage, location), dtype)

    def fill(self, f, keys):
        """Reads the bytes of the storages, in the order of the keys."""
        fd = _descriptor(f)
        for key in keys:
            storage = self.storages[key]
            width, memory = storage.element_size(), storage.untyped()
            size = int.from_bytes(_exactly(f, 8), 'little', signed=True)
            if size * width != memory.nbytes():
                raise RuntimeError('storage has wrong byte size: expected %d got %d' % (memory.nbytes(), size * width))
            if fd is not None and memory.nbytes() and memory.device.type == 'cpu':
                start = f.tell()
                got = torch._C._read_into(memory._elements, fd, start)
                if got < memory.nbytes():
                    raise RuntimeError('unexpected EOF, expected %d more bytes. The file might be corrupted.' % (memory.nbytes() - got))
                f.seek(start + got)
                continue
            for start in range(0, memory.nbytes(), _CHUNK_BYTES):
                data = _exactly(f, min(_CHUNK_BYTES, memory.nbytes() - start))
                memory._elements[start:start + len(data)].copy_(torch._C._bytes_tensor(data))


def _is_pipe(f):
    return hasattr(f, 'seekable') and not f.seekable()


def _descriptor(f):
    """The number of a file of the system; None for other files."""
    if type(f).__name__ not in ('BufferedReader', 'BufferedWriter', 'BufferedRandom', 'FileIO') or type(f).__module__ != '_io':
        return None
    try:
        return f.fileno()
    except (OSError, ValueError):
        return None


def _legacy_load(f, map_location, pickle_module, **options):
    """Reads the format before version 1.6."""
    start = f.tell()
    limit = f.seek(0, 2) - start
    f.seek(start)
    if not limit and pickle_module is not pickle:
        raise EOFError
    if pickle_module.load(f, **options) != MAGIC_NUMBER:
        raise RuntimeError('Invalid magic number; corrupt file?')
    version = pickle_module.load(f, **options)
    if version != PROTOCOL_VERSION:
        raise RuntimeError('Invalid protocol version: %s' % version)
    pickle_module.load(f, **options)  # about the machine: all have the same sizes today
    legacy = _Legacy(_restorer(map_location), limit)
    start, before = f.tell(), torch._utils._computed[0]

    def read():
        unpickler = _loads_classes(pickle_module.Unpickler)(f, **options)
        unpickler.persistent_load = legacy.persistent_load
        return unpickler.load()

    result = read()
    legacy.fill(f, pickle_module.load(f, **options))
    if torch._utils._computed[0] != before:  # from memory whose bytes have come only now
        end = f.tell()
        f.seek(start)
        result = read()
        f.seek(end)
    return result


def _exactly(f, n):
    data = f.read(n)
    if len(data) < n:
        raise RuntimeError('unexpected EOF, expected %d more bytes. The file might be corrupted.' % (n - len(data)))
    return data


@contextlib.contextmanager
def _opened(f):
    """The file of a path, closed at the end; or a file that was given, checked."""
    if isinstance(f, (str, os.PathLike)):
        with open(f, 'rb') as file:
            yield file
    else:
        _seekable(f)
        yield f


def _mode(weights_only, pickle_module):
    """Whether the unpickler is the guarded one."""
    never, always = _force('TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD'), _force('TORCH_FORCE_WEIGHTS_ONLY_LOAD')
    if never and always:
        raise RuntimeError('Only one of `TORCH_FORCE_WEIGHTS_ONLY_LOAD` or `TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD` should be set, but both were set.')
    if always:
        return True
    if weights_only is None and never:
        warnings.warn('Environment variable TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD detected, since the`weights_only` argument was not explicitly passed '
                      'to `torch.load`, forcing weights_only=False.', UserWarning, stacklevel=3)
        return False
    return pickle_module is None if weights_only is None else bool(weights_only)


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    """Reads a file of torch.save: a path, or an object with read, readline, seek and tell. map_location says where tensors go: a device or its
    name, a dict of names, or a function of a storage and the name of its location. Nothing of the file is executed, unless weights_only=False
    lets it name any class and function. mmap=True leaves the bytes of tensors in the file until they are used."""
    guarded = _mode(weights_only, pickle_module)
    if guarded and pickle_module is not None:
        raise RuntimeError('Can not safely load weights when explicit pickle_module is specified')
    if not guarded and pickle_module is None:
        pickle_module = pickle
    if pickle_module is not None:
        _check_pickle_module(pickle_module)
    if guarded and pickle_load_args:
        warnings.warn('pickle_load_args only works if `weights_only=False`.', stacklevel=2)
    if mmap and not isinstance(f, (str, os.PathLike)):
        raise ValueError('f must be a file path in order to use the mmap argument')
    options = {'encoding': 'utf-8', **pickle_load_args}
    with _opened(f) as file:
        if _begins_as_archive(file):
            path = os.fspath(f) if isinstance(f, (str, os.PathLike)) else None
            source = path if path is not None else _Window(file)
            return _load_archive(source, path, map_location, pickle_module, guarded, mmap, options)
        if mmap:
            raise RuntimeError('mmap can only be used with files saved with `torch.save(%s, _use_new_zipfile_serialization=True), please torch.save '
                               'your checkpoint with this option in order to use mmap.' % (f,))
        if guarded:
            return _guarded(lambda guard: _legacy_load(file, map_location, guard, **options))
        return _legacy_load(file, map_location, pickle_module, **options)


class _Window:
    """A file from its position on: an archive may follow other bytes."""

    def __init__(self, file):
        self.file, self.start = file, file.tell()

    def seek(self, offset, whence=0):
        return self.file.seek(offset + (0 if whence else self.start), whence)

    def tell(self):
        return self.file.tell() - self.start

    def read(self, size=-1):
        return self.file.read(size)


# ---- which names are harmless


def add_safe_globals(safe_globals):
    """Lets torch.load(weights_only=True) use classes and functions, or pairs of one and its name in files."""
    from torch import _weights_only_unpickler
    _weights_only_unpickler._add(safe_globals)


def get_safe_globals():
    """The classes and functions that were added."""
    from torch import _weights_only_unpickler
    return list(_weights_only_unpickler._safe)


def clear_safe_globals():
    """Forgets the classes and functions that were added."""
    from torch import _weights_only_unpickler
    _weights_only_unpickler._safe.clear()


class safe_globals:
    """A context manager within which torch.load(weights_only=True) uses classes and functions."""

    def __init__(self, safe_globals):
        self.safe_globals = safe_globals

    def __enter__(self):
        self._before = get_safe_globals()
        add_safe_globals(self.safe_globals)

    def __exit__(self, type, value, tb):
        clear_safe_globals()
        add_safe_globals(self._before)


def get_unsafe_globals_in_checkpoint(f):
    """The names in a file that torch.load(weights_only=True) would refuse, without reading anything else of it."""
    from torch import _weights_only_unpickler
    with _opened(f) as file:
        if not _begins_as_archive(file):
            raise ValueError('Expected input to be a checkpoint returned by torch.save')
        reader = torch._C.PyTorchFileReader(os.fspath(f) if isinstance(f, (str, os.PathLike)) else _Window(file))
        if _is_torchscript(reader):
            raise ValueError('Expected input to be a checkpoint returned by torch.save but got a torchscript checkpoint')
        return _weights_only_unpickler._unsafe_names(reader.get_record('data.pkl'))


__all__ = ['SourceChangeWarning', 'mkdtemp', 'register_package', 'check_module_version_greater_or_equal', 'validate_cuda_device',
           'validate_hpu_device', 'location_tag', 'default_restore_location', 'normalize_storage_type', 'storage_to_tensor_type', 'save', 'load',
           'StorageType', 'LoadEndianness', 'get_crc32_options', 'set_crc32_options', 'get_default_load_endianness',
           'set_default_load_endianness', 'get_default_mmap_options', 'set_default_mmap_options', 'clear_safe_globals', 'get_safe_globals',
           'add_safe_globals', 'safe_globals', 'get_unsafe_globals_in_checkpoint', 'skip_data']
