# get, setdefault, pop, popitem, del, in.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


d = {'a': 1, 'b': 2}
show(d.get, 'a')
show(d.get, 'z')
show(d.get, 'z', 5)
show(d.setdefault, 'a', 9)
show(d.setdefault, 'c', 3)
show(d.setdefault, 'n')
show(d.pop, 'a')
show(d.pop, 'zz')
show(d.pop, 'zz', None)
show(d.popitem)
show({}.popitem)
show(d.__getitem__, 'zz')
show(d.__getitem__, ('t', 1))
show(d.__delitem__, 'zz')
show(d.get)
show(d.get, 1, 2, 3)
show(d.get, [])
show(d.get, key=1)
show(d.pop)
show(d.setdefault, {}, 1)
show(d.__setitem__, [], 1)
show(d.__contains__, [])
print(d, 'b' in d, 'zz' not in d, len(d), bool({}), list(d))
try:
    d['nope']
except KeyError as e:
    print(repr(e), str(e), e.args)
