# needs: joblib cloudpickle numpy
"""Classes with protocols of their own, generators, closures and errors, sent by value to processes."""
import concurrent.futures, multiprocessing, os, pickle, cloudpickle, sys
from joblib import Parallel, delayed
def f(x): return x*x
class Meta(type):
    def __new__(m, name, bases, ns, **k):
        ns['tag']=name.lower(); return super().__new__(m,name,bases,ns)
    def __call__(cls, *a):
        o=super().__call__(*a); o.made=1; return o
class WithMeta(metaclass=Meta):
    def __init__(s, v=0): s.v=v
class Own:
    def __new__(cls, v): 
        o=super().__new__(cls); o.v=v*2; return o
    def __getnewargs__(self): return (self.v//2,)
class Red:
    def __init__(self, a): self.a=a
    def __reduce__(self): return Red, (self.a+1,)
class St:
    def __init__(s): s.x=1; s.h=open(os.devnull)
    def __getstate__(s): return {'x':s.x}
    def __setstate__(s,d): s.x=d['x']+10; s.h=None
class D(dict):
    def __getattr__(self,k): return self[k]
class F(float): pass
import typing
T=typing.TypeVar('T')
class G(typing.Generic[T]):
    def __init__(s, v:T): s.v=v
class CM:
    def __enter__(s): return 5
    def __exit__(s,*a): return False
class It:
    def __init__(s,n): s.n=n
    def __iter__(s): return iter(range(s.n))
    def __len__(s): return s.n
    def __getitem__(s,i): return i*10
    def __call__(s,x): return x+s.n
class Prop:
    import functools
    @functools.cached_property
    def big(self): return 17
class Desc:
    def __set_name__(s,o,n): s.n=n
    def __get__(s,i,o): return (s.n, i is None)
class UD:
    d=Desc()
class Plugin:
    names = []

    def __init_subclass__(cls, key='none', **kwargs):
        super().__init_subclass__(**kwargs)
        Plugin.names.append(cls.__name__)
        cls.key = key
class First(Plugin, key='one'): pass
class Second(First, key='two'):
    def __init__(s): s.names = list(Plugin.names)
if __name__ == '__main__':
    par=Parallel(n_jobs=2)
    run=lambda fn,*a: par([delayed(fn)(*a)])[0]
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context('fork')) as ex:
        print(list(ex.map(f, range(4))))
    w=run(Second); print(type(w) is Second, w.key, First.key)
    w=run(WithMeta,3); print(w.v, w.tag, w.made, type(w) is WithMeta, type(type(w)) is Meta)
    o=run(Own, 4); print(o.v, type(o) is Own, run(lambda o:o.v, o))
    r=run(lambda r: r.a, Red(1)); print(r); r=run(lambda r: r, Red(1)); print(r.a, type(r) is Red)
    s=run(lambda s: s, St()); print(s.x, s.h, type(s) is St)
    d=run(lambda d: D(d, z=3), D(a=1)); print(d, d.a, type(d) is D)
    fl=run(lambda x: F(x+1), F(2)); print(fl, type(fl) is F)
    g=run(lambda: G(3)); print(g.v, type(g) is G, G[int])
    print(run(lambda: CM().__enter__()), run(lambda i: (list(i), len(i), i[3], i(5)), It(3)))
    print(run(lambda: (UD().d, UD.d)))
    def gen():
        with CM() as c: yield c
    print(run(lambda: list(gen())))
    async def co(): return 5
    import asyncio
    print(run(lambda: asyncio.run(co())))
    import numpy as np
    a=np.arange(200000.); print(run(lambda a: a.sum(), a), run(lambda: a[:3]*2))
    from joblib import Memory, wrap_non_picklable_objects
    print(Parallel(n_jobs=2, backend='threading')(delayed(f)(i) for i in range(3)), Parallel(n_jobs=2, backend='multiprocessing')(delayed(f)(i) for i in range(3)))
    gg=Parallel(n_jobs=2, return_as='generator')(delayed(lambda x: (x,f(x)))(i) for i in range(4)); print(list(gg))
    def outer(n):
        if n==0: return []
        return [n]+outer(n-1)
    print(run(outer,3))
    x=[1,2]; x.append(x)
    def mutate(): 
        global counter; counter=5; return counter
    print(run(mutate))
    try: run(lambda: undefined_name)
    except NameError as e: print(e)
    def boom():
        try: 1/0
        except ZeroDivisionError as e: raise LookupError('x') from e
    try: run(boom)
    except LookupError as e:
        print(repr(e), type(e.__cause__).__name__); print([l for l in str(e.__cause__).split('\n') if 'Error' in l])
    import threading
    try: run(lambda l: 1, threading.Lock())
    except Exception as e: print(type(e).__name__, e)
    try: cloudpickle.dumps((i for i in range(3)))
    except TypeError as e: print(e)
    print(cloudpickle.loads(cloudpickle.dumps(lambda x: x+1))(2), pickle.loads(cloudpickle.dumps(lambda x: x+1))(2), type(pickle.loads(cloudpickle.dumps(Own(2)))) is Own)
