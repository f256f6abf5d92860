# needs: numpy
"""Arguments of thousands of lists: one that stands twice is one object there, and cycles end."""
import numpy as np

shared = [1]
rows = [[i] for i in range(3000)]
rows[10] = rows[2990] = shared
a = np.array([None] * len(rows), dtype=object)
a[:] = np.fromiter(rows, dtype=object, count=len(rows))
print(a[10] is a[2990], a[11] is a[2990], a[2999])

order = list(range(100))
np.random.default_rng(0).shuffle(order)
print(sorted(order) == list(range(100)), order != sorted(order))

# a container that holds itself among many
ring = []
ring.append(ring)
many = [[i] for i in range(100)] + [ring]
b = np.fromiter(many, dtype=object, count=101)
print(b[100][0] is b[100], len(b))

# calls within calls, each with copies of its own
def inner(row):
    return len(np.fromiter([[i] for i in range(40)], dtype=object, count=40)) + len(row)

print(np.vectorize(inner, otypes=[int])(np.fromiter([[i] for i in range(40)], dtype=object, count=40)).sum())
