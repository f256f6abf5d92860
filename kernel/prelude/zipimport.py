"""Imports from zip archives: an entry of sys.path that is an archive, or a folder in one (archive.zip/lib), is served by a zipimporter."""

import os

import _imp
from importlib import _files
from importlib.machinery import ModuleSpec, _Loader

__all__ = ['ZipImportError', 'zipimporter']

_zip_directory_cache = {}
_KINDS = (('/__init__.pyc', True, True), ('/__init__.py', False, True), ('.pyc', True, False), ('.py', False, False))
_END, _ENTRY, _LOCAL = b'PK\x05\x06', b'PK\x01\x02', b'PK\x03\x04'
_END_SIZE, _ENTRY_SIZE, _LOCAL_SIZE, _MAX_COMMENT = 22, 46, 30, 0xffff


class ZipImportError(ImportError):
    """An archive cannot be read, or does not have a module."""


# ---- the archive ----

def _number(data, at, size):
    return int.from_bytes(data[at:at + size], 'little')


def _end_of(file, archive):
    """The record at the end of an archive, and where it begins."""
    file.seek(0, 2)
    size = file.tell()
    start = max(0, size - _END_SIZE - _MAX_COMMENT)
    file.seek(start)
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_SIZE:
        raise ZipImportError('not a Zip file: %r' % archive, path=archive)
    return tail[at:at + _END_SIZE], start + at


def _read_directory(archive):
    """What is in an archive: name -> (path, compression, compressed size, size, offset, time, date, check sum)."""
    try:
        with open(archive, 'rb') as file:
            end, at = _end_of(file, archive)
            size, offset = _number(end, 12, 4), _number(end, 16, 4)
            before = at - size - offset  # what was put before the archive
            if at < size or before < 0:
                raise ZipImportError('bad central directory size or offset: %r' % archive, path=archive)
            file.seek(at - size)
            directory = file.read(size)
    except OSError:
        raise ZipImportError("can't open Zip file: %r" % archive, path=archive) from None
    found, here = {}, 0
    while directory[here:here + 4] == _ENTRY:
        head = directory[here:here + _ENTRY_SIZE]
        if len(head) < _ENTRY_SIZE:
            raise EOFError('EOF read where not expected')
        length, extra, comment = (_number(head, part, 2) for part in (28, 30, 32))
        raw = directory[here + _ENTRY_SIZE:here + _ENTRY_SIZE + length]
        if _number(head, 42, 4) > offset:
            raise ZipImportError('bad local header offset: %r' % archive, path=archive)
        name = raw.decode('utf-8' if _number(head, 8, 2) & 0x800 or raw.isascii() else 'cp437', 'surrogateescape')
        found[name] = (os.path.join(archive, name), _number(head, 10, 2), _number(head, 20, 4), _number(head, 24, 4),
                       _number(head, 42, 4) + before, _number(head, 12, 2), _number(head, 14, 2), _number(head, 16, 4))
        here += _ENTRY_SIZE + length + extra + comment
    return found


def _read(archive, entry):
    """The bytes of a file in an archive."""
    path, compression, packed, size, offset = entry[:5]
    if packed < 0:
        raise ZipImportError('negative data size')
    with open(archive, 'rb') as file:
        file.seek(offset)
        head = file.read(_LOCAL_SIZE)
        if len(head) < _LOCAL_SIZE:
            raise EOFError('EOF read where not expected')
        if head[:4] != _LOCAL:
            raise ZipImportError('bad local file header: %r' % archive, path=archive)
        file.seek(offset + _LOCAL_SIZE + _number(head, 26, 2) + _number(head, 28, 2))
        data = file.read(packed)
    if len(data) < packed:
        raise OSError("zipimport: can't read data")
    if compression == 0:
        return data
    try:
        from zlib import decompress
    except Exception:
        raise ZipImportError("can't decompress data; zlib not available") from None
    return decompress(data, -15)


def _seconds(time, date):
    """The time of an entry, as time.time() counts; 0: it has none."""
    import time as clock
    day = ((date >> 9) + 1980, date >> 5 & 15, date & 31)
    try:
        return clock.mktime((*day, time >> 11, time >> 5 & 63, (time & 31) * 2, -1, -1, -1))
    except (OverflowError, ValueError):
        return 0


# ---- the finder and loader ----

def _split(path):
    """The archive on the way of a path, and what lies behind it; ZipImportError: there is none."""
    whole, behind = path, []
    while True:
        try:
            status = os.stat(path)
        except (OSError, ValueError):
            above, name = os.path.split(path)
            if above == path:
                break
            path = above
            behind.insert(0, name)
            continue
        if status.st_mode & 0o170000 == 0o100000:
            return path, behind
        break
    raise ZipImportError('not a Zip file', path=whole)


