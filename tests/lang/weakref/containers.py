import weakref, gc
class O:
    def __init__(self, n): self.n = n
    def __repr__(self): return f'O{self.n}'
d = weakref.WeakValueDictionary()
a, b = O(1), O(2)
d['a'] = a; d['b'] = b; d['tmp'] = O(3)
print(sorted(d), len(d), d['a'], d.get('zz', 'none'), 'tmp' in d, list(d.values()), sorted(d.items()))
del a
print(list(d.items()), d.setdefault('b', 5), d.pop('nothing', 'default'))
try: d['a']
except KeyError as e: print('KeyError', e)
k = weakref.WeakKeyDictionary()
x, y = O('x'), O('y')
k[x] = 1; k[y] = 2
print(len(k), k[x], x in k, 5 in k, [v for v in k.values()], k.get(O(9), 'no'))
del x
print(len(k), list(k), list(k.items()))
s = weakref.WeakSet()
p, q = O('p'), O('q')
s.add(p); s.add(q); s.add(O('gone'))
print(len(s), p in s, sorted(map(repr, s)), 5 in s)
del p
print(list(s), len(s))
s.discard(q); print(len(s))
class M:
    def hi(self): return 'hi'
m = M()
wm = weakref.WeakMethod(m.hi)
print(wm()(), weakref.ref(m.hi)())
del m
print(wm())
o = O('fin')
f = weakref.finalize(o, print, 'finalized', 1)
print(f.alive, f.peek()[2])
del o
print(f.alive, f())
o = O('again'); f = weakref.finalize(o, print, 'early'); f(); del o
print(isinstance(d, weakref.WeakValueDictionary))
