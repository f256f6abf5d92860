cases = ['1 = x', 'f() = 1', 'a + b = 1', '"s" = 1', 'None = 1', 'True = 1', '... = 1', '(a, 1) = 2', '[a, f()] = 2', 'x if y else z = 1',
 'lambda: 0 = 1', '{1: 2} = 1', '{1} = 1', '[i for i in x] = 1', '(i for i in x) = 1', 'a < b = 1', 'a and b = 1', 'not a = 1', '-a = 1',
 '*a = 1', '*a, *b = 1', 'a, b += 1', '(a, b) += 1', '[a] += 1', 'f() += 1', '1 += 1', 'None += 1', 'a: int: str', '(a, b): int', '[a]: int = 1', 'f(): int',
 'for 1 in x: pass', 'for f() in x: pass', 'for None in x: pass', 'with a as 1: pass', 'with a as f(): pass', 'f"{x}" = 1', '(yield) = 1',
 '(a := 1) = 2', 'a := 1', '__debug__ = 1', 'def __debug__(): pass', 'def f(__debug__): pass', 'import a as __debug__', 'x.__debug__ = 1',
 'def f(None): pass', 'class None: pass', 'import None', 'f(True=1)', 'f(a.b=1)', 'f(a+1=2)', 'f(a=1, a=2)', 'f(x for x in y, 1)', 'f(a=1, 2)', 'f(**a, 1)', 'f(**a, *b)',
 'a = yield = 1', 'a.b: int', 'a[0]: int = 3', 'global x; x = 1', 'nonlocal x']
for c in cases:
    try:
        compile(c, '<t>', 'exec')
        print(c, 'fine')
    except SyntaxError as e:
        print(c, '->', e.msg)
