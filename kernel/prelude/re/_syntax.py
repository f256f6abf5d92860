"""The syntax of regular expressions: text to a tree of tuples, which _program.py makes into words for _regex.

A node is a tuple of its kind and what belongs to it: ('char', code, caseless), ('set', negated, items, flags),
('any', all), ('at', place), ('seq', nodes), ('alt', nodes), ('group', number, node), ('repeat', kind, least, most, node),
('ref', group, caseless), ('look', negated, behind, node), ('atomic', node), ('if', group, node, node).
"""
import sys
import unicodedata

I, L, M, S, U, X, A, DEBUG, TEMPLATE = 2, 4, 8, 16, 32, 64, 256, 128, 1
LETTERS = {'i': I, 'L': L, 'm': M, 's': S, 'x': X, 'a': A, 'u': U, 't': TEMPLATE}
GLOBAL_ONLY = DEBUG | TEMPLATE
KINDS = A | L | U
NO_LIMIT = 0x7fffffff
GREEDY, LAZY, POSSESSIVE = 0, 1, 2
START, LINE, END, LINE_END, LAST, WORD, NO_WORD = range(7)
DIGIT, SPACE, WORDS, NO_DIGIT, NO_SPACE, NO_WORDS = range(6)
CLASSES = {'d': DIGIT, 's': SPACE, 'w': WORDS, 'D': NO_DIGIT, 'S': NO_SPACE, 'W': NO_WORDS}
PLACES = {'A': START, 'Z': END, 'b': WORD, 'B': NO_WORD}
CONTROLS = {'a': 7, 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11, '\\': 92}
DIGITS, OCTAL, HEX = frozenset('0123456789'), frozenset('01234567'), frozenset('0123456789abcdefABCDEF')
LETTER = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
BLANKS = frozenset(' \t\n\r\v\f')
SPECIAL = frozenset('.\\[{()*+?^$|')


class error(Exception):
    """Exception raised for invalid regular expressions.

    Attributes:

        msg: The unformatted error message
        pattern: The regular expression pattern
        pos: The index in the pattern where compilation failed (may be None)
        lineno: The line corresponding to pos (may be None)
        colno: The column corresponding to pos (may be None)
    """

    __module__ = 're'

    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos = msg, pattern, pos
        self.lineno = self.colno = None
        if pattern is not None and pos is not None:
            newline = '\n' if isinstance(pattern, str) else b'\n'
            self.lineno = pattern.count(newline, 0, pos) + 1
            self.colno = pos - pattern.rfind(newline, 0, pos)
            msg = f'{msg} at position {pos}'
            if newline in pattern:
                msg = f'{msg} (line {self.lineno}, column {self.colno})'
        Exception.__init__(self, msg)


def warn(message, category):
    """A warning of who has called re."""
    import warnings
    frame, level = sys._getframe(1), 2
    while frame is not None and frame.f_globals.get('__name__', '').partition('.')[0] == 're':
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, level)


class Text:
    """A pattern, or the text of a replacement, that is read token by token; an escape is one token."""

    def __init__(self, source):
        self.source = source
        self.text = source if isinstance(source, str) else str(source, 'latin1')
        self.at = 0

    def fail(self, message, back=0, name=None):
        """The error at a place so many characters before."""
        if name is not None and not isinstance(self.source, str):
            message = message.replace(repr(name), ascii(name))
        return error(message, self.source, self.at - back)

    def peek(self):
        """The next character; '' at the end."""
        return self.text[self.at:self.at + 1]

    def take(self):
        """The next token, which is two characters where it begins with a backslash."""
        char = self.text[self.at:self.at + 1]
        self.at += len(char)
        if char == '\\':
            more = self.text[self.at:self.at + 1]
            if not more:
                raise error('bad escape (end of pattern)', self.source, self.at - 1)
            self.at += 1
            char += more
        return char

    def skip(self, char):
        """Whether the next character is this one; then it is read."""
        if self.text.startswith(char, self.at) and char:
            self.at += 1
            return True
        return False

    def take_of(self, chars, most):
        """At most so many characters of a set."""
        start = self.at
        while self.at - start < most and self.peek() in chars and self.peek():
            self.at += 1
        return self.text[start:self.at]

    def until(self, end, what):
        """What stands before a character that has to come."""
        stop = self.text.find(end, self.at)
        if stop < 0:
            rest = self.text[self.at:]
            if not rest:
                raise self.fail('missing ' + what)
            raise self.fail(f'missing {end}, unterminated name', 0)
        found = self.text[self.at:stop]
        self.at = stop + 1
        if not found:
            raise self.fail('missing ' + what, 1)
        return found


