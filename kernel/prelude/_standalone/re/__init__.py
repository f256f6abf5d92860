"""Regular expressions: patterns with the syntax of Perl, on str and on bytes.

The functions compile, search, match, fullmatch, split, sub, subn, findall, finditer and escape; patterns and matches are
objects of Pattern and Match. What matches is in C (_regex); the syntax is read by re._syntax.
"""
import enum

import _regex
from re import _program, _syntax
from re._syntax import error

__all__ = ['match', 'fullmatch', 'search', 'sub', 'subn', 'split', 'findall', 'finditer', 'compile', 'purge', 'template',
           'escape', 'error', 'Pattern', 'Match', 'A', 'I', 'L', 'M', 'S', 'X', 'U', 'ASCII', 'IGNORECASE', 'LOCALE',
           'MULTILINE', 'DOTALL', 'VERBOSE', 'UNICODE', 'NOFLAG', 'RegexFlag']
__version__ = '2.2.1'


class RegexFlag(enum.IntFlag, boundary=enum.KEEP):
    """What changes how a pattern is read."""
    NOFLAG = 0
    ASCII = A = _syntax.A
    IGNORECASE = I = _syntax.I
    LOCALE = L = _syntax.L
    UNICODE = U = _syntax.U
    MULTILINE = M = _syntax.M
    DOTALL = S = _syntax.S
    VERBOSE = X = _syntax.X
    TEMPLATE = T = _syntax.TEMPLATE
    DEBUG = _syntax.DEBUG

    def __repr__(self):
        value = self._value_
        if not value:
            return 're.NOFLAG'
        if value < 0:
            inverse = RegexFlag(~value)
            text = repr(inverse)
            return f'~({text})' if '|' in text else '~' + text
        names = [f're.{flag._name_}' for flag in type(self) if flag._value_ & value and flag._value_]
        rest = value & ~sum(flag._value_ for flag in type(self))
        return '|'.join(names + [hex(rest)] * bool(rest))

    __str__ = __repr__


globals().update(RegexFlag.__members__)
_FLAG_NAMES = (('IGNORECASE', 2), ('LOCALE', 4), ('MULTILINE', 8), ('DOTALL', 16), ('UNICODE', 32), ('VERBOSE', 64),
               ('DEBUG', 128), ('ASCII', 256))
_END = (1 << 63) - 1
_MATCH, _SEARCH, _FULLMATCH = 0, 1, 2


def _no_instances(cls):
    def __new__(kind, *args, **kwargs):
        raise TypeError(f"cannot create '{kind.__module__}.{kind.__qualname__}' instances")
    cls.__new__ = __new__
    return cls


