def fact(n): return 1 if n < 2 else n * fact(n - 1)
print(fact(20), fact(30))
y = (lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a))))
print(y(lambda rec: lambda n: n if n < 2 else rec(n - 1) + rec(n - 2))(15))
def even(n): return n == 0 or odd(n - 1)
def odd(n): return n != 0 and even(n - 1)
print(even(100), odd(7))
def deep(n): return 0 if n == 0 else 1 + deep(n - 1)
print(deep(900))
try:
    deep(10 ** 6)
except RecursionError as e:
    print(type(e).__name__, str(e)[:32])
class R:
    def __repr__(self): return repr(self)
try:
    repr(R())
except RecursionError as e:
    print('RecursionError')
def f(*a): return f
print(f(1)(2)(3) is f)
