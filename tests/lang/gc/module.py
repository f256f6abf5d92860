# The module gc: what collect() counts, thresholds, referrers and referents, freezing.
import gc
gc.collect()
class A: pass
def t(n,f):
    gc.collect(); f(); print(n, gc.collect())
def f1():
    a=A(); a.me=a
def f2():
    l=[]; l.append(l)
def f3():
    a=A(); b=A(); a.b=b; b.a=a
def f4():
    d={}; d['x']=d
def f5():
    l=[1]; l.append((l,2))
def f6():
    for i in range(10): l=[]; l.append(l)
def f9():
    a=A(); a.__dict__['q']=a
for n,f in list(globals().items()):
    if n[0]=='f' and len(n)==2: t(n,f)
print(gc.get_threshold()); gc.set_threshold(500); print(gc.get_threshold()); gc.set_threshold(100,5); print(gc.get_threshold()); gc.set_threshold(700,10,10)
x=[]; y=[x]; print(any(r is y for r in gc.get_referrers(x))); print(gc.get_referents(y)==[x], gc.is_tracked(y), gc.is_tracked(5), gc.is_tracked('a'))
print(gc.get_freeze_count()); gc.freeze(); print(gc.get_freeze_count()>100); gc.unfreeze(); print(gc.get_freeze_count())
print(any(o is y for o in gc.get_objects()), len(gc.get_count()), gc.garbage, gc.callbacks, gc.isenabled())
for bad in (lambda: gc.collect(5), lambda: gc.collect('a'), lambda: gc.set_threshold('a'), lambda: gc.get_objects(7), lambda: gc.get_objects(-1), lambda: gc.is_tracked()):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
for _ in range(300000):  # far more than the memory below allows if cycles stayed
    a = A(); a.me = a; b = [a]; a.b = b; c = {'a': a}; a.c = c
print('bounded')
