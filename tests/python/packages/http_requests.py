# needs: requests
"""requests against a server on this machine."""
import http.server
import json
import threading

import requests


class Api(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def reply(self, body, status=200, kind='application/json', **headers):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {'Content-Type': kind, 'Content-Length': len(body), **headers}.items():
            self.send_header(name.replace('_', '-'), str(value))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path.startswith('/redirect'):
            self.reply(b'', 302, Location='/end')
        elif self.path.startswith('/missing'):
            self.reply({'detail': 'no'}, 404)
        elif self.path.startswith('/bytes'):
            self.reply(bytes(range(256)) * 10, kind='application/octet-stream')
        elif self.path.startswith('/cookie'):
            self.reply({'had': self.headers.get('Cookie')}, Set_Cookie='a=b')
        else:
            self.reply({'path': self.path, 'auth': self.headers.get('Authorization'), 'x': self.headers.get('X-Me')})

    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        self.reply({'type': self.headers['Content-Type'].split(';')[0], 'body': body.decode()}, 201)

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Api)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f'http://127.0.0.1:{server.server_port}'
r = requests.get(base + '/a', params={'q': ['1', '2'], 'r': 'x y'}, headers={'X-Me': 'here'}, timeout=5)
print(r, r.status_code, r.ok, r.json(), r.headers['Content-Type'], r.encoding)
print(requests.post(base, json={'k': [1, None]}).json(), requests.post(base, data={'a': 1}).json())
print(requests.get(base + '/redirect').history, requests.get(base + '/missing').reason)
try:
    requests.get(base + '/missing').raise_for_status()
except requests.HTTPError as error:
    print(str(error).replace(base, ''), error.response.status_code, error.response.json())
with requests.Session() as session:
    session.headers.update({'X-Me': 'session'})
    session.auth = ('user', 'pass')
    print(session.get(base).json(), session.get(base + '/cookie').json(), session.get(base + '/cookie').json(), dict(session.cookies))
with requests.get(base + '/bytes', stream=True) as r:
    sizes = [len(chunk) for chunk in r.iter_content(1000)]
    print(sizes)
with open('got.bin', 'wb') as file:
    file.write(requests.get(base + '/bytes').content)
print(len(open('got.bin', 'rb').read()))


class Token(requests.auth.AuthBase):
    def __call__(self, request):
        request.headers['Authorization'] = 'Token abc'
        return request


print(requests.get(base, auth=Token()).json()['auth'])
seen = []
requests.get(base, hooks={'response': lambda r, *a, **k: seen.append(r.status_code)})
print(seen, requests.post(base, files={'f': ('n.txt', b'content')}).json()['type'])


class Logged(requests.adapters.HTTPAdapter):
    def send(self, request, **kwargs):
        seen.append(request.method)
        return super().send(request, **kwargs)


session = requests.Session()
session.mount('http://', Logged(max_retries=1))
session.get(base)
print(seen)
try:
    requests.get('http://127.0.0.1:9', timeout=.5)
except requests.exceptions.ConnectionError as error:
    print(type(error).__name__, isinstance(error, requests.RequestException))
try:
    requests.get(base, params=object())
except Exception as error:
    print(type(error).__name__)
print(requests.Request('GET', base, params={'z': 1}).prepare().url.replace(base, ''))


def upload():
    yield b'one'
    yield b'two'


print(session.prepare_request(requests.Request('POST', base, data=upload())).headers.get('Transfer-Encoding'))
server.shutdown()
