"""Where the memory of a program was taken: the blocks that are in use, with the lines that made them.

start() begins to note them, take_snapshot() is a list of all of them, statistics() sums them up by line, file or stack.
What is noted is the memory of this interpreter's objects, not that of tensors and of foreign libraries.
"""
import functools
import linecache
from collections.abc import Iterable, Sequence
from _tracemalloc import (_get_object_traceback, _get_traces, clear_traces, get_traceback_limit, get_traced_memory,
                          get_tracemalloc_memory, is_tracing, reset_peak, start, stop)

_UNITS = 'B', 'KiB', 'MiB', 'GiB', 'TiB'


def _said_size(size, sign=False):
    """A number of bytes as people read it: below 100 of a unit with one digit behind the point."""
    for unit in _UNITS:
        small = abs(size) < 100 and unit != 'B'
        if small or abs(size) < 10 * 1024 or unit == _UNITS[-1]:
            return f'{{:{"+" * sign}.{int(small)}f}} {unit}'.format(size)
        size /= 1024


class _Record:
    """Equal to another of its class that has the same parts."""
    __slots__ = ()

    def __eq__(self, other):
        return self._parts() == other._parts() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self):
        return hash(self._parts())


# ---- places ----

@functools.total_ordering
class Frame(_Record):
    """A line of a file."""
    __slots__ = ('_frame',)

    def __init__(self, frame):
        self._frame = frame

    filename = property(lambda self: self._frame[0], doc='The file.')
    lineno = property(lambda self: self._frame[1], doc='The line, 0 where that is of no interest.')

    def _parts(self):
        return self._frame

    def __lt__(self, other):
        return self._frame < other._frame if isinstance(other, Frame) else NotImplemented

    def __str__(self):
        return '%s:%s' % self._frame

    def __repr__(self):
        return '<Frame filename=%r lineno=%r>' % self._frame


@functools.total_ordering
class Traceback(_Record, Sequence):
    """The frames of a block, from the oldest one that is known to the one that took the memory. total_nframe: how many there were."""
    __slots__ = '_frames', '_total_nframe'

    def __init__(self, frames, total_nframe=None):
        self._frames, self._total_nframe = (*reversed(frames),), total_nframe

    total_nframe = property(lambda self: self._total_nframe, doc='How many frames there were; None: that is not known.')

    def _parts(self):
        return self._frames

    def __len__(self):
        return len(self._frames)

    def __getitem__(self, index):
        found = self._frames[index]
        return (*map(Frame, found),) if isinstance(index, slice) else Frame(found)

    def __contains__(self, frame):
        return any(each == frame._frame for each in self._frames)

    def __lt__(self, other):
        return self._frames < other._frames if isinstance(other, Traceback) else NotImplemented

    def __str__(self):
        return str(self[0])

    def __repr__(self):
        total = '' if self._total_nframe is None else f' total_nframe={self._total_nframe}'
        return f'<Traceback {self[:]}{total}>'

    def format(self, limit=None, most_recent_first=False):
        """Lines of text. limit: so many of the most recent frames, a negative one leaves out the most recent ones."""
        count = len(self)
        shown = self[:] if limit is None else self[count - min(limit, count):] if limit > 0 else self[:max(count + limit, 0) if limit else 0]
        text = []
        for frame in reversed(shown) if most_recent_first else shown:
            source = linecache.getline(*frame._frame).strip()
            text += [f'  File "{frame.filename}", line {frame.lineno}'] + [f'    {source}'] * bool(source)
        return text


# ---- blocks and sums of them ----

class Trace(_Record):
    """A block of memory that is in use."""
    __slots__ = ('_trace',)

    def __init__(self, trace):
        self._trace = trace  # (domain, size, frames with the most recent one first, number of all frames)

    domain = property(lambda self: self._trace[0], doc='What took it: 0 for this interpreter.')
    size = property(lambda self: self._trace[1], doc='Its bytes.')
    traceback = property(lambda self: Traceback(*self._trace[2:]), doc='Where it was taken.')

    def _parts(self):
        return self._trace

    def __str__(self):
        return f'{self.traceback}: {_said_size(self.size)}'

    def __repr__(self):
        return f'<Trace domain={self.domain} size={_said_size(self.size)}, traceback={self.traceback!r}>'


class _Traces(Sequence):
    """The traces of a snapshot."""

    def __init__(self, traces):
        self._traces = traces

    def __len__(self):
        return len(self._traces)

    def __getitem__(self, index):
        found = self._traces[index]
        return (*map(Trace, found),) if isinstance(index, slice) else Trace(found)

    def __contains__(self, trace):
        return any(each == trace._trace for each in self._traces)

    def __eq__(self, other):
        return self._traces == other._traces if isinstance(other, _Traces) else NotImplemented

    def __repr__(self):
        return f'<Traces len={len(self)}>'


class Statistic(_Record):
    """How many blocks have been taken in one place, and their bytes."""
    __slots__ = 'traceback', 'size', 'count'

    def __init__(self, traceback, size, count):
        self.traceback, self.size, self.count = traceback, size, count

    def _parts(self):
        return self.traceback, self.size, self.count

    def _order(self):
        return self.size, self.count, self.traceback

    def _said(self, sizes, counts):
        average = f', average={_said_size(self.size / self.count)}' if self.count else ''
        return f'{self.traceback}: size={_said_size(self.size)}{sizes}, count={self.count}{counts}{average}'

    def __str__(self):
        return self._said('', '')

    def __repr__(self):
        return '<Statistic traceback=%r size=%i count=%i>' % self._parts()


