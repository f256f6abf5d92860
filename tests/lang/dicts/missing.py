# __missing__ of subclasses and where it is not asked.
class D(dict):
    def __missing__(self, key):
        self[key] = value = f'made {key}'
        return value
d = D(a=1)
print(d['a'], d['b'], d.get('c'), 'c' in d, d, d.pop('b'), d.setdefault('z', 1))
class E(dict):
    def __missing__(self, key):
        raise ValueError(key)
try:
    E()['k']
except ValueError as e:
    print(repr(e))
