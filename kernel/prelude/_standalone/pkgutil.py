"""What packages are made of: their modules, their files, the folders that are one package."""

import importlib
import importlib.machinery
import importlib.util
import os
import os.path
import sys
import warnings
from collections import namedtuple
from functools import singledispatch

__all__ = ['get_importer', 'iter_importers', 'get_loader', 'find_loader', 'walk_packages', 'iter_modules', 'get_data', 'read_code',
           'extend_path', 'ModuleInfo']

ModuleInfo = namedtuple('ModuleInfo', 'module_finder name ispkg')
ModuleInfo.__doc__ = 'A namedtuple with minimal info about a module.'


def _get_spec(finder, name):
    """What a finder of a path entry says of a module."""
    find = getattr(finder, 'find_spec', None)
    if find is not None:
        return find(name)
    loader = finder.find_module(name)
    return None if loader is None else importlib.util.spec_from_loader(name, loader)


def read_code(stream):
    """The code object in a file of bytecode, opened for reading bytes; None: it is of another version."""
    from marshal import load
    if stream.read(4) != importlib.util.MAGIC_NUMBER:
        return None
    stream.read(12)  # flags, and what is known of the source
    return load(stream)


# ---- which modules there are ----

def _entries(finders, prefix):
    """What the finders know, each name once."""
    seen = set()
    for finder in finders:
        for name, is_package in iter_importer_modules(finder, prefix):
            if name not in seen:
                seen.add(name)
                yield ModuleInfo(finder, name, is_package)


def iter_modules(path=None, prefix=''):
    """A ModuleInfo of each module in the folders of path, or of all at the top; their names begin with the prefix."""
    if isinstance(path, str):
        raise ValueError('path must be None or list of paths to look for modules in')
    yield from _entries(iter_importers() if path is None else map(get_importer, path), prefix)


def _folders_in(name, onerror):
    """The __path__ of a package, which is imported; what that raises goes to onerror."""
    try:
        __import__(name)
    except Exception as error:
        if onerror is not None:
            onerror(name)
        elif not isinstance(error, ImportError):
            raise
        return []
    return getattr(sys.modules[name], '__path__', None) or []


def walk_packages(path=None, prefix='', onerror=None, _seen=None):
    """As iter_modules(), and of the packages that are found, what is in them. Packages are imported for that; onerror(name) is called
    where it fails, without it what is no ImportError is raised."""
    seen = set() if _seen is None else _seen
    for info in iter_modules(path, prefix):
        yield info
        if info.ispkg:
            inside = [folder for folder in _folders_in(info.name, onerror) if folder not in seen]
            seen.update(inside)
            yield from walk_packages(inside, info.name + '.', onerror, seen)


@singledispatch
def iter_importer_modules(importer, prefix=''):
    """Pairs of a name and whether it is a package, of all modules that a finder knows."""
    return importer.iter_modules(prefix) if hasattr(importer, 'iter_modules') else []


def _has_init(folder):
    """Whether a folder is a package; what cannot be read is none."""
    try:
        return any(_module_of(name) == '__init__' for name in os.listdir(folder))
    except OSError:
        return False


def _module_of(name):
    """The name of the module that a file is; None: it is none."""
    for suffix in sorted(importlib.machinery.all_suffixes(), key=len, reverse=True):
        if name.endswith(suffix):
            return os.path.basename(name)[:-len(suffix)]
    return None


def _modules_in_folder(finder, prefix=''):
    try:
        names = sorted(os.listdir(finder.path or os.curdir))
    except OSError:
        return
    seen = {'__init__'}
    for name in names:
        folder = os.path.join(finder.path or os.curdir, name)
        module = _module_of(name)
        is_package = module is None and '.' not in name and os.path.isdir(folder) and _has_init(folder)
        found = name if is_package else module
        if found and '.' not in found and found not in seen:
            seen.add(found)
            yield prefix + found, is_package


def _modules_in_archive(finder, prefix=''):
    """A file at the top of an archive, or the __init__ of a folder there."""
    from zipimport import _zip_directory_cache
    inside = finder.prefix
    seen = {'__init__'}
    for name in sorted(_zip_directory_cache[finder.archive]):
        steps = name[len(inside):].split(os.sep) if name.startswith(inside) else ()
        if len(steps) == 2 and steps[1].startswith('__init__.py'):
            found, is_package = steps[0], True
        elif len(steps) == 1:
            found, is_package = _module_of(steps[0]), False
        else:
            continue
        if found and '.' not in found and found not in seen:
            seen.add(found)
            yield prefix + found, is_package


iter_importer_modules.register(importlib.machinery.FileFinder, _modules_in_folder)


def _register_archives():
    from zipimport import zipimporter
    iter_importer_modules.register(zipimporter, _modules_in_archive)


_register_archives()


# ---- finders and loaders ----

def get_importer(path_item):
    """The finder of an entry of sys.path, which sys.path_importer_cache keeps; None: no hook takes it."""
    entry = os.fsdecode(path_item)
    kept = sys.path_importer_cache
    if entry in kept:
        return kept[entry]
    for hook in sys.path_hooks:
        try:
            finder = hook(entry)
        except ImportError:
            continue
        return kept.setdefault(entry, finder)
    return None


def iter_importers(fullname=''):
    """The finders that would be asked for a module; of no name: those of sys.meta_path and of the entries of sys.path."""
    if fullname.startswith('.'):
        raise ImportError('Relative module name %r not supported' % fullname)
    package = fullname.rpartition('.')[0]
    if package:
        folders = getattr(importlib.import_module(package), '__path__', None)
        if folders is None:
            return
    else:
        yield from sys.meta_path
        folders = sys.path
    yield from map(get_importer, folders)


