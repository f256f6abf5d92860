# range and slice.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


big = 2**70
ranges = [range(0), range(5), range(2, 8), range(0, 10, 3), range(10, 0, -1), range(10, 0, -3), range(5, 5), range(0, 10, -1), range(-5, 5, 2), range(big, big + 5), range(0, big, big // 3), range(-big, -big - 4, -2),
          range(True, 4), range(2**63 - 3, 2**63 - 1), range(2**63 - 3, 2**63 + 2), range(-2**63, -2**63 + 3), range(1, 2), range(0, 9, 9)]
for r in ranges:
    print(r, list(r), r.start, r.stop, r.step, bool(r), hash(r) == hash(range(r.start, r.stop, r.step)), list(reversed(r)), r == range(r.start, r.stop, r.step))
    t(lambda: len(r))
    for i in (0, 1, -1, 2, -2, 99, big):
        t(lambda: r[i])
    for s in (slice(None), slice(1, None), slice(None, -1), slice(None, None, -1), slice(1, 10, 2), slice(5, 1), slice(-3, None)):
        t(lambda: r[s])
    for x in (0, 3, 5, 3.0, 2.5, 'a', None, True, big, big + 1, -5):
        print(x in r, r.count(x), end=' ')
        t(lambda: r.index(x))
t(lambda: range())
t(lambda: range(1, 2, 3, 4))
t(lambda: range(1.5))
t(lambda: range('a'))
t(lambda: range(1, 2, 0))
t(lambda: range(stop=5))
t(lambda: range(3)['a'])
t(lambda: range(3)[1.5])
t(lambda: len(range(big)))
t(lambda: range(3) + range(4))
t(lambda: range(3) < range(4))
print(range(0) == range(5, 5), range(1) == range(0, 1, 7), range(0, 3, 2) == range(0, 4, 2), range(3) == [0, 1, 2], {range(3): 1}[range(0, 3)], range(3) != range(4))
it = iter(range(3))
print(next(it), list(it), list(it), it.__length_hint__(), type(it).__name__, type(iter(range(big, big + 2))).__name__)
s = slice(1, 10, 2)
print(s, s.start, s.stop, s.step, s == slice(1, 10, 2), s != slice(1), s < slice(2, 3), slice(None), slice(5), slice('a', None), slice(1, 2, 3).indices(100))
for args in [(None,), (5,), (-5,), (1, 8), (-8, -1), (None, None, -1), (8, 2, -2), (100, -100, -3), (-100, 100, 3), (None, 3, -1), (3, None, -1), (big,), (-big, big), (big, -big, -1), (0, 10, big), (10, 0, -big)]:
    for n in (0, 1, 5, 10):
        print(slice(*args).indices(n), list(range(n))[slice(*args)], 'abcdefghij'[:n][slice(*args)], end=' ')
    print()
t(lambda: slice())
t(lambda: slice(1, 2, 3, 4))
t(lambda: slice(1, 2, 0).indices(5))
t(lambda: slice('a').indices(5))
t(lambda: slice(1).indices(-1))
t(lambda: slice(1).indices('x'))
t(lambda: hash(slice(1)))
t(lambda: [1, 2, 3]['a':])
t(lambda: [1, 2, 3][1.5:])
t(lambda: [1, 2, 3][::0])
