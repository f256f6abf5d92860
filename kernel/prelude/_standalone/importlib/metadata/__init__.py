"""The metadata of installed packages: folders NAME-VERSION.dist-info and NAME.egg-info on sys.path, and in zip archives there."""

import abc
import collections
import functools
import itertools
import os
import pathlib
import posixpath
import re
import sys
import warnings
from importlib import import_module
from importlib._interface import method
from importlib.abc import MetaPathFinder

import _regex
from _later import Later

__all__ = ['Distribution', 'DistributionFinder', 'PackageMetadata', 'PackageNotFoundError', 'distribution', 'distributions',
           'entry_points', 'files', 'metadata', 'packages_distributions', 'requires', 'version']
csv, textwrap = Later('csv', globals()), Later('textwrap', globals())


class PackageNotFoundError(ModuleNotFoundError):
    """No package of that name is installed."""

    def __str__(self):
        return 'No package metadata was found for %s' % self.name

    @property
    def name(self):
        """The name that was looked for."""
        return self.args[0]


# ---- texts: sections, headers ----

def _lines(text):
    return (line.strip() for line in (text or '').splitlines())


def _sections(text):
    """Pairs (section, line) of a text like an .ini file; None before the first section."""
    section = None
    for line in _lines(text):
        if not line or line.startswith('#'):
            continue
        if line.startswith('[') and line.endswith(']'):
            section = line[1:-1]
        else:
            yield section, line


class PackageMetadata:
    """The headers of a package's metadata, and its description below them. Names are the same in any case."""

    _lists = {'classifier', 'dynamic', 'license-file', 'obsoletes', 'obsoletes-dist', 'platform', 'project-url', 'provides',
              'provides-dist', 'provides-extra', 'requires', 'requires-dist', 'requires-external', 'supported-platform'}

    def __init__(self, text):
        self._headers = []
        head, self._body = [], ''
        lines = text.split('\n')
        for at, line in enumerate(lines):
            line = line.rstrip('\r')
            if line[:1] in (' ', '\t') and head:
                head[-1][1] += '\n' + line
                continue
            name, colon, value = line.partition(':')
            if not colon or not name or ' ' in name:
                self._body = '\n'.join(lines[at + (not line):])
                break
            head.append([name, value.lstrip(' \t')])
        self._headers = [(name, self._unindented(value)) for name, value in head]
        if self._body:
            self._headers.append(('Description', self._body))

    @staticmethod
    def _unindented(value):
        if '\n' not in value:
            return value
        return textwrap.dedent(' ' * 8 + value)

    def __len__(self):
        return len(self._headers)

    def __iter__(self):
        return iter(self.keys())

    def __contains__(self, name):
        return self.get(name) is not None

    def __getitem__(self, name):
        value = self.get(name)
        return value

    def get(self, name, failobj=None):
        """The first header of a name."""
        return next((value for key, value in self._headers if key.lower() == name.lower()), failobj)

    def get_all(self, name, failobj=None):
        """All headers of a name, a list."""
        return [value for key, value in self._headers if key.lower() == name.lower()] or failobj

    def keys(self):
        """The names as they are written, a list."""
        return [key for key, value in self._headers]

    def values(self):
        """The values, a list."""
        return [value for key, value in self._headers]

    def items(self):
        """Pairs of names and values, a list."""
        return list(self._headers)

    def get_payload(self):
        """The text below the headers."""
        return self._body

    @property
    def json(self):
        """The metadata as PEP 566 has them in JSON, a dict."""
        made = {}
        for name in dict.fromkeys(key.lower() for key in self.keys()):
            value = self.get_all(name) if name in self._lists else self.get(name)
            if name == 'keywords':
                value = re.split(r'\s+', value)
            made[name.replace('-', '_')] = value
        return made


# ---- entry points ----

class _Old:
    """Warns of what was done with entry points before they had select()."""

    @staticmethod
    def warn(message, level=3):
        warnings.warn(message, DeprecationWarning, stacklevel=level)


_VALUE = _regex.later(r'([\w.]+)\s*(?::\s*([\w.]+)\s*)?(?:(\[.*\])\s*)?$')


def _part(at, doc):
    """A part of the value of an entry point; AttributeError: the value is none of that form."""
    return property(lambda self: self.pattern.match(self.value).group(at), doc=doc)


