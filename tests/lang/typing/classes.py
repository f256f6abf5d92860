from typing import *
import typing, sys
T=TypeVar('T'); K=TypeVar('K')
def show(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class NT(NamedTuple, Generic[T]):
    "doc here"
    a: T
    b: int = 2
    def f(self): return self.a
    @property
    def c(self): return self.b*2
    @classmethod
    def mk(cls): return cls(7)
print(NT(1), NT(1).f(), NT(1).c, NT.mk(), NT.__doc__, NT.__mro__, NT[int], NT[int](3), NT.__name__, NT.__qualname__, NT.__module__)
def bad1():
    class X(NamedTuple):
        a: int = 1
        b: str = 2
        c: int
def bad2():
    class X(NamedTuple):
        a: int
        def _asdict(self): pass
def bad3():
    class X(NamedTuple, dict): a: int
def bad4():
    class X(TypedDict, dict): a: int
def bad5():
    class X(NamedTuple):
        a: int
        _b: int
for f in (bad1,bad2,bad3,bad4,bad5, lambda: NamedTuple('X', a=int, b=str)(1,'x'), lambda: NamedTuple('X', [('a',int)], b=1)): show(f)
class Sub(NT): 
    def g(self): return super().f()
print(Sub(4), Sub(4).g())
class E(NamedTuple): pass
print(E())
class TD(TypedDict):
    a: int
    b: NotRequired[str]
    c: 'List[int]'
class TD2(TD, total=False):
    d: float
    e: Required[int]
    f: Annotated[Required[int], 3]
for c in (TD, TD2): print(c, c.__annotations__, sorted(c.__required_keys__), sorted(c.__optional_keys__), c.__total__, c.__mro__, c(a=1), is_typeddict(c)); print(get_type_hints(c)); print(get_type_hints(c, include_extras=True))
show(lambda: isinstance({}, TD)); show(lambda: issubclass(dict, TD))
TF = TypedDict('TF', {'x y': int, 'z': str}); print(TF.__annotations__, TF(z='1'), TF)
class TG(TypedDict, Generic[T]):
    a: T
print(TG[int], TG.__parameters__, TG[int](a=1), TG.__mro__)
class Pr(Protocol[T]):
    x: int
    def m(self) -> T: ...
class Meth(Protocol):
    def m(self) -> int: "doc"; ...
class Sub1(Meth, Protocol):
    def n(self): ...
@runtime_checkable
class RC(Meth, Protocol):
    name: str
@runtime_checkable
class Hs(Protocol):
    def m(self): ...
    def n(self): ...
class I1:
    def m(self): return 1
class I2(I1):
    name = 'x'
    def n(self): pass
class I3(I2):
    m = None
class Ex(Meth):
    def __init__(self, a): self.a = a
class Ex2(Meth): pass
class Base:
    def __init__(self, b): self.b = b
class Ex3(Meth, Base): pass
class Abs(Protocol):
    from abc import abstractmethod
    @abstractmethod
    def q(self): ...
class AbsI(Abs): pass
def inherit():
    class Q(I1, Protocol): pass
def plain():
    class Q(Generic): pass
def unlisted():
    class Q(Generic[K], List[T]): pass
for f in [lambda: isinstance(I1(), Pr), lambda: isinstance(I1(), RC), lambda: isinstance(I2(), RC), lambda: isinstance(I1(), Meth), lambda: issubclass(I2, Hs), lambda: issubclass(I1, Hs), lambda: issubclass(I3, Hs), lambda: isinstance(I3(), Hs), lambda: isinstance(I2(), Hs), lambda: issubclass(I1, Meth), lambda: Ex(3).a, lambda: Ex2().m(), lambda: Ex3(5).b, lambda: isinstance(Ex(1), Meth), lambda: issubclass(Ex, Meth), lambda: isinstance(3, Ex), lambda: AbsI(), lambda: Meth(), lambda: Pr(), lambda: Pr[int](), lambda: Sub1(), lambda: Abs(), inherit, plain, unlisted, lambda: runtime_checkable(int), lambda: runtime_checkable(I1), lambda: Pr.__parameters__, lambda: Pr.__mro__, lambda: isinstance(3, SupportsInt), lambda: issubclass(int, SupportsIndex), lambda: isinstance(3, Generic), lambda: isinstance([1], Iterable)]: show(f)
class PI(Iterable[T], Protocol): 
    def extra(self): ...
print(PI.__mro__)
class St(Generic[T]):
    __slots__ = ('a',)
    def __init__(self, a): self.a = a
print(St[int](3).a, St[int] == St[int], St[T][int], St[int].__origin__, St[int].__args__)
class Fa(Generic[T]):
    reg = []
    def __init_subclass__(cls, flag=False, **kw): super().__init_subclass__(**kw); cls.reg.append((cls.__name__, flag))
    @classmethod
    def mk(cls): return cls()
class Fb(Fa[int], flag=True): pass
print(Fa.reg, Fa[int].mk(), Fa[int].reg) if 0 else print(Fa.reg, Fa[int].reg)
class Multi(Fa[T], List[K]): pass
print(Multi.__parameters__, Multi.__mro__, Multi[int, str])
N = NewType('N', int)
print(N, N(3), N|None, Optional[N], List[N], N.__module__, N.__qualname__)
def sub():
    class X(N): pass
show(sub)
@overload
def ov(a: int) -> int: ...
show(lambda: ov(3)); print(len(get_overloads(ov)) if 0 else '')
@no_type_check
def nt(a: 3): pass
print(get_type_hints(nt))
def h(a: Annotated[int, 3], b: Optional[Annotated[str, 1]], c: 'list[Annotated[int,2]]', d: Literal['x'], e: list['int'], f: 'int|None', g: "Union[int, 'str']"): ...
print(get_type_hints(h)); print(get_type_hints(h, include_extras=True))
show(lambda: get_type_hints(3))

class Tree:
    left: Optional['Tree']
    kids: 'List[Tree]'
    n: ClassVar[int] = 3
print(get_type_hints(Tree), Tree.__annotations__)
def local():
    class L: pass
    def f(a: 'L'): ...
    return get_type_hints(f, localns=locals())
show(local)
@final
class Fi: 
    @final
    def m(self): ...
print(Fi.__final__, Fi.m.__final__)
class HsSub(Hs, Protocol): 
    def z(self): ...
show(lambda: isinstance(I2(), Hs)); show(lambda: issubclass(int, Hs))
