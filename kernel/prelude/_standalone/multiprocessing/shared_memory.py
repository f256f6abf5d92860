"""Blocks of memory that processes find by a name, and lists of simple values in them."""
import mmap
import os
import struct

import _posixshmem
from _later import Later as _Later

from . import resource_tracker

__all__ = ['SharedMemory', 'ShareableList']
secrets = _Later('secrets', globals())
_USE_POSIX = True
_O_CREX = os.O_CREAT | os.O_EXCL
_SHM_SAFE_NAME_LENGTH, _SHM_NAME_PREFIX = 14, '/psm_'


def _make_filename():
    """A random name for a block."""
    return _SHM_NAME_PREFIX + secrets.token_hex((_SHM_SAFE_NAME_LENGTH - len(_SHM_NAME_PREFIX)) // 2)


class SharedMemory:
    """A block of shared memory: a new one (create), or that of a name. Each process calls close(), one of them unlink()."""
    _name, _fd, _mmap, _buf, _size = None, -1, None, None, 0
    _flags, _mode, _prepend_leading_slash = os.O_RDWR, 0o600, True

    def __init__(self, name=None, create=False, size=0):
        if create:
            self._flags = _O_CREX | os.O_RDWR
        wrong = "'size' must be a positive integer" if not size >= 0 else \
            "'size' must be a positive number different from zero" if create and not size else \
            "'name' can only be None if create=True" if name is None and not self._flags & os.O_EXCL else None
        if wrong:
            raise ValueError(wrong)
        self._open(name)
        try:
            self._map(size if create else 0)
        except OSError:
            self.unlink()
            raise
        resource_tracker.register(self._name, 'shared_memory')

    def _map(self, size):
        """Maps all of it, after it was given a size."""
        if size:
            os.ftruncate(self._fd, size)
        self._size = os.stat(self._fd).st_size
        self._mmap = mmap.mmap(self._fd, self._size)
        self._buf = memoryview(self._mmap)

    def _open(self, name):
        """By its name, or by one that nothing has yet."""
        given = name is not None
        while self._fd < 0:
            self._name = name if given else _make_filename()
            if given and self._prepend_leading_slash and name[:1] != '/':
                self._name = '/' + name
            try:
                self._fd = _posixshmem.shm_open(self._name, self._flags, mode=self._mode)
            except FileExistsError:
                if given:
                    raise

    def __del__(self):
        try:
            self.close()
        except OSError:
            pass

    def __reduce__(self):
        return type(self), (self.name, False, self.size)

    def __repr__(self):
        return f'{type(self).__name__}({self.name!r}, size={self.size})'

    buf = property(lambda self: self._buf, doc='A memoryview of contents of the shared memory block.')
    size = property(lambda self: self._size, doc='Size in bytes.')

    @property
    def name(self):
        """Unique name that identifies the shared memory block."""
        return self._name.removeprefix('/') if self._prepend_leading_slash else self._name

    def close(self):
        """Closes access to the shared memory from this instance but does not destroy the shared memory block."""
        buf, self._buf = self._buf, None
        if buf is not None:
            buf.release()
        if self._mmap is not None:
            self._mmap.close()
            self._mmap = None
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def unlink(self):
        """Requests that the underlying shared memory block be destroyed, once for all processes."""
        if self._name:
            _posixshmem.shm_unlink(self._name)
            resource_tracker.unregister(self._name, 'shared_memory')


_WORD = 8
# What a value is stored as: the type, the letter of its kind, its format.
_KINDS = ((bool, b'b', 'xxxxxxx?'), (int, b'i', 'q'), (float, b'f', 'd'), (type(None), b'n', 'xxxxxx?x'), (str, b's', None), (bytes, b'y', None))
_FORMATS = {letter: layout for _, letter, layout in _KINDS}
_ROW = struct.Struct('<qqc7x')  # of each item: where it lies, how much room it has, its kind
_COUNT = struct.Struct('<q')
_ENCODING = 'utf8'


def _encoded(value):
    return value.encode(_ENCODING) if isinstance(value, str) else value


def _room_of(value):
    return (len(_encoded(value)) // _WORD + 1) * _WORD if isinstance(value, (str, bytes)) else _WORD


def _kind_of(value):
    for cls, letter, _ in _KINDS:
        if isinstance(value, cls):
            return letter
    raise ValueError(f'type {type(value).__name__} cannot be in a ShareableList')


class ShareableList:
    """A list of a fixed length in shared memory: of int, float, bool, None, and str and bytes of limited length."""

    def __init__(self, sequence=None, *, name=None):
        if name is not None and sequence is None:
            self.shm = SharedMemory(name)
            self._list_len, = _COUNT.unpack_from(self.shm.buf)
            return
        values = [*(sequence or ())]
        rows, at = [], _COUNT.size + _ROW.size * len(values)
        rooms = [sequence._row(i)[1] for i in range(len(values))] if isinstance(sequence, ShareableList) else map(_room_of, values)
        for value, room in zip(values, rooms):
            rows.append((at, room, _kind_of(value)))
            at += rows[-1][1]
        self.shm, self._list_len = SharedMemory(name, create=True, size=at), len(values)
        _COUNT.pack_into(self.shm.buf, 0, len(values))
        for i, (row, value) in enumerate(zip(rows, values)):
            _ROW.pack_into(self.shm.buf, _COUNT.size + _ROW.size * i, *row)
            self._store(row, value)

    def _place(self, position, doing=''):
        position = position if position >= 0 else position + self._list_len
        if not 0 <= position < self._list_len:
            raise IndexError(doing + 'index out of range')
        return _COUNT.size + _ROW.size * position

    def _row(self, position):
        return _ROW.unpack_from(self.shm.buf, self._place(position))

    def _get_packing_format(self, position):
        """The format of an item, as struct has it."""
        _, room, letter = self._row(position)
        return _FORMATS[letter] or f'{room}s'

    def _store(self, row, value):
        at, room, letter = row
        value = _encoded(value)
        if letter in b'sy':
            self.shm.buf[at:at + room] = value.ljust(room, b'\0')
        else:
            struct.pack_into(_FORMATS[letter], self.shm.buf, at, bool(value) if letter == b'n' else value)

    def __getitem__(self, position):
        at, room, letter = self._row(position)
        if letter == b'n':
            return None
        if letter in b'sy':
            data = bytes(self.shm.buf[at:at + room]).rstrip(b'\0')
            return data.decode(_ENCODING) if letter == b's' else data
        return struct.unpack_from(_FORMATS[letter], self.shm.buf, at)[0]

    def __setitem__(self, position, value):
        place = self._place(position, 'assignment ')
        at, room, _ = self._row(position)
        letter = _kind_of(value)
        if letter in b'sy' and len(_encoded(value)) > room:
            raise ValueError('bytes/str item exceeds available storage')
        row = at, room, letter
        self._store(row, value)
        _ROW.pack_into(self.shm.buf, place, *row)

    def __reduce__(self):
        return _attached_list, (type(self), self.shm.name)

    def __len__(self):
        return self._list_len

    def __repr__(self):
        return f'{type(self).__name__}({[*self]}, name={self.shm.name!r})'

    @property
    def format(self):
        """The struct packing format used by all currently stored items."""
        return ''.join(map(self._get_packing_format, range(self._list_len)))

    def count(self, value):
        """Number of items that are equal to value."""
        return sum(value == item for item in self)

    def index(self, value):
        """First position of value; ValueError if it is not there."""
        for position, item in enumerate(self):
            if value == item:
                return position
        raise ValueError(f'{value!r} not in this container')

    __class_getitem__ = classmethod(type(list[int]))


def _attached_list(cls, name):
    return cls(name=name)
