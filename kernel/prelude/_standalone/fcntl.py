"""This module performs file control and I/O control on file descriptors."""

import _system

# of Linux, for every processor that the kernel runs on
_CONSTANTS = (
    'DN_ACCESS=1 DN_ATTRIB=32 DN_CREATE=4 DN_DELETE=8 DN_MODIFY=2 DN_MULTISHOT=0x80000000 DN_RENAME=16 FASYNC=0x2000 '
    'FD_CLOEXEC=1 F_ADD_SEALS=1033 F_DUPFD=0 F_DUPFD_CLOEXEC=1030 F_EXLCK=4 F_GETFD=1 F_GETFL=3 F_GETLEASE=1025 F_GETLK=5 '
    'F_GETLK64=5 F_GETOWN=9 F_GETPIPE_SZ=1032 F_GETSIG=11 F_GET_SEALS=1034 F_NOTIFY=1026 F_OFD_GETLK=36 F_OFD_SETLK=37 '
    'F_OFD_SETLKW=38 F_RDLCK=0 F_SEAL_GROW=4 F_SEAL_SEAL=1 F_SEAL_SHRINK=2 F_SEAL_WRITE=8 F_SETFD=2 F_SETFL=4 F_SETLEASE=1024 '
    'F_SETLK=6 F_SETLK64=6 F_SETLKW=7 F_SETLKW64=7 F_SETOWN=8 F_SETPIPE_SZ=1031 F_SETSIG=10 F_SHLCK=8 F_UNLCK=2 F_WRLCK=1 '
    'LOCK_EX=2 LOCK_MAND=32 LOCK_NB=4 LOCK_READ=64 LOCK_RW=192 LOCK_SH=1 LOCK_UN=8 LOCK_WRITE=128 ')

for _row in _CONSTANTS.split():
    _name, _, _value = _row.partition('=')
    globals()[_name] = int(_value, 0)
del _row, _name, _value


def _descriptor(fd):
    """The number of a descriptor, or of a file."""
    if not isinstance(fd, int):
        if not hasattr(fd, 'fileno'):
            raise TypeError('argument must be an int, or have a fileno() method.')
        fd = fd.fileno()
        if not isinstance(fd, int):
            raise TypeError('fileno() returned a non-integer')
    if not -1 << 31 <= fd < 1 << 31:
        raise OverflowError('Python int too large to convert to C int')
    if fd < 0:
        raise ValueError(f'file descriptor cannot be a negative integer ({fd})')
    return fd


def _bytes_of(arg, what):
    """Bytes of a text or of what is like bytes; None for a number."""
    if isinstance(arg, str):
        arg = arg.encode()
    try:
        size = len(memoryview(arg))
    except TypeError:
        return None
    if what and size > 1024:
        raise ValueError(f'{what} string arg too long')
    return arg


def fcntl(fd, cmd, arg=0, /):
    """Perform the operation cmd on file descriptor fd: an int, or a file. arg: an int, or bytes; then bytes are returned."""
    fd, data = _descriptor(fd), _bytes_of(arg, 'fcntl')
    return _system.fcntl(fd, cmd, range(arg).stop if data is None else data)


def ioctl(fd, request, arg=0, mutate_flag=True, /):
    """Perform the operation request on file descriptor fd. arg: an int, bytes, which are returned as they are then, or a buffer that can
    be written to, which is changed unless mutate_flag is false."""
    fd = _descriptor(fd)
    if not isinstance(arg, (int, str, bytes)) and mutate_flag and not memoryview(arg).readonly:
        return _system.ioctl_into(fd, request, arg)
    data = _bytes_of(arg, 'ioctl')
    return _system.ioctl(fd, request, range(arg).stop if data is None else data)


def flock(fd, operation, /):
    """Perform the lock operation `operation` on file descriptor fd."""
    _system.flock(_descriptor(fd), operation)


def lockf(fd, cmd, len=0, start=0, whence=0, /):
    """A wrapper around the fcntl() locking calls. cmd: LOCK_SH, LOCK_EX or LOCK_UN, with LOCK_NB not to wait; of len bytes from start
    on, counted as whence says."""
    kind = F_UNLCK if cmd == LOCK_UN else F_RDLCK if cmd & LOCK_SH else F_WRLCK if cmd & LOCK_EX else None
    if kind is None:
        raise ValueError('unrecognized lockf argument')
    _system.lock(_descriptor(fd), kind, not cmd & LOCK_NB, len, start, whence)
