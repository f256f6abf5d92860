"""Texts of dates and times by a format: time.strptime() and datetime.strptime()."""
import re
import time

_WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split()
_MONTHS = 'january february march april may june july august september october november december'.split()
_PARTS = {
    'd': r'(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])', 'f': r'(?P<f>[0-9]{1,6})', 'H': r'(?P<H>2[0-3]|[0-1]\d|\d)',
    'I': r'(?P<I>1[0-2]|0[1-9]|[1-9])', 'G': r'(?P<G>\d\d\d\d)', 'j': r'(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])',
    'm': r'(?P<m>1[0-2]|0[1-9]|[1-9])', 'M': r'(?P<M>[0-5]\d|\d)', 'S': r'(?P<S>6[0-1]|[0-5]\d|\d)',
    'U': r'(?P<U>5[0-3]|[0-4]\d|\d)', 'W': r'(?P<W>5[0-3]|[0-4]\d|\d)', 'V': r'(?P<V>5[0-3]|0[1-9]|[1-4]\d|\d)',
    'w': r'(?P<w>[0-6])', 'u': r'(?P<u>[1-7])', 'y': r'(?P<y>\d\d)', 'Y': r'(?P<Y>\d\d\d\d)',
    'z': r'(?P<z>[+-]\d\d:?[0-5]\d(?::?[0-5]\d(?:\.\d{1,6})?)?|(?-i:Z))', 'p': r'(?P<p>am|pm)', '%': '%'}


def _choice(name, words):
    return f'(?P<{name}>' + '|'.join(sorted(words, key=len, reverse=True)) + ')'


_PARTS.update(A=_choice('A', _WEEKDAYS), a=_choice('a', [day[:3] for day in _WEEKDAYS]), B=_choice('B', _MONTHS),
              b=_choice('b', [month[:3] for month in _MONTHS]))
_WHOLE = {'c': '%a %b %d %H:%M:%S %Y', 'x': '%m/%d/%y', 'X': '%H:%M:%S', 'D': '%m/%d/%y', 'T': '%H:%M:%S', 'R': '%H:%M'}
_compiled = {}


def _pattern(format):
    """The regular expression of a format."""
    found = _compiled.get(format)
    if found is None:
        zones = {'utc', 'gmt', *(name.lower() for name in time.tzname)}
        parts = {**_PARTS, 'Z': _choice('Z', map(re.escape, zones))}
        text = re.sub(r'([\\.^$*+?\(\){}\[\]|])', r'\\\1', format)
        text = re.sub(r'\s+', r'\\s+', text)
        pieces, at = [], 0
        while at < len(text):
            if text[at] != '%':
                pieces.append(text[at])
                at += 1
                continue
            letter = text[at + 1:at + 2]
            if not letter:
                raise ValueError("stray %% in format '%s'" % format)
            if letter in 'cxX':
                text = text[:at] + re.sub(r'\s+', r'\\s+', _WHOLE[letter]) + text[at + 2:]
                continue
            if letter not in parts:
                raise ValueError("'%s' is a bad directive in format '%s'" % (letter if letter != '\\' else letter, format))
            pieces.append(parts[letter])
            at += 2
        found = _compiled[format] = re.compile(''.join(pieces), re.IGNORECASE)
    return found


def _offset(text):
    """Microseconds east of UTC."""
    if text == 'Z':
        return 0
    sign, rest = text[0], text[1:]
    if rest[2] == ':':
        if len(rest) > 5 and rest[5] != ':':
            raise ValueError(f'Inconsistent use of : in {text}')
        rest = rest.replace(':', '')
    elif ':' in rest:
        raise ValueError(f'Inconsistent use of : in {text}')
    clock, _, fraction = rest.partition('.')
    clock = clock.ljust(6, '0')
    us = (int(clock[:2]) * 3600 + int(clock[2:4]) * 60 + int(clock[4:])) * 10 ** 6 + int((fraction + '000000')[:6])
    return -us if sign == '-' else us


