# The operators and the less used methods of weak containers.
import copy, weakref
from collections.abc import MutableMapping, MutableSet
class O:
    def __init__(self, n): self.n = n
    def __repr__(self): return f'O{self.n}'
    def hi(self): return self.n
a, b, c = all_three = O(1), O(2), O(3)
def show(s): return sorted(map(repr, s)) if isinstance(s, weakref.WeakSet) else s
s, t = weakref.WeakSet([a, b]), weakref.WeakSet([b, c])
for v in (s | t, s & t, s - t, s ^ t, s <= t, s < s, s <= s, s == t, s == weakref.WeakSet([b, a]), s == {a, b}, s.union([c]), s.difference([a]),
          s.intersection([a, c]), s.symmetric_difference([a, c]), s.issubset(all_three), s.issuperset([a]), s.isdisjoint([c]), s.copy()):
    print(show(v), end=' ')
print(isinstance(s, MutableSet), type(s | t).__name__)
u = s.copy(); u |= t; print(show(u)); u -= s; print(show(u)); u ^= s; print(show(u)); u &= weakref.WeakSet([a]); print(show(u))
u.update([b, c]); u.difference_update([a]); u.intersection_update([c, a]); u.symmetric_difference_update([a]); print(show(u))
for f in (lambda: weakref.WeakSet().pop(), lambda: hash(s), lambda: s.add(5), lambda: weakref.WeakValueDictionary(x=5), lambda: weakref.WeakKeyDictionary()[3],
          lambda: weakref.WeakValueDictionary().popitem(), lambda: weakref.WeakMethod(5)):
    try: print(f())
    except (KeyError, TypeError) as e: print(type(e).__name__, e)
d = weakref.WeakValueDictionary({'a': a}, b=b)
print(dict(d | {'c': c}), dict({'c': c} | d), type(d | {}).__name__, dict(d.copy()), dict(copy.deepcopy(d)), len(d.valuerefs()), isinstance(d, MutableMapping))
d |= {'z': c}; print(list(d), d.popitem(), d.pop('a'), list(d.keys()), d.get('q'), 'b' in d, d == {'b': b})
k = weakref.WeakKeyDictionary({a: 1, b: [2]})
print(dict(k | {c: 3}), dict(k.copy()), copy.deepcopy(k)[b] is k[b], k.pop(a), k.setdefault(c, 5), k.popitem(), len(k.keyrefs()), k.get(a, 'none'))
m, n = weakref.WeakMethod(a.hi, lambda w: print('gone', w() is None)), weakref.WeakMethod(a.hi)
print(m == n, m != n, hash(m) == hash(n), m()(), m == 5)
f = weakref.finalize(a, print, 'end of', 1, sep='-')
print(f.alive, f.atexit, f.peek()[1:] == (print, ('end of', 1), {'sep': '-'}), repr(f).split(' at ')[0], repr(f).split('; ')[1].split(' at ')[0])
g = weakref.finalize(b, print, 'never'); print(g.detach()[0], g.alive, g.detach(), g.peek(), g(), repr(g).split('; ')[1])
del all_three, a, v, d, k
print(f.alive, f(), m(), m == n, m == m, show(s))
