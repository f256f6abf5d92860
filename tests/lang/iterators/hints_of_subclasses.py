# What an iterator over a subclass says of its length: list's and tuple's own count what is there, others ask __len__


class Listed(list):
    def __len__(self):
        return self.missing


class Paired(tuple):
    def __len__(self):
        return 1 / 0


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


for cls in (Listed, Paired):
    attempt(lambda: cls((1, 2, 3)))
    values = cls.__new__(cls, (1, 2, 3))
    if cls is Listed:
        values.extend((1, 2, 3))
    attempt(lambda: iter(values).__length_hint__())
    attempt(lambda: reversed(values).__length_hint__())
    attempt(lambda: list(iter(values)))
    attempt(lambda: list(reversed(values)))
    attempt(lambda: tuple(iter(values)))
    attempt(lambda: bytes(iter(values)))
    attempt(lambda: bytearray(iter(values)))
    attempt(lambda: list(values))
    attempt(lambda: [*values, 4])
    attempt(lambda: [0].extend(values))
    attempt(lambda: sorted(values))
    walker = iter(values)
    next(walker)
    attempt(walker.__length_hint__)
