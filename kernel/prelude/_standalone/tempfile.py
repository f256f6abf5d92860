"""Temporary files and folders, with names that nobody else has."""
import errno as _errno
import functools as _functools
import io as _io
import os as _os
import sys as _sys
import types as _types
import warnings as _warnings
import weakref as _weakref
import _thread
from _later import Later as _Later

__all__ = ['NamedTemporaryFile', 'TemporaryFile', 'SpooledTemporaryFile', 'TemporaryDirectory', 'mkstemp', 'mkdtemp', 'mktemp',
           'TMP_MAX', 'gettempprefix', 'tempdir', 'gettempdir', 'gettempprefixb', 'gettempdirb']
_shutil, _random = _Later('shutil', globals()), _Later('random', globals())
TMP_MAX = 10000
template = 'tmp'
tempdir = None
_text_openflags = _os.O_RDWR | _os.O_CREAT | _os.O_EXCL | _os.O_NOFOLLOW
_bin_openflags = _text_openflags
_allocate_lock = _thread.allocate_lock
_once_lock = _allocate_lock()
_name_sequence = None
_O_TMPFILE_WORKS = hasattr(_os, 'O_TMPFILE')


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
    """Names of eight characters, one after the other; other ones in each process."""
    characters = 'abcdefghijklmnopqrstuvwxyz0123456789_'
    _source = _owner = None

    @property
    def rng(self):
        if self._owner != (here := _os.getpid()):
            self._source, self._owner = _random.Random(), here
        return self._source

    def __next__(self):
        return ''.join(self.rng.choices(self.characters, k=8))

    def __iter__(self):
        return self


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


class _Closer:
    """Closes a file and removes it, once: when it is told to, or nobody has it any longer."""
    close_called = False

    def __init__(self, file, name, delete):
        self._open, self._path = file, name if delete else None

    def close(self, _unlink=_os.unlink):
        file, path, self._open, self._path = self._open, self._path, None, None
        self.close_called = True
        try:
            if file is not None:
                file.close()
        finally:
            if path is not None:
                _unlink(path)

    __del__ = close


class _TemporaryFileWrapper:
    """A file with a name that goes when it is closed."""

    def __init__(self, file, name, delete=True):
        vars(self).update(file=file, name=name, delete=delete, _closer=_Closer(file, name, delete))

    def __getattr__(self, name):
        found = getattr(vars(self)['file'], name)
        if callable(found):
            found = self._kept(found)
        if not isinstance(found, int):
            vars(self)[name] = found
        return found

    def _kept(self, method):
        """A method of the file that keeps the file from being removed as long as it is there."""
        closer = self._closer

        @_functools.wraps(method)
        def call(*args, **named):
            closer.close_called
            return method(*args, **named)
        return call

    def close(self):
        """Close the temporary file, possibly deleting it."""
        self._closer.close()

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, *about):
        swallowed = self.file.__exit__(*about)
        self._closer.close()
        return swallowed

    def __iter__(self):
        yield from self.file


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
        encoding = _io.text_encoding(encoding)
    file = None
    try:
        file = _io.open(dir, mode, buffering=buffering, newline=newline, encoding=encoding, errors=errors, opener=opener)
        below = getattr(file, 'buffer', file)
        getattr(below, 'raw', below).name = made[0]
        return _TemporaryFileWrapper(file, made[0], delete)
    except BaseException:
        if made:
            _os.unlink(made[0])
        if file is not None:
            file.close()
        raise


