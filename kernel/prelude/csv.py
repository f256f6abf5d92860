"""Tables as text with separators: reader, writer, DictReader, DictWriter, dialects, Sniffer."""
import io

import _csv
from _csv import Error, field_size_limit

__all__ = ['QUOTE_MINIMAL', 'QUOTE_ALL', 'QUOTE_NONNUMERIC', 'QUOTE_NONE', 'Error', 'Dialect', '__doc__', 'excel', 'excel_tab',
           'field_size_limit', 'reader', 'writer', 'register_dialect', 'get_dialect', 'list_dialects', 'Sniffer',
           'unregister_dialect', 'DictReader', 'DictWriter', 'unix_dialect', '__version__']
__version__ = '1.0'
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)
_dialects = {}
_missing = object()


class Dialect:
    """Describe a CSV dialect: to be subclassed with delimiter, quotechar, escapechar, doublequote, skipinitialspace,
    lineterminator, quoting."""
    _name, _valid = '', False
    delimiter = quotechar = escapechar = doublequote = skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        if self.__class__ is not Dialect:
            self._valid = True
        try:
            _Rules(self)
        except TypeError as error:
            raise Error(str(error)) from None


class excel(Dialect):
    """Describe the usual properties of Excel-generated CSV files."""
    delimiter, quotechar, doublequote, skipinitialspace, lineterminator, quoting = ',', '"', True, False, '\r\n', QUOTE_MINIMAL


class excel_tab(excel):
    """Describe the usual properties of Excel-generated TAB-delimited files."""
    delimiter = '\t'


class unix_dialect(excel):
    """Describe the usual properties of Unix-generated CSV files."""
    lineterminator, quoting = '\n', QUOTE_ALL


class _Rules:
    """A dialect with options, checked."""
    __slots__ = ('delimiter', 'doublequote', 'escapechar', 'lineterminator', 'quotechar', 'quoting', 'skipinitialspace', 'strict')
    _USUAL = dict(delimiter=',', doublequote=True, escapechar=None, lineterminator='\r\n', quotechar='"', quoting=QUOTE_MINIMAL,
                  skipinitialspace=False, strict=False)

    def __init__(self, dialect=None, options={}):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        for name in options:
            if name not in self._USUAL:
                raise TypeError(f"'{name}' is an invalid keyword argument for this function")
        values = {}
        for name, usual in self._USUAL.items():
            value = options.get(name, _missing)
            if value is _missing:
                value = getattr(dialect, name, _missing) if dialect is not None else _missing
            values[name] = usual if value is _missing else value
        for name in ('delimiter', 'escapechar', 'quotechar'):
            value = values[name]
            if value is None and name != 'delimiter':
                continue
            if not isinstance(value, str):
                kind = type(value).__name__
                raise TypeError(f'"{name}" must be string{" or None" * (name != "delimiter")}, not {kind}')
            if len(value) != 1:
                raise TypeError(f'"{name}" must be a 1-character string')
        quoting = values['quoting']
        if type(quoting) is not int:
            raise TypeError('"quoting" must be an integer')
        if not 0 <= quoting <= 3:
            raise TypeError('bad "quoting" value')
        if values['quotechar'] is None and quoting != QUOTE_NONE:
            if 'quoting' in options or hasattr(dialect, 'quoting'):
                raise TypeError('quotechar must be set if quoting enabled')
            values['quoting'] = QUOTE_NONE
        if values['lineterminator'] is None or not isinstance(values['lineterminator'], str):
            if values['lineterminator'] is None:
                raise TypeError('lineterminator must be set')
            raise TypeError('"lineterminator" must be a string')
        for name in ('doublequote', 'skipinitialspace', 'strict'):
            values[name] = bool(values[name])
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name, value):
        raise AttributeError(f"attribute '{name}' of '_csv.Dialect' objects is not writable")

    __delattr__ = lambda self, name: self.__setattr__(name, None)

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'Dialect' instances")


