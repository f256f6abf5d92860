"""Loaders and finders of files beyond what the import of a .py file needs: files of bytecode, folders, sys.path_hooks. A file of
bytecode has a head of 16 bytes (PEP 552: magic number, flags, then time and size of the source or its hash); behind that is a code
object as marshal writes it."""

import os
import sys

from importlib.machinery import BYTECODE_SUFFIXES, SOURCE_SUFFIXES, FileLoader, ModuleSpec, SourceFileLoader, _Loader, bytecode_path

MAGIC_NUMBER = b'TK\r\n'  # of this kernel's bytecode: CPython takes such a file for an old one
_CPYTHON_ENDS = b'\r\n'
_HASHED, _CHECKED = 1, 2


# ---- files of bytecode ----

def _word(number):
    return (int(number) & 0xffffffff).to_bytes(4, 'little')


def _head(flags, rest):
    return MAGIC_NUMBER + _word(flags) + rest


def with_time(code, mtime=0, size=0):
    """The file of a code object whose source has a time and a size."""
    import marshal
    return bytearray(_head(0, _word(mtime) + _word(size)) + marshal.dumps(code))


def with_hash(code, source_hash, checked=True):
    """The file of a code object whose source has a hash."""
    import marshal
    return bytearray(_head(_HASHED | _CHECKED * bool(checked), bytes(source_hash)) + marshal.dumps(code))


def flags_of(data, name, details):
    """The flags in the head of a file; ImportError or EOFError: it is none. `details` are the arguments of an ImportError."""
    if data[:4] != MAGIC_NUMBER:
        raise ImportError('bad magic number in %r: %r' % (name, bytes(data[:4])), **details)
    if len(data) < 16:
        raise EOFError('reached EOF while reading pyc header of %r' % name)
    flags = int.from_bytes(data[4:8], 'little')
    if flags & ~(_HASHED | _CHECKED):
        raise ImportError('invalid flags %r in %r' % (flags, name), **details)
    return flags


def check_time(data, mtime, size, name, details):
    """ImportError: the source is another one by its time or size."""
    if data[8:12] != _word(mtime) or (size is not None and data[12:16] != _word(size)):
        raise ImportError('bytecode is stale for %r' % name, **details)


def check_hash(data, source_hash, name, details):
    """ImportError: the source is another one by its hash."""
    if data[8:16] != source_hash:
        raise ImportError("hash in bytecode doesn't match hash of source %r" % name, **details)


def code_in(data, name=None, path=None, source=None):
    """The code object behind a head."""
    import marshal
    code = marshal.loads(data)
    if not isinstance(code, type(_word.__code__)):
        raise ImportError('Non-code object in %r' % path, name=name, path=path)
    return code if source is None else _renamed(code, source)


def _renamed(code, path):
    """The same with another file name, in all functions of it, too."""
    if code.co_filename == path:
        return code
    inner = tuple(_renamed(each, path) if isinstance(each, type(code)) else each for each in code.co_consts)
    return code.replace(co_filename=path, co_consts=inner)


def _rounds(state, count):
    a, b, c, d = state
    full = 0xffffffffffffffff
    for each in range(count):
        a = a + b & full
        c = c + d & full
        b = (b << 13 | b >> 51) & full ^ a
        d = (d << 16 | d >> 48) & full ^ c
        a = (a << 32 | a >> 32) & full
        c = c + b & full
        a = a + d & full
        b = (b << 17 | b >> 47) & full ^ c
        d = (d << 21 | d >> 43) & full ^ a
        c = (c << 32 | c >> 32) & full
    state[:] = a, b, c, d


def keyed_hash(key, data):
    """SipHash-1-3 of bytes under a key of 64 bits, as 8 bytes."""
    data = bytes(data)
    first, second = key & 0xffffffffffffffff, 0
    state = [first ^ 0x736f6d6570736575, second ^ 0x646f72616e646f6d, first ^ 0x6c7967656e657261, second ^ 0x7465646279746573]
    whole = len(data) // 8 * 8
    words = [int.from_bytes(data[at:at + 8], 'little') for at in range(0, whole, 8)]
    words.append(int.from_bytes(data[whole:], 'little') | (len(data) & 255) << 56)
    for word in words:
        state[3] ^= word
        _rounds(state, 1)
        state[0] ^= word
    state[2] ^= 255
    _rounds(state, 3)
    return (state[0] ^ state[1] ^ state[2] ^ state[3]).to_bytes(8, 'little')


