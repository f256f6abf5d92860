"""Parts of URLs, and their quoting."""
import unicodedata
from collections import namedtuple

__all__ = ['urlparse', 'urlunparse', 'urljoin', 'urldefrag', 'urlsplit', 'urlunsplit', 'urlencode', 'parse_qs', 'parse_qsl',
           'quote', 'quote_plus', 'quote_from_bytes', 'unquote', 'unquote_plus', 'unquote_to_bytes', 'DefragResult',
           'ParseResult', 'SplitResult', 'DefragResultBytes', 'ParseResultBytes', 'SplitResultBytes']

uses_relative = ['', 'ftp', 'http', 'gopher', 'nntp', 'imap', 'wais', 'file', 'https', 'shttp', 'mms', 'prospero', 'rtsp',
                 'rtspu', 'sftp', 'svn', 'svn+ssh', 'ws', 'wss']
uses_netloc = ['', 'ftp', 'http', 'gopher', 'nntp', 'telnet', 'imap', 'wais', 'file', 'mms', 'https', 'shttp', 'snews',
               'prospero', 'rtsp', 'rtspu', 'rsync', 'svn', 'svn+ssh', 'sftp', 'nfs', 'git', 'git+ssh', 'ws', 'wss', 'itms-services']
uses_params = ['', 'ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtspu', 'sip', 'sips', 'mms', 'sftp',
               'tel']
non_hierarchical = ['gopher', 'hdl', 'mailto', 'news', 'telnet', 'wais', 'imap', 'snews', 'sip', 'sips']
uses_query = ['', 'http', 'wais', 'imap', 'https', 'shttp', 'mms', 'gopher', 'rtsp', 'rtspu', 'sip', 'sips']
uses_fragment = ['', 'ftp', 'hdl', 'http', 'gopher', 'news', 'nntp', 'wais', 'https', 'shttp', 'snews', 'file', 'prospero']
scheme_chars = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.'
MAX_CACHE_SIZE = 20


def clear_cache():
    """Nothing is kept."""


# ---- texts and bytes

def _as_texts(*values):
    """The arguments as texts, and what turns a result back into their kind."""
    is_text = isinstance(values[0], str)
    for value in values[1:]:
        if value and isinstance(value, str) != is_text:
            raise TypeError('Cannot mix str and non-str arguments')
    if is_text:
        return *values, lambda result: result
    return *(value.decode('ascii', 'strict') if value else '' for value in values), lambda result: result.encode('ascii', 'strict')


class _Text:
    __slots__ = ()

    def encode(self, encoding='ascii', errors='strict'):
        """The same parts as bytes."""
        return self._encoded_counterpart(*(part.encode(encoding, errors) for part in self))


class _Bytes:
    __slots__ = ()

    def decode(self, encoding='ascii', errors='strict'):
        """The same parts as texts."""
        return self._decoded_counterpart(*(part.decode(encoding, errors) for part in self))


class _Location:
    """What stands in the netloc part: user, password, host, port."""

    __slots__ = ()

    def _marks(self):
        return (lambda mark: mark) if isinstance(self.netloc, str) else (lambda mark: mark.encode('ascii'))

    def _user(self):
        mark = self._marks()
        user, at, _ = self.netloc.rpartition(mark('@'))
        if not at:
            return None, None
        name, colon, password = user.partition(mark(':'))
        return name, password if colon else None

    def _host(self):
        mark = self._marks()
        host = self.netloc.rpartition(mark('@'))[2]
        _, bracket, inner = host.partition(mark('['))
        if bracket:
            host, _, rest = inner.partition(mark(']'))
            port = rest.partition(mark(':'))[2]
        else:
            host, _, port = host.partition(mark(':'))
        return host, port or None

    username = property(lambda self: self._user()[0], doc='The name of the user, or None.')
    password = property(lambda self: self._user()[1], doc='The password, or None.')

    @property
    def hostname(self):
        """The name of the host in lower case, or None."""
        host = self._host()[0]
        if not host:
            return None
        name, percent, zone = host.partition(self._marks()('%'))
        return name.lower() + percent + zone

    @property
    def port(self):
        """The number of the port, or None."""
        port = self._host()[1]
        if port is None:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError(f'Port could not be cast to integer value as {port!r}' if isinstance(port, str) else
                             f'Port could not be cast to integer value as {port.decode("ascii")!r}')
        if int(port) > 65535:
            raise ValueError('Port out of range 0-65535')
        return int(port)


