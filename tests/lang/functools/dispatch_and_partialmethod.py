import functools, collections.abc as abc, typing
from functools import singledispatch, partialmethod, singledispatchmethod
@singledispatch
def f(x): return 'base'
@f.register
def _(x: 'int'): return 'int'
@f.register
def _(x: float | str): return 'float or str'
@f.register
def _(x: typing.Union[list, tuple]): return 'list or tuple'
@f.register(abc.Mapping)
def _(x): return 'mapping'
@f.register(abc.Sized)
def _(x): return 'sized'
@f.register(bytes | bytearray)
def _(x): return 'binary'
print([f(v) for v in (1, 2.0, 'a', [], (), {}, set(), b'', bytearray(), None, True, range(3))])
def attempt(g):
    try: print(g())
    except Exception as e: print(type(e).__name__, e)
attempt(lambda: f.register(5))

attempt(lambda: f.register('a'))
attempt(lambda: f.register(list[int]))
attempt(lambda: f.register(list[int], lambda x: 1))
attempt(lambda: f.register(typing.List[int], lambda x: 1))
attempt(lambda: f.register(int | list[str], lambda x: 1))
attempt(lambda: f.register(5, lambda x: 1))
def bad1(x: 'nope'): pass
def bad2(x: list[int]): pass
def bad3(x: int | list[int]): pass
def bad4(x: 5): pass

for b in (bad1, bad2, bad3, bad4): attempt(lambda: f.register(b))
attempt(f)
attempt(lambda: f.dispatch(dict)({}))
print(f.dispatch(bool)(1), type(f.registry).__name__, list(f.registry)[:3])
attempt(lambda: f.registry.update({}))
@singledispatch
def g(x): return 'base'
g.register(abc.Sized, lambda x: 'sized'); g.register(abc.Set, lambda x: 'set'); g.register(abc.Iterable, lambda x: 'iterable'); g.register(abc.Container, lambda x: 'container')
class P: pass
attempt(lambda: g({1})); attempt(lambda: g([1])); attempt(lambda: g(P()))
class C:
    def __len__(self): return 0
    def __iter__(self): return iter(())
    def __contains__(self, x): return False
class D(C, abc.Sized): pass
attempt(lambda: g(C())); attempt(lambda: g(D()))
abc.Set.register(P)
attempt(lambda: g(P()))
class Cell:
    def __init__(self): self.alive = False
    def set_state(self, state, *more, **kw): self.alive = state; return more, kw
    set_alive = partialmethod(set_state, True)
    set_dead = partialmethod(set_state, False, 'x', k=1)
    nested = partialmethod(set_dead, 'y', k=2)
    static = partialmethod(staticmethod(lambda *a, **k: (a, k)), 1, a=2)
    klass = partialmethod(classmethod(lambda cls, *a: (cls.__name__, a)), 5)
    over = partialmethod(functools.partial(lambda *a, **k: (len(a), k), 7), 8, q=9)
c = Cell()
print(c.set_alive(), c.alive, c.set_dead(2, k=3), c.alive, c.nested(3), c.static(2), Cell.static(3), c.klass(6), Cell.klass(), c.over(1), Cell.set_alive(c, 4), c.set_alive.__self__ is c, c.set_alive.func.__name__ if hasattr(c.set_alive, 'func') else c.set_alive)
print(Cell.set_alive.__name__, vars(Cell)["set_dead"].args, vars(Cell)["set_dead"].keywords, repr(partialmethod(int, 3, b=4)))
import abc as A
class Abs(A.ABC):
    @A.abstractmethod
    def m(self, x): ...
    p = partialmethod(m, 1)
print(sorted(Abs.__abstractmethods__), Abs.p.__isabstractmethod__)
attempt(lambda: partialmethod(3))
attempt(lambda: partialmethod())
class S:
    @singledispatchmethod
    def neg(self, x): raise NotImplementedError('no')
    @neg.register
    def _(self, x: int): return -x
    @neg.register(bool)
    def _(self, x): return not x
    @neg.register
    @classmethod
    def _(cls, x: str): return cls.__name__ + x
    @neg.register
    @staticmethod
    def _(x: float): return ('static', x)
attempt(lambda: S().neg(1)); attempt(lambda: S().neg(True)); attempt(lambda: S().neg('a')); attempt(lambda: S.neg('a')); attempt(lambda: S().neg(1.5)); attempt(lambda: S().neg([])); attempt(lambda: S().neg())
print(S.neg.__name__, S().neg.__doc__)


@singledispatch
def order(x): return 'base'


class Sized(abc.Sized):
    def __len__(self): return 0


for name in ('Iterable', 'Container', 'Sized', 'Set'):
    order.register(getattr(abc, name), lambda x, name=name: name)
for kind in (abc.Iterable, abc.Container, abc.Set):
    kind.register(Sized)
    attempt(lambda: order(Sized()))


class Registered: pass


for kind in (abc.Iterable, abc.Container, abc.Set):
    kind.register(Registered)
    attempt(lambda: order(Registered()))
import collections


@singledispatch
def mixed(x): return 'base'


mixed.register(abc.Sized, lambda x: 'sized')
mixed.register(abc.Container, lambda x: 'container')
attempt(lambda: mixed(collections.defaultdict(int)))
mixed.register(abc.MutableMapping, lambda x: 'mapping')
mixed.register(abc.MutableSequence, lambda x: 'sequence')


class Both(collections.defaultdict): pass


abc.MutableSequence.register(Both)
attempt(lambda: mixed(Both()))
attempt(lambda: mixed({}))


class Plain: pass


class Mixed(Plain, abc.Sized):
    def __len__(self): return 0


attempt(lambda: mixed(Mixed()))
abc.Container.register(Mixed)
attempt(lambda: mixed(Mixed()))


class Inferred:
    def __len__(self): return 0


attempt(lambda: mixed(Inferred()))
abc.Container.register(Inferred)
attempt(lambda: mixed(Inferred()))


class Explicit(abc.MutableMapping, abc.MutableSequence):
    __getitem__ = __setitem__ = __delitem__ = __iter__ = __len__ = insert = lambda self, *a: 0


attempt(lambda: mixed(Explicit()))
