# Corners of enumerations: boundaries, checks, mixins, the functional form, what is refused.
import enum
from enum import *
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
class P(Flag):
    R = auto(); W = auto(); X = auto()
    RW = R | W
t(lambda: P(64)); t(lambda: P('a')); t(lambda: P(-1)); t(lambda: P(-9)); t(lambda: P._boundary_)
class St(Flag, boundary=STRICT):
    A = 1; B = 4
t(lambda: St(8)); t(lambda: St(2)); t(lambda: St(5)); t(lambda: St(-1)); t(lambda: ~St.A)
class Co(Flag, boundary=CONFORM): A = 1; B = 4
t(lambda: Co(11)); t(lambda: Co(8))
class Ej(Flag, boundary=EJECT): A = 1; B = 4
t(lambda: Ej(11)); t(lambda: Ej(5))
class Ke(Flag, boundary=KEEP): A = 1; B = 4
t(lambda: Ke(11)); t(lambda: str(Ke(11))); t(lambda: Ke(11).name); t(lambda: Ke(8)); t(lambda: list(Ke(11))); t(lambda: len(Ke(11))); t(lambda: Ke(-3)); t(lambda: ~Ke(8))
class I(IntFlag): A = 1; B = 2; C = 4
t(lambda: ~I.A); t(lambda: I(-1)); t(lambda: I(8)); t(lambda: I(-8)); t(lambda: ~I(9)); t(lambda: I.A ^ 3); t(lambda: I.A | 1.5); t(lambda: format(I.A|I.B, '04b')); t(lambda: str(I.A|I.B)); t(lambda: len(I.A|I.C)); t(lambda: (I.A|I.B).name); t(lambda: I(0).name); t(lambda: list(I(9))); t(lambda: P.R in P); t(lambda: 1 in P); t(lambda: I.A in P.R)
class C(Enum): A = 1; B = 2; D = 1
t(lambda: dir(C)); t(lambda: dir(C.A)); t(lambda: C.__members__); t(lambda: C._member_map_); t(lambda: C._value2member_map_); t(lambda: C._member_names_); t(lambda: C.A.B); t(lambda: C.A._value_); t(lambda: C.A.__objclass__); t(lambda: C.A._sort_order_); t(lambda: C.__doc__); t(lambda: bool(C)); t(lambda: C(C.A)); t(lambda: C.A.name); 
t(lambda: setattr(C.A, 'name', 3)); t(lambda: setattr(C.A, 'foo', 3)); t(lambda: C.A.foo); t(lambda: C.name); t(lambda: C.value)
def sub():
    class E(C): pass
t(sub)
def sub2():
    class E(C): Z = 3
t(sub2)
def bad():
    class E(Enum): mro = 1
t(bad)
def bad():
    class E(Enum): _foo_ = 1
t(bad)
def bad():
    class E(Enum): 
        A = 1
        def A(self): pass
t(bad)
def bad():
    class E(IntEnum): A = 'x'
t(bad)
def bad():
    class E(StrEnum): A = 1
t(bad)
def bad():
    @verify(UNIQUE)
    class E(Enum): A = 1; B = 1; C = 1; D = 2; E = 2
t(bad)
def bad():
    @verify(CONTINUOUS)
    class E(Enum): A = 1; B = 5
t(bad)
def bad():
    @verify(CONTINUOUS)
    class E(Flag): A = 1; B = 8
t(bad)
def bad():
    @verify(NAMED_FLAGS)
    class E(Flag): A = 1; B = 2; C = 15; F=63
t(bad)
def bad():
    @verify(NAMED_FLAGS)
    class E(Flag): A = 1; B = 2; C = 7
t(bad)
class M(Enum):
    A = member(len); B = nonmember(5); _ignore_ = 'x y'; x = 3; y = 4; _p = 3; __q = 5
    class Inner: pass
    def f(self): return self.value
t(lambda: (M.A, M.B, list(M), M.Inner)); t(lambda: M.x)
class Or(Enum):
    _order_ = 'A B'
    A = 1; B = 2
t(lambda: list(Or))
def bad():
    class Or(Enum):
        _order_ = 'B A'
        A = 1; B = 2
t(bad)
t(lambda: Enum('Y', [('A', 3), ('B', 4)], module='m', qualname='q.Y', type=int, start=7)); t(lambda: list(Enum('Y', 'A B', start=7))); t(lambda: list(IntEnum('Y', 'A,B'))); t(lambda: list(Flag('Y', 'A B'))); t(lambda: Enum('Y', 'A').__module__); t(lambda: Enum('Y','A B',type=str).A)
t(lambda: Enum('Y', 'A', module='m', qualname='q.Y').__qualname__)
class Nw(bytes, Enum):
    def __new__(cls, value, label):
        o = bytes.__new__(cls, [value]); o._value_ = value; o.label = label; return o
    A = (1, 'x'); B = (2, 'y')
class Mi(Enum):
    A = 1
    @classmethod
    def _missing_(cls, v):
        if v == 'x': return 5
        if v == 'y': raise RuntimeError('r')
        return None
t(lambda: Mi('x')); t(lambda: Mi('y')); t(lambda: Mi('z'))
try: Mi('y')
except Exception as e: print(repr(e.__context__), e.__cause__)
try: Mi('z')
except Exception as e: print(repr(e.__context__), e.__cause__)
