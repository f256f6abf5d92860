def f(x): return x + 1
def g(x): return x * 10
print(f(2))
f.__code__ = g.__code__
print(f(2), f.__name__)
def outer():
    n = 1
    def inner(): return n
    return inner
try:
    f.__code__ = outer().__code__
except ValueError as e:
    print(e)
import types
h = types.FunctionType(g.__code__, globals(), 'h')
print(h(3), h.__name__)
h = types.FunctionType(g.__code__, {}, argdefs=(7,))
print(h(), h.__name__)
k = types.FunctionType(outer().__code__, {}, 'k', None, outer().__closure__)
print(k())
print(type(f) is types.FunctionType, types.LambdaType is types.FunctionType)
cell = types.CellType(5)
print(cell.cell_contents)
cell.cell_contents = 6
print(cell.cell_contents)
del cell.cell_contents
try:
    cell.cell_contents
except ValueError as e:
    print(e)
