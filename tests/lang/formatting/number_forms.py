# Many numbers in many forms, made by a generator of our own so that every Python makes the same ones.
state = 12345


def bits(n):
    global state
    r = 0
    for _ in range((n + 23) // 24):
        state = (state * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        r = r << 24 | state >> 40
    return r & (1 << n) - 1


def pick(items):
    return items[bits(20) % len(items)]


def number():
    kind = bits(3)
    if kind < 3:
        return (bits(53) / 2.0**bits(6)) * pick([1, -1])
    if kind == 3:
        return float(pick(['0.5', '1.5', '2.5', '0.125', '2.675', '1e21', '1e-7', '123456.5', '99999.95', '0.05', '9.995', '1e15', '5e-324']))
    if kind == 4:
        return bits(20) / 1000
    if kind == 5:
        return bits(30) / 2.0**10
    if kind == 6:
        return bits(52) * 2.0**(bits(10) - 512)
    return bits(64) * 10.0**(bits(5) - 16)


for i in range(900):
    d = number()
    spec = pick(['', '*<', '>', '^', '=', 'x^']) + pick(['', '+', ' ', '-']) + pick(['', '#']) + pick(['', '0']) + pick(['', '5', '12', '20', '30']) + pick(['', ',', '_']) + \
        pick(['', '.0', '.1', '.2', '.3', '.5', '.8', '.15', '.17', '.25']) + pick(['', 'e', 'f', 'g', 'E', 'F', 'G', '%'])
    print(repr(d), spec, format(d, spec))
    p = pick(['%', '%-', '%+', '%0', '% ', '%#']) + pick(['', '5', '15']) + pick(['', '.0', '.1', '.2', '.6', '.12', '.20']) + pick(['e', 'f', 'g', 'G'])
    print(p % d, round(d, bits(4) - 4), float(repr(d)) == d, d == int(d) if abs(d) < 1e300 else '', hash(d))
for i in range(500):
    n = bits(pick([1, 8, 16, 33, 62, 63, 64, 65, 128, 300])) * pick([1, -1])
    spec = pick(['', '*<', '>', '^', '=', 'x^']) + pick(['', '+', ' ', '-']) + pick(['', '#']) + pick(['', '0']) + pick(['', '5', '12', '40']) + pick(['d', 'x', 'X', 'o', 'b', ',d', '_d', '_x', '_b', ''])
    print(n, spec, format(n, spec))
    m = bits(pick([1, 8, 33, 63, 64, 100])) * pick([1, -1]) or 1
    print(n // m, n % m, n & m, n | m, n ^ m, n + m, n - m, n * m, n > m, hash(n), n / m if abs(n) < 2**1000 else '', n << bits(7), n >> bits(7), n.bit_length(), int(str(n)) == n, int(hex(n), 16) == n)
    f = number()
    print(n < f, n == f, n >= f, f > n)
