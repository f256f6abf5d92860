"""Functions of complex numbers."""
import math
from _cmath import isclose

pi, e, tau, inf, nan = math.pi, math.e, math.tau, math.inf, math.nan
infj, nanj = complex(0, inf), complex(0, nan)
_LARGE = 1.7976931348623157e308 / 4
_LOG_LARGE = math.log(_LARGE)
_TINY = 2.2250738585072014e-308


def _complex(z):
    """The argument as a complex number; texts are refused."""
    if type(z) is complex:
        return z
    if isinstance(z, (str, bytes, bytearray)):
        raise TypeError(f'must be real number, not {type(z).__name__}')
    try:
        return complex(z)
    except TypeError:
        if hasattr(type(z), '__complex__') or hasattr(type(z), '__float__'):
            raise
        raise TypeError(f'must be real number, not {type(z).__name__}') from None


def isfinite(z):
    """Whether both parts are finite."""
    z = _complex(z)
    return math.isfinite(z.real) and math.isfinite(z.imag)


def isnan(z):
    """Whether a part is not a number."""
    z = _complex(z)
    return math.isnan(z.real) or math.isnan(z.imag)


def isinf(z):
    """Whether a part is infinite."""
    z = _complex(z)
    return math.isinf(z.real) or math.isinf(z.imag)


def phase(z):
    """The angle of a number, between -pi and pi."""
    z = _complex(z)
    return math.atan2(z.imag, z.real)


def polar(z):
    """Modulus and angle of a number."""
    z = _complex(z)
    return abs(z), math.atan2(z.imag, z.real)


def rect(r, phi):
    """The number of a modulus and an angle."""
    r, phi = float(r), float(phi)
    if math.isfinite(r) and math.isfinite(phi):
        return complex(r * math.cos(phi), r * math.sin(phi)) if phi else complex(r, r * phi)
    if math.isinf(phi) and r != 0 and not math.isnan(r):
        raise ValueError('math domain error')
    if math.isinf(r) and phi == 0:
        return complex(r, math.copysign(0.0, phi) if r > 0 else -phi)
    if r == 0:
        return complex(0.0, 0.0)
    if math.isinf(r) and math.isfinite(phi):
        return complex(math.copysign(inf, math.cos(phi) * r), math.copysign(inf, math.sin(phi) * r))
    return complex(inf if math.isinf(r) else nan, nan)


def sqrt(z):
    """The square root whose real part is not negative."""
    z = _complex(z)
    a, b = z.real, z.imag
    if not isfinite(z):
        if math.isinf(b):
            return complex(inf, b)
        if math.isinf(a):
            if a > 0:
                return complex(inf, b if math.isnan(b) else math.copysign(0.0, b))
            return complex(nan if math.isnan(b) else 0.0, inf if math.isnan(b) else math.copysign(inf, b))
        return complex(nan, nan)
    if a == 0 and b == 0:
        return complex(0.0, b)
    x, y = abs(a), abs(b)
    if x < _TINY and y < _TINY and (x > 0 or y > 0):
        x = math.ldexp(x, 54)
        s = math.ldexp(math.sqrt(x + math.hypot(x, math.ldexp(y, 54))), -27)
        s *= math.sqrt(0.5)
    else:
        x /= 8.0
        s = 2.0 * math.sqrt(x + math.hypot(x, y / 8.0))
    d = y / (2.0 * s)
    return complex(s, math.copysign(d, b)) if a >= 0 else complex(d, math.copysign(s, b))


def exp(z):
    """e to the power z."""
    z = _complex(z)
    a, b = z.real, z.imag
    if not isfinite(z):
        if math.isinf(a) and math.isfinite(b):
            if b == 0:
                return complex(inf if a > 0 else 0.0, b)
            size = inf if a > 0 else 0.0
            return complex(math.copysign(size, math.cos(b)), math.copysign(size, math.sin(b)))
        if math.isinf(b) and (math.isfinite(a) or a > 0):
            raise ValueError('math domain error') if not math.isnan(a) else ValueError('math domain error')
        if math.isinf(a) and a < 0:
            return complex(0.0, math.copysign(0.0, b) if not math.isnan(b) else 0.0)
        if math.isinf(a):
            return complex(inf, nan)
        return complex(nan, 0.0 if b == 0 else nan) if b != 0 or math.isnan(b) else complex(nan, b)
    if a > _LOG_LARGE:
        size = math.exp(a - 1.0)
        result = complex(size * math.cos(b) * e, size * math.sin(b) * e)
    else:
        size = math.exp(a)
        result = complex(size * math.cos(b), size * math.sin(b))
    if isinf(result):
        raise OverflowError('math range error')
    return result


