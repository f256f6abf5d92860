"""Parts of URLs as urllib.request and older programs take them apart: `urllib.parse._splithost` and its like, and the same
without `_`, which warn. urllib.parse finds them here when they are asked for."""
import warnings

import _regex
from urllib import parse

_HOST, _SCHEME, _PORT = (_regex.later(pattern, _regex.S) for pattern in ('//([^/#?]*)(.*)', '([^/:]+):(.*)', '(.*):([0-9]*)'))


def _type(url):
    found = _SCHEME.match(url)
    return (found[1].lower(), found[2]) if found else (None, url)


def _host(url):
    found = _HOST.match(url)
    if not found:
        return None, url
    host, path = found.groups()
    return host, path if path[:1] in ('', '/') else '/' + path


def _before_last(mark):
    """(what stands before the last mark, what stands behind it), the second None where there is no mark."""
    def split(text):
        before, found, behind = text.rpartition(mark)
        return (before, behind) if found else (behind, None)
    return split


def _behind_first(mark):
    def split(text):
        before, found, behind = text.partition(mark)
        return before, behind if found else None
    return split


def _user(text):
    user, host = _before_last('@')(text)
    return (None, user) if host is None else (user, host)


def _port(text):
    found = _PORT.fullmatch(text)
    if not found:
        return text, None
    return found[1], found[2] or None


def _nport(text, defport=-1):
    host, port = _before_last(':')(text)
    if not port:
        return host, defport
    return host, int(port) if port.isascii() and port.isdigit() else None


def _attr(url):
    path, *attributes = url.split(';')
    return path, attributes


_SPLITS = {'type': _type, 'host': _host, 'user': _user, 'passwd': _behind_first(':'), 'port': _port, 'nport': _nport,
           'query': _before_last('?'), 'tag': _before_last('#'), 'attr': _attr, 'value': _behind_first('=')}


def _to_bytes(url):
    """A URL as it is; one with other characters than ASCII is refused."""
    if isinstance(url, str) and not url.isascii():
        raise UnicodeError(f'URL {url!r} contains non-ASCII characters')
    return url


class _Quoter(dict):
    """The texts of bytes in a quoted URL: itself for one of the safe ones, else %XX."""

    def __init__(self, safe):
        super().__init__()
        self.safe = parse._SAFE.union(safe)

    def __repr__(self):
        return f'<Quoter {dict(self)!r}>'

    def __missing__(self, byte):
        text = self[byte] = chr(byte) if byte in self.safe else f'%{byte:02X}'
        return text


def _warning(name, function):
    advice = '' if name == 'to_bytes' else ', use urllib.parse.%s() instead' % ('parse_qsl' if name == 'splitvalue' else 'urlparse')

    def warns(*args, **options):
        warnings.warn(f'urllib.parse.{name}() is deprecated as of 3.8{advice}', DeprecationWarning, stacklevel=2)
        return function(*args, **options)
    warns.__name__ = warns.__qualname__ = name
    return warns


def find(name):
    """What has this name in urllib.parse; None: nothing of this file."""
    if name == 'Quoter':
        warnings.warn('Deprecated in 3.11. urllib.parse.Quoter will be removed in Python 3.14. It was not intended to be a public '
                      'API.', DeprecationWarning, stacklevel=3)
        return _Quoter
    if name in ('_Quoter', '_to_bytes'):
        return globals()[name]
    if name == 'to_bytes':
        return _warning(name, _to_bytes)
    plain = name.removeprefix('_')
    split = _SPLITS.get(plain[5:]) if plain.startswith('split') else None
    return split if split is None or plain != name else _warning(name, split)
