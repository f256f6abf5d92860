# Properties whose getter runs in the loop, methods called with *args, *args and **kwargs that are bound in place,
# attributes of instances whose __dict__ was asked for, and the tests of what is no number.
import sys
import traceback


class Shape:
    kind = 'class'

    def __init__(self, width):
        self.width = width

    @property
    def area(self):
        return self.width * self.width

    @property
    def half(self):
        return self.area / 2

    @property
    def broken(self):
        raise AttributeError('from the getter')

    @property
    def deep(self):
        return self.deep

    def called(self, *rest, **named):
        return self.width, rest, named

    def __str__(self):
        return f'Shape({self.width})'


class Asked(Shape):
    def __getattr__(self, name):
        return f'asked for {name}'


shapes = [Shape(i) for i in range(4)]
for turn in range(3):
    print([shape.area for shape in shapes], [shape.half for shape in shapes])
print(list(shape.half for shape in shapes))
print([getattr(Asked(3), name) for name in ('area', 'broken', 'other')])
asked = Asked(2)
for turn in range(3):
    print(asked.area, asked.broken, asked.nothing)


def failing(shape):
    return shape.broken


for turn in range(2):
    try:
        failing(shapes[0])
    except AttributeError as error:
        print(error, [(frame.name, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)])
try:
    shapes[1].deep
except RecursionError as error:
    print(type(error).__name__, len(traceback.extract_tb(error.__traceback__)) > 100)


def read(shape):
    return shape.area


for turn in range(3):
    print(read(shapes[2]))
before = Shape.area
Shape.area = property(lambda self, more=5: self.width + more)
print(read(shapes[2]))
Shape.area = property(lambda *all: len(all))
print(read(shapes[2]))
Shape.area = property(before.fget)
print(read(shapes[2]))
Shape.area.__init__(len)
try:
    print(read(shapes[2]))
except TypeError as error:
    print(error)
Shape.area = property(lambda self: (yield self.width))
print(list(read(shapes[2])))
Shape.area = before


def events(code):
    seen = []

    def trace(frame, event, argument):
        if frame.f_code.co_name != 'events' and event in ('call', 'return'):
            seen.append((event, frame.f_code.co_name))
        return trace
    sys.settrace(trace)
    code()
    sys.settrace(None)
    return seen


print(events(lambda: read(shapes[3])))
print(events(lambda: shapes[3].called(*(1, 2))))


def callers():
    frame, names = sys._getframe(1), []
    while frame.f_code.co_name != 'named_by':
        names.append((frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno))
        frame = frame.f_back
    return names


class Seen:
    @property
    def here(self):
        return callers()

    def method(self, *rest):
        return self.here


def named_by():
    return Seen().method(*[1, 2])


print(named_by())

# ---- rests


def everything(a, b=2, *rest, c=3, **named):
    return a, b, rest, c, named


def positional(a, b=2, *rest):
    return a, b, rest


def only_named(a, /, b=5, **named):
    return a, b, named


def needs(a, *rest, c):
    return a, rest, c


for arguments in ((), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)):
    for function in (everything, positional, only_named, needs):
        try:
            print(function.__name__, function(*arguments))
        except TypeError as error:
            print(error)
print(everything(1), everything(1, 7), everything(1, 2, 3, 4, 5), everything(1, c=9), everything(1, x=9), everything(*'ab', *'cd', **{'e': 1}))
for call in (lambda: everything(), lambda: positional(), lambda: only_named(), lambda: only_named(1, 2, 3), lambda: needs(1), lambda: needs(1, 2)):
    try:
        print(call())
    except TypeError as error:
        print(error)
bound = shapes[1].called
print(bound(), bound(1), bound(*[1, 2]), bound(*'ab', **{}), bound(*(), **{'k': 1}), bound(1, k=2))
for turn in range(3):
    print(shapes[1].called(*range(turn)), shapes[1].called(*range(turn), **{'turn': turn}))
rests = [everything(i, *range(i)) for i in range(5)]
print(rests)
changed = everything(1)[4]
changed['x'] = 1
print(everything(1)[4], everything(1)[2] == ())


def mutual(self, n, *rest):
    return n if not n else self(self, *(n - 1,), *rest)


print(mutual(mutual, 50, 1, 2))

# ---- the dict of an instance


def show(one):
    return one.width, one.kind


one = Shape(5)
for turn in range(2):
    print(show(one))
names = vars(one)
for turn in range(3):
    print(show(one), one.called(*'x'))
names['kind'] = 'instance'
print(show(one))
names['width'] = 6
for turn in range(2):
    print(show(one))
del names['kind']
print(show(one))
del one.width
try:
    show(one)
except AttributeError as error:
    print(error)
one.__dict__ = {'width': 7}
print(show(one), show(shapes[3]))
Shape.width = property(lambda self: 'from the class')
print(show(one), show(shapes[3]))
del Shape.width
print(show(one), show(shapes[3]))
names = vars(one)
names[1] = 2
print(show(one), names)
wide = Shape(0)
for i in range(40):
    setattr(wide, f'name{i}', i)
print(list(vars(wide).items())[-3:], len(vars(wide)), wide.name39, vars(wide) is vars(wide))
vars(wide)['more'] = 1
print(wide.more, list(vars(wide))[:3])

# ---- conditions and numbers
for value in (None, 0, 1, '', 'a', [], [0], True, 0.0, -0.0):
    print(not value, 1 if value else 2, end=' ')
print()
for x in (1.5, -0.0, 0.0, float('inf'), 2**70, True):
    print(x + 0, x - 0, x * 3, x + 7, x - 7, x * 0, end=' ')
    y = x
    y += 2
    y *= 2
    y -= 4
    print(y)


# ---- native methods that are kept
append = (items := []).append
for i in range(3):
    append(i)
starts = 'text'.startswith
print(items, starts('te'), starts('x', 1), starts('e', 1, 3), [].__len__(), 'a'.join(['b', 'c']))
for call in (lambda: append(), lambda: append(1, 2), lambda: starts(1), lambda: append(x=1)):
    try:
        print(call())
    except TypeError as error:
        print(error)
make = dict.fromkeys
print(make('ab', 1), bytes.fromhex('00ff'), int.from_bytes(b'ab', 'big'))
names = globals()
print(names is globals(), (lambda: globals() is names)(), 'names' in globals())
