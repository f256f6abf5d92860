"""Enumerations: classes whose members are named constants."""
import builtins
import sys
from types import DynamicClassAttribute, MappingProxyType

__all__ = ['CONFORM', 'CONTINUOUS', 'EJECT', 'Enum', 'EnumCheck', 'EnumMeta', 'EnumType', 'Flag', 'FlagBoundary',
           'IntEnum', 'IntFlag', 'KEEP', 'NAMED_FLAGS', 'ReprEnum', 'STRICT', 'StrEnum', 'UNIQUE', 'auto', 'global_enum',
           'global_enum_repr', 'global_flag_repr', 'global_str', 'member', 'nonmember', 'property', 'unique', 'verify']

_SPECIAL = {'_order_', '_missing_', '_ignore_', '_generate_next_value_', '_numeric_repr_', '_create_pseudo_member_'}
_TEXT_METHODS = ('__repr__', '__str__', '__format__', '__reduce_ex__')
_BIT_METHODS = ('__or__', '__and__', '__xor__', '__ror__', '__rand__', '__rxor__', '__invert__')
_UNSET = object()


class _Marker:
    """A wrapped value that the class body treats in its own way."""

    def __init__(self, value):
        self.value = value


class nonmember(_Marker):
    """Keeps a value out of the members."""


class member(_Marker):
    """Makes a member of a value that would not become one."""


class auto:
    """A placeholder for a value that the enumeration chooses."""

    def __init__(self, value=_UNSET):
        self.value = value

    def __repr__(self):
        return 'auto()' if self.value is _UNSET else f'auto({self.value!r})'


class property(builtins.property):
    """A property of members that leaves its name free for a member of the class."""

    def __set_name__(self, owner, name):
        self.name, self.clsname = name, owner.__name__

    def __get__(self, obj, owner=None):
        if obj is not None:
            if self.fget is None:
                raise AttributeError(f'{owner!r} has no attribute {self.name!r}')
            return self.fget(obj)
        found = owner.__dict__.get('_member_map_', {})
        if self.name not in found:
            raise AttributeError(self.name)
        return found[self.name]

    def __set__(self, obj, value):
        if self.fset is None:
            raise AttributeError(f'<enum {self.clsname!r}> cannot set attribute {self.name!r}')
        self.fset(obj, value)

    def __delete__(self, obj):
        if self.fdel is None:
            raise AttributeError(f'<enum {self.clsname!r}> cannot delete attribute {self.name!r}')
        self.fdel(obj)


def _split(names):
    return names.replace(',', ' ').split() if isinstance(names, str) else list(names)


def _iter_bits_lsb(number):
    """The single bits of a number, the lowest first."""
    number = number.value if isinstance(number, Enum) else number
    if number < 0:
        raise ValueError(f'{number!r} is not a positive integer')
    while number:
        low = number & -number
        yield low
        number -= low


def _is_single_bit(value):
    return isinstance(value, int) and value > 0 and not value & (value - 1)


def _high_bit(value):
    return value.bit_length() - 1


_DATA = frozenset((int, str, float, bool, bytes, tuple, type(None)))  # types of most members' values, none of them a descriptor


def _is_descriptor(value):
    return type(value) not in _DATA and any(hasattr(value, hook) for hook in ('__get__', '__set__', '__delete__'))


def _framed(name, marks):
    """Whether a name lies between so many underscores, with something else next to them."""
    edge, inner = '_' * marks, name[marks:-marks]
    return bool(inner) and name == edge + inner + edge and inner[0] != '_' != inner[-1]


def _is_sunder(name):
    return _framed(name, 1)


def _is_dunder(name):
    return _framed(name, 2)


def _is_private(cls_name, name):
    """Whether a name is what the compiler makes of one with two underscores in a class."""
    start = f'_{cls_name}__'
    return len(name) > len(start) and name.startswith(start) and not name.endswith('__')


def _owner(cls, name):
    """The class that an attribute comes from."""
    for base in cls.__mro__:
        if name in base.__dict__:
            return base


