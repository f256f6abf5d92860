"""The lines of Python's frames in the tracebacks of cells, as IPython lays them out: whole statements around the one that was running,
without their common indentation, in the colours of its neutral theme. Run at the first such traceback; ImportError where the packages
that IPython itself does it with are missing."""
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


def _margin(line):
    """The number of a line, behind an arrow where it was running."""
    number = str(line.lineno)
    if not line.is_current:
        return '%s%7s%s ' % (GREEN, number, OFF)
    return '%s%s> %s%s%s%s ' % (GREEN, '-' * (5 - len(number)), OFF, GREEN, number, OFF)


def _row(line):
    if line is stack_data.LINE_GAP:
        return '%s   (...)%s' % (GREEN, OFF)
    return _margin(line) + line.render(pygmented=True).rstrip('\n') + '\n'


def lines(tb, before, after):
    """The lines of one entry of a traceback with so many statements before and after; '' where there is no source."""
    options = stack_data.Options(before=before, after=after, pygments_formatter=_formatter)
    return ''.join(_row(line) for line in stack_data.FrameInfo(tb, options).lines)
