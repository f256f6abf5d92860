# Positional-only parameters given by name are told before names that nobody has; round's and Counter's strictness
import collections


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


def f(a, x=1, /, b=2, *, c=3):
    return a, x, b, c


for names in ({'k': 1, 'a': 2}, {'a': 1, 'k': 2}, {'k': 1}, {'x': 1, 'k': 2, 'a': 3}, {'b': 1, 'k': 2}, {'a': 1}):
    attempt(lambda: f(**names))
    attempt(lambda: f(0, **names))
for digits in (None, 1, -1, 'x', True):
    attempt(lambda: (2).__round__(digits))
    attempt(lambda: round(2, digits))
    attempt(lambda: (2.5).__round__(digits))
for source in (dict, int, {1: 2}, collections.OrderedDict(a=1), 'aab', 5):
    attempt(lambda: collections.Counter(source))
