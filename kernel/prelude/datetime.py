"""Dates, times of day, both together, spans of time, and time zones.

The types are in C (_datetime): what they do every day. Here is what is rare, as members that the types get and as functions
that they call: arguments that are no plain numbers, texts of other forms, zones that have to be asked. A span is one number
of microseconds; a date is computed with by the number of its day.
"""
import _datetime
import math as _math
import sys as _sys
import time as _time

__all__ = ('date', 'datetime', 'time', 'timedelta', 'timezone', 'tzinfo', 'MINYEAR', 'MAXYEAR', 'UTC')
MINYEAR, MAXYEAR = 1, 9999
_microseconds, _since = _datetime.microseconds, _datetime.since
_parts = _datetime.zone_parts
_keep = object()
_DAY, _SECOND = 86400 * 10 ** 6, 10 ** 6
_MOST_DAYS = 3652059
_DAYS = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365)
_DAY_NAMES, _MONTH_NAMES = 'Mon Tue Wed Thu Fri Sat Sun'.split(), 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_before_year(year):
    return (year - 1) * 365 + (year - 1) // 4 - (year - 1) // 100 + (year - 1) // 400


def _days_before_month(year, month):
    return _DAYS[month - 1] + (month > 2 and _is_leap(year))


def _days_in_month(year, month):
    return _DAYS[month] - _DAYS[month - 1] + (month == 2 and _is_leap(year))


def _number_of_day(year, month, day):
    return _days_before_year(year) + _days_before_month(year, month) + day


