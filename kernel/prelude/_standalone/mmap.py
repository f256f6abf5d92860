"""Files mapped into memory: bytes that are read, searched and changed in place."""
from _mmap import *
