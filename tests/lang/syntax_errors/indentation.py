# Blocks that begin or end in the wrong column.
def show(text, mode="exec"):
    try:
        compile(text, "<text>", mode)
        print(repr(text), "fine")
    except SyntaxError as e:
        print(repr(text), type(e).__name__, e.msg, (e.lineno, e.offset, e.end_lineno, e.end_offset), repr(e.text))
    except Exception as e:
        print(repr(text), type(e).__name__, e)


for text in [
    '  x',
    'x\n  y',
    'if x:\ny',
    'if x:\n  y\n z',
    'if x:\n    y\n  z\n',
    'if x:\n\ty\n        z',
    'if x:\n        y\n\tz',
    'if x:\n  y\n\tz',
    'def f():\nreturn',
    'def f():\n\n# c\nx = 1',
    'class A:\nx = 1',
    'for x in y:\nz',
    'while x:\nz',
    'with x:\ny',
    'with x as y, z:\nw',
    'try:\nx',
    'try:\n  x\nexcept:\ny',
    'try:\n  x\nexcept y:\nz',
    'try:\n  x\nexcept y as z:\nz',
    'try:\n  x\nfinally:\ny',
    'try:\n  x\nexcept y:\n  z\nelse:\nw',
    'if x:\n  y\nelse:\nz',
    'if x:\n  y\nelif z:\nw',
    'for x in y:\n  z\nelse:\nw',
    'match x:\ncase y: pass',
    'match x:\n  case y:\n  pass',
    'match x:\n  case y:\n    pass\n case z: pass',
    'try:\n  x\nexcept* y:\nz',
    'lambda:\nx',
    'if x:',
    'def f():',
    'class A:',
    'if x:\n',
    'if x:\n  # c\n',
    "def f():\n  '''doc'''\n   x",
    'def f():\n    x\n    if y:\n    z',
    '\n\n   x = 1\n',
    'x = 1\n\ty = 2',
    'if 1:\n  if 2:\n    x\n   y',
    'def f(\n  a):\nx',
    'if (x\n    ):\ny',
    '\tx\n',
    'if x: y\n  z',
    'if x:\n  y\n  else: z',
    'x = [\n1,\n  2]\n  y',
    ' ',
    '\n \n',
    'if x:\n  pass\n    # c\n   y',
]:
    show(text)
