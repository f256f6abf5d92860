"""Paths of files as objects: PurePath computes with them, Path also asks the system."""
import io
import os
import re
import sys
from errno import EBADF, ELOOP, ENOENT, ENOTDIR
from stat import S_ISBLK, S_ISCHR, S_ISDIR, S_ISFIFO, S_ISREG, S_ISSOCK

__all__ = ['PurePath', 'PurePosixPath', 'PureWindowsPath', 'Path', 'PosixPath', 'WindowsPath']
_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~/')


class _Flavour:
    """How paths of a system are taken apart, and put together."""

    @classmethod
    def splitroot(cls, text):
        """Drive, root and the rest of a text."""
        return cls.split(text)

    @classmethod
    def names(cls, text):
        """Drive, root and the names of a text."""
        if cls.altsep:
            text = text.replace(cls.altsep, cls.sep)
        drive, root, rest = cls.split(text)
        return drive, root, [sys.intern(str(name)) for name in rest.split(cls.sep) if name and name != '.']

    @classmethod
    def parse_parts(cls, parts):
        """Drive, root and the parts, the first of which is the anchor, of texts that are joined."""
        drive, root, tail = '', '', []
        for part in parts:
            drive, root, tail = cls.join(drive, root, tail, *cls.names(part))
        return drive, root, [drive + root] * bool(drive or root) + tail


class _Posix(_Flavour):
    """How paths of this system are taken apart."""
    sep, altsep = '/', ''

    @staticmethod
    def split(text):
        """Drive, root and the rest."""
        rest = text.lstrip('/')
        slashes = len(text) - len(rest)
        return '', '' if not slashes else '//' if slashes == 2 else '/', rest

    @staticmethod
    def fold(text):
        return text

    @staticmethod
    def join(drive, root, tail, drive2, root2, tail2):
        return (drive2, root2, tail2) if root2 else (drive, root, tail + tail2)


class _Windows(_Flavour):
    """How paths of Windows are taken apart."""
    sep, altsep = '\\', '/'

    @staticmethod
    def split(text):
        drive = root = ''
        if text[:2] == '\\\\' and text[2:3] != '\\':
            parts = text.split('\\')
            size = 6 if parts[2] == '?' and parts[3:4] == ['UNC'] else 4
            if len(parts) >= size and all(parts[2:size]):
                drive, text = '\\'.join(parts[:size]), '\\' + '\\'.join(parts[size:])
        elif text[1:2] == ':' and text[:1].isalpha() and text[:1].isascii():
            drive, text = text[:2], text[2:]
        if text[:1] == '\\':
            root, text = '\\', text.lstrip('\\')
        return drive, root, text

    @staticmethod
    def fold(text):
        return text.lower()

    @staticmethod
    def join(drive, root, tail, drive2, root2, tail2):
        if root2:
            return drive2 or drive, root2, tail2
        if drive2 and drive2.lower() != drive.lower():
            return drive2, root2, tail2
        return drive2 or drive, root, tail + tail2


_posix_flavour, _windows_flavour = _Posix, _Windows


