# One place in the code that asks several classes, whose metaclass has a __getattr__ and the same name itself.
class Meta(type):
    label = 'meta'
    only = 'only meta'
    def hello(cls): return f'meta hello {cls.__name__}'
    def alone(cls): return f'alone {cls.__name__}'
    def __getattr__(cls, name): return f'{name}?'
class A(metaclass=Meta):
    label = 'A'
    @classmethod
    def hello(cls): return 'A hello'
class B(metaclass=Meta):
    label = 'B'
    @classmethod
    def hello(cls): return 'B hello'
class C(A): pass
for c in (A, B, C, A, B):
    print(c.label, c.__module__, c.__doc__, c.only, c.nothing, c.hello(), c.alone(), c.__qualname__)
import enum
class Color(enum.Enum): RED = 1
class Bit(enum.IntFlag): LOW = 1
for c in (Color, Bit, Color): print(c.__module__, c.__doc__)
class G(enum.Enum):
    @classmethod
    def __dir__(cls): return ['dir of G']
for i in range(3): print(G.__dir__())
@enum.global_enum
class Shown(enum.IntFlag): UP = 1; DOWN = 2
print(repr(UP), repr(UP | DOWN), repr(Shown(0)))
