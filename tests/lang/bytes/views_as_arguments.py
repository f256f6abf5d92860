# Bytes methods take every bytes-like object.
m = memoryview(b'ab')
print(b'xabx'.find(m), b'xabx'.replace(m, bytearray(b'-')), b'abab'.count(m), b','.join([m, b'c', bytearray(b'd')]), b'aXb'.split(memoryview(b'X')), b'abc'.startswith(m), b' a '.strip(memoryview(b' ')), b'ab' == m, b'x' + m, m in [b'ab'], b'%s' % m, bytes(m), b'abc'.partition(m)[2], m[:1] in b'abc' if False else b'a' in b'abc', int(memoryview(b'7')), float(memoryview(b'1.5')))
