class A:
    def m(self): return 'm', type(self).__name__
print(A.__dict__['m'].__get__(A())())
print(A.m.__get__(5)())
f = lambda self, x: (self, x)
print(f.__get__(1, int)(2), f.__get__(None, int) is f)
try: f.__get__(None, None)
except TypeError as e: print(e)
A.ext = f
print(A().ext(3)[1])
a = A()
a.inst = f
try: a.inst(1)
except TypeError as e: print(e)
A.c = classmethod(lambda cls: cls.__name__)
A.s = staticmethod(lambda: 's')
print(A.c(), a.c(), A.s(), a.s())
A.builtin = len
try: a.builtin()
except TypeError as e: print(e)
A.klass = int
print(a.klass('5'))
sm = staticmethod(f); cm = classmethod(f)
print(sm.__func__ is f, cm.__func__ is f, sm(1, 2), sm.__wrapped__ is f, cm.__name__, sm.__name__)
try: cm()
except TypeError as e: print(e)
print(repr(sm).split(' at ')[0], repr(cm).split(' at ')[0])
class Call:
    def __call__(self, *a): return a
A.obj = Call()
print(a.obj(1))
import functools
A.part = functools.partial(f, 10)
print(a.part(20))
A.pm = functools.partialmethod(f, 'x')
print(a.pm()[1])
print(A.__dict__['c'].__get__(a)(), A.__dict__['c'].__get__(None, A)())
print(list(map(str.upper, 'ab')), str.join.__get__(',')(['a', 'b']))
try: str.upper(5)
except TypeError as e: print(e)
try: list.append()
except TypeError as e: print(e)
try: str.upper.__get__(5)
except TypeError as e: print(e)
