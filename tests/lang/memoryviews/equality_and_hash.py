# Views compare by their items.
m = memoryview(b'abc')
print(m == b'abc', m == bytearray(b'abc'), b'abc' == m, m != b'abd', m == 'abc', m == [97, 98, 99], m == memoryview(b'abc'), m[::2] == b'ac', m.cast('b') == m, m == b'ab', memoryview(b'\x01\x00\x02\x00').cast('h') == memoryview(b'\x01\x02'))
print(hash(m) == hash(b'abc'), {b'abc': 1}[m], hash(m[::-1]) == hash(b'cba'))
for action in (lambda: hash(memoryview(bytearray(b'a'))), lambda: hash(m.cast('b')) == hash(b'abc'), lambda: hash(memoryview(b'ab').cast('h')), lambda: m < m, lambda: m >= b'a', lambda: memoryview('a'), lambda: memoryview(5), lambda: memoryview(), lambda: memoryview(b'', b''), lambda: memoryview(object=b'q').tobytes(), lambda: memoryview([1])):
    try:
        print(action())
    except Exception as e:
        print(type(e).__name__, e)


class Releases(bytes):
    def __hash__(self):
        view.release()
        return 1


view = memoryview(Releases(b'ab'))
try:
    hash(view)
except ValueError:  # CPython reads the released memory
    pass
print(repr(view)[:16])
