"""Decimal floating point numbers (General Decimal Arithmetic): Decimal and Context, for the module decimal.

Coefficients are integers. An operation is a function of a context and operands; it notes in the context what happened
(`_note`), and `_settle` sets flags and raises what is trapped when the whole operation is done. The table at the end
makes the methods of both classes of them.
"""
import math as _math
import numbers as _numbers
import sys as _sys
from collections import namedtuple as _namedtuple

__all__ = ['Decimal', 'Context', 'DecimalTuple', 'DefaultContext', 'BasicContext', 'ExtendedContext', 'DecimalException',
           'Clamped', 'InvalidOperation', 'DivisionByZero', 'Inexact', 'Rounded', 'Subnormal', 'Overflow', 'Underflow',
           'FloatOperation', 'DivisionImpossible', 'InvalidContext', 'ConversionSyntax', 'DivisionUndefined', 'ROUND_DOWN',
           'ROUND_HALF_UP', 'ROUND_HALF_EVEN', 'ROUND_CEILING', 'ROUND_FLOOR', 'ROUND_UP', 'ROUND_HALF_DOWN', 'ROUND_05UP',
           'setcontext', 'getcontext', 'localcontext', 'MAX_PREC', 'MAX_EMAX', 'MIN_EMIN', 'MIN_ETINY', 'HAVE_THREADS',
           'HAVE_CONTEXTVAR']
__version__, __libmpdec_version__ = '1.70', '2.5.1'

_ROUNDINGS = ('ROUND_UP', 'ROUND_DOWN', 'ROUND_CEILING', 'ROUND_FLOOR', 'ROUND_HALF_UP', 'ROUND_HALF_DOWN', 'ROUND_HALF_EVEN',
              'ROUND_05UP')
globals().update({_name: _name for _name in _ROUNDINGS})
MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN, MIN_ETINY = -MAX_EMAX, -1999999999999999997
HAVE_THREADS = HAVE_CONTEXTVAR = True

DecimalTuple = _namedtuple('DecimalTuple', 'sign digits exponent', module='decimal')


class DecimalException(ArithmeticError):
    """The base of all signals."""


def _signal(name, *bases, doc):
    return type(name, bases or (DecimalException,), {'__module__': 'decimal', '__doc__': doc})


Clamped = _signal('Clamped', doc='An exponent was changed to fit the context.')
InvalidOperation = _signal('InvalidOperation', doc='The operation has no defined result.')
ConversionSyntax = _signal('ConversionSyntax', InvalidOperation, doc='A text is no number.')
DivisionByZero = _signal('DivisionByZero', DecimalException, ZeroDivisionError, doc='A finite number was divided by zero.')
DivisionImpossible = _signal('DivisionImpossible', InvalidOperation, doc='An integer quotient has too many digits.')
DivisionUndefined = _signal('DivisionUndefined', InvalidOperation, ZeroDivisionError, doc='Zero was divided by zero.')
Inexact = _signal('Inexact', doc='Digits other than zero were rounded off.')
InvalidContext = _signal('InvalidContext', InvalidOperation, doc='A context that the operation cannot use.')
Rounded = _signal('Rounded', doc='Digits were rounded off.')
Subnormal = _signal('Subnormal', doc='The exponent is below Emin before rounding.')
Overflow = _signal('Overflow', Inexact, Rounded, doc='The result is too large for the context.')
Underflow = _signal('Underflow', Inexact, Rounded, Subnormal, doc='The result is subnormal and inexact.')
FloatOperation = _signal('FloatOperation', DecimalException, TypeError, doc='A float was used where decimals are expected.')

# In the order in which a trapped one is chosen, and shown.
_ORDER = InvalidOperation, FloatOperation, DivisionByZero, Overflow, Underflow, Subnormal, Inexact, Rounded, Clamped
# and as the settings of a context list them
_LISTED = (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded, Subnormal, Underflow)
_CONDITIONS = {ConversionSyntax: InvalidOperation, DivisionImpossible: InvalidOperation,
               DivisionUndefined: InvalidOperation, InvalidContext: InvalidOperation}
_CHUNK = 4000


# ---- integers and their digits

def _length(number):
    """The number of decimal digits."""
    if number < 10 ** 18:
        return len(str(number))
    guess = int((number.bit_length() - 1) * 0.30102999566398119521)
    return guess + 1 + (number >= 10 ** (guess + 1))


def _text(number):
    """Its digits, however many."""
    if number.bit_length() < 13000:
        return str(number)
    half = _length(number) // 2
    above, below = divmod(number, 10 ** half)
    return _text(above) + _text(below).rjust(half, '0')


def _number(digits):
    """The integer of a text of digits, however many."""
    if len(digits) <= _CHUNK:
        return int(digits or '0')
    half = len(digits) // 2
    return _number(digits[:-half]) * 10 ** half + _number(digits[-half:])


def _round_away(rounding, sign, kept, rest, half):
    """Whether a coefficient is increased whose dropped part is rest of 2 * half."""
    if not rest:
        return False
    if rounding == 'ROUND_HALF_EVEN':
        return rest > half or (rest == half and kept & 1)
    if rounding == 'ROUND_HALF_UP':
        return rest >= half
    if rounding == 'ROUND_HALF_DOWN':
        return rest > half
    if rounding == 'ROUND_05UP':
        return kept % 5 == 0
    return rounding in ('ROUND_UP', 'ROUND_FLOOR' if sign else 'ROUND_CEILING')


def _drop(rounding, sign, coefficient, count):
    """A coefficient without its last digits, rounded, and whether that was inexact."""
    if count > _length(coefficient) + 1:
        kept, rest, half = 0, 1 if coefficient else 0, 2
    else:
        unit = 10 ** count
        kept, rest = divmod(coefficient, unit)
        half = unit >> 1
    return kept + bool(_round_away(rounding, sign, kept, rest, half)), rest != 0


# ---- contexts

class _Signals(dict):
    """Flags or traps: a mapping of the signals to bools."""

    def __repr__(self):
        return '{' + ', '.join(f'{signal!r}:{self[signal]!r}' for signal in _ORDER) + '}'

    def __setitem__(self, signal, value):
        if signal not in self:
            raise KeyError('invalid error flag')
        super().__setitem__(signal, bool(value))

    def __delitem__(self, signal):
        raise ValueError('signal keys cannot be deleted')

    def copy(self):
        return dict(self)


def _signals(chosen):
    if isinstance(chosen, dict):
        if len(chosen) != len(_ORDER) or any(signal not in chosen for signal in _ORDER):
            raise KeyError('invalid signal dict')
        return _Signals({signal: bool(chosen[signal]) for signal in _ORDER})
    chosen = list(chosen)
    if any(signal not in _ORDER for signal in chosen):
        raise TypeError('valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n   '
                        'Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]')
    return _Signals({signal: signal in chosen for signal in _ORDER})


_LIMITS = {'prec': (1, MAX_PREC, 'valid range for prec is [1, MAX_PREC]'),
           'Emin': (MIN_EMIN, 0, 'valid range for Emin is [MIN_EMIN, 0]'),
           'Emax': (0, MAX_EMAX, 'valid range for Emax is [0, MAX_EMAX]'),
           'capitals': (0, 1, 'valid values for capitals are 0 or 1'),
           'clamp': (0, 1, 'valid values for clamp are 0 or 1')}
_SETTINGS = 'prec', 'rounding', 'Emin', 'Emax', 'capitals', 'clamp', 'flags', 'traps'


