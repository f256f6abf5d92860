def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except TypeError as e:
        print(e)
def f(a): pass
def g(a, /): pass
def g2(a, b, /, c): pass
def h(a, /, **k): return a, k
t(f, b=1); t(f, 1, b=1); t(f, 1, a=2); t(g, a=1); t(g2, 1, b=2, c=3); t(g2, a=1, b=2, c=3)
t(h, 1, a=2); t(h, a=2)
t(f, **{'a': 1}); t(f, *(1,), **{'a': 1})
try:
    f(**{1: 2})
except TypeError as e:
    print(e)
try:
    f(a=1, **{'a': 2})
except TypeError as e:
    print(e)
try:
    f(**{'a': 1}, **{'a': 2})
except TypeError as e:
    print(e)
try:
    f(*1)
except TypeError as e:
    print(e)
try:
    f(**1)
except TypeError as e:
    print(e)
try:
    f(**[1])
except TypeError as e:
    print(e)
class C:
    def m(self, a): pass
t(C().m, 1, a=2); t(C().m, z=2); t(C, z=2)
try:
    print(**{1: 2})
except TypeError as e:
    print(e)
