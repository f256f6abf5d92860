"""Readers made of a few functions: what a package has, and a file's bytes."""

import abc

from .abc import Traversable, TraversableResources, opened


class SimpleReader(abc.ABC):
    """The least that a reader has to say."""

    @property
    @abc.abstractmethod
    def package(self):
        """The name of the package."""

    @abc.abstractmethod
    def children(self):
        """The readers of its folders."""

    @abc.abstractmethod
    def resources(self):
        """The names of its files."""

    @abc.abstractmethod
    def open_binary(self, resource):
        """A file opened for reading bytes."""

    @property
    def name(self):
        """The last part of the package's name."""
        return self.package.split('.')[-1]


class ResourceContainer(Traversable):
    """The folder of a SimpleReader."""

    def __init__(self, reader):
        self.reader = reader

    def is_dir(self):
        """True."""
        return True

    def is_file(self):
        """False."""
        return False

    def iterdir(self):
        """Files, then folders."""
        yield from (ResourceHandle(self, name) for name in self.reader.resources())
        yield from map(ResourceContainer, self.reader.children())

    def open(self, *args, **kwargs):
        """IsADirectoryError: it is a folder."""
        raise IsADirectoryError()

    @property
    def name(self):
        """The name of the reader."""
        return self.reader.name


class ResourceHandle(Traversable):
    """A file of a SimpleReader."""

    def __init__(self, parent, name):
        self.parent = parent
        self.name = name

    name = None

    def is_file(self):
        """True."""
        return True

    def is_dir(self):
        """False."""
        return False

    def open(self, mode='r', *args, **kwargs):
        """The file opened."""
        return opened(self.parent.reader.open_binary(self.name), 'rb' if 'b' in mode else 'r', *args, **kwargs)

    def joinpath(self, name):
        """RuntimeError: nothing lies below a file."""
        raise RuntimeError('Cannot traverse into a resource')

    def iterdir(self):
        """Nothing."""
        return iter(())


class TraversableReader(TraversableResources, SimpleReader):
    """A SimpleReader as importlib.resources wants it."""

    def files(self):
        """The folder of the reader."""
        return ResourceContainer(self)
