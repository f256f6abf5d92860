"""Threads: Thread, Timer, and what they wait for each other with: locks, conditions, semaphores, events, barriers."""
import functools
import sys
import time as _clock
import _thread
from _thread import RLock as _CRLock, TIMEOUT_MAX, _local as local, allocate_lock as Lock, get_ident, get_native_id
from _thread import stack_size
from collections import deque as _deque
from itertools import count as _counter

__all__ = ['get_ident', 'active_count', 'Condition', 'current_thread', 'enumerate', 'main_thread', 'TIMEOUT_MAX', 'Event',
           'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Thread', 'Barrier', 'BrokenBarrierError', 'Timer',
           'ThreadError', 'setprofile', 'settrace', 'local', 'stack_size', 'excepthook', 'ExceptHookArgs', 'getprofile',
           'gettrace', 'get_native_id']
ThreadError = _thread.error
_profile_hook = _trace_hook = None
_active, _limbo = {}, {}
_active_limbo_lock = _CRLock()
_numbers = _counter(1)
_dangling = set()
_at_shutdown = []


def setprofile(func):
    """Set a profile function for all threads started from the threading module."""
    global _profile_hook
    _profile_hook = func


def getprofile():
    """Get the profiler function as set by threading.setprofile()."""
    return _profile_hook


def settrace(func):
    """Set a trace function for all threads started from the threading module."""
    global _trace_hook
    _trace_hook = func


def gettrace():
    """Get the trace function as set by threading.settrace()."""
    return _trace_hook


def RLock(*args, **kwargs):
    """A lock that the thread which has it may take again, and must release as often."""
    return _CRLock(*args, **kwargs)


class Condition:
    """A condition variable: threads wait until another one notifies them, all of them having its lock."""

    def __init__(self, lock=None):
        self._lock = lock = RLock() if lock is None else lock
        self.acquire, self.release = lock.acquire, lock.release
        for name in ('_release_save', '_acquire_restore', '_is_owned'):
            if hasattr(lock, name):
                setattr(self, name, getattr(lock, name))
        self._waiters = _deque()

    def _at_fork_reinit(self):
        self._lock._at_fork_reinit()
        self._waiters.clear()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def __repr__(self):
        return f'<Condition({self._lock}, {len(self._waiters)})>'

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, state):
        self._lock.acquire()

    def _is_owned(self):
        if self._lock.acquire(False):
            self._lock.release()
            return False
        return True

    def wait(self, timeout=None):
        """Wait until notified or until a timeout occurs; whether it was notified."""
        if not self._is_owned():
            raise RuntimeError('cannot wait on un-acquired lock')
        waiter = Lock()
        waiter.acquire()
        self._waiters.append(waiter)
        state = self._release_save()
        notified = False
        try:
            if timeout is None:
                notified = waiter.acquire()
            else:
                notified = waiter.acquire(True, timeout) if timeout > 0 else waiter.acquire(False)
            return notified
        finally:
            self._acquire_restore(state)
            if not notified:
                try:
                    self._waiters.remove(waiter)
                except ValueError:
                    pass

    def wait_for(self, predicate, timeout=None):
        """Wait until a condition evaluates to True; its last value."""
        end = None
        while not (result := predicate()):
            if timeout is not None:
                end = _clock.monotonic() + timeout if end is None else end
                left = end - _clock.monotonic()
                if left <= 0:
                    break
                self.wait(left)
            else:
                self.wait()
        return result

    def notify(self, n=1):
        """Wake up one or more threads waiting on this condition, if any."""
        if not self._is_owned():
            raise RuntimeError('cannot notify on un-acquired lock')
        while self._waiters and n > 0:
            waiter = self._waiters[0]
            try:
                waiter.release()
            except RuntimeError:
                pass  # it was interrupted between being woken and saying so
            else:
                n -= 1
            try:
                self._waiters.remove(waiter)
            except ValueError:
                pass

    def notify_all(self):
        """Wake up all threads waiting on this condition."""
        self.notify(len(self._waiters))

    def notifyAll(self):
        import warnings
        warnings.warn('notifyAll() is deprecated, use notify_all() instead', DeprecationWarning, stacklevel=2)
        self.notify_all()


