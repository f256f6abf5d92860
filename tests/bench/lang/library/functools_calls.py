from functools import cmp_to_key, lru_cache, partial, reduce
from operator import add, attrgetter, itemgetter, methodcaller

class P:
    def __init__(self, x):
        self.x = x
    def get(self):
        return self.x

rows = [(i * 7919 % 1000, P(i)) for i in range(1000)]
two = partial(pow, 2)

@lru_cache(maxsize=256)
def square(n):
    return n * n


def work():
    for _ in range(20):
        sum(map(itemgetter(0), rows))
        points = [r[1] for r in rows]
        max(map(attrgetter('x'), points))
        for i in range(1000):
            square(i % 200)
            two(5)
        reduce(add, range(1000))
        list(map(methodcaller('get'), points))
        sorted(range(50), key=cmp_to_key(lambda a, b: b - a))
    return len(points), square.cache_info().misses
