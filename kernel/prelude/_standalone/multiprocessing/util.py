"""What every part of multiprocessing uses: its logger, finalizers, what is called after a fork, the folder of temporary files, the
end of a process."""
import atexit
import itertools
import os
import sys
import threading
import weakref
from functools import partial as _partial

from . import process

__all__ = ['sub_debug', 'debug', 'info', 'sub_warning', 'get_logger', 'log_to_stderr', 'get_temp_dir', 'register_after_fork',
           'is_exiting', 'Finalize', 'ForkAwareThreadLock', 'ForkAwareLocal', 'close_all_fds_except', 'SUBDEBUG', 'SUBWARNING']

# ---- the logger: made by who asks for it; nothing is logged before -----------------------------------------------------------
NOTSET, SUBDEBUG, DEBUG, INFO, SUBWARNING = 0, 5, 10, 20, 25
LOGGER_NAME = 'multiprocessing'
DEFAULT_LOGGING_FORMAT = '[%(levelname)s/%(processName)s] %(message)s'
_logger, _log_to_stderr = None, False


def _teller(level):
    def tell(msg, *args):
        if _logger:
            _logger.log(level, msg, *args)
    return tell


sub_debug, debug, info, sub_warning = map(_teller, (SUBDEBUG, DEBUG, INFO, SUBWARNING))


def get_logger():
    """The logger of multiprocessing."""
    global _logger
    if _logger is None:
        import logging
        _logger = logging.getLogger(LOGGER_NAME)
        _logger.propagate = 0
        atexit.unregister(_exit_function)  # it is to run before logging ends
        atexit.register(_exit_function)
    return _logger


def log_to_stderr(level=None):
    """Lets the logger write to stderr; the logger."""
    global _log_to_stderr
    import logging
    logger, handler = get_logger(), logging.StreamHandler()
    handler.setFormatter(logging.Formatter(DEFAULT_LOGGING_FORMAT))
    logger.addHandler(handler)
    if level:
        logger.setLevel(level)
    _log_to_stderr = True
    return logger


# ---- addresses and temporary files -------------------------------------------------------------------------------------------
abstract_sockets_supported = sys.platform == 'linux'


def is_abstract_socket_namespace(address):
    """Whether an address is a name that no file has."""
    if not address:
        return False
    if not isinstance(address, (str, bytes)):
        raise TypeError(f'address type of {address!r} unrecognized')
    return address[0] in (0, '\0')


def _remove_temp_dir(remove, folder):
    remove(folder, onerror=lambda *about: None)
    process.current_process()._config.pop('tempdir', None)


def get_temp_dir():
    """A folder of this process and its children, which goes with it."""
    config = process.current_process()._config
    if config.get('tempdir') is None:
        import shutil
        import tempfile
        folder = tempfile.mkdtemp(prefix='pymp-')
        info('created temp directory %s', folder)
        Finalize(None, _remove_temp_dir, (shutil.rmtree, folder), exitpriority=-100)
        config['tempdir'] = folder
    return config['tempdir']


# ---- after a fork ------------------------------------------------------------------------------------------------------------
_afterfork_registry = weakref.WeakValueDictionary()
_afterfork_numbers = itertools.count()


def _run_after_forkers():
    for (_, _, function), obj in sorted(_afterfork_registry.items(), key=lambda row: row[0][0]):
        try:
            function(obj)
        except Exception as error:
            info('after forker raised exception %s', error)


def register_after_fork(obj, func):
    """func(obj) is called in processes that multiprocessing forks, as long as obj lives."""
    _afterfork_registry[next(_afterfork_numbers), id(obj), func] = obj


class ForkAwareThreadLock:
    """A lock that is free in a forked process."""

    def __init__(self):
        self._lock = inner = threading.Lock()
        vars(self).update((name, getattr(inner, name)) for name in ('acquire', 'release', '_at_fork_reinit'))
        register_after_fork(self, lambda lock: lock._at_fork_reinit())

    __enter__ = lambda self: self.acquire()
    __exit__ = lambda self, *about: self.release()


class ForkAwareLocal(threading.local):
    """Attributes that each thread has its own of, and a forked process none."""

    def __init__(self):
        register_after_fork(self, lambda local: local.__dict__.clear())

    def __reduce__(self):
        return type(self), ()


# ---- finalizers --------------------------------------------------------------------------------------------------------------
_finalizer_registry = {}
_finalizer_counter = itertools.count()


