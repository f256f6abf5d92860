# io.BytesIO as a file in memory.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


import io
b = io.BytesIO(b'one\ntwo\n')
print(b.read(2), b.readline(), b.read(), b.seek(0), b.readlines(), b.tell(), b.getvalue(), b.seek(-3, 2), b.read1(2), b.seek(0), list(b))
b.seek(0); print(b.write(b'ONE'), b.getvalue(), b.write(bytearray(b'xy')), b.getvalue(), b.truncate(4), b.getvalue(), b.seek(10), b.write(b'!'), b.getvalue())
a = bytearray(3); b.seek(0); print(b.readinto(a), a, b.readable(), b.seekable(), b.closed, len(b.getvalue()))
show(b.write, 'a'); show(b.read, 'a'); show(b.seek, -1); show(io.BytesIO, 'a'); show(io.BytesIO, 5); show(b.seek, 0, 9)
with io.BytesIO(b'z') as c:
    print(c.read())
show(c.read); show(c.getvalue)
