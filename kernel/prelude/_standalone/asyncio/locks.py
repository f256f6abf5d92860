"""What tasks wait for each other with: locks, events, conditions, semaphores, barriers."""
import collections

from . import exceptions, mixins

__all__ = ('Lock', 'Event', 'Condition', 'Semaphore', 'BoundedSemaphore', 'Barrier')


class _Managed:
    """`async with` holds it."""

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


def _text(obj, state):
    waiters = len(obj._waiters) if obj._waiters else 0
    return f"<{object.__repr__(obj)[1:-1]} [{state}{f', waiters:{waiters}' if waiters else ''}]>"


def _first_waiting(waiters):
    return next((waiter for waiter in waiters or () if not waiter.done()), None)


class Lock(_Managed, mixins._LoopBoundMixin):
    """A mutual exclusion lock that can be used to guarantee exclusive access to a shared resource."""

    def __init__(self):
        self._waiters, self._locked = None, False

    def __repr__(self):
        return _text(self, 'locked' if self._locked else 'unlocked')

    def locked(self):
        """Return True if lock is acquired."""
        return self._locked

    async def acquire(self):
        """Waits until the lock is free, takes it, and returns True."""
        if self._locked or (self._waiters and not all(waiter.cancelled() for waiter in self._waiters)):
            if self._waiters is None:
                self._waiters = collections.deque()
            turn = self._get_loop().create_future()
            self._waiters.append(turn)
            try:
                try:
                    await turn
                finally:
                    self._waiters.remove(turn)
            except exceptions.CancelledError:
                if not self._locked:
                    self._pass_on()
                raise
        self._locked = True
        return True

    def release(self):
        """Frees the lock; the first task that waits is woken."""
        if not self._locked:
            raise RuntimeError('Lock is not acquired.')
        self._locked = False
        if self._waiters:
            self._pass_on()

    def _pass_on(self):
        first = next(iter(self._waiters or ()), None)
        if first is not None and not first.done():
            first.set_result(True)


class Event(mixins._LoopBoundMixin):
    """A flag that tasks wait for."""

    def __init__(self):
        self._waiters, self._value = collections.deque(), False

    def __repr__(self):
        return _text(self, 'set' if self._value else 'unset')

    def is_set(self):
        """Return True if and only if the internal flag is true."""
        return self._value

    def set(self):
        """Set the internal flag to true, and wake up who waits for it."""
        if not self._value:
            self._value = True
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(True)

    def clear(self):
        """Reset the internal flag to false."""
        self._value = False

    async def wait(self):
        """Block until the internal flag is true; True."""
        if not self._value:
            turn = self._get_loop().create_future()
            self._waiters.append(turn)
            try:
                await turn
            finally:
                self._waiters.remove(turn)
        return True


class Condition(_Managed, mixins._LoopBoundMixin):
    """A lock, and notifications among those who use it."""

    def __init__(self, lock=None):
        self._lock = Lock() if lock is None else lock
        self.locked, self.acquire, self.release = self._lock.locked, self._lock.acquire, self._lock.release
        self._waiters = collections.deque()

    def __repr__(self):
        return _text(self, 'locked' if self.locked() else 'unlocked')

    async def wait(self):
        """Gives the lock back, waits for a notification, and takes it again; True."""
        if not self.locked():
            raise RuntimeError('cannot wait on un-acquired lock')
        self.release()
        try:
            await self._notified()
        finally:
            await self._acquire_whatever()
        return True

    async def _notified(self):
        turn = self._get_loop().create_future()
        self._waiters.append(turn)
        try:
            await turn
        finally:
            self._waiters.remove(turn)

    async def _acquire_whatever(self):
        """Takes the lock also if the task is cancelled meanwhile; then that is raised."""
        given_up, taken = None, False
        while not taken:
            try:
                taken = await self.acquire()
            except exceptions.CancelledError as error:
                given_up = error
        if given_up is not None:
            raise given_up

    async def wait_for(self, predicate):
        """Waits until a predicate is true; its value."""
        while not (result := predicate()):
            await self.wait()
        return result

    def notify(self, n=1):
        """Wakes up at most n of the tasks that wait."""
        if not self.locked():
            raise RuntimeError('cannot notify on un-acquired lock')
        for waiter in self._waiters:
            if n <= 0:
                break
            if not waiter.done():
                n -= 1
                waiter.set_result(False)

    def notify_all(self):
        """Wakes up all tasks that wait."""
        self.notify(len(self._waiters))


