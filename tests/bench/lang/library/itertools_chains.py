# itertools over one or several iterables.
from itertools import accumulate, chain, count, cycle, groupby, islice, pairwise, repeat, takewhile, zip_longest
ints = list(range(2000))
def work():
    n = 0
    for _ in range(10):
        for x in chain(ints, ints):
            n += x
        for x in islice(count(), 2000):
            n += x
        for x, y in pairwise(ints):
            n += y
        for key, group in groupby(ints, lambda v: v // 10):
            n += key
        n += sum(accumulate(ints)) + sum(repeat(1, 2000)) + sum(islice(cycle([1, 2, 3]), 2000))
        n += sum(takewhile(lambda v: v < 1000, ints)) + len(list(zip_longest(ints, ints[:5])))
    return n
