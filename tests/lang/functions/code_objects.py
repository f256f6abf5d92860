# Code objects: attributes, replace(), equality, lines; exec with a closure.
import sys, types
def f(a, b=2, *args, c, **kw):
    "doc"
    x = a + b
    y = 'text' if x == 0.5 else (1, 'two')
    for i in range(3):
        x += i
    return x
co=f.__code__
for n in dir(co):
    if n.startswith('co_') and n not in ('co_code','co_linetable','co_lnotab','co_exceptiontable','_co_code_adaptive','co_names','co_consts','co_stacksize'):
        v=getattr(co,n); print(n, 'method' if callable(v) else v.rpartition('/')[2] if n == 'co_filename' else v)
print(list(co.co_lines())[:2])
print([l for l in sorted({l for _,_,l in co.co_lines() if l})])
print(next(co.co_positions()), len(list(co.co_positions())) > 9)
r=co.replace(co_name='g', co_firstlineno=50)
print(r.co_name, r.co_qualname, r.co_firstlineno, r==co, r is co, co.replace()==co, hash(co.replace())==hash(co))
f.__code__=r
print(f.__name__, f(1,c=3))
for kw in (dict(co_name=3),dict(co_argcount=-1),dict(bad=1),dict(co_varnames=('a',)),dict(co_consts=[1]),dict(co_filename=b'x'),dict(co_flags='x'),dict(co_firstlineno=None),dict(co_nlocals=1), dict(co_names=('q',1)), dict(co_code=3), dict(co_stacksize=-1)):
    try: print(co.replace(**kw))
    except Exception as e: print(kw, type(e).__name__, e)
try: co.replace(1)
except TypeError as e: print(e)
print(co.replace(co_filename='hello.py').co_filename, repr(co.replace(co_filename='hello.py'))[-27:])
v=co.replace(co_varnames=('aa','bb','c','args','kw','x','y','i'))
print(v.co_varnames)
ff=types.FunctionType(v,globals(),'n',(5,))
print(ff(aa=1,c=3))
def words(x): return 'one' if x < 2.5 else 'many'
k=words.__code__.replace(co_consts=tuple({'one':'ein','many':'viele',2.5:7.5}.get(c,c) for c in words.__code__.co_consts))
print(*map(types.FunctionType(k,globals()), (1,3,8)))
def uses(x): return len(x.name)
k=uses.__code__.replace(co_names=tuple({'len':'repr','name':'real'}.get(n,n) for n in uses.__code__.co_names))
print(types.FunctionType(k,globals())(5))
try:
    types.FunctionType(co.replace(co_filename='zz.py', co_name='other'),globals())('a',1,c=0)
except TypeError as e:
    fr=e.__traceback__.tb_next.tb_frame
    print(fr.f_code.co_filename, fr.f_code.co_name, fr.f_lineno)
try: co.co_name='x'
except AttributeError as e: print(e)
def g1(): yield
print(hex(g1.__code__.co_flags), hex(co.co_flags), hex((lambda:0).__code__.co_flags), hex(compile('1','f','eval').co_flags))
def outer():
    z=1
    def inner(): return z
    return inner
print(hex(outer().__code__.co_flags), outer().__code__.co_freevars, outer.__code__.co_cellvars, outer.__code__.co_nlocals, outer.__code__.co_varnames)
def same1(): return 1
def same2(): return 1
print(same1.__code__==same2.__code__, same1.__code__==same1.__code__.replace(co_name='same1'))
print(compile('x=1','f','exec')==compile('x=1','f','exec'), compile('x=1','f','exec')==compile('x=2','f','exec'), compile('x=1','f','exec')==compile('x=1','g','exec'), hash(compile('x=1','f','exec'))==hash(compile('x=1','f','exec')), {compile('x=1','f','exec'):1}[compile('x=1','f','exec')])
print(compile('x=1','f','exec')==compile('x=1.0','f','exec'),compile('x=0.0','f','exec')==compile('x=-0.0','f','exec'))
try: compile('x','f','eval')<compile('x','f','eval')
except TypeError as e: print(e)
print(co.co_consts[0] if co.co_consts else None)
print(compile('x=1','f','exec').co_name, compile('x=1','f','exec').co_qualname)
import weakref
print(weakref.ref(co)() is co)
print([n for n in ('co_code',) if isinstance(getattr(co,n),bytes)])
print(f.__builtins__ is vars(__builtins__))
# closure
def oo():
    a=1;b=2
    def ii():
        nonlocal a
        a+=b
        print(a,b)
    def get(): return a
    return ii, get
ii,get=oo()
exec(ii.__code__, closure=ii.__closure__); print(get())
for c in (None, (), ii.__closure__+(types.CellType(),), list(ii.__closure__), (1,2), [types.CellType(1),types.CellType(2)]):
    try: exec(ii.__code__, closure=c)
    except Exception as e: print(type(e).__name__, e)
exec(ii.__code__, closure=(types.CellType(10),types.CellType(20)))
try: exec('1', closure=ii.__closure__)
except TypeError as e: print(e)
try: exec(f.__code__, closure=ii.__closure__)
except TypeError as e: print(e)
try: exec(f.__code__)
except TypeError as e: print(e)
try: exec(same1.__code__, closure=())
except TypeError as e: print(e)
print(exec(same1.__code__, closure=None), eval(same1.__code__))
def glob(): return nm
print(eval(glob.__code__, {'nm':7}))
try: eval(glob.__code__, {'nm':7}, {'nm':8})
except NameError as e: print(e)
else: print(eval(glob.__code__, {'nm':7}, {'nm':8}))
def needs(q, w=3): return q
try: eval(needs.__code__)
except Exception as e: print(type(e), e)

# Parameters of another kind in the same slots.
def starred(a, b=2, *rest, c=3, **named): return a, b, rest, c, named
k = starred.__code__
plain = types.FunctionType(k.replace(co_argcount=5, co_kwonlyargcount=0, co_flags=k.co_flags & ~12), {}, 'plain')
print(plain(1, 2, 3, 4, 5), plain(1, 2, named=3, rest=4, c=5), plain.__code__.co_argcount, plain.__code__.co_flags & 12)
only = types.FunctionType(k.replace(co_argcount=1, co_kwonlyargcount=2), {}, 'only')
print(only(1, 7, 8, b=5, c=6, z=9), types.FunctionType(k.replace(co_posonlyargcount=1), {}, 'first')(1, 2, c=1, a=2))
for call in (lambda: plain(1), lambda: only(1), lambda: plain(1, 2, 3, 4, 5, 6)):
    try: call()
    except TypeError as e: print(e)
