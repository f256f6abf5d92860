"""The io module provides the Python interfaces to stream handling: the classes of files, and abstract ones to derive own
streams from."""
import _io
from _io import (DEFAULT_BUFFER_SIZE, BlockingIOError, BufferedRandom, BufferedReader, BufferedRWPair, BufferedWriter, BytesIO, FileIO,
                 IncrementalNewlineDecoder, StringIO, TextIOWrapper, UnsupportedOperation, open, open_code, text_encoding)
import abc

__all__ = ['BlockingIOError', 'open', 'open_code', 'IOBase', 'RawIOBase', 'FileIO', 'BytesIO', 'StringIO', 'BufferedIOBase',
           'BufferedReader', 'BufferedWriter', 'BufferedRWPair', 'BufferedRandom', 'TextIOBase', 'TextIOWrapper',
           'UnsupportedOperation', 'SEEK_SET', 'SEEK_CUR', 'SEEK_END']

SEEK_SET, SEEK_CUR, SEEK_END = range(3)


def __getattr__(name):
    if name != 'OpenWrapper':
        raise AttributeError(f"module 'io' has no attribute {name!r}")
    import warnings
    warnings.warn('OpenWrapper is deprecated, use open instead', DeprecationWarning, stacklevel=2)
    globals()[name] = open
    return open


class IOBase(_io._IOBase, metaclass=abc.ABCMeta):
    __doc__ = _io._IOBase.__doc__


class RawIOBase(_io._RawIOBase, IOBase):
    __doc__ = _io._RawIOBase.__doc__


class BufferedIOBase(_io._BufferedIOBase, IOBase):
    __doc__ = _io._BufferedIOBase.__doc__


class TextIOBase(_io._TextIOBase, IOBase):
    __doc__ = _io._TextIOBase.__doc__


for _kind, _classes in ((RawIOBase, (FileIO,)),
                        (BufferedIOBase, (BytesIO, BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair)),
                        (TextIOBase, (StringIO, TextIOWrapper, type(__import__('sys').__stdout__)))):
    for _class in _classes:
        _kind.register(_class)
del _kind, _classes, _class
