"""Operations on path names, as os.path."""
import posix

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


def abspath(path):
    """The path from the root on."""
    path = _plain(path)
    here = posix.getcwd()
    return normpath(join(here if isinstance(path, str) else here.encode(), path))


def realpath(filename, *, strict=False):
    """The path without symbolic links, from the root on; strict: OSError where something is not there."""
    path = _plain(filename)
    slash, dot = _marks(path)
    if not isabs(path):
        path = join(posix.getcwd().encode('utf-8', 'surrogateescape') if isinstance(path, bytes) else posix.getcwd(), path)
    done = slash
    rest = [part for part in path.split(slash) if part and part != dot][::-1]
    followed = 0
    while rest:
        part = rest.pop()
        if part == dot * 2:
            done = dirname(done)
            continue
        there = join(done, part)
        try:
            target = posix.readlink(there)
        except OSError as error:
            if strict and error.errno != 22:
                raise
            done = there
            continue
        followed += 1
        if followed > 40:
            if strict:
                posix.stat(there)
            return normpath(join(there, *rest[::-1]))
        if isabs(target):
            done = slash
        rest += [piece for piece in target.split(slash) if piece and piece != dot][::-1]
    return done


def relpath(path, start=None):
    """The path as seen from a folder, the current one if none is given."""
    path = _plain(path)
    if not path:
        raise ValueError("no path specified")
    slash, dot = _marks(path)
    there, here = [[name for name in abspath(each).split(slash) if name] for each in (path, dot if start is None else start)]
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
    paths = [_plain(path) for path in paths]
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
    try:
        here, above = posix.lstat(path), posix.lstat(join(path, '..'))
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


def expanduser(path):
    """The path with ~ or ~name at its beginning replaced by that home folder, as it is where there is none."""
    path = _plain(path)
    if not path.startswith('~'):
        return path
    end = path.find('/', 1)
    if end < 0:
        end = len(path)
    home = posix._environment().get('HOME') if end == 1 else None
    if end == 1:
        import os
        home = os.environ.get('HOME', home)
    if home is None:
        try:
            with open('/etc/passwd') as accounts:
                for line in accounts:
                    fields = line.split(':')
                    if fields[0] == path[1:end] or (end == 1 and fields[2] == str(posix.getuid())):
                        home = fields[5]
                        break
        except OSError:
            pass
    if home is None:
        return path
    return (home.rstrip('/') + path[end:]) or '/'


def expandvars(path):
    """The path with $name and ${name} replaced by variables of the environment; unknown ones stay."""
    import os
    path = _plain(path)
    out = ''
    i = 0
    while i < len(path):
        j = path.find('$', i)
        if j < 0:
            break
        out += path[i:j]
        i = j + 1
        if path[i:i + 1] == '{':
            end = path.find('}', i)
            name, after = (path[i + 1:end], end + 1) if end >= 0 else ('', i)
        else:
            after = i
            while after < len(path) and (path[after].isalnum() or path[after] == '_') and path[after].isascii():
                after += 1
            name = path[i:after]
        if name and name in os.environ:
            out += os.environ[name]
            i = after
        else:
            out += path[j:after] if after > j + 1 else '$'
            i = max(after, j + 1)
    return out + path[i:]


__all__ = '''abspath altsep basename commonpath commonprefix curdir defpath devnull dirname exists expanduser expandvars
extsep getatime getctime getmtime getsize isabs isdir isfile islink ismount join lexists normcase normpath
pardir pathsep realpath relpath samefile samestat sep split splitdrive splitext supports_unicode_filenames'''.split()
