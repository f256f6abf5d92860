"""Buffers of characters, and names of older releases."""

import sys

from _ctypes import POINTER, _pointer_type_cache
from ctypes._simple import c_char, c_wchar


def _buffer(unit, kind, init, size, length):
    """An array of characters, of a text and its final zero or of a size."""
    if isinstance(init, kind):
        size = length(init) + 1 if size is None else size
        made = (unit * size)()
        made.value = init
    elif isinstance(init, int):
        size = init
        made = (unit * size)()
    else:
        raise TypeError(init)
    return made


def create_string_buffer(init, size=None):
    """An array of c_char: of so many, or of bytes with a zero behind them."""
    if isinstance(init, (bytes, int)):
        sys.audit('ctypes.create_string_buffer', init if isinstance(init, bytes) else None, init if size is None else size)
    return _buffer(c_char, bytes, init, size, len)


def create_unicode_buffer(init, size=None):
    """An array of c_wchar: of so many, or of a text with a zero behind it."""
    if isinstance(init, (str, int)):
        sys.audit('ctypes.create_unicode_buffer', init if isinstance(init, str) else None, init if size is None else size)
    return _buffer(c_wchar, str, init, size, len)


c_buffer = create_string_buffer


def SetPointerType(pointer, cls):
    """Says what an incomplete pointer type points to."""
    if _pointer_type_cache.get(cls) is not None:
        raise RuntimeError('This type already exists in the cache')
    if id(pointer) not in _pointer_type_cache:
        raise RuntimeError("What's this???")
    pointer.set_type(cls)
    _pointer_type_cache[cls] = _pointer_type_cache.pop(id(pointer))


def ARRAY(typ, len):
    """The type of arrays of `len` items."""
    return typ * len
