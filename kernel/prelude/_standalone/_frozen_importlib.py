"""importlib._bootstrap under the name that it has in CPython, when more of it is asked for than what finds the modules of the other
Python; here there is none."""

import sys


def _find_spec(name, path, target=None):
    """The specification of a module that the library has for the case that there is no other Python."""
    if sys._library_text(name) is None or sys._is_library_module(name):
        return None
    from importlib.machinery import _library_spec
    return _library_spec(name)


def __getattr__(name):
    if name == '_gcd_import':  # by that, modules are asked of the other Python
        raise AttributeError(name)
    from importlib import _bootstrap
    return getattr(_bootstrap, name)
