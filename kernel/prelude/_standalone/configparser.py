"""Configuration files of sections with keys and values."""
import itertools
import re
from collections import ChainMap
from collections.abc import MutableMapping

import _regex

__all__ = ['NoSectionError', 'DuplicateOptionError', 'DuplicateSectionError', 'NoOptionError', 'InterpolationError',
           'InterpolationDepthError', 'InterpolationMissingOptionError', 'InterpolationSyntaxError', 'ParsingError',
           'MissingSectionHeaderError', 'ConfigParser', 'SafeConfigParser', 'RawConfigParser', 'Interpolation',
           'BasicInterpolation', 'ExtendedInterpolation', 'LegacyInterpolation', 'SectionProxy', 'ConverterMapping',
           'DEFAULTSECT', 'MAX_INTERPOLATION_DEPTH']
_default_dict = dict
DEFAULTSECT, MAX_INTERPOLATION_DEPTH = 'DEFAULT', 10
_UNSET = object()


class Error(Exception):
    """The base of the errors of this module; its text is in message."""

    def __init__(self, msg=''):
        self.message = msg
        super().__init__(msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class _Named(Error):
    """An error whose arguments are attributes; `_names` lists them."""

    def _set(self, message, *values):
        Error.__init__(self, message)
        for name, value in zip(self._names, values):
            setattr(self, name, value)
        self.args = values


class NoSectionError(_Named):
    """A section is not there."""
    _names = ('section',)

    def __init__(self, section):
        self._set(f'No section: {section!r}', section)


def _already(what, source, lineno):
    if source is None:
        return f'{what} already exists'
    line = '' if lineno is None else f' [line {lineno:2d}]'
    return f'While reading from {source!r}{line}: {what[0].lower()}{what[1:]} already exists'


class DuplicateSectionError(_Named):
    """A section is there twice."""
    _names = 'section', 'source', 'lineno'

    def __init__(self, section, source=None, lineno=None):
        self._set(_already(f'Section {section!r}', source, lineno), section, source, lineno)


class DuplicateOptionError(_Named):
    """An option is in its section twice."""
    _names = 'section', 'option', 'source', 'lineno'

    def __init__(self, section, option, source=None, lineno=None):
        self._set(_already(f'Option {option!r} in section {section!r}', source, lineno), section, option, source, lineno)


class NoOptionError(_Named):
    """An option is not there."""
    _names = 'option', 'section'

    def __init__(self, option, section):
        self._set(f'No option {option!r} in section: {section!r}', option, section)


class InterpolationError(_Named):
    """The base of errors of interpolation."""
    _names = 'option', 'section', '_text'

    def __init__(self, option, section, msg):
        self._set(msg, option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    """A value names an option that is not there."""

    def __init__(self, option, section, rawval, reference):
        super().__init__(option, section, f'Bad value substitution: option {option!r} in section {section!r} contains an '
                         f'interpolation key {reference!r} which is not a valid option name. Raw value: {rawval!r}')
        self.reference, self.args = reference, (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    """A value names an option in a wrong form."""


class InterpolationDepthError(InterpolationError):
    """Values name each other too deeply."""

    def __init__(self, option, section, rawval):
        super().__init__(option, section, f'Recursion limit exceeded in value substitution: option {option!r} in section '
                         f'{section!r} contains an interpolation key which cannot be substituted in {MAX_INTERPOLATION_DEPTH} '
                         f'steps. Raw value: {rawval!r}')
        self.args = option, section, rawval


def _warn_of_filename():
    import warnings
    warnings.warn("The 'filename' attribute will be removed in Python 3.12. Use 'source' instead.", DeprecationWarning, stacklevel=3)


class ParsingError(Error):
    """Lines of a file are in no known form: errors has their numbers and texts."""

    def __init__(self, source=None, filename=None):
        given = [name for name in (source, filename) if name]
        if len(given) != 1:
            raise ValueError("Cannot specify both `filename' and `source'. Use `source'." if given else
                             "Required argument `source' not given.")
        self.source, self.errors = given[0], []
        super().__init__(f'Source contains parsing errors: {self.source!r}')
        self.args = (self.source,)

    def _filename(self):
        _warn_of_filename()
        return self.source

    def _set_filename(self, value):
        _warn_of_filename()
        self.source = value

    filename = property(_filename, _set_filename, doc='Deprecated: the source.')

    def append(self, lineno, line):
        """Adds a line."""
        self.message = f'{self.message}\n\t[line {lineno:2d}]: {line}'
        self.errors.append((lineno, line))


class MissingSectionHeaderError(ParsingError):
    """A line stands before the first section."""

    def __init__(self, filename, lineno, line):
        Error.__init__(self, f'File contains no section headers.\nfile: {filename!r}, line: {lineno}\n{line!r}')
        self.source, self.lineno, self.line, self.args = filename, lineno, line, (filename, lineno, line)


# ---- interpolation

def _unchanged(parser, section, option, value, *defaults):
    """The value itself."""
    return value


class Interpolation:
    """What is done with values that are got, set, read and written: nothing."""

    before_get = before_set = before_read = before_write = staticmethod(_unchanged)


class _References(Interpolation):
    """Interpolation with a mark: the mark itself written twice, or a reference."""

    def before_get(self, parser, section, option, value, defaults):
        found = []
        self._fill(parser, option, found, value, section, defaults, 1)
        return ''.join(found)

    def before_set(self, parser, section, option, value):
        rest = self._reference.sub('', value.replace(self._mark * 2, ''))
        if self._mark in rest:
            raise ValueError(f'invalid interpolation syntax in {value!r} at position {rest.find(self._mark)}')
        return value

    def _fill(self, parser, option, found, rest, section, defaults, depth):
        raw = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        mark = self._mark
        while rest:
            at = rest.find(mark)
            if at < 0:
                found.append(rest)
                return
            found.append(rest[:at])
            rest = rest[at:]
            following = rest[1:2]
            if following == mark:
                found.append(mark)
                rest = rest[2:]
            elif following == self._open:
                match = self._whole.match(rest)
                if match is None:
                    raise InterpolationSyntaxError(option, section, f'bad interpolation variable reference {rest!r}')
                rest = rest[match.end():]
                self._insert(parser, option, found, match[1], section, defaults, depth, raw, rest)
            else:
                raise InterpolationSyntaxError(option, section, self._advice.format(rest))


class BasicInterpolation(_References):
    """%(name)s stands for the value of another option of the section."""

    _mark, _open, _reference = '%', '(', _regex.later(r'%\([^)]+\)s')
    _whole = _regex.later(r'%\(([^)]+)\)s')
    _advice = "'%' must be followed by '%' or '(', found: {!r}"

    def _insert(self, parser, option, found, name, section, defaults, depth, raw, rest):
        name = parser.optionxform(name)
        try:
            value = defaults[name]
        except KeyError:
            raise InterpolationMissingOptionError(option, section, raw, name) from None
        if '%' in value:
            self._fill(parser, option, found, value, section, defaults, depth + 1)
        else:
            found.append(value)


class ExtendedInterpolation(_References):
    """${section:name} stands for the value of an option."""

    _mark, _open, _reference = '$', '{', _regex.later(r'\$\{[^}]+\}')
    _whole = _regex.later(r'\$\{([^}]+)\}')
    _advice = "'$' must be followed by '$' or '{{', found: {!r}"

    def _insert(self, parser, option, found, name, section, defaults, depth, raw, rest):
        path = name.split(':')
        if len(path) > 2:
            raise InterpolationSyntaxError(option, section, f"More than one ':' found: {rest!r}")
        there, key = (section, path[0]) if len(path) == 1 else path
        key = parser.optionxform(key)
        try:
            value = defaults[key] if len(path) == 1 else parser.get(there, key, raw=True)
        except (KeyError, NoSectionError, NoOptionError):
            raise InterpolationMissingOptionError(option, section, raw, ':'.join(path)) from None
        if '$' in value:
            self._fill(parser, option, found, value, there, dict(parser.items(there, raw=True)), depth + 1)
        else:
            found.append(value)


class LegacyInterpolation(Interpolation):
    """That of the first ConfigParser; deprecated."""

    def __init__(self):
        import warnings
        warnings.warn('LegacyInterpolation has been deprecated since Python 3.2 and will be removed from the configparser module '
                      'in Python 3.13. Use BasicInterpolation or ExtendedInterpolation instead.', DeprecationWarning, stacklevel=2)

    def before_get(self, parser, section, option, value, vars):
        raw = value
        for _ in range(MAX_INTERPOLATION_DEPTH):
            if not value or '%(' not in value:
                break
            value = re.sub(r'%\(([^)]*)\)s|.', lambda match: match[0] if match[1] is None else
                           f'%({parser.optionxform(match[1])})s', value)
            try:
                value = value % vars
            except KeyError as error:
                raise InterpolationMissingOptionError(option, section, raw, error.args[0]) from None
        if value and '%(' in value:
            raise InterpolationDepthError(option, section, raw)
        return value


# ---- parsers

class RawConfigParser(MutableMapping):
    """A configuration: a mapping of sections; values are taken as they are written."""

    _DEFAULT_INTERPOLATION, _texts_only = Interpolation(), False
    SECTCRE = _regex.later(r'\[(?P<header>.+)\]')
    OPTCRE = _regex.later(r'(?P<option>.*?)\s*(?:(?P<vi>=|:)\s*(?P<value>.*))$')
    OPTCRE_NV = _regex.later(r'(?P<option>.*?)\s*(?:(?P<vi>=|:)\s*(?P<value>.*))?$')
    NONSPACECRE = _regex.later(r'\S')
    BOOLEAN_STATES = {'1': True, 'yes': True, 'true': True, 'on': True, '0': False, 'no': False, 'false': False, 'off': False}

    def __init__(self, defaults=None, dict_type=_default_dict, allow_no_value=False, *, delimiters=('=', ':'),
                 comment_prefixes=('#', ';'), inline_comment_prefixes=None, strict=True, empty_lines_in_values=True,
                 default_section=DEFAULTSECT, interpolation=_UNSET, converters=_UNSET):
        self._dict, self._allow_no_value, self._strict = dict_type, allow_no_value, strict
        self._empty_lines_in_values, self.default_section = empty_lines_in_values, default_section
        for name in '_sections', '_defaults', '_proxies':
            setattr(self, name, dict_type())
        self._set_forms(tuple(delimiters), comment_prefixes or (), inline_comment_prefixes or ())
        chosen = self._DEFAULT_INTERPOLATION if interpolation is _UNSET else interpolation
        self._interpolation = Interpolation() if chosen is None else chosen
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError(f'interpolation= must be None or an instance of Interpolation; got an object of type '
                            f'{type(self._interpolation)}')
        self._converters = ConverterMapping(self)
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._converters.update({} if converters is _UNSET else converters)
        if defaults:
            self._read_defaults(defaults)

    def _set_forms(self, delimiters, comments, inline_comments):
        """What marks values and comments."""
        self._delimiters = delimiters
        self._comment_prefixes, self._inline_comment_prefixes = tuple(comments), tuple(inline_comments)
        self._optcre = self.OPTCRE_NV if self._allow_no_value else self.OPTCRE
        if delimiters != ('=', ':'):
            marks, optional = '|'.join(map(re.escape, delimiters)), '?' if self._allow_no_value else ''
            self._optcre = re.compile(rf'(?P<option>.*?)\s*(?:(?P<vi>{marks})\s*(?P<value>.*)){optional}$')

    # sections and options

    def defaults(self):
        """The values that all sections have."""
        return self._defaults

    def sections(self):
        """The names of the sections."""
        return list(self._sections)

    def add_section(self, section):
        """A new section."""
        if self._texts_only:
            self._validate_value_types(section=section)
        if section == self.default_section:
            raise ValueError(f'Invalid section name: {section!r}')
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)

    def has_section(self, section):
        """Whether a section is there; the default one does not count."""
        return section in self._sections

    def options(self, section):
        """The names of the options of a section, with those of the defaults."""
        if section not in self._sections:
            raise NoSectionError(section) from None
        return list({**self._sections[section], **self._defaults})

    def optionxform(self, optionstr):
        """The form in which names of options are kept: lower case."""
        return optionstr.lower()

    def has_option(self, section, option):
        """Whether an option is there."""
        option = self.optionxform(option)
        if not section or section == self.default_section:
            return option in self._defaults
        return section in self._sections and (option in self._sections[section] or option in self._defaults)

    def remove_option(self, section, option):
        """Takes an option out; whether it was there."""
        values = self._own(section)
        option = self.optionxform(option)
        there = option in values
        if there:
            del values[option]
        return there

    def remove_section(self, section):
        """Takes a section out; whether it was there."""
        there = section in self._sections
        if there:
            del self._sections[section], self._proxies[section]
        return there

    def _own(self, section):
        if not section or section == self.default_section:
            return self._defaults
        try:
            return self._sections[section]
        except KeyError:
            raise NoSectionError(section) from None

    def _visible(self, section, vars):
        """What a section sees: vars, its own options, the defaults."""
        own = {}
        if section in self._sections:
            own = self._sections[section]
        elif section != self.default_section:
            raise NoSectionError(section)
        given = {self.optionxform(name): None if value is None else str(value) for name, value in (vars or {}).items()}
        return ChainMap(given, own, self._defaults)

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        """The value of an option; raw: without interpolation."""
        key = self.optionxform(option)
        try:
            visible = self._visible(section, vars)
            if key not in visible:
                raise NoOptionError(key, section)
        except (NoSectionError, NoOptionError):
            if fallback is not _UNSET:
                return fallback
            raise
        value = visible[key]
        if value is not None and not raw:
            value = self._interpolation.before_get(self, section, key, value, visible)
        return value

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        try:
            value = self.get(section, option, raw=raw, vars=vars, **kwargs)
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback
        return conv(value)

    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """The value as an int."""
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """The value as a float."""
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """The value as a bool: 1 yes true on, 0 no false off."""
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError(f'Not a boolean: {value}')
        return self.BOOLEAN_STATES[value.lower()]

    def items(self, section=_UNSET, raw=False, vars=None):
        """Pairs of the sections and their proxies, or of the options of a section and their values."""
        if section is _UNSET:
            return super().items()
        values = self._defaults.copy()
        if section in self._sections:
            values.update(self._sections[section])
        elif section != self.default_section:
            raise NoSectionError(section)
        names = list(values)
        for name, value in (vars or {}).items():
            values[self.optionxform(name)] = value
        if raw:
            return [(name, values[name]) for name in names]
        return [(name, values[name] if values[name] is None else
                 self._interpolation.before_get(self, section, name, values[name], values)) for name in names]

    def set(self, section, option, value=None):
        """Sets an option."""
        if self._texts_only:
            self._validate_value_types(option=option, value=value)
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        self._own(section)[self.optionxform(option)] = value

    def popitem(self):
        """Takes a section out: its name and its proxy."""
        for name in self.sections():
            proxy = self[name]
            del self[name]
            return name, proxy
        raise KeyError

    # reading

    def read(self, filenames, encoding=None):
        """Reads files, those that can be opened; returns their names."""
        if isinstance(filenames, (str, bytes)) or hasattr(filenames, '__fspath__'):
            filenames = [filenames]
        import os
        done = []
        for name in filenames:
            try:
                with open(name, encoding=encoding) as file:
                    self._read(file, name)
            except OSError:
                continue
            done.append(os.fspath(name) if hasattr(name, '__fspath__') else name)
        return done

    def read_file(self, f, source=None):
        """Reads an iterable of lines."""
        self._read(f, getattr(f, 'name', '<???>') if source is None else source)

    def read_string(self, string, source='<string>'):
        """Reads a text."""
        import io
        self.read_file(io.StringIO(string), source)

    def read_dict(self, dictionary, source='<dict>'):
        """Reads a mapping of sections to mappings."""
        rows = [(str(section), options) for section, options in dictionary.items()]
        sections, options_seen = set(), set()
        for section, options in rows:
            known = section in self or section == self.default_section
            if known and section in sections and self._strict and section != self.default_section:
                raise DuplicateSectionError(section)
            if not known:
                self.add_section(section)
            sections.add(section)
            for name, value in options.items():
                name = self.optionxform(str(name))
                if self._strict and (section, name) in options_seen:
                    raise DuplicateOptionError(section, name, source)
                options_seen.add((section, name))
                self.set(section, name, value if value is None else str(value))

    def readfp(self, fp, filename=None):
        """Deprecated: read_file."""
        import warnings
        warnings.warn("This method will be removed in Python 3.12. Use 'parser.read_file()' instead.", DeprecationWarning,
                      stacklevel=2)
        self.read_file(fp, source=filename)

    def _read_defaults(self, defaults):
        """Takes the defaults as they are, as texts where all are."""
        for name, value in defaults.items():
            if self._texts_only:
                name, value = str(name), None if value is None else str(value)
                self._validate_value_types(option=name, value=value)
            self._defaults[self.optionxform(name)] = value

    def _without_comment(self, line):
        """A line without its comments; None in the place of one that is a comment only."""
        cut = len(line)
        for prefix in self._inline_comment_prefixes:
            at = line.find(prefix)
            while at >= 0:
                if at == 0 or line[at - 1].isspace():
                    cut = min(cut, at)
                    break
                at = line.find(prefix, at + 1)
        stripped = line.strip()
        if any(stripped.startswith(prefix) for prefix in self._comment_prefixes):
            return '', True
        return line[:cut].strip(), cut < len(line)

    def _read(self, fp, fpname):
        """Reads lines; those that go on with a value are indented more than its option."""
        seen, name, section, option, indent = set(), None, None, None, 0
        failure = None
        for number, line in enumerate(fp, 1):
            text, commented = self._without_comment(line)
            if not text:
                if not self._empty_lines_in_values:
                    indent = 10 ** 9
                elif not commented and section is not None and option and section[option] is not None:
                    section[option].append('')
                continue
            first = self.NONSPACECRE.search(line)
            depth = first.start() if first else 0
            if section is not None and option and depth > indent:
                section[option].append(text)
                continue
            indent = depth
            header = self.SECTCRE.match(text)
            if header:
                name, option = header['header'], None
                section = self._begin(name, seen, fpname, number)
                continue
            if section is None:
                raise MissingSectionHeaderError(fpname, number, line)
            found = self._optcre.match(text)
            if not found:
                failure = self._handle_error(failure, fpname, number, line)
                continue
            option, mark, value = found.group('option', 'vi', 'value')
            if not option:
                failure = self._handle_error(failure, fpname, number, line)
            option = self.optionxform(option.rstrip())
            if self._strict and (name, option) in seen:
                raise DuplicateOptionError(name, option, fpname, number)
            seen.add((name, option))
            section[option] = None if value is None else [value.strip()]
        self._join_multiline_values()
        if failure:
            raise failure

    def _begin(self, name, seen, fpname, number):
        """The section of a header."""
        if name in self._sections:
            if self._strict and name in seen:
                raise DuplicateSectionError(name, fpname, number)
            section = self._sections[name]
        elif name == self.default_section:
            return self._defaults
        else:
            section = self._sections[name] = self._dict()
            self._proxies[name] = SectionProxy(self, name)
        seen.add(name)
        return section

    def _handle_error(self, exc, fpname, lineno, line):
        exc = exc or ParsingError(fpname)
        exc.append(lineno, repr(line))
        return exc

    def _join_multiline_values(self):
        for section, options in [(self.default_section, self._defaults), *self._sections.items()]:
            for name, value in options.items():
                if isinstance(value, list):
                    value = '\n'.join(value).rstrip()
                options[name] = self._interpolation.before_read(self, section, name, value)

    # writing

    def write(self, fp, space_around_delimiters=True):
        """Writes the configuration to a file; comments are not kept."""
        mark = f' {self._delimiters[0]} ' if space_around_delimiters else self._delimiters[0]
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), mark)
        for section, options in self._sections.items():
            self._write_section(fp, section, options.items(), mark)

    def _write_section(self, fp, section_name, section_items, delimiter):
        fp.write(f'[{section_name}]\n')
        for key, value in section_items:
            value = self._interpolation.before_write(self, section_name, key, value)
            if value is not None or not self._allow_no_value:
                value = delimiter + str(value).replace('\n', '\n\t')
            fp.write(f"{key}{value or ''}\n")
        fp.write('\n')

    # the mapping

    def __getitem__(self, key):
        if key != self.default_section and key not in self._sections:
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        is_default = key == self.default_section
        before = self._defaults if is_default else self._sections.get(key)
        if before is not None:
            if self._proxies[key] is value:
                return
            before.clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError('Cannot remove the default section.')
        if not self.remove_section(key):
            raise KeyError(key)

    def __contains__(self, key):
        return key == self.default_section or key in self._sections

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        return itertools.chain((self.default_section,), self._sections)

    def _validate_value_types(self, *, section='', option='', value=''):
        for what, given in ('section names', section), ('option keys', option):
            if not isinstance(given, str):
                raise TypeError(f'{what} must be strings')
        if (not self._allow_no_value or value) and not isinstance(value, str):
            raise TypeError('option values must be strings')

    @property
    def converters(self):
        """The functions behind getint() and its like."""
        return self._converters


