# What frames that have ended say, and how long they keep their variables alive.
import sys
def gen():
    try:
        yield
    finally:
        raise ValueError
k=gen(); next(k); f=k.gi_frame
try: k.close()
except ValueError as e: print(f.f_back, e.__traceback__.tb_next.tb_frame is f)
def fn():
    f=sys._getframe()
    return f
f=fn(); print(f.f_back.f_code.co_name, list(f.f_locals))
def r():
    x=3
    global F
    F=sys._getframe()
    return x
r(); print(F.f_locals)
def st(o,n,v):
    try: setattr(o,n,v); print('ok')
    except Exception as e: print(type(e).__name__,e)
def q():
    f=sys._getframe()
    st(f,'f_lineno',3)
    st(f,'f_lineno','3')
    try: del f.f_lineno
    except AttributeError as e: print(e)
    try: del f.f_trace
    except Exception as e: print(e)
    try: del f.f_trace_lines
    except Exception as e: print(repr(e))
q()
st(F,'f_trace_opcodes',True)
st(F,'f_trace_opcodes',2)
print(F.f_trace_lines, F.f_trace_opcodes)
import gc
class D:
    def __del__(s): print('del')
def z():
    d=D()
    raise KeyError
try: z()
except KeyError: print('caught')
print('after')
def z2():
    d=D()
    try: 1/0
    except ZeroDivisionError as e: print('in')
    print('end')
z2()
print('x')
def z3():
    d=D()
    try: 1/0
    except ZeroDivisionError as e: return e
e=z3()
print('got', sorted(e.__traceback__.tb_frame.f_locals))
del e
gc.collect()
print('---')
def gen(x):
    y = x
    yield 1
    d=D()
    raise KeyError(1)
g=gen(2)
try:
    for i in g: pass
except KeyError as e: 
    print(sorted(e.__traceback__.tb_next.tb_frame.f_locals), e.__traceback__.tb_next.tb_frame.f_back)
print('bye')
def outer():
    o=1
    def inner():
        i=o
        return sys._getframe().f_back
    return inner()
print(sorted(outer().f_locals))
def cls():
    class K:
        a=1
        fr=sys._getframe()
        a=2
    return K.fr
print(sorted(cls().f_locals), cls().f_back.f_code.co_name)
