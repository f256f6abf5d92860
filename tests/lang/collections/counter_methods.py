# Counter: counting and arithmetic.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from collections import Counter
c = Counter('abracadabra')
print(c, c['a'], c['zz'], c.most_common(2), c.most_common(), sum(c.values()), c.total(), sorted(c.elements())[:4], list(Counter(a=2, b=0, c=-1).elements()))
c.update('aaa'); c.subtract({'b': 5}); print(c, c + Counter(b=10), c - Counter(a=1), c & Counter(a=2, b=2), c | Counter(z=1), +c, -c)
del c['a']; del c['nope']; print('a' in c, c.most_common()[:-3:-1])
print(Counter(), Counter([1, 1, 2]), Counter({'x': 3}), Counter(a=1) == {'a': 1}, Counter(a=1) == Counter(a=1, b=0), Counter(a=1) <= Counter(a=2), Counter(a=3) > Counter(a=2), dict(Counter('ab')), Counter('ab').copy(), Counter(x for x in 'aab'))
show(Counter, 5); show(Counter, 1, 2); show(Counter.fromkeys, 'a', 1); show(lambda: Counter('a') + 5); show(lambda: Counter(a='x').most_common())
c = Counter('ab'); c += Counter('a'); c -= Counter('b'); c |= Counter('q'); c &= Counter('aq'); print(c, c.pop('a'), repr(Counter({1: 'x'})), c.get('nope'))
