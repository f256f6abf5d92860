"""TOML 1.0 read into dicts."""
import datetime

import _regex

__all__ = ('loads', 'load', 'TOMLDecodeError')

_ESCAPES = {'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r', '"': '"', '\\': '\\'}
_BARE = _regex.later(r'[A-Za-z0-9_-]+')
_NUMBER = _regex.later(r'0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|b[01](?:_?[01])*|o[0-7](?:_?[0-7])*)'
                     r'|[+-]?(?:0|[1-9](?:_?[0-9])*)(?P<part>(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?)')
_CLOCK = r'([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,6})[0-9]*)?'
_TIME = _regex.later(_CLOCK)
_DATE = _regex.later(rf'([0-9]{{4}})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(?:[Tt ]{_CLOCK}(?:([Zz])|([+-])([01][0-9]|2[0-3]):'
                   r'([0-5][0-9]))?)?')
_CONTROL = frozenset(map(chr, range(32))) | {'\x7f'}


class TOMLDecodeError(ValueError):
    """A text is not TOML."""


def load(fp, /, *, parse_float=float):
    """The dict of a binary file."""
    data = fp.read()
    if not isinstance(data, (bytes, bytearray)):
        raise TypeError("File must be opened in binary mode, e.g. use `open('foo.toml', 'rb')`") from None
    return loads(data.decode(), parse_float=parse_float)


def loads(s, /, *, parse_float=float):
    """The dict of a text; parse_float gets the texts of floats."""
    reader = _Reader(s.replace('\r\n', '\n'), parse_float)
    return reader.document()


