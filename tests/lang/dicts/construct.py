# dict() of mappings, pairs and keywords.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class M:
    def keys(self):
        return ['a', 'b']
    def __getitem__(self, key):
        return key * 2
for args in ((), ({'a': 1},), ([('a', 1), ['b', 2]],), (M(),), (zip('ab', [1, 2]),), (['ab', 'cd'],), ([(1, 2, 3)],), ([1],), ([('a',)],), (5,), ('ab',), (None,), ([([], 1)],), ({}, {}), (['a'],), ([None],), ((),)):
    show(dict, *args)
show(dict, [('a', 1)], b=2, a=3)
show(dict, self=1, iterable=2)
print({**{'a': 1}, 'b': 2, **{'a': 3}}, {'x': 1, 'x': 2}, {1: 'a', True: 'b', 1.0: 'c'})
