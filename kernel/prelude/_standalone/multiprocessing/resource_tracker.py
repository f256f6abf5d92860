"""A process that knows which semaphores and blocks of shared memory a program and its children have by name, outlives them, and
removes what they have left. It is told over a pipe that all of them hold: its end is theirs."""
import os
import sys
import threading
import warnings
from _later import Later as _Later

from . import spawn, util

signal = _Later('signal', globals())
__all__ = ['ensure_running', 'register', 'unregister']


def _unlink_semaphore(name):
    from _multiprocessing import sem_unlink
    sem_unlink(name)


def _unlink_memory(name):
    from _posixshmem import shm_unlink
    shm_unlink(name)


_CLEANUP_FUNCS = {'noop': lambda name: None, 'semaphore': _unlink_semaphore, 'shared_memory': _unlink_memory}
_MOST = 512  # what a pipe takes at once on every system
_HELLO = b'? noop -\n'


class ResourceTracker:
    """This process's end of the pipe. A child has inherited it, and knows no number of the process."""

    def __init__(self):
        self._lock, self._fd, self._pid = threading.RLock(), None, None

    def getfd(self):
        """The descriptor for a child."""
        self.ensure_running()
        return self._fd

    def _check_alive(self):
        """Whether the other end is there."""
        try:
            os.write(self._fd, _HELLO)
        except OSError:
            return False
        return True

    def ensure_running(self):
        """Starts the process, if it does not run."""
        with self._lock:
            if self._fd is not None:
                if self._check_alive():
                    return
                os.close(self._fd)
                self._reap()
                warnings.warn('resource_tracker: process died unexpectedly, relaunching.  Some resources might leak.')
            self._launch()

    def _reap(self):
        pid, self._fd, self._pid = self._pid, None, None
        if pid is not None:
            try:
                os.waitpid(pid, 0)
            except ChildProcessError:
                pass

    def _launch(self):
        passed = []
        try:
            passed.append(sys.stderr.fileno())
        except Exception:
            pass
        reading, writing = os.pipe()
        ready, begun = os.pipe()
        program = spawn.get_executable()
        command = f'from multiprocessing.resource_tracker import main; main({reading}, {begun})'
        try:
            self._pid = util.spawnv_passfds(program, [program, *util._args_from_interpreter_flags(), '-c', command],
                                            [*passed, reading, begun])
        except BaseException:
            os.close(writing)
            raise
        finally:
            util.close_fds(reading, begun)
        self._fd = writing
        os.read(ready, 1)  # from now on signals do not end it
        os.close(ready)

    def _tell(self, sign, name, rtype):
        line = f'{sign} {rtype} {name}\n'.encode('ascii')
        if len(line) > _MOST:
            raise ValueError('msg too long')
        self.ensure_running()
        os.write(self._fd, line)

    def register(self, name, rtype):
        """Register name of resource with resource tracker."""
        self._tell('+', name, rtype)

    def unregister(self, name, rtype):
        """Unregister name of resource with resource tracker."""
        self._tell('-', name, rtype)

    def _stop(self):
        """Its end is closed here; the process is waited for, where it is a child."""
        with self._lock:
            if self._fd is not None:
                os.close(self._fd)
                self._reap()


_resource_tracker = ResourceTracker()
ensure_running, register, unregister, getfd = (getattr(_resource_tracker, _name) for _name in (
    'ensure_running', 'register', 'unregister', 'getfd'))


def main(fd, begun):
    """What the process does: notes what it is told until nobody is left to tell, then removes what is left."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.close(begun)
    held = {rtype: set() for rtype in _CLEANUP_FUNCS}
    try:
        with open(fd, 'rb') as lines:
            for line in lines:
                try:
                    _note(held, line)
                except Exception:
                    sys.excepthook(*sys.exc_info())
    finally:
        for rtype, names in held.items():
            _remove(rtype, names)


def _note(held, line):
    sign, rtype, name = line.decode('ascii').removesuffix('\n').split(' ', 2)
    if rtype not in held:
        raise ValueError(f'Cannot register {name} for automatic cleanup: unknown resource type {rtype}')
    if sign == '+':
        held[rtype].add(name)
    elif sign == '-':
        held[rtype].remove(name)


def _remove(rtype, names):
    if names:
        warnings.warn(f'resource_tracker: There appear to be {len(names)} leaked {rtype} objects to clean up at shutdown')
    for name in names:
        try:
            _CLEANUP_FUNCS[rtype](name)
        except Exception as error:
            warnings.warn(f'resource_tracker: {name!r}: {error}')
