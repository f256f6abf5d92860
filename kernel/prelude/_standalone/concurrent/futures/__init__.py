"""Functions that run in threads, and their results to come."""
from ._base import (ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, BrokenExecutor, CancelledError, Executor, Future,
                    InvalidStateError, TimeoutError, as_completed, wait)

__all__ = ('FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'CancelledError', 'TimeoutError', 'BrokenExecutor', 'Future',
           'Executor', 'wait', 'as_completed', 'ThreadPoolExecutor')


def __dir__():
    return __all__ + ('__author__', '__doc__')


def __getattr__(name):
    if name == 'ThreadPoolExecutor':
        from .thread import ThreadPoolExecutor
        globals()[name] = ThreadPoolExecutor
        return ThreadPoolExecutor
    if name == 'ProcessPoolExecutor':
        raise NotImplementedError('concurrent.futures.ProcessPoolExecutor needs a Python on the machine')
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
