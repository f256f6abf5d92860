# Whole numbers: small, large, all operators, texts in and out.
print(7 // 2, -7 // 2, 7 // -2, 7 % 3, -7 % 3, 7 % -3, divmod(-7, 2), divmod(7, -2))
print(2 ** 10, 2 ** 0, (-2) ** 3, 2 ** -1, 2 ** 100, 10 ** 30, pow(3, 200, 7), pow(3, -1, 7))
print(1 << 70, (1 << 70) >> 68, -1 >> 3, -5 >> 1, 5 & 3, 5 | 3, 5 ^ 3, ~5, -5 & 0xff, (1 << 80) | 1, ~(1 << 70))
big = 123456789012345678901234567890
print(big, -big, big * big, big + 1, big - big, big // 7, big % 7, -big // 7, -big % 7, big == big + 0, big < big + 1)
print(9223372036854775807 + 1, -9223372036854775808 - 1, 9223372036854775807 * 2, 4611686018427387904 * 2, -(-9223372036854775808))
print(3037000500 ** 2, 2 ** 63 - 1, -2 ** 63, 2 ** 64, abs(-2 ** 63), hash(2 ** 61 - 1), hash(2 ** 61), hash(-1), hash(-2), hash(10 ** 40))
print(int('42'), int(' -17 '), int('ff', 16), int('0xff', 16), int('0b101', 0), int('1_000'), int(3.99), int(-3.99), int(True), int())
print(bin(10), oct(8), hex(255), bin(-5), hex(-255), hex(2 ** 70), 0x1F, 0o17, 0b11, 1_000_000)
print((255).bit_length(), (0).bit_length(), (2 ** 100).bit_length(), (10).bit_count(), (5).to_bytes(2, 'big'), int.from_bytes(b'\x01\x00', 'little'))
print(7 / 2, 4 / 2, 2 ** 60 / 3, 10 ** 30 / 10 ** 29, 1 / 3, -1 / 3, 10 ** 400 / 10 ** 399)
print(5 == 5.0, 2 ** 53 + 1 == float(2 ** 53 + 1), 1 < 1.5, 3 > True, 10 ** 400 > 1e308, 0 == False, 1 == True)
print(round(1234, -2), round(15, -1), round(25, -1), round(7), (7).numerator, (7).denominator, (7).real, (7).imag, (7).conjugate())
print(str(-5), repr(10 ** 25), '%d %5d %-5d| %05d %+d %x %o' % (1, 2, 3, 4, 5, 255, 8))
print(f'{1234567:,} {1234567:_} {255:x} {255:X} {255:#x} {5:b} {5:08b} {-5:+d} {5:+} {42:>6} {42:<6}| {42:^6}| {42:06} {3:e} {65:c} {7:%}')
for bad in ('1 // 0', '1 % 0', '1 / 0', 'divmod(1, 0)', '0 ** -1', '1 << -1', "int('x')", "int('')", "int('12', 1)", "int('9', 8)", "int(None)",
            "int([])", "1 + 'a'", "1 + None", "'a' + 1", '1 < None', '5()', '5[0]', '(1 << 10 ** 9) << 10 ** 12', "int(float('inf'))",
            "int(float('nan'))", 'round(1.5, None, 3)', "int('1__0')", '5 .x'):
    try:
        print(bad, eval(bad))
    except Exception as error:
        print(bad, '->', type(error).__name__, error)
a = b = 5
a += 2; a *= 3; a -= 1; a //= 2; a **= 2; a %= 7; a <<= 3; a |= 1; a ^= 3; a &= 30; a >>= 1
print(a, b, a is a, 5 if a else 6, not 0, not 1, bool(0), bool(-1))
print(sum(range(100)), max(3, 1, 2), min([4, 2, 8]), sorted([3, -1, 2 ** 70, 0]), sum([1, 2], 10), abs(-3), pow(2, 5))
x = 1
for n in range(1, 30):
    x *= n
print(x, len(str(3 ** 1000)), 3 ** 1000 % 1000007)
print(bool(2 ** 70), -(2 ** 70), +5, (2 ** 70).__class__, isinstance(True, int), type(5) is int, int.__name__)
