"""Imports by name, and modules that are read again."""

import sys
import types

__all__ = ['__import__', 'import_module', 'invalidate_caches', 'reload']


def __getattr__(name):
    """The modules that IPython's start, or nearly any import, leaves as attributes."""
    if name not in ('abc', 'machinery', 'util'):
        raise AttributeError("module 'importlib' has no attribute '%s'" % name)
    return import_module('importlib.' + name)


def import_module(name, package=None):
    """Import a module. A name with leading dots is relative to package."""
    level = len(name) - len(name.lstrip('.'))
    if level:
        if not package:
            raise TypeError("the 'package' argument is required to perform a relative import for '%s'" % name)
        parts = package.rsplit('.', level - 1)
        if len(parts) < level:
            raise ImportError('attempted relative import beyond top-level package')
        name = parts[0] + '.' + name[level:] if name[level:] else parts[0]
    elif not name:
        raise ValueError('Empty module name')
    __import__(name)
    return sys.modules[name]


def invalidate_caches():
    """Finders keep nothing that would have to be forgotten."""


def _source_of(module):
    path = getattr(module, '__file__', None)
    if path is None:
        raise NotImplementedError("reload() of '%s': only modules from .py files can be reloaded" % module.__name__)
    try:
        with open(path, 'rb') as file:
            return path, file.read()
    except FileNotFoundError:
        raise ModuleNotFoundError('spec not found for the module %r' % module.__name__, name=module.__name__) from None


def reload(module):
    """Reload the module and return it: its text is run again in the same namespace. It must have been imported before."""
    if not isinstance(module, types.ModuleType):
        raise TypeError('reload() argument must be a module')
    name = module.__name__
    if sys.modules.get(name) is not module:
        raise ImportError('module %s not in sys.modules' % name, name=name)
    path, text = _source_of(module)
    exec(compile(text, path, 'exec', dont_inherit=True), module.__dict__)
    return sys.modules[name]
