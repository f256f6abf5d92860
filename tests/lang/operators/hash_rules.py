class A:
    def __eq__(self, o): return True
class B(A): pass
class C(A): __hash__ = object.__hash__
class D:
    def __eq__(self, o): return isinstance(o, D)
    def __hash__(self): return 1
class E(D):
    def __eq__(self, o): return False
class F(D): pass
class G: __hash__ = None
for k in A, B, C, D, E, F, G:
    try: print(k.__name__, isinstance(hash(k()), int), k.__hash__ is None)
    except TypeError as e: print(e)
print(len({D(), D(), D()}), {D(): 1}[D()], D() in {D()})
for v in [], {}, set(), bytearray(), slice(1), [1].__iter__().__class__([1]) if 0 else {1: []}, ([],), {}.keys():
    try: hash(v); print('hashable')
    except TypeError as e: print(e)
print(hash(1) == hash(1.0) == hash(True) == hash(1 + 0j), hash('a') == hash('a'), hash((1, 2)) == hash((1, 2)), hash(frozenset([1])) == hash(frozenset([1])))
class Big:
    def __hash__(self): return 2 ** 70
class Neg:
    def __hash__(self): return -1
print(hash(Big()) == hash(2 ** 70), hash(Neg()), hash(-1), hash(2 ** 61 - 1), hash(float('inf')), hash(0.5), hash(None) == hash(None))
for f in (lambda: {[]: 1}, lambda: {[]}, lambda: {}[[]], lambda: [] in {}, lambda: {}.get([]), lambda: set().add({}), lambda: {G()}, lambda: dict([([], 1)]), lambda: frozenset([[]])):
    try: f()
    except TypeError as e: print(e)
class H:
    def __hash__(self): raise ValueError('hash failed')
try: {H(): 1}
except ValueError as e: print(e)
print(object.__hash__(1) is not None, (1).__hash__(), 'x'.__hash__() == hash('x'))
