"""Sequences whose items are all of one C type, in one block of memory."""
from _array import ArrayType, _array_reconstructor, array, typecodes
from collections.abc import MutableSequence as _MutableSequence

_MutableSequence.register(array)