class _Body(dict):
    """The namespace of a class body, which picks the members out as they are assigned."""

    def __init__(self, owner='', generate=None):
        super().__init__()
        self._private = f'_{owner}__'
        self._member_names, self._skip, self._values, self._generate = [], [], [], generate

    def __setitem__(self, key, value):
        if key in self and key in self._member_names:
            raise TypeError(f'{key!r} already defined as {self[key]!r}')
        edge = len(key) > 2 and key[0] == key[-1] == '_'
        if key.startswith(self._private):
            pass
        elif edge and not key.startswith('__') and not key.endswith('__'):
            value = self._special(key, value)
        elif type(value) is nonmember:
            value = value.value
        elif not self._plain(key, value, edge):
            if key in self:
                raise TypeError(f'{key!r} already defined as {self[key]!r}')
            value = self._resolve(key, value.value if isinstance(value, member) else value)
            self._member_names.append(key)
        super().__setitem__(key, value)

    def _plain(self, key, value, edge):
        if edge and key.startswith('__') and key.endswith('__') or key in self._skip:
            return True
        return _is_descriptor(value)

    def update(self, members=(), **more):
        for key, value in dict(members, **more).items():
            self[key] = value

    def _special(self, key, value):
        if key not in _SPECIAL:
            raise ValueError(f'_sunder_ names, such as {key!r}, are reserved for future Enum use')
        if key == '_generate_next_value_':
            if self._member_names:
                raise TypeError(f'{key} must be defined before members')
            self._generate = value.__func__ if isinstance(value, staticmethod) else value
        elif key == '_ignore_':
            self._skip = value = _split(value)
            if taken := set(value) & set(self._member_names):
                raise ValueError(f'_ignore_ cannot specify already set names: {taken!r}')
        return value

    def _resolve(self, key, value):
        if type(value) is tuple and auto in (kinds := [type(part) for part in value]):
            return tuple(self._resolve(key, part) if kind is auto else part for part, kind in zip(value, kinds))
        if type(value) is auto:
            if value.value is _UNSET:
                value.value = self._generate(key, 1, len(self._member_names), self._values[:])
            value = value.value
        self._values.append(value)
        return value


def _enum_base(name, bases):
    """The enumeration that a new one derives from; one that has members already has no heirs."""
    for base in bases:
        if isinstance(base, EnumType) and base._member_map_:
            raise TypeError(f'<enum {name!r}> cannot extend {base!r}')
    if not bases:
        return None
    if not isinstance(bases[-1], EnumType):
        raise TypeError('new enumerations should be created as '
                        '`EnumName([mixin_type, ...] [data_type,] enum_type)`')
    return bases[-1]


def _shapes_values(base):
    """Whether a base, or a class above it, has its own way of making or filling instances."""
    return any(not vars(above).keys().isdisjoint(('__new__', '__init__', '__dataclass_fields__'))
               for above in base.__mro__ if above is not object)


def _value_type(name, bases):
    """The type that members are instances of beside their enumeration."""
    kinds = {base._member_type_ if isinstance(base, EnumType) else base if _shapes_values(base) else object
             for base in bases} - {object}
    if len(kinds) > 1:
        raise TypeError(f'too many data types for {name!r}: {kinds!r}')
    return kinds.pop() if kinds else object