def _day_of_number(n):
    """Year, month and day."""
    n -= 1
    centuries, n = divmod(n, 146097)
    year = centuries * 400 + 1
    for size, most in ((36524, 3), (1461, 24), (365, 3)):
        count = min(n // size, most)
        n -= count * size
        year += count * {36524: 100, 1461: 4, 365: 1}[size]
    month = (n + 50) >> 5
    if _days_before_month(year, month) > n:
        month -= 1
    return year, month, n - _days_before_month(year, month) + 1


def _index(value):
    if isinstance(value, float) or not hasattr(type(value), '__index__'):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    return value.__index__()


def _arguments(names, required, args, keywords, name='function', this='this function', most=None):
    """The values of arguments by name, as C takes them: what is not given is left out."""
    given = len(args) + len(keywords)
    if given > len(names):
        raise TypeError(f'{name}{"()" * (name != "function")} takes at most {len(names)} {"keyword " * (not args)}arguments ({given} given)')
    if most is not None and len(args) > most:
        raise TypeError(f'{name} takes at most {most} positional arguments ({len(args)} given)')
    values = {}
    for at, key in enumerate(names):
        if at < len(args):
            if key in keywords:
                raise TypeError(f"argument for {name}{'()' * (name != 'function')} given by name ('{key}') and position ({at + 1})")
            values[key] = args[at]
        elif key in keywords:
            values[key] = keywords[key]
        elif at < required:
            raise TypeError(f"{name} missing required argument '{key}' (pos {at + 1})")
    for key in keywords:
        if key not in values:
            raise TypeError(f"'{key}' is an invalid keyword argument for {this}")
    return values


def _c_int(value):
    value = _index(value)
    if not -1 << 31 <= value < 1 << 31:
        raise OverflowError('Python int too large to convert to C long' if not -1 << 63 <= value < 1 << 63 else
                            f"signed integer is {'greater than maximum' if value > 0 else 'less than minimum'}")
    return value


def _label(obj):
    """What a repr calls the class of an object."""
    kind = type(obj)
    return f'datetime.{kind.__name__}' if kind in (date, time, datetime, timedelta, timezone) else kind.__name__


def _checked_date(year, month, day):
    year, month, day = _c_int(year), _c_int(month), _c_int(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f'year {year} is out of range')
    if not 1 <= month <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError('day is out of range for month')
    return year, month, day


def _checked_time(hour, minute, second, microsecond, fold):
    values = [_c_int(value) for value in (hour, minute, second, microsecond)]
    fold = _c_int(fold)
    for value, name, most in zip(values, ('hour', 'minute', 'second', 'microsecond'), (23, 59, 59, 999999)):
        if not 0 <= value <= most:
            raise ValueError(f'{name} must be in 0..{most}')
    if fold not in (0, 1):
        raise ValueError('fold must be either 0 or 1')
    return (*values, fold)


def _checked_zone(zone):
    if zone is not None and not isinstance(zone, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(zone).__name__}'")
    return zone


def _checked_offset(name, offset):
    if offset is None:
        return None
    if not isinstance(offset, timedelta):
        raise TypeError(f"tzinfo.{name}() must return None or timedelta, not '{type(offset).__name__}'")
    if not -_DAY < _microseconds(offset) < _DAY:
        raise ValueError(f'offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), '
                         f'not {offset!r}')
    return offset


def _offset_text(offset, colon=':'):
    """+HH:MM, with seconds and their fraction where there are some; '' without an offset."""
    if offset is None:
        return ''
    us, sign = abs(_microseconds(offset)), '-' if _microseconds(offset) < 0 else '+'
    seconds, us = divmod(us, _SECOND)
    minutes, seconds = divmod(seconds, 60)
    text = f'{sign}{minutes // 60:02d}{colon}{minutes % 60:02d}'
    if seconds or us:
        text += f'{colon}{seconds:02d}' + (f'.{us:06d}' if us else '')
    return text


def _round_even(numerator, denominator):
    whole, rest = divmod(numerator, denominator)
    twice = 2 * rest
    over = twice > denominator if denominator > 0 else twice < denominator
    return whole + 1 if over or twice == denominator and whole % 2 else whole


def _type_name(value):
    return type(value).__name__


def _delta(us):
    """A span of so many microseconds."""
    return timedelta(0, 0, us)


_DELTA_NAMES = ('days', 'seconds', 'microseconds', 'milliseconds', 'minutes', 'hours', 'weeks')


def delta_new(cls, *args, **keywords):
    given = _arguments(_DELTA_NAMES, 0, args, keywords, '__new__', '__new__()')
    days, seconds, microseconds, milliseconds, minutes, hours, weeks = (given.get(name, 0) for name in _DELTA_NAMES)
    total, rest = 0, 0.0
    for name, value, size in (('days', days, _DAY), ('seconds', seconds, _SECOND), ('microseconds', microseconds, 1),
                              ('milliseconds', milliseconds, 1000), ('minutes', minutes, 60 * _SECOND),
                              ('hours', hours, 3600 * _SECOND), ('weeks', weeks, 7 * _DAY)):
        if isinstance(value, int):
            total += value * size
        elif isinstance(value, float):
            part, whole = _math.modf(value)
            total += int(whole) * size
            part, whole = _math.modf(part * size)
            total += int(whole)
            rest += part
        else:
            raise TypeError(f'unsupported type for timedelta {name} component: {_type_name(value)}')
    if rest:
        whole = round(rest)
        if abs(whole - rest) == 0.5 and (total + whole) % 2:
            whole += 1 if rest > whole else -1
        total += whole
    days, us = divmod(total, _DAY)
    if not -1 << 31 <= days < 1 << 31:
        raise OverflowError('Python int too large to convert to C int')
    if abs(days) > 999999999:
        raise OverflowError(f'days={days}; must have magnitude <= 999999999')
    return timedelta.__new__(cls, days, 0, us)


def delta_repr(self):
    parts = [f'{name}={value}' for name in ('days', 'seconds', 'microseconds') if (value := getattr(self, name))]
    return f"{_label(self)}({', '.join(parts) or '0'})"


def delta_str(self):
    days, us = divmod(_microseconds(self), _DAY)
    seconds, us = divmod(us, _SECOND)
    text = f'{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}' + (f'.{us:06d}' if us else '')
    return f"{days} day{'s' * (abs(days) != 1)}, {text}" if days else text


def delta_multiply(self, other):
    if isinstance(other, int):
        return _delta(_microseconds(self) * other)
    top, bottom = other.as_integer_ratio()
    return _delta(_round_even(_microseconds(self) * top, bottom))


def delta_divide(self, other):
    if isinstance(other, int):
        return _delta(_round_even(_microseconds(self), other))
    top, bottom = other.as_integer_ratio()
    return _delta(_round_even(_microseconds(self) * bottom, top))


class timedelta:
    def __reduce__(self):
        return type(self), (self.days, self.seconds, self.microseconds)


def _strftime(obj, format, timetuple):
    """strftime() with %f, %z and %Z, which the system's does not know."""
    if not isinstance(format, str):
        raise TypeError(f'strftime() argument 1 must be str, not {_type_name(format)}')
    pieces, at = [], 0
    while at < len(format):
        if format[at] != '%' or at + 1 == len(format):
            pieces.append(format[at])
            at += 1
            continue
        letter = format[at + 1]
        at += 2
        if letter == 'f':
            pieces.append('%06d' % getattr(obj, 'microsecond', 0))
        elif letter == 'z':
            pieces.append(_offset_text(obj.utcoffset(), '') if hasattr(obj, 'utcoffset') else '')
        elif letter == 'Z':
            name = obj.tzname() if hasattr(obj, 'tzname') else None
            pieces.append((name or '').replace('%', '%%'))
        else:
            pieces.append('%' + letter)
    return _time.strftime(''.join(pieces), timetuple)


def _state_of(args, keywords, size, at, month):
    """The bytes of a pickle, when they are the first argument."""
    if args and not keywords and len(args) <= (1 if size == 4 else 2) and isinstance(args[0], (bytes, str)) and len(args[0]) == size:
        data = args[0] if isinstance(args[0], bytes) else args[0].encode('latin1')
        if (1 <= data[at] & 0x7f <= 12) if month else data[at] & 0x7f < 24:
            return data
    return None


def date_new(cls, *args, **keywords):
    data = _state_of(args, keywords, 4, 2, True)
    if data is not None:
        return date.__new__(cls, data[0] * 256 + data[1], data[2], data[3])
    year, month, day = _arguments(('year', 'month', 'day'), 3, args, keywords).values()
    return date.__new__(cls, *_checked_date(*map(_c_int, (year, month, day))))


def date_fromisoformat(cls, date_string):
    """Construct a date from a string in ISO 8601 format."""
    if not isinstance(date_string, str):
        raise TypeError('fromisoformat: argument must be str')
    try:
        found = _iso_date(date_string)
    except ValueError:
        found = None
    if found is None:
        raise ValueError(f'Invalid isoformat string: {date_string!r}')
    return cls(*found)


def date_repr(self):
    return f'{_label(self)}({self.year}, {self.month}, {self.day})'


def date_strftime(self, format):
    """format -> strftime() style string."""
    return _strftime(self, format, self.timetuple())


def date_format(self, format):
    if not isinstance(format, str):
        raise TypeError(f'__format__() argument 1 must be str, not {_type_name(format)}')
    return self.strftime(format) if format else str(self)


class date:
    @classmethod
    def fromtimestamp(cls, timestamp, /):
        """Create a date from a POSIX timestamp, in local time."""
        return cls(*_time.localtime(_seconds_of(timestamp))[:3])

    @classmethod
    def today(cls):
        """Current date or datetime:  same as self.__class__.fromtimestamp(time.time())."""
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromisocalendar(cls, year, week, day):
        """Construct a date from the ISO year, week number and weekday."""
        return cls(*_of_week(year, week, day))

    def ctime(self):
        """Return ctime() style string."""
        return f'{_DAY_NAMES[self.weekday()]} {_MONTH_NAMES[self.month - 1]} {self.day:2d} 00:00:00 {self.year:04d}'

    def timetuple(self):
        """Return time tuple, compatible with time.localtime()."""
        return _time_tuple(self.year, self.month, self.day, 0, 0, 0, -1)

    def __reduce__(self):
        return type(self), (bytes([*divmod(self.year, 256), self.month, self.day]),)


def _seconds_of(timestamp):
    if timestamp != timestamp:
        raise ValueError('Invalid value NaN (not a number)')
    return _math.floor(timestamp)


def _time_tuple(year, month, day, hour, minute, second, dst):
    number = _number_of_day(year, month, day)
    return _time.struct_time((year, month, day, hour, minute, second, (number + 6) % 7,
                              _days_before_month(year, month) + day, dst))


class IsoCalendarDate(tuple):
    """The ISO year, week and weekday of a date."""
    __slots__ = ()
    __module__ = 'datetime'
    __qualname__ = 'IsoCalendarDate'

    def __new__(cls, year, week, weekday, /):
        return tuple.__new__(cls, (year, week, weekday))

    year, week, weekday = (property(lambda self, at=at: self[at]) for at in range(3))

    def __reduce__(self):
        return tuple, (tuple(self),)

    def __repr__(self):
        return '%s.%s(year=%d, week=%d, weekday=%d)' % (type(self).__module__, type(self).__name__, *self)


def _of_week(year, week, day):
    try:
        year, week, day = _c_int(year), _c_int(week), _c_int(day)
    except OverflowError:
        raise ValueError('ISO calendar component out of range') from None
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f'Year is out of range: {year}')
    first = _days_before_year(year) + 1
    weekday = (first + 6) % 7
    long = weekday == 3 or weekday == 2 and _is_leap(year)
    if not 1 <= week <= 52 + long:
        raise ValueError(f'Invalid week: {week}')
    if not 1 <= day <= 7:
        raise ValueError(f'Invalid weekday: {day} (range is [1, 7])')
    monday = first - weekday + (7 if weekday > 3 else 0)
    return _day_of_number(monday + (week - 1) * 7 + day - 1)


