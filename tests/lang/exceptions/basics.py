# Raising, catching, chaining, finally, else, assertions.
def attempt(f):
    try:
        return f()
    except ZeroDivisionError as e:
        return 'zero', str(e), type(e).__name__
    except (KeyError, IndexError) as e:
        return 'lookup', e.args, repr(e), isinstance(e, LookupError)
    except Exception as e:
        return 'other', type(e).__name__, e.args
    else:
        return 'else'
    finally:
        print('finally', end=' ')
print(attempt(lambda: 1 / 0)); print(attempt(lambda: {}['k'])); print(attempt(lambda: [][1])); print(attempt(lambda: 5)); print(attempt(lambda: int('x')))
def order():
    log = []
    try:
        log.append('try')
    except Exception:
        log.append('except')
    else:
        log.append('else')
    finally:
        log.append('finally')
    return log
print(order())
def override():
    try: return 'try'
    finally: return 'finally'
def loop():
    out = []
    for i in range(5):
        try:
            if i == 1: continue
            if i == 3: break
            out.append(i)
        finally: out.append(-i)
    return out
print(override(), loop())
try:
    try: 1 / 0
    except ZeroDivisionError as e: raise ValueError('second') from e
except ValueError as e: print(e, repr(e.__cause__), e.__suppress_context__, repr(e.__context__))
try:
    try: 1 / 0
    except ZeroDivisionError: {}['k']
except KeyError as e: print(repr(e), repr(e.__context__), e.__cause__)
try:
    try: raise KeyError('a')
    except KeyError: raise
except KeyError as e: print('again', e)
try: raise ValueError
except ValueError as e: print(repr(e), e.args, str(e) == '')
try: raise ValueError('a', 2)
except ValueError as e: print(e, repr(e), e.args)
try: raise RuntimeError('x') from None
except RuntimeError as e: print(e.__cause__, e.__suppress_context__)
try: assert 1 == 2, 'message'
except AssertionError as e: print(repr(e))
try: assert []
except AssertionError as e: print(repr(e))
class Mine(ValueError): pass
class Deep(Mine):
    def __str__(self): return 'deep ' + super().__str__()
for e in (Mine('m'), Deep('d'), KeyError('k'), StopIteration(3), OSError(2, 'No such file'), SystemExit(2), AttributeError('x'), FileNotFoundError('f'), UnicodeError('u'), KeyboardInterrupt(), NotImplementedError(), RecursionError('r')):
    print(repr(e), '|', str(e), '|', isinstance(e, Exception), type(e).__mro__[1].__name__)
def nested(n):
    if n == 0: raise Mine('bottom')
    try: nested(n - 1)
    finally: print('unwind', n, end=' ')
try: nested(3)
except Mine as e: print(e)
def deep(n): return deep(n + 1)
try: deep(0)
except RecursionError as e: print(type(e).__name__, e)
def gen():
    try: yield 1; yield 2
    finally: print('closed')
for v in gen(): break
g = gen(); next(g)
try: g.throw(ValueError('in'))
except ValueError as e: print('thrown', e)
e = 'kept'
try: raise TypeError
except TypeError as e: pass
try: print(e)
except NameError as n: print(n)
try: open('/nonexistent/file')
except OSError as e: print(type(e).__name__, e, e.errno, e.filename)
try: import nothing_of_this_name
except ImportError as e: print(type(e).__name__, e, e.name)
try: from math import nothing
except ImportError as e: print(str(e).split('(')[0])
try: [].append(1, 2)
except TypeError as e: print(e)
try: raise 5
except TypeError as e: print(e)
try: raise ValueError() from 5
except TypeError as e: print(e)
try:
    try: 1 / 0
    except 5: pass
except TypeError as e: print(e)
with_note = ValueError('noted'); with_note.add_note('a note'); print(with_note.__notes__)
try: exec('x = = 1')
except SyntaxError as e: print(e.msg, e.lineno, e.offset)
try: eval('1 +')
except SyntaxError as e: print(e.msg)
print(issubclass(KeyError, LookupError), issubclass(ModuleNotFoundError, ImportError), Exception('a') == Exception('a'), BaseException.__name__)
while True:
    try: break
    finally: print('last')