def _without_name(folder):
    """The descriptor of a file that never has a name; None where the system has no such."""
    global _O_TMPFILE_WORKS
    if _O_TMPFILE_WORKS:
        try:
            return _os.open(folder, _bin_openflags & ~(_os.O_CREAT | _os.O_EXCL) | _os.O_TMPFILE, 0o600)
        except IsADirectoryError:  # a system that does not know the flag
            _O_TMPFILE_WORKS = False
        except OSError:
            pass
    return None


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    """Create and return a temporary file, which has no name."""
    prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)
    fd, name = _without_name(dir), None
    if fd is None:
        fd, name = _mkstemp_inner(dir, prefix, suffix, _bin_openflags, kind)
    try:
        if name is not None:
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
        self._options = {name: value for name, value in locals().items() if name not in ('self', 'max_size')}
        self._max_size, self._file = max_size, _io.BytesIO()
        if 'b' not in mode:
            self._file = _io.TextIOWrapper(self._file, _io.text_encoding(encoding), errors, newline)

    __class_getitem__ = classmethod(_types.GenericAlias)

    def rollover(self):
        """Goes on in a file on the disk."""
        if self._rolled:
            return
        file = self._file
        new = self._file = TemporaryFile(**self._options)
        at, text = file.tell(), isinstance(file, _io.TextIOWrapper)
        written = (file.detach() if text else file).getvalue()
        (new.buffer if text else new).write(written)
        new.seek(at, 0)
        self._rolled = True

    def __enter__(self):
        if self._file.closed:
            raise ValueError('Cannot enter context with closed file')
        return self

    def __exit__(self, exc, value, tb):
        self._file.close()

    def __del__(self):
        if not self.closed:
            _warnings.warn(f'Unclosed file {self!r}', ResourceWarning, stacklevel=2, source=self)
            self.close()

    def fileno(self):
        self.rollover()
        return self._file.fileno()

    def truncate(self, size=None):
        """Makes the file so many bytes long; a size beyond max_size takes it to the disk."""
        if (size or 0) > self._max_size:
            self.rollover()
        return self._file.truncate(*[] if size is None else [size])


def _growing(name):
    """A method of the file after which that may be too large for the memory."""
    def method(self, what):
        result = getattr(self._file, name)(what)
        if not self._rolled and 0 < self._max_size < self._file.tell():
            self.rollover()
        return result
    method.__name__ = name
    return method


def _through(name):
    """A method of the file that is there now."""
    def method(self, *args):
        return getattr(self._file, name)(*args)
    method.__name__ = name
    return method


def _of_file(name, before=None):
    """An attribute of the file; `before` tells what it is while that lies in memory."""
    def get(self):
        return getattr(self._file, name) if self._rolled or before is None else before(self)
    return property(get)


for _name in 'close __iter__ flush isatty read read1 readinto readinto1 readline readlines tell detach readable seekable writable seek'.split():
    setattr(SpooledTemporaryFile, _name, _through(_name))
for _name in 'write writelines'.split():
    setattr(SpooledTemporaryFile, _name, _growing(_name))
for _name in 'closed encoding errors newlines'.split():
    setattr(SpooledTemporaryFile, _name, _of_file(_name))
SpooledTemporaryFile.mode = _of_file('mode', lambda self: self._options['mode'])
SpooledTemporaryFile.name = _of_file('name', lambda self: None)


def _remove_tree(path, ignore_errors):
    """Removes a folder with all that is in it, also what may not be written to."""
    def failed(function, where, about):
        kind = about[0]
        if issubclass(kind, PermissionError):
            _made_writable(path, where, ignore_errors)
        elif not (ignore_errors or issubclass(kind, FileNotFoundError)):
            raise
    _shutil.rmtree(path, onerror=failed)


def _made_writable(top, where, ignore_errors):
    try:
        for folder in {_os.path.dirname(where), where} if where != top else {where}:
            _os.chmod(folder, 0o700)
        if _os.path.isdir(where) and not _os.path.islink(where):
            _remove_tree(where, ignore_errors)
        else:
            _os.unlink(where)
    except FileNotFoundError:
        pass


def _forgotten(path, text, ignore_errors):
    """Nobody has a TemporaryDirectory any longer that was not cleaned up."""
    _remove_tree(path, ignore_errors)
    _warnings.warn(text, ResourceWarning)


class TemporaryDirectory:
    """Create and return a temporary directory, with the parameters of mkdtemp(); as a context it is removed at its end."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name, self._lenient = mkdtemp(suffix, prefix, dir), ignore_cleanup_errors
        text = 'Implicitly cleaning up ' + repr(self)
        self._finalizer = _weakref.finalize(self, _forgotten, self.name, text, ignore_cleanup_errors)

    def cleanup(self):
        """Removes the folder."""
        still = self._finalizer.detach()
        if still or _os.path.lexists(self.name):
            _remove_tree(self.name, self._lenient)

    def __enter__(self):
        return self.name

    def __exit__(self, *about):
        self.cleanup()

    def __repr__(self):
        return '<%s %r>' % (type(self).__name__, self.name)

    __class_getitem__ = classmethod(_types.GenericAlias)
