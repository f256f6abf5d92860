# copy and deepcopy of all builtin types.
import copy
for v in (1, 'a', 1.5, None, (1, 2), [1, [2]], {'a': [1]}, {1, 2}, frozenset([1]), b'a', bytearray(b'a'), range(3), slice(1), len, int, ..., 1j):
    a, b = copy.copy(v), copy.deepcopy(v)
    print(a == v, b == v, type(a) is type(v), type(b) is type(v))
l = [1, [2, 3], {'k': (4, [5])}]
s, d = copy.copy(l), copy.deepcopy(l)
l[1].append(9)
l[2]['k'][1].append(9)
print(s, d)
t = ([1], 2)
print(copy.deepcopy(t) == t, copy.deepcopy(t)[0] is t[0], copy.deepcopy((1, 'a')) is not None)
