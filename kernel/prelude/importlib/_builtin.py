"""What BuiltinImporter, FrozenImporter and PathFinder answer beyond find_spec(). Built-in are the modules in C of the kernel; frozen
are those whose text in the language is a part of it."""

import sys

from importlib.machinery import FrozenImporter


def _is_frozen(cls):
    return cls is FrozenImporter


def _check(cls, name):
    """ImportError: it is no module of that kind."""
    if _is_frozen(cls):
        from _imp import is_frozen
        if not is_frozen(name):
            raise ImportError('%r is not a frozen module' % name, name=name)
    elif name not in sys.builtin_module_names:
        raise ImportError('%r is not a built-in module' % name, name=name)


def find_module(cls, name, path):
    """The loader of a module, as finders said it before they had find_spec()."""
    import warnings
    warnings.warn('%s.find_module() is deprecated and slated for removal in Python 3.12; use find_spec() instead' % cls.__name__,
                  DeprecationWarning, stacklevel=2)
    spec = cls.find_spec(name, path)
    return None if spec is None else spec.loader


def find_frozen(name):
    """The specification of a frozen module; None: there is none."""
    import _imp
    found = _imp.find_frozen(name)
    if found is None:
        return None
    from importlib.machinery import ModuleSpec
    spec = ModuleSpec(name, FrozenImporter, origin='frozen', is_package=found[1])
    spec.loader_state = type(sys.implementation)(filename=None, origname=found[2])
    return spec


def create_module(cls, spec):
    """The module in C, which has run when it is made; None of frozen ones: an ordinary module will do."""
    if _is_frozen(cls):
        return None
    _check(cls, spec.name)
    return __import__(spec.name, fromlist=['*'])


def exec_module(cls, module):
    """Runs a frozen module; of one in C there is nothing left to run."""
    if _is_frozen(cls):
        exec(get_code(cls, module.__spec__.name), module.__dict__)


def load_module(cls, name):
    """The module of that name."""
    import warnings
    _check(cls, name)
    warnings.warn('the load_module() method is deprecated and slated for removal in Python 3.12; use exec_module() instead',
                  DeprecationWarning, stacklevel=2)
    if _is_frozen(cls):
        from importlib._files import load_now
        return load_now(cls, name)
    return __import__(name, fromlist=['*'])


def get_code(cls, name):
    """The code object of a frozen module; None: modules in C have none."""
    _check(cls, name)
    return sys._library_code(name) if _is_frozen(cls) else None


def get_source(cls, name):
    """None: the text is not shown, or there is none."""
    _check(cls, name)


def is_package(cls, name):
    """Whether a frozen module is a package; no module in C is one."""
    _check(cls, name)
    return _is_frozen(cls) and sys._library_text(name) == 'package'


def module_repr(cls, module):
    """The repr of such a module. Deprecated."""
    import warnings
    warnings.warn('%s.module_repr() is deprecated and slated for removal in Python 3.12' % cls.__name__, DeprecationWarning, stacklevel=2)
    return '<module %r (%s)>' % (module.__name__, 'frozen' if _is_frozen(cls) else 'built-in')


def find_distributions(context):
    """The distributions that importlib.metadata finds in the folders of a context."""
    from importlib.metadata import MetadataPathFinder
    return MetadataPathFinder.find_distributions() if context is None else MetadataPathFinder.find_distributions(context)


