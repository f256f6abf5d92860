def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except TypeError as e:
        print(e)
def f1(a): pass
def f2(a, b): pass
def f3(a, b, c): pass
def f4(a, b, c, d): pass
t(f1); t(f2); t(f2, 1); t(f3); t(f3, 1); t(f4); t(f4, 1)
t(f4, b=2, d=3)
def k1(*, a): pass
def k2(*, a, b): pass
def k3(*, a, b, c): pass
t(k1); t(k2); t(k3); t(k3, b=1)
def both(a, *, b): pass
t(both); t(both, 1); t(both, b=2)
def po(a, b, /): pass
t(po); t(po, 1)
class C:
    def m(self, x): pass
    def nothing(): pass
t(C().m); t(C.m); t(C().nothing)
t(lambda x, y: 0, 1)
