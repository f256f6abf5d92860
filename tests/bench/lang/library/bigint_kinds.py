import math

pairs = [(3**n, 3**(n - 7)) for n in (45, 70, 160, 400)]
blocks = [bytes(range(i, i + 32)) for i in range(50)]


def hashes(n):
    h = 14695981039346656037
    x = 88172645463325252
    for i in range(n):
        h = ((h ^ i) * 1099511628211) % 2**64
        x ^= (x << 13) & 0xffffffffffffffff
        x ^= x >> 7
        x ^= (x << 17) & 0xffffffffffffffff
    return h, x


def sum_of_fractions(n):
    a, b = 0, 1
    for i in range(1, n):
        a, b = a * i + b, b * i
        g = math.gcd(a, b)
        a, b = a // g, b // g
    return a, b


def work():
    seen = 0
    for _ in range(400):
        for a, b in pairs:
            seen ^= a + b ^ a - b ^ (a & b) ^ (a | b) ^ (a >> 13) ^ (b << 13) ^ a // b ^ a % b ^ a * 3 ^ a % 10 ^ -a
            seen ^= a ** 2 & 0xffff ^ math.gcd(a, b) ^ abs(b) ^ divmod(a, b)[1] ^ (a < b) ^ (a == b)
    texts = sum(len(str(a)) + len(hex(b)) + int(str(b)) % 7 for a, b in pairs for _ in range(200))
    data = sum(int.from_bytes(b, 'big') for b in blocks for _ in range(30))
    return seen, texts, data.to_bytes(40, 'little'), hashes(3000), sum_of_fractions(60)
