# A hook that fails itself.
import sys


def bad(*args):
    raise KeyError(2)


sys.excepthook = bad
raise ValueError(1)
