from enum import Enum, IntEnum, Flag, IntFlag, StrEnum, auto, unique
class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1
print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color(2), Color['BLUE'], Color.CRIMSON is Color.RED, list(Color), len(Color), Color)
print(Color.RED == 1, Color.RED == Color.CRIMSON, Color.RED in Color, isinstance(Color.RED, Color), type(Color.RED), hash(Color.RED) == hash(Color.RED), {Color.RED: 1}, dict(Color.__members__), [c.name for c in Color], list(reversed(Color)))
for f in (lambda: Color(9), lambda: Color['X'], lambda: Color.X, lambda: setattr(Color, 'RED', 5), lambda: delattr(Color, 'RED'), lambda: Color.RED < Color.BLUE, lambda: 1 in Color, lambda: type('Sub', (Color,), {}), lambda: setattr(Color.RED, 'value', 3), lambda: Color()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class N(IntEnum):
    A = 1
    B = auto()
    C = auto()
print(N.B, repr(N.B), N.B + 1, N.A < N.B, N(2), sorted([N.C, N.A]), f'{N.B}', f'{N.B:03d}', '%d' % N.C, [10, 20, 30][N.A], N.A == 1, int(N.C), isinstance(N.A, int), str(N.A))
class S(StrEnum):
    FOO = auto()
    BAR = 'x'
print(S.FOO, repr(S.FOO), S.FOO == 'foo', S.BAR.upper(), S('x'), f'{S.BAR:>3}')
class Auto(Enum):
    A = auto(); B = auto(); C = 10; D = auto()
print([m.value for m in Auto])
class Planet(Enum):
    EARTH = (5.97e24, 6.37e6)
    MARS = (6.42e23, 3.39e6)
    def __init__(self, mass, radius): self.mass, self.radius = mass, radius
    @property
    def gravity(self): return round(6.67e-11 * self.mass / self.radius ** 2, 2)
    @classmethod
    def heaviest(cls): return max(cls, key=lambda p: p.mass)
    def __str__(self): return self.name.title()
print(Planet.EARTH, Planet.EARTH.gravity, Planet.heaviest(), Planet.MARS.value, repr(Planet.MARS))
try:
    @unique
    class U(Enum): A = 1; B = 1
except ValueError as e: print(e)
try:
    class T(Enum): A = 1; A = 2
except TypeError as e: print(e)
X = Enum('X', 'ONE TWO'); print(list(X), X.ONE.value, Enum('Y', {'A': 5})['A'], Enum('Z', ['P', 'Q']).Q)
class Miss(Enum):
    A = 'a'
    @classmethod
    def _missing_(cls, v): return cls.A if str(v).lower() == 'a' else None
print(Miss('A'))
try: Miss('q')
except ValueError as e: print(e)
match Color.GREEN:
    case Color.RED: print('r')
    case Color.GREEN: print('g')
import copy
print(copy.deepcopy(Color.RED) is Color.RED, bool(Color.RED))
class Str(str, Enum):
    A = 'x'
print(Str.A, repr(Str.A), Str.A == 'x', Str.A + 'y', f'{Str.A}')
class G(Enum):
    def _generate_next_value_(name, start, count, last): return name.lower()
    ABC = auto(); DEF = auto()
print([g.value for g in G])
