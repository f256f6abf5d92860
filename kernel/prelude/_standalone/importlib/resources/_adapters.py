"""Readers without files() as if they had it."""

from contextlib import suppress

from . import abc


class SpecLoaderAdapter:
    """A specification with another loader; everything else is that of the specification."""

    def __init__(self, spec, adapter=lambda spec: spec.loader):
        self.spec = spec
        self.loader = adapter(spec)

    def __getattr__(self, name):
        return getattr(self.spec, name)


class TraversableResourcesLoader:
    """Gives readers with files() of all loaders."""

    def __init__(self, spec):
        self.spec = spec

    def get_resource_reader(self, name):
        """The reader of the loader, or one that stands before it."""
        return CompatibilityFiles(self.spec)._native()


def wrap_spec(package):
    """The specification of a package, with a loader whose readers have files()."""
    return SpecLoaderAdapter(package.__spec__, TraversableResourcesLoader)


class _Path(abc.Traversable):
    """A file or folder that an old reader stands behind."""

    name = ''

    def iterdir(self):
        """Nothing."""
        return iter(())

    def is_file(self):
        """False."""
        return False

    is_dir = is_file


class CompatibilityFiles:
    """files() of a loader, whatever readers it has."""

    class SpecPath(_Path):
        """The package."""

        def __init__(self, spec, reader):
            self._spec, self._reader = spec, reader

        def iterdir(self):
            """What the reader says to be in the package."""
            if self._reader is None:
                return iter(())
            return iter([CompatibilityFiles.ChildPath(self._reader, name) for name in self._reader.contents()])

        def joinpath(self, other):
            """A name in the package."""
            if self._reader is None:
                return CompatibilityFiles.OrphanPath(other)
            return CompatibilityFiles.ChildPath(self._reader, other)

        __truediv__ = joinpath

        @property
        def name(self):
            """The name of the package."""
            return self._spec.name

        def open(self, mode='r', *args, **kwargs):
            """What the reader opens for no name."""
            return abc.opened(self._reader.open_resource(None), mode, *args, **kwargs)

    class ChildPath(_Path):
        """A name in the package."""

        def __init__(self, reader, name):
            self._reader, self.name = reader, name

        def is_file(self):
            """Whether the reader calls it a file."""
            return self._reader.is_resource(self.name)

        def is_dir(self):
            """Whether the reader calls it none."""
            return not self.is_file()

        def joinpath(self, other):
            """What nothing is known of."""
            return CompatibilityFiles.OrphanPath(self.name, other)

        __truediv__ = joinpath

        def open(self, mode='r', *args, **kwargs):
            """The file opened."""
            return abc.opened(self._reader.open_resource(self.name), mode, *args, **kwargs)

    class OrphanPath(_Path):
        """A path that no reader knows anything of."""

        def __init__(self, *path_parts):
            if not path_parts:
                raise ValueError('Need at least one path part to construct a path')
            self._path = path_parts

        def joinpath(self, other):
            """A path below."""
            return CompatibilityFiles.OrphanPath(*self._path, other)

        __truediv__ = joinpath

        @property
        def name(self):
            """The last part."""
            return self._path[-1]

        def open(self, mode='r', *args, **kwargs):
            """FileNotFoundError: nobody could open it."""
            raise FileNotFoundError("Can't open orphan path")

    def __init__(self, spec):
        self.spec = spec

    @property
    def _reader(self):
        with suppress(AttributeError):
            return self.spec.loader.get_resource_reader(self.spec.name)

    def _native(self):
        """The reader itself, if it has files()."""
        reader = self._reader
        return reader if hasattr(reader, 'files') else self

    def __getattr__(self, name):
        return getattr(self._reader, name)

    def files(self):
        """The package as a folder."""
        return CompatibilityFiles.SpecPath(self.spec, self._reader)