class Finalize:
    """A call that is made once: when asked for, when an object goes, or at the end of the process, highest priority first."""

    def __init__(self, obj, callback, args=(), kwargs=None, exitpriority=None):
        if not isinstance(exitpriority, (int, type(None))):
            raise TypeError(f'Exitpriority ({exitpriority!r}) must be None or int, not {type(exitpriority)!s}')
        self._weakref = None
        if obj is not None:
            self._weakref = weakref.ref(obj, self)
        elif exitpriority is None:
            raise ValueError('Without object, exitpriority cannot be None')
        self._call, self._pid = _partial(callback, *args, **(kwargs or {})), os.getpid()
        self._key = exitpriority, next(_finalizer_counter)
        _finalizer_registry[self._key] = self

    def _take(self):
        """The call, if it is still to be made."""
        if _finalizer_registry.pop(self._key, None) is None:
            return None
        call, self._call, self._weakref, self._key = self._call, None, None, None
        return call

    def __call__(self, wr=None):
        call = self._take()
        if call is not None and self._pid == os.getpid():
            return call()

    def cancel(self):
        """The call is not made any more."""
        self._take()

    def still_active(self):
        """Whether the call is still to be made."""
        return self._key in _finalizer_registry

    def __repr__(self):
        call, shown = self._call, [type(self).__name__]
        if call is None or self._weakref is not None and self._weakref() is None:
            return f'<{shown[0]} object, dead>'
        shown.append('callback=' + getattr(call.func, '__name__', repr(call.func)))
        shown += [f'{name}={value}' for name, value in (('args', call.args), ('kwargs', call.keywords)) if value]
        shown += [f'exitpriority={self._key[0]}'] * (self._key[0] is not None)
        return f"<{shown[0]} object, {', '.join(shown[1:])}>"


def _run_finalizers(minpriority=None):
    """Makes the calls that have a priority, of at least so much. Others than those of now may come and go while they run."""
    least = float('-inf') if minpriority is None else minpriority
    for key in sorted((key for key in [*_finalizer_registry] if key[0] is not None and key[0] >= least), reverse=True):
        finalizer = _finalizer_registry.get(key)
        if finalizer is not None:
            try:
                finalizer()
            except Exception:
                import traceback
                traceback.print_exc()
    if minpriority is None:
        _finalizer_registry.clear()


# ---- the end of a process ----------------------------------------------------------------------------------------------------
_exiting = False


def is_exiting():
    """Returns true if the process is shutting down."""
    return _exiting or _exiting is None


def _end_children():
    """Daemons are ended, all others waited for."""
    for child in process.active_children():
        if child.daemon:
            info('calling terminate() for daemon %s', child.name)
            child._popen.terminate()
    for child in process.active_children():
        info('calling join() for process %s', child.name)
        child.join()


def _exit_function():
    global _exiting
    if _exiting:
        return
    _exiting = True
    info('process shutting down')
    _run_finalizers(0)
    if process.current_process() is not None:
        _end_children()
    _run_finalizers()


atexit.register(_exit_function)


def _flush_std_streams():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, ValueError):  # there is none, or it is closed
            pass


def _close_stdin():
    """A child does not read what its parent does."""
    if sys.stdin is None:
        return
    try:
        sys.stdin = open(os.open(os.devnull, os.O_RDONLY), encoding='utf-8', closefd=False)
    except (OSError, ValueError):
        sys.stdin = None


# ---- descriptors and programs ------------------------------------------------------------------------------------------------
def close_fds(*fds):
    """Close each file descriptor given as an argument."""
    for fd in fds:
        os.close(fd)


def close_all_fds_except(fds):
    """Closes all descriptors but those."""
    below = -1
    for kept in [*sorted(fds), os.sysconf('SC_OPEN_MAX') if hasattr(os, 'sysconf') else 256]:
        os.closerange(below + 1, kept)
        below = kept


_FLAG_LETTERS = (('dont_write_bytecode', 'B'), ('quiet', 'q'), ('no_site', 'S'))
_FREE_LETTERS = (('debug', 'd'), ('ignore_environment', 'E'), ('no_user_site', 's'), ('safe_path', 'P'))


def _args_from_interpreter_flags():
    """The options with which this process was started, for another one."""
    letters = _FLAG_LETTERS + ((('isolated', 'I'),) if sys.flags.isolated else _FREE_LETTERS)
    return ['-' + letter for name, letter in letters if getattr(sys.flags, name)] + ['-W' + each for each in sys.warnoptions] + \
        [f'-X{name}' if value is True else f'-X{name}={value}' for name, value in sys._xoptions.items()]


def spawnv_passfds(path, args, passfds):
    """Starts a program that gets these descriptors and no others; its number."""
    from _processes import fork_exec
    reading, writing = os.pipe()
    try:
        words = [os.fsencode(word) for word in args]
        return fork_exec(words, [os.fsencode(path)], True, tuple(sorted({*map(int, passfds), writing})), None, None, -1, -1, -1, -1,
                         -1, -1, reading, writing, False, False, -1, None, None, None, -1, None, False)
    finally:
        close_fds(reading, writing)


class Bell:
    """Wakes a thread that waits for descriptors: a pipe."""

    def __init__(self):
        self.reading, self._writing = os.pipe()
        for end in (self.reading, self._writing):
            os.set_blocking(end, False)
        self._lock = threading.Lock()
        Finalize(self, close_fds, (self.reading, self._writing))

    def ring(self):
        """Wakes it."""
        with self._lock:
            try:
                os.write(self._writing, b'!')
            except OSError:  # it rings already, or nobody is left to hear it
                pass

    def quiet(self):
        """What has rung until now is heard."""
        try:
            os.read(self.reading, 4096)
        except BlockingIOError:
            pass


def _cleanup_tests():
    """What a program's tests leave behind: managed by this module, and to be closed when they are over."""
    from . import forkserver, resource_tracker
    forkserver._forkserver._stop()
    resource_tracker._resource_tracker._stop()
    import gc
    gc.collect()
    _run_finalizers()
