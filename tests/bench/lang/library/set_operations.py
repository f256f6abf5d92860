# Sets: building, membership, algebra.
a, b, words = set(range(1000)), set(range(500, 1500)), [str(i) for i in range(2000)]
def work():
    n = 0
    for _ in range(100):
        n += len(a & b) + len(a | b) + len(a - b) + len(a ^ b) + (a <= b)
    for _ in range(20):
        n += len(set(words)) + len({i % 100 for i in range(2000)})
    s = set()
    for i in range(20000):
        s.add(i % 500)
        n += i in s
    return n
