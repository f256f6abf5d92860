"""Abstract classes of what packages bring beside their modules."""

import abc
import io
import os
from typing import Protocol, runtime_checkable

__all__ = ['ResourceReader', 'Traversable', 'TraversableResources']


class ResourceReader(metaclass=abc.ABCMeta):
    """Reads the files of one package by their names. Readers with files() tell more."""

    @abc.abstractmethod
    def open_resource(self, resource):
        """A file opened for reading bytes; FileNotFoundError: there is none."""
        raise FileNotFoundError

    @abc.abstractmethod
    def resource_path(self, resource):
        """The path of a file; FileNotFoundError: it has none."""
        raise FileNotFoundError

    @abc.abstractmethod
    def is_resource(self, path):
        """Whether the name is that of a file; FileNotFoundError: there is nothing of that name."""
        raise FileNotFoundError

    @abc.abstractmethod
    def contents(self):
        """An iterable of the names."""
        raise FileNotFoundError


class TraversalError(Exception):
    """A way through files and folders leads nowhere."""


@runtime_checkable
class Traversable(Protocol):
    """A file or a folder, as pathlib.Path and zipfile.Path are."""

    @abc.abstractmethod
    def iterdir(self):
        """What is in the folder."""

    def read_bytes(self):
        """The bytes of the file."""
        with self.open('rb') as file:
            return file.read()

    def read_text(self, encoding=None):
        """The text of the file."""
        with self.open(encoding=encoding) as file:
            return file.read()

    @abc.abstractmethod
    def is_dir(self):
        """Whether it is a folder."""

    @abc.abstractmethod
    def is_file(self):
        """Whether it is a file."""

    def joinpath(self, *descendants):
        """What lies below, each name a step (or more, with /)."""
        here = self
        for name in [part for each in descendants for part in os.fspath(each).split('/') if part not in ('', '.')]:
            found = [each for each in here.iterdir() if each.name == name] if here is self or here.is_dir() else []
            if not found:
                raise TraversalError('Target not found during traversal.', name, list(descendants))
            here = found[0]
        return here

    def __truediv__(self, child):
        """joinpath() of one name."""
        return self.joinpath(child)

    @abc.abstractmethod
    def open(self, mode='r', *args, **kwargs):
        """The file opened for reading text ('r') or bytes ('rb')."""

    @property
    @abc.abstractmethod
    def name(self):
        """The last part of its path."""


class TraversableResources(ResourceReader):
    """A reader whose files() is a folder."""

    @abc.abstractmethod
    def files(self):
        """The folder of the package, a Traversable."""

    def open_resource(self, resource):
        """A file opened for reading bytes."""
        return self.files().joinpath(resource).open('rb')

    def resource_path(self, resource):
        """FileNotFoundError: a path is not known."""
        raise FileNotFoundError(resource)

    def is_resource(self, path):
        """Whether the name is that of a file."""
        return self.files().joinpath(path).is_file()

    def contents(self):
        """The names in the folder."""
        return (item.name for item in self.files().iterdir())


def opened(file, mode='r', *args, **kwargs):
    """A file of bytes as open() gives it in a mode."""
    if mode == 'rb':
        return file
    if mode != 'r':
        raise ValueError("Invalid mode value '%s', only 'r' and 'rb' are supported" % mode)
    return io.TextIOWrapper(file, *args, **kwargs)