def log(z, base=None):
    """The logarithm, natural or to a base; cut along the negative real axis."""
    result = _log(_complex(z))
    if base is not None:
        result /= _log(_complex(base))
    return result


def _log(z):
    a, b = abs(z.real), abs(z.imag)
    angle = math.atan2(z.imag, z.real)
    if not isfinite(z):
        return complex(inf if isinf(z) else nan, angle)
    if a > _LARGE or b > _LARGE:
        size = math.log(math.hypot(a / 2.0, b / 2.0)) + math.log(2.0)
    elif a < _TINY and b < _TINY:
        if not (a or b):
            raise ValueError('math domain error')
        size = math.log(math.hypot(math.ldexp(a, 53), math.ldexp(b, 53))) - 53 * math.log(2.0)
    else:
        modulus = math.hypot(a, b)
        if 0.71 <= modulus <= 1.73:
            large, small = max(a, b), min(a, b)
            size = math.log1p((large - 1) * (large + 1) + small * small) / 2.0
        else:
            size = math.log(modulus)
    return complex(size, angle)


def log10(z):
    """The logarithm to base 10."""
    result = _log(_complex(z))
    return complex(result.real / math.log(10.0), result.imag / math.log(10.0))


def cosh(z):
    """The hyperbolic cosine."""
    z = _complex(z)
    a, b = z.real, z.imag
    if not isfinite(z):
        if math.isinf(b) and not math.isnan(a):
            raise ValueError('math domain error')
        if math.isinf(a):
            if math.isnan(b):
                return complex(inf, nan)
            if b == 0:
                return complex(inf, math.copysign(0.0, a) * math.copysign(1.0, b))
            return complex(math.copysign(inf, math.cos(b)), math.copysign(inf, a * math.sin(b)))
        return complex(nan, 0.0 if a == 0 or b == 0 else nan)
    if abs(a) > _LOG_LARGE:
        shifted = a - math.copysign(1.0, a)
        result = complex(math.cos(b) * math.cosh(shifted) * e, math.sin(b) * math.sinh(shifted) * e)
    else:
        result = complex(math.cos(b) * math.cosh(a), math.sin(b) * math.sinh(a))
    if isinf(result):
        raise OverflowError('math range error')
    return result


def sinh(z):
    """The hyperbolic sine."""
    z = _complex(z)
    a, b = z.real, z.imag
    if not isfinite(z):
        if math.isinf(b) and not math.isnan(a):
            raise ValueError('math domain error')
        if math.isinf(a):
            if math.isnan(b):
                return complex(inf, nan)
            if b == 0:
                return complex(a, b)
            return complex(math.copysign(inf, a * math.cos(b)), math.copysign(inf, math.sin(b)))
        return complex(a if a == 0 else nan, b if b == 0 else nan)
    if abs(a) > _LOG_LARGE:
        shifted = a - math.copysign(1.0, a)
        result = complex(math.cos(b) * math.sinh(shifted) * e, math.sin(b) * math.cosh(shifted) * e)
    else:
        result = complex(math.cos(b) * math.sinh(a), math.sin(b) * math.cosh(a))
    if isinf(result):
        raise OverflowError('math range error')
    return result


def tanh(z):
    """The hyperbolic tangent."""
    z = _complex(z)
    a, b = z.real, z.imag
    if not isfinite(z):
        if math.isinf(a):
            if math.isfinite(b) and b != 0:
                return complex(math.copysign(1.0, a), math.copysign(0.0, 2.0 * math.sin(b) * math.cos(b)))
            return complex(math.copysign(1.0, a), math.copysign(0.0, b) if b == 0 else 0.0)
        if math.isinf(b) and math.isfinite(a):
            raise ValueError('math domain error')
        return complex(a if a == 0 else nan, b if b == 0 else nan)
    if abs(a) > _LOG_LARGE:
        return complex(math.copysign(1.0, a), 4.0 * math.sin(b) * math.cos(b) * math.exp(-2.0 * abs(a)))
    th, tn, ch = math.tanh(a), math.tan(b), 1.0 / math.cosh(a)
    product = th * tn
    below = 1.0 + product * product
    return complex(th * (1.0 + tn * tn) / below, tn / below * ch * ch)


def _by_quarter_turn(function, z):
    """A circular function by the hyperbolic one: -i f(iz)."""
    value = function(complex(-z.imag, z.real))
    return complex(value.imag, -value.real)


def sin(z):
    """The sine."""
    z = _complex(z)
    return _by_quarter_turn(sinh, z)


