# set and frozenset: order of numbers, operators, methods.
import random


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


print({3, 1, 2}, {10, 5, 1, 100, 7}, {0, -1, -2, 1}, {1.5, 2, 0.5}, {True, 0, 2}, set(), frozenset(), frozenset([1, 2]))
print(set(range(20)), set(range(0, 100, 7)), set([1000, 8, 16, 24, 32, 0]), {2**61 - 1, 2**61, 5, 2**64}, {(1, 2), (2, 1)})
random.seed(3)
for size in (5, 30, 200, 2000):
    for spread in (10, 1000, 10**9):
        a = set(random.randrange(spread) for _ in range(size))
        b = set(random.randrange(spread) for _ in range(size // 2))
        for op in ('a | b', 'a & b', 'a - b', 'a ^ b', 'b - a', 'b | a', 'a.copy()', 'set(list(a))', 'a.union(b, [1, 2])',
                   'a.intersection(b, range(100))', 'a.difference([1, 2, 3], b)', 'a.symmetric_difference(list(b))',
                   'set(dict.fromkeys(a))', 'frozenset(a)', 'a.union(dict.fromkeys(b))'):
            r = list(eval(op))
            h = 0
            for v in r:
                h = (h * 31 + v) % 1000003
            print(size, spread, op, len(r), r[:6], h)
for steps in (50, 500):
    s = set()
    trace = 0
    for i in range(steps):
        v = random.randrange(60)
        what = random.randrange(5)
        if what < 3:
            s.add(v)
        elif what == 3:
            s.discard(v)
        elif s:
            trace = (trace * 7 + s.pop()) % 10007
    print(steps, list(s), trace)
s = {1, 2, 3}
s |= {4}
s &= {2, 3, 4, 5}
s ^= {3, 9}
s -= {2}
print(s)
s.update([1], (2,), {3: 0}, 'a')
s.discard('a')
s.discard('zz')
print(s, s.pop(), s)
s.intersection_update([2, 3], {3})
print(s)
s.symmetric_difference_update([1, 3, 1])
s.difference_update([7], [8])
print(s, s.issubset([1, 2]), s.issuperset([]), s.isdisjoint([5]), {1} < {1, 2}, {1, 2} <= {1, 2}, {1} >= {2}, {1, 2} > {1})
print({1, 2} == frozenset({2, 1}), {1} != {2}, {1} == [1], hash(frozenset({1, 2, 3})) == hash(frozenset([3, 2, 1])))
print(hash(frozenset()), hash(frozenset({1, 2, 3})), hash(frozenset(range(100))), hash((1, 2)), hash(()), hash((1, (2.5, 7))))
print(type({1} | frozenset({2})), type(frozenset({1}) | {2}), type(frozenset().copy()), type(set().copy()))
show(lambda: {1}.remove(2))
show(lambda: {1}.remove('x'))
show(lambda: set().pop())
show(lambda: {[]})
show(lambda: {1} | [2])
show(lambda: {1} + {2})
show(lambda: {1} < [1])
show(lambda: set(5))
show(lambda: set(1, 2))
show(lambda: set(a=1))
show(lambda: hash(set()))
show(lambda: {1}[0])
show(lambda: {1}.foo)
show(lambda: frozenset([1]).add(2))
show(lambda: {1, 2}.union(5))
show(lambda: {1}.add())
show(lambda: len(iter({1})))
show(lambda: {1} in {frozenset({1})})
show(lambda: [1] in {1})
show(lambda: {frozenset({1})}.remove({1}))


def grow():
    s = {1}
    for v in s:
        s.add(v + 1)


show(grow)
nan = float('nan')
print(len({nan, nan}), nan in {nan}, {1, 1.0, True}, {0, False, 0.0})


class S(set):
    pass


x = S([1, 2])
x.tag = 'kept'
print(x, x.tag, type(x | x), type(x.copy()), x == {1, 2})


class H:
    def __init__(self, v):
        self.v = v

    def __hash__(self):
        return 0

    def __eq__(self, o):
        return isinstance(o, H) and self.v == o.v

    def __repr__(self):
        return f'H{self.v}'


print({H(1), H(2), H(1)}, H(2) in {H(1), H(2)}, {H(1), H(2)} - {H(1)}, {H(1)} & {H(1), H(3)})
print({x for x in 'a'}, {i % 3 for i in range(10)}, sorted({'b', 'a'}), {*range(3), *[5]}, len({'x', 'y', 'x'}))
print({None, 1}.__contains__(None), {1, 2}.__len__(), {1}.__or__({2}), {1}.__or__([2]))
print({2, 3, 10, 11}, {20, -3, 10.0, 2.5, 7}, {5, 13, 21, 29}, {1, 9, 17, 25, 33, 41}, {8, 0, 16, 24, 32}, {100, 36, 4, 68, None} - {None})
x = 3
print({2, x, 10, 11}, {8, 0, x, 16, 24, 32}, {-1, -2, -3}, {True, 5, 13, 21}, {2**40, 8, 16})
