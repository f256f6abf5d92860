# log with bases and big integers.
import math
print(math.log(math.e), math.log(8, 2), math.log(100, 10), math.log(10**400), math.log2(2**2000), math.log10(10**500), math.log2(8), math.log10(1e-5), math.log1p(1e-10), math.log(2**64), math.log(True), math.log(0.5, 0.5))
print(math.exp(1), math.expm1(1e-10), math.exp(-1000), math.log(float('inf')), math.pi, math.e, math.tau, math.inf, math.nan)
for f, v in ((math.log, 0), (math.log, -10**400), (math.log2, 0), (math.log10, -1), (math.log1p, -1)):
    try:
        print(f(v))
    except ValueError as e:
        print(e)
