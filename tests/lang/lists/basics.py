# Lists: everything that changes them, slices, sorting, comparison.
x = [3, 1, 2]
x.append(5); x.extend([7, 8]); x.insert(0, 9); x.insert(100, 10); x.insert(-1, 11)
print(x, len(x), x[0], x[-1], x[1:3], x[::-1], x[::2], x[-3:], x.index(2), x.count(7), 7 in x, 70 in x, x.pop(), x.pop(0), x)
x.remove(7); x.reverse(); print(x); x.sort(); print(x); x.sort(reverse=True); print(x); x.sort(key=lambda v: v % 3); print(x)
x[1:3] = ['a', 'b', 'c']; print(x); x[::2] = [0] * len(x[::2]); print(x); del x[0], x[1:3]; print(x); x[:0] = [1, 2]; print(x); x[len(x):] = [99]; print(x)
del x[::2]; print(x); x.clear(); print(x, not x, [] == [], [1] < [2], [1, 2] < [1, 2, 3], [1, 2] == [1, 2.0], [[1], [2]] == [[1], [2]])
print([1] + [2], [0] * 3, 3 * [1, 2], [1] * 0, [[]] * 2, list('ab'), list(range(3)), list((1, 2)), list({1: 2}), list(), [*range(3), *'ab'], [1, [2, [3]]])
y = [1, 2, 3]; z = y; z += [4]; print(y, z is y); z = z + [5]; print(y, z); w = y.copy(); w[0] = 0; print(y, w); y *= 2; print(y)
print(sorted([3, 1, 2]), sorted('cab', reverse=True), sorted(['b', 'A', 'c'], key=str.lower), sorted([(2, 'a'), (1, 'b'), (2, 'A')]), sorted([True, 0, 2.5]), sorted({3: 1, 1: 2}))
print(max([1, 5, 2]), min([4, 2]), sum([1, 2, 3]), any([0, '']), all([1, 'a']), all([]), any([]), max([], default=0), max(['aa', 'b'], key=len), list(reversed([1, 2, 3])), list(map(str, [1, 2])), list(filter(None, [0, 1, 2])))
print([i * 2 for i in range(5)], [i for i in range(10) if i % 2 if i > 2], [(i, j) for i in range(2) for j in range(2)], [[j for j in range(i)] for i in range(3)], [a + b for a, b in [(1, 2), (3, 4)]])
a, *b = [1, 2, 3]; *c, d = 'xyz'; e, (f, g), *h = 1, [2, 3], 4, 5; print(a, b, c, d, e, f, g, h); [i, j] = 1, 2; print(i, j)
n = [1]; n.append(n); print(n, n == n, len(n)); m = [[0] * 2] * 2; m[0][0] = 1; print(m)
p = [1, 2, 3, 4]
for v in p:
    if v == 2:
        p.remove(v)
print(p, [1, 2, 3].__contains__(2), [].__class__.__name__)
words = ['pear', 'fig', 'apple', 'kiwi']
words.sort(key=len); print(words); words.sort(key=lambda w: (-len(w), w)); print(words)
for bad in ('[1][5]', '[1][-2]', "[1]['a']", '[].pop()', '[1].pop(5)', '[1].remove(2)', '[1].index(5)', '[1] + (2,)', "[1] * 'a'", "sorted([1, 'a'])", '[1] < 1', 'max([])', 'list(5)', 'a, b = [1]', "[1, 2][1.0]", '{[]: 1}', '[].nothing', 'sum(["a"])', '[1][::0]', 'list(1, 2)'):
    try:
        exec(f'print({bad!r}, {bad})' if ' = ' not in bad else bad)
    except Exception as error:
        print(bad, '->', type(error).__name__, error)
try:
    q = [1, 2, 3]
    q[::2] = [1]
except ValueError as error:
    print(error)
try:
    a, b = 1, 2, 3
except ValueError as error:
    print(error)
try:
    a, *b, c = [1]
except ValueError as error:
    print(error)
