"""Encodings from bytes to bytes, or of texts to texts: no character sets, so that str.encode and bytes.decode refuse them."""
import codecs
from ._table import _Made


def _base64():
    import binascii

    def encode(data):
        data = bytes(memoryview(data))
        return b''.join([binascii.b2a_base64(data[i:i + 57]) for i in range(0, len(data), 57)])
    return encode, binascii.a2b_base64


def _bz2():
    import bz2
    return bz2.compress, bz2.decompress


def _hex():
    import binascii
    return binascii.b2a_hex, binascii.a2b_hex


def _zlib():
    import zlib
    return zlib.compress, zlib.decompress


def _quopri():
    import binascii
    return lambda data: binascii.b2a_qp(data, quotetabs=True), binascii.a2b_qp


def _uu():
    import binascii

    def encode(data, filename='<data>', mode=0o666):
        data = bytes(memoryview(data))
        filename = filename.replace('\n', '\\n').replace('\r', '\\r')
        lines = [f'begin {mode & 0o777:o} {filename}\n'.encode('ascii')]
        lines += [binascii.b2a_uu(data[i:i + 45]) for i in range(0, len(data), 45)]
        return b''.join(lines) + b' \nend\n'

    def decode(data):
        lines = iter(bytes(memoryview(data)).splitlines(keepends=True))
        for line in lines:
            if line[:5] == b'begin':
                break
        else:
            raise ValueError('Missing "begin" line in input data')
        out = []
        for line in lines:
            if line == b'end\n':
                return b''.join(out)
            try:
                out.append(binascii.a2b_uu(line))
            except binascii.Error:  # some encoders pad a line wrongly: as many bytes as it says
                out.append(binascii.a2b_uu(line[:((line[0] - 32 & 63) * 4 + 5) // 3]))
        raise ValueError('Truncated input data')
    return encode, decode


_FUNCTIONS = {'base64_codec': _base64, 'bz2_codec': _bz2, 'hex_codec': _hex, 'quopri_codec': _quopri, 'uu_codec': _uu,
              'zlib_codec': _zlib}


def _pieces(kind, make_object):
    """An incremental coder on an object that compresses or expands."""
    class Incremental(kind):
        """In pieces."""

        def __init__(self, errors='strict'):
            assert errors == 'strict'
            super().__init__(errors)
            self.reset()

        def reset(self):
            self.object = make_object()

        def encode(self, input, final=False):
            out = self.object.compress(input)
            return out + self.object.flush() if final else out

        def decode(self, input, final=False):
            try:
                out = self.object.decompress(input)
            except EOFError:
                return b''
            return out + self.object.flush() if final and hasattr(self.object, 'flush') else out
    Incremental.__name__ = Incremental.__qualname__ = kind.__name__
    return Incremental


def make(name):
    """The codec of that name."""
    if name == 'rot_13':
        return _rot13()
    short = name.partition('_')[0]
    forward, back = _FUNCTIONS[name]()

    def encode(input, errors='strict'):
        assert errors == 'strict'
        return forward(input), len(input)

    def decode(input, errors='strict'):
        assert errors == 'strict'
        return back(input), len(input)
    made = _Made(short, encode, decode, text=False, attributes={short + '_encode': encode, short + '_decode': decode}).binary()
    if short in ('bz2', 'zlib'):
        library = __import__(short)
        pack, unpack = ((library.BZ2Compressor, library.BZ2Decompressor) if short == 'bz2' else
                        (library.compressobj, library.decompressobj))
        made.classes['IncrementalEncoder'] = _pieces(codecs.IncrementalEncoder, pack)
        made.classes['IncrementalDecoder'] = _pieces(codecs.IncrementalDecoder, unpack)
    return made


def _rot13():
    rotated = {i + base: (i + 13) % 26 + base for base in (65, 97) for i in range(26)}

    def convert(input, errors='strict'):
        return str.translate(input, rotated), len(input)
    made = _Made('rot-13', convert, convert, text=False, attributes={'rot13_map': rotated})

    def rot13(infile, outfile):
        """Writes the text of one file to the other, rotated."""
        outfile.write(codecs.encode(infile.read(), 'rot-13'))
    made.attributes['rot13'] = rot13
    return made
