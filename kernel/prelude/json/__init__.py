"""JSON: dumps() and dump() write it, loads() and load() read it."""
from json.decoder import JSONDecodeError, JSONDecoder
from json.encoder import JSONEncoder

__all__ = ['dump', 'dumps', 'load', 'loads', 'JSONDecoder', 'JSONDecodeError', 'JSONEncoder']
__version__ = '2.0.9'
_usual_encoder, _usual_decoder = JSONEncoder(), JSONDecoder()


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None,
          separators=None, default=None, sort_keys=False, **kw):
    """The text of a value. indent: how far nested values are moved to the right, on lines of their own; sort_keys;
    separators: those of items and of keys; default: a function for values of other kinds; ensure_ascii: escapes for all
    but ASCII; skipkeys: keys of other kinds are left out; allow_nan: NaN and infinities may be written."""
    if (cls is None and indent is None and separators is None and default is None and ensure_ascii and check_circular and
            allow_nan and not (skipkeys or sort_keys or kw)):
        return _usual_encoder.encode(obj)
    return (cls or JSONEncoder)(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan,
                                indent=indent, separators=separators, default=default, sort_keys=sort_keys, **kw).encode(obj)


def dump(obj, fp, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None,
         separators=None, default=None, sort_keys=False, **kw):
    """Writes the text of a value into a file, as dumps() makes it."""
    options = dict(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan,
                   indent=indent, separators=separators, default=default, sort_keys=sort_keys, **kw)
    for piece in (cls or JSONEncoder)(**options).iterencode(obj):
        fp.write(piece)


def detect_encoding(b):
    """The encoding of bytes of JSON: by a mark at their begin, or by where zeros are among the first four."""
    for mark, name in ((b'\xff\xfe\0\0', 'utf-32'), (b'\0\0\xfe\xff', 'utf-32'), (b'\xff\xfe', 'utf-16'),
                       (b'\xfe\xff', 'utf-16'), (b'\xef\xbb\xbf', 'utf-8-sig')):
        if b.startswith(mark):
            return name
    zeros = [byte == 0 for byte in b[:4]]
    if len(zeros) == 4:
        if zeros[0]:
            return 'utf-16-be' if not zeros[1] else 'utf-32-be'
        if zeros[1]:
            return 'utf-16-le' if not zeros[2] or not zeros[3] else 'utf-32-le'
    elif len(zeros) == 2 and zeros[0] != zeros[1]:
        return 'utf-16-be' if zeros[0] else 'utf-16-le'
    return 'utf-8'


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None,
          **kw):
    """The value of a text, or of bytes in UTF-8, UTF-16 or UTF-32. Hooks make objects and numbers of other kinds."""
    if isinstance(s, str):
        if s[:1] == '\ufeff':
            raise JSONDecodeError('Unexpected UTF-8 BOM (decode using utf-8-sig)', s, 0)
    elif isinstance(s, (bytes, bytearray)):
        s = s.decode(detect_encoding(s), 'surrogatepass')
    else:
        raise TypeError(f'the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}')
    if (cls is None and object_hook is None and parse_float is None and parse_int is None and parse_constant is None and
            object_pairs_hook is None and not kw):
        return _usual_decoder.decode(s)
    hooks = dict(object_hook=object_hook, object_pairs_hook=object_pairs_hook, parse_float=parse_float, parse_int=parse_int,
                 parse_constant=parse_constant)
    kw.update({name: hook for name, hook in hooks.items() if hook is not None})
    return (cls or JSONDecoder)(**kw).decode(s)


def load(fp, **options):
    """The value of the text of a file, with the options of loads()."""
    return loads(fp.read(), **options)
