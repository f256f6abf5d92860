# Modules that a program makes.
def t(label, f):
    try: print(label, 'ok', f())
    except BaseException as e: print(label, type(e).__name__, e)
import sys
import types
M=types.ModuleType
t('mo', lambda: M()); t('mo1', lambda: M('a','b').__dict__); t('mo2', lambda: M('a')); t('mo3', lambda: M('a',doc=3).__doc__); t('mo4', lambda: M(3))
mm=M('zz'); 
def mo5():
    mm.__file__='f.py'; r=[repr(mm)]; mm.__name__='other'; r.append(repr(mm)); del mm.__name__; r.append(repr(mm)); mm.__loader__=5; r.append(repr(mm)); return r
t('mo5',mo5); t('mo6', lambda: M.__new__(M).__dict__); t('mo7', lambda: repr(M.__new__(M))); t('mo8',lambda: M('q').x); t('mo9', lambda: M.__new__(M).x)
class MS(M): pass
t('mo10', lambda: (MS('u'), MS('u').__dict__)); 
def mo11():
    m=M('dd'); m.__getattr__=lambda n: n*2; return m.foo, m.__dict__['__name__']
t('mo11',mo11); t('mo12', lambda: repr(sys)); 
def mo13():
    m=M('p'); m.x=1; del m.x; m.x
t('mo13',mo13)
def mo14():
    m=M('p'); m.__dict__=3
t('mo14',mo14); t('mo15', lambda: M('a').__annotations__); t('mo16', lambda: sorted(dir(M('a'))))
def mo17():
    m=M('a'); m.__dir__=lambda: ['z','y']; return dir(m)
t('mo17',mo17)
