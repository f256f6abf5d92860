# Tuples, ranges, slices.
t = (1, 'a', 2.5)
print(t, t[0], t[-1], t[1:], t + (4,), t * 2, len(t), 'a' in t, t.index('a'), t.count(1), (1,), (), tuple([1, 2]), tuple('ab'), tuple(), 1, (1, 2) < (1, 3), (1, 2) == (1, 2), hash((1, 2)) == hash((1, 2)))
x, y = 1, 2; x, y = y, x; print(x, y); (a, b), c = (1, 2), 3; print(a, b, c); print((1, (2, (3, ()))), ((),), tuple(i * i for i in range(4)), (*t, *[9]), sorted((3, 1)), max(t[::2]), {(1, 2): 'k'}[1, 2])
r = range(10); print(r, len(r), r[3], r[-1], r[2:5], r[::2], r[::-1], 5 in r, 10 in r, 2.0 in r, 'a' in r, list(range(5, 0, -2)), list(range(0)), range(1, 10, 3)[2], range(3) == range(0, 3, 1), range(0) == range(5, 5), r.index(4), r.count(4), r.start, r.stop, r.step, hash(range(3)) == hash(range(0, 3)))
print(list(reversed(range(4))), sum(range(101)), max(range(5)), range(10 ** 20)[10 ** 19], len(range(-5, 5, 2)), bool(range(0)), range(2, 3), repr(range(0, 10, 2)), tuple(range(3)), [*range(2)])
s = slice(1, 10, 2); print(s, s.start, s.stop, s.step, s.indices(6), [0, 1, 2, 3, 4][slice(1, 3)], slice(3), slice(None), slice(1, 2) == slice(1, 2), 'abcdef'[slice(None, None, -1)])
i = iter(range(3)); print(next(i), next(i), next(i), next(i, 'end'), list(zip(range(3), 'abc')), list(enumerate(range(3), 1)), dict(zip('ab', range(2))), list(range(3).__iter__()))
for bad in ('(1, 2)[2]', '() + []', 'range(1.5)', 'range(1, 2, 0)', 'range()', 'range(5)[7]', '(1, 2).index(3)', "(1, 2)['a']", 'hash(([],))', 'hash(slice(1))', 'next(iter(()))', '(1, 2) < 1', 'tuple(3)', 'range(3).index(5)', '1 in 2', 'len(5)'):
    try:
        print(bad, eval(bad))
    except Exception as error:
        print(bad, '->', type(error).__name__, error)
for change in ('t[0] = 1', 'del t[0]', 'r[0] = 1', 't.x = 1'):
    try:
        exec(change)
    except Exception as error:
        print(change, '->', type(error).__name__, error)
