"""Temporary files and folders, with names that nobody else has."""
import errno as _errno
import functools as _functools
import io as _io
import os as _os
import shutil as _shutil
import sys as _sys
import types as _types
import warnings as _warnings
import weakref as _weakref
import _thread
from random import Random as _Random

__all__ = ['NamedTemporaryFile', 'TemporaryFile', 'SpooledTemporaryFile', 'TemporaryDirectory', 'mkstemp', 'mkdtemp', 'mktemp',
           'TMP_MAX', 'gettempprefix', 'tempdir', 'gettempdir', 'gettempprefixb', 'gettempdirb']
TMP_MAX = 10000
template = 'tmp'
tempdir = None
_text_openflags = _os.O_RDWR | _os.O_CREAT | _os.O_EXCL | _os.O_NOFOLLOW
_bin_openflags = _text_openflags
_allocate_lock = _thread.allocate_lock
_once_lock = _allocate_lock()
_name_sequence = None


def _infer_return_type(*args):
    """str or bytes, whichever the arguments are."""
    kinds = {bytes if isinstance(arg, bytes) else str for arg in
             (_os.fspath(arg) if isinstance(arg, _os.PathLike) else arg for arg in args) if arg is not None}
    if len(kinds) > 1:
        raise TypeError("Can't mix bytes and non-bytes in path components.")
    if kinds:
        return kinds.pop()
    return str if tempdir is None or isinstance(tempdir, str) else bytes


def _sanitize_params(prefix, suffix, dir):
    kind = _infer_return_type(prefix, suffix, dir)
    if suffix is None:
        suffix = kind()
    if prefix is None:
        prefix = template if kind is str else _os.fsencode(template)
    if dir is None:
        dir = gettempdir() if kind is str else gettempdirb()
    return prefix, suffix, dir, kind


class _RandomNameSequence:
    """Names of eight characters, one after the other."""
    characters = 'abcdefghijklmnopqrstuvwxyz0123456789_'

    @property
    def rng(self):
        pid = _os.getpid()
        if pid != getattr(self, '_rng_pid', None):
            self._rng, self._rng_pid = _Random(), pid
        return self._rng

    def __iter__(self):
        return self

    def __next__(self):
        return ''.join(self.rng.choices(self.characters, k=8))


def _candidate_tempdir_list():
    """The folders that might be used, the best first."""
    folders = [folder for name in ('TMPDIR', 'TEMP', 'TMP') if (folder := _os.getenv(name))]
    folders += ['/tmp', '/var/tmp', '/usr/tmp']
    try:
        folders.append(_os.getcwd())
    except (AttributeError, OSError):
        folders.append(_os.curdir)
    return folders


def _get_default_tempdir():
    """The first folder in which a file can be made."""
    names, folders = _RandomNameSequence(), _candidate_tempdir_list()
    for folder in folders:
        if folder != _os.curdir:
            folder = _os.path.abspath(folder)
        for _ in range(100):
            path = _os.path.join(folder, next(names))
            try:
                fd = _os.open(path, _bin_openflags, 0o600)
                try:
                    with _io.open(fd, 'wb', closefd=False) as file:
                        file.write(b'blat')
                finally:
                    _os.close(fd)
                    _os.unlink(path)
                return folder
            except FileExistsError:
                pass
            except OSError:
                break
    raise FileNotFoundError(_errno.ENOENT, 'No usable temporary directory found in %s' % folders)


def _get_candidate_names():
    global _name_sequence
    if _name_sequence is None:
        with _once_lock:
            if _name_sequence is None:
                _name_sequence = _RandomNameSequence()
    return _name_sequence


def _until_new(dir, pre, suf, kind, make, what):
    """Tries names until `make` finds none there."""
    names = _get_candidate_names()
    if kind is bytes:
        names = map(_os.fsencode, names)
    for _ in range(TMP_MAX):
        path = _os.path.join(dir, pre + next(names) + suf)
        try:
            return make(path), path
        except FileExistsError:
            continue
    raise FileExistsError(_errno.EEXIST, f'No usable temporary {what} name found')


def _mkstemp_inner(dir, pre, suf, flags, output_type):
    dir = _os.path.abspath(dir)

    def make(path):
        _sys.audit('tempfile.mkstemp', path)
        return _os.open(path, flags, 0o600)
    return _until_new(dir, pre, suf, output_type, make, 'file')


