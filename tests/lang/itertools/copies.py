# Copies and pickles of iterators: what they are made of again, the states they take, and wrong ones
import copy
import operator
import pickle
from itertools import *


def show(value):
    if isinstance(value, (tuple, list)):
        inside = ', '.join(map(show, value))
        return f'({inside})' if isinstance(value, tuple) else f'[{inside}]'
    if hasattr(value, '__next__'):
        try:
            return type(value).__name__ + show(value.__reduce__()[1:])
        except TypeError:
            return type(value).__name__
    if callable(value):
        return value.__name__
    return type(value).__name__ if 'object at' in repr(value) else repr(value)


def case(make, *steps):
    for step in steps:
        it = make()
        for _ in range(step):
            next(it, None)
        try:
            print(step, show(it.__reduce__()))
        except TypeError as error:
            print(error)
            return
        rest = list(islice(pickle.loads(pickle.dumps(it)), 8))
        if list(islice(copy.deepcopy(it), 8)) != rest or rest != list(islice(it, 8)):
            print('differs', rest)


case(lambda: count(3), 0, 2)
case(lambda: count(3, 2), 1)
case(lambda: count(2 ** 64), 1)
case(lambda: cycle('abc'), 0, 2, 3, 4, 5)
case(lambda: cycle(''), 0, 1)
case(lambda: repeat(1), 1)
case(lambda: repeat(1, 3), 0, 1, 4)
case(lambda: chain('ab', 'cd'), 0, 1, 2, 3, 5)
case(lambda: accumulate([1, 2, 3], operator.mul), 0, 1, 2)
case(lambda: accumulate([1, 2, 3], initial=5), 0, 1, 5)
case(lambda: accumulate([None, 2], max), 1)
case(lambda: compress('abc', [1, 0, 1]), 0, 1, 2)
case(lambda: dropwhile(bool, [1, 0, 2, 0]), 0, 1, 2)
case(lambda: takewhile(bool, [1, 0, 2]), 0, 1, 2)
case(lambda: filterfalse(None, [1, 0, 2, 0]), 0, 1)
case(lambda: starmap(pow, [(1, 2), (3, 4)]), 0, 1)
case(lambda: islice('abcdef', 1, 5, 2), 0, 1, 6)
case(lambda: islice('abcdef', 1, None, 2), 1)
case(lambda: product('ab', 'cd'), 0, 1, 2, 5)
case(lambda: product('ab', ''), 0, 1)
case(lambda: product(), 0, 1, 2)
for choose in (permutations, combinations, combinations_with_replacement):
    case(lambda: choose('abc', 2), 0, 1, 2, 20)
    case(lambda: choose('abc', 5), 0, 2)
    case(lambda: choose('', 0), 0, 1)
case(lambda: zip_longest('abc', 'c', fillvalue=0), 0, 2)
case(lambda: pairwise('abc'), 1)

groups = groupby('aabbb', str.upper)
print(show(groups))
next(groups)
print(show(groups))
_, group = next(groups)
print(show(group))
copied = pickle.loads(pickle.dumps(group))
print(list(copied), list(group))
next(groups, None)
print(show(group.__reduce__()), show(groups.__reduce__()[2]))
print([(key, list(each)) for key, each in pickle.loads(pickle.dumps(groupby([1, 1, 2])))])

one, other = tee(range(130))
for _ in range(70):
    next(one)
print(list(pickle.loads(pickle.dumps(one))) == list(range(70, 130)), list(copy.copy(other)) == list(range(130)))
print(list(type(one)('xyz')), type(one)(one) is not one)
data = other.__reduce__()[2][0]
print(type(data).__name__, [type(part).__name__ for part in data.__reduce__()[1]], len(data.__reduce__()[1][1]))


def wrong(make, *states):
    for state in states:
        it = make()
        try:
            it.__setstate__(state)
            print(type(it).__name__, list(islice(it, 6)))
        except Exception as error:
            print(type(it).__name__, type(error).__name__, error)


wrong(lambda: cycle('ab'), (), 1, ([],), ([], 'a'), (1, 2), (['x'], 0), (['x'], 1))
wrong(lambda: chain('ab'), (), 1, (1,), (iter('x'),), (iter('x'), iter('y')), (iter('x'), 1), (1, 2, 3), ([],))
wrong(lambda: accumulate('ab'), 'x')
wrong(lambda: dropwhile(bool, [1, 0]), 1, 'a', None)
wrong(lambda: takewhile(bool, [1, 0]), 1, 'a', 0)
wrong(lambda: islice('abc', 2), 'a', 1, 2.0)
wrong(lambda: product('ab', 'cd'), (), 1, (0,), (0, 'a'), (0, 0), (100, -5))
wrong(lambda: product('ab', ''), (0, 0))
wrong(lambda: combinations('abc', 2), (), 1, (0,), (0, 'a'), (0, 1), (100, -5))
wrong(lambda: combinations_with_replacement('abc', 2), (), (0, 'a'), (0, 1), (100, -5))
wrong(lambda: permutations('abc', 2), (), 1, (0,), ((0, 1, 2), (3, 2)), ((0, 1), (3, 2)), ((0, 1, 'a'), (3, 2)),
      ((9, 9, 9), (9, 9)), (1, 2), ((-1, 0, 1), (0, 0)))
wrong(lambda: groupby('abc'), (), 1, (1, 2))
wrong(lambda: zip_longest('abc', 'a'), 1)
wrong(lambda: tee('abc')[0], (), 1, (1, 2), (data, 'a'), (data, 99), (data, -1))
for arguments in ((), (1,), ('ab', [], None), (iter('ab'), [1], 1), (iter('ab'), (1,), None), (iter('ab'), [1] * 60, None)):
    try:
        print(type(data)(*arguments).__reduce__()[1][1:])
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
