"""Readers made of a few functions: what a package has, and a file's bytes."""

import abc
from importlib._interface import method

from .abc import Traversable, TraversableResources, opened


class SimpleReader(abc.ABC):
    """The least that a reader has to say."""

    package = property(method('package(self)', 'The name of the package.'))
    children = method('children(self)', 'The readers of its folders.')
    resources = method('resources(self)', 'The names of its files.')
    open_binary = method('open_binary(self, resource)', 'A file opened for reading bytes.')

    @property
    def name(self):
        """The last part of the package's name."""
        return self.package.rpartition('.')[2]


class _Entry(Traversable):
    """What both have: a kind that never changes."""

    _folder = False
    name = None

    def is_dir(self):
        """Whether it is a folder."""
        return self._folder

    def is_file(self):
        """Whether it is a file."""
        return not self._folder


class ResourceContainer(_Entry):
    """The folder of a SimpleReader."""

    _folder = True

    def __init__(self, reader):
        self.reader, self.name = reader, reader.name

    def iterdir(self):
        """Files, then folders."""
        for name in self.reader.resources():
            yield ResourceHandle(self, name)
        for below in self.reader.children():
            yield ResourceContainer(below)

    def open(self, *args, **kwargs):
        """IsADirectoryError: it is a folder."""
        raise IsADirectoryError


class ResourceHandle(_Entry):
    """A file of a SimpleReader."""

    def __init__(self, parent, name):
        self.parent, self.name = parent, name

    def open(self, mode='r', *args, **kwargs):
        """The file opened."""
        data = self.parent.reader.open_binary(self.name)
        return opened(data, 'rb' if 'b' in mode else 'r', *args, **kwargs)

    def iterdir(self):
        """Nothing."""
        return iter(())

    def joinpath(self, name):
        """RuntimeError: nothing lies below a file."""
        raise RuntimeError('Cannot traverse into a resource')


class TraversableReader(TraversableResources, SimpleReader):
    """A SimpleReader as importlib.resources wants it."""

    def files(self):
        """The folder of the reader."""
        return ResourceContainer(self)
