"""Threads: Thread, Timer, and what they wait for each other with: locks, conditions, semaphores, events, barriers."""
import functools
import sys
import time as _clock
import _forks
import _thread
from _threads import main_numbers as _main_numbers, reacquire as _reacquire
from _thread import RLock as _CRLock, TIMEOUT_MAX, _local as local, allocate_lock as Lock, get_ident, get_native_id
from _thread import stack_size
from collections import deque as _deque
from itertools import count as _count

__all__ = ['get_ident', 'active_count', 'Condition', 'current_thread', 'enumerate', 'main_thread', 'TIMEOUT_MAX', 'Event',
           'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Thread', 'Barrier', 'BrokenBarrierError', 'Timer',
           'ThreadError', 'setprofile', 'settrace', 'local', 'stack_size', 'excepthook', 'ExceptHookArgs', 'getprofile',
           'gettrace', 'get_native_id']
ThreadError = _thread.error
_HAVE_THREAD_NATIVE_ID = True
_profile_hook = _trace_hook = None
_active, _limbo = {}, {}
_active_limbo_lock = _CRLock()
_counter = _count(1).__next__  # of threads without a name
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


class _RLock(_CRLock):
    """The reentrant lock in the language, which is the only one there is."""


_PyRLock = _RLock


def RLock(*args, **kwargs):
    """A lock that the thread which has it may take again, and must release as often."""
    return _CRLock(*args, **kwargs)


class Condition:
    """A condition variable: threads wait until another one notifies them, all of them having its lock."""

    def __init__(self, lock=None):
        self._lock, self._waiters = RLock() if lock is None else lock, _deque()
        given = self._lock
        for name in ('acquire', 'release', '_release_save', '_acquire_restore', '_is_owned'):
            if (method := getattr(given, name, None)) is not None:
                setattr(self, name, method)

    # What a lock without an owner has of the three.
    def _is_owned(self):
        free = self._lock.acquire(False)
        if free:
            self._lock.release()
        return not free

    def _release_save(self):
        return self._lock.release()

    def _acquire_restore(self, state):
        return _reacquire(self._lock) if type(self._lock) is _thread.LockType else self._lock.acquire()

    def _needs_lock(self, doing):
        if not self._is_owned():
            raise RuntimeError(f'cannot {doing} on un-acquired lock')

    def wait(self, timeout=None):
        """Wait until notified or until a timeout occurs; whether it was notified."""
        self._needs_lock('wait')
        bell = Lock()
        bell.acquire()
        self._waiters.append(bell)
        had, rung = self._release_save(), False
        try:
            rung = bell.acquire() if timeout is None else bell.acquire(timeout > 0, timeout if timeout > 0 else -1)
        finally:
            self._acquire_restore(had)
            if not rung and bell in self._waiters:
                self._waiters.remove(bell)
        return rung

    def wait_for(self, predicate, timeout=None):
        """Wait until a condition evaluates to True; its last value."""
        end = None if timeout is None else _clock.monotonic() + timeout
        while True:
            value = predicate()
            left = None if end is None else end - _clock.monotonic()
            if value or left is not None and left <= 0:
                return value
            self.wait(left)

    def notify(self, n=1):
        """Wake up one or more threads waiting on this condition, if any."""
        self._needs_lock('notify')
        for bell in [*self._waiters]:
            if n <= 0:
                break
            self._waiters.remove(bell)
            if bell.locked():
                bell.release()
                n -= 1

    def notify_all(self):
        """Wake up all threads waiting on this condition."""
        self.notify(len(self._waiters))

    def notifyAll(self):
        import warnings
        warnings.warn('notifyAll() is deprecated, use notify_all() instead', DeprecationWarning, 2)
        self.notify_all()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *about):
        return self._lock.__exit__(*about)

    def _at_fork_reinit(self):
        self._waiters.clear()
        self._lock._at_fork_reinit()

    def __repr__(self):
        return '<Condition(%s, %d)>' % (self._lock, len(self._waiters))


def _described(obj, about):
    return f'<{type(obj).__module__}.{type(obj).__qualname__} at {id(obj):#x}: {about}>'


