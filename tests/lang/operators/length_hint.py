# operator.length_hint: len(), else __length_hint__, else the default, which is an index.
import operator


class Hint:
    def __init__(self, value):
        self.value = value

    def __length_hint__(self):
        if isinstance(self.value, BaseException):
            raise self.value
        return self.value


class Sized(Hint):
    def __len__(self):
        return self.__length_hint__()


class Index:
    def __index__(self):
        return 6


def shown(*args):
    try:
        return repr(operator.length_hint(*args))
    except BaseException as error:
        return '%s: %s' % (type(error).__name__, error)


for value in (3, 0, -1, 2**63 - 1, 2**70, NotImplemented, 'x', 1.5, True, TypeError('t'), ValueError('v'), None):
    for cls in (Hint, Sized):
        for default in ((), (7,), (True,), ('x',), (2**70,), (-3,), (Index(),)):
            print(cls.__name__, value, *map(type, default), shown(cls(value), *default))
print(shown(5), shown([1]), shown(iter([1, 2])), shown(), shown(x for x in []), shown(object(), 4))
print(len(operator.__all__), [name for name in operator.__all__ if not hasattr(operator, name)])
