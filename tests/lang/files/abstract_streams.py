# The abstract classes of the module io: what they give, and streams derived from them.
import io
import sys


def tried(work, *args):
    try:
        print(repr(work(*args)))
    except Exception as e:
        print(type(e).__name__, e)


for kind in (io.IOBase, io.RawIOBase, io.BufferedIOBase, io.TextIOBase):
    print(kind, [name for name in dir(kind) if not name.startswith('_')])
    stream = kind()
    print(stream.closed, stream.readable(), stream.writable(), stream.seekable(), stream.isatty(), iter(stream) is stream)
    for name in ('fileno', 'flush', 'tell', 'read', 'readline', 'readlines', 'truncate', 'detach', 'readall', 'read1'):
        if hasattr(kind, name):
            print(name, end=' ')
            tried(getattr(stream, name))
    for name in ('seek', 'write', 'readinto', 'readinto1'):
        if hasattr(kind, name):
            print(name, end=' ')
            tried(getattr(stream, name), bytearray(2))
    print([getattr(stream, name, 'none') for name in ('encoding', 'errors', 'newlines')])
    stream.close()
    stream.close()
    for name in ('closed', 'readable', 'flush', 'isatty', '__iter__', '__enter__', 'fileno'):
        tried(lambda: (v := getattr(stream, name))() if name != 'closed' else stream.closed)


class Chunks(io.RawIOBase):
    def __init__(self):
        self.data, self.at, self.written = b'ab\ncd\nef', 0, []

    def readable(self):
        return True

    def readinto(self, place):
        part = self.data[self.at:self.at + min(3, len(place))]
        place[:len(part)] = part
        self.at += len(part)
        return len(part)

    def write(self, data):
        self.written.append(bytes(data))
        return len(data)


c = Chunks()
print(c.read(2), c.read(), c.read(), c.read(0), list(Chunks()))
c = Chunks()
print(c.readline(1), c.readline(), c.readlines(1), c.readall())
c.writelines([b'x', b'y'])
print(c.written)
with Chunks() as c:
    print(next(c))
print(c.closed)
tried(next, c)


class Tee(io.TextIOBase):
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)
        return len(text)


t = Tee()
print('hello', 1, file=t)
t.writelines(['a', 'b'])
print(t.parts)


class Lines(io.IOBase):
    def __init__(self):
        self.under = io.BytesIO(b'x\nyz')

    def read(self, size):
        return self.under.read(size)


print(list(Lines()), Lines().readline(1), Lines().readlines(2), Lines().readlines(1))


class Halves(io.BufferedIOBase):
    def read(self, size=-1):
        return b'abc'[:size]


place = bytearray(2)
print(Halves().readinto(place), place)

for v in (open('/dev/null'), open('/dev/null', 'rb'), open('/dev/null', 'wb'), open('/dev/null', 'r+b'), io.BytesIO(),
          io.StringIO(), sys.stdout):
    print(type(v).__name__, [isinstance(v, kind) for kind in (io.IOBase, io.RawIOBase, io.BufferedIOBase, io.TextIOBase)])


class Own(io.StringIO):
    pass


print(isinstance(Own(), io.TextIOBase), [issubclass(kind, io.IOBase) for kind in (io.TextIOWrapper, io.BytesIO, int)])


class Told(io.IOBase):
    def close(self):
        if not self.closed:
            print('closing')
        super().close()

    def flush(self):
        print('flushed')


def lose():
    Told()


lose()
told = Told()
told.close()
told.close()
print(io.BlockingIOError is BlockingIOError, io.open is open, io.SEEK_END, io.DEFAULT_BUFFER_SIZE)
