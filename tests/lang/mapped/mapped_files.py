# mmap: reading, searching, changing and resizing mapped files; what is refused.
import mmap
import os
import tempfile


def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


path = os.path.join(tempfile.mkdtemp(), 'f')
with open(path, 'wb') as f:
    f.write(b'first line\nsecond line\nthird')
with open(path, 'r+b') as f, mmap.mmap(f.fileno(), 0) as m:
    print(len(m), m[0], m[-1], m[:5], m[::5], m[5:0:-1], m.size(), m.tell())
    print(m.readline(), m.read(3), m.read_byte(), m.tell(), m.find(b'line'), m.find(b'line', 0, 5), m.rfind(b'line'), m.find(b'zz'))
    m.seek(0)
    m[0:5] = b'FIRST'
    m[5] = ord('_')
    print(m.write(b'XY'), m.tell(), m.flush(), m[:12])
    m.write_byte(65)
    m.move(0, 11, 6)
    print(m[:20], b'second' in m[:], bytes(m[:3]), repr(m).replace(str(id(m)), ''))
    view = memoryview(m)
    print(view.readonly, view.nbytes, view[:3].tobytes())
    show(m.close)
    show(m.resize, 10)
    view.release()
    m.resize(40)
    print(len(m), m[-12:], os.stat(path).st_size)
    show(m.madvise, mmap.MADV_NORMAL)
    show(m.madvise, mmap.MADV_NORMAL, 100)
    for key in 100, -100, 'x', None:
        show(m.__getitem__, key)
    show(m.__setitem__, 0, 300)
    show(m.__setitem__, 0, b'x')
    show(m.__setitem__, slice(0, 2), b'xyz')
    show(m.__setitem__, slice(0, 2), 'xy')
    show(m.__delitem__, 0)
    show(m.seek, 100)
    show(m.seek, 0, 9)
    show(m.seek, 0, 2)
    show(m.read_byte)
    show(m.write, b'x')
    show(m.write_byte, 1)
    show(m.write_byte, 256)
    show(m.move, 0, 39, 5)
    show(m.flush, 1, 100)
    show(m.read, 'x')
    print(m[:3])
show(m.read)
show(len, m)
print(repr(m), m.closed)
with open(path, 'rb') as f:
    for access in mmap.ACCESS_READ, mmap.ACCESS_COPY:
        with mmap.mmap(f.fileno(), 0, access=access) as m:
            show(m.__setitem__, 0, 65)
            show(m.write, b'zz')
            show(m.resize, 5)
            print(m[:4], memoryview(m).readonly)
    show(mmap.mmap, f.fileno(), 1000, mmap.MAP_SHARED, mmap.PROT_READ)
    show(lambda: mmap.mmap(f.fileno(), 0, access=9))
    show(lambda: mmap.mmap(f.fileno(), 0, flags=mmap.MAP_SHARED, access=mmap.ACCESS_READ))
    show(lambda: mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ, offset=mmap.ALLOCATIONGRANULARITY))
    show(mmap.mmap, f.fileno(), -1)
    show(lambda: mmap.mmap(f.fileno(), 1, offset=-1))
print(open(path, 'rb').read(4))
anonymous = mmap.mmap(-1, 64)
anonymous.write(b'hello')
print(anonymous[:7], anonymous.rfind(b'l'), mmap.error is OSError)
empty = os.path.join(os.path.dirname(path), 'empty')
open(empty, 'wb').close()
with open(empty, 'r+b') as f:
    show(mmap.mmap, f.fileno(), 0)
