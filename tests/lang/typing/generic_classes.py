from typing import *
T = TypeVar('T'); K = TypeVar('K'); V = TypeVar('V')
class Stack(Generic[T]):
    def __init__(self) -> None: self.items: List[T] = []
    def push(self, x: T) -> None: self.items.append(x)
    def pop(self) -> T: return self.items.pop()
s = Stack[int](); s.push(1); s.push(2); print(s.pop(), Stack[int], Stack.__parameters__, s.__orig_class__, Stack.__mro__, Stack.__orig_bases__)
class Pair(Generic[K, V]):
    def __init__(self, k: K, v: V): self.k, self.v = k, v
print(Pair[str, int], Pair('a', 1).k, Pair[str, V].__parameters__)
class IntStack(Stack[int]): pass
print(IntStack.__orig_bases__, IntStack.__parameters__, IntStack().items)
for f in (lambda: Stack[int, str], lambda: Pair[int], lambda: IntStack[int], lambda: Stack[int][str], lambda: type('X', (Generic,), {})):
    try: print(f())
    except TypeError as e: print(e)
class MyList(List[int]): pass
print(MyList([1, 2]), MyList.__mro__[1], MyList.__orig_bases__)
class Node(Generic[T]):
    next: 'Optional[Node[T]]' = None
    def __init__(self, v: T): self.v = v
n = Node(1); n.next = Node(2); print(n.next.v)
class P(NamedTuple):
    x: int
    y: int = 5
    def total(self): return self.x + self.y
print(P(1), P(1).total(), P(1, 2)._asdict(), P._fields, P._field_defaults, P.__annotations__, isinstance(P(1), tuple), P(1)._replace(x=9))
Q = NamedTuple('Q', [('a', int), ('b', str)]); print(Q(1, 'b'), Q.__annotations__)
class TD(TypedDict, total=False):
    name: str
    age: int
d: TD = {'name': 'x'}; print(d, TD(name='y'), TD.__annotations__, TD.__total__, TD.__optional_keys__ == {'name', 'age'})
@runtime_checkable
class Closeable(Protocol):
    def close(self) -> None: ...
class F:
    def close(self): pass
print(isinstance(F(), Closeable), isinstance(5, Closeable), issubclass(F, Closeable))
class Proto(Protocol):
    x: int
    def m(self) -> int: ...
for f in (lambda: Proto(), lambda: isinstance(5, Proto)):
    try: f()
    except TypeError as e: print(e)
class Impl(Proto):
    def __init__(self): self.x = 1
    def m(self): return 2
print(Impl().m(), isinstance(3, SupportsInt), isinstance('x', SupportsIndex))
class Repo(Protocol[T]):
    def get(self, k: str) -> T: ...
print(Repo[int])
