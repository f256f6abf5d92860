# Setting and deleting items and slices.
a = bytearray(b'abcdefgh')
a[0] = 65
a[-1] = 72
a[1:3] = b'XYZ'
print(a)
a[::2] = b'.....'
print(a)
a[2:2] = [48, 49]
del a[0]
del a[-2:]
print(a)
del a[::3]
print(a)
a[:] = b''
print(a)
a[0:0] = (c for c in b'gen')
print(a)
a[1:2] = a
print(a)
def attempt(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
def put(key, value):
    a[key] = value
def drop(key):
    del a[key]
for key, value in ((100, 1), ('a', 1), (0, 256), (0, 'a'), (0, b'a'), (slice(0, 1), 'a'), (slice(0, 1), 5), (slice(0, 4, 2), b'abc'), (slice(0, 1), [300]), (None, 1), (slice(0, 1), None)):
    attempt(lambda: put(key, value))
for key in (100, 'a', None):
    attempt(lambda: drop(key))
print(a)
