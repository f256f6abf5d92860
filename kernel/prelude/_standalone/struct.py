"""Values as bytes by a format, and back."""
from functools import lru_cache as _lru_cache

from _binary import pack_float as _pack_float, unpack_float as _unpack_float

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct', 'error']


class error(Exception):
    """What does not fit a format."""
    __module__ = 'struct'


# Of each letter: its bytes as in C, its bytes in other formats (0: not there), and whether it is signed (None: no integer).
_KINDS = {'b': (1, 1, True), 'B': (1, 1, False), 'h': (2, 2, True), 'H': (2, 2, False), 'i': (4, 4, True), 'I': (4, 4, False),
          'l': (8, 4, True), 'L': (8, 4, False), 'q': (8, 8, True), 'Q': (8, 8, False), 'n': (8, 0, True), 'N': (8, 0, False),
          'P': (8, 0, False), 'e': (2, 2, None), 'f': (4, 4, None), 'd': (8, 8, None), '?': (1, 1, None), 'c': (1, 1, None),
          's': (1, 1, None), 'p': (1, 1, None), 'x': (1, 1, None)}


@_lru_cache(100)
def _parse(format):
    """The items (letter, offset, bytes, whether signed, big endian), and all bytes."""
    if isinstance(format, (bytes, bytearray)):
        format = bytes(format).decode('latin1')
    elif not isinstance(format, str):
        raise TypeError(f'Struct() argument 1 must be a str or bytes object, not {type(format).__name__}')
    if not format.isascii():
        raise error('bad char in struct format')
    mark = format[:1]
    native = mark not in ('=', '<', '>', '!')
    big = mark in ('>', '!') and bool(mark)
    at = int(mark in ('@', '=', '<', '>', '!') and bool(mark))
    items, offset = [], 0
    while at < len(format):
        char = format[at]
        at += 1
        if char.isspace():
            continue
        start = at - 1
        while char.isdigit():
            if at == len(format):
                raise error('repeat count given without format specifier')
            char = format[at]
            at += 1
        count = int(format[start:at - 1]) if at - 1 > start else 1
        if '\0' == char:
            raise error('embedded null character')
        if char not in _KINDS or not native and not _KINDS[char][1]:
            raise error('bad char in struct format')
        in_c, elsewhere, signed = _KINDS[char]
        size = in_c if native else elsewhere
        if native and char not in 'sp':
            offset += -offset % size
        if offset + count * size > (1 << 63) - 1:
            raise error('total struct size too long')
        if char == 'x':
            offset += count
        elif char in 'sp':
            items.append((char, offset, count, None, big))
            offset += count
        else:
            for _ in range(count):
                items.append((char, offset, size, signed, big))
                offset += size
    return tuple(items), offset


def _integer(value, char, size, signed, big):
    if not isinstance(value, int):
        if not hasattr(type(value), '__index__'):
            raise error('required argument is not an integer')
        value = value.__index__()
    if char == 'P' and -1 << 63 <= value < 0:
        value += 1 << 64
    try:
        return value.to_bytes(size, 'big' if big else 'little', signed=signed)
    except OverflowError:
        raise error(_out_of_range(value, char, size, signed, big)) from None


def _out_of_range(value, char, size, signed, big):
    """What is said of a number that does not fit: it depends on whether it fits a C long at all."""
    if char == 'P' or char in 'qQ' and big:
        return 'int too large to convert'
    in_c = char in 'bB' or char in 'hH' and not big
    fits = -1 << 63 <= value < 1 << 63 if in_c or signed else 0 <= value < 1 << 64
    if size == 8 or not fits:
        return 'argument out of range'
    low, high = (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)
    kind = {'b': 'byte', 'B': 'ubyte', 'h': 'short', 'H': 'ushort'}[char] if in_c else f"'{char}'"
    return f'{kind} format requires {low} <= number <= {high}'


def _put(value, item):
    """The bytes of one value."""
    char, _, size, signed, big = item
    if signed is not None:
        return _integer(value, char, size, signed, big)
    if char in 'efd':
        if not isinstance(value, (int, float)) and not hasattr(type(value), '__float__') and not hasattr(type(value), '__index__'):
            raise error('required argument is not a float')
        data = _pack_float(value, size, int(big))
        if data is None:
            raise OverflowError('float too large to pack with %s format' % char)
        return data
    if char == '?':
        return b'\1' if value else b'\0'
    if char == 'c':
        if not isinstance(value, bytes) or len(value) != 1:
            raise error('char format requires a bytes object of length 1')
        return value
    if not isinstance(value, (bytes, bytearray)):
        raise error(f"argument for '{char}' must be a bytes object")
    if char == 's':
        return bytes(value[:size]).ljust(size, b'\0')
    text = bytes(value[:max(size - 1, 0)])
    return (bytes([min(len(text), 255)]) + text.ljust(size - 1, b'\0')) if size else b''


