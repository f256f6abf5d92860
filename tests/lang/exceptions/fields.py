# What exceptions know beside their arguments.
def t(label, f):
    try: print(label, 'ok', f())
    except BaseException as e: print(label, type(e).__name__, e)
import copy
def red(e):
    r=e.__reduce__()
    return r[:2]+tuple(x for x in r[2:] if x)
for e in (OSError(2,'x','f'), OSError(2,'x','f',None,'g'), OSError(2,'x'), OSError('only'), OSError(1,2,3,4,5,6), BlockingIOError(11,'m',5), SyntaxError('m',('f',1,2,'t')), SyntaxError('m',('f',1,2,'t',3,4)), SyntaxError('m'), SyntaxError(), ImportError('a',name='b',path='c'), ImportError('a','b'), ImportError(), ModuleNotFoundError('q',name='z'), AttributeError('x',name='n'), AttributeError('x'), AttributeError('x',name='n',obj=3), NameError('a'), NameError('a',name='b'), UnicodeDecodeError('utf8',b'a',0,1,'r'), UnicodeEncodeError('utf8','a',0,1,'r'), UnicodeTranslateError('a',0,1,'r'), StopIteration(3), StopIteration(), SystemExit(), SystemExit(1,2), SystemExit('a'), KeyError('a'), ValueError(1,2), Exception()):
    print(repr(e), '|', e, vars(e))
    t('red', lambda: red(e))
    for n in ('errno','strerror','filename','filename2','characters_written','msg','lineno','offset','text','end_lineno','end_offset','print_file_and_line','name','path','obj','value','code','encoding','object','start','end','reason'):
        if hasattr(e,n): print('   ', n, repr(getattr(e,n)))
    c=copy.copy(e); print(type(c) is type(e), repr(c), c.args==e.args, vars(c))
    for n in ('errno','filename','msg','name','value','code','start','characters_written'):
        if hasattr(type(e),n):
            def f():
                setattr(e,n,'new'); r=[getattr(e,n)]; 
                try: r.append(str(e))
                except BaseException as x: r.append(repr(x))
                delattr(e,n); r.append(getattr(e,n,'gone'))
                try: r.append(str(e))
                except BaseException as x: r.append(repr(x))
                return r
            t('set '+n, f)
e=ValueError(1); e.x=5; e.__notes__=['a']; t('r', lambda: red(e)); c=copy.copy(e); print(vars(c))
t('ss', lambda: e.__setstate__({'y':6})); print(vars(e)); t('ss2', lambda: e.__setstate__(3)); t('ss3', lambda: e.__setstate__(None)); t('ss4', lambda: e.__setstate__({1:2}))
t('k1', lambda: ImportError('a',foo=1)); t('k2', lambda: NameError('a',obj=1)); t('k3', lambda: AttributeError('a',path=1)); t('k4', lambda: ValueError(a=1)); t('k5', lambda: OSError(a=1)); t('k6', lambda: StopIteration(value=1)); t('k7', lambda: SyntaxError('a',('f',1))); t('k8', lambda: SyntaxError('a',3)); t('k9', lambda: SyntaxError('m',('f',1,2,'t',3))); t('k10', lambda: UnicodeDecodeError(1,b'',0,1,'a')); t('k11', lambda: UnicodeDecodeError('a','b',0,1,'a')); t('k12', lambda: UnicodeEncodeError('a',b'b',0,1,'a')); t('k13', lambda: UnicodeEncodeError('a','b','0',1,'a')); t('k14', lambda: UnicodeTranslateError('a',0,1,2)); t('k15', lambda: UnicodeDecodeError('a',bytearray(b'xyz'),0,1,'a').object)
class MyOS(OSError):
    def __init__(self, a, b): self.b=b
t('sub', lambda: (MyOS(2,'b').errno, MyOS(2,'b').b, MyOS(2,'b').args, str(MyOS(2,'b'))))
class MyOS2(OSError):
    def __new__(cls, a): return super().__new__(cls, 5, a)
t('sub2', lambda: (MyOS2('b').errno, MyOS2('b').args))
class MyOS3(OSError):
    def __init__(self, msg): super().__init__(13, msg)
t('sub3', lambda: (MyOS3('b').errno, MyOS3('b').args, str(MyOS3('b'))))
class MySy(SyntaxError):
    def __init__(self, m): super().__init__(m, ('f',1,2,'t')); self.extra=1
t('sub4', lambda: (vars(MySy('q')), MySy('q').lineno))
class MyStop(StopIteration):
    def __init__(self, *a): super().__init__(*a); self.z=1
t('sub5', lambda: (MyStop(4).value, vars(MyStop(4))))
class MyStop2(StopIteration):
    def __init__(self, a): pass
t('sub6', lambda: MyStop2(4).value)
def gen():
    return 5
    yield
g=gen()
try: next(g)
except StopIteration as e: print(e.value, e.args, vars(e))
try: {}.x
except AttributeError as e: print(e.name, e.obj, vars(e)); e.name='q'; print(e.name); del e.obj; print(e.obj)
try: undefined_x
except NameError as e: print(e.name, vars(e), red(e))
try: import nonexistent_mod
except ImportError as e: print(e.name, e.path, e.msg, vars(e), red(e))
try: open('/nonexistent')
except OSError as e: print(e.errno, e.filename, vars(e), red(e), copy.copy(e))
try: compile('a b','f','exec')
except SyntaxError as e: print(e.args, vars(e), e.print_file_and_line)
for n,T in (('StopIteration',StopIteration),('OSError',OSError),('SyntaxError',SyntaxError),('ImportError',ImportError),('NameError',NameError),('AttributeError',AttributeError),('SystemExit',SystemExit),('UnicodeDecodeError',UnicodeDecodeError)):
    print(n, sorted(k for k in vars(T) if k[0]!='_'), [T.__dict__[k].__doc__ for k in sorted(vars(T)) if k[0]!='_'])
