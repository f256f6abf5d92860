"""Codecs: how texts become bytes and back, by the name of an encoding; classes for those who write their own, and files that are
read and written through one."""
import builtins
from _codecs import (ascii_decode, ascii_encode, charmap_build, charmap_decode, charmap_encode, decode, encode, escape_decode,
                     escape_encode, latin_1_decode, latin_1_encode, lookup, lookup_error, raw_unicode_escape_decode,
                     raw_unicode_escape_encode, readbuffer_encode, register, register_error, unicode_escape_decode,
                     unicode_escape_encode, unregister, utf_16_be_decode, utf_16_be_encode, utf_16_decode, utf_16_encode,
                     utf_16_ex_decode, utf_16_le_decode, utf_16_le_encode, utf_32_be_decode, utf_32_be_encode, utf_32_decode,
                     utf_32_encode, utf_32_ex_decode, utf_32_le_decode, utf_32_le_encode, utf_7_decode, utf_7_encode, utf_8_decode,
                     utf_8_encode)
from _codecs import _forget_codec  # the tests of encodings call it

__all__ = ['register', 'lookup', 'open', 'EncodedFile', 'BOM', 'BOM_BE', 'BOM_LE', 'BOM32_BE', 'BOM32_LE', 'BOM64_BE', 'BOM64_LE',
           'BOM_UTF8', 'BOM_UTF16', 'BOM_UTF16_LE', 'BOM_UTF16_BE', 'BOM_UTF32', 'BOM_UTF32_LE', 'BOM_UTF32_BE', 'CodecInfo', 'Codec',
           'IncrementalEncoder', 'IncrementalDecoder', 'StreamReader', 'StreamWriter', 'StreamReaderWriter', 'StreamRecoder',
           'getencoder', 'getdecoder', 'getincrementalencoder', 'getincrementaldecoder', 'getreader', 'getwriter', 'encode', 'decode',
           'iterencode', 'iterdecode', 'strict_errors', 'ignore_errors', 'replace_errors', 'xmlcharrefreplace_errors',
           'backslashreplace_errors', 'namereplace_errors', 'register_error', 'lookup_error']

BOM_UTF8 = b'\xef\xbb\xbf'
BOM_UTF16 = BOM = BOM_LE = BOM_UTF16_LE = BOM32_LE = b'\xff\xfe'
BOM_BE = BOM_UTF16_BE = BOM32_BE = b'\xfe\xff'
BOM_UTF32 = BOM_UTF32_LE = BOM64_LE = b'\xff\xfe\x00\x00'
BOM_UTF32_BE = BOM64_BE = b'\x00\x00\xfe\xff'

strict_errors, ignore_errors, replace_errors, xmlcharrefreplace_errors, backslashreplace_errors, namereplace_errors = map(
    lookup_error, ('strict', 'ignore', 'replace', 'xmlcharrefreplace', 'backslashreplace', 'namereplace'))


class CodecInfo(tuple):
    """What is known of a codec: a tuple of its encoder, decoder, reader and writer, which are attributes as well."""
    _is_text_encoding = True

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None, incrementaldecoder=None,
                name=None, *, _is_text_encoding=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        given = {'name': name, 'encode': encode, 'decode': decode, 'incrementalencoder': incrementalencoder,
                 'incrementaldecoder': incrementaldecoder, 'streamwriter': streamwriter, 'streamreader': streamreader}
        if _is_text_encoding is not None:
            given['_is_text_encoding'] = _is_text_encoding
        vars(self).update(given)
        return self

    def __repr__(self):
        return f'<{type(self).__module__}.{type(self).__qualname__} object for encoding {self.name} at {id(self):#x}>'


class Codec:
    """The two functions of a codec, to be defined by a subclass; both keep no state."""

    def encode(self, input, errors='strict'):
        """What the object is encoded to, and how much of it was used."""
        raise NotImplementedError

    def decode(self, input, errors='strict'):
        """What the object is decoded to, and how much of it was used."""
        raise NotImplementedError


