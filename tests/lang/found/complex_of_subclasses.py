# complex() of a subclass asks its __complex__ first, then its __float__.
class ByComplex(float):
    def __complex__(self):
        return 1j


class ByFloat(int):
    def __float__(self):
        return 2.5


class Wrong(int):
    def __float__(self):
        return 1


class Plain(int):
    pass


class Kept(complex):
    pass


print(complex(ByComplex(3.0)), complex(ByFloat(1)), complex(Plain(4)), complex(Kept(1, 2)), complex(2, ByFloat(1)))
for make in lambda: complex(Wrong(1)), lambda: complex(1, Wrong(1)):
    try:
        print(make())
    except TypeError as error:
        print(error)
