# needs: json
"""Objects of each side on the other: identity, classes, exceptions, containers that change."""
import pprint

import configparser
import reprlib
import sched
import uuid


class Point:
    """A point."""

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __lt__(self, other):
        return self.x < other.x

    def __repr__(self):
        return f'Point({self.x}, {self.y})'

    def __len__(self):
        return 2

    def __iter__(self):
        return iter((self.x, self.y))

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __call__(self, z):
        return self.x + z


p = Point(1, 2)
ledger = sched.scheduler()
entry = ledger.enter(1, 1, print, argument=(p,))
print(entry.argument[0] is p, entry.argument, type(entry.argument[0]) is Point)
ledger.cancel(entry)
limited = reprlib.Repr()
limited.maxlist = 2
print(limited.repr([1, 2, 3]), limited.repr({'a': p}))
pprint.pprint({'b': [p, p], 'a': list(range(5))}, width=20)
parser = configparser.ConfigParser()
parser.read_string('[a]\nx = 1\ny = two\n')
print(parser['a']['x'], parser.getint('a', 'x'), dict(parser['a']), parser.sections(), 'z' in parser['a'])
try:
    parser.get('a', 'nothing')
except configparser.NoOptionError as error:
    print(type(error).__name__, error.option, error.section, error)
parser['a']['z'] = '5'
print(parser.options('a'))
print(uuid.UUID(int=5), uuid.UUID(int=5) == uuid.UUID(int=5), len({uuid.UUID(int=5), uuid.UUID(int=5)}), isinstance(uuid.uuid4().hex, str))


class Parser(configparser.ConfigParser):
    count = 0

    def optionxform(self, option):
        Parser.count += 1
        return option.upper()


own = Parser()
own.read_string('[b]\nabc = 1\n')
print(own.options('b'), Parser.count > 0, type(own), isinstance(own, configparser.RawConfigParser), Parser.__bases__)
own.extra = [1, 2]
own.extra.append(3)
print(own.extra, hasattr(own, 'extra'), hasattr(own, 'nothing'))
try:
    own.get('nothing', 'x')
except configparser.Error as error:
    print(repr(error), error.args)
