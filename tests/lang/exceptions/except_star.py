# except*: what each clause sees, what goes on.
import sys
def show(e, d=0):
    p='  '*d
    if isinstance(e, BaseExceptionGroup):
        print(p, type(e).__name__, repr(e.message), 'tb' if e.__traceback__ else 'no-tb', 'ctx', repr(e.__context__), 'cause', repr(e.__cause__))
        for x in e.exceptions: show(x, d+1)
    else: print(p, repr(e), 'tb' if e.__traceback__ else 'no-tb', 'ctx', repr(e.__context__))
def run(make, *clauses):
    pass
G=ExceptionGroup
def case(n, exc):
    log=[]
    try:
        try:
            raise exc
        except* ValueError as e:
            log.append(('V', repr(e), repr(sys.exc_info()[1]), repr(e.__traceback__ is not None)))
            if n & 1: raise
            if n & 2: raise KeyError('new')
        except* (TypeError, OSError) as e:
            log.append(('T', repr(e), repr(sys.exc_info()[1])))
            if n & 4: raise e
            if n & 8: raise OSError('other') from None
        else:
            log.append('else')
        finally:
            log.append('finally')
    except BaseException as x:
        show(x)
    print(n, log, sys.exc_info())
    try: e
    except NameError as q: print(q)
for n in range(16):
    case(n, ValueError(1)); case(n, TypeError(2)); case(n, KeyError(3))
    case(n, G('g',[ValueError(1),TypeError(2),KeyError(3)]))
    case(n, G('g',[ValueError(1),G('h',[ValueError(4),OSError(5)])]))
    case(n, BaseExceptionGroup('g',[ValueError(1),KeyboardInterrupt()]))
def none():
    try: pass
    except* ValueError: pass
    else: return 5
    finally: print('f')
print(none())
def t(f):
    try: print('ok', f())
    except BaseException as e: print(type(e).__name__, e, repr(e.__context__))
def a():
    try: raise ValueError
    except* 3: pass
def b():
    try: raise ValueError
    except* ExceptionGroup: pass
def c():
    try: raise ValueError
    except* (TypeError, BaseExceptionGroup): pass
def d():
    try: raise G('x',[ValueError(1)])
    except* undefined: pass
def e():
    try: raise G('x',[ValueError(1),TypeError(2)])
    except* ValueError: 1/0
    except* undefined: pass
def f():
    try: raise G('x',[ValueError(1),TypeError(2)])
    except* ValueError: pass
    except* TypeError: pass
    except* 3: pass
def g():
    res=[]
    try: raise G('x',[ValueError(1),TypeError(2)])
    except* ValueError:
        for i in range(3):
            if i: break
        def h(): return i
        yield h()
        yield 7
    except* TypeError as q:
        r = yield repr(q)
        print('sent', r)
for f_ in (a,b,c,d,e,f): t(f_)
it=g(); print(next(it), next(it), next(it)); 
try: it.send(4)
except StopIteration: print('stop')
it=g(); next(it); next(it)
try: it.throw(KeyError('thrown'))
except BaseException as x: show(x)
class Sub4(G):
    def split(self, c): return (G('a',[KeyError(1)]),None,3)
class Sub5(G):
    def split(self, c): return (None,ValueError(5),3)
for s in (Sub4,Sub5):
    def k():
        try: raise s('m',[TypeError(1),ValueError(2)])
        except* ValueError as e: print('caught',repr(e))
    t(k)
def nested():
    try:
        try: raise G('o',[ValueError(1),TypeError(2),KeyError(3)])
        except* ValueError as e:
            try: raise TypeError('in')
            except* TypeError as e2: print(repr(e2), repr(e2.__context__), repr(e2.exceptions[0].__context__))
            print(repr(sys.exc_info()[1]))
            raise OSError('x')
    except* OSError as e: show(e)
    except* KeyError as e: show(e)
try: nested()
except BaseException as x: show(x)
def loop():
    for i in range(3):
        try:
            if i==1: raise G('l',[ValueError(i)])
        except* ValueError: print('v',i)
        else: continue
        print('after',i)
loop()
x=G('n',[ValueError(1),TypeError(2)]); x.add_note('a'); x.__cause__=KeyError(1)
try: raise x
except* ValueError as e: print(e.__notes__, repr(e.__cause__), e.__notes__ is x.__notes__, e.__suppress_context__)
except* TypeError as e: print(e.__notes__, e.__traceback__ is x.__traceback__)
