import enum
from enum import *
from types import DynamicClassAttribute
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e, '|', repr(e.__context__), repr(e.__cause__))
class S(StrEnum):
    one = '1'
    three = b'3', 'ascii'
    four = b'4', 'latin1', 'strict'
print(list(S))
def m(**kw): return lambda: EnumType('X', (StrEnum,), (lambda b: (b.update(kw), b)[1])(EnumType.__prepare__('X', (StrEnum,))))
t(lambda: list(m(a=1)())); t(lambda: list(m(a=(2,))())); t(lambda: list(m(a=(b'2', len))())); t(lambda: list(m(a=(b'2', 'ascii', 9))())); t(lambda: list(m(a=('a', 'b', 'c', 'd'))())); t(lambda: list(m(a='x', b='y')()))
t(lambda: Enum('E', ('', 'B'))); t(lambda: Enum('E', 'mro B')); t(lambda: Enum('E', ['a', 'a'])); t(lambda: Enum('E', 5)); t(lambda: list(Enum('E', {'a': 1, 'b': 1})))
class P(Flag): A = 1; B = 2
t(lambda: P('x')); t(lambda: P(99)); t(lambda: P(-8)); t(lambda: P(None))
class I(IntFlag): A = 1
t(lambda: I('x')); t(lambda: I(5))
class Miss(Enum):
    A = 1
    @classmethod
    def _missing_(cls, v):
        if v == 'none': return None
        if v == 'bad': return 5
        if v == 'err': raise KeyError('k')
        if v == 'val': raise ValueError('mine')
        return cls.A
for v in ('none', 'bad', 'err', 'val', 'x'): t(lambda: Miss(v))
class Upd(Enum):
    vars().update({k: v for k, v in {'FOO': 1, 'BAR': 2}.items()})
    def up(self): return self.name.lower()
print(list(Upd), Upd.FOO.up())
class Priv(Enum):
    __major_ = 1
    __secret = 2
    A = 3
    def get(self): return self.__major_, self.__secret
print(list(Priv), Priv.A.get())
class Base(Enum):
    @DynamicClassAttribute
    def test(self): return 'dynamic'
class Test(Base): test = 1
t(lambda: (Test.test.test, Test.test.value))
class Base2(Enum):
    @enum.property
    def flash(self): return 'flashy'
class Test2(Base2): flash = 1
t(lambda: (Test2.flash.flash, Test2.flash.value))
class NamedInt(int):
    def __repr__(self): return f'NI({int(self)})'
class NI(NamedInt, Enum): A = 1
print(repr(NI.A), NI.A, NI._value_repr_ is NamedInt.__repr__, NI._member_type_)
import dataclasses
@dataclasses.dataclass
class DC: x: int; y: int = 0
class DE(DC, Enum): A = 1, 2; B = 3
print(DE.A, repr(DE.B), DE.A.x, DE.A.value)
class Color(Enum): red = 0; green = 1; blue = 7; black = 8
t(lambda: Color.red.value.foo); t(lambda: Color.purple); t(lambda: Color['purple']); t(lambda: Color(99)); t(lambda: Color.red < Color.green); t(lambda: Color.red.name2); t(lambda: setattr(Color.red, 'name', 'x')); t(lambda: Color.red.__class__.__name__); t(lambda: Color.__members__['red']); t(lambda: hash(Color.red) == hash('red')); t(lambda: len(Color)); t(lambda: bool(Color)); t(lambda: Color.red in Color); t(lambda: list(reversed(Color))); t(lambda: isinstance(Color.red, Color)); t(lambda: Color.__doc__); t(lambda: f'{Color.red!r:>20}|{Color.red:>12}|'); t(lambda: type(Color)); t(lambda: repr(Color)); t(lambda: str(Color)); t(lambda: Color.red == 0); t(lambda: {Color.red: 1}[Color.red]); t(lambda: Color.red.real)
t(lambda: Flag('F', 'A B C')(7)); t(lambda: ~P.A); t(lambda: P.A | P.B | 4); t(lambda: list(P.A | P.B)); t(lambda: P.A in P.B); t(lambda: 1 in P.A); t(lambda: P.A & P.B); t(lambda: repr(P(0))); t(lambda: str(P(3))); t(lambda: P.A.name); t(lambda: P(3).name); t(lambda: len(P(3))); t(lambda: I.A | 8); t(lambda: I(9)); t(lambda: repr(~I.A)); t(lambda: I.A | 'x'); t(lambda: P.A ^ P.B); t(lambda: P.A | None)
