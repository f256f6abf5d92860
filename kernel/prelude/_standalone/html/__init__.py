"""Texts in HTML: special characters and character references."""

__all__ = ['escape', 'unescape']


def escape(s, quote=True):
    """The text with & < > (and quotes) as references."""
    s = s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    return s.replace('"', '&quot;').replace("'", '&#x27;') if quote else s


def _is_forbidden(number):
    """Control characters and noncharacters, which HTML 5 leaves out."""
    return (1 <= number <= 8 or number == 0xb or 0xe <= number <= 0x1f or 0x7f <= number <= 0x9f or 0xfdd0 <= number <= 0xfdef
            or number & 0xfffe == 0xfffe)


def _character(number):
    """What the reference to a code point stands for; those of C1 are Windows-1252's."""
    if number == 0 or 0xd800 <= number <= 0xdfff or number > 0x10ffff:
        return '\ufffd'
    if 0x80 <= number <= 0x9f:
        try:
            return bytes([number]).decode('cp1252')
        except UnicodeDecodeError:
            return chr(number)
    if number == 0xd:
        return '\r'
    return '' if _is_forbidden(number) else chr(number)


def _replace(match):
    from html.entities import html5
    name = match[1]
    if name[0] == '#':
        digits = name[1:].rstrip(';')
        return _character(int(digits[1:], 16) if digits[0] in 'xX' else int(digits))
    if name in html5:
        return html5[name]
    # the longest known name that the text begins with
    for end in range(len(name) - 1, 1, -1):
        if name[:end] in html5:
            return html5[name[:end]] + name[end:]
    return '&' + name


def unescape(s):
    """The text with named and numeric references as characters."""
    if '&' not in s:
        return s
    import re
    return re.sub(r'&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)', _replace, s)
