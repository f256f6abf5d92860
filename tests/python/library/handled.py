# needs: logging traceback pandas
"""What an except block handles is what modules of Python find there; errors that pass through both sides."""
import io
import logging
import sys
import traceback

import pandas as pd

out = io.StringIO()
logging.basicConfig(stream=out, format='%(levelname)s %(message)s')


def divide(x):
    return 1 / x


try:
    try:
        divide(0)
    except ZeroDivisionError as error:
        raise KeyError('two') from error
except KeyError as error:
    logging.exception('bad %s', 'key')
    text = traceback.format_exc()
    same = text == ''.join(traceback.format_exception(error)) == out.getvalue().partition('\n')[2]
    print(text.replace(__file__, 'FILE'), same)
    print(traceback.format_exception_only(type(error), error))
    traceback.print_tb(error.__traceback__, file=(lines := io.StringIO()))
    print(lines.getvalue().replace(__file__, 'FILE'), sys.exc_info()[0], traceback.extract_tb(error.__traceback__)[0].name)
    print([(f.lineno, f.name, f.line) for f in traceback.TracebackException.from_exception(error.__cause__).stack])
print(traceback.format_exc())


def names(text):
    """The functions of this file in a traceback."""
    return [line.strip().rpartition(' in ')[2] for line in text.splitlines() if __file__ in line]


def caller(frame):
    return frame.apply(lambda column: column.missing)


frame = pd.DataFrame({'a': [1, 2, 3]})
try:
    caller(frame)
except AttributeError as error:
    print(error, names(traceback.format_exc()), len(traceback.extract_tb(error.__traceback__)) > 5)
    logging.error('again', exc_info=True)
    print(names(out.getvalue()))


class Broken(Exception):
    def __init__(self, code, *, hint):
        super().__init__(code)
        self.hint = hint


def fails(row):
    raise Broken(row['a'], hint='mine')


for _ in range(2):
    try:
        frame.apply(fails, axis=1)
    except Broken as error:
        print(error.args, error.hint, names(traceback.format_exc()))
try:
    pd.read_csv('/nothing/here.csv')
except OSError as error:
    print(error, error.filename, error.errno, error.strerror)
from unittest.mock import Mock
failing = Mock(side_effect=FileNotFoundError(2, 'gone', 'f.txt'))
try:
    failing()
except FileNotFoundError as error:
    print(error, error.filename)

# the names of the function that calls
limit = 1


def query(least):
    return frame.query('a > @least and a <= @limit + 1').a.tolist(), [frame.eval('a + @k').sum() for k in (0, 1)]


print(query(1), frame.query('a > @limit').shape)
try:
    frame.query('a > @nothing')
except Exception as error:
    print(type(error).__name__, error)

# copies over there are copies here; arguments that come back are the same objects
import copy
import dataclasses
import inspect
import types


class Keeps:
    def __init__(self, rate, name, sizes):
        self.rate, self.name, self.sizes = rate, name, sizes


@dataclasses.dataclass
class Run:
    name: str
    loss: float = 0.5
    tags: list = dataclasses.field(default_factory=list, repr=False)


from statistics import mean
made = Mock(side_effect=lambda rate, name, sizes: Keeps(rate, name, sizes))(0.25, 'net', (8, 300))
print(made.rate, made.sizes, pd.DataFrame([Run('a'), Run('b', 1.0, ['x'])]))


def documented(a, b: int = 2, *args, c=3, **kw) -> str:
    """Doc."""


print(inspect.isfunction(documented), inspect.signature(documented), inspect.getfullargspec(documented), inspect.getdoc(documented),
      inspect.isgenerator(x for x in 'a'), inspect.ismethod(made.__init__), inspect.ismodule(types), isinstance(mean, types.FunctionType))
