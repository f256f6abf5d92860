"""
The typing module: Support for gradual typing as defined by PEP 484 and subsequent PEPs.
"""
import collections
import collections.abc
import functools
import sys
import types
from abc import ABCMeta, abstractmethod
from types import GenericAlias

EXCLUDED_ATTRIBUTES = ('__abstractmethods__', '__annotations__', '__dict__', '__doc__', '__init__', '__module__',
                       '__new__', '__slots__', '__subclasshook__', '__weakref__', '__class_getitem__', '__parameters__',
                       '__orig_bases__', '__orig_class__', '_is_protocol', '_is_runtime_protocol', '__match_args__',
                       '__static_attributes__', '__firstlineno__', '_abc_impl', '__qualname__')


def _type_repr(obj):
    """A type in the way it is written."""
    if isinstance(obj, GenericAlias):
        return repr(obj)
    if isinstance(obj, type):
        return obj.__qualname__ if obj.__module__ == 'builtins' else f'{obj.__module__}.{obj.__qualname__}'
    if obj is ...:
        return '...'
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    return repr(obj)


def _type_check(arg, msg, is_argument=True, module=None, *, allow_special_forms=False):
    """Check that the argument is a type, and return it: None becomes NoneType, a string a forward reference."""
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg)
    if isinstance(arg, _GenericAlias) and arg.__origin__ in (Generic, Protocol):
        raise TypeError(f'{arg} is not valid as type argument')
    if arg in (Any, NoReturn, Never, Self, LiteralString):
        return arg
    if not allow_special_forms and arg in (ClassVar, Final):
        raise TypeError(f'Plain {arg} is not valid as type argument')
    if isinstance(arg, _SpecialForm) or arg in (Generic, Protocol):
        raise TypeError(f'Plain {arg} is not valid as type argument')
    if type(arg) is tuple:
        raise TypeError(f'{msg} Got {arg!r:.100}.')
    return arg


def _collect_parameters(args):
    """The type variables in args, each once, in order of appearance."""
    found = []
    for t in args:
        if isinstance(t, type):
            continue
        if hasattr(t, '__typing_subst__'):
            if t not in found:
                found.append(t)
        else:
            for x in getattr(t, '__parameters__', ()):
                if x not in found:
                    found.append(x)
    return tuple(found)


def _flatten_unions(parameters):
    flat = []
    for p in parameters:
        if isinstance(p, (_UnionGenericAlias, types.UnionType)):
            flat.extend(p.__args__)
        else:
            flat.append(p)
    unique = []
    for p in flat:
        if p not in unique:
            unique.append(p)
    return tuple(unique)


class _Final:
    """Mixin to prohibit subclassing"""
    __slots__ = ('__weakref__',)

    def __init_subclass__(cls, /, *args, **kwds):
        if '_root' not in kwds:
            raise TypeError('Cannot subclass special typing classes')


class _SpecialForm(_Final, _root=True):
    __slots__ = ('_name', '__doc__', '_getitem')

    def __init__(self, getitem):
        self._getitem = getitem
        self._name = getitem.__name__
        self.__doc__ = getitem.__doc__

    def __getattr__(self, item):
        if item in {'__name__', '__qualname__'}:
            return self._name
        raise AttributeError(item)

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass {self!r}')

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError(f'Cannot instantiate {self!r}')

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __instancecheck__(self, obj):
        raise TypeError(f'{self} cannot be used with isinstance()')

    def __subclasscheck__(self, cls):
        raise TypeError(f'{self} cannot be used with issubclass()')

    def __getitem__(self, parameters):
        return self._getitem(self, parameters)


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError('typing.Any cannot be used with isinstance()')
        return super().__instancecheck__(obj)

    def __repr__(self):
        return 'typing.Any' if self is Any else super().__repr__()


class Any(metaclass=_AnyMeta):
    """Special type indicating an unconstrained type.

    - Any is compatible with every type.
    - Any assumed to have all methods.
    - All values assumed to be instances of Any.
    """

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError('Any cannot be instantiated')
        return super().__new__(cls, *args, **kwargs)


def _plain(name, doc):
    """A special form that takes no parameters."""
    def getitem(self, parameters):
        raise TypeError(f'{self} is not subscriptable')
    getitem.__name__, getitem.__doc__ = name, doc
    return _SpecialForm(getitem)


NoReturn = _plain('NoReturn', 'Special type indicating functions that never return.')
Never = _plain('Never', 'The bottom type, a type that has no members.')
Self = _plain('Self', 'Used to spell the type of "self" in classes.')
LiteralString = _plain('LiteralString', 'Represents an arbitrary literal string.')
TypeAlias = _plain('TypeAlias', 'Special marker indicating that an assignment should be recognized as a type alias.')


def _one_type(name, doc):
    """A special form around one type."""
    def getitem(self, parameters):
        item = _type_check(parameters, f'{self} accepts only single type.', allow_special_forms=True)
        return _GenericAlias(self, (item,))
    getitem.__name__, getitem.__doc__ = name, doc
    return _SpecialForm(getitem)


