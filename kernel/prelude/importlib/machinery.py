"""Specifications of modules, the finders of sys.meta_path and the loader of .py files. Loaders of other files are those of the other
Python."""

import sys  # no more: the first import of a file comes here

SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = ['.pyc']

_FROM_PYTHON = {'_frozen_importlib_external': ('ExtensionFileLoader', 'FileFinder', 'NamespaceLoader', 'SourcelessFileLoader')}

BuiltinImporter, FrozenImporter, PathFinder = sys._own_finders()


def all_suffixes():
    """The suffixes of all files that can be modules."""
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + __getattr__('EXTENSION_SUFFIXES')


def __getattr__(name):
    if name == 'EXTENSION_SUFFIXES':
        from _imp import extension_suffixes
        return extension_suffixes()
    for module, names in _FROM_PYTHON.items():
        if name in names:
            return getattr(__import__(module), name)
    raise AttributeError("module 'importlib.machinery' has no attribute %r" % name)


def bytecode_path(path, optimization=''):
    """FOLDER/__pycache__/NAME.TAG[.opt-N].pyc of FOLDER/NAME.py."""
    folder, slash, file = path.rpartition('/')
    stem, dot, rest = file.rpartition('.')
    level = '.opt-%s' % optimization if optimization else ''
    return '%s%s__pycache__/%s%scpython-%d%d%s.pyc' % (folder, slash, stem or rest, dot, *sys.version_info[:2], level)


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
        if self._cached is None and self._set_fileattr and self.origin and self.origin.endswith('.py'):
            self._cached = bytecode_path(self.origin)
        return self._cached

    @cached.setter
    def cached(self, value):
        self._cached = value


class SourceFileLoader:
    """Loads one .py file: fullname is the module's name, path the file's."""

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

    def is_package(self, fullname):
        """Whether the file is the __init__.py of a package."""
        stem = self.get_filename(fullname).rpartition('/')[2].rsplit('.', 1)[0]
        return stem == '__init__' and fullname.rpartition('.')[2] != '__init__'

    def get_data(self, path):
        """The bytes of a file."""
        with open(path, 'rb') as file:
            return file.read()

    def get_source(self, fullname):
        """The text of the file."""
        path = self.get_filename(fullname)
        try:
            with open(path, encoding='utf-8') as file:
                return file.read()
        except OSError as error:
            raise ImportError('source not available through get_data()', name=fullname) from error

    def path_stats(self, path):
        """Time of the last change, and size."""
        import os
        status = os.stat(path)
        return {'mtime': status.st_mtime, 'size': status.st_size}

    def source_to_code(self, data, path, *, _optimize=-1):
        """The code object of a text."""
        return compile(data, path, 'exec', dont_inherit=True, optimize=_optimize)

    def get_code(self, fullname):
        """The code object of the file."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def get_resource_reader(self, fullname):
        """What importlib.resources reads a package's files with."""
        self._check(fullname)
        if not self.is_package(fullname):
            return None
        from importlib.readers import FileReader
        return FileReader(self)

    def create_module(self, spec):
        """None: an ordinary module will do."""

    def exec_module(self, module):
        """Runs the file in the namespace of the module."""
        exec(self.get_code(module.__name__), module.__dict__)

    def load_module(self, fullname=None):
        """The module of that name in sys.modules, loaded (or loaded again)."""
        from importlib.util import module_from_spec, spec_from_file_location
        self._check(fullname)
        module = sys.modules.get(self.name)
        if module is not None:
            self.exec_module(module)
            return module
        module = sys.modules[self.name] = module_from_spec(spec_from_file_location(self.name, self.path, loader=self))
        try:
            self.exec_module(module)
        except BaseException:
            sys.modules.pop(self.name, None)
            raise
        return sys.modules[self.name]


def _describe(module):
    """Gives a module that is about to be loaded from a file, or is made of folders, its specification and its loader."""
    names = module.__dict__
    file, folders = names['__file__'], names.get('__path__')
    if file is None:
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
    spec = ModuleSpec(module.__name__, _LibraryLoader(), origin='built-in', is_package='__path__' in module.__dict__)
    module.__spec__ = spec
    return spec


def _find_in_library(name, path):
    """What BuiltinImporter says: the specification of a module that is part of the kernel, or None."""
    return ModuleSpec(name, _LibraryLoader(), origin='built-in') if sys._is_library_module(name) else None


def _find_on_path(name, path):
    """What PathFinder says: the specification of a module in the folders of path, or of sys.path, or of the other Python's."""
    from importlib.util import in_folders
    return in_folders(name, sys.path if path is None else path) or _find_in_python(name, path)


def _find_in_python(name, path):
    from _frozen_importlib import _find_spec
    return _find_spec(name, path)


class _LibraryLoader:
    """Loads modules that are part of the kernel."""

    def __repr__(self):
        return '<loader of the library>'

    def create_module(self, spec):
        return __import__(spec.name, fromlist=['*'])

    def exec_module(self, module):
        """The module has run when it was made."""


def new_module(spec):
    """The empty module of a specification, as importlib.util.module_from_spec gives it."""
    create = getattr(spec.loader, 'create_module', None)
    module = create(spec) if create else None
    if module is None:
        module = type(sys)(spec.name)
    if module.__spec__ is None:
        module.__spec__ = spec
        module.__loader__ = spec.loader
        module.__package__ = spec.parent
        if spec.submodule_search_locations is not None:
            module.__path__ = spec.submodule_search_locations
        if spec.has_location:
            module.__file__ = spec.origin
            if spec.cached is not None:
                module.__cached__ = spec.cached
    return module


def _spec_by_finders(finders, name, path, target=None):
    """What the first of the finders that knows a module says of it; None: none does."""
    for finder in list(finders):
        find = getattr(finder, 'find_spec', None)
        spec = find(name, path, target) if find is not None else None
        if spec is not None:
            return spec
    return None


def _by_finders(finders, name, path):
    """The module of that name, loaded as the first finder says that knows it; None: none does."""
    spec = _spec_by_finders(finders, name, path)
    if spec is None:
        return None
    if spec.loader is None and spec.submodule_search_locations is None:
        raise ImportError('missing loader', name=name)
    module = sys.modules[name] = new_module(spec)
    if spec.loader is not None:
        try:
            spec.loader.exec_module(module)
        except BaseException:
            sys.modules.pop(name, None)
            raise
    return sys.modules[name]
