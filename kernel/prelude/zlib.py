"""The functions in this module allow compression and decompression using the zlib library, which is based on GNU zip.

compress() and decompress() take all at once; compressobj() and decompressobj() make streams; adler32() and crc32() are
check sums."""

import _zlib
from _zlib import ZLIB_RUNTIME_VERSION, ZLIB_VERSION

__version__ = '1.0'
DEFLATED = DEF_MEM_LEVEL = 8
DEF_BUF_SIZE = 16384
MAX_WBITS = 15
Z_NO_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_COMPRESSION = 0, 1, 9, -1
Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED = range(5)
Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH, Z_BLOCK, Z_TREES = range(7)

_STREAM_ERROR, _BUFFER_ERROR, _SET_DICTIONARY = -2, -5, -1000
_MORE, _END, _STUCK, _ERROR = range(4)
_TEXTS = {_STREAM_ERROR: 'inconsistent stream state', _BUFFER_ERROR: 'incomplete or truncated stream', -3: 'invalid input data'}


class error(Exception):
    """What zlib complains of."""


def _failure(code, doing, text=None):
    """zlib's error as an exception."""
    if code < _SET_DICTIONARY + 100:
        code, doing = code - _SET_DICTIONARY, 'while setting zdict'
    text = text or _TEXTS.get(code)
    return error(f'Error {code} {doing}{": " + text if text else ""}')


def _run(stream, data, action, most, doing):
    """One go of a stream: bytes, how much of the input was used, whether it is at its end, whether it is stuck."""
    out, used, status, code, text = _zlib.run(stream, data, action, most)
    if status == _ERROR:
        raise _failure(code, doing, text)
    return out, used, status == _END, status == _STUCK


def crc32(data, value=0, /):
    """Compute a CRC-32 checksum of data.

    value
      Starting value of the checksum.

    The returned checksum is an integer."""
    return _zlib.crc32(data, value)


def adler32(data, value=1, /):
    """Compute an Adler-32 checksum of data.

    value
      Starting value of the checksum.

    The returned checksum is an integer."""
    return _zlib.adler32(data, value)


def compress(data, /, level=-1, wbits=15):
    """Returns a bytes object containing compressed data. level: from 0 (stored) to 9; wbits: 9 to 15, negative for a stream
    without header and check sum, plus 16 for gzip."""
    stream = _zlib.deflate(level, DEFLATED, wbits, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, None)
    if stream == _STREAM_ERROR:
        raise error('Bad compression level')
    return _run(stream, data, Z_FINISH, -1, 'while compressing data')[0]


def decompress(data, /, wbits=15, bufsize=16384):
    """Returns a bytes object containing the uncompressed data. wbits: as for compress(), plus 32 to see from the data what they
    are; bufsize: has no effect."""
    if _index(bufsize) < 0:
        raise ValueError('bufsize must be non-negative')
    stream = _zlib.inflate(wbits, None)
    if isinstance(stream, int):
        raise _failure(stream, 'while preparing to decompress data')
    doing = 'while decompressing data'
    out, _, ended, _ = _run(stream, data, Z_FINISH, -1, doing)
    if not ended:
        raise _failure(_BUFFER_ERROR, doing)
    return out


class _Stream:
    """What both kinds of streams have: the library's stream, copies of it, and no pickles."""
    __slots__ = ('_stream',)

    def __new__(cls, *args):
        raise TypeError(f"cannot create 'zlib.{cls.__name__}' instances")

    def copy(self):
        """Return a copy of the stream object."""
        twin = object.__new__(type(self))
        for name in (*type(self).__slots__, '_stream'):
            setattr(twin, name, getattr(self, name))
        twin._stream = _zlib.copy(self._stream)
        if isinstance(twin._stream, int):
            raise ValueError('Inconsistent stream state')
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo, /):
        return self.copy()

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle 'zlib.{type(self).__name__}' object")


