"""Where modules are, and modules made by hand from files."""

import os
import sys

from importlib.machinery import ModuleSpec, SourceFileLoader, _find_in_library, _spec_by_finders, bytecode_path, new_module

_UNSET = object()


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Where CPython keeps the bytecode of a file: optimization is the level that its name says, '' for none."""
    if debug_override is not None:
        import warnings
        warnings.warn("the debug_override parameter is deprecated; use 'optimization' instead", DeprecationWarning, stacklevel=2)
        if optimization is not None:
            raise TypeError('debug_override or optimization must be set to None')
        optimization = '' if debug_override else 1
    if optimization is None:
        optimization = sys.flags.optimize or ''
    level = str(optimization)
    if level and not level.isalnum():
        raise ValueError('%r is not alphanumeric' % level)
    return bytecode_path(os.fspath(path), level)


def source_from_cache(path):
    """The file whose bytecode is kept at path."""
    if sys.implementation.cache_tag is None:
        raise NotImplementedError('sys.implementation.cache_tag is None')
    path = os.fspath(path)
    folder, file = os.path.split(path)
    above, last = os.path.split(folder)
    prefix = None if sys.pycache_prefix is None else sys.pycache_prefix.rstrip('/') + '/'
    if prefix is not None and folder.startswith(prefix):
        above = folder[len(prefix) - 1:]
    elif last != '__pycache__':
        raise ValueError('__pycache__ not bottom-level directory in %r' % path)
    parts = file.split('.')
    if len(parts) not in (3, 4):
        raise ValueError('expected only 2 or 3 dots in %r' % file)
    if len(parts) == 4:
        if not parts[2].startswith('opt-'):
            raise ValueError("optimization portion of filename does not start with 'opt-'")
        if not parts[2][4:].isalnum():
            raise ValueError('optimization level %r is not an alphanumeric value' % parts[2])
    return os.path.join(above, parts[0] + '.py')


def __getattr__(name):
    """MAGIC_NUMBER of files of bytecode, and what the files of CPython's library take from here."""
    import importlib._files
    known = {'MAGIC_NUMBER': 'MAGIC_NUMBER', '_RAW_MAGIC_NUMBER': 'MAGIC_NUMBER'}
    if name in known:
        return getattr(importlib._files, known[name])
    if name == 'Loader':
        from importlib.abc import Loader
        return Loader
    raise AttributeError('module %r has no attribute %r' % (__name__, name))


def source_hash(source_bytes):
    """The hash that bytecode files have of their source."""
    from importlib._files import source_hash
    return source_hash(source_bytes)


def decode_source(source_bytes):
    """The text of a file's bytes, with newlines as \\n. A comment in the first two lines may name its encoding."""
    data = bytes(source_bytes)
    head = data[:512].split(b'\n', 2)[:2]
    if any(b'coding' in line for line in head):
        import io
        from tokenize import detect_encoding
        encoding = detect_encoding(io.BytesIO(data).readline)[0]
    else:
        encoding = 'utf-8-sig'
    return data.decode(encoding).replace('\r\n', '\n').replace('\r', '\n')


def resolve_name(name, package):
    """The absolute name of a relative one."""
    if not name.startswith('.'):
        return name
    if not package:
        raise ImportError('no package specified for %r (required for relative module names)' % name)
    rest = name.lstrip('.')
    parts = package.rsplit('.', len(name) - len(rest) - 1)
    if len(parts) < len(name) - len(rest):
        raise ImportError('attempted relative import beyond top-level package')
    return parts[0] + '.' + rest if rest else parts[0]


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=_UNSET):
    """The specification of a module in a file; None where no loader knows the file."""
    if location is None:
        path = '<unknown>'
        if hasattr(loader, 'get_filename'):
            try:
                path = location = loader.get_filename(name)
            except ImportError:
                pass
    else:
        path = os.fspath(location)
        path = path if os.path.isabs(path) else os.path.join(os.getcwd(), path)
    if loader is None:
        loader = _loader_by_suffix(name, path) if location is not None else None
        if loader is None:
            return None
        if _is_of_python(loader):
            from _frozen_importlib_external import spec_from_file_location as of_python
            return of_python(name, path)
    spec = ModuleSpec(name, loader, origin=path)
    spec.has_location = True
    if submodule_search_locations is _UNSET:
        spec.submodule_search_locations = [] if _says_package(loader, name) else None
    else:
        spec.submodule_search_locations = submodule_search_locations
    if spec.submodule_search_locations == [] and location:
        spec.submodule_search_locations.append(os.path.split(path)[0])
    return spec


