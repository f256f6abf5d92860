"""The registry of codecs and error handlers, and the codecs themselves as functions: each gives a pair of what came out and
how much went in. Those of Unicode and of single bytes are written in C (_transcode); what a program registers is kept here."""
from _transcode import decode as _decode, encode as _encode

# ------------------------------------------------------------------ codecs by name

_searches, _known = [], {}


def register(search_function, /):
    """Adds a function that finds codecs: it takes a name in lower case, and returns a CodecInfo or None."""
    if not callable(search_function):
        raise TypeError('argument must be callable')
    _load()
    _searches.append(search_function)


def unregister(search_function, /):
    """Takes a function that finds codecs away; nothing happens if it is not there."""
    if search_function in _searches:
        _searches.remove(search_function)
        _known.clear()


_loaded = False


def _load():
    """The encodings of the library are looked through before all others."""
    global _loaded
    if not _loaded:
        _loaded = True
        import encodings


def _normal(name):
    """A name as search functions get it: in lower case, each run of other characters than letters, digits and points one _."""
    parts, gap = [], False
    for c in name:
        if c.isalnum() or c == '.':
            if gap and parts:
                parts.append('_')
            gap = False
            if c.isascii():
                parts.append(c.lower())
        else:
            gap = True
    return ''.join(parts)


def lookup(encoding, /):
    """The CodecInfo of an encoding; LookupError where there is none."""
    if not isinstance(encoding, str):
        raise TypeError(f'lookup() argument must be str, not {_kind(encoding)}')
    if '\0' in encoding:
        raise ValueError('embedded null character')
    try:
        encoding.encode()
    except UnicodeEncodeError:
        raise LookupError('unknown encoding: ' + ascii(encoding)[1:-1]) from None
    name = _normal(encoding)
    found = _known.get(name)
    if found is None:
        _load()
        for search in _searches:
            found = search(name)
            if found is not None:
                break
        else:
            raise LookupError(f'unknown encoding: {encoding}')
        if not isinstance(found, tuple) or len(found) != 4:
            raise TypeError('codec search functions must return 4-tuples')
        _known[name] = found
    return found


def _forget_codec(encoding, /):
    """The next lookup of it asks the search functions again."""
    _known.pop(_normal(encoding), None)


def _kind(v):
    return 'None' if v is None else type(v).__name__


_PLAIN = frozenset(['Exception', 'TypeError', 'ValueError', 'RuntimeError', 'LookupError', 'UnicodeError', 'ArithmeticError',
                    'AssertionError', 'BufferError', 'EOFError', 'FloatingPointError', 'IndexError', 'MemoryError', 'ReferenceError',
                    'NotImplementedError', 'RecursionError', 'OverflowError', 'ZeroDivisionError'])


def _tell(error, doing, encoding, /):
    """Raises the exception again with the codec named, where another of its class can be made of a text alone."""
    cls = type(error)
    plain = all(c.__module__ != 'builtins' or c.__name__ in _PLAIN or c in (BaseException, object) for c in cls.__mro__)
    own = any('__init__' in vars(c) or '__new__' in vars(c) for c in cls.__mro__ if c.__module__ != 'builtins')
    if plain and not own and not error.__dict__ and (not error.args or (len(error.args) == 1 and type(error.args[0]) is str)):
        raise cls(f"{doing} with '{encoding}' codec failed ({cls.__name__}: {error})") from error
    raise error


def _run(function, doing, obj, encoding, errors, noun):
    try:
        result = function(obj) if errors is None else function(obj, errors)
    except Exception as e:
        _tell(e, doing, encoding)
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError(f'{noun} must return a tuple (object, integer)')
    return result[0]


def encode(obj, encoding='utf-8', errors='strict'):
    """What the encoder of that name makes of an object: bytes of a text, as a rule."""
    return _run(lookup(encoding)[0], 'encoding', obj, encoding, errors, 'encoder')


def decode(obj, encoding='utf-8', errors='strict'):
    """What the decoder of that name makes of an object: the text of bytes, as a rule."""
    return _run(lookup(encoding)[1], 'decoding', obj, encoding, errors, 'decoder')


def _text_codec(encoding, function):
    info = lookup(encoding)
    if not getattr(info, '_is_text_encoding', True):
        raise LookupError(f"'{encoding}' is not a text encoding; use {function} to handle arbitrary codecs")
    return info


