# More corners: automatic values, value types, global_enum, flags with a name for zero, methods.
import enum
from enum import *
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
import warnings; warnings.simplefilter('ignore')
def bad():
    class Ap(Enum): A = 'a'; B = auto()
    return list(Ap)
t(bad)
def bad():
    class Ap(Flag): A = 'a'; B = auto()
    return list(Ap)
t(bad)
def bad():
    class Ap(Flag): A = 7; B = auto(); C = -1
    return list(Ap)
t(bad)
def bad():
    class Ap(IntEnum): A = 7; B = auto(); C = 3; D = auto()
    return list(Ap)
t(bad)
def bad():
    class B(Enum):
        def up(self): return self.name.upper() + str(self.value)
        def __repr__(self): return 'R' + self.name
        def __str__(self): return 'S' + self.name
    class C(B): a = 1; b = 2
    return C.a.up(), C.a, str(C.b), f'{C.a:>5}', list(B), len(B), bool(B), B
t(bad)
def bad():
    class Mx: 
        def hi(self): return 'hi ' + self.name
    class C(Mx, Enum): a = 1
    return C.a.hi(), C.a, C
t(bad)
def bad():
    class C(int, Enum): a = 1; b = '12'
    return C.a, C.b, str(C.a), f'{C.a}', f'{C.b:4d}|', C.a + 1, '%d' % C.b, C(12), C('12')
t(bad)
def bad():
    class C(float, Enum): a = 1.5
    return C.a, str(C.a), f'{C.a}', C.a * 2
t(bad)
def bad():
    class C(tuple, Enum): a = 1, 2; b = (3, 4)
    return C.a, C.a.value, C.a[1], C((1, 2))
t(bad)
def bad():
    class C(int, ReprEnum): a = 1
    return C.a, str(C.a), f'{C.a}'
t(bad)
def bad():
    class C(Enum):
        a = [1, 2]; b = {}; c = [1, 2]
    return C([1, 2]), C({}), list(C), C.c
t(bad)
def bad():
    class C(Enum): a = 1; b = 2
    C.c = 5
    return list(C), C.c, 5 in C
t(bad)
def bad():
    class C(Enum): a = 1; b = 2
    return C.a < C.b
t(bad)
@enum.global_enum
class G(IntFlag): GA = 1; GB = 2
t(lambda: (GA, GA|GB, GB|8, G(0), str(GA))); t(lambda: GA.__module__)
@enum.global_enum
class H(Enum): HA = 1
t(lambda: (HA, str(HA)))
class D(Enum):
    x = 1
    @enum.property
    def dbl(self): return self.value * 2
    @property
    def trip(self): return self.value * 3
t(lambda: (D.x.dbl, D.x.trip)); t(lambda: D.dbl)
class D2(Enum):
    dbl = 5
    @staticmethod
    def s(): return 3
t(lambda: (D2.dbl.s(), D2.s()))
class V(Enum):
    name = 3; value = 4
t(lambda: (V.name, V.value, V.name.value, V.name.name))
t(lambda: repr(auto(5))); t(lambda: auto(5).value); t(lambda: Enum('A', '')); t(lambda: IntEnum); t(lambda: Enum(1)); t(lambda: Enum()); t(lambda: type(Enum), ); t(lambda: Flag); t(lambda: Enum.__mro__); t(lambda: IntFlag.__mro__); t(lambda: StrEnum.__mro__); t(lambda: EnumType.__mro__)
t(lambda: C)
class A(Enum): Z = 1
class F(Flag): A = 1; B = 2; AB = 3; Z = 0
t(lambda: (list(F), F.Z, F.AB, F.AB.name, F(0), F(3), ~F.A, ~F.AB, len(F), bool(F.Z), F.A in F.AB, F.AB in F.A, F._flag_mask_, F._all_bits_, F._singles_mask_ if hasattr(F, '_singles_mask_') else None, F.__members__))
import copy, functools, operator
t(lambda: functools.reduce(operator.or_, F)); t(lambda: copy.copy(F.A) is F.A); t(lambda: copy.deepcopy([F.A])[0] is F.A)
class DC(IntFlag, boundary=STRICT): A = 1; B = 2
t(lambda: DC(4)); t(lambda: DC.A | 4); t(lambda: ~DC.A); t(lambda: DC.A & 7)
class Desc(Enum):
    A = 1, 'first'
    B = 2, 'second'
    def __new__(cls, v, d):
        o = object.__new__(cls); o._value_ = v; o.d = d; return o
t(lambda: (Desc.A, Desc(2), Desc.B.d))
class Gn(StrEnum):
    @staticmethod
    def _generate_next_value_(name, start, count, last): return f'{name}{count}{last}'
    A = auto(); B = auto(); C = 'q'
t(lambda: list(Gn)); t(lambda: StrEnum('S', 'A b')['A'].value); t(lambda: max(Gn)); t(lambda: ','.join(Gn))
class Dc(Enum):
    """doc."""
    A = 1
t(lambda: Dc.__doc__); t(lambda: Dc.A.__doc__)
class L(Enum):
    A = lambda x: x
    B = functools.partial(len)
t(lambda: (list(L)))
class A(Enum): Z = 1
t(lambda: (A.Z.__class__, A['Z'], A.__name__, A.__qualname__, A.Z.__dict__, A.Z.Z)); t(lambda: 'x' in A); t(lambda: A.Z in [A.Z]); t(lambda: A.Z != 1); t(lambda: A.Z.__hash__() == hash('Z'))
t(lambda: A.Z.__reduce_ex__(2)); t(lambda: setattr(A, '_x', 4)); t(lambda: delattr(A, '_x')); t(lambda: delattr(A, 'nope')); t(lambda: A('a', 'b'))
t(lambda: F.A & 1); t(lambda: 1 | F.A); t(lambda: F.A ^ F.B); t(lambda: F.A == 1); t(lambda: F.A < F.B); t(lambda: f'{F.A|F.B:>10}'); t(lambda: list(reversed(F))); t(lambda: F.A | None)
def bad():
    class Ap(Enum): A = (auto(), 'x'); B = (auto(), 'y')
    return list(Ap)
t(bad)
t(lambda: 1 in F.A)
