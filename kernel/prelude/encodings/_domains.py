"""Names of domains: punycode (RFC 3492) and the names made of it (RFC 3490)."""
import codecs
from ._table import _Made

_BASE, _LEAST, _MOST, _SKEW, _DAMP, _FIRST = 36, 1, 26, 38, 700, 72
_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'
_DIGIT = {c: i % 36 for i, c in enumerate(_DIGITS)} | {c.upper(): i for i, c in enumerate(_DIGITS[:26])}


def _bias(delta, first, count):
    """The bias after a number, as section 6.1 has it."""
    delta = delta // (_DAMP if first else 2)
    delta += delta // count
    steps = 0
    while delta > (_BASE - _LEAST) * _MOST // 2:
        delta //= _BASE - _LEAST
        steps += _BASE
    return steps + (_BASE - _LEAST + 1) * delta // (delta + _SKEW)


def _threshold(place, bias):
    return min(max(place - bias, _LEAST), _MOST)


def punycode_encode(text):
    """The bytes of a text in punycode."""
    plain = [c for c in text if c.isascii()]
    out, done = [], len(plain)
    n, delta, bias, first = 128, 0, _FIRST, True
    for wanted in sorted({ord(c) for c in text if not c.isascii()}):
        delta += (wanted - n) * (done + 1)
        n = wanted
        for c in text:
            if ord(c) < n:
                delta += 1
            elif ord(c) == n:
                number, place = delta, _BASE
                while number >= (limit := _threshold(place, bias)):
                    number, digit = divmod(number - limit, _BASE - limit)
                    out.append(_DIGITS[limit + digit])
                    place += _BASE
                out.append(_DIGITS[number])
                bias = _bias(delta, first, done + 1)
                first, delta, done = False, 0, done + 1
        delta += 1
        n += 1
    head = ''.join(plain)
    return ((head + '-' if head else '') + ''.join(out)).encode('ascii')


def punycode_decode(text, errors):
    """The text of punycode."""
    if isinstance(text, str):
        text = text.encode('ascii')
    if isinstance(text, memoryview):
        text = bytes(text)
    head, mark, tail = text.rpartition(b'-')
    chars = list(str(head, 'ascii', errors))
    digits = str(tail, 'ascii').upper()
    n, at, bias, i = 128, -1, _FIRST, 0
    first = True
    while i < len(digits):
        number, weight, place = 0, 1, _BASE
        while True:
            if i >= len(digits):
                if errors == 'strict':
                    raise UnicodeError('incomplete punicode string')
                return ''.join(chars)
            digit = _DIGIT.get(digits[i])
            if digit is None:
                if errors == 'strict':
                    raise UnicodeError(f"Invalid extended code point '{digits[i]}'")
                return ''.join(chars)
            i += 1
            number += digit * weight
            limit = _threshold(place, bias)
            if digit < limit:
                break
            weight *= _BASE - limit
            place += _BASE
        at += number + 1
        n += at // (len(chars) + 1)
        if n > 0x10ffff:
            if errors == 'strict':
                raise UnicodeError(f'Invalid character U+{n:x}')
            n = ord('?')
        at %= len(chars) + 1
        chars.insert(at, chr(n))
        bias = _bias(number, first, len(chars))
        first = False
    return ''.join(chars)


def _punycode():
    def encode(input, errors='strict'):
        return punycode_encode(input), len(input)

    def decode(input, errors='strict'):
        if errors not in ('strict', 'replace', 'ignore'):
            raise UnicodeError('Unsupported error handling ' + errors)
        return punycode_decode(input, errors), len(input)
    return _Made('punycode', encode, decode, attributes={'punycode_encode': punycode_encode, 'punycode_decode': punycode_decode})


# ------------------------------------------------------------------ names of domains

_DOTS = '.\u3002\uff0e\uff61'
ace_prefix, sace_prefix = b'xn--', 'xn--'


def _labels(text):
    """The labels between any of the four dots."""
    for c in _DOTS[1:]:
        text = text.replace(c, '.')
    return text.split('.')


def nameprep(label):
    """A label with its letters folded, as RFC 3491 has it; UnicodeError where it has others than are allowed."""
    import stringprep
    from unicodedata import ucd_3_2_0 as unicodedata
    kept = ''.join([stringprep.map_table_b2(c) for c in label if not stringprep.in_table_b1(c)])
    label = unicodedata.normalize('NFKC', kept)
    forbidden = (stringprep.in_table_c12, stringprep.in_table_c22, stringprep.in_table_c3, stringprep.in_table_c4,
                 stringprep.in_table_c5, stringprep.in_table_c6, stringprep.in_table_c7, stringprep.in_table_c8,
                 stringprep.in_table_c9)
    for c in label:
        if any(refuses(c) for refuses in forbidden):
            raise UnicodeError(f'Invalid character {c!r}')
    right = [stringprep.in_table_d1(c) for c in label]
    if any(right):
        if any(stringprep.in_table_d2(c) for c in label):
            raise UnicodeError('Violation of BIDI requirement 2')
        if not right[0] or not right[-1]:
            raise UnicodeError('Violation of BIDI requirement 3')
    return label




