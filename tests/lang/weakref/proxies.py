import weakref
class A:
    def __init__(self): self.v = [1, 2, 3]
    def __len__(self): return len(self.v)
    def __getitem__(self, i): return self.v[i]
    def __add__(self, o): return ('add', o)
    def __radd__(self, o): return ('radd', o)
    def __str__(self): return 'str of A'
    def __iter__(self): return iter(self.v)
    def __bool__(self): return False
    def m(self): return 'm'
a = A(); p = weakref.proxy(a)
print(p.v, len(p), p[1], p + 1, 1 + p, str(p), list(p), bool(p), p.m(), 2 in p)
p.w = 5; print(a.w); del p.w; print(hasattr(a, 'w'))
print(type(p).__name__, isinstance(p, A), p.__class__ is A, repr(p).split(' at ')[0])
try: hash(p)
except TypeError as e: print(e)
del a
for f in (lambda: p.v, lambda: len(p), lambda: str(p), lambda: p + 1):
    try: f()
    except ReferenceError as e: print(e)
class C:
    def __call__(self, x): return x * 2
c = C(); q = weakref.proxy(c); print(q(4), type(q).__name__)
gone = []
class B: pass
b = B(); r = weakref.proxy(b, lambda x: gone.append(1)); del b; print(gone)
