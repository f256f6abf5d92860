"""The streams of liblzma as objects, and its filters."""

import _lzma_streams
from _compression import Expander, Stream
from _lzma_streams import is_check_supported

FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW = range(4)
CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256, CHECK_ID_MAX, CHECK_UNKNOWN = 0, 1, 4, 10, 15, 16
FILTER_LZMA1, FILTER_LZMA2, FILTER_DELTA, FILTER_X86 = 0x4000000000000001, 33, 3, 4
FILTER_POWERPC, FILTER_IA64, FILTER_ARM, FILTER_ARMTHUMB, FILTER_SPARC = 5, 6, 7, 8, 9
MF_HC3, MF_HC4, MF_BT2, MF_BT3, MF_BT4 = 3, 4, 18, 19, 20
MODE_FAST, MODE_NORMAL = 1, 2
PRESET_DEFAULT, PRESET_EXTREME = 6, 0x80000000

_RUN, _FINISH = 0, 3
_LZMA_OPTIONS = 'dict_size', 'lc', 'lp', 'pb', 'mode', 'nice_len', 'mf', 'depth'
_BRANCHES = FILTER_X86, FILTER_POWERPC, FILTER_IA64, FILTER_ARM, FILTER_ARMTHUMB, FILTER_SPARC
# of each family of filters: its options, and what the text of an error calls it
_FAMILIES = {**dict.fromkeys((FILTER_LZMA1, FILTER_LZMA2), (('preset', *_LZMA_OPTIONS), 'LZMA')), FILTER_DELTA: (('dist',), 'delta'),
             **dict.fromkeys(_BRANCHES, (('start_offset',), 'BCJ'))}


class LZMAError(Exception):
    """Call to liblzma failed."""


_TEXTS = {3: 'Unsupported integrity check', 6: 'Memory usage limit exceeded', 7: 'Input format not supported by decoder',
          8: 'Invalid or unsupported options', 9: 'Corrupt input data', 10: 'Insufficient buffer space', 11: 'Internal error'}


def _fail(code):
    if code == 5:
        raise MemoryError
    raise LZMAError(_TEXTS.get(code, f'Unrecognized error from liblzma: {code}'))


def _begun(made):
    """The stream, or what its initialization complains of."""
    return _fail(made) if isinstance(made, int) else made


def _filter(spec):
    """A filter's options as the numbers that _lzma_streams wants."""
    if not hasattr(spec, 'keys'):
        raise TypeError('Filter specifier must be a dict or dict-like object')
    if 'id' not in spec:
        raise ValueError('Filter specifier must have an "id" entry')
    identity = spec['id']
    if identity not in _FAMILIES:
        raise ValueError(f'Invalid filter ID: {identity}')
    options, family = _FAMILIES[identity]
    if any(key != 'id' and key not in options for key in spec):
        raise ValueError(f'Invalid filter specifier for {family} filter')
    if family != 'LZMA':
        return identity, spec.get(options[0], 1 if family == 'delta' else 0)
    preset = spec.get('preset', PRESET_DEFAULT)
    numbers = identity, preset, *(spec.get(option, -1) for option in _LZMA_OPTIONS)
    if (preset & 31) > 9 or preset & ~(31 | PRESET_EXTREME):
        raise LZMAError(f'Invalid compression preset: {preset}')
    return numbers


def _chain(filters):
    if filters is None:
        return None
    if len(filters) > 4:
        raise ValueError('Too many filters - liblzma supports a maximum of 4')
    return tuple(_filter(filters[i]) for i in range(len(filters)))


