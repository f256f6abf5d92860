def a(): return
def b(): return 1,
def c(): return (1, 2), 3
def d(): return *range(2), *'ab'
def e(): return [x for x in 'ab']
def f(): return {**{}}
def g(): return lambda: (yield)
for h in a, b, c, d, e, f: print(h())
def gen():
    x = yield
    y = yield 1, 2
    z = yield *[3], 4
    w = (yield) or 'default'
    return x, y, z, w
it = gen()
print(next(it), it.send('a'), it.send('b'), it.send('c'))
try:
    it.send(None)
except StopIteration as s: print(s.value)
print(type(g()()).__name__)
