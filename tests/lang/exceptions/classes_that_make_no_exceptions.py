def t(f,*a):
    try: print('ok', f(*a))
    except BaseException as e: print(type(e).__name__, e, '|', repr(e.__context__), '|', repr(e.__cause__))
class E(Exception):
    def __new__(cls,*a,**k): return cls
class F(Exception):
    def __new__(cls,*a,**k): return 5
def g():
    yield 1
def thrown(*a):
    it=g(); next(it); it.throw(*a)
for X in (E,F):
    t(thrown,X); t(thrown,X,'v'); t(thrown,X,None)
    def r(): raise X
    t(r)
    def r(): raise X from None
    t(r)
def f(x): return lambda: x+1
t(eval,f(3).__code__); 
def cycle():
    try: raise ValueError(1)
    except ValueError as ex:
        ex.__context__=ex
        raise TypeError(2)
try: cycle()
except Exception as e: print(repr(e), repr(e.__context__), e.__context__.__context__ is e.__context__)
def cycle3():
    A,B,C=ValueError('a'),ValueError('b'),ValueError('c')
    try: raise A
    except ValueError:
        try: raise B
        except ValueError:
            A.__context__=C; C.__context__=B
            raise KeyError('d')
try: cycle3()
except KeyError as e: print(repr(e), repr(e.__context__), repr(e.__context__.__context__), repr(e.__context__.__context__.__context__))
