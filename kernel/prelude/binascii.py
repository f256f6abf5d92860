"""Bytes as text and back: hexadecimal, base 64, uuencode, quoted-printable; check sums."""
import _binary
import zlib

_PROBLEMS = (None, 'Incorrect padding', 'Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a '
             'multiple of 4', 'Leading padding not allowed', 'Only base64 data is allowed', 'Excess data after padding',
             'Discontinuous padding not allowed')


class Error(ValueError):
    """Wrong data."""
    __module__ = 'binascii'


class Incomplete(Exception):
    """Data that ends too early."""
    __module__ = 'binascii'


def _ascii(data):
    """Bytes, or an ASCII text as bytes."""
    if type(data) is bytes:
        return data
    if isinstance(data, str):
        if not data.isascii():
            raise ValueError('string argument should contain only ASCII characters')
        return data.encode()
    try:
        return bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"argument should be bytes, buffer or ASCII string, not {type(data).__name__!r}") from None


def _raw(data):
    if type(data) is bytes:
        return data
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return bytes(memoryview(data))


def hexlify(data, sep=None, bytes_per_sep=1):
    """Hexadecimal representation of binary data."""
    data = _raw(data)
    return _binary.hex(data) if sep is None else data.hex(sep, bytes_per_sep).encode()


b2a_hex = hexlify


def unhexlify(hexstr, /):
    """Binary data of hexadecimal representation."""
    text = _ascii(hexstr)
    if len(text) % 2:
        raise Error('Odd-length string')
    found = _binary.unhex(text)
    if found is None:
        raise Error('Non-hexadecimal digit found')
    return found


a2b_hex = unhexlify


def b2a_base64(data, /, *, newline=True):
    """Base64-code line of data."""
    return _binary.encode64(_raw(data)) + b'\n' * bool(newline)


def a2b_base64(data, /, *, strict_mode=False):
    """Decode a line of base64 data."""
    found = _binary.decode64(_ascii(data), int(bool(strict_mode)))
    if isinstance(found, bytes):
        return found
    text = _PROBLEMS[found[0]]
    raise Error(text % found[1] if '%d' in text else text)


def b2a_uu(data, /, *, backtick=False):
    """Uuencode line of data."""
    data = _raw(data)
    if len(data) > 45:
        raise Error('At most 45 bytes at once')
    blank = ord('`' if backtick else ' ')
    groups = data + bytes(-len(data) % 3)
    codes = [len(data)]
    for at in range(0, len(groups), 3):
        word = int.from_bytes(groups[at:at + 3], 'big')
        codes += [word >> shift & 63 for shift in (18, 12, 6, 0)]
    return bytes([code + 32 if code else blank for code in codes]) + b'\n'


def a2b_uu(data, /):
    """Decode a line of uuencoded data."""
    line = _ascii(data)
    size = (line[0] - 32) & 63 if line else 0
    codes = line[1:].rstrip(b'\n\r')
    need = (size * 8 + 5) // 6
    out = bytearray()
    for at in range(0, max(need, 0), 4):
        word = 0
        for char in codes[at:at + 4].ljust(4):
            if not 32 <= char <= 96:
                raise Error('Illegal char')
            word = word << 6 | char - 32 & 63
        out += word.to_bytes(3, 'big')
    rest = codes[need:]
    if rest.strip(b' `\n'):
        raise Error('Trailing garbage')
    return bytes(out[:size].ljust(size, b'\0'))


def crc32(data, crc=0, /):
    """Compute CRC-32 incrementally."""
    return zlib.crc32(data, crc)


def crc_hqx(data, crc, /):
    """Compute CRC-CCITT incrementally."""
    crc &= 0xffff
    for byte in _raw(data):
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xffff
    return crc


def a2b_qp(data, header=False):
    """Decode a string of qp-encoded data."""
    text, out, at = _ascii(data), bytearray(), 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == 95 and header:
            out.append(32)
        elif char != 61:
            out.append(char)
        elif text[at:at + 1] in (b'\n', b'\r', b''):
            stop = text.find(b'\n', at)
            at = len(text) if stop < 0 else stop + 1
        elif text[at:at + 1] == b'=':
            out.append(61)
            at += 1
        else:
            pair = text[at:at + 2]
            if len(pair) == 2 and not pair.translate(None, b'0123456789abcdefABCDEF'):
                out.append(int(pair, 16))
                at += 2
            else:
                out.append(61)
    return bytes(out)


def b2a_qp(data, quotetabs=False, istext=True, header=False):
    """Encode a string using quoted-printable encoding."""
    data, out, width = _raw(data), bytearray(), 0
    newline = b'\r\n' if b'\r\n' in data[:data.find(b'\n') + 1] else b'\n'
    at, size = 0, len(data)
    while at < size:
        char = data[at]
        ends = at + 1 == size or istext and (data[at + 1] == 10 or data[at + 1:at + 3] == b'\r\n')
        if istext and (char == 10 or data[at:at + 2] == b'\r\n'):
            if out[-1:] in (b' ', b'\t'):
                last = out.pop()
                out += b'=%02X' % last
            out += newline
            width, at = 0, at + (1 if char == 10 else 2)
            continue
        quote = char > 126 or char == 61 or header and char == 95 or char < 32 and char not in (9, 10, 13) or \
            (char in (10, 13) and not istext) or char == 13 or char in (9, 32) and (quotetabs or ends and at + 1 == size) or \
            char == 46 and width == 0 and (at + 1 == size or data[at + 1] in (10, 13, 0))
        if header and char == 32 and not quote:
            piece = b'_'
        else:
            piece = b'=%02X' % char if quote else bytes([char])
        if width + len(piece) >= 76 and not (ends and width + len(piece) == 76):
            out += b'=' + newline
            width = 0
        out += piece
        width += len(piece)
        at += 1
    return bytes(out)
