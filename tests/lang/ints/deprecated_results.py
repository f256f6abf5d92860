# Results of conversions whose class derives from the number's, and non-integers for randrange()
import math
import operator
import random
import warnings


class I(int):
    pass


class F(float):
    pass


class C(complex):
    pass


class A:
    def __int__(self):
        return True

    def __index__(self):
        return I(3)

    def __float__(self):
        return F(2.0)

    def __complex__(self):
        return C(1)


class G(float):
    def __float__(self):
        return F(4.0)


class T:
    def __trunc__(self):
        return 3


def show(function, *args):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            result = function(*args)
            print(type(result).__name__, result)
        except Exception as error:
            print(type(error).__name__, error)
    for each in seen:
        print('   ', each.category.__name__, each.message)


show(int, A())
show(operator.index, A())
show(float, A())
show(complex, A())
show(math.sqrt, A())
show(float, G(1))
show(int, T())
show([1, 2, 3, 4].__getitem__, A())
show(hex, A())
random.seed(1)
for function in (random.randrange, random.SystemRandom(4).randrange):
    show(function, 1.0)
    show(function, 1.5)
    show(function, 0, 1.0)
    show(function, 0, 1, 2.0)
with warnings.catch_warnings():
    warnings.simplefilter('error')
    for function in (int, operator.index, float, complex, int):
        try:
            function(A())
        except DeprecationWarning as error:
            print(error)


class S(float):
    def __init__(self, *args, extra=None):
        self.extra = extra


print(S(2.5, extra=3).extra, S(2.5))
