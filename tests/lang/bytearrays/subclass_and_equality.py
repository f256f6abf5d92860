# Comparison and subclasses.
class B(bytearray):
    def __init__(self, *args, tag=None):
        super().__init__(*args)
        self.tag = tag
b = B(b'abc', tag=5)
print(b, b.tag, repr(b), type(b + b'd').__name__, type(b[:2]).__name__, type(b.copy()).__name__, b == b'abc', b == bytearray(b'abc'), b != b'x', b < b'b', bytearray(b'a') in [b'a'])
b += b'x'
print(type(b).__name__, b)
