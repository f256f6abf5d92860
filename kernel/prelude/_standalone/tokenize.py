"""Tokens of programs, and programs of tokens."""
from builtins import open as _builtin_open
from collections import namedtuple
from itertools import permutations, product

import _regex
import token
from token import *
from token import EXACT_TOKEN_TYPES

__all__ = token.__all__ + ['tokenize', 'generate_tokens', 'detect_encoding', 'untokenize', 'TokenInfo']
tabsize = 8


class TokenInfo(namedtuple('TokenInfo', 'type string start end line')):
    """A token: its kind, its text, where it begins and ends, the line."""

    def __repr__(self):
        kind = f'{self.type} ({tok_name[self.type]})'
        return f'TokenInfo(type={kind}, string={self.string!r}, start={self.start!r}, end={self.end!r}, line={self.line!r})'

    @property
    def exact_type(self):
        """The kind; of operators that of the very operator."""
        return EXACT_TOKEN_TYPES.get(self.string, self.type) if self.type == OP else self.type


class TokenError(Exception):
    """A program ends within a string or a statement."""


class StopTokenizing(Exception):
    """No more tokens are wanted."""


def _prefixes():
    """All that may stand before a string."""
    found = {''}
    for letters in ('b', 'r', 'u', 'f', 'br', 'fr'):
        for order in permutations(letters):
            found.update(map(''.join, product(*((letter, letter.upper()) for letter in order))))
    return found


_STRING_HEADS = {prefix + quote: quote for prefix in _prefixes() for quote in ("'", '"', "'''", '"""')}
_DIGITS = r'[0-9](?:_?[0-9])*'
_EXPONENT = rf'[eE][-+]?{_DIGITS}'
_FLOAT = rf'(?:{_DIGITS}\.(?:{_DIGITS})?|\.{_DIGITS})(?:{_EXPONENT})?|{_DIGITS}{_EXPONENT}'
_INTEGER = rf'0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|(?:0(?:_?0)*|[1-9](?:_?[0-9])*)'
Number = rf'(?:{_DIGITS}[jJ]|(?:{_FLOAT})[jJ]|{_FLOAT}|{_INTEGER})'
_OPERATORS = '|'.join(''.join('\\' + sign for sign in text) for text in sorted(EXACT_TOKEN_TYPES, reverse=True))
_HEADS = '|'.join(sorted(_prefixes(), key=len, reverse=True))
_ONE_LINE = {"'": _regex.later(r"[^\n'\\]*(?:\\.[^\n'\\]*)*('|\\\r?\n)", _regex.S),
             '"': _regex.later(r'[^\n"\\]*(?:\\.[^\n"\\]*)*("|\\\r?\n)', _regex.S)}
_STRING_START = _regex.later(rf'(?:{_HEADS})(?:\'\'\'|"""|\'|")')
_NUMBER, _NAME, _OPERATOR = _regex.later(Number), _regex.later(r'\w+'), _regex.later(_OPERATORS)
_END_OF = {quote: _regex.later(rf'(?:[^\\{quote[0]}]|\\.|{quote[0]}(?!{quote[1:]}))*{quote}' if len(quote) == 3 else
                             rf'(?:[^\\{quote}\n]|\\(?:\r\n|.))*{quote}', _regex.S) for quote in ("'", '"', "'''", '"""')}
_cookie = _regex.later(r'^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)', _regex.A)
_blank = _regex.later(br'^[ \t\f]*(?:[#\r\n]|$)', _regex.A)