def _encode_text(text, encoding, errors):
    """str.encode by a codec of the registry."""
    found = _run(_text_codec(encoding, 'codecs.encode()')[0], 'encoding', text, encoding, errors, 'encoder')
    if isinstance(found, bytes):
        return found
    if isinstance(found, bytearray):
        from warnings import warn
        warn(f'encoder {encoding} returned bytearray instead of bytes; use codecs.encode() to encode to arbitrary types',
             RuntimeWarning)
        return bytes(found)
    raise TypeError(f"'{encoding}' encoder returned '{_kind(found)}' instead of 'bytes'; use codecs.encode() to encode to arbitrary "
                    'types')


def _decode_text(data, encoding, errors):
    """bytes.decode by a codec of the registry."""
    found = _run(_text_codec(encoding, 'codecs.decode()')[1], 'decoding', data, encoding, errors, 'decoder')
    if isinstance(found, str):
        return found
    raise TypeError(f"'{encoding}' decoder returned '{_kind(found)}' instead of 'str'; use codecs.decode() to decode to arbitrary "
                    'types')


# ------------------------------------------------------------------ error handlers

def _part(error):
    """(start, end) of an error, within its object."""
    size = len(error.object)
    start = min(max(error.start, 0), max(size - 1, 0))
    return start, min(max(error.end, 1), size)


def _is(error, *kinds):
    """Whether it is one of these errors with an object of the right type."""
    cls = type(error)
    if not issubclass(cls, kinds):
        return False
    if not isinstance(getattr(error, 'object', None), bytes if issubclass(cls, UnicodeDecodeError) else str):
        raise TypeError('object attribute not set' if not hasattr(error, 'object') else 'object attribute must be '
                        + ('bytes' if issubclass(cls, UnicodeDecodeError) else 'unicode'))
    return True


def _unknown(error):
    raise TypeError(f"don't know how to handle {type(error).__name__} in error callback")


def _strict(error, /):
    """Raises the error."""
    if not isinstance(error, BaseException):
        raise TypeError('codec must pass exception instance')
    raise error


def _ignore(error, /):
    """Leaves out what cannot be encoded or decoded."""
    if not _is(error, UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError):
        _unknown(error)
    return '', _part(error)[1]


def _replace(error, /):
    """Puts a question mark, or the replacement character, in its place."""
    if not _is(error, UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError):
        _unknown(error)
    start, end = _part(error)
    if isinstance(error, UnicodeDecodeError):
        return '\ufffd', end
    return ('?' if isinstance(error, UnicodeEncodeError) else '\ufffd') * (end - start), end


def _xmlcharref(error, /):
    """Puts references of XML in its place."""
    if not _is(error, UnicodeEncodeError):
        _unknown(error)
    start, end = _part(error)
    return ''.join([f'&#{ord(c)};' for c in error.object[start:end]]), end


def _escaped(c):
    n = ord(c)
    return f'\\x{n:02x}' if n < 0x100 else f'\\u{n:04x}' if n < 0x10000 else f'\\U{n:08x}'


def _backslash(error, /):
    """Puts escapes of Python in its place."""
    if not _is(error, UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError):
        _unknown(error)
    start, end = _part(error)
    part = error.object[start:end]
    return ''.join([f'\\x{b:02x}' for b in part] if isinstance(error, UnicodeDecodeError) else [_escaped(c) for c in part]), end


def _name(error, /):
    """Puts the names of the characters in their place."""
    if not _is(error, UnicodeEncodeError):
        _unknown(error)
    from unicodedata import name
    start, end = _part(error)
    names = [(name(c, ''), c) for c in error.object[start:end]]
    return ''.join([f'\\N{{{n}}}' if n else _escaped(c) for n, c in names]), end


def _escape(error, /):
    """Bytes that cannot be decoded become lone surrogates, and these the bytes again."""
    if not _is(error, UnicodeEncodeError, UnicodeDecodeError):
        _unknown(error)
    start, end = _part(error)
    part = error.object[start:end]
    if isinstance(error, UnicodeEncodeError):
        if not all('\udc80' <= c <= '\udcff' for c in part):
            raise error
        return bytes([ord(c) - 0xdc00 for c in part]), end
    high = [b for b in part[:4]]
    while high and any(b < 128 for b in high):
        high.pop()
    if not high:
        raise error
    return ''.join([chr(0xdc00 + b) for b in high]), start + len(high)


