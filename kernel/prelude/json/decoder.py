"""Texts of JSON as values."""
from _json import make_scanner as _make_scanner, scanstring

__all__ = ['JSONDecoder', 'JSONDecodeError']
NaN, PosInf, NegInf = float('nan'), float('inf'), float('-inf')
_CONSTANTS = {'NaN': NaN, 'Infinity': PosInf, '-Infinity': NegInf}
_BLANKS = ' \t\n\r'


class JSONDecodeError(ValueError):
    """A text that is no JSON. Attributes: msg, doc, pos, lineno, colno."""

    def __init__(self, msg, doc, pos):
        before = doc[:pos]
        vars(self).update(msg=msg, doc=doc, pos=pos, lineno=before.count('\n') + 1, colno=pos - before.rfind('\n'))
        super().__init__(f'{msg}: line {self.lineno} column {self.colno} (char {pos})')

    def __reduce__(self):
        return type(self), (self.msg, self.doc, self.pos)


c_scanstring = py_scanstring = scanstring


class JSONDecoder:
    """Reads JSON: objects as dict, arrays as list, numbers as int and float, unless the hooks say otherwise."""

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        vars(self).update(object_hook=object_hook, parse_float=parse_float or float, parse_int=parse_int or int,
                          parse_constant=parse_constant or _CONSTANTS.__getitem__, strict=strict,
                          object_pairs_hook=object_pairs_hook, memo={})
        self.scan_once = _make_scanner(self)

    def decode(self, s, _w=None):
        """The value of a text."""
        if type(self) is JSONDecoder:
            return self.scan_once.decode(s)
        value, end = self.raw_decode(s, len(s) - len(s.lstrip(_BLANKS)))
        rest = s[end:].lstrip(_BLANKS)
        if rest:
            raise JSONDecodeError('Extra data', s, len(s) - len(rest))
        return value

    def raw_decode(self, s, idx=0):
        """The value at the begin of a text, and where it ends."""
        try:
            return self.scan_once(s, idx)
        except StopIteration as stop:
            raise JSONDecodeError('Expecting value', s, stop.value) from None
