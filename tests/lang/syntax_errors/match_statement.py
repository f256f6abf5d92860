# Patterns that cannot work.
def show(text, mode="exec"):
    try:
        compile(text, "<text>", mode)
        print(repr(text), "fine")
    except SyntaxError as e:
        print(repr(text), type(e).__name__, e.msg, (e.lineno, e.offset, e.end_lineno, e.end_offset), repr(e.text))
    except Exception as e:
        print(repr(text), type(e).__name__, e)


for text in [
    'match x:\n  case a | b: pass',
    'match x:\n  case a: pass\n  case b: pass',
    'match x:\n  case _: pass\n  case b: pass',
    'match x:\n  case a, a: pass',
    "match x:\n  case {'k': a, 'k': b}: pass",
    "match x:\n  case {**a, 'k': b}: pass",
    'match x:\n  case {**_}: pass',
    'match x:\n  case {a: b}: pass',
    'match x:\n  case [*a, *b]: pass',
    'match x:\n  case *a: pass',
    'match x:\n  case 1 + 1: pass',
    'match x:\n  case 1 + 2j: pass',
    'match x:\n  case 1j + 2: pass',
    'match x:\n  case -a: pass',
    'match x:\n  case a.b(): pass',
    'match x:\n  case C(a=1, a=2): pass',
    'match x:\n  case C(a=1, b): pass',
    'match x:\n  case C(**a): pass',
    "match x:\n  case f'{x}': pass",
    'match x:\n  case a as b.c: pass',
    'match x:\n  case a as _: pass',
    'match x:\n  case a as 1: pass',
    'match x:\n  case (a | b) as c: pass',
    'match x:\n  case [a] | [a, b]: pass',
    'match x:\n  case 1 | a: pass',
    'match x:\n  case a if: pass',
    'match x:\n  case a if b c: pass',
    'match x:\n  case: pass',
    'match x:\n  case 1 2: pass',
    'match x\n  case 1: pass',
    'match:\n  case 1: pass',
    'match x:\n  pass',
    'match x:\n  case 1\n    pass',
    'match x, y:\n  case 1, 2 pass',
    'match *x:\n  case 1: pass',
    'match x:\n  case a := 1: pass',
    'match x:\n  case lambda: pass',
    'match x:\n  case {1, 2}: pass',
    'match x:\n  case ...: pass',
    'match x:\n  case not a: pass',
    'match x:\n  case a < b: pass',
    'match x:\n  case a[0]: pass',
    'match x:\n  case None.a: pass',
    "match x:\n  case {'a' : 1, **rest, **more}: pass",
    "match x:\n  case -'a': pass",
    "match x:\n  case 'a' + 'b': pass",
    "match x:\n  case b'a' 'b': pass",
    'match x: case 1: pass',
    'match(x):\n  case [1, 2: pass',
]:
    show(text)
