# Sets and frozen sets; iteration order follows the hashes of numbers.
s = {3, 1, 2, 1}
s.add(5); s.discard(9); s.remove(1); print(s, len(s), 2 in s, 1 in s, {1, 2} == {2, 1}, {1} < {1, 2}, {1, 2} <= {1, 2}, {1} > set(), s | {7}, s & {2, 5}, s - {2}, s ^ {2, 100}, set(), set([1, 1]), set('a'), {*range(5)}, {i % 3 for i in range(9)})
print(s.union([8], (9,)), s.intersection([2]), s.difference([2]), s.symmetric_difference([2, 4]), s.issubset({2, 3, 5, 6}), s.issuperset([2]), s.isdisjoint({9}), sorted(s), max(s), sum(s), bool(set()), s.copy() == s, s.copy() is s)
s |= {10}; s &= {2, 3, 10, 11}; s -= {3}; s ^= {2, 40}; s.update([50, 60]); print(s, s.pop() in (2, 10, 40, 50, 60), len(s)); s.clear(); print(s)
f = frozenset([1, 2]); print(f, hash(f) == hash(frozenset([2, 1])), {f: 1}[frozenset({2, 1})], f | {3}, type(f | {3}).__name__, type({3} | f).__name__, f == {1, 2}, frozenset(), 1 in f)
print({1, True, 1.0}, {0, -1, 7, 100, 33}, {i * 37 for i in range(20)}, {-i for i in range(10)}, {2 ** 61, 5, 2 ** 61 - 1}, {0.5, 1.5, 2.0}, list({9, 8, 7, 6, 5, 4, 3, 2, 1, 0}))
big = set(range(1000)) - set(range(0, 1000, 3)); print(len(big), min(big), sum(big), sorted(big)[:4])
for bad in ('{[]}', '{1}.remove(2)', 'set().pop()', '{1} + {2}', '{1}[0]', 'hash({1})', '{1} | [2]', 'frozenset([1]).add(2)', '{1} < [1]', 'set(5)', '{1: 2} | {3}'):
    try:
        print(bad, eval(bad))
    except Exception as error:
        print(bad, '->', type(error).__name__, error)
