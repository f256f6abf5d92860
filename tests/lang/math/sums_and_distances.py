# fsum, dist, hypot, isclose.
import math
print(math.fsum([0.1] * 10), math.fsum([]), math.fsum([1e100, 1, -1e100]), math.fsum([1, 2**70]), math.dist([1, 2], [4, 6]), math.dist((), ()), math.hypot(), math.hypot(3, 4), math.hypot(1, 2, 2), math.hypot(float('inf'), float('nan')), math.hypot(1e200, 1e200))
print(math.isclose(1, 1 + 1e-10), math.isclose(1, 1.1), math.isclose(1, 1.1, rel_tol=0.2), math.isclose(0, 1e-12), math.isclose(0, 1e-12, abs_tol=1e-9), math.isclose(float('inf'), float('inf')), math.isclose(float('nan'), float('nan')), math.isclose(1e20, 1e20 + 1e5))
for values in ([float('inf'), float('-inf')], [1e308, 1e308], [float('nan'), 1]):
    try:
        print(math.fsum(values))
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, e)
for values in [math.nan, math.inf], [math.inf, math.nan, 1.0], [math.inf, 2.0], [math.nan], [math.inf, -math.inf], [math.nan, math.inf, -math.inf]:
    try:
        print(math.fsum(values))
    except ValueError as error:
        print(error)
