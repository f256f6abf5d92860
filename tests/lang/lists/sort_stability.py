# sort is stable, also reversed, with keys.
rows = [('b', 2), ('a', 2), ('c', 1), ('a', 1), ('b', 1), ('c', 2)]
print(sorted(rows, key=lambda r: r[0]))
print(sorted(rows, key=lambda r: r[1], reverse=True))
rows.sort(key=lambda r: (-r[1], r[0]))
print(rows)
words = 'banana Apple cherry apple Banana'.split()
print(sorted(words), sorted(words, key=str.lower), sorted(words, key=len, reverse=True))
data = [(i * 7919) % 1000 for i in range(2000)]
pairs = sorted(enumerate(data), key=lambda p: p[1])
print(all(a[1] < b[1] or a[1] == b[1] and a[0] < b[0] for a, b in zip(pairs, pairs[1:])), sorted(data) == sorted(reversed(data)), sorted(data, reverse=True) == sorted(data)[::-1])
print(sorted([3.5, 1, True, -2**70, 2**70, float('-inf')]), sorted([(1, 'b'), (1, 'a'), (0, 'z')]), sorted([[2], [1, 5], []]))
