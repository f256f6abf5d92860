def g():
    x = yield 1
    print('got', x)
    y = yield x * 2
    return y, 'done'
it = g()
print(next(it), it.send(5))
try: it.send('end')
except StopIteration as e: print(e.value, e.args)
try: next(it)
except StopIteration as e: print(e.value)
h = g()
try: h.send(5)
except TypeError as e: print(e)
print(list(x for x in range(3)), sum(i * i for i in range(4)))
def inf():
    n = 0
    while True:
        got = yield n
        n = got if got is not None else n + 1
i = inf(); print(next(i), next(i), i.send(10), next(i)); i.close()
try: next(i)
except StopIteration: print('closed')
def empty():
    return 5
    yield
try: next(empty())
except StopIteration as e: print(e.value)
def running():
    yield next(r)
r = running()
try: next(r)
except ValueError as e: print(e)
print(type(r).__name__, iter(r) is r)
