# Every function of one float, with domain and range errors.
import math
fs = [n for n in dir(math) if not n.startswith('_') and n not in ('atan2', 'comb', 'copysign', 'dist', 'fmod', 'fsum', 'gcd', 'hypot', 'isclose', 'lcm', 'ldexp', 'log', 'nextafter', 'perm', 'pow', 'prod', 'remainder', 'e', 'pi', 'tau', 'inf', 'nan', 'factorial', 'isqrt', 'gamma', 'lgamma', 'erf', 'erfc', 'cbrt', 'exp2')]
print(fs)
for n in fs:
    row = []
    for x in (0.0, -0.0, 0.5, -0.5, 1, -1, 2.5, 1e3, -1e3, float('inf'), float('-inf'), float('nan')):
        try:
            v = getattr(math, n)(x)
            row.append(f'{v:.12g}' if isinstance(v, float) else repr(v))
        except (ValueError, OverflowError) as e:
            row.append(f'{type(e).__name__}: {e}')
    print(n, row)
