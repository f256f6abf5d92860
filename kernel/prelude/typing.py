"""Names for annotations: the declared types of variables, arguments and results."""
import collections
import collections.abc as _abc
import contextlib as _contextlib
import sys
import types
from abc import ABCMeta, abstractmethod
from _typing_marks import *
from _typing_marks import _ASSERT_NEVER_REPR_MAX_LENGTH, _overload_registry
from functools import lru_cache as _lru_cache, wraps as _wraps

TYPE_CHECKING = False
Text = str
_Native = GenericAlias = types.GenericAlias
_cleanups = []  # what forgets the forms that brackets have made


def _caller():
    """The name of the module that called the function which asks."""
    try:
        return sys._getframe(2).f_globals.get('__name__', '__main__')
    except (AttributeError, ValueError):
        return None


def _write(item):
    """One argument as written between the brackets."""
    if item is ...:
        return '...'
    if isinstance(item, list):
        return '[' + ', '.join(map(_write, item)) + ']'
    if isinstance(item, type) and not isinstance(item, _Native) and item is not Any:
        where = item.__module__
        return item.__qualname__ if where == 'builtins' else where + '.' + item.__qualname__
    return item.__name__ if isinstance(item, types.FunctionType) else repr(item)


def _as_type(item, complaint, bare_ok=False, module=None, is_argument=True):
    """The type that item means in an annotation: NoneType for None, a reference for a text; TypeError for a wrong one."""
    if item is None:
        return type(None)
    if isinstance(item, str):
        return ForwardRef(item, module=module, is_class=bare_ok)
    refused = () if bare_ok else (ClassVar, Final) if is_argument else (ClassVar,)
    if isinstance(item, _Applied) and item.__origin__ in (*_ROOTS, *refused):
        raise TypeError(f'{item} is not valid as type argument')
    if item in _ROOTS or (isinstance(item, _Form) and not item._alone and not (bare_ok and item in (ClassVar, Final))):
        raise TypeError(f'Plain {item} is not valid as type argument')
    if type(item) is tuple:
        raise TypeError(f'{complaint} Got {item!r:.100}.')
    return item


def _is_variable(item):
    return hasattr(type(item), '__typing_subst__') and not isinstance(item, _Native)


def _variables(args):
    """The type variables that args hold, each once."""
    seen = {}
    for item in args:
        if isinstance(item, (tuple, list)):
            seen.update(dict.fromkeys(_variables(item)))
        elif _is_variable(item):
            seen[item] = None
        elif not isinstance(item, type) or isinstance(item, _Native):
            seen.update(dict.fromkeys(getattr(item, '__parameters__', ())))
    return tuple(seen)


def _assign(owner, variables, given):
    """The table from each variable of owner to what it is given."""
    if not variables:
        raise TypeError(f'{owner} is not a generic class')
    if len(variables) == 1 and isinstance(variables[0], ParamSpec):
        if len(given) != 1 or not (given[0] is ... or isinstance(given[0], (list, tuple, ParamSpec, _Concatenation))):
            given = (given,)
    packs = [i for i, v in enumerate(variables) if isinstance(v, TypeVarTuple)]
    few, surplus = len(given) < len(variables) - len(packs), len(given) - len(variables)
    if packs and not few:
        at, end = packs[0], packs[0] + surplus + 1
        given = (*given[:at], given[at:end], *given[end:])
    elif few or surplus > 0:
        least = 'at least ' if packs else ''
        raise TypeError(f'Too {"few" if few else "many"} arguments for {owner}; actual {len(given)}, '
                        f'expected {least}{len(variables) - len(packs)}')
    return {v: tuple(g) if isinstance(g, list) else g if isinstance(v, TypeVarTuple) else v.__typing_subst__(g)
            for v, g in zip(variables, given)}


def _fill(args, table):
    """The arguments with the variables of the table replaced."""
    out = []
    for item in args:
        pack = item.__args__[0] if isinstance(item, _Unpacked) else item
        if isinstance(pack, TypeVarTuple) and pack in table:
            out.extend(table[pack])
        elif isinstance(item, (tuple, list)):
            out.append(tuple(_fill(item, table)))
        elif _is_variable(item):
            out.append(table.get(item, item))
        elif isinstance(item, (_Applied, _Native)) and item.__parameters__:
            out.append(_rebuilt(item, _fill(item.__args__, table)))
        elif not isinstance(item, type) and getattr(item, '__parameters__', ()):
            out.append(item[tuple(table.get(v, v) for v in item.__parameters__)])
        else:
            out.append(item)
    return tuple(out)


class _Expression:
    """Whatever is written in annotations and takes part in unions with |."""

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]


class _Sealed(_Expression):
    """Classes of this module that cannot be subclassed."""

    def __init_subclass__(cls, inside=False):
        if not inside:
            raise TypeError('Cannot subclass special typing classes')