class Compress(_Stream):
    __slots__ = ('_finished',)

    def compress(self, data, /):
        """Returns a bytes object containing compressed data; what is held back comes with later calls or flush()."""
        if self._finished:
            _rest(data, 0)
            raise _failure(_STREAM_ERROR, 'while compressing data')
        return _run(self._stream, data, Z_NO_FLUSH, -1, 'while compressing data')[0]

    def flush(self, mode=Z_FINISH, /):
        """Return a bytes object containing any remaining compressed data. After Z_FINISH the stream is over."""
        if mode == Z_NO_FLUSH:
            return b''
        if self._finished:
            raise _failure(_STREAM_ERROR, 'while flushing')
        out, _, self._finished, _ = _run(self._stream, b'', mode, -1, 'while flushing')
        return out

    def copy(self):
        """Return a copy of the compression object."""
        if self._finished:
            raise ValueError('Inconsistent stream state')
        return super().copy()

    __copy__ = copy


class Decompress(_Stream):
    __slots__ = ('eof', 'unconsumed_tail', 'unused_data', '_finished')

    def _feed(self, data, action, most, doing):
        used = 0
        out = b''
        if not self.eof:
            out, used, self.eof, _ = _run(self._stream, data, action, most, doing)
        rest = _rest(data, used)
        if self.eof:
            self.unused_data += rest
        if not self.eof or self.unconsumed_tail:
            self.unconsumed_tail = rest
        return out

    def decompress(self, data, /, max_length=0):
        """Return a bytes object containing the decompressed version of the data; at most max_length bytes of it, unless that is
        0. What is not consumed then is in unconsumed_tail, what follows the stream in unused_data."""
        max_length = _index(max_length)
        if max_length < 0:
            raise ValueError('max_length must be non-negative')
        return self._feed(data, Z_SYNC_FLUSH, max_length or -1, 'while decompressing data')

    def flush(self, length=DEF_BUF_SIZE, /):
        """Return a bytes object containing any remaining decompressed data. length: the initial size of the output buffer."""
        if _index(length) <= 0:
            raise ValueError('length must be greater than zero')
        try:
            return self._feed(self.unconsumed_tail, Z_FINISH, -1, 'while flushing')
        except error:  # what is wrong with the stream was told before
            return b''
        finally:
            self._finished = self.eof

    def copy(self):
        """Return a copy of the decompression object."""
        if self._finished:
            raise ValueError('Inconsistent stream state')
        return super().copy()

    __copy__ = copy


def _rest(data, start):
    """Bytes from a position on."""
    if type(data) is bytes:
        return data[start:]
    try:
        return bytes(memoryview(data)[start:])
    except TypeError:
        raise TypeError(f'a bytes-like object is required, not {type(data).__name__!r}') from None


def _index(value):
    """The int that an object stands for."""
    return range(value).stop


for _class in (Compress, Decompress):
    _class.__module__ = 'zlib'
_Compress, _Decompress = Compress, Decompress
del _class, Compress, Decompress


def compressobj(level=-1, method=DEFLATED, wbits=MAX_WBITS, memLevel=DEF_MEM_LEVEL, strategy=Z_DEFAULT_STRATEGY, zdict=None):
    """Return a compressor object.

    level: 0 to 9, or -1 for the default; wbits: the size of the window, and the kind of the stream (see compress()); memLevel:
    1 to 9; strategy: one of Z_DEFAULT_STRATEGY and its like; zdict: bytes that the data probably contain."""
    stream = _zlib.deflate(level, method, wbits, memLevel, strategy, zdict)
    if isinstance(stream, int):
        raise ValueError('Invalid initialization option')
    made = object.__new__(_Compress)
    made._stream, made._finished = stream, False
    return made


def decompressobj(wbits=MAX_WBITS, zdict=b''):
    """Return a decompressor object.

    wbits: the size of the window, and the kind of the stream (see decompress()); zdict: the dictionary of the compressor."""
    try:
        memoryview(zdict)
    except TypeError:
        raise TypeError('zdict argument must support the buffer protocol') from None
    stream = _zlib.inflate(wbits, zdict or None)
    if isinstance(stream, int):
        raise ValueError('Invalid initialization option')
    made = object.__new__(_Decompress)
    made._stream, made.eof, made.unconsumed_tail, made.unused_data, made._finished = stream, False, b'', b'', False
    return made
