"""The function that reads one value for a decoder."""
from _json import make_scanner

__all__ = ['make_scanner']
c_make_scanner = py_make_scanner = make_scanner
