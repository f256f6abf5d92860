# needs: more_itertools toolz sortedcontainers
"""more-itertools, toolz and sorted containers with functions and objects of the notebook."""
import operator
import more_itertools as mit
import toolz
from toolz import curried, compose, curry, groupby, pipe, valmap, merge_with, reduceby
from sortedcontainers import SortedDict, SortedList, SortedKeyList, SortedSet


def numbers(n):
    for i in range(n):
        yield i


print(list(mit.chunked(numbers(7), 3)), list(mit.windowed(numbers(5), 3)), mit.first(numbers(3)), list(mit.flatten([[1], [2, 3]])))
print(list(mit.split_at('a-b-c', lambda c: c == '-')), mit.partition(lambda x: x > 2, numbers(5))[1].__class__.__name__, [list(p) for p in mit.partition(lambda x: x > 2, numbers(5))])
print(list(mit.unique_everseen('AbBa', key=str.lower)), mit.ilen(numbers(9)), list(mit.interleave_longest([1, 2], 'abc')), mit.consume(numbers(3)))
print(mit.bucket(['a1', 'b1', 'a2'], key=lambda s: s[0])['a'].__class__.__name__, mit.one([5]), list(mit.pairwise(numbers(4))))
try:
    mit.one([1, 2], too_long=KeyError('two'))
except KeyError as error:
    print(repr(error))
peek = mit.peekable(numbers(3))
print(peek.peek(), next(peek), bool(peek), list(peek), peek.peek('end'))
spy, rest = mit.spy(numbers(4), 2)
print(spy, list(rest), mit.map_reduce(numbers(6), keyfunc=lambda x: x % 2, reducefunc=sum))
print(pipe(3, lambda x: x + 1, str), compose(str, lambda x: x * 2)(4), groupby(len, ['a', 'bb', 'c']), valmap(sum, {'a': [1, 2]}))


@curry
def add(a, b, c=0):
    return a + b + c


print(add(1)(2), add(1, c=5)(2), list(map(add(10), numbers(3))), pipe(range(6), curried.filter(lambda x: x % 2), curried.map(lambda x: x ** 2), list))
print(merge_with(sum, {'a': 1}, {'a': 2, 'b': 3}), reduceby(lambda x: x % 3, operator.add, range(9), 0), toolz.get_in(['a', 0, 'b'], {'a': [{'b': 7}]}), toolz.frequencies('abca'))
calls = []


@toolz.memoize
def slow(n):
    calls.append(n)
    return n * n


print(slow(3), slow(3), calls, toolz.accumulate(operator.mul, [1, 2, 3]).__class__.__name__, toolz.assoc({'a': 1}, 'b', 2), list(toolz.sliding_window(2, 'abc')))
ordered = SortedList([3, 1, 2])
ordered.add(0)
print(ordered, ordered[0], ordered.bisect(2), 2 in ordered, len(ordered), list(ordered.irange(1, 2)), ordered[1:3], ordered.count(3))


class Task:
    def __init__(self, name, priority):
        self.name, self.priority = name, priority

    def __lt__(self, other):
        return self.priority < other.priority

    def __eq__(self, other):
        return self.priority == other.priority

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f'Task({self.name})'


tasks = SortedList([Task('c', 3), Task('a', 1)])
tasks.add(Task('b', 2))
print(tasks, tasks.pop(0), tasks[0].name, Task('z', 3) in tasks)
keyed = SortedKeyList(['bbb', 'a', 'cc'], key=len)
print(keyed, keyed.bisect_key_left(2), SortedKeyList([1, 2, 3], key=operator.neg)[0])
table = SortedDict({'b': 1, 'a': 2})
table['aa'] = 3
print(table, table.peekitem(0), list(table.items()), table.keys()[1], isinstance(table, dict), list(SortedDict(lambda k: -k, {1: 'x', 2: 'y'})))
print(SortedSet([3, 1, 1]) | {5}, SortedSet('abc') & SortedSet('bcd'))


class Limited(SortedList):
    def add(self, value):
        super().add(value)
        if len(self) > 3:
            self.pop()


top = Limited()
for n in (5, 3, 9, 1, 7):
    top.add(n)
print(top, isinstance(top, SortedList))