_DefragBase = namedtuple('_DefragResultBase', 'url fragment')
_SplitBase = namedtuple('_SplitResultBase', 'scheme netloc path query fragment')
_ParseBase = namedtuple('_ParseResultBase', 'scheme netloc path params query fragment')


def _defrag_url(self):
    mark = '#' if isinstance(self.url, str) else b'#'
    return self.url + mark + self.fragment if self.fragment else self.url


def _result(name, base, kinds, url, doc):
    return type(name, (base, *kinds), {'__slots__': (), '__doc__': doc, '__module__': __name__, 'geturl': url})


DefragResult = _result('DefragResult', _DefragBase, [_Text], _defrag_url, 'A URL and its fragment.')
DefragResultBytes = _result('DefragResultBytes', _DefragBase, [_Bytes], _defrag_url, 'A URL and its fragment.')
SplitResult = _result('SplitResult', _SplitBase, [_Location, _Text], lambda self: urlunsplit(self), 'The five parts of a URL.')
SplitResultBytes = _result('SplitResultBytes', _SplitBase, [_Location, _Bytes], lambda self: urlunsplit(self),
                           'The five parts of a URL.')
ParseResult = _result('ParseResult', _ParseBase, [_Location, _Text], lambda self: urlunparse(self), 'The six parts of a URL.')
ParseResultBytes = _result('ParseResultBytes', _ParseBase, [_Location, _Bytes], lambda self: urlunparse(self),
                           'The six parts of a URL.')
for _one, _other in (DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes), (ParseResult, ParseResultBytes):
    _one._encoded_counterpart, _other._decoded_counterpart = _other, _one
del _one, _other
ResultBase = _Location


# ---- parts

_REMOVED = str.maketrans('', '', '\t\r\n')
_LEADING = ''.join(map(chr, range(33)))


def urlsplit(url, scheme='', allow_fragments=True):
    """<scheme>://<netloc>/<path>?<query>#<fragment> as a SplitResult."""
    url, scheme, back = _as_texts(url, scheme)
    url = url.lstrip(_LEADING).translate(_REMOVED)
    scheme = scheme.strip(_LEADING).translate(_REMOVED)
    netloc = query = fragment = ''
    name, colon, rest = url.partition(':')
    if colon and name and name[0].isascii() and name[0].isalpha() and all(char in scheme_chars for char in name):
        scheme, url = name.lower(), rest
    if url.startswith('//'):
        end = min((place for place in (url.find(mark, 2) for mark in '/?#') if place >= 0), default=len(url))
        netloc, url = url[2:end], url[end:]
        if ('[' in netloc) != (']' in netloc):
            raise ValueError('Invalid IPv6 URL')
        if '[' in netloc:
            _check_brackets(netloc)
    if allow_fragments and '#' in url:
        url, _, fragment = url.partition('#')
    if '?' in url:
        url, _, query = url.partition('?')
    _check_netloc(netloc)
    parts = scheme, netloc, url, query, fragment
    result = SplitResult(*parts)
    return result if back('') == '' else result.encode()


def _check_brackets(netloc):
    import ipaddress
    import re
    before, _, rest = netloc.rpartition('@')[2].partition('[')
    name, _, behind = rest.partition(']')
    if before or behind[:1] not in ('', ':'):
        raise ValueError('Invalid IPv6 URL')
    if name.startswith('v'):
        if not re.match(r'\Av[a-fA-F0-9]+\..+\Z', name):
            raise ValueError('IPvFuture address is invalid')
    elif isinstance(ipaddress.ip_address(name), ipaddress.IPv4Address):
        raise ValueError('An IPv4 address cannot be in brackets')