ClassVar = _one_type('ClassVar', 'Special type construct to mark class variables.')
Final = _one_type('Final', 'Special typing construct to indicate final names to type checkers.')
Required = _one_type('Required', 'Marks a TypedDict key as required.')
NotRequired = _one_type('NotRequired', 'Marks a TypedDict key as potentially missing.')
Unpack = _one_type('Unpack', 'Type unpack operator.')
TypeGuard = _one_type('TypeGuard', 'Marks a user-defined type guard function.')


@_SpecialForm
def Union(self, parameters):
    """Union type; Union[X, Y] means either X or Y."""
    if parameters == ():
        raise TypeError('Cannot take a Union of no types.')
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    parameters = tuple(_type_check(p, 'Union[arg, ...]: each arg must be a type.') for p in parameters)
    parameters = _flatten_unions(parameters)
    if len(parameters) == 1:
        return parameters[0]
    if len(parameters) == 2 and type(None) in parameters:
        return _UnionGenericAlias(self, parameters, name='Optional')
    return _UnionGenericAlias(self, parameters)


@_SpecialForm
def Optional(self, parameters):
    """Optional[X] is equivalent to Union[X, None]."""
    arg = _type_check(parameters, f'{self} requires a single type.')
    return Union[arg, type(None)]


@_SpecialForm
def Literal(self, parameters):
    """Special typing form to define literal types (a.k.a. value types)."""
    parameters = parameters if isinstance(parameters, tuple) else (parameters,)
    flat = []
    for p in parameters:
        flat.extend(p.__args__ if isinstance(p, _LiteralGenericAlias) else (p,))
    seen, unique = [], []
    for p in flat:
        if (p, type(p)) not in seen:
            seen.append((p, type(p)))
            unique.append(p)
    return _LiteralGenericAlias(self, tuple(unique))


@_SpecialForm
def Concatenate(self, parameters):
    """Used in conjunction with ParamSpec and Callable to represent a higher order function."""
    if parameters == ():
        raise TypeError('Cannot take a Concatenate of no types.')
    return _GenericAlias(self, parameters if isinstance(parameters, tuple) else (parameters,))


class ForwardRef(_Final, _root=True):
    """Internal wrapper to hold a forward reference."""
    __slots__ = ('__forward_arg__', '__forward_code__', '__forward_evaluated__', '__forward_value__',
                 '__forward_is_argument__', '__forward_is_class__', '__forward_module__')

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f'Forward reference must be a string -- got {arg!r}')
        try:
            code = compile(arg, '<string>', 'eval')
        except SyntaxError:
            raise SyntaxError(f'Forward reference must be an expression -- got {arg!r}')
        self.__forward_arg__, self.__forward_code__ = arg, code
        self.__forward_evaluated__, self.__forward_value__ = False, None
        self.__forward_is_argument__, self.__forward_is_class__ = is_argument, is_class
        self.__forward_module__ = module

    def _evaluate(self, globalns, localns, recursive_guard=frozenset()):
        if globalns is None and localns is None:
            globalns = localns = {}
        elif globalns is None:
            globalns = localns
        elif localns is None:
            localns = globalns
        return _eval_type(_type_check(eval(self.__forward_code__, globalns, localns),
                                      'Forward references must evaluate to types.', allow_special_forms=True),
                          globalns, localns)

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        return self.__forward_arg__ == other.__forward_arg__ and self.__forward_module__ == other.__forward_module__

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        shown = '' if self.__forward_module__ is None else f', module={self.__forward_module__!r}'
        return f'ForwardRef({self.__forward_arg__!r}{shown})'


def _eval_type(t, globalns, localns):
    """Evaluate all forward references in the given type t."""
    if isinstance(t, ForwardRef):
        return t._evaluate(globalns, localns)
    if isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        args = tuple(_eval_type(ForwardRef(a) if isinstance(a, str) and isinstance(t, GenericAlias) else a, globalns,
                                localns) for a in t.__args__) if not isinstance(t, _LiteralGenericAlias) else t.__args__
        if args == t.__args__:
            return t
        if isinstance(t, GenericAlias):
            return GenericAlias(t.__origin__, args)
        if isinstance(t, types.UnionType):
            return functools.reduce(lambda a, b: a | b, args)
        return t.copy_with(args)
    return t


class _TypeVarLike:
    """What TypeVar, ParamSpec and TypeVarTuple have in common."""

    def __repr__(self):
        prefix = '+' if self.__covariant__ else '-' if self.__contravariant__ else '~'
        return prefix + self.__name__

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    def __reduce__(self):
        return self.__name__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of {type(self).__name__}')

    def _set(self, bound, covariant, contravariant):
        if covariant and contravariant:
            raise ValueError('Bivariant types are not supported.')
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__bound__ = _type_check(bound, 'Bound must be a type.') if bound else None
        try:
            self.__module__ = sys._getframe(2).f_globals.get('__name__', '__main__')
        except (AttributeError, ValueError):
            pass


