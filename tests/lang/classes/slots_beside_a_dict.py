# Members of __slots__ lie apart from the __dict__ that an instance has as well.
class A:
    __slots__ = ('a', 'b')
class B(A):
    pass
class C:
    __slots__ = ('x', '__dict__')
class D(C):
    __slots__ = ('y',)
class P:
    pass
class Q(P):
    __slots__ = 'q'
class E(Exception):
    __slots__ = ('e',)
class L(list):
    __slots__ = ('l', '__dict__')
class M(P, A):
    __slots__ = ()
class W(A):
    __slots__ = ('__dict__', '__weakref__')
for cls, names in ((B, 'ab'), (C, 'x'), (D, 'xy'), (Q, 'q'), (E, 'e'), (L, 'l'), (M, 'ab'), (W, 'ab')):
    o = cls()
    for n in names: setattr(o, n, n * 2)
    o.other = 1
    print(cls.__name__, o.__dict__, vars(o), [getattr(o, n) for n in names])
    o.__dict__['more'] = 2
    o.__dict__[names[0]] = 'hidden'
    print(getattr(o, names[0]), o.more, o.__dict__)
    delattr(o, names[0])
    try: getattr(o, names[0])
    except AttributeError as e: print(e)
    try: delattr(o, names[0])
    except AttributeError as e: print(e)
    setattr(o, names[0], 5)
    o.__dict__ = {'new': 1}
    print(getattr(o, names[0]), o.__dict__, sorted(n for n in dir(o) if not n.startswith('_'))[:5])
    del o.__dict__['new']
    print(o.__dict__)
import copy, gc, weakref
b = B(); b.a = [1]; b.c = 2
d = copy.deepcopy(b)
print(d.a, d.__dict__, d.a is b.a, b.__reduce_ex__(2)[2], b.__getstate__())
class B2(A): pass
b.__class__ = B2
print(type(b).__name__, b.a, b.__dict__, b.c)
try: b.__class__ = A
except TypeError as e: print(e)
try: b.__class__ = P
except TypeError as e: print(e)
# cycles through members
class N(A): pass
n = N(); n.a = n; n.z = n
r = weakref.ref(n); del n; gc.collect(); print(r())
q = Q(); q.q = q; r = weakref.ref(q); del q; gc.collect(); print(r())
for i in range(3):
    o = B(); o.a = i; o.z = i
    print(o.a, o.z)
del A.a
try: o.a
except AttributeError as e: print(e)
o.a = 7
print(o.__dict__, o.a)
import dataclasses
@dataclasses.dataclass(slots=True)
class S:
    a: int = 1
class S2(S): pass
s = S2(3); s.k = 1; print(s, s.__dict__, dataclasses.replace(s, a=9), dataclasses.asdict(s))
class X: 
    __slots__ = ('a',)
    def __init__(self): self.a = 1
class Y(X):
    def __init__(self):
        super().__init__()
        self.b = 2
for y in [Y() for i in range(4)]: print(y.a, y.b, y.__dict__)
