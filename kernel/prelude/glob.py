"""Files by pattern: * and ? and [...] in each part of a path, ** for any number of folders."""
import contextlib
import fnmatch
import os
import stat
import sys

import _regex

__all__ = ['escape', 'glob', 'iglob']
magic_check = _regex.later('([*?[])')
magic_check_bytes = _regex.later(b'([*?[])')


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """Return a list of paths matching a pathname pattern. If recursive is true, `**` matches any number of folders."""
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """Return an iterator which yields the paths matching a pathname pattern."""
    sys.audit('glob.glob', pathname, recursive)
    sys.audit('glob.glob/2', pathname, recursive, root_dir, dir_fd)
    root = os.fspath(root_dir) if root_dir is not None else pathname[:0]
    found = _Search(dir_fd, include_hidden).matching(pathname, root, recursive, False)
    if not pathname or recursive and _is_recursive(pathname[:2]):
        first = next(found, None)
        if first:
            return _chain(first, found)
    return found


def _chain(first, rest):
    yield first
    yield from rest


class _Search:
    """Looks for files. Paths that are not absolute begin at the folder of a descriptor, where one is given."""

    def __init__(self, dir_fd=None, hidden=False):
        self._fd, self._hidden = dir_fd, hidden

    # ---- the file system
    def _mode(self, path, follow):
        try:
            return os.stat(path, dir_fd=self._fd, follow_symlinks=follow).st_mode
        except (OSError, ValueError):
            return None

    def _exists(self, path):
        return self._mode(path, False) is not None

    def _is_folder(self, path):
        mode = self._mode(path, True)
        return mode is not None and stat.S_ISDIR(mode)

    def _names(self, folder, folders_only):
        """The names in a folder; none where it cannot be read."""
        where = folder or (b'.' if isinstance(folder, bytes) else '.')
        try:
            names = os.listdir(where) if self._fd is None else self._listed(where)
        except OSError:
            return []
        return [name for name in names if self._is_folder(_join(where, name))] if folders_only else names

    def _listed(self, folder):
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY, dir_fd=self._fd)
        try:
            names = os.listdir(fd)
        finally:
            os.close(fd)
        return [os.fsencode(name) for name in names] if isinstance(folder, bytes) else names

    # ---- patterns
    def matching(self, pathname, root, recursive, folders_only):
        """The paths below a root that match a pattern."""
        folder, base = os.path.split(pathname)
        if not has_magic(pathname):
            if self._exists(_join(root, pathname)) if base else self._is_folder(_join(root, folder)):
                yield pathname
            return
        if not folder:
            find = self.below if recursive and _is_recursive(base) else self.in_folder
            yield from find(root, base, folders_only)
            return
        folders = self.matching(folder, root, recursive, True) if folder != pathname and has_magic(folder) else [folder]
        if has_magic(base):
            find = self.below if recursive and _is_recursive(base) else self.in_folder
        else:
            find = self.exactly
        for folder in folders:
            for name in find(_join(root, folder), base, folders_only):
                yield os.path.join(folder, name)

    def exactly(self, folder, base, folders_only):
        """A name, where there is such a file."""
        if self._exists(_join(folder, base)) if base else self._is_folder(folder):
            yield base

    def in_folder(self, folder, pattern, folders_only):
        """The names in a folder that match."""
        names = self._names(folder, folders_only)
        if not (self._hidden or _is_hidden(pattern)):
            names = (name for name in names if not _is_hidden(name))
        return fnmatch.filter(names, pattern)

    def below(self, folder, pattern, folders_only):
        """All paths below a folder, and the empty one for itself."""
        if not folder or self._is_folder(folder):
            yield pattern[:0]
        yield from self._walk(folder, folders_only)

    def _walk(self, folder, folders_only):
        for name in self._names(folder, folders_only):
            if self._hidden or not _is_hidden(name):
                yield name
                for inner in self._walk(_join(folder, name), folders_only):
                    yield _join(name, inner)


def glob0(dirname, pattern):
    return list(_Search().exactly(dirname, pattern, False))


def glob1(dirname, pattern):
    return list(_Search().in_folder(dirname, pattern, False))


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
