"""Classes that hold data: their methods follow from the annotations of the class body."""
import abc
import copy
import sys
from types import FunctionType, GenericAlias, MappingProxyType, new_class

__all__ = ['dataclass', 'field', 'Field', 'FrozenInstanceError', 'InitVar', 'KW_ONLY', 'MISSING', 'fields', 'asdict',
           'astuple', 'make_dataclass', 'replace', 'is_dataclass']


class FrozenInstanceError(AttributeError):
    pass


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return '<factory>'


_HAS_DEFAULT_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()


class _MISSING_TYPE:
    pass


MISSING = _MISSING_TYPE()


class _KW_ONLY_TYPE:
    pass


KW_ONLY = _KW_ONLY_TYPE()
_EMPTY = MappingProxyType({})


class _FIELD_BASE:
    __slots__ = ('name',)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD = _FIELD_BASE('_FIELD')
_FIELD_CLASSVAR = _FIELD_BASE('_FIELD_CLASSVAR')
_FIELD_INITVAR = _FIELD_BASE('_FIELD_INITVAR')
_FIELDS = '__dataclass_fields__'
_PARAMS = '__dataclass_params__'


class InitVar:
    __slots__ = ('type',)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        shown = self.type.__name__ if isinstance(self.type, type) else repr(self.type)
        return f'dataclasses.InitVar[{shown}]'

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    __slots__ = ('name', 'type', 'default', 'default_factory', 'repr', 'hash', 'init', 'compare', 'metadata', 'kw_only',
                 '_field_type')

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = self.type = None
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.hash, self.compare = init, repr, hash, compare
        self.metadata = _EMPTY if metadata is None else MappingProxyType(metadata)
        self.kw_only = kw_only
        self._field_type = None

    def __repr__(self):
        shown = ('name', 'type', 'default', 'default_factory', 'init', 'repr', 'hash', 'compare', 'metadata', 'kw_only')
        return (f'Field({",".join(f"{name}={getattr(self, name)!r}" for name in shown)}'
                f',_field_type={self._field_type})')

    def __set_name__(self, owner, name):
        func = getattr(type(self.default), '__set_name__', None)
        if func:
            func(self.default, owner, name)

    __class_getitem__ = classmethod(GenericAlias)


class _DataclassParams:
    __slots__ = ('init', 'repr', 'eq', 'order', 'unsafe_hash', 'frozen')

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init, self.repr, self.eq = init, repr, eq
        self.order, self.unsafe_hash, self.frozen = order, unsafe_hash, frozen

    def __repr__(self):
        return f'_DataclassParams({",".join(f"{name}={getattr(self, name)!r}" for name in _DataclassParams.__slots__)})'


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING):
    """Return an object to identify dataclass fields.

    default is the default value of the field.  default_factory is a
    0-argument function called to initialize a field's value.  If init
    is true, the field will be a parameter to the class's __init__()
    function.  If repr is true, the field will be included in the
    object's repr().  If hash is true, the field will be included in the
    object's hash().  If compare is true, the field will be used in
    comparison functions.  metadata, if specified, must be a mapping
    which is stored but not otherwise examined by dataclass.  If kw_only
    is true, the field will become a keyword-only parameter to
    __init__().

    It is an error to specify both default and default_factory.
    """
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _means(annotation, what, module):
    """Whether an annotation, or the text of one, names `what` of a module (ClassVar, InitVar, KW_ONLY)."""
    if not isinstance(annotation, str):
        return False
    head = annotation.strip().split('[')[0]
    prefix, _, last = head.rpartition('.')
    return last == what and (not prefix or prefix.isidentifier())


def _is_classvar(annotation):
    typing = sys.modules.get('typing')
    if typing and (annotation is typing.ClassVar or getattr(annotation, '__origin__', None) is typing.ClassVar):
        return True
    return _means(annotation, 'ClassVar', 'typing')


def _is_initvar(annotation):
    return annotation is InitVar or type(annotation) is InitVar or _means(annotation, 'InitVar', 'dataclasses')


