"""The operating system: the calls of posix, and what is built of them."""
import _files
import posix
import posixpath as path
import sys
from _descriptors import *
from _files import *
from _system_calls import *
from abc import ABC, abstractmethod
from posix import (F_OK, R_OK, W_OK, X_OK, _exit, access, chdir, chmod, cpu_count, fspath, get_terminal_size, getcwd, getegid, geteuid,
                   getgid, getloadavg, getpid, getppid, getuid, kill, link, listdir, lstat, mkdir, putenv, readlink, remove,
                   rename, replace, rmdir, sched_getaffinity, stat, stat_result, strerror, symlink, system, terminal_size,
                   umask, uname, uname_result, unlink, unsetenv, urandom)
from posixpath import altsep, curdir, defpath, devnull, extsep, pardir, pathsep, sep

sys.modules['os.path'] = path
name = 'posix'
linesep = '\n'
error = OSError
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class PathLike(ABC):
    """Abstract base class for implementing the file system path protocol."""

    __class_getitem__ = classmethod(type(list[int]))

    @abstractmethod
    def __fspath__(self):
        """The path as str or bytes."""
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is not PathLike:
            return NotImplemented
        return any('__fspath__' in vars(base) for base in subclass.__mro__) or NotImplemented


class _Environ(dict):
    """The environment as a mapping that keeps the process's own in step."""

    def __setitem__(self, key, value):
        for text in (key, value):
            if not isinstance(text, str):
                raise TypeError('str expected, not %s' % type(text).__name__)
        posix.putenv(key, value)
        dict.__setitem__(self, key, value)
        _environ_changed(key, value)

    def __getitem__(self, key):
        if dict.__contains__(self, key):
            return dict.__getitem__(self, key)
        raise KeyError(key) from None

    def __iter__(self):
        return iter(list(dict.keys(self)))  # who goes through it may change it

    def _view(self, kind):
        """A view as mappings give them, which follows changes."""
        from collections import abc
        return getattr(abc, kind)(self)

    def keys(self):
        return self._view('KeysView')

    def values(self):
        return self._view('ValuesView')

    def items(self):
        return self._view('ItemsView')

    def __delitem__(self, key):
        if not dict.__contains__(self, key):
            raise KeyError(key) from None
        dict.__delitem__(self, key)
        posix.unsetenv(key)
        _environ_changed(key, None)

    def pop(self, key, *default):
        if key not in self:
            return dict.pop(self, key, *default)
        value = self[key]
        del self[key]
        return value

    def popitem(self):
        key, value = dict.popitem(self)
        posix.unsetenv(key)
        _environ_changed(key, None)
        return key, value

    def clear(self):
        for key in list(self):
            del self[key]

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def update(self, *others, **named):
        for key, value in dict(*others, **named).items():
            self[key] = value

    def __ior__(self, other):
        self.update(other)
        return self

    def copy(self):
        return dict(self)

    def __repr__(self):
        return 'environ({' + ', '.join(f'{key!r}: {value!r}' for key, value in dict.items(self)) + '})'


environ = _Environ(posix._environment())
_environ_elsewhere = None  # who else keeps a copy of it: a function of a name and a value, None: it is gone


def _environ_changed(key, value):
    if _environ_elsewhere is not None:
        _environ_elsewhere(key, value)


def _tell_environ(function):
    """From now on `function` hears of every change."""
    global _environ_elsewhere
    _environ_elsewhere = function


def _note_environ(key, value):
    """A change that was made elsewhere, where the process has been told."""
    if value is None:
        dict.pop(environ, key, None)
    else:
        dict.__setitem__(environ, key, value)


def getenv(key, default=None):
    """Get an environment variable, return None if it doesn't exist."""
    if not isinstance(key, str):
        raise TypeError(f'str expected, not {type(key).__name__}')
    return environ.get(key, default)


def fsencode(filename):
    """A path as bytes: UTF-8, with bytes that were none as they were."""
    filename = fspath(filename)
    return filename.encode('utf-8', 'surrogateescape') if isinstance(filename, str) else filename


