"""Specifications of modules, and the loader of .py files. Finders and loaders of other files are those of the other Python."""

import os
import types

SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = ['.pyc']

_FROM_PYTHON = {'_frozen_importlib': ('BuiltinImporter', 'FrozenImporter'),
                '_frozen_importlib_external': ('ExtensionFileLoader', 'FileFinder', 'NamespaceLoader', 'PathFinder', 'SourcelessFileLoader')}


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
        """Where bytecode would be kept; nothing is written there."""
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
        stem = os.path.split(self.get_filename(fullname))[1].rsplit('.', 1)[0]
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
        status = os.stat(path)
        return {'mtime': status.st_mtime, 'size': status.st_size}

    def source_to_code(self, data, path, *, _optimize=-1):
        """The code object of a text."""
        return compile(data, path, 'exec', dont_inherit=True, optimize=_optimize)

    def get_code(self, fullname):
        """The code object of the file."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def create_module(self, spec):
        """None: an ordinary module will do."""

    def exec_module(self, module):
        """Runs the file in the namespace of the module."""
        exec(self.get_code(module.__name__), module.__dict__)

    def load_module(self, fullname=None):
        """The module of that name in sys.modules, loaded (or loaded again)."""
        import sys
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
        module = types.ModuleType(spec.name)
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
    import sys
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
