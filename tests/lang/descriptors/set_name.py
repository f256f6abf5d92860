class D:
    def __set_name__(self, owner, name): print('set_name', owner.__name__, name); self.name = name
    def __get__(self, o, t): return f'value of {self.name}'
class A:
    x = D()
    y = z = D()
print(A().x, A().y)
d = D()
A.late = d
try: A().late
except AttributeError as e: print(e)
class Bad:
    def __set_name__(self, owner, name): raise ValueError('oops')
try:
    class B: b = Bad()
except RuntimeError as e: print(e, repr(e.__cause__))
class Typed:
    def __init__(self, kind): self.kind = kind
    def __set_name__(self, o, n): self.n = '_' + n
    def __get__(self, o, t=None): return self if o is None else getattr(o, self.n)
    def __set__(self, o, v):
        if not isinstance(v, self.kind): raise TypeError(f'{self.n[1:]} must be {self.kind.__name__}')
        setattr(o, self.n, v)
class P:
    name = Typed(str); age = Typed(int)
    def __init__(self, n, a): self.name, self.age = n, a
p = P('x', 3); print(p.name, p.age, vars(p))
try: P('x', 'y')
except TypeError as e: print(e)
class Wrong:
    def __set_name__(self): pass
try:
    class C: w = Wrong()
except RuntimeError as e: print(e, '|', e.__cause__)
