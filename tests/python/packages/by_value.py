# needs: joblib cloudpickle numpy
"""Functions and classes of the program sent by value: joblib's processes do not know the program."""
import abc
import collections
import dataclasses
import enum
import functools
import math
import os
import typing

import cloudpickle
import numpy as np
from joblib import Parallel, delayed

scale, table, here = 3, {'a': [1, 2]}, os.getpid()


def square(i):
    return i * i * scale


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n > 0 and even(n - 1)


def make_adder(n, *, by=1):
    def add(x, y=table['a'], *rest, z=by, **names):
        """Adds."""
        return x + n + sum(y) + z + len(rest), sorted(names)
    return add


def counter():
    total = 0

    def count(by):
        nonlocal total
        total += by
        return total
    return count


def twice(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return [function(*args, **kwargs)] * 2
    return wrapper


@twice
def named(x: int) -> str:
    """A decorated one."""
    return f'{x:>3}|{named.__name__}|{math.floor(math.sqrt(x))}'


def elsewhere():
    return os.getpid() != here, __name__


def letters(n):
    yield from (chr(97 + i) for i in range(n))


def collect(n):
    return list(letters(n)), [c for c in letters(2)], {k: v for k, v in zip(letters(2), range(2))}


class Shape(abc.ABC):
    count = 0
    """The base."""

    def __init__(self, name):
        self.name = name
        type(self).count += 1

    @abc.abstractmethod
    def area(self):
        ...

    def __repr__(self):
        return f'{type(self).__name__}({self.name}, {self.area()})'


class Square(Shape):
    def __init__(self, side):
        super().__init__('square')
        self.__side = side

    def area(self):
        return self.__side ** 2

    @property
    def side(self):
        return self.__side

    @side.setter
    def side(self, value):
        self.__side = value

    @classmethod
    def unit(cls):
        return cls(1)

    @staticmethod
    def corners():
        return 4

    def __eq__(self, other):
        return isinstance(other, Square) and self.side == other.side

    def grown(self, by):
        self.side += by
        return self


@dataclasses.dataclass(order=True)
class Point:
    """A point."""
    x: int
    y: int = 2
    tags: list = dataclasses.field(default_factory=list, compare=False)

    def moved(self, by):
        return dataclasses.replace(self, x=self.x + by)


@dataclasses.dataclass
class Fixed(Point):
    z: float = 0.5


Pair = collections.namedtuple('Pair', 'left right', defaults=[7])


class Row(typing.NamedTuple):
    name: str
    value: int = 1

    def double(self):
        return self._replace(value=self.value * 2)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2

    def other(self):
        return Colour.BLUE if self is Colour.RED else Colour.RED


class Stack(list):
    def push(self, x):
        self.append(x)
        return self


class Wrong(ValueError):
    """Of the program."""


def fail(x):
    if x == 1:
        raise Wrong(f'{x} is wrong')
    if x == 2:
        raise KeyError('two')
    return x


if __name__ == '__main__':
    with Parallel(n_jobs=2) as parallel:
        def run(function, *args, **kwargs):
            return parallel([delayed(function)(*args, **kwargs)])[0]

        print(parallel(delayed(square)(i) for i in range(5)), run(factorial, 10), run(even, 7), run(elsewhere))
        print(run(make_adder(10, by=5), 1, k=2), run(make_adder(1), 1, [1], 2, 3), run(counter(), 4))
        print(run(named, 17), run(collect, 3))
        a, b = (lambda x: x + 1), (lambda x: x - 1)
        print(run(a, 1), run(b, 1), [run(f, 2) for f in [lambda x: x * 2, lambda x: x * 3, lambda x, y=5: x * y]])
        print(run(functools.partial(pow, 2), 5), run(functools.partial(lambda x, y: x - y, 5), y=3), run(np.vectorize(lambda x: x + scale), [1, 2]))
        scale = 100
        print(parallel(delayed(square)(i) for i in range(3)), run(lambda: (table, [scale] * 2, {1: scale})))
        big = Square(3)
        back = run(big.grown, 2)
        print(back, type(back) is Square, isinstance(back, Shape), back is big, back == Square(5), back.side, big, back.corners())
        print(run(Square.unit), run(Square.corners), run(Square, 4), type(run(Square, 4)) is Square)
        two = run(lambda: [Square(1), {'k': Square(2)}, (Square.unit(),)])
        print(two, type(two[0]) is Square, type(two[1]['k']) is Square, type(two[2][0]) is Square)
        p = run(Point(1).moved, 4)
        print(p, type(p) is Point, p > Point(1), p.tags, run(lambda p: dataclasses.asdict(p), Point(5, tags=[1])), run(Fixed, 1, z=2.5) == Fixed(1, z=2.5), run(Fixed, 1))
        q = run(lambda pair: Pair(pair.right, pair.left), Pair(1))
        r = run(Row('a', 4).double)
        print(q, type(q) is Pair, r, type(r) is Row, r.double())
        c = run(Colour.RED.other)
        print(c, c is Colour.BLUE, run(lambda c: c is Colour.RED, Colour.RED), parallel(delayed(lambda c: c.name)(c) for c in Colour))
        s = run(Stack([1]).push, 2)
        print(s, type(s) is Stack, s.push(3))
        print(run(isinstance, Square(1), Shape), run(lambda cls: cls.__mro__[1].__name__, Square))
        for x in range(3):
            try:
                print(run(fail, x))
            except Wrong as error:
                print('Wrong', error, type(error) is Wrong, type(error.__cause__).__name__, 'raise Wrong' in str(error.__cause__))
            except KeyError as error:
                print(repr(error))

        class Local:
            def __init__(self, v):
                self.v = v

            def __add__(self, other):
                return Local(self.v + other.v)
        total = run(lambda: Local(1) + Local(2))
        print(total.v, type(total) is Local)
    again = cloudpickle.loads(cloudpickle.dumps(make_adder(1)))
    print(again(1), again.__name__, again.__doc__, again.__kwdefaults__, again is make_adder)
    print(type(cloudpickle.loads(cloudpickle.dumps(Square(2)))) is Square)
