class A:
    x = 1
    def m(self): pass
class B(A):
    y = 2
    def __init__(self): self.z = 3
b = B()
print([n for n in dir(b) if not n.startswith('__')], [n for n in dir(B) if not n.startswith('__')])
print(vars(b), b.__dict__, sorted(k for k in vars(B) if not k.startswith('__')))
print([n for n in dir(object())])
print([n for n in dir(A()) if n not in dir(object())])
class D:
    def __dir__(self): return ['b', 'a', 'c']
print(dir(D()), D().__dir__())
def f():
    q = 1; p = 2
    return dir(), sorted(locals()), vars() == locals()
print(f())
import math
print('pi' in dir(math), type(vars(math)).__name__, vars(math)['pi'] == math.pi)
try: vars(5)
except TypeError as e: print(e)
try: dir(1, 2)
except TypeError as e: print(e)
print('append' in dir(list), 'append' in dir([]), '__class__' in dir(5), dir(type)[:3])
b.__dict__.update(k=1); print(b.k)
del b.__dict__['k']; print(hasattr(b, 'k'))
class E:
    @property
    def __dict__(self): return {'fake': 1}
print(vars(E()))
class G:
    def __dir__(self): return [3, 'x']
try: print(dir(G()))
except TypeError as e: print(e)
