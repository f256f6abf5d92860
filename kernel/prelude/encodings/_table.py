"""The encodings of the library, each one a row: how it is made, and from what. `find` gives the CodecInfo, `fill` makes the module."""
import codecs
import _codecs
from _transcode import decode as _decode, encode as _encode


class _Made:
    """A codec in the making: functions, classes and what else its module has."""

    def __init__(self, name, encode, decode, partial=None, text=True, base=codecs.Codec, attributes=()):
        self.name, self.text, self.attributes = name, text, dict(attributes)

        class Codec(base):
            """Its two functions."""

        Codec.encode = lambda self, input, errors='strict': encode(input, errors)
        Codec.decode = lambda self, input, errors='strict': decode(input, errors)

        class IncrementalEncoder(codecs.IncrementalEncoder):
            """Encodes a text in pieces."""

            def encode(self, input, final=False):
                return encode(input, self.errors)[0]

        class StreamWriter(Codec, codecs.StreamWriter):
            """Writes text to a stream of bytes."""

        class StreamReader(Codec, codecs.StreamReader):
            """Reads text from a stream of bytes."""

        if partial is None:
            class IncrementalDecoder(codecs.IncrementalDecoder):
                """Decodes bytes in pieces."""

                def decode(self, input, final=False):
                    return decode(input, self.errors)[0]
        else:
            class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
                """Decodes bytes in pieces."""

            IncrementalDecoder._buffer_decode = lambda self, input, errors, final: partial(input, errors, final)
            StreamReader.decode = lambda self, input, errors='strict': partial(input, errors, False)
        self.encode, self.decode = encode, decode
        self.classes = {'Codec': Codec, 'IncrementalEncoder': IncrementalEncoder, 'IncrementalDecoder': IncrementalDecoder,
                        'StreamWriter': StreamWriter, 'StreamReader': StreamReader}
        for cls in self.classes.values():
            cls.__module__ = 'encodings.' + name.replace('-', '_')
            cls.__qualname__ = cls.__name__

    def binary(self):
        """Its streams are of bytes on both sides."""
        self.classes['StreamReader'].charbuffertype = bytes
        return self

    def info(self):
        """As codecs.lookup gives it."""
        c = self.classes
        return codecs.CodecInfo(self.encode, self.decode, c['StreamReader'], c['StreamWriter'], c['IncrementalEncoder'],
                                c['IncrementalDecoder'], self.name, _is_text_encoding=self.text)


def _plain(name, function, partial=False, shown=None):
    """A codec of the module _codecs."""
    encode, decode = getattr(_codecs, function + '_encode'), getattr(_codecs, function + '_decode')
    if not partial:
        return _Made(shown or name.replace('_', '-'), encode, decode)

    def whole(input, errors='strict'):
        return decode(input, errors, True)
    return _Made(shown or name.replace('_', '-'), encode, whole, decode)


def _utf(name):
    return _plain(name, name, True)


def _alone(name):
    return _plain(name, name)


def _mark_of(width):
    """UTF-16 or UTF-32 with a mark in front, written once and read once."""
    name = f'utf-{width * 8}'
    encode, ex = getattr(_codecs, f'utf_{width * 8}_encode'), getattr(_codecs, f'utf_{width * 8}_ex_decode')
    orders = {-1: 'little', 1: 'big'}

    def plain(input, errors, order, final):
        return ex(input, errors, order, final)

    def decode(input, errors='strict'):
        return plain(input, errors, 0, True)[:2]

    def check(order, used):
        if not order and used >= width:
            raise UnicodeError(f'UTF-{width * 8} stream does not start with BOM')

    made = _Made(name, lambda input, errors='strict': encode(input, errors), decode, lambda input, errors, final: (b'', 0))

    class IncrementalEncoder(codecs.IncrementalEncoder):
        """Writes the mark with the first piece."""

        def __init__(self, errors='strict'):
            super().__init__(errors)
            self.begun = False

        def encode(self, input, final=False):
            out = encode(input, self.errors, -1 if self.begun else 0)[0]
            self.begun = True
            return out

        def reset(self):
            super().reset()
            self.begun = False

        def getstate(self):
            return 0 if self.begun else 2

        def setstate(self, state):
            self.begun = not state

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        """Reads the order of bytes from the mark."""

        def __init__(self, errors='strict'):
            super().__init__(errors)
            self.order = 0

        def _buffer_decode(self, input, errors, final):
            text, used, order = plain(input, errors, self.order, final)
            if not self.order:
                check(order, used)
                self.order = order
            return text, used

        def reset(self):
            super().reset()
            self.order = 0

        def getstate(self):
            return self.buffer, {0: 2, -1: 0, 1: 1}[self.order]

        def setstate(self, state):
            super().setstate(state)
            self.order = {2: 0, 0: -1, 1: 1}.get(state[1], 0)

    class StreamWriter(codecs.StreamWriter):
        """Writes the mark with the first text."""

        def __init__(self, stream, errors='strict'):
            super().__init__(stream, errors)
            self.begun = False

        def reset(self):
            super().reset()
            self.begun = False

        def encode(self, input, errors='strict'):
            out = encode(input, errors, -1 if self.begun else 0)
            self.begun = True
            return out

    class StreamReader(codecs.StreamReader):
        """Reads the order of bytes from the mark."""

        def reset(self):
            super().reset()
            self.order = 0

        def decode(self, input, errors='strict'):
            text, used, order = plain(input, errors, self.order, False)
            if not self.order:
                check(order, used)
                self.order = order
            return text, used

    for cls in IncrementalEncoder, IncrementalDecoder, StreamWriter, StreamReader:
        cls.__module__, cls.__qualname__ = 'encodings.' + name.replace('-', '_'), cls.__name__
        made.classes[cls.__name__] = cls
    del made.classes['Codec']
    made.attributes.update(encode=made.encode, decode=decode)
    return made


