"""A parser of HTML that calls methods for what it finds."""
import re
from _markupbase import ParserBase
from html import unescape

import _regex

__all__ = ['HTMLParser']

_NAME = r'([a-zA-Z][^\t\n\r\f />\x00]*)'
_TAG_NAME = _regex.later(_NAME + r'(?:\s|/(?!>))*')
# a name, and = and a value in quotes or without them
_ATTRIBUTE = _regex.later(r'''((?<=['"\s/])[^\s/>][^\s/=>]*)(\s*=+\s*('[^']*'|"[^"]*"|(?!['"])[^>\s]*))?(?:\s|/(?!>))*''')
_WHOLE_TAG = _regex.later(r'''<[a-zA-Z][^\t\n\r\f />\x00]*(?:[\s/]*(?:(?<=['"\s/])[^\s/>][^\s/=>]*(?:\s*=+\s*(?:'[^']*'|"[^"]*"|'''
                        r'''(?!['"])[^>\s]*)\s*)?(?:\s|/(?!>))*)*)?\s*''')
_CHARACTER = _regex.later(r'&#(?:[0-9]+|[xX][0-9a-fA-F]+)[^0-9a-fA-F]')
_ENTITY = _regex.later(r'&([a-zA-Z][-.a-zA-Z0-9]*)[^a-zA-Z0-9]')
_INCOMPLETE = _regex.later(r'&[a-zA-Z#]')
_OPEN_END = _regex.later(r'(?:--!?|-)\Z')  # of a comment that has begun to end
_BOGUS_END = _regex.later('</[^a-zA-Z]')
_END_TAG = _regex.later(r'</([a-zA-Z][-.a-zA-Z0-9:_]*)\s*>')