def _remembering(apply):
    """The same brackets behind the same name give the same object, where that can be looked up."""
    @_lru_cache(typed=True)
    def remembered(self, several, *args):  # each by its type as well: 1 is not True
        return apply(self, args if several else args[0])
    _cleanups.append(remembered.cache_clear)

    @_wraps(apply)
    def applied(self, args):
        try:
            return remembered(self, True, *args) if type(args) is tuple else remembered(self, False, args)
        except TypeError:  # arguments without a hash, or a complaint: which is made again, without this one as context
            pass
        return apply(self, args)
    return applied


class _Form(_Sealed, inside=True):
    """A name with a meaning of its own; `apply` says what brackets behind it make, if they are allowed."""
    __iter__ = None

    def __init__(self, name, doc, apply=None, alone=False):
        self.__name__ = self.__qualname__ = self._name = name
        self.__doc__, self._apply, self._alone = doc, apply, alone

    @_remembering
    def __getitem__(self, args):
        if not self._apply:
            raise TypeError(f'{self} is not subscriptable')
        return self._apply(self, args)

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwargs):
        raise TypeError(f'Cannot instantiate {self}')

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass {self}')

    def __instancecheck__(self, value):
        raise TypeError(f'{self} cannot be used with isinstance()')

    def __subclasscheck__(self, cls):
        raise TypeError(f'{self} cannot be used with issubclass()')


class _Named(_Sealed, inside=True):
    """What List and List[int] share: they are aliases of the class __origin__."""

    def __getattr__(self, attr):
        if attr in ('__name__', '__qualname__'):
            return self._name or getattr(self.__origin__, attr)
        if '__origin__' not in self.__dict__ or attr[:2] == attr[-2:] == '__':
            raise AttributeError(f'{type(self).__name__!r} object has no attribute {attr!r}')
        return getattr(self.__origin__, attr)

    def __setattr__(self, attr, value):
        own = attr[:2] == attr[-2:] == '__' or attr in ('_name', '_arity')
        (object.__setattr__ if own else setattr)(self if own else self.__origin__, attr, value)

    def __call__(self, *args, **kwargs):
        origin = self.__origin__
        if self._name and origin.__module__ == 'builtins':
            raise TypeError(f'Type {self._name} cannot be instantiated; use {origin.__name__}() instead')
        made = origin(*args, **kwargs)
        if isinstance(self, _Applied):
            try:
                made.__orig_class__ = self
            except AttributeError:
                pass
        return made

    def __mro_entries__(self, bases):
        origin, later = self.__origin__, bases[bases.index(self) + 1:]
        if isinstance(origin, _Form):
            raise TypeError(f'Cannot subclass {self!r}')
        comes = any(isinstance(b, _Named) or (isinstance(b, type) and issubclass(b, Generic)) for b in later)
        if origin is Generic:
            return () if comes or Protocol in bases else (Generic,)
        alone = not self._name or origin is Protocol or comes or issubclass(origin, Generic)
        return (origin,) if alone else (origin, Generic)

    def __instancecheck__(self, value):
        return self.__subclasscheck__(type(value))


class _Bare(_Named, inside=True):
    """A container without its arguments: List, Mapping. `arity` is their number, -1 for any."""
    __iter__ = None

    def __init__(self, name, origin, arity):
        self.__origin__, self._name, self._arity = origin, name, arity
        self.__doc__ = f'{name} in annotations: {origin.__module__}.{origin.__qualname__}.'

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _Applied) or not isinstance(cls, (type, _Bare)):
            raise TypeError('issubclass() arg 1 must be a class')
        return issubclass(cls.__origin__ if isinstance(cls, _Bare) else cls, self.__origin__)

    @_remembering
    def __getitem__(self, args):
        if self is Callable:
            return _callable(args)
        args = args if isinstance(args, tuple) else (args,)
        complaint = 'Parameters to generic types must be types.'
        if self is Tuple:
            complaint = 'Tuple[t0, t1, ...]: each t must be a type.'
            if len(args) == 2 and args[1] is ...:
                return _Applied(tuple, (_as_type(args[0], 'Tuple[t, ...]: t must be a type.'), ...), 'Tuple')
        elif self._arity == 0:
            raise TypeError(f'{self} is not a generic class')
        elif len(args) != self._arity:
            raise TypeError(f'Too {"many" if len(args) > self._arity else "few"} arguments for {self}; '
                            f'actual {len(args)}, expected {self._arity}')
        return _Applied(self.__origin__, tuple(_as_type(a, complaint) for a in args), self._name)


