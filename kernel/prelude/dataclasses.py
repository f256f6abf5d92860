"""A class decorator that writes methods for the fields which a class body declares."""
import abc
import copy
import sys
from types import GenericAlias, MappingProxyType, SimpleNamespace, new_class

__all__ = ['dataclass', 'field', 'fields', 'make_dataclass', 'asdict', 'astuple', 'replace', 'is_dataclass', 'Field']
__all__ += ['InitVar', 'KW_ONLY', 'MISSING', 'FrozenInstanceError']

MISSING = type('_MISSING_TYPE', (), {})()
KW_ONLY = type('_KW_ONLY_TYPE', (), {})()
_unset = type('_Unset', (), {'__repr__': lambda self: '<factory>'})()  # the default that a signature shows
# What a field is: a value of each instance, one that the class has (ClassVar), or an argument only (InitVar)
_VALUE, _SHARED, _ARGUMENT = '_FIELD', '_FIELD_CLASSVAR', '_FIELD_INITVAR'


class FrozenInstanceError(AttributeError):
    """An attribute of a frozen instance was to be changed."""


def _is_field_of_python(value):
    kind = type(value)
    return kind.__name__ == 'Field' and kind is not Field and kind.__module__ == 'dataclasses'


def _field_of_python(given):
    """A field that the other Python's module has made: of a data class which one here derives from, or by a function of a package."""
    f = Field(*[MISSING if type(value).__name__ == '_MISSING_TYPE' else value
                for value in [getattr(given, slot, False) for slot in Field.__slots__[2:-1]]])
    f.name, f.type, f._role = given.name, given.type, getattr(given._field_type, 'name', None)
    return f


def _fields_of(holder):
    """The fields of a data class, those that the other Python keeps among them."""
    return {name: f if isinstance(f, Field) else _field_of_python(f) for name, f in holder.__dataclass_fields__.items()}


class InitVar:
    """The annotation of an argument that __init__ takes for __post_init__ alone."""
    __slots__ = ('type',)

    def __init__(self, type):
        self.type = type

    __class_getitem__ = classmethod(lambda cls, wanted: cls(wanted))

    def __repr__(self):
        return 'dataclasses.InitVar[%s]' % (self.type.__name__ if isinstance(self.type, type) else repr(self.type))


class Field:
    """The description of one field."""
    __slots__ = ('name', 'type', 'default', 'default_factory', 'init', 'repr', 'hash', 'compare', 'metadata', 'kw_only',
                 '_role')
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, *settings):
        self.name = self.type = self._role = None
        for slot, value in zip(self.__slots__[2:-1], settings, strict=True):
            setattr(self, slot, value)
        self.metadata = MappingProxyType({} if self.metadata is None else self.metadata)

    def __repr__(self):
        def shown():
            settings = [f'{slot}={getattr(self, slot)!r}' for slot in self.__slots__[:-1]]
            return f'Field({",".join(settings)},_field_type={self._role})'
        return _shown_once(self, shown)

    def __set_name__(self, owner, name):
        hook = getattr(type(self.default), '__set_name__', None)
        if hook is not None:
            hook(self.default, owner, name)

    def _initial(self):
        return self.default if self.default_factory is MISSING else _unset


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING):
    """Says more about a field than a plain default can."""
    if sum(given is not MISSING for given in (default, default_factory)) == 2:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _resolve(annotation, cls):
    """The object that an annotation starts with; one that is text is looked up in the module of the class."""
    if not isinstance(annotation, str):
        return annotation
    first, *rest = [part.strip() for part in annotation.partition('[')[0].split('.')]
    found = getattr(sys.modules.get(cls.__module__), first, None)
    for name in rest:
        found = getattr(found, name, None)
    return found


def _role_of(annotation):
    if annotation is InitVar or type(annotation) is InitVar:
        return _ARGUMENT
    shared = getattr(sys.modules.get('typing'), 'ClassVar', MISSING)
    if shared is annotation or shared is getattr(annotation, '__origin__', None):
        return _SHARED
    return _VALUE