class EntryPoint:
    """A name in a group, whose value 'package.module:attribute [extras]' says what it stands for."""

    pattern = _VALUE
    dist = None
    module = _part(1, 'The name of the module.')
    attr = _part(2, 'The attribute in it, or None.')
    _extras = _part(3, 'The extras as they are written, or None.')

    def __init__(self, name, value, group):
        self.__dict__.update(name=name, value=value, group=group)

    def __repr__(self):
        return 'EntryPoint(name=%r, value=%r, group=%r)' % self._key()

    def __setattr__(self, name, value):
        raise AttributeError('EntryPoint objects are immutable.')

    def _key(self):
        return self.name, self.value, self.group

    def __eq__(self, other):
        return self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())

    def __iter__(self):
        _Old.warn('Construction of dict of EntryPoints is deprecated in favor of EntryPoints.')
        yield from (self.name, self)

    @property
    def extras(self):
        """The extras that it needs, a list."""
        return re.findall(r'\w+', self._extras or '')

    def load(self):
        """The module or the attribute of a module that is meant, which is imported."""
        found = import_module(self.module)
        for name in (self.attr or '').split('.'):
            found = getattr(found, name) if name else found
        return found

    def matches(self, **params):
        """Whether it has these attributes."""
        return not any(getattr(self, name) != value for name, value in params.items())

    def _for(self, dist):
        self.__dict__['dist'] = dist
        return self


class EntryPoints(list):
    """Entry points, from which names and select() pick some."""

    def __getitem__(self, name):
        if isinstance(name, int):
            _Old.warn('Accessing entry points by index is deprecated. Cast to tuple if needed.')
            return super().__getitem__(name)
        found = next(iter(self.select(name=name)), None)
        if found is None:
            raise KeyError(name)
        return found

    def select(self, **params):
        """Those that have these attributes."""
        return EntryPoints(each for each in self if each.matches(**params))

    @property
    def names(self):
        """All names, a set."""
        return {each.name for each in self}

    @property
    def groups(self):
        """All groups, a set."""
        return {each.group for each in self}

    def __eq__(self, other):
        if not isinstance(other, tuple):
            other = tuple(other)
        return tuple(self) == other

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, tuple(self))

    @classmethod
    def _from_text_for(cls, text, dist):
        return cls(each._for(dist) for each in cls._from_text(text))

    @staticmethod
    def _from_text(text):
        for group, line in _sections(text):
            if group is not None:
                name, _, value = line.partition('=')
                yield EntryPoint(name.strip(), value.strip(), group)


def _refuses(name):
    def changed(self, *args, **kwargs):
        _Old.warn('EntryPoints list interface is deprecated. Cast to list if needed.')
        return getattr(list, name)(self, *args, **kwargs)
    return changed


for _name in ('__setitem__ __delitem__ append reverse extend pop remove __iadd__ insert sort').split():
    setattr(EntryPoints, _name, _refuses(_name))


class SelectableGroups(dict):
    """Entry points by their groups: what entry_points() without arguments gives; select() is asked for more."""

    @classmethod
    def load(cls, eps):
        """Those of an iterable."""
        groups = {}
        for each in sorted(eps, key=lambda each: each.group):
            groups.setdefault(each.group, []).append(each)
        return cls((group, EntryPoints(found)) for group, found in groups.items())

    @property
    def _all(self):
        return EntryPoints(itertools.chain.from_iterable(dict.values(self)))

    @property
    def groups(self):
        """All groups, a set."""
        return self._all.groups

    @property
    def names(self):
        """All names, a set."""
        return self._all.names

    def select(self, **params):
        """Those that have these attributes; without any: all, by groups."""
        return self._all.select(**params) if params else self


def _warns(name):
    def asked(self, *args, **kwargs):
        _Old.warn('SelectableGroups dict interface is deprecated. Use select.')
        return getattr(dict, name)(self, *args, **kwargs)
    return asked


for _name in '__getitem__ get __iter__ __contains__ keys values'.split():
    setattr(SelectableGroups, _name, _warns(_name))


# ---- distributions ----

class PackagePath(pathlib.PurePosixPath):
    """A file of a package, as the list of its files names it: hash, size and dist are attributes of it."""

    def locate(self):
        """Where the file is."""
        return self.dist.locate_file(self)

    def read_binary(self):
        """The bytes of the file."""
        return self.locate().read_bytes()

    def read_text(self, encoding='utf-8'):
        """The text of the file."""
        return self.locate().read_text(encoding=encoding)


