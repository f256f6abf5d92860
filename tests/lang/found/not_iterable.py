# What each taker of an iterable says of one whose __iter__ is wrong.
import math
def attempt(f, *args):
    try: print(repr(f(*args)))
    except Exception as e: print(type(e).__name__, e)
class Box: pass
class E1(Exception):
    def __iter__(self): return self
class L5(list):
    def __iter__(self): return 5
class I5:
    def __iter__(self): return 5
class IR:
    def __iter__(self): raise ValueError('no')
class IT:
    def __iter__(self): raise TypeError('tt')
for o in (E1(), L5(), I5(), IR(), IT(), 1.5, None, object(), int, Box(), [1, 'a'], (1, 300), [1.5], {5}, {5: 6}):
    for f in (bytes, bytearray):
        attempt(f, o)
    attempt(lambda: 1 in o)
    attempt(lambda: b''.join(o))
    attempt(lambda: ''.join(o))
    attempt(lambda: [*o])
    attempt(lambda: (*o,))
    attempt(lambda: len({*o}))
    attempt(lambda: print(*o))
    attempt(lambda: {**o})
    attempt(lambda: print(**o))
    attempt(list, o)
    attempt(dict, o)
    attempt(lambda: len(set(o)))
    attempt(tuple, o)
    attempt(sorted, o)
    attempt(sum, o)
    attempt(max, o)
    attempt(any, o)
    attempt(lambda: list(zip(o)))
    attempt(lambda: list(map(str, o)))
    attempt(lambda: list(filter(str, o)))
    attempt(lambda: list(enumerate(o)))
    attempt(lambda: [].extend(o))
    attempt(lambda: [].__iadd__(o))
    attempt(lambda: bytearray(b'').extend(o))
    attempt(lambda: set().update(o))
    attempt(lambda: {}.update(o))
    attempt(lambda: dict.fromkeys(o))
    attempt(lambda: len(frozenset(o)))
    attempt(lambda: int.from_bytes(o, 'big'))
    def un():
        a, b = o
    attempt(un)
    def st():
        a, *b = o
    attempt(st)
    def sl():
        l = [1, 2, 3]
        l[1:2] = o
        return l
    attempt(sl)
    def sl():
        l = [1, 2, 3]
        l[::2] = o
        return l
    attempt(sl)
    def sl():
        l = bytearray(b'abc')
        l[1:2] = o
        return l
    attempt(sl)
    attempt(math.fsum, o)
    attempt(math.prod, o)