def _check_netloc(netloc):
    """Characters whose compatible form has a meaning in URLs are refused."""
    if not netloc or netloc.isascii():
        return
    plain = netloc
    for mark in '@:#?':
        plain = plain.replace(mark, '')
    form = unicodedata.normalize('NFKC', plain)
    if plain != form and any(mark in form for mark in '/?#@:'):
        raise ValueError(f"netloc '{netloc}' contains invalid characters under NFKC normalization")


def urlparse(url, scheme='', allow_fragments=True):
    """<scheme>://<netloc>/<path>;<params>?<query>#<fragment> as a ParseResult."""
    parts = urlsplit(url, scheme, allow_fragments)
    if isinstance(parts, SplitResultBytes):
        return urlparse(*((part.decode('ascii') for part in (url, scheme or b''))), allow_fragments).encode()
    path, params = parts.path, ''
    if parts.scheme in uses_params and ';' in path:
        at = path.find(';', max(path.rfind('/'), 0))
        if at >= 0:
            path, params = path[:at], path[at + 1:]
    return ParseResult(parts.scheme, parts.netloc, path, params, parts.query, parts.fragment)


def urlunparse(components):
    """The URL of six parts."""
    *components, back = _as_texts(*components)
    scheme, netloc, path, params, query, fragment = components
    return back(urlunsplit((scheme, netloc, f'{path};{params}' if params else path, query, fragment)))


def urlunsplit(components):
    """The URL of five parts."""
    *components, back = _as_texts(*components)
    scheme, netloc, url, query, fragment = components
    if netloc or (scheme and scheme in uses_netloc and url[:2] != '//'):
        url = f"//{netloc or ''}{'/' if url and url[0] != '/' else ''}{url}"
    if scheme:
        url = f'{scheme}:{url}'
    for mark, part in ('?', query), ('#', fragment):
        if part:
            url += mark + part
    return back(url)


def urldefrag(url):
    """The URL without its fragment, and that."""
    url, back = _as_texts(url)
    fragment = ''
    if '#' in url:
        *parts, fragment = urlparse(url)
        url = urlunparse((*parts, ''))
    result = DefragResult(url, fragment)
    return result if back('') == '' else result.encode()


def urljoin(base, url, allow_fragments=True):
    """A URL that may be relative to another."""
    if not base or not url:
        return url or base
    base, url, back = _as_texts(base, url)
    own = urlparse(base, '', allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, own.scheme, allow_fragments)
    if scheme != own.scheme or scheme not in uses_relative:
        return back(url)
    if scheme in uses_netloc:
        if netloc:
            return back(urlunparse((scheme, netloc, path, params, query, fragment)))
        netloc = own.netloc
    if not path and not params:
        return back(urlunparse((scheme, netloc, own.path, own.params, query or own.query, fragment)))
    return back(urlunparse((scheme, netloc, _joined(own.path, path), params, query, fragment)))


def _joined(base, path):
    """A path relative to another, without . and .. (RFC 3986)."""
    before = base.split('/')
    if before[-1] != '':
        before.pop()
    if path.startswith('/'):
        segments = path.split('/')
    else:
        segments = before + path.split('/')
        segments[1:-1] = [segment for segment in segments[1:-1] if segment]
    kept = []
    for segment in segments:
        if segment == '..':
            if kept:
                kept.pop()
        elif segment != '.':
            kept.append(segment)
    if segments[-1] in ('.', '..'):
        kept.append('')
    return '/'.join(kept) or '/'


# ---- quoting

_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')


