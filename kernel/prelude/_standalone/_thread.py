"""Threads and locks, as threading builds on them."""
import sys
from functools import partial

import _threads
from _threads import get_ident, get_native_id

error = RuntimeError
TIMEOUT_MAX = 9223372036.0
_stack_size = 0


def _nanoseconds(blocking, timeout):
    if isinstance(timeout, str):
        raise TypeError("'str' object cannot be interpreted as an integer")
    timeout = float(timeout)
    if timeout != timeout:
        raise ValueError('Invalid value NaN (not a number)')
    if not blocking and timeout != -1:
        raise ValueError("can't specify a timeout for a non-blocking call")
    if timeout < 0 and timeout != -1:
        raise ValueError('timeout value must be a non-negative number')
    if timeout > TIMEOUT_MAX:
        raise OverflowError('timeout value is too large')
    return 0 if not blocking else -1 if timeout < 0 else int(timeout * 1e9)


class lock:
    """A lock object is a synchronization primitive: acquire(), release(), locked(), and `with`."""
    __slots__ = ('_lock', '__weakref__')
    __module__ = '_thread'

    def __new__(cls, *args):
        if cls is lock and not args == (_threads,):
            raise TypeError("cannot create '_thread.lock' instances")
        return object.__new__(cls)

    def __init_subclass__(cls):
        raise TypeError("type '_thread.lock' is not an acceptable base type")

    def __init__(self, _made=None):
        self._lock = _threads.lock()

    def acquire(self, blocking=True, timeout=-1):
        """Lock the lock; whether that was possible in the time."""
        return _threads.acquire(self._lock, _nanoseconds(blocking, timeout))

    def release(self):
        """Release the lock, allowing another thread that is blocked waiting for the lock to acquire the lock."""
        if not _threads.release(self._lock):
            raise RuntimeError('release unlocked lock')

    def locked(self):
        """Return whether the lock is in the locked state."""
        return _threads.locked(self._lock)

    acquire_lock, release_lock, locked_lock = acquire, release, locked

    def __enter__(self):
        return _threads.acquire(self._lock, -1)

    def __exit__(self, *args):
        self.release()

    def _at_fork_reinit(self):
        self._lock = _threads.lock()

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle '_thread.lock' object")

    def __repr__(self):
        return f"<{'locked' if self.locked() else 'unlocked'} _thread.lock object at {id(self):#x}>"


LockType = lock


allocate_lock = partial(lock, _threads)  # no function of the language: it does not become a method of a class
allocate = allocate_lock


class RLock:
    """A lock that the thread which has it may take again."""
    __module__ = '_thread'
    __slots__ = ('_lock', '_owner', '_count', '__weakref__')

    def __init__(self):
        self._lock, self._owner, self._count = _threads.lock(), None, 0

    def acquire(self, blocking=True, timeout=-1):
        wait = _nanoseconds(blocking, timeout)
        me = get_ident()
        if self._owner == me:
            self._count += 1
            return True
        got = _threads.acquire(self._lock, wait)
        if got:
            self._owner, self._count = me, 1
        return got

    def release(self):
        if self._owner != get_ident():
            raise RuntimeError('cannot release un-acquired lock')
        self._count -= 1
        if not self._count:
            self._owner = None
            _threads.release(self._lock)

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *args):
        self.release()

    def _is_owned(self):
        return self._owner == get_ident()

    def _release_save(self):
        if not self._count:
            raise RuntimeError('cannot release un-acquired lock')
        state = self._count, self._owner
        self._count, self._owner = 0, None
        _threads.release(self._lock)
        return state

    def _acquire_restore(self, state):
        _threads.acquire(self._lock, -1)
        self._count, self._owner = state

    def _at_fork_reinit(self):
        self._lock, self._owner, self._count = _threads.lock(), None, 0

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle '_thread.RLock' object")

    def __repr__(self):
        state = 'locked' if self._count else 'unlocked'
        return f'<{state} _thread.RLock object owner={self._owner or 0} count={self._count} at {id(self):#x}>'


class _local:
    """Thread-local data: attributes that each thread has its own of."""
    __slots__ = ('__weakref__', '_rows', '_arguments')
    __module__ = '_thread'

    def __new__(cls, /, *args, **kw):
        if (args or kw) and cls.__init__ is object.__init__:
            raise TypeError('Initialization arguments are not supported')
        self = object.__new__(cls)
        object.__setattr__(self, '_rows', {get_ident(): {}})
        object.__setattr__(self, '_arguments', (args, kw))
        return self

    def __getattribute__(self, name):
        if name == '__dict__':
            return _row(self)
        row = _row(self)
        if name in row:
            return row[name]
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        if name == '__dict__':
            raise AttributeError(f"'{type(self).__name__}' object attribute '__dict__' is read-only")
        attribute = getattr(type(self), name, None)
        if hasattr(type(attribute), '__set__'):
            object.__setattr__(self, name, value)
        else:
            _row(self)[name] = value

    def __delattr__(self, name):
        if name == '__dict__':
            raise AttributeError(f"'{type(self).__name__}' object attribute '__dict__' is read-only")
        try:
            del _row(self)[name]
        except KeyError:
            raise AttributeError(name) from None


_rows_of_threads = {}


def _row(local):
    rows = object.__getattribute__(local, '_rows')
    me = get_ident()
    row = rows.get(me)
    if row is None:
        row = rows[me] = {}
        _note_local(me, rows)
        args, kw = object.__getattribute__(local, '_arguments')
        local.__init__(*args, **kw)
    return row


def _note_local(me, rows):
    _rows_of_threads.setdefault(me, []).append(rows)


def _forget_thread():
    """A thread is over: what thread-local data had of it goes."""
    me = get_ident()
    for rows in _rows_of_threads.pop(me, ()):
        rows.pop(me, None)


def _uncaught(error):
    if isinstance(error, SystemExit):
        return
    hook = getattr(sys, 'unraisablehook', None)
    sys.excepthook(type(error), error, error.__traceback__)


def start_new_thread(function, args, kwargs={}, /):
    """Start a new thread and return its identifier."""
    if not callable(function):
        raise TypeError('first arg must be callable')
    if not isinstance(args, tuple):
        raise TypeError('2nd arg must be a tuple')
    if not isinstance(kwargs, dict):
        raise TypeError('optional 3rd arg must be a dictionary')

    def run(_):
        try:
            function(*args, **kwargs)
        finally:
            _forget_thread()

    return _threads.start(run, None, _uncaught)


start_new = start_new_thread


def exit():
    """This is synonymous to ``raise SystemExit''."""
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2, /):
    """Simulate the arrival of the given signal in the main thread."""
    import os
    import signal
    if not 0 < signum < signal.NSIG:
        raise ValueError('signal number out of range')
    if signal.getsignal(signum) not in (None, signal.SIG_DFL, signal.SIG_IGN):
        os.kill(os.getpid(), signum)


def stack_size(size=0, /):
    """The size of the stack of new threads; 0: the usual one."""
    global _stack_size
    if size < 0 or 0 < size < 32768:
        raise ValueError('size must be 0 or a positive value' if size < 0 else f'size not valid: {size} bytes')
    before, _stack_size = _stack_size, size
    return before


def _count():
    """The number of threads that run beside the main one."""
    return _threads.alive()


def _set_sentinel():
    return allocate_lock()
