# ChainMap looks through its maps.
from collections import ChainMap
a, b = {'x': 1}, {'x': 2, 'y': 3}
c = ChainMap(a, b)
print(c['x'], c['y'], len(c), dict(c), c.maps, list(c), 'y' in c, c.get('zz', 0), c.parents, c.new_child({'n': 1}), repr(c), bool(ChainMap()), c.copy() == c)
c['z'] = 5
del c['x']
print(a, c['x'], c.pop('z'))
for action in (lambda: c['nope'], lambda: c.pop('y'), lambda: c.__delitem__('y'), lambda: ChainMap().popitem()):
    try:
        print(action())
    except KeyError as e:
        print(repr(e))
print(sorted(c.items()), c == {'x': 2, 'y': 3}, c | {'q': 1}, ChainMap({}, {'k': 1}).new_child()['k'])
