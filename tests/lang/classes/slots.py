class P:
    __slots__ = ('x', 'y')
    def __init__(self, x, y): self.x, self.y = x, y
p = P(1, 2)
print(p.x, p.y, P.__slots__, hasattr(p, '__dict__'))
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
t(lambda: setattr(p, 'z', 1)); t(lambda: p.z); del p.x; t(lambda: p.x); t(lambda: delattr(p, 'x')); t(lambda: vars(p))
print(P.x, type(P.x).__name__, P.x.__name__, P.x.__objclass__)
class Q(P):
    __slots__ = 'z'
q = Q(1, 2); q.z = 3
print(q.x, q.z, hasattr(q, '__dict__'))
class R(P): pass
r = R(1, 2); r.anything = 5
print(r.anything, r.x)
class S:
    __slots__ = ('a', '__dict__')
s = S(); s.a = 1; s.b = 2
print(s.b, s.a)
t(lambda: type('T', (), {'__slots__': ('a',), 'a': 1}))
t(lambda: type('T', (), {'__slots__': ('a b',)}))
t(lambda: type('T', (), {'__slots__': (1,)}))
t(lambda: type('T', (), {'__slots__': 1}))
t(lambda: type('T', (), {'__slots__': ('__dict__', '__dict__')}))
t(lambda: type('T', (S,), {'__slots__': ('__dict__',)}))
t(lambda: type('T', (int,), {'__slots__': ('x',)}))
t(lambda: type('T', (tuple,), {'__slots__': ('x',)}))
t(lambda: type('T', (tuple,), {'__slots__': ()}))
class A1: __slots__ = 'a',
class B1: __slots__ = 'b',
t(lambda: type('T', (A1, B1), {}))
class E1: __slots__ = ()
t(lambda: type('T', (A1, E1), {})().__dict__)
class D1:
    __slots__ = {'k': 'doc of k'}
print(D1.__slots__, D1.k.__doc__)
t(lambda: P.x.__get__(5))
t(lambda: P.x.__set__(5, 1))
t(lambda: P.x.__get__(p, P))
class It: __slots__ = iter(['m', 'n'])
i = It(); i.m = 1; print(i.m)
import copy
c = copy.copy(q); print(c.__class__.__name__, c.y, c.z)
