"""Regular expressions: patterns with the syntax of Perl, on str and on bytes.

The functions compile, search, match, fullmatch, split, sub, subn, findall, finditer and escape; patterns and matches are
objects of Pattern and Match. What matches is in C (_regex); the syntax is read by re._syntax.
"""
import enum

import _regex
from re import _program, _syntax
from re._syntax import error
from types import MappingProxyType
from _regex import Match, Pattern

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


def _pattern_text(self):
    """What repr() shows of a pattern."""
    flags = self.flags
    if isinstance(self.pattern, str) and flags & (4 | 32 | 256) == 32:
        flags &= ~32
    names = [f're.{name}' for name, bit in _FLAG_NAMES if flags & bit]
    rest = flags & ~sum(bit for _, bit in _FLAG_NAMES)
    if rest:
        names.append(hex(rest))
    return f"re.compile({repr(self.pattern)[:200]}{', ' * bool(names)}{'|'.join(names)})"


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


def _compile_now(pattern, flags):
    words, all_flags, names = _program.compile_pattern(pattern, flags)
    return _regex.pattern(pattern, all_flags, words, names, MappingProxyType(names))


def _compile(pattern, flags):
    try:
        return _cache[type(pattern), pattern, flags]
    except (KeyError, TypeError):
        pass
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
    made = _compile_now(pattern, flags)
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


_regex.complete(_template, _pattern_text, _compile)
