# An iterator is asked for before a length is


class Noisy:
    def __init__(self, iterator):
        self.iterator = iterator

    def __iter__(self):
        print('iter', end=' ')
        return self.iterator

    def __len__(self):
        print('len', end=' ')
        return 3


class NoLength(Noisy):
    __len__ = None

    def __length_hint__(self):
        print('hint', end=' ')
        return 3


class Failing(Noisy):
    def __len__(self):
        return self.missing


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


for cls in (Noisy, NoLength, Failing):
    for give in (lambda: iter('abc'), lambda: 5):
        print(cls.__name__)
        attempt(lambda: list(cls(give())))
        attempt(lambda: tuple(cls(give())))
        attempt(lambda: [0].extend(cls(give())))
        attempt(lambda: sorted(cls(give())))
        attempt(lambda: [*cls(give())])
        attempt(lambda: set(cls(give())))
        attempt(lambda: bytes(cls(give())))
        attempt(lambda: (lambda *a: a)(*cls(give())))
        attempt(lambda: ''.join(cls(give())))
        attempt(lambda: dict.fromkeys(cls(give())))
