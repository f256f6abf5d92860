# What a decorator hides is shown: help follows __wrapped__, also through several decorators and in classes.
import functools


def plain(a, b=2, *more, c, **rest):
    "What it does."


@functools.wraps(plain)
def once(*args, **kwargs):
    pass


@functools.wraps(once)
def twice(*args):
    pass


@functools.wraps(plain)
def of_self():
    pass


of_self.__wrapped__ = of_self


class Shape:
    @functools.wraps(plain)
    def method(*args):
        pass

    shared = staticmethod(twice)
    __slots__ = ()


for value in (once, twice, Shape.method, Shape.shared, Shape):
    help(value)
