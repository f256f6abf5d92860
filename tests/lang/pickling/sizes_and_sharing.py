"""Batches, frames, shared and self-referential values, large blocks."""
import io
import pickle


def summary(data):
    total = 0
    for i, byte in enumerate(data):
        total = (total * 31 + byte) % 1000000007
    return len(data), total


class Log:
    def __init__(self):
        self.sizes = []

    def write(self, data):
        self.sizes.append(len(data))


class Gives:
    def __init__(self, n):
        self.n = n

    def __reduce__(self):
        return list, (), None, iter(range(self.n))


for n in (999, 1000, 1001, 2000, 2001):
    for value in (list(range(n)), {i: -i for i in range(n)}, tuple(range(n)), set(range(n)), frozenset(range(n)),
                  [(i, str(i)) for i in range(n)], Gives(n)):
        print(n, type(value).__name__, [summary(pickle.dumps(value, protocol)) for protocol in range(6)])
for n in (255, 256, 65535, 65536, 65537, 200000):
    for value in (b'x' * n, 'x' * n, bytearray(n), [b'x' * n, 1, 'y' * n], ['a' * 1000 + str(i) for i in range(n // 1000)]):
        print(n, type(value).__name__, [summary(pickle.dumps(value, protocol)) for protocol in range(6)])
        if type(value) is not bytearray or n < 1000:
            for protocol in range(6):
                assert pickle.loads(pickle.dumps(value, protocol)) == value
log = Log()
pickle.dump([1, b'z' * 100000, 'w' * 70000, 2], log, 4)
print(log.sizes)

# shared parts stay shared
a = [1]
for protocol in range(6):
    x, y, z = pickle.loads(pickle.dumps((a, a, {'k': a}), protocol))
    assert x is y is z['k']
# what holds itself
l = [1]
l.append(l)
d = {'self': None}
d['self'] = d
t = ([],)
t[0].append(t)
deep = ([], 1, 2, 3)
deep[0].append(deep)


class Node:
    pass


n = Node()
n.next = n


class Hashed:
    def __init__(self):
        self.all = frozenset([self])

    def __reduce__(self):
        return Hashed, ()


for protocol in range(6):
    b = pickle.loads(pickle.dumps(l, protocol))
    assert b[1] is b
    b = pickle.loads(pickle.dumps(d, protocol))
    assert b['self'] is b
    b = pickle.loads(pickle.dumps(t, protocol))
    assert b[0][0] is b
    b = pickle.loads(pickle.dumps(deep, protocol))
    assert b[0][0] is b
    b = pickle.loads(pickle.dumps(n, protocol))
    assert b.next is b
    print(protocol, pickle.dumps(l, protocol), pickle.dumps(d, protocol), pickle.dumps(t, protocol), pickle.dumps(deep, protocol))

# depth: refused where it is written, read without limit
nested = []
for i in range(5000):
    nested = [nested]
try:
    pickle.dumps(nested)
except RecursionError as error:
    print('RecursionError', str(error)[:33])
data = b'\x80\x02' + b']' * 100000 + b'a' * 99999 + b'.'
back = pickle.loads(data)
depth = 0
while back:
    back = back[0]
    depth += 1
print(depth)

# several objects in one file, read one after the other
file = io.BytesIO()
for i in range(3):
    pickle.dump({'i': i, 'x': 'y' * i}, file, i)
file.write(b'rest')
file.seek(0)
print([pickle.load(file) for i in range(3)], file.read())
pickler = pickle.Pickler(file2 := io.BytesIO(), 2)
pickler.dump(a)
pickler.dump(a)
pickler.clear_memo()
pickler.dump(a)
print(file2.getvalue())
file2.seek(0)
unpickler = pickle.Unpickler(file2)
print(unpickler.load(), unpickler.load(), unpickler.load())