@_no_instances
class Match:
    """The result of re.match() and re.search().
Match objects always have a boolean value of True."""
    __module__ = 're'
    __slots__ = ('re', 'string', 'pos', 'endpos', '_marks')

    def __init_subclass__(cls, **kwargs):
        raise TypeError("type 're.Match' is not an acceptable base type")

    def _number(self, group):
        """The number of a group that is named or numbered."""
        number = group
        if type(number) is not int:
            if hasattr(type(group), '__index__'):
                number = group.__index__()
            else:
                try:
                    number = self.re.groupindex.get(group, -1)
                except TypeError:
                    number = -1
        if not 0 <= number <= self.re.groups:
            raise IndexError('no such group')
        return number

    def _part(self, number, default=None):
        start, end = self._marks[2 * number + 1], self._marks[2 * number + 2]
        if start < 0:
            return default
        string = self.string
        if isinstance(string, str):
            return string[start:end] if type(string) is str else str.__getitem__(string, slice(start, end))
        return bytes(memoryview(string)[start:end])

    def group(self, *groups):
        """group([group1, ...]) -> str or tuple.
Return subgroup(s) of the match by indices or names.
For 0 returns the entire match."""
        if len(groups) == 1:
            return self._part(self._number(groups[0]))
        if not groups:
            return self._part(0)
        return tuple([self._part(self._number(group)) for group in groups])

    def __getitem__(self, group):
        return self._part(self._number(group))

    def groups(self, default=None):
        """Return a tuple containing all the subgroups of the match, from 1.

  default
    Is used for groups that did not participate in the match."""
        return tuple([self._part(number, default) for number in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        """Return a dictionary containing all the named subgroups of the match, keyed by the subgroup name.

  default
    Is used for groups that did not participate in the match."""
        return {name: self._part(number, default) for name, number in self.re.groupindex.items()}

    def start(self, group=0, /):
        """Return index of the start of the substring matched by group."""
        return self._marks[2 * self._number(group) + 1]

    def end(self, group=0, /):
        """Return index of the end of the substring matched by group."""
        return self._marks[2 * self._number(group) + 2]

    def span(self, group=0, /):
        """For match object m, return the 2-tuple (m.start(group), m.end(group))."""
        number = self._number(group)
        return self._marks[2 * number + 1], self._marks[2 * number + 2]

    @property
    def regs(self):
        marks = self._marks
        return tuple([(marks[i], marks[i + 1]) for i in range(1, len(marks), 2)])

    @property
    def lastindex(self):
        """The integer index of the last matched capturing group."""
        return self._marks[0] or None

    @property
    def lastgroup(self):
        """The name of the last matched capturing group."""
        for name, number in self.re.groupindex.items():
            if number == self._marks[0]:
                return name
        return None

    def expand(self, template):
        """Return the string obtained by doing backslash substitution on the string template, as done by the sub() method."""
        return _filled(_syntax.replacement(template, self.re), self)

    def __repr__(self):
        return f"<re.Match object; span={self.span()!r}, match={self.group()!r}>"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 're.Match' object")

    __class_getitem__ = classmethod(type(list[int]))


def _exact(string):
    """A text as str or bytes, whatever class derived from them it is of."""
    if type(string) in (str, bytes):
        return string
    return ''.join((string, '')) if isinstance(string, str) else bytes(memoryview(string))


def _new_match(pattern, string, pos, endpos, marks):
    match = object.__new__(Match)
    match.re, match.string, match.pos, match.endpos, match._marks = pattern, string, pos, endpos, marks
    return match


def _filled(parts, match):
    """A replacement with the groups of a match."""
    string = match.string
    empty = '' if isinstance(string, str) else b''
    return empty.join([match._part(part, empty) if type(part) is int else part for part in parts])


class _Scanner:
    """Matches one after the other: what Pattern.scanner() gives."""

    def __init__(self, pattern, string, pos, endpos):
        self.pattern = pattern
        self._string, self._pos, self._endpos = string, pos, endpos
        self._next, self._avoided = pos, -1

    def _step(self, mode):
        if self._next is None:
            return None
        found = _regex.match(self.pattern._program, self._string, self._next, self._endpos, mode, self._avoided)
        if found is None:
            self._next = None
            return None
        self._next = found[2]
        self._avoided = found[2] if found[1] == found[2] else -1
        return _new_match(self.pattern, self._string, self._pos, self._endpos, found)

    def match(self):
        return self._step(_MATCH)

    def search(self):
        return self._step(_SEARCH)


@_no_instances
class Pattern:
    """Compiled regular expression object."""
    __module__ = 're'
    __slots__ = ('pattern', 'flags', 'groups', 'groupindex', '_program', '__weakref__')

    def __init_subclass__(cls, **kwargs):
        raise TypeError("type 're.Pattern' is not an acceptable base type")

    def _bounds(self, string, pos, endpos):
        """Where matching may begin and end in a text, which must be of the pattern's kind."""
        is_text = isinstance(string, str)
        if is_text != isinstance(self.pattern, str):
            if is_text:
                raise TypeError('cannot use a bytes pattern on a string-like object')
            try:
                memoryview(string)
            except TypeError:
                raise TypeError(f"expected string or bytes-like object, got '{type(string).__name__}'") from None
            raise TypeError('cannot use a string pattern on a bytes-like object')
        if is_text:
            size = len(string)
        else:
            try:
                size = len(string) if isinstance(string, (bytes, bytearray)) else memoryview(string).nbytes
            except TypeError:
                raise TypeError(f"expected string or bytes-like object, got '{type(string).__name__}'") from None
        if pos != 0 or endpos != _END:
            pos, endpos = (min(max(value.__index__(), 0), size) for value in (pos, endpos))
            return pos, max(endpos, 0)
        return 0, size

    def _run(self, string, pos, endpos, mode):
        pos, endpos = self._bounds(string, pos, endpos)
        found = _regex.match(self._program, string, pos, endpos, mode, -1)
        return found and _new_match(self, string, pos, endpos, found)

    def match(self, string, pos=0, endpos=_END):
        """Matches zero or more characters at the beginning of the string."""
        return self._run(string, pos, endpos, _MATCH)

    def fullmatch(self, string, pos=0, endpos=_END):
        """Matches against all of the string."""
        return self._run(string, pos, endpos, _FULLMATCH)

    def search(self, string, pos=0, endpos=_END):
        """Scan through string looking for a match, and return a corresponding match object instance.

Return None if no position in the string matches."""
        return self._run(string, pos, endpos, _SEARCH)

    def findall(self, string, pos=0, endpos=_END):
        """Return a list of all non-overlapping matches of pattern in string."""
        pos, endpos = self._bounds(string, pos, endpos)
        return _regex.findall(self._program, string, pos, endpos)

    def finditer(self, string, pos=0, endpos=_END):
        """Return an iterator over all non-overlapping matches for the RE pattern in string.

For each match, the iterator returns a match object."""
        pos, endpos = self._bounds(string, pos, endpos)
        return iter(_Scanner(self, string, pos, endpos).search, None)

    def scanner(self, string, pos=0, endpos=_END):
        pos, endpos = self._bounds(string, pos, endpos)
        return _Scanner(self, string, pos, endpos)

    def split(self, string, maxsplit=0):
        """Split string by the occurrences of pattern."""
        pos, endpos = self._bounds(string, 0, _END)
        parts, at = [], 0
        text = _exact(string)
        found = () if maxsplit < 0 else _regex.all(self._program, string, pos, endpos, maxsplit)
        for marks in found:
            parts.append(text[at:marks[1]])
            at = marks[2]
            for i in range(3, len(marks), 2):
                parts.append(text[marks[i]:marks[i + 1]] if marks[i] >= 0 else None)
        parts.append(text[at:])
        return parts

    def subn(self, repl, string, count=0):
        """Return the tuple (new_string, number_of_subs_made) found by replacing the leftmost non-overlapping occurrences of pattern with the replacement repl."""
        pos, endpos = self._bounds(string, 0, _END)
        text = _exact(string)
        fixed = call = None
        if callable(repl):
            call = repl
        else:
            if not isinstance(repl, (str, bytes)):
                repl = bytes(repl)
            if (b'\\' if isinstance(repl, bytes) else '\\') in repl:
                parts = _template(self, repl)
                if len(parts) == 1 and type(parts[0]) is not int:
                    fixed = parts[0]
                elif parts:
                    def call(match):
                        return _filled(parts, match)
                else:
                    fixed = repl[:0]
            else:
                fixed = repl
        if count < 0:
            return string, 0
        pieces, at = [], 0
        if call is None:
            found = _regex.all(self._program, string, pos, endpos, count)
            for marks in found:
                pieces.append(text[at:marks[1]])
                pieces.append(fixed)
                at = marks[2]
            done = len(found)
        else:
            scanner, done = _Scanner(self, string, pos, endpos), 0
            while (match := scanner._step(_SEARCH)) is not None:
                pieces.append(text[at:match._marks[1]])
                item = call(match)
                if item is not None:
                    pieces.append(item)
                at = match._marks[2]
                done += 1
                if done == count:
                    break
        if not done:
            return text, 0
        pieces.append(text[at:])
        return text[:0].join(pieces), done

    def sub(self, repl, string, count=0):
        """Return the string obtained by replacing the leftmost non-overlapping occurrences of pattern in string by the replacement repl."""
        return self.subn(repl, string, count)[0]

    def __repr__(self):
        flags = self.flags
        if isinstance(self.pattern, str) and flags & (4 | 32 | 256) == 32:
            flags &= ~32
        names = [f're.{name}' for name, bit in _FLAG_NAMES if flags & bit]
        rest = flags & ~sum(bit for _, bit in _FLAG_NAMES)
        if rest:
            names.append(hex(rest))
        return f"re.compile({repr(self.pattern)[:200]}{', ' * bool(names)}{'|'.join(names)})"

    def __eq__(self, other):
        if not isinstance(other, Pattern):
            return NotImplemented
        return (self.flags, self.pattern, self._program) == (other.flags, other.pattern, other._program) and \
            type(self.pattern) is type(other.pattern)

    def __hash__(self):
        return hash((self.flags, self.pattern, self._program))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    def __reduce__(self):
        return _compile, (self.pattern, self.flags)

    __class_getitem__ = classmethod(type(list[int]))


_cache = {}
_CACHED = 512


def _template(pattern, repl):
    key = pattern, repl, type(repl)
    parts = _cache.get(key)
    if parts is None:
        parts = _syntax.replacement(repl, pattern)
        if len(_cache) >= _CACHED:
            del _cache[next(iter(_cache))]
        _cache[key] = parts
    return parts


def _compile(pattern, flags):
    if isinstance(flags, RegexFlag):
        flags = flags.value
    key = type(pattern), pattern, flags
    try:
        return _cache[key]
    except (KeyError, TypeError):
        pass
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError('cannot process flags argument with a compiled pattern')
        return pattern
    if not isinstance(pattern, (str, bytes, bytearray)):
        raise TypeError('first argument must be string or compiled pattern')
    if flags & _syntax.TEMPLATE:
        import warnings
        warnings.warn("The re.TEMPLATE/re.T flag is deprecated as it is an undocumented flag without an obvious purpose. "
                      "Don't use it.", DeprecationWarning)
    made = object.__new__(Pattern)
    from types import MappingProxyType
    made.pattern = pattern
    made._program, made.flags, made.groups, names = _program.compile_pattern(pattern, flags)
    made.groupindex = MappingProxyType(names)
    if not flags & _syntax.DEBUG:
        if len(_cache) >= _CACHED:
            del _cache[next(iter(_cache))]
        _cache[key] = made
    return made


def compile(pattern, flags=0):
    """Compile a regular expression pattern, returning a Pattern object."""
    return _compile(pattern, flags)


def match(pattern, string, flags=0):
    """Try to apply the pattern at the start of the string, returning a Match object, or None if no match was found."""
    return _compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    """Try to apply the pattern to all of the string, returning a Match object, or None if no match was found."""
    return _compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    """Scan through string looking for a match to the pattern, returning a Match object, or None if no match was found."""
    return _compile(pattern, flags).search(string)


def sub(pattern, repl, string, count=0, flags=0):
    """The string in which the leftmost matches that do not overlap are replaced: by a text, in which backslash escapes are
    processed, or by what a function of the match returns."""
    return _compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    """As sub(), with the number of replacements: a 2-tuple."""
    return _compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    """The string cut where the pattern matches: a list; the texts of groups stand between the pieces."""
    return _compile(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    """All matches that do not overlap as a list: texts, or the groups' texts where the pattern has groups."""
    return _compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    """An iterator over all matches that do not overlap."""
    return _compile(pattern, flags).finditer(string)


def purge():
    """Forget compiled patterns."""
    _cache.clear()


def template(pattern, flags=0):
    """Compile a template pattern, returning a Pattern object."""
    import warnings
    warnings.warn("The re.template() function is deprecated as it is an undocumented function without an obvious purpose. "
                  "Use re.compile() instead.", DeprecationWarning)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore', DeprecationWarning)
        return _compile(pattern, flags | _syntax.TEMPLATE)


_ESCAPED = {ord(char): '\\' + char for char in '()[]{}?*+-|^$\\.&~# \t\n\r\v\f'}


def escape(pattern):
    """Escape special characters in a string."""
    if isinstance(pattern, str):
        return pattern.translate(_ESCAPED)
    return str(pattern, 'latin1').translate(_ESCAPED).encode('latin1')


class Scanner:
    """Cuts a text into tokens: pairs of a pattern and what becomes of its text (a function of the scanner and it, None for
    nothing, or a value)."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        self._compiled = [(_compile(phrase, int(flags)), action) for phrase, action in lexicon]
        self.match = None
        self.scanner = _compile('|'.join(f'({phrase})' for phrase, _ in lexicon), int(flags))

    def scan(self, string):
        """The tokens, and what stands behind the last one."""
        result, at = [], 0
        while True:
            for pattern, action in self._compiled:
                match = pattern.match(string, at)
                if match:
                    break
            else:
                break
            if match.end() == at:
                break
            if callable(action):
                self.match = match
                action = action(self, match.group())
            if action is not None:
                result.append(action)
            at = match.end()
        return result, string[at:]
