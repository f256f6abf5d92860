"""Functions that are called when the program ends, the last one registered first."""
import sys

_functions = []


def register(func, /, *args, **kwargs):
    """Register a function to be executed upon normal program termination; it is returned."""
    if not callable(func):
        raise TypeError('the first argument must be callable')
    _functions.append((func, args, kwargs))
    return func


def unregister(func, /):
    """Forget a function."""
    _functions[:] = [row for row in _functions if not row[0] == func]


def _clear():
    _functions.clear()


def _ncallbacks():
    return len(_functions)


def _run_exitfuncs():
    """Calls all of them; an exception is shown, and the others are called."""
    while _functions:
        function, args, kwargs = _functions.pop()
        try:
            function(*args, **kwargs)
        except SystemExit:
            pass
        except BaseException as error:
            print('Exception ignored in atexit callback:', repr(function), file=sys.stderr)
            sys.excepthook(type(error), error, error.__traceback__)