def source_hash(source):
    """The hash that a file of bytecode has of its source."""
    return keyed_hash(int.from_bytes(MAGIC_NUMBER, 'little'), source)


def mode_of(path):
    """The mode of a file of bytecode: that of its source, and writable."""
    try:
        mode = os.stat(path).st_mode & 0o777
    except OSError:
        mode = 0o666
    return mode | 0o200


def write_whole(path, data, mode=0o666):
    """Writes a file that appears complete or not at all."""
    beside = '%s.%d.%x' % (path, os.getpid(), id(data))
    descriptor = os.open(beside, os.O_EXCL | os.O_CREAT | os.O_WRONLY, mode & 0o666)
    try:
        with open(descriptor, 'wb') as file:
            file.write(data)
        os.replace(beside, path)
    except OSError:
        try:
            os.unlink(beside)
        except OSError:
            pass
        raise


def write_quietly(path, data, mode):
    """Writes a file and the folders above it; where that is not possible, nothing is said."""
    try:
        os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
        write_whole(path, data, mode)
    except OSError:
        pass


def _is_of_cpython(data):
    return data[2:4] == _CPYTHON_ENDS and data[:4] != MAGIC_NUMBER and data[1] == 13


class _Cached:
    """The bytecode of a source, as a loader of it keeps it."""

    def __init__(self, loader, name, source):
        self.loader, self.name, self.source = loader, name, source
        self.path, self.mtime, self.size, self.data = None, None, None, None
        self.hashed, self.checked, self.foreign = False, False, False

    def open(self):
        """Looks where the bytecode would be; None: nowhere. True: it is there and of this kernel."""
        try:
            self.path = bytecode_path(self.source, sys.flags.optimize or '')
            stats = self.loader.path_stats(self.source)
        except (NotImplementedError, OSError):
            self.path = None
            return False
        self.mtime, self.size = int(stats['mtime']), stats.get('size')
        try:
            self.data = self.loader.get_data(self.path)
        except OSError:
            return False
        return True

    def code(self, text):
        """The code object, if the bytecode is valid; text() gives the source."""
        import _imp
        details = {'name': self.name, 'path': self.path}
        try:
            flags = flags_of(self.data, self.name, details)
            self.hashed, self.checked = bool(flags & _HASHED), bool(flags & _CHECKED)
            if not self.hashed:
                check_time(self.data, self.mtime, self.size, self.name, details)
            elif _imp.check_hash_based_pycs == 'always' or (self.checked and _imp.check_hash_based_pycs != 'never'):
                check_hash(self.data, source_hash(text()), self.name, details)
        except (ImportError, EOFError):
            self.foreign = not self.hashed and len(self.data) > 16 and _is_of_cpython(self.data)
            return None
        return code_in(memoryview(self.data)[16:], self.name, self.path, self.source)

    def keep(self, code, text):
        """Has the loader write it, unless writing is switched off or it would take the place of CPython's."""
        if sys.dont_write_bytecode or self.path is None or self.foreign or self.mtime is None:
            return
        if self.hashed:
            data = with_hash(code, source_hash(text), self.checked)
        else:
            data = with_time(code, self.mtime, len(text))
        try:
            self.loader._cache_bytecode(self.source, self.path, data)
        except NotImplementedError:
            pass


def code_of_source(loader, name):
    """The code object of a module: of its bytecode, or of its text, whose bytecode is kept then."""
    path = loader.get_filename(name)
    cached, known = _Cached(loader, name, path), []

    def text():
        if not known:
            known.append(loader.get_data(path))
        return known[0]
    if cached.open():
        code = cached.code(text)
        if code is not None:
            return code
    code = loader.source_to_code(text(), path)
    cached.keep(code, text())
    return code


