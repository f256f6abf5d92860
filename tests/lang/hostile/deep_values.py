# Containers a million deep are made and go away; what would have to walk them ends in a RecursionError.
import sys


def nest(make, depth):
    value = make(None)
    for _ in range(depth):
        value = make(value)
    return value


class Node:
    def __init__(self, inner):
        self.inner = inner


MAKERS = [lambda v: [v], lambda v: (v,), lambda v: {'k': v}, Node, lambda v: lambda: v, lambda v: iter([v]), lambda v: slice(v), lambda v: [(v, {1: v})]]
for make in MAKERS:
    value = nest(make, 200000)
    del value
print('gone')
for make in MAKERS[:3]:
    one, other = nest(make, 100000), nest(make, 100000)
    for function in repr, str, lambda v: v == other, hash, lambda v: f'{v!r:>5}', lambda v: [v, 1] < [other, 2]:
        try:
            function(one)
        except (RecursionError, TypeError) as error:
            print(type(error).__name__, str(error)[:32])
        else:
            print('an answer')
generator = (x for x in [1])
for _ in range(5000):
    generator = (x for x in generator)
try:
    list(generator)
except RecursionError as error:
    print('RecursionError')


def chain(depth):
    if depth:
        yield from chain(depth - 1)
    yield depth


try:
    print(sum(chain(100000)))
except RecursionError:
    print('RecursionError')
print(sum(chain(200)))
