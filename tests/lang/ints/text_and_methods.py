# int(...), str(int), methods of int.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for text in ['0', '12', '-12', '+12', ' 12 ', '\t12\n', '1_000', '1__0', '_1', '1_', '', ' ', '-', '+', '- 1', '0x10', '0b1', '12a', '1.5',
             '9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809', '1' * 40, '٣٤', '१२', '１２',
             '\u2003' + '5' + '\u2003', '0' * 30 + '7', 'é', '1é', "a'b", 'a"b', '\x00', '1\x00', 'x' * 300]:
    t(lambda: int(text))
for text, base in [('ff', 16), ('FF', 16), ('0xff', 16), ('0xff', 0), ('0b11', 0), ('0o17', 0), ('017', 0), ('0', 0), ('00', 0), ('0_0', 0),
                   ('12', 3), ('2', 2), ('z', 36), ('Zz', 36), ('0b1', 2), ('0b1', 16), ('0x', 16), ('0x_f', 0), ('0x__f', 0), ('10', 1),
                   ('10', 37), ('10', -1), ('10', True), ('z' * 30, 36), ('1' * 100, 2), ('12', 10**30), ('', 5), ('1_1', 8)]:
    t(lambda: int(text, base))
for f in (lambda: int(), lambda: int(b'12'), lambda: int(bytearray(b' -3 ')), lambda: int(b'x'), lambda: int(b'1\x00'), lambda: int(None),
          lambda: int([]), lambda: int(1.9), lambda: int(-1.9), lambda: int(1e30), lambda: int(float('inf')), lambda: int(float('nan')),
          lambda: int(True), lambda: int(5, 10), lambda: int(base=10), lambda: int('1', base=2), lambda: int('12', base='x'),
          lambda: int(1, 2, 3), lambda: int(b'ff', 16), lambda: int(1j)):
    t(f)


class I:
    def __index__(self):
        return 7


class J:
    def __int__(self):
        return 8


class K:
    def __int__(self):
        return 'x'


class L:
    def __trunc__(self):
        return 9


for c in (I, J, K):
    t(lambda: int(c()))
t(lambda: range(10)[I()])
t(lambda: hex(I()))
for v in (0, 1, -1, 9, 10, 99, 100, 12345, -98765, 2**31, 2**63 - 1, -2**63, 2**63, 10**19, 10**40, -10**40, 2**200):
    print(str(v), repr(v), bin(v), oct(v), hex(v), v.bit_length(), v.bit_count(), v.as_integer_ratio(), v.conjugate(), v.real, v.imag,
          v.numerator, v.denominator)
for v in (0, 1, 127, 128, 255, 256, -1, -128, -129, 2**63, -2**63, 2**64 - 1, -2**64, 10**30):
    for n in (1, 2, 8, 9, 16):
        for order in ('big', 'little'):
            for signed in (False, True):
                t(lambda: v.to_bytes(n, order, signed=signed))
print((5).to_bytes(), (1000).to_bytes(length=2), (0).to_bytes(0, 'big'))
t(lambda: (5).to_bytes(-1, 'big'))
t(lambda: (5).to_bytes(1, 'middle'))
for data in (b'', b'\x01', b'\xff', b'\x80\x00', b'\x7f\xff', b'\x00' * 10, b'\xff' * 10, bytes(range(20))):
    for order in ('big', 'little'):
        for signed in (False, True):
            print(int.from_bytes(data, order, signed=signed), end=' ')
    print()
print(int.from_bytes([1, 2, 3], 'big'), int.from_bytes(b'\x05'))
t(lambda: int.from_bytes('abc', 'big'))
t(lambda: int.from_bytes(5, 'big'))
for v in (0, 4, 5, 6, 14, 15, 16, 25, 35, -5, -15, -25, 12345, 55555, 10**30 + 5, -10**30 - 5, 2**63 - 1):
    print([round(v, n) for n in (None, 0, 1, 5, -1, -2, -3, -5, -29, -40)])
t(lambda: round(5, 1.5))
t(lambda: str(10**5000))
t(lambda: int('1' * 5000))
print(len(str(10**4299)), len(hex(10**5000)), int('f' * 5000, 16) == 16**5000 - 1)


class MyInt(int):
    def __repr__(self):
        return f'MyInt({int(self)})'


a = MyInt(5)
b = MyInt(2**70)
print(a, b, a + 1, b + 1, type(a + 1), a == 5, hash(a) == hash(5), [10, 20, 30, 40, 50, 60][a], b == 2**70, {5: 'x'}[a], int(a), type(int(b)))
a.note = 'kept'
print(a.note, f'{a:04d}', f'{b:x}', '%d' % a, str(a), MyInt('ff', 16), isinstance(a, int), -a, abs(MyInt(-3)), bool(MyInt(0)))
print(int.from_bytes(b'\x05', 'big'), type(MyInt.from_bytes(b'\x05', 'big')), MyInt() + MyInt(3))
