"""Create portable serialized representations of Python objects: protocols 0 to 5, byte for byte those of CPython."""
from _pickle import PickleError, Pickler, PicklingError, Unpickler, UnpicklingError, dump, dumps, load, loads
import _pickle

_Pickler, _Unpickler = Pickler, Unpickler  # CPython's in Python, whose methods it calls itself: find_class, persistent_load

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
format_version = '4.0'
compatible_formats = ['1.0', '1.1', '1.2', '1.3', '2.0', '3.0', '4.0', '5.0']

# The opcodes by their names, each as the bytes of a pickle.
_OPCODES = _pickle._opcodes()
globals().update(_OPCODES)

__all__ = ['PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads',
           'HIGHEST_PROTOCOL', 'DEFAULT_PROTOCOL', *sorted(_OPCODES)]
