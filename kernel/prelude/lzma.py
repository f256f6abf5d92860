"""Interface to the liblzma compression library.

This module provides a class for reading and writing compressed files, classes for incremental (de)compression, and convenience
functions for one-shot (de)compression, in the .xz, .lzma and raw formats."""

__all__ = ['CHECK_NONE', 'CHECK_CRC32', 'CHECK_CRC64', 'CHECK_SHA256', 'CHECK_ID_MAX', 'CHECK_UNKNOWN', 'FILTER_LZMA1', 'FILTER_LZMA2',
           'FILTER_DELTA', 'FILTER_X86', 'FILTER_IA64', 'FILTER_ARM', 'FILTER_ARMTHUMB', 'FILTER_POWERPC', 'FILTER_SPARC', 'FORMAT_AUTO',
           'FORMAT_XZ', 'FORMAT_ALONE', 'FORMAT_RAW', 'MF_HC3', 'MF_HC4', 'MF_BT2', 'MF_BT3', 'MF_BT4', 'MODE_FAST', 'MODE_NORMAL',
           'PRESET_DEFAULT', 'PRESET_EXTREME', 'LZMACompressor', 'LZMADecompressor', 'LZMAFile', 'LZMAError', 'open', 'compress',
           'decompress', 'is_check_supported']

from _compression import CompressedFile, Expanded, check_mode, expand_all, open_text, unchanged
from _lzma import *
from _lzma import _decode_filter_properties, _encode_filter_properties

_TRUNCATED = 'Compressed file ended before the end-of-stream marker was reached'


class _Expanded(Expanded):
    wrong = LZMAError


class LZMAFile(CompressedFile):
    """A file object providing transparent LZMA (de)compression: a wrapper of another file, or of the named one. It works with
    bytes."""

    def __init__(self, filename=None, mode='r', *, format=None, check=-1, preset=None, filters=None):
        """Open a file: a path, or an object with read() or write(). mode: 'r', 'w', 'x' or 'a', also with b; format and filters: as
        for LZMACompressor and LZMADecompressor; check and preset: for writing."""
        reads = self._open(filename, mode)
        if not reads:
            made = LZMACompressor(FORMAT_XZ if format is None else format, check, preset, filters)
            self._start(filename, compressor=made)
            return
        for given, text in ((check != -1, 'an integrity check'), (preset is not None, 'a preset compression level')):
            if given:
                raise ValueError(f'Cannot specify {text} when opening a file for reading')

        class Part(LZMADecompressor):
            __slots__ = ('is_first',)

        def part(first):
            made = Part(FORMAT_AUTO if format is None else format, None, filters)
            made.is_first = lambda: first
            return made
        self._start(filename, expanded=lambda file: _Expanded(file, part, unchanged, _TRUNCATED))


def open(filename, mode='rb', *, format=None, check=-1, preset=None, filters=None, encoding=None, errors=None, newline=None):
    """Open an LZMA-compressed file in binary or text mode: a path, or an object with read() or write(). For text the file is
    wrapped in an io.TextIOWrapper of the given encoding, error handling and line ends; the rest is as for LZMAFile."""
    is_text = check_mode(mode, encoding, errors, newline)
    file = LZMAFile(filename, mode.replace('t', ''), format=format, check=check, preset=preset, filters=filters)
    return open_text(file, encoding, errors, newline) if is_text else file


def compress(data, format=FORMAT_XZ, check=-1, preset=None, filters=None):
    """Compress a block of data; the options are those of LZMACompressor."""
    stream = LZMACompressor(format, check, preset, filters)
    return stream.compress(data) + stream.flush()


def decompress(data, format=FORMAT_AUTO, memlimit=None, filters=None):
    """Decompress a block of data; the options are those of LZMADecompressor."""
    return expand_all(data, lambda: LZMADecompressor(format, memlimit, filters), LZMAError, LZMAError)
