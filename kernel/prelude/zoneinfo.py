"""Time zones of the system's database."""
import os
import struct
import weakref
from bisect import bisect_right
from datetime import datetime, timedelta, tzinfo

__all__ = ['ZoneInfo', 'reset_tzpath', 'available_timezones', 'TZPATH', 'ZoneInfoNotFoundError', 'InvalidTZPathWarning']
_DEFAULT_PATH = '/usr/share/zoneinfo', '/usr/lib/zoneinfo', '/usr/share/lib/zoneinfo', '/etc/zoneinfo'
_EPOCH = datetime(1970, 1, 1)


class ZoneInfoNotFoundError(KeyError):
    """There is no zone of this name."""


class InvalidTZPathWarning(RuntimeWarning):
    """PYTHONTZPATH has a path that is not absolute."""


def _given_path():
    given = os.environ.get('PYTHONTZPATH')
    if given is None:
        return _DEFAULT_PATH
    paths = [path for path in given.split(os.pathsep) if path]
    wrong = [path for path in paths if not os.path.isabs(path)]
    if wrong:
        import warnings
        warnings.warn('Invalid paths specified in PYTHONTZPATH environment variable. Paths must be absolute but found the '
                      'following relative paths:\n    ' + ', '.join(map(repr, wrong)), InvalidTZPathWarning, stacklevel=4)
    return tuple(path for path in paths if os.path.isabs(path))


TZPATH = _given_path()


def reset_tzpath(to=None):
    """The folders in which zones are looked for: those given, or those of the environment."""
    global TZPATH
    if to is None:
        TZPATH = _given_path()
        return
    if isinstance(to, (str, bytes)):
        raise TypeError(f'tzpath must be a list or tuple, not {type(to)}: {to!r}')
    if not all(map(os.path.isabs, to)):
        raise ValueError('All paths must be absolute; got: ' + ', '.join(repr(path) for path in to if not os.path.isabs(path)))
    TZPATH = tuple(to)


def _find(key):
    """The path of a zone's file."""
    if os.path.isabs(key):
        raise ValueError(f'ZoneInfo keys may not be absolute paths, got: {key}')
    normal = os.path.normpath(key)
    if len(normal) != len(key):
        raise ValueError(f'ZoneInfo keys must be normalized relative paths, got: {key}')
    if normal.split('/')[0] == '..':
        raise ValueError(f'ZoneInfo keys must refer to subdirectories of TZPATH, got: {key}')
    for folder in TZPATH:
        path = os.path.join(folder, key)
        if os.path.isfile(path):
            return path
    raise ZoneInfoNotFoundError(f'No time zone found with key {key}')


def available_timezones():
    """The names of all zones."""
    found = set()
    for top in TZPATH:
        for folder, folders, files in os.walk(top):
            if folder == top:
                folders[:] = [name for name in folders if name not in ('right', 'posix')]
            for name in files:
                path = os.path.join(folder, name)
                try:
                    with open(path, 'rb') as file:
                        if file.read(4) == b'TZif':
                            found.add(os.path.relpath(path, top))
                except OSError:
                    continue
    found.discard('posixrules')
    return found


# ---- rules after the last transition, as POSIX writes them: CET-1CEST,M3.5.0,M10.5.0/3

def _offset(text):
    """Seconds of [+-]hh[:mm[:ss]]."""
    sign = -1 if text[0] == '-' else 1
    parts = [int(part) for part in text.lstrip('+-').split(':')]
    return sign * sum(part * scale for part, scale in zip(parts, (3600, 60, 1)))


