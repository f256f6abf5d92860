from dataclasses import dataclass, field, fields, is_dataclass, make_dataclass, InitVar, KW_ONLY
from typing import ClassVar
import types, typing, dataclasses


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


@dataclass
class C:
    C: C = field()


rec = field(); rec.type = rec
print(repr(rec)[:40], repr(rec).count('type=...'))
attempt(lambda: make_dataclass('X', [('a', int), ()]))
attempt(lambda: make_dataclass('X', [('a', int, 1, 2)]))
attempt(lambda: make_dataclass('X', [int]))
attempt(lambda: make_dataclass('X', ['a b']))
attempt(lambda: make_dataclass('X', ['for']))
attempt(lambda: make_dataclass('X', ['a', 'a']))
attempt(lambda: make_dataclass('X', ['a'], xxinit=False))
attempt(lambda: make_dataclass('X', ['a', ('b', int, 2)], frozen=True, order=True)(1))
attempt(lambda: dataclass(xx=1))


@dataclass
class Texts:
    a: 'typing .ClassVar[str]' = 1
    b: 'ClassVar' = 2
    c: 'dataclasses .InitVar[int]' = 3
    d: 'InitVar[int]' = 4
    e: 'int' = 5
    def __post_init__(self, c, d): print('post', c, d)


print(Texts(), [f.name for f in fields(Texts)])


class Base:
    __slots__ = iter(['x'])


def inherit():
    @dataclass(slots=True)
    class D(Base):
        y: int = 1


attempt(inherit)


@dataclass(frozen=True, slots=True)
class P:
    x: int = 0


attempt(lambda: setattr(P(), 'x', 1))
attempt(lambda: setattr(P(), 'z', 1))


print(is_dataclass(P), is_dataclass(P()), is_dataclass(list[P]), is_dataclass(3))
