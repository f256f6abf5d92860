# needs: configparser timeit wsgiref
"""Modules of Python's library as values, and what inspect says of functions of both sides."""
import inspect
import configparser
import timeit
from wsgiref.headers import Headers

print(type(timeit), type(inspect), type(timeit) is type(configparser))
print(inspect.signature(timeit.repeat, eval_str=False).parameters.keys())
print(inspect.signature(Headers.get_all))


def ours(a, /, b: int, *rest, c=1, **named) -> str:
    """Doc."""
    return a


print(inspect.signature(ours), inspect.getdoc(ours))
print([n for n in dir(configparser) if n.startswith('Raw')])


class T(Headers):
    """Headers of ours."""

    def go(self, x):
        return x


print(inspect.signature(T().go), 'go' in dir(T()), 'get_all' in dir(T()))


def chain():
    try:
        configparser.ConfigParser().read_string('x')
    except configparser.Error as e:
        raise KeyError('ours') from e


try:
    chain()
except KeyError as e:
    print(type(e.__cause__).__name__, e.__cause__ is e.__context__, e.__suppress_context__)


def raises():
    raise LookupError('inside')


try:
    try:
        timeit.timeit(raises, number=1)
    except LookupError as first:
        kept = first
        raise
except LookupError as second:
    print(second is kept)

seen = []


def nested():
    try:
        timeit.timeit(raises, number=1)
    except LookupError as e:
        seen.append(e)
        raise


try:
    timeit.timeit(nested, number=1)
except LookupError as e:
    print(e is seen[0], e.__context__)


def fails():
    return configparser.ConfigParser().read_string('x')


try:
    timeit.timeit(fails, number=1)
except configparser.Error as e:
    print(type(e).__name__, e.lineno, e.__cause__)
    frames = []
    tb = e.__traceback__
    while tb:
        frames.append(tb.tb_frame.f_code.co_name)
        tb = tb.tb_next
    print(frames)

# what is taken out of sys.modules is imported anew
import sys
import pyclbr
former = pyclbr
del sys.modules['pyclbr']
import pyclbr
print(former is pyclbr, sys.modules['pyclbr'] is pyclbr)
former = sys.modules.pop('pyclbr')
import pyclbr as again
print(former is again, again.Class.__name__)