_Rules.__name__, _Rules.__qualname__, _Rules.__module__ = 'Dialect', 'Dialect', '_csv'


def register_dialect(name, dialect=None, **fmtparams):
    """Create a mapping from a string name to a dialect class."""
    if not isinstance(name, str):
        raise TypeError('dialect name must be a string')
    _dialects[name] = _Rules(dialect, fmtparams)


def unregister_dialect(name):
    """Delete the name/dialect mapping associated with a string name."""
    try:
        del _dialects[name]
    except (KeyError, TypeError):
        raise Error('unknown dialect') from None


def get_dialect(name):
    """Return the dialect instance associated with name."""
    try:
        return _dialects[name]
    except (KeyError, TypeError):
        raise Error('unknown dialect') from None


def list_dialects():
    """Return a list of all known dialect names."""
    return list(_dialects)


def reader(csvfile, dialect=None, **fmtparams):
    """An iterator over the rows of an iterable of lines: lists of texts. The dialect is a name or a class; its options can be
    given by keywords."""
    return _csv.reader(csvfile, _Rules(dialect, fmtparams))


def writer(fileobj, dialect=None, **fmtparams):
    """An object with writerow() and writerows(), which write to an object with write()."""
    return _csv.writer(fileobj, _Rules(dialect, fmtparams))


register_dialect('excel', excel)
register_dialect('excel-tab', excel_tab)
register_dialect('unix', unix_dialect)


