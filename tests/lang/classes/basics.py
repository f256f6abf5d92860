# Classes: attributes, inheritance, super, special methods, descriptors.
class A:
    """A class."""
    shared = []
    count = 0
    def __init__(self, x=1): self.x = x; A.count += 1
    def show(self): return f'{type(self).__name__}({self.x})'
    def __repr__(self): return self.show()
    @property
    def double(self): return self.x * 2
    @double.setter
    def double(self, v): self.x = v // 2
    @classmethod
    def make(cls, v): return cls(v)
    @staticmethod
    def helper(a, b=2): return a + b
class B(A):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y
    def show(self): return super().show() + f'+{self.y}'
class Mixin:
    def show(self): return 'mixin ' + super().show()
class C(Mixin, B): pass
a, b, c = A(), B(2, 3), C(4, 5)
print(a, b, c, [a, b], A.count, a.double, A.make(7), B.__mro__[1].__name__, C.__mro__, A.helper(1), a.helper(1, 1), isinstance(c, A), issubclass(C, Mixin), isinstance(a, (int, A)), type(a) is A, a.__class__.__name__, A.__name__, A.__doc__, B.__bases__)
a.double = 20; a.new = 'n'; print(a.x, a.new, a.__dict__, vars(b), hasattr(a, 'zz'), getattr(a, 'zz', 'default'), getattr(a, 'x')); setattr(a, 'k', 5); del a.new; print(a.__dict__, a.k); a.shared.append(1); print(B.shared, a.show, c.show())
class Vec:
    def __init__(self, *v): self.v = v
    def __add__(self, o): return Vec(*(p + q for p, q in zip(self.v, o.v)))
    def __mul__(self, k): return Vec(*(p * k for p in self.v)) if isinstance(k, (int, float)) else NotImplemented
    def __rmul__(self, k): return self * k
    def __neg__(self): return Vec(*(-p for p in self.v))
    def __eq__(self, o): return isinstance(o, Vec) and self.v == o.v
    def __lt__(self, o): return self.v < o.v
    def __hash__(self): return hash(self.v)
    def __len__(self): return len(self.v)
    def __getitem__(self, i): return self.v[i]
    def __contains__(self, x): return x in self.v
    def __iter__(self): return iter(self.v)
    def __bool__(self): return any(self.v)
    def __call__(self, f): return Vec(*map(f, self.v))
    def __str__(self): return '<' + ', '.join(map(str, self.v)) + '>'
    def __repr__(self): return f'Vec{self.v}'
    def __format__(self, spec): return '|'.join(format(p, spec) for p in self.v)
    def __abs__(self): return sum(p * p for p in self.v) ** 0.5
    def __iadd__(self, o): self.v = tuple(p + q for p, q in zip(self.v, o.v)); return self
    def __matmul__(self, o): return sum(p * q for p, q in zip(self.v, o.v))
    def __int__(self): return int(self.v[0])
    def __float__(self): return float(self.v[0])
    def __index__(self): return self.v[0]
v, w = Vec(1, 2), Vec(3, 4)
print(v + w, v * 2, 2 * v, -v, v == Vec(1, 2), v != w, v < w, sorted([w, v]), len(v), v[0], v[::-1], 2 in v, list(v), bool(Vec(0, 0)), not v, v(str), str(v), repr(v), f'{v:.1f} {v} {v!r}', abs(w), v @ w, int(v), float(v), [10, 20, 30][v], {v: 1}[Vec(1, 2)], max(v), sum(v), *v)
v += w; print(v, [*v], tuple(v), dict(zip('ab', v)))
class Store:
    def __init__(self): object.__setattr__(self, 'd', {})
    def __getattr__(self, name):
        if name.startswith('x'): return name + '?'
        raise AttributeError(f'no {name}')
    def __setattr__(self, name, value): self.d[name] = value
    def __delattr__(self, name): del self.d[name]
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
s = Store(); s.a = 1; s['b'] = 2; print(s.d, s.xyz, s['a']); del s.a, s['b']; print(s.d)
class Ctx:
    def __init__(self, swallow): self.swallow = swallow
    def __enter__(self): print('in'); return self
    def __exit__(self, t, v, tb): print('out', t and t.__name__, v); return self.swallow
with Ctx(False) as x, Ctx(True): print('body', type(x).__name__); raise ValueError('lost')
class Ten:
    def __get__(self, obj, cls): return (obj is None, cls.__name__)
    def __set_name__(self, owner, name): self.name = name
class Uses: ten = Ten(); other = property(lambda self: 5)
print(Uses.ten, Uses().ten, Uses.__dict__['ten'].name, Uses().other)
class Slots:
    __slots__ = ('p', 'q')
sl = Slots(); sl.p = 1; print(sl.p)
class Base:
    def __init_subclass__(cls, **kw): print('subclass', cls.__name__, kw)
    def __new__(cls, *a): o = super().__new__(cls); o.made = a; return o
class Derived(Base, flag=1): pass
print(Derived(1, 2).made, type('Dyn', (A,), {'z': 3})(5).z, type(5), type(type(5)), object().__class__.__name__)
class Singleton: pass
o = Singleton(); o.self = o; print(o.self is o, o == o, o != Singleton(), Singleton.__module__, Singleton.__qualname__)
class MyList(list):
    def last(self): return self[-1]
class MyDict(dict):
    def __missing__(self, k): return k * 2
class MyErr(Exception):
    def __init__(self, code): super().__init__(f'code {code}'); self.code = code
ml = MyList([1, 2]); ml.append(3); print(ml, ml.last(), len(ml), isinstance(ml, list), MyDict()[4], ml == [1, 2, 3])
try: raise MyErr(5)
except MyErr as e: print(e, e.code, e.args, repr(e))
for bad in ('a.zz', 'A.zz', 'A(1, 2)', 'B(1)', 'a.double()', 'v + 1', "v * 'a'", 'a < b', 'a[0]', 'len(a)', 'a()', 'iter(a)', 's.q', 'sl.z', 'A.show()', 'super()', 'object(1)', 'A.make()', 'int(a)', 'hash(ml)', 'class_', 'a + 1', '1 + a', '-a', 'a in a', "Uses().other.x"):
    try: print(bad, eval(bad))
    except Exception as error: print(bad, '->', type(error).__name__, error)
for change in ('Uses().other = 1', 'sl.z = 1', 'a.double = "x"', '(5).x = 1', 'del a.nothing', 'class X(5): pass', 'class Y(A, A): pass', 'class Z(object, A): pass', 'class W(bool): pass', 'a[0] = 1', 'del a[0]'):
    try: exec(change); print(change, 'fine')
    except Exception as error: print(change, '->', type(error).__name__, error)
