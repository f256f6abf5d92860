# __complex__ of classes, also of those derived from complex; __trunc__ of what int() is given; UserString.encode.
from collections import UserString
import warnings

warnings.simplefilter('ignore')


def tried(work):
    try:
        print(repr(work()))
    except Exception as e:
        print(type(e).__name__, e)


class Fixed(complex):
    def __complex__(self):
        return 42j


class Nothing(complex):
    def __complex__(self):
        return None


class Given(complex):
    def __complex__(self):
        return Fixed(3j)


class Plain:
    def __complex__(self):
        return 1 + 2j

    def __float__(self):
        return 9.0


class Text:
    def __complex__(self):
        return 'text'


class OnlyFloat:
    def __float__(self):
        return 1.5


class OnlyIndex:
    def __index__(self):
        return 7


class Failing(complex):
    def __complex__(self):
        raise KeyError('own')


class Derived(complex):
    pass


for make in (Fixed, Nothing, Given, Plain, Text, OnlyFloat, OnlyIndex, Failing, Derived):
    tried(lambda: complex(make()))
    tried(lambda: complex(make(), 1))
    tried(lambda: complex(1, make()))
tried(lambda: type(complex(Derived(2j))).__name__)
tried(lambda: Fixed(1j) + 1)


class Trunc:
    def __init__(self, answer):
        self.answer = answer

    def __trunc__(self):
        return self.answer


for answer in (3, True, 2.5, 'x', None, OnlyIndex(), Trunc(4)):
    tried(lambda: int(Trunc(answer)))
tried(lambda: UserString('é').encode(None, None))
tried(lambda: UserString('é').encode(encoding='latin-1', errors=None))
tried(lambda: UserString('é').encode('ascii', 'replace'))
tried(lambda: UserString('é').encode('ascii'))
