"""Compares our syntax errors (class, text, line, column, end) with CPython 3.11's over a corpus of wrong snippets, and
over random mutations of right ones.

usage: syntax_errors.py AST_DUMP [MUTATIONS]      Skips (77) where the Python is not 3.11.
"""
import random
import sys
import warnings

from front_program import EVAL, EXEC, SINGLE, Program

warnings.simplefilter("ignore")
INCOMPLETE = 0x4000

WRONG = [
    # tokens
    "a\0b", "\ufeffx", "1_", "0_7", "07", "0b12", "0b", "0x", "0xg", "0o8", "1e", "1e+", "1__0", "1_a", "1.2.3", "1a", "1.a",
    "1ja", "09", "1_000_", "0b1_", "0b1a", "0x1g", "0o", "0o17_", "0_", "00_", "1if 2", "1 if2", "1_if", "1.e", "1.5e+j", "x = 5abc",
    '"abc', '"abc\n', '"""abc', 'x="""abc\ndef\n', "x = 'abc\ny = 1", "'a\\\n", "'a\\\nb", "b'a", "f'a", "'''a\n\n", "x\n  '''a\n",
    "\\", "x \\ y", "x = \\", "x = \\\n", "x\ny \\ z", "if 1:\n  x \\ y", "(\\ x)", "x \\\n\n", "\\\n", "\\ x", "  \\\nx",
    "(", "(\n", "(\n\n)\n)", "(]", "(\n]", "[}", "{)", ")", "x)", "x = )", "]", "}", "f(x))", "((x)", "[(x]", "{'a': (1, 2}", "f(\n(\n]",
    "$", "?", "a!b", "a ? b", "é€", "a€", "a\u00a0b", "\u201cx\u201d", "x = \u201cx\u201d", "\x01", "a\x7f", "x = `y`", "x = 5€", "日本 = €",
    "é = \u2019", "x\u200b = 1", "a <> b", "a\u037e", "²", "x²", "print(‘a’)", "x = 1 – 2",
    "if 1:\n\tx\n        y", "if 1:\n  x\n y", "  x", "x\n  y", "x\n\n  y\n", "if 1:\n    x\n\ty\n", "if 1:\n  x\n  if 2:\n    y\n   z",
    "if 1:\n        x\n\ty", "\tx", "x\n\ty", "def f():\n  x\n    y", "if 1:\n    x\n  else:\n    y", "if 1:\n    a\n  b\n)", "  x = (\n",
    "(" * 201, "[" * 100 + "(" * 101, "((((" * 60 + "\nx", "x = " + "[" * 250 + "]" * 250,
    "".join(" " * i + "if 1:\n" for i in range(101)),
    # strings
    '"\\N{foo}"', '"\\N"', '"\\N{"', '"\\x1"', '"\\x"', '"é\\x1"', '"\\u12"', '"\\U00110000"', '"\\U123"', 'b"\\x1"', 'b"a\\xg"', 'b"é"',
    '"a" b"a"', 'b"a" "a"', 'x = b"é"', "f('a' b'b')", "x = 'a'\n'\\x'", "u'a' b'c'", "ur'a'", "bu'a'", "'a' x", "x 'a'", "'a''b'c",
    # f-strings
    'f"{a b}"', 'f"{"', 'f"}"', 'f"{}"', 'f"{a!x}"', 'f"{a!}"', 'f"{a\\n}"', 'f"{a#}"', 'f"{a:{b:{c}}}"', 'f"{a:{b:{c:{d}}}}"',
    'f"{lambda x:1}"', 'f"{a["b"]}"', "f'{a[\"b\"'", 'f"{(}"', 'f"{)}"', "f\"{'a}\"", 'f"{*a}"', 'f"{a.}"', '"é" f"{a b}"', 'f"{a",', 'f"{a:"',
    'f"{a!r"', 'f"{a!r:"', 'f"{a=', 'f"{a="', 'f"{ }"', 'f"{!r}"', 'f"{:x}"', 'f"{=}"', "x = f'{a b}'", "x = 1\ny = f'{a +}'", "f'{a:{}}'",
    "f'{1a}'", "f'{a $ b}'", "f'{a = b}'", "f'{print a}'", "f'''{\na b}'''", "f'''\n{a\n+}'''", "f'{a if b}'", "f'{f(a b)}'", "f'{a:{b c}}'",
    "f'{{}'", "f'{}}'", "f'{a}}'", "f'{**a}'", "f'{yield}'", "f'{a' 'b}'", "f'a' f'{b c}'", "f'{x:=}'", "f'{x!r }'", "f'{x! r}'", "f'{x!rr}'",
    "f'{a[}'", "f'{a]}'", "f'{a)}'", "f'{(a]}'", "f'{import}'", "f'{a;b}'", "f'{x = 1 2}'", "f'é{a b}'", "f'{\"}'", "f'{\"\"\"}'",
    # expressions
    "@", "1 +", "1 +\n", "x = ", "a b", "x = = 1", "x = 1 2", "x = a b c", "x y z", "1 2", "a 1", "1;;", ";", "x; ;", ", a", "a,, b", "*", "**",
    "f(a b)", "f(a b", "[a b]", "{a b}", "(a b)", "f(a, b c)", "[1, 2 3]", "{1: 2 3: 4}", "{1: 2, 3 4}", "{'a' 1}", "{'a': 1, 'b' 2}",
    "f(a 1)", "f('a' b)", "f(a 'b')", "[a, b\nc, d]", "f(1 2)", "f(a, 'b' 'c' d)", "x = (1 2)", "x = {1 2}", "f(x for x in y 1)", "(a\nb)",
    "f(print a)", "(print a)", "print a", "print 'a'", "print a, b", "exec 'x'", "print a b", "print", "print x = 1", "if print x: pass",
    "print -1 2", "exec x in y", "print(a) b", "print a if b else c", "print\nprint a",
    "a if b", "x = a if b", "(a if b)", "f(a if b)", "[a if b]", "a if b else", "a if b: c", "a if", "x = a if b else c else d", "(a if b, c)",
    "lambda", "lambda x", "lambda x y: z", "lambda x:", "lambda *: x", "lambda *, : x", "lambda x=1, y: x", "lambda (x): x", "lambda (x, y): x",
    "lambda x, x: 1", "lambda **a, b: 1", "lambda *a, *b: 1", "lambda /: 1", "lambda x, /, /: 1", "lambda *a=1: 1", "lambda **a=1: 1",
    "lambda x=: 1", "lambda x, *, **k: x", "lambda 1: x", "lambda x: yield", "f(lambda)", "lambda: (yield) = 1",
    "not", "not not", "x not", "x not y", "x is", "x is is y", "x in in y", "x and", "and x", "x or or y", "x if x", "x < > y", "x === y", "x =! y",
    "~", "-", "+ =", "x ** ", "x // ", "x @", "a.", "a.1", "a.b.", ".a", "a..b", "a.(b)", "a.if", "a.None", "None.a b", "a[", "a[]", "a[1", "a[1 2]", "a[:",
    "a[b:c:d:e]", "a[*b c]", "a[b=1]", "a[b:=1:2]", "a[*b:c]", "x[1,,2]", "...a", ". . .", "await", "await x y", "yield x y", "x = yield = 1",
    "(x := )", "x := 1", "(x.y := 1)", "(x[1] := 1)", "(f() := 1)", "(1 := 1)", "((a, b) := 1)", "(a, b := 1, 2) c", "x = y := 1", "f(x := 1, y := )",
    "f(a.b := 1)", "[x := 1, y.z := 2]", "{x := 1: 2}", "{a: b := 1}", "def f(x: y := 1): pass", "lambda x: y := 1", "f(x := 1 for x in y z)",
    # brackets
    "(*a)", "(**a)", "(*a, b c)", "(*)", "[*]", "[**a]", "{*}", "{**}", "{**a: b}", "{*a: b}", "{a: *b}", "{a: b, **}", "{a:}", "{a: , b: c}", "{a: b, c}",
    "{a: b, c:}", "{a: b, c d}", "{a, b: c}", "{a: b c}", "{: a}", "{a: b,, c: d}", "{a: b, *c}", "{**a, b}", "{**a for a in b}", "{a: *b for a in b}",
    "{1: *a}", "{1: 2, 3: *a}", "{a: b if c}", "{a: lambda}", "{'a': 1 'b': 2}", "{'a': 1, 'b': }", "x = {'a': }", "{'a' 'b'}: 1", "{1:2, 3}", "{1:2, 3, 4:5}",
    "[*a for a in b]", "{*a for a in b}", "(*a for a in b)", "[a, b for a in c]", "{a, b for a in c}", "(a, b for a in c)", "[a, for a in b]", "[a, b, for a in c]",
    "[a for]", "[a for a]", "[a for a in]", "[a for a in b c]", "[a for 1 in b]", "[a for f() in b]", "[for a in b]", "[a for a in b if]", "[a for a in b if c d]",
    "[a for a, in b for]", "[a for a in b for c]", "[a for a in b else c]", "[a async for a in b]", "[x for x in lambda: y]", "(x for x in y", "[x for x in y,]",
    "[a for (a, 1) in b]", "[a for a.b() in c]", "[a for *a in b]", "[a for a in *b]", "(a for a in b) = 1", "[a for a in b] = 1", "{a for a in b} = 1",
    # calls
    "f(a=1, b)", "f(a=1, b, c)", "f(**a, b)", "f(**a, *b)", "f(a=1, *b)", "f(**a, **b, c)", "f(a, b=1, c)", "f(a.b=1)", "f(1=2)", "f(True=1)", "f(None=1)",
    "f(a()=1)", "f(a+b=1)", "f(a=1=2)", "f(a=)", "f(a=, b)", "f(=1)", "f(a=b=c)", "f(a, a=1, b.c=2)", "f(x for x in y, 1)", "f(1, x for x in y)",
    "f(x for x in y, z for z in w)", "f(a=x for x in y)", "f(a=1, x for x in y)", "f(*a for a in b)", "f(**a for a in b)", "f(,)", "f(a,,b)", "f(, a)", "f(a",
    "f(a,", "f(a, b=", "f(*)", "f(**)", "f(* *a)", "f(a=1, a=2)", "f(a=1, **b, a=2)", "f(__debug__=1)", "f(a:b)", "f(a; b)", "f(a) b", "f(a)(b c)", "f(if)",
    "f(a if b else)", "f(a := 1 = 2)", "f((a=1))", "f(a==)", "f(1, 2, a.b)c", "f(x for x in y for)", "class A(x for x in y): pass", "class A(a=1, b): pass",
    "f(not a=1)", "f(*a=1)", "f(-a=1)", "f('a'=1)", "f((a)=1)", "f([a]=1)", "f(a[0]=1)", "f(lambda: x=1)", "f(x if y else z=1)", "f(a, b c=1)", "f(a=1 b=2)",
    # assignment
    "f() = 1", "1 = x", "a + b = c", "None = 1", "True = 1", "False, x = 1", "... = 1", "'a' = 1", "f'{a}' = 1", "[] = 1 = 2", "x = f() = 3", "(a, 1) = 2",
    "[a, f()] = 2", "-a = 1", "not a = 1", "a < b = 1", "a and b = 1", "a if b else c = 1", "lambda: x = 1", "{} = 1", "{1} = 1", "{1: 2} = 1", "(a) = 1 2", "*a = 1",
    "*a, *b = c", "(*a) = 1", "a, *b, *c = d", "a = *b", "*a", "print(*a) = 1", "a.b() = 1", "a[1]() = 1", "(x for x in y) = 1", "(yield) = 1", "yield = 1",
    "x = yield y = 1", "await x = 1", "a = 1 = b", "a = b = 1 = c", "a == b = c", "x = 1 = 2", "(a = 1)", "[a = 1]", "{a = 1}", "(a.b = 1)", "f(a)[b = 1]",
    "if a = 1: pass", "while a = 1: pass", "if a.b = 1: pass", "if f() = 1: pass", "if 1 = a: pass", "if (a = 1): pass", "if a = b = c: pass", "elif a = 1: pass",
    "if a = 1:", "assert a = 1", "return a = 1", "x = (a = 1)", "del a = 1", "if True = 1: pass", "if [a] = 1: pass", "if a and b = 1: pass", "if x == y = 1: pass",
    "f() += 1", "1 += x", "(a, b) += 1", "[a] += 1", "a, b += 1", "a + b += 1", "None += 1", "(a) += 1 2", "a += ", "a += b += c", "f() += ", "*a += 1", "x = a += 1",
    "a += yield = 1", "a ++", "++a = 1", "a++ b", "a += 1 +", "x =+", "a @= ", "{a} -= 1", "a if b else c += 1", "a and b += 1", "lambda: x += 1", "'a' += 'b'",
    "(a, b): int", "[a]: int", "a, b: int", "a, b: int = 1", "f(): int", "1: int", "a + b: int", "(a, b): int = 1", "a: ", "a: int =", "a: int = b = c", "a: b: c",
    "a: int, b: int", "*a: int", "(yield): int", "a: yield", "a: *b", "lambda: x: y", "not a: int", "x: int += 1", "x = y: int", "():int", "[]: int", "a.b(): int", "'a': 1",
    "del", "del 1", "del f()", "del a + b", "del (a, 1)", "del [a, f()]", "del *a", "del a, *b", "del (a, b) c", "del a b", "del None", "del a,, b", "del a = 1", "del a.b()",
    "del ()", "del (*a)", "del (a for a in b)", "del x if y else z", "del __debug__", "__debug__ = 1", "a.__debug__ = 1", "def __debug__(): pass", "def f(__debug__): pass",
    "import __debug__", "for __debug__ in x: pass", "del -a", "del (a)()", "del a[1] +", "del 'a'", "del {}", "del lambda: x", "del a and b",
    # simple statements
    "pass x", "break", "continue", "break x", "return", "return 1", "class A:\n  return 1", "if 1:\n  break", "for x in y:\n  def f():\n    break", "yield", "yield 1", "x = yield",
    "class A:\n  yield", "yield from x", "await x", "while 1:\n  class A:\n    continue", "for x in y: pass\nelse: break", "try: pass\nfinally: continue", "lambda: (yield)",
    "raise x y", "raise from x", "raise x from", "raise x, y", "assert", "assert x,", "assert x, y, z", "assert x y", "global", "global x,", "global 1", "global x y", "global x = 1",
    "nonlocal x", "nonlocal", "def f():\n  nonlocal x", "def f(x):\n  global x", "def f():\n  x\n  global x", "def f():\n  x = 1\n  global x", "def f():\n  x: int\n  global x",
    "def f():\n  global x\n  x: int", "def f():\n  nonlocal x\n  global x\n", "def g():\n  x = 1\n  def f():\n    nonlocal x\n    global x", "def f(x):\n  nonlocal x", "x\nglobal x",
    "x = 1\nglobal x", "def f():\n  import x\n  global x", "def f():\n  for x in y: pass\n  global x", "def f():\n  print(x)\n  nonlocal x", "class A:\n  nonlocal x",
    "def f():\n  x = 1\n  class A:\n    x\n    nonlocal x", "def f():\n  global x\n  nonlocal x", "def f():\n  def g():\n    nonlocal y\n    y = 1", "global x\nx: int = 1",
    "import", "import a.", "import a as", "import a as b.c", "import a b", "import a,", "import a, ", "import 1", "import .a", "import a.b as", "import a as 1", "import (a)", "import *",
    "from", "from a", "from a import", "from a import b,", "from a import (b", "from a import (b,,)", "from a import ()", "from a import b c", "from a import b as", "from . import",
    "from a import b.c", "from a import *, b", "from a import (*)", "from import a", "from . a import b", "from a. import b", "from a import b as c.d", "from .. .a import (b as c,)x",
    "def f():\n  from a import *", "class A:\n  from a import *", "from __future__ import x", "from __future__ import braces", "x\nfrom __future__ import division", "from a import b, \n",
    "from a import (b, c", "from a import b, c d", "from .a. import b", "from 1 import a", "import a; import", "import a as b as c", "from a import b as c as d",
    # compound statements
    "if", "if x", "if x y:", "if x:", "if x:\n", "if x:\ny", "if x: y\n  z", "if:", "if x: pass else: pass", "if x:\n  y\nelse", "if x:\n  y\nelse:", "if x:\n  y\nelse:\nz", "else:", "elif x:",
    "if x:\n  y\nelif", "if x:\n  y\nelif z", "if x:\n  y\nelif z:", "if x:\n  y\nelif z:\nw", "if x:\n  y\nelse x:\n  z", "if x:\n  y\nelse:\n  z\nelse:\n  w", "if x then: y", "if x\n  y", "if (x:\n  y",
    "if x: if y: z", "if x: def f(): pass", "if x: for y in z: w", "if x: x; if y: z", "if 1:\n  pass\n else:\n  pass", "if x =: y", "if x: y = ", "if x:\n  y = \nz", "if x)\n: y", "if x::\n y",
    "while", "while x", "while x y:", "while x:", "while x:\ny", "while:", "while x:\n  y\nelse", "while x: y else: z", "while 1: pass: pass", "while (1: pass",
    "for", "for x", "for x in", "for x in y", "for x in y z:", "for x in y:", "for x in y:\nz", "for x y in z: pass", "for 1 in x: pass", "for f() in x: pass", "for x.y() in z: pass", "for x + 1 in y: pass",
    "for x in: pass", "for in x: pass", "for (x, 1) in y: pass", "for x, in y z", "for x of y: pass", "for x in y\n  z", "for x in range(10)\n  pass", "for (x in y): pass", "for x in y: pass else: pass", "for not x in y: pass",
    "for x = 1 in y: pass", "for x in y = z: pass", "for *x in y: pass", "for x in *y: pass", "for i in range(3) print(i)", "for x, y, in z w: pass", "for None in x: pass", "for 'a' in x: pass", "for (yield) in x: pass",
    "for lambda: x in y: pass", "for x if y else z in w: pass", "for i, j+1 in x: pass", "for [a, 1] in x: pass", "for {a} in x: pass", "for x in (y: pass", "for x in y: z = ", "for x in y:\n  z =\n",
    "with", "with x", "with x as", "with x as 1: pass", "with x as f(): pass", "with x as (a, 1): pass", "with x y: pass", "with x as y z: pass", "with x:", "with x:\ny", "with (x", "with (x as y", "with (x as y)", "with (x as y) z: pass",
    "with (x as 1): pass", "with (x, y as f()): pass", "with x, : pass", "with (x,): pass pass", "with x as y, z as: pass", "with x as y\n  z", "with (x as y,\n z):\nw", "with x as y.z(): pass", "with x as a+b: pass", "with (a, b) as c d: pass",
    "with x as None: pass", "with x as *y: pass", "with x as (*y): pass", "with (x as y) as z: pass", "with open(x) as f, open(y) as g print(1)", "with a as b, c as d\n", "with (a as b, c as d)\n", "with: pass", "with x as y = 1: pass",
    "try", "try:", "try:\nx", "try: x", "try:\n  x\n", "try:\n  x\ny", "try:\n  x\nexcept", "try:\n  x\nexcept:", "try:\n  x\nexcept:\ny", "try:\n  x\nexcept A", "try:\n  x\nexcept A:", "try:\n  x\nexcept A as", "try:\n  x\nexcept A, B:\n  y",
    "try:\n  x\nexcept A, B as c:\n  y", "try:\n  x\nexcept A as b.c: y", "try:\n  x\nexcept A as 1: y", "try:\n  x\nexcept A B: y", "try:\n  x\nfinally", "try:\n  x\nfinally:", "try:\n  x\nfinally:\ny", "try:\n  x\nfinally x: y",
    "try:\n  x\nexcept:\n  y\nexcept A:\n  z", "try:\n  x\nelse:\n  y", "try:\n  x\nexcept:\n  y\nelse", "try:\n  x\nexcept:\n  y\nelse:\nz", "try x:\n  y", "try:\n  x\nexcept* A:\n  y\nexcept B:\n  z", "try:\n  x\nexcept A:\n  y\nexcept* B:\n  z",
    "try:\n  x\nexcept*:\n  y", "try:\n  x\nexcept*\n  y", "try:\n  x\nexcept* A:\ny", "try:\n  x\nexcept A, B\n  y", "try:\n  x\nexcept A as b\n  y", "try:\n  x\nexcept (A, B) as c d:\n  y", "except:", "finally:", "except A: pass", "try:\n  x = \nexcept:\n  y",
    "for x in y:\n  try: z\n  except* A: break", "def f():\n  try: z\n  except* A: return", "try:\n  x\nexcept A:\n  y\nfinally:\n  z\nexcept B:\n  w", "try: x\nexcept: y z", "try:\n  x\n  y z\nexcept: pass",
    "def", "def f", "def f:", "def f(", "def f(x", "def f(x)", "def f(x):", "def f(x):\ny", "def f(x) y", "def 1(): pass", "def f(1): pass", "def f(x y): pass", "def f(x, x): pass", "def f(x=1, y): pass", "def f(x=): pass", "def f(x=, y): pass", "def f(=1): pass",
    "def f(*): pass", "def f(*, ): pass", "def f(*, **k): pass", "def f(*a, *b): pass", "def f(*a, *): pass", "def f(**k, a): pass", "def f(**k, *a): pass", "def f(**k, **l): pass", "def f(*a=1): pass", "def f(**k=1): pass", "def f(*a, b=1, c): pass",
    "def f(a, /, /): pass", "def f(/): pass", "def f(/, a): pass", "def f(*a, /): pass", "def f(*, a, /): pass", "def f(a, / *): pass", "def f(a / b): pass", "def f((a)): pass", "def f((a, b)): pass", "def f(a, (b, c)): pass", "def f((a b)): pass", "def f(a=1, (b)): pass",
    "def f(a:): pass", "def f(a: int b): pass", "def f(a) -> : pass", "def f(a) -> int", "def f(a) - > int: pass", "def f() -> x y: pass", "def f(): pass pass", "def f() pass", "def f(a.b): pass", "def f(a b=1): pass", "def f(lambda): pass", "def f(None): pass", "def f(a, None): pass",
    "def f(a, *, b, *, c): pass", "def f(a, **k, ): pass x", "def f(a,,b): pass", "def f(,): pass", "def f(a=1, /, b): pass", "def f(a, b=1, /, c): pass", "def f(*a: *b c): pass", "def f(a, *b, c, **d, e): pass", "def None(): pass", "def f[T](x): pass", "def f.g(): pass", "def f(a)\n  x",
    "def f():\nx", "def f():\n  x =\n", "def f(a, b):\n  return a b", "def f(self)\n  pass", "def f:\n  pass", "def (x): pass", "def f(x:int=): pass", "def f(x, y=1, *, z, w=, v): pass",
    "class", "class A", "class A:", "class A:\nx", "class A(", "class A(:", "class A()", "class A() x", "class 1: pass", "class A.b: pass", "class A(x y): pass", "class A(x):\ny", "class A(*): pass", "class A\n  x", "class A(B)\n  x", "class (A): pass", "class A(): pass x", "class None: pass",
    "class A(x=1, x=2): pass", "class A: def f(): pass", "class A:\n  def f(self):\n  x", "class A:\n  x y",
    "@", "@x", "@x\ny", "@x y\ndef f(): pass", "@x\n\n@y\nz", "@x\nclass", "@x = 1\ndef f(): pass", "@\ndef f(): pass", "@x def f(): pass", "@x\n  def f(): pass", "@f() = 1\ndef g(): pass", "@x\nasync x",
    # match
    "match x", "match x:", "match x:\ny", "match x:\n  y", "match x:\n  case", "match x:\n  case 1", "match x:\n  case 1:", "match x:\n  case 1:\n  y", "match x:\n  case 1 2: pass", "match x:\n  case a.b(1, c=2, 3): pass", "match x:\n  case a as _: pass",
    "match x:\n  case a as b.c: pass", "match x:\n  case a as 1: pass", "match x:\n  case 1 + 1: pass", "match x:\n  case 1j + 1: pass", "match x:\n  case -a: pass", "match x:\n  case a + b: pass", "match x:\n  case a: pass\n  case b: pass", "match x:\n  case _: pass\n  case b: pass",
    "match x:\n  case a | b: pass", "match x:\n  case [a, a]: pass", "match x:\n  case [*a, *b]: pass", "match x:\n  case 1 | a: pass", "match x:\n  case {**a, 'b': 1}: pass", "match x:\n  case {**_}: pass", "match x:\n  case {a: 1}: pass", "match x:\n  case A(a=1, a=2): pass",
    "match x:\n  case (a as b) as c: pass\n  case 1: pass", "match x:\n  case f'{a}': pass", "match x:\n  case {1: a, 2: a}: pass", "match x:\n  case 'a' 'b' c: pass", "match x:\n  case 1 if x y: pass", "match x:\n  case *a: pass", "match x:\n  case (*a): pass",
    "match x:\n  case 1: pass\n  y", "match x:\n  case 1: pass\n y", "match x y:\n  case 1: pass", "match (x y):\n  case 1: pass", "match:\n  case 1: pass", "match x, :\n  case 1: z w", "case 1:\n  x", "match x:\n  case a():\n    y z", "match x:\n  case A(1 2): pass", "match x:\n  case [1 2]: pass",
    "match x:\n  case _ as a: pass", "match x\n  case 1: pass", "match x:\n  case 1\n    pass", "match x:\n  case 1:\n    a\n  case 2\n    b", "match x:\n  case {'a': 1, 'a': 2}: pass", "match x:\n  case a | 1: pass", "match x:\n  case A(b=c.d, e=_ , f): pass",
    # scopes
    "[x := 1 for x in y]", "[(x := 1) for x in y]", "[y for y in (x := z)]", "class A:\n  [x := 1 for y in z]", "[[(x := 1) for x in y] for z in w]", "[x for x in y if (x := 1)]", "[(z := 1) for y in x for z in w]", "[x for x in [y := 1]]", "[a for a in b for c in (d := e)]",
    "[(yield) for x in y]", "{(yield) for x in y}", "{(yield): 1 for x in y}", "((yield) for x in y)", "[(yield from x) for x in y]", "def f():\n  [(yield) for x in y]", "def f():\n  [x for x in (yield)]", "def f(a, a): pass", "lambda a, a: 1", "def f(a, *a): pass", "def f(a, *, a): pass",
    "def f(a, **a): pass", "def f():\n  x = 1\n  def g():\n    print(x)\n    nonlocal x", "for x in y:\n" + "".join(" " * i + "for x in y:\n" for i in range(1, 22)) + " " * 22 + "pass", "def f():\n  return\n  yield = 1",
    # after a good beginning
    "x = 1\ny = 2\nz = = 3", "def f():\n    pass\n\ndef g(:\n    pass", "import a\nx = [1,\n2\n3]\ny", "x = [1,\ny = 2\nz = 3\n", "f(1,\nx = 2\nif y:\n  z\n", "d = {'a': 1,\n 'b': 2\n 'c': 3}", "print('a'\nprint('b')", "x = (1 +\n\ny = 2", "x = 'a\ny = 'b'", "foo(a, b\nfor x in y:\n  pass",
    "if x:\n  foo(\n    a\n  bar()\n", "a = [\n 1\n 2\n]", "def f():\n  x = (\n  return x", "if True:\n  print 'a'\n", "x = 5 y = 6", "return x y", "import x y", "while True print(1)", "a = b c = d", "for i in range(10):\n    print i", "assert(x, y) z", "let x = 1", "const x = 1", "x = new Foo()", "x && y", "x || y", "!x",
    "x++", "x--", "++x +", "func f(): pass", "function f() {}", "if (x) { y }", "x = {a: 1, b}", "elseif x: y", "else if x: y", "if x:\n  y\nelse if z:\n  w", "x = y ? 1 : 2", "print x;", "// comment", "/* c */", "def f() { }", "x = [1, 2, 3", "x = {1, 2, 3", "'it's'", "\"a\"b\"c\"", "print(\"a\" b)", "x = 10 px",
]
RIGHT = [
    "x = f(a, b=1, *c, **d)", "def f(a, b=2, *c, d, **e):\n    return a + b\n", "for i in range(10):\n    print(i, end='')\nelse:\n    pass\n", "if a == 1 and not b:\n    x = [i for i in y if i]\nelif c:\n    pass\nelse:\n    z()\n",
    "with open(x) as f, g() as h:\n    pass\n", "try:\n    a\nexcept (A, B) as e:\n    raise C from e\nfinally:\n    b\n", "class A(B, metaclass=M):\n    x: int = 1\n    def f(self): return self.x\n", "d = {'a': 1, **b, 'c': [1, 2]}", "x = lambda a, *b: a if b else c",
    "print(f'{a!r:>{w}} {b}', sep=\"\")", "a, (b, *c) = d[1:2, ::3]", "while True:\n    x += 1\n    if x > 5: break\n", "from a.b import (c, d as e)", "@dec(1)\ndef f() -> int: ...\n", "assert x, 'msg'", "del a[0], b.c", "x = (yield)", "global a, b", "import a.b as c, d",
    "match x:\n    case {'a': [1, *_], **r} if y: pass\n    case A(b=c) | None as z: pass\n", "x = not a in b is not c < d", "x = y if z else w", "{a: b for a, b in c.items()}", "(x := 5)", "x = -a ** -b @ c // d % e << 1 | 2 ^ 3 & ~4", "return_ = [*a, *b]", "f(x for x in y)",
]
PIECES = ["x", "1", "'s'", "(", ")", "[", "]", "{", "}", ",", ":", ";", ".", "=", "==", "+", "-", "*", "**", "/", "->", ":=", "+=", "not", "in", "is", "if", "else", "for", "lambda", "None", "print", "def", "class",
          "return", "yield", "import", "from", "as", "with", "while", "try", "except", "\n", "\n    ", "f''", "...", "@", "await", "async", "pass", "and", "match", "case", "_", "$", "elif", "del"]