class _Applied(_Named, inside=True):
    """A generic with its arguments: List[int], Stack[T], ClassVar[str]."""

    def __init__(self, origin, args, name=None):
        self.__origin__, self.__args__, self._name = origin, args, name
        self.__parameters__ = _variables(args)
        if not name:
            self.__module__ = origin.__module__

    def _remake(self, args):
        return type(self)(self.__origin__, args, self._name)

    @_remembering
    def __getitem__(self, given):
        if self.__origin__ in _ROOTS:
            raise TypeError(f'Cannot subscript already-subscripted {self}')
        given = given if isinstance(given, tuple) else (given,)
        return self._remake(_fill(self.__args__, _assign(self, self.__parameters__, given)))

    def _inside(self):
        return ', '.join(map(_write, self.__args__)) or '()'

    def __repr__(self):
        head = 'typing.' + self._name if self._name else _write(self.__origin__)
        return f'{head}[{self._inside()}]'

    def _key(self):
        return self.__args__

    def __eq__(self, other):
        if not isinstance(other, _Applied):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self._key() == other._key()

    def __hash__(self):
        return hash((self.__origin__, self._key()))

    def __iter__(self):
        yield Unpack[self]

    def __subclasscheck__(self, cls):
        raise TypeError('Subscripted generics cannot be used with class and instance checks')


class _UnionOf(_Applied, inside=True):
    __iter__ = None

    def _remake(self, args):
        return Union[args]

    def _inside(self):
        args = [a for a in self.__args__ if self._name == 'Union' or a is not type(None)]
        return ', '.join(map(_write, args))

    def _key(self):
        return frozenset(self.__args__)

    def __eq__(self, other):
        if not isinstance(other, (_UnionOf, types.UnionType)):
            return NotImplemented
        return self._key() == frozenset(other.__args__)

    __hash__ = _Applied.__hash__

    def __subclasscheck__(self, cls):
        return any(issubclass(cls, a) for a in self.__args__)


class _LiteralOf(_Applied, inside=True):
    def _inside(self):
        return ', '.join(map(_write, self.__args__))

    def _key(self):
        return frozenset((type(a), a) for a in self.__args__)


class _Unpacked(_Applied, inside=True):
    __iter__ = None

    def __repr__(self):
        return '*' + repr(self.__args__[0])


class _Concatenation(_Applied, inside=True):
    def _remake(self, args):
        last = args[-1]
        if isinstance(last, tuple):
            return (*args[:-1], *last)
        return super()._remake(args)


class _CallableOf(_Applied, inside=True):
    __iter__ = None

    def _remake(self, args):
        *taken, result = args
        return _callable((taken[0] if _open(taken) or taken and isinstance(taken[0], tuple) else taken, result))

    def _inside(self):
        *taken, result = self.__args__
        return f'{_write(taken[0] if _open(taken) else taken)}, {_write(result)}'


class _AnnotatedOf(_Applied, inside=True):
    __iter__ = None

    def __init__(self, origin, metadata):
        super().__init__(origin, (origin,), 'Annotated')
        self.__metadata__ = metadata

    def _remake(self, args):
        inner = args[0]
        if isinstance(inner, _AnnotatedOf):
            return _AnnotatedOf(inner.__origin__, inner.__metadata__ + self.__metadata__)
        return _AnnotatedOf(inner, self.__metadata__)

    def _inside(self):
        return ', '.join((_write(self.__origin__), *map(repr, self.__metadata__)))

    def _key(self):
        return self.__metadata__

    def __call__(self, *args, **kwargs):
        return self.__origin__(*args, **kwargs)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


def _open(taken):
    """Whether the arguments of a callable are not listed one by one."""
    return len(taken) == 1 and (taken[0] is ... or isinstance(taken[0], (ParamSpec, _Concatenation)))


def _callable(args):
    if not isinstance(args, tuple) or len(args) != 2:
        raise TypeError('Callable must be used as Callable[[arg, ...], result].')
    taken, result = args
    if isinstance(taken, (list, tuple)):
        taken = [_as_type(a, 'Callable[[arg, ...], result]: each arg must be a type.') for a in taken]
    else:
        taken = [taken]
    result = _as_type(result, 'Callable[args, result]: result must be a type.')
    return _callable_of(_abc.Callable, (*taken, result))


@_remembering
def _callable_of(origin, args):
    return _CallableOf(origin, args, 'Callable')


def _apply_union(form, args):
    if args == ():
        raise TypeError('Cannot take a Union of no types.')
    flat = []
    for item in args if isinstance(args, tuple) else (args,):
        item = _as_type(item, 'Union[arg, ...]: each arg must be a type.')
        for member in item.__args__ if isinstance(item, (_UnionOf, types.UnionType)) else (item,):
            if member not in flat:
                flat.append(member)
    name = 'Optional' if len(flat) == 2 and type(None) in flat else 'Union'
    return _UnionOf(form, tuple(flat), name) if len(flat) > 1 else flat[0]


def _apply_optional(form, arg):
    return Union[_as_type(arg, f'{form} requires a single type.'), None]


def _apply_literal(form, args):
    values = []
    for item in args if isinstance(args, tuple) else (args,):
        values += item.__args__ if isinstance(item, _LiteralOf) else (item,)
    try:
        values = list({(type(v), v): v for v in values}.values())
    except TypeError:  # without a hash: none is left out
        pass
    return _LiteralOf(form, tuple(values), 'Literal')


