# decimal, fractions, statistics and cmath: values, flags, texts, errors.
import cmath
import copy
import decimal
import pickle
import statistics as st
from decimal import (ROUND_05UP, ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP,
                     Context, Decimal, getcontext, localcontext)
from fractions import Fraction

D, F = Decimal, Fraction
state = 12345


def draw(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
    return (state >> 33) % n


def number():
    digits = ''.join(str(draw(10)) for _ in range((1, 3, 9, 20)[draw(4)]))
    return D(('', '-')[draw(2)] + digits + ('', '.5', f'E{draw(20) - 10}')[draw(3)])


modes = ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP
two = ('add subtract multiply divide divide_int remainder remainder_near compare max min quantize next_toward divmod power '
       'compare_total scaleb rotate shift').split()
one = 'sqrt exp ln log10 normalize next_plus next_minus plus minus abs to_integral_exact logb number_class to_eng_string'.split()
for i in range(400):
    c = Context(prec=(1, 4, 9, 28)[draw(4)], rounding=modes[draw(8)], Emin=-20, Emax=20, clamp=draw(2), traps=[])
    a, b, name = number(), number(), (two + one)[draw(len(two + one))]
    if name == 'power' and (abs(a.adjusted()) > 6 or b.adjusted() > 2):
        continue
    r = getattr(c, name)(a, b) if name in two else getattr(c, name)(a)
    print(name, a, b, r, [s.__name__ for s in c.flags if c.flags[s]])
special = ['NaN', '-sNaN12', 'Infinity', '-Infinity', '0', '-0E+3', '1.50']
for a in map(D, special):
    for b in map(D, special):
        c = Context(traps=[])
        print(a, b, c.add(a, b), c.multiply(a, b), c.divide(a, b), c.power(a, b), c.min(a, b), c.compare(a, b), a.compare_total(b), [
            s.__name__ for s in c.flags if c.flags[s]])
for spec in ('', '.2f', 'e', '.3e', 'g', '.3g', '%', '.1%', ',', '012,.2f', '+.4', '*^20', '>15.3f', '0=10', 'G', '.0f', 'z.1f'):
    print(spec, [format(D(v), spec) for v in ('1234567.891', '-0.04', '0', '1E+10', '0E-3', 'NaN', '1.5E-9', '99.995')])
print(getcontext(), repr(D('1.10')), D(0.1), D((1, (1, 2), -1)), D('3.14').as_tuple(), D('3.14').as_integer_ratio(), hash(D('1.5')),
      D('0.1') + D('0.2') == D('0.3'), D('1.1') > 1.05, D(1) == 1.0, 3 + D('.5'), 2 ** D(3), round(D('2.675'), 2), round(D('2.5')),
      pow(D(3), 5, 7), D('1.23').quantize(D('0.1'), rounding=ROUND_UP), sum([D('.1')] * 3), D(' 1_000.5 '), int(D('-3.7')))
with localcontext(prec=50) as c:
    print(D(2).sqrt(), D(1).exp(), D(2).ln(), D(2).log10(), D(2) ** D('0.5'), D(1) / 7, D(4) ** D('.5'))
for f in (lambda: D(1) / 0, lambda: D(0) / 0, lambda: D('x'), lambda: D(1) + 1.0, lambda: D(1) < 'a', lambda: D([1, 2]),
          lambda: D({}), lambda: D('sNaN') + 1, lambda: D('Inf') - D('Inf'), lambda: int(D('nan')), lambda: int(D('inf')),
          lambda: D('nan') > 1, lambda: Context(prec=0), lambda: D('1e1000000') * 10, lambda: D(2).quantize(D('1e-50')),
          lambda: decimal.setcontext(1), lambda: hash(D('sNaN')), lambda: format(D(1), 'd'), lambda: D((2, (1,), 0))):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)
print(pickle.loads(pickle.dumps(D('1.50'))), copy.deepcopy(D('2.0')), D('-0'), abs(D('-0')), -D(0), +D('1' * 40))