def gettempprefix():
    """The default prefix for temporary directories as string."""
    return _os.fsdecode(template)


def gettempprefixb():
    """The default prefix for temporary directories as bytes."""
    return _os.fsencode(template)


def _gettempdir():
    global tempdir
    if tempdir is None:
        with _once_lock:
            if tempdir is None:
                tempdir = _get_default_tempdir()
    return tempdir


def gettempdir():
    """Returns tempfile.tempdir as str."""
    return _os.fsdecode(_gettempdir())


def gettempdirb():
    """Returns tempfile.tempdir as bytes."""
    return _os.fsencode(_gettempdir())


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """User-callable function to create and return a unique temporary file: (fd, name)."""
    prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)
    return _mkstemp_inner(dir, prefix, suffix, _text_openflags if text else _bin_openflags, kind)


def mkdtemp(suffix=None, prefix=None, dir=None):
    """User-callable function to create and return a unique temporary directory: its path."""
    prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)

    def make(path):
        _sys.audit('tempfile.mkdtemp', path)
        _os.mkdir(path, 0o700)
    return _until_new(dir, prefix, suffix, kind, make, 'directory')[1]


def mktemp(suffix='', prefix=template, dir=None):
    """A name that no file has now; another program may make one of it before you do."""
    if dir is None:
        dir = gettempdir()

    def make(path):
        if _os.path.lexists(path):
            raise FileExistsError
    return _until_new(dir, prefix, suffix, str, make, 'filename')[1]


class _TemporaryFileCloser:
    """Closes a file and removes it, once."""
    file = None
    close_called = False

    def __init__(self, file, name, delete=True):
        self.file, self.name, self.delete = file, name, delete

    def close(self, unlink=_os.unlink):
        if not self.close_called and self.file is not None:
            self.close_called = True
            try:
                self.file.close()
            finally:
                if self.delete:
                    unlink(self.name)

    def __del__(self):
        self.close()


class _TemporaryFileWrapper:
    """A file with a name that goes when it is closed."""

    def __init__(self, file, name, delete=True):
        self.file, self.name, self.delete = file, name, delete
        self._closer = _TemporaryFileCloser(file, name, delete)

    def __getattr__(self, name):
        file = self.__dict__['file']
        value = getattr(file, name)
        if hasattr(value, '__call__'):
            method = value

            @_functools.wraps(method)
            def value(*args, **kwargs):
                return method(*args, **kwargs)
            value._closer = self._closer
        if not isinstance(value, int):
            setattr(self, name, value)
        return value

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, exc, value, tb):
        result = self.file.__exit__(exc, value, tb)
        self.close()
        return result

    def close(self):
        """Close the temporary file, possibly deleting it."""
        self._closer.close()

    def __iter__(self):
        for line in self.file:
            yield line


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True,
                       *, errors=None):
    """Create and return a temporary file, which has a name and is removed when it is closed unless delete is false."""
    prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)
    made = []

    def opener(*args):
        fd, name = _mkstemp_inner(dir, prefix, suffix, _bin_openflags, kind)
        made.append(name)
        return fd
    if 'b' not in mode:
        encoding = _io.text_encoding(encoding) if hasattr(_io, 'text_encoding') else encoding
    try:
        fd = opener()
        try:
            file = _io.open(fd, mode, buffering=buffering, newline=newline, encoding=encoding, errors=errors)
        except BaseException:
            _os.close(fd)
            raise
        return _TemporaryFileWrapper(file, made[0], delete)
    except BaseException:
        if made:
            _os.unlink(made[0])
        raise


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    """Create and return a temporary file, which has no name."""
    prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)
    fd, name = _mkstemp_inner(dir, prefix, suffix, _bin_openflags, kind)
    try:
        _os.unlink(name)
        return _io.open(fd, mode, buffering=buffering, newline=newline, encoding=encoding, errors=errors)
    except BaseException:
        _os.close(fd)
        raise


