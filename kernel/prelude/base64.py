"""Base 16, 32, 64 and 85 (RFC 4648 and others) of bytes."""
import _binary
import binascii

__all__ = ['encode', 'decode', 'encodebytes', 'decodebytes', 'b64encode', 'b64decode', 'b32encode', 'b32decode', 'b32hexencode',
           'b32hexdecode', 'b16encode', 'b16decode', 'b85encode', 'b85decode', 'a85encode', 'a85decode', 'standard_b64encode',
           'standard_b64decode', 'urlsafe_b64encode', 'urlsafe_b64decode']
bytes_types = (bytes, bytearray)
MAXLINESIZE = 76
MAXBINSIZE = 57
_ALPHABETS = {'32': b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', '32hex': b'0123456789ABCDEFGHIJKLMNOPQRSTUV',
              '85': b'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'}


def _text(s):
    """Bytes-like data, or ASCII text, as bytes."""
    if type(s) is bytes:
        return s
    if isinstance(s, str):
        try:
            return s.encode('ascii')
        except UnicodeEncodeError:
            raise ValueError('string argument should contain only ASCII characters')
    try:
        return bytes(memoryview(s))
    except TypeError:
        raise TypeError('argument should be a bytes-like object or ASCII string, not %r' % s.__class__.__name__) from None


