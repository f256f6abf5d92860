# The dict of an instance, of globals or of a frame goes away while a key of it is compared.
class K:
    def __init__(self, name, f): self.h = hash(name); self.f = f
    def __hash__(self): return self.h
    def __eq__(self, o):
        f, self.f = self.f, None
        if f: f()
        return False
class O: pass
def fresh(f=None):
    o = O()
    o.__dict__ = {K('x', lambda: setattr(o, '__dict__', {'x': 5})): 1, **{i: i for i in range(3)}}
    return o
def attempt(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
o = fresh(); attempt(lambda: o.x)
o = fresh(); attempt(lambda: setattr(o, 'x', 3))
o = fresh(); attempt(lambda: delattr(o, 'x'))
o = fresh(); attempt(lambda: hasattr(o, 'x'))
o = fresh(); attempt(lambda: o.x())
import types
m = types.ModuleType('m')
m.__dict__[K('x', lambda: m.__dict__.clear())] = 1
attempt(lambda: m.x)
# slots members with dict
class S:
    __slots__ = ('a', '__dict__')
s = S(); s.a = 1; del s.a
attempt(lambda: s.a)
# globals
g = {K('zz', lambda: g.clear()): 1, '__builtins__': __builtins__}
attempt(lambda: eval('zz', g))
g = {'__builtins__': {K('zz', lambda: g.__setitem__('__builtins__', {})): 1}}
attempt(lambda: eval('zz', g))
def gen():
    a = 1; b = 2; c = [3]
    yield
x = gen(); next(x)
fr = x.gi_frame
d = fr.f_locals
d.clear()
d[K('b', lambda: x.close())] = 1
attempt(lambda: sorted(map(str, fr.f_locals))[-1])