def text_of_source(loader, name):
    """The text of a module that get_data() of a loader gives."""
    from importlib.util import decode_source
    try:
        data = loader.get_data(loader.get_filename(name))
    except OSError as error:
        raise ImportError('source not available through get_data()', name=name) from error
    return decode_source(data)


def load_now(loader, name):
    """What load_module() of a loader does, as long as it may be called."""
    import warnings
    from importlib.util import module_from_spec, spec_from_loader
    warnings.warn('the load_module() method is deprecated and slated for removal in Python 3.12; use exec_module() instead',
                  DeprecationWarning, stacklevel=3)
    spec = spec_from_loader(name, loader)
    module = sys.modules.get(name)
    if module is not None:
        describe(module, spec, override=True)
        loader.exec_module(module)
        return sys.modules[name]
    module = sys.modules[name] = module_from_spec(spec)
    try:
        loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return sys.modules[name]


def describe(module, spec, override=False):
    """Gives a module the attributes that its specification tells; those that it has stay, unless they are overridden."""
    told = {'__name__': spec.name, '__loader__': spec.loader, '__package__': spec.parent, '__path__': spec.submodule_search_locations}
    if spec.loader is None and spec.submodule_search_locations is not None:
        told['__loader__'] = NamespaceLoader.of(spec.submodule_search_locations)
    if spec.has_location:
        told.update(__file__=spec.origin, __cached__=spec.cached)
    elif spec.loader is None and override and getattr(module, '__file__', None) is not None:
        module.__file__ = None
    for name, value in told.items():
        if override or getattr(module, name, None) is None:
            if value is not None or name == '__loader__':
                try:
                    setattr(module, name, value)
                except AttributeError:
                    pass
    try:
        module.__spec__ = spec
    except AttributeError:
        pass
    return module


def run_again(module, spec):
    """A module, its text run once more as a specification says, as it stands in sys.modules then. Modules in C stay as they are."""
    code = sys._library_code(spec.name) if type(spec.loader).__name__ == '_LibraryLoader' else None
    describe(module, spec, override=True)
    if code is not None:
        exec(code, module.__dict__)
    elif spec.loader is not None:
        run = getattr(spec.loader, 'exec_module', None)
        run(module) if run is not None else spec.loader.load_module(spec.name)
    return sys.modules[spec.name]


class _NoSource:
    """Of loaders of what has no text."""

    def get_source(self, fullname):
        """None: there is no text."""


class SourcelessFileLoader(FileLoader, _NoSource, _Loader):
    """Loads one .pyc file that has no source."""

    def get_code(self, fullname):
        """The code object of the file."""
        path = self.get_filename(fullname)
        details, data = dict(name=fullname, path=path), self.get_data(path)
        flags_of(data, fullname, details)
        return code_in(memoryview(data)[16:], **details)


class ExtensionFileLoader(FileLoader, _NoSource, _Loader):
    """Loads one shared library that is a module of CPython: only a Python beside the kernel can."""

    def __init__(self, name, path):
        self.name, self.path = name, path

    def create_module(self, spec):
        """ImportError: there is no CPython in this process."""
        raise ImportError('%s is an extension module of CPython, and there is no Python beside the kernel' % spec.origin,
                          name=spec.name, path=spec.origin)

    def exec_module(self, module):
        """Nothing is left to do."""

    def is_package(self, fullname):
        """Whether the file is the __init__ of a package."""
        return os.path.basename(self.path) in ['__init__' + suffix for suffix in _extension_suffixes()]

    def get_code(self, fullname):
        """None: it has no code object."""


def _extension_suffixes():
    from _imp import extension_suffixes
    return extension_suffixes()


def file_loaders():
    """What FileFinder looks for: pairs of a loader and its suffixes."""
    from importlib import machinery
    return [(machinery.ExtensionFileLoader, _extension_suffixes()), (SourceFileLoader, SOURCE_SUFFIXES),
            (SourcelessFileLoader, BYTECODE_SUFFIXES)]


