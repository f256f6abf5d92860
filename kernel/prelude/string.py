"""Constants of characters, capwords(), Template with $-substitutions, and Formatter, on which own kinds of str.format()
are built."""
__all__ = ['ascii_letters', 'ascii_lowercase', 'ascii_uppercase', 'capwords', 'digits', 'hexdigits', 'octdigits',
           'printable', 'punctuation', 'whitespace', 'Formatter', 'Template']

whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = ascii_lowercase.upper()
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdefABCDEF'
octdigits = digits[:8]
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """Split the argument into words, capitalize each and join them: with sep, or single spaces where it is None (then
    blanks at both ends go)."""
    return (' ' if sep is None else sep).join(word.capitalize() for word in s.split(sep))


class Template:
    """A string class for supporting $-substitutions."""
    delimiter = '$'
    idpattern = r'(?a:[_a-z][_a-z0-9]*)'
    braceidpattern = None
    flags = 2  # re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        cls.pattern = cls.__dict__.get('pattern', None) or _TemplatePattern()
        if not isinstance(cls.__dict__['pattern'], _TemplatePattern):
            import re
            cls.pattern = re.compile(cls.pattern, cls.flags | re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _invalid(self, match):
        start = match.start('invalid')
        lines = self.template[:start].splitlines(keepends=True)
        column, number = (start - len(''.join(lines[:-1])), len(lines)) if lines else (1, 1)
        raise ValueError('Invalid placeholder in string: line %d, col %d' % (number, column))

    def _substituted(self, mapping, convert_error):
        def convert(match):
            name = match.group('named') or match.group('braced')
            if name is not None:
                try:
                    return str(mapping[name])
                except KeyError:
                    if not convert_error:
                        raise
                    return match.group()
            if match.group('escaped') is not None:
                return self.delimiter
            if match.group('invalid') is not None:
                if convert_error:
                    return match.group()
                self._invalid(match)
            raise ValueError('Unrecognized named group in pattern', self.pattern)
        return self.pattern.sub(convert, self.template)

    def substitute(self, mapping={}, /, **kws):
        """The text with its placeholders replaced by values of the mapping, or of keywords; KeyError where one is missing."""
        return self._substituted({**mapping, **kws} if kws and mapping else kws or mapping, False)

    def safe_substitute(self, mapping={}, /, **kws):
        """The same, but what is missing or invalid stays as it is."""
        return self._substituted({**mapping, **kws} if kws and mapping else kws or mapping, True)

    def is_valid(self):
        """Whether substitute() would find no invalid placeholder."""
        for match in self.pattern.finditer(self.template):
            groups = match.groupdict()
            if groups['invalid'] is not None:
                return False
            if groups['named'] is None and groups['braced'] is None and groups['escaped'] is None:
                raise ValueError('Unrecognized named group in pattern', self.pattern)
        return True

    def get_identifiers(self):
        """The names of the placeholders, each once, in their order."""
        names = {}
        for match in self.pattern.finditer(self.template):
            name = match.group('named') or match.group('braced')
            if name is not None:
                names[name] = None
            elif match.group('invalid') is None and match.group('escaped') is None:
                raise ValueError('Unrecognized named group in pattern', self.pattern)
        return list(names)


class _TemplatePattern:
    """The pattern of a kind of Template, compiled when it is first asked for."""

    def __get__(self, instance, owner):
        import re
        delimiter = re.escape(owner.delimiter)
        identifier = owner.idpattern
        braced = owner.braceidpattern or identifier
        pattern = re.compile(rf'{delimiter}(?:(?P<escaped>{delimiter})|(?P<named>{identifier})|'
                             rf'{{(?P<braced>{braced})}}|(?P<invalid>))', owner.flags | re.VERBOSE)
        owner.pattern = pattern
        return pattern


Template.pattern = _TemplatePattern()


class Formatter:
    """What str.format() does, in methods that can be replaced."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        text, _ = self._vformat(format_string, args, kwargs, used, 2)
        self.check_unused_args(used, args, kwargs)
        return text

    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError('Max string recursion exceeded')
        parts = []
        for literal, field, spec, conversion in self.parse(format_string):
            if literal:
                parts.append(literal)
            if field is None:
                continue
            first, _ = _split_field(field)
            if first == '':
                if auto_arg_index is False:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                field = str(auto_arg_index) + field
                auto_arg_index += 1
            elif isinstance(first, int):
                if auto_arg_index:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                auto_arg_index = False
            obj, used = self.get_field(field, args, kwargs)
            used_args.add(used)
            obj = self.convert_field(obj, conversion)
            spec, auto_arg_index = self._vformat(spec, args, kwargs, used_args, recursion_depth - 1, auto_arg_index)
            parts.append(self.format_field(obj, spec))
        return ''.join(parts), auto_arg_index

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        for letter, function in (('s', str), ('r', repr), ('a', ascii)):
            if conversion == letter:
                return function(value)
        raise ValueError(f'Unknown conversion specifier {conversion!s}')

    def parse(self, format_string):
        """(literal text, name of the field, its specification, its conversion) one after the other."""
        return iter(_parse_format(format_string))

    def get_field(self, field_name, args, kwargs):
        first, rest = _split_field(field_name)
        obj = self.get_value(first, args, kwargs)
        for is_attribute, name in rest:
            obj = getattr(obj, name) if is_attribute else obj[name]
        return obj, first


def _parse_format(text):
    if not isinstance(text, str):
        raise TypeError(f'expected str, got {type(text).__name__}')
    at, literal, size = 0, [], len(text)
    while at < size:
        char = text[at]
        if char in '{}' and text[at + 1:at + 2] == char:
            literal.append(char)
            yield ''.join(literal), None, None, None
            literal, at = [], at + 2
        elif char == '}':
            raise ValueError("Single '}' encountered in format string")
        elif char == '{':
            if at + 1 == size:
                raise ValueError("Single '{' encountered in format string")
            field, at = _take_field(text, at + 1)
            yield (''.join(literal), *field)
            literal = []
        else:
            stop = at
            while stop < size and text[stop] not in '{}':
                stop += 1
            literal.append(text[at:stop])
            at = stop
    if literal:
        yield ''.join(literal), None, None, None


def _take_field(text, at):
    start, depth, brackets = at, 1, 0
    while depth:
        if at == len(text):
            raise ValueError("expected '}' before end of string")
        if text[at] == '[' and depth == 1:
            close = text.find(']', at)
            at = close if close >= 0 else at
        depth += {'{': 1, '}': -1}.get(text[at], 0)
        at += 1
    inner = text[start:at - 1]
    stop = brackets = 0
    while stop < len(inner) and (brackets or inner[stop] not in '!:'):
        if inner[stop] == '{':
            raise ValueError("unexpected '{' in field name")
        brackets += {'[': 1, ']': -1}.get(inner[stop], 0)
        stop += 1
    name, rest, conversion = inner[:stop], inner[stop:], None
    if rest[:1] == '!':
        if len(rest) == 1:
            raise ValueError("unmatched '{' in format spec")
        conversion, rest = rest[1], rest[2:]
        if rest and rest[0] != ':':
            raise ValueError("expected ':' after conversion specifier")
    return (name, rest[1:], conversion), at


def _split_field(name):
    """The first part of a field's name, and what follows: pairs of whether it is an attribute, and its name or index."""
    stop = min((at for at in (name.find('.'), name.find('[')) if at >= 0), default=len(name))
    first, rest = name[:stop], name[stop:]
    return (int(first) if first.isdecimal() and first.isascii() else first), _field_parts(rest)


def _field_parts(rest):
    while rest:
        if rest[0] == '.':
            stop = min((at for at in (rest.find('.', 1), rest.find('[', 1)) if at >= 0), default=len(rest))
            name, rest = rest[1:stop], rest[stop:]
            if not name:
                raise ValueError('Empty attribute in format string')
            yield True, name
        elif rest[0] == '[':
            stop = rest.find(']')
            if stop < 0:
                raise ValueError("Missing ']' in format string")
            name, rest = rest[1:stop], rest[stop + 1:]
            if not name:
                raise ValueError('Empty attribute in format string')
            yield False, int(name) if name.isdecimal() and name.isascii() else name
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
