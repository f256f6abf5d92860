"""importlib._bootstrap under the name that it has in CPython, when more of it is asked for than what finds the modules of the other
Python; here there is none."""


def _find_spec(name, path, target=None):
    return None


def __getattr__(name):
    if name == '_gcd_import':  # by that, modules are asked of the other Python
        raise AttributeError(name)
    from importlib import _bootstrap
    return getattr(_bootstrap, name)
