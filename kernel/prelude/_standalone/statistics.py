"""Statistics of numbers: averages, spread, relations of two series, the normal distribution."""
import math
import numbers
import random
import sys
from _statistics import _normal_dist_inv_cdf
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict, namedtuple
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from itertools import count, groupby, repeat
from operator import itemgetter, mul

__all__ = ['NormalDist', 'StatisticsError', 'correlation', 'covariance', 'fmean', 'geometric_mean', 'harmonic_mean',
           'linear_regression', 'mean', 'median', 'median_grouped', 'median_high', 'median_low', 'mode', 'multimode', 'pstdev',
           'pvariance', 'quantiles', 'stdev', 'variance']


class StatisticsError(ValueError):
    """The data do not have what is asked for."""


LinearRegression = namedtuple('LinearRegression', ('slope', 'intercept'))


# ---- exact sums

def _exact_ratio(x):
    """Numerator and denominator of a number; (it, None) where it is not finite."""
    ratio = getattr(x, 'as_integer_ratio', None)
    if ratio is not None:
        try:
            return ratio()
        except (OverflowError, ValueError):
            return x, None
    parts = [getattr(x, name, None) for name in ('numerator', 'denominator')]
    if None in parts:
        raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator")
    return tuple(parts)


def _coerce(T, S):
    """The type of results of two types: the derived one, float beside int, Fraction beside float."""
    if T is S or S is int or S is bool:
        return T
    if T is int or issubclass(S, T) and T is not bool and S is not bool:
        return S
    if issubclass(T, S):
        return T
    for left, right in (T, S), (S, T):
        if issubclass(left, int):
            return right
        if issubclass(left, Fraction) and issubclass(right, float):
            return right
    raise TypeError(f"don't know how to coerce {T.__name__} and {S.__name__}")


def _convert(value, T):
    """A fraction as a number of a type; what is no whole number is no integer."""
    if isinstance(value, T) and type(value) is T:
        return value
    kind = float if issubclass(T, int) and value.denominator != 1 else T
    if issubclass(kind, Decimal) and isinstance(value, Fraction):
        return kind(value.numerator) / value.denominator
    return kind(value)


def _moments(data, powers):
    """The type of the data, sums of their powers as fractions (or what is not finite), and their number."""
    number, types = 0, set()
    sums = [defaultdict(int) for _ in range(powers)]
    first = sums[0]
    for kind, values in groupby(data, type):
        types.add(kind)
        for above, below in map(_exact_ratio, values):
            number += 1
            first[below] += above
            if powers > 1:
                sums[1][below] += above * above
    totals = []
    for power, sum_ in enumerate(sums, 1):
        if None in sum_:
            totals.append(sum_[None])
        else:
            totals.append(sum((Fraction(above, below ** power) for below, above in sum_.items()), Fraction(0)))
    return reduce(_coerce, types, int), totals, number


def _sum(data):
    """(type, exact sum, number) of the data."""
    kind, (total,), number = _moments(data, 1)
    return kind, total, number


def _ss(data, c=None):
    """(type, sum of squared distances, centre, number): from the mean, or from a centre."""
    if c is not None:
        kind, (total,), number = _moments(((d := x - c) * d for x in data), 1)
        return kind, total, c, number
    kind, (total, squares), number = _moments(data, 2)
    if not number:
        return kind, Fraction(0), Fraction(0), 0
    if not isinstance(total, Fraction):
        return kind, total, total, number
    return kind, (number * squares - total * total) / number, total / number, number


def _isfinite(x):
    try:
        return x.is_finite()
    except AttributeError:
        return math.isfinite(x)


def _fail_neg(values, errmsg='negative value'):
    """The values, of which none may be negative."""
    for x in values:
        if x < 0:
            raise StatisticsError(errmsg)
        yield x


