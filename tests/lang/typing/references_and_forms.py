# What the texts of annotations may name, equality of references, forms in brackets, attributes of aliases.
import typing
import warnings
from collections.abc import Iterable
from typing import *


def told(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


class Marks:
    a: 'ClassVar[int]'
    b: 'Final[str]'
    c: Annotated['ClassVar[int]', 1]
    d: 'TypeAlias'


class Nested:
    a: List['Final[int]']


def function(x: 'ClassVar[int]'):
    pass


print(get_type_hints(Marks, include_extras=True))
print(told(lambda: get_type_hints(Nested)), told(lambda: get_type_hints(function)), get_type_hints(len), get_type_hints('x'.join))
for wrong in (lambda: ClassVar[ClassVar[int]], lambda: Final[ClassVar[int]], lambda: List[ClassVar[int]], lambda: Generic['/'],
              lambda: Annotated[Unpack[TypeVarTuple('Ts')], 1], lambda: Required[Required[int]]):
    print(told(wrong))
one, two = ForwardRef('A'), ForwardRef('A')
print(one == two, one.__forward_is_class__, one.__forward_is_argument__, one.__forward_evaluated__)


def first():
    A = int
    def f(x: one): pass
    return get_type_hints(f, globals(), locals())


def second():
    A = str
    def f(x: two): pass
    return get_type_hints(f, globals(), locals())


print(first(), second(), one == two, one.__forward_value__)
print(Literal[1, True] == Literal[1, 1], Literal[1, True].__args__, Literal[[], []].__args__, Literal[1, 2, 1].__args__)
print([isinstance(form, Iterable) for form in (Union[int, str], Callable[[int], str], Literal[1], List[int], Optional, List)])
for form in (Union[int, str], Union, List, Annotated[int, 1]):
    print(told(lambda: iter(form))[0])
print(Callable[[], TypeVar('T')][int], get_args(Callable[[], int]))


class Alias(Generic[AnyStr]):
    pass


Annotated[Alias, 'note'].x = 'through'
Alias[str].y = 1
print(Alias.x, Alias.y, Alias[bytes].x)


class Base(TypedDict, Generic[AnyStr]):
    a: AnyStr


class Derived(Base):
    c: int


print(Derived.__bases__, Derived.__required_keys__ == {'a', 'c'}, told(lambda: Derived[str]))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    from typing.re import Match as Found
    from typing.io import TextIO as File, __name__ as name
    print(Found is Match, File is TextIO, name, [str(warning.message) for warning in seen])
