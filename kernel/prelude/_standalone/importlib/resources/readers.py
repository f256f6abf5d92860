"""Readers of the files of packages: of folders, of zip archives, of packages without __init__."""

import os
import pathlib

from . import abc

__all__ = ['FileReader', 'MultiplexedPath', 'NamespaceReader', 'ZipReader']


def remove_duplicates(items):
    """An iterator of the items, each once."""
    return iter(dict.fromkeys(items))


class _Reader(abc.TraversableResources):
    """A reader that keeps its folder as `path`."""

    def files(self):
        """The folder."""
        return self.path

    def resource_path(self, resource):
        """The path of a file, whether or not it is there."""
        return os.fspath(self._at(resource))


class FileReader(_Reader):
    """Of a package in a folder."""

    def __init__(self, loader):
        self.path = pathlib.Path(os.path.dirname(loader.path))


class ZipReader(abc.TraversableResources):
    """Of a package in an archive."""

    def __init__(self, loader, module):
        folder = loader.prefix + module.split('.')[-1] + '/'
        self.archive, self.prefix = loader.archive, folder.replace('\\', '/')

    def files(self):
        """The folder in the archive."""
        from zipfile import Path
        return Path(self.archive, self.prefix)

    def is_resource(self, path):
        """Whether the name is that of a file: also one without an entry calls itself a file."""
        there = self._at(path)
        return there.exists() and there.is_file()

    def open_resource(self, resource):
        """A file opened for reading bytes."""
        try:
            return self._at(resource).open('rb')
        except KeyError as missing:
            raise FileNotFoundError(*missing.args) from missing


class MultiplexedPath(abc.Traversable):
    """Several folders as if they were one; what is in an earlier one comes first."""

    def __init__(self, *paths):
        self._paths = [pathlib.Path(path) for path in dict.fromkeys(paths)]
        if not self._paths:
            raise FileNotFoundError('MultiplexedPath must contain at least one path')
        if not all(path.is_dir() for path in self._paths):
            raise NotADirectoryError('MultiplexedPath only supports directories')

    def iterdir(self):
        """What is in the folders, each name once."""
        found = {}
        for path in self._paths:
            for each in path.iterdir():
                found.setdefault(each.name, each)
        return iter(found.values())

    def read_bytes(self):
        """FileNotFoundError: it is no file."""
        raise FileNotFoundError('%s is not a file' % self)

    def read_text(self, *args, **kwargs):
        """FileNotFoundError: it is no file."""
        raise FileNotFoundError('%s is not a file' % self)

    def is_dir(self):
        """True."""
        return True

    def is_file(self):
        """False."""
        return False

    def joinpath(self, *descendants):
        """What lies below; in the first of the folders, if it is in none."""
        try:
            return super().joinpath(*descendants)
        except abc.TraversalError:
            return self._paths[0].joinpath(*descendants)

    __truediv__ = joinpath

    def open(self, *args, **kwargs):
        """FileNotFoundError: it is no file."""
        raise FileNotFoundError('%s is not a file' % self)

    @property
    def name(self):
        """The name of the first folder."""
        return self._paths[0].name

    def __repr__(self):
        return 'MultiplexedPath(%s)' % ', '.join(repr(str(path)) for path in self._paths)


class NamespaceReader(_Reader):
    """Of a package of folders without __init__."""

    def __init__(self, namespace_path):
        if repr(namespace_path).find('NamespacePath') < 0:
            raise ValueError('Invalid path')
        self.path = MultiplexedPath(*namespace_path)

    def resource_path(self, resource):
        """The path of a file, whether or not it is there."""
        return str(self._at(resource))
