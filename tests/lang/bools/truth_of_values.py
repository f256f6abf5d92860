# What counts as true.
class Len:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
class Bool:
    def __init__(self, b):
        self.b = b
    def __bool__(self):
        return self.b
for v in (0, 0.0, 0j, '', b'', [], (), {}, set(), frozenset(), range(0), None, bytearray(), 1, -0.0, 'a', [0], {0}, range(1), object, Len(0), Len(3), Bool(False), Bool(True), ..., NotImplemented if False else 0):
    print(bool(v), not v, end=' ')
print()
for v in (Bool(1), Bool(None), Len(-1), Len('a'), Len(1.5)):
    try:
        print(bool(v))
    except Exception as e:
        print(type(e).__name__, e)