class TypeVar(_TypeVarLike):
    """Type variable.

    Usage::

      T = TypeVar('T')  # Can be anything
      A = TypeVar('A', str, bytes)  # Must be str or bytes
    """

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self._set(bound, covariant, contravariant)
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        if constraints and len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        self.__constraints__ = tuple(_type_check(t, 'TypeVar(name, constraint, ...): constraints must be types.')
                                     for t in constraints)

    def __typing_subst__(self, arg):
        return _type_check(arg, 'Parameters to generic types must be types.')


class TypeVarTuple(_TypeVarLike):
    """Type variable tuple."""

    def __init__(self, name):
        self.__name__ = name
        self.__covariant__ = self.__contravariant__ = False

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__

    def __typing_subst__(self, arg):
        raise TypeError('Substitution of bare TypeVarTuple is not supported')


class ParamSpecArgs:
    """The args for a ParamSpec object."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f'{self.__origin__.__name__}.args'

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if isinstance(other, ParamSpecArgs) else NotImplemented

    __hash__ = None


class ParamSpecKwargs(ParamSpecArgs):
    """The kwargs for a ParamSpec object."""

    def __repr__(self):
        return f'{self.__origin__.__name__}.kwargs'


class ParamSpec(_TypeVarLike):
    """Parameter specification variable."""

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self._set(bound, covariant, contravariant)

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __typing_subst__(self, arg):
        return arg


class _GenericAlias(_Final, _root=True):
    """A generic with its arguments: List[int], Node[T]."""

    def __init__(self, origin, args, *, inst=True, name=None):
        self.__origin__, self._inst, self._name = origin, inst, name
        args = args if isinstance(args, tuple) else (args,)
        self.__args__ = args
        self.__parameters__ = _collect_parameters(args)
        if not name:
            self.__module__ = getattr(origin, '__module__', 'typing')

    def __getitem__(self, args):
        if self.__origin__ in (Generic, Protocol):
            raise TypeError(f'Cannot subscript already-subscripted {self}')
        if not self.__parameters__:
            raise TypeError(f'{self} is not a generic class')
        args = args if isinstance(args, tuple) else (args,)
        if len(args) != len(self.__parameters__) and not any(isinstance(p, (TypeVarTuple, ParamSpec))
                                                             for p in self.__parameters__):
            word = 'many' if len(args) > len(self.__parameters__) else 'few'
            raise TypeError(f'Too {word} arguments for {self}; actual {len(args)}, expected {len(self.__parameters__)}')
        table = dict(zip(self.__parameters__, args))
        return self.copy_with(tuple(_substitute(a, table) for a in self.__args__))

    def copy_with(self, args):
        return self.__class__(self.__origin__, args, name=self._name, inst=self._inst)

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f'Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead')
        result = self.__origin__(*args, **kwargs)
        try:
            result.__orig_class__ = self
        except AttributeError:
            pass
        return result

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _SpecialForm):
            raise TypeError(f'Cannot subclass {self!r}')
        if self._name:
            entries = [] if self.__origin__ in bases else [self.__origin__]
            after = bases[bases.index(self) + 1:]
            if not any(isinstance(b, _GenericAlias) or isinstance(b, type) and issubclass(b, Generic) for b in after):
                entries.append(Generic)
            return tuple(entries)
        if self.__origin__ is Generic:
            if Protocol in bases:
                return ()
            after = bases[bases.index(self) + 1:]
            if any(isinstance(b, _GenericAlias) and b is not self for b in after):
                return ()
        return (self.__origin__,)

    def __getattr__(self, attr):
        if attr in {'__origin__', '__args__'}:
            raise AttributeError(attr)
        if '__origin__' in self.__dict__ and not (attr.startswith('__') and attr.endswith('__')):
            return getattr(self.__origin__, attr)
        if attr in ('__name__', '__qualname__'):
            return self._name or self.__origin__.__name__
        raise AttributeError(attr)

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    def __repr__(self):
        name = f'typing.{self._name}' if self._name else _type_repr(self.__origin__)
        return f'{name}[{", ".join([_type_repr(a) for a in self.__args__]) or "()"}]'

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __reduce__(self):
        import operator
        return operator.getitem, (self.__origin__ if not self._name else globals()[self._name], self.__args__)

    def __iter__(self):
        yield Unpack[self]


def _substitute(arg, table):
    if hasattr(type(arg), '__typing_subst__'):
        return arg.__typing_subst__(table[arg]) if arg in table else arg
    inner = () if isinstance(arg, type) else getattr(arg, '__parameters__', ())
    if inner:
        return arg[tuple(table.get(p, p) for p in inner)]
    return arg


class _UnionGenericAlias(_GenericAlias, _root=True):
    def copy_with(self, params):
        return Union[params]

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, types.UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2:
            if args[0] is type(None):
                return f'typing.Optional[{_type_repr(args[1])}]'
            if args[1] is type(None):
                return f'typing.Optional[{_type_repr(args[0])}]'
        return f'typing.Union[{", ".join([_type_repr(a) for a in args])}]'

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        return any(issubclass(cls, arg) for arg in self.__args__)


class _LiteralGenericAlias(_GenericAlias, _root=True):
    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        return {(p, type(p)) for p in self.__args__} == {(p, type(p)) for p in other.__args__}

    def __hash__(self):
        return hash(frozenset((p, type(p)) for p in self.__args__))

    def __repr__(self):
        return f'typing.Literal[{", ".join(map(repr, self.__args__))}]'


class _CallableGenericAlias(_GenericAlias, _root=True):
    """__args__ are the parameters, then the result; `...` stands alone."""

    def __repr__(self):
        if len(self.__args__) == 2 and (self.__args__[0] is ... or isinstance(self.__args__[0], ParamSpec)):
            return f'typing.Callable[{_type_repr(self.__args__[0])}, {_type_repr(self.__args__[1])}]'
        shown = ', '.join([_type_repr(a) for a in self.__args__[:-1]])
        return f'typing.Callable[[{shown}], {_type_repr(self.__args__[-1])}]'


class _AnnotatedAlias(_GenericAlias, _root=True):
    """Runtime representation of an annotated type."""

    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, origin, name='Annotated')
        self.__metadata__ = metadata

    def copy_with(self, params):
        return _AnnotatedAlias(params[0], self.__metadata__)

    def __repr__(self):
        return f'typing.Annotated[{_type_repr(self.__origin__)}, {", ".join(repr(a) for a in self.__metadata__)}]'

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))


class Annotated:
    """Add context specific metadata to a type."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError('Type Annotated cannot be instantiated.')

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
        origin = _type_check(params[0], 'Annotated[t, ...]: t must be a type.', allow_special_forms=True)
        return _AnnotatedAlias(origin, params[1:])