def _is_of_python(loader):
    """Whether it is a loader of the other Python's."""
    import importlib._files
    own = SourceFileLoader, importlib._files.SourcelessFileLoader, importlib._files.ExtensionFileLoader
    return type(loader) not in own


def _loader_by_suffix(name, path):
    """A loader of the file, or None."""
    if path.endswith('.py'):
        return SourceFileLoader(name, path)
    from importlib._files import file_loaders
    for loader, suffixes in file_loaders():
        if path.endswith(tuple(suffixes)):
            return loader(name, path)
    return None


def _says_package(loader, name):
    """What a loader answers to is_package(name); None: it has no answer."""
    try:
        return loader.is_package(name)
    except (AttributeError, ImportError):
        return None


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    """The specification of a module that a loader makes."""
    of_file = origin is None and hasattr(loader, 'get_filename')
    if of_file and is_package is not None:
        return spec_from_file_location(name, loader=loader, submodule_search_locations=[] if is_package else None)
    if of_file:
        return spec_from_file_location(name, loader=loader)
    package = _says_package(loader, name) if is_package is None else is_package
    return ModuleSpec(name, loader, origin=origin, is_package=bool(package))


def module_from_spec(spec):
    """A new module with the attributes of a specification; its loader has not run."""
    return new_module(spec)


def in_folders(name, folders):
    """The specification of a module in a list of folders; None: there is none."""
    last = name.rpartition('.')[2]
    portions = []
    for folder in folders:
        path = os.path.join(str(folder) or os.getcwd(), last)
        package = os.path.join(path, '__init__.py')
        if os.path.isfile(package):
            return spec_from_file_location(name, package)
        if os.path.isfile(path + '.py'):
            return spec_from_file_location(name, path + '.py')
        if os.path.isdir(path):
            portions.append(path)
    if not portions:
        return None
    spec = ModuleSpec(name, None, is_package=True)
    spec.submodule_search_locations = portions
    return spec


def _of_loaded(module, name):
    """The specification of a module that is there."""
    spec = getattr(module, '__spec__', None)
    if spec is None:
        raise ValueError('%s.__spec__ is %s' % (name, 'not set' if not hasattr(module, '__spec__') else 'None'))
    return spec


def find_spec(name, package=None):
    """The specification of a module, which is not imported (but the packages above it are); None where there is no such module."""
    full = resolve_name(name, package) if name.startswith('.') else name
    if full in sys.modules:
        module = sys.modules[full]
        return None if module is None else _of_loaded(module, full)
    return find_anew(full)


def find_anew(full):
    """The same of an absolute name, whether or not the module is in sys.modules."""
    parent = full.rpartition('.')[0]
    folders = None
    if parent:
        holder = __import__(parent, fromlist=['__path__'])
        try:
            folders = holder.__path__
        except AttributeError as error:
            raise ModuleNotFoundError('__path__ attribute not found on %r while trying to find %r' % (parent, full), name=full) from error
    return find_spec_anywhere(full, folders)


def find_spec_anywhere(full, folders, target=None):
    """The specification of a module of the library, or what the finders of sys.meta_path say."""
    found = _find_in_library(full, folders) or _spec_by_finders(sys.meta_path, full, folders, target)
    return found if found is not None and found.origin is not None else _find_standalone(full) or found  # folders alone are the last