class DictReader:
    """Rows as dicts: by the names of the first row, or those given; what has no name is a list under restkey, what is missing
    has restval."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', *args, **kwds):
        self._fieldnames = list(fieldnames) if fieldnames is not None and iter(fieldnames) is fieldnames else fieldnames
        self.restkey, self.restval, self.dialect, self.line_num = restkey, restval, dialect, 0
        self.reader = reader(f, dialect, *args, **kwds)

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
            self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames
        reader = self.reader
        row = next(reader)
        while not row:
            row = next(reader)
        self.line_num = reader.line_num
        names = self.fieldnames
        made = dict(zip(names, row))
        if len(row) > len(names):
            made[self.restkey] = row[len(names):]
        elif len(row) < len(names):
            for name in names[len(row):]:
                made[name] = self.restval
        return made

    __class_getitem__ = classmethod(type(list[int]))


class DictWriter:
    """Writes dicts: the values of the names; restval where one is missing; extrasaction: 'raise' or 'ignore' for others."""

    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', *args, **kwds):
        if extrasaction.lower() not in ('raise', 'ignore'):
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        names = list(fieldnames) if iter(fieldnames) is fieldnames else fieldnames
        vars(self).update(fieldnames=names, restval=restval, extrasaction=extrasaction,
                          writer=writer(f, dialect, *args, **kwds))

    def _row(self, values):
        names, absent = self.fieldnames, self.restval
        if type(values) is dict and type(names) is list and [*values] == names:  # as most are
            return [*values.values()]
        if self.extrasaction == 'raise' and (strange := values.keys() - names):
            raise ValueError('dict contains fields not in fieldnames: ' + ', '.join([repr(key) for key in strange]))
        get = values.get
        return [get(name, absent) for name in names]

    def writerow(self, rowdict):
        """Writes one row."""
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        """Writes several ones."""
        return self.writer.writerows(self._row(values) for values in rowdicts)

    def writeheader(self):
        """Writes the names."""
        return self.writerow({name: name for name in self.fieldnames})

    __class_getitem__ = classmethod(type(list[int]))


class Sniffer:
    """Guesses the dialect of a sample, and whether it has a header."""

    def __init__(self):
        self.preferred = [',', '\t', ';', ' ', ':']

    def sniff(self, sample, delimiters=None):
        """A dialect for the sample."""
        quote, double, delimiter, skip = self._by_quotes(sample, delimiters)
        if not delimiter:
            delimiter, skip = self._by_counts(sample, delimiters)
        if not delimiter:
            raise Error('Could not determine delimiter')
        return type('dialect', (Dialect,), dict(_name='sniffed', lineterminator='\r\n', quoting=QUOTE_MINIMAL, doublequote=double,
                                                delimiter=delimiter, quotechar=quote or '"', skipinitialspace=bool(skip)))

    @staticmethod
    def _by_quotes(sample, delimiters):
        import re
        found = []
        for pattern in (r'(?P<delim>[^\w\n"\'])(?P<space> ?)(?P<quote>["\']).*?(?P=quote)(?P=delim)',
                        r'(?:^|\n)(?P<quote>["\']).*?(?P=quote)(?P<delim>[^\w\n"\'])(?P<space> ?)',
                        r'(?P<delim>[^\w\n"\'])(?P<space> ?)(?P<quote>["\']).*?(?P=quote)(?:$|\n)',
                        r'(?:^|\n)(?P<quote>["\']).*?(?P=quote)(?:$|\n)'):
            found = [match.groupdict('') for match in re.finditer(pattern, sample, re.S | re.M)]
            if found:
                break
        if not found:
            return '', False, None, 0
        quotes = [row['quote'] for row in found]
        quote = max(sorted(set(quotes)), key=quotes.count)
        marks = [row['delim'] for row in found if row.get('delim') and (delimiters is None or row['delim'] in delimiters)]
        delimiter = max(dict.fromkeys(marks), key=marks.count) if marks else ''
        if marks:
            skip = marks.count(delimiter) == sum(bool(row['space']) for row in found if row.get('delim') == delimiter)
            delimiter = '' if delimiter == '\n' else delimiter
        else:
            skip = 0
        fields = [field.strip() for line in sample.splitlines() for field in (line.split(delimiter) if delimiter else [line])]
        double = any(len(field) > 3 and field[0] == field[-1] == quote and quote * 2 in field[1:-1] for field in fields)
        return quote, double, delimiter, skip

    def _by_counts(self, sample, delimiters):
        """The character that stands equally often in the lines."""
        lines = [line for line in sample.split('\n') if line]
        chars = sorted({char for line in lines for char in line if ord(char) < 127 and not char.isalnum()} |
                       {char for line in lines for char in line if char.isalnum() and ord(char) < 127})
        rows = {}
        for char in chars:
            if delimiters is not None and char not in delimiters:
                continue
            counts = [line.count(char) for line in lines]
            usual = max(sorted(set(counts)), key=counts.count)
            if usual and counts.count(usual) * 2 - len(counts) > 0:
                rows[char] = usual, (counts.count(usual) * 2 - len(counts)) / len(counts)
        best = {char: row for char, row in rows.items() if row[1] >= 0.9}
        candidates = best or rows
        for char in self.preferred:
            if char in candidates:
                first = lines[0]
                return char, first.count(char) == first.count(char + ' ')
        if not candidates:
            return '', 0
        char = max(candidates, key=lambda char: candidates[char])
        return char, lines[0].count(char) == lines[0].count(char + ' ')

    def has_header(self, sample):
        """Whether the first row is of another kind than those below it."""
        rows = reader(io.StringIO(sample), self.sniff(sample))
        header = next(rows)
        kinds = dict.fromkeys(range(len(header)))
        checked = 0

        def kind_of(text):
            try:
                complex(text)
                return complex
            except ValueError:
                return len(text)
        for row in rows:
            if checked > 20:
                break
            checked += 1
            if len(row) != len(header):
                continue
            for column in list(kinds):
                kind = kind_of(row[column])
                if kinds[column] is None:
                    kinds[column] = kind
                elif kinds[column] != kind:
                    del kinds[column]
        votes = 0
        for column, kind in kinds.items():
            if isinstance(kind, int):
                votes += 1 if len(header[column]) != kind else -1
            elif kind is not None:
                votes += -1 if kind_of(header[column]) is complex else 1
        return votes > 0
