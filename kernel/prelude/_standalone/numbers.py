"""Abstract kinds of numbers: Complex, Real, Rational, Integral."""
from abc import ABCMeta, abstractmethod

__all__ = ['Number', 'Complex', 'Real', 'Rational', 'Integral']


def _abstract(names):
    """Abstract methods of these names, for the body of a class."""
    def make(name):
        def method(self, *args):
            raise NotImplementedError
        method.__name__ = name
        return abstractmethod(method)
    return {name: make(name) for name in names.split()}


class Number(metaclass=ABCMeta):
    """All numbers inherit from this class."""
    __slots__ = ()
    __hash__ = None


class Complex(Number):
    """Complex numbers: real, imag, +, -, *, /, **, abs(), conjugate(), == and !=."""
    __slots__ = ()
    locals().update(_abstract('__complex__ __add__ __radd__ __neg__ __pos__ __mul__ __rmul__ __truediv__ __rtruediv__ __pow__ '
                              '__rpow__ __abs__ conjugate __eq__'))
    real, imag = property(_abstract('real')['real']), property(_abstract('imag')['imag'])

    def __bool__(self):
        """True if self != 0."""
        return self != 0

    def __sub__(self, other):
        """self - other"""
        return self + -other

    def __rsub__(self, other):
        """other - self"""
        return -self + other


class Real(Complex):
    """Real numbers: beside those also float(), trunc, floor, ceil, round, divmod, //, % and comparisons."""
    __slots__ = ()
    locals().update(_abstract('__float__ __trunc__ __floor__ __ceil__ __round__ __floordiv__ __rfloordiv__ __mod__ __rmod__ '
                              '__lt__ __le__'))

    def __divmod__(self, other):
        """divmod(self, other)"""
        return self // other, self % other

    def __rdivmod__(self, other):
        """divmod(other, self)"""
        return other // self, other % self

    def __complex__(self):
        """complex(self) == complex(float(self), 0)"""
        return complex(float(self))

    real = property(lambda self: +self, doc='Real numbers are their real component.')
    imag = property(lambda self: 0, doc='Real numbers have no imaginary component.')

    def conjugate(self):
        """Conjugate is a no-op for Reals."""
        return +self


class Rational(Real):
    """Fractions: numerator and denominator, in lowest terms."""
    __slots__ = ()
    numerator = property(_abstract('numerator')['numerator'])
    denominator = property(_abstract('denominator')['denominator'])

    def __float__(self):
        """float(self) = self.numerator / self.denominator"""
        return int(self.numerator) / int(self.denominator)


class Integral(Rational):
    """Whole numbers: also int(), pow with a modulus, and operations on bits."""
    __slots__ = ()
    locals().update(_abstract('__int__ __pow__ __lshift__ __rlshift__ __rshift__ __rrshift__ __and__ __rand__ __xor__ __rxor__ '
                              '__or__ __ror__ __invert__'))

    def __index__(self):
        """Called whenever an index is needed, such as in slicing"""
        return int(self)

    def __float__(self):
        """float(self) == float(int(self))"""
        return float(int(self))

    numerator = property(lambda self: +self, doc='Integers are their own numerators.')
    denominator = property(lambda self: 1, doc='Integers have a denominator of 1.')


Complex.register(complex)
Real.register(float)
Integral.register(int)
