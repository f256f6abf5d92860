class A: pass
class B:
    def hi(self): return 'B.hi'
a = A()
a.__class__ = B
print(a.hi(), type(a).__name__)
for v in int, 5, type, object:
    try: a.__class__ = v
    except TypeError as e: print(e)
class S: __slots__ = 'x'
try: a.__class__ = S
except TypeError as e: print(e)
try: (5).__class__ = B
except TypeError as e: print(e)
class Base1:
    def who(self): return 1
class Base2:
    def who(self): return 2
class K(Base1): pass
k = K()
print(k.who(), K.__bases__)
K.__bases__ = (Base2,)
print(k.who(), [c.__name__ for c in K.__mro__], Base1.__subclasses__(), Base2.__subclasses__())
for v in (), (int,), 5, (5,), (K,):
    try: K.__bases__ = v
    except TypeError as e: print(e)
A.__name__ = 'Renamed'
print(A.__name__, A.__qualname__, A)
A.__qualname__ = 'Q.R'; A.__module__ = 'mod'
print(A)
A.new = lambda self: 'new'
print(A().new())
del A.new
print(hasattr(A, 'new'))
try: A.__name__ = 5
except TypeError as e: print(e)
try: A.__dict__ = {}
except AttributeError as e: print(e)
a = A(); a.__dict__ = {'z': 1}
print(a.z)
try: a.__dict__ = 5
except TypeError as e: print(e)
a.__dict__['w'] = 2
print(a.w, vars(a))
try: A.__dict__['x'] = 1
except TypeError as e: print(e)
print(type(A.__dict__).__name__)
