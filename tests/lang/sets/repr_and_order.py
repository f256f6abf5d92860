# Texts of sets; small ints keep their order.
print(set(), {1}, {3, 1, 2}, frozenset(), frozenset([1]), {(1, 2)}, {None}, {1.5}, {True, 1}, {0, False}, set(range(20)), {8, 16, 24, 1}, set([5, -1, -2, 100, 1000]))
class S(set):
    pass
class F(frozenset):
    pass
print(S(), S([1]), F([1]), {frozenset([1])}, [set()], {'a'}, type(S([1]) | {2}).__name__, type(S([1]).copy()).__name__, type(F([1]) & {1}).__name__)
s = {1, 2}
s.add(frozenset(s))
print(len(s), frozenset([1, 2]) in s, {1, 2} in s)
