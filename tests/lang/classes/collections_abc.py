from collections.abc import *
import collections, collections.abc
print(isinstance([], Sequence), isinstance([], MutableSequence), isinstance((), MutableSequence), isinstance({}, Mapping), isinstance({}, MutableMapping), isinstance(set(), Set), isinstance(frozenset(), MutableSet))
print(isinstance('', Sequence), isinstance(b'', ByteString), isinstance(range(3), Sequence), isinstance(iter([]), Iterator), isinstance([], Iterator), isinstance([], Iterable), isinstance(5, Iterable), isinstance(len, Callable), isinstance(5, Hashable), isinstance([], Hashable))
print(isinstance({}.keys(), KeysView), isinstance({}.items(), ItemsView), isinstance({}.values(), ValuesView), isinstance((x for x in []), Generator), isinstance([], Collection), isinstance([], Sized), isinstance([], Reversible), isinstance({}, Reversible), isinstance(collections.deque(), MutableSequence), isinstance(collections.OrderedDict(), MutableMapping))
class S(Sequence):
    def __init__(self, *v): self.v = v
    def __getitem__(self, i): return self.v[i]
    def __len__(self): return len(self.v)
s = S(1, 2, 3, 2)
print(list(s), 2 in s, s.index(2), s.count(2), list(reversed(s)), len(s))
class M(MutableMapping):
    def __init__(self, **k): self.d = k
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
m = M(a=1, b=2)
print(dict(m), m.get('z', 0), 'a' in m, list(m.items()), m.pop('a'), m.setdefault('c', 5), m == {'b': 2, 'c': 5}, list(m.keys()), list(m.values()))
m.update(z=1); m.update({'y': 2}); m.update([('x', 3)]); print(m.d, m.popitem()); m.clear(); print(len(m))
class T(Set):
    def __init__(self, it=()): self.l = list(dict.fromkeys(it))
    def __contains__(self, x): return x in self.l
    def __iter__(self): return iter(self.l)
    def __len__(self): return len(self.l)
t = T([1, 2, 3])
print(list(t & [2, 3, 4]), list(t | [9]), list(t - [1]), sorted(t ^ [3, 4]), t <= T([1, 2, 3, 4]), t == T([3, 2, 1]), t.isdisjoint([7]), t == {1, 2, 3})
for c in Sequence, MutableMapping, Iterator, Hashable:
    try: c()
    except TypeError as e: print(e)
class It(Iterator):
    def __next__(self): raise StopIteration
print(list(It()), Sequence[int], Mapping[str, int], Callable[[int, str], bool], Callable[..., int], Iterable[int])
print(Sequence, collections.abc.Mapping.__module__)
class L(MutableSequence):
    def __init__(self): self.l = []
    def __getitem__(self, i): return self.l[i]
    def __setitem__(self, i, v): self.l[i] = v
    def __delitem__(self, i): del self.l[i]
    def __len__(self): return len(self.l)
    def insert(self, i, v): self.l.insert(i, v)
l = L(); l.append(1); l.extend([2, 3]); l += [4]; l.reverse(); print(l.l, l.pop(), l.remove(3), l.l)
