# Trees of the module ast as compile() takes them: with their positions, and refused where they are no program.
import ast
import sys
import traceback

SOURCE = '''
import math

@staticmethod
def area(r, *, scale=1):
    """The area."""
    def inner(x: int = 2) -> int:
        nonlocal r
        r += x
        return r
    return math.pi * inner() ** 2 * scale

class Shape:
    sides: int = 4
    __private = 3
    def secret(self):
        return self.__private

async def wait(things):
    async with things as t:
        async for x in t:
            yield x

def kind(value):
    match value:
        case [1, *rest] if rest:
            return 'list', rest
        case {'a': x, **others}:
            return 'dict', x, others
        case Shape(sides=s) | s:
            return 'other', s
text = f'{area.__func__(2):.2f} {[i for i in range(4) if i % 2]!r} {(lambda a, /, b=2, *c, **d: (a, b, c, d))(1)}'
try:
    (y := 10) / 0
except* ZeroDivisionError as group:
    found = group.exceptions
'''
tree = ast.parse(SOURCE)
names = {}
exec(compile(tree, 'shapes.py', 'exec'), names)
print(names['text'], names['area'].__func__.__doc__, names['area'].__func__.__code__.co_firstlineno)
print(names['Shape']().secret(), names['Shape'].__annotations__, names['kind']([1, 2]), names['kind']({'a': 1, 'b': 2}))
print(names['found'], names['y'])


class Double(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(node.value * 2), node) if type(node.value) is int else node


print(eval(compile(Double().visit(ast.parse('1 + (2, 3)[0]', mode='eval')), 'e', 'eval')))
for value in (1 << 100, -5, 1.5, -2j, 1 + 2j, (1, (2, frozenset({3}))), frozenset({1}), b'x', 'é', '\ud800', ..., None, True):
    tree = ast.fix_missing_locations(ast.Expression(ast.Constant(value)))
    print(ascii(eval(compile(tree, 'c', 'eval'))))

# lines and columns are those of the tree
tree = ast.parse('x = 1\ny = (x +\n     missing)\n')
ast.increment_lineno(tree, 40)
try:
    exec(compile(tree, 'moved.py', 'exec'))
except NameError as error:
    frame = error.__traceback__.tb_next
    print(frame.tb_lineno, frame.tb_frame.f_code.co_filename)
    print(list(frame.tb_frame.f_code.co_positions())[frame.tb_lasti // 2])


def refused(node, mode='exec'):
    try:
        if isinstance(node, ast.expr):
            node = ast.Expr(node)
        if isinstance(node, ast.stmt):
            node = ast.Module([node], [])
        compile(ast.fix_missing_locations(node), 'bad', mode)
        print('accepted')
    except Exception as error:
        print(type(error).__name__, str(error).partition(' object at')[0])


load, store = ast.Load(), ast.Store()
x, xs, p, one = ast.Name('x', load), ast.Name('x', store), ast.Pass(), ast.Constant(1)
empty = ast.arguments([], [], None, [], [], None, [])
for node in (
        ast.FunctionDef('f', empty, [], []), ast.AsyncFunctionDef('f', empty, [], []), ast.ClassDef('C', [], [], [], []),
        ast.Delete([]), ast.Delete([x]), ast.Assign([], x), ast.Assign([one], x), ast.Assign([x], x), ast.Assign([xs], xs),
        ast.For(xs, x, [], []), ast.While(x, [], []), ast.If(x, [None], []), ast.With([], [p]), ast.Raise(None, x),
        ast.Try([p], [], [], []), ast.Try([p], [], [p], [p]), ast.TryStar([p], [], [], []), ast.Import([]), ast.Global([]),
        ast.ImportFrom(None, [ast.alias('x')], -1), ast.BoolOp(ast.And(), [x]), ast.Dict([x], []), ast.ListComp(x, []),
        ast.Compare(x, [], []), ast.Compare(x, [ast.In()], [x, x]), ast.Call(x, [None], []), ast.Set([xs]), ast.List([None], load),
        ast.Lambda(ast.arguments([], [], None, [], [None], None, []), x), ast.Name('None', load), ast.Name(5, load),
        ast.BinOp(x, ast.Not(), x), ast.Expr(p), ast.Module(5, []), ast.Module([5], []), ast.Expr(), ast.Return(5),
        ast.Attribute(x, 'a', 5), ast.Constant([1]), ast.Constant((1, [])), ast.Constant(type('I', (int,), {})()),
        ast.keyword('a', x), ast.Expr(ast.Yield(x)), ast.Match(x, [ast.match_case(ast.MatchOr([]), None, [p])]),
        ast.Match(x, [ast.match_case(ast.MatchAs(None, '_'), None, [p])]), ast.Match(x, [ast.match_case(ast.MatchStar('a'), None, [p])]),
        ast.Match(x, [ast.match_case(ast.MatchValue(x), None, [p])]), ast.Match(x, []), ast.Starred(x, load), ast.Break()):
    refused(node)
refused(ast.Module([], []), 'eval')
refused(ast.Expression(x), 'exec')
for places in (dict(), dict(lineno=1), dict(lineno=1, col_offset='a'), dict(lineno=5, col_offset=0, end_lineno=3),
               dict(lineno=1, col_offset=5, end_col_offset=3), dict(lineno=1, col_offset=-1, end_col_offset=3)):
    try:
        compile(ast.Expression(ast.Name('x', load, **places)), 'p', 'eval')
        print('accepted')
    except Exception as error:
        print(type(error).__name__, error)
