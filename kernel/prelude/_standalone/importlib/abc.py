"""Abstract classes of finders and loaders."""

import abc
import warnings

from importlib import machinery
from importlib._abc import Loader
from importlib._interface import method
from importlib._files import ExtensionFileLoader as _ExtensionFileLoader
from importlib.machinery import _Loader as _LoaderBasics

__all__ = ['Loader', 'Finder', 'MetaPathFinder', 'PathEntryFinder', 'ResourceLoader', 'InspectLoader', 'ExecutionLoader', 'FileLoader',
           'SourceLoader', 'ResourceReader', 'Traversable', 'TraversableResources']
_OF_RESOURCES = __all__[-3:]  # of importlib.resources.abc, which needs more than finders do


def __getattr__(name):
    if name not in _OF_RESOURCES:
        raise AttributeError("module 'importlib.abc' has no attribute %r" % name)
    from importlib.resources import abc as of_resources
    globals().update({each: getattr(of_resources, each) for each in _OF_RESOURCES})
    return globals()[name]


def __dir__():
    return sorted({*globals(), *_OF_RESOURCES} - {'__dir__', '__getattr__'})


def _old(name, instead, level=3):
    warnings.warn('%s is deprecated since Python 3.4 and slated for removal in Python 3.12; use %s instead' % (name, instead),
                  DeprecationWarning, stacklevel=level + 1)


_GONE = 'deprecated and slated for removal in Python 3.12; use MetaPathFinder'


def _warn_of_finder(message, entries):
    warnings.warn(message + entries, category=DeprecationWarning, stacklevel=3)


class Finder(metaclass=abc.ABCMeta):
    """What found modules before there were specifications. Deprecated."""

    def __init__(self):
        _warn_of_finder('the Finder ABC is ' + _GONE, ' or PathEntryFinder instead')

    def find_module(self, fullname, path=None):
        """The loader of a module, or None."""
        _warn_of_finder('importlib.abc.Finder along with its find_module() method are ' + _GONE,
                        '.find_spec() or PathEntryFinder.find_spec() instead')

    find_module = abc.abstractmethod(find_module)


class MetaPathFinder(metaclass=abc.ABCMeta):
    """What sys.meta_path holds: its find_spec(fullname, path, target=None) says where a module is."""

    def find_module(self, fullname, path):
        """The loader of a module, or None. Deprecated."""
        _old('MetaPathFinder.find_module()', 'MetaPathFinder.find_spec()')
        spec = self.find_spec(fullname, path) if hasattr(self, 'find_spec') else None
        return None if spec is None else spec.loader

    def invalidate_caches(self):
        """What is kept is forgotten."""


class PathEntryFinder(metaclass=abc.ABCMeta):
    """What the hooks of sys.path_hooks make: its find_spec(fullname, target=None) says where a module is in one entry."""

    def find_loader(self, fullname):
        """The loader of a module, and folders of a package without __init__. Deprecated."""
        _old('PathEntryFinder.find_loader()', 'PathEntryFinder.find_spec()')
        spec = self.find_spec(fullname) if hasattr(self, 'find_spec') else None
        if spec is None:
            return None, []
        return spec.loader, (spec.submodule_search_locations if spec.loader is None else None) or []

    def find_module(self, fullname):
        """The loader of a module, or None. Deprecated."""
        return self.find_loader(fullname)[0]

    def invalidate_caches(self):
        """What is kept is forgotten."""


class ResourceLoader(Loader):
    """A loader that reads files. Deprecated: there is importlib.resources."""

    get_data = method('get_data(self, path)', 'The bytes of a file; OSError: there is none.', OSError)


def _compiled(loader, fullname):
    """The code object of what get_source() of a loader gives, which knows its file, if the loader does."""
    text, where = loader.get_source(fullname), ()
    if text is None:
        return None
    if isinstance(loader, ExecutionLoader):
        try:
            where = (loader.get_filename(fullname),)
        except ImportError:
            pass
    return loader.source_to_code(text, *where)


class InspectLoader(Loader):
    """A loader that shows what it would load."""

    get_source = method('get_source(self, fullname)', 'The text of the module; None: it has none.', ImportError)
    is_package = method('is_package(self, fullname)', 'Whether the module is a package.', ImportError, abstract=False)

    def source_to_code(data, path='<string>'):
        """The code object of a text."""
        return compile(data, path, 'exec', dont_inherit=True)

    def get_code(self, fullname):
        """The code object of the module; None: it has none."""
        return _compiled(self, fullname)

    source_to_code = staticmethod(source_to_code)
    exec_module, load_module = _LoaderBasics.exec_module, _LoaderBasics.load_module


class ExecutionLoader(InspectLoader):
    """A loader whose modules can be run as programs."""

    get_filename = method('get_filename(self, fullname)', 'The path that __file__ is; ImportError: there is none.', ImportError)


class FileLoader(machinery.FileLoader, ResourceLoader, ExecutionLoader):
    """A loader of one file."""


def _is_own(bound, name):
    """Whether nobody has defined the method of SourceLoader anew."""
    return getattr(bound, '__func__', None) is vars(SourceLoader)[name]


class SourceLoader(machinery.SourceLoader, ResourceLoader, ExecutionLoader):
    """A loader of text that get_data() gives, of the file that get_filename() names. Of path_mtime() and path_stats() one may be
    defined: the other follows."""

    def path_mtime(self, path):
        """Time of the last change, an int."""
        if _is_own(self.path_stats, 'path_stats'):
            raise OSError
        return int(self.path_stats(path)['mtime'])

    def path_stats(self, path):
        """A dict with 'mtime', the time of the last change, and perhaps 'size'."""
        if _is_own(self.path_mtime, 'path_mtime'):
            raise OSError
        return dict(mtime=self.path_mtime(path))

    set_data = method('set_data(self, path, data)', 'Writes the bytes of a file; not where that is not possible.', abstract=False)


_OF_CLASS = {
    MetaPathFinder: ('BuiltinImporter', 'FrozenImporter', 'PathFinder', 'WindowsRegistryFinder'),
    PathEntryFinder: ('FileFinder',),
    InspectLoader: ('BuiltinImporter', 'FrozenImporter', 'NamespaceLoader'),
    ExecutionLoader: ('FrozenImporter', 'ExtensionFileLoader'),
    FileLoader: ('SourceFileLoader', 'SourcelessFileLoader'),
    SourceLoader: ('SourceFileLoader',),
}
for _cls, _names in _OF_CLASS.items():
    for _name in _names:
        _cls.register(_ExtensionFileLoader if _name == 'ExtensionFileLoader' else getattr(machinery, _name))
