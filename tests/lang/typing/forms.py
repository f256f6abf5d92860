import typing, copy
from typing import *
T=TypeVar('T'); K=TypeVar('K'); P=ParamSpec('P'); Ts=TypeVarTuple('Ts')
class Z(Generic[P]): pass
class A(Generic[*Ts]): pass
class TsT(Generic[T, *Ts]): pass
class Mix(Mapping[K, T]): pass
class G(Dict[str, T]): pass
def show(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for f in [
 lambda: Z[int,str], lambda: Z[[int,str]], lambda: Z[...], lambda: A[int,str], lambda: A[()], lambda: TsT[int], lambda: TsT[int,str,float], lambda: TsT[()],
 lambda: Callable[P,int][[str,int]], lambda: Callable[P,T][[str],int], lambda: Callable[Concatenate[int,P],T], lambda: Callable[Concatenate[int,P],T][[str],bool], lambda: Callable[[T],K][int,str],
 lambda: Callable[[], None], lambda: Callable[int], lambda: Callable[int, str], lambda: get_args(Callable[..., int]), lambda: get_args(Callable[P, int]),
 lambda: Tuple[*Ts], lambda: Tuple[*Ts][int,str], lambda: Unpack[Ts], lambda: P.args, lambda: P.kwargs, lambda: Ts,
 lambda: Optional[T][int], lambda: Union[T,None,str][int], lambda: Union[T,int][int], lambda: List[Optional[T]][str], lambda: Union[None,int,str], lambda: Optional[None],
 lambda: ClassVar[List[int]], lambda: ClassVar, lambda: Final, lambda: List[ClassVar], lambda: List[ClassVar[int]], lambda: List[Union], lambda: ClassVar[int][int], lambda: NoReturn[int], lambda: Any[int],
 lambda: Literal[1, True, 1, 'a', None], lambda: Literal[Literal[1,2],3], lambda: Literal[1]==Literal[True], lambda: Literal[1,2]==Literal[2,1], lambda: get_args(Literal['a','b']), lambda: Literal,
 lambda: Annotated[int,'x',3], lambda: Annotated[Annotated[int,1],2], lambda: Annotated[int], lambda: Annotated[List[T],1][int], lambda: Annotated[int,1].__metadata__, lambda: get_origin(Annotated[int,1]), lambda: get_args(Annotated[int,1]), lambda: Annotated[int,1]('5'), lambda: Annotated(),
 lambda: List[int].__name__, lambda: List.__name__, lambda: List[int].__module__, lambda: Optional[int].__module__, lambda: Optional[int].__name__, lambda: Z[int].__module__, lambda: List[int].__qualname__, lambda: Callable[[int],str].__args__,
 lambda: Generic[T], lambda: Protocol[T], lambda: Generic[T,T], lambda: Generic[int], lambda: Generic[()], lambda: Generic[T][int],
 lambda: copy.deepcopy(T) is T, lambda: copy.copy(List[int])==List[int], lambda: copy.deepcopy(List[T])==List[T], lambda: {List[int]:1}[List[int]], lambda: List[int] is None,
 lambda: isinstance({}, Mapping), lambda: isinstance([], Sequence), lambda: issubclass(list, Sequence), lambda: issubclass(1, List), lambda: issubclass(List, Sequence), lambda: issubclass(int, Union[int,str]), lambda: isinstance([], Optional[list]), lambda: isinstance([], Union[List[int], str]), lambda: isinstance(1, ClassVar), lambda: issubclass(int, Any), lambda: isinstance(None, Optional[int]),
 lambda: Deque(), lambda: Deque[int]([1]), lambda: DefaultDict[str,int](int), lambda: Counter[str]('aab'), lambda: OrderedDict[str,int](), lambda: List(), lambda: Dict[str,int](), lambda: Tuple[int](), lambda: Iterable[int](), lambda: Type[int](), lambda: Union[int,str](), lambda: Literal[1](), lambda: Callable(),
 lambda: Mix.__mro__, lambda: Mix.__parameters__, lambda: Mix.__orig_bases__, lambda: G.__mro__, lambda: G[int], lambda: G[int](a=1), lambda: G.__parameters__, lambda: G[int,str],
 lambda: list[T][int], lambda: dict[K, List[T]].__parameters__, lambda: List[list[T]][int], lambda: List[dict[K,T]][int,str], lambda: tuple[T,...][int], lambda: (int|List[T])[str], lambda: T|int, lambda: 'x'|T, lambda: Optional['Foo'], lambda: List['Foo'].__args__,
 lambda: ContextManager[int], lambda: Generator[int,None,str], lambda: AsyncIterator[int], lambda: Awaitable[T], lambda: Hashable, lambda: Hashable[int], lambda: Sized, lambda: Coroutine[int,str,float], lambda: Generator[int],
 lambda: IO[str], lambda: TextIO, lambda: BinaryIO, lambda: IO, lambda: TextIO.__mro__, lambda: SupportsInt, lambda: isinstance(2.5, SupportsRound), lambda: isinstance(b'', SupportsBytes), lambda: isinstance(1j, SupportsComplex), lambda: SupportsAbs[int], lambda: SupportsInt(),
 lambda: TypeVar('X', int, str, bound=int), lambda: TypeVar('X', covariant=True, contravariant=True), lambda: TypeVar('X', bound='Foo').__bound__, lambda: TypeVar('X').__module__,
 lambda: Self, lambda: Never, lambda: LiteralString, lambda: TypeAlias, lambda: TypeGuard[int], lambda: Required[int], lambda: NotRequired[str], lambda: Optional[Self], lambda: Union[Never,int], lambda: Union, lambda: Union(), lambda: ForwardRef('a b'), lambda: ForwardRef(3),
 lambda: get_origin(Optional[int]), lambda: get_origin(ClassVar[int]), lambda: get_origin(Generic), lambda: get_origin(Generic[T]), lambda: get_origin(Z[int]), lambda: get_origin(List), lambda: get_args(Optional[int]), lambda: get_args(list[int]), lambda: get_args(int|str), lambda: get_origin(int|str), lambda: get_origin(P.args), lambda: get_args(Tuple[()]), lambda: get_args(Tuple[int,...]),
 lambda: assert_never(3), lambda: cast(int,'a'), lambda: assert_type(1,int), lambda: Type[T][int], lambda: Type[Any], lambda: Dict[str,Any], lambda: List[...], lambda: List[3], lambda: List[()],lambda: Dict[int], lambda: List[Generic], lambda: List[Generic[T]], lambda: List[int][str], lambda: Dict[K,T][int], lambda: List[T][int,str],
 lambda: type('X',(Generic[T],Generic[K]),{}), lambda: Callable[[int],str]==Callable[[int],str], lambda: hash(Callable[[int],str])==hash(Callable[[int],str]), lambda: Union[int,str]==(int|str), lambda: List==List, lambda: is_typeddict(int), lambda: Callable[[Callable[[int],str]],None], lambda: Callable[[T],T].__parameters__, lambda: Tuple[T,K][int,str],
 lambda: List[int].append, lambda: Callable, lambda: Callable[..., T][int], lambda: Optional[Callable[..., Any]], lambda: Union[int, List[int], None], lambda: Union[Optional[int], Optional[str]],
]: show(f)