class _SpecialGenericAlias(_Final, _root=True):
    """List, Dict and their kin: names of classes that may be subscripted."""

    def __init__(self, origin, nparams, *, inst=True, name=None):
        self.__origin__, self._nparams, self._inst = origin, nparams, inst
        self._name = name or origin.__name__
        self.__module__ = 'typing'
        self.__doc__ = f'A generic version of {origin.__module__}.{origin.__qualname__}.'

    def __getitem__(self, params):
        params = params if isinstance(params, tuple) else (params,)
        if self._name == 'Callable':
            return _callable_item(self, params)
        if self._name == 'Tuple':
            if params == ():
                return _GenericAlias(tuple, (), name='Tuple')
            params = tuple(p if p is ... else _type_check(p, 'Tuple[t0, t1, ...]: each t must be a type.')
                           for p in params)
            return _GenericAlias(tuple, params, name='Tuple', inst=False)
        params = tuple(_type_check(p, 'Parameters to generic types must be types.') for p in params)
        if self._nparams >= 0 and len(params) != self._nparams:
            word = 'many' if len(params) > self._nparams else 'few'
            raise TypeError(f'Too {word} arguments for {self}; actual {len(params)}, expected {self._nparams}')
        return _GenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f'Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead')
        return self.__origin__(*args, **kwargs)

    def __mro_entries__(self, bases):
        entries = [] if self.__origin__ in bases else [self.__origin__]
        after = bases[bases.index(self) + 1:]
        if not any(isinstance(b, _GenericAlias) or isinstance(b, type) and issubclass(b, Generic) for b in after):
            entries.append(Generic)
        return tuple(entries)

    def __getattr__(self, attr):
        if attr in ('__name__', '__qualname__'):
            return self._name
        if '__origin__' in self.__dict__ and not (attr.startswith('__') and attr.endswith('__')):
            return getattr(self.__origin__, attr)
        raise AttributeError(attr)

    def __repr__(self):
        return 'typing.' + self._name

    def __instancecheck__(self, obj):
        return isinstance(obj, self.__origin__)

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        return issubclass(cls, self.__origin__)

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    def __reduce__(self):
        return self._name


def _callable_item(alias, params):
    if len(params) != 2:
        raise TypeError('Callable must be used as Callable[[arg, ...], result].')
    args, result = params
    msg = 'Callable[args, result]: result must be a type.'
    if isinstance(args, list):
        args = tuple(_type_check(a, 'Callable[[arg, ...], result]: each arg must be a type.') for a in args)
    else:
        args = (args,)
    return _CallableGenericAlias(alias.__origin__, args + (_type_check(result, msg),), name='Callable')


