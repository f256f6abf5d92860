x = 1
def f(a, b=2):
    c = 3
    def g(): return a
    d = locals()
    return sorted(locals()), d['a']
print(f(1))
print(globals()['x'], 'f' in globals(), globals() is globals(), locals() is globals())
globals()['made'] = 7
print(made)
class C:
    y = 1
    print(sorted(k for k in locals() if k[:2] != '__'))
    locals()['z'] = 2
print(C.z)
def h():
    try: return x
    finally: pass
    x = 2
try: h()
except UnboundLocalError as e: print(e)
def i():
    global newglobal
    newglobal = 1
    del newglobal
    try: newglobal
    except NameError as e: return str(e)
print(i())
def j():
    for k in range(2): pass
    return k
print(j())
def shadow():
    len = lambda x: 'shadowed'
    return len([])
print(shadow(), len([1]))
def vl():
    q = 1
    return vars(), eval('q'), [eval('x') for _ in range(1)]
print(vl())
lam = lambda: locals(); print(lam())
try: undefined
except NameError as e: print(e, e.name)
print(__name__, __builtins__ is not None, '__doc__' in globals())
