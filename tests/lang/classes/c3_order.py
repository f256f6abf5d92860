class A: pass
class B(A): pass
class C(A): pass
class D(B, C): pass
print([c.__name__ for c in D.__mro__], D.mro() == list(D.__mro__))
class O1: pass
class O2: pass
class X(O1, O2): pass
class Y(O2, O1): pass
for bases in (X, Y), (A, B), (A, A), (object, A), (int, str), (bool,), (type(None),), (5,), ('x',), (lambda: 0,), (type(len),), (range,), (slice,), (type(...),), (type(NotImplemented),):
    try:
        print([c.__name__ for c in type('Z', bases, {}).__mro__])
    except TypeError as e:
        print(e)
class K1(A): pass
class K2(A): pass
class K3(A): pass
class Z1(K1, K2): pass
class Z2(K2, K3): pass
class Z3(K1, K3): pass
class ZZ(Z1, Z2, Z3): pass
print([c.__name__ for c in ZZ.__mro__])
print(ZZ.__bases__, ZZ.__base__)