def _wide(encoding):
    """(bytes of a unit, order) of a name of an encoding of Unicode, or None."""
    name = encoding.lower().replace('_', '-')
    if name in ('utf-8', 'utf8', 'cp65001'):
        return 3, None
    for width, start in (2, ('utf-16', 'utf16')), (4, ('utf-32', 'utf32')):
        for s in start:
            if name in (s, s + '-le', s + 'le'):
                return width, 'little'
            if name in (s + '-be', s + 'be'):
                return width, 'big'
    return None


def _pass(error, /):
    """Lone surrogates are encoded and decoded like other characters."""
    if not _is(error, UnicodeEncodeError, UnicodeDecodeError):
        _unknown(error)
    found = _wide(error.encoding)
    start, end = _part(error)
    if found is None:
        raise error
    width, order = found
    if isinstance(error, UnicodeEncodeError):
        part = error.object[start:end]
        if not all('\ud800' <= c <= '\udfff' for c in part):
            raise error
        if order is None:
            return b''.join([bytes((0xed, 0x80 | ord(c) >> 6 & 63, 0x80 | ord(c) & 63)) for c in part]), end
        return b''.join([ord(c).to_bytes(width, order) for c in part]), end
    unit = error.object[start:start + width]
    number = 0
    if len(unit) == width and order is None:
        if unit[0] == 0xed and unit[1] & 0xc0 == unit[2] & 0xc0 == 0x80:
            number = 0xd000 | (unit[1] & 63) << 6 | unit[2] & 63
    elif len(unit) == width:
        number = int.from_bytes(unit, order)
    if not 0xd800 <= number <= 0xdfff:
        raise error
    return chr(number), start + width


_handlers = {'strict': _strict, 'ignore': _ignore, 'replace': _replace, 'xmlcharrefreplace': _xmlcharref,
             'backslashreplace': _backslash, 'namereplace': _name, 'surrogateescape': _escape, 'surrogatepass': _pass}
for _public, _function in _handlers.items():
    _function.__name__ = _function.__qualname__ = _public + '_errors' if _public[0] != 's' or _public == 'strict' else _public


def register_error(errors, handler, /):
    """Registers a function for the name of an error handler: it gets the error, and returns what is put in the place of what
    could not be converted, and where to go on."""
    if not isinstance(errors, str):
        raise TypeError(f'register_error() argument 1 must be str, not {_kind(errors)}')
    if not callable(handler):
        raise TypeError('handler must be callable')
    _handlers[errors] = handler


def lookup_error(name, /):
    """The error handler of that name."""
    if not isinstance(name, str):
        raise TypeError(f'lookup_error() argument must be str, not {_kind(name)}')
    if '\0' in name:
        raise ValueError('embedded null character')
    found = _handlers.get(name)
    if found is None:
        raise LookupError(f"unknown error handler name '{name}'")
    return found


def _ask(error, errors, kinds=(str,)):
    """What the handler of that name puts in the place of an error, and where the codec goes on."""
    found = lookup_error('strict' if errors is None else errors)(error)
    decoding = kinds == (str,)
    if not isinstance(found, tuple) or len(found) != 2 or not isinstance(found[0], kinds) or not isinstance(found[1], int):
        raise TypeError('%s error handler must return (%s, int) tuple' % (('decoding', 'str') if decoding else ('encoding',
                                                                                                                'str/bytes')))
    text, place = found
    size = len(error.object)
    if place < 0:
        place += size
    if not 0 <= place <= size:
        raise IndexError(f'position {found[1]} from error handler out of bounds')
    return text, place


# ------------------------------------------------------------------ codecs as functions

def _bytes(data):
    """What a decoder reads: an object with memory, or a text as UTF-8 where `text` is allowed."""
    if type(data) is bytes:
        return data
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    try:
        return memoryview(data).tobytes()
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{_kind(data)}'") from None


def _text(function, text):
    if not isinstance(text, str):
        raise TypeError(f'{function}() argument 1 must be str, not {_kind(text)}')
    return text


def _encoder(encoding, name):
    def encoder(str, errors=None, /):
        return _encode(_text(name, str), encoding, errors), len(str)
    encoder.__doc__ = f'The bytes of a text in {encoding}, and its length.'
    encoder.__name__ = encoder.__qualname__ = name
    return encoder


def _decoder(encoding, name, partial):
    if partial:
        def decoder(data, errors=None, final=False, /):
            return _decode(data, encoding, errors, final)
    else:
        def decoder(data, errors=None, /):
            return _decode(data, encoding, errors, True)
    decoder.__doc__ = f'The text of bytes in {encoding}, and how many of them.'
    decoder.__name__ = decoder.__qualname__ = name
    return decoder


