"""The simple types by their names in C."""

from _ctypes import _SimpleCData, PyCSimpleType

_ROWS = '''c_short h c_ushort H c_long l c_ulong L c_int i c_uint I c_float f c_double d c_longdouble g c_longlong q c_ulonglong Q
           c_ubyte B c_byte b c_char c c_char_p z c_void_p P c_bool ? c_wchar_p Z c_wchar u py_object O'''.split()
_ALIASES = '''c_longlong c_long c_ulonglong c_ulong c_size_t c_ulong c_ssize_t c_long c_voidp c_void_p c_int8 c_byte c_uint8 c_ubyte
              c_int16 c_short c_uint16 c_ushort c_int32 c_int c_uint32 c_uint c_int64 c_long c_uint64 c_ulong'''.split()
__all__ = sorted({*_ROWS[::2], *_ALIASES[::2]})


def _address_text(self):
    """Of a pointer to text: where it points."""
    from _ctypes_calls import get
    from _ctypes.simple import LAYOUTS
    return f"{type(self).__name__}({get(self, 0, LAYOUTS['P'])})"


def _object_text(self):
    try:
        return f'{type(self).__name__}({self.value!r})'
    except ValueError:
        return f'{type(self).__name__}(<NULL>)'


_TEXTS = {'z': _address_text, 'Z': _address_text, 'O': _object_text}


def _make():
    names = globals()
    for name, code in zip(_ROWS[::2], _ROWS[1::2]):
        body = {'_type_': code, '__module__': 'ctypes'}
        if code in _TEXTS:
            body['__repr__'] = _TEXTS[code]
        names[name] = PyCSimpleType(name, (_SimpleCData,), body)
    for alias, name in zip(_ALIASES[::2], _ALIASES[1::2]):
        names[alias] = names[name]
    for name in 'c_byte', 'c_ubyte', 'c_char':  # one byte has one order
        names[name].__ctype_le__ = names[name].__ctype_be__ = names[name]


_make()
