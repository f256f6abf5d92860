"""bytes() of objects whose __index__ fails: a TypeError leads to their items."""


class Items:
    def __index__(self):
        raise TypeError('no index')

    def __iter__(self):
        return iter([1, 2])


class Neither:
    def __index__(self):
        raise TypeError('no index')


class Fails(Items):
    def __index__(self):
        raise ValueError('fails')


print(bytes(Items()), bytearray(Items()))
for wrong in (Neither, Fails):
    for kind in (bytes, bytearray):
        try:
            print(kind(wrong()))
        except Exception as error:
            print(type(error).__name__, error)
