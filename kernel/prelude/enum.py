"""Enumerations: classes whose members are constants with a name and a value."""
import sys
from types import DynamicClassAttribute, MappingProxyType

__all__ = ['EnumType', 'EnumMeta', 'Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag', 'ReprEnum', 'auto', 'unique',
           'property', 'verify', 'member', 'nonmember', 'FlagBoundary', 'STRICT', 'CONFORM', 'EJECT', 'KEEP',
           'global_flag_repr', 'global_enum_repr', 'global_str', 'global_enum', 'EnumCheck', 'CONTINUOUS',
           'NAMED_FLAGS', 'UNIQUE']

Enum = Flag = EJECT = KEEP = STRICT = CONFORM = ReprEnum = None
_builtin_property = __import__('builtins').property


class nonmember(object):
    """Protects item from becoming an Enum member during class creation."""

    def __init__(self, value):
        self.value = value


class member(object):
    """Forces item to become an Enum member during class creation."""

    def __init__(self, value):
        self.value = value


def _is_descriptor(obj):
    return hasattr(obj, '__get__') or hasattr(obj, '__set__') or hasattr(obj, '__delete__')


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__' and name[2] != '_' and name[-3] != '_'


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'


def _is_private(cls_name, name):
    prefix = f'_{cls_name}__'
    return len(name) > len(prefix) and name.startswith(prefix) and (name[-1] != '_' or name[-2] != '_')


def _is_internal_class(cls_name, obj):
    return isinstance(obj, type) and getattr(obj, '__qualname__', '').rpartition('.')[0].endswith(cls_name)


def _high_bit(value):
    return value.bit_length() - 1


def _iter_bits_lsb(num):
    while num:
        bit = num & -num
        yield bit
        num ^= bit


def bin(num, max_bits=None):
    """Like built-in bin(), except negative values are represented in
    twos-compliment, and the leading bit always indicates sign
    (0=positive, 1=negative).
    """
    ceiling = 2 ** num.bit_length()
    text = format(num + ceiling, 'b') if num >= 0 else format(~num ^ (ceiling - 1) + ceiling, 'b')
    sign, digits = ('0b0', text[1:]) if num >= 0 else ('0b1', text[1:])
    if max_bits is not None and len(digits) < max_bits:
        digits = (sign[-1] * max_bits + digits)[-max_bits:]
    return f'{sign} {digits}'


_auto_null = object()


class auto:
    """Instances are replaced with an appropriate value in Enum class suites."""

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return f'auto({self.value!r})'


class property(DynamicClassAttribute):
    """This is a descriptor, used to define attributes that act differently
    when accessed through an enum member and through an enum class.
    """
    member = None

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.member is not None:
                return self.member
            raise AttributeError(f'{ownerclass!r} has no attribute {self.name!r}')
        if self.fget is not None:
            return self.fget(instance)
        value = instance.__dict__.get('_' + self.name + '_', _auto_null)
        if value is not _auto_null:
            return value
        raise AttributeError(f'{ownerclass!r} has no attribute {self.name!r}')

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot set attribute {self.name!r}")
        return self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot delete attribute {self.name!r}")
        return self.fdel(instance)

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__


class _EnumDict(dict):
    """Keeps track of the order of members and refuses names that are used twice."""

    def __init__(self):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False
        self._generate_next_value = None
        self._cls_name = None

    def __setitem__(self, key, value):
        if _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            value = self._set_sunder(key, value)
        elif _is_dunder(key):
            if key == '__order__':
                key = '_order_'
        elif key in self._member_names:
            raise TypeError(f'{key!r} already defined as {self[key]!r}')
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif not isinstance(value, member) and (_is_descriptor(value) or _is_internal_class(self._cls_name, value)):
            pass
        else:
            if key in self:
                raise TypeError(f'{key!r} already defined as {self[key]!r}')
            if isinstance(value, member):
                value = value.value
            value = self._resolve_auto(key, value)
            self._member_names[key] = None
            self._last_values.append(value)
        super().__setitem__(key, value)

    def _set_sunder(self, key, value):
        if key not in ('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_', '_ignore_', '_iter_member_',
                       '_iter_member_by_value_', '_iter_member_by_def_'):
            raise ValueError(f'_sunder_ names, such as {key!r}, are reserved for future Enum use')
        if key == '_generate_next_value_':
            if self._auto_called:
                raise TypeError('_generate_next_value_ must be defined before members')
            self._generate_next_value = value.__func__ if isinstance(value, staticmethod) else value
        elif key == '_ignore_':
            value = value.replace(',', ' ').split() if isinstance(value, str) else list(value)
            self._ignore = value
            already = set(value) & set(self._member_names)
            if already:
                raise ValueError(f'_ignore_ cannot specify already set names: {already!r}')
        return value

    def _resolve_auto(self, key, value):
        if isinstance(value, auto):
            self._auto_called = True
            if value.value is _auto_null:
                value.value = self._generate_next_value(key, 1, len(self._member_names), self._last_values[:])
            return value.value
        if type(value) is tuple and any(isinstance(v, auto) for v in value):
            return tuple(self._resolve_auto(key, v) if isinstance(v, auto) else v for v in value)
        return value

    def update(self, members, **more_members):
        for name in members.keys() if hasattr(members, 'keys') else ():
            self[name] = members[name]
        if not hasattr(members, 'keys'):
            for name, value in members:
                self[name] = value
        for name, value in more_members.items():
            self[name] = value


