# needs: pydantic pandas numpy sqlalchemy click
"""Enumerations of the program in Python's packages: the same members on both sides."""
import enum, json, pickle, dataclasses, argparse, inspect, copy
import textwrap, pprint
from typing import Optional, List
from pydantic import BaseModel
import pandas as pd, numpy as np

class Colour(str, enum.Enum):
    RED = 'red'
    BLUE = 'blue'
    CRIMSON = 'red'
    @property
    def loud(self): return self.value.upper()
    @classmethod
    def _missing_(cls, value):
        return cls.BLUE if value == 'navy' else None

class Level(enum.IntEnum):
    LOW = 1
    HIGH = enum.auto()

class Perm(enum.Flag):
    R = enum.auto()
    W = enum.auto()
    X = enum.auto()

class Planet(enum.Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.64, 3.39)
    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius
    @property
    def g(self): return round(self.mass / self.radius ** 2, 3)
    def __str__(self): return 'planet ' + self.name.lower()

class Described:
    def describe(self): return f'<{self.name}={self.value}>'
class Mode(Described, enum.Enum):
    A = object
    B = [1, 2]

print(json.dumps({'c': Colour.RED, 'l': Level.HIGH, Colour.BLUE: 1}), json.dumps([Level.LOW]))
class M(BaseModel):
    c: Colour = Colour.RED
    l: Level
    o: Optional[Planet] = None
    many: List[Perm] = []
m = M(c='blue', l=2, o=(5.97, 6.37), many=[3])
print(m, m.c is Colour.BLUE, m.l is Level.HIGH, m.o is Planet.EARTH, m.many, m.many[0] == Perm.R | Perm.W, m.model_dump_json(), type(m.c), M(c='navy', l=1).c)
try: M(c='zz', l=9)
except Exception as e: print(e)
p = argparse.ArgumentParser(exit_on_error=False)
p.add_argument('--c', type=Colour, choices=list(Colour), default=Colour.RED)
print(p.parse_args(['--c', 'blue']), p.parse_args([]).c is Colour.RED)
print(pd.Series([Colour.RED, Colour.BLUE]).tolist(), pd.Series([Level.LOW, Level.HIGH]).sum(), np.array([Level.LOW, Level.HIGH]), np.array([Planet.EARTH])[0] is Planet.EARTH)
pprint.pprint({Planet.EARTH: Perm.R | Perm.X, 'x': [Mode.A, Mode.B]})
print(inspect.isclass(Colour), inspect.getmembers(Level)[:2])
def there(f, *a): return textwrap.TextWrapper and f(*a)
import functools, operator, statistics, collections
print(statistics.mode([Colour.RED, Colour.RED, Colour.BLUE]), statistics.mean([Level.LOW, Level.HIGH]))
import string
print(string.Formatter().format('{} {} {!r} {:>8}', Planet.EARTH, Colour.RED, Perm.R, Level.HIGH))
print(string.Formatter().format('{0.g} {0.mass} {1.loud} {2.name} {0.name}', Planet.MARS, Colour.RED, Perm.R))
print(string.Template('$a $b').substitute(a=Planet.MARS, b=Colour.RED))
import decimal
print(decimal.Decimal(Level.HIGH), sorted([Level.HIGH, Level.LOW]), max(Level))


# pickles, copies, tables, commands
import functools
import logging

import click
import sqlalchemy as sa

Animal = enum.Enum('Animal', 'CAT DOG')


class Outer:
    class Kind(enum.Enum):
        ONE = 1


class Strict(enum.IntFlag):
    READ = 4
    WRITE = 2


class Shape(enum.Enum):
    SQUARE = enum.member(lambda side: side ** 2)
    CIRCLE = functools.partial(round, 2.5)

    def __call__(self, *args):
        return self.value(*args)

    @staticmethod
    def count():
        return 2

    def __lt__(self, other):
        return self.name < other.name


class Empty(enum.Enum):
    def hello(self):
        return 'hello ' + self.name


class Full(Empty):
    YOU = 1


frame = pd.DataFrame({'k': [Animal.CAT, Animal.DOG, Animal.CAT], 'n': [1, 2, 3]})
print(frame.groupby('k', sort=False).n.sum().to_dict(), frame.k.map(lambda k: k.name).tolist(), (frame.k == Animal.CAT).tolist(), frame.k.unique().tolist(), frame.to_dict('records')[0]['k'] is Animal.CAT, frame.k.map({Animal.CAT: 'c'}).tolist())
print(pickle.loads(pickle.dumps([Colour.RED, frame]))[0] is Colour.RED, copy.deepcopy(frame).k[0] is Animal.CAT, np.array([Strict.READ | Strict.WRITE]), Strict(6), functools.reduce(operator.or_, [Perm.R, Perm.W, Perm.X]))
print(string.Formatter().format('{} {} {!r} {!s}', Outer.Kind.ONE, Animal.CAT, Strict.READ | Strict.WRITE, Shape.SQUARE), [s.name for s in sorted([Shape.SQUARE, Shape.CIRCLE])], pd.Series([Shape.SQUARE]).map(lambda s: s(3)).tolist(), string.Formatter().format('{0.YOU.name} {1}', Full, Full.YOU.hello()))


@click.command()
@click.option('--animal', type=click.Choice(Animal, case_sensitive=False), default=Animal.DOG)
def pet(animal):
    click.echo(f'{animal} {animal is Animal.CAT}')


from click.testing import CliRunner
for arguments in (['--animal', 'cat'], [], ['--animal', 'cow']):
    print(CliRunner().invoke(pet, arguments).output.strip().split('\n')[-1])
table = sa.Table('t', sa.MetaData(), sa.Column('k', sa.Enum(Animal)), sa.Column('c', sa.Enum(Colour, values_callable=lambda e: [m.value for m in e])))
with sa.create_engine('sqlite://').connect() as connection:
    table.metadata.create_all(connection)
    connection.execute(table.insert(), [{'k': Animal.DOG, 'c': Colour.BLUE}])
    row = connection.execute(sa.select(table)).one()
    print(row, row.k is Animal.DOG, row.c.loud)
    try:
        connection.execute(table.insert(), [{'k': 'COW'}])
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0])


@dataclasses.dataclass
class Pet:
    kind: Animal = Animal.CAT
    mode: Perm = Perm.R | Perm.W


print(pd.DataFrame([Pet(), Pet(Animal.DOG)]).kind.tolist(), dataclasses.asdict(Pet()), pprint.pformat(Pet()))
for bad in (lambda: Animal('x'), lambda: statistics.mean([Animal.CAT]), lambda: np.array([Animal.CAT]).sum() + 1, lambda: json.dumps(Animal.CAT), lambda: sorted([Animal.CAT, Animal.DOG]), lambda: string.Formatter().format('{:>3d}', Animal.CAT)):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
