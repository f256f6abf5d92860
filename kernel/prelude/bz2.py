"""Interface to the libbzip2 compression library: files (open(), BZ2File), streams and whole texts of bytes."""

__all__ = ['BZ2File', 'BZ2Compressor', 'BZ2Decompressor', 'open', 'compress', 'decompress']

from _bz2 import BZ2Compressor, BZ2Decompressor
from _compression import CompressedFile, Expanded, check_mode, expand_all, open_text, unchanged

_TRUNCATED = 'Compressed file ended before the end-of-stream marker was reached'


class _Part(BZ2Decompressor):
    """The expander of one stream of a file."""
    __slots__ = ('first',)

    def is_first(self):
        return self.first


def _part(first):
    part = _Part()
    part.first = first
    return part


class _Expanded(Expanded):
    wrong = OSError


class BZ2File(CompressedFile):
    """A file object providing transparent bzip2 (de)compression: a wrapper of another file, or of the named one. It works with
    bytes."""
    _reading = '', 'r', 'rb'

    def __init__(self, filename, mode='r', *, compresslevel=9):
        """Open a file: a path, or an object with read() or write(). mode: 'r', 'w', 'x' or 'a', also with b; compresslevel: 1 to
        9."""
        reads = self._open(filename, mode)
        if not 1 <= compresslevel <= 9:
            raise ValueError('compresslevel must be between 1 and 9')
        if reads:
            self._start(filename, expanded=lambda file: _Expanded(file, _part, unchanged, _TRUNCATED))
        else:
            self._start(filename, compressor=BZ2Compressor(compresslevel))


def open(filename, mode='rb', compresslevel=9, encoding=None, errors=None, newline=None):
    """Open a bzip2-compressed file in binary or text mode: a path, or an object with read() or write(). For text the file is
    wrapped in an io.TextIOWrapper of the given encoding, error handling and line ends."""
    is_text = check_mode(mode, encoding, errors, newline)
    file = BZ2File(filename, mode.replace('t', ''), compresslevel=compresslevel)
    return open_text(file, encoding, errors, newline) if is_text else file


def compress(data, compresslevel=9):
    """Compress a block of data; compresslevel, if given, must be a number between 1 and 9."""
    stream = BZ2Compressor(compresslevel)
    return stream.compress(data) + stream.flush()


def decompress(data):
    """Decompress a block of data."""
    return expand_all(data, BZ2Decompressor, OSError, ValueError) if data else b''
