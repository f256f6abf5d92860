# Brackets that do not match.
def show(text, mode="exec"):
    try:
        compile(text, "<text>", mode)
        print(repr(text), "fine")
    except SyntaxError as e:
        print(repr(text), type(e).__name__, e.msg, (e.lineno, e.offset, e.end_lineno, e.end_offset), repr(e.text))
    except Exception as e:
        print(repr(text), type(e).__name__, e)


for text in [
    '(',
    '[',
    '{',
    'f(',
    'x = (1,\ny = 2\n',
    'x = [1, 2\nfor i in x: pass\n',
    ')',
    ']',
    '}',
    '(]',
    '[)',
    '{)',
    '(}',
    '(1, 2]',
    '[(1, 2])',
    '{(1: 2)}',
    'f(\n\n]',
    "x = {\n 'a': [1, 2,\n 'b': 3}\n",
    'print((1)',
    'print((1)))',
    "'('",
    "('",
    '# (',
    '(\\',
    '((((',
    '))))',
    'a[1',
    'a[1:2',
    'a[1:2)',
    '{1: 2',
    '{1: 2)',
    "f'{(}'",
    "f'{x)}'",
    "f'{[x}'",
    'x = (\n  1\n\n',
    'def f(a:\n  pass\n',
    'class A(:\n  pass',
    'if (a:\n  pass\n',
    '(1\n2\n3\n',
    'foo(1 2\nbar(3)\n',
]:
    show(text)
