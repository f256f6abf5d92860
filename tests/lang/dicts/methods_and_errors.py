# dict: order, methods, texts of errors, change while it is used.
def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


d = {}
for i in range(20):
    d[i * 7 % 20] = i
print(d)
for i in range(0, 20, 2):
    del d[i]
d[4] = 'again'
print(d, len(d), list(d), 4 in d, 6 in d)
print(d.pop(4), d.pop(100, 'none'), d.popitem(), d.setdefault(3, 5), d.setdefault(99, 5), d.setdefault(98))
print(d)
print(d.get(99), d.get(100), d.get(100, 7))
show(lambda: d[1000])
show(lambda: d['key'])
show(lambda: d.pop('x'))
show(lambda: {}.popitem())
show(lambda: d[[]])
show(lambda: d.get([]))
show(lambda: d.pop())
show(lambda: d.get())
show(lambda: {}.update(1))
show(lambda: {}.update([1]))
show(lambda: {}.update([(1, 2, 3)]))
show(lambda: {}.update(['ab', 'cd']))
show(lambda: {}.update([], []))
show(lambda: dict([(1, 2), (3, 4)], a=5))
show(lambda: dict(a=1, b=2))
show(lambda: dict({'a': 1}, a=2))
show(lambda: dict(1))
show(lambda: dict([1]))
show(lambda: dict(['ab', 'abc']))
show(lambda: dict(1, 2))
show(lambda: dict.fromkeys('abca'))
show(lambda: dict.fromkeys([1, 2], 0))
show(lambda: dict.fromkeys(3))
show(lambda: {1: 'a'} | {2: 'b', 1: 'c'})
show(lambda: {1: 'a'} | [(2, 3)])
show(lambda: {} < {})
show(lambda: {1: 2, 3: 4} == {3: 4, 1: 2})
show(lambda: {1: 2} == {1: 2.0})
show(lambda: {1: 2} != {1: 3})
show(lambda: hash({}))
show(lambda: {}.foo)
show(lambda: {**{'a': 1}, 'b': 2, **{'a': 3}})
show(lambda: {i: i * i for i in range(4)})
d = {'a': 1}
d |= {'b': 2}
d |= [('c', 3)]
print(d, d.copy() is d, d.copy() == d)
d.update({'z': 1}, y=2)
d.update(x=1)
d.update()
print(d)
d.clear()
print(d, bool(d))
print({1: 'a', True: 'b', 1.0: 'c'}, {0: 1, False: 2, 0.0: 3, -0.0: 4})
nan = float('nan')
print(len({nan: 1, nan: 2}), {nan: 1}.get(nan))
d = {'self': None}
d['self'] = d
print(d)
d = {1: 1}


def grow():
    for k in d:
        d[k + 1] = 1


show(grow)
d = {1: 1, 2: 2}


def shrink():
    for k in d:
        del d[k]


show(shrink)
d = {1: 1, 2: 2}
for k in d:
    d[k] = 'changed'
print(d)
for k in list(d):
    del d[k]
print(d)


class M(dict):
    def __missing__(self, key):
        return key * 2


m = M(a=1)
print(m['a'], m['zz'], m.get('zz'), 'zz' in m, m, type(m.copy()), type(m | {}))
m.attribute = 1
print(m.__dict__)


class Key:
    def __init__(self, v):
        self.v = v

    def __hash__(self):
        return 1

    def __eq__(self, other):
        if log is not None:
            log.append((self.v, getattr(other, 'v', other)))
        if self.v == 'evil':
            target.clear()
        return isinstance(other, Key) and self.v == other.v

    def __repr__(self):
        return f'Key({self.v!r})'


log = []
target = {Key(1): 'one', Key(2): 'two'}
print(target[Key(2)], target.get(Key(3)), log)
log = None
target = {Key('evil'): 1, Key(2): 2}
print(target.get(Key(2)), target)


class Raises:
    def __hash__(self):
        raise RuntimeError('no hash')


show(lambda: {Raises(): 1})
show(lambda: Raises() in {})


class RaisesEq:
    def __hash__(self):
        return 5

    def __eq__(self, other):
        raise RuntimeError('no eq')


show(lambda: {5: 1}[RaisesEq()])
show(lambda: {5: 1}.get(RaisesEq()))


def eq():
    d = {5: 1}
    d[RaisesEq()] = 2


show(eq)
big = {}
for i in range(1000):
    big[i] = i
    if i > 10:
        del big[i - 10]
print(len(big), list(big))
queue = {}
for i in range(3000):
    queue[i] = i
    if len(queue) > 3:
        queue.pop(next(iter(queue)))
print(queue)
stack = {'base': 0}
for i in range(3000):
    stack[f'k{i}'] = i
    stack.popitem()
print(stack, 'k5' in stack)


class Mapping:
    def keys(self):
        return ['p', 'q']

    def __getitem__(self, k):
        return k + k


print(dict(Mapping()), {**Mapping()})
print(dict(zip('ab', [1, 2])), dict(enumerate('ab')))
print(list({'a': 1, 'b': 2}.items()), dict(**{'x': 1}))
show(lambda: dict(**{1: 2}))
x = {'b': 1, 'a': 2}
print(max(x), sorted(x), sorted(x.items(), key=lambda p: p[1]), sum(x.values()), list(reversed(x)), str(x))
del x['b']
show(lambda: x.__delitem__('b'))
print(x.__contains__('a'), x.__len__(), x.__getitem__('a'), list(x.__iter__()))
