def chain(e):
    out = []
    while e:
        out.append(repr(e)); e = e.__cause__ or (None if e.__suppress_context__ else e.__context__)
    return ' <- '.join(out)
try:
    try: 1 / 0
    except ZeroDivisionError: raise KeyError('k')
except KeyError as e: print(chain(e))
try:
    try: raise ValueError('a')
    finally: raise TypeError('b')
except TypeError as e: print(chain(e))
try:
    try: raise ValueError('a')
    except ValueError as v:
        try: raise KeyError('inner')
        except KeyError: pass
        raise IndexError('c')
except IndexError as e: print(chain(e))
def f():
    try: raise ValueError('f')
    except ValueError: g()
def g(): raise KeyError('g')
try: f()
except KeyError as e: print(chain(e))
try:
    try: raise ValueError(1)
    except ValueError as e: raise e
except ValueError as e: print(chain(e), e.__context__)
e1 = ValueError('self')
try:
    try: raise e1
    except ValueError: raise e1
except ValueError as e: print(e.__context__)
class C:
    def __enter__(self): return self
    def __exit__(self, *a): raise RuntimeError('exit')
try:
    with C(): raise KeyError('body')
except RuntimeError as e: print(chain(e))
def gen():
    try: yield
    except ValueError: raise TypeError('from gen')
it = gen(); next(it)
try: it.throw(ValueError('thrown'))
except TypeError as e: print(chain(e))
import sys
print(sys.exc_info())
try: raise KeyError(1)
except KeyError: print(sys.exc_info()[0].__name__, sys.exc_info()[1].args, sys.exception().args)
print(sys.exc_info()[0])
