# Which base of an enumeration is the type of its values, and what that does to repr() and value
import warnings
from dataclasses import dataclass
from enum import Enum, Flag


def describe(member):
    kind = type(member)
    print(repr(member), str(member), f'{member}', repr(member.value), kind._member_type_.__name__)


class Filled:
    def __init__(self, a):
        self.a = a

    def __repr__(self):
        return f'Filled(a={self.a!r})'


class Below(Filled):
    pass


@dataclass
class Pair:
    x: int
    y: int = 0


class OnlyText:
    def __repr__(self):
        return 'own repr'

    def __str__(self):
        return 'own str'


class OnlyFormat:
    def __format__(self, spec):
        return 'formatted' + spec


class Number(int):
    def __repr__(self):
        return 'N' + int.__repr__(self)


class A(Filled, Enum):
    ONE = 1


class B(Below, Enum):
    ONE = 1


class C(Pair, Enum):
    ONE = 1
    TWO = 2, 3


class D(OnlyText, Enum):
    ONE = 1


class E(OnlyFormat, Enum):
    ONE = 1


class F(Number, Enum):
    ONE = 1


class G(OnlyText, Number, Enum):
    ONE = 1


class Own(Enum):
    def __init__(self, a, b):
        self.sum = a + b


class H(Own):
    ONE = 1, 2


for member in (A.ONE, B.ONE, C.ONE, C.TWO, D.ONE, E.ONE, F.ONE, G.ONE, H.ONE):
    describe(member)
print(A.ONE.a, B.ONE.a, C.TWO.y, H.ONE.sum, isinstance(A.ONE, Filled))
for bases in ((Filled, int), (str, int), (Pair, Filled), (Filled, Filled)):
    try:
        Enum('Made', 'X', type=bases[0]) if bases[0] is bases[1] else type(Enum)('Made', bases + (Enum,), type(Enum).__prepare__('Made', bases + (Enum,)))
        print('fine')
    except TypeError as e:
        print(str(e).split(':')[0])


class Plain(Enum):
    A = 1


class Bits(Flag):
    A = 1


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    for kind in (Plain, Bits):
        for item in (1, 'A', None, Plain.A):
            try:
                print(item in kind)
            except TypeError as e:
                print(e)
for w in seen:
    print(w.category.__name__, w.message, w.filename == __file__)
