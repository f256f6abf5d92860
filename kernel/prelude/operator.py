"""Operators as functions. Those of one special method are also available under its name: add as __add__."""
import _operator
from _operator import *

__all__ = [name for name in dir(_operator) if name[0] != '_']
_without_method = {'attrgetter', 'countOf', 'indexOf', 'is_', 'is_not', 'itemgetter', 'length_hint', 'methodcaller', 'truth'}
globals().update({f'__{name.rstrip("_")}__': getattr(_operator, name) for name in __all__ if name not in _without_method})
del _operator, _without_method