print(F(3, -6), F('0.125'), F('-3/4'), F('1e-2'), F(0.5), F(D('1.1')), repr(F(7, 3)), F(1, 3) + 1, F(1, 3) * 0.5, F(7, 3) // 1,
      F(7, 3) % 1, divmod(F(-7, 2), 2), F(2, 3) ** -2, F(1, 4) ** 0.5, 2 ** F(2), 1 - F(1, 3), round(F(5, 2)), round(F(22, 7), 2),
      F(22, 7).limit_denominator(5), F(3.14159265).limit_denominator(1000), hash(F(1, 2)) == hash(0.5), F(1, 2) == 0.5, F(1, 3) < 0.4,
      F(1, 2) + 1j, F(5, 3).__floor__(), F(-5, 3).__trunc__(), F(3, 2).as_integer_ratio(), pickle.loads(pickle.dumps(F(1, 3))))
for f in (lambda: F(1, 0), lambda: F('x'), lambda: F(1.5, 2), lambda: F('1/0'), lambda: F(1) / 0, lambda: F(0) ** -1, lambda: F([]),
          lambda: F.from_float('1'), lambda: F(1) + '1', lambda: F(float('nan')), lambda: F(1, 2).limit_denominator(0)):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)

data = [2.5, 3.25, 5.5, 11.5, 11.5]
print(st.mean(data), st.mean([1, 2, 4]), st.mean([F(1, 3), F(1, 2)]), st.mean([D('1.5'), D('2.25')]), st.fmean(data), st.fmean(
    [1, 2], [3, 1]), st.geometric_mean([1, 2, 4]), st.harmonic_mean([40, 60]), st.median(data), st.median([1, 4, 2, 3]),
    st.median_low([1, 2, 3, 4]), st.median_high([1, 2, 3, 4]), st.median_grouped([1, 2, 2, 3, 4, 4, 4], 1), st.mode('aabbc'),
    st.multimode('aabbc'), st.quantiles(data), st.quantiles(data, n=10, method='inclusive'), st.stdev(data), st.pstdev(data),
    st.variance(data), st.pvariance([1, 2, 3]), st.variance([D(1), D(2), D(4)]), st.stdev([D(1), D(2)]))
print(st.covariance([1, 2, 3], [1, 5, 7]), st.correlation([1, 2, 3], [1, 5, 7]), st.linear_regression([1, 2, 3], [2, 4, 7]),
      st.linear_regression([1, 2], [2, 4], proportional=True))
n = st.NormalDist(100, 15)
print(n, n.pdf(110), n.cdf(120), n.inv_cdf(0.975), n.inv_cdf(1e-9), n.quantiles(), n + 1, n * 2, n + n, -n, n.overlap(
    st.NormalDist(90, 10)), n.zscore(130), n.variance, n == st.NormalDist(100, 15), st.NormalDist.from_samples([1, 2, 4]))
for f in (lambda: st.mean([]), lambda: st.stdev([1]), lambda: st.median([]), lambda: st.mode([]), lambda: st.mean(['a']),
          lambda: st.quantiles([1]), lambda: st.correlation([1, 1], [1, 2]), lambda: st.harmonic_mean([-1, 2]), lambda: n.inv_cdf(2),
          lambda: st.geometric_mean([]), lambda: st.NormalDist(0, -1), lambda: st.covariance([1], [1, 2]), lambda: st.fmean([])):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)

inf, nan = float('inf'), float('nan')
for name in 'exp log log10 sqrt sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh'.split():
    row = []
    for z in (1 + 2j, -0.5, 0j, -1j, complex(0.0, -0.0), complex(inf, 1), complex(-inf, nan), complex(1, inf), 1e300 + 1e300j, 2):
        try:
            z = getattr(cmath, name)(z)
            row.append(f'{z.real:.10g} {z.imag:.10g}')
        except Exception as error:
            row.append(str(error))
    print(name, row)
print(cmath.polar(3 + 4j), cmath.phase(-1), cmath.rect(1, 0), cmath.isclose(1, 1 + 1e-12j), cmath.isnan(complex(nan, 1)), cmath.infj,
      cmath.isinf(complex(1, inf)), cmath.log(8, 2))
