# What weak references, type parameters, __bases__ and descriptors do when everything around them goes away.
import weakref, gc, types
class A: pass
a=A(); r=weakref.ref(a)

# ref in callback that re-registers
def cb(x): 
    global again
    again = weakref.ref(B, None)
B=A
q=weakref.ref(a, cb); del a
L=[A() for _ in range(1000)]; R=[weakref.ref(x) for x in L]; del L[::2]; print(sum(x() is not None for x in R))
del L; print(sum(x() is not None for x in R))
# cycle through refs
c=A(); c.r=weakref.ref(c, lambda z: print('called')); del c; gc.collect()
d=A(); d.me=d; rr=weakref.ref(d, lambda z: print('called outside')); del d; gc.collect()
# __bases__ with subclasses
class X: 
    def f(self): return 'X'
class Y:
    def f(self): return 'Y'
    def __len__(self): return 3
class P(X): pass
class Q(P): pass
q=Q(); print(q.f()); P.__bases__=(Y,); print(q.f(), len(q), Q.__mro__)
try: P.__bases__=(Q,)
except TypeError as e: print(e)
g=list
for i in range(200): g=list[g]
try: print(len(repr(g)))
except RecursionError as e: print('RecursionError')
T=types.GenericAlias
try: T(list, 5)[3]
except TypeError as e: print(e)
x = list[int]; print({x: 1}[list[int]], x.__reduce__())
u = int | str
for i in range(100): u = u | list[i]
print(len(u.__args__), hash(u) == hash(u))
f=lambda: 1
m = types.MappingProxyType({}); n = types.MappingProxyType(m); print(n, n == m, m | {1:2})
try: types.CellType(1,2)
except TypeError as e: print(e)
print(types.CellType() is not None)
class Slot: __slots__=('a',)
mem = Slot.a; s=Slot(); del Slot; gc.collect(); mem.__set__(s, 5); print(mem.__get__(s), mem)
gd = A.__dict__['__dict__']; del A, B; gc.collect(); print(gd)
class Meta(type):
    def mro(cls): return [cls, object]
class MM(metaclass=Meta): pass
print(MM.__mro__)
