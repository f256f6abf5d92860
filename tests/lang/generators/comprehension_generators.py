x = 5
print([x for x in range(3)], x, {x: x * x for x in range(3)}, {x % 2 for x in range(5)}, tuple(x for x in 'ab'))
print([(i, j) for i in range(3) for j in range(i)], [i for i in range(10) if i % 2 if i > 3], [[j for j in range(i)] for i in range(3)])
print([y := 1, y + 1], [last := i for i in range(3)], last)
def f():
    total = 0
    r = [total := total + i for i in range(4)]
    return r, total
print(f())
print([a for a, in [(1,), (2,)]], [a + b for a, b in [(1, 2)]], [c for (a, *b), c in [((1, 2, 3), 4)]], [v for v in (1 if 0 else [7])])
class C:
    n = 3
    l = [i for i in range(n)]
    try: m = [n for _ in range(2)]
    except NameError as e: m = str(e)
print(C.l, C.m)
g = (print('lazy', i) for i in [1]); print('made'); list(g)
try: (i for i in 5)
except TypeError as e: print(e)
def src():
    print('source evaluated'); return [1]
g = (i for i in src()); print('before'); print(list(g))
g = (i for j in [1] for i in undefined_name)
try: next(g)
except NameError as e: print(e)
fs = [lambda: i for i in range(3)]; print([q() for q in fs])
print(any(i > 2 for i in range(5)), max((i for i in [3, 1, 2]), default=0), sorted((-i for i in range(3))), dict((k, 1) for k in 'ab'), ''.join(c for c in 'xyz'))
for code in ('[x := i for x in range(3)]', '[i := 0 for i in range(3)]', '[[(j := i) for i in range(2)] for j in range(2)]', 'class A: [(z := i) for i in range(2)]', '[i for i in (i := [1])]', '[(x, y) for x, y]', '[*a for a in b]', '{**a for a in b}', '[a, b for a in c]'):
    try: compile(code, 's', 'exec'); print(code, 'fine')
    except SyntaxError as e: print(code, '->', e.msg)
