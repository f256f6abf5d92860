"""Structures and unions: where fields lie, and fields as attributes."""

from _ctypes_calls import _CData, Layout, get_bits, keep, put_bits, read, write
from _ctypes.types import ARRAY, RECORD, SIMPLE, CType, assign, is_ctype, load, methods_of_data, plain

BIT_LETTERS = 'bBhHiIlLqQ?'


class CField:
    """A field of a structure or union: an attribute of the class and of instances."""
    __module__ = '_ctypes'
    __slots__ = 'name', 'type', 'offset', 'index', 'shift', 'bits'

    def __new__(cls, *arguments):
        raise TypeError("cannot create '_ctypes.CField' instances")

    @property
    def size(self):
        """size in bytes of this field; of a bit field: bits << 16 | shift"""
        return self.bits << 16 | self.shift if self.bits else self.type._layout_.size

    def __repr__(self):
        if self.bits:
            return f'<Field type={self.type.__name__}, ofs={self.offset}:{self.shift}, bits={self.bits}>'
        return f'<Field type={self.type.__name__}, ofs={self.offset}, size={self.size}>'

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if not isinstance(instance, _CData):
            raise TypeError('not a ctype instance')
        if self.bits:
            return get_bits(instance, self.offset, self.type._layout_, self.shift, self.bits)
        unit = characters(self.type)
        if unit:
            return get_characters(instance, self, unit)
        return load(self.type, instance, self.index, self.offset)

    def __set__(self, instance, value):
        if not isinstance(instance, _CData):
            raise TypeError('not a ctype instance')
        if self.bits:
            if isinstance(value, _CData) and isinstance(value, self.type):
                value = value.value
            put_bits(instance, self.offset, self.type._layout_, self.shift, self.bits, value)
        elif characters(self.type):
            set_characters(instance, self, value, characters(self.type))
        else:
            assign(self.type, instance, self.index, self.offset, value)

    def __delete__(self, instance):
        raise TypeError("can't delete attribute")

    def __setattr__(self, name, value):
        raise AttributeError(f"attribute '{name}' of '_ctypes.CField' objects is not writable")


def new_field(*values, shift=0, bits=0):
    """Of a name, a type, an offset, an index."""
    self = object.__new__(CField)
    for name, value in zip(CField.__slots__, (*values, shift, bits)):
        object.__setattr__(self, name, value)
    return self


def characters(cls):
    """The letter of the items of an array of characters, which as a field is a text."""
    if cls._layout_.kind != ARRAY or not plain_items(cls):
        return None
    unit = cls._type_._type_
    return unit if unit in ('c', 'u') else None


def plain_items(cls):
    return cls._type_._layout_.kind == SIMPLE and plain(cls._type_)


def get_characters(instance, field, unit):
    if unit == 'c':
        return read(instance, field.offset, field.type._layout_.size).split(b'\0', 1)[0]
    return load(field.type, instance, field.index, field.offset).value


def set_characters(instance, field, value, unit):
    """Writes a text and, where there is space, the zero behind it."""
    kind, width = (bytes, 1) if unit == 'c' else (str, 4)
    if not isinstance(value, kind):
        if unit == 'c':
            raise TypeError(f'expected bytes, {type(value).__name__} found')
        raise TypeError(f'unicode string expected instead of {type(value).__name__} instance')
    room, count = field.type._length_, len(value)
    if unit == 'c' and 0 in value:
        count = value.index(0)
    if count > room:
        raise ValueError(f'bytes too long ({count}, maximum length {room})' if unit == 'c' else
                         f'string too long ({count}, maximum length {room})')
    data = value[:count] if unit == 'c' else value.encode('utf-32-le', 'surrogatepass')
    write(instance, field.offset, data + bytes(width * (count < room)))
    if unit == 'u':
        keep(instance, field.index, value)


# ---- where fields lie ----------------------------------------------------------------------------------------------------------------

