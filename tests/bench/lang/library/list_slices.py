# Slices, copies, concatenation, comparison.
def work():
    n, l, big = 0, list(range(100)), list(range(2000))
    for i in range(20000):
        n += len(l[10:20]) + (l[:3] == l[1:4]) + len(l[:5] + l[5:10])
        l[10:20] = l[20:30]
    for i in range(500):
        n += len(big[:]) + len(big[::-1]) + len([0] * 1000) + len(big.copy())
    return n
