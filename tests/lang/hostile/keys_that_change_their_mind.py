# Keys whose equality changes leave no place in a cache that is not there any more.
import functools
import gc


class K:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 1

    equal = False

    def __eq__(self, other):
        if K.equal is None:
            f.cache_clear()
            return False
        return K.equal


for size in (1, 2, 3, None):
    @functools.lru_cache(maxsize=size)
    def f(x):
        return x.n

    keys = [K(i) for i in range(10)]
    for i in range(400):
        K.equal = (False, True, False, True, None)[i * 7919 % 5]
        f(keys[i * 31 % 10])
    gc.collect()
    K.equal = False
    f.cache_clear()
    print(f(keys[3]), f.cache_info().currsize)
