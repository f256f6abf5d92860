"""What all C types have: the methods of their classes, sizes, and how a value gets into memory together with what it needs to live on."""

from _ctypes_calls import _CData, CArgObject, address, at, copied, keep, kept, over, part, peek, poke, get, put, read, size, symbol, write

SIMPLE, RECORD, ARRAY, POINTER_KIND = range(4)
ADDRESSES = frozenset('zZPOX')  # letters of types whose values are addresses


class CType(type):
    """The class of the classes of C types. Each has a `_layout_`: what is known of it as memory."""
    __module__ = '_ctypes'

    def __mul__(cls, count):
        from _ctypes.arrays import array_of
        return array_of(cls, count)

    __rmul__ = __mul__

    def from_address(cls, where, /):
        """An instance in the memory there."""
        if not isinstance(where, int):
            raise TypeError('integer expected')
        return at(cls, where, None, 0)

    def from_buffer(cls, source, offset=0, /):
        """An instance in the memory of a writable buffer, which is held as long."""
        view = memoryview(source)
        if not view.c_contiguous:
            raise TypeError('underlying buffer is not C contiguous')
        self = over(cls, view, offset)
        keep(self, -1, view)
        return self

    def from_buffer_copy(cls, source, offset=0, /):
        """An instance with a copy of the bytes of a buffer."""
        return copied(cls, source, offset)

    def in_dll(cls, library, name, /):
        """An instance in the memory of a variable that a library exports."""
        handle = library._handle
        if not isinstance(handle, int):
            raise TypeError('the _handle attribute of the second argument must be an integer')
        try:
            where = symbol(handle, name)
        except AttributeError as error:
            raise ValueError(str(error)) from None
        return at(cls, where, None, 0)

    def from_param(cls, value, /):
        """The value as an argument of a foreign function, if it is one for this type."""
        if getattr(cls, '_layout_', None) is None:
            raise TypeError('abstract class')
        if isinstance(value, cls) or isinstance(value, CArgObject) and isinstance(value._obj, getattr(cls, '_type_', ())):
            return value
        if isinstance(value, CArgObject):
            raise TypeError(f'expected {cls.__name__} instance instead of pointer to {type(value._obj).__name__}')
        return from_parameter(cls, value, f'expected {cls.__name__} instance instead of {type(value).__name__}')


def from_parameter(cls, value, text):
    """By the attribute `_as_parameter_`; a TypeError with the text where there is none."""
    try:
        value = value._as_parameter_
    except AttributeError:
        raise TypeError(text) from None
    return cls.from_param(value)


def calling_module():
    """The name of the module whose code has asked for a type."""
    import sys
    frame = sys._getframe(1)
    while frame and frame.f_globals.get('__name__', '').partition('.')[0] == '_ctypes':
        frame = frame.f_back
    name = frame.f_globals.get('__name__', '') if frame else 'ctypes'
    return 'ctypes' if name.startswith('ctypes.') else name


def is_ctype(cls):
    return isinstance(cls, CType) and getattr(cls, '_layout_', None) is not None


def sizeof(what, /):
    """The bytes of a C type or instance."""
    if isinstance(what, _CData):
        return size(what)
    if is_ctype(what):
        return what._layout_.size
    raise TypeError('this type has no size')


def alignment(what, /):
    """What addresses of a C type, or of the type of an instance, are multiples of."""
    if isinstance(what, _CData) or is_ctype(what):
        return what._layout_.align
    raise TypeError('no alignment info')


def address_of(instance, /):
    """Where the memory of an instance begins."""
    return address(instance)


def buffer_info(what, /):
    """The format, the number of dimensions and the shape of views of a type."""
    layout = what._layout_
    return layout.format, len(layout.shape), layout.shape


def holds_addresses(layout):
    return layout.kind == POINTER_KIND or layout.code in ADDRESSES and layout.code != '' or any(map(holds_addresses, layout.elements))


def plain(cls):
    """Whether values of the type appear as those of the language: of simple types, not of classes derived from one."""
    return cls._layout_.kind == SIMPLE and cls.__base__.__name__ == '_SimpleCData'


