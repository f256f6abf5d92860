"""Libraries, and their functions as attributes."""

from _ctypes import (CFuncPtr, FUNCFLAG_CDECL, FUNCFLAG_PYTHONAPI, FUNCFLAG_USE_ERRNO, FUNCFLAG_USE_LASTERROR, RTLD_LOCAL, dlopen)
from ctypes._simple import c_int

DEFAULT_MODE = RTLD_LOCAL


class CDLL:
    """A library of C functions: each is an attribute, or an item by its name.

    The interpreter lock is released while a function runs."""
    __module__ = 'ctypes'

    _func_flags_ = FUNCFLAG_CDECL
    _func_restype_ = c_int
    _name, _handle, _FuncPtr = '<uninitialized>', 0, None

    def __init__(self, name, mode=DEFAULT_MODE, handle=None, use_errno=False, use_last_error=False, winmode=None):
        self._name = name
        flags = self._func_flags_
        for wanted, flag in (use_errno, FUNCFLAG_USE_ERRNO), (use_last_error, FUNCFLAG_USE_LASTERROR):
            if wanted:
                flags |= flag
        self._FuncPtr = type(CFuncPtr)('_FuncPtr', (CFuncPtr,), {'_flags_': flags, '_restype_': self._func_restype_,
                                                                '__module__': 'ctypes', '__qualname__': 'CDLL.__init__.<locals>._FuncPtr'})
        self._handle = dlopen(name, mode) if handle is None else handle

    def __repr__(self):
        return f"<{type(self).__name__} '{self._name}', handle {self._handle:x} at {id(self):#x}>"

    def __getattr__(self, name):
        if name[:2] == '__' == name[-2:]:
            raise AttributeError(name)
        function = vars(self)[name] = self[name]
        return function

    def __getitem__(self, name_or_ordinal):
        function = self._FuncPtr((name_or_ordinal, self))
        if isinstance(name_or_ordinal, str):
            function.__name__ = name_or_ordinal
        return function


class PyDLL(CDLL):
    """A library whose functions are called with the interpreter lock held."""
    __module__ = 'ctypes'
    _func_flags_ = FUNCFLAG_CDECL | FUNCFLAG_PYTHONAPI


class LibraryLoader:
    """Opens libraries by their names, as attributes or items."""
    __module__ = 'ctypes'

    def __init__(self, dlltype):
        self._dlltype = dlltype

    def LoadLibrary(self, name):
        """A library, opened anew."""
        return self._dlltype(name)

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        library = vars(self)[name] = self.LoadLibrary(name)
        return library

    def __getitem__(self, name):
        return getattr(self, name)

    def __class_getitem__(cls, item, /):
        """LibraryLoader[X], for annotations."""
        from types import GenericAlias
        return GenericAlias(cls, item)


cdll, pydll = LibraryLoader(CDLL), LibraryLoader(PyDLL)
pythonapi = PyDLL(None)
