# += and *= keep the object.
a = b = bytearray(b'ab')
a += b'cd'
a += bytearray(b'e')
a *= 2
print(a, a is b)
try:
    a += a
except BufferError as e:
    print(e)
a *= 0
print(a, b)
for text in ("a += 'x'", "a += 5", "a *= 1.5", "a *= 'b'", "a -= b''", "a += [1]"):
    try:
        exec(text)
    except TypeError as e:
        print(e)