def cos(z):
    """The cosine."""
    z = _complex(z)
    return cosh(complex(-z.imag, z.real))


def tan(z):
    """The tangent."""
    z = _complex(z)
    return _by_quarter_turn(tanh, z)


def acos(z):
    """The inverse cosine."""
    z = _complex(z)
    a, b = z.real, z.imag
    if not isfinite(z) or abs(a) > _LARGE or abs(b) > _LARGE:
        if not isfinite(z):
            if math.isnan(a) or math.isnan(b):
                if math.isinf(b):
                    return complex(nan, -b)
                if math.isinf(a):
                    return complex(nan, inf)
                return complex(pi / 2 if a == 0 else nan, nan)
            return complex(math.atan2(abs(b), a), -math.copysign(inf, b))
        real = math.atan2(abs(b), a)
        size = math.log(math.hypot(a / 2.0, b / 2.0)) + math.log(2.0) * 2.0
        return complex(real, math.copysign(size, -b))
    s1, s2 = sqrt(complex(1.0 - a, -b)), sqrt(complex(1.0 + a, b))
    return complex(2.0 * math.atan2(s1.real, s2.real), math.asinh(s2.real * s1.imag - s2.imag * s1.real))


def acosh(z):
    """The inverse hyperbolic cosine."""
    z = _complex(z)
    a, b = z.real, z.imag
    if not isfinite(z) or abs(a) > _LARGE or abs(b) > _LARGE:
        if not isfinite(z):
            if math.isnan(a) or math.isnan(b):
                return complex(inf if isinf(z) else nan, pi / 2 if a == 0 else nan)
            return complex(inf, math.atan2(b, a))
        return complex(math.log(math.hypot(a / 2.0, b / 2.0)) + math.log(2.0) * 2.0, math.atan2(b, a))
    s1, s2 = sqrt(complex(a - 1.0, b)), sqrt(complex(a + 1.0, b))
    return complex(math.asinh(s1.real * s2.real + s1.imag * s2.imag), 2.0 * math.atan2(s1.imag, s2.real))


def asinh(z):
    """The inverse hyperbolic sine."""
    z = _complex(z)
    a, b = z.real, z.imag
    if not isfinite(z) or abs(a) > _LARGE or abs(b) > _LARGE:
        if not isfinite(z):
            if math.isnan(a) or math.isnan(b):
                if math.isinf(a):
                    return complex(a, nan)
                if math.isinf(b):
                    return complex(inf, nan)
                return complex(nan, b if b == 0 else nan)
            return complex(math.copysign(inf, a), math.atan2(b, abs(a)))
        size = math.log(math.hypot(a / 2.0, b / 2.0)) + math.log(2.0) * 2.0
        return complex(math.copysign(size, a), math.atan2(b, abs(a)))
    s1, s2 = sqrt(complex(1.0 + b, -a)), sqrt(complex(1.0 - b, a))
    return complex(math.asinh(s1.real * s2.imag - s2.real * s1.imag), math.atan2(b, s1.real * s2.real - s1.imag * s2.imag))


def asin(z):
    """The inverse sine."""
    z = _complex(z)
    return _by_quarter_turn(asinh, z)


def atanh(z):
    """The inverse hyperbolic tangent."""
    z = _complex(z)
    a, b = z.real, z.imag
    if not isfinite(z):
        if math.isnan(b) and math.isinf(a) or math.isnan(a) and not math.isinf(b) or math.isnan(b):
            return complex(math.copysign(0.0, a) if math.isinf(a) or a == 0 else nan, nan)
        return complex(math.copysign(0.0, a) if not math.isnan(a) else 0.0, math.copysign(pi / 2, b))
    if a < 0 or (a == 0 and math.copysign(1.0, a) < 0):
        return -atanh(-z)
    height = abs(b)
    if a > math.sqrt(_LARGE) or height > math.sqrt(_LARGE):
        size = math.hypot(a / 2.0, b / 2.0)
        return complex(a / 4.0 / size / size, -math.copysign(pi / 2, -b))
    if a == 1.0 and height < math.sqrt(_TINY):
        if height == 0.0:
            raise ValueError('math domain error')
        return complex(-math.log(math.sqrt(height) / math.sqrt(math.hypot(height, 2.0))),
                       math.copysign(math.atan2(2.0, -height) / 2, b))
    return complex(math.log1p(4.0 * a / ((1 - a) * (1 - a) + height * height)) / 4.0,
                   -math.atan2(-2.0 * b, (1 - a) * (1 + a) - height * height) / 2.0)


def atan(z):
    """The inverse tangent."""
    z = _complex(z)
    return _by_quarter_turn(atanh, z)