def check_name(text, name, back):
    """Refuses what is no name of a group."""
    if not (name.isidentifier() and (isinstance(text.source, str) or name.isascii())):
        if not name.isidentifier():
            raise text.fail(f'bad character in group name {name!r}', len(name) + back, name)
        warn(f"bad character in group name {ascii(name)} at position {text.at - len(name) - back}", DeprecationWarning)


def code_escape(text, token, inside):
    """The character that an escape with digits, or of a letter, stands for; None for other escapes."""
    letter = token[1]
    start = text.at - 2
    if letter in CONTROLS and (inside or letter != 'b'):
        return CONTROLS[letter]
    if letter == 'x':
        return hexadecimal(text, start, 2)
    if letter in 'uU' and isinstance(text.source, str):
        code = hexadecimal(text, start, 4 if letter == 'u' else 8)
        if code > 0x10ffff:
            raise text.fail('bad escape ' + text.text[start:text.at], text.at - start)
        return code
    if letter == 'N' and isinstance(text.source, str):
        if not text.skip('{'):
            raise text.fail('missing {')
        name = text.until('}', 'character name')
        try:
            return ord(unicodedata.lookup(name))
        except (KeyError, TypeError):
            raise text.fail(f'undefined character name {name!r}', len(name) + 4) from None
    return None


def hexadecimal(text, start, size):
    digits = text.take_of(HEX, size)
    if len(digits) < size:
        raise text.fail('incomplete escape ' + text.text[start:text.at], text.at - start)
    return int(digits, 16)


def octal(text, start, digits):
    value = int(digits, 8)
    if value > 0o377:
        raise text.fail(f'octal escape value \\{digits} outside of range 0-0o377', text.at - start)
    return value


