# Names that are declared late or nowhere.
def show(text, mode="exec"):
    try:
        compile(text, "<text>", mode)
        print(repr(text), "fine")
    except SyntaxError as e:
        print(repr(text), type(e).__name__, e.msg, (e.lineno, e.offset, e.end_lineno, e.end_offset), repr(e.text))
    except Exception as e:
        print(repr(text), type(e).__name__, e)


for text in [
    'nonlocal x',
    'def f():\n  nonlocal x',
    'def f():\n  x = 1\n  global x',
    'def f():\n  print(x)\n  global x',
    'def f(x):\n  global x',
    'def f(x):\n  nonlocal x',
    'def f():\n  global x\n  nonlocal x',
    'def f():\n  x: int\n  global x',
    'def f():\n  global x\n  x: int = 1',
    'x: int\nglobal x',
    'x = 1\nglobal x',
    'def f():\n  x = 1\n  def g():\n    x = 2\n    nonlocal x',
    'def f():\n  import x\n  global x',
    'def f():\n  for x in y: pass\n  global x',
    'class A:\n  nonlocal x',
    'def f():\n  class A:\n    nonlocal x',
    'return',
    'return 1',
    'class A: return',
    'def f():\n  class A:\n    return',
    'yield',
    'yield 1',
    'x = yield',
    'class A: yield 1',
    '[(yield) for x in y]',
    'def f(): [(yield) for x in y]',
    'def f(): [x for x in (yield)]',
    'def f(): {(yield x) for x in y}',
    'def f(): ((yield) for x in y)',
    'yield from x',
    'break',
    'continue',
    'if 1: break',
    'for x in y:\n  def f(): break',
    'for x in y: pass\nelse: break',
    'while 1:\n  class A: continue',
    'try: pass\nfinally: continue',
    'def f(): break',
    'from __future__ import braces',
    'from __future__ import nothing',
    'x = 1\nfrom __future__ import division',
    'from __future__ import annotations as a, bar',
    'def f():\n  from a import *',
    'class A:\n  from a import *',
    '[x := 1 for x in y]',
    '[[x := 1 for y in z] for x in w]',
    '[i for i in (j := x)]',
    'class A: [x := 1 for y in z]',
    '[(x := y) for y in (x := 1)]',
    'await x',
    'def f(): await x',
    'async with a: pass',
    'async for x in y: pass',
    'def f():\n  async for x in y: pass',
    'def f():\n  async with x: pass',
    '[x async for x in y]',
    'class A: await x',
    'é = 1; return é',
    'def f(a, é, é): pass',
]:
    show(text)
