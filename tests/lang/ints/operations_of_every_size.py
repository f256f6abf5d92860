# Operators of ints from one to many limbs, of both signs, against each other and by their laws; a hash of all results.
import math
import random

random.seed(5)
sizes = [0, 1, 2, 31, 62, 63, 64, 65, 127, 128, 129, 191, 192, 193, 500, 511, 512, 513, 1024, 1025, 2047, 2048, 2049, 2112, 4096, 4200, 9000]
numbers = []
for bits in sizes:
    for n in (1 << bits, (1 << bits) - 1, (1 << bits) + 1, random.getrandbits(bits) if bits else 0, (1 << bits) - (1 << bits // 2)):
        numbers += [n, -n]
total = 0


def note(*values):
    global total
    for v in values:
        total = (total * 1000003 ^ hash(v) ^ (v & 0xffffffff)) & ((1 << 61) - 1)


for _ in range(6000):
    a, b = random.choice(numbers), random.choice(numbers)
    note(a + b, a - b, a * b, a & b, a | b, a ^ b, ~a, -a, +a, abs(a), a & 1, a + 1, b * 3, a - 12345678901234567890)
    assert (a + b) - b == a and (a ^ b) ^ b == a and (a & b) + (a | b) == a + b and a * b == b * a
    if b:
        q, r = divmod(a, b)
        assert q == a // b and r == a % b and q * b + r == a and (0 <= r < b if b > 0 else b < r <= 0), (a, b)
        note(q, r)
    s = random.choice([0, 1, 7, 63, 64, 65, 128, 200, 1000, 5000])
    note(a << s, a >> s)
    assert a << s == a * 2**s and a >> s == a // 2**s
    g = math.gcd(a, b)
    assert g >= 0 and (g == 0 or (a % g == 0 and b % g == 0))
    note(g, math.lcm(a, b))
    assert (a < b) == (b > a) == (a - b < 0) and (a == b) == (not a ^ b)
    if a.bit_length() < 1000:
        e = random.randrange(7)
        note(a ** e)
        power = 1
        for _ in range(e):
            power *= a
        assert power == a ** e
print(total)
total = 0
for a in numbers:
    note(int(str(a)), int(hex(a), 16), int(bin(a), 2), int(oct(a), 8), len(str(a)), a.bit_length(), a.bit_count())
    assert int(str(a)) == a == int(hex(a), 0) == int(oct(a), 0) == int(bin(a), 0) == int(f'{a:x}', 16) == int(f'{a:o}', 8)
    for order in 'little', 'big':
        n = a.bit_length() // 8 + 1
        for size in n, n + 1, n + 9:
            data = a.to_bytes(size, order, signed=True)
            assert int.from_bytes(data, order, signed=True) == a
            note(hash(tuple(data)), int.from_bytes(data, order))
    for size in 0, 1, 8, 9:
        try:
            note(len(a.to_bytes(size, 'little')))
        except OverflowError as e:
            note(len(str(e)))
print(total)
print(hex(-255), hex(2**64), oct(-8), oct(2**66 + 5), bin(-2**65), hex(0), f'{2**70:#X}', f'{-2**63:b}')
print([math.gcd(*p) for p in ((0, 0), (0, -5), (-2**63, 0), (-2**63, -2**63), (2**64, 2**65), (2**64, 6), (3**100, 6**50), (2**200, 2**100 * 7))])
print(10**19 + 1, 2**64 * 2**64, (10**20 + 5) % 7, -2**63, 1 << 64, 3**40 * 3**40 // 3**79, 10**19 % 1000000007, 0xffffffffffffffff & -1)


class Own(int):
    pass


print(type(abs(Own(2**70))), type(+Own(2**70)), Own(2**70) & Own(5), Own(5) + Own(2**70), abs(Own(-2**70)), -Own(2**64), Own(3) ** 50)
print(math.factorial(20), math.factorial(21), math.factorial(0), math.factorial(25), math.comb(60, 30), math.perm(20, 3))
