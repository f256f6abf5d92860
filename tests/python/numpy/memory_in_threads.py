# needs: numpy
"""Memory that is lent to the other side by several threads, and comes back."""
import gc
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
import numpy as np
import torch

warnings.simplefilter('ignore')


def work(i):
    for k in range(50):
        t = torch.arange(100.) + i
        a = np.from_dlpack(t)
        u = torch.from_dlpack(a * 1)
        v = torch.frombuffer(bytearray(16), dtype=torch.uint8)
        m = memoryview(a)
        b = np.asarray(memoryview(bytearray(8)))
        assert len(bytes(m)) == 400 and float(a.sum()) == float(u.sum()) == 4950 + 100 * i and v.sum() == b.sum() == 0
        with warnings.catch_warnings():
            warnings.simplefilter('error')
        del t, a, u, v, m, b
    return i


with ThreadPoolExecutor(4) as pool:
    print(sum(pool.map(work, range(8))))
threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
gc.collect()


def resident():
    with open('/proc/self/statm') as file:
        return int(file.read().split()[1]) * 4


def round():
    torch.from_dlpack(np.ones(250_000)), np.from_dlpack(torch.ones(500_000)), torch.frombuffer(np.ones(200_000), dtype=torch.float64)
    torch.ones(300_000).__dlpack__(), torch.from_dlpack(torch.ones(300_000)), torch.from_numpy(np.ones(250_000)), torch.ones(500_000).numpy()


round()
gc.collect()
before = resident()
for _ in range(100):
    round()
gc.collect()
print(resident() - before < 600_000)  # of 1.3 GB; sanitizers keep a quarter of a GB