def _get_field(cls, name, annotation, kw_only):
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        f = default
    else:
        if type(default).__name__ == 'member_descriptor':
            default = MISSING
        f = field(default=default)
    f.name, f.type = name, annotation
    f._field_type = (_FIELD_CLASSVAR if _is_classvar(annotation) else
                     _FIELD_INITVAR if _is_initvar(annotation) else _FIELD)
    if f._field_type in (_FIELD_CLASSVAR, _FIELD_INITVAR) and f.default_factory is not MISSING:
        raise TypeError(f'field {f.name} cannot have a default factory')
    if f._field_type in (_FIELD, _FIELD_INITVAR):
        if f.kw_only is MISSING:
            f.kw_only = kw_only
    elif f.kw_only is not MISSING:
        raise TypeError(f'field {f.name} is a ClassVar but specifies kw_only')
    if f._field_type is _FIELD and f.default.__class__.__hash__ is None:
        raise ValueError(f'mutable default {type(f.default)} for field {f.name} is not allowed: use default_factory')
    return f


def _set_new(cls, name, value):
    """True if the class has the attribute itself, which is then left alone."""
    if name in cls.__dict__:
        return True
    if isinstance(value, FunctionType):
        value.__qualname__ = f'{cls.__qualname__}.{value.__name__}'
    setattr(cls, name, value)
    return False


def _make(cls, name, parameters, lines, names):
    """A method from its text; `names` are what the text refers to."""
    outer = ', '.join(names)
    body = '\n'.join('  ' + line for line in lines or ['pass'])
    text = f'def __create_fn__({outer}):\n def {name}({parameters}):\n{body}\n return {name}\n'
    module = sys.modules.get(cls.__module__)
    scope = module.__dict__ if module is not None else {}
    made = {}
    exec(text, scope, made)
    return made['__create_fn__'](**names)


def _make_init(cls, fields, frozen, has_post_init, self_name, slots):
    positional = [f for f in fields if f.init and not f.kw_only]
    keyword = [f for f in fields if f.init and f.kw_only]
    seen_default = False
    for f in positional:
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen_default = True
        elif seen_default:
            raise TypeError(f'non-default argument {f.name!r} follows default argument')
    names = {'__dataclass_HAS_DEFAULT_FACTORY__': _HAS_DEFAULT_FACTORY, '__dataclass_builtins_object__': object}

    def parameter(f):
        text = f.name
        if f.default is not MISSING:
            names[f'__dataclass_dflt_{f.name}__'] = f.default
            text += f'=__dataclass_dflt_{f.name}__'
        elif f.default_factory is not MISSING:
            text += '=__dataclass_HAS_DEFAULT_FACTORY__'
        return text

    parameters = [self_name] + [parameter(f) for f in positional]
    if keyword:
        parameters += ['*'] + [parameter(f) for f in keyword]
    lines = []
    for f in fields:
        value = None
        if f.default_factory is not MISSING:
            names[f'__dataclass_dflt_{f.name}__'] = f.default_factory
            value = f'__dataclass_dflt_{f.name}__()'
            if f.init:
                value += f' if {f.name} is __dataclass_HAS_DEFAULT_FACTORY__ else {f.name}'
        elif f.init:
            value = f.name
        elif slots and f.default is not MISSING:
            names[f'__dataclass_dflt_{f.name}__'] = f.default
            value = f'__dataclass_dflt_{f.name}__'
        if value is None or f._field_type is _FIELD_INITVAR:
            continue
        if frozen:
            lines.append(f'__dataclass_builtins_object__.__setattr__({self_name},{f.name!r},{value})')
        else:
            lines.append(f'{self_name}.{f.name}={value}')
    if has_post_init:
        handed = ','.join(f.name for f in fields if f._field_type is _FIELD_INITVAR)
        lines.append(f'{self_name}.__post_init__({handed})')
    init = _make(cls, '__init__', ', '.join(parameters), lines, names)
    init.__annotations__ = {f.name: f.type for f in positional + keyword} | {'return': None}
    return init


_showing = set()


def _make_repr(names):
    def __repr__(self):
        if id(self) in _showing:
            return '...'
        _showing.add(id(self))
        try:
            shown = ', '.join([f'{name}={getattr(self, name)!r}' for name in names])
            return f'{self.__class__.__qualname__}({shown})'
        finally:
            _showing.discard(id(self))
    return __repr__


