def d(tag):
    print('make', tag)
    def deco(f):
        print('apply', tag, f.__name__ if hasattr(f, '__name__') else f)
        return f
    return deco
@d(1)
@d(2)
def f(a=print('default')): pass
@d('c')
class C(print('bases') or object):
    print('body')
@(lambda f: 42)
def answer(): pass
print(answer)
decos = [lambda f: f.__name__]
@decos[0]
def named(): pass
print(named)
@(x := lambda f: f)
def walrus(): return 1
print(walrus(), x is not None)
class Counter:
    def __init__(self, f): self.f, self.n = f, 0
    def __call__(self, *a):
        self.n += 1
        return self.f(*a)
@Counter
def add(a, b): return a + b
print(add(1, 2), add(3, 4), add.n)
