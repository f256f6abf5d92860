"""Blocks that end after a time."""
from . import events, exceptions, tasks

__all__ = ('Timeout', 'timeout', 'timeout_at')


_CREATED, _ENTERED, _EXPIRING, _EXPIRED, _EXITED = 'created', 'active', 'expiring', 'expired', 'finished'  # states


class Timeout:
    """An asynchronous context manager that cancels its body at a time of the loop's clock, and raises TimeoutError then."""

    def __init__(self, when):
        self._state, self._when, self._handler, self._task = _CREATED, when, None, None

    def when(self):
        """The time at which the body is cancelled, None: never."""
        return self._when

    def reschedule(self, when):
        """Sets another time."""
        if self._state is not _ENTERED:
            raise RuntimeError('Timeout has not been entered' if self._state is _CREATED else
                               f'Cannot change state of {self._state} Timeout')
        self._when = when
        if self._handler is not None:
            self._handler.cancel()
            self._handler = None
        if when is not None:
            loop = events.get_running_loop()
            self._handler = loop.call_soon(self._expire) if when <= loop.time() else loop.call_at(when, self._expire)

    def expired(self):
        """Whether the time is over."""
        return self._state in (_EXPIRING, _EXPIRED)

    def __repr__(self):
        when = '' if self._state is not _ENTERED else \
            f" when={round(self._when, 3) if self._when is not None else None}"
        return f'<Timeout [{self._state}]{when}>'

    async def __aenter__(self):
        task = tasks.current_task()
        if task is None:
            raise RuntimeError('Timeout should be used inside a task')
        self._state, self._task, self._before = _ENTERED, task, task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        if self._handler is not None:
            self._handler.cancel()
            self._handler = None
        over, self._state = self._state is _EXPIRING, _EXITED
        if over:
            self._state = _EXPIRED
            if self._task.uncancel() <= self._before and exc_type is exceptions.CancelledError:
                raise TimeoutError from exc_val

    def _expire(self):
        self._task.cancel()
        self._state, self._handler = _EXPIRING, None


def timeout(delay):
    """A block that may last so many seconds (None: for ever)."""
    return Timeout(None if delay is None else events.get_running_loop().time() + delay)


def timeout_at(when):
    """A block that may last until a time of the loop's clock (None: for ever)."""
    return Timeout(when)