def _signed(name):
    """UTF-8 with a mark in front."""
    mark = codecs.BOM_UTF8

    def encode(input, errors='strict'):
        return mark + _encode(input, 'utf-8', errors), len(input)

    def decode(input, errors='strict'):
        skip = 3 if bytes(input[:3]) == mark else 0
        text, used = _decode(input[skip:], 'utf-8', errors, True)
        return text, used + skip

    made = _Made('utf-8-sig', encode, decode, lambda input, errors, final: (b'', 0))

    class IncrementalEncoder(codecs.IncrementalEncoder):
        """Writes the mark with the first piece."""

        def __init__(self, errors='strict'):
            super().__init__(errors)
            self.first = 1

        def encode(self, input, final=False):
            out = _encode(input, 'utf-8', self.errors)
            out, self.first = (mark + out if self.first else out), 0
            return out

        def reset(self):
            super().reset()
            self.first = 1

        def getstate(self):
            return self.first

        def setstate(self, state):
            self.first = state

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        """Leaves the mark out."""

        def __init__(self, errors='strict'):
            super().__init__(errors)
            self.first = 1

        def _buffer_decode(self, input, errors, final):
            skip = 0
            if self.first:
                if len(input) < 3 and mark.startswith(input) and not final:
                    return '', 0
                skip, self.first = 3 if input[:3] == mark else 0, 0
            text, used = _decode(input[skip:], 'utf-8', errors, final)
            return text, used + skip

        def reset(self):
            super().reset()
            self.first = 1

        def getstate(self):
            return self.buffer, self.first

        def setstate(self, state):
            super().setstate(state)
            self.first = state[1]

    class StreamWriter(codecs.StreamWriter):
        """Writes the mark with the first text."""

        def reset(self):
            super().reset()
            self.__dict__.pop('encode', None)

        def encode(self, input, errors='strict'):
            self.encode = _codecs.utf_8_encode
            return encode(input, errors)

    class StreamReader(codecs.StreamReader):
        """Leaves the mark out."""

        def reset(self):
            super().reset()
            self.__dict__.pop('decode', None)

        def decode(self, input, errors='strict'):
            skip = 0
            if len(input) < 3:
                if mark.startswith(input):
                    return '', 0
            elif input[:3] == mark:
                skip = 3
            self.decode = _codecs.utf_8_decode
            text, used = _codecs.utf_8_decode(input[skip:], errors)
            return text, used + skip

    for cls in IncrementalEncoder, IncrementalDecoder, StreamWriter, StreamReader:
        cls.__module__, cls.__qualname__ = 'encodings.utf_8_sig', cls.__name__
        made.classes[cls.__name__] = cls
    del made.classes['Codec']
    made.attributes.update(encode=encode, decode=decode)
    return made


def _single(name):
    """One byte a character, by a table in C."""
    def encode(input, errors='strict'):
        return _encode(input, name, errors), len(input)

    def decode(input, errors='strict'):
        return _decode(input, name, errors, True)
    table = _decode(bytes(range(256)), name, 'replace', True)[0].replace('\ufffd', '\ufffe')
    return _Made(name.replace('_', '-'), encode, decode,
                 attributes={'decoding_table': table, 'encoding_table': _codecs.charmap_build(table)})


def _by_table(name):
    """One byte a character, by a table of the module _tables."""
    from ._tables import TABLES
    table = TABLES.get(name) or ''.join(map(chr, range(128, 256)))
    if len(table) == 128:
        table = ''.join(map(chr, range(128))) + table
    back = _codecs.charmap_build(table)

    def encode(input, errors='strict'):
        return _codecs.charmap_encode(input, errors, back)

    def decode(input, errors='strict'):
        return _codecs.charmap_decode(input, errors, table)
    return _Made(name.replace('_', '-'), encode, decode, attributes={'decoding_table': table, 'encoding_table': back})


