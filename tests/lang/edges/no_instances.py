"""Internal types make no objects by a call: an empty one would have nothing to stand on."""
from collections import deque

class P:
    __slots__ = ('slot',)

    def method(self):
        yield


made = [iter([]), iter(()), iter({}), iter({}.values()), iter({}.items()), iter(set()), iter('é'), iter(b''),
        iter(range(2)), iter(range(10 ** 30)), iter(int, 1), reversed([]), reversed({}), {}.keys(), {}.values(),
        {}.items(), P().method(), len, list.append, int.__add__]
for x in made:
    cls = type(x)
    for how in (cls, lambda: cls.__new__(cls), lambda: object.__new__(cls)):
        try:
            print('made', type(how()).__name__)
        except TypeError as e:
            print(e)

for cls in (int, str, list, dict, tuple, set, float, bytes, range, slice, property, type, BaseException):
    try:
        print('made', object.__new__(cls))
    except TypeError as e:
        print(e)


class Sub(list):
    pass


for base, cls in ((int, bool), (object, Sub), (dict, Sub), (int, 3), (list, Sub)):
    try:
        print(base.__new__(cls))
    except TypeError as e:
        print(e)


class Fickle:
    """Its iteration loses the method it stands on."""
    def __iter__(self):
        return self

    def __next__(self):
        del Fickle.__next__
        return 'one'


for use in (lambda it: [x for x in it], lambda it: tuple(it), lambda it: list(map(str, it)), lambda it: 'x' in it):
    Fickle.__next__ = lambda self: delattr(Fickle, '__next__') or 'one'
    try:
        print(use(Fickle()))
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