def PyObj_FromPtr(where, /):
    """The object at an address."""
    from _ctypes.simple import LAYOUTS, bytes_type
    holder = bytes_type(8)()
    put(holder, 0, LAYOUTS['P'], where)
    return get(holder, 0, LAYOUTS['O'])


# ---- pickles ----------------------------------------------------------------------------------------------------------------------

def _unpickle(cls, state):
    self = cls.__new__(cls)
    self.__setstate__(*state)
    return self


def reduce_data(self):
    if holds_addresses(self._layout_):
        raise ValueError('ctypes objects containing pointers cannot be pickled')
    return _unpickle, (type(self), (self.__dict__, read(self, 0, size(self))))


def set_state(self, attributes, data, /):
    if not isinstance(attributes, dict) or not isinstance(self.__dict__, dict):
        raise TypeError(f'argument 1 must be dict, not {type(attributes).__name__}')
    write(self, 0, data[:size(self)])
    self.__dict__.update(attributes)


def no_hash(self):
    raise TypeError('unhashable type')


class Data(_CData):
    """For the classes of C types to take methods from."""
    __reduce__, __setstate__, __hash__ = reduce_data, set_state, no_hash


def methods_of_data(namespace):
    """Puts what all instances have into the body of a class."""
    for name in '__reduce__', '__setstate__', '__hash__':
        namespace.setdefault(name, vars(Data)[name])


# ---- values in memory -------------------------------------------------------------------------------------------------------------

class Place:
    """So many bytes of an instance, as where a value goes to."""
    __slots__ = 'owner', 'offset'

    def __init__(self, owner, offset):
        self.owner, self.offset = owner, offset

    def put(self, layout, value):
        return put(self.owner, self.offset, layout, value)

    def write(self, data):
        write(self.owner, self.offset, data)


class Elsewhere:
    """The same at an address."""
    __slots__ = 'where',

    def __init__(self, where):
        self.where = where

    def put(self, layout, value):
        return poke(self.where, layout, value)

    def write(self, data):
        from _ctypes.simple import bytes_type
        write(at(bytes_type(len(data)), self.where, None, 0), 0, data)


def load(cls, owner, index, offset):
    """The value of a type in the memory of an instance: a plain one, or a part."""
    if plain(cls):
        return get(owner, offset, cls._layout_)
    return part(cls, owner, index, offset)


def load_at(cls, where, owner, index):
    """The same at an address to which an instance points."""
    if plain(cls):
        return peek(where, cls._layout_)
    return at(cls, where, owner, index)


def store(cls, place, value):
    """Writes a value of a type, and returns what must be kept alive for it."""
    layout = cls._layout_
    if isinstance(value, _CData):
        return store_instance(cls, place, value)
    if layout.kind == SIMPLE:
        return place.put(layout, value)
    if isinstance(value, tuple):
        return store_instance(cls, place, made_of(cls, value))
    if layout.kind == POINTER_KIND and value is None and hasattr(cls, '_type_'):
        return place.put(layout, None)
    raise TypeError(f'expected {cls.__name__} instance, got {type(value).__name__}')


def made_of(cls, values):
    try:
        return cls(*values)
    except Exception as error:
        raise RuntimeError(f'({cls.__name__}) {type(error).__name__}: {error}') from None


def store_instance(cls, place, value):
    if isinstance(value, cls):
        place.write(read(value, 0, cls._layout_.size))
        return kept(value)
    mine, other = getattr(cls, '_type_', None), getattr(type(value), '_type_', None)
    if cls._layout_.kind == POINTER_KIND and value._layout_.kind == ARRAY and isinstance(other, type) and issubclass(other, mine):
        place.put(cls._layout_, address(value))  # an array as the pointer to its first item
        return kept(value), value
    raise TypeError(f'incompatible types, {type(value).__name__} instance instead of {cls.__name__} instance')


def assign(cls, owner, index, offset, value):
    """Writes a value into the memory of an instance."""
    keep(owner, index, store(cls, Place(owner, offset), value))