def _charmap(name):
    """One byte a character, by a mapping that whoever makes a coder or a stream gives."""
    made = _Made(name, _codecs.charmap_encode, _codecs.charmap_decode)
    made.encode, made.decode = _codecs.charmap_encode, _codecs.charmap_decode

    class IncrementalEncoder(codecs.IncrementalEncoder):
        """Encodes a text in pieces."""

        def __init__(self, errors='strict', mapping=None):
            super().__init__(errors)
            self.mapping = mapping

        def encode(self, input, final=False):
            return _codecs.charmap_encode(input, self.errors, self.mapping)[0]

    class IncrementalDecoder(codecs.IncrementalDecoder):
        """Decodes bytes in pieces."""

        def __init__(self, errors='strict', mapping=None):
            super().__init__(errors)
            self.mapping = mapping

        def decode(self, input, final=False):
            return _codecs.charmap_decode(input, self.errors, self.mapping)[0]

    class StreamWriter(codecs.StreamWriter):
        """Writes text to a stream of bytes."""

        def __init__(self, stream, errors='strict', mapping=None):
            super().__init__(stream, errors)
            self.mapping = mapping

        def encode(self, input, errors='strict'):
            return _codecs.charmap_encode(input, errors, self.mapping)

    class StreamReader(codecs.StreamReader):
        """Reads text from a stream of bytes."""

        def __init__(self, stream, errors='strict', mapping=None):
            self.mapping = mapping
            super().__init__(stream, errors)

        def decode(self, input, errors='strict'):
            return _codecs.charmap_decode(input, errors, self.mapping)

    for cls in IncrementalEncoder, IncrementalDecoder, StreamWriter, StreamReader:
        cls.__module__, cls.__qualname__ = 'encodings.charmap', cls.__name__
        made.classes[cls.__name__] = cls
    return made


def _undefined(name):
    def refuse(input, errors='strict'):
        raise UnicodeError('undefined encoding')
    made = _Made(name, refuse, refuse)
    return made


def _from(module):
    """Made by a function of another module of this package, of the encoding's name."""
    def make(name):
        from importlib import import_module
        return getattr(import_module('encodings.' + module), 'make')(name)
    return make


_KINDS = (
    (_alone, 'ascii'),
    (_utf, 'unicode_escape raw_unicode_escape'),
    (lambda name: _plain(name, 'latin_1', shown='iso8859-1'), 'latin_1'),
    (_utf, 'utf_7 utf_8 utf_16_le utf_16_be utf_32_le utf_32_be'),
    (lambda name: _mark_of(int(name[4:]) // 8), 'utf_16 utf_32'),
    (_signed, 'utf_8_sig'),
    (_single, 'cp437 cp737 cp775 cp850 cp852 cp855 cp857 cp858 cp860 cp861 cp862 cp863 cp865 cp866 cp869 cp874 cp1250 cp1251 cp1252 '
              'cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 '
              'iso8859_9 iso8859_10 iso8859_11 iso8859_13 iso8859_14 iso8859_15 iso8859_16 koi8_r koi8_u mac_roman'),
    (_by_table, 'cp037 cp1006 cp1026 cp1125 cp1140 cp273 cp424 cp500 cp720 cp856 cp864 cp875 hp_roman8 iso8859_1 koi8_t kz1048 '
                'mac_arabic mac_croatian mac_cyrillic mac_farsi mac_greek mac_iceland mac_latin2 mac_romanian mac_turkish palmos '
                'ptcp154 tis_620'),
    (_charmap, 'charmap'),
    (_undefined, 'undefined'),
    (_from('_transforms'), 'base64_codec bz2_codec hex_codec quopri_codec rot_13 uu_codec zlib_codec'),
    (_from('_domains'), 'punycode idna'),
    (_from('_multibyte'), 'big5 big5hkscs cp932 cp949 cp950 euc_jis_2004 euc_jisx0213 euc_jp euc_kr gb18030 gb2312 gbk hz iso2022_jp '
                          'iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext iso2022_kr johab shift_jis '
                          'shift_jis_2004 shift_jisx0213'),
)
_ROWS = {name: kind for kind, names in _KINDS for name in names.split()}
_made = {}


def has(name):
    """Whether there is such a module."""
    return name in _ROWS


def _make(name):
    if name not in _made:
        _made[name] = _ROWS[name](name)
    return _made[name]


def find(name):
    """The CodecInfo of an encoding, or None."""
    made = _make(name) if name in _ROWS else None
    return made and made.info()


def fill(module):
    """Makes the module of an encoding."""
    made = _make(module.__name__.rpartition('.')[2])
    if made is None:
        raise ImportError(f'{module.__name__} needs a character set that the system does not have')
    vars(module).update(made.classes)
    vars(module).update(made.attributes)
    module.codecs, module.getregentry = codecs, made.info
    module.__doc__ = f'The encoding {made.name}.'
