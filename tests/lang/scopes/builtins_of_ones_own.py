# Code looks for builtins where its globals' __builtins__ says.
from collections import defaultdict


def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__, e)


code = compile("print('Hello World!')", "", "exec")
mine = {'print': lambda x: print('mine', x)}
for builtins in ({}, mine, 5, None, __builtins__):
    t(lambda: exec(code, {'__builtins__': builtins}))
    t(lambda: exec(code, {'__builtins__': builtins}, {}))
t(lambda: exec(code, {}))
t(lambda: eval('len(x) + 1', {'__builtins__': {}}, {'x': [1], 'len': lambda v: 5}))
t(lambda: eval('open("secret")', {'__builtins__': {}}, {}))
t(lambda: eval('[abs(v) for v in range(-2, 1)]', {'__builtins__': {'abs': abs, 'range': range}}))
t(lambda: eval('(lambda: max(1, 2))()', {'__builtins__': {'min': min}}))
t(lambda: exec('class A: pass', {'__builtins__': {}}))
t(lambda: exec('import math', {'__builtins__': {}}))
t(lambda: exec('from math import sin', {'__builtins__': {'print': print}}))
t(lambda: exec('def f(): return len\nprint(f())', {'__builtins__': {'print': print}}))
t(lambda: exec('try: x\nexcept NameError as e: print(e)', {'__builtins__': {'print': print}}))
space = {'__builtins__': {'len': lambda v: 'my len'}}
exec('def f(): return len(3)', space)
t(lambda: (space['f'](), space['f'].__builtins__ is space['__builtins__'], t.__builtins__ is vars(__builtins__)))
space['__builtins__'] = {'len': len}


class Env(dict):
    def __missing__(self, k):
        return f'<{k}>'


t(lambda: eval('a + b', Env(b='B')))
t(lambda: eval('x + y * 2', defaultdict(lambda: 3, y=1)))
t(lambda: exec('z = w + "!"', e := Env()) or sorted(k for k in e if k != '__builtins__'))
