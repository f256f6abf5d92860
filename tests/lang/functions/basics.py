# Functions: parameters of every kind, defaults, closures, calls.
def plain(a, b=2, *args, c, d=4, **kw): return a, b, args, c, d, kw
print(plain(1, c=3), plain(1, 5, 6, 7, c=8, e=9), plain(*[1, 2, 3], **{'c': 4, 'z': 5}), plain(*(1,), *[2], c=0, **{'x': 1}, **{'y': 2}))
def positional(a, b, /, c, *, d=0): return a, b, c, d
print(positional(1, 2, 3), positional(1, 2, c=3, d=4))
def default(x, cache=[]): cache.append(x); return cache
print(default(1), default(2), default(3, []), default.__defaults__)
def nothing(): pass
print(nothing(), nothing.__name__, (lambda: 5)(), (lambda x, y=2: x + y)(1), (lambda *a, **k: (a, k))(1, z=2), (lambda: (yield))().__class__.__name__)
def outer():
    count = 0
    def step(by=1):
        nonlocal count
        count += by
        return count
    def look(): return count
    return step, look
step, look = outer(); step(); step(5); print(look(), [f() for f in [lambda i=i: i for i in range(3)]], [f() for f in [lambda: i for i in range(3)]])
total = 0
def add(n):
    global total, fresh
    total += n
    fresh = 'made here'
add(3); add(4); print(total, fresh)
def fact(n): return 1 if n < 2 else n * fact(n - 1)
def ack(m, n): return n + 1 if m == 0 else ack(m - 1, 1) if n == 0 else ack(m - 1, ack(m, n - 1))
print(fact(30), ack(2, 3), (lambda f: f(f, 10))(lambda f, n: 1 if n < 2 else n * f(f, n - 1)))
def compose(*fs):
    def run(x):
        for f in reversed(fs): x = f(x)
        return x
    return run
print(compose(str, lambda x: x + 1, abs)(-5), list(map(lambda a, b: a * b, [1, 2], [3, 4])), sorted('bca', key=lambda c: -ord(c)), max([1, -5], key=abs))
def trace(f):
    def wrapped(*args, **kwargs):
        print('call', f.__name__, args, kwargs)
        return f(*args, **kwargs)
    return wrapped
@trace
def greet(name, punctuation='!'):
    """Says hello."""
    return 'hello ' + name + punctuation
print(greet('x', punctuation='?'), greet.__name__, plain.__doc__)
def documented(a: int, b: 'text' = None) -> list:
    """First line.

    More."""
print(documented.__doc__, documented.__annotations__, documented.__name__, documented.__qualname__, documented.__module__)
def unpack(): return 1, [2, 3]
a, (b, c) = unpack(); print(a, b, c); print(*[1, 2], *'ab', sep='-', end='.\n'); print(sum(map(int, '123')), callable(print), callable(5))
def late(flag):
    if flag: value = 1
    return value
def early():
    print(later)
    later = 1
documented.extra = 5; print(documented.extra, hasattr(documented, 'other'))
x = 'global'
def scopes():
    x = 'outer'
    class C:
        x = 'class'
        def m(self): return x
        y = [x for _ in range(1)]
    return C().m(), C.x, [x for x in range(2)], x
print(scopes())
print((w := 5) + w, [y for x in range(3) if (y := x * 2)], y)
for bad in ('plain()', 'plain(1)', 'plain(1, 2, c=3, a=4)', 'positional(1, b=2, c=3)', 'nothing(1)', 'nothing(x=1)', 'late(0)', 'early()', 'undefined', '5()', 'positional(1)', 'plain(*5, c=1)', 'plain(**5)', "plain(**{1: 2})",
            'default()', 'step(1, 2)', 'print(nope=1)', 'len()', 'len(1, 2)', 'abs(x=1)', "plain(1, c=2, **{'c': 3})", 'positional(1, 2, 3, 4)', 'positional(1, 2, 3, e=4)', '(lambda x: x)()', 'sorted()', 'isinstance(1)'):
    try:
        print(bad, eval(bad))
    except Exception as error:
        print(bad, '->', type(error).__name__, error)
