class A:
    __x = 1
    def __m(self): return self.__x
    def get(self): return self.__m(), self.__x
    def setit(self):
        self.__y = 2
        __local = 3
        return __local, [k for k in dir(self) if 'A' in k]
    __dunder__ = 4
    ___three = 5
    _single = 6
a = A()
print(a.get(), a.setit(), A._A__x, A.__dunder__, a._A___three)
try: a.__x
except AttributeError as e: print(e)
class _B:
    __z = 1
print(_B._B__z)
class __:
    __q = 1
print(__.__dict__['__q'])
class C(A):
    def look(self): return self.__x
try: C().look()
except AttributeError as e: print(e)
class D:
    def f(self, __a, *, __b=1): return __a, __b
    def g(self):
        import math as __m
        return __m.pi > 3
    def h(self): return getattr(self, '__name', 'not mangled')
print(D().f(1), D().f(1, _D__b=2), D().g(), D().h())
class E:
    def f(self):
        def __inner(): return 'inner'
        return __inner()
    class __Nested: pass
    n = __Nested
print(E().f(), E.n.__name__, E.n.__qualname__, hasattr(E, '_E__Nested'))
class F:
    __slots__ = '__s',
    def __init__(self): self.__s = 1
print(F()._F__s)
