"""What the import system of CPython has in C: which modules are built in, and which are frozen, which are those that the kernel
has as texts in the language."""

import sys

check_hash_based_pycs = 'default'
_frozen_is_used = True


def lock_held():
    """False: there is no lock of all imports, but one of each module."""
    return False


def acquire_lock():
    """Nothing: see lock_held()."""


def release_lock():
    """Nothing: see lock_held()."""


def is_builtin(name):
    """Whether a module is built in."""
    return int(name in sys.builtin_module_names)


def _frozen_kind(name):
    return sys._library_text(name) if _frozen_is_used else None


def _known_frozen(name):
    kind = _frozen_kind(name)
    if kind is None:
        raise ImportError('No such frozen object named %s' % name, name=name)
    return kind


def is_frozen(name):
    """Whether a module is frozen."""
    return _frozen_kind(name) is not None


def is_frozen_package(name):
    """Whether a frozen module is a package; ImportError: it is not frozen."""
    return _known_frozen(name) == 'package'


def find_frozen(name, /, *, withdata=False):
    """None, or (its code as bytes or None, whether it is a package, its name)."""
    kind = _frozen_kind(name)
    if kind is None:
        return None
    data = None
    if withdata:
        from marshal import dumps
        data = memoryview(dumps(sys._library_code(name)))
    return data, kind == 'package', name


def get_frozen_object(name, data=None, /):
    """The code object of a frozen module, or of these bytes."""
    if data is not None:
        from marshal import loads
        try:
            return loads(data)
        except (EOFError, ValueError, TypeError):
            raise ImportError('Frozen object named %r is invalid' % name, name=name) from None
    _known_frozen(name)
    return sys._library_code(name)


def init_frozen(name):
    """The module, imported; None: it is not frozen."""
    return __import__(name, fromlist=['*']) if is_frozen(name) else None


def extension_suffixes():
    """Suffixes of files of CPython's extension modules: none is loaded."""
    return []


def _override_frozen_modules_for_tests(value, /):
    """-1: no module is called frozen; 1 or 0: those that are."""
    global _frozen_is_used
    _frozen_is_used = value >= 0


def _override_multi_interp_extensions_check(value, /):
    return 0
