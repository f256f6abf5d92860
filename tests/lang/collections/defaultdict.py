# Default factories.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from collections import defaultdict
d = defaultdict(list)
d['a'].append(1); d['b']; print(d, d.get('zz'), 'zz' in d, d.default_factory, dict(d))
n = defaultdict(int, x=5); n['y'] += 1; print(n, n.copy(), type(n.copy()).__name__, n | {'q': 1}, defaultdict(None, a=1), defaultdict(lambda: 7)['k'])
show(defaultdict, 5); show(lambda: defaultdict()['x']); show(lambda: defaultdict(None)['x']); show(defaultdict, list, 5); show(lambda: defaultdict(int, [('a', 1)]))
class D(defaultdict):
    def __missing__(self, key):
        return key * 2
print(D()['ab'], repr(D(int)), defaultdict(int) == {}, n == {'x': 5, 'y': 1})
n.default_factory = str; print(repr(n['z']))
nested = defaultdict(lambda: defaultdict(int)); nested['a']['b'] += 1; print(nested['a'], nested['a']['b'])
