cases = '''def f():\n x = 1\n global x
def f():\n print(x)\n global x
def f(x):\n global x
def f():\n nonlocal x
nonlocal x
def f():\n x = 1\n def g():\n  x = 2\n  nonlocal x
def f():\n def g(x):\n  nonlocal x
def f():\n global x\n nonlocal x
def f():\n global x\n def g():\n  nonlocal x
class C:\n nonlocal x
def f():\n x: int = 1\n global x
def f():\n global x\n x: int = 1
def f():\n for x in []: pass\n global x
def f():\n import x\n global x
def f(a, a): pass
lambda a, a: 0
def f(a, *, a): pass
def f(a, *a): pass
def f(*, **k): pass
def f(*): pass
def f(a=1, b): pass
def f(/): pass
def f(a, /, b, /): pass
def f(*a, *b): pass
def f(**k, a): pass
def f(*a, /): pass
def f(a, *, /): pass
def f(**k, *a): pass
def f(*a=1): pass
def f(**k=1): pass
def f((a, b)): pass
def f(a b): pass
lambda *: 0
lambda a=1, b: 0
return 1
class C:\n return 1
yield 1
class C:\n yield 1
break
continue
if 1: break
def f():\n break
for x in []:\n def g():\n  continue
while 1:\n class C:\n  break
try: pass
try: pass\nexcept: pass\nexcept ValueError: pass
from x import *\nfrom __future__ import annotations
from __future__ import nothing
def f():\n from x import *
from __future__ import braces
import a.b as c.d
from . import *
x = (yield)'''.split('\n')
for c in cases:
    c = c.replace('\\n', '\n')
    try:
        compile(c, '<t>', 'exec')
        print(repr(c), 'fine')
    except SyntaxError as e:
        print(repr(c), '->', e.msg)
