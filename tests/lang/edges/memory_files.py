"""Files in memory: line ends, hints, positions that no memory can reach."""
import io


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


TEXT = 'one\ntwo\r\nthree\rfour'
for newline in (None, '', '\n', '\r', '\r\n'):
    f = io.StringIO(TEXT, newline=newline)
    print(repr(newline), list(f), repr(f.getvalue()), f.tell())
    f = io.StringIO(newline=newline)
    print(f.write('a\nb'), f.write('\r\nc'), repr(f.getvalue()), f.tell(), f.seek(0), repr(f.readline()), f.readlines())
show(lambda: io.StringIO('', newline='x'))
show(lambda: io.StringIO('', newline=5))
show(lambda: io.StringIO('', newline=b'\n'))

for f in (io.BytesIO(b'ab\ncd\nef\n'), io.StringIO('ab\ncd\nef\n')):
    for hint in (None, -1, 0, 1, 3, 4, 100):
        f.seek(0)
        print(f.readlines(hint), end=' ')
    show(lambda: (f.seek(0), f.readline(1), f.readline(0), f.readline(), f.readlines()))
    show(lambda: f.readlines('x'))
    f.close()
    show(lambda: f.readlines())
    show(lambda: f.writelines([]))
    show(lambda: f.writelines(['x']))

for make, item in ((io.BytesIO, b'xyz'), (io.StringIO, 'xyz')):
    for position in (2 ** 63 - 1, 2 ** 63 - 3):
        f = make(item)
        f.seek(position)
        show(lambda: (f.read(), f.readline(), f.readlines(), list(f), f.tell() == position))
        show(lambda: f.write(item))
        show(lambda: f.write(item[:0]))
        f.seek(1)
        show(lambda: (f.read(2 ** 63 - 1), f.getvalue(), f.truncate(2 ** 63 - 1)))
        show(lambda: f.seek(2 ** 63))
f = io.BytesIO(b'abc')
f.seek(1)
show(lambda: f.seek(2 ** 63 - 1, 1))
show(lambda: f.seek(2 ** 63 - 1, 2))
show(lambda: (f.seek(-9, 1), f.tell(), f.seek(-1, 2), f.read()))
f.seek(6)
show(lambda: (f.write(b'!'), f.getvalue()))


class Shouting(io.StringIO):
    def __next__(self):
        return super().__next__().upper()


show(lambda: (Shouting('a\nb\n').readlines(), list(Shouting('c')), Shouting('d').readline()))