WARN = [
    "x is 1", "x is not 'a'", "1 is x", "x is None", "x is ()", "x is -1", "x is (1, 2)", "x is (1, y)", "x is True", "x is ...", "a is b is 1",
    "a is 1 is 2", "a == 1 is b", "x is f''", "x is []", "assert (x, 'y')", "assert ()", "assert (1,)", "assert x, y", "if x:\n  assert (x,\n 'y')",
    "[(1, 2) (3, 4)]", "1()", "'a'()", "[1](2)", "{}()", "{1}()", "f''()", "(x for x in y)()", "(lambda: 1)()", "None()", "[x for x in y]()", "...()", "b''()",
    "1[2]", "1.5[0]", "None[0]", "...[0]", "{1}[0]", "(lambda: 1)[0]", "(x for x in y)[0]", "True[0]", "'a'['b']", "'a'[1]", "'a'[1:2]", "[1]['a']", "[1][1, 2]",
    "(1, 2)['a']", "(a, b)[1.5]", "[1, 2][None]", "[1, 2][True]", "{}['a']", "f''['a']", "[x for x in y][1.0]", "b'a'[[1]]", "'a'[f'']", "[[1, 2] [3, 4]]", "1[2] = 3",
    "del 1[2]", "x = [\n (1, 2)\n (3, 4)\n]", "def f():\n  return x is 1\n\ny is 2",
]


