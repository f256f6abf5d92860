"""The operating system: the calls of posix, and what is built of them."""
import posix
import posixpath as path
import sys
from posix import (F_OK, R_OK, W_OK, X_OK, access, chdir, chmod, cpu_count, fspath, get_terminal_size, getcwd, getegid, geteuid,
                   getgid, getloadavg, getpid, getppid, getuid, kill, link, listdir, lstat, mkdir, putenv, readlink, remove,
                   rename, replace, rmdir, sched_getaffinity, stat, stat_result, strerror, symlink, system, terminal_size,
                   umask, uname, uname_result, unlink, unsetenv, urandom)
from posixpath import altsep, curdir, defpath, devnull, extsep, pardir, pathsep, sep

sys.modules['os.path'] = path
name = 'posix'
linesep = '\n'
error = OSError
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class PathLike:
    """Abstract base class for implementing the file system path protocol."""

    @classmethod
    def __subclasshook__(cls, subclass):
        return hasattr(subclass, '__fspath__')


class _Environ(dict):
    """The environment as a mapping that keeps the process's own in step."""

    def __setitem__(self, key, value):
        for text in (key, value):
            if not isinstance(text, str):
                raise TypeError('str expected, not %s' % type(text).__name__)
        posix.putenv(key, value)
        dict.__setitem__(self, key, value)

    def __delitem__(self, key):
        dict.__delitem__(self, key)
        posix.unsetenv(key)

    def pop(self, key, *default):
        if key in self:
            posix.unsetenv(key)
        return dict.pop(self, key, *default)

    def popitem(self):
        key, value = dict.popitem(self)
        posix.unsetenv(key)
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

    def copy(self):
        return dict(self)

    def __repr__(self):
        return 'environ({' + ', '.join(f'{key!r}: {value!r}' for key, value in self.items()) + '})'


environ = _Environ(posix._environment())


def getenv(key, default=None):
    """Get an environment variable, return None if it doesn't exist."""
    if not isinstance(key, str):
        raise TypeError(f'str expected, not {type(key).__name__}')
    return environ.get(key, default)


def fsencode(filename):
    filename = fspath(filename)
    return filename.encode('utf-8', 'surrogateescape') if isinstance(filename, str) else filename


def fsdecode(filename):
    filename = fspath(filename)
    return filename if isinstance(filename, str) else filename.decode('utf-8', 'surrogateescape')


def getcwdb():
    return fsencode(getcwd())


def makedirs(name, mode=0o777, exist_ok=False):
    """Super-mkdir; create a leaf directory and all intermediate ones."""
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    if head and tail and not path.exists(head):
        try:
            makedirs(head, exist_ok=exist_ok)
        except FileExistsError:
            pass
        if tail == curdir:
            return
    try:
        mkdir(name, mode)
    except OSError:
        if not exist_ok or not path.isdir(name):
            raise


def removedirs(name):
    """Super-rmdir; remove a leaf directory and all empty intermediate ones."""
    rmdir(name)
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    while head and tail:
        try:
            rmdir(head)
        except OSError:
            break
        head, tail = path.split(head)


def renames(old, new):
    head, tail = path.split(new)
    if head and tail and not path.exists(head):
        makedirs(head)
    rename(old, new)
    head, tail = path.split(old)
    if head and tail:
        try:
            removedirs(head)
        except OSError:
            pass


class DirEntry:
    """A name that scandir() found, with what is known about it."""

    def __init__(self, folder, name):
        self.name = name
        self.path = path.join(folder, name)

    def is_dir(self, *, follow_symlinks=True):
        return path.isdir(self.path) and (follow_symlinks or not path.islink(self.path))

    def is_file(self, *, follow_symlinks=True):
        return path.isfile(self.path) and (follow_symlinks or not path.islink(self.path))

    def is_symlink(self):
        return path.islink(self.path)

    def stat(self, *, follow_symlinks=True):
        return stat(self.path) if follow_symlinks else lstat(self.path)

    def inode(self):
        return lstat(self.path).st_ino

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f'<DirEntry {self.name!r}>'


class _Entries:
    def __init__(self, folder):
        self._entries = iter([DirEntry(folder, name) for name in listdir(folder)])

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def close(self):
        self._entries = iter(())

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


def scandir(path='.'):
    """Return an iterator of DirEntry objects for given path."""
    return _Entries(path)


def walk(top, topdown=True, onerror=None, followlinks=False):
    """Directory tree generator."""
    top = fspath(top)
    try:
        names = listdir(top)
    except OSError as error:
        if onerror is not None:
            onerror(error)
        return
    dirs = [name for name in names if path.isdir(path.join(top, name))]
    files = [name for name in names if name not in dirs]
    if topdown:
        yield top, dirs, files
    for folder in dirs:
        below = path.join(top, folder)
        if followlinks or not path.islink(below):
            yield from walk(below, topdown, onerror, followlinks)
    if not topdown:
        yield top, dirs, files


__all__ = '''DirEntry F_OK R_OK SEEK_CUR SEEK_END SEEK_SET W_OK X_OK access altsep chdir chmod cpu_count curdir defpath
devnull environ error extsep fsdecode fsencode fspath get_terminal_size getcwd getcwdb getegid getenv geteuid
getgid getloadavg getpid getppid getuid kill linesep link listdir lstat makedirs mkdir name pardir path
pathsep putenv readlink remove removedirs rename renames replace rmdir scandir sched_getaffinity sep stat
stat_result strerror symlink system terminal_size umask uname uname_result unlink unsetenv urandom walk'''.split()
