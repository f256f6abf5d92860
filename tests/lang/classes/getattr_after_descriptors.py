# A __getattr__ is asked where a data descriptor of the class says AttributeError, however often one place of the code asks


class Slotted:
    __slots__ = ('x', 'y')

    def __getattr__(self, name):
        return 'dynamic ' + name

    def both(self):
        return self.x, self.y


class WithProperty:
    def __init__(self, value=None):
        if value:
            self.value = value

    @property
    def x(self):
        return self.value

    @property
    def y(self):
        raise AttributeError('y says no')

    def __getattr__(self, name):
        if name == 'value':
            raise AttributeError('no value')
        return 'dynamic ' + name

    def both(self):
        return self.x, self.y


class Plain:
    __slots__ = ('x', 'y')

    def both(self):
        return self.x, self.y


class Derived(Plain):
    def __getattr__(self, name):
        return 'derived ' + name


class Number(complex):
    def __getattr__(self, name):
        return 'number ' + name


for cls in (Slotted, WithProperty, Plain, Derived):
    one, other = cls(), cls()
    for turn in range(6):
        for item in (one, other):
            try:
                print(cls.__name__, turn, item.both(), item.x)
            except AttributeError as error:
                print(cls.__name__, turn, error)
        if turn == 2:
            try:
                one.x = one.y = 5
            except AttributeError as error:
                print(error)
        if turn == 4:
            try:
                del one.x
            except AttributeError as error:
                print(error)
for turn in range(4):
    print([(value.real, value.imag, value.nope) for value in (Number(1), Number(2j))])
