"""Decimal floating point numbers (General Decimal Arithmetic): Decimal and Context."""
from _decimal import *
from _decimal import __all__, __libmpdec_version__, __version__
