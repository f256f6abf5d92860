# locals() of a function is one dict, made new at each call.
def first():
    a = 1; l = locals(); b = 2; l2 = locals(); return l is l2, sorted(l), 'b' in l
print(first())
def second():
    l = locals(); l['zz'] = 5; a = 3; locals(); return sorted(l), 'zz' in locals(), locals()['zz']
print(second())
def third(x):
    def g(): return x
    l = locals(); before = dict(l); x = 9; locals(); during = dict(l); del x; locals()
    return sorted(before), before['x'], during['x'], sorted(l)
print(third(1))
def fourth():
    exec('made = 7')
    return locals()['made'], 'made' in vars(), eval('made')
print(fourth())
def fifth(a, *b, c=1, **d):
    return list(locals().items())
print(fifth(1, 2, 3, c=4, e=5))
def sixth():
    yield sorted(locals())
    x = 1
    yield sorted(locals())
print(list(sixth()))
class Noisy:
    def __del__(self): print('gone')
def seventh():
    n = Noisy(); l = locals(); del n; print('deleted'); locals(); print('asked again')
seventh()
def eighth():
    n = Noisy(); locals()
    return 'left'
print(eighth())
def ninth(depth):
    l = locals()
    if depth: ninth(depth - 1)
    return l['depth'] == depth
print(ninth(3))
import sys
def tenth():
    f = sys._getframe(); x = 1
    return f.f_locals is f.f_locals, f.f_locals is locals(), sorted(f.f_locals)
print(tenth())
def g():
    try: yield 1
    finally: pass
x = g(); print(x.gi_suspended, x.gi_running); next(x); print(x.gi_suspended); x.close(); print(x.gi_suspended)
for f, args in ((aiter, ()), (aiter, (3,)), (aiter, ([],)), (anext, ()), (anext, (3,)), (anext, (1, 2, 3))):
    try: print(f(*args))
    except TypeError as e: print(e)
class A:
    def __aiter__(self): return B()
class B:
    def __anext__(self): return 'next'
print(type(aiter(A())).__name__, anext(aiter(A())))
class C:
    def __aiter__(self): return 3
try: aiter(C())
except TypeError as e: print(e)
sys.breakpointhook = lambda *a, **k: (a, k)
print(breakpoint(1, b=2))
print(sys.flags.optimize, sys.flags.debug, sys.gettrace(), sys.getprofile(), sys.settrace(None), sys.getswitchinterval(), sys.is_finalizing(), sys.api_version)
