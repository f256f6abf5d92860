# What a view knows of itself.
m = memoryview(bytearray(b'abcdefgh'))
for v in (m, m[::2], m[2:5], m.toreadonly(), memoryview(b''), m.cast('i'), m[::-1]):
    print(v.format, v.itemsize, v.nbytes, v.readonly, v.ndim, v.shape, v.strides, v.suboffsets, v.contiguous, v.c_contiguous, len(v), v.obj)
for name in ('format', 'readonly', 'nope'):
    try:
        setattr(m, name, 1)
    except AttributeError as e:
        print(e)
print(repr(m)[:13], type(m).__name__, m.hex(), m.hex('-'), m.hex(':', 3), m[::2].hex(), m.tobytes())
