"""Dates, times of day, both together, spans of time, and time zones.

A span is one number of microseconds; a date is computed with by the number of its day, a datetime by its microseconds since
the first day of the year 1.
"""
import math as _math
import sys as _sys
import time as _time

__all__ = ('date', 'datetime', 'time', 'timedelta', 'timezone', 'tzinfo', 'MINYEAR', 'MAXYEAR', 'UTC')
MINYEAR, MAXYEAR = 1, 9999
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


def _checked_date(year, month, day):
    year, month, day = _index(year), _index(month), _index(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f'year {year} is out of range')
    if not 1 <= month <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError('day is out of range for month')
    return year, month, day


def _checked_time(hour, minute, second, microsecond, fold):
    values = [_index(value) for value in (hour, minute, second, microsecond)]
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
        raise TypeError(f"tzinfo.{name}() must return None or a timedelta, not '{type(offset).__name__}'")
    if not -_DAY < offset._us < _DAY:
        raise ValueError(f'offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), '
                         f'not {offset!r}')
    return offset


def _offset_text(offset, colon=':'):
    """+HH:MM, with seconds and their fraction where there are some; '' without an offset."""
    if offset is None:
        return ''
    us, sign = abs(offset._us), '-' if offset._us < 0 else '+'
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


class timedelta:
    """Difference between two datetime values: days, seconds and microseconds, normalized, in attributes of these names."""
    __slots__ = ('_us', '_hash')
    __module__ = 'datetime'

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
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
        return cls._of(total)

    @classmethod
    def _of(cls, us):
        days = us // _DAY
        if abs(days) > 999999999:
            raise OverflowError(f'days={days}; must have magnitude <= 999999999')
        self = object.__new__(cls)
        self._us, self._hash = us, -1
        return self

    days = property(lambda self: self._us // _DAY, doc='Number of days.')
    seconds = property(lambda self: self._us % _DAY // _SECOND, doc='Number of seconds (>= 0 and less than 1 day).')
    microseconds = property(lambda self: self._us % _SECOND, doc='Number of microseconds (>= 0 and less than 1 second).')

    def total_seconds(self):
        """Total seconds in the duration."""
        return self._us / _SECOND

    def __repr__(self):
        parts = [f'{name}={value}' for name in ('days', 'seconds', 'microseconds') if (value := getattr(self, name))]
        return f"{type(self).__module__}.{type(self).__qualname__}({', '.join(parts) or '0'})"

    def __str__(self):
        days, us = divmod(self._us, _DAY)
        seconds, us = divmod(us, _SECOND)
        text = f'{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}' + (f'.{us:06d}' if us else '')
        return f"{days} day{'s' * (abs(days) != 1)}, {text}" if days else text

    def __add__(self, other):
        return timedelta._of(self._us + other._us) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return timedelta._of(self._us - other._us) if isinstance(other, timedelta) else NotImplemented

    def __rsub__(self, other):
        return timedelta._of(other._us - self._us) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return timedelta._of(-self._us)

    def __pos__(self):
        return timedelta._of(self._us)

    def __abs__(self):
        return timedelta._of(abs(self._us))

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._of(self._us * other)
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return timedelta._of(_round_even(self._us * top, bottom))
        return NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us // other._us
        return timedelta._of(self._us // other) if isinstance(other, int) else NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us / other._us
        if isinstance(other, int):
            return timedelta._of(_round_even(self._us, other))
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return timedelta._of(_round_even(self._us * bottom, top))
        return NotImplemented

    def __mod__(self, other):
        return timedelta._of(self._us % other._us) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        if isinstance(other, timedelta):
            count, rest = divmod(self._us, other._us)
            return count, timedelta._of(rest)
        return NotImplemented

    def __bool__(self):
        return self._us != 0

    def __hash__(self):
        return hash((self.days, self.seconds, self.microseconds))

    def __reduce__(self):
        return type(self), (self.days, self.seconds, self.microseconds)


def _ordered(cls, key, comparable):
    """Comparisons by a key; comparable(self, other): 1, 0 (never equal), or NotImplemented."""
    def make(name):
        def compare(self, other):
            kind = comparable(self, other, name)
            if kind is not True:
                return kind
            first, second = key(self, other), key(other, self)
            return getattr(first, name)(second)
        compare.__name__ = name
        return compare
    for name in ('__lt__', '__le__', '__eq__', '__gt__', '__ge__'):
        setattr(cls, name, make(name))


_ordered(timedelta, lambda self, other: self._us, lambda self, other, name: True if isinstance(other, timedelta) else NotImplemented)
timedelta.min, timedelta.max = timedelta(-999999999), timedelta._of(10 ** 9 * _DAY - 1)
timedelta.resolution = timedelta(microseconds=1)


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


class date:
    """date(year, month, day) --> date object"""
    __slots__ = ('_year', '_month', '_day', '_hash')
    __module__ = 'datetime'

    def __new__(cls, year, month=None, day=None):
        if month is None and isinstance(year, (bytes, str)) and len(year) == 4:
            data = year if isinstance(year, bytes) else year.encode('latin1')
            if 1 <= data[2] <= 12:
                year, month, day = data[0] * 256 + data[1], data[2], data[3]
        for value, name, at in ((month, 'month', 2), (day, 'day', 3)):
            if value is None:
                raise TypeError(f"function missing required argument '{name}' (pos {at})")
        self = object.__new__(cls)
        self._year, self._month, self._day = _checked_date(year, month, day)
        return self

    @classmethod
    def fromtimestamp(cls, timestamp, /):
        """Create a date from a POSIX timestamp, in local time."""
        return cls(*_time.localtime(_seconds_of(timestamp))[:3])

    @classmethod
    def today(cls):
        """Current date or datetime:  same as self.__class__.fromtimestamp(time.time())."""
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromordinal(cls, n, /):
        """int -> date corresponding to a proleptic Gregorian ordinal."""
        if n < 1:
            raise ValueError('ordinal must be >= 1')
        if n > _MOST_DAYS:
            raise ValueError(f'year {_day_of_number(n)[0]} is out of range')
        return cls(*_day_of_number(n))

    @classmethod
    def fromisoformat(cls, date_string, /):
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

    @classmethod
    def fromisocalendar(cls, year, week, day):
        """Construct a date from the ISO year, week number and weekday."""
        return cls(*_of_week(year, week, day))

    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)

    def __repr__(self):
        return f'{type(self).__module__}.{type(self).__qualname__}({self._year}, {self._month}, {self._day})'

    def ctime(self):
        """Return ctime() style string."""
        return f'{_DAY_NAMES[self.weekday()]} {_MONTH_NAMES[self._month - 1]} {self._day:2d} 00:00:00 {self._year:04d}'

    def strftime(self, format, /):
        """format -> strftime() style string."""
        return _strftime(self, format, self.timetuple())

    def __format__(self, format, /):
        if not isinstance(format, str):
            raise TypeError(f'__format__() argument 1 must be str, not {_type_name(format)}')
        return self.strftime(format) if format else str(self)

    def isoformat(self):
        """Return string in ISO 8601 format, YYYY-MM-DD."""
        return f'{self._year:04d}-{self._month:02d}-{self._day:02d}'

    def __str__(self):
        return self.isoformat()

    def timetuple(self):
        """Return time tuple, compatible with time.localtime()."""
        return _time_tuple(self._year, self._month, self._day, 0, 0, 0, -1)

    def toordinal(self):
        """Return proleptic Gregorian ordinal.  January 1 of year 1 is day 1."""
        return _number_of_day(self._year, self._month, self._day)

    def replace(self, year=None, month=None, day=None):
        """Return date with new specified fields."""
        return type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day)

    def __hash__(self):
        return hash((self._year, self._month, self._day))

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        number = self.toordinal() + other.days
        if not 0 < number <= _MOST_DAYS:
            raise OverflowError('date value out of range')
        return type(self).fromordinal(number)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        if isinstance(other, date):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented

    def weekday(self):
        """Return the day of the week represented by the date.
Monday == 0 ... Sunday == 6"""
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        """Return the day of the week represented by the date.
Monday == 1 ... Sunday == 7"""
        return self.weekday() + 1

    def isocalendar(self):
        """Return a named tuple containing ISO year, week number, and weekday."""
        thursday = self.toordinal() - self.weekday() + 3
        year = _day_of_number(thursday)[0]
        return IsoCalendarDate(year, (thursday - _days_before_year(year) - 1) // 7 + 1, self.weekday() + 1)

    def _state(self):
        return bytes([*divmod(self._year, 256), self._month, self._day])

    def __reduce__(self):
        return type(self), (self._state(),)


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
            offset = timedelta._of(((hour * 60 + minute) * 60 + second) * _SECOND + us)
            zone = timezone(-offset if text[at] == '-' else offset) if offset else timezone.utc
    return (*clock, zone)


class tzinfo:
    """Abstract base class for time zone info objects."""
    __module__ = 'datetime'

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


class time:
    """time([hour[, minute[, second[, microsecond[, tzinfo]]]]]) --> a time object"""
    __slots__ = ('_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_fold')
    __module__ = 'datetime'

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(hour, (bytes, str)) and len(hour) == 6:
            data = hour if isinstance(hour, bytes) else hour.encode('latin1')
            if data[0] & 0x7f < 24:
                zone = minute or None
                hour, fold = data[0] & 0x7f, data[0] >> 7
                minute, second, microsecond, tzinfo = data[1], data[2], int.from_bytes(data[3:], 'big'), zone
        values = _checked_time(hour, minute, second, microsecond, fold)
        self = object.__new__(cls)
        self._hour, self._minute, self._second, self._microsecond, self._fold = values
        self._tzinfo = _checked_zone(tzinfo)
        return self

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

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    def _us(self):
        return ((self._hour * 60 + self._minute) * 60 + self._second) * _SECOND + self._microsecond

    def _asked(self, name, dt=None):
        return None if self._tzinfo is None else _checked_offset(name, getattr(self._tzinfo, name)(dt))

    def utcoffset(self):
        """Return self.tzinfo.utcoffset(self)."""
        return self._asked('utcoffset')

    def dst(self):
        """Return self.tzinfo.dst(self)."""
        return self._asked('dst')

    def tzname(self):
        """Return self.tzinfo.tzname(self)."""
        return _checked_name(self._tzinfo, None)

    def isoformat(self, timespec='auto'):
        """Return string in ISO 8601 format, [HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM]."""
        return _clock_text(self, timespec) + _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return _time_repr(self, [self._hour, self._minute])

    def strftime(self, format, /):
        """format -> strftime() style string."""
        return _strftime(self, format, _time.struct_time((1900, 1, 1, self._hour, self._minute, self._second, 0, 1, -1)))

    __format__ = date.__format__

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        """Return time with new specified fields."""
        return type(self)(*_replaced(self, ('hour', 'minute', 'second', 'microsecond'), (hour, minute, second, microsecond)),
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def __hash__(self):
        plain = self.replace(fold=0) if self._fold else self
        offset = plain.utcoffset()
        return hash((self._us() - (offset._us if offset is not None else 0), 'time'))

    def __reduce_ex__(self, protocol):
        first = self._hour | (0x80 if self._fold and protocol > 3 else 0)
        state = bytes([first, self._minute, self._second]) + self._microsecond.to_bytes(3, 'big')
        return type(self), (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


def _replaced(obj, names, values):
    return [getattr(obj, '_' + name) if value is None else value for name, value in zip(names, values)]


def _checked_name(zone, dt):
    if zone is None:
        return None
    name = zone.tzname(dt)
    if name is not None and not isinstance(name, str):
        raise TypeError(f"tzinfo.tzname() must return None or a string, not '{_type_name(name)}'")
    return name


def _clock_text(obj, timespec):
    us = obj._microsecond
    if timespec == 'auto':
        timespec = 'microseconds' if us else 'seconds'
    formats = {'hours': '{0:02d}', 'minutes': '{0:02d}:{1:02d}', 'seconds': '{0:02d}:{1:02d}:{2:02d}',
               'milliseconds': '{0:02d}:{1:02d}:{2:02d}.{3:03d}', 'microseconds': '{0:02d}:{1:02d}:{2:02d}.{4:06d}'}
    if timespec not in formats:
        if not isinstance(timespec, str):
            raise TypeError(f'isoformat() argument must be str, not {_type_name(timespec)}')
        raise ValueError('Unknown timespec value')
    return formats[timespec].format(obj._hour, obj._minute, obj._second, us // 1000, us)


def _time_repr(obj, numbers):
    if obj._second or obj._microsecond:
        numbers.append(obj._second)
    if obj._microsecond:
        numbers.append(obj._microsecond)
    words = [str(number) for number in numbers]
    words += [f'tzinfo={obj._tzinfo!r}'] * (obj._tzinfo is not None) + [f'fold={obj._fold}'] * bool(obj._fold)
    return f"{type(obj).__module__}.{type(obj).__qualname__}({', '.join(words)})"


class datetime(date):
    """datetime(year, month, day[, hour[, minute[, second[, microsecond[,tzinfo]]]]])

The year, month and day arguments are required. tzinfo may be None, or an
instance of a tzinfo subclass. The remaining arguments may be ints.
"""
    __slots__ = ('_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_fold')
    __module__ = 'datetime'

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(year, (bytes, str)) and len(year) == 10:
            data = year if isinstance(year, bytes) else year.encode('latin1')
            if 1 <= data[2] & 0x7f <= 12:
                tzinfo, fold = month, data[2] >> 7
                year, month, day = data[0] * 256 + data[1], data[2] & 0x7f, data[3]
                hour, minute, second, microsecond = *data[4:7], int.from_bytes(data[7:], 'big')
        for value, name, at in ((month, 'month', 2), (day, 'day', 3)):
            if value is None:
                raise TypeError(f"function missing required argument '{name}' (pos {at})")
        days, clock = _checked_date(year, month, day), _checked_time(hour, minute, second, microsecond, fold)
        self = object.__new__(cls)
        self._year, self._month, self._day = days
        self._hour, self._minute, self._second, self._microsecond, self._fold = clock
        self._tzinfo = _checked_zone(tzinfo)
        return self

    @classmethod
    def _of_us(cls, us, zone=None, fold=0):
        """By the microseconds since the begin of the year 1."""
        days, us = divmod(us, _DAY)
        if not 0 <= days < _MOST_DAYS:
            raise OverflowError('date value out of range')
        seconds, us = divmod(us, _SECOND)
        return cls(*_day_of_number(days + 1), seconds // 3600, seconds // 60 % 60, seconds % 60, us, zone, fold=fold)

    def _since(self):
        return (self.toordinal() - 1) * _DAY + time._us(self)

    hour = time.hour
    minute = time.minute
    second = time.second
    microsecond = time.microsecond
    tzinfo = time.tzinfo
    fold = time.fold

    @classmethod
    def _from_stamp(cls, stamp, utc, zone):
        if stamp != stamp:
            raise ValueError('cannot convert float NaN to integer')
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
            shift = made._since() - us - earlier._since() - _DAY
            if shift < 0:
                again = cls(*_time.localtime(whole + shift // _SECOND)[:6])
                if again._since() == made._since() - us:
                    made._fold = 1
        elif zone is not None:
            made = zone.fromutc(made)
        return made

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        """timestamp[, tz] -> tz's local time from POSIX timestamp."""
        return cls._from_stamp(timestamp, _checked_zone(tz) is not None, tz)

    @classmethod
    def utcfromtimestamp(cls, timestamp, /):
        """Construct a naive UTC datetime from a POSIX timestamp."""
        return cls._from_stamp(timestamp, True, None)

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
        for value, kind in ((date, _date_class), (time, _time_class)):
            if not isinstance(value, kind):
                raise TypeError(f'combine() argument {1 + (kind is _time_class)} must be datetime.{kind.__name__}, not '
                                f'{_type_name(value)}')
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                   time.tzinfo if tzinfo is True else tzinfo, fold=time.fold)

    @classmethod
    def fromisoformat(cls, date_string, /):
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

    @classmethod
    def strptime(cls, date_string, format, /):
        """string, format -> new datetime parsed from a string (like time.strptime())."""
        from _strptime import _strptime
        fields, us, offset = _strptime(date_string, format)
        zone = None
        if offset is not None:
            name = fields[9]
            zone = timezone(timedelta._of(offset), name) if name else timezone(timedelta._of(offset))
        return cls(*fields[:6], us, zone)

    def timetuple(self):
        """Return time tuple, compatible with time.localtime()."""
        summer = self.dst()
        return _time_tuple(self._year, self._month, self._day, self._hour, self._minute, self._second,
                           -1 if summer is None else int(bool(summer)))

    def _local_stamp(self):
        """Seconds since 1970 of a time in local time."""
        def local(seconds):
            return datetime(*_time.localtime(seconds)[:6])._since() // _SECOND - _EPOCH
        wall = self._since() // _SECOND - _EPOCH
        shift = local(wall) - wall
        first = wall - shift
        other = local(first) - first
        if local(first) == wall:
            probe = first + (-86400, 86400)[self._fold]
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
        return (max, min)[self._fold](first, second)

    def timestamp(self):
        """Return POSIX timestamp as float."""
        if self._tzinfo is None:
            return self._local_stamp() + self._microsecond / 1e6
        return (self - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds()

    def utctimetuple(self):
        """Return UTC time tuple, compatible with time.localtime()."""
        offset = self.utcoffset()
        utc = self - offset if offset else self
        return _time_tuple(utc._year, utc._month, utc._day, utc._hour, utc._minute, utc._second, 0)

    def date(self):
        """Return date object with same year, month and day."""
        return _date_class(self._year, self._month, self._day)

    def time(self):
        """Return time object with same time but with tzinfo=None."""
        return _time_class(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        """Return time object with same time and tzinfo."""
        return _time_class(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *,
                fold=None):
        """Return datetime with new specified fields."""
        names = ('year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond')
        return type(self)(*_replaced(self, names, (year, month, day, hour, minute, second, microsecond)),
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def _local_zone(self):
        stamp = self._local_stamp() if self._tzinfo is None else \
            (self - datetime(1970, 1, 1, tzinfo=timezone.utc))._us // _SECOND
        local = _time.localtime(stamp)
        return timezone(timedelta(seconds=local.tm_gmtoff), local.tm_zone)

    def astimezone(self, tz=None):
        """tz -> convert to local time in new timezone tz"""
        if tz is None:
            tz = self._local_zone()
        elif not isinstance(tz, tzinfo):
            raise TypeError(f'tzinfo argument must be None or of a tzinfo subclass, not type {_type_name(tz)!r}')
        if tz is self._tzinfo:
            return self
        offset = self.utcoffset()
        if offset is None:
            offset = self.replace(tzinfo=None)._local_zone().utcoffset(None)
        return tz.fromutc((self - offset).replace(tzinfo=tz))

    def ctime(self):
        """Return ctime() style string."""
        return (f'{_DAY_NAMES[self.weekday()]} {_MONTH_NAMES[self._month - 1]} {self._day:2d} {self._hour:02d}:'
                f'{self._minute:02d}:{self._second:02d} {self._year:04d}')

    def isoformat(self, sep='T', timespec='auto'):
        """[sep] -> string in ISO 8601 format, YYYY-MM-DDT[HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM]."""
        return f'{self._year:04d}-{self._month:02d}-{self._day:02d}{sep}' + _clock_text(self, timespec) + \
            _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat(sep=' ')

    def __repr__(self):
        return _time_repr(self, [self._year, self._month, self._day, self._hour, self._minute])

    def _asked(self, name):
        return None if self._tzinfo is None else _checked_offset(name, getattr(self._tzinfo, name)(self))

    def utcoffset(self):
        """Return self.tzinfo.utcoffset(self)."""
        return self._asked('utcoffset')

    def dst(self):
        """Return self.tzinfo.dst(self)."""
        return self._asked('dst')

    def tzname(self):
        """Return self.tzinfo.tzname(self)."""
        return _checked_name(self._tzinfo, self)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return type(self)._of_us(self._since() + other._us, self._tzinfo)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return type(self)._of_us(self._since() - other._us, self._tzinfo)
        if not isinstance(other, datetime):
            return NotImplemented
        span = self._since() - other._since()
        if self._tzinfo is not other._tzinfo:
            offsets = self.utcoffset(), other.utcoffset()
            if (offsets[0] is None) != (offsets[1] is None):
                raise TypeError("can't subtract offset-naive and offset-aware datetimes")
            if offsets[0] is not None:
                span += offsets[1]._us - offsets[0]._us
        return timedelta._of(span)

    def __hash__(self):
        plain = self.replace(fold=0) if self._fold else self
        offset = plain.utcoffset()
        return hash((self._since() - (0 if offset is None else offset._us), 'datetime'))

    def __reduce_ex__(self, protocol):
        month = self._month | (0x80 if self._fold and protocol > 3 else 0)
        state = bytes([*divmod(self._year, 256), month, self._day, self._hour, self._minute, self._second]) + \
            self._microsecond.to_bytes(3, 'big')
        return type(self), (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


_date_class, _time_class = date, time
_EPOCH = _number_of_day(1970, 1, 1) * 86400 - 86400


def _is_equality(name):
    return name == '__eq__'


def _date_comparable(self, other, name):
    if isinstance(other, datetime) or not isinstance(other, date):
        return NotImplemented
    return True


def _aware_comparable(kind, text):
    def comparable(self, other, name):
        if not isinstance(other, kind):
            if kind is datetime and isinstance(other, date):
                if _is_equality(name):
                    return False
                raise TypeError(f"can't compare {_type_name(self)} to {_type_name(other)}")
            return NotImplemented
        if self._tzinfo is other._tzinfo:
            return True
        naive = (self.utcoffset() is None, other.utcoffset() is None)
        if naive[0] != naive[1]:
            if _is_equality(name):
                return False
            raise TypeError(f"can't compare offset-naive and offset-aware {text}")
        if _is_equality(name) and kind is datetime and not naive[0]:
            for value in (self, other):  # in a gap or a fold nothing is equal to what is in another zone
                if value.utcoffset() != value.replace(fold=not value._fold).utcoffset():
                    return False
        return True
    return comparable


def _aware_key(base):
    def key(self, other):
        us = base(self)
        if self._tzinfo is not other._tzinfo and (offset := self.utcoffset()) is not None:
            us -= offset._us
        return us
    return key


_ordered(date, lambda self, other: (self._year, self._month, self._day), _date_comparable)
_ordered(time, _aware_key(time._us), _aware_comparable(time, 'times'))
_ordered(datetime, _aware_key(datetime._since), _aware_comparable(datetime, 'datetimes'))
date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
time.min, time.max, time.resolution = time(), time(23, 59, 59, 999999), timedelta.resolution
datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta.resolution


class timezone(tzinfo):
    """Fixed offset from UTC implementation of tzinfo."""
    __slots__ = ('_offset', '_name')
    __module__ = 'datetime'

    def __new__(cls, offset, name=True):
        if not isinstance(offset, timedelta):
            raise TypeError(f'timezone() argument 1 must be datetime.timedelta, not {_type_name(offset)}')
        if name is True:
            if not offset and hasattr(cls, 'utc'):
                return cls.utc
            name = None
        elif not isinstance(name, str):
            raise TypeError(f'timezone() argument 2 must be str, not {_type_name(name)}')
        if not -_DAY < offset._us < _DAY:
            raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not '
                             f'{offset!r}.')
        self = object.__new__(cls)
        self._offset, self._name = offset, name
        return self

    def __init_subclass__(cls):
        raise TypeError("type 'datetime.timezone' is not an acceptable base type")

    @staticmethod
    def _check(dt, what):
        if dt is not None and not isinstance(dt, datetime):
            raise TypeError(f'{what}(dt) argument must be a datetime instance or None, not {_type_name(dt)}')

    def utcoffset(self, dt, /):
        """Return fixed offset."""
        self._check(dt, 'utcoffset')
        return self._offset

    def dst(self, dt, /):
        """Return None."""
        self._check(dt, 'dst')

    def tzname(self, dt, /):
        """If name is specified when timezone is created, returns the name.  Otherwise returns offset as 'UTC(+|-)HH:MM'."""
        self._check(dt, 'tzname')
        if self._name is not None:
            return self._name
        return 'UTC' + (_offset_text(self._offset) if self._offset else '')

    def fromutc(self, dt, /):
        """datetime in UTC -> datetime in local time."""
        if not isinstance(dt, datetime):
            raise TypeError('fromutc: argument must be a datetime instance, not ' + _type_name(dt))
        if dt.tzinfo is not self:
            raise ValueError('fromutc: dt.tzinfo is not self')
        return dt + self._offset

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return 'datetime.timezone.utc'
        name = '' if self._name is None else f', {self._name!r}'
        return f'{type(self).__module__}.{type(self).__qualname__}({self._offset!r}{name})'

    def __str__(self):
        return self.tzname(None)

    def __getinitargs__(self):
        return (self._offset,) if self._name is None else (self._offset, self._name)

    def __reduce__(self):
        return type(self), self.__getinitargs__()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


UTC = timezone.utc = timezone(timedelta())
timezone.min, timezone.max = timezone(-timedelta(hours=23, minutes=59)), timezone(timedelta(hours=23, minutes=59))
datetime_CAPI = None
