# update with mappings, pairs, keywords.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


d = {'a': 1}
for args, kwargs in ((({'b': 2},), {}), (([('c', 3)],), {'d': 4}), ((), {'e': 5}), ((), {}), ((5,), {}), (([1],), {}), ((['abc'],), {}), (({}, {}), {}), ((None,), {}), (([('x', 1), ('y',)],), {})):
    try:
        print(d.update(*args, **kwargs), d)
    except Exception as e:
        print(type(e).__name__, e, d)
d.update({k: v for k, v in zip('ab', (10, 20))}, c=30)
print(d)
