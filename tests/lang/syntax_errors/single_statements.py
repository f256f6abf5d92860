# compile(..., 'single') takes one statement; a compound one ends with a blank line. Where names of patterns are said twice.
for s in ('def f(): pass\n', 'def f(): pass\n\n', 'def f():\n pass', 'if x: y\n', 'if x:\n y\n\n', 'x', 'x\n', '# c\n', 'x;',
          'x; y\n', '\n\nx\n', 'a = 1\nb = 2', 'def f(): pass\nx', 'if x: y\n\n\nz', 'x\n# c\n\n', 'x = (1,', 'class A:\n x\ny\n',
          'for x in y: z\nelse: w\n', 'x\n\ny'):
    try:
        compile(s, 'f', 'single')
        print(repr(s), 'ok')
    except SyntaxError as e:
        print(repr(s), e.args)
for pattern in ('a as a', '[a, b] as b', '{"x": a, **a}', '{**a}', '{"x": [b, a], **b}', 'P(a, b=a)', '[a, *a]', '(1 | 2) as x | 3'):
    try:
        compile(f'match x:\n case {pattern}: pass', 'f', 'exec')
        print(pattern, 'ok')
    except SyntaxError as e:
        print(pattern, e.args)
