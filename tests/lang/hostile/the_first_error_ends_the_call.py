# Once a special method of an argument has raised, those of the other arguments are not asked any more.
import math


class Failing:
    def __init__(self, name):
        self.name = name

    def __float__(self):
        print('asked', self.name)
        raise KeyError(self.name)

    __index__ = __len__ = __iter__ = __float__


def attempt(function, *args):
    try:
        print(function(*args))
    except Exception as error:
        print(type(error).__name__, error, error.__context__)


attempt(math.hypot, 1, Failing('a'), Failing('b'), Failing('c'))
attempt(math.hypot, *[Failing(n) for n in range(12)])
attempt(math.dist, [Failing('a'), 1], [Failing('b'), Failing('c')])
attempt(math.gcd, 1, Failing('a'), Failing('b'))
attempt(math.lcm, 1, Failing('a'), Failing('b'))
attempt(math.pow, Failing('a'), Failing('b'))
attempt(math.fsum, [Failing('a'), Failing('b')])
attempt(pow, 2, 3, None)
attempt(range, Failing('a'), Failing('b'))
attempt(slice(Failing('a'), Failing('b')).indices, 5)
attempt(math.isclose, Failing('a'), Failing('b'))
attempt(complex, Failing('a'), Failing('b'))
attempt(divmod, 5, 2)


# A call that calls itself from its argument ends after as many calls as the limit allows, not twice as many for each.
class Again:
    def __float__(self):
        calls.append(1)
        return call()


calls = []
call = lambda: math.hypot(Again(), Again())
try:
    call()
except RecursionError:
    print('ended', len(calls) < 2000)