for _name_, _encoding_, _partial_ in (
        ('ascii', 'ascii', False), ('latin_1', 'latin-1', False), ('utf_8', 'utf-8', True), ('utf_16_le', 'utf-16-le', True),
        ('utf_16_be', 'utf-16-be', True), ('utf_32_le', 'utf-32-le', True), ('utf_32_be', 'utf-32-be', True),
        ('unicode_escape', 'unicode-escape', True), ('raw_unicode_escape', 'raw-unicode-escape', True)):
    globals()[_name_ + '_encode'] = _encoder(_encoding_, _name_ + '_encode')
    globals()[_name_ + '_decode'] = _decoder(_encoding_, _name_ + '_decode', _partial_)


def _warn_of_escapes(data):
    """A warning of the first escape in the bytes that is none."""
    at = data.find(b'\\')
    while 0 <= at < len(data) - 1:
        c, end = chr(data[at + 1]), at + 2
        problem = ''
        if c in '01234567':
            while end < min(at + 4, len(data)) and 48 <= data[end] <= 55:
                end += 1
            if int(data[at + 1:end], 8) > 255:
                problem = 'octal escape sequence ' + repr(data[at:end].decode()).replace('\\\\', '\\')
        elif c not in '\\\'"abfnrtvxuUN\n':
            problem = f"escape sequence '\\{c}'"
        if problem:
            from warnings import warn
            warn('invalid ' + problem, DeprecationWarning, 3)
            return
        at = data.find(b'\\', end)


def unicode_escape_decode(data, errors=None, final=True, /):
    """The text of bytes, or of a text of ASCII characters, with escapes of Python; and how many of them."""
    data = data.encode() if isinstance(data, str) else _bytes(data)
    found = _decode(data, 'unicode-escape', errors, final)
    _warn_of_escapes(data)
    return found


def raw_unicode_escape_decode(data, errors=None, final=True, /):
    """The same of the escapes of characters by number alone."""
    data = data.encode() if isinstance(data, str) else _bytes(data)
    if not final and data.endswith(b'\\') and (len(data) - len(data.rstrip(b'\\'))) % 2:
        return _decode(data[:-1], 'raw-unicode-escape', errors, False)  # it may begin an escape
    return _decode(data, 'raw-unicode-escape', errors, final)


_ORDERS = {-1: 'le', 0: 'le', 1: 'be'}


def _marked(width):
    """The four functions of an encoding whose texts begin with a mark of their order of bytes."""
    name = f'utf-{width * 8}-'
    marks = [(0xfeff).to_bytes(width, order) for order in ('little', 'big')]

    def encoder(str, errors=None, byteorder=0, /):
        data = _encode(_text(f'utf_{width * 8}_encode', str), name + _ORDERS[(byteorder > 0) - (byteorder < 0)], errors)
        return (data if byteorder else marks[0] + data), len(str)

    def decoder_ex(data, errors=None, byteorder=0, final=False, /):
        order, skip = byteorder, 0
        data = _bytes(data)
        if not order and data[:width] in marks:
            order = 1 if data[:width] == marks[1] else -1
            skip = width
        text, used = _decode(data[skip:], name + _ORDERS[order], errors, final)
        return text, used + skip, order

    def decoder(data, errors=None, final=False, /):
        return decoder_ex(data, errors, 0, final)[:2]
    return encoder, decoder, decoder_ex


utf_16_encode, utf_16_decode, utf_16_ex_decode = _marked(2)
utf_32_encode, utf_32_decode, utf_32_ex_decode = _marked(4)


def readbuffer_encode(data, errors=None, /):
    """The bytes of an object, of a text as UTF-8, and how many."""
    data = data.encode() if isinstance(data, str) else _bytes(data)
    return data, len(data)


def escape_encode(data, errors=None, /):
    """Bytes as a literal of Python shows them, and how many."""
    if not isinstance(data, bytes):
        raise TypeError(f'escape_encode() argument 1 must be bytes, not {_kind(data)}')
    shown = repr(bytes(data))
    return (shown[2:-1] if shown[1] == "'" else shown[2:-1].replace("'", "\\'")).encode(), len(data)


_SIMPLE = {ord(k): v for k, v in zip('\\\'"abfnrtv', b'\\\'"\a\b\f\n\r\t\v')}


