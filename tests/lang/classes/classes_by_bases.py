# isinstance() and issubclass() with objects that are no classes and have __bases__, as the protocol of old proxies goes


def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(type(e).__name__, str(e)[:80])


class Kind:
    def __init__(self, *bases):
        self.bases = bases

    @property
    def __bases__(self):
        return self.bases


class Thing:
    def __init__(self, kind):
        self.kind = kind

    @property
    def __class__(self):
        return self.kind


base = Kind()
middle = Kind(base)
other = Kind()
leaf = Kind(middle, other)
for sub in (base, middle, other, leaf):
    print([issubclass(sub, k) for k in (base, middle, other, leaf)],
          [isinstance(Thing(sub), k) for k in (base, middle, other, leaf)])
print(issubclass(leaf, (int, other)), isinstance(Thing(leaf), (str, (middle,))))
print(issubclass(leaf, object), issubclass(int, leaf), isinstance(5, leaf), isinstance(leaf, Kind))
mixed = Kind(int)
print(issubclass(mixed, int), issubclass(mixed, object), isinstance(Thing(mixed), int))
attempt(issubclass, leaf, 5)
attempt(issubclass, 5, leaf)
attempt(isinstance, 5, Kind(1).bases[0])
for bad in ([], None, 5):
    odd = Kind()
    odd.bases = bad
    attempt(isinstance, 5, odd)
    attempt(issubclass, odd, int)


class Failing:
    def __init__(self, error):
        self.error = error

    def __getattr__(self, name):
        raise self.error


for error in (RuntimeError('oops'), AttributeError('none')):
    attempt(isinstance, 1, Failing(error))
    attempt(issubclass, Failing(error), int)
    attempt(issubclass, int, Failing(error))
    attempt(issubclass, base, Failing(error))
turning = Kind()
turning.bases = (turning, turning)
attempt(issubclass, turning, base)
nested = (int,)
for _ in range(100000):
    nested = (nested,)
attempt(isinstance, '', nested)
attempt(issubclass, str, nested)