def _odd_root(n, m):
    """The square root of n / m, rounded down, made odd where it is inexact."""
    root = math.isqrt(n // m)
    return root | (root * root * m != n)


_integer_sqrt_of_frac_rto = _odd_root


def _float_sqrt_of_frac(n, m):
    """The square root of n / m, correctly rounded."""
    shift = (n.bit_length() - m.bit_length() - 109) // 2
    if shift >= 0:
        return float(_odd_root(n, m << 2 * shift) << shift)
    return _odd_root(n << -2 * shift, m) / (1 << -shift)


def _decimal_sqrt_of_frac(n, m):
    """The square root of n / m as a Decimal, correctly rounded."""
    if n <= 0:
        if not n:
            return Decimal('0.0')
        n, m = -n, -m
    root = (Decimal(n) / Decimal(m)).sqrt()
    above, below = root.as_integer_ratio()
    upper, lower = root.next_plus(), root.next_minus()
    for other, wanted in (upper, 1), (lower, -1):
        a, b = other.as_integer_ratio()
        middle = above * b + a * below
        if wanted * (4 * n * (below * b) ** 2 - m * middle ** 2) > 0:
            return other
    return root


def _data(data, least, message):
    """A list of the data, of which there must be some."""
    data = list(data)
    if len(data) < least:
        raise StatisticsError(message)
    return data


# ---- averages

def mean(data):
    """The arithmetic mean, exact for integers, fractions and decimals."""
    kind, total, number = _sum(data)
    if number < 1:
        raise StatisticsError('mean requires at least one data point')
    return _convert(total / number, kind)


def fmean(data, weights=None):
    """The arithmetic mean in floats; weights may be given."""
    try:
        number = len(data)
    except TypeError:
        data = list(data)
        number = len(data)
    if weights is None:
        if not number:
            raise StatisticsError('fmean requires at least one data point')
        return math.fsum(data) / number
    weights = list(weights)
    if number != len(weights):
        raise StatisticsError('data and weights must be the same length')
    below = math.fsum(weights)
    if not below:
        raise StatisticsError('sum of weights must be non-zero')
    return math.fsum(map(mul, data, weights)) / below


def geometric_mean(data):
    """The n-th root of the product, in floats."""
    try:
        return math.exp(fmean(map(math.log, data)))
    except ValueError:
        raise StatisticsError('geometric mean requires a non-empty dataset containing positive numbers') from None


def harmonic_mean(data, weights=None):
    """The reciprocal of the mean of reciprocals; weights may be given."""
    data = _data(iter(data), 1, 'harmonic_mean requires at least one data point')
    negative = 'harmonic mean does not support negative values'
    if len(data) == 1 and weights is None:
        x = data[0]
        if not isinstance(x, (numbers.Real, Decimal)):
            raise TypeError('unsupported type')
        if x < 0:
            raise StatisticsError(negative)
        return x
    if weights is None:
        weights, total = repeat(1, len(data)), len(data)
    else:
        weights = list(weights)
        if len(weights) != len(data):
            raise StatisticsError('Number of weights does not match data size')
        total = _sum(_fail_neg(weights, negative))[1]
    try:
        kind, below, _ = _sum(w / x if w else 0 for w, x in zip(weights, _fail_neg(data, negative)))
    except ZeroDivisionError:
        return 0
    if below <= 0:
        raise StatisticsError('Weighted sum must be positive')
    return _convert(total / below, kind)


# ---- the middle

def _middle(data, combine):
    data = sorted(data)
    if not data:
        raise StatisticsError('no median for empty data')
    half = len(data) // 2
    return data[half] if len(data) % 2 else combine(data[half - 1], data[half])


def median(data):
    """The middle value; the mean of the two middle ones of an even number."""
    return _middle(data, lambda low, high: (low + high) / 2)


def median_low(data):
    """The middle value; the lower one of an even number."""
    return _middle(data, lambda low, high: low)


def median_high(data):
    """The middle value; the higher one of an even number."""
    return _middle(data, lambda low, high: high)


def median_grouped(data, interval=1.0):
    """The median of continuous data that were grouped into intervals of a width around their values."""
    data = sorted(data)
    if not data:
        raise StatisticsError('no median for empty data')
    x = data[len(data) // 2]
    for value in x, interval:
        if isinstance(value, (str, bytes)):
            raise TypeError(f'expected a number but got {value!r}')
    below, above = bisect_left(data, x), bisect_right(data, x)
    try:
        interval, x = float(interval), float(x)
    except ValueError:
        raise TypeError('Value cannot be converted to a float') from None
    return x - interval / 2.0 + interval * (len(data) / 2 - below) / (above - below)


def mode(data):
    """The most frequent value, the first of several."""
    found = Counter(iter(data)).most_common(1)
    if not found:
        raise StatisticsError('no mode for empty data')
    return found[0][0]


def multimode(data):
    """All most frequent values in the order of their first occurrence."""
    counts = Counter(iter(data))
    most = max(counts.values(), default=0)
    return [value for value, number in counts.items() if number == most]


def quantiles(data, *, n=4, method='exclusive'):
    """The n - 1 cut points between n groups of equal probability; method: exclusive or inclusive."""
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(data)
    size = len(data)
    if size < 2:
        raise StatisticsError('must have at least two data points')
    if method == 'inclusive':
        span, base = size - 1, 0
    elif method == 'exclusive':
        span, base = size + 1, 1
    else:
        raise ValueError(f'Unknown method: {method!r}')
    cuts = []
    for i in range(1, n):
        low = i * span // n - base
        if base:
            low = min(max(low, 0), size - 2)
        part = i * span - (low + base) * n
        cuts.append((data[low] * (n - part) + data[low + 1] * part) / n)
    return cuts


# ---- spread

def _spread(data, centre, sample):
    kind, squares, _, number = _ss(data, centre)
    if number < 1 + sample:
        name = _spread.names[sample]
        raise StatisticsError(f"{name} requires at least {('one data point', 'two data points')[sample]}")
    return kind, squares / (number - sample)


_spread.names = 'pvariance', 'variance'


def variance(data, xbar=None):
    """The variance of a sample; its mean may be given."""
    kind, squares = _spread(data, xbar, 1)
    return _convert(squares, kind)


def pvariance(data, mu=None):
    """The variance of a population; its mean may be given."""
    kind, squares = _spread(data, mu, 0)
    return _convert(squares, kind)


def _root_of_spread(data, centre, sample):
    kind, squares, _, number = _ss(data, centre)
    if number < 1 + sample:
        what = ('pstdev requires at least one data point', 'stdev requires at least two data points')[sample]
        raise StatisticsError(what)
    mean_square = squares / (number - sample)
    if issubclass(kind, Decimal):
        return _decimal_sqrt_of_frac(mean_square.numerator, mean_square.denominator)
    if not isinstance(mean_square, (Fraction, int)):
        return math.sqrt(mean_square)
    return _float_sqrt_of_frac(mean_square.numerator, mean_square.denominator)


def stdev(data, xbar=None):
    """The standard deviation of a sample."""
    return _root_of_spread(data, xbar, 1)


def pstdev(data, mu=None):
    """The standard deviation of a population."""
    return _root_of_spread(data, mu, 0)


# ---- two series

def _pairs(x, y, name):
    number = len(x)
    if len(y) != number:
        raise StatisticsError(f'{name} requires that both inputs have same number of data points')
    if number < 2:
        raise StatisticsError(f'{name} requires at least two data points')
    return number, math.fsum(x) / number, math.fsum(y) / number


def covariance(x, y, /):
    """The covariance of two samples."""
    number, mean_x, mean_y = _pairs(x, y, 'covariance')
    return math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / (number - 1)


def correlation(x, y, /):
    """Pearson's coefficient of correlation."""
    _, mean_x, mean_y = _pairs(x, y, 'correlation')
    products = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y))
    square_x, square_y = (math.fsum((d := value - centre) * d for value in values) for values, centre in ((x, mean_x),
                                                                                                        (y, mean_y)))
    try:
        return products / math.sqrt(square_x * square_y)
    except ZeroDivisionError:
        raise StatisticsError('at least one of the inputs is constant') from None


