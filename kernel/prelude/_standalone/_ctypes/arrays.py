"""Arrays of C types."""

from operator import index as integer
from weakref import WeakValueDictionary

from _ctypes_calls import _CData, Layout, keep, read, text, write
from _ctypes.types import ARRAY, CType, assign, calling_module, is_ctype, load, methods_of_data

arrays = WeakValueDictionary()  # array types by item type and length


def array_of(item, count):
    """The type of arrays of so many items, always the same."""
    try:
        count = integer(count)
    except TypeError:
        raise TypeError(f"can't multiply sequence by non-int of type '{type(count).__name__}'") from None
    if count < 0:
        raise ValueError(f'Array length must be >= 0, not {count}')
    known = arrays.get((item, count))
    if known is None:
        if not is_ctype(item):
            raise TypeError('Expected a type object')
        known = arrays[item, count] = PyCArrayType(f'{item.__name__}_Array_{count}', (Array,), {
            '_length_': count, '_type_': item, '__module__': calling_module()})
    return known


def check_length(cls):
    count = getattr(cls, '_length_', None)
    if count is None:
        raise AttributeError("class must define a '_length_' attribute")
    if not isinstance(count, int):
        raise TypeError("The '_length_' attribute must be an integer")
    if count < 0:
        raise ValueError("The '_length_' attribute must not be negative")
    return count


def array_layout(cls):
    count, item = check_length(cls), getattr(cls, '_type_', None)
    if item is None:
        raise AttributeError("class must define a '_type_' attribute")
    if not is_ctype(item):
        raise TypeError('_type_ must have storage info')
    if not is_ctype(item):
        raise TypeError('_type_ must have storage info')
    one = item._layout_
    if count > 0x7fffffffffffffff or one.size * count > 0x7fffffffffffffff:
        raise OverflowError('Python int too large to convert to C ssize_t' if count >> 63 else 'array too large')
    one.final = True
    return Layout(ARRAY, '', one.size * count, one.align, count, one.format, one.itemsize, (count, *one.shape)[:64], (one,), 0)


class PyCArrayType(CType):
    """The class of array types."""
    __module__ = '_ctypes'

    def __new__(mcs, name, bases, namespace, **keywords):
        methods_of_data(namespace)
        cls = super().__new__(mcs, name, bases, namespace, **keywords)
        if bases != (_CData,):
            cls._layout_ = array_layout(cls)
            unit = getattr(cls._type_, '_type_', None)
            if unit in ('c', 'u') and 'value' not in namespace:
                for name, row in TEXTS[unit].items():
                    setattr(cls, name, row)
        return cls


class Array(_CData, metaclass=PyCArrayType):
    """Items of one C type, one after the other; the length is a part of the type."""
    __slots__ = ()
    __module__ = '_ctypes'

    def __init__(self, *values):
        for i, value in enumerate(values):
            self[i] = value

    def __len__(self):
        return self._length_

    def __getitem__(self, key):
        if isinstance(key, slice):
            return joined(self._type_, [self[i] for i in range(*key.indices(self._length_))])
        i = self.__place(key)
        return load(self._type_, self, i, i * self._type_._layout_.size)

    def __setitem__(self, key, value):
        if not isinstance(key, slice):
            i = self.__place(key)
            assign(self._type_, self, i, i * self._type_._layout_.size, value)
            return
        places = range(*key.indices(self._length_))
        if len(value) != len(places):
            raise ValueError('Can only assign sequence of same size')
        for n, i in enumerate(places):
            self[i] = value[n]

    def __delitem__(self, key):
        raise TypeError('Array does not support item deletion')

    def __place(self, key):
        try:
            i = integer(key)
        except TypeError:
            raise TypeError('indices must be integers') from None
        if i < 0:
            i += self._length_
        if not 0 <= i < self._length_:
            raise IndexError('invalid index')
        return i

    def __ctypes_from_outparam__(self, /):
        """What a foreign function gives for an output parameter of the type."""
        return self

    def __class_getitem__(cls, item, /):
        """Array[X], for annotations."""
        from types import GenericAlias
        return GenericAlias(cls, item)


def joined(item, values):
    """What a slice is: bytes of characters, a text of wide ones, a list of others."""
    unit = getattr(item, '_type_', None)
    return b''.join(values) if unit == 'c' else ''.join(values) if unit == 'u' else values


# ---- arrays of characters -------------------------------------------------------------------------------------------------------------

def get_bytes(self):
    return read(self, 0, self._layout_.size).split(b'\0', 1)[0]


def set_bytes(self, value):
    put_text(self, value, bytes, 'bytes', 'byte string too long')


def get_text(self):
    return text(self, self._length_)


def set_text(self, value):
    put_text(self, value, str, 'unicode string', 'string too long')


def put_text(self, value, kind, name, long):
    """Writes a text and, where there is space, the zero behind it."""
    if not isinstance(value, kind):
        raise TypeError(f'{name} expected instead of {type(value).__name__} instance')
    if len(value) > self._length_:
        raise ValueError(long)
    data = value if kind is bytes else value.encode('utf-32-le', 'surrogatepass')
    if len(value) < self._length_:
        data += bytes(self._type_._layout_.size)
    write(self, 0, data)


def text_property(get, put, doc, error):
    def delete(self):
        raise error
    return property(get, put, delete, doc)


def get_raw(self):
    return read(self, 0, self._layout_.size)


def set_raw(self, value):
    try:
        data = memoryview(value)
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(value).__name__}'") from None
    if data.nbytes > self._layout_.size:
        raise ValueError('byte string too long')
    write(self, 0, data.tobytes())


TEXTS = {'c': {'value': text_property(get_bytes, set_bytes, 'string value', TypeError("can't delete attribute")),
               'raw': text_property(get_raw, set_raw, 'value', AttributeError('cannot delete attribute'))},
         'u': {'value': text_property(get_text, set_text, 'string value', TypeError("can't delete attribute"))}}
