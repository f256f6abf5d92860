"""Exact rational numbers."""
import math
import numbers
import operator
import sys

import _regex

__all__ = ['Fraction']

_DIGITS = r'\d+(?:_\d+)*'
_FORM = _regex.later(rf'\s*(?P<sign>[-+]?)(?=\d|\.\d)(?P<whole>(?:{_DIGITS})?)'
                   rf'(?:/(?P<below>{_DIGITS})|(?:\.(?P<places>(?:{_DIGITS})?))?(?:[eE](?P<power>[-+]?{_DIGITS}))?)\s*\Z')


def _parse(text):
    """The two integers that a text stands for: '3/4', '-1.25', '1e-3'."""
    found = _FORM.match(text)
    if found is None:
        raise ValueError(f'Invalid literal for Fraction: {text!r}')
    above, below = int(found['whole'] or '0'), 1
    if found['below']:
        below = int(found['below'])
    else:
        places = (found['places'] or '').replace('_', '')
        power = int(found['power'] or 0) - len(places)
        above = above * 10 ** len(places) + int(places or '0')
        if power >= 0:
            above *= 10 ** power
        else:
            below = 10 ** -power
    return (-above if found['sign'] == '-' else above), below


class Fraction(numbers.Rational):
    """A rational number in lowest terms: Fraction(numerator=0, denominator=1), of integers, rationals, floats, decimals
    or a text."""

    __slots__ = ('_numerator', '_denominator')

    def __new__(cls, numerator=0, denominator=None, *, _normalize=True):
        if denominator is None:
            if type(numerator) is int:
                return _make(cls, numerator, 1)
            if isinstance(numerator, numbers.Rational):
                return _make(cls, numerator.numerator, numerator.denominator)
            if isinstance(numerator, float) or _is_decimal(numerator):
                return _make(cls, *numerator.as_integer_ratio())
            if not isinstance(numerator, str):
                raise TypeError('argument should be a string or a Rational instance')
            above, below = _parse(numerator)
        elif type(numerator) is int is type(denominator):
            above, below = numerator, denominator
        elif isinstance(numerator, numbers.Rational) and isinstance(denominator, numbers.Rational):
            above = numerator.numerator * denominator.denominator
            below = denominator.numerator * numerator.denominator
        else:
            raise TypeError('both arguments should be Rational instances')
        if below == 0:
            raise ZeroDivisionError(f'Fraction({above}, 0)')
        return _reduced(above, below, cls) if _normalize else _make(cls, above, below)

    @classmethod
    def from_float(cls, f):
        """The exact value of a finite float (or integer)."""
        if isinstance(f, numbers.Integral):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError(f'{cls.__name__}.from_float() only takes floats, not {f!r} ({type(f).__name__})')
        return cls(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        """The exact value of a finite Decimal (or integer)."""
        if isinstance(dec, numbers.Integral):
            return cls(int(dec))
        if not _is_decimal(dec):
            raise TypeError(f'{cls.__name__}.from_decimal() only takes Decimals, not {dec!r} ({type(dec).__name__})')
        return cls(*dec.as_integer_ratio())

    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)

    def as_integer_ratio(self):
        """Numerator and positive denominator."""
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        """The nearest fraction whose denominator is not above a limit."""
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        if self._denominator <= max_denominator:
            return Fraction(self)
        # convergents of the continued fraction, until the denominator would be too large
        older, newer = (0, 1), (1, 0)
        above, below = self._numerator, self._denominator
        while True:
            quotient = above // below
            following = older[0] + quotient * newer[0], older[1] + quotient * newer[1]
            if following[1] > max_denominator:
                break
            older, newer = newer, following
            above, below = below, above - quotient * below
        times = (max_denominator - older[1]) // newer[1]
        between = older[0] + times * newer[0], older[1] + times * newer[1]
        # the convergent is nearer where twice the remainder's share does not exceed the whole
        if 2 * below * (older[1] + times * newer[1]) <= self._denominator:
            return Fraction(*newer)
        return Fraction(*between)

    def __repr__(self):
        return f'{type(self).__name__}({self._numerator}, {self._denominator})'

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f'{self._numerator}/{self._denominator}'

    def __pow__(a, b):
        if not isinstance(b, numbers.Rational):
            return float(a) ** b
        if b.denominator != 1:
            return float(a) ** float(b)
        power, above, below = b.numerator, a._numerator, a._denominator
        if power < 0:
            if above == 0:
                raise ZeroDivisionError(f'Fraction({below ** -power}, 0)')
            above, below, power = (below, above, -power) if above > 0 else (-below, -above, -power)
        return _make(Fraction, above ** power, below ** power)

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        if isinstance(a, numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        return a ** b._numerator if b._denominator == 1 else a ** float(b)

    def __pos__(a):
        return _make(Fraction, a._numerator, a._denominator)

    def __neg__(a):
        return _make(Fraction, -a._numerator, a._denominator)

    def __abs__(a):
        return _make(Fraction, abs(a._numerator), a._denominator)

    def __int__(a):
        return a.__trunc__()

    def __trunc__(a):
        return -(-a._numerator // a._denominator) if a._numerator < 0 else a._numerator // a._denominator

    def __floor__(a):
        return a._numerator // a._denominator

    def __ceil__(a):
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        """Half to even; a Fraction where a number of digits is given."""
        if ndigits is not None:
            scale = 10 ** abs(ndigits)
            return Fraction(round(self * scale), scale) if ndigits > 0 else Fraction(round(self / scale) * scale)
        whole, rest = divmod(self._numerator, self._denominator)
        return whole + (rest * 2 > self._denominator or (rest * 2 == self._denominator and whole % 2))

    def __hash__(self):
        try:
            inverse = pow(self._denominator, -1, sys.hash_info.modulus)
        except ValueError:
            value = sys.hash_info.inf
        else:
            value = hash(hash(abs(self._numerator)) * inverse)
        value = value if self._numerator >= 0 else -value
        return -2 if value == -1 else value

    def __eq__(a, b):
        if type(b) is int:
            return a._numerator == b and a._denominator == 1
        if isinstance(b, numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, numbers.Complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            return a == a.from_float(b) if math.isfinite(b) else 0.0 == b
        return NotImplemented

    def __bool__(a):
        return bool(a._numerator)

    def __reduce__(self):
        return type(self), (self._numerator, self._denominator)

    def __copy__(self):
        return self if type(self) is Fraction else type(self)(self._numerator, self._denominator)

    def __deepcopy__(self, memo):
        return self.__copy__()


def _is_decimal(value):
    decimal = sys.modules.get('decimal')
    return decimal is not None and isinstance(value, decimal.Decimal)


def _make(cls, above, below):
    self = object.__new__(cls)
    self._numerator, self._denominator = above, below
    return self


def _reduced(above, below, cls=Fraction):
    common = math.gcd(above, below)
    if below < 0:
        common = -common
    return _make(cls, above // common, below // common)


def _compare(operation):
    def compare(a, b):
        if isinstance(b, numbers.Rational):
            return operation(a._numerator * b.denominator, a._denominator * b.numerator)
        if isinstance(b, float):
            return operation(a, a.from_float(b)) if math.isfinite(b) else operation(0.0, b)
        return NotImplemented
    return compare


def _arithmetic(name, exact, plain):
    """The two methods of an operator: exact on rationals, and of floats and complex numbers beside them."""
    def forward(a, b):
        if isinstance(b, (int, Fraction)):
            return exact(a._numerator, a._denominator, b.numerator, b.denominator)
        if isinstance(b, float):
            return plain(float(a), b)
        if isinstance(b, complex):
            return plain(complex(a), b)
        return NotImplemented

    def reverse(b, a):
        if isinstance(a, numbers.Rational):
            return exact(a.numerator, a.denominator, b._numerator, b._denominator)
        if isinstance(a, numbers.Real):
            return plain(float(a), float(b))
        if isinstance(a, numbers.Complex):
            return plain(complex(a), complex(b))
        return NotImplemented

    for method, prefix in (forward, '__'), (reverse, '__r'):
        method.__name__ = f'{prefix}{name}__'
        method.__qualname__ = f'Fraction.{method.__name__}'
        setattr(Fraction, method.__name__, method)


def _divided(p, q, r, s):
    if r == 0:
        raise ZeroDivisionError(f'Fraction({p * s}, 0)')
    return _reduced(p * s, q * r)


def _divmod(p, q, r, s):
    quotient = (p * s) // (q * r)
    return quotient, _reduced(p * s - quotient * q * r, q * s)


for _name, _exact in {
        'add': lambda p, q, r, s: _reduced(p * s + r * q, q * s),
        'sub': lambda p, q, r, s: _reduced(p * s - r * q, q * s),
        'mul': lambda p, q, r, s: _reduced(p * r, q * s),
        'truediv': _divided,
        'floordiv': lambda p, q, r, s: (p * s) // (q * r),
        'mod': lambda p, q, r, s: _divmod(p, q, r, s)[1]}.items():
    _arithmetic(_name, _exact, getattr(operator, _name))
_arithmetic('divmod', _divmod, divmod)
for _name in 'lt', 'gt', 'le', 'ge':
    setattr(Fraction, f'__{_name}__', _compare(getattr(operator, _name)))
Fraction.__abstractmethods__ = frozenset()
del _name, _exact
