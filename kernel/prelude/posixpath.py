"""Operations on path names, as os.path."""
import posix
import sys

curdir = '.'
pardir = '..'
extsep = '.'
sep = '/'
pathsep = ':'
defpath = '/bin:/usr/bin'
altsep = None
devnull = '/dev/null'
supports_unicode_filenames = False


def _plain(path):
    """A path as str or bytes."""
    return path if isinstance(path, str) else posix.fspath(path)


def _marks(path):
    """The separator and the dot, of the kind of path."""
    return ('/', '.') if isinstance(path, str) else (b'/', b'.')


def normcase(s):
    """The path as it is: upper and lower case differ here."""
    return _plain(s)


def isabs(s):
    """Whether a path begins at the root."""
    s = _plain(s)
    return s.startswith(_marks(s)[0])


def _component(part, like):
    """A further argument of join(), of the type that the first one has."""
    if not isinstance(part, (str, bytes)):
        try:
            part = posix.fspath(part)
        except TypeError:
            raise TypeError(f"join() argument must be str, bytes, or os.PathLike object, not {type(part).__name__!r}") from None
    if isinstance(part, str) != isinstance(like, str):
        raise TypeError("Can't mix strings and bytes in path components")
    return part


def join(a, *p):
    """Joins paths with separators; what comes before an absolute path is dropped."""
    path = a = _plain(a)
    slash, kind = _marks(a)[0], type(a)
    for part in p:
        if type(part) is not kind:
            part = _component(part, a)
        between = slash if path and not path.endswith(slash) else slash[:0]
        path = part if part.startswith(slash) else path + between + part
    return path


def split(p):
    """(the folder, the name behind the last separator)."""
    p = _plain(p)
    slash = _marks(p)[0]
    folder, found, name = p.rpartition(slash)
    folder += found
    return folder.rstrip(slash) or folder, name  # of the root the separators are the folder


def basename(p):
    """The name behind the last separator."""
    return split(p)[1]


def dirname(p):
    """The folder that a path leads to."""
    return split(p)[0]


def splitext(p):
    """(the path without it, the ending of its last name, from the last dot on); dots at the beginning of the name do not count."""
    p = _plain(p)
    slash, dot = _marks(p)
    _, found, ending = p.rpartition(slash)[2].lstrip(dot).rpartition(dot)
    cut = len(p) - len(found + ending) if found else len(p)
    return p[:cut], p[cut:]


def splitdrive(p):
    """(the drive, the path); there are no drives here."""
    p = _plain(p)
    return p[:0], p


def normpath(path):
    """The path without empty names, dots, and names that two dots take back."""
    path = _plain(path)
    slash, dot = _marks(path)
    kept, above, up = [], 0, dot * 2  # above: so many levels the path leads up from where it begins
    for name in path.split(slash):
        if name == up:
            if kept:
                kept.pop()
            else:
                above += 1
        elif name and name != dot:
            kept.append(name)
    slashes = len(path) - len(path.lstrip(slash))
    if slashes:
        return slash * (2 if slashes == 2 else 1) + slash.join(kept)  # two of them may mean something else
    return slash.join([up] * above + kept) or dot


def _system():
    """os where it is loaded, so that what a program puts into it is seen; importing files needs none."""
    return sys.modules.get('os', posix)


def _same_kind(*paths):
    """The paths as str or bytes; TypeError unless all are the one, or all the other."""
    plain = [_plain(path) for path in paths]
    if len({isinstance(path, str) for path in plain}) > 1:
        raise TypeError("Can't mix strings and bytes in path components")
    return plain


def _anchored(path):
    """The path from the root on, with its dots."""
    if isabs(path):
        return path
    system = _system()
    if isinstance(path, str):
        return join(system.getcwd(), path)
    return join(system.getcwdb() if system is not posix else system.getcwd().encode('utf-8', 'surrogateescape'), path)


def abspath(path):
    """The path from the root on."""
    return normpath(_anchored(_plain(path)))


def realpath(filename, *, strict=False):
    """The path without symbolic links, from the root on; strict: OSError where something is not there."""
    path = _anchored(_plain(filename))
    (slash, dot), system = _marks(path), _system()
    done, led = slash, {}  # where links have led; None while one is followed
    rest = path.split(slash)[::-1]
    while rest:
        name = rest.pop()
        if isinstance(name, tuple):  # the end of what a link says
            led[name[0]] = done
        elif name == dot * 2:
            done = dirname(done)
        elif name and name != dot:
            there = join(done, name)
            try:
                target = system.readlink(there)
            except OSError as error:
                if strict and error.errno != 22:
                    raise
                done = there
                continue
            if led.get(there) is not None:
                done = led[there]
            elif there in led:  # it leads to itself
                if strict:
                    system.stat(there)
                return normpath(join(there, *[each for each in rest[::-1] if not isinstance(each, tuple)]))
            else:
                led[there] = None
                rest += [(there,), *target.split(slash)[::-1]]
                done = slash if isabs(target) else done
    return done


