# needs: string
"""Which class an object of the notebook is of for Python's own modules, and what it can do there."""
import enum
import fractions
import json
import numbers
import string
import textwrap
import types
import inspect
import dataclasses
import abc


class Money(int):
    currency = 'EUR'

    def __new__(cls, value, currency='EUR'):
        self = super().__new__(cls, value)
        self.currency = currency
        return self


check = fractions.Fraction
print(isinstance(Money(3), numbers.Integral), isinstance(Money(3), numbers.Number), issubclass(Money, numbers.Rational))
print(check(Money(4), 6), check(1, 2) < Money(1), check(Money(2)) == 2)


class Angle(float):
    def degrees(self):
        return self * 57


print(check(Angle(.5)), isinstance(Angle(1), numbers.Real), numbers.Real.__instancecheck__(Angle(1)))


class Vector:
    def __init__(self, *parts):
        self.parts = parts

    def __add__(self, other):
        return Vector(*(a + b for a, b in zip(self.parts, other.parts)))

    def __eq__(self, other):
        return isinstance(other, Vector) and self.parts == other.parts

    def __hash__(self):
        return hash(self.parts)

    def __repr__(self):
        return 'Vector' + repr(self.parts)

    def __lt__(self, other):
        return self.parts < other.parts

    def __format__(self, spec):
        return ';'.join(format(p, spec) for p in self.parts)

    def __len__(self):
        return len(self.parts)

    def __getitem__(self, i):
        return self.parts[i]

    def __contains__(self, item):
        return item in self.parts

    def __bool__(self):
        return any(self.parts)

    def __neg__(self):
        return Vector(*(-p for p in self.parts))


print(string.Formatter().format('{0:.1f} {0[1]} {0.parts} {0!r}', Vector(1, 2.5)))


@dataclasses.dataclass(order=True)
class Item:
    price: float
    name: str = dataclasses.field(compare=False, default='?')
    tags: list = dataclasses.field(default_factory=list)


import heapq
import queue
jobs = queue.PriorityQueue()
for price in (3, 1, 2):
    jobs.put(Item(price))
print([jobs.get().price for _ in range(3)], jobs.empty())
jobs.put((2, 'b'))
jobs.put((1, 'a'))
print(jobs.get())


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side ** 2


print(isinstance(Square(1), Shape), json.dumps([Square(2).area()]), json.dumps(Item(1.5), default=dataclasses.asdict))
print(json.dumps(Vector(1, 2), default=lambda v: list(v.parts)), json.loads('{"parts": [1, 2]}', object_hook=lambda d: Vector(*d['parts'])))


class Weekday(enum.Enum):
    MONDAY = 1
    TUESDAY = 2

    @classmethod
    def parse(cls, text):
        return cls[text.upper()]


print(json.dumps([day.name for day in Weekday]), json.dumps({'d': Weekday.MONDAY}, default=lambda e: e.value), Weekday.parse('monday'))
numbers.Number.register(Vector)
print(isinstance(Vector(1), numbers.Number), issubclass(Vector, numbers.Number), isinstance(Square(1), numbers.Number))


def stream():
    yield from ('{"a": 1}', '{"a": 2}')


print([json.loads(line)['a'] for line in stream()])


class Base64(json.JSONDecoder):
    def decode(self, text):
        return {'wrapped': super().decode(text)}


print(json.loads('[1]', cls=Base64), json.loads('1.10', parse_float=str), json.loads('[1, 2]', parse_int=Money))


class Everything(json.JSONEncoder):
    def default(self, value):
        if isinstance(value, (set, frozenset)):
            return sorted(value)
        if hasattr(value, 'to_json'):
            return value.to_json()
        return super().default(value)


class Account:
    def __init__(self, owner):
        self.owner = owner

    def to_json(self):
        return {'owner': self.owner, 'tags': {'b', 'a'}}


print(json.dumps({'x': Account('ann')}, cls=Everything, indent=2, sort_keys=True))
print(''.join(Everything().iterencode([Account('bob')])))
try:
    json.dumps(Vector(1))
except TypeError as error:
    print(error)
