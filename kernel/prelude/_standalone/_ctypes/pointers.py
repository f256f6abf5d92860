"""Pointers to C types."""

from operator import index as integer

from _ctypes_calls import _CData, Layout, address, at, get, keep, kept, put, reference
from _ctypes.arrays import joined
from _ctypes.simple import SPECIAL, PyCSimpleType, _SimpleCData
from _ctypes.types import ARRAY, POINTER_KIND, CType, Elsewhere, calling_module, is_ctype, load_at, methods_of_data, plain, store

_pointer_type_cache = {}


def pointer_layout(item):
    shape = f"({','.join(map(str, item.shape))})" if item and item.shape else ''
    return Layout(POINTER_KIND, 'P', 8, 8, 1, f'&{shape}{item.format}' if item else '&B', 8, (), (), 0)


class PyCPointerType(CType):
    """The class of pointer types."""
    __module__ = '_ctypes'

    def __new__(mcs, name, bases, namespace, **keywords):
        methods_of_data(namespace)
        cls = super().__new__(mcs, name, bases, namespace, **keywords)
        if bases != (_CData,):
            item = namespace.get('_type_')
            if item is not None and not is_ctype(item):
                raise TypeError('_type_ must have storage info' if isinstance(item, type) else '_type_ must be a type')
            cls._layout_ = pointer_layout(item._layout_ if item else None)
        return cls

    def set_type(cls, item, /):
        """What instances of an incomplete type point to."""
        if not is_ctype(item):
            raise TypeError('_type_ must have storage info' if isinstance(item, type) else '_type_ must be a type')
        cls._type_ = item
        cls._layout_ = pointer_layout(item._layout_)

    def from_param(cls, value, /):
        """The value as an argument of a foreign function, if it is one for this type."""
        item = getattr(cls, '_type_', None)
        if item and item._layout_.code in ('c', 'u') and plain(item):
            return text_rule(cls, item._layout_.code, value)
        if value is None:
            return None
        if item and isinstance(value, item):
            return reference(value, 0)
        if isinstance(value, _CData) and value._layout_.kind in (ARRAY, POINTER_KIND):
            other = getattr(type(value), '_type_', None)
            if item and isinstance(other, type) and issubclass(other, item):
                return value
        return super().from_param(value)


def text_rule(cls, unit, value):
    """A pointer to characters may be a text, as c_char_p and c_wchar_p."""
    if isinstance(value, cls) or isinstance(value, _SimpleCData) and value._type_ == ('z' if unit == 'c' else 'Z'):
        return value
    code = 'z' if unit == 'c' else 'Z'
    return SPECIAL[code](TEXT_TYPES[code], value)


# what stands for c_char_p and c_wchar_p there
TEXT_TYPES = {code: PyCSimpleType('text', (_SimpleCData,), {'_type_': code}) for code in 'zZ'}


class _Pointer(_CData, metaclass=PyCPointerType):
    """An address of values of a C type."""
    __slots__ = ()
    __module__ = '_ctypes'

    def __new__(cls, *values):
        if not hasattr(cls, '_type_') and '_layout_' in vars(cls):
            raise TypeError('Cannot create instance: has no _type_')
        return super().__new__(cls)

    def __init__(self, *values):
        if len(values) > 1:
            raise TypeError(f'POINTER expected at most 1 argument, got {len(values)}')
        if values:
            self.contents = values[0]

    def __where(self):
        where = get(self, 0, self._layout_)
        if where is None:
            raise ValueError('NULL pointer access')
        return where

    @property
    def contents(self):
        """the object this pointer points to (read-write)"""
        return at(self._type_, self.__where(), self, 0)

    @contents.setter
    def contents(self, value):
        item = vars(type(self)).get('_type_')
        if item is None:
            raise TypeError("Pointer can't set contents: has no _type_")
        if not (isinstance(value, item) or isinstance(value, _CData) and value._layout_.kind == ARRAY and
                issubclass(type(value)._type_, item)):
            raise TypeError(f'expected {item.__name__} instead of {type(value).__name__}')
        put(self, 0, self._layout_, address(value))
        keep(self, 1, value)
        keep(self, 0, kept(value))

    @contents.deleter
    def contents(self):
        raise TypeError('Pointer does not support item deletion')

    def __bool__(self):
        return get(self, 0, self._layout_) is not None

    def __getitem__(self, key):
        if isinstance(key, slice):
            return joined(self._type_, [self[i] for i in self.__places(key)])
        i = self.__number(key)
        return load_at(self._type_, self.__where() + i * self._type_._layout_.size, self, i)

    def __setitem__(self, key, value):
        i = self.__number(key, 'Cannot use slices to set items of a pointer')
        place = Elsewhere(self.__where() + i * self._type_._layout_.size)
        keep(self, i, store(self._type_, place, value))

    def __delitem__(self, key):
        raise TypeError('Pointer does not support item deletion')

    @staticmethod
    def __number(key, text='Pointer indices must be integer'):
        try:
            return integer(key)
        except TypeError:
            raise TypeError('Pointer indices must be integer') from None

    @staticmethod
    def __places(key):
        """The indices that a slice means: a pointer has no length of its own."""
        step = 1 if key.step is None else integer(key.step)
        if step == 0:
            raise ValueError('slice step cannot be zero')
        if key.start is None and step < 0:
            raise ValueError('slice start is required for step < 0')
        if key.stop is None:
            raise ValueError('slice stop is required')
        return range(0 if key.start is None else integer(key.start), integer(key.stop), step)

    def __ctypes_from_outparam__(self, /):
        """What a foreign function gives for an output parameter of the type."""
        return self


def POINTER(cls, /):
    """The type of pointers to a C type; of a name, an incomplete one."""
    known = _pointer_type_cache.get(cls)
    if known is not None:
        return known
    if isinstance(cls, str):
        made = PyCPointerType(f'LP_{cls}', (_Pointer,), {'__module__': calling_module()})
        _pointer_type_cache[id(made)] = made
        return made
    if not isinstance(cls, type):
        raise TypeError('must be a ctypes type')
    made = _pointer_type_cache[cls] = PyCPointerType(f'LP_{cls.__name__}', (_Pointer,), {
        '_type_': cls, '__module__': calling_module()})
    return made


def pointer(instance, /):
    """A pointer to an instance."""
    return POINTER(type(instance))(instance)


def byref(instance, offset=0, /):
    """The address of an instance as an argument of a foreign function."""
    return reference(instance, offset)