def _digits(text):
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text)


def _iso_date(text):
    """Year, month and day of a text; None where it is none."""
    if len(text) not in (7, 8, 10):
        return None
    year, rest = _digits(text[:4]), text[4:]
    dashed = rest[:1] == '-'
    rest = rest[1:] if dashed else rest
    if rest[:1] == 'W':
        rest = rest[1:]
        week, rest = _digits(rest[:2]), rest[2:]
        if len(text[5 if dashed else 4:]) < 3:
            return None
        day = 1
        if rest:
            if (rest[0] == '-') != dashed:
                return None
            rest = rest[1:] if dashed else rest
            if len(rest) != 1:
                return None
            day = _digits(rest)
        return _of_week(year, week, day)
    if len(rest) != (5 if dashed else 4) or dashed and rest[2] != '-':
        return None
    return year, _digits(rest[:2]), _digits(rest[3:] if dashed else rest[2:])


def _iso_clock(text):
    """Hour, minute, second, microsecond of HH[:MM[:SS[.ffffff]]] or without colons; ValueError."""
    values, at = [0, 0, 0], 0
    colon = text[2:3] == ':'
    for number in range(3):
        part = text[at:at + 2]
        if len(part) != 2:
            raise ValueError(text)
        values[number] = _digits(part)
        at += 2
        mark = text[at:at + 1]
        if not mark:
            return (*values, 0)
        if mark in '.,' and number == 2:
            break
        if number == 2 or (mark == ':') != colon:
            raise ValueError(text)
        at += colon
    fraction = text[at + 1:]
    if not fraction or not (fraction.isascii() and fraction.isdigit()):
        raise ValueError(text)
    return (*values, int(fraction[:6].ljust(6, '0')))


