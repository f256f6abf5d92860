# Code from texts and code objects.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


show(eval, '1 + 2')
show(eval, ' 1 + 2 ')
show(eval, 'x * 2', {'x': 21})
show(eval, 'x + y', {'x': 1}, {'y': 2})
show(eval, 5)
show(eval, '1 +')
show(eval, 'x = 1')
show(eval, 'nope')
show(eval, '1', 5)
show(eval)
ns = {}
exec('a = 1\ndef f(b):\n    return a + b\nc = f(2)', ns)
print(ns['c'], sorted(k for k in ns if k != '__builtins__'))
show(exec, 'print(z)', {'z': 'in exec'})
show(exec, 'raise ValueError("x")')
show(exec, 5)
code = compile('1 + 1', 'name', 'eval')
print(eval(code), code.co_filename, type(code).__name__)
exec(compile('print("from code")', '<text>', 'exec'))
exec(compile('5', '<text>', 'single'))
show(compile, '1', 'f', 'nope')
show(compile, '1 2', 'f', 'exec')
show(compile, 5, 'f', 'exec')
show(compile, '1')
g = {'n': 1}
exec('n += 1; m = n', g)
print(g['n'], g['m'], eval('[n for n in range(m)]', g), eval('lambda: 5')())