def their_warnings(text):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        compile(text, "f", "exec", dont_inherit=True)
    return ["SyntaxWarning|%s|%d" % (w.message, w.lineno) for w in caught if w.category is SyntaxWarning]


def our_warnings(program, text):
    return [line for line in program.ask(text).splitlines() if line.startswith("SyntaxWarning")]


def theirs(text, mode, flags):
    try:
        compile(text, "f", ("exec", "eval", "single")[mode], flags, dont_inherit=True)
        return "OK"
    except SyntaxError as e:
        end_line = e.end_lineno or 0
        end = -1 if e.end_offset is None else e.end_offset
        return "%s|%s|%d|%d|%d|%d" % (type(e).__name__, e.msg, e.lineno or 0, -1 if e.offset is None else e.offset, end_line, end)
    except (RecursionError, MemoryError, ValueError, OverflowError) as e:
        return "%s|%s|0|-1|0|-1" % (type(e).__name__, e)


def ours(program, text, mode):
    lines = program.ask(text, mode).splitlines()
    answer = "\n".join(line for line in lines if not line.startswith("SyntaxWarning|"))
    return "OK" if answer.startswith("OK") else "|".join(answer.split("|")[:6]) if "|" in answer else answer


def mutate(source):
    from io import StringIO
    import re
    text = source.choice(RIGHT)
    tokens = re.findall(r"\n *|\s+|\w+|'[^'\n]*'|\*\*|:=|->|==|[^\w\s]", text)
    for _ in range(source.choice((1, 1, 1, 2, 2, 3))):
        if not tokens:
            break
        i = source.randrange(len(tokens))
        what = source.randrange(4)
        if what == 0:
            del tokens[i]
        elif what == 1:
            tokens.insert(i, " " + source.choice(PIECES) + " ")
        elif what == 2:
            tokens[i] = " " + source.choice(PIECES) + " "
        else:
            del tokens[i + 1 + source.randrange(3):]
    return "".join(tokens)


