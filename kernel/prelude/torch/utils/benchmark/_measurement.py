"""What was timed and what it took. Must not know how times are taken."""

import math

import torch

_UNITS = {'ns': (1e-9, 'nanosecond'), 'us': (1e-6, 'microsecond'), 'ms': (1e-3, 'millisecond'), 's': (1, 'second')}
_NOISE = 25e-9   # seconds: no measurement is more certain
_MOST_FIGURES = 4


def select_unit(t):
    """(the unit in which t seconds are a number of one to three digits, its seconds)."""
    power = int(math.log10(t) // 3)
    name = {-3: 'ns', -2: 'us', -1: 'ms'}.get(power, 's')
    return name, _UNITS[name][0]


def unit_to_english(u):
    """The unit's name in full."""
    return _UNITS[u][1]


def trim_sigfig(x, n):
    """x rounded to n significant figures."""
    scale = 10 ** (int(math.ceil(math.log10(abs(x)))) - n)
    return float(torch.tensor(x / scale).round() * scale)


def ordered_unique(elements):
    """The elements without repetitions, in the order in which they come first."""
    return list(dict.fromkeys(elements))


def _block(name, text):
    """A named text: in its line, or if it has lines of its own, indented below with an empty line after."""
    if '\n' not in text:
        return [name + ': ' + text]
    return [name + ':', '\n'.join(['  ' + line if line.strip() else line for line in text.split('\n')]), '']


class TaskSpec:
    """What was timed, and what it is called in tables."""

    _fields = ('stmt', 'setup', 'global_setup', 'label', 'sub_label', 'description', 'env', 'num_threads')

    def __init__(self, stmt, setup, global_setup='', label=None, sub_label=None, description=None, env=None, num_threads=1):
        for name, value in zip(self._fields, (stmt, setup, global_setup, label, sub_label, description, env, num_threads)):
            self.__dict__[name] = value

    def _key(self):
        return tuple([getattr(self, name) for name in self._fields])

    def __eq__(self, other):
        return isinstance(other, TaskSpec) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __setattr__(self, name, value):
        raise AttributeError("cannot assign to field '%s'" % name)

    def _title_lines(self):
        if self.label is None and '\n' in self.stmt:
            return _block('stmt', self.stmt)
        title = self.stmt if self.label is None else self.label
        return [title + (': ' + self.sub_label if self.sub_label else '')]

    @property
    def title(self):
        """The label, or else the statement."""
        lines = self._title_lines()
        return '\n'.join(lines[:2])

    def setup_str(self):
        """The setup as it is shown; nothing for one that does nothing."""
        return '' if self.setup == 'pass' or not self.setup else '\n'.join(_block('setup', self.setup))

    def summarize(self):
        """Title, description and setup."""
        lines = self._title_lines()
        if self.description:
            lines.append(self.description)
        setup = self.setup_str()
        return '\n'.join(lines + ([setup] if setup else []))


TaskSpec.__module__ = 'torch.utils.benchmark.utils.common'


def _quantile(ordered, q):
    """The q-quantile of ordered numbers, between neighbours in proportion."""
    place = q * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def _mean(numbers):
    """The mean, added up in numpy's order: eight sums side by side where there are so many."""
    whole = len(numbers) - len(numbers) % 8 if 8 <= len(numbers) <= 128 else 0
    total = 0.0
    if whole:
        a, b, c, d, e, f, g, h = [sum(numbers[i:whole:8]) for i in range(8)]
        total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for each in numbers[whole:]:
        total += each
    return total / len(numbers)


class Measurement:
    """Times of number_per_run runs each of a statement, and what follows from them."""

    def __init__(self, number_per_run, raw_times, task_spec, metadata=None):
        self.number_per_run, self.raw_times, self.task_spec, self.metadata = number_per_run, raw_times, task_spec, metadata

    def __eq__(self, other):
        return isinstance(other, Measurement) and (self.number_per_run, self.raw_times, self.task_spec, self.metadata) == (
            other.number_per_run, other.raw_times, other.task_spec, other.metadata)

    def __getattr__(self, name):
        if name != 'task_spec' and hasattr(self.task_spec, name):
            return getattr(self.task_spec, name)
        raise AttributeError("'Measurement' object has no attribute '%s'" % name)

    @property
    def times(self):
        """Seconds of one run, for each measurement."""
        return [each / self.number_per_run for each in self.raw_times]

    def _at(self, q):
        ordered = sorted(self.times)
        return _quantile(ordered, q) if ordered else math.nan

    @property
    def median(self):
        """The median of the times."""
        return self._at(0.5)

    @property
    def mean(self):
        """The mean of the times."""
        return _mean(sorted(self.times)) if self.raw_times else math.nan

    @property
    def iqr(self):
        """The distance between the quartiles of the times."""
        return self._at(0.75) - self._at(0.25)

    @property
    def significant_figures(self):
        """How many figures of the median are certain, from one to four: by the deviation of the middle half of the times."""
        ordered = sorted(self.times)
        middle = ordered[len(ordered) // 4:math.ceil(3 * len(ordered) / 4)]
        mean = math.fsum(middle) / len(middle)
        deviation = math.sqrt(math.fsum([(each - mean) ** 2 for each in middle]) / len(middle))
        uncertain = max(1.645 * deviation / math.sqrt(len(middle)), _NOISE)
        return min(max(math.floor(math.log10(self.median / uncertain)), 1), _MOST_FIGURES)

    @property
    def has_warnings(self):
        """Do the times differ so much that the text warns of it?"""
        return not self.meets_confidence()

    def meets_confidence(self, threshold=0.1):
        """Is the distance between the quartiles below this part of the median?"""
        return self.iqr / self.median < threshold

    @property
    def title(self):
        """The label, or else the statement."""
        return self.task_spec.title

    @property
    def env(self):
        """The environment in which it was timed, or None."""
        return self.task_spec.env

    @property
    def as_row_name(self):
        """The name of a row of tables."""
        return self.sub_label or self.stmt or '[Unknown]'

    def __repr__(self):
        count, threads = len(self.raw_times), self.num_threads
        name, unit = select_unit(self.median)
        shown = lambda seconds: '%.2f' % (seconds / unit)
        lines = [object.__repr__(self), self.task_spec.summarize(),
                 '  %s%s %s' % ('Median: ' if count > 1 else '', shown(self.median), name)]
        if count >= 4:
            lines.append('  IQR:    %s %s (%s to %s)' % (shown(self.iqr), name, shown(self._at(0.25)), shown(self._at(0.75))))
        lines.append('  %d measurement%s, %d runs %s, %d thread%s' % (count, 's' if count > 1 else '', self.number_per_run,
                                                                     'per measurement' if count > 1 else '', threads, 's' if threads > 1 else ''))
        lines += self._warnings(count)
        return '\n'.join(lines)

    def _warnings(self, count):
        if count < 2 or not self.has_warnings:
            return []
        part = self.iqr / self.median
        return ['  WARNING: Interquartile range is %.1f%% of the median measurement.' % (part * 100),
                '           This %s' % ('could indicate system fluctuation.' if part < 0.25 else 'suggests significant environmental influence.')]

    @staticmethod
    def merge(measurements):
        """Measurements of the same tasks in one each, of single runs."""
        groups = {}
        for each in measurements:
            groups.setdefault(each.task_spec, []).append(each)
        return [Measurement(1, [time for each in group for time in each.times], task) for task, group in groups.items()]


Measurement.__module__ = 'torch.utils.benchmark.utils.common'
