ns = {}
exec('a = 1\ndef f(): return a\nb = [a for _ in range(2)]', ns)
print(ns['a'], ns['f'](), ns['b'], '__builtins__' in ns)
print(eval('1 + 2'), eval('a', ns), eval('a + b', {'a': 1}, {'b': 2}), eval(' 5 '), eval('x := 1') if 0 else 'skip')
loc = {}; exec('y = 5; z = y', {}, loc); print(loc)
exec('class K:\n v = 1\n def m(self): return self.v'); print(K().m())
def f():
    v = 1
    exec('v = 2'); r = eval('v')
    return v, r
print(f())
print(eval(compile('3 * 4', '<s>', 'eval')), exec(compile('q = 1', '<s>', 'exec')), q)
exec(compile('1 + 1\n"text"', '<s>', 'single'))
c = compile('n + 1', 'name.py', 'eval'); print(c.co_filename, c.co_name, eval(c, {'n': 4}))
for code in ('eval("x = 1")', 'eval("")', 'eval("1 +")', 'exec("if")', 'eval(5)', 'exec(5)', 'eval("1", 5)', 'exec("1", {}, 5)', 'compile("1", "f", "bad")', 'compile(5, "f", "exec")', 'eval("undefined_x")', 'exec("1/0")', 'eval("a", {})', 'eval("(")', 'exec("  x = 1")', 'eval("1\\n2")', 'exec("return 1")', 'eval("lambda: x")()', 'eval(b"1+1")', 'exec("x = 1\\n  y = 2")'):
    try: print(code, '->', eval(code))
    except Exception as e: print(code, '->', type(e).__name__, str(e).split(' (')[0])
class NS(dict):
    def __missing__(self, k): return k.upper()
print(eval('foo + bar', {}, NS()))
exec('p = 1', g := {'__builtins__': {}}); print(g)
try: eval('len([])', {'__builtins__': {}})
except NameError as e: print(e)
print(eval('[i for i in range(n)]', {'n': 3}))
exec('def r(n): return 1 if n < 2 else n * r(n - 1)\nprint(r(5))', {})
exec('global gg; gg = 9'); print(gg)