class _Reader:
    """A position in a text, and the tables that it has filled."""

    def __init__(self, text, parse_float):
        self.text, self.at, self.root = text, 0, {}
        self.parse_float = parse_float if parse_float is float else self.checked(parse_float)
        self.defined, self.frozen, self.arrays, self.dotted = set(), set(), set(), set()

    @staticmethod
    def checked(convert):
        def parse(text):
            value = convert(text)
            if isinstance(value, (dict, list)):
                raise ValueError('parse_float must not return dicts or lists')
            return value
        return parse

    def fail(self, message, at=None):
        at = self.at if at is None else at
        if at >= len(self.text):
            where = 'end of document'
        else:
            line = self.text.count('\n', 0, at) + 1
            column = at + 1 if line == 1 else at - self.text.rindex('\n', 0, at)
            where = f'line {line}, column {column}'
        raise TOMLDecodeError(f'{message} (at {where})')

    def peek(self, size=1):
        return self.text[self.at:self.at + size]

    def skip(self, characters=' \t'):
        while self.at < len(self.text) and self.text[self.at] in characters:
            self.at += 1

    def comment(self):
        if self.peek() == '#':
            end = self.text.find('\n', self.at)
            end = len(self.text) if end < 0 else end
            for at in range(self.at + 1, end):
                if self.text[at] in _CONTROL and self.text[at] != '\t':
                    self.fail(f'Found invalid character {self.text[at]!r}', at)
            self.at = end

    def skip_lines(self):
        """Blanks, ends of lines and comments."""
        while True:
            before = self.at
            self.skip(' \t\n')
            self.comment()
            if self.at == before:
                return

    def document(self):
        table, path = self.root, ()
        while True:
            self.skip()
            if self.at >= len(self.text):
                return self.root
            if self.peek() == '\n':
                self.at += 1
                continue
            if self.peek() == '[':
                table, path = self.header()
            elif self.peek() != '#':
                if self.peek() not in ('"', "'") and not _BARE.match(self.text, self.at):
                    self.fail('Invalid statement')
                self.pair(table, path)
            self.skip()
            self.comment()
            if self.at >= len(self.text):
                return self.root
            if self.peek() != '\n':
                self.fail('Expected newline or end of document after a statement')
            self.at += 1

    def header(self):
        """[table] or [[array of tables]]: its dict, and its path."""
        many = self.peek(2) == '[['
        self.at += 2 if many else 1
        self.skip()
        key = self.key()
        closing = ']]' if many else ']'
        if many:
            if key in self.frozen:
                self.fail(f'Cannot mutate immutable namespace {key}')
            self.forget(key)
        elif key in self.defined or key in self.frozen or key in self.dotted:
            self.fail(f'Cannot declare {key} twice')
        table = self.root
        for i, name in enumerate(key[:-1] if many else key):
            part = key[:i + 1]
            if part in self.frozen:
                self.fail(f'Cannot mutate immutable namespace {key}')
            try:
                table = table.setdefault(name, {})
            except AttributeError:
                self.fail('Cannot overwrite a value')
            if isinstance(table, list) and part in self.arrays:
                table = table[-1]
            if not isinstance(table, dict):
                self.fail('Cannot overwrite a value')
        if many:
            rows = table.setdefault(key[-1], [])
            if not isinstance(rows, list) or (key not in self.arrays and rows):
                self.fail('Cannot overwrite a value')
            self.arrays.add(key)
            table = {}
            rows.append(table)
        self.defined.add(key)
        if self.peek(len(closing)) != closing:
            what = f'at the end of {"an array" if many else "a table"} declaration'
            self.fail(f"Expected '{closing}' {what}")
        self.at += len(closing)
        return table, key

    def forget(self, key):
        """What was said of the tables of the last row of an array."""
        for known in self.defined, self.frozen, self.arrays, self.dotted:
            known.difference_update([path for path in known if len(path) > len(key) and path[:len(key)] == key])

    def pair(self, table, path):
        key, value = self.key_and_value()
        for i in range(1, len(key)):
            part = path + key[:i]
            if part in self.defined:
                self.fail(f'Cannot redefine namespace {part}')
            self.dotted.add(part)
        if path + key[:-1] in self.frozen:
            self.fail(f'Cannot mutate immutable namespace {path + key[:-1]}')
        for i, name in enumerate(key[:-1], 1):
            if path + key[:i] in self.frozen:
                self.fail(f'Cannot mutate immutable namespace {path + key[:i]}')
            table = table.setdefault(name, {})
            if not isinstance(table, dict):
                self.fail('Cannot overwrite a value')
        if key[-1] in table:
            self.fail('Cannot overwrite a value')
        if isinstance(value, (dict, list)):
            self.frozen.add(path + key)
        table[key[-1]] = value

    def key_and_value(self):
        key = self.key()
        if self.peek() != '=':
            self.fail("Expected '=' after a key in a key/value pair")
        self.at += 1
        self.skip()
        return key, self.value()

    def key(self):
        """A dotted key as a tuple; blanks after it are skipped."""
        parts = []
        while True:
            if self.peek() == "'":
                parts.append(self.literal())
            elif self.peek() == '"':
                parts.append(self.basic())
            else:
                found = _BARE.match(self.text, self.at)
                if not found:
                    self.fail('Invalid initial character for a key part')
                self.at = found.end()
                parts.append(found[0])
            self.skip()
            if self.peek() != '.':
                return tuple(parts)
            self.at += 1
            self.skip()

    # values

    def value(self):
        char = self.peek()
        if char == '"':
            return self.basic_lines() if self.peek(3) == '"""' else self.basic()
        if char == "'":
            return self.literal_lines() if self.peek(3) == "'''" else self.literal()
        if char == '[':
            return self.array()
        if char == '{':
            return self.inline()
        for word, value in ('true', True), ('false', False):
            if self.peek(len(word)) == word:
                self.at += len(word)
                return value
        return self.number()

    def number(self):
        found = _DATE.match(self.text, self.at)
        if found:
            try:
                value = _moment(found)
            except ValueError:
                self.fail('Invalid date or datetime')
            self.at = found.end()
            return value
        found = _TIME.match(self.text, self.at)
        if found:
            self.at = found.end()
            return _time(*found.groups())
        found = _NUMBER.match(self.text, self.at)
        if found:
            self.at = found.end()
            return self.parse_float(found[0]) if found['part'] else int(found[0], 0)
        for word in 'inf', 'nan', '+inf', '-inf', '+nan', '-nan':
            if self.peek(len(word)) == word:
                self.at += len(word)
                return self.parse_float(word)
        self.fail('Invalid value')

    def array(self):
        self.at += 1
        items = []
        self.skip_lines()
        while self.peek() != ']':
            items.append(self.value())
            self.skip_lines()
            if self.peek() == ',':
                self.at += 1
                self.skip_lines()
            elif self.peek() != ']':
                self.fail('Unclosed array')
        self.at += 1
        return items

    def inline(self):
        self.at += 1
        made, closed = {}, set()
        self.skip()
        if self.peek() == '}':
            self.at += 1
            return made
        while True:
            key, value = self.key_and_value()
            table = made
            for i, name in enumerate(key[:-1], 1):
                table = table.setdefault(name, {})
                if not isinstance(table, dict):
                    self.fail('Cannot overwrite a value')
                if key[:i] in closed:
                    self.fail(f'Cannot mutate immutable namespace {key}')
            if key[-1] in table:
                self.fail(f'Duplicate inline table key {key[-1]!r}')
            table[key[-1]] = value
            if isinstance(value, (dict, list)):
                closed.add(key)
            self.skip()
            char = self.peek()
            if char not in (',', '}') or not char:
                self.fail('Unclosed inline table')
            self.at += 1
            if char == '}':
                return made
            self.skip()

    # strings

    def literal(self):
        self.at += 1
        start = self.at
        while self.peek() != "'":
            self.check('\t')
        self.at += 1
        return self.text[start:self.at - 1]

    def check(self, allowed):
        """Passes a character of a string."""
        char = self.peek()
        if not char:
            self.fail('Unterminated string')
        if char in _CONTROL and char not in allowed:
            self.fail(f'Illegal character {char!r}')
        self.at += 1
        return char

    def basic(self):
        self.at += 1
        parts = []
        while self.peek() != '"':
            parts.append(self.escape(False) if self.peek() == '\\' else self.check('\t'))
        self.at += 1
        return ''.join(parts)

    def literal_lines(self):
        self.at += 3
        if self.peek() == '\n':
            self.at += 1
        end = self.text.find("'''", self.at)
        if end < 0:
            self.fail("Expected \"'''\"", len(self.text))
        start = self.at
        while self.at < end:
            self.check('\t\n')
        return self.text[start:end] + self.ending("'")

    def ending(self, quote):
        """Up to two quotes before the three that end a string."""
        self.at += 3
        more = ''
        while len(more) < 2 and self.peek() == quote:
            more += quote
            self.at += 1
        return more

    def basic_lines(self):
        self.at += 3
        if self.peek() == '\n':
            self.at += 1
        parts = []
        while self.peek(3) != '"""':
            parts.append(self.escape(True) if self.peek() == '\\' else self.check('\t\n'))
        return ''.join(parts) + self.ending('"')

    def escape(self, lines):
        char = self.peek(2)[1:]
        if lines and char in (' ', '\t', '\n') and char:
            start = self.at
            self.at += 1
            self.skip()
            if self.peek() != '\n':
                if not self.peek():
                    return ''
                self.fail("Unescaped '\\' in a string", start + 2)
            self.skip(' \t\n')
            return ''
        if char in _ESCAPES and char:
            self.at += 2
            return _ESCAPES[char]
        if char in ('u', 'U') and char:
            size = 4 if char == 'u' else 8
            self.at += 2
            digits = self.peek(size)
            if len(digits) < size or not all(digit in '0123456789abcdefABCDEF' for digit in digits):
                self.fail('Invalid hex value')
            self.at += size
            number = int(digits, 16)
            if 0xd800 <= number < 0xe000 or number > 0x10ffff:
                self.fail('Escaped character is not a Unicode scalar value')
            return chr(number)
        self.at += 2
        if not char and not lines:
            self.fail('Unterminated string', len(self.text))
        self.fail("Unescaped '\\' in a string")


def _time(hour, minute, second, part):
    return datetime.time(int(hour), int(minute), int(second), int((part or '0').ljust(6, '0')))


def _moment(found):
    """The date or the datetime of a match."""
    year, month, day, hour, minute, second, part, zulu, sign, hours, minutes = found.groups()
    date = datetime.date(int(year), int(month), int(day))
    if hour is None:
        return date
    zone = None
    if zulu:
        zone = datetime.timezone.utc
    elif sign:
        offset = datetime.timedelta(hours=int(hours), minutes=int(minutes))
        zone = datetime.timezone(-offset if sign == '-' else offset)
    return datetime.datetime.combine(date, _time(hour, minute, second, part), zone)
