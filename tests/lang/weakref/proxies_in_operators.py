# Proxies in in-place operators, as indices, as iterators, in reversed() and bytes().
import weakref


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class C:
    def __init__(self, n): self.n = n
    def __floordiv__(self, o): return 42
    def __ifloordiv__(self, o): return 21
    def __matmul__(self, o): return 1729
    def __rmatmul__(self, o): return -163
    def __imatmul__(self, o): return 561
    def __iadd__(self, o):
        self.n += o
        return self
    def __index__(self): return self.n
    def __bytes__(self): return b'octets'
    def __reversed__(self): return iter('321')
    def __iter__(self): return iter([1, 2])


c = C(2)
p = weakref.proxy(c)
q = p
q //= 5
print(p // 5, q)
q = p
q @= 5
print(p @ 5, 5 @ p, q)
q = p
q += 3
print(c.n, type(q).__name__, q is c)
c.n = 1
print([10, 20, 30][p], range(3)[p], hex(p))
print(bytes(p), list(reversed(p)), list(p))
t(lambda: next(p))


class I:
    def __init__(self): self.left = 3
    def __iter__(self): return weakref.proxy(self)
    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


i = I()
print(next(weakref.proxy(i)), list(i))
f = lambda: 0
t(lambda: next(weakref.proxy(f)))
t(lambda: [1][weakref.proxy(f)])
t(lambda: setattr(weakref.ref(c), '__callback__', 1))
del c, q
t(lambda: [1][p])
t(lambda: next(p))
t(lambda: bytes(p))


def go():
    global p
    p += 1


t(go)
