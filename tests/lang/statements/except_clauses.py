def t(exc):
    try: raise exc
    except (KeyError, IndexError) as e: print('lookup', repr(e))
    except ValueError: print('value')
    except OSError as e: print('os', e)
    except: print('bare')
for e in KeyError(1), IndexError, ValueError(), OSError(2, 'nope'), SystemExit(1), BaseException(): t(e)
try: raise ValueError
except ValueError as v: pass
try: v
except NameError as e: print(e)
for bad in 5, 'x', None, (KeyError, 5), int:
    try:
        try: raise KeyError(1)
        except bad: print('no')
    except TypeError as e: print(e)
for bad in 5, int, None, 'x', object():
    try: raise bad
    except TypeError as e: print(e)
try: raise
except RuntimeError as e: print(e)
def classes(): return ZeroDivisionError, ArithmeticError
try: 1 / 0
except classes() as e: print(type(e).__name__)
try:
    try: 1 / 0
    except ZeroDivisionError as e:
        e.note = 'kept'
        raise
except ZeroDivisionError as e: print(e.note)
try:
    try: raise ValueError(1)
    except ValueError as e: raise KeyError(2) from e
except KeyError as e: print(repr(e.__cause__), e.__context__ is e.__cause__, e.__suppress_context__)
try:
    try: raise ValueError(1)
    except ValueError: raise KeyError(2) from None
except KeyError as e: print(e.__cause__, repr(e.__context__), e.__suppress_context__)
try: raise KeyError from 5
except TypeError as e: print(e)
try: raise KeyError from ValueError
except KeyError as e: print(repr(e.__cause__))
class NotExc:
    pass
class Weird(Exception):
    def __new__(cls, *a): return NotExc()
try: raise Weird
except TypeError as e: print(str(e).split(' object')[0].split(' at ')[0])