class Parser:
    """One pattern on its way to a tree."""

    def __init__(self, source, flags):
        self.text = Text(source)
        self.is_str = isinstance(source, str)
        self.flags = flags
        self.groups = 1
        self.names = {}
        self.open = set()
        self.widths = {}
        self.behind = None  # how many groups there were when the lookbehind began
        self.later = []  # conditional groups that name one not yet seen
        self.depth = 0

    def pattern(self):
        """The tree of all of it."""
        node = self.choice(self.flags, True)
        if self.text.peek() == ')':
            raise self.text.fail('unbalanced parenthesis')
        for number, at in self.later:
            if number >= self.groups:
                raise error(f'invalid group reference {number}', self.text.source, at)
        return node

    def choice(self, flags, first=False):
        """Branches with | between them."""
        self.depth += 1
        branches = []
        while True:
            items = []
            self.branch(items, flags, first and not branches)
            branches.append(items[0] if len(items) == 1 else ('seq', items))
            if first and not branches[1:]:
                flags = self.flags
            if not self.text.skip('|'):
                break
        self.depth -= 1
        return branches[0] if len(branches) == 1 else ('alt', branches)

    def branch(self, items, flags, first):
        """One after the other, to the end of the branch."""
        text = self.text
        while True:
            char = text.peek()
            if not char or char in '|)':
                return
            if flags & X:
                if char in BLANKS:
                    text.at += 1
                    continue
                if char == '#':
                    stop = text.text.find('\n', text.at)
                    text.at = len(text.text) if stop < 0 else stop + 1
                    continue
            start = text.at
            token = text.take()
            if token in '*+?{' and token:
                self.repeat(items, token, start, flags)
                continue
            if token == '(':
                node = self.group(flags, start, first and not items)
                if node is None:
                    if first and not items:
                        flags = self.flags
                    continue
                items.append(node)
            elif token == '[':
                items.append(self.char_set(flags, start))
            elif token == '.':
                items.append(('any', bool(flags & S)))
            elif token == '^':
                items.append(('at', LINE if flags & M else START))
            elif token == '$':
                items.append(('at', LINE_END if flags & M else LAST))
            elif len(token) == 2:
                items.append(self.escape(token, flags))
            else:
                items.append(self.char(ord(token), flags))

    def char(self, code, flags):
        return ('char', code, bool(flags & I))

    def set_flags(self, flags):
        ascii_only = not self.is_str or flags & A
        return (2 if flags & I else 0) | (4 if ascii_only else 0)

    def escape(self, token, flags):
        """An escape outside of a set."""
        text, letter, start = self.text, token[1], self.text.at - 2
        if letter in PLACES:
            return ('at', PLACES[letter])
        if letter in CLASSES:
            return ('set', False, [(2, CLASSES[letter], 0)], self.set_flags(flags) & 4)
        if letter in DIGITS:
            digits = letter
            if letter == '0':
                return self.char(octal(text, start, letter + text.take_of(OCTAL, 2)), flags)
            if text.peek() in DIGITS and text.peek():
                digits += text.peek()
                third = text.text[text.at + 1:text.at + 2]
                if letter in OCTAL and digits[1] in OCTAL and third in OCTAL and third:
                    text.at += 2
                    return self.char(octal(text, start, digits + third), flags)
                text.at += 1
            return self.reference(int(digits), flags, len(digits))
        code = code_escape(text, token, False)
        if code is None:
            if letter in LETTER:
                raise text.fail(f'bad escape {token}', 2)
            code = ord(letter)
        return self.char(code, flags)

    def reference(self, number, flags, back):
        """A group that has matched, once more."""
        if number >= self.groups:
            raise self.text.fail(f'invalid group reference {number}', back)
        self.closed(number, back + 1)
        return ('ref', number, bool(flags & I))

    def closed(self, number, back):
        if number in self.open:
            raise self.text.fail('cannot refer to an open group', back)
        self.not_behind(number, back)

    def not_behind(self, number, back):
        if self.behind is not None and number >= self.behind:
            raise self.text.fail('cannot refer to group defined in the same lookbehind subpattern', back)

    def char_set(self, flags, start):
        """[...]"""
        text = self.text
        negated = text.skip('^')
        items, first = [], text.at
        while True:
            here = text.at
            if not text.peek():
                raise text.fail('unterminated character set', text.at - start)
            token = text.take()
            if token == ']' and here != first:
                break
            low = self.set_item(token, here, first)
            if text.peek() == '-' and text.text[text.at:]:
                text.at += 1
                if not text.peek():
                    raise text.fail('unterminated character set', text.at - start)
                if text.peek() == ']':
                    text.at += 1
                    items += [low, (0, 45, 0)]
                    break
                if text.peek() == '-':
                    warn(f'Possible set difference at position {text.at - 1}', FutureWarning)
                behind = text.at
                token = text.take()
                high = self.set_item(token, behind, None)
                if low[0] == 2 or high[0] == 2 or high[1] < low[1]:
                    raise text.fail(f'bad character range {text.text[here:text.at]}', text.at - here)
                items.append((1, low[1], high[1]))
            else:
                items.append(low)
        if len(items) == 1 and items[0][0] == 0 and not negated:
            return self.char(items[0][1], flags)
        return ('set', negated, items, self.set_flags(flags))

    def set_item(self, token, here, first):
        """A character, or a class, of a set: its kind and code."""
        text = self.text
        if len(token) == 1:
            if token == '[' and first is not None:
                if text.peek() == ':' or here == first:
                    warn(f'Possible nested set at position {here}', FutureWarning)
            elif first is not None and token in '-&~|' and text.peek() == token and (token != '-' or here != first):
                name = {'-': 'difference', '&': 'intersection', '~': 'symmetric difference', '|': 'union'}[token]
                warn(f'Possible set {name} at position {here}', FutureWarning)
            return (0, ord(token), 0)
        letter, start = token[1], text.at - 2
        if letter in CLASSES:
            return (2, CLASSES[letter], 0)
        if letter in DIGITS:
            digits = (letter if letter in OCTAL else '') and letter + text.take_of(OCTAL, 2)
            if not digits:
                raise text.fail(f'bad escape {token}', 2)
            return (0, octal(text, start, digits), 0)
        code = code_escape(text, token, True)
        if code is None:
            if letter in LETTER:
                raise text.fail(f'bad escape {token}', 2)
            code = ord(letter)
        return (0, code, 0)

    def repeat(self, items, token, start, flags):
        """A repetition of what stands before."""
        text = self.text
        if token == '{':
            if text.peek() == '}':
                items.append(self.char(123, flags))
                return
            low = text.take_of(DIGITS, 1 << 30)
            high = text.take_of(DIGITS, 1 << 30) if text.skip(',') else low
            if not text.skip('}'):
                text.at = start + 1
                items.append(self.char(123, flags))
                return
            least, most = int(low or 0), int(high) if high else NO_LIMIT
            for given in (low, high):
                if given and int(given) >= 0xffffffff:
                    raise OverflowError('the repetition number is too large')
            if most < least:
                raise text.fail('min repeat greater than max repeat', text.at - start - 1)
            least, most = min(least, NO_LIMIT - 1), most if most < NO_LIMIT else NO_LIMIT
        else:
            least, most = {'*': (0, NO_LIMIT), '+': (1, NO_LIMIT), '?': (0, 1)}[token]
        if not items or items[-1][0] == 'at':
            raise text.fail('nothing to repeat', text.at - start)
        if items[-1][0] == 'repeat':
            raise text.fail('multiple repeat', text.at - start)
        kind = LAZY if text.skip('?') else POSSESSIVE if text.skip('+') else GREEDY
        items[-1] = ('repeat', kind, least, most, items[-1])

    def name_of_group(self, end, what='group name'):
        name = self.text.until(end, what)
        return name

    def group(self, flags, start, first):
        """Everything in parentheses; None where it adds nothing."""
        text = self.text
        if not text.skip('?'):
            return self.capture(None, flags, start)
        char = text.take()
        if not char:
            raise text.fail('unexpected end of pattern')
        if char == 'P':
            return self.named(flags, start)
        if char == ':':
            return self.closing(('seq', [self.choice(flags)]), start)
        if char == '>':
            return ('atomic', self.closing(self.choice(flags), start))
        if char == '#':
            stop = text.text.find(')', text.at)
            if stop < 0:
                text.at = len(text.text)
                raise text.fail('missing ), unterminated comment', text.at - start)
            text.at = stop + 1
            return None
        if char in '=!<':
            return self.look(char, flags, start)
        if char == '(':
            return self.conditional(flags, start)
        if char in LETTERS or char == '-':
            return self.flag_group(char, flags, start, first)
        raise text.fail('unknown extension ?' + char, len(char) + 1)

    def closing(self, node, start):
        if not self.text.skip(')'):
            raise self.text.fail('missing ), unterminated subpattern', self.text.at - start)
        return node

    def capture(self, name, flags, start):
        number = self.groups
        self.groups += 1
        if name is not None:
            if name in self.names:
                raise self.text.fail(f'redefinition of group name {name!r} as group {number}; was group '
                                     f'{self.names[name]}', len(name) + 1, name)
            self.names[name] = number
        self.open.add(number)
        node = self.closing(self.choice(flags), start)
        self.open.discard(number)
        self.widths[number] = width(node, self.widths)
        return ('group', number, node)

    def named(self, flags, start):
        """(?P<name>...) and (?P=name)"""
        text = self.text
        if text.skip('<'):
            name = self.name_of_group('>')
            check_name(text, name, 1)
            return self.capture(name, flags, start)
        if text.skip('='):
            name = self.name_of_group(')')
            check_name(text, name, 1)
            if name not in self.names:
                raise text.fail(f'unknown group name {name!r}', len(name) + 1, name)
            number = self.names[name]
            self.closed(number, len(name) + 1)
            return ('ref', number, bool(flags & I))
        char = text.take()
        if not char:
            raise text.fail('unexpected end of pattern')
        raise text.fail('unknown extension ?P' + char, len(char) + 2)

    def look(self, char, flags, start):
        text = self.text
        behind = char == '<'
        if behind:
            char = text.take()
            if not char:
                raise text.fail('unexpected end of pattern')
            if char not in '=!':
                raise text.fail('unknown extension ?<' + char, len(char) + 2)
        outer = self.behind
        if behind and outer is None:
            self.behind = self.groups
        node = self.closing(self.choice(flags), start)
        if behind:
            self.behind = outer
        return ('look', char == '!', behind, node)

    def conditional(self, flags, start):
        """(?(group)yes|no)"""
        text = self.text
        name = self.name_of_group(')')
        if name.isidentifier():
            check_name(text, name, 1)
            if name not in self.names:
                raise text.fail(f'unknown group name {name!r}', len(name) + 1, name)
            number = self.names[name]
        else:
            try:
                number = int(name)
                if number < 0:
                    raise ValueError
            except ValueError:
                raise text.fail(f'bad character in group name {name!r}', len(name) + 1, name) from None
            if not number:
                raise text.fail('bad group number', len(name) + 1)
            if not (name.isdecimal() and name.isascii()):
                warn(f'bad character in group name {name!r} at position {text.at - len(name) - 1}', DeprecationWarning)
            if number >= 0x3fffffff:
                raise text.fail(f'invalid group reference {number}', len(name) + 1)
            if number >= self.groups:
                self.later.append((number, text.at - len(name) - 1))
        self.not_behind(number, len(name) + 1)
        yes, no = [], []
        self.branch(yes, flags, False)
        if text.skip('|'):
            self.branch(no, flags, False)
            if text.peek() == '|':
                raise text.fail('conditional backref with more than two branches')
        return self.closing(('if', number, ('seq', yes), ('seq', no)), start)

    def flag_group(self, char, flags, start, first):
        """(?flags) and (?flags-flags:...)"""
        text = self.text
        add = remove = 0
        while char != '-':
            bit = LETTERS[char]
            if self.is_str:
                if bit == L:
                    raise text.fail("bad inline flags: cannot use 'L' flag with a str pattern")
            elif bit == U:
                raise text.fail("bad inline flags: cannot use 'u' flag with a bytes pattern")
            add |= bit
            if bit & KINDS and add & KINDS != bit:
                raise text.fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible")
            char = text.take()
            if not char:
                raise text.fail('missing -, : or )')
            if char in ')-:':
                break
            if char not in LETTERS:
                raise text.fail('unknown flag' if char.isalpha() else 'missing -, : or )', len(char))
        if char == ')':
            if start and not (first and not text.text[:start].strip(' \t\n\r\v\f')) or self.depth > 1:
                if not first or self.depth > 1:
                    raise text.fail('global flags not at the start of the expression', text.at - start)
            self.flags |= add
            return None
        if add & GLOBAL_ONLY:
            raise text.fail('bad inline flags: cannot turn on global flag', 1)
        if char == '-':
            char = text.take()
            if not char:
                raise text.fail('missing flag')
            if char not in LETTERS:
                raise text.fail('unknown flag' if char.isalpha() else 'missing flag', len(char))
            while True:
                bit = LETTERS[char]
                if bit & KINDS:
                    raise text.fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'")
                remove |= bit
                char = text.take()
                if not char:
                    raise text.fail('missing :')
                if char == ':':
                    break
                if char not in LETTERS:
                    raise text.fail('unknown flag' if char.isalpha() else 'missing :', len(char))
        if remove & GLOBAL_ONLY:
            raise text.fail('bad inline flags: cannot turn off global flag', 1)
        if add & remove:
            raise text.fail('bad inline flags: flag turned on and off', 1)
        inner = flags & ~KINDS if add & KINDS else flags
        return self.closing(('seq', [self.choice((inner | add) & ~remove)]), start)


