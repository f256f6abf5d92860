# fromkeys of dict and subclasses.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


show(dict.fromkeys, 'abc')
show(dict.fromkeys, range(2), [])
show(dict.fromkeys, {'a': 1}, 5)
show(dict.fromkeys, 5)
show(dict.fromkeys)
show(dict.fromkeys, [[]])
show({}.fromkeys, 'a', 1)
shared = dict.fromkeys('ab', [])
shared['a'].append(1)
print(shared)
class D(dict):
    def __setitem__(self, k, v):
        super().__setitem__(k, (v, v))
print(D.fromkeys('a', 1), type(D.fromkeys('a')).__name__)
