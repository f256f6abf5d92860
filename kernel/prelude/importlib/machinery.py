"""Specifications of modules, the finders of sys.meta_path and the loader of .py files. Loaders of other files are those of the other
Python."""

import sys  # no more: the first import of a file comes here

SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = ['.pyc']

BuiltinImporter, FrozenImporter, PathFinder = sys._own_finders()

_ELSEWHERE = ('FileFinder', 'NamespaceLoader', 'SourcelessFileLoader', 'WindowsRegistryFinder')


def all_suffixes():
    """The suffixes of all files that can be modules."""
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + __getattr__('EXTENSION_SUFFIXES')


def __getattr__(name):
    if name in ('DEBUG_BYTECODE_SUFFIXES', 'OPTIMIZED_BYTECODE_SUFFIXES'):
        return BYTECODE_SUFFIXES
    if name == 'EXTENSION_SUFFIXES':
        from _imp import extension_suffixes
        return extension_suffixes()
    if name == 'ExtensionFileLoader':
        found = _extension_loader()
    elif name in _ELSEWHERE:
        import importlib._files
        found = getattr(importlib._files, name)
    else:
        raise AttributeError("module 'importlib.machinery' has no attribute %r" % name)
    globals()[name] = found
    return found


def _extension_loader():
    """The other Python's; our own where there is none, or a program has put None in its place."""
    from importlib import _files
    globals()['ExtensionFileLoader'] = _files.ExtensionFileLoader  # for the finders that look for that module now
    try:
        from _frozen_importlib_external import ExtensionFileLoader as found
    except ImportError:
        return _files.ExtensionFileLoader
    return found


def bytecode_path(path, optimization=''):
    """FOLDER/__pycache__/NAME.TAG[.opt-N].pyc of FOLDER/NAME.py; below sys.pycache_prefix, if that is set."""
    tag = sys.implementation.cache_tag
    if tag is None:
        raise NotImplementedError('sys.implementation.cache_tag is None')
    folder, slash, file = path.rpartition('/')
    stem, dot, rest = file.rpartition('.')
    level = '.opt-%s' % optimization if optimization else ''
    name = '%s%s%s%s.pyc' % (stem or rest, dot, tag, level)
    if sys.pycache_prefix is None:
        return '%s%s__pycache__/%s' % (folder, slash, name)
    from os.path import abspath
    return '%s/%s/%s' % (sys.pycache_prefix.rstrip('/'), abspath(folder).strip('/'), name)


def _cached_of(origin):
    """The file of bytecode that a module has; None: it has none."""
    if origin.endswith('.pyc'):
        return origin
    if not origin.endswith('.py') or sys.implementation.cache_tag is None:
        return None
    return bytecode_path(origin)


class _Unfinished:
    """Where the other Python notes what it imports from a package; a list would go there as a copy."""

    def append(self, name):
        """An import begins."""

    def pop(self):
        """It ends."""


class ModuleSpec:
    """What is known of a module before it is loaded: its name, its loader, where it comes from, and for a package its folders."""

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self._set_fileattr = False
        self._cached = None
        self._initializing = False
        self._uninitialized_submodules = _Unfinished()

    def __repr__(self):
        shown = ['name=%r' % (self.name,), 'loader=%r' % (self.loader,)]
        if self.origin is not None:
            shown.append('origin=%r' % (self.origin,))
        if self.submodule_search_locations is not None:
            shown.append('submodule_search_locations=%s' % (self.submodule_search_locations,))
        return '%s(%s)' % (type(self).__name__, ', '.join(shown))

    def __eq__(self, other):
        fields = ('name', 'loader', 'origin', 'submodule_search_locations', 'cached', 'has_location')
        try:
            return all(getattr(self, field) == getattr(other, field) for field in fields)
        except AttributeError:
            return NotImplemented

    @property
    def parent(self):
        """The package: the module itself, or what stands before the last dot."""
        return self.name if self.submodule_search_locations is not None else self.name.rpartition('.')[0]

    @property
    def has_location(self):
        """Whether origin is a file."""
        return self._set_fileattr

    @has_location.setter
    def has_location(self, value):
        self._set_fileattr = bool(value)

    @property
    def cached(self):
        """Where CPython would keep the bytecode of a file; nothing is written there."""
        if self._cached is None and self._set_fileattr and self.origin:
            self._cached = _cached_of(self.origin)
        return self._cached

    @cached.setter
    def cached(self, value):
        self._cached = value


class _Loader:
    """What all loaders of files have: a module is made as usual, and the code that get_code(name) gives runs in it."""

    def create_module(self, spec):
        """None: an ordinary module will do."""

    def exec_module(self, module):
        """Runs the code in the namespace of the module."""
        code = self.get_code(module.__name__)
        if code is None:
            raise ImportError('cannot load module %r when get_code() returns None' % module.__name__)
        exec(code, module.__dict__)

    def is_package(self, fullname):
        """Whether the file is the __init__ of a package."""
        stem = self.get_filename(fullname).rpartition('/')[2].rsplit('.', 1)[0]
        return stem == '__init__' and fullname.rpartition('.')[2] != '__init__'

    def load_module(self, fullname):
        """The module of that name in sys.modules, loaded (or loaded again). Deprecated."""
        from importlib._files import load_now
        return load_now(self, fullname)


