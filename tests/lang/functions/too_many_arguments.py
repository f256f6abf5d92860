def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except TypeError as e:
        print(e)
def f0(): pass
def f1(a): pass
def f2(a, b): pass
def fd(a, b=1): pass
def fdd(a=0, b=1): pass
def fk(a, *, b=1): pass
def fkk(a, *, b, c): pass
def f1d(a=3): pass
t(f0, 1); t(f0, 1, 2); t(f1, 1, 2); t(f2, 1, 2, 3); t(fd, 1, 2, 3); t(fdd, 1, 2, 3, 4)
t(fk, 1, 2); t(fk, 1, 2, b=3); t(fkk, 1, 2, b=1, c=2); t(fkk, 1, 2); t(f1d, 1, 2)
class C:
    def m(self): pass
    def n(self, a, b=2): pass
    @classmethod
    def c(cls): pass
    @staticmethod
    def s(): pass
t(C().m, 1); t(C().n, 1, 2, 3); t(C.c, 1); t(C.s, 1); t(C, 1)
t(lambda: 0, 1)
def po(a, /, b): pass
t(po, 1, 2, 3)
