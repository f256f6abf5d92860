"""Futures of threads, what waits for them, and what executors have in common."""
import collections
import threading
import time
import types

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED'
_AS_COMPLETED = '_AS_COMPLETED'
PENDING, RUNNING, CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED = ('PENDING', 'RUNNING', 'CANCELLED', 'CANCELLED_AND_NOTIFIED',
                                                                 'FINISHED')
_OVER = CANCELLED_AND_NOTIFIED, FINISHED
TimeoutError = TimeoutError


class Error(Exception):
    """What futures raise."""


class CancelledError(Error):
    """The Future was cancelled."""


class InvalidStateError(Error):
    """The operation is not allowed in this state."""


class BrokenExecutor(RuntimeError):
    """Raised when a executor has become non-functional after a severe failure."""


def _logger():
    import logging
    return logging.getLogger('concurrent.futures')


class Future:
    """Represents the result of a computation in another thread."""

    def __init__(self):
        self._condition = threading.Condition()
        self._state, self._result, self._exception, self._waiters, self._done_callbacks = PENDING, None, None, [], []

    def __repr__(self):
        with self._condition:
            end = ''
            if self._state == FINISHED:
                failed = self._exception is not None
                end = f" {'raised' if failed else 'returned'} {type(self._exception if failed else self._result).__name__}"
            shown = 'cancelled' if self._state.startswith('CANCELLED') else self._state.lower()
            return f'<{type(self).__name__} at {id(self):#x} state={shown}{end}>'

    __class_getitem__ = classmethod(types.GenericAlias)

    def cancel(self):
        """Cancel the future if it has not begun; whether it is cancelled."""
        with self._condition:
            if self._state in (RUNNING, FINISHED):
                return False
            if self._state != PENDING:
                return True
            self._state = CANCELLED
            self._condition.notify_all()
        self._invoke_callbacks()
        return True

    def cancelled(self):
        """Return True if the future was cancelled."""
        with self._condition:
            return self._state in (CANCELLED, CANCELLED_AND_NOTIFIED)

    def running(self):
        """Return True if the future is currently executing."""
        with self._condition:
            return self._state == RUNNING

    def done(self):
        """Return True if the future was cancelled or finished executing."""
        with self._condition:
            return self._state in (CANCELLED, *_OVER)

    def _invoke_callbacks(self):
        for callback in self._done_callbacks:
            self._call(callback)

    def _call(self, callback):
        try:
            callback(self)
        except Exception:
            _logger().exception('exception calling callback for %r', self)

    def add_done_callback(self, fn):
        """Calls fn(future) when the future is done; now, if it is."""
        with self._condition:
            if self._state not in (CANCELLED, *_OVER):
                self._done_callbacks.append(fn)
                return
        self._call(fn)

    def _await(self, timeout):
        """Waits until there is a result or an exception."""
        for last in (False, True):
            if self._state in (CANCELLED, CANCELLED_AND_NOTIFIED):
                raise CancelledError()
            if self._state == FINISHED:
                return
            if last:
                raise TimeoutError()
            self._condition.wait(timeout)

    def result(self, timeout=None):
        """The result, waits for it for at most so many seconds; raises what the function has raised."""
        try:
            with self._condition:
                self._await(timeout)
                if self._exception is None:
                    return self._result
            raise self._exception
        finally:
            self = None

    def exception(self, timeout=None):
        """What the function has raised, or None; waits for that."""
        with self._condition:
            self._await(timeout)
            return self._exception

    def set_running_or_notify_cancel(self):
        """For executors: whether the function is to be called."""
        with self._condition:
            before = self._state
            after = {PENDING: RUNNING, CANCELLED: CANCELLED_AND_NOTIFIED}.get(before)
            if after is None:
                _logger().critical('Future %s in unexpected state: %s', id(self), before)
                raise RuntimeError('Future in unexpected state')
            self._state = after
            told = self._waiters if before == CANCELLED else ()
            for each in told:
                each.add_cancelled(self)
        return before == PENDING

    def _finish(self, result, error):
        with self._condition:
            if self._state in (CANCELLED, *_OVER):
                raise InvalidStateError(f'{self._state}: {self!r}')
            self._result, self._exception, self._state = result, error, FINISHED
            for waiter in self._waiters:
                (waiter.add_result if error is None else waiter.add_exception)(self)
            self._condition.notify_all()
        self._invoke_callbacks()

    def set_result(self, result):
        """For executors: the function has returned."""
        self._finish(result, None)

    def set_exception(self, exception):
        """For executors: the function has raised."""
        self._finish(None, exception)


