# Sorting by ranks gives what sorting by comparisons gives, and leaves equal items in their order.
from functools import cmp_to_key
import random

random.seed(11)
compare = cmp_to_key(lambda a, b: -1 if a < b else 1 if b < a else 0)
inf = float('inf')
edges = [0, 1, -1, True, False, 0.0, -0.0, 1.0, 0.5, -0.5, 2**53, 2**53 + 1, 2.0**53, -2**53 - 1, 2**63 - 1, 2**63, 2.0**63,
         -2**63, -2**63 - 1, 2**64 + 1, 10**400, -10**400, 10**400 + 1, inf, -inf, 1e308, 5e-324, -5e-324]
texts = ['', 'a', 'a\0', 'a\0b', 'ab', 'abcdefgh', 'abcdefghi', 'abcdefgh\0', 'abcdefg', '\xff', '\xe9a', 'z' * 20, 'z' * 19 + 'y']
wide = texts + ['\u0100', '\u20ac', '\U0001f600', '\uffff', '\U00010000', 'a\u0100', 'ab\u0100', 'ab\u00ff']
pools = {
    'ints': [0, 5, -5, 2**63 - 1, -2**63, 7, 8],
    'floats': [0.5, -0.0, 0.0, inf, -inf, 1e300, -1e-300],
    'numbers': edges,
    'bigs': [2**70, 2**70 + 1, -2**70, 2**2000, 2**2000 + 1, -2**2000],
    'texts': texts,
    'wide': wide,
    'bools': [True, False],
}


def same(x, y):
    return all(a is b or (type(a) is type(b) and repr(a) == repr(b)) for a, b in zip(x, y)) and len(x) == len(y)


def check(name, items):
    expected = sorted(items, key=compare)
    for n, got in enumerate([sorted(items), sorted(items, key=lambda v: v), sorted(range(len(items)), key=items.__getitem__)]):
        if n == 2:
            got = [items[i] for i in got]
        if not same(got, expected):
            print('DIFFERS', name, n, got, expected)
    expected = sorted(items, key=compare, reverse=True)
    if not same(sorted(items, reverse=True), expected):
        print('DIFFERS', name, 'reverse')
    if not same([items[i] for i in sorted(range(len(items)), key=lambda i: items[i])], sorted(items, key=compare)):
        print('DIFFERS', name, 'places')


count = 0
for name, pool in pools.items():
    for size in 0, 1, 2, 3, 10, 100, 700:
        items = [random.choice(pool) for _ in range(size)]
        check(name, items)
        check(name + ' in tuples', [(v, i % 3) for i, v in enumerate(items)])
        check(name + ' in lists', [[v, str(i % 3)] for i, v in enumerate(items)])
        check(name + ' behind an int', [(i % 4, v) for i, v in enumerate(items)])
        check(name + ' in tuples of several lengths', [(v,) * (i % 3 + 1) for i, v in enumerate(items)])
        check(name + ' in tuples, some empty', [(v,) * (i % 3) for i, v in enumerate(items)])
        check(name + ' nested', [((v, i % 2), v) for i, v in enumerate(items)])
        count += 7
print(count, 'lists')


class Odd(int):
    def __lt__(self, other):
        return int(self) > int(other)


class Word(str):
    def __lt__(self, other):
        return str(self)[::-1] < str(other)[::-1]


print(sorted([Odd(3), Odd(9), Odd(5)]), sorted([Word('az'), Word('zb'), Word('mc'), Word('ya')]))
print(sorted([(Odd(3), 1), (Odd(9), 1), (Odd(5), 0)]))
nan = float('nan')
print(sorted([3.0, nan, 1.0, 2.0]), sorted([(3.0, 1), (nan, 1), (1.0, 1)]), sorted([3, nan, 1]))
for bad in ([1, 'a'], ['a', 1], [1, None], [(1, 'a'), (1, 2)], [(1,), (2,), 3], [[1], (1,)], [(1, None), (1, None), (1, 2)], [{}, {}], [1j, 2j], [(1, 1j), (1, 2j)],
            ['a', b'a'], [None, None], [(None, 1), (None, 2)]):
    try:
        print(sorted(bad))
    except TypeError as e:
        print(e)
    try:
        bad.sort(reverse=True)
    except TypeError as e:
        print(e, len(bad))


class Meddler:
    """Its comparison empties the lists that are sorted."""
    def __init__(self, rows):
        self.rows = rows

    def __lt__(self, other):
        for row in self.rows:
            row.clear()
        return True

    __eq__ = object.__eq__


rows = []
rows += [[i % 2, Meddler(rows)] for i in range(8)]
print(len(sorted(rows)), rows)
values = [5, 3, 4, 1]
try:
    values.sort(key=lambda v: values.append(v) or v)
except ValueError as e:
    print(e, values)
