def g(a):
    b = a + 1
    yield b
    yield b + 1
it = g(1)
print(it.gi_running, it.gi_code.co_name, it.__name__, it.__qualname__, it.gi_yieldfrom)
next(it); list(it)
def d():
    yield from x
x = iter([1, 2]); y = d(); next(y); print(y.gi_yieldfrom is x)
it.__name__ = 'other'; it.__qualname__ = 'q'; print(it.__name__, repr(it).split(' at ')[0])
try: it.__name__ = 5
except TypeError as e: print(e)
import types
print(isinstance(it, types.GeneratorType), hasattr(it, '__next__'), hasattr(it, 'send'), hasattr(it, '__len__'))
def r():
    print(me.gi_running); yield
me = r(); next(me)
e = (i for i in range(3)); print(e.__name__, e.__qualname__, e.gi_code.co_name)
try: len(e)
except TypeError as ex: print(ex)
try: e[0]
except TypeError as ex: print(ex)