class _Waiter:
    """Who waits for several futures: is woken by each, by the first that fails, or when none is left."""

    def __init__(self, wanted, left):
        self.event, self.finished_futures, self._wanted, self._left = threading.Event(), [], wanted, left
        self.lock = threading.Lock()

    def _add(self, future, failed):
        with self.lock:
            self.finished_futures.append(future)
            self._left -= 1
            if self._wanted in (FIRST_COMPLETED, _AS_COMPLETED) or self._left <= 0 or (failed and self._wanted == FIRST_EXCEPTION):
                self.event.set()

    def add_result(self, future):
        self._add(future, False)

    def add_exception(self, future):
        self._add(future, True)

    add_cancelled = add_result


class _Held:
    """`with` holds the conditions of several futures, always in the same order."""

    def __init__(self, futures):
        self.conditions = [future._condition for future in sorted(futures, key=id)]

    def __enter__(self):
        for condition in self.conditions:
            condition.acquire()

    def __exit__(self, *args):
        for condition in self.conditions:
            condition.release()


DoneAndNotDoneFutures = collections.namedtuple('DoneAndNotDoneFutures', 'done not_done')


def _forget(waiter, futures):
    for future in futures:
        with future._condition:
            if waiter in future._waiters:
                future._waiters.remove(waiter)


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Waits for futures: a named tuple of two sets, done and not_done."""
    fs = set(fs)
    with _Held(fs):
        done = {f for f in fs if f._state in _OVER}
        left = fs - done
        enough = not left or (done and return_when == FIRST_COMPLETED) or (
            return_when == FIRST_EXCEPTION and any(f._state == FINISHED and f._exception is not None for f in done))
        if enough:
            return DoneAndNotDoneFutures(done, left)
        if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
            raise ValueError('Invalid return condition: %r' % return_when)
        waiter = _Waiter(return_when, len(left))
        for f in left:
            f._waiters.append(waiter)
    waiter.event.wait(timeout)
    _forget(waiter, left)
    done.update(waiter.finished_futures)
    return DoneAndNotDoneFutures(done, fs - done)


def as_completed(fs, timeout=None):
    """An iterator over futures as they end; TimeoutError after so many seconds in all."""
    end = None if timeout is None else time.monotonic() + timeout
    left = set(fs)
    total = len(left)
    with _Held(left):
        ready = [f for f in left if f._state in _OVER]
        left.difference_update(ready)
        waiter = _Waiter(_AS_COMPLETED, len(left))
        for f in left:
            f._waiters.append(waiter)
    fs = f = None  # what was given to the caller is not kept
    try:
        while True:
            while ready:
                yield ready.pop()
            if not left:
                return
            pause = None if end is None else end - time.monotonic()
            if pause is not None and pause < 0:
                raise TimeoutError(f'{len(left)} (of {total}) futures unfinished')
            waiter.event.wait(pause)
            with waiter.lock:
                ready, waiter.finished_futures = waiter.finished_futures[::-1], []
                waiter.event.clear()
            left.difference_update(ready)
            _forget(waiter, ready)
    finally:
        _forget(waiter, left)


def _taken(future, end):
    """The result of a future, which is given up where it does not come."""
    try:
        try:
            return future.result() if end is None else future.result(end - time.monotonic())
        finally:
            future.cancel()
    finally:
        del future


def _in_order(pending, end):
    """The results of futures, the last of the list first; those that are left are given up."""
    try:
        while pending:
            yield _taken(pending.pop(), end)
    finally:
        for future in pending:
            future.cancel()


class _Shut:
    """`with` shuts it down."""

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.shutdown(wait=True)
        return False


class Executor(_Shut):
    """What runs functions elsewhere: submit() and map()."""

    def submit(self, fn, /, *args, **kwargs):
        """Calls a function elsewhere; a Future."""
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """The results of fn for the items of iterables, in their order; all calls begin at once."""
        last = None if timeout is None else time.monotonic() + timeout
        begun = [self.submit(fn, *row) for row in zip(*iterables)]
        begun.reverse()
        return _in_order(begun, last)

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No more functions are taken."""
