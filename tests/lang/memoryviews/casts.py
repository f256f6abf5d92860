# Views with other formats.
b = bytearray(range(1, 17))
m = memoryview(b)
for f in 'bBchHiIlLqQfd?':
    v = m.cast(f)
    print(f, len(v), v.itemsize, v.format, v.tolist()[:3], v[-1])
i = m.cast('i')
i[0] = -5
i[1] = 2**31 - 1
print(b[:8], i.tolist(), i[1:3].tolist(), i.tobytes() == bytes(b), i.cast('B')[0], m.cast('@h')[0])
d = m.cast('d')
d[0] = 1.5
print(d.tolist()[0], b[:8])
m.cast('?')[0] = 'true'
m.cast('c')[1] = b'Z'
m.cast('Q')[1] = 2**64 - 1
print(b)
for action in (lambda: m.cast('z'), lambda: m.cast('ii'), lambda: m.cast(5), lambda: i.cast('h'), lambda: m[1:].cast('i'), lambda: m[::2].cast('b'), lambda: i.__setitem__(0, 2**31), lambda: i.__setitem__(0, 'a'), lambda: i.__setitem__(0, 1.5), lambda: m.cast('c').__setitem__(0, 5), lambda: m.cast('c').__setitem__(0, b'ab'), lambda: d.__setitem__(0, 'x'), lambda: m.cast('Q').__setitem__(0, -1), lambda: m.cast('Q').__setitem__(0, 2**64), lambda: m.cast('H').__setitem__(0, 65536), lambda: m.cast()):
    try:
        print(action())
    except Exception as e:
        print(type(e).__name__, e)
