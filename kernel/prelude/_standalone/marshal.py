"""Values as bytes in CPython's format of marshal, version 4. Code objects are of this kernel's machine: only the same build of it
reads them."""
import struct

from _code_store import pack, unpack

__all__ = ['dump', 'dumps', 'load', 'loads', 'version']
version = 4
_REFERABLE = 0x80
_SINGLE = {b'N': None, b'T': True, b'F': False, b'.': Ellipsis, b'S': StopIteration}
_CODES = {None: b'N', True: b'T', False: b'F', Ellipsis: b'.', StopIteration: b'S'}
_DEPTH = 2000
_CODE = type((lambda: None).__code__)


def _size(kind, count):
    return kind + struct.pack('<I', count)


def _long(value):
    digits, rest = b'', abs(value)
    while rest:
        digits += struct.pack('<H', rest & 0x7fff)
        rest >>= 15
    count = len(digits) // 2
    return b'l' + struct.pack('<i', count if value >= 0 else -count) + digits


def _text(value):
    data = value.encode('utf-8', 'surrogatepass')
    if not value.isascii():
        return _size(b'u', len(data)) + data
    return b'z' + bytes([len(data)]) + data if len(data) < 256 else _size(b'a', len(data)) + data


def _put(value, out, depth=0):
    if depth > _DEPTH:
        raise ValueError('object too deeply nested to marshal')
    kind = type(value)
    if value is None or kind is bool or value is Ellipsis or value is StopIteration:
        out.append(_CODES[value])
    elif kind is int:
        out.append(b'i' + struct.pack('<i', value) if -2 ** 31 <= value < 2 ** 31 else _long(value))
    elif kind is float:
        out.append(b'g' + struct.pack('<d', value))
    elif kind is complex:
        out.append(b'y' + struct.pack('<dd', value.real, value.imag))
    elif kind is str:
        out.append(_text(value))
    elif kind is tuple or kind is list or kind is set or kind is frozenset:
        small = kind is tuple and len(value) < 256
        out.append(b')' + bytes([len(value)]) if small else _size({tuple: b'(', list: b'[', set: b'<', frozenset: b'>'}[kind], len(value)))
        for each in value:
            _put(each, out, depth + 1)
    elif kind is dict:
        out.append(b'{')
        for pair in value.items():
            for each in pair:
                _put(each, out, depth + 1)
        out.append(b'0')
    elif kind is _CODE:
        packed = pack(value)
        out.append(_size(b'c', len(packed)) + packed)
    else:
        try:
            data = bytes(memoryview(value))
        except TypeError:
            raise ValueError('unmarshallable object') from None
        out.append(_size(b's', len(data)) + data)


class _End(Exception):
    """The mark behind the last pair of a dict."""


class _Reader:
    """Values from bytes, one after the other."""

    def __init__(self, read):
        self.read, self.seen = read, []

    def take(self, count):
        data = self.read(count)
        if len(data) < count:
            raise EOFError('marshal data too short' if data or count else 'EOF read where object expected')
        return data

    def number(self, layout='<i'):
        return struct.unpack(layout, self.take(struct.calcsize(layout)))[0]

    def length(self):
        count = self.number()
        if count < 0:
            raise ValueError('bad marshal data (size out of range)')
        return count

    def long(self):
        count = self.number()
        value = 0
        for at in range(abs(count)):
            digit = self.number('<H')
            if digit > 0x7fff:
                raise ValueError('bad marshal data (digit out of range in long)')
            value |= digit << 15 * at
        return -value if count < 0 else value

    def several(self, count, kind):
        return kind([self.value() for each in range(count)])

    def pairs(self):
        found = {}
        while True:
            try:
                key = self.value()
            except _End:
                return found
            found[key] = self.value()

    def value(self):
        first = self.read(1)
        if not first:
            raise EOFError('EOF read where object expected')
        code, place = bytes([first[0] & ~_REFERABLE]), None
        if first[0] & _REFERABLE:
            place = len(self.seen)
            self.seen.append(None)
        made = self.of_kind(code)
        if place is not None:
            self.seen[place] = made
        return made

    def of_kind(self, code):
        if code in _SINGLE:
            return _SINGLE[code]
        if code == b'0':
            raise _End
        if code == b'r':
            at = self.number()
            if not 0 <= at < len(self.seen):
                raise ValueError('bad marshal data (invalid reference)')
            return self.seen[at]
        reader = _READERS.get(code)
        if reader is None:
            raise ValueError('bad marshal data (unknown type code)')
        return reader(self)


_READERS = {
    b'i': _Reader.number, b'l': _Reader.long, b'{': _Reader.pairs,
    b'g': lambda r: r.number('<d'), b'y': lambda r: complex(*struct.unpack('<dd', r.take(16))),
    b'f': lambda r: float(r.take(r.number('<B'))), b's': lambda r: r.take(r.length()),
    b')': lambda r: r.several(r.number('<B'), tuple), b'(': lambda r: r.several(r.length(), tuple),
    b'[': lambda r: r.several(r.length(), list), b'<': lambda r: r.several(r.length(), set),
    b'>': lambda r: r.several(r.length(), frozenset), b'c': lambda r: unpack(r.take(r.length())),
}
for _code in b'ut':
    _READERS[bytes([_code])] = lambda r: r.take(r.length()).decode('utf-8', 'surrogatepass')
for _code in b'aA':
    _READERS[bytes([_code])] = lambda r: r.take(r.length()).decode('latin-1')
for _code in b'zZ':
    _READERS[bytes([_code])] = lambda r: r.take(r.number('<B')).decode('latin-1')
del _code


def dumps(value, version=version):
    """A value as bytes. ValueError: it, or what it holds, has no form in the format."""
    out = []
    _put(value, out)
    return b''.join(out)


def dump(value, file, version=version):
    """Writes a value to a file."""
    file.write(dumps(value, version))


def load(file):
    """Reads a value from a file."""
    return _top(file.read)


def loads(data):
    """The value that bytes hold."""
    data, at = bytes(data), 0
    def read(count):
        nonlocal at
        at += count
        return data[at - count:at]
    return _top(read)


def _top(read):
    try:
        return _Reader(read).value()
    except _End:
        raise TypeError('NULL object in marshal data for object') from None