class Context:
    """How is calculated: prec, rounding, Emin, Emax, capitals, clamp, flags and traps."""

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None,
                 **other):
        for name in other:
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
        given = dict(zip(_SETTINGS, (prec, rounding, Emin, Emax, capitals, clamp, flags, traps)))
        base = globals().get('DefaultContext')
        self._noted = []
        for name in _SETTINGS:
            value = given[name]
            if value is None:
                value = getattr(base, name) if base is not None and name != 'flags' else []
            setattr(self, name, value)

    def __setattr__(self, name, value):
        if name in _LIMITS:
            low, high, message = _LIMITS[name]
            if not isinstance(value, int):
                raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer"
                                if not hasattr(type(value), '__index__') else 'an integer is required')
            if not low <= value <= high:
                raise ValueError(message)
            value = int(value)
        elif name == 'rounding':
            if not isinstance(value, str) or value not in _ROUNDINGS:
                raise TypeError('valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   '
                                'ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]')
        elif name in ('flags', 'traps'):
            if not isinstance(value, (list, dict)):
                raise TypeError('argument must be a signal dict')
            value = _signals(value)
        elif name != '_noted' and type(self) is Context:
            raise AttributeError(f"'decimal.Context' object has no attribute '{name}'")
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        raise AttributeError('context attributes cannot be deleted')

    def __repr__(self):
        shown = [f'{name}={getattr(self, name)}' for name in _SETTINGS[:6]]
        for name in 'flags', 'traps':
            listed = getattr(self, name)
            shown.append(f"{name}=[{', '.join(signal.__name__ for signal in _LISTED if listed[signal])}]")
        return f"Context({', '.join(shown)})"

    def __reduce__(self):
        values = [getattr(self, name) for name in _SETTINGS[:6]]
        values += [[signal for signal in _ORDER if getattr(self, name)[signal]] for name in ('flags', 'traps')]
        return type(self), tuple(values)

    def copy(self):
        """A context of its own with the same settings and flags."""
        made = Context(*[getattr(self, name) for name in _SETTINGS[:6]])
        made.flags, made.traps = dict(self.flags), dict(self.traps)
        return made

    __copy__ = copy

    def clear_flags(self):
        """Clears all flags."""
        self.flags = []

    def clear_traps(self):
        """Clears all traps."""
        self.traps = []

    def Etiny(self):
        """The lowest exponent of a subnormal number: Emin - prec + 1."""
        return int(self.Emin - self.prec + 1)

    def Etop(self):
        """The highest exponent of a number with prec digits: Emax - prec + 1."""
        return int(self.Emax - self.prec + 1)

    def radix(self):
        """10."""
        return Decimal(10)

    def _note(self, *signals):
        self._noted.extend(signals)

    def _invalid(self, condition=InvalidOperation):
        self._noted.append(condition)
        return _NAN

    def _settle(self):
        """Sets flags and raises what is trapped of what was noted."""
        noted = set(self._noted)
        self._noted.clear()
        trapped = []
        for signal in _ORDER:
            conditions = [what for what in noted if what is signal or _CONDITIONS.get(what) is signal]
            if conditions:
                dict.__setitem__(self.flags, signal, True)
                if self.traps[signal]:
                    trapped.append((signal, conditions))
        if trapped:
            raised = [what for _, conditions in trapped for what in conditions]
            raise trapped[0][0](raised)

    def _widened(self, digits):
        """A context without traps and limits for intermediate results."""
        return Context(prec=digits, rounding='ROUND_HALF_EVEN', Emin=MIN_EMIN, Emax=MAX_EMAX, clamp=0, traps=[])

    def create_decimal(self, num='0', /):
        """A Decimal, rounded to this context."""
        if isinstance(num, str):
            found = None if num != num.strip() or '_' in num else _from_text(num)
            value = self._invalid(ConversionSyntax) if found is None else found
        else:
            value = Decimal(num, self)
        if value._kind:
            if value._kind != 'F' and _length(value._int) > self.prec - self.clamp and value._int:
                value = self._invalid(ConversionSyntax)
        else:
            value = _finish(self, value._sign, value._int, value._exp)
        self._settle()
        return value

    def create_decimal_from_float(self, f, /):
        """A Decimal of a float, rounded to this context."""
        value = _plus_round(self, Decimal.from_float(f))
        self._settle()
        return value

    def to_sci_string(self, x, /):
        """The text of a number."""
        return _shown(_operand(x), self)

    def to_eng_string(self, x, /):
        """Its text with an exponent that is a multiple of 3."""
        return _shown(_operand(x), self, True)


def _operand(value):
    """The argument of a context's method as a Decimal."""
    if type(value) is int or isinstance(value, int):
        return Decimal(value)
    if isinstance(value, Decimal):
        return value
    raise TypeError(f'conversion from {type(value).__name__} to Decimal is not supported')


_variable = None


def getcontext():
    """The context of the current thread or task."""
    global _variable
    if _variable is None:
        import contextvars
        _variable = contextvars.ContextVar('decimal_context')
    context = _variable.get(None)
    if context is None:
        context = DefaultContext.copy()
        _variable.set(context)
    return context


def setcontext(context, /):
    """Makes a context that of the current thread or task."""
    if not isinstance(context, Context):
        raise TypeError('argument must be a context')
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context.clear_flags()
    getcontext()
    _variable.set(context)


class _LocalContext:
    """The context of a with statement, and the former one afterwards."""

    def __init__(self, context):
        self._context = context

    def __enter__(self):
        self._saved = getcontext()
        setcontext(self._context)
        return self._context

    def __exit__(self, *exception):
        setcontext(self._saved)


def localcontext(ctx=None, **kwargs):
    """A context for the body of a with statement: a copy of one, with settings changed."""
    context = getcontext() if ctx is None else ctx
    if not isinstance(context, Context):
        raise TypeError('optional argument must be a context')
    context = context.copy()
    for name, value in kwargs.items():
        if name not in _SETTINGS:
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
        setattr(context, name, value)
    return _LocalContext(context)


# ---- numbers

def _make(sign, coefficient, exponent, kind='', cls=None):
    self = object.__new__(Decimal if cls is None else cls)
    self._sign, self._int, self._exp, self._kind = sign, coefficient, exponent, kind
    return self


_pattern = None


def _from_text(text):
    """The Decimal of a text; None of what is no number."""
    global _pattern
    if _pattern is None:
        import re
        _pattern = re.compile(r'([-+]?)(?:(?=\d|\.\d)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?|(inf(?:inity)?)|(s?nan)(\d*))\Z',
                              re.IGNORECASE)
    found = _pattern.match(text.strip().replace('_', ''))
    if found is None:
        return None
    sign, whole, places, power, infinite, nan, payload = found.groups()
    sign = int(sign == '-')
    if infinite:
        return _make(sign, 0, 0, 'F')
    if nan:
        return _make(sign, _number(payload), 0, 'N' if nan[0] in 'sS' else 'n')
    places = places or ''
    power = _number(power.lstrip('+-')) * (-1 if power[0] == '-' else 1) if power else 0
    exponent = power - len(places)
    coefficient = _number(whole + places)
    if coefficient and exponent + _length(coefficient) - 1 > MAX_EMAX or abs(exponent) > 2 * MAX_EMAX:
        if not coefficient:
            return _make(sign, 0, MAX_EMAX if exponent > 0 else MIN_ETINY)
        return None
    return _make(sign, coefficient, exponent)


