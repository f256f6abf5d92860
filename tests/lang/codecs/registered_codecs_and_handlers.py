# Codecs and error handlers of the program: what str.encode, bytes.decode and files do with them.
import codecs


def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e, '| cause:', type(e.__cause__).__name__)


def search(name):
    asked.append(name)
    if name == 'swap':
        return codecs.CodecInfo(lambda s, e='strict': (s.swapcase().encode(), len(s)),
                                lambda b, e='strict': (bytes(b).decode().swapcase(), len(b)), name='swap')
    if name == 'bad_result':
        return codecs.CodecInfo(lambda s, e='strict': 5, lambda b, e='strict': (5, 6))
    if name == 'fails':
        def fail(x, e='strict'):
            raise ValueError('no luck')
        return codecs.CodecInfo(fail, fail)
    if name == 'three':
        return 1, 2, 3
    return None


asked = []
codecs.register(search)
show('Hello'.encode, 'swap')
show(b'Hello'.decode, 'SWAP')
show(str, b'Hello', 'Swap')
show(bytes, 'Hello', 'swap')
show(codecs.encode, 'Hello', 'swap')
show('x'.encode, 'bad result')
show(b'x'.decode, 'bad-result')
show('x'.encode, 'fails')
show(codecs.decode, b'x', 'fails')
show('x'.encode, 'three')
show('x'.encode, 'No such Thing')
show(codecs.lookup, 'a\0b')
show(codecs.lookup, 5)
show(codecs.register, 5)
print(asked)
codecs.unregister(search)
show('Hello'.encode, 'swap')
for name in 'hex', 'base64', 'rot13', 'zlib':
    show('x'.encode, name)
    show(b'x'.decode, name)
show(codecs.encode, b'hello', 'hex')
show(codecs.decode, b'68656c6c6f', 'hex')
show(codecs.encode, 'Hello', 'rot13')
show(codecs.encode, b'hello' * 20, 'base64')
show(codecs.encode, b'hello', 'uu')
show(codecs.encode, b'a=b \n', 'quopri')
show(codecs.decode, codecs.encode(b'hello', 'zlib'), 'zlib')
show(codecs.decode, b'xyz', 'hex')

codecs.register_error('angle', lambda e: (''.join(f'<{ord(c):x}>' for c in e.object[e.start:e.end]), e.end))
codecs.register_error('raw', lambda e: (b'\xff', e.end))
codecs.register_error('again', lambda e: ('é', e.end))
codecs.register_error('wrong', lambda e: 5)
codecs.register_error('far', lambda e: ('', 99))
codecs.register_error('back', lambda e: ('#', -1))
text = 'aé€😀b\ud800c'
for encoding in 'ascii', 'latin-1', 'utf-8', 'utf-16-le', 'utf-32-be', 'cp437', 'cp037', 'cp1252':
    for handler in 'angle', 'raw', 'again', 'wrong', 'far', 'back', 'missing':
        print(encoding, handler, end=' ')
        show(text.encode, encoding, handler)
codecs.register_error('show', lambda e: (f'[{e.object[e.start:e.end].hex()}:{e.reason}]', e.end))
codecs.register_error('bytes', lambda e: (b'x', e.end))


def other(e):
    e.object = b'other ' + e.object[e.end:]
    return '->', 0


codecs.register_error('other', other)
for data, encoding in ((b'a\xff\xc3\xa9z\xe2\x82', 'utf-8'), (b'a\x80b', 'ascii'), (b'a\x00\x00\xd8b\x00c', 'utf-16-le'),
                       (b'a\x81b', 'cp1252'), (b'a\xd8', 'utf-16-be'), (b'\\x4z\\u12', 'unicode_escape'), (b'a\xffb', 'cp037')):
    for handler in 'show', 'bytes', 'wrong', 'far', 'other', 'ignore', 'missing':
        print(encoding, handler, end=' ')
        show(data.decode, encoding, handler)
for name in 'strict', 'ignore', 'replace', 'xmlcharrefreplace', 'backslashreplace', 'namereplace', 'surrogateescape', 'surrogatepass':
    handler = codecs.lookup_error(name)
    print(name)
    for e in (UnicodeEncodeError('ascii', 'a€\udc80b', 1, 2, 'r'), UnicodeEncodeError('utf-8', 'a€\udc80b', 2, 3, 'r'),
              UnicodeDecodeError('utf-8', b'a\xed\xa0\x80b', 1, 3, 'r'), UnicodeTranslateError('a€b', 1, 2, 'r'), ValueError('v')):
        show(handler, e)
show(codecs.lookup_error, 'nothing')
show(codecs.register_error, 'x', 5)