def _apply_concatenate(form, args):
    args = args if isinstance(args, tuple) else (args,)
    if not args:
        raise TypeError('Cannot take a Concatenate of no types.')
    if args[-1] is not ... and not isinstance(args[-1], ParamSpec):
        raise TypeError('The last parameter to Concatenate should be a ParamSpec variable or ellipsis.')
    return _Concatenation(form, args, 'Concatenate')


def _apply_one(form, arg):
    item = _as_type(arg, f'{form} accepts only single type.', bare_ok=form in (Required, NotRequired))
    return (_Unpacked if form._name == 'Unpack' else _Applied)(form, (item,), form._name)


NoReturn = _Form('NoReturn', 'The result of a function that does not come back.', alone=True)
Never = _Form('Never', 'The type without values.', alone=True)
Self = _Form('Self', 'The class in whose body it is written, or the derived one.', alone=True)
LiteralString = _Form('LiteralString', 'A text that the program itself spells out.', alone=True)
TypeAlias = _Form('TypeAlias', 'Marks a name for a type.', alone=True)
ClassVar = _Form('ClassVar', 'Marks what belongs to the class, not to its objects.', _apply_one)
Final = _Form('Final', 'Marks a name that is bound once.', _apply_one)
Required = _Form('Required', 'Marks a key that a TypedDict has to have.', _apply_one)
NotRequired = _Form('NotRequired', 'Marks a key that a TypedDict may lack.', _apply_one)
Unpack = _Form('Unpack', 'The types of a tuple, one by one.', _apply_one)
TypeGuard = _Form('TypeGuard', 'The result of a function that tells a type.', _apply_one)
Union = _Form('Union', 'Union[X, Y] is either X or Y.', _apply_union)
Optional = _Form('Optional', 'Optional[X] is X or None.', _apply_optional)
Literal = _Form('Literal', 'One of the values in the brackets.', _apply_literal)
Concatenate = _Form('Concatenate', 'Arguments before those of a ParamSpec.', _apply_concatenate)


class _AnyType(type):
    def __repr__(cls):
        return 'typing.Any' if cls is Any else super().__repr__()

    def __instancecheck__(cls, value):
        if cls is Any:
            raise TypeError('typing.Any cannot be used with isinstance()')
        return super().__instancecheck__(value)


class Any(metaclass=_AnyType):
    """Any type at all."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError('Any cannot be instantiated')
        return super().__new__(cls)


class Annotated:
    """Annotated[X, note, ...] is X with metadata."""

    def __new__(cls, *args, **kwargs):
        raise TypeError('Type Annotated cannot be instantiated.')

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f'Cannot subclass {cls.__module__}.Annotated')

    def __class_getitem__(cls, args):
        if not isinstance(args, tuple) or len(args) < 2:
            raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
        if isinstance(args[0], _Unpacked) and isinstance(args[0].__args__[0], TypeVarTuple):
            raise TypeError('Annotated[...] should not be used with an unpacked TypeVarTuple')
        item = _as_type(args[0], 'Annotated[t, ...]: t must be a type.', bare_ok=True)
        if isinstance(item, _AnnotatedOf):
            return _AnnotatedOf(item.__origin__, item.__metadata__ + args[1:])
        return _AnnotatedOf(item, args[1:])


class ForwardRef(_Sealed, inside=True):
    """A type that is given as text, to be looked up later."""

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f'Forward reference must be a string -- got {arg!r}')
        try:
            self.__forward_code__ = compile(arg, '<string>', 'eval')
        except SyntaxError:
            raise SyntaxError(f'Forward reference must be an expression -- got {arg!r}')
        self.__forward_arg__, self.__forward_module__ = arg, module
        self.__forward_is_argument__, self.__forward_is_class__ = is_argument, is_class
        self.__forward_evaluated__, self.__forward_value__ = False, None

    def _find(self, outer, inner, within=frozenset()):
        if self.__forward_arg__ in within:  # a type that names itself
            return self
        if self.__forward_module__ in sys.modules:
            outer = vars(sys.modules[self.__forward_module__])
        found = _as_type(eval(self.__forward_code__, outer, inner), 'Forward references must evaluate to types.',
                         bare_ok=self.__forward_is_class__, is_argument=self.__forward_is_argument__)
        self.__forward_value__ = _resolve(found, outer, inner, within | {self.__forward_arg__})
        self.__forward_evaluated__ = True
        return self.__forward_value__

    def _key(self):
        return self.__forward_arg__, self.__forward_module__

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return self.__forward_arg__ == other.__forward_arg__ and self.__forward_value__ == other.__forward_value__
        return self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        text, module = self._key()
        return f'ForwardRef({text!r})' if module is None else f'ForwardRef({text!r}, module={module!r})'


class _Variable(_Sealed, inside=True):
    """What the kinds of type variables share."""
    __covariant__ = __contravariant__ = False
    __bound__ = None

    def _variance(self, bound, covariant, contravariant):
        if covariant and contravariant:
            raise ValueError('Bivariant types are not supported.')
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__bound__ = None if bound is None else _as_type(bound, 'Bound must be a type.')

    def _sign(self):
        return '+' if self.__covariant__ else '-' if self.__contravariant__ else '~'

    def __repr__(self):
        return self._sign() + self.__name__

    def __reduce__(self):
        return self.__name__

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of {type(self).__name__}')

    def __typing_subst__(self, arg):
        return arg


class TypeVar(_Variable, inside=True):
    """A type that is the same wherever the variable occurs."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__, self.__module__ = name, _caller()
        self._variance(bound, covariant, contravariant)
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        if len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        complaint = 'TypeVar(name, constraint, ...): constraints must be types.'
        self.__constraints__ = tuple(_as_type(c, complaint) for c in constraints)

    def __typing_subst__(self, arg):
        return _as_type(arg, 'Parameters to generic types must be types.')