class ConfigParser(RawConfigParser):
    """A configuration whose values may name others, %(name)s; names and values must be texts."""

    _DEFAULT_INTERPOLATION, _texts_only = BasicInterpolation(), True


class SafeConfigParser(ConfigParser):
    """Deprecated: ConfigParser."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        import warnings
        warnings.warn('The SafeConfigParser class has been renamed to ConfigParser in Python 3.2. This alias will be removed in '
                      'Python 3.12. Use ConfigParser directly instead.', DeprecationWarning, stacklevel=2)


class SectionProxy(MutableMapping):
    """A section as a mapping of its options."""

    def __init__(self, parser, name):
        self._of = parser, name
        for conv in parser.converters:
            self._add_getter(conv, getattr(parser, f'get{conv}'))

    parser = property(lambda self: self._of[0], doc='The parser of the section.')
    name = property(lambda self: self._of[1], doc='The name of the section.')

    def _add_getter(self, conv, getter):
        import functools
        setattr(self, f'get{conv}', functools.partial(self.get, _impl=getter))

    def _there(self, key):
        """The parser and the name of a section that has an option."""
        parser, name = self._of
        if parser.has_option(name, key):
            return parser, name
        raise KeyError(key)

    def __getitem__(self, key):
        parser, name = self._there(key)
        return parser.get(name, key)

    def __setitem__(self, key, value):
        self.parser._validate_value_types(value=value, option=key)
        return self.parser.set(self.name, key, value)

    def __delitem__(self, key):
        parser, name = self._there(key)
        if not parser.remove_option(name, key):
            raise KeyError(key)

    def __contains__(self, key):
        return self.parser.has_option(self.name, key)

    def __iter__(self):
        parser, name = self._of
        return iter(parser.options(name) if name != parser.default_section else list(parser.defaults()))

    def __len__(self):
        return sum(1 for _ in self)

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        """The value of an option, or a fallback."""
        read = self.parser.get if _impl is None else _impl
        return read(self.name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def __repr__(self):
        return f'<Section: {self.name}>'


class ConverterMapping(MutableMapping):
    """The converters of a parser; each gives it and its sections a method get...()."""

    GETTERCRE = _regex.later(r'^get(?P<name>.+)$')

    def __init__(self, parser):
        self._parser, self._data = parser, {}
        for name in dir(parser):
            if name.startswith('get') and len(name) > 3 and callable(getattr(parser, name)):
                self._data[name[3:]] = None

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        name = f'get{key}' if isinstance(key, str) else None
        if name is None or len(name) == 3:
            raise ValueError(f'Incompatible key: {key} (type: {type(key)})')
        import functools
        self._data[key] = value
        getter = functools.partial(self._parser._get_conv, conv=value)
        getter.converter = value
        setattr(self._parser, name, getter)
        for proxy in self._parser._proxies.values():
            proxy._add_getter(key, getter)

    def __delitem__(self, key):
        if key not in self._data:
            raise KeyError(key)
        name = f'get{key}'
        for holder in itertools.chain((self._parser,), self._parser._proxies.values()):
            try:
                delattr(holder, name)
            except AttributeError:
                continue
        del self._data[key]

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