def _tuple_text(obj, fields):
    return f'({",".join(f"{obj}.{f.name}" for f in fields)},)' if fields else '()'


def _make_compare(cls, name, sign, fields):
    mine, others = _tuple_text('self', fields), _tuple_text('other', fields)
    return _make(cls, name, 'self, other', ['if other.__class__ is self.__class__:', f' return {mine}{sign}{others}',
                                            'return NotImplemented'], {})


def _freeze(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f'cannot assign to field {name!r}')
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f'cannot delete field {name!r}')
        super(cls, self).__delattr__(name)
    for method in (__setattr__, __delattr__):
        if _set_new(cls, method.__name__, method):
            raise TypeError(f'Cannot overwrite attribute {method.__name__} in class {cls.__name__}')


def _set_hash(cls, params, fields, explicit):
    """What becomes of __hash__, by unsafe_hash, eq, frozen and whether the class has one of its own."""
    if params.unsafe_hash:
        if explicit:
            raise TypeError(f'Cannot overwrite attribute __hash__ in class {cls.__name__}')
    elif not params.eq:
        return
    elif not params.frozen:
        if not explicit:
            cls.__hash__ = None
        return
    elif explicit:
        return
    hashed = [f for f in fields if (f.compare if f.hash is None else f.hash)]
    method = _make(cls, '__hash__', 'self', [f'return hash({_tuple_text("self", hashed)})'], {})
    method.__qualname__ = f'{cls.__qualname__}.__hash__'
    cls.__hash__ = method


def _collect(cls, kw_only):
    """The fields: those of bases in their order, then the class's own; whether a base is frozen, any is a dataclass."""
    fields, any_frozen, has_bases = {}, False, False
    for base in cls.__mro__[-1:0:-1]:
        inherited = getattr(base, _FIELDS, None)
        if inherited is not None:
            has_bases = True
            fields.update((f.name, f) for f in inherited.values())
            any_frozen = any_frozen or getattr(base, _PARAMS).frozen
    own, seen_marker = [], False
    annotations = cls.__dict__.get('__annotations__', {})
    for name, annotation in annotations.items():
        if annotation is KW_ONLY or _means(annotation, 'KW_ONLY', 'dataclasses'):
            if seen_marker:
                raise TypeError(f'{name!r} is KW_ONLY, but KW_ONLY has already been specified')
            seen_marker = kw_only = True
        else:
            own.append(_get_field(cls, name, annotation, kw_only))
    for f in own:
        fields[f.name] = f
        if isinstance(getattr(cls, f.name, None), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f'{name!r} is a field but has no type annotation')
    return fields, any_frozen, has_bases


def _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    params = _DataclassParams(init, repr, eq, order, unsafe_hash, frozen)
    setattr(cls, _PARAMS, params)
    fields, any_frozen_base, has_bases = _collect(cls, kw_only)
    if has_bases:
        if any_frozen_base and not frozen:
            raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
        if not any_frozen_base and frozen:
            raise TypeError('cannot inherit frozen dataclass from a non-frozen one')
    setattr(cls, _FIELDS, fields)
    own_hash = cls.__dict__.get('__hash__', MISSING)
    explicit_hash = not (own_hash is MISSING or (own_hash is None and '__eq__' in cls.__dict__))
    if order and not eq:
        raise ValueError('eq must be true if order is true')
    with_init = [f for f in fields.values() if f._field_type in (_FIELD, _FIELD_INITVAR)]
    plain = [f for f in with_init if f._field_type is _FIELD]
    if init:
        self_name = '__dataclass_self__' if 'self' in fields else 'self'
        _set_new(cls, '__init__', _make_init(cls, with_init, frozen, hasattr(cls, '__post_init__'), self_name, slots))
    if repr:
        _set_new(cls, '__repr__', _make_repr([f.name for f in plain if f.repr]))
    compared = [f for f in plain if f.compare]
    if eq:
        _set_new(cls, '__eq__', _make_compare(cls, '__eq__', '==', compared))
    if order:
        for name, sign in (('__lt__', '<'), ('__le__', '<='), ('__gt__', '>'), ('__ge__', '>=')):
            if _set_new(cls, name, _make_compare(cls, name, sign, compared)):
                raise TypeError(f'Cannot overwrite attribute {name} in class {cls.__name__}. Consider using '
                                'functools.total_ordering')
    if frozen:
        _freeze(cls, {f.name for f in plain})
    _set_hash(cls, params, plain, explicit_hash)
    if not getattr(cls, '__doc__'):
        cls.__doc__ = cls.__name__ + _signature_text(cls, with_init if init else [])
    if match_args:
        _set_new(cls, '__match_args__', tuple(f.name for f in with_init if f.init and not f.kw_only))
    if weakref_slot and not slots:
        raise TypeError('weakref_slot is True but slots is False')
    if slots:
        cls = _add_slots(cls, frozen, weakref_slot)
    abc.update_abstractmethods(cls)
    return cls