def _strptime(data_string, format='%a %b %d %H:%M:%S %Y'):
    """The fields of time.struct_time with zone and offset, microseconds, and the offset in microseconds."""
    for number, arg in enumerate((data_string, format)):
        if not isinstance(arg, str):
            raise TypeError(f'strptime() argument {number} must be str, not {type(arg)}')
    found = _pattern(format).match(data_string)
    if not found:
        raise ValueError('time data %r does not match format %r' % (data_string, format))
    if found.end() != len(data_string):
        raise ValueError('unconverted data remains: %s' % data_string[found.end():])
    values = {key: value for key, value in found.groupdict().items() if value is not None}
    numbers = {key: int(value) for key, value in values.items() if key in 'dHIjmMSUWVwuyYG'}
    month, day = numbers.get('m', 1), numbers.get('d', 1)
    for key, names in (('B', _MONTHS), ('b', [name[:3] for name in _MONTHS])):
        if key in values:
            month = names.index(values[key].lower()) + 1
    hour = numbers.get('H', 0)
    if 'I' in numbers:
        hour = numbers['I'] % 12 + 12 * (values.get('p', '').lower() == 'pm')
    weekday = None
    for key, names in (('A', _WEEKDAYS), ('a', [name[:3] for name in _WEEKDAYS])):
        if key in values:
            weekday = names.index(values[key].lower())
    if 'w' in numbers:
        weekday = (numbers['w'] - 1) % 7
    if 'u' in numbers:
        weekday = numbers['u'] - 1
    year = numbers.get('Y')
    if 'y' in numbers:
        year = numbers['y'] + (2000 if numbers['y'] <= 68 else 1900)
    yearday = numbers.get('j')
    year, month, day, weekday, yearday = _day(values, numbers, year, month, day, weekday, yearday, format)
    offset = _offset(values['z']) if 'z' in values else None
    zone, dst = None, -1
    if 'Z' in values:
        zone = values['Z']
        lower = zone.lower()
        local = [name.lower() for name in time.tzname]
        if lower in ('utc', 'gmt'):
            dst = 0
        elif not (local[0] == local[1] and time.daylight):
            dst = int(lower == local[1] and local[0] != local[1])
    us = int(values.get('f', '0').ljust(6, '0'))
    fields = (year, month, day, hour, numbers.get('M', 0), numbers.get('S', 0), weekday, yearday, dst, zone,
              None if offset is None else offset // 10 ** 6)
    return fields, us, offset


def _day(values, numbers, year, month, day, weekday, yearday, format):
    """The date of year, month and day, of the day of the year, or of a week."""
    from datetime import date
    if 'G' in numbers:
        if yearday is not None:
            raise ValueError("Day of the year directive '%j' is not compatible with ISO year directive '%G'. Use '%Y' instead.")
        if 'V' not in numbers or weekday is None:
            raise ValueError("ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday directive "
                             "('%A', '%a', '%w', or '%u').")
    elif 'V' in numbers:
        if year is None or weekday is None:
            raise ValueError("ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday directive "
                             "('%A', '%a', '%w', or '%u').")
        raise ValueError("ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year '%G' instead.")
    shown = year
    if year is None and month == 2 and day == 29:
        year, shown = 1904, 1900
    elif year is None:
        year = shown = 1900
    made = None
    if 'G' in numbers:
        made = date.fromisocalendar(numbers['G'], numbers['V'], weekday + 1)
    elif yearday is not None:
        made = date.fromordinal(date(year, 1, 1).toordinal() + yearday - 1)
    elif weekday is not None and ('U' in numbers or 'W' in numbers):
        first = date(year, 1, 1)
        if 'U' in numbers:
            week, start, within = numbers['U'], (first.weekday() + 1) % 7, (weekday + 1) % 7
        else:
            week, start, within = numbers['W'], first.weekday(), weekday
        lead = (7 - start) % 7
        made = date.fromordinal(first.toordinal() + (within - start if week == 0 else lead + 7 * (week - 1) + within))
    if made is not None:
        year, month, day = made.year, made.month, made.day
        shown = year
    number = date(year, month, day)
    if weekday is None or made is not None:
        weekday = number.weekday()
    return shown, month, day, weekday, number.toordinal() - date(year, 1, 1).toordinal() + 1 if yearday is None else yearday


def _strptime_time(data_string, format='%a %b %d %H:%M:%S %Y'):
    """The fields as time.struct_time."""
    fields = _strptime(data_string, format)[0]
    return time.struct_time(fields)
