# Forms that were filled in twice, types that name themselves, marks of classes, what cannot be derived from
import collections.abc
import contextlib
import copy
import functools
import pickle
import typing
import warnings
from typing import *

T = TypeVar('T')
Noted = Annotated[T, 'second']
print(Noted[Annotated[int, 'first']], Annotated[Annotated[int, 1], 2], Literal[int, 'a', None])
for base in (Annotated, TypeVar, TypeVarTuple, ParamSpec):
    try:
        type('Derived', (base,), {})
    except TypeError as error:
        print(error)
Tree = List['Tree']
print(get_type_hints(type('A', (), {'__annotations__': {'x': 'Tree'}}), globals()), get_type_hints(type))


@no_type_check
class Unchecked:
    def plain(self, x: 'no such type'): ...

    @staticmethod
    def static(x: 'no such type'): ...

    @classmethod
    def of_class(cls, x: 'no such type'): ...

    class Inner:
        def deep(self): ...
    given = T


print(Unchecked.__no_type_check__, Unchecked.plain.__no_type_check__, Unchecked.static.__no_type_check__,
      Unchecked.of_class.__no_type_check__, Unchecked.Inner.deep.__no_type_check__, hasattr(T, '__no_type_check__'))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    Point = TypedDict('Point', x=int)
print([str(each.message) for each in seen], Point.__annotations__)


class Base(TypedDict, Generic[T]):
    x: T


class Derived(Base[int]):
    y: int


print(Derived.__bases__)
(star,) = tuple[int, ...]
for each in (pickle.loads(pickle.dumps(star)), copy.copy(star), copy.deepcopy(star)):
    print(each, each.__unpacked__, each.__args__, each == star)
print(functools.cached_property[int], contextlib.AbstractAsyncContextManager[int])


class Numbers(collections.abc.AsyncGenerator):
    def __init__(self):
        self.left = 2

    async def asend(self, value):
        if not self.left:
            raise StopAsyncIteration
        self.left -= 1
        return self.left

    async def athrow(self, kind, value=None, traceback=None):
        raise kind


async def run():
    numbers = Numbers()
    print([each async for each in numbers], await numbers.aclose())


try:
    run().send(None)
except StopIteration:
    print('done')
