"""Abstract classes of what packages bring beside their modules."""

import abc
import io
import os
from importlib._interface import method
from typing import Protocol, runtime_checkable

__all__ = ['ResourceReader', 'Traversable', 'TraversableResources']


class ResourceReader(metaclass=abc.ABCMeta):
    """Reads the files of one package by their names. Readers with files() tell more."""

    open_resource = method('open_resource(self, resource)', 'A file opened for reading bytes.', FileNotFoundError)
    resource_path = method('resource_path(self, resource)', 'The path of a file; FileNotFoundError: it has none.', FileNotFoundError)
    is_resource = method('is_resource(self, path)', 'Whether the name is that of a file.', FileNotFoundError)
    contents = method('contents(self)', 'An iterable of the names.', FileNotFoundError)


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

    files = method('files(self)', 'The folder of the package, a Traversable.')

    def _at(self, name):
        folder = self.files()
        return folder.joinpath(name)

    def contents(self):
        """The names in the folder."""
        for each in self.files().iterdir():
            yield each.name

    def open_resource(self, resource):
        """A file opened for reading bytes."""
        file = self._at(resource)
        return file.open(mode='rb')

    def is_resource(self, path):
        """Whether the name is that of a file."""
        return bool(self._at(path).is_file())

    def resource_path(self, resource):
        """FileNotFoundError: a path is not known."""
        raise FileNotFoundError(*[resource])


def opened(file, mode='r', *args, **kwargs):
    """A file of bytes as open() gives it in a mode."""
    if mode == 'rb':
        return file
    if mode != 'r':
        raise ValueError("Invalid mode value '%s', only 'r' and 'rb' are supported" % mode)
    return io.TextIOWrapper(file, *args, **kwargs)
