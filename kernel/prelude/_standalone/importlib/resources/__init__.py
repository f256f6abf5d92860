"""The files that packages bring beside their modules. files(PACKAGE) is their folder; as_file() gives one a path."""

import contextlib
import functools
import importlib.resources._adapters
import importlib.resources.abc
import os
import pathlib
import tempfile
import types
import warnings

__all__ = ['Package', 'Resource', 'ResourceReader', 'as_file', 'contents', 'files', 'is_resource', 'open_binary', 'open_text', 'path',
           'read_binary', 'read_text']
Resource = str


def __getattr__(name):
    """What few programs use: made, or taken from a module, when it is asked for."""
    if name == 'Package':
        import typing
        found = typing.Union[types.ModuleType, str]
    elif name in ('ResourceReader', 'wrap_spec'):
        found = getattr(importlib.resources.abc if name == 'ResourceReader' else importlib.resources._adapters, name)
    else:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return globals().setdefault(name, found)


def __dir__():
    return sorted({*globals(), *__all__})


def _package(package):
    module = package if isinstance(package, types.ModuleType) else importlib.import_module(package)
    if importlib.resources._adapters.wrap_spec(module).submodule_search_locations is None:
        raise TypeError('%r is not a package' % (package,))
    return module


def files(package):
    """The folder of a package (a module or its name), a Traversable."""
    spec = importlib.resources._adapters.wrap_spec(_package(package))
    return spec.loader.get_resource_reader(spec.name).files()


@contextlib.contextmanager
def _copied(read, suffix=''):
    """A temporary file with the bytes that read() gives."""
    descriptor, path = tempfile.mkstemp(suffix=suffix)
    try:
        with open(descriptor, 'wb') as file:
            file.write(read())
        del read
        yield pathlib.Path(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)


@functools.singledispatch
def as_file(path):
    """with as_file(TRAVERSABLE) as path: a path of the file, of a temporary copy where it has none."""
    return contextlib.nullcontext(path) if isinstance(path, pathlib.Path) else _copied(path.read_bytes, suffix=path.name)


def normalize_path(path):
    """The name of a file without folders; ValueError: it has some."""
    folder, name = os.path.split(str(path))
    if folder:
        raise ValueError('%r must be only a file name' % (path,))
    return name


def _deprecated(function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        warnings.warn('%s is deprecated. Use files() instead. Refer to https://importlib-resources.readthedocs.io/en/latest/using.html'
                      '#migrating-from-legacy for migration advice.' % function.__name__, DeprecationWarning, stacklevel=2)
        return function(*args, **kwargs)
    return call


def _entry(package, resource):
    return files(package) / normalize_path(resource)


@_deprecated
def open_binary(package, resource):
    """A file of a package opened for reading bytes."""
    return _entry(package, resource).open('rb')


@_deprecated
def read_binary(package, resource):
    """The bytes of a file of a package."""
    return _entry(package, resource).read_bytes()


@_deprecated
def open_text(package, resource, encoding='utf-8', errors='strict'):
    """A file of a package opened for reading text."""
    return _entry(package, resource).open('r', encoding=encoding, errors=errors)


@_deprecated
def read_text(package, resource, encoding='utf-8', errors='strict'):
    """The text of a file of a package."""
    with open_text(package, resource, encoding, errors) as file:
        return file.read()


@_deprecated
def contents(package):
    """The names of what is in a package."""
    return [path.name for path in files(package).iterdir()]


@_deprecated
def is_resource(package, name):
    """Whether a package has a file of that name."""
    wanted = normalize_path(name)
    return any(each.name == wanted and each.is_file() for each in files(package).iterdir())


@_deprecated
def path(package, resource):
    """with path(PACKAGE, NAME) as path: a path of a file of a package."""
    return as_file(_entry(package, resource))
