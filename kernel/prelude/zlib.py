"""Compression of bytes with zlib, as a whole; streams (compressobj, decompressobj) are not there."""

import _zlib
from _zlib import ZLIB_RUNTIME_VERSION, ZLIB_VERSION

DEFLATED = 8
DEF_MEM_LEVEL = 8
DEF_BUF_SIZE = 16384
MAX_WBITS = 15
Z_NO_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_COMPRESSION = 0, 1, 9, -1
Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED = 0, 1, 2, 3, 4

_STREAM_ERROR, _BUFFER_ERROR = -2, -5


class error(Exception):
    """What zlib complains of."""


def _checked(result, doing):
    """The bytes, or zlib's error as an exception."""
    if isinstance(result, bytes):
        return result
    code, text = result
    if code == _BUFFER_ERROR:
        text = 'incomplete or truncated stream'
    raise error('Error %d %s%s' % (code, doing, ': ' + text if text else ''))


def crc32(data, value=0, /):
    """The CRC-32 of bytes, going on from value."""
    return _zlib.crc32(data, value)


def adler32(data, value=1, /):
    """The Adler-32 of bytes, going on from value."""
    return _zlib.adler32(data, value)


def compress(data, /, level=-1, wbits=15):
    """Bytes compressed. level: from 0 (stored) to 9; wbits: 9 to 15, negative for a stream without header and check sum, plus 16 for gzip."""
    result = _zlib.compress(data, level, wbits)
    if type(result) is tuple and result[0] == _STREAM_ERROR:
        raise error('Bad compression level')
    return _checked(result, 'while compressing data')


def decompress(data, /, wbits=15, bufsize=16384):
    """Bytes that compress() has made, expanded."""
    if bufsize < 0:
        raise ValueError('bufsize must be non-negative')
    return _checked(_zlib.decompress(data, wbits), 'while decompressing data')
