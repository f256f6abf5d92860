# list.sort and sorted: stable, keys, errors, all kinds of keys.
import random


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


random.seed(7)
for n in (0, 1, 2, 3, 10, 31, 32, 33, 63, 64, 65, 100, 1000, 5000):
    ints = [random.randrange(n + 1) for _ in range(n)]
    floats = [random.random() for _ in range(n)]
    texts = [str(i) for i in ints]
    pairs = list(zip(ints, range(n)))
    for data in (ints, floats, texts, pairs):
        for reverse in (False, True):
            result = sorted(data, reverse=reverse)
            pieces = all((a >= b if reverse else a <= b) for a, b in zip(result, result[1:]))
            same = sorted(result) == sorted(data) and len(result) == n
            if not pieces or not same:
                print('wrong', n, reverse)
    stable = sorted(pairs, key=lambda p: p[0] // 3)
    if any(a[0] // 3 == b[0] // 3 and a[1] > b[1] for a, b in zip(stable, stable[1:])):
        print('not stable', n)
    stable = sorted(pairs, key=lambda p: p[0] // 3, reverse=True)
    if any(a[0] // 3 == b[0] // 3 and a[1] > b[1] for a, b in zip(stable, stable[1:])):
        print('not stable reversed', n)
runs = list(range(500)) + list(range(250)) + list(range(600, 0, -1)) + [3] * 400 + list(range(100, 900, 7))
print(sorted(runs) == sorted(runs, key=lambda v: v), sorted(runs)[:5], sorted(runs)[-3:])
saw = [i % 97 for i in range(3000)] + list(range(3000))
print(sum(a > b for a, b in zip(sorted(saw), sorted(saw)[1:])), sorted(saw, key=str)[:8])
print(sorted('hello World'), sorted('hello World', key=str.lower), sorted(['b', 'a', 'C'], reverse=True))
print(sorted([3, 1.5, True, 2**70, -1]), sorted([(1, 'b'), (1, 'a'), (0, 'z')]), sorted({3, 1, 2}), sorted({'b': 1, 'a': 2}))
print(sorted([[2], [1, 5], []]), sorted(range(5), key=lambda i: -i), sorted([1, 2, 3], key=None))
show(lambda: sorted([1, 'a']))
show(lambda: sorted([1, None, 2]))
show(lambda: sorted([3, 2], key=5))
show(lambda: sorted(5))
show(lambda: sorted())
show(lambda: [2, 1].sort(key=lambda a: 1 / 0))
show(lambda: [2, 1].sort(1))
show(lambda: [2, 1].sort(reverse='x'))
x = [3, 2, 1]
show(lambda: x.sort(key=lambda v: x.append(v) or v))
print(x)
x = [5, 3, 4]
show(lambda: x.sort(key=lambda v: len(x)))
print(x)


class K:
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        return self.v < other.v

    def __repr__(self):
        return f'K({self.v})'


print(sorted([K(3), K(1), K(2)]), max([K(3), K(1)], key=lambda k: k.v), min(K(3), K(1)))
items = [K(i % 5) for i in range(40)]
print([k.v for k in sorted(items)], [k.v for k in sorted(items, reverse=True)])


class Bad:
    def __lt__(self, other):
        raise ValueError('no order')


show(lambda: sorted([Bad(), Bad()]))
y = [Bad(), 1, 2]
show(lambda: y.sort())
print(len(y))
print(sorted([float('inf'), -float('inf'), 0.0, -1.5]), sorted(['é', 'e', 'z', 'ä', '𝒳', '']))
print(sorted([(2, 'x'), (1, 'y')], key=lambda p: p[1]), sorted('banana', key='nab'.index))
