"""Readers of the files of packages: of folders, of zip archives, of packages without __init__."""

import pathlib

from . import abc

__all__ = ['FileReader', 'MultiplexedPath', 'NamespaceReader', 'ZipReader']


def remove_duplicates(items):
    """An iterator of the items, each once."""
    return iter(dict.fromkeys(items))


class FileReader(abc.TraversableResources):
    """Of a package in a folder."""

    def __init__(self, loader):
        self.path = pathlib.Path(loader.path).parent

    def resource_path(self, resource):
        """The path of a file, whether or not it is there."""
        return str(self.path.joinpath(resource))

    def files(self):
        """The folder."""
        return self.path


class ZipReader(abc.TraversableResources):
    """Of a package in an archive."""

    def __init__(self, loader, module):
        self.prefix = loader.prefix.replace('\\', '/') + module.rpartition('.')[2] + '/'
        self.archive = loader.archive

    def open_resource(self, resource):
        """A file opened for reading bytes."""
        try:
            return super().open_resource(resource)
        except KeyError as error:
            raise FileNotFoundError(error.args[0])

    def is_resource(self, path):
        """Whether the name is that of a file."""
        target = self.files().joinpath(path)
        return target.is_file() and target.exists()

    def files(self):
        """The folder in the archive."""
        import zipfile
        return zipfile.Path(self.archive, self.prefix)


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


class NamespaceReader(abc.TraversableResources):
    """Of a package of folders without __init__."""

    def __init__(self, namespace_path):
        if 'NamespacePath' not in str(namespace_path):
            raise ValueError('Invalid path')
        self.path = MultiplexedPath(*list(namespace_path))

    def resource_path(self, resource):
        """The path of a file, whether or not it is there."""
        return str(self.path.joinpath(resource))

    def files(self):
        """The folders."""
        return self.path