def linear_regression(x, y, /, *, proportional=False):
    """Slope and intercept of the least squares line; through the origin where it is proportional."""
    if proportional:
        _pairs(x, y, 'linear regression')
        mean_x = mean_y = 0.0
        products = math.fsum(a * b for a, b in zip(x, y))
        squares = math.fsum(a * a for a in x)
    else:
        _, mean_x, mean_y = _pairs(x, y, 'linear regression')
        products = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y))
        squares = math.fsum((d := a - mean_x) * d for a in x)
    try:
        slope = products / squares
    except ZeroDivisionError:
        raise StatisticsError('x is constant') from None
    return LinearRegression(slope=slope, intercept=0.0 if proportional else mean_y - slope * mean_x)


# ---- the normal distribution


class NormalDist:
    """A normal distribution: NormalDist(mu=0.0, sigma=1.0)."""

    __slots__ = {'_mu': 'Arithmetic mean of a normal distribution', '_sigma': 'Standard deviation of a normal distribution'}

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError('sigma must be non-negative')
        self._mu, self._sigma = float(mu), float(sigma)

    @classmethod
    def from_samples(cls, data):
        """The distribution with mean and deviation of a sample."""
        data = list(data)
        return cls(mean(data), stdev(data)) if len(data) > 1 else cls(*_mean_stdev(data))

    def samples(self, n, *, seed=None):
        """A list of n random values."""
        draw = (random if seed is None else random.Random(seed)).gauss
        return [draw(self._mu, self._sigma) for _ in range(n)]

    def _spread(self, name):
        if not self._sigma:
            raise StatisticsError(f'{name}() not defined when sigma is zero')
        return self._sigma

    def pdf(self, x):
        """The density at x."""
        variance = self._sigma * self._sigma
        self._spread('pdf')
        distance = x - self._mu
        return math.exp(distance * distance / (-2.0 * variance)) / math.sqrt(math.tau * variance)

    def cdf(self, x):
        """The probability of values up to x."""
        return 0.5 * (1.0 + math.erf((x - self._mu) / (self._spread('cdf') * 1.4142135623730951)))

    def inv_cdf(self, p):
        """The value up to which lies a share p."""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError('p must be in the range 0.0 < p < 1.0')
        if self._sigma <= 0.0:
            raise StatisticsError('cdf() not defined when sigma at or below zero')
        return _normal_dist_inv_cdf(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        """The n - 1 cut points between n intervals of equal probability."""
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        """The area that two densities share."""
        if not isinstance(other, NormalDist):
            raise TypeError('Expected another NormalDist instance')
        near, far = sorted((self, other), key=lambda one: (one._sigma, one._mu))
        if not near.variance or not far.variance:
            raise StatisticsError('overlap() not defined when sigma is zero')
        difference, gap = far.variance - near.variance, math.fabs(far._mu - near._mu)
        if not difference:
            return 1.0 - math.erf(gap / (2.0 * near._sigma * 1.4142135623730951))
        start = near._mu * far.variance - far._mu * near.variance
        reach = near._sigma * far._sigma * math.sqrt(gap * gap + difference * math.log(far.variance / near.variance))
        cuts = (start + reach) / difference, (start - reach) / difference
        return 1.0 - (math.fabs(far.cdf(cuts[0]) - near.cdf(cuts[0])) + math.fabs(far.cdf(cuts[1]) - near.cdf(cuts[1])))

    def zscore(self, x):
        """How many deviations x lies from the mean."""
        return (x - self._mu) / self._spread('zscore')

    mean = median = mode = property(lambda self: self._mu, doc='The mean, which is median and mode too.')
    stdev = property(lambda self: self._sigma, doc='The standard deviation.')
    variance = property(lambda self: self._sigma * self._sigma, doc='The square of the standard deviation.')

    def _moved(self, other, sign):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + sign * other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + sign * other, self._sigma)

    def __add__(x1, x2):
        return x1._moved(x2, 1)

    __radd__ = __add__

    def __sub__(x1, x2):
        return x1._moved(x2, -1)

    def __rsub__(x1, x2):
        return -(x1 - x2)

    def __mul__(x1, x2):
        return NormalDist(x1._mu * x2, x1._sigma * math.fabs(x2))

    __rmul__ = __mul__

    def __truediv__(x1, x2):
        return NormalDist(x1._mu / x2, x1._sigma / math.fabs(x2))

    def __pos__(x1):
        return NormalDist(x1._mu, x1._sigma)

    def __neg__(x1):
        return NormalDist(-x1._mu, x1._sigma)

    def __eq__(x1, x2):
        return (x1._mu, x1._sigma) == (x2._mu, x2._sigma) if isinstance(x2, NormalDist) else NotImplemented

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f'{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})'

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state


def _mean_stdev(data):
    """Mean and deviation of a sample in one pass, as floats."""
    kind, squares, centre, number = _ss(data)
    if number < 2:
        raise StatisticsError('stdev requires at least two data points')
    mean_square = squares / (number - 1)
    try:
        return float(centre), _float_sqrt_of_frac(mean_square.numerator, mean_square.denominator)
    except AttributeError:
        return float(centre), float(centre) / float(squares)
