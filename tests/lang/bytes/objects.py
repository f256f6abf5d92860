# bytes and bytearray.
b = b'hello\x00\xff'
print(b, b[0], b[-1], b[1:3], b[::-1], len(b), b + b'x', b * 2, 104 in b, b'ell' in b, list(b), b == b'hello\x00\xff', b.hex(), bytes.fromhex('68 65'))
print(bytes(3), bytes([1, 2, 255]), bytes('é', 'utf-8'), bytes(), b'a' < b'b', b'%d %s' % (5, b'x'), b'a,b'.split(b','), b'-'.join([b'a', b'b']), b'abc'.upper(), b'abc'.find(b'c'), b' x '.strip(), b'abc'.replace(b'b', b''), b'ab'.startswith(b'a'))
print(repr(b"it's"), repr(b'"'), b'\t\n\r\\', str(b'x'), b'abc'.decode('ascii'), hash(b'a') == hash(b'a'), isinstance(b, bytes), bytes(range(5)), max(b'abc'), sorted(b'cab'))
a = bytearray(b'abc')
a[0] = 65
a.append(33)
a.extend(b'xy')
a += b'z'
del a[1]
print(a, len(a), a[1], bytes(a), a == b'Ac!xyz', a.decode(), a[1:3], a.pop(), a, bytearray(2))
a[1:2] = b'123'
print(a)
for bad in ("b'a'[5]", "b'a' + 'a'", "bytes([256])", "bytes('a')", "b'\\xff'.decode()", "bytearray([300])", "b'a' < 'a'", "bytes(-1)", "b'abc'.index(b'z')"):
    try:
        print(bad, eval(bad))
    except Exception as error:
        print(bad, '->', type(error).__name__, error)
