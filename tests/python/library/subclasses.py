# needs: json string
"""Objects of classes of the notebook that derive from built-in classes, over there."""
import collections
import copy
import csv
import fractions
import json
import operator
import pprint
import statistics
import string
import textwrap
import enum
import typing


class Metres(int):
    def __repr__(self):
        return f'{int(self)} m'

    def __add__(self, other):
        return Metres(int(self) + int(other))


class Ratio(float):
    def __str__(self):
        return f'{100 * float(self):.0f} %'


class Name(str):
    def __init__(self, text):
        self.made = len(text)

    def shout(self):
        return Name(self.upper() + '!')


class Stack(list):
    def push(self, item):
        self.append(item)
        return self

    def __repr__(self):
        return f'Stack({list(self)})'


class Config(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Pair(tuple):
    @property
    def first(self):
        return self[0]


class Tags(set):
    pass


class Token(bytes):
    pass


class Point(typing.NamedTuple):
    x: int
    y: int = 2


Row = collections.namedtuple('Row', 'a b')


class Colour(enum.Enum):
    RED = 'r'
    BLUE = 'b'


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 10


class Access(enum.IntFlag):
    R = 4
    W = 2


values = [Metres(3), Ratio(.5), Name('bob'), Stack([1, 2]), Config(a=1), Pair((1, 2)), Tags({1}), Token(b'x'), Point(1), Row(1, 2), Level.HIGH, Access.R]
for value in values:
    queue = textwrap.sys.modules['sched'].__class__ if 0 else None
    try:
        text = json.dumps(value)
    except TypeError as error:
        text = f'{type(error).__name__}: {error}'
    print(type(value).__name__, text)
import sched
import types
import weakref
keep = sched.scheduler()
for value in values:
    event = keep.enter(1, 1, print, (value,))
    back = event.argument[0]
    print(type(value).__name__, back is value, type(back) is type(value), repr(back))
    keep.cancel(event)
print(statistics.mean([Metres(1), Metres(2), Metres(6)]), statistics.median([Ratio(.1), Ratio(.3), Ratio(.2)]))
print(fractions.Fraction(Metres(3), Metres(6)), fractions.Fraction(1, 2) + Metres(1), Metres(2) * fractions.Fraction(1, 2))
print(string.Template('$name is $age').substitute(Config(name=Name('al'), age=Metres(3))), string.capwords(Name('one two')))
print(textwrap.fill(Name('some words to wrap'), Metres(9)))
print(json.dumps({'c': Config(a=Stack([Pair((1, Metres(2))), Level.LOW]), n=Name('x'))}), json.dumps({Name('k'): 1, Level.LOW: 2}))
pprint.pprint([Stack([1]), Config(b=2), Point(1, 3), Colour.RED, Level.LOW, Metres(4), Name('n')])
pprint.pprint(Config({'key %d' % i: Stack(range(5)) for i in range(4)}), width=40)
csv_lines = []


class Sink:
    def write(self, text):
        csv_lines.append(text)


csv.writer(Sink()).writerows([Row(1, 'a'), Point(3), Stack(['x', 'y, z']), Pair((Ratio(.25), Metres(1)))])
print(csv_lines)
print(json.dumps([Point(1), Row(2, 3)]), json.dumps(Level.HIGH), '%d' % Level.HIGH)
print(json.dumps(Config(z=1, a=2), sort_keys=True), json.dumps({'t': list(Tags({1}))}))


class Counter(dict):
    def __missing__(self, key):
        return f'<{key}>'


print(string.Formatter().vformat('{a} {b}', (), Counter(a=1)), string.Template('$x').substitute(Counter()))