def main():
    if sys.version_info[:2] != (3, 11):
        print("skipped: the oracle is CPython 3.11")
        return 77
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    source = random.Random(11)
    plain, cell = Program(sys.argv[1], "-e"), Program(sys.argv[1], "-e", "-i")
    passed = failed = unlike = shown = 0
    cases = [(t, EXEC, False) for t in WRONG + RIGHT] + [(t, EXEC, True) for t in WRONG] + [(t, EVAL, False) for t in WRONG[:200] if t != "\\"] \
        + [(t, SINGLE, False) for t in RIGHT]
    known = len(cases)
    for text in WARN:
        got, want = our_warnings(plain, text), their_warnings(text)
        passed, failed = passed + (got == want), failed + (got != want)
        if got != want:
            print("warnings %r\n  ours   %s\n  theirs %s" % (text, got, want))
    cases += [(mutate(source), EXEC, i % 3 == 0) for i in range(rounds)]
    for i, (text, mode, incomplete) in enumerate(cases):
        want = theirs(text, mode, INCOMPLETE if incomplete else 0)
        got = ours(cell if incomplete else plain, text, mode)
        if got == want:
            passed += 1
            continue
        if i < known:
            failed += 1
        else:
            unlike += 1
        shown += 1
        if shown <= int(sys.argv[3]) if len(sys.argv) > 3 else 40:
            print("%s%r\n  ours   %s\n  theirs %s" % ("exec eval single".split()[mode] + (" incomplete " if incomplete else " "), text[:90], got, want))
    print("%d passed, %d failed, %d of %d mutations unlike" % (passed, failed, unlike, rounds))
    return 1 if failed or plain.close() or cell.close() else 0


if __name__ == "__main__":
    sys.exit(main())
