"""The encodings of the library: the search function that finds them, and their modules, which are made from tables when they
are first asked for."""
import codecs
import sys
from . import aliases


class CodecRegistryError(LookupError, SystemError):
    """A codec that is not what one should be."""


def normalize_encoding(encoding):
    """A name with each run of other characters than letters, digits and points replaced by one underscore."""
    if isinstance(encoding, bytes):
        encoding = str(encoding, 'ascii')
    kept = ''.join([c if c.isalnum() or c == '.' else ' ' for c in encoding])
    return ''.join([c for c in '_'.join(kept.split()) if c.isascii()])


_cache = {}


def search_function(encoding):
    """The CodecInfo of an encoding of the library; None: there is none."""
    if encoding not in _cache:
        _cache[encoding] = _search(encoding)
    return _cache[encoding]


def __getattr__(name):
    """The modules are there as soon as one is named."""
    if _Modules.find_spec('encodings.' + name) is None:
        raise AttributeError(f"module 'encodings' has no attribute '{name}'")
    from importlib import import_module
    return import_module('encodings.' + name)


def _search(encoding):
    name = normalize_encoding(encoding)
    for other in (aliases.aliases.get(name) or aliases.aliases.get(name.replace('.', '_')), name):
        if other and '.' not in other:
            from . import _table
            info = _table.find(other)
            if info is not None:
                _name_it(other, info)
                return info
            found = _foreign(other)
            if found is not None:
                return found
    return None


def _name_it(module, info):
    """A codec whose module has a function getaliases has more names."""
    more = getattr(sys.modules.get('encodings.' + module), 'getaliases', None)
    for alias in more() if more else ():
        aliases.aliases.setdefault(alias, module)


def _foreign(name):
    """The codec of a module that a program has put into this package."""
    module = sys.modules.get('encodings.' + name)
    make = getattr(module, 'getregentry', None)
    if make is None:
        return None
    entry = make()
    if isinstance(entry, codecs.CodecInfo):
        return entry
    if not 4 <= len(entry) <= 7 or not callable(entry[0]) or not callable(entry[1]):
        raise CodecRegistryError(f'module "{module.__name__}" failed to register')
    return codecs.CodecInfo(*entry)


class _Modules:
    """Finds and makes the modules encodings.NAME."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        """The specification of such a module; None: it is none."""
        package, _, name = fullname.rpartition('.')
        if package != 'encodings' or name[:1] == '_':
            return None
        from . import _table
        if not _table.has(name):
            return None
        from importlib.machinery import ModuleSpec
        return ModuleSpec(fullname, _Modules, origin='built-in')

    @staticmethod
    def create_module(spec):
        """The usual one."""
        return None

    @staticmethod
    def exec_module(module):
        """Fills it."""
        from . import _table
        _table.fill(module)


sys.meta_path.insert(0, _Modules)
codecs.register(search_function)
