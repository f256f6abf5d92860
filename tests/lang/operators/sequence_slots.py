# + and * of sequences and of classes below them: which method is asked, and when.
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
class N:
    def __add__(self, o): return NotImplemented
for base in list, tuple, str, bytes, bytearray, int, set, dict, float:
    class C(base):
        def __add__(self, other): return NotImplemented
        def __mul__(self, other): return NotImplemented
    class R(base):
        def __radd__(self, other): return NotImplemented
        def __rmul__(self, other): return NotImplemented
    class P(base): pass
    class I(base):
        def __iadd__(self, other): return NotImplemented
        def __imul__(self, other): return NotImplemented
        def __iand__(self, other): return NotImplemented
        def __ior__(self, other): return NotImplemented
    for K in C, R, P, I:
        o = K()
        for other in (None, 1, 'a', [], (), b'', base(), K(), N(), 2.5):
            print(base.__name__, K.__name__, type(other).__name__)
            attempt(lambda: o + other)
            attempt(lambda: other + o)
            attempt(lambda: o * other)
            attempt(lambda: other * o)
            def aug():
                x = K(); x += other; return x
            attempt(aug)
            def aug():
                x = K(); x *= other; return x
            attempt(aug)
            def aug():
                x = K(); x |= other; return x
            attempt(aug)
            def aug():
                x = K(); x -= other; return x
            attempt(aug)

class Array:
    def __radd__(self, other): return ('radd', other)
    def __rmul__(self, other): return ('rmul', other)
    def __index__(self): return 2
for value in [1], (1,), 'a', b'a', bytearray(b'a'):
    print(value + Array(), value * Array(), Array() * value if 0 else '')
    x = value
    x += Array()
    print(x)
    x = value
    x *= Array()
    print(x)
for t in list, tuple, str, bytes, bytearray:
    print([n for n in ('__add__', '__radd__', '__iadd__', '__mul__', '__rmul__', '__imul__') if hasattr(t, n)])
    attempt(lambda: t().__add__(None))
    attempt(lambda: t().__mul__(None))
    attempt(lambda: t().__rmul__('a'))
    attempt(lambda: t().__mul__(10**30))
    attempt(lambda: t() * 10**30)
    attempt(lambda: t().__mul__(-1))
    attempt(lambda: t() * Array())
