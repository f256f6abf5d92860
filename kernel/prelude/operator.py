"""Operators as functions."""
from _operator import *
from builtins import abs as _abs

__all__ = ['abs', 'add', 'and_', 'attrgetter', 'call', 'concat', 'contains', 'countOf', 'delitem', 'eq', 'floordiv', 'ge', 'getitem',
           'gt', 'iadd', 'iand', 'iconcat', 'ifloordiv', 'ilshift', 'imatmul', 'imod', 'imul', 'index', 'indexOf', 'inv', 'invert',
           'ior', 'ipow', 'irshift', 'is_', 'is_not', 'isub', 'itemgetter', 'itruediv', 'ixor', 'le', 'length_hint', 'lshift', 'lt',
           'matmul', 'methodcaller', 'mod', 'mul', 'ne', 'neg', 'not_', 'or_', 'pos', 'pow', 'rshift', 'setitem', 'sub', 'truediv',
           'truth', 'xor']


def length_hint(obj, default=0, /):
    "Return an estimate of the number of items in obj."
    if not isinstance(default, int):
        raise TypeError(f"'{type(default).__name__}' object cannot be interpreted as an integer")
    try:
        return len(obj)
    except TypeError:
        pass
    hint = getattr(type(obj), '__length_hint__', None)
    if hint is None:
        return default
    try:
        value = hint(obj)
    except TypeError:
        return default
    if value is NotImplemented:
        return default
    if not isinstance(value, int):
        raise TypeError(f'__length_hint__ must be an integer, not {type(value).__name__}')
    if not -2**63 <= value < 2**63:
        raise OverflowError('Python int too large to convert to C ssize_t')
    if value < 0:
        raise ValueError('__length_hint__() should return >= 0')
    return value


_plain = set('is_ is_not truth countOf indexOf length_hint attrgetter itemgetter methodcaller'.split())
for _name in __all__:
    if _name not in _plain:
        globals()[f'__{_name.rstrip("_")}__'] = globals()[_name]
del _name, _plain