class FileHash:
    """A hash as the list of files has it: mode=value."""

    def __init__(self, spec):
        self.mode, _, self.value = spec.partition('=')

    def __repr__(self):
        return '<FileHash mode: %s value: %s>' % (self.mode, self.value)


class Distribution:
    """An installed package. Subclasses say where its files are."""

    @abc.abstractmethod
    def read_text(self, filename):
        """The text of a file of the metadata; None: there is none."""

    @abc.abstractmethod
    def locate_file(self, path):
        """The path of a file of the package."""

    @classmethod
    def from_name(cls, name):
        """The package of that name; PackageNotFoundError: there is none."""
        if not name:
            raise ValueError('A distribution name is required.')
        found = next(iter(cls.discover(name=name)), None)
        if found is None:
            raise PackageNotFoundError(name)
        return found

    @classmethod
    def discover(cls, **kwargs):
        """All packages, or those that fit: context=, or name= and path=."""
        context = kwargs.pop('context', None)
        if context and kwargs:
            raise ValueError('cannot accept context and kwargs')
        context = context or DistributionFinder.Context(**kwargs)
        return itertools.chain.from_iterable(find(context) for find in cls._discover_resolvers())

    @staticmethod
    def at(path):
        """The package whose metadata are in a folder."""
        return PathDistribution(pathlib.Path(path))

    @staticmethod
    def _discover_resolvers():
        return filter(None, (getattr(finder, 'find_distributions', None) for finder in sys.meta_path))

    @property
    def metadata(self):
        """The metadata, a PackageMetadata."""
        for name in ('METADATA', 'PKG-INFO', ''):
            text = self.read_text(name)
            if text:
                break
        return PackageMetadata(text or '')

    @property
    def name(self):
        """The name of the package."""
        return self.metadata['Name']

    @property
    def _normalized_name(self):
        return Prepared.normalize(self.name)

    @property
    def version(self):
        """The version of the package."""
        return self.metadata['Version']

    @property
    def entry_points(self):
        """The entry points of the package."""
        return EntryPoints._from_text_for(self.read_text('entry_points.txt'), self)

    @property
    def files(self):
        """The files of the package, a list; None: there is no list of them."""
        for read in (self._recorded, self._listed):
            rows = read()
            if rows is not None:
                return [self._file(*row) for row in csv.reader(rows)]
        return None

    def _file(self, name, hash=None, size=None):
        path = PackagePath(name)
        path.hash = FileHash(hash) if hash else None
        path.size = int(size) if size else None
        path.dist = self
        return path

    def _recorded(self):
        text = self.read_text('RECORD')
        return text and text.splitlines()

    def _listed(self):
        text = self.read_text('SOURCES.txt')
        return text and ['"%s"' % line for line in text.splitlines()]

    @property
    def requires(self):
        """What the package requires, a list; None: nothing is said of it."""
        found = self.metadata.get_all('Requires-Dist')
        if found is not None:
            return list(found)
        text = self.read_text('requires.txt')
        return None if text is None else list(self._deps_from_requires_text(text))

    @classmethod
    def _deps_from_requires_text(cls, text):
        for section, line in _sections(text):
            extra, _, marker = (section or '').partition(':')
            if extra and marker:
                marker = '(%s)' % marker
            told = [part for part in (marker, extra and 'extra == "%s"' % extra) if part]
            space = ' ' if '@' in line else ''  # the end of an address
            yield line + space + '; ' + ' and '.join(told) if told else line


class _Context:
    """What is looked for: name (None: all), and path, the folders where."""

    name = None

    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __getattr__(self, name):
        if name == 'path':
            return sys.path
        raise AttributeError(name)


class DistributionFinder(MetaPathFinder):
    """A finder of sys.meta_path that finds packages, too."""

    Context = _Context
    find_distributions = method('find_distributions(self, context=None)', 'The packages that fit.')


class Prepared:
    """A name to be looked for, as it may be written; None: any."""

    def __init__(self, name):
        self.name = name
        self.forms = () if name is None else (self.normalize(name), self.legacy_normalize(name))

    def __bool__(self):
        return self.name not in (None, '')

    def fits(self, written):
        """Whether a name of a folder may be meant."""
        return not self or self.forms[0] == self.normalize(written) or self.forms[1] == written

    def normalize(name):
        """A name as PEP 503 writes it, with _ in the place of -."""
        return '_'.join(filter(None, re.split('[-_.]+', name.lower())))

    def legacy_normalize(name):
        """A name as setuptools wrote it."""
        return name.lower().replace('-', '_')

    normalize, legacy_normalize = staticmethod(normalize), staticmethod(legacy_normalize)


