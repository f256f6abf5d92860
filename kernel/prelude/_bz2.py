"""The streams of libbz2 as objects."""

import _bz2_streams
from _compression import Expander, Stream

_RUN, _FINISH = 0, 2
_ERRORS = {-1: (RuntimeError, 'Internal error - Invalid sequence of commands sent to libbzip2'),
           -2: (ValueError, 'Internal error - invalid parameters passed to libbzip2'), -3: (MemoryError,),
           -4: (OSError, 'Invalid data stream'), -5: (OSError, 'Invalid data stream'), -6: (OSError, 'Unknown I/O error'),
           -7: (EOFError, 'Compressed file ended before the logical end-of-stream was detected'),
           -9: (SystemError, 'libbzip2 was not compiled correctly')}


def _fail(code):
    kind, *texts = _ERRORS.get(code, (OSError, f'Unrecognized error from libbzip2: {code}'))
    raise kind(*texts)


class BZ2Compressor(Stream):
    """Create a compressor object for compressing data incrementally.

      compresslevel
        Compression level, as a number between 1 and 9.

    For one-shot compression, use the compress() function instead."""
    __slots__ = ('_stream',)

    def __init__(self, compresslevel=9, /):
        compresslevel = range(compresslevel).stop
        if not 1 <= compresslevel <= 9:
            raise ValueError('compresslevel must be between 1 and 9')
        self._stream = _bz2_streams.new(compresslevel)

    def compress(self, data, /):
        """Provide data to the compressor object. Returns a chunk of compressed data if possible, or b'' otherwise."""
        if self._stream is None:
            raise ValueError('Compressor has been flushed')
        out, _, status, code, _ = _bz2_streams.run(self._stream, data, _RUN, -1)
        return _fail(code) if status == 3 else out

    def flush(self):
        """Finish the compression process. Returns the compressed data left in internal buffers."""
        if self._stream is None:
            raise ValueError('Repeated call to flush()')
        out, _, status, code, _ = _bz2_streams.run(self._stream, b'', _FINISH, -1)
        self._stream = None
        return _fail(code) if status == 3 else out


class BZ2Decompressor(Expander):
    """Create a decompressor object for decompressing data incrementally.

    For one-shot decompression, use the decompress() function instead."""
    __slots__ = ()

    def __init__(self):
        self._begin(_bz2_streams.new(0))

    def decompress(self, data, max_length=-1):
        """Decompress data, returning uncompressed data as bytes, at most max_length of them if that is not negative. needs_input says
        whether more input is wanted; what follows the end of the stream is in unused_data."""
        return self._go(_bz2_streams.run, data, max_length, _fail)
