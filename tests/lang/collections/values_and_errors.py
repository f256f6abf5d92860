# deque, defaultdict, OrderedDict, Counter, namedtuple, ChainMap: values, reprs, errors.
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


d = deque([1, 2, 3], maxlen=4)
d.append(4)
d.append(5)
d.appendleft(0)
print(d, len(d), d[0], d[-1], d.maxlen, deque().maxlen, 3 in d, 9 in d, list(reversed(d)), d.index(3), d.count(2))
d.rotate(1)
print(d)
d.rotate(-2)
print(d, d.pop(), d.popleft(), d)
d.extend('abc')
d.extendleft('xy')
print(d)
d.remove('x')
d.insert(1, 'new')
d.reverse()
d[0] = 'set'
del d[1]
print(d, d.copy(), deque([1]) + deque([2]), deque([1, 2]) * 2, deque([1]) == deque([1]), deque([1]) < deque([2]), deque([1]) == [1])
for i in range(100):
    d.append(i)
print(d, bool(deque()), str(deque('ab')))
big = deque(range(1000))
for i in range(500):
    big.append(big.popleft())
big.rotate(123)
print(list(big)[:5], big[500], len(big))
show(lambda: deque().pop())
show(lambda: deque().popleft())
show(lambda: deque([1])[5])
show(lambda: deque([1])['a'])
show(lambda: deque([1]).remove(2))
show(lambda: deque([1]).index(2))
show(lambda: deque([1], maxlen=-1))
show(lambda: deque([1], maxlen='a'))
show(lambda: deque([1], maxlen=1).insert(0, 2))
show(lambda: deque(5))
show(lambda: hash(deque()))
show(lambda: deque([1]) + [2])


def grow():
    q = deque([1, 2])
    for v in q:
        q.append(v)


show(grow)
q = deque()
q.append(q)
print(q)

c = defaultdict(list)
c['a'].append(1)
c['b'].append(2)
c['a'].append(3)
print(c, c['zz'], c.get('none'), 'none' in c, dict(c), c.default_factory, defaultdict(int, a=1), defaultdict(None, {1: 2}))
n = defaultdict(int)
for ch in 'hello':
    n[ch] += 1
print(n, defaultdict(lambda: 7)['x'], type(c.copy()), c.copy() == c, c == {'a': [1, 3], 'b': [2], 'zz': []})
nested = defaultdict(lambda: defaultdict(int))
nested['a']['b'] += 1
print(nested['a'], len(nested))
show(lambda: defaultdict()['x'])
show(lambda: defaultdict(5))
show(lambda: defaultdict(int) | {1: 2})

o = OrderedDict([('b', 1), ('a', 2)])
o['c'] = 3
print(o, OrderedDict(), list(o), o.popitem(), o)
o.move_to_end('b')
print(o)
o.move_to_end('b', last=False)
print(o, o.popitem(last=False), list(reversed(o)))
print(OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1, b=2) == dict(b=2, a=1), type(o.copy()), OrderedDict.fromkeys('ab'))
show(lambda: OrderedDict().popitem())
show(lambda: o.move_to_end('q'))
lru = OrderedDict()
for i in range(500):
    lru[i] = i
    if len(lru) > 5:
        lru.popitem(last=False)
print(lru, OrderedDict(a=1) | {'b': 2})

k = Counter('abracadabra')
print(k, k['a'], k['z'], k.most_common(2), k.most_common(), sorted(k.elements()), k.total(), len(k))
k.update('aaa')
k.subtract({'b': 5})
print(k, +k, -k, Counter(a=1, b=2) + Counter(b=1), Counter(a=3) - Counter(a=1, b=2), Counter(a=1) | Counter(a=2, c=1), Counter(a=1, b=1) & Counter(a=2))
print(Counter(), Counter([1, 1, 2]), Counter({'x': 5}), Counter(a=1) == Counter(a=1, b=0), Counter(a=1) <= Counter(a=2), k.most_common(0))
k['new'] += 3
del k['not there']
print(k, dict(Counter('aab')), Counter('aab').copy(), Counter(a=1) == {'a': 1})
show(lambda: Counter.fromkeys('a'))
show(lambda: Counter([[]]))
show(lambda: Counter(5))

P = namedtuple('P', 'x y')
p = P(1, y=2)
print(p, p.x, p[1], p == (1, 2), p._asdict(), p._replace(x=9), P._make([3, 4]), P._fields, P.__doc__, P.x.__doc__, len(p), hash(p) == hash((1, 2)))
x, y = p
print(x, y, P.__name__, P.__new__.__doc__, isinstance(p, tuple), p + (3,), sorted([P(2, 1), P(1, 2)]), {p: 1}[(1, 2)])
Q = namedtuple('Q', ['a', 'b', 'c'], defaults=[5, 6])
print(Q(1), Q(1, 2), Q._field_defaults, namedtuple('E', '')(), namedtuple('R', 'a class a _b', rename=True)._fields, namedtuple('O', 'only')(1))
show(lambda: P(1))
show(lambda: P(1, 2, 3))
show(lambda: P(1, z=2))
show(lambda: P._make([1]))
show(lambda: p._replace(q=1))
show(lambda: setattr(p, 'x', 5))
show(lambda: setattr(p, 'other', 5))
show(lambda: namedtuple('P', 'a a'))
show(lambda: namedtuple('P', 'class'))
show(lambda: namedtuple('P', '_a'))
show(lambda: namedtuple('1P', 'a'))
show(lambda: namedtuple('P', 'a', defaults=[1, 2]))


class Point(namedtuple('Point', 'x y')):
    __slots__ = ()

    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5


print(Point(3, 4), Point(3, 4).norm())
m = ChainMap({'a': 1}, {'a': 2, 'b': 3})
m['c'] = 4
print(m, m['a'], m['b'], list(m), len(m), m.get('q'), 'b' in m, m.new_child({'a': 0})['a'], m.parents, dict(m))
show(lambda: m['zzz'])
u = UserDict(a=1)
u['b'] = 2
print(u, u.get('a'), len(u), list(u), UserList([1, 2]) + [3])
