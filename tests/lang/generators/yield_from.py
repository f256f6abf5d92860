def inner():
    try:
        x = yield 1
        print('inner got', x)
        yield 2
    except KeyError as e: print('inner caught', e); yield 'after'
    finally: print('inner finally')
    return 'inner value'
def outer():
    r = yield from inner()
    print('r =', r)
    r = yield from [10, 20]
    print('list gives', r)
    return 'outer value'
o = outer()
print(next(o), o.send('hi'), next(o), next(o))
try: next(o)
except StopIteration as e: print(e.value)
o = outer(); next(o); print(o.throw(KeyError('k'))); print(next(o)); o.close()
o = outer(); next(o); o.close()
try:
    def bad(): yield from 5
    next(bad())
except TypeError as e: print(e)
class It:
    def __iter__(self): return self
    def __next__(self): raise StopIteration('custom')
def y(): return (yield from It())
try: next(y())
except StopIteration as e: print(e.value)
def s():
    yield from range(2)
g = s(); next(g)
try: g.send(5)
except AttributeError as e: print(e)
def tree(t):
    if t:
        yield from tree(t[0]); yield t[1]; yield from tree(t[2])
print(list(tree(((None, 1, None), 2, (None, 3, ((), 4, ()))))))
def deep(n):
    if n: yield from deep(n - 1)
    yield n
print(sum(deep(200)))