def _iso_time(text):
    """The four numbers of a time, and its zone."""
    at = next((i for i, char in enumerate(text) if char in '+-Z'), len(text))
    clock, zone = _iso_clock(text[:at]), None
    if at < len(text):
        rest = text[at + 1:]
        if text[at] == 'Z':
            if rest:
                raise ValueError(text)
            zone = timezone.utc
        else:
            hour, minute, second, us = _iso_clock(rest)
            offset = _delta(((hour * 60 + minute) * 60 + second) * _SECOND + us)
            zone = timezone(-offset if text[at] == '-' else offset) if offset else timezone.utc
    return (*clock, zone)


class tzinfo:
    def tzname(self, dt):
        """datetime -> string name of time zone."""
        raise NotImplementedError('a tzinfo subclass must implement tzname()')

    def utcoffset(self, dt):
        """datetime -> timedelta showing offset from UTC, negative values indicating West of UTC"""
        raise NotImplementedError('a tzinfo subclass must implement utcoffset()')

    def dst(self, dt):
        """datetime -> DST offset as timedelta positive east of UTC."""
        raise NotImplementedError('a tzinfo subclass must implement dst()')

    def fromutc(self, dt):
        """datetime in UTC -> datetime in local time."""
        if not isinstance(dt, datetime):
            raise TypeError('fromutc: argument must be a datetime')
        if dt.tzinfo is not self:
            raise ValueError('fromutc: dt.tzinfo is not self')
        offset, summer = dt.utcoffset(), dt.dst()
        for value, name in ((offset, 'utcoffset'), (summer, 'dst')):
            if value is None:
                raise ValueError(f'fromutc: non-None {name}() result required')
        standard = offset - summer
        if standard:
            dt += standard
            summer = dt.dst()
            if summer is None:
                raise ValueError('fromutc: tz.dst() gave inconsistent results; cannot convert')
        return dt + summer

    def __reduce__(self):
        arguments = getattr(self, '__getinitargs__', tuple)()
        return type(self), arguments, self.__getstate__() if hasattr(self, '__getstate__') else vars(self) or None


def _time_us(obj):
    return ((obj.hour * 60 + obj.minute) * 60 + obj.second) * _SECOND + obj.microsecond


