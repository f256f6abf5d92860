class Seq:
    def __getitem__(self, i):
        if i >= 3: raise IndexError
        return i * 10
print(list(Seq()), 20 in Seq(), 99 in Seq(), [x for x in Seq()], tuple(Seq()), max(Seq()), sum(Seq()), dict(zip('ab', Seq())))
a, b, c = Seq(); print(a, b, c)
print(*Seq())
try: reversed(Seq())
except TypeError as e: print(e)
class Full(Seq):
    def __len__(self): return 3
print(list(reversed(Full())))
class It:
    def __iter__(self): return iter('xy')
print(list(It()), 'x' in It(), 'z' in It())
class Con:
    def __contains__(self, x): print('contains', x); return x
print(1 in Con(), 0 in Con(), 1 not in Con())
class NoIter:
    __iter__ = None
    def __getitem__(self, i): return 1
    __contains__ = None
for f in (lambda: iter(NoIter()), lambda: 1 in NoIter(), lambda: list(NoIter())):
    try: f()
    except TypeError as e: print(e)
class Rev:
    def __reversed__(self): return iter('cba')
print(list(reversed(Rev())))
class NoRev(list): __reversed__ = None
try: reversed(NoRev())
except TypeError as e: print(e)
class M(dict):
    def __missing__(self, k): return f'missing {k}'
m = M(a=1); print(m['a'], m['b'], m.get('b'), 'b' in m, len(m))
class K:
    def __getitem__(self, k): return k
    def __setitem__(self, k, v): print('set', k, v)
    def __delitem__(self, k): print('del', k)
k = K(); print(k[1], k[1, 2], k[1:2], k[1:2:3], k[:, ...], k[()], k['a':'b', 1], k[*[1, 2]], k[1,])
k[1, 2] = 3; del k[::2]; k[0] += 1 if 0 else 5
class Hint:
    def __init__(self, h): self.h = h
    def __iter__(self): return iter([1, 2])
    def __length_hint__(self): return self.h
import operator
print(operator.length_hint(Hint(5)), operator.length_hint([1, 2]), operator.length_hint(object(), 9), list(Hint(100)))
for h in -1, 'x', NotImplemented:
    try: print(operator.length_hint(Hint(h), 3))
    except (TypeError, ValueError) as e: print(e)
class BadIter:
    def __iter__(self): return self
for f in (lambda: iter(BadIter()), lambda: list(BadIter())):
    try: f()
    except TypeError as e: print(e)
print(iter(lambda l=[3, 2, 1]: l.pop(), 1).__class__.__name__, list(iter([1, 2, 3, 0, 5].__iter__().__next__, 0)))
