# collections.deque.
from collections import deque
def work():
    n, d = 0, deque(maxlen=100)
    for i in range(20000):
        d.append(i)
        d.appendleft(i)
        n += d.popleft() + len(d) + d[0]
    for _ in range(50):
        n += sum(deque(range(1000)))
        d.rotate(3)
    return n
