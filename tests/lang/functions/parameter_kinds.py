def f(a, b=2, /, c=3, *args, d, e=5, **kw):
    return a, b, c, args, d, e, kw
print(f(1, d=4))
print(f(1, 2, 3, 4, 5, d=6, e=7, z=8))
print(f(1, d=4, a=10, b=20))
print(f(*[1, 2], *[3, 4], d=0, **{'x': 1}, **{'y': 2}))
def g(*, a=1): return a
print(g(), g(a=2))
def h(*args): return args
print(h(), h(1), h(*[], *(), *{1: 2}), h(*'ab', 3, *range(2)))
def k(**kw): return kw
print(k(), k(a=1, **{'b': 2}), k(**k(z=1)))
def only(a, b, /): return a + b
print(only(1, 2))
def dk(a, *, b=a_default if (a_default := 3) else 0): return a, b
print(dk(1), a_default)
print((lambda a, /, b, *c, d=1, **e: (a, b, c, d, e))(1, 2, 3, d=4, f=5))
def order(x, *, y): return x, y
print(order(y=1, x=2))
