# What the machine has short ways for: the end of for loops, unpacking into locals, names of arguments, constructors, generators.
import sys


def loops():
    seen = []
    for i in range(6):
        if i == 1:
            continue
        try:
            if i == 2:
                continue
            if i == 4:
                break
        finally:
            seen.append(('f', i))
        seen.append(i)
    else:
        seen.append('else')
    for i in []:
        pass
    else:
        seen.append('empty')
    for i in iter([1, 2]):
        for j in (3, 4):
            if j == 3:
                continue
            seen.append((i, j))
    return seen, i, j


print(loops())
print([(i, j) for i in range(3) if i != 1 for j in range(i) if j != 5], {k: v for k, v in [(1, 2), (3, 4)]})


def unpack(value):
    a, b, c = 'a', 'b', 'c'
    try:
        a, b, c = value
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
    return a, b, c


def failing():
    yield 1
    yield 2
    raise ValueError('third')


for value in [(1, 2, 3), [4, 5, 6], 'xyz', iter('xy'), (1, 2), [1, 2, 3, 4], 7, failing(), {1: 2, 3: 4, 5: 6}, range(3)]:
    print(unpack(value))


def swap():
    a, b = 1, [2]
    a, b = b, a
    b, a = a, b
    a = (a, b)
    a, b = a
    (a, b), c = (b, a), 3
    for i, (a, b) in enumerate(zip('ab', 'cd')):
        print(i, a, b)
    return a, b, c


print(swap())


class Counter:
    made = 0

    def __init__(self, start, /, step=1, *, limit=None, **rest):
        self.value, self.step, self.limit, self.rest = start, step, limit, rest

    def up(self, by=1):
        self.value += by * self.step
        self.rest['n'] = self.rest.get('n', 0)
        self.rest['n'] += 1
        return self


c = Counter(3, limit=5, color='red')
print(c.up().up(by=2).value, c.step, c.limit, c.rest)
print(Counter(1, 2).up(3).value, Counter(1, step=4).up().value)


class Plain:
    def __init__(self, a, b=2):
        self.a = a
        self.b = b
        self.c = a, b
        self.d = self.e = None


p = Plain(1)
print(p.a, p.b, p.c, vars(p), vars(Plain(b=1, a=2)))
Plain.__init__ = lambda self, x: setattr(self, 'x', x)
print(vars(Plain(9)))


class Wrong:
    def __init__(self):
        return 5


class Empty:
    pass


def scale(value, factor=2, *, offset=0, sign):
    return sign * value * factor + offset


def tell(f, *args, **names):
    try:
        print(f(*args, **names))
    except TypeError as e:
        print(e)


tell(Wrong)
tell(Empty, 1)
tell(Plain)
tell(Counter, start=1)
try:
    print(scale(3, sign=1), scale(3, offset=1, sign=-1, factor=5), scale(factor=1, sign=1, value=4))
    scale(3, offset=1)
except TypeError as e:
    print(e)
for call in [lambda: scale(1, 2, 3, sign=1), lambda: scale(1, value=2, sign=1), lambda: scale(sign=1), lambda: scale(1, sin=1, sign=2),
             lambda: Counter(1, start=2).rest, lambda: Counter(step=2)]:
    tell(call)


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def __iter__(self):
        if self.left:
            for v in self.left:
                yield v
        yield self.value
        for v in self.right or ():
            yield v


print(list(Node(3, Node(1, None, Node(2)), Node(5, Node(4)))))


def deep(n):
    for x in (deep(n - 1) if n else [0]):
        yield x + 1


print(list(deep(50)))
try:
    list(deep(sys.getrecursionlimit() + 10))
except RecursionError as e:
    print('RecursionError', str(e).startswith('maximum recursion depth exceeded'))


def forever(n=0):
    return forever(n + 1)


for f in forever, lambda: forever(n=1), lambda: [x for x in (forever() for _ in range(2))]:
    try:
        f()
    except RecursionError as e:
        print('RecursionError', str(e).startswith('maximum recursion depth exceeded'))


def handled():
    try:
        raise KeyError('outer')
    except KeyError:
        for x in failing_inside():
            print(x, repr(sys.exc_info()[1]))


def failing_inside():
    try:
        raise IndexError('inner')
    except IndexError:
        yield repr(sys.exc_info()[1])
    yield repr(sys.exc_info()[1])


handled()


class Watch:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('del', self.name)


def lifetimes():
    a = Watch('first')
    a = Watch('second')
    a.name += '!'
    Watch('third').name
    a, b = Watch('fourth'), a
    print('end')


lifetimes()


def unbound():
    try:
        x.a += 1
    except UnboundLocalError as e:
        print(e)
    try:
        y[0] = later
    except UnboundLocalError as e:
        print(e)
    try:
        x, y = later, 1
    except UnboundLocalError as e:
        print(e)
    x = y = later = 0


unbound()


def walrus():
    class Box:
        n = 1
    a, b = Box(), Box()
    a.n += (a := b).n + 10
    return a is b, b.n


print(walrus())
for a, op, b in [(1, 2, 3), (1.5, 0, 2), ('a', 0, 'b'), (float('nan'), 0, 1), (2, 0, True), ([1], 0, [2])]:
    print([a < b, a <= b, a == b, a != b, a > b, a >= b], 'lt' if a < b else '', 'le' if a <= b else '', 'eq' if a == b else '',
          'ne' if a != b else '', 'gt' if a > b else '', 'ge' if a >= b else '')
for a in [1, 2.5, 3, True, float('nan'), -4]:
    print('lt' if a < 2 else '', 'le' if a <= 1 else '', 'eq' if a == 1 else '', 'ne' if a != 1 else '', 'gt' if a > 1 else '',
          'ge' if a >= 3 else '')
for a in 'x', None, [1]:
    try:
        if a < 2:
            print('never')
    except TypeError as e:
        print(e)
