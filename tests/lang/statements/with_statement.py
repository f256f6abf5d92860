class M:
    def __init__(self, n, swallow=False): self.n, self.swallow = n, swallow
    def __enter__(self): print('enter', self.n); return self.n
    def __exit__(self, t, v, tb):
        print('exit', self.n, t and t.__name__, v)
        return self.swallow
with M(1) as a, M(2) as b: print(a, b)
with (M(3) as a, M(4)): print(a)
with (M(5) as a, M(6) as b,): print(a, b)
with (M(7), M(8)): pass
with M(9, True): raise ValueError('gone')
try:
    with M(10), M(11) as c: raise KeyError('k')
except KeyError as e: print('caught', e)
with M(12, True) as x, M(13): 1 / 0
def f():
    with M(14): return 'ret'
print(f())
for i in range(3):
    with M(i):
        if i == 0: continue
        if i == 1: break
l = [0]
with M('t') as l[0]: pass
print(l)
with M((1, 2)) as (p, q): print(p, q)
class NoEnter:
    def __exit__(self, *a): pass
class NoExit:
    def __enter__(self): pass
for v in NoEnter(), NoExit(), 5:
    try:
        with v: pass
    except TypeError as e: print(e)
class BadExit(M):
    def __exit__(self, *a): raise RuntimeError('from exit')
try:
    with BadExit(1): raise ValueError('inner')
except RuntimeError as e: print(e, repr(e.__context__))
class Inst: pass
i = Inst(); i.__enter__ = lambda: 1; i.__exit__ = lambda *a: None
try:
    with i: pass
except TypeError as e: print(e)
