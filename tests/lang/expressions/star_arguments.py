def f(*a, **k): return a, k
print(f(*[1], 2, *(3,), **{'a': 1}, b=2, **{}), f(*'ab', *range(2)), f(*{}, **{}), f(x=1, *[2, 3]))
print([*[1], *(), *'ab'], (*[1],), {*[1], *[1]}, {**{'a': 1}, 'a': 2}, [*range(3), *range(2)])
class It:
    def __iter__(self): yield 1; yield 2
class Map:
    def keys(self): return ['p', 'q']
    def __getitem__(self, k): return k * 2
print(f(*It(), **Map()), {**Map()}, dict(**Map(), z=1))
def gen(): yield from 'xy'
print(f(*gen()), print(*[1, 2], sep='-'))
for c in ('f(*5)', 'f(**5)', 'f(**{1: 2})', 'f(a=1, **{"a": 2})', 'f(*[1], *None)', '[*5]', '{**5}', '{**[1]}', 'f(**[("a", 1)])', '(*5,)', '{*5}', 'len(*[[1, 2], 3])', 'int(*["5"], **{"base": 8})', 'print(**{"sep2": 1})', 'f(**{"a": 1}, **{"a": 2})', 'Map(*[1])', 'dict(**{"a": 1}, **{"a": 2})'):
    try: print(eval(c))
    except TypeError as e: print(c, '->', e)
a = [1, 2, 3]
print(max(*a), min(*a, 0), *a, *'z', sep=',')
def kw(a, *, b): return a, b
print(kw(**{'a': 1, 'b': 2}), kw(*[1], **{'b': 3}))
x, y = (*[1], 2); print(x, y)
def ret(): return *a, 4
print(ret(), {'k': [*a]}['k'], f(*a if a else ()), f(*(a and [0])))
print(a[0:2], [*a][::-1], f(*a[1:]), f(*[i for i in a], **{str(i): i for i in a}))