class HTMLParser(ParserBase):
    """Calls handle_starttag(tag, attrs), handle_endtag(tag), handle_data(data), handle_comment ... of a class derived from
    it, for the text that feed() gets. convert_charrefs: references become characters of the data."""

    CDATA_CONTENT_ELEMENTS = ('script', 'style')

    def __init__(self, *, convert_charrefs=True):
        super().__init__()
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        """Forgets everything."""
        self.rawdata, self.lasttag, self.cdata_elem = '', '???', None
        self.interesting, self._from = _BREAKS, None
        super().reset()

    def feed(self, data):
        """Text to be parsed; what is incomplete waits for more."""
        self.rawdata += data
        self.goahead(0)

    def close(self):
        """Parses the rest as if the text ended."""
        self.goahead(1)

    def get_starttag_text(self):
        """The text of the start tag that was found last."""
        return self._from

    def set_cdata_mode(self, elem):
        """Until the end tag of an element everything is data."""
        self.cdata_elem = elem.lower()
        self.interesting = re.compile(rf'</{self.cdata_elem}(?=[\t\n\r\f />])', re.IGNORECASE)

    def clear_cdata_mode(self):
        """Markup is markup again."""
        self.cdata_elem, self.interesting = None, _BREAKS

    def _data(self, text):
        if text:
            self.handle_data(unescape(text) if self.convert_charrefs and not self.cdata_elem else text)

    def goahead(self, end):
        """Parses as far as it goes; end: to the last character."""
        raw, at, size = self.rawdata, 0, len(self.rawdata)
        while at < size:
            stop = self._data_end(raw, at, size, end)
            if stop is None:
                break
            if at < stop:
                self._data(raw[at:stop])
            at = self.updatepos(at, stop)
            if at == size:
                break
            following = self._markup(raw, at, size, end) if raw[at] == '<' else self._reference(raw, at, size, end)
            if following is None:
                break
            at = self.updatepos(at, following)
        if end and at < size and not self.cdata_elem:
            self._data(raw[at:size])
            at = self.updatepos(at, size)
        elif end and at < size:
            self.handle_data(raw[at:size])
            at = self.updatepos(at, size)
        self.rawdata = raw[at:]

    def _data_end(self, raw, at, size, end):
        """Where data ends; None where more text may belong to it."""
        if self.convert_charrefs and not self.cdata_elem:
            stop = raw.find('<', at)
            if stop >= 0:
                return stop
            # a reference at the end may go on
            start = raw.rfind('&', max(at, size - 34))
            if start >= 0 and not re.search(r'[\s;]', raw[start:]) and not end:
                return None
            return size
        match = self.interesting.search(raw, at)
        if match:
            return match.start()
        return None if self.cdata_elem else size

    def _markup(self, raw, at, size, end):
        """Where what begins with < ends; None where it is incomplete."""
        kinds = ((raw.startswith('<!--', at), self.parse_comment), (raw.startswith('</', at), self.parse_endtag),
                 (raw.startswith('<?', at), self.parse_pi), (raw.startswith('<!', at), self.parse_html_declaration))
        following = -1
        if at + 1 < size and raw[at + 1].isascii() and raw[at + 1].isalpha():
            following = self.parse_starttag(at)
        else:
            parse = next((parse for begins, parse in kinds if begins), None)
            if parse is not None:
                following = parse(at)
            elif at + 1 < size:
                self._data('<')
                return at + 1
            elif self.cdata_elem:
                return None
        if following < 0:
            if not end:
                return None
            self._unclosed(raw[at:])
            return size
        return following

    def _unclosed(self, rest):
        """What the text ends in the middle of: declarations end there as well, tags are nothing."""
        if rest[:4] == '<!--':
            self.handle_comment(_OPEN_END.sub('', rest[4:]))
        elif rest[:9] == '<![CDATA[':
            self.unknown_decl(rest[3:])
        elif rest[:9].lower() == '<!doctype':
            self.handle_decl(rest[2:])
        elif rest[:2] == '<?':
            self.handle_pi(rest[2:])
        elif rest[:2] == '<!' or _BOGUS_END.match(rest):
            self.handle_comment(rest[2:])
        elif rest in ('<', '</'):
            self._data(rest)

    def _reference(self, raw, at, size, end):
        """A reference where they are not converted."""
        if raw.startswith('&#', at):
            match = _CHARACTER.match(raw, at)
            if match:
                self.handle_charref(match.group()[2:-1])
                stop = match.end()
                return stop if raw[stop - 1] == ';' else stop - 1
            if ';' in raw[at:]:
                self.handle_data(raw[at:at + 2])
                return at + 2
            return None
        match = _ENTITY.match(raw, at)
        if match:
            self.handle_entityref(match[1])
            stop = match.end()
            return stop if raw[stop - 1] == ';' else stop - 1
        match = _INCOMPLETE.match(raw, at)
        if match:
            if end and re.fullmatch(r'&[a-zA-Z][-.a-zA-Z0-9]*|&#[0-9a-fA-FxX]*', raw[at:]):
                return None
            if not end and re.fullmatch(r'&[a-zA-Z][-.a-zA-Z0-9]*|&#[0-9a-fA-FxX]*', raw[at:]):
                return None
            self.handle_data('&')
            return at + 1
        if at + 1 < size:
            self.handle_data('&')
            return at + 1
        return None

    def parse_html_declaration(self, i):
        """<! ...>: a comment, a marked section, the document type."""
        raw = self.rawdata
        if raw.startswith('<![CDATA[', i):
            return self.parse_marked_section(i)
        if raw[i:i + 9].lower() == '<!doctype':
            stop = raw.find('>', i + 9)
            if stop < 0:
                return -1
            self.handle_decl(raw[i + 2:stop])
            return stop + 1
        return self.parse_bogus_comment(i)

    def parse_bogus_comment(self, i, report=1):
        """What begins with <! or </ and is neither: a comment up to the next >."""
        stop = self.rawdata.find('>', i + 2)
        if stop < 0:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 2:stop])
        return stop + 1

    def parse_pi(self, i):
        """<? ...>"""
        stop = self.rawdata.find('>', i + 2)
        if stop < 0:
            return -1
        self.handle_pi(self.rawdata[i + 2:stop])
        return stop + 1

    def check_for_whole_start_tag(self, i):
        """Where the start tag ends; -1 where it is incomplete."""
        raw = self.rawdata
        match = _WHOLE_TAG.match(raw, i)
        stop = match.end()
        rest = raw[stop:stop + 2]
        if rest[:1] == '>':
            return stop + 1
        if rest[:1] == '/':
            if rest == '/>':
                return stop + 2
            if rest == '/':
                return -1
            return stop if stop > i else i + 1
        if not rest or rest[0] in 'abcdefghijklmnopqrstuvwxyz=/ABCDEFGHIJKLMNOPQRSTUVWXYZ':
            return -1
        return stop if stop > i else i + 1

    def parse_starttag(self, i):
        """A start tag: where it ends, -1 where it is incomplete."""
        self._from = None
        stop = self.check_for_whole_start_tag(i)
        if stop < 0:
            return stop
        raw = self.rawdata
        self._from = text = raw[i:stop]
        match = _TAG_NAME.match(raw, i + 1)
        at = match.end()
        self.lasttag = tag = match[1].lower()
        attributes = []
        while at < stop:
            match = _ATTRIBUTE.match(raw, at)
            if not match:
                break
            name, given, value = match.groups()
            if not given:
                value = None
            elif value[:1] in ('"', "'") and value[:1] == value[-1:] and len(value) > 1:
                value = value[1:-1]
            attributes.append((name.lower(), unescape(value) if value else value))
            at = match.end()
        rest = raw[at:stop].strip()
        if rest not in ('>', '/>'):
            self.handle_data(text)
        elif rest == '/>':
            self.handle_startendtag(tag, attributes)
        else:
            self.handle_starttag(tag, attributes)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        return stop

    def parse_endtag(self, i):
        """An end tag: where it ends, -1 where it is incomplete."""
        raw = self.rawdata
        stop = raw.find('>', i + 1)
        if stop < 0:
            return -1
        stop += 1
        match = _END_TAG.match(raw, i)
        if not match:
            name = _TAG_NAME.match(raw, i + 2)
            if not name:
                return i + 3 if raw[i:i + 3] == '</>' else self.parse_bogus_comment(i)
            self.handle_endtag(name[1].lower())
            self.clear_cdata_mode()
            return raw.find('>', name.end()) + 1
        tag = match[1].lower()
        if self.cdata_elem is not None and tag != self.cdata_elem:
            self.handle_data(raw[i:stop])
            return stop
        self.handle_endtag(tag)
        self.clear_cdata_mode()
        return stop

    def handle_startendtag(self, tag, attrs):
        """<tag/>: by default a start tag and an end tag."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        """A start tag: its name and a list of (name, value)."""

    def handle_endtag(self, tag):
        """An end tag."""

    def handle_charref(self, name):
        """A numeric reference, where they are not converted."""

    def handle_entityref(self, name):
        """A named reference, where they are not converted."""

    def handle_data(self, data):
        """Text between tags."""

    def handle_comment(self, data):
        """A comment."""

    def handle_decl(self, decl):
        """A declaration, as that of the document type."""

    def handle_pi(self, data):
        """A processing instruction."""

    def unknown_decl(self, data):
        """A marked section that is not known."""


_BREAKS = _regex.later('[&<]')