class Decimal:
    """A decimal number: Decimal(value='0'), of a text, an integer, a float, a tuple (sign, digits, exponent)."""

    __slots__ = ('_sign', '_int', '_exp', '_kind', '__weakref__')

    def __new__(cls, value='0', context=None):
        if context is not None and not isinstance(context, Context):
            raise TypeError('optional argument must be a context')
        if isinstance(value, str):
            made = _from_text(value)
            if made is None:
                context = context or getcontext()
                made = context._invalid(ConversionSyntax)
                context._settle()
        elif isinstance(value, int):
            value = int(value)
            made = _make(int(value < 0), abs(value), 0)
        elif isinstance(value, Decimal):
            if type(value) is cls is Decimal:
                return value
            made = value
        elif isinstance(value, float):
            context = context or getcontext()
            context._note(FloatOperation)
            context._settle()
            made = cls.from_float(value)
        elif isinstance(value, (tuple, list)):
            made = _from_tuple(value)
        else:
            raise TypeError(f'conversion from {type(value).__name__} to Decimal is not supported')
        return made if type(made) is cls else _make(made._sign, made._int, made._exp, made._kind, cls)

    @classmethod
    def from_float(cls, f, /):
        """The exact value of a float or an integer."""
        if isinstance(f, int):
            made = _make(int(f < 0), abs(int(f)), 0)
        elif not isinstance(f, float):
            raise TypeError('argument must be int or float')
        elif _math.isnan(f):
            made = _make(int(_math.copysign(1.0, f) < 0), 0, 0, 'n')
        elif _math.isinf(f):
            made = _make(int(f < 0), 0, 0, 'F')
        else:
            above, below = abs(f).as_integer_ratio()
            power = below.bit_length() - 1
            made = _make(int(_math.copysign(1.0, f) < 0), above * 5 ** power, -power)
        return made if cls is Decimal else cls(made)

    def __repr__(self):
        return f"Decimal('{_shown(self, getcontext())}')"

    def __str__(self):
        return _shown(self, getcontext())

    def to_eng_string(self, context=None):
        """The text with an exponent that is a multiple of 3."""
        return _shown(self, context or getcontext(), True)

    def __reduce__(self):
        return type(self), (str(self),)

    def __copy__(self):
        return self if type(self) is Decimal else type(self)(self)

    def __deepcopy__(self, memo):
        return self.__copy__()

    def as_tuple(self):
        """Sign, digits and exponent."""
        if self._kind == 'F':
            return DecimalTuple(self._sign, (0,), 'F')
        digits = () if self._kind and not self._int else tuple(map(int, _text(self._int)))
        return DecimalTuple(self._sign, digits, self._kind or self._exp)

    def as_integer_ratio(self):
        """Numerator and denominator, in lowest terms."""
        if self._kind:
            if self._kind == 'F':
                raise OverflowError('cannot convert Infinity to integer ratio')
            raise ValueError('cannot convert NaN to integer ratio')
        if not self._int:
            return 0, 1
        above, below = (self._int * 10 ** self._exp, 1) if self._exp >= 0 else (self._int, 10 ** -self._exp)
        common = _math.gcd(above, below)
        return (-above if self._sign else above) // common, below // common

    def adjusted(self):
        """The exponent of the first digit."""
        return 0 if self._kind else self._exp + _length(self._int) - 1

    def __bool__(self):
        return bool(self._kind or self._int)

    def __hash__(self):
        if self._kind == 'N':
            raise TypeError('Cannot hash a signaling NaN value')
        if self._kind == 'n':
            return object.__hash__(self)
        modulus = _sys.hash_info.modulus
        if self._kind:
            value = _sys.hash_info.inf
        else:
            value = self._int * pow(10, self._exp, modulus) % modulus
        value = -value if self._sign else value
        return -2 if value == -1 else value

    def __float__(self):
        if self._kind == 'N':
            raise ValueError('cannot convert signaling NaN to float')
        if self._kind:
            return _math.copysign(float('nan' if self._kind == 'n' else 'inf'), -1.0 if self._sign else 1.0)
        digits = self._int
        if digits < 10 ** 800:
            return float(f"{'-' if self._sign else ''}{digits}e{self._exp}")
        extra = _length(digits) - 800
        return float(f"{'-' if self._sign else ''}{digits // 10 ** extra}1e{self._exp + extra - 1}")

    def __complex__(self):
        return complex(float(self))

    def __int__(self):
        if self._kind:
            if self._kind == 'F':
                raise OverflowError('cannot convert Infinity to integer')
            raise ValueError('cannot convert NaN to integer')
        size = self._int * 10 ** self._exp if self._exp >= 0 else self._int // 10 ** min(-self._exp, _length(self._int))
        return -size if self._sign else size

    __trunc__ = __int__

    def _to_int(self, rounding):
        int(self) if self._kind else None
        size = self._int * 10 ** self._exp if self._exp >= 0 else _drop(rounding, self._sign, self._int, -self._exp)[0]
        return -size if self._sign else size

    def __floor__(self):
        return self._to_int('ROUND_FLOOR')

    def __ceil__(self):
        return self._to_int('ROUND_CEILING')

    def __round__(self, n=None):
        if n is None:
            return self._to_int('ROUND_HALF_EVEN')
        if not isinstance(n, int):
            raise TypeError('optional arg must be an integer')
        context = getcontext()
        value = _quantize(context, self, _make(0, 1, -n), 'ROUND_HALF_EVEN')
        context._settle()
        return value

    real = property(lambda self: self)
    imag = property(lambda self: Decimal(0))

    def conjugate(self):
        """Itself."""
        return self

    canonical = conjugate

    def radix(self):
        """10."""
        return Decimal(10)

    def is_canonical(self):
        """True."""
        return True

    def is_finite(self):
        """Whether it is no infinity and no NaN."""
        return not self._kind

    def is_infinite(self):
        """Whether it is infinite."""
        return self._kind == 'F'

    def is_nan(self):
        """Whether it is a NaN, quiet or signaling."""
        return self._kind in ('n', 'N')

    def is_qnan(self):
        """Whether it is a quiet NaN."""
        return self._kind == 'n'

    def is_snan(self):
        """Whether it is a signaling NaN."""
        return self._kind == 'N'

    def is_signed(self):
        """Whether its sign is negative."""
        return bool(self._sign)

    def is_zero(self):
        """Whether it is zero."""
        return not self._kind and not self._int

    def is_normal(self, context=None):
        """Whether it is finite, not zero and not subnormal."""
        return bool(not self._kind and self._int and self.adjusted() >= (context or getcontext()).Emin)

    def is_subnormal(self, context=None):
        """Whether its exponent is below Emin."""
        return bool(not self._kind and self._int and self.adjusted() < (context or getcontext()).Emin)

    def number_class(self, context=None):
        """One of sNaN NaN -Infinity -Normal -Subnormal -Zero +Zero +Subnormal +Normal +Infinity."""
        if self.is_nan():
            return 'sNaN' if self._kind == 'N' else 'NaN'
        what = 'Infinity' if self._kind else 'Zero' if not self._int else ('Subnormal' if self.is_subnormal(context)
                                                                          else 'Normal')
        return '+-'[self._sign] + what

    def copy_abs(self):
        """It without its sign; nothing is rounded."""
        return _make(0, self._int, self._exp, self._kind)

    def copy_negate(self):
        """It with the other sign; nothing is rounded."""
        return _make(1 - self._sign, self._int, self._exp, self._kind)

    def copy_sign(self, other, context=None):
        """It with the sign of another."""
        return _make(_operand(other)._sign, self._int, self._exp, self._kind)

    def same_quantum(self, other, context=None):
        """Whether both have the same exponent, or both are infinite, or NaN."""
        other = _operand(other)
        if self._kind or other._kind:
            return self.is_nan() and other.is_nan() or self._kind == other._kind == 'F'
        return self._exp == other._exp

    def compare_total(self, other, context=None):
        """Compares by the total order of representations."""
        a, b = _total_key(self), _total_key(_operand(other))
        return Decimal((a > b) - (a < b))

    def compare_total_mag(self, other, context=None):
        """Compares representations without signs."""
        return self.copy_abs().compare_total(_operand(other).copy_abs())

    def __eq__(self, other):
        return _rich(self, other, '==')

    def __lt__(self, other):
        return _rich(self, other, '<')

    def __le__(self, other):
        return _rich(self, other, '<=')

    def __gt__(self, other):
        return _rich(self, other, '>')

    def __ge__(self, other):
        return _rich(self, other, '>=')

    def __format__(self, specifier, /):
        return _formatted(self, specifier)


_numbers.Number.register(Decimal)
_NAN = _make(0, 0, 0, 'n')


def _from_tuple(value):
    if len(value) != 3:
        raise ValueError('argument must be a sequence of length 3')
    sign, digits, exponent = value
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError('sign must be an integer with the value 0 or 1')
    if isinstance(exponent, str):
        if exponent not in ('F', 'n', 'N'):
            raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
        kind = exponent
    elif isinstance(exponent, int):
        kind = ''
    else:
        raise ValueError('exponent must be an integer')
    if not isinstance(digits, (tuple, list)):
        raise ValueError('coefficient must be a tuple of digits')
    if any(not isinstance(digit, int) or not 0 <= digit <= 9 for digit in digits):
        raise ValueError('coefficient must be a tuple of digits')
    number = _number(''.join(map(str, map(int, digits))))
    return _make(int(sign), 0 if kind == 'F' else number, 0 if kind else int(exponent), kind)


def _shown(value, context, engineering=False):
    """The text of a number: scientific, or engineering notation."""
    sign = '-' if value._sign else ''
    if value._kind:
        if value._kind == 'F':
            return f'{sign}Infinity'
        return f"{sign}{'s' if value._kind == 'N' else ''}NaN{_text(value._int) if value._int else ''}"
    digits, exponent = _text(value._int), value._exp
    left = exponent + len(digits)                           # digits left of the point
    if exponent <= 0 and left > -6:
        point = left
    elif not engineering:
        point = 1
    elif value._int:
        point = (left - 1) % 3 + 1
    else:
        point = (left + 1) % 3 - 1
    if point <= 0:
        text = f"0.{'0' * -point}{digits}"
    elif point >= len(digits):
        text = digits + '0' * (point - len(digits))
    else:
        text = f'{digits[:point]}.{digits[point:]}'
    if left != point:
        text += f"{'E' if context.capitals else 'e'}{left - point:+d}"
    return sign + text


# ---- rounding, NaNs, comparison

def _overflow(c, sign):
    c._note(Overflow, Inexact, Rounded)
    away = c.rounding in ('ROUND_HALF_EVEN', 'ROUND_HALF_UP', 'ROUND_HALF_DOWN', 'ROUND_UP')
    if away or c.rounding == ('ROUND_FLOOR' if sign else 'ROUND_CEILING'):
        return _make(sign, 0, 0, 'F')
    return _make(sign, 10 ** c.prec - 1, c.Emax - c.prec + 1)