class zipimporter(_Loader):
    """Finds and loads the modules of an archive, or of a folder in one."""

    def __init__(self, path):
        if not isinstance(path, str):
            raise TypeError('expected str, not %r' % type(path))
        if not path:
            raise ZipImportError('archive path is empty', path=path)
        self.archive, behind = _split(path)
        if self.archive not in _zip_directory_cache:
            _zip_directory_cache[self.archive] = _read_directory(self.archive)
        self._files = _zip_directory_cache[self.archive]
        self.prefix = os.path.join('', *behind)
        if self.prefix and not self.prefix.endswith('/'):
            self.prefix += '/'

    def __repr__(self):
        return '<zipimporter object "%s">' % os.path.join(self.archive, self.prefix)

    def _path(self, fullname):
        return self.prefix + fullname.rpartition('.')[2]

    def _find(self, fullname):
        """(name of the file, whether it is bytecode, whether a package) of a module; None: it is not here."""
        base = self._path(fullname)
        for suffix, bytecode, package in _KINDS:
            if base + suffix in self._files:
                return base + suffix, bytecode, package
        return None

    def _known(self, fullname):
        found = self._find(fullname)
        if found is None:
            raise ZipImportError("can't find module %r" % fullname, name=fullname)
        return found

    def _has_folder(self, base):
        return base + '/' in self._files

    def find_spec(self, fullname, target=None):
        """The specification of a module in the archive; None: there is none."""
        from importlib.util import spec_from_loader
        found = self._find(fullname)
        if found is not None:
            return spec_from_loader(fullname, self, is_package=found[2])
        base = self._path(fullname)
        if not self._has_folder(base):
            return None
        spec = ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations.append(os.path.join(self.archive, base))
        return spec

    def find_loader(self, fullname, path=None):
        """The loader of a module, and folders of a package without __init__. Deprecated."""
        _files._warn_of_finder('zipimporter.find_loader')
        if self._find(fullname) is not None:
            return self, []
        base = self._path(fullname)
        return None, [os.path.join(self.archive, base)] if self._has_folder(base) else []

    def find_module(self, fullname, path=None):
        """The loader of a module. Deprecated."""
        _files._warn_of_finder('zipimporter.find_module')
        return None if self._find(fullname) is None else self

    def is_package(self, fullname):
        """Whether a module is a package."""
        return self._known(fullname)[2]

    def get_filename(self, fullname):
        """The path of a module's file: the archive's, and behind it that in the archive."""
        return os.path.join(self.archive, self._known(fullname)[0]) if self.get_code(fullname) is None else self._loaded

    def get_data(self, path):
        """The bytes of a file, by its path in the archive or behind the archive's."""
        name = path.removeprefix(self.archive + '/')
        if name not in self._files:
            raise OSError(0, '', name)
        return _read(self.archive, self._files[name])

    def get_source(self, fullname):
        """The text of a module; None: there is only bytecode."""
        from importlib.util import decode_source
        name, bytecode, package = self._known(fullname)
        name = name[:-1] if bytecode else name
        return decode_source(self.get_data(name)) if name in self._files else None

    def _bytecode(self, name, fullname):
        """The code object of a file of bytecode; None: its source, which is there, is another one."""
        data, source, path = self.get_data(name), name[:-1], os.path.join(self.archive, name)
        details = {'name': fullname, 'path': path}
        flags = _files.flags_of(data, fullname, details)
        has_source = source in self._files
        check = _imp.check_hash_based_pycs
        if flags & _files._HASHED and has_source:
            if check == 'always' or (flags & _files._CHECKED and check != 'never'):
                _files.check_hash(data, _files.source_hash(self.get_data(source)), fullname, details)
        elif has_source:
            entry = self._files[source]
            if abs(_number(data, 8, 4) - _seconds(entry[5], entry[6])) > 1 or _number(data, 12, 4) != entry[3]:
                return None
        return _files.code_in(memoryview(data)[16:], fullname, path)

    def get_code(self, fullname):
        """The code object of a module."""
        base, failed = self._path(fullname), None
        for suffix, bytecode, package in _KINDS:
            name = base + suffix
            if name not in self._files:
                continue
            self._loaded = os.path.join(self.archive, name)
            if not bytecode:
                data = self.get_data(name).replace(b'\r\n', b'\n').replace(b'\r', b'\n')
                return compile(data, self._loaded, 'exec', dont_inherit=True)
            try:
                code = self._bytecode(name, fullname)
            except ImportError as error:
                code, failed = None, error
            if code is not None:
                return code
        if failed is not None:
            raise ZipImportError('module load failed: %s' % failed, name=fullname) from failed
        raise ZipImportError("can't find module %r" % fullname, name=fullname)

    def load_module(self, fullname):
        """The module, loaded. Deprecated."""
        return _files.load_now(self, fullname)

    def get_resource_reader(self, fullname):
        """What importlib.resources reads a package's files with; None: the module is no package."""
        try:
            if not self.is_package(fullname):
                return None
        except ZipImportError:
            return None
        from importlib.readers import ZipReader
        return ZipReader(self, fullname)

    def invalidate_caches(self):
        """Reads the directory of the archive again."""
        try:
            self._files = _zip_directory_cache[self.archive] = _read_directory(self.archive)
        except ZipImportError:
            _zip_directory_cache.pop(self.archive, None)
            self._files = {}