def fsdecode(filename):
    """A path as text: UTF-8, with bytes that are none as lone surrogates."""
    filename = fspath(filename)
    return filename if isinstance(filename, str) else filename.decode('utf-8', 'surrogateescape')


def getcwdb():
    """The current folder as bytes."""
    return fsencode(getcwd())


def _parents(name):
    """The directories above a path, the nearest first: of 'a/b/c' 'a/b' and 'a'. A root is not among them."""
    while True:
        folder, last = path.split(name)
        if not last:  # a separator at the end
            folder, last = path.split(folder)
        if not (folder and last):
            return
        yield folder
        name = folder


def _remove_empty(folders):
    """Removes directories up to the first one that cannot be removed, as something is left in it."""
    try:
        for folder in folders:
            rmdir(folder)
    except OSError:
        pass


def makedirs(name, mode=0o777, exist_ok=False):
    """Make a directory, of the given mode, and those above it that are missing, of the usual one.

    FileExistsError where it is there already, unless exist_ok allows that for a directory.
    """
    missing = []
    for folder in _parents(name):
        if path.exists(folder):
            break
        missing.append(folder)
    for folder in missing[::-1]:
        try:
            mkdir(folder)
        except FileExistsError:  # another process was faster, or 'a/.' after 'a'
            continue
    slash, dot = path._marks(fspath(name))
    if missing and path.basename(fspath(name).rstrip(slash)) == dot:
        return
    try:
        mkdir(name, mode)
    except OSError:
        if exist_ok and path.isdir(name):
            return
        raise


def removedirs(name):
    """Remove an empty directory, and those above it as far as that leaves them empty, too."""
    rmdir(name)
    _remove_empty(_parents(name))


def renames(old, new):
    """Rename with the directories that the new name needs; those that the old name leaves empty are removed."""
    target = path.dirname(new)
    if target and path.basename(new) and not path.exists(target):
        makedirs(target)
    rename(old, new)
    if path.basename(old):
        _remove_empty(_parents(old))


_DIRECTORY, _REGULAR, _LINK, _UNKNOWN = 4, 8, 10, 0  # the type of an entry as the system tells it