class TypeVarTuple(_Variable, inside=True):
    """Any number of types, written *Ts."""
    __iter__ = _Applied.__iter__  # *Ts is Unpack[Ts]

    def __init__(self, name):
        self.__module__ = _caller()
        self.__name__ = name

    def _sign(self):
        return ''

    def __typing_subst__(self, arg):
        raise TypeError('Substitution of bare TypeVarTuple is not supported')


class ParamSpec(_Variable, inside=True):
    """The parameters of a callable."""

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        self.__name__, self.__module__ = name, _caller()
        self._variance(bound, covariant, contravariant)

    args = property(lambda self: ParamSpecArgs(self))
    kwargs = property(lambda self: ParamSpecKwargs(self))


class ParamSpecArgs:
    """P.args of a ParamSpec."""
    _shown = 'args'

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f'{self.__origin__.__name__}.{self._shown}'

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if type(self) is type(other) else NotImplemented


class ParamSpecKwargs(ParamSpecArgs):
    """P.kwargs of a ParamSpec."""
    _shown = 'kwargs'


class Generic:
    """The base of classes with type variables: class Stack(Generic[T])."""
    __slots__ = ()

    @_remembering
    def __class_getitem__(cls, args):
        args = args if isinstance(args, tuple) else (args,)
        if cls not in _ROOTS:
            return _Applied(cls, _fill(cls.__parameters__, _assign(cls, cls.__parameters__, args)))
        if not args:
            raise TypeError(f'Parameter list to {cls.__name__}[...] cannot be empty')
        args = tuple(ForwardRef(a) if isinstance(a, str) else a for a in args)
        if not all(_is_variable(a) or isinstance(a, _Unpacked) for a in args):
            raise TypeError(f'Parameters to {cls.__name__}[...] must all be type variables or parameter '
                            'specification variables.')
        if len(set(args)) != len(args):
            raise TypeError(f'Parameters to {cls.__name__}[...] must all be unique')
        return _Applied(cls, args, cls.__name__)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        bases = cls.__dict__.get('__orig_bases__')
        plain = bases is None and hasattr(type(cls), '_stays_generic')  # a TypedDict that is derived from a generic one
        if Generic in (cls.__bases__ if bases is None else bases) and cls.__name__ != 'Protocol' and not plain:
            raise TypeError('Cannot inherit from plain Generic')
        applied = [b for b in bases or () if isinstance(b, (_Applied, _Native))]
        listed = [b for b in applied if b.__origin__ in _ROOTS]
        if len(listed) > 1:
            raise TypeError('Cannot inherit from Generic[...] multiple types.')
        cls.__parameters__ = _variables(applied)
        if listed:
            order = listed[0].__parameters__
            missing = [v for v in cls.__parameters__ if v not in order]
            if missing:
                raise TypeError(f'Some type variables ({", ".join(map(str, missing))}) are not listed in '
                                f'{listed[0]._name}[{", ".join(map(str, order))}]')
            cls.__parameters__ = order


_ROOTS = (Generic,)


class _Structure(ABCMeta):
    """The class of protocols: an object belongs to one when it has the members."""

    def __instancecheck__(cls, value):
        if not cls._is_protocol or cls is Protocol:
            return super().__instancecheck__(value)
        cls._demand_check()
        absent = object()
        return super().__subclasscheck__(type(value)) or all(
            (found := getattr(value, m, absent)) is not absent and not (
                found is None and callable(getattr(cls, m, None))) for m in cls._members())

    def __subclasscheck__(cls, other):
        if not cls._is_protocol or cls is Protocol:
            return super().__subclasscheck__(other)
        if not cls._is_runtime_protocol and _caller() in ('abc', 'functools'):  # they ask every derived class
            return super().__subclasscheck__(other)
        cls._demand_check()
        if not all(callable(getattr(cls, m, None)) for m in cls._members()):
            raise TypeError("Protocols with non-method members don't support issubclass()")
        return super().__subclasscheck__(other) or all(
            next((c.__dict__[m] is not None for c in other.__mro__ if m in c.__dict__), False) for m in cls._members())

    def _demand_check(cls):
        if not cls._is_runtime_protocol:
            raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')

    def _members(cls):
        """The names that an object must have."""
        names = set()
        for c in cls.__mro__:
            if c not in (Protocol, Generic, object) and c.__dict__.get('_is_protocol', True):
                names.update(c.__dict__, c.__dict__.get('__annotations__', ()))
        return names - _machinery


