"""Results that are there later. Work that is forked runs at once here, so the futures of torch.jit.fork are done when they are made."""

from types import GenericAlias


class Future:
    """A value, or an error, that is set once and waited for."""

    def __init__(self, *, devices=None):
        self._state = None  # ('value', it) or ('error', it) once that is known
        self._callbacks = []

    __class_getitem__ = classmethod(GenericAlias)

    def __repr__(self):
        return object.__repr__(self)

    def done(self):
        """Is the value or the error known?"""
        return self._state is not None

    def _finish(self, state):
        if self._state is not None:
            raise RuntimeError('Attempting to mark a completed Future as complete again. Note that a Future can only be marked completed once.')
        self._state = state
        callbacks, self._callbacks = self._callbacks, []
        for each in callbacks:
            each()

    def set_result(self, result):
        """Sets the value; what waits for it is called."""
        self._finish(('value', result))

    def set_exception(self, result):
        """Sets the error that wait() raises."""
        if not isinstance(result, Exception):
            raise AssertionError('%s is of type %s, not an Exception.' % (result, type(result)))
        self._finish(('error', result))

    def wait(self):
        """The value; raises the error. A future whose value nobody can set any more is refused, as waiting would never end."""
        if self._state is None:
            raise RuntimeError('Future.wait: the value is not set, and nothing else is running that could set it')
        kind, what = self._state
        if kind == 'error':
            raise what
        return what

    def value(self):
        """The value that is there; raises the error."""
        return self.wait()

    def _when_done(self, function):
        if self.done():
            function()
        else:
            self._callbacks.append(function)

    def then(self, callback):
        """A future of callback(self), which is called when the value is there."""
        after = Future()

        def run():
            try:
                value = callback(self)
            except Exception as error:
                after.set_exception(RuntimeError('Got the following error when running the callback: %s: %s' % (type(error).__name__, error)))
            else:
                after.set_result(value)
        self._when_done(run)
        return after

    def add_done_callback(self, callback):
        """Calls callback(self) when the value is there."""
        self._when_done(lambda: callback(self))


Future.__module__ = 'torch.jit'


def collect_all(futures):
    """A future of the list of the given futures, done when all are."""
    futures, together = list(futures), Future()
    left = [len(futures)]

    def count():
        left[0] -= 1
        if left[0] == 0:
            together.set_result(futures)
    if not futures:
        together.set_result(futures)
    for each in futures:
        each._when_done(count)
    return together


def wait_all(futures):
    """The values of all futures."""
    return [each.wait() for each in futures]


__all__ = ['Future', 'collect_all', 'wait_all']