def _finish(c, sign, coefficient, exponent):
    """The result of an operation in a context: rounded, within its exponents."""
    tiny, top = c.Emin - c.prec + 1, c.Emax - c.prec + 1
    if not coefficient:
        fitting = min(max(exponent, tiny), top if c.clamp else c.Emax)
        if fitting != exponent:
            c._note(Clamped)
        return _make(sign, 0, fitting)
    least = exponent + _length(coefficient) - c.prec
    if least > top:
        return _overflow(c, sign)
    subnormal = least < tiny
    least = max(least, tiny)
    if exponent < least:
        coefficient, inexact = _drop(c.rounding, sign, coefficient, least - exponent)
        if _length(coefficient) > c.prec:
            coefficient, least = coefficient // 10, least + 1
        if least > top:
            return _overflow(c, sign)
        c._note(Rounded)
        if inexact:
            c._note(Inexact)
        if subnormal:
            c._note(Subnormal)
            if inexact:
                c._note(Underflow)
        if not coefficient:
            c._note(Clamped)
        exponent = least
    elif subnormal:
        c._note(Subnormal)
    if c.clamp and exponent > top:
        c._note(Clamped)
        coefficient, exponent = coefficient * 10 ** (exponent - top), top
    return _make(sign, coefficient, exponent)


def _nan_of(c, *operands):
    """The NaN that an operation gives if an operand is one, else None."""
    found = None
    for operand in operands:
        if operand._kind == 'N':
            c._note(InvalidOperation)
            found = operand
            break
        if operand._kind == 'n' and found is None:
            found = operand
    if found is None:
        return None
    room = c.prec - c.clamp
    payload = found._int % 10 ** room if _length(found._int) > room else found._int
    return _make(found._sign, payload, 0, 'n')


def _order(a, b):
    """-1, 0 or 1 of two numbers that are no NaNs."""
    if a._kind or b._kind:
        sides = [0 if not x._kind else -1 if x._sign else 1 for x in (a, b)]
        return (sides[0] > sides[1]) - (sides[0] < sides[1])
    if not a._int or not b._int:
        left, right = (0 if not x._int else -1 if x._sign else 1 for x in (a, b))
        return (left > right) - (left < right)
    if a._sign != b._sign:
        return -1 if a._sign else 1
    sign = -1 if a._sign else 1
    heights = a.adjusted(), b.adjusted()
    if heights[0] != heights[1]:
        return sign if heights[0] > heights[1] else -sign
    low = min(a._exp, b._exp)
    left, right = a._int * 10 ** (a._exp - low), b._int * 10 ** (b._exp - low)
    return sign * ((left > right) - (left < right))


_RICH = {'<': lambda order: order < 0, '<=': lambda order: order <= 0, '>': lambda order: order > 0,
         '>=': lambda order: order >= 0, '==': lambda order: order == 0}


def _rich(a, other, operator):
    context = getcontext()
    if isinstance(other, Decimal):
        b = other
    elif isinstance(other, int):
        b = Decimal(other)
    elif isinstance(other, float) or (operator == '==' and isinstance(other, complex) and other.imag == 0):
        context._note(FloatOperation)
        if operator == '==':
            dict.__setitem__(context.flags, FloatOperation, True)
            context._noted.clear()
        context._settle()
        b = Decimal.from_float(other.real)
    elif isinstance(other, _numbers.Rational):
        if a._kind:
            b = Decimal(0)
        else:
            b = _make(int(other.numerator < 0), abs(int(other.numerator)), 0)
            a = _make(a._sign, a._int * int(other.denominator), a._exp)
    elif type(other) is str and operator != '==':
        raise TypeError(f"'{operator}' not supported between instances of 'decimal.Decimal' and 'str'")
    else:
        return NotImplemented
    kinds = a._kind, b._kind
    if 'n' in kinds or 'N' in kinds:
        if operator != '==' or 'N' in kinds:
            context._note(InvalidOperation)
            context._settle()
        return False
    return _RICH[operator](_order(a, b))


def _total_key(value):
    sign = -1 if value._sign else 1
    rank = {'': 0, 'F': 1, 'N': 2, 'n': 3}[value._kind]
    if value._kind:
        return (sign, sign * rank, sign * value._int, 0)
    # equal numbers are ordered by their exponents
    return (sign, 0, _Ordered(value), sign * value._exp)