class WindowsRegistryFinder:
    """Finds modules that the registry of Windows names: there are none here."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        """None: there is no registry."""

    @classmethod
    def find_module(cls, fullname, path=None):
        """None: there is no registry."""


# ---- folders ----

class FileFinder:
    """Finds modules in one folder. The other arguments are pairs: a loader, and the suffixes of its files."""

    def __init__(self, path, *loader_details):
        self._loaders = [(suffix, loader) for loader, suffixes in loader_details for suffix in suffixes]
        self.path = '.' if not path or path == '.' else path
        if not os.path.isabs(self.path):
            self.path = os.path.normpath(os.path.join(os.getcwd(), self.path))
        self._path_mtime = -1
        self._path_cache = set()

    def __repr__(self):
        return 'FileFinder(%r)' % (self.path,)

    def invalidate_caches(self):
        """What is kept of the folder is forgotten."""
        self._path_mtime = -1

    def _names(self):
        """The names in the folder, read again when that has changed."""
        try:
            mtime = os.stat(self.path or os.getcwd()).st_mtime
        except OSError:
            mtime = -1
        if mtime != self._path_mtime:
            try:
                self._path_cache = set(os.listdir(self.path or os.getcwd()))
            except (FileNotFoundError, PermissionError, NotADirectoryError):
                self._path_cache = set()
            self._path_mtime = mtime
        return self._path_cache

    def _get_spec(self, loader_class, fullname, path, smsl, target):
        from importlib.util import spec_from_file_location
        return spec_from_file_location(fullname, path, loader=loader_class(fullname, path), submodule_search_locations=smsl)

    def find_spec(self, fullname, target=None):
        """The specification of a module in the folder; None: there is none."""
        last, names = fullname.rpartition('.')[2], self._names()
        base = os.path.join(self.path, last)
        inside = last in names and os.path.isdir(base)
        for suffix, loader in self._loaders if inside else ():
            path = os.path.join(base, '__init__' + suffix)
            if os.path.isfile(path):
                return self._get_spec(loader, fullname, path, [base], target)
        for suffix, loader in self._loaders:
            if last + suffix in names and os.path.isfile(base + suffix):
                return self._get_spec(loader, fullname, base + suffix, None, target)
        if not inside:
            return None
        spec = ModuleSpec(fullname, None)
        spec.submodule_search_locations = [base]
        return spec

    def find_loader(self, fullname):
        """The loader of a module and the folders of a package without __init__. Deprecated."""
        _warn_of_finder('FileFinder.find_loader')
        spec = self.find_spec(fullname)
        return (None, []) if spec is None else (spec.loader, spec.submodule_search_locations or [])

    def find_module(self, fullname):
        """The loader of a module. Deprecated."""
        _warn_of_finder('FileFinder.find_module')
        spec = self.find_spec(fullname)
        return None if spec is None else spec.loader

    @classmethod
    def path_hook(cls, *loader_details):
        """A function for sys.path_hooks: it makes the finder of a folder."""
        def path_hook_for_FileFinder(path):
            """The finder of a folder; ImportError: it is none."""
            if not os.path.isdir(path or os.getcwd()):
                raise ImportError('only directories are supported', path=path)
            return cls(path, *loader_details)
        return path_hook_for_FileFinder


def _warn_of_finder(name):
    import warnings
    warnings.warn('%s() is deprecated and slated for removal in Python 3.12; use find_spec() instead' % name, DeprecationWarning,
                  stacklevel=3)


class NamespaceLoader:
    """Loads a package of folders without __init__: there is nothing to run."""

    def __init__(self, name, path, path_finder=None):
        self._path = NamespacePath(name, path, path_finder)

    @classmethod
    def of(cls, path):
        """The loader of what is found already: the folders of the package."""
        loader = cls.__new__(cls)
        loader._path = path
        return loader

    create_module, load_module = _Loader.create_module, _Loader.load_module

    def exec_module(self, module):
        """There is nothing to run."""

    def get_code(self, fullname):
        """The code of the empty text."""
        return compile(self.get_source(fullname), '<string>', 'exec', dont_inherit=True)

    def get_source(self, fullname):
        """The text, which is empty."""
        return ''

    def get_resource_reader(self, module):
        """What importlib.resources reads the folders with."""
        from importlib.readers import NamespaceReader
        return NamespaceReader(self._path)

    def is_package(self, fullname):
        """True."""
        return True

    @staticmethod
    def module_repr(module):
        """The repr of such a package. Deprecated."""
        import warnings
        warnings.warn('NamespaceLoader.module_repr() is deprecated and slated for removal in Python 3.12', DeprecationWarning)
        return '<module %r (namespace)>' % module.__name__


NamespaceLoader.__module__ = FileFinder.__module__ = SourcelessFileLoader.__module__ = '_frozen_importlib_external'


def NamespacePath(name, portions, path_finder=None):
    """The folders of a package without __init__, found again when those of its parent change."""
    return sys._namespace_path(name, list(portions))


# ---- sys.path_hooks ----

def hook_of_folders(path):
    """The finder of a folder; ImportError: it is none."""
    if not os.path.isdir(path or os.getcwd()):
        raise ImportError('only directories are supported', path=path)
    return FileFinder(path, *file_loaders())


def hook_of_archives(path):
    """The finder of a zip archive; ImportError: it is none."""
    above = path
    while above and above != '/' and not os.path.lexists(above):
        above = os.path.dirname(above)
    if not os.path.isfile(above):
        raise ImportError('not a Zip file: %r' % (path,), path=path)
    from zipimport import zipimporter
    return zipimporter(path)


def finder_by_hooks(entry):
    """What the first hook makes of an entry that takes it; None: none does."""
    if sys.path_hooks is not None and not sys.path_hooks:
        import warnings
        warnings.warn('sys.path_hooks is empty', ImportWarning)
    for hook in sys.path_hooks:
        try:
            return hook(entry)
        except ImportError:
            continue
    return None


def finder_of_entry(entry):
    """The finder of an entry of sys.path, which sys.path_importer_cache keeps; None: there is none."""
    if entry == '':
        try:
            entry = os.getcwd()
        except FileNotFoundError:
            return None
    cache = sys.path_importer_cache
    if entry not in cache:
        cache[entry] = finder_by_hooks(entry)
    return cache[entry]


def _spec_by_finder(finder, name, target):
    if hasattr(finder, 'find_spec'):
        return finder.find_spec(name, target)
    return spec_of_old_finder(finder, name)


def spec_of_old_finder(finder, name):
    """What a finder without find_spec() says."""
    import warnings
    from importlib.util import spec_from_loader
    portions, shown = [], type(finder).__qualname__
    if hasattr(finder, 'find_loader'):
        warnings.warn('%s.find_spec() not found; falling back to find_loader()' % shown, ImportWarning)
        loader, portions = finder.find_loader(name)
    else:
        warnings.warn('%s.find_spec() not found; falling back to find_module()' % shown, ImportWarning)
        loader = finder.find_module(name)
    if loader is not None:
        return spec_from_loader(name, loader)
    spec = ModuleSpec(name, None)
    spec.submodule_search_locations = portions
    return spec


def search_entries(name, entries, target=None):
    """The specification of a module by the finders of the entries of a path, or None; and the folders of a package without __init__."""
    portions = []
    for entry in entries:
        finder = finder_of_entry(entry) if isinstance(entry, str) else None
        spec = _spec_by_finder(finder, name, target) if finder is not None else None
        if spec is None:
            continue
        if spec.loader is not None:
            return spec, []
        if spec.submodule_search_locations is None:
            raise ImportError('spec missing loader')
        portions.extend(spec.submodule_search_locations)
    return None, portions


def find_in_entries(name, entries, target=None):
    """The specification of a module, or of a package without __init__, by the finders of the entries of a path; None: there is none."""
    spec, portions = search_entries(name, entries, target)
    if spec is None and portions:
        spec = ModuleSpec(name, None)
        spec.submodule_search_locations = NamespacePath(name, portions)
    return spec


def forget():
    """importlib.invalidate_caches(): what the finders of folders keep, and the entries that had no finder."""
    for entry, finder in list(sys.path_importer_cache.items()):
        if finder is None or not os.path.isabs(entry):
            del sys.path_importer_cache[entry]
        elif hasattr(finder, 'invalidate_caches'):
            finder.invalidate_caches()
