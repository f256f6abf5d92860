# copy.copy of instances, with and without something of their own to say about it.
import copy, copyreg, weakref
class P:
    def __init__(self, *values):
        for i, v in enumerate(values): setattr(self, 'a%d' % i, v)
def show(x): return type(x).__name__, sorted(vars(x).items()) if hasattr(x, '__dict__') else None
for n in (0, 1, 3, 4, 5, 9, 20):
    p = P(*range(n)); q = copy.copy(p); q.new = 'q'
    if n: q.a0 = 'changed'; del p.a0
    print(n, show(p), show(q), p is q)
l = [1]; p = P(l, {}); q = copy.copy(p); q.a0.append(2); print(p.a0, q.a0 is l, q.a1 is p.a1)
p = P(1); vars(p)['x'] = 2; q = copy.copy(p); vars(q)['y'] = 3; p.z = 4; print(show(p), show(q), vars(p) is vars(q))
p = P(p); p.me = p; q = copy.copy(p); print(q.me is p, q.me is q)
class Sub(P): kind = 'sub'
print(show(copy.copy(Sub(1, 2))), copy.copy(Sub()).kind)
class Getattr:
    def __getattr__(self, name):
        print('asked', name)
        raise AttributeError(name)
copy.copy(Getattr())
class State(P):
    def __getstate__(self): return {'from': 'state'}
print(show(copy.copy(State(1))))
class Set(P):
    def __setstate__(self, state): self.got = state
print(show(copy.copy(Set(1))))
class Copy(P):
    def __copy__(self): return 'own'
print(copy.copy(Copy()))
class Reduce(P):
    def __reduce__(self): return P, (7,)
print(show(copy.copy(Reduce())))
class New:
    def __new__(cls, *a): print('new', a); return super().__new__(cls)
    def __getnewargs__(self): return 1, 2
copy.copy(New())
class Slots:
    __slots__ = 'a', 'b'
s = Slots(); s.a = 1; t = copy.copy(s); print(t.a, hasattr(t, 'b'))
class Both(Slots): pass
b = Both(); b.a, b.c = 1, 2; t = copy.copy(b); print(t.a, t.c)
class L(list): pass
x = L([1]); x.y = 2; z = copy.copy(x); print(z, z.y, type(z).__name__)
class Error(Exception): pass
e = Error(1); e.note = 2; f = copy.copy(e); print(f.args, f.note)
class Registered(P): pass
copyreg.pickle(Registered, lambda r: (P, ('by table',)))
print(show(copy.copy(Registered(1))))
class Weak(P): pass
w = Weak(1); r = weakref.ref(w); v = copy.copy(w); print(r() is w, weakref.getweakrefcount(v))
class Del(P):
    def __del__(self): print('gone', self.a0)
d = Del(1); c = copy.copy(d); del d; print('then'); del c
class Meta(type): pass
class OfMeta(P, metaclass=Meta): pass
print(show(copy.copy(OfMeta(1))))
class Attr(P):
    def __setattr__(self, name, value): print('set', name); super().__setattr__(name, value)
print(show(copy.copy(Attr(1))))
print(copy.copy(P) is P, copy.copy(show) is show)