class Plan:
    """The fields of a structure as they are laid out, one after the other, the bits of neighbours in one unit where the compiler of
    the system would put them there."""

    def __init__(self, size, align, pack):
        self.end, self.align, self.pack = size, align, pack
        self.unit = self.used = 0  # bits of the unit that is open, and those of them that are taken
        self.format = []

    def alignment_of(self, layout):
        align = min(self.pack, layout.align) if self.pack else layout.align
        self.align = max(self.align, align)
        return align

    def add(self, layout):
        """The offset of a field."""
        align = self.alignment_of(layout)
        self.unit = self.used = 0
        offset = -(-self.end // align) * align
        self.end = offset + layout.size
        return offset

    def add_bits(self, layout, bits, swapped):
        """The offset of the unit of a bit field, and its first bit there."""
        width = layout.size * 8
        start = self.used if self.used % width + bits <= width else -(-self.used // width) * width  # in one number of its type
        if self.unit and width >= self.unit and start + bits <= width:
            self.end += (width - self.unit) // 8  # the unit grows to that of this type
            self.unit = width
            self.alignment_of(layout)
        elif self.unit and width < self.unit and start + bits <= self.unit:
            self.alignment_of(layout)
        else:
            self.add(layout)
            self.unit, start = width, 0
        offset, shift = self.end - self.unit // 8 + start // width * layout.size, start % width
        self.used = start + bits
        return offset, width - shift - bits if swapped else shift

    def describe(self, name, layout):
        shape = f"({','.join(map(str, layout.shape))})" if layout.shape else ''
        self.format.append(f'{shape}{layout.format}:{name}:')

    def finish(self):
        """The size with what is behind the last field, and the format."""
        return -(-self.end // self.align) * self.align, 'T{' + ''.join(self.format) + '}'


class Overlay(Plan):
    """The fields of a union, which all lie at its beginning."""

    def add(self, layout):
        self.alignment_of(layout)
        self.end = max(self.end, layout.size)
        return 0

    def add_bits(self, layout, bits, swapped):
        self.add(layout)
        return 0, layout.size * 8 - bits if swapped else 0

    def finish(self):
        return super().finish()[0], 'B'


def read_pack(cls):
    pack = getattr(cls, '_pack_', None)
    if pack is None:
        return 0
    if not isinstance(pack, int) or pack < 0:
        raise ValueError('_pack_ must be a non-negative integer')
    return pack


def read_row(row, number):
    """The name, type and bits (or None) of a row of _fields_."""
    if not isinstance(row, tuple) or not 2 <= len(row) <= 3:
        raise TypeError("'_fields_' must be a sequence of (name, C type) pairs")
    name, cls, *bits = row
    if not isinstance(name, str):
        raise TypeError("'_fields_' must be a sequence of (name, C type) pairs")
    if not is_ctype(cls):
        raise TypeError(f'second item in _fields_ tuple (index {number}) must be a C type')
    if not bits:
        return name, cls, None
    if not isinstance(bits[0], int):
        raise TypeError('an integer is required')
    if cls._layout_.kind != SIMPLE or cls._layout_.code not in BIT_LETTERS:
        raise TypeError(f'bit fields not allowed for type {cls.__name__}')
    if not 0 < bits[0] <= cls._layout_.size * 8:
        raise ValueError('number of bits invalid for bit field')
    return name, cls, bits[0]


def lay_out(cls, rows, plan):
    """Makes the fields of a class, its first layout being that of its base."""
    before = cls._layout_
    swapped = hasattr(cls, '_swappedbytes_')
    try:
        rows = list(rows)
    except TypeError:
        raise TypeError("'_fields_' must be a sequence of pairs") from None
    fields, layouts, packed = [], list(before.elements), hasattr(cls, '_pack_')
    for number, row in enumerate(rows):
        name, kind, bits = read_row(row, number)
        layout, index = kind._layout_, before.count + number
        layout.final = True
        if before.final:
            raise AttributeError('Structure or union cannot contain itself')
        if bits:
            offset, shift = plan.add_bits(layout, bits, swapped)
            field = new_field(name, kind, offset, index, shift=shift, bits=bits)
        else:
            field = new_field(name, kind, plan.add(layout), index)
        plan.describe(name, layout)
        layouts.append(layout)
        fields.append(field)
    size, format = plan.finish()
    for field in fields:
        type.__setattr__(cls, field.name, field)
    cls._layout_ = Layout(RECORD, '', size, plan.align, before.count + len(rows), 'B' if packed else format, size, (),
                          tuple(layouts), 0)
    if any(field.bits for field in fields):
        type.__setattr__(cls, '_has_bits_', True)
    spread_anonymous(cls, fields)
    cls._layout_.final = True


def spread_anonymous(cls, fields):
    """The fields of those that _anonymous_ names become the class's own."""
    names = cls.__dict__.get('_anonymous_')
    if names is None:
        return
    try:
        names = list(names)
    except TypeError:
        raise TypeError('_anonymous_ must be a sequence') from None
    known = {field.name: field for field in fields}
    for name in names:
        if name not in known:
            getattr(cls, name)
            raise AttributeError(f"'{name}' is specified in _anonymous_ but not in _fields_")
        outer = known[name]
        if not isinstance(outer.type, RecordType):
            outer.type._fields_
        for name in dict.fromkeys(name for base in outer.type.__mro__ for name, value in vars(base).items() if isinstance(value, CField)):
            inner = getattr(outer.type, name)
            type.__setattr__(cls, name, new_field(name, inner.type, outer.offset + inner.offset, outer.index + inner.index,
                                                    shift=inner.shift, bits=inner.bits))


def all_rows(cls):
    """The rows of _fields_ of a class, those of its bases first."""
    return [row for base in reversed(cls.__mro__) for row in vars(base).get('_fields_', ())]


class RecordType(CType):
    """The class of the classes of structures and unions."""
    __module__ = '_ctypes'
    plan = Plan

    def __new__(mcs, name, bases, namespace, **keywords):
        methods_of_data(namespace)
        cls = super().__new__(mcs, name, bases, namespace, **keywords)
        if bases == (_CData,):
            return cls  # the root of them all
        if '_abstract_' in namespace:
            type.__setattr__(cls, '_layout_', None)
            return cls
        before = getattr(cls, '_layout_', None)
        if before is None:
            type.__setattr__(cls, '_layout_', Layout(RECORD, '', 0, 1, 0, 'B', 0, (), (), 0))
        else:
            before.final = True
            type.__setattr__(cls, '_layout_', Layout(RECORD, '', before.size, before.align, before.count, before.format,
                                                     before.itemsize, (), before.elements, 0))
        if '_fields_' in namespace:
            cls.__define(namespace['_fields_'])
        return cls

    def __setattr__(cls, name, value):
        if name == '_fields_':
            if '_layout_' not in vars(cls):
                raise TypeError('ctypes state is not initialized')
            if cls._layout_.final:
                raise AttributeError('_fields_ is final')
            cls.__define(value)
        super().__setattr__(name, value)

    def __define(cls, rows):
        before = cls._layout_
        lay_out(cls, rows, cls.plan(before.size, before.align, read_pack(cls)))


class PyCStructType(RecordType):
    """The class of structure types."""
    __module__ = '_ctypes'


class UnionType(RecordType):
    """The class of union types."""
    __module__ = '_ctypes'
    plan = Overlay


def fill_fields(self, values, named):
    """What __init__ does with its arguments."""
    names = [row[0] for row in all_rows(type(self))]
    if len(values) > len(names):
        raise TypeError('too many initializers')
    given = names[:len(values)]
    for name, value in zip(given, values):
        if name in named:
            raise TypeError(f'duplicate values for field {name!r}')
        setattr(self, name, value)
    for name, value in named.items():
        setattr(self, name, value)


class Structure(_CData, metaclass=PyCStructType):
    """Fields of C types one after the other, as `_fields_` of a derived class names them."""
    __slots__ = ()
    __module__ = '_ctypes'

    def __init__(self, *values, **named):
        fill_fields(self, values, named)

    def __ctypes_from_outparam__(self, /):
        """What a foreign function gives for an output parameter of the type."""
        return self


class Union(_CData, metaclass=UnionType):
    """Fields of C types in the same place, as `_fields_` of a derived class names them."""
    __slots__ = ()
    __module__ = '_ctypes'

    def __init__(self, *values, **named):
        fill_fields(self, values, named)

    def __ctypes_from_outparam__(self, /):
        """What a foreign function gives for an output parameter of the type."""
        return self
