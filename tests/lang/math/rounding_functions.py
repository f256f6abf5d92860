# floor, ceil, trunc and modf of many kinds.
import math
class F:
    def __floor__(self):
        return 'floor'
    def __ceil__(self):
        return 'ceil'
    def __trunc__(self):
        return 'trunc'
    def __float__(self):
        return 2.5
print(math.floor(2.7), math.floor(-2.7), math.ceil(2.1), math.ceil(-2.1), math.trunc(-2.7), math.floor(5), math.floor(10**30), math.floor(1e20), math.ceil(True), math.floor(F()), math.ceil(F()), math.trunc(F()), math.fabs(F()), math.sqrt(F()))
for x in (2.5, -2.5, 0.0, -0.0, float('inf'), 1e300):
    print(math.modf(x), math.frexp(x), math.ulp(x), math.nextafter(x, 0), math.copysign(1, x), math.isfinite(x), math.isinf(x), math.isnan(x))
print(math.ldexp(0.5, 3), math.ldexp(1, -1080), math.fmod(7, -3), math.fmod(-7, 3), math.remainder(7, 4), math.remainder(5, 2), math.nextafter(1, 2), math.nextafter(0, -1))