def _find_standalone(full):
    """That of a module that the kernel has for the case that no Python is there; None where there is no such module."""
    if not sys._is_library_module('_standalone.' + full):
        return None
    from importlib.machinery import _LibraryLoader
    package = any(sys._is_library_module('_standalone.%s.%s' % (full, name)) for name in ('__init__', '__main__'))
    return ModuleSpec(full, _LibraryLoader(), origin='built-in', is_package=package)


class _LazyModule(type(sys)):
    """A module of LazyLoader: the first use of an attribute loads it, and it is an ordinary module from then on."""

    def __getattribute__(self, name):
        own = object.__getattribute__
        spec = own(self, '__spec__')
        state = spec.loader_state
        with state['lock']:
            if own(self, '__class__') is _LazyModule and not state['loading']:
                state['loading'] = True  # its own code sees what is there by then
                _load(self, own(self, '__dict__'), spec, state)
        return getattr(self, name)

    def __delattr__(self, name):
        getattr(self, name)
        delattr(self, name)


def _load(module, names, spec, state):
    before, known = state['names'], sys.modules.get(spec.name)
    changed = {name: value for name, value in names.items() if name not in before or before[name] is not value}
    object.__setattr__(module, '__class__', state['class'])
    spec.loader.exec_module(module)
    if known is not None and sys.modules.get(spec.name) is not module:
        raise ValueError('module object for %r substituted in sys.modules during a lazy load' % spec.name)
    names.update(changed)  # what the program has set meanwhile stays


class LazyLoader:
    """Loads a module by another loader at the first use of an attribute of it."""

    def __init__(self, loader):
        self._check(loader)
        self.loader = loader

    @staticmethod
    def _check(loader):
        if not hasattr(loader, 'exec_module'):
            raise TypeError('loader must define exec_module()')

    @classmethod
    def factory(cls, loader):
        """A function that makes a lazy loader of the arguments of a loader."""
        cls._check(loader)
        return lambda *args, **kwargs: cls(loader(*args, **kwargs))

    def create_module(self, spec):
        """What the other loader makes."""
        return self.loader.create_module(spec)

    def exec_module(self, module):
        """Prepares the module; the other loader runs later."""
        import threading
        module.__spec__.loader = module.__loader__ = self.loader
        module.__spec__.loader_state = {'names': module.__dict__.copy(), 'class': module.__class__, 'lock': threading.RLock(),
                                        'loading': False}
        module.__class__ = _LazyModule


def _deprecated(name, told):
    import warnings
    warnings.warn('%s is deprecated and slated for removal in Python 3.12' % told, DeprecationWarning, stacklevel=3)


def _wrapped(function, wrapper):
    import functools
    return functools.wraps(function)(wrapper)


def set_package(function):
    """A load_module() whose module has __package__. Deprecated."""
    def load(*args, **kwargs):
        _deprecated('set_package', 'The import system now takes care of this automatically; this decorator')
        module = function(*args, **kwargs)
        if getattr(module, '__package__', None) is None:
            module.__package__ = module.__name__ if hasattr(module, '__path__') else module.__name__.rpartition('.')[0]
        return module
    return _wrapped(function, load)


def set_loader(function):
    """A load_module() whose module has __loader__. Deprecated."""
    def load(self, *args, **kwargs):
        _deprecated('set_loader', 'The import system now takes care of this automatically; this decorator')
        module = function(self, *args, **kwargs)
        if getattr(module, '__loader__', None) is None:
            module.__loader__ = self
        return module
    return _wrapped(function, load)


def module_for_loader(function):
    """A load_module() that is given the module, new or as it is in sys.modules, in the place of its name. Deprecated."""
    _deprecated('module_for_loader', 'The import system now takes care of this automatically; this decorator')

    def load(self, fullname, *args, **kwargs):
        known = sys.modules.get(fullname)
        module = known if known is not None else sys.modules.setdefault(fullname, type(sys)(fullname))
        try:
            module.__loader__ = self
            package = _says_package(self, fullname)
            if package is not None:
                module.__package__ = fullname if package else fullname.rpartition('.')[0]
            return function(self, module, *args, **kwargs)
        except BaseException:
            if known is None:
                sys.modules.pop(fullname, None)
            raise
    return _wrapped(function, load)