class _Rule:
    """When clocks are changed in a year."""

    def __init__(self, text):
        day, _, time = text.partition('/')
        self.seconds = _offset(time) if time else 7200
        self.kind = day[0]
        self.numbers = [int(part) for part in day.lstrip('MJ').split('.')]

    def at(self, year):
        """Seconds since 1970, by the clock on the wall."""
        if self.kind == 'M':
            month, week, weekday = self.numbers
            first = datetime(year, month, 1)
            day = (weekday - (first.weekday() + 1)) % 7 + (week - 1) * 7
            length = ((datetime(year + month // 12, month % 12 + 1, 1)) - first).days
            start = first + timedelta(days=day - 7 if day >= length else day)
        else:
            day = self.numbers[0]
            leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
            if self.kind == 'J':
                day = day - 1 + (leap and day >= 60)
            start = datetime(year, 1, 1) + timedelta(days=day)
        return (start - _EPOCH) // timedelta(seconds=1) + self.seconds


class _Footer:
    """The rules of the years after the last transition."""

    def __init__(self, text):
        import re
        name = r'(<[^>]+>|[^<0-9:.+,-]+)'
        number = r'([+-]?\d+(?::\d+){0,2})'
        found = re.fullmatch(rf'{name}{number}(?:{name}{number}?(?:,([^,]+),([^,]+))?)?', text)
        if found is None:
            raise ValueError(f'{text} is not a valid TZ string')
        standard, offset, summer, summer_offset, start, end = found.groups()
        offset = -_offset(offset)
        self.standard = _Kind(offset, 0, standard.strip('<>'))
        self.summer = None
        if summer:
            shift = -_offset(summer_offset) if summer_offset else offset + 3600
            self.summer = _Kind(shift, shift - offset, summer.strip('<>'))
            self.start, self.end = _Rule(start), _Rule(end)

    def of_wall(self, seconds, year, fold):
        """What holds at a time on the wall."""
        if self.summer is None:
            return self.standard
        start, end = self.start.at(year), self.end.at(year)
        shift = self.summer.seconds - self.standard.seconds
        if fold == (shift >= 0):
            end -= shift
        else:
            start += shift
        inside = start <= seconds < end if start < end else not end <= seconds < start
        return self.summer if inside else self.standard

    def of_utc(self, seconds, year):
        """What holds at a time in UTC, and whether the time on the wall is its second one."""
        if self.summer is None:
            return self.standard, False
        start, end = self.start.at(year) - self.standard.seconds, self.end.at(year) - self.summer.seconds
        inside = start <= seconds < end if start < end else not end <= seconds < start
        shift = self.summer.seconds - self.standard.seconds
        begin = end if shift > 0 else start
        return (self.summer if inside else self.standard), begin <= seconds < begin + abs(shift)


class _Kind:
    """An offset, the part of it that is summer time, and a name."""

    def __init__(self, seconds, dst, name):
        self.seconds, self.name = seconds, name
        self.offset, self.dst = timedelta(seconds=seconds), timedelta(seconds=dst)


def _read(file):
    """Times of transitions, their kinds, the kind before them, the footer."""
    def header():
        data = file.read(44)
        if data[:4] != b'TZif':
            raise ValueError(f'Invalid TZif file: magic not found')
        return data[4:5], struct.unpack('>6l', data[20:44])

    version, (utc, std, leap, times, kinds, chars) = header()
    width = 4
    if version >= b'2':
        file.seek(times * 5 + kinds * 6 + chars + leap * 8 + std + utc, 1)
        version, (utc, std, leap, times, kinds, chars) = header()
        width = 8
    moments = list(struct.unpack(f">{times}{'q' if width == 8 else 'l'}", file.read(times * width)))
    indices = list(file.read(times))
    rows = [struct.unpack('>lbb', file.read(6)) for _ in range(kinds)]
    names = file.read(chars)
    footer = None
    if width == 8:
        file.seek(leap * 12 + std + utc, 1)
        file.readline()
        footer = file.readline().rstrip(b'\n').decode()
    named = [names[at:names.index(0, at)].decode() for _, _, at in rows]
    return moments, indices, [(seconds, is_dst) for seconds, is_dst, _ in rows], named, footer


def _summer_parts(indices, rows):
    """Of each kind how much of its offset is summer time: the difference from the standard time beside it."""
    parts = [0] * len(rows)
    for step in 1, -1:
        order = indices if step == 1 else indices[::-1]
        for before, after in zip(order, order[1:]):
            if rows[after][1] and not rows[before][1] and not parts[after]:
                parts[after] = rows[after][0] - rows[before][0]
    for i, (_, is_dst) in enumerate(rows):
        if is_dst and not parts[i]:
            parts[i] = 3600
    return parts


class ZoneInfo(tzinfo):
    """A time zone by its name, as 'Europe/Berlin'; equal names give the same object."""

    _kept = weakref.WeakValueDictionary()
    _recent = {}

    def __init_subclass__(cls):
        cls._kept, cls._recent = weakref.WeakValueDictionary(), {}

    def __new__(cls, key):
        made = cls._kept.get(key)
        if made is None:
            made = cls._kept[key] = cls._made(key)
            made._from_cache = True
        cls._recent.pop(key, None)
        cls._recent[key] = made
        if len(cls._recent) > 8:
            del cls._recent[next(iter(cls._recent))]
        return made

    @classmethod
    def _made(cls, key):
        if not isinstance(key, str):
            raise TypeError(f'expected str, bytes or os.PathLike object, not {type(key).__name__}')
        with open(_find(key), 'rb') as file:
            made = cls._from(file, key)
        return made

    @classmethod
    def _from(cls, file, key):
        self = tzinfo.__new__(cls)
        self._key, self._from_cache, self._from_stream = key, False, False
        moments, indices, rows, names, footer = _read(file)
        parts = _summer_parts(indices, rows)
        kinds = [_Kind(seconds, part, name) for (seconds, _), part, name in zip(rows, parts, names)]
        first = next((i for i, (_, is_dst) in enumerate(rows) if not is_dst), 0) if rows else None
        self._before = kinds[first] if first is not None else None
        self._moments, self._kinds = moments, [kinds[i] for i in indices]
        self._footer = _Footer(footer) if footer else None
        if self._footer is None and not kinds:
            raise ValueError('No time zone information found.')
        after = [self._before, *self._kinds]
        self._walls = [], []                        # when a transition is on the wall, for fold 0 and 1
        for i, moment in enumerate(moments):
            shifts = after[i].seconds, after[i + 1].seconds
            self._walls[0].append(moment + max(shifts))
            self._walls[1].append(moment + min(shifts))
        self._fixed = not moments and (self._footer is None or self._footer.summer is None)
        return self

    @classmethod
    def no_cache(cls, key):
        """A new object of a zone."""
        return cls._made(key)

    @classmethod
    def from_file(cls, fobj, /, key=None):
        """A zone of a file of the database."""
        made = cls._from(fobj, key)
        made._from_stream, made._file = True, repr(fobj)
        return made

    @classmethod
    def clear_cache(cls, *, only_keys=None):
        """Forgets zones."""
        for key in list(cls._recent) + list(cls._kept) if only_keys is None else only_keys:
            cls._recent.pop(key, None)
            cls._kept.pop(key, None)

    key = property(lambda self: self._key, doc='The name of the zone.')

    def _seconds(self, dt):
        return (dt.replace(tzinfo=None, fold=0) - _EPOCH) // timedelta(seconds=1)

    def _kind_at(self, dt):
        if dt is None:
            if self._fixed:
                return self._footer.standard if self._footer else self._before
            return None
        seconds = self._seconds(dt)
        at = bisect_right(self._walls[dt.fold], seconds)
        if at < len(self._moments) or self._footer is None:
            return self._kinds[at - 1] if at else self._before
        if not self._moments or at == len(self._moments):
            return self._footer.of_wall(seconds, dt.year, dt.fold)

    def utcoffset(self, dt):
        """The offset from UTC."""
        kind = self._kind_at(dt)
        return None if kind is None else kind.offset

    def dst(self, dt):
        """How much of the offset is summer time."""
        kind = self._kind_at(dt)
        return None if kind is None else kind.dst

    def tzname(self, dt):
        """The short name of the time: CET, CEST."""
        kind = self._kind_at(dt)
        return None if kind is None else kind.name

    def fromutc(self, dt):
        """The time here of one in UTC."""
        if not isinstance(dt, datetime):
            raise TypeError('fromutc() requires a datetime argument')
        if dt.tzinfo is not self:
            raise ValueError('dt.tzinfo is not self')
        seconds, moments = self._seconds(dt), self._moments
        at = bisect_right(moments, seconds)
        if (at == len(moments) and self._footer is not None) or not moments and self._footer is not None:
            kind, second = self._footer.of_utc(seconds, dt.year)
            if at and not second:
                before = self._kinds[at - 2] if at > 1 else self._before
                second = seconds - moments[-1] < before.seconds - kind.seconds
        elif at:
            kind, before = self._kinds[at - 1], self._kinds[at - 2] if at > 1 else self._before
            second = seconds - moments[at - 1] < before.seconds - kind.seconds
        else:
            kind, second = self._before, False
        moved = dt + kind.offset
        return moved.replace(fold=1) if second else moved

    def __str__(self):
        return self._key if self._key is not None else repr(self)

    def __repr__(self):
        name = type(self)
        if self._key is not None:
            return f'{name.__module__}.{name.__qualname__}(key={self._key!r})'
        return f'{name.__module__}.{name.__qualname__}.from_file({self._file})'

    def __reduce__(self):
        if self._from_stream:
            import pickle
            raise pickle.PicklingError('Cannot pickle a ZoneInfo file created from a file stream.')
        return _restored, (type(self), self._key, self._from_cache)


def _restored(cls, key, from_cache):
    return cls(key) if from_cache else cls.no_cache(key)