class SourceLoader(_Loader):
    """Loads modules from their text, which get_data() gives."""

    def get_code(self, fullname):
        """The code object of the module: that of its bytecode file, if that is valid, or of its text."""
        from importlib._files import code_of_source
        return code_of_source(self, fullname)

    def get_source(self, fullname):
        """The text of the module."""
        from importlib._files import text_of_source
        return text_of_source(self, fullname)

    def source_to_code(self, data, path, *, _optimize=-1):
        """The code object of a text."""
        return compile(data, path, 'exec', dont_inherit=True, optimize=_optimize)

    def path_mtime(self, path):
        """Time of the last change, an int: to be defined by subclasses, or path_stats()."""
        raise OSError

    def path_stats(self, path):
        """A dict with 'mtime', the time of the last change, and perhaps 'size'."""
        return dict(mtime=self.path_mtime(path))

    def set_data(self, path, data):
        """Keeps bytecode: to be defined by subclasses that can."""

    def _cache_bytecode(self, source_path, cache_path, data):
        return self.set_data(cache_path, data)


class FileLoader:
    """A loader of one file: fullname is the module's name, path the file's."""

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def __eq__(self, other):
        return self.__class__ == other.__class__ and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)

    def _check(self, name):
        if name is not None and name != self.name:
            raise ImportError('loader for %s cannot handle %s' % (self.name, name), name=name)

    def get_filename(self, name=None):
        """The path of the file."""
        self._check(name)
        return self.path

    def load_module(self, fullname=None):
        """The module of that name in sys.modules, loaded (or loaded again). Deprecated."""
        self._check(fullname)
        return super().load_module(self.name if fullname is None else fullname)

    def get_data(self, path):
        """The bytes of a file."""
        with open(path, 'rb') as file:
            return file.read()

    def get_resource_reader(self, name=None):
        """What importlib.resources reads a package's files with."""
        self._check(name)
        from importlib.readers import FileReader
        return FileReader(self)


class SourceFileLoader(FileLoader, SourceLoader):
    """Loads one .py file."""

    def path_stats(self, path):
        """Time of the last change, and size."""
        from os import stat
        status = stat(path)
        return {'mtime': status.st_mtime, 'size': status.st_size}

    def _cache_bytecode(self, source_path, bytecode_path, data):
        from importlib._files import mode_of
        return self.set_data(bytecode_path, data, _mode=mode_of(source_path))

    def set_data(self, path, data, *, _mode=0o666):
        """Writes bytecode; where that is not possible, it is left."""
        from importlib._files import write_quietly
        write_quietly(path, data, _mode)


def _describe(module):
    """Gives a module that is about to be loaded from a file, or is made of folders, its specification and its loader."""
    names = module.__dict__
    file, folders = names['__file__'], names.get('__path__')
    if file is None:
        from importlib._files import NamespaceLoader
        names['__loader__'] = NamespaceLoader.of(folders)
        spec = ModuleSpec(names['__name__'], names['__loader__'])
    else:
        names['__loader__'] = SourceFileLoader(names['__name__'], file)
        spec = ModuleSpec(names['__name__'], names['__loader__'], origin=file)
        spec._set_fileattr = True
        names['__cached__'] = spec.cached
    spec.submodule_search_locations = folders
    names['__spec__'] = spec


def _describe_library(module):
    """The specification of a module that is part of the kernel, made when it is asked for."""
    module.__spec__ = spec = _library_spec(module.__name__, '__path__' in module.__dict__)
    return spec


def _library_spec(name, is_package=None):
    if name in sys.builtin_module_names:
        return ModuleSpec(name, BuiltinImporter, origin='built-in')
    if is_package is None:
        is_package = sys._library_text(name) == 'package'
    return ModuleSpec(name, _LibraryLoader(), origin='built-in', is_package=is_package)


def _find_built_in(name, path):
    """What BuiltinImporter says: the specification of a module of sys.builtin_module_names, or None."""
    return _library_spec(name) if path is None and name in sys.builtin_module_names else None


def _find_in_library(name, path):
    """The specification of a module that is part of the kernel, or None."""
    return _library_spec(name) if sys._is_library_module(name) else None


def _find_on_path(name, path, target=None):
    """What PathFinder says: the specification of a module in the folders of path, or of sys.path, or of the other Python's."""
    from importlib._files import find_in_entries
    spec = find_in_entries(name, sys.path if path is None else path, target)
    if spec is not None and spec.loader is not None:
        return spec
    return _find_in_python(name, path) or spec


def _by_hooks(name, folders):
    """The module that a finder of sys.path_hooks knows in one of the folders, loaded; None: none does."""
    from importlib._files import find_in_entries
    spec = find_in_entries(name, folders)
    return None if spec is None else load_spec(spec)


