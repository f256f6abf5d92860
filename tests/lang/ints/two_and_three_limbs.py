# Operators on integers of a few limbs: divisors of half a limb and more, signs, zeros of subclasses, booleans.
import random


class Int(int):
    pass


random.seed(7)
lines = 0
digest = 0
for _ in range(4000):
    a = random.getrandbits(random.choice([1, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 191, 192, 193, 260])) * random.choice([1, -1])
    b = random.getrandbits(random.choice([1, 8, 31, 32, 33, 63, 64, 65, 128, 129])) * random.choice([1, -1])
    n = random.choice([0, 1, 31, 32, 63, 64, 65, 127, 1023, 1024])
    results = [a + b, a - b, a * b, a & b, a | b, a ^ b, a << n, a >> n]
    if b:
        results += [a // b, a % b]
        assert a // b * b + a % b == a and (a % b == 0 or (a % b < 0) == (b < 0))
        assert divmod(a, b) == (a // b, a % b)
    for r in results:
        digest = (digest * 1000003 + r) % (2**127 - 1)
    lines += len(results)
print(lines, digest)
big = 10**30
for zero in 0, False, Int(0):
    for name, call in ('//', lambda: big // zero), ('%', lambda: big % zero), ('/', lambda: big / zero), ('divmod', lambda: divmod(big, zero)):
        try:
            call()
        except ZeroDivisionError as error:
            print(name, error)
    print(big * zero, big + zero, big - zero, big | zero, big & zero, big >> zero, big << zero == big, zero // big, zero % big, zero << 70, zero >> 70)
print(big // True, big % True, True - big, Int(7) * big, Int(3) << 100, Int(-1) >> 100, big >> Int(3))
for bad in -1, -10**30:
    for call in lambda: big << bad, lambda: big >> bad:
        try:
            call()
        except ValueError as error:
            print(error)
