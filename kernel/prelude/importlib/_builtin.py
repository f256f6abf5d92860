"""What BuiltinImporter, FrozenImporter and PathFinder answer beyond find_spec(). Built-in are the modules in C of the kernel; frozen is none."""

import sys

from importlib.machinery import FrozenImporter


def _is_frozen(cls):
    return cls is FrozenImporter


def _check(cls, name):
    """ImportError: it is no module of that kind."""
    if _is_frozen(cls):
        raise ImportError('%r is not a frozen module' % name, name=name)
    if name not in sys.builtin_module_names:
        raise ImportError('%r is not a built-in module' % name, name=name)


def find_module(cls, name, path):
    """The loader of a module, as finders said it before they had find_spec()."""
    import warnings
    warnings.warn('%s.find_module() is deprecated and slated for removal in Python 3.12; use find_spec() instead' % cls.__name__,
                  DeprecationWarning, stacklevel=2)
    spec = cls.find_spec(name, path)
    return None if spec is None else spec.loader


def create_module(cls, spec):
    """The module in C, which has run when it is made; None of frozen ones: an ordinary module will do."""
    if _is_frozen(cls):
        return None
    _check(cls, spec.name)
    return __import__(spec.name, fromlist=['*'])


def exec_module(cls, module):
    """There is nothing left to run."""
    if _is_frozen(cls):
        _check(cls, module.__spec__.name)


def load_module(cls, name):
    """The module of that name."""
    import warnings
    _check(cls, name)
    warnings.warn('the load_module() method is deprecated and slated for removal in Python 3.12; use exec_module() instead',
                  DeprecationWarning, stacklevel=2)
    return __import__(name, fromlist=['*'])


def get_code(cls, name):
    """None: modules in C have no code objects."""
    _check(cls, name)


def get_source(cls, name):
    """None: modules in C have no text."""
    _check(cls, name)


def is_package(cls, name):
    """False: no module in C is a package."""
    _check(cls, name)
    return False


def module_repr(module):
    """The repr of a module in C. Deprecated."""
    import warnings
    warnings.warn('BuiltinImporter.module_repr() is deprecated and slated for removal in Python 3.12', DeprecationWarning, stacklevel=2)
    return '<module %r (built-in)>' % module.__name__


def find_distributions(context):
    """The distributions that importlib.metadata finds in the folders of a context."""
    from importlib.metadata import MetadataPathFinder
    return MetadataPathFinder.find_distributions() if context is None else MetadataPathFinder.find_distributions(context)


