"""The bytes of pickles, and what comes back from them, in every protocol."""
import collections
import enum
import functools
import pickle
import types


class Plain:
    pass


class Slotted:
    __slots__ = ('a', '_b')


class Both(Slotted):
    pass


class Stateful:
    def __getstate__(self):
        return {'kept': self.x}

    def __setstate__(self, state):
        self.restored = state


class WithArgs:
    def __new__(cls, a, b=None):
        self = object.__new__(cls)
        self.made = a, b
        return self

    def __getnewargs__(self):
        return self.made


class WithKeywords(WithArgs):
    def __getnewargs_ex__(self):
        return (self.made[0],), {'b': self.made[1]}


class Text(str):
    pass


class Number(int):
    pass


class Items(list):
    pass


class Names(dict):
    pass


class Row(collections.namedtuple('Row', 'x y')):
    pass


Point = collections.namedtuple('Point', 'x y')


class Colour(enum.Enum):
    RED = 1
    BLUE = 'b'


class Outer:
    class Inner:
        pass

    def method(self):
        return 'called'


class Reduced:
    def __init__(self, x):
        self.x = x

    def __reduce__(self):
        return Reduced, (self.x,), None, None, None


class Listy:
    def __init__(self):
        self.got = []

    def append(self, item):
        self.got.append(item)

    def __setitem__(self, key, value):
        self.got.append((key, value))

    def __reduce__(self):
        return Listy, (), None, iter(range(3)), iter([(1, 2), (3, 4)])


def function(x):
    return x


plain = Plain()
plain.attribute = [1, 'two']
slotted = Slotted()
slotted.a, slotted._b = 1, 2
both = Both()
both.a, both.other = 1, 'other'
stateful = Stateful()
stateful.x = 5
items = Items([1, 2])
items.tag = 'tag'
names = Names(a=1)
names.tag = 'tag'
counter = collections.Counter('abca')
default = collections.defaultdict(list, {'k': [1]})
ordered = collections.OrderedDict([('b', 1), ('a', 2)])
ordered.tag = 'tag'

values = [
    None, True, False, Ellipsis, NotImplemented, 0, 1, -1, 255, 256, 65535, 65536, -256, 2 ** 31 - 1, -2 ** 31, 2 ** 31,
    2 ** 40, -2 ** 63, 2 ** 63, -2 ** 127, 2 ** 2040 - 1, 2 ** 2100, -128, -129, -32768, 1.5, -0.0, 1e300,
    float('inf'), float('nan'), 1 + 2j, '', 'a', 'text', 'é', '日本', '\U0001f600', '\ud800', 'line\nback\\slash\0\r\x1a',
    'x' * 300, b'', b'\x00\xff', b'y' * 300, bytearray(), bytearray(b'abc\xff'), (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4),
    [], [1], [1, 2], {}, {1: 2}, {'a': 1, 'b': [2]}, set(), {7}, frozenset(), frozenset({7}), range(3), range(1, 10, 2), slice(1, 2, None),
    type(None), type(...), type(NotImplemented), int, len, dict, collections.OrderedDict, functools.reduce, zip, str, chr,
    ValueError, ValueError('bad', 3), KeyError('k'), OSError(2, 'No such file', 'name'), Plain, Outer.Inner, function,
    plain, slotted, both, stateful, WithArgs(1, 2), WithKeywords(1, b=2), Text('t'), Number(5), items, names, Row(1, 2),
    Point(3, 4), Reduced(4), Listy(), counter, default, ordered, collections.deque([1, 2], 5),
    collections.deque('ab'), functools.partial(function, 1, b=2), types.SimpleNamespace(a=1), [].append, Outer.method,
    Outer().method, 'abc'.upper, iter([1, 2]), iter((1, 2)), [[1], [1]], ('same', 'same'),
]


def shown(value):
    kind = type(value)
    if kind in (Plain, Stateful, WithArgs, WithKeywords, Reduced, Listy, Outer):
        return kind.__name__ + repr(vars(value))
    if kind is Slotted:
        return 'Slotted' + repr((value.a, value._b))
    if kind is Both:
        return 'Both' + repr((value.a, vars(value)))
    if isinstance(value, (Items, Names, collections.OrderedDict)):
        return kind.__name__ + repr(value) + repr(vars(value))
    if kind.__name__ in ('builtin_function_or_method', 'method'):
        return kind.__name__ + ' ' + value.__name__
    if kind in (type(iter([])), type(iter(()))):
        return kind.__name__ + repr(list(value))
    if isinstance(value, type(function)) or isinstance(value, functools.partial):
        return 'function'
    text = ascii(value)
    return text if len(text) < 120 else text[:60] + '...' + str(len(text))


for value in values:
    for protocol in range(6):
        try:
            data = pickle.dumps(value, protocol)
        except Exception as error:
            print(protocol, type(error).__name__, error)
            continue
        text = repr(data)
        back = pickle.loads(data)
        print(protocol, text if len(text) < 300 else (text[:150], len(data), hash(data) == hash(bytes(data))))
    print(shown(back), type(back).__name__)
for colour in Colour:
    assert all(pickle.loads(pickle.dumps(colour, protocol)) is colour for protocol in range(6))
