"""Memory by its address: casts, copies, texts."""

from _ctypes import ArgumentError, _SimpleCData
from _ctypes.types import POINTER_KIND, is_ctype
from _ctypes_calls import _CData, addresses, bytes_at, kept, passed_address, put, set_kept, wide_at
from ctypes._prototypes import CFUNCTYPE
from ctypes._simple import c_int, c_size_t, c_void_p

memmove = CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_size_t)(addresses()[0])
memset = CFUNCTYPE(c_void_p, c_void_p, c_int, c_size_t)(addresses()[1])


def _convert(number, cls, value):
    try:
        return cls.from_param(value)
    except Exception as error:
        raise ArgumentError(f'argument {number}: {type(error).__name__}: {error}') from None


def _pointer(value):
    """A value as it is passed where C wants a void pointer; it keeps alive what it points to."""
    return _convert(1, c_void_p, value)


def cast(obj, typ):
    """An instance of a pointer type that points where `obj` does."""
    passed = _pointer(obj)
    if not is_ctype(typ) or typ._layout_.kind != POINTER_KIND and not (issubclass(typ, _SimpleCData) and typ._type_ in 'PzZ'):
        raise TypeError(f'cast() argument 2 must be a pointer type, not {typ.__name__ if isinstance(typ, type) else type(typ).__name__}')
    made = typ()
    put(made, 0, c_void_p._layout_, passed_address(passed))
    if isinstance(obj, _CData):
        lives = kept(obj)
        if not isinstance(lives, dict):
            lives = {} if lives is None else {0: lives}
        lives[id(obj)] = obj
        set_kept(made, lives)
    elif isinstance(obj, (bytes, str)):
        set_kept(made, {id(obj): passed})
    return made


def _count(size):
    _convert(2, c_int, size)
    return c_int(size).value


def string_at(ptr, size=-1):
    """The bytes at an address: `size` of them, or up to the first zero."""
    passed = _pointer(ptr)
    return bytes_at(passed_address(passed), _count(size))


def wstring_at(ptr, size=-1):
    """The text of the wide characters at an address: `size` of them, or up to the first zero."""
    passed = _pointer(ptr)
    return wide_at(passed_address(passed), _count(size))
