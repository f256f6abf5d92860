"""Values as texts of JSON."""
from _json import encode as _encode, encode_basestring, encode_basestring_ascii

INFINITY = float('inf')
py_encode_basestring = c_encode_basestring = encode_basestring
py_encode_basestring_ascii = c_encode_basestring_ascii = encode_basestring_ascii
c_make_encoder = None
_FLAGS = ('ensure_ascii', 'check_circular', 'allow_nan', 'sort_keys', 'skipkeys')  # a bit for each, the first is 1


def _quoted(s, only_ascii):
    return (encode_basestring_ascii if only_ascii else encode_basestring)(s)


class JSONEncoder:
    """Writes JSON: dict, list, tuple, str, int, float, bool and None; default() is asked for others."""
    item_separator, key_separator = ', ', ': '

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False,
                 indent=None, separators=None, default=None):
        vars(self).update(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular,
                          allow_nan=allow_nan, sort_keys=sort_keys, indent=indent)
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        """Something that can be written in the place of o; TypeError here."""
        raise TypeError(f'Object of type {o.__class__.__name__} is not JSON serializable')

    def encode(self, o):
        """The text of a value."""
        if isinstance(o, str):
            return _quoted(o, self.ensure_ascii)
        if type(self).iterencode is not _iterencode:
            pieces = self.iterencode(o, True)
            return ''.join(pieces if isinstance(pieces, (list, tuple)) else list(pieces))
        indent, flags = self.indent, 0
        for bit, name in enumerate(_FLAGS):
            if getattr(self, name):
                flags |= 1 << bit
        return _encode(o, self.default, ' ' * indent if isinstance(indent, int) else indent, self.item_separator, self.key_separator,
                       flags)

    def iterencode(self, o, _one_shot=False):
        """The text of a value in pieces."""
        indent = self.indent
        unit = ' ' * indent if isinstance(indent, int) else indent
        return self._pieces(o, unit, '\n', set() if self.check_circular else None)

    def _float(self, o):
        if o != o:
            text = 'NaN'
        elif o in (INFINITY, -INFINITY):
            text = 'Infinity' if o > 0 else '-Infinity'
        else:
            return float.__repr__(o)
        if not self.allow_nan:
            raise ValueError('Out of range float values are not JSON compliant')
        return text

    def _simple(self, o):
        """The text of what is no container; None for one."""
        if isinstance(o, str):
            return _quoted(o, self.ensure_ascii)
        for constant, text in ((None, 'null'), (True, 'true'), (False, 'false')):
            if o is constant:
                return text
        if isinstance(o, int):
            return int.__repr__(o)
        return self._float(o) if isinstance(o, float) else None

    def _pieces(self, o, unit, newline, inside):
        text = self._simple(o)
        if text is not None:
            yield text
            return
        if inside is not None:
            if id(o) in inside:
                raise ValueError('Circular reference detected')
            inside.add(id(o))
        if isinstance(o, (list, tuple)):
            yield from self._container('[', ']', (('', item) for item in o), bool(o), unit, newline, inside)
        elif isinstance(o, dict):
            yield from self._container('{', '}', self._pairs(o), bool(o), unit, newline, inside)
        else:
            yield from self._pieces(self.default(o), unit, newline, inside)
        if inside is not None:
            inside.discard(id(o))

    def _container(self, opening, closing, pairs, some, unit, newline, inside):
        if not some:
            yield opening + closing
            return
        inner, first = newline, True
        if unit is not None:
            inner = newline + unit
        for key, value in pairs:
            yield (opening if first else self.item_separator) + (inner if unit is not None else '') + key
            first = False
            yield from self._pieces(value, unit, inner, inside)
        if first:
            yield opening + closing
            return
        yield (newline if unit is not None else '') + closing

    def _pairs(self, d):
        for key, value in sorted(d.items()) if self.sort_keys else d.items():
            if not isinstance(key, str):
                if not (key is None or isinstance(key, (int, float))):
                    if self.skipkeys:
                        continue
                    raise TypeError(f'keys must be str, int, float, bool or None, not {key.__class__.__name__}')
                key = self._simple(key)
            yield _quoted(key, self.ensure_ascii) + self.key_separator, value


_iterencode = JSONEncoder.iterencode
