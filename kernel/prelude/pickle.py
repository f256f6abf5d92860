"""Create portable serialized representations of Python objects: protocols 0 to 5, byte for byte those of CPython."""
from _pickle import PickleBuffer, PickleError, Pickler, PicklingError, Unpickler, UnpicklingError, dump, dumps, load, loads
import _pickle

# CPython's in Python, whose methods it calls itself: find_class, persistent_load
_Pickler, _Unpickler, _dump, _dumps, _load, _loads = Pickler, Unpickler, dump, dumps, load, loads

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
format_version = '4.0'
compatible_formats = ['1.0', '1.1', '1.2', '1.3', '2.0', '3.0', '4.0', '5.0']

# The opcodes by their names, each as the bytes of a pickle.
_OPCODES = _pickle._opcodes()
globals().update(_OPCODES)
bytes_types = (bytes, bytearray)


def encode_long(x):
    """The bytes of an integer as the opcodes LONG1 and LONG4 have them: two's complement, the lowest first; none for 0."""
    if x == 0:
        return b''
    data = x.to_bytes(x.bit_length() // 8 + 1, 'little', signed=True)
    return data[:-1] if x < 0 and len(data) > 1 and data[-1] == 0xff and data[-2] & 0x80 else data


def decode_long(data):
    """The integer of such bytes."""
    return int.from_bytes(data, 'little', signed=True)


def whichmodule(obj, name):
    """The name of the module that has an object: its own word, or the first one in which it is found; __main__ otherwise."""
    module = getattr(obj, '__module__', None)
    if module is not None:
        return module
    import sys
    for module, there in list(sys.modules.items()):
        if module not in ('__main__', '__mp_main__') and there is not None:
            try:
                if _getattribute(there, name)[0] is obj:
                    return module
            except AttributeError:
                pass
    return '__main__'


def _getattribute(obj, name):
    """What a dotted name leads to, and what it was found in."""
    parent = None
    for part in name.split('.'):
        found = None if part == '<locals>' else getattr(obj, part, _OPCODES)
        if found is _OPCODES or part == '<locals>':
            raise AttributeError(f"Can't get {'local ' if part == '<locals>' else ''}attribute {name!r} on {obj}")
        parent, obj = obj, found
    return obj, parent


def __getattr__(name):
    if name == 'dispatch_table':
        import copyreg
        return copyreg.dispatch_table
    raise AttributeError(f"module 'pickle' has no attribute {name!r}")


__all__ = ['PickleBuffer', 'PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads',
           'HIGHEST_PROTOCOL', 'DEFAULT_PROTOCOL', *sorted(_OPCODES)]
