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
    return _plain(s)


def isabs(s):
    s = _plain(s)
    return s.startswith(_marks(s)[0])


def join(a, *p):
    a = _plain(a)
    slash = _marks(a)[0]
    path = a
    for b in p:
        if not isinstance(b, (str, bytes)):
            try:
                b = posix.fspath(b)
            except TypeError:
                raise TypeError(f"join() argument must be str, bytes, or os.PathLike object, not {type(b).__name__!r}") from None
        if isinstance(b, str) != isinstance(a, str):
            raise TypeError("Can't mix strings and bytes in path components")
        if b.startswith(slash):
            path = b
        elif not path or path.endswith(slash):
            path += b
        else:
            path += slash + b
    return path


def split(p):
    p = _plain(p)
    slash = _marks(p)[0]
    cut = p.rfind(slash) + 1
    head, tail = p[:cut], p[cut:]
    if head and head != slash * len(head):
        head = head.rstrip(slash)
    return head, tail


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


def splitext(p):
    p = _plain(p)
    slash, dot = _marks(p)
    start = p.rfind(slash) + 1
    cut = p.rfind(dot)
    if cut > start:
        while start < cut:
            if p[start:start + 1] != dot:
                return p[:cut], p[cut:]
            start += 1
    return p, p[:0]


def splitdrive(p):
    p = _plain(p)
    return p[:0], p


def normpath(path):
    path = _plain(path)
    slash, dot = _marks(path)
    if not path:
        return dot
    lead = 0
    if path.startswith(slash):
        lead = 2 if path.startswith(slash * 2) and not path.startswith(slash * 3) else 1
    parts = []
    for part in path.split(slash):
        if not part or part == dot:
            continue
        if part != dot * 2 or (not lead and not parts) or (parts and parts[-1] == dot * 2):
            parts.append(part)
        elif parts:
            parts.pop()
    return slash * lead + slash.join(parts) or dot


def abspath(path):
    path = _plain(path)
    if not isabs(path):
        here = posix.getcwd()
        path = join(here if isinstance(path, str) else here.encode(), path)
    return normpath(path)


def realpath(filename, *, strict=False):
    path = abspath(filename)
    slash = _marks(path)[0]
    done = slash
    rest = [part for part in path.split(slash) if part][::-1]
    followed = 0
    while rest:
        part = rest.pop()
        if part == _marks(path)[1] * 2:
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
        rest += [piece for piece in target.split(slash) if piece and piece != _marks(path)[1]][::-1]
    return done


def relpath(path, start=None):
    path = _plain(path)
    if not path:
        raise ValueError("no path specified")
    slash, dot = _marks(path)
    to = [x for x in abspath(path).split(slash) if x]
    origin = [x for x in abspath(dot if start is None else start).split(slash) if x]
    shared = len(commonprefix([origin, to]))
    parts = [dot * 2] * (len(origin) - shared) + to[shared:]
    return join(*parts) if parts else dot


def commonprefix(m):
    if not m:
        return ''
    if not isinstance(m[0], (list, tuple)):
        m = [_plain(x) for x in m]
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def commonpath(paths):
    if not paths:
        raise ValueError('commonpath() arg is an empty sequence')
    paths = [_plain(path) for path in paths]
    slash, dot = _marks(paths[0])
    absolute = {isabs(path) for path in paths}
    if len(absolute) != 1:
        raise ValueError("Can't mix absolute and relative paths")
    split_paths = [[c for c in path.split(slash) if c and c != dot] for path in paths]
    return (slash if absolute.pop() else slash[:0]) + slash.join(commonprefix(split_paths))


def _mode(path, follow=True):
    try:
        return posix.stat(path).st_mode if follow else posix.lstat(path).st_mode
    except (OSError, ValueError):
        return 0


def exists(path):
    return _mode(path) != 0


def lexists(path):
    return _mode(path, False) != 0


def isfile(path):
    return _mode(path) & 0o170000 == 0o100000


def isdir(s):
    return _mode(s) & 0o170000 == 0o040000


def islink(path):
    return _mode(path, False) & 0o170000 == 0o120000


def ismount(path):
    try:
        here, above = posix.lstat(path), posix.lstat(join(path, '..'))
    except (OSError, ValueError):
        return False
    return here.st_dev != above.st_dev or here.st_ino == above.st_ino


def getsize(filename):
    return posix.stat(filename).st_size


def getmtime(filename):
    return posix.stat(filename).st_mtime


def getatime(filename):
    return posix.stat(filename).st_atime


def getctime(filename):
    return posix.stat(filename).st_ctime


def samestat(s1, s2):
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def samefile(f1, f2):
    return samestat(posix.stat(f1), posix.stat(f2))


def expanduser(path):
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
