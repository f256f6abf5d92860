"""Simple C types: one letter says what they are."""

from _ctypes_calls import _CData, CArgObject, Layout, argument, get, keep, put
from _ctypes.types import ARRAY, POINTER_KIND, SIMPLE, CType, from_parameter, methods_of_data

LETTERS = 'cbBhHiIlLdfuzZqQPXOv?g'
SIZES = dict.fromkeys('cbB?', 1) | dict.fromkeys('hHv', 2) | dict.fromkeys('iIuf', 4) | dict.fromkeys('lLqQdPzZO', 8) | {'g': 16}
VIEWS = {'l': 'q', 'L': 'Q', 'q': 'q', 'Q': 'Q', 'v': 'h'}  # letters that views write in another way
SWAPPABLE = 'hHiIlLqQfd'


def layout_of(code, swapped=False):
    size = SIZES[code]
    return Layout(SIMPLE, code, size, size, 0, ('>' if swapped else '<') + VIEWS.get(code, code), size, (), (), swapped)


LAYOUTS = {code: layout_of(code) for code in SIZES}


def letter_in(cls):
    """The letter that a class gives, checked."""
    code = getattr(cls, '_type_', None)
    if code is None:
        raise AttributeError("class must define a '_type_' attribute")
    if not isinstance(code, str):
        raise TypeError("class must define a '_type_' string attribute")
    if len(code) != 1:
        raise ValueError("class must define a '_type_' attribute which must be a string of length 1")
    if code not in LETTERS or code not in SIZES:
        raise AttributeError("class must define a '_type_' attribute which must be\n"
                             f"a single character string containing one of '{LETTERS}'.")
    return code


class PyCSimpleType(CType):
    """The class of simple C types."""
    __module__ = '_ctypes'

    def __new__(mcs, name, bases, namespace, **keywords):
        methods_of_data(namespace)
        cls = super().__new__(mcs, name, bases, namespace, **keywords)
        if bases == (_CData,):
            return cls  # the root of them all
        code = letter_in(cls)
        if '_layout_' not in namespace:
            cls._layout_ = LAYOUTS[code]
        if '_SimpleCData' in {base.__name__ for base in bases} and code in SWAPPABLE and '_layout_' not in namespace:
            mcs.pair(cls, name, bases, code)
        return cls

    @staticmethod
    def pair(cls, name, bases, code):
        """Makes the class for the other order of bytes."""
        other = type(cls)(name + '_be', bases, {
            '_type_': code, '_layout_': layout_of(code, True), '__module__': cls.__module__, '__qualname__': cls.__qualname__})
        for one in cls, other:
            one.__ctype_le__, one.__ctype_be__ = cls, other

    def from_param(cls, value, /):
        """The value as an argument of a foreign function, if it is one for this type."""
        if isinstance(value, cls):
            return value
        if cls is _SimpleCData:
            raise TypeError('abstract class')
        check = SPECIAL.get(cls._type_)
        if check:
            return check(cls, value)
        try:
            return argument(cls._layout_, value)
        except Exception:
            pass
        return from_parameter(cls, value, 'wrong type')


# ---- arguments for types that are addresses -------------------------------------------------------------------------------------------

def points_to(value, code):
    """Whether it is an array of, a pointer to, or a reference to simple values of the letter, or their array."""
    if isinstance(value, CArgObject):
        value, referred = value._obj, True
    else:
        referred = False
    if not isinstance(value, _CData):
        return False
    item = getattr(type(value), '_type_', None)
    if value._layout_.kind in (ARRAY, POINTER_KIND) and isinstance(item, type):
        return getattr(item, '_type_', None) == code
    return referred and item == code


def text_argument(accepted, unit):
    def check(cls, value):
        if value is None:
            return None
        if isinstance(value, accepted):
            return argument(cls._layout_, value)
        if points_to(value, unit) or isinstance(value, CArgObject) and value._code == cls._type_:
            return value
        return from_parameter(cls, value, 'wrong type')
    return check


def address_argument(cls, value):
    if value is None:
        return None
    if isinstance(value, (int, bytes, str)):
        return argument(LAYOUTS['P' if isinstance(value, int) else 'z' if isinstance(value, bytes) else 'Z'], value)
    if isinstance(value, CArgObject) and value._code in 'PzZ':
        return value
    if isinstance(value, _CData):
        if value._layout_.kind in (ARRAY, POINTER_KIND):
            return value
        if value._layout_.code in ('z', 'Z'):
            return argument(LAYOUTS['P'], get(value, 0, LAYOUTS['P']) or 0)
    return from_parameter(cls, value, 'wrong type')


SPECIAL = {'z': text_argument(bytes, 'c'), 'Z': text_argument(str, 'u'), 'P': address_argument}


class _SimpleCData(_CData, metaclass=PyCSimpleType):
    """A value of a simple C type: its `value` is that of the language."""
    __slots__ = ()
    __module__ = '_ctypes'

    def __init__(self, *values, **ignored):
        if len(values) > 1:
            raise TypeError(f'__init__ expected at most 1 argument, got {len(values)}')
        if values:
            self.value = values[0]

    @property
    def value(self):
        """current value"""
        return get(self, 0, self._layout_)

    @value.setter
    def value(self, value):
        keep(self, 0, put(self, 0, self._layout_, value))

    @value.deleter
    def value(self):
        raise TypeError("can't delete attribute")

    def __bool__(self):
        return any(memoryview(self).tobytes())

    def __ctypes_from_outparam__(self, /):
        """What a foreign function gives for an output parameter of the type."""
        return self.value if type(self).__base__ is _SimpleCData else self

    def __repr__(self):
        if type(self).__base__ is not _SimpleCData:
            return f'<{type(self).__name__} object at {id(self):#x}>'
        return f'{type(self).__name__}({self.value!r})'


def bytes_type(count):
    """An array of so many bytes."""
    from _ctypes.arrays import array_of
    global byte
    if byte is None:
        byte = PyCSimpleType('c_ubyte', (_SimpleCData,), {'_type_': 'B'})
    return array_of(byte, count)


byte = None
