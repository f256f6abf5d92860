# Pickles of arrays in every protocol, machine formats of other machines, views that share the memory.
import copy
import pickle
import struct
from array import _array_reconstructor, array, typecodes

for code in typecodes:
    a = array(code, 'aé€' if code == 'u' else [1, 2, 3])
    a2 = [pickle.loads(pickle.dumps(a, p)) for p in range(6)]
    print(code, all(b == a and b.typecode == code for b in a2), copy.copy(a) == a, copy.deepcopy([a]) == [a])
print(pickle.dumps(array('h', [1, -2]), 0))

formats = 'B b <H >H <h >h <I >I <i >i <Q >Q <q >q <f >f <d >d'.split()
for number, form in enumerate(formats):
    print(form, _array_reconstructor(array, 'd', number, struct.pack(form[0] + '2' + form[1:] if len(form) > 1 else '2' + form, 1, 100)))
for number, name in enumerate(('utf-16-le', 'utf-16-be', 'utf-32-le'), 18):
    print(name, _array_reconstructor(array, 'u', number, 'x€😀'.encode(name)))


class Named(array):
    def __init__(self, *args):
        self.name = 'n'


n = Named('i', [1])
m = pickle.loads(pickle.dumps(n))
print(type(m), m, m.name)

a = array('i', range(6))
v = memoryview(a)
print(v.format, v.itemsize, v.shape, v.nbytes, v.tolist(), v[2], v[1:4].tolist(), v.readonly, v.obj is a)
v[0] = 77
v[4:] = array('i', [8, 9])
print(a, bytes(a) == a.tobytes(), bytearray(a)[:4])
for change in (lambda: a.append(1), lambda: a.extend([1]), a.pop, lambda: a.__delitem__(slice(0, 2)), lambda: a.__imul__(2)):
    try:
        change()
    except BufferError as e:
        print(e)
a[0], a[1:3] = 5, array('i', [6, 6])
print(v.tolist(), v == a, v.cast('B').cast('i', (2, 3)).tolist())
v.release()
a.append(1)
print(len(a), memoryview(array('d', [0.5])).tolist(), b''.join([array('b', [65]), b'z']), struct.unpack('2i', a[:2]))
b = bytearray(b'....')
b[1:3] = array('B', b'xy')
print(b, b'x' in b, b.find(array('B', b'y')), bytes(array('H', [258])), int.from_bytes(array('B', [1, 2]), 'big'))
import io
f = io.BytesIO()
array('h', [1, 2, 3]).tofile(f)
f.seek(0)
c = array('h')
try:
    c.fromfile(f, 5)
except EOFError as e:
    print(e, c)
f.seek(0)
d = array('h', [9] * 3)
print(f.readinto(d), d, f.getvalue())
it = iter(d)
next(it)
print(pickle.loads(pickle.dumps(it)) is not None, list(pickle.loads(pickle.dumps(it))), list(it), list(pickle.loads(pickle.dumps(it))))
nan = array('d', [float('nan')])
print(nan == nan, nan != nan, nan < nan, array('b', [1]) == array('d', [1.0]), array('b', [1, 2]) < array('d', [1.5]))
