# Reversed texts, UTF-16 with and without pairs, bytes and constants as texts.
class Mine(reversed):
    pass


class Odd(str):
    def __getitem__(self, i):
        return 'x'


for s in '', 'a', 'abc', 'aж\U0001f600', Odd('abc'), (), (1, 'b'):
    print(list(reversed(s)), list(Mine(s)), reversed(s).__length_hint__(), type(reversed(s)).__name__)
steps = reversed('abc')
print(next(steps), steps.__length_hint__(), list(steps), list(steps))

for text in '', 'a', 'ж', '\U0001f600', 'a\U0001f600' * 40, '\U00010000\U0010ffff', 'ä' * 65, 'ж€' * 33, '日本' * 100, 'aж' * 7 + 'abc' * 20:
    for name in 'utf-8', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-be':
        data = text.encode(name)
        print(name, len(data), data[:12], data[-6:], data.decode(name) == text, data.decode(name, errors='ignore') == text)
for data in b'\x00\xd8', b'\x00\xdc', b'\x00\xd8\x00\xd8', b'\x00\xd8a\x00', b'\x3d\xd8\x00\xde', b'a\x00\x3d\xd8', b'a', b'\x3d\xd8\x00\xde' * 40 + b'\x00\xdc':
    for name in 'utf-16-le', 'utf-16-be':
        for errors in 'strict', 'replace', 'ignore', 'surrogatepass':
            try:
                print(ascii(data.decode(name, errors)))
            except UnicodeDecodeError as e:
                print(name, errors, e)

for data in b'', b'abc', b'it\'s', b'"', b'\'"', b'\\\n\t\r\x00\x1f\x7f\x80\xff ~':
    print(repr(data), bytearray(data), len(repr(data)))
print([str(x) + repr(x) + f'{x}' + format(x) + '%s' % x for x in (True, False, None)])