_alias = _SpecialGenericAlias
Hashable = _alias(collections.abc.Hashable, 0)
Sized = _alias(collections.abc.Sized, 0)
Awaitable = _alias(collections.abc.Awaitable, 1)
Coroutine = _alias(collections.abc.Coroutine, 3)
AsyncIterable = _alias(collections.abc.AsyncIterable, 1)
AsyncIterator = _alias(collections.abc.AsyncIterator, 1)
AsyncGenerator = _alias(collections.abc.AsyncGenerator, 2)
Iterable = _alias(collections.abc.Iterable, 1)
Iterator = _alias(collections.abc.Iterator, 1)
Reversible = _alias(collections.abc.Reversible, 1)
Container = _alias(collections.abc.Container, 1)
Collection = _alias(collections.abc.Collection, 1)
Callable = _alias(collections.abc.Callable, 2)
AbstractSet = _alias(collections.abc.Set, 1, name='AbstractSet')
MutableSet = _alias(collections.abc.MutableSet, 1)
Mapping = _alias(collections.abc.Mapping, 2)
MutableMapping = _alias(collections.abc.MutableMapping, 2)
Sequence = _alias(collections.abc.Sequence, 1)
MutableSequence = _alias(collections.abc.MutableSequence, 1)
ByteString = _alias(collections.abc.ByteString, 0)
MappingView = _alias(collections.abc.MappingView, 1)
KeysView = _alias(collections.abc.KeysView, 1)
ItemsView = _alias(collections.abc.ItemsView, 2)
ValuesView = _alias(collections.abc.ValuesView, 1)
Generator = _alias(collections.abc.Generator, 3)
Tuple = _alias(tuple, -1, inst=False, name='Tuple')
List = _alias(list, 1, inst=False, name='List')
Set = _alias(set, 1, inst=False, name='Set')
FrozenSet = _alias(frozenset, 1, inst=False, name='FrozenSet')
Dict = _alias(dict, 2, inst=False, name='Dict')
Type = _alias(type, 1, inst=False, name='Type')
Deque = _alias(collections.deque, 1, name='Deque')
DefaultDict = _alias(collections.defaultdict, 2, name='DefaultDict')
OrderedDict = _alias(collections.OrderedDict, 2)
Counter = _alias(collections.Counter, 1)
ChainMap = _alias(collections.ChainMap, 2)
del _alias

Text = str
TYPE_CHECKING = False


