"""importlib._bootstrap under the name that it has in CPython, when more of it is asked for than what finds the modules of the other
Python; here there is none."""


def _find_spec(name, path, target=None):
    return None


def __getattr__(name):
    from importlib import _bootstrap
    return getattr(_bootstrap, name)
