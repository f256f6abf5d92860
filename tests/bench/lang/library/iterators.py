# enumerate, zip, map, filter, reversed.
ints = list(range(5000))
def work():
    n = 0
    for _ in range(20):
        for i, x in enumerate(ints):
            n += i
        for x, y in zip(ints, ints):
            n += x
        n += len(list(map(str, ints))) + len(list(zip(ints, ints))) + len(list(filter(None, ints)))
        for x in reversed(ints):
            n -= x
    return n
