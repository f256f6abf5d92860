# Which bases a class may be given: those that leave its instances as they are.
def attempt(f, *args):
    try: print(f(*args))
    except Exception as e: print(type(e).__name__, e)
def rebase(c, b): c.__bases__ = b; return c.__mro__
class A: pass
class A2: pass
class S: __slots__ = 'x',
class S0: __slots__ = ()
class L(list): pass
class I(int): pass
class X(Exception): pass
for base in A, S, S0, L, I, X, object, int, list:
    for new in A, A2, S, S0, L, I, X, object, int, list, set, str, dict, tuple, Exception, ValueError, float, bytes, type, range, bool, property:
        try: C = type('C', (base,), {})
        except TypeError: continue
        print(base.__name__, new.__name__, end=' ')
        attempt(rebase, C, (new,))
