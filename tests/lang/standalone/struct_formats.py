# Random formats of struct with random values and bytes; arguments that do not fit.
import struct, random
R = random.Random(5)
class X:
    def __index__(self): return 5
class Y:
    def __float__(self): return 2.5
class I(int): pass
VALUES = [0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 65535, 65536, -32769, 2**31, 2**32 - 1, 2**32, -2**31 - 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -2**63, -2**63 - 1, 10**30, -10**30, True, None, 1.5, -0.0, 1e300, float('nan'), float('inf'), 65504.0, 65520.0, 3.4e38, 3.5e38, 10**400, 'x', b'', b'a', b'abc', bytearray(b'a'), bytearray(b'xyz'), [], X(), Y(), I(7), I(2**64 - 1), b'x' * 300, 1e-8, 6e-8, memoryview(b'a')]
def show(f):
    try: return repr(f())
    except Exception as e: return type(e).__name__ + ' ' + str(e)
for i in range(60):
    f = R.choice(['', '<', '>', '!', '=', '@']) + ''.join(R.choice(['', '', '', '', '1', '2', '3', '10', ' ']) + R.choice('xcbB?hHiIlLqQnNefdspPxcbB?hHiIlLqQefdsp') for _ in range(R.randint(0, 4)))
    if R.random() < .05: f = R.choice([f + '7', 'z' + f, f + '\0', f + 'é', '99999999999999999999B', '9223372036854775807Bh', f.encode(), 5, None])
    size = show(lambda: struct.calcsize(f))
    print(i, ascii(f), size)
    try: n = int(size)
    except ValueError: continue
    if n > 100000: continue
    for k in range(3):
        vals = []
        for m in range(R.randint(0, 4)): vals.append(R.choice(VALUES))
        print(show(lambda: struct.pack(f, *vals)))
    try: count = len(struct.unpack(f, bytes(n)))
    except SystemError: continue
    for k in range(4):
        vals = [R.choice(VALUES) if R.random() < .7 else R.choice([0, 1, 1.5, b'a']) for _ in range(count)]
        print(show(lambda: struct.pack(f, *vals)))
        room = bytearray(b'\xaa' * R.randint(0, n + 3))
        at = R.randint(-n - 4, n + 4)
        print(at, len(room), show(lambda: struct.pack_into(f, room, at, *vals) or room))
        data = bytes(R.randrange(256) for _ in range(n * R.randint(0, 3) + R.choice([0, 0, 1])))
        print(show(lambda: struct.unpack(f, data[:n])), show(lambda: struct.unpack(f, data)), show(lambda: struct.unpack_from(f, data, at)), show(lambda: list(struct.iter_unpack(f, data))), show(lambda: struct.Struct(f).unpack_from(data, offset=at)))
for c in ("struct.pack_into('B', b'12', 0, 1)", "struct.pack_into('B')", "struct.pack_into('B', bytearray(2))", "struct.unpack('B', memoryview(b'abcd')[::2])", "struct.iter_unpack('B', b'ab').__length_hint__()", "struct.Struct", "struct.Struct()", "struct.pack()", "struct.error.__module__", "type(struct.iter_unpack('B', b''))", "struct.pack", "struct.Struct.pack", "struct.pack_into('B', bytearray(2), 1.5, 1)", "struct.pack_into('B', bytearray(2), 1<<70, 1)", "struct.Struct('3BHs').__sizeof__()", "struct.unpack_from('B', buffer=b'abc', offset=1)", "struct.Struct(b'B').format", "struct.pack_into('B', memoryview(bytearray(4))[::2], 0, 1)", "struct.Struct('B')()", "struct.Struct('hq').__init__('B')", "struct.unpack_from(buffer=b'a', format='B')", "struct.pack('B', x=1)", "struct.Struct('B').pack(1, x=1)", "type('S', (struct.Struct,), {})('H').size", "struct.unpack('B')", "struct.unpack('B', b'', 1)", "struct.calcsize()", "struct.unpack.__module__", "struct.Struct('B').size", "struct.pack.__name__", "struct.Struct.pack.__name__", "struct.Struct('Bx3s').format"):
    print(c, show(lambda: eval(c)))
s = struct.Struct('<h')
try: s.size = 3
except AttributeError as e: print(e)
it = struct.iter_unpack('<h', bytearray(b'abcdef')); print(next(it), it.__length_hint__(), list(it), list(it))
b = bytearray(4); it = struct.iter_unpack('<h', b)
try: b.append(1)
except BufferError as e: print(e)
