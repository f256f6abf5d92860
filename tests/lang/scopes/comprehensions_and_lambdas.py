# Where the names of comprehensions, lambdas and classes live.
x = 'outer'
print([x for x in range(3)], x, {x: x for x in 'ab'}, x, {x for x in [1]}, x, list(x for x in [2]), x)
def f():
    y = 10
    return [y + i for i in range(3)], (lambda: [y for _ in 'a'])(), [[y * i * j for j in range(2)] for i in range(2)]
print(f(), [lambda: i for i in range(3)][0](), [(lambda i: lambda: i)(i)() for i in range(3)])
class C:
    items = [1, 2, 3]
    doubled = [v * 2 for v in items]
    n = len(items)
    def g(self): return self.items
print(C.doubled, C.n, C().g(), [a for a, b in [(1, 2)]], [k for k, v in {'a': 1}.items()], [y for x in [[1], [2]] for y in x])
fs = []
for i in range(3): fs.append(lambda i=i: i)
print([g() for g in fs], [(i, j) for i in range(3) for j in range(i)], {i: [j for j in range(i)] for i in range(3)}, [z := 5, z], z)
def counter():
    n = 0
    def inc():
        nonlocal n
        n += 1
        def get(): return n
        return get
    return inc
c = counter(); c(); print(c()(), [v for v in [1, 2, 3] if v != 2], sum(v for v in range(4) if v % 2), [*(v for v in 'ab')], dict(a=[i for i in range(2)]))
def shadow(list): return [v for v in list]
print(shadow('ab'), (lambda *a: [v for v in a])(1, 2), [[i, j] for i in 'ab' for j in 'cd' if i + j != 'ad'])
