"""Character sets of several bytes a character, by the system's iconv: what is done about errors, and what is kept between pieces."""
import codecs
import _iconv
from _codecs import _ask
from ._table import _Made

_CHARSETS = {'big5': 'BIG5', 'big5hkscs': 'BIG5-HKSCS', 'cp932': 'IBM943', 'cp949': 'UHC', 'cp950': 'BIG5',
             'euc_jis_2004': 'EUC-JISX0213', 'euc_jisx0213': 'EUC-JISX0213', 'euc_jp': 'EUC-JP', 'euc_kr': 'EUC-KR',
             'gb18030': 'GB18030', 'gb2312': 'EUC-CN', 'gbk': 'GBK', 'hz': 'EUC-CN', 'iso2022_jp': 'ISO-2022-JP',
             'iso2022_jp_1': 'ISO-2022-JP', 'iso2022_jp_2': 'ISO-2022-JP-2', 'iso2022_jp_2004': 'ISO-2022-JP-3',
             'iso2022_jp_3': 'ISO-2022-JP-3', 'iso2022_jp_ext': 'ISO-2022-JP-2', 'iso2022_kr': 'ISO-2022-KR', 'johab': 'JOHAB',
             'shift_jis': 'SJIS', 'shift_jis_2004': 'SHIFT_JISX0213', 'shift_jisx0213': 'SHIFT_JISX0213'}


class _Decoding:
    """Bytes on their way to a text; keeps the state of the set, and the bytes of a character that is cut off."""

    def __init__(self, name, errors='strict'):
        self.name, self.errors = name, errors
        self.reset()

    def reset(self):
        self.converter, self.rest = _iconv.open(_CHARSETS[self.name], True), b''

    def decode(self, data, final=False):
        data, self.rest, out, start = self.rest + data, b'', [], 0
        while start < len(data):
            text, used, status = _iconv.decode(self.converter, data[start:])
            out.append(text)
            start += used
            if status == 0:
                break
            if status == 2 and not final:
                self.rest = data[start:]
                break
            end, reason = (start + 1, 'illegal') if status == 1 else (len(data), 'incomplete')
            error = UnicodeDecodeError(self.name, data, start, end, reason + ' multibyte sequence')
            text, start = _ask(error, self.errors)
            data = error.object
            out.append(text)
        if final:
            out.append(_iconv.decode(self.converter, None)[0])
        return ''.join(out)


class _Encoding:
    """A text on its way to bytes; keeps the state of the set."""

    def __init__(self, name, errors='strict'):
        self.name, self.errors = name, errors
        self.reset()

    def reset(self):
        self.converter, self.held = _iconv.open(_CHARSETS[self.name], False), ''

    def encode(self, text, final=False):
        out, start = [], 0
        while start < len(text):
            data, used, status = _iconv.encode(self.converter, text[start:])
            out.append(data)
            start += used
            if status == 0:
                break
            error = UnicodeEncodeError(self.name, text, start, start + 1, 'illegal multibyte sequence')
            found, start = _ask(error, self.errors, (str, bytes))
            if isinstance(found, str):
                found, used, status = _iconv.encode(self.converter, found)
                if status:
                    raise error
            out.append(found)
        if final:
            out.append(_iconv.encode(self.converter, None)[0])
        return b''.join(out)


def make(name):
    """The codec of that name; None where the system does not have the set."""
    if _iconv.open(_CHARSETS[name], True) is None or _iconv.open(_CHARSETS[name], False) is None:
        return None

    def encode(input, errors='strict'):
        if not isinstance(input, str):
            raise TypeError("couldn't convert the object to str.")
        return _Encoding(name, errors).encode(input, True), len(input)

    def decode(input, errors='strict'):
        data = bytes(memoryview(input))
        return _Decoding(name, errors).decode(data, True), len(data)
    made = _Made(name, encode, decode)

    class IncrementalEncoder(codecs.IncrementalEncoder):
        """Encodes a text in pieces."""

        def __init__(self, errors='strict'):
            super().__init__(errors)
            self.state = _Encoding(name, errors)

        def encode(self, input, final=False):
            self.state.errors = self.errors
            return self.state.encode(input, final)

        def reset(self):
            self.state.reset()

    class IncrementalDecoder(codecs.IncrementalDecoder):
        """Decodes bytes in pieces."""

        def __init__(self, errors='strict'):
            super().__init__(errors)
            self.state = _Decoding(name, errors)

        def decode(self, input, final=False):
            self.state.errors = self.errors
            return self.state.decode(bytes(memoryview(input)), final)

        def reset(self):
            self.state.reset()

        def getstate(self):
            return self.state.rest, 0

        def setstate(self, state):
            self.state.reset()
            self.state.rest = state[0]

    class StreamWriter(codecs.StreamWriter):
        """Writes text to a stream of bytes."""

        def __init__(self, stream, errors='strict'):
            super().__init__(stream, errors)
            self.state = _Encoding(name, errors)

        def encode(self, input, errors='strict'):
            return self.state.encode(input), len(input)

        def reset(self):
            data = _iconv.encode(self.state.converter, None)[0]
            if data:
                self.stream.write(data)

    class StreamReader(codecs.StreamReader):
        """Reads text from a stream of bytes."""

        def __init__(self, stream, errors='strict'):
            self.state = _Decoding(name, errors)
            super().__init__(stream, errors)

        def decode(self, input, errors='strict'):
            return self.state.decode(input), len(input)

        def read(self, size=-1, chars=-1, firstline=False):
            text = super().read(-1 if size is None else size, chars, firstline)
            if not text and self.state.rest:
                return self.state.decode(b'', True)
            return text

        def reset(self):
            super().reset()
            self.state.reset()

    for cls in IncrementalEncoder, IncrementalDecoder, StreamWriter, StreamReader:
        cls.__module__, cls.__qualname__ = 'encodings.' + name, cls.__name__
        made.classes[cls.__name__] = cls
    return made
