# A comparison method that is None: the operand refuses, and nothing else is asked.
import operator


def tried(name, a, b):
    try:
        print(name, getattr(operator, name)(a, b))
    except TypeError as e:
        print(name, type(e).__name__, e)


class Any:
    def __eq__(self, other):
        return True


class NoEquality(Any):
    __eq__ = None


class NoInequality(Any):
    __ne__ = None


class Apart:
    __eq__ = None


class Asks:
    def __eq__(self, other):
        return NotImplemented

    __lt__ = __eq__


class Unordered:
    __lt__ = None
    __gt__ = None


things = [Any(), NoEquality(), NoInequality(), Apart(), Asks(), Unordered(), 1]
for a in things:
    for b in things:
        print(type(a).__name__, type(b).__name__)
        for name in ('eq', 'ne', 'lt'):
            tried(name, a, b)
try:
    [Apart()].index(Apart())
except TypeError as e:
    print(e)
try:
    Apart() in [Any()]
except TypeError as e:
    print(e)
