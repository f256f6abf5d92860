# bytes and bytearray.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for kind in (bytes, bytearray):
    for data in (b'', b'a', b'hello world', b'  pad\t\n', b'a,b,,c', b'\x00\xff\x80', b'Mixed Case', b'123', b"it's", b'say "hi"', b'both \' "', b'x\r\ny\nz\r', b'\t a', b'abab' * 5):
        s = kind(data)
        print(s, len(s), list(s)[:5], s[1:3], s[::-1], s[-2:], s[::2], s + b'!', s * 2, bool(s), b'a' in s, 97 in s, s == data, s < b'b', s != b'')
        print(s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.strip(), s.lstrip(), s.rstrip(), s.strip(b'ab'))
        print([getattr(s, n)() for n in ('isalpha', 'isalnum', 'isdigit', 'isspace', 'isascii', 'isupper', 'islower', 'istitle')])
        print(s.split(), s.split(b','), s.rsplit(None, 1), s.rsplit(b',', 1), s.split(b' ', 1), s.splitlines(), s.splitlines(True), s.partition(b' '), s.rpartition(b','))
        print(s.find(b'a'), s.rfind(b'a'), s.find(97), s.count(b'a'), s.count(97), s.count(b''), s.find(b'', 3), s.startswith(b'a'), s.endswith((b'b', b'c')), s.find(b'b', 1, 4))
        print(s.replace(b'a', b'XY'), s.replace(b'', b'-'), s.replace(b'ab', b'', 1), s.center(13), s.center(14, b'*'), s.ljust(8, b'.'), s.rjust(8), s.zfill(6), s.expandtabs(4))
        print(s.hex(), s.hex(':'), s.hex('-', 2), s.hex('_', -2), s.removeprefix(b'a'), s.removesuffix(b'c'), s.translate(bytes(range(256)), b'a'), s.translate(None, b'b'))
        print(kind(b',').join([s, b'x', bytearray(b'y')]), type(s.strip()), s.decode('latin-1') == data.decode('latin-1'), repr(s), str(s))
print(bytes(), bytes(3), bytes([1, 2, 255]), bytes(b'x'), bytes('é', 'utf-8'), bytes(range(5)), bytes(bytearray(b'q')), bytes('a', encoding='ascii'), bytes((i for i in (65, 66))))
print(bytes.fromhex('00ff 10'), bytes.fromhex(''), bytearray.fromhex('a0B1'), bytes.maketrans(b'ab', b'xy')[95:100], hash(b'abc') == hash(bytes([97, 98, 99])), {b'a': 1}[b'a'])
print(b'%d %s %b %r %x %c %5.2f %%' % (5, b'x', b'y', 'z', 255, 65, 1.5), b'%s' % b'a', b'%(a)s' % {b'a': b'v'}, bytearray(b'%d') % 7)
print(b'caf\xc3\xa9'.decode(), b'\xff'.decode('latin-1'), b'a\xffb'.decode('utf-8', 'replace'), b'a\xffb'.decode('ascii', 'ignore'), ascii(b'a\xffb'.decode('utf-8', 'surrogateescape')),
      b'a\xffb'.decode('utf-8', 'backslashreplace'), b'\xff\xfea\x00'.decode('utf-16'), b'a\x00'.decode('utf-16-le'), b'\xef\xbb\xbfx'.decode('utf-8') == '\ufeffx')
bad = [lambda: b'\xff'.decode(), lambda: b'\xe2\x82'.decode(), lambda: b'a\xe2\x28\xa1'.decode(), lambda: b'\xed\xa0\x80'.decode(), lambda: b'\xf5'.decode(), lambda: b'\x80abc'.decode('ascii'),
       lambda: b'abc'.find('a'), lambda: b'abc'.split('a'), lambda: b'a'.join(['a']), lambda: b'a'.join(5), lambda: b'a'.replace('a', 'b'), lambda: b'a'.startswith('a'), lambda: b'a'.startswith(('a',)),
       lambda: b'a'.strip('a'), lambda: b'a'.index(b'x'), lambda: bytes.fromhex('0g'), lambda: bytes.fromhex('0'), lambda: bytes.fromhex(1), lambda: b'a'.hex('xx'), lambda: b'a'.hex(1),
       lambda: b'a'.center(3, 'x'), lambda: b'a'.center(3, b'xx'), lambda: b'a'.count('a'), lambda: b'a'.find(300), lambda: b'a'.translate('a'), lambda: b'a'.translate(b'a'), lambda: bytes.maketrans(b'a', b'bc'),
       lambda: b'a'.decode('ascii', 1), lambda: b'a'.decode('nope'), lambda: b'a'.removeprefix('a'), lambda: b'a'.partition(b''), lambda: b'a'.split(b''), lambda: b'a'.partition('a'), lambda: bytes([1.5]),
       lambda: bytes([300]), lambda: bytes([-1]), lambda: bytes(1.5), lambda: bytes('a'), lambda: bytes(-1), lambda: bytes(None), lambda: bytes(b'a', 'utf-8'), lambda: bytes(5, errors='x'), lambda: bytearray([300]),
       lambda: b'a' + 'a', lambda: 'a' + b'a', lambda: b'a' + 1, lambda: b'a' * 'x', lambda: b'a'[5], lambda: b'a'['x'], lambda: 300 in b'a', lambda: 'a' in b'a', lambda: bytearray(b'a')[5], lambda: b'%s' % 'a',
       lambda: b'%d' % 'a', lambda: b'%f' % 'a', lambda: b'%s' % (), lambda: b'%y' % 1, lambda: b'a' % 1, lambda: b'a' < 'a', lambda: b'a' == 'a', lambda: hash(bytearray(b'a')), lambda: b'abc'.foo]
for f in bad:
    t(f)


def run(*steps):
    a = bytearray(b'hello')
    for step in steps:
        try:
            r = eval(step, {'a': a})
            print(step, '->', r, a)
        except Exception as e:
            print(step, '->', type(e).__name__, e, a)


run('a.append(33)', 'a.append(300)', 'a.append("x")', 'a.extend(b"abc")', 'a.extend([1, 2])', 'a.extend("abc")', 'a.extend(5)', 'a.extend([300])', 'a.insert(0, 65)', 'a.insert(-1, 66)', 'a.insert(100, 67)',
    'a.pop()', 'a.pop(0)', 'a.pop(-2)', 'a.pop(99)', 'a.remove(101)', 'a.remove(7)', 'a.reverse()', 'a.copy() == a', 'a.clear()', 'a.pop()', 'a.extend(a)')
a = bytearray(b'0123456789')
a[0] = 65
a[-1] = 90
a[2:4] = b'xyz'
print(a)
a[1:1] = b'ins'
print(a)
del a[0]
del a[1:3]
print(a)
a[::2] = b'-' * len(a[::2])
print(a)
del a[::3]
print(a)
a += b'tail'
a *= 2
print(a, len(a))
a[3:6] = [1, 2]
print(a)
a[5:2] = b'Q'
print(a)
for code in ('a[0] = 256', 'a[0] = "x"', 'a[99] = 1', 'a["x"] = 1', 'a[0:1] = "x"', 'a[0:1] = 5', 'a[0:4:2] = b"x"', 'del a[99]'):
    try:
        exec(code)
    except Exception as e:
        print(code, type(e).__name__, e)
b = a
b += b'same'
print(b is a, a == b, a > b'', bytes(a) == a)


class B(bytes):
    pass


x = B(b'abc')
x.note = 1
print(x, x.note, x == b'abc', hash(x) == hash(b'abc'), type(x[:]), x.upper(), B([65]), isinstance(x, bytes))