class _Reader:
    """The tokens of lines, one line after the other."""

    def __init__(self, readline):
        self.readline, self.number, self.line, self.last = readline, 0, '', ''
        self.indents, self.depth, self.continued = [0], 0, False

    def next_line(self):
        self.last = self.line
        try:
            self.line = self.readline()
        except StopIteration:
            self.line = ''
        self.number += 1
        return self.line

    def token(self, kind, start, end):
        return TokenInfo(kind, self.line[start:end], (self.number, start), (self.number, end), self.line)

    def tokens(self):
        while self.next_line():
            at = 0
            if not self.depth and not self.continued:
                at = yield from self.indentation()
                if at is None:
                    continue
            self.continued = False
            yield from self.rest_of_line(at)
        if self.continued or self.depth:
            raise TokenError('EOF in multi-line statement', (self.number, 0))
        if self.last and self.last[-1] not in '\r\n' and not self.last.strip().startswith('#'):
            place = self.number - 1, len(self.last)
            yield TokenInfo(NEWLINE, '', place, (place[0], place[1] + 1), '')
        for _ in self.indents[1:]:
            yield TokenInfo(DEDENT, '', (self.number, 0), (self.number, 0), '')
        yield TokenInfo(ENDMARKER, '', (self.number, 0), (self.number, 0), '')

    def indentation(self):
        """Tokens of the beginning of a statement's line; where it goes on, None after an empty one."""
        line, at, column = self.line, 0, 0
        while at < len(line) and line[at] in ' \t\f':
            column = {' ': column + 1, '\t': (column // tabsize + 1) * tabsize, '\f': 0}[line[at]]
            at += 1
        if at == len(line):
            return at
        if line[at] in '#\r\n':
            if line[at] == '#':
                comment = line[at:].rstrip('\r\n')
                yield self.token(COMMENT, at, at + len(comment))
                at += len(comment)
            yield self.token(NL, at, len(line))
            return None
        if column > self.indents[-1]:
            self.indents.append(column)
            yield TokenInfo(INDENT, line[:at], (self.number, 0), (self.number, at), line)
        while column < self.indents[-1]:
            if column not in self.indents:
                raise IndentationError('unindent does not match any outer indentation level',
                                       ('<tokenize>', self.number, at, line))
            self.indents.pop()
            yield TokenInfo(DEDENT, '', (self.number, at), (self.number, at), line)
        return at

    def rest_of_line(self, at):
        while at < len(self.line):
            line, begin = self.line, at
            while at < len(line) and line[at] in ' \f\t':
                at += 1
            if at == len(line):
                return
            char = line[at]
            if char in '\r\n':
                yield self.token(NL if self.depth else NEWLINE, at, len(line))
                return
            if char == '#':
                end = len(line.rstrip('\r\n'))
                yield self.token(COMMENT, at, end)
                at = end
                continue
            if char == '\\' and line[at + 1:].rstrip('\r\n') == '' and at + 1 < len(line):
                self.continued = True
                return
            at = yield from self.one(at, char, begin)

    def wrong(self, begin, at):
        """What is no token, with the blanks before it, as tokens of single characters."""
        for place in range(begin, at + 1):
            yield self.token(ERRORTOKEN, place, place + 1)
        return at + 1

    def one(self, at, char, begin):
        """A token that begins here, after blanks; where it ends."""
        line = self.line
        head = _STRING_START.match(line, at)
        if head:
            return (yield from self.string(at, head, begin))
        number = _NUMBER.match(line, at) if char.isdecimal() and char.isascii() or char == '.' else None
        if number:
            yield self.token(NUMBER, at, number.end())
            return number.end()
        name = _NAME.match(line, at)
        if name and not (char.isdecimal()):
            yield self.token(NAME, at, name.end())
            return name.end()
        operator = _OPERATOR.match(line, at)
        if operator:
            self.depth += (char in '([{') - (char in ')]}')
            yield self.token(OP, at, operator.end())
            return operator.end()
        return (yield from self.wrong(begin, at))

    def string(self, at, head, begin):
        quote = _STRING_HEADS[head[0]]
        end = _END_OF[quote].match(self.line, head.end())
        if end:
            yield self.token(STRING, at, end.end())
            return end.end()
        start, lines, first = (self.number, at), [self.line], self.line
        if len(quote) == 1 and not first.rstrip('\r\n').endswith('\\'):
            return (yield from self.wrong(begin, at))
        text = first[at:]
        while not end:
            if not self.next_line():
                if len(quote) == 1:
                    break
                raise TokenError('EOF in multi-line string', start)
            before = len(text)
            text += self.line
            lines.append(self.line)
            end = _END_OF[quote].match(text, len(head[0]))
            if not end and len(quote) == 1 and not self.line.rstrip('\r\n').endswith('\\'):
                break
        if not end:
            yield TokenInfo(ERRORTOKEN, text, start, (self.number, len(self.line)), ''.join(lines))
            return len(self.line)
        stop = end.end() - before
        yield TokenInfo(STRING, text[:end.end()], start, (self.number, stop), ''.join(lines))
        return stop


def generate_tokens(readline):
    """The tokens of a program whose lines readline() gives as texts."""
    return _Reader(readline).tokens()


def tokenize(readline):
    """The tokens of a program whose lines readline() gives as bytes; the first one names the encoding."""
    encoding, read = detect_encoding(readline)
    return _tokenize(lambda: read.pop(0) if read else readline(), encoding)


def _tokenize(readline, encoding):
    """The tokens of lines in an encoding, which the first one names; None: the lines are texts."""
    if encoding is not None:
        codec = 'utf-8' if encoding == 'utf-8-sig' else encoding
        yield TokenInfo(ENCODING, codec, (0, 0), (0, 0), '')
    yield from _Reader(readline if encoding is None else lambda: readline().decode(codec)).tokens()


def _generate_tokens_from_c_tokenizer(source):
    """The tokens of a text as a parser takes them: operators by kinds of their own, no comments, no empty lines."""
    lines = iter(source.splitlines(keepends=True))
    for one in generate_tokens(lambda: next(lines, '')):
        if one.type not in (COMMENT, NL):
            yield one._replace(type=one.exact_type)


def _normal_name(name):
    plain = name[:12].lower().replace('_', '-')
    for known, others in ('utf-8', ('utf-8',)), ('iso-8859-1', ('latin-1', 'iso-8859-1', 'iso-latin-1')):
        if plain in others or plain.startswith(tuple(other + '-' for other in others)):
            return known
    return name


def detect_encoding(readline):
    """The encoding of a program, of a mark at its beginning or a comment in its first two lines, and the lines read."""
    name = getattr(getattr(readline, '__self__', None), 'name', None)
    where = f' for {name!r}' if isinstance(name, str) else ''
    marked, default = False, 'utf-8'

    def read():
        try:
            return readline()
        except StopIteration:
            return b''

    def cookie(line):
        try:
            text = line.decode('utf-8')
        except UnicodeDecodeError:
            raise SyntaxError('invalid or missing encoding declaration' + where) from None
        found = _cookie.match(text)
        if not found:
            return None
        encoding = _normal_name(found[1])
        try:
            b'x'.decode(encoding)
        except UnicodeDecodeError:
            pass
        except LookupError:
            raise SyntaxError(f'unknown encoding: {encoding}' if not where else
                              f'unknown encoding{where}: {encoding}') from None
        if marked:
            if encoding != 'utf-8':
                raise SyntaxError('encoding problem: utf-8' if not where else f'encoding problem{where}: utf-8')
            return 'utf-8-sig'
        return encoding

    first = read()
    if first.startswith(b'\xef\xbb\xbf'):
        marked, first, default = True, first[3:], 'utf-8-sig'
    if not first:
        return default, []
    encoding = cookie(first)
    if encoding:
        return encoding, [first]
    if not _blank.match(first):
        return default, [first]
    second = read()
    if not second:
        return default, [first]
    return cookie(second) or default, [first, second]


def open(filename):
    """A file of a program, opened for reading with the encoding that it names."""
    file = _builtin_open(filename, 'rb')
    try:
        encoding, _ = detect_encoding(file.readline)
    finally:
        file.close()
    return _builtin_open(filename, encoding=encoding)


class Untokenizer:
    """Puts a text together of tokens: `tokens` are its parts, prev_row and prev_col where they end."""

    def __init__(self):
        self.tokens, self.indents = [], []
        self.prev_row, self.prev_col = 1, 0
        self.encoding = None
        self._fresh = False  # the last token has ended a line

    def add_whitespace(self, start):
        """What lies between the last token and a place: lines that a backslash continues, and blanks."""
        row, column = start
        if (row, column) < (self.prev_row, self.prev_col):
            raise ValueError(f'start ({row},{column}) precedes previous end ({self.prev_row},{self.prev_col})')
        if row > self.prev_row:
            self.tokens.append('\\\n' * (row - self.prev_row))
            self.prev_col = 0
        if column > self.prev_col:
            self.tokens.append(' ' * (column - self.prev_col))

    def _placed(self, kind, string, start, end):
        """A token that knows its place."""
        if kind == ENCODING:
            self.encoding = string
        elif kind == INDENT:
            self.indents.append(string)
        elif kind == DEDENT:
            if self.indents:
                self.indents.pop()
            self.prev_row, self.prev_col = end
        else:
            ends_line = kind in (NEWLINE, NL)
            if self._fresh and self.indents and not ends_line:
                if start[1] >= len(self.indents[-1]):
                    self.tokens.append(self.indents[-1])
                    self.prev_col = len(self.indents[-1])
            self._fresh = ends_line or self._fresh and not self.indents
            self.add_whitespace(start)
            self.tokens.append(string)
            self.prev_row, self.prev_col = (end[0] + 1, 0) if ends_line else end

    def compat(self, token, iterable):
        """Tokens from this one on of which only kind and text are known."""
        text, encoding = _compatible([token, *iterable], self.tokens, self.indents)
        self.tokens[:] = [text]
        self.encoding = encoding or self.encoding

    def untokenize(self, iterable):
        """The text of all of them."""
        rows = iter(iterable)
        for row in rows:
            if len(row) == 2:
                self.compat(row, rows)
                break
            if row[0] == ENDMARKER:
                break
            self._placed(*row[:4])
        return ''.join(self.tokens)


def untokenize(iterable):
    """A program of tokens: exactly the same where their places are there, an equivalent one where only kind and text are."""
    maker = Untokenizer()
    text = maker.untokenize(iterable)
    return text if maker.encoding is None else text.encode(maker.encoding)


def _compatible(rows, parts=(), indents=()):
    """Texts with blanks between names and numbers."""
    parts, indents, encoding, after_string = list(parts), list(indents), None, False
    fresh = bool(rows) and rows[0][0] in (NEWLINE, NL)
    for kind, text, *_ in rows:
        if kind == ENCODING:
            encoding = text
            continue
        if kind in (NAME, NUMBER):
            text += ' '
        if kind == STRING and after_string:
            text = ' ' + text
        after_string = kind == STRING
        if kind == INDENT:
            indents.append(text)
            continue
        if kind == DEDENT:
            indents.pop()
            continue
        if kind in (NEWLINE, NL):
            fresh = True
        elif fresh and indents:
            parts.append(indents[-1])
            fresh = False
        parts.append(text)
    return ''.join(parts), encoding
