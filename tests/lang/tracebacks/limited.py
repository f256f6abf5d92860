# Of a traceback the innermost frames, as many as sys.tracebacklimit says.
import sys


def inner():
    1 / 0


def middle():
    inner()


def outer():
    try:
        middle()
    except ZeroDivisionError as error:
        raise ValueError('limited') from error


def report(limit):
    sys.tracebacklimit = limit
    try:
        outer()
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)


for limit in (10, 2, 1, 0, -1, 1 << 1000, -1 << 1000, None):
    report(limit)
sys.tracebacklimit = 2
outer()
