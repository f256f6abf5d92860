# A callback that collects, while the object it was for is going
import gc
import weakref


class Node:
    pass


def ring():
    a = Node()
    b = Node()
    a.other, b.other = b, a
    return a


calls = []
for turn in range(20):
    lone = Node()
    lone.held = ring()
    lone.self_made = [Node() for _ in range(50)]
    watch = weakref.ref(lone, lambda r: calls.append(gc.collect() >= 0))
    also = weakref.ref(lone.held, lambda r: calls.append(gc.collect() >= 0))
    del lone
    gc.collect()
    print(watch(), also())
print(len(calls), all(calls))