class EnumType(type):
    """Metaclass for Enum"""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        enum_dict = _EnumDict()
        enum_dict._cls_name = cls
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        if first_enum is not None:
            enum_dict['_generate_next_value_'] = getattr(first_enum, '_generate_next_value_', None)
        return enum_dict

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        names = list(classdict._member_names)
        invalid = set(names) & {'mro', ''}
        if invalid:
            raise ValueError(f'invalid enum member name(s) {",".join(repr(n) for n in invalid)}')
        ignore = classdict._ignore
        values = {name: classdict[name] for name in names}
        body = {k: v for k, v in classdict.items() if k not in values and k not in ignore and k != '_ignore_'}
        order = body.pop('_order_', None)
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        make, save_new, use_args = metacls._find_new_(body, member_type, first_enum)
        if body.get('_generate_next_value_') is not None and \
                not isinstance(body['_generate_next_value_'], staticmethod):
            body['_generate_next_value_'] = staticmethod(body['_generate_next_value_'])
        body.update(_member_names_=[], _member_map_={}, _value2member_map_={}, _unhashable_values_=[],
                    _member_type_=member_type, _value_repr_=metacls._find_data_repr_(cls, bases))
        body['_new_member_'] = make
        body['_use_args_'] = use_args
        is_flag = Flag is not None and any(issubclass(b, Flag) for b in bases)
        if Flag is None and cls == 'Flag':
            is_flag = True
        body['_boundary_'] = boundary or getattr(first_enum, '_boundary_', None)
        body['_flag_mask_'] = body['_singles_mask_'] = body['_all_bits_'] = 0
        body['_inverted_'] = None
        enum_class = super().__new__(metacls, cls, bases, body, **kwds)
        for name in names:
            metacls._add_member_(enum_class, name, values[name], is_flag)
        metacls._finish_(enum_class, bases, body, member_type, first_enum, save_new)
        if order is not None:
            metacls._check_order_(enum_class, order, is_flag)
        return enum_class

    def __init__(cls, *args, **kwds):
        pass

    @staticmethod
    def _add_member_(enum_class, name, value, is_flag):
        args = value if isinstance(value, tuple) else (value,)
        if enum_class._member_type_ is tuple:
            args = (args,)
        make = enum_class._new_member_
        if not enum_class._use_args_:
            new = make(enum_class)
        else:
            new = make(enum_class, *args)
        if not hasattr(new, '_value_'):
            if enum_class._member_type_ is object:
                new._value_ = value
            else:
                try:
                    new._value_ = enum_class._member_type_(*args)
                except Exception as exc:
                    raise TypeError('_value_ not set in __new__, unable to create it') from exc
        value = new._value_
        new._name_ = name
        new.__objclass__ = enum_class
        new.__init__(*args)
        new._sort_order_ = len(enum_class._member_names_)
        canonical = None
        try:
            canonical = enum_class._value2member_map_.get(value)
        except TypeError:
            for other in enum_class._member_map_.values():
                if other._value_ == value:
                    canonical = other
                    break
        if canonical is not None:
            new = canonical
        else:
            multi = is_flag and isinstance(value, int) and (value & (value - 1) if value > 0 else True)
            if is_flag and isinstance(value, int):
                enum_class._flag_mask_ |= value
                if value > 0 and not value & (value - 1):
                    enum_class._singles_mask_ |= value
                enum_class._all_bits_ = 2 ** enum_class._flag_mask_.bit_length() - 1
            if not multi:
                enum_class._member_names_.append(name)
        enum_class._member_map_[name] = new
        found = None
        for base in enum_class.__mro__[1:]:
            found = base.__dict__.get(name)
            if found is not None:
                break
        if isinstance(found, (property, DynamicClassAttribute)):
            redirect = property(found.fget, found.fset, found.fdel)
            redirect.member = new
            redirect.__set_name__(enum_class, name)
            type.__setattr__(enum_class, name, redirect)
        else:
            type.__setattr__(enum_class, name, new)
        try:
            enum_class._value2member_map_.setdefault(value, new)
        except TypeError:
            enum_class._unhashable_values_.append(value)

    @classmethod
    def _finish_(metacls, enum_class, bases, body, member_type, first_enum, save_new):
        if '__reduce_ex__' not in body:
            enum_class.__reduce_ex__ = _reduce_member
        if ReprEnum is not None and ReprEnum in bases:
            if '__format__' not in body:
                body['__format__'] = enum_class.__format__ = member_type.__format__
            if '__str__' not in body:
                text = member_type.__str__
                body['__str__'] = enum_class.__str__ = member_type.__repr__ if text is object.__str__ else text
        for name in ('__repr__', '__str__', '__format__', '__reduce_ex__'):
            if name not in body and Enum is not None:
                own = getattr(enum_class, name)
                if own in (getattr(member_type, name, None), getattr(object, name)):
                    setattr(enum_class, name, getattr(first_enum, name))
        if Flag is not None and issubclass(enum_class, Flag):
            for name in ('__or__', '__and__', '__xor__', '__ror__', '__rand__', '__rxor__', '__invert__'):
                if name not in body:
                    type.__setattr__(enum_class, name, getattr(Flag, name))
            members = list(enum_class._member_map_.values())
            if [m._value_ for m in members] != sorted(m._value_ for m in members):
                enum_class._iter_member_ = enum_class._iter_member_by_def_
        if Enum is not None:
            if save_new:
                enum_class.__new_member__ = body.get('__new__')
            enum_class.__new__ = Enum.__new__

    @staticmethod
    def _check_order_(enum_class, order, is_flag):
        if isinstance(order, str):
            order = order.replace(',', ' ').split()
        names = [n for n in order if n in enum_class._member_map_ and
                 enum_class._member_map_[n]._name_ == n]
        if names != enum_class._member_names_:
            raise TypeError(f'member order does not match _order_:\n  {enum_class._member_names_!r}\n  {names!r}')

    def __bool__(cls):
        """classes/types should always be True."""
        return True

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        """Either returns an existing member, or creates a new enum class."""
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def __contains__(cls, member):
        """Return True if member is a member of this enum
        raises TypeError if member is not an enum member
        """
        if not isinstance(member, Enum):
            raise TypeError(f"unsupported operand type(s) for 'in': '{type(member).__qualname__}' and "
                            f"'{cls.__class__.__qualname__}'")
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __delattr__(cls, attr):
        if attr in cls._member_map_:
            raise AttributeError(f'{cls.__name__!r} cannot delete member {attr!r}.')
        super().__delattr__(attr)

    def __setattr__(cls, name, value):
        """Block attempts to reassign Enum members."""
        if name in cls.__dict__.get('_member_map_', {}):
            raise AttributeError(f'cannot reassign member {name!r}')
        super().__setattr__(name, value)

    def __dir__(cls):
        wanted = ['__class__', '__contains__', '__doc__', '__getitem__', '__iter__', '__len__', '__members__',
                  '__module__', '__name__', '__qualname__'] + cls._member_names_
        if cls._member_type_ is object:
            return sorted(wanted)
        return sorted(set(dir(cls._member_type_)).union(wanted))

    def __getattr__(cls, name):
        """Return the enum member matching `name`"""
        if _is_dunder(name):
            raise AttributeError(name)
        try:
            return cls._member_map_[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(cls, name):
        """Return the member matching `name`."""
        return cls._member_map_[name]

    def __iter__(cls):
        """Return members in definition order."""
        return (cls._member_map_[name] for name in cls._member_names_)

    def __len__(cls):
        """Return the number of members (no aliases)"""
        return len(cls._member_names_)

    @_builtin_property
    def __members__(cls):
        """Returns a mapping of member name->value.

        This mapping lists all enum members, including aliases. Note that this
        is a read-only view of the internal mapping.
        """
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return f'<flag {cls.__name__!r}>'
        return f'<enum {cls.__name__!r}>'

    def __reversed__(cls):
        """Return members in reverse definition order."""
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        """Convenience method to create a new Enum class."""
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        classdict = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            original, names, last = names, [], []
            for count, name in enumerate(original):
                value = cls._generate_next_value_(name, start, count, last[:])
                last.append(value)
                names.append((name, value))
        for item in names:
            name, value = (item, names[item]) if isinstance(item, str) else item
            classdict[name] = value
        if module is None:
            try:
                module = sys._getframe(2).f_globals['__name__']
            except (AttributeError, KeyError, ValueError):
                module = None
        if module is not None:
            classdict['__module__'] = module
        if qualname is not None:
            classdict['__qualname__'] = qualname
        return metacls.__new__(metacls, class_name, bases, classdict, boundary=boundary)

    @classmethod
    def _check_for_existing_members_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base.__dict__.get('_member_names_'):
                    raise TypeError(f'<enum {class_name!r}> cannot extend {base!r}')

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        """The type that members are of beside Enum, and the Enum class among the bases."""
        if not bases or Enum is None:
            return object, Enum
        first_enum = bases[-1]
        if not isinstance(first_enum, EnumType):
            raise TypeError('new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`')
        return mcls._find_data_type_(class_name, bases) or object, first_enum

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    return base.__dict__.get('_value_repr_') or base._value_repr_
                if '__repr__' in base.__dict__:
                    return base.__dict__['__repr__']
        return None

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        data_types = set()
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        data_types.add(base._member_type_)
                        break
                elif '__new__' in base.__dict__ or '__dataclass_fields__' in base.__dict__:
                    data_types.add(candidate or base)
                    break
                else:
                    candidate = candidate or base
        if len(data_types) > 1:
            raise TypeError(f'too many data types for {class_name!r}: {data_types!r}')
        return data_types.pop() if data_types else None

    @classmethod
    def _find_new_(mcls, classdict, member_type, first_enum):
        """What makes members, whether it must be kept as __new_member__, and whether it takes the value."""
        own = classdict.get('__new__')
        save_new = first_enum is not None and own is not None
        if own is not None:
            own = own.__func__ if isinstance(own, staticmethod) else own
        else:
            for method in ('__new_member__', '__new__'):
                for possible in (member_type, first_enum):
                    target = getattr(possible, method, None)
                    if target not in (None, None.__new__, object.__new__, getattr(Enum, '__new__', None)):
                        own = target
                        break
                if own is not None:
                    break
            else:
                own = object.__new__
        return own, save_new, first_enum is not None and own is not object.__new__


EnumMeta = EnumType


def _reduce_member(self, proto):
    return self.__class__, (self._value_,)


class Enum(metaclass=EnumType):
    """
    Create a collection of name/value pairs.

    Example enumeration:

    >>> class Color(Enum):
    ...     RED = 1
    ...     BLUE = 2
    ...     GREEN = 3

    Access them by:

    - attribute access::

    >>> Color.RED
    <Color.RED: 1>

    - value lookup:

    >>> Color(1)
    <Color.RED: 1>

    - name lookup:

    >>> Color['RED']
    <Color.RED: 1>

    Enumerations can be iterated over, and know how many members they have:

    >>> len(Color)
    3

    >>> list(Color)
    [<Color.RED: 1>, <Color.BLUE: 2>, <Color.GREEN: 3>]

    Methods can be added to enumerations, and members can have their own
    attributes -- see the documentation for details.
    """

    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for member in cls._member_map_.values():
                if member._value_ == value:
                    return member
        error = None
        try:
            result = cls._missing_(value)
        except Exception as e:
            error, result = e, None
        if isinstance(result, cls) or (Flag is not None and issubclass(cls, Flag) and cls._boundary_ is EJECT and
                                       isinstance(result, int)):
            return result
        invalid = ValueError(f'{value!r} is not a valid {cls.__qualname__}')
        if result is None and error is None:
            raise invalid
        if error is None:
            error = TypeError(f'error in {cls.__name__}._missing_: returned {result!r} instead of None or a valid member')
        if not isinstance(error, ValueError):
            error.__context__ = invalid
        raise error

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
        Generate the next value when not given.

        name: the name of the member
        start: the initial start value or None
        count: the number of existing members
        last_values: the list of values assigned
        """
        if not last_values:
            return start
        numbers = [v for v in last_values if isinstance(v, (int, float))]
        last = last_values[-1]
        try:
            return max(numbers) + 1 if isinstance(last, (int, float)) else last + 1
        except TypeError:
            return max(numbers) + 1 if numbers else start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        show = self.__class__._value_repr_ or repr
        return f'<{self.__class__.__name__}.{self._name_}: {show(self._value_)}>'

    def __str__(self):
        return f'{self.__class__.__name__}.{self._name_}'

    def __dir__(self):
        """
        Returns all members and all public methods
        """
        names = set() if self.__class__._member_type_ is object else set(object.__dir__(self))
        names.update(name for name in getattr(self, '__dict__', ()) if name[0] != '_' and name not in self._member_map_)
        for cls in self.__class__.__mro__:
            names.update(name for name, value in cls.__dict__.items()
                         if name[0] != '_' and name not in self._member_map_)
        return sorted({'__class__', '__doc__', '__eq__', '__hash__', '__module__', 'name', 'value'} | names)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    @property
    def name(self):
        """The name of the Enum member."""
        return self._name_

    @property
    def value(self):
        """The value of the Enum member."""
        return self._value_


class ReprEnum(Enum):
    """
    Only changes the repr(), leaving str() and format() to the mixed-in type.
    """


class IntEnum(int, ReprEnum):
    """
    Enum where members are also (and must be) ints
    """


class StrEnum(str, ReprEnum):
    """
    Enum where members are also (and must be) strings
    """

    def __new__(cls, *values):
        "values must already be of type `str`"
        if len(values) > 3:
            raise TypeError(f'too many arguments for str(): {values!r}')
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError(f'{values[0]!r} is not a string')
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError(f'encoding must be a string, not {values[1]!r}')
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError('errors must be a string, not %r' % (values[2]))
        member = str.__new__(cls, str(*values))
        member._value_ = str(*values)
        return member

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
        Return the lower-cased version of the member name.
        """
        return name.lower()


class FlagBoundary(StrEnum):
    """
    control how out of range values are handled
    "strict" -> error is raised  [default for Flag]
    "conform" -> extra bits are discarded
    "eject" -> lose flag status [default for IntFlag]
    "keep" -> keep flag status and all bits
    """
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=CONFORM):
    """
    Support for flags
    """
    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """
        Generate the next value when not given.

        name: the name of the member
        start: the initial start value or None
        count: the number of existing members
        last_values: the last value assigned or None
        """
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 2 ** (_high_bit(last) + 1)
        except Exception:
            raise TypeError(f'invalid flag value {last!r}') from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        """Extract all members from the value in definition (i.e. increasing value) order."""
        for bit in _iter_bits_lsb(value & cls._flag_mask_):
            yield cls._value2member_map_.get(bit)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        """Extract all members from the value in definition order."""
        yield from sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_)

    @classmethod
    def _missing_(cls, value):
        """
        Create a composite member containing all canonical members present in `value`.

        If non-member values are present, result depends on `_boundary_` setting.
        """
        if not isinstance(value, int):
            raise ValueError(f'{value!r} is not a valid {cls.__qualname__}')
        flag_mask, singles_mask, all_bits = cls._flag_mask_, cls._singles_mask_, cls._all_bits_
        neg_value = None
        if not ~all_bits <= value <= all_bits or value & (all_bits ^ flag_mask):
            if cls._boundary_ is STRICT:
                max_bits = max(value.bit_length(), flag_mask.bit_length())
                raise ValueError(f'{cls!r} invalid value {value!r}\n    given {bin(value, max_bits)}\n  '
                                 f'allowed {bin(flag_mask, max_bits)}')
            if cls._boundary_ is CONFORM:
                value &= flag_mask
            elif cls._boundary_ is EJECT:
                return value
            elif value < 0:
                value = max(all_bits + 1, 2 ** value.bit_length()) + value
        if value < 0:
            neg_value = value
            value = all_bits + 1 + value
        unknown = value & ~flag_mask
        aliases = value & ~singles_mask
        member_value = value & singles_mask
        if unknown and cls._boundary_ is not KEEP:
            raise ValueError(f'{cls.__name__}({value!r}) -->  unknown values {unknown!r} [{bin(unknown)}]')
        if cls._member_type_ is object:
            pseudo = object.__new__(cls)
        else:
            pseudo = cls._member_type_.__new__(cls, value)
        if not hasattr(pseudo, '_value_'):
            pseudo._value_ = value
        if member_value or aliases:
            names, combined = [], 0
            for m in cls._iter_member_(member_value):
                names.append(m)
                combined |= m._value_
            if aliases:
                for m in cls._member_map_.values():
                    if m not in names and m._value_ & value == m._value_ and m._value_ & ~combined:
                        names.append(m)
                        combined |= m._value_
            unknown = value ^ combined
            pseudo._name_ = '|'.join([m._name_ for m in names])
            if not combined:
                pseudo._name_ = None
            elif unknown and cls._boundary_ is STRICT:
                raise ValueError(f'{cls!r}: no members with value {unknown!r}')
            elif unknown:
                pseudo._name_ += f'|{cls._numeric_repr_(unknown)}'
        else:
            pseudo._name_ = None
        pseudo = cls._value2member_map_.setdefault(value, pseudo)
        if neg_value is not None:
            cls._value2member_map_[neg_value] = pseudo
        return pseudo

    def __contains__(self, other):
        """
        Returns True if self has at least the same flags set as other.
        """
        if not isinstance(other, self.__class__):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and "
                            f"{self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        """
        Returns flags in definition order.
        """
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        cls_name = self.__class__.__name__
        show = self.__class__._value_repr_ or repr
        if self._name_ is None:
            return f'<{cls_name}: {show(self._value_)}>'
        return f'<{cls_name}.{self._name_}: {show(self._value_)}>'

    def __str__(self):
        cls_name = self.__class__.__name__
        return f'{cls_name}({self._value_!r})' if self._name_ is None else f'{cls_name}.{self._name_}'

    def __bool__(self):
        return bool(self._value_)

    def _operand(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return NotImplemented

    def __or__(self, other):
        other = self._operand(other)
        return other if other is NotImplemented else self.__class__(self._value_ | other)

    def __and__(self, other):
        other = self._operand(other)
        return other if other is NotImplemented else self.__class__(self._value_ & other)

    def __xor__(self, other):
        other = self._operand(other)
        return other if other is NotImplemented else self.__class__(self._value_ ^ other)

    def __invert__(self):
        if self._inverted_ is None:
            if self._boundary_ in (EJECT, KEEP):
                self._inverted_ = self.__class__(~self._value_)
            else:
                self._inverted_ = self.__class__(self._singles_mask_ & ~self._value_)
        return self._inverted_

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """
    Support for integer-based Flags
    """


def unique(enumeration):
    """
    Class decorator for enumerations ensuring unique member values.
    """
    duplicates = [(name, m.name) for name, m in enumeration.__members__.items() if name != m.name]
    if duplicates:
        details = ', '.join([f'{alias} -> {name}' for alias, name in duplicates])
        raise ValueError(f'duplicate values found in {enumeration!r}: {details}')
    return enumeration


def global_enum_repr(self):
    """use module.enum_name instead of class.enum_name"""
    return f'{self.__class__.__module__.split(".")[-1]}.{self._name_}'


def global_flag_repr(self):
    """use module.flag_name instead of class.flag_name"""
    module = self.__class__.__module__.split('.')[-1]
    if self._name_ is None:
        return f'{module}.{self.__class__.__name__}({self._value_!r})'
    return '|'.join(f'{module}.{name}' for name in self._name_.split('|'))


def global_str(self):
    """use enum_name instead of class.enum_name"""
    return f'{self.__class__.__name__}({self._value_!r})' if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    """decorator that makes the repr() of an enum member reference its module
    instead of its class; also exports all members to the enum's module's
    global namespace
    """
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls


class EnumCheck(StrEnum):
    """
    various conditions to check an enumeration for
    """
    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """
    Check an enumeration for various constraints. (see EnumCheck)
    """

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        name = enumeration.__name__
        is_flag = issubclass(enumeration, Flag)
        for check in self.checks:
            if check is UNIQUE:
                aliases = [(n, m.name) for n, m in enumeration.__members__.items() if n != m.name]
                if aliases:
                    details = ', '.join([f'{alias} -> {n}' for alias, n in aliases])
                    raise ValueError(f'aliases found in {enumeration!r}: {details}')
            elif check is CONTINUOUS:
                values = {m.value for m in enumeration}
                if len(values) < 2:
                    continue
                low, high = min(values), max(values)
                wanted = ({2 ** i for i in range(_high_bit(low), _high_bit(high) + 1)} if is_flag
                          else set(range(low, high + 1)))
                missing = sorted(wanted - values)
                if missing:
                    kind = 'flag' if is_flag else 'enum'
                    raise ValueError(f'invalid {kind} {name!r}: missing values {", ".join(map(str, missing))}')
        return enumeration
