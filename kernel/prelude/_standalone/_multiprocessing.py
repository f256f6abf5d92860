"""Semaphores that processes share, as multiprocessing.synchronize builds on them."""
from _threads import get_ident

import _semaphores
from _semaphores import unlink as sem_unlink

_RECURSIVE_MUTEX, _SEMAPHORE = 0, 1
flags = {'HAVE_SEM_OPEN': 1, 'HAVE_SEM_TIMEDWAIT': 1, 'HAVE_FD_TRANSFER': 1}


class SemLock:
    """A semaphore, or (kind 0) a lock that the thread which has it may take again."""
    SEM_VALUE_MAX = 2 ** 31 - 1

    def __new__(cls, kind, value, maxvalue, name, unlink):
        if kind not in (_RECURSIVE_MUTEX, _SEMAPHORE):
            raise ValueError('unrecognized kind')
        made = _semaphores.open(name, value)
        if unlink:
            sem_unlink(name)
        return cls._over(made, kind, maxvalue, None if unlink else name)

    @classmethod
    def _over(cls, semaphore, kind, maxvalue, name):
        self = object.__new__(cls)
        self._semaphore, self._row, self._held, self._holder = semaphore, (kind, maxvalue, name), 0, None
        return self

    @classmethod
    def _rebuild(cls, handle, kind, maxvalue, name):
        """The semaphore of that name, made by another process."""
        return cls._over(_semaphores.open(name, -1), kind, maxvalue, name)

    kind, maxvalue, name = (property(lambda self, i=i: self._row[i]) for i in range(3))
    handle = property(lambda self: _semaphores.handle(self._semaphore))

    def acquire(self, block=True, timeout=None):
        """Acquire the semaphore/lock; whether that was possible in the time."""
        if self._row[0] == _RECURSIVE_MUTEX and self._is_mine():
            self._held += 1
            return True
        wait = 0 if not block else -1 if timeout is None else max(0, int(timeout * 1e9))
        if not _semaphores.acquire(self._semaphore, wait):
            return False
        self._held += 1
        self._holder = get_ident()
        return True

    def release(self):
        """Release the semaphore/lock."""
        if self._row[0] == _SEMAPHORE:
            if _semaphores.value(self._semaphore) >= self._row[1]:
                raise ValueError('semaphore or lock released too many times')
        elif not self._is_mine():
            raise AssertionError('attempt to release recursive lock not owned by thread')
        elif self._held > 1:
            self._held -= 1
            return
        self._held -= 1
        _semaphores.release(self._semaphore)

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *about):
        self.release()

    def _count(self):
        """How often this process has it."""
        return self._held

    def _is_mine(self):
        """Whether this thread has it."""
        return self._held > 0 and self._holder == get_ident()

    def _get_value(self):
        return _semaphores.value(self._semaphore)

    def _is_zero(self):
        return not _semaphores.value(self._semaphore)

    def _after_fork(self):
        self._held = 0
