# keys(), values() and items(): live views, set operations.
def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


d = {'a': 1, 'b': 2}
k, v, i = d.keys(), d.values(), d.items()
print(k, v, i, len(k), len(v), len(i))
d['c'] = 3
print(k, v, i)
print('a' in k, 1 in v, ('a', 1) in i, ('a', 2) in i, 'a' in i, ('a',) in i, 9 in v)
e = {1: 'x', 2: 'y', 3: 'z'}
print(e.keys() & {2, 3, 4}, e.keys() | {4}, e.keys() - {1}, e.keys() ^ {1, 5}, {1, 2, 9} & e.keys(), {1, 9} - e.keys())
print(e.keys() & [1, 1, 7], e.items() & [(1, 'x'), (2, 'q')], e.items() - [(1, 'x')] == {(2, 'y'), (3, 'z')})
print(e.keys() == {1, 2, 3}, e.keys() == {1, 2}, e.keys() < {1, 2, 3, 4}, e.keys() >= {1}, e.keys() != {1}, e.keys() == [1, 2, 3])
print(e.items() == {1: 'x', 2: 'y', 3: 'z'}.items(), e.keys() == {3: 0, 2: 0, 1: 0}.keys(), e.values() == e.values())
print(e.keys().isdisjoint([7]), e.keys().isdisjoint([1]), list(reversed(e)), list(reversed(e.values())), list(reversed(e.items())))
print(list(e.keys()), list(e.values()), list(e.items()), [*e], dict(e.items()), sorted(e.values()), max(e.keys()))
show(lambda: e.keys()[0])
show(lambda: e.values().foo)
show(lambda: e.keys() & 5)
show(lambda: e.keys() | 5)
show(lambda: hash(e.keys()))
show(lambda: e.values() | e.values())
show(lambda: e.items() | [([], 1)])
show(lambda: type(e.keys()))
show(lambda: type(iter(e)))
show(lambda: type(iter(e.values())))
show(lambda: type(iter(e.items())))
show(lambda: type(reversed(e)))
show(lambda: len(iter(e)))
it = iter(e.items())
print(next(it), it.__length_hint__())
e[4] = 'w'
show(lambda: next(it))
show(lambda: next(it))
it = iter({})
show(lambda: next(it))
for key, value in {'one': 1, 'two': 2}.items():
    print(key, value)
pairs = [p for p in {'a': 1, 'b': 2}.items()]
print(pairs, pairs[0] is not pairs[1])
d = {}
d['v'] = d.values()
print(d)
print(e.keys().mapping, all(k in e for k in e.keys()))
