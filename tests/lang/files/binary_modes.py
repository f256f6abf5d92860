# Opening, reading and writing bytes.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


with open('b.bin', 'wb') as f:
    print(f.write(b'\x00\x01abc\n'), f.write(bytearray(b'xyz')), f.tell(), f.mode, f.name)
    show(f.write, 'text'); show(f.write, 5); show(f.read)
with open('b.bin', 'rb') as f:
    print(f.read(2), f.readline(), f.read(), f.read(), f.seek(-3, 2), f.read(1), f.seek(1, 1), f.read(), f.seek(0), list(f))
    b = bytearray(4)
    f.seek(0)
    print(f.readinto(b), b, f.readlines())
    show(f.seek, -100); show(f.write, b'x')
with open('b.bin', 'r+b') as f:
    f.seek(2); f.write(b'ZZ'); f.seek(0); print(f.read()); print(f.truncate(3), f.seek(0), f.read())
with open('b.bin', 'ab') as f:
    f.write(b'!')
print(open('b.bin', 'rb').read(), open('b.bin', 'rb', buffering=0).read(2))
