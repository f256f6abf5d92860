import weakref, gc
class A:
    def __init__(self, n): self.n = n
    def __repr__(self): return f'A({self.n})'
    def __eq__(self, o): return isinstance(o, A) and self.n == o.n
    def __hash__(self): return hash(self.n)
a = A(1)
r = weakref.ref(a)
print(r() is a, weakref.ref(a) is r, weakref.getweakrefcount(a), r == weakref.ref(A(1)), hash(r) == hash(a))
called = []
r2 = weakref.ref(a, lambda w: called.append(w is r2))
print(r2 is r, weakref.getweakrefcount(a), r2.__callback__ is not None, r.__callback__)
print(repr(r).split(' at ')[0], "to 'A'" in repr(r), type(r).__name__)
del a
print(r(), called, repr(r2).split('; ')[1], r2.__callback__)
try: hash(weakref.ref(A(5)))
except TypeError as e: print(e)
for v in 5, 'x', None, (), [], {}, 1.5, object():
    try: weakref.ref(v)
    except TypeError as e: print(e)
for v in set(), frozenset(), A, len, lambda: 0, type, (x for x in []):
    print(weakref.ref(v)() is not None)
class S: __slots__ = ()
try: weakref.ref(S())
except TypeError as e: print(e)
class W: __slots__ = '__weakref__',
w = W(); print(weakref.ref(w)() is w)
n = A('cycle'); n.me = n; r = weakref.ref(n); del n; gc.collect(); print(r())
def f(): pass
print(weakref.ref(f)().__name__)
class L(list): pass
l = L(); print(weakref.ref(l)() is l, L.__weakref__.__class__.__name__, l.__weakref__ is not None)
try: weakref.ref()
except TypeError as e: print(e)
