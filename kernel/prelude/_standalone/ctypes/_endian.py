"""Structures and unions whose numbers have the other order of bytes."""

from _ctypes import Array, Structure, Union
from _ctypes.records import PyCStructType, RecordType, UnionType


def _other_endian(typ):
    """The type with the other order of bytes, also of items and fields."""
    other = getattr(typ, '__ctype_be__', None)
    if other is not None:
        return other
    if isinstance(typ, type) and issubclass(typ, Array):
        return _other_endian(typ._type_) * typ._length_
    if isinstance(typ, RecordType):
        return typ
    raise TypeError(f'This type does not support other endian: {typ}')


def _swapping(kind):
    """A metaclass that turns the types of _fields_."""
    class Swapped(kind):
        def __new__(mcs, name, bases, namespace, **keywords):
            if '_fields_' in namespace:
                namespace = {**namespace, '_fields_': swapped(namespace['_fields_'])}
            return super().__new__(mcs, name, bases, namespace, **keywords)

        def __setattr__(cls, name, value):
            super().__setattr__(name, swapped(value) if name == '_fields_' else value)

    def swapped(rows):
        return [(row[0], _other_endian(row[1]), *row[2:]) for row in rows]
    return Swapped


class BigEndianStructure(Structure, metaclass=_swapping(PyCStructType)):
    """Structure with big endian byte order"""
    __slots__ = ()
    _swappedbytes_ = None


class BigEndianUnion(Union, metaclass=_swapping(UnionType)):
    """Union with big endian byte order"""
    __slots__ = ()
    _swappedbytes_ = None


LittleEndianStructure, LittleEndianUnion = Structure, Union
