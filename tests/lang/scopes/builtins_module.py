import builtins
print(builtins.len is len, builtins.__name__, 'print' in dir(builtins))
old = builtins.abs
builtins.abs = lambda x: 'patched'
print(abs(-1))
builtins.abs = old
print(abs(-1))
builtins.brand_new = 5
print(brand_new)
del builtins.brand_new
try: brand_new
except NameError as e: print(e)
print = builtins.print
def f():
    abs = 3
    return abs
print(f(), abs(-2))
len = 5
try: len([])
except TypeError as e: print(e)
del len
print(len([1]))
True_ = True
for c in ('True = 1', 'None = 1', '__debug__ = 1', 'def True(): pass', 'import sys as None'):
    try: compile(c, 's', 'exec')
    except SyntaxError as e: print(e.msg)
print(callable(__import__), __import__('math').pi > 3, __import__('os.path').__name__)
try: __import__('nothing_here')
except ModuleNotFoundError as e: print(e, e.name)
try: __import__('')
except ValueError as e: print(e)
try: __import__(5)
except TypeError as e: print(e)
