"""Instances of classes that say nothing of pickling, and of some that do: the bytes they give in every protocol; runs of
integers over the borders of frames."""
import pickle
import zlib


class P:
    def __init__(self, *values):
        for i, value in enumerate(values):
            setattr(self, f'a{i}', value)


class Empty:
    pass


class State(P):
    def __getstate__(self):
        return {'q': 1}


class Reduced:
    def __reduce__(self):
        return P, (3, 4)


class Slots:
    __slots__ = ('x', 'y')

    def __init__(self):
        self.x = 5


class Items(list):
    pass


class Text(str):
    pass


class Adds:
    """Adds an attribute to what is being written."""

    def __init__(self, other):
        self.other = other

    def __reduce__(self):
        self.other.added = 1
        return int, ()


class Looks(Adds):
    """Asks for the dict of what is being written."""

    def __reduce__(self):
        vars(self.other)
        return int, ()


around = P(1, 2)
around.me = around
by_itself, removed, looked, own_state = P(), P(1), P(1, 2), P(5)
by_itself.__reduce_ex__ = lambda protocol: (int, (7,))
own_state.__getstate__ = lambda: {'inst': 1}
del removed.a0
looked.a2, looked.a3 = Looks(looked), 'later'
values = [around, P(around, around, [around]), Empty(), State(1), Reduced(), Slots(), Items([1, 2]), Text('t'), by_itself, looked,
          removed, own_state, [P(*range(i)) for i in (0, 1, 2, 31, 32, 33, 40)], [P, P(), P], (around, around), {P(1): P(2)}]
integers = [list(range(70_000)), list(range(70_000, 90_000)), [255, 256, 65535, 65536, -1], [5], [2**40], [],
            [1, 2**31, -5, True, None, 3.5, -2**31, 2**31 - 1, -2**31 - 1] * 2000,
            [i * 7919 * 65537 % 10**9 for i in range(20_000)]]
for protocol in range(6):
    for i, value in enumerate(values):
        try:
            data = pickle.dumps(value, protocol)
            print(protocol, i, len(data), zlib.crc32(data))
        except Exception as error:
            print(protocol, i, type(error).__name__, error)
    changed = P(1, 2)
    changed.a2, changed.a3 = Adds(changed), 9
    try:
        pickle.dumps(changed, protocol)
    except RuntimeError as error:
        print(error)
    for numbers in integers:
        data = pickle.dumps(numbers, protocol)
        print(protocol, len(data), zlib.crc32(data), pickle.loads(data) == numbers)