class Semaphore:
    """A counter that acquire() lowers, waiting while it is zero, and release() raises."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._cond, self._value = Condition(Lock()), value

    def __repr__(self):
        cls = self.__class__
        return f'<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: value={self._value}>'

    def acquire(self, blocking=True, timeout=None):
        """Acquire a semaphore, decrementing the internal counter by one; whether that was possible."""
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        with self._cond:
            if blocking:
                self._cond.wait_for(lambda: self._value, timeout)
            if not self._value:
                return False
            self._value -= 1
            return True

    __enter__ = acquire

    def release(self, n=1):
        """Release a semaphore, incrementing the internal counter by one or more."""
        if n < 1:
            raise ValueError('n must be one or more')
        with self._cond:
            self._raise_by(n)

    def _raise_by(self, n):
        self._value += n
        for _ in range(n):
            self._cond.notify()

    def __exit__(self, *args):
        self.release()


class BoundedSemaphore(Semaphore):
    """A semaphore that is never released more often than it was acquired."""

    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def __repr__(self):
        cls = self.__class__
        return f'<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: value={self._value}/{self._initial_value}>'

    def _raise_by(self, n):
        if self._value + n > self._initial_value:
            raise ValueError('Semaphore released too many times')
        super()._raise_by(n)


class Event:
    """A flag that threads wait for."""

    def __init__(self):
        self._cond, self._flag = Condition(Lock()), False

    def __repr__(self):
        cls = self.__class__
        return f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: {'set' if self._flag else 'unset'}>"

    def _at_fork_reinit(self):
        self._cond._at_fork_reinit()

    def is_set(self):
        """Return true if and only if the internal flag is true."""
        return self._flag

    def isSet(self):
        import warnings
        warnings.warn('isSet() is deprecated, use is_set() instead', DeprecationWarning, stacklevel=2)
        return self.is_set()

    def set(self):
        """Set the internal flag to true, and wake up who waits for it."""
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        """Reset the internal flag to false."""
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        """Block until the internal flag is true, or the time is over; the flag."""
        with self._cond:
            return self._flag or self._cond.wait(timeout)


class BrokenBarrierError(RuntimeError):
    """A barrier was reset or broken while it was waited for."""


class Barrier:
    """A place that a number of threads reach before any of them goes on."""
    _FILLING, _DRAINING, _RESETTING, _BROKEN = range(4)

    def __init__(self, parties, action=None, timeout=None):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._cond, self._action, self._timeout, self._parties = Condition(Lock()), action, timeout, parties
        self._state, self._count = self._FILLING, 0

    def __repr__(self):
        cls = self.__class__
        about = 'broken' if self.broken else f'waiters={self.n_waiting}/{self.parties}'
        return f'<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: {about}>'

    def wait(self, timeout=None):
        """Wait for the barrier; a number from 0 to parties - 1 that is different for each thread."""
        timeout = self._timeout if timeout is None else timeout
        with self._cond:
            while self._state in (self._DRAINING, self._RESETTING):
                self._cond.wait()
            self._check()
            index = self._count
            self._count += 1
            try:
                if index + 1 == self._parties:
                    self._release()
                else:
                    if not self._cond.wait_for(lambda: self._state != self._FILLING, timeout):
                        self._break()
                        raise BrokenBarrierError
                    self._check(self._RESETTING)
                return index
            finally:
                self._count -= 1
                if self._count == 0 and self._state in (self._RESETTING, self._DRAINING):
                    self._state = self._FILLING
                    self._cond.notify_all()

    def _check(self, *more):
        if self._state in (self._BROKEN, *more):
            raise BrokenBarrierError

    def _release(self):
        try:
            if self._action:
                self._action()
            self._state = self._DRAINING
            self._cond.notify_all()
        except BaseException:
            self._break()
            raise

    def _break(self):
        self._state = self._BROKEN
        self._cond.notify_all()

    def reset(self):
        """Reset the barrier to the initial state; who waits gets BrokenBarrierError."""
        with self._cond:
            if self._count > 0:
                if self._state in (self._FILLING, self._BROKEN):
                    self._state = self._RESETTING
            else:
                self._state = self._FILLING
            self._cond.notify_all()

    def abort(self):
        """Place the barrier into a 'broken' state."""
        with self._cond:
            self._break()

    @property
    def parties(self):
        """Return the number of threads required to trip the barrier."""
        return self._parties

    @property
    def n_waiting(self):
        """Return the number of threads currently waiting at the barrier."""
        return self._count if self._state == self._FILLING else 0

    @property
    def broken(self):
        """Return True if the barrier is in a broken state."""
        return self._state == self._BROKEN


class ExceptHookArgs(tuple):
    """What excepthook() gets: exc_type, exc_value, exc_traceback, thread."""
    __slots__ = ()
    exc_type, exc_value, exc_traceback, thread = (property(lambda self, i=i: self[i]) for i in range(4))


def _excepthook(args, /):
    """Handle uncaught Thread.run() exception."""
    if args.exc_type == SystemExit:
        return
    stderr = sys.stderr
    if stderr is None:
        return
    import traceback
    name = get_ident() if args.thread is None else args.thread.name
    print(f'Exception in thread {name}:', file=stderr, flush=True)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback, file=stderr)
    stderr.flush()


excepthook = __excepthook__ = _excepthook


class Thread:
    """A class that represents a thread of control: a function to call, or a method run() of a subclass."""
    _initialized = False

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, 'group argument must be None for now'
        if name is None:
            name = f'Thread-{next(_numbers)}'
            if target is not None:
                try:
                    name += f' ({target.__name__})'
                except AttributeError:
                    pass
        else:
            name = str(name)
        self._target, self._name, self._args, self._kwargs = target, name, args, {} if kwargs is None else kwargs
        self._daemonic = current_thread().daemon if daemon is None else daemon
        self._ident = self._native_id = None
        self._started, self._is_stopped = Event(), False
        self._over = Event()
        self._initialized = True
        self._invoke_excepthook = _hook_caller()

    def __repr__(self):
        assert self._initialized, 'Thread.__init__() was not called'
        status = 'stopped' if self._is_stopped else 'started' if self._started.is_set() else 'initial'
        if self._daemonic:
            status += ' daemon'
        if self._ident is not None:
            status += f' {self._ident}'
        return f'<{self.__class__.__name__}({self._name}, {status})>'

    def start(self):
        """Start the thread's activity; at most once."""
        if not self._initialized:
            raise RuntimeError('thread.__init__() not called')
        if self._started.is_set():
            raise RuntimeError('threads can only be started once')
        with _active_limbo_lock:
            _limbo[self] = self
        try:
            _thread.start_new_thread(self._bootstrap, ())
        except Exception:
            with _active_limbo_lock:
                del _limbo[self]
            raise
        self._started.wait()

    def run(self):
        """Method representing the thread's activity: calls the target."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def _bootstrap(self):
        self._ident, self._native_id = get_ident(), get_native_id()
        with _active_limbo_lock:
            _active[self._ident] = self
            _limbo.pop(self, None)
        self._started.set()
        try:
            self.run()
        except BaseException:
            self._invoke_excepthook(self)
        finally:
            with _active_limbo_lock:
                _active.pop(self._ident, None)
            self._is_stopped = True
            self._over.set()

    def _delete(self):
        with _active_limbo_lock:
            _active.pop(get_ident(), None)

    def join(self, timeout=None):
        """Wait until the thread terminates, or the time is over."""
        if not self._initialized:
            raise RuntimeError('Thread.__init__() not called')
        if not self._started.is_set():
            raise RuntimeError('cannot join thread before it is started')
        if self is current_thread():
            raise RuntimeError('cannot join current thread')
        self._over.wait(timeout if timeout is None else max(timeout, 0))

    @property
    def name(self):
        """A string used for identification purposes only."""
        assert self._initialized, 'Thread.__init__() not called'
        return self._name

    @name.setter
    def name(self, name):
        assert self._initialized, 'Thread.__init__() not called'
        self._name = str(name)

    @property
    def ident(self):
        """Thread identifier of this thread or None if it has not been started."""
        assert self._initialized, 'Thread.__init__() not called'
        return self._ident

    @property
    def native_id(self):
        """Native integral thread ID of this thread, or None if it has not been started."""
        assert self._initialized, 'Thread.__init__() not called'
        return self._native_id

    def is_alive(self):
        """Return whether the thread is alive."""
        assert self._initialized, 'Thread.__init__() not called'
        return self._started.is_set() and not self._is_stopped

    @property
    def daemon(self):
        """A boolean value indicating whether this thread is a daemon thread: one that is not waited for at the end."""
        assert self._initialized, 'Thread.__init__() not called'
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        if not self._initialized:
            raise RuntimeError('Thread.__init__() not called')
        if self._started.is_set():
            raise RuntimeError('cannot set daemon status of active thread')
        self._daemonic = daemonic


def _deprecated_accessors():
    for name in ('daemon', 'name'):
        title = name.capitalize()
        for kind in ('get', 'set'):
            if kind == 'get':
                method_name = 'isDaemon' if name == 'daemon' else 'getName'
                instead = f'get the {name} attribute instead'

                def method(self, *, _name=name, _method=method_name, _instead=instead):
                    import warnings
                    warnings.warn(f'{_method}() is deprecated, {_instead}', DeprecationWarning, stacklevel=2)
                    return getattr(self, _name)
            else:
                method_name = 'set' + title
                instead = f'set the {name} attribute instead'

                def method(self, value, *, _name=name, _method=method_name, _instead=instead):
                    import warnings
                    warnings.warn(f'{_method}() is deprecated, {_instead}', DeprecationWarning, stacklevel=2)
                    setattr(self, _name, value)
            method.__name__ = method_name
            setattr(Thread, method_name, method)


_deprecated_accessors()


def _hook_caller():
    """A function that tells excepthook of the exception which a thread has ended with."""
    def call(thread):
        args = ExceptHookArgs((*sys.exc_info(), thread))
        try:
            hook = excepthook
            (_excepthook if hook is None else hook)(args)
        except Exception as error:
            print('Exception in threading.excepthook:', file=sys.stderr, flush=True)
            sys.excepthook(type(error), error, error.__traceback__)
        finally:
            args = None
    return call


class Timer(Thread):
    """Call a function after a specified number of seconds, unless cancel() is called before."""

    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self)
        self.interval, self.function = interval, function
        self.args, self.kwargs = [] if args is None else args, {} if kwargs is None else kwargs
        self.finished = Event()

    def cancel(self):
        """Stop the timer if it hasn't finished yet."""
        self.finished.set()

    def run(self):
        self.finished.wait(self.interval)
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _Known(Thread):
    """A thread that runs already: the main one, or one that was made elsewhere."""

    def __init__(self, name, daemon):
        Thread.__init__(self, name=name, daemon=daemon)
        self._started.set()
        self._ident, self._native_id = get_ident(), get_native_id()
        with _active_limbo_lock:
            _active[self._ident] = self