def b64encode(s, altchars=None):
    """Base 64 of bytes; altchars: two characters in the place of + and /."""
    if type(altchars) is bytes and len(altchars) == 2:
        return _binary.encode64(binascii._raw(s), altchars)
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        encoded = encoded.translate(bytes.maketrans(b'+/', altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    """Bytes of base 64; validate: characters that are not in the alphabet are an error and not passed over."""
    s = _text(s)
    if altchars is not None:
        altchars = _text(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b'+/'))
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    """Base 64 with the usual alphabet."""
    return b64encode(s)


def standard_b64decode(s):
    """Bytes of base 64 with the usual alphabet."""
    return b64decode(s)


def urlsafe_b64encode(s):
    """Base 64 with - and _ for + and /."""
    return b64encode(s, b'-_')


def urlsafe_b64decode(s):
    """Bytes of base 64 with - and _ for + and /."""
    return b64decode(s, b'-_')


def _encode32(name, s):
    data = bytes(memoryview(s)) if not isinstance(s, bytes_types) else bytes(s)
    letters, out = _ALPHABETS[name], bytearray()
    for at in range(0, len(data), 5):
        part = data[at:at + 5]
        word = int.from_bytes(part.ljust(5, b'\0'), 'big')
        used = (len(part) * 8 + 4) // 5
        out += bytes([letters[word >> 35 - 5 * i & 31] for i in range(used)]).ljust(8, b'=')
    return bytes(out)


def _decode32(name, s, casefold, map01):
    s = _text(s)
    if len(s) % 8:
        raise binascii.Error('Incorrect padding')
    if map01 is not None:
        map01 = _text(map01)
        assert len(map01) == 1, repr(map01)
        s = s.translate(bytes.maketrans(b'01', b'O' + map01))
    s = s.upper() if casefold else s
    digits = s.rstrip(b'=')
    values = {letter: value for value, letter in enumerate(_ALPHABETS[name])}
    word, bits, out = 0, 0, bytearray()
    for letter in digits:
        if letter not in values:
            raise binascii.Error('Non-base32 digit found') from None
        word, bits = word << 5 | values[letter], bits + 5
        if bits >= 8:
            bits -= 8
            out.append(word >> bits & 255)
            word &= (1 << bits) - 1
    if len(s) - len(digits) not in (0, 1, 3, 4, 6):
        raise binascii.Error('Incorrect padding')
    return bytes(out)


def b32encode(s):
    """Base 32 of bytes."""
    return _encode32('32', s)


def b32decode(s, casefold=False, map01=None):
    """Bytes of base 32; casefold: small letters, too; map01: what 1 stands for, and 0 is O."""
    return _decode32('32', s, casefold, map01)


def b32hexencode(s):
    """Base 32 of bytes with the extended hexadecimal alphabet."""
    return _encode32('32hex', s)


def b32hexdecode(s, casefold=False):
    """Bytes of base 32 with the extended hexadecimal alphabet."""
    return _decode32('32hex', s, casefold, None)


def b16encode(s):
    """Base 16 of bytes."""
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    """Bytes of base 16; casefold: small letters, too."""
    s = _text(s)
    s = s.upper() if casefold else s
    if s.translate(None, b'0123456789ABCDEF'):
        raise binascii.Error('Non-base16 digit found')
    return binascii.unhexlify(s)


def _words(data):
    """Words of four bytes, the last one filled with zeros."""
    for at in range(0, len(data), 4):
        part = data[at:at + 4]
        yield int.from_bytes(part.ljust(4, b'\0'), 'big'), len(part)


def _digits85(word):
    return [word // 85 ** power % 85 for power in (4, 3, 2, 1, 0)]


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    """Ascii85 of bytes; foldspaces: y for four blanks; wrapcol: the width of lines; pad: filled to four bytes; adobe: in
    <~ and ~>."""
    data = bytes(memoryview(b))
    out = bytearray(b'<~' if adobe else b'')
    for word, size in _words(data):
        if not word and (size == 4 or pad):
            out += b'z'
        elif foldspaces and word == 0x20202020 and size == 4:
            out += b'y'
        else:
            out += bytes([digit + 33 for digit in _digits85(word)][:5 if pad else size + 1])
    if wrapcol:
        width = max(2 if adobe else 1, wrapcol)
        lines = [out[at:at + width] for at in range(0, len(out), width)]
        if adobe and len(lines[-1]) + 2 > width:
            lines.append(b'')
        out = b'\n'.join(lines)
    return bytes(out) + (b'~>' if adobe else b'')


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b' \t\n\r\v'):
    """Bytes of Ascii85."""
    b = _text(b)
    if adobe:
        if not b.endswith(b'~>'):
            raise ValueError("Ascii85 encoded byte sequences must end with b'~>'")
        b = b[2 if b.startswith(b'<~') else 0:-2]
    out, digits = bytearray(), []
    for char in b + b'u' * 4:
        if 33 <= char <= 117:
            digits.append(char - 33)
            if len(digits) == 5:
                word = 0
                for digit in digits:
                    word = word * 85 + digit
                if word >> 32:
                    raise ValueError('Ascii85 overflow') from None
                out += word.to_bytes(4, 'big')
                digits = []
        elif char in b'zy' and (char == 122 or foldspaces):
            if digits:
                raise ValueError('%s inside Ascii85 5-tuple' % chr(char))
            out += b'\0\0\0\0' if char == 122 else b'    '
        elif char not in ignorechars:
            raise ValueError('Non-Ascii85 digit found: %c' % char)
    spare = 4 - len(digits)
    return bytes(out[:len(out) - spare] if spare else out)


def b85encode(b, pad=False):
    """Base 85 of bytes, as git has it."""
    letters, out = _ALPHABETS['85'], bytearray()
    for word, size in _words(bytes(memoryview(b))):
        out += bytes([letters[digit] for digit in _digits85(word)][:5 if pad else size + 1])
    return bytes(out)


def b85decode(b):
    """Bytes of base 85."""
    b = _text(b)
    values = {letter: value for value, letter in enumerate(_ALPHABETS['85'])}
    spare = -len(b) % 5
    b, out = b + b'~' * spare, bytearray()
    for at in range(0, len(b), 5):
        word = 0
        for place, letter in enumerate(b[at:at + 5], at):
            if letter not in values:
                raise ValueError('bad base85 character at position %d' % place) from None
            word = word * 85 + values[letter]
        if word >> 32:
            raise ValueError('base85 overflow in hunk starting at byte %d' % at) from None
        out += word.to_bytes(4, 'big')
    return bytes(out[:len(out) - spare] if spare else out)


def encode(input, output):
    """Writes the lines of base 64 of one file into another one."""
    while block := input.read(MAXBINSIZE):
        while len(block) < MAXBINSIZE and (more := input.read(MAXBINSIZE - len(block))):
            block += more
        output.write(binascii.b2a_base64(block))


def decode(input, output):
    """Writes the bytes of the lines of base 64 of one file into another one."""
    for line in iter(input.readline, b''):
        output.write(binascii.a2b_base64(line))


def _single_bytes(s):
    try:
        view = memoryview(s)
    except TypeError:
        raise TypeError('expected bytes-like object, not %s' % s.__class__.__name__) from None
    if view.format not in ('c', 'b', 'B'):
        raise TypeError('expected single byte elements, not %r from %s' % (view.format, s.__class__.__name__))
    if view.ndim != 1:
        raise TypeError('expected 1-D data, not %d-D data from %s' % (view.ndim, s.__class__.__name__))


def encodebytes(s):
    """Lines of base 64 of bytes."""
    _single_bytes(s)
    return b''.join([binascii.b2a_base64(s[at:at + MAXBINSIZE]) for at in range(0, len(s), MAXBINSIZE)])


def decodebytes(s):
    """Bytes of lines of base 64."""
    _single_bytes(s)
    return binascii.a2b_base64(s)


def _show_both_ways():
    """A text, what it is encoded, and what that is decoded."""
    text = b'Aladdin:open sesame'
    encoded = encodebytes(text)
    for value in (text, encoded, decodebytes(encoded)):
        print(repr(value))


def main():
    """The command line: encodes (-e) or decodes (-d, -u) a file or the standard input."""
    import getopt
    import sys
    usage = f"""usage: {sys.argv[0]} [-h|-d|-e|-u|-t] [file|-]
        -h: print this help message and exit
        -d, -u: decode
        -e: encode (default)
        -t: encode and decode string 'Aladdin:open sesame'"""
    try:
        options, names = getopt.getopt(sys.argv[1:], 'hdeut')
    except getopt.error as error:
        print(error, usage, sep='\n', file=sys.stderr)
        sys.exit(2)
    asked = [option for option, _ in options]
    if '-h' in asked:
        print(usage)
        return
    if '-t' in asked:
        return _show_both_ways()
    work = decode if asked and asked[-1] in ('-d', '-u') else encode
    named = names and names[0] != '-'
    with open(names[0] if named else 0, 'rb', closefd=bool(named)) as source, open(1, 'wb', closefd=False) as target:
        work(source, target)
