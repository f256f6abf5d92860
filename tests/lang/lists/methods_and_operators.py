# The methods and operators of list.
def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


x = [1, 2, 3]
x.append(4)
x.extend((5, 6))
x.extend(range(2))
x.extend(c for c in 'ab')
print(x, len(x))
x.insert(0, 'first')
x.insert(-1, 'before last')
x.insert(100, 'last')
x.insert(-100, 'very first')
print(x)
print(x.pop(), x.pop(0), x.pop(-2), x.pop(3))
print(x)
x.remove('a')
print(x, x.index(5), x.count(1), x.index(1, 2))
x.reverse()
print(x)
y = x.copy()
y.clear()
print(x, y, y is not x, y == [])
show(lambda: [].pop())
show(lambda: [1].pop(5))
show(lambda: [1].pop('x'))
show(lambda: [1].remove(2))
show(lambda: [1].index(2))
show(lambda: [1, 2].index(2, 0, 1))
show(lambda: [1, 2, 3].index(3, -1))
show(lambda: [1, 2, 3].index(1, -2))
show(lambda: [1].insert('a', 1))
show(lambda: [].append())
show(lambda: [].append(1, 2))
show(lambda: [].extend(3))
show(lambda: [1][1])
show(lambda: [1]['a'])
show(lambda: [1][1.0])
show(lambda: [1][True])
show(lambda: [1] + (2,))
show(lambda: [1] + 2)
show(lambda: 1 + [2])
show(lambda: [1] * 'a')
show(lambda: [1] * 2.0)
show(lambda: 2.0 * [1])
show(lambda: [1, 2] * 3)
show(lambda: 3 * [1, 2])
show(lambda: [1] * -1)
show(lambda: [1] * True)
show(lambda: [0] * 10**30)
show(lambda: [[]] * 3)
show(lambda: [1, 2] < [1, 3])
show(lambda: [1, 2] < [1])
show(lambda: [1, 2] == [1, 2.0])
show(lambda: [1, 'a'] < [1, 2])
show(lambda: [1] < (1,))
show(lambda: [1] == (1,))
show(lambda: 2 in [1, 2])
show(lambda: 3 not in [1, 2])
show(lambda: list('abc'))
show(lambda: list(1))
show(lambda: list(1, 2))
show(lambda: list(a=1))
show(lambda: list())
show(lambda: hash([]))
show(lambda: {[]: 1})
show(lambda: [].foo)
show(lambda: list.append(1, 2))
show(lambda: list.append())


def assign():
    a = [1]
    a[3] = 1


show(assign)


def assign2():
    a = [1]
    a['x'] = 1


show(assign2)


def delete():
    a = [1]
    del a[1]


show(delete)
a = [1]
a.append(a)
print(a, a == a)
b = [a, a]
print(b)
a += [5]
print(a)
a *= 2
print(len(a))
nan = float('nan')
print([nan] == [nan], nan in [nan], [nan].count(nan), [nan].index(nan))


class L(list):
    pass


v = L([1, 2])
v.name = 'kept'
print(v, v.name, type(v + v), type(v[:]), type(v * 2), type(v.copy()), isinstance(v, list), v == [1, 2])


class Evil:
    def __init__(self, target):
        self.target = target

    def __eq__(self, other):
        self.target.clear()
        return False


t = []
t.extend([Evil(t), Evil(t), 1])
print(1 in t, t)
t.extend([Evil(t), 2])
show(lambda: t.index(7))
t.extend([Evil(t), 2])
show(lambda: t.remove(7))
s = [1, 2, 3]
for i in s:
    if len(s) < 8:
        s.append(i * 10)
print(s)
s = [1, 2, 3, 4]
for i in s:
    s.remove(i)
print(s)
it = iter([1, 2])
print(next(it), next(it), next(it, 'end'), next(it, 'end'))
print(list(reversed([1, 2, 3])), reversed([1]).__length_hint__(), iter([1, 2]).__length_hint__())
print([1, 2, 3].__len__(), [1].__contains__(1), [3].__getitem__(0), [].__bool__ if hasattr([], '__bool__') else 'no bool')
print(bool([]), bool([0]), not [])
print([[1, 2], [3]][0][1], [*range(3), *'ab'], [1, 2, 3][-1])
first, *rest = [1, 2, 3]
print(first, rest)
print([i for i in range(10) if i % 2], [(i, j) for i in range(2) for j in 'ab'])
print(sum([[1], [2]], []), max([1, 5, 3]), min([4, 2]), any([0, 1]), all([]))
print(str([1, 'a', None, 1.5, b'x', True]), [[], [[]], ()])
x = list(range(5))
x.__setitem__(0, 'a')
x.__delitem__(1)
print(x, x.__eq__([1]), x.__eq__(1), x.__lt__(1))
