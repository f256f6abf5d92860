"""Tables of many measurements. Must not know how times are taken."""

import enum
import math

from torch.utils.benchmark._measurement import Measurement, ordered_unique, select_unit, trim_sigfig, unit_to_english

_END = '\x1b[0m\x1b[0m'
_BEST, _GOOD, _BAD, _WORST = '\x1b[92m\x1b[1m', '\x1b[34m\x1b[1m', '\x1b[2m\x1b[91m', '\x1b[31m\x1b[1m'
_SAME = 100e-9  # seconds: closer times count as equal


class Colorize(enum.Enum):
    """Among what the best time is looked for."""

    NONE = 'none'
    COLUMNWISE = 'columnwise'
    ROWWISE = 'rowwise'


Colorize.__module__ = 'torch.utils.benchmark.utils.compare'


def _color(time, best):
    """How a time is marked, next to the best."""
    if time <= best * 1.01 or time <= best + _SAME:
        return _BEST
    if time <= best * 1.1:
        return _GOOD
    return _WORST if time >= best * 5 else _BAD if time >= best * 2 else ''


class _Table:
    """Measurements of one label: a row a (threads, environment, name), a column a description."""

    def __init__(self, results, options):
        self.results, self.options = results, options
        self.label = results[0].label
        self.unit_name, self.unit = select_unit(min([each.median for each in results]))
        self.columns = ordered_unique([each.description for each in results])
        keys = ordered_unique([self._row(each) for each in results])
        self.rows = sorted(keys, key=lambda key: key[:2])
        self.cells = {(self._row(each), each.description): each for each in results}

    @staticmethod
    def _row(result):
        return result.num_threads, result.task_spec.env, result.as_row_name

    def _number(self, result, figures):
        """The median in the table's unit, rounded to what is certain where that is asked for."""
        value = result.median
        if figures is None:
            return '%.1f' % (value / self.unit)
        whole = trim_sigfig(value, result.significant_figures) / self.unit
        return '%.*f' % (figures, whole)

    def _column_texts(self, column):
        """The texts of a column, numbers aligned, with warnings behind where they are asked for."""
        found = [self.cells.get((row, column)) for row in self.rows]
        figures = None
        if self.options['trim']:
            figures = max([self._digits(each) for each in found if each is not None])
        numbers = ['' if each is None else self._number(each, figures) for each in found]
        most = max([each.median for each in found if each is not None]) / self.unit
        width = math.ceil(math.log10(most)) + (0 if figures == 0 else 2)
        texts = [each.rjust(width) for each in numbers]
        if not self.options['warn']:
            return texts
        notes = ['' if each is None or not each.has_warnings else ' (! %.0f%%)' % (each.iqr / each.median * 100) for each in found]
        wide = any(notes)
        return [text + (note if note else ' ' * 7 * wide) for text, note in zip(texts, notes)]

    def _digits(self, result):
        """How many digits behind the point are certain: none or one."""
        value = trim_sigfig(result.median, result.significant_figures) / self.unit
        return 1 if result.significant_figures - math.floor(math.log10(value) + 1e-6) - 1 > 0 else 0

    def _colors(self):
        """The mark of each cell."""
        by = self.options['color']
        if by is Colorize.NONE:
            return {}
        axis = 1 if by is Colorize.COLUMNWISE else 0
        best = {}
        for place, each in self.cells.items():
            best[place[axis]] = min(best.get(place[axis], each.median), each.median)
        return {place: _color(each.median, best[place[axis]]) for place, each in self.cells.items()}

    def render(self):
        """The lines of the table."""
        columns = [self._column_texts(column) for column in self.columns]
        widths = [max([len(column)] + [len(text) for text in texts]) for column, texts in zip(self.columns, columns)]
        environments = ['' if row[1] is None else '(%s)' % row[1] for row in self.rows]
        margin = max([len(each) for each in environments])
        names = ['  %s  %s' % (each.ljust(margin) if margin else '  ', row[2]) for each, row in zip(environments, self.rows)]
        first = max([len(name) for name in names])
        header = '  |  '.join([' ' * first] + [column.center(width) for column, width in zip(self.columns, widths)])
        lines = ['[' + (' %s ' % (self.label or '')).center(len(header) - 2, '-') + ']', header]
        colors, threads = self._colors(), None
        for i, row in enumerate(self.rows):
            if row[0] != threads:
                threads = row[0]
                lines.append(('%d threads: ' % threads).ljust(len(header), '-'))
            cells = []
            for column, texts, width in zip(self.columns, columns, widths):
                mark = colors.get((row, column), '')
                text = texts[i].center(width)
                cells.append(mark + text + _END if mark else text)
            lines.append('  |  '.join([names[i].ljust(first)] + cells))
        lines += ['', 'Times are in %ss (%s).' % (unit_to_english(self.unit_name), self.unit_name)]
        if self.options['warn'] and any([each.has_warnings for each in self.results]):
            lines.append('(! XX%) Measurement has high variance, where XX is the IQR / median * 100.')
        return '\n'.join(lines) + '\n'


class Compare:
    """Tables of measurements, one for each label; the same task may be measured many times."""

    def __init__(self, results):
        self._results = []
        self._options = {'trim': False, 'color': Colorize.NONE, 'warn': False}
        self.extend_results(results)

    def extend_results(self, results):
        """Adds measurements."""
        for each in results:
            if not isinstance(each, Measurement):
                raise ValueError('Expected an instance of `Measurement`, got %s instead.' % type(each))
        self._results += results

    def trim_significant_figures(self):
        """Shows only figures that are certain."""
        self._options['trim'] = True

    def colorize(self, rowwise=False):
        """Marks times by how they compare with the best of their column, or row."""
        self._options['color'] = Colorize.ROWWISE if rowwise else Colorize.COLUMNWISE

    def highlight_warnings(self):
        """Shows how much the times of a measurement differ where that is much."""
        self._options['warn'] = True

    def print(self):
        """Prints the tables."""
        print(str(self))

    def __str__(self):
        groups = {}
        for each in Measurement.merge(self._results):
            groups.setdefault(each.label, []).append(each)
        return '\n'.join([_Table(group, self._options).render() for group in groups.values()])


Compare.__module__ = 'torch.utils.benchmark.utils.compare'
