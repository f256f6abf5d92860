class A:
    def __new__(cls, *args, **kw):
        print('new', cls.__name__, args, kw)
        return super().__new__(cls)
    def __init__(self, *args, **kw): print('init', args, kw)
A(1, k=2)
class B:
    def __new__(cls): return 5
    def __init__(self): print('not run')
print(B())
class C:
    def __init__(self): return 1
try: C()
except TypeError as e: print(e)
class D: pass
for call in (lambda: D(1), lambda: D(a=1), lambda: object(1), lambda: object.__new__(D, 1), lambda: object.__init__(D(), 1), lambda: object.__new__(), lambda: object.__new__(5), lambda: object.__new__(int), lambda: int.__new__(str), lambda: int.__new__(D), lambda: D.__init__(), lambda: str.__new__(int)):
    try: print(call())
    except TypeError as e: print(e)
class E:
    def __init__(self, a): self.a = a
for call in (lambda: E(), lambda: E(1, 2), lambda: E(1).a, lambda: object.__new__(E, 1).__class__.__name__, lambda: object.__new__(E).a):
    try: print(call())
    except Exception as e: print(type(e).__name__, e)
class F:
    def __new__(cls, a): return object.__new__(cls)
for call in (lambda: F(), lambda: F(1).__class__.__name__, lambda: object.__init__(F(1), 2)):
    try: print(call())
    except TypeError as e: print(e)
class Single:
    inst = None
    def __new__(cls):
        if cls.inst is None: cls.inst = object.__new__(cls)
        return cls.inst
print(Single() is Single())
class G:
    def __new__(cls, a): return object.__new__(cls, a)
try: G(1)
except TypeError as e: print(e)
class MyInt(int):
    def __new__(cls, v): return super().__new__(cls, v * 2)
print(MyInt(4), MyInt(4) + 1, type(MyInt(4) + 1).__name__)
class T(tuple):
    def __new__(cls, *a): return tuple.__new__(cls, a)
print(T(1, 2), type(T(1)[0:]).__name__)
class H:
    __init__ = None
try: H()
except TypeError as e: print(e)
