"""Files by pattern: * and ? and [...] in each part of a path, ** for any number of folders."""
import contextlib
import fnmatch
import os
import re
import stat
import sys

__all__ = ['escape', 'glob', 'iglob']
magic_check = re.compile('([*?[])')
magic_check_bytes = re.compile(b'([*?[])')


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """Return a list of paths matching a pathname pattern. If recursive is true, `**` matches any number of folders."""
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """Return an iterator which yields the paths matching a pathname pattern."""
    sys.audit('glob.glob', pathname, recursive)
    sys.audit('glob.glob/2', pathname, recursive, root_dir, dir_fd)
    if dir_fd is not None:
        raise NotImplementedError('glob: dir_fd is not available')
    root = os.fspath(root_dir) if root_dir is not None else pathname[:0]
    found = _matching(pathname, root, recursive, include_hidden, False)
    if not pathname or recursive and _is_recursive(pathname[:2]):
        first = next(found, None)
        if first:
            return _chain(first, found)
    return found


def _chain(first, rest):
    yield first
    yield from rest


def _matching(pathname, root, recursive, hidden, folders_only):
    folder, base = os.path.split(pathname)
    if not has_magic(pathname):
        if base:
            if os.path.lexists(_join(root, pathname)):
                yield pathname
        elif os.path.isdir(_join(root, folder)):
            yield pathname
        return
    if not folder:
        if recursive and _is_recursive(base):
            yield from _below(root, base, hidden, folders_only)
        else:
            yield from _in_folder(root, base, hidden, folders_only)
        return
    folders = _matching(folder, root, recursive, hidden, True) if folder != pathname and has_magic(folder) else [folder]
    if has_magic(base):
        find = _below if recursive and _is_recursive(base) else _in_folder
    else:
        find = _exactly
    for folder in folders:
        for name in find(_join(root, folder), base, hidden, folders_only):
            yield os.path.join(folder, name)


def _exactly(folder, base, hidden, folders_only):
    if base:
        if os.path.lexists(_join(folder, base)):
            yield base
    elif os.path.isdir(folder):
        yield base


def _names(folder, folders_only):
    """The names in a folder; none where it cannot be read."""
    where = folder or (b'.' if isinstance(folder, bytes) else '.')
    try:
        names = os.listdir(os.fsencode(where)) if isinstance(where, bytes) else os.listdir(where)
    except OSError:
        return []
    if folders_only:
        names = [name for name in names if os.path.isdir(_join(where, name))]
    return names


def _in_folder(folder, pattern, hidden, folders_only):
    names = _names(folder, folders_only)
    if not (hidden or _is_hidden(pattern)):
        names = (name for name in names if not _is_hidden(name))
    return fnmatch.filter(names, pattern)


def _below(folder, pattern, hidden, folders_only):
    if not folder or os.path.isdir(folder):
        yield pattern[:0]
    yield from _walk(folder, hidden, folders_only)


def _walk(folder, hidden, folders_only):
    for name in _names(folder, folders_only):
        if hidden or not _is_hidden(name):
            yield name
            for inner in _walk(_join(folder, name), hidden, folders_only):
                yield _join(name, inner)


def glob0(dirname, pattern):
    return list(_exactly(dirname, pattern, False, False))


def glob1(dirname, pattern):
    return list(_in_folder(dirname, pattern, False, False))


def _join(folder, name):
    return os.path.join(folder, name) if folder and name else folder or name


def has_magic(s):
    """Whether a text has one of the characters of patterns."""
    return (magic_check_bytes if isinstance(s, bytes) else magic_check).search(s) is not None


def _is_hidden(name):
    return name[:1] in ('.', b'.')


def _is_recursive(pattern):
    return pattern == (b'**' if isinstance(pattern, bytes) else '**')


def escape(pathname):
    """Escape all special characters."""
    drive, rest = os.path.splitdrive(pathname)
    if isinstance(pathname, bytes):
        return drive + magic_check_bytes.sub(rb'[\1]', rest)
    return drive + magic_check.sub(r'[\1]', rest)