def quote_from_bytes(bs, safe='/'):
    """Bytes with all but letters, digits, _.-~ and those of safe as %XX."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError('quote_from_bytes() expected bytes')
    if not bs:
        return ''
    kept = _SAFE.union(safe.encode('ascii', 'ignore') if isinstance(safe, str) else (byte for byte in safe if byte < 128))
    return ''.join(chr(byte) if byte in kept else f'%{byte:02X}' for byte in bs)


def quote(string, safe='/', encoding=None, errors=None):
    """A text for a URL: other characters as %XX of their bytes."""
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode('utf-8' if encoding is None else encoding, 'strict' if errors is None else errors)
    elif encoding is not None:
        raise TypeError("quote() doesn't support 'encoding' for bytes")
    elif errors is not None:
        raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe='', encoding=None, errors=None):
    """As quote, with + for blanks."""
    blank = ' ' if isinstance(string, str) else b' '
    if blank not in string:
        return quote(string, safe, encoding, errors)
    safe += ' ' if isinstance(safe, str) else b' '
    return quote(string, safe, encoding, errors).replace(' ', '+')


_HEX = '0123456789ABCDEFabcdef'


def unquote_to_bytes(string):
    """The bytes of a text with %XX."""
    if not string:
        string.split
        return b''
    if isinstance(string, str):
        string = string.encode('utf-8')
    first, *parts = string.split(b'%')
    whole = [first]
    for part in parts:
        digits = part[:2].decode('latin-1')
        if len(digits) == 2 and digits[0] in _HEX and digits[1] in _HEX:
            whole.append(bytes([int(digits, 16)]) + part[2:])
        else:
            whole.append(b'%' + part)
    return b''.join(whole)


def unquote(string, encoding='utf-8', errors='replace'):
    """The text of one with %XX."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode('utf-8' if encoding is None else encoding, 'replace' if errors is None else errors)
    if '%' not in string:
        string.split
        return string
    import re
    encoding, errors = encoding or 'utf-8', errors or 'replace'
    pieces = re.split(r'([\x00-\x7f]+)', string)
    return ''.join(unquote_to_bytes(piece).decode(encoding, errors) if piece.isascii() and piece else piece for piece in pieces)


def unquote_plus(string, encoding='utf-8', errors='replace'):
    """As unquote, with blanks for +."""
    return unquote(string.replace('+', ' '), encoding, errors)


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None,
             separator='&'):
    """The values of a query: a dict of lists."""
    found = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        found.setdefault(name, []).append(value)
    return found


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None,
              separator='&'):
    """The names and values of a query: a list of pairs."""
    qs, back = _as_texts(qs)
    separator = _as_texts(separator)[0]
    if not separator or not isinstance(separator, str):
        raise ValueError('Separator must be of type string or bytes.')
    if max_num_fields is not None and max_num_fields < 1 + qs.count(separator):
        raise ValueError('Max number of fields exceeded')
    found = []
    for field in qs.split(separator) if qs else ():
        if not field and not strict_parsing:
            continue
        name, equals, value = field.partition('=')
        if not equals:
            if strict_parsing:
                raise ValueError(f'bad query field: {field!r}')
            if not keep_blank_values:
                continue
        if value or keep_blank_values:
            found.append(tuple(back(unquote(text.replace('+', ' '), encoding=encoding, errors=errors)) for text in (name, value)))
    return found


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    """A query of a mapping or of pairs; doseq: values that are sequences give a field for each item."""
    if hasattr(query, 'items'):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError as error:
            raise TypeError('not a valid non-string sequence or mapping object').with_traceback(error.__traceback__) from None

    def quoted(value):
        return quote_via(value, safe) if isinstance(value, bytes) else quote_via(str(value), safe, encoding, errors)

    fields = []
    for name, value in query:
        name = quoted(name)
        values = [value]
        if doseq and not isinstance(value, (str, bytes)):
            try:
                len(value)
                values = value
            except TypeError:
                pass
        fields += [f'{name}={quoted(one)}' for one in values]
    return '&'.join(fields)


def unwrap(url):
    """<URL:scheme://host/path> without its brackets."""
    url = str(url).strip()
    if url[:1] == '<' and url[-1:] == '>':
        url = url[1:-1].strip()
    return url[4:].strip() if url[:4] == 'URL:' else url


_ALWAYS_SAFE = _SAFE


def __getattr__(name):
    if 'split' in name or name in ('Quoter', '_Quoter', 'to_bytes', '_to_bytes'):
        from urllib import _pieces
        found = _pieces.find(name)
        if found is not None:
            return found
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
