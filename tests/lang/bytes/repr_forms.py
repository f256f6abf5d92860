# The text of bytes.
for b in (b'', b'abc', b"it's", b'"', b'\'"', b'\x00\t\n\r\\\x7f\x80\xff', bytes(range(32, 127))):
    print(repr(b), str(b), '%s' % b, f'{b!r:>10}', [b])
try:
    print(f'{b"a":>5}')
except TypeError as e:
    print(e)