class _Ordered:
    """A finite number as part of a key."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return _order(self.value, other.value) == 0

    def __lt__(self, other):
        return _order(self.value, other.value) < 0

    def __gt__(self, other):
        return _order(self.value, other.value) > 0


def _compare(c, a, b):
    nan = _nan_of(c, a, b)
    return Decimal(_order(a, b)) if nan is None else nan


def _compare_signal(c, a, b):
    if a.is_nan() or b.is_nan():
        c._note(InvalidOperation)
    return _compare(c, a, b)


# ---- arithmetic

def _plus_round(c, a):
    """A number in a context, with its sign."""
    nan = _nan_of(c, a)
    if nan is not None:
        return nan
    return a if a._kind else _finish(c, a._sign, a._int, a._exp)


def _plus(c, a):
    if not a._kind and not a._int:
        return _finish(c, int(c.rounding == 'ROUND_FLOOR') & a._sign, 0, a._exp)
    return _plus_round(c, a)


def _minus(c, a):
    nan = _nan_of(c, a)
    return _plus(c, a.copy_negate()) if nan is None else nan


def _abs(c, a):
    nan = _nan_of(c, a)
    return nan if nan is not None else _plus_round(c, a.copy_abs())


def _add(c, a, b):
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan
    if a._kind or b._kind:
        if a._kind and b._kind and a._sign != b._sign:
            return c._invalid()
        return a if a._kind else b
    return _add_finite(c, a._sign, a._int, a._exp, b._sign, b._int, b._exp)


def _add_finite(c, s1, c1, e1, s2, c2, e2):
    if e1 < e2:
        s1, c1, e1, s2, c2, e2 = s2, c2, e2, s1, c1, e1
    # the first has the higher exponent; what lies far below its last kept digit counts as a little
    gap = e1 - e2
    if gap:
        if c1:
            reach = e1 + _length(c1) - c.prec - 3
            if e2 + _length(c2) - 1 < reach and c2:
                c2, e2 = 1, min(reach - 1, e1 - 1)
            elif not c2 and e2 < reach:
                e2 = min(reach, e1)
        gap = e1 - e2
        c1 *= 10 ** gap if c1 else 1
    total = (-c1 if s1 else c1) + (-c2 if s2 else c2)
    if total:
        sign = int(total < 0)
    else:
        sign = s1 if s1 == s2 else int(c.rounding == 'ROUND_FLOOR')
    return _finish(c, sign, abs(total), e2)


def _subtract(c, a, b):
    nan = _nan_of(c, a, b)
    return _add(c, a, b.copy_negate()) if nan is None else nan


def _multiply(c, a, b):
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan
    sign = a._sign ^ b._sign
    if a._kind or b._kind:
        return _make(sign, 0, 0, 'F') if a and b else c._invalid()
    return _finish(c, sign, a._int * b._int, a._exp + b._exp)


def _fma(c, a, b, third):
    nan = _nan_of(c, a, b) if a.is_snan() or b.is_snan() else _nan_of(c, a, b, third)
    if nan is not None:
        return nan
    sign = a._sign ^ b._sign
    if a._kind or b._kind:
        if not (a and b):
            return c._invalid()
        return _add(c, _make(sign, 0, 0, 'F'), third)
    if third._kind:
        return third
    return _add_finite(c, sign, a._int * b._int, a._exp + b._exp, third._sign, third._int, third._exp)


def _divide(c, a, b):
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan
    sign = a._sign ^ b._sign
    if a._kind:
        return c._invalid() if b._kind else _make(sign, 0, 0, 'F')
    if b._kind:
        c._note(Clamped)
        return _make(sign, 0, c.Emin - c.prec + 1)
    if not b._int:
        if not a._int:
            return c._invalid(DivisionUndefined)
        c._note(DivisionByZero)
        return _make(sign, 0, 0, 'F')
    ideal = a._exp - b._exp
    if not a._int:
        return _finish(c, sign, 0, ideal)
    shift = max(_length(b._int) - _length(a._int) + c.prec + 1, 0)
    quotient, rest = divmod(a._int * 10 ** shift, b._int)
    exponent = ideal - shift
    if rest:
        quotient += quotient % 5 == 0
    else:
        quotient, exponent = _stripped(quotient, exponent, ideal)
    return _finish(c, sign, quotient, exponent)


def _stripped(coefficient, exponent, ideal):
    """Without trailing zeros, up to an exponent."""
    step = 1 << 10
    while step:
        while exponent + step <= ideal and coefficient % 10 ** step == 0 and coefficient:
            coefficient, exponent = coefficient // 10 ** step, exponent + step
        step >>= 1
    return coefficient, exponent


def _divide_parts(c, a, b):
    """Integer quotient and remainder of finite operands, each as sign, coefficient and exponent; None where the quotient
    has too many digits."""
    sign, ideal = a._sign ^ b._sign, min(a._exp, b._exp)
    distance = a.adjusted() - b.adjusted()
    if not a._int:
        return (sign, 0, 0), (a._sign, 0, ideal)
    if distance <= -2:
        return (sign, 0, 0), (a._sign, a._int * 10 ** (a._exp - ideal), ideal)
    if distance > c.prec:
        return None
    quotient, rest = divmod(a._int * 10 ** (a._exp - ideal), b._int * 10 ** (b._exp - ideal))
    return None if quotient >= 10 ** c.prec else ((sign, quotient, 0), (a._sign, rest, ideal))


def _rescaled(c, a, exponent):
    return _finish(c, a._sign, a._int * 10 ** (a._exp - exponent), exponent)


def _divide_int(c, a, b):
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan
    sign = a._sign ^ b._sign
    if a._kind:
        return c._invalid() if b._kind else _make(sign, 0, 0, 'F')
    if b._kind:
        return _make(sign, 0, 0)
    if not b._int:
        if not a._int:
            return c._invalid(DivisionUndefined)
        c._note(DivisionByZero)
        return _make(sign, 0, 0, 'F')
    parts = _divide_parts(c, a, b)
    return c._invalid(DivisionImpossible) if parts is None else _finish(c, *parts[0])


def _remainder(c, a, b):
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan
    if a._kind:
        return c._invalid()
    if b._kind:
        return _finish(c, a._sign, a._int, a._exp)
    if not b._int:
        return c._invalid(InvalidOperation if a._int else DivisionUndefined)
    parts = _divide_parts(c, a, b)
    return c._invalid(DivisionImpossible) if parts is None else _finish(c, *parts[1])


def _divmod(c, a, b):
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan, nan
    sign = a._sign ^ b._sign
    if a._kind:
        if b._kind:
            return (c._invalid(),) * 2
        c._note(InvalidOperation)
        return _make(sign, 0, 0, 'F'), _NAN
    if b._kind:
        return _finish(c, sign, 0, 0), _finish(c, a._sign, a._int, a._exp)
    if not b._int:
        if not a._int:
            return (c._invalid(DivisionUndefined),) * 2
        c._note(DivisionByZero, InvalidOperation)
        return _make(sign, 0, 0, 'F'), _NAN
    parts = _divide_parts(c, a, b)
    return (c._invalid(DivisionImpossible),) * 2 if parts is None else tuple(_finish(c, *part) for part in parts)


def _remainder_near(c, a, b):
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan
    if a._kind:
        return c._invalid()
    if b._kind:
        return _finish(c, a._sign, a._int, a._exp)
    if not b._int:
        return c._invalid(InvalidOperation if a._int else DivisionUndefined)
    ideal = min(a._exp, b._exp)
    if not a._int:
        return _finish(c, a._sign, 0, ideal)
    distance = a.adjusted() - b.adjusted()
    if distance >= c.prec + 1:
        return c._invalid(DivisionImpossible)
    if distance <= -2:
        return _rescaled(c, a, ideal)
    below = b._int * 10 ** (b._exp - ideal)
    quotient, rest = divmod(a._int * 10 ** (a._exp - ideal), below)
    sign = a._sign
    if 2 * rest + (quotient & 1) > below:
        rest, quotient = rest - below, quotient + 1
    if quotient >= 10 ** c.prec:
        return c._invalid(DivisionImpossible)
    if rest < 0:
        sign, rest = 1 - sign, -rest
    return _finish(c, sign, rest, ideal)


def _sqrt(c, a):
    nan = _nan_of(c, a)
    if nan is not None:
        return nan
    if a._kind and not a._sign:
        return a
    if not a._kind and not a._int:
        return _finish(c, a._sign, 0, a._exp // 2)
    if a._sign:
        return c._invalid()
    ideal = a._exp // 2
    coefficient, exponent = (a._int * 10, a._exp - 1) if a._exp & 1 else (a._int, a._exp)
    shift = max(c.prec + 1 - (_length(coefficient) + 1) // 2, 0)
    coefficient *= 100 ** shift
    exponent = exponent // 2 - shift
    root = _math.isqrt(coefficient)
    if root * root != coefficient:
        root += root % 5 == 0
    else:
        root, exponent = _stripped(root, exponent, ideal)
    return _half_even(c, lambda: _finish(c, 0, root, exponent))


def _half_even(c, make):
    rounding = c.rounding
    c.rounding = 'ROUND_HALF_EVEN'
    try:
        return make()
    finally:
        c.rounding = rounding


# ---- exp, ln, log10, power: binary fixed point with guard digits, until the rounding is certain

def _series_atanh(n, bits):
    """atanh(1 / n) of an integer, in units of 2 ** -bits."""
    term = (1 << bits) // n
    total, square, k = term, n * n, 3
    while term:
        term //= square
        total += term // k
        k += 2
    return total


_constants = {}


def _logs(bits):
    """ln 2 and ln 10 in units of 2 ** -bits."""
    kept = _constants.get('bits', 0)
    if kept < bits:
        work = bits + 32
        two = 18 * _series_atanh(26, work) - 2 * _series_atanh(4801, work) + 8 * _series_atanh(8749, work)
        five_fourths = 2 * _series_atanh(9, work)
        _constants.update(bits=bits, two=two >> 32, ten=(3 * two + five_fourths) >> 32)
        kept = bits
    return _constants['two'] >> (kept - bits), _constants['ten'] >> (kept - bits)


def _ln_fixed(coefficient, exponent, bits):
    """The logarithm of coefficient * 10 ** exponent in units of 2 ** -bits, to about 2 ** -(bits - 20)."""
    work = bits + 40 + int(abs(exponent)).bit_length() + coefficient.bit_length().bit_length()
    height = coefficient.bit_length()
    mantissa = coefficient << (work - height) if work >= height else coefficient >> (height - work)
    if mantissa < (1 << work) * 3 // 4:
        mantissa, height = mantissa * 2, height - 1
    roots = 4 + int(_math.isqrt(bits) // 4)
    inner = work + 2 * roots
    value = mantissa << (inner - work)
    for _ in range(roots):
        value = _math.isqrt(value << inner)
    one = 1 << inner
    ratio = ((value - one) << inner) // (value + one)
    square = ratio * ratio >> inner
    total, power, k = ratio, ratio, 3
    while power and power != -1:
        power = power * square >> inner
        total += power // k
        k += 2
    result = total << (roots + 1)
    two, ten = _logs(inner)
    return (result + height * two + exponent * ten) >> (inner - bits)


def _exp_fixed(value, bits):
    """e to a number in units of 2 ** -bits, between 0 and ln 10."""
    halvings = 4 + _math.isqrt(bits) // 2
    work = bits + 2 * halvings + 20
    small = value << (work - bits) >> halvings
    total = term = 1 << work
    k = 1
    while term:
        term = (term * small >> work) // k
        total += term
        k += 1
    for _ in range(halvings):
        total = total * total >> work
    return total >> (work - bits)


def _certain(low, high, digits):
    """Whether two bounds round alike to so many digits."""
    extra = _length(low) - digits
    if extra <= 0 or _length(high) != _length(low):
        return False
    return _drop('ROUND_HALF_EVEN', 0, low, extra)[0] == _drop('ROUND_HALF_EVEN', 0, high, extra)[0] and low % 10 ** extra and \
        (low // (10 ** extra // 2)) == (high // (10 ** extra // 2))


def _approximate(c, sign, find):
    """Rounds what find(digits) gives, (coefficient, exponent) with an error below 2 units, with more and more digits."""
    digits = c.prec + 6
    while True:
        coefficient, exponent = find(digits)
        if _certain(coefficient - 2, coefficient + 2, c.prec):
            return _half_even(c, lambda: _finish(c, sign, coefficient * 10 + 1, exponent - 1))
        digits += digits // 2 + 4


def _exp_digits(above, exponent, digits):
    """e to above * 10 ** exponent (above may be negative) as a coefficient of so many digits and an exponent."""
    height = max(_length(abs(above)) + exponent, 0)
    bits = int((digits + height + 4) * 3.33) + 16
    scaled = (above << bits) * 10 ** exponent if exponent >= 0 else (above << bits) // 10 ** -exponent
    ten = _logs(bits + 16)[1] >> 16
    times = scaled // ten
    if height > 10:
        # the multiple of ln 10 is large: more bits of it
        wide = bits + 4 * height
        times = ((above << wide) * 10 ** exponent if exponent >= 0 else (above << wide) // 10 ** -exponent) // _logs(wide)[1]
    rest = scaled - times * _logs(bits + int(height * 3.4) + 8)[1] // (1 << (int(height * 3.4) + 8))
    return _exp_fixed(rest, bits) * 10 ** (digits - 1) >> bits, times - digits + 1


def _exp(c, a):
    nan = _nan_of(c, a)
    if nan is not None:
        return nan
    if a._kind:
        return _make(0, 0, 0) if a._sign else a
    if not a._int:
        return Decimal(1)
    height = a.adjusted()
    if height > len(str((-c.Etiny() + 1 if a._sign else c.Emax + 1) * 3)):
        return _half_even(c, lambda: _finish(c, 0, 1, MIN_ETINY * 2 if a._sign else MAX_EMAX * 2))
    if height < -c.prec - 2:
        # so near to 1 that only the direction counts
        unit = 10 ** (c.prec + 2)
        return _half_even(c, lambda: _finish(c, 0, unit - 1 if a._sign else unit + 1, -c.prec - 2))
    above = -a._int if a._sign else a._int
    return _approximate(c, 0, lambda digits: _exp_digits(above, a._exp, digits))


def _ln_digits(coefficient, exponent, digits, base_ten=False):
    """|ln| or |log10| of a number that is not 1 as a coefficient of at least so many digits, and an exponent."""
    near = 0
    adjusted = exponent + _length(coefficient) - 1
    if adjusted in (0, -1):
        one = 10 ** -exponent
        near = max(_length(one) - _length(abs(coefficient - one)), 0)
    bits = int((digits + near + 4) * 3.33) + 24
    value = abs(_ln_fixed(coefficient, exponent, bits))
    if base_ten:
        value = (value << bits) // _logs(bits)[1]
    places = digits + near
    return value * 10 ** places >> bits, -places


def _logarithm(c, a, base_ten):
    nan = _nan_of(c, a)
    if nan is not None:
        return nan
    if not a:
        return _make(1, 0, 0, 'F')
    if a._sign:
        return c._invalid()
    if a._kind:
        return a
    coefficient, exponent = _stripped(a._int, a._exp, MAX_EMAX * 2)
    if coefficient == 1 and (base_ten or exponent == 0):
        return _finish(c, int(exponent < 0), abs(exponent), 0)
    sign = int(_order(a, Decimal(1)) < 0)
    return _approximate(c, sign, lambda digits: _ln_digits(coefficient, exponent, digits, base_ten))


def _logb(c, a):
    nan = _nan_of(c, a)
    if nan is not None:
        return nan
    if a._kind:
        return a.copy_abs()
    if not a._int:
        c._note(DivisionByZero)
        return _make(1, 0, 0, 'F')
    adjusted = a.adjusted()
    return _finish(c, int(adjusted < 0), abs(adjusted), 0)


def _power_modulo(c, a, b, modulo):
    operands = a, b, modulo
    nan = _nan_of(c, *operands)
    if nan is not None:
        return nan
    if any(x._kind or not _is_integer(x) for x in operands) or b._sign or not modulo._int or modulo.adjusted() >= c.prec:
        return c._invalid()
    if not b._int and not a._int:
        return c._invalid()
    value = pow(abs(int(a)), int(b), abs(int(modulo)))
    return _make(a._sign & (int(b) & 1), value, 0)


def _is_integer(a):
    return not a._kind and (a._exp >= 0 or not a._int or a._int % 10 ** min(-a._exp, _length(a._int)) == 0)


def _power(c, a, b, modulo=None):
    if modulo is not None:
        return _power_modulo(c, a, b, modulo)
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan
    if not b:
        return Decimal(1) if a else c._invalid()
    whole = _is_integer(b)
    odd = whole and b._exp <= 0 and (b._int // 10 ** -b._exp) & 1 if not b._kind else False
    sign = int(bool(a._sign and odd))
    if a._sign and (a._kind or a._int) and not whole and not b._kind:
        return c._invalid()
    if not a:
        return _make(sign, 0, 0, 'F') if b._sign else _make(sign, 0, 0)
    if b._kind and a._sign:
        return c._invalid()
    if a._kind:
        return _make(sign, 0, 0) if b._sign else _make(sign, 0, 0, 'F')
    one = _order(a.copy_abs(), Decimal(1))
    if b._kind:
        if one == 0:
            c._note(Inexact, Rounded)
            return _make(0, 10 ** (c.prec - 1), 1 - c.prec)
        return _make(0, 0, 0, 'F') if (one > 0) != bool(b._sign) else _make(0, 0, 0)
    if one == 0:
        if not whole:
            c._note(Inexact, Rounded)
            return _make(sign, 10 ** (c.prec - 1), 1 - c.prec)
        exponent = max(a._exp * int(b), 1 - c.prec) if not b._sign and b.adjusted() < 20 else (0 if b._sign else 1 - c.prec)
        if not a._exp:
            exponent = 0
        elif exponent == 1 - c.prec:
            c._note(Rounded)
        return _make(sign, 10 ** -exponent if exponent < 0 else 1, exponent if exponent < 0 else 0)
    if whole and b.adjusted() < 9:
        times = abs(int(b))
        if _length(a._int) * times <= 4 * c.prec + 2000:
            coefficient, exponent = a._int ** times, a._exp * times
            if not b._sign:
                return _finish(c, sign, coefficient, exponent)
            return _divide(c, _make(sign, 1, 0), _make(0, coefficient, exponent))
    # |a| ** b = e ** (b ln |a|)
    log_height = abs(a.adjusted()).bit_length() // 3 + 2
    if b.adjusted() + log_height > len(str(c.Emax)) + 6 and (abs(a.adjusted()) > 0 or b.adjusted() > c.prec + 25):
        grows = (one > 0) != bool(b._sign)
        return _finish(c, sign, 1, MAX_EMAX * 2 if grows else MIN_ETINY * 2)
    exact = _exact_power(c, a, b, whole)
    if exact is not None:
        return _finish(c, sign, *exact)

    def find(digits):
        wide = digits + max(b.adjusted(), 0) + log_height + 8
        log, places = _ln_digits(a._int, a._exp, wide)
        log = -log if one < 0 else log
        product = log * (-b._int if b._sign else b._int)
        return _exp_digits(product, places + b._exp, digits)

    height = b.adjusted() + log_height
    if height < -c.prec - 5:
        grows = (one > 0) != bool(b._sign)
        unit = 10 ** (c.prec + 2)
        return _finish(c, sign, unit + 1 if grows else unit - 1, -c.prec - 2)
    coefficient, exponent = find(c.prec + 8)
    return _finish(c, sign, coefficient * 10 + 1, exponent - 1)


def _exact_power(c, a, b, whole):
    """A power that is exact though its exponent is a fraction, padded to the precision: 4 ** 0.5."""
    if whole or b._exp < -6:
        return None
    coefficient, exponent = _stripped(a._int, a._exp, MAX_EMAX)
    above, below = b.as_integer_ratio()
    if abs(above) > 1000 or exponent % below:
        return None
    root = _integer_root(coefficient, below)
    if root is None:
        return None
    coefficient, exponent = root ** abs(above), exponent // below * abs(above)
    if above < 0:
        return None
    pad = c.prec - _length(coefficient)
    if pad < 0:
        return None
    c._note(Inexact, Rounded)
    return coefficient * 10 ** pad, exponent - pad


def _integer_root(number, degree):
    low, high = 1, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle ** degree < number:
            low = middle + 1
        else:
            high = middle
    return low if low ** degree == number else None


# ---- other operations

def _quantize(c, a, b, rounding=None):
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan
    if a._kind or b._kind:
        return a if a._kind and b._kind else c._invalid()
    exponent = b._exp
    if not c.Etiny() <= exponent <= c.Emax:
        return c._invalid()
    if not a._int:
        return _finish(c, a._sign, 0, exponent)
    if a.adjusted() > c.Emax or a.adjusted() - exponent + 1 > c.prec:
        return c._invalid()
    inexact = False
    if exponent < a._exp:
        coefficient = a._int * 10 ** (a._exp - exponent)
    else:
        coefficient, inexact = _drop(rounding or c.rounding, a._sign, a._int, exponent - a._exp)
        if coefficient and exponent + _length(coefficient) - 1 > c.Emax or _length(coefficient) > c.prec:
            return c._invalid()
        if exponent > a._exp:
            c._note(Rounded)
        if inexact:
            c._note(Inexact)
    if coefficient and exponent + _length(coefficient) - 1 < c.Emin:
        c._note(Subnormal)
    return _finish(c, a._sign, coefficient, exponent)


def _to_integral(c, a, rounding=None, exact=False):
    nan = _nan_of(c, a)
    if nan is not None:
        return nan
    if a._kind or a._exp >= 0:
        return a
    coefficient, inexact = _drop(rounding or c.rounding, a._sign, a._int, -a._exp)
    if exact and a._int:
        c._note(Rounded)
    if exact and inexact:
        c._note(Inexact)
    return _make(a._sign, coefficient, 0)


def _normalize(c, a):
    a = _plus_round(c, a)
    if a._kind:
        return a
    if not a._int:
        return _make(a._sign, 0, 0)
    return _make(a._sign, *_stripped(a._int, a._exp, c.Emax - c.prec + 1 if c.clamp else c.Emax))


def _next(c, a, up):
    """The nearest number above or below."""
    nan = _nan_of(c, a)
    if nan is not None:
        return nan
    if a._kind:
        if a._sign != up:
            return a
        return _make(a._sign, 10 ** c.prec - 1, c.Etop())
    quiet = c._widened(c.prec)
    quiet.Emin, quiet.Emax, quiet.clamp = c.Emin, c.Emax, c.clamp
    quiet.rounding = 'ROUND_CEILING' if up else 'ROUND_FLOOR'
    near = _finish(quiet, a._sign, a._int, a._exp)
    if near._kind or _order(near, a) != 0:
        return near
    return _add(quiet, a, _make(int(not up), 1, c.Etiny() - 1))


def _next_toward(c, a, b):
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan
    order = _order(a, b)
    if order == 0:
        return a.copy_sign(b)
    result = _next(c, a, int(order < 0))
    if result._kind:
        c._note(Overflow, Inexact, Rounded)
    elif result.adjusted() < c.Emin:
        c._note(Underflow, Subnormal, Inexact, Rounded)
        if not result:
            c._note(Clamped)
    return result


def _extreme(largest, magnitude):
    """max, min, max_mag, min_mag: a NaN gives way to a number; equal ones are chosen by the total order."""
    def choose(c, a, b):
        if a.is_nan() or b.is_nan():
            if a._kind == 'n' and not b.is_nan():
                return _plus_round(c, b)
            if b._kind == 'n' and not a.is_nan():
                return _plus_round(c, a)
            return _nan_of(c, a, b)
        order = _order(a.copy_abs(), b.copy_abs()) if magnitude else _order(a, b)
        if magnitude and order == 0:
            order = _order(a, b)
        if order == 0:
            order = int(a.compare_total(b))
        return _plus_round(c, a if (order >= 0 if largest else order < 0) else b)
    return choose


def _bits(c, a):
    """The coefficient of an operand of logical operations: digits 0 and 1."""
    if a._kind or a._sign or a._exp:
        return None
    text = _text(a._int)
    if set(text) - {'0', '1'}:
        return None
    return text[-c.prec:].rjust(c.prec, '0') if len(text) > c.prec else text.rjust(c.prec, '0')


def _logical(combine):
    def apply(c, *operands):
        bits = [_bits(c, operand) for operand in operands]
        if None in bits:
            return c._invalid()
        return _make(0, _number(''.join(combine(*column) for column in zip(*bits))), 0)
    return apply


def _shifted(rotate):
    def apply(c, a, b):
        nan = _nan_of(c, a, b)
        if nan is not None:
            return nan
        if b._kind or b._exp != 0 or b._int > c.prec:
            return c._invalid()
        if a._kind:
            return a
        count, text = int(b), _text(a._int).rjust(c.prec, '0')[-c.prec:]
        if rotate:
            text = text[count:] + text[:count]
        elif count < 0:
            text = text[:count]
        else:
            text = (text + '0' * count)[-c.prec:]
        return _make(a._sign, _number(text or '0'), a._exp)
    return apply


def _scaleb(c, a, b):
    nan = _nan_of(c, a, b)
    if nan is not None:
        return nan
    if b._kind or b._exp != 0 or b._int > 2 * (c.Emax + c.prec):
        return c._invalid()
    return a if a._kind else _finish(c, a._sign, a._int, a._exp + int(b))


# ---- formatting

def _formatted(value, specifier):
    import re
    if not isinstance(specifier, str):
        raise TypeError('format arg must be str')
    found = re.match(r'(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<z>z)?(?P<alternate>#)?(?P<zero>0)?(?P<width>\d+)?'
                     r'(?P<comma>,)?(?:\.(?P<places>\d+))?(?P<kind>[eEfFgGn%])?\Z', specifier, re.DOTALL)
    if found is None or (found['kind'] == 'n' and found['comma']) or found['alternate']:
        raise ValueError('invalid format string')
    context = getcontext()
    kind, places = found['kind'], found['places']
    fill, align = found['fill'] or ' ', found['align'] or '>'
    if found['zero'] and not found['align']:
        fill, align = '0', '='
    elif found['zero']:
        fill = found['fill'] or '0'
    separator, point, grouping = (',' if found['comma'] else ''), '.', 3
    if kind == 'n':
        import locale
        settings = locale.localeconv()
        separator, point = settings['thousands_sep'] if settings['grouping'] else '', settings['decimal_point']
        kind = 'g'
    sign, width = found['sign'] or '-', int(found['width'] or 0)
    if value._kind:
        text = _shown(value.copy_abs(), context)
        whole, rest = text, ''
        negative = value._sign
        if fill == '0' and align == '=' and not found['fill']:
            fill, align = ' ', '>'
        separator = ''
        if kind == '%':
            rest = '%'
    else:
        whole, rest, negative = _format_digits(value, kind, None if places is None else int(places), context,
                                               bool(found['z']), point)
    lead = '-' if negative else {'-': '', '+': '+', ' ': ' '}[sign]
    if separator:
        room = max(width - len(lead) - len(rest), 1) if fill == '0' and align == '=' else 1
        groups, digits = [], whole
        while True:
            part, digits = digits[-grouping:], digits[:-grouping]
            size = max(min(room, grouping), len(part), 1)
            groups.insert(0, part.rjust(size, '0'))
            room -= size
            if not digits and room <= 0:
                break
            room -= len(separator)
        whole = separator.join(groups)
    body = whole + rest
    pad = fill * (width - len(lead) - len(body))
    if align == '=':
        return lead + pad + body
    text = lead + body
    if align == '<':
        return text + pad
    if align == '>':
        return pad + text
    half = len(pad) // 2
    return pad[:half] + text + pad[half:]


def _format_digits(value, kind, places, context, no_minus_zero, point):
    """Integer digits, the rest (point, digits, exponent, %), and whether the sign is shown."""
    rounding = context.rounding
    coefficient, exponent = value._int, value._exp
    if kind == '%':
        exponent += 2
    length = _length(coefficient)
    if places is not None:
        drop = 0
        if kind in ('e', 'E'):
            drop = length - 1 - places
        elif kind in ('f', 'F', '%'):
            drop = -places - exponent
        elif kind is None or kind in 'gG':
            drop = length - max(places, 1)
        if drop > 0:
            coefficient = _drop(rounding, value._sign, coefficient, drop)[0]
            exponent += drop
            if (kind is None or kind in 'eEgG') and _length(coefficient) > max(length - drop, 1) and coefficient:
                coefficient, exponent = coefficient // 10, exponent + 1
        elif drop < 0 and kind in ('e', 'E', 'f', 'F', '%'):
            if coefficient or kind not in ('e', 'E'):
                coefficient, exponent = coefficient * 10 ** -drop, exponent + drop
    if not coefficient and exponent > 0 and kind in ('f', 'F', '%'):
        exponent = 0
    digits = _text(coefficient)
    left = exponent + len(digits)
    if kind in ('e', 'E'):
        if not coefficient and places is not None:
            digits = '0' * (places + 1)
            left = exponent + len(digits)
        at = 1
    elif kind in ('f', 'F', '%'):
        at = left
    elif exponent <= 0 and left > -6:
        at = left
    else:
        at = 1
    if at <= 0:
        whole, fraction = '0', '0' * -at + digits
    elif at >= len(digits):
        whole, fraction = digits + '0' * (at - len(digits)), ''
    else:
        whole, fraction = digits[:at], digits[at:]
    rest = point + fraction if fraction else ''
    letter = 'E' if kind in ('E', 'G') or (kind is None and context.capitals) else 'e'
    if left != at or kind in ('e', 'E'):
        rest += f'{letter}{left - at:+d}'
    if kind == '%':
        rest += '%'
    return whole, rest, bool(value._sign) and not (no_minus_zero and not coefficient)


# ---- the methods of both classes

# name, operands, operation, its docstring; a name in brackets is the Context's, where the Decimal's differs or is an operator
_OPERATIONS = (
    ('compare', 2, _compare, '-1, 0 or 1 as a Decimal, or NaN.'),
    ('compare_signal', 2, _compare_signal, 'As compare; every NaN signals.'),
    ('exp', 1, _exp, 'e to the power of a number.'),
    ('fma', 3, _fma, 'A product and a sum, rounded once.'),
    ('ln', 1, lambda c, a: _logarithm(c, a, False), 'The natural logarithm.'),
    ('log10', 1, lambda c, a: _logarithm(c, a, True), 'The logarithm to base 10.'),
    ('logb', 1, _logb, 'The exponent of the first digit as a number.'),
    ('logical_and', 2, _logical(lambda x, y: '1' if x == y == '1' else '0'), 'And of digits 0 and 1.'),
    ('logical_or', 2, _logical(lambda x, y: '1' if '1' in (x, y) else '0'), 'Or of digits 0 and 1.'),
    ('logical_xor', 2, _logical(lambda x, y: '1' if x != y else '0'), 'Exclusive or of digits 0 and 1.'),
    ('logical_invert', 1, _logical(lambda x: '0' if x == '1' else '1'), 'Not of digits 0 and 1.'),
    ('max', 2, _extreme(True, False), 'The larger number.'),
    ('max_mag', 2, _extreme(True, True), 'The number with the larger size.'),
    ('min', 2, _extreme(False, False), 'The smaller number.'),
    ('min_mag', 2, _extreme(False, True), 'The number with the smaller size.'),
    ('next_minus', 1, lambda c, a: _next(c, a, 0), 'The largest number below.'),
    ('next_plus', 1, lambda c, a: _next(c, a, 1), 'The smallest number above.'),
    ('next_toward', 2, _next_toward, 'The next number in the direction of another.'),
    ('normalize', 1, _normalize, 'Without trailing zeros.'),
    ('remainder_near', 2, _remainder_near, 'The remainder of the nearest integer quotient.'),
    ('rotate', 2, _shifted(True), 'Digits rotated by a number of places.'),
    ('scaleb', 2, _scaleb, 'The exponent increased by a number.'),
    ('shift', 2, _shifted(False), 'Digits shifted by a number of places.'),
    ('sqrt', 1, _sqrt, 'The square root.'),
)
_OPERATORS = (
    ('add', '__add__', _add), ('subtract', '__sub__', _subtract), ('multiply', '__mul__', _multiply),
    ('divide', '__truediv__', _divide), ('divide_int', '__floordiv__', _divide_int), ('remainder', '__mod__', _remainder),
    ('divmod', '__divmod__', _divmod), ('power', '__pow__', _power),
)
_CONTEXT_ONLY = (('plus', '__pos__', _plus), ('minus', '__neg__', _minus), ('abs', '__abs__', _abs))


def _checked(context):
    if context is None:
        return getcontext()
    if not isinstance(context, Context):
        raise TypeError('optional argument must be a context')
    return context


def _done(context, value):
    if context._noted:
        context._settle()
    return value


def _both(name, count, operation, doc):
    if count == 1:
        def method(self, context=None):
            context = _checked(context)
            return _done(context, operation(context, self))

        def of_context(self, x, /):
            return _done(self, operation(self, _operand(x)))
    elif count == 2:
        def method(self, other, context=None):
            context = _checked(context)
            return _done(context, operation(context, self, _operand(other)))

        def of_context(self, x, y, /):
            return _done(self, operation(self, _operand(x), _operand(y)))
    else:
        def method(self, other, third, context=None):
            context = _checked(context)
            return _done(context, operation(context, self, _operand(other), _operand(third)))

        def of_context(self, x, y, z, /):
            return _done(self, operation(self, _operand(x), _operand(y), _operand(z)))
    _place(Decimal, name, method, doc)
    _place(Context, name, of_context, doc)


def _place(cls, name, method, doc):
    method.__name__, method.__qualname__, method.__doc__ = name, f'{cls.__name__}.{name}', doc
    setattr(cls, name, method)


_SYMBOLS = {'__add__': '+', '__sub__': '-', '__mul__': '*', '__truediv__': '/', '__floordiv__': '//', '__mod__': '%',
            '__divmod__': 'divmod()', '__pow__': '** or pow()'}


def _unsupported(method, left, right):
    """NotImplemented; but of plain floats and texts, for which nobody else can answer, the error at once."""
    names = ['decimal.Decimal' if isinstance(value, Decimal) else type(value).__name__ for value in (left, right)]
    if {type(left), type(right)} & {float, str}:
        if method in _SYMBOLS and not (method == '__mod__' and type(left) is str):
            raise TypeError(f"unsupported operand type(s) for {_SYMBOLS[method]}: '{names[0]}' and '{names[1]}'")
    return NotImplemented


def _operator(name, method, operation):
    def forward(self, other):
        if not isinstance(other, Decimal):
            if not isinstance(other, int):
                return _unsupported(method, self, other)
            other = Decimal(other)
        context = getcontext()
        return _done(context, operation(context, self, other))

    def reverse(self, other):
        if not isinstance(other, Decimal):
            if not isinstance(other, int):
                return _unsupported(method, other, self)
            other = Decimal(other)
        context = getcontext()
        return _done(context, operation(context, other, self))

    def of_context(self, x, y, /):
        return _done(self, operation(self, _operand(x), _operand(y)))

    _place(Decimal, method, forward, None)
    _place(Decimal, '__r' + method[2:], reverse, None)
    _place(Context, name, of_context, f'{name} of two numbers in this context.')


def _unary(name, method, operation):
    def forward(self):
        context = getcontext()
        return _done(context, operation(context, self))

    def of_context(self, x, /):
        return _done(self, operation(self, _operand(x)))

    _place(Decimal, method, forward, None)
    _place(Context, name, of_context, f'{name} of a number in this context.')


def _simple(name):
    """A method of Decimal that the context has too, of its arguments."""
    def of_context(self, x, *others, **keywords):
        method = getattr(_operand(x), name)
        if name in ('is_normal', 'is_subnormal', 'number_class'):
            return method(self)
        return method(*others, **keywords)
    _place(Context, name, of_context, f'Decimal.{name} in this context.')


for _row in _OPERATIONS:
    _both(*_row)
for _row in _OPERATORS:
    _operator(*_row)
for _row in _CONTEXT_ONLY:
    _unary(*_row)
for _row in ('is_canonical is_finite is_infinite is_nan is_normal is_qnan is_signed is_snan is_subnormal is_zero number_class '
             'copy_abs copy_negate copy_sign same_quantum compare_total compare_total_mag canonical').split():
    _simple(_row)


def _pow(self, other, modulo=None):
    if not isinstance(other, (Decimal, int)) or not isinstance(modulo, (Decimal, int, type(None))):
        return _unsupported('__pow__', self, other)
    context = getcontext()
    return _done(context, _power(context, self, _operand(other), None if modulo is None else _operand(modulo)))


def _context_power(self, a, b, modulo=None):
    return _done(self, _power(self, _operand(a), _operand(b), None if modulo is None else _operand(modulo)))


def _rounded_to(operation, exact=False):
    def method(self, rounding=None, context=None):
        context = _checked(context)
        if rounding is not None and rounding not in _ROUNDINGS:
            Context(rounding=rounding)
        return _done(context, _to_integral(context, self, rounding, exact))
    return method


def _quantize_method(self, exp, rounding=None, context=None):
    context = _checked(context)
    if rounding is not None and rounding not in _ROUNDINGS:
        Context(rounding=rounding)
    return _done(context, _quantize(context, self, _operand(exp), rounding))


_place(Decimal, '__pow__', _pow, None)
_place(Context, 'power', _context_power, 'a ** b, or a ** b % modulo of integers.')
_place(Decimal, 'quantize', _quantize_method, 'Rounded to the exponent of another number.')
_place(Context, 'quantize', lambda self, x, y, /: _done(self, _quantize(self, _operand(x), _operand(y))),
       'Rounded to the exponent of another number.')
for _row in 'to_integral', 'to_integral_value', 'to_integral_exact':
    _place(Decimal, _row, _rounded_to(_row, _row.endswith('exact')), 'Rounded to an integer.')
_place(Context, 'to_integral_value', lambda self, x, /: _done(self, _to_integral(self, _operand(x))), 'Rounded to an integer.')
_place(Context, 'to_integral_exact', lambda self, x, /: _done(self, _to_integral(self, _operand(x), None, True)),
       'Rounded to an integer; Inexact and Rounded are signalled.')
del _row

DefaultContext = Context(28, 'ROUND_HALF_EVEN', -999999, 999999, 1, 0, [], [DivisionByZero, Overflow, InvalidOperation])
BasicContext = Context(9, 'ROUND_HALF_UP', -999999, 999999, 1, 0, [], [DivisionByZero, Overflow, InvalidOperation, Clamped,
                                                                     Underflow])
ExtendedContext = Context(9, 'ROUND_HALF_EVEN', -999999, 999999, 1, 0, [], [])
for _row in DecimalException, Decimal, Context, getcontext, setcontext, localcontext:
    _row.__module__ = 'decimal'
del _row
