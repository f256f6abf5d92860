"""The parts of which ctypes is made: the classes of C types, and what they have in common with each other and with foreign functions."""

from _ctypes_calls import _CData, CArgObject, close as dlclose, get_errno, open as _open, resize, set_errno, symbol as dlsym
from _ctypes.arrays import Array, PyCArrayType
from _ctypes.functions import ArgumentError, CFuncPtr, MOST_ARGUMENTS as CTYPES_MAX_ARGCOUNT, PyCFuncPtrType
from _ctypes.pointers import POINTER, _Pointer, _pointer_type_cache, PyCPointerType, byref, pointer
from _ctypes.records import CField, PyCStructType, Structure, Union, UnionType
from _ctypes.simple import _SimpleCData, PyCSimpleType
from _ctypes.types import PyObj_FromPtr, _unpickle, address_of as addressof, alignment, buffer_info, sizeof

__version__ = '1.1.0'
RTLD_LOCAL, RTLD_GLOBAL = 0, 0x100
FUNCFLAG_CDECL, FUNCFLAG_PYTHONAPI, FUNCFLAG_USE_ERRNO, FUNCFLAG_USE_LASTERROR = 1, 4, 8, 16


def dlopen(name, flag=RTLD_LOCAL):
    """The handle of a library, which is opened; of the program itself for None."""
    import os
    return _open(None if name is None else os.fsdecode(name), flag)