class _Pieces:
    """What coders of both directions share, whose input comes in pieces: an error handler, and a state that can be told and set
    again. One that keeps nothing between pieces is always in the state `_still`."""
    _still = 0

    def __init__(self, errors='strict'):
        self.errors = errors
        if hasattr(self, '_nothing'):
            self.buffer = self._nothing

    def reset(self):
        """Back to the state at the beginning."""

    def getstate(self):
        """The state, for setstate."""
        return self._still

    def setstate(self, state):
        """To a state that getstate has told."""


class IncrementalEncoder(_Pieces):
    """Encodes a text that comes in pieces. Its state is an int."""
    _nothing = ''

    def encode(self, input, final=False):
        """The bytes of the next piece; final: it is the last."""
        raise NotImplementedError


class IncrementalDecoder(_Pieces):
    """Decodes bytes that come in pieces. Its state is a pair: bytes that are not decoded yet, and an int."""
    _still = b'', 0

    def decode(self, input, final=False):
        """The text of the next piece; final: it is the last."""
        raise NotImplementedError


def _left_open(self, input, errors, final):
    """A subclass says what is converted, and how much of it was used."""
    raise NotImplementedError


def _kept_between(function):
    """A method that converts by another one of that name, and keeps in `buffer` what that has not used."""
    def convert(self, input, final=False):
        whole = self.buffer + input
        out, used = getattr(self, function)(whole, self.errors, final)
        self.buffer = whole[used:]
        return out
    return convert


class _Held:
    """A coder that keeps in `buffer` what it cannot convert yet."""

    def reset(self):
        """Back to the state at the beginning: what was kept is forgotten."""
        self.buffer = self._nothing

    def getstate(self):
        """What is kept, for setstate."""
        return (self.buffer, 0) if self._nothing == b'' else self.buffer or 0

    def setstate(self, state):
        """To a state that getstate has told."""
        self.buffer = (state[0] if isinstance(state, tuple) else state) or self._nothing


class BufferedIncrementalEncoder(_Held, IncrementalEncoder):
    """One that keeps what it cannot encode yet; subclasses define _buffer_encode(input, errors, final)."""
    _buffer_encode, encode = _left_open, _kept_between('_buffer_encode')


class BufferedIncrementalDecoder(_Held, IncrementalDecoder):
    """One that keeps what it cannot decode yet; subclasses define _buffer_decode(input, errors, final)."""
    _nothing = b''
    _buffer_decode, decode = _left_open, _kept_between('_buffer_decode')


class _Around:
    """What a stream does not do itself, the stream under it does."""

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError("can't serialize %s" % self.__class__.__name__)


class _Coded(_Around, Codec):
    """One direction of a stream of text on a stream of bytes."""

    def __init__(self, stream, errors='strict'):
        self.errors, self.stream = errors, stream
        self._begin()

    def _begin(self):
        pass

    def reset(self):
        """Forgets the state of the coder."""

    def seek(self, offset, whence=0):
        """Moves in the stream below; a reader begins anew then, a writer at the start."""
        self.stream.seek(offset, whence)
        if isinstance(self, StreamReader) or (offset, whence) == (0, 0):
            self.reset()


class StreamWriter(_Coded):
    """A stream of text onto a stream of bytes."""

    def write(self, object):
        """Writes what the object is encoded to."""
        data, _ = self.encode(object, self.errors)
        self.stream.write(data)

    def writelines(self, list):
        """Writes the texts one after the other."""
        self.write(''.join(text for text in list))


