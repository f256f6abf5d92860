"""Texts of JSON as values."""
import re

__all__ = ['JSONDecoder', 'JSONDecodeError']
NaN, PosInf, NegInf = float('nan'), float('inf'), float('-inf')
_CONSTANTS = {'NaN': NaN, 'Infinity': PosInf, '-Infinity': NegInf}
_blanks = re.compile(r'[ \t\n\r]*').match
_number = re.compile(r'(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?').match
_plain = {True: re.compile(r'[^"\\\x00-\x1f]*').match, False: re.compile(r'[^"\\]*').match}
_hex = re.compile('[0-9A-Fa-f]{4}').match
_ESCAPES = {'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
_WORDS = (('null', None), ('true', True), ('false', False))


class JSONDecodeError(ValueError):
    """A text that is no JSON. Attributes: msg, doc, pos, lineno, colno."""

    def __init__(self, msg, doc, pos):
        before = doc[:pos]
        vars(self).update(msg=msg, doc=doc, pos=pos, lineno=before.count('\n') + 1, colno=pos - before.rfind('\n'))
        super().__init__(f'{msg}: line {self.lineno} column {self.colno} (char {pos})')

    def __reduce__(self):
        return type(self), (self.msg, self.doc, self.pos)


def scanstring(s, end, strict=True, /):
    """A string whose opening quote stands before `end`: the text, and where it ends."""
    begin, parts, plain = end - 1, [], _plain[bool(strict)]
    while True:
        piece = plain(s, end)
        parts.append(piece[0])
        end = piece.end()
        mark = s[end:end + 1]
        if mark == '"':
            return ''.join(parts), end + 1
        if not mark:
            raise JSONDecodeError('Unterminated string starting at', s, begin)
        if mark != '\\':
            raise JSONDecodeError('Invalid control character at', s, end)
        letter = s[end + 1:end + 2]
        if not letter:
            raise JSONDecodeError('Unterminated string starting at', s, begin)
        if letter == 'u':
            char, end = _unicode_escape(s, end + 2)
        elif letter in _ESCAPES:
            char, end = _ESCAPES[letter], end + 2
        else:
            raise JSONDecodeError('Invalid \\escape', s, end)
        parts.append(char)


def _unicode_escape(s, at):
    def code(at):
        found = _hex(s, at)
        if not found:
            raise JSONDecodeError('Invalid \\uXXXX escape', s, at - 1)
        return int(found[0], 16)
    first = code(at)
    if 0xd800 <= first <= 0xdbff and s[at + 4:at + 6] == '\\u':
        second = code(at + 6)
        if 0xdc00 <= second <= 0xdfff:
            return chr(0x10000 + (first - 0xd800 << 10 | second - 0xdc00)), at + 10
    return chr(first), at + 4


class JSONDecoder:
    """Reads JSON: objects as dict, arrays as list, numbers as int and float, unless the hooks say otherwise."""

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        vars(self).update(object_hook=object_hook, parse_float=parse_float or float, parse_int=parse_int or int,
                          parse_constant=parse_constant or _CONSTANTS.__getitem__, strict=strict,
                          object_pairs_hook=object_pairs_hook, memo={})
        self.scan_once = self._scan_once

    def decode(self, s):
        """The value of a text."""
        value, end = self.raw_decode(s, _blanks(s, 0).end())
        end = _blanks(s, end).end()
        if end != len(s):
            raise JSONDecodeError('Extra data', s, end)
        return value

    def raw_decode(self, s, idx=0):
        """The value at the begin of a text, and where it ends."""
        if idx < 0:
            raise ValueError('idx cannot be negative')
        try:
            return self._value(s, idx, {})
        except StopIteration as stop:
            raise JSONDecodeError('Expecting value', s, stop.value) from None

    def _scan_once(self, s, idx):
        if idx < 0:
            raise ValueError('idx cannot be negative')
        return self._value(s, idx, {})

    def _value(self, s, at, keys):
        """A value and where it ends; StopIteration where there is none."""
        mark = s[at:at + 1]
        if mark == '"':
            return scanstring(s, at + 1, self.strict)
        if mark == '{':
            return self._object(s, at + 1, keys)
        if mark == '[':
            return self._array(s, at + 1, keys)
        for word, value in _WORDS:
            if mark == word[0] and s.startswith(word, at):
                return value, at + len(word)
        found = _number(s, at)
        if found:
            whole, fraction, exponent = found.groups('')
            return (self.parse_float if fraction or exponent else self.parse_int)(found[0]), found.end()
        for word in _CONSTANTS:
            if s.startswith(word, at):
                return self.parse_constant(word), at + len(word)
        raise StopIteration(at)

    def _array(self, s, at, keys):
        items = []
        at = _blanks(s, at).end()
        if s[at:at + 1] == ']':
            return items, at + 1
        while True:
            value, at = self._inner(s, at, keys)
            items.append(value)
            at = _blanks(s, at).end()
            mark = s[at:at + 1]
            if mark == ']':
                return items, at + 1
            if mark != ',':
                raise JSONDecodeError("Expecting ',' delimiter", s, at)
            at = _blanks(s, at + 1).end()

    def _inner(self, s, at, keys):
        try:
            return self._value(s, at, keys)
        except StopIteration as stop:
            raise JSONDecodeError('Expecting value', s, stop.value) from None

    def _object(self, s, at, keys):
        pairs = []
        at = _blanks(s, at).end()
        if s[at:at + 1] == '}':
            return self._made(pairs), at + 1
        while True:
            if s[at:at + 1] != '"':
                raise JSONDecodeError('Expecting property name enclosed in double quotes', s, at)
            key, at = scanstring(s, at + 1, self.strict)
            key = keys.setdefault(key, key)
            at = _blanks(s, at).end()
            if s[at:at + 1] != ':':
                raise JSONDecodeError("Expecting ':' delimiter", s, at)
            value, at = self._inner(s, _blanks(s, at + 1).end(), keys)
            pairs.append((key, value))
            at = _blanks(s, at).end()
            mark = s[at:at + 1]
            if mark == '}':
                return self._made(pairs), at + 1
            if mark != ',':
                raise JSONDecodeError("Expecting ',' delimiter", s, at)
            at = _blanks(s, at + 1).end()

    def _made(self, pairs):
        if self.object_pairs_hook is not None:
            return self.object_pairs_hook(pairs)
        made = dict(pairs)
        return made if self.object_hook is None else self.object_hook(made)