def time_new(cls, *args, **keywords):
    data = _state_of(args, keywords, 6, 0, False)
    if data is not None:
        return time.__new__(cls, data[0] & 0x7f, data[1], data[2], int.from_bytes(data[3:], 'big'), _checked_zone(args[1] if args[1:] else None),
                            fold=data[0] >> 7)
    given = _arguments(('hour', 'minute', 'second', 'microsecond', 'tzinfo', 'fold'), 0, args, keywords, most=5)
    hour, minute, second, microsecond = (given.get(name, 0) for name in ('hour', 'minute', 'second', 'microsecond'))
    tzinfo, fold = given.get('tzinfo'), given.get('fold', 0)
    *values, fold = _checked_time(hour, minute, second, microsecond, fold)
    return time.__new__(cls, *values, _checked_zone(tzinfo), fold=fold)


def time_repr(self):
    return _time_repr(self, [self.hour, self.minute])


def time_isoformat(self, timespec='auto'):
    """Return string in ISO 8601 format, [HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM]."""
    return _clock_text(self, timespec) + _offset_text(self.utcoffset())


def time_hash(self):
    offset = (self.replace(fold=0) if self.fold else self).utcoffset()
    return _time_us(self) - (0 if offset is None else _microseconds(offset))


def _asked(self, name):
    """What a zone says of a time."""
    if self.tzinfo is None:
        return None
    return _checked_offset(name, getattr(self.tzinfo, name)(self if isinstance(self, datetime) else None))