def _checked(label):
    if 0 < len(label) < 64:
        return label
    raise UnicodeError('label empty or too long')


def ToASCII(label):
    """A label as bytes of ASCII."""
    if label.isascii():
        return _checked(label.encode('ascii'))
    label = nameprep(label)
    if label.isascii():
        return _checked(label.encode('ascii'))
    if label.startswith(sace_prefix):
        raise UnicodeError('Label starts with ACE prefix')
    return _checked(ace_prefix + punycode_encode(label))


def ToUnicode(label):
    """A label as a text, out of what ToASCII has made of it."""
    if len(label) > 1024:  # before anything costs much time
        raise UnicodeError('label way too long')
    if isinstance(label, bytes):
        pure = True
    else:
        pure = label.isascii()
    if not pure:
        label = nameprep(label)
        try:
            label = label.encode('ascii')
        except UnicodeError:
            raise UnicodeError('Invalid character in IDN label') from None
    elif isinstance(label, str):
        label = label.encode('ascii')
    if not label.lower().startswith(ace_prefix):
        return str(label, 'ascii')
    result = punycode_decode(label[len(ace_prefix):], 'strict')
    back = ToASCII(result)
    if str(label, 'ascii').lower() != str(back, 'ascii'):
        raise UnicodeError('IDNA does not round-trip', label, back)
    return result


def _strict(errors):
    if errors != 'strict':
        raise UnicodeError('unsupported error handling ' + errors)


def _encode(input, errors='strict'):
    _strict(errors)
    if not input:
        return b'', 0
    if input.isascii():
        labels = input.encode('ascii').split(b'.')
        if any(not 0 < len(label) < 64 for label in labels[:-1]):
            raise UnicodeError('label empty or too long')
        if len(labels[-1]) >= 64:
            raise UnicodeError('label too long')
        return input.encode('ascii'), len(input)
    labels = _labels(input)
    last = b'.' if not labels[-1] else b''
    if not labels[-1]:
        labels.pop()
    return b'.'.join([ToASCII(label) for label in labels]) + last, len(input)


def _decode(input, errors='strict'):
    _strict(errors)
    if not input:
        return '', 0
    data = bytes(input)
    if ace_prefix not in data.lower():
        try:
            return data.decode('ascii'), len(input)
        except UnicodeDecodeError:
            pass
    labels = data.split(b'.')
    last = '.' if not labels[-1] else ''
    if not labels[-1]:
        labels.pop()
    return '.'.join([ToUnicode(label) for label in labels]) + last, len(input)


def _cut(labels, final):
    """Labels that are whole, and what stands behind them: a dot, or nothing."""
    if not labels:
        return labels, ''
    if not labels[-1]:
        return labels[:-1], '.'
    if final:
        return labels, ''
    return labels[:-1], '.' if labels[:-1] else ''


class IncrementalEncoder(codecs.BufferedIncrementalEncoder):
    """Encodes a name in pieces, label by label."""

    def _buffer_encode(self, input, errors, final):
        _strict(errors)
        if not input:
            return b'', 0
        labels, dot = _cut(_labels(input), final)
        out = [ToASCII(label) for label in labels]
        used = sum(map(len, labels)) + max(len(labels) - 1, 0) + len(dot)
        return b'.'.join(out) + dot.encode(), used


class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
    """Decodes a name in pieces, label by label."""

    def _buffer_decode(self, input, errors, final):
        if errors != 'strict':
            raise UnicodeError('Unsupported error handling: ' + errors)
        if not input:
            return '', 0
        labels, dot = _cut(_labels(input) if isinstance(input, str) else str(input, 'ascii').split('.'), final)
        out = [ToUnicode(label) for label in labels]
        used = sum(map(len, labels)) + max(len(labels) - 1, 0) + len(dot)
        return '.'.join(out) + dot, used


def make(name):
    """The codec of that name."""
    if name == 'punycode':
        return _punycode()
    made = _Made('idna', _encode, _decode, attributes={'nameprep': nameprep, 'ToASCII': ToASCII, 'ToUnicode': ToUnicode,
                                                       'ace_prefix': ace_prefix, 'sace_prefix': sace_prefix})
    made.classes['IncrementalEncoder'], made.classes['IncrementalDecoder'] = IncrementalEncoder, IncrementalDecoder
    return made
