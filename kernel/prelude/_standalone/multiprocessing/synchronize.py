"""What processes wait for each other with: locks, semaphores, conditions, events, barriers. All stand on semaphores of the system."""
import contextlib
import itertools
import os
import struct
import threading
import time

import _multiprocessing

from . import context, process, util

__all__ = ['Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Condition', 'Event']
RECURSIVE_MUTEX, SEMAPHORE = 0, 1
SEM_VALUE_MAX = _multiprocessing.SemLock.SEM_VALUE_MAX
_numbers = itertools.count()


def _release_name(name):
    """A semaphore is not opened by its name any more."""
    from .resource_tracker import unregister
    _multiprocessing.sem_unlink(name)
    unregister(name, 'semaphore')


class SemLock:
    """A semaphore of the system, which child processes have as well: acquire(), release(), `with`."""

    def __init__(self, kind, value, maxvalue, *, ctx=None):
        method = (ctx or context._default_context.get_context()).get_start_method()
        self._is_fork_ctx = method == 'fork'
        while True:
            try:
                made = _multiprocessing.SemLock(kind, value, maxvalue, self._make_name(), self._is_fork_ctx)
                break
            except FileExistsError:
                pass
        self._take(made)
        util.debug('created semlock with handle %s', made.handle)
        util.register_after_fork(self, lambda obj: obj._semlock._after_fork())
        if made.name is not None:  # children open it by its name
            from .resource_tracker import register
            register(made.name, 'semaphore')
            util.Finalize(self, _release_name, (made.name,), exitpriority=0)

    def _take(self, semlock):
        self._semlock, self.acquire, self.release = semlock, semlock.acquire, semlock.release

    @staticmethod
    def _make_name():
        return f"{process.current_process()._config['semprefix']}-{os.getpid()}-{next(_numbers)}-{os.urandom(4).hex()}"

    def __enter__(self):
        return self._semlock.__enter__()

    def __exit__(self, *about):
        return self._semlock.__exit__(*about)

    def __getstate__(self):
        context.assert_spawning(self)
        if self._is_fork_ctx:
            raise RuntimeError('A SemLock created in a fork context is being shared with a process in a spawn context. This is not '
                               'supported. Please use the same context to create multiprocessing objects and Process.')
        semlock = self._semlock
        return semlock.kind, semlock.maxvalue, semlock.name

    def __setstate__(self, row):
        self._is_fork_ctx = False
        self._take(_multiprocessing.SemLock._rebuild(None, *row))
        util.debug('recreated blocker with handle %r', row[-1])

    # ---- for repr(): who has it, as far as this process can know
    def _owner(self, nobody=None):
        semlock = self._semlock
        if semlock._is_mine():
            names = [process.current_process().name]
            if threading.current_thread().name != 'MainThread':
                names.append(threading.current_thread().name)
            return '|'.join(names)
        if not semlock._is_zero():
            return nobody
        return 'SomeOtherThread' if semlock._count() > 0 else 'SomeOtherProcess'

    def _told(self, text):
        try:
            return text()
        except Exception:
            return 'unknown'


def _lock_text(self):
    return f"<{type(self).__name__}(owner={self._told(self._owner)})>"


def _rlock_text(self):
    owner = self._told(self._owner)
    count = self._semlock._count() if self._semlock._is_mine() else 0 if owner is None else 'nonzero'
    return f'<{type(self).__name__}({owner}, {count})>'


def _semaphore_text(self, most=False):
    value = self._told(self._semlock._get_value)
    return f"<{type(self).__name__}(value={value}{f', maxvalue={self._semlock.maxvalue}' if most else ''})>"


def _kind(name, doc, text, kind, most=None, base=SemLock):
    """A class over SemLock. most: of (value given, or 1): the highest value; None: it has no argument."""
    if most is None:
        def __init__(self, *, ctx=None):
            SemLock.__init__(self, kind, 1, 1, ctx=ctx)
    else:
        def __init__(self, value=1, *, ctx=None):
            SemLock.__init__(self, kind, value, most(value), ctx=ctx)
    return type(name, (base,), {'__doc__': doc, '__init__': __init__, '__repr__': text, '__module__': __name__})


Lock = _kind('Lock', 'A lock that any process or thread may release.', _lock_text, SEMAPHORE)
RLock = _kind('RLock', 'A lock that the thread which has it may take again, and must release as often.', _rlock_text, RECURSIVE_MUTEX)
Semaphore = _kind('Semaphore', 'A counter that acquire() lowers, waiting while it is zero, and release() raises.', _semaphore_text,
                  SEMAPHORE, lambda value: SEM_VALUE_MAX)
Semaphore.get_value = lambda self: self._semlock._get_value()
BoundedSemaphore = _kind('BoundedSemaphore', 'A semaphore that is never released more often than it was acquired.',
                         lambda self: _semaphore_text(self, True), SEMAPHORE, lambda value: value, Semaphore)