class time:
    @classmethod
    def fromisoformat(cls, time_string, /):
        """Construct a time from a string in ISO 8601 format."""
        if not isinstance(time_string, str):
            raise TypeError('fromisoformat: argument must be str')
        try:
            return cls(*_iso_time(time_string.removeprefix('T')))
        except ValueError as error:
            if 'must be in' in str(error):
                raise
            raise ValueError(f'Invalid isoformat string: {time_string!r}') from None

    def utcoffset(self):
        """Return self.tzinfo.utcoffset(self)."""
        return _asked(self, 'utcoffset')

    def dst(self):
        """Return self.tzinfo.dst(self)."""
        return _asked(self, 'dst')

    def tzname(self):
        """Return self.tzinfo.tzname(self)."""
        return _checked_name(self.tzinfo, None)

    def strftime(self, format, /):
        """format -> strftime() style string."""
        return _strftime(self, format, _time.struct_time((1900, 1, 1, self.hour, self.minute, self.second, 0, 1, -1)))

    def replace(self, hour=_keep, minute=_keep, second=_keep, microsecond=_keep, tzinfo=True, *, fold=_keep):
        """Return time with new specified fields."""
        return type(self)(*_replaced(self, ('hour', 'minute', 'second', 'microsecond'), (hour, minute, second, microsecond)),
                          self.tzinfo if tzinfo is True else tzinfo, fold=self.fold if fold is _keep else fold)

    def __reduce_ex__(self, protocol):
        first = self.hour | (0x80 if self.fold and protocol > 3 else 0)
        state = bytes([first, self.minute, self.second]) + self.microsecond.to_bytes(3, 'big')
        return type(self), (state,) if self.tzinfo is None else (state, self.tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


def _replaced(obj, names, values):
    return [getattr(obj, name) if value is _keep else value for name, value in zip(names, values)]


def _checked_name(zone, dt):
    if zone is None:
        return None
    name = zone.tzname(dt)
    if name is not None and not isinstance(name, str):
        raise TypeError(f"tzinfo.tzname() must return None or a string, not '{_type_name(name)}'")
    return name


def _clock_text(obj, timespec):
    us = obj.microsecond
    if timespec == 'auto':
        timespec = 'microseconds' if us else 'seconds'
    formats = {'hours': '{0:02d}', 'minutes': '{0:02d}:{1:02d}', 'seconds': '{0:02d}:{1:02d}:{2:02d}',
               'milliseconds': '{0:02d}:{1:02d}:{2:02d}.{3:03d}', 'microseconds': '{0:02d}:{1:02d}:{2:02d}.{4:06d}'}
    if timespec not in formats:
        if not isinstance(timespec, str):
            raise TypeError(f'isoformat() argument {1 + isinstance(obj, datetime)} must be str, not {_type_name(timespec)}')
        raise ValueError('Unknown timespec value')
    return formats[timespec].format(obj.hour, obj.minute, obj.second, us // 1000, us)


def _time_repr(obj, numbers):
    if obj.second or obj.microsecond:
        numbers.append(obj.second)
    if obj.microsecond:
        numbers.append(obj.microsecond)
    words = [str(number) for number in numbers]
    more = [f'fold={obj.fold}'] * bool(obj.fold), [f'tzinfo={obj.tzinfo!r}'] * (obj.tzinfo is not None)
    for part in more if isinstance(obj, datetime) else reversed(more):
        words += part
    return f"{_label(obj)}({', '.join(words)})"


_MOMENT_NAMES = ('year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond', 'tzinfo', 'fold')


def datetime_new(cls, *args, **keywords):
    data = _state_of(args, keywords, 10, 2, True)
    if data is not None:
        return datetime.__new__(cls, data[0] * 256 + data[1], data[2] & 0x7f, *data[3:7], int.from_bytes(data[7:], 'big'),
                                _checked_zone(args[1] if args[1:] else None), fold=data[2] >> 7)
    given = _arguments(_MOMENT_NAMES, 3, args, keywords, most=8)
    year, month, day, hour, minute, second, microsecond = (given.get(name, 0) for name in _MOMENT_NAMES[:7])
    tzinfo, fold = given.get('tzinfo'), given.get('fold', 0)
    year, month, day, hour, minute, second, microsecond = map(_c_int, (year, month, day, hour, minute, second, microsecond))
    days, (*clock, fold) = _checked_date(year, month, day), _checked_time(hour, minute, second, microsecond, fold)
    return datetime.__new__(cls, *days, *clock, _checked_zone(tzinfo), fold=fold)


def _from_stamp(cls, stamp, utc, zone):
    stamp = stamp if isinstance(stamp, float) else _index(stamp)
    if stamp != stamp:
        raise ValueError('Invalid value NaN (not a number)')
    part, whole = _math.modf(stamp) if isinstance(stamp, float) else (0, stamp)
    us = round(part * 1e6) if isinstance(stamp, float) else 0
    whole = int(whole)
    if us >= _SECOND:
        whole, us = whole + 1, us - _SECOND
    elif us < 0:
        whole, us = whole - 1, us + _SECOND
    fields = (_time.gmtime if utc else _time.localtime)(whole)
    made = cls(*fields[:5], min(fields[5], 59), us, zone)
    if zone is None and not utc and whole >= 86400:
        earlier = cls(*_time.localtime(whole - 86400)[:6])
        shift = _since(made) - us - _since(earlier) - _DAY
        if shift < 0:
            again = cls(*_time.localtime(whole + shift // _SECOND)[:6])
            if _since(again) == _since(made) - us:
                made.fold = 1
    elif zone is not None:
        made = zone.fromutc(made)
    return made


def datetime_fromtimestamp(cls, timestamp, tz=None):
    """timestamp[, tz] -> tz's local time from POSIX timestamp."""
    return _from_stamp(cls, timestamp, _checked_zone(tz) is not None, tz)


def datetime_fromisoformat(cls, date_string):
    """Construct a date from a string in ISO 8601 format."""
    if not isinstance(date_string, str):
        raise TypeError('fromisoformat: argument must be str')
    for size in (10, 8, 7):
        head, mark, tail = date_string[:size], date_string[size:size + 1], date_string[size + 1:]
        if mark and mark in '0123456789' and size != 10 or len(head) < 7:
            continue
        try:
            days = _iso_date(head)
            if days is None or mark and not tail:
                continue
            clock = _iso_time(tail) if tail else ()
        except ValueError:
            continue
        return cls(*days, *clock)
    raise ValueError(f'Invalid isoformat string: {date_string!r}')


def datetime_strptime(cls, date_string, format):
    """string, format -> new datetime parsed from a string (like time.strptime())."""
    from _strptime import _strptime
    for at, value in enumerate((date_string, format)):
        if not isinstance(value, str):
            raise TypeError(f'strptime() argument {at + 1} must be str, not {_type_name(value)}')
    fields, us, offset = _strptime(date_string, format)
    zone = None
    if offset is not None:
        name = fields[9]
        zone = timezone(_delta(offset), name) if name else timezone(_delta(offset))
    return cls(*fields[:6], us, zone)


def _local_stamp(self):
    """Seconds since 1970 of a time in local time."""
    def local(seconds):
        return _since(datetime(*_time.localtime(seconds)[:6])) // _SECOND - _EPOCH
    wall = _since(self) // _SECOND - _EPOCH
    shift = local(wall) - wall
    first = wall - shift
    other = local(first) - first
    if local(first) == wall:
        probe = first + (-86400, 86400)[self.fold]
        second_shift = local(probe) - probe
        if second_shift == shift:
            return first
    else:
        second_shift = other
    second = wall - second_shift
    if local(second) == wall:
        return second
    if local(first) == wall:
        return first
    return (max, min)[self.fold](first, second)


def datetime_timestamp(self):
    """Return POSIX timestamp as float."""
    if self.tzinfo is None:
        return _local_stamp(self) + self.microsecond / 1e6
    return (self - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds()


def _local_zone(self):
    stamp = _local_stamp(self) if self.tzinfo is None else \
        _microseconds(self - datetime(1970, 1, 1, tzinfo=timezone.utc)) // _SECOND
    local = _time.localtime(stamp)
    return timezone(timedelta(seconds=local.tm_gmtoff), local.tm_zone)


def datetime_astimezone(self, tz=None):
    """tz -> convert to local time in new timezone tz"""
    if tz is None:
        tz = _local_zone(self)
    elif not isinstance(tz, tzinfo):
        raise TypeError(f'tzinfo argument must be None or of a tzinfo subclass, not type {_type_name(tz)!r}')
    if tz is self.tzinfo:
        return self
    offset = self.utcoffset()
    if offset is None:
        offset = _local_zone(self.replace(tzinfo=None)).utcoffset(None)
    return tz.fromutc((self - offset).replace(tzinfo=tz))


def datetime_isoformat(self, sep='T', timespec='auto'):
    """[sep] -> string in ISO 8601 format, YYYY-MM-DDT[HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM]."""
    return f'{self.year:04d}-{self.month:02d}-{self.day:02d}{sep}' + _clock_text(self, timespec) + \
        _offset_text(self.utcoffset())


def datetime_repr(self):
    return _time_repr(self, [self.year, self.month, self.day, self.hour, self.minute])


def asked_offset(self):
    return _checked_offset('utcoffset', self.tzinfo.utcoffset(self))


def datetime_subtract(self, other):
    span = _since(self) - _since(other)
    offsets = self.utcoffset(), other.utcoffset()
    if (offsets[0] is None) != (offsets[1] is None):
        raise TypeError("can't subtract offset-naive and offset-aware datetimes")
    if offsets[0] is not None:
        span += _microseconds(offsets[1]) - _microseconds(offsets[0])
    return _delta(span)


def datetime_hash(self):
    offset = (self.replace(fold=0) if self.fold else self).utcoffset()
    return 0 if offset is None else _microseconds(offset)


class datetime:
    @classmethod
    def utcfromtimestamp(cls, timestamp, /):
        """Construct a naive UTC datetime from a POSIX timestamp."""
        return _from_stamp(cls, timestamp, True, None)

    @classmethod
    def now(cls, tz=None):
        """Returns new datetime object representing current time local to tz."""
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def utcnow(cls):
        """Return a new datetime representing UTC day and time."""
        return cls.utcfromtimestamp(_time.time())

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        """date, time -> datetime with same date and time fields"""
        for at, (value, kind) in enumerate(((date, _datetime.date), (time, _datetime.time))):
            if not isinstance(value, kind):
                raise TypeError(f'combine() argument {1 + at} must be datetime.{kind.__name__}, not {_type_name(value)}')
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                   time.tzinfo if tzinfo is True else tzinfo, fold=time.fold)

    def timetuple(self):
        """Return time tuple, compatible with time.localtime()."""
        summer = self.dst()
        return _time_tuple(self.year, self.month, self.day, self.hour, self.minute, self.second,
                           -1 if summer is None else int(bool(summer)))

    def utctimetuple(self):
        """Return UTC time tuple, compatible with time.localtime()."""
        offset = self.utcoffset()
        utc = self - offset if offset else self
        return _time_tuple(utc.year, utc.month, utc.day, utc.hour, utc.minute, utc.second, 0)

    def ctime(self):
        """Return ctime() style string."""
        return (f'{_DAY_NAMES[self.weekday()]} {_MONTH_NAMES[self.month - 1]} {self.day:2d} {self.hour:02d}:'
                f'{self.minute:02d}:{self.second:02d} {self.year:04d}')

    def dst(self):
        """Return self.tzinfo.dst(self)."""
        return _asked(self, 'dst')

    def tzname(self):
        """Return self.tzinfo.tzname(self)."""
        return _checked_name(self.tzinfo, self)

    def __reduce_ex__(self, protocol):
        month = self.month | (0x80 if self.fold and protocol > 3 else 0)
        state = bytes([*divmod(self.year, 256), month, self.day, self.hour, self.minute, self.second]) + \
            self.microsecond.to_bytes(3, 'big')
        return type(self), (state,) if self.tzinfo is None else (state, self.tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


_EPOCH = _number_of_day(1970, 1, 1) * 86400 - 86400


def _aware_compare(self, other, name, base, text):
    """The comparison of two whose zones are not the same, by what base() says of them."""
    offsets = self.utcoffset(), other.utcoffset()
    equality = name in ('__eq__', '__ne__')
    if (offsets[0] is None) != (offsets[1] is None):
        if equality:
            return name == '__ne__'
        raise TypeError(f"can't compare offset-naive and offset-aware {text}")
    if equality and offsets[0] is not None and text == 'datetimes':
        for value in (self, other):  # in a gap or a fold nothing is equal to what is in another zone
            if value.utcoffset() != value.replace(fold=not value.fold).utcoffset():
                return name == '__ne__'
    first, second = (base(value) - (0 if offset is None else _microseconds(offset)) for value, offset in zip((self, other), offsets))
    return getattr(first, name)(second)


def time_compare(self, other, name):
    return _aware_compare(self, other, name, _time_us, 'times')


def datetime_compare(self, other, name):
    return _aware_compare(self, other, name, _since, 'datetimes')


def _zone_type_name(value):
    return 'None' if value is None else _type_name(value)


def zone_new(cls, offset, name=True):
    if not isinstance(offset, timedelta):
        raise TypeError(f'timezone() argument 1 must be datetime.timedelta, not {_zone_type_name(offset)}')
    if name is True:
        if not offset and hasattr(cls, 'utc'):
            return cls.utc
        name = None
    elif not isinstance(name, str):
        raise TypeError(f'timezone() argument 2 must be str, not {_zone_type_name(name)}')
    if not -_DAY < _microseconds(offset) < _DAY:
        raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not '
                         f'{offset!r}.')
    return _datetime.zone_of(offset, name)


def zone_repr(self):
    if self is timezone.utc:
        return 'datetime.timezone.utc'
    name = _parts(self)[1]
    name = '' if name is None else f', {name!r}'
    return f'{_label(self)}({_parts(self)[0]!r}{name})'


def zone_str(self):
    return self.tzname(None)


class timezone:
    def fromutc(self, dt, /):
        """datetime in UTC -> datetime in local time."""
        if not isinstance(dt, datetime):
            raise TypeError('fromutc: argument must be a datetime instance, not ' + _type_name(dt))
        if dt.tzinfo is not self:
            raise ValueError('fromutc: dt.tzinfo is not self')
        return dt + _parts(self)[0]

    def __getinitargs__(self):
        offset, name = _parts(self)
        return (offset,) if name is None else (offset, name)

    def __reduce__(self):
        return type(self), self.__getinitargs__()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


_KEPT = ('__module__', '__qualname__', '__dict__', '__weakref__', '__doc__', '__slots__', '__hash__', '__new__')


def _members(container):
    return {name: value for name, value in vars(container).items() if name not in _KEPT}


date_week = IsoCalendarDate
_datetime.complete(globals(), {kind.__name__: _members(kind) for kind in (timedelta, date, time, datetime, tzinfo, timezone)})
from _datetime import date, datetime, time, timedelta, timezone, tzinfo
UTC = timezone(timedelta())
_ends = dict(timedelta=dict(min=timedelta(-999999999), max=timedelta(999999999, 86399, 999999), resolution=timedelta(0, 0, 1)),
             date=dict(min=date(1, 1, 1), max=date(9999, 12, 31), resolution=timedelta(1)),
             time=dict(min=time(), max=time(23, 59, 59, 999999), resolution=timedelta(0, 0, 1)),
             datetime=dict(min=datetime(1, 1, 1), max=datetime(9999, 12, 31, 23, 59, 59, 999999), resolution=timedelta(0, 0, 1)),
             timezone=dict(utc=UTC, min=timezone(-timedelta(hours=23, minutes=59)), max=timezone(timedelta(hours=23, minutes=59))))
_datetime.complete(globals(), _ends)
datetime_CAPI = None