class PurePath:
    """Base class for manipulating paths without I/O."""
    __slots__ = ('_drv', '_root', '_tail', '_text', '_parts')
    _flavour = None

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        return cls._of(*cls._read(args))

    @classmethod
    def _of(cls, drive, root, tail):
        self = object.__new__(cls)
        self._drv, self._root, self._tail = drive, root, tail
        return self

    @classmethod
    def _read(cls, args):
        """Drive, root and names of what a path is made of."""
        flavour, found = cls._flavour, ('', '', [])
        for arg in args:
            if isinstance(arg, PurePath):
                part = (arg._drv, arg._root, arg._tail) if arg._flavour is flavour else cls._take(str(arg))
            else:
                text = os.fspath(arg)
                if not isinstance(text, str):
                    raise TypeError('argument should be a str or an os.PathLike object where __fspath__ returns a str, not '
                                    f'{type(text).__name__!r}')
                part = cls._take(text)
            found = flavour.join(*found, *part)
        return found

    @classmethod
    def _take(cls, text):
        return cls._flavour.names(text)

    def __reduce__(self):
        return type(self), self.parts

    def __str__(self):
        try:
            return self._text
        except AttributeError:
            self._text = self._drv + self._root + self._flavour.sep.join(self._tail) or '.'
            return self._text

    def __fspath__(self):
        return str(self)

    def __bytes__(self):
        return os.fsencode(self)

    def __repr__(self):
        return f'{type(self).__name__}({self.as_posix()!r})'

    def as_posix(self):
        """Return the string representation of the path with forward (/) slashes."""
        return str(self).replace(self._flavour.sep, '/')

    def as_uri(self):
        """Return the path as a 'file' URI."""
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        text = self.as_posix()
        lead = 'file://' if self._drv[:2] != '\\\\' else 'file:'
        if self._drv and self._drv[:2] != '\\\\':
            lead += '/' + self._drv
            text = text[len(self._drv):]
        return lead + ''.join(chr(byte) if byte in _SAFE else f'%{byte:02X}' for byte in os.fsencode(text))

    @property
    def _key(self):
        fold = self._flavour.fold
        return [fold(part) for part in self.parts]

    def _ordering(name):
        def compare(self, other):
            if not isinstance(other, PurePath) or self._flavour is not other._flavour:
                return NotImplemented
            return getattr(self._key, name)(other._key)
        compare.__name__ = name
        return compare

    for _name in ('__lt__', '__le__', '__eq__', '__gt__', '__ge__'):
        locals()[_name] = _ordering(_name)
    del _name, _ordering

    def __hash__(self):
        return hash(tuple(self._key))

    drive = property(lambda self: self._drv, doc='The drive prefix (letter or UNC path), if any.')
    root = property(lambda self: self._root, doc='The root of the path, if any.')
    anchor = property(lambda self: self._drv + self._root, doc="The concatenation of the drive and root, or ''.")

    @property
    def parts(self):
        """An object providing sequence-like access to the components in the filesystem path."""
        try:
            return self._parts
        except AttributeError:
            anchor = self._drv + self._root
            self._parts = (anchor, *self._tail) if anchor else tuple(self._tail)
            return self._parts

    @property
    def name(self):
        """The final path component, if any."""
        return self._tail[-1] if self._tail else ''

    @property
    def suffix(self):
        """The final component's last suffix, if any. This includes the leading period. For example: '.txt'"""
        dot = self.name.rfind('.')
        return self.name[dot:] if 0 < dot < len(self.name) - 1 else ''

    @property
    def suffixes(self):
        """A list of the final component's suffixes, if any. These include the leading periods."""
        if self.name.endswith('.'):
            return []
        return ['.' + part for part in self.name.lstrip('.').split('.')[1:]]

    @property
    def stem(self):
        """The final path component, minus its last suffix."""
        return self.name[:len(self.name) - len(self.suffix)]

    def _named(self, name):
        return self._of(self._drv, self._root, self._tail[:-1] + [name])

    def with_name(self, name):
        """Return a new path with the file name changed."""
        if not self.name:
            raise ValueError(f'{self!r} has an empty name')
        drive, root, tail = self._take(name)
        if not name or name[-1] in (self._flavour.sep, self._flavour.altsep) or drive or root or len(tail) != 1:
            raise ValueError(f'Invalid name {name!r}')
        return self._named(name)

    def with_stem(self, stem):
        """Return a new path with the stem changed."""
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        """Return a new path with the file suffix changed. If the path has no suffix, add given suffix."""
        flavour = self._flavour
        if flavour.sep in suffix or flavour.altsep and flavour.altsep in suffix or \
                suffix and not suffix.startswith('.') or suffix == '.':
            raise ValueError(f'Invalid suffix {suffix!r}')
        if not self.name:
            raise ValueError(f'{self!r} has an empty name')
        return self._named(self.stem + suffix)

    def relative_to(self, *other):
        """Return the relative path to another path identified by the passed arguments; ValueError where it is not below it."""
        if not other:
            raise TypeError('need at least one argument')
        base = type(self)(*other)
        if not self._is_below(base):
            shown = str(base)
            raise ValueError(f'{str(self)!r} is not in the subpath of {shown!r} OR one path is relative and the other is '
                             'absolute.')
        anchored = not base._root and not base._drv
        skip = len(base._tail)
        keeps_root = self._root if base._drv and not base._root and not base._tail else ''
        return self._of('', keeps_root if not anchored else '', self._tail[skip:])

    def _is_below(self, base):
        fold = self._flavour.fold
        if base._drv and not base._root and not base._tail:
            return fold(self._drv) == fold(base._drv)
        mine = (fold(self._drv), self._root), [fold(name) for name in self._tail]
        theirs = (fold(base._drv), base._root), [fold(name) for name in base._tail]
        return mine[0] == theirs[0] and mine[1][:len(theirs[1])] == theirs[1]

    def is_relative_to(self, *other):
        """Return True if the path is relative to another path or False."""
        try:
            self.relative_to(*other)
            return True
        except ValueError:
            return False

    def joinpath(self, *args):
        """Combine this path with one or several arguments, and return a new path: a subpath, or one that is absolute."""
        cls = type(self)
        return cls._of(*self._flavour.join(self._drv, self._root, self._tail, *cls._read(args)))

    def __truediv__(self, key):
        try:
            return self.joinpath(key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return type(self)(key, self)
        except TypeError:
            return NotImplemented

    @property
    def parent(self):
        """The logical parent of the path."""
        return self._of(self._drv, self._root, self._tail[:-1]) if self._tail else self

    @property
    def parents(self):
        """A sequence of this path's logical parents."""
        return _Parents(self)

    def is_absolute(self):
        """True if the path is absolute (has both a root and, if applicable, a drive)."""
        return bool(self._root) and (self._flavour is _Posix or bool(self._drv))

    def is_reserved(self):
        """Return True if the path contains one of the special names reserved by the system, if any."""
        if self._flavour is _Posix or not self._tail or self._drv.startswith('\\\\'):
            return False
        name = self._tail[-1].partition('.')[0].partition(':')[0].rstrip(' ').upper()
        return name in {'CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$',
                        *(kind + digit for kind in ('COM', 'LPT') for digit in '123456789\xb9\xb2\xb3')}

    def match(self, path_pattern):
        """Return True if this path matches the given pattern."""
        import fnmatch
        pattern = type(self)(path_pattern)
        wanted, mine = pattern._key, self._key
        if not wanted:
            raise ValueError('empty pattern')
        if pattern._drv or pattern._root:
            if len(wanted) != len(mine) or pattern._root not in ('', self._root) or \
                    pattern._flavour.fold(pattern._drv) not in ('', self._flavour.fold(self._drv)):
                return False
            wanted, mine = wanted[1:], mine[1:]
        elif len(wanted) > len(mine):
            return False
        return all(fnmatch.fnmatchcase(name, each) for name, each in zip(reversed(mine), reversed(wanted)))


class _Parents:
    """The paths above one."""
    __slots__ = ('_path',)

    def __init__(self, path):
        self._path = path

    def __len__(self):
        return len(self._path._tail)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple([self[i] for i in range(*index.indices(len(self)))])
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index += len(self) if index < 0 else 0
        path = self._path
        return path._of(path._drv, path._root, path._tail[:len(self) - index - 1])

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __repr__(self):
        return f'<{type(self._path).__name__}.parents>'


class PurePosixPath(PurePath):
    """PurePath subclass for non-Windows systems."""
    _flavour = _Posix
    __slots__ = ()


class PureWindowsPath(PurePath):
    """PurePath subclass for Windows systems."""
    _flavour = _Windows
    __slots__ = ()


def _missing(error):
    return getattr(error, 'errno', None) in (ENOENT, ENOTDIR, EBADF, ELOOP)


class Path(PurePath):
    """PurePath subclass that can make system calls."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = PosixPath
        if cls._flavour is not _Posix:
            raise NotImplementedError(f'cannot instantiate {cls.__name__!r} on your system')
        return cls._of(*cls._read(args))

    @classmethod
    def cwd(cls):
        """Return a new path pointing to the current working directory (as returned by os.getcwd())."""
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        """Return a new path pointing to the user's home directory (as returned by os.path.expanduser('~'))."""
        return cls('~').expanduser()

    def __enter__(self):
        import warnings
        warnings.warn('pathlib.Path.__enter__() is deprecated and scheduled for removal in Python 3.13; Path objects as a '
                      'context manager is a no-op', DeprecationWarning, stacklevel=2)
        return self

    def __exit__(self, *about):
        pass

    # ---- what it is

    def stat(self, *, follow_symlinks=True):
        """Return the result of the stat() system call on this path, like os.stat() does."""
        return os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        """Like stat(), except if the path points to a symlink, the symlink's status information is returned."""
        return self.stat(follow_symlinks=False)

    def _is(self, test, follow=True):
        try:
            return test(self.stat(follow_symlinks=follow).st_mode)
        except OSError as error:
            if not _missing(error):
                raise
        except ValueError:
            pass
        return False

    def exists(self):
        """Whether this path exists."""
        return self._is(lambda mode: True)

    def is_dir(self):
        """Whether this path is a directory."""
        return self._is(S_ISDIR)

    def is_file(self):
        """Whether this path is a regular file (also True for symlinks pointing to regular files)."""
        return self._is(S_ISREG)

    def is_symlink(self):
        """Whether this path is a symbolic link."""
        return self._is(lambda mode: mode & 0o170000 == 0o120000, False)

    def is_block_device(self):
        """Whether this path is a block device."""
        return self._is(S_ISBLK)

    def is_char_device(self):
        """Whether this path is a character device."""
        return self._is(S_ISCHR)

    def is_fifo(self):
        """Whether this path is a FIFO."""
        return self._is(S_ISFIFO)

    def is_socket(self):
        """Whether this path is a socket."""
        return self._is(S_ISSOCK)

    def is_mount(self):
        """Check if this path is a POSIX mount point."""
        if not self.is_dir():
            return False
        here, above = self.stat(), self.parent.stat()
        return here.st_dev != above.st_dev or here.st_ino == above.st_ino

    def samefile(self, other_path):
        """Return whether other_path is the same or not as this file (as returned by os.path.samefile())."""
        mine, theirs = self.stat(), os.stat(other_path)
        return (mine.st_ino, mine.st_dev) == (theirs.st_ino, theirs.st_dev)

    def _name_of(self, number, file, what):
        with open(file, encoding='utf-8', errors='replace') as lines:
            for line in lines:
                row = line.split(':')
                if len(row) > 2 and row[2].strip() == str(number):
                    return row[0]
        raise KeyError(f'{what}(): not found: {number}')

    def owner(self):
        """Return the login name of the file owner."""
        return self._name_of(self.stat().st_uid, '/etc/passwd', 'getpwuid')

    def group(self):
        """Return the group name of the file gid."""
        return self._name_of(self.stat().st_gid, '/etc/group', 'getgrgid')

    # ---- where it leads

    def absolute(self):
        """Return an absolute version of this path by prepending the current working directory. No normalization is done."""
        return self if self.is_absolute() else type(self)(os.getcwd()).joinpath(self)

    def resolve(self, strict=False):
        """Make the path absolute, resolving all symlinks on the way and also normalizing it."""
        try:
            text = os.path.realpath(self, strict=strict)
        except OSError as error:
            if error.errno == ELOOP:
                raise RuntimeError('Symlink loop from %r' % (error.filename or str(self))) from error
            raise
        made = type(self)(text)
        if not strict:
            try:
                made.stat()
            except OSError as error:
                if error.errno == ELOOP:
                    raise RuntimeError('Symlink loop from %r' % error.filename) from error
        return made

    def expanduser(self):
        """Return a new path with expanded ~ and ~user constructs (as returned by os.path.expanduser)."""
        if not (self._drv or self._root) and self._tail and self._tail[0][:1] == '~':
            home = os.path.expanduser(self._tail[0])
            if home[:1] == '~':
                raise RuntimeError('Could not determine home directory.')
            return type(self)(home, *self._tail[1:])
        return self

    def readlink(self):
        """Return the path to which the symbolic link points."""
        return type(self)(os.readlink(self))

    # ---- what is below it

    def iterdir(self):
        """Yield path objects of the directory contents: the entries '.' and '..' are not included."""
        for name in os.listdir(self):
            yield self._child(name)

    def _child(self, name):
        return self._of(self._drv, self._root, self._tail + [name])

    def glob(self, pattern):
        """Iterate over this subtree and yield all existing files (of any kind, including directories) matching the given
        relative pattern."""
        sys.audit('pathlib.Path.glob', self, pattern)
        if not pattern:
            raise ValueError(f'Unacceptable pattern: {pattern!r}')
        return self._select(pattern, [])

    def rglob(self, pattern):
        """Recursively yield all existing files (of any kind, including directories) matching the given relative pattern,
        anywhere in this subtree."""
        sys.audit('pathlib.Path.rglob', self, pattern)
        return self._select(pattern, ['**'])

    def _select(self, pattern, lead):
        drive, root, parts = self._take(pattern)
        if drive or root:
            raise NotImplementedError('Non-relative patterns are unsupported')
        folders_only = bool(pattern) and pattern[-1] in (self._flavour.sep, self._flavour.altsep)
        for part in parts:
            if '**' in part and part != '**':
                raise ValueError("Invalid pattern: '**' can only be an entire path component")
        seen = set()
        for path in self._matching(lead + parts, folders_only):
            if path not in seen:
                seen.add(path)
                yield path

    def _matching(self, parts, folders_only):
        """Paths below this one that match names, one pattern for each."""
        if not parts:
            if not folders_only or self.is_dir():
                yield self
            return
        first, *rest = parts
        if not self._listable():
            return
        if first == '**':
            for folder in self._folders():
                if rest:
                    yield from folder._matching(rest, folders_only)
                else:
                    yield folder
        elif first == '..' or not re.search(r'[*?\[]', first):
            path = self._child(first)
            if rest or folders_only:
                if path.is_dir():
                    yield from path._matching(rest, folders_only)
            elif path.exists():
                yield path
        else:
            import fnmatch
            for name in self._names():
                if fnmatch.fnmatchcase(name, first):
                    path = self._child(name)
                    if not rest and not folders_only or path.is_dir():
                        yield from path._matching(rest, folders_only)

    def _listable(self):
        try:
            return self.is_dir()
        except OSError:
            return False

    def _names(self):
        try:
            return os.listdir(self)
        except PermissionError:
            return []

    def _folders(self):
        """This folder and all below it, links not followed."""
        yield self
        for name in self._names():
            path = self._child(name)
            try:
                is_folder = path.is_dir() and not path.is_symlink()
            except OSError:
                continue
            if is_folder:
                yield from path._folders()

    # ---- what is in it

    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None):
        """Open the file pointed by this path and return a file object, as the built-in open() function does."""
        return io.open(self, mode, buffering, encoding, errors, newline)

    def read_bytes(self):
        """Open the file in bytes mode, read it, and close the file."""
        with self.open('rb') as file:
            return file.read()

    def read_text(self, encoding=None, errors=None):
        """Open the file in text mode, read it, and close the file."""
        with self.open(encoding=encoding, errors=errors) as file:
            return file.read()

    def write_bytes(self, data):
        """Open the file in bytes mode, write to it, and close the file."""
        view = memoryview(data)
        with self.open('wb') as file:
            return file.write(view)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Open the file in text mode, write to it, and close the file."""
        if not isinstance(data, str):
            raise TypeError('data must be str, not %s' % type(data).__name__)
        with self.open('w', encoding=encoding, errors=errors, newline=newline) as file:
            return file.write(data)

    # ---- changes

    def touch(self, mode=0o666, exist_ok=True):
        """Create this file with the given access mode, if it doesn't exist."""
        if exist_ok:
            try:
                os.utime(self, None)
                return
            except OSError:
                pass
        os.close(os.open(self, os.O_CREAT | os.O_WRONLY | (0 if exist_ok else os.O_EXCL), mode))

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        """Create a new directory at this given path; with parents those above it, too."""
        for attempt in (1, 2):
            try:
                return os.mkdir(self, mode)
            except FileNotFoundError:
                above = self.parent
                if attempt == 2 or not parents or above == self:
                    raise
                above.mkdir(exist_ok=True, parents=True)
            except OSError:
                if exist_ok and self.is_dir():
                    return None
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        """Change the permissions of the path, like os.chmod()."""
        if not follow_symlinks:
            raise NotImplementedError('chmod: follow_symlinks unavailable on this platform')
        os.chmod(self, mode)

    def lchmod(self, mode):
        """Like chmod(), except if the path points to a symlink, the symlink's permissions are changed."""
        self.chmod(mode, follow_symlinks=False)

    def unlink(self, missing_ok=False):
        """Remove this file or link. If the path is a directory, use rmdir() instead."""
        try:
            os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rmdir(self):
        """Remove this directory.  The directory must be empty."""
        os.rmdir(self)

    def rename(self, target):
        """Rename this path to the target path; the new path."""
        os.rename(self, target)
        return type(self)(target)

    def replace(self, target):
        """Rename this path to the target path, overwriting if that path exists; the new path."""
        os.replace(self, target)
        return type(self)(target)

    def symlink_to(self, target, target_is_directory=False):
        """Make this path a symlink pointing to the target path."""
        os.symlink(target, self, target_is_directory)

    def hardlink_to(self, target):
        """Make this path a hard link pointing to the same file as *target*."""
        os.link(target, self)

    def link_to(self, target):
        """Make the target path a hard link pointing to this path."""
        import warnings
        warnings.warn('pathlib.Path.link_to() is deprecated and is scheduled for removal in Python 3.12. Use '
                      'pathlib.Path.hardlink_to() instead.', DeprecationWarning, stacklevel=2)
        os.link(self, target)


class PosixPath(Path, PurePosixPath):
    """Path subclass for non-Windows systems."""
    __slots__ = ()


class WindowsPath(Path, PureWindowsPath):
    """Path subclass for Windows systems."""
    __slots__ = ()

    def is_mount(self):
        raise NotImplementedError('Path.is_mount() is unsupported on this system')


os.PathLike.register(PurePath)