class Protocol(Generic, metaclass=_Structure):
    """The base of classes that say what members an object has, whatever its class."""
    __slots__ = ()
    _is_protocol, _is_runtime_protocol = True, False

    def __init__(self, *args, **kwargs):
        if type(self)._is_protocol and type(self) is not Protocol:
            raise TypeError('Protocols cannot be instantiated')
        super(Protocol, self).__init__(*args, **kwargs)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        cls._is_protocol = cls.__dict__.get('_is_protocol', False) or Protocol in cls.__bases__
        cls._is_runtime_protocol = False
        for base in cls.__bases__ if cls._is_protocol else ():
            known = base in (object, Generic) or base.__module__ in ('collections.abc', 'contextlib')
            if not known and not base.__dict__.get('_is_protocol'):
                raise TypeError(f'Protocols can only inherit from other protocols, got {base!r}')


_ROOTS = (Generic, Protocol)
_machinery = {'__dict__', '__weakref__', '__orig_bases__', '__annotations__', '__init__', '__new__', '__hash__',
              '__class_getitem__', '__subclasshook__', '__match_args__', '__slots__'}
_machinery |= set(vars(type.__call__(_Structure, 'Nothing', (Protocol,), {'__doc__': None, '__module__': __name__})))


def _get_protocol_attrs(cls):
    """The names of the members of a protocol."""
    return cls._members()


def runtime_checkable(cls):
    """Let isinstance() ask for the members of a protocol."""
    if not (isinstance(cls, _Structure) and cls._is_protocol):
        raise TypeError(f'@runtime_checkable can be only applied to protocol classes, got {cls!r}')
    cls._is_runtime_protocol = True
    return cls


def _fill_module():
    """Make the containers and the Supports... protocols, which differ in nothing but their names."""
    here = globals()
    arities = {0: 'Hashable Sized ByteString', 3: 'Coroutine Generator', -1: 'Tuple',
               1: 'Awaitable AsyncIterable AsyncIterator Iterable Iterator Reversible Container Collection MutableSet '
                  'Sequence MutableSequence MappingView KeysView ValuesView List Set FrozenSet Type Deque Counter '
                  'AbstractSet ContextManager AsyncContextManager',
               2: 'AsyncGenerator Mapping MutableMapping ItemsView Callable Dict DefaultDict OrderedDict ChainMap'}
    other = {'AbstractSet': _abc.Set, 'Deque': collections.deque, 'DefaultDict': collections.defaultdict, 'List': list,
             'Dict': dict, 'Set': set, 'FrozenSet': frozenset, 'Type': type, 'Tuple': tuple}
    for arity, names in arities.items():
        for name in names.split():
            origin = other.get(name)
            for module in (_abc, collections, _contextlib):
                origin = origin or getattr(module, name, None) or getattr(module, 'Abstract' + name, None)
            if origin:
                here[name] = _Bare(name, origin, arity)
    for what in 'int float complex bytes index abs round'.split():
        def method(self):
            """What a class has to define."""
        method.__name__ = f'__{what}__'
        body = {method.__name__: abstractmethod(method), '__module__': __name__, '__slots__': (),
                '__doc__': f'Objects with the method {method.__name__}.'}
        if what in ('abs', 'round'):
            body['__orig_bases__'] = (Protocol[TypeVar('T_co', covariant=True)],)
        name = 'Supports' + what.capitalize()
        here[name] = runtime_checkable(_Structure(name, (Protocol,), body))


_fill_module()
AnyStr = TypeVar('AnyStr', bytes, str)
T, KT, VT = map(TypeVar, ('T', 'KT', 'VT'))
T_co, V_co, VT_co, CT_co = (TypeVar(name, covariant=True) for name in ('T_co', 'V_co', 'VT_co', 'CT_co'))
T_contra = TypeVar('T_contra', contravariant=True)


class IO(Generic[AnyStr]):
    """A file of texts or of bytes."""


class BinaryIO(IO[bytes]):
    """A file of bytes."""


class TextIO(IO[str]):
    """A file of texts."""


def _resolve(item, outer, inner, within=frozenset()):
    """item with the texts in it looked up."""
    if isinstance(item, ForwardRef):
        return item._find(outer, inner, within)
    if isinstance(item, _LiteralOf) or not isinstance(item, (_Applied, _Native, types.UnionType)):
        return item
    native = isinstance(item, _Native)
    args = tuple(_resolve(ForwardRef(a) if native and isinstance(a, str) else a, outer, inner, within)
                 for a in item.__args__)
    return item if args == item.__args__ else _rebuilt(item, args)


