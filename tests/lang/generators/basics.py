# Generators and iterators.
def count(n):
    i = 0
    while i < n:
        got = yield i
        if got: print('got', got)
        i += 1
    return 'done'
g = count(3); print(next(g), g.send('x'), list(g), next(g, 'empty'), type(g).__name__)
def chain(*its):
    for it in its: yield from it
    return len(its)
def outer(): r = yield from chain([1], 'ab'); print('returned', r); yield r
print(list(outer()), sum(x * x for x in range(5)), list(x for x in 'abc' if x != 'b'), max(len(w) for w in ['a', 'bbb']), ', '.join(str(i) for i in range(3)), dict((k, v) for k, v in zip('ab', [1, 2])))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
f = fib(); print([next(f) for _ in range(10)], [v for _, v in zip(range(5), fib())])
class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1
        return self.n
print(list(Countdown(3)), [*Countdown(2)], sum(Countdown(4)), 2 in Countdown(5), max(Countdown(3)), dict(enumerate(Countdown(2))), sorted(Countdown(3)), tuple(Countdown(2)))
class Old:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
print(list(Old()), 20 in Old(), [*Old()])
def closing():
    try:
        yield 1
        yield 2
    except GeneratorExit: print('exit'); raise
    finally: print('cleanup')
c = closing(); next(c); c.close(); print(list(c)); c = closing(); next(c); del c
def stop(): yield 1; return 5
s = stop(); next(s)
try: next(s)
except StopIteration as e: print('value', e.value)
def bad(): yield 1; raise StopIteration
try: list(bad())
except RuntimeError as e: print(e)
def tree(t):
    if isinstance(t, list):
        for x in t: yield from tree(x)
    else: yield t
print(list(tree([1, [2, [3, [4]], 5]])), list(map(lambda x: x + 1, count(3))), list(filter(lambda x: x % 2, range(6))), list(zip(count(2), fib())), any(x > 1 for x in count(5)), all(x < 3 for x in count(3)), list(reversed([1, 2])), next(iter([7])))
it = iter([1, 2, 3]); print(next(it), list(it), list(it)); it = iter(lambda: 5, 5); print(list(it)); e = enumerate('ab', 1); print(next(e), list(e)); z = zip([1, 2], [3, 4, 5]); print(list(z), list(zip()), list(zip('ab', strict=True)))
a, b, *c = count(5); print(a, b, c); gg = (i for i in range(3)); print(next(gg), [*gg], 0 in (i for i in [0])); lazy = (print('now') for _ in range(1)); print('made'); list(lazy)
try: g2 = count(2); g2.send('early')
except TypeError as e: print(e)
try: list(zip('ab', 'c', strict=True))
except ValueError as e: print(e)
def reenter():
    next(r)
    yield
r = reenter()
try: next(r)
except ValueError as e: print(e)
def interleave(*gens):
    gens = [iter(x) for x in gens]
    while gens:
        for x in list(gens):
            try: yield next(x)
            except StopIteration: gens.remove(x)
print(list(interleave('abc', [1], range(2))), sum(1 for _ in count(1000)))
deep = iter(range(3))
for _ in range(200): deep = (x for x in deep)
print(list(deep))
