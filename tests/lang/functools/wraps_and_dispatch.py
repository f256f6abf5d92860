# wraps, update_wrapper, singledispatch, partialmethod.
from functools import wraps, update_wrapper, singledispatch, partialmethod
def deco(f):
    @wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs)
    return inner
@deco
def named(a: int) -> str:
    "docs"
    return a
print(named.__name__, named.__doc__, named.__wrapped__(3), named.__annotations__, named.__module__, named.__qualname__)
@singledispatch
def show(x):
    return f'any {x}'
@show.register
def _(x: int):
    return f'int {x}'
@show.register(str)
def _(x):
    return f'str {x}'
@show.register(list)
@show.register(tuple)
def _(x):
    return f'seq {len(x)}'
print(show(1), show('a'), show([1]), show((1, 2)), show(2.5), show(True), show.dispatch(bool).__name__, sorted(t.__name__ for t in show.registry))
class C:
    def m(self, a, b):
        return a, b
    one = partialmethod(m, 1)
print(C().one(2))
