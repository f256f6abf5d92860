# What is called, compared or destroyed ends the iterator, changes the set or deletes the attribute that it is used by.
import io
import sys
import types
import warnings


def attempt(label, function):
    try:
        print(label, repr(function())[:120])
    except Exception as error:
        print(label, type(error).__name__, error)


class Caller:
    """Asks the iterator that calls it for more; the innermost call gives what ends it."""
    depth = 0

    def __call__(self):
        Caller.depth += 1
        if Caller.depth < 3:
            return next(iterator, 'inner')
        return 'end'


iterator = iter(Caller(), 'other')
attempt('callable', lambda: (next(iterator), next(iterator)))


class Indexed:
    other = None

    def drain(self):
        other, self.other = self.other, None
        if other:
            for _ in other:
                pass

    def __getitem__(self, i):
        self.drain()
        if i < 3:
            return 'item'
        raise IndexError

    def __len__(self):
        self.drain()
        return 3


def draining(make):
    indexed = Indexed()
    iterator = make(indexed)
    indexed.other = iterator
    return iterator


for make in iter, reversed:
    other = draining(make)
    attempt('sequence', lambda: [other.__length_hint__(), next(other, 'end'), next(other, 'end')])
    other = draining(make)
    attempt('sequence', lambda: [next(other, 'end'), next(other, 'end')])
    other = draining(make)
    attempt('sequence', lambda: [list(other), list(other)])


class Odd(int):
    def __add__(self, o):
        next(pairs)
        return 7


class Start:
    def __index__(self):
        return 5


pairs = enumerate('abcd', Odd(5))
attempt('enumerate', lambda: list(pairs))
attempt('enumerate', lambda: list(enumerate('ab', Start())))


class Key:
    """Every one is at the same place; comparing does what `act` says, once."""
    act = None

    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return 3

    def __eq__(self, o):
        Key.compared += 1
        act, Key.act = Key.act, None
        if act:
            act()
        return self.name == getattr(o, 'name', None)

    def __repr__(self):
        return self.name


def kept(names):
    Key.compared = 0
    return [Key(name) for name in names]


a, b, c, d, e = kept('abcde')
some = {a, b, c}
if sys.implementation.name != 'cpython':  # which does not come back from here
    some.discard(a)  # leaves a place that may be used again
    Key.act = lambda: some.add(d)
    some.add(e)
    assert sorted(map(repr, some)) == ['b', 'c', 'd', 'e'] and len(some) == 4
    assert sorted(repr(some.pop()) for _ in range(len(some))) == ['b', 'c', 'd', 'e']
some = {a, b}
Key.act = some.clear
some.add(c)
attempt('set', lambda: sorted(map(repr, some)))
some = {a, b}
Key.act = lambda: (some.clear(), some.update([a, b]))
attempt('set', lambda: (c in some, some.remove(b), some))
table = {a: 1, b: 2}
Key.compared = 0
attempt('setdefault', lambda: (table.setdefault(c, 5), Key.compared))
Key.act = table.clear
attempt('setdefault', lambda: (table.setdefault(d, 6), table))
table = {a: 1, b: 2}
Key.act = lambda: (table.clear(), table.update({i: i for i in range(100)}))
attempt('get', lambda: (table.get(c), len(table)))
table = {Key('x'): 'q', 97: 'z'}
Key.act = None
attempt('maketrans', lambda: str.maketrans(table))


class Number(int):
    def __hash__(self):
        mapping.clear()
        return int(self)


mapping = {}
keys = {Number(97): 'x', Number(98): 'y'}
mapping = keys
attempt('maketrans', lambda: str.maketrans(mapping))


class Dying:
    def __del__(self):
        del items[2:]


items = [Dying(), 1, Dying(), 3, 4, 5]
items[::2] = 'abc'
print(items)
items = [Dying(), 1, 2, 3]
items[:] = 'abcd'
print(items)


class Value:
    def __init__(self, act, value=1):
        self.act, self.value = act, value

    def __index__(self):
        self.act()
        return self.value

    def __float__(self):
        self.act()
        return float(self.value)

    def __bool__(self):
        self.act()
        return True


for format in 'bBhHiIlLqQnNPfd?':
    memory = bytearray(64)
    view = memoryview(memory).cast(format)
    attempt('view ' + format, lambda: view.__setitem__(1, Value(lambda: None, 5)))
    attempt('view ' + format, lambda: view[1])
    attempt('view ' + format, lambda: view.__setitem__(1, Value(view.release)))
    attempt('view ' + format, memory.clear)
view = memoryview(bytearray(8))
attempt('view', lambda: view[Value(view.release)])
view = memoryview(bytearray(8))
attempt('view', lambda: view.__setitem__(slice(0, Value(view.release, 2)), b'ab'))
source, view = memoryview(b'ab'), memoryview(bytearray(8))
attempt('view', lambda: view.__setitem__(slice(0, Value(lambda: None, 2)), source) or bytes(view))


class Owner:
    @property
    def gone(self):
        del Owner.gone
        return 'was here'

    @property
    def kept(self):
        return 1

    @kept.setter
    def kept(self, value):
        del Owner.kept


attempt('property', lambda: Owner().gone)
attempt('property', lambda: Owner().gone)
attempt('property', lambda: setattr(Owner(), 'kept', 1))


class Get:
    def __get__(self, instance, owner):
        del Owner.__len__
        return lambda: 7


Owner.__len__ = Get()
attempt('special', lambda: len(Owner()))


class Whole(int):
    pass


class Answer:
    def __index__(self):
        return Whole(2)


warnings.simplefilter('ignore')
attempt('subclass', lambda: ([1, 2, 3][Answer()], 'abc'[Answer():], range(Answer()), bytes(Answer()), int(Answer())))
memory = io.BytesIO(b'abc')
attempt('closed', lambda: memory.read(Value(memory.close)))
memory = io.BytesIO(b'abc')
attempt('closed', lambda: memory.truncate(Value(memory.close)))
into = memoryview(bytearray(3))
attempt('readinto', lambda: (io.BytesIO(b'xyz').readinto(into[1:]), bytes(into)))
attempt('readinto', lambda: io.BytesIO(b'xyz').readinto(into.toreadonly()))


class Replacing:
    def __eq__(self, o):
        try:  # CPython does not let it
            first.__dict__ = {}
            second.__dict__ = {}
        except AttributeError:
            pass
        return True


first, second = types.SimpleNamespace(x=Replacing(), y=1), types.SimpleNamespace(x=Replacing(), y=1)
attempt('namespace', lambda: first == second)
