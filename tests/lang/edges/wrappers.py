"""UserDict, UserList, UserString and ChainMap as classes to derive from."""
from collections import ChainMap, UserDict, UserList, UserString
from collections.abc import MutableMapping, MutableSequence, Sequence
import copy


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class Folded(UserDict):
    """Keys without case."""
    def __setitem__(self, key, item):
        super().__setitem__(key.lower(), item)

    def __missing__(self, key):
        if key == key.lower():
            raise KeyError(key)
        return self[key.lower()]


d = Folded({'One': 1}, Two=2)
print(d, d['ONE'], 'TWO' in d, len(d), list(d), sorted(d.items()), isinstance(d, MutableMapping))
show(lambda: d['Three'])
show(lambda: (d | {'Four': 4}, {'Zero': 0} | d, type(d | {}).__name__))
d |= {'FIVE': 5}
e, f = d.copy(), copy.copy(d)
e['six'] = 6
show(lambda: (d, e, f, type(e).__name__, d == f, d == dict(f), d != e))
show(lambda: (Folded.fromkeys('Ab', 0), d.pop('five'), d.setdefault('New', []), d.get('none', '-'), d.popitem()))
show(lambda: (d.keys() & {'one', 'x'}, list(d.values()), d.update(SIX=7), d))
show(lambda: d.pop('nothing'))
d.clear()
print(d, bool(d), UserDict.__module__, UserDict.__qualname__, UserList.__mro__[1] is MutableSequence)

a = UserList([3, 1, 2])
b = UserList(a)
b.extend(b)
a += (9,)
show(lambda: (a, b, a[1:], type(a[1:]).__name__, a + b, [0] + a, a + (5,), 2 * a, a[-1], a < b, a >= [3], a == [3, 1, 2, 9]))
a.sort(reverse=True)
a *= 2
show(lambda: (a, a.pop(), a.count(9), a.index(1, 2), a.remove(3), a.reverse(), a, 9 in a, list(reversed(a))))
del a[::2]
a[:1] = 'xyz'
show(lambda: (a, copy.copy(a) == a, a.copy() is a, UserList('ab'), UserList(), isinstance(a, Sequence), max(UserList('ab'))))
show(lambda: a < 5)
show(lambda: a.index('nothing'))
show(lambda: hash(a))


class Name(UserString):
    def shout(self):
        return self.upper() + '!'


n = Name('ada Love')
show(lambda: (n, str(n), n.shout(), type(n.shout()).__name__, n[1:3], type(n[0]).__name__, n + 1, 'x' + n, n * 2, len(n)))
show(lambda: (n.split(), n.split('a', 1), n.find(Name('L')), n.count('a'), n.startswith('ada'), n.center(12, '.'), n.title()))
show(lambda: (n == 'ada Love', n == Name('ada Love'), n < 'b', 'da' in n, Name('L') in n, hash(n) == hash('ada Love')))
show(lambda: (n.encode(), Name('%s-%d') % (1, 2), int(Name('12')), float(Name('1.5')), complex(Name('2j')), n.join(['1', '2'])))
show(lambda: (n.replace('a', Name('o')), n.partition(' '), n.translate({97: 'A'}), n.isalpha(), f'{n:>10}|', Name(5), n.zfill(9)))
show(lambda: n.index('zz'))
show(lambda: n < 5)

base, over = {'a': 1, 'b': 2}, {'b': 20, 'c': 30}
c = ChainMap(over, base)
show(lambda: (c, c['b'], c['a'], len(c), list(c), sorted(c.items()), c.get('z'), 'a' in c, bool(ChainMap()), c.maps))
show(lambda: c['z'])
c['a'] = 100
del c['b']
show(lambda: (c, c['b'], base, over, c.parents, c.new_child(x=1), c.new_child({'y': 2}, z=3)))
show(lambda: c.pop('b'))
show(lambda: (c | {'q': 1}, {'q': 1} | c, type({'q': 1} | c).__name__, ChainMap.fromkeys('ab', 0), c == dict(c)))
c |= {'c': 0}
show(lambda: (c.popitem(), c, copy.copy(c).maps[1] is base))
show(lambda: ChainMap().popitem())
