# html, html.parser, urllib.parse, colorsys, graphlib, sched.
import colorsys
import graphlib
import html
import html.entities
import sched
from html.parser import HTMLParser
from urllib.parse import (parse_qs, parse_qsl, quote, quote_plus, unquote, unquote_plus, unquote_to_bytes, urldefrag, urlencode,
                          urljoin, urlparse, urlsplit, urlunparse)

print(html.escape('<a href="x">\'&\'</a>'), html.escape('"', quote=False), len(html.entities.html5), html.entities.name2codepoint['eacute'])
print(html.unescape('&lt;&amp &notin; &notit; &#x80; &#128 &#0; &#xD800; &#38;x &bogus; &#x1F600; &acE; &ampx'))


class Events(HTMLParser):
    def handle_starttag(self, tag, attrs):
        print('start', tag, attrs, self.getpos(), self.get_starttag_text())

    def handle_endtag(self, tag):
        print('end', tag)

    def handle_data(self, data):
        print('data', repr(data))

    def handle_comment(self, data):
        print('comment', data)

    def handle_decl(self, decl):
        print('decl', decl)

    def handle_pi(self, data):
        print('pi', data)

    def handle_entityref(self, name):
        print('entity', name)

    def handle_charref(self, name):
        print('char', name)

    def unknown_decl(self, data):
        print('unknown', data)


for text in ('<p class="a" b=c d e=\'x y\'>hi &amp; <b>there</b><br/></p>', '<!DOCTYPE html><!-- c --><?php x ?><a\nhref=x>',
             '<script>if (a<b) "</p>" && c</script>x', 'a &lt &foo; &#65;', '<!x>', "<img src='foo'bar>",
             '<a b="&lt;&eacute;x">', 'x <b>y</b> z'):
    for convert in (True, False):
        parser = Events(convert_charrefs=convert)
        parser.feed(text)
        parser.close()

url = 'HTTPS://user:pa%20ss@Example.COM:8080/a/b;p?x=1&y=2#frag'
print(urlparse(url), urlsplit(url), urlparse(url).hostname, urlparse(url).port, urlparse(url).username, urlparse(url).geturl())
print(urlparse(b'http://x/y'), urldefrag('http://a/b#c'), urlunparse(('http', 'h', '/p', '', 'q=1', 'f')))
print([urljoin('http://a/b/c/d;p?q', u) for u in ('g', './g', 'g/', '/g', '//g', '?y', 'g?y', '#s', '..', '../..', '../../../g', 'g;x=1/../y',
                                                  'http:g', '')])
print(quote('a b/ü&'), quote('/x y', safe=''), quote_plus('a b&c'), unquote('%C3%BC%20+%zz'), unquote_plus('a+b%26'), unquote_to_bytes('%ff'),
      urlencode({'a': 1, 'b': 'x y', 'c': 'ü'}), urlencode([('a', [1, 2])], doseq=True), parse_qs('a=1&a=2&b=&c', keep_blank_values=True),
      parse_qsl('a=1;b=2', separator=';'), quote(b'\xff'))
for f in (lambda: urlparse('http://h:99999/').port, lambda: urlparse('http://h:x/').port, lambda: urlsplit('http://[::1/'),
          lambda: urljoin('a', b'b'), lambda: parse_qsl('a', strict_parsing=True), lambda: urlencode(3), lambda: parse_qs('a=1&b=2', max_num_fields=1)):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)

print([tuple(round(v, 6) for v in f(.3, .6, .9)) for f in (colorsys.rgb_to_hsv, colorsys.hsv_to_rgb, colorsys.rgb_to_hls, colorsys.hls_to_rgb,
                                                           colorsys.rgb_to_yiq, colorsys.yiq_to_rgb)])
order = graphlib.TopologicalSorter({'d': {'b', 'c'}, 'b': {'a'}, 'c': {'a'}})
order.prepare()
while order.is_active():
    ready = sorted(order.get_ready())
    print(ready)
    order.done(*ready)
try:
    list(graphlib.TopologicalSorter({1: [2], 2: [1]}).static_order())
except graphlib.CycleError as error:
    print(error.args[0], sorted(set(error.args[1])))
clock = [0]
s = sched.scheduler(lambda: clock[0], lambda delay: clock.__setitem__(0, clock[0] + delay))
s.enter(2, 1, print, ('second',))
event = s.enter(3, 1, print, ('never',))
s.enter(1, 1, print, ('first',), {'end': '!\n'})
s.cancel(event)
print([e.time for e in s.queue], s.run(), clock, s.empty())

# texts that end in the middle of something, in linear time


class Events(HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []


for kind in ('starttag', 'endtag', 'data', 'comment', 'decl', 'pi'):
    setattr(Events, 'handle_' + kind, lambda self, *arguments, kind=kind: self.seen.append((kind, *arguments)))
Events.unknown_decl = lambda self, text: self.seen.append(('unknown', text))
for text in ('x<', 'x<a', 'x<a b="c', '<a<b<c', '<a/', '</', '</a', '</ ', '</1', '<!', '<!-', '<!--', '<!--x', '<!--x-', '<!--x--', '<!--x--!',
             '<!---', '<!----', '<!x', '<!doctype', '<!DOCTYPE html', '<?', '<?x?', '<![', '<![x', '<![cdata[', '<![CDATA[x]]', '<![if x]>y',
             '<![CDATA[x]]>y', '<!--x--!>y', '<script>a</script x>y', '<script>a</ script>y', '<style>a</STYLE >y', '<style>a</style ', '</ a>y'):
    parser = Events()
    parser.feed(text)
    parser.close()
    print(repr(text), parser.seen, parser.getpos())
for text in ('<a ', '<!--', '<a b="', '<![CDATA['):
    parser = Events()
    parser.feed(text * 100_000)
    parser.close()
    print(repr(text), len(parser.seen))