class StatisticDiff(Statistic):
    """The same, with what has changed since another snapshot."""
    __slots__ = 'size_diff', 'count_diff'

    def __init__(self, traceback, size, size_diff, count, count_diff):
        super().__init__(traceback, size, count)
        self.size_diff, self.count_diff = size_diff, count_diff

    def _parts(self):
        return self.traceback, self.size, self.size_diff, self.count, self.count_diff

    def _order(self):
        return abs(self.size_diff), self.size, abs(self.count_diff), self.count, self.traceback

    def __str__(self):
        return self._said(f' ({_said_size(self.size_diff, True)})', f' ({self.count_diff:+})')

    def __repr__(self):
        return '<StatisticDiff traceback=%r size=%i (%+i) count=%i (%+i)>' % self._parts()


# ---- filters ----

class BaseFilter:
    """Chooses traces: those that match, or with inclusive=False those that do not."""

    def __init__(self, inclusive):
        self.inclusive = inclusive

    def _match(self, trace):
        raise NotImplementedError


def _without_c(name):
    """The name of a source file, also for that of a compiled one."""
    return name[:-1] if name.endswith('.pyc') else name


class Filter(BaseFilter):
    """Chooses by file and line: of the most recent frame, or with all_frames of any. domain: only traces of this one count."""

    def __init__(self, inclusive, filename_pattern, lineno=None, all_frames=False, domain=None):
        super().__init__(inclusive)
        self._filename_pattern = _without_c(filename_pattern)
        self.lineno, self.all_frames, self.domain = lineno, all_frames, domain

    filename_pattern = property(lambda self: self._filename_pattern, doc='The file, with * and ? for any text.')

    def _is_place(self, frame):
        from fnmatch import fnmatch
        return self.lineno in (None, frame[1]) and fnmatch(_without_c(frame[0]), self._filename_pattern)

    def _match_frame(self, filename, lineno):
        return self._is_place((filename, lineno)) == bool(self.inclusive)

    def _match_traceback(self, traceback):
        return any(map(self._is_place, traceback if self.all_frames else traceback[:1])) == bool(self.inclusive)

    def _match(self, trace):
        if self.domain is not None and trace[0] != self.domain:
            return not self.inclusive
        return self._match_traceback(trace[2])


class DomainFilter(BaseFilter):
    """Chooses by domain."""

    def __init__(self, inclusive, domain):
        super().__init__(inclusive)
        self._domain = domain

    domain = property(lambda self: self._domain, doc='The domain.')

    def _match(self, trace):
        return (trace[0] == self._domain) == bool(self.inclusive)


# ---- snapshots ----

def _places(key_type, cumulative):
    """A function that gives the groups to which a trace of some frames belongs."""
    kinds = {'lineno': lambda frame: (frame,), 'filename': lambda frame: ((frame[0], 0),)}
    if key_type == 'traceback' and not cumulative:
        return lambda frames: (frames,)
    if key_type == 'traceback':
        raise ValueError(f'cumulative mode cannot by used with key type {key_type!r}')
    if key_type not in kinds:
        raise ValueError(f'unknown key_type: {key_type!r}')
    last = None if cumulative else 1
    return lambda frames: map(kinds[key_type], frames[:last])


def _in_order(statistics):
    return sorted(statistics, key=lambda each: each._order(), reverse=True)


class Snapshot:
    """The blocks that were in use at one time."""

    def __init__(self, traces, traceback_limit):
        self.traces, self.traceback_limit = _Traces(traces), traceback_limit

    def dump(self, filename):
        """Writes it to a file."""
        import pickle
        with open(filename, 'wb') as file:
            file.write(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))

    @staticmethod
    def load(filename):
        """Reads one that dump() has written."""
        import pickle
        with open(filename, 'rb') as file:
            return pickle.loads(file.read())

    def filter_traces(self, filters):
        """A snapshot of the traces that one of the inclusive filters lets through, where there are such, and all of the others."""
        if not isinstance(filters, Iterable):
            raise TypeError(f'filters must be a list of filters, not {type(filters).__name__}')
        wanted, unwanted = [], []
        for each in filters:
            (wanted if each.inclusive else unwanted).append(each._match)
        kept = [trace for trace in self.traces._traces
                if (not wanted or any(match(trace) for match in wanted)) and all(match(trace) for match in unwanted)]
        return Snapshot(kept, self.traceback_limit)

    def _sums(self, key_type, cumulative):
        """{group: [bytes, blocks]}."""
        places, sums = _places(key_type, cumulative), {}
        for _, size, frames, total in self.traces._traces:
            for place in places(frames):
                known = sums.setdefault(place, [0, 0])
                known[0] += size
                known[1] += 1
        return sums

    def statistics(self, key_type, cumulative=False):
        """Sums by 'lineno', 'filename' or 'traceback', the largest first. cumulative: a block counts in all of its frames."""
        return _in_order(Statistic(Traceback(place), *sums) for place, sums in self._sums(key_type, cumulative).items())

    def compare_to(self, old_snapshot, key_type, cumulative=False):
        """The same with what has changed since an older snapshot, the greatest change first."""
        now, before = (each._sums(key_type, cumulative) for each in (self, old_snapshot))
        nothing, found = (0, 0), []
        for place in {**before, **now}:
            (size, count), (old_size, old_count) = now.get(place, nothing), before.get(place, nothing)
            found.append(StatisticDiff(Traceback(place), size, size - old_size, count, count - old_count))
        return _in_order(found)


def take_snapshot():
    """The blocks that are in use now and were taken since start()."""
    if is_tracing():
        return Snapshot(_get_traces(), get_traceback_limit())
    raise RuntimeError('the tracemalloc module must be tracing memory allocations to take a snapshot')


def get_object_traceback(obj):
    """Where the memory of an object was taken; None: that is not traced, or it has none of its own."""
    frames = _get_object_traceback(obj)
    return frames and Traceback(frames)
