# How the items of generic aliases are written.
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
class S(set): pass
class O:
    def __repr__(self): return 'O!'
class M(type):
    def __repr__(cls): return 'M!' + cls.__name__
class MM(metaclass=M): pass
class Q:
    __qualname__ = 'here.Q'
qq = Q(); qq.__qualname__ = 'inst'; qq.__module__ = 'mod'
import functools, math, typing
for x in (sorted, print, len, int, S, O(), None, ..., 'text', 5, [], [int, str], (), (int,), O.__repr__, 'a'.upper, str.upper, math.sin, math, functools.partial, MM, Q, qq, list[int], list[sorted], lambda: 0, attempt, int | None, typing.Any, typing.List[int], type(None), NotImplemented, {}, 1.5, ''.__iter__, int.__add__, int.__dict__['__add__'], object(), typing.TypeVar('T')):
    for t in S, list, dict, type, tuple:
                try: print(repr(t[x]).partition(" at 0x")[0], repr(t[x, int]).partition(" at 0x")[0])
        except Exception as e: print(type(e).__name__, e)
