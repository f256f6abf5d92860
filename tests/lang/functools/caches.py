# lru_cache, cache, cached_property.
from functools import lru_cache, cache, cached_property
calls = []
@lru_cache(maxsize=2)
def f(x, y=0):
    "doc of f"
    calls.append(x)
    return x * 2
print(f(1), f(2), f(1), f(3), f(2), calls, f.cache_info(), f.cache_parameters(), f.__name__, f.__doc__, f.__wrapped__(5))
f.cache_clear()
print(f.cache_info())
@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info().misses)
@lru_cache
def g(*args, **kwargs):
    return args, kwargs
print(g(1, a=2), g(1, a=2), g.cache_info())
try:
    g([])
except TypeError as e:
    print(e)
@lru_cache(maxsize=None, typed=True)
def typed(x):
    return type(x).__name__
print(typed(1), typed(1.0), typed(True), typed.cache_info())
class C:
    n = 0
    @cached_property
    def value(self):
        "doc"
        C.n += 1
        return C.n
c = C()
print(c.value, c.value, c.__dict__, C.value.__doc__)
del c.value
print(c.value)
