class Env(dict):
    def __missing__(self, k): return f'<{k}>'
class Map:
    def __init__(self): self.d = {'x': 5}; self.log = []
    def __getitem__(self, k): self.log.append(('get', k)); return self.d[k]
    def __setitem__(self, k, v): self.log.append(('set', k)); self.d[k] = v
    def __delitem__(self, k): self.log.append(('del', k)); del self.d[k]
    def keys(self): return self.d.keys()
print(eval('a + b', {}, Env(b='B')), eval('x * 2', {}, Map()))
m = Map()
exec('''
y = x + 1
z: int = y
del x
def f(): return len
class C: q = y
print(sorted(locals().keys()) if hasattr(locals(), 'keys') else type(locals()))
print(type(locals()).__name__)
for i in range(2): pass
import math
try: missing
except NameError as e: print(e)
print([k for k in range(2)], dir()[:3])
''', {}, m)
print(m.log); print(sorted(m.d))
for f in (lambda: eval('x', 5), lambda: eval('x', [1]), lambda: eval('x', {}, 5), lambda: eval('x', {}, [1]), lambda: exec('x', [1]), lambda: exec('x', {}, 5), lambda: eval('len', {}, 'abc'), lambda: exec('x = 1', {}, (1,)), lambda: exec('x', None, Env()), lambda: eval('x', None, {'x': 3}), lambda: eval('zz', Env())):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