def escape_decode(data, errors=None, /):
    """Bytes without the escapes that a literal of Python may have in them, and how many."""
    data = data.encode() if isinstance(data, str) else _bytes(data)
    out, i, size = bytearray(), 0, len(data)
    while i < size:
        at = data.find(b'\\', i)
        if at < 0:
            out += data[i:]
            break
        out += data[i:at]
        i = at + 2
        if i > size:
            raise ValueError('Trailing \\ in string')
        c = data[at + 1]
        if c == 10:
            continue
        if c in _SIMPLE:
            out.append(_SIMPLE[c])
        elif 48 <= c <= 55:
            while i < min(at + 4, size) and 48 <= data[i] <= 55:
                i += 1
            number = int(data[at + 1:i], 8)
            if number > 255:
                from warnings import warn
                warn(f"invalid octal escape sequence '\\{number:o}'", DeprecationWarning, 2)
            out.append(number & 255)
        elif c == 120:
            digits = data[i:i + 2]
            try:
                if len(digits) < 2:
                    raise ValueError
                out.append(int(digits, 16) if digits.isalnum() else int('x'))
                i += 2
            except ValueError:
                if errors is None or errors == 'strict':
                    raise ValueError(f'invalid \\x escape at position {at}') from None
                if errors == 'replace':
                    out.append(63)
                elif errors != 'ignore':
                    raise ValueError(f'decoding error; unknown error handling code: {errors}') from None
                i += digits[:1].isalnum() and digits[:1] in b'0123456789abcdefABCDEF'
        else:
            from warnings import warn
            warn(f"invalid escape sequence '\\{chr(c)}'", DeprecationWarning, 2)
            out += data[at:i]
    return bytes(out), size


# ------------------------------------------------------------------ one byte a character, by a mapping

class _EncodingMap:
    """What charmap_build makes: the bytes of characters."""
    __slots__ = ('places',)

    def __init__(self, table):
        self.places = {ord(c): i for i, c in reversed(list(enumerate(table))) if c != '\ufffe'}

    def size(self):
        """Of its memory, about."""
        return 16 + 8 * len(self.places)

    def __getitem__(self, key):
        return self.places[key]


_EncodingMap.__name__ = _EncodingMap.__qualname__ = 'EncodingMap'


def charmap_build(map, /):
    """A mapping for charmap_encode from the text of the 256 characters that bytes stand for."""
    if not isinstance(map, str):
        raise TypeError(f'charmap_build() argument must be str, not {_kind(map)}')
    return _EncodingMap(map)


def _meaning(mapping, byte):
    """The text for a byte; None: it has none."""
    try:
        found = mapping[byte]
    except LookupError:
        return None
    if isinstance(found, int):
        if found == 0xfffe:
            return None
        if not 0 <= found <= 0x10ffff:
            raise TypeError('character mapping must be in range(0x110000)')
        return chr(found)
    if isinstance(found, str):
        return None if found == '\ufffe' else found
    if found is not None:
        raise TypeError('character mapping must return integer, None or str')
    return None


def charmap_decode(data, errors=None, mapping=None, /):
    """The text of bytes whose characters a mapping tells, and how many bytes."""
    if mapping is None:
        return _decode(data, 'latin-1', errors, True)
    data = _bytes(data)
    size, out, i = len(data), [], 0
    known = {}
    while i < len(data):
        byte = data[i]
        text = known.get(byte, known)
        if text is known:
            text = known[byte] = _meaning(mapping, byte)
        if text is None:
            error = UnicodeDecodeError('charmap', data, i, i + 1, 'character maps to <undefined>')
            text, i = _ask(error, errors)
            if not isinstance(error.object, bytes):
                raise TypeError('exception attribute object must be bytes')
            data = error.object
        else:
            i += 1
        out.append(text)
    return ''.join(out), size


def _code(mapping, c):
    """The bytes for a character; None: it has none."""
    try:
        found = mapping[ord(c)]
    except LookupError:
        return None
    if isinstance(found, int):
        if not 0 <= found <= 255:
            raise TypeError('character mapping must be in range(256)')
        return bytes((found,))
    if found is None or isinstance(found, bytes):
        return found
    raise TypeError(f'character mapping must return integer, bytes or None, not {_kind(found)}')


