# Exceptions thrown into a generator that waits in `yield from` for something else.
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
import itertools
def rep():
    r = yield from itertools.repeat(None, 3)
    print('result', r)
def rng():
    try:
        yield from range(3)
    except StopIteration as e: print('caught', e)
class Thrower:
    def __iter__(self): return self
    def __next__(self): return 1
    def throw(self, *a): print('throw', len(a)); raise StopIteration('result')
class Closer:
    def __iter__(self): return self
    def __next__(self): return 1
    def close(self): print('closed')
class BadClose:
    def __iter__(self): return self
    def __next__(self): return 1
    def close(self): raise ValueError('in close')
class AttrErr:
    def __iter__(self): return self
    def __next__(self): return 1
    def __getattr__(self, n): print('asked', n); raise AttributeError(n)
class AttrErr2:
    def __iter__(self): return self
    def __next__(self): return 1
    def __getattr__(self, n): print('asked', n); raise ValueError(n)
def deleg(x):
    try:
        r = yield from x
        print('result', r)
    except BaseException as e:
        print('in', type(e).__name__, e)
        raise
    yield 'after'
for make in rep, rng, lambda: deleg(Thrower()), lambda: deleg(Closer()), lambda: deleg(BadClose()), lambda: deleg(AttrErr()), lambda: deleg(rep()), lambda: deleg([1, 2]):
    for exc in StopIteration('thrown'), ValueError('v'), GeneratorExit(), StopIteration, GeneratorExit:
        g = make()
        attempt(next, g)
        try: print(g.throw(exc))
        except BaseException as e: print(type(e).__name__, e, repr(e.__cause__), repr(e.__context__))
        try: print(g.close())
        except BaseException as e: print(type(e).__name__, e)
        attempt(next, g)
    g = make()
    attempt(next, g)
    attempt(g.send, 5)
    try: print(g.close())
    except BaseException as e: print(type(e).__name__, e)
