# A metaclass says in which order the names of its classes are looked for.
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
class A:
    def who(self): return 'A'
class B(A):
    def who(self): return 'B'
class Meta(type):
    def mro(cls):
        print('mro of', cls.__name__, cls.__bases__)
        how = HOW[0]
        return how(cls)
HOW = [None]
def raising(cls): raise ValueError('in mro')
for how in (lambda c: type.mro(c), lambda c: [c, object], lambda c: [], lambda c: [5], lambda c: 7, lambda c: (c, B, A, object), lambda c: iter([c, object]), lambda c: [c, A, object, int], lambda c: [c, A, A, object], lambda c: None, raising, lambda c: [c, B, object], lambda c: 'ab', lambda c: [object, A, c]):
    HOW[0] = how
    try:
        C = Meta('C', (A,), {'c': 1})
        print(C.__mro__, C.mro if False else '')
        attempt(lambda: C().who())
        attempt(lambda: C.c)
        attempt(lambda: isinstance(C(), A), )
        attempt(lambda: issubclass(C, A))
        attempt(lambda: issubclass(C, B))
        attempt(lambda: C().zz)
        class D(C): pass
        attempt(lambda: D.__mro__)
    except Exception as e: print(type(e).__name__, e)
HOW[0] = lambda c: type.mro(c)
class C(A, metaclass=Meta): pass
class D(C): pass
C.__bases__ = (B,)
print(C.__mro__, D.__mro__)
HOW[0] = lambda c: [c, object]
C.__bases__ = (A,)
print(C.__mro__, D.__mro__)
HOW[0] = raising
attempt(lambda: setattr(C, '__bases__', (B,)))
print(C.__mro__, D.__mro__, C.__bases__)
