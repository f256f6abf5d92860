# needs: numpy argparse
# Memory returns: what crosses many times leaves nothing behind, on either side. Counted in resident memory, generously.
import argparse
import gc

import numpy as np
import torch


def resident():
    gc.collect()
    with open('/proc/self/statm') as file:
        return int(file.read().split()[1]) * 4096 / 2 ** 20


def grows(work, count, limit):
    for i in range(count // 10):
        work(i)
    before = resident()
    for i in range(count):
        work(i)
    grown = resident() - before
    return grown > limit and round(grown)


def round_trip(i):
    a = np.full(2000, i, np.float32)
    t = torch.from_numpy(a)
    b = (t + 1).numpy()
    assert b[0] == i + 1 and t.numpy()[-1] == i and np.asarray(t)[3] == i


print('arrays', grows(round_trip, 10000, 8))
big = np.ones(100000)
print('views of one array', grows(lambda i: torch.from_numpy(big[i:]).numpy()[1:], 5000, 8))


def fails(x):
    raise ValueError('x' * 1000)


apply = np.frompyfunc(fails, 1, 1)


def there_and_back(i):
    payload = [i] * 1000
    try:
        apply(np.ones(1))
    except ValueError as error:
        assert len(str(error)) == 1000
    try:
        np.zeros(3).reshape(7, i + 1)
    except ValueError as error:
        assert 'reshape' in str(error)


print('exceptions', grows(there_and_back, 1000, 8))


class Own:
    def __init__(self, i):
        self.data = bytearray(20000)


def kept(i):
    space = argparse.Namespace(own=Own(i), numbers=list(range(500)), table={'a': [i] * 300})
    assert space.own.data is not None and len(space.numbers) == 500
    space.own = None


print('objects', grows(kept, 3000, 8))
print('functions', grows(lambda i: np.vectorize(lambda x: x + i, otypes=[float])(np.ones(3)), 1000, 8))
shapes = [np.empty((2, i)) for i in range(2000)]
print('attributes', grows(lambda i: [a.shape for a in shapes] and None, 100, 8))
print('proxies', grows(lambda i: [a.T for a in shapes] and None, 50, 8))
