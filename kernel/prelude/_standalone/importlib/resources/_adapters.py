"""Readers without files() as if they had it."""

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


def _reader_of(spec):
    """The reader of the specification's loader; None: it has none."""
    try:
        return spec.loader.get_resource_reader(spec.name)
    except AttributeError:
        return None


class _Opened(_Path):
    """What the reader can open: the package itself, and the names in it."""

    _resource = None

    def open(self, mode='r', *args, **kwargs):
        """The file opened; of the package, what the reader opens for no name."""
        return abc.opened(self._reader.open_resource(self._resource), mode, *args, **kwargs)


class SpecPath(_Opened):
    """The package."""

    def __init__(self, spec, reader):
        self.name, self._reader = spec.name, reader

    def iterdir(self):
        """What the reader says to be in the package."""
        return (ChildPath(self._reader, name) for name in (self._reader.contents() if self._reader else ()))

    def joinpath(self, other):
        """A name in the package."""
        return ChildPath(self._reader, other) if self._reader else OrphanPath(other)

    __truediv__ = joinpath


class ChildPath(_Opened):
    """A name in the package."""

    def __init__(self, reader, name):
        self._reader, self.name, self._resource = reader, name, name

    def is_dir(self):
        """Whether the reader calls it none."""
        return not self._reader.is_resource(self._resource)

    def is_file(self):
        """Whether the reader calls it a file."""
        return not self.is_dir()

    def joinpath(self, other):
        """What nothing is known of."""
        return OrphanPath(self.name, other)

    __truediv__ = joinpath


class OrphanPath(_Path):
    """A path that no reader knows anything of."""

    def __init__(self, *path_parts):
        if len(path_parts) == 0:
            raise ValueError('Need at least one path part to construct a path')
        *self._above, self.name = path_parts

    def joinpath(self, other):
        """A path below."""
        return OrphanPath(*self._above, self.name, other)

    __truediv__ = joinpath

    def open(self, mode='r', *args, **kwargs):
        """FileNotFoundError: nobody could open it."""
        raise FileNotFoundError("Can't open orphan path")


class CompatibilityFiles:
    """files() of a loader, whatever readers it has."""

    SpecPath, ChildPath, OrphanPath = SpecPath, ChildPath, OrphanPath

    def __init__(self, spec):
        self.spec = spec

    def files(self):
        """The package as a folder."""
        return SpecPath(self.spec, _reader_of(self.spec))

    def _native(self):
        """The reader itself, if it has files()."""
        reader = _reader_of(self.spec)
        return reader if hasattr(reader, 'files') else self

    def __getattr__(self, name):
        return getattr(_reader_of(self.spec), name)
