# gcd, lcm, factorial, comb, perm, isqrt, prod.
import math
print(math.gcd(), math.gcd(12), math.gcd(12, -18), math.gcd(0, 0), math.gcd(2**100, 6**50), math.gcd(12, 18, 27), math.lcm(), math.lcm(4, 6), math.lcm(0, 5), math.lcm(-3, 7, 11))
print([math.factorial(n) for n in (0, 1, 5, 20, 25)], len(str(math.factorial(500))), math.comb(5, 2), math.comb(100, 50), math.comb(3, 5), math.perm(5), math.perm(5, 2), math.perm(3, 5), math.perm(5, None))
print([math.isqrt(n) for n in (0, 1, 2, 99, 10**30, 2**64 - 1)], math.prod([1, 2, 3]), math.prod([], start=5), math.prod([0.5, 2, 3]), math.prod(range(1, 30)), math.prod(['a'], start=2))
class I:
    def __index__(self):
        return 6
print(math.gcd(I(), 4), math.factorial(I()), math.isqrt(I()), math.comb(I(), 2), math.factorial(True))