def get_loader(module_or_name):
    """The loader of a module, or of the one of that name; None: there is none."""
    name = module_or_name
    if name in sys.modules:
        module_or_name = sys.modules[name]
        if module_or_name is None:
            return None
    if not isinstance(module_or_name, type(sys)):
        return find_loader(name)
    loader = getattr(module_or_name, '__loader__', None)
    if loader is None and getattr(module_or_name, '__spec__', None) is not None:
        loader = find_loader(module_or_name.__name__)
    return loader


def find_loader(fullname):
    """The loader of the module of a name; None: there is no such module."""
    if fullname.startswith('.'):
        raise ImportError('Relative module name %r not supported' % fullname)
    try:
        spec = importlib.util.find_spec(fullname)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ImportError('Error while finding loader for %r (%s: %s)' % (fullname, type(error), error)) from error
    return getattr(spec, 'loader', None)


# ---- folders of a package, its files, objects by their names ----

def _portions(name, search):
    """The folders that the finders of a path know for a package."""
    for entry in search:
        if not isinstance(entry, str):
            continue
        finder = get_importer(entry)
        if finder is None:
            continue
        spec = _get_spec(finder, name) if hasattr(finder, 'find_spec') else None
        if spec is not None:
            yield from spec.submodule_search_locations or ()
        elif not hasattr(finder, 'find_spec') and hasattr(finder, 'find_loader'):
            yield from finder.find_loader(name)[1]


def _listed_in(file):
    """The lines of a file NAME.pkg, but for empty ones and comments."""
    try:
        with open(file) as lines:
            return [line.rstrip('\n') for line in lines if line.rstrip('\n') and not line.startswith('#')]
    except OSError as error:
        sys.stderr.write("Can't open %s: %s\n" % (file, error))
        return []


def extend_path(path, name):
    """The __path__ of a package with the folders of its name on sys.path, and what files NAME.pkg there name: for its __init__."""
    if not isinstance(path, list):
        return path
    package, _, last = name.rpartition('.')
    search = sys.path
    if package:
        search = getattr(sys.modules.get(package), '__path__', None)
        if search is None:
            return list(path)
    path = list(path)
    for entry in search:
        for portion in _portions(last if not package else name, [entry]):
            if portion not in path:
                path.append(portion)
        file = os.path.join(entry, last + '.pkg') if isinstance(entry, str) else ''
        if os.path.isfile(file):
            path += _listed_in(file)
    return path


def get_data(package, resource):
    """The bytes of a file of a package, whose path there is given with /; None: its loader reads none."""
    spec = importlib.util.find_spec(package)
    read = getattr(getattr(spec, 'loader', None), 'get_data', None)
    if read is None:
        return None
    module = sys.modules.get(package) or importlib.import_module(package)
    file = getattr(module, '__file__', None)
    if file is None:
        return None
    return read(os.path.join(os.path.dirname(file), *resource.split('/')))


def _check_name(text):
    parts = text.split(':') if ':' in text else [text]
    words = [word for part in parts if part for word in part.split('.')]
    if len(parts) > 2 or not parts[0] or not all(word.isidentifier() for word in words):
        raise ValueError('invalid format: %r' % (text,))


def resolve_name(name):
    """The object of a name: 'package.module:object.attribute', or all with dots, where the modules are tried first."""
    _check_name(name)
    module, colon, attributes = name.partition(':')
    if colon:
        found, rest = importlib.import_module(module), attributes.split('.') if attributes else []
    else:
        first, *rest = module.split('.')
        found = importlib.import_module(first)
        while rest:
            try:
                found = importlib.import_module(first + '.' + rest[0])
            except ImportError:
                break
            first += '.' + rest.pop(0)
    for attribute in rest:
        found = getattr(found, attribute)
    return found


def _old():
    warnings.warn("This emulation is deprecated and slated for removal in Python 3.12; use 'importlib' instead", DeprecationWarning,
                  stacklevel=3)


class ImpImporter:
    """A finder of the modules in a folder, or of those on sys.path. Deprecated."""

    def __init__(self, path=None):
        _old()
        self.path = path

    def find_module(self, fullname, path=None):
        """The loader of a module; None: there is none."""
        inside = None if self.path is None else [os.path.realpath(self.path)]
        if inside is None and '.' in fullname:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, inside)
        return None if spec is None else spec.loader

    def iter_modules(self, prefix=''):
        """Pairs of a name and whether it is a package."""
        return [] if self.path is None else _modules_in_folder(self, prefix)


class ImpLoader:
    """A loader of a file that imp has found: etc is (suffix, mode, kind), a kind of 5 is a folder. Deprecated."""

    def __init__(self, fullname, file, filename, etc):
        _old()
        self.fullname, self.file, self.filename, self.etc = fullname, file, filename, etc

    def _loader(self):
        folder = self.etc[2] == 5
        path = os.path.join(self.filename, '__init__.py') if folder else self.filename
        return importlib.util.spec_from_file_location(self.fullname, path).loader

    def load_module(self, fullname):
        """The module, loaded."""
        return self._loader().load_module(fullname)

    def get_data(self, pathname):
        """The bytes of a file."""
        return self._loader().get_data(pathname)

    def is_package(self, fullname):
        """Whether it is one."""
        return self.etc[2] == 5

    def get_code(self, fullname=None):
        """The code object of the module."""
        return self._loader().get_code(self.fullname)

    def get_source(self, fullname=None):
        """The text of the module."""
        return self._loader().get_source(self.fullname)

    def get_filename(self, fullname=None):
        """The path of the file."""
        return self._loader().get_filename(self.fullname)
