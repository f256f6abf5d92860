"""The exception of safetensors, under the name that users see, and the header of its files."""

import io


class SafetensorError(Exception):
    """A file that is none of safetensors, or a tensor that is not in it."""


# The types of elements in the order in which tensors are sorted, each with its bits.
DTYPES = {'BOOL': 8, 'F4': 4, 'F6_E2M3': 6, 'F6_E3M2': 6, 'U8': 8, 'I8': 8, 'F8_E5M2': 8, 'F8_E4M3': 8, 'F8_E8M0': 8, 'F8_E4M3FNUZ': 8,
          'F8_E5M2FNUZ': 8, 'I16': 16, 'U16': 16, 'F16': 16, 'BF16': 16, 'I32': 32, 'U32': 32, 'F32': 32, 'C64': 64, 'F64': 64, 'I64': 64,
          'U64': 64}
_RANKS = {name: rank for rank, name in enumerate(DTYPES)}
_MOST_HEADER = 100_000_000
_MOST_DEPTH = 120
_ESCAPES = {'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
_USIZE_END = 1 << 64


def _refuse(why):
    raise SafetensorError('Error while deserializing: ' + why)


class _Text:
    """JSON that is read from the front: values of the header's kinds, with the place where one is wrong."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def wrong(self, why, back=0):
        before = self.text[:self.at - back]
        line = before.count('\n') + 1
        column = len(before.encode()) - (len(before[:before.rfind('\n') + 1].encode()) if '\n' in before else 0)
        _refuse('invalid JSON in header: %s at line %d column %d' % (why, line, column))

    def peek(self):
        while self.at < len(self.text) and self.text[self.at] in ' \n\t\r':
            self.at += 1
        return self.text[self.at:self.at + 1]

    def take(self, wanted, why):
        found = self.peek()
        self.at += bool(found)
        if found != wanted:
            self.wrong(why if found else 'EOF while parsing ' + ('an object' if wanted in ':},' else 'a list' if wanted == ']' else 'a value'))

    def string(self):
        self.at += 1
        parts = []
        while True:
            end = self.at
            while end < len(self.text) and self.text[end] not in '"\\' and self.text[end] >= ' ':
                end += 1
            parts.append(self.text[self.at:end])
            self.at = end + 1
            if end >= len(self.text):
                self.at = end
                self.wrong('EOF while parsing a string')
            if self.text[end] == '"':
                return ''.join(parts)
            if self.text[end] != '\\':
                self.wrong('control character (\\u0000-\\u001F) found while parsing a string')
            parts.append(self.escape())

    def escape(self):
        letter = self.text[self.at:self.at + 1]
        self.at += 1
        if letter != 'u':
            return _ESCAPES[letter] if letter in _ESCAPES else self.wrong('invalid escape')
        code = self.digits()
        if 0xd800 <= code < 0xdc00 and self.text[self.at:self.at + 2] == '\\u':
            self.at += 2
            low = self.digits()
            if 0xdc00 <= low < 0xe000:
                return chr(0x10000 + (code - 0xd800 << 10) + (low - 0xdc00))
        return self.wrong('lone leading surrogate in hex escape') if 0xd800 <= code < 0xe000 else chr(code)

    def digits(self):
        digits = self.text[self.at:self.at + 4]
        self.at += 4
        if len(digits) < 4 or not all(c in '0123456789abcdefABCDEF' for c in digits):
            self.wrong('invalid escape')
        return int(digits, 16)

    def number(self):
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in '+-.eE0123456789':
            self.at += 1
        word = self.text[start:self.at]
        try:
            return float(word) if any(c in word for c in '.eE') else int(word)
        except ValueError:
            self.wrong('invalid number')

    def value(self, depth=0):
        """Any value: what the header does not ask for is skipped."""
        if depth > _MOST_DEPTH:
            self.wrong('recursion limit exceeded')
        first = self.peek()
        if first == '"':
            return self.string()
        if first == '{':
            return dict(self.pairs(lambda name: self.value(depth + 1)))
        if first == '[':
            return self.items(lambda: self.value(depth + 1))
        if first and first in '-0123456789':
            return self.number()
        for word, value in (('true', True), ('false', False), ('null', None)):
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        self.at += bool(first)
        self.wrong('expected value' if first else 'EOF while parsing a value')

    def pairs(self, read):
        """(name, read(name)) of an object."""
        self.take('{', 'expected value')
        if self.peek() == '}':
            self.at += 1
            return
        while True:
            if self.peek() != '"':
                self.at += bool(self.peek())
                self.wrong('key must be a string' if self.peek() or self.at < len(self.text) else 'EOF while parsing an object')
            name = self.string()
            self.take(':', 'expected `:`')
            yield name, read(name)
            if self.peek() == ',':
                self.at += 1
                continue
            self.take('}', 'expected `,` or `}`')
            return

    def items(self, read):
        """The values of a list."""
        self.take('[', 'expected value')
        found = []
        if self.peek() == ']':
            self.at += 1
            return found
        while True:
            found.append(read())
            if self.peek() == ',':
                self.at += 1
                continue
            self.take(']', 'expected `,` or `]`')
            return found

    def told(self, wanted, value):
        """Refuses a value that is of another kind than is wanted."""
        kinds = {dict: 'map', list: 'sequence', bool: 'boolean `%s`' % str(value).lower(), int: 'integer `%s`' % value, float: 'floating point `%s`' % value,
                 str: 'string "%s"' % value, type(None): 'null'}
        whole = isinstance(value, int) and not isinstance(value, bool)
        self.wrong('invalid %s: %s, expected %s' % ('value' if whole and wanted == 'usize' else 'type', kinds[type(value)], wanted))

    def texts(self):
        """An object of texts, or null."""
        if self.peek() != '{':
            value = self.value()
            return value if value is None else self.told('a map', value)

        def text(name):
            value = self.value()
            return value if isinstance(value, str) else self.told('a string', value)
        return dict(self.pairs(text))

    def sizes(self, values, wanted):
        """A list of non-negative integers."""
        if not isinstance(values, list):
            self.told(wanted, values)
        for value in values:
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _USIZE_END:
                self.told('usize', value)
        return values

    def tensor(self, fields):
        """(type, shape, begin, end) of what an object says of one tensor."""
        if not isinstance(fields, dict):
            self.told('struct TensorInfo', fields)
        for key in ('dtype', 'shape', 'data_offsets'):
            if key not in fields:
                self.wrong('missing field `%s`' % key)
        kind = fields['dtype']
        if not isinstance(kind, str):
            self.told('string or map', kind)
        if kind not in DTYPES:
            self.wrong('unknown variant `%s`, expected one of %s' % (kind, ', '.join('`%s`' % each for each in DTYPES)))
        shape = self.sizes(fields['shape'], 'a sequence')
        offsets = self.sizes(fields['data_offsets'], 'a tuple of size 2')
        if len(offsets) != 2:
            self.wrong('invalid length %d, expected a tuple of size 2' % len(offsets))
        return kind, shape, *offsets


def read_header(take, size):
    """(tensors by name, metadata or None, where the bytes begin) of a file of `size` bytes; take(a, b) gives bytes of it. Everything is checked
    before it is believed: the tensors lie one behind the other and cover the rest of the file."""
    if size < 8:
        _refuse('header too small')
    length = int.from_bytes(take(0, 8), 'little')
    if length > _MOST_HEADER:
        _refuse('header too large')
    if 8 + length > size:
        _refuse('invalid header length')
    try:
        text = take(8, 8 + length).decode()
    except UnicodeDecodeError as e:
        _refuse('invalid UTF-8 in header: invalid utf-8 sequence of 1 bytes from index %d' % e.start)
    reader = _Text(text)
    if reader.peek() == '[':
        reader.at = 0
        reader.wrong('invalid type: sequence, expected struct HashMetadata')
    if reader.peek() not in ('{', ''):
        reader.told('struct HashMetadata', reader.value())
    content = dict(reader.pairs(lambda name: reader.texts() if name == '__metadata__' else reader.value()))
    metadata = content.pop('__metadata__', None)
    tensors = {name: reader.tensor(fields) for name, fields in content.items()}
    if reader.peek():
        reader.at += 1
        reader.wrong('trailing characters')
    end = 0
    for name, (kind, shape, begin, stop) in sorted(tensors.items(), key=lambda row: row[1][2:]):
        if begin != end or stop < begin:
            _refuse('invalid offset for tensor `%s`' % name)
        end = stop
        bits = DTYPES[kind]
        for each in shape:
            bits *= each
            if bits >= _USIZE_END:
                _refuse('overflow computing buffer size from shape and/or element type')
        if bits != 8 * (stop - begin):
            _refuse('invalid shape, data type, or offset for tensor')
    if 8 + length + end != size:
        _refuse('incomplete metadata, file not fully covered')
    return tensors, metadata, 8 + length


def _quoted(text):
    """A text as JSON has it."""
    out = io.StringIO()
    out.write('"')
    for c in text:
        short = {'"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t'}.get(c)
        out.write(short or (c if c >= ' ' else '\\u%04x' % ord(c)))
    out.write('"')
    return out.getvalue()


def ordered(kinds):
    """Names in the order of their bytes: the widest types first, then by name; kinds says the type of each."""
    return sorted(kinds, key=lambda name: (-_RANKS[kinds[name]], name.encode()))


def write_header(tensors, metadata):
    """The beginning of a file: tensors gives the type, the shape and the number of bytes of each name, in order."""
    parts, at = [], 0
    if metadata is not None:
        parts.append('"__metadata__":{%s}' % ','.join(_quoted(name) + ':' + _quoted(value) for name, value in metadata.items()))
    for name, (kind, shape, size) in tensors.items():
        parts.append('%s:{"dtype":"%s","shape":[%s],"data_offsets":[%d,%d]}' % (_quoted(name), kind, ','.join(map(str, shape)), at, at + size))
        at += size
    text = ('{' + ','.join(parts) + '}').encode()
    text += b' ' * (-len(text) % 8)
    return len(text).to_bytes(8, 'little') + text
