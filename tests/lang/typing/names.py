from typing import *
import typing
print(List[int], Dict[str, int], Optional[int], Union[int, str], Union[int, None], Tuple[int, ...], Tuple[int, str], Callable[[int, str], bool], Callable[..., Any], Any, Type[int], Set[str])
print(Union[int, int], Union[int, Union[str, int]], Optional[Union[int, str]], Union[int], List['Node'], Iterable[int], Sequence[float], Mapping[str, Any], ClassVar[int], Final[int], Literal['a', 1], NoReturn, Annotated[int, 'meta'])
print(List, Dict, Callable, Iterable, Union, Optional, Generic, Tuple[()], Deque[int], DefaultDict[str, int])
T = TypeVar('T'); K = TypeVar('K', int, str); B = TypeVar('B', bound=int); C = TypeVar('C', covariant=True)
print(T, K, B, C, T.__name__, K.__constraints__, B.__bound__, List[T], List[T][int], Dict[T, List[K]].__parameters__, Dict[str, T][int])
print(List[int] == List[int], List[int] == List[str], Union[int, str] == Union[str, int], hash(Union[int, str]) == hash(Union[str, int]), Optional[int] == (int | None), get_origin(List[int]), get_args(Dict[str, int]), get_origin(Union[int, str]), get_args(Callable[[int], str]), get_origin(int), get_args(int), get_origin(list[int]))
print(List[int].__origin__, List[int].__args__, int | List[str], List[int] | None, cast(int, 'x'), TYPE_CHECKING)
for f in (lambda: List[int, str], lambda: List[int](), lambda: Union[()], lambda: isinstance([], List[int]), lambda: Any(), lambda: Optional[int, str], lambda: isinstance(1, Any), lambda: Optional(), lambda: Generic[int], lambda: TypeVar('Q', int)):
    try: print(f())
    except TypeError as e: print(e)
print(isinstance([], List), issubclass(dict, Dict), isinstance(len, Callable), isinstance(1, Union[int, str]))
def f(a: Optional[int] = None, *b: List[str], c: 'Dict[str, int]' = {}, d: 'Missing' = 1) -> Union[int, str]: ...
print(f.__annotations__)
try: get_type_hints(f)
except NameError as e: print(e)
def g(a: 'int', b: 'List[int]', c: None = None) -> 'str': ...
print(get_type_hints(g))
class H:
    x: int
    y: 'Optional[H]' = None
print(get_type_hints(H))
UserId = NewType('UserId', int); print(UserId(5) + 1, UserId.__name__, UserId.__supertype__, UserId)
@overload
def o(x: int) -> int: ...
@overload
def o(x: str) -> str: ...
def o(x): return x
print(o(3))
@final
class Fin: pass
print(Fin.__final__, no_type_check(g) is g, ForwardRef('x'), AnyStr, Text)
