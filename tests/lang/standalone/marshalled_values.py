# marshal: what occurs twice is written once, values that hold themselves, older versions, damaged bytes.
import io
import marshal

shared = ['text', b'bytes', (1, 2.5)]
for value in ([shared, shared], {'a': shared, 'b': [shared]}, (shared, shared), frozenset([('x', 1)])):
    back = marshal.loads(marshal.dumps(value))
    print(back == value, type(back).__name__, len(marshal.dumps(value)) < len(marshal.dumps(value, 2)) or len(value) == 1)
back = marshal.loads(marshal.dumps([shared, shared]))
print(back[0] is back[1], marshal.loads(marshal.dumps([shared, shared], 2))[0] is back[1])
loop = [1]
loop.append(loop)
back = marshal.loads(marshal.dumps(loop))
print(back[1] is back, back[0])
names = {'self': None}
names['self'] = names
back = marshal.loads(marshal.dumps(names))
print(back['self'] is back)
for version in range(5):
    print([marshal.loads(marshal.dumps(value, version)) for value in (1.5, 2.25 + 3j, 'é', 'ascii', (1, 2), 10 ** 30, -5, None)])
print(marshal.loads(b'I\xfe\xdc\xba\x98\x76\x54\x32\x10'), marshal.loads(b'I\xff\xff\xff\xff\xff\xff\xff\xff'))


class Reader(io.BytesIO):
    def readinto(self, buffer):
        count = super().readinto(buffer)
        return count + 10 ** 6 if count > 4 else count


class Texts:
    def read(self, count):
        return ''


for wrong in (lambda: marshal.loads(b'l\x02\0\0\0\0\0\0\0'), lambda: marshal.load(Reader(marshal.dumps(b'0123456789'))),
              lambda: marshal.load(Texts()), lambda: marshal.loads(b')\x01' * 2 ** 16 + b'N'), lambda: marshal.loads(b'r\x05\0\0\0'),
              lambda: marshal.dumps(print), lambda: marshal.loads(b'')):
    try:
        print(wrong())
    except (ValueError, TypeError, EOFError) as error:
        print(type(error).__name__)
