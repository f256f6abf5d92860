"""Values as bytes by a format, and back: pack, unpack and their like, and Struct for one format."""
from _struct import Struct, _clearcache, calcsize, error, iter_unpack, pack, pack_into, unpack, unpack_from

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct', 'error']
