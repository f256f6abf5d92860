# needs: xml html urllib http
"""XML, HTML, addresses, and a server on this machine."""
import base64
import html.parser
import http.client
import http.server
import json
import socket
import socketserver
import threading
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET
import xml.sax
from xml.dom import minidom

tree = ET.fromstring('<shop><item price="3">pen</item><item price="5">ink<!-- no --></item></shop>')
print([(item.text, int(item.get('price'))) for item in tree.iter('item')], tree.find("item[@price='5']").text, len(tree), tree[0].attrib)
tree[0].set('sold', 'yes')
ET.SubElement(tree, 'total').text = str(sum(int(i.get('price')) for i in tree.findall('item')))
print(ET.tostring(tree, encoding='unicode'), ET.tostring(ET.Element('a', {'b': 'c'})))
ET.indent(tree)
print(ET.tostring(tree).decode())
try:
    ET.fromstring('<a><b></a>')
except ET.ParseError as error:
    print(type(error).__name__, error, error.position)


class Titles(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links = []
        self.inside = False
        self.titles = []

    def handle_starttag(self, tag, attrs):
        if tag == 'a':
            self.links.append(dict(attrs)['href'])
        self.inside = tag == 'h1'

    def handle_data(self, data):
        if self.inside:
            self.titles.append(data)

    def handle_endtag(self, tag):
        self.inside = False


parser = Titles()
parser.feed('<h1>One &amp; two</h1><a href="/x">x</a><h1>Three</h1><a href="y?z=1">')
print(parser.links, parser.titles, parser.inside)


class Handler(xml.sax.ContentHandler):
    def __init__(self):
        self.seen = []

    def startElement(self, name, attrs):
        self.seen.append((name, dict(attrs.items())))


handler = Handler()
xml.sax.parseString(b'<a x="1"><b/></a>', handler)
print(handler.seen, minidom.parseString('<a><b c="d"/></a>').documentElement.firstChild.getAttribute('c'))


class Builder(ET.TreeBuilder):
    def start(self, tag, attrs):
        return super().start(tag.upper(), attrs)

    def end(self, tag):
        return super().end(tag.upper())


print(ET.tostring(ET.fromstring('<a><b/></a>', ET.XMLParser(target=Builder()))))
parts = urllib.parse.urlsplit('https://user@host:81/a/b;c?q=1&q=2&r=%20#frag')
print(parts, parts.port, parts.hostname, urllib.parse.parse_qs(parts.query), urllib.parse.urlencode({'a': [1, 2], 'b': 'x y'}, doseq=True))
print(urllib.parse.urljoin('http://a/b/c', '../d'), urllib.parse.quote('a/ü?'), urllib.parse.unquote('%C3%BC'), parts._replace(scheme='ftp').geturl())


class Api(http.server.BaseHTTPRequestHandler):
    seen = []

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.seen.append(self.path)
        if self.path.startswith('/missing'):
            self.answer(404, {'error': 'nothing here'})
        else:
            self.answer(200, {'path': self.path, 'agent': self.headers['X-Who']})

    def do_POST(self):
        data = self.rfile.read(int(self.headers['Content-Length']))
        self.answer(201, {'got': json.loads(data)})

    def log_message(self, *args):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


with Server(('127.0.0.1', 0), Api) as server:
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    base = 'http://127.0.0.1:%d' % server.server_address[1]
    request = urllib.request.Request(base + '/a?b=c', headers={'X-Who': 'me'})
    with urllib.request.urlopen(request) as response:
        print(response.status, json.load(response), response.headers['content-type'])
    with urllib.request.urlopen(base + '/post', data=json.dumps([1, {'x': None}]).encode()) as response:
        print(response.status, response.read())
    try:
        urllib.request.urlopen(base + '/missing')
    except urllib.error.HTTPError as error:
        print(error, error.code, error.read(), isinstance(error, urllib.error.URLError))
    connection = http.client.HTTPConnection('127.0.0.1', server.server_address[1])
    for path in ('/1', '/2'):
        connection.request('GET', path)
        print(connection.getresponse().read())
    connection.close()
    name, headers = urllib.request.urlretrieve(base + '/file', 'file.json')
    print(name, open(name).read(), Api.seen)
    server.shutdown()
    thread.join()
try:
    urllib.request.urlopen(base + '/again', timeout=1)
except urllib.error.URLError as error:
    print(type(error.reason).__name__)


def echo(server):
    while True:
        try:
            client, address = server.accept()
        except OSError:
            break
        with client:
            for line in client.makefile('rb'):
                client.sendall(line.upper())


listener = socket.create_server(('127.0.0.1', 0))
thread = threading.Thread(target=echo, args=(listener,), daemon=True)
thread.start()
with socket.create_connection(listener.getsockname(), timeout=5) as client:
    client.sendall(b'hello\n')
    print(client.recv(100))
    client.sendall(bytearray(b'again\n'))
    buffer = bytearray(10)
    print(client.recv_into(buffer), buffer)
one, two = socket.socketpair()
one.send(b'x')
print(two.recv(1), one.family.name, one.type)
one.close()
two.close()
listener.close()
