"""Foreign functions: calls of C libraries, and C's types."""

from _ctypes import (ArgumentError, Array, CFuncPtr as _CFuncPtr, POINTER, Structure, Union, _Pointer, _pointer_type_cache, _SimpleCData,
                     FUNCFLAG_CDECL as _FUNCFLAG_CDECL, FUNCFLAG_PYTHONAPI as _FUNCFLAG_PYTHONAPI,
                     FUNCFLAG_USE_ERRNO as _FUNCFLAG_USE_ERRNO, FUNCFLAG_USE_LASTERROR as _FUNCFLAG_USE_LASTERROR,
                     RTLD_GLOBAL, RTLD_LOCAL, __version__, addressof, alignment, byref, get_errno, pointer, resize, set_errno, sizeof)
from ctypes._simple import *
from ctypes._libraries import CDLL, LibraryLoader, PyDLL, cdll, pydll, pythonapi, DEFAULT_MODE
from ctypes._prototypes import CFUNCTYPE, PYFUNCTYPE, _c_functype_cache, _reset_cache
from ctypes._memory import cast, memmove, memset, string_at, wstring_at
from ctypes._buffers import ARRAY, SetPointerType, c_buffer, create_string_buffer, create_unicode_buffer
from ctypes._endian import BigEndianStructure, BigEndianUnion, LittleEndianStructure, LittleEndianUnion

_pointer_type_cache[None] = c_void_p