class Condition:
    """A condition variable of processes. Who waits is counted in one semaphore, who has woken in another; a third rings."""
    _fields = '_lock', '_sleeping_count', '_woken_count', '_wait_semaphore'

    def __init__(self, lock=None, *, ctx=None):
        ctx = ctx or context._default_context.get_context()
        self.__setstate__((lock or ctx.RLock(), ctx.Semaphore(0), ctx.Semaphore(0), ctx.Semaphore(0)))

    def __getstate__(self):
        context.assert_spawning(self)
        return tuple(getattr(self, name) for name in self._fields)

    def __setstate__(self, parts):
        vars(self).update(zip(self._fields, parts), acquire=parts[0].acquire, release=parts[0].release)

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *about):
        return self._lock.__exit__(*about)

    def __repr__(self):
        sleeping, woken = (getattr(self, name)._semlock._get_value() for name in self._fields[1:3])
        return f'<{type(self).__name__}({self._lock}, {sleeping - woken})>'

    def _needs_lock(self, text):
        assert self._lock._semlock._is_mine(), text

    @contextlib.contextmanager
    def _unlocked(self):
        """Without the lock, however often this thread has it."""
        times = range(self._lock._semlock._count())
        for _ in times:
            self._lock.release()
        try:
            yield
        finally:
            self._woken_count.release()
            for _ in times:
                self._lock.acquire()

    def wait(self, timeout=None):
        """Wait until notified or until a timeout occurs; whether it was notified."""
        self._needs_lock('must acquire() condition before using wait()')
        self._sleeping_count.release()
        with self._unlocked():
            return self._wait_semaphore.acquire(True, timeout)

    def notify(self, n=1):
        """Wakes up to n of those who wait."""
        self._needs_lock('lock is not owned')
        sleeping, woken, bell = (getattr(self, name) for name in self._fields[1:])
        while woken.acquire(False):  # those whose time was over have left
            sleeping.acquire(False)
        rung = list(itertools.takewhile(lambda _: sleeping.acquire(False), range(n)))
        for _ in rung:
            bell.release()
        for _ in rung:
            woken.acquire()
        while rung and bell.acquire(False):  # it has rung for one whose time was over meanwhile
            pass

    def notify_all(self):
        """Wakes all who wait."""
        self.notify(n=SEM_VALUE_MAX)

    def wait_for(self, predicate, timeout=None):
        """Wait until a condition evaluates to True; its last value."""
        end = None if timeout is None else time.monotonic() + timeout
        while not (value := predicate()):
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
        return value


class Event:
    """A flag that processes wait for."""

    def __init__(self, *, ctx=None):
        ctx = ctx or context._default_context.get_context()
        self._cond, self._flag = ctx.Condition(ctx.Lock()), ctx.Semaphore(0)

    def _up(self):
        up = self._flag.acquire(False)
        if up:
            self._flag.release()
        return up

    def is_set(self):
        """Return true if and only if the flag is true."""
        with self._cond:
            return self._up()

    def set(self):
        """Set the flag to true, and wake up who waits for it."""
        with self._cond:
            self._up() or self._flag.release()
            self._cond.notify_all()

    def clear(self):
        """Reset the flag to false."""
        with self._cond:
            self._flag.acquire(False)

    def wait(self, timeout=None):
        """Block until the flag is true, or the time is over; the flag."""
        with self._cond:
            return self._up() or (self._cond.wait(timeout) and None) or self._up()

    def __repr__(self):
        return f"<{type(self).__qualname__} at {id(self):#x} {'set' if self.is_set() else 'unset'}>"


class Barrier(threading.Barrier):
    """A place that a number of processes reach before any of them goes on: that of threads, whose numbers lie in shared memory."""

    def __init__(self, parties, action=None, timeout=None, *, ctx=None):
        from .heap import BufferWrapper
        ctx = ctx or context._default_context.get_context()
        if parties < 1:
            raise ValueError('parties must be > 0')
        self.__setstate__((parties, action, timeout, ctx.Condition(), BufferWrapper(_NUMBERS.size)))
        self._state = self._count = 0

    def __getstate__(self):
        return self._parties, self._action, self._timeout, self._cond, self._wrapper

    def __setstate__(self, parts):
        self._parties, self._action, self._timeout, self._cond, self._wrapper = parts
        self._array = self._wrapper.create_memoryview()

    def _number(at):
        def get(self):
            return _NUMBERS.unpack_from(self._array)[at]

        def put(self, value):
            numbers = [*_NUMBERS.unpack_from(self._array)]
            numbers[at] = value
            _NUMBERS.pack_into(self._array, 0, *numbers)
        return property(get, put)

    _state, _count = _number(0), _number(1)
    del _number


_NUMBERS = struct.Struct('ii')
