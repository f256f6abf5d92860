class A:
    def __getattr__(self, n):
        print('getattr', n)
        if n == 'dyn': return 42
        raise AttributeError(f'no {n}')
    real = 1
a = A()
print(a.real, a.dyn, hasattr(a, 'zip'), getattr(a, 'zap', 'default'))
try: a.none
except AttributeError as e: print(e, e.args)
class B:
    def __init__(self): self.x = 1
    def __getattribute__(self, n):
        print('attribute', n)
        return object.__getattribute__(self, n)
    def __getattr__(self, n): return 'fallback ' + n
b = B()
print(b.x, b.missing)
class C:
    def __setattr__(self, n, v): print('set', n, v); object.__setattr__(self, n, v)
    def __delattr__(self, n): print('del', n); object.__delattr__(self, n)
c = C(); c.a = 1; del c.a
try: del c.a
except AttributeError as e: print(e)
setattr(c, 'b', 2); delattr(c, 'b')
class D:
    @property
    def p(self): raise AttributeError('inner')
    def __getattr__(self, n): return 'caught ' + n
print(D().p)
class E:
    def __getattribute__(self, n): raise AttributeError('always')
print(hasattr(E(), 'x'), getattr(E(), 'y', 3), type(E()).__name__)
class F:
    def __getattr__(self, n): return lambda *a: (n, a)
print(F().any_method(1, 2), F().__len__())
try: len(F())
except TypeError as e: print(e)
for call in (lambda: getattr(1, 5), lambda: setattr(a, 5, 1), lambda: getattr(1, 'zz'), lambda: (1).x, lambda: None.x, lambda: setattr(1, 'x', 2), lambda: setattr(None, 'x', 1), lambda: delattr(object(), 'x'), lambda: setattr(object(), 'x', 1), lambda: setattr([], 'append', 1), lambda: delattr(1, 'real'), lambda: setattr(int, 'x', 1), lambda: delattr(A, 'zz'), lambda: A.zz, lambda: setattr(A(), '__class__', 5), lambda: [].foo, lambda: len.foo, lambda: hasattr(1, 2)):
    try: print(call())
    except Exception as e: print(type(e).__name__, e)
