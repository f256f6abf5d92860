def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
# class assignment
def assign(o, c): o.__class__ = c; return type(o).__name__
class X: __slots__ = 'x',
class Y: __slots__ = 'x',
class Z: __slots__ = 'x', 'y'
class W: __slots__ = 'y', 'x'
class XS(X): __slots__ = ()
class XD(X): pass
class YS(Y): __slots__ = ()
class P: pass
class Q: pass
class R(P): pass
class E0: __slots__ = ()
class E1: __slots__ = ()
class EW: __slots__ = '__weakref__',
class ED: __slots__ = '__dict__',
class PS: __slots__ = '__x',
class QS: __slots__ = '__x',
class I(int): pass
class J(int): pass
class L(list): pass
class M(list): pass
class IS(int): __slots__ = ()
class Exc(Exception): pass
class Exc2(Exception): pass
class ExcV(ValueError): pass
class ExcO(OSError): pass
class XZ(X): __slots__ = 'z',
class YZ(Y): __slots__ = 'z',
class XZ2(X): __slots__ = 'z',
class T(type): pass
class U(type): pass
classes = [X, Y, Z, W, XS, XD, YS, P, Q, R, E0, E1, EW, ED, PS, QS, I, J, L, M, IS, Exc, Exc2, ExcV, ExcO, XZ, YZ, XZ2, int, object, T, U]
for a in classes:
    for b in classes:
        try: o = a() if a not in (T, U) else a('K', (), {})
        except TypeError: continue
        print(a.__name__, b.__name__, end=' ')
        attempt(assign, o, b)
x = X(); x.x = 4; x.__class__ = Y; print(x.x, type(x)); x.x = 5; print(x.x); del x.x; attempt(lambda: x.x)
x = Z(); x.x = 4; x.y = 6; x.__class__ = W; print(x.x, x.y, type(x)); x.x = 5; print(x.x); del x.x; attempt(lambda: x.x); attempt(setattr, x, 'q', 1)
x = XD(); x.x = 4; x.q = 2
class XD2(X): pass
x.__class__ = XD2; print(x.x, x.q)
attempt(lambda: delattr(x, '__class__')); attempt(lambda: assign(x, 5)); attempt(lambda: assign(5, int)); attempt(lambda: delattr(5, '__class__'));attempt(lambda: assign(int, type))
class A: pass
for n in ('__name__', '__qualname__', '__module__', '__doc__', '__bases__', 'zz', '__annotations__'):
    for c in A, int, type:
        print(n, c.__name__, end=' ')
        attempt(delattr, c, n)
    A = type('A', (), {})


class Names(set):
    pass


class MoreNames(Names):
    pass


class FixedNames(set):
    __slots__ = ()


for kind in (Names, MoreNames, FixedNames):
    print(kind.__name__, '__weakref__' in vars(kind), '__dict__' in vars(kind), hasattr(kind, '__weakref__'))
names = Names()
names.__class__ = MoreNames
print(type(names).__name__)
names.__class__ = Names
print(type(names).__name__)
try:
    names.__class__ = FixedNames
except TypeError as error:
    print(error)
