"""Ctrl-C in a run of tests: the first one stops it after the current test, the second one at once."""
import functools
import signal
import weakref

__unittest = True


class _InterruptHandler:
    def __init__(self, default_handler):
        self.called = False
        self.original_handler = default_handler
        if isinstance(default_handler, int):
            if default_handler == signal.SIG_DFL:
                default_handler = signal.default_int_handler
            elif default_handler == signal.SIG_IGN:
                def default_handler(number, frame):
                    pass
            else:
                raise TypeError('expected SIGINT signal handler to be signal.SIG_IGN, signal.SIG_DFL, or a callable object')
        self.default_handler = default_handler

    def __call__(self, signum, frame):
        if signal.getsignal(signal.SIGINT) is not self or self.called:
            self.default_handler(signum, frame)
        self.called = True
        for result in list(_results):
            result.stop()


_results = weakref.WeakKeyDictionary()
_interrupt_handler = None


def registerResult(result):
    """This result is stopped by Ctrl-C."""
    _results[result] = 1


def removeResult(result):
    """It no longer is; whether it was."""
    return bool(_results.pop(result, None))


def installHandler():
    """From now on Ctrl-C stops the registered results."""
    global _interrupt_handler
    if _interrupt_handler is None:
        _interrupt_handler = _InterruptHandler(signal.getsignal(signal.SIGINT))
        signal.signal(signal.SIGINT, _interrupt_handler)


def removeHandler(method=None):
    """Puts the former handler back: now, or as a decorator while a function runs."""
    if method is not None:
        @functools.wraps(method)
        def inner(*args, **kwargs):
            before = signal.getsignal(signal.SIGINT)
            removeHandler()
            try:
                return method(*args, **kwargs)
            finally:
                signal.signal(signal.SIGINT, before)
        return inner
    if _interrupt_handler is not None:
        signal.signal(signal.SIGINT, _interrupt_handler.original_handler)