class LZMACompressor(Stream):
    """Create a compressor object for compressing data incrementally.

    format: FORMAT_XZ, FORMAT_ALONE or FORMAT_RAW; check: the integrity check of FORMAT_XZ, CHECK_CRC64 unless it is given; preset: 0
    to 9, with PRESET_EXTREME; filters: a chain of filters in the place of a preset, which FORMAT_RAW must have."""
    __slots__ = ('_stream',)

    def __init__(self, format=FORMAT_XZ, check=-1, preset=None, filters=None):
        if not isinstance(format, int):
            raise TypeError(f'{type(format).__name__!r} object cannot be interpreted as an integer')
        if preset is not None and filters is not None:
            raise ValueError('Cannot specify both preset and filter chain')
        if format != FORMAT_XZ and check not in (-1, CHECK_NONE):
            raise ValueError('Integrity checks are only supported by FORMAT_XZ')
        if format not in (FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW):
            raise ValueError(f'Invalid container format: {format}')
        if format == FORMAT_RAW and filters is None:
            raise ValueError('Must specify filters for FORMAT_RAW')
        check = CHECK_CRC64 if check == -1 else check
        if filters is not None and not len(filters) or not 0 <= check <= CHECK_ID_MAX:
            raise LZMAError('Internal error')
        self._stream = _begun(_lzma_streams.encoder(format, check, PRESET_DEFAULT if preset is None else preset, _chain(filters)))

    def compress(self, data, /):
        """Provide data to the compressor object. Returns a chunk of compressed data if possible, or b'' otherwise."""
        if self._stream is None:
            raise ValueError('Compressor has been flushed')
        out, _, status, code, _ = _lzma_streams.run(self._stream, data, _RUN, -1)
        return _fail(code) if status == 3 else out

    def flush(self):
        """Finish the compression process. Returns the compressed data left in internal buffers."""
        if self._stream is None:
            raise ValueError('Repeated call to flush()')
        out, _, status, code, _ = _lzma_streams.run(self._stream, b'', _FINISH, -1)
        self._stream = None
        return _fail(code) if status == 3 else out


class LZMADecompressor(Expander):
    """Create a decompressor object for decompressing data incrementally.

    format: FORMAT_AUTO for .xz and .lzma, FORMAT_XZ, FORMAT_ALONE or FORMAT_RAW; memlimit: how many bytes of memory it may use;
    filters: the chain of filters of FORMAT_RAW."""
    __slots__ = ()
    _over = 'Already at end of stream'

    def __init__(self, format=FORMAT_AUTO, memlimit=None, filters=None):
        if memlimit is not None:
            if format == FORMAT_RAW:
                raise ValueError('Cannot specify memory limit with FORMAT_RAW')
            if not isinstance(memlimit, int):
                raise TypeError('an integer is required')
        if format == FORMAT_RAW and filters is None:
            raise ValueError('Must specify filters for FORMAT_RAW')
        if format != FORMAT_RAW and filters is not None:
            raise ValueError('Cannot specify filters except with FORMAT_RAW')
        if format not in (FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW):
            raise ValueError(f'Invalid container format: {format}')
        self._begin(_begun(_lzma_streams.decoder(format, -1 if memlimit is None else memlimit, _chain(filters))))

    @property
    def check(self):
        """ID of the integrity check used by the input stream; CHECK_UNKNOWN until enough of it has been seen."""
        return _lzma_streams.check(self._stream)

    def decompress(self, data, max_length=-1):
        """Decompress data, returning uncompressed data as bytes, at most max_length of them if that is not negative. needs_input says
        whether more input is wanted; what follows the end of the stream is in unused_data."""
        return self._go(_lzma_streams.run, data, max_length, _fail)


def _encode_filter_properties(filter, /):
    """Return a bytes object encoding the options (properties) of the filter."""
    return _begun(_lzma_streams.properties(_filter(filter)))


def _decode_filter_properties(filter_id, encoded_props, /):
    """Return a filter of the given id, whose options are described by bytes."""
    values = _begun(_lzma_streams.described(filter_id, encoded_props))
    if filter_id == FILTER_LZMA2:
        values = values[:1]
    names = _LZMA_OPTIONS if _FAMILIES[filter_id][1] == 'LZMA' else _FAMILIES[filter_id][0]
    return {'id': filter_id, **dict(zip(names, values))}