def width(node, groups):
    """The fewest and the most characters that a node matches."""
    kind = node[0]
    if kind in ('char', 'set', 'any'):
        return 1, 1
    if kind in ('at', 'look'):
        return 0, 0
    if kind == 'ref':
        return groups.get(node[1], (0, NO_LIMIT))
    if kind == 'group':
        return width(node[2], groups)
    if kind == 'atomic':
        return width(node[1], groups)
    if kind == 'repeat':
        low, high = width(node[4], groups)
        return min(low * node[2], NO_LIMIT), 0 if not high else min(high * node[3], NO_LIMIT)
    parts = [width(part, groups) for part in (node[2:] if kind == 'if' else node[1])]
    if kind == 'seq':
        return min(sum(low for low, _ in parts), NO_LIMIT), min(sum(high for _, high in parts), NO_LIMIT)
    return min(low for low, _ in parts), max(high for _, high in parts)


def parse(source, flags):
    """The tree, the flags with those of the text, the number of groups, their names, their widths."""
    parser = Parser(source, flags)
    tree = parser.pattern()
    while parser.flags & X and not flags & X:  # written in its text: it is read once more with it
        flags = parser.flags
        parser = Parser(source, flags)
        tree = parser.pattern()
    flags = parser.flags
    if isinstance(source, str):
        if flags & L:
            raise ValueError('cannot use LOCALE flag with a str pattern')
        if flags & A and flags & U:
            raise ValueError('ASCII and UNICODE flags are incompatible')
        if not flags & A:
            flags |= U
    else:
        if flags & U:
            raise ValueError('cannot use UNICODE flag with a bytes pattern')
        if flags & L and flags & A:
            raise ValueError('ASCII and LOCALE flags are incompatible')
    return tree, flags, parser