def _annotation_text(annotation):
    if isinstance(annotation, type) and not isinstance(annotation, GenericAlias):
        return annotation.__qualname__ if annotation.__module__ == 'builtins' else \
            f'{annotation.__module__}.{annotation.__qualname__}'
    return repr(annotation).replace('typing.', '') if not isinstance(annotation, str) else repr(annotation)


def _signature_text(cls, fields):
    def text(f):
        shown = f'{f.name}: {_annotation_text(f.type)}'
        if f.default is not MISSING:
            shown += f' = {f.default!r}'
        elif f.default_factory is not MISSING:
            shown += ' = <factory>'
        return shown
    positional = [text(f) for f in fields if f.init and not f.kw_only]
    keyword = [text(f) for f in fields if f.init and f.kw_only]
    return f'({", ".join(positional + (["*"] if keyword else []) + keyword)})'


def _getstate(self):
    return [getattr(self, f.name) for f in fields(self)]


def _setstate(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)


def _add_slots(cls, frozen, weakref_slot):
    if '__slots__' in cls.__dict__:
        raise TypeError(f'{cls.__name__} already specifies __slots__')
    namespace = dict(cls.__dict__)
    names = tuple(f.name for f in fields(cls))
    taken = set()
    for base in cls.__mro__[1:-1]:
        slots = base.__dict__.get('__slots__', ())
        taken.update((slots,) if isinstance(slots, str) else slots)
    wanted = names + (('__weakref__',) if weakref_slot else ())
    namespace['__slots__'] = tuple(name for name in wanted if name not in taken)
    for name in names:
        namespace.pop(name, None)
    namespace.pop('__dict__', None)
    namespace.pop('__weakref__', None)
    qualname = getattr(cls, '__qualname__', None)
    new = type(cls)(cls.__name__, cls.__bases__, namespace)
    if qualname is not None:
        new.__qualname__ = qualname
    if frozen:
        if '__getstate__' not in namespace:
            new.__getstate__ = _getstate
        if '__setstate__' not in namespace:
            new.__setstate__ = _setstate
        for name in ('__setattr__', '__delattr__'):  # they refer to the class
            delattr(new, name)
        _freeze(new, set(names))
    return new


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Returns the same class as was passed in, with dunder methods
    added based on the fields defined in the class.

    Examines PEP 526 __annotations__ to determine fields.

    If init is true, an __init__() method is added to the class. If
    repr is true, a __repr__() method is added. If order is true, rich
    comparison dunder methods are added. If unsafe_hash is true, a
    __hash__() method function is added. If frozen is true, fields may
    not be assigned to after instance creation. If match_args is true,
    the __match_args__ tuple is added. If kw_only is true, then by
    default all fields are keyword-only. If slots is true, an
    __slots__ attribute is added.
    """
    def wrap(cls):
        return _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)
    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    """Return a tuple describing the fields of this dataclass.

    Accepts a dataclass or an instance of one. Tuple elements are of
    type Field.
    """
    try:
        all_fields = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError('must be called with a dataclass type or instance') from None
    return tuple(f for f in all_fields.values() if f._field_type is _FIELD)


def _is_dataclass_instance(obj):
    return hasattr(type(obj), _FIELDS)


def is_dataclass(obj):
    """Returns True if obj is a dataclass or an instance of a
    dataclass."""
    cls = obj if isinstance(obj, type) and not isinstance(obj, GenericAlias) else type(obj)
    return hasattr(cls, _FIELDS)


def asdict(obj, *, dict_factory=dict):
    """Return the fields of a dataclass instance as a new dictionary mapping
    field names to field values.

    Example usage::

      @dataclass
      class C:
          x: int
          y: int

      c = C(1, 2)
      assert asdict(c) == {'x': 1, 'y': 2}

    If given, 'dict_factory' will be used instead of built-in dict.
    The function applies recursively to field values that are
    dataclass instances. This will also look into built-in containers:
    tuples, lists, and dicts.
    """
    if not _is_dataclass_instance(obj):
        raise TypeError('asdict() should be called on dataclass instances')
    return _inner(obj, lambda pairs: dict_factory(pairs))


def astuple(obj, *, tuple_factory=tuple):
    """Return the fields of a dataclass instance as a new tuple of field values.

    Example usage::

      @dataclass
      class C:
          x: int
          y: int

      c = C(1, 2)
      assert astuple(c) == (1, 2)

    If given, 'tuple_factory' will be used instead of built-in tuple.
    The function applies recursively to field values that are
    dataclass instances. This will also look into built-in containers:
    tuples, lists, and dicts.
    """
    if not _is_dataclass_instance(obj):
        raise TypeError('astuple() should be called on dataclass instances')
    return _inner(obj, lambda pairs: tuple_factory([value for _, value in pairs]))


def _inner(obj, make):
    """A value with the dataclasses in it taken apart; make puts (name, value) pairs together."""
    cls = type(obj)
    if _is_dataclass_instance(obj):
        return make([(f.name, _inner(getattr(obj, f.name), make)) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, '_fields'):
        return cls(*[_inner(v, make) for v in obj])
    if isinstance(obj, (list, tuple)):
        return cls([_inner(v, make) for v in obj])
    if isinstance(obj, dict):
        pairs = [(_inner(k, make), _inner(v, make)) for k, v in obj.items()]
        return cls(obj.default_factory, pairs) if hasattr(cls, 'default_factory') else cls(pairs)
    return copy.deepcopy(obj)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False,
                   unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Return a new dynamically created dataclass.

    The dataclass name will be 'cls_name'.  'fields' is an iterable
    of either (name), (name, type) or (name, type, Field) objects. If type is
    omitted, use the string 'typing.Any'.
    """
    from keyword import iskeyword
    namespace = {} if namespace is None else namespace
    annotations, defaults, seen = {}, {}, set()
    for item in fields:
        if isinstance(item, str):
            name, annotation = item, 'typing.Any'
        elif len(item) == 2:
            name, annotation = item
        elif len(item) == 3:
            name, annotation, defaults[item[0]] = item
        else:
            raise TypeError(f'Invalid field: {item!r}')
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f'Field names must be valid identifiers: {name!r}')
        if iskeyword(name):
            raise TypeError(f'Field names must not be keywords: {name!r}')
        if name in seen:
            raise TypeError(f'Field name duplicated: {name!r}')
        seen.add(name)
        annotations[name] = annotation

    def body(ns):
        ns.update(namespace)
        ns.update(defaults)
        ns['__annotations__'] = annotations
    cls = new_class(cls_name, bases, {}, body)
    cls.__module__ = 'types'
    return dataclass(cls, init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                     match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)


def replace(obj, /, **changes):
    """Return a new object replacing specified fields with new values.

    This is especially useful for frozen classes.  Example usage::

      @dataclass(frozen=True)
      class C:
          x: int
          y: int

      c = C(1, 2)
      c1 = replace(c, x=3)
      assert c1.x == 3 and c1.y == 2
    """
    if not _is_dataclass_instance(obj):
        raise TypeError('replace() should be called on dataclass instances')
    for f in getattr(obj, _FIELDS).values():
        if f._field_type is _FIELD_CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f'field {f.name} is declared with init=False, it cannot be specified with replace()')
            continue
        if f.name not in changes:
            if f._field_type is _FIELD_INITVAR and f.default is MISSING:
                raise ValueError(f'InitVar {f.name!r} must be specified with replace()')
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)
