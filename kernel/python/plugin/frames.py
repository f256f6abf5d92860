"""The lines of Python's frames in the tracebacks of cells, as IPython lays them out: whole statements around the one that was running,
without their common indentation, in the colours of its neutral theme. Run at the first such traceback; ImportError where the packages
that IPython itself does it with are missing."""
import inspect
import linecache
import sys

import stack_data
from pygments.formatters.terminal256 import Terminal256Formatter
from pygments.styles.default import DefaultStyle
from pygments.token import Token

GREEN, OFF = '\x1b[32m', '\x1b[39m'


class Neutral(DefaultStyle):
    """Colours that are read on light and on dark paper."""

    styles = {**DefaultStyle.styles, Token.Literal.Number: 'ansigreen', Token.Operator: 'noinherit', Token.Literal.String: 'ansiyellow',
              Token.Name.Function: 'ansiblue', Token.Name.Class: 'bold ansiblue', Token.Name.Namespace: 'bold ansiblue',
              Token.Name.Variable.Magic: 'ansiblue'}


_formatter = Terminal256Formatter(style=stack_data.style_with_executing_node(Neutral, 'bg:ansiyellow ansiblack'))


def _margin(number, current):
    """The number of a line, behind an arrow where it was running."""
    if not current:
        return '%s%7s%s ' % (GREEN, number, OFF)
    return '%s%s> %s%s%s%s ' % (GREEN, '-' * (5 - len(str(number))), OFF, GREEN, number, OFF)


def _row(line):
    if line is stack_data.LINE_GAP:
        return '%s   (...)%s' % (GREEN, OFF)
    return _margin(line.lineno, line.is_current) + line.render(pygmented=True).rstrip('\n') + '\n'


_LARGE = 10_000  # lines of a file whose statements are not looked for


def _near(tb, before, after):
    """The lines of a large file around the one that was running, as they are written, no farther than its function goes."""
    rows, first = inspect.getsourcelines(tb.tb_frame)
    first, now = max(first, 1), tb.tb_lineno
    shown = range(max(first, now - before), min(first + len(rows), now + after + 1))
    return ''.join(_margin(number, number == now) + colour(rows[number - first].rstrip('\n')) + '\n' for number in shown)


def lines(tb, before, after):
    """The lines of one entry of a traceback with so many statements before and after; None where there is no source."""
    file = tb.tb_frame.f_code.co_filename
    if file.startswith('<frozen ') and getattr(sys.modules.get(file[8:-1]), '__dict__', None) is tb.tb_frame.f_globals:
        return ''
    if len(linecache.getlines(file, tb.tb_frame.f_globals)) > _LARGE:
        return _near(tb, 2 * before, before + after - 1)
    options = stack_data.Options(before=before, after=after, pygments_formatter=_formatter)
    return ''.join(_row(line) for line in stack_data.FrameInfo(tb, options).lines) or None
