"""Subclasses of built-in types that override conversions; special methods with values out of range."""
import math
import operator
from collections import deque


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class Selfish(int):
    def __hash__(self):
        return self


class Indexed(int):
    def __index__(self):
        return 30


show(lambda: (hash(Selfish(12)), {Selfish(5): 'five'}[5]))
show(lambda: (operator.index(Indexed(4)), 'abcdef'[Indexed(4)], [0] * Indexed(2), bin(Indexed(5))))
show(lambda: (round(2.71828, Indexed(3)), list(range(Indexed(3))), 'abcdef'[:Indexed(2)], Indexed(4).__index__()))
show(lambda: operator.index('4'))
show(lambda: operator.index(True))


class Long:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


for n in (4, 2 ** 64, -2 ** 64, -3, '4', 4.0, False, Indexed(2)):
    show(lambda: len(Long(n)))
    show(lambda: bool(Long(n)))


class Text(str):
    def __str__(self):
        return '<str>'


class Real(float):
    def __str__(self):
        return '<real>'


class Items(list):
    def __str__(self):
        return '<items>'


for v in (Text('abc'), Real(1.5), Items([1])):
    show(lambda: ('{}'.format(v), f'{v}', format(v), '%s' % (v,), f'{v!s:>9}', f'{v!r}', format(v, '')))
show(lambda: ('{:>5}'.format(Text('abc')), '{:.2f}'.format(Real(2)), '{:5}'.format(Real(2))))
show(lambda: '{:>5}'.format(Items()))


class Labelled(list):
    def __new__(cls, items, label=None):
        made = super().__new__(cls)
        made.label = label
        return made


show(lambda: (Labelled([1, 2], label='x'), Labelled([3], label='y').label))
show(lambda: list(iterable=[1]))


class AsBytes(str):
    def __bytes__(self):
        return b'converted'


class Bytes(bytes):
    def __bytes__(self):
        return Bytes(b'again')


class Blocked(bytes):
    __bytes__ = None


show(lambda: (bytes(AsBytes('text')), bytes(AsBytes('text'), 'ascii'), bytearray(AsBytes('t'), 'ascii')))
show(lambda: (bytes(Bytes(b'x')), type(bytes(Bytes(b'x'))), Bytes(AsBytes('q'))))
show(lambda: bytes(Blocked(b'x')))
show(lambda: (b'ab'.__bytes__(), bytes.__bytes__(Bytes(b'cd'))))

left, right = [], []


class EmptiesLeft:
    def __eq__(self, other):
        left.clear()
        return NotImplemented


left.append(1)
right.append(EmptiesLeft())
show(lambda: (right == left, left, len(right)))


class Drains:
    def __init__(self, answer):
        self.answer = answer

    def __eq__(self, other):
        queue.clear()
        return self.answer


for answer in (True, False):
    queue = deque([0, Drains(answer), 2])
    show(lambda: queue.remove('x'))
    queue = deque([0, Drains(False), 2])
    show(lambda: queue.index('x'))
    queue = deque([0, Drains(answer), 2])
    show(lambda: queue.count('x'))


class Counted(int):
    calls = 0

    def __hash__(self):
        Counted.calls += 1
        return int(self)


table = dict.fromkeys(map(Counted, range(5)))
some = set(table)
some.difference(table), dict.fromkeys(some)
print(Counted.calls)
# the parts of this sum do not touch each other: hundreds of them
print(math.fsum([2.0 ** n - 2.0 ** (n + 50) + 2.0 ** (n + 52) for n in range(-1074, 972, 2)]).hex())
print(math.fsum([2.0 ** n for n in range(-1000, 1000, 40)] + [-(2.0 ** 960)]).hex(), math.fsum([]), math.fsum([-0.0]))
print(eval(b'\xef\xbb\xbf1 + 1'), eval(compile(b'\xef\xbb\xbf2 * 3', 'f', 'eval')), eval(compile(b'4', 'f', 'eval')))
show(lambda: eval('\ufeff1'))
show(lambda: compile(5, 'f', 'eval'))
