"""Ctrl-C in a run of tests: the first one stops it after the current test, the second one at once."""
import functools
import signal
import weakref

__unittest = True


def _ignored(number, frame):
    """What SIG_IGN does."""


class _InterruptHandler:
    """The handler of SIGINT while tests run: stops the results, and leaves the second one to the handler before it."""

    def __init__(self, default_handler):
        self.called, self.original_handler = False, default_handler
        known = {signal.SIG_DFL: signal.default_int_handler, signal.SIG_IGN: _ignored}
        if not callable(default_handler):
            default_handler = known.get(default_handler)
        if default_handler is None:
            raise TypeError('expected SIGINT signal handler to be signal.SIG_IGN, signal.SIG_DFL, or a callable object')
        self.default_handler = default_handler

    def __call__(self, signum, frame):
        replaced = signal.getsignal(signal.SIGINT) is not self
        if self.called or replaced:
            self.default_handler(signum, frame)
        self.called = True
        for told in [*_results]:
            told.stop()


_results = weakref.WeakKeyDictionary()  # result: 1
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
        handler = _interrupt_handler = _InterruptHandler(signal.getsignal(signal.SIGINT))
        signal.signal(signal.SIGINT, handler)


def removeHandler(method=None):
    """Puts the former handler back: now, or as a decorator while a function runs."""
    if method is None:
        if _interrupt_handler is not None:
            signal.signal(signal.SIGINT, _interrupt_handler.original_handler)
        return None

    @functools.wraps(method)
    def without(*args, **kwargs):
        kept = signal.getsignal(signal.SIGINT)
        try:
            removeHandler()
            return method(*args, **kwargs)
        finally:
            signal.signal(signal.SIGINT, kept)
    return without
