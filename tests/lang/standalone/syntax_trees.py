# ast: parse, dump, unparse, literal_eval, visitors, compile() of trees.
import ast
src = '''
"""Doc 'x' \\n"""
import os, a.b as c
from . import x
from .y import (z as w, q)
@dec(1)
class A(B, metaclass=M):
    """doc"""
    x: int = 1
    (y): str
    def f(self, a, /, b: int=2, *args: int, c, d=3, **kw) -> None:
        """d
        e"""
        global g
        nonlocal h
        return a, b
    async def g(self):
        async with a as b, c: pass
        async for i in x: await y
        else: break
        return [i async for i in x if i if j]
for a, b in x:
    continue
else: pass
while True:
    x = y = (1, 2)
    a, *b = c
    x[1, 2:3, ...] += 1
    x[1:2], x[a,], x[()], x[::2] 
    del a, b
if a: b
elif c: d
else: e
try: a
except (A, B) as e: raise X from e
except: raise
else: b
finally: c
try: a
except* E: pass
assert a, 'b'
match x:
    case 1 | 2: pass
    case [a, *_, b] if c: pass
    case {'k': v, **rest}: pass
    case P(x, y=1) as p: pass
    case None | True: pass
    case (a | b) as c: pass
    case -1 | 1+2j: pass
    case _: pass
lambda: 0
lambda x, *y, z=1: (x, y)
f(*a, **b, c=1)(x for x in y)
{1, 2}, {}, {'a': 1, **b}, {a: b for a in c}, {a for a in b}
a and b or c and not d or (a or b)
(a if b else c) if d else e
-x ** -y ** z, (a + b) * c - (d - e), a @ b // c, ~a, not a, (not a) == b
a < b <= c is not d not in e
(yield), (yield from x)
x = yield y
print((y := 5), f(z := 3))
f'a{x!r:>{w}}b{{}}{y=}', f"it's {d['k']}", f'{x:.2f}', b'\\x00a', u'u', 'it\\'s', "q\\"", 1.5, 1e400, 2j, 10**30, ..., None
f"""multi
{x}"""
(1).real, 1.0.real, x.y.z, 123456789012345678901234567890
(await_, )
a = b = lambda x: x
x = (*a, b)
with (open(x) as f, g): pass
'''
t = ast.parse(src)
print(ast.dump(t, include_attributes=True))
print(ast.dump(t.body[5], indent=2))
print(ast.dump(t, annotate_fields=False)[:3000])
print(ast.unparse(t))
for e in ["1+2j", "-1", "[1, (2, 'a'), {3: b'x'}, {4}, None, True]", "set()", "1+2", "f()", "a", "  1", "{**a}", "+1.5", "1 +", "(", "x = 1", "-'a'"]:
    try: print(ast.literal_eval(e))
    except Exception as x: print(type(x).__name__, str(x).split(' at 0x')[0])
class V(ast.NodeVisitor):
    def visit_Name(self, n): print(n.id, end=' ')
V().visit(t); print()
class T(ast.NodeTransformer):
    def visit_Name(self, n): return ast.copy_location(ast.Constant(n.id + '!'), n)
    def visit_Assert(self, n): return None
    def visit_Pass(self, n): return [n, ast.Break()]
t2 = T().visit(ast.parse('a + b\nassert x\nfor i in y: pass'))
print(ast.dump(t2)); print(ast.unparse(ast.fix_missing_locations(t2)))
print(eval(compile(ast.parse('1 + 2', mode='eval'), 'f', 'eval')))
tree = ast.parse('x = 1\ny = x + 41'); ns = {}; exec(compile(tree, '<t>', 'exec'), ns); print(ns['y'])
n = ast.BinOp(ast.Name('a', ast.Load()), ast.Add(), right=ast.Constant(1)); print(ast.unparse(n), n._fields, ast.BinOp.__doc__, ast.arg.__doc__, ast.FunctionDef._attributes, ast.Return().value)
print(ast.unaryop.__doc__, ast.alias.__mro__[1].__name__, ast.expr_context.__doc__)
for f in (lambda: ast.BinOp(1,2,3,4), lambda: ast.Name('a', id='b'), lambda: ast.parse('a b'), lambda: ast.dump(1), lambda: ast.get_docstring(n), lambda: n.lineno, lambda: ast.literal_eval(n), lambda: ast.parse('x', mode='q'), lambda: ast.parse(3), lambda: compile(3, 'f', 'exec')):
    try: print(f())
    except Exception as x: print(type(x).__name__, str(x).split(' at 0x')[0])
print(ast.get_docstring(t))
print(ast.get_source_segment(src, t.body[3]), isinstance(ast.Constant(1), ast.Num), isinstance(ast.Constant('a'), ast.Str), ast.Num(3).n, ast.Str(s='x').value)
print([type(x).__name__ for x in ast.walk(ast.parse('f(a, b=1)'))], ast.increment_lineno(ast.parse('a'), 3).body[0].lineno)