class StreamReader(_Coded):
    """A stream of text from a stream of bytes."""
    charbuffertype = str

    def _begin(self):
        self.reset()

    def decode(self, input, errors='strict'):
        raise NotImplementedError

    def reset(self):
        """Forgets the state of the decoder, and what it has read ahead."""
        self.bytebuffer = b''
        self.charbuffer = self._empty_charbuffer = self.charbuffertype()
        self.linebuffer = None

    def _joined(self):
        """Lines that were read ahead are characters again."""
        if self.linebuffer:
            self.charbuffer = self._empty_charbuffer.join(self.linebuffer)
            self.linebuffer = None

    def read(self, size=-1, chars=-1, firstline=False):
        """Decoded characters: at most `chars`, of about `size` bytes; negative: all of them. firstline: what cannot be decoded
        behind the first line is no error yet."""
        self._joined()
        if chars < 0 <= size:
            chars = size
        while chars < 0 or len(self.charbuffer) < chars:
            fresh = self.stream.read() if size < 0 else self.stream.read(size)
            data = self.bytebuffer + fresh
            if not data:
                break
            try:
                text, used = self.decode(data, self.errors)
            except UnicodeDecodeError as error:
                if not firstline:
                    raise
                text, used = self.decode(data[:error.start], self.errors)
                if len(text.splitlines(keepends=True)) <= 1:
                    raise
            self.bytebuffer = data[used:]
            self.charbuffer += text
            if not fresh:
                break
        cut = len(self.charbuffer) if chars < 0 else chars
        result, self.charbuffer = self.charbuffer[:cut], self.charbuffer[cut:]
        return result

    def readline(self, size=None, keepends=True):
        """The next line; size: about how many bytes are read at a time."""
        if self.linebuffer:
            line = self.linebuffer.pop(0)
            if len(self.linebuffer) == 1:  # the rest is no whole line
                self.charbuffer = self.linebuffer[0]
                self.linebuffer = None
            return line if keepends else line.splitlines()[0]
        step, line = size or 72, self._empty_charbuffer
        while True:
            data = self.read(step, firstline=True)
            if data and (data.endswith('\r') if isinstance(data, str) else data.endswith(b'\r')):
                data += self.read(size=1, chars=1)  # \r\n is one end of a line
            line += data
            lines = line.splitlines(keepends=True)
            if len(lines) > 1:
                line = lines.pop(0)
                if len(lines) > 1:
                    lines[-1] += self.charbuffer
                    self.linebuffer, self.charbuffer = lines, None
                else:
                    self.charbuffer = lines[0] + self.charbuffer
                return line if keepends else line.splitlines()[0]
            if lines:
                bare = lines[0].splitlines()[0]
                if bare != lines[0]:
                    return lines[0] if keepends else bare
            if not data or size is not None:
                return line if keepends or not lines else lines[0].splitlines()[0]
            step = min(step * 2, 8000)

    def readlines(self, sizehint=None, keepends=True):
        """All lines that are left."""
        return self.read().splitlines(keepends)

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def __iter__(self):
        return self


class _Both(_Around):
    """A stream with a reader and a writer on one stream of bytes."""

    def __iter__(self):
        return self

    def reset(self):
        """Forgets the states of both directions."""
        for side in self.reader, self.writer:
            side.reset()


def _side(side, name, doc):
    """A method that is that of the reader or the writer."""
    def method(self, *args, **options):
        return getattr(getattr(self, side), name)(*args, **options)
    method.__name__, method.__doc__ = name, doc
    return method


class StreamReaderWriter(_Both):
    """A stream of text for both directions on one stream of bytes."""
    encoding = 'unknown'

    def __init__(self, stream, Reader, Writer, errors='strict'):
        self.stream, self.errors = stream, errors
        self.reader, self.writer = Reader(stream, errors), Writer(stream, errors)

    read = _side('reader', 'read', 'Decoded characters.')
    readline = _side('reader', 'readline', 'The next line.')
    readlines = _side('reader', 'readlines', 'All lines that are left.')
    __next__ = _side('reader', '__next__', None)
    write = _side('writer', 'write', 'Writes a text.')
    writelines = _side('writer', 'writelines', 'Writes texts one after the other.')

    def seek(self, offset, whence=0):
        """Moves in the stream below."""
        self.stream.seek(offset, whence)
        self.reader.reset()
        if (offset, whence) == (0, 0):
            self.writer.reset()


def _recoded(name, doc):
    """What the reader's method of that name gives, encoded."""
    def method(self, *args):
        text = getattr(self.reader, name)(*args)
        return self.encode(text, self.errors)[0]
    method.__name__, method.__doc__ = name, doc
    return method