def _eval_type(t, globalns, localns, recursive_guard=frozenset()):
    """t with the texts in it looked up, as libraries ask for it."""
    outer = {} if globalns is None else globalns
    return _resolve(t, outer, outer if localns is None else localns, recursive_guard)


def _rebuilt(item, args):
    if isinstance(item, _Native):
        made = _Native(item.__origin__, args)
        return next(iter(made)) if item.__unpacked__ else made
    return Union[args] if isinstance(item, types.UnionType) else item._remake(args)


def _undecorated(item):
    """item without the notes of Annotated and the marks of a TypedDict."""
    if isinstance(item, _AnnotatedOf):
        return _undecorated(item.__origin__)
    if isinstance(item, _Applied) and item.__origin__ in (Required, NotRequired):
        return _undecorated(item.__args__[0])
    if isinstance(item, (_Applied, _Native, types.UnionType)):
        args = tuple(map(_undecorated, item.__args__))
        return item if args == item.__args__ else _rebuilt(item, args)
    return item


_NATIVE_CODE = (types.BuiltinFunctionType, type([].append), types.MethodType, types.ModuleType, types.WrapperDescriptorType,
                types.MethodWrapperType, types.MethodDescriptorType)


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of obj, and of its bases where it is a class, with the texts in them looked up."""
    if getattr(obj, '__no_type_check__', None):
        return {}
    places = []
    if isinstance(obj, type):
        for c in reversed(obj.__mro__):
            outer = vars(sys.modules[c.__module__]) if c.__module__ in sys.modules else {}
            own = c.__dict__.get('__annotations__', {})
            if isinstance(own, types.GetSetDescriptorType):  # of type itself
                own = {}
            places.append((own, outer if globalns is None else globalns,
                           dict(vars(c)) if localns is None else localns))
    else:
        found, source = getattr(obj, '__annotations__', None), obj
        if found is None and isinstance(obj, _NATIVE_CODE):
            return {}
        if found is None:
            raise TypeError(f'{obj!r} is not a module, class, method, or function.')
        while hasattr(source, '__wrapped__'):
            source = source.__wrapped__
        own = vars(obj) if isinstance(obj, types.ModuleType) else getattr(source, '__globals__', {})
        outer = own if globalns is None else globalns
        places.append((found, outer, outer if localns is None else localns))
    hints = {}
    for annotations, outer, inner in places:
        for name, item in annotations.items():
            if isinstance(item, str):
                item = ForwardRef(item, not isinstance(obj, types.ModuleType), is_class=isinstance(obj, type))
            item = type(None) if item is None else item
            item = _resolve(item, outer, inner)
            hints[name] = item if include_extras else _undecorated(item)
    return hints


def get_origin(tp):
    """The class before the brackets, at run time: list for List[int]."""
    if isinstance(tp, _AnnotatedOf):
        return Annotated
    if isinstance(tp, types.UnionType):
        return types.UnionType
    if isinstance(tp, (_Named, _Native, ParamSpecArgs, _abc._CallableGenericAlias)):
        return tp.__origin__
    return Generic if tp is Generic else None


def get_args(tp):
    """The arguments in the brackets."""
    if isinstance(tp, _AnnotatedOf):
        return (tp.__origin__, *tp.__metadata__)
    if isinstance(tp, (_CallableOf, _abc._CallableGenericAlias)):
        *taken, result = tp.__args__
        return tp.__args__ if _open(taken) else (taken, result)
    return tp.__args__ if isinstance(tp, (_Applied, _Native, types.UnionType)) else ()


class NewType(_Expression):
    """A name for a type of its own that is another one at run time."""

    def __init__(self, name, tp):
        self.__qualname__, self.__name__ = name, name.split('.')[-1]
        self.__supertype__, self.__module__ = tp, _caller()

    def __call__(self, x, /):
        return x

    def __repr__(self):
        return f'{self.__module__}.{self.__qualname__}'

    def __mro_entries__(self, bases):
        base = self.__name__

        class Refused:
            def __init_subclass__(cls):
                raise TypeError('Cannot subclass an instance of NewType. Perhaps you were looking for: '
                                f'`{cls.__name__} = NewType({cls.__name__!r}, {base})`')
        return (Refused,)


def _typed_tuple(name, fields, module, defaults=()):
    hints = {n: _as_type(t, f'field {n} annotation must be a type') for n, t in fields}
    made = collections.namedtuple(name, list(hints), defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = hints
    return made


class _TupleClass(type):
    """Turns the body of a class that derives from NamedTuple into a named tuple."""

    def __new__(meta, name, bases, body):
        if any(b not in (_tuple_base, Generic) for b in bases):
            raise TypeError('can only inherit from a NamedTuple type and Generic')
        hints = body.get('__annotations__', {})
        preset = [n for n in hints if n in body]
        before = []
        for n in hints:
            if n in preset:
                before.append(n)
            elif before:
                raise TypeError(f'Non-default namedtuple field {n} cannot follow default '
                                f'field{"s" if len(before) > 1 else ""} {", ".join(before)}')
        made = _typed_tuple(name, hints.items(), body['__module__'], [body[n] for n in preset])
        for key in body:
            if key in ('__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults', '_field_types', '_make',
                       '_replace', '_asdict', '_source'):
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key not in hints and key not in ('__module__', '__annotations__', '__classcell__'):
                setattr(made, key, body[key])
        if Generic in bases:
            made.__bases__ = (tuple, Generic)
            made.__class_getitem__ = classmethod(Generic.__class_getitem__.__func__)
            super(made, made).__init_subclass__()
        return made


def NamedTuple(typename, fields=None, /, **kwargs):
    """A named tuple whose fields have types; a base of classes, too."""
    if fields is not None and kwargs:
        raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
    return _typed_tuple(typename, kwargs.items() if fields is None else fields, _caller())


class _DictClass(type):
    """The class of typed dictionaries: what they make are plain ones."""
    _stays_generic = True

    def __new__(meta, name, bases, body, total=True):
        if any(type(b) is not _DictClass and b is not Generic for b in bases):
            raise TypeError('cannot inherit from both a TypedDict type and a non-TypedDict base class')
        made = type.__new__(meta, name, (Generic, dict) if any(issubclass(b, Generic) for b in bases) else (dict,), body)
        keys = {}  # the name of each key: its type, whether it is required
        for b in bases:
            for n, t in b.__dict__.get('__annotations__', {}).items():
                keys[n] = t, n in b.__required_keys__
        complaint = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        for n, t in body.get('__annotations__', {}).items():
            t = _as_type(t, complaint, bare_ok=True, module=made.__module__)
            inner = t.__origin__ if isinstance(t, _AnnotatedOf) else t
            keys[n] = t, {Required: True, NotRequired: False}.get(get_origin(inner), total)
        made.__annotations__ = {n: t for n, (t, _) in keys.items()}
        made.__required_keys__ = frozenset(n for n, (_, needed) in keys.items() if needed)
        made.__optional_keys__ = frozenset(keys) - made.__required_keys__
        made.__total__ = body.get('__total__', total)
        return made

    __call__ = dict

    def __instancecheck__(cls, value):
        raise TypeError('TypedDict does not support instance and class checks')

    __subclasscheck__ = __instancecheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A dictionary with declared keys and types; a plain dict at run time. A base of classes, too."""
    if fields is not None and kwargs:
        raise TypeError('TypedDict takes either a dict or keyword arguments, but not both')
    if kwargs:
        import warnings
        warnings.warn('The kwargs-based syntax for TypedDict definitions is deprecated in Python 3.11, will be removed in '
                      'Python 3.13, and may not be understood by third-party type checkers.', DeprecationWarning, stacklevel=2)
    body = {'__annotations__': dict(kwargs if fields is None else fields), '__module__': _caller()}
    return _DictClass(typename, (), body, total=total)


