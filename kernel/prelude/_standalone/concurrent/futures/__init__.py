"""Functions that run in threads and processes, and their results to come."""
from ._base import (ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, BrokenExecutor, CancelledError, Executor, Future,
                    InvalidStateError, TimeoutError, as_completed, wait)

__all__ = ('FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'CancelledError', 'TimeoutError', 'BrokenExecutor', 'Future',
           'Executor', 'wait', 'as_completed', 'ProcessPoolExecutor', 'ThreadPoolExecutor')


def __dir__():
    return __all__ + ('__author__', '__doc__')


_LATER = {'ThreadPoolExecutor': 'thread', 'ProcessPoolExecutor': 'process'}


def __getattr__(name):
    if name not in _LATER:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    from importlib import import_module
    globals()[name] = found = getattr(import_module(f'.{_LATER[name]}', __name__), name)
    return found
