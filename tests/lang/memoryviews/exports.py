# A bytearray with views cannot change its size.
b = bytearray(b'abc')
m = memoryview(b)
n = m[1:]
for action in (lambda: b.append(1), lambda: b.extend(b'x'), lambda: b.pop(), lambda: b.clear(), lambda: b.insert(0, 1), lambda: b.__delitem__(0), lambda: b.__setitem__(slice(0, 1), b'xy'), lambda: b.__iadd__(b'z'), lambda: b.__imul__(2), lambda: b.__delitem__(slice(0, 3, 2)), lambda: b.remove(97)):
    try:
        print(action())
    except BufferError as e:
        print('BufferError:', e)
b[0] = 65
b[1:3] = b'BC'
b.reverse()
print(b, m.tobytes())
m.release()
try:
    b.append(1)
except BufferError as e:
    print(e)
n.release()
b.append(33)
print(b)
with memoryview(b) as v:
    print(v[0])
b.append(34)
for action in (lambda: v[0], lambda: len(v), lambda: v.tobytes(), lambda: v.format, lambda: v[0:1], lambda: v.__enter__(), lambda: memoryview(v), lambda: v.cast('b'), lambda: v == v, lambda: repr(v)[:10], lambda: v.release()):
    try:
        print(action())
    except ValueError as e:
        print(e)
m = memoryview(b)
del m
b.append(35)
print(b)
