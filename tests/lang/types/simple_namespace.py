import copy, sys, types
from types import SimpleNamespace as NS


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


n = NS(a=1, b=[2])
print(n, repr(NS()), n == NS(a=1, b=[2]), n != NS(), n == 3, n.b, vars(n), NS.__module__, NS.__name__)
n.c = n
print(n)
del n.c
n.__dict__['odd key'] = 5
n.__dict__[''] = 6
n.__dict__[7] = 8
print(n)


class Sub(NS):
    kind = 'sub'

    def total(self):
        return sum(vars(self).values())


class Slim(NS):
    __slots__ = ('x',)

    def __init__(self, x):
        super().__init__(y=x + 1)
        self.x = x


s = Sub(a=1, b=2)
print(s, s.total(), s.kind, s == NS(a=1, b=2), Slim(3), Slim(3).x, vars(Slim(4)))
print(copy.copy(n).b is n.b, copy.deepcopy(NS(p=[1])).p, NS(a=1).__reduce__(), s.__reduce__()[0].__name__)
attempt(lambda: NS(1))
attempt(lambda: NS(a=1).missing)
attempt(lambda: NS(a=1) < NS(a=2))
attempt(lambda: NS(a=1) + 1)
attempt(lambda: hash(NS()))
attempt(lambda: len(NS()))
attempt(lambda: NS()['a'])
attempt(lambda: NS()())
attempt(lambda: [*NS()])
attempt(lambda: s.missing)
attempt(lambda: delattr(NS(), 'zz'))
attempt(lambda: NS(**{'self': 1, 'x': 2}))
attempt(lambda: types.SimpleNamespace.__init__(NS(a=1), a=2, b=3))
n = NS(x=1)
n.__init__(y=2)
print(n, type(sys.implementation) is NS, NS.__doc__ is not None, isinstance(s, NS))
m = NS(b=1)
m.self = m
print(sys.getrefcount(m) > 0, m)
