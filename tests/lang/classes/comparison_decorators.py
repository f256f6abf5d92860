from functools import total_ordering, cached_property, singledispatch, singledispatchmethod
@total_ordering
class V:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n if isinstance(o, V) else NotImplemented
    def __lt__(self, o): return self.n < o.n if isinstance(o, V) else NotImplemented
print(V(1) <= V(1), V(2) > V(1), V(1) >= V(2), sorted([V(3), V(1)], key=lambda v: v.n)[0].n)
try: V(1) <= 5
except TypeError as e: print(e)
try:
    @total_ordering
    class Bad: pass
except ValueError as e: print(e)
class C:
    calls = 0
    @cached_property
    def p(self):
        "doc p"
        C.calls += 1
        return 42
c = C(); print(c.p, c.p, C.calls, c.__dict__, C.p.__doc__)
del c.p; print(c.p, C.calls)
@singledispatch
def f(x): return 'object'
@f.register
def _(x: int): return 'int'
@f.register(list)
def _(x): return 'list'
@f.register(str)
@f.register(bytes)
def _(x): return 'text'
print(f(1), f(True), f([]), f('a'), f(b''), f(1.5), f.dispatch(bool) is f.dispatch(int), sorted(k.__name__ for k in f.registry))
class D:
    @singledispatchmethod
    def m(self, x): return 'base'
    @m.register
    def _(self, x: int): return 'int method'
print(D().m(5), D().m('x'))