def _portions(name, folders):
    """The folders of a package without __init__, as the finders of sys.path_hooks say; None: it is something else."""
    from importlib._files import search_entries
    return search_entries(name, folders)[1] or None


def _find_in_python(name, path):
    try:
        from _frozen_importlib import _find_spec
    except ImportError:
        return None
    return _find_spec(name, path)


class _LibraryLoader:
    """Loads modules that are part of the kernel."""

    def __repr__(self):
        return '<loader of the library>'

    def create_module(self, spec):
        return __import__(spec.name, fromlist=['*'])

    def exec_module(self, module):
        """The module has run when it was made."""

    def get_code(self, fullname):
        """The code object of a module that is written in the language; None of others."""
        return sys._library_code(fullname)

    def get_source(self, fullname):
        """None: the text is not shown."""

    def is_package(self, fullname):
        """Whether the module is a package."""
        return sys._library_text(fullname) == 'package'


def new_module(spec):
    """The empty module of a specification, as importlib.util.module_from_spec gives it."""
    module = None
    if hasattr(spec.loader, 'create_module'):
        module = spec.loader.create_module(spec)
    elif hasattr(spec.loader, 'exec_module'):
        raise ImportError('loaders that define exec_module() must also define create_module()')
    if isinstance(spec.loader, _LibraryLoader):
        return module
    if module is None:
        module = type(sys)(spec.name)
    told = {'__name__': spec.name, '__loader__': spec.loader, '__package__': spec.parent, '__path__': spec.submodule_search_locations}
    if spec.loader is None and spec.submodule_search_locations is not None:
        from importlib._files import NamespaceLoader
        loader = NamespaceLoader.of(spec.submodule_search_locations)
        told.update(__loader__=loader, __file__=None)
        spec.loader = loader
    if spec.has_location:
        told.update(__file__=spec.origin, __cached__=spec.cached)
    _tell(module, told, spec)
    return module


def _tell(module, told, spec):
    """Sets the attributes that a module does not have; what refuses them is left as it is."""
    for name, value in told.items():
        if getattr(module, name, None) is not None or (value is None and name in ('__path__', '__cached__')):
            continue
        try:
            setattr(module, name, value)
        except AttributeError:
            pass
    try:
        module.__spec__ = spec
    except AttributeError:
        pass


def _spec_by_finders(finders, name, path, target=None):
    """What the first of the finders that knows a module says of it; None: none does."""
    if finders is None:
        raise ImportError('sys.meta_path is None, Python is likely shutting down')
    if not finders:
        import warnings
        warnings.warn('sys.meta_path is empty', ImportWarning)
    for finder in list(finders):
        find = getattr(finder, 'find_spec', None)
        spec = find(name, path, target) if find is not None else _spec_of_old_finder(finder, name, path)
        if spec is not None:
            return spec
    return None


def _spec_of_old_finder(finder, name, path):
    """What a finder of sys.meta_path says that has no find_spec()."""
    find = getattr(finder, 'find_module', None)
    if find is None:
        return None
    import warnings
    kind = finder if isinstance(finder, type) else type(finder)
    warnings.warn('%s.find_spec() not found; falling back to find_module()' % kind.__qualname__, ImportWarning)
    loader = find(name, path)
    if loader is None:
        return None
    from importlib.util import spec_from_loader
    return spec_from_loader(name, loader)


def _by_finders(finders, name, path):
    """The module of that name, loaded as the first finder says that knows it; None: none does."""
    spec = _spec_by_finders(finders, name, path)
    return None if spec is None else load_spec(spec)


def load_spec(spec):
    """The module of a specification, loaded, as sys.modules has it then."""
    name = spec.name
    if spec.loader is not None and not hasattr(spec.loader, 'exec_module'):
        return _load_in_the_old_way(spec)
    if spec.loader is None and spec.submodule_search_locations is None:
        raise ImportError('missing loader', name=name)
    module = new_module(spec)
    spec._initializing = True
    sys.modules[name] = module
    try:
        if spec.loader is not None:
            spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    finally:
        spec._initializing = False
    if name not in sys.modules:
        raise KeyError(name)
    return sys.modules[name]


def _load_in_the_old_way(spec):
    """By load_module() of a loader that has no exec_module()."""
    import warnings
    loader, kind = spec.loader, type(spec.loader)
    if not hasattr(loader, 'load_module'):
        raise ImportError('missing loader', name=spec.name)
    warnings.warn('%s.exec_module() not found; falling back to load_module()' % kind.__qualname__, ImportWarning)
    try:
        loader.load_module(spec.name)
    except BaseException:
        sys.modules.pop(spec.name, None)
        raise
    module = sys.modules[spec.name]
    package = spec.name if hasattr(module, '__path__') else spec.name.rpartition('.')[0]
    for name, value in ('__loader__', loader), ('__package__', package), ('__spec__', spec):
        try:
            if getattr(module, name, None) is None:
                setattr(module, name, value)
        except AttributeError:
            pass
    return module