class SpooledTemporaryFile(_io.IOBase):
    """A file that is kept in memory until it is larger than max_size, or its fileno() is asked for."""
    _rolled = False

    def __init__(self, max_size=0, mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                 errors=None):
        if 'b' in mode:
            self._file = _io.BytesIO()
        else:
            self._text = encoding or 'utf-8', errors or 'strict'
            self._file = _io.StringIO(newline='\n' if newline is None else newline)
        self._mode, self._max_size = mode, max_size
        self._options = dict(mode=mode, buffering=buffering, suffix=suffix, prefix=prefix, encoding=encoding, newline=newline,
                             dir=dir, errors=errors)

    __class_getitem__ = classmethod(_types.GenericAlias)

    def _check(self, file):
        if not self._rolled and self._max_size and file.tell() > self._max_size:
            self.rollover()

    def rollover(self):
        """Goes on in a file on the disk."""
        if self._rolled:
            return
        file = self._file
        new = self._file = TemporaryFile(**self._options)
        at = file.tell()
        new.write(file.getvalue())
        new.seek(at, 0)
        self._rolled = True

    def __enter__(self):
        if self._file.closed:
            raise ValueError('Cannot enter context with closed file')
        return self

    def __exit__(self, exc, value, tb):
        self._file.close()

    def __iter__(self):
        return self._file.__iter__()

    def __del__(self):
        if not self.closed:
            _warnings.warn(f'Unclosed file {self!r}', ResourceWarning, stacklevel=2, source=self)
            self.close()

    def close(self):
        self._file.close()

    @property
    def closed(self):
        return self._file.closed

    @property
    def encoding(self):
        return self._file.encoding if self._rolled else self._file.encoding or self._text[0]

    @property
    def errors(self):
        return self._file.errors if self._rolled else self._text[1]

    @property
    def mode(self):
        return self._file.mode if self._rolled else self._mode

    @property
    def name(self):
        return self._file.name if self._rolled else None

    @property
    def newlines(self):
        return self._file.newlines

    def fileno(self):
        self.rollover()
        return self._file.fileno()

    def truncate(self, size=None):
        if size is None:
            return self._file.truncate()
        if size > self._max_size:
            self.rollover()
        return self._file.truncate(size)

    def write(self, s):
        count = self._file.write(s)
        self._check(self._file)
        return count

    def writelines(self, iterable):
        self._file.writelines(iterable)
        self._check(self._file)

    def seek(self, *args):
        return self._file.seek(*args)


def _through(name):
    def method(self, *args):
        return getattr(self._file, name)(*args)
    method.__name__ = name
    return method


for _name in 'flush isatty read read1 readinto readinto1 readline readlines tell detach readable seekable writable'.split():
    setattr(SpooledTemporaryFile, _name, _through(_name))


class TemporaryDirectory:
    """Create and return a temporary directory, with the parameters of mkdtemp(); as a context it is removed at its end."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)
        self._ignore_cleanup_errors = ignore_cleanup_errors
        self._finalizer = _weakref.finalize(self, self._cleanup, self.name,
                                            warn_message=f'Implicitly cleaning up {self!r}', ignore_errors=ignore_cleanup_errors)

    @classmethod
    def _rmtree(cls, name, ignore_errors=False):
        def onerror(func, path, info):
            if issubclass(info[0], PermissionError):
                try:
                    if path != name:
                        _os.chmod(_os.path.dirname(path), 0o700)
                    _os.chmod(path, 0o700)
                    try:
                        _os.unlink(path)
                    except (IsADirectoryError, PermissionError):
                        cls._rmtree(path, ignore_errors=ignore_errors)
                except FileNotFoundError:
                    pass
            elif not issubclass(info[0], FileNotFoundError) and not ignore_errors:
                raise
        _shutil.rmtree(name, onerror=onerror)

    @classmethod
    def _cleanup(cls, name, warn_message, ignore_errors=False):
        cls._rmtree(name, ignore_errors=ignore_errors)
        _warnings.warn(warn_message, ResourceWarning)

    def __repr__(self):
        return f'<{self.__class__.__name__} {self.name!r}>'

    def __enter__(self):
        return self.name

    def __exit__(self, exc, value, tb):
        self.cleanup()

    def cleanup(self):
        """Removes the folder."""
        if self._finalizer.detach() or _os.path.exists(self.name):
            self._rmtree(self.name, ignore_errors=self._ignore_cleanup_errors)

    __class_getitem__ = classmethod(_types.GenericAlias)
