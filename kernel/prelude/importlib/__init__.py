"""Imports by name, and modules that are read again."""

import sys

__all__ = ['__import__', 'import_module', 'invalidate_caches', 'reload']


def __getattr__(name):
    """The modules that IPython's start, or nearly any import, leaves as attributes."""
    if name == '__import__':
        return __import__
    if name not in ('abc', 'machinery', 'util', '_bootstrap', '_bootstrap_external'):
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
    """Has the finders of sys.meta_path forget what they keep of folders."""
    for finder in sys.meta_path:
        if hasattr(finder, 'invalidate_caches'):
            finder.invalidate_caches()


def find_loader(name, path=None):
    """The loader of a module; None: there is no such module. Deprecated: importlib.util.find_spec tells more."""
    import warnings
    from importlib.machinery import _spec_by_finders
    from importlib.util import _of_loaded
    warnings.warn('Deprecated since Python 3.4 and slated for removal in Python 3.12; use importlib.util.find_spec() instead',
                  DeprecationWarning, stacklevel=2)
    module = sys.modules.get(name)
    if module is not None:
        loader = getattr(module, '__loader__', name)
        if loader is None or loader is name:
            raise ValueError('%s.__loader__ is %s' % (name, 'not set' if loader is name else 'None'))
        return loader
    spec = _spec_by_finders(sys.meta_path, name, path)
    if spec is not None and spec.loader is None:
        if spec.submodule_search_locations is None:
            raise ImportError('spec for %s missing loader' % name, name=name)
        raise ImportError('namespace packages do not have loaders', name=name)
    return None if spec is None else spec.loader


def reload(module):
    """Reload the module and return it: it is looked for again, and its text is run in the same namespace. It must have been imported
    before."""
    try:
        name = module.__spec__.name
    except AttributeError:
        try:
            name = module.__name__
        except AttributeError:
            raise TypeError('reload() argument must be a module') from None
    if sys.modules.get(name) is not module:
        raise ImportError('module %s not in sys.modules' % name, name=name)
    from importlib.util import find_anew
    spec = find_anew(name)
    if spec is None:
        raise ModuleNotFoundError('spec not found for the module %r' % name, name=name)
    from importlib._files import run_again
    return run_again(module, spec)
