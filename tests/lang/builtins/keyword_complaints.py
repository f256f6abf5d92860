import math


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for f in (lambda: math.gcd(x=1), lambda: math.hypot(x=1), lambda: max(1, 2, x=1), lambda: print(x=1),
          lambda: {1}.union(x=2), lambda: {1}.update([2], x=2), lambda: frozenset().difference(x=2),
          lambda: sorted([1], x=1), lambda: [].sort(x=1), lambda: sorted([1], key=None, x=1), lambda: enumerate(x=1),
          lambda: enumerate(start=2), lambda: enumerate([], x=1), lambda: enumerate([], start=1, x=1),
          lambda: enumerate([1], 1, start=2), lambda: zip(strict=1, x=2), lambda: zip([], x=2), lambda: type(1, x=1),
          lambda: NameError(a=1, b=2), lambda: NameError(a=1), lambda: AttributeError(name=1, obj=2, c=3),
          lambda: ImportError(a=1, b=2, c=3), lambda: ImportError(name=1, x=2), lambda: bytes(1, 2), lambda: bytes(1, 'b'),
          lambda: bytes(b'a', errors=1), lambda: bytearray(5, encoding=None), lambda: bytes(encoding=1),
          lambda: bytes('a', None), lambda: int.from_bytes(b'a', 5), lambda: (5).to_bytes(1, None),
          lambda: int.from_bytes(5, 'big'), lambda: int.from_bytes('a', 'big'), lambda: int.from_bytes([1, 2], 'big'),
          lambda: ExceptionGroup(None, []), lambda: [].append.foo, lambda: setattr([].append, 'foo', 1), lambda: len.foo,
          lambda: ''.join.__func__, lambda: (5).__add__.foo, lambda: str.join.foo, lambda: int.__add__.foo):
    attempt(f)