class DirEntry:
    """A name that scandir() found, with its cached metadata."""
    __slots__ = ('name', 'path', '_kind', '_inode', '_at', '_found')
    __module__ = 'posix'

    def __new__(cls, *args):
        raise TypeError("cannot create 'posix.DirEntry' instances")

    def _of(self, mode, kind, follow_symlinks):
        """Whether the entry, or what it links to, has a mode; kind: the type that says so without a call."""
        if self._kind not in (_LINK, _UNKNOWN) or self._kind == _LINK and not follow_symlinks:
            return self._kind == kind
        try:
            return self.stat(follow_symlinks=follow_symlinks).st_mode & 0o170000 == mode
        except FileNotFoundError:
            return False

    def is_dir(self, *, follow_symlinks=True):
        """Whether it is a folder, or a link to one."""
        return self._of(0o040000, _DIRECTORY, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        """Whether it is a regular file, or a link to one."""
        return self._of(0o100000, _REGULAR, follow_symlinks)

    def is_symlink(self):
        """Whether it is a symbolic link."""
        return self._of(0o120000, _LINK, False)

    def stat(self, *, follow_symlinks=True):
        """What os.stat says of it; asked for once."""
        follow = bool(follow_symlinks) and self._kind in (_LINK, _UNKNOWN)
        if follow not in self._found:
            self._found[follow] = stat(self.path, dir_fd=self._at, follow_symlinks=follow)
        return self._found[follow]

    def inode(self):
        """The number of its inode."""
        return self._inode

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f'<DirEntry {self.name!r}>'

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'posix.DirEntry' object")

    __class_getitem__ = classmethod(type(list[int]))


def _entry(folder, at, name, kind, inode):
    """An entry of a folder, a path, or of a descriptor."""
    entry = object.__new__(DirEntry)
    entry.name, entry.path = name, name if folder is None else path.join(folder, name)
    entry._kind, entry._inode, entry._at, entry._found = kind, inode, at, {}
    return entry


class ScandirIterator:
    """What scandir() gives: the entries of a folder, one after the other."""
    __module__ = 'posix'

    def __init__(self, folder):
        rows = iter(posix._entries(folder))
        at = folder if isinstance(folder, int) else None
        folder = None if at is not None else '.' if folder is None else fspath(folder)
        self._left = (_entry(folder, at, *row) for row in zip(rows, rows, rows))
        self._open = True

    def __iter__(self):
        return self

    def __next__(self):
        for entry in self._left:
            return entry
        self.close()
        raise StopIteration

    def close(self):
        """No more entries."""
        self._open, self._left = False, iter(())

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def __del__(self):
        if getattr(self, '_open', False):
            import warnings
            warnings.warn(f'unclosed scandir iterator {self!r}', ResourceWarning, source=self, stacklevel=2)


def scandir(path=None):
    """Return an iterator of DirEntry objects for given path, or descriptor of a folder."""
    return ScandirIterator(path)


def walk(top, topdown=True, onerror=None, followlinks=False):
    """Directory tree generator."""
    top = fspath(top)
    try:
        names = listdir(top)
    except OSError as error:
        if onerror is not None:
            onerror(error)
        return
    kinds = {name: path.isdir(path.join(top, name)) for name in names}
    dirs, files = [[name for name in names if kinds[name] is kind] for kind in (True, False)]
    if topdown:
        yield top, dirs, files
    for folder in dirs:
        below = path.join(top, folder)
        if followlinks or not path.islink(below):
            yield from walk(below, topdown, onerror, followlinks)
    if not topdown:
        yield top, dirs, files


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    """Set the access and modified time of a path, or of a descriptor: to a pair of seconds, or of nanoseconds; to now."""
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    if isinstance(path, int):
        for given, name in ((dir_fd is not None, 'dir_fd'), (not follow_symlinks, 'follow_symlinks')):
            if given:
                raise ValueError("utime: can't specify dir_fd without matching path" if name == 'dir_fd' else
                                 'utime: cannot use fd and follow_symlinks together')
    for pair, what in ((times, 'times'), (ns, 'ns')):
        if pair is not None and (not isinstance(pair, tuple) or len(pair) != 2):
            raise TypeError("utime: 'times' must be either a tuple of two ints or None" if what == 'times' else
                            "utime: 'ns' must be a tuple of two ints")
    if times is not None:
        ns = [value * 1000000000 if isinstance(value, int) else _nanoseconds(value) for value in times]
    elif ns is None:
        import time
        ns = [time.time_ns()] * 2
    _files.utime(path, ns[0], ns[1], follow_symlinks, dir_fd)


def _nanoseconds(seconds):
    whole = seconds // 1
    return int(whole) * 1000000000 + int((seconds - whole) * 1e9)


def fdopen(fd, mode='r', buffering=-1, encoding=None, *args, **kwargs):
    """A file object on a descriptor, as open() makes it."""
    if not isinstance(fd, int):
        raise TypeError('invalid fd type (%s, expected integer)' % type(fd))
    import io
    return io.open(fd, mode, buffering, encoding, *args, **kwargs)


def fstat(fd):
    """Perform a stat system call on the given file descriptor."""
    return stat(fd)


def wait():
    """Wait for completion of a child process: (pid, status)."""
    return waitpid(-1, 0)


def fork():
    """Fork a child process: 0 in the child, its process number in the parent."""
    import _forks
    return _forks.fork()


def forkpty():
    """Fork a child process with a new pseudo-terminal as its controlling terminal: (pid, master_fd)."""
    import _forks
    return _forks.forkpty()


def register_at_fork(*, before=_files, after_in_child=_files, after_in_parent=_files):
    """Functions to be called when the process forks: before (the last one first), and after in the child and in the parent."""
    import _forks
    functions = {'before': before, 'after_in_child': after_in_child, 'after_in_parent': after_in_parent}
    _forks.register_at_fork({name: function for name, function in functions.items() if function is not _files})


def WIFSIGNALED(status):
    """Whether the process has ended by a signal."""
    return 0 < status & 0x7f < 0x7f


def WIFEXITED(status):
    """Whether the process has ended by itself."""
    return status & 0x7f == 0


def WEXITSTATUS(status):
    """Its exit code."""
    return status >> 8 & 0xff


def WTERMSIG(status):
    """The signal that has ended it."""
    return status & 0x7f


def waitstatus_to_exitcode(status):
    """The exit code of a status of waitpid(), or the negative number of a signal."""
    return -WTERMSIG(status) if WIFSIGNALED(status) else WEXITSTATUS(status)


supports_follow_symlinks = {stat, utime, access, chown, link}
supports_fd = {stat, chdir, execve, chmod, chown, utime, truncate, listdir, scandir, pathconf, getxattr, setxattr, listxattr, removexattr}
supports_dir_fd = {stat, chmod, chown, access, open, link, mkdir, mkfifo, mknod, rmdir, remove, unlink, rename, replace, readlink, symlink,
                   utime}
supports_effective_ids = {access}
supports_bytes_environ = True

__all__ = '''altsep curdir pardir sep pathsep linesep defpath name devnull SEEK_SET fsencode fsdecode fdopen extsep _exit DirEntry EFD_CLOEXEC
EFD_NONBLOCK EFD_SEMAPHORE F_LOCK F_OK F_TEST F_TLOCK F_ULOCK GRND_NONBLOCK GRND_RANDOM MFD_ALLOW_SEALING MFD_CLOEXEC MFD_HUGETLB
O_ACCMODE O_APPEND O_CLOEXEC O_CREAT O_DIRECTORY O_DSYNC O_EXCL O_NDELAY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_RDONLY O_RDWR O_SYNC
O_TMPFILE O_TRUNC O_WRONLY POSIX_FADV_DONTNEED POSIX_FADV_NOREUSE POSIX_FADV_NORMAL POSIX_FADV_RANDOM POSIX_FADV_SEQUENTIAL
POSIX_FADV_WILLNEED RWF_APPEND RWF_DSYNC RWF_HIPRI RWF_NOWAIT RWF_SYNC R_OK WCONTINUED WEXITSTATUS WIFEXITED WIFSIGNALED WNOHANG
WTERMSIG WUNTRACED W_OK XATTR_CREATE XATTR_REPLACE XATTR_SIZE_MAX X_OK access chdir chmod chown chroot close closerange confstr
copy_file_range cpu_count ctermid dup dup2 environ error eventfd eventfd_read eventfd_write execve fchdir fchmod fchown fdatasync
fork forkpty fpathconf fspath fstat fsync ftruncate get_blocking get_inheritable get_terminal_size getcwd getcwdb getegid geteuid
getgid getgrouplist getgroups getloadavg getlogin getpgid getpid getppid getpriority getrandom getresgid getresuid getsid getuid
getxattr initgroups isatty kill killpg lchown link listdir listxattr lockf login_tty lseek lstat major makedev memfd_create minor
mkdir mkfifo mknod nice open pathconf pidfd_open pipe pipe2 posix_fadvise posix_fallocate pread preadv putenv pwrite pwritev read
readlink readv register_at_fork remove removexattr rename replace rmdir scandir sched_get_priority_max sched_get_priority_min
sched_getaffinity sched_getscheduler sched_rr_get_interval sched_setaffinity sched_yield sendfile set_blocking set_inheritable
setegid seteuid setgid setgroups setpgid setpgrp setpriority setregid setresgid setresuid setreuid setsid setuid setxattr splice
stat stat_result statvfs strerror symlink sync sysconf system tcgetpgrp tcsetpgrp terminal_size truncate ttyname umask uname
uname_result unlink unsetenv urandom utime wait waitpid waitstatus_to_exitcode write writev makedirs removedirs renames walk
getenv supports_bytes_environ'''.split()
