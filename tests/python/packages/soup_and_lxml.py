# needs: bs4 lxml
"""BeautifulSoup and lxml with functions and classes of the notebook."""
import re
from bs4 import BeautifulSoup, SoupStrainer, NavigableString, Tag
from lxml import etree, html

page = '''<html><head><title>Shop &amp; more</title></head><body><div class="item big" data-id="1"><a href="/a">Pen</a> <b>3</b></div>
<div class="item" data-id="2"><a href="/b">Ink</a> <b>5</b></div><p>text <i>inside</i> end</p><!-- note --></body></html>'''
soup = BeautifulSoup(page, 'html.parser')
print(soup.title.string, soup.a['href'], [a.get_text() for a in soup.find_all('a')], soup.find('p').get_text(' ', strip=True))
print([d['data-id'] for d in soup.select('div.item')], soup.find(attrs={'data-id': '2'}).a.string, soup.div['class'])
print(soup.find_all(lambda tag: tag.name == 'b' and int(str(tag.string)) > 3), soup.find_all(href=re.compile('^/a')), soup.find(string=lambda s: 'note' in s))
rows = {a.text: int(a.find_next('b').text) for a in soup('a')}
print(rows, sum(rows.values()), soup.p.contents, [type(c).__name__ for c in soup.p.children])
soup.p.i.replace_with('out')
new = soup.new_tag('em', id='x')
new.string = 'added'
soup.p.append(new)
print(soup.p, soup.find(id='x').parent.name, len(soup.find_all(True)), soup.nothing, isinstance(soup.p, Tag), isinstance(soup.title.string, str))
for element in list(soup.find_all('div')):
    if 'big' in element.get('class', []):
        element.decompose()
print([d.attrs for d in soup.find_all('div')], BeautifulSoup('<a>x</a>', 'lxml').prettify())
try:
    soup.nothing.text
except AttributeError as error:
    print(error)


def walk(tag, depth=0):
    for child in tag.children:
        if isinstance(child, Tag):
            yield '  ' * depth + child.name
            yield from walk(child, depth + 1)


print(list(walk(soup))[:4])
root = etree.fromstring('<r xmlns:n="urn:n"><a x="1">t</a><n:b/><a x="2"/></r>')
print(root.xpath('//a/@x'), root.xpath('count(a)'), root.find('a').text, root.xpath('//n:b', namespaces={'n': 'urn:n'})[0].tag, [e.tag for e in root])
etree.SubElement(root, 'c', k='v').text = 'new'
print(etree.tostring(root), etree.tostring(root, pretty_print=True).decode())
try:
    etree.fromstring('<a><b></a>')
except etree.XMLSyntaxError as error:
    print(type(error).__name__, str(error).split(',')[0], isinstance(error, SyntaxError))
functions = etree.FunctionNamespace(None)
functions['double'] = lambda context, text: ''.join(text) * 2
print(root.xpath('double("ab")'))


class Shouting(etree.ElementBase):
    @property
    def loud(self):
        return (self.text or '').upper()


lookup = etree.ElementDefaultClassLookup(element=Shouting)
parser = etree.XMLParser()
parser.set_element_class_lookup(lookup)
print(etree.fromstring('<a>quiet</a>', parser).loud, html.fromstring(page).xpath('//title')[0].text_content())


class Target:
    def __init__(self):
        self.events = []

    def start(self, tag, attrib):
        self.events.append(('start', tag, dict(attrib)))

    def end(self, tag):
        self.events.append(('end', tag))

    def data(self, data):
        pass

    def close(self):
        return self.events


print(etree.fromstring('<a x="1"><b/></a>', etree.XMLParser(target=Target())))
transform = etree.XSLT(etree.XML('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><o><xsl:value-of select="count(//a)"/></o></xsl:template></xsl:stylesheet>'))
print(str(transform(root)).splitlines()[-1])
