class A:
    x = 'A.x'
    def m(self): return ['A']
    @classmethod
    def c(cls): return ['A.c', cls.__name__]
    @staticmethod
    def s(): return 'A.s'
    def __new__(cls, *a): print('new', cls.__name__); return super().__new__(cls)
class B(A):
    x = 'B.x'
    def m(self): return ['B'] + super().m()
    @classmethod
    def c(cls): return ['B.c'] + super().c()
    @staticmethod
    def s(): return 'B.s ' + super(B, B).s()
class C(A):
    def m(self): return ['C'] + super(C, self).m()
class D(B, C):
    def m(self): return ['D'] + super().m()
    def outer(self):
        f = lambda: super(D, self).m()
        return f()
    def nested(self):
        def inner(me): return super().x
        return inner(self)
d = D()
print(d.m(), D.c(), D.s(), d.outer(), d.nested())
print(super(B, d).x, super(D, d).x, super(A, d).__repr__()[:15])
s = super(B, d)
print(s.__thisclass__, s.__self__ is d, s.__self_class__)
print(repr(s).split(' at ')[0].split('>')[0])
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
t(lambda: super(B, 5)); t(lambda: super(5, d)); t(lambda: super(B, C())); t(lambda: super().m); t(lambda: super(D, d).nope); t(lambda: super(B).m)
def f(): return super()
t(f)
def g(self): return super()
t(lambda: g(1))
class E:
    def m(*args): return super().__init__
    def n(self):
        del self
        return super()
t(E().n)
t(lambda: E.m())