class EnumType(type):
    """The type of enumerations."""

    @classmethod
    def __prepare__(metacls, name, bases, **options):
        base = _enum_base(name, bases)
        return _Body(name, getattr(base, '_generate_next_value_', None))

    def __new__(metacls, name, bases, body, *, boundary=None, **options):
        names = body._member_names
        if wrong := [repr(key) for key in ('mro', '') if key in names]:
            raise ValueError(f'invalid enum member name(s) {",".join(wrong)}')
        base = _enum_base(name, bases)
        hidden = {*names, *body._skip, '_ignore_', '_order_'}
        space = {key: value for key, value in body.items() if key not in hidden}
        space.update(_member_names_=[], _member_map_={}, _value2member_map_={}, _loose_members_=[],
                     _member_type_=_value_type(name, bases), _value_repr_=None, _flag_mask_=0, _all_bits_=0,
                     _boundary_=boundary or getattr(base, '_boundary_', None), _generate_next_value_=body._generate)
        cls = super().__new__(metacls, name, bases, space, **options)
        kind = cls._member_type_
        type.__setattr__(cls, '_new_member_', next(vars(c)['__new__'] for c in cls.__mro__
                                                   if '__new__' in vars(c)))
        if kind is not object:
            type.__setattr__(cls, '_value_repr_', getattr(base, '_value_repr_', None) or kind.__repr__)
            cls._choose_methods(base, bases, space)
        if names:
            cls._add_members(names, body)
        if '_order_' in body:
            order = [key for key in _split(body['_order_'])
                     if key not in cls._member_map_ or key in cls._member_names_]
            if order != cls._member_names_:
                raise TypeError(f'member order does not match _order_:\n  {cls._member_names_}\n  {order}')
        return cls

    def __init__(cls, name, bases, body, **options):
        super().__init__(name, bases, body)

    def _choose_methods(cls, base, bases, space):
        """Put the methods of the enumeration before those of the value type, which comes first in the bases."""
        kind, texts = cls._member_type_, {}
        if ReprEnum is None or ReprEnum in bases:
            plain = _owner(kind, '__str__') is object
            texts = {'__str__': kind.__repr__ if plain else kind.__str__, '__format__': kind.__format__}
        for name in _TEXT_METHODS + (_BIT_METHODS if cls._is_flag() else ()):
            if name in space:
                continue
            if name in texts:
                type.__setattr__(cls, name, texts[name])
            elif not isinstance(_owner(cls, name), EnumType) and _owner(cls, name) in kind.__mro__:
                type.__setattr__(cls, name, getattr(base, name))

    def _is_flag(cls):
        return Flag is not None and issubclass(cls, Flag)

    def _make(cls, raw):
        """A new member with its value, without a name."""
        kind = cls._member_type_
        args = raw if isinstance(raw, tuple) and kind is not tuple else (raw,)
        if _owner(cls, '__new__') is object:
            self = object.__new__(cls)
        else:
            self = cls.__new__(cls, *args)
        if '_value_' not in self.__dict__:
            try:
                self._value_ = raw if kind is object else kind(*args)
            except Exception:
                raise TypeError('_value_ not set in __new__, unable to create it')
        return self, args

    def _add_members(cls, names, body):
        """Make the members, in the order of the body; nearly all are of types without a way of their own to make and fill them."""
        kind, flag, made_by = cls._member_type_, cls._is_flag(), _owner(cls, '__new__')
        direct = made_by is kind and kind in (object, int) and _owner(cls, '__init__') is Enum
        inherited = set().union(*[vars(c) for c in cls.__mro__ if c.__module__ != 'builtins'])
        for name in names:
            raw = body[name]
            if direct and (kind is object or type(raw) is int):
                self, args = (object.__new__(cls) if kind is object else int.__new__(cls, raw)), None
                self._value_ = raw
            else:
                self, args = cls._make(raw)
            self._name_ = name
            self.__objclass__ = cls
            self._sort_order_ = len(cls._member_names_)
            if args is not None:
                self.__init__(*args)
            cls._member_map_[name] = self = cls._enter(name, self, flag)
            if name not in inherited or not isinstance(vars(_owner(cls, name)).get(name), (property, DynamicClassAttribute)):
                type.__setattr__(cls, name, self)

    def _enter(cls, name, self, flag):
        """The member of that value: an earlier one, or this, which is known by it from now on."""
        value = self._value_
        try:
            known = cls._value2member_map_.setdefault(value, self)
        except TypeError:
            known = cls._find_member(value)
            if known is None:
                cls._loose_members_.append(known := self)
        if known is not self:
            return known
        if flag and isinstance(value, int):
            mask = cls._flag_mask_ | value
            if mask != cls._flag_mask_:
                type.__setattr__(cls, '_flag_mask_', mask)
                type.__setattr__(cls, '_all_bits_', (1 << mask.bit_length()) - 1)
            if not _is_single_bit(value):
                return self
        cls._member_names_.append(name)
        return self

    def _find_member(cls, value):
        """The member that has a value already."""
        try:
            return cls._value2member_map_.get(value)
        except TypeError:
            for each in cls._loose_members_:
                if each._value_ == value:
                    return each

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        """Find the member of a value, or make a new enumeration when names are given."""
        if names is not None:
            if module is None:
                module = sys._getframe(1).f_globals.get('__name__')
            return cls._build(value, names, module, qualname, type, start, boundary)
        if builtins.type(value) is cls:
            return value
        found = cls._find_member(value)
        if found is not None:
            return found
        problem = ValueError(f'{value!r} is not a valid {cls.__qualname__}')
        try:
            found = cls._missing_(value)
            if found is None:
                error = problem
            elif isinstance(found, cls) or cls._boundary_ is EJECT is not None and isinstance(found, int):
                return found
            else:
                error = TypeError(f'error in {cls.__name__}._missing_: returned {found!r} '
                                  'instead of None or a valid member')
                error.__context__ = problem
        except Exception as raised:
            if not isinstance(raised, ValueError):
                raised.__context__ = problem
            raise
        raise error

    def _build(cls, name, names, module, qualname, kind, start, boundary):
        bases = (cls,) if kind is None else (kind, cls)
        body = type(cls).__prepare__(name, bases)
        values = []
        for item in _split(names):
            if isinstance(item, str) and hasattr(names, 'keys'):
                key, value = item, names[item]
            elif isinstance(item, str):
                key, value = item, cls._generate_next_value_(item, start, len(values), values[:])
                values.append(value)
            else:
                key, value = item
            body[key] = value
        if module is not None:
            body['__module__'] = module
        if qualname is not None:
            body['__qualname__'] = qualname
        return type(cls)(name, bases, body, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        """An enumeration of the constants of a module whose names pass the filter; they are its members from then on."""
        space = vars(sys.modules[module])
        found = [item for item in (vars(source) if source else space).items() if filter(item[0])]
        try:
            found.sort(key=lambda item: item[::-1])
        except TypeError:
            found.sort(key=lambda item: item[0])
        made = cls(name, found, module=module, boundary=boundary or KEEP)
        if as_global:
            global_enum(made)
        else:
            made.__reduce_ex__ = _reduce_ex_by_global_name
        space.update(made.__members__)
        space[name] = made
        return made

    def __getattr__(cls, key):
        if key[:2] == key[-2:] == '__':
            raise AttributeError(key)
        try:
            return cls._member_map_[key]  # a member whose name a property of members has
        except KeyError:
            raise AttributeError(key) from None

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get('_member_map_', ()):
            raise AttributeError(f'cannot reassign member {name!r}')
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls._member_map_:
            raise AttributeError(f'{cls.__name__!r} cannot delete member {name!r}.')
        super().__delattr__(name)

    def __contains__(cls, item):
        if not isinstance(item, Enum):
            import warnings
            warnings.warn('in 3.12 __contains__ will no longer raise TypeError, but will return True or\nFalse '
                          'depending on whether the value is a member or the value of a member',
                          DeprecationWarning, stacklevel=2)
            raise TypeError("unsupported operand type(s) for 'in': "
                            f'{type(item).__qualname__!r} and {type(cls).__qualname__!r}')
        return isinstance(item, cls) and item._name_ in cls._member_map_

    def __dir__(cls):
        shown = {'__class__', '__contains__', '__doc__', '__getitem__', '__init_subclass__', '__iter__', '__len__',
                 '__members__', '__module__', '__name__', '__qualname__'}
        return sorted(shown.union(cls._member_names_, dir(cls._member_type_) if cls._member_type_ is not object else ()))

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return map(cls._member_map_.get, cls._member_names_)

    def __reversed__(cls):
        return map(cls._member_map_.get, cls._member_names_[::-1])

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    def __repr__(cls):
        return f'<{"flag" if cls._is_flag() else "enum"} {cls.__name__!r}>'

    @builtins.property
    def __members__(cls):
        """All names, aliases too, with their members."""
        return MappingProxyType(cls._member_map_)


EnumMeta = EnumType
Flag = ReprEnum = EJECT = None


class Enum(metaclass=EnumType):
    """An enumeration: derive from it and assign the members in the body."""

    def __init__(self, *args, **options):
        pass

    def _generate_next_value_(name, first, count, past):
        for value in reversed(past):
            try:
                return value + 1
            except TypeError:
                pass
        return first

    @classmethod
    def _missing_(cls, value):
        return None

    @property
    def name(self):
        """The name of the member."""
        return self._name_

    @property
    def value(self):
        """The value of the member."""
        return self._value_

    def __repr__(self):
        return f'<{type(self).__name__}.{self._name_}: {self._value_!r}>'

    def __str__(self):
        return f'{type(self).__name__}.{self._name_}'

    def __format__(self, spec):
        return str.__format__(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __dir__(self):
        shown = {'__class__', '__doc__', '__eq__', '__hash__', '__module__', 'name', 'value'}
        for base in type(self).__mro__[:-1]:
            shown.update(key for key in base.__dict__ if key[0] != '_')
        return sorted(shown.union(key for key in self.__dict__ if key[0] != '_'))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce_ex__(self, protocol):
        if self._name_ in type(self)._member_map_:
            return getattr, (type(self), self._name_)
        return type(self), (self._value_,)


class ReprEnum(Enum):
    """An enumeration whose members keep the str() and format() of their value type."""


class IntEnum(int, ReprEnum):
    """An enumeration whose members are integers, too."""


class StrEnum(str, ReprEnum):
    """An enumeration whose members are strings, too."""

    def __new__(cls, *args):
        if len(args) > 3:
            raise TypeError(f'too many arguments for str(): {args!r}')
        if len(args) == 1 and not isinstance(args[0], str):
            raise TypeError(f'{args[0]!r} is not a string')
        for what, arg in zip(('encoding', 'errors'), args[1:]):
            if not isinstance(arg, str):
                raise TypeError(f'{what} must be a string, not {arg!r}')
        text = str(*args)
        made = str.__new__(cls, text)
        made._value_ = text
        return made

    def _generate_next_value_(name, first, count, past):
        return name.lower()


class FlagBoundary(StrEnum):
    """What a flag does with bits that no member has."""
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


def bin(num, max_bits=None):
    """The bits of a number in two's complement, the sign first: bin(10) is '0b0 1010', bin(~10) '0b1 0101'."""
    width = max((~num).bit_length(), 1) if num < 0 else num.bit_length()
    if max_bits is not None:
        width = max(width, max_bits)
    return f'0b{int(num < 0)} ' + (f'{num & (1 << width) - 1:0{width}b}' if width else '')


def _bit_operation(symbol):
    compute = {'|': int.__or__, '&': int.__and__, '^': int.__xor__}[symbol]

    def operation(self, other):
        cls = type(self)
        if isinstance(other, cls):
            other = other._value_
        elif cls._member_type_ is object or not isinstance(other, cls._member_type_):
            return NotImplemented
        return cls(compute(self._value_, other))
    return operation


class Flag(Enum, boundary=CONFORM):
    """An enumeration whose members are bits that can be put together."""

    def _generate_next_value_(name, first, count, past):
        if not past:
            return first
        last = max(past)
        if not isinstance(last, int):
            raise TypeError(f'invalid flag value {last!r}')
        return 1 << last.bit_length()

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f'{value!r} is not a valid {cls.__qualname__}')
        value, mask = int(value), cls._flag_mask_
        if value & ~mask:
            if cls._boundary_ is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError(f'{cls!r} invalid value {value}\n    given {bin(value, width)}\n'
                                 f'  allowed {bin(mask, width)}')
            if cls._boundary_ is EJECT:
                return value
            if cls._boundary_ is CONFORM:
                value &= mask
            elif value < 0:
                value += max(cls._all_bits_ + 1, 1 << (~value).bit_length())
        return cls._find_member(value) or cls._compose(value)

    @classmethod
    def _compose(cls, value):
        """A member without a line of its own in the class."""
        kind = cls._member_type_
        self = object.__new__(cls) if kind is object else kind.__new__(cls, value)
        self._value_ = value
        names, rest = [], value
        for each in cls:
            if each._value_ & value:
                names.append(each._name_)
                rest &= ~each._value_
        if names and rest:
            names.append(str(rest))
        self._name_ = '|'.join(names) or None
        return cls._value2member_map_.setdefault(value, self)

    def __repr__(self):
        label = '' if self._name_ is None else '.' + self._name_
        return f'<{type(self).__name__}{label}: {self._value_!r}>'

    def __str__(self):
        cls = type(self).__name__
        return f'{cls}({self._value_!r})' if self._name_ is None else f'{cls}.{self._name_}'

    def __bool__(self):
        return self._value_ != 0

    def __len__(self):
        return self._value_.bit_count()

    def __iter__(self):
        return (each for each in type(self) if each._value_ & self._value_)

    def __contains__(self, other):
        if not isinstance(other, type(self)):
            raise TypeError("unsupported operand type(s) for 'in': "
                            f'{type(other).__qualname__!r} and {type(self).__qualname__!r}')
        return not other._value_ & ~self._value_

    __or__ = __ror__ = _bit_operation('|')
    __and__ = __rand__ = _bit_operation('&')
    __xor__ = __rxor__ = _bit_operation('^')

    def __invert__(self):
        cls = type(self)
        return cls(~self._value_ if cls._boundary_ is KEEP else cls._flag_mask_ & ~self._value_)


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """A flag whose members are integers, too."""


def _aliases(enumeration):
    return [f'{name} -> {each.name}' for name, each in enumeration.__members__.items() if name != each.name]


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """A class decorator: the enumeration that `class NAME(etype)` with the class's body would make."""
    def convert(cls):
        metacls, options = type(etype), {} if boundary is None else {'boundary': boundary}
        body = metacls.__prepare__(cls.__name__, (etype,), **options)
        for key, value in vars(cls).items():
            if key not in ('__dict__', '__weakref__'):
                body[key] = value
        return metacls(cls.__name__, (etype,), body, **options)
    return convert


def unique(enumeration):
    """Decorator that refuses two names for one value."""
    if found := _aliases(enumeration):
        raise ValueError(f'duplicate values found in {enumeration!r}: {", ".join(found)}')
    return enumeration


class EnumCheck(StrEnum):
    """What verify() can check."""
    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


def show_flag_values(value):
    """The single bits of a flag's value."""
    return list(_iter_bits_lsb(int(value)))


def _missing_values(cls):
    values = {each.value for each in cls}
    if len(values) < 2:
        return []
    first, last = min(values), max(values)
    wanted = _iter_bits_lsb(last * 2 - first) if cls._is_flag() else range(first, last + 1)
    return [value for value in wanted if value not in values]


def _check_named_flags(cls):
    known, missing, names = sum(each.value for each in cls), 0, []
    for name, each in cls.__members__.items():
        if each.value > 0 and each.value & ~known:
            names.append(name)
            missing |= each.value & ~known
    if names:
        who = f'alias {names[0]} is' if len(names) == 1 else f'aliases {", ".join(names[:-1])} and {names[-1]} are'
        what = 'value' if _is_single_bit(missing) else 'combined values of'
        raise ValueError(f'invalid Flag {cls.__name__!r}: {who} missing {what} 0x{missing:x} '
                         '[use enum.show_flag_values(value) for details]')


class verify:
    """Decorator that checks an enumeration for the given properties."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check is UNIQUE and (found := _aliases(enumeration)):
                raise ValueError(f'aliases found in {enumeration!r}: {", ".join(found)}')
            if check is CONTINUOUS and (found := _missing_values(enumeration)):
                kind = 'flag' if enumeration._is_flag() else 'enum'
                raise ValueError(f'invalid {kind} {enumeration.__name__!r}: '
                                 f'missing values {", ".join(map(str, found))}')
            if check is NAMED_FLAGS and enumeration._is_flag():
                _check_named_flags(enumeration)
        return enumeration


def global_enum_repr(each):
    """The repr of a member of an enumeration that is global in its module."""
    return f'{type(each).__module__.split(".")[-1]}.{each._name_}'


def global_flag_repr(self):
    """The repr of a flag that is global in its module."""
    module = type(self).__module__.split('.')[-1]
    if self._name_ is None:
        return f'{module}.{type(self).__name__}({self._value_!r})'
    return '|'.join(part if part.isdigit() else f'{module}.{part}' for part in self._name_.split('|'))


def global_str(self):
    """The name alone."""
    return f'{type(self).__name__}({self._value_!r})' if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    """Decorator that puts the members into the module, too."""
    cls.__repr__ = global_flag_repr if cls._is_flag() else global_enum_repr
    if update_str or not issubclass(cls, ReprEnum):
        cls.__str__ = global_str
    vars(sys.modules[cls.__module__]).update(cls._member_map_)
    return cls


def _reduce_ex_by_global_name(self, proto):
    """For pickles of members that are names of their module."""
    return self.name


def _make_class_unpicklable(obj):
    """Let members of an enumeration, or objects of a class, refuse to be pickled."""
    def refuse(self, proto):
        raise TypeError(f'{self!r} cannot be pickled')
    type.__setattr__(obj, '__reduce_ex__', refuse)
    type.__setattr__(obj, '__module__', '<unknown>')


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """Decorator that makes an enumeration of a class as if it had been derived from etype."""
    def convert(cls):
        body = type(etype).__prepare__(cls.__name__, (etype,))
        for key, value in vars(cls).items():
            if key not in ('__dict__', '__weakref__'):
                body[key] = value
        return type(etype)(cls.__name__, (etype,), body, boundary=boundary)
    return convert


def _differences(checked, simple):
    """What two enumerations that should be equal differ in, one text each."""
    texts = set(_TEXT_METHODS)
    ours, theirs = (set(vars(each)) - texts for each in (checked, simple))
    members = [set(each._member_map_) for each in (checked, simple)]
    yield from (f'missing key: {key!r}' for key in sorted(ours - theirs - members[0]))
    yield from (f'extra key:   {key!r}' for key in sorted(theirs - ours - members[1]))
    if checked._member_names_ != simple._member_names_:
        yield (f"'_member_names_':\n         checked -> {checked._member_names_!r}\n"
               f'         simple  -> {simple._member_names_!r}')
    yield from (f'missing member from simple enum: {key!r}' for key in sorted(members[0] - members[1]))
    yield from (f'extra member in simple enum: {key!r}' for key in sorted(members[1] - members[0]))
    for name in checked._member_map_:
        if name in members[1]:
            one, other = (vars(each._member_map_[name]) for each in (checked, simple))
            wrong = [f'\n      {key!r}:\n         checked member -> {one.get(key)!r}\n'
                     f'         simple member  -> {other.get(key)!r}' for key in sorted({*one, *other})
                     if key not in ('__objclass__', '_sort_order_') and one.get(key) != other.get(key)]
            if wrong:
                yield f'{name!r} member mismatch:' + ''.join(wrong)


def _test_simple_enum(checked_enum, simple_enum):
    """Raise a TypeError where an enumeration made by _simple_enum() is not what deriving from Enum gives."""
    if found := list(_differences(checked_enum, simple_enum)):
        raise TypeError('enum mismatch:\n   ' + '\n   '.join(found))
