# Frames as values: running, of generators that wait, and ended ones, which keep their variables.
import sys
def g(x):
    y=1
    z = yield sys._getframe()
    w = yield locals()
    yield 3
a=g(5)
f=a.gi_frame
print(f.f_lineno, f.f_locals, f.f_back, f.f_lasti)
print(next(a) is f)
print(f.f_lineno, f.f_locals, f.f_back)
print(a.send(7), f.f_locals, f.f_lineno, a.gi_frame is f)
print(repr(f)[:8])
try: a.gi_frame = 3
except AttributeError as e: print(e)
f.clear()
print(f.f_locals, a.gi_frame, list(a))
print(f.f_lineno)
def h():
    q=[1]
    def inner(): return q
    raise ValueError
try: h()
except ValueError as e:
    tb=e.__traceback__.tb_next
    print(sorted(tb.tb_frame.f_locals), tb.tb_frame.f_back is sys._getframe(), tb.tb_lasti>0, tb.tb_frame.f_lineno)
    fr=tb.tb_frame
print(fr.f_back.f_code.co_name, fr.f_locals['q'])
fr.clear(); print(fr.f_locals)
try: sys._getframe().clear()
except RuntimeError as e: print(e)
def run():
    f=sys._getframe()
    yield f
    try: f.clear()
    except RuntimeError as e: print(e)
list(run())
for n in dir(fr):
    if n in ('_source_line', '_is_library'): continue
    if not n.startswith('__'): 
        v=getattr(fr,n)
        print(n, type(v).__name__, type(getattr(type(fr),n)))
for n in dir(tb):
    if not n.startswith('__'): print(n,type(getattr(type(tb),n)))
import types
T=types.TracebackType
t2=T(None,fr,3,7)
print(t2.tb_lineno,t2.tb_lasti,t2.tb_next)
for c in (lambda: T(1,fr,1,1), lambda: T(None,1,1,1), lambda: T(None,fr,'',1), lambda: T(), lambda: T(tb_next=None,tb_frame=fr,tb_lasti=1,tb_lineno=2)):
    try: print(c().tb_lineno)
    except TypeError as e: print(e)
def st(o,n,v):
    try: setattr(o,n,v); print('ok')
    except Exception as e: print(type(e).__name__,e)
st(tb,'tb_next',t2); print(tb.tb_next is t2)
st(t2,'tb_next',tb)
st(tb,'tb_next',tb)
st(tb,'tb_next',3)
try: del tb.tb_next
except TypeError as e: print(e)
st(tb,'tb_next',None)
st(tb,'tb_lineno',1)
st(fr,'f_lineno',1); st(fr,'f_locals',1); st(fr,'f_trace',1); print(fr.f_trace); st(fr,'f_trace_lines',1);st(fr,'f_trace_lines',False);st(fr,'f_code',1)
def f2():
    fr=sys._getframe(); x=1
    d=fr.f_locals
    y=2
    return d, fr
d,fr2=f2(); print(d.keys(), fr2.f_locals is d, fr2.f_locals.keys())
class C:
    fr3=sys._getframe(); a=1
print(sorted(C.fr3.f_locals))
try: T.__new__(3)
except TypeError as e: print(e)
try: type(fr)()
except TypeError as e: print(e)
def gg():
    try:
        yield 1
    finally: print('fin')
k=gg(); next(k); kf=k.gi_frame
try: kf.clear()
except Exception as e: print(repr(e))
print(k.gi_frame, kf.f_lineno)
k=gg(); kf=k.gi_frame; del k; 
print(kf.f_lineno, kf.f_locals)
def gen2(a):
    b=1; yield; 
k=gen2(3); next(k); kf=k.gi_frame; del k
print(kf.f_locals,kf.f_lineno)
k=gen2(4); kf=k.gi_frame; list(k); print(kf.f_locals, k.gi_frame)
def gen3(a):
    b=1; yield; raise ValueError
k=gen3(4); kf=k.gi_frame
try: list(k)
except ValueError as e: print(kf.f_locals,kf.f_lineno, k.gi_frame, e.__traceback__.tb_next.tb_frame is kf)
