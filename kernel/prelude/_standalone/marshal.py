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


_CONTAINERS = {tuple: b'(', list: b'[', set: b'<', frozenset: b'>', dict: b'{'}
_LEAVES = (bool, int, float, complex)  # values of their own: written anew each time


class _Writer:
    """Values as bytes. What occurs several times is written once, from version 3 on, and referred to."""

    def __init__(self, version):
        self.version, self.out, self.places = version, [], {}
        self.times = {}  # how often an object occurs, by its id

    def count(self, value, depth=0):
        """Counts the objects that may be referred to; each is alive as long as the value is."""
        kind = type(value)
        if value is None or kind in _LEAVES or value is Ellipsis or value is StopIteration:
            return
        if depth > _DEPTH:
            raise ValueError('object too deeply nested to marshal')
        times = self.times[id(value)] = self.times.get(id(value), 0) + 1
        if times == 1 and kind in _CONTAINERS:
            for each in value:
                self.count(each, depth + 1)
                if kind is dict:
                    self.count(value[each], depth + 1)

    def put(self, value, depth=0):
        if depth > _DEPTH:
            raise ValueError('object too deeply nested to marshal')
        key, start = id(value), len(self.out)
        if self.times.get(key, 0) < 2:
            return self.put_new(value, depth)
        if key in self.places:
            return self.out.append(b'r' + struct.pack('<i', self.places[key]))
        self.places[key] = len(self.places)
        self.put_new(value, depth)
        first = self.out[start]
        self.out[start] = bytes([first[0] | _REFERABLE]) + first[1:]

    def put_new(self, value, depth):
        out, kind = self.out, type(value)
        if value is None or kind is bool or value is Ellipsis or value is StopIteration:
            out.append(_CODES[value])
        elif kind is int:
            out.append(b'i' + struct.pack('<i', value) if -2 ** 31 <= value < 2 ** 31 else _long(value))
        elif kind is float or kind is complex:
            self.put_floats([value] if kind is float else [value.real, value.imag])
        elif kind is str:
            out.append(self.text(value))
        elif kind is dict:
            out.append(b'{')
            for pair in value.items():
                for each in pair:
                    self.put(each, depth + 1)
            out.append(b'0')
        elif kind in _CONTAINERS:
            small = kind is tuple and len(value) < 256 and self.version >= 4
            out.append(b')' + bytes([len(value)]) if small else _size(_CONTAINERS[kind], len(value)))
            for each in value:
                self.put(each, depth + 1)
        else:
            self.put_data(value)

    def put_floats(self, numbers):
        """One of a float, two of a complex number; as texts before version 2."""
        code = b'gy'[len(numbers) - 1:len(numbers)] if self.version > 1 else b'fx'[len(numbers) - 1:len(numbers)]
        parts = [struct.pack('<d', each) if self.version > 1 else bytes([len('%.17g' % each)]) + b'%.17g' % each for each in numbers]
        self.out.append(code + b''.join(parts))

    def put_data(self, value):
        if type(value) is _CODE:
            packed = pack(value)
            self.out.append(_size(b'c', len(packed)) + packed)
            return
        try:
            data = bytes(memoryview(value))
        except TypeError:
            raise ValueError('unmarshallable object') from None
        self.out.append(_size(b's', len(data)) + data)

    def text(self, value):
        data = value.encode('utf-8', 'surrogatepass')
        if self.version < 4 or not value.isascii():
            return _size(b'u', len(data)) + data
        return b'z' + bytes([len(data)]) + data if len(data) < 256 else _size(b'a', len(data)) + data


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
        if count and not digit:
            raise ValueError('bad marshal data (unnormalized long data)')
        return -value if count < 0 else value

    def written(self):
        return float(self.take(self.number('<B')))

    def several(self, count, kind):
        return kind([self.value() for each in range(count)])

    def items(self, place):
        """A list, which may hold itself."""
        count, found = self.length(), []
        self.keep(place, found)
        for each in range(count):
            found.append(self.value())
        return found

    def keep(self, place, made):
        if place is not None:
            self.seen[place] = made

    def pairs(self, place):
        found = {}
        self.keep(place, found)
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
        made = self.of_kind(code, place)
        self.keep(place, made)
        return made

    def of_kind(self, code, place):
        if code in _SINGLE:
            return _SINGLE[code]
        if code == b'0':
            raise _End
        if code == b'r':
            at = self.number()
            if not 0 <= at < len(self.seen):
                raise ValueError('bad marshal data (invalid reference)')
            return self.seen[at]
        if code in b'[{':
            return self.items(place) if code == b'[' else self.pairs(place)
        reader = _READERS.get(code)
        if reader is None:
            raise ValueError('bad marshal data (unknown type code)')
        return reader(self)


_READERS = {
    b'i': _Reader.number, b'l': _Reader.long, b'I': lambda r: r.number('<q'),
    b'g': lambda r: r.number('<d'), b'y': lambda r: complex(*struct.unpack('<dd', r.take(16))),
    b'f': _Reader.written, b'x': lambda r: complex(r.written(), r.written()), b's': lambda r: r.take(r.length()),
    b')': lambda r: r.several(r.number('<B'), tuple), b'(': lambda r: r.several(r.length(), tuple),
    b'<': lambda r: r.several(r.length(), set),
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
    writer = _Writer(version)
    try:
        if version >= 3:
            writer.count(value)
        writer.put(value)
    except RecursionError:
        raise ValueError('object too deeply nested to marshal') from None
    return b''.join(writer.out)


def dump(value, file, version=version):
    """Writes a value to a file."""
    file.write(dumps(value, version))


def load(file):
    """Reads a value from a file."""
    if not isinstance(file.read(0), bytes):
        raise TypeError('file.read() returned not bytes but %s' % type(file.read(0)).__name__)

    def read(count):
        data = bytearray(count)
        got = file.readinto(data)
        if got > count:
            raise ValueError('read() returned too much data: %d bytes requested, %d returned' % (count, got))
        return bytes(data[:got])
    return _top(read if hasattr(file, 'readinto') else file.read)


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
    except RecursionError:
        raise ValueError('bad marshal data (recursion limit exceeded)') from None