def is_typeddict(tp):
    """Whether tp was made with TypedDict."""
    return isinstance(tp, _DictClass)


_tuple_base = type.__new__(_TupleClass, 'NamedTuple', (), {})
_dict_base = type.__new__(_DictClass, 'TypedDict', (), {'__required_keys__': frozenset()})
NamedTuple.__mro_entries__ = lambda bases: (_tuple_base,)
TypedDict.__mro_entries__ = lambda bases: (_dict_base,)
_PATTERNS = ('Pattern', 'Match')


def __getattr__(name):
    if name not in _PATTERNS:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    import re  # is large: only for who asks
    form = globals()[name] = _Bare(name, getattr(re, name), 1)
    return form


class _Section(types.ModuleType):
    """typing.io and typing.re: names of this module under older ones."""

    def __init__(self, name, names):
        super().__init__(name)
        vars(self).update(__all__=names)
        sys.modules[name] = self

    def __getattribute__(self, name):
        own = super().__getattribute__('__dict__')
        if name == '__all__' or name in own.get('__all__', ()):
            import warnings
            here = own['__name__']
            warnings.warn(f'{here} is deprecated, import directly from typing instead. {here} will be removed in Python 3.12.',
                          DeprecationWarning, stacklevel=2)
        return getattr(sys.modules['typing'], name) if name in own.get('__all__', ()) else super().__getattribute__(name)


_Section('typing.io', ['IO', 'TextIO', 'BinaryIO'])
_Section('typing.re', [*_PATTERNS])

__all__ = [n for n, v in globals().items()
           if n[:1] != '_' and n not in ('ABCMeta', 'abstractmethod', 'GenericAlias', 'T', 'KT', 'VT') and n[1:2] != '_'
           and not n.endswith(('_co', '_contra')) and not isinstance(v, types.ModuleType)] + [*_PATTERNS]