def _get(data, base, item):
    """One value of bytes."""
    char, offset, size, signed, big = item
    at = base + offset
    if signed is not None:
        return int.from_bytes(data[at:at + size], 'big' if big else 'little', signed=signed)
    if char in 'efd':
        return _unpack_float(data, at, size, int(big))
    part = bytes(data[at:at + size])
    if char == '?':
        return part != b'\0'
    if char == 'p':
        return part[1:1 + min(part[0], size - 1)] if part else b''
    return part


def _bytes_of(buffer):
    try:
        view = memoryview(buffer)
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(buffer).__name__}'") from None
    return view if view.format == 'B' and view.ndim == 1 else view.cast('B')


class Struct:
    """Struct(fmt) --> compiled struct object: pack, unpack and their like for one format; format and size."""

    def __init__(self, format):
        self._items, self.size = _parse(format)
        self.format = format.decode('latin1') if isinstance(format, (bytes, bytearray)) else format

    def _packed(self, values, name, more=0):
        if len(values) != len(self._items):
            raise error(f'{name} expected {len(self._items)} items for packing (got {len(values)})')
        out = bytearray(self.size)
        for value, item in zip(values, self._items):
            out[item[1]:item[1] + item[2]] = _put(value, item)
        return out

    def pack(self, *values):
        """S.pack(v1, v2, ...) -> bytes"""
        return bytes(self._packed(values, 'pack'))

    def pack_into(self, buffer, offset, *values):
        """S.pack_into(buffer, offset, v1, v2, ...)"""
        view = _bytes_of(buffer)
        if view.readonly:
            raise TypeError('argument must be read-write bytes-like object, not ' + type(buffer).__name__)
        if len(values) != len(self._items):
            raise error(f'pack_into expected {len(self._items)} items for packing (got {len(values)})')
        at = self._place(len(view), offset, 'pack_into', 'packing')
        view[at:at + self.size] = self._packed(values, 'pack_into')

    def _place(self, length, offset, name, doing):
        offset = offset.__index__()
        if offset < 0:
            if offset + self.size > 0:
                raise error(f'no space to pack {self.size} bytes at offset {offset}' if doing == 'packing' else
                            f'not enough data to unpack {self.size} bytes')
            if offset + length < 0:
                raise error(f'offset {offset} out of range for {length}-byte buffer')
            offset += length
        if length - offset < self.size:
            raise error(f'{name} requires a buffer of at least {self.size + offset} bytes for {doing} {self.size} bytes at '
                        f'offset {offset} (actual buffer size is {length})')
        return offset

    def _values(self, data, at):
        return tuple([_get(data, at, item) for item in self._items])

    def unpack(self, buffer, /):
        """Return a tuple containing unpacked values."""
        data = _bytes_of(buffer)
        if len(data) != self.size:
            raise error(f'unpack requires a buffer of {self.size} bytes')
        return self._values(data, 0)

    def unpack_from(self, buffer, offset=0):
        """Return a tuple containing unpacked values."""
        data = _bytes_of(buffer)
        return self._values(data, self._place(len(data), offset, 'unpack_from', 'unpacking'))

    def iter_unpack(self, buffer, /):
        """Return an iterator yielding tuples."""
        data = _bytes_of(buffer)
        if not self.size:
            raise error('cannot iteratively unpack with a struct of length 0')
        if len(data) % self.size:
            raise error(f'iterative unpacking requires a buffer of a multiple of {self.size} bytes')
        return (self._values(data, at) for at in range(0, len(data), self.size))

    def __sizeof__(self):
        return 56 + 32 * len(self._items)


@_lru_cache(100)
def _compiled(format):
    return Struct(format)


def _clearcache():
    """Clear the internal cache."""
    _compiled.cache_clear()
    _parse.cache_clear()


def calcsize(format, /):
    """Return size in bytes of the struct described by the format string."""
    return _compiled(format).size


def pack(format, /, *values):
    """Return a bytes object containing the values packed according to the format string."""
    return _compiled(format).pack(*values)


def pack_into(format, buffer, offset, /, *values):
    """Pack values according to the format string and write the packed bytes into the writable buffer from an offset."""
    _compiled(format).pack_into(buffer, offset, *values)


def unpack(format, buffer, /):
    """Return a tuple containing values unpacked according to the format string."""
    return _compiled(format).unpack(buffer)


def unpack_from(format, /, buffer, offset=0):
    """Return a tuple containing values unpacked according to the format string, from an offset."""
    return _compiled(format).unpack_from(buffer, offset)


def iter_unpack(format, buffer, /):
    """Return an iterator yielding tuples unpacked from the given bytes."""
    return _compiled(format).iter_unpack(buffer)
