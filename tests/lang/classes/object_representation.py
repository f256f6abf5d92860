class A: pass
def clean(s):
    i = s.find(' at 0x')
    return s if i < 0 else s[:i] + ' at ADDR' + (s[s.find('>', i):] if '>' in s[i:] else '')
def f(): pass
def g(): yield
class M(type): pass
class C(metaclass=M):
    class N: pass
    def m(self): pass
for v in A(), A, f, g(), lambda: 0, A().__init__, object(), C.N(), C.N, C, M, C().m, C.m, iter([]), iter(()), iter({}), iter(''), iter(range(3)), iter(set()), enumerate([]), zip(), map(f, []), filter(f, []), reversed([]), len, [].append, list.append, int.__add__, (1).__add__, str.join, type, object, int, property(), super(C.N, C.N()), slice(1), range(3), {}.keys(), {}.items(), {1: 2}.values(), NotImplemented, ..., None, f.__code__ if 0 else 0, (x for x in []), classmethod(f), staticmethod(f), dict.fromkeys, ValueError('x'), ValueError, int.real, type.__dict__['__name__'] if 0 else 0, A.__dict__['__dict__'], A.__dict__['__weakref__'], print, __builtins__ if 0 else 0:
    print(clean(repr(v)))
import math
print(math, math.sqrt)
class Str:
    def __str__(self): return 's'
print([Str()][0], clean(repr([Str()])))
class Rep:
    def __repr__(self): return 'r'
print(Rep(), str(Rep()), [Rep()], {Rep(): Rep()}, (Rep(),), f'{Rep()}', '%s %r' % (Rep(), Rep()))
l = [1]; l.append(l); print(l)
d = {}; d['d'] = d; print(d)
t = ([],); t[0].append(t); print(t)
s = [{}]; s[0]['s'] = s; print(s)
