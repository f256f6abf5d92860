class C:
    def m(self, a): return a
    @classmethod
    def c(cls, a): return cls.__name__, a
    @staticmethod
    def s(a): return a
o = C()
bound = o.m
print(bound.__self__ is o, bound.__func__ is C.m, bound.__name__, bound.__qualname__, bound.__doc__)
print(bound == o.m, bound is o.m, hash(bound) == hash(o.m), bound != C().m)
print(C.c.__self__ is C, C.c.__func__.__name__, C().c(1), C.s(2), C().s(3))
print(type(bound).__name__, type(C.m).__name__, type(C.__dict__['c']).__name__, type(C.__dict__['s']).__name__)
print(repr(bound).split(' at ')[0])
print(repr(C.c))
try:
    bound.x = 1
except AttributeError as e:
    print(e)
C.m.tag = 'tagged'
print(bound.tag)
import types
mm = types.MethodType(lambda self, x: (self, x), 5)
print(mm(6), mm.__self__)
try:
    types.MethodType(5, 6)
except TypeError as e:
    print(e)
print([].append.__name__, [].append.__self__, [].append.__qualname__, list.append.__qualname__)
print(type([].append).__name__, type(list.append).__name__, type(len).__name__, type(int.__add__).__name__, type((1).__add__).__name__)
