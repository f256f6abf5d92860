cases = '''case x: pass\\n case y: pass
case x | 1: pass
case 1 | x: pass
case x | y: pass
case (x, x): pass
case [x, *x]: pass
case [*a, *b]: pass
case P(x=1, x=2): pass
case P(a=1, 2): pass
case 1 + 1: pass
case -x: pass
case 1 + x: pass
case f(): pass
case a.b: pass
case a.b(): pass
case x as y.z: pass
case x as 1: pass
case x as _: pass
case f'{x}': pass
case *a: pass
case *a, b: pass
case _ | 1: pass
case (_): pass\\n case _: pass
case {}: pass
case {1: _}: pass
case {'a' 'b': x}: pass
case {f'a': x}: pass
case {-1: x, 1j: y, 1+2j: z}: pass
case x if (y := 1): pass
case None | True | False: pass
case x, y,: pass
case []: pass
case ...: pass
case 1 as x: pass
case (1 | 2) as x: pass
case str(x) | int(x): pass
case str(x) | int(y): pass'''.split('\n')
for c in cases:
    try: compile('match v:\n ' + c.replace('\\n', '\n'), 's', 'exec'); print(repr(c), 'fine')
    except SyntaxError as e: print(repr(c), '->', e.msg)
for c in ('match x:\n pass', 'match x:', 'match x\n case 1: pass', 'match x:\n case 1:\n pass', 'match: int = 1', 'match (x)', 'match[1] = 2', 'match * a', 'match -x', 'match x, y:\n case _: pass', 'match *a, b:\n case _: pass', 'case 1: pass', 'match x:\n  case 1: pass\n  y = 1'):
    try: compile(c, 's', 'exec'); print(repr(c), 'fine')
    except SyntaxError as e: print(repr(c), '->', e.msg)
