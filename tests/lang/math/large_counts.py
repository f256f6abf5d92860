# comb() and perm() of numbers beyond 64 bits.
import math

n = 2**100 + 7
print(math.comb(n, 0), math.comb(n, 1) == n, math.comb(n, n), math.comb(n, n - 2) == n * (n - 1) // 2, math.comb(5, n))
print(math.comb(n, 40) == math.comb(n, n - 40) == math.prod(range(n - 39, n + 1)) // math.factorial(40))
print(math.perm(n, 0), math.perm(n, 3) == n * (n - 1) * (n - 2), math.perm(3, n), math.perm(2**63 - 1, 0), math.perm(2**63, 1))
for wrong in (lambda: math.comb(n, n // 2), lambda: math.perm(n, n), lambda: math.comb(-n, 1), lambda: math.perm(1, -n)):
    try:
        wrong()
    except (OverflowError, ValueError) as error:
        print(type(error).__name__, error)
