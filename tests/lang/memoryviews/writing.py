# Writing through a view into a bytearray.
b = bytearray(b'hello world')
m = memoryview(b)
m[0] = 72
m[-1] = ord('D')
m[1:3] = b'EL'
m[6:9] = memoryview(b'WOR')
m[::5] = b'...'
print(b)
m[0:4] = m[2:6]
print(b)
def attempt(target, key, value):
    try:
        target[key] = value
    except Exception as e:
        print(type(e).__name__, e)
for key, value in ((0, 256), (0, -1), (0, 'a'), (0, b'a'), (100, 1), ('a', 1), (slice(0, 2), b'abc'), (slice(0, 2), 5), (slice(0, 2), 'ab'), (0, 1.5), (None, 1)):
    attempt(m, key, value)
attempt(memoryview(b'ro'), 0, 1)
attempt(m.toreadonly(), 0, 1)
try:
    del m[0]
except TypeError as e:
    print(e)
