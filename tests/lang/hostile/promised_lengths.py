# What promises more items than there is memory fails at once where memory is taken in advance


class Promise:
    def __init__(self, length):
        self.length = length

    def __length_hint__(self):
        return self.length

    def __iter__(self):
        return iter((1, 2, 3))


class Long(Promise):
    def __len__(self):
        return self.length


def extended(values, more):
    values.extend(more)
    return values


def attempt(name, make):
    try:
        print(name, make())
    except (MemoryError, OverflowError) as error:
        print(name, type(error).__name__, error)


for length in (2**63 - 1, 2**62, 2**59, 2**50, 1000, 0):
    for cls in (Promise, Long):
        print(cls.__name__, length)
        source = cls(length)
        attempt('list', lambda: list(source))
        attempt('list.extend', lambda: extended([1], source))
        attempt('tuple', lambda: tuple(source))
        attempt('bytes', lambda: bytes(source))
        attempt('bytearray', lambda: bytearray(source))
        if length > 1000:  # CPython's first item is whatever was in its memory when the promise was short
            attempt('bytearray.extend', lambda: extended(bytearray(b'1'), source))
        attempt('sorted', lambda: sorted(source))
        attempt('star', lambda: [*source])
        attempt('call', lambda: (lambda *a: a)(*source))
        attempt('set', lambda: set(source))
        attempt('dict', lambda: dict.fromkeys(source))
        attempt('map', lambda: list(map(str, source)))
        attempt('join', lambda: '-'.join(map(str, source)))
for length in (2**63 - 1, 2**62, 2**50):
    for cls in (list, tuple, bytes, sorted):
        attempt(cls.__name__, lambda: cls(range(length)))
