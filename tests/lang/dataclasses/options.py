from dataclasses import *
from dataclasses import KW_ONLY
from typing import ClassVar, Optional
@dataclass
class A:
    x: int
    _: KW_ONLY
    y: int = 1
    z: int = field(kw_only=True, default=3)
    n: ClassVar[int] = 7
    i: InitVar[int] = 100
    def __post_init__(self, i): self.total = self.x + self.y + i
a = A(1, y=5); print(a, a.total, A.n, [f.name for f in fields(A)])
try: A(1, 2, 3)
except TypeError as e: print(e)
@dataclass(slots=True)
class S:
    a: int
    b: int = 5
s = S(1); print(s, S.__slots__, hasattr(s, '__dict__'))
try: s.c = 1
except AttributeError as e: print(e)
@dataclass(eq=False)
class E: a: int
print(E(1) == E(1), isinstance(hash(E(1)), int))
@dataclass(unsafe_hash=True)
class H: a: int; b: list = field(default_factory=list, hash=False)
print(hash(H(1)) == hash(H(1)))
@dataclass(repr=False, init=False)
class R: a: int = 4
print(R().a, 'object at' in repr(R()))
@dataclass(kw_only=True)
class K: a: int; b: int = 2
print(K(a=1))
try: K(1)
except TypeError as e: print(e)
@dataclass
class Own:
    a: int
    def __repr__(self): return 'own repr'
    def __eq__(self, o): return True
print(Own(1), Own(1) == 5)
@dataclass
class Tree:
    value: int
    children: list['Tree'] = field(default_factory=list)
    parent: Optional['Tree'] = None
t = Tree(1, [Tree(2), Tree(3, [Tree(4)])]); print(t); print(asdict(t))
t.parent = t; print(t)
try: exec('@dataclass(order=True, eq=False)\nclass Z: a: int')
except ValueError as e: print(e)
@dataclass(frozen=True)
class F: a: int
try: exec('@dataclass\nclass G(F): b: int')
except TypeError as e: print(e)
try: exec('@dataclass(frozen=True)\nclass G(A): b: int = 1')
except TypeError as e: print(e)
M = make_dataclass('M', ['a', ('b', int), ('c', int, field(default=3))], namespace={'double': lambda self: self.b * 2})
print(M(1, 2), M(1, 2).double())
try: fields(5)
except TypeError as e: print(e)
try: asdict(5)
except TypeError as e: print(e)
print(replace(F(1), a=2), str(field(default=1))[:40])
import copy
print(copy.copy(a) == a, copy.deepcopy(t.children) == t.children, copy.replace(F(1), a=3) if hasattr(copy, 'replace') else '')