class Semaphore(_Managed, mixins._LoopBoundMixin):
    """A counter that is lowered by acquire(), which waits while it is zero, and raised by release()."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('Semaphore initial value must be >= 0')
        self._value, self._waiters = value, collections.deque()

    def __repr__(self):
        return _text(self, f'unlocked, value:{self._value}' if not self.locked() else 'locked')

    def locked(self):
        """Returns True if semaphore cannot be acquired immediately."""
        return not self._value or not all(turn.cancelled() for turn in self._waiters)

    def _wake_up_next(self):
        turn = _first_waiting(self._waiters)
        if turn is not None:
            self._value -= 1
            turn.set_result(True)

    def release(self):
        """Raises the counter, and wakes up a task that waits."""
        self._value += 1
        self._wake_up_next()

    async def _queue(self):
        turn = self._get_loop().create_future()
        self._waiters.append(turn)
        given_up = None
        try:
            await turn
        except exceptions.CancelledError as error:
            given_up = error
        self._waiters.remove(turn)
        if given_up is None:
            return
        if turn.done() and not turn.cancelled():
            self.release()  # its turn had come
        raise given_up

    async def acquire(self):
        """Lowers the counter, waits for that while it is zero; True."""
        if self.locked():
            await self._queue()
            if self._value > 0:
                self._wake_up_next()
        else:
            self._value -= 1
        return True


class BoundedSemaphore(Semaphore):
    """A semaphore that is never released more often than it was acquired."""

    def __init__(self, value=1):
        self._bound_value = value
        Semaphore.__init__(self, value)

    def release(self):
        if self._value >= self._bound_value:
            raise ValueError('BoundedSemaphore released too many times')
        Semaphore.release(self)


class Barrier(mixins._LoopBoundMixin):
    """A place that a number of tasks reach before any of them goes on."""
    _FILLING, _DRAINING, _RESETTING, _BROKEN = 'filling', 'draining', 'resetting', 'broken'

    def __init__(self, parties):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._cond, self._parties = Condition(), parties
        self._state, self._count = self._FILLING, 0

    def __repr__(self):
        waiting = '' if self.broken else f', waiters:{self.n_waiting}/{self.parties}'
        return f'<{object.__repr__(self)[1:-1]} [{self._state}{waiting}]>'

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Waits for the barrier; a number from 0 to parties - 1 that is different for each task."""
        async with self._cond:
            await self._cond.wait_for(lambda: self._state not in (self._DRAINING, self._RESETTING))
            if self.broken:
                raise exceptions.BrokenBarrierError('Barrier aborted')
            index = self._count
            self._count += 1
            try:
                if index + 1 == self._parties:
                    self._state = self._DRAINING
                    self._cond.notify_all()
                else:
                    await self._cond.wait_for(lambda: self._state != self._FILLING)
                    if self._state in (self._BROKEN, self._RESETTING):
                        raise exceptions.BrokenBarrierError('Abort or reset of barrier')
                return index
            finally:
                self._count -= 1
                if not self._count:
                    if self._state in (self._RESETTING, self._DRAINING):
                        self._state = self._FILLING
                    self._cond.notify_all()

    async def reset(self):
        """Reset the barrier to the initial state; who waits gets BrokenBarrierError."""
        async with self._cond:
            if not self._count:
                self._state = self._FILLING
            elif self._state != self._RESETTING:
                self._state = self._RESETTING
            self._cond.notify_all()

    async def abort(self):
        """Place the barrier into a 'broken' state."""
        async with self._cond:
            self._state = self._BROKEN
            self._cond.notify_all()

    parties = property(lambda self: self._parties, doc='Return the number of tasks required to trip the barrier.')
    n_waiting = property(lambda self: self._count if self._state == self._FILLING else 0,
                         doc='Return the number of tasks currently waiting at the barrier.')
    broken = property(lambda self: self._state == self._BROKEN, doc='Return True if the barrier is in a broken state.')
