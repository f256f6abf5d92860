# A set combined with itself is a copy: nothing is added, so no table grows.
numbers = {x * 7 % 64 for x in range(12)}
frozen = frozenset(numbers)
for s in numbers, frozen:
    print(s | s, s & s, s.union(s), s.intersection(s), s.copy(), s - s, s ^ s)
numbers |= numbers
numbers &= numbers
numbers.update(numbers)
print(numbers)
t = {True, 2, 3}.symmetric_difference((-128, 12))
print(t, t | t, t & t)