class _MainThread(_Known):
    def __init__(self):
        _Known.__init__(self, 'MainThread', False)


class _DummyThread(_Known):
    def __init__(self):
        _Known.__init__(self, f'Dummy-{next(_numbers)}', True)

    def is_alive(self):
        return True

    def join(self, timeout=None):
        assert False, 'cannot join a dummy thread'


def current_thread():
    """Return the current Thread object, corresponding to the caller's thread of control."""
    found = _active.get(get_ident())
    return _DummyThread() if found is None else found


def currentThread():
    import warnings
    warnings.warn('currentThread() is deprecated, use current_thread() instead', DeprecationWarning, stacklevel=2)
    return current_thread()


def active_count():
    """Return the number of Thread objects currently alive."""
    with _active_limbo_lock:
        return len(_active) + len(_limbo)


def activeCount():
    import warnings
    warnings.warn('activeCount() is deprecated, use active_count() instead', DeprecationWarning, stacklevel=2)
    return active_count()


def enumerate():
    """Return a list of all Thread objects currently alive."""
    with _active_limbo_lock:
        return [*_active.values(), *_limbo.values()]


def main_thread():
    """Return the main thread object."""
    return _main_thread


def _register_atexit(func, *arg, **kwargs):
    """func is called before the threads are waited for at the end."""
    _at_shutdown.append(functools.partial(func, *arg, **kwargs))


def _shutdown():
    """Waits for all threads but daemons: at the end of a program."""
    _main_thread._is_stopped = True
    for call in reversed(_at_shutdown):
        call()
    while True:
        left = [thread for thread in enumerate() if not thread.daemon and thread is not _main_thread
                and thread is not current_thread()]
        if not left:
            return
        left[0].join()


class _Boot:
    daemon = False


_active[get_ident()] = _Boot
_main_thread = _MainThread()
import atexit as _atexit
_atexit.register(_shutdown)