def replacement(source, pattern):
    """The text of a replacement: a list of texts and of numbers of groups."""
    text = Text(source)
    make = (lambda s: s) if isinstance(source, str) else (lambda s: s.encode('latin1'))
    parts, literal = [], []

    def put_group(number, back):
        if number > pattern.groups:
            raise text.fail(f'invalid group reference {number}', back)
        if literal:
            parts.append(make(''.join(literal)))
            literal.clear()
        parts.append(number)

    while text.peek():
        start = text.at
        stop = text.text.find('\\', start)
        if stop != start:
            stop = len(text.text) if stop < 0 else stop
            literal.append(text.text[start:stop])
            text.at = stop
            continue
        token = text.take()
        letter = token[1]
        if letter == 'g':
            if not text.skip('<'):
                raise text.fail('missing <')
            name = text.until('>', 'group name')
            if name.isidentifier():
                check_name(text, name, 1)
                if name not in pattern.groupindex:
                    raise IndexError(f'unknown group name {name!r}')
                put_group(pattern.groupindex[name], len(name) + 1)
                continue
            try:
                number = int(name)
                if number < 0:
                    raise ValueError
            except ValueError:
                raise text.fail(f'bad character in group name {name!r}', len(name) + 1, name) from None
            if number >= 0x3fffffff:
                raise text.fail(f'invalid group reference {number}', len(name) + 1)
            if not (name.isdecimal() and name.isascii()):
                warn(f'bad character in group name {ascii(name)} at position {text.at - len(name) - 1}', DeprecationWarning)
            put_group(number, len(name) + 1)
        elif letter == '0':
            literal.append(chr(octal(text, start, letter + text.take_of(OCTAL, 2)) & 0xff))
        elif letter in DIGITS:
            digits = letter
            if text.peek() in DIGITS and text.peek():
                digits += text.peek()
                third = text.text[text.at + 1:text.at + 2]
                if letter in OCTAL and digits[1] in OCTAL and third in OCTAL and third:
                    text.at += 2
                    literal.append(chr(octal(text, start, digits + third)))
                    continue
                text.at += 1
            put_group(int(digits), len(digits))
        elif letter in CONTROLS:
            literal.append(chr(CONTROLS[letter]))
        elif letter in LETTER:
            raise text.fail(f'bad escape {token}', 2)
        else:
            literal.append(token)
    if literal:
        parts.append(make(''.join(literal)))
    return parts
