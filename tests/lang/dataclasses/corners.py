# The less used options of dataclasses, and their errors.
import copy, typing
from dataclasses import *
from typing import ClassVar
import typing as ty
@dataclass
class T:
    a: 'int'
    b: 'ClassVar[int]' = 1
    c: 'ty.ClassVar' = 2
    d: 'InitVar[int]' = 3
    _: 'KW_ONLY'
    e: 'typing.Optional[int]' = None
    def __post_init__(self, d): print('post', d)
print(T(1), [f.name for f in fields(T)], T.b, T.c, T.__doc__, T.__match_args__, T.__init__.__kwdefaults__)
try: T(1, 2, 3)
except TypeError as e: print(e)
@dataclass(frozen=True, slots=True, order=True)
class FS:
    x: int
    y: tuple = ()
    z: int = field(default=4, init=False)
    def both(self): return (self.x, self.y)
a = FS(1, (2,)); print(a, a.both(), hash(a) == hash(FS(1, (2,))), copy.copy(a), copy.deepcopy(a) == a, FS.__slots__, a < FS(2))
for f in (lambda: setattr(a, 'x', 2), lambda: delattr(a, 'x')):
    try: f()
    except FrozenInstanceError as e: print(type(e).__mro__[1].__name__, e)
@dataclass(frozen=True, slots=True)
class FS2(FS):
    w: int = 9
print(FS2(1), FS2.__slots__)
@dataclass
class Self:
    self: int
    other: list = field(default_factory=list)
print(Self(1), Self(1, other=[2]) == Self(1, [2]))
@dataclass
class Meta:
    n: int = field(default=0, metadata={'unit': 'm'}, hash=True, compare=False)
f = fields(Meta)[0]
print(f.metadata['unit'], f.hash, f.compare, f.kw_only)
print(InitVar[int], InitVar[list[int]], field(default=1, metadata={1: 2}).metadata)
for text in ('@dataclass(weakref_slot=True)\nclass Z: a: int', '@dataclass(slots=True)\nclass Z:\n __slots__ = ("a",)\n a: int',
             '@dataclass(order=True)\nclass Z:\n a: int\n def __lt__(self, o): return 1', '@dataclass(unsafe_hash=True)\nclass Z:\n a: int\n def __hash__(self): return 1',
             '@dataclass(frozen=True)\nclass Z:\n a: int\n def __setattr__(self, n, v): pass', '@dataclass\nclass Z:\n a: KW_ONLY\n b: KW_ONLY',
             '@dataclass\nclass Z:\n a: ClassVar[int] = field(kw_only=True)', '@dataclass\nclass Z:\n a: InitVar[int] = field(default_factory=int)',
             'make_dataclass("Z", ["class"])', 'make_dataclass("Z", ["1"])', 'make_dataclass("Z", ["a", "a"])', 'make_dataclass("Z", [("a", 1, 2, 3)])',
             'replace(FS(1), z=3)', 'replace(3)', 'astuple(FS)'):
    try: exec(text); print('fine')
    except (TypeError, ValueError) as e: print(type(e).__name__, e)
@dataclass
class Need:
    a: int
    i: InitVar[int]
    def __post_init__(self, i): self.a += i
try: replace(Need(1, 2), a=3)
except ValueError as e: print(e)
print(replace(Need(1, 2), i=5))
@dataclass
class Base:
    a: int = 1
    b: int = 2
@dataclass
class Sub(Base):
    b: str = 'two'
    c: int = 3
print(Sub(), Sub.__doc__, Sub(1) == Sub(1), Base() == Sub())
print(asdict(Sub(a=[Base()], b={'k': (Base(),)})), astuple(Sub(a=[Base()])), asdict(Base(), dict_factory=list), astuple(Base(), tuple_factory=list))
class Hashed:
    def __hash__(self): return 7
@dataclass
class H1: a: int
@dataclass(frozen=True)
class H2: a: int
@dataclass
class H3:
    a: int
    def __hash__(self): return 3
@dataclass(eq=False)
class H4(Hashed): a: int
print(H1.__hash__, hash(H2(1)) == hash((1,)), hash(H3(1)), hash(H4(1)))
nan = float('nan'); print(H1(nan) == H1(nan), H1(1).__eq__(2))
M = make_dataclass('M', ['x', ('y', int, 5)], order=True); print(M(1), M(1) < M(2), M.__module__, M.__annotations__)
class Typed:
    def __set_name__(self, owner, name): print('named', name)
@dataclass
class D:
    t: object = field(default=Typed())
print(is_dataclass(D), is_dataclass(D()), is_dataclass(5))