class Semaphore:
    """A counter that acquire() lowers, waiting while it is zero, and release() raises."""
    _most = None

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._value, self._cond = value, Condition(Lock())

    def acquire(self, blocking=True, timeout=None):
        """Acquire a semaphore, decrementing the internal counter by one; whether that was possible."""
        if timeout is not None and not blocking:
            raise ValueError("can't specify timeout for non-blocking acquire")
        with self._cond:
            able = self._cond.wait_for(lambda: self._value, timeout if blocking else 0) > 0
            self._value -= able
        return able

    def release(self, n=1):
        """Release a semaphore, incrementing the internal counter by one or more."""
        if n < 1:
            raise ValueError('n must be one or more')
        with self._cond:
            if self._most is not None and self._value + n > self._most:
                raise ValueError('Semaphore released too many times')
            self._value += n
            self._cond.notify(n)

    __enter__ = acquire

    def __exit__(self, *about):
        self.release()

    def __repr__(self):
        return _described(self, f'value={self._value}' + ('' if self._most is None else f'/{self._most}'))


class BoundedSemaphore(Semaphore):
    """A semaphore that is never released more often than it was acquired."""

    def __init__(self, value=1):
        Semaphore.__init__(self, value)
        self._most = self._initial_value = value


class Event:
    """A flag that threads wait for."""

    def __init__(self):
        self._flag, self._cond = False, Condition(Lock())

    def _put(self, flag):
        with self._cond:
            self._flag = flag
            if flag:
                self._cond.notify_all()

    def set(self):
        """Set the internal flag to true, and wake up who waits for it."""
        self._put(True)

    def clear(self):
        """Reset the internal flag to false."""
        self._put(False)

    def is_set(self):
        """Return true if and only if the internal flag is true."""
        return self._flag

    def isSet(self):
        import warnings
        warnings.warn('isSet() is deprecated, use is_set() instead', DeprecationWarning, 2)
        return self._flag

    def wait(self, timeout=None):
        """Block until the internal flag is true, or the time is over; the flag."""
        with self._cond:
            if not self._flag:
                return self._cond.wait(timeout)
        return True

    def _at_fork_reinit(self):
        self._cond._at_fork_reinit()

    def __repr__(self):
        return _described(self, 'set' if self._flag else 'unset')


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
    stderr = getattr(args.thread, '_stderr', None) if sys.stderr is None else sys.stderr
    if stderr is None:
        return
    import traceback
    name = get_ident() if args.thread is None else args.thread.name
    print(f'Exception in thread {name}:', file=stderr, flush=True)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback, file=stderr)
    stderr.flush()


excepthook = __excepthook__ = _excepthook


def _made(method):
    """A method of Thread that needs Thread.__init__() to have run."""
    @functools.wraps(method)
    def checked(self, *args):
        assert self._initialized, 'Thread.__init__() not called'
        return method(self, *args)
    return checked


