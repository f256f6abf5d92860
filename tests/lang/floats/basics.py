# Floating-point numbers: printing, arithmetic, formatting, special values.
print(0.1, 1.0, 100.0, 1e16, 1e15, 123456789012345680.0, 1e22, 1e23, 1e-4, 1e-5, 1.5e300, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, 1 / 3, 2 / 3, -0.0)
print(float('inf'), float('-inf'), float('nan'), float('1e5'), float(' 2.5 '), float('1_0.5'), float(3), float(True), float(), float('Infinity'))
print(1.5 + 2, 1.5 - 2, 1.5 * 2, 1.5 / 2, 7.5 // 2, -7.5 // 2, 7.5 % 2, -7.5 % 2, 2.0 ** 0.5, 2 ** 0.5, divmod(7.5, 2), (-8) ** 2.0, 0.0 ** 0)
print(1.0 == 1, 0.5 < 1, float('nan') == float('nan'), float('inf') > 10 ** 300, -0.0 == 0.0, 1e308 * 10, -1e308 * 10)
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1.25, 1), round(1234.5678, -2), round(0.5), round(1e22), round(2.5, 0), type(round(2.5)))
print((2.5).is_integer(), (3.0).is_integer(), (0.75).as_integer_ratio(), (1.5).hex(), float.fromhex('0x1.8p1'), int(1e20), (2.7).__trunc__())
print('%f %.2f %e %.3e %g %g %g %.3g %8.2f|%-8.2f|%+.1f' % (1.5, 2.345, 12345.678, 0.00012, 0.0001, 1e-5, 1e6, 1234.5, 3.14159, 3.14159, 2.0))
print(f'{3.14159:.2f} {3.14159:10.3f}| {3.14159:<10.3f}| {1e6:,.2f} {0.5:%} {0.1234:.1%} {1234.5:e} {1e10:g} {1e-10:g} {123456789.0:g} {1.0:g} {2.5:+} {-2.5: } {2.5: } {1.5:08.3f}')
print(f'{1.0} {1.0!r} {1.0:} {100.0:.0f} {0.000001} {1e100} {float("nan"):.2f} {float("inf"):8} {1.5:.10} {1/3:.3} {12345.6789:.4} {1e20:.4}')
print(hash(1.0), hash(0.5), hash(1.5) == hash(1.5), hash(float('inf')), hash(-0.0), hash(1e300))
print(max(1.5, 2), min(1.5, 1), sum([0.1] * 10), sum([1, 2.5]), abs(-1.5), -(1.5), +1.5, bool(0.0), bool(-0.0), bool(0.1), not 0.0)
print(int(2.9), int(-2.9), 1e3, 1E3, 1., .5, 1_0.0_1, 1e+2, float(10 ** 22), float(2 ** 53 + 1))
for bad in ('1.0 / 0', '1.0 // 0', '1.0 % 0', "float('x')", "float('')", 'float(None)', 'float([])', "1.5 + 'a'", '1.5 & 1', '(-8) ** 0.5 * 0', "float(10 ** 400)", '0.0 ** -1',
            "round(float('inf'))", "round(float('nan'))", '1e308 ** 2', '1.5[0]', "int('1.5')", '1.5 < []'):
    try:
        print(bad, eval(bad))
    except Exception as error:
        print(bad, '->', type(error).__name__, error)
import math
print(math.pi, math.e, math.inf, math.nan, math.tau, math.sqrt(2), math.exp(1), math.log(10), math.log(8, 2), math.log2(8), math.log10(1000), math.sin(1), math.cos(1), math.tan(1))
print(math.floor(2.7), math.ceil(2.1), math.floor(-2.7), math.ceil(-2.1), math.trunc(2.7), math.fabs(-2), math.fmod(-7, 3), math.pow(2, 3), math.hypot(3, 4), math.atan2(1, 2))
print(math.isnan(math.nan), math.isinf(math.inf), math.isfinite(1), math.gcd(12, 18), math.factorial(20), math.isclose(0.1 + 0.2, 0.3), math.copysign(1, -0.0), math.prod([1, 2, 3]), math.comb(5, 2), math.degrees(math.pi), math.radians(180))
for bad in (lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.exp(1000), lambda: math.factorial(-1), lambda: math.sqrt('a')):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
