"""Where modules are, and modules made by hand from files."""

import os
import sys

from importlib.machinery import ModuleSpec, SourceFileLoader, _LibraryLoader, _spec_by_finders, new_module

_UNSET = object()


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Where CPython keeps the bytecode of a file."""
    from _frozen_importlib_external import cache_from_source as of_python
    return of_python(os.fspath(path), debug_override, optimization=optimization)


def source_from_cache(path):
    """The file whose bytecode is kept at path."""
    from _frozen_importlib_external import source_from_cache as of_python
    return of_python(os.fspath(path))


def source_hash(source_bytes):
    """The hash that bytecode files have of their source."""
    from _imp import source_hash as of_python
    from _frozen_importlib_external import _RAW_MAGIC_NUMBER
    return of_python(_RAW_MAGIC_NUMBER, source_bytes)


def decode_source(source_bytes):
    """The text of a file's bytes, with newlines as \\n."""
    text = bytes(source_bytes).decode('utf-8-sig')
    return text.replace('\r\n', '\n').replace('\r', '\n')


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
                path = loader.get_filename(name)
            except ImportError:
                pass
    else:
        path = os.fspath(location)
        path = path if os.path.isabs(path) else os.path.join(os.getcwd(), path)
    if loader is None:
        if not path.endswith('.py'):
            if location is None or not path.endswith(('.so', '.pyc')):
                return None
            from _frozen_importlib_external import spec_from_file_location as of_python
            return of_python(name, path)
        loader = SourceFileLoader(name, path)
    spec = ModuleSpec(name, loader, origin=path)
    spec.has_location = True
    if submodule_search_locations is _UNSET:
        spec.submodule_search_locations = [] if _says_package(loader, name) else None
    else:
        spec.submodule_search_locations = submodule_search_locations
    if spec.submodule_search_locations == [] and location:
        spec.submodule_search_locations.append(os.path.split(path)[0])
    return spec


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
    if not isinstance(spec, ModuleSpec) and not hasattr(spec.loader, 'exec_module'):
        raise ImportError('loaders that define exec_module() must also define create_module()')
    return new_module(spec)


def _in_folders(name, folders):
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
    """The specification of a module that is there; those of the library and of files have none yet."""
    spec = getattr(module, '__spec__', None)
    if spec is not None:
        return spec
    path = getattr(module, '__file__', None)
    folders = getattr(module, '__path__', None)
    if path is None:
        if not sys._is_library_module(name):
            raise ValueError('%s.__spec__ is %s' % (name, 'not set' if not hasattr(module, '__spec__') else 'None'))
        return ModuleSpec(name, _LibraryLoader(), origin='built-in', is_package=folders is not None)
    return spec_from_file_location(name, path, submodule_search_locations=list(folders) if folders is not None else None)


def _of_python(name, folders):
    try:
        from _frozen_importlib import _find_spec
    except ModuleNotFoundError:
        return None
    return _find_spec(name, folders)


def find_spec(name, package=None):
    """The specification of a module, which is not imported (but the packages above it are); None where there is no such module."""
    full = resolve_name(name, package) if name.startswith('.') else name
    if full in sys.modules:
        module = sys.modules[full]
        return None if module is None else _of_loaded(module, full)
    parent = full.rpartition('.')[0]
    folders = None
    if parent:
        holder = __import__(parent, fromlist=['__path__'])
        try:
            folders = holder.__path__
        except AttributeError as error:
            raise ModuleNotFoundError('__path__ attribute not found on %r while trying to find %r' % (parent, full), name=full) from error
    if sys._is_library_module(full):
        return ModuleSpec(full, _LibraryLoader(), origin='built-in')
    spec = _spec_by_finders(sys.meta_path, full, folders)
    if spec is not None:
        return spec
    return _in_folders(full, sys.path if folders is None else folders) or _of_python(full, folders)