class _Plan:
    """A class on its way to a dataclass: its fields, and the methods that follow from them."""

    def __init__(self, cls, options):
        self.cls = self.first = cls  # with slots it is replaced by another class
        self.options, self.fields = options, {}
        self.take_inherited()
        self.take_declared()
        if options.order and not options.eq:
            raise ValueError('eq must be true if order is true')
        if options.slots:
            self.cls = self.with_slots()
        elif options.weakref_slot:
            raise TypeError('weakref_slot is True but slots is False')
        self.cls.__dataclass_fields__, self.cls.__dataclass_params__ = self.fields, options
        self.used = [f for f in self.fields.values() if f._role != _SHARED]
        self.values = [f for f in self.used if f._role == _VALUE]
        self.arguments = [f for f in self.used if f.init and not f.kw_only]
        self.keywords = [f for f in self.used if f.init and f.kw_only]
        self.write()

    def take_inherited(self):
        frozen = []
        for base in reversed(self.cls.__mro__[1:]):
            if hasattr(base, '__dataclass_fields__'):
                self.fields |= _fields_of(base)
                frozen.append(base.__dataclass_params__.frozen)
        if any(frozen) and not self.options.frozen:
            raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
        if frozen and not any(frozen) and self.options.frozen:
            raise TypeError('cannot inherit frozen dataclass from a non-frozen one')

    def take_declared(self):
        body = vars(self.cls)
        annotations = body.get('__annotations__', {})
        kw_only, marked = self.options.kw_only, False
        for name, annotation in annotations.items():
            meant = _resolve(annotation, self.cls)
            if meant is not KW_ONLY:
                self.fields[name] = self.declared(name, annotation, _role_of(meant), kw_only)
            elif marked:
                raise TypeError(f'{name!r} is KW_ONLY, but KW_ONLY has already been specified')
            else:
                kw_only = marked = True
        for name, value in list(body.items()):
            value = _field_of_python(value) if _is_field_of_python(value) else value
            if not isinstance(value, Field):
                continue
            if name not in annotations:
                raise TypeError(f'{name!r} is a field but has no type annotation')
            if value.default is MISSING:
                delattr(self.cls, name)
            else:
                setattr(self.cls, name, value.default)

    def declared(self, name, annotation, role, kw_only):
        value = getattr(self.cls, name, MISSING)
        if type(value).__name__ == 'member_descriptor':  # the slot of a base is no default
            value = MISSING
        f = _field_of_python(value) if _is_field_of_python(value) else value if isinstance(value, Field) else field(default=value)
        f.name, f.type, f._role = name, annotation, role
        if role != _VALUE and f.default_factory is not MISSING:
            raise TypeError(f'field {name} cannot have a default factory')
        if role == _SHARED and f.kw_only is not MISSING:
            raise TypeError(f'field {name} is a ClassVar but specifies kw_only')
        if role == _VALUE and type(f.default).__hash__ is None:
            raise ValueError(f'mutable default {type(f.default)} for field {name} is not allowed: use default_factory')
        if role != _SHARED and f.kw_only is MISSING:
            f.kw_only = kw_only
        return f

    def with_slots(self):
        """The class made anew with __slots__: it must be so before it gets methods."""
        old, names = self.cls, [f.name for f in self.fields.values() if f._role == _VALUE]
        if '__slots__' in vars(old):
            raise TypeError(f'{old.__name__} already specifies __slots__')
        inherited = set()
        for base in old.__mro__[1:]:
            slots = vars(base).get('__slots__', ())
            if hasattr(slots, '__next__'):
                raise TypeError(f"Slots of '{base.__name__}' cannot be determined")
            inherited.update([slots] if isinstance(slots, str) else slots)
        dropped = {*names, '__dict__', '__weakref__'}
        body = {name: value for name, value in vars(old).items() if name not in dropped}
        wanted = names + ['__weakref__'] * self.options.weakref_slot
        body['__slots__'] = tuple(name for name in wanted if name not in inherited)
        if self.options.frozen:
            body.setdefault('__getstate__', _values_of)
            body.setdefault('__setstate__', _set_values)
        new = type(old)(old.__name__, old.__bases__, body)
        new.__qualname__ = old.__qualname__
        return new

    def write(self):
        """All methods that the options ask for and the class does not have itself."""
        options, body = self.options, vars(self.cls)
        own_hash = '__hash__' in body and (body['__hash__'] is not None or '__eq__' not in body)
        if options.init:
            self.add(self.init_method())
        if options.repr:
            self.add(_repr_method([f.name for f in self.values if f.repr]))
        compared = [f for f in self.values if f.compare]
        if options.eq:
            self.add(self.comparison('__eq__', '==', compared))
        if options.order:
            for name, sign in {'__lt__': '<', '__le__': '<=', '__gt__': '>', '__ge__': '>='}.items():
                self.add(self.comparison(name, sign, compared), '. Consider using functools.total_ordering')
        if options.frozen:
            self.add(self.guard('__setattr__', 'assign to', 'name', 'value'), '')
            self.add(self.guard('__delattr__', 'delete', 'name'), '')
        if options.unsafe_hash and own_hash:
            raise TypeError(f'Cannot overwrite attribute __hash__ in class {self.cls.__name__}')
        if not own_hash and (options.unsafe_hash or options.eq):
            self.cls.__hash__ = self.hash_method() if options.unsafe_hash or options.frozen else None
        if not self.cls.__doc__:
            self.cls.__doc__ = self.cls.__name__ + self.call_text()
        if options.match_args and '__match_args__' not in body:
            self.cls.__match_args__ = tuple(f.name for f in self.arguments)
        abc.update_abstractmethods(self.cls)

    def add(self, method, refusal=None):
        name = method.__name__
        if name not in vars(self.cls):
            method.__qualname__ = f'{self.cls.__qualname__}.{name}'
            setattr(self.cls, name, method)
        elif refusal is not None:
            raise TypeError(f'Cannot overwrite attribute {name} in class {self.cls.__name__}{refusal}')

    def compiled(self, name, parameters, body, **outer):
        """A method from its text; outer are the names around it."""
        lines = [f'def __create_fn__({", ".join(outer)}):', f' def {name}({", ".join(parameters)}):']
        lines += ['  ' + line for line in body or ['pass']] + [f' return {name}']
        space = {}
        exec('\n'.join(lines), getattr(sys.modules.get(self.cls.__module__), '__dict__', {}), space)
        return space['__create_fn__'](**outer)

    def init_method(self):
        me = '__dc_self' if 'self' in self.fields else 'self'
        assign = '__dc_object.__setattr__(%s,%r,%s)' if self.options.frozen else '%s.%s=%s'
        body, factories, optional = [], {}, None
        for f in self.used:
            has_default = f._initial() is not MISSING
            if f in self.arguments:
                if optional and not has_default:
                    raise TypeError(f'non-default argument {f.name!r} follows default argument')
                optional = optional or has_default
            source = f.name
            if f.default_factory is not MISSING:
                factories[f.name] = f.default_factory
                source = f'__dc_make[{f.name!r}]()'
                if f.init:
                    source += f' if {f.name} is __dc_unset else {f.name}'
            elif not f.init:
                if not has_default or not self.options.slots:
                    continue  # __post_init__ sets it, or the class has it
                factories[f.name] = lambda value=f.default: value
                source = f'__dc_make[{f.name!r}]()'
            if f._role == _VALUE:
                body.append(assign % (me, f.name, source))
        if hasattr(self.cls, '__post_init__'):
            handed = [f.name for f in self.used if f._role == _ARGUMENT]
            body.append(f'{me}.__post_init__({", ".join(handed)})')
        parameters = [me] + [f.name for f in self.arguments] + ['*'] * bool(self.keywords)
        method = self.compiled('__init__', parameters + [f.name for f in self.keywords], body, __dc_object=object,
                               __dc_make=factories, __dc_unset=_unset)
        method.__defaults__ = tuple(f._initial() for f in self.arguments if f._initial() is not MISSING)
        method.__kwdefaults__ = {f.name: f._initial() for f in self.keywords if f._initial() is not MISSING} or None
        method.__annotations__ = {f.name: f.type for f in self.arguments + self.keywords} | {'return': None}
        return method

    def comparison(self, name, sign, compared):
        sides = sign.join(_tuple_text(side, compared) for side in ('self', 'other'))
        return self.compiled(name, ['self', 'other'], ['if other.__class__ is self.__class__:', ' return ' + sides,
                                                       'return NotImplemented'])

    def hash_method(self):
        hashed = [f for f in self.values if (f.compare if f.hash is None else f.hash)]
        method = self.compiled('__hash__', ['self'], [f'return hash({_tuple_text("self", hashed)})'])
        method.__qualname__ = f'{self.cls.__qualname__}.__hash__'
        return method

    def guard(self, name, verb, *parameters):
        """The method that keeps instances of a frozen class, and its fields in subclasses, as they are."""
        body = ['if name in __dc_fields or type(self) is __dc_class:',
                f' raise __dc_error("cannot {verb} field " + repr(name))',
                f'super(__dc_class, self).{name}({", ".join(parameters)})']
        return self.compiled(name, ['self', *parameters], body, __dc_class=self.first, __dc_error=FrozenInstanceError,
                             __dc_fields={f.name for f in self.values})

    def call_text(self):
        """How the class is called, for its docstring."""
        if not self.options.init:
            return '()'
        shown = [f'{f.name}: {_type_text(f.type)}' + ('' if f._initial() is MISSING else f' = {f._initial()!r}')
                 for f in self.arguments + self.keywords]
        if self.keywords:
            shown.insert(len(self.arguments), '*')
        return f'({", ".join(shown)})'