class FastPath:
    """One entry of a path: a folder or an archive."""

    def __init__(self, root):
        self.root = root

    def joinpath(self, child):
        """What is in it."""
        return pathlib.Path(self.root, child)

    def children(self):
        """The names in it."""
        try:
            return os.listdir(self.root or '.')
        except OSError:
            pass
        try:
            return self._zip_children()
        except Exception:
            return []

    def _zip_children(self):
        import zipfile
        archive = zipfile.Path(self.root)
        self.joinpath = archive.joinpath
        return dict.fromkeys(name.split(posixpath.sep, 1)[0] for name in archive.root.namelist())

    def search(self, prepared):
        """The folders of metadata of a name."""
        here = os.path.basename(self.root).lower()
        for child in self.children():
            folder, metadata = child.lower(), False
            if folder.endswith(('.dist-info', '.egg-info')):
                metadata = prepared.fits(_name_in(folder))
            elif folder == 'egg-info' and here.endswith('.egg'):
                metadata = prepared.fits(_name_in(here))
            if metadata:
                yield self.joinpath(child)


def _name_in(folder):
    """NAME of a folder NAME-VERSION.SUFFIX."""
    return folder.rpartition('.')[0].partition('-')[0]


class MetadataPathFinder(DistributionFinder):
    """Finds the packages of the folders and archives of a path."""

    def find_distributions(context=_Context()):
        """The packages that fit."""
        wanted = Prepared(context.name)
        for entry in context.path:
            yield from (PathDistribution(found) for found in FastPath(str(entry)).search(wanted))

    def invalidate_caches():
        """Nothing is kept."""

    find_distributions, invalidate_caches = staticmethod(find_distributions), staticmethod(invalidate_caches)


class PathDistribution(Distribution):
    """A package whose metadata are in a folder (or, of old ones, in a file)."""

    _missing = FileNotFoundError, IsADirectoryError, KeyError, NotADirectoryError, PermissionError

    def __init__(self, path):
        self._path = path

    def locate_file(self, path):
        """The path of a file of the package."""
        return self._path.parent / path

    def read_text(self, filename):
        """The text of a file of the metadata; None: there is none."""
        try:
            file = self._path.joinpath(filename)
            return file.read_text(encoding='utf-8')
        except self._missing:
            return None

    @property
    def _normalized_name(self):
        folder = os.path.basename(str(self._path))
        name = _name_in(folder) if folder.endswith(('.dist-info', '.egg-info')) else ''
        return Prepared.normalize(name or self.name)


# ---- functions ----

def distribution(distribution_name):
    """The package of that name; PackageNotFoundError: there is none."""
    return Distribution.from_name(distribution_name)


def distributions(**kwargs):
    """All packages, or those that fit: context=, or name= and path=."""
    return Distribution.discover(**kwargs)


def metadata(distribution_name):
    """The metadata of a package."""
    return Distribution.from_name(distribution_name).metadata


def version(distribution_name):
    """The version of a package, a str."""
    return distribution(distribution_name).version


def _unique(dists):
    """The packages, the first of each name."""
    seen = set()
    for dist in dists:
        name = dist._normalized_name
        if name not in seen:
            seen.add(name)
            yield dist


def entry_points(**params):
    """The entry points of all packages that have these attributes (group=, name=); without any: all, by groups."""
    every = itertools.chain.from_iterable(dist.entry_points for dist in _unique(distributions()))
    return SelectableGroups.load(every).select(**params)


def files(distribution_name):
    """The files of a package, a list; None: there is no list of them."""
    return distribution(distribution_name).files


def requires(distribution_name):
    """What a package requires, a list; None: nothing is said of it."""
    return distribution(distribution_name).requires


def packages_distributions():
    """A dict: the packages (distributions) that bring each module at the top."""
    found = collections.defaultdict(list)
    for dist in distributions():
        for name in _top_level_declared(dist) or _top_level_inferred(dist):
            found[name].append(dist.metadata['Name'])
    return dict(found)


def _top_level_declared(dist):
    return (dist.read_text('top_level.txt') or '').split()


def _top_level_inferred(dist):
    return {path.parts[0] if len(path.parts) > 1 else path.with_suffix('').name
            for path in dist.files or () if path.suffix == '.py'}
