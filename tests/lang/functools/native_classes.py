# partial, reduce, lru_cache and cmp_to_key as objects: what they show, take and refuse.
import copy
import functools
from functools import *


def show(text):
    try:
        print(text, '->', repr(eval(text, globals())))
    except BaseException as e:
        print(text, '!!', type(e).__name__, e)


def add(a, b=1, *c, **k):
    return a, b, c, k


p = partial(add, 1)


class PP(partial):
    pass


for line in '''type(p)
partial()
partial(3)
partial(add,x=1)()
partial.__module__
p.args
p.keywords
p.__dict__
p.__setstate__((add,(2,),{'a':1}))
p.__setstate__(5)
p.__setstate__((3,(),{},{}))
setattr(p,'func',3)
setattr(p,'zz',3)
partial[int]
hash(p)==hash(p)
partial(add,func=3)()
partial(add,**{'a':1})(2)
reduce(add,[1,2,3])
reduce(add,[])
reduce(add,5)
reduce(add)
reduce(add,[],3)
reduce(add,[1],3,4)
reduce
cmp_to_key
type(cmp_to_key(5))
type(cmp_to_key(5)(3))
cmp_to_key(5)(3).obj
cmp_to_key(5)()
cmp_to_key(5)(1,2)
cmp_to_key(5)(obj=2).obj
cmp_to_key()
cmp_to_key(lambda a,b:a-b)(3)<cmp_to_key(lambda a,b:a-b)(4)
cmp_to_key(lambda a,b:a-b)(3)==3
cmp_to_key(lambda a,b:'x')(3)<cmp_to_key(lambda a,b:a-b)(4)
cmp_to_key(5)(3)<cmp_to_key(5)(4)
hash(cmp_to_key(5)(3))
hash(cmp_to_key(5))
cmp_to_key(5).obj
type(cmp_to_key(5)).__module__, type(cmp_to_key(5)).__name__
setattr(cmp_to_key(5),'obj',3)
setattr(cmp_to_key(5),'zz',3)
type(lru_cache(2)(add))
lru_cache(2)(5)
lru_cache('x')
lru_cache(-3)(add).cache_parameters()
lru_cache(True)(add).cache_parameters()
lru_cache(2.5)
sorted(set(dir(lru_cache(2)(add)))-set(dir(object)))
lru_cache(2)(add).__get__(3)
lru_cache(2)(add).__get__(None)
lru_cache(2)(add).__reduce__()
lru_cache(2)(add).cache_info()
lru_cache(2)(add).cache_info(3)
lru_cache(2)(add).cache_clear()
lru_cache(2)(add)([])
lru_cache(0)(add)([])
lru_cache(None)(add)({})
lru_cache(2)(add)()
functools._lru_cache_wrapper
functools._lru_cache_wrapper()
functools._lru_cache_wrapper(add,'x',False,3)
functools._lru_cache_wrapper(5,3,False,3)
lru_cache(2)(add).__wrapped__ is add
getattr(operator,'__all__')
'''.splitlines():
    show(line)


# a cache that is used while it works
@lru_cache(maxsize=3)
def deep(n):
    return n if n < 2 else deep(n - 1) + deep(n - 2)


print(deep(30), deep.cache_info())
deep.cache_clear()
print(deep.cache_info(), deep(3), deep.cache_info())


@lru_cache(maxsize=2)
def order(x):
    print('made', x)
    return x


for x in 1, 2, 1, 3, 1, 2, 3, 1:
    order(x)
print(order.cache_info())


class Sly:
    """Its equality clears the cache that is asking."""
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 7

    def __eq__(self, other):
        order.cache_clear()
        return self.n == other.n

    def __repr__(self):
        return f'Sly({self.n})'


for n in 1, 2, 3, 1, 2, 3, 2:
    order(Sly(n))


@lru_cache(maxsize=None)
def kinds(*args, **names):
    return args, names


print(kinds(1, 2, a=3), kinds(1.0, 2, a=3), kinds(1, 2, 'a', 3), kinds.cache_info())
typed = lru_cache(typed=True)(kinds.__wrapped__)
print(typed(1), typed(1.0), typed(True), typed(a=1), typed(a=1.0), typed.cache_info())


class Cell:
    def __init__(self, n):
        self.n = n

    @lru_cache
    def twice(self, k=2):
        return self.n * k

    half = partial(lambda n: n / 2, 9)


c = Cell(4)
print(c.twice(), c.twice(3), c.twice(k=3), Cell.twice(c), Cell.twice.cache_info(), c.half())

q = partial(add, 1, z=3)
q.keywords['z'] = 4
print(q(), q(z=5), q(2, 3, y=6))
q.keywords['y'] = 1
print(q(), len(q.keywords))
q.keywords.clear()
print(q(), copy.copy(q).args, copy.deepcopy(partial(max, 3, key=abs)))
q.note = 'kept'
print(partial(q, 2).func is q, copy.copy(q).note)
loop = partial(print)
loop.__setstate__((loop, (), {}, {}))
print(loop)
loop.__setstate__((print, (), {}, {}))
print(sorted([5, 2, 9, 2], key=cmp_to_key(lambda a, b: b - a)), max('b', 'a', key=cmp_to_key(lambda a, b: (a > b) - (a < b))))
print(reduce(lambda a, b: a * 10 + b, (i for i in range(5))), reduce(add, 'x', 0), reduce(max, {3: 1, 9: 2}))
try:
    reduce(lambda a, b: a / b, [1, 0])
except ZeroDivisionError as e:
    print(e)
