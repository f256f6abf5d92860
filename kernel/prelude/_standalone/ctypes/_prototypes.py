"""Prototypes of functions."""

from _ctypes import CFuncPtr, FUNCFLAG_CDECL, FUNCFLAG_PYTHONAPI, FUNCFLAG_USE_ERRNO, FUNCFLAG_USE_LASTERROR, _pointer_type_cache

_c_functype_cache = {}


def _prototype(restype, argtypes, flags, maker):
    """The class of functions of a result type, argument types and flags: always the same."""
    key = restype, argtypes, flags
    known = _c_functype_cache.get(key)
    if known is None:
        body = {'_restype_': restype, '_argtypes_': argtypes, '_flags_': flags, '__module__': 'ctypes',
                '__qualname__': f'{maker}.<locals>.CFunctionType'}
        known = _c_functype_cache[key] = type(CFuncPtr)('CFunctionType', (CFuncPtr,), body)
    return known


def CFUNCTYPE(restype, *argtypes, use_errno=False, use_last_error=False):
    """The class of C functions that return `restype` and take `argtypes`.

    An instance is made of an address, a function of the language, or (name, library) with flags of parameters."""
    flags = FUNCFLAG_CDECL | FUNCFLAG_USE_ERRNO * bool(use_errno) | FUNCFLAG_USE_LASTERROR * bool(use_last_error)
    return _prototype(restype, argtypes, flags, 'CFUNCTYPE')


def PYFUNCTYPE(restype, *argtypes):
    """The same of functions that are called with the interpreter lock held."""
    return type(CFuncPtr)('CFunctionType', (CFuncPtr,), {
        '_restype_': restype, '_argtypes_': argtypes, '_flags_': FUNCFLAG_CDECL | FUNCFLAG_PYTHONAPI, '__module__': 'ctypes',
        '__qualname__': 'PYFUNCTYPE.<locals>.CFunctionType'})


def _reset_cache():
    """Forgets pointer types and prototypes."""
    from ctypes._simple import c_void_p
    for cache in _pointer_type_cache, _c_functype_cache:
        cache.clear()
    _pointer_type_cache[None] = c_void_p