def charmap_encode(str, errors=None, mapping=None, /):
    """The bytes of a text whose characters a mapping tells, and its length."""
    if mapping is None:
        return _encode(_text('charmap_encode', str), 'latin-1', errors), len(str)
    text, out, i = _text('charmap_encode', str), [], 0
    while i < len(text):
        code = _code(mapping, text[i])
        if code is not None:
            out.append(code)
            i += 1
            continue
        end = i + 1
        while end < len(text) and _code(mapping, text[end]) is None:
            end += 1
        error = UnicodeEncodeError('charmap', text, i, end, 'character maps to <undefined>')
        found, i = _ask(error, errors, (_str, bytes))
        if isinstance(found, bytes):
            out.append(found)
            continue
        for c in found:
            code = _code(mapping, c)
            if code is None:
                raise error
            out.append(code)
    return b''.join(out), len(text)


_str = str


# ------------------------------------------------------------------ UTF-7

_BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
_DIRECT = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'(),-./:? \t\n\r!\"#$%&*;<=>@[]^_`{|}")


def utf_7_encode(str, errors=None, /):
    """The bytes of a text in UTF-7, and its length."""
    out, held, bits, shifted = [], 0, 0, False
    for c in _text('utf_7_encode', str):
        if c in _DIRECT:
            if shifted:
                if bits:
                    out.append(_BASE64[held << 6 - bits & 63])
                held = bits = 0
                shifted = False
                if c in _BASE64 or c == '-':
                    out.append('-')
            out.append(c)
            continue
        if not shifted:
            if c == '+':
                out.append('+-')
                continue
            out.append('+')
            shifted = True
        for unit in memoryview(c.encode('utf-16-le', 'surrogatepass')).cast('H'):
            held, bits = held << 16 | unit, bits + 16
            while bits >= 6:
                bits -= 6
                out.append(_BASE64[held >> bits & 63])
            held &= (1 << bits) - 1
    if shifted:
        if bits:
            out.append(_BASE64[held << 6 - bits & 63])
        out.append('-')
    return ''.join(out).encode('ascii'), len(str)


def utf_7_decode(data, errors=None, final=False, /):
    """The text of bytes in UTF-7, and how many of them."""
    data = _bytes(data)
    out, i, begin, shifted = [], 0, 0, False
    held = bits = high = mark = 0
    fault = None
    while True:
        if fault:
            error = UnicodeDecodeError('utf7', data, fault[0], fault[1], fault[2])
            text, i = _ask(error, errors)
            data = error.object
            out.append(text)
            shifted, fault = False, None
            held = bits = high = 0
        if i >= len(data):
            if not shifted:
                return ''.join(out), i
            if not final:
                del out[mark:]
                return ''.join(out), begin
            if high or bits >= 6 or (bits and held):
                fault = begin, len(data), 'unterminated shift sequence'
                continue
            return ''.join(out), i
        byte = data[i]
        c = chr(byte)
        if shifted:
            value = _BASE64.find(c)
            if value >= 0:
                held, bits, i = held << 6 | value, bits + 6, i + 1
                if bits >= 16:
                    bits -= 16
                    unit = held >> bits
                    held &= (1 << bits) - 1
                    if high and 0xdc00 <= unit < 0xe000:
                        out.append(chr(0x10000 + (high - 0xd800 << 10) + unit - 0xdc00))
                        high = 0
                        continue
                    if high:
                        out.append(chr(high))
                    high = unit if 0xd800 <= unit < 0xdc00 else 0
                    if not high:
                        out.append(chr(unit))
                continue
            shifted = False
            if bits >= 6:
                i += 1
                fault = begin, i, 'partial character in base64 sequence'
                continue
            if bits and held:
                i += 1
                fault = begin, i, 'non-zero padding bits in base64 sequence'
                continue
            if high and byte < 128:
                out.append(chr(high))
            high = held = bits = 0
            if c == '-':
                i += 1
                continue
            if byte < 128:
                continue
            i += 1
            fault = begin, i, 'unexpected special character'
        elif c == '+':
            begin, i, mark = i, i + 1, len(out)
            if data[i:i + 1] == b'-':
                i += 1
                out.append('+')
            elif i < len(data) and chr(data[i]) not in _BASE64:
                i += 1
                fault = begin, i, 'ill-formed sequence'
            else:
                shifted = True
        elif byte < 128:
            i += 1
            out.append(c)
        else:
            begin, i = i, i + 1
            fault = begin, i, 'unexpected special character'


# a class may have one of these as its method: as functions of C they are not bound
for _name_, _function_ in list(globals().items()):
    if _name_.endswith(('_encode', '_decode')) and _name_[0] != '_':
        globals()[_name_] = staticmethod(_function_)