def _type_text(annotation):
    if not isinstance(annotation, type):
        return repr(annotation) if isinstance(annotation, str) else repr(annotation).replace('typing.', '')
    module = annotation.__module__
    return annotation.__qualname__ if module == 'builtins' else f'{module}.{annotation.__qualname__}'


def _tuple_text(owner, members):
    return '(%s)' % ''.join(f'{owner}.{f.name},' for f in members)


_in_repr = set()  # the ids of instances whose repr is being made


def _shown_once(instance, show):
    """What show() says; dots while it is being asked about the same instance."""
    me = id(instance)
    if me in _in_repr:
        return '...'
    _in_repr.add(me)
    try:
        return show()
    finally:
        _in_repr.remove(me)


def _repr_method(names):
    def __repr__(self):
        def shown():
            return f'{type(self).__qualname__}({", ".join([f"{name}={getattr(self, name)!r}" for name in names])})'
        return _shown_once(self, shown)
    return __repr__


def _values_of(instance):
    return [getattr(instance, f.name) for f in fields(instance)]


def _set_values(instance, state):
    for f, value in zip(fields(instance), state, strict=True):
        object.__setattr__(instance, f.name, value)


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Gives a class __init__, __repr__, comparisons and more, made from its annotated fields."""
    options = SimpleNamespace(init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                              match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)
    if cls is None:
        return lambda decorated: _Plan(decorated, options).cls
    return _Plan(cls, options).cls


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False,
                   unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """A dataclass from a list of names, (name, type) pairs and (name, type, default) triples."""
    from keyword import iskeyword
    body = dict(namespace or {}, __annotations__={}, __module__='types')
    for item in fields:
        item = (item, 'typing.Any') if isinstance(item, str) else item
        if len(item) not in (2, 3):
            raise TypeError(f'Invalid field: {item!r}')
        name, annotation, *default = item
        if not (isinstance(name, str) and name.isidentifier()):
            raise TypeError(f'Field names must be valid identifiers: {name!r}')
        if iskeyword(name):
            raise TypeError(f'Field names must not be keywords: {name!r}')
        if name in body['__annotations__']:
            raise TypeError(f'Field name duplicated: {name!r}')
        body['__annotations__'][name] = annotation
        if default:
            body[name] = default[0]
    return dataclass(new_class(cls_name, bases, {}, lambda space: space.update(body)), init=init, repr=repr, eq=eq,
                     order=order, unsafe_hash=unsafe_hash, frozen=frozen, match_args=match_args, kw_only=kw_only, slots=slots,
                     weakref_slot=weakref_slot)


def is_dataclass(obj):
    """Whether this is a dataclass or an instance of one."""
    return hasattr(obj if isinstance(obj, type) else type(obj), '__dataclass_fields__')


def _need_instance(obj, caller):
    if not hasattr(type(obj), '__dataclass_fields__'):
        raise TypeError(f'{caller}() should be called on dataclass instances')


def fields(class_or_instance):
    """The fields that instances have, in order."""
    known = getattr(class_or_instance, '__dataclass_fields__', None)
    if known is None:
        raise TypeError('must be called with a dataclass type or instance')
    return tuple(f for f in _fields_of(class_or_instance).values() if f._role == _VALUE)


def _converted(value, assemble):
    """A copy of a value where assemble has made something else of each dataclass instance."""
    cls = type(value)
    if hasattr(cls, '__dataclass_fields__'):
        return assemble([(f.name, _converted(getattr(value, f.name), assemble)) for f in fields(value)])
    if isinstance(value, dict):
        pairs = [[_converted(part, assemble) for part in item] for item in value.items()]
        return cls(value.default_factory, pairs) if hasattr(cls, 'default_factory') else cls(pairs)
    if not isinstance(value, (list, tuple)):
        return copy.deepcopy(value)
    parts = [_converted(part, assemble) for part in value]
    return cls(*parts) if hasattr(cls, '_fields') else cls(parts)


def asdict(obj, *, dict_factory=dict):
    """An instance, and those inside it, as dicts."""
    _need_instance(obj, 'asdict')
    return _converted(obj, dict_factory)


def astuple(obj, *, tuple_factory=tuple):
    """An instance, and those inside it, as tuples of values."""
    _need_instance(obj, 'astuple')
    return _converted(obj, lambda pairs: tuple_factory([value for _, value in pairs]))


def replace(obj, /, **changes):
    """A new instance with some fields changed."""
    _need_instance(obj, 'replace')
    for name, f in _fields_of(obj).items():
        if not f.init and name in changes:
            raise ValueError(f'field {name} is declared with init=False, it cannot be specified with replace()')
        if name in changes or not f.init or f._role == _SHARED:
            continue
        if f._role == _ARGUMENT and f.default is MISSING:
            raise ValueError(f'InitVar {name!r} must be specified with replace()')
        changes[name] = getattr(obj, name)
    return type(obj)(**changes)
