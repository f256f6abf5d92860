# What match asks of a program's own sequences and mappings, and in which order
from collections.abc import Mapping, Sequence


class Row(Sequence):
    def __init__(self, n):
        self.n = n
        self.asked = []

    def __len__(self):
        self.asked.append('len')
        return self.n

    def __getitem__(self, i):
        self.asked.append(i)
        if i >= self.n:
            raise IndexError(i)
        return i * 10


class Closed(Sequence):
    __getitem__ = None

    def __len__(self):
        return 2


def around(row):
    match row:
        case [x, *_, y]:
            return x, y
        case []:
            return 'empty'
        case [_]:
            return 'one'
    return 'none'


for n in (0, 1, 2, 5):
    row = Row(n)
    print(around(row), row.asked)
row = Row(3)
match row:
    case [*_, a, _, c]:
        print(a, c, row.asked)
match Closed():
    case [_, _]:
        print('two')
match Closed():
    case [*_]:
        print('any')
try:
    match Closed():
        case [_, x]:
            print(x)
except TypeError as e:
    print(e)


class Table(Mapping):
    def __init__(self, **rows):
        self.rows = rows
        self.asked = []

    def __len__(self):
        self.asked.append('len')
        return len(self.rows)

    def __iter__(self):
        self.asked.append('iter')
        return iter(self.rows)

    def __getitem__(self, key):
        self.asked.append(key)
        return self.rows[key]


class Key:
    a = 'a'
    also_a = 'a'
    b = 'b'
    bad = []


def pick(table):
    match table:
        case {Key.a: 1, Key.b: x}:
            return x
        case {Key.a: 1}:
            return 'only a'
        case {}:
            return 'any'


for rows in ({}, {'a': 1}, {'a': 1, 'b': 2}, {'b': 3, 'c': 4}):
    table = Table(**rows)
    print(pick(table), table.asked)
for rows in ({}, {'a': 1}, {'a': 1, 'b': 2}):
    try:
        match rows:
            case {Key.a: x, Key.also_a: y}:
                print('both', x, y)
            case {'a': x, Key.also_a: y, **rest}:
                print('both', x, y)
            case {missing.name: 1, missing.other: 2, missing.third: 3}:
                pass
            case _:
                print('neither')
    except ValueError as e:
        print(e)
try:
    match {'a': 1, 'b': 2}:
        case {Key.bad: 1, Key.b: 2}:
            pass
except TypeError as e:
    print(e)


class Failing(dict):
    def __len__(self):
        raise RuntimeError('len')


try:
    match Failing():
        case {}:
            print('not asked')
    match Failing():
        case {'a': 1}:
            pass
except RuntimeError as e:
    print(e)
