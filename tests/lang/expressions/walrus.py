if (n := 10) > 5: print(n)
print(y := 5, y, (z := y * 2) + 1, z)
while (line := [1, 0].pop() if 0 else 0): pass
print(line)
d = {'a': (v := 1), 'b': v + 1}; print(d)
l = [w := 1, w ** 2]; print(l)
def f(x): return x
print(f(q := 3), q, f((q := 4)), q)
print((lambda: (p := 5, p))())
if any((found := x) > 2 for x in [1, 3, 5]): print(found)
print([r for x in range(5) if (r := x * 2) > 4])
print(1 if (k := 0) else k)
def g():
    global glob
    (glob := 7)
    def h():
        nonlocal_ = 1
        return (nonlocal_ := 2)
    return h()
print(g(), glob)
x = (m := 1, n := 2); print(x, m, n)
print(f'{(i := 5)}', i, {(s := 1), s + 1}, [1, 2, 3][(idx := 1)], (lambda t=(u := 2): t)(), u)
for c in ('x := 1', '(x := 1)', 'f(x := 1)', 'f(a=(b := 1))', 'f(a=b := 1)', '(x.y := 1)', '(x[0] := 1)', '((a, b) := 1)', 'x = y := 1', 'x = (y := 1)', 'lambda: (x := 1)', 'lambda: x := 1', '[x := 1, 2]', 'x[y := 1]', 'x[a:b := 1]', '{x := 1: 2}', '{1: x := 2}', 'def f(a=(b := 1)): pass', 'def f(a: (b := 1)): pass', 'assert (x := 1)', 'del (x := 1)', 'with (x := 1): pass', '(x := 1) = 2', '(1 := 2)', '(None := 1)', 'return (x := 1)', 'if x := 1: pass', 'while x := 1: break', 'for x in y := 1: pass', '(x := *a)', '(x := yield)', 'not (x := 1)', 'not x := 1'):
    try: compile(c, 's', 'exec'); print(c, 'fine')
    except SyntaxError as e: print(c, '->', e.msg)
