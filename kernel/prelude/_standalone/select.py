"""Waiting for descriptors: select(), poll and epoll objects."""
import _select

error = OSError
globals().update({_name: _value for _name, _value in vars(_select).items() if _name.isupper() and not _name.startswith('EPOLL_CTL')})
_READ, _WRITE, _EXCEPT = POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI
_INT_MAX = 2**31 - 1


def _descriptor(obj):
    """The number of a descriptor, or of an object with fileno()."""
    if isinstance(obj, int):
        fd = obj
    else:
        fileno = getattr(obj, 'fileno', None)
        if fileno is None:
            raise TypeError('argument must be an int, or have a fileno() method.')
        fd = fileno()
        if not isinstance(fd, int):
            raise TypeError('fileno() returned a non-integer')
    if fd < 0:
        raise ValueError(f'file descriptor cannot be a negative integer ({fd})')
    if fd > _INT_MAX:
        raise OverflowError('Python int too large to convert to C int' if fd < 2**63 else
                            'Python int too large to convert to C long')
    return fd


def _nanoseconds(timeout, unit, text):
    """A time as nanoseconds, -1 for None; parts of a millisecond count as one."""
    if timeout is None:
        return -1
    if not isinstance(timeout, (int, float)) and not hasattr(timeout, '__index__'):
        raise TypeError(text)
    if timeout != timeout:
        raise ValueError('Invalid value NaN (not a number)')
    if abs(timeout) * unit > 2**63 - 1:
        raise OverflowError('timeout is too large' if unit == 10**6 else 'timestamp too large to convert to C _PyTime_t')
    scaled = timeout * unit
    whole = int(scaled)
    return whole + (whole < scaled)


def select(rlist, wlist, xlist, timeout=None, /):
    """Wait until one or more descriptors are ready for reading, for writing, or have something exceptional: three lists of them.

    timeout: so many seconds; None: as long as it takes.
    """
    wait = _nanoseconds(timeout, 10**9, 'timeout must be a float or None')
    if timeout is not None and timeout < 0:
        raise ValueError('timeout must be non-negative')
    wanted, lists = {}, []
    for objects, events in ((rlist, POLLIN), (wlist, POLLOUT), (xlist, POLLPRI)):
        try:
            objects = objects if isinstance(objects, list) else list(objects)  # a list may become shorter meanwhile
        except TypeError:
            raise TypeError('arguments 1-3 must be sequences') from None
        pairs = []
        for obj in objects:
            fd = _descriptor(obj)
            if fd >= 1024:
                raise ValueError('filedescriptor out of range in select()')
            wanted[fd] = wanted.get(fd, 0) | events
            pairs.append((fd, obj))
        lists.append(pairs)
    ready = dict(_select.poll(list(wanted), list(wanted.values()), wait))
    if any(events & POLLNVAL for events in ready.values()):
        raise OSError(9, 'Bad file descriptor')
    return tuple([obj for fd, obj in pairs if ready.get(fd, 0) & mask]
                 for pairs, mask in zip(lists, (_READ, _WRITE, _EXCEPT)))


def poll():
    """A polling object: descriptors are registered with it, and it waits for their events."""
    made = object.__new__(_Poll)
    made._wanted, made._busy = {}, False
    return made


class _Poll:
    """Descriptors and what is waited for; made by poll()."""
    __slots__ = ('_wanted', '_busy')
    __module__ = 'select'

    def __new__(cls):
        raise TypeError("cannot create 'select.poll' instances")

    @staticmethod
    def _mask(eventmask):
        mask = eventmask.__index__()
        if mask < 0:
            raise ValueError('value must be positive')
        if mask > 0xffff:
            raise OverflowError('Python int too large for C unsigned short')
        return mask

    def register(self, fd, eventmask=None, /):
        """Register a file descriptor with the polling object."""
        fd = _descriptor(fd)
        self._wanted[fd] = POLLIN | POLLPRI | POLLOUT if eventmask is None else self._mask(eventmask)

    def modify(self, fd, eventmask, /):
        """Modify an already registered file descriptor."""
        fd = _descriptor(fd)
        mask = self._mask(eventmask)
        if fd not in self._wanted:
            raise FileNotFoundError(2, 'No such file or directory')
        self._wanted[fd] = mask

    def unregister(self, fd, /):
        """Remove a file descriptor being tracked by the polling object."""
        fd = _descriptor(fd)
        if fd not in self._wanted:
            raise KeyError(fd)
        del self._wanted[fd]

    def poll(self, timeout=None, /):
        """Wait for at most so many milliseconds: a list of (fd, event)."""
        wait = _nanoseconds(timeout, 10**6, f"'{type(timeout).__name__}' object cannot be interpreted as an integer")
        if timeout is not None and timeout > _INT_MAX:
            raise OverflowError('timeout is too large')
        if self._busy:
            raise RuntimeError('concurrent poll() invocation')
        self._busy = True
        try:
            return _select.poll(list(self._wanted), list(self._wanted.values()), -1 if timeout is not None and timeout < 0 else wait)
        finally:
            self._busy = False


_Poll.__name__ = _Poll.__qualname__ = 'poll'


class epoll:
    """An epoll object of the system."""
    __slots__ = ('_fd', '__weakref__')
    __module__ = 'select'

    def __init__(self, sizehint=-1, flags=0):
        if sizehint == 0 or sizehint < -1:
            raise ValueError('negative sizehint')
        if flags & ~EPOLL_CLOEXEC:
            raise OSError('invalid flags')
        self._fd = _select.epoll_create()

    @classmethod
    def fromfd(cls, fd, /):
        """An epoll object of a descriptor that is there."""
        self = object.__new__(cls)
        self._fd = fd
        return self

    def _open(self):
        if self._fd < 0:
            raise ValueError('I/O operation on closed epoll object')
        return self._fd

    def close(self):
        """Close the epoll control file descriptor."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            import os
            os.close(fd)

    def __del__(self):
        self.close()

    closed = property(lambda self: self._fd < 0, doc='True if the epoll handler is closed')

    def fileno(self):
        """Return the epoll control file descriptor."""
        return self._open()

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, *args):
        self.close()

    def register(self, fd, eventmask=_select.EPOLLIN | _select.EPOLLPRI | _select.EPOLLOUT):
        """Registers a new fd; FileExistsError: it is registered."""
        _select.epoll_ctl(self._open(), _select.EPOLL_CTL_ADD, _descriptor(fd), eventmask)

    def modify(self, fd, eventmask):
        """Modify event mask for a registered file descriptor."""
        _select.epoll_ctl(self._open(), _select.EPOLL_CTL_MOD, _descriptor(fd), eventmask)

    def unregister(self, fd):
        """Remove a registered file descriptor from the epoll object."""
        _select.epoll_ctl(self._open(), _select.EPOLL_CTL_DEL, _descriptor(fd), 0)

    def poll(self, timeout=None, maxevents=-1):
        """Wait for at most so many seconds: a list of (fd, events)."""
        fd = self._open()
        wait = _nanoseconds(timeout, 10**9, 'timeout must be an integer or None')
        if maxevents != -1 and maxevents <= 0:
            raise ValueError(f'maxevents must be greater than 0, got {maxevents}')
        return _select.epoll_wait(fd, -1 if wait < 0 else wait, 1023 if maxevents == -1 else maxevents)