class Generic:
    """Abstract base class for generic types.

    A generic type is typically declared by inheriting from
    this class parameterized with one or more type variables.
    """
    __slots__ = ()
    _is_protocol = False

    def __class_getitem__(cls, params):
        params = params if isinstance(params, tuple) else (params,)
        if cls in (Generic, Protocol):
            if not params:
                raise TypeError(f'Parameter list to {cls.__qualname__}[...] cannot be empty')
            if not all(isinstance(p, _TypeVarLike) or
                       isinstance(p, _GenericAlias) and p.__origin__ is Unpack for p in params):
                raise TypeError(f'Parameters to {cls.__name__}[...] must all be type variables or parameter specification '
                                'variables.')
            if len(set(params)) != len(params):
                raise TypeError(f'Parameters to {cls.__name__}[...] must all be unique')
        else:
            own = getattr(cls, '__parameters__', ())
            params = tuple(p if isinstance(p, (list, type(...))) else
                           _type_check(p, 'Parameters to generic types must be types.') for p in params)
            if not own:
                raise TypeError(f'{cls!r} is not a generic class')
            if len(params) != len(own) and not any(isinstance(p, (TypeVarTuple, ParamSpec)) for p in own):
                word = 'many' if len(params) > len(own) else 'few'
                raise TypeError(f'Too {word} arguments for {cls}; actual {len(params)}, expected {len(own)}')
        return _GenericAlias(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        tvars = []
        if '__orig_bases__' in cls.__dict__:
            bases = cls.__orig_bases__
            error = Generic in bases
            tvars = _collect_parameters(bases)
            gvars = None
            for base in bases:
                if isinstance(base, _GenericAlias) and base.__origin__ in (Generic, Protocol):
                    if gvars is not None:
                        raise TypeError('Cannot inherit from Generic[...] multiple types.')
                    gvars = base.__parameters__
            if gvars is not None:
                missing = [t for t in tvars if t not in gvars]
                if missing:
                    raise TypeError(f'Some type variables ({", ".join(map(str, missing))}) are not listed in '
                                    f'Generic[{", ".join(map(str, gvars))}]')
                tvars = gvars
        else:
            error = Generic in cls.__bases__ and cls.__name__ != 'Protocol'
        if error:
            raise TypeError('Cannot inherit from plain Generic')
        cls.__parameters__ = tuple(tvars)


def _protocol_members(cls):
    names = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ('Protocol', 'Generic'):
            continue
        for name in list(base.__dict__) + list(base.__dict__.get('__annotations__', {})):
            if not name.startswith('_abc_') and name not in EXCLUDED_ATTRIBUTES:
                names.add(name)
    return names


class _ProtocolMeta(ABCMeta):
    def __instancecheck__(cls, instance):
        if not getattr(cls, '_is_protocol', False):
            return super().__instancecheck__(instance)
        if not getattr(cls, '_is_runtime_protocol', False):
            raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
        if super().__instancecheck__(instance):
            return True
        return all(hasattr(instance, name) and
                   (not callable(getattr(cls, name, None)) or getattr(instance, name) is not None)
                   for name in _protocol_members(cls))


def _no_init(self, *args, **kwargs):
    if type(self)._is_protocol:
        raise TypeError('Protocols cannot be instantiated')


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base class for protocol classes.

    Protocol classes are defined as::

        class Proto(Protocol):
            def meth(self) -> int:
                ...
    """
    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get('_is_protocol', False):
            cls._is_protocol = any(b is Protocol for b in cls.__bases__)
        if '__subclasshook__' not in cls.__dict__:
            def hook(klass, other):
                if not klass.__dict__.get('_is_protocol', False):
                    return NotImplemented
                if not getattr(klass, '_is_runtime_protocol', False):
                    if sys._getframe(2).f_globals.get('__name__') in ('abc', 'functools', 'typing'):
                        return NotImplemented
                    raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
                for name in _protocol_members(klass):
                    for base in other.__mro__:
                        if name in base.__dict__:
                            if base.__dict__[name] is None:
                                return NotImplemented
                            break
                        if name in base.__dict__.get('__annotations__', {}):
                            break
                    else:
                        return NotImplemented
                return True
            cls.__subclasshook__ = classmethod(hook)
        if cls._is_protocol:
            for base in cls.__bases__:
                if not (base in (object, Generic) or base.__module__ in ('collections.abc', 'contextlib') or
                        getattr(base, '_is_protocol', False)):
                    raise TypeError(f'Protocols can only inherit from other protocols, got {base!r}')
            if cls.__init__ is Protocol.__init__ or cls.__init__ is object.__init__:
                cls.__init__ = _no_init
        elif cls.__init__ is _no_init:
            for base in cls.__mro__[1:]:
                own = base.__dict__.get('__init__', _no_init)
                if own is not _no_init:
                    cls.__init__ = own
                    break


def runtime_checkable(cls):
    """Mark a protocol class as a runtime protocol."""
    if not getattr(cls, '_is_protocol', False):
        raise TypeError(f'@runtime_checkable can be only applied to protocol classes, got {cls!r}')
    cls._is_runtime_protocol = True
    return cls


@runtime_checkable
class SupportsInt(Protocol):
    """An ABC with one abstract method __int__."""
    __slots__ = ()

    @abstractmethod
    def __int__(self) -> int:
        pass


@runtime_checkable
class SupportsFloat(Protocol):
    """An ABC with one abstract method __float__."""
    __slots__ = ()

    @abstractmethod
    def __float__(self) -> float:
        pass


@runtime_checkable
class SupportsIndex(Protocol):
    """An ABC with one abstract method __index__."""
    __slots__ = ()

    @abstractmethod
    def __index__(self) -> int:
        pass


@runtime_checkable
class SupportsAbs(Protocol):
    """An ABC with one abstract method __abs__ that is covariant in its return type."""
    __slots__ = ()

    @abstractmethod
    def __abs__(self):
        pass


T = TypeVar('T')
KT = TypeVar('KT')
VT = TypeVar('VT')
T_co = TypeVar('T_co', covariant=True)
V_co = TypeVar('V_co', covariant=True)
VT_co = TypeVar('VT_co', covariant=True)
T_contra = TypeVar('T_contra', contravariant=True)
CT_co = TypeVar('CT_co', covariant=True, bound=type)
AnyStr = TypeVar('AnyStr', bytes, str)


class IO(Generic[AnyStr]):
    """Generic base class for TextIO and BinaryIO."""
    __slots__ = ()


class BinaryIO(IO[bytes]):
    """Typed version of the return of open() in binary mode."""
    __slots__ = ()


class TextIO(IO[str]):
    """Typed version of the return of open() in text mode."""
    __slots__ = ()


def cast(typ, val):
    """Cast a value to a type.

    This returns the value unchanged.
    """
    return val


def assert_type(val, typ, /):
    """Ask a static type checker to confirm that the value is of the given type."""
    return val


def assert_never(arg, /):
    """Statically assert that a line of code is unreachable."""
    raise AssertionError(f'Expected code to be unreachable, but got: {arg!r:.100}')


def reveal_type(obj, /):
    """Reveal the inferred type of a variable."""
    print(f'Runtime type is {type(obj).__name__!r}', file=sys.stderr)
    return obj


_overloads = {}


def _overload_dummy(*args, **kwds):
    """Helper for @overload to raise when called."""
    raise NotImplementedError('You should not call an overloaded function. A series of @overload-decorated functions '
                              'outside a stub module should always be followed by an implementation that is not '
                              '@overload-ed.')


def overload(func):
    """Decorator for overloaded functions/methods."""
    f = getattr(func, '__func__', func)
    _overloads.setdefault((f.__module__, f.__qualname__), []).append(func)
    return _overload_dummy


def get_overloads(func):
    """Return all defined overloads for *func* as a sequence."""
    f = getattr(func, '__func__', func)
    return list(_overloads.get((f.__module__, f.__qualname__), ()))


def clear_overloads():
    """Clear all overloads in the registry."""
    _overloads.clear()


def final(f):
    """Decorator to indicate final methods and final classes."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def no_type_check(arg):
    """Decorator to indicate that annotations are not type hints."""
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass
    return arg


def no_type_check_decorator(decorator):
    """Decorator to give another decorator the @no_type_check effect."""
    @functools.wraps(decorator)
    def wrapped_decorator(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped_decorator


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    """Decorator that marks a function, class, or metaclass as providing dataclass-like behavior."""
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {'eq_default': eq_default, 'order_default': order_default,
                                             'kw_only_default': kw_only_default, 'field_specifiers': field_specifiers,
                                             'kwargs': kwargs}
        return cls_or_fn
    return decorator


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """Return type hints for an object: its annotations with the forward references evaluated."""
    if getattr(obj, '__no_type_check__', None):
        return {}
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            module = sys.modules.get(base.__module__)
            base_globals = globalns if globalns is not None else getattr(module, '__dict__', {})
            base_locals = dict(vars(base)) if localns is None else localns
            for name, value in base.__dict__.get('__annotations__', {}).items():
                hints[name] = _hint(value, base_globals, base_locals)
        return hints if include_extras else {k: _strip_annotations(t) for k, t in hints.items()}
    if globalns is None:
        if isinstance(obj, types.ModuleType):
            globalns = obj.__dict__
        else:
            inner = obj
            while hasattr(inner, '__wrapped__'):
                inner = inner.__wrapped__
            globalns = getattr(inner, '__globals__', {})
        localns = globalns if localns is None else localns
    elif localns is None:
        localns = globalns
    annotations = getattr(obj, '__annotations__', None)
    if annotations is None:
        raise TypeError(f'{obj!r} is not a module, class, method, or function.')
    for name, value in annotations.items():
        hints[name] = _hint(value, globalns, localns)
    return hints if include_extras else {k: _strip_annotations(t) for k, t in hints.items()}


def _hint(value, globalns, localns):
    if value is None:
        return type(None)
    return _eval_type(ForwardRef(value) if isinstance(value, str) else value, globalns, localns)


def _strip_annotations(t):
    """Strip the annotations from a given type."""
    if isinstance(t, _AnnotatedAlias):
        return _strip_annotations(t.__origin__)
    if hasattr(t, '__origin__') and t.__origin__ in (Required, NotRequired):
        return _strip_annotations(t.__args__[0])
    if isinstance(t, (_GenericAlias, GenericAlias)):
        args = tuple(_strip_annotations(a) for a in t.__args__)
        if args != t.__args__:
            return GenericAlias(t.__origin__, args) if isinstance(t, GenericAlias) else t.copy_with(args)
    return t


def get_origin(tp):
    """Get the unsubscripted version of a type."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_GenericAlias, _SpecialGenericAlias, GenericAlias, ParamSpecArgs)):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, types.UnionType):
        return types.UnionType
    return getattr(tp, '__origin__', None) if isinstance(tp, collections.abc._CallableGenericAlias) else None


def get_args(tp):
    """Get type arguments with all substitutions performed."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, (_CallableGenericAlias, collections.abc._CallableGenericAlias)):
        if tp.__args__[0] is ... or isinstance(tp.__args__[0], ParamSpec):
            return tp.__args__
        return list(tp.__args__[:-1]), tp.__args__[-1]
    if isinstance(tp, (_GenericAlias, GenericAlias, types.UnionType)):
        return tp.__args__
    return ()


def is_typeddict(tp):
    """Check if an annotation is a TypedDict class"""
    return isinstance(tp, _TypedDictMeta)


class NewType:
    """NewType creates simple unique types with almost zero runtime overhead."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition('.')[2]
        self.__supertype__ = tp
        try:
            self.__module__ = sys._getframe(1).f_globals.get('__name__', '__main__')
        except (AttributeError, ValueError):
            pass

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of NewType. Perhaps you were looking for: '
                        f'`{self.__name__} = NewType({self.__name__!r}, {self.__name__})`')

    def __repr__(self):
        return f'{self.__module__}.{self.__qualname__}'

    def __call__(self, x, /):
        return x

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


def _make_nmtuple(name, pairs, module, defaults=()):
    fields = [n for n, t in pairs]
    checked = {n: _type_check(t, f'field {n} annotation must be a type') for n, t in pairs}
    made = collections.namedtuple(name, fields, defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = checked
    return made


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        for base in bases:
            if base is not _NamedTuple and base is not Generic:
                raise TypeError('can only inherit from a NamedTuple type and Generic')
        annotations = ns.get('__annotations__', {})
        defaults = []
        for name in annotations:
            if name in ns:
                defaults.append(name)
            elif defaults:
                raise TypeError(f'Non-default namedtuple field {name} cannot follow default field'
                                f'{"s" if len(defaults) > 1 else ""} {", ".join(defaults)}')
        made = _make_nmtuple(typename, annotations.items(), ns['__module__'], [ns[n] for n in defaults])
        if Generic in bases:
            made.__bases__ = (tuple, Generic)
            made.__class_getitem__ = classmethod(Generic.__class_getitem__.__func__)
        for key in ns:
            if key in ('__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults',
                       '_field_types', '_make', '_replace', '_asdict', '_source'):
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key not in ('__module__', '__name__', '__annotations__', '__qualname__', '__orig_bases__') and \
                    key not in made._fields:
                setattr(made, key, ns[key])
        made.__qualname__ = ns.get('__qualname__', typename)
        return made


def NamedTuple(typename, fields=None, /, **kwargs):
    """Typed version of namedtuple.

    Usage::

        class Employee(NamedTuple):
            name: str
            id: int
    """
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
    try:
        module = sys._getframe(1).f_globals.get('__name__')
    except (AttributeError, ValueError):
        module = None
    return _make_nmtuple(typename, fields, module)


_NamedTuple = type.__new__(NamedTupleMeta, 'NamedTuple', (), {})
NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError('cannot inherit from both a TypedDict type and a non-TypedDict base class')
        made = type.__new__(_TypedDictMeta, name, (dict,), ns)
        annotations, required, optional = {}, set(), set()
        for base in bases:
            annotations.update(base.__dict__.get('__annotations__', {}))
            required |= base.__dict__.get('__required_keys__', set())
            optional |= base.__dict__.get('__optional_keys__', set())
        own = {n: _type_check(t, 'TypedDict(\'Name\', {f0: t0, f1: t1, ...}); each t must be a type',
                              allow_special_forms=True) for n, t in ns.get('__annotations__', {}).items()}
        annotations.update(own)
        for key, t in own.items():
            origin = get_origin(t)
            if origin is Required or (origin is not NotRequired and total):
                required.add(key)
            else:
                optional.add(key)
        made.__annotations__ = annotations
        made.__required_keys__, made.__optional_keys__ = frozenset(required), frozenset(optional)
        made.__total__ = getattr(made, '__total__', total) if '__total__' in ns else total
        return made

    __call__ = dict

    def __subclasscheck__(cls, other):
        raise TypeError('TypedDict does not support instance and class checks')

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A simple typed namespace. At runtime it is equivalent to a plain dict.

    Usage::

        class Point2D(TypedDict):
            x: int
            y: int
            label: str
    """
    fields = kwargs if fields is None else fields
    ns = {'__annotations__': dict(fields)}
    try:
        ns['__module__'] = sys._getframe(1).f_globals.get('__name__')
    except (AttributeError, ValueError):
        pass
    return _TypedDictMeta(typename, (), ns, total=total)


_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)
__all__ = ['Annotated', 'Any', 'Callable', 'ClassVar', 'Concatenate', 'Final', 'ForwardRef', 'Generic', 'Literal',
           'Optional', 'ParamSpec', 'Protocol', 'Tuple', 'Type', 'TypeVar', 'TypeVarTuple', 'Union', 'AbstractSet',
           'ByteString', 'Container', 'Hashable', 'ItemsView', 'Iterable', 'Iterator', 'KeysView', 'Mapping',
           'MappingView', 'MutableMapping', 'MutableSequence', 'MutableSet', 'Sequence', 'Sized', 'ValuesView',
           'Awaitable', 'AsyncIterator', 'AsyncIterable', 'Coroutine', 'Collection', 'AsyncGenerator', 'Reversible',
           'SupportsAbs', 'SupportsFloat', 'SupportsIndex', 'SupportsInt', 'ChainMap', 'Counter', 'Deque', 'Dict',
           'DefaultDict', 'List', 'OrderedDict', 'Set', 'FrozenSet', 'NamedTuple', 'TypedDict', 'Generator', 'BinaryIO',
           'IO', 'TextIO', 'AnyStr', 'assert_type', 'assert_never', 'cast', 'clear_overloads', 'dataclass_transform',
           'final', 'get_args', 'get_origin', 'get_overloads', 'get_type_hints', 'is_typeddict', 'LiteralString', 'Never',
           'NewType', 'no_type_check', 'no_type_check_decorator', 'NoReturn', 'NotRequired', 'overload', 'ParamSpecArgs',
           'ParamSpecKwargs', 'Required', 'reveal_type', 'runtime_checkable', 'Self', 'Text', 'TYPE_CHECKING',
           'TypeAlias', 'TypeGuard', 'Unpack']