class StreamRecoder(_Both):
    """A stream of bytes in one encoding on a stream of bytes in another."""
    data_encoding = file_encoding = 'unknown'

    def __init__(self, stream, encode, decode, Reader, Writer, errors='strict'):
        StreamReaderWriter.__init__(self, stream, Reader, Writer, errors)
        self.encode, self.decode = encode, decode

    read = _recoded('read', 'Bytes in the encoding of the program.')
    __next__ = _recoded('__next__', None)

    def readline(self, size=None):
        """The next line in the encoding of the program."""
        sizes = () if size is None else (size,)
        return self.encode(self.reader.readline(*sizes), self.errors)[0]

    def readlines(self, sizehint=None):
        """All lines that are left, in the encoding of the program."""
        return self.read().splitlines(keepends=True)

    def write(self, data):
        """Writes bytes that are in the encoding of the program."""
        text, _ = self.decode(data, self.errors)
        return self.writer.write(text)

    def writelines(self, list):
        """Writes bytes one after the other."""
        return self.write(b''.join(piece for piece in list))

    def seek(self, offset, whence=0):
        """Moves in the stream below."""
        for side in self.reader, self.writer:
            side.seek(offset, whence)


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    """A file that is read and written through the codec of an encoding, as StreamReaderWriter; without one, the file itself."""
    plain = encoding is None
    file = builtins.open(filename, mode if plain or 'b' in mode else mode + 'b', buffering)
    return file if plain else _through(file, encoding, errors)


def _through(file, encoding, errors):
    """The file as a stream of text; closed where there is no such codec."""
    wrapped = None
    try:
        reader, writer = lookup(encoding)[2:]
        wrapped = StreamReaderWriter(file, reader, writer, errors)
    finally:
        if wrapped is None:
            file.close()
    wrapped.encoding = encoding
    return wrapped


def EncodedFile(file, data_encoding, file_encoding=None, errors='strict'):
    """A stream whose reader sees bytes in data_encoding, on a stream of bytes in file_encoding."""
    data = lookup(data_encoding)
    stored = lookup(data_encoding if file_encoding is None else file_encoding)
    wrapped = StreamRecoder(file, data.encode, data.decode, stored.streamreader, stored.streamwriter, errors)
    wrapped.data_encoding = data_encoding
    wrapped.file_encoding = data_encoding if file_encoding is None else file_encoding
    return wrapped


def _part_of(name, what):
    def get(encoding):
        found = getattr(lookup(encoding), name)
        if found is None:
            raise LookupError(encoding)
        return found
    get.__doc__ = f'{what} of an encoding; LookupError where there is none.'
    return get


getencoder = _part_of('encode', 'The function that encodes')
getdecoder = _part_of('decode', 'The function that decodes')
getincrementalencoder = _part_of('incrementalencoder', 'The IncrementalEncoder')
getincrementaldecoder = _part_of('incrementaldecoder', 'The IncrementalDecoder')
getreader = _part_of('streamreader', 'The StreamReader')
getwriter = _part_of('streamwriter', 'The StreamWriter')
for _name in 'getencoder', 'getdecoder', 'getincrementalencoder', 'getincrementaldecoder', 'getreader', 'getwriter':
    globals()[_name].__name__ = globals()[_name].__qualname__ = _name


def _converted(convert, pieces, empty):
    for piece in pieces:
        out = convert(piece)
        if out:
            yield out
    out = convert(empty, True)
    if out:
        yield out


def iterencode(iterator, encoding, errors='strict', **kwargs):
    """The bytes of texts that an iterable gives, piece by piece."""
    return _converted(getincrementalencoder(encoding)(errors, **kwargs).encode, iterator, '')


def iterdecode(iterator, encoding, errors='strict', **kwargs):
    """The texts of bytes that an iterable gives, piece by piece."""
    return _converted(getincrementaldecoder(encoding)(errors, **kwargs).decode, iterator, b'')


def make_identity_dict(rng):
    """A mapping of the numbers to themselves."""
    return {i: i for i in rng}


def make_encoding_map(decoding_map):
    """The mapping the other way; what several numbers stand for has None."""
    found = {}
    for key, value in decoding_map.items():
        found[value] = None if value in found else key
    return found