def relpath(path, start=None):
    """The path as seen from a folder, the current one if none is given."""
    if not path:
        raise ValueError("no path specified")
    path = _plain(path)
    slash, dot = _marks(path)
    path, start = _same_kind(path, dot if start is None else start)
    there, here = [[name for name in abspath(each).split(slash) if name] for each in (path, start)]
    shared = len(commonprefix([here, there]))
    return slash.join([dot * 2] * len(here[shared:]) + there[shared:]) or dot


def commonprefix(m):
    """What all texts, or lists, begin with."""
    if not m:
        return ''
    if not isinstance(m[0], (list, tuple)):
        m = [_plain(x) for x in m]
    low, high = min(m), max(m)  # what these two share, those between them do
    return low[:next((i for i, (a, b) in enumerate(zip(low, high)) if a != b), len(low))]


def commonpath(paths):
    """The folder that all paths have in common."""
    if not paths:
        raise ValueError('commonpath() arg is an empty sequence')
    paths = _same_kind(*paths)
    slash, dot = _marks(paths[0])
    absolute = {isabs(path) for path in paths}
    if len(absolute) != 1:
        raise ValueError("Can't mix absolute and relative paths")
    steps = [[name for name in path.split(slash) if name and name != dot] for path in paths]
    return slash * absolute.pop() + slash.join(commonprefix(steps))


def _mode(path, follow=True):
    try:
        return posix.stat(path).st_mode if follow else posix.lstat(path).st_mode
    except (OSError, ValueError):
        return 0


def exists(path):
    """Whether the path leads to something."""
    return _mode(path) != 0


def lexists(path):
    """Whether the path exists; true for a broken symbolic link."""
    return _mode(path, False) != 0


def isfile(path):
    """Whether the path leads to a regular file."""
    return _mode(path) & 0o170000 == 0o100000


def isdir(s):
    """Whether the path leads to a folder."""
    return _mode(s) & 0o170000 == 0o040000


def islink(path):
    """Whether the path is a symbolic link."""
    return _mode(path, False) & 0o170000 == 0o120000


def ismount(path):
    """Whether another file system begins at the path."""
    path, system = _plain(path), _system()
    try:
        here = system.lstat(path)
        if here.st_mode & 0o170000 == 0o120000:
            return False
        above = system.lstat(realpath(join(path, _marks(path)[1] * 2)))
    except (OSError, ValueError):
        return False
    return here.st_dev != above.st_dev or here.st_ino == above.st_ino


def getsize(filename):
    """The size of a file in bytes."""
    return posix.stat(filename).st_size


def getmtime(filename):
    """When the content was changed last, in seconds since 1970."""
    return posix.stat(filename).st_mtime


def getatime(filename):
    """When the file was read last, in seconds since 1970."""
    return posix.stat(filename).st_atime


def getctime(filename):
    """When the file's content or metadata was changed last, in seconds since 1970."""
    return posix.stat(filename).st_ctime


def samestat(s1, s2):
    """Whether two results of stat() are of one file."""
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def samefile(f1, f2):
    """Whether two paths lead to one file."""
    return samestat(posix.stat(f1), posix.stat(f2))


def sameopenfile(fp1, fp2):
    """Whether two descriptors are of one file."""
    import os
    return samestat(os.fstat(fp1), os.fstat(fp2))


def _as_text(change):
    """Of a function on str one that also takes bytes and paths."""
    def function(path):
        path = _plain(path)
        if isinstance(path, str):
            return change(path)
        return change(path.decode('utf-8', 'surrogateescape')).encode('utf-8', 'surrogateescape')
    function.__name__ = function.__qualname__ = change.__name__
    function.__doc__ = change.__doc__
    return function


def _home_of(user):
    """The home folder of a user, the one who runs this for an empty name; None: there is no such."""
    import os
    if not user and 'HOME' in os.environ:
        return os.environ['HOME']
    try:
        import pwd
        return (pwd.getpwnam(user) if user else pwd.getpwuid(os.getuid())).pw_dir
    except (ImportError, KeyError):
        return None


@_as_text
def expanduser(path):
    """The path with ~ or ~name at its beginning replaced by that home folder, as it is where there is none."""
    if not path.startswith('~'):
        return path
    user, slash, rest = path[1:].partition('/')
    home = _home_of(user)
    return path if home is None else home.rstrip('/') + slash + rest or '/'


@_as_text
def expandvars(path):
    """The path with $name and ${name} replaced by variables of the environment; unknown ones stay."""
    import os
    first, *others = path.split('$')
    out = [first]
    for piece in others:
        if piece.startswith('{'):
            name, end, rest = piece[1:].partition('}')
        else:
            stop = next((i for i, c in enumerate(piece) if not (c.isascii() and (c.isalnum() or c == '_'))), len(piece))
            name, end, rest = piece[:stop], True, piece[stop:]
        out.append(os.environ[name] + rest if name and end and name in os.environ else '$' + piece)
    return ''.join(out)


__all__ = '''abspath altsep basename commonpath commonprefix curdir defpath devnull dirname exists expanduser expandvars
extsep getatime getctime getmtime getsize isabs isdir isfile islink ismount join lexists normcase normpath
pardir pathsep realpath relpath samefile sameopenfile samestat sep split splitdrive splitext supports_unicode_filenames'''.split()
