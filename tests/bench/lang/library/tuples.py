# Tuples made, compared, hashed, taken apart, looked up and given on as arguments.
def total(*numbers):
    return len(numbers)


def added(a, b):
    return a + b


def work():
    n, pairs, seen = 0, [(i % 10, i) for i in range(100)], {}
    for i in range(100):
        for a, b in pairs:
            t = (a, b, i)
            n += t[0] + (t == (a, b, i)) + (t < (a, b, i + 1)) + len(t + (1,)) + ((a, b) in seen)
            seen[a, b] = t
            n += added(*(a, b)) + total(*t)
        n += len(sorted(pairs)) + hash(pairs[3]) % 7 + max(pairs)[1]
    return n, len(seen)
