# Where an error's text shows a value that cannot be shown, the error comes without a text


class Shy(str):
    def __repr__(self):
        raise RuntimeError('not shown')


class ShyKey:
    def __repr__(self):
        return self.missing

    def __index__(self):
        return 99


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error.args, repr(error.__context__))


value = Shy('abc')
attempt(lambda: int(value))
attempt(lambda: int(value, 5))
attempt(lambda: float(value))
attempt(lambda: '%d' % value)
attempt(lambda: [].index(ShyKey()))
attempt(lambda: list((1,)).remove(ShyKey()))
attempt(lambda: (1,).index(ShyKey()))
attempt(lambda: range(3).index(ShyKey()))
attempt(lambda: complex(value))
attempt(lambda: getattr(1, value))
