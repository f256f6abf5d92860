# needs: decimal fractions statistics
"""Decimals, fractions, statistics, and the notebook's numbers among them."""
import cmath
import decimal
import fractions
import itertools
import operator
import random
import statistics
from decimal import Decimal, ROUND_HALF_UP, getcontext, localcontext
from fractions import Fraction
from functools import reduce

print(Decimal('0.1') + Decimal('0.2'), Decimal(1) / 3, -Decimal(2), abs(Decimal('-1.50')), Decimal('1.10').normalize())
with localcontext() as context:
    context.prec = 5
    print(Decimal(2).sqrt(), Decimal(1) / 7)
print(getcontext().prec, Decimal('2.675').quantize(Decimal('0.01'), rounding=ROUND_HALF_UP), f'{Decimal("1234.5"):,.2f}')
print(sum([Decimal('1.1'), Decimal('2.2')]), max(Decimal(1), 2), sorted([Decimal('3'), 1, Decimal('2.5')]), round(Decimal('2.5')), int(Decimal('3.9')))
print(Decimal(3) == 3, 3 == Decimal(3), Decimal('0.5') < 1, 1 > Decimal('0.5'), hash(Decimal(3)) == hash(3), {Decimal(1): 'a'}[1], 2 ** Decimal(3), divmod(Decimal(7), 2))
for bad in (lambda: Decimal('abc'), lambda: Decimal(1) / 0, lambda: Decimal(1) + 1.5, lambda: Decimal(1) + 'x'):
    try:
        bad()
    except (ArithmeticError, TypeError) as error:
        print(type(error).__name__, error, isinstance(error, decimal.DecimalException))
print(Fraction(3, 6), Fraction('0.125'), Fraction(1, 3) + Fraction(1, 6), 2 * Fraction(1, 2), Fraction(7, 2) // 1, Fraction(1.5), float(Fraction(1, 4)))
print(reduce(operator.add, (Fraction(1, n) for n in range(1, 6))), sum(map(Fraction, ('1/2', '1/3'))), Fraction(1, 3).limit_denominator(2))
print([f'{x}' for x in sorted({Fraction(1, 2), 0.25, 1})], Fraction(1, 2) == .5, Fraction(5, 2).__floor__(), round(Fraction(5, 2)), Fraction(1, 2) ** 2)
print(repr(Fraction(1, 2)), Fraction(3, 4).numerator, Fraction(3, 4).as_integer_ratio(), complex(1, 2) + Fraction(1, 2))
data = [2, 4, 4, 4, 5, 5, 7, 9]
print(statistics.mean(data), statistics.pstdev(data), statistics.median(data), statistics.mode(data), statistics.quantiles(data, n=4), statistics.variance(data))
print(statistics.mean(Fraction(n, 2) for n in range(4)), statistics.fmean(map(float, data)), statistics.multimode('aabbc'), statistics.correlation([1, 2, 3], [2, 4, 7]))
line = statistics.linear_regression([1, 2, 3], [2, 4, 6])
print(line, line.slope, line._fields)
normal = statistics.NormalDist(10, 2)
print(normal, normal.cdf(12), normal + 5, normal.mean, statistics.NormalDist.from_samples(data).mean)
try:
    statistics.mean([])
except statistics.StatisticsError as error:
    print(type(error).__name__, error, isinstance(error, ValueError))
print(cmath.sqrt(-1), cmath.phase(1j), cmath.exp(cmath.pi * 1j).real)


class Money(Decimal):
    def __new__(cls, value, currency='EUR'):
        self = super().__new__(cls, value)
        self.currency = currency
        return self

    def __add__(self, other):
        if isinstance(other, Money) and other.currency != self.currency:
            raise ValueError('different currencies')
        return Money(super().__add__(other), self.currency)

    __radd__ = __add__

    def __str__(self):
        return f'{super().__str__()} {self.currency}'


print(Money('1.10') + Money('2.20'), sum([Money('1'), Money('2')]), Money(3) * 2, type(Money(3) + 1).__name__, isinstance(Money(1), Decimal))
try:
    Money(1, 'USD') + Money(1)
except ValueError as error:
    print(error)


class Half(Fraction):
    def __repr__(self):
        return f'Half({self.numerator}/{self.denominator})'


print(Half(1, 2), repr(Half(3, 6)), Half(1, 2) + 1, [Half(1, 2)], isinstance(Half(1), Fraction))


class Celsius(float):
    @property
    def fahrenheit(self):
        return self * 9 / 5 + 32


print(statistics.mean([Celsius(10), Celsius(20)]), Decimal(Celsius(.5)), Fraction(Celsius(.25)))