class Thread:
    """A class that represents a thread of control: a function to call, or a method run() of a subclass."""
    _initialized = False

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, 'group argument must be None for now'
        self._job = target, args, {} if kwargs is None else kwargs
        self._label = str(name or self._usual_name(target if name is None else None))
        self._stderr = sys.stderr  # where sys.stderr is None when it is needed
        self._daemonic = current_thread().daemon if daemon is None else daemon
        self._numbers = None, None
        self._started, self._over, self._is_stopped = Event(), Event(), False
        self._initialized = True
        self._invoke_excepthook = _hook_caller()

    @staticmethod
    def _usual_name(target):
        inner = getattr(target, '__name__', None)
        return f'Thread-{_counter()}' + (f' ({inner})' if inner is not None else '')

    _target = property(lambda self: self._job[0])
    _args = property(lambda self: self._job[1])
    _kwargs = property(lambda self: self._job[2])

    def run(self):
        """Method representing the thread's activity: calls the target."""
        function, args, named = self._job
        try:
            if function is not None:
                function(*args, **named)
        finally:
            self._job = None
            del function, args, named

    def start(self):
        """Start the thread's activity; at most once."""
        problem = 'thread.__init__() not called' if not self._initialized else \
            'threads can only be started once' if self._started.is_set() else None
        if problem:
            raise RuntimeError(problem)
        _limbo[self] = self
        try:
            _thread.start_new_thread(self._bootstrap, ())
        except BaseException:
            _limbo.pop(self)
            raise
        self._started.wait()

    def _bootstrap(self):
        """What runs in the new thread."""
        self._note()
        _limbo.pop(self, None)
        self._started.set()
        try:
            self.run()
        except BaseException:
            self._invoke_excepthook(self)
        finally:
            self._delete()
            self._is_stopped = True
            self._over.set()

    def _note(self):
        self._known_as(get_ident(), get_native_id())

    def _known_as(self, *numbers):
        self._numbers = numbers
        _active[numbers[0]] = self

    def _after_fork(self, goes_on):
        """In a child, where only one thread goes on."""
        self._started._at_fork_reinit()
        self._over._at_fork_reinit()
        if goes_on:
            self._numbers = get_ident(), get_native_id()
        else:
            self._is_stopped = True
            self._over._flag = True

    def _delete(self):
        _active.pop(get_ident(), None)

    def join(self, timeout=None):
        """Wait until the thread terminates, or the time is over."""
        problem = 'Thread.__init__() not called' if not self._initialized else \
            'cannot join thread before it is started' if not self._started.is_set() else \
            'cannot join current thread' if self is current_thread() else None
        if problem:
            raise RuntimeError(problem)
        self._over.wait(None if timeout is None else max(0, timeout))

    @_made
    def is_alive(self):
        """Return whether the thread is alive."""
        return self._started.is_set() and not self._is_stopped

    ident = property(_made(lambda self: self._numbers[0]),
                     doc='Thread identifier of this thread or None if it has not been started.')
    native_id = property(_made(lambda self: self._numbers[1]),
                         doc='Native integral thread ID of this thread, or None if it has not been started.')

    @_made
    def _set_name(self, name):
        self._label = str(name)

    def _set_daemon(self, daemonic):
        problem = 'Thread.__init__() not called' if not self._initialized else \
            'cannot set daemon status of active thread' if self._started.is_set() else None
        if problem:
            raise RuntimeError(problem)
        self._daemonic = daemonic

    name = property(_made(lambda self: self._label), _set_name, doc='A string used for identification purposes only.')
    daemon = property(_made(lambda self: self._daemonic), _set_daemon,
                      doc='A boolean value indicating whether this thread is a daemon thread: one that is not waited for.')
    _name = property(lambda self: self._label, lambda self, name: setattr(self, '_label', name))
    _ident = property(lambda self: self._numbers[0])

    def __repr__(self):
        assert self._initialized, 'Thread.__init__() was not called'
        words = ['stopped' if self._is_stopped else 'started' if self._started.is_set() else 'initial']
        words += ['daemon'] * bool(self._daemonic) + [str(number) for number in self._numbers[:1] if number is not None]
        return f"<{type(self).__name__}({self._label}, {' '.join(words)})>"


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
        super().__init__()
        vars(self).update(interval=interval, function=function, args=args or [], kwargs=kwargs or {}, finished=Event())

    def run(self):
        if not self.finished.wait(self.interval):
            self.function(*self.args, **self.kwargs)
        self.finished.set()

    def cancel(self):
        """Stop the timer if it hasn't finished yet."""
        self.finished.set()


class _Known(Thread):
    """A thread that runs already: the main one, or one that was made elsewhere."""

    def __init__(self, name, daemon):
        Thread.__init__(self, name=name, daemon=daemon)
        self._started.set()
        self._note()


class _MainThread(_Known):
    def __init__(self):
        _Known.__init__(self, 'MainThread', False)

    def _note(self):
        self._known_as(*_main_numbers())  # it need not be the one that imports this module


class _DummyThread(_Known):
    def __init__(self):
        _Known.__init__(self, f'Dummy-{_counter()}', True)

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
    if _main_thread._over.is_set():
        raise RuntimeError("can't register atexit after shutdown")
    _at_shutdown.append(functools.partial(func, *arg, **kwargs))


def _shutdown():
    """Waits for all threads but daemons: called at the end of a program, before the functions of atexit."""
    _main_thread._is_stopped = True
    _main_thread._over.set()
    for call in reversed(_at_shutdown):
        call()
    while True:
        left = [thread for thread in enumerate() if not thread.daemon and thread is not _main_thread
                and thread is not current_thread()]
        if not left:
            return
        left[0].join()


def _after_fork():
    """In a child: the thread that has forked is the main one, and there is no other. Locks of this module are free again."""
    global _main_thread
    current = _active.get(get_ident(), _main_thread)
    others = [thread for thread in (*_active.values(), *_limbo.values()) if thread is not current]
    _main_thread = current
    _active_limbo_lock._at_fork_reinit()
    _limbo.clear()
    _active.clear()
    for thread in others:
        thread._after_fork(False)
    current._after_fork(True)
    _active[get_ident()] = current


class _Boot:
    daemon = False


_active[get_ident()] = _Boot
_main_thread = _MainThread()
if _active[get_ident()] is _Boot:  # another thread has imported this module
    del _active[get_ident()]
_forks.register_at_fork({'after_in_child': _after_fork})
