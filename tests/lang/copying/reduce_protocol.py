# What __reduce_ex__ says of built-in values, and copies made of it.
import collections
import copy
import copyreg
import random


def tried(work):
    try:
        print(repr(work()))
    except Exception as e:
        print(type(e).__name__, e)


inner = [1]
pile = collections.deque([inner, 2], 5)
twin = copy.deepcopy(pile)
print(twin, twin[0] is inner, copy.copy(pile)[0] is inner)


def factory():
    return 'made'


table = collections.defaultdict(factory, {1: [2]})
twin = copy.deepcopy(table)
print(twin.default_factory is factory, twin[1] is table[1], twin['new'])


class Octets(bytearray):
    pass


class Pile(collections.deque):
    pass


class Table(collections.defaultdict):
    pass


for value in (Octets(b'abcd'), Pile([[1]], 3), Table(factory, k=[1])):
    value.mark = [7]
    for twin in (copy.copy(value), copy.deepcopy(value)):
        print(type(twin).__name__, twin == value, getattr(twin, 'mark', None), getattr(twin, 'maxlen', None))

cut = slice([1], [2])
print(copy.copy(cut) is cut, copy.deepcopy(cut) is cut, copy.deepcopy(range(3)) is range(3), copy.copy(len) is len)
for value in (set(), {1}, frozenset([2]), range(1, 5, 2), slice(1, None), bytearray(), bytearray(b'\xff'), len, ...,
              NotImplemented, ValueError(1, 2), StopIteration(3), KeyError('k'), OSError(2, 'no', 'f'),
              OSError(2, 'no', 'f', None, 'g'), OSError(2), ImportError('m', name='n'), SyntaxError('m', ('f', 1, 2, 't')),
              UnicodeDecodeError('utf-8', b'a', 0, 1, 'r'), 5, 1.5, 'text', (1,), None, [1].append, (1).__add__,
              int.bit_length):
    tried(value.__reduce__)
    for protocol in (0, 2, 4):
        if protocol < 2 or type(value) in (set, frozenset, range, slice, bytearray):
            tried(lambda: value.__reduce_ex__(protocol))
tried(lambda: pile.__reduce__()[:3])
tried(lambda: collections.deque().__reduce__()[:3])
tried(lambda: (table.__reduce__()[1][0] is factory, table.__reduce__()[2:4]))
tried(lambda: bytearray().__reduce_ex__('two'))

problem = ValueError(1)
problem.extra = [1]
problem.add_note('a note')
twin = copy.deepcopy(problem)
print(repr(twin), twin.__dict__, twin.extra is problem.extra)
problem.__setstate__({'more': 3})
print(problem.more, problem.__setstate__(None))
tried(lambda: problem.__setstate__(3))
lost = copy.copy(OSError(2, 'no', 'there'))
print(type(lost).__name__, lost.errno, lost.filename, lost.args)


class Pair(Exception):
    def __init__(self, a, b):
        super().__init__(a)


tried(lambda: copy.copy(Pair(1, 2)))

dice = random.Random(3)
print(dice.random() == copy.copy(random.Random(3)).random(), copy.deepcopy(dice).random() == dice.random())


def generator():
    yield


for value in (generator(), collections, {}.keys(), property(), (lambda x: lambda: x)(1).__closure__[0]):
    tried(lambda: type(copy.deepcopy(value)))
    tried(lambda: value.__reduce_ex__(1))


class Slotted:
    __slots__ = ('a',)


class SlottedList(list):
    __slots__ = ('a',)


tried(lambda: Slotted().__reduce_ex__(1))
listed = SlottedList([1])
listed.a = [2]
for twin in (copy.copy(listed), copy.deepcopy(listed)):
    print(twin, twin.a, twin.a is listed.a)

print('cycles')
ring = []
pile = collections.deque([ring])
ring.append(pile)
twin = copy.deepcopy(pile)
print(twin[0][0] is twin)


class Node:
    def __init__(self):
        self.me = self
        self.all = collections.defaultdict(list, node=self)


twin = copy.deepcopy(Node())
print(twin.me is twin, twin.all['node'] is twin, twin.all['other'])


class Other:
    pass


class Reduced:
    def __reduce__(self):
        return Other, (), {'was': self}


twin = copy.deepcopy(Reduced())
print(type(twin).__name__, twin.was is twin)

print('rules')


class Named:
    def __reduce_ex__(self, protocol):
        return 'a name'


named = Named()
print(copy.copy(named) is named, copy.deepcopy(named) is named)


class Wrong:
    def __reduce__(self):
        return 3


tried(lambda: copy.copy(Wrong()))


class Registered:
    def __init__(self, n):
        self.n = n


copyreg.pickle(Registered, lambda r: (Registered, (r.n + 1,)))
print(copy.copy(Registered(1)).n, copy.deepcopy(Registered(1)).n)


class Keywords:
    def __new__(cls, a, *, k):
        self = object.__new__(cls)
        self.was = a, k
        return self

    def __getnewargs_ex__(self):
        return (1,), {'k': 2}


print(copy.copy(Keywords(5, k=6)).was, Keywords(5, k=6).__reduce_ex__(2)[0].__name__)
for answer in (1, (1,), ([1], {}), ((), []), ((), {})):
    tried(lambda: type(copy.copy(type('K', (), {'__getnewargs_ex__': lambda self: answer})())).__name__)
tried(lambda: copy.copy(type('K', (), {'__getnewargs__': lambda self: [1]})()))
for answer in (0, None, (None, {'a': 1}), ({'q': 1}, {'a': 1}), {'q': 2}, 5):
    tried(lambda: vars(copy.copy(type('G', (), {'__getstate__': lambda self: answer})())))
    tried(lambda: vars(copy.copy(type('G', (), {'__getstate__': lambda self: answer,
                                                '__setstate__': lambda self, s: setattr(self, 'got', s)})())))
print(copy.copy(int | str) == int | str, (2 + 1j).__reduce_ex__(2)[1])
