import copy
class A:
    def __init__(self, x): self.x = x
a = A([1]); b = copy.copy(a); c = copy.deepcopy(a)
print(b.x is a.x, c.x is a.x, c.x, type(c).__name__)
class B:
    def __copy__(self): return 'copied'
    def __deepcopy__(self, memo): return 'deep', type(memo).__name__
print(copy.copy(B()), copy.deepcopy(B()), copy.deepcopy([B()]))
class C:
    def __reduce__(self): return (list, ([1, 2],))
print(copy.copy(C()), copy.deepcopy(C()))
class D:
    def __init__(self): self.a = 1; self.b = 2
    def __getstate__(self): return {'a': self.a}
    def __setstate__(self, s): self.__dict__.update(s); self.restored = True
print(vars(copy.copy(D())))
l = [1, [2]]; l.append(l)
m = copy.deepcopy(l)
print(m[2] is m, m[1] is not l[1])
d = {'k': [1]}; e = copy.deepcopy(d); e['k'].append(2); print(d, e)
t = (1, [2]); u = copy.deepcopy(t); print(u == t, u[1] is t[1], copy.deepcopy((1, 2)) is not None)
shared = [0]; x = copy.deepcopy([shared, shared]); print(x[0] is x[1])
print(copy.copy([1]), copy.copy({1: 2}), copy.copy({3}), copy.copy((1,)), copy.copy('s'), copy.copy(5), copy.copy(None), copy.copy(len) is len, copy.copy(A) is A)
class S:
    __slots__ = 'p', 'q'
s = S(); s.p = [1]; r = copy.copy(s); print(r.p, hasattr(r, 'q'))
class L(list): pass
z = L([1, 2]); z.tag = 'T'; w = copy.copy(z); print(w, w.tag, type(w).__name__); w = copy.deepcopy(z); print(w, w.tag)
class N(dict): pass
n = N(a=[1]); n.y = 2; k = copy.deepcopy(n); print(k, k.y, k['a'] is n['a'])
class E(Exception): pass
ex = copy.copy(E('m', 1)); print(repr(ex), ex.args)
try: copy.copy(x for x in [])
except TypeError as e: print(e)
class NG:
    def __getnewargs__(self): return (5,)
    def __new__(cls, v): o = object.__new__(cls); o.v = v; return o
print(copy.copy(NG(1)).v)
